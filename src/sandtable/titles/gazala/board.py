"""The map and the counters as they are drawn."""

from __future__ import annotations

from typing import Final

from sandtable.face.board import Badge, Board, Edge, Face, Line, Region, Space, UnitSymbol
from sandtable.kernel.sides import AXIS
from sandtable.maps.hexes import corners
from sandtable.titles.gazala.edition import Edition, drawing
from sandtable.titles.gazala.records import Hex, Step, Unit

SIDE: Final = 36.0  # of a hex, in map units
MARGIN: Final = 30.0
SYMBOLS: Final[dict[str, UnitSymbol]] = {"armor": "armour", "anti-tank": "at"}


def board(edition: Edition) -> Board:
    draw = drawing()
    spaces = tuple([space(edition, n, row) for n, row in enumerate(edition.hex_rows)])
    return Board(
        kind="hex",
        size=(max([s.centre[0] for s in spaces]) + SIDE + MARGIN, max([s.centre[1] for s in spaces]) + SIDE + MARGIN),
        spaces=spaces,
        faces=faces(edition),
        edges=edges(edition),
        lines=(*[Line(line["kind"], spaces=tuple(line["spaces"]), name=line["name"]) for line in draw["lines"]], limit(edition)),
        regions=tuple([Region(r["text"], at(edition, r["hex"]), r["size"], r.get("angle", 0.0)) for r in draw["regions"]]),
        counter=44.0,
    )


def at(edition: Edition, id: str) -> tuple[float, float]:
    """The centre of a hex on the sheet; 0101 stands in the upper left corner."""
    x, y = edition.hexes.centre(edition.h(id), SIDE)
    return round(x - SIDE / 2 + MARGIN, 2), round(y - SIDE + MARGIN, 2)


def limit(edition: Edition) -> Line:
    """8.1: the line from 1119 to the south edge, along its hexsides."""
    ends: set[tuple[float, float]] = set()
    for row in edition.side_rows:
        if row.line:
            ring = corners(*at(edition, row.a), SIDE)
            side = edition.way[edition.h(row.a)][edition.h(row.b)]
            ends |= {(round(x, 1), round(y, 1)) for x, y in (ring[side - 1], ring[side])}
    return Line("frontier", tuple(sorted(ends, key=lambda end: end[1])), name="Allied limit")


def space(edition: Edition, number: int, row: Hex) -> Space:
    x, y = at(edition, row.id)
    first = next(other.id for other in edition.hex_rows if other.name == row.name)
    return Space(
        id=row.id,
        name=row.name,
        centre=(x, y),
        outline=tuple([(round(a, 2), round(b, 2)) for a, b in corners(x, y, SIDE)]),
        terrain="fortified" if row.fortified else "" if row.terrain == "desert" else row.terrain,
        fort=row.fortified,
        cover="rough" if row.terrain == "rough" else "",
        label=(x, y + SIDE * 0.62) if row.name and first == row.id else None,  # a ridge of several hexes is named once
        badges=badges(edition, row),
        neighbours=tuple([edition.hexes.ids[n] for n in edition.neighbours[number]]),
    )


def badges(edition: Edition, row: Hex) -> tuple[Badge, ...]:
    found: list[Badge] = []
    if row.fortified:
        worth = {o.scenario: o.points for o in edition.objective_rows if o.hex == row.id}
        text = f"{worth['one']} VP for the Allies at the end ({worth['campaign']} in the Campaign)"
        found += [Badge("fort", "-2", "nw", "fortified: -2 to attacks"), Badge("vp", str(worth["one"]), "ne", text)]
    if row.id == "2803":
        found.append(Badge("vp", "1", "ne", "1 VP for the Axis each turn"))
    if row.axis_source and row.id in ("0106", "0121"):
        found.append(Badge("source", "Axis", "sw", "Axis supply: every hex of the west edge from 0106 to 0121", side=AXIS))
    return tuple(found)


def edges(edition: Edition) -> tuple[Edge, ...]:
    found: list[Edge] = []
    later = {field.id: edition.turn_rows[field.turn - 1].name for field in edition.field_rows if field.turn > 1}
    for row in edition.side_rows:
        if row.up:
            found.append(Edge(row.a, row.b, "escarpment", low=row.b if row.up == row.a else row.a, note=row.escarpment))
        if row.minefield:
            note = f"from {later[row.minefield]}" if row.minefield in later else ""
            found.append(Edge(row.a, row.b, "minefield", note=note))
        if row.line:
            found.append(Edge(row.a, row.b, "zone", note="no Allied unit goes west of it"))
    for number, hex in enumerate(edition.hex_rows):
        if hex.fortified:
            found += [Edge(hex.id, edition.hexes.ids[n], "fort") for n in edition.neighbours[number]]
    return tuple(found)


# Counters


def face_key(id: str, steps: int, used: bool, disrupted: bool) -> str:
    return f"{id}:{steps}{' used' if used else ''}{' disrupted' if disrupted else ''}"


def faces(edition: Edition) -> dict[str, Face]:
    rows = {row.id: row for row in edition.unit_rows}
    names = {row.id: row.name for row in edition.formation_rows}
    found: dict[str, Face] = {}
    for step in edition.step_rows:
        for used in (False, True):
            for disrupted in (False, True):
                row = rows[step.unit]
                found[face_key(row.id, step.steps, used, disrupted)] = face(row, step, names[row.formation], used, disrupted)
    return found


def face(row: Unit, step: Step, formation: str, used: bool, disrupted: bool) -> Face:
    """Hard in red if it may attack armour. The used side has no allowance; brackets bind two units of 69 Inf (8.2)."""
    allowance = f"[{row.allowance}]" if row.bracketed else str(row.allowance)
    values = f"{step.used_hard}-{step.used_soft}" if used else f"{step.hard}-{step.soft}-{allowance}"
    state = [word for word, holds in (("used", used), ("Disrupted", disrupted)) if holds]
    return Face(
        nation=row.nation,
        symbol=symbol(row),
        factors=values,
        size=row.size,
        left=row.id,
        right=row.formation,
        pips=(step.steps, row.steps),
        weak=disrupted or step.steps < row.steps,
        wheels=row.move == "wheeled",
        red="0" if row.hard_attacks else "",
        note="" if row.soft_attacks else "AT",
        title=", ".join([f"{row.id}, {formation}", f"{step.steps} of {row.steps} steps", *state]),
    )


def symbol(row: Unit) -> UnitSymbol:
    if row.id.endswith("Rec"):
        return "recon"
    return SYMBOLS.get(row.type, "infantry" if row.move == "foot" else "motorised")
