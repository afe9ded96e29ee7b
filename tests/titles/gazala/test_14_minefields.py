"""14.0 Minefields, 14.1 breaching, 14.2 lines of communication."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.titles.gazala.combat import modifiers
from sandtable.titles.gazala.face.cautions import caution
from sandtable.titles.gazala.frames import Attack, Turn
from sandtable.titles.gazala.minefields import PlaceBreach, markers_left
from sandtable.titles.gazala.state import State
from sandtable.titles.gazala.supply import lines, lines_met
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    BREACHES,
    LINES,
    MINES,
    NEXT,
    PLACING,
    SUPPLY,
    At,
    E,
    acting,
    in_turn,
    moving,
    mp,
    names,
    position,
    retreating,
    supply_of,
    where,
)


def mined(s: State, a: str, b: str) -> bool:
    return E.hexside(a, b) in s.mines


def supplied(at: At, unit: str, **facts: object) -> bool:
    s = position(at, **facts)  # type: ignore[arg-type]
    return supply_of(in_turn(s, SUPPLY, dice=[7, 3]), unit) == 0


# 14.0


@rule("gazala", "14.0-a")
def test_the_axis_do_not_cross_mines() -> None:
    s = moving(position({"5/1": "1416"}), "5/1")
    assert why_not(s, "go 1316").rule in ("14.0-a", "8.0-i")
    s = moving(position({"5/1": "1415"}), "5/1")
    assert why_not(s, "go 1315").rule == "14.0-a"


@rule("gazala", "14.0-b")
def test_the_allies_pay_twelve() -> None:
    s = moving(position({"9 L": "1416"}), "9 L")
    assert mp(play(s, "go 1316")) == 11
    s = moving(position({"4 GH": "0810"}), "4 GH")
    assert why_not(s, "go 0811").rule == "14.0-b"  # a foot unit never can


@rule("gazala", "14.0-c")
def test_tracks_do_not_change_minefields() -> None:
    s = moving(position({"27": "0208"}), "27")
    assert why_not(s, "go 0307").rule == "8.0-i"


@rule("gazala", "14.0-f")
def test_mines_stop_axis_supply() -> None:
    assert not supplied({"12 Ber": "1218"}, "12 Ber")
    assert supplied({"12 Ber": "1218"}, "12 Ber", breached=[("1218", "1217"), ("0815", "0715", "0914")])


@rule("gazala", "14.0-g")
def test_mines_do_not_stop_allied_supply() -> None:
    assert supplied({"Marine": "1318"}, "Marine")


@rule("gazala", "14.0-h")
def test_attacks_over_mines() -> None:
    s = play(moving(position({"2 LE": "1118", "9 Ber": "1018"}), "2 LE"), "attack medium", dice=[6])
    assert told(s, "row") == [(4,)]
    s = play(moving(position({"2 LE": "1118", "9 Ber": "1018"}, breached=[("1118", "1018")]), "9 Ber"), "attack medium", dice=[6])
    assert told(s, "row") == [(4,)]  # no mines, but the fortification
    s = play(moving(position({"2 LE": "1118", "9 Ber": "1018"}), "9 Ber"), "attack medium", dice=[6])
    assert told(s, "row") == [(2,)]


@rule("gazala", "14.0-i")
def test_minefield_1102_comes_on_june_5() -> None:
    s = moving(position({"8/1": "1003"}, turn="June 3-4", scenario=1), "8/1")
    assert mp(play(s, "go 1102")) == 23.5
    s = moving(position({"8/1": "1003"}, turn="June 5-6", scenario=1), "8/1")
    assert why_not(s, "go 1102").rule == "8.0-i"
    s = position({"8/1": "1003"}, turn="June 3-4", scenario=1)
    assert not mined(s, "1102", "1003")
    s = in_turn(s, NEXT, dice=[1, 2])  # on to June 5-6
    assert mined(s, "1102", "1003")
    assert told(s, "mined")


@rule("gazala", "14.0-j")
def test_the_line_0204_to_0801_comes_on_june_9() -> None:
    s = moving(position({"5/1": "0603"}, turn="June 7-8", scenario=1), "5/1")
    assert where(play(s, "go 0602"), "5/1") == "0602"
    s = moving(position({"5/1": "0603"}, turn="June 9-10", scenario=1), "5/1")
    assert why_not(s, "go 0602").rule == "14.0-a"
    late = [E.hexes.ids[h] for h in sorted(E.mined_hexes[10] - E.mined_hexes[9])]
    assert late == ["0204", "0303", "0403", "0502", "0602", "0701", "0801"]


@rule("gazala", "14.0-k")
def test_inside_a_belt_movement_is_free() -> None:
    s = moving(position({"4 EY": "0711"}), "4 EY")
    s = play(s, "go 0712", "go 0612", "go 0511", "go 0510", "go 0410")
    assert mp(s) == 1
    s = play(s, "go 0409")
    assert where(s, "4 EY") == "0409"


# 14.1


@rule("gazala", "14.1-a")
def test_two_markers_a_turn_from_may_28() -> None:
    at = {"65/1": "0816", "65/2": "0816", "66/1": "0817"}
    s = in_turn(position(at), PLACING)
    s = play(s, "breach 65/1 0815", "breach 65/2 0915", dice=[7, 3])
    assert len(s.works) == 2
    assert asked(s)[1] == "Turn"
    assert not [text for text in offered(s) if text.startswith("breach")]
    refusal = PlaceBreach().why_not(s, Turn(placed=2), E.u("66/1"), E.h("0916"))
    assert refusal is not None
    assert refusal.rule == "14.1-a"


@rule("gazala", "14.1-b")
def test_a_breach_gives_no_modifier() -> None:
    at = {"9 L": "1316", "65/1": "1217"}
    s = moving(position(at, breached=[("1316", "1217")]), "9 L")
    assert told(play(s, "attack medium", dice=[6]), "row") == [(6,)]
    s = moving(position(at), "9 L")
    assert told(play(s, "attack medium", dice=[6]), "row") == [(4,)]


@rule("gazala", "14.1-b2")
def test_a_breach_opens_movement_for_both() -> None:
    for unit in ("9 L", "5/1"):
        s = moving(position({unit: "1416"}, breached=[("1316", "1416")]), unit)
        assert mp(play(s, "go 1316")) == 23


@rule("gazala", "14.1-b3")
def test_a_breach_opens_supply() -> None:
    assert supplied({"65/1": "1316"}, "65/1", breached=[("1316", "1416")])
    assert not supplied({"65/1": "1316"}, "65/1")


SIX = [("0308", "0209"), ("0409", "0309"), ("0713", "0614"), ("0814", "0714"), ("0815", "0715"), ("0915", "0816")]


@rule("gazala", "14.1-c")
def test_there_are_six_markers() -> None:
    assert E.breach_markers == 6
    assert markers_left(position({}, breached=SIX)) == 0
    s = in_turn(position({"65/1": "0817"}, breached=SIX), PLACING, dice=[7, 3])
    assert asked(s)[1] == "Turn"
    assert offered(s) == ["first allied", "first axis"]
    s = in_turn(position({"65/1": "0817"}, breached=SIX[:5]), PLACING)
    assert "breach 65/1 0916" in offered(s)


@rule("gazala", "14.1-d")
def test_where_a_marker_can_be_placed() -> None:
    at = {"65/1": "1217", "9 L": "1316", "11 Arm": "1216", "3 Ber AT": "1215", "66/1": "1114"}
    s = in_turn(position(at), PLACING)
    assert "breach 65/1 1316" in offered(s)  # even with an Allied unit there
    assert why_not(s, "breach 11 Arm 1315").rule == "14.1-d"
    assert why_not(s, "breach 3 Ber AT 1314").rule == "14.1-d"
    assert why_not(s, "breach 66/1 1214").rule == "14.1-d"
    assert play(s, "breach 65/1 1316", dice=[7, 3]).works == ((E.u("65/1"), E.h("1316")),)


@rule("gazala", "14.1-d2")
def test_each_marker_needs_its_own_unit() -> None:
    s = in_turn(position({"65/1": "0816", "65/2": "0816"}), PLACING)
    s = play(s, "breach 65/1 0815")
    assert why_not(s, "breach 65/1 0915").rule == "14.1-d2"
    s = play(s, "breach 65/2 0915", dice=[7, 3])
    assert names([unit for unit, _ in s.works]) == ["65/1", "65/2"]
    s = in_turn(position({"65/1": "0816", "28": "0309"}), PLACING)
    s = play(s, "breach 65/1 0815")
    assert {text.split()[1] for text in offered(s)[:-1]} == {"28"}


@rule("gazala", "14.1-e")
def test_a_working_unit_neither_moves_nor_attacks() -> None:
    at = {"65/1": "1217", "65/2": "1116", "9 L": "1418"}
    s = acting(position(at, works={"65/1": "1316"}), "65/1", "65/2")
    assert why_not(s, "move 65/1").rule == "14.1-e"
    s = moving(position({"65/1": "1217", "66/1": "1215", "66/2": "1315", "PAVO": "1216"}, works={"65/1": "1316"}), "66/1")
    assert why_not(play(s, "attack medium"), "join 65/1").rule == "14.1-e"


@rule("gazala", "14.1-e2")
def test_a_forced_retreat_ends_the_attempt() -> None:
    s = retreating(position({"65/1": "0715"}, works={"65/1": "0815"}), "65/1")
    assert s.works == ()
    assert markers_left(s) == 6
    at = {"65/1": "0715", "10 Hus": "0714", "9 L": "0615"}
    s = position(at, works={"65/1": "0815"})
    s = play(moving(s, "10 Hus"), "attack medium", "join 9 L", dice=[4])
    assert E.crt.words[told(s, "result")[0][0]] == "-/D"
    assert s.works == ((E.u("65/1"), E.h("0815")),)
    s = play(moving(position(at, works={"65/1": "0815"}), "10 Hus"), "attack heavy", "join 9 L", dice=[9])
    assert where(s, "65/1") == "dead"
    assert s.works == ()


@rule("gazala", "14.1-e2", "14.1-d2")
def test_the_other_worker_goes_on() -> None:
    at, works = {"65/1": "0816", "65/2": "0816"}, {"65/1": "0815", "65/2": "0915"}
    for falls, stays in (("65/1", "65/2"), ("65/2", "65/1")):
        s = retreating(position(at, works=works), falls)
        assert s.works == ((E.u(stays), E.h(works[stays])),)
        assert told(s, "work_ended") == [(E.u(falls),)]
        assert markers_left(s) == 5
    together = play(retreating(position(at, works=works), "65/1", "65/2"), "together 0816")
    assert together.works == ()
    idle = retreating(position({**at, "66/1": "0715"}, works=works), "66/1")
    assert len(idle.works) == 2
    assert not told(idle, "work_ended")


def finished(at: At, works: dict[str, str], turn: str = "May 29", breached: Sequence[tuple[str, ...]] = ()) -> State:
    """After the breaches of the turn before were resolved."""
    idle = {"28": "0310"}  # could place a marker, so that the question comes
    return in_turn(position({**idle, **at}, turn=turn, works=works, breached=breached), BREACHES)


@rule("gazala", "14.1-f", "14.1-g")
def test_an_allied_unit_beyond_the_hexside_stops_the_breach() -> None:
    s = finished({"66/1": "1215", "9 L": "1314"}, {"66/1": "1314"})
    assert told(s, "breach_failed") == [(E.u("66/1"), E.h("1314"))]
    assert mined(s, "1215", "1314")
    assert markers_left(s) == 6
    assert "breach 66/1 1314" in offered(s)  # and it may be tried again at once
    s = finished({"66/1": "1215"}, {"66/1": "1314"})
    assert not mined(s, "1215", "1314")


@rule("gazala", "14.1-h")
def test_the_opposite_hexside_opens_too() -> None:
    s = finished({"65/1": "1217"}, {"65/1": "1316"})
    assert not mined(s, "1217", "1316")
    assert not mined(s, "1316", "1416")
    assert mined(s, "1316", "1417")
    assert len(s.breaches) == 1


@rule("gazala", "14.1-i")
def test_not_if_an_allied_unit_stands_beyond_it() -> None:
    s = finished({"65/1": "1216", "9 L": "1415"}, {"65/1": "1315"})
    assert not mined(s, "1216", "1315")
    assert mined(s, "1315", "1415")


def test_the_example_of_three_breaches() -> None:
    """14.1: blocked in 1314, into 1315 only, and straight through 1316 to 1416."""
    at = {"66/1": "1215", "66/2": "1216", "65/1": "1217", "9 L": "1314", "10 Hus": "1415"}
    s = finished(at, {"66/1": "1314", "66/2": "1315", "65/1": "1316"})
    open_sides = [
        not mined(s, a, b) for a, b in (("1215", "1314"), ("1216", "1315"), ("1315", "1415"), ("1217", "1316"), ("1316", "1416"))
    ]
    assert open_sides == [False, True, False, True, True]


@rule("gazala", "14.1-j")
def test_one_marker_may_show_both_breaches() -> None:
    s = finished({"65/1": "1415"}, {"65/1": "1315"}, breached=[("1315", "1216")])
    assert markers_left(s) == 4
    assert "onemarker 1315" in offered(s)
    s = play(s, "onemarker 1315")
    assert markers_left(s) == 5
    assert not mined(s, "1216", "1315")
    assert not mined(s, "1315", "1415")
    assert why_not(s, "onemarker 1315").rule == "14.1-j"
    apart = in_turn(position({"65/1": "1217"}, breached=[("1315", "1216"), ("1315", "1416")]), PLACING)
    assert why_not(apart, "onemarker 1315").rule == "14.1-j"  # not opposite


@rule("gazala", "14.1-k")
def test_nothing_more_opens_inside_the_belt() -> None:
    s = finished({"27": "0309"}, {"27": "0410"})
    assert not mined(s, "0309", "0410")
    assert s.breaches[0][2] == -1
    assert E.hexside("0410", "0510") not in E.mined_sides[4]


@rule("gazala", "14.1-l")
def test_breaches_are_resolved_before_new_ones_are_placed() -> None:
    s = position({"66/1": "1215", "65/1": "0817", "9 L": "1314"}, turn="June 1-2",
                 works={"66/1": "1314", "65/1": "0916"}, breached=SIX[:4])  # fmt: skip
    assert markers_left(s) == 0
    s = in_turn(s, MINES)
    assert markers_left(s) == 1
    assert "breach 66/1 1314" in offered(s)


@rule("gazala", "14.1-m")
def test_breaching_from_inside_outwards() -> None:
    s = in_turn(position({"65/1": "0916"}), PLACING)
    assert "breach 65/1 1016" in offered(s)
    s = finished({"65/1": "0916"}, {"65/1": "1016"})
    assert not mined(s, "0916", "1016")
    assert not mined(s, "0916", "0817")
    s = finished({"65/1": "0916", "9 L": "0817"}, {"65/1": "1016"})
    assert not mined(s, "0916", "1016")
    assert mined(s, "0916", "0817")


@rule("gazala", "PC-9", "18.0-c")
def test_trieste_and_pavia_can_start_breaching_on_may_28() -> None:
    s = in_turn(position({"65/1": "0816", "27": "0309"}), PLACING)
    assert {"breach 65/1 0815", "breach 65/1 0915", "breach 27 0409", "breach 27 0410"} <= set(offered(s))
    s = finished({"65/1": "0715"}, {"65/1": "0815"})
    assert not mined(s, "0715", "0815")
    assert not mined(s, "0815", "0914")


# 14.2

UNITS = [E.names.text("unit", u) for u in E.of_side[AXIS]]
EAST = [
    "1414",
    "1415",
    "1513",
    "1515",
    "1614",
    "1615",
    "1713",
    "1714",
    "1715",
    "1814",
    "1815",
    "1816",
    "1913",
    "1914",
    "1915",
    "2014",
]
THROUGH = [("0713", "0614", "0813")]  # the Trigh el Abd


def army(count: int, hexes: Sequence[str] = EAST) -> dict[str, str]:
    return {unit: hexes[n % len(hexes)] for n, unit in enumerate(UNITS[:count])}


def actions(at: At, turn: str, breached: Sequence[tuple[str, ...]], printed: int = 4) -> int:
    """Axis actions after the lines were checked."""
    s = position(at, turn=turn, scenario=1, breached=breached, actions=(0, printed))
    return in_turn(s, LINES, dice=[7, 3]).actions[AXIS]


@rule("gazala", "14.2-a")
def test_one_line_to_eight_units_from_may_29() -> None:
    assert actions(army(12), "May 29", THROUGH) == 4
    assert actions(army(8), "May 29", THROUGH) == 4
    assert actions(army(7), "May 29", THROUGH) == 3
    assert actions(army(12), "May 29", ()) == 3
    assert [row.lines for row in E.turn_rows] == [0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2]
    assert (E.hexes.ids[E.passages[0]], E.hexes.ids[E.passages[-1]]) == ("0104", "1118")


@rule("gazala", "14.2-b")
def test_what_stops_a_line() -> None:
    assert actions({**army(12), "9 L": "1214"}, "May 29", THROUGH) == 3
    assert actions(army(12), "May 29", [("0713", "0614")]) == 3  # the far hexside is not breached
    assert actions({**army(12), "9 L": "0713"}, "May 29", THROUGH) == 3
    assert actions({**army(12), "9 L": "0614"}, "May 29", THROUGH) == 3  # nothing comes as far as the breach


@rule("gazala", "14.2-b2")
def test_a_line_does_not_follow_the_belt() -> None:
    at = army(10, ["0507", "0607", "0707", "0608", "0508"])
    s = position(at, turn="May 29", breached=[("0713", "0614"), ("0307", "0208", "0407")])
    reached = lines(s)
    assert len(reached[E.h("0307")]) == 10
    assert len(reached[E.h("0713")]) == 0


@rule("gazala", "14.2-c")
def test_a_line_does_not_return_into_the_zone() -> None:
    # in by 0307, along to 0308 and out again to 0209: from there round the south to all units, but that does not count
    at = army(12)
    s = position(at, turn="May 29", breached=[("0307", "0208"), ("0308", "0209")])
    assert [len(units) for units in lines(s).values()] == [0, 0]
    assert actions(at, "May 29", [("0307", "0208"), ("0308", "0209")]) == 3
    assert all(supply_of(in_turn(position(at), SUPPLY, dice=[1, 2]), unit) == 0 for unit in at)


TWO = [("0713", "0614", "0813"), ("0815", "0715", "0914")]


@rule("gazala", "14.2-d")
def test_two_lines_from_june_1() -> None:
    assert actions(army(20), "June 1-2", THROUGH) == 3
    assert actions(army(20), "June 1-2", TWO) == 4


@rule("gazala", "14.2-e")
def test_no_unit_counts_for_both_lines() -> None:
    assert actions(army(15), "June 1-2", TWO) == 3
    assert actions(army(16), "June 1-2", TWO) == 4
    s = position(army(16), turn="June 1-2", breached=TWO)
    assert lines_met(s) == 2


@rule("gazala", "14.2-e2")
def test_only_units_beyond_the_belt_count() -> None:
    zone = dict(zip(UNITS[:10], ["0514", "0515", "0516", "0517", "0518"] * 2, strict=True))
    east = dict(zip(UNITS[10:17], EAST, strict=False))
    assert actions({**zone, **east}, "May 29", THROUGH) == 3
    assert actions({**zone, **dict(zip(UNITS[10:18], EAST, strict=False))}, "May 29", THROUGH) == 4


@rule("gazala", "14.2-e2", "5.0-d2")
def test_the_minefield_hex_in_which_a_unit_stands_is_no_obstacle_to_its_line() -> None:
    at = {**army(7), UNITS[7]: "1316"}  # between 1315 and 1317, in the mines behind the front belt
    assert actions(at, "May 29", THROUGH) == 3
    assert actions(at, "May 29", [*THROUGH, ("1315", "1415")]) == 4  # it is enough that 1315 is reached
    assert actions({**at, "9 L": "1315"}, "May 29", [*THROUGH, ("1315", "1415")]) == 3


@rule("gazala", "14.2-f")
def test_the_loss_is_one_action_in_all() -> None:
    assert actions(army(20), "June 1-2", ()) == 3


@rule("gazala", "14.2-g")
def test_the_loss_holds_for_one_turn() -> None:
    at = {**army(12), "28": "0310"}  # 28 could place a marker, so that the question comes
    assert actions(at, "May 29", ()) == 3
    s = position(at, turn="May 29", breached=THROUGH, actions=(0, 3))
    s = play(in_turn(s, NEXT), "done", dice=[1, 2])  # on to May 30-31
    assert (s.turn, s.actions[AXIS]) == (5, E.turn_rows[4].axis_actions)


def test_mines_and_terrain_are_separate_terms() -> None:
    s = position({"132/8": "1319", "Marine": "1318"})
    attack = Attack(AXIS, E.u("132/8"), 2, (E.u("Marine"),), hexes=(E.h("1318"),))
    assert [(term.value, term.rule) for term in modifiers(s, attack).terms] == [(2, "PC-3"), (-2, "PC-4"), (-2, "14.0-h")]
    assert ALLIED == 0


def test_who_begins_no_more_breaches_is_told_how_many_more_are_allowed() -> None:
    s = in_turn(position({"65/1": "0816", "65/2": "0816", "66/1": "0817"}), PLACING)
    assert [c.text for c in caution(s, ("done", 0, 0))] == ["2 more breaches could be begun in this turn"]
    s = play(s, "breach 65/1 0815")
    assert [c.text for c in caution(s, ("done", 0, 0))] == ["1 more breach could be begun in this turn"]
