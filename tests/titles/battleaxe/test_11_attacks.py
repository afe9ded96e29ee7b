"""11.0 to 11.3 Combat: who must attack, and who may."""

from __future__ import annotations

import pytest

from sandtable.kernel.play import inner
from sandtable.kernel.sides import AXIS
from sandtable.titles.battleaxe.frames import REPULSE, Attack
from tests.kit import offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import POINT_206, active_side, attack_value, combat, enter, fight, on_206
from tests.titles.battleaxe.positions import holder, is_full, is_reduced, place_of, u

# 11.0


@rule("battleaxe", "11.0-a")
def test_a_unit_outside_the_active_area_does_not_attack() -> None:
    s = play(fight({"3/11": "6", "1/11": "2", "1/104": "6"}), "assault 2")
    assert why_not(s, "attack 6").rule == "11.0"  # 3/11 alone is there, and not active
    s = play(s, "enter 1/11 6", "attack 6")
    assert offered(s) == ["join 1/11"]
    assert why_not(s, "join 3/11").rule == "11.0"
    s = combat(play(s, "join 1/11"), "1/11", "1/104", [6, 6, 1, 1])
    assert attack_value(s) == {"11.4.2A": 3}


@rule("battleaxe", "11.0-b")
def test_an_attack_costs_no_movement_factors() -> None:
    s = play(fight({"2RTR": "D", **POINT_206}), "assault D", "enter 2RTR 10", "enter 2RTR 9")
    assert told(s, "moved")[-1][3] == 4
    assert s.left[u("2RTR")] == 0
    assert offered(s) == ["attack 9"]  # although nothing is left to spend
    s = play(fight({"2RTR": "9", "1/KRR": "9", **POINT_206}), "assault 9", "attack 9", "join 2RTR", "enough")
    s = combat(s, "2RTR", "15MC(-)", [3, 3, 1, 1])
    assert s.left[u("2RTR")] == 6


@rule("battleaxe", "11.0-c")
def test_in_a_contested_area_each_unit_exits_or_attacks() -> None:
    s = play(fight({"2RTR": "9", "1/KRR": "9", "6RTR": "9", **POINT_206}, allied="10 7"), "assault 9", "enter 6RTR 7")
    assert place_of(s, "6RTR") == "7"
    s = combat(play(s, "attack 9", "join 2RTR", "enough"), "2RTR", "15MC(-)", [1, 1, 6, 6])
    assert attack_value(s) == {"11.4.2A": 4}
    assert why_not(s, "enter 2RTR 10").rule == "11.0"
    s = play(s, "enter 1/KRR 10")
    assert place_of(s, "1/KRR") == "10"


@rule("battleaxe", "11.0-d")
def test_every_defender_can_be_hurt() -> None:
    s = combat(enter(on_206("2RTR", "6RTR"), "9", "2RTR", "6RTR"), "2RTR", "33PAK", [6, 6, 2, 2])
    assert told(s, "attrition") == [(4,)]
    s = play(s, "absorb 33PAK flip")
    assert offered(s) == ["absorb 15MC(-) eliminate"]
    s = play(s, "absorb 15MC(-) eliminate")
    assert is_reduced(s, "33PAK")
    assert place_of(s, "15MC(-)") == "dead"


@rule("battleaxe", "11.0-e")
def test_an_attack_is_resolved_after_all_its_units_have_entered() -> None:
    s = play(on_206("2RTR", "12AT"), "enter 2RTR 9")
    assert told(s, "totals") == []
    assert {"enter 12AT 9", "attack 9"} <= set(offered(s))
    both = enter(s, "9", "12AT")
    assert attack_value(combat(both, "2RTR", "33PAK", [6, 3, 2, 2]))["11.4.2B"] == 1
    alone = combat(play(s, "attack 9"), "2RTR", "33PAK", [6, 3, 2, 2])  # 13 v 13: 2RTR stays
    alone = play(alone, "done")  # nobody retreats voluntarily
    assert place_of(alone, "2RTR") == "9"
    assert why_not(alone, "enter 12AT 9").rule == "9.2.1"


@rule("battleaxe", "11.0-f")
def test_a_unit_that_has_attacked_moves_no_further() -> None:
    s = fight({"2RTR": "9", "1/KRR": "9", "33PAK": "9"}, reduced="33PAK")
    s = play(s, "assault 9", "attack 9", "join 2RTR", "enough")
    s = play(combat(s, "2RTR", "33PAK", [4, 3, 3, 3]), "absorb 33PAK eliminate")  # 11 v 9, and a Reduced unit can absorb 2
    assert holder(s, "9") == "allied"
    assert s.left[u("2RTR")] == 6
    assert why_not(s, "enter 2RTR 12").rule == "11.0"
    assert place_of(play(s, "enter 1/KRR 12"), "1/KRR") == "12"


# 11.1 Mandatory Attacks


@rule("battleaxe", "11.1-a")
def test_entering_an_enemy_held_area_forces_an_attack() -> None:
    s = play(on_206("2RTR", "6RTR"), "enter 2RTR 9")
    assert why_not(s, "done").rule == "11.1"
    assert inner(play(s, "attack 9"), Attack).mandatory
    contested = fight({**POINT_206, "2RTR": "9", "6RTR": "10"})
    assert "done" in offered(play(contested, "assault 10", "enter 6RTR 9"))


@rule("battleaxe", "11.1-b")
def test_units_repulsed_in_a_mandatory_attack_retreat() -> None:
    s = combat(enter(on_206("2RTR", "1/KRR"), "9", "2RTR", "1/KRR"), "2RTR", "33PAK", [1, 1, 6, 6])
    assert told(s, "result") == [(REPULSE,)]
    assert set(offered(s)) == {"retreat 2RTR 10", "retreat 1/KRR 10"}
    assert why_not(s, "retreat 2RTR 12").rule == "11.6"
    s = play(s, "retreat 2RTR 10", "retreat 1/KRR 10")
    assert (place_of(s, "2RTR"), place_of(s, "1/KRR")) == ("10", "10")


@rule("battleaxe", "11.1-c")
def test_every_unit_that_entered_takes_part_in_a_mandatory_attack() -> None:
    s = enter(on_206("2RTR", "12AT"), "9", "2RTR", "12AT")
    assert offered(s) == ["lead 2RTR"]  # nobody is asked who takes part
    assert why_not(s, "join 2RTR").rule == "11.2"
    assert why_not(s, "enough").rule == "11.2"
    assert attack_value(combat(s, "2RTR", "33PAK", [6, 3, 2, 2])) == {"11.4.2A": 4, "11.4.2B": 1}


# 11.2 Optional Attacks, 11.3 Contested Areas


@rule("battleaxe", "11.2")
def test_in_an_area_contested_before_some_all_or_none_attack() -> None:
    s = fight({"3/11": "6", "1/11": "2", "2/11": "2", "1/104": "6"})
    s = play(s, "assault 2", "enter 1/11 6", "enter 2/11 6")
    assert active_side(play(s, "done")) == AXIS  # none
    s = play(s, "attack 6")
    assert why_not(s, "enough").rule == "11.2"
    some = play(s, "join 2/11")
    assert why_not(some, "join 2/11").rule == "11.2"
    assert attack_value(combat(play(some, "enough"), "2/11", "1/104", [6, 4, 1, 1])) == {"11.4.2A": 3}
    both = combat(play(some, "join 1/11"), "2/11", "1/104", [6, 4, 1, 1])
    assert attack_value(both) == {"11.4.2A": 3, "11.4.2B": 1}


@rule("battleaxe", "11.2-b")
def test_units_repulsed_in_an_optional_attack_stay() -> None:
    s = play(fight({"3/11": "6", "1/11": "2", "1/104": "6"}), "assault 2", "enter 1/11 6", "attack 6", "join 1/11")
    s = combat(s, "1/11", "1/104", [1, 1, 6, 6])
    assert told(s, "result") == [(REPULSE,)]
    assert is_reduced(s, "1/11")
    assert place_of(s, "1/11") == "6"


@rule("battleaxe", "11.2-b")
def test_units_that_join_a_contested_area_in_combined_operations_stay_when_repulsed() -> None:
    s = fight({"1/62": "15", "22GDS": "15", "1/8": "18"}, half="axis")
    s = play(s, "assault 15", "activate 18", "enter 1/8 15", "attack 15", "join 1/8", "join 1/62")
    s = combat(s, "1/8", "22GDS", [1, 1, 6, 6])
    assert told(s, "result") == [(REPULSE,)]
    assert is_reduced(s, "1/8")
    assert is_reduced(s, "1/62")
    assert place_of(s, "1/8") == "15"


@rule("battleaxe", "11.3")
def test_one_unit_of_a_contested_area_may_attack_alone() -> None:
    s = play(fight({"1/11": "6", "3/11": "6", "1/104": "6"}, allied="2"), "assault 6")
    assert "done" in offered(s)  # none need
    s = combat(play(s, "attack 6", "join 3/11", "enough"), "3/11", "1/104", [1, 1, 6, 6])
    assert attack_value(s) == {"11.4.2A": 3}
    assert is_reduced(s, "3/11")
    assert is_full(s, "1/11")


@rule("battleaxe", "11.3-b")
@pytest.mark.parametrize("reduced", ["", "1/11"])
def test_units_that_lose_inside_a_contested_area_stay_there(reduced: str) -> None:
    s = play(
        fight({"1/11": "6", "3/11": "6", "1/104": "6"}, allied="2", reduced=reduced), "assault 6", "attack 6", "join 1/11", "enough"
    )
    s = combat(s, "1/11", "1/104", [1, 1, 6, 6])
    assert told(s, "result") == [(REPULSE,)]
    if reduced:
        assert place_of(s, "1/11") == "dead"
    else:
        assert is_reduced(s, "1/11")
        assert place_of(s, "1/11") == "6"
        assert why_not(s, "retreat 1/11 2").rule == "11.6.2"
