"""Answers given in advance: they pass for a seat, change no rule and tell nothing."""

from __future__ import annotations

import pytest

from sandtable.kernel.standing import ABLE, NEVER, UNATTACKED, Standing, standing_answer, still_standing
from tests.kernel.plain import Plain, start
from tests.kit import play

PASS = ("pass", 0, 0)


def at_the_window(shots: int = 2) -> Plain:
    return play(start(shots=shots), "walk")


def test_nothing_was_said() -> None:
    assert standing_answer(at_the_window(), (), watched=True) is None


def test_pass_at_every_window_until_attacked() -> None:
    answers = (Standing(UNATTACKED),)
    assert standing_answer(at_the_window(), answers, watched=True) == PASS
    s = play(at_the_window(), "pass")  # the second row is no window
    assert standing_answer(s, answers, watched=True) is None
    assert still_standing(answers, 1, attacked=False) == answers
    assert still_standing(answers, 1, attacked=True) == ()


def test_an_act_that_one_is_never_asked_about() -> None:
    assert standing_answer(at_the_window(), (Standing(NEVER, "snipe"),), watched=True) == PASS
    assert standing_answer(at_the_window(), (Standing(NEVER, "walk"),), watched=True) is None


def test_what_must_be_decided_is_asked_whatever_was_said() -> None:
    answers = (Standing(UNATTACKED), Standing(NEVER, "walk"), Standing(NEVER, "rest"), Standing(ABLE))
    assert standing_answer(start(), answers, watched=False) is None


@pytest.mark.parametrize("watched", [True, False])
def test_asked_only_if_something_can_be_done(watched: bool) -> None:
    answers = (Standing(ABLE),)
    assert standing_answer(at_the_window(shots=2), answers, watched) is None
    # with no shot left an answer at once would tell so; against the computer nobody looks on
    assert standing_answer(at_the_window(shots=0), answers, watched) == (None if watched else PASS)


def test_an_answer_for_a_turn_ends_with_it() -> None:
    answers = (Standing(NEVER, "snipe", 3), Standing(ABLE))
    assert still_standing(answers, 3, attacked=True) == answers
    assert still_standing(answers, 4, attacked=False) == (Standing(ABLE),)


def test_no_answer_after_the_end() -> None:
    s = start()
    s.end()
    assert standing_answer(s, (Standing(UNATTACKED),), watched=False) is None
