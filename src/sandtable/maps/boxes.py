"""Boxes joined by roads: point to point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.kernel.data import DataError


class Road(NamedTuple):
    """Joins two boxes; what the rules know of it is in `kind`, and a terrain line bars the way into those in `lines`."""

    a: int
    b: int
    kind: int  # the place of its class in the list of classes, best first
    lines: tuple[int, ...] = ()
    rail: bool = False


class Boxes:
    """Boxes by name and number; roads by number, and those that leave a box.

    >>> map = Boxes(["Tobruk", "Gazala"], ["major", "track"], [("Tobruk", "Gazala", "major", ["Gazala"], False)])
    >>> map.neighbours, map.roads[map.road[0][1]].lines
    (((1,), (0,)), (1,))
    """

    def __init__(
        self,
        ids: Sequence[str],
        kinds: Sequence[str],
        roads: Iterable[tuple[str, str, str, Sequence[str], bool]],  # both ends, class, terrain lines into, rail
        table: str = "roads",  # the file they come from, for messages
    ) -> None:
        self.ids: tuple[str, ...] = tuple(ids)
        self.kinds: tuple[str, ...] = tuple(kinds)
        self.number: dict[str, int] = {id: n for n, id in enumerate(ids)}
        self.roads: tuple[Road, ...] = tuple([self.read(*row, table) for row in roads])
        leaving: list[dict[int, int]] = [{} for _ in ids]
        for n, road in enumerate(self.roads):
            if road.b in leaving[road.a]:
                raise DataError(f"{table}.csv, record {self.ids[road.a]} {self.ids[road.b]}: two roads join these boxes")
            leaving[road.a][road.b] = n
            leaving[road.b][road.a] = n
        self.road: tuple[dict[int, int], ...] = tuple(leaving)  # of a box: neighbour -> road
        self.neighbours: tuple[tuple[int, ...], ...] = tuple([tuple(sorted(ways)) for ways in leaving])

    def read(self, a: str, b: str, kind: str, lines: Sequence[str], rail: bool, table: str) -> Road:
        where = f"{table}.csv, record {a} {b}"
        for id in (a, b):
            if id not in self.number:
                raise DataError(f"{where}: there is no box {id!r}")
        if a == b:
            raise DataError(f"{where}: a road joins two boxes")
        if kind not in self.kinds:
            raise DataError(f"{where}: there is no road class {kind!r}; there are {', '.join(self.kinds)}")
        for id in lines:
            if id not in (a, b):
                raise DataError(f"{where}: a terrain line lies before one of the two boxes, not before {id!r}")
        lines_into = tuple([self.number[id] for id in lines])
        return Road(self.number[a], self.number[b], self.kinds.index(kind), lines_into, rail)

    def __len__(self) -> int:
        return len(self.ids)
