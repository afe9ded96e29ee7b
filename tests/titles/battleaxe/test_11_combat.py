"""11.4 Combat resolution: the Leads, the values, the dice."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import RecordingDice, Roll, ScriptedDice
from sandtable.kernel.play import read, take
from sandtable.kernel.sides import ALLIED, AXIS
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import attack_value, combat, defence_value, enter, fight, on_206
from tests.titles.battleaxe.positions import edition, u

ESCARPMENT_FORCE = {"7RTR": "3", "4RTR(-)": "3", "22GDS": "3", "65AT": "3"}  # 5 + 3 + 1


# 11.4 Combat resolution


@rule("battleaxe", "11.4-a")
def test_the_totals_are_value_and_dice() -> None:
    s = play(fight({**ESCARPMENT_FORCE, "1/104": "6"}), "assault 3")
    s = combat(enter(s, "6", *ESCARPMENT_FORCE), "7RTR", "1/104", [4, 3, 2, 4])
    assert sum(attack_value(s).values()) == 9
    assert sum(defence_value(s).values()) == 8
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
        (("11H", "22GDS", "65AT"), 1),  # armoured cars are Armor
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
    assert defence_value(s) == {"11.4.3A": 7, "11.4.3B": 2, "11.4.3C": 1}


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
def test_the_defence_value_of_halfaya(lead: str, value: int) -> None:
    s = play(fight({"7RTR": "3", "1/104": "6", "1/33A": "6", "deFR": "6", "15MC(-)": "9"}), "assault 3")
    s = play(enter(s, "6", "7RTR"), "lead 7RTR")
    assert why_not(s, "lead 15MC(-)").rule == "11.4.3A"
    assert why_not(s, "lead 7RTR").rule == "11.4.3A"
    s = play(s, f"lead {lead}", "pass", dice=[1, 1, 6, 6])
    assert defence_value(s) == {"11.4.3A": value, "11.4.3B": 2, "11.4.3C": 3}


@rule("battleaxe", "11.4.3C")
def test_terrain_helps_whoever_defends_also_inside_a_contested_area() -> None:
    s = play(fight({"1/8": "9", "2RTR": "9"}, half="axis"), "assault 9", "attack 9", "join 1/8")
    s = combat(s, "1/8", "2RTR", [1, 1, 6, 6])
    assert defence_value(s) == {"11.4.3A": 4, "11.4.3C": 3}
    assert edition().tem[s.where[u("2RTR")]] == 3


@rule("battleaxe", "11.4.3D")
def test_artillery_of_the_defender() -> None:
    s = play(enter(on_206("2RTR", artillery=(0, 1)), "9", "2RTR"), "lead 2RTR", "lead 33PAK", "pass")
    assert asked(s)[0] == AXIS
    s = play(s, "call", dice=[4, 6, 6, 1, 1])
    assert defence_value(s) == {"11.4.3A": 5, "11.4.3B": 1, "11.4.3C": 3, "11.4.3D": 2}


@rule("battleaxe", "11.4.3E", "14.1.1")
def test_a_fuel_shortage_helps_allied_defenders_only() -> None:
    s = play(fight({"1/8": "18", "22GDS": "15"}, half="axis", fuel_low=True), "assault 18", "enter 1/8 15", "attack 15")
    s = combat(s, "1/8", "22GDS", [1, 1, 6, 6])
    assert defence_value(s) == {"11.4.3A": 4, "11.4.3C": 2, "11.4.3E": 2}
    s = combat(enter(on_206("2RTR", fuel_low=True), "9", "2RTR"), "2RTR", "33PAK", [1, 1, 6, 6])
    assert "11.4.3E" not in defence_value(s)
