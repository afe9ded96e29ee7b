"""4.0 Sequence of play, and the exceptions of Axis Turn 1."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.steps import steps_of
from sandtable.titles.blitzkrieg.frames import Movement, PlayerTurn
from sandtable.titles.blitzkrieg.hq import chance_of_capture
from sandtable.titles.blitzkrieg.sequence import OUTLINES
from sandtable.titles.blitzkrieg.state import OOS
from tests.kit import asked, offered, rule, told, why_not
from tests.titles.blitzkrieg.position import COAST, DIVISION, E, at, ending, fighting, game, has, position, refitting, say, su, vp


@rule("blitzkrieg", "4.0-a")
def test_the_axis_goes_first() -> None:
    s = game()
    assert s.active == AXIS
    order = [side for (side,) in told(run(s), "player_turn")]
    assert order[:3] == [ALLIED, AXIS, ALLIED]  # the first Axis player-turn was under way


def run(s: Any, stop_turn: Any = 3) -> Any:
    """Play on, doing as little as possible, up to a turn."""
    from sandtable.kernel.dice import SeededDice
    from sandtable.kernel.play import options, take

    s = s.clone()
    s.log = []
    dice = SeededDice(5)
    while s.frames and s.turn < stop_turn:
        take(s, options(s)[-1], dice)
    return s


@rule("blitzkrieg", "4.0-b", "7.1.1-a")
def test_the_nine_steps_and_the_supply_checks_between_them() -> None:
    assert [step.mark for step in steps_of(OUTLINES[PlayerTurn])] == list("123456789")
    names = [step.name for step in steps_of(OUTLINES[PlayerTurn])]
    assert names[2] == names[5] == "Supply"
    # the supply unit that fed them is spent in the battle: they are marked before the next phase
    s = position(
        {"El Adem": ["15 Inf", "Polish Inf"], "Acroma": "Pavia Inf"}, stores={"axis": COAST}, turn=4, came={"15 Inf": "Acroma"}
    )
    assert not has(s, "Pavia Inf", OOS)
    s = fighting(s, dice=[9, 0])
    s = say(s, "stay", "stay", dice=[9, 0])
    assert at(s, "Polish Inf") == "eliminated"
    assert within(s, Movement) is not None
    assert has(s, "Pavia Inf", OOS)


@rule("blitzkrieg", "4.0-c")
def test_the_turn_marker_advances_after_both() -> None:
    s = ending(position({"Tobruk": "9 Aus. Inf", "Aghelia": "Ariete Inf"}, turn=4), "allied")
    s = say(s, "done")
    assert s.turn == 5
    assert E.turn_rows[s.turn - 1].month == "Aug 1941"


@rule("blitzkrieg", "4.0-d", "4.0-f")
def test_axis_turn_1_begins_with_rommels_choice_and_movement() -> None:
    s = game()
    assert asked(s) == (AXIS, "PlayerTurn")
    assert offered(s) == ["bonus Combat Attack", "bonus Movement"]
    assert why_not(s, "bonus Extra Supply").rule == "4.0-d"
    assert asked(say(s, "bonus Movement")) == (AXIS, "Movement")


@rule("blitzkrieg", "4.0-e")
def test_captures_on_axis_turn_1() -> None:
    s = game()
    assert chance_of_capture(s, AXIS) == 6
    assert chance_of_capture(s, ALLIED) == 4
    s.turn = 2
    assert chance_of_capture(s, AXIS) == 4
    s = barce(6)
    assert s.hq[ALLIED] < 0
    assert vp(s)[AXIS] == 7
    assert barce(7).hq[ALLIED] >= 0


def barce(die: Any) -> Any:
    """5LT Arm and Rommel outflank Agadabia and drive on to Barce."""
    s = say(game(), "bonus Movement", "move 5LT Arm", "with Rommel HQ")
    s = say(s, "outflank Agadabia", dice=[9])
    s = say(s, "go Beda Fomm", "go Ghemings", "go Benghasi")
    return say(s, "go Barce", dice=[die])


@rule("blitzkrieg", "8.8.7-a")
def test_outflankers_take_the_lone_hq_and_supply_unit_of_barce() -> None:
    s = barce(6)
    assert s.hq[ALLIED] < 0
    s = say(s, "done", dice=[6])  # the supply unit at the end of the phase
    assert su(s, "axis", "Barce") == 1


@rule("blitzkrieg", "4.0-g", "4.0-h", "4.0-i")
def test_the_late_rrw_of_axis_turn_1() -> None:
    s = position(
        {"Aghelia": [*DIVISION, "Rommel HQ"], "Girarabub": "Ariete Recon", "Tobruk": "9 Aus. Inf"},
        turn=1,
        waiting=["21 Inf"],
        bonus={"axis": "Movement"},
    )
    s = refitting(s, dice=[2, 4, 6, 7], late=True)  # out of supply: eliminated; supply 0-4, Rommel 0-6 twice
    assert at(s, "Ariete Recon") == "eliminated"
    assert vp(s)[ALLIED] == 1
    assert at(s, "21 Inf") == "Holding"
    assert su(s, "axis", "Holding") == 3  # one by itself, the roll of 4, and the 6
    assert s.bonus[AXIS] == 0b100  # Movement as before: no second choice


@rule("blitzkrieg", "4.0-h", "11.3.7.1-a")
def test_the_late_rrw_is_too_early_for_another_hq() -> None:
    s = position({"Aghelia": DIVISION}, turn=1, no_hq=["axis"])  # Rommel was captured in this turn
    s = refitting(s, dice=[4], late=True)  # the supply roll: no die for the HQ, and none of Rommel's
    assert (s.hq[AXIS], s.tries[AXIS]) == (-1, 0)
    assert su(s, "axis", "Holding") == 2
    assert vp(s)[ALLIED] == 1
    s.turn = 2
    assert at(refitting(s, dice=[2]), "Replacement HQ") == "Holding"  # 0-2: the first try


@rule("blitzkrieg", "4.0-h")
def test_the_late_rrw_comes_after_the_limited_combat() -> None:
    s = game()
    s = say(s, "bonus Movement", "done", "done")
    assert asked(s) == (AXIS, "AirDefence")
    assert not told(s, "arrives")
    late = say(s, "done")
    assert told(late, "arrives")
    assert asked(late)[0] == ALLIED
