"""What the log tells: an event for everything that happens, with the right names, in order."""

from __future__ import annotations

from sandtable.titles.battleaxe import TITLE
from sandtable.titles.battleaxe.state import State
from tests.kit import play, telling
from tests.titles.battleaxe.fights import fight
from tests.titles.battleaxe.positions import END_PHASE, SURRENDER, end_day, position, refit, run_from, start, units

PAIR = {"1/8": "18", "22GDS": "15", "2RTR": "14"}


def tells(s: State, *lines: str) -> None:
    assert telling(TITLE, s) == list(lines)


def attack(**facts: str) -> State:
    return play(fight(PAIR, half="axis", **facts), "assault 18", "enter 1/8 15", "attack 15")


def test_an_attack_that_rommel_leads() -> None:
    s = attack(advantage="axis")
    tells(
        s,
        "Axis units in Bardia Road are activated",
        "I/8th Panzer moves: Bardia Road → Fort Capuzzo, 4 Movement Factors",
        "Axis attack on Fort Capuzzo",
    )
    s = play(s, "lead 1/8", "lead 22GDS", "rommel", dice=[4, 1, 1, 6, 6])
    declared = "Rommel an der Spitze: he leads one attack in each Impulse of this day"
    sums = ["Sunset roll: 2", "13 against 18 with the dice"]
    assert [line for line in telling(TITLE, s) if line not in sums] == [
        "I/8th Panzer leads its side", "22nd Guards leads its side", declared, "Rommel adds 4",
        "Repulse: the attack fails and every attacker loses a step", "I/8th Panzer is reduced",
    ]  # fmt: skip
    tells(
        play(s, "retreat 1/8 18"),
        "I/8th Panzer retreats to Bardia Road",
        "The Advantage passes to the Allied side",
        "Impulse 3 begins",
    )
    tells(play(fight(PAIR, half="axis", advantage="axis"), "rommel"), declared)


def test_what_the_advantage_is_spent_on() -> None:
    s = play(attack(advantage="axis"), "lead 1/8", "lead 22GDS", "pass", dice=[1, 1, 6, 6])
    assert telling(TITLE, play(s, "maximum"))[0] == "Axis Maximum Attack: the Repulse becomes a Stalemate"
    tells(play(position(PAIR, advantage="allied"), "shortage"), "The Allies declare an Axis Fuel Shortage")
    s = play(position({"2RTR": "D", "1/8": "18"}, half="axis", impulse=6, advantage="axis"), "pass", "daylight", dice=[1, 2])
    tells(
        s,
        "The Axis side passes",
        "Sunset roll: 3",
        "The Axis side prolongs daylight",
        "The Advantage passes to the Allied side",
        "Impulse 7 begins",
    )
    weak = refit({"7RTR": "C", "1/8": "18"}, reduced="7RTR", more_uses=True)
    tells(play(weak, "increase"), "The Allied side spends the Advantage for a Replacement Point")
    assert telling(TITLE, play(weak, "tiger 7RTR"))[:2] == [
        "New tanks, the Tiger Cubs, reach 7th RTR",
        "7th RTR is at Full Strength again",
    ]


def test_the_other_kinds_of_impulse() -> None:
    s = play(
        fight({"1/8": "18", "33PAK": "9", "2RTR": "D"}, half="axis", advantage="axis", more_uses=True), "regroup", "move 1/8 14"
    )
    s = play(s, "done")
    tells(play(s, "intercept 14"), "Wireless Intercepts: the Axis acts once more", "Axis units in Bir Ghirba are activated")
    moved = play(fight({"1/8": "18", "33PAK": "9", "2RTR": "D"}, half="axis"), "regroup", "move 1/8 14")
    tells(moved, "Axis Regroup", "I/8th Panzer regroups: Bardia Road → Bir Ghirba")
    s = play(fight({"2RTR": "8", "6RTR": "8", "1/8": "18"}, reduced="2RTR 6RTR"), "consolidate 2RTR 6RTR")
    flipped = [
        "2nd RTR is brought to Full Strength with men of 6th RTR",
        "2nd RTR is at Full Strength again",
        "6th RTR is eliminated in Bir el-Hurush",
    ]
    assert telling(TITLE, s)[:3] == flipped
    assert telling(TITLE, play(fight(PAIR), "pass"))[0] == "The Allied side passes"


def test_supply_and_surrender() -> None:
    night = end_day({"2RTR": "19", "1/8": "18", "6RTR": "D"}, dice=[6, 6], turn=1, advantage="axis")
    tells(night, "The Axis side passes", "Sunset roll: 12", "Night falls: the Maneuvers Phase ends", "2nd RTR is Out of Supply")
    again = play(fight({"2RTR": "D", "1/8": "18"}, unsupplied="2RTR", advantage="axis"), "pass")
    tells(again, "The Allied side passes", "2nd RTR is in supply again")
    at = {"2RTR": "19", "6RTR": "19", "1/KRR": "19", "1/8": "18"}
    s = run_from(units(at, unsupplied="2RTR 6RTR 1/KRR", reduced="6RTR", advantage="axis"), SURRENDER, [4, 3, 1])
    rolled = ["2nd RTR holds out", "6th RTR loses a step for want of supply", "1st KRRC loses a step for want of supply"]
    hurt = ["6th RTR is eliminated in Sidi Azeiz", "1st KRRC is reduced"]
    tells(s, *rolled, *hurt, "The Allies have 0 Victory Points", "June 17 begins")


def test_set_up_refit_and_the_end() -> None:
    tells(play(start(), "deploy 11H D"), "11th Hussars starts in Gasr el-Abid (Zone D)")
    s = play(refit({"2RTR": "C", "1/8": "18"}, dead="7RTR", advantage=""), "rebuild 7RTR C")
    assert telling(TITLE, s)[0] == "7th RTR is rebuilt in Bir Sofafi (Zone C)"
    s = run_from(units({"2RTR": "D", "15BDE": "I"}, turn=2, vp=9, scenario="extended"), END_PHASE)
    tells(s, "The Allies have 9 Victory Points", "9 Victory Points: a fourth day, June 18, is played", "June 18 begins")
    s = run_from(units({"2RTR": "D", "15BDE": "I"}, turn=2, vp=10), END_PHASE)
    tells(s, "The Allies have 10 Victory Points", "The Allies win an Operational Victory")


def test_the_bonus_of_tobruk_and_who_leaves_of_his_own_will() -> None:
    s = fight({"9AUS": "H", "XX": "H", "2RTR": "D"}, half="axis", tobruk=1, axis="G", advantage="axis")
    bonus = "The garrison outnumbers the siege of Tobruk: 1 more Victory Point"
    tells(
        play(s, "regroup", "move XX G"),
        "Axis Regroup",
        "XX Motorized Corps regroups: Tobruk (Zone H) → Gambut (Zone G)",
        bonus,
        "Impulse 3 begins",
    )
    s = fight({"1/8": "18", "22GDS": "15", "1/KRR": "15"}, half="axis", reduced="1/KRR", allied="9 17")
    s = play(s, "assault 18", "enter 1/8 15", "attack 15", "lead 1/8", "lead 22GDS", dice=[1, 1, 6, 6])
    tells(play(s, "retreat 1/8 18", "leave 1/KRR"), "I/8th Panzer retreats to Bardia Road", "1st KRRC withdraws of its own will")
