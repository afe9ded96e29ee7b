"""The odds of a battle before it is fought out, and what may be turned round in them."""

from __future__ import annotations

import pytest

from sandtable.face.view import NOTHING, Given
from sandtable.kernel.play import read
from sandtable.kernel.sides import AXIS
from sandtable.titles.blitzkrieg.face.forecast import caution
from sandtable.titles.blitzkrieg.face.muster import END, muster, outlook
from sandtable.titles.blitzkrieg.state import State
from tests.titles.blitzkrieg.position import COAST, fighting, moving, position, say

AT = {
    "El Adem": ["15 Inf", "15 Art", "NZ Inf", "NZ Art"],
    "Bir El Gubi": "4 Ind Inf",
    "Acroma": ["15 Arm", "Pavia Inf"],
    "Gazala": "Rommel HQ",
    "Tobruk": "9 Aus. Inf",
    "Holding": "Axis Tac Air 1",
    "Sollum": ["Brescia Inf", "70 Inf"],  # a second battle: which comes first is asked
}


def before_the_battle() -> State:
    hands = {"axis": ["Combat Training"], "allied": ["Stubborn Defence"]}
    return fighting(position(AT, stores={"axis": COAST}, turn=12, hands=hands), "axis")


def won(given: Given = NOTHING) -> float:
    s = before_the_battle()
    return sum([chance.chance for chance in muster(s, read(s, "fight El Adem"), given).chances if chance.verdict == "gone"])


def test_aircraft_cards_guns_and_reinforcements_may_be_turned_round() -> None:
    s = before_the_battle()
    found = muster(s, read(s, "fight El Adem"), NOTHING)
    assert {each.id: each.value for each in found.switches} == {
        "fly Axis Tac Air 1": "no",
        "play Combat Training": "no",
        "axis guns": "no",
        "allied guns": "no",
        "join Acroma": "no",
        "join Bir El Gubi": "no",
        "join Tobruk": "no",
    }  # what the enemy holds in his hand is not among them


def test_help_makes_a_victory_likelier_and_the_enemies_help_less_likely() -> None:
    usual = won()
    assert won({"fly Axis Tac Air 1": "yes"}) > usual
    assert won({"play Combat Training": "yes"}) > usual
    assert won({"join Acroma": "yes"}) > usual
    assert won({"join Tobruk": "yes"}) < usual


def test_who_flies_or_may_join_is_seen_among_the_parties() -> None:
    s = before_the_battle()
    assumed = {"fly Axis Tac Air 1": "yes", "join Acroma": "yes"}
    attack, defence = muster(s, read(s, "fight El Adem"), assumed).parties
    assert [fighter.piece for fighter in attack.fighters] == ["15 Inf", "15 Art", "Axis Tac Air 1", "15 Arm", "Pavia Inf"]
    assert [fighter.piece for fighter in defence.fighters] == ["NZ Inf", "NZ Art"]


def test_the_odds_stay_in_sight_from_the_choice_of_a_battle_to_its_rounds() -> None:
    s = before_the_battle()
    assert {each.title for each in outlook(s, AXIS, NOTHING)} == {"Battle of El Adem", "Battle of Sollum"}
    s = say(s, "fight El Adem")  # one supply unit can pay
    paid = outlook(s, AXIS, NOTHING)
    assert [each.title for each in paid] == ["Battle of El Adem"]
    assert "fly Axis Tac Air 1" in {each.id for each in paid[0].switches}
    s = say(s, "done")
    later = outlook(s, AXIS, NOTHING)[0]
    assert "fly Axis Tac Air 1" not in {each.id for each in later.switches}
    assert sum([chance.chance for chance in later.chances]) == pytest.approx(1)


def test_the_odds_are_in_sight_as_soon_as_units_have_gone_in() -> None:
    s = moving(position({**AT, "El Adem": "NZ Inf", "Sollum": "Brescia Inf"}, stores={"axis": COAST}, turn=12), "axis")
    assert outlook(s, AXIS, NOTHING) == ()
    s = say(s, "move 15 Arm", "go El Adem")
    (found,) = outlook(s, AXIS, NOTHING)
    assert found.title == "Battle of El Adem"
    assert [fighter.piece for party in found.parties for fighter in party.fighters] == ["15 Arm", "NZ Inf"]


def test_a_battle_that_nobody_can_pay_for_is_told_before_the_phase_ends() -> None:
    s = moving(position({"El Adem": ["15 Inf", "NZ Inf"], "Tobruk": "9 Aus. Inf"}, turn=12), "axis")
    (found,) = outlook(s, AXIS, NOTHING)
    assert [(chance.name, chance.chance) for chance in found.chances] == [("nobody wins", 1.0)]
    assert found.notes[0].startswith("no supply unit of the chain is near enough to pay for it")
    assert [c.rule for c in caution(s, END)] == ["7.4.3-a"]


def test_who_may_pay_and_who_may_come_to_help_is_said_with_the_odds() -> None:
    s = moving(position(AT, stores={"axis": COAST}, turn=12), "axis")
    found = next(each for each in outlook(s, AXIS, NOTHING) if "El Adem" in each.title)
    assert found.notes[0].endswith("can pay for it (7.4.1)")
    assert found.notes[1].startswith("the defenders may bring up 1 unit from Tobruk and 1 unit from Bir El Gubi, one a round")


def test_more_battles_than_supply_units_near_them_are_told_before_the_phase_ends() -> None:
    at = {"El Adem": ["15 Inf", "NZ Inf"], "Acroma": ["15 Arm", "22 Gds Inf"]}
    one, two = [moving(position(at, stores={"axis": {**COAST, "Gazala": n}}, turn=12), "axis") for n in (1, 2)]
    assert [c.rule for c in caution(one, END)] == ["9.1.3-a"]
    assert caution(two, END) == []
    opening = moving(position(at, stores={"axis": COAST}, turn=14, scenario="short"), "axis")
    assert caution(opening, END) == []  # 14.2.1: one pays for both
