"""Ways whose length depends on the kinds of steps in them, against every way there is."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sandtable.maps.graph import CLOSED, Arrival, Grades, Itinerary, arrivals, at_most, trace, ways

Step = tuple[int, int]


def step_graphs(most: int = 7, kinds: int = 2) -> st.SearchStrategy[list[list[Step]]]:
    """Steps of each space with their kinds, one to each other space at most."""
    return st.integers(1, most).flatmap(
        lambda n: st.lists(
            st.dictionaries(st.integers(0, n - 1), st.integers(0, kinds - 1), max_size=4).map(lambda d: sorted(d.items())),
            min_size=n,
            max_size=n,
        )
    )


grades = st.one_of(
    st.tuples(st.integers(0, 2), st.integers(0, 5), st.booleans()).map(lambda t: at_most(*t)),
    st.tuples(st.integers(0, 5), st.integers(0, 5)).map(lambda t: Grades(((0, 1), (1, 1)), t)),
)


def any_kind(limit: int) -> Grades:
    return Grades(((0, 0),), (limit,))


def by_worst(best: int, worst: int) -> Grades:
    """The worst step of a way decides how long it may be."""
    return Grades(((0, 1), (1, 1)), (best, worst))


def every_way(steps: list[list[Step]], open_: set[int], limits: Grades) -> dict[int, int]:
    """The least length to each space, by trying all ways from 0 of up to six steps."""
    found = {0: 0}
    edge = [(0, 0, 0)]
    while edge:
        here, grade, length = edge.pop()
        for there, kind in steps[here]:
            after = limits.after[grade][kind]
            if after == CLOSED or length + 1 > limits.limits[after] or there not in open_:
                continue
            found[there] = min(found.get(there, 99), length + 1)
            edge.append((there, after, length + 1))
    return found


def is_way(path: tuple[int, ...], steps: list[list[Step]], limits: Grades) -> bool:
    grade = 0
    for here, there in pairwise(path):
        grade = limits.after[grade][dict(steps[here])[there]]
        assert grade != CLOSED
    return len(path) - 1 <= limits.limits[grade]


class TestWays:
    @given(step_graphs(), grades, st.data())
    def test_every_space_within_the_limits_by_a_shortest_way(
        self, steps: list[list[Step]], limits: Grades, data: st.DataObject
    ) -> None:
        open_ = data.draw(st.sets(st.integers(0, len(steps) - 1)))
        found = ways(0, steps, lambda a, b: b in open_, limits)
        assert {there: len(path) - 1 for there, path in found.items()} == every_way(steps, open_, limits)
        for there, path in found.items():
            assert (path[0], path[-1]) == (0, there)
            assert is_way(path, steps, limits)


class TestTrace:
    @given(step_graphs(), grades, st.data())
    def test_a_shortest_way_to_the_nearest_goal(self, steps: list[list[Step]], limits: Grades, data: st.DataObject) -> None:
        goals = data.draw(st.sets(st.integers(0, len(steps) - 1)))
        open_ = data.draw(st.sets(st.integers(0, len(steps) - 1)))
        path = trace(0, goals, steps, lambda a, b: b in open_, limits)
        near = [n for there, n in every_way(steps, open_ | goals, limits).items() if there in goals]
        if not near:
            assert path is None
            return
        assert path is not None
        assert path[0] == 0
        assert path[-1] in goals
        assert len(path) - 1 == min(near)
        assert is_way(path, steps, limits)
        assert all(there in open_ for there in path[1:-1])

    @given(st.sets(st.integers(0, 24)), st.integers(0, 24), st.integers(0, 8), st.integers(0, 2), st.data())
    def test_to_know_how_far_it_is_changes_the_order_of_looking_alone(
        self, shut: set[int], goal: int, limit: int, times: int, data: st.DataObject
    ) -> None:
        """On a square of five by five, with some steps of kind 1."""
        near = [[n for n in range(25) if abs(n % 5 - h % 5) + abs(n // 5 - h // 5) == 1] for h in range(25)]
        steps = [[(n, data.draw(st.integers(0, 1))) for n in row] for row in near]
        away = [abs(n % 5 - goal % 5) + abs(n // 5 - goal // 5) for n in range(25)]
        plain = trace(0, (goal,), steps, lambda a, b: b not in shut, at_most(times, limit))
        led = trace(0, (goal,), steps, lambda a, b: b not in shut, at_most(times, limit), away)
        assert (plain is None) == (led is None)
        assert plain is None or led is None or len(plain) == len(led)

    def test_the_first_step_may_go_uncounted(self) -> None:
        line = [[(1, 1)], [(2, 1)], [(3, 1)], []]
        assert trace(0, (3,), line, lambda a, b: True, at_most(2, 9)) is None
        assert trace(0, (3,), line, lambda a, b: True, at_most(2, 9, first_counts=False)) == (0, 1, 2, 3)

    def test_round_a_wall_to_the_nearest_goal(self) -> None:
        """On a square of five by five with a wall down its middle column, open at the bottom only."""
        near = [[n for n in range(25) if abs(n % 5 - h % 5) + abs(n // 5 - h // 5) == 1] for h in range(25)]
        steps = [[(n, 0) for n in row] for row in near]
        wall = {2, 7, 12, 17}

        def free(here: int, there: int) -> bool:
            return there not in wall

        path = trace(10, (14, 4), steps, free, any_kind(20))
        assert path is not None
        assert (path[0], path[-1], len(path) - 1) == (10, 14, 8)
        assert 22 in path  # by the gap
        assert all(there in near[here] for here, there in pairwise(path))
        assert trace(10, (14, 4), steps, free, any_kind(7)) is None  # a step too short
        assert trace(10, (14,), steps, lambda a, b: b not in wall | {22}, any_kind(20)) is None
        assert len(trace(10, (7,), steps, free, any_kind(3)) or ()) == 4

    def test_a_longer_way_of_a_better_kind_is_taken_where_the_short_one_may_not(self) -> None:
        steps = [[(1, 1), (2, 0)], [(4, 1)], [(3, 0)], [(4, 0)], []]
        assert trace(0, (4,), steps, lambda a, b: True, at_most(2, 9)) == (0, 1, 4)
        assert trace(0, (4,), steps, lambda a, b: True, at_most(1, 9)) == (0, 2, 3, 4)
        assert trace(0, (4,), steps, lambda a, b: True, by_worst(3, 2)) == (0, 1, 4)
        assert trace(0, (4,), steps, lambda a, b: True, by_worst(3, 1)) == (0, 2, 3, 4)
        assert trace(0, (4,), steps, lambda a, b: True, by_worst(2, 1)) is None

    def test_a_goal_is_not_closed_and_the_start_may_be_one(self) -> None:
        assert trace(0, (1,), [[(1, 0)], []], lambda a, b: False, at_most(1, 1)) == (0, 1)
        assert trace(0, (0,), [[(1, 0)], []], lambda a, b: False, at_most(0, 0)) == (0,)


class TestArrivals:
    @given(step_graphs(6, 4), st.integers(0, 8))
    def test_the_shortest_way_and_every_longer_one_that_leaves_more(self, steps: list[list[Step]], left: int) -> None:
        """The kind of a step is its cost less one; against every way there is."""
        costs = {(here, there): kind + 1 for here, row in enumerate(steps) for there, kind in row}

        def affordable(here: Arrival) -> list[Step]:
            return [(there, here.left - kind - 1) for there, kind in steps[here.space] if kind < here.left]

        best: dict[int, dict[int, int]] = {}  # by space and length: the most that can be left
        edge = [(0, left, 0)]
        while edge:
            here, rest, length = edge.pop()
            best.setdefault(here, {})[length] = max(rest, best.get(here, {}).get(length, -1))
            edge += [(there, rest - kind - 1, length + 1) for there, kind in steps[here] if rest > kind]
        found = arrivals([Arrival(0, left, 0, None)], affordable)
        said = Itinerary(("set out",), [f"go {space}" for space in range(len(steps))])
        assert set(found) == set(best)
        for space, some in found.items():
            worth = [
                (n, rest) for n, rest in sorted(best[space].items()) if all(best[space][m] < rest for m in best[space] if m < n)
            ]
            assert [(arrival.length, arrival.left) for arrival in some] == worth
            for arrival in some:
                way = (0, *arrival.way())
                assert len(way) == arrival.length + 1
                assert way[-1] == space
                assert said.to(arrival) == ("set out", *[f"go {there}" for there in way[1:]])
                assert left - sum([costs[pair] for pair in pairwise(way)]) == arrival.left
