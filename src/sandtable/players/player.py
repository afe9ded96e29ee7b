"""What a computer player is."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Option
from sandtable.titles import AnyTitle


class Player(Protocol):
    """Decides for a side. The same dice, the same decisions."""

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        """One of the options of `s`, which `side` decides. `s` is not changed; `dice` are for the player's own thoughts."""
        ...
