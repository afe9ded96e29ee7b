"""The board as it is drawn: hexes, boxes, hexsides, roads, and a face for every side of every counter at both time scales."""

from __future__ import annotations

from functools import cache
from typing import Final, Optional

import msgspec

from sandtable.face.board import (
    Badge,
    Board,
    Cover,
    Edge,
    EdgeKind,
    Face,
    Figure,
    Line,
    LineKind,
    Nation,
    Size,
    Space,
    UnitSymbol,
)
from sandtable.face.story import both
from sandtable.kernel.data import DataError
from sandtable.kernel.sides import SIDES
from sandtable.kernel.tally import text_of
from sandtable.maps.drawing import Drawing, Look, Sheet, hex_board
from sandtable.titles.tigercubs.edition import FOLDER, Edition
from sandtable.titles.tigercubs.kinds import FIVE_DAY, HALF_MONTH
from sandtable.titles.tigercubs.records import AirUnit, Unit
from sandtable.titles.tigercubs.scales import VP

DEPOTS: Final = ("quartermaster", "supply_terminal")
SYMBOLS: Final[dict[str, UnitSymbol]] = {
    "armour": "armour",
    "heavy_tank": "armour",
    "light_armour": "armour",
    "recon": "recon",
    "tank_destroyer": "tank_destroyer",
    "mot_infantry": "motorised",
    "motorcycle": "motorcycle",
    "infantry": "infantry",
    "machine_gun": "machine_gun",
    "light_aa": "aa",
    "heavy_aa": "aa",
    "anti_tank": "at",
    "field_artillery": "artillery",
    "heavy_artillery": "artillery",
    "combat_engineer": "engineer",
    "construction_engineer": "engineer",
    "railroad_engineer": "engineer",
    "cavalry": "cavalry",
    "special_forces": "commando",
    "army_hq": "hq",
    "corps_hq": "hq",
    "quartermaster": "column",
    "supply_terminal": "terminal",
}
SPOKEN_TYPES: Final = {
    "mot_infantry": "motorised infantry",
    "recon": "reconnaissance",
    "anti_tank": "anti-tank guns",
    "light_aa": "light anti-aircraft guns",
    "heavy_aa": "heavy anti-aircraft guns",
    "machine_gun": "machine guns",
    "tank_destroyer": "tank destroyers",
    "heavy_tank": "heavy tanks",
    "motorcycle": "motorcycles",
    "combat_engineer": "combat engineers",
    "construction_engineer": "construction engineers",
    "railroad_engineer": "railway engineers",
    "army_hq": "army headquarters",
    "corps_hq": "corps headquarters",
}
NATIONS: Final[dict[str, Nation]] = {
    "GER": "german",
    "ITA": "italian",
    "UK": "british",
    "IND": "indian",
    "AUS": "australian",
    "SAF": "south_african",
    "NZ": "new_zealand",
    "POL": "polish",
}
BACKS: Final[tuple[Nation, Nation]] = ("british", "german")
SIZES: Final[dict[str, Size]] = {
    "XX": "division",
    "X": "brigade",
    "[X]": "brigade",
    "III": "regiment",
    "[III]": "regiment",
    "II": "battalion",
    "XXX": "corps",
    "XXXX": "army",
}
COVERS: Final[dict[str, Cover]] = {
    "hills": "rough",
    "woods": "green",
    "mountain": "rough",
    "sandy": "dunes",
    "sand_sea": "dunes",
    "salt_marsh": "salt",
    "depression": "salt",
    "sea": "sea",
}
EDGES: Final[dict[str, EdgeKind]] = {"escarpment": "escarpment", "wadi": "wadi"}
LINES: Final[dict[str, LineKind]] = {"road": "road", "track": "track", "rail": "railway"}
EMPLACED_FACE: Final = "/OP"
REDUCED_FACE: Final = "/reduced"


class Sketch(Drawing, frozen=True, forbid_unknown_fields=True):
    """What only the eye needs: besides the usual, where the boxes lie, and which side of an escarpment is the low one."""

    boxes: dict[str, tuple[float, float, float, float]] = {}  # column and row, width and height in sides of a hex
    low: dict[str, str] = {}  # both hexes: the lower of them


@cache
def drawing() -> Sketch:
    try:
        return msgspec.json.decode((FOLDER / "draw.json").read_bytes(), type=Sketch)
    except (OSError, msgspec.DecodeError) as error:
        raise DataError(f"draw.json: {error}") from None


def board(e: Edition) -> Board:
    sheet = hex_board(
        e.map.hexes,
        drawing(),
        [look(e, hex) for hex in range(e.sheet)],
        [[n for n in e.near[hex] if n < e.sheet] for hex in range(e.sheet)],
        faces(e),
        edges(e),
        [Line(LINES[row.kind], spaces=row.hexes, name=row.id) for row in e.line_rows],
    )
    spaces = [msgspec.structs.replace(space, neighbours=names(e, hex)) for hex, space in enumerate(sheet.spaces)]
    spoken = {row.id: e.names.called("place", hex) for hex, row in enumerate(e.hex_rows) if not row.name}
    return msgspec.structs.replace(sheet, spaces=(*spaces, *[box_space(e, box) for box in e.boxes]), spoken=spoken)


def names(e: Edition, place: int) -> tuple[str, ...]:
    return tuple([e.map.ids[n] for n in e.near[place]])


def look(e: Edition, hex: int) -> Look:
    row = e.hex_rows[hex]
    return Look(
        name=row.name or row.id,
        terrain="" if row.terrain == "clear" else row.terrain.replace("_", " "),
        cover="town" if row.place in ("town", "city") else COVERS.get(row.terrain, ""),
        fort=bool(row.fort),
        label=bool(row.name),
        badges=badges(e, hex),
    )


def badges(e: Edition, hex: int) -> tuple[Badge, ...]:
    row, found = e.hex_rows[hex], []
    if row.port:
        found.append(Badge("port", str(row.clearing), "sw", f"{row.port} port, clears {row.clearing} SP"))
    if row.airport:
        found.append(Badge("airfield", str(row.airport), "se", f"airport for {row.airport} wings"))
    worth = [value // VP for values in e.objectives for place, value in values if place == hex]
    without = [row.name for row, values in zip(e.scenario_rows, e.objectives, strict=True) if hex not in dict(values)]
    if worth:
        scored = f"{worth[0]} victory points{f', none in {both(without)}' if without else ''}"
        found.append(Badge("vp", str(worth[0]), "ne", scored))
    if row.fort:
        found.append(Badge("fort", "", "nw", f"{row.fort} fort"))
    return tuple(found)


def box_space(e: Edition, box: int) -> Space:
    row = e.box_rows[box - e.sheet]
    column, line, wide, high = drawing().boxes[row.id]
    x, y = Sheet(e.map.hexes, drawing()).between(column, line)
    right, below = wide * drawing().side / 2, high * drawing().side / 2
    return Space(
        id=row.id,
        name=row.name,
        centre=(x, y),
        outline=((x - right, y - below), (x + right, y - below), (x + right, y + below), (x - right, y + below)),
        shape="card",
        label=(x, y - below + 10),
        badges=(Badge("source", "", "se", f"source of the {row.owner.capitalize()}", side=SIDES.index(row.owner)),),
        per_row=3,
        neighbours=names(e, box),
    )


def edges(e: Edition) -> tuple[Edge, ...]:
    low = drawing().low
    found = [
        Edge(row.a, row.b, EDGES[row.kind], low=low.get(f"{row.a} {row.b}", low.get(f"{row.b} {row.a}", "")))
        for row in e.hexside_rows
        if row.kind in EDGES
    ]
    ids = e.map.ids
    found += [Edge(ids[a], ids[b], "coast") for a in range(e.sheet) for b in e.around[a] if a < b and e.sea[a] != e.sea[b]]
    return tuple(found)


# Counters


def faces(e: Edition) -> dict[str, Face]:
    found: dict[str, Face] = {}
    for row in e.unit_rows:
        for scale in (HALF_MONTH, FIVE_DAY):
            found[face_key(row.id, scale, "")] = unit_face(row, scale, False)
            if row.reduced_attack is not None:
                found[face_key(row.id, scale, REDUCED_FACE)] = unit_face(row, scale, True)
            if row.type in ("quartermaster", "supply_terminal"):
                found[face_key(row.id, scale, EMPLACED_FACE)] = unit_face(row, scale, False, "OP")
    for air in e.air_rows:
        for steps in range(1, air.full_steps + 1):
            found[air_face_key(air.id, steps)] = air_face(air, steps)
    for side, name in enumerate(SIDES):
        found[cover_key(side)] = Face(BACKS[side], "unknown", title=f"{name.capitalize()}, covered by the fog")
    return found


def cover_key(side: int) -> str:
    """The back of a counter that may not be looked at (HID-a)."""
    return f"covered@{side}"


def face_key(id: str, scale: int, turned: str) -> str:
    return f"{id}{'@5' if scale == FIVE_DAY else ''}{turned}"


def air_face_key(id: str, steps: int) -> str:
    return f"{id}@{steps}"


def unit_face(row: Unit, scale: int, reduced: bool, note: str = "") -> Face:
    attack, defence, movement = (row.attack, row.defence, row.movement)
    weak_attack, weak_defence = row.reduced_attack, row.reduced_defence
    if scale == FIVE_DAY:
        attack, defence, movement = row.five_attack, row.five_defence, row.five_movement
        weak_attack, weak_defence = row.five_reduced_attack, row.five_reduced_defence
    if reduced and weak_attack is not None and weak_defence is not None:
        attack, defence = weak_attack, weak_defence
    if row.bracketed and scale == HALF_MONTH:
        factors = f"(1)-{movement}"
    elif attack == defence:
        factors = f"{text_of(attack)}-{movement}"
    else:
        factors = f"{text_of(attack)}-{text_of(defence)}-{movement}"
    return Face(
        nation=NATIONS[row.nation],
        symbol=SYMBOLS[row.type],
        factors="" if row.type == "supply_terminal" else factors,
        size=SIZES.get(row.size, ""),
        left=row.name,
        corner=str(row.aa) if row.aa else "",
        corner_shape="circle" if row.aa else "",
        note=note,
        weak=reduced,
        wheels=row.mobility in ("mot", "semi"),
        name=row.spoken,
        title=f"{full_name(row)}, {type_words(row.type)}{', reduced' if reduced else ''}{', emplaced' if note else ''}",
        figures=(
            Figure(text_of(attack), "attack"),
            Figure(text_of(defence), "defence"),
            Figure(str(movement), "movement"),
            *([Figure(str(row.aa), "anti-aircraft")] if row.aa else []),
        ),
    )


def full_name(row: Unit) -> str:
    """As people say it, with what it was called: "15th Panzer Division · 15. Panzer-Division"."""
    if not row.formation or row.type in DEPOTS:
        return row.spoken
    return row.formation if row.formation.startswith(row.spoken) else f"{row.spoken} · {row.formation}"


def type_words(type: str) -> str:
    """
    >>> type_words("mot_infantry"), type_words("field_artillery")
    ('motorised infantry', 'field artillery')
    """
    return SPOKEN_TYPES.get(type, type.replace("_", " "))


def air_name(row: AirUnit) -> str:
    return row.name.replace("Sqn", "Squadron")


def air_face(row: AirUnit, steps: int) -> Face:
    bombs: Optional[str] = text_of(row.bombing * steps / 2) if row.bombing else None
    return Face(
        nation=NATIONS[row.nation],
        symbol="air",
        factors=f"{row.attack}-{row.defence}" + (f"-{bombs}" if bombs is not None else ""),
        top=row.model,
        left=row.name,
        right=row.type,
        note=str(row.range),
        pips=(steps, row.full_steps),
        weak=steps < row.full_steps,
        name=air_name(row),
        title=f"{air_name(row)}, {row.model}",
        figures=(
            Figure(str(row.attack), "air attack"),
            Figure(str(row.defence), "air defence"),
            *([Figure(bombs, "bombing")] if bombs is not None else []),
            Figure(str(row.range), "range"),
            Figure(f"{steps} of {row.full_steps}", "steps"),
        ),
    )
