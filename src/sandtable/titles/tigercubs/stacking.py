"""5.A.6, 5.A.7 Stacking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.titles.tigercubs.kinds import TERMINAL
from sandtable.titles.tigercubs.scales import SP
from sandtable.titles.tigercubs.state import State, sp, units_in

FEW: Final = 4  # so many counters fit anywhere but in mountains, terminals of 10 SP among them


def fits(s: State, place: int, units: Sequence[int] = ()) -> bool:
    """Whether these may end a phase there together with those who are there; units already there count once."""
    e = s.edition
    if place >= e.sheet:
        return True  # a box has no limit
    if len(units_in(s, place)) + len(units) <= FEW and e.terrain[place].id != "mountain":
        return True
    normal = artillery = 0
    for unit in {*units_in(s, place), *units}:
        if e.type[unit].artillery:
            artillery += sp(s, unit)
        elif e.weighs[unit] or e.support[unit] or e.role[unit] == TERMINAL:
            normal += sp(s, unit)  # HQs and QMs have no SP
    if e.terrain[place].id == "mountain":
        return shares(normal, artillery, limit(s, "stacking_mountain"), limit(s, "stacking_mountain_artillery"))
    return normal <= limit(s, "stacking") and artillery <= limit(s, "stacking_artillery")


def shares(normal: int, artillery: int, any_type: int, guns: int) -> bool:
    """5.A.7.a-b: so much of any type and so much artillery besides."""
    return normal + max(0, artillery - guns) <= any_type


def limit(s: State, id: str) -> int:
    return s.edition.figure[id].numerator * SP


def fits_alone(s: State, there: int, units: tuple[int, ...]) -> bool:
    """Whether they would fit into the hex without those who are in it."""
    stack = s.stack.pop(there, ())
    try:
        return fits(s, there, units)
    finally:
        if stack:
            s.stack[there] = stack
