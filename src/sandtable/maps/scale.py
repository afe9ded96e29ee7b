"""Parts of a movement point counted as whole numbers (halves, twelfths), so that searches add them up exactly and fast."""

from __future__ import annotations

from fractions import Fraction
from typing import Union

from sandtable.kernel.data import DataError


def parts(points: Union[int, float, str], one: int, where: str) -> int:
    """Points from a table as parts, of which so many make one; `where` says file, record and field.

    >>> parts("1/3", 12, "terrain.csv"), parts(1.5, 2, "movement.csv")
    (4, 3)
    """
    try:
        found = Fraction(points) * one
    except (ValueError, ZeroDivisionError):
        raise DataError(f"{where}: {points!r} is no number of points") from None
    if found.denominator != 1 or found < 0:
        raise DataError(f"{where}: {points} points; whole numbers of 1/{one} are accepted")
    return int(found)
