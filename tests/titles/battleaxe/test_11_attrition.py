"""11.5 Attrition Points."""

from __future__ import annotations

from itertools import product

import pytest

from sandtable.kernel.play import read
from sandtable.titles.battleaxe.face.handling import price
from sandtable.titles.battleaxe.state import State
from tests.kit import offered, play, rule, told, why_not
from tests.titles.battleaxe.fights import combat, fight
from tests.titles.battleaxe.positions import is_full, is_reduced, place_of, position


def points_on(defenders: str, points: int, area: str = "15", attackers: str = "7RTR 4RTR(-) 22GDS", **facts: str) -> State:
    """Allied units out of 9 win by so many points against these, the first of which leads."""
    units = defenders.split()
    s = fight({**dict.fromkeys(attackers.split(), "9"), **dict.fromkeys(units, area)}, **facts)
    s = play(s, "assault 9", *[f"enter {unit} {area}" for unit in attackers.split()], f"attack {area}")
    for dice in product(range(1, 7), repeat=4):
        after = combat(s, attackers.split()[0], units[0], dice)
        if told(after, "attrition") == [(points,)]:
            return after
    raise AssertionError(f"no dice give {points} points")


@rule("battleaxe", "11.5-a")
def test_what_each_loss_is_worth() -> None:
    s = points_on("33PAK", 3)
    assert offered(s) == ["absorb 33PAK eliminate"]
    assert place_of(play(s, "absorb 33PAK eliminate"), "33PAK") == "dead"
    s = points_on("33PAK", 2)
    assert offered(s) == ["absorb 33PAK flip-and-retreat"]
    s = play(s, "absorb 33PAK flip-and-retreat")
    s = play(s, offered(s)[0])
    assert is_reduced(s, "33PAK")
    assert place_of(s, "33PAK") != "15"
    s = points_on("33PAK", 1)
    assert set(offered(s)) == {"absorb 33PAK flip", "absorb 33PAK retreat"}
    s = points_on("33PAK", 1, reduced="33PAK")
    assert offered(s) == ["absorb 33PAK retreat"]
    assert why_not(s, "absorb 33PAK flip").rule == "11.5"
    s = points_on("33PAK", 2, reduced="33PAK")
    assert offered(s) == ["absorb 33PAK eliminate"]


@rule("battleaxe", "11.5-b")
def test_losses_match_the_points_exactly() -> None:
    s = points_on("1/62 2/62", 2, reduced="2/62")
    assert why_not(s, "absorb 1/62 eliminate").rule == "11.5"  # that would be 3
    assert set(offered(s)) == {"absorb 1/62 flip", "absorb 1/62 flip-and-retreat"}
    s = play(s, "absorb 1/62 flip")
    assert why_not(s, "absorb 2/62 none").rule == "11.5"  # a point would be left
    assert why_not(s, "absorb 2/62 eliminate").rule == "11.5"
    assert offered(s) == ["absorb 2/62 retreat"]
    s = points_on("2/62 1/62", 2, reduced="2/62")  # the Reduced one leads: it goes first
    assert why_not(s, "absorb 1/62 flip").rule == "11.5"
    assert set(offered(s)) == {"absorb 2/62 retreat", "absorb 2/62 eliminate"}
    lead_only = play(s, "absorb 2/62 eliminate")
    assert is_full(lead_only, "1/62")


def every_way(s: State) -> set[tuple[str, ...]]:
    """All allocations that can be completed, as the texts that say them."""
    found: set[tuple[str, ...]] = set()
    for text in offered(s):
        if not text.startswith("absorb"):
            return {()}
        found |= {(text, *rest) for rest in every_way(play(s, text))}
    return found


@rule("battleaxe", "11.5-b")
@pytest.mark.parametrize("points", [1, 2, 3, 4, 5])
def test_every_combination_that_is_exact_can_be_said(points: int) -> None:
    """A Full German Lead and a Reduced Italian: each total up to 5, in all the ways there are."""
    full = {"flip": 1, "retreat": 1, "flip-and-retreat": 2, "eliminate": 3}
    weak = {"none": 0, "retreat": 1, "eliminate": 2}
    s = points_on("1/8 1/62", points, reduced="1/62", attackers="7RTR 4RTR(-) 22GDS 65AT")
    expected = {
        (f"absorb 1/8 {lead}", *([f"absorb 1/62 {other}"] if cost < points else []))
        for (lead, cost), (other, rest) in product(full.items(), weak.items())
        if cost + rest == points
    }
    assert every_way(s) == expected


@rule("battleaxe", "11.5.1-a")
def test_full_german_units_absorb_a_point_by_retreat_unflipped() -> None:
    s = play(points_on("1/8", 1, axis="18"), "absorb 1/8 retreat", "retreat 1/8 18")
    assert is_full(s, "1/8")
    assert place_of(s, "1/8") == "18"
    s = points_on("1/8 2/8", 2)
    s = play(s, "absorb 1/8 retreat")
    assert "absorb 2/8 retreat" in offered(s)  # and not only the Lead


@rule("battleaxe", "11.5.1-b")
def test_full_german_units_do_not_retreat_from_an_axis_strongpoint() -> None:
    at = {"7RTR": "10", "33PAK": "9", "15MC(-)": "9"}
    s = play(fight(at), "assault 10", "enter 7RTR 9", "attack 9")
    one = combat(s, "7RTR", "33PAK", [6, 1, 1, 1])  # 12 v 11
    assert why_not(one, "absorb 33PAK retreat").rule == "11.5.1"
    assert offered(one) == ["absorb 33PAK flip"]
    done = play(one, "absorb 33PAK flip")
    assert why_not(done, "leave 15MC(-)").rule == "11.5.1"  # nor voluntarily
    assert offered(done) == ["leave 33PAK", "done"]  # the flipped one is Reduced and may
    two = combat(s, "7RTR", "33PAK", [6, 2, 1, 1])
    assert "absorb 33PAK flip-and-retreat" in offered(two)
    contested = position({**at, "1/KRR": "9"}, allied="9", artillery=(0, 0), advantage="", impulse=2)
    contested = play(contested, "assault 10", "enter 7RTR 9", "attack 9", "join 7RTR")
    free = combat(contested, "7RTR", "33PAK", [6, 1, 1, 1])
    assert "absorb 33PAK retreat" in offered(free)  # an Allied-controlled strongpoint holds nobody


def test_each_loss_says_what_it_takes_of_the_points() -> None:
    s = points_on("33PAK 15MC(-)", 4)
    said = {text: price(s, read(s, text)) for text in offered(s)}
    assert said["absorb 33PAK eliminate"] == "absorbs 3"
    assert said["absorb 33PAK flip"] == "absorbs 1"
    s = play(s, "absorb 33PAK eliminate")
    assert price(s, read(s, "absorb 15MC(-) flip")) == "absorbs 1, and with that all of them"
    assert price(s, read(s, "absorb 15MC(-) retreat")) == "absorbs 1, and with that all of them"
    reduced = points_on("33PAK 15MC(-)", 2, reduced="15MC(-)")
    s = play(reduced, "absorb 33PAK flip")
    assert [text for text in offered(s) if price(s, read(s, text)) == "absorbs nothing"] == []
