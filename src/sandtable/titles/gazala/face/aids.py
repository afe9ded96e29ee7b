"""The player aids: the combat table, terrain, turns with what they bring, every counter; and how the points stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.face.aids import Aids, Counter, Due, Formation, Grid, Mark, Row, Turn, cells, in_formations, signed
from sandtable.face.view import Favour, Goal, Lit
from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.printed import grid_of
from sandtable.titles.gazala.combat import column, modifiers
from sandtable.titles.gazala.edition import Edition
from sandtable.titles.gazala.face.board import face_key
from sandtable.titles.gazala.frames import Attack
from sandtable.titles.gazala.state import State, holds
from sandtable.titles.gazala.supply import lines_met
from sandtable.titles.gazala.victory import on_north_edge, total, turn_points

PARTS: Final = {"*": "loses a step", "D": "Disrupted", "R": "retreats"}
DUE: Final = 6  # counters that are shown of what a turn brings


def aids(s: State) -> Aids:
    return made(s.edition, s.scenario)


@lru_cache(maxsize=8)
def made(e: Edition, scenario: int) -> Aids:
    legend = [Mark("… / …", "attacker / defender"), *[Mark(mark, words) for mark, words in PARTS.items()]]
    crt = grid_of(e.crt, "crt", "Combat Results", "die and modifiers", "11.0-s", read, legend)
    return Aids((crt, drms(e), attacks(e)), (terrain(e),), tuple(turns(e, scenario)), order(e))


def read(word: str) -> Mark:
    """*DR/-: what happens to the attacker, then to the defender."""
    ours, theirs = word.split("/")
    said = [f"attacker {in_words(ours)}" if ours != "-" else "", f"defender {in_words(theirs)}" if theirs != "-" else ""]
    tone: Favour = "fair" if ours != "-" and theirs != "-" else "bad" if ours != "-" else "good" if theirs != "-" else ""
    return Mark(word.replace("/", " / ").replace("-", "–"), "; ".join([part for part in said if part]) or "nothing happens", tone)


def in_words(part: str) -> str:
    steps = part.count("*")
    found = [f"loses {steps} {'step' if steps == 1 else 'steps'}"] if steps else []
    found += [PARTS[mark] for mark in part if mark != "*" and mark in PARTS]
    return ", ".join(found)


def drms(e: Edition) -> Grid:
    lines = [Row(row.called, cells(plus(row.value)), rule=row.rule) for row in e.modifier.values()]
    return Grid("modifiers", "Modifiers of the die", ("die",), tuple(lines), "", "11.0-t", "Each counts once.")


def attacks(e: Edition) -> Grid:
    lines = [
        Row(f"{row.id} attack", cells(row.tracked, row.wheeled, row.foot, plus(row.modifier)), rule="11.0-c")
        for row in e.attack_rows
    ]
    return Grid(
        "attacks", "What an attack costs", ("tracked", "wheeled", "on foot", "die"), tuple(lines), "movement points", "11.0-c"
    )


def plus(value: int) -> str:
    return signed(f"{value:+}") if value else "0"


def terrain(e: Edition) -> Grid:
    rough = next(row.id for row in e.hex_rows if row.terrain == "rough")
    fort = next(row.id for row in e.hex_rows if row.fortified)
    plain = next(row.id for row in e.hex_rows if row.terrain == "desert" and not row.fortified and not row.name)
    mined = next(row for row in e.side_rows if row.minefield)
    slope = next(row for row in e.side_rows if row.up)
    road = next(row for row in e.side_rows if row.road)
    costs = {row.id: row for row in e.movement_rows}

    def line(name: str, cost: str, drm: str, sample: tuple[str, ...], note: str = "", places: tuple[str, ...] = ()) -> Row:
        row = costs[cost]
        die = plus(e.modifier[drm].value) if drm else "–"
        numbers = ["½" if number == 0.5 else f"{number:g}" for number in (row.tracked, row.wheeled, row.foot)]
        return Row(name, cells(*numbers, die), note, sample, "8.0-a", places)

    roughs = tuple([row.id for row in e.hex_rows if row.terrain == "rough"])
    forts = tuple([row.id for row in e.hex_rows if row.fortified])
    lines = (
        line("Open desert", "desert", "desert", (plain,)),
        line("Broken ground, ridges", "rough", "rough", (rough,), "", roughs),
        line("Fortified hex", "desert", "fortification", (fort,), "counts for any defender", forts),
        line("Road or track", "road", "", (road.a, road.b), "along it only"),
        line("Minefield hexside", "minefield", "minefield", (mined.a, mined.b), "added; the Axis breach it first"),
        Row("Escarpment hexside", cells("no", "no", "no", "barred"), "only where a road climbs it", (slope.a, slope.b), "8.0-a"),
        line("Leaving an enemy zone", "leaving a zone", "", (), "added"),
    )
    return Grid("terrain", "Terrain and movement", ("tracked", "wheeled", "on foot", "die"), lines, "", "8.0-a", plain=0)


def turns(e: Edition, scenario: int) -> Iterator[Turn]:
    last = e.scenario_rows[scenario].last_turn
    for row in e.turn_rows[:last]:
        notes = [f"{row.axis_actions} Axis and {row.allied_actions} Allied actions"]
        if row.tank_replacements:
            notes.append(f"{row.tank_replacements} Allied tank {'step comes' if row.tank_replacements == 1 else 'steps come'} back")
        yield Turn(row.name, "; ".join(notes), tuple(dues(e, row.id)))


def dues(e: Edition, turn: int) -> Iterator[Due]:
    for n, row in enumerate(e.formation_rows):
        units = [u for u in e.of_formation[n] if e.entry_turn[u] == turn]
        if units:
            faces = tuple([full_face(e, u) for u in units[:DUE]])
            count = "" if len(units) == len(e.of_formation[n]) else f", {len(units)} of {len(e.of_formation[n])} units"
            yield Due(e.formation_side[n], f"{row.name}{count}", faces)


def full_face(e: Edition, unit: int) -> str:
    return face_key(e.unit_rows[unit].id, e.full[unit], False, False)


def order(e: Edition) -> tuple[Formation, ...]:
    steps = {(row.unit, row.steps): row for row in e.step_rows}
    found = []
    for u, row in enumerate(e.unit_rows):
        full = steps[row.id, row.steps]
        steps_left = f"{row.steps} {'step' if row.steps == 1 else 'steps'}"
        hard = f"{full.hard} against tanks{'' if row.hard_attacks else ' (defence only)'}"
        soft = f"{full.soft} against infantry{'' if row.soft_attacks else ' (defence only)'}"
        figures = f"{hard}, {soft}, {row.allowance} movement, {steps_left}"
        faces = (full_face(e, u), face_key(row.id, row.steps, True, False))
        note = f"comes {e.turn_rows[e.entry_turn[u] - 1].name}" if e.entry_turn[u] else ""
        counter = Counter(row.id, e.names.called("unit", u), faces, figures, note)
        found.append((e.side[u], e.formation_rows[e.formation[u]].name, counter))
    return in_formations(found)


# What counts now


def lit(s: State) -> tuple[Lit, ...]:
    attack = within(s, Attack)
    if attack is None or s.where[attack.unit] < 0 or not any(s.where[u] >= 0 for u in attack.defenders):
        return ()
    found = [Lit("attacks", attack.kind)]
    if attack.result < 0:
        counted = {term.what for term in modifiers(s, attack).terms}
        found.append(Lit("crt", column=column(s, attack)))
        found += [Lit("modifiers", n) for n, row in enumerate(s.edition.modifier.values()) if row.called in counted]
    return tuple(found)


def goals(s: State) -> tuple[Goal, ...]:
    """16.0: the higher total wins."""
    e = s.edition
    sums = [total(s, side) for side in (ALLIED, AXIS)]
    found = []
    for side in (AXIS, ALLIED):
        behind = sums[other(side)].total - sums[side].total
        need = "ahead" if behind < 0 else "level: one more wins" if not behind else f"{behind + 1} more to win"
        found.append(Goal(side, "total if the game ended now", f"{sums[side].total} VP", need, "16.0-i", behind < 0))
        found += [Goal(side, term.what, str(term.value), "", term.rule) for term in sums[side].terms]
    gained = turn_points(s) if not s.boxes[ALLIED] else None
    if gained is not None:
        found.append(Goal(AXIS, "added when this turn ends, as it stands", f"+{gained.total}", "", "16.0-a"))
    found += axis_goals(s)
    for hex, worth in e.objectives[s.scenario]:
        mine = holds(s, hex, ALLIED)
        found.append(
            Goal(
                ALLIED,
                s.names.called("hex", hex),
                "held" if mine else "lost",
                f"{worth} at the end",
                "17.0",
                mine,
            )
        )
    return tuple(found)


def axis_goals(s: State) -> Iterator[Goal]:
    """16.0, 14.2: what the Axis scores by in every turn, and what it needs for its actions in the next."""
    e = s.edition
    there, needs = len(on_north_edge(s)), e.points["north edge"].needs
    yield Goal(AXIS, "supplied units on the northern edge", f"{there} of {needs}", "1 each turn", "16.0-a", there >= needs)
    held = holds(s, e.el_adem, AXIS)
    yield Goal(AXIS, s.names.called("hex", e.el_adem), "held" if held else "not held", "1 each turn", "16.0-b", held)
    last = s.turn == e.scenario_rows[s.scenario].last_turn
    needed = 0 if last else e.turn_rows[s.turn].lines
    if needed:
        met = lines_met(s) if s.breaches else 0
        yield Goal(AXIS, "lines through the mines", f"{met} of {needed}", "or an action less next turn", "14.2-a", met >= needed)
