"""How good a position is: what the Allies will probably score, and what may still change it."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe import victory
from sandtable.titles.battleaxe.state import AUTOMATIC, GOES_ON, OPERATIONAL, State

LASTS: Final = 0.8  # how much of what is held now is held a Turn later
STRENGTH: Final = 0.11  # VP a point of Combat Value is worth
FRONT: Final = 0.10  # VP a point of Combat Value next to an enemy VP Area is worth
GUARD: Final = 0.12  # what a threatened VP Area loses for each point that the threat outweighs its guard
STRANDED: Final = 0.35
ADVANTAGE: Final = 0.4
ACTIVE: Final = 0.03  # what a unit is worth that may still move in this Impulse: to activate more of them is never worse


def judge(s: State, side: int) -> float:
    value = allied_value(s)
    return value if side == ALLIED else -value


def allied_value(s: State) -> float:
    if s.ending != GOES_ON:
        return 1.0 if s.ending in (AUTOMATIC, OPERATIONAL) else -1.0
    power, material = strengths(s)
    expected = s.vp + holdings(s) + victory.german_losses(s) + material + pressure(s, power)
    expected += ADVANTAGE if s.advantage == ALLIED else -ADVANTAGE if s.advantage == AXIS else 0.0
    return math.tanh((expected - s.agreed.needed) / 8.0)


def turns_left(s: State) -> int:
    return max(1, s.edition.turns[0] - s.turn)


def holdings(s: State) -> float:
    """What the areas held now will still score, those to come counted with doubt."""
    now = victory.victory_points(s)
    return sum([now * LASTS**n for n in range(turns_left(s))])


def strengths(s: State) -> tuple[list[int], float]:
    """Combat Value of a side in an area, at [side * areas + area], and what all units are worth to the Allies."""
    e = s.edition
    areas, tobruk, reduced, unsupplied = len(e.zone), e.tobruk, s.reduced, s.unsupplied
    power = [0] * (2 * areas)
    worth = 0.0
    for unit, area in enumerate(s.where):
        if area < 0:
            continue
        side = e.side[unit]
        if reduced >> unit & 1:
            value = e.cv[unit][1]
            counts = value * STRENGTH
        else:
            value = e.cv[unit][0]
            counts = (value + 1) * STRENGTH  # a step in hand
        power[side * areas + area] += value
        if area == tobruk:
            counts *= 0.5
        if unsupplied >> unit & 1:
            counts -= STRANDED
        if s.left[unit] > 0:
            counts += ACTIVE
        worth += counts if side == ALLIED else -counts
    return power, worth


def pressure(s: State, power: list[int]) -> float:
    """Around each VP Area: who could take it, and who guards it."""
    e, areas, allied, worth = s.edition, len(s.edition.zone), s.allied, 0.0
    for area in with_points(e.vp):
        points = e.vp[area]
        ours, theirs = (0, areas) if allied >> area & 1 else (areas, 0)  # of the holder, and of who may take it
        threat, guard = 2 * power[theirs + area], 0
        for near in e.neighbours[area]:
            threat += power[theirs + near]
            guard += power[ours + near]
        guard = power[ours + area] + e.tem[area] + guard // 2
        swing = min(threat, 20) * FRONT * points * 0.5
        if threat > guard:
            swing += min(threat - guard, 10) * GUARD * points * 0.5
        else:
            swing -= (guard - threat) * 0.02 * points
        worth += swing if ours else -swing
    return worth


@lru_cache(maxsize=8)
def with_points(vp: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([area for area, points in enumerate(vp) if points])
