"""13.D to 13.F The working, for people: how a unit is supplied, or what is missing."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple, Optional

from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, NONE
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.routes import FAR, Reached, search, shut, spread, steps, surcharges, way
from sandtable.titles.tigercubs.scales import ROUTE
from sandtable.titles.tigercubs.state import PAID_GENERAL, State
from sandtable.titles.tigercubs.supply import is_free
from sandtable.titles.tigercubs.supply_hubs import (
    ANY,
    ARMY,
    BESIDE,
    CORPS,
    DUMP,
    LOC,
    MSR,
    QMSR,
    RSR,
    Hub,
    dump_serves,
    hub_for,
    hubs_of_terminal,
    is_working,
    line_hub,
    terminals,
)

HUB_WORDS: Final = {
    QMSR: "the route of a quartermaster",
    MSR: "the route of a terminal",
    ARMY: "the route of an Army HQ",
    CORPS: "the route of a Corps HQ",
    RSR: "the railway",
    LOC: "the line of communications",
    BESIDE: "the next hex",
}


class Trace(NamedTuple):
    """How a unit is supplied, or why it is not: what the overlay and the status of a counter show."""

    unit: int
    served: bool
    kind: str  # of the last hub
    source: int  # the terminal that paid, the place of a dump's GSPs, or NONE
    cost: int  # of the last route, in quarters of a hex
    limit: int
    path: tuple[int, ...]  # from the source to the unit
    rule: str
    reason: str


def trace(s: State, unit: int) -> Trace:
    """How a unit is supplied now, or what is missing."""
    e = s.edition
    side, place, contingent = e.side[unit], s.where[unit], e.contingent[unit]
    if e.role[unit] != COMBAT_UNIT:
        return Trace(unit, True, "", NONE, 0, 0, (), "13.B.6", "needs no supply")
    if is_free(s, side):
        joined = is_joined(s, side, place)
        return Trace(unit, joined, "LOS", NONE, 0, 0, (), "S1-c", "free of cost" if joined else "no line of supply")
    routes = [route for t in terminals(s, side) if (route := route_from(s, unit, t)) is not None]
    paid = [route for route in routes if s.paid[route.source] & PAID_GENERAL]
    if paid:
        return min(paid, key=lambda route: len(route.path))
    if s.paid[unit] & PAID_GENERAL:
        dumps = [p for p in s.gsp if p < e.places and s.owner[p] == side and dump_serves(s, side, p, place, contingent)]
        return Trace(unit, True, DUMP, dumps[0] if dumps else NONE, 0, 0, (), "13.Q.2.a", "General Supply Points were spent on it")
    if routes:
        name = e.names.called("unit", routes[0].source)
        return routes[0]._replace(served=False, rule="13.F.2-b", reason=f"nothing was spent for General Supply at {name}")
    return no_route(s, unit)


def route_from(s: State, unit: int, terminal: int) -> Optional[Trace]:
    """The route on which a terminal would supply a unit."""
    e, side = s.edition, s.edition.side[unit]
    place, contingent = s.where[unit], e.contingent[unit]
    hubs = hubs_of_terminal(s, terminal)
    n = hub_for(s, side, hubs, place, contingent)
    if n == NONE and is_working(s, terminal):
        hubs = [*hubs, line_hub(s, terminal)]
        n = hub_for(s, side, hubs, place, contingent)
    if n == NONE:
        return None
    hub = hubs[n]
    path = path_to(s, side, hubs, n, place)
    cost = spread(s, side, hub.starts, hub.limit).cost[place] if hub.limit else 0
    name = e.names.called("unit", terminal)
    text = f"{HUB_WORDS[hub.kind]} from {name}"
    text += f", {text_of(Fraction(cost, ROUTE))} of {hub.limit // ROUTE}" if hub.limit else ""
    return Trace(unit, True, hub.kind, terminal, cost, hub.limit, path, hub.rule, text)


def path_to(s: State, side: int, hubs: list[Hub], n: int, place: int) -> tuple[int, ...]:
    """The whole way from the first hub to a place."""
    hub = hubs[n]
    if hub.kind == RSR:
        return down_the_line(s, hub, place)
    last = way(spread(s, side, hub.starts, hub.limit), place) if hub.limit else (hub.starts[0], place)
    if hub.kind == LOC:
        return (*down_the_line(s, hub, last[0])[:-1], *last)
    if hub.parent == NONE:
        return last
    return (*path_to(s, side, hubs, hub.parent, hub.starts[0])[:-1], *last)


def down_the_line(s: State, hub: Hub, place: int) -> tuple[int, ...]:
    """The way along the railway or the roads from where they start."""
    e, edge, back = s.edition, [hub.starts[0]], dict[int, int]()
    for here in edge:
        for there in e.rail[here] | e.road[here]:
            if there in hub.starts and there not in edge:
                back[there] = here
                edge.append(there)
    return way(Reached({}, back), place)


def no_route(s: State, unit: int) -> Trace:
    """13.F.1, 13.F.2 How far the best route falls short."""
    e, side, place = s.edition, s.edition.side[unit], s.where[unit]
    if not is_joined(s, side, place):
        return Trace(unit, False, "", NONE, 0, 0, (), "13.F.1", "isolated: no line of supply")
    best = Trace(unit, False, "", NONE, 0, 0, (), "13.F.2", "no terminal hands supply on")
    for terminal in terminals(s, side):
        hubs = hubs_of_terminal(s, terminal)
        for hub in [hub for hub in hubs if hub.limit and hub.contingent in (ANY, e.contingent[unit])]:
            found = search(steps(e), hub.starts, 4 * hub.limit, shut(s, side), surcharges(s, side), s.bridges_down)
            cost = found.cost.get(place, FAR)
            if cost < FAR and (best.source == NONE or cost - hub.limit < best.cost - best.limit):
                best = Trace(unit, False, hub.kind, terminal, cost, hub.limit, way(found, place), "13.F.2", too_far(s, hub, cost))
    return best


def too_far(s: State, hub: Hub, cost: int) -> str:
    """What is missing is length: supply that is paid for does not make a route longer."""
    here = s.names.called("place", hub.starts[0])
    length, over = text_of(Fraction(cost, ROUTE)), text_of(Fraction(cost - hub.limit, ROUTE))
    return (
        f"too far: {HUB_WORDS[hub.kind]} from {here} reaches {hub.limit // ROUTE} hexes, and the way counts {length}. "
        f"That is {over} too many, and no payment makes up for it"
    )
