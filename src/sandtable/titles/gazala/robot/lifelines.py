"""What the Axis army beyond the mines lives by: the gates through which supply reaches it, and lines of communication to come."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.kernel.dice import NoDice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import fill
from sandtable.titles.gazala.edition import HALVES, Edition
from sandtable.titles.gazala.frames import Turn
from sandtable.titles.gazala.minefields import finish_breaches
from sandtable.titles.gazala.state import ISOLATED, State, holds
from sandtable.titles.gazala.supply import has_path, lines_met, network, shut_hexes

MANY: Final = 6  # units for which it is worth while to hold a gate, or to close it


@lru_cache(maxsize=8)
def border(e: Edition) -> tuple[tuple[int, int], ...]:
    """Steps out of the zone that is closed to the Allies."""
    return tuple([(here, there) for here in e.zone_hexes for there in e.open[here] if not e.prohibited[there]])


def gates(s: State) -> tuple[int, ...]:
    """The first hexes beyond the zone, by each of which alone supply could reach many Axis units, whoever stands in them."""
    e = s.edition
    doors = sorted({there for here, there in border(e) if there in s.axis_ways[here]})
    closed = [*e.zone_hexes, *shut_hexes(s), *[s.where[u] for u in e.of_side[ALLIED] if s.where[u] >= 0]]
    ours = [s.where[u] for u in e.of_side[AXIS] if s.where[u] >= 0]
    areas: list[tuple[frozenset[int], int]] = []  # what is joined without passing a gate, and how many Axis units are there
    found: list[int] = []
    for door in doors:
        starts = [hex for hex in s.axis_ways[door] if hex not in doors]
        for start in starts:
            if not any([start in area for area, _ in areas]):
                area = frozenset(fill((start,), s.axis_ways, (*closed, *doors)))
                areas.append((area, len([hex for hex in ours if hex in area])))
        reached = sum([count for area, count in areas if not area.isdisjoint(starts)])
        if reached + ours.count(door) >= MANY:
            found.append(door)
    return tuple(found)


def places_of(s: State, side: int) -> tuple[int, ...]:
    return tuple(sorted({s.where[u] for u in s.edition.of_side[side] if s.where[u] >= 0}))


@lru_cache(maxsize=2_000)
def roads(e: Edition, goals: tuple[int, ...], enemies: tuple[int, ...], laid: int) -> tuple[int, ...]:
    """How many hexes it is to the nearest of these, from each, past enemies and mines, and never from zone to zone."""
    zone, closed = {near for hex in enemies for near in e.zone_of[hex]}, set(enemies)
    found = dict.fromkeys(goals, 0)
    edge = list(found)
    for here in edge:
        for there in e.mined_ways[laid][here]:
            if there not in found and there not in closed and not (here in zone and there in zone):
                found[there] = found[here] + 1
                edge.append(there)
    return tuple([found.get(hex, e.size) for hex in range(e.size)])


def are_exposed(s: State, doors: tuple[int, ...]) -> bool:
    """Whether no Axis unit holds one of these gates, and an Allied one could come to them in an action."""
    if not doors or any([holds(s, hex, AXIS) for hex in doors]):
        return False
    e, far = s.edition, roads(s.edition, doors, places_of(s, AXIS), s.laid)
    return any([s.where[u] >= 0 and far[s.where[u]] <= e.allowance[u] // HALVES for u in e.of_side[ALLIED]])


def supply_to_come(s: State, unit: int) -> int:
    """What a unit on the map would be if supply were checked now (5.0)."""
    e = s.edition
    hex, side = s.where[unit], e.side[unit]
    return 0 if hex in network(s, side) or has_path(s, hex, side) else min(s.supply[unit] + 1, ISOLATED)


def lines_to_come(s: State) -> int:
    """Lines of communication as if what is being breached were done (14.1, 14.2)."""
    if not s.works:
        return lines_met(s) if s.breaches else 0
    twin = s.clone()
    finish_breaches(twin, Turn(), NoDice())
    return lines_met(twin)
