"""5.4, 5.7, 5.8 What can be laid over the map: zones of control, by which roads supply comes, how far command reaches.

Everything is reckoned with what the viewer sees (5.3.4): an overlay never tells of a unit that lies hidden.
"""

from __future__ import annotations

from typing import Final

from sandtable.face.view import Overlay, Tone, Way, Zone
from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import at_most, ways
from sandtable.titles.theseus.command import find_path, paths_of
from sandtable.titles.theseus.edition import ASSIGNABLE, NONE
from sandtable.titles.theseus.face.battle import NAMES
from sandtable.titles.theseus.frames import Activation
from sandtable.titles.theseus.hidden import as_seen, is_seen
from sandtable.titles.theseus.state import State, enemy_zone, hq_of, is_static, units_of
from sandtable.titles.theseus.supply import beside_box, network, reaches, road_limit, roads_from, way_home

UNKNOWN: Final = Overlay("Its formation is not known", "5.5.2-d")
ALONE: Final = Overlay("It belongs to no formation", "5.5.1-a")


def named(s: State, viewer: int, piece: str) -> int:
    """The formation that is meant: of the piece, else the one that acts; NONE where the viewer may not know it."""
    e = s.edition
    unit = e.unit_number.get(piece, NONE)
    if unit == NONE or not is_seen(s, unit, viewer):
        acting = within(s, Activation)
        return acting.formation if acting is not None else NONE
    if unit >= e.units:
        return unit - e.units
    return s.formation[unit] if is_known(s, unit, viewer) else NONE


def is_known(s: State, unit: int, viewer: int) -> bool:
    """Whether the viewer may know to which formation it belongs (5.5.2)."""
    return s.edition.side[unit] == viewer or s.edition.independent[unit] != ASSIGNABLE or unit in s.shown


# 5.4 Zones of control


def zones_of_control(s: State, viewer: int, piece: str) -> Overlay:
    """Those that the viewer's units must heed; a spectator looks with the Axis, or with the side of the piece."""
    e, seen = s.edition, as_seen(s, viewer)
    unit = e.unit_number.get(piece, NONE)
    side = viewer if viewer >= 0 else e.side[unit] if unit != NONE and is_seen(s, unit, viewer) else AXIS
    hexes = {hex for hex in range(len(e.grid.ids)) if enemy_zone(seen, side, hex)}
    owner = NAMES[other(side)]
    return Overlay(f"Zones of control of the {owner}", "5.4-a", (Zone(f"zone of control of the {owner}", names(s, hexes), "bad"),))


# 5.8 Command


def command(s: State, viewer: int, piece: str) -> Overlay:
    formation = named(s, viewer, piece)
    seen = as_seen(s, viewer)
    if formation != NONE:
        return range_of(seen, viewer, formation)
    e = s.edition
    if piece in e.unit_number:
        return ALONE if e.side[e.unit_number[piece]] == viewer else UNKNOWN
    if viewer < 0:
        return Overlay("Command Range", "5.8-a", notes=("choose a unit to see that of its formation",))
    hqs = [n for n in range(e.formations) if e.f_side[n] == viewer and s.where[hq_of(s, n)] >= 0]
    hexes = {hex for n in hqs for hex in in_range(seen, n)}
    return Overlay(f"Command Range of the {NAMES[viewer]}", "5.8-a", (Zone("within the range of an HQ", names(s, hexes)),), (),
                   ("choose a unit to see that of its formation",))  # fmt: skip


def range_of(s: State, viewer: int, formation: int) -> Overlay:
    e, hq = s.edition, s.where[hq_of(s, formation)]
    title = f"Command Range of {s.names.called('formation', formation)}: {e.range[formation]} hexes"
    if hq < 0:
        return Overlay(title, "5.8-a", notes=("its HQ is not on the map",))
    ways, cut = [], 0
    for unit in units_of(s, formation):
        if not (is_known(s, unit, viewer) and is_seen(s, unit, viewer)):
            continue
        path = find_path(s, e.side[unit], s.where[unit], hq, e.isolation[unit])
        if path is None:
            cut += 1
        elif len(path) > 1:
            near = len(path) <= e.range[formation] + 1
            ways.append(
                Way(
                    "path of a unit in command" if near else "path of a unit out of command",
                    names(s, path),
                    "good" if near else "fair",
                )
            )
    notes = (f"{cut} of its units are Isolated",) if cut else ()
    return Overlay(title, "5.8-a", (Zone("hexes in command", names(s, in_range(s, formation))),), tuple(ways), notes)


def in_range(s: State, formation: int) -> set[int]:
    """The hexes from which a unit of the formation could trace to its HQ. The way back from the HQ, all hexes at once: a
    path ends in the tracer's own hex, which need not be passable and whose own Ridges do not count."""
    e, side = s.edition, s.edition.f_side[formation]
    start = s.where[hq_of(s, formation)]
    passed = ways(start, e.steps, paths_of(s, side), at_most(1, e.range[formation] - 1))
    found = {start, *[there for here in passed for there in e.adjacent[here]]}
    return {h for h in found if h not in s.at or e.side[s.at[h][0]] == side}


# 5.7 Supply


def supply(s: State, viewer: int, piece: str) -> Overlay:
    e, seen = s.edition, as_seen(s, viewer)
    if is_static(s, ALLIED):
        return Overlay("Nobody lacks supply here", "10.1-a")
    unit = e.unit_number.get(piece, NONE)
    if unit != NONE and is_seen(s, unit, viewer) and s.where[unit] >= 0:
        return supply_of(seen, unit, named(s, viewer, piece))
    acting = within(s, Activation)
    if acting is not None and acting.formation != NONE:
        return supply_of(seen, hq_of(s, acting.formation), acting.formation)
    zones = [Zone(f"roads to the {NAMES[side]} sources", names(s, network(seen, side)), tone)
             for side, tone in sides(viewer)]  # fmt: skip
    return Overlay("Supply", "5.7.2-a", tuple(zones), (), ("choose an HQ to see its path",))


def sides(viewer: int) -> list[tuple[int, Tone]]:
    return [(ALLIED, "good"), (AXIS, "fair")] if viewer < 0 else [(viewer, "good")]


def supply_of(s: State, unit: int, formation: int) -> Overlay:
    """A unit of a formation lives on its HQ's path."""
    e = s.edition
    tracer = unit if formation == NONE else hq_of(s, formation)
    side, start = e.side[tracer], s.where[tracer]
    title = f"Supply of {s.names.called('unit', tracer)}"
    if start < 0:
        return Overlay(title, "5.7.2-a", notes=("its HQ is not on the map",))
    leg = e.leg_hq[tracer - e.units] if tracer >= e.units else e.leg_infantry[tracer]
    if side == ALLIED and leg and beside_box(s, side, start):
        return Overlay(title, "5.7.3-a", (Zone("supplied by the Box", names(s, {start})),))
    limit = road_limit(s, tracer)
    for net in (network(s, side), roads_from(s, side, [e.tobruk]) if s.tobruk == side and e.inside[start] else {}):
        road = reaches(s, side, start, limit, net)
        if road != NONE:
            across = find_path(s, side, start, road, limit) or (start,)
            ways = (Way("across country", names(s, across), "fair"), Way("by road to the source", names(s, way_home(net, road))))
            return Overlay(
                title, "5.7.2-a", (Zone("roads to the source", names(s, net)),), tuple([w for w in ways if len(w.spaces) > 1])
            )
    cut = Zone("no path", names(s, {start}), "bad")
    return Overlay(title, "5.7.2-a", (Zone("roads to the sources", names(s, network(s, side))), cut),
                   notes=(f"no road that leads to a source is within {limit} hexes",))  # fmt: skip


def names(s: State, hexes: set[int] | tuple[int, ...] | dict[int, int]) -> tuple[str, ...]:
    ids = s.edition.grid.ids
    return tuple([ids[h] for h in (hexes if isinstance(hexes, tuple) else sorted(hexes))])
