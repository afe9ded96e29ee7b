"""13 Refit."""

from __future__ import annotations

import pytest

from sandtable.face.story import question
from sandtable.kernel.play import inner
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.face.forecast import caution
from sandtable.titles.battleaxe.frames import Refit
from tests.kit import asked, offered, play, rule, why_not
from tests.titles.battleaxe.positions import REFIT_ALLIED, is_full, is_reduced, place_of, refit, run_from, units


@rule("battleaxe", "13.1", "13.2")
def test_the_allies_refit_first_with_a_point_each() -> None:
    s = run_from(units({"2RTR": "D", "1/8": "18"}, reduced="2RTR 1/8", advantage=""), REFIT_ALLIED)
    assert asked(s) == (ALLIED, "Refit")
    assert inner(s, Refit).points == 1
    assert why_not(s, "refit 1/8").rule == "13.3.2"
    assert [(c.rule, c.text) for c in caution(s, ("done", 0, 0))] == [("13.4", "1 Replacement Point will be lost")]
    s = play(s, "done")
    assert asked(s) == (AXIS, "Refit")
    assert inner(s, Refit).points == 1
    assert why_not(s, "refit 2RTR").rule == "13.3.2"


@rule("battleaxe", "13.2")
def test_one_point_and_no_more() -> None:
    s = refit({"2RTR": "D", "6RTR": "D", "1/KRR": "D"}, reduced="2RTR 6RTR 1/KRR", dead="7RTR", advantage="")
    s = play(s, "refit 2RTR")
    assert why_not(s, "rebuild 7RTR D").rule == "13.2"
    s = play(s, "refit 6RTR")
    assert is_reduced(s, "1/KRR")
    assert asked(s)[1] != "Refit"  # nothing is left to spend
    with_advantage = refit({"2RTR": "D", "6RTR": "D", "1/KRR": "D"}, reduced="2RTR 6RTR 1/KRR", advantage="allied")
    with_advantage = play(with_advantage, "refit 2RTR", "refit 6RTR")
    assert why_not(with_advantage, "refit 1/KRR").rule == "13.2"
    assert caution(with_advantage, ("done", 0, 0)) == []
    assert is_full(play(with_advantage, "increase", "refit 1/KRR"), "1/KRR")


@rule("battleaxe", "13.3.1")
def test_a_unit_without_a_supply_line_takes_no_replacements() -> None:
    s = refit({"2RTR": "19", "6RTR": "D"}, reduced="2RTR 6RTR", axis="14 18 20 G")
    assert why_not(s, "refit 2RTR").rule == "13.3.1"
    assert "refit 6RTR" in offered(s)
    linked = refit({"2RTR": "19", "6RTR": "D"}, reduced="2RTR 6RTR", allied="14 12 11")
    assert "refit 2RTR" in offered(linked)


@rule("battleaxe", "13.3.2-a", "13.3.2-c")
def test_a_point_flips_one_or_two_units_anywhere() -> None:
    s = refit({"2RTR": "D", "6RTR": "D"}, reduced="2RTR 6RTR", advantage="")
    both = play(s, "refit 2RTR", "refit 6RTR")
    assert is_full(both, "2RTR")
    assert is_full(both, "6RTR")
    half = play(s, "refit 2RTR")
    assert [c.text for c in caution(half, ("done", 0, 0))] == ["the point in use could still restore 1 unit"]
    assert "restores 1 unit more" in question(half).text
    nobody_else = refit({"2RTR": "D"}, reduced="2RTR", dead="6RTR", advantage="allied")
    assert question(play(nobody_else, "refit 2RTR")).text == (
        "You have no Replacement Point left. Do you bring more units back to strength in another way?"
    )
    one = play(half, "done")
    assert is_full(one, "2RTR")
    assert is_reduced(one, "6RTR")
    far = refit({"7RTR": "9", "1/11": "A"}, reduced="7RTR 1/11", allied="10", advantage="")
    far = play(far, "refit 7RTR", "refit 1/11")
    assert is_full(far, "7RTR")
    assert is_full(far, "1/11")
    assert why_not(s, "refit 1/11").rule == "13.3.2"  # not on the map


@rule("battleaxe", "13.3.2-b")
def test_a_point_rebuilds_one_unit_at_reduced_strength() -> None:
    s = refit({"33RECCE": "18", "2RTR": "D"}, side="axis", dead="1/8 2/8", advantage="")
    s = play(s, "rebuild 1/8 18")
    assert is_reduced(s, "1/8")
    assert place_of(s, "1/8") == "18"
    assert place_of(s, "2/8") == "dead"
    assert asked(s)[1] == "Refit"
    assert offered(s) == ["recover 1/8", "pass"]  # 13.3.5, but no second point
    alive = refit({"33RECCE": "18", "2RTR": "D"}, side="axis", dead="1/8", advantage="")
    assert why_not(alive, "rebuild 33RECCE 18").rule == "13.3.2"
    assert why_not(alive, "rebuild 2RTR 18").rule == "13.3.2"


@rule("battleaxe", "13.3.3-a")
def test_where_allied_units_are_rebuilt() -> None:
    s = refit({"7RTR": "9", "1/8": "18"}, dead="2RTR", allied="10 7 19", advantage="")
    s_9 = play(s, "rebuild 2RTR 9")
    assert is_reduced(s_9, "2RTR")
    assert place_of(s_9, "2RTR") == "9"
    assert place_of(play(s, "rebuild 2RTR D"), "2RTR") == "D"  # a Zone
    assert place_of(play(s, "rebuild 2RTR 7"), "2RTR") == "7"  # empty
    assert why_not(s, "rebuild 2RTR 15").rule == "13.3.3"  # Axis-controlled
    assert why_not(s, "rebuild 2RTR 19").rule == "13.3.3"  # cut off
    contested = refit({"7RTR": "9", "33PAK": "9"}, dead="2RTR", allied="9 10", advantage="")
    assert why_not(contested, "rebuild 2RTR 9").rule == "13.3.3"
    full = refit({"7RTR": "9", "4RTR(-)": "9", "22GDS": "9", "65AT": "9"}, dead="2RTR", allied="10", advantage="")
    assert why_not(full, "rebuild 2RTR 9").rule == "7.1"


@rule("battleaxe", "13.3.3-b", "13.3.3-c")
def test_the_garrison_of_tobruk_is_rebuilt_there_and_nobody_else() -> None:
    besieged = refit({"9AUS": "H", "XXI": "H", "2RTR": "D"}, dead="18BDE 6RTR", advantage="")
    assert [text for text in offered(besieged) if text.startswith("rebuild 18BDE")] == []
    assert why_not(besieged, "rebuild 18BDE H").rule == "13.3.3"
    assert why_not(besieged, "rebuild 18BDE D").rule == "13.3.3"
    free = refit({"9AUS": "H", "2RTR": "D"}, dead="18BDE 6RTR", advantage="")
    assert is_reduced(play(free, "rebuild 18BDE H"), "18BDE")
    assert why_not(free, "rebuild 18BDE D").rule == "13.3.3"
    assert why_not(free, "rebuild 6RTR H").rule == "13.3.3"
    assert "rebuild 6RTR D" in offered(free)


@rule("battleaxe", "13.3.4")
def test_where_axis_units_are_rebuilt() -> None:
    three = {"1/8": "18", "2/8": "18", "1/33C": "18"}
    s = refit({**three, "1/62": "15", "2RTR": "15"}, side="axis", dead="1/33B", allied="9", advantage="")
    rebuilt = play(s, "rebuild 1/33B 18")
    assert is_reduced(rebuilt, "1/33B")
    assert place_of(rebuilt, "1/33B") == "18"
    assert why_not(s, "rebuild 1/33B 9").rule == "13.3.4"  # Allied-controlled
    assert why_not(s, "rebuild 1/33B 15").rule == "13.3.4"  # Contested
    full = refit({**three, "33RECCE": "18"}, side="axis", dead="1/33B", advantage="")
    assert why_not(full, "rebuild 1/33B 18").rule == "7.1"
    cut_off = refit({"2RTR": "6"}, side="axis", dead="1/33B", axis="1 2", advantage="")
    assert why_not(cut_off, "rebuild 1/33B 1").rule == "13.3.4"


@rule("battleaxe", "13.3.5")
def test_one_german_armoured_unit_recovers_free_at_the_end() -> None:
    at = {"1/5": "G", "2/5": "G", "15MC(-)": "G", "XX": "G", "3RECCE": "G", "2RTR": "D"}
    s = refit(at, side="axis", reduced="1/5 2/5 15MC(-) XX 3RECCE", advantage="")
    assert why_not(s, "recover 1/5").rule == "13.3.5"  # not before the end
    s = play(s, "refit 15MC(-)", "done")
    assert set(offered(s)) == {"recover 1/5", "recover 2/5", "recover 3RECCE", "pass"}
    assert why_not(s, "recover XX").rule == "13.3.5"
    s = play(s, "recover 2/5")
    assert is_full(s, "2/5")
    assert is_reduced(s, "1/5")
    assert asked(s)[1] != "Refit"  # one only
    cut_off = refit({"1/8": "6", "15MC(-)": "G", "2RTR": "5"}, side="axis", reduced="1/8 15MC(-)", allied="2 3 17", advantage="")
    cut_off = play(cut_off, "done")
    assert asked(cut_off)[1] != "Refit"  # without supply nothing recovers


@rule("battleaxe", "13.3.5")
def test_the_allies_recover_nothing() -> None:
    s = refit({"2RTR": "D", "1/8": "18"}, reduced="2RTR", advantage="")
    assert asked(play(s, "done"))[1] == "Half"


@rule("battleaxe", "13.4")
@pytest.mark.parametrize("used", [True, False])
def test_unspent_points_are_lost(used: bool) -> None:
    s = run_from(units({"2RTR": "D", "6RTR": "D", "1/8": "18"}, reduced="2RTR 6RTR", turn=0, advantage=""), REFIT_ALLIED)
    s = play(s, *(["refit 2RTR"] if used else []), "done")
    assert (s.turn, s.impulse) == (1, 1)
    assert s.advantage == ALLIED
    s = play(s, *["pass"] * 3)  # Impulse 1, with the question of fuel
    s = play(s, *["pass"] * 3)
    s = play(s, *["pass"] * 3, dice=[1, 1])
    s = play(s, "pass")  # no Prolonged Daylight
    assert asked(s) == (ALLIED, "Refit")
    assert inner(s, Refit).points == 1
