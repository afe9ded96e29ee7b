"""One scale for each quantity that knows fractions: whole numbers everywhere, exact, with one place to look up which.

Strengths, efficiency and bombing in the course of a sum are `Fraction`s (see `kernel.tally`); what is *kept* is scaled.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.kernel.data import DataError
from sandtable.kernel.tally import text_of

SP: Final = 2  # Stacking Points are kept in halves: losses are rounded to halves (9.E.1)
RATING: Final = 2  # printed attack and defence in halves: (1) counts one half (5.A.2)
MP: Final = 4  # movement points in quarters: 1.5 in desert, halved when short of supply, engineers by size
ROUTE: Final = 4  # hexes of a supply route in quarters: 1.5 for desert, half as much again in a Reduced EZOI
LP: Final = 3  # Logistics Points in thirds (13.P.2.d)
GSP: Final = 6  # General Supply Points in sixths: thirds from LPs, halves for half an SP
BOMBS: Final = 4  # bombing factors and cargo in quarters: * is one half, a squadron has half of it
WING: Final = 2  # wings in squadrons: steps, and capacity of airbases (4.B.3.a)
VP: Final = 6  # victory points in sixths: half for an air step, a third for a third of an LP


def scaled(value: Fraction, scale: int, where: str) -> int:
    """The value in parts of the scale; it must come out even."""
    whole = value * scale
    if whole.denominator != 1:
        raise DataError(f"{where}: {text_of(value)} cannot be counted in parts of 1/{scale}")
    return whole.numerator
