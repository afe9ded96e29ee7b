"""What helps a computer to play a title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple

from sandtable.kernel.play import Option, S


def never(s: Any, o: Option) -> bool:
    return False


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
    unbroken: bool = False  # in trials the other side lets every break go by: what it would do there is another matter


class Robot(NamedTuple, Generic[S]):
    judge: Callable[[S, int], float]  # how good a position is for a side, about -1..1
    hints: Hints = Hints()

    def __repr__(self) -> str:
        return f"<Robot: judges by {getattr(self.judge, '__name__', 'itself')}>"
