"""1 to 4 Introduction, components, the map, playing pieces."""

from __future__ import annotations

import math

from sandtable.face.board import Badge, Space
from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe import TITLE
from sandtable.titles.battleaxe.edition import NONE
from sandtable.titles.battleaxe.face.view import board, drawing
from sandtable.titles.battleaxe.logistics import in_supply
from sandtable.titles.battleaxe.retreats import refuges
from sandtable.titles.battleaxe.setup import seats
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.battleaxe.positions import END_PHASE, a, edition, position, run_from, start, u, units
from tests.titles.battleaxe.readings import current, panel, sums, support, term

AREAS = [str(n) for n in range(1, 24)]
ZONES = list("ABCDEFGHI")


def space(id: str) -> Space:
    return next(found for found in board(edition()).spaces if found.id == id)


def badge(id: str, *kinds: str) -> list[Badge]:
    return [found for found in space(id).badges if found.kind in kinds]


# 1 Introduction


@rule("battleaxe", "1.0-a")
def test_one_player_commands_the_allies_and_one_the_axis() -> None:
    assert TITLE.sides == ("Allied", "Axis")
    for bids, first in (((8, 7), ALLIED), ((7, 8), AXIS)):
        assert seats(bids, NoDice()) == (first, other(first))
    assert sorted(seats((8, 8), ScriptedDice([2]))) == [ALLIED, AXIS]
    s = start(setup=1)
    assert {row.side for row in edition().unit_rows} == {"allied", "axis"}
    assert asked(s) == (ALLIED, "Half")  # the Allies attack, so they begin
    assert asked(play(s, "pass", "pass")) == (AXIS, "Half")


@rule("battleaxe", "1.0-b")
def test_the_game_covers_june_15_to_17() -> None:
    assert [cell.text for cell in panel(start(), "turn").cells] == ["June 15", "June 16", "June 17"]
    assert [row.id for row in edition().turn_rows if not row.extended] == ["June 15", "June 16", "June 17"]
    assert edition().turns[0] == 3


# 2 Components


@rule("battleaxe", "2.0")
def test_the_sheet_is_22_by_17_inches_and_all_counters_and_rules_are_there() -> None:
    drawn, inch = board(edition()), drawing()["units_per_inch"]
    assert drawn.size == (2200, 1700)
    assert [side / inch for side in drawn.size] == [22, 17]
    assert len(drawn.faces) == 2 * edition().units == 84
    assert {row.id for row in edition().marker_rows} >= {"Turn", "Impulse", "Advantage", "Control", "Out of Supply"}
    assert len(TITLE.rules.rulebook().rules) == 290


# 3 The map


def printed(lon: float, lat: float) -> tuple[float, float]:
    """Where a place of the ground is on the sheet."""
    (lon0, per_lon), (lat0, per_lat) = drawing()["georeference"]["x"], drawing()["georeference"]["y"]
    return (lon - lon0) * per_lon, (lat0 - lat) * per_lat


def lies_in(point: tuple[float, float], ring: tuple[tuple[float, float], ...]) -> bool:
    """Whether a ray from the point crosses the ring an odd number of times."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


@rule("battleaxe", "3.0")
def test_two_miles_to_the_inch() -> None:
    rows = {row.id: row for row in edition().area_rows}
    assert (rows["6"].lon, rows["6"].lat) == (25.195, 31.5)
    assert (rows["11"].lon, rows["11"].lat) == (24.95, 31.405)
    halfaya, omar = printed(25.195, 31.5), printed(24.95, 31.405)
    inches = math.dist(halfaya, omar) / drawing()["units_per_inch"]
    km = 111.2 * math.hypot((25.195 - 24.95) * math.cos(math.radians(31.45)), 31.5 - 31.405)
    assert abs(inches - 8) < 0.2
    assert abs(km - 25) < 1
    assert abs(km / 1.609 / inches - 2) < 0.05
    assert lies_in(halfaya, space("6").outline)
    assert lies_in(omar, space("11").outline)


@rule("battleaxe", "3.1-a")
def test_23_numbered_areas() -> None:
    ids = [row.id for row in edition().area_rows if row.kind == "area"]
    assert sorted(ids, key=int) == AREAS
    assert [found.id for found in board(edition()).spaces if found.shape == "polygon"] == ids


@rule("battleaxe", "3.1-b")
def test_areas_on_both_sides_of_an_escarpment_are_not_adjacent_for_any_rule() -> None:
    e = edition()
    assert a("3") in e.map.touching[a("2")]
    assert a("3") not in e.neighbours[a("2")]
    assert a("2") not in e.neighbours[a("3")]
    assert "3" not in space("2").neighbours
    s = play(position({"1/11": "1", "33PAK": "3"}), "assault 1", "enter 1/11 2")
    assert told(s, "moved") == [(u("1/11"), a("1"), a("2"), 1)]  # the enemy above the Escarpment is not adjacent
    s = units({"1/11": "2", "1/104": "6"}, allied="3 4", axis="1")
    assert refuges(s, ALLIED, a("2"), 1 << a("2")) == []  # although 3 is Free
    assert in_supply(s, ALLIED, a("3"))
    assert not in_supply(s, ALLIED, a("2"))


@rule("battleaxe", "3.1-c")
def test_zones_a_to_i_count_as_areas() -> None:
    assert [row.id for row in edition().area_rows if row.kind == "zone"] == ZONES
    s = position({"7RTR": "C", "1/62": "15"})
    assert "assault C" in offered(s)
    assert "enter 7RTR 4" in offered(play(s, "assault C"))


@rule("battleaxe", "3.1.1-a")
def test_an_identifier_shows_the_number_or_letter() -> None:
    assert badge("H", "circle")[0].text == "H"
    for id in AREAS + ZONES:
        (identifier,) = badge(id, "circle", "hexagon")
        assert (identifier.text, identifier.below) == (id, f"+{edition().tem[a(id)]}")


@rule("battleaxe", "3.1.1-b", "5.1-f")
def test_who_controls_what_at_the_start() -> None:
    s = start()
    allied = [id for id in AREAS + ZONES if s.allied >> a(id) & 1]
    assert allied == ["A", "B", "C", "D", "H"]  # red letters; all Areas and E, F, G, I are the Axis'


@rule("battleaxe", "3.1.2")
def test_clear_areas_have_a_circle_and_strongpoints_a_hexagon() -> None:
    assert [id for id in AREAS + ZONES if edition().stutzpunkt[a(id)]] == ["6", "9", "13", "22"]
    assert [id for id in AREAS + ZONES if badge(id, "hexagon")] == ["6", "9", "13", "22"]
    assert space("15").terrain == ""
    assert badge("15", "circle")


@rule("battleaxe", "3.1.3")
def test_the_terrain_modifier_helps_the_defence() -> None:
    assert all(1 <= tem <= 3 for tem in edition().tem)
    for area, tem in (("6", 3), ("15", 2), ("14", 1)):
        s = position({"7RTR": area, "1/104": area}, axis=area, artillery=(0, 0), advantage="")
        s = play(s, f"assault {area}", f"attack {area}", "join 7RTR", "lead 7RTR", "lead 1/104", "pass", dice=[3, 4, 3, 4])
        assert term(sums(s)[1], "11.4.3C") == tem
        assert told(s, "totals") == [(5 + 7, 5 + tem + 7)]


@rule("battleaxe", "3.1.4-a")
def test_thin_and_thick_boundaries() -> None:
    kinds = {(row.a, row.b): row.kind for row in edition().boundary_rows}
    assert kinds["2", "3"] == "escarpment"
    assert kinds["6", "17"] == "open_desert"
    assert {edge.kind for edge in board(edition()).edges} == {"open", "escarpment"}
    assert {(edge.a, edge.b) for edge in board(edition()).edges if edge.kind == "escarpment"} == {
        pair for pair, kind in kinds.items() if kind == "escarpment"
    }


@rule("battleaxe", "3.1.4-b")
def test_the_frontier_has_no_effect() -> None:
    s = play(position({"2RTR": "10", "1/62": "15"}), "assault 10", "enter 2RTR 11")
    assert told(s, "moved") == [(u("2RTR"), a("10"), a("11"), 1)]
    assert [line.scenery for line in board(edition()).lines if line.kind == "frontier"] == [True]
    assert "frontier" not in {edge.kind for edge in board(edition()).edges}


@rule("battleaxe", "3.1.5")
def test_victory_point_areas_are_marked() -> None:
    marked = {id: badge(id, "vp")[0].text for id in AREAS + ZONES if badge(id, "vp")}
    assert marked == {"6": "2", "9": "1", "11": "1", "13": "2", "15": "1", "16": "1", "19": "2", "21": "1", "22": "1", "23": "2"}
    assert space("19").name == "Sidi Azeiz"


@rule("battleaxe", "3.2")
def test_the_turn_marker_advances_at_the_end_of_a_turn() -> None:
    s = units({"7RTR": "C", "1/62": "15"}, turn=0)
    assert current(s, "turn") == "June 15"
    assert current(run_from(s, END_PHASE), "turn") == "June 16"


@rule("battleaxe", "3.3")
def test_the_impulse_marker_shows_the_impulse() -> None:
    s = position({"7RTR": "C", "1/62": "15"}, half="axis", impulse=3, advantage="")
    assert current(s, "impulse") == "3"
    s = play(s, "pass", dice=[4, 4])
    assert current(s, "impulse") == "4"
    assert asked(s) == (ALLIED, "Half")


@rule("battleaxe", "3.4")
def test_the_victory_point_track_shows_the_allied_points() -> None:
    s = units({"7RTR": "C", "1/104": "6"}, turn=0, allied="9 10 11 15")  # 1 + 1 + 1
    assert current(s, "vp") == "0"
    s = run_from(s, END_PHASE)
    assert s.vp == 3
    assert current(s, "vp") == "3"


@rule("battleaxe", "3.5", "5.1-e")
def test_support_markers_wait_in_their_boxes() -> None:
    s = start()
    assert support(s, "allied") == [("Air Support", "ready")] + [("Artillery", "ready")] * 3
    assert support(s, "axis") == [("Artillery", "ready")] * 2
    assert "Allied" in panel(s, "advantage").title


# 4 Playing pieces


@rule("battleaxe", "4.0-a")
def test_a_unit_has_a_full_and_a_reduced_side() -> None:
    faces = board(edition()).faces
    assert (faces["7RTR"].factors, faces["7RTR"].weak) == ("5-4", False)
    assert (faces["7RTR/reduced"].factors, faces["7RTR/reduced"].weak) == ("3-4", True)
    for row in edition().unit_rows:
        assert row.cv_reduced < row.cv
    for reduced, value in (("", 5), ("7RTR", 3)):
        s = position({"7RTR": "15", "1/62": "15"}, axis="15", reduced=reduced, artillery=(0, 0), advantage="")
        s = play(s, "assault 15", "attack 15", "join 7RTR", "lead 7RTR", "lead 1/62", "pass", dice=[1, 1, 6, 6])
        assert term(sums(s)[0], "11.4.2A") == value


@rule("battleaxe", "4.0-b")
def test_what_a_counter_shows() -> None:
    faces, e = board(edition()).faces, edition()
    assert faces["deFR"].factors == "2"  # no Movement Factor is printed
    assert e.mf[u("deFR")] == NONE
    assert (faces["1/33A"].factors, faces["1/33A"].symbol) == ("6*-5", "aa")
    assert {row.id for row in e.unit_rows if row.mf is None} == {"deFR", "1/62", "2/62", "3/62", "BARDIA1", "BARDIA2", "XXI"}
    for row in e.unit_rows:
        assert faces[row.id].symbol in {"infantry", "armour", "armoured_car", "at", "aa"}
        assert faces[row.id].factors.count("-") == (0 if row.mf is None else 1)
        assert faces[row.id].stripe, f"{row.formation} has no colour"
    s = play(position({"1/104": "6", "deFR": "6", "7RTR": "C"}, half="axis", advantage=""), "assault 6")
    assert not any(text.startswith("enter deFR") for text in offered(s))
    assert why_not(s, "enter deFR 17").rule == "9.2"
