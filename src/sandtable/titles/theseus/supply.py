"""5.7 Supply: paths, sources, Emergency Supply. Asked only at the moments that 5.7.1 names."""

from __future__ import annotations

from collections.abc import Container

from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import trace, tree
from sandtable.titles.theseus.command import across_country, paths_of
from sandtable.titles.theseus.edition import BOX, NONE
from sandtable.titles.theseus.state import State, hq_of, is_static, touched

# 5.7.2 Tracing a Supply Path


def network(s: State, side: int) -> dict[int, int]:
    """The Road and Trail hexes joined, hex by hex, to an unblocked Major supply source; for each the next one on the way."""
    if not s.found.net[side]:
        s.found.net[side] = roads_from(s, side, [h for h in s.edition.sources[side] if h not in s.blocked])
    return s.found.net[side]


def joined(s: State) -> frozenset[int]:
    """The net of the Axis without the ways back: whoever judges positions asks after every step of an enemy, so in one loop."""
    if s.found.joined is not None:
        return s.found.joined
    e, at, zones = s.edition, s.at, s.zones.units[ALLIED]
    edge = [h for h in e.sources[AXIS] if h not in s.blocked]
    seen = set(edge)
    found: list[int] = []
    for here in edge:
        there = at.get(here)
        if zones[here] if there is None else e.side[there[0]] == ALLIED:
            continue
        if e.owner[here] == ALLIED and here not in s.breached:
            continue
        found.append(here)
        for hex in e.linked[here]:
            if hex not in seen:
                seen.add(hex)
                edge.append(hex)
    s.found.joined, s.found.asked = frozenset(found), frozenset(seen)
    return s.found.joined


def roads_from(s: State, side: int, starts: list[int]) -> dict[int, int]:
    return tree(starts, s.edition.linked, paths_of(s, side))


def reaches(s: State, side: int, start: int, limit: int, goal: Container[int]) -> int:
    """A path across country of so many hexes at most to one of these (5.7.4): the first one it meets, or NONE."""
    path = trace(start, goal, s.edition.steps, paths_of(s, side), across_country(limit))
    return path[-1] if path is not None else NONE


def is_supplied_from(s: State, unit: int) -> bool:
    """By road from a Major source, or from Tobruk."""
    limit = road_limit(s, unit)
    known = s.found.fed.get(unit)
    if known is None:
        known = s.found.fed[unit] = is_fed_by_road(s, unit, limit)
    if known:
        return True
    side, hex = s.edition.side[unit], s.where[unit]
    return (
        s.tobruk == side and s.edition.inside[hex] and reaches(s, side, hex, limit, roads_from(s, side, [s.edition.tobruk])) != NONE
    )


def is_fed_by_road(s: State, unit: int, limit: int) -> bool:
    """By the road that served the last time if it is still open, or by any other."""
    side, hex = s.edition.side[unit], s.where[unit]
    road = s.found.roads.get(unit)
    if road is not None and is_open_road(s, side, road) and reaches(s, side, hex, limit, road) != NONE:
        return True
    net, away = network(s, side), s.edition.grid.away(hex)
    if not net or min([away[h] for h in net]) > limit:
        return False  # too far, whatever lies between
    here = reaches(s, side, hex, limit, net)
    if here != NONE:
        s.found.roads[unit] = way_home(net, here)
    return here != NONE


def is_open_road(s: State, side: int, road: tuple[int, ...]) -> bool:
    passes = paths_of(s, side)
    return road[-1] not in s.blocked and all([passes(h, h) for h in road])


def way_home(net: dict[int, int], here: int) -> tuple[int, ...]:
    """From a Road or Trail hex to the source."""
    way = [here]
    while net[way[-1]] != way[-1]:
        way.append(net[way[-1]])
    return tuple(way)


def road_limit(s: State, unit: int) -> int:
    """5.7.2 How far across country an HQ or a unit on its own may be from its road."""
    e = s.edition
    if unit < e.units:
        return e.er[0][unit]  # its undisrupted Effectiveness Rating
    return 1 if e.leg_hq[unit - e.units] else e.range[unit - e.units]


def beside_box(s: State, side: int, hex: int) -> bool:
    """5.7.3 On or next to a friendly Box that was never breached."""
    e = s.edition
    return any(e.mines[h] == BOX and e.owner[h] == side and h not in s.breached for h in (hex, *e.grid.neighbours[hex]))


def hq_is_supplied(s: State, formation: int) -> bool:
    """Whether the HQ has a real path now, Emergency Supply or not."""
    e = s.edition
    hex, side = s.where[hq_of(s, formation)], e.f_side[formation]
    if hex < 0:
        return False
    if is_static(s, ALLIED):
        return True  # 10.1: nobody lacks supply at Bir Hacheim
    if e.leg_hq[formation] and side == ALLIED and beside_box(s, side, hex):
        return True
    return is_supplied_from(s, hq_of(s, formation))


def unit_is_supplied(s: State, unit: int) -> bool:
    """An unassigned independent unit."""
    e = s.edition
    hex, side = s.where[unit], e.side[unit]
    if side == ALLIED and e.leg_infantry[unit] and beside_box(s, side, hex):
        return True
    return is_supplied_from(s, unit)


# 5.7.5 Out of Supply effects and Emergency Supply


def supply_activation(s: State, formation: int) -> bool:
    """The check when a formation is activated or reacts. False: its level goes to 0 once the points are known."""
    s.starved[formation] = False
    if hq_is_supplied(s, formation):
        return True
    if not s.emergency[formation]:
        s.emergency[formation] = True
        s.tell("emergency", formation)
        return True
    s.starved[formation] = True
    s.tell("starved", formation)
    return False


def is_starved(s: State, unit: int) -> bool:
    """Half strength in attack, half Movement Allowance, no support: by the last check of its HQ."""
    formation = s.formation[unit]
    return formation != NONE and s.starved[formation]


# 5.7.3 Supply sources


def block_sources(s: State, side: int, hex: int) -> None:
    """A unit has ended a Movement Action there."""
    if hex in s.edition.sources[other(side)] and hex not in s.blocked:
        s.blocked = tuple(sorted((*s.blocked, hex)))
        touched(s)
        s.tell("blocked", hex)
    if hex == s.edition.tobruk and s.tobruk != side and s.captor != side:
        s.tobruk, s.captor = NONE, side
        s.tell("captured", side, hex)


def unblock_source(s: State, side: int, hex: int) -> None:
    if hex in s.blocked and hex in s.edition.sources[side]:
        s.blocked = tuple([h for h in s.blocked if h != hex])
        touched(s)
        s.tell("unblocked", hex)
