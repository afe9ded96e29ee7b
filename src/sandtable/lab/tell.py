"""Games and positions as text for people."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.face.story import sentence
from sandtable.face.view import Cell, Status, View
from sandtable.kernel.dice import Roll
from sandtable.kernel.game import Game
from sandtable.kernel.play import Event
from sandtable.kernel.record import to_text
from sandtable.kernel.rulebook import Rule
from sandtable.kernel.rules import Outcome


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
        yield result_in_words(game, ended)


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


def result_in_words(game: Game, ended: Outcome) -> str:
    winner = "Draw" if ended.winner < 0 else f"{game.title.sides[ended.winner]} wins"
    scores = ", ".join([f"{side} {score}" for side, score in zip(game.title.sides, ended.score, strict=True)])
    return f"{winner}: {ended.level} ({ended.rule}); {scores}{'. ' + ended.text if ended.text else ''}"


def position_in_words(view: View) -> Iterator[str]:
    """What is where: for each space its holder, marks and pieces; then the panels."""
    yield view.when
    for side in view.sides:
        yield "  " + " · ".join([part for part in (side.name, side.score, side.note) if part])
    spots = {spot.id: spot for spot in view.spots}
    places = sorted({piece.at for piece in view.pieces} | set(spots), key=lambda id: (len(id), id))
    yield "Board"
    for place in places:
        spot = spots.get(place)
        holder = f" [{view.sides[spot.holder].name}]" if spot is not None and 0 <= spot.holder < len(view.sides) else ""
        marks = [mark.title or mark.kind for mark in spot.marks] if spot is not None else []
        pieces = [piece.id + states(piece.states) for piece in view.pieces if piece.at == place]
        yield f"  {place}{holder}: {', '.join(pieces + marks) or '-'}"
    for panel in view.panels:
        yield panel.title + (f" ({panel.rule})" if panel.rule else "")
        if panel.kind == "track":
            yield "  " + " ".join([f"[{cell.text}]" if cell.state == "current" else cell.text for cell in panel.cells])
        else:
            yield from [cell_in_words(cell) for cell in panel.cells]


def cell_in_words(cell: Cell) -> str:
    words = [cell.text, cell.note, f"<{cell.state}>" if cell.state else ""]
    return "  " + " ".join([word for word in words if word])


def states(marks: tuple[Status, ...]) -> str:
    words = [mark.title or mark.kind for mark in marks]
    return f" ({', '.join(words)})" if words else ""


def rule_in_words(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}  {rule.topic}" if rule.topic else rule.id
    yield f"    {rule.requirement}"
    if rule.case:
        yield f"    Case: {rule.case}"
    if rule.ruling:
        yield f"    Ruling: {rule.ruling}"
