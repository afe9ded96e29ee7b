"""13 Logistics: who is supplied from where, by which route, and what it means for whoever is not.

A *hub* hands supply on: a quartermaster, a terminal, an HQ, a dump, a line of communication. Hubs hang on each other; a unit is
served if a hub of a terminal that paid for it, or of a dump that can pay, reaches its place.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple, Optional

from sandtable.kernel.dice import D10, Dice
from sandtable.kernel.sides import other
from sandtable.kernel.tally import text_of
from sandtable.maps.zones import FULL, NO_ZONE
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.air_bases import bases
from sandtable.titles.tigercubs.control import is_barred
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import (
    ARMY_HQ,
    COMBAT_UNIT,
    CORPS_HQ,
    GENERAL,
    NONE,
    QUARTERMASTER,
    TERMINAL,
    U2,
    U3,
)
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.offensive import corps_near, provides
from sandtable.titles.tigercubs.routes import (
    FAR,
    Reached,
    felt_zones,
    over_empty_map,
    reaches,
    search,
    shut,
    spread,
    steps,
    surcharges,
    way,
)
from sandtable.titles.tigercubs.scales import ROUTE, SP
from sandtable.titles.tigercubs.state import (
    EMPLACED,
    PAID_AIR,
    PAID_GENERAL,
    PAID_OFFENSIVE,
    REVERTING,
    State,
    air_supply_state,
    eliminate,
    eliminate_air,
    flip,
    has_combat_unit,
    lose_air_step,
    mark,
    remembered,
    supply_state,
    units_in,
)

ANY: Final = -1  # a hub that serves every contingent of its side (13.O binds HQs alone)
QMSR, MSR, ARMY, CORPS, RSR, LOC, DUMP, BESIDE = "QMSR", "MSR", "Army HQ", "Corps HQ", "RSR", "LOC", "GSP", "adjacent"
HUB_WORDS: Final = {
    QMSR: "the route of a quartermaster",
    MSR: "the route of a terminal",
    ARMY: "the route of an Army HQ",
    CORPS: "the route of a Corps HQ",
    RSR: "the railway",
    LOC: "the line of communications",
    BESIDE: "the next hex",
}


class Hub(NamedTuple):
    kind: str
    rule: str
    starts: tuple[int, ...]  # where its routes begin
    limit: int  # their length, in quarters; 0: it serves these places alone
    contingent: int = ANY
    parent: int = NONE  # the hub of the same list that feeds it


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


# 13.D, 13.E Hubs


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


# 13.F, 13.G Who is in supply


def is_free(s: State, side: int) -> bool:
    """S1-c In Brevity the Axis spend nothing: whoever has a line of supply is in supply."""
    return side == s.edition.free_side[s.agreed.scenario]


Spot = tuple[int, int]  # a place and a contingent of those who stand there


@remembered
def spots(s: State, side: int) -> frozenset[Spot]:
    """Where units of a side stand that use supply."""
    e = s.edition
    return frozenset([(s.where[u], e.contingent[u]) for u in e.consumers[side] if s.where[u] >= 0])


@remembered
def spots_served(s: State, terminal: int) -> frozenset[Spot]:
    """Of these, those that what is spent at a terminal supplies."""
    return frozenset([spot for spot in spots(s, s.edition.side[terminal]) if serves(s, terminal, *spot)])


def supplied(s: State, side: int) -> set[Spot]:
    """Spots in General Supply by what has been spent at terminals."""
    if is_free(s, side):
        return {spot for spot in spots(s, side) if is_joined(s, side, spot[0])}
    found: set[Spot] = set()
    for terminal in terminals(s, side):
        if s.paid[terminal] & PAID_GENERAL:
            found |= spots_served(s, terminal)
    return found


def is_served(s: State, unit: int) -> bool:
    """Whether it is in General Supply by what has been spent, for all or in GSPs on it alone."""
    e = s.edition
    return bool(s.paid[unit] & PAID_GENERAL) or (s.where[unit], e.contingent[unit]) in supplied(s, e.side[unit])


def is_air_served(s: State, air: int) -> bool:
    """13.B.5, 13.D.1.d By a third of an LP at a terminal whose routes reach the base, or by GSPs."""
    return s.air_paid[air] == 1 or is_fuelled(s, s.edition.air_side[air], s.base[air])


def is_fuelled(s: State, side: int, base: int) -> bool:
    """Whether a third of an LP was spent that serves air units at a base."""
    if is_free(s, side):
        return True
    for terminal in s.edition.terminals[side]:
        if s.paid[terminal] & PAID_AIR and s.where[terminal] >= 0 and reaches_base(s, terminal, base):
            return True
    return False


@remembered
def reaches_base(s: State, terminal: int, base: int) -> bool:
    """13.B.5 By QMSR or MSR; on a rail route the base must lie on the railway."""
    hubs = [hub for hub in hubs_of_terminal(s, terminal) if hub.kind in (QMSR, MSR, RSR)]
    return hub_for(s, s.edition.side[terminal], hubs, base, ANY) != NONE


def find_states(s: State, f: InitialPhase, dice: Dice) -> None:
    """13.G Both sides: what each unit is found to be, all in the position as it is, then the markers."""
    e = s.edition
    found: list[tuple[int, int, bool, int]] = []
    for side in (0, 1):
        served = supplied(s, side)
        linked = {place for place, _ in spots(s, side) if is_joined(s, side, place)}
        for unit in [u for u in e.consumers[side] if s.where[u] >= 0]:
            place = s.where[unit]
            in_supply = bool(s.paid[unit] & PAID_GENERAL) or (place, e.contingent[unit]) in served
            cut = place not in linked
            out, colour = next_finding(s.out[unit], s.colour[unit], in_supply, f.side)
            out = out if cut else min(out, MOST_EXTENDED)
            if (out, int(cut), colour) != (s.out[unit], s.cut[unit], s.colour[unit]):
                found.append((unit, out, cut, colour))
    for unit, out, cut, colour in found:
        before = supply_state(s, unit)
        mark(s, unit, out, cut, colour)
        if supply_state(s, unit) != before:
            s.tell("supply", unit, supply_state(s, unit))
    control.update(s, *[s.where[unit] for unit, _, _, _ in found])


MOST_EXTENDED: Final = 2  # 13.G.3 E goes no higher than E2: if it is cut off then, the first turn at U3 comes next


def next_finding(out: int, colour: int, served: bool, phase: int) -> tuple[int, int]:
    """13.G.2, 13.G.3 The count rises in Initial Phases of the marker's colour; being in supply ends it in any."""
    if served:
        return 0, NONE
    if colour == NONE:
        return 1, phase
    return out + (colour == phase), colour


def find_air_states(s: State, f: InitialPhase, dice: Dice) -> None:
    """13.H.3, 13.A.8 The same for air units; the fourth finding is the end. 13.H.2 And for airbases."""
    e = s.edition
    homes = [{s.base[a] for a in e.air_of_side[side] if s.base[a] >= 0} for side in (0, 1)]
    linked = [{p for p in homes[side] if is_joined(s, side, p)} for side in (0, 1)]
    fuelled = [{p for p in homes[side] if is_fuelled(s, side, p)} for side in (0, 1)]
    for air in [a for a in range(e.air_units) if s.base[a] >= 0]:
        side, base, before = e.air_side[air], s.base[air], air_supply_state(s, air)
        in_supply = s.air_paid[air] == 1 or base in fuelled[side]
        out, s.air_colour[air] = next_finding(s.air_out[air], s.air_colour[air], in_supply, f.side)
        s.air_out[air], s.air_cut[air] = out, int(base not in linked[side])
        if out > 3:
            eliminate_air(s, air)
        elif air_supply_state(s, air) != before:
            s.tell("air_supply", air, air_supply_state(s, air))
    s.base_short = {}
    for side in (0, 1):
        for base in hungry_bases(s, side):
            s.base_short[base] = int(e.figure["base_extended" if is_joined(s, side, base) else "base_isolated"])


def hungry_bases(s: State, side: int) -> list[int]:
    """13.H.2, 13.E.1.a.iv Without a third spent at a terminal that serves it and without GSPs for anybody based there."""
    if is_free(s, side):
        return []
    fed = {s.base[air] for air in s.edition.air_of_side[side] if s.air_paid[air]}
    return [base for base in bases(s, side) if base not in fed and not is_base_supplied(s, side, base)]


def is_base_supplied(s: State, side: int, base: int) -> bool:
    """By a terminal, or by GSPs for units on the ground there."""
    e = s.edition
    if any(s.paid[u] & PAID_GENERAL and e.side[u] == side for u in units_in(s, base) if e.role[u] == COMBAT_UNIT):
        return True
    for terminal in terminals(s, side):
        if s.paid[terminal] & PAID_GENERAL and serves(s, terminal, base, ANY):
            return True
        if s.paid[terminal] & PAID_AIR and reaches_base(s, terminal, base):
            return True
    return False


# 13.H.1.c Collapse


def collapse(s: State, f: InitialPhase, dice: Dice) -> None:
    """U2 and U3 of both sides roll in every Initial Phase."""
    for unit in [u for u in range(s.edition.units) if s.out[u] and s.where[u] >= 0 and supply_state(s, u) in (U2, U3)]:
        roll_for_collapse(s, unit, dice)


def roll_for_collapse(s: State, unit: int, dice: Dice) -> None:
    """13.H.1.b.ii-iii, +1 for each turn after the first at U3; the modifiers of cities and frost have no case here."""
    e = s.edition
    longer = max(0, s.out[unit] - 3)
    if not dice.passes(D10, e.supply_rows[supply_state(s, unit)].collapse - longer, e.side[unit], "13.H.1.c"):
        return
    where = s.where[unit]
    s.tell("collapses", unit)
    if e.reducible[unit] and not s.reduced[unit]:
        flip(s, unit)
    else:
        eliminate(s, unit)
    control.update(s, where)


def collapse_air(s: State, f: InitialPhase, dice: Dice) -> None:
    """13.H.3.c At U3 on 7 or more."""
    for air in range(s.edition.air_units):
        if s.base[air] < 0 or air_supply_state(s, air) != U3:
            continue
        if dice.passes(D10, int(s.edition.figure["air_collapse"]), s.edition.air_side[air], "13.H.3.c"):
            s.tell("air_collapses", air)
            lose_air_step(s, air)


# The working, for people


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
                name = e.names.called("place", hub.starts[0])
                text = f"too far: {HUB_WORDS[hub.kind]} from {name} costs {text_of(Fraction(cost, ROUTE))} of {hub.limit // ROUTE}"
                best = Trace(unit, False, hub.kind, terminal, cost, hub.limit, way(found, place), "13.F.2", text)
    return best


# 5.A.9.d.ii, 8.E.1.b Interdiction of supply


def cev_loss(s: State, unit: int) -> Fraction:
    """What zones of the enemy on its line of supply take off its CEV: the sum of all that the line enters, 40 % at most."""
    side = s.edition.side[unit]
    zones = [(centre, level) for flyer, centre, level in s.interdicted if flyer != side]
    if not zones or s.where[unit] < 0:
        return Fraction(0)
    line = supply_line(s, unit)
    share = {row.level: row.cev for row in s.edition.interdiction_rows}
    lost = sum(
        [share[level] for centre, level in zones if any(p == centre or p in s.edition.around[centre] for p in line)], Fraction(0)
    )
    return min(lost, Fraction(s.edition.figure["bai_cev_limit"]))


def supply_line(s: State, unit: int) -> frozenset[int]:
    """Every place that its supply comes through: the route of its General Supply and, in Offensive Supply, that of its HQs."""
    e, side = s.edition, s.edition.side[unit]
    general = trace(s, unit)
    line = {*general.path, s.where[unit]}
    if general.source != NONE and general.kind == DUMP:
        hubs = hubs_of_dump(s, side, general.source)
        n = hub_for(s, side, hubs, s.where[unit], e.contingent[unit])
        line |= set(path_to(s, side, hubs, n, s.where[unit]))
    if supply_state(s, unit) == GENERAL:
        armies = [u for u in units_in(s, s.where[unit]) if e.role[u] == ARMY_HQ]
        for hq in [u for u in (*corps_near(s, s.where[unit], side), *armies) if provides(s, u, unit)]:
            line |= line_of_hq(s, hq)
    return frozenset(line)


def line_of_hq(s: State, hq: int) -> set[int]:
    """The way to an HQ from the terminal where a third was spent for its Offensive Supply."""
    side, place = s.edition.side[hq], s.where[hq]
    found = terminals(s, side)
    spent = [t for t in found if s.paid[t] & PAID_OFFENSIVE] or found
    for terminal in spent:
        hubs = hubs_of_terminal(s, terminal)
        for n, hub in enumerate(hubs):
            if hub.kind in (ARMY, CORPS) and hub.starts[0] == place:
                return set(path_to(s, side, hubs, n, place))
    for terminal in spent:
        hubs = hubs_of_terminal(s, terminal)
        n = hub_for(s, side, hubs, place, ANY)
        if n != NONE:
            return set(path_to(s, side, hubs, n, place))
    return {place}
