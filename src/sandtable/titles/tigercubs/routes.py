"""13.F.3 Overland supply routes: what each step costs, how far a route of some length goes, and the way it takes.

What the map alone says is worked out once for every hub; the enemy's zones and units only ever add to it. So a unit that the
way over the empty map still serves needs no search.
"""

from __future__ import annotations

import heapq
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple, Optional

from sandtable.kernel.sides import other
from sandtable.maps.zones import FULL, NO_ZONE
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.scales import ROUTE, SP
from sandtable.titles.tigercubs.state import State, remembered

FAR: Final = 10_000  # more than any route may cost


class Step(NamedTuple):
    there: int
    cost: int
    part: int  # of it, the ground that is entered: what a zone multiplies
    rough: int  # the cost where the bridge is down
    ground: int  # and the ground there, off the line
    side: int  # the hexside, or -1


class Reached(NamedTuple):
    """How far routes come: the cost of each place, and the place before it."""

    cost: dict[int, int]
    back: dict[int, int]


@cache
def steps(e: Edition) -> tuple[tuple[Step, ...], ...]:
    found: list[tuple[Step, ...]] = []
    for here in range(e.places):
        row: list[Step] = []
        for there, cost in e.route_by_line[here].items():
            lined = there in e.road[here] or there in e.rail[here] or there >= e.sheet
            part = ROUTE if lined else int(e.terrain[there].route * ROUTE)
            side = e.hexside(here, there) if max(here, there) < e.sheet else -1
            ground = part if there >= e.sheet else int(e.terrain[there].route * ROUTE)
            row.append(Step(there, cost, part, e.route_off_road[here][there], ground, side))
        found.append(tuple(row))
    return tuple(found)


@cache
def over_empty_map(e: Edition, hub: int, scenario: int) -> Reached:
    """Routes from a hub if there were no enemy, whosever it is: boxes are open to both sides."""
    limit = int(e.figure["route_qm"]) * ROUTE
    shut = frozenset([p for p in range(e.places) if not e.in_play[scenario][p]])
    return search(steps(e), (hub,), limit, shut, {}, ())


def search(
    ways: tuple[tuple[Step, ...], ...],
    starts: tuple[int, ...],
    limit: int,
    shut: frozenset[int],
    zones: dict[int, int],
    down: tuple[int, ...],
) -> Reached:
    """The cheapest routes within a limit; `zones`: halves of its ground that a hex costs more."""
    best = [limit + 1] * len(ways)
    for place in shut:
        best[place] = -1  # nothing is cheaper: it is never entered
    back: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(limit + 1)]
    buckets[0] += starts
    for place in starts:
        best[place] = 0
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if best[here] != spent:
                continue
            for there, cost, part, rough, ground, side in ways[here]:
                total = spent + cost
                if total >= best[there]:
                    continue
                if down and side in down:
                    total, part = spent + rough, ground
                if there in zones:
                    total += part * zones[there] // 2
                if total < best[there]:
                    best[there] = total
                    back[there] = here
                    buckets[total].append(there)
    return Reached({place: best[place] for place in (*starts, *back)}, back)


# What the enemy does to routes


@remembered
def shut(s: State, side: int) -> frozenset[int]:
    """13.F.3.a-b Where no route goes: hexes with an enemy combat unit, what is out of play, boxes of the enemy."""
    e = s.edition
    enemies = [s.where[u] for u in e.consumers[other(side)] if s.where[u] >= 0]
    return frozenset(enemies) | out_of_play(e, s.agreed.scenario, side)


@cache
def out_of_play(e: Edition, scenario: int, side: int) -> frozenset[int]:
    return frozenset([p for p in range(e.places) if not e.in_play[scenario][p] or (p >= e.sheet and e.owner[p] != side)])


@remembered
def surcharges(s: State, side: int) -> dict[int, int]:
    """7.B.1.b.ii A route pays double in a Full EZOI, half as much again in a Reduced one; 4 SP of friends free the hex."""
    escort, ours = s.edition.figure["escort_sp_route"].numerator * SP, s.zones.sums[side]
    return {
        there: 2 if felt == FULL else 1
        for there, felt in felt_zones(s, side).items()
        if there not in ours or s.zones.force(side, there) < escort
    }


@remembered
def felt_zones(s: State, side: int) -> dict[int, int]:
    """Where a side feels zones of the enemy, and of which level."""
    zones, found = s.zones, dict[int, int]()
    full, reduced = zones.full[other(side)], zones.reduced[other(side)]
    for place in zones.sums[other(side)]:
        for there, _ in zones.spread[place]:
            if there not in found and (full[there] or reduced[there]):
                felt = zones.felt(side, there)
                if felt != NO_ZONE:
                    found[there] = felt
    return found


@remembered
def spread(s: State, side: int, starts: tuple[int, ...], limit: int) -> Reached:
    """Everything that routes of a side reach from these places within a limit, in quarters of a hex."""
    return search(steps(s.edition), starts, limit, shut(s, side), surcharges(s, side), s.bridges_down)


def reaches(s: State, side: int, hub: int, place: int, limit: int) -> bool:
    """Whether a route from a hub to a place keeps within the limit. Nothing is searched where the way over the empty map does,
    or one that has served before."""
    if hub == place:
        return True
    plain = plain_route(s.edition, hub, s.agreed.scenario, place)
    if plain is None or plain.cost > limit:
        return False  # an enemy makes no route shorter
    if is_good(s, side, plain, limit):
        return True
    key = (s.edition.digest, s.agreed.scenario, side, hub, place)
    if any(is_good(s, side, route, limit) for route in KNOWN.get(key, ())):
        return True
    path = look_for_route(s, side, hub, place, limit)
    if not path:
        return False
    if len(KNOWN) >= MOST_KNOWN:
        KNOWN.clear()
    KNOWN[key] = (route_of(s.edition, path), *KNOWN.get(key, ()))[:OF_A_PLACE]
    return True


def look_for_route(s: State, side: int, hub: int, place: int, limit: int) -> tuple[int, ...]:
    """A route that keeps within the limit, or (): from the place back, and only over places from where the way over the empty
    map would still be short enough."""
    plain, table = over_empty_map(s.edition, hub, s.agreed.scenario).cost, table_of(s.edition)
    barred, zones = hindrance(s, side)
    best, ahead, edge = {place: 0}, dict[int, int](), [(plain[place], place)] if place not in barred else []
    while edge:
        _, there = heapq.heappop(edge)
        if there == hub:
            return way(Reached({}, ahead), hub)[::-1]
        for here in s.edition.near[there]:
            if here in plain and (here not in barred or here == hub):
                total = best[there] + price(table[here][there], zones, s.bridges_down)
                if total + plain[here] <= limit and total < best.get(here, FAR):
                    best[here], ahead[here] = total, there
                    heapq.heappush(edge, (total + plain[here], here))
    return ()


def price(step: Step, zones: dict[int, int], down: tuple[int, ...]) -> int:
    """What a step of a route costs now."""
    if step.side in down:
        return step.rough + step.ground * zones.get(step.there, 0) // 2
    return step.cost + step.part * zones.get(step.there, 0) // 2


class Route(NamedTuple):
    """A way that was found once, what it costs where no enemy is near and all bridges stand, and the hexsides it crosses."""

    path: tuple[int, ...]
    beyond: tuple[int, ...]  # the place where it starts
    cost: int
    sides: frozenset[int]


def route_of(e: Edition, path: tuple[int, ...]) -> Route:
    taken = [table_of(e)[here][there] for here, there in pairwise(path)]
    return Route(path, path[1:], sum([step.cost for step in taken]), frozenset([step.side for step in taken]))


@cache
def plain_route(e: Edition, hub: int, scenario: int, place: int) -> Optional[Route]:
    """Over the empty map; None: too far for any route."""
    plain = over_empty_map(e, hub, scenario)
    return route_of(e, way(plain, place)) if place in plain.cost else None


MOST_KNOWN: Final = 20_000
OF_A_PLACE: Final = 4
KNOWN: Final[dict[tuple[str, int, int, int, int], tuple[Route, ...]]] = {}  # those that have served before, the last first


def is_good(s: State, side: int, route: Route, limit: int) -> bool:
    """Whether a route is open and short enough now. Who is where it starts does not matter."""
    barred, zones = hindrance(s, side)
    path, beyond, cost, sides = route
    if not barred.isdisjoint(beyond):
        return False
    if zones.keys().isdisjoint(path) and sides.isdisjoint(s.bridges_down):
        return cost <= limit
    table = table_of(s.edition)
    return sum([price(table[here][there], zones, s.bridges_down) for here, there in pairwise(path)]) <= limit


@remembered
def hindrance(s: State, side: int) -> tuple[frozenset[int], dict[int, int]]:
    return shut(s, side), surcharges(s, side)


@cache
def table_of(e: Edition) -> tuple[dict[int, Step], ...]:
    return tuple([{step.there: step for step in row} for row in steps(e)])


def way(reached: Reached, place: int) -> tuple[int, ...]:
    """The places of a route from its start, both ends included."""
    path = [place]
    while path[-1] in reached.back:
        path.append(reached.back[path[-1]])
    return tuple(path[::-1])
