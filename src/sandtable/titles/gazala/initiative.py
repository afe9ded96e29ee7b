"""6.0 Initiative."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.titles.gazala.frames import Actions, Turn
from sandtable.titles.gazala.state import State

NO_ROLL: Final = Refusal("6.0-c", "on the first turn there is no initiative: the Axis act twice, then the sides alternate")


def roll_initiative(s: State, f: Turn, dice: Dice) -> None:
    """The higher roll holds the initiative; ties are rolled again. Not on the first turn."""
    opening = s.edition.turn_rows[s.turn - 1].opening
    f.holder = -1
    if opening:
        f.first = SIDES.index(opening)
        return
    while f.holder < 0:
        axis, allied = dice.draw(D10_FROM_0, AXIS, "6.0-a"), dice.draw(D10_FROM_0, ALLIED, "6.0-a")
        if axis != allied:
            f.holder = AXIS if axis > allied else ALLIED
    s.tell("initiative", f.holder)


class GoFirst(Act[State, Turn]):
    """The holder decides who performs the first Action Phase."""

    rule = "6.0-b"
    form = "first side"
    label = "Let the {side} side act first"
    asks = "choose who acts first"

    def candidates(self, s: State, f: Turn) -> list[Args]:
        return [(ALLIED, 0), (AXIS, 0)]

    def why_not(self, s: State, f: Turn, side: int, _: int, /) -> Optional[Refusal]:
        return NO_ROLL if f.holder < 0 else None

    def do(self, s: State, f: Turn, side: int, _: int, dice: Dice, /) -> None:
        f.first = side


def open_actions(s: State, f: Turn, dice: Dice) -> None:
    s.tell("first", f.first)
    s.begin(Actions(f.first, twice=s.edition.turn_rows[s.turn - 1].opening != ""))
