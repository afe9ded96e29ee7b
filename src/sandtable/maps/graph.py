"""One family of searches over spaces that are numbers: the same for hexes, areas and boxes.

`reach`     how far a budget goes, where steps have costs
`arrivals`  where a march can come step by step, with what is left and the steps to say
`flood`     all that is joined; `fill` if what is closed is known, `tree` with the way back
`distances` steps as the crow flies
`ways`      shortest ways to everywhere, as long as the kinds of steps in them allow
`trace`     a shortest way to a goal, under the same limits

Costs are whole numbers: where the rules know halves or thirds, a title counts in those (`scale`). What may stop a step is a
function of the title's, asked once a step.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Final, NamedTuple, Optional

Neighbours = Sequence[Sequence[int]]
Steps = Sequence[Sequence[tuple[int, int]]]  # of a space: those next to it, and the kind of the step
Opens = Callable[[int, int], bool]  # whether a step may be made, from and to
CLOSED: Final = -1  # what a cost function answers for a step that cannot be made


def reach(start: int, budget: int, neighbours: Neighbours, cost: Callable[[int, int], int]) -> dict[int, int]:
    """Every space that a budget reaches, with what the cheapest way costs; `cost(from, to)` is a whole number or CLOSED.

    A bucket for each sum (Dial's algorithm): budgets are small, and this is faster than a heap.
    """
    best: dict[int, int] = {start: 0}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for spent in range(budget + 1):
        for here in buckets[spent]:
            if best[here] != spent:
                continue  # a cheaper way was found after it was put here
            for there in neighbours[here]:
                step = cost(here, there)
                if step < 0:
                    continue
                total = spent + step
                if total <= budget and total < best.get(there, budget + 1):
                    best[there] = total
                    buckets[total].append(there)
    return best


def flood(starts: Iterable[int], neighbours: Neighbours, opens: Opens) -> set[int]:
    """All that is joined to the starts by open steps; the starts belong to it."""
    found = set(starts)
    edge = list(found)
    while edge:
        here = edge.pop()
        for there in neighbours[here]:
            if there not in found and opens(here, there):
                found.add(there)
                edge.append(there)
    return found


def fill(starts: Iterable[int], neighbours: Neighbours, closed: Iterable[int]) -> list[int]:
    """The same where it is known beforehand what is closed, starts too: several times as fast."""
    seen = bytearray(len(neighbours))
    for space in closed:
        seen[space] = 1
    found: list[int] = []
    for space in starts:
        if not seen[space]:
            seen[space] = 1
            found.append(space)
    for here in found:
        for there in neighbours[here]:
            if not seen[there]:
                seen[there] = 1
                found.append(there)
    return found


def tree(starts: Iterable[int], neighbours: Neighbours, opens: Opens) -> dict[int, int]:
    """All that is joined to the starts by open steps, with the next space on a shortest way back. A start leads to itself, if the
    step from it to itself is open."""
    found = {space: space for space in starts if opens(space, space)}
    edge = list(found)
    for here in edge:
        for there in neighbours[here]:
            if there not in found and opens(here, there):
                found[there] = here
                edge.append(there)
    return found


def distances(starts: Iterable[int], neighbours: Neighbours, limit: int) -> dict[int, int]:
    """Steps to each space within the limit, over any boundary."""
    found = dict.fromkeys(starts, 0)
    edge = list(found)
    for here in edge:
        if found[here] == limit:
            break
        for there in neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


class Grades(NamedTuple):
    """How long a way may be depends on the kinds of steps in it. A way has a grade: 0 at the start, and after each step what the
    table says of the grade so far and the step's kind."""

    after: tuple[tuple[int, ...], ...]  # by grade and kind of step: the grade from there on, or CLOSED
    limits: tuple[int, ...]  # by grade: the most steps that a way of it may have


def at_most(times: int, limit: int, first_counts: bool = True) -> Grades:
    """So many steps, and of kind 1 only so many among them; the first step may be of kind 1 without being counted.

    >>> at_most(1, 5)
    Grades(after=((0, 1), (1, -1)), limits=(5, 5))
    """
    first: tuple[tuple[int, int], ...] = () if first_counts else ((1, 1),)
    low = len(first)
    after = [(low + n, low + n + 1 if n < times else CLOSED) for n in range(times + 1)]
    return Grades((*first, *after), (limit,) * (low + times + 1))


def ways(start: int, steps: Steps, opens: Opens, grades: Grades) -> dict[int, tuple[int, ...]]:
    """To every space within the limits a shortest way, both ends in it."""
    size, (after, limits) = len(steps), grades
    came: dict[int, int] = {start: start}  # a space and the grade of the way, as space + size * grade
    best: dict[int, int] = {start: start}
    edge, length = [start], 0
    while edge:
        length += 1
        beyond: list[int] = []
        for state in edge:
            here, turns = state % size, after[state // size]
            for there, kind in steps[here]:
                grade = turns[kind]
                if grade < 0 or length > limits[grade]:
                    continue
                then = there + size * grade
                if then not in came and opens(here, there):
                    came[then] = state
                    best.setdefault(there, then)
                    beyond.append(then)
        edge = beyond
    return {there: walk_back(came, end, size) for there, end in best.items()}


def trace(
    start: int, goals: Container[int], steps: Steps, opens: Opens, grades: Grades, away: Optional[Sequence[int]] = None
) -> Optional[tuple[int, ...]]:
    """A shortest way from a space to one of the goals, both ends in it, or None. The start itself may be the goal; what closes
    other spaces does not close a goal. With `away`, the plain distance of each space from the goal, it looks there first.
    """
    if start in goals:
        return (start,)
    if away is not None:
        return trace_toward(start, goals, steps, opens, grades, away)
    size, (after, limits) = len(steps), grades
    came: dict[int, int] = {start: start}  # a space and the grade of the way, as space + size * grade
    edge, length = [start], 0
    while edge:
        length += 1
        beyond: list[int] = []
        for state in edge:
            here, turns = state % size, after[state // size]
            for there, kind in steps[here]:
                grade = turns[kind]
                then = there + size * grade
                if grade < 0 or then in came or length > limits[grade]:
                    continue
                if there in goals:
                    came[then] = state
                    return walk_back(came, then, size)
                if opens(here, there):
                    came[then] = state
                    beyond.append(then)
        edge = beyond
    return None


def trace_toward(
    start: int, goals: Container[int], steps: Steps, opens: Opens, grades: Grades, away: Sequence[int]
) -> Optional[tuple[int, ...]]:
    """Spaces in the order of the length that a way through them has at least."""
    longest = max(grades.limits)
    if away[start] > longest:
        return None
    size, (after, limits) = len(steps), grades
    came: dict[int, int] = {start: start}
    done: dict[int, int] = {start: 0}
    buckets: list[list[int]] = [[] for _ in range(longest + 1)]
    buckets[away[start]].append(start)
    for bucket in buckets[away[start] :]:
        while bucket:
            state = bucket.pop()
            here, turns = state % size, after[state // size]
            length = done[state] + 1
            for there, kind in steps[here]:
                grade = turns[kind]
                if grade < 0 or length + away[there] > limits[grade]:
                    continue
                then = there + size * grade
                if there in goals:
                    came[then] = state
                    return walk_back(came, then, size)
                if length < done.get(then, longest + 1) and opens(here, there):
                    done[then] = length
                    came[then] = state
                    buckets[length + away[there]].append(then)
    return None


def walk_back(came: dict[int, int], end: int, size: int) -> tuple[int, ...]:
    path = [end % size]
    while came[end] != end:
        end = came[end]
        path.append(end % size)
    return tuple(path[::-1])


class Arrival(NamedTuple):
    """A march has come to a space: with what is left of its movement, after so many steps."""

    space: int
    left: int
    length: int
    back: Optional[Arrival]  # one step before; none at the start

    def way(self) -> tuple[int, ...]:
        """The spaces entered, in order; without the start."""
        path: list[int] = []
        at: Optional[Arrival] = self
        while at is not None and at.back is not None:
            path.append(at.space)
            at = at.back
        return tuple(path[::-1])


def arrivals(starts: Iterable[Arrival], steps: Callable[[Arrival], Iterable[tuple[int, int]]]) -> dict[int, list[Arrival]]:
    """Where a march can come from these arrivals, which belong to it: for each space the arrivals that are worth knowing, the
    shortest first and every later one with more left. `steps` says where it can go from one, and what is left there.
    """
    edge = list(starts)
    found: dict[int, list[Arrival]] = {}
    for first in edge:
        found.setdefault(first.space, []).append(first)
    while edge:
        most: dict[int, int] = {}  # of this round, by space
        beyond: dict[int, Arrival] = {}
        for here in edge:
            for there, left in steps(here):
                known = most.get(there)
                if known is None:
                    known = found[there][-1].left if there in found else CLOSED
                if left > known:
                    most[there] = left
                    beyond[there] = here
        edge = [Arrival(there, left, beyond[there].length + 1, beyond[there]) for there, left in most.items()]
        for arrival in edge:
            found.setdefault(arrival.space, []).append(arrival)
    return found


class Itinerary:
    """What is said on the way to the arrivals of one search, a text for each space entered: most ways share most of their steps."""

    def __init__(self, prefix: tuple[str, ...], texts: Sequence[str]) -> None:
        self.prefix: tuple[str, ...] = prefix
        self.texts: Sequence[str] = texts
        self.known: dict[int, tuple[str, ...]] = {}  # by the arrival's identity

    def to(self, arrival: Arrival) -> tuple[str, ...]:
        if arrival.back is None:
            return self.prefix
        said = self.known.get(id(arrival))
        if said is None:
            said = self.known[id(arrival)] = (*self.to(arrival.back), self.texts[arrival.space])
        return said
