"""Whole marches as candidates: where a piece can go is worked out by the title (`face.reach`), and the way to the best place is
taken at once, so that nobody walks to and fro."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Optional

from sandtable.face.walks import Walk
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import Illegal, Option, State, decider, options, read, take, why_not, write
from sandtable.kernel.steps import mark
from sandtable.players.worth import eager_of, value, wanted
from sandtable.titles import AnyTitle

GAIN: Final = 1e-4  # less is no reason to set out
BLOWS: Final = 3  # courses of chance by which an attack at the end of a march is judged
APART: Final = 2  # steps by which ways near each other may part
ROUNDS: Final = 2  # how often a piece is looked at: what the others did may have opened a way


Show = Callable[[AnyTitle, Any, int, Option, int], tuple[float, bool]]  # what a trial of an option comes to


class March(NamedTuple):
    """What to do, in order, and what it comes to."""

    way: tuple[Option, ...]
    worth: float


NOWHERE: Final = March((), -math.inf)


def worth_of(march: March) -> float:
    return march.worth


def are_near(way: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """They part near their ends.

    >>> are_near(("go A", "go B", "go C"), ("go A", "go D")), are_near(("go A", "go B", "go C"), ("go D", "go B", "go C"))
    (True, False)
    """
    alike = max(len(way), len(other)) - APART
    return way[:alike] == other[:alike]


class Halfway(NamedTuple):
    """Where a march has led, and what was said."""

    s: State
    way: tuple[Option, ...]


class Ways:
    """Ways of one piece. Those that begin alike are gone together as far as they are."""

    def __init__(self, title: AnyTitle, s: State, side: int, dice: SeededDice) -> None:
        self.title, self.side, self.dice, self.depth = title, side, dice, len(s.frames)
        self.gone: dict[tuple[str, ...], Optional[Halfway]] = {(): Halfway(s, ())}

    def along(self, said: tuple[str, ...]) -> Optional[Halfway]:
        """Where these words lead; nowhere if whoever goes along is too slow for them."""
        if said not in self.gone:
            self.gone[said] = self.onward(self.along(said[:-1]), said[-1])
        return self.gone[said]

    def onward(self, at: Optional[Halfway], text: str) -> Optional[Halfway]:
        if at is None:
            return None
        s, way = self.together(at)
        o = understood(s, text)
        if o is None:
            return None
        take(s, o, self.dice)
        return Halfway(s, (*way, o))

    def together(self, at: Halfway) -> Halfway:
        """With whoever always goes along."""
        s, way = at.s.clone(), list(at.way)
        while (
            way and s.frames and decider(s) == self.side and (plain := eager_of(self.title, s, wanted(self.title, s))) is not None
        ):
            take(s, plain, self.dice)
            way.append(plain)
        return Halfway(s, tuple(way))

    def from_here(self, first: str) -> Optional[Halfway]:
        """About to set out."""
        at = self.along((first,))
        return None if at is None else self.together(at)

    def is_under_way(self, s: State) -> bool:
        return len(s.frames) > self.depth and decider(s) == self.side


class Marcher:
    """Goes through the pieces that can set out, and has a march in mind."""

    def __init__(self, show: Show, places: int = 0, blows: int = BLOWS) -> None:
        self.show: Show = show
        self.places: int = places  # of a piece that are looked at, at first; 0: all
        self.blows: int = blows
        self.way: list[Option] = []
        self.looked: dict[str, int] = {}  # how often at a piece, in this phase
        self.phase: tuple[object, ...] = ()
        self.gone: set[Option] = set()  # steps of the piece on the march: it does not come back to where they led

    def note(self, title: AnyTitle, o: Option) -> None:
        if o[0] in title.robot.hints.marches:
            self.gone = set()
        elif o[0] in title.face.walks:
            self.gone.add(o)

    def go_on(self, found: list[Option]) -> Optional[Option]:
        """The next step of the march that it has in mind."""
        if self.way and self.way[0] in found:
            return self.way.pop(0)
        self.way = []
        return None

    def set_out(self, title: AnyTitle, s: Any, side: int, found: list[Option], seed: int) -> Optional[Option]:
        """The first step of a new one; nothing where nobody should set out."""
        if not any([o[0] in title.robot.hints.marches for o in found]):
            return None
        self.look_around(title, s)
        dealt = title.rules.redeal(s, side, SeededDice(seed))
        walks = title.face.reach(dealt, side)
        ready = {write(s, o).partition(" ")[2]: write(s, o) for o in found if o[0] in title.robot.hints.marches}
        for piece in sorted(ready, key=lambda piece: self.looked.get(piece, 0)):
            if self.looked.get(piece, 0) == ROUNDS:
                break
            self.looked[piece] = self.looked.get(piece, 0) + 1
            best = self.best_march(title, dealt, side, ready[piece], walks.get(piece, {}), seed)
            if best is not None:
                self.looked[piece] = ROUNDS
                self.way = list(best.way)
                return self.way.pop(0)
        return None

    def best_march(self, title: AnyTitle, s: Any, side: int, first: str, places: dict[str, Walk], seed: int) -> Optional[March]:
        """The way to the best place, and the attack from there or from where it stands, if that is better than to stay."""
        ways = Ways(title, s, side, SeededDice(seed))
        best, found = March((), value(title, s, side) + GAIN), list(places.values())
        best = max([best, *self.beyond(title, ways.from_here(first), ways, places, seed)], key=worth_of)
        some = found[:: len(found) // self.places or 1] if self.places else found
        near = None
        for walk in some:
            march = self.best_ending(title, ways, walk, places, seed)
            if march.worth > best.worth:
                best, near = march, walk.say
        if near is not None and len(some) < len(found):
            around = [walk for walk in found if walk not in some and are_near(walk.say, near)]
            best = max([best, *[self.best_ending(title, ways, walk, places, seed) for walk in around]], key=worth_of)
        return best if best.way else None

    def best_ending(self, title: AnyTitle, ways: Ways, walk: Walk, known: Iterable[str], seed: int) -> March:
        """The march itself, or what can follow it."""
        there = ways.along(walk.say)
        return max([*ended(ways, there), *self.beyond(title, there, ways, known, seed)], key=worth_of, default=NOWHERE)

    def beyond(self, title: AnyTitle, there: Optional[Halfway], ways: Ways, known: Iterable[str], seed: int) -> Iterator[March]:
        """The steps of which reach knows nothing (into enemies, or into mines), and attacks."""
        if there is None or not there.s.frames or decider(there.s) != ways.side:
            return
        dice, (here, way) = SeededDice(seed), there
        for o in options(here):
            if o[0] in title.robot.hints.blows:
                shown = [self.show(title, here, ways.side, o, seed + n)[0] for n in range(self.blows)]
                yield March((*way, o), sum(shown) / self.blows)
            elif o[0] in title.face.walks and write(here, o).partition(" ")[2] not in known:
                further = here.clone()
                take(further, o, dice)
                yield from ended(ways, Halfway(further, (*way, o)))

    def look_around(self, title: AnyTitle, s: State) -> None:
        """Another phase: everybody is looked at anew. Actions that follow each other look alike but for their marks."""
        where = [(type(f).__name__, f.at) for f in s.frames]
        phase = (title.rules.turn(s), mark(s, title.robot.plans.phases), *where)
        if phase != self.phase:
            self.phase, self.looked = phase, {}


def understood(s: State, text: str) -> Optional[Option]:
    """What a text means, if it is an option."""
    try:
        o = read(s, text)
    except Illegal:
        return None
    return o if why_not(s, o) is None else None


def ended(ways: Ways, there: Optional[Halfway]) -> Iterator[March]:
    """The march as it ends there; nothing where it would have to go on."""
    if there is None:
        return
    s, way = there
    if ways.is_under_way(s):
        halt = next((o for o in options(s) if o[0] in ways.title.robot.hints.halts), None)
        if halt is None:
            return
        s = s.clone()
        take(s, halt, ways.dice)
        way = (*way, halt)
    yield March(way, value(ways.title, s, ways.side))
