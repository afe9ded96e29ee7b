"""The two sides. Every title here sets the Allies against the Axis."""

from __future__ import annotations

from typing import Final

ALLIED: Final = 0
AXIS: Final = 1
SIDES: Final = ("allied", "axis")
NAMES: Final = ("Allied", "Axis")  # as people call them, where a title has no names of its own

EVERYONE: Final = 0b111  # audiences are bit sets: one bit for each side, one for spectators
SPECTATORS: Final = 0b100


def other(side: int) -> int:
    return 1 - side


def only(side: int) -> int:
    """The audience of one side alone."""
    return 1 << side


def all_but(side: int) -> int:
    """The audience of everyone else."""
    return EVERYONE & ~only(side)
