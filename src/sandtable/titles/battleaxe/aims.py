"""What a side may be about in an Impulse: the units of an Area go against another that counts, or that the enemy holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import other
from sandtable.maps.graph import distances
from sandtable.titles.battleaxe import june15
from sandtable.titles.battleaxe.edition import NONE, Edition
from sandtable.titles.battleaxe.frames import Half, Refit
from sandtable.titles.battleaxe.state import State, stack, units_in

FAR: Final = 4  # Areas that a group looks ahead
ACTIVATED: Final = 3.0  # what activates the group
NEARER: Final = 2.0  # what brings a unit of it nearer
STRUCK: Final = 1.0  # an attack, once nobody can come nearer


def aims(s: State, side: int) -> list[Aim]:
    e = s.edition
    targets = [area for area in range(len(e.zone)) if is_target(s, side, area)]
    found: list[Aim] = []
    for area in units_in(s.held[side]):
        able = units_in(stack(s, side, area) & ~june15.held_units(s))
        group = frozenset([unit for unit in able if e.mf[unit] != NONE])
        if group:
            near = [target for target in targets if ways(e, target)[area] <= FAR]
            found += [Aim(group, target, ways(e, target), words(s, side, target)) for target in near]
    return found


def is_target(s: State, side: int, area: int) -> bool:
    """It counts, or enemies are there who are not at their base."""
    return s.edition.vp[area] > 0 or (s.held[other(side)] >> area & 1 == 1 and not s.edition.zone[area])


def words(s: State, side: int, area: int) -> str:
    row = s.edition.area_rows[area]
    return f"{'take' if s.held[other(side)] >> area & 1 else 'hold'} {row.name or row.id}"


@lru_cache(maxsize=64)
def ways(e: Edition, target: int) -> tuple[int, ...]:
    """How many Areas it is to the target, from each."""
    found = distances((target,), e.neighbours, len(e.zone))
    return tuple([found.get(area, len(e.zone)) for area in range(len(e.zone))])


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, area = o
    if verb in ("enter", "move"):
        if first not in aim.group:
            return 0.0
        return NEARER if aim.far[area] < aim.far[s.where[first]] else -1.0
    if verb in ("assault", "activate"):
        return ACTIVATED if any([s.where[unit] == first for unit in aim.group]) else 0.0
    return STRUCK if verb in ("attack", "join") else 0.0


def step(s: State, o: Option) -> Optional[Step]:
    return Step(o[1], s.where[o[1]], o[2]) if o[0] == "enter" else None


PLANS: Final = Plans(phases=(Half, Refit), aims=aims, serves=serves, step=step, pace=3_500)
