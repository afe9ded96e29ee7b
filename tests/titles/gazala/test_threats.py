"""What attacks would bring on average, and that the verdict sees it coming."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.edition import HEAVY
from sandtable.titles.gazala.robot.threats import at_stake, blows, on_average
from sandtable.titles.gazala.robot.verdict import AFTER, FEATURES, NEXT, contact, edge, features, share_of, threatened
from tests.titles.gazala.board import E, drawn, position

TANKS = {"9 L": "2011", "10 Hus": "2109"}
PREY = {"115/1": "2010"}
RIFLES = {"1 RB": "2011"}


def of_allies(at: dict[str, str], cup: str = "2 Arm", **more: Any) -> float:
    return blows(position(at, allied_cup=[cup], actions=(1, 0), **more), ALLIED)[0]


def of_axis(at: dict[str, str], **more: Any) -> float:
    return blows(position(at, axis_cup=["15/21 PZ"], actions=(0, 1), **more), AXIS)[0]


def test_the_average_of_a_column() -> None:
    """11.0 at 1-1 with a heavy attack: of the rolls 2 to 11 five cost the attacker a step and six the defender one."""
    blow = on_average(E, E.crt.column("1-1"), E.attack_rows[HEAVY].modifier)
    assert (blow.attacker_lost, blow.defender_lost) == (0.5, 0.6)
    assert blow.attacker_back == pytest.approx(0.1)
    assert blow.defender_back == pytest.approx(0.2)


def test_two_threaten_more_than_one() -> None:
    assert of_allies({**PREY, **TANKS}) > of_allies({**PREY, "9 L": "2011"}) > 0


def test_who_has_moved_is_as_strong_when_its_formation_is_activated() -> None:
    fresh = of_allies({**PREY, **TANKS})
    assert of_allies({**PREY, **TANKS}, used=list(TANKS)) == fresh
    assert of_allies({**PREY, **TANKS}, used=list(PREY)) > fresh


def test_another_chit_rouses_one_unit_alone() -> None:
    used = {"used": list(TANKS)}
    assert 0 < of_allies({**PREY, **TANKS}, "4 Arm", **used) < of_allies({**PREY, **TANKS}, "2 Arm", **used)
    assert of_allies({**PREY, **TANKS}, "4 Arm") == of_allies({**PREY, **TANKS}, "2 Arm")


def test_what_makes_an_attack_better_or_worse() -> None:
    plain = of_allies({**PREY, **TANKS})
    assert of_allies({**PREY, **TANKS}, disrupted=["115/1"]) > plain
    assert of_allies({**PREY, **TANKS}, isolated=["115/1"]) > plain
    assert of_allies({**PREY, **TANKS}, unsupplied=list(TANKS)) < plain
    assert of_allies({**PREY, **TANKS}, isolated=list(TANKS)) == 0.0
    fortified = of_axis({"3 CG": "1504", "8/1": "1505", "8/2": "1405"})
    assert of_axis({"3 CG": "2010", "8/1": "2011", "8/2": "2109"}) > fortified


def test_each_action_may_find_another_enemy() -> None:
    """The tanks stand by two lone battalions that are far apart: with one action left one of them is in danger."""
    at = {**PREY, **TANKS, "361/1": "2803", "3 RTR": "2804", "5 RTR": "2703"}
    one, two, three = [blows(position(at, allied_cup=["22 Arm"], actions=(n, 1)), ALLIED) for n in (1, 2, 3)]
    assert three == two > one
    assert one[1] == 0.0
    alone = [blows(position({**PREY, **TANKS}, allied_cup=["22 Arm"], actions=(n, 1)), ALLIED) for n in (1, 2)]
    assert alone[0] == alone[1]


def test_infantry_is_no_threat_to_armour_nor_guns_to_infantry() -> None:
    assert of_axis({"9 L": "2010", "115/1": "2011"}) == 0.0
    assert of_axis({"3 CG": "2010", "33 AT": "2011"}) == 0.0


def test_infantry_goes_against_guns_without_tanks() -> None:
    """11.0: with a tank in the attack they would defend themselves by their hard values."""
    alone = of_allies({"33 AT": "2010", **RIFLES})
    assert alone > of_allies({"33 AT": "2010", "9 L": "2011"})
    assert of_allies({"33 AT": "2010", **RIFLES, "9 L": "2011"}) == alone


def test_those_who_can_come_in_time_threaten_too() -> None:
    assert of_allies({**PREY, "9 L": "2016", "10 Hus": "2016", "Bays": "2017"}, used=["115/1"]) > 0.0
    assert of_allies({**PREY, "9 L": "2022", "10 Hus": "2022", "Bays": "2021"}, used=["115/1"]) == 0.0  # too far
    beside = of_allies({**PREY, **TANKS}, used=["115/1"])
    assert beside > of_allies({**PREY, "9 L": "2016", "10 Hus": "2016"}, used=["115/1"])  # who has come attacks less hard


def test_who_has_no_way_out_is_lost_by_a_retreat() -> None:
    free = {**PREY, **TANKS}
    shut = {**free, "Bays": "2009", "1 RB": "1909", "8 Hus": "1910", "3 RTR": "2110"}
    open_ = {**free, "Bays": "2009", "1 RB": "1909", "8 Hus": "1910", "3 RTR": "2110", "115/2": "2110"}
    open_.pop("3 RTR")
    assert of_allies(shut) > of_allies(open_)


def test_who_acts_next_threatens_more() -> None:
    s = position({**PREY, **TANKS}, allied_cup=["2 Arm"], axis_cup=["15/21 PZ"], actions=(1, 1))
    assert blows(s, ALLIED)[0] > blows(s, AXIS)[0]
    assert threatened(s)[0] > 0
    over = position({**PREY, **TANKS}, turn="June 1-2", actions=(0, 0))
    assert threatened(over) == (0.0, 0.0)


def test_a_place_that_scores_is_at_stake() -> None:
    """16.0: El Adem every turn to come; 17.0: a fortified hex for the Allies in it."""
    around = {"115/1": "2803", "9 L": "2804", "10 Hus": "2703"}
    assert of_allies(around) > of_allies(around, turn="June 1-2")
    held = position({**around, "115/2": "2601"})
    assert at_stake(held, E.h("1504"), ALLIED) == 1.0
    assert 0.0 < at_stake(held, E.h("2601"), AXIS) < at_stake(held, E.h("2803"), AXIS)  # one of four that it takes
    assert at_stake(held, E.h("1504"), AXIS) == at_stake(held, E.h("2010"), ALLIED) == 0.0


def test_when_an_action_begins_its_side_is_next() -> None:
    """A trial ends there: what the other side has in its hands counts for more than what one has oneself."""
    at = {**PREY, **TANKS, "8/1": "2209", "8/2": "2209", "9 L": "2108"}
    shares = []
    for side, chit in ((ALLIED, "2 Arm"), (AXIS, "15/21 PZ")):
        s = drawn(position(at, allied_cup=["2 Arm"], axis_cup=["15/21 PZ"], actions=(1, 1)), side, chit)
        shares.append((share_of(s, ALLIED), share_of(s, AXIS)))
    assert shares == [(NEXT, AFTER), (AFTER, NEXT)]


def test_tanks_are_wanted_near_enemies_the_weak_ones_above_all() -> None:
    """A step of the Axis counts double (16.0-g): who stands apart is wasted, as long as there are actions to come."""
    near, far = (contact(position({**PREY, "9 L": hex})) for hex in ("2011", "2017"))
    assert near > far
    assert near > contact(position({"8/1": "2010", "33 AT": "2010", "9 L": "2011"}))
    late = [contact(position({**PREY, "9 L": hex}, turn="May 30-31")) for hex in ("2011", "2017")]
    assert near - far > late[0] - late[1] > 0.0
    assert contact(position({**PREY, "9 L": "2011"}, turn="June 1-2", actions=(0, 1))) == 0.0


def test_who_begins_an_attack_has_all_enemies_beside_him_against_him() -> None:
    """11.0: the active unit attacks all who are next to it, whoever stands with it around the target."""
    alone = {**PREY, "9 L": "2011", "10 Hus": "2011"}
    flanked = {**alone, "115/2": "2012"}
    assert 0.0 <= of_allies(flanked, "4 Arm") < of_allies(alone, "4 Arm")
    assert of_allies({**flanked, "10 Hus": "2109"}, "4 Arm") > of_allies(flanked, "4 Arm")  # he has no other enemy


def test_infantry_begins_no_attack_beside_tanks_of_others() -> None:
    rifles = {"33 AT": "2010", **RIFLES}
    assert of_allies(rifles, "4 Arm") > 0.0
    assert of_allies({**rifles, "11 Arm": "2012"}, "4 Arm") == 0.0


def test_the_fourth_on_the_north_edge_counts() -> None:
    """16.0-a: with four of them the point hangs on everybody, with more on several."""
    four = {"155/1": "1601", "155/2": "1601", "200/1": "2601", "200/2": "2701"}
    more = {**four, "361/1": "2701", "361/2": "2801", "115/1": "2801"}
    stakes = [at_stake(position(at), E.h("2601"), AXIS) for at in (four, more)]
    assert stakes[0] > stakes[1] > 0.0
    assert at_stake(position(four, isolated=["200/1"]), E.h("2601"), AXIS) == 0.0  # who is not in supply does not score
    left = [edge(position(dict(list(more.items())[:count]))) for count in range(len(more) + 1)]
    assert left == sorted(left)
    assert max(range(1, 8), key=lambda count: left[count] - left[count - 1]) == 4


def test_that_reinforcements_have_come_is_no_gain() -> None:
    """Only what they do there: else an action is spent on them that could be an attack."""
    armies = FEATURES.index("armies")
    waiting = position({**PREY, **TANKS}, turn="May 29", due={"1 Worc": 4})
    there = position({**PREY, **TANKS, "1 Worc": "3007"}, turn="May 29")
    assert features(there)[armies] == pytest.approx(features(waiting)[armies])


def test_a_promise_that_is_not_kept_is_worse_than_a_chit_that_may_still_be_played() -> None:
    """13.7-b: either costs a point at the end of the turn, but only while there is no action left for it."""
    at = {"2 RGH": "1605", "4 CLY": "1701", "33 Rec": "1301"}
    kept, last = [position(at, allied_box=["Withdraw/Attack"], actions=(more, 1)) for more in (1, 0)]
    broken = position(at, actions=(1, 1))
    broken.broken = True
    number = FEATURES.index("prospects")
    worths = [features(s)[number] for s in (kept, last, broken)]
    assert worths[0] > worths[1] == worths[2]


def test_who_destroys_a_weak_enemy_is_none_the_worse_for_it() -> None:
    """Who stood beside him has nobody so weak near him any more: an attack that gained 1.6 points lost as much of contact."""
    tanks = {"9 L": "2011", "10 Hus": "2011", "Bays": "2109", "8/1": "2013", "8/2": "2013"}
    before = contact(position({**tanks, **PREY}, actions=(2, 2)))
    gone, beaten = [contact(position(tanks, dead=dead, actions=(2, 2))) for dead in ((), list(PREY))]
    assert gone < before <= beaten
