"""Hexes of a sheet joined with boxes off the sheet: one numbering, one graph. Hexes come first, then the boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Optional

from sandtable.kernel.data import DataError
from sandtable.maps.hexes import Hexes, steps_apart


class Exit(NamedTuple):
    """The way between a box and a hex of the sheet's edge: what it costs, and what runs along it."""

    box: int
    hex: int
    cost: int  # in the title's own units
    kinds: tuple[str, ...]  # "road", "track", "rail"


class Joined:
    """Spaces by name and number. A box has a place of its own in the grid, outside the sheet, for distances as the crow flies.

    >>> sheet = Hexes([(1, 1), (1, 2), (2, 1)], odd_lower=False)
    >>> map = Joined(sheet, [("BEN", -9, 5)], [("BEN", "0102", 10, "road"), ("BEN", "0102", 10, "rail")])
    >>> ben, edge = map.number["BEN"], map.number["0102"]
    >>> map.neighbours[ben] == (edge,), ben in map.neighbours[edge], map.exit(edge, ben).kinds
    (True, True, ('road', 'rail'))
    """

    def __init__(
        self,
        hexes: Hexes,
        boxes: Sequence[tuple[str, int, int]],  # name, column and row
        exits: Iterable[tuple[str, str, int, str]],  # box, hex, cost, kind; several kinds of one way are several rows
        table: str = "exits",  # the file they come from, for messages
    ) -> None:
        self.hexes: Hexes = hexes
        self.sheet: int = len(hexes)  # numbers below this are hexes
        self.ids: tuple[str, ...] = (*hexes.ids, *[name for name, _, _ in boxes])
        self.number: dict[str, int] = {id: n for n, id in enumerate(self.ids)}
        if len(self.number) != len(self.ids):
            twice = next(id for id in self.ids if self.ids.count(id) > 1)
            raise DataError(f"{table}.csv: two spaces are called {twice!r}")
        self.places: tuple[tuple[int, int], ...] = (*hexes.places, *[(c, r) for _, c, r in boxes])
        self.exits: dict[tuple[int, int], Exit] = {}  # by box and hex
        for box, hex, cost, kind in exits:
            self.join(box, hex, cost, kind, table)
        near: list[list[int]] = [[*there] for there in hexes.neighbours] + [[] for _ in boxes]
        for b, h in self.exits:
            near[b].append(h)
            near[h].append(b)
        self.neighbours: tuple[tuple[int, ...], ...] = tuple([tuple(there) for there in near])

    def join(self, box: str, hex: str, cost: int, kind: str, table: str) -> None:
        b, h = self.number.get(box, 0), self.number.get(hex, self.sheet)
        if b < self.sheet:
            known = ", ".join(self.ids[self.sheet :])
            raise DataError(f"{table}.csv, record {box} {hex}, field box: there is no box {box!r}; there are {known}")
        if h >= self.sheet:
            raise DataError(f"{table}.csv, record {box} {hex}, field hex: there is no hex {hex!r}")
        known_exit = self.exits.get((b, h))
        if known_exit is None:
            self.exits[b, h] = Exit(b, h, cost, (kind,))
        elif known_exit.cost != cost or kind in known_exit.kinds:
            raise DataError(f"{table}.csv, record {box} {hex}: is there twice, with cost {known_exit.cost} and {cost}")
        else:
            self.exits[b, h] = known_exit._replace(kinds=(*known_exit.kinds, kind))

    def __len__(self) -> int:
        return len(self.ids)

    def is_box(self, space: int) -> bool:
        return space >= self.sheet

    def exit(self, a: int, b: int) -> Optional[Exit]:
        """The way between a box and a hex, in either order; none between two hexes."""
        return self.exits.get((a, b)) or self.exits.get((b, a))

    def distance(self, a: int, b: int) -> int:
        """As the crow flies, boxes included."""
        return steps_apart(self.places[a], self.places[b], self.hexes.odd_lower)
