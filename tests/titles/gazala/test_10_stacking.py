"""10.0 Stacking."""

from __future__ import annotations

from sandtable.titles.gazala.state import crowded
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import ALLIED, AXIS, E, acting, moving, position, start, where


@rule("gazala", "10.0-a", "10.0-d")
def test_two_units_in_a_hex_and_the_owner_removes_the_rest() -> None:
    s = acting(position({"5/1": "1622", "5/2": "1622", "104/1": "1721"}), "104/1")
    s = play(s, "move 104/1", "go 1622", "halt")
    assert asked(s) == (AXIS, "Stacking")
    assert offered(s) == ["remove 5/1", "remove 5/2", "remove 104/1"]
    s = play(s, "remove 104/1", dice=[1, 2])
    assert where(s, "104/1") == "dead"
    assert where(s, "5/1") == where(s, "5/2") == "1622"


@rule("gazala", "10.0-b")
def test_nobody_shares_a_hex_with_pavia_or_brescia() -> None:
    s = acting(position({"27": "0309", "65/1": "0310"}), "65/1")
    s = play(s, "move 65/1", "go 0309", "halt")
    assert offered(s) == ["remove 65/1", "remove 27"]
    s = position({})
    assert crowded(s, [E.u("19"), E.u("20")])
    assert not crowded(s, [E.u("65/1"), E.u("65/2")])


@rule("gazala", "10.0-c")
def test_passing_through_is_free() -> None:
    s = acting(position({"5/1": "2020", "5/2": "2020", "104/1": "2021"}), "104/1", "5/1")
    s = play(s, "move 104/1", "go 2020", "go 2019", "halt")
    assert where(s, "104/1") == "2019"
    s = play(s, "end", dice=[1, 2])
    assert [where(s, u) for u in ("5/1", "5/2", "104/1")] == ["2020", "2020", "2019"]


@rule("gazala", "10.0-c2")
def test_judged_at_the_moment_of_combat() -> None:
    s = moving(
        position({"5/1": "1621", "5/2": "1621", "104/1": "1621", "PAVO": "1520", "8/1": "2020", "8/2": "2020", "115/1": "2020"}),
        "5/1",
    )
    s = play(s, "attack medium", "enough")
    assert asked(s) == (AXIS, "Stacking")
    assert offered(s) == ["remove 5/1", "remove 5/2", "remove 104/1"]  # and nobody in 2020, which is not in this combat
    assert not told(s, "odds")
    s = play(s, "remove 104/1", dice=[5])
    assert told(s, "odds") == [(4,)]
    gone = play(
        moving(position({"5/1": "1621", "5/2": "1621", "104/1": "1621", "PAVO": "1520"}), "5/1"),
        "attack medium",
        "enough",
        "remove 5/1",
    )
    assert not told(gone, "result")  # without its active unit the attack is off
    assert asked(gone) == (AXIS, "ActionPhase")


@rule("gazala", "10.0-c3")
def test_judged_at_the_end_of_a_retreat() -> None:
    # 9 L in 2001 can only go east along the edge, where every hex is full; below stand Axis units
    at = {"9 L": "2001", "8/1": "2002", "8/2": "1901"}
    friends = {"Bays": "2101", "10 Hus": "2101", "2 RGH": "2102", "3 CLY": "2102", "4 CLY": "2202", "8 Hus": "2202",
               "3 RTR": "2103", "5 RTR": "2103"}  # fmt: skip
    s = moving(position({**at, **friends}), "8/2")
    s = play(s, "attack medium", "join 8/1", dice=[7])
    assert asked(s)[1] == "Retreat"
    s = play(s, "back 2101", "rest")
    assert asked(s) == (ALLIED, "Stacking")
    assert len(offered(s)) == 3


@rule("gazala", "10.0-c4")
def test_advance_respects_the_limit() -> None:
    s = moving(position({"5/1": "1621", "104/1": "1420", "104/2": "1620", "PAVO": "1520"}), "5/1")
    s = play(s, "attack medium", "join 104/1", "join 104/2", dice=[9])
    assert where(s, "PAVO") == "dead"
    s = play(s, "advance 104/1 1520", "advance 104/2 1520")
    assert why_not(s, "advance 5/1 1520").rule in ("10.0-c4", "11.2-a")
    before = play(moving(position({"5/1": "1621", "104/1": "1420", "104/2": "1620", "PAVO": "1520"}), "5/1"),
                  "attack medium", "join 104/1", "join 104/2", "advance 104/1 1520", dice=[9])  # fmt: skip
    assert "advance 5/1 1520" in offered(before)
    full = play(before, "advance 104/2 1520")
    assert "advance 5/1 1520" not in offered(full)


@rule("gazala", "10.0-e")
def test_allied_set_up_is_one_unit_a_hex_but_for_the_guards() -> None:
    s = start(dice=[7])
    for hex in range(E.size):
        allied = [u for u in s.stack[hex] if E.side[u] == ALLIED]
        assert len(allied) == (2 if E.hexes.ids[hex] in ("1504", "1605") else min(1, len(allied)))
    for row in E.setup_rows:
        assert row.per_hex == 1 or E.side[E.u(row.unit)] == AXIS or E.unit_rows[E.u(row.unit)].formation == "201 Gd"
