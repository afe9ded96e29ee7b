"""How what came of a trial is judged; and what shows who will win, for fits: points, boxes, armies and what they could do."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.kernel.robot import Terms
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import OCONNOR
from sandtable.titles.blitzkrieg.robot.judge import (
    FEAR,
    SCALE,
    SOON,
    TAKEN,
    army,
    boxes_to_come,
    camps,
    enough,
    hq_worth,
    judge,
    left_open,
    owner,
    prospects,
    straggling,
    time_left,
    to_fight,
    turns_left,
)
from sandtable.titles.blitzkrieg.robot.judge_supply import Sight, sight_of, stores
from sandtable.titles.blitzkrieg.robot.outlook import outlook
from sandtable.titles.blitzkrieg.state import State

BY_HAND: Final = {  # in points, each as the judge has it
    "even": 0.0,
    "points": 1.0,
    "points late": 0.0,  # more for them, the later it is
    "boxes": 1.0,
    "camps late": 0.0,  # 15.3.1: what O'Connor is after, if he has it
    "left open": 1.0,
    "armies": 1.0,
    "stores": 1.0,
    "staffs": 1.0,
    "stragglers": 1.0,
    "could do": FEAR,
    "battles": 1.0,
}
FEATURES: Final = tuple(BY_HAND)
STRAIGHT: Final = 60.0  # points of the judge that count as much as to be sure of all that O'Connor needs
EVEN: Final = 1.3  # where he stood in games of generals that went either way
SPAN: Final = 1.5  # and how far from there they were won or lost nearly always


def features(s: State) -> tuple[float, ...]:
    """Each from the Allies' side."""
    late, horizon = lateness(s), min(1.0, (turns_left(s) + 0.4) / SOON)
    sights = sight_of(s, ALLIED, horizon), sight_of(s, AXIS, horizon)
    fights = to_fight(s, horizon)
    ahead = float(s.points[ALLIED] - s.points[AXIS])
    if s.scenario == OCONNOR:
        ahead = enough(ahead)
    ours, theirs = [half(s, side, sights, horizon, fights.emptied * (s.active == side)) for side in (ALLIED, AXIS)]
    taken = len([box for box in camps(s.edition) if owner(s, box, s.held) == ALLIED]) if s.scenario == OCONNOR else 0
    battles = fights.worth if s.active == ALLIED else -fights.worth
    return (
        1.0, ahead, ahead * late, ours.boxes - theirs.boxes, TAKEN * taken * late, theirs.open - ours.open, ours.army - theirs.army,
        ours.stores - theirs.stores, ours.staff - theirs.staff, theirs.strays - ours.strays, ours.could - theirs.could, battles,
    )  # fmt: skip


class Half(NamedTuple):
    boxes: float
    open: float
    army: float
    stores: float
    staff: float
    strays: float
    could: float


def half(s: State, side: int, sights: tuple[Sight, Sight], horizon: float, emptied: int) -> Half:
    """What a side has, and what it could do."""
    own, time = sights[side], time_left(s, side)
    return Half(
        boxes_to_come(s, side),
        left_open(s, side, own.open),
        army(s, side, own, horizon, emptied),
        horizon * stores(s, side, own),
        horizon * hq_worth(s, side, own.forces),
        horizon * straggling(s, side),
        time * prospects(s, side, own, sights[other(side)]) if time else 0.0,
    )


def lateness(s: State) -> float:
    """How much of the game is over."""
    row = s.edition.scenario_rows[s.scenario]
    return (s.turn - row.first_turn + 1) / (row.last_turn - row.first_turn + 1)


TERMS: Final = Terms(FEATURES, features, tuple([2.0 / SCALE * by_hand for by_hand in BY_HAND.values()]))


def verdict(s: State, side: int) -> float:
    """O'Connor's lead is not pressed together as the judge does it: he may lose a game that looks won by a supply unit."""
    judged = judge(s, side)
    if s.scenario != OCONNOR:
        return judged + outlook(s, side)
    ahead = SCALE / STRAIGHT * judged / (1 - abs(judged)) + outlook(s, side)
    return (ahead - EVEN if side == ALLIED else ahead + EVEN) / SPAN
