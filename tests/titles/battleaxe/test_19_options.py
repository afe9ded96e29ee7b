"""19 Optional rules."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.frames import OVERRUN
from sandtable.titles.battleaxe.state import NOBODY, State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import active_side, attack_value, combat, fight
from tests.titles.battleaxe.positions import is_full, is_reduced, place_of, refit, start

# 19.1


@rule("battleaxe", "19.1G")
def test_tiger_cubs() -> None:
    at = {"7RTR": "C", "22GDS": "C", "11H": "D", "6RTR": "19", "1/8": "18"}
    weak = "7RTR 22GDS 11H 6RTR"
    s = refit(at, reduced=weak, more_uses=True)
    flipped = play(s, "tiger 7RTR")
    assert is_full(flipped, "7RTR")
    assert flipped.advantage == NOBODY
    assert why_not(flipped, "tiger 11H").rule == "19.1G"  # one, and the Advantage is spent
    assert is_full(play(flipped, "refit 22GDS", "refit 11H"), "11H")  # the Replacement Point is still there
    assert is_full(play(s, "tiger 11H"), "11H")  # armoured cars are Armored
    assert why_not(s, "tiger 22GDS").rule == "19.1G"
    assert why_not(s, "tiger 6RTR").rule == "13.3.1"  # cut off
    assert why_not(refit(at, reduced=weak), "tiger 7RTR").rule == "19.1G"  # not agreed
    assert why_not(refit(at, reduced=weak, more_uses=True, advantage="axis"), "tiger 7RTR").rule == "19.1G"
    axis = refit(at, side="axis", reduced="1/8", more_uses=True, advantage="axis")
    assert why_not(axis, "tiger 1/8").rule == "19.1G"


INTERCEPTORS = {"1/8": "18", "33PAK": "9", "22GDS": "15", "2RTR": "D"}


@rule("battleaxe", "19.1H")
def test_wireless_intercepts_add_an_assault_to_a_regroup() -> None:
    s = play(fight(INTERCEPTORS, half="axis", advantage="axis", more_uses=True), "regroup", "move 1/8 14", "done")
    assert (asked(s)[0], s.advantage) == (AXIS, AXIS)
    assert why_not(s, "intercept-regroup").rule == "19.1H"
    assert why_not(s, "intercept D").rule == "8.1.1"
    s = play(s, "intercept 14")
    assert s.advantage == NOBODY
    s = combat(play(s, "enter 1/8 15", "attack 15"), "1/8", "22GDS", [2, 2, 6, 6])  # the same unit acts again
    s = play(s, "retreat 1/8 14", "done")
    assert (active_side(s), s.impulse) == (ALLIED, 3)
    assert s.advantage == ALLIED


@rule("battleaxe", "19.1H")
def test_wireless_intercepts_add_a_regroup_to_an_assault() -> None:
    s = fight(INTERCEPTORS, half="axis", impulse=5, advantage="axis", more_uses=True)
    s = play(s, "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS", "pass", dice=[1, 4, 6, 6])
    s = play(s, "pass", "retreat 1/8 18", "done")  # one Sunset DR for the half, its first: 5
    assert set(offered(s)) == {"intercept-regroup", "pass"}
    assert why_not(s, "intercept 18").rule == "19.1H"
    s = play(s, "intercept-regroup", "move 1/8 14", "move 33PAK 13")  # no further dice
    assert (place_of(s, "1/8"), place_of(s, "33PAK")) == ("14", "13")
    assert (s.impulse, s.advantage) == (6, ALLIED)


@rule("battleaxe", "19.1H")
def test_wireless_intercepts_need_the_option_the_advantage_and_the_other_kind_of_impulse() -> None:
    not_agreed = play(fight(INTERCEPTORS, half="axis", advantage="axis"), "regroup", "done")
    assert active_side(not_agreed) == ALLIED
    not_held = play(fight(INTERCEPTORS, half="axis", more_uses=True), "regroup", "done")
    assert active_side(not_held) == ALLIED
    passed = play(fight(INTERCEPTORS, half="axis", advantage="axis", more_uses=True), "pass")
    assert active_side(passed) == ALLIED
    allied = play(fight(INTERCEPTORS, advantage="allied", more_uses=True), "regroup", "done")
    assert active_side(allied) == AXIS
    assert why_not(allied, "intercept 18").rule == "19.1H"
    twice = play(fight(INTERCEPTORS, half="axis", advantage="axis", more_uses=True), "regroup", "done", "intercept 18", "done")
    assert active_side(twice) == ALLIED


@rule("battleaxe", "19.1H", "11.2-b")
def test_what_was_contested_before_the_regroup_is_contested_for_the_assault_that_follows_it() -> None:
    at = {"1/8": "18", "33RECCE": "15", "22GDS": "15", "2RTR": "D"}
    s = play(fight(at, half="axis", advantage="axis", more_uses=True), "regroup", "move 33RECCE 14", "done", "intercept 18")
    s = play(s, "enter 1/8 15")
    assert "done" in offered(s)  # 11.2: Contested when the Impulse began, so the attack is optional
    s = combat(play(s, "attack 15", "join 1/8"), "1/8", "22GDS", [1, 1, 6, 6])
    assert (place_of(s, "1/8"), is_reduced(s, "1/8")) == ("15", True)  # and nobody is thrown back


@rule("battleaxe", "19.1H", "11.1-a")
def test_without_the_regroup_the_same_attack_is_mandatory() -> None:
    at = {"1/8": "18", "33RECCE": "14", "22GDS": "15", "2RTR": "D"}
    s = play(fight(at, half="axis", advantage="axis", more_uses=True), "regroup", "done", "intercept 18", "enter 1/8 15")
    assert why_not(s, "done").rule == "11.1"
    s = combat(play(s, "attack 15"), "1/8", "22GDS", [1, 1, 6, 6])
    assert offered(s) == ["retreat 1/8 18"]


# 19.2


def axis_attack(**facts: Any) -> State:
    """1/8 attacks 22GDS in 15; the Leads are named."""
    s = fight({"1/8": "18", "2/8": "18", "22GDS": "15", "2RTR": "14"}, half="axis", **{"luftwaffe": 1, **facts})
    return play(s, "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS")


@rule("battleaxe", "19.2-a")
def test_the_axis_has_air_support_from_june_16() -> None:
    s = axis_attack()
    assert (asked(s)[0], offered(s)) == (AXIS, ["air", "pass"])
    s = play(s, "air", dice=[6, 1, 1, 6, 6])
    assert attack_value(s) == {"11.4.2A": 7, "11.4.2C": 6}  # the Axis gets no +1
    s = play(s, "retreat 1/8 18", "enter 2/8 14", "attack 14", "lead 2/8", "lead 2RTR", dice=[1, 1, 6, 6])  # not asked again
    assert "11.4.2C" not in attack_value(s)
    s = play(s, "retreat 2/8 18", "pass", "pass", "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS")
    assert offered(s) == ["air", "pass"]  # back in the next Impulse


@rule("battleaxe", "19.2-a", "19.2-b")
@pytest.mark.parametrize("facts", [{"turn": 0, "released": True}, {"luftwaffe": 0}, {"fuel_low": True}])
def test_when_the_axis_has_no_air_support(facts: dict[str, object]) -> None:
    rule_of = "19.2" if facts.get("luftwaffe", 1) else "10.1"
    s = axis_attack(**{"artillery": (0, 1), **facts})
    assert offered(s) == ["call", "pass"]
    s.frames[-1].at -= 2  # asked at the moment of Air Support itself
    assert why_not(s, "air").rule == rule_of


@rule("battleaxe", "19.2-a")
def test_axis_air_support_in_a_contested_area_and_after_an_overrun() -> None:
    at = {"1/8": "15", "22GDS": "15", "2/8": "18"}
    s = play(fight(at, half="axis", luftwaffe=1), "assault 15", "attack 15", "join 1/8", "lead 1/8", "lead 22GDS")
    assert attack_value(play(s, "air", dice=[4, 1, 1, 6, 6]))["11.4.2C"] == 3
    assert attack_value(play(s, "air", dice=[1, 1, 1, 6, 6]))["11.4.2C"] == 1
    s = fight({"1/8": "18", "22GDS": "15", "2RTR": "9"}, half="axis", luftwaffe=1, reduced="22GDS")
    s = play(s, "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS", "air", dice=[6, 6, 6, 1, 1])
    assert told(s, "result") == [(OVERRUN,)]
    s = play(s, "exploit 1/8 9", "lead 1/8", "lead 2RTR", "air", dice=[2, 1, 1, 6, 6])
    assert attack_value(s)["11.4.2C"] == 2


@rule("battleaxe", "19.2-b")
def test_no_axis_air_support_during_a_fuel_shortage() -> None:
    with_fuel, without = axis_attack(artillery=(0, 1)), axis_attack(artillery=(0, 1), fuel_low=True)
    assert offered(with_fuel) == ["air", "pass"]
    assert offered(without) == ["call", "pass"]


@rule("battleaxe", "19.2-c")
def test_axis_air_support_comes_before_rommel() -> None:
    s = axis_attack(rommel=True)
    assert offered(s) == ["air", "pass"]
    assert why_not(s, "rommel").rule == "12.1E"
    s = play(s, "air", dice=[3])
    assert offered(s) == ["rommel", "pass"]
    s = play(s, "rommel", dice=[2, 1, 1, 6, 6])
    assert told(s, "totals") == [(7 + 3 + 2 + 2, 4 + 2 + 12)]
    late = play(axis_attack(rommel=True), "pass")
    assert why_not(late, "air").rule == "10.1.1"


@rule("battleaxe", "19.2-d")
@pytest.mark.parametrize(
    ("option", "contested", "roll", "value"),
    [
        (1, False, 6, 6),
        (1, False, 3, 4),
        (1, False, 1, 2),
        (0, False, 6, 6),
        (0, False, 3, 3),
        (1, True, 6, 6),
        (1, True, 1, 1),
        (0, True, 1, 1),
    ],
)
def test_allied_air_support_gets_one_more(option: int, contested: bool, roll: int, value: int) -> None:
    at = {"2RTR": "10", "33PAK": "9", "15MC(-)": "9", **({"1/KRR": "9"} if contested else {})}
    s = play(fight(at, luftwaffe=option), "assault 10", "enter 2RTR 9", "attack 9", *(["join 2RTR"] if contested else []))
    s = play(s, "lead 2RTR", "lead 33PAK", "air", dice=[roll, 1, 1, 6, 6])
    assert attack_value(s)["11.4.2C"] == value


# 19.3


@rule("battleaxe", "19.3")
def test_consolidated_4th_rtr() -> None:
    s = start(consolidated=1)
    for gone in ("4RTR(-)", "SQ-A", "SQ-B"):
        assert place_of(s, gone) == "absent"
    assert {text for text in offered(s) if text.startswith("deploy 4RTR")} == {"deploy 4RTR A", "deploy 4RTR B", "deploy 4RTR C"}
    assert why_not(s, "deploy 4RTR D").rule == "5.2.1"
    s = play(s, "deploy 4RTR B", "deploy 11H D", "deploy CIH B")
    assert is_full(s, "4RTR")
    assert place_of(s, "4RTR") == "B"
    normal = start()
    assert place_of(normal, "4RTR") == "absent"
    assert (place_of(normal, "4RTR(-)"), place_of(normal, "SQ-A"), place_of(normal, "SQ-B")) == ("C", "A", "B")
    assert not [text for text in offered(normal) if text.startswith("deploy 4RTR")]


# 19.4


@rule("battleaxe", "19.4")
def test_allied_reserves() -> None:
    at = {"1/11": "A", "2/11": "A", "3ARM": "H", "9AUS": "H", "2RTR": "D", "1/8": "18"}
    weak = "1/11 2/11 3ARM 9AUS 2RTR"
    s = refit(at, reduced=weak, reserves=1, advantage="")
    s = play(s, "reserve 1/11", "reserve 3ARM")
    assert is_full(s, "1/11")
    assert is_full(s, "3ARM")
    assert why_not(s, "reserve 2/11").rule == "19.4"  # a second unit in Zone A
    assert why_not(s, "reserve 9AUS").rule == "19.4"
    assert why_not(s, "reserve 2RTR").rule == "19.4"  # neither A nor H
    s = play(s, "refit 2RTR", "refit 2/11")  # no point was spent
    assert is_full(s, "2RTR")
    assert why_not(refit(at, reduced=weak, advantage=""), "reserve 1/11").rule == "19.4"
    axis = refit(at, side="axis", reduced="1/8", reserves=1, advantage="")
    assert why_not(axis, "reserve 1/11").rule == "19.4"
    lost = refit({"9AUS": "H", "XXI": "H", "2RTR": "D"}, reduced="9AUS 2RTR", reserves=1, axis="H", advantage="")
    assert why_not(lost, "reserve 9AUS").rule == "13.3.1"  # Tobruk is no source in Axis hands


# 19.5


@rule("battleaxe", "19.5-a")
def test_allied_armour_against_italian_infantry() -> None:
    def against(lead: str, *defenders: str, option: int = 1) -> int:
        s = fight({"7RTR": "9", "22GDS": "9", **dict.fromkeys(defenders, "15")}, reliability=option)
        s = play(s, "assault 9", "enter 7RTR 15", "enter 22GDS 15", "attack 15")
        return attack_value(combat(s, lead, defenders[0], [1, 1, 6, 6])).get("19.5", 0)

    assert against("7RTR", "1/62") == 2
    assert against("22GDS", "1/62") == 0  # Infantry leads
    assert against("7RTR", "1/8", "1/62") == 0  # a German leads the defence
    assert against("7RTR", "1/62", "1/8") == 2
    assert against("7RTR", "1/62", option=0) == 0


@rule("battleaxe", "19.5-b")
@pytest.mark.parametrize(("option", "infantry", "bonus"), [(1, "1/62", 0), (0, "1/62", 1), (1, "15MC(-)", 1)])
def test_italian_infantry_is_no_part_of_combined_arms(option: int, infantry: str, bonus: int) -> None:
    s = fight({"1/8": "15", "1/33C": "15", infantry: "15", "22GDS": "15"}, half="axis", reliability=option)
    s = play(s, "assault 15", "attack 15", "join 1/8", "join 1/33C", f"join {infantry}")
    s = combat(s, "1/8", "22GDS", [1, 1, 6, 6])
    assert attack_value(s).get("11.4.2E", 0) == bonus


# 19.6


TOBRUK = {"9AUS": "H", "18BDE": "H", "3ARM": "H", "XX": "H", "XXI": "H", "15BDE": "H", "2RTR": "D"}


@rule("battleaxe", "19.6")
def test_the_tobruk_bonus_comes_at_once_and_once() -> None:
    s = play(fight(TOBRUK, half="axis", tobruk=1), "regroup")
    assert s.vp == 0  # three against three
    s = play(s, "move XX I")
    assert s.vp == 1
    s = play(s, "move 15BDE G")
    assert s.vp == 1
    assert play(fight(TOBRUK, half="axis"), "regroup", "move XX I").vp == 0  # not agreed


@rule("battleaxe", "19.6")
def test_the_tobruk_bonus_by_elimination() -> None:
    s = fight(TOBRUK, tobruk=1, reduced="XX")
    s = combat(play(s, "assault H", "attack H", "join 9AUS", "enough"), "9AUS", "XX", [4, 3, 2, 3])  # 14 v 3 + 2 + 3 + 5
    assert told(s, "attrition") == [(1,)]
    s = play(s, "absorb XX retreat")
    s = play(s, offered(s)[0])
    assert s.vp == 1


@rule("battleaxe", "19.6", "11.4.4-c")
def test_leads_that_die_together_in_tobruk_give_no_bonus() -> None:
    s = fight(TOBRUK, half="axis", tobruk=1, reduced="XX 3ARM")
    s = combat(play(s, "assault H", "attack H", "join XX", "enough"), "XX", "3ARM", [5, 5, 2, 4])  # 3 + 10 v 2 + 2 + 3 + 6
    assert (place_of(s, "XX"), place_of(s, "3ARM")) == ("dead", "dead")
    assert s.vp == 0  # two against two
    assert not is_reduced(s, "9AUS")
