"""How a beginner judges: by objectives, units and the attacks before him. He forgets that units must be fed, whom the enemy could
drive over or cut off, and that what he has must be held."""

from __future__ import annotations

from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.tigercubs.robot.judge import GRIP, HOLD, SCALE, STRENGTH, Forces, forces_of, points, reach
from sandtable.titles.tigercubs.robot.judge_air import air_war
from sandtable.titles.tigercubs.robot.judge_combat import planned_attacks
from sandtable.titles.tigercubs.scales import VP
from sandtable.titles.tigercubs.state import State


def at_first_sight(s: State, side: int) -> float:
    ahead = points(s, AXIS) - points(s, ALLIED)
    if s.frames:
        forces = forces_of(s)
        ahead += STRENGTH * (strength(forces, AXIS) - strength(forces, ALLIED)) + planned_attacks(s) + air_war(s)
        ahead += (1.0 if side == AXIS else -1.0) * lures(s, side, forces)
    value = ahead / (SCALE + abs(ahead))
    return value if side == AXIS else -value


def strength(forces: Forces, side: int) -> float:
    return sum([worth for _, worth in forces[side]])


def lures(s: State, side: int, forces: Forces) -> float:
    """What there is to take."""
    worth, foe = 0.0, other(side)
    for hex, value in s.edition.objectives[s.agreed.scenario]:
        if s.owner[hex] == foe:
            taking, holding = reach(s, forces[side], hex), HOLD + reach(s, forces[foe], hex)
            worth += GRIP * taking / (holding + taking) * value / VP
    return worth
