"""The standing orders of the Axis: what its better players do without a thought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import decider, options, take, write
from sandtable.players.worth import wanted
from sandtable.titles import load_title
from sandtable.titles.theseus.orders import intruders, orders
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.supply import hq_is_supplied
from tests.titles.theseus.position import AX, CW, fm, h, position, u

FAR_OFF = {"HQ-1Armd": "4520", "201st": "4519"}


def here(at: Mapping[str, str], **facts: Any) -> State:
    return position({**FAR_OFF, **at}, scenario="opening", **facts)


def ordered(s: State) -> str:
    o = orders(s, AX)
    return "" if o is None else write(s, o)


def carry_out(s: State) -> list[str]:
    """All that is ordered from here on; the other side lets everything pass, and every die is the same."""
    said, dice = list[str](), SeededDice(3)
    while s.frames and len(said) < 200:
        o = orders(s, AX) if decider(s) == AX else options(s)[-1]
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


def test_an_hq_that_no_road_feeds_goes_back_in_the_last_turn() -> None:
    s = here({"HQ-21Pz": "3024", "104": "3024"}, turn=4, active="21Pz")
    assert not hq_is_supplied(s, fm("21Pz"))
    said = carry_out(s)
    assert said[0] == "move HQ-21Pz"
    assert "with 104" not in said
    assert hq_is_supplied(s, fm("21Pz"))


def test_infantry_walks_into_an_empty_victory_hex_and_its_hq_follows() -> None:
    s = here({"HQ-90Le": "3516", "155": "4014"}, turn=1, active="90Le")
    said = carry_out(s)
    assert said[0] == "move 155"
    assert "step 4112" in said
    assert s.edition.distance(s.where[u("HQ-90Le")], h("4112")) <= 6


def test_whoever_cuts_a_road_in_the_west_is_attacked() -> None:
    s = here({"HQ-15Pz": "2124", "115": "1422", "I/8": "1422", "3rd Ind": "1320"}, active="15Pz", initiative=AX)
    assert intruders(s) == [h("1320")]
    assert ordered(s).startswith(("move 115", "attack 115"))


def test_a_formation_that_has_used_its_emergency_supply_keeps_its_levels() -> None:
    at = {"HQ-21Pz": "3024", "104": "3024"}
    fresh, spent = (here(at, initiative=AX, emergency=emergency) for emergency in ((), ("21Pz",)))
    title = load_title("theseus")
    assert ("activate", fm("21Pz"), 0) in wanted(title, fresh)
    assert ("activate", fm("21Pz"), 0) not in wanted(title, spent)
