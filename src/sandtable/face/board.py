"""The board as it is drawn: one model for hexes, areas and boxes. Sent once; no rule reads it.

Coordinates are map units, y down. A title makes its `Board` from its data and from `draw.json`, which holds what only the
eye needs (outlines, roads without effect, names of regions, offsets). Kinds are closed lists: whoever draws knows them all, and
draws nothing from a text.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Point = tuple[float, float]

BadgeKind = Literal["circle", "hexagon", "vp", "source", "port", "airfield", "depot", "fort", "mines", "entry", "note"]
Corner = Literal["nw", "ne", "sw", "se", "n", "s", "centre"]
Cover = Literal["", "rough", "dunes", "salt", "green", "sea", "town"]
EdgeKind = Literal["open", "escarpment", "minefield", "fort", "perimeter", "wadi", "ridge", "coast", "sea", "zone"]
LinkKind = Literal["zone_connection", "major", "secondary", "tertiary", "railway", "sea", "air"]
LineKind = Literal["road", "track", "trail", "railway", "frontier", "town", "wadi", "escarpment", "ridge", "minefield"]
Nation = Literal[
    "german", "italian", "british", "indian", "australian", "french", "south_african", "new_zealand", "polish", "neutral"
]
UnitSymbol = Literal[
    "infantry", "motorised", "mechanised", "armour", "recon", "armoured_car", "cavalry", "motorcycle", "parachute", "commando",
    "machine_gun", "at", "tank_destroyer", "aa", "artillery", "engineer", "supply", "column", "terminal", "air", "leader",
    "hq", "unknown",
]  # fmt: skip
Size = Literal["", "company", "squadron", "battery", "battalion", "regiment", "brigade", "division", "corps", "army"]


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed mark of a space: its number and terrain modifier, victory points, a port, a depot."""

    kind: BadgeKind
    text: str = ""
    corner: Corner = "nw"
    title: str = ""  # what it means, for hover and screen readers
    below: str = ""  # of a circle or hexagon: what stands under the line
    side: int = -1  # whose it is


class Space(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    centre: Point  # where counters stand
    outline: tuple[Point, ...] = ()  # closed ring; a box of which the size follows the contents has none
    shape: Literal["polygon", "card", "plate"] = "polygon"
    terrain: str = ""  # in words, where there is something to say
    cover: Cover = ""  # what the ground looks like
    fort: bool = False  # drawn with a fortified rim
    label: Point | None = None  # where the name stands; none: no name is drawn
    badges: tuple[Badge, ...] = ()
    per_row: int = 0  # counters side by side; 0: a pile
    neighbours: tuple[str, ...] = ()  # by the rules, in drawing order: arrow keys walk these


class Edge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A feature on the boundary of two spaces."""

    a: str
    b: str
    kind: EdgeKind
    low: str = ""  # of an escarpment, the space below it
    note: str = ""


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed line that joins two spaces: a road between boxes, a connection of zones."""

    a: str
    b: str
    kind: LinkKind
    bend: float = 0.0
    bars: tuple[str, ...] = ()  # the ends at which a terrain line crosses it


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Roads, tracks, railways, wadis, frontiers: as points, or as a chain of spaces to be smoothed."""

    kind: LineKind
    path: tuple[Point, ...] = ()
    spaces: tuple[str, ...] = ()
    name: str = ""
    scenery: bool = False  # no rule knows of it


class Region(msgspec.Struct, frozen=True, omit_defaults=True):
    text: str
    at: Point
    size: float = 40.0
    angle: float = 0.0  # degrees, clockwise
    tone: Literal["land", "sea"] = "land"


class Figure(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure of a counter in words: "8", "against tanks"."""

    value: str
    name: str
    called: str = ""  # of a piece: what it is called for a viewer who may not know more, "printed strength"


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a counter shows; one for each side or state that looks different."""

    nation: Nation
    symbol: UnitSymbol
    factors: str = ""  # "5-4"; a star is raised
    size: Size = ""  # the echelon mark
    top: str = ""
    left: str = ""
    right: str = ""
    stripe: str = ""  # colour of the formation
    corner: str = ""  # a figure in the top left corner
    corner_shape: Literal["", "square", "triangle", "disc", "circle"] = ""
    note: str = ""  # top right
    pips: tuple[int, int] = (0, 0)  # steps left, steps in all
    weak: bool = False  # reduced, disrupted: drawn with a band and red figures
    wheels: bool = False
    red: str = ""  # which of the factors stand in red: "0", "01"
    title: str = ""  # the whole name, for hover and screen readers
    name: str = ""  # as people call it in a sentence
    figures: tuple[Figure, ...] = ()  # what the figures mean, for whoever has chosen the counter


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: Literal["area", "hex", "box"]
    size: Point
    spaces: tuple[Space, ...]
    faces: dict[str, Face]
    edges: tuple[Edge, ...] = ()
    links: tuple[Link, ...] = ()
    lines: tuple[Line, ...] = ()
    land: tuple[tuple[Point, ...], ...] = ()  # rings; none: all is land
    regions: tuple[Region, ...] = ()
    counter: float = 46.0  # edge of a counter in map units
    scale: float = 1.0  # screen pixels for a map unit at zoom 1
    spoken: dict[str, str] = {}  # what people call a space that has no name: "1521 (south of Point 171)"

    def __repr__(self) -> str:
        return f"<Board: {len(self.spaces)} spaces, {len(self.faces)} faces of counters>"
