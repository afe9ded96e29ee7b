"""Exact odds come from the rules themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from sandtable.face.view import Chance, likely
from sandtable.kernel.odds import SAMPLES, Odds, odds, outcomes, rolls
from sandtable.kernel.play import Option, State, options
from tests.kernel.test_play import start
from tests.kernel.toy import TITLE, Fight, Half, no_order_and_stand
from tests.kit import play

STRIKE: Option = ("strike", 0, 2)


def margins(bonus: int) -> dict[int, float]:
    counted = Counter([a + bonus - b for a in range(1, 7) for b in range(1, 7)])
    return {margin: float(Fraction(n, 36)) for margin, n in counted.items()}


def test_odds_of_a_fight_for_named_choices() -> None:
    found = odds(start("brush"), STRIKE, "margin", Fight, no_order_and_stand)
    assert found.chances == pytest.approx(margins(0))
    assert (found.samples, found.margin(0)) == (0, 0.0)


def test_odds_with_the_order_shown() -> None:
    s = play(start("brush"), "strike A1 hill top", "show")
    assert odds(s, ("stand", 0, 0), "margin", Fight, never_asked).chances == pytest.approx(margins(1))


def test_an_event_that_never_comes_counts_as_minus_one() -> None:
    def falls_back(s: State) -> Option:
        return ("pass", 0, 0) if s.frames[-1].at == 0 else ("fall", 0, 0)

    assert odds(start("brush"), STRIKE, "margin", Fight, falls_back) == Odds({-1: 1.0})
    assert odds(start("brush"), STRIKE, "margin", Fight, falls_back, cases=2) == Odds({-1: 1.0}, SAMPLES)


def test_equal_positions_after_the_dice_are_one_case_with_the_chances_of_all() -> None:
    """The side that loses takes a step off its first unit: after margins of 2 and more there is one position to decide in."""

    asked = list[Option]()

    def first(s: State) -> Option:
        asked.append(options(s)[0])
        return ("done", 0, 0) if ("done", 0, 0) in options(s) else asked[-1]

    s = play(start("brush"), "strike A1 hill top", "pass")
    found = odds(s, ("stand", 0, 0), "lost", Half, first)
    assert found.chances == pytest.approx({0: 15 / 36, 2: 15 / 36, -1: 6 / 36})  # -1: equal dice, nobody loses a step
    assert len(asked) == 5  # one step or two of either side, or none


def test_where_there_are_too_many_cases_they_are_sampled() -> None:
    s = start("brush")
    exact = odds(s, STRIKE, "margin", Fight, no_order_and_stand)
    found = odds(s, STRIKE, "margin", Fight, no_order_and_stand, cases=37)
    assert found.samples == SAMPLES
    assert sum(found.chances.values()) == pytest.approx(1.0)
    for number in range(-5, 6):
        assert abs(found.of(number) - exact.of(number)) < 2 * found.margin(number)
    assert found != exact


def test_the_budget_is_what_it_says() -> None:
    s = start("brush")  # strike, pass, stand: two cases without dice and 36 with
    assert odds(s, STRIKE, "margin", Fight, no_order_and_stand, cases=38).samples == 0
    assert odds(s, STRIKE, "margin", Fight, no_order_and_stand, cases=37).samples > 0


def test_the_same_question_is_sampled_alike() -> None:
    s = start("brush")
    key = s.key()
    first = odds(s, STRIKE, "margin", Fight, no_order_and_stand, cases=5, samples=50)
    assert first == odds(s.clone(), STRIKE, "margin", Fight, no_order_and_stand, cases=5, samples=50)
    assert first.samples == 50
    assert s.key() == key


def test_a_margin_is_wilsons() -> None:
    assert Odds({1: 0.5}, 1000).margin(1) == pytest.approx(0.0309, abs=1e-4)
    assert Odds({1: 0.5}, 100).margin(1) == pytest.approx(0.0962, abs=1e-4)
    assert Odds({1: 0.5}, 1000).margin(2) == pytest.approx(0.0038, abs=1e-4)  # never seen is not impossible
    assert Odds({1: 0.5}).margin(1) == 0.0


def test_a_forecast_says_how_precise_it_is() -> None:
    found = Odds({1: 0.43, 0: 0.57}, 1000)
    assert likely(found, 1, "hit", "it is hit", "9", "good") == Chance("hit", 0.43, "it is hit", "9", "good", 0.0309)
    assert likely(Odds({1: 1 / 3}), 1, "hit") == Chance("hit", 0.333333333)


def never_asked(s: State) -> Option:
    raise AssertionError("nothing is left to decide")


def test_outcomes_merge_what_is_equal_and_sum_to_one() -> None:
    s = play(start("brush"), "strike A1 hill top", "pass")
    found = outcomes(s, ("stand", 0, 0))
    assert sum([p for p, _ in found]) == pytest.approx(1.0)
    assert len(found) == 36  # the sum that is told differs with the die of the attacker
    assert outcomes(s, ("fall", 0, 0))[0][0] == 1.0
    assert len(outcomes(s, ("fall", 0, 0))) == 1


def test_outcomes_leave_the_state_alone() -> None:
    s = play(start("brush"), "strike A1 hill top", "pass")
    key = s.key()
    outcomes(s, ("stand", 0, 0))
    odds(s, ("stand", 0, 0), "margin", Fight, never_asked)
    assert s.key() == key


def test_whether_it_rolls() -> None:
    s = play(start("brush"), "strike A1 hill top", "pass")
    assert rolls(s, ("stand", 0, 0))
    assert not rolls(s, ("fall", 0, 0))
    assert not rolls(start("brush"), STRIKE)


def test_a_forecast_is_made_of_them() -> None:
    forecast = TITLE.face.forecast(start("brush"), STRIKE, {})
    assert forecast is not None
    assert sum([chance.chance for chance in forecast.chances]) == pytest.approx(1.0)
    assert TITLE.face.forecast(start(), ("step", 0, 1), {}) is None
