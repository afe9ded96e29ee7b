"""Where a piece can go by saying movement verbs one after another: no die falls, nobody else decides, nothing comes to light."""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple, Optional

from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.play import REVEALED, Event, Option, State, decider, is_over, options, pending, take, write
from sandtable.server.shapes import Walk, Walks
from sandtable.titles import AnyTitle

STATES: Final = 2_000  # in all
STATES_A_PIECE: Final = 400
DEPTH: Final = 24


class Step(NamedTuple):
    state: State
    pieces: tuple[str, ...]  # who is on the way
    texts: tuple[str, ...]


def walks(title: AnyTitle, s: State, side: int) -> Walks:
    """The ways that leave most movement, then the shortest: breadth first over copies, for the side that decides."""
    found: Walks = {}
    if is_over(s) or decider(s) != side or not title.face.walks:
        return found
    start = {piece.id: piece.at for piece in title.face.view(s, side).pieces}
    seen: set[tuple[tuple[str, ...], tuple[object, ...]]] = set()
    spent: dict[tuple[str, ...], int] = {}
    queue = deque([Step(s, (), ())])
    while queue and len(seen) < STATES:
        step = queue.popleft()
        for o in options(step.state):
            if o[0] not in title.face.walks:
                continue
            piece, space = named(title, step.state, o, title.face.pieces), named(title, step.state, o, title.face.places)
            if step.pieces and piece and piece not in step.pieces:
                continue
            child = moved(step.state, o, side)
            if child is None:
                continue
            pieces = step.pieces or ((piece,) if piece else carried(title, step.state, child, side))
            mark = (pieces, child.key())
            if not pieces or mark in seen or spent.get(pieces, 0) >= STATES_A_PIECE:
                continue
            seen.add(mark)
            spent[pieces] = spent.get(pieces, 0) + 1
            texts = (*step.texts, write(step.state, o))
            if space:
                for one in [piece for piece in pieces if start.get(piece) != space]:
                    walk = Walk(texts, title.face.left(child, s.names.number(title.face.pieces[0], one)))
                    known = found.setdefault(one, {}).setdefault(space, walk)
                    if (walk.left or 0) > (known.left or 0):
                        found[one][space] = walk
            if len(texts) < DEPTH:
                queue.append(Step(child, pieces, texts))
    return found


def named(title: AnyTitle, s: State, o: Option, kinds: tuple[str, ...]) -> Optional[str]:
    """The first thing of these kinds that an option names."""
    act = pending(s).act(o[0])
    assert act is not None
    for kind, number in zip(act.takes, (o[1], o[2]), strict=False):
        if kind in kinds:
            return s.names.text(kind, number)
    return None


def moved(s: State, o: Option, side: int) -> Optional[State]:
    """The state after an option, if the side goes on deciding and chance and secrets have no part in it."""
    child = s.clone()
    child.log = []
    try:
        take(child, o, NoDice())
    except ScriptError:
        return None
    if is_over(child) or decider(child) != side:
        return None
    if any(isinstance(event, Event) and event.what == REVEALED for event in child.log):
        return None
    child.log = None
    return child


def carried(title: AnyTitle, before: State, after: State, side: int) -> tuple[str, ...]:
    """Which pieces an option moved that names a place alone."""
    places = {piece.id: piece.at for piece in title.face.view(before, side).pieces}
    return tuple([piece.id for piece in title.face.view(after, side).pieces if places.get(piece.id, piece.at) != piece.at])
