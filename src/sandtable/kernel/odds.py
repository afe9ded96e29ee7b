"""Odds from the rules themselves: exact, or sampled where there are too many cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, Optional, cast

from sandtable.kernel.dice import Dice, EveryDice, NoDice, ScriptError, SeededDice
from sandtable.kernel.play import Event, Frame, Option, S, State, settle, take

Choose = Callable[[S], Option]
Measure = Callable[[S, Event], int]

CASES: Final = 6_000  # at most so many are looked at one by one: a fraction of a second
SAMPLES: Final = 1_000  # played where there are more
SEED: Final = 95
CONFIDENCE: Final = 1.96  # standard deviations: 95 %


def rolls(s: State, o: Option) -> bool:
    """Whether chance has a say in what comes of it: such an option cannot be taken back."""
    try:
        take(s.clone(), o, NoDice())
    except ScriptError:
        return True
    return False


class Heard(Exception):
    """The event that odds wait for has been told."""

    def __init__(self, event: Event) -> None:
        super().__init__(event)
        self.event: Event = event


class Listener(list[object]):
    """A log that stops the play as soon as an event is told: nothing after it matters to its odds."""

    def __init__(self, event: str) -> None:
        super().__init__()
        self.event: str = event

    def append(self, told: object, /) -> None:
        if isinstance(told, Event) and told.what == self.event:
            raise Heard(told)


def outcomes(s: State, o: Option) -> list[tuple[float, State]]:
    """Every state an option can lead to, with its chance and, in `log`, the events on the way. Equal ones are merged."""
    found: dict[object, tuple[float, State]] = {}
    dice = EveryDice()
    while dice.again():
        child = s.clone()
        child.log = []
        take(child, o, dice)
        key = (child.key(), tuple([(e.what, e.numbers) for e in child.log if isinstance(e, Event)]))
        found[key] = (dice.chance + (found[key][0] if key in found else 0.0), child)
    return list(found.values())


class Odds(NamedTuple):
    """How likely each number is: exact, or, where there are samples, as often as it came up among them."""

    chances: dict[int, float]
    samples: int = 0

    def of(self, number: int) -> float:
        return self.chances.get(number, 0.0)

    def margin(self, number: int) -> float:
        """How far off the chance may be, with 95 % confidence; 0 where it is exact.

        The interval is Wilson's, which also holds for what has hardly ever come up, or never.

        >>> hit = Odds({1: 0.43, 0: 0.57}, 1000)
        >>> [round(hit.margin(number), 3) for number in (1, 0, 7)]
        [0.031, 0.031, 0.004]
        """
        if not self.samples:
            return 0.0
        n, p, square = self.samples, self.of(number), CONFIDENCE * CONFIDENCE
        centre = (p + square / (2 * n)) / (1 + square / n)
        half = CONFIDENCE / (1 + square / n) * math.sqrt(p * (1 - p) / n + square / (4 * n * n))
        return max(centre + half - p, p - centre + half)


def first_number(s: State, event: Event) -> int:
    return event.numbers[0]


def odds(
    s: S,
    o: Optional[Option],
    event: str,
    scope: type[Frame],
    choose: Choose[S],
    cases: int = CASES,
    samples: int = SAMPLES,
    measure: Measure[S] = first_number,
) -> Odds:
    """The chance of each number with which `event` is first told, before the innermost `scope` frame is done (else -1).

    Without an option all that happens by itself comes first. `measure` makes the number of the event and of the position in which
    it is told.

    With no decision on the way `choose` is never asked, and the odds are exact. Otherwise they are exact for these choices,
    and a caller says which: "if both call artillery and nobody uses the Advantage". Where it would take more than so many `cases`
    to see them all (with none at once), so many `samples` are played instead; the same question always gets the same answer.
    """
    exact = every_case(s, o, event, scope, choose, cases, measure)
    return Odds(exact) if exact is not None else Odds(sampled(s, o, event, scope, choose, samples, measure), samples)


def every_case(
    s: S, o: Optional[Option], event: str, scope: type[Frame], choose: Choose[S], cases: int, measure: Measure[S]
) -> Optional[dict[int, float]]:
    """Layer by layer from decision to decision; equal positions are one. None if there are more cases than allowed."""
    result: dict[int, float] = {}
    depth = max(frames_of(s, scope), 1)
    layer: dict[object, tuple[float, S, Optional[Option]]] = {0: (1.0, s, o)}
    while layer:
        below: dict[object, tuple[float, S, Optional[Option]]] = {}
        for chance, state, option in layer.values():
            dice = EveryDice()
            while dice.again():
                cases -= 1
                if cases < 0:
                    return None
                child = cast(S, state.clone())
                number = heard(child, option, dice, event, scope, depth, measure)
                if number is not None:
                    result[number] = result.get(number, 0.0) + chance * dice.chance
                    continue
                key = child.key()
                if key in below:
                    below[key] = (below[key][0] + chance * dice.chance, below[key][1], below[key][2])
                else:
                    below[key] = (chance * dice.chance, child, choose(child))
        layer = below
    return result


def sampled(
    s: S, o: Optional[Option], event: str, scope: type[Frame], choose: Choose[S], samples: int, measure: Measure[S]
) -> dict[int, float]:
    """Each trial has dice of its own: what is assumed otherwise meets the same luck, and differs by what it is worth."""
    counts: dict[int, int] = {}
    depth = max(frames_of(s, scope), 1)
    for n in range(samples):
        child, option, dice = cast(S, s.clone()), o, SeededDice(SEED + n)
        number = heard(child, option, dice, event, scope, depth, measure)
        while number is None:
            number = heard(child, choose(child), dice, event, scope, depth, measure)
        counts[number] = counts.get(number, 0) + 1
    return {number: count / samples for number, count in counts.items()}


def decisions(s: S, o: Option, scope: type[Frame], choose: Choose[S]) -> Iterator[S]:
    """Every position on the way in which somebody is asked, until the innermost `scope` frame is done; the dice fall somehow."""
    now, dice = cast(S, s.clone()), SeededDice(SEED)
    take(now, o, dice)
    depth = max(frames_of(s, scope), 1)
    while frames_of(now, scope) >= depth:
        yield now
        following = cast(S, now.clone())
        take(following, choose(now), dice)
        now = following


def heard(s: S, o: Optional[Option], dice: Dice, event: str, scope: type[Frame], depth: int, measure: Measure[S]) -> Optional[int]:
    """Takes an option. The number with which the event was told, -1 if now it cannot be any more, None if it may yet be."""
    s.log = Listener(event)
    try:
        if o is None:
            settle(s, dice)
        else:
            take(s, o, dice)
    except Heard as told:
        return measure(s, told.event)
    return -1 if frames_of(s, scope) < depth else None


def frames_of(s: State, kind: type[Frame]) -> int:
    return len([f for f in s.frames if isinstance(f, kind)])
