"""8 Impulses."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import Illegal, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe import TITLE
from tests.kit import asked, offered, offered_verbs, play, rule, told, why_not
from tests.titles.battleaxe.positions import a, edition, holder, is_full, is_reduced, place_of, position, u
from tests.titles.battleaxe.readings import standing


@rule("battleaxe", "8.0-a")
def test_the_active_player_is_the_attacker() -> None:
    s = position({"1/8": "18", "1/62": "15", "2RTR": "15"}, half="axis", axis="15", advantage="", artillery=(0, 0))
    assert asked(s) == (AXIS, "Half")
    s = play(s, "assault 15", "attack 15")
    assert asked(s) == (AXIS, "Attack")  # chooses who attacks
    s = play(s, "join 1/62")
    assert offered(s) == ["lead 1/62"]
    assert asked(s) == (AXIS, "Attack")
    s = play(s, "lead 1/62")
    assert offered(s) == ["lead 2RTR"]
    assert asked(s) == (ALLIED, "Attack")


def test_only_who_passes_the_impulse_is_warned_that_it_is_lost() -> None:
    s = position({"2RTR": "10", "1/8": "18"}, half="axis", advantage="allied", artillery=(0, 0))
    assert offered(s) == ["shortage", "pass"]  # a Fuel Shortage, before the Axis acts
    assert TITLE.face.caution(s, read(s, "pass")) == []
    s = play(s, "pass")
    assert [caution.rule for caution in TITLE.face.caution(s, read(s, "pass"))] == ["8.1.3"]


@rule("battleaxe", "8.0-b")
def test_the_other_side_moves_only_in_retreat() -> None:
    s = position({"2RTR": "10", "7RTR": "C", "15MC(-)": "12", "1/8": "18"}, advantage="", artillery=(0, 0))
    assert why_not(s, "assault 18").rule == "8.1.1"
    assert why_not(play(s, "regroup"), "move 1/8 15").rule == "8.0"
    s = play(s, "assault 10")
    assert why_not(s, "enter 1/8 15").rule == "8.0"
    s = play(s, "enter 2RTR 12")
    assert why_not(s, "enter 15MC(-) 13").rule == "8.0"
    s = play(s, "attack 12", "lead 2RTR", "lead 15MC(-)", "pass", dice=[4, 5, 3, 4])
    assert told(s, "totals") == [(4 + 9, 4 + 1 + 7)]
    s = play(s, "absorb 15MC(-) retreat")
    assert asked(s) == (AXIS, "Retreats")
    s = play(s, "retreat 15MC(-) 14")
    assert place_of(s, "15MC(-)") == "14"


@rule("battleaxe", "8.1")
def test_an_impulse_is_assault_non_assault_or_pass() -> None:
    s = position({"2RTR": "8", "6RTR": "8", "1/8": "18"}, reduced="2RTR", advantage="axis")
    assert offered_verbs(s) == {"assault", "regroup", "consolidate", "pass"}
    for text in ("assault 8", "regroup"):
        after = play(s, text)
        assert not offered_verbs(after) & {"assault", "regroup", "consolidate", "pass"}
        assert asked(play(after, "done")) == (AXIS, "Half")
    for text in ("consolidate 2RTR 6RTR", "pass"):
        assert asked(play(s, text)) == (AXIS, "Half")


# 8.1.1 Assault


@rule("battleaxe", "8.1.1")
def test_the_units_of_the_active_area_may_act_and_no_others() -> None:
    s = position({"7RTR": "C", "2RTR": "D", "1/62": "15"})
    assert {"assault C", "assault D"} <= set(offered(s))
    assert why_not(s, "assault 8").rule == "8.1.1"
    s = play(s, "assault C")
    assert "enter 7RTR 4" in offered(s)
    assert "enter 2RTR 8" not in offered(s)
    assert why_not(s, "enter 2RTR 8").rule == "9.1.1"


# 8.1.2 Non-Assault


@rule("battleaxe", "8.1.2")
def test_regroup_or_consolidation_not_both() -> None:
    s = position({"2RTR": "8", "6RTR": "8", "1/8": "18"}, reduced="2RTR", advantage="axis")
    regrouping = play(s, "regroup")
    assert why_not(regrouping, "consolidate 2RTR 6RTR").rule == "8.1.2b"
    regrouping = play(regrouping, "move 6RTR D")
    assert why_not(regrouping, "consolidate 2RTR 6RTR").rule == "8.1.2b"
    consolidated = play(s, "consolidate 2RTR 6RTR")
    assert asked(consolidated) == (AXIS, "Half")  # nothing more for the Allies


@rule("battleaxe", "8.1.2a-a")
def test_every_unit_regroups_one_area() -> None:
    s = position({"1/KRR": "10", "CIH": "11", "7RTR": "C", "1/62": "15"}, allied="8 12")
    s = play(s, "regroup", "move 1/KRR 8", "move CIH 12")
    assert (place_of(s, "1/KRR"), place_of(s, "CIH")) == ("8", "12")
    assert why_not(s, "move CIH 11").rule == "8.1.2a"  # one Area each
    assert why_not(s, "move 7RTR 8").rule == "9.3.3"  # not adjacent
    assert "move 7RTR D" in offered(s)
    first = play(position({"22GDS": "1", "1/8": "18"}), "regroup")
    assert offered(first) == ["move 22GDS A", "done"]  # Area 1 is a place like any other
    s = play(position({"2/8": "18", "7RTR": "C"}, half="axis", dead="1/8", advantage=""), "regroup")
    assert why_not(s, "move 1/8 G").rule == "8.1.2a"  # it is not on the map


@rule("battleaxe", "8.1.2a-b")
def test_units_from_one_area_regroup_to_different_areas() -> None:
    s = position({"7RTR": "7", "65AT": "7", "1/62": "15"}, allied="4 8")
    s = play(s, "regroup", "move 7RTR 8", "move 65AT 4")
    assert (place_of(s, "7RTR"), place_of(s, "65AT")) == ("8", "4")


@rule("battleaxe", "8.1.2a-c")
def test_no_regroup_into_an_enemy_controlled_or_occupied_area() -> None:
    s = play(position({"2RTR": "12", "11H": "15", "1/62": "15", "33PAK": "9"}, allied="15"), "regroup")
    assert why_not(s, "move 2RTR 14").rule == "8.1.2a"  # Axis-controlled and empty
    assert why_not(s, "move 2RTR 9").rule == "8.1.2a"  # Axis-controlled and occupied
    assert not {"move 2RTR 14", "move 2RTR 9"} & set(offered(s))
    s = play(position({"2RTR": "9", "11H": "15", "1/62": "15"}, allied="15"), "regroup")
    assert why_not(s, "move 2RTR 15").rule == "8.1.2a"  # Allied-controlled, but an enemy is there


@rule("battleaxe", "8.1.2a-d")
def test_no_regroup_from_contested_to_contested() -> None:
    s = position({"3/11": "6", "1/104": "6", "7RTR": "3", "33PAK": "3"}, axis="6", allied="3 5")
    s = play(s, "regroup")
    refusal = why_not(s, "move 3/11 3")
    assert refusal.rule == "8.1.2a"
    assert "Contested" in refusal.text
    assert "move 3/11 5" in offered(s)


@rule("battleaxe", "8.1.2a-e")
def test_units_without_a_movement_factor_do_not_regroup() -> None:
    s = play(position({"1/104": "6", "deFR": "6", "7RTR": "C"}, half="axis", advantage=""), "regroup")
    assert why_not(s, "move deFR 17").rule == "8.1.2a"
    assert "move 1/104 17" in offered(s)
    assert not any(text.startswith("move deFR") for text in offered(s))


@rule("battleaxe", "8.1.2a-f")
def test_the_mined_road_from_halfaya_to_musaid() -> None:
    at = {"1/11": "6", "1/104": "6"}
    s = play(position(at, axis="6", allied="17 2"), "regroup")
    refusal = why_not(s, "move 1/11 17")
    assert refusal.rule == "8.1.2a"
    assert "Musaid" in refusal.text
    assert offered(s) == ["move 1/11 2", "done"]
    s = play(position(at, allied="6 17 2"), "regroup", "move 1/11 17")  # once Halfaya is Allied-controlled
    assert place_of(s, "1/11") == "17"
    s = play(position(at, axis="6", allied="17 2"), "assault 6", "enter 1/11 17")  # only Regroup is barred
    assert place_of(s, "1/11") == "17"
    s = position({"1/104": "6", "1/11": "6"}, half="axis", allied="6", axis="17", advantage="")
    assert "move 1/104 17" in offered(play(s, "regroup"))  # and only the Allies


@rule("battleaxe", "8.1.2a-g")
def test_regroup_to_or_from_a_zone_uses_its_connection_line() -> None:
    s = position({"22GDS": "4", "2RTR": "D", "11H": "D", "1/62": "15"}, allied="7 8 11")
    s = play(s, "regroup", "move 22GDS C")
    assert place_of(s, "22GDS") == "C"
    assert why_not(s, "move 2RTR 7").rule == "9.3.3"
    assert why_not(s, "move 22GDS B").rule == "8.1.2a"  # one Area, no MF counted
    s = play(s, "move 2RTR 8", "move 11H C")
    assert (place_of(s, "2RTR"), place_of(s, "11H")) == ("8", "C")


@rule("battleaxe", "8.1.2a-g")
def test_stacking_is_checked_unit_by_unit_while_regrouping() -> None:
    four = {"2RTR": "8", "6RTR": "8", "1/KRR": "8", "2/RB": "8"}
    s = play(position({**four, "11H": "D", "1/62": "15"}), "regroup")
    assert why_not(s, "move 11H 8").rule == "7.1"
    s = play(s, "move 2RTR D", "move 11H 8")
    assert standing(s, "allied", "8") == {"6RTR", "1/KRR", "2/RB", "11H"}


@rule("battleaxe", "8.1.2b-a")
def test_consolidation_at_the_cost_of_a_reduced_unit() -> None:
    s = position({"2RTR": "7", "6RTR": "7", "1/62": "15"}, reduced="2RTR 6RTR", allied="8")
    s = play(s, "consolidate 2RTR 6RTR")
    assert is_full(s, "2RTR")
    assert place_of(s, "6RTR") == "dead"


@rule("battleaxe", "8.1.2b-b")
def test_both_consolidating_units_must_be_in_supply() -> None:
    at = {"2RTR": "7", "6RTR": "7", "1/62": "15"}
    s = position(at, reduced="2RTR 6RTR", unsupplied="2RTR 6RTR")  # nothing around 7 is Allied-controlled
    assert "consolidate" not in offered_verbs(s)
    refusal = why_not(s, "consolidate 2RTR 6RTR")
    assert refusal.rule == "8.1.2b"
    assert "supply" in refusal.text
    s = position(at, reduced="2RTR 6RTR", allied="4 8", axis="C D")  # Allied around it, but no source
    assert why_not(s, "consolidate 6RTR 2RTR").rule == "8.1.2b"
    assert "consolidate 2RTR 6RTR" in offered(position(at, reduced="2RTR 6RTR", allied="8"))


@rule("battleaxe", "8.1.2b-c")
def test_germans_and_italians_do_not_consolidate_with_each_other() -> None:
    s = position({"1/104": "6", "deFR": "6", "MC-C": "6", "7RTR": "C"}, half="axis", reduced="1/104 deFR", advantage="")
    for pair in ("1/104 deFR", "deFR 1/104", "deFR MC-C"):
        refusal = why_not(s, f"consolidate {pair}")
        assert refusal.rule == "8.1.2b"
        assert "Italian" in refusal.text
    assert "consolidate 1/104 MC-C" in offered(s)


@rule("battleaxe", "8.1.2b-d")
def test_guns_and_armoured_cars_do_not_consolidate() -> None:
    at = {"11H": "11", "CIH": "11", "2RTR": "11", "6RTR": "11", "65AT": "8", "12AT": "8", "1/62": "15"}
    s = position(at, reduced="11H CIH 65AT 12AT 2RTR")
    for pair in ("11H CIH", "CIH 11H", "11H 6RTR", "2RTR 11H", "65AT 12AT"):
        refusal = why_not(s, f"consolidate {pair}")
        assert refusal.rule == "8.1.2b"
        assert "armoured car" in refusal.text
    assert [text for text in offered(s) if text.startswith("consolidate")] == ["consolidate 2RTR 6RTR"]
    at = {"3RECCE": "18", "33RECCE": "18", "1/8": "18", "33PAK": "9", "1/33A": "9", "2RTR": "D"}
    s = position(at, half="axis", reduced="3RECCE 33RECCE 1/8 33PAK 1/33A", advantage="")
    for pair in ("3RECCE 33RECCE", "1/8 33RECCE", "33PAK 1/33A"):
        assert "armoured car" in why_not(s, f"consolidate {pair}").text


@rule("battleaxe", "8.1.2b-e")
def test_consolidation_at_the_cost_of_a_full_unit() -> None:
    s = position({"7RTR": "7", "SQ-A": "7", "SQ-B": "7", "1/62": "15"}, reduced="7RTR SQ-B", allied="8")
    assert why_not(s, "consolidate SQ-A 7RTR").rule == "8.1.2b"  # SQ-A is Full already
    s = play(s, "consolidate 7RTR SQ-A", "pass")  # the Allies declare no Fuel Shortage
    assert is_full(s, "7RTR")
    assert is_reduced(s, "SQ-A")
    assert (edition().cv[u("7RTR")][0], edition().cv[u("SQ-A")][1]) == (5, 2)
    assert asked(s) == (AXIS, "Half")  # one pair in an Impulse
    assert is_reduced(s, "SQ-B")


@rule("battleaxe", "8.1.2b-f")
def test_consolidating_units_are_of_one_type_and_in_one_area() -> None:
    s = position({"7RTR": "7", "22GDS": "7", "2RTR": "7", "6RTR": "8", "1/62": "15"}, reduced="7RTR 22GDS 2RTR 6RTR")
    for pair in ("7RTR 22GDS", "22GDS 7RTR", "2RTR 6RTR", "6RTR 2RTR", "2RTR 2RTR"):
        assert f"consolidate {pair}" not in offered(s)
        assert why_not(s, f"consolidate {pair}").rule == "8.1.2b"
    assert "Armor and the other Infantry" in why_not(s, "consolidate 7RTR 22GDS").text
    assert "same Area" in why_not(s, "consolidate 2RTR 6RTR").text
    assert "consolidate 7RTR 2RTR" in offered(s)


# 8.1.3 Pass


@rule("battleaxe", "8.1.3")
def test_the_axis_passes_and_still_rolls_for_sunset_where_it_matters() -> None:
    quiet = {"7RTR": "C", "1/8": "18"}
    before = position(quiet, half="axis", impulse=5, advantage="")
    s = play(before, "pass", dice=[2, 3])
    assert told(s, "sunset") == [(5,)]
    assert s.where == before.where
    assert s.impulse == 6
    for impulse in (1, 2):
        s = play(position(quiet, half="axis", impulse=impulse, advantage=""), "pass")
        assert told(s, "sunset") == []
        assert s.impulse == impulse + 1
    s = play(position(quiet, half="axis", impulse=2, fuel_low=True, advantage=""), "pass", dice=[1, 1])
    assert told(s, "fuel_restored") == [()]
    assert s.impulse == 3
    s = play(position(quiet, half="axis", impulse=1, fuel_low=True, advantage=""), "pass")
    assert s.fuel_low
    s = play(position(quiet, impulse=9, advantage="axis"), "pass")  # the Allies never roll for it
    assert asked(s) == (AXIS, "Half")


# 8.2 Legalities and errors


@rule("battleaxe", "8.2-a")
def test_nothing_is_taken_back_once_a_die_is_rolled_or_the_opponent_has_declared() -> None:
    game = Game(TITLE, edition(), "battleaxe", {"setup": 1}, NoDice())
    for text in ("assault D", "enter 2RTR 10", "enter 2RTR 9"):
        game.play(text, NoDice())
    assert place_of(game.at(1), "2RTR") == "D"  # nobody has rolled yet
    for text in ("attack 9", "lead 2RTR", "lead 33PAK", "pass", "pass"):
        game.play(text, NoDice())
    game.play("pass", ScriptedDice([1, 1, 6, 6]))
    rolled = game.ply
    with pytest.raises(Illegal):
        game.undo(rolled - 1)
    with pytest.raises(Illegal):
        game.undo(1)
    game = Game(TITLE, edition(), "battleaxe", {"setup": 1}, NoDice())
    game.play("pass", NoDice())
    assert game.undo_limit() == 0
    game.play("pass", NoDice())  # still the Allies: no Fuel Shortage
    assert game.undo_limit() == 0
    game.play("pass", NoDice())  # the Axis has declared a Pass Impulse
    with pytest.raises(Illegal):
        game.undo(1)


@rule("battleaxe", "8.2-b")
def test_illegal_moves_never_occur() -> None:
    game = Game(TITLE, edition(), "battleaxe", {"setup": 1}, NoDice())
    game.play("assault C", NoDice())
    before, plies = game.state.key(), game.ply
    for text in ("enter 7RTR 7", "enter 2RTR 8", "attack 6", "pass", "activate H"):
        assert game.refused(ALLIED, plies, text) is not None
        with pytest.raises(Illegal):
            game.play(text, NoDice())
    assert game.refused(AXIS, plies, "enter 7RTR 4") is not None
    assert (game.state.key(), game.ply) == (before, plies)
    game.play("enter 7RTR 4", NoDice())
    assert holder(game.state, "4") == "allied"
    assert holder(game.at(plies), "4") == "axis"  # taken back before the first die
    assert a("4") == game.state.where[u("7RTR")]
