"""Standing orders: what the better players of Theseus' Opening Phase do without a thought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import decider, options, settle, take, within, write
from sandtable.players.worth import wanted
from sandtable.titles import load_title
from sandtable.titles.theseus.frames import ATTACKERS_BONUS, Activation, Operations
from sandtable.titles.theseus.robot.assault import assault
from sandtable.titles.theseus.robot.orders import hunt, intruders, orders
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.supply import hq_is_supplied
from tests.titles.theseus.position import AX, CW, at_set_up, fm, h, position, u

FAR_OFF = {"HQ-1Armd": "4520", "201st": "4519"}
GARRISON = {"HQ-2SA": "4203", "4th SA": "4005", "6th SA": "4106", "7 SA": "4306", "4 RTR": "4304"}
BEFORE_TOBRUK = {**GARRISON, "HQ-21Pz": "3708", "104": "3708", "I/5": "3708"}


def here(at: Mapping[str, str], scenario: str = "opening", **facts: Any) -> State:
    return position({**FAR_OFF, **at}, scenario=scenario, **facts)


def ordered(s: State) -> str:
    o = orders(s, AX)
    return "" if o is None else write(s, o)


def carry_out(s: State, side: int = AX) -> list[str]:
    """All that is ordered in an activation; the other side lets everything pass, and every die is the same."""
    said, dice = list[str](), SeededDice(3)
    while within(s, Activation) is not None and len(said) < 200:
        o = orders(s, side) if decider(s) == side else options(s)[-1]
        if o is None:
            break
        said.append(write(s, o))
        take(s, o, dice)
    return said


def score(s: State, id: str, points: int) -> None:
    s.scored = tuple([points if hex == h(id) else before for hex, before in zip(s.edition.victory_hexes, s.scored, strict=True)])


def test_the_enemy_acts_first_as_long_as_he_can() -> None:
    s = here({"HQ-21Pz": "2216", "104": "2217"}, initiative=AX)
    assert ordered(s) == "transfer"
    assert orders(s, CW) is None
    s.level = [0] * s.edition.formations
    assert ordered(s) != "transfer"


def test_who_has_nothing_to_do_spares_his_levels() -> None:
    s = here({"HQ-Ari": "2216", "8": "2217"}, initiative=AX)
    s.passed = 1 << CW
    assert ordered(s) == "pass"


@pytest.mark.parametrize("scenario", ["opening", "gazala"])
def test_in_the_first_turn_who_raids_el_adem_comes_before_everybody(scenario: str) -> None:
    s = at_set_up(scenario)
    take(s, ("done", 0, 0), SeededDice(1))
    assert ordered(s) == "schwerpunkt 90Le"
    take(s, ("schwerpunkt", fm("90Le"), 0), SeededDice(1))
    assert ordered(s) == "activate 90Le"


def test_then_the_schwerpunkt_is_before_the_gate_and_at_last_with_panzers() -> None:
    s = at_set_up("opening")
    take(s, ("done", 0, 0), SeededDice(1))
    score(s, "4112", 2)
    assert ordered(s) == "schwerpunkt 15Sch"
    score(s, "2100", 1)
    assert ordered(s) == "schwerpunkt 21Pz"


def test_who_has_to_act_and_would_wait_digs_in() -> None:
    s = here({"HQ-Bre": "1709", "19": "1908", "HQ-Ari": "2216", "8": "2217"}, initiative=AX)
    operations = s.frames[-1]
    assert isinstance(operations, Operations)
    operations.transferred = True
    assert ordered(s) == "activate Bre"
    assert carry_out(here({"HQ-Bre": "1709", "19": "1908"}, active="Bre")) == ["improve 1908", "end"]


def test_panzers_do_not_wait_with_levels_that_the_strike_needs() -> None:
    s = here({"HQ-15Pz": "2124", "115": "2225", "I/8": "2225"}, initiative=AX)
    operations = s.frames[-1]
    assert isinstance(operations, Operations)
    operations.transferred = True
    assert ordered(s) == "pass"  # a formation of foot soldiers would be told to dig in


def test_foot_soldiers_guard_the_source_beside_them() -> None:
    s = here({"HQ-Sab": "1701", "85": "1801", "86": "1802"}, active="Sab")
    carry_out(s)
    assert h("1800") in (s.where[u("85")], s.where[u("86")])


def test_an_hq_that_no_road_feeds_goes_back_in_the_last_turn_with_who_is_there() -> None:
    s = here({"HQ-Tri": "3024", "65": "3024", "4th SA": "4303"}, turn=4, active="Tri", emergency=("Tri",))
    assert not hq_is_supplied(s, fm("Tri"))
    said = carry_out(s)
    assert said[:2] == ["move HQ-Tri", "with 65"]
    assert hq_is_supplied(s, fm("Tri"))


def test_infantry_walks_into_an_empty_victory_hex_and_its_hq_follows() -> None:
    s = here({"HQ-90Le": "3516", "155": "4014"}, turn=1, active="90Le")
    said = carry_out(s)
    assert said[0] == "move HQ-90Le"
    assert "step 4112" in said
    assert s.edition.distance(s.where[u("HQ-90Le")], h("4112")) <= 6


def test_infantry_and_hq_set_out_together_with_who_can_guard_them() -> None:
    s = here({"HQ-90Le": "2424", "155": "2424", "Kpf FLAK": "2424"}, turn=1, active="90Le", assigned={"Kpf FLAK": "90Le"})
    said = carry_out(s)
    assert said[:4] == ["move 155", "with HQ-90Le", "with Kpf FLAK", "go"]
    assert s.where[u("HQ-90Le")] == s.where[u("Kpf FLAK")]


def test_nobody_raids_without_engineers() -> None:
    sapper, other = (
        here({f"HQ-{name}": "3516", unit: "4014"}, turn=1, active=name) for name, unit in (("90Le", "155"), ("Tri", "65"))
    )
    assert ordered(sapper) == "move HQ-90Le"
    assert ordered(other) == "move HQ-Tri"
    assert hq_is_supplied(other, fm("Tri")) is False  # which goes home
    assert "step 4112" not in carry_out(other)


def test_in_the_last_turn_an_empty_tobruk_is_taken() -> None:
    s = here(BEFORE_TOBRUK, turn=4, active="21Pz", points=7, schwerpunkt="21Pz", level={"21Pz": 0})
    said = carry_out(s)
    assert said[:3] == ["move 104", "with HQ-21Pz", "go"]
    assert s.where[u("104")] == h("4303")
    assert s.where[u("I/5")] == h("3708")


def test_with_another_activation_to_come_the_mines_are_breached_first_so_that_the_hq_can_follow() -> None:
    s = here(BEFORE_TOBRUK, turn=4, active="21Pz", points=9, schwerpunkt="21Pz", level={"21Pz": 2})
    assert "breach 104" in carry_out(s)
    assert s.where[u("104")] != h("4303") or s.breached


def test_nobody_goes_to_tobruk_before_the_strike() -> None:
    s = here(BEFORE_TOBRUK, turn=3, active="21Pz", points=7, schwerpunkt="21Pz")
    carry_out(s)
    assert not s.edition.inside[s.where[u("104")]]


STORM = {"HQ-21Pz": "4308", "104": "4308", "I/5": "4308", "II/5": "4308", "7 SA": "4303", "HQ-2SA": "4203"}


def test_where_somebody_is_in_tobruk_a_lane_is_breached_and_the_division_comes_through_it() -> None:
    s = here(STORM, turn=4, active="21Pz", points=9, schwerpunkt="21Pz", level={"2SA": 0})
    said = carry_out(s)
    lane = h("4307")
    assert said[:2] == ["move 104", "go"]
    assert said.count("breach 104") >= 1
    assert s.breached == (lane,)
    assert {s.edition.inside[s.where[u(id)]] for id in ("104", "I/5", "II/5", "HQ-21Pz")} == {True}


def test_beside_tobruk_all_that_there_is_goes_into_the_attack() -> None:
    at = {**STORM, **dict.fromkeys(("HQ-21Pz", "104", "I/5", "II/5"), "4204"), "HQ-2SA": "4302"}
    s = here(at, turn=4, active="21Pz", points=6, schwerpunkt="21Pz", breached=("4307",), level={"2SA": 0})
    said = carry_out(s)
    assert said[0] == "attack 104 4303"
    assert {"join I/5", "join II/5"} <= set(said)
    assert "escalate prepared" in said


def test_formations_without_engineers_and_those_that_a_road_feeds_leave_tobruk_alone() -> None:
    italians = here({"HQ-Ari": "2216", "8": "2217", "3rd SA": "4303"}, turn=4)
    assert assault(italians, fm("Ari")) is None
    fed = here({"HQ-90Le": "2216", "155": "2217", "3rd SA": "4303"}, turn=4)
    assert assault(fed, fm("90Le")) is None
    assert assault(here({"HQ-90Le": "3708", "155": "3708", "3rd SA": "4303"}, turn=4), fm("90Le")) is not None


def test_who_holds_a_victory_hex_neither_slips_away_nor_gives_way() -> None:
    for hex, stays in (("4112", "pass"), ("4115", "")):
        s = here({"155": hex, "HQ-90Le": "4117", "201st": "4113" if stays else "4114", "HQ-1Armd": "4010"}, active="1Armd")
        s.air = 0
        for o in (("attack", u("201st"), h(hex)), ("escalate", 0, 0)):
            if o in options(s):
                take(s, o, SeededDice(1))
        while decider(s) == CW:
            take(s, options(s)[-1], SeededDice(1))
        assert ordered(s) == stays


def test_the_bersaglieri_clear_the_mines_before_they_attack_with_tanks() -> None:
    s = at_set_up("bir_hacheim")
    said, dice = list[str](), SeededDice(2)
    settle(s, dice)
    while s.frames and len(said) < 300:
        side = decider(s)
        o = orders(s, side) or options(s)[-1]
        said.append(write(s, o))
        take(s, o, dice)
    first = next(n for n, text in enumerate(said) if text.startswith("attack 8"))
    assert "breach 8" in said[:first]
    assert any(text in said[:first] for text in ("move VIII", "move IX", "move X"))
    assert "escalate prepared" in said


def test_in_the_last_turn_somebody_of_the_commonwealth_goes_into_tobruk() -> None:
    s = here(GARRISON, turn=4, initiative=CW)
    assert orders(s, CW) == ("activate", fm("2SA"), 0)
    acts = here(GARRISON, turn=4, active="2SA")
    assert carry_out(acts, CW)[0] == "move 7 SA"
    assert acts.where[u("7 SA")] == h("4303")
    assert orders(acts, CW) is None  # what more there is to do is thought about
    assert orders(here(GARRISON, turn=3, initiative=CW), CW) is None
    assert orders(here({**GARRISON, "3rd SA": "4303"}, turn=4, initiative=CW), CW) is None


def test_whoever_cuts_a_road_in_the_west_is_attacked() -> None:
    s = here({"HQ-15Pz": "2124", "115": "1422", "I/8": "1422", "3rd Ind": "1320"}, active="15Pz", initiative=AX)
    assert intruders(s) == [h("1320")]
    assert ordered(s).startswith(("move 115", "attack 115"))


@pytest.mark.parametrize(("level", "hunted"), [(3, False), (6, True)])
def test_armoured_cars_are_hunted_with_levels_that_come_back(level: int, hunted: bool) -> None:
    at = {"HQ-15Pz": "1522", "I/8": "1422", "4 SA": "1320"}
    s = here(at, initiative=AX, level={"15Pz": level})
    s.passed = 1 << CW
    assert (ordered(s) == "activate 15Pz") is hunted


def test_a_formation_that_has_used_its_emergency_supply_keeps_its_levels() -> None:
    at = {"HQ-21Pz": "3024", "104": "3024"}
    fresh, spent = (here(at, initiative=AX, emergency=emergency) for emergency in ((), ("21Pz",)))
    title = load_title("theseus")
    assert ("activate", fm("21Pz"), 0) in wanted(title, fresh)
    assert ("activate", fm("21Pz"), 0) not in wanted(title, spent)


def test_who_stands_beside_an_empty_tobruk_and_cannot_walk_in_attacks_who_holds_him() -> None:
    at = {**dict.fromkeys(("HQ-21Pz", "104", "I/5", "II/5"), "4204"), "4th SA": "4304", "4 RTR": "4304", "Bays/2": "4302"}
    s = here({**at, "HQ-2SA": "4404"}, turn=4, active="21Pz", points=6, schwerpunkt="21Pz", breached=("4307",), level={"2SA": 0})
    assert ordered(s) == "attack 104 4304"


def test_the_second_division_does_not_crowd_the_first_one_out() -> None:
    first = {"HQ-15Pz": "4204", "115": "4204", "I/8": "4204", "II/8": "4204"}
    at = {**first, **dict.fromkeys(("HQ-21Pz", "104", "I/5", "II/5"), "4205"), "7 SA": "4303", "HQ-2SA": "4302"}
    s = here(at, turn=4, active="21Pz", points=6, schwerpunkt="21Pz", breached=("4307",), level={"2SA": 0})
    carry_out(s)
    assert not any(s.down[u(id)] for id in ("115", "I/8", "II/8"))
    assert s.where[u("104")] != s.where[u("115")]


def test_a_division_inside_the_ring_walks_into_an_empty_tobruk_past_who_covers_the_way() -> None:
    stack = dict.fromkeys(("HQ-15Pz", "115", "I/8", "II/8"), "4006")
    watched = {**stack, "4 CLY/22": "4305", "SeaCol": "4004", "HQ-2SA": "4204"}
    s = here(watched, turn=4, active="15Pz", points=6, breached=("4006",), level={"15Pz": 0})
    s.passed = 1 << CW
    carry_out(s)
    assert s.where[u("115")] == h("4303")


def test_with_the_last_word_tanks_ride_into_a_victory_hex_that_nobody_holds() -> None:
    at = {"HQ-21Pz": "2820", "3": "2820", "7 SA": "4303"}
    spared, free = here(at, turn=4, initiative=AX), here(at, turn=4, initiative=AX)
    free.passed = 1 << CW
    assert ordered(spared) == "transfer"
    assert ordered(free) == "activate 21Pz"
    carry_out(riding := here(at, turn=4, active="21Pz", points=7, level=dict.fromkeys(("2SA", "1Armd", "7Armd"), 0)))
    assert riding.where[u("3")] in (h("3012"), h("4112"))


def test_with_the_last_word_an_hq_that_cannot_come_into_tobruk_goes_home() -> None:
    s = here({"104": "4303", "HQ-21Pz": "3516"}, turn=4, active="21Pz", points=7)
    s.passed = 1 << CW
    assert ordered(s) == "move HQ-21Pz"


def test_once_tobruk_is_taken_panzers_with_levels_left_attack_who_holds_a_victory_hex() -> None:
    at = {"8": "4303", "HQ-15Pz": "2913", "115": "2913", "I/8": "2913", "II/8": "2913", "4 CLY/22": "3012"}
    s = here(at, turn=4, initiative=AX)
    assert ordered(s) == "transfer"
    s.passed = 1 << CW
    assert ordered(s) == "activate 15Pz"
    acting = here(at, turn=4, active="15Pz", points=7)
    assert next(said for said in carry_out(acting) if said.startswith("attack")).endswith(" 3012")


def test_who_has_just_set_out_does_not_turn_back_for_want_of_a_road() -> None:
    at = {"8": "4303", "HQ-21Pz": "2820", "3": "2820"}
    out = here(at, turn=4, active="21Pz", points=7)
    out.passed = 1 << CW
    carry_out(out)
    assert out.where[u("3")] in (h("3012"), h("4112"))


@pytest.mark.parametrize(("at", "goes"), [("2723", True), ("1510", False)])
def test_nobody_sets_out_with_the_last_word_for_what_is_too_far(at: str, goes: bool) -> None:
    s = here({"8": "4303", "HQ-Tri": at, "65": at}, turn=4, initiative=AX)
    s.passed = 1 << CW
    assert (ordered(s) == "activate Tri") is goes


def test_an_hq_that_has_come_to_its_infantry_halts() -> None:
    """A seen game: once it was there nothing was ordered, so that it drove on at will, and was ordered back."""
    s = here({"HQ-21Pz": "2122", "104": "2224", "I/5": "2224", "4 SA": "2923"}, turn=3, active="21Pz")
    been, dice = [h("2122")], SeededDice(3)
    while within(s, Activation) is not None:
        o = orders(s, AX) if decider(s) == AX else options(s)[-1]
        assert o is not None
        take(s, o, dice)
        if s.where[u("HQ-21Pz")] != been[-1]:
            been.append(s.where[u("HQ-21Pz")])
    assert been[-1] == h("2224")
    assert len(set(been)) == len(been)


@pytest.mark.parametrize(("at", "goes"), [("2913", True), ("2100", False)])
def test_nobody_sets_out_with_the_last_word_against_who_is_too_far(at: str, goes: bool) -> None:
    """A seen game: the garrison of Ain el Gazala left it for Acroma, fifty Movement Points away."""
    s = here({"8": "4303", "HQ-15Sch": at, "200": at, "SeaCol": "3305"}, turn=4, initiative=AX)
    s.passed = 1 << CW
    assert (hunt(s, fm("15Sch")) is not None) is goes


def test_who_has_won_a_battle_and_has_no_more_to_do_digs_in() -> None:
    """A seen game: tanks left their HQ for ten hexes with the point that a victory over armoured cars gave them."""
    s = here({"HQ-Ari": "2624", "X": "2624", "4 SA": "3123"}, active="Ari", kind=ATTACKERS_BONUS, points=1)
    assert ordered(s) == "improve 2624"


def test_an_hq_that_has_come_into_the_ring_of_tobruk_stays_there() -> None:
    """A seen game: a division drove in and out of its breach ten times."""
    at = {"115": "4303", "HQ-15Pz": "3804", "I/8": "3804"}
    s = here(at, turn=4, active="15Pz", points=7, breached=("3903",))
    s.passed = 1 << CW
    said = carry_out(s)
    assert s.edition.inside[s.where[u("HQ-15Pz")]]
    assert said.count("step 3903") <= 1
    assert said[-1] == "end"
