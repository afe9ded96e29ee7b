"""Where pieces can go, found the long way: by trying everything on copies of the state. What titles work out is held against it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Optional

from sandtable.face.walks import Walk, Walks, goes_on, note
from sandtable.kernel.play import Option, State, decider, is_over, options, pending, within, write
from sandtable.titles import AnyTitle
from sandtable.titles.battleaxe.state import State as Battleaxe
from sandtable.titles.gazala.edition import HALVES
from sandtable.titles.gazala.frames import Move
from sandtable.titles.theseus.edition import MP
from sandtable.titles.theseus.frames import March
from sandtable.titles.tigercubs.frames import IN_REACTION
from sandtable.titles.tigercubs.frames import Move as CubsMove
from sandtable.titles.tigercubs.frames import Reaction as CubsReaction
from sandtable.titles.tigercubs.movement_allowance import points_left
from sandtable.titles.tigercubs.scales import MP as CUBS_MP


class Step(NamedTuple):
    state: State
    pieces: tuple[str, ...]  # who is on the way
    texts: tuple[str, ...]


class Search(NamedTuple):
    walks: Walks
    whole: bool  # whether it came to its end


def search(title: AnyTitle, s: State, side: int, most: int) -> Search:
    """The ways that leave most movement, then the shortest: breadth first over so many copies at most."""
    found: Walks = {}
    if is_over(s) or decider(s) != side or not title.face.walks:
        return Search(found, True)
    start = {piece.id: piece.at for piece in title.face.view(s, side).pieces}
    seen: set[tuple[tuple[str, ...], tuple[object, ...]]] = set()
    queue = deque([Step(s, (), ())])
    while queue:
        step = queue.popleft()
        for o in options(step.state):
            if o[0] not in title.face.walks:
                continue
            if len(seen) >= most:
                return Search(found, False)
            piece, space = named(title, step.state, o, title.face.pieces), named(title, step.state, o, title.face.places)
            if step.pieces and piece and piece not in step.pieces:
                continue
            child = step.state.clone()
            if not goes_on(child, [o], side):
                continue
            pieces = step.pieces or ((piece,) if piece else carried(title, step.state, child, side))
            mark = (pieces, child.key())
            if not pieces or mark in seen:
                continue
            seen.add(mark)
            texts = (*step.texts, write(step.state, o))
            if space:
                for one in [piece for piece in pieces if start.get(piece) != space]:
                    note(found, one, space, Walk(texts, LEFT[title.slug](child, s.names.number(title.face.pieces[0], one))))
            queue.append(Step(child, pieces, texts))
    return Search(found, True)


def named(title: AnyTitle, s: State, o: Option, kinds: tuple[str, ...]) -> Optional[str]:
    """The first thing of these kinds that an option names."""
    act = pending(s).act(o[0])
    assert act is not None
    for kind, number in zip(act.takes, (o[1], o[2]), strict=False):
        if kind in kinds:
            return s.names.text(kind, number)
    return None


def carried(title: AnyTitle, before: State, after: State, side: int) -> tuple[str, ...]:
    """Which pieces of the side an option moved that names a place alone."""
    places = {piece.id: piece.at for piece in title.face.view(before, side).pieces}
    moved = [piece for piece in title.face.view(after, side).pieces if places.get(piece.id, piece.at) != piece.at]
    return tuple([piece.id for piece in moved if piece.side == side])


# The movement that a piece on its way still has


def left_in_battleaxe(s: Battleaxe, unit: int) -> float:
    return max(0, s.left[unit])


def left_in_gazala(s: State, unit: int) -> float:
    move = within(s, Move)
    return move.left / HALVES if move is not None and move.unit == unit and not move.over else 0


def left_in_theseus(s: State, unit: int) -> float:
    """Nothing to a march that has ended and only waits until the stack is in order."""
    march = s.frames[-1]
    return march.left / MP if isinstance(march, March) and unit in march.units else 0


def left_in_tigercubs(s: Any, unit: int) -> float:
    under_way = within(s, CubsMove) or within(s, CubsReaction)
    phase = under_way.phase if isinstance(under_way, CubsMove) else IN_REACTION
    return points_left(s, unit, phase) / CUBS_MP if under_way is not None and unit in under_way.units else 0


LEFT: Final[dict[str, Callable[[Any, int], float]]] = {
    "battleaxe": left_in_battleaxe,
    "gazala": left_in_gazala,
    "theseus": left_in_theseus,
    "tigercubs": left_in_tigercubs,
}
