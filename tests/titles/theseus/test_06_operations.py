"""2, 4 and 6: the sequence of play, initiative, activations, Reactions."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.face.story import question
from sandtable.titles.theseus.frames import (
    ACTION,
    FREE,
    REACTION,
    Activation,
    Admin,
    GameTurn,
    March,
    Operations,
    Organisation,
    Reinforcement,
    Replacement,
)
from sandtable.titles.theseus.operations import determine_initiative, move_marker
from sandtable.titles.theseus.sequence import OUTLINES
from sandtable.titles.theseus.state import DEAD, State, lift
from tests.kit import asked, offered, offered_verbs, play, rule, settled, told, why_not
from tests.titles.theseus.position import (
    AX,
    CW,
    ONES,
    RULES,
    E,
    activation,
    at_set_up,
    fm,
    h,
    in_admin,
    is_down,
    left,
    marching,
    points,
    position,
    strength,
    u,
    where,
)

QUIET = {"104": "2224", "HQ-21Pz": "2123", "201st": "3012", "HQ-1Armd": "3214"}
CONTACT = {"104": "3623", "HQ-21Pz": "3622", "201st": "3626", "HQ-1Armd": "3627"}


def happenings(kind: type) -> list[str]:
    return [row.happens.__name__ for row in OUTLINES[kind].rows if row.happens is not None]


@rule(RULES, "2-a", "4-a")
def test_the_order_of_a_turn() -> None:
    assert happenings(GameTurn) == ["begin_turn", "begin_operations", "end_of_turn"]
    assert [n for n in happenings(Admin) if n != "happen"] == [
        "reset_marker",
        "recover",
        "begin_organisation",
        "begin_replacement",
        "begin_reinforcement",
    ]
    at = {"HQ-15Pz": "0221", "115": "0221", "18 FLAK": "0221", "I/8": "0221", "HQ-5Ind": "4321", "29th Ind": "4322"}
    s = position(at, turn=4, assigned={"18 FLAK": "15Pz"}, strength={"I/8": 3}, level={"15Pz": 1}, waiting=["11th Ind"])
    in_admin(s)
    s = settled(s)
    seen = []
    while isinstance(s.frames[-1], (Organisation, Replacement, Reinforcement)):
        seen.append(asked(s))
        assert s.level[fm("15Pz")] == 5  # recovery came first
        s = play(s, "delay" if "delay" in offered_verbs(s) else "done" if "done" in offered_verbs(s) else "pass")
    assert list(dict.fromkeys([kind for _, kind in seen])) == ["Organisation", "Replacement", "Reinforcement"]


@rule(RULES, "2-b", "10-b")
def test_turn_1_begins_with_the_axis_in_the_operations_phase() -> None:
    s = settled(at_set_up())
    s = play(s, "done", "schwerpunkt 15Pz")
    assert asked(s) == (AX, "Operations")
    assert not any(isinstance(f, Admin) for f in s.frames)
    assert (s.marker_side, E.tracks["initiative"][s.marker_space]) == (CW, 2)
    assert s.turn == 1


@rule(RULES, "4-b")
def test_after_an_activation_a_new_cycle_begins() -> None:
    s = play(position(QUIET, initiative=AX), "activate 21Pz", dice=[5])
    s = play(s, "end", dice=[9, 1])
    assert asked(s) == (AX, "Operations")
    assert told(s, "initiative")


@rule(RULES, "4-c", "6.5.1-a", "6.2-c", "6.5.2-a", "6.5.3-a", "7.3.2-i")
def test_a_reaction_interrupts_a_move() -> None:
    s = position(CONTACT, active="21Pz")
    assert s.passed == 1 << CW  # a side that has passed may still react
    s = play(s, "move 104", "step 3624", "step 3625")
    assert asked(s) == (CW, "March")
    success = play(s, "react 1Armd", dice=[5, 10])
    assert asked(success) == (CW, "Activation")
    assert activation(success).kind == REACTION
    assert where(success, "104") == "3625"
    failure = play(s, "react 1Armd", dice=[6])
    assert told(failure, "reaction_failed")
    assert asked(failure)[0] == AX
    # announced in contact: it has not moved, and the point is spent
    s = play(position({**CONTACT, "104": "3625"}, active="21Pz"), "move 104")
    assert asked(s) == (CW, "March")
    s = play(s, "react 1Armd", dice=[1, 5])
    assert where(s, "104") == "3625"
    assert next(f.points for f in s.frames if isinstance(f, Activation)) == 5


@rule(RULES, "4-d")
def test_the_end_of_a_turn_scores_and_goes_on() -> None:
    at = {"8": "2521", "HQ-Ari": "2723", **{k: v for k, v in QUIET.items() if k != "104"}, "104": "2224"}
    s = position(at, initiative=CW, turn=2, breached=["2521", "2622"])
    s.passed = 1 << AX
    s = play(s, "pass")
    assert s.turn == 3
    assert told(s, "points") == [(1,)]


# 6.1 Initiative


@rule(RULES, "6.1-a", "10-c")
def test_both_roll_and_ties_are_the_axiss() -> None:
    from sandtable.kernel.dice import ScriptedDice

    def winner(turn: int, axis: int, allied: int) -> int:
        s = position(QUIET, turn=turn)
        s.marker_side, s.marker_space = CW, 1
        f = Operations()
        determine_initiative(s, f, ScriptedDice([axis, allied]))
        return f.initiative

    assert winner(2, 7, 5) == AX  # 7 against 5 + 2
    assert winner(2, 7, 6) == CW
    assert winner(1, 4, 4) == AX  # 4 + 3 against 4 + 2
    assert winner(2, 4, 4) == CW


@rule(RULES, "6.1-b", "6.1-c", "6.1-d")
def test_the_marker_moves_to_the_reaction_side() -> None:
    s = position(QUIET)
    s.marker_side, s.marker_space = CW, 1
    move_marker(s, CW)
    assert (s.marker_side, E.tracks["initiative"][s.marker_space]) == (CW, 4)
    move_marker(s, AX)
    assert (s.marker_side, E.tracks["initiative"][s.marker_space]) == (AX, 2)
    for _ in range(6):
        move_marker(s, AX)
    assert E.tracks["initiative"][s.marker_space] == 8  # the last space
    s.marker_space = 0
    move_marker(s, AX)
    assert s.marker_space == 1


@rule(RULES, "9-a")
def test_the_marker_returns_to_zero_in_the_admin_phase() -> None:
    s = position(QUIET, turn=2)
    s.marker_space = 3
    s = settled(in_admin(s))
    assert s.marker_space == 0


# 6.2 Options


@rule(RULES, "6.2-a", "6.2-b")
def test_act_transfer_or_pass() -> None:
    s = position(QUIET, initiative=AX)
    assert offered(s) == ["activate 21Pz", "transfer", "pass"]
    assert "give the initiative away" in question(s).how
    before = (s.marker_side, s.marker_space)
    s = play(s, "transfer")
    assert asked(s) == (CW, "Operations")
    assert (s.marker_side, s.marker_space) == before
    assert why_not(s, "transfer").rule == "6.2-b"
    assert offered(s) == ["activate 1Armd", "pass"]
    assert "give the initiative away" not in question(s).how
    s = position(QUIET, initiative=AX)
    s.passed = 1 << CW
    assert why_not(s, "transfer").rule == "6.2-b"


@rule(RULES, "6.2-d", "6.2-e")
def test_after_a_pass_nobody_rolls() -> None:
    s = position(QUIET, initiative=AX)
    s.marker_side, s.marker_space = CW, 2
    s = play(s, "pass")
    assert asked(s) == (CW, "Operations")
    s = play(s, "activate 1Armd", dice=[5])
    s = play(s, "end")
    assert asked(s) == (CW, "Operations")
    assert (s.marker_side, s.marker_space) == (CW, 2)


@rule(RULES, "6-a")
def test_the_phase_ends_when_both_have_passed_or_nobody_can_act() -> None:
    s = play(position(QUIET, initiative=AX, turn=1), "pass", "pass")
    assert s.turn == 2
    s = position({**QUIET, "Kiehl": "2024"}, initiative=AX, level={"21Pz": 0, "1Armd": 0}, turn=1)
    assert offered(s) == ["deploy Kiehl", "transfer", "pass"]  # an independent unit keeps it open
    s = position(QUIET, active="21Pz", level={"21Pz": 0, "1Armd": 0}, turn=1)
    s.passed = 0
    assert play(s, "end").turn == 2


# 6.3 Formation Activation


@rule(RULES, "6.3-a", "6.3.1-a", "6.3.4-a")
def test_points_come_from_the_level_before_it_falls() -> None:
    s = play(position({"HQ-50": "2410", "69th": "2410"}, initiative=CW), "activate 50", dice=[10])
    assert (points(s), s.level[fm("50")]) == (6, 3)
    s = play(position({"HQ-50": "2410", "69th": "2410"}, initiative=CW, level={"50": 5}), "activate 50", dice=[5])
    assert points(s) == 5
    at = {"104": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = play(position(at, active="21Pz", points=6), "attack 104 3627", "escalate prepared", dice=[*ONES, 4])
    assert next(f.points for f in s.frames if isinstance(f, Activation)) == 3


@rule(RULES, "6.3.2-a")
def test_level_0_cannot_be_activated() -> None:
    s = position({"HQ-Sab": "1701", "85": "1801"}, initiative=AX, level={"Sab": 0})
    assert why_not(s, "activate Sab").rule == "6.3.2-a"


# 6.4 Independent units


@rule(RULES, "6.4-a", "6.4-c")
def test_an_independent_unit_has_one_action_three_times() -> None:
    s = position({"Kiehl": "2024", **QUIET}, initiative=AX)
    s.passed = 1 << CW
    for n in (1, 2, 3):
        s = play(s, "deploy Kiehl")
        assert s.acts[u("Kiehl")] == n
        s = play(s, "move Kiehl", f"step 20{24 + n}", "halt")
        assert asked(s) == (AX, "Operations")  # the Activation is over
    assert why_not(s, "deploy Kiehl").rule == "6.4-c"


@rule(RULES, "6.4-b")
def test_an_independent_unit_never_escalates() -> None:
    s = play(
        position({"StopCol": "3626", "104": "3627", "HQ-21Pz": "3727"}, initiative=CW), "deploy StopCol", "attack StopCol 3627"
    )
    assert "evade" in offered(s)
    s.frames[-1].at = 8
    assert why_not(s, "escalate regular").rule == "6.4-b"


@rule(RULES, "6.4-d", "7.5.1.1-m")
def test_an_independent_unit_does_not_slip_away() -> None:
    at = {"Kiehl": "3626", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="7Armd"), "attack 7th 3626")
    assert "evade" not in offered(s)
    s.frames[-1].at = 5
    assert why_not(s, "evade").rule == "6.4-d"
    for mixed in ({"33": "3626", "I/5": "3626"}, {"33": "3626", "Kiehl": "3626"}):
        s = position({**mixed, "HQ-15Pz": "3625", "HQ-21Pz": "3524", "7th": "3627", "HQ-7Armd": "3727"}, active="7Armd")
        s = play(s, "attack 7th 3626", "pass")
        s.frames[-1].at = 5
        assert why_not(s, "evade").rule == "7.5.1.1-m"


@rule(RULES, "6.4-e")
def test_an_independent_unit_does_not_react() -> None:
    at = {"104": "3623", "HQ-21Pz": "3622", "StopCol": "3626"}
    s = play(position(at, active="21Pz"), "move 104", "step 3624", "step 3625")
    assert asked(s)[0] == AX


# 6.5 Formation Reaction


@rule(RULES, "6.5.1-b", "7.3.4-e")
def test_an_announced_exit_names_no_target() -> None:
    s = play(position({**CONTACT, "104": "3625"}, active="21Pz"), "move 104")
    assert asked(s) == (CW, "March")
    assert s.frames[-1].step == -1  # type: ignore[attr-defined]
    assert offered(s) == ["react 1Armd", "pass"]
    assert not told(s, "moved")
    screen = {"I/8": "3625", "II/8": "3625", "HQ-15Pz": "3622", "7th": "3626", "HQ-7Armd": "3627"}
    s = play(position(screen, active="15Pz"), "move I/8", "go")
    assert asked(s) == (CW, "March")
    s = play(s, "pass", "step 3725")  # from zone to zone
    assert where(s, "I/8") == "3725"


@rule(RULES, "6.5.1-a")
def test_to_go_on_beside_an_enemy_must_be_announced() -> None:
    # 18 FLAK has no zone of control but can react
    at = {"7th": "3623", "HQ-7Armd": "3622", "18 FLAK": "3626", "104": "3627", "HQ-21Pz": "3727"}
    s = position(at, active="7Armd", assigned={"18 FLAK": "21Pz"})
    s = play(s, "move 7th", "step 3624", "step 3625")
    assert offered(s) == ["react 21Pz", "pass"]
    s = play(s, "pass")
    assert offered(s) == ["leave", "stay"]
    assert offered(play(s, "leave")) == ["react 21Pz", "pass"]
    assert asked(play(s, "stay"))[1] == "Activation"


@rule(RULES, "6.5.1-d", "6.5.4-a")
def test_one_attempt_for_each_movement_action() -> None:
    at = {"7th": "3623", "HQ-7Armd": "3622", "18 FLAK": "3525", "HQ-21Pz": "3323", "35 FLAK": "3527", "HQ-15Pz": "3324"}
    s = position(at, active="7Armd", assigned={"18 FLAK": "21Pz", "35 FLAK": "15Pz"})
    s = play(s, "move 7th", "step 3624", "step 3625")
    assert asked(s) == (AX, "March")
    before = left(s)
    s = play(s, "react 21Pz", dice=[8])
    assert s.level[fm("21Pz")] == 7
    assert left(s) == before
    s = play(s, "step 3626", "step 3627")  # past 35 FLAK of another formation
    assert asked(s)[0] == CW
    s = play(s, "halt", "move 7th")
    assert asked(s) == (AX, "March")  # another Movement Action, another attempt


@rule(RULES, "6.5.1-e")
def test_a_unit_cut_off_by_the_step_cannot_react() -> None:
    # 33 steps between 201st and its HQ
    walls = {"115": "3724", "I/8": "3524", "155": "3527", "200": "3728".replace("3728", "3727")}
    at = {"33": "3622", "HQ-15Pz": "3621", "201st": "3625", "HQ-1Armd": "3623".replace("3623", "3613")}
    s = position({**at, **walls}, active="15Pz")
    s = play(s, "move 33", "step 3623", "step 3624")
    from sandtable.titles.theseus.command import ISOLATED, command_state

    assert command_state(s, u("201st")) == ISOLATED
    assert asked(s)[0] == AX


@rule(RULES, "6.5.1-f")
def test_a_move_of_an_independent_unit_opens_a_reaction() -> None:
    at = {"Kiehl": "3624", "201st": "3626", "HQ-1Armd": "3627"}
    s = play(position(at, initiative=AX), "deploy Kiehl", "move Kiehl", "step 3625")
    assert asked(s) == (CW, "March")
    assert "react 1Armd" in offered(s)


@rule(RULES, "6.5.1-g")
def test_retreats_before_combat_and_arrivals_open_none() -> None:
    at = {"12 L": "3625", "HQ-1Armd": "3722", "115": "3626", "HQ-15Pz": "3627", "18 FLAK": "3523", "HQ-21Pz": "3424"}
    s = position(at, active="15Pz", points=1, assigned={"18 FLAK": "21Pz"})
    s = play(s, "attack 115 3625", "evade", dice=[1, 9])
    s = play(s, "step 3624")
    assert h("3523") in E.adjacent[h("3624")]
    assert asked(s) == (CW, "March")  # it goes on; nobody reacts
    arriving = position({"10th Ind": "5214", "HQ-5Ind": "5114", "18 FLAK": "5013", "HQ-21Pz": "4913"}, assigned={"18 FLAK": "21Pz"})
    arriving = play(marching(arriving, "10th Ind", left=36), "step 5113")
    assert h("5013") in E.adjacent[h("5113")]
    assert asked(arriving) == (CW, "March")


@rule(RULES, "6.5.2-b")
def test_a_reaction_rolls_red_points_and_costs_a_level() -> None:
    s = play(
        position(CONTACT, active="21Pz", level={"1Armd": 5}), "move 104", "step 3624", "step 3625", "react 1Armd", dice=[5, 10]
    )
    assert (points(s), s.level[fm("1Armd")]) == (4, 4)
    axis = {"7th": "3623", "HQ-7Armd": "3622", "115": "3626", "HQ-15Pz": "3627"}
    s = position(axis, active="7Armd", schwerpunkt="15Pz", level={"15Pz": 5})
    s = play(s, "move 7th", "step 3624", "step 3625", "react 15Pz", dice=[7, 10])
    assert points(s) == 5


@rule(RULES, "6.5.2-c")
def test_a_reaction_without_supply() -> None:
    at = {"104": "3623", "HQ-21Pz": "3622", "7th": "3626", "HQ-7Armd": "3627"}

    def react(**more: object) -> State:
        s = position(at, active="21Pz", level={"7Armd": 5}, **more)  # type: ignore[arg-type]
        s.blocked = E.sources[CW]
        return play(s, "move 104", "step 3624", "step 3625", "react 7Armd", dice=[6, 5])

    s = react()
    assert s.emergency[fm("7Armd")]
    assert s.level[fm("7Armd")] == 4
    s = react(emergency=["7Armd"])
    assert s.level[fm("7Armd")] == 0


@rule(RULES, "6.5.2-d")
def test_level_0_does_not_react() -> None:
    s = position(CONTACT, active="21Pz", level={"1Armd": 0})
    s = play(s, "move 104", "step 3624", "step 3625")
    assert asked(s)[0] == AX
    from sandtable.titles.theseus.reaction import reaction_refused

    refusal = reaction_refused(s, March(AX, (u("104"),), 12), fm("1Armd"))
    assert refusal is not None
    assert refusal.rule == "6.5.2-d"


def reacting(*, kind: int = ACTION, tried: bool = False, barred: tuple[int, ...] = (), **facts: Any) -> State:
    """104 has come beside 201st of 1Armd, and the Commonwealth is about to be asked for a Reaction."""
    s = position({**CONTACT, "104": "3625", "7th": "3613", "HQ-7Armd": "3613"} | facts.pop("more", {}), active="21Pz", **facts)
    s.begin(March(AX, (u("104"),), 12, kind, (), tried, barred, moved=True))
    s.frames[-1].at = 1  # the row that asks for Reactions
    return s


@rule(RULES, "6.5.1-a", "6.5.1-c", "6.5.1-d", "6.5.1-g", "6.5.2-d", "7.3.5-b", "3.3-a", "10-g", "10.1-g")
@pytest.mark.parametrize(
    ("formation", "facts", "cited"),
    [
        ("15Pz", {}, "6.5.1-a"),  # of the mover's own side
        ("7Armd", {}, "6.5.1-a"),  # nobody of it is adjacent
        ("1Armd", {"tried": True}, "6.5.1-d"),
        ("1Armd", {"kind": FREE}, "6.5.1-g"),
        ("1Armd", {"scenario": "bir_hacheim"}, "10.1-g"),
        ("1Armd", {"barred": (fm("1Armd"),)}, "7.3.5-b"),
        ("1Armd", {"level": {"1Armd": 0}}, "6.5.2-d"),
        ("1Armd", {"down": ["201st"]}, "6.5.1-c"),
        ("1Armd", {"more": {"HQ-1Armd": "3601"}}, "6.5.1-c"),  # out of command
    ],
)
def test_a_refused_reaction_cites_its_rule(formation: str, facts: dict[str, Any], cited: str) -> None:
    assert why_not(reacting(**facts), f"react {formation}").rule == cited


@rule(RULES, "6.5.1-a", "3.3-a", "10-g")
def test_a_formation_that_could_not_be_activated_does_not_react_either() -> None:
    gone = reacting()
    lift(gone, u("HQ-1Armd"), DEAD)
    assert why_not(gone, "react 1Armd").rule == "3.3-a"
    asleep = reacting(more={"201st": "3613", "4th SA": "3626", "HQ-2SA": "3627"}, released=False)
    assert why_not(asleep, "react 2SA").rule == "6.3-b"
    assert "react 1Armd" in offered(reacting())


@rule(RULES, "6.5.3-b")
def test_a_halt_on_a_full_hex_overstacks_it_first() -> None:
    at = {"104": "3623", "HQ-21Pz": "3622", "115": "3625", "201st": "3626", "HQ-1Armd": "3627"}
    s = play(position(at, active="21Pz"), "move 104", "step 3624", "step 3625", "react 1Armd", dice=[1])
    assert asked(s)[1] == "Overstack"
    assert is_down(s, "104")
    assert is_down(s, "115")
    s = play(s, "push 104 3524", dice=[5])
    assert asked(s) == (CW, "Activation")


@rule(RULES, "6.5.3-c", "6.5.3-d")
def test_after_the_reaction_the_activation_goes_on_and_nobody_reacts_to_it() -> None:
    at = {**CONTACT, "3": "3523", "12 L": "3826"}
    s = play(position(at, active="21Pz", points=4), "move 104", "step 3624", "step 3625", "react 1Armd", dice=[1, 5])
    s = play(s, "move 12 L", "step 3726", "step 3725")  # beside 104
    assert asked(s)[0] == CW
    s = play(s, "end")
    assert asked(s) == (AX, "Activation")
    assert points(s) == 3
    assert "move 3" in offered(s)
    assert strength(s, "104") == 12
