"""What the log tells: an event for everything that happens, with the right names, in order."""

from __future__ import annotations

from sandtable.face.story import question
from sandtable.titles.gazala import TITLE
from sandtable.titles.gazala.state import State
from tests.kit import offered, play, telling
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    INITIATIVE,
    LINES,
    chit,
    drawing,
    drawn,
    in_turn,
    moving,
    position,
    retreating,
    start,
)

RING = {"5/1": "1621", "104/1": "1420", "104/2": "1620", "PAVO": "1520"}
ONE_UNIT = {"5/1": "2020", "PAVO": "1520"}
PHASE = ["The Axis side acts first", "Axis Action Phase begins"]


def tells(s: State, *lines: str) -> None:
    assert telling(TITLE, s) == list(lines)


def test_a_move_and_an_attack() -> None:
    s = play(moving(position(RING), "5/1"), "go 1622", "go 1621", "attack medium")
    tells(
        s,
        "I/5th Panzer moves to 1622 (south-east of Point 171)",
        "I/5th Panzer moves to 1621 (south-east of Point 171)",
        "I/5th Panzer makes a medium attack on Point 171 (1520)",
    )
    s = play(s, "join 104/1", "join 104/2", dice=[9])
    joined, fell = (
        ["I/104th Rifles joins the attack", "II/104th Rifles joins the attack"],
        [
            "With all modifiers it counts as 9",
            "The result: the defender loses 2 steps, is Disrupted and retreats",
            "PAVO Cavalry is eliminated",
        ],
    )
    tells(s, *joined, "Odds of 9 to 1", *fell)
    tells(
        play(s, "advance 104/1 1520", "stay", "halt"),
        "I/104th Rifles advances to Point 171 (1520)",
    )


def test_retreats() -> None:
    tells(play(retreating(position({"10 Hus": "1901"}), "10 Hus"), "off north"), "10th Hussars leaves the map by the north edge")
    s = play(retreating(position({"10 Hus": "1901", "8/1": "1902"}), "10 Hus"), "back 2001")
    tells(
        s,
        "10th Hussars retreats to 2001 (north-east of Maabus er Rigel)",
        "10th Hussars retreats to 2101 (east of Maabus er Rigel)",
    )


def test_the_second_hex_of_a_retreat_is_asked_from_where_it_has_come() -> None:
    s = retreating(position({"10 Hus": "2010"}), "10 Hus")
    assert question(s).text == "Which way does 10th Hussars retreat from 2010 (3 hexes south of Bir Lefa)?"
    s = play(s, offered(s)[0])
    assert question(s).text.startswith("Where does 10th Hussars go on to from ")
    assert question(s).how.endswith("the retreat ends there.")


def test_activation() -> None:
    tells(play(drawn(position({"5/1": "2020"}), AXIS, "15/21 PZ"), "activate 21 PZ"), "21st Panzer Division is activated")
    s = drawn(position({"8/2": "2020", "5/1": "2021"}), AXIS, "Ariete/Trieste")
    tells(play(s, "single 5/1"), "I/5th Panzer is activated")
    s = drawn(position({"5/1": "2020", "8/1": "2021"}, axis_box=["Extra Move"]), AXIS, "15/21 PZ")
    s = play(s, "activate 21 PZ", "extra 8/1")
    tells(s, "21st Panzer Division is activated", "The Axis side plays a chit: Extra Move", "I/8th Panzer is activated")


def test_chits_that_are_drawn() -> None:
    drew = "Axis Action Chit: 15th Panzer or 21st Panzer"
    tells(drawing(AXIS, ["15/21 PZ"], ONE_UNIT, ["15/21 PZ"]), *PHASE, drew)
    kept = [
        "Axis Tactical Chit, kept face down: Extra Move",
        "The Axis side keeps a Tactical Chit face down",
    ]  # to each what he may
    tells(drawing(AXIS, ["Extra Move", "15/21 PZ"], ONE_UNIT, ["Extra Move", "15/21 PZ"]), *PHASE, *kept, drew)
    storm = "The Axis side draws a Sandstorm: two thirds of all movement is lost in this action"
    tells(drawing(AXIS, ["Sandstorm", "15/21 PZ"], ONE_UNIT, ["Sandstorm", "15/21 PZ"]), *PHASE, storm, drew)
    air = drawing(AXIS, ["Air", "15/21 PZ"], ONE_UNIT, ["Air"])
    tells(air, *PHASE, "The Axis side draws an Air chit")
    s = play(air, "bomb PAVO", dice=[4, chit("15/21 PZ")])
    tells(
        s,
        "The Axis aircraft attack PAVO Cavalry",
        "The aircraft: the target is Disrupted (PAVO Cavalry)",
        "PAVO Cavalry is Disrupted",
        drew,
    )


def test_set_up_and_initiative() -> None:
    s = start(free=True)
    first = offered(s)[0].split()
    tells(play(s, " ".join(first)), "Queen's Bays starts in 1801 (north of Maabus er Rigel)")
    tells(in_turn(position(ONE_UNIT), INITIATIVE, dice=[9, 1]), "The Axis side has the initiative")


def test_who_stands_beside_enemies_and_cannot_attack_them_is_told_why() -> None:
    able, spent = question(moving(position(RING), "5/1")), question(moving(position(RING), "5/1", left=7))
    assert able.text.endswith("or whom does it attack?")
    assert able.stop == "When it halts, its action is over."
    assert spent.text == "I/5th Panzer has 7 movement points. Where does it go?"
    assert spent.stop.startswith("It cannot attack from here: even a light attack takes 8 movement points. ")
    guns = question(moving(position({"33 AT": "1621", "PAVO": "1520"}), "33 AT"))
    assert guns.stop.startswith("It cannot attack from here: ")
    assert question(moving(position({"33 AT": "1621"}), "33 AT")).text.endswith("Where does it go?")


def test_reinforcements_are_asked_for_one_by_one() -> None:
    s = play(drawn(position({}, due={"5/1": 1, "5/2": 1}), AXIS, "15/21 PZ"), "activate 21 PZ")
    assert question(s)[:2] == ("Where does I/5th Panzer enter the map?", "Click one of the lit hexes. II/5th Panzer comes next.")
    s = play(s, offered(s)[0])
    assert question(s)[:2] == ("Where does II/5th Panzer enter the map?", "Click one of the lit hexes.")


def test_who_may_not_use_a_chit_is_named_with_the_question() -> None:
    first = drawn(position({"65/1": "0815", "132/8": "1320"}, turn="May 27 AM"), AXIS, "Ariete/Trieste")
    assert question(first).how.endswith("Not Trieste Motorised Division: Pavia and Trieste do not move on May 27.")
    later = drawn(position({"65/1": "0815", "132/8": "1320"}), AXIS, "Ariete/Trieste")
    assert question(later).how.endswith("to activate that one alone.")
    double = drawn(position({"Bays": "1902", "9 L": "2002"}), ALLIED, "Double")
    assert question(double).how == "It activates any two units, of whatever formations. Click the first."


def test_a_lost_action_is_told_with_the_lines_that_the_turn_asks_for_not_with_those_that_are_wanting() -> None:
    s = in_turn(position({"5/1": "2020"}, turn="May 29", actions=(4, 4)), LINES, dice=[7, 3])
    assert "The Axis loses an action for want of lines of communication: this turn asks for 1" in telling(TITLE, s)
