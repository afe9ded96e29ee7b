"""6 Sequence of play."""

from __future__ import annotations

from sandtable.kernel.play import Event, is_over
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.state import AUTOMATIC, AXIS_HOLDS, OPERATIONAL, State
from sandtable.titles.battleaxe.victory import outcome
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.positions import END_PHASE, end_day, place_of, position, run_from, units
from tests.titles.battleaxe.readings import current, panel, support

QUIET = {"7RTR": "C", "1/8": "18"}  # nobody near anybody


def events(s: State) -> list[str]:
    return [event.what for event in s.log or () if isinstance(event, Event)]


# 6.0, 6.1


@rule("battleaxe", "6.0-a")
def test_three_turns_and_a_fourth_only_in_the_extended_game() -> None:
    s = run_from(units(QUIET, turn=2, vp=9), END_PHASE)
    assert is_over(s)
    s = run_from(units(QUIET, turn=1, vp=9), END_PHASE)
    assert (s.turn, is_over(s)) == (2, False)
    s = run_from(units(QUIET, turn=2, vp=9, scenario="extended"), END_PHASE)
    assert current(s, "turn") == "June 18"
    assert not is_over(s)
    assert is_over(run_from(units(QUIET, turn=3, vp=9, scenario="extended"), END_PHASE))


@rule("battleaxe", "6.0-b")
def test_dr_is_one_die_and_a_DR_is_two() -> None:
    s = position({"7RTR": "15", "1/104": "15"}, axis="15", advantage="")
    s = play(s, "assault 15", "attack 15", "join 7RTR", "lead 7RTR", "lead 1/104", "pass")
    s = play(s, "call", dice=[3])  # all dice of a script must be used
    s = play(s, "pass", dice=[1, 5, 2, 3])
    assert told(s, "totals") == [(5 + 1 + 5, 5 + 2 + 2 + 3)]


@rule("battleaxe", "6.1", "6.3")
def test_maneuvers_then_refit_of_the_allies_then_of_the_axis_then_the_end() -> None:
    s = end_day({**QUIET, "1/104": "6"}, dice=[6, 6], reduced="7RTR 1/104", advantage="")
    assert asked(s) == (ALLIED, "Refit")
    assert "refit 7RTR" in offered(s)
    assert why_not(s, "refit 1/104").rule == "13.3.2"
    s = play(s, "refit 7RTR", "done")  # the Advantage that nobody held has come back to the Allies
    assert asked(s) == (AXIS, "Refit")
    assert "refit 1/104" in offered(s)
    s = play(s, "refit 1/104")
    assert asked(s) == (ALLIED, "Half")
    assert s.turn == 2
    assert events(s) == ["restored", "sum", "points", "turn"]


# 6.2 Maneuvers


@rule("battleaxe", "6.2-a")
def test_the_allies_act_first_then_the_axis_then_the_marker_advances() -> None:
    s = position(QUIET, impulse=2, advantage="axis")
    assert asked(s) == (ALLIED, "Half")
    assert why_not(s, "assault 18").rule == "8.1.1"
    s = play(s, "pass")
    assert (asked(s), s.impulse) == ((AXIS, "Half"), 2)
    s = play(s, "pass")
    assert (asked(s), s.impulse) == ((ALLIED, "Half"), 3)


@rule("battleaxe", "6.2-b")
def test_one_action_in_an_impulse() -> None:
    s = play(position(QUIET, impulse=4, advantage="axis"), "assault C", "enter 7RTR 4")
    for text, number in (("regroup", "8.1.2a"), ("assault C", "8.1.1"), ("consolidate 7RTR 7RTR", "8.1.2b")):
        assert why_not(s, text).rule == number
    assert "pass" not in offered(s)
    s = play(s, "done")
    assert asked(s) == (AXIS, "Half")
    s = play(s, "regroup")
    assert why_not(s, "assault 18").rule == "8.1.1"
    assert asked(play(s, "done", dice=[6, 6])) == (ALLIED, "Half")


@rule("battleaxe", "6.2.1-a", "6.2.1-e")
def test_the_first_axis_DR_is_the_sunset_DR_and_the_axis_finishes_its_impulse() -> None:
    s = position({"1/8": "15", "2/8": "15", "7RTR": "15"}, half="axis", axis="15", impulse=6, advantage="", artillery=(0, 0))
    s = play(s, "assault 15", "attack 15", "join 1/8", "enough", "lead 1/8", "lead 7RTR", dice=[2, 3, 6, 6])
    assert told(s, "totals") == [(7 + 5, 5 + 2 + 12)]
    assert told(s, "sunset") == [(5,)]
    assert told(s, "nightfall") == []
    assert [cell.chance for cell in panel(s, "impulse").cells] == [0.0] * 5 + [1.0] + [0.0] * 6  # everybody can see it
    assert asked(s) == (AXIS, "Assault")
    s = play(s, "enter 2/8 18", "done")  # no further die: the Sunset DR has been made
    assert told(s, "nightfall") == [()]
    assert told(s, "sunset") == []
    assert asked(s) == (ALLIED, "Refit")
    again = position({"1/8": "15", "2/8": "18", "7RTR": "15", "22GDS": "19"}, half="axis", axis="15", impulse=6, advantage="",
                     artillery=(0, 0))  # fmt: skip
    again = play(again, "assault 15", "attack 15", "join 1/8", "lead 1/8", "lead 7RTR", dice=[3, 4, 6, 6])
    assert panel(again, "impulse").cells[5].chance == 0.0
    again = play(again, "activate 18", "enter 2/8 19", "attack 19", "lead 2/8", "lead 22GDS", dice=[1, 1, 1, 1])
    assert told(again, "sunset") == []  # the second DR of the half is no Sunset DR
    assert told(again, "nightfall") == []


@rule("battleaxe", "6.2.1-b")
def test_without_an_axis_DR_one_is_rolled_at_the_end_of_the_half() -> None:
    s = play(position({**QUIET, "2/8": "18"}, half="axis", impulse=5, advantage=""), "regroup", "move 1/8 19")
    assert told(s, "sunset") == []
    s = play(s, "done", dice=[2, 3])
    assert told(s, "sunset") == [(5,)]
    assert s.impulse == 6
    s = play(position(QUIET, half="axis", impulse=5, advantage=""), "assault 18", "enter 1/8 19", "done", dice=[2, 2])
    assert told(s, "sunset") == [(4,)]
    assert told(s, "nightfall") == [()]


@rule("battleaxe", "6.2.1-c")
def test_no_DR_of_the_allied_half_is_a_sunset_DR() -> None:
    s = position({"7RTR": "15", "1/104": "15", "1/8": "18"}, axis="15", impulse=9, advantage="axis", artillery=(0, 0))
    s = play(s, "assault 15", "attack 15", "join 7RTR", "lead 7RTR", "lead 1/104", "pass", dice=[1, 1, 1, 2])
    assert told(s, "totals") == [(5 + 2, 5 + 2 + 3)]
    assert told(s, "sunset") == told(s, "nightfall") == []
    s = play(s, "done")  # 1/104 does not retreat voluntarily
    assert asked(s) == (AXIS, "Half")
    s = play(s, "pass", dice=[5, 4])
    assert told(s, "sunset") == [(9,)]
    assert s.impulse == 10


@rule("battleaxe", "6.2.1-d")
def test_a_sunset_DR_of_the_impulse_or_more_advances_the_marker() -> None:
    for dice in ([3, 4], [6, 6]):
        s = play(position(QUIET, half="axis", impulse=7, advantage=""), "pass", dice=dice)
        assert s.impulse == 8
        assert asked(s) == (ALLIED, "Half")
        assert s.turn == 1


@rule("battleaxe", "6.2.1-e")
def test_a_sunset_DR_below_the_impulse_ends_the_phase() -> None:
    s = play(position(QUIET, half="axis", impulse=7, advantage="", reduced="7RTR"), "pass", dice=[3, 3])
    assert told(s, "nightfall") == [()]
    assert asked(s) == (ALLIED, "Refit")


@rule("battleaxe", "6.2.1-f")
def test_off_the_track_the_phase_ends_whatever_the_DR() -> None:
    assert len(panel(units(QUIET), "impulse").cells) == 12
    for dice in ([6, 6], [5, 6]):  # neither 12 nor an 11 that the Advantage could ignore
        s = position(QUIET, half="axis", impulse=12, advantage="axis", reduced="7RTR")
        s = play(s, "pass", dice=dice)
        assert told(s, "nightfall") == [()]
        assert asked(s) == (ALLIED, "Refit")
    s = play(position(QUIET, half="axis", impulse=11, advantage="axis"), "pass", dice=[5, 5])
    assert offered(s) == ["daylight", "pass"]
    assert play(s, "daylight").impulse == 12


# 6.4 End Phase


@rule("battleaxe", "6.4-a")
def test_an_automatic_victory_comes_first() -> None:
    s = run_from(units({"9AUS": "H", "1/8": "18"}, turn=0, allied="E F I 11"), END_PHASE)
    assert is_over(s)
    assert s.ending == AUTOMATIC
    assert told(s, "points") == []
    found = outcome(s)
    assert found is not None
    assert (found.winner, found.rule) == (ALLIED, "17.1")
    s = run_from(units({"9AUS": "H", "XXI": "H", "1/8": "18"}, turn=0, allied="E F I 11 H"), END_PHASE)
    assert (s.ending, s.turn) == (0, 1)


@rule("battleaxe", "6.4-b")
def test_the_next_turn_starts_in_impulse_1_with_the_attack_side_up() -> None:
    s = end_day(QUIET, dice=[6, 5], fuel_low=True, advantage="", turn=0)
    s = play(s, "done")  # the Allies do not spend the Advantage in their Refit
    assert (s.turn, s.impulse) == (1, 1)
    assert current(s, "turn") == "June 16"
    assert panel(s, "turn").note.startswith("Attack")
    assert not s.fuel_low


@rule("battleaxe", "6.4-c")
def test_used_markers_become_available_in_the_end_phase() -> None:
    s = units(QUIET, turn=0, artillery=(0, 0))
    assert support(s, "allied")[1:] == [("Artillery", "used")] * 3
    s = run_from(s, END_PHASE)
    assert s.turn == 1
    assert support(s, "allied") == [("Air Support", "ready")] + [("Artillery", "ready")] * 3
    assert support(s, "axis") == [("Artillery", "ready")] * 2


@rule("battleaxe", "6.4-d")
def test_the_operational_victory_is_checked_on_june_17() -> None:
    for vp, ending, winner in ((10, OPERATIONAL, ALLIED), (9, AXIS_HOLDS, AXIS)):
        s = run_from(units(QUIET, turn=2, vp=vp), END_PHASE)
        assert is_over(s)
        found = outcome(s)
        assert found is not None
        assert (s.ending, found.winner) == (ending, winner)
    s = run_from(units(QUIET, turn=1, vp=10), END_PHASE)
    assert not is_over(s)
    assert place_of(s, "7RTR") == "C"
    assert not is_over(run_from(units(QUIET, turn=2, vp=10, scenario="extended"), END_PHASE))
