"""9 Movement."""

from __future__ import annotations

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles import load_title
from sandtable.titles.battleaxe.face.forecast import caution
from sandtable.titles.battleaxe.movement import MUST_STOP, NO_LINE, NOT_ADJACENT
from sandtable.titles.battleaxe.state import State
from tests.kit import asked, offered, offered_verbs, play, rule, told, why_not
from tests.titles.battleaxe.fights import fight
from tests.titles.battleaxe.positions import a, holder, is_full, is_reduced, opened, place_of, position, u
from tests.titles.battleaxe.readings import standing, sums, term


def paid(s: State) -> list[int]:
    """What the steps since the last `play` have cost."""
    return [spent for *_, spent in told(s, "moved")]


# 9.1 Mechanics of movement


@rule("battleaxe", "9.1-a")
def test_units_move_from_area_to_adjacent_area_within_their_factor() -> None:
    s = play(opened(), "assault D", "enter 2RTR 8", "enter 2RTR 7")
    assert paid(s) == [1, 2]  # 7 is adjacent to the Axis in 9
    assert s.left[u("2RTR")] == 3
    assert place_of(s, "2RTR") == "7"
    assert why_not(s, "enter 2RTR 12").rule == "9.1"  # not adjacent
    assert why_not(s, "enter 2RTR 9").rule == "9.2"  # 4 MF, 3 left
    assert why_not(s, "enter 2RTR 7").rule == "9.1"
    s = play(s, "enter 1/KRR 8", "enter 2RTR 4")  # one at a time, in any order
    assert (place_of(s, "1/KRR"), place_of(s, "2RTR")) == ("8", "4")


def repulsed_at_206(**more: str) -> State:
    """D is active; 2RTR has attacked Point 206, was repulsed and is back in 10."""
    s = position({"2RTR": "D", "33PAK": "9", **more}, advantage="", artillery=(0, 0))
    s = play(s, "assault D", "enter 2RTR 10", "enter 2RTR 9", "attack 9", "lead 2RTR", "lead 33PAK", "pass", dice=[1, 1, 6, 6])
    return play(s, "retreat 2RTR 10")


@rule("battleaxe", "9.1-b", "9.2.1-a", "9.2.1-b")
def test_attacks_and_moves_follow_each_other_in_any_order() -> None:
    s = repulsed_at_206(**{"1/KRR": "D", "6RTR": "D", "11H": "D", "12AT": "D", "deFR": "11"})
    assert is_reduced(s, "2RTR")
    s = play(s, "enter 11H 8")  # another destination, after the attack
    assert place_of(s, "11H") == "8"
    s = play(s, "enter 6RTR 11", "enter 1/KRR 11", "attack 11")  # a later attack that nobody had to announce
    assert {"lead 6RTR", "lead 1/KRR"} <= set(offered(s))
    s = play(s, "lead 6RTR", "lead deFR", "pass", dice=[6, 6, 1, 1])
    assert place_of(s, "deFR") == "dead"
    s = play(repulsed_at_206(**{"1/KRR": "D"}), "enter 1/KRR 11")
    assert holder(s, "11") == "allied"


@rule("battleaxe", "9.1-b")
def test_units_that_began_among_enemies_may_attack_there_at_any_point() -> None:
    s = position({"2RTR": "9", "6RTR": "9", "33PAK": "9"}, axis="9", allied="10", advantage="", artillery=(0, 0))
    s = play(s, "assault 9")
    assert "attack 9" in offered(s)
    s = play(s, "enter 6RTR 10")
    assert "attack 9" in offered(s)
    assert why_not(s, "attack 10").rule == "11.0"


@rule("battleaxe", "9.1.1")
def test_all_units_of_the_active_area_may_act_until_none_is_left() -> None:
    s = play(opened(), "assault D")
    five = ("2RTR", "6RTR", "1/KRR", "2/RB", "12AT")
    for id in five:
        assert f"enter {id} 10" in offered(s)
        assert "attack 9" in offered(play(s, f"enter {id} 10", f"enter {id} 9"))
    assert why_not(s, "enter 7RTR 4").rule == "9.1.1"
    s = play(position({"2/8": "18", "33PAK": "9", "7RTR": "C"}, half="axis", turn=0, dead="1/8", advantage=""), "assault 9")
    assert why_not(s, "enter 2/8 15").rule == "16.0"
    assert why_not(s, "enter 1/8 15").rule == "9.1.1"
    s = position({"2RTR": "8", "6RTR": "8", "7RTR": "C", "1/62": "15"}, advantage="axis")
    s = play(s, "assault 8", "enter 2RTR D")
    assert asked(s) == (ALLIED, "Assault")
    s = play(s, "enter 6RTR D")  # nobody is left to act
    assert asked(s) == (AXIS, "Half")


@rule("battleaxe", "9.1.2-a")
def test_combined_operations_activate_two_areas() -> None:
    at = {"1/8": "18", "2/8": "18", "1/5": "G", "MC-C": "13", "7RTR": "C"}
    s = play(position(at, half="axis", advantage=""), "assault 18", "activate G")
    assert {"enter 1/8 19", "enter 1/5 19"} <= set(offered(s))
    assert "activate" not in offered_verbs(s)
    assert why_not(s, "activate 13").rule == "9.1.2"
    s = play(position(at, half="axis", advantage="", fuel_low=True), "assault 18")
    assert "activate" not in offered_verbs(s)
    assert why_not(s, "activate G").rule == "14.1.1"
    s = play(position({**at, "2RTR": "D"}), "assault C")
    assert why_not(s, "activate D").rule == "9.1.1"  # the Allies have one Active Area


@rule("battleaxe", "9.1.2-b")
def test_the_same_units_do_not_activate_twice() -> None:
    at = {"1/8": "18", "2/8": "18", "7RTR": "C"}
    s = play(position({**at, "15MC(-)": "15"}, half="axis", advantage=""), "assault 18", "enter 1/8 15")
    s = play(s, "activate 15")
    assert "enter 15MC(-) 16" in offered(s)
    assert why_not(s, "enter 1/8 16").rule == "9.1.2"
    assert not any(text.startswith("enter 1/8") for text in offered(s))
    s = play(position(at, half="axis", advantage=""), "assault 18", "enter 1/8 15")
    assert why_not(s, "activate 15").rule == "9.1.2"  # only 1/8 is there
    assert "active already" in why_not(s, "activate 18").text


@rule("battleaxe", "9.1.2-c")
def test_two_areas_activated_together_join_in_one_combat() -> None:
    at = {"1/8": "18", "2/8": "14", "22GDS": "15"}
    s = play(position(at, half="axis", advantage="", artillery=(0, 0)), "assault 18", "activate 14")
    s = play(s, "enter 1/8 15", "enter 2/8 15", "attack 15")
    assert offered(s) == ["lead 1/8", "lead 2/8"]
    s = play(s, "lead 1/8", "lead 22GDS", dice=[3, 4, 3, 4])
    assert term(sums(s)[0], "11.4.2B") == 1
    assert told(s, "totals") == [(7 + 1 + 7, 4 + 2 + 7)]
    s = play(position(at, half="axis", advantage=""), "assault 18", "enter 1/8 15")
    assert why_not(s, "activate 14").rule == "11.1"  # both Areas are named before a unit of either acts


@rule("battleaxe", "9.1.2-d", "9.1.2-e")
def test_a_second_area_is_chosen_after_the_results_of_the_first() -> None:
    at = {"1/8": "18", "2/8": "18", "33RECCE": "14", "MC-C": "13", "22GDS": "15"}
    s = play(position(at, half="axis", advantage="", artillery=(0, 0)), "assault 18", "enter 1/8 15", "attack 15")
    s = play(s, "lead 1/8", "lead 22GDS", dice=[1, 2, 6, 6])
    s = play(s, "retreat 1/8 18")
    assert {"activate 13", "activate 14"} <= set(offered(s))
    after = play(s, "activate 13")
    assert "enter MC-C 12" in offered(after)
    assert why_not(after, "enter 2/8 19").rule == "9.1.2"  # the units of 18 are finished
    after = play(s, "activate 14")
    assert place_of(after, "22GDS") == "15"
    assert why_not(after, "enter 33RECCE 15").rule == "9.2.1"  # it is still the same Impulse
    assert "enter 33RECCE 12" in offered(after)
    assert why_not(after, "attack 15").rule == "9.2.1"
    at = {"1/8": "15", "2/8": "15", "7RTR": "15", "MC-C": "13"}
    s = play(position(at, half="axis", axis="15", advantage="", artillery=(0, 0)), "assault 15", "attack 15", "join 1/8", "enough")
    s = play(s, "lead 1/8", "lead 7RTR", dice=[1, 1, 6, 6])
    assert "enter 2/8 18" in offered(s)
    assert why_not(play(s, "activate 13"), "enter 2/8 18").rule == "9.1.2"  # an attack without a move has begun it too


# 9.2 Movement costs


@rule("battleaxe", "9.2-b", "9.2-d", "9.2-g")
def test_what_a_step_costs_and_where_a_unit_must_stop() -> None:
    s = play(opened(), "assault D", "enter 2RTR 10")
    assert s.left[u("2RTR")] == 4  # 10 is adjacent to the Axis in 9: 2 MF
    s = play(s, "enter 2RTR 9")
    assert told(s, "moved") == [(u("2RTR"), s.names.number("area", "10"), s.names.number("area", "9"), 4)]
    assert s.left[u("2RTR")] == 0
    assert why_not(s, "enter 2RTR 15").rule == "9.2"


@rule("battleaxe", "9.2-a", "9.2-b", "9.2-c", "9.2-d", "9.2-f")
def test_only_the_one_cost_that_applies_is_paid() -> None:
    s = play(position({"2RTR": "D", "33PAK": "9"}), "assault D")
    assert paid(play(s, "enter 2RTR 8")) == [1]  # nobody is next to 8
    assert paid(play(s, "enter 2RTR 10")) == [2]  # 33PAK is next to 10
    at = {"2RTR": "10", "33PAK": "9", "15MC(-)": "9", "MC-C": "13", "1/62": "15"}
    for reduced, cost in (("", 4), ("33PAK", 4), ("33PAK 15MC(-)", 3)):  # never with the 2 for MC-C and 1/62 beside it
        s = play(position(at, reduced=reduced), "assault 10", "enter 2RTR 9")
        assert paid(s) == [cost]
    s = play(position({"2RTR": "9", "1/62": "15"}), "assault 9", "enter 2RTR 15")
    assert paid(s) == [4]
    s = play(position({"2RTR": "D", "1/62": "12"}, reduced="1/62"), "assault D", "enter 2RTR 10")
    assert paid(s) == [2]  # a Reduced enemy next to it counts as well


@rule("battleaxe", "9.2-e")
def test_a_zone_takes_all_movement_factors() -> None:
    s = play(position({"2RTR": "8", "6RTR": "8", "1/62": "15"}), "assault 8", "enter 2RTR D")
    assert paid(s) == [6]
    assert s.left[u("2RTR")] == 0
    s = play(s, "enter 6RTR 10")
    assert why_not(s, "enter 6RTR D").rule == "9.2"  # it must be the first and only step
    assert "enter 6RTR D" not in offered(s)
    s = play(position({"2RTR": "D", "1/62": "15"}, advantage="axis"), "assault D", "enter 2RTR C")
    assert paid(s) == [6]  # from Zone to Zone too


@rule("battleaxe", "9.2-g")
def test_a_unit_among_enemies_must_stop() -> None:
    s = play(position({"11H": "9", "1/62": "15", "1/8": "18"}, reduced="1/62"), "assault 9", "enter 11H 15")
    assert paid(s) == [3]  # of 8
    assert s.left[u("11H")] == 0
    assert why_not(s, "enter 11H 17").rule == "9.2"
    assert not any(text.startswith("enter 11H") for text in offered(s))


@rule("battleaxe", "9.3.4", "9.2-h")
def test_out_of_a_contested_area_only_into_a_free_one() -> None:
    s = position({"2RTR": "9", "33PAK": "9", "MC-C": "13", "11H": "15", "1/62": "15"}, axis="9", allied="10 D 15")
    s = play(s, "assault 9")
    for area in ("12", "13", "15"):  # Axis and Vacant; held by the Axis; Allied-controlled but Contested
        assert f"enter 2RTR {area}" not in offered(s)
        assert why_not(s, f"enter 2RTR {area}").rule == "9.3.4"
    s = play(s, "enter 2RTR 10")
    assert paid(s) == [2]  # at normal cost
    s = play(s, "enter 2RTR 12")
    assert place_of(s, "2RTR") == "12"
    assert holder(s, "12") == "allied"


@rule("battleaxe", "9.2-h")
def test_a_unit_that_came_from_the_first_area_must_stop_too() -> None:
    s = play(position({"2RTR": "1", "1/62": "2", "1/8": "18"}), "assault 1", "enter 2RTR 2")
    assert why_not(s, "enter 2RTR 6") == MUST_STOP
    assert offered(s) == ["attack 2"]


@rule("battleaxe", "9.2-i")
def test_a_unit_that_lacks_the_cost_enters_for_all_it_has() -> None:
    s = play(position({"7RTR": "10", "33PAK": "9"}, unsupplied="7RTR"), "assault 10")
    assert s.left[u("7RTR")] == 3
    s = play(s, "enter 7RTR 9")
    assert paid(s) == [3]
    assert "attack 9" in offered(s)
    s = play(position({"7RTR": "8", "33PAK": "9"}, unsupplied="7RTR"), "assault 8", "enter 7RTR 10")
    assert why_not(s, "enter 7RTR 9").rule == "9.2"  # it has spent MF
    four = {"2RTR": "9", "6RTR": "9", "1/KRR": "9", "2/RB": "9"}
    s = position({**four, "7RTR": "10", "33PAK": "9"}, axis="9", unsupplied="7RTR")
    assert why_not(play(s, "assault 10"), "enter 7RTR 9").rule == "9.3.1"
    s = position({"7RTR": "2", "33PAK": "3"}, unsupplied="7RTR")
    assert why_not(play(s, "assault 2"), "enter 7RTR 3").rule == "9.3.2"
    s = position({"7RTR": "D", "33PAK": "7"}, unsupplied="7RTR")
    assert why_not(play(s, "assault D"), "enter 7RTR 7").rule == "9.3.3"
    s = position({"7RTR": "10", "MC-C": "10", "33PAK": "9"}, allied="10", unsupplied="7RTR")
    assert why_not(play(s, "assault 10"), "enter 7RTR 9").rule == "9.3.4"
    s = position({"deFR": "6", "1/104": "6", "7RTR": "17"}, half="axis", advantage="")
    s = play(s, "assault 6")
    assert "enter 1/104 17" in offered(s)
    assert why_not(s, "enter deFR 17").rule == "9.2"  # without a printed MF there is nothing to spend


@rule("battleaxe", "9.2-j")
def test_an_attack_inside_a_contested_area_needs_no_movement() -> None:
    s = play(position({"1/11": "6", "1/104": "6"}, axis="6", advantage="", artillery=(0, 0)), "assault 6")
    assert "attack 6" in offered(s)
    s = play(s, "attack 6", "join 1/11")
    assert told(s, "moved") == []
    assert s.left[u("1/11")] == 4
    s = play(s, "lead 1/11", "lead 1/104", "pass", dice=[1, 1, 6, 6])
    assert place_of(s, "1/11") == "6"


@rule("battleaxe", "9.2-k")
def test_an_overrun_inside_a_contested_area() -> None:
    s = position({"2RTR": "15", "1/62": "15", "3/62": "16"}, axis="15", reduced="1/62", advantage="", artillery=(0, 0))
    s = play(s, "assault 15", "attack 15", "join 2RTR", "lead 2RTR", "lead 1/62", "pass", dice=[4, 4, 3, 2])
    assert told(s, "totals") == [(4 + 8, 1 + 2 + 5)]
    assert told(s, "result") == [(s.names.number("result", "Overrun"),)]
    assert place_of(s, "1/62") == "dead"
    assert is_full(s, "2RTR")
    assert asked(s) == (ALLIED, "Exploit")
    assert "exploit 2RTR 16" in offered(s)


@rule("battleaxe", "9.2-l")
def test_in_combined_operations_others_join_those_in_a_contested_area() -> None:
    at = {"1/62": "15", "7RTR": "15", "1/8": "18", "2/8": "18"}
    s = play(position(at, half="axis", axis="15", advantage="", artillery=(0, 0)), "assault 15", "activate 18")
    s = play(s, "enter 1/8 15", "attack 15")
    assert offered(s) == ["join 1/62", "join 1/8"]
    s = play(s, "join 1/62", "join 1/8", "lead 1/8", "lead 7RTR", dice=[3, 4, 3, 4])
    assert told(s, "totals") == [(7 + 1 + 7, 5 + 2 + 7)]
    s = play(position(at, half="axis", axis="15", advantage="", artillery=(0, 0)), "assault 18", "enter 1/8 15", "attack 15")
    assert offered(s) == ["join 1/8"]  # 15 is not active
    assert why_not(s, "join 1/62").rule == "11.0"
    s = play(position(at, half="axis", axis="15", advantage=""), "assault 18", "enter 1/8 15", "activate 15", "attack 15")
    assert offered(s) == ["join 1/62"]  # activated one after the other: 1/8 is finished
    assert why_not(s, "join 1/8").rule == "11.0"


# 9.2.1 Multiple Area destinations


@rule("battleaxe", "9.2.1-a")
def test_units_of_one_area_go_to_different_areas_and_attack() -> None:
    s = play(opened(), "assault D", "enter 2RTR 10", "enter 2RTR 9", "enter 11H 11")
    assert (place_of(s, "2RTR"), place_of(s, "11H"), place_of(s, "6RTR")) == ("9", "11", "D")
    assert holder(s, "11") == "allied"
    assert "attack 9" in offered(s)


@rule("battleaxe", "9.2.1-c")
def test_once_attacked_an_area_is_closed_for_the_impulse() -> None:
    s = play(repulsed_at_206(**{"1/KRR": "D"}), "enter 1/KRR 10")
    assert s.left[u("1/KRR")] == 4  # enough for 9
    assert "enter 1/KRR 9" not in offered(s)
    assert why_not(s, "enter 1/KRR 9").rule == "9.2.1"
    s = position({"2RTR": "9", "6RTR": "9", "33PAK": "9"}, axis="9", allied="10", advantage="", artillery=(0, 0))
    s = play(s, "assault 9", "attack 9", "join 2RTR", "enough", "lead 2RTR", "lead 33PAK", "pass", dice=[1, 1, 6, 6])
    assert asked(s) == (ALLIED, "Assault")
    assert why_not(s, "attack 9").rule == "9.2.1"  # also for 6RTR, which began there
    assert "enter 6RTR 10" in offered(s)
    assert "enter 2RTR 10" not in offered(s)
    assert why_not(s, "enter 2RTR 10").rule == "11.0"  # it has attacked


@rule("battleaxe", "9.2.1-d")
def test_units_of_one_area_need_not_move_or_end_together() -> None:
    s = play(position({"7RTR": "C", "22GDS": "C", "65AT": "C", "1/62": "15"}), "assault C", "enter 7RTR 4", "enter 22GDS 3")
    assert (place_of(s, "7RTR"), place_of(s, "22GDS"), place_of(s, "65AT")) == ("4", "3", "C")
    s = play(s, "enter 7RTR 8", "enter 65AT 4", "enter 22GDS 4")
    assert standing(s, "allied", "4") == {"65AT", "22GDS"}


# 9.3 Movement restrictions


@rule("battleaxe", "9.3.1")
def test_a_fully_stacked_area_is_not_even_passed_through() -> None:
    four = {"2RTR": "7", "6RTR": "7", "1/KRR": "7", "2/RB": "7"}
    s = play(position({**four, "11H": "8", "1/62": "15"}, allied="3 5"), "assault 8")
    assert "enter 11H 7" not in offered(s)
    assert why_not(s, "enter 11H 7").rule == "9.3.1"
    del four["2/RB"]
    s = play(position({**four, "11H": "8", "1/62": "15"}, allied="3 5"), "assault 8", "enter 11H 7", "enter 11H 3")
    assert place_of(s, "11H") == "3"


@rule("battleaxe", "9.3.2")
def test_an_escarpment_is_never_crossed() -> None:
    s = play(position({"1/11": "2", "33PAK": "9"}), "assault 2")
    assert "enter 1/11 3" not in offered(s)
    assert why_not(s, "enter 1/11 3").rule == "9.3.2"
    s = play(position({"1/11": "2", "33PAK": "9"}, allied="1 3"), "regroup")
    assert why_not(s, "move 1/11 3").rule == "9.3.2"


@rule("battleaxe", "9.3.2")
def test_no_retreat_crosses_an_escarpment() -> None:
    s = position(
        {"1/11": "2", "1/104": "6", "7RTR": "C"}, half="axis", reduced="1/11", allied="1 3", advantage="", artillery=(0, 0)
    )
    s = play(s, "assault 6", "enter 1/104 2", "attack 2", "lead 1/104", "lead 1/11", dice=[2, 3, 3, 3])
    s = play(s, "absorb 1/11 retreat")
    assert offered(s) == ["retreat 1/11 1"]
    assert why_not(s, "retreat 1/11 3").rule == "9.3.2"
    s = position({"1/11": "2", "1/104": "6", "7RTR": "C"}, half="axis", reduced="1/11", allied="3", advantage="", artillery=(0, 0))
    s = play(s, "assault 6", "enter 1/104 2", "attack 2", "lead 1/104", "lead 1/11", dice=[2, 3, 3, 3])
    s = play(s, "absorb 1/11 retreat")
    assert place_of(s, "1/11") == "dead"  # 3 is Free, but above the Escarpment
    assert told(s, "no_refuge") == [(u("1/11"),)]


@rule("battleaxe", "9.3.3")
def test_zones_are_entered_and_left_by_connection_lines_only() -> None:
    s = play(position({"2RTR": "D", "6RTR": "7", "1/62": "15"}), "assault D")
    assert {text for text in offered(s) if text.startswith("enter")} == {
        f"enter 2RTR {area}" for area in ("8", "10", "11", "C", "E")
    }
    assert why_not(s, "enter 2RTR 7").rule == "9.3.3"
    assert why_not(s, "enter 2RTR B").rule == "9.3.3"
    s = play(position({"2RTR": "D", "6RTR": "7", "1/62": "15"}), "assault 7")
    assert why_not(s, "enter 6RTR D").rule == "9.3.3"
    s = play(position({"2RTR": "D", "6RTR": "7", "1/62": "15"}, allied="8"), "regroup")
    assert why_not(s, "move 6RTR D").rule == "9.3.3"
    assert a("7") == s.where[u("6RTR")]


def test_a_click_on_a_far_place_is_refused_by_what_bars_the_way() -> None:
    face = load_title("battleaxe").face
    s = play(position({"2RTR": "D", "1/62": "15", "33PAK": "9"}), "assault D")

    def barred(place: str) -> tuple[str, str]:
        refusal = face.obstacle(s, ("enter", u("2RTR"), a(place)), NOT_ADJACENT)
        return refusal.rule, refusal.text

    assert barred("15") == ("9.2", "the way there costs 9 Movement Factors, and it has 6")
    assert barred("A") == ("9.2", "a Zone is entered with a unit's first step or not at all")
    assert barred("1")[1] == "none of the ways still open to it leads there; where it can go is lit"  # only through Zones
    assert face.obstacle(s, ("regroup", 0, 0), NO_LINE) == NO_LINE


def test_who_has_not_stirred_is_named_before_a_second_area_ends_the_first() -> None:
    s = play(fight({"1/8": "18", "2/8": "18", "1/5": "19", "2RTR": "D"}, half="axis"), "assault 18")
    assert caution(s, ("activate", a("19"), 0)) == []  # now both act together
    s = play(s, "enter 1/8 20")
    assert [(c.rule, c.text) for c in caution(s, ("activate", a("19"), 0))] == [
        ("9.1.2", "II/8th Panzer has not acted yet, and will not in this Impulse")
    ]
    assert caution(play(s, "enter 2/8 20"), ("activate", a("19"), 0)) == []
