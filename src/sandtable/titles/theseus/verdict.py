"""What shows who will win, for fits: points, hexes on the way to be taken, strength, staffs."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.robot import Terms
from sandtable.titles.theseus.judge import SCALE, is_last, material, prospects, roads, staffs, tempo, training_hopes
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.victory import scenario_of, tally, training_points

BY_HAND: Final = {  # in Victory Points, each as the judge has it
    "even": 0.0,
    "points": 1.0,
    "points late": 0.0,  # more for them, the later it is
    "prospects": 1.0,
    "prospects late": 0.0,
    "strength": 1.0,
    "levels": 1.0,
    "staffs": 1.0,
}
FEATURES: Final = tuple(BY_HAND)


def features(s: State) -> tuple[float, ...]:
    """Each from the Commonwealth's side."""
    if scenario_of(s).static:  # 10.1: a lesson, without armies
        return 1.0, -float(training_points(s).total), 0.0, -training_hopes(s), *[0.0] * 4
    late, net = lateness(s), roads(s)
    points, hopes = -float(tally(s, final=is_last(s)).total), -prospects(s, net)
    return 1.0, points, points * late, hopes, hopes * late, -material(s), -tempo(s, 0.0), -staffs(s, net)


def lateness(s: State) -> float:
    """How much of the game is over."""
    return s.turn / scenario_of(s).turns


TERMS: Final = Terms(FEATURES, features, tuple([2.0 / SCALE * by_hand for by_hand in BY_HAND.values()]))
