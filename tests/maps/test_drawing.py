"""Boards of hexes drawn from data."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sandtable.face.board import Badge, Edge, Line
from sandtable.kernel.data import DataError
from sandtable.maps.drawing import Course, Drawing, Lettering, Look, Sheet, border, chains, courses, hex_board, read_drawing
from sandtable.maps.hexes import Hexes

GRID = Hexes([(c, r) for c in (1, 2, 3) for r in (1, 2)], odd_lower=True)
DRAWING = Drawing(
    side=10.0,
    margin=(5.0, 7.0),
    edge=(20.0, 30.0),
    counter=12.0,
    label=-0.5,
    opposite=("0102",),
    regions=(Lettering("SEA", (2.0, 1.5), 20.0, tone="sea"),),
    lines=(Course("Trigh", "track", ("0101", "0102")),),
)
TOBRUK = Look("Tobruk", "town", "green", label=True, badges=(Badge("port"),))
LOOKS = [*[Look(id, "clear", label=id != "0301") for id in GRID.ids[:-1]], TOBRUK]


class TestBoard:
    BOARD = hex_board(GRID, DRAWING, LOOKS, GRID.neighbours, {}, [Edge("0101", "0102", "ridge")], [Line("road", name="new")])

    def test_every_hex_is_a_space_with_its_outline_and_neighbours(self) -> None:
        tobruk = self.BOARD.spaces[-1]
        assert (tobruk.id, tobruk.name, tobruk.terrain, tobruk.cover, tobruk.badges) == (
            "0302",
            "Tobruk",
            "town",
            "green",
            (Badge("port"),),
        )
        assert set(tobruk.neighbours) == {"0301", "0202"}
        assert len(tobruk.outline) == 6
        assert all(abs(math.dist(tobruk.centre, corner) - 10) < 0.02 for corner in tobruk.outline)

    def test_the_margin_is_where_the_grid_begins_and_the_edge_what_lies_beyond(self) -> None:
        x, y = GRID.centre(0, 10.0)
        assert self.BOARD.spaces[0].centre == (round(x + 5, 2), round(y + 7, 2))
        right, low = (max([s.centre[axis] for s in self.BOARD.spaces]) for axis in (0, 1))
        assert self.BOARD.size == (round(right + 20, 2), round(low + 30, 2))

    def test_names_stand_where_the_drawing_says(self) -> None:
        labels = {s.id: (s.label[1] - s.centre[1] if s.label else None) for s in self.BOARD.spaces}
        assert labels["0301"] is None
        assert labels["0101"] == pytest.approx(-5)
        assert labels["0102"] == pytest.approx(5)

    def test_a_hex_that_is_called_by_its_number_is_named_by_what_lies_near(self) -> None:
        assert "0302" not in self.BOARD.spoken
        assert self.BOARD.spoken["0301"] == "0301 (north of Tobruk)"

    def test_lettering_lies_on_the_grid(self) -> None:
        (sea,) = self.BOARD.regions
        assert sea.at == pytest.approx((5 + 2 * 15, 7 + 1.5 * math.sqrt(3) * 10))
        assert (sea.text, sea.size, sea.tone) == ("SEA", 20.0, "sea")

    def test_lines_of_the_drawing_come_first(self) -> None:
        assert self.BOARD.lines == (Line("track", spaces=("0101", "0102"), name="Trigh"), Line("road", name="new"))
        assert self.BOARD.edges == (Edge("0101", "0102", "ridge"),)
        assert self.BOARD.counter == 12.0


def test_a_border_runs_along_hexsides() -> None:
    """Of the two hexsides east of 0101 and 0102: four corners from north to south."""
    sheet = Sheet(GRID, DRAWING)
    n = GRID.number
    line = border(sheet, "frontier", "limit", [(n["0101"], n["0202"]), (n["0101"], n["0201"])])
    ring = sheet.outline(n["0101"])
    assert [(round(x), round(y)) for x, y in line.path] == [(round(x), round(y)) for x, y in (ring[0], ring[1], ring[2])]
    assert (line.kind, line.name) == ("frontier", "limit")


class TestCourses:
    def test_steps_of_one_name_become_chains(self) -> None:
        found = courses([("road", "A", "1", "2"), ("road", "A", "3", "2"), ("trail", "A", "1", "2"), ("road", "A", "8", "9")])
        assert {(line.kind, line.name, line.spaces) for line in found} == {
            ("road", "A", ("1", "2", "3")),
            ("road", "A", ("8", "9")),
            ("trail", "A", ("1", "2")),
        }

    def test_a_fork_is_two_chains_and_a_ring_is_one(self) -> None:
        fork = chains({"a": ["b"], "b": ["a", "c", "d"], "c": ["b"], "d": ["b"]})
        assert sorted(map(len, fork)) == [2, 3]
        (ring,) = chains({"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]})
        assert (len(ring), ring[0]) == (4, ring[-1])


class TestReading:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ('{"side": "wide"}', r"draw\.json: Expected `float`, got `str` - at `\$\.side`"),
            ('{"colour": 1}', r"draw\.json: Object contains unknown field `colour`"),
            ("{", r"draw\.json: Input data was truncated"),
        ],
    )
    def test_a_wrong_drawing_is_told_by_file_and_field(self, tmp_path: Path, text: str, message: str) -> None:
        (tmp_path / "draw.json").write_text(text, encoding="utf-8")
        with pytest.raises(DataError, match=message):
            read_drawing(tmp_path / "draw.json")

    def test_a_missing_drawing_is_told(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match=r"draw\.json: .*No such file"):
            read_drawing(tmp_path / "draw.json")
