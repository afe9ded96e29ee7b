"""How good a position is: the points as they stand, those that are still to come, and the state of the armies."""

from __future__ import annotations

import math
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.edition import NORTH, WITHDRAW
from sandtable.titles.gazala.state import DEAD, ISOLATED, OFF, OUT_OF_SUPPLY, SUPPLIED, State, holds
from sandtable.titles.gazala.victory import total

SCALE: Final = 14.0  # so many points ahead is a good lead
LASTS: Final = 0.7  # how much of what is held now is held a turn later
PRESENT: Final = 0.35  # points a unit on the map is worth besides its steps, and for each point of strength
STRENGTH: Final = 0.02
DISRUPTED: Final = 0.3
UNSUPPLIED: Final = 0.35
CUT_OFF: Final = 0.9
WAITING: Final = 0.2
BREACH: Final = 0.4  # for the first three: they keep the Axis actions up
NEAR: Final = 0.05  # for each hex nearer to what the Axis want
CONTACT: Final = 0.12
OUTMATCHED: Final = 0.35


def judge(s: State, side: int) -> float:
    value = axis_value(s)
    return value if side == AXIS else -value


def axis_value(s: State) -> float:
    ahead = float(total(s, AXIS).total - total(s, ALLIED).total)
    if s.frames:
        ahead += prospects(s) + army(s, AXIS) - army(s, ALLIED) + contacts(s)
    return math.tanh(ahead / SCALE)


def turns_to_come(s: State) -> float:
    """Turns that will still be scored, the far ones counted with doubt."""
    left = s.edition.scenario_rows[s.scenario].last_turn - s.turn + 1
    return sum([LASTS**n for n in range(left)])


def prospects(s: State) -> float:
    """What the Axis may score on the track, and what may cost them actions."""
    e = s.edition
    worth = 0.0
    goal = e.h("2803")
    if holds(s, goal, AXIS):
        worth += turns_to_come(s)
    else:
        worth -= NEAR * min([e.hexes.distance(s.where[u], goal) for u in e.of_side[AXIS] if s.where[u] >= 0], default=40)
    north = [u for u in e.of_side[AXIS] if s.where[u] >= 0 and NORTH in e.edges[s.where[u]] and s.supply[u] == SUPPLIED]
    worth += min(1.0, len(north) / e.points["north edge"].needs) ** 2 * turns_to_come(s)
    worth += BREACH * min(3, len(s.breaches) + 0.5 * len(s.works))
    if s.broken or WITHDRAW in s.boxes[ALLIED]:
        worth += 0.7
    return worth


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


def contacts(s: State) -> float:
    """Each Axis hex in reach of the enemy: who outweighs whom there."""
    e = s.edition
    worth = 0.0
    seen: set[int] = set()
    for unit in e.of_side[AXIS]:
        hex = s.where[unit]
        if hex < 0 or hex in seen or not s.zone[hex] & 255:
            continue
        seen.add(hex)
        ours = sum([force(s, u) for u in s.stack[hex]])
        theirs = sum([force(s, u) for there in e.open[hex] for u in s.stack[there] if e.side[u] == ALLIED])
        if theirs:
            worth += CONTACT if ours >= theirs else -CONTACT
            worth += OUTMATCHED * max(-1.0, min(1.0, math.log((ours + 1) / (theirs + 1))))
    return worth


def force(s: State, unit: int) -> int:
    at = 2 * s.steps[unit] + s.used[unit]
    return s.edition.hard[unit][at] + s.edition.soft[unit][at]
