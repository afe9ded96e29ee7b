"""13.A.20, 13.F.3.a-b Lines of supply: what is joined to a side's sources, over any distance. They decide isolation alone."""

from __future__ import annotations

import heapq
from functools import cache
from itertools import pairwise
from typing import Final, Optional

from sandtable.kernel.sides import ALLIED, other
from sandtable.maps.graph import flood
from sandtable.maps.zones import NO_ZONE
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.routes import felt_zones, shut
from sandtable.titles.tigercubs.state import MOBILE, State, enemy_zone, has_combat_unit, remembered, units_in


def joined(s: State, side: int) -> set[int]:
    """Every place from which a line of supply can be traced."""
    starts = [p for p in sources(s, side) if may_pass(s, side, p)]
    return flood(starts, s.edition.near, lambda here, there: may_pass(s, side, there))


def is_joined(s: State, side: int, place: int) -> bool:
    """Whether one place is: looks towards the side's edge first, and remembers what it found until somebody moves.

    For each place that it has looked at it keeps the next on the way to a source (of a source itself), or NONE. All that was
    looked at hangs together, so one answer holds for all of it. A line that has served before is tried first.
    """
    key = ("joined", side)
    known: Optional[dict[int, int]] = s.memo.passing.get(key)
    if known is None:
        barred = closed(s, side)
        known = s.memo.passing[key] = {p: p for p in sources(s, side) if p not in barred}
    if place in known:
        return known[place] != NONE
    barred = closed(s, side)
    if place in barred or not s.edition.passable[place]:
        return False
    line = KNOWN.get((s.edition.digest, s.agreed.scenario, side, place))
    if line is not None and barred.isdisjoint(line):
        for here, there in pairwise(line):
            known.setdefault(here, there)
        return True
    return look_for_line(s, side, place, known)


def look_for_line(s: State, side: int, place: int, known: dict[int, int]) -> bool:
    barred, column, east = closed(s, side), s.edition.column, side == ALLIED
    back, edge = {place: NONE}, [(0, place)]
    while edge:
        _, here = heapq.heappop(edge)
        for there in s.edition.near[here]:
            if there in known:
                if known[there] != NONE:
                    known.update(back)
                    note_line(s, side, here, there, back, known)
                    return True
            elif there not in back and there not in barred:
                back[there] = here
                heapq.heappush(edge, (-column[there] if east else column[there], there))
    known.update(dict.fromkeys(back, NONE))
    return False


MOST_KNOWN: Final = 5_000
KNOWN: Final[dict[tuple[str, int, int, int], tuple[int, ...]]] = {}  # lines that have served before, to sources that stay


def note_line(s: State, side: int, here: int, there: int, back: dict[int, int], known: dict[int, int]) -> None:
    """A search has come from a place over `back` to `here`, next to `there` from where the way is known."""
    while here != NONE:
        known[here], here, there = there, back[here], here
    line = [there]
    while known[line[-1]] != line[-1]:
        line.append(known[line[-1]])
    if line[-1] in lasting_sources(s.edition, s.agreed.scenario, side):
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[s.edition.digest, s.agreed.scenario, side, there] = tuple(line)


@remembered
def closed(s: State, side: int) -> frozenset[int]:
    """Passable places through which no line of the side runs."""
    ours = s.zones.sums[side]
    return shut(s, side) | {p for p in felt_zones(s, side) if p not in ours}


def sources(s: State, side: int) -> list[int]:
    """13.N The side's edge of the map, or what the scenario says instead (S1-b); its boxes; its emplaced terminals."""
    e = s.edition
    lasting = lasting_sources(e, s.agreed.scenario, side)
    if has_own_source(e, s.agreed.scenario, side):
        return list(lasting)
    return [*lasting, *[s.where[u] for u in e.terminals[side] if s.where[u] >= 0 and s.post[u] != MOBILE]]


@cache
def has_own_source(e: Edition, scenario: int, side: int) -> bool:
    source = e.scenario_rows[scenario].axis_source
    return bool(source) and side == e.owner[e.place(source)]


@cache
def lasting_sources(e: Edition, scenario: int, side: int) -> dict[int, bool]:
    """Those that no move changes."""
    if has_own_source(e, scenario, side):
        return {e.place(e.scenario_rows[scenario].axis_source): True}
    return dict.fromkeys([*edge_in_play(e, scenario, side), *[p for p in e.boxes if e.owner[p] == side and e.near[p]]], True)


def edge_in_play(e: Edition, scenario: int, side: int) -> list[int]:
    """The side's edge of the map; where a part of the map is played on, the edge of that part (S1-b)."""
    printed = [p for p in e.edge[side] if e.in_play[scenario][p]]
    row = e.scenario_rows[scenario]
    last = row.east if side == ALLIED else row.west
    return printed or [p for p in range(e.sheet) if e.column[p] == last and e.passable[p]]


def may_pass(s: State, side: int, place: int) -> bool:
    """Vacant hexes of either owner, but no EZOI unless a friendly unit other than support is there, and no enemy combat unit."""
    e = s.edition
    if not e.passable[place] or not e.in_play[s.agreed.scenario][place] or has_combat_unit(s, place, other(side)):
        return False
    if place >= e.sheet:
        return e.owner[place] == side
    return enemy_zone(s, side, place) == NO_ZONE or any(e.weighs[u] and e.side[u] == side for u in units_in(s, place))
