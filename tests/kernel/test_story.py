"""Events, options and questions in words."""

from __future__ import annotations

import pytest

from sandtable.face.story import Word, question, said, sentence
from sandtable.kernel.names import Names
from sandtable.kernel.play import options
from tests.kernel.test_play import start
from tests.kernel.toy import TITLE
from tests.kit import play

NAMES = Names({"unit": ["1/8", "2/8"], "area": ["15"]})


def test_each_slot_takes_the_next_number() -> None:
    words = sentence("{unit} enters {area} with {n} MF", [1, 0, 4], NAMES, {})
    assert words == [Word("2/8", "unit", "2/8"), Word(" enters "), Word("15", "area", "15"), Word(" with "), Word("4"), Word(" MF")]


def test_known_words_stand_for_numbers() -> None:
    assert sentence("{side} passes", [1], NAMES, {"side": TITLE.sides}) == [Word("Axis"), Word(" passes")]


def test_a_sentence_without_slots() -> None:
    assert sentence("night falls", [], NAMES, {}) == [Word("night falls")]
    assert sentence("", [], NAMES, {}) == []


def test_the_plural_of_a_number() -> None:
    for n, words in ((0, "0 steps"), (1, "1 step"), (2, "2 steps")):
        assert "".join([word.text for word in sentence("{n} step{s} lost", [n], NAMES, {})]) == f"{words} lost"


def test_a_number_too_few_is_a_fault() -> None:
    with pytest.raises(IndexError):
        sentence("{unit} {unit}", [1], NAMES, {})


def test_options_as_buttons() -> None:
    s = start("brush")
    assert [said(s, o, TITLE) for o in options(s)] == [
        "Move A1 to a", "Move A2 to a", "strike A1 hill top", "strike A2 hill top", "Done",
    ]  # fmt: skip


def test_the_question_names_what_can_be_done() -> None:
    assert question(start("brush")).text == "move a unit or strike"
    assert question(start()).text == "move a unit"
    assert question(play(start("brush"), "strike A1 hill top")).text == "show"
