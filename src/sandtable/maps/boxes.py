"""Boxes joined by roads: point to point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Road(NamedTuple):
    """Joins two boxes; what the rules know of it is in `kind`, and a terrain line bars the way into those in `lines`."""

    a: int
    b: int
    kind: str
    lines: tuple[int, ...] = ()


class Boxes:
    """Boxes by name and number; roads by number, and those that leave a box."""

    def __init__(self, ids: Sequence[str], roads: Iterable[tuple[str, str, str, Sequence[str]]]) -> None:
        self.ids: tuple[str, ...] = tuple(ids)
        self.number: dict[str, int] = {id: n for n, id in enumerate(ids)}
        self.roads: tuple[Road, ...] = tuple(
            [Road(self.number[a], self.number[b], kind, tuple([self.number[x] for x in lines])) for a, b, kind, lines in roads]
        )
        leaving: list[dict[int, int]] = [{} for _ in ids]
        for n, road in enumerate(self.roads):
            leaving[road.a][road.b] = n
            leaving[road.b][road.a] = n
        self.road: tuple[dict[int, int], ...] = tuple(leaving)  # of a box: neighbour -> road
        self.neighbours: tuple[tuple[int, ...], ...] = tuple([tuple(sorted(ways)) for ways in leaving])

    def __len__(self) -> int:
        return len(self.ids)
