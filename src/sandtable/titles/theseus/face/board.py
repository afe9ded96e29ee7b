"""The board as it is drawn: hexes, hexsides, roads, and a face for every side of every counter."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from sandtable.face.board import Badge, Board, Cover, Edge, Face, Figure, Nation, Size, UnitSymbol
from sandtable.kernel.sides import SIDES
from sandtable.maps.drawing import Drawing, Look, courses, hex_board, read_drawing
from sandtable.titles.theseus.edition import BOX, FOLDER, SEA, Edition
from sandtable.titles.theseus.records import FormationRow, UnitRow

SYMBOLS: Final[dict[str, UnitSymbol]] = {
    "leg_infantry": "infantry",
    "mot_infantry": "motorised",
    "panzergrenadier": "mechanised",
    "engineer": "engineer",
    "tank": "armour",
    "heavy_tank": "armour",
    "armoured_car": "armoured_car",
    "flak": "aa",
}
SIZES: Final[dict[str, Size]] = {"I": "company", "II": "battalion", "III": "regiment", "X": "brigade", "half X": "brigade"}
NATIONS: Final[dict[str, Nation]] = {
    "german": "german",
    "italian": "italian",
    "british": "british",
    "indian": "indian",
    "south_african": "south_african",
    "free_french": "french",
}
WORDS: Final = {"clear": "", "broken": "broken ground", "poi": "point of interest"}
COVERS: Final[dict[str, Cover]] = {"broken": "rough", "sea": "sea", "village": "town"}


@cache
def drawing() -> Drawing:
    return read_drawing(FOLDER / "draw.json")


def board(e: Edition) -> Board:
    links = [(row.link, row.link_name, row.a, row.b) for row in e.side_rows if row.link]
    looks = [look(e, hex) for hex in range(e.hexes)]
    return hex_board(e.grid, drawing(), looks, e.adjacent, faces(e), edges(e), courses(links))


def look(e: Edition, hex: int) -> Look:
    row = e.hex_rows[hex]
    return Look(
        name=row.name or row.id,
        terrain=WORDS.get(row.terrain, row.terrain),
        cover=COVERS.get(row.terrain, ""),
        fort=e.mines[hex] == BOX,
        label=bool(row.name),
        badges=badges(e, hex),
    )


def badges(e: Edition, hex: int) -> tuple[Badge, ...]:
    row, found = e.hex_rows[hex], []
    if row.supply:
        side = SIDES.index(row.supply)
        found.append(Badge("source", row.supply, "se", f"{('Commonwealth', 'Axis')[side]} Major supply source", side=side))
    if e.mines[hex] == BOX:
        found.append(Badge("fort", "Box" if row.name else "", "ne", f"{row.box}: minefield and Box"))  # once a Box
    elif e.mines[hex]:
        found.append(Badge("mines", "", "ne", "minefield"))
    if hex in e.victory_hexes:
        found.append(Badge("vp", "", "sw", "victory hex"))
    return tuple(found)


def edges(e: Edition) -> list[Edge]:
    """Ridges, Wadis, the harbour, the coast, and the rim of the mines."""
    ids = e.grid.ids
    found = [Edge(row.a, row.b, row.side, note=row.side_name) for row in e.side_rows if row.side]
    for a in range(e.hexes):
        for b in e.grid.neighbours[a]:
            if a >= b:
                continue
            if (e.terrain[a] == SEA) != (e.terrain[b] == SEA):
                found.append(Edge(ids[a], ids[b], "coast"))
            if bool(e.mines[a]) != bool(e.mines[b]):
                found.append(Edge(ids[a], ids[b], "minefield"))
            if e.hex_rows[a].inside != e.hex_rows[b].inside and SEA not in (e.terrain[a], e.terrain[b]):
                found.append(Edge(ids[a], ids[b], "perimeter", note="Tobruk perimeter"))
    return found


# Counters


def faces(e: Edition) -> dict[str, Face]:
    """Both sides of a unit at its printed strength, as the enemy sees it, and at every lower one, as its owner does."""
    found: dict[str, Face] = {}
    for row in e.unit_rows:
        for strength in range(1, row.strength + 1):
            for down in (False, True):
                found[face_key(row.id, strength, row.strength, down)] = unit_face(row, strength, down)
    for formation in e.formation_rows:
        for support in range(formation.support + 1):
            for emergency in (False, True):
                key = face_key(formation.hq, support, formation.support, emergency)
                found[key] = hq_face(formation, support, emergency)
    for n, air in enumerate(e.air_rows):
        found[air.id] = Face(NATIONS[air.nation.lower()], "air", top=air.id, title=air.name, name=air.name, corner=str(n + 1))
    return found


def face_key(id: str, strength: int, printed: int, turned: bool) -> str:
    return id + ("" if strength == printed else f"@{strength}") + ("/turned" if turned else "")


def unit_face(row: UnitRow, strength: int, down: bool) -> Face:
    tank, gun = (row.tank_disrupted, row.at_disrupted) if down else (row.tank, row.at)
    points = tank if row.tank is not None else gun
    shape: Literal["square", "triangle"] = "square" if row.tank is not None else "triangle"
    return Face(
        nation=NATIONS[row.nation],
        symbol=SYMBOLS[row.type],
        factors=f"{strength}-{row.er_disrupted if down else row.er}-{'d' if down else row.ma}",
        size=SIZES[row.size],
        left=row.printed,
        right=row.formation,
        stripe=drawing().stripes.get(row.formation, "#ffffff" if row.independent == "permanent" else ""),
        corner=str(points),
        corner_shape=shape,
        weak=down,
        wheels=row.move != "leg",
        red="0" if strength < row.strength else "",
        title=f"{row.name}, {row.picture}{', Disrupted' if down else ''}",
        name=row.spoken,
        figures=(
            Figure(f"{strength} of {row.strength}", "strength"),
            Figure(str(row.er_disrupted if down else row.er), "effectiveness"),
            Figure("none" if down else str(row.ma), "movement"),
            *([Figure(str(points), "tank points" if row.tank is not None else "anti-tank points")] if points is not None else []),
        ),
    )


def hq_face(row: FormationRow, support: int, emergency: bool) -> Face:
    return Face(
        nation=NATIONS[row.nation],
        symbol="hq",
        factors=f"{row.reaction}-{row.range}-{support}-{row.ma}",
        top=row.id,
        stripe=drawing().stripes.get(row.id, ""),
        corner=str(row.engineer),
        corner_shape="disc",
        weak=emergency,
        wheels=row.hq_type == "mot",
        red="2" if support < row.support else "",
        title=f"{row.name} HQ{', Emergency Supply spent' if emergency else ''}",
        name=f"{row.name} HQ",
        figures=(
            Figure(str(row.reaction), "reaction"),
            Figure(str(row.range), "command range"),
            Figure(f"{support} of {row.support}", "support"),
            Figure(str(row.ma), "movement"),
            Figure(str(row.engineer), "engineers"),
        ),
    )
