"""What spares computer players the looking ahead."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Option
from sandtable.kernel.robot import Hints
from sandtable.titles.gazala.frames import AirAttack
from sandtable.titles.gazala.state import State


def is_idle(s: State, o: Option) -> bool:
    """13.4 Aircraft that are there and attack nobody: they have nothing to lose."""
    return o[0] == "pass" and isinstance(s.frames[-1], AirAttack)


HINTS: Final = Hints(marches=("move",), halts=("halt",), blows=("attack",), idle=is_idle)
