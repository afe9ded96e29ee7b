"""13.A.20, 13.F.3.a-b Lines of supply: what is joined to a side's sources, over any distance. They decide isolation alone."""

from __future__ import annotations

import heapq
from typing import Optional

from sandtable.kernel.sides import ALLIED, other
from sandtable.maps.graph import flood
from sandtable.maps.zones import NO_ZONE
from sandtable.titles.tigercubs.kinds import TERMINAL
from sandtable.titles.tigercubs.routes import felt_zones, shut
from sandtable.titles.tigercubs.state import MOBILE, State, enemy_zone, has_combat_unit, remembered, units_in


def joined(s: State, side: int) -> set[int]:
    """Every place from which a line of supply can be traced."""
    starts = [p for p in sources(s, side) if may_pass(s, side, p)]
    return flood(starts, s.edition.near, lambda here, there: may_pass(s, side, there))


def is_joined(s: State, side: int, place: int) -> bool:
    """Whether one place is: looks towards the side's edge first, and remembers what it found until somebody moves.

    All that was looked at hangs together, so one answer holds for all of it.
    """
    key = ("joined", side)
    known: Optional[dict[int, bool]] = s.memo.get(key)
    if known is None:
        barred = closed(s, side)
        known = s.memo[key] = dict.fromkeys([p for p in sources(s, side) if p not in barred], True)
    if place in known:
        return known[place]
    barred = closed(s, side)
    if place in barred or not s.edition.passable[place]:
        return False
    column, east = s.edition.column, side == ALLIED
    found, seen, edge = False, {place}, [(0, place)]
    while edge and not found:
        _, here = heapq.heappop(edge)
        for there in s.edition.near[here]:
            if there in known:
                if known[there]:
                    found = True
                    break
            elif there not in seen and there not in barred:
                seen.add(there)
                heapq.heappush(edge, (-column[there] if east else column[there], there))
    known.update(dict.fromkeys(seen, found))
    return found


@remembered
def closed(s: State, side: int) -> frozenset[int]:
    """Passable places through which no line of the side runs."""
    ours = s.zones.sums[side]
    return shut(s, side) | {p for p in felt_zones(s, side) if p not in ours}


def sources(s: State, side: int) -> list[int]:
    """13.N The side's edge of the map, or what the scenario says instead (S1-b); its boxes; its emplaced terminals."""
    e = s.edition
    row = e.scenario_rows[s.agreed.scenario]
    if row.axis_source and side == e.owner[e.place(row.axis_source)]:
        return [e.place(row.axis_source)]
    boxes = [p for p in e.boxes if e.owner[p] == side and e.near[p]]
    terminals = [s.where[u] for u in e.of_side[side] if e.role[u] == TERMINAL and s.where[u] >= 0 and s.post[u] != MOBILE]
    return [*e.edge[side], *boxes, *terminals]


def may_pass(s: State, side: int, place: int) -> bool:
    """Vacant hexes of either owner, but no EZOI unless a friendly unit other than support is there, and no enemy combat unit."""
    e = s.edition
    if not e.passable[place] or not e.in_play[s.agreed.scenario][place] or has_combat_unit(s, place, other(side)):
        return False
    if place >= e.sheet:
        return e.owner[place] == side
    return enemy_zone(s, side, place) == NO_ZONE or any(e.weighs[u] and e.side[u] == side for u in units_in(s, place))
