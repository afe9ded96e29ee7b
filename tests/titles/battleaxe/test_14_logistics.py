"""14 Logistics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.titles.battleaxe.combat import combat_value
from sandtable.titles.battleaxe.logistics import in_supply
from sandtable.titles.battleaxe.movement import allowance
from sandtable.titles.battleaxe.state import State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import attack_value, combat, defence_value, fight
from tests.titles.battleaxe.positions import (
    SURRENDER,
    a,
    end_day,
    holder,
    is_full,
    is_reduced,
    place_of,
    position,
    refit,
    run_from,
    u,
    units,
)


def nightfall(at: Mapping[str, str], **facts: Any) -> State:
    """The Maneuvers Phase has just ended; the Allies are asked how they refit."""
    s = end_day(at, dice=[6, 6], advantage="", **facts)
    assert asked(s)[1] == "Refit"
    return s


def marked(s: State) -> set[str]:
    """The units with an Out of Supply marker."""
    return {row.id for n, row in enumerate(s.edition.unit_rows) if s.unsupplied >> n & 1}


# 14.1 Fuel


@rule("battleaxe", "14.1")
def test_only_the_advantage_buys_a_fuel_shortage() -> None:
    at = {"2RTR": "D", "1/8": "18"}
    s = play(position(at), "shortage")
    assert s.fuel_low
    assert why_not(position(at, advantage="axis"), "shortage").rule == "12.1"
    assert why_not(position(at, advantage=""), "shortage").rule == "12.1"


@rule("battleaxe", "14.1.1")
def test_no_combined_operations_without_fuel() -> None:
    s = play(position({"1/8": "18", "1/5": "G", "2RTR": "D"}, half="axis", fuel_low=True, advantage=""), "assault 18")
    assert why_not(s, "activate G").rule == "14.1.1"
    assert not [text for text in offered(s) if text.startswith("activate")]


@rule("battleaxe", "14.1.2")
def test_fuel_stays_low_until_an_equal_sunset() -> None:
    at = {"1/8": "18", "1/5": "G", "2RTR": "D"}
    s = play(position(at, half="axis", impulse=4, fuel_low=True, advantage=""), "pass", dice=[4, 5])
    assert s.fuel_low
    assert s.impulse == 5
    equal = play(position(at, half="axis", impulse=4, fuel_low=True, advantage=""), "pass", dice=[1, 3])
    assert not equal.fuel_low
    low = play(position(at, half="axis", impulse=2, fuel_low=True, advantage=""), "pass", dice=[1, 1])
    assert not low.fuel_low  # in Impulse 2 the roll is made for its sake


@rule("battleaxe", "14.1.2")
def test_restored_fuel_counts_from_the_end_of_the_half() -> None:
    at = {"1/8": "18", "2/8": "18", "22GDS": "15", "2RTR": "14", "1/5": "G", "33PAK": "13"}
    s = play(fight(at, half="axis", impulse=4, fuel_low=True), "assault 18", "enter 1/8 15", "attack 15")
    s = combat(s, "1/8", "22GDS", [1, 3, 6, 6])  # the Sunset DR: 4
    s = play(s, "retreat 1/8 18")
    assert s.fuel_low
    assert why_not(s, "activate G").rule == "14.1.1"
    s = combat(play(s, "enter 2/8 14", "attack 14"), "2/8", "2RTR", [1, 1, 6, 6])
    assert defence_value(s)["11.4.3E"] == 2
    s = play(s, "retreat 2/8 18")
    assert (s.fuel_low, s.impulse) == (False, 5)
    s = play(s, "pass", "pass", "assault 18")
    assert "activate G" in offered(s)


# 14.2 Supply


@rule("battleaxe", "14.2")
def test_units_without_a_line_are_marked_at_the_end_of_maneuvers() -> None:
    at = {"2RTR": "19", "6RTR": "D", "1/8": "18"}
    assert marked(nightfall(at)) == {"2RTR"}
    assert marked(nightfall(at, allied="14 12 11")) == set()
    early = play(position(at, half="axis", impulse=2, advantage=""), "pass")
    assert marked(early) == set()  # markers go on only at the end of the phase
    assert not in_supply(early, 0, a("19"))


@rule("battleaxe", "14.2")
def test_markers_come_off_when_a_line_is_traced_again() -> None:
    s = position({"2RTR": "19", "6RTR": "D", "1/8": "18"}, unsupplied="2RTR", allied="14 12 11", advantage="")
    assert marked(play(s, "pass")) == set()
    still = position({"2RTR": "19", "6RTR": "D", "1/8": "18"}, unsupplied="2RTR", advantage="")
    assert marked(play(still, "pass")) == {"2RTR"}
    home = run_from(units({"2RTR": "D", "1/8": "18"}, unsupplied="2RTR"), SURRENDER)  # no die
    assert marked(home) == set()


@rule("battleaxe", "14.2", "14.2.4")
def test_markers_are_judged_before_cut_off_areas_change_hands() -> None:
    s = nightfall({"1/11": "2", "1/104": "6"}, axis="1")
    assert holder(s, "1") == "allied"  # between 1/11 and Buq-Buq nothing reaches it
    assert marked(s) == {"1/11"}
    s = play(s, "done")  # no Surrender roll: the line is there now
    assert marked(s) == set()
    assert is_full(s, "1/11")


@rule("battleaxe", "14.2-b")
def test_a_source_supplies_only_the_side_of_its_colour_that_holds_it() -> None:
    assert marked(nightfall({"2RTR": "8", "15MC(-)": "D"}, axis="4 7 10")) == {"2RTR"}
    assert marked(nightfall({"2RTR": "8", "15MC(-)": "D"}, allied="4 10 11 C E")) == {"15MC(-)"}  # a red Zone in Axis hands
    assert marked(nightfall({"2RTR": "8", "33PAK": "18"}, axis="4 7 10")) == set()  # D is Allied
    assert marked(nightfall({"2RTR": "E", "33PAK": "18"}, axis="11 12 D")) == {"2RTR"}  # a black Zone in Allied hands
    assert marked(nightfall({"15MC(-)": "12", "2RTR": "11"}, allied="9 10 13 14 F")) == set()  # E supplies the Axis


@rule("battleaxe", "14.2.1-a")
def test_a_line_enters_no_enemy_area_and_crosses_no_escarpment() -> None:
    assert marked(nightfall({"2RTR": "9", "1/8": "18"})) == {"2RTR"}  # 5, 7, 10, 12, 13, 15 are Axis-controlled
    assert marked(nightfall({"2RTR": "9", "1/8": "18"}, allied="10")) == set()
    assert marked(nightfall({"2RTR": "9", "33PAK": "9", "1/8": "18"}, axis="9", allied="10")) == set()  # its own is not entered
    assert marked(nightfall({"1/11": "2", "1/104": "6"}, axis="1", allied="3")) == {"1/11"}  # 2|3 is an Escarpment


@rule("battleaxe", "14.2.1-b")
def test_a_line_passes_a_friendly_contested_area() -> None:
    at = {"2RTR": "9", "6RTR": "10", "15MC(-)": "10"}
    assert marked(nightfall(at, allied="10")) == set()
    assert marked(nightfall(at, axis="10")) == {"2RTR"}  # 6RTR in 10 itself touches D


@rule("battleaxe", "14.2.1-c")
def test_an_empty_enemy_area_blocks_a_line() -> None:
    s = nightfall({"6RTR": "12", "1/8": "18"})
    assert marked(s) == {"6RTR"}
    assert marked(nightfall({"6RTR": "12", "1/8": "18"}, allied="11")) == set()


@rule("battleaxe", "14.2.1-d")
def test_tobruk_supplies_its_garrison_while_it_is_allied() -> None:
    at = {"9AUS": "H", "XXI": "H", "15BDE": "G"}
    assert marked(nightfall(at)) == set()
    assert marked(nightfall(at, axis="H")) == {"9AUS"}


@rule("battleaxe", "14.2.2-a")
def test_out_of_supply_units_lose_one_of_both_values() -> None:
    s = position(
        {"7RTR": "10", "11H": "10", "12AT": "10", "1/62": "15", "33PAK": "9"}, unsupplied="7RTR 11H 12AT 1/62", reduced="11H"
    )
    together = s.edition.mask(["7RTR", "11H", "12AT"])
    assert (combat_value(s, u("7RTR"), together), allowance(s, u("7RTR"))) == (4, 3)
    assert (combat_value(s, u("11H"), together), allowance(s, u("11H"))) == (0, 7)
    assert (combat_value(s, u("12AT"), together), allowance(s, u("12AT"))) == (2, 5)
    assert allowance(s, u("1/62")) == 0  # none is printed: none is taken away
    s = play(s, "assault 10")
    assert s.left[u("7RTR")] == 3
    s = play(s, "enter 7RTR 9", "attack 9", "lead 7RTR", "lead 33PAK", "pass", "pass", "pass", dice=[6, 6, 1, 1])
    assert attack_value(s) == {"11.4.2A": 4}


@rule("battleaxe", "14.2.2-b")
@pytest.mark.parametrize(("reduced", "value"), [("", 0), ("12AT", -1)])
def test_guns_alone_and_out_of_supply(reduced: str, value: int) -> None:
    s = fight({"1/8": "18", "12AT": "15"}, half="axis", unsupplied="12AT", reduced=reduced)
    s = combat(play(s, "assault 18", "enter 1/8 15", "attack 15"), "1/8", "12AT", [1, 1, 6, 6])
    assert defence_value(s).get("11.4.3A", 0) == value
    assert told(s, "totals") == [(9, value + 2 + 12)]


# 14.2.3 Surrender


def surrendered(dice: list[int], **facts: Any) -> State:
    return run_from(units({"2RTR": "19", "1/8": "18"}, **{"unsupplied": "2RTR", "advantage": "axis", **facts}), SURRENDER, dice)


@rule("battleaxe", "14.2.3-a")
def test_surrender() -> None:
    for face in (1, 2, 3):
        assert is_reduced(surrendered([face]), "2RTR")
        assert place_of(surrendered([face], reduced="2RTR"), "2RTR") == "dead"
    for face in (4, 5, 6):
        assert is_full(surrendered([face]), "2RTR")
        assert is_reduced(surrendered([face], reduced="2RTR"), "2RTR")


@rule("battleaxe", "14.2.3-b")
def test_the_advantage_helps_against_surrender() -> None:
    assert is_full(surrendered([3], advantage="allied"), "2RTR")
    assert is_reduced(surrendered([2], advantage="allied"), "2RTR")
    assert is_reduced(surrendered([3], advantage=""), "2RTR")  # spent in this Refit: not held


@rule("battleaxe", "14.2.3-c")
def test_each_unit_rolls_for_itself() -> None:
    at = {"2RTR": "19", "6RTR": "19", "1/KRR": "19", "2/RB": "D", "1/8": "18"}
    s = run_from(units(at, unsupplied="2RTR 6RTR 1/KRR 2/RB", advantage="axis"), SURRENDER, [3, 4, 1])
    assert is_reduced(s, "2RTR")
    assert is_full(s, "6RTR")
    assert is_reduced(s, "1/KRR")
    assert is_full(s, "2/RB")  # can trace a line again: no roll


@rule("battleaxe", "14.2.3-c")
@pytest.mark.parametrize("control", ["allied", "axis"])
def test_units_of_both_sides_that_surrender_together_leave_control_as_it_was(control: str) -> None:
    at = {"1/11": "2", "1/104": "2", "2RTR": "D"}
    areas = {"allied": "6 2", "axis": "1"} if control == "allied" else {"allied": "6", "axis": "1 2"}
    s = units(at, allied=areas["allied"], axis=areas["axis"], unsupplied="1/11 1/104", reduced="1/11 1/104", advantage="")
    s = run_from(s, SURRENDER, [1, 1])
    assert (place_of(s, "1/11"), place_of(s, "1/104")) == ("dead", "dead")
    assert holder(s, "2") == control


# 14.2.4 Control


@rule("battleaxe", "14.2.4")
def test_an_empty_area_that_is_cut_off_changes_hands() -> None:
    s = nightfall({"6RTR": "D", "1/8": "18"}, allied="19")
    assert holder(s, "19") == "axis"
    assert holder(nightfall({"2RTR": "19", "1/8": "18"}), "19") == "allied"  # not empty
    assert holder(nightfall({"6RTR": "D", "1/8": "18"}, allied="19 14 12 11"), "19") == "allied"  # not cut off
    s = nightfall({"6RTR": "D", "1/8": "18"}, allied="19 14 20")
    assert (holder(s, "19"), holder(s, "14"), holder(s, "20")) == ("axis", "axis", "axis")
    alone = nightfall({"15MC(-)": "1", "2RTR": "B"}, axis="B 3", allied="A")
    assert holder(alone, "A") == "allied"  # a source that its own side holds


@rule("battleaxe", "14.2.4-b")
def test_cut_off_areas_change_hands_in_favour_of_either_side() -> None:
    s = nightfall({"7RTR": "5", "1/8": "18"}, allied="6 A", axis="1 2")
    assert (holder(s, "1"), holder(s, "2")) == ("allied", "allied")
    axis_held = nightfall({"1/104": "6", "2RTR": "D"}, axis="1 2")
    assert (holder(axis_held, "1"), holder(axis_held, "2")) == ("axis", "axis")


@rule("battleaxe", "13.3.1", "14.2.1-a")
def test_replacements_follow_the_same_lines() -> None:
    s = refit({"1/11": "2", "1/104": "6", "3/11": "A"}, reduced="1/11 3/11", axis="1")
    assert why_not(s, "refit 1/11").rule == "13.3.1"
