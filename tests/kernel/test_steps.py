"""Rows with steps and rules, forced answers, the same row again: on a game without a title."""

from __future__ import annotations

import pytest

from sandtable.kernel.play import Frame, State, Step, always, each, freely, may, must, pending, step, then, window
from sandtable.kernel.steps import Heading, bar, headings, mark, stages, step_of, steps_of
from tests.kernel.plain import MARCHER, OUTLINES, SNIPER, March, Suffer, Toll, Walk, go_on, marcher, start
from tests.kit import asked, offered, play, told


def test_rows_know_their_step_and_rule() -> None:
    rows = OUTLINES[March].rows
    assert [(row.step.name if row.step else "", row.rule) for row in rows] == [
        ("Way", "2"), ("Break", "3"), ("Break", "3.1"), ("", "2.9"),
    ]  # fmt: skip
    assert [step.mark for step in steps_of(OUTLINES[March])] == ["1", "2"]


def test_a_step_lends_its_rows_its_rule() -> None:
    way, halt = step("1", "Way", "2", then(go_on), then(go_on, rule="2.9"))
    assert [(row.step, row.rule) for row in (way, halt)] == [(Step("1", "Way", "2"), "2"), (Step("1", "Way", "2"), "2.9")]


def test_the_words_of_an_outline_make_rows_of_their_kind() -> None:
    rows = [must(marcher, Walk()), may(marcher, Walk()), each(marcher, Walk()), freely(marcher, Walk())]
    rows += [window(marcher, Walk()), window(marcher, Walk(), once=True)]
    assert [(row.repeats, row.window, row.stop.verb if row.stop else "") for row in rows] == [
        (False, False, ""), (False, False, "pass"), (True, False, ""), (True, False, "done"),
        (True, True, "pass"), (False, True, "pass"),
    ]  # fmt: skip
    forced = [must(marcher, Walk(), forced=True), each(marcher, Walk(), forced=True), must(marcher, Walk(), forced=never)]
    assert [row.forced for row in (*forced, *rows[:4])] == [always, always, never, None, None, None, None]


def test_a_mark_is_another_in_another_step_and_knows_only_what_it_is_asked_about() -> None:
    s = start()
    assert mark(s, ()) == ()
    way = mark(s, (March,))
    assert [(kind, step.name if step else "") for kind, _, step in way] == [(March, "Way")]
    assert mark(s.clone(), (March,)) == way
    s = play(s, "walk")
    assert mark(s, (March,)) != way


def test_the_stages_of_a_procedure_follow_its_rows() -> None:
    s = start()
    assert [(step.name, state) for step, state in stages(s, s.frames[0])] == [("Way", "current"), ("Break", "")]
    s = play(s, "walk")
    assert [state for _, state in stages(s, s.frames[0])] == ["past", "current"]


def test_a_frame_stays_in_its_step_while_something_goes_on_on_top_of_it() -> None:
    s = play(start(), "walk", "snipe")
    now = step_of(s, s.frames[0])
    assert now is not None
    assert now.name == "Break"
    assert [heading.name for heading in headings(s)] == ["March", "Break", "Toll"]
    assert [(step.name, state) for step, state in bar(s, [March, Toll])] == [("March", ""), ("Toll", "current")]


def test_a_clone_is_in_the_same_step() -> None:
    s = play(start(), "walk", "snipe")
    twin = s.clone()
    assert (step_of(twin, twin.frames[0]), twin.key()) == (step_of(s, s.frames[0]), s.key())


def test_an_only_answer_is_taken_where_the_row_says_so() -> None:
    s = play(start((1, 0, 0)), "walk", "snipe")
    assert told(s, "suffered") == [(0,)]
    assert asked(s) == (SNIPER, "March")


def never(s: State, f: Frame) -> bool:
    return False


def test_an_only_answer_is_asked_for_where_taking_it_would_tell_something(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (each(marcher, Suffer(), forced=never), *OUTLINES[Toll].rows[1:])
    monkeypatch.setitem(OUTLINES, Toll, OUTLINES[Toll]._replace(rows=rows))
    s = play(start((1, 0, 0)), "walk", "snipe")
    assert asked(s) == (MARCHER, "Toll")
    assert offered(s) == ["suffer Ann"]


def test_two_answers_are_asked_for() -> None:
    s = play(start((1, 1, 0)), "walk", "snipe")
    assert asked(s) == (MARCHER, "Toll")
    assert offered(s) == ["suffer Ann", "suffer Bob"]


def test_the_same_row_can_be_asked_again() -> None:
    s = play(start(), "rest")
    assert asked(s) == (MARCHER, "March")
    assert offered(s) == ["walk"]


def test_a_window_is_open_until_the_other_side_passes() -> None:
    s = play(start((2, 0, 0), shots=2), "walk", "snipe")
    assert pending(s).window
    assert offered(s) == ["snipe", "pass"]
    s = play(s, "snipe")
    assert offered(s) == ["pass"]  # asked all the same: what he has left is his secret
    assert asked(play(s, "pass")) == (MARCHER, "March")


def test_what_is_quiet_is_not_named() -> None:
    s = play(start(), "walk", "snipe")
    s.outlines = {**OUTLINES, March: OUTLINES[March]._replace(quiet=True)}
    assert headings(s) == ()


def test_a_heading_says_what_it_stands_over_and_which_one_it_is() -> None:
    s = play(start(), "walk", "snipe")
    day = OUTLINES[March]._replace(level="turn", called=lambda s, f: f"Day {len(s.frames)}")
    s.outlines = {**OUTLINES, March: day}
    assert headings(s) == (Heading("turn", "", "Day 2", "1"), Heading("phase", "2", "Break", "3"), Heading("", "", "Toll", "4"))
