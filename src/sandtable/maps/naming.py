"""Places as people call them: a hex by its name, or by the nearest place that has one."""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from typing import Final

from sandtable.maps.hexes import Hexes

WINDS: Final = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")
NEAR: Final = 2  # from this many hexes on the distance is told too


def spoken_hexes(grid: Hexes, names: Sequence[str], known: Container[int] = ()) -> list[str]:
    """For each hex "Point 171 (1520)", or "1521 (south of Point 171)", given the names of those that have one; of places
    equally near one that is well known.

    >>> spoken_hexes(Hexes([(1, 1), (1, 2), (1, 3), (1, 4)], odd_lower=True), ["Tobruk", "", "", ""])
    ['Tobruk (0101)', '0102 (south of Tobruk)', '0103 (south of Tobruk)', '0104 (3 hexes south of Tobruk)']
    """
    named = [n for n, name in enumerate(names) if name]
    named.sort(key=lambda place: place not in known)
    far = [grid.away(place) for place in named]
    return [spoken_hex(grid, names, named, far, n) for n in range(len(grid))]


def spoken_hex(grid: Hexes, names: Sequence[str], named: Sequence[int], away: Sequence[bytes], hex: int) -> str:
    if names[hex] or not named:
        return f"{names[hex]} ({grid.ids[hex]})" if names[hex] else grid.ids[hex]
    hexes = [there[hex] for there in away]
    far = min(hexes)
    near = named[hexes.index(far)]
    where = f"{f'{far} hexes ' if far > NEAR else ''}{wind(grid, near, hex)} of {names[near].partition(' (')[0]}"
    return f"{grid.ids[hex]} ({where})"


def wind(grid: Hexes, a: int, b: int) -> str:
    """Where the second lies as seen from the first: one of the eight winds."""
    (x1, y1), (x2, y2) = grid.centre(a, 1.0), grid.centre(b, 1.0)
    return WINDS[round(math.atan2(y2 - y1, x2 - x1) / (math.pi / 4)) % 8]
