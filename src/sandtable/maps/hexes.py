"""Flat-topped hexes in columns, numbered CCRR. Which columns sit half a hex lower differs from sheet to sheet."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel.data import DataError

DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
OFF_MAP: Final = -1


class Hexes:
    """The hexes of a sheet by number: neighbours by direction, hexsides, distances.

    >>> grid = Hexes([(c, r) for c in (1, 2, 3) for r in (1, 2, 3)], odd_lower=True)
    >>> here = grid.number["0202"]
    >>> [grid.ids[n] for n in grid.neighbours[here]]
    ['0201', '0301', '0302', '0203', '0102', '0101']
    """

    def __init__(self, hexes: Iterable[tuple[int, int]], odd_lower: bool) -> None:
        self.odd_lower: bool = odd_lower
        self.places: tuple[tuple[int, int], ...] = tuple(hexes)  # column and row of each
        self.ids: tuple[str, ...] = tuple([f"{c:02}{r:02}" for c, r in self.places])
        self.number: dict[str, int] = {id: n for n, id in enumerate(self.ids)}
        self.axials: tuple[tuple[int, int], ...] = tuple([axial(c, r, odd_lower) for c, r in self.places])
        at = {place: n for n, place in enumerate(self.places)}
        self.toward: tuple[tuple[int, ...], ...] = tuple(  # in each of the six directions: a hex or OFF_MAP
            [tuple([at.get(next_to(c, r, d, odd_lower), OFF_MAP) for d in range(6)]) for c, r in self.places]
        )
        self.neighbours: tuple[tuple[int, ...], ...] = tuple([tuple([n for n in six if n >= 0]) for six in self.toward])

    def __len__(self) -> int:
        return len(self.ids)

    def direction(self, a: int, b: int) -> int:
        """0 (north) to 5 (north-west) for neighbours; raises ValueError for others."""
        return self.toward[a].index(b)

    def side(self, a: int, direction: int) -> int:
        """A number for the hexside, the same from both sides. Sides at the map's edge have one too."""
        b = self.toward[a][direction]
        return a * 6 + direction if b < 0 or a < b else b * 6 + (direction + 3) % 6

    def beside(self, side: int) -> tuple[int, int]:
        """The hexes on both sides of a hexside; OFF_MAP beyond the map's edge."""
        return side // 6, self.toward[side // 6][side % 6]

    def side_between(self, a: int, b: int) -> int:
        return self.side(a, self.direction(a, b))

    def find(self, id: str, where: str) -> int:
        """The number of a hex that a table names; `where` says file, record and field."""
        number = self.number.get(id)
        if number is None:
            raise DataError(f"{where}: there is no hex {id!r}")
        return number

    def hexsides(self, table: str, pairs: Iterable[tuple[str, str]]) -> list[tuple[int, int]]:
        """The numbers of both hexes of each hexside that a table names: they must be adjacent, and each side is there once."""
        found: dict[int, tuple[int, int]] = {}
        for first, second in pairs:
            where = f"{table}.csv, record {first} {second}"
            a, b = self.find(first, where), self.find(second, where)
            if b not in self.neighbours[a]:
                raise DataError(f"{where}: the hexes are not adjacent")
            side = self.side_between(a, b)
            if side in found:
                raise DataError(f"{where}: this hexside is there twice, also as {' '.join([self.ids[h] for h in found[side]])}")
            found[side] = (a, b)
        return list(found.values())

    def distance(self, a: int, b: int) -> int:
        return apart(self.axials[a], self.axials[b])

    def away(self, hex: int) -> bytes:
        """How far every hex is from one. Sheets are smaller than 256 hexes across."""
        return measure(self, hex)

    def centre(self, n: int, side: float) -> tuple[float, float]:
        """Where it is drawn, for hexes of that side."""
        c, r = self.places[n]
        lower = (c & 1) == (1 if self.odd_lower else 0)
        return c * 1.5 * side, (r + (0.5 if lower else 0.0)) * math.sqrt(3.0) * side


def read_hexes(ids: Sequence[str], odd_lower: bool, table: str = "hexes") -> Hexes:
    """The sheet with these hexes, named by column and row."""
    for id in ids:
        if len(id) != 4 or not id.isdecimal():
            raise DataError(f"{table}.csv, record {id}, field id: a hex is named by two digits for its column and two for its row")
    return Hexes([(int(id[:2]), int(id[2:])) for id in ids], odd_lower)


def next_to(c: int, r: int, direction: int, odd_lower: bool) -> tuple[int, int]:
    """Column and row of the neighbour in a direction."""
    low = 1 if (c & 1) == (1 if odd_lower else 0) else 0
    return ((c, r - 1), (c + 1, r - 1 + low), (c + 1, r + low), (c, r + 1), (c - 1, r + low), (c - 1, r - 1 + low))[direction]


@lru_cache(maxsize=2_000)
def measure(grid: Hexes, hex: int) -> bytes:
    """Asked for again and again, of some hexes alone."""
    here = grid.axials[hex]
    return bytes([apart(here, there) for there in grid.axials])


def steps_apart(a: tuple[int, int], b: tuple[int, int], odd_lower: bool) -> int:
    """How many hexes lie between two places of the grid, on the sheet or off it, counting the last."""
    return apart(axial(*a, odd_lower), axial(*b, odd_lower))


def apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The same of axial places."""
    (q1, r1), (q2, r2) = a, b
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))


def axial(c: int, r: int, odd_lower: bool) -> tuple[int, int]:
    return c, r - (c - (c & 1) if odd_lower else c + (c & 1)) // 2


def corners(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
    """The outline of a hex around its centre, from the north-east corner clockwise: side k lies between corners k-1 and k."""
    high = side * math.sqrt(3.0) / 2
    return (
        (x + side / 2, y - high), (x + side, y), (x + side / 2, y + high),
        (x - side / 2, y + high), (x - side, y), (x - side / 2, y - high),
    )  # fmt: skip
