"""Guided first games: `text/lesson.toml`, a real position, cards that say what to do, and a script for dice and answers.

A reader never fails: what is wrong with a text is kept in `problems`, by file and line, for the tests and for who writes.
Where a game stands in its lesson is not stored: it follows from what was said in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple, Optional, get_args

import msgspec

from sandtable.face.lesson import Card, Lesson, Pointed, PointedKind
from sandtable.kernel.dice import ScriptedDice, ScriptError
from sandtable.kernel.game import Game
from sandtable.kernel.names import quoted
from sandtable.kernel.play import Illegal, decider, is_over, options, write
from sandtable.kernel.record import Ply, read_line
from sandtable.kernel.rules import Edition, Settings, Unknown
from sandtable.kernel.sides import SIDES
from sandtable.texts.book import Reader, cases_of, copies
from sandtable.titles import AnyTitle

FILE: Final = "lesson.toml"
STEP: Final = "[[step]]"
IN_STEP: Final = re.compile(r"\$\.step\[(\d+)\]")
POINTS: Final[dict[str, PointedKind]] = {kind: kind for kind in get_args(PointedKind)}


# As it is written


class StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    text: str
    part: str = ""  # begins a part of the lesson
    why: str = ""
    rule: str = ""
    law: str = ""
    show: list[str] = []
    label: str = ""
    say: str = ""  # lines as in the notation of records: `allied enter 11H 11 {3 4}`, the other side's answers too
    free: list[str] = []  # patterns of what is as good as the one thing to say


class LessonText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    text: str
    scenario: str
    side: str
    minutes: int
    learned: list[str]
    next: str
    step: list[StepText]
    settings: dict[str, int] = {}
    setup: list[int] = []  # dice of the set-up
    start: str = ""  # what was said before the lesson begins


# As it is played


class Line(NamedTuple):
    side: int
    text: str
    dice: tuple[int, ...]


class Step(NamedTuple):
    lines: tuple[Line, ...]
    free: tuple[str, ...]


class Where(NamedTuple):
    """How far a game has come in its lesson."""

    card: int  # the first card that is not done with
    step: int  # the step that waits for something to be said
    left: tuple[Line, ...]  # what it still waits for
    strayed: Optional[int]  # the ply at which something else was said

    @property
    def next(self) -> Optional[Line]:
        return self.left[0] if self.left and self.strayed is None else None


class Script(NamedTuple):
    """A lesson with all that is needed to play it."""

    lesson: Lesson
    settings: Settings
    setup: tuple[int, ...]
    start: tuple[Line, ...]
    steps: tuple[Step, ...]

    def begin(self, title: AnyTitle, edition: Edition) -> Game:
        """A game at the moment at which the lesson begins."""
        game = Game(title, edition, self.lesson.scenario, self.settings, ScriptedDice(self.setup))
        game.follow([Ply(*line) for line in self.start])
        return game

    def where(self, plies: Sequence[Ply]) -> Where:
        """Where a game with these plies stands."""
        card = 0
        for n in [n for n, step in enumerate(self.steps) if step.lines]:
            left = self.steps[n].lines
            while left:
                at = len(self.start) + self.said_by(n) + len(self.steps[n].lines) - len(left)
                if at >= len(plies):
                    return Where(card, n, left, None)
                line = self.meant(n, left, plies[at].side, plies[at].text)
                if line is None:
                    return Where(card, n, left, at)
                left = without(left, line)
            card = n + 1
        return Where(card, len(self.steps), (), None)

    def said_by(self, step: int) -> int:
        """How many plies the steps before one take."""
        return sum([len(before.lines) for before in self.steps[:step]])

    def meant(self, step: int, left: Sequence[Line], side: int, text: str) -> Optional[Line]:
        """The line of the script that a decision is."""
        exact = [line for line in now_or_soon(left) if line.side == side and line.text == text]
        if exact:
            return exact[0]
        free = side == left[0].side == self.lesson.side and any([fnmatchcase(text, form) for form in self.steps[step].free])
        return left[0] if free else None

    def own(self, where: Where) -> tuple[str, ...]:
        """What the person is to say until the other side answers."""
        mine = takewhile(lambda line: line.side == self.lesson.side, where.left if where.strayed is None else ())
        return tuple([line.text for line in mine])


def without(lines: Sequence[Line], line: Line) -> tuple[Line, ...]:
    at = lines.index(line)
    return (*lines[:at], *lines[at + 1 :])


def now_or_soon(left: Sequence[Line]) -> list[Line]:
    """Lines that may come now: one after which a die falls waits for those before it, others come in any order."""
    if left[0].dice:
        return [left[0]]
    return list(takewhile(lambda line: line.side == left[0].side and not line.dice, left))


class Taught(NamedTuple):
    """A lesson, if it can be read at all, and what is wrong with it."""

    script: Optional[Script]
    problems: list[str]


def path_of(title: AnyTitle) -> Path:
    return title.rules.folder.parent / "text" / FILE


def lesson_text(title: AnyTitle) -> Optional[LessonText]:
    """As it is written, without a look at what it says; none if the title has none."""
    path = path_of(title)
    return msgspec.toml.decode(path.read_bytes(), type=LessonText) if path.is_file() else None


def read_lesson(title: AnyTitle) -> Taught:
    path = path_of(title)
    if not path.is_file():
        return Taught(None, [f"{title.slug} has no {FILE}"])
    return from_source(title, path.read_text(encoding="utf-8"))


def from_source(title: AnyTitle, source: str) -> Taught:
    try:
        written = msgspec.toml.decode(source, type=LessonText)
    except msgspec.DecodeError as error:
        return Taught(None, [f"{FILE}:{line_of_error(source, str(error))}: {error}"])
    reader = Writing(title, written, source)
    return Taught(reader.script(), reader.problems)


def line_of_error(source: str, error: str) -> int:
    step = IN_STEP.search(error)
    line = re.search(r"line (\d+)", error)
    return lines_of_steps(source)[int(step[1])] if step else int(line[1]) if line else 1


def lines_of_steps(source: str) -> list[int]:
    return [n for n, line in enumerate(source.splitlines(), 1) if line.strip() == STEP]


class Writing:
    """Reads what is written of one lesson."""

    def __init__(self, title: AnyTitle, written: LessonText, source: str) -> None:
        self.title, self.written = title, written
        self.reader = Reader(title)
        self.reader.where = f"{FILE}:1"
        self.at = lines_of_steps(source)
        self.parts: list[str] = []

    @property
    def problems(self) -> list[str]:
        return self.reader.problems

    def script(self) -> Optional[Script]:
        written = self.written
        names = {scenario.id: scenario.name for scenario in self.title.rules.scenarios}
        for what, id in (("scenario", written.scenario), ("next", written.next)):
            if id not in names:
                self.reader.wrong(f"{what}: {self.title.slug} has no scenario {quoted(id)}; there are: {', '.join(names)}")
        if written.side not in SIDES:
            self.reader.wrong(f"side: {quoted(written.side)} is none; there are: {', '.join(SIDES)}")
        if self.problems:
            return None
        start = tuple(self.lines(written.start))
        learned = tuple([self.html(text) for text in written.learned])
        cards: list[Card] = []
        steps: list[Step] = []
        for step, line in zip(written.step, self.at, strict=True):
            self.reader.where = f"{FILE}:{line}"
            steps.append(Step(tuple(self.lines(step.say)), tuple(step.free)))
            cards.append(self.card(step))
        lesson = Lesson(
            self.title.slug, written.name, written.text, written.scenario, SIDES.index(written.side), written.minutes,
            tuple(self.parts), tuple(cards), learned, written.next, names[written.next],
        )  # fmt: skip
        return Script(lesson, written.settings, tuple(written.setup), start, tuple(steps))

    def card(self, step: StepText) -> Card:
        if step.part:
            self.parts.append(step.part)
        if not self.parts:
            self.reader.wrong("the first step begins a part")
        if step.rule and not self.reader.address(step.rule):
            self.reader.wrong(f"the rule book has no {step.rule}")
        if step.free and len(self.lines(step.say)) != 1:
            self.reader.wrong("a step that leaves a choice (`free`) has one line to say")
        text, why, law = self.html(step.text), self.html(step.why), self.html(step.law)
        show = tuple([thing for each in step.show for thing in self.pointed(each)])
        return Card(step.title, text, len(self.parts) - 1, bool(step.say.strip()), why, step.rule, law, show, step.label)

    def html(self, text: str) -> str:
        return self.reader.markdown.whole(text).html.strip()

    def pointed(self, text: str) -> Iterator[Pointed]:
        kind, _, id = text.partition(" ")
        if kind in POINTS and id:
            yield Pointed(POINTS[kind], id)
        else:
            self.reader.wrong(f"show: {quoted(text)} should be as in `piece 11H`, with one of: {', '.join(POINTS)}")

    def lines(self, text: str) -> list[Line]:
        found: list[Line] = []
        for line in [line.strip() for line in text.splitlines() if line.strip()]:
            said = read_line(f"1. {line}")
            if said is None or said.who not in SIDES:
                self.reader.wrong(f"{quoted(line)} should be as in `allied pass {{3 4}}`")
            else:
                found.append(Line(SIDES.index(said.who), said.text, said.dice))
        return found


# What is wrong with a lesson


def problems_of_lesson(title: AnyTitle, taught: Taught) -> Iterator[str]:
    """All that keeps a lesson from being right: what was read, whether it can be played, what it points at, what it copies."""
    yield from taught.problems
    if taught.script is None:
        return
    yield from unplayable(title, taught.script)
    yield from pointless(title, taught.script.lesson)
    cases = cases_of(title.rules.rulebook())
    for card in taught.script.lesson.cards:
        for row, sentence in copies("\n".join([card.text, card.why, card.law]), cases):
            yield f"{card.title!r} copies the case of row {row}: {sentence}"


def unplayable(title: AnyTitle, script: Script) -> Iterator[str]:
    """Plays the lesson as it is written, each choice that it leaves too, and tells what goes wrong."""
    try:
        game = script.begin(title, title.rules.load(None))
    except (Illegal, ScriptError, Unknown, ValueError) as error:
        yield f"start: {error}"
        return
    for n, step in enumerate(script.steps):
        name = f"step {n + 1}, {script.lesson.cards[n].title!r}"
        for text in choices(game, step) if step.free else ():
            other = game.copy()
            yield from [f"{name}: after {text!r}, {wrong}" for wrong in played(other, [Line(step.lines[0].side, text, ())])]
            rest = [line for later in script.steps[n + 1 :] for line in later.lines]
            yield from [f"{name}: after {text!r}, {wrong}" for wrong in played(other, rest)]
        wrong = list(played(game, step.lines))
        yield from [f"{name}: {each}" for each in wrong]
        if wrong:
            return
    if script.where(game.record.plies).left:
        yield "played as it is written, the lesson does not come to its end"
    if not is_over(game.state) and decider(game.state) != script.lesson.side:
        yield "at its end the other side is to decide"


def choices(game: Game, step: Step) -> list[str]:
    texts = [write(game.state, o) for o in options(game.state)]
    return [text for text in texts if any([fnmatchcase(text, form) for form in step.free])]


def played(game: Game, lines: Iterable[Line]) -> Iterator[str]:
    """Says lines in a game; the first that cannot be said, or whose dice do not fit, ends it."""
    for line in lines:
        try:
            game.follow([Ply(*line)])
        except ValueError as error:
            yield str(error)
            return


def pointless(title: AnyTitle, lesson: Lesson) -> Iterator[str]:
    """What cards point at that is nowhere on the board."""
    board = title.face.board(title.rules.load(None))
    spaces = {space.id for space in board.spaces}
    for card in lesson.cards:
        yield from [f"{card.title!r} shows a space {thing.id!r}, which is not on the board" for thing in card.show
                    if thing.is_ == "space" and thing.id not in spaces]  # fmt: skip
