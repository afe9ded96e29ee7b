"""What spares computer players the looking ahead."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Option
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import ALLIED
from sandtable.titles.gazala.frames import AirAttack
from sandtable.titles.gazala.state import State, holds


def is_idle(s: State, o: Option) -> bool:
    """13.4 Aircraft that are there and attack nobody: they have nothing to lose. 14.1 A breach that cannot be finished, since the
    enemy stands there, or no turn is left for it: who works at it neither moves nor attacks."""
    verb, _, hex = o
    if verb == "breach":
        return holds(s, hex, ALLIED) or s.turn == s.edition.scenario_rows[s.scenario].last_turn
    return verb == "pass" and isinstance(s.frames[-1], AirAttack)


HINTS: Final = Hints(marches=("move",), halts=("halt",), blows=("attack",), idle=is_idle)
