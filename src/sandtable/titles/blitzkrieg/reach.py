"""8.2 How far a piece goes by road without meeting anybody: boxes without enemies, the way there, what is left then."""

from __future__ import annotations

from typing import Final

from sandtable.face.walks import Walk, Walks, note, text
from sandtable.titles.blitzkrieg.edition import MANY
from sandtable.titles.blitzkrieg.frames import March, Movement
from sandtable.titles.blitzkrieg.movement import Go, Move, closed_to, go_refused, halt_refused, march_of, stepped, ways
from sandtable.titles.blitzkrieg.state import State

MOVE: Final = Move()
GO: Final = Go()


def reach(s: State, side: int) -> Walks:
    """Of the march that is under way, or of every piece that could set out now."""
    found: Walks = {}
    f = s.frames[-1] if s.frames else None
    if isinstance(f, March) and f.side == side:
        pieces = [s.names.text("unit", u) for u in f.units] or [s.names.text("unit", s.edition.supply_piece(f.here))]
        explore(s, f, pieces, (), True, found)
    elif isinstance(f, Movement) and f.side == side:
        able = [piece for piece, _ in MOVE.candidates(s, f) if MOVE.why_not(s, f, piece, 0) is None]
        for piece in able:
            explore(s, march_of(s, f, piece), [s.names.text("unit", piece)], (text(s, MOVE, piece),), len(able) > 1, found)
    return found


def explore(s: State, f: March, pieces: list[str], said: tuple[str, ...], others: bool, found: Walks) -> None:
    """Box by box. A march that has nothing left ends by itself: it counts only if the side has others to move then."""
    closed = closed_to(s, f.side)
    edge = [(f, said)]
    best: dict[int, int] = {f.here: MANY}
    for here, way in edge:
        for to in ways(s, here):
            if to >= s.edition.boxes or closed >> to & 1 or go_refused(s, here, to) is not None:
                continue
            after, on = stepped(s, here, to, 1), (*way, text(s, GO, to))
            left = (after.swift if after.major else after.plain) - after.spent
            if left > best.get(to, -1):
                best[to] = left
                edge.append((after, on))
                if halt_refused(s, here, to) is None and (left or others):
                    for piece in pieces:
                        note(found, piece, s.edition.box_rows[to].id, Walk(on, float(left)))
