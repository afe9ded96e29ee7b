"""5.0 Supply."""

from __future__ import annotations

from sandtable.titles.gazala.supply import has_path
from tests.kit import play, rule, told, why_not
from tests.titles.gazala.board import ALLIED, AXIS, SUPPLY, At, E, acting, in_turn, moving, mp, position, supply_of

RING = {"Bays": "1410", "9 L": "1511", "10 Hus": "1412", "2 RGH": "1510", "3 CLY": "1311", "4 CLY": "1310"}  # around 1411


def checked(at: At, unit: str, turn: str = "May 28", **facts: object) -> int:
    """The supply of a unit after the Supply Phase."""
    s = position(at, turn=turn, **facts)  # type: ignore[arg-type]
    return supply_of(in_turn(s, SUPPLY, dice=[7, 3]), unit)


@rule("gazala", "5.0-a")
def test_a_path_may_be_of_any_length() -> None:
    assert checked({"155/1": "2705"}, "155/1") == 0


@rule("gazala", "5.0-b", "5.0-g")
def test_enemy_units_close_the_path() -> None:
    assert checked({"8/1": "1411", **RING}, "8/1") == 1
    opened = {**RING, "9 L": "1609"}
    assert checked({"8/1": "1411", **opened}, "8/1") == 0
    assert checked({"104/2": "1411", **RING}, "104/2") == 1


@rule("gazala", "5.0-b", "5.0-d2")
def test_a_hex_that_the_enemy_holds_has_no_path_though_its_neighbours_have() -> None:
    s = position({"5/1": "1620", "PAVO": "1520"})
    assert [has_path(s, E.h(hex), AXIS) for hex in ("1620", "1519", "1520")] == [True, True, False]
    assert [has_path(s, E.h(hex), ALLIED) for hex in ("1520", "1519", "1620")] == [True, True, False]


@rule("gazala", "5.0-c")
def test_escarpments_close_the_path() -> None:
    assert checked({"5/1": "2301", "10 Hus": "2401"}, "5/1") == 1
    assert checked({"5/1": "2301"}, "5/1") == 0


@rule("gazala", "5.0-d")
def test_unbreached_mines_close_the_axis_path() -> None:
    assert checked({"65/1": "1316"}, "65/1") == 1


@rule("gazala", "5.0-d2")
def test_a_path_does_not_follow_the_belt_inside() -> None:
    assert checked({"65/1": "0915"}, "65/1", breached=[("0713", "0614")]) == 1
    assert checked({"65/1": "0915"}, "65/1", breached=[("0713", "0614"), ("0815", "0715")]) == 0


@rule("gazala", "5.0-e")
def test_zones_do_not_close_the_path() -> None:
    at = {"5/1": "1418", "5 RTR": "1220", "3 RTR": "1222"}  # between Bir Hacheim and the south edge only their zones are open
    s = position(at)
    assert all(s.zones.controls(ALLIED, E.h(hex)) for hex in ("1221", "1120", "1121"))
    assert checked(at, "5/1") == 0


@rule("gazala", "5.0-f")
def test_allied_supply_passes_the_prohibited_zone() -> None:
    # around 0612 only hexes of the zone are free
    at = {"4 GH": "0612", "65/1": "0511", "65/2": "0610", "66/1": "0611", "66/2": "0711", "9 Ber": "0712"}
    s = in_turn(position(at), SUPPLY, dice=[7, 3])
    around = {E.hexes.ids[h] for h in E.neighbours[E.h("0612")]}
    free = {h for h in around if not s.stack[E.h(h)]}
    assert all(E.prohibited[E.h(h)] for h in free)
    assert free
    assert supply_of(s, "4 GH") == 0


@rule("gazala", "5.0-h")
def test_out_of_supply_becomes_isolated() -> None:
    assert checked({"104/2": "1411", **RING}, "104/2", turn="May 29", unsupplied=["104/2"]) == 2
    assert checked({"104/2": "1411", **RING}, "104/2", turn="May 29", isolated=["104/2"]) == 2


@rule("gazala", "5.0-i")
def test_a_path_takes_any_marker_off() -> None:
    assert checked({"104/2": "1411"}, "104/2", turn="May 30-31", isolated=["104/2"]) == 0
    assert checked({"104/2": "1411"}, "104/2", turn="May 30-31", unsupplied=["104/2"]) == 0


@rule("gazala", "5.0-j")
def test_supply_changes_only_in_its_phase() -> None:
    s = acting(position({"104/2": "1411"}, unsupplied=["104/2"]), "104/2")  # nobody is near any more
    s = play(s, "move 104/2")
    assert supply_of(s, "104/2") == 1
    assert mp(s) == 16


@rule("gazala", "5.0-k")
def test_axis_sources() -> None:
    assert [E.hexes.ids[h] for h in E.sources[1]] == [f"01{row:02}" for row in range(6, 22)]
    # 0105 is a minefield hex and no source: a unit there is cut off by the mines
    assert checked({"65/1": "0105"}, "65/1") == 1
    assert checked({"65/1": "0106"}, "65/1") == 0


@rule("gazala", "5.0-l")
def test_allied_sources() -> None:
    sources = {E.hexes.ids[h] for h in E.sources[0]}
    assert sources == {f"{c:02}01" for c in range(1, 31)} | {f"30{r:02}" for r in range(1, 23)}
    ring = {"5/1": "3009", "5/2": "2909", "8/1": "2910", "8/2": "3011"}
    assert checked({"2 RB": "3010", **ring}, "2 RB") == 0


@rule("gazala", "5.0-m")
def test_out_of_supply_costs_a_third_of_the_allowance() -> None:
    assert mp(play(acting(position({"5/1": "2020"}, unsupplied=["5/1"]), "5/1"), "move 5/1")) == 16


@rule("gazala", "5.0-n")
def test_out_of_supply_attackers_have_minus_two() -> None:
    s = moving(position({"8/1": "1621", "PAVO": "1520"}, unsupplied=["8/1"]), "8/1", left=24)
    s = play(s, "attack medium", dice=[6])
    assert told(s, "row") == [(4,)]


@rule("gazala", "5.0-o")
def test_out_of_supply_defenders_are_not_weaker() -> None:
    s = moving(position({"8/1": "1621", "18 Cav": "1520"}, unsupplied=["18 Cav"]), "8/1")
    assert told(play(s, "attack medium", dice=[6]), "row") == [(6,)]


@rule("gazala", "5.0-p")
def test_isolation_costs_two_thirds_of_the_allowance() -> None:
    assert mp(play(acting(position({"5/1": "2020"}, isolated=["5/1"]), "5/1"), "move 5/1")) == 8


@rule("gazala", "5.0-q")
def test_isolated_units_do_not_attack() -> None:
    s = moving(position({"5/1": "1621", "PAVO": "1520"}, isolated=["5/1"]), "5/1")
    assert why_not(s, "attack light").rule == "5.0-q"
    s = position({"5/2": "1621", "5/1": "1620", "104/1": "1420", "PAVO": "1520"}, isolated=["5/1"])
    assert why_not(play(moving(s, "5/2"), "attack light"), "join 5/1").rule == "5.0-q"


@rule("gazala", "5.0-r")
def test_isolated_defenders_give_plus_two_once() -> None:
    s = moving(position({"104/1": "2010", "Marine": "2009", "BM 2": "2009"}, isolated=["Marine", "BM 2"]), "104/1")
    assert told(play(s, "attack medium", dice=[3]), "row") == [(5,)]
