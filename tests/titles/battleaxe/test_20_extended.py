"""20 The Extended Game."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.state import State
from sandtable.titles.battleaxe.victory import outcome
from tests.kit import asked, rule
from tests.titles.battleaxe.positions import END_PHASE, run_from, units

JUNE_17, JUNE_18 = 2, 3


def end_phase(scenario: str, turn: int, vp: int, **facts: Any) -> State:
    return run_from(units({"2RTR": "D", "15BDE": "I", "1/8": "18"}, scenario=scenario, turn=turn, vp=vp, **facts), END_PHASE)


def winner(s: State) -> int:
    ended = outcome(s)
    assert ended is not None
    return ended.winner


@rule("battleaxe", "20.0")
@pytest.mark.parametrize(("vp", "side"), [(9, AXIS), (10, ALLIED)])
def test_the_game_ends_on_june_17_unless_it_was_agreed_to_extend_it(vp: int, side: int) -> None:
    assert winner(end_phase("battleaxe", JUNE_17, vp)) == side
    s = end_phase("extended", JUNE_17, vp)
    assert outcome(s) is None
    assert s.turn == JUNE_18


@rule("battleaxe", "20.1-a")
@pytest.mark.parametrize(("vp", "side"), [(7, AXIS), (8, AXIS), (11, ALLIED), (12, ALLIED)])
def test_the_thresholds_of_june_17(vp: int, side: int) -> None:
    s = end_phase("extended", JUNE_17, vp)
    assert winner(s) == side
    ended = outcome(s)
    assert ended is not None
    assert ended.rule == "20.1"


@rule("battleaxe", "20.1-a")
@pytest.mark.parametrize("vp", [9, 10])
def test_nine_and_ten_play_on(vp: int) -> None:
    s = end_phase("extended", JUNE_17, vp)
    assert (s.turn, s.impulse, s.vp) == (JUNE_18, 1, vp)
    assert asked(s) == (ALLIED, "Half")


@rule("battleaxe", "20.1-a")
def test_german_losses_are_in_the_total() -> None:
    assert outcome(end_phase("extended", JUNE_17, 8, reduced="1/8")) is None  # 9
    assert winner(end_phase("extended", JUNE_17, 10, dead="33PAK")) == ALLIED  # 11


@rule("battleaxe", "20.1-b")
def test_after_june_17_only_an_automatic_victory_wins() -> None:
    s = end_phase("extended", JUNE_18, 15)
    assert winner(s) == AXIS
    ended = outcome(s)
    assert ended is not None
    assert ended.rule == "20.1"
    assert "too few" not in ended.text
    s = end_phase("extended", JUNE_18, 9, allied="G 19 14 12 11")
    ended = outcome(s)
    assert ended is not None
    assert (ended.winner, ended.rule) == (ALLIED, "17.1")
