"""8.0 Movement, 8.1 the prohibited zone, 8.2 the 69th Brigade, 8.3 off-map movement."""

from __future__ import annotations

from sandtable.titles.gazala.edition import EAST, SOUTH
from sandtable.titles.gazala.face.reach import beside, onto, reach
from sandtable.titles.gazala.movement import exit_cost
from sandtable.titles.gazala.victory import total
from tests.kit import offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    E,
    acting,
    drawn,
    is_used,
    moving,
    mp,
    position,
    start,
    steps,
    supply_of,
    values,
    where,
)


@rule("gazala", "8.0-a", "11.0-a")
def test_one_allowance_for_movement_and_combat() -> None:
    s = moving(position({"5/1": "2020", "PAVO": "2011"}), "5/1")
    s = play(s, *[f"go 20{row}" for row in range(19, 11, -1)], "attack medium", dice=[3])
    assert told(s, "odds") == [(4,)]
    assert where(s, "PAVO") == "2011"
    assert offered(s)[-1] == "end"  # nothing is left: the move is over
    s = moving(position({"5/1": "2016", "PAVO": "2011"}), "5/1")
    s = play(s, *[f"go 20{row}" for row in range(15, 11, -1)], "attack medium", dice=[3])
    assert mp(s) == 4
    assert why_not(acting(position({"5/1": "2020", "5/2": "2018"}), "5/1"), "move 5/2").rule == "8.0-a"


@rule("gazala", "8.0-b")
def test_the_allowance_is_reduced_by_conditions() -> None:
    assert mp(play(acting(position({"3 Rec": "2020"}, disrupted=["3 Rec"]), "3 Rec"), "move 3 Rec")) == 20
    assert mp(play(acting(position({"3 Rec": "2020"}, unsupplied=["3 Rec"]), "3 Rec"), "move 3 Rec")) == 20
    assert mp(play(acting(position({"3 Rec": "2020"}), "3 Rec", storm=True), "move 3 Rec")) == 10


@rule("gazala", "8.0-d")
def test_a_unit_that_moved_is_used() -> None:
    s = acting(position({"115/1": "2020", "8/1": "2010"}), "115/1", "8/1")
    s = play(s, "move 115/1", "go 2019", "go 2018", "go 2017", "halt")
    assert is_used(s, "115/1")
    assert values(s, "115/1") == (3, 4)


@rule("gazala", "8.0-e")
def test_a_unit_that_spent_nothing_stays_unused() -> None:
    s = acting(position({"104/3": "2020", "8/1": "2010"}), "104/3", "8/1")
    s = play(s, "move 104/3", "halt")
    assert not is_used(s, "104/3")
    assert why_not(s, "move 104/3").rule == "8.0-a"


@rule("gazala", "8.0-f")
def test_rough_ground_costs_more() -> None:
    s = moving(position({"2 RB": "1513"}), "2 RB")
    assert mp(play(s, "go 1514")) == 21
    assert why_not(s, "go 1511").rule == "8.0-f"


@rule("gazala", "8.0-g")
def test_the_road_cost_replaces_the_terrain() -> None:
    s = moving(position({"5/1": "1605"}), "5/1")
    assert mp(play(s, "go 1704", "go 1804")) == 23


@rule("gazala", "8.0-h")
def test_escarpments_are_crossed_only_by_road() -> None:
    s = moving(position({"10 Hus": "1802"}), "10 Hus")
    assert why_not(s, "go 1801").rule == "8.0-h"
    assert why_not(s, "go 1701").rule == "8.0-h"
    s = moving(position({"10 Hus": "1702"}), "10 Hus")
    assert mp(play(s, "go 1701")) == 23.5


@rule("gazala", "8.0-i")
def test_roads_do_not_help_the_axis_over_mines() -> None:
    s = moving(position({"65/1": "0614"}), "65/1")
    assert why_not(s, "go 0713").rule == "8.0-i"
    s = moving(position({"65/1": "0614"}, breached=[("0713", "0614")]), "65/1")
    assert mp(play(s, "go 0713")) == 23.5


@rule("gazala", "8.0-j")
def test_roads_do_not_lift_the_cost_of_mines() -> None:
    s = moving(position({"10 Hus": "1318"}), "10 Hus")
    assert mp(play(s, "go 1418")) == 24 - 12.5


@rule("gazala", "8.0-n")
def test_no_unit_enters_an_enemy_hex() -> None:
    s = moving(position({"5/1": "1621", "PAVO": "1520"}), "5/1")
    assert why_not(s, "go 1520").rule == "8.0-n"


@rule("gazala", "PC-1")
def test_ground_by_class() -> None:
    spent = [24 - mp(play(moving(position({unit: "1209"}), unit), "go 1109")) for unit in ("8/1", "115/1")]
    assert spent == [2, 3]
    assert 6 - mp(play(moving(position({"5 GH": "1209"}), "5 GH"), "go 1109")) == 1
    for unit, allowance in (("8/1", 24), ("115/1", 24), ("5 GH", 6)):
        assert allowance - mp(play(moving(position({unit: "1211"}), unit), "go 1212")) == 1


@rule("gazala", "PC-2")
def test_roads_by_class() -> None:
    assert 6 - mp(play(moving(position({"28": "0108"}), "28"), "go 0208")) == 1
    assert 24 - mp(play(moving(position({"9 Ber": "0108"}), "9 Ber"), "go 0208")) == 0.5
    assert 24 - mp(play(moving(position({"11 Arm": "0108"}), "11 Arm"), "go 0208")) == 0.5


# 8.1


@rule("gazala", "8.1-a")
def test_the_prohibited_zone_is_closed_to_the_allies() -> None:
    s = moving(position({"2 RL": "1220"}), "2 RL")
    assert why_not(s, "go 1120").rule == "8.1-a"
    s = moving(position({"10 Hus": "1118"}), "10 Hus")
    assert why_not(s, "go 1018").rule == "8.1-a"
    assert len(E.zone_hexes) == 103
    s = moving(position({"104/1": "1220"}), "104/1")
    assert where(play(s, "go 1120"), "104/1") == "1120"


@rule("gazala", "8.1-b")
def test_the_ban_holds_for_retreat_and_advance_too() -> None:
    # 3 LE in 1118: all neighbours outside the zone are held by the Axis
    held = {"132/8": "1117", "132/9": "1218", "132/10": "1219", "5/1": "1119"}
    s = moving(position({"3 LE": "1118", **held}, breached=[("1118", "1018")]), "5/1", left=24)
    free = [E.hexes.ids[h] for h in E.neighbours[E.h("1118")] if not s.stack[h]]
    assert free == ["1019", "1018"]
    s = play(s, "attack heavy", "join 132/8", "join 132/9", "join 132/10", dice=[9])
    assert where(s, "3 LE") == "dead"
    s = moving(position({"3 LE": "1118", "9 Ber": "1018"}), "3 LE")
    assert why_not(s, "go 1019").rule == "8.1-a"


@rule("gazala", "8.1-c")
def test_the_belt_itself_is_open_to_the_allies() -> None:
    s = start(free=True)
    assert E.h("1118") in E.setup_hexes[E.u("2 LE")]
    assert not E.prohibited[E.h("1118")]
    s = moving(position({"2 LE": "1117"}), "2 LE")
    assert where(play(s, "go 1118"), "2 LE") == "1118"


# 8.2


@rule("gazala", "8.2-a")
def test_bracketed_units_stay_in_their_area() -> None:
    assert [row.id for row in E.unit_rows if row.bracketed] == ["5 EY", "6 GH"]
    s = moving(position({"5 EY": "0403"}), "5 EY")
    assert why_not(s, "go 0404").rule == "8.2-a"
    assert where(play(s, "go 0303"), "5 EY") == "0303"


@rule("gazala", "8.2-b")
def test_the_third_unit_moves_freely() -> None:
    s = moving(position({"7 GH": "0303"}), "7 GH")
    assert where(play(s, "go 0304"), "7 GH") == "0304"


@rule("gazala", "8.2-c")
def test_a_bracketed_unit_without_retreat_in_its_area_is_eliminated() -> None:
    at = {"6 GH": "0801", "5/1": "0701", "5/2": "0802"}
    s = moving(position(at), "5/2")
    s = play(s, "attack heavy", "join 5/1", dice=[4])
    assert E.effects[told(s, "result")[0][0]][1] == (0, False, True)
    assert where(s, "6 GH") == "dead"
    s = moving(position({"5 EY": "0301"}), "5 EY")
    assert why_not(s, "exit north").rule == "8.2-a"


# 8.3


@rule("gazala", "8.3-a")
def test_allied_units_leave_by_three_edges() -> None:
    s = moving(position({"5 RTR": "3014"}), "5 RTR")
    s = play(s, "exit east")
    assert where(s, "5 RTR") == "off"
    for hex, edge, open_ in (("2001", "north", True), ("2022", "south", True), ("0102", "west", False)):
        s = moving(position({"5 RTR": hex}), "5 RTR")
        if open_:
            assert f"exit {edge}" in offered(s)
        else:
            assert why_not(s, f"exit {edge}").rule == "8.3-a"
    s = position({"5 RTR": "3014", "3 RTR": "3010"})
    assert exit_cost(s, E.u("5 RTR"), s.where[E.u("5 RTR")], EAST) == 1  # along the track for half a point
    assert exit_cost(s, E.u("3 RTR"), s.where[E.u("3 RTR")], EAST) == 2


@rule("gazala", "8.3-b")
def test_axis_units_leave_by_the_south_edge_only() -> None:
    s = moving(position({"5/1": "1901"}), "5/1")
    assert why_not(s, "exit north").rule == "8.3-b"
    s = moving(position({"5/1": "1921"}), "5/1")
    assert where(play(s, "exit south"), "5/1") == "off"
    assert why_not(moving(position({"5/1": "1920"}), "5/1"), "exit south").rule == "8.3-a"


@rule("gazala", "8.3-c")
def test_leaving_costs_the_terrain_of_the_hex() -> None:
    s = moving(position({"155/1": "2121", "8/1": "2119"}), "155/1", left=1)
    assert where(play(s, "exit south"), "155/1") == "off"
    rough = moving(position({"2 RB": "1901"}), "2 RB", left=2)
    assert why_not(rough, "exit north").rule == "8.0-a"
    assert "exit north" in offered(moving(position({"2 RB": "1901"}), "2 RB", left=3))


@rule("gazala", "8.3-d")
def test_a_unit_that_left_returns_two_turns_later() -> None:
    s = play(moving(position({"5 RTR": "2022"}), "5 RTR"), "exit south")
    assert s.due[E.u("5 RTR")] == 5
    assert s.left_by[E.u("5 RTR")] == SOUTH
    s = position({"10 Hus": "2001"}, turn="May 29", due={"5 RTR": 5})
    assert why_not(drawn(s, ALLIED, "2 Arm"), "single 5 RTR").rule == "15.0-a"
    s = position({"10 Hus": "2001"}, turn="May 30-31", due={"5 RTR": 5})
    s.left_by[E.u("5 RTR")] = SOUTH
    s = play(drawn(s, ALLIED, "2 Arm"), "single 5 RTR")
    hexes = {text.split()[-1] for text in offered(s)}
    assert {"2022", "3010", "1401"} <= hexes
    assert "0121" not in hexes  # the zone is closed
    s = position({"5/2": "2001"}, turn="May 30-31", due={"5/1": 5})
    s.left_by[E.u("5/1")] = SOUTH
    s = play(drawn(s, AXIS, "Ariete/Trieste"), "single 5/1")
    assert {text.split()[-1] for text in offered(s)} == {E.hexes.ids[h] for h in E.edge_hexes[SOUTH]}


@rule("gazala", "8.3-d2")
def test_a_unit_that_cannot_return_in_time_is_no_loss() -> None:
    s = play(moving(position({"5 RTR": "3014"}, turn="May 30-31"), "5 RTR"), "exit east")
    assert s.due[E.u("5 RTR")] > E.scenario_rows[0].last_turn
    assert total(s, AXIS).total == 0


@rule("gazala", "8.3-e")
def test_it_returns_without_markers() -> None:
    s = moving(position({"3 RTR": "3014"}, disrupted=["3 RTR"], isolated=["3 RTR"]), "3 RTR", left=8)
    s = play(s, "exit east")
    assert (s.disrupted[E.u("3 RTR")], supply_of(s, "3 RTR"), s.used[E.u("3 RTR")]) == (0, 0, 0)
    assert s.zones == position({"Cumber.": "3022"}).zones  # and its zone is gone


@rule("gazala", "8.3-f")
def test_it_keeps_its_step_losses() -> None:
    s = play(moving(position({"8 Hus": "3014"}, steps={"8 Hus": 1}), "8 Hus"), "exit east")
    s.turn = 5
    s.frames = []
    s = play(drawn(s, ALLIED, "2 Arm"), "single 8 Hus", "arrive 8 Hus 3014")
    assert steps(s, "8 Hus") == 1


@rule("gazala", "8.3-g")
def test_leaving_from_a_zone_costs_two_more() -> None:
    at = {"155/1": "2121", "9 KRR": "2221"}
    assert exit_cost(position(at), E.u("155/1"), position(at).where[E.u("155/1")], SOUTH) == 2 * 3
    assert where(play(moving(position(at), "155/1", left=3), "exit south"), "155/1") == "off"


def test_what_is_left_where_a_unit_can_only_attack_is_told() -> None:
    s = moving(position({"28": "2210", "5 GH": "2108"}), "28", left=5)
    walk = reach(s, AXIS)["28"]["2208"]
    assert walk.left == 2
    assert offered(play(s, *walk.say)) == ["attack light", "halt"]


def test_enemies_that_a_unit_can_come_to_are_attacked_as_strongly_as_is_left_for() -> None:
    s = acting(position({"5/1": "2019", "39 AT": "2120", "PAVO": "2011", "104/1": "2012", "104/2": "2012"}), "5/1", "39 AT")
    found = onto(s, AXIS)
    walk = found["5/1"]["2011"]
    assert walk.onto
    assert walk.say[-1] == "attack medium"  # 8 of 24 are spent on the way
    assert "go 2012" not in walk.say[-2:]  # it is full
    assert "39 AT" not in found  # anti-tank units do not start an attack
    there = play(s, *walk.say[:-1])
    assert walk.say[-1] in offered(there)
    assert onto(play(s, "move 5/1", "go 2018"), AXIS)["5/1"]["2011"].say[-1] == "attack medium"
    near = acting(position({"5/1": "2012", "PAVO": "2011"}), "5/1")
    assert onto(near, AXIS) == {}  # that attack itself is offered


def test_several_that_stand_next_to_an_enemy_attack_him_together() -> None:
    s = acting(position({"5/1": "2012", "104/1": "2010", "104/2": "2014", "PAVO": "2011"}), "5/1", "104/1", "104/2")
    walk = beside(s, [E.u("5/1"), E.u("104/1")])["2011"]
    assert (walk.say, walk.onto) == (("move 5/1", "attack heavy"), True)
    assert "join 104/1" in offered(play(s, *walk.say))
    assert beside(s, [E.u("5/1"), E.u("104/2")]) == {}  # who is away would have to come first
