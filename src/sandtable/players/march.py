"""Whole marches as candidates: where a piece can go is worked out by the title (`face.reach`), and the way to the best place is
taken at once, so that nobody walks to and fro."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Optional

from sandtable.face.walks import Walk
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import Illegal, Option, State, decider, options, read, take, why_not, write
from sandtable.players.worth import eager_of, value, wanted
from sandtable.titles import AnyTitle

GAIN: Final = 1e-4  # less is no reason to set out
BLOWS: Final = 3  # courses of chance by which an attack at the end of a march is judged
ROUNDS: Final = 2  # how often a piece is looked at: what the others did may have opened a way


Show = Callable[[AnyTitle, Any, int, Option, int], tuple[float, bool]]  # what a trial of an option comes to


class March(NamedTuple):
    """What to do, in order, and what it comes to."""

    way: tuple[Option, ...]
    worth: float


class Marcher:
    """Goes through the pieces that can set out, and has a march in mind."""

    def __init__(self, show: Show) -> None:
        self.show: Show = show
        self.way: list[Option] = []
        self.looked: dict[str, int] = {}  # how often at a piece, in this phase
        self.phase: tuple[object, ...] = ()

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
        self.look_around(s)
        dealt = title.rules.redeal(s, side, SeededDice(seed))
        walks = title.face.reach(dealt, side)
        for piece in sorted(walks, key=lambda piece: self.looked.get(piece, 0)):
            if self.looked.get(piece, 0) == ROUNDS:
                break
            self.looked[piece] = self.looked.get(piece, 0) + 1
            best = self.best_march(title, dealt, side, walks[piece], seed)
            if best is not None:
                self.looked[piece] = ROUNDS
                self.way = list(best.way)
                return self.way.pop(0)
        return None

    def best_march(self, title: AnyTitle, s: Any, side: int, places: dict[str, Walk], seed: int) -> Optional[March]:
        """The way to the best place, and the attack from there, if that is better than to stay."""
        best, most = None, value(title, s, side) + GAIN
        for walk in places.values():
            for march in self.endings(title, s, side, walk.say, places, seed):
                if march.worth > most:
                    best, most = march, march.worth
        return best

    def endings(self, title: AnyTitle, s: Any, side: int, said: Iterable[str], known: Iterable[str], seed: int) -> Iterator[March]:
        """The march itself, the steps beyond it of which reach knows nothing (into enemies, or into mines), and attacks."""
        dice = SeededDice(seed)
        here, way = s.clone(), list[Option]()
        for text in said:
            go_along(title, here, side, way, dice)
            o = understood(here, text)
            if o is None:  # whoever goes along is slower
                return
            take(here, o, dice)
            way.append(o)
        if not here.frames or decider(here) != side:
            return
        found = options(here)
        for o in found:
            if o[0] in title.robot.hints.blows:
                shown = [self.show(title, here, side, o, seed + n)[0] for n in range(BLOWS)]
                yield March((*way, o), sum(shown) / BLOWS)
            elif o[0] in title.face.walks and write(here, o).partition(" ")[2] not in known:
                yield with_end(title, here.clone(), side, way, o, dice)
        halt = next((o for o in found if o[0] in title.robot.hints.halts), None)
        yield with_end(title, here, side, way, halt, dice)

    def look_around(self, s: State) -> None:
        """Another phase: everybody is looked at anew."""
        phase = tuple([(type(f).__name__, f.at) for f in s.frames])
        if phase != self.phase:
            self.phase, self.looked = phase, {}


def understood(s: State, text: str) -> Optional[Option]:
    """What a text means, if it is an option."""
    try:
        o = read(s, text)
    except Illegal:
        return None
    return o if why_not(s, o) is None else None


def go_along(title: AnyTitle, s: State, side: int, way: list[Option], dice: SeededDice) -> None:
    """Whoever always goes along."""
    while way and s.frames and decider(s) == side and (plain := eager_of(title, s, wanted(title, s))) is not None:
        take(s, plain, dice)
        way.append(plain)


def with_end(title: AnyTitle, s: State, side: int, way: list[Option], last: Optional[Option], dice: SeededDice) -> March:
    """What it comes to once the last of it is done."""
    if last is not None:
        take(s, last, dice)
        way = [*way, last]
    return March(tuple(way), value(title, s, side))
