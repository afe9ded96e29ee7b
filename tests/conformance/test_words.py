"""What is shown reads as people speak: whole sentences, names and not codes. `python -m tools.words` lists all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.face.story import PLURAL, SLOT, Question, question
from sandtable.kernel.play import Row
from sandtable.server.lines import ears, entries
from sandtable.titles import SLUGS, AnyTitle
from tests.conformance.cases import Case, all_cases, games_of, name_of, none_of, some, title_of
from tools.words import Shown, asked, not_possible, regrets, seen

LOOKS = 10  # positions of a game at which all texts are read

each_title = pytest.mark.parametrize("slug", SLUGS)
each_case = pytest.mark.parametrize("case", [case for case in all_cases() if case.slug in SLUGS], ids=name_of)

CODE = re.compile(r"[A-Za-z]+_[A-Za-z]+")  # a word of the program
BARE_HEX = re.compile(r"(?<![\w.(])(?!19[34]\d)\d{4}(?![\w%])(?!, (?:\d+ hexes )?(?:north|south|east|west)| \()")
ONE_OF_MANY = r"(?<![\d.,:½-])\b1 (?:[A-Z][a-z]+ )?(?:movement )?(?:units|steps|[Pp]oints|boxes|hexes|hits|cards)\b"
CLUMSY = re.compile(r"(?<!\S)-\d|\bOr roll\b|^Half$|\bunit unit\b|\{|\}|\bNone\b|!| ,|  |" + ONE_OF_MANY)
VAGUE = re.compile(r", or (?:it is|was|has|is|no|nothing|all)\b")  # a refusal that leaves open which of two things it is


def asking_rows(title: AnyTitle) -> Iterator[tuple[str, Row]]:
    for kind in title.rules.outlines.values():
        for n, row in enumerate(kind.rows):
            if row.who is not None:
                yield f"{kind.name}, row {n} ({', '.join([act.verb for act in row.acts])})", row


@each_title
def test_every_row_that_asks_has_a_question_and_says_what_passing_means(slug: str) -> None:
    for where, row in asking_rows(title_of(slug)):
        assert row.ask is not None, where
        assert callable(row.ask.text) or is_question(row.ask.text), where
        if row.stop is not None:
            assert row.ask.stop, f"{where}: what does it mean to stop?"
            assert row.ask.button or row.stop.label not in ("Pass", "Done"), f"{where}: what is the stop called?"


@each_title
def test_buttons_begin_with_a_verb_and_headings_do_not_end(slug: str) -> None:
    for where, row in asking_rows(title_of(slug)):
        for act in row.acts:
            assert re.match(r"[A-Z][a-z]+\b", act.label), f"{where}: {act.label}"
            assert re.match(r"[a-z]", act.asks), f"{where}: {act.asks}"
            assert not re.search(r"[?.!]$", act.label + act.asks), f"{where}: {act.label}, {act.asks}"


@each_title
def test_buttons_name_things_in_the_order_in_which_they_are_said(slug: str) -> None:
    for where, row in asking_rows(title_of(slug)):
        for act in row.acts:
            slots = [slot for slot in SLOT.findall(act.label) if slot != PLURAL]
            assert slots == act.takes[: len(slots)], f"{where}: {act.label}, but {act.form}"


def is_question(text: str) -> bool:
    return bool(re.match(r"[A-Z0-9ÉŁ].*\?$", text))


@each_case
def test_questions_are_whole_sentences(case: Case) -> None:
    for played in games_of(case):
        none_of([problem for s in played.positions if s.frames for problem in faults_of(question(s))])


def faults_of(what: Question) -> Iterator[str]:
    if not is_question(what.text):
        yield f"no question: {what.text}"
    for text in (what.how, what.stop):
        if text and not re.match(r"[A-Z0-9].*\.$", text):
            yield f"no sentence: {text}"


@each_case
def test_nothing_that_is_shown_is_a_code(case: Case) -> None:
    codes = codes_of(case.title, games_of(case)[0].game.edition.names)
    for played in games_of(case):
        shown = [text for s in some(played.positions, LOOKS) for text in shown_at(case.title, s)]
        for ply in range(0, played.game.ply + 1, max(1, played.game.ply // 60)):
            told = [entry for viewer in (0, 1) for entry in entries(played.game, ply, ears(viewer))]
            shown += [Shown("log", "".join([word.text for word in entry.words])) for entry in told]
        none_of([f"{text.kind}: {text.text}" for text in dict.fromkeys(shown) if is_code(text, codes)])


@each_case
def test_what_is_needed_to_win_has_a_name(case: Case) -> None:
    for played in games_of(case):
        goals = [goal.text for s in some(played.positions, 3) for goal in case.title.face.view(s, 0).goals]
        none_of([text for text in goals if not re.search(r"[a-zA-Z]{2}", text)])


def shown_at(title: AnyTitle, s: Any) -> Iterator[Shown]:
    if s.frames:
        yield from asked(title, s)
        yield from not_possible(title, s, 1)
        yield from regrets(title, s)
    for viewer in (0, 1):
        yield from seen(title.face.view(s, viewer))


def is_code(shown: Shown, codes: re.Pattern[str]) -> bool:
    text = shown.text
    vague = shown.kind == "refusals" and VAGUE.search(text)
    return bool(vague or CODE.search(text) or CLUMSY.search(text) or BARE_HEX.search(text) or codes.search(text))


def codes_of(title: AnyTitle, names: Any) -> re.Pattern[str]:
    """The names of pieces in decisions, where people call them otherwise."""
    spoken = " ".join([name for table in names.spoken.values() for name in table])
    kinds = [kind for kind in title.face.pieces if names.spoken[kind] != names.texts[kind]]
    known = [name for kind in kinds for name in names.texts[kind] if len(name) > 3 and name not in spoken]
    return re.compile(r"(?<![\w/])(?:" + "|".join(map(re.escape, known)) + r")(?![\w/])" if known else r"(?!)")
