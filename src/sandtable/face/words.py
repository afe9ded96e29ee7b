"""Positions and results as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.face.view import Cell, Status, View
from sandtable.kernel.rules import Outcome


def result_in_words(sides: Sequence[str], ended: Outcome) -> str:
    winner = "Draw" if ended.winner < 0 else f"{sides[ended.winner]} wins"
    scores = ", ".join([f"{side} {score}" for side, score in zip(sides, ended.score, strict=True)])
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
