"""Games and rules as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.face.story import sentence
from sandtable.face.words import result_in_words
from sandtable.kernel.dice import Roll
from sandtable.kernel.game import Game
from sandtable.kernel.play import Event
from sandtable.kernel.record import to_text
from sandtable.kernel.rulebook import Rule, is_part
from sandtable.texts.book import blocks_of, plain, read_book
from sandtable.texts.markdown import numbers_of
from sandtable.titles import AnyTitle


def game_in_words(game: Game) -> Iterator[str]:
    """The readable notation, and under each ply what was told."""
    lines = to_text(game.record).splitlines()
    head = [line for line in lines if line.startswith("[")]
    yield from head
    for line, told in zip(lines[len(head) :], game.told, strict=True):
        yield line
        for said in told.log:
            words = in_words(game, said)
            if words:
                yield f"      {words}"
    ended = game.title.rules.outcome(game.state)
    if ended is not None:
        yield result_in_words(game.title.sides, ended)


def in_words(game: Game, said: object) -> str:
    """One thing of the log: a roll, a sum with its terms, or an event."""
    if isinstance(said, Roll):
        who = game.title.sides[said.by] if said.by in (0, 1) else "chance"
        return f"{who}: {said.face} ({said.rule})"
    if not isinstance(said, Event):
        return ""
    if said.tally is not None:
        return str(said.tally)
    words = sentence(game.title.face.stories[said.what], said.numbers, game.state.names, {"side": game.title.sides})
    return "".join([word.text for word in words])


def rule_in_words(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}  {rule.topic}" if rule.topic else rule.id
    yield f"    {rule.requirement}"
    if rule.case:
        yield f"    Case: {rule.case}"
    if rule.ruling:
        yield f"    Ruling: {rule.ruling}"


class BookText(NamedTuple):
    """A block of a rule book as it is printed: the headings above it, its lines, the rows that it says."""

    chapter: str
    section: str
    headings: tuple[str, ...]
    lines: list[str]
    rows: tuple[str, ...]

    def named(self, number: str) -> bool:
        """Whether a number means this block: its chapter, its section, or a row that it says."""
        return any([is_part(part, number) for part in (self.chapter, self.section, *self.rows) if part])

    @property
    def searched(self) -> str:
        return " ".join([*self.headings, *self.lines]).casefold()


def book_in_words(title: AnyTitle) -> list[BookText]:
    found: list[BookText] = []
    for chapter, section, block in blocks_of(read_book(title).book):
        headings = [f"{part.id}  {part.name}".strip() for part in (chapter, section) if part.name or part.id]
        numbers = ", ".join(numbers_of(block.rows))
        head = block.kind.capitalize() if block.kind != "text" else ""
        title_line = ": ".join([part for part in (head, block.title) if part])
        lines = [f"  {title_line}"] if title_line else []
        lines += [f"    {line}" for line in plain(block.html).splitlines() if block.kind != "diagram"]
        if numbers:
            lines[-1] += f" ({numbers})"
        found.append(BookText(chapter.id, section.id, tuple(headings), lines, block.rows))
    return found
