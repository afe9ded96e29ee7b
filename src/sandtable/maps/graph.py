"""Reach and trace over spaces that are numbers: the same for hexes, areas and boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Optional

Neighbours = Sequence[Sequence[int]]
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


def flood(starts: Iterable[int], neighbours: Neighbours, opens: Callable[[int, int], bool]) -> set[int]:
    """All that can be reached step by step; `opens(from, to)` says whether a step may be made. The starts belong to it."""
    found = set(starts)
    edge = list(found)
    while edge:
        here = edge.pop()
        for there in neighbours[here]:
            if there not in found and opens(here, there):
                found.add(there)
                edge.append(there)
    return found


def trace(
    start: int, is_goal: Callable[[int], bool], neighbours: Neighbours, opens: Callable[[int, int], bool]
) -> Optional[list[int]]:
    """A shortest way from a space to a goal, both ends in it, or None. The start itself may be the goal."""
    if is_goal(start):
        return [start]
    came: dict[int, int] = {start: start}
    edge = [start]
    for here in edge:
        for there in neighbours[here]:
            if there in came or not opens(here, there):
                continue
            came[there] = here
            if is_goal(there):
                return walk_back(came, there)
            edge.append(there)
    return None


def walk_back(came: dict[int, int], end: int) -> list[int]:
    path = [end]
    while came[path[-1]] != path[-1]:
        path.append(came[path[-1]])
    return path[::-1]


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
