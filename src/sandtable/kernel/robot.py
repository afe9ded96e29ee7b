"""What helps a computer to play a title."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import mul
from pathlib import Path
from typing import Any, Generic, NamedTuple, Optional

import msgspec
from msgspec import Struct

from sandtable.kernel.data import DataError
from sandtable.kernel.play import Frame, Option, S


def never(s: Any, o: Option) -> bool:
    return False


class Aim(NamedTuple):
    """Something that a side may be about in a phase: these pieces, against that place."""

    group: frozenset[int]  # the pieces that act for it together
    target: int
    far: Sequence[float]  # how far every place is from the target, in what counts there: steps, or points of movement
    text: str  # to what end: "take Halfaya"
    promise: int = 1  # how much oftener it is thought of than others
    firm: bool = False  # it is always followed where it can be: half of it is worth nothing


def no_aims(s: Any, side: int) -> list[Aim]:
    return []


def indifferent(s: Any, o: Option, aim: Aim) -> float:
    return 0.0


class Step(NamedTuple):
    """A piece goes from one place to the next."""

    piece: int
    here: int
    there: int


def no_step(s: Any, o: Option) -> Optional[Step]:
    return None


def no_orders(s: Any, side: int) -> Optional[Option]:
    return None


def no_ends(s: Any, said: Sequence[Option]) -> Sequence[str]:
    return ()


def always(s: Any) -> bool:
    return True


def as_far_as_told(s: Any) -> object:
    return None


class Plans(NamedTuple):
    """For players that plan: what a phase is, what one may be about in it, and how far one must look to see what came of it."""

    phases: tuple[type[Frame], ...] = ()  # what goes on while one side is about something
    aims: Callable[[Any, int], list[Aim]] = no_aims  # in no order; aims of the same pieces exclude each other
    serves: Callable[[Any, Option, Aim], float] = indifferent  # how well an option serves an aim; below 0: it must not be
    orders: Callable[[Any, int], Optional[Option]] = no_orders  # what who knows the title says without a thought, if anything
    ends: Callable[[Any, Sequence[Option]], Sequence[str]] = no_ends  # to what end one says this, where aims do not tell
    step: Callable[[Any, Option], Optional[Step]] = no_step  # the step that an option is: nobody who plans comes back to a place
    ahead: int = 2  # phases that are looked at: the present one, the other side's answer, and so on
    brief: int = 2  # the same in a battle
    whole: Callable[[Any], bool] = always  # not while pieces that belong on the map wait: what comes is not compared with that
    reaches: Callable[[Any], object] = as_far_as_told  # trials go on while this stays the same; None: `ahead` phases
    sifted: bool = False  # of many plans those get a trial that look best by the verdict, not those that were thought of first
    sits: bool = False  # to stop at once is always among the plans, and not only where trials can show nothing more
    lean: bool = False  # actions that serve no aim, and without which a plan comes to as much, are left out of it
    plain: int = 0  # one draft in so many of a phase is nothing but what it is about, the first of them nothing at all; 0: none
    spares: tuple[str, ...] = ()  # what may be kept for later: the greedy player's plan is tried without it, too
    habits: tuple[type[Frame], ...] = ()  # procedures in which nothing is planned: one decides as the greedy player would
    foresight: int = 200  # decisions of the greedy player's own plan, which are the dearest
    places: int = 0  # of a march that this plan looks at, at first, however hard a player thinks; 0: as he does
    even: str = ""  # the rule of a roll that decides most: trials of a plan go through the faces of the first one in turn
    doubt: float = 1.0  # standard errors by which a plan must be better than the usual one; fewer where trials are even
    still: int = 99  # trials of a plan that ends the phase without that roll, at most: only what is hidden tells them apart
    weighs: int = 0  # quick decisions that take as long as a verdict, if that is long; what a trial says again counts, too, then
    pace: int = 2_000  # quick decisions that a player can think through in a second, roughly: so many, and no clock, end a search


class Hints(NamedTuple):
    """For computer players: how far they must look to see what a verb is good for, and what needs no thought."""

    strides: tuple[str, ...] = ()  # it shows at once, in the next position
    actions: tuple[str, ...] = ()  # it shows as soon as what was begun has ended
    rounds: tuple[str, ...] = ()  # as far as one looks, but not beyond the end of what was begun
    marches: tuple[str, ...] = ()  # by these a piece sets out: whole marches are compared, and the best is kept in mind
    halts: tuple[str, ...] = ()  # by these it ends its march
    blows: tuple[str, ...] = ()  # attacks that may follow a march: they are tried with it
    tries: tuple[str, ...] = ()  # of the actions: what may fail and then has cost little, so it is worth more than to stop
    eager: Callable[[Any, Option], bool] = never  # always to be done: the more, the better
    idle: Callable[[Any, Option], bool] = never  # never: a bluff, or a matter of taste
    ends: int = 0  # by strides a piece goes to the best of so many places in reach, the nearest first, and not to the best next one
    lasting: bool = False  # what an action promised is believed until nothing better is left, and only then asked about anew
    unbroken: bool = False  # in trials the other side lets every break go by: what it would do there is another matter


class Terms(NamedTuple, Generic[S]):
    """A judgement that is a sum: what a position shows, each feature with its weight. The sum is the logarithm of the odds that
    the first side wins, so that weights can be fitted to games (`sandtable fit`)."""

    names: tuple[str, ...]
    features: Callable[[S], Sequence[float]]  # from the first side's view
    weights: tuple[float, ...]

    def judge(self, s: S, side: int) -> float:
        value = math.tanh(0.5 * sum(map(mul, self.weights, self.features(s))))
        return -value if side else value


class Weights(Struct, forbid_unknown_fields=True):
    """A file of weights."""

    how: str  # they came about
    weights: dict[str, float]


def read_weights(file: Path, names: tuple[str, ...]) -> tuple[float, ...]:
    try:
        found = msgspec.json.decode(file.read_bytes(), type=Weights).weights
    except (OSError, msgspec.MsgspecError) as error:
        raise DataError(f"{file.name}: {error}") from None
    if set(found) != set(names):
        raise DataError(f"{file.name} has weights of {', '.join(found)}; the judge has {', '.join(names)}")
    return tuple([found[name] for name in names])


def read_verdicts(folder: Path, terms: Terms[S]) -> dict[str, Terms[S]]:
    """By scenario, a file each, as `sandtable fit --save` writes it."""
    return {file.stem: terms._replace(weights=read_weights(file, terms.names)) for file in sorted(folder.glob("*.json"))}


class Robot(NamedTuple, Generic[S]):
    judge: Callable[[S, int], float]  # how good a position is for a side, about -1..1: what draws its pieces on is in it, too
    hints: Hints = Hints()
    plans: Plans = Plans()
    verdict: Optional[Callable[[S, int], float]] = None  # how what came of a trial is judged, if otherwise than by the judge
    terms: Optional[Terms[S]] = None  # what shows who will win, with weights to begin a fit with
    fitted: Mapping[str, Terms[S]] = {}  # with weights that were fitted to games of a scenario
    simple: Optional[Callable[[S, int], float]] = None  # how a beginner judges, if otherwise than by the judge

    def __repr__(self) -> str:
        return f"<Robot: judges by {getattr(self.judge, '__name__', 'itself')}>"
