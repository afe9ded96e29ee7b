"""The board, and what a side sees of a position: everything, for stacks are open (7.1) and nothing else is hidden."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from sandtable.face.board import Badge, BadgeKind, Board, Edge, Face, Figure, Line, Link, Region, Space
from sandtable.face.story import counted
from sandtable.face.view import Cell, Panel, Piece, Side, Spot, Status, View
from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, NAMES, SIDES
from sandtable.kernel.steps import bar
from sandtable.titles.battleaxe import june15, victory
from sandtable.titles.battleaxe.edition import FOLDER, NONE, Edition
from sandtable.titles.battleaxe.face.aids import goals, lit
from sandtable.titles.battleaxe.face.battle import battle
from sandtable.titles.battleaxe.face.handling import proposals
from sandtable.titles.battleaxe.frames import (
    Absorb,
    Assault,
    Attack,
    Exploit,
    Half,
    Refit,
    Regroup,
    Retreats,
    SetUp,
)
from sandtable.titles.battleaxe.records import AreaRow, UnitRow
from sandtable.titles.battleaxe.state import ABSENT, DEAD, NOBODY, State, controller, is_reduced, units_in

BAR = (SetUp, Half, Assault, Exploit, Attack, Absorb, Retreats, Regroup, Refit)


@cache
def drawing() -> dict[str, Any]:
    """What only the eye needs."""
    data: dict[str, Any] = json.loads((FOLDER / "draw.json").read_text(encoding="utf-8"))
    return data


# The board


def board(edition: Edition) -> Board:
    draw = drawing()
    return Board(
        kind="area",
        size=tuple(draw["size"]),
        spaces=tuple([space(edition, n, row) for n, row in enumerate(edition.area_rows)]),
        faces=faces(edition),
        edges=tuple(
            [
                Edge(row.a, row.b, "open" if row.kind == "open_desert" else row.kind, low=draw["low"].get(f"{row.a} {row.b}", ""))
                for row in edition.boundary_rows
                if row.kind != "zone_connection"
            ]
        ),
        links=tuple([Link(row.a, row.b, "zone_connection") for row in edition.boundary_rows if row.kind == "zone_connection"]),
        lines=lines(),
        land=(land(),),
        regions=tuple([Region(r["text"], tuple(r["at"]), r["size"], tone=r.get("tone", "land")) for r in draw["regions"]]),
        counter=80.0,
        scale=0.541,
    )


def space(edition: Edition, number: int, row: AreaRow) -> Space:
    hint = drawing()["areas"][row.id]
    shape: BadgeKind = "hexagon" if row.terrain == "stutzpunkt" else "circle"
    badges = [Badge(shape, row.id, title=f"its ground adds {row.tem} to the defence", below=f"+{row.tem}")]
    if row.vp:
        badges.append(Badge("vp", str(row.vp), "ne", counted(row.vp, "Victory Point")))
    if row.supplies:
        side = SIDES.index(row.supplies)
        badges.append(Badge("source", row.supplies, "se", f"{NAMES[side]} supply source", side=side))
    return Space(
        id=row.id,
        name=row.name,
        centre=tuple(hint["centre"]),
        outline=tuple([(x, y) for x, y in hint["outline"]]),
        shape="card" if row.kind == "zone" else "polygon",
        terrain="" if row.terrain == "clear" else "Stützpunkt",
        fort=row.terrain == "stutzpunkt",
        label=tuple(hint["label"]),
        badges=tuple(badges),
        per_row=hint["per_row"],
        neighbours=tuple([edition.map.ids[n] for n in edition.neighbours[number]]),
    )


def lines() -> tuple[Line, ...]:
    draw = drawing()
    found = [Line("road", tuple([(x, y) for x, y in path]), scenery=True) for path in draw["roads"]]
    found += [Line("track", tuple([(x, y) for x, y in path]), scenery=True) for path in draw["tracks"]]
    found.append(Line("frontier", tuple([(x, y) for x, y in draw["frontier"]]), scenery=True))
    found += [Line("town", ((x, y),), scenery=True) for x, y in draw["towns"]]
    return tuple(found)


def land() -> tuple[tuple[float, float], ...]:
    """The coast, closed around the sheet."""
    coast = [(float(x), float(y)) for x, y in drawing()["coast"]]
    return ((-200, -200), (1060, -200), (1066, 0), *coast, (2120, 1012), (2500, 1070), (2500, 2000), (-200, 2000))


def faces(edition: Edition) -> dict[str, Face]:
    found: dict[str, Face] = {}
    for row in edition.unit_rows:
        found[row.id] = face(row, reduced=False)
        found[f"{row.id}/reduced"] = face(row, reduced=True)
    return found


def face(row: UnitRow, reduced: bool) -> Face:
    value = f"{row.cv_reduced if reduced else row.cv}{'*' if row.kind == 'at' else ''}"
    return Face(
        nation=row.nation,
        symbol=row.symbol,
        factors=value if row.mf is None else f"{value}-{row.mf}",
        size=row.size,
        top=row.label,
        stripe=drawing()["stripes"].get(row.formation, ""),
        weak=reduced,
        title=f"{row.name}, {'Reduced' if reduced else 'Full Strength'}",
        name=row.spoken,
        figures=(
            Figure(value.rstrip("*"), "combat"),
            Figure("none" if row.mf is None else str(row.mf), "movement"),
            Figure("1 of 2" if reduced else "2 of 2", "steps"),
        ),
    )


# The position


def view(s: State, side: int) -> View:
    e = s.edition
    return View(
        when=when(s),
        steps=steps(s),
        sides=(
            Side("Allied", f"{s.vp} VP", "holds the Advantage" if s.advantage == ALLIED else "", float(s.vp)),
            Side("Axis", "", "holds the Advantage" if s.advantage == AXIS else ""),
        ),
        pieces=pieces(s),
        spots=tuple([spot(s, n) for n in range(len(e.map))]),
        panels=panels(s),
        focus=focus(s),
        battle=battle(s),
        turn=s.edition.turn_rows[s.turn].id,
        lit=lit(s),
        goals=goals(s),
        proposals=proposals(s, side),
    )


def when(s: State) -> str:
    day = s.edition.turn_rows[s.turn].id + ", 1941"
    half = within(s, Half)
    if half is not None:
        return f"{day} · Impulse {s.impulse} · {NAMES[half.side]} half"
    refit = within(s, Refit)
    if refit is not None:
        return f"{day} · {NAMES[refit.side]} Refit"
    return f"{day} · set-up" if within(s, SetUp) is not None else day


def steps(s: State) -> tuple[Cell, ...]:
    """The chevrons of the bar: where in the sequence of play we are."""
    return tuple([Cell(step.name, state=state, rule=step.rule) for step, state in bar(s, BAR)])


def pieces(s: State) -> tuple[Piece, ...]:
    e = s.edition
    found: list[Piece] = []
    assault = within(s, Assault)
    done = assault.done if assault is not None else 0
    for unit in range(e.units):
        area = s.where[unit]
        if area == ABSENT:
            continue
        at = "eliminated" if area == DEAD else e.map.ids[area]
        spent = bool(done >> unit & 1)
        found.append(Piece(e.unit_rows[unit].id, at, e.side[unit], face_of(s, unit), states(s, unit, spent), spent))
    return tuple(found)


def face_of(s: State, unit: int) -> str:
    id = s.edition.unit_rows[unit].id
    return f"{id}/reduced" if is_reduced(s, unit) else id


def states(s: State, unit: int, spent: bool) -> tuple[Status, ...]:
    found: list[Status] = []
    if s.unsupplied >> unit & 1:
        found.append(Status("out_of_supply", "S", "Out of Supply: 1 less in combat, 1 Movement Factor less", "14.2.2"))
    if june15.is_held(s, unit):
        found.append(Status("held", "H", "may neither move nor attack until released", "16.0"))
    if spent:
        found.append(Status("attacked", "A", "has attacked in this Impulse", "11.0"))
    if s.left[unit] >= 0 and s.edition.mf[unit] != NONE and not spent:
        left = counted(s.left[unit], "Movement Factor")
        found.append(Status("active", str(s.left[unit]), f"{left} left", "9.2"))
    return tuple(found)


def spot(s: State, area: int) -> Spot:
    holder = controller(s, area)
    marks: list[Status] = []
    if holder == ALLIED or not s.agreed.allied_markers_only:
        marks.append(Status("control", NAMES[holder][:2], f"{NAMES[holder]}-controlled", "7.2"))
    if s.held[ALLIED] & s.held[AXIS] & 1 << area:
        marks.append(Status("contested", "×", "Contested", "7.3"))
    return Spot(s.edition.map.ids[area], holder, tuple(marks))


def focus(s: State) -> tuple[str, ...]:
    ids = s.edition.map.ids
    attack = within(s, Attack)
    if attack is not None:
        return (ids[attack.area],)
    assault = within(s, Assault)
    return tuple([ids[area] for area in units_in(assault.active)]) if assault is not None else ()


# Tracks and boxes


def panels(s: State) -> tuple[Panel, ...]:
    at = {id: (float(x), float(y)) for id, (x, y) in drawing()["panels"].items()}
    return (
        turn_track(s, at["turn"]),
        impulse_track(s, at["impulse"]),
        vp_track(s, at["vp"]),
        advantage_box(s, at["advantage"]),
        support_box(s, at["support"]),
        eliminated(s),
    )


def turn_track(s: State, at: tuple[float, float]) -> Panel:
    rows = [row for row in s.edition.turn_rows if s.agreed.extended or not row.extended]
    cells = [Cell(row.id, state="current" if n == s.turn else "past" if n < s.turn else "") for n, row in enumerate(rows)]
    note = "Axis Fuel Shortage: no Combined Operations, Allied defence +2" if s.fuel_low else "Attack side up: the Axis has fuel"
    return Panel("turn", "Turn", "track", tuple(cells), note, "14.1.1", at)


def impulse_track(s: State, at: tuple[float, float]) -> Panel:
    chances = sunset_chances(s)
    cells = [
        Cell(str(n), state="current" if n == s.impulse else "past" if n < s.impulse else "", chance=round(chances[n - 1], 4))
        for n in range(1, s.edition.impulses + 1)
    ]
    return Panel(
        "impulse", "Impulse · chance of sunset", "track", tuple(cells), "a Sunset roll below the Impulse ends the day", "6.2.1", at
    )


def sunset_chances(s: State) -> list[float]:
    """The chance that the Maneuvers Phase ends with each Impulse, from now on, if nobody prolongs daylight."""
    alive, found = 1.0, []
    for impulse in range(1, s.edition.impulses + 1):
        below = len([1 for a in range(1, 7) for b in range(1, 7) if a + b < impulse]) / 36
        if impulse == s.impulse and s.sunset:
            below = 1.0 if s.sunset < impulse else 0.0  # the Sunset DR has been made
        ends = 0.0 if impulse < s.impulse else alive * (1.0 if impulse == s.edition.impulses else below)
        found.append(ends)
        alive -= ends
    return found


def vp_track(s: State, at: tuple[float, float]) -> Panel:
    last = s.turn >= s.edition.turns[0]  # of the Extended Game, on which points win nothing
    coming = 0 if last else victory.coming_points(s)
    needed = s.edition.extended_limits[1] if s.agreed.extended else s.agreed.needed
    cells = [
        Cell(str(n), state="current" if n == s.vp else "ghost" if n == s.vp + coming else "")
        for n in range(max(needed, s.vp + coming) + 1)
    ]
    note = what_wins(s) if last else f"{coming} more if the Turn ended now; {what_wins(s)}"
    return Panel("vp", "Victory Points", "track", tuple(cells), note, "17.2", at)


def what_wins(s: State) -> str:
    """17.2, 18.1, 20.1"""
    if s.turn >= s.edition.turns[0]:
        return "only the relief of Tobruk wins for the Allies"
    low, high = s.edition.extended_limits
    play_on = " or ".join([str(n) for n in range(low + 1, high)])
    return f"{high} win, {play_on} play on" if s.agreed.extended else f"the Allies win with {s.agreed.needed}"


def advantage_box(s: State, at: tuple[float, float]) -> Panel:
    held = "nobody's" if s.advantage == NOBODY else NAMES[s.advantage]
    cells = []
    for row in s.edition.advantage_rows:
        if row.optional and not s.agreed.advantage:
            continue
        mine = row.who in ("either", "defender", "attacker") or row.who == ("allied", "axis", "")[s.advantage]
        cells.append(Cell(row.name, row.effect, "ready" if mine and s.advantage != NOBODY else "empty", rule=row.source))
    return Panel(
        "advantage",
        f"Advantage: {held}",
        "list",
        tuple(cells),
        "; ".join(
            [
                *(["until the Impulse or Phase ends"] if s.advantage == NOBODY else []),
                *(["Rommel leads from the front today"] if s.rommel else []),
            ]
        ),
        "12.1",
        at,
    )


def support_box(s: State, at: tuple[float, float]) -> Panel:
    half = within(s, Half)
    cells = [
        Cell(
            "Air Support",
            state="used" if half is not None and half.side == ALLIED and half.air_used else "ready",
            side=ALLIED,
            rule="10.1",
        )
    ]
    if s.agreed.luftwaffe and s.turn > 0:
        used = s.fuel_low or (half is not None and half.side == AXIS and half.air_used)
        cells.append(Cell("Luftwaffe", state="used" if used else "ready", side=AXIS, rule="19.2"))
    for side in (ALLIED, AXIS):
        for n in range(s.edition.artillery[side]):
            cells.append(Cell("Artillery", state="ready" if n < s.artillery[side] else "used", side=side, rule="10.2"))
    return Panel("support", "Support", "pool", tuple(cells), "", "10.0", at)


def eliminated(s: State) -> Panel:
    dead = len([1 for area in s.where if area == DEAD])
    return Panel("eliminated", "Eliminated", "box", (), counted(dead, "unit") if dead else "none", "13.3.2")
