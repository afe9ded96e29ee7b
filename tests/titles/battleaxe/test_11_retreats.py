"""11.6 Retreats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.frames import REPULSE, STALEMATE
from sandtable.titles.battleaxe.state import State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import combat, fight
from tests.titles.battleaxe.positions import holder, is_full, is_reduced, place_of, u

REPULSED = [1, 1, 6, 6]


def attacked(area: str, frm: str, by: str, at: Mapping[str, str], half: str = "allied", **facts: Any) -> State:
    """One unit has entered an area out of another and is about to attack."""
    s = fight({by: frm, **at}, half=half, **facts)
    return play(s, f"assault {frm}", f"enter {by} {area}", f"attack {area}")


def retreats_of(s: State, unit: str) -> set[str]:
    """The areas to which a unit may retreat now."""
    return {text.split()[2] for text in offered(s) if text.startswith(f"retreat {unit} ")}


def german_retreat(area: str, frm: str, at: Mapping[str, str], **facts: Any) -> State:
    """A Full 1/5 alone in a clear area absorbs one point by retreat; the Allied 7RTR came from `frm`."""
    s = attacked(area, frm, "7RTR", {"1/5": area, **at}, **facts)
    terrain = s.edition.tem[s.names.number("area", area)]
    s = combat(s, "7RTR", "1/5", [6, 2 + terrain, 4, 1])  # 5 + 9 v 7 + 1 + 5 in the open
    assert told(s, "attrition") == [(1,)]
    return play(s, "absorb 1/5 retreat")


@rule("battleaxe", "11.6-a")
def test_attackers_retreat_to_where_they_came_from() -> None:
    s = fight({"2RTR": "D", "33PAK": "9", "15MC(-)": "9"}, allied="7")
    s = play(s, "assault D", "enter 2RTR 10", "enter 2RTR 9", "attack 9")
    s = combat(s, "2RTR", "33PAK", REPULSED)
    assert offered(s) == ["retreat 2RTR 10"]
    assert why_not(s, "retreat 2RTR D").rule == "11.6"
    assert why_not(s, "retreat 2RTR 7").rule == "11.6"


@rule("battleaxe", "11.6-a", "11.6.1")
def test_attackers_pass_through_a_full_area_and_go_on_by_the_priorities() -> None:
    rest = ("6RTR", "1/KRR", "2/RB", "12AT")
    s = fight({"2RTR": "D", **dict.fromkeys(rest, "D"), "33PAK": "9", "15MC(-)": "9"}, allied="4 7 8")
    s = play(s, "assault D", "enter 2RTR 10", "enter 2RTR 9", *[f"enter {unit} 10" for unit in rest], "attack 9")
    s = combat(s, "2RTR", "33PAK", REPULSED)
    s = play(s, "retreat 2RTR 10")
    assert place_of(s, "2RTR") == "9"  # on its way
    assert offered(s) == ["retreat 2RTR 8"]  # Free and next to no Axis-controlled Area
    assert why_not(s, "retreat 2RTR D").rule == "11.6.2"
    assert place_of(play(s, "retreat 2RTR 8"), "2RTR") == "8"


@rule("battleaxe", "11.6.1")
def test_units_retreat_one_at_a_time_until_an_area_is_full() -> None:
    at = {"1/5": "14", "2/5": "14", "1/62": "15", "1/8": "15", "2/8": "15"}
    s = attacked("14", "12", "2RTR", at, allied="19")
    s = combat(s, "2RTR", "1/5", [6, 6, 2, 3])  # 16 v 14
    s = play(s, "absorb 1/5 retreat", "absorb 2/5 retreat")
    assert set(offered(s)) == {"retreat 1/5 15", "retreat 2/5 15"}  # the owner chooses who goes first
    s = play(s, "retreat 2/5 15")
    assert retreats_of(s, "1/5") == {"13", "18", "F"}  # each next to one Allied-controlled Area
    assert why_not(s, "retreat 1/5 15").rule == "11.6.2"
    s = play(s, "retreat 1/5 18")
    assert (place_of(s, "2/5"), place_of(s, "1/5")) == ("15", "18")


@rule("battleaxe", "11.6.2A")
def test_first_a_free_area_next_to_the_fewest_enemy_controlled_ones() -> None:
    at = dict.fromkeys(("3/62", "2/62", "BARDIA1", "BARDIA2"), "16")
    s = german_retreat("15", "9", at, allied="12 5 6")
    assert retreats_of(s, "1/5") == {"18"}
    assert why_not(s, "retreat 1/5 14").rule == "11.6.2"  # next to Allied 12
    assert why_not(s, "retreat 1/5 16").rule == "11.6.2"  # full
    s = german_retreat("15", "9", {}, allied="12 5 6")
    assert retreats_of(s, "1/5") == {"16", "18"}  # 6 lies behind an Escarpment and does not count against 16
    assert place_of(play(s, "retreat 1/5 16"), "1/5") == "16"


@rule("battleaxe", "11.6.2A")
def test_zones_count_in_the_choice_of_a_retreat() -> None:
    assert "19" in retreats_of(german_retreat("14", "12", {}), "1/5")
    assert "19" not in retreats_of(german_retreat("14", "12", {}, allied="G"), "1/5")
    s = german_retreat("14", "12", {}, allied="13 15 18 19")
    assert retreats_of(s, "1/5") == {"F"}


@rule("battleaxe", "11.6.2B")
def test_second_a_friendly_contested_area() -> None:
    at = {"1/62": "15", "22GDS": "15", "MC-C": "13", "11H": "13", "33PAK": "9", "15MC(-)": "9"}
    s = attacked("9", "10", "7RTR", at, allied="5 7 12 13", reduced="15MC(-)")
    s = combat(s, "7RTR", "15MC(-)", [6, 2, 4, 2])  # 13 v 2 + 1 + 3 + 6
    s = play(s, "absorb 15MC(-) retreat")
    assert retreats_of(s, "15MC(-)") == {"15"}
    assert why_not(s, "retreat 15MC(-) 13").rule == "11.6.2"  # Contested, but Allied-controlled
    assert why_not(s, "retreat 15MC(-) 12").rule == "11.6.2"
    assert place_of(play(s, "retreat 15MC(-) 15"), "15MC(-)") == "15"


@rule("battleaxe", "11.6.2B", "11.6.2C", "11.6.2D")
@pytest.mark.parametrize("control", ["axis", "allied"])
def test_a_contested_area_comes_before_a_full_one(control: str) -> None:
    at = {**dict.fromkeys(("1/8", "2/8", "1/33C", "33RECCE"), "18"), "2/62": "17", "22GDS": "17"}
    allied = "13 14 16" + (" 17" if control == "allied" else "")
    s = german_retreat("15", "9", at, allied=allied)
    assert retreats_of(s, "1/5") == {"17"}
    assert why_not(s, "retreat 1/5 18").rule == "11.6.2"


@rule("battleaxe", "11.6.2C")
def test_third_an_enemy_contested_area() -> None:
    s = german_retreat("15", "17", {"33PAK": "9", "2RTR": "9"}, allied="9 13 14 16 18")
    assert retreats_of(s, "1/5") == {"9"}
    assert why_not(s, "retreat 1/5 18").rule == "11.6.2"
    assert place_of(play(s, "retreat 1/5 9"), "1/5") == "9"


@rule("battleaxe", "11.6.2D")
def test_last_through_a_full_area_to_the_next() -> None:
    at = dict.fromkeys(("1/8", "2/8", "1/33C", "33RECCE"), "18")
    s = german_retreat("21", "22", at, allied="20")
    assert offered(s) == ["retreat 1/5 18"]
    assert why_not(s, "retreat 1/5 22").rule == "11.6.2"  # a Vacant enemy-controlled Area is no refuge
    s = play(s, "retreat 1/5 18")
    assert told(s, "passed_through") != []
    assert retreats_of(s, "1/5") == {"14", "15", "16"}  # 19 lies next to Allied 20
    assert why_not(s, "retreat 1/5 21").rule == "11.6.2"
    assert place_of(play(s, "retreat 1/5 14"), "1/5") == "14"


@rule("battleaxe", "11.6.1", "11.6.2D")
def test_while_one_unit_passes_through_no_other_retreats() -> None:
    at = {**dict.fromkeys(("1/8", "2/8", "1/33C", "33RECCE"), "18"), "1/5": "21", "2/5": "21"}
    s = attacked("21", "22", "7RTR", at, allied="20")
    s = combat(s, "7RTR", "1/5", [6, 6, 4, 1])
    assert told(s, "attrition") == [(2,)]
    s = play(s, "absorb 1/5 retreat", "absorb 2/5 retreat")
    assert set(offered(s)) == {"retreat 1/5 18", "retreat 2/5 18"}
    s = play(s, "retreat 2/5 18")
    assert retreats_of(s, "1/5") == set()
    for area in ("14", "15", "16", "18"):
        assert why_not(s, f"retreat 1/5 {area}").rule == "11.6.1"
    s = play(s, "retreat 2/5 14")
    assert (place_of(s, "2/5"), place_of(s, "1/5")) == ("14", "21")
    s = play(s, "retreat 1/5 18")  # now it is free to go, by the same full Area
    assert retreats_of(s, "1/5") == {"14", "15", "16"}
    assert why_not(s, "retreat 2/5 15").rule == "11.6.1"


# 11.6.3 Voluntary retreat


def axis_attack_on_capuzzo(at: Mapping[str, str], **facts: Any) -> State:
    return attacked("15", "18", "1/8", at, half="axis", **facts)


@rule("battleaxe", "11.6.3-a", "11.6.3-c")
def test_after_a_repulse_reduced_allied_units_may_leave_and_full_ones_may_not() -> None:
    s = axis_attack_on_capuzzo({"22GDS": "15", "1/KRR": "15"}, reduced="1/KRR", allied="9 17")
    s = combat(s, "1/8", "22GDS", REPULSED)
    assert told(s, "result") == [(REPULSE,)]
    s = play(s, "retreat 1/8 18")  # the attacker goes first
    assert asked(s)[0] == ALLIED
    assert offered(s) == ["leave 1/KRR", "done"]
    assert why_not(s, "leave 22GDS").rule == "11.6.3"
    assert why_not(s, "leave 1/8").rule == "11.6.3"
    s = play(s, "leave 1/KRR", "retreat 1/KRR 17")
    assert place_of(s, "1/KRR") == "17"
    assert is_reduced(s, "1/KRR")


@rule("battleaxe", "11.6.3-b")
def test_the_lead_may_stay_while_others_leave() -> None:
    s = attacked("15", "9", "2RTR", {"1/8": "15", "33RECCE": "15"})
    s = play(combat(s, "2RTR", "1/8", REPULSED), "retreat 2RTR 9")
    assert set(offered(s)) == {"leave 1/8", "leave 33RECCE", "done"}
    s = play(s, "leave 33RECCE", "retreat 33RECCE 18", "done")
    assert (place_of(s, "1/8"), place_of(s, "33RECCE")) == ("15", "18")


@rule("battleaxe", "11.6.3-d")
def test_full_axis_units_may_leave_but_no_german_garrison() -> None:
    s = attacked("15", "9", "2RTR", {"1/8": "15", "1/62": "15"})
    s = play(combat(s, "2RTR", "1/8", REPULSED), "retreat 2RTR 9")
    assert asked(s)[0] == AXIS
    s = play(s, "leave 1/62", "retreat 1/62 18", "leave 1/8", "retreat 1/8 18")  # also without a Movement Factor
    assert is_full(s, "1/62")
    assert is_full(s, "1/8")
    assert (place_of(s, "1/62"), place_of(s, "1/8")) == ("18", "18")
    s = attacked("6", "2", "1/11", {"1/104": "6", "deFR": "6"})
    s = play(combat(s, "1/11", "1/104", REPULSED), "retreat 1/11 2")
    assert why_not(s, "leave 1/104").rule == "11.5.1"
    assert offered(s) == ["leave deFR", "done"]


@rule("battleaxe", "11.6.3-e", "11.6.3-a")
def test_a_voluntary_retreat_follows_the_priorities_and_costs_no_step() -> None:
    at = {"33RECCE": "15", "1/8": "15", **dict.fromkeys(("3/62", "2/62", "BARDIA1", "BARDIA2"), "16")}
    s = attacked("15", "9", "7RTR", at, allied="12 5 6")
    s = combat(s, "7RTR", "1/8", [6, 3, 2, 2])  # 14 v 7 + 1 + 2 + 4
    assert told(s, "result") == [(STALEMATE,)]
    s = play(s, "leave 33RECCE")
    assert offered(s) == ["retreat 33RECCE 18"]
    assert why_not(s, "retreat 33RECCE 14").rule == "11.6.2"
    s = play(s, "retreat 33RECCE 18")
    assert is_full(s, "33RECCE")
    s = play(s, "leave 1/8", "retreat 1/8 18")
    assert holder(s, "15") == "allied"  # the attacker is left alone


@rule("battleaxe", "11.6.3-e", "11.6.4")
def test_nobody_leaves_voluntarily_without_a_refuge() -> None:
    at = {"1/KRR": "21", "22GDS": "21"}
    s = attacked("21", "18", "1/8", at, half="axis", reduced="1/KRR")
    s = play(combat(s, "1/8", "22GDS", REPULSED), "retreat 1/8 18")
    assert asked(s)[1] == "Half"  # nobody was asked
    assert place_of(s, "1/KRR") == "21"
    s = attacked("21", "18", "1/8", at, half="axis", reduced="1/KRR", allied="22")
    s = play(combat(s, "1/8", "22GDS", REPULSED), "retreat 1/8 18")
    assert "leave 1/KRR" in offered(s)


# 11.6.4


@rule("battleaxe", "11.6.4")
def test_a_unit_that_cannot_retreat_is_eliminated() -> None:
    s = attacked("21", "18", "1/8", {"1/KRR": "21"}, half="axis", reduced="1/KRR")
    s = combat(s, "1/8", "1/KRR", [1, 1, 2, 2])  # 9 v 2 + 2 + 4
    assert offered(s) == ["absorb 1/KRR retreat"]  # it still counts as the one point
    s = play(s, "absorb 1/KRR retreat")
    assert told(s, "no_refuge") != []
    assert place_of(s, "1/KRR") == "dead"
    assert holder(s, "21") == "axis"


@rule("battleaxe", "11.6.4")
def test_an_escarpment_is_no_way_out() -> None:
    s = attacked("2", "6", "1/104", {"1/11": "2"}, half="axis", reduced="1/11", axis="1", allied="3")
    s = play(combat(s, "1/104", "1/11", [1, 1, 1, 2]), "absorb 1/11 retreat")  # 7 v 2 + 1 + 3
    assert place_of(s, "1/11") == "dead"  # although 3, beyond the Escarpment, is Free
    s = attacked("2", "6", "1/104", {"1/11": "2"}, half="axis", reduced="1/11", allied="1 3")
    s = play(combat(s, "1/104", "1/11", [1, 1, 1, 2]), "absorb 1/11 retreat")
    assert offered(s) == ["retreat 1/11 1"]
    assert why_not(s, "retreat 1/11 3").rule == "9.3.2"


@rule("battleaxe", "11.6.4", "11.6.2D")
def test_a_unit_that_would_end_in_a_full_area_is_eliminated() -> None:
    at = dict.fromkeys(("1/8", "2/8", "1/33C", "33RECCE"), "18")
    s = german_retreat("21", "22", at, allied="14 15 16 19 20")
    s = play(s, "retreat 1/5 18")
    assert place_of(s, "1/5") == "dead"
    assert place_of(s, "1/8") == "18"


@rule("battleaxe", "11.6.1", "11.6.4")
def test_only_the_unit_that_is_on_its_way_is_lost_with_its_way() -> None:
    """1/11 is the first of all units: its number is 0."""
    at = {"1/11": "2", "2/11": "2", **dict.fromkeys(("22GDS", "65AT", "7RTR", "SQ-A"), "1")}
    s = attacked("2", "6", "1/104", at, half="axis", reduced="1/11 2/11", axis="A")
    s = play(combat(s, "1/104", "1/11", [2, 1, 1, 1]), "absorb 1/11 retreat", "absorb 2/11 retreat", "retreat 1/11 1")
    assert told(s, "no_refuge") == [(u("1/11"),)]
    assert (place_of(s, "1/11"), place_of(s, "2/11")) == ("dead", "2")
    assert offered(s) == ["retreat 2/11 1"]


@rule("battleaxe", "11.6.2D", "11.6.4")
def test_a_unit_on_its_way_does_not_come_back_to_an_area_it_has_passed() -> None:
    at = {
        **dict.fromkeys(("1/8", "2/8", "1/33C", "33RECCE"), "18"),
        **dict.fromkeys(("2/5", "1/33A", "1/104", "1/33B"), "14"),
    }
    s = play(german_retreat("21", "22", at, allied="12 13 15 16 19 20 F"), "retreat 1/5 18")
    assert offered(s) == ["retreat 1/5 14"]  # full too
    assert place_of(play(s, "retreat 1/5 14"), "1/5") == "dead"  # nothing is left but 18


@rule("battleaxe", "11.6.2D", "11.6.4")
def test_the_escarpment_counts_from_the_area_that_is_passed() -> None:
    at = {"1/11": "3", **dict.fromkeys(("22GDS", "65AT", "7RTR", "SQ-A"), "6")}
    s = attacked("3", "7", "1/8", at, half="axis", reduced="1/11", axis="B C", allied="2")
    s = play(combat(s, "1/8", "1/11", [1, 1, 2, 3]), "absorb 1/11 retreat")
    assert why_not(s, "retreat 1/11 16").rule == "11.6.2"  # far from 3
    s = play(s, "retreat 1/11 6")
    assert offered(s) == ["retreat 1/11 2"]
    assert why_not(s, "retreat 1/11 16").rule == "9.3.2"  # beyond the Escarpment from 6


@rule("battleaxe", "11.6.2A")
def test_the_example_of_the_book_from_fort_capuzzo() -> None:
    at = dict.fromkeys(("1/8", "2/8", "1/33C", "33RECCE"), "18")
    assert retreats_of(german_retreat("15", "9", at, allied="12"), "1/5") == {"16", "17"}
