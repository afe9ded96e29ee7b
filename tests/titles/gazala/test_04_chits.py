"""4.0 Action Chits and Tactical Chits."""

from __future__ import annotations

from tests.kit import asked, play, rule, told
from tests.titles.gazala.board import ACTIONS, ALLIED, AXIS, CHIT, LINES, E, chit, in_turn, position, start


def action_chits(turn: str, side: int, withdrawn: tuple[str, ...] = ()) -> list[str]:
    s = position({"5/1": "2020", "10 Hus": "2001"}, turn=turn, scenario=1)
    s.withdrawn = tuple([E.formations.index(name) for name in withdrawn])
    s = in_turn(s, CHIT, dice=[7, 3])
    return [E.names.text("chit", c) for c in s.cups[side] if c >= 7]


@rule("gazala", "4.0-a")
def test_each_cup_holds_only_its_own_chits_mixed() -> None:
    s = start(dice=[chit("15/21 PZ")])
    allied = [E.names.text("chit", c) for c in s.cups[ALLIED]]
    assert allied == ["Combat", "Extra Move", "Replacement", "Air", "Sandstorm", "Withdraw/Attack",
                      "2 Arm", "4 Arm", "22 Arm", "7 Motor", "3 Ind"]  # fmt: skip


@rule("gazala", "4.0-b")
def test_the_mix_follows_the_table() -> None:
    assert action_chits("June 3-4", ALLIED) == ["2 Arm", "4 Arm", "22 Arm", "7 Motor", "9 Ind", "10 Ind", "201 Gd", "Double"]


@rule("gazala", "PC-7")
def test_axis_chits_of_may_30() -> None:
    assert action_chits("May 30-31", AXIS) == ["15/21 PZ"] * 2 + ["Ariete/Trieste"] * 2 + ["90 Lt/Brescia+Pavia"]


@rule("gazala", "PC-8")
def test_withdrawn_formations_have_no_chit() -> None:
    assert len(action_chits("June 3-4", ALLIED)) == 8
    left = action_chits("June 3-4", ALLIED, withdrawn=("4 Arm",))
    assert len(left) == 7
    assert "4 Arm" not in left


@rule("gazala", "4.0-c", "13.0-e")
def test_all_tactical_chits_return_every_turn() -> None:
    s = position({"5/1": "2020"}, turn="May 29", axis_box=["Extra Move"])
    s.played[AXIS] = (chit("Combat"), chit("Combat"))
    s = in_turn(s, CHIT, dice=[7, 3])
    tactical = [E.names.text("chit", c) for c in s.cups[AXIS] if c < 7]
    assert tactical == ["Combat", "Combat", "Extra Move", "Replacement", "Air", "Air", "Sandstorm", "Anti-Tank", "Anti-Tank"]
    assert s.boxes[AXIS] == s.played[AXIS] == ()


@rule("gazala", "4.0-d")
def test_actions_come_from_the_turn_record() -> None:
    row = E.turn_rows[7]
    assert row.name == "June 5-6"
    s = in_turn(position({"5/1": "2020"}, turn="June 5-6", scenario=1), CHIT, dice=[7, 3])
    assert s.actions[ALLIED] == row.allied_actions == 5
    assert s.actions[AXIS] == row.axis_actions - 1 == 3  # no line of communication


@rule("gazala", "4.0-e")
def test_undrawn_formations_do_not_act() -> None:
    s = position({"5/1": "2020", "10 Hus": "2001"}, "June 1-2", actions=(1, 0),
                 allied_cup=["2 Arm", "4 Arm", "22 Arm", "69 Inf", "1 FF", "Double"])  # fmt: skip
    s = in_turn(s, ACTIONS, dice=[chit("2 Arm")])
    assert asked(s) == (ALLIED, "ActionPhase")
    s = play(s, "activate 2 Arm", "end")
    assert s.frames == []  # the last turn of Scenario One
    assert len(s.cups[ALLIED]) == 5


@rule("gazala", "13.7-h")
def test_actions_without_a_chit_to_draw_are_lost() -> None:
    s = position({"5/1": "2020", "10 Hus": "2001"}, "June 1-2", actions=(2, 1), allied_cup=["Air"])
    s = in_turn(s, ACTIONS)
    assert (s.frames, s.actions) == ([], [0, 0])  # the last turn of Scenario One


@rule("gazala", "4.0-f")
def test_axis_actions_depend_on_breaches() -> None:
    s = position({"5/1": "2020"}, turn="May 29", actions=(4, 4))
    s = in_turn(s, LINES, dice=[7, 3])
    assert s.actions == [4, 3]
    assert told(s, "no_line") == [(1,)]


@rule("gazala", "7.0-a")
def test_drawing_stops_at_the_action_chit() -> None:
    s = position({"5/1": "2020", "10 Hus": "2001"}, actions=(1, 0), allied_cup=["Combat", "Air", "2 Arm", "Sandstorm"])
    s = in_turn(s, ACTIONS, dice=[chit("Combat"), chit("Air")])
    assert asked(s) == (ALLIED, "AirAttack")
    s = play(s, "pass", dice=[chit("2 Arm")])
    assert asked(s) == (ALLIED, "ActionPhase")
    assert s.cups[ALLIED] == (chit("Sandstorm"),)
    assert s.boxes[ALLIED] == (chit("Combat"),)


@rule("gazala", "7.0-b")
def test_several_tactical_chits_can_be_collected() -> None:
    s = position({"8 Hus": "2020"}, actions=(1, 0), allied_cup=["Combat", "Extra Move", "4 Arm"])
    s = in_turn(s, ACTIONS, dice=[chit("Combat"), chit("Extra Move"), chit("4 Arm")])
    assert s.boxes[ALLIED] == (chit("Combat"), chit("Extra Move"))


@rule("gazala", "13.7-h")
def test_actions_without_action_chits_are_lost() -> None:
    s = position({"10 Hus": "2001"}, actions=(2, 0), allied_cup=["2 Arm", "Combat"])
    s = in_turn(s, ACTIONS, dice=[chit("2 Arm")])
    assert s.actions[ALLIED] == 1
    s = play(s, "activate 2 Arm", "end", dice=[3, 6])
    assert s.turn == 4  # the second action was lost
    assert not told(s, "action_phase")


@rule("gazala", "18.0-a")
def test_actions_of_june_1() -> None:
    assert (E.turn_rows[5].axis_actions, E.turn_rows[5].allied_actions) == (4, 1)
