"""5.2 SNAFU: the holder of the marker may have any one die of the enemy rolled again.

Rules do not know of it. Whatever rolls dice stands in an outline as `chance`; it is tried on a copy with the dice that
stand already, and as soon as the enemy of the holder has rolled one more the holder is asked; where both sides roll, as soon
as both have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Optional, TypeVar

from sandtable.kernel.dice import D10, Dice, ScriptedDice
from sandtable.kernel.play import Act, Frame, Row, then
from sandtable.kernel.sides import other
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.frames import Contest
from sandtable.titles.theseus.state import State

F = TypeVar("F", bound=Frame)
BOTH = 0b11


class Unseen(Exception):
    """The enemy of the holder has rolled a die."""


class Laid(Dice):
    """The dice that stand, then new ones: up to the first that can be contested, or, rolled together, all of them."""

    def __init__(self, accepted: Sequence[int], dice: Dice, against: int, together: bool) -> None:
        self.taken: list[int] = list(accepted)
        self.used: int = 0
        self.dice: Dice = dice
        self.against: int = against
        self.together: bool = together
        self.places: list[int] = [NONE, NONE]  # of each side: where its new die lies

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        if self.used < len(self.taken):
            self.used += 1
            return self.taken[self.used - 1]
        face = self.dice.draw(cup, by, rule, alike)
        self.taken.append(face)
        self.used += 1
        if cup == D10:  # chits are drawn, not rolled
            self.places[by] = self.used - 1
            if by == self.against and not self.together:
                raise Unseen
        return face


def chance(
    happens: Callable[[State, F, Dice], None], rollers: Callable[[State, F], int], rule: str = "", together: bool = False
) -> Row:
    """Dice fall here. `rollers` says whose, a bit for each side; none: nothing happens. Where both sides roll `together`
    all dice lie before anybody decides."""

    def happen(s: State, f: F, dice: Dice) -> None:
        sides = rollers(s, f)
        if not sides:
            return
        if s.accepted or (s.snafu != NONE and sides & 1 << other(s.snafu)):
            attempt(s, f, happens, dice, together)
        else:
            happens(s, f, dice)  # nobody can contest these

    return then(happen, rule)


def attempt(s: State, f: F, happens: Callable[[State, F, Dice], None], dice: Dice, together: bool) -> None:
    laid = Laid(s.accepted, dice, other(s.snafu) if s.snafu != NONE else NONE, together)
    s.accepted = ()
    trial = s.clone()
    try:
        happens(trial, trial.frames[-1], laid)  # type: ignore[arg-type]
    except Unseen:
        s.begin(Contest(s.snafu, tuple(laid.taken), laid.places[laid.against]))
        return
    if together and laid.places[laid.against] != NONE:
        s.begin(Contest(s.snafu, tuple(laid.taken), laid.places[laid.against], laid.places[s.snafu]))
    else:
        happens(s, f, ScriptedDice(laid.taken))


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
    """The marker goes to the enemy, and the new roll stands. Where both have rolled the enemy may use it at once, on the
    other die."""

    rule = "5.2-a"
    form = "reroll"
    label = "Hand over the SNAFU marker · the die is rolled again"
    asks = "have the enemy's die rolled again"

    def do(self, s: State, f: Contest, a: int, b: int, dice: Dice, /) -> None:
        s.snafu = other(f.holder)
        s.tell("snafu", f.holder)
        accepted = (*f.accepted[: f.die], dice.draw(D10, s.snafu, "5.2-a"), *f.accepted[f.die + 1 :])
        if f.own == NONE or f.last:
            go_on_with(s, accepted)
        else:
            s.frames.pop()
            s.begin(Contest(s.snafu, accepted, f.own, f.die, last=True))
