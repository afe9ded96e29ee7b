"""What a computer player is."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Option
from sandtable.titles import AnyTitle


class Mind(NamedTuple):
    """What a player has to say of its last decision."""

    why: str = ""  # if it thought of something new
    lost: bool = False  # it has no hope left


class Player(Protocol):
    """Decides for a side. The same dice, the same decisions."""

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        """One of the options of `s`, which `side` decides. `s` is not changed; `dice` are for the player's own thoughts."""
        ...


def mind_of(player: Player, turn: int) -> Mind:
    """Of a player that tells: one with a method `mind`. `turn` is the game's."""
    tells = getattr(player, "mind", None)
    found: Mind = tells(turn) if tells is not None else Mind()
    return found
