"""Weights of what shows who will win, fitted to games."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.rules import Unknown
from sandtable.lab.fit import Noted, Plan, chance, fit, loss, new_game, play, terms_of
from sandtable.lab.match import weighing
from sandtable.players.worth import verdict
from sandtable.titles import SLUGS, load_title
from tests.kernel.toy import TITLE
from tests.kit import changed

TRUE = (1.5, -0.5, 0.0)


def games(count: int) -> list[Noted]:
    """Games whose winners follow the true weights; the third feature says nothing."""
    dice, found = SeededDice(5), list[Noted]()
    for n in range(count):
        features = tuple([(dice.draw(range(2001), 0, "") - 1000) / 400 for _ in TRUE])
        won = dice.draw(range(1000), 0, "") < 1000 * chance(TRUE, features)
        found.append(Noted(n, [features], float(won)))
    return found


def test_the_weights_that_made_the_winners_are_found() -> None:
    fitted = fit(games(1500), (0.0, 0.0, 0.0), ridge=0.01)
    assert fitted.weights == pytest.approx(TRUE, abs=0.25)
    assert fitted.new < fitted.old
    assert fitted.old == pytest.approx(1.0)  # nothing was known


def test_few_games_hardly_change_what_a_high_ridge_holds() -> None:
    some = games(20)
    near, far = [fit(some, (0.3, 0.3, 0.3), ridge).weights for ridge in (1000.0, 0.1)]
    assert near == pytest.approx((0.3, 0.3, 0.3), abs=0.02)
    assert loss(some, far) < loss(some, near)


def test_what_parts_winners_from_losers_at_once_does_not_run_away() -> None:
    """From far off a whole step of Newton's overshoots without end."""
    some = [Noted(n, [(float(n % 2) * 40.0 - 20.0, 1.0)] * 3, float(n % 2)) for n in range(20)]
    fitted = fit(some, (-3.0, 4.0), ridge=0.0001)
    assert 0.0 < fitted.weights[0] < 5.0
    assert abs(fitted.weights[1]) < 5.0
    assert fitted.new < 0.1


def test_a_long_game_counts_no_more_than_a_short_one() -> None:
    some = games(60)
    longer = [game._replace(features=game.features * 7) if game.game == 3 else game for game in some]
    assert fit(longer, (0.0,) * 3).weights == pytest.approx(fit(some, (0.0,) * 3).weights, abs=0.05)


def test_positions_are_noted_where_phases_begin() -> None:
    first, again = (play(Plan("battleaxe", "battleaxe", "random", 4), 2) for _ in range(2))
    assert first == again
    assert [game.won in (0.0, 0.5, 1.0) for game in first] == [True, True]
    names = terms_of(load_title("battleaxe")).names
    assert all(len(x) == len(names) for game in first for x in game.features)
    assert len(first[0].features) > 5


def test_trials_are_judged_by_other_weights_and_decisions_as_before() -> None:
    title = load_title("battleaxe")
    s = new_game(title, "battleaxe", SeededDice(1))
    flat = weighing(title, (0.0,) * len(terms_of(title).names))
    assert verdict(flat, s, 0) == 0.0
    assert verdict(title, s, 0) == -verdict(title, s, 1) != 0.0
    assert flat.robot.judge(s, 0) == title.robot.judge(s, 0) != 0.0
    assert weighing(title, ()) is title


@pytest.mark.parametrize("slug", SLUGS)
def test_every_title_says_what_shows_who_will_win(slug: str) -> None:
    """In every scenario, with weights of its own where it was fitted: the sides mirror each other."""
    title = load_title(slug)
    for scenario in title.rules.scenarios:
        terms, s = terms_of(title, scenario.id), new_game(title, scenario.id, SeededDice(1))
        shown = terms.features(s)
        assert len(shown) == len(terms.names) == len(terms.weights) == len(set(terms.names))
        assert -1.0 < terms.judge(s, 0) == -terms.judge(s, 1) < 1.0


def test_nothing_is_fitted_to_nothing() -> None:
    with pytest.raises(Unknown, match="toy does not say what shows who will win"):
        terms_of(changed(TITLE, terms=None))
