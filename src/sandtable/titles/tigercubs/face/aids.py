"""The player aids: the combat table, terrain, supply, turns with what they bring, every counter; and how the points stand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from sandtable.face.aids import Aids, Counter, Due, Formation, Grid, Mark, Row, Turn, cells, in_formations, signed
from sandtable.face.view import Favour, Goal, Lit
from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.kernel.tally import Exact, text_of
from sandtable.titles.tigercubs.combat_modifiers import modifiers as die_modifiers
from sandtable.titles.tigercubs.combat_odds import combat_odds
from sandtable.titles.tigercubs.edition import Edition, dates_in_words
from sandtable.titles.tigercubs.face.board import (
    DEPOTS,
    EMPLACED_FACE,
    REDUCED_FACE,
    air_face_key,
    air_name,
    face_key,
    full_name,
    type_words,
)
from sandtable.titles.tigercubs.frames import Combat, Overrun
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.records import Result, Unit
from sandtable.titles.tigercubs.state import State
from sandtable.titles.tigercubs.victory import difference, level, total

STATES: Final = {"offensive": "Offensive Supply", "general": "General Supply"}


def aids(s: State) -> Aids:
    return made(s.edition, s.agreed.scenario, s.agreed.scale)


@lru_cache(maxsize=8)
def made(e: Edition, scenario: int, scale: int) -> Aids:
    fight = (crt(e), modifiers(e), shock(e), overruns(e), supply(e), interdiction(e))
    return Aids(fight, (terrain(e), hexsides(e), zones(e)), tuple(turns(e, scenario, scale)), order(e, scale))


def crt(e: Edition) -> Grid:
    columns = tuple(e.names.texts["odds"])
    lines = [
        Row(signed(e.low_die + n), tuple([read(e.result_rows[column[n]]) for column in e.crt]), rule="9.B.6")
        for n in range(e.high_die - e.low_die + 1)
    ]
    legend = tuple([Mark(row.id, row.text) for row in e.result_rows])
    return Grid(
        "crt",
        "Combat Results",
        tuple([c.replace(":", " to ") for c in columns]),
        tuple(lines),
        "die and modifiers",
        "9.B.6",
        "",
        legend,
    )


def read(row: Result) -> Mark:
    ours, theirs = row.attacker != "0", row.defender != "0" or row.retreats == "defender"
    tone: Favour = "fair" if ours and theirs else "bad" if ours else "good"
    return Mark(row.id, row.text, tone)


def modifiers(e: Edition) -> Grid:
    rows = [row for row in e.modifier_rows if row.chart == "ground"]
    lines = [Row(row.spoken, cells(signed(f"{row.value:+}")), rule=row.rule) for row in rows]
    return Grid("modifiers", "Modifiers of the die", ("die",), tuple(lines), "", "9.B.5", "Ground and hexsides: see Terrain.")


def shock(e: Edition) -> Grid:
    lines = [Row(f"{text_of(row.low)} or more", cells(f"+{row.drm}"), rule="9.L.1.b") for row in e.shock_rows]
    return Grid("shock", "Armour shock", ("die",), tuple(lines), "armour points", "9.L.1.b")


def overruns(e: Edition) -> Grid:
    lines = [Row(f"{row.odds} to 1", cells(row.mp, row.losses), rule="7.E.1.a") for row in e.overrun_rows]
    return Grid("overruns", "Overruns", ("movement points", "losses"), tuple(lines), "odds", "7.E.1.a")


def supply(e: Edition) -> Grid:
    lines = []
    for row in e.supply_rows:
        falls = f"{row.collapse} or more" if row.collapse else "–"
        lines.append(Row(STATES.get(row.id, row.id), cells(share(row.attack), share(row.defence), share(row.movement), falls)))
    return Grid("supply", "States of supply", ("attack ×", "defence ×", "movement ×", "collapses on"), tuple(lines), "", "13.H.1")


def share(value: Fraction | str) -> str:
    return "one hex" if value == "hex" else value if isinstance(value, str) else text_of(value)


def interdiction(e: Edition) -> Grid:
    lines = [Row(f"level {row.level}", cells(row.points, f"+{text_of(row.mp)}")) for row in e.interdiction_rows]
    return Grid("interdiction", "Interdiction", ("bombing points", "movement points"), tuple(lines), "", "8.E.1.b.ii")


def terrain(e: Edition) -> Grid:
    lines = []
    for row in e.terrain_rows:
        found = tuple([hex.id for hex in e.hex_rows if hex.terrain == row.id])
        if not found:
            continue
        barred = row.going == "prohibited"
        costs = ("no",) * 3 if barred else tuple([text_of(n) for n in (row.mp_mot, row.mp_cav, row.mp_other)])
        fights = ("–",) * 2 if barred else (signed(f"{row.drm:+}") if row.drm else "0", text_of(row.route))
        lines.append(Row(row.id.replace("_", " "), cells(*costs, *fights), "", found[len(found) // 2 :][:1], "7.F.1", found))
    return Grid(
        "terrain", "Terrain", ("motorised", "cavalry", "other", "die", "supply route"), tuple(lines), "movement points", "7.F.1"
    )


def hexsides(e: Edition) -> Grid:
    used = {row.kind: (row.a, row.b) for row in reversed(e.hexside_rows)}
    lines = [
        Row(
            row.id.replace("_", " "),
            cells(
                *[f"+{text_of(n)}" if n else "0" for n in (row.mp_mot, row.mp_cav, row.mp_other)],
                signed(f"{row.drm:+}") if row.drm else "0",
            ),
            "",
            used.get(row.id, ()),
            "9.B.5",
        )
        for row in e.side_rows
        if row.id in used
    ]
    return Grid("hexsides", "Hexsides", ("motorised", "cavalry", "other", "die"), tuple(lines), "added to movement", "9.B.5")


def zones(e: Edition) -> Grid:
    lines = [
        Row(f"{row.id} zone", cells(text_of(row.plain_sp), f"+{text_of(row.leave)}", f"+{text_of(row.between)}"))
        for row in e.zone_rows
    ]
    return Grid("zones", "Zones of control", ("strength from", "to leave", "from zone to zone"), tuple(lines), "", "7.B.1")


def turns(e: Edition, scenario: int, scale: int) -> Iterator[Turn]:
    first, last = e.span[scenario][scale]
    for n in range(first, last + 1):
        row = e.turn_rows[n]
        yield Turn(dates_in_words(row.dates), "", tuple(dues(e, scenario, scale, row.id)))


def dues(e: Edition, scenario: int, scale: int, turn: str) -> Iterator[Due]:
    units, wings = {row.id: row for row in e.unit_rows}, {row.id: row for row in e.air_rows}
    for row in e.reinforcement_rows:
        if row.scenario != e.scenarios[scenario] or turn != (row.five_turn if scale else row.half_turn):
            continue
        if row.piece in units:
            unit = units[row.piece]
            yield Due(SIDES.index(unit.side), f"{unit.spoken}, at {place(e, row.at)}", (face_key(unit.id, scale, ""),))
        else:
            air = wings[row.piece]
            yield Due(
                SIDES.index(air.side),
                f"{air_name(air)}, at {place(e, row.at)}",
                (air_face_key(air.id, air.steps),),
            )


def place(e: Edition, id: str) -> str:
    names = {row.id: row.name for row in e.box_rows} | {row.id: row.name for row in e.hex_rows}
    return names.get(id) or id


def order(e: Edition, scale: int) -> tuple[Formation, ...]:
    found = []
    nations = {row.id: row.name for row in e.nation_rows}
    for u, row in enumerate(e.unit_rows):
        faces = [face_key(row.id, scale, "")]
        if row.reduced_attack is not None:
            faces.append(face_key(row.id, scale, REDUCED_FACE))
        if row.type in DEPOTS:
            faces.append(face_key(row.id, scale, EMPLACED_FACE))
        found.append((e.side[u], nations[row.nation], Counter(row.id, full_name(row), tuple(faces), figures(row, scale))))
    for a, air in enumerate(e.air_rows):
        faces = [air_face_key(air.id, steps) for steps in range(air.full_steps, 0, -1)]
        words = f"{air.attack} attack, {air.defence} defence, range {air.range}"
        counter = Counter(air.id, f"{air_name(air)}, {air.model}", tuple(faces), words)
        found.append((e.air_side[a], f"{nations[air.nation]} air units", counter))
    return in_formations(found)


def figures(row: Unit, scale: int) -> str:
    attack, defence, movement = (
        (row.five_attack, row.five_defence, row.five_movement) if scale else (row.attack, row.defence, row.movement)
    )
    return f"{text_of(attack)} attack, {text_of(defence)} defence, {movement} movement, {type_words(row.type)}"


# What counts now


def lit(s: State) -> tuple[Lit, ...]:
    """The columns that the odds lead to and the modifiers that count, then the column and the line that the dice have found."""
    combat, overrun = within(s, Combat), within(s, Overrun)
    if overrun is not None:
        return (Lit("overruns", len([row for row in s.edition.overrun_rows if row.odds <= overrun.odds]) - 1),)
    if combat is None:
        return ()
    if combat.column != NONE:
        line = max(s.edition.low_die, min(s.edition.high_die, combat.die)) - s.edition.low_die if combat.die != NONE else -1
        return (Lit("crt", line, combat.column),)
    return tuple(foreseen(s, combat)) if combat.fought else ()


def foreseen(s: State, f: Combat) -> Iterator[Lit]:
    odds = combat_odds(s, f)
    yield Lit("crt", column=odds.column)
    if odds.better:
        yield Lit("crt", column=odds.column + 1)
    counted = {line.rule for line in die_modifiers(s, f) if line.value}
    rows = [row for row in s.edition.modifier_rows if row.chart == "ground"]
    yield from [Lit("modifiers", n) for n, row in enumerate(rows) if row.rule in counted]


def goals(s: State) -> tuple[Goal, ...]:
    ahead, now = difference(s), level(s)
    found = [
        Goal(
            SIDES.index(now.winner) if now.winner else -1,
            "as it stands",
            now.level,
            f"Axis points less Allied points: {signed(text_of(ahead))}",
            "16.A.2.d",
            bool(now.winner),
        )
    ]
    for side in (AXIS, ALLIED):
        sums = total(s, side)
        found.append(Goal(side, "Victory Points", text_of(sums.exact), "", "16.A.2.a"))
        found += levels(s, side, ahead)
        found += [Goal(side, term.what, text_of(term.value), "", term.rule) for term in sums.terms]
    return tuple(found)


def levels(s: State, side: int, ahead: Exact) -> Iterator[Goal]:
    """What a side can win, and how far it is to there: the Axis from a difference on, the Allies below that of the line before."""
    rows = [row for row in s.edition.level_rows if row.scenario == s.edition.scenarios[s.agreed.scenario]]
    for better, row in zip([None, *rows], rows, strict=False):
        if row.winner != SIDES[side]:
            continue
        if side == AXIS:
            now, reached, need = f"from {signed(row.low)}", ahead >= row.low, f"{text_of(row.low - ahead)} more"
        else:
            assert better is not None
            now, reached = f"below {signed(better.low)}", ahead < better.low
            need = f"more than {text_of(ahead - better.low)} more"
        yield Goal(side, row.level, now, "reached" if reached else need, "16.A.2.d", reached)
