"""11.0 Combat Results: losses, disruption, retreat, and both worked examples."""

from __future__ import annotations

from sandtable.titles.gazala.combat import involved
from sandtable.titles.gazala.frames import Attack
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    PAIR,
    E,
    acting,
    is_disrupted,
    moving,
    mp,
    odds,
    position,
    result,
    row,
    steps,
    values,
    where,
)

HUSSARS = {"5/1": "2011", "5/2": "2110", "10 Hus": "2010"}


@rule("gazala", "PC-5")
def test_rolls_beyond_the_table() -> None:
    at = {"5/1": "1319", "8/1": "1418", "BM 2": "1318"}
    s = moving(position(at, unsupplied=["5/1"], disrupted=["5/1"]), "5/1", left=8)
    s = play(s, "attack light", "join 8/1", dice=[1])  # 1 - 2 light - 2 fort - 2 mines - 2 supply - 2 disrupted = -9
    assert row(s) == -4
    assert odds(s) == "3-1"
    assert result(s) == "*DR/-"
    assert E.crt.words[E.crt.at(-9, E.crt.column("2-1"))] == "**DR/-"
    assert (E.crt.low, E.crt.high) == (-4, 12)
    at = {**PAIR, "5/2": "1620", "104/1": "1420"}
    s = play(moving(position(at, disrupted=["PAVO"]), "5/1"), "attack heavy", "join 5/2", "join 104/1", dice=[9])
    assert row(s) == 12


@rule("gazala", "11.0-y")
def test_the_defender_applies_his_part_first() -> None:
    at = {"132/8": "2011", "10 Hus": "2010", "1 RB": "2010"}
    s = play(moving(position(at), "132/8"), "attack medium", dice=[7])
    assert result(s) == "*/*"
    assert asked(s) == (ALLIED, "Losses")
    assert steps(s, "132/8") == 2
    s = play(s, "lose 1 RB")
    assert (where(s, "1 RB"), steps(s, "132/8")) == ("dead", 1)


@rule("gazala", "11.0-z")
def test_each_star_is_a_step() -> None:
    at = {**PAIR, "18 Cav": "1520", "5/2": "1620", "104/1": "1420"}
    s = play(moving(position(at), "5/1"), "attack heavy", "join 5/2", "join 104/1", dice=[8])
    assert result(s) == "-/**R"
    assert (where(s, "PAVO"), where(s, "18 Cav")) == ("dead", "dead")


@rule("gazala", "11.0-aa", "11.0-ab", "11.0-ad")
def test_who_loses_the_steps() -> None:
    at = {"132/8": "2011", "132/9": "2110", "10 Hus": "2010", "Marine": "2010"}
    s = play(moving(position(at), "132/8"), "attack medium", "join 132/9", dice=[6])
    assert result(s) == "*/*"
    assert offered(s) == ["lose 10 Hus", "lose Marine"]
    assert why_not(s, "lose 132/8").rule == "11.0-ab"
    s = play(s, "lose 10 Hus")
    assert values(s, "10 Hus") == (5, 3)
    assert (steps(s, "132/8"), steps(s, "132/9")) == (1, 2)


@rule("gazala", "11.0-ab2")
def test_further_attacker_losses_are_the_attackers_choice() -> None:
    s = moving(position({"5/1": "2011", "104/1": "1910", "Marine": "2010"}, unsupplied=["5/1"]), "5/1")
    s = play(s, "attack light", "join 104/1", dice=[0])
    assert result(s) == "**DR/-"
    assert steps(s, "5/1") == 2
    assert asked(s) == (AXIS, "Losses")
    assert offered(s) == ["lose 5/1", "lose 104/1"]
    assert steps(play(s, "lose 5/1"), "5/1") == 1
    assert where(play(s, "lose 104/1"), "104/1") == "dead"


@rule("gazala", "11.0-ac")
def test_a_panzer_battalion_goes_from_three_steps_to_two() -> None:
    s = moving(position({"8/1": "2011", "10 Hus": "2010"}), "8/1")
    s = play(s, "attack medium", dice=[6])  # 15 to 10: 1-1, */*
    assert steps(s, "8/1") == 2
    assert (E.hard[E.u("8/1")][4], E.soft[E.u("8/1")][4]) == (10, 8)


@rule("gazala", "11.0-ae")
def test_a_dash_is_no_effect() -> None:
    s = play(moving(position(PAIR), "5/1"), "attack medium", dice=[3])
    assert (odds(s), result(s)) == ("3-1", "-/-")
    assert where(s, "PAVO") == "1520"
    assert not is_disrupted(s, "PAVO")
    assert not is_disrupted(s, "5/1")


@rule("gazala", "11.0-af")
def test_all_involved_units_retreat() -> None:
    at = {"5/1": "2011", "104/1": "1910", "104/2": "2110", "Marine": "2010"}
    s = play(moving(position(at), "5/1"), "attack medium", "join 104/1", "join 104/2", dice=[1])
    assert result(s) == "DR/-"
    s = play(s, "disrupt 104/1")
    assert offered(s) == ["retreat 5/1", "retreat 104/1", "retreat 104/2"]


@rule("gazala", "11.0-ag")
def test_d_on_a_single_unit() -> None:
    at = {**PAIR, "104/1": "1420", "104/2": "1620"}
    s = moving(position(at, used=["104/1", "104/2"]), "5/1")
    s = play(s, "attack medium", "join 104/1", "join 104/2", dice=[4])
    assert result(s) == "-/D"
    assert is_disrupted(s, "PAVO")
    assert told(s, "disrupted") == [(E.u("PAVO"),)]


@rule("gazala", "11.0-ag2")
def test_d_disrupts_two_of_three() -> None:
    at = {**PAIR, "18 Cav": "1521", "2 RL": "1620", "5/2": "1720", "104/1": "1420"}
    s = play(moving(position(at), "5/1"), "attack medium", "join 5/2", "join 104/1", dice=[4])
    assert result(s) == "-/D"
    assert asked(s) == (ALLIED, "Disruptions")
    assert offered(s) == ["disrupt 2 RL", "disrupt PAVO", "disrupt 18 Cav"]
    s = play(s, "disrupt PAVO", "disrupt 2 RL")
    assert [is_disrupted(s, u) for u in ("PAVO", "18 Cav", "2 RL")] == [True, False, True]


@rule("gazala", "11.0-ah")
def test_the_active_unit_is_disrupted_first() -> None:
    at = {"8/1": "2011", "115/1": "1910", "115/2": "2110", "Marine": "2010"}
    s = play(moving(position(at), "8/1"), "attack medium", "join 115/1", "join 115/2", dice=[2])
    assert result(s) == "D/-"
    assert is_disrupted(s, "8/1")
    assert offered(s) == ["disrupt 115/1", "disrupt 115/2"]
    assert why_not(s, "disrupt 8/1").rule == "11.0-ag2"
    s = play(s, "disrupt 115/2")
    assert [is_disrupted(s, u) for u in ("115/1", "115/2")] == [False, True]


@rule("gazala", "11.0-ah2")
def test_disruptions_fall_on_units_not_yet_disrupted() -> None:
    at = {"8/1": "2011", "115/1": "1910", "115/2": "2110", "Marine": "2010"}
    s = moving(position(at, disrupted=["8/1"]), "8/1", left=24)
    s = play(s, "attack medium", "join 115/1", "join 115/2", dice=[4])
    assert result(s) == "D/-"
    assert [is_disrupted(s, u) for u in ("115/1", "115/2")] == [True, True]


@rule("gazala", "11.0-ai", "12.0-i")
def test_d_on_disrupted_units_does_nothing() -> None:
    s = moving(position(PAIR, disrupted=["PAVO"]), "5/1")
    s = play(s, "attack medium", dice=[2])
    assert result(s) == "-/D"
    assert not told(s, "disrupted")
    assert s.disrupted[E.u("PAVO")] == 1


@rule("gazala", "11.0-aj")
def test_results_are_applied_in_order() -> None:
    s = play(moving(position(HUSSARS), "5/1"), "attack medium", "join 5/2", dice=[9])
    assert result(s) == "-/*DR"
    events = [event for event in ("reduced", "disrupted", "retreated") if told(s, event)]
    assert events == ["reduced", "disrupted"]  # the way back is being asked for
    s = play(s, offered(s)[0])
    assert (steps(s, "10 Hus"), is_disrupted(s, "10 Hus")) == (1, True)
    assert where(s, "10 Hus") != "2010"


@rule("gazala", "11.0-ak")
def test_first_worked_example() -> None:
    at = {"PAVO": "1520", "2 RL": "1519", "104/1": "1420", "104/2": "1620", "104/3": "1618", "5/1": "1622"}
    s = acting(position(at, turn="May 27 AM", used=["104/1", "104/2", "104/3"]), "5/1")
    s = play(s, "move 5/1", "go 1621")
    assert mp(s) == 23
    assert why_not(s, "attack heavy").rule == "11.0-c"
    s = play(s, "attack medium")
    assert mp(s) == 7
    s = play(s, "join 104/1", "join 104/2", dice=[6])
    assert (odds(s), row(s), result(s)) == ("5-1", 6, "-/DR")
    assert told(s, "disrupted") == [(E.u("PAVO"),)]
    assert offered(s) == ["back 1519", "back 1521"]  # by 1521 it could only leave the map, through a zone as well
    s = play(s, "back 1519")
    assert where(s, "PAVO") == "1519"  # the friend there lifts the zone
    assert offered(s) == ["back 1419", "back 1518", "back 1619"]
    s = play(s, "back 1518")
    assert where(s, "PAVO") == "dead"
    assert where(s, "2 RL") == "1519"
    assert "advance 5/1 1520" in offered(s)
    assert mp(play(s, "stay")) == 7
    assert mp(play(s, "advance 5/1 1520", "stay")) == 7


@rule("gazala", "11.0-al", "13.1-a")
def test_second_worked_example() -> None:
    at = {"132/8": "1319", "132/9": "1418", "12 Ber": "1419", "10 Hus": "1318", "Marine": "1219"}
    s = moving(position(at, axis_box=["Combat", "Anti-Tank"]), "132/8")
    s = play(s, "attack heavy")
    assert why_not(s, "join 12 Ber").rule == "11.0-k"
    s = play(s, "join 132/9")
    assert odds(s) == "1-2"  # 16 to 17
    s = play(s, "combat", "antitank", dice=[7])
    assert (row(s), result(s)) == (6, "*/*")
    assert steps(s, "10 Hus") == 1  # the Anti-Tank chit came first
    assert offered(s) == ["lose 10 Hus", "lose Marine"]
    s = play(s, "lose 10 Hus")
    assert where(s, "10 Hus") == "dead"
    assert where(s, "Marine") == "1219"
    assert (steps(s, "132/8"), steps(s, "132/9")) == (1, 2)


def test_involved_units_are_those_still_there() -> None:
    s = play(moving(position(HUSSARS), "5/1"), "attack medium")
    attack = next(f for f in s.frames if isinstance(f, Attack))
    assert involved(s, attack, ALLIED) == [E.u("10 Hus")]
    assert involved(s, attack, AXIS) == [E.u("5/1")]
