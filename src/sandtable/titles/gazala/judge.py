"""How good a position is: the points as they stand, those that are still to come, and the state of the armies."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import distances as steps_from
from sandtable.titles.gazala.edition import NORTH, WITHDRAW, Edition
from sandtable.titles.gazala.frames import ActionPhase, Move
from sandtable.titles.gazala.state import (
    DEAD,
    ISOLATED,
    OFF,
    OUT_OF_SUPPLY,
    STACK,
    SUPPLIED,
    State,
    crowded,
    holds,
    in_enemy_zone,
    is_working,
)
from sandtable.titles.gazala.victory import total

SCALE: Final = 14.0  # so many points ahead is a good lead
LASTS: Final = 0.85  # how much of what is held now is held a turn later
PRESENT: Final = 0.5  # points a unit on the map is worth besides its steps, and for each point of strength
STRENGTH: Final = 0.02
DISRUPTED: Final = 0.3
UNSUPPLIED: Final = 0.35
CUT_OFF: Final = 0.9
WAITING: Final = 0.2
BREACH: Final = 0.3  # for the first three: they lead to lines of communication
ACTION: Final = 0.6  # for a way through the front belt: it may save an action
RESERVE: Final = 0.3  # what the next units on the way north are worth
FAR: Final = 30.0  # hexes from which a goal draws units
CLOSE: Final = 3.0  # hexes from which it is soon reached
ACTIVE: Final = 0.2  # for an active unit that has not moved
CROWDED: Final = 0.7  # of what a unit is worth that must still leave a hex or be eliminated
THREAT: Final = 0.45  # of a step that stronger enemies are next to


def judge(s: State, side: int) -> float:
    value = axis_value(s)
    return value if side == AXIS else -value


def axis_value(s: State) -> float:
    ahead = float(total(s, AXIS).total - total(s, ALLIED).total)
    if s.frames:
        ahead += prospects(s) + army(s, AXIS) - army(s, ALLIED) + crowds(s) + contacts(s) + moves_to_come(s)
    return math.tanh(ahead / SCALE)


def turns_to_come(s: State) -> float:
    """Turns that will still be scored, the far ones counted with doubt."""
    left = s.edition.scenario_rows[s.scenario].last_turn - s.turn + 1
    return sum([LASTS**n for n in range(left)])


def prospects(s: State) -> float:
    """What the Axis may score on the track, and what keeps their actions up."""
    e = s.edition
    turns = turns_to_come(s)
    goal, away, north = distances(e)
    units = [u for u in e.of_side[AXIS] if s.where[u] >= 0]
    nearest = min([away[s.where[u]] for u in units], default=100)
    worth = turns * drawn_by(nearest) * (0.5 if holds(s, goal, ALLIED) else 1.0)
    needs = e.points["north edge"].needs
    steps = sorted([north[s.where[u]] for u in units if s.supply[u] == SUPPLIED])[: 2 * needs]
    worth += turns * sum([drawn_by(n) * (1.0 if rank < needs else RESERVE) for rank, n in enumerate(steps)]) / needs
    worth += BREACH * min(3, len(s.breaches) + 0.5 * len(s.works))
    ways = [box for box, _, second in s.breaches if second >= 0 and box in e.front and not holds(s, box, ALLIED)]
    worth += ACTION * min(2, len(ways))
    if s.broken or WITHDRAW in s.boxes[ALLIED]:
        worth += e.points["chit not played"].points
    return worth


@lru_cache(maxsize=8)
def distances(e: Edition) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """2803; and from every hex, over open hexsides, how far it is to it and to the north edge."""
    goal = e.h("2803")
    to_goal = steps_from((goal,), e.open, e.size)
    to_edge = steps_from(e.edge_hexes[NORTH], e.open, e.size)
    return goal, tuple([to_goal[hex] for hex in range(e.size)]), tuple([to_edge[hex] for hex in range(e.size)])


def drawn_by(distance: float) -> float:
    """How much of a goal is won at a distance from it: all of it there, half of it close by, something from afar."""
    return 1.0 if distance == 0 else 0.4 * max(0.0, 1.0 - distance / FAR) + 0.25 * math.exp(-distance / CLOSE)


def army(s: State, side: int) -> float:
    """Units in play, their strength, and what ails them."""
    e = s.edition
    worth = 0.0
    for unit in e.of_side[side]:
        hex = s.where[unit]
        if hex >= 0:
            at = 2 * s.steps[unit]
            worth += PRESENT + STRENGTH * (e.hard[unit][at] + e.soft[unit][at])
            if s.disrupted[unit]:
                worth -= DISRUPTED
            if s.supply[unit] == OUT_OF_SUPPLY:
                worth -= UNSUPPLIED
            elif s.supply[unit] == ISOLATED:
                worth -= CUT_OFF
        elif hex == OFF and s.due[unit] <= s.turn:
            worth += WAITING
        elif hex != DEAD:
            worth += WAITING / 2
    return worth


def moves_to_come(s: State) -> float:
    """Active units that have not moved are worth something to their side, as are the points left to the one on the move."""
    phase, move = within(s, ActionPhase), within(s, Move)
    if phase is None:
        return 0.0
    worth = ACTIVE * len([u for u in phase.active if s.where[u] >= 0 and not is_working(s, u)])
    if move is not None and not move.over:
        worth += ACTIVE * 0.3 * move.left / s.edition.allowance[move.unit]
    return worth if phase.side == AXIS else -worth


def crowds(s: State) -> float:
    """Units that are too many in their hexes, while a side is on the move."""
    e = s.edition
    worth = 0.0
    for hex in {h for h in s.where if h >= 0 and len(s.stack[h]) > 1}:
        there = s.stack[hex]
        if crowded(s, there):
            excess = len(there) - (1 if any(e.fills_hex[u] for u in there) else STACK)
            worth += CROWDED * excess * (1.4 if e.side[there[0]] == ALLIED else -2.4)
    return worth


def contacts(s: State) -> float:
    """Each hex next to enemies: how far those around it outweigh those in it, and what there is to lose."""
    e = s.edition
    worth = 0.0
    for hex in {h for u, h in enumerate(s.where) if h >= 0 and in_enemy_zone(s, h, e.side[u])}:
        there = s.stack[hex]
        side = e.side[there[0]]
        around = [u for near in e.open[hex] for u in s.stack[near] if e.side[u] != side]
        if around:
            ours, theirs = sum([force(s, u) for u in there]), sum([force(s, u) for u in around])
            danger = max(0.0, min(1.0, math.log(theirs / ours) / math.log(6.0))) if ours else 1.0
            if e.fortified[hex]:
                danger *= 0.6
            stake = sum([s.steps[u] for u in there])
            worth += THREAT * danger * min(stake, 2) * (1.0 if side == ALLIED else -1.5)
    return worth


def force(s: State, unit: int) -> int:
    at = 2 * s.steps[unit] + s.used[unit]
    return s.edition.hard[unit][at] + s.edition.soft[unit][at]
