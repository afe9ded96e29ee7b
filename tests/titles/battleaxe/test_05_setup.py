"""5 Prepare for play."""

from __future__ import annotations

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.audit import audit
from sandtable.titles.battleaxe.face.view import view
from tests.kit import asked, offered, offered_verbs, play, rule, why_not
from tests.titles.battleaxe.positions import a, edition, holder, is_full, opened, place_of, start
from tests.titles.battleaxe.readings import current, panel, standing

# 5.1 Marker placement


@rule("battleaxe", "5.1-a")
def test_the_turn_marker_starts_on_june_15_with_the_attack_side_up() -> None:
    s = opened()
    assert current(s, "turn") == "June 15"
    assert panel(s, "turn").note.startswith("Attack")
    s = play(s, "pass", "pass", "assault 9")  # the Allies pass and declare no Fuel Shortage
    assert "activate 13" in offered(s)
    assert "enter MC-C 12" in offered(play(s, "activate 13"))


@rule("battleaxe", "5.1-b", "5.1-c", "5.1-d")
def test_impulse_advantage_and_points_at_the_start() -> None:
    s = start()
    assert current(s, "impulse") == "1"
    assert s.advantage == ALLIED
    assert "Allied" in panel(s, "advantage").title
    assert s.vp == 0
    assert current(s, "vp") == "0"
    assert {row.id for row in edition().marker_rows if row.id.startswith("Victory Points")} == {
        "Victory Points x1",
        "Victory Points x10",
    }


@rule("battleaxe", "5.1-g")
def test_only_allied_control_markers_is_a_matter_of_display() -> None:
    every, few = start(), start(markers=1)
    assert few.allied == every.allied
    for shown, plain in zip(view(few, ALLIED).spots, view(every, ALLIED).spots, strict=True):
        assert shown.holder == plain.holder
        assert "control" in {mark.kind for mark in plain.marks}
        assert ("control" in {mark.kind for mark in shown.marks}) == (shown.holder == ALLIED)
    assert offered(few) == offered(every)


# 5.2 Unit set-up


@rule("battleaxe", "5.2")
def test_all_units_start_at_full_strength() -> None:
    s = opened()
    in_play = [row.id for row in edition().unit_rows if not row.optional]
    assert len(in_play) == 41
    assert all(is_full(s, id) for id in in_play)
    assert place_of(s, "4RTR") == "absent"
    assert audit(s) == []


@pytest.mark.parametrize(
    ("area", "side", "ids"),
    [
        pytest.param("A", "allied", "1/11 2/11 SQ-A", marks=pytest.mark.rule("battleaxe", "5.2.1-a")),
        pytest.param("B", "allied", "3/11 SQ-B", marks=pytest.mark.rule("battleaxe", "5.2.1-a")),
        pytest.param("C", "allied", "4RTR(-) 7RTR 22GDS 65AT", marks=pytest.mark.rule("battleaxe", "5.2.1-b")),
        pytest.param("D", "allied", "2RTR 6RTR 1/KRR 2/RB 12AT", marks=pytest.mark.rule("battleaxe", "5.2.1-c")),
        pytest.param("H", "allied", "9AUS 18BDE 3ARM", marks=pytest.mark.rule("battleaxe", "5.2.1-d")),
        pytest.param("6", "axis", "1/104 1/33A deFR", marks=pytest.mark.rule("battleaxe", "5.2.2-a")),
        pytest.param("15", "axis", "1/62", marks=pytest.mark.rule("battleaxe", "5.2.2-b")),
        pytest.param("17", "axis", "2/62", marks=pytest.mark.rule("battleaxe", "5.2.2-b")),
        pytest.param("16", "axis", "3/62", marks=pytest.mark.rule("battleaxe", "5.2.2-b")),
        pytest.param("9", "axis", "15MC(-) 33PAK", marks=pytest.mark.rule("battleaxe", "5.2.2-c")),
        pytest.param("13", "axis", "MC-C 1/33B", marks=pytest.mark.rule("battleaxe", "5.2.2-d")),
        pytest.param("18", "axis", "1/8 2/8 1/33C 33RECCE", marks=pytest.mark.rule("battleaxe", "5.2.2-e")),
        pytest.param("21", "axis", "BARDIA1", marks=pytest.mark.rule("battleaxe", "5.2.2-f")),
        pytest.param("22", "axis", "BARDIA2", marks=pytest.mark.rule("battleaxe", "5.2.2-f")),
        pytest.param("G", "axis", "1/5 2/5 3RECCE", marks=pytest.mark.rule("battleaxe", "5.2.2-g")),
        pytest.param("H", "axis", "XX XXI 15BDE", marks=pytest.mark.rule("battleaxe", "5.2.2-h")),
    ],
)
def test_who_sets_up_where(area: str, side: str, ids: str) -> None:
    assert standing(start(), side, area) == set(ids.split())


@rule("battleaxe", "5.2.1-d", "5.2.2-h")
def test_the_garrison_of_tobruk_stands_beside_the_siege() -> None:
    s = start()
    contested = {spot.id for spot in view(s, AXIS).spots if "contested" in {mark.kind for mark in spot.marks}}
    assert contested == {"H"}
    assert holder(s, "H") == "allied"


@rule("battleaxe", "5.2.2-b", "5.2.2-f")
def test_the_frontier_garrisons_are_italian_and_named_by_place() -> None:
    rows, areas = edition().unit_rows, edition().area_rows
    for id, place in (("2/62", "Musaid"), ("3/62", "Sollum Barracks"), ("1/62", "Fort Capuzzo"), ("BARDIA1", "Bardia Harbor")):
        unit = next(row for row in rows if row.id == id)
        assert unit.nation == "italian"
        assert areas[a(unit.setup[0])].name == place


@rule("battleaxe", "5.2.1-e")
def test_11h_and_cih_set_up_in_any_of_zones_a_to_d() -> None:
    s = start()
    assert asked(s) == (ALLIED, "SetUp")
    assert offered(s) == [f"deploy {unit} {zone}" for unit in ("11H", "CIH") for zone in "ABCD"]
    assert why_not(s, "deploy CIH E").rule == "5.2.1"
    assert why_not(s, "deploy CIH 1").rule == "5.2.1"
    assert why_not(s, "deploy 2RTR C").rule == "5.2.1"
    s = play(s, "deploy CIH A")
    assert why_not(s, "deploy CIH B").rule == "5.2.1"
    assert asked(s) == (ALLIED, "SetUp")
    s = play(s, "deploy 11H A")
    assert (place_of(s, "CIH"), place_of(s, "11H")) == ("A", "A")
    assert asked(s) == (ALLIED, "Half")


@rule("battleaxe", "5.2.1-f")
def test_the_historical_set_up() -> None:
    s = start(setup=1)
    assert (place_of(s, "11H"), place_of(s, "CIH")) == ("D", "B")
    assert "deploy" not in offered_verbs(s)
    assert asked(s) == (ALLIED, "Half")


@rule("battleaxe", "5.2.2-i")
def test_15th_panzer_and_5th_light_are_bound_on_june_15() -> None:
    s = play(opened(), "pass", "pass")
    assert why_not(s, "assault 18").rule == "16.0"
    assert why_not(s, "assault G").rule == "16.0"
    assert "assault 9" in offered(s)
    s = play(s, "regroup")
    for id in ("1/8 19", "2/8 19", "1/33C 19", "33RECCE 19", "1/5 19", "2/5 19", "3RECCE 19"):
        assert why_not(s, f"move {id}").rule == "16.0"
    assert {"move 33PAK 12", "move 15MC(-) 12"} <= set(offered(s))
