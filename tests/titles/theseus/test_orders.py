"""Standing orders: what the better players of Theseus' Opening Phase do without a thought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import decider, options, take, within, write
from sandtable.players.worth import wanted
from sandtable.titles import load_title
from sandtable.titles.theseus.frames import Activation
from sandtable.titles.theseus.orders import intruders, orders
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.supply import hq_is_supplied
from tests.titles.theseus.position import AX, CW, fm, h, position, u

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


def test_the_whole_campaign_is_thought_about() -> None:
    at = {"HQ-21Pz": "2216", "104": "2217"}
    assert [ordered(here(at, name, initiative=AX)) for name in ("opening", "gazala")] == ["transfer", ""]


def test_the_schwerpunkt_is_before_the_gate_first() -> None:
    rules = load_title("theseus").rules
    s = rules.new(rules.load(None), "opening", rules.read_settings(()), SeededDice(1))
    take(s, ("done", 0, 0), SeededDice(1))
    assert ordered(s) == "schwerpunkt 15Sch"
    s.scored = tuple([1 if hex == h("2100") else 0 for hex in s.edition.victory_hexes])
    assert ordered(s) == "schwerpunkt 21Pz"


def test_an_hq_that_no_road_feeds_goes_back_in_the_last_turn() -> None:
    s = here({"HQ-21Pz": "3024", "104": "3024", "4th SA": "4303"}, turn=4, active="21Pz")
    assert not hq_is_supplied(s, fm("21Pz"))
    said = carry_out(s)
    assert said[0] == "move HQ-21Pz"
    assert "with 104" not in said
    assert hq_is_supplied(s, fm("21Pz"))


def test_infantry_walks_into_an_empty_victory_hex_and_its_hq_follows() -> None:
    s = here({"HQ-90Le": "3516", "155": "4014"}, turn=1, active="90Le")
    said = carry_out(s)
    assert said[0] == "move HQ-90Le"
    assert "step 4112" in said
    assert s.edition.distance(s.where[u("HQ-90Le")], h("4112")) <= 6


def test_infantry_and_hq_set_out_together_and_the_tanks_stay() -> None:
    s = here({"HQ-90Le": "2424", "155": "2424", "Kpf FLAK": "2424"}, turn=1, active="90Le", assigned={"Kpf FLAK": "90Le"})
    said = carry_out(s)
    assert said[:3] == ["move 155", "with HQ-90Le", "go"]
    assert "with Kpf FLAK" not in said


def test_nobody_raids_without_engineers() -> None:
    sapper, other = (
        here({f"HQ-{name}": "3516", unit: "4014"}, turn=1, active=name) for name, unit in (("90Le", "155"), ("Tri", "65"))
    )
    assert ordered(sapper) == "move HQ-90Le"
    assert ordered(other) == "move HQ-Tri"
    assert hq_is_supplied(other, fm("Tri")) is False  # which goes home
    assert "step 4112" not in carry_out(other)


def test_in_the_last_turn_an_empty_tobruk_is_taken() -> None:
    s = here(BEFORE_TOBRUK, turn=4, active="21Pz", points=7, schwerpunkt="21Pz")
    said = carry_out(s)
    assert said[:3] == ["move 104", "with HQ-21Pz", "go"]
    assert s.where[u("104")] == h("4303")
    assert s.where[u("I/5")] == h("3708")


@pytest.mark.parametrize(("turn", "garrison"), [(3, {}), (4, {"3rd SA": "4303"})])
def test_nobody_goes_to_tobruk_too_early_or_when_it_is_held(turn: int, garrison: dict[str, str]) -> None:
    s = here({**BEFORE_TOBRUK, **garrison}, turn=turn, active="21Pz", points=7, schwerpunkt="21Pz")
    carry_out(s)
    assert not s.edition.inside[s.where[u("104")]]


def test_while_somebody_is_in_tobruk_the_axis_has_to_think() -> None:
    s = here({"HQ-Ari": "2216", "8": "2217", "3rd SA": "4303"}, initiative=AX)
    s.passed = 1 << CW
    assert ordered(s) == ""
    assert orders(here({"HQ-Ari": "2216", "8": "2217", "3rd SA": "4303"}, active="Ari"), AX) is None


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
