"""What somebody who plans sees in a position: attacks that can be made from where everybody stands, and the way of supply."""

from __future__ import annotations

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.edition import HEAVY
from sandtable.titles.gazala.judge import survey
from sandtable.titles.gazala.judge_ahead import attacks, gain, hunters, is_eager, judge_ahead, way_held
from sandtable.titles.gazala.supply import has_path
from tests.titles.gazala.board import E, position

RIFLES = {"115/1": "2010"}
WAYS = ((), ("1220",), ("1220", "1221"), ("1220", "1221", "1222"))


def promised(at: dict[str, str], **more: object) -> float:
    s = position(at, actions=(3, 3), **more)  # type: ignore[arg-type]
    return attacks(s, survey(s))


def test_tanks_beside_a_battalion_promise_an_attack_and_more_of_them_a_better_one() -> None:
    one = promised({**RIFLES, "9 L": "2011"})
    three = promised({**RIFLES, "9 L": "2011", "10 Hus": "2111", "Bays": "2110"})
    assert promised({**RIFLES, "9 L": "2013"}) == 0.0
    assert three < one  # to the Axis


def test_an_attack_meets_everybody_beside_who_makes_it() -> None:
    tanks = {"9 L": "2011", "10 Hus": "2011"}
    assert promised({**RIFLES, **tanks, "8/1": "2012", "8/2": "2012"}) > promised({**RIFLES, **tanks})


def test_guns_start_no_attack_and_infantry_none_on_tanks() -> None:
    assert promised({"39 AT": "2010", "9 L": "2011"}) < 0.0  # the tanks may attack the guns
    assert promised({"39 AT": "2010", "3 LE": "2011"}) <= 0.0
    assert promised({"115/1": "2010", "9 L": "2011"}, isolated=["9 L"]) == 0.0


def test_after_the_last_actions_nobody_attacks_any_more() -> None:
    s = position({**RIFLES, "9 L": "2011"}, turn="June 1-2")
    assert attacks(s, survey(s)) == 0.0


def test_a_step_of_the_axis_counts_double() -> None:
    """16.0: at the same odds the Allies expect more of an attack, and make some that the Axis had better not."""
    even = E.odds.column(1, 1)
    heavy = E.attack_rows[HEAVY].modifier
    assert gain(E, ALLIED, 1, even, heavy) > gain(E, AXIS, 1, even, heavy)
    assert gain(E, AXIS, 1, even, 0) == 0.0


def test_the_way_of_supply_is_cut_only_as_a_whole() -> None:
    """5.0: before the mines are breached no path of the Axis leads to the north-east but through these hexes."""
    paths = [
        has_path(position({**RIFLES, **dict(zip(("3 LE", "2 LE", "Marine"), hexes, strict=False))}), E.h("2010"), AXIS)
        for hexes in WAYS
    ]
    assert paths == [True, True, True, False]
    held = [way_held(position(dict(zip(("3 LE", "2 LE", "Marine"), hexes, strict=False)))) for hexes in WAYS]
    assert held == sorted(held)
    assert held[-1] > 2 * held[-2]


def test_tanks_are_drawn_to_weak_enemies() -> None:
    assert hunters(position({**RIFLES, "9 L": "2012"})) > hunters(position({**RIFLES, "9 L": "2017"}))
    panzers = {"8/1": "2010", "8/2": "2010"}
    assert hunters(position({**panzers, "9 L": "2012"})) == 0.0


def test_what_one_side_gains_the_other_loses() -> None:
    s = position({**RIFLES, "9 L": "2011"}, actions=(3, 3))
    assert judge_ahead(s, AXIS) == -judge_ahead(s, ALLIED)
    assert is_eager(s, ("join", 0, 0))
