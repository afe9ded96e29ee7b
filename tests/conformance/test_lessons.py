"""Guided first games: every title has one that can be played as it is written, in words of its own."""

from __future__ import annotations

from typing import Final

from sandtable.texts.lesson import problems_of_lesson, read_lesson
from tests.conformance.cases import each_registered_title, none_of, title_of

CARDS: Final = range(20, 45)
MINUTES: Final = range(15, 31)


@each_registered_title
def test_every_title_has_a_guided_game_that_can_be_played_as_written(slug: str) -> None:
    none_of(list(problems_of_lesson(title_of(slug), read_lesson(title_of(slug)))))


@each_registered_title
def test_a_guided_game_is_short_and_says_why(slug: str) -> None:
    script = read_lesson(title_of(slug)).script
    assert script is not None
    lesson = script.lesson
    assert len(lesson.cards) in CARDS
    assert lesson.minutes in MINUTES
    assert lesson.learned
    none_of([f"{card.title!r} does not say why" for card in lesson.cards if not card.why])
    named = {card.title for card in lesson.cards}
    assert len(named) > len(lesson.cards) - 5, "cards that are called the same"
