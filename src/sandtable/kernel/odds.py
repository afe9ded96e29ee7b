"""Exact odds, from the rules themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from sandtable.kernel.dice import EveryDice, NoDice, ScriptError
from sandtable.kernel.play import Event, Frame, Option, S, State, take


def rolls(s: State, o: Option) -> bool:
    """Whether chance has a say in what comes of it: such an option cannot be taken back."""
    try:
        take(s.clone(), o, NoDice())
    except ScriptError:
        return True
    return False


class Heard(Exception):
    """The event that odds wait for has been told."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number: int = number


class Listener(list[object]):
    """A log that stops the play as soon as an event is told: nothing after it matters to its odds."""

    def __init__(self, event: str) -> None:
        super().__init__()
        self.event: str = event

    def append(self, told: object, /) -> None:
        if isinstance(told, Event) and told.what == self.event:
            raise Heard(told.numbers[0])


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


def odds(s: S, o: Option, event: str, scope: type[Frame], choose: Callable[[S], Option]) -> dict[int, float]:
    """The chance of each number with which `event` is first told, before the innermost `scope` frame is done (else -1).

    With no decision on the way `choose` is never asked, and the odds are exact. Otherwise they are exact for these choices,
    and a caller says which: "if both call artillery and nobody uses the Advantage".
    """
    result: dict[int, float] = {}
    depth = max(frames_of(s, scope), 1)
    layer: dict[object, tuple[float, S, Option]] = {0: (1.0, s, o)}
    while layer:
        below: dict[object, tuple[float, S, Option]] = {}
        for chance, state, option in layer.values():
            dice = EveryDice()
            while dice.again():
                child = cast(S, state.clone())
                child.log = Listener(event)
                try:
                    take(child, option, dice)
                except Heard as heard:
                    result[heard.number] = result.get(heard.number, 0.0) + chance * dice.chance
                    continue
                if frames_of(child, scope) < depth:
                    result[-1] = result.get(-1, 0.0) + chance * dice.chance
                    continue
                key = child.key()
                if key in below:
                    below[key] = (below[key][0] + chance * dice.chance, below[key][1], below[key][2])
                else:
                    below[key] = (chance * dice.chance, child, choose(child))
        layer = below
    return result


def frames_of(s: State, kind: type[Frame]) -> int:
    return len([f for f in s.frames if isinstance(f, kind)])
