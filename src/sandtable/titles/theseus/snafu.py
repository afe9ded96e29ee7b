"""5.2 SNAFU: the holder of the marker may have any one die of the enemy rolled again.

Rules do not know of it. Whatever rolls dice stands in an outline as `chance`; it is tried on a copy with the dice that
stand already, and as soon as the enemy of the holder has rolled one more the holder is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Optional, TypeVar

from sandtable.kernel.dice import D10, Dice, ScriptedDice
from sandtable.kernel.play import Act, Frame, Row, then
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.frames import Contest
from sandtable.titles.theseus.state import State

F = TypeVar("F", bound=Frame)
BOTH = 0b11


class Unseen(Exception):
    """The enemy of the holder has rolled a die."""


class OneMore(Dice):
    """The dice that stand, then new ones, up to the first that can be contested."""

    def __init__(self, accepted: Sequence[int], dice: Dice, against: int) -> None:
        self.taken: list[int] = list(accepted)
        self.used: int = 0
        self.dice: Dice = dice
        self.against: int = against

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        if self.used < len(self.taken):
            self.used += 1
            return self.taken[self.used - 1]
        face = self.dice.draw(cup, by, rule, alike)
        self.taken.append(face)
        self.used += 1
        if by == self.against and cup == D10:  # chits are drawn, not rolled
            raise Unseen
        return face


def chance(happens: Callable[[State, F, Dice], None], rollers: Callable[[State, F], int], rule: str = "") -> Row:
    """Dice fall here. `rollers` says whose, a bit for each side; none: nothing happens."""

    def happen(s: State, f: F, dice: Dice) -> None:
        sides = rollers(s, f)
        if not sides:
            return
        if s.accepted:
            attempt(s, f, happens, dice)
        elif s.snafu == NONE or not sides & (1 << (1 - s.snafu)):
            happens(s, f, dice)  # nobody can contest these
        else:
            attempt(s, f, happens, dice)

    return then(happen, rule)


def attempt(s: State, f: F, happens: Callable[[State, F, Dice], None], dice: Dice) -> None:
    one = OneMore(s.accepted, dice, 1 - s.snafu if s.snafu != NONE else NONE)
    s.accepted = ()
    trial = s.clone()
    try:
        happens(trial, trial.frames[-1], one)  # type: ignore[arg-type]
    except Unseen:
        s.begin(Contest(s.snafu, tuple(one.taken)))
    else:
        happens(s, f, ScriptedDice(one.taken))


def holder_of_marker(s: State, f: Contest) -> int:
    return f.holder


def go_on_with(s: State, accepted: tuple[int, ...]) -> None:
    """Back to the row that was interrupted, with the dice that stand."""
    s.frames.pop()
    s.frames[-1].again()
    s.accepted = accepted


class LetStand(Act[State, Contest]):
    rule = "5.2-a"
    form = "stands"
    label = "Let the die stand"
    asks = "let the enemy's die stand"

    def do(self, s: State, f: Contest, a: int, b: int, dice: Dice, /) -> None:
        go_on_with(s, f.accepted)


class RollAgain(Act[State, Contest]):
    """The marker goes to the enemy; the new roll stands."""

    rule = "5.2-a"
    form = "reroll"
    label = "Hand over the marker: the die is rolled again"
    asks = "have it rolled again"

    def do(self, s: State, f: Contest, a: int, b: int, dice: Dice, /) -> None:
        s.snafu = 1 - f.holder
        s.tell("snafu", f.holder)
        go_on_with(s, (*f.accepted[:-1], dice.draw(D10, s.snafu, "5.2-a")))
