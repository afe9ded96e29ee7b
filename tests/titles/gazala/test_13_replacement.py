"""13.3 Replacement by chit, 15.0 by schedule."""

from __future__ import annotations

from sandtable.titles.gazala.face.cautions import caution
from sandtable.titles.gazala.state import State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    TANKS,
    At,
    E,
    chit,
    drawn,
    in_turn,
    mp,
    names,
    phase_of,
    position,
    steps,
    values,
    where,
)

# 13.3

TANKERS = {"8/1": "1411", "132/8": "0517"}


def rebuilding(at: At, unit: str, side: int, **facts: object) -> State:
    facts["axis_box" if side == AXIS else "allied_box"] = ["Replacement"]
    s = drawn(position(at, **facts), side, "15/21 PZ" if side == AXIS else "4 Arm")  # type: ignore[arg-type]
    return play(s, f"rebuild {unit}")


@rule("gazala", "13.3-a")
def test_replacements_serve_armour_only() -> None:
    s = drawn(position({"10 Hus": "2010"}, dead=["Marine"], allied_box=["Replacement"]), ALLIED, "4 Arm")
    assert why_not(s, "rebuild Marine").rule == "13.3-a"


@rule("gazala", "13.3-b")
def test_a_replacement_may_be_kept() -> None:
    at = {"10 Hus": "2010", "8 Hus": "2020"}
    s = position(at, steps={"10 Hus": 1}, allied_box=["Replacement"], allied_cup=["4 Arm"], actions=(1, 0))
    s = play(drawn(s, ALLIED, "2 Arm"), "activate 2 Arm", "ready", "end", dice=[chit("4 Arm")])
    assert "strengthen 10 Hus" in offered(s)


@rule("gazala", "13.3-c")
def test_a_replacement_comes_before_the_first_move() -> None:
    at = {"8 Hus": "2616", "3 RTR": "2515"}
    s = drawn(position(at, steps={"8 Hus": 1}, allied_box=["Replacement"]), ALLIED, "4 Arm")
    built = play(s, "strengthen 8 Hus", "activate 4 Arm")
    assert steps(built, "8 Hus") == 2
    late = play(s, "activate 4 Arm", "ready", "move 3 RTR", "go 2514", "halt")
    assert why_not(late, "strengthen 8 Hus").rule == "13.3-c"


@rule("gazala", "13.3-d")
def test_any_formation_may_be_served() -> None:
    s = drawn(position({"Bays": "2010", "2 RGH": "2020"}, steps={"Bays": 1}, allied_box=["Replacement"]), ALLIED, "22 Arm")
    assert steps(play(s, "strengthen Bays"), "Bays") == 2
    s = drawn(position({**TANKERS, "Bays": "2010"}, steps={"8/1": 1}, allied_box=["Replacement"]), ALLIED, "22 Arm")
    assert why_not(s, "strengthen 8/1").rule == "13.3-d"


@rule("gazala", "13.3-e")
def test_a_step_is_restored() -> None:
    s = drawn(position(TANKERS, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    stronger = play(s, "strengthen 8/1")
    assert steps(stronger, "8/1") == 3
    assert told(stronger, "strengthened") == [(E.u("8/1"), 3)]
    assert why_not(s, "strengthen 132/8").rule == "13.3-e"


@rule("gazala", "13.3-f")
def test_an_eliminated_unit_returns_with_one_step() -> None:
    s = rebuilding({"9 L": "2010"}, "10 Hus", ALLIED, dead=["10 Hus"])
    s = play(s, "rebuilt 2001")
    assert (where(s, "10 Hus"), values(s, "10 Hus")) == ("2001", (5, 3))
    s = drawn(position({"9 L": "2010"}, allied_box=["Replacement"]), ALLIED, "4 Arm")
    assert why_not(s, "rebuild 9 L").rule == "13.3-f"


@rule("gazala", "13.3-g")
def test_rebuilt_axis_units_appear_in_the_prohibited_zone() -> None:
    s = rebuilding({"2 LE": "1118", "8/1": "2020"}, "132/8", AXIS, dead=["132/8"])
    assert why_not(s, "rebuilt 1018").rule == "13.3-i"
    assert why_not(s, "rebuilt 2021").rule == "13.3-g"
    assert where(play(s, "rebuilt 0517"), "132/8") == "0517"


@rule("gazala", "13.3-h")
def test_rebuilt_allied_units_appear_on_the_north_or_east_edge() -> None:
    s = rebuilding({"9 L": "2010"}, "10 Hus", ALLIED, dead=["10 Hus"])
    assert {"rebuilt 2001", "rebuilt 3010"} <= set(offered(s))
    assert why_not(s, "rebuilt 2010").rule == "13.3-h"


@rule("gazala", "13.3-i")
def test_not_next_to_the_enemy() -> None:
    s = drawn(position({"8/1": "1411", "5 RTR": "1410"}, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    assert why_not(s, "strengthen 8/1").rule == "13.3-i"
    s = rebuilding({"9 L": "2010", "8/1": "2101"}, "10 Hus", ALLIED, dead=["10 Hus"])
    assert why_not(s, "rebuilt 2101").rule == "13.3-i"
    assert why_not(s, "rebuilt 2001").rule == "13.3-i"


@rule("gazala", "13.3-i2")
def test_only_in_a_supplied_hex() -> None:
    ring = [h for h in range(E.size) if E.hexes.distance(h, E.h("1411")) == 2]
    allies = [u for u in E.of_side[ALLIED]][: len(ring)]
    at = {E.names.text("unit", u): E.hexes.ids[h] for u, h in zip(allies, ring, strict=True)}
    s = drawn(position({"8/1": "1411", **at}, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    assert why_not(s, "strengthen 8/1").rule == "13.3-i2"
    del at[E.names.text("unit", allies[0])]
    s = drawn(position({"8/1": "1411", **at}, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    s.supply[E.u("8/1")] = 2  # whatever marker it carries
    assert "strengthen 8/1" in offered(s)


@rule("gazala", "13.3-j")
def test_stacking_holds_for_rebuilt_units() -> None:
    s = rebuilding({"9 L": "2001", "Bays": "2001"}, "10 Hus", ALLIED, dead=["10 Hus"])
    assert why_not(s, "rebuilt 2001").rule == "13.3-j"


@rule("gazala", "13.3-k")
def test_a_rebuilt_unit_may_act_at_once() -> None:
    s = rebuilding({"3 RTR": "2515"}, "8 Hus", ALLIED, dead=["8 Hus"])
    s = play(s, "rebuilt 3010", "activate 4 Arm", "move 8 Hus")
    assert mp(s) == 24
    after = drawn(position({"3 RTR": "2515"}, dead=["8 Hus"], allied_box=["Replacement"]), ALLIED, "4 Arm")
    after = play(after, "activate 4 Arm", "rebuild 8 Hus", "rebuilt 3010")
    assert names(phase_of(after).active) == ["3 RTR", "8 Hus"]


# 15.0 scheduled replacements


@rule("gazala", "15.0-h")
def test_scheduled_replacements_come_in_the_supply_phase() -> None:
    s = position({"10 Hus": "2010", "9 L": "2012", "Bays": "2014", "8 Hus": "2016"}, turn="May 29",
                 steps={"10 Hus": 1, "9 L": 1, "Bays": 1, "8 Hus": 1})  # fmt: skip
    s = in_turn(s, TANKS)
    assert asked(s) == (ALLIED, "Turn")
    s = play(s, "strengthen 10 Hus", "strengthen 9 L", "strengthen Bays", dice=[1, 2])
    assert [steps(s, u) for u in ("10 Hus", "9 L", "Bays", "8 Hus")] == [2, 2, 2, 1]


@rule("gazala", "15.0-i")
def test_two_of_them_bring_back_a_whole_unit() -> None:
    s = in_turn(position({"9 L": "2012"}, turn="May 29", dead=["10 Hus"]), TANKS)
    s = play(s, "rebuild 10 Hus", "rebuilt 3010", "strengthen 10 Hus", dice=[1, 2])
    assert (where(s, "10 Hus"), steps(s, "10 Hus")) == ("3010", 2)


@rule("gazala", "15.0-j")
def test_unused_replacements_are_lost() -> None:
    s = in_turn(position({"9 L": "2012"}, turn="June 9-10", scenario=1), TANKS, dice=[1, 2])
    assert told(s, "tanks") == [(1,)]
    assert s.tanks == 0
    s = in_turn(position({"9 L": "2012"}, turn="May 29", steps={"9 L": 1}), TANKS)
    assert [(c.rule, c.text) for c in caution(s, ("done", 0, 0))] == [("15.0-j", "3 replacements will be lost")]
    assert play(s, "done", dice=[1, 2]).tanks == 0


@rule("gazala", "15.1-k")
def test_june_9() -> None:
    s = in_turn(position({"7 RTR": "2012"}, turn="June 9-10", scenario=1, steps={"7 RTR": 1}), TANKS)
    assert steps(play(s, "strengthen 7 RTR", dice=[1, 2]), "7 RTR") == 2
