"""How a beginner judges: by boxes, units and the battles before him. He forgets that units must be fed, what he leaves open and
what the enemy could do next; and O'Connor's three boxes (15.3.1) are like any others to him."""

from __future__ import annotations

from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.edition import DEAD, members
from sandtable.titles.blitzkrieg.robot.judge import (
    READY,
    SCALE,
    SOON,
    fight,
    hq_worth,
    owner,
    prospects,
    time_left,
    to_fight,
    turns_left,
    turns_to_come,
    unrest,
)
from sandtable.titles.blitzkrieg.robot.judge_battle import GRAVE, forces_of, use_of
from sandtable.titles.blitzkrieg.robot.judge_supply import Sight
from sandtable.titles.blitzkrieg.state import State, stack_at
from sandtable.titles.blitzkrieg.supply import net


def at_first_sight(s: State, side: int) -> float:
    foe = other(side)
    ahead = float(s.points[side] - s.points[foe])
    if s.frames:
        horizon = min(1.0, (turns_left(s) + 0.4) / SOON)
        ours, theirs = sight_of(s, side, horizon), sight_of(s, foe, horizon)
        ahead += has(s, side, horizon) - has(s, foe, horizon) + horizon * hq_worth(s, side, ours.forces)
        ahead += time_left(s, side) * READY * prospects(s, side, ours, theirs) + fight(s, side)
        turn = to_fight(s, horizon).worth - unrest(s)
        ahead += turn if s.active == side else -turn
    return ahead / (SCALE + abs(ahead))


def sight_of(s: State, side: int, horizon: float) -> Sight:
    """Everybody looks fed."""
    return Sight(forces_of(s, side, -1, horizon), -1, net(s, side)[1], 0)


def has(s: State, side: int, horizon: float) -> float:
    e = s.edition
    boxes = turns_to_come(s) * sum([e.box_points[side][box] for box in e.victory if owner(s, box, s.flag) == side])
    dead = len([u for u in e.troops[side] if s.where[u] == DEAD])
    return boxes - GRAVE * dead + horizon * sum([use_of(e, stack_at(s, side, box)) for box in members(s.occupied[side])])
