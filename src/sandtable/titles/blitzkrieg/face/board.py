"""The map and the counters as they are drawn."""

from __future__ import annotations

from typing import Final

from sandtable.face.board import Badge, Board, Face, Figure, Line, Link, Nation, Region, Space, UnitSymbol
from sandtable.kernel.sides import SIDES
from sandtable.titles.blitzkrieg.edition import Edition, drawing
from sandtable.titles.blitzkrieg.records import BoxRow, Unit

SYMBOLS: Final[dict[str, UnitSymbol]] = {
    "ARM": "armour",
    "RECON": "recon",
    "INF": "infantry",
    "ART": "artillery",
    "AIR": "air",
    "HQ": "hq",
}
NATION_OF: Final[dict[str, Nation]] = {"axis": "german", "allied": "british"}
MANY: Final = 9  # supply units in one place; more are shown as so many


def board(edition: Edition) -> Board:
    draw = drawing()
    return Board(
        kind="box",
        size=(float(draw["size"][0]), float(draw["size"][1])),
        spaces=(*[space(edition, row) for row in edition.box_rows], *beside()),
        faces=faces(edition),
        links=tuple([link(edition, n) for n in range(len(edition.road_rows))]),
        lines=lines(edition),
        land=(land(draw["coast"], draw["size"]),),
        regions=tuple(
            [Region(r["text"], (r["at"][0], r["at"][1]), r["size"], tone=r.get("tone", "land")) for r in draw["regions"]]
        ),
        counter=46.0,
    )


def land(coast: list[list[float]], size: list[float]) -> tuple[tuple[float, float], ...]:
    """Everything south of the coast."""
    return (*[(x, y) for x, y in coast], (size[0], coast[-1][1]), (size[0], size[1]), (0.0, size[1]), (0.0, coast[0][1]))


def space(edition: Edition, row: BoxRow) -> Space:
    x, y = drawing()["places"][row.id]
    number = edition.b(row.id)
    return Space(
        id=row.id,
        name=row.id,
        centre=(x, y),
        shape="plate",
        label=(x, y),
        badges=badges(row),
        per_row=4,
        neighbours=tuple([edition.box_rows[there].id for there in edition.neighbours[number]]),
    )


def beside() -> tuple[Space, ...]:
    """Places that a move can name and that are no box: the Holding Areas, and the way off the map."""
    places = drawing()["beside"]
    return tuple([Space(id=id, name=id, centre=(x, y), shape="card", label=(x, y)) for id, (x, y) in places.items()])


def badges(row: BoxRow) -> tuple[Badge, ...]:
    found: list[Badge] = []
    if row.depot:
        found.append(Badge("depot", "D", "sw", "depot: supply starts here"))
    if row.port_axis or row.port_allied:
        note = "infantry only" if row.infantry_only else "units a player-turn, Axis/Allied"
        found.append(Badge("port", f"{row.port_axis}/{row.port_allied}", "nw", f"port: {note}"))
    if row.vp_axis or row.vp_allied:
        text = f"{row.vp_axis}/{row.vp_allied}"
        found.append(Badge("vp", text, "ne", f"Victory Points each player-turn, Axis/Allied: {text}"))
    if row.defence:
        found.append(Badge("note", f"+{row.defence}", "n", "defenders fire at +1"))
    if row.entry:
        found.append(Badge("entry", "", "se", f"the {row.entry.capitalize()} enter the map here", side=SIDES.index(row.entry)))
    return tuple(found)


def link(edition: Edition, n: int) -> Link:
    row = edition.road_rows[n]
    bars = tuple([end for end, barred in ((row.a, row.line_a), (row.b, row.line_b)) if barred])
    return Link(row.a, row.b, row.kind, bars=bars)


def lines(edition: Edition) -> tuple[Line, ...]:
    draw = drawing()
    rail = tuple([edition.box_rows[box].id for box in edition.railway])
    return (
        Line("railway", spaces=rail, name="Railway"),
        *[Line("escarpment", tuple([(x, y) for x, y in path]), scenery=True) for path in draw["escarpments"]],
        Line("frontier", tuple([(x, y) for x, y in draw["frontier"]]), name="Frontier", scenery=True),
        Line("escarpment", tuple([(x, y) for x, y in draw["depression"]]), name="Qattara Depression", scenery=True),
    )


# Counters


def face_key(id: str, weak: bool) -> str:
    return f"{id}:damaged" if weak else id


def supply_face(side: int, count: int) -> str:
    return f"SU {SIDES[side]} {min(count, MANY)}"


def single_face(face: str) -> str:
    """Supply units go one by one, from a pile to a pile."""
    return f"{face.rpartition(' ')[0]} 1"


def faces(edition: Edition) -> dict[str, Face]:
    found = {face_key(row.id, weak): face(row, weak) for row in edition.unit_rows for weak in (False, True)}
    for side, name in enumerate(SIDES):
        for count in range(1, MANY + 1):
            found[supply_face(side, count)] = Face(
                NATION_OF[name],
                "supply",
                str(count),
                title="Supply unit" if count == 1 else f"{count} supply units",
                name="supply unit" if count == 1 else f"{count} supply units",
            )
    return found


def nation_of(row: Unit) -> Nation:
    found: Nation = drawing()["nations"].get(row.id, NATION_OF[row.side])
    return found


def short_name(row: Unit) -> str:
    """What is printed above the symbol, which tells the type: "21 Arm" is "21"."""
    if row.type == "AIR":
        return " ".join(row.id.split()[1:])  # the colour tells the side
    words = [word for word in row.id.split() if word.upper() not in SYMBOLS and not word.startswith("(")]
    return " ".join(words).replace(".", "")


def face(row: Unit, weak: bool) -> Face:
    stripe = drawing()["stripes"].get(row.division, "")
    state = [word for word, holds in (("anti-vehicle", row.circled), ("superior", row.superior), ("damaged", weak)) if holds]
    return Face(
        nation=nation_of(row),
        symbol=SYMBOLS[row.type],
        factors="" if row.type == "HQ" else f"({row.cv})" if row.circled else str(row.cv),
        top=short_name(row),
        stripe=stripe,
        corner_shape="triangle" if stripe else "",
        note="-1" if row.superior else "",
        weak=weak,
        wheels=row.motorised and row.type in ("INF", "ART"),
        title=", ".join([row.spoken, *([] if row.formation in row.spoken else [row.formation]), *state]),
        name=row.spoken,
        figures=figures(row, weak),
    )


def figures(row: Unit, weak: bool) -> tuple[Figure, ...]:
    """An HQ has none; a damaged unit keeps its Combat Value (R5); 11.2.1, 11.2.2 for circled and superior units."""
    if row.type == "HQ":
        return ()
    found = [Figure(str(row.cv), "combat")]
    if row.circled:
        found.append(Figure("+1", "against vehicles"))
    if row.superior:
        found.append(Figure("−1", "enemy fire at it"))
    return (*found, Figure("damaged" if weak else "whole", "state"))
