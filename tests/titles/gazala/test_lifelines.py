"""What the Axis army lives by: the gates of its supply, lines of communication to come, and what both sides make of them."""

from __future__ import annotations

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, take, write
from sandtable.kernel.robot import Aim
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.players import make_player
from sandtable.players.worth import wanted
from sandtable.titles import load_title
from sandtable.titles.gazala.robot.aims import CLOSE, GUARD, aims, serves
from sandtable.titles.gazala.robot.lifelines import gates, lines_to_come, roads, supply_to_come
from sandtable.titles.gazala.robot.verdict import exposed, lines, supply
from sandtable.titles.gazala.state import OUT_OF_SUPPLY, SUPPLIED, State
from tests.kit import play
from tests.titles.gazala.board import PLACING, E, acting, in_turn, position, where

ARMY = {"8/1": "2011", "8/2": "2011", "115/1": "2012", "115/2": "2012", "115/3": "2013", "33 Rec": "2013", "33 AT": "2014"}
MORE = {
    "5/1": "2211",
    "5/2": "2211",
    "104/1": "2212",
    "104/2": "2212",
    "104/3": "2213",
    "3 Rec": "2213",
    "39 AT": "2214",
    "155/1": "2215",
    "155/2": "2215",
}
GUARDS = {"3 CG": "1520", "2 SG": "1521", "9 RB": "1519"}
CORRIDOR = ("1220", "1221", "1222")


def ids(hexes: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([E.hexes.ids[hex] for hex in hexes])


def the_aim(s: State, side: int, text: str) -> Aim:
    return next(aim for aim in aims(s, side) if aim.text == text)


def followed(s: State, aim: Aim, side: int) -> State:
    """As far as the options of a side serve an aim."""
    while s.frames and max(rated := [serves(s, o, aim) for o in options(s)]) > 0:
        s = play(s, write(s, options(s)[rated.index(max(rated))]))
    return s


def test_supply_comes_round_bir_hacheim_and_by_breaches_that_lead_on() -> None:
    assert ids(gates(position(ARMY))) == CORRIDOR
    through = ("0915", "0816", "1015")
    assert ids(gates(position(ARMY, breached=[through]))) == ("0915", *CORRIDOR)
    assert ids(gates(position(ARMY, breached=[("0916", "0816")]))) == CORRIDOR  # into the belt, and no further
    assert gates(position({"8/1": "2011"})) == ()  # for one unit nobody would close them


def test_the_army_is_cut_off_when_all_gates_are_closed() -> None:
    closed = position({**ARMY, **dict(zip(GUARDS, CORRIDOR, strict=True))})
    ajar = position({**ARMY, **dict(zip(GUARDS, CORRIDOR[:2], strict=False))})
    assert supply_to_come(closed, E.u("8/1")) == OUT_OF_SUPPLY
    assert supply_to_come(ajar, E.u("8/1")) == SUPPLIED
    assert supply(closed) > supply(ajar) == 0.0
    late = position({**ARMY, **dict(zip(GUARDS, CORRIDOR, strict=True))}, turn="June 1-2")
    assert supply(late) == 0.0  # no Supply Phase will come
    mended = position({**ARMY, **dict(zip(GUARDS, CORRIDOR, strict=True))}, actions=(0, 3))
    assert 0.0 < supply(mended) < supply(closed)  # the Axis may still drive them off


def test_gates_are_exposed_that_the_allies_can_come_to() -> None:
    assert exposed(position({**ARMY, **GUARDS})) == 1.0
    assert exposed(position({**ARMY, **GUARDS, "132/8": "1221"})) == 0.0
    assert exposed(position({**ARMY, **GUARDS, "132/8": "1320", "132/9": "1321", "132/10": "1422"})) == 0.0  # zones close the way
    assert exposed(position({**ARMY, **GUARDS, "2 RHA": "1221"})) > 1.0


def test_a_way_leads_into_one_zone_and_not_on_through_another() -> None:
    far = roads(E, (E.h("1221"),), (E.h("1320"), E.h("1321")), 1)
    assert far[E.h("1220")] > E.hexes.distance(E.h("1220"), E.h("1221"))
    assert roads(E, (E.h("1221"),), (), 1)[E.h("1421")] == 2


def test_who_passes_a_gate_that_is_closed_goes_on_to_the_next_one() -> None:
    """All come from the same side, through the first of them; nobody is one too many in it."""
    here = {"3 CG": "1419", "2 SG": "1419", "9 RB": "1420", "2 RHA": "1420"}
    s = acting(position({**ARMY, **here, "Cumber.": "3022"}), *here, "Cumber.")
    s = followed(s, the_aim(s, ALLIED, CLOSE), ALLIED)
    assert {hex for unit in here if (hex := where(s, unit)) in CORRIDOR} == set(CORRIDOR)
    assert all([len(s.stack[E.h(hex)]) == 1 for hex in CORRIDOR])


def test_three_battalions_close_the_three_gates() -> None:
    s = acting(position({**ARMY, **GUARDS, "Cumber.": "3022"}), *GUARDS, "Cumber.")
    s = followed(s, the_aim(s, ALLIED, CLOSE), ALLIED)
    assert {where(s, unit) for unit in GUARDS} == set(CORRIDOR)
    assert where(s, "Cumber.") == "3022"  # it is not needed
    two = acting(position({**ARMY, **GUARDS}), "3 CG", "2 SG")
    assert not any(aim.text == CLOSE for aim in aims(two, ALLIED))  # too few of them


def test_who_holds_a_gate_stays_there() -> None:
    s = acting(position({**ARMY, **dict(zip(GUARDS, CORRIDOR, strict=True))}), *GUARDS)
    aim = the_aim(s, ALLIED, CLOSE)
    assert all([serves(s, o, aim) < 0 for o in options(s) if o[0] == "move"])


def test_one_unit_of_the_axis_is_enough_to_keep_them_open() -> None:
    s = acting(position({**ARMY, **GUARDS}), *ARMY)
    aim = the_aim(s, AXIS, GUARD)
    assert aim.group == {E.u("33 AT")}  # the weakest against infantry
    s = followed(s, aim, AXIS)
    assert where(s, "33 AT") in CORRIDOR
    held = acting(position({**ARMY, **GUARDS, "132/8": "1221"}), *ARMY)
    assert not any(aim.text == GUARD for aim in aims(held, AXIS))
    assert not any(aim.text == GUARD for aim in aims(acting(position(ARMY), *ARMY), AXIS))  # nobody could close them


def test_straight_breaches_make_lines_of_communication() -> None:
    infantry = {"65/1": "0816", "66/1": "0817"}
    straight = position({**ARMY, **MORE, **infantry}, works={"65/1": "0915", "66/1": "0916"})
    crooked = position({**ARMY, **MORE, **infantry}, works={"65/1": "0815", "66/1": "0816"})
    assert (lines_to_come(straight), lines_to_come(crooked)) == (2, 0)
    assert lines(straight) > lines(crooked) == 0.0
    assert straight.breaches == ()  # it was only thought of


def test_the_axis_think_of_straight_breaches() -> None:
    s = in_turn(position({**ARMY, "65/1": "0816", "66/1": "0817"}), PLACING)
    found = aims(s, AXIS)
    assert sorted([E.hexes.ids[aim.target] for aim in found]) == ["0915", "0916"]
    best = max(options(s), key=lambda o: max([serves(s, o, aim) for aim in found]))
    assert write(s, best) in ("breach 65/1 0915", "breach 66/1 0916")


def test_a_regular_breaches_straight_through() -> None:
    """From the set-up two lines of communication can be open when they are first asked for."""
    s = in_turn(position({**ARMY, **MORE, "65/1": "0816", "65/2": "0816", "66/1": "0817"}, axis_cup=["15/21 PZ"]), PLACING)
    player = make_player("regular")
    for _ in range(2):
        take(s, player.choose(load_title("gazala"), s, AXIS, SeededDice(3)), SeededDice(5))
    assert lines_to_come(s) == 2


def test_nobody_works_at_a_breach_that_cannot_be_finished() -> None:
    """14.1: where an enemy stands the marker comes off, and in the last turn there is none after it."""
    at = {"104/1": "1220", "2 LE": "1219"}
    for turn, begun in (("May 29", {"1119"}), ("June 1-2", set())):
        s = in_turn(position(at, turn=turn), PLACING)
        texts = {write(s, o) for o in options(s) if o[0] == "breach"}
        assert "breach 104/1 1219" in texts
        wanted_ones = {write(s, o) for o in wanted(load_title("gazala"), s) if o[0] == "breach"}
        assert wanted_ones == {f"breach 104/1 {hex}" for hex in begun}
        assert not any([aim.target == E.h("1219") for aim in aims(s, AXIS)])
