"""A game without a title: the smallest one in which a guard marches, the enemy may snipe at every break, and losses are due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Optional

from sandtable.kernel.dice import Dice, NoDice
from sandtable.kernel.names import Names
from sandtable.kernel.play import (
    Act,
    Args,
    Frame,
    Outlines,
    Refusal,
    State,
    each,
    freely,
    may,
    must,
    outline,
    settle,
    step,
    then,
    window,
)

MARCHER: Final = 0
SNIPER: Final = 1
NAMES: Final = Names({"man": ("Ann", "Bob", "Cid")})
NO_SHOTS: Final = Refusal("3", "no shot is left")
NOT_THERE: Final = Refusal("4", "this man is not in the column")


class Plain(State):
    def __init__(self) -> None:
        super().__init__(OUTLINES, NAMES)
        self.men: list[int] = [2, 2, 2]
        self.shots: int = 2

    def clone(self) -> Plain:
        twin = Plain()
        twin.men, twin.shots = self.men[:], self.shots
        twin.copy_play(self)
        return twin

    def key(self) -> tuple[object, ...]:
        return (tuple(self.men), self.shots, self.play_key())


@dataclass(eq=False, repr=False)
class March(Frame):
    left: int = 3
    tired: bool = False


@dataclass(eq=False, repr=False)
class Toll(Frame):
    owed: int


class Walk(Act[Plain, March]):
    rule, form = "2", "walk"

    def why_not(self, s: Plain, f: March, _a: int, _b: int, /) -> Optional[Refusal]:
        return None if f.left else Refusal("2", "the way is at its end")

    def do(self, s: Plain, f: March, _a: int, _b: int, dice: Dice, /) -> None:
        f.left -= 1
        s.tell("walked", f.left)


class Snipe(Act[Plain, March]):
    rule, form = "3", "snipe"

    def why_not(self, s: Plain, f: March, _a: int, _b: int, /) -> Optional[Refusal]:
        return None if s.shots else NO_SHOTS

    def do(self, s: Plain, f: March, _a: int, _b: int, dice: Dice, /) -> None:
        s.shots -= 1
        s.begin(Toll(1))


class Suffer(Act[Plain, Toll]):
    rule, form = "4", "suffer man"

    def candidates(self, s: Plain, f: Toll) -> list[Args]:
        return [(man, 0) for man, steps in enumerate(s.men) if steps and f.owed]

    def why_not(self, s: Plain, f: Toll, man: int, _: int, /) -> Optional[Refusal]:
        return None if f.owed and s.men[man] else NOT_THERE

    def do(self, s: Plain, f: Toll, man: int, _: int, dice: Dice, /) -> None:
        s.men[man] -= 1
        f.owed -= 1
        s.tell("suffered", man)


class Rest(Act[Plain, March]):
    """Asks the same question once more."""

    rule, form = "2", "rest"

    def why_not(self, s: Plain, f: March, _a: int, _b: int, /) -> Optional[Refusal]:
        return Refusal("2", "one rest is enough") if f.tired else None

    def do(self, s: Plain, f: March, _a: int, _b: int, dice: Dice, /) -> None:
        f.tired = True
        f.again()


def marcher(s: Plain, f: Frame) -> int:
    return MARCHER


def sniper(s: Plain, f: Frame) -> int:
    return SNIPER


def ever(s: Plain, f: March) -> bool:
    """That there is a sniper somewhere all know; not how many shots he has."""
    return True


def go_on(s: Plain, f: March, dice: Dice) -> None:
    if f.left:
        f.restart()


OUTLINES: Final[Outlines] = {
    March: outline(
        "March", "1",
        step("1", "Way", "2", must(marcher, Walk(), Rest())),
        step("2", "Break", "3",
            window(sniper, Snipe(), asked=ever),
            may(sniper, Snipe(), rule="3.1"),
        ),
        then(go_on, rule="2.9"),
    ),
    Toll: outline("Toll", "4", each(marcher, Suffer(), forced=True), freely(marcher, Suffer())),
}  # fmt: skip


def start(men: tuple[int, int, int] = (2, 2, 2), shots: int = 2) -> Plain:
    s = Plain()
    s.men, s.shots = list(men), shots
    s.begin(March())
    settle(s, NoDice())
    return s
