"""8.2 How far a piece goes by road without meeting anybody: boxes without enemies, the way there, what is left then."""

from __future__ import annotations

from collections.abc import Iterator
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
    for f, pieces, said, others in marches(s, side):
        explore(s, f, pieces, said, others, found)
    return found


def onto(s: State, side: int) -> Walks:
    """8.4.3: enemies more than a box away, and the way to meet them."""
    found: Walks = {}
    for f, pieces, said, _ in marches(s, side):
        closed = closed_to(s, f.side)
        for here, way, _ in in_reach(s, f, said):
            for to in ways(s, here):
                if to < s.edition.boxes and closed >> to & 1 and to not in ways(s, f) and go_refused(s, here, to) is None:
                    for piece in pieces:
                        note(found, piece, s.edition.box_rows[to].id, Walk((*way, text(s, GO, to)), None, onto=True))
    return found


Pieces = tuple[March, list[str], tuple[str, ...], bool]  # how they would go, who, what is said first, whether others can move too


def marches(s: State, side: int) -> Iterator[Pieces]:
    f = s.frames[-1] if s.frames else None
    if isinstance(f, March) and f.side == side:
        pieces = [s.names.text("unit", u) for u in f.units] or [s.names.text("unit", s.edition.supply_piece(f.here))]
        yield f, pieces, (), True
    elif isinstance(f, Movement) and f.side == side:
        able = [piece for piece, _ in MOVE.candidates(s, f) if MOVE.why_not(s, f, piece, 0) is None]
        for piece in able:
            yield march_of(s, f, piece), [s.names.text("unit", piece)], (text(s, MOVE, piece),), len(able) > 1


def explore(s: State, f: March, pieces: list[str], said: tuple[str, ...], others: bool, found: Walks) -> None:
    """A march that has nothing left ends by itself: it counts only if the side has others to move then."""
    for at, way, halts in in_reach(s, f, said):
        left = boxes_left(at)
        if halts and (left or others):
            for piece in pieces:
                note(found, piece, s.edition.box_rows[at.here].id, Walk(way, float(left)))


Stage = tuple[March, tuple[str, ...], bool]


def in_reach(s: State, f: March, said: tuple[str, ...] = ()) -> list[Stage]:
    """Box by box, as far as it goes without meeting anybody: how it stands there, what was said, whether it may halt there."""
    closed = closed_to(s, f.side)
    edge: list[Stage] = [(f, said, False)]
    best: dict[int, int] = {f.here: MANY}
    for here, way, _ in edge:
        for to in ways(s, here):
            if to >= s.edition.boxes or closed >> to & 1 or go_refused(s, here, to) is not None:
                continue
            after = stepped(s, here, to, 1)
            left = boxes_left(after)
            if left > best.get(to, -1):
                best[to] = left
                edge.append((after, (*way, text(s, GO, to)), halt_refused(s, here, to) is None))
    return edge


def boxes_left(f: March) -> int:
    return (f.swift if f.major else f.plain) - f.spent
