"""15.3.1: how likely O'Connor is 25 points ahead in the end: the points as they stand, those that are as good as scored, and what
was still to come in games of generals."""

from __future__ import annotations

import math
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.titles.blitzkrieg.edition import DEAD, members
from sandtable.titles.blitzkrieg.robot.judge import owner, turns_left
from sandtable.titles.blitzkrieg.robot.judge_battle import waiting_battle
from sandtable.titles.blitzkrieg.state import LRDF, State, stack_at
from sandtable.titles.blitzkrieg.supply import payers, supplied_boxes

GROWS: Final = (0.0, 2.5, 4.0, 6.0, 7.0, 10.0, 26.0, 37.0, 40.0)  # what the Allies still gain, by the marches that they have left
VARIES: Final = (4.0, 7.0, 10.0, 10.0, 13.0, 16.0, 17.0, 17.0, 17.0)  # and by how much that varies
STEEP: Final = 1.7  # by which the logistic curve is nearest to the normal one
SURRENDER: Final = 0.6  # 15.1: of Italians out of supply
PERISH: Final = 0.3  # 12.4.2: of Allies


def leads(s: State, marches: int) -> float:
    """How likely the lead is enough, if the Allies have so many marches left."""
    missing = s.edition.figure["oconnor_lead"] - 0.5 - lead_to_come(s) - GROWS[marches]
    return 1 / (1 + math.exp(STEEP * missing / VARIES[marches]))


def lead_to_come(s: State) -> float:
    """Points of the Allies less those of the Axis, as they will be if nobody does anything but fight the battles that wait."""
    e = s.edition
    dead = [len([u for u in e.troops[side] if s.where[u] == DEAD]) for side in range(len(SIDES))]
    found = s.points[ALLIED] - s.points[AXIS] + e.figure["eliminated_points"] * (dead[AXIS] - dead[ALLIED])
    return found + boxes_to_score(s) + SURRENDER * len(starving(s, AXIS)) - losses_of(s) + battles_to_come(s)


def boxes_to_score(s: State) -> float:
    """12.1: the Allies score once more than the Axis."""
    e, left = s.edition, turns_left(s)
    times = left + (s.active == ALLIED), left
    owners = [(owner(s, box, s.flag), box) for box in e.victory]
    return sum([(times[side] if side == ALLIED else -times[side]) * e.box_points[side][box] for side, box in owners])


def starving(s: State, side: int) -> list[int]:
    """Units out of supply."""
    lacking = s.occupied[side] & ~supplied_boxes(s, side)
    return [u for box in members(lacking) for u in stack_at(s, side, box) if not s.flags[u] & LRDF]


def losses_of(s: State) -> float:
    """What the Axis gets for Allies who are out of supply."""
    e = s.edition
    return PERISH * sum([e.points[u] + e.figure["eliminated_points"] for u in starving(s, ALLIED)])


def battles_to_come(s: State) -> float:
    """What the battles that wait bring the Allies, in points."""
    found = 0.0
    for box in members(s.occupied[ALLIED] & s.occupied[AXIS]):
        if payers(s, s.active, box) or all([s.flags[u] & LRDF for u in stack_at(s, s.active, box)]):
            found += waiting_battle(s, box, 0.0, 0.0)
    return found if s.active == ALLIED else -found
