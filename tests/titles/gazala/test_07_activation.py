"""7.0 Action Phase: what a chit activates."""

from __future__ import annotations

from sandtable.titles.gazala.state import State
from tests.kit import offered, play, rule, why_not
from tests.titles.gazala.board import ALLIED, AXIS, E, acting, drawn, is_used, mp, names, phase_of, position, start, values, where

PANZER = {"5/1": "2020", "5/2": "2018", "8/1": "2016", "8/2": "2014"}


def times(s: State, formation: str, count: int) -> State:
    s.activations[E.formations.index(formation)] = count
    return s


@rule("gazala", "7.0-c")
def test_the_chit_activates_its_formation() -> None:
    at = {"8 Hus": "2616", "3 RTR": "2515", "5 RTR": "2615", "1 KRR": "2714", "10 Hus": "1902"}
    s = play(drawn(position(at), ALLIED, "4 Arm"), "activate 4 Arm")
    assert offered(s) == ["move 8 Hus", "move 3 RTR", "move 5 RTR", "move 1 KRR", "end"]
    assert why_not(drawn(position(at), ALLIED, "4 Arm"), "activate 2 Arm").rule == "7.0-c"


@rule("gazala", "7.0-d")
def test_or_one_unit_of_another_formation() -> None:
    at = {"10 Hus": "1902", "9 L": "2002", "2 RB": "2720"}
    s = drawn(position(at), ALLIED, "7 Motor")
    assert offered(play(s, "single 10 Hus")) == ["move 10 Hus", "end"]
    assert why_not(s, "single 2 RB").rule == "7.0-d"
    assert why_not(play(s, "single 10 Hus"), "single 9 L").rule == "7.0-d"


@rule("gazala", "7.0-d2")
def test_a_two_sided_chit_serves_any_single_unit() -> None:
    s = drawn(times(position(PANZER, turn="May 29"), "21 PZ", 2), AXIS, "15/21 PZ")
    assert why_not(s, "activate 21 PZ").rule == "7.0-h"
    assert offered(play(s, "single 5/1")) == ["move 5/1", "end"]


@rule("gazala", "7.0-e")
def test_either_side_of_the_chit_but_not_both() -> None:
    s = drawn(position(PANZER), AXIS, "15/21 PZ")
    assert offered(s)[:2] == ["activate 15 PZ", "activate 21 PZ"]
    s = play(s, "activate 15 PZ")
    assert names(phase_of(s).active) == ["8/1", "8/2"]
    assert why_not(s, "activate 21 PZ").rule == "7.0-c"


@rule("gazala", "7.0-f")
def test_brescia_and_pavia_are_activated_together() -> None:
    s = position({"27": "0309", "28": "0209"}, turn="June 7-8", scenario=1, due={"19": 9, "20": 9})
    s = play(drawn(s, AXIS, "90 Lt/Brescia+Pavia"), "activate Brescia and Pavia", "arrive 19 0108", "arrive 20 0109")
    assert sorted(names(phase_of(s).active)) == ["19", "20", "27", "28"]


@rule("gazala", "7.0-g")
def test_double_move_activates_two_units() -> None:
    s = position({"10 Hus": "1902", "9 L": "2002"}, turn="May 29", due={"1 Worc": 4})
    s = drawn(s, ALLIED, "Double")
    assert why_not(s, "activate Double").rule == "7.0-g"
    s = play(s, "single 1 Worc", "arrive 1 Worc 3004", "single 10 Hus")
    assert offered(s) == ["move 10 Hus", "move 1 Worc", "end"] or offered(s) == ["move 1 Worc", "move 10 Hus", "end"]
    assert why_not(s, "single 9 L").rule == "7.0-d"


@rule("gazala", "7.0-h")
def test_a_formation_is_activated_at_most_twice() -> None:
    s = drawn(times(position(PANZER, turn="May 29"), "15 PZ", 2), AXIS, "15/21 PZ")
    assert why_not(s, "activate 15 PZ").rule == "7.0-h"
    assert "activate 21 PZ" in offered(s)
    assert "single 8/1" in offered(s)
    s = drawn(times(position(PANZER, turn="May 29"), "15 PZ", 1), AXIS, "15/21 PZ")
    assert play(s, "activate 15 PZ").activations[E.formations.index("15 PZ")] == 2


@rule("gazala", "7.0-i")
def test_the_panzer_divisions_act_once_on_may_27() -> None:
    for turn in ("May 27 AM", "May 27 PM"):
        s = drawn(times(position(PANZER, turn=turn), "21 PZ", 1), AXIS, "15/21 PZ")
        assert why_not(s, "activate 21 PZ").rule == "7.0-i"
        assert "activate 15 PZ" in offered(s)


@rule("gazala", "7.0-j")
def test_allied_brigades_barred_on_may_27() -> None:
    at = {"3 CG": "1504", "3/12 FR": "2705", "5 EY": "0202", "4 GH": "0810", "Marine": "1318", "10 Hus": "1902"}
    s = drawn(position(at, turn="May 27 PM", allied_box=["Extra Move"]), ALLIED, "2 Arm")
    for unit in ("3 CG", "3/12 FR", "5 EY", "4 GH", "Marine"):
        assert why_not(s, f"extra {unit}").rule == "7.0-j"
        assert why_not(s, f"single {unit}").rule == "7.0-j"
    s = drawn(position(at, turn="May 28", allied_box=["Extra Move"]), ALLIED, "2 Arm")
    assert "extra 3 CG" in offered(s)


@rule("gazala", "7.0-k")
def test_pavia_and_trieste_barred_on_may_27() -> None:
    at = {"132/8": "1320", "65/1": "0816", "27": "0309"}
    s = drawn(position(at, turn="May 27 AM"), AXIS, "Ariete/Trieste")
    assert why_not(s, "activate Trieste").rule == "7.0-k"
    assert why_not(s, "single 65/1").rule == "7.0-k"
    assert why_not(s, "single 27").rule == "7.0-k"
    assert offered(s) == ["activate Ariete", "single 132/8"]
    assert why_not(drawn(position(at, turn="May 27 AM"), AXIS, "90 Lt/Brescia+Pavia"), "activate Brescia and Pavia").rule == "7.0-k"


@rule("gazala", "7.0-l")
def test_a_unit_has_no_limit_of_its_own() -> None:
    s = times(position(PANZER, turn="May 29", used=["5/1"]), "21 PZ", 2)
    s = play(drawn(s, AXIS, "90 Lt/Brescia+Pavia"), "single 5/1")
    assert names(phase_of(s).active) == ["5/1"]


@rule("gazala", "7.0-m")
def test_single_activations_do_not_count_for_the_formation() -> None:
    s = drawn(position(PANZER, turn="May 27 AM", axis_box=["Extra Move"]), AXIS, "15/21 PZ")
    s = play(s, "extra 5/1")
    assert s.activations[E.formations.index("21 PZ")] == 0
    s = play(s, "activate 21 PZ")
    assert s.activations[E.formations.index("21 PZ")] == 1
    assert play(drawn(position(PANZER), AXIS, "15/21 PZ"), "single 5/1").activations[E.formations.index("21 PZ")] == 0


@rule("gazala", "7.0-n")
def test_activation_turns_the_formation_to_its_unused_side() -> None:
    s = play(drawn(position(PANZER, used=["5/1", "8/1"]), AXIS, "15/21 PZ"), "activate 21 PZ")
    assert values(s, "5/1") == (15, 12)
    assert is_used(s, "8/1")
    assert mp(play(s, "move 5/1")) == 24


@rule("gazala", "7.0-o")
def test_a_single_unit_turns_over_too() -> None:
    s = drawn(position({"10 Hus": "1902", "9 L": "2002"}, used=["10 Hus", "9 L"]), ALLIED, "Double")
    s = play(s, "single 10 Hus", "ready")
    assert not is_used(s, "10 Hus")
    assert is_used(s, "9 L")


@rule("gazala", "15.0-a")
def test_reinforcements_wait_until_they_are_activated() -> None:
    s = start(dice=[9])  # 90 Lt/Brescia+Pavia
    assert {where(s, row.id) for row in E.unit_rows if row.formation == "90 Lt"} == {"off"}
    s = play(s, "activate 90 Lt")
    assert offered(s) == [f"arrive 155/1 {hex}" for hex in ("1721", "1822", "1921", "2022", "2121")]
    s = drawn(position({"10 Hus": "1902"}, turn="May 28", due={"1 Worc": 4}), ALLIED, "7 Motor")
    assert why_not(s, "single 1 Worc").rule == "15.0-a"


@rule("gazala", "15.0-a2")
def test_all_available_units_must_be_placed() -> None:
    s = play(start(dice=[9]), "activate 90 Lt")
    for unit in ("155/1", "155/2", "200/1", "200/2", "361/1", "361/2"):
        s = play(s, f"arrive {unit} 2121")
    assert why_not(s, "end").rule
    assert offered(s)[0].startswith("arrive 580 Rec")
    assert why_not(s, "arrive 190 AT 2121").rule == "15.0-a2"
    s = play(s, "arrive 580 Rec 2022", "arrive 190 AT 2022")
    assert len(phase_of(s).active) == 8


@rule("gazala", "15.0-b")
def test_any_of_the_arrival_hexes() -> None:
    s = play(start(dice=[7]), "activate 21 PZ")
    assert why_not(s, "arrive 5/1 1822").rule == "15.0-b"
    hexes = [text.split()[-1] for text in offered(s)]
    assert hexes == ["1321", "1422", "1622", "1721"]  # 1521 holds 18 Cav


@rule("gazala", "15.0-c")
def test_an_extra_move_brings_in_a_single_reinforcement() -> None:
    s = drawn(position({"10 Hus": "1902"}, turn="May 29", due={"1 Worc": 4}, allied_box=["Extra Move"]), ALLIED, "2 Arm")
    s = play(s, "extra 1 Worc", "arrive 1 Worc 3004")
    assert where(s, "1 Worc") == "3004"
    s = drawn(position({"10 Hus": "1902"}, turn="May 29", due={"1 Worc": 4}), ALLIED, "2 Arm")
    assert where(play(s, "single 1 Worc", "arrive 1 Worc 1401"), "1 Worc") == "1401"


@rule("gazala", "15.0-d")
def test_not_on_an_enemy_unit_but_in_its_zone() -> None:
    s = play(start(dice=[7]), "activate 21 PZ")
    assert why_not(s, "arrive 5/1 1521").rule == "15.0-d"
    assert s.zones.controls(ALLIED, E.h("1622"))  # in the zone of 18 Cav
    assert where(play(s, "arrive 5/1 1622"), "5/1") == "1622"
    at = {"PAVO": "1321", "2 RL": "1422", "18 Cav": "1521", "10 Hus": "1622", "9 L": "1721", "8/1": "2020"}
    s = drawn(position(at, due={"5/1": 1}), AXIS, "15/21 PZ")
    assert why_not(s, "single 5/1").rule == "15.0-d"  # every arrival hex is held


@rule("gazala", "15.0-e")
def test_placing_costs_nothing() -> None:
    s = position({"5/2": "2020"}, turn="May 27 AM", due={"5/1": 1})
    s = play(drawn(s, AXIS, "15/21 PZ"), "activate 21 PZ", "arrive 5/1 1622", "move 5/1")
    assert mp(s) == 24


@rule("gazala", "15.0-f")
def test_arriving_units_may_crowd_a_hex_for_the_moment() -> None:
    units = ["5/1", "5/2", "104/1", "104/2"]
    s = position({"18 Cav": "1521"}, turn="May 27 AM", due=dict.fromkeys(units, 1))
    s = play(drawn(s, AXIS, "15/21 PZ"), "activate 21 PZ", *[f"arrive {u} 1622" for u in units])
    s = play(s, "move 5/1", "attack medium", "enough")
    assert offered(s) == [f"remove {u}" for u in units]
    s = play(s, "remove 104/1", "remove 104/2", dice=[6])
    assert (where(s, "104/1"), where(s, "104/2")) == ("dead", "dead")


@rule("gazala", "15.0-g")
def test_units_that_did_not_enter_stay_available() -> None:
    s = position({"2 RB": "2720"}, turn="May 28", due={"2 KRR": 2})
    s = play(drawn(s, ALLIED, "7 Motor"), "activate 7 Motor", "arrive 2 KRR 3010")
    assert where(s, "2 KRR") == "3010"


def entered(turn: str, chit_name: str, face: str, at: dict[str, str]) -> list[str]:
    """Who is asked to arrive when that face is used on that turn, by the printed schedule."""
    s = position(at, turn=turn, scenario=1)
    for u in range(E.units):
        if s.where[u] < 0 and E.entry_turn[u]:
            s.due[u] = E.entry_turn[u]
    s = drawn(s, AXIS if face in ("21 PZ", "15 PZ", "90 Lt", "Brescia and Pavia") else ALLIED, chit_name)
    s = play(s, f"activate {face}")
    found = []
    while offered(s)[0].startswith("arrive"):
        found.append(offered(s)[0].removeprefix("arrive ").rsplit(" ", 1)[0])
        s = play(s, offered(s)[0])
    return found


@rule("gazala", "15.1-a")
def test_21_pz_arrives_with_seven_units() -> None:
    assert len(entered("May 27 AM", "15/21 PZ", "21 PZ", {})) == 7
    for u in E.of_formation[E.formations.index("21 PZ")]:
        assert [E.hexes.ids[h] for h in E.entry_hexes[u]] == ["1321", "1422", "1521", "1622", "1721"]
        assert E.entry_turn[u] == 1


@rule("gazala", "15.1-b")
def test_15_pz_arrives_further_east() -> None:
    s = play(start(dice=[7]), "activate 15 PZ")
    assert why_not(s, "arrive 8/1 1521").rule == "15.0-b"
    assert [text.split()[-1] for text in offered(s)] == ["1622", "1721", "1822", "1921", "2022"]
    assert len(entered("May 27 AM", "15/21 PZ", "15 PZ", {})) == 7


@rule("gazala", "15.1-c")
def test_90_lt_arrives_furthest_east() -> None:
    s = play(drawn(position({"5/1": "2001"}, turn="May 27 AM", due={"580 Rec": 1}), AXIS, "90 Lt/Brescia+Pavia"), "activate 90 Lt")
    assert where(play(s, "arrive 580 Rec 2121"), "580 Rec") == "2121"
    assert why_not(s, "arrive 580 Rec 1622").rule == "15.0-b"


@rule("gazala", "15.1-d")
def test_brescia_arrives_on_june_7_in_the_west() -> None:
    s = position({"27": "0309"}, turn="June 7-8", scenario=1, due={"19": 9, "20": 9})
    s = play(drawn(s, AXIS, "90 Lt/Brescia+Pavia"), "activate Brescia and Pavia")
    assert offered(s) == ["arrive 19 0108", "arrive 19 0109", "arrive 19 0110"]
    s = play(s, "arrive 19 0108", "arrive 20 0108", "end")
    assert offered(s) == ["remove 19", "remove 20"]
    assert [E.entry_turn[E.u(u)] for u in ("19", "20")] == [9, 9]


@rule("gazala", "15.1-e")
def test_allied_reinforcements_use_the_north_and_east_edges() -> None:
    s = play(drawn(position({"5/1": "2001"}, "June 3-4", 1, due={"2 HLI": 7}), ALLIED, "10 Ind"), "activate 10 Ind")
    hexes = {text.split()[-1] for text in offered(s)}
    assert {"3007", "1401"} <= hexes
    assert "2001" not in hexes  # held by the Axis
    assert len(hexes) == 50


@rule("gazala", "15.1-f")
def test_may_27_pm() -> None:
    assert entered("May 27 PM", "7 Motor", "7 Motor", {"2 RB": "2720", "9 KRR": "2620"}) == ["2 KRR"]
    assert entered("May 27 AM", "7 Motor", "7 Motor", {"2 RB": "2720", "9 KRR": "2620"}) == []


@rule("gazala", "15.1-g")
def test_may_29() -> None:
    assert entered("May 29", "29 Ind", "29 Ind", {}) == ["1 Worc", "3/2 Pun", "1/5 Mah"]
    assert E.turn_rows[3].tank_replacements == 3


@rule("gazala", "15.1-h")
def test_june_1() -> None:
    s = drawn(position({"10 Hus": "2001"}, "June 1-2", due={"9 Dur Lt": E.entry_turn[E.u("9 Dur Lt")]}), ALLIED, "2 Arm")
    assert where(play(s, "single 9 Dur Lt", "arrive 9 Dur Lt 3001"), "9 Dur Lt") == "3001"
    s = drawn(position({"10 Hus": "2001"}, "May 30-31", due={"9 Dur Lt": E.entry_turn[E.u("9 Dur Lt")]}), ALLIED, "2 Arm")
    assert why_not(s, "single 9 Dur Lt").rule == "15.0-a"
    assert E.turn_rows[5].tank_replacements == 2


@rule("gazala", "15.1-i")
def test_june_3() -> None:
    assert entered("June 3-4", "9 Ind", "9 Ind", {"3/12 FR": "2705"}) == ["3/9 Jat", "2 WY"]
    assert entered("June 3-4", "10 Ind", "10 Ind", {}) == ["2 HLI", "4/10 Bal", "2/4 Gur"]
    assert E.entry_turn[E.u("Cumber.")] == 7


@rule("gazala", "15.1-j")
def test_june_5() -> None:
    assert entered("June 5-6", "32 ATB", "32 ATB", {}) == ["4 RTR", "7 RTR"]


@rule("gazala", "13.2-d", "8.0-c")
def test_active_units_move_in_any_order_one_after_the_other() -> None:
    s = acting(position({"2 RGH": "2010", "3 CLY": "2015", "5 GH": "2018"}), "2 RGH", "3 CLY", "5 GH")
    s = play(s, "move 2 RGH", "go 2009")
    assert why_not(s, "move 5 GH").rule == "8.0-c"
    s = play(s, "halt", "move 5 GH", "go 2017", "halt")
    assert why_not(s, "move 2 RGH").rule == "8.0-a"
    assert offered(s) == ["move 3 CLY", "end"]
