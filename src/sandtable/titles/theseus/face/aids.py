"""3.6 The player aids: tables, terrain, turns with what they bring, every counter; and how the points stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.face.aids import Aids, Counter, Due, Formation, Grid, Mark, Row, Turn, cells, in_formations, signed
from sandtable.face.view import Favour, Goal, Lit
from sandtable.kernel.sides import AXIS, SIDES
from sandtable.maps.printed import grid_of
from sandtable.titles.theseus.edition import BOX, MINEFIELD, NONE, TERRAINS, Edition
from sandtable.titles.theseus.face.battle import being_fought
from sandtable.titles.theseus.face.board import face_key
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.victory import ends_with, objective, scenario_of, tally

GROUNDS: Final = ("Clear", "Broken, village, point of interest", "Minefield, Box")
CHECKS: Final = {"enter": "enters", "disrupt": "Disrupted", "loss": "Disrupted, loses 1"}
BREACHES: Final = {"breach": "breached", "none": "nothing", "disrupt": "Disrupted"}
DIES: Final = ("support", "defence", "schwerpunkt", "failed", "flak")
SEQUENCE: Final = (
    "Admin Phase: recovery, organisation, replacement, reinforcement",
    "Operations Phase: cycles",
    "End of Turn Phase",
)
COMBAT: Final = (
    "declaration",
    "retreat before combat",
    "escalation",
    "chits",
    "strengths",
    "air",
    "modifiers",
    "result",
    "hits",
)
FIRST_TURN: Final = "27 May 1942"
MODIFIERS: Final = {
    "support_regular": "support in a Regular Attack, each hex of the formation",
    "support_prepared": "support in a Prepared Attack, each hex of the formation",
    "support_prepared_other": "support in a Prepared Attack, each hex of others",
    "defence_regular": "support of a Regular Defence, each hex of the formation",
    "defence_improved": "support of an Improved Defence, each hex of the formation",
    "defence_improved_other": "support of an Improved Defence, each hex of others",
    "schwerpunkt": "Schwerpunkt; −2 if the defenders have it",
    "failed_retreat": "failed retreat before combat",
    "flak_attack": "Tank Points: attacking infantry with FLAK, against tanks",
    "flak_defence": "Anti-Tank or Tank Points: defending infantry with FLAK, against tanks",
    "check_hecker": "KG Hecker",
    "check_schwerpunkt": "Schwerpunkt",
    "breach_hecker": "KG Hecker",
    "breach_ezoc": "in an enemy zone of control",
    "breach_schwerpunkt": "Schwerpunkt",
}
COSTS: Final = {"as_terrain": "as the ground", "all": "all", "prohibited": "no", "none": "–", "": "–", "0": "–"}
GROUND: Final = {"poi": "point of interest", "sea_side": "sea hexside"}


def aids(s: State) -> Aids:
    return made(s.edition, s.agreed.scenario)


@lru_cache(maxsize=8)
def made(e: Edition, scenario: int) -> Aids:
    row = e.scenario_rows[e.scenario_ids[scenario]]
    crt = grid_of(e.crt, "crt", "Combat Results", "die and modifiers", "7.5.2", read, LEGEND)
    fight = (
        crt,
        headings(e),
        table(e, "drms", "Combat modifiers", DIES, "7.5.1.5"),
        grid_of(e.check, "check", "Minefield Check", "die and modifiers", "7.3.6", lambda word: Mark(CHECKS[word])),
        table(e, "check-drms", "Modifiers of the Check", ("check",), "7.3.6"),
        grid_of(e.breach, "breach", "Minefield Breach", "die and modifiers", "7.4", lambda word: Mark(BREACHES[word])),
        table(e, "breach-drms", "Modifiers of the Breach", ("breach",), "7.4"),
        points(e),
        costs(e),
        steps("combat-sequence", "A combat step by step", COMBAT, "7.5.1"),
        steps("sequence", "A turn step by step", SEQUENCE, "4"),
    )
    return Aids(fight, (terrain(e), stacking(e)), turns(e, row.turns, row.static), order(e))


LEGEND: Final = (
    Mark("2/1", "attackers take 2 hits, defenders 1"),
    Mark("*", "every unit of that side in the hex makes an Effectiveness Check"),
)


def read(word: str) -> Mark:
    """2*/1: hits for the attackers, then for the defenders."""
    ours, theirs = [int(part.rstrip("*")) for part in word.split("/")]
    tone: Favour = "good" if theirs > ours else "bad" if ours > theirs else "fair"
    checked = [side for side, part in zip(("attackers", "defenders"), word.split("/"), strict=True) if part.endswith("*")]
    check = f"; the {' and '.join(checked)} make an Effectiveness Check" if checked else ""
    return Mark(word.replace("/", " / "), f"hits: attackers {ours}, defenders {theirs}{check}", tone)


def headings(e: Edition) -> Grid:
    """Which odds each column stands for, by the ground that is attacked."""
    lines = [
        Row(ground, cells(*[text.replace(":", " to ") for text in odds.texts]))
        for ground, odds in zip(GROUNDS, e.odds, strict=True)
    ]
    return Grid("odds", "Odds of the columns", e.crt.columns, tuple(lines), "ground of the defenders", "7.5.1")


def table(e: Edition, id: str, title: str, kinds: tuple[str, ...], rule: str) -> Grid:
    found = [(MODIFIERS[name], value) for name, value in e.modifier.items() if name in MODIFIERS and name.split("_")[0] in kinds]
    lines = [Row(name, cells(signed(f"{value:+}")), rule=rule) for name, value in found]
    return Grid(id, title, ("die",), tuple(lines), "", rule)


def points(e: Edition) -> Grid:
    columns = tuple([f"level {n + 1}" for n in range(len(e.black[0]))])
    lines = [
        Row(str(n + 1), tuple([Mark(f"{black} ({red})") for black, red in zip(e.black[n], e.red[n], strict=True)]))
        for n in range(len(e.black))
    ]
    return Grid("ap", "Action Points", columns, tuple(lines), "die", "6.3.1", "In brackets what a red number gives.")


def steps(id: str, title: str, names: tuple[str, ...], rule: str) -> Grid:
    return Grid(id, title, ("",), tuple([Row(str(n), cells(name), rule=rule) for n, name in enumerate(names, 1)]), "", rule)


def costs(e: Edition) -> Grid:
    return Grid(
        "costs",
        "What actions cost",
        ("Action Points",),
        tuple([Row(row.name, cells(row.ap)) for row in e.cost.values()]),
        "",
        "7.1",
    )


def terrain(e: Edition) -> Grid:
    ids = e.grid.ids
    grounds = {name: tuple([ids[h] for h in range(len(ids)) if e.terrain[h] == kind]) for kind, name in enumerate(TERRAINS)}
    mined = {
        row: ids[next(h for h in range(len(ids)) if e.mines[h] == kind)]
        for row, kind in (("friendly_minefield", MINEFIELD), ("friendly_box", BOX))
    }
    between: dict[str, tuple[str, ...]] = {kind: (row.a, row.b) for row in e.side_rows for kind in (row.link, row.side) if kind}
    lines = []
    for row in e.terrain_rows.values():
        held = grounds.get(row.id, ())
        at = (mined[row.id],) if row.id in mined else between.get(row.id, ())
        guns = COSTS.get(row.at, f"+{row.at}")
        lines.append(
            Row(
                GROUND.get(row.id, row.id.replace("_", " ")),
                cells(*[COSTS.get(cost, cost) for cost in (row.leg, row.motorised, row.hq)], row.tank, guns),
                row.note,
                held[len(held) // 2 :][:1] or at,
                "3.1.1",
                held,
            )
        )
    return Grid(
        "terrain", "Terrain", ("leg", "motorised", "HQ", "Tank Points", "Anti-Tank"), tuple(lines), "movement points", "3.1.1"
    )


def stacking(e: Edition) -> Grid:
    def number(n: object) -> str:
        return "–" if n is None else str(n)

    lines = [
        Row(
            "Axis" if side == AXIS else "Allied",
            cells(*[number(n) for n in (r.infantry, r.leg_infantry, r.tanks, r.units, r.hqs)]),
            r.note,
        )
        for side, r in e.limits.items()
    ]
    return Grid("stacking", "Stacking limits", ("infantry", "leg infantry", "tanks", "units", "HQs"), tuple(lines), "", "5.3.1")


def turns(e: Edition, last: int, static: bool) -> tuple[Turn, ...]:
    if static:
        return (Turn(FIRST_TURN, "up to six activations of Ariete"),)
    return tuple(
        [Turn(f"Turn {n}", note(row.dates, row.axis_rp), tuple(dues(e, n))) for n, row in e.turn_rows.items() if n <= last]
    )


def note(dates: str, panzers: int) -> str:
    return f"{dates}; {panzers} Panzer {'point' if panzers == 1 else 'points'}" if panzers else dates


def dues(e: Edition, turn: int) -> Iterator[Due]:
    for u, row in enumerate(e.unit_rows):
        if e.arrival[u] == turn:
            yield Due(SIDES.index(row.side), row.name or row.id, (face_key(row.id, row.strength, row.strength, False),))


def order(e: Edition) -> tuple[Formation, ...]:
    names = {row.id: row.name for row in e.formation_rows}
    found = []
    for n, row in enumerate(e.formation_rows):
        faces = (face_key(row.hq, row.support, row.support, False), face_key(row.hq, row.support, row.support, True))
        figures = f"range {row.range}, support {row.support}, reaction {row.reaction}, {row.ma} movement"
        found.append((e.f_side[n], row.name, Counter(row.hq, f"{row.name} HQ", faces, figures)))
    for u, unit in enumerate(e.unit_rows):
        faces = (face_key(unit.id, unit.strength, unit.strength, False), face_key(unit.id, unit.strength, unit.strength, True))
        figures = f"{unit.strength} strength, {unit.er} effectiveness, {armour(unit.tank, unit.at)}{unit.ma} movement"
        comes = f"comes in Turn {e.arrival[u]}" if e.arrival[u] else ""
        group = names.get(unit.formation, "Independent units")
        found.append((SIDES.index(unit.side), group, Counter(unit.id, unit.name or unit.printed, faces, figures, comes)))
    found += [(AXIS, "Air units", Counter(row.id, row.name, (row.id,), "")) for row in e.air_rows]
    return in_formations(found)


def armour(tank: int | None, guns: int | None) -> str:
    return f"{tank} tank, " if tank is not None else f"{guns} anti-tank, " if guns is not None else ""


# What counts now


def lit(s: State) -> tuple[Lit, ...]:
    """Once both sides have shown what they fight with."""
    f = being_fought(s)
    if f is None or not f.revealed or f.attack_chit == NONE:
        return ()
    e = s.edition
    line = e.crt.row(f.die + int(sum([term.value for term in f.drm]))) - e.crt.low if f.die else NONE
    return (Lit("crt", line, f.column), Lit("odds", column=f.column)) if f.column >= 0 else ()


def levels(s: State, points: int) -> Iterator[Goal]:
    """The ends that the points lead to: the one where it stands, and how far it is to those above."""
    rule = f"10.{s.agreed.scenario + 1}"
    ends = [row for row in s.edition.levels if row.scenario == scenario_of(s).id]
    now = ends_with(s, points)
    yield Goal(-1 if now.winner == "draw" else SIDES.index(now.winner), "as it stands", now.level, "", rule)
    for row in ends:
        if row.at_least > points:
            yield Goal(AXIS, row.level, f"from {row.at_least}", f"{row.at_least - points} more", rule)


def goals(s: State) -> tuple[Goal, ...]:
    vp = tally(s, final=False)
    found = [Goal(AXIS, "Victory Points of the Axis", str(vp.total), "", "10")]
    found += [Goal(AXIS, term.what, f"{term.value:+}", "", term.rule) for term in vp.terms]
    found += levels(s, vp.total)
    if scenario_of(s).static:
        return tuple(found)
    for at, hex in enumerate(s.edition.victory_hexes):
        row = objective(s, hex, s.turn)
        if row is not None:
            taken = s.last_in[at] == AXIS
            found.append(
                Goal(
                    AXIS,
                    row.name,
                    "taken" if taken else "Commonwealth",
                    f"{row.vp} in command, {row.out_of_command} without",
                    f"10.{s.agreed.scenario + 1}",
                    taken,
                )
            )
    return tuple(found)
