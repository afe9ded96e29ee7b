"""7.C.1, 5.A.6.a Where units on their way may go next, and what happens as they do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Optional

from sandtable.kernel.play import Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.captured import spill
from sandtable.titles.tigercubs.frames import Move
from sandtable.titles.tigercubs.kinds import NONE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.movement_allowance import points_left
from sandtable.titles.tigercubs.movement_cost import can_pay, extra_cost, step_cost
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import State, eliminate, holder, move, units_in

ALONE: Final = Refusal("7.A", "units that did not begin the phase together do not move together")
NOT_ADJACENT: Final = Refusal("7.C.1", "it is not next to where the unit stands")
PROHIBITED: Final = Refusal("7.C.1.a", "nobody can enter there")
OFF_MAP: Final = Refusal("S1-b", "it is not in play in this scenario")
ENEMY_BOX: Final = Refusal("BOX-d", "enemy ground units never enter a box")
OCCUPIED: Final = Refusal("7.C.1.c", "an enemy unit is there: it can only be overrun")
SUPPORT_ALONE: Final = Refusal("13.K.2.a", "support units alone drive nobody out")
TOO_DEAR: Final = Refusal("7.C.1", "it has not enough movement points left for this step")
CROWDED: Final = Refusal("5.A.6.a", "no unit may end there beyond the stacking limit, and it could not go on")


def means(s: State, f: Move) -> list[int]:
    """The movement points that the units of a move have left."""
    return [points_left(s, u, f.phase) for u in f.units]


def step_refused(s: State, f: Move, there: int, left: Sequence[int]) -> Optional[Refusal]:
    """Why the units of a move cannot go there with what movement points they have left (`means`)."""
    e = s.edition
    here = s.where[f.units[0]]
    refusal = place_refused(s, f.side, here, there)
    if refusal is not None:
        return refusal
    enemies = holder(s, there) == other(f.side)
    if enemies:
        if any(e.role[u] not in (QUARTERMASTER, TERMINAL) for u in units_in(s, there)) or here >= e.sheet:
            return OCCUPIED
        if all(e.support[u] or not e.weighs[u] for u in f.units):
            return SUPPORT_ALONE
    if len(f.units) > 1 and not moves_as_one(s, f.units):
        return ALONE
    extra = extra_cost(s, f.side, here, there)
    for unit, points in zip(f.units, left, strict=True):
        if not can_pay(s, unit, points, f.phase, here, there, extra):
            return TOO_DEAR
    if not fits(s, there, f.units) and not goes_on(s, f, there):
        return CROWDED
    return None


def place_refused(s: State, side: int, here: int, there: int) -> Optional[Refusal]:
    e = s.edition
    if there not in e.near[here]:
        return NOT_ADJACENT if there not in e.around[here] else PROHIBITED
    if not e.in_play[s.agreed.scenario][there]:
        return OFF_MAP
    return ENEMY_BOX if there >= e.sheet and e.owner[there] != side else None


def moves_as_one(s: State, units: Iterable[int]) -> bool:
    """7.A Units that began the phase together."""
    return len({s.phase_start[u] for u in units}) == 1


def goes_on(s: State, f: Move, there: int) -> bool:
    """5.A.6.a Whether the units can pass through: a step beyond for which they will have the points."""
    for beyond in s.edition.near[there]:
        if beyond == s.where[f.units[0]] or place_refused(s, f.side, there, beyond) is not None:
            continue
        if holder(s, beyond) == other(f.side) or not fits(s, beyond, f.units):
            continue
        costs = [step_cost(s, u, s.where[u], there) + step_cost(s, u, there, beyond) for u in f.units]
        if all(cost <= points_left(s, u, f.phase) for u, cost in zip(f.units, costs, strict=True)):
            return True
    return False


def advance(s: State, units: Iterable[int], there: int) -> None:
    """They stand there now, with what they carry."""
    units = tuple(units)
    here = s.where[units[0]]
    for quarry in [u for u in units_in(s, there) if s.edition.side[u] != s.edition.side[units[0]]]:
        if s.edition.role[quarry] == QUARTERMASTER:
            spill(s, quarry)
        eliminate(s, quarry)  # 13.K.2.a, 13.J.1-b
    haul(s, units, there)
    for unit in units:
        move(s, unit, there)
    control.update(s, here, there)


def haul(s: State, units: Iterable[int], there: int) -> None:
    """13.K.2.d The terminal that quartermasters carry comes with them."""
    for terminal in {s.carries[u] for u in units if s.carries[u] != NONE}:
        move(s, terminal, there)


def may_go_on(s: State, f: Move) -> bool:
    left = means(s, f)
    return any(step_refused(s, f, there, left) is None for there in s.edition.near[s.where[f.units[0]]])
