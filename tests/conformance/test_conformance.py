"""What every title must hold, without a test of its own."""

from __future__ import annotations

import math
import re
from typing import Any

import msgspec
import pytest

from sandtable.face.board import Board
from sandtable.kernel.play import Event, Refusal, is_over, options, pending, why_not
from sandtable.lab import checks
from sandtable.lab.fuzz import all_acts
from sandtable.titles import AnyTitle
from tests.conformance.cases import (
    FILMS,
    Case,
    all_cases,
    dice_of,
    each_case,
    each_title,
    games_of,
    none_of,
    on_the_way,
    some,
    title_of,
)
from tests.conformance.least import ACTS


@each_case
def test_random_games_end_with_an_outcome(case: Case) -> None:
    for played in games_of(case):
        assert is_over(played.game.state)
        ended = case.title.rules.outcome(played.game.state)
        assert ended is not None
        assert ended.winner in (-1, 0, 1)
        assert ended.level
        assert all(case.title.rules.outcome(position) is None for position in played.positions[:-1])


@each_case
@pytest.mark.parametrize("check", checks.ALWAYS, ids=lambda check: check.__name__)
def test_every_position(case: Case, check: checks.Check) -> None:
    for n, played in enumerate(games_of(case)):
        dice = dice_of(case, n, check.__name__)
        none_of(
            [f"{problem} (game {n}, ply {ply})" for ply, s in enumerate(played.positions) for problem in check(case.title, s, dice)]
        )


@each_case
@pytest.mark.parametrize("check", checks.SOMETIMES, ids=lambda check: check.__name__)
def test_some_positions(case: Case, check: checks.Check) -> None:
    for n, played in enumerate(games_of(case)):
        dice = dice_of(case, n, check.__name__)
        none_of([f"{problem} (game {n})" for s in some(played.positions) for problem in check(case.title, s, dice)])


@each_case
def test_two_deals_that_look_alike_make_the_same_film(case: Case) -> None:
    """Not single views but all that a viewer is shown while the game goes on, and how many plies there are."""
    for n, played in enumerate(games_of(case)):
        dice = dice_of(case, n, "films")
        none_of(
            [
                f"{problem} (game {n})"
                for s in some(played.positions, FILMS)
                for problem in checks.films_leak_nothing(case.title, s, dice)
            ]
        )


@each_case
def test_records_are_read_back(case: Case) -> None:
    for played in games_of(case):
        none_of(list(checks.records_are_read_back(played.game)))


@each_case
def test_replay_passes_through_the_same_positions(case: Case) -> None:
    for played, replayed in on_the_way(case):
        assert replayed[-1].state.key() == played.game.state.key()
        for again in replayed:
            assert hash(again.state.key()) == played.prints[again.ply]


@each_case
def test_undo_is_bounded(case: Case) -> None:
    for played, replayed in on_the_way(case):
        for game in some(replayed[1:], 6):
            none_of(list(checks.undo_is_bounded(game, played.prints)))


@each_case
def test_forgeries_are_refused(case: Case) -> None:
    for n, (_, replayed) in enumerate(on_the_way(case)):
        dice = dice_of(case, n, "forgeries")
        for game in some(replayed, 8):
            none_of(list(checks.forgeries_are_refused(game, dice)))


@each_case
def test_every_event_has_a_story(case: Case) -> None:
    for played in games_of(case):
        for told in played.game.told:
            none_of(list(checks.stories_are_told(case.title, played.game.state, told.log)))


@each_title
def test_events_are_named_alike(slug: str) -> None:
    """Small words, what has happened or a thing; those that every title has are called the same, for reports ask for them."""
    face = title_of(slug).face
    for what in face.stories:
        assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", what), what
    assert {*face.battles, *face.retreats} <= set(face.stories)


@each_case
def test_views_speak_of_what_is_on_the_board(case: Case) -> None:
    for played in games_of(case):
        board = case.title.face.board(played.game.edition)
        none_of([problem for s in some(played.positions) for problem in checks.view_fits(case.title, s, board)])


@each_case
def test_judgements_are_numbers_near_one(case: Case) -> None:
    for played in games_of(case):
        for s in some(played.positions):
            for side in (0, 1):
                judged = case.title.robot.judge(s, side)
                assert math.isfinite(judged)
                assert -2.0 <= judged <= 2.0


@each_case
def test_forecasts_are_chances_and_leave_the_position_alone(case: Case) -> None:
    for played in games_of(case):
        for s in some(played.positions, 8):
            key = s.key()
            for o in options(s)[:12]:
                forecast = case.title.face.forecast(s, o, {})
                if forecast is not None and forecast.chances:
                    assert math.isclose(sum([chance.chance for chance in forecast.chances]), 1.0, abs_tol=1e-4)
                    assert forecast.assumes
                assert all(isinstance(caution, Refusal) for caution in case.title.face.caution(s, o))
            assert s.key() == key


@each_title
def test_acts_that_random_play_takes(slug: str) -> None:
    """The least that must be taken. What else was never taken is printed: `pytest -rP` shows it."""
    taken = {act for case in all_cases() if case.slug == slug for played in games_of(case) for act in played.acts}
    known, least = all_acts(title_of(slug)), set(ACTS.get(slug, ()))
    assert taken <= known
    assert not least - known, "least.py names acts that the title does not have"
    assert not least - taken
    print(f"{slug}: never taken by these games: {', '.join(sorted(known - taken)) or 'none'}")


def cited(title: AnyTitle) -> dict[str, str]:
    """Every rule that acts and settings name, with where."""
    found = {
        act.rule: f"act {act.verb}"
        for kind in title.rules.outlines.values()
        for row in kind.rows
        for act in (*row.acts, row.stop)
        if act
    }
    found.update({setting.rule: f"setting {setting.id}" for setting in title.rules.settings})
    found.update(dict.fromkeys(title.rules.secrets, "a draw unseen"))
    return found


@each_title
def test_rules_that_acts_and_settings_cite_are_in_the_rule_book(slug: str) -> None:
    title = title_of(slug)
    book = title.rules.rulebook()
    none_of([f"{where} cites {rule}" for rule, where in cited(title).items() if rule and not book.section(rule)])


@each_case
def test_rules_that_refusals_and_outcomes_cite_are_in_the_rule_book(case: Case) -> None:
    book = case.title.rules.rulebook()
    rules: dict[str, str] = {}
    for n, played in enumerate(games_of(case)):
        dice = dice_of(case, n, "citations")
        ended = case.title.rules.outcome(played.game.state)
        rules[ended.rule if ended else ""] = "the outcome"
        for s in some(played.positions[:-1]):
            rules.update({refusal.rule: refusal.text for refusal in refusals(s, dice)})
    none_of([f"{text!r} cites {rule}" for rule, text in rules.items() if rule and not book.section(rule)])


def refusals(s: Any, dice: Any) -> list[Refusal]:
    offered = set(options(s))
    asked = [why_not(s, (act.verb, a, b)) for act in pending(s).acts for a, b in checks.numbers_for(s.names, act, offered, dice)]
    return [refusal for refusal in asked if refusal is not None]


@each_title
def test_the_board_holds_together(slug: str) -> None:
    title = title_of(slug)
    board: Board = title.face.board(title.rules.load(None))
    assert msgspec.json.decode(msgspec.json.encode(board), type=Board) == board  # every kind is one that can be drawn
    ids = [space.id for space in board.spaces]
    near = {space.id: space.neighbours for space in board.spaces}
    assert len(set(ids)) == len(ids)
    for id, neighbours in near.items():
        assert all(id in near[other] for other in neighbours), f"{id} is not a neighbour of all its neighbours"
    joined = [*[(edge.a, edge.b) for edge in board.edges], *[(link.a, link.b) for link in board.links]]
    named = {id for pair in joined for id in pair} | {id for line in board.lines for id in line.spaces}
    assert not named - set(ids)
    for kind in title.face.places:
        assert set(title.rules.load(None).names.texts[kind]) <= set(ids), f"a {kind} is not on the board"


@each_title
def test_the_title_says_what_a_lobby_shows(slug: str) -> None:
    title = title_of(slug)
    assert title.name
    assert title.text
    assert title.credits
    assert len({scenario.id for scenario in title.rules.scenarios}) == len(title.rules.scenarios)
    for setting in title.rules.settings:
        assert setting.low <= setting.default <= setting.high
        assert not setting.choices or len(setting.choices) == setting.high - setting.low + 1
    known = title.rules.load(None).names.texts
    assert set(title.face.pieces) <= set(known)
    verbs = {act.split(".")[1] for act in all_acts(title)}
    assert set(title.face.walks) <= verbs
    assert set(title.face.losses) <= set(title.face.stories)
    assert title.rules.hidden or not title.rules.secrets


@each_case
def test_what_was_told_was_told_to_somebody(case: Case) -> None:
    for played in games_of(case):
        for told in played.game.told:
            assert all(0 < event.to <= 0b111 for event in told.log if isinstance(event, Event))


@each_case
def test_the_log_knows_the_turn_of_all_that_is_told_and_its_battles(case: Case) -> None:
    """What is told in play stands under a turn, a battle's opening in a battle, and no heading names what is quiet."""
    opens = case.title.face.battles[0]
    quiet = {kind.name for kind in case.title.rules.outlines.values() if kind.quiet}
    for played in games_of(case):
        for told in played.game.told[1:]:
            for said, place in zip(told.log, told.places, strict=True):
                levels = [heading.level for heading in place]
                assert not place or "turn" in levels, (said, place)
                assert not isinstance(said, Event) or said.what != opens or "battle" in levels, (said, place)
                assert quiet.isdisjoint([heading.name for heading in place]), (said, place)


@each_case
def test_overlays_lie_on_the_board(case: Case) -> None:
    for played in games_of(case):
        spaces = {space.id for space in case.title.face.board(played.game.edition).spaces}
        for s in some(played.positions, 4):
            key = s.key()
            for viewer in checks.VIEWERS:
                pieces = [piece.id for piece in case.title.face.view(s, viewer).pieces][:6]
                shown = [layer.show(s, viewer, piece) for layer in case.title.face.layers for piece in ("", "nobody", *pieces)]
                named = {id for overlay in shown for zone in overlay.zones for id in zone.spaces}
                named |= {id for overlay in shown for way in overlay.ways for id in way.spaces}
                assert all(overlay.title for overlay in shown)
                assert not {overlay.rule for overlay in shown} - {row.id for row in case.title.rules.rulebook().rules}
                assert not named - spaces
            assert s.key() == key
