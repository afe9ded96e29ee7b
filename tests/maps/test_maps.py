"""Geometry: hexes in both parities, areas; reach, flood and distances against plain ways to find the same."""

from __future__ import annotations

import heapq
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.data import DataError
from sandtable.maps.areas import Areas
from sandtable.maps.graph import CLOSED, distances, fill, flood, reach, tree
from sandtable.maps.hexes import DIRECTIONS, OFF_MAP, Hexes, corners, next_to, read_hexes

COLUMNS, ROWS = 7, 6
SHEET = [(c, r) for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
both_parities = st.booleans()
sheets = st.sets(st.sampled_from(SHEET), min_size=2).map(sorted)
any_hex = st.integers(0, len(SHEET) - 1)


def graphs(most: int = 9) -> st.SearchStrategy[list[list[int]]]:
    """Neighbours of each space, mostly but not always both ways."""
    return st.integers(1, most).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4, unique=True), min_size=n, max_size=n)
    )


class TestHexes:
    @given(sheets, both_parities)
    def test_neighbours_are_neighbours_of_each_other(self, places: list[tuple[int, int]], odd_lower: bool) -> None:
        grid = Hexes(places, odd_lower)
        for here in range(len(grid)):
            for d, there in enumerate(grid.toward[here]):
                if there != OFF_MAP:
                    assert grid.toward[there][(d + 3) % 6] == here
            assert here not in grid.neighbours[here]
            assert len(set(grid.neighbours[here])) == len(grid.neighbours[here])

    @given(sheets, both_parities)
    def test_both_sides_of_a_hexside_have_one_number(self, places: list[tuple[int, int]], odd_lower: bool) -> None:
        grid = Hexes(places, odd_lower)
        sides: dict[int, set[frozenset[int]]] = {}
        for here in range(len(grid)):
            for d, there in enumerate(grid.toward[here]):
                between = frozenset((here, there)) if there != OFF_MAP else frozenset((here, -1 - d))
                sides.setdefault(grid.side(here, d), set()).add(between)
                assert set(grid.beside(grid.side(here, d))) == {here, there}
                if there != OFF_MAP:
                    assert grid.direction(here, there) == d
                    assert grid.side_between(here, there) == grid.side_between(there, here) == grid.side(here, d)
        assert all(len(between) == 1 for between in sides.values())

    @given(any_hex, both_parities)
    def test_distance_is_the_number_of_steps(self, start: int, odd_lower: bool) -> None:
        grid = Hexes(SHEET, odd_lower)
        steps = distances([start], grid.neighbours, 99)
        assert {n: grid.distance(start, n) for n in range(len(grid))} == steps
        assert list(grid.away(start)) == [steps[n] for n in range(len(grid))]

    @given(any_hex, any_hex, both_parities)
    def test_drawn_neighbours_are_one_hex_apart(self, a: int, b: int, odd_lower: bool) -> None:
        grid = Hexes(SHEET, odd_lower)
        apart = math.dist(grid.centre(a, 1.0), grid.centre(b, 1.0))
        assert (abs(apart - math.sqrt(3)) < 1e-9) == (b in grid.neighbours[a])

    @given(any_hex, both_parities)
    def test_directions_point_where_they_say(self, here: int, odd_lower: bool) -> None:
        grid = Hexes(SHEET, odd_lower)
        x, y = grid.centre(here, 1.0)
        for name, there in zip(DIRECTIONS, grid.toward[here], strict=True):
            if there != OFF_MAP:
                dx, dy = grid.centre(there, 1.0)[0] - x, grid.centre(there, 1.0)[1] - y
                assert ("N" in name) == (dy < 0)
                assert ("E" in name, "W" in name) == (dx > 1e-9, dx < -1e-9)

    def test_ids_are_column_and_row(self) -> None:
        grid = Hexes([(1, 2), (34, 5)], True)
        assert grid.ids == ("0102", "3405")
        assert grid.number["3405"] == 1
        assert len(grid) == 2

    def test_hexes_that_do_not_touch_have_no_direction(self) -> None:
        grid = Hexes(SHEET, True)
        with pytest.raises(ValueError, match="not in tuple"):
            grid.direction(0, len(SHEET) - 1)

    def test_a_sheet_is_read_from_the_names_of_its_hexes(self) -> None:
        assert read_hexes(["0102", "3405"], True).places == ((1, 2), (34, 5))
        for wrong in ("", "102", "01x2", "01021"):
            with pytest.raises(DataError, match=rf"map\.csv, record {wrong}, field id: a hex is named by two digits"):
                read_hexes(["0101", wrong], True, "map")

    def test_hexsides_are_found_by_both_hexes(self) -> None:
        grid = Hexes(SHEET, True)
        pairs = grid.hexsides("sides", [("0101", "0102"), ("0202", "0102")])
        assert pairs == [(grid.number["0101"], grid.number["0102"]), (grid.number["0202"], grid.number["0102"])]

    @pytest.mark.parametrize(
        ("pairs", "message"),
        [
            ([("0101", "9901")], "sides.csv, record 0101 9901: there is no hex '9901'"),
            ([("0101", "0103")], "sides.csv, record 0101 0103: the hexes are not adjacent"),
            ([("0101", "0101")], "sides.csv, record 0101 0101: the hexes are not adjacent"),
            ([("0101", "0102"), ("0102", "0101")], "sides.csv, record 0102 0101: this hexside is there twice, also as 0101 0102"),
        ],
    )
    def test_a_wrong_hexside_is_named(self, pairs: list[tuple[str, str]], message: str) -> None:
        with pytest.raises(DataError) as error:
            Hexes(SHEET, True).hexsides("sides", pairs)
        assert str(error.value) == message

    def test_which_columns_sit_lower_differs(self) -> None:
        assert [next_to(2, 2, d, True) for d in range(6)] == [(2, 1), (3, 1), (3, 2), (2, 3), (1, 2), (1, 1)]
        assert [next_to(2, 2, d, False) for d in range(6)] == [(2, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2)]

    def test_the_outline_shares_its_sides_with_the_neighbours(self) -> None:
        grid = Hexes(SHEET, True)
        here = grid.number["0303"]
        ring = corners(*grid.centre(here, 1.0), 1.0)
        for d, there in enumerate(grid.toward[here]):
            theirs = corners(*grid.centre(there, 1.0), 1.0)
            mine = {(round(x, 6), round(y, 6)) for x, y in (ring[d - 1], ring[d])}
            assert mine <= {(round(x, 6), round(y, 6)) for x, y in theirs}


def dijkstra(start: int, budget: int, neighbours: list[list[int]], costs: dict[tuple[int, int], int]) -> dict[int, int]:
    best: dict[int, int] = {}
    heap = [(0, start)]
    while heap:
        spent, here = heapq.heappop(heap)
        if here in best or spent > budget:
            continue
        best[here] = spent
        for there in neighbours[here]:
            if costs[here, there] != CLOSED:
                heapq.heappush(heap, (spent + costs[here, there], there))
    return best


class TestGraph:
    @given(graphs(), st.integers(0, 12), st.data())
    def test_reach_is_what_dijkstra_finds(self, neighbours: list[list[int]], budget: int, data: st.DataObject) -> None:
        prices = st.sampled_from([CLOSED, 0, 1, 2, 3, 5])
        costs = {(a, b): data.draw(prices) for a, near in enumerate(neighbours) for b in near}
        assert reach(0, budget, neighbours, lambda a, b: costs[a, b]) == dijkstra(0, budget, neighbours, costs)

    @given(graphs(), st.data())
    def test_flood_is_all_that_can_be_reached(self, neighbours: list[list[int]], data: st.DataObject) -> None:
        open_ = {(a, b): data.draw(st.booleans()) for a, near in enumerate(neighbours) for b in near}
        costs = {edge: 0 if opens else CLOSED for edge, opens in open_.items()}
        assert flood([0], neighbours, lambda a, b: open_[a, b]) == set(dijkstra(0, 0, neighbours, costs))

    @given(graphs(), st.data())
    def test_what_is_filled_is_all_that_is_joined_and_not_closed(self, neighbours: list[list[int]], data: st.DataObject) -> None:
        some = st.sets(st.integers(0, len(neighbours) - 1))
        starts, closed = data.draw(some), data.draw(some)
        costs = {(a, b): CLOSED if b in closed else 0 for a, near in enumerate(neighbours) for b in near}
        reached = [dijkstra(start, 0, neighbours, costs) for start in starts - closed]
        found = fill(sorted(starts), neighbours, closed)
        assert set(found) == {space for one in reached for space in one}
        assert len(set(found)) == len(found)

    @given(graphs(), st.data())
    def test_a_tree_is_a_flood_that_knows_the_shortest_way_back(self, neighbours: list[list[int]], data: st.DataObject) -> None:
        some = st.sets(st.integers(0, len(neighbours) - 1))
        starts, open_ = data.draw(some), data.draw(some)
        found = tree(sorted(starts), neighbours, lambda here, there: there in open_)
        assert set(found) == set(fill(starts, neighbours, set(range(len(neighbours))) - open_))
        costs = {(a, b): 1 if b in open_ else CLOSED for a, near in enumerate(neighbours) for b in near}
        for space, back in found.items():
            assert (space in starts) if back == space else space in neighbours[back]
        for space in found:
            steps, at = 0, space
            while found[at] != at:
                at, steps = found[at], steps + 1
            near = [
                dijkstra(start, 99, neighbours, costs)[space]
                for start in starts & open_
                if space in dijkstra(start, 99, neighbours, costs)
            ]
            assert steps == min(near)

    @given(graphs(), st.integers(0, 5))
    def test_distances_stop_at_the_limit(self, neighbours: list[list[int]], limit: int) -> None:
        plain = dijkstra(0, limit, neighbours, {(a, b): 1 for a, near in enumerate(neighbours) for b in near})
        assert distances([0], neighbours, limit) == plain

    def test_several_starts(self) -> None:
        line = [[1], [0, 2], [1, 3], [2, 4], [3]]
        assert distances([0, 4], line, 9) == {0: 0, 4: 0, 1: 1, 3: 1, 2: 2}
        assert flood([], line, lambda a, b: True) == set()

    def test_nothing_is_reached_without_a_budget_but_the_start(self) -> None:
        assert reach(1, 0, [[1], [0]], lambda a, b: 1) == {1: 0}


class TestAreas:
    AREAS = Areas(["15", "16", "Zone A"], [("15", "16", True), ("16", "Zone A", False)])

    def test_a_boundary_that_cannot_be_crossed_touches_only(self) -> None:
        assert self.AREAS.touching == ((1,), (0, 2), (1,))
        assert self.AREAS.neighbours == ((1,), (0,), ())
        assert self.AREAS.number["Zone A"] == 2
        assert len(self.AREAS) == 3

    @given(st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6), st.booleans()).filter(lambda b: b[0] < b[1])))
    def test_neighbours_are_neighbours_of_each_other(self, boundaries: set[tuple[int, int, bool]]) -> None:
        areas = Areas([str(n) for n in range(7)], [(str(a), str(b), open_) for a, b, open_ in sorted(boundaries)])
        for here, near in enumerate(areas.neighbours):
            assert all(here in areas.neighbours[there] for there in near)
            assert set(near) <= set(areas.touching[here])
            assert list(near) == sorted(near)

    def test_an_area_that_is_not_there_is_a_fault(self) -> None:
        with pytest.raises(KeyError):
            Areas(["1"], [("1", "2", True)])
