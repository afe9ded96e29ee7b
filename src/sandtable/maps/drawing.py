"""A board of hexes drawn from data: the hexes of a title, what each looks like, and its `draw.json`.

`draw.json` holds what only the eye needs; a wrong file is told by its name and the field.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Optional

import msgspec

from sandtable.face.board import Badge, Board, Cover, Edge, Face, Line, LineKind, Point, Region, Space
from sandtable.kernel.data import DataError
from sandtable.maps.hexes import Hexes, corners
from sandtable.maps.naming import spoken_hexes


class Lettering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name on the map that belongs to no hex. `at` is a column and a row, with parts of them."""

    text: str
    at: tuple[float, float]
    size: float
    angle: float = 0.0  # degrees, clockwise
    tone: Literal["land", "sea"] = "land"


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road or track from hex to hex."""

    name: str
    kind: LineKind
    spaces: tuple[str, ...]


class Drawing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: float  # of a hex, in map units
    margin: Point  # where column 0 and row 0 lie
    edge: Point  # what is left free beyond the last column and row
    counter: float
    label: float  # where names stand: so much of a side below the centre of the hex
    opposite: tuple[str, ...] = ()  # hexes whose name stands at the other edge
    scale: float = 1.0
    regions: tuple[Lettering, ...] = ()
    lines: tuple[Course, ...] = ()
    stripes: dict[str, str] = {}  # colours of formations


class Look(NamedTuple):
    """What a hex shows."""

    name: str
    terrain: str
    cover: Cover = ""
    fort: bool = False
    label: bool = False  # whether the name is written on the map
    badges: tuple[Badge, ...] = ()


def read_drawing(path: Path) -> Drawing:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Drawing)
    except (OSError, msgspec.DecodeError) as error:
        raise DataError(f"{path.name}: {error}") from None


class Sheet:
    """Where the hexes of a sheet lie."""

    def __init__(self, grid: Hexes, drawing: Drawing) -> None:
        self.grid: Hexes = grid
        self.drawing: Drawing = drawing

    def centre(self, hex: int) -> Point:
        x, y = self.grid.centre(hex, self.drawing.side)
        return round(x + self.drawing.margin[0], 2), round(y + self.drawing.margin[1], 2)

    def between(self, column: float, row: float) -> Point:
        """A point of the grid that need be no hex."""
        left, top = self.drawing.margin
        return left + column * 1.5 * self.drawing.side, top + row * math.sqrt(3.0) * self.drawing.side

    def size(self) -> Point:
        centres = [self.centre(hex) for hex in range(len(self.grid))]
        right, low = self.drawing.edge
        return round(max([x for x, _ in centres]) + right, 2), round(max([y for _, y in centres]) + low, 2)

    def outline(self, hex: int) -> tuple[Point, ...]:
        return tuple([(round(x, 2), round(y, 2)) for x, y in corners(*self.centre(hex), self.drawing.side)])

    def hexside(self, a: int, b: int) -> tuple[Point, Point]:
        """Both ends of the side between two hexes."""
        ring, side = corners(*self.centre(a), self.drawing.side), self.grid.direction(a, b)
        ends = [(round(x, 1), round(y, 1)) for x, y in (ring[side - 1], ring[side])]
        return ends[0], ends[1]

    def label(self, hex: int) -> Point:
        x, y = self.centre(hex)
        below = self.drawing.label * (-1 if self.grid.ids[hex] in self.drawing.opposite else 1)
        return x, round(y + below * self.drawing.side, 2)

    def space(self, hex: int, look: Look, near: Sequence[int]) -> Space:
        return Space(
            id=self.grid.ids[hex],
            name=look.name,
            centre=self.centre(hex),
            outline=self.outline(hex),
            terrain=look.terrain,
            cover=look.cover,
            fort=look.fort,
            label=self.label(hex) if look.label else None,
            badges=look.badges,
            neighbours=tuple([self.grid.ids[n] for n in near]),
        )


def hex_board(
    grid: Hexes,
    drawing: Drawing,
    looks: Sequence[Look],
    neighbours: Sequence[Sequence[int]],  # as the arrow keys walk
    faces: dict[str, Face],
    edges: Iterable[Edge],
    lines: Iterable[Line] = (),
) -> Board:
    """The board; lines come besides those of the drawing."""
    sheet = Sheet(grid, drawing)
    named = [Line(line.kind, spaces=line.spaces, name=line.name) for line in drawing.lines]
    return Board(
        kind="hex",
        size=sheet.size(),
        spaces=tuple([sheet.space(hex, look, neighbours[hex]) for hex, look in enumerate(looks)]),
        faces=faces,
        edges=tuple(edges),
        lines=(*named, *lines),
        regions=tuple([Region(r.text, sheet.between(*r.at), r.size, r.angle, r.tone) for r in drawing.regions]),
        counter=drawing.counter,
        scale=drawing.scale,
        spoken=nameless(grid, ["" if look.name == id else look.name for look, id in zip(looks, grid.ids, strict=True)]),
    )


def nameless(grid: Hexes, names: Sequence[str]) -> dict[str, str]:
    """What the hexes without a name of their own are called."""
    return {grid.ids[hex]: called for hex, called in enumerate(spoken_hexes(grid, names)) if not names[hex]}


def border(sheet: Sheet, kind: LineKind, name: str, sides: Iterable[tuple[int, int]]) -> Line:
    """A line along hexsides, from north to south."""
    ends = {end for a, b in sides for end in sheet.hexside(a, b)}
    return Line(kind, tuple(sorted(ends, key=lambda end: end[1])), name=name)


def courses(links: Iterable[tuple[LineKind, str, str, str]]) -> tuple[Line, ...]:
    """Roads and trails from their single steps (kind, name, and the hexes at both ends): a chain for each unbroken stretch."""
    by_name: dict[tuple[LineKind, str], dict[str, list[str]]] = {}
    for kind, name, a, b in links:
        near = by_name.setdefault((kind, name), {})
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return tuple([Line(kind, spaces=chain, name=name) for (kind, name), near in by_name.items() for chain in chains(near)])


def chains(near: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """
    >>> chains({"a": ["b"], "b": ["a", "c"], "c": ["b"]})
    [('a', 'b', 'c')]
    """
    left = {frozenset((a, b)) for a, others in near.items() for b in others}
    found: list[tuple[str, ...]] = []
    for start in sorted(near, key=lambda id: (len(near[id]) != 1, id)):
        for second in near[start]:
            if frozenset((start, second)) not in left:
                continue
            chain = [start]
            step: Optional[str] = second
            while step is not None:
                left.discard(frozenset((chain[-1], step)))
                chain.append(step)
                step = next((id for id in near[step] if frozenset((step, id)) in left), None)
            found.append(tuple(chain))
    return found
