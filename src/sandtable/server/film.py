"""Who went where, for one viewer: worked out from what he sees before and after each ply, and from what he is told between."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, Optional

from sandtable.face.view import Piece, View
from sandtable.kernel.game import Game
from sandtable.kernel.play import Event
from sandtable.server.lines import AnyLooks, is_of_a_pile, side_of, slots_of
from sandtable.server.shapes import Move, Travel

REEL: Final = 120  # plies of a film at most
COST: Final = "cost"  # the slot of a story that tells what a move costs


class Trip(NamedTuple):
    """Of something without a name of its own, told to go from a place, or from a pile, to a place."""

    side: int  # -1: not told
    start: str  # a place, or the name of a pile
    end: str


Change = tuple[Optional[Piece], Optional[Piece]]  # a piece of the board as it was seen before, and as it is seen now


def moves_between(game: Game, first: int, last: int, viewer: int, hears: int) -> dict[int, tuple[Move, ...]]:
    """By ply, for all plies after the first."""
    views: Iterable[View] = [game.title.face.view(s, viewer) for s in game.from_to(first, last)]
    return {
        ply: tuple(moves_at(ply, before, after, Told(game, ply, hears)))
        for ply, (before, after) in enumerate(pairwise(views), first + 1)
    }


class Told:
    """The events of a ply that an audience heard, by the piece that each is about."""

    def __init__(self, game: Game, ply: int, hears: int) -> None:
        self.game = game
        self.face: AnyLooks = game.title.face
        self.decides = game.record.plies[ply - 1].side if ply else -1
        heard = [event for event in game.told[ply].log if isinstance(event, Event) and event.to & hears]
        self.lost = {self.about(event) for event in heard if event.what in self.face.losses}
        self.named = {name for event in heard for name in self.names(event, self.face.pieces)}
        self.trips = [trip for event in heard for trip in self.trips_of(event)]
        self.by_piece: dict[str, list[Event]] = {}
        for event in heard:
            self.by_piece.setdefault(self.about(event), []).append(event)

    def names(self, event: Event, kinds: Sequence[str]) -> list[str]:
        return [self.game.edition.names.text(kind, number) for kind, number in slots_of(self.face, event) if kind in kinds]

    def trips_of(self, event: Event) -> Iterable[Trip]:
        places, piece = self.names(event, self.face.places), self.about(event)
        if not piece and len(places) == 2:
            yield Trip(side_of(self.game, event, -1), *places)
        elif len(places) == 1 and is_of_a_pile(self.game, event):
            yield Trip(side_of(self.game, event, self.decides), piece, *places)

    def about(self, event: Event) -> str:
        return next(iter(self.names(event, self.face.pieces)), "")

    def stops(self, piece: str) -> list[str]:
        return [place for event in self.by_piece.get(piece, ()) for place in self.names(event, self.face.places)]

    def called(self, place: str) -> str:
        """What people call a space of the board, where that is not its id."""
        names = self.game.edition.names
        said = next(
            (names.called(kind, names.number(kind, place)) for kind in self.face.places if place in names.numbers[kind]), place
        )
        return said if said != place else ""

    def cost(self, piece: str) -> Optional[float]:
        spent = [n for event in self.by_piece.get(piece, ()) for kind, n in slots_of(self.face, event) if kind == COST]
        return float(sum(spent)) if spent else None


def moves_at(ply: int, before: View, after: View, told: Told) -> list[Move]:
    """A piece that comes into sight or is lost to sight counts if it is spoken of: a stack may only have been turned over."""
    was, now = on_board(before), on_board(after)
    changes = [(was.get(id), now.get(id)) for id in dict.fromkeys([*was, *now])]
    trips = nameless(before, after, told.trips)
    done = {id_of(piece) for change in trips for piece in change}
    found = [change for change in changes if place(change[0]) != place(change[1]) and not done & {id_of(piece) for piece in change}]
    by_name = [move(ply, *change, told) for change in paired(found) if all(change) or spoken_of(change, told)]
    return [*by_name, *[trip(ply, *change, told) for change in trips]]


def nameless(before: View, after: View, trips: Iterable[Trip]) -> list[Change]:
    """What is called after its place (the supply units at a box) and is told to go from one to another: there, and here. It may
    come from a place beside the board, or go there."""
    was, now, stood = on_board(before), on_board(after), {piece.id: piece.at for piece in before.pieces}
    found: list[Change] = []
    for side, pile, end in trips:
        start = stood.get(pile, pile)
        here = [piece for piece in was.values() if piece.at == start and piece.id.endswith(start)]
        there = [piece for piece in now.values() if piece.at == end and piece.id.endswith(end)]
        ways = [(a, b) for a in here for b in there if a.side == b.side and a.id.removesuffix(start) == b.id.removesuffix(end)]
        found += ways
        if not here:
            found += [(None, b) for b in there if b.side == side and not same(was.get(b.id), b)]
        if not there:
            found += [(a, None) for a in here if a.side == side and not same(now.get(a.id), a)]
    return found


def same(one: Optional[Piece], other: Piece) -> bool:
    return one is not None and (one.side, one.face) == (other.side, other.face)


def trip(ply: int, was: Optional[Piece], now: Optional[Piece], told: Told) -> Move:
    """One of a pile goes, to a pile or to none."""
    shown = now or was
    assert shown is not None
    kind: Travel = "moves" if was and now else "appears" if now else "vanishes"
    return Move(ply, shown.id, shown.side, told.face.single(shown.face), tuple([p.at for p in (was, now) if p is not None]), kind)


def on_board(view: View) -> dict[str, Piece]:
    beside = {panel.id for panel in view.panels}
    return {piece.id: piece for piece in view.pieces if piece.at not in beside}


def id_of(piece: Optional[Piece]) -> str:
    return piece.id if piece is not None else ""


def place(piece: Optional[Piece]) -> str:
    return piece.at if piece is not None else ""


def paired(changes: Sequence[Change]) -> list[Change]:
    """What has no name of its own (a supply unit) is gone here and there is one like it elsewhere: it went there."""
    gone = {(was.side, was.face): was for was, now in changes if was is not None and now is None}
    found: list[Change] = []
    for was, now in changes:
        twin = gone.pop((now.side, now.face), None) if was is None and now is not None else None
        found.append((twin or was, now))
    taken = [id(was) for was, now in found if was is not None and now is not None]
    return [(was, now) for was, now in found if now is not None or id(was) not in taken]


def spoken_of(change: Change, told: Told) -> bool:
    return any(piece is not None and piece.id in told.named for piece in change)


def move(ply: int, was: Optional[Piece], now: Optional[Piece], told: Told) -> Move:
    shown = now or was
    assert shown is not None
    kind: Travel = "moves" if was and now else "appears" if now else "lost" if shown.id in told.lost else "vanishes"
    seen = (was or shown).face
    path = tuple(way(was, now, kind, told))
    start = told.called(path[0]) if len(path) > 1 else ""
    return Move(ply, shown.id, shown.side, seen, path, kind, told.cost(shown.id), start)


def way(was: Optional[Piece], now: Optional[Piece], kind: Travel, told: Told) -> list[str]:
    """From where it was to where it is, by the spaces that the telling of it names, if they lead there."""
    shown = now or was
    assert shown is not None
    ends = [piece.at for piece in (was, now) if piece is not None]
    if kind == "lost":
        return ends
    path = [*ends[:1], *told.stops(shown.id)] if was else told.stops(shown.id)
    path = [space for n, space in enumerate(path) if n == 0 or space != path[n - 1]]
    leads_there = now is None or (path and path[-1] == now.at)
    return path if leads_there else ends
