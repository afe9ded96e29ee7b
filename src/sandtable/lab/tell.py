"""Games and rules as text for people."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.face.story import sentence
from sandtable.face.words import result_in_words
from sandtable.kernel.dice import Roll
from sandtable.kernel.game import Game
from sandtable.kernel.play import Event
from sandtable.kernel.record import to_text
from sandtable.kernel.rulebook import Rule


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
