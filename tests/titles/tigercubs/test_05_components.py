"""1 to 5, 15, 19 Components: the map, the counters, the charts."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest

from sandtable.kernel.data import changes_of
from sandtable.titles.tigercubs.edition import load
from sandtable.titles.tigercubs.kinds import FIVE_DAY, HALF_MONTH, MOTORISED, OTHER, SCALES
from sandtable.titles.tigercubs.scales import BOMBS, MP, RATING, ROUTE, SP, VP
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import attack_rating, defence_rating, movement_rating, sp
from tests.kit import rule
from tests.titles.tigercubs.position import E, a, p, position, u

ALL = {row.id: row for row in E.unit_rows}


@rule("tigercubs", "1.A")
def test_neighbouring_hexes_are_fifteen_miles_apart() -> None:
    for here in range(E.sheet):
        for there in E.around[here]:
            one, two = E.hex_rows[here], E.hex_rows[there]
            assert abs(math.hypot(float(one.x - two.x), float(one.y - two.y)) - 24.14) < 0.02


@rule("tigercubs", "2.F.1")
def test_the_map_has_512_hexes_in_32_columns_of_16() -> None:
    assert E.sheet == 512
    assert {(row.id[:2], row.id[2:]) for row in E.hex_rows} == {(f"{c:02}", f"{r:02}") for c in range(1, 33) for r in range(1, 17)}
    assert sum([len(E.around[h]) for h in range(E.sheet)]) == 2 * 1441


@rule("tigercubs", "2.D.1", "2.E.1-b", "15.A.1.a.i", "15.A.1.a.ii")
def test_sides_blocs_and_contingents() -> None:
    assert ALL["B-Pol"].side == "allied"
    assert ALL["I-Ari"].side == "axis"
    assert E.contingent[u("B-Pol")] == E.contingent[u("B-18A")] == E.contingent[u("B-4ID")]
    assert len({E.contingent[u(id)] for id in ("G-15Pz", "I-Ari", "B-Pol")}) == 3


@rule("tigercubs", "2.I")
def test_five_day_ratings() -> None:
    s = position({"G-15Pz": "1407", "Q-AX3": "1106"}, scale=FIVE_DAY)
    panzer = u("G-15Pz")
    assert (attack_rating(s, panzer), defence_rating(s, panzer), movement_rating(s, panzer)) == (480, 400, 8 * MP)
    assert movement_rating(s, u("Q-AX3")) == 20 * MP


@rule("tigercubs", "5.A.1", "5.A.2", "5.A.4.a", "5.A.4.b", "5.A.4.c")
def test_types_sizes_and_ratings() -> None:
    s = position({"B-4ID": "1508"})
    assert (ALL["G-PzR8"].nation, ALL["G-PzR8"].type, ALL["G-PzR8"].size) == ("GER", "armour", "III")
    assert (attack_rating(s, u("B-4ID")), defence_rating(s, u("B-4ID"))) == (14 * RATING, 16 * RATING)
    assert ALL["B-4ID"].size == "XX"
    assert ALL["B-22G"].size == "X"
    assert {row.type for row in E.unit_rows if row.size == "XXX"} == {"corps_hq"}


@rule("tigercubs", "5.A.4.d", "5.A.4.e", "5.A.5", "5.A.5.a", "5.A.5.b", "5.A.5.c", "5.A.5.d", "19.B-16", "19.B-35")
def test_stacking_points_by_size() -> None:
    s = position({"B-7AD": "1508", "G-5le": "1107"}, reduced=("B-7AD", "G-5le"))
    assert [sp(s, u(id)) for id in ("B-7AD", "G-5le")] == [2 * SP, 2 * SP]
    assert [sp(s, u(id)) for id in ("I-Bre", "B-18A", "G-SR104", "G-MG8", "B-20A")] == [8, 4, 2, 1, 2]
    assert [sp(s, u(id)) for id in ("H-ASI", "Q-AX1", "S-AX1")] == [0, 0, 20]


@rule("tigercubs", "5.A.3.e")
def test_support_units_neither_negate_zones_nor_take_hexes() -> None:
    assert [id for id in ("B-7Md", "B-NZR", "Q-AL1", "G-Bau", "G-Fl33") if E.weighs[u(id)]] == []
    assert E.weighs[u("B-SM")]


@rule("tigercubs", "5.A.7.c", "19.B-34", "13.L.2.a", "13.M.2.a")
def test_the_stacking_limit_is_44_and_12_of_artillery() -> None:
    garrison = ("B-9A", "B-18A", "B-3AB", "B-18C", "B-1NF", "B-RHA", "B-4AA", "B-13L", "B-8C", "B-2FS", "H-Tob")
    s = position(dict.fromkeys(garrison, "0905"))
    assert fits(s, p("0905"))
    full = position(
        dict.fromkeys(("S-AL1", "S-AL2", "B-7AD", "B-4ID", "B-1SAD", "B-18A", "B-3AB", "B-Pol", "B-4AB", "B-1TB"), "1508")
    )
    assert fits(full, p("1508"), (u("B-22G"),))  # 20 + 12 + 10 = 42, and 2 more
    assert fits(full, p("1508"), (u("B-22G"), u("H-BTE"), u("B-7Md")))  # neither HQs nor artillery take that room
    assert not fits(full, p("1508"), (u("B-22G"), u("B-8C")))


@rule("tigercubs", "5.A.7.c", "5.A.7.b")
def test_artillery_has_room_of_its_own() -> None:
    guns = ("B-RHA", "B-7Md", "B-9T", "B-4AA")
    s = position({**dict.fromkeys(guns, "1508"), "B-22G": "1508"})
    s.edition.figure["stacking_artillery"] = Fraction(5)
    try:
        assert fits(s, p("1508"))  # 1 + 1 + 1 + 2
        assert not fits(s, p("1508"), (u("B-2H"),))
    finally:
        s.edition.figure["stacking_artillery"] = Fraction(12)
    assert (E.figure["stacking"], E.figure["stacking_artillery"]) == (Fraction(44), Fraction(12))
    mountain = position({**dict.fromkeys(guns, "1410"), "B-7AD": "1410", "B-4ID": "1410", "B-22G": "1410"})
    mountain.edition = load(changes_of({"hexes": [{"id": "1410", "terrain": "mountain"}]}))
    assert fits(mountain, p("1410"))  # 10 SP, and one of the 5 of artillery
    assert fits(mountain, p("1410"), (u("H-BTE"),))
    assert not fits(mountain, p("1410"), (u("B-11H"),))


@rule("tigercubs", "5.A.9.c", "19.B-17", "19.B-05", "19.B-07", "19.B-26")
def test_efficiency_of_nations() -> None:
    nation = {row.id: row for row in E.nation_rows}
    assert [nation[id].cev for id in ("GER", "ITA", "UK", "IND", "SAF", "AUS")] == [
        Fraction(3, 2), Fraction(7, 10), 1, 1, 1, Fraction(11, 10),
    ]  # fmt: skip
    assert [nation[id].acev for id in ("GER", "ITA", "UK")] == [2, -1, 1]
    assert nation["GER"].armour_defence
    assert not nation["ITA"].armour_defence
    assert (nation["GER"].aa, nation["ITA"].aa) == (1, 0)


@rule("tigercubs", "9.L.1.a.i", "9.L.1.a.ii", "9.L.1.a.iii", "9.L.1.a.iv", "9.L.1.a.vii.1", "9.L.1.a.viii")
def test_armour_and_anti_tank_points() -> None:
    def points(id: str) -> list[float]:
        size = Fraction(E.sp[0][u(id)], SP)
        return [float(size * E.armour[u(id)]), float(size * E.anti_tank[u(id)])]

    assert points("B-7AD") == [4, 4]
    assert points("B-4AB") == [4, 4]
    assert points("G-PzJ605") == [0.25, 0.5]
    assert points("B-11H") == [0.375, 0.25]
    assert points("B-65") == [0, 0.25]
    assert points("B-7Md") == [0, 0]


@rule("tigercubs", "5.B.2", "5.B.4", "5.B.3.a.ii", "5.B.3.a.iii")
def test_air_units() -> None:
    assert E.bombing[a("a-I27")] == BOMBS // 2
    assert E.cargo[a("a-zbV")] == BOMBS
    assert [E.air_type[a(id)] for id in ("b-39", "b-14", "a-II2", "a-Z26", "b-37", "b-6")] == ["A", "B", "D", "F", "B", "R"]
    assert (E.night[a("b-37")], E.heavy[a("a-Z26")], E.low[a("a-Z26")], E.close_support[a("a-II2")]) == (True, True, True, True)


@rule("tigercubs", "7.F.1", "7.F.1.a.i", "7.F.1.b", "7.G.1", "19.B-40")
def test_costs_off_and_along_lines() -> None:
    assert {row.kind for row in E.line_rows} == {"road", "track", "rail"}
    assert E.by_line[MOTORISED][p("1508")][p("1607")] == MP  # salt marsh ignored
    assert E.off_road[MOTORISED][p("1508")][p("1607")] == 4 * MP
    assert E.off_road[MOTORISED][p("1508")][p("1509")] == 3 * MP  # escarpment and desert
    assert E.by_line[OTHER][p("1307")][p("1206")] == MP  # a track in the desert
    assert E.by_line[OTHER][p("1215")][p("1116")] == 3 * MP  # none into salt marsh
    assert (E.off_road[MOTORISED][p("0202")][p("0203")], E.off_road[OTHER][p("0202")][p("0203")]) == (3 * MP, 2 * MP)


@rule("tigercubs", "13.F.3", "13.F.3.a", "19.B-25")
def test_costs_of_supply_routes() -> None:
    assert E.route_off_road[p("1608")][p("1509")] == 3 * ROUTE + ROUTE // 2
    assert E.route_by_line[p("1407")][p("1508")] == ROUTE
    path = ["2408", "2309", "2208", "2108", "2008", "1908", "1807"]
    assert sum([E.route_by_line[p(x)][p(y)] for x, y in pairwise(path)]) == 6 * ROUTE


@rule("tigercubs", "7.F.2", "15.B.3.a")
def test_the_railway_ends_at_mersa_matruh() -> None:
    stations = [h for h in range(E.sheet) if E.rail[h]]
    ends = [E.map.ids[h] for h in stations if len(E.rail[h]) == 1]
    assert ends == ["2408"]
    assert p("DEL") in E.rail[p("3211")]


def test_exits_of_the_boxes() -> None:
    assert E.by_line[MOTORISED][p("BEN")][p("0102")] == 10 * MP
    assert E.by_line[OTHER][p("BEN")][p("0105")] == 12 * MP
    assert E.by_line[OTHER][p("DEL")][p("3211")] == 4 * MP
    assert (E.airport[p("BEN")], E.airport[p("DEL")], E.airport[p("CRE")]) == (9, 12, 6)
    assert E.near[p("CRE")] == ()


@pytest.mark.parametrize(
    ("box", "far"),
    [("BEN", (12, 18, 23, 27, 33, 36)), ("DEL", (33, 27, 22, 18, 12, 9)), ("CRE", (17, 17, 17, 19, 23, 26))],
)
def test_aircraft_fly_from_boxes_as_from_hexes(box: str, far: tuple[int, ...]) -> None:
    assert tuple([E.distance(p(box), p(id)) for id in ("0302", "0905", "1407", "1807", "2408", "2710")]) == far


@rule("tigercubs", "19.B-20", "9.B.6")
def test_the_ground_table() -> None:
    def read(odds: str, die: int) -> str:
        return E.names.text("result", E.crt[E.names.number("odds", odds)][die - E.low_die])

    assert (read("3:1", 6), read("1:4", 1), read("1:4", 15), read("9:1", -4)) == ("DR", "AE", "QH", "QR")
    assert (E.low_die, E.high_die) == (-4, 15)
    assert {n for column in E.crt for n in column} == set(range(14))


@rule("tigercubs", "19.B-01", "19.B-04")
def test_the_air_tables() -> None:
    def cell(table: tuple[tuple[int, ...], ...], column: int, die: int) -> int:
        return table[column][die - E.low_air_die]

    columns = [row.id for row in E.aa_column_rows]
    assert E.aa_result_rows[cell(E.aa_crt, columns.index("5-8"), 9)].id == "R*"
    assert E.aa_result_rows[cell(E.aa_crt, columns.index("5-8"), 10)].id == "R"
    assert E.air_result_rows[cell(E.air_crt, [row.id for row in E.air_column_rows].index("+3..+4"), 8)].id == "1"


@rule("tigercubs", "19.B-41")
def test_the_turn_record() -> None:
    assert [SCALES[E.turn_scale[n]] for n in (0, 8)] == ["half-month", "5-day"]
    assert E.initial[E.turn(FIVE_DAY, "JUN 4", "")]
    assert not E.initial[E.turn(FIVE_DAY, "JUN 5", "")]
    assert all(E.initial[n] for n in range(8))
    assert E.night_range[E.turn(HALF_MONTH, "JUN I", "")] == 24


@rule("tigercubs", "19.B-48", "19.B-31", "19.B-03", "19.B-11")
def test_figures_of_places() -> None:
    assert dict(E.objectives[1])[p("0905")] == 20 * VP
    assert E.clearing[p("1406")] == 2
    assert E.airport[p("0906")] == 3
    assert E.city[p("0905")].id == "minor_city"
    assert not E.city[p("1407")].city
