"""What shows: how a title looks to people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, Optional

from sandtable.face.aids import Aids, no_aids
from sandtable.face.board import Board
from sandtable.face.handling import Choose, Named, as_they_are, no_usual_way, nobody_else, nobody_met, nobody_sent
from sandtable.face.view import Announcement, Forecast, Given, Overlay, Proposal, View
from sandtable.face.walks import Walk, Walks, nowhere
from sandtable.kernel.play import Event, Option, Refusal, S
from sandtable.kernel.rules import E

TOO_FAR: Final = "none of the ways still open to it leads there; where it can go is lit"


class Layer(NamedTuple):
    """An overlay that a title offers. It shows what the viewer may know, for a piece or (no name) for the whole map."""

    id: str
    name: str
    text: str
    show: Callable[[Any, int, str], Overlay]  # of a state, for a viewer, about the piece of that name


def nothing_planned(s: Any, viewer: int, given: Given) -> tuple[Forecast, ...]:
    return ()


def as_it_is(face: str) -> str:
    return face


def all_have_names(edition: Any, piece: int) -> bool:
    return False


def nothing_announced(edition: Any, event: Event) -> Optional[Announcement]:
    return None


def no_obstacle(s: Any, o: Option) -> Optional[Refusal]:
    return None


def no_price(s: Any, o: Option) -> str:
    return ""


def nothing_again(s: Any, said: Sequence[Sequence[str]]) -> tuple[Proposal, ...]:
    return ()


class Looks(NamedTuple, Generic[S, E]):
    board: Callable[[E], Board]  # of an edition: what is drawn once
    view: Callable[[S, int], View]  # all that a side, or a spectator (-1), may know
    forecast: Callable[[S, Option, Given], Optional[Forecast]]  # the odds of what an option leads to, with these assumptions
    caution: Callable[[S, Option], list[Refusal]]  # what a player may regret about an option
    stories: Mapping[str, str]  # event -> sentence with {kind} for its numbers in order; without words it is not told
    declined: Mapping[str, str] = MappingProxyType({})  # a stop that everybody hears of, and no event tells -> sentence with {side}
    pieces: tuple[str, ...] = ("unit",)  # the kinds of number in options that name a piece of the view
    places: tuple[str, ...] = ("area",)  # the kinds that name a space of the board
    cells: tuple[str, ...] = ()  # the kinds that name a cell or card of a panel: a `Cell` with that `id`
    walks: tuple[str, ...] = ()  # verbs of movement: a click on a far place repeats them
    reach: Callable[[S, int], Walks] = nowhere  # where the pieces of the side that decides can go now, and what to say for it
    onto: Callable[[S, int], Walks] = nowhere  # and where they could meet enemies, more than a step away
    beside: Callable[[S, Sequence[int]], Mapping[str, Walk]] = nobody_met  # enemies next to whom several stand
    stands: Callable[[S, Option], Sequence[Named]] = nobody_else  # what else can be clicked to mean an option
    set_out: Callable[[S, Sequence[int]], Sequence[Option]] = as_they_are  # what is said first for pieces to go, as one if they can
    sends: Callable[[S, str], Mapping[str, Walk]] = nobody_sent  # where a piece can be sent without going: an air unit's targets
    starts: tuple[str, ...] = ()  # verbs that only set pieces in motion: such a piece is chosen, and goes with the next click
    deeds: tuple[str, ...] = ()  # verbs by which pieces act: who stops is told how many could still do so; none: all verbs
    asides: tuple[str, ...] = ()  # verbs that can be said by the way and are seldom meant: folded away, nothing is lit for them
    as_one: bool = False  # pieces of one formation in one space are chosen together
    # how a player goes on from an option to its dice, usually or with these assumptions
    usual: Callable[[S, Option, Given], Optional[Choose]] = no_usual_way
    losses: tuple[str, ...] = ("eliminated",)  # events that tell the loss of a piece, which is their first number
    retreats: tuple[str, ...] = ()  # events that tell how a side leaves a fight, before it is told who has won
    battles: tuple[str, str] = ("attacked", "result")  # the events that open and decide a battle
    single: Callable[[str], str] = as_it_is  # the face of one of a pile without names of its own, of which one goes at a time
    # numbers that name such a pile by its place, whose ever it is: what is told of it was done by who decided
    piles: Callable[[E, int], bool] = all_have_names
    scores: tuple[str, ...] = ("points",)  # events that tell why points change, and how many there are then
    owners: Mapping[str, Callable[[E, int], int]] = MappingProxyType({})  # kinds of things, beside pieces, that belong to a side
    warning: str = ""  # the event that announces an attack, where its battle opens later
    raids: tuple[str, ...] = ()  # events that open other fights: from the air, in passing
    layers: tuple[Layer, ...] = ()  # overlays for the map
    aids: Callable[[S], Aids] = no_aids  # tables, turns and counters, by edition and what was agreed
    afar: tuple[Refusal, ...] = ()  # what forbids a step to a place that is not next to the piece, and says no more
    distance: str = ""  # the rule that says how far a piece goes; none: that of the step
    bars: Callable[[S, Option], Optional[Refusal]] = no_obstacle  # what keeps a piece from such a place, where that can be told
    outlook: Callable[[S, int, Given], tuple[Forecast, ...]] = nothing_planned  # for a viewer: attacks put together or fought now
    spared: tuple[str, ...] = ()  # acts about which a person is asked only if he wants to be (`kernel/standing.py`)
    price: Callable[[S, Option], str] = no_price  # what an option costs in this position: "2 Action Points"
    again: Callable[[S, Sequence[Sequence[str]]], tuple[Proposal, ...]] = nothing_again  # what a side said here by turns, once more
    low: tuple[str, ...] = ()  # rules by whose dice the side that rolls them would rather show little
    announce: Callable[[E, Event], Optional[Announcement]] = nothing_announced  # what an event that decides a fight means

    def obstacle(self, s: S, o: Option, refusal: Refusal) -> Refusal:
        """What truly forbids a decision. Who clicks a far place means a walk and not a step: then it is what bars the way."""
        if o[0] not in self.walks or refusal not in self.afar:
            return refusal
        return self.bars(s, o) or Refusal(self.distance or refusal.rule, TOO_FAR)

    def ways(self, s: S, side: int) -> Walks:
        """All places to which a click can send the pieces of a side: where it can go, and where it would meet enemies."""
        free, met = self.reach(s, side), self.onto(s, side)
        return {piece: {**met.get(piece, {}), **free.get(piece, {})} for piece in {**free, **met}}

    def __repr__(self) -> str:
        return f"<Looks: {len(self.stories)} stories, {len(self.layers)} layers>"
