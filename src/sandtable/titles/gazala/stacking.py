"""10.0 Stacking: at most two units in a hex, Pavia and Brescia alone, judged at the moments that the rule names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.gazala.frames import Stacking
from sandtable.titles.gazala.state import State, crowded, eliminate

NOT_CROWDED: Final = Refusal("10.0-d", "its hex is not over the limit")


def judge_stacking(s: State, side: int, hexes: Iterable[int]) -> None:
    """Of these hexes those over the limit are brought down to it by their owner."""
    over = tuple(sorted({hex for hex in hexes if hex >= 0 and crowded(s, s.stack[hex])}))
    if over:
        s.begin(Stacking(side, over))


class Eliminate(Act[State, Stacking]):
    """The owner chooses who goes."""

    rule = "10.0-d"
    form = "remove unit"
    label = "Eliminate {unit}"
    asks = "choose who is eliminated for over-stacking"

    def candidates(self, s: State, f: Stacking) -> list[Args]:
        return [(u, 0) for hex in f.hexes if crowded(s, s.stack[hex]) for u in s.stack[hex]]

    def why_not(self, s: State, f: Stacking, unit: int, _: int, /) -> Optional[Refusal]:
        hex = s.where[unit]
        return None if hex in f.hexes and crowded(s, s.stack[hex]) else NOT_CROWDED

    def do(self, s: State, f: Stacking, unit: int, _: int, dice: Dice, /) -> None:
        eliminate(s, unit)
