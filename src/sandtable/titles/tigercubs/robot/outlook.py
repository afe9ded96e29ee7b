"""Who will win, when the last turn has come: the points, what the side that is next may win, what the other may win back, and where
that stands in the levels of victory. Before that nobody knows better than the judge."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import AirReturn, CombatPhase
from sandtable.titles.tigercubs.robot.judge import army, forces_of, judge, points, posts, stores
from sandtable.titles.tigercubs.robot.judge_air import air_war
from sandtable.titles.tigercubs.robot.judge_combat import planned_attacks, price
from sandtable.titles.tigercubs.robot.judge_reach import harvest, has_fought, lifelines_of
from sandtable.titles.tigercubs.robot.judge_risk import is_asked_again, last_turn, risks
from sandtable.titles.tigercubs.state import State

WIDTH: Final = 8.0  # victory points that make a close game a good one
LATER: Final = 0.6  # of what the other side may win after that, as long as somebody can still prevent it
ASTRAY: Final = 0.3  # of the price of those who have left the source of supply before the enemy's pursuit: he may cut them off
LITTLE: Final = 0.15  # of what armies are worth to the judge, when hardly anything can come of it any more


def who_wins(s: State, side: int) -> float:
    if s.turn < last_turn(s) and not is_pursued(s):
        return judge(s, side)
    next, after = s.phasing, other(s.phasing)
    ahead = points(s, AXIS) - points(s, ALLIED)
    ahead += planned_attacks(s) if is_declared(s) else towards(next) * harvest(s, next)
    if is_asked_again(s, after):
        ahead += towards(after) * (1.0 if within(s, AirReturn) is not None else LATER) * harvest(s, after)
    if is_pursued(s):
        ahead -= towards(after) * ASTRAY * price(s, strays(s, after))
    ahead += staying(s) - even(s.edition, s.agreed.scenario)
    value = ahead / (WIDTH + abs(ahead))  # no lead is so great that nothing matters any more
    return value if side == AXIS else -value


def is_declared(s: State) -> bool:
    """Who attacks whom is settled: nobody else does any more."""
    phase = within(s, CombatPhase)
    return phase is not None and bool(phase.support)


def is_pursued(s: State) -> bool:
    """The other side has reacted, or does, and is about to be pursued: its last player turn comes next."""
    return s.turn == last_turn(s) - 1 and s.phasing == ALLIED and has_fought(s) and within(s, AirReturn) is None


def strays(s: State, side: int) -> tuple[int, ...]:
    """Who has left the place where all supply of the side comes from, in this player turn."""
    homes = lifelines_of(s, side)
    return tuple([u for u in s.edition.of_side[side] if s.where[u] >= 0 and s.turn_start[u] in homes and s.where[u] not in homes])


def towards(side: int) -> float:
    return 1.0 if side == AXIS else -1.0


def staying(s: State) -> float:
    """What the armies, their supplies and the air forces are good for besides."""
    forces = forces_of(s)
    worth = army(s, AXIS, forces) - army(s, ALLIED, forces) + stores(s, AXIS) - stores(s, ALLIED)
    return LITTLE * (worth + posts(s, AXIS, forces) - posts(s, ALLIED, forces) + air_war(s) + risks(s))


@cache
def even(e: Edition, scenario: int) -> float:
    """16.A.2.d The middle of a draw: Axis points less Allied ones at which nobody wins."""
    rows = [row for row in e.level_rows if row.scenario == e.scenarios[scenario]]
    axis = min([row.low for row in rows if row.winner == "axis"])
    drawn = min([row.low for row in rows if row.winner != "allied"])
    return float(axis + drawn) / 2
