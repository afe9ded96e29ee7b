"""9.0 Zones of Control."""

from __future__ import annotations

from sandtable.titles.gazala.state import in_enemy_zone
from tests.kit import offered, play, rule, why_not
from tests.titles.gazala.board import ALLIED, AXIS, E, moving, mp, position, where


@rule("gazala", "9.0-a")
def test_units_have_zones_also_without_supply() -> None:
    s = position({"Marine": "1318", "5/1": "1319"}, isolated=["Marine"])
    assert in_enemy_zone(s, E.h("1319"), AXIS)
    s = position({"Marine": "1318"}, unsupplied=["Marine"])
    assert [in_enemy_zone(s, h, AXIS) for h in E.neighbours[E.h("1318")]] == [True] * 6
    assert not in_enemy_zone(s, E.h("1316"), AXIS)
    assert not in_enemy_zone(s, E.h("1319"), ALLIED)


@rule("gazala", "9.0-b")
def test_no_zone_up_an_escarpment() -> None:
    s = position({"9 L": "1701", "8/1": "1802"})
    assert not in_enemy_zone(s, E.h("1802"), AXIS)
    assert in_enemy_zone(s, E.h("1701"), ALLIED)
    assert not in_enemy_zone(s, E.h("1702"), AXIS)  # nor where the track crosses


@rule("gazala", "9.0-c", "19.0")
def test_not_from_zone_to_zone() -> None:
    s = moving(position({"PAVO": "1520", "104/1": "1620"}), "104/1")
    zones = {E.hexes.ids[h] for h in E.neighbours[E.h("1620")]} & {E.hexes.ids[h] for h in E.neighbours[E.h("1520")]}
    assert zones == {"1519", "1621"}
    for hex in zones:
        assert why_not(s, f"go {hex}").rule == "9.0-c"  # with all 24 points in hand
    assert mp(s) == 24


@rule("gazala", "9.0-d")
def test_leaving_a_zone_costs_two() -> None:
    s = moving(position({"PAVO": "1520", "104/1": "1620"}), "104/1")
    assert mp(play(s, "go 1720")) == 21


@rule("gazala", "9.0-e")
def test_zones_cross_minefields() -> None:
    s = position({"5 RTR": "1416", "65/1": "1316"})
    assert in_enemy_zone(s, E.h("1316"), AXIS)
    assert in_enemy_zone(s, E.h("1416"), ALLIED)


@rule("gazala", "9.0-f")
def test_friends_do_not_lift_zones_for_movement() -> None:
    s = moving(position({"12 Ber": "1421", "PAVO": "1520", "5 Ber": "1321"}), "5 Ber")
    s = play(s, "go 1421")
    assert why_not(s, "go 1420").rule == "9.0-c"


@rule("gazala", "9.0-g")
def test_entering_a_zone_costs_nothing_and_stops_nobody() -> None:
    s = moving(position({"PAVO": "1520", "104/1": "1622"}), "104/1")
    s = play(s, "go 1621")
    assert mp(s) == 23
    assert "go 1721" in offered(s)
    s = play(s, "go 1721")
    assert mp(s) == 20


@rule("gazala", "12.0-h")
def test_disrupted_units_have_no_zone() -> None:
    s = moving(position({"PAVO": "1520", "104/1": "1620"}, disrupted=["PAVO"]), "104/1")
    s = play(s, "go 1519")
    assert where(s, "104/1") == "1519"
    assert mp(s) == 23
