"""What planners know of the Opening Phase: who will win, and what they may be about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.kernel.play import inner, read
from sandtable.kernel.robot import Aim
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.frames import March
from sandtable.titles.theseus.robot.aims import CHORES, HOME, HOME_AT_LAST, aims, serves, targets
from sandtable.titles.theseus.robot.hints import HINTS, is_common
from sandtable.titles.theseus.robot.judge import gates, judge, points_now, roads
from sandtable.titles.theseus.robot.verdict import cut_off, expected, hanging, verdict
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.victory import tally
from tests.kit import offered, play
from tests.titles.theseus.position import AX, CW, E, fm, h, position, u

AT = {"HQ-21Pz": "2216", "104": "2217", "HQ-1Armd": "4520", "201st": "4519"}
LANE = "2416"


def worth(at: Mapping[str, str], **facts: Any) -> float:
    """In Victory Points of the Axis."""
    return expected(here(at, **facts))


def here(at: Mapping[str, str], **facts: Any) -> State:
    return position({**AT, **at}, scenario="opening", **facts)


# Who will win


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    s, better = here({}), here({"104": "3012", "HQ-21Pz": "3013"}, breached=[LANE])
    assert verdict(s, AX) < verdict(better, AX)
    assert verdict(s, CW) > verdict(better, CW)


def test_a_victory_hex_is_worth_less_with_enemies_around_it() -> None:
    held = {"104": "3012", "HQ-21Pz": "3013"}
    assert worth({**held, "201st": "3211", "HQ-1Armd": "3310"}) < worth(held) - 0.3


def test_an_hq_is_the_worse_off_the_farther_it_is_from_the_roads_that_feed_it() -> None:
    fed, astray, lost = (worth({"HQ-21Pz": hex}) for hex in ("2115", "2826", "4026"))
    assert lost < astray < fed


def test_a_road_through_the_mines_wants_guards_while_enemies_are_near() -> None:
    beyond = {"HQ-21Pz": "3013", "104": "3012"}

    def danger(at: Mapping[str, str]) -> float:
        s = here({**beyond, **at}, breached=[LANE])
        return hanging(s, roads(s))

    free, watched = danger({}), danger({"KDG": "2718", "HQ-7Armd": "3120"})
    guarded = danger({"KDG": "2718", "HQ-7Armd": "3120", "66": "2516", "HQ-Tri": "2217"})
    assert free == 0.0 < guarded < watched
    assert danger({"HQ-21Pz": "2216", "KDG": "2718", "HQ-7Armd": "3120"}) == 0.0  # it lives by the roads in the west


def test_an_hq_on_foot_stays_next_to_its_road() -> None:
    assert worth({"HQ-Pav": "2012", "27": "2011"}) < worth({"HQ-Pav": "1812", "27": "2011"}) - 0.5


def test_to_act_without_supply_costs_something_and_more_the_second_time() -> None:
    fit, hungry, starved = worth({}), worth({}, emergency=["21Pz"]), worth({}, emergency=["21Pz"], starved=["21Pz"])
    assert starved < hungry < fit


def test_somebody_in_the_mines_beside_ain_el_gazala_is_nearly_there() -> None:
    """2000 can be breached, and then who goes on to Ain el Gazala is In Command."""
    assert set(gates(E)) == {h("2000"), h("2001")}
    foot = {"HQ-Sab": "1701", "86": "1802"}
    far, near, within = (worth({**foot, "85": hex}) for hex in ("1602", "1900", "2000"))
    through = worth({**foot, "85": "2000"}, breached=["2000"])
    assert far < near < within < through


def test_who_is_to_breach_mines_wants_his_hq_in_reach() -> None:
    behind, nearer, up = (worth({"HQ-Tre": hex, "61": "2000"}) for hex in ("1604", "1603", "1702"))
    assert behind < nearer < up - 0.5


def test_who_has_spent_his_last_level_where_no_road_feeds_him_is_stranded() -> None:
    away = {"HQ-21Pz": "4026", "104": "4026"}
    at_home, fresh, spent = (here(at, level={"21Pz": level}) for at, level in (({}, 0), (away, 1), (away, 0)))
    assert cut_off(at_home, roads(at_home)) == 0.0 < cut_off(fresh, roads(fresh)) < cut_off(spent, roads(spent)) - 1.0


def test_somebody_near_to_where_a_road_is_cut_may_open_it_again() -> None:
    cut = {"HQ-21Pz": "2910", "104": "2910", "4 SA": "1220", "HQ-7Armd": "3120"}
    far, near = (here({**cut, "Kiehl": hex}, breached=[LANE]) for hex in ("2026", "1421"))
    assert cut_off(far, roads(far)) > cut_off(near, roads(near))


def test_what_is_over_is_judged_by_its_outcome() -> None:
    s = here({})
    s.ending = 1
    s.scored = tuple([6] * len(E.victory_hexes))
    s.last_in = tuple([AX] * len(E.victory_hexes))
    assert (verdict(s, AX), verdict(s, CW)) == (1.0, -1.0)
    assert TITLE.robot.verdict is verdict


def test_to_pass_is_worse_than_to_hand_the_initiative_over() -> None:
    """The judge, by which greedy players decide, holds it the other way."""
    s = here({}, initiative=CW)
    passed, handed = play(s, "pass"), play(s, "transfer")
    assert verdict(passed, CW) < verdict(handed, CW)
    assert judge(passed, CW) > judge(handed, CW)


# What they may be about


def about(at: Mapping[str, str], active: str, **facts: Any) -> list[Aim]:
    s = here(at, active=active, **facts)
    return aims(s, E.f_side[fm(active)])


class TestHome:
    away = {"HQ-21Pz": "4026", "104": "4026"}

    def homeward(self, **facts: Any) -> list[Aim]:
        return [aim for aim in about(self.away, "21Pz", **facts) if aim.group == {u("HQ-21Pz")}]

    def test_an_hq_that_no_road_feeds_may_go_back_above_all_in_the_last_turn(self) -> None:
        (aim,), (at_last,) = self.homeward(), self.homeward(turn=4)
        assert (aim.promise, at_last.promise) == (HOME, HOME_AT_LAST)
        assert aim.far[h("4026")] > aim.far[h("3026")] > aim.far[h("2115")] == 0.0
        assert aim.text == "bring 21st Panzer Division HQ back to the roads that feed it"

    def test_who_is_fed_stays(self) -> None:
        assert not [aim for aim in about({}, "21Pz") if u("HQ-21Pz") in aim.group]

    def test_it_leaves_the_others_where_they_are(self) -> None:
        s = here(self.away, active="21Pz")
        (aim,) = self.homeward()
        going = play(s, "move HQ-21Pz")
        assert serves(s, read(s, "move HQ-21Pz"), aim) > 0
        assert serves(going, read(going, "with 104"), aim) < 0


def test_foot_soldiers_do_not_think_of_places_far_away() -> None:
    foot = about({"HQ-Sab": "1701", "85": "1801"}, "Sab")
    assert {aim.target for aim in foot} == {h("2000"), h("2001"), h("2100")}
    assert h("4303") in {aim.target for aim in about({}, "21Pz")}


def test_who_stands_in_the_mines_breaches_them() -> None:
    s = here({"HQ-Sab": "1701", "85": "2000"}, active="Sab")
    gate = next(aim for aim in aims(s, AX) if aim.target == h("2000"))
    assert serves(s, read(s, "breach 85"), gate) > serves(s, read(s, "move 85"), gate)


def test_the_commonwealth_thinks_of_the_roads_beyond_the_lane() -> None:
    at = {"KDG": "2717", "HQ-7Armd": "3120"}
    s, shut = here(at, breached=[LANE]), here(at)
    assert h("2515") in targets(s, CW, [u("KDG")])
    assert h("2515") not in targets(shut, CW, [u("KDG")])


def test_with_the_initiative_a_side_may_act_or_let_the_enemy_act_first() -> None:
    s = here({}, initiative=CW)
    act, wait = aims(s, CW)
    assert serves(s, read(s, "transfer"), act) < 0 < serves(s, read(s, "transfer"), wait)
    assert act.promise < wait.promise
    assert serves(s, read(s, "pass"), act) < 0
    assert not aims(s, AX)
    assert not aims(play(s, "transfer"), AX)  # who has received it cannot hand it back


def test_the_axis_gets_on_and_waits_only_in_the_last_turn() -> None:
    """Whoever passes first leaves the last word to the enemy."""
    assert not aims(here({}, initiative=AX), AX)
    s = here({}, initiative=AX, turn=4)
    (wait,) = aims(s, AX)
    assert serves(s, read(s, "transfer"), wait) > 0 >= serves(s, read(s, "pass"), wait)


class TestForward:
    """El Adem scores in full only for somebody In Command."""

    def forward(self, hq: str) -> list[Aim]:
        return [aim for aim in about({"HQ-21Pz": hq, "104": "4112"}, "21Pz") if aim.target == h("4112")]

    def test_an_hq_comes_up_to_who_holds_a_victory_hex_alone(self) -> None:
        (aim,) = self.forward("3013")
        assert aim.group == {u("HQ-21Pz")}
        assert aim.far[h("3013")] > aim.far[h("3213")] > aim.far[h("3912")] == 0.0
        assert aim.text == "bring 21st Panzer Division HQ up to El Adem (4112)"

    def test_it_stays_where_they_are_in_its_reach(self) -> None:
        assert not self.forward("3912")


def test_in_the_last_turn_points_are_counted_as_the_rules_do() -> None:
    for hq in ("2216", "2826", "3520"):
        s = here({"HQ-21Pz": hq}, turn=4)
        assert points_now(s) == tally(s.clone(), final=True).total == (0 if hq == "2216" else -1)


# What needs no thought


def test_foot_soldiers_who_have_nothing_to_do_are_left_in_peace() -> None:
    foot = {"HQ-Pav": "1812", "27": "2011", "HQ-Sab": "1701", "85": "1801"}

    def roused(at: Mapping[str, str], **facts: Any) -> set[str]:
        s = here({**foot, **at}, initiative=AX, **facts)
        return {text for text in offered(s) if text.startswith("activate") and not HINTS.idle(s, read(s, text))}

    at_peace = {"activate 21Pz", "activate Sab"}  # Sabratha is near Ain el Gazala
    assert roused({}) == at_peace
    assert roused({}, down=["27"]) == roused({"150th": "2111", "HQ-50": "2410"}) == {*at_peace, "activate Pav"}


def test_an_hq_does_not_go_where_another_is() -> None:
    s = play(here({"HQ-15Pz": "2215", "115": "2215"}, active="21Pz"), "move HQ-21Pz")
    other, free = read(s, "step 2215"), read(s, "step 2115")
    assert HINTS.idle(s, other)
    assert not HINTS.idle(s, free)


def test_nobody_attacks_who_is_seen_to_be_far_too_strong() -> None:
    """7.5.1 By what the attacker sees: hidden enemies may be anything."""
    for near, hopeless in (({"KDG": "2317"}, True), ({"KDG": "2317", "3 RTR/4": "2317"}, False)):
        s = here({"HQ-7Armd": "2318", **near, "104": "2217", "I/5": "2316"}, active="7Armd")
        assert HINTS.idle(s, read(s, "attack KDG 2217")) == hopeless


@pytest.mark.parametrize(("improved", "hopeless"), [((), False), (("4112",), True)])
def test_nobody_attacks_who_has_dug_in_and_is_twice_as_strong(improved: tuple[str, ...], hopeless: bool) -> None:
    s = position({"4 CLY/22": "4113", "HQ-1Armd": "4213", "155": "4112"}, active="1Armd", improved=improved)
    assert s.strength[u("155")] >= 2 * s.strength[u("4 CLY/22")]
    assert HINTS.idle(s, read(s, "attack 4 CLY/22 4112")) is hopeless


def test_a_common_roll_for_the_initiative_stands() -> None:
    s = here({}, initiative=AX, snafu=CW)
    low, high = (play(s, "activate 21Pz", dice=[die]) for die in (8, 9))
    assert is_common(low)
    assert not is_common(high)


def test_who_is_told_to_move_does_not_halt_where_he_stands() -> None:
    """Generals of the Commonwealth did so in 50 of 79 Movement Actions of one game."""
    s = play(here({}, active="1Armd"), "move 201st")
    assert HINTS.idle(s, ("halt", 0, 0))
    step = next(text for text in offered(s) if text.startswith("step"))
    assert not HINTS.idle(play(s, step), ("halt", 0, 0))


def test_levels_that_recovery_does_not_give_back_are_dear_to_the_commonwealth() -> None:
    """A seen game: it had burnt them all in the second turn, to wait, and could not react when Tobruk was stormed."""
    full, spare, burnt = (worth({}, turn=2, level={"1Armd": level}) for level in (6, 4, 1))
    assert full < spare < burnt
    assert burnt - spare > 1.0 > spare - full
    last = [worth({}, turn=4, level={"1Armd": level}) for level in (4, 1)]
    assert last[1] - last[0] < 1.0


class TestChores:
    def of(self, s: State) -> Aim:
        return next(aim for aim in aims(s, CW) if aim.target == CHORES)

    def test_who_has_nothing_better_to_do_refits_and_digs_in(self) -> None:
        s = here({"HQ-5Ind": "4416", "10th Ind": "4315", "29th Ind": "4316"}, active="5Ind", down=["29th Ind"])
        chores = self.of(s)
        served = {text: serves(s, read(s, text), chores) for text in ("refit 29th Ind", "improve 4315", "move 10th Ind", "end")}
        assert served["refit 29th Ind"] > served["improve 4315"] > 0 == served["move 10th Ind"] == served["end"]

    def test_who_is_far_off_comes_up(self) -> None:
        s = here({"HQ-5Ind": "5124", "10th Ind": "5224"}, active="5Ind")
        chores = self.of(s)
        assert serves(s, read(s, "move 10th Ind"), chores) > 0
        marching = play(s, "move 10th Ind")
        assert serves(marching, read(marching, "step 5123"), chores) > 0

    def test_it_is_worth_something(self) -> None:
        astray, nearer, near = (worth({"10th Ind": hex}) for hex in ("5224", "4818", "4313"))
        assert astray > nearer > near

    def test_the_axis_has_standing_orders_instead(self) -> None:
        assert all(aim.target != CHORES for aim in aims(here({}, active="21Pz"), AX))


def test_nobody_crowds_out_friends() -> None:
    """A seen game: a panzer division halted among Ariete, and all seven units were Disrupted; likewise three brigades."""
    at = {"HQ-1Armd": "4010", "Bays/2": "3815", "9 L/2": "3815", "8 H/4": "3914", "4 CLY/22": "3914"}
    s = play(here(at, active="1Armd", assigned={"4 CLY/22": "1Armd", "8 H/4": "7Armd"}), "move Bays/2", "with 9 L/2", "go")
    assert not HINTS.idle(s, ("step", h("3914"), 0))  # it can go on
    there = play(s, "step 3914")
    assert HINTS.idle(there, ("halt", 0, 0))
    inner(s, March).left = 1
    assert HINTS.idle(s, ("step", h("3914"), 0))
