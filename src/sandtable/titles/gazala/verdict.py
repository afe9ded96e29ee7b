"""What shows who will win: points, armies, who is near what scores. What each is worth was fitted to games (`verdicts`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.kernel.robot import Terms, read_verdicts
from sandtable.titles.gazala.judge import SCALE, contacts, judge, lead, moves_to_come, prospects, survey
from sandtable.titles.gazala.state import State

BY_HAND: Final = {  # in points, each as the judge has it
    "even": 0.0,
    "points": 1.0,
    "points late": 0.0,  # more for them, the later it is
    "armies": 1.0,
    "armies late": 0.0,
    "press": 1.0,
    "prospects": 1.0,
    "contacts": 1.0,
    "unmoved": 1.0,
}
FEATURES: Final = tuple(BY_HAND)


def features(s: State) -> tuple[float, ...]:
    """Each from the Allies' side."""
    points, found, late = -lead(s), survey(s), lateness(s)
    return (
        1.0, points, points * late, -found.worth, -found.worth * late, -found.press, -prospects(s, found), -contacts(s, found),
        -moves_to_come(s),
    )  # fmt: skip


def lateness(s: State) -> float:
    """How much of the game is over."""
    return s.turn / s.edition.scenario_rows[s.scenario].last_turn


TERMS: Final = Terms(FEATURES, features, tuple([2.0 / SCALE * by_hand for by_hand in BY_HAND.values()]))
FITTED: Final = read_verdicts(Path(__file__).with_name("verdicts"), TERMS)


def verdict(s: State, side: int) -> float:
    terms = FITTED.get(s.edition.scenario_rows[s.scenario].id)
    return judge(s, side) if terms is None else terms.judge(s, side)
