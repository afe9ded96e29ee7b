"""7 Stacking and control."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import is_over, options, take
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe.face.view import view
from sandtable.titles.battleaxe.state import is_free, rebuild, stack
from tests.kit import offered, play, rule, told, why_not
from tests.titles.battleaxe.positions import a, end_day, holder, opened, place_of, position, start, u
from tests.titles.battleaxe.readings import standing

# 7.1 Stacking


@rule("battleaxe", "7.1-a")
def test_four_units_of_a_side_fill_an_area() -> None:
    four = {"1/8": "18", "2/8": "18", "1/33C": "18", "33RECCE": "18", "3RECCE": "19"}
    s = play(position(four, half="axis", advantage=""), "assault 19")
    assert "enter 3RECCE 18" not in offered(s)
    assert why_not(s, "enter 3RECCE 18").rule == "9.3.1"
    s = play(position(four, half="axis", advantage=""), "regroup")
    assert why_not(s, "move 3RECCE 18").rule == "7.1"
    s = play(s, "move 33RECCE 14", "move 3RECCE 18")  # three are left: there is room
    assert standing(s, "axis", "18") == {"1/8", "2/8", "1/33C", "3RECCE"}


def test_caches_made_anew_know_the_units_of_every_area() -> None:
    s = position({"22GDS": "1", "7RTR": "23", "1/8": "18", "2/8": "I"}, dead="1/5")
    twin = rebuild(s)
    assert (twin.stack, twin.held) == (s.stack, s.held)
    assert (twin.held[ALLIED], twin.held[AXIS]) == (1 << a("1") | 1 << a("23"), 1 << a("18") | 1 << a("I"))


@rule("battleaxe", "7.1-b")
def test_markers_do_not_count() -> None:
    three = {"1/8": "18", "2/8": "18", "1/33C": "18", "3RECCE": "19"}
    s = position(three, half="axis", advantage="", unsupplied="1/8 2/8 1/33C", allied="20 21 22 F G E I")
    s = play(s, "assault 19", "enter 3RECCE 18")  # the fourth unit, with three Out of Supply markers and a Control marker there
    assert standing(s, "axis", "18") == {"1/8", "2/8", "1/33C", "3RECCE"}
    four = {"1/8": "18", "2/8": "18", "1/33C": "18", "3RECCE": "18"}
    s = position(four, half="axis", advantage="", unsupplied="1/8 2/8 1/33C 3RECCE")
    assert stack(s, AXIS, a("18")).bit_count() == 4
    assert "assault 18" in offered(s)


@rule("battleaxe", "7.1-c")
def test_no_fifth_unit_moves_or_attacks_into_an_area() -> None:
    four = {"2RTR": "9", "6RTR": "9", "1/KRR": "9", "2/RB": "9"}
    s = position({**four, "11H": "10", "33PAK": "9"}, axis="9")
    s = play(s, "assault 10")
    assert "enter 11H 9" not in offered(s)
    assert why_not(s, "enter 11H 9").rule == "9.3.1"
    enemies = {"1/8": "9", "2/8": "9", "33PAK": "9", "15MC(-)": "9"}
    s = position({**enemies, "2RTR": "10", "6RTR": "10", "1/KRR": "10", "2/RB": "10"})
    s = play(s, "assault 10", *[f"enter {id} 9" for id in ("2RTR", "6RTR", "1/KRR", "2/RB")])  # enemies do not count
    assert standing(s, "allied", "9") == set(four)


@rule("battleaxe", "7.1-c")
def test_no_retreat_ends_in_a_full_area() -> None:
    four = {"2/11": "1", "3/11": "1", "SQ-A": "1", "SQ-B": "1"}
    s = position({**four, "1/11": "2", "1/104": "6"}, half="axis", reduced="1/11", advantage="", artillery=(0, 0))
    s = play(s, "assault 6", "enter 1/104 2", "attack 2", "lead 1/104", "lead 1/11", dice=[2, 3, 3, 3])
    assert told(s, "totals") == [(5 + 5, 2 + 1 + 6)]  # one Attrition Point, absorbed by the retreat of 1/11
    s = play(s, "absorb 1/11 retreat", "retreat 1/11 1")
    assert told(s, "passed_through") == [(u("1/11"), a("1"))]
    assert place_of(s, "1/11") == "2"
    assert why_not(s, "retreat 1/11 1").rule == "11.6.2"
    s = play(s, "retreat 1/11 A")
    assert place_of(s, "1/11") == "A"
    assert standing(s, "allied", "1") == set(four)


@rule("battleaxe", "7.1-d")
def test_stacks_are_open() -> None:
    s = position({"MC-C": "13", "1/33B": "13", "2RTR": "9"}, reduced="1/33B")
    seen = {(piece.id, piece.face) for piece in view(s, ALLIED).pieces if piece.at == "13"}
    assert seen == {("MC-C", "MC-C"), ("1/33B", "1/33B/reduced")}
    assert view(s, ALLIED) == view(s, AXIS) == view(s, -1)


@rule("battleaxe", "7.1-e")
def test_full_and_reduced_units_are_apart_for_the_eye_only() -> None:
    at = {"2RTR": "8", "6RTR": "8", "1/KRR": "8", "2/RB": "8", "11H": "10"}
    s, mixed = position(at), position(at, reduced="6RTR 2/RB")
    faces = {piece.face for piece in view(mixed, ALLIED).pieces if piece.at == "8"}
    assert faces == {"2RTR", "1/KRR", "6RTR/reduced", "2/RB/reduced"}
    assert mixed.stack == s.stack
    for either in (s, mixed):  # two piles of two fill the Area as one of four does
        assert why_not(play(either, "assault 10"), "enter 11H 8").rule == "9.3.1"
        assert {f"enter {id} 4" for id in ("2RTR", "6RTR", "1/KRR", "2/RB")} <= set(offered(play(either, "assault 8")))


# 7.2 Control


@rule("battleaxe", "7.2-a")
def test_every_area_has_one_controller_at_any_moment() -> None:
    s, dice = start(setup=1), SeededDice(7)
    seen: set[tuple[int, ...]] = set()
    for _ in range(600):
        choice = options(s)
        take(s, choice[dice.below(len(choice))], dice)
        if is_over(s):
            s = start(setup=1)
        spots = view(s, ALLIED).spots
        seen.add(tuple([spot.holder for spot in spots]))
        assert len(spots) == 32
        for spot in spots:
            assert spot.holder in (ALLIED, AXIS)
            assert (spot.holder == ALLIED) == (holder(s, spot.id) == "allied")
            alone = [side for side in (ALLIED, AXIS) if stack(s, side, a(spot.id)) and not stack(s, other(side), a(spot.id))]
            assert alone in ([], [spot.holder])
    assert len(seen) > 10  # control did change


@rule("battleaxe", "7.2-b")
def test_a_unit_alone_takes_control() -> None:
    s = position({"CIH": "D", "1/62": "15"})
    assert holder(s, "11") == "axis"
    s = play(s, "assault D", "enter CIH 11")
    assert holder(s, "11") == "allied"
    assert told(s, "control") == [(ALLIED, a("11"))]
    assert holder(s, "12") == "axis"


@rule("battleaxe", "7.2-c")
def test_control_is_gained_in_passing() -> None:
    s = play(position({"11H": "D", "1/62": "15"}), "assault D", "enter 11H 11", "enter 11H 12")
    assert place_of(s, "11H") == "12"
    assert (holder(s, "11"), holder(s, "12")) == ("allied", "allied")


@rule("battleaxe", "7.2-d")
def test_an_empty_area_that_is_cut_off_changes_hands_at_the_end_of_maneuvers() -> None:
    quiet = {"7RTR": "C", "1/8": "18"}
    s = position(quiet, half="axis", allied="12", impulse=12, advantage="")
    assert holder(s, "12") == "allied"
    assert holder(end_day(quiet, dice=[6, 6], allied="12", advantage=""), "12") == "axis"
    s = end_day(quiet, dice=[6, 6], allied="11 12", advantage="")  # 11 joins it to Zone D
    assert (holder(s, "11"), holder(s, "12")) == ("allied", "allied")
    s = end_day({**quiet, "11H": "12"}, dice=[6, 6], advantage="")  # a unit of its own keeps it
    assert holder(s, "12") == "allied"


@rule("battleaxe", "7.2-e")
def test_when_the_last_enemy_leaves_the_side_still_there_takes_control_at_once() -> None:
    s = position({"2RTR": "9", "15MC(-)": "9", "MC-C": "13"}, half="axis", axis="9", advantage="")
    s = play(s, "assault 9")
    assert holder(s, "9") == "axis"
    s = play(s, "enter 15MC(-) 13")
    assert told(s, "control") == [(ALLIED, a("9"))]
    assert holder(s, "9") == "allied"
    s = position({"2RTR": "15", "1/62": "15", "1/8": "18"}, axis="15", turn=0, reduced="1/62", advantage="", artillery=(0, 0))
    assert s.released == 0
    s = play(s, "assault 15", "attack 15", "join 2RTR", "lead 2RTR", "lead 1/62", "pass", dice=[6, 6, 1, 1])
    assert place_of(s, "1/62") == "dead"
    assert holder(s, "15") == "allied"
    assert told(s, "released_15th") == [()]  # in the middle of the Impulse


# 7.3 to 7.5


@rule("battleaxe", "7.3-a")
def test_an_area_with_units_of_both_sides_is_contested() -> None:
    marks = {spot.id: {mark.kind for mark in spot.marks} for spot in view(opened(), AXIS).spots}
    assert {id for id in marks if "contested" in marks[id]} == {"H"}
    s = play(position({"1/11": "2", "1/104": "6"}), "assault 2", "enter 1/11 6")
    assert {spot.id for spot in view(s, AXIS).spots if "contested" in {mark.kind for mark in spot.marks}} == {"6"}


@rule("battleaxe", "7.3-b")
def test_contesting_an_area_does_not_change_its_control() -> None:
    s = play(position({"1/11": "2", "1/104": "6"}), "assault 2", "enter 1/11 6")
    assert place_of(s, "1/11") == "6"
    assert holder(s, "6") == "axis"
    assert told(s, "control") == []


@rule("battleaxe", "7.4")
def test_vacant_is_without_enemies_whoever_controls_it() -> None:
    at = {"1/62": "15", "1/8": "18", "2RTR": "9"}
    s = play(position({**at, "2RTR": "D"}, half="axis", advantage=""), "assault 18", "enter 1/8 15")
    assert told(s, "moved") == [(u("1/8"), a("18"), a("15"), 1)]  # Vacant for the Axis, friends or not
    s = play(position(at), "assault 9", "enter 2RTR 15")
    assert told(s, "moved") == [(u("2RTR"), a("9"), a("15"), 4)]  # not for the Allies
    s = play(position({"2RTR": "10", "1/62": "15"}), "assault 10", "enter 2RTR 11")
    assert told(s, "moved") == [(u("2RTR"), a("10"), a("11"), 1)]  # Vacant although Axis-controlled


@rule("battleaxe", "7.5")
def test_free_is_vacant_and_friendly_controlled() -> None:
    s = position({"2RTR": "10", "1/62": "15"}, allied="11")
    assert is_free(s, ALLIED, a("11"))
    assert not is_free(s, AXIS, a("11"))
    assert not is_free(s, ALLIED, a("12"))  # Vacant, but the Axis'
    s = position({"2RTR": "10", "11H": "11", "33PAK": "11"}, allied="11")
    assert not is_free(s, ALLIED, a("11"))  # friendly-controlled, but not Vacant
    s = play(position({"2RTR": "10", "1/62": "15"}, allied="11"), "regroup")
    assert "move 2RTR 11" in offered(s)
    assert why_not(s, "move 2RTR 12").rule == "8.1.2a"
