"""How good a position is: the points as they stand, those that are still to come, and the state of the armies."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import distances as steps_from
from sandtable.titles.gazala.edition import NORTH, WITHDRAW, Edition
from sandtable.titles.gazala.frames import ActionPhase, Move
from sandtable.titles.gazala.state import (
    DEAD,
    OFF,
    OUT_OF_SUPPLY,
    STACK,
    State,
    crowded,
    holds,
    is_working,
    steps_lost,
)

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
PRESS: Final = 0.5  # of a unit's worth, for the Axis, in a hex that the Allies hold; and of theirs who guard it
GUARD: Final = 0.4
ABOUT: Final = 4.0  # hexes from which it is a third of that
LOG_6: Final = math.log(6.0)  # enemies six times as strong are as bad as can be


def judge(s: State, side: int) -> float:
    value = axis_value(s)
    return value if side == AXIS else -value


def axis_value(s: State) -> float:
    ahead = float(lead(s))
    if s.frames:
        found = survey(s)
        ahead += found.worth + found.press + prospects(s, found) + crowds(s, found) + contacts(s, found) + moves_to_come(s)
    return math.tanh(ahead / SCALE)


def lead(s: State) -> int:
    """By how many points the Axis would win if the game ended now (16.0)."""
    e = s.edition
    held = sum([points for hex, points in e.objectives[s.scenario] if holds(s, hex, ALLIED)])
    taken = steps_lost(s, ALLIED) * e.points["allied step"].points
    return s.points + taken - steps_lost(s, AXIS) * e.points["axis step"].points - held


# The armies


class Survey(NamedTuple):
    """Who stands where, in one look at all units."""

    worth: float  # of both armies, to the Axis
    press: float  # how many more of the Axis than of the Allies are near what the Allies hold
    axis: list[int]  # hexes of Axis units, and of those in supply
    supplied: list[int]
    touched: set[int]  # hexes next to enemies
    shared: set[int]  # hexes of more than one unit


def survey(s: State) -> Survey:
    """Units in play, their strength, and what ails them."""
    e, where, steps, stacks = s.edition, s.where, s.steps, s.stack
    worths, axis, supplied, touched, shared = strengths(e), list[int](), list[int](), set[int](), set[int]()
    draws = near_to(e, tuple([hex for hex in goals(e, s.scenario) if not holds(s, hex, AXIS)]))
    totals, drawn = [0.0, 0.0], [0.0, 0.0]
    for side in (ALLIED, AXIS):
        worth, press, zone = 0.0, 0.0, s.zones.units[other(side)]
        for unit in e.of_side[side]:
            hex = where[unit]
            if hex < 0:
                worth += waiting(s, unit)
                continue
            worth += worths[unit][steps[unit]]
            press += worths[unit][steps[unit]] * draws[hex]
            if s.disrupted[unit]:
                worth -= DISRUPTED
            if s.supply[unit]:
                worth -= UNSUPPLIED if s.supply[unit] == OUT_OF_SUPPLY else CUT_OFF
            elif side == AXIS:
                supplied.append(hex)
            if side == AXIS:
                axis.append(hex)
            if zone[hex]:
                touched.add(hex)
            if len(stacks[hex]) > 1:
                shared.add(hex)
        totals[side], drawn[side] = worth, press
    return Survey(totals[AXIS] - totals[ALLIED], PRESS * drawn[AXIS] - GUARD * drawn[ALLIED], axis, supplied, touched, shared)


@lru_cache(maxsize=8)
def strengths(e: Edition) -> tuple[tuple[float, ...], ...]:
    """What each unit on the map is worth, by its steps."""
    return tuple(
        [
            tuple([PRESENT + STRENGTH * (e.hard[u][2 * steps] + e.soft[u][2 * steps]) for steps in range(e.full[u] + 1)])
            for u in range(e.units)
        ]
    )


def waiting(s: State, unit: int) -> float:
    if s.where[unit] == DEAD:
        return 0.0
    return WAITING if s.where[unit] == OFF and s.due[unit] <= s.turn else WAITING / 2


def moves_to_come(s: State) -> float:
    """Active units that have not moved are worth something to their side, as are the points left to the one on the move."""
    phase, move = within(s, ActionPhase), within(s, Move)
    if phase is None:
        return 0.0
    worth = ACTIVE * len([u for u in phase.active if s.where[u] >= 0 and not is_working(s, u)])
    if move is not None and not move.over:
        worth += ACTIVE * 0.3 * move.left / s.edition.allowance[move.unit]
    return worth if phase.side == AXIS else -worth


def crowds(s: State, found: Survey) -> float:
    """Units that are too many in their hexes, while a side is on the move."""
    e = s.edition
    worth = 0.0
    for hex in found.shared:
        there = s.stack[hex]
        if crowded(s, there):
            excess = len(there) - (1 if any(e.fills_hex[u] for u in there) else STACK)
            worth += CROWDED * excess * (1.4 if e.side[there[0]] == ALLIED else -2.4)
    return worth


def contacts(s: State, found: Survey) -> float:
    """Each hex next to enemies: how far those around it outweigh those in it, and what there is to lose."""
    e, stacks = s.edition, s.stack
    worth = 0.0
    for hex in found.touched:
        there = stacks[hex]
        side = e.side[there[0]]
        theirs = sum([force(s, u) for near in e.open[hex] for u in stacks[near] if e.side[u] != side])
        if theirs:
            ours = sum([force(s, u) for u in there])
            danger = max(0.0, min(1.0, math.log(theirs / ours) / LOG_6)) if ours else 1.0
            if e.fortified[hex]:
                danger *= 0.6
            stake = sum([s.steps[u] for u in there])
            worth += THREAT * danger * min(stake, 2) * (1.0 if side == ALLIED else -1.5)
    return worth


def force(s: State, unit: int) -> int:
    at = 2 * s.steps[unit] + s.used[unit]
    return s.edition.hard[unit][at] + s.edition.soft[unit][at]


# The goals


def prospects(s: State, found: Survey) -> float:
    """What the Axis may score on the track, and what keeps their actions up."""
    e = s.edition
    turns = turns_to_come(s)
    goal, away, north = distances(e)
    nearest = min([away[hex] for hex in found.axis], default=100)
    worth = turns * drawn_by(nearest) * (0.5 if holds(s, goal, ALLIED) else 1.0)
    needs = e.points["north edge"].needs
    steps = sorted([north[hex] for hex in found.supplied])[: 2 * needs]
    worth += turns * sum([drawn_by(n) * (1.0 if rank < needs else RESERVE) for rank, n in enumerate(steps)]) / needs
    return worth + upkeep(s)


def upkeep(s: State) -> float:
    """What keeps Axis actions up, and the point for a chit that the Allies keep."""
    e = s.edition
    worth = BREACH * min(3, len(s.breaches) + 0.5 * len(s.works))
    ways = [box for box, _, second in s.breaches if second >= 0 and box in e.front and not holds(s, box, ALLIED)]
    worth += ACTION * min(2, len(ways))
    if s.broken or WITHDRAW in s.boxes[ALLIED]:
        worth += e.points["chit not played"].points
    return worth


@lru_cache(maxsize=8)
def goals(e: Edition, scenario: int) -> tuple[int, ...]:
    """What scores for who is in it."""
    return tuple(sorted({e.el_adem} | {hex for hex, _ in e.objectives[scenario]}))


@lru_cache(maxsize=256)
def near_to(e: Edition, hexes: tuple[int, ...]) -> tuple[float, ...]:
    """How near every hex is to one of these: 1 in it, a third ABOUT hexes away."""
    found = steps_from(hexes, e.open, e.size)
    return tuple([math.exp(-found[hex] / ABOUT) if hex in found else 0.0 for hex in range(e.size)])


def turns_to_come(s: State) -> float:
    """Turns that will still be scored, the far ones counted with doubt."""
    left = s.edition.scenario_rows[s.scenario].last_turn - s.turn + 1
    return sum([LASTS**n for n in range(left)])


@lru_cache(maxsize=8)
def distances(e: Edition) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """2803; and from every hex, over open hexsides, how far it is to it and to the north edge."""
    goal = e.el_adem
    to_goal = steps_from((goal,), e.open, e.size)
    to_edge = steps_from(e.edge_hexes[NORTH], e.open, e.size)
    return goal, tuple([to_goal[hex] for hex in range(e.size)]), tuple([to_edge[hex] for hex in range(e.size)])


@lru_cache(maxsize=256)
def drawn_by(distance: float) -> float:
    """How much of a goal is won at a distance from it: all of it there, half of it close by, something from afar."""
    return 1.0 if distance == 0 else 0.4 * max(0.0, 1.0 - distance / FAR) + 0.25 * math.exp(-distance / CLOSE)
