"""11.4.4 Combat: Repulse, Stalemate, Success, Overrun."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from sandtable.kernel.play import inner, is_over
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.frames import OVERRUN, REPULSE, STALEMATE, SUCCESS, Attack
from sandtable.titles.battleaxe.state import State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import active_side, attack_value, combat, enter, fight, on_206
from tests.titles.battleaxe.positions import edition, holder, is_full, is_reduced, place_of, u

# 11.4.4 Results


@rule("battleaxe", "11.4.4-a", "11.4.4-b")
def test_a_repulse_costs_every_attacker_a_step() -> None:
    s = enter(on_206("2RTR", "1/KRR", reduced="1/KRR"), "9", "2RTR", "1/KRR")
    s = combat(s, "2RTR", "33PAK", [4, 3, 2, 2])
    assert told(s, "totals") == [(12, 13)]
    assert told(s, "result") == [(REPULSE,)]
    assert place_of(s, "1/KRR") == "dead"
    assert is_reduced(s, "2RTR")
    assert is_full(s, "33PAK")
    assert is_full(s, "15MC(-)")
    assert offered(s) == ["retreat 2RTR 10"]
    s = play(s, "retreat 2RTR 10")
    assert place_of(s, "2RTR") == "10"
    assert holder(s, "9") == "axis"


@rule("battleaxe", "11.4.4-c")
def test_a_stalemate_costs_both_leads_a_step() -> None:
    s = combat(enter(on_206("2RTR"), "9", "2RTR"), "2RTR", "33PAK", [6, 3, 2, 2])
    assert told(s, "totals") == [(13, 13)]
    assert told(s, "result") == [(STALEMATE,)]
    assert is_reduced(s, "2RTR")
    assert is_reduced(s, "33PAK")
    assert is_full(s, "15MC(-)")
    assert place_of(s, "2RTR") == "9"  # no retreat
    s = combat(enter(on_206("2RTR", "1/KRR", reduced="2RTR 33PAK"), "9", "2RTR", "1/KRR"), "2RTR", "33PAK", [6, 4, 3, 3])
    assert told(s, "totals") == [(13, 13)]  # 2 + 1 and 3 + 1 + 3
    assert (place_of(s, "2RTR"), place_of(s, "33PAK")) == ("dead", "dead")
    assert is_full(s, "1/KRR")


@rule("battleaxe", "11.4.4-c")
def test_a_stalemate_that_kills_the_last_defender_gives_the_area_to_the_attacker() -> None:
    s = play(fight({"2RTR": "10", "33PAK": "9"}, reduced="33PAK"), "assault 10")
    s = combat(enter(s, "9", "2RTR"), "2RTR", "33PAK", [2, 3, 3, 3])  # 4 + 5 v 0 + 3 + 6
    assert told(s, "result") == [(STALEMATE,)]
    assert place_of(s, "33PAK") == "dead"
    assert holder(s, "9") == "allied"


@rule("battleaxe", "11.4.4-c")
@pytest.mark.parametrize("controlled", ["allied", "axis"])
def test_a_stalemate_that_kills_both_leaves_control_as_it_was(controlled: str) -> None:
    """Nobody was ever alone there: both Leads lose their step at the same time (7.2)."""
    facts = {"allied": "15"} if controlled == "allied" else {"axis": "15"}
    s = fight({"1/8": "15", "2RTR": "15"}, half="axis", reduced="1/8 2RTR", **facts)
    s = combat(play(s, "assault 15", "attack 15", "join 1/8"), "1/8", "2RTR", [1, 2, 2, 2])  # 5 + 3 v 2 + 2 + 4
    assert told(s, "result") == [(STALEMATE,)]
    assert (place_of(s, "1/8"), place_of(s, "2RTR")) == ("dead", "dead")
    assert holder(s, "15") == controlled


@rule("battleaxe", "11.4.4-d")
def test_a_success_flips_the_lead_and_the_defender_absorbs_the_difference() -> None:
    s = combat(enter(on_206("2RTR", "6RTR"), "9", "2RTR", "6RTR"), "2RTR", "33PAK", [6, 4, 2, 2])
    assert told(s, "totals") == [(15, 13)]
    assert told(s, "result") == [(SUCCESS,)]
    assert told(s, "attrition") == [(2,)]
    assert is_reduced(s, "2RTR")
    assert is_full(s, "6RTR")
    weak = combat(enter(on_206("2RTR", reduced="2RTR"), "9", "2RTR"), "2RTR", "33PAK", [6, 6, 2, 1])
    assert told(weak, "result") == [(SUCCESS,)]
    assert is_reduced(weak, "2RTR")  # a Reduced Lead is not eliminated


@rule("battleaxe", "11.4.4-e")
def test_the_first_point_falls_on_the_lead_defender() -> None:
    s = combat(enter(on_206("2RTR", "6RTR"), "9", "2RTR", "6RTR"), "2RTR", "33PAK", [6, 3, 2, 2])
    assert told(s, "attrition") == [(1,)]
    assert why_not(s, "absorb 33PAK none").rule == "11.4.4"
    assert why_not(s, "absorb 15MC(-) flip").rule == "11.5"
    assert offered(s) == ["absorb 33PAK flip"]
    s = play(s, "absorb 33PAK flip")
    assert is_reduced(s, "33PAK")
    assert is_full(s, "15MC(-)")


def one_point_on(lead: str, area: str = "15", **facts: Any) -> State:
    """2RTR attacks from 9 and the lone defender has one point to absorb."""
    s = play(fight({"2RTR": "9", lead: area}, axis="18", **facts), "assault 9")
    s = play(enter(s, area, "2RTR"), "lead 2RTR", f"lead {lead}")
    e = edition()
    defence = e.cv[u(lead)][s.reduced >> u(lead) & 1] + e.tem[s.where[u(lead)]]
    total = 4 + 12 - 1 - defence  # what the defender must throw
    return play(s, "pass", dice=[6, 6, total // 2, total - total // 2])


@rule("battleaxe", "11.4.4-f")
def test_who_may_absorb_a_single_point_by_retreat() -> None:
    german = one_point_on("1/8")
    assert set(offered(german)) == {"absorb 1/8 flip", "absorb 1/8 retreat"}
    german = play(german, "absorb 1/8 retreat", "retreat 1/8 18")
    assert (place_of(german, "1/8"), is_full(german, "1/8")) == ("18", True)
    italian = one_point_on("1/62")
    assert offered(italian) == ["absorb 1/62 flip"]
    assert why_not(italian, "absorb 1/62 retreat").rule == "11.5"
    assert offered(one_point_on("1/62", reduced="1/62")) == ["absorb 1/62 retreat"]
    assert why_not(one_point_on("MC-C", "13"), "absorb MC-C retreat").rule == "11.5.1"  # a Stützpunkt


@rule("battleaxe", "11.4.4-f")
@pytest.mark.parametrize(("reduced", "way"), [("", "flip"), ("22GDS", "retreat")])
def test_an_allied_lead_absorbs_a_single_point_by_retreat_only_when_reduced(reduced: str, way: str) -> None:
    s = fight({"1/8": "18", "22GDS": "15"}, half="axis", reduced=reduced, allied="9")
    s = play(s, "assault 18", "enter 1/8 15", "attack 15")
    s = combat(s, "1/8", "22GDS", [1, 1, 2, 2] if reduced else [2, 1, 1, 2])  # 7 v 2 + 2, or 4 + 2
    assert told(s, "attrition") == [(1,)]
    assert offered(s) == [f"absorb 22GDS {way}"]


# 11.4.4 Overrun


def overrun_15(*units: str, others: Mapping[str, str] = MappingProxyType({}), **facts: Any) -> State:
    """These attack a lone Reduced 1/62 in 15 out of 9, with 2RTR in the lead, and exceed what it can absorb."""
    s = play(fight({**dict.fromkeys(units, "9"), "1/62": "15", **others}, reduced="1/62", **facts), "assault 9")
    return combat(enter(s, "15", *units), units[0], "1/62", [6, 6, 1, 1])


@rule("battleaxe", "11.4.4-g")
def test_more_points_than_the_defenders_can_absorb_are_an_overrun() -> None:
    s = enter(play(fight({"2RTR": "9", "1/62": "15"}, reduced="1/62"), "assault 9"), "15", "2RTR")
    s = combat(s, "2RTR", "1/62", [3, 3, 2, 2])
    assert told(s, "totals") == [(10, 7)]  # a lone Reduced unit absorbs 2
    assert told(s, "result") == [(OVERRUN,)]
    assert place_of(s, "1/62") == "dead"
    assert is_full(s, "2RTR")
    s = combat(enter(on_206("2RTR", "6RTR", reduced="33PAK"), "9", "2RTR", "6RTR"), "2RTR", "33PAK", [6, 6, 1, 1])
    assert told(s, "totals") == [(17, 9)]  # 3 + 1 + 3 + 2: with a Full and a Reduced unit the limit is 5
    assert told(s, "result") == [(OVERRUN,)]
    assert (place_of(s, "33PAK"), place_of(s, "15MC(-)")) == ("dead", "dead")


@rule("battleaxe", "11.4.4-h", "11.0-f")
def test_after_an_overrun_the_attackers_go_on_into_one_more_area() -> None:
    s = overrun_15("2RTR", "1/KRR", "12AT")
    assert holder(s, "15") == "allied"
    assert s.left[u("2RTR")] == 0  # no MF are counted
    assert {"exploit 2RTR 18", "exploit 1/KRR 18", "exploit 12AT 13", "done"} <= set(offered(s))
    assert why_not(s, "exploit 2RTR 20").rule == "9.1"  # not adjacent
    s = play(s, "exploit 2RTR 18")
    assert (place_of(s, "2RTR"), holder(s, "18")) == ("18", "allied")
    assert why_not(s, "exploit 1/KRR 13").rule == "11.4.4"  # one and the same Area
    assert why_not(s, "exploit 2RTR 18").rule == "11.4.4"  # once
    s = play(s, "exploit 1/KRR 18", "done")
    assert (place_of(s, "1/KRR"), place_of(s, "12AT")) == ("18", "15")  # some may stay


@rule("battleaxe", "11.4.4-h")
def test_the_move_after_an_overrun_keeps_the_limits_of_entry() -> None:
    full = overrun_15("2RTR", others={"7RTR": "13", "4RTR(-)": "13", "22GDS": "13", "65AT": "13"})
    assert why_not(full, "exploit 2RTR 13").rule == "9.3.1"
    cliff = fight({"3/62": "16", "2RTR": "15"}, reduced="3/62")
    cliff = combat(enter(play(cliff, "assault 15"), "16", "2RTR"), "2RTR", "3/62", [6, 6, 1, 1])
    assert why_not(cliff, "exploit 2RTR 6").rule == "9.3.2"
    s = play(fight({"2RTR": "9", "6RTR": "9", "1/62": "15", "MC-C": "13"}, reduced="1/62"), "assault 9", "enter 2RTR 13")
    s = play(combat(play(s, "attack 13"), "2RTR", "MC-C", [1, 1, 6, 6]), "retreat 2RTR 9")
    s = combat(enter(s, "15", "6RTR"), "6RTR", "1/62", [6, 6, 1, 1])
    assert why_not(s, "exploit 6RTR 13").rule == "9.2.1"  # attacked before in this Impulse
    assert why_not(s, "exploit 2RTR 18").rule == "11.4.4"  # was not in the Overrun


@rule("battleaxe", "11.4.4-h")
def test_a_unit_without_movement_factor_stays_after_an_overrun() -> None:
    s = fight({"1/62": "15", "1/8": "15", "2RTR": "15"}, half="axis", reduced="2RTR")
    s = play(s, "assault 15", "attack 15", "join 1/62", "join 1/8")
    s = combat(s, "1/8", "2RTR", [6, 6, 1, 1])
    assert told(s, "result") == [(OVERRUN,)]
    assert "exploit 1/8 9" in offered(s)
    assert why_not(s, "exploit 1/62 9").rule == "9.2"


@rule("battleaxe", "11.4.4-h")
def test_entering_an_enemy_held_area_after_an_overrun_forces_the_second_attack() -> None:
    s = overrun_15("2RTR", "1/KRR", others={"2/62": "17"})
    s = play(s, "exploit 2RTR 17", "exploit 1/KRR 17")
    assert inner(s, Attack).area == s.names.number("area", "17")
    assert inner(s, Attack).mandatory
    s = combat(s, "2RTR", "2/62", [1, 1, 6, 6])
    assert told(s, "result") == [(REPULSE,)]
    assert set(offered(s)) == {"retreat 2RTR 15", "retreat 1/KRR 15"}


@rule("battleaxe", "11.4.4-h", "11.2")
def test_the_second_attack_is_optional_in_an_area_contested_before() -> None:
    s = overrun_15("2RTR", "1/KRR", others={"2/62": "17", "22GDS": "17"})
    s = play(s, "exploit 2RTR 17", "done")
    assert offered(s) == ["attack", "pass"]
    assert not is_over(play(s, "pass"))
    s = play(s, "attack")
    assert offered(s) == ["join 2RTR"]
    assert why_not(s, "join 22GDS").rule == "11.0"
    s = combat(play(s, "join 2RTR"), "2RTR", "2/62", [1, 1, 6, 6])
    assert (place_of(s, "2RTR"), is_reduced(s, "2RTR")) == ("17", True)


@rule("battleaxe", "11.4.4-i")
def test_rommel_and_air_serve_again_after_an_overrun_with_a_new_die() -> None:
    s = fight({"1/8": "18", "22GDS": "15", "2RTR": "9"}, half="axis", rommel=True, reduced="22GDS")
    s = play(s, "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS", "rommel", dice=[6, 6, 6, 1, 1])
    assert told(s, "result") == [(OVERRUN,)]
    s = play(s, "exploit 1/8 9", "lead 1/8", "lead 2RTR")
    assert offered(s) == ["rommel", "pass"]
    s = play(s, "rommel", dice=[2, 1, 1, 6, 6])
    assert attack_value(s)["11.4.2C"] == 2

    s = fight({"2RTR": "9", "1/62": "15", "2/62": "17"}, reduced="1/62")
    s = play(enter(play(s, "assault 9"), "15", "2RTR"), "lead 2RTR", "lead 1/62", "air", dice=[6, 6, 6, 1, 1])
    s = play(s, "exploit 2RTR 17", "lead 2RTR", "lead 2/62", "air", dice=[3, 1, 1, 6, 6])
    assert attack_value(s)["11.4.2C"] == 3


@rule("battleaxe", "11.4.4-i")
def test_air_used_in_another_combat_does_not_serve_after_an_overrun() -> None:
    s = fight({"2RTR": "9", "6RTR": "9", "1/62": "15", "2/62": "17", "MC-C": "13"}, reduced="1/62")
    s = play(enter(play(s, "assault 9"), "13", "6RTR"), "lead 6RTR", "lead MC-C", "air", dice=[1, 1, 1, 6, 6])
    s = enter(play(s, "retreat 6RTR 9"), "15", "2RTR")
    s = play(s, "lead 2RTR", "lead 1/62", dice=[6, 6, 1, 1])
    s = play(s, "exploit 2RTR 17", "lead 2RTR", "lead 2/62", dice=[1, 1, 6, 6])  # Air is not offered
    assert "11.4.2C" not in attack_value(s)


@rule("battleaxe", "11.4.4-j")
def test_there_is_no_third_move_after_a_second_overrun() -> None:
    s = overrun_15("2RTR", others={"2/62": "17"}, advantage="axis")
    s = play(s, "exploit 2RTR 17", "lead 2RTR", "lead 2/62", "pass", dice=[6, 6, 1, 1])
    assert told(s, "result") == [(OVERRUN,)]
    assert told(s, "fanatical") == []  # the Axis holds the Advantage and was not asked
    assert place_of(s, "2/62") == "dead"
    assert is_full(s, "2RTR")
    assert active_side(s) == AXIS
    assert place_of(s, "2RTR") == "17"


@rule("battleaxe", "11.4.4-k", "22.0-d")
@pytest.mark.parametrize("controlled", ["axis", "allied"])
def test_the_allies_do_not_go_on_after_overrunning_an_axis_strongpoint(controlled: str) -> None:
    for area, unit in (("13", "MC-C"), ("9", "33PAK")):
        facts = {"axis": area} if controlled == "axis" else {"allied": area}
        s = fight({"2RTR": "12", unit: area, "11H": area}, reduced=unit, **facts)
        s = play(s, "assault 12", f"enter 2RTR {area}", f"attack {area}", "join 2RTR")
        s = combat(s, "2RTR", unit, [6, 6, 1, 1])
        assert told(s, "result") == [(OVERRUN,)]
        assert place_of(s, unit) == "dead"
        assert is_full(s, "2RTR")
        assert holder(s, area) == "allied"
        assert (asked(s)[1], active_side(s)) == (("Half", AXIS) if controlled == "axis" else ("Exploit", ALLIED))


@rule("battleaxe", "11.4.4-k")
def test_the_axis_goes_on_after_overrunning_in_a_strongpoint() -> None:
    s = fight({"1/8": "13", "2RTR": "13"}, half="axis", reduced="2RTR")
    s = combat(play(s, "assault 13", "attack 13", "join 1/8"), "1/8", "2RTR", [6, 6, 1, 1])
    assert asked(s) == (AXIS, "Exploit")


@rule("battleaxe", "11.4.4-l")
def test_points_equal_to_the_capacity_are_a_success() -> None:
    s = play(fight({"2RTR": "9", "1/KRR": "9", "1/62": "15"}, reduced="1/62"), "assault 9")
    s = combat(enter(s, "15", "2RTR", "1/KRR"), "2RTR", "1/62", [2, 2, 2, 2])
    assert told(s, "totals") == [(9, 7)]
    assert told(s, "result") == [(SUCCESS,)]
    assert offered(s) == ["absorb 1/62 eliminate"]
    s = play(s, "absorb 1/62 eliminate")
    assert place_of(s, "1/62") == "dead"
    assert is_reduced(s, "2RTR")
    assert is_full(s, "1/KRR")
    assert holder(s, "15") == "allied"
    assert told(s, "exploited") == []
    assert active_side(s) == AXIS  # nobody is asked to go on
