"""18 Side determination."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe import TITLE
from sandtable.titles.battleaxe.setup import determine_sides, seats
from sandtable.titles.battleaxe.victory import outcome
from tests.kit import rule
from tests.titles.battleaxe.positions import END_PHASE, run_from, start, units


@rule("battleaxe", "18.1-a")
def test_the_higher_bid_commands_the_allies_and_needs_that_many_points() -> None:
    assert determine_sides((11, 12), NoDice()) == (1, 12)
    assert seats((11, 12), NoDice()) == (AXIS, ALLIED)
    assert determine_sides((13, 12), NoDice()) == (0, 13)
    assert seats((13, 12), NoDice()) == (ALLIED, AXIS)


@rule("battleaxe", "18.1-a")
@pytest.mark.parametrize(("face", "winner"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_a_tie_is_decided_by_a_die(face: int, winner: int) -> None:
    assert determine_sides((11, 11), ScriptedDice([face])) == (winner, 11)
    assert seats((11, 11), ScriptedDice([face]))[winner] == ALLIED


@rule("battleaxe", "18.1-a")
@pytest.mark.parametrize(("bid", "vp", "winner"), [(12, 11, AXIS), (12, 12, ALLIED), (8, 8, ALLIED), (0, 9, AXIS), (0, 10, ALLIED)])
def test_the_bid_replaces_the_ten_points(bid: int, vp: int, winner: int) -> None:
    ended = outcome(run_from(units({"2RTR": "D", "15BDE": "I"}, turn=2, vp=vp, bid=bid), END_PHASE))
    assert ended is not None
    assert ended.winner == winner


@rule("battleaxe", "18.1-a")
def test_a_bid_changes_nothing_in_the_extended_game() -> None:
    s = run_from(units({"2RTR": "D", "15BDE": "I"}, scenario="extended", turn=2, vp=11, bid=15), END_PHASE)
    ended = outcome(s)
    assert ended is not None
    assert ended.winner == ALLIED


@rule("battleaxe", "18.1-a")
def test_a_bid_is_a_setting_of_a_new_game() -> None:
    assert start(bid=12).agreed.needed == 12
    assert start().agreed.needed == 10
    with pytest.raises(Unknown, match="bid"):
        TITLE.rules.agree({"bid": -1})


@rule("battleaxe", "18.1-b")
def test_automatic_victory_is_unchanged_by_bids() -> None:
    s = run_from(units({"2RTR": "D", "15BDE": "I"}, turn=0, vp=0, bid=12, allied="G 19 14 12 11"), END_PHASE)
    ended = outcome(s)
    assert ended is not None
    assert (ended.winner, ended.rule) == (ALLIED, "17.1")
