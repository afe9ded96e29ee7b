"""11.0 to 11.4 Combat: who attacks, the Leads, the values, the dice, the result."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from sandtable.kernel.dice import RecordingDice, Roll, ScriptedDice
from sandtable.kernel.play import inner, is_over, read, take
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.frames import OVERRUN, REPULSE, STALEMATE, SUCCESS, Attack
from sandtable.titles.battleaxe.state import State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import active_side, attack_value, combat, defense_value, fight
from tests.titles.battleaxe.positions import edition, holder, is_full, is_reduced, place_of, u

POINT_206 = {"33PAK": "9", "15MC(-)": "9"}  # 5 + 1 + 3
ESCARPMENT_FORCE = {"7RTR": "3", "4RTR(-)": "3", "22GDS": "3", "65AT": "3"}  # 5 + 3 + 1


def on_206(*units: str, **facts: Any) -> State:
    """These units stand in 10, next to Point 206, and have been activated."""
    return play(fight({**POINT_206, **dict.fromkeys(units, "10")}, **facts), "assault 10")


def enter(s: State, area: str, *units: str) -> State:
    return play(s, *[f"enter {unit} {area}" for unit in units], f"attack {area}")


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
    assert told(s, "enters")[-1][2] == 4
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


# 11.4 Combat resolution


@rule("battleaxe", "11.4-a")
def test_the_totals_are_value_and_dice() -> None:
    s = play(fight({**ESCARPMENT_FORCE, "1/104": "6"}), "assault 3")
    s = combat(enter(s, "6", *ESCARPMENT_FORCE), "7RTR", "1/104", [4, 3, 2, 4])
    assert sum(attack_value(s).values()) == 9
    assert sum(defense_value(s).values()) == 8
    assert told(s, "totals") == [(16, 14)]
    assert told(s, "attrition") == [(2,)]


@rule("battleaxe", "11.4-b")
def test_the_order_of_a_combat() -> None:
    s = enter(on_206("2RTR", artillery=(3, 2)), "9", "2RTR")
    assert why_not(s, "call").rule == "10.2.1"
    assert (asked(s)[0], offered(s)) == (ALLIED, ["lead 2RTR"])  # A
    s = play(s, "lead 2RTR")
    assert (asked(s)[0], offered(s)) == (AXIS, ["lead 15MC(-)", "lead 33PAK"])  # B
    s = play(s, "lead 33PAK")
    assert (asked(s)[0], offered(s)) == (ALLIED, ["air", "pass"])  # C
    assert why_not(s, "call").rule == "10.2.1"
    s = play(s, "air", dice=[3])
    assert (asked(s)[0], offered(s)) == (ALLIED, ["call", "pass"])  # D
    assert why_not(s, "air").rule == "10.1.1"
    s = play(s, "call", dice=[1])
    assert (asked(s)[0], offered(s)) == (AXIS, ["call", "pass"])  # E
    assert told(s, "totals") == []
    s = play(s, "call", dice=[6, 4, 4, 1, 1])  # the call, then F and G
    assert told(s, "totals") == [(4 + 3 + 8, 9 + 2 + 2)]


@rule("battleaxe", "11.4-b")
def test_rommel_comes_at_step_c() -> None:
    s = play(
        fight({"1/8": "18", "22GDS": "15"}, half="axis", rommel=True, artillery=(3, 2)), "assault 18", "enter 1/8 15", "attack 15"
    )
    assert why_not(s, "rommel").rule == "12.1E"
    s = play(s, "lead 1/8")
    assert why_not(s, "rommel").rule == "12.1E"
    s = play(s, "lead 22GDS")
    assert (asked(s)[0], offered(s)) == (AXIS, ["rommel", "pass"])
    assert offered(play(s, "rommel", dice=[1])) == ["call", "pass"]


@rule("battleaxe", "11.4.1")
def test_each_player_rolls_two_dice() -> None:
    s = play(enter(on_206("2RTR"), "9", "2RTR"), "lead 2RTR", "lead 33PAK")
    log: list[object] = []
    s.log = log
    take(s, read(s, "pass"), RecordingDice(ScriptedDice([6, 5, 1, 2]), log))
    rolls = [roll for roll in log if isinstance(roll, Roll)]
    assert [(roll.by, roll.rule, roll.face) for roll in rolls] == [
        (ALLIED, "11.4.1", 6), (ALLIED, "11.4.1", 5), (AXIS, "11.4.1", 1), (AXIS, "11.4.1", 2),
    ]  # fmt: skip
    assert told(s, "totals") == [(4 + 11, 9 + 3)]


# 11.4.2 Attack Value


@rule("battleaxe", "11.4.2A")
@pytest.mark.parametrize(("lead", "value"), [("7RTR", 5), ("4RTR(-)", 4)])
def test_the_attacker_chooses_whose_value_counts(lead: str, value: int) -> None:
    s = play(fight({"7RTR": "3", "4RTR(-)": "3", "22GDS": "3", "1/104": "6"}), "assault 3")
    s = enter(s, "6", "7RTR", "4RTR(-)")
    assert why_not(s, "lead 22GDS").rule == "11.4.2A"
    assert attack_value(combat(s, lead, "1/104", [6, 6, 1, 1]))["11.4.2A"] == value


@rule("battleaxe", "11.4.2B", "11.4.2E")
def test_further_units_and_combined_arms() -> None:
    s = play(fight({**ESCARPMENT_FORCE, "1/104": "6"}), "assault 3")
    assert attack_value(combat(enter(s, "6", *ESCARPMENT_FORCE), "7RTR", "1/104", [4, 3, 2, 4])) == {
        "11.4.2A": 5,
        "11.4.2B": 3,
        "11.4.2E": 1,
    }
    assert attack_value(combat(enter(s, "6", "7RTR"), "7RTR", "1/104", [6, 6, 1, 1])) == {"11.4.2A": 5}


@rule("battleaxe", "11.4.2E")
@pytest.mark.parametrize(
    ("units", "bonus"),
    [
        (("7RTR", "22GDS", "65AT"), 1),
        (("11H", "22GDS", "65AT"), 1),  # armored cars are Armor
        (("7RTR", "22GDS", "4RTR(-)"), 0),
        (("7RTR", "65AT"), 0),
        (("22GDS", "65AT"), 0),
    ],
)
def test_combined_arms_takes_all_three_kinds(units: tuple[str, ...], bonus: int) -> None:
    s = play(fight({**dict.fromkeys(units, "3"), "1/104": "6"}), "assault 3")
    s = combat(enter(s, "6", *units), units[0], "1/104", [6, 6, 1, 1])
    assert attack_value(s).get("11.4.2E", 0) == bonus


@rule("battleaxe", "11.4.2E")
def test_the_defender_gets_no_bonus_for_combined_arms() -> None:
    s = fight({"1/8": "14", "33PAK": "14", "15MC(-)": "14", "2RTR": "12"})
    s = combat(enter(play(s, "assault 12"), "14", "2RTR"), "2RTR", "1/8", [6, 6, 1, 1])
    assert defense_value(s) == {"11.4.3A": 7, "11.4.3B": 2, "11.4.3C": 1}


@rule("battleaxe", "11.4.2C", "11.4.2D")
def test_air_and_artillery_of_the_attacker() -> None:
    s = play(enter(on_206("2RTR", artillery=(1, 0)), "9", "2RTR"), "lead 2RTR", "lead 33PAK")
    both = play(s, "air", "call", dice=[4, 5, 3, 3, 1, 1])
    assert attack_value(both) == {"11.4.2A": 4, "11.4.2C": 4, "11.4.2D": 2}
    neither = play(s, "pass", "call", dice=[3, 6, 6, 1, 1])  # the call fails on 3
    assert attack_value(neither) == {"11.4.2A": 4}


@rule("battleaxe", "11.4.2C")
def test_rommel_adds_a_die_to_an_axis_attack() -> None:
    s = play(fight({"1/8": "18", "22GDS": "15"}, half="axis", rommel=True), "assault 18", "enter 1/8 15", "attack 15")
    s = play(s, "lead 1/8", "lead 22GDS", "rommel", dice=[5, 1, 1, 6, 6])
    assert attack_value(s) == {"11.4.2A": 7, "11.4.2C": 5}


# 11.4.3 Defense Value


@rule("battleaxe", "11.4.3A", "11.4.3B", "11.4.3C")
@pytest.mark.parametrize(("lead", "value"), [("1/104", 5), ("1/33A", 6)])
def test_the_defense_value_of_halfaya(lead: str, value: int) -> None:
    s = play(fight({"7RTR": "3", "1/104": "6", "1/33A": "6", "deFR": "6", "15MC(-)": "9"}), "assault 3")
    s = play(enter(s, "6", "7RTR"), "lead 7RTR")
    assert why_not(s, "lead 15MC(-)").rule == "11.4.3A"
    assert why_not(s, "lead 7RTR").rule == "11.4.3A"
    s = play(s, f"lead {lead}", "pass", dice=[1, 1, 6, 6])
    assert defense_value(s) == {"11.4.3A": value, "11.4.3B": 2, "11.4.3C": 3}


@rule("battleaxe", "11.4.3C")
def test_terrain_helps_whoever_defends_also_inside_a_contested_area() -> None:
    s = play(fight({"1/8": "9", "2RTR": "9"}, half="axis"), "assault 9", "attack 9", "join 1/8")
    s = combat(s, "1/8", "2RTR", [1, 1, 6, 6])
    assert defense_value(s) == {"11.4.3A": 4, "11.4.3C": 3}
    assert edition().tem[s.where[u("2RTR")]] == 3


@rule("battleaxe", "11.4.3D")
def test_artillery_of_the_defender() -> None:
    s = play(enter(on_206("2RTR", artillery=(0, 1)), "9", "2RTR"), "lead 2RTR", "lead 33PAK", "pass")
    assert asked(s)[0] == AXIS
    s = play(s, "call", dice=[4, 6, 6, 1, 1])
    assert defense_value(s) == {"11.4.3A": 5, "11.4.3B": 1, "11.4.3C": 3, "11.4.3D": 2}


@rule("battleaxe", "11.4.3E", "14.1.1")
def test_a_fuel_shortage_helps_allied_defenders_only() -> None:
    s = play(fight({"1/8": "18", "22GDS": "15"}, half="axis", fuel_low=True), "assault 18", "enter 1/8 15", "attack 15")
    s = combat(s, "1/8", "22GDS", [1, 1, 6, 6])
    assert defense_value(s) == {"11.4.3A": 4, "11.4.3C": 2, "11.4.3E": 2}
    s = combat(enter(on_206("2RTR", fuel_low=True), "9", "2RTR"), "2RTR", "33PAK", [1, 1, 6, 6])
    assert "11.4.3E" not in defense_value(s)


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
    defense = e.cv[u(lead)][s.reduced >> u(lead) & 1] + e.tem[s.where[u(lead)]]
    total = 4 + 12 - 1 - defense  # what the defender must throw
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
    assert told(s, "exploits") == []
    assert active_side(s) == AXIS  # nobody is asked to go on
