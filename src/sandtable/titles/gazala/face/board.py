"""The map and the counters as they are drawn."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.face.board import Badge, Board, Corner, Edge, Face, Figure, UnitSymbol
from sandtable.kernel.sides import AXIS
from sandtable.maps.drawing import Drawing, Look, Sheet, border, hex_board, read_drawing
from sandtable.titles.gazala.edition import FOLDER, Edition
from sandtable.titles.gazala.records import Hex, Step, Unit

CORNERS: Final[dict[Corner, int]] = {"nw": 5, "ne": 1, "sw": 4, "se": 2}  # and the hexside that each looks at
MOVEMENT: Final = "movement"
SYMBOLS: Final[dict[str, UnitSymbol]] = {"armor": "armour", "anti-tank": "at"}


@cache
def drawing() -> Drawing:
    return read_drawing(FOLDER / "draw.json")


def board(edition: Edition) -> Board:
    limits = [(edition.h(row.a), edition.h(row.b)) for row in edition.side_rows if row.line]
    return hex_board(
        edition.hexes,
        drawing(),
        [look(edition, row) for row in edition.hex_rows],
        edition.neighbours,
        faces(edition),
        edges(edition),
        [border(Sheet(edition.hexes, drawing()), "frontier", "Allied limit", limits)],  # 8.1: from 1119 to the south edge
    )


def look(edition: Edition, row: Hex) -> Look:
    first = next(other.id for other in edition.hex_rows if other.name == row.name)
    return Look(
        name=row.name,
        terrain="fortified" if row.fortified else "" if row.terrain == "desert" else row.terrain,
        fort=row.fortified,
        cover="rough" if row.terrain == "rough" else "",
        label=bool(row.name) and first == row.id,  # a ridge of several hexes is named once
        badges=badges(edition, row),
    )


def badges(edition: Edition, row: Hex) -> tuple[Badge, ...]:
    found: list[Badge] = []
    if row.fortified:
        found.append(Badge("fort", "-2", free_corners(edition, row)[0], "fortified: -2 to attacks"))
    if row.id == "2803":
        found.append(Badge("vp", "1", "ne", "1 VP for the Axis each turn"))
    if row.axis_source and row.id in ("0106", "0121"):
        found.append(Badge("source", "Axis", "sw", "Axis supply: every hex of the west edge from 0106 to 0121", side=AXIS))
    return tuple(found)


def prize(edition: Edition, hex: int, worth: int) -> Badge:
    """17.0: what a fortified hex is worth differs by scenario."""
    corner = free_corners(edition, edition.hex_rows[hex])[1]
    return Badge("vp", str(worth), corner, f"{worth} VP for the Allies at the end")


def free_corners(edition: Edition, row: Hex) -> list[Corner]:
    """Where a mark is not hidden by the garrison of a fort next to it."""
    here = edition.h(row.id)
    forts = {edition.hexes.direction(here, n) for n in edition.neighbours[here] if edition.hex_rows[n].fortified}
    return [corner for corner, way in CORNERS.items() if way not in forts]


def edges(edition: Edition) -> list[Edge]:
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
    return found


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
        name=row.spoken,
        title=", ".join([f"{row.spoken}, {formation}", *state]),
        figures=(
            Figure(str(step.used_hard if used else step.hard), against("tanks", row.hard_attacks)),
            Figure(str(step.used_soft if used else step.soft), against("infantry", row.soft_attacks)),
            Figure("used" if used else str(row.allowance), MOVEMENT),
            Figure(f"{step.steps} of {row.steps}", "steps" if row.steps > 1 else "step"),
        ),
    )


def against(whom: str, attacks: bool) -> str:
    """2.2.3 says it by the colour of the figure, which not everybody sees."""
    return f"against {whom}{'' if attacks else ', defence only'}"


def symbol(row: Unit) -> UnitSymbol:
    if row.id.endswith("Rec"):
        return "recon"
    return SYMBOLS.get(row.type, "infantry" if row.move == "foot" else "motorised")
