"""3.0 Sequence of Play, 6.0 Initiative."""

from __future__ import annotations

from sandtable.kernel.play import decider
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ACTIONS,
    ALLIED,
    AXIS,
    CHIT,
    INITIATIVE,
    MINES,
    NEXT,
    POINTS,
    RECOVERY,
    SUPPLY,
    E,
    acting,
    chit,
    drawn,
    in_turn,
    is_disrupted,
    phase_of,
    position,
    start,
    supply_of,
    values,
)

FOUR = {"5/1": "1901", "5/2": "1901", "8/1": "2001", "8/2": "2001"}


@rule("gazala", "3.0-1")
def test_chit_phase_sets_cups_and_actions() -> None:
    s = in_turn(position({"5/1": "2020", "10 Hus": "2001"}, turn="May 29"), CHIT, dice=[7, 3])
    axis = [E.names.text("chit", c) for c in s.cups[AXIS] if c >= 7]
    assert axis == ["15/21 PZ"] * 3 + ["Ariete/Trieste", "90 Lt/Brescia+Pavia"]
    assert len(s.cups[AXIS]) == 5 + 9
    assert (E.turn_rows[3].axis_actions, s.actions[ALLIED]) == (4, 4)


@rule("gazala", "3.0-2")
def test_no_breach_before_may_28() -> None:
    s = in_turn(position({"65/1": "0816"}, turn="May 27 PM"), MINES, dice=[7, 3])
    assert asked(s) == (AXIS, "Turn")
    assert why_not(s, "breach 65/1 0815").rule == "14.1-d"  # the moment has gone by without a question
    s = in_turn(position({"65/1": "0816", "65/2": "0816"}, turn="May 28"), MINES)
    assert offered(s)[:2] == ["breach 65/1 0815", "breach 65/1 0915"]


@rule("gazala", "3.0-3")
def test_supply_phase_marks_both_sides() -> None:
    ring = {"Bays": "1410", "9 L": "1511", "10 Hus": "1412", "2 RGH": "1510", "3 CLY": "1311", "4 CLY": "1310"}
    s = in_turn(position({"132/8": "1411", **ring}), SUPPLY, dice=[7, 3])
    assert supply_of(s, "132/8") == 1
    assert [supply_of(s, name) for name in ring] == [0] * 6


@rule("gazala", "3.0-4", "6.0-b")
def test_the_winner_of_the_roll_chooses_who_acts_first() -> None:
    s = position({"5/1": "2020"}, axis_cup=["15/21 PZ"], allied_cup=["2 Arm"], actions=(1, 1))
    s = in_turn(s, INITIATIVE, dice=[7, 3])
    assert decider(s) == AXIS
    assert offered(s) == ["first allied", "first axis"]
    s = in_turn(position({"5/1": "2020"}, turn="May 29", axis_cup=["15/21 PZ"], actions=(0, 1)), INITIATIVE, dice=[2, 8])
    assert decider(s) == ALLIED
    s = play(s, "first axis", dice=[chit("15/21 PZ")])
    assert asked(s) == (AXIS, "ActionPhase")


@rule("gazala", "6.0-a")
def test_ties_are_rolled_again() -> None:
    s = in_turn(position({"5/1": "2020"}), INITIATIVE, dice=[4, 4, 4, 6])
    assert decider(s) == ALLIED


@rule("gazala", "3.0-5", "3.0-6")
def test_first_and_second_player_draw_from_their_own_cups() -> None:
    at = {"10 Hus": "2001", "5/1": "2020"}
    s = position(at, allied_cup=["2 Arm"], axis_cup=["15/21 PZ"], actions=(1, 1))
    s = in_turn(s, INITIATIVE, dice=[1, 8])
    s = play(s, "first allied", dice=[chit("2 Arm")])
    assert asked(s) == (ALLIED, "ActionPhase")
    s = play(s, "activate 2 Arm", "end", dice=[chit("15/21 PZ")])
    assert asked(s) == (AXIS, "ActionPhase")


@rule("gazala", "3.0-7")
def test_action_phases_alternate() -> None:
    at = {"10 Hus": "2001", "5/1": "2020"}
    axis, allied = [chit("15/21 PZ")], [chit("2 Arm"), chit("4 Arm"), chit("22 Arm")]
    s = position(at, axis_cup=["15/21 PZ"] * 3, allied_cup=["2 Arm", "4 Arm", "22 Arm"], actions=(3, 3))
    order = []
    s = in_turn(s, ACTIONS, dice=axis)
    for n in range(6):
        order.append(decider(s))
        side = "5/1" if decider(s) == AXIS else "10 Hus"
        s = play(s, "activate 21 PZ" if n in (0, 2) else "activate 2 Arm" if n == 1 else f"single {side}")
        following = [allied[0], axis[0], allied[1], axis[0], allied[2]]
        s = play(s, "end", dice=following[n : n + 1] if n < 5 else [3, 5])
    assert order == [AXIS, ALLIED] * 3


@rule("gazala", "3.0-8a", "12.0-j")
def test_recovery_ends_disruption() -> None:
    s = in_turn(position({"5/1": "2020", "8/1": "2018"}, disrupted=["5/1", "8/1"]), RECOVERY, dice=[1, 2])
    assert not is_disrupted(s, "5/1")
    assert not is_disrupted(s, "8/1")
    assert s.turn == 4


@rule("gazala", "3.0-8b")
def test_recovery_turns_units_to_their_unused_sides() -> None:
    s = position({"8/2": "2020"}, used=["8/2"])
    assert values(s, "8/2") == (8, 6)
    assert values(in_turn(s, RECOVERY, dice=[1, 2]), "8/2") == (15, 12)


@rule("gazala", "3.0-9a")
def test_points_for_supplied_units_on_the_north_edge() -> None:
    assert in_turn(position(FOUR), POINTS, dice=[1, 2]).points == 1
    assert in_turn(position({**FOUR, "8/2": "2002"}), POINTS, dice=[1, 2]).points == 0


@rule("gazala", "3.0-9b")
def test_the_turn_marker_advances() -> None:
    s = in_turn(position({"5/1": "2020"}, turn="May 29"), NEXT, dice=[1, 2])
    assert E.names.text("turn", s.turn) == "May 30-31"
    assert told(s, "turn") == [(5,)]


@rule("gazala", "6.0-c")
def test_the_order_of_the_first_turn() -> None:
    s = start(dice=[chit("15/21 PZ")])
    assert not told(s, "initiative")
    cups = {AXIS: ["15/21 PZ", "Ariete/Trieste", "90 Lt/Brescia+Pavia"], ALLIED: ["2 Arm", "4 Arm"]}
    order = []
    for n in range(6):
        order.append(decider(s))
        s = play(s, f"single {'132/8' if decider(s) == AXIS else '2 RGH'}")
        following = (AXIS, ALLIED, AXIS, ALLIED, AXIS)[n : n + 1]
        s = play(s, "end", dice=[chit(cups[side].pop(0)) for side in following] or [4, 6])
    assert order == [AXIS, AXIS, ALLIED, AXIS, ALLIED, AXIS]
    assert s.turn == 2


@rule("gazala", "7.0-p")
def test_no_more_chits_are_drawn_after_the_action_chit() -> None:
    s = position({"5/1": "2020", "10 Hus": "2001"}, axis_cup=["Combat", "Ariete/Trieste"], allied_cup=["2 Arm"], actions=(1, 0))
    s = play(drawn(s, AXIS, "15/21 PZ"), "activate 21 PZ")
    assert s.cups[AXIS] == (chit("Combat"), chit("Ariete/Trieste"))
    assert why_not(s, "activate 15 PZ").rule == "7.0-c"
    s = play(s, "end", dice=[chit("2 Arm")])
    assert asked(s) == (ALLIED, "ActionPhase")
    assert phase_of(acting(position({"5/1": "2020"}), "5/1")).side == AXIS


@rule("gazala", "7.0-q")
def test_a_side_with_actions_left_acts_in_a_row() -> None:
    s = position({"10 Hus": "2001", "5/1": "2020"}, "June 1-2", axis_cup=["15/21 PZ"] * 3 + ["Ariete/Trieste"], actions=(0, 4))
    s = in_turn(s, ACTIONS, dice=[chit("15/21 PZ")])
    for following in ("15/21 PZ", "15/21 PZ", "Ariete/Trieste"):
        assert decider(s) == AXIS
        s = play(s, "single 5/1", "end", dice=[chit(following)])
    assert decider(s) == AXIS
    assert s.actions == [0, 0]
