"""1.0, 2.0 Components: what the data must hold."""

from __future__ import annotations

from sandtable.kernel.rulebook import read_rulebook
from sandtable.titles.gazala.edition import FOLDER, NORTH
from tests.kit import play, rule, told, why_not
from tests.titles.gazala.board import ALLIED, AXIS, TURNS, E, acting, drawn, is_used, moving, mp, phase_of, position, start, values


def test_the_rule_book_has_every_row() -> None:
    assert len(read_rulebook(FOLDER).rules) == 367


@rule("gazala", "1.0")
def test_the_places_of_the_north_lie_off_the_map() -> None:
    assert not [row.id for row in E.hex_rows if row.name in ("Acroma", "Gazala", "Tobruk")]
    north = {row.id for row in E.exit_rows if row.edge == "north" and row.road in ("Sidra track", "Trigh Bir Hacheim")}
    assert north == {"1101", "1701"}
    assert (E.turn_rows[0].name, E.turn_rows[-1].name) == ("May 27 AM", "June 13-14")


@rule("gazala", "2.0-a")
def test_the_game_has_168_counters() -> None:
    assert sum([row.count for row in E.counter_rows]) == 168
    counted = {row.id: row.count for row in E.counter_rows}
    assert counted["combat unit step counters"] == len(E.step_rows) == 111
    assert counted["Axis action chits"] == sum([c.count for c in E.chit_rows if c.side == "axis"])
    assert counted["Allied action chits"] == sum([c.count for c in E.chit_rows if c.side == "allied"])
    assert counted["Axis tactical chits"] == len(E.tactical_chits[AXIS])
    assert counted["Allied tactical chits"] == len(E.tactical_chits[ALLIED])
    assert counted["markers"] == sum([row.count for row in E.marker_rows])


@rule("gazala", "2.0-b")
def test_the_face_0_counts_as_zero() -> None:
    s = moving(position({"5/1": "1621", "PAVO": "1520", "104/1": "1420", "104/2": "1620"}, used=["104/1", "104/2"]), "5/1", left=23)
    s = play(s, "attack medium", "join 104/1", "join 104/2", dice=[0])
    assert told(s, "row") == [(0,)]
    assert E.crt.words[told(s, "result")[0][0]] == "DR/-"


@rule("gazala", "2.1-a")
def test_a_desert_hex_costs_a_point_whatever_its_size() -> None:
    s = moving(position({"5/1": "2020"}), "5/1")
    route = ["2019", "2018", "2017", "2016", "2015", "2115", "2116", "2117", "2118", "2119"]
    s = play(s, *[f"go {hex}" for hex in route])
    assert mp(s) == 14


@rule("gazala", "2.1-b")
def test_only_brescia_and_pavia_have_regiments() -> None:
    regiments = {row.id: row.formation for row in E.unit_rows if row.size == "regiment"}
    assert regiments == {"27": "Pavia", "28": "Pavia", "19": "Brescia", "20": "Brescia"}


@rule("gazala", "2.1-c")
def test_turns_differ_in_length_but_not_in_phases() -> None:
    assert [row.name for row in E.turn_rows] == [
        "May 27 AM", "May 27 PM", "May 28", "May 29", "May 30-31", "June 1-2", "June 3-4", "June 5-6", "June 7-8", "June 9-10",
        "June 11-12", "June 13-14",
    ]  # fmt: skip
    assert [row.last_turn for row in E.scenario_rows] == [6, 12]


@rule("gazala", "2.2.1")
def test_the_axis_cup_of_the_first_turn() -> None:
    s = start(dice=[7 + 0])  # the first Axis chit is a 15/21 PZ
    left = [E.names.text("chit", c) for c in s.cups[AXIS] if c >= 7]
    assert sorted([*left, "15/21 PZ"]) == ["15/21 PZ", "15/21 PZ", "90 Lt/Brescia+Pavia", "Ariete/Trieste"]


@rule("gazala", "2.2.2")
def test_each_side_has_its_own_tactical_chits() -> None:
    s = start(dice=[7])
    assert len([c for c in s.cups[AXIS] if c < 7]) == 9
    assert len([c for c in s.cups[ALLIED] if c < 7]) == 6


@rule("gazala", "2.2.3-a")
def test_counter_colours_follow_the_nation() -> None:
    from sandtable.titles.gazala.face.view import board

    faces = board(E).faces
    nations = {name: faces[key].nation for name, key in (("2 RL", "2 RL:1"), ("Marine", "Marine:1"), ("5/1", "5/1:3"))}
    assert nations == {"2 RL": "indian", "Marine": "french", "5/1": "german"}
    assert faces["132/8:2"].nation == "italian"
    assert faces["10 Hus:2"].nation == "british"


@rule("gazala", "2.2.3-b")
def test_the_used_side_is_half_rounded_up() -> None:
    s = position({"104/1": "2010"})
    assert values(s, "104/1") == (6, 8)
    s = play(moving(s, "104/1"), "go 2009", "halt")
    assert is_used(s, "104/1")
    assert values(s, "104/1") == (3, 4)
    for row in E.step_rows:
        assert (row.used_hard, row.used_soft) == ((row.hard + 1) // 2, (row.soft + 1) // 2)


@rule("gazala", "2.2.3-c")
def test_a_black_hard_value_only_defends() -> None:
    s = moving(position({"5/1": "1412", "104/1": "1311", "10 Hus": "1411"}), "5/1")
    assert why_not(play(s, "attack light", dice=[9]), "join 104/1").rule
    assert not E.unit_rows[E.u("104/1")].hard_attacks


@rule("gazala", "2.2.3-d")
def test_a_white_soft_value_only_defends() -> None:
    s = moving(position({"5/1": "1621", "39 AT": "1620", "PAVO": "1520", "104/1": "1420"}), "5/1")
    s = play(s, "attack light")
    assert why_not(s, "join 39 AT").rule == "11.0-n"
    assert not E.unit_rows[E.u("39 AT")].soft_attacks


@rule("gazala", "2.2.3-e")
def test_infantry_never_attacks_armour_and_guns_never_infantry() -> None:
    at = {"5/1": "2011", "190 AT": "1910", "155/1": "1909", "5 RTR": "2010", "1 KRR": "2010"}
    s = play(moving(position(at), "5/1"), "attack light")
    assert why_not(s, "join 155/1").rule == "11.0-k"
    s = play(s, "join 190 AT", dice=[5])
    assert told(s, "joined") == [(E.u("190 AT"),)]


@rule("gazala", "8.0-k")
def test_movement_classes() -> None:
    for row in E.unit_rows:
        expected = "tracked" if row.type == "armor" else "foot" if row.type == "infantry" and row.allowance == 6 else "wheeled"
        assert row.move == expected, row.id
    assert E.unit_rows[E.u("39 AT")].move == "wheeled"
    assert E.unit_rows[E.u("5 GH")].move == "foot"


@rule("gazala", "8.0-l")
def test_escarpments_have_an_upper_hex() -> None:
    side = E.hexside("1702", "1701")
    assert E.hexes.ids[E.up_hex[side]] == "1702"
    assert len(E.up_hex) == 36
    for edge, top in E.up_hex.items():
        assert top in (edge // 6, E.toward[edge // 6][edge % 6])


@rule("gazala", "8.0-m")
def test_minefields_are_belts_and_hexsides_inside_are_free() -> None:
    mined = {id for id in ("1217", "1216", "1416", "1417", "1315", "1317") if E.hexside("1316", id) in E.mined_sides[1]}
    assert mined == {"1217", "1216", "1416", "1417"}
    assert [row.id for row in E.hex_rows if row.fortified] == ["1118", "1218", "1219", "1318", "1504", "1605", "2705"]
    for turn in (1, 8, 10):  # a mined hexside parts a hex of a belt from one outside, but for 0104/0204
        for side in E.mined_sides[turn]:
            here, there = side // 6, E.toward[side // 6][side % 6]
            inside = (here in E.mined_hexes[turn]) + (there in E.mined_hexes[turn])
            assert inside == 1 or {E.hexes.ids[here], E.hexes.ids[there]} == {"0104", "0204"}
    assert [len(E.mined_sides[turn]) for turn in (1, 8, 10)] == [122, 128, 153]


@rule("gazala", "18.0-b")
def test_the_gap_and_the_triangle() -> None:
    s = moving(position({"5/1": "1313"}), "5/1")
    assert mp(play(s, "go 1214")) == 23.5
    inside = {E.h("1214")}
    edge = [E.h("1214")]
    while edge:
        here = edge.pop()
        for there in E.open[here]:
            gap = {here, there} == {E.h("1214"), E.h("1313")}
            if there not in inside and not gap and E.sides[here][E.way[here][there]] not in E.mined_sides[1]:
                inside.add(there)
                edge.append(there)
    assert len(inside) == 17


@rule("gazala", "18.0-d")
def test_the_allies_have_more_units() -> None:
    assert (len(E.of_side[ALLIED]), len(E.of_side[AXIS])) == (47, 38)


@rule("gazala", "13.0-a")
def test_six_types_of_tactical_chits_a_side() -> None:
    types = [{row.id for row in E.tactical_rows if row.side == side} for side in ("allied", "axis")]
    common = {"Combat", "Extra Move", "Replacement", "Air", "Sandstorm"}
    assert types == [common | {"Withdraw/Attack"}, common | {"Anti-Tank"}]


@rule("gazala", "11.0-ac")
def test_steps_by_nation_and_type() -> None:
    for u, row in enumerate(E.unit_rows):
        expected = 1 if row.type != "armor" else 3 if row.nation == "german" else 2
        assert row.steps == expected, row.id
        assert E.full[u] == expected


@rule("gazala", "PC-9")
def test_straight_breaches_from_the_start_areas() -> None:
    ways = {
        "65/1": ["0715-0815-0914", "0816-0915-1015", "0817-0916-1016"],
        "27": ["0209-0308-0408", "0309-0409-0508", "0310-0410-0509"],
    }
    for unit, paths in ways.items():
        for path in paths:
            here, box, beyond = path.split("-")
            assert E.h(here) in E.setup_hexes[E.u(unit)]
            assert E.hexside(here, box) in E.mined_sides[3]
            assert E.hexside(box, beyond) in E.mined_sides[3]
            assert (E.way[E.h(box)][E.h(here)] + 3) % 6 == E.way[E.h(box)][E.h(beyond)]


def test_north_edge_is_row_one() -> None:
    assert [E.hexes.ids[h][2:] for h in E.edge_hexes[NORTH]] == ["01"] * 30
    assert TURNS["June 1-2"] == 6
    assert phase_of(acting(position({"5/1": "2020"}), "5/1")).spent
    assert phase_of(drawn(position({"5/1": "2020"}), AXIS, "15/21 PZ")).chit == 7
