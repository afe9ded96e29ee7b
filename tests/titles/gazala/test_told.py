"""What the log tells: an event for everything that happens, with the right names, in order."""

from __future__ import annotations

from sandtable.titles.gazala import TITLE
from sandtable.titles.gazala.state import State
from tests.kit import offered, play, telling
from tests.titles.gazala.board import AXIS, INITIATIVE, chit, drawing, drawn, in_turn, moving, position, retreating, start

RING = {"5/1": "1621", "104/1": "1420", "104/2": "1620", "PAVO": "1520"}
ONE_UNIT = {"5/1": "2020", "PAVO": "1520"}
REACH = "Axis reach for their chits"
PHASE = ["Axis act first", "Axis Action Phase", REACH]


def tells(s: State, *lines: str) -> None:
    assert telling(TITLE, s) == list(lines)


def test_a_move_and_an_attack() -> None:
    s = play(moving(position(RING), "5/1"), "go 1622", "go 1621", "attack medium")
    tells(s, "5/1 moves to 1622", "5/1 moves to 1621", "5/1 makes a medium attack on 1520")
    s = play(s, "join 104/1", "join 104/2", dice=[9])
    joined, fell = ["104/1 joins the attack", "104/2 joins the attack"], ["Modified roll 9", "Result -/**DR", "PAVO is eliminated"]
    tells(s, *joined, "Odds 9-1", *fell)
    tells(play(s, "advance 104/1 1520", "stay", "halt"), "104/1 advances to 1520", "5/1 turns to its used side")


def test_retreats() -> None:
    tells(play(retreating(position({"10 Hus": "1901"}), "10 Hus"), "off north"), "10 Hus leaves the map by the north edge")
    s = play(retreating(position({"10 Hus": "1901", "8/1": "1902"}), "10 Hus"), "back 2001")
    tells(s, "10 Hus retreats to 2001", "10 Hus retreats to 2101")


def test_activation() -> None:
    tells(play(drawn(position({"5/1": "2020"}), AXIS, "15/21 PZ"), "activate 21 PZ"), "21 PZ is activated")
    s = drawn(position({"8/2": "2020", "5/1": "2021"}), AXIS, "Ariete/Trieste")
    tells(play(s, "single 5/1"), "5/1 is activated")
    s = drawn(position({"5/1": "2020", "8/1": "2021"}, axis_box=["Extra Move"]), AXIS, "15/21 PZ")
    s = play(s, "activate 21 PZ", "extra 8/1")
    tells(s, "21 PZ is activated", REACH, "Axis play Extra Move", "8/1 is activated")


def test_chits_that_are_drawn() -> None:
    drew = "Axis draw the Action Chit 15/21 PZ"
    tells(drawing(AXIS, ["15/21 PZ"], ONE_UNIT, ["15/21 PZ"]), *PHASE, drew)
    kept = ["Axis draw Extra Move and keep it face down", "Axis draw a Tactical Chit and keep it face down"]  # to each what he may
    tells(drawing(AXIS, ["Extra Move", "15/21 PZ"], ONE_UNIT, ["Extra Move", "15/21 PZ"]), *PHASE, *kept, REACH, drew)
    storm = "Axis draw a Sandstorm: two thirds of all movement is lost in this action"
    tells(drawing(AXIS, ["Sandstorm", "15/21 PZ"], ONE_UNIT, ["Sandstorm", "15/21 PZ"]), *PHASE, storm, REACH, drew)
    air = drawing(AXIS, ["Air", "15/21 PZ"], ONE_UNIT, ["Air"])
    tells(air, *PHASE, "Axis draw an Air chit")
    s = play(air, "bomb PAVO", dice=[4, chit("15/21 PZ")])
    tells(s, "Air attack on PAVO", "Air attack: the target is Disrupted", "PAVO is Disrupted", REACH, drew)


def test_set_up_and_initiative() -> None:
    s = start(free=True)
    first = offered(s)[0].split()
    tells(play(s, " ".join(first)), f"{' '.join(first[1:-1])} starts in {first[-1]}")
    tells(in_turn(position(ONE_UNIT), INITIATIVE, dice=[9, 1]), "Axis hold the initiative")
