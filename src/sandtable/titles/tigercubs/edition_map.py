"""The sheet, the boxes, and what every step on them costs: the part of the edition that knows geography."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TypeVar

from sandtable.kernel.data import DataError
from sandtable.kernel.rules import Edition as BaseEdition
from sandtable.kernel.sides import SIDES
from sandtable.maps.graph import CLOSED
from sandtable.maps.joined import Joined
from sandtable.titles.tigercubs.kinds import CLASSES, NONE, OPEN
from sandtable.titles.tigercubs.records import Box, City, Fort, Hex, Hexside, LineRow, SideKind, Terrain
from sandtable.titles.tigercubs.scales import MP, ROUTE, scaled

Costs = tuple[dict[int, int], ...]  # of a place: neighbour -> cost
T = TypeVar("T")


class MapFacts(BaseEdition):
    """Places by number: the hexes of the sheet, then the boxes. `Edition` reads the rows."""

    hex_rows: list[Hex]
    hexside_rows: list[Hexside]
    line_rows: list[LineRow]
    box_rows: list[Box]
    terrain_rows: list[Terrain]
    city_rows: list[City]
    side_rows: list[SideKind]
    fort_rows: list[Fort]
    map: Joined

    def lay_out_map(self) -> None:
        """2.F.1: what lies where; which hexes can be entered at all."""
        rows = self.hex_rows
        self.sheet: int = self.map.sheet  # places below this are hexes
        self.places: int = len(self.map)
        self.boxes: range = range(self.sheet, self.places)
        kinds = {row.id: row for row in self.terrain_rows}
        self.terrain: tuple[Terrain, ...] = tuple(
            [known(kinds, row.terrain, f"hexes.csv, record {row.id}, field terrain", "terrain.csv") for row in rows]
        )
        self.column: tuple[int, ...] = tuple([c for c, _ in self.map.places])
        self.passable: tuple[bool, ...] = tuple([t.going != "prohibited" for t in self.terrain] + [True] * len(self.box_rows))
        self.sea: tuple[bool, ...] = tuple([row.terrain == "sea" for row in rows] + [False] * len(self.box_rows))
        self.owner: tuple[int, ...] = tuple(
            [SIDES.index(row.owner) if row.owner else NONE for row in rows] + [SIDES.index(row.owner) for row in self.box_rows]
        )
        self.edge: tuple[tuple[int, ...], ...] = tuple(  # 13.N: where the line of supply of each side ends, Allied first
            [tuple([h for h, row in enumerate(rows) if row.edge == edge and self.passable[h]]) for edge in ("east", "west")]
        )
        grid = self.map.hexes
        self.around: tuple[tuple[int, ...], ...] = (*grid.neighbours, *[() for _ in self.box_rows])  # hexes next to a hex
        self.near: tuple[tuple[int, ...], ...] = tuple(  # where a ground unit can step, boxes included
            [tuple([t for t in self.map.neighbours[p] if self.passable[t]]) if self.passable[p] else () for p in range(self.places)]
        )
        self.coastal: tuple[bool, ...] = tuple(
            [self.passable[p] and any(self.sea[t] for t in self.around[p]) for p in range(self.places)]
        )
        side_number = {row.id: n for n, row in enumerate(self.side_rows)}
        if self.side_rows[OPEN].id != "open":
            raise DataError("sides.csv: the first record must be open")
        kind_of: list[dict[int, int]] = [{} for _ in range(self.places)]
        for row in self.hexside_rows:
            where = f"hexsides.csv, record {row.a} {row.b}"
            a, b = self.place(row.a, where), self.place(row.b, where)
            if b not in self.around[a]:
                raise DataError(f"{where}: these hexes are not adjacent")
            kind = known(side_number, row.kind, f"{where}, field kind", "sides.csv")
            kind_of[a][b] = kind_of[b][a] = kind
        self.side_kind: tuple[dict[int, int], ...] = tuple(kind_of)  # of a place: neighbour -> row of sides; none: open
        forts = {
            row.id: known(side_number, row.side, f"forts.csv, record {row.id}, field side", "sides.csv") for row in self.fort_rows
        }
        self.fort: dict[int, int] = {  # 4.A.2 printed forts: the row of sides that every land side has, while unreduced
            h: known(forts, row.fort, f"hexes.csv, record {row.id}, field fort", "forts.csv")
            for h, row in enumerate(rows)
            if row.fort
        }
        cities = {row.id: row for row in self.city_rows}
        self.city: dict[int, City] = {
            h: known(cities, row.city, f"hexes.csv, record {row.id}, field city", "cities.csv")
            for h, row in enumerate(rows)
            if row.city
        }

    def lay_out_lines(self) -> None:
        """7.F: which neighbours a road, a track or the railway joins."""
        joined: dict[str, list[set[int]]] = {kind: [set() for _ in range(self.places)] for kind in ("road", "track", "rail")}
        for row in self.line_rows:
            path = [self.place(id, f"lines.csv, record {row.id}, field hexes") for id in row.hexes]
            for a, b in pairwise(path):
                if b not in self.around[a]:
                    raise DataError(f"lines.csv, record {row.id}: {self.map.ids[a]} and {self.map.ids[b]} are not adjacent")
                joined[row.kind][a].add(b)
                joined[row.kind][b].add(a)
        for way in self.map.exits.values():
            for kind in way.kinds:
                joined[kind][way.box].add(way.hex)
                joined[kind][way.hex].add(way.box)
        self.road: tuple[frozenset[int], ...] = tuple([frozenset(there) for there in joined["road"]])
        self.track: tuple[frozenset[int], ...] = tuple([frozenset(there) for there in joined["track"]])
        self.rail: tuple[frozenset[int], ...] = tuple([frozenset(there) for there in joined["rail"]])
        self.bridged: frozenset[int] = frozenset(  # hexsides where a road crosses a wadi or an escarpment
            [self.hexside(a, b) for a in range(self.sheet) for b in self.road[a] if self.side_kind[a].get(b, OPEN) != OPEN]
        )

        self.bridge_hexes: tuple[tuple[int, ...], ...] = tuple(  # of a hex: those beyond a bridged side of it
            [tuple([b for b in self.around[a] if self.hexside(a, b) in self.bridged]) for a in range(self.sheet)]
        )

    def lay_out_costs(self) -> None:
        """7.C.1, 7.F, 13.F.3: the cost of each step, off the lines and along them.

        A step along a line may always be made off it too: where a bridge is down `off_road` holds. Exits of boxes cost the same
        for all and are in both.
        """
        clear = next(row for row in self.terrain_rows if row.id == "clear")
        self.off_road: tuple[Costs, ...] = tuple([self.costs(c, lines=False) for c in CLASSES])  # by class, in quarters of an MP
        self.by_line: tuple[Costs, ...] = tuple([self.costs(c, lines=True) for c in CLASSES])
        self.road_mp: tuple[int, ...] = tuple([column(clear, "mp", c, MP) for c in CLASSES])  # 7.F.1.a.i
        self.route_off_road: Costs = self.route_costs(lines=False)
        self.route_by_line: Costs = self.route_costs(lines=True)

    def costs(self, c: str, lines: bool) -> Costs:
        road = column(next(row for row in self.terrain_rows if row.id == "clear"), "mp", c, MP)

        def step(a: int, b: int) -> int:
            way = self.map.exit(a, b)
            if way is not None:
                return way.cost * MP
            if lines and b in self.road[a]:
                return road
            cost = column(self.terrain[b], "mp", c, MP) + column(self.side_rows[self.side_kind[a].get(b, OPEN)], "mp", c, MP)
            helped = lines and b in self.track[a] and self.terrain[b].id != "salt_marsh"
            return max(MP, cost - MP) if helped else cost

        return tuple([{b: step(a, b) for b in self.near[a]} for a in range(self.places)])

    def route_costs(self, lines: bool) -> Costs:
        def step(a: int, b: int) -> int:
            way = self.map.exit(a, b)
            if way is not None:
                return way.cost * ROUTE
            if lines and (b in self.road[a] or b in self.rail[a]):
                return ROUTE
            side = self.side_rows[self.side_kind[a].get(b, OPEN)]
            return scaled(self.terrain[b].route + side.route, ROUTE, "terrain.csv, field route")

        return tuple([{b: step(a, b) for b in self.near[a]} for a in range(self.places)])

    def distance(self, a: int, b: int) -> int:
        """In hexes, as aircraft fly; boxes have a place of their own off the sheet."""
        return distances(self, a)[b]

    def hexside(self, a: int, b: int) -> int:
        """A number for the side between two neighbours of the sheet, the same from both."""
        return self.map.hexes.side_between(a, b)

    def place(self, id: str, where: str = "") -> int:
        return known(self.map.number, id, where, "hexes.csv and boxes.csv")


@cache
def distances(e: MapFacts, place: int) -> tuple[int, ...]:
    """From a place to every other, in hexes, as aircraft fly."""
    return tuple([e.map.distance(place, there) for there in range(e.places)])


def known(table: dict[str, T], id: str, where: str, file: str) -> T:
    if id not in table:
        raise DataError(f"{where}: there is no {id!r} in {file}")
    return table[id]


def column(row: Terrain | SideKind, what: str, c: str, scale: int) -> int:
    """A cell of the Terrain Effects Chart, scaled; CLOSED for ground that nobody enters."""
    if isinstance(row, Terrain) and row.going == "prohibited":
        return CLOSED
    value: Fraction = getattr(row, f"{what}_{c}")
    return scaled(value, scale, f"{row.id}, field {what}_{c}")
