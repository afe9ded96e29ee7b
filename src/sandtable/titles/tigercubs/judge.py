"""How good a position is: points as they stand, the armies and their supply, and who stands near what he has to take."""

from __future__ import annotations

import math
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, GENERAL
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.scales import VP
from sandtable.titles.tigercubs.state import State, air_supply_state, attack_rating, defence_rating, supply_state
from sandtable.titles.tigercubs.victory import is_relieved

SCALE: Final = 16.0  # so many points ahead is a good lead
STRENGTH: Final = 0.05  # what a printed point in play is worth, in victory points
ARMED: Final = 0.25  # more, in Offensive Supply
STARVED: Final = 0.35  # less for each finding out of supply
WING: Final = 0.3  # a step in the air
NEAR: Final = 6.0  # hexes from which an objective draws units
DRAW: Final = 0.15  # of its points, for the strongest force near it


def judge(s: State, side: int) -> float:
    ahead = points(s, AXIS) - points(s, ALLIED)
    if s.frames:
        ahead += army(s, AXIS) - army(s, ALLIED) + prospects(s)
    value = math.tanh(ahead / SCALE)
    return value if side == AXIS else -value


def points(s: State, side: int) -> float:
    held = sum([n for hex, n in s.e.objectives[s.agreed.scenario] if s.owner[hex] == side])
    relief = float(s.e.figure["relief"]) if side == ALLIED and not s.frames and is_relieved(s) else 0.0
    return (held + s.score[side]) / VP + relief


def army(s: State, side: int) -> float:
    e, worth = s.e, 0.0
    scale = 0.1 if s.agreed.scale else 1.0  # 2.I: ratings of the 5 Day game are ten times as large
    for unit in e.of_side[side]:
        if s.where[unit] < 0 or e.role[unit] != COMBAT_UNIT:
            continue
        value = STRENGTH * scale * (attack_rating(s, unit) + defence_rating(s, unit)) / 4
        if supply_state(s, unit) != GENERAL:
            value *= max(0.2, 1 - STARVED * s.out[unit] * (1.5 if s.cut[unit] else 1.0))
        elif is_offensive(s, unit):
            value *= 1 + ARMED
        worth += value
    for air in e.air_of_side[side]:
        if s.base[air] >= 0:
            worth += WING * s.steps[air] * (1.0 if air_supply_state(s, air) == GENERAL else 0.6)
    return worth


def prospects(s: State) -> float:
    """What draws both sides: objectives of the other's, by the force that is near them."""
    e, worth = s.e, 0.0
    for hex, value in e.objectives[s.agreed.scenario]:
        for side, sign in ((ALLIED, -1.0), (AXIS, 1.0)):
            if s.owner[hex] == side:
                continue
            pull = 0.0
            for place, (whole, short, starved) in s.zones.sums[side].items():
                distance = e.distance(place, hex) if place < e.sheet else 99
                if distance <= NEAR:
                    pull += (whole + short + starved) * (1 - distance / (NEAR + 1))
            worth += sign * DRAW * value / VP * min(1.0, pull / 16)
    return worth
