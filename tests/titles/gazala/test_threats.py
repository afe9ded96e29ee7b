"""What attacks would bring on average, and that the verdict sees it coming."""

from __future__ import annotations

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.edition import HEAVY
from sandtable.titles.gazala.judge import survey
from sandtable.titles.gazala.threats import at_stake, on_average, threat, threats
from sandtable.titles.gazala.verdict import threatened
from tests.titles.gazala.board import E, position

TANKS = {"9 L": "2011", "10 Hus": "2109"}
PREY = {"115/1": "2010"}


def test_the_average_of_a_column() -> None:
    """11.0 at 1-1 with a heavy attack: of the rolls 2 to 11 five cost the attacker a step and six the defender one."""
    blow = on_average(E, E.crt.column("1-1"), E.attack_rows[HEAVY].modifier)
    assert (blow.attacker_lost, blow.defender_lost) == (0.5, 0.6)
    assert blow.attacker_back == pytest.approx(0.1)
    assert blow.defender_back == pytest.approx(0.2)


def test_two_threaten_more_than_one() -> None:
    prey = E.h("2010")
    one, two = position({**PREY, "9 L": "2011"}), position({**PREY, **TANKS})
    assert threat(two, prey) > threat(one, prey) > 0


def test_who_has_moved_is_as_strong_when_its_formation_is_activated() -> None:
    fresh, used = position({**PREY, **TANKS}), position({**PREY, **TANKS}, used=list(TANKS))
    assert threat(used, E.h("2010")) == threat(fresh, E.h("2010"))
    weak = position({**PREY, **TANKS}, used=list(PREY))
    assert threat(weak, E.h("2010")) > threat(fresh, E.h("2010"))


def test_what_makes_an_attack_better_or_worse() -> None:
    prey = E.h("2010")
    plain = threat(position({**PREY, **TANKS}), prey)
    assert threat(position({**PREY, **TANKS}, disrupted=["115/1"]), prey) > plain
    assert threat(position({**PREY, **TANKS}, isolated=["115/1"]), prey) > plain
    assert threat(position({**PREY, **TANKS}, unsupplied=list(TANKS)), prey) < plain
    assert threat(position({**PREY, **TANKS}, isolated=list(TANKS)), prey) == 0.0
    assert threat(position({"3 CG": "1504", "8/1": "1505", "8/2": "1405"}), E.h("1504")) < threat(
        position({"3 CG": "2010", "8/1": "2011", "8/2": "2109"}), prey
    )  # a fortified hex


def test_infantry_is_no_threat_to_armour_nor_guns_to_infantry() -> None:
    assert threat(position({"9 L": "2010", "115/1": "2011"}), E.h("2010")) == 0.0
    assert threat(position({"3 CG": "2010", "33 AT": "2011"}), E.h("2010")) == 0.0


def test_who_acts_next_threatens_more() -> None:
    s = position({**PREY, **TANKS})
    found = survey(s)
    both = threats(s, found.touched)
    assert both[ALLIED] > both[AXIS]
    assert threatened(s, found) > 0
    over = position({**PREY, **TANKS}, turn="June 1-2", actions=(0, 0))
    assert threatened(over, survey(over)) == 0.0


def test_a_place_that_scores_is_at_stake() -> None:
    """16.0: El Adem every turn to come; 17.0: a fortified hex for the Allies in it."""
    held = position({"115/1": "2803", "9 L": "2804", "10 Hus": "2703"})
    late = position({"115/1": "2803", "9 L": "2804", "10 Hus": "2703"}, turn="June 1-2")
    assert threat(held, E.h("2803")) > threat(late, E.h("2803"))
    assert at_stake(held, E.h("1504"), ALLIED) == 1.0
    assert 0.0 < at_stake(held, E.h("2601"), AXIS) < at_stake(held, E.h("2803"), AXIS)  # one of four that it takes
    assert at_stake(held, E.h("1504"), AXIS) == at_stake(held, E.h("2010"), ALLIED) == 0.0
