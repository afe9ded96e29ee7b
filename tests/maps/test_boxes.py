"""Boxes and roads, and hexes joined with boxes off the sheet: what leads where, and what wrong data is told."""

from __future__ import annotations

import pytest

from sandtable.kernel.data import DataError
from sandtable.maps.boxes import Boxes, Road
from sandtable.maps.graph import distances
from sandtable.maps.hexes import Hexes
from sandtable.maps.joined import Exit, Joined

KINDS = ["major", "track"]


class TestBoxes:
    MAP = Boxes(
        ["Tobruk", "Gazala", "Bardia", "Acroma"],
        KINDS,
        [
            ("Tobruk", "Gazala", "major", ["Gazala"], False),
            ("Bardia", "Tobruk", "track", [], True),
            ("Acroma", "Gazala", "major", ["Acroma", "Gazala"], False),
        ],
    )

    def test_roads_lead_both_ways(self) -> None:
        assert self.MAP.neighbours == ((1, 2), (0, 3), (0,), (1,))
        assert self.MAP.road[1][0] == self.MAP.road[0][1] == 0
        assert self.MAP.roads[0] == Road(0, 1, 0, (1,), False)
        assert self.MAP.roads[self.MAP.road[2][0]] == Road(2, 0, 1, (), True)
        assert self.MAP.roads[2].lines == (3, 1)
        assert len(self.MAP) == 4

    @pytest.mark.parametrize(
        ("row", "message"),
        [
            (("a", "z", "major", [], False), "roads.csv, record a z: there is no box 'z'"),
            (("a", "a", "major", [], False), "roads.csv, record a a: a road joins two boxes"),
            (("a", "b", "rail", [], False), "roads.csv, record a b: there is no road class 'rail'; there are major, track"),
            (("a", "b", "major", ["c"], False), "not before 'c'"),
        ],
    )
    def test_a_wrong_road_is_named(self, row: tuple[str, str, str, list[str], bool], message: str) -> None:
        with pytest.raises(DataError) as error:
            Boxes(["a", "b", "c"], KINDS, [row])
        assert message in str(error.value)

    def test_two_roads_between_two_boxes_are_one_too_many(self) -> None:
        rows: list[tuple[str, str, str, list[str], bool]] = [("a", "b", "major", [], False), ("b", "a", "track", [], False)]
        with pytest.raises(DataError, match="record b a: two roads join these boxes"):
            Boxes(["a", "b"], KINDS, rows)


class TestJoined:
    SHEET = Hexes([(c, r) for c in (1, 2, 3) for r in (1, 2)], odd_lower=False)
    MAP = Joined(
        SHEET,
        [("BEN", -1, 1), ("CRE", 2, -4)],
        [("BEN", "0102", 10, "road"), ("BEN", "0102", 10, "rail"), ("BEN", "0101", 12, "track")],
    )

    def test_hexes_keep_their_numbers_and_boxes_follow(self) -> None:
        assert self.MAP.ids == (*self.SHEET.ids, "BEN", "CRE")
        assert [self.MAP.is_box(n) for n in range(len(self.MAP))] == [False] * 6 + [True, True]

    def test_a_box_is_joined_with_its_exits_only(self) -> None:
        ben, west, south = self.MAP.number["BEN"], self.MAP.number["0101"], self.MAP.number["0102"]
        assert set(self.MAP.neighbours[ben]) == {west, south}
        assert self.MAP.neighbours[west] == (*self.SHEET.neighbours[west], ben)
        assert self.MAP.neighbours[self.MAP.number["0301"]] == self.SHEET.neighbours[self.MAP.number["0301"]]
        assert self.MAP.neighbours[self.MAP.number["CRE"]] == ()

    def test_an_exit_has_a_cost_and_all_that_runs_along_it(self) -> None:
        ben, south = self.MAP.number["BEN"], self.MAP.number["0102"]
        assert self.MAP.exit(ben, south) == self.MAP.exit(south, ben) == Exit(ben, south, 10, ("road", "rail"))
        assert self.MAP.exit(south, self.MAP.number["0101"]) is None

    def test_the_crow_flies_over_boxes_too(self) -> None:
        """Against a sheet large enough to hold the boxes."""
        large = Hexes([(c, r) for c in range(-3, 6) for r in range(-6, 6)], odd_lower=False)
        at = {place: n for n, place in enumerate(large.places)}
        for a in range(len(self.MAP)):
            steps = distances([at[self.MAP.places[a]]], large.neighbours, 99)
            for b in range(len(self.MAP)):
                assert self.MAP.distance(a, b) == steps[at[self.MAP.places[b]]]

    @pytest.mark.parametrize(
        ("row", "message"),
        [
            (("BEN", "0909", 1, "road"), "exits.csv, record BEN 0909, field hex: there is no hex '0909'"),
            (("DEL", "0101", 1, "road"), "exits.csv, record DEL 0101, field box: there is no box 'DEL'; there are BEN"),
            (("0102", "0101", 1, "road"), "field box: there is no box '0102'"),
            (("BEN", "BEN", 1, "road"), "field hex: there is no hex 'BEN'"),
            (("BEN", "0101", 3, "rail"), "exits.csv, record BEN 0101: is there twice, with cost 2 and 3"),
            (("BEN", "0101", 2, "road"), "is there twice"),
        ],
    )
    def test_a_wrong_exit_is_named(self, row: tuple[str, str, int, str], message: str) -> None:
        with pytest.raises(DataError) as error:
            Joined(self.SHEET, [("BEN", -1, 1)], [("BEN", "0101", 2, "road"), row])
        assert message in str(error.value)

    def test_no_box_has_the_name_of_a_hex(self) -> None:
        with pytest.raises(DataError, match="two spaces are called '0101'"):
            Joined(self.SHEET, [("0101", 9, 9)], [])
