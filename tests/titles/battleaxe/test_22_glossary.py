"""21 Suggested reading, 22 Glossary."""

from __future__ import annotations

import re

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe import TITLE
from sandtable.titles.battleaxe.edition import ARMOUR, GUNS, INFANTRY
from sandtable.titles.battleaxe.sequence import OUTLINES
from sandtable.titles.battleaxe.victory import outcome
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import active_side, fight
from tests.titles.battleaxe.positions import END_PHASE, a, edition, holder, is_full, place_of, position, run_from, u, units


@rule("battleaxe", "21.0")
def test_nothing_rests_on_the_suggested_reading() -> None:
    acts = [act for kind in OUTLINES.values() for row in kind.rows for act in (*row.acts, *([row.stop] if row.stop else []))]
    assert len(acts) > 30
    assert [act.rule for act in acts if act.rule.startswith("21")] == []
    assert [setting.id for setting in TITLE.rules.settings if setting.rule.startswith("21")] == []
    e = edition()
    tables = [*e.area_rows, *e.boundary_rows, *e.unit_rows, *e.marker_rows, *e.turn_rows, *e.advantage_rows]
    assert [row for row in tables if re.search(r"\b21\.0", row.source)] == []


@rule("battleaxe", "22.0-a")
def test_armoured_cars_are_armour_except_in_consolidation() -> None:
    e = edition()
    for car in ("11H", "CIH", "33RECCE", "3RECCE"):
        assert e.kind[u(car)] == ARMOUR
    s = position({"11H": "D", "CIH": "D", "2RTR": "D"}, reduced="11H")
    assert why_not(s, "consolidate 11H CIH").rule == "8.1.2b"
    assert why_not(s, "consolidate 11H 2RTR").rule == "8.1.2b"


@rule("battleaxe", "22.0-a")
def test_infantry_is_whatever_is_neither_armour_nor_guns() -> None:
    e = edition()
    assert {e.unit_rows[n].id for n in range(e.units) if e.kind[n] == GUNS} == {"65AT", "12AT", "33PAK", "1/33A", "1/33B", "1/33C"}
    tanks = {"SQ-A", "SQ-B", "4RTR(-)", "7RTR", "2RTR", "6RTR", "3ARM", "4RTR", "1/8", "2/8", "1/5", "2/5"}
    cars = {"11H", "CIH", "33RECCE", "3RECCE"}
    assert {e.unit_rows[n].id for n in range(e.units) if e.kind[n] == ARMOUR} == tanks | cars
    assert e.of_kind[INFANTRY] | e.of_kind[ARMOUR] | e.of_kind[GUNS] == (1 << e.units) - 1
    assert e.kind[u("XX")] == INFANTRY  # motorized, and yet


@rule("battleaxe", "22.0-b")
@pytest.mark.parametrize(("scenario", "turns"), [("battleaxe", 3), ("extended", 4)])
def test_the_turn_track_has_three_or_four_turns(scenario: str, turns: int) -> None:
    played = 0
    while True:
        s = run_from(units({"2RTR": "D", "15BDE": "I"}, scenario=scenario, turn=played, vp=9), END_PHASE)
        played += 1
        if outcome(s) is not None:
            break
        assert s.turn == played
    assert played == turns
    assert [row.id for row in edition().turn_rows] == ["June 15", "June 16", "June 17", "June 18"]


@rule("battleaxe", "22.0-c")
def test_the_last_sole_occupant_keeps_control() -> None:
    s = play(fight({"2RTR": "10", "33PAK": "18"}, allied="8"), "assault 10", "enter 2RTR 8", "done")
    assert holder(s, "10") == "allied"
    contested = play(fight({"2RTR": "9", "33PAK": "9", "6RTR": "D"}, allied="9 10"), "assault 9", "enter 2RTR 10", "done")
    assert holder(contested, "9") == "axis"  # left alone, the Axis is the last sole occupant


@rule("battleaxe", "22.0-e")
def test_the_active_player_is_the_attacker_whatever_he_does() -> None:
    s = play(position({"2RTR": "D", "6RTR": "D", "1/8": "18"}), "regroup")
    assert asked(s) == (ALLIED, "Regroup")
    assert active_side(s) == ALLIED
    assert why_not(s, "move 1/8 14").rule == "8.0"  # the other side does not move
    s = play(s, "done")
    assert active_side(s) == AXIS


@rule("battleaxe", "22.0-f")
def test_the_movement_factor_is_for_one_impulse() -> None:
    s = play(position({"2RTR": "D", "6RTR": "D", "1/8": "18"}, allied="8 7 4", advantage="", impulse=1), "assault D")
    assert s.left[u("2RTR")] == 6
    s = play(s, "enter 2RTR 8", "enter 2RTR 4")
    assert s.left[u("2RTR")] == 4
    s = play(s, "enter 2RTR 8", "enter 2RTR 7", "enter 2RTR 8", "enter 2RTR 4")
    assert s.left[u("2RTR")] == 0
    assert why_not(s, "enter 2RTR 8").rule == "9.2"
    s = play(s, "done", "pass", "pass", "assault 4")
    assert s.left[u("2RTR")] == 6  # nothing is owed or saved


@rule("battleaxe", "22.0-g")
def test_a_regroup_has_no_active_area() -> None:
    s = play(position({"2RTR": "D", "7RTR": "C", "1/11": "A", "1/8": "18"}, allied="1 4 8"), "regroup")
    s = play(s, "move 2RTR 8", "move 7RTR 4", "move 1/11 1")
    assert (place_of(s, "2RTR"), place_of(s, "7RTR"), place_of(s, "1/11")) == ("8", "4", "1")
    pairs = {"2RTR": "D", "6RTR": "D", "7RTR": "C", "4RTR(-)": "C", "1/8": "18"}
    s = play(position(pairs, reduced="2RTR 7RTR"), "consolidate 2RTR 6RTR")
    assert is_full(s, "2RTR")
    assert not is_full(s, "7RTR")  # one Area, one pair
    assert active_side(s) == AXIS


@rule("battleaxe", "22.0-h")
@pytest.mark.parametrize(
    ("face", "in_strongpoint", "available"), [(6, True, True), (3, True, True), (2, True, False), (3, False, False)]
)
def test_a_modifier_changes_the_die_to_the_final_result(face: int, in_strongpoint: bool, available: bool) -> None:
    area, unit, frm = ("9", "33PAK", "10") if in_strongpoint else ("15", "1/62", "9")
    s = fight({"2RTR": frm, unit: area}, artillery=(0, 1))
    s = play(s, f"assault {frm}", f"enter 2RTR {area}", f"attack {area}", "lead 2RTR", f"lead {unit}", "pass")
    s = play(s, "call", dice=[face, 1, 1, 6, 6])
    assert bool(told(s, "artillery")) == available


@rule("battleaxe", "22.0-i")
def test_a_common_boundary_is_not_enough() -> None:
    e = edition()
    assert e.touching[a("6")] >> a("16") & 1
    assert not e.near[a("6")] >> a("16") & 1
    s = play(position({"1/11": "6"}), "assault 6")
    assert why_not(s, "enter 1/11 16").rule == "9.3.2"
    assert "enter 1/11 17" in offered(s)
