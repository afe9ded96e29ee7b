"""11.0 Combat: attacks, values, odds, modifiers."""

from __future__ import annotations

from sandtable.titles.gazala.combat import NOT_YOURS, column_of
from sandtable.titles.gazala.frames import Attack
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    PAIR,
    E,
    acting,
    is_disrupted,
    is_used,
    moving,
    mp,
    odds,
    position,
    result,
    row,
    steps,
)


def column(attack: int, defence: int) -> str:
    return E.crt.columns[column_of(position({}), attack, defence)]


@rule("gazala", "11.0-b")
def test_a_unit_may_attack_again_and_again() -> None:
    s = moving(position(PAIR), "5/1")
    s = play(s, "attack light", "attack light", "attack light", dice=[5, 5, 5])
    assert [E.crt.words[n] for n, *_ in told(s, "result")] == ["-/-"] * 3
    assert asked(s)[1] == "ActionPhase"  # 24 points are gone


@rule("gazala", "11.0-b2")
def test_a_joining_unit_that_fell_back_may_still_make_its_own_move() -> None:
    s = acting(position({"8/1": "2011", "115/1": "1910", "3 LE": "2010"}), "8/1", "115/1")
    s = play(s, "move 8/1", "attack medium", "join 115/1", dice=[0])
    assert result(s) == "*R/-"
    s = play(s, "retreat 8/1", "back 2012", "back 2013", "back 1911", "back 1912")
    assert steps(s, "8/1") == 2
    assert asked(s)[1] == "ActionPhase"  # the move of 8/1 is over although 8 points were left
    assert is_used(s, "8/1")
    assert mp(play(s, "move 115/1")) == 24


@rule("gazala", "11.0-c", "PC-3")
def test_kinds_of_attack() -> None:
    for kind, cost, modifier in (("light", 8, -2), ("medium", 16, 0), ("heavy", 24, 2)):
        for unit in ("8/1", "104/1"):  # tracked and wheeled
            s = play(moving(position({unit: "2011", "PAVO": "2010"}), unit, left=30), f"attack {kind}", dice=[4 - modifier])
            assert row(s) == 4
            assert mp(s) == 30 - cost
    for kind, cost, die in (("light", 2, 6), ("medium", 4, 4), ("heavy", 6, 2)):
        s = moving(position({"28": "2011", "PAVO": "2010"}), "28", left=8)
        s = play(s, f"attack {kind}", dice=[die])
        assert (result(s), mp(s)) == ("-/-", 8 - cost)
    s = moving(position({"42 RTR": "2012", "12 Ber": "2009"}), "42 RTR")
    s = play(s, "go 2011", "go 2010")
    assert why_not(s, "attack heavy").rule == "11.0-c"
    assert "attack medium" in offered(s)


@rule("gazala", "11.0-d")
def test_no_attack_over_a_closed_escarpment() -> None:
    s = moving(position({"9 L": "1801", "8/1": "1802"}), "8/1")
    assert why_not(s, "attack light").rule == "11.0-e"
    s = moving(position({"9 L": "1801", "10 Hus": "1902", "8/1": "1802", "8/2": "1903"}), "8/1")
    s = play(s, "attack medium")
    assert [f.defenders for f in s.frames if isinstance(f, Attack)] == [(E.u("10 Hus"),)]
    s = moving(position({"9 L": "1701", "8/1": "1702"}), "8/1")  # a track crosses
    assert "attack light" in offered(s)


@rule("gazala", "11.0-d2")
def test_nobody_joins_over_a_closed_escarpment() -> None:
    s = play(moving(position({"9 L": "1701", "8/1": "1702", "8/2": "1802", "5/1": "1601"}), "8/1"), "attack light")
    assert why_not(s, "join 8/2").rule == "11.0-d2"
    assert "join 5/1" in offered(s)


@rule("gazala", "11.0-e")
def test_all_adjacent_enemies_are_attacked() -> None:
    s = moving(position({**PAIR, "18 Cav": "1521"}), "5/1")
    s = play(s, "attack medium", dice=[4])
    assert odds(s) == "2-1"  # 12 to 6


@rule("gazala", "11.0-f")
def test_any_adjacent_friend_may_join() -> None:
    at = {**PAIR, "104/1": "1420", "12 Ber": "1421", "104/2": "1620"}
    s = play(moving(position(at, used=["104/1"]), "5/1"), "attack medium")
    assert offered(s) == ["join 104/1", "join 104/2", "join 12 Ber", "enough"]
    s = play(s, "join 104/1", "join 12 Ber", "enough", dice=[5])
    assert odds(s) == "7-1"  # 12 + 4 + 6 to 3
    assert why_not(play(moving(position(at), "5/1"), "attack medium", "join 104/1"), "join 104/1").rule == "11.0-f"
    far = play(moving(position({**at, "8/1": "1822"}), "5/1"), "attack medium")
    assert why_not(far, "join 8/1").rule == "11.0-f"
    assert why_not(far, "join PAVO").rule == "11.0-f"


@rule("gazala", "11.0-f")
def test_nobody_joins_the_attack_on_himself_or_on_his_friends() -> None:
    at = {**PAIR, "2 RL": "1620", "9 L": "1519"}
    s = play(moving(position({**at, "104/1": "1420"}), "5/1"), "attack medium")
    for name in ("PAVO", "2 RL", "9 L"):  # the first two are under attack, each next to the other; 9 L is next to both
        assert why_not(s, f"join {name}") == NOT_YOURS
    assert offered(s) == ["join 104/1", "enough"]


@rule("gazala", "11.0-f2")
def test_joining_is_free() -> None:
    s = acting(position({**PAIR, "104/2": "1620"}), "5/1", "104/2")
    s = play(s, "move 5/1", "attack medium", "join 104/2", dice=[2])
    assert not is_used(s, "104/2")
    assert mp(play(s, "halt", "move 104/2")) == 24


@rule("gazala", "11.0-f3")
def test_a_unit_may_join_any_number_of_attacks() -> None:
    at = {**PAIR, "104/1": "1420", "5/2": "1620"}
    s = acting(position(at, used=["104/1"]), "5/1", "5/2")
    s = play(s, "move 5/1", "attack heavy", "join 104/1", "enough", dice=[1])
    assert result(s) == "-/D"
    s = play(s, "move 5/2", "attack light", "join 104/1", "enough", dice=[2])
    assert len(told(s, "joined")) == 1
    assert odds(s) == "5-1"


@rule("gazala", "11.0-g")
def test_only_units_next_to_the_active_unit_defend() -> None:
    s = moving(position({**PAIR, "2 RL": "1519"}), "5/1")
    assert odds(play(s, "attack medium", dice=[4])) == "3-1"  # 12 to 3, which is 4-1


@rule("gazala", "11.0-h")
def test_attackers_use_hard_values_against_armour() -> None:
    s = moving(position({"8/1": "2011", "1 KRR": "2010"}), "8/1")
    assert odds(play(s, "attack medium", dice=[4])) == "3-1"  # 12 to 4
    s = moving(position({"8/1": "2011", "1 KRR": "2010", "5 RTR": "2010"}), "8/1")
    assert odds(play(s, "attack medium", dice=[4])) == "1-1"  # 15 to 15


@rule("gazala", "11.0-i")
def test_soft_values_against_anti_tank_units() -> None:
    at = {"115/1": "1505", "115/2": "1405", "115/3": "1503", "2 RHA": "1504"}
    s = moving(position(at), "115/1")
    s = play(s, "attack medium", "join 115/2", "join 115/3", dice=[4])
    assert odds(s) == "9-1"  # 24 to 2: soft on both sides


@rule("gazala", "11.0-j")
def test_defenders_use_hard_values_against_armour() -> None:
    at = {"104/1": "2011", "104/2": "2110", "5/1": "1910", "Marine": "2010"}
    s = moving(position(at), "104/1")
    assert odds(play(s, "attack medium", "join 104/2", "enough", dice=[4])) == "2-1"  # 16 to 6
    s = play(s, "attack medium", "join 104/2", "join 5/1", dice=[4])
    assert odds(s) == "3-1"  # 28 to 7
    assert column(28, 6) == "3-1"
    assert column(21, 7) == "3-1"
    assert column(20, 7) == "2-1"


@rule("gazala", "11.0-k")
def test_infantry_does_not_join_against_armour() -> None:
    at = {"132/8": "1319", "12 Ber": "1419", "132/9": "1418", "10 Hus": "1318", "Marine": "1219"}
    s = play(moving(position(at), "132/8"), "attack heavy")
    assert why_not(s, "join 12 Ber").rule == "11.0-k"


@rule("gazala", "11.0-l")
def test_infantry_next_to_armour_does_not_start() -> None:
    s = moving(position({"155/1": "1412", "1 RB": "1411", "9 L": "1512"}), "155/1")
    assert why_not(s, "attack light").rule == "11.0-l"
    # armour behind a closed escarpment hexside would not be attacked and does not forbid the attack
    s = moving(position({"155/1": "1802", "1 RB": "1803", "9 L": "1801"}), "155/1")
    assert "attack light" in offered(s)


@rule("gazala", "11.0-m")
def test_guns_do_not_start() -> None:
    s = moving(position({"39 AT": "2011", "9 L": "2010"}), "39 AT")
    assert why_not(s, "attack light").rule == "11.0-m"


@rule("gazala", "11.0-n")
def test_guns_join_against_armour() -> None:
    at = {"5/1": "2011", "39 AT": "2110", "9 L": "2010", "1 RB": "2010"}
    s = play(moving(position(at), "5/1"), "attack medium", "join 39 AT", dice=[4])
    assert odds(s) == "1-1"  # 15 + 10 to 14


@rule("gazala", "11.0-n2")
def test_guns_need_not_be_next_to_the_armour() -> None:
    at = {"5/1": "1412", "9 L": "1512", "1 RB": "1411", "39 AT": "1310"}
    s = moving(position(at), "5/1")
    assert E.h("1310") not in E.neighbours[E.h("1512")]
    s = play(s, "attack medium", "join 39 AT", dice=[4])
    assert odds(s) == "1-1"  # 15 + 10 to 14


@rule("gazala", "11.0-o", "PC-6")
def test_odds_are_rounded_down_to_a_column() -> None:
    assert column(20, 3) == "5-1"
    assert [column(n, 1) for n in range(1, 11)] == ["1-1", "2-1", "3-1", "3-1", "5-1", "5-1", "7-1", "7-1", "9-1", "9-1"]
    assert column(32, 4) == "7-1"


@rule("gazala", "11.0-p")
def test_odds_below_the_table() -> None:
    assert column(3, 17) == "1-3"


@rule("gazala", "11.0-q")
def test_odds_above_the_table() -> None:
    assert column(40, 2) == "9-1"


@rule("gazala", "11.0-r")
def test_odds_just_under_even() -> None:
    assert column(16, 17) == "1-2"
    assert column(17, 17) == "1-1"


@rule("gazala", "11.0-s")
def test_one_die_with_all_modifiers() -> None:
    s = moving(position({"8/1": "1505", "3 CG": "1504"}), "8/1")
    assert row(play(s, "attack heavy", dice=[5])) == 5


@rule("gazala", "11.0-t", "11.0-u", "12.0-e")
def test_a_modifier_counts_once_if_any_unit_qualifies() -> None:
    at = {**PAIR, "18 Cav": "1521"}
    assert row(play(moving(position(at, disrupted=["PAVO"]), "5/1"), "attack medium", dice=[3])) == 5
    assert row(play(moving(position(at, disrupted=["PAVO", "18 Cav"]), "5/1"), "attack medium", dice=[3])) == 5
    assert row(play(moving(position(at), "5/1"), "attack medium", dice=[3])) == 3
    s = moving(position({"104/1": "2011", "Marine": "2010"}, disrupted=["Marine"]), "104/1")
    assert row(play(s, "attack medium", dice=[3])) == 5


@rule("gazala", "11.0-v")
def test_the_best_terrain_for_the_defender() -> None:
    s = moving(position({"8/1": "1605", "10 Hus": "1604", "3 CG": "1504"}), "8/1")
    assert row(play(s, "attack medium", dice=[6])) == 4


@rule("gazala", "11.0-v2")
def test_fortifications_help_the_axis_too() -> None:
    s = moving(position({"104/1": "1318", "9 L": "1418"}, breached=[("1318", "1418")]), "9 L")
    assert row(play(s, "attack medium", dice=[6])) == 4


@rule("gazala", "11.0-w")
def test_mines_add_to_terrain_once() -> None:
    at = {"132/8": "1319", "132/9": "1418", "Marine": "1318"}
    s = play(moving(position(at), "132/8"), "attack medium", "join 132/9", dice=[6])
    assert row(s) == 2


@rule("gazala", "11.0-x")
def test_mines_count_if_any_attacker_is_across_them() -> None:
    at = {"132/8": "1319", "8/1": "1317", "Marine": "1318"}
    s = play(moving(position(at), "132/8"), "attack medium", "join 8/1", dice=[6])
    assert row(s) == 2
    s = play(moving(position(at), "8/1"), "attack medium", "enough", dice=[6])  # from inside the belt, alone
    assert row(s) == 4


@rule("gazala", "PC-4")
def test_rough_ground_and_fortifications() -> None:
    assert row(play(moving(position({"8 Hus": "1209", "155/1": "1109"}), "8 Hus"), "attack medium", dice=[6])) == 5
    assert [E.modifier[kind].value for kind in ("desert", "rough", "fortification")] == [0, -1, -2]


@rule("gazala", "12.0-f")
def test_disrupted_attackers_have_minus_two() -> None:
    assert row(play(moving(position(PAIR, disrupted=["5/1"]), "5/1", left=24), "attack medium", dice=[6])) == 4


@rule("gazala", "12.0-g")
def test_disruption_on_both_sides_cancels() -> None:
    s = moving(position(PAIR, disrupted=["5/1", "PAVO"]), "5/1", left=24)
    assert row(play(s, "attack medium", dice=[6])) == 6


@rule("gazala", "12.0-b")
def test_disruption_costs_a_third() -> None:
    assert mp(play(acting(position({"9 L": "2010"}, disrupted=["9 L"]), "9 L"), "move 9 L")) == 16


@rule("gazala", "12.0-b")
def test_a_unit_disrupted_by_its_own_attack_keeps_the_allowance_it_moved_off_with() -> None:
    at = {"5/1": "2011", "10 Hus": "2010"}
    s = play(moving(position(at), "5/1"), "attack light", dice=[0])
    assert is_disrupted(s, "5/1")
    assert mp(s) == 24 - 8  # not 16 - 8
    assert mp(play(acting(position({"5/1": "2011"}, disrupted=["5/1"]), "5/1"), "move 5/1")) == 16  # the next activation pays


@rule("gazala", "12.0-c")
def test_disruption_and_supply_add() -> None:
    assert mp(play(acting(position({"9 L": "2010"}, disrupted=["9 L"], unsupplied=["9 L"]), "9 L"), "move 9 L")) == 8


@rule("gazala", "12.0-d")
def test_isolated_and_disrupted_units_do_not_move() -> None:
    s = acting(position({"9 L": "2010", "10 Hus": "2015"}, disrupted=["9 L"], isolated=["9 L"]), "9 L", "10 Hus")
    assert why_not(s, "move 9 L").rule == "12.0-d"
