"""13.D, 13.E How supply is handed on, by which routes.

A *hub* hands supply on: a quartermaster, a terminal, an HQ, a dump, a line of communication. Hubs hang on each other; a unit is
served if a hub of a terminal that paid for it, or of a dump that can pay, reaches its place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple, Optional

from sandtable.kernel.sides import other
from sandtable.maps.zones import FULL, NO_ZONE
from sandtable.titles.tigercubs.control import is_barred
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.kinds import ARMY_HQ, CORPS_HQ, NONE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.routes import FAR, felt_zones, over_empty_map, reaches, shut, spread
from sandtable.titles.tigercubs.scales import ROUTE, SP
from sandtable.titles.tigercubs.state import EMPLACED, REVERTING, State, has_combat_unit, remembered, units_in

ANY: Final = -1  # a hub that serves every contingent of its side (13.O binds HQs alone)
QMSR, MSR, ARMY, CORPS, RSR, LOC, DUMP, BESIDE = "QMSR", "MSR", "Army HQ", "Corps HQ", "RSR", "LOC", "GSP", "adjacent"


class Hub(NamedTuple):
    kind: str
    rule: str
    starts: tuple[int, ...]  # where its routes begin
    limit: int  # their length, in quarters; 0: it serves these places alone
    contingent: int = ANY
    parent: int = NONE  # the hub of the same list that feeds it


def is_working(s: State, unit: int) -> bool:
    """13.K.2.f On its OP side, also while it reverts."""
    return s.post[unit] in (EMPLACED, REVERTING)


def terminals(s: State, side: int) -> list[int]:
    return [u for u in s.edition.terminals[side] if s.where[u] >= 0]


def quartermasters(s: State, side: int) -> list[int]:
    """Those that can hand supply on."""
    return [u for u in s.edition.quartermasters[side] if s.where[u] >= 0 and is_working(s, u)]


def length(s: State, id: str) -> int:
    return s.edition.figure[id].numerator * ROUTE


def add_chain(s: State, side: int, found: list[Hub], start: int, parent: int = NONE) -> None:
    """13.K.2.h QMs from one in the starting place on: each must lie in the radius of the one before it."""
    linked = {hub.starts[0] for hub in found if hub.kind == QMSR}
    waiting = sorted({s.where[u] for u in quartermasters(s, side)} - linked)
    if start not in waiting:
        return
    first = len(found)
    found.append(Hub(QMSR, "13.K.2.f", (start,), length(s, "route_qm"), parent=parent))
    waiting.remove(start)
    for n, hub in enumerate(found):
        for place in [p for p in waiting if n >= first and reaches(s, side, hub.starts[0], p, hub.limit)]:
            found.append(Hub(QMSR, "13.K.2.h", (place,), hub.limit, parent=n))
            waiting.remove(place)


@remembered
def hubs_of_terminal(s: State, terminal: int) -> list[Hub]:
    """13.D.2, 13.E.1.a.i All that hangs on a terminal, but for lines of communication (`line_hub`), which are seldom needed."""
    side, where = s.edition.side[terminal], s.where[terminal]
    found: list[Hub] = []
    if is_working(s, terminal):
        add_chain(s, side, found, where)
    found.append(Hub(MSR, "13.J.1.f", (where,), length(s, "route_terminal")))
    rails = rail_route(s, side, where) if is_working(s, terminal) else ()
    if rails:
        found.append(Hub(RSR, "13.A.18", rails, 0))
        for railhead in [p for p in s.edition.railheads if p in rails]:  # 13.K.3.a
            add_chain(s, side, found, railhead, len(found) - 1)
    add_armies(s, side, found)
    return found


@remembered
def hubs_of_dump(s: State, side: int, place: int) -> list[Hub]:
    """13.E.1.a, 13.Q.2 Where GSPs in a place can be spent."""
    e = s.edition
    here = [u for u in units_in(s, place) if e.side[u] == side]
    found = [
        Hub(DUMP, "13.E.1.a.iv", (place,), length(s, "route_gsp")),
        Hub(BESIDE, "13.Q.2", (place, *[p for p in e.around[place] if e.passable[p]]), 0),
    ]
    add_chain(s, side, found, place)
    if any(e.role[u] == TERMINAL and is_working(s, u) for u in here):
        found.append(Hub(MSR, "13.E.1.a.i", (place,), length(s, "route_terminal")))
        add_armies(s, side, found)
    elif any(e.role[u] == ARMY_HQ for u in here):
        add_armies(s, side, found, place)
    for hq in [u for u in here if e.role[u] == CORPS_HQ]:
        reach = e.nation_rows[e.nation[hq]].corps_route * ROUTE
        found.append(Hub(CORPS, "13.E.1.a.iii", (place,), reach, e.contingent[hq]))
    return found


def add_armies(s: State, side: int, found: list[Hub], only: int = NONE) -> None:
    """13.D.1.a, 13.E.1.a.ii One Army HQ that these hubs reach, and the Corps HQs in its MSR; 13.D.2.b: in the absence of an
    Army HQ those in a QMSR."""
    e = s.edition
    armies = [u for u in e.armies[side] if s.where[u] >= 0]
    for army in armies:
        where = s.where[army]
        if only not in (NONE, where):
            continue
        parent = next((n for n, hub in enumerate(found) if in_reach(s, side, hub, where)), NONE)
        if parent != NONE:
            found.append(Hub(ARMY, "13.L.2.c", (where,), army_route(s, army), e.contingent[army], parent))
            last = len(found) - 1
            found += [corps_hub(s, corps, last) for corps in corps_of(s, army)]
            return
    if not armies:
        for corps in [u for u in e.corps[side] if s.where[u] >= 0]:
            direct = [n for n, hub in enumerate(found) if hub.kind in (QMSR, RSR) and in_reach(s, side, hub, s.where[corps])]
            found += [corps_hub(s, corps, n) for n in direct[:1]]


def corps_hub(s: State, corps: int, parent: int) -> Hub:
    """13.M.1 It hands on to its own hex and those adjacent."""
    e, place = s.edition, s.where[corps]
    near = (place, *[p for p in e.around[place] if e.passable[p]])
    return Hub(CORPS, "13.M.1", near, 0, e.contingent[corps], parent)


def army_route(s: State, army: int) -> int:
    return s.edition.nation_rows[s.edition.nation[army]].army_route * ROUTE


def corps_of(s: State, army: int) -> list[int]:
    """13.L.2.b, 13.O Up to four Corps HQs in the MSR of an Army HQ: those of its contingent, and one of an ally's."""
    e, side, here = s.edition, s.edition.side[army], s.where[army]
    near = [u for u in e.corps[side] if s.where[u] >= 0 and reaches(s, side, here, s.where[u], army_route(s, army))]
    own = [u for u in near if e.contingent[u] == e.contingent[army]]
    guests = [u for u in near if e.contingent[u] != e.contingent[army]][:1]
    return [*own, *guests][: int(e.figure["army_corps"])]


def rail_route(s: State, side: int, start: int) -> tuple[int, ...]:
    """13.A.18, 7.B.1.b.ii A rail route: not past a break, an enemy unit, or a zone that no friendly unit contests."""
    e, whole = s.edition, whole_railway(s.edition, s.agreed.scenario, start)
    if not s.rail_breaks and shut(s, side).isdisjoint(whole) and felt_zones(s, side).keys().isdisjoint(whole):
        return whole
    return along(e, s.agreed.scenario, e.rail, start, int(e.figure["loc_rsr"]), lambda _, there: carries_rails(s, side, there))


@cache
def whole_railway(e: Edition, scenario: int, start: int) -> tuple[int, ...]:
    """The rail route from a place if nothing is in its way."""
    return along(e, scenario, e.rail, start, int(e.figure["loc_rsr"]), lambda _, there: True)


def carries_rails(s: State, side: int, place: int) -> bool:
    if place in s.rail_breaks or has_combat_unit(s, place, other(side)):
        return False
    if place >= s.edition.sheet:
        return s.owner[place] == side  # BOX-d
    felt = s.zones.felt(side, place)
    return felt == NO_ZONE or s.zones.force(side, place) >= (SP if felt == FULL else 1)


@remembered
def line_hub(s: State, terminal: int) -> Hub:
    """13.A.19, 13.G.2.b.i.1 What lies within six hexes of a line of communication: of a terminal's roads or its railway."""
    e, side, start = s.edition, s.edition.side[terminal], s.where[terminal]

    def is_open(place: int) -> bool:
        if s.owner[place] != side or has_combat_unit(s, place, other(side)):
            return False
        return s.zones.felt(side, place) == NO_ZONE or not is_barred(s, side, place)

    def has_road(here: int, there: int) -> bool:
        return is_open(there) and is_bridged(s, here, there)

    def has_rails(here: int, there: int) -> bool:
        return is_open(there) and there not in s.rail_breaks

    roads = along(e, s.agreed.scenario, e.road, start, int(e.figure["loc_road"]), has_road)
    rails = along(e, s.agreed.scenario, e.rail, start, int(e.figure["loc_rail"]), has_rails)
    return Hub(LOC, "13.G.2.b.i.1", tuple(dict.fromkeys([*roads, *rails])), length(s, "route_loc"))


def is_bridged(s: State, here: int, there: int) -> bool:
    """X-3 A road is cut where its bridge is down."""
    return not s.bridges_down or max(here, there) >= s.edition.sheet or s.edition.hexside(here, there) not in s.bridges_down


def along(
    e: Edition, scenario: int, lines: tuple[frozenset[int], ...], start: int, limit: int, is_open: Callable[[int, int], bool]
) -> tuple[int, ...]:
    """Places on a line within so many hexes, where it starts first; an exit counts what it costs."""
    if start >= len(lines) or not lines[start]:
        return ()
    best, edge = {start: 0}, [start]
    for here in edge:
        for there in lines[here]:
            exit = e.map.exit(here, there) if max(here, there) >= e.sheet else None
            total = best[here] + (exit.cost if exit is not None else 1)
            if total <= limit and total < best.get(there, FAR) and e.in_play[scenario][there] and is_open(here, there):
                best[there] = total
                edge.append(there)
    return tuple(best)


def in_reach(s: State, side: int, hub: Hub, place: int) -> bool:
    if place in hub.starts:
        return True
    if hub.limit == 0:
        return False
    if len(hub.starts) == 1:
        return reaches(s, side, hub.starts[0], place, hub.limit)
    if all(s.edition.distance(place, start) * ROUTE > hub.limit for start in hub.starts):
        return False
    return place in spread(s, side, hub.starts, hub.limit).cost


def hub_for(s: State, side: int, hubs: list[Hub], place: int, contingent: int) -> int:
    """The first hub that serves the place, or NONE."""
    for n, hub in enumerate(hubs):
        if hub.contingent in (ANY, contingent) and in_reach(s, side, hub, place):
            return n
    return NONE


@remembered
def serves(s: State, terminal: int, place: int, contingent: int) -> bool:
    """13.D.2.c, 13.E, 13.G.2.b.i.1 Whether what is spent at a terminal supplies units of a contingent in a place."""
    side = s.edition.side[terminal]
    if hub_for(s, side, hubs_of_terminal(s, terminal), place, contingent) != NONE:
        return True
    return is_working(s, terminal) and in_reach(s, side, line_hub(s, terminal), place)


@remembered
def dump_serves(s: State, side: int, dump: int, place: int, contingent: int) -> bool:
    """13.Q.2 Whether GSPs in a place can be spent on units of a contingent in another."""
    e = s.edition
    links = [e.role[u] for u in units_in(s, dump) if e.hands_on[u]]
    if not links:
        return place == dump or place in e.around[dump] or reaches(s, side, dump, place, length(s, "route_gsp"))
    if TERMINAL not in links and QUARTERMASTER not in links and e.distance(dump, place) > e.longest_army_route + 1:
        return False  # beyond the MSR of an HQ there and of a Corps HQ at its end
    return hub_for(s, side, hubs_of_dump(s, side, dump), place, contingent) != NONE


def plain_reach(s: State, dump: int) -> Optional[frozenset[int]]:
    """Beyond these places GSPs serve nobody whatever the enemy does; None: an HQ, QM or terminal there may hand them on."""
    e = s.edition
    if any([e.hands_on[u] for u in units_in(s, dump)]):
        return None
    return near_dump(e, dump, s.agreed.scenario)


@cache
def near_dump(e: Edition, dump: int, scenario: int) -> frozenset[int]:
    limit = e.figure["route_gsp"].numerator * ROUTE
    reached = [p for p, cost in over_empty_map(e, dump, scenario).cost.items() if cost <= limit]
    return frozenset([dump, *e.near[dump], *reached])
