"""16 June 15 special rules."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.face.handling import said_to_set_out
from sandtable.kernel.play import inner
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.edition import LIGHT_5, PANZER_15
from sandtable.titles.battleaxe.face.handling import set_out
from sandtable.titles.battleaxe.face.view import view
from sandtable.titles.battleaxe.frames import Assault
from sandtable.titles.battleaxe.questions import what_does_the_assault_do
from sandtable.titles.battleaxe.state import State
from tests.kit import offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import active_side, attack_value, combat, fight
from tests.titles.battleaxe.positions import END_PHASE, a, holder, is_full, place_of, position, run_from, start, u, units

BOTH_DIVISIONS = {"1/8": "18", "2/8": "18", "1/33C": "18", "33RECCE": "18", "1/5": "G", "2/5": "G", "3RECCE": "G"}


def june15(at: dict[str, str], half: str = "allied", **facts: Any) -> State:
    return fight({**BOTH_DIVISIONS, **at}, half=half, **{"turn": 0, **facts})


def released(s: State) -> set[int]:
    return {division for division in (PANZER_15, LIGHT_5) if s.released >> division & 1}


@rule("battleaxe", "16.0")
def test_bound_divisions_neither_move_nor_attack() -> None:
    s = june15({"2RTR": "D"}, half="axis")
    assert why_not(s, "assault 18").rule == "16.0"
    assert why_not(s, "assault G").rule == "16.0"
    with_guns = fight({"1/8": "18", "33PAK": "18", "2RTR": "18", "15MC(-)": "14"}, half="axis", turn=0)
    with_guns = play(with_guns, "assault 18")  # 33PAK is not bound
    assert why_not(with_guns, "enter 1/8 14").rule == "16.0"
    assert "enter 33PAK 14" in offered(with_guns)
    attack = play(with_guns, "attack 18")
    assert offered(attack) == ["join 33PAK"]
    assert why_not(attack, "join 1/8").rule == "16.0"
    elsewhere = play(fight({"1/8": "18", "2RTR": "18", "15MC(-)": "14"}, half="axis", turn=0), "assault 14")
    assert why_not(elsewhere, "attack 18").rule == "16.0"


@rule("battleaxe", "16.0")
def test_bound_divisions_defend_retreat_and_consolidate() -> None:
    s = june15({"2RTR": "D"}, half="axis", reduced="1/8 2/8")
    s = play(s, "consolidate 1/8 2/8")
    assert is_full(s, "1/8")
    assert place_of(s, "2/8") == "dead"
    s = fight({"1/8": "18", "7RTR": "15"}, turn=0)
    s = combat(play(s, "assault 15", "enter 7RTR 18", "attack 18"), "7RTR", "1/8", [6, 3, 3, 2])  # 14 v 13
    s = play(s, "absorb 1/8 retreat")
    s = play(s, offered(s)[0])
    assert place_of(s, "1/8") != "18"
    assert is_full(s, "1/8")


@rule("battleaxe", "16.0-b")
def test_bound_divisions_do_not_regroup() -> None:
    s = play(june15({"33PAK": "9", "2RTR": "D"}, half="axis"), "regroup")
    assert why_not(s, "move 33RECCE 14").rule == "16.0"
    assert why_not(s, "move 1/5 F").rule == "16.0"
    s = play(s, "move 33PAK 13")
    assert place_of(s, "33PAK") == "13"


@rule("battleaxe", "16.1-a")
def test_the_fall_of_halfaya_releases_15th_panzer() -> None:
    s = june15({"7RTR": "3", "deFR": "6"}, reduced="deFR")
    s = combat(play(s, "assault 3", "enter 7RTR 6", "attack 6"), "7RTR", "deFR", [6, 6, 1, 1])
    assert holder(s, "6") == "allied"
    assert released(s) == {PANZER_15}
    assert active_side(s) == AXIS
    s = play(s, "pass")  # no Fuel Shortage
    assert "assault 18" in offered(s)
    assert why_not(s, "assault G").rule == "16.0"
    assert "enter 1/8 14" in offered(play(s, "assault 18"))


@rule("battleaxe", "16.1-b")
@pytest.mark.parametrize(
    ("area", "frm"), [("14", "12"), ("15", "9"), ("16", "17"), ("19", "14"), ("20", "23"), ("21", "22"), ("22", "20")]
)
def test_an_area_next_to_18_releases_15th_panzer(area: str, frm: str) -> None:
    s = play(june15({"11H": frm, "2RTR": frm}), f"assault {frm}")
    assert released(s) == set()
    s = play(s, f"enter 11H {area}")
    assert released(s) == {PANZER_15}
    elsewhere = play(june15({"11H": "9", "2RTR": "9"}), "assault 9", "enter 11H 13")
    assert released(elsewhere) == set()


@rule("battleaxe", "16.1-b")
def test_an_allied_unit_in_a_contested_neighbour_releases_nobody() -> None:
    s = play(june15({"11H": "9", "1/62": "15"}), "assault 9", "enter 11H 15")
    assert holder(s, "15") == "axis"
    assert released(s) == set()


@rule("battleaxe", "16.1-c", "16.2-a")
@pytest.mark.parametrize(("zone", "frm"), [("E", "11"), ("F", "12"), ("G", "23")])
def test_an_allied_unit_in_the_rear_releases_both(zone: str, frm: str) -> None:
    s = june15({"11H": frm, "2RTR": frm})
    if zone == "G":
        s = fight({"1/8": "18", "11H": frm, "2RTR": frm}, turn=0)
    s = play(s, f"assault {frm}")
    assert released(s) == set()
    s = play(s, f"enter 11H {zone}")
    assert released(s) == {PANZER_15, LIGHT_5}
    tame = play(june15({"11H": "D", "2RTR": "D"}), "assault D", "enter 11H C")
    assert released(tame) == set()


@rule("battleaxe", "16.1-d", "16.2-c")
def test_both_are_free_from_june_16_on() -> None:
    s = units({**BOTH_DIVISIONS, "2RTR": "D"}, turn=0)
    assert released(s) == set()
    s = run_from(s, END_PHASE)
    assert s.turn == 1
    assert released(s) == {PANZER_15, LIGHT_5}
    s = play(s, "pass", "pass")
    assert {"assault 18", "assault G"} <= set(offered(s))


@rule("battleaxe", "16.1-e")
def test_a_release_is_instant_and_for_good() -> None:
    s = june15({"11H": "D", "2RTR": "D"}, impulse=1)
    s = play(s, "assault D", "enter 11H 11", "enter 11H 12", "enter 11H 14")
    assert released(s) == {PANZER_15}  # in the middle of the move
    s = play(s, "enter 11H 12", "done", "pass", "assault 18", "enter 33RECCE 14", "done")
    assert holder(s, "14") == "axis"
    assert s.impulse == 2
    assert released(s) == {PANZER_15}
    s = play(s, "pass", "pass")
    assert "assault 18" in offered(s)


@rule("battleaxe", "16.1-e", "16.2-a")
def test_the_release_of_5th_light_is_for_good_too() -> None:
    s = play(june15({"11H": "12", "15MC(-)": "14"}, impulse=1), "assault 12", "enter 11H F")
    assert active_side(s) == AXIS
    s = play(s, "pass", "assault G")
    assert "enter 1/5 19" in offered(s)


@rule("battleaxe", "16.2-b")
def test_a_sortie_from_tobruk_releases_5th_light() -> None:
    s = june15({"9AUS": "H", "18BDE": "H", "XXI": "H", "2RTR": "D"})
    assert released(play(s, "assault D")) == set()
    assert released(play(s, "regroup", "done")) == set()
    assert released(play(s, "assault H")) == {LIGHT_5}


# 16.3


@rule("battleaxe", "16.3")
def test_the_first_allied_activation() -> None:
    s = play(start(), "deploy 11H C", "deploy CIH B", "assault C", "activate D", "activate A", "activate B")
    s = play(s, "enter 11H 4", "enter 11H 7", "enter 11H 9")
    assert [spent for *_, spent in told(s, "moved")] == [1, 2, 4]
    s = play(s, "enter 2RTR 10", "enter 2RTR 9")
    assert [spent for *_, spent in told(s, "moved")] == [2, 4]
    s = play(s, "attack 9", "lead 2RTR", "lead 33PAK", "air", "pass", "pass", dice=[4, 1, 1, 6, 6])
    assert attack_value(s) == {"11.4.2A": 4, "11.4.2B": 1, "11.4.2C": 4}
    s = play(s, "pass", "retreat 11H 7", "retreat 2RTR 10")
    s = play(s, "enter 1/11 1", "enter CIH 3", "enter CIH 6", "attack 6", "lead CIH", "lead 1/104")
    assert offered(s) == ["call", "pass"]  # the one Air marker is used
    assert why_not(s, "air").rule == "10.1.1"


@rule("battleaxe", "16.3")
def test_the_limits_of_the_first_activation() -> None:
    s = play(start(), "deploy 11H D", "deploy CIH B", "assault C")
    assert {text for text in offered(s) if text.startswith("activate")} == {"activate A", "activate B", "activate D"}
    assert why_not(s, "activate H").rule == "16.3"
    assert why_not(s, "enter 2RTR 10").text == "Gasr el-Abid (Zone D) is not active: activate it as well first"
    assert why_not(play(s, "enter 7RTR 4"), "activate D").rule == "16.3"  # together, not one after the other
    from_tobruk = play(start(), "deploy 11H D", "deploy CIH B", "assault H")
    assert why_not(from_tobruk, "activate A").rule == "16.3"
    later = play(position({"2RTR": "D", "7RTR": "C"}, turn=0, impulse=2), "assault D")
    assert why_not(later, "activate C").rule == "9.1.1"
    next_day = play(position({"2RTR": "D", "7RTR": "C"}, turn=1, impulse=1), "assault D")
    assert why_not(next_day, "activate C").rule == "9.1.1"


def test_the_first_blow_is_proposed_as_one_and_whoever_sets_out_takes_all_zones_along() -> None:
    """A newcomer would open one Zone, and the others could not act any more."""
    s = play(start(), "deploy 11H D", "deploy CIH B")
    (way,) = view(s, ALLIED).proposals
    assert (way.name, way.says) == (
        "Assault from Zones A, B, C and D at once",
        ("assault A", "activate B", "activate C", "activate D"),
    )
    both = ("assault C", "activate D", "activate A", "activate B")
    assert said_to_set_out(s.clone(), set_out(s, [u("2RTR"), u("7RTR")]), ALLIED) == both
    assert said_to_set_out(s.clone(), set_out(s, [u("9AUS")]), ALLIED) == ("assault H",)
    (rest,) = view(play(s, "assault D"), ALLIED).proposals
    assert (rest.name, rest.says) == ("Activate Zones A, B and C as well", ("activate A", "activate B", "activate C"))
    opened = play(s, *way.says)
    assert what_does_the_assault_do(opened, inner(opened, Assault)).startswith("Assault from Zones A, B, C and D: which units")
    assert view(opened, ALLIED).proposals == view(play(opened, "enter 2RTR 10"), ALLIED).proposals == ()
    shortage = play(opened, "done")  # the Allies are asked before the Axis acts
    assert view(shortage, ALLIED).proposals == ()
    assert set_out(play(shortage, "pass", "pass"), [u("2RTR")]) == [("assault", a("D"), 0)]
