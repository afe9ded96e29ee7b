"""13 Supply and 7.B zones of influence, laid over the map, with the working."""

from __future__ import annotations

from sandtable.face.view import Overlay, Way, Zone
from sandtable.kernel.sides import AXIS, other
from sandtable.maps.zones import FULL, REDUCED
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, NONE, STATES
from sandtable.titles.tigercubs.routes import spread
from sandtable.titles.tigercubs.state import State, enemy_zone, supply_state
from sandtable.titles.tigercubs.supply import QMSR, Trace, hubs_of_terminal, terminals, trace

NAMES = ("Allied", "Axis")


def side_of(s: State, viewer: int, piece: str) -> int:
    """The side of the piece, else the viewer's; spectators look with the Axis."""
    unit = s.names.numbers["unit"].get(piece)
    return s.edition.side[unit] if unit is not None else viewer if viewer >= 0 else AXIS


def names(s: State, places: set[int] | tuple[int, ...]) -> tuple[str, ...]:
    return tuple([s.edition.map.ids[p] for p in (sorted(places) if isinstance(places, set) else places)])


def supply(s: State, viewer: int, piece: str) -> Overlay:
    """Of a piece: its route, or why it has none. Of a side: what its terminals reach, and who is out of supply."""
    e, side = s.edition, side_of(s, viewer, piece)
    unit = s.names.numbers["unit"].get(piece, NONE)
    if unit != NONE and s.where[unit] >= 0:
        found = trace(s, unit)
        return Overlay(f"Supply of {s.names.called('unit', unit)}", found.rule, ways=ways(s, [found]), notes=(found.reason,))
    reached: set[int] = set()
    links: list[Way] = []
    for terminal in terminals(s, side):
        hubs = hubs_of_terminal(s, terminal)
        for hub in hubs:
            if hub.kind == QMSR:
                reached |= set(spread(s, side, hub.starts, hub.limit).cost)
            if hub.parent != NONE:
                parent = hubs[hub.parent]
                links.append(Way(f"{hub.kind} {e.map.ids[hub.starts[0]]}", names(s, (parent.starts[0], hub.starts[0])), "fair"))
    units = [u for u in e.of_side[side] if s.where[u] >= 0 and e.role[u] == COMBAT_UNIT]
    traces = [trace(s, u) for u in units]
    out = {s.where[found.unit] for found in traces if not found.served}
    zones = [Zone("within the radius of a quartermaster", names(s, reached))]
    zones += [Zone("would be out of supply", names(s, out), "bad")] if out else []
    notes = [f"{e.unit_rows[t.unit].name} {STATES[supply_state(s, t.unit)]}: {t.reason}" for t in traces if not t.served]
    return Overlay(f"Supply of the {NAMES[side]} side", "13.D.2.c", tuple(zones), tuple(links), tuple(notes))


def ways(s: State, traces: list[Trace]) -> tuple[Way, ...]:
    return tuple([Way(t.reason, names(s, t.path), "good" if t.served else "bad") for t in traces if len(t.path) > 1])


def zones_of_influence(s: State, viewer: int, piece: str) -> Overlay:
    """Those that the side of the piece must heed: the enemy's."""
    side = side_of(s, viewer, piece)
    felt = {p: enemy_zone(s, side, p) for p in range(s.edition.sheet)}
    zones = (
        Zone("Full", names(s, {p for p, n in felt.items() if n == FULL}), "bad"),
        Zone("Reduced", names(s, {p for p, n in felt.items() if n == REDUCED}), "fair"),
    )
    return Overlay(f"{NAMES[other(side)]} zones of influence", "7.B.1", tuple([zone for zone in zones if zone.spaces]))
