"""How good a position is: what the Allies will probably score, and what may still change it."""

from __future__ import annotations

import math
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe import victory
from sandtable.titles.battleaxe.state import AUTOMATIC, GOES_ON, OPERATIONAL, State, controller, is_reduced, stack, units_in

LASTS: Final = 0.8  # how much of what is held now is held a Turn later
STRENGTH: Final = 0.11  # VP a point of Combat Value is worth
FRONT: Final = 0.10  # VP a point of Combat Value next to an enemy VP Area is worth
GUARD: Final = 0.12  # what a threatened VP Area loses for each point that the threat outweighs its guard
STRANDED: Final = 0.35
ADVANTAGE: Final = 0.4


def judge(s: State, side: int) -> float:
    value = allied_value(s)
    return value if side == ALLIED else -value


def allied_value(s: State) -> float:
    if s.ending != GOES_ON:
        return 1.0 if s.ending in (AUTOMATIC, OPERATIONAL) else -1.0
    expected = s.vp + holdings(s) + victory.german_losses(s) + material(s) + pressure(s)
    expected += ADVANTAGE if s.advantage == ALLIED else -ADVANTAGE if s.advantage == AXIS else 0.0
    return math.tanh((expected - s.agreed.needed) / 8.0)


def turns_left(s: State) -> int:
    return max(1, s.edition.turns[0] - s.turn)


def holdings(s: State) -> float:
    """What the areas held now will still score, those to come counted with doubt."""
    now = victory.victory_points(s)
    return sum([now * LASTS**n for n in range(turns_left(s))])


def material(s: State) -> float:
    worth = 0.0
    for unit, area in enumerate(s.where):
        if area < 0:
            continue
        value = s.edition.cv[unit][1 if is_reduced(s, unit) else 0] + (1.0 if not is_reduced(s, unit) else 0.0)
        if area == s.edition.tobruk:
            value *= 0.5
        worth += value if s.edition.side[unit] == ALLIED else -value
        if s.unsupplied >> unit & 1:
            worth -= STRANDED / STRENGTH if s.edition.side[unit] == ALLIED else -STRANDED / STRENGTH
    return worth * STRENGTH


def strength(s: State, side: int, area: int) -> int:
    return sum([s.edition.cv[unit][1 if is_reduced(s, unit) else 0] for unit in units_in(stack(s, side, area))])


def pressure(s: State) -> float:
    """Around each VP Area: who could take it, and who guards it."""
    e, worth = s.edition, 0.0
    for area, points in enumerate(e.vp):
        if not points:
            continue
        holder = controller(s, area)
        threat = sum([strength(s, other(holder), near) for near in e.neighbours[area]]) + 2 * strength(s, other(holder), area)
        guard = strength(s, holder, area) + e.tem[area] + sum([strength(s, holder, near) for near in e.neighbours[area]]) // 2
        swing = min(threat, 20) * FRONT * points * 0.5 - max(0, guard - threat) * 0.02 * points
        if threat > guard:
            swing += min(threat - guard, 10) * GUARD * points * 0.5
        worth += swing if holder == AXIS else -swing
    return worth
