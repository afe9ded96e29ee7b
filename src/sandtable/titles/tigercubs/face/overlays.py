"""13 Supply, 7.B zones of influence and 8.B ranges, laid over the map, with the working."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from sandtable.face.story import counted, opening
from sandtable.face.view import Overlay, Tone, Way, Zone
from sandtable.kernel.play import within
from sandtable.kernel.sides import AXIS, NAMES, other
from sandtable.kernel.tally import text_of
from sandtable.maps.zones import FULL, REDUCED
from sandtable.titles.tigercubs.air_bases import bases
from sandtable.titles.tigercubs.air_range import EXTENDED, FLOWN, LONG, NORMAL, SHORT, band, distance, reaches
from sandtable.titles.tigercubs.frames import Mission
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, GENERAL, NONE
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.routes import spread
from sandtable.titles.tigercubs.scales import ROUTE
from sandtable.titles.tigercubs.state import State, enemy_zone, supply_state
from sandtable.titles.tigercubs.supply_hubs import ARMY, CORPS, MSR, QMSR, RSR, Hub, hubs_of_terminal, terminals
from sandtable.titles.tigercubs.supply_trace import Trace, trace

HUBS: Final = {QMSR: "Quartermaster", MSR: "Terminal", ARMY: "Army HQ", CORPS: "Corps HQ", RSR: "Railway"}
MOST: Final = 8  # stacks that are explained one by one
BANDS: Final[dict[int, tuple[str, Tone]]] = {
    SHORT: ("short range: half as many bombs again", "good"),
    NORMAL: ("normal range", "good"),
    EXTENDED: ("extended range: half the bombs, fighters at three quarters", "fair"),
    LONG: ("long range: a quarter of the bombs, escorts at half", "bad"),
}


def side_of(s: State, viewer: int, piece: str) -> int:
    """The side of the piece, else the viewer's; spectators look with the Axis."""
    unit, air = s.names.numbers["unit"].get(piece), s.names.numbers["air"].get(piece)
    if unit is not None:
        return s.edition.side[unit]
    return s.edition.air_side[air] if air is not None else viewer if viewer >= 0 else AXIS


def names(s: State, places: Iterable[int]) -> tuple[str, ...]:
    return tuple([s.edition.map.ids[p] for p in (sorted(places) if isinstance(places, set) else places)])


# 13 Supply


def supply(s: State, viewer: int, piece: str) -> Overlay:
    """Of a piece: its route, or why it has none. Of a side: what its terminals reach, and who is out of supply."""
    unit = s.names.numbers["unit"].get(piece, NONE)
    if unit != NONE and s.where[unit] >= 0:
        found = trace(s, unit)
        state = s.names.called("state", supply_state(s, unit))
        armed = supply_state(s, unit) == GENERAL and is_offensive(s, unit)
        now = "in Offensive Supply" if armed else state
        return Overlay(
            f"Supply of {s.names.called('unit', unit)}: {now}",
            found.rule,
            ways=ways(s, found),
            notes=() if ways(s, found) else (in_words(found),),  # else it stands beside its line
        )
    side = side_of(s, viewer, piece)
    network = [hub for t in terminals(s, side) for hub in linked(s, t)]
    reached = {p for _, hub in network if hub.kind == QMSR for p in spread(s, side, hub.starts, hub.limit).cost}
    units = [u for u in s.edition.of_side[side] if s.where[u] >= 0 and s.edition.role[u] == COMBAT_UNIT]
    traces = [trace(s, u) for u in units]
    zones = (
        Zone("in reach of a quartermaster", names(s, reached)),
        Zone("stacks in Offensive Supply", names(s, {s.where[u] for u in units if is_offensive(s, u)}), "fair"),
        Zone("stacks that are not supplied", names(s, {s.where[t.unit] for t in traces if not t.served}), "bad"),
    )
    links = [link(s, side, parent, hub) for parent, hub in network if parent is not None]
    title = f"{NAMES[side]} supply"
    return Overlay(title, "13.D.2.c", tuple([z for z in zones if z.spaces]), tuple(links), tuple(wants(s, traces)))


def linked(s: State, terminal: int) -> list[tuple[Hub | None, Hub]]:
    """All that hangs on a terminal, each with what feeds it."""
    hubs = hubs_of_terminal(s, terminal)
    return [(hubs[hub.parent] if hub.parent != NONE else None, hub) for hub in hubs]


def link(s: State, side: int, parent: Hub, hub: Hub) -> Way:
    start, end = parent.starts[0], hub.starts[0]
    cost = spread(s, side, parent.starts, parent.limit).cost.get(end, 0) if parent.limit else 0
    length = f", {text_of(Fraction(cost, ROUTE))} of {parent.limit // ROUTE} hexes" if parent.limit else ""
    return Way(f"{HUBS[hub.kind]} at {s.names.called('place', end)}{length}", names(s, (start, end)), "fair")


def wants(s: State, traces: list[Trace]) -> list[str]:
    """A sentence for each stack that is not supplied."""
    out = {s.where[t.unit]: t for t in traces if not t.served}
    notes = [f"{s.names.called('place', p)}, {s.names.called('unit', t.unit)}: {t.reason}" for p, t in out.items()]
    return notes[:MOST] + ([f"{len(notes) - MOST} more stacks are not supplied"] if len(notes) > MOST else [])


def in_words(found: Trace) -> str:
    return opening(found.reason)


def ways(s: State, found: Trace) -> tuple[Way, ...]:
    return (Way(in_words(found), names(s, found.path), "good" if found.served else "bad"),) if len(found.path) > 1 else ()


# 7.B Zones


def zones_of_influence(s: State, viewer: int, piece: str) -> Overlay:
    """Those that the side of the piece must heed: the enemy's."""
    side = side_of(s, viewer, piece)
    felt = {p: enemy_zone(s, side, p) for p in range(s.edition.sheet)}
    zones = (
        Zone("full", names(s, {p for p, n in felt.items() if n == FULL}), "bad"),
        Zone("reduced", names(s, {p for p, n in felt.items() if n == REDUCED}), "fair"),
    )
    return Overlay(f"{NAMES[other(side)]} zones of influence", "7.B.1", tuple([zone for zone in zones if zone.spaces]))


# 8.B Range


def ranges(s: State, viewer: int, piece: str) -> Overlay:
    """Of an air unit: how far it flies in each band. Of a side: where enemy fighters can rise, and its own bases."""
    air = s.names.numbers["air"].get(piece, NONE)
    if air != NONE and s.base[air] >= 0:
        return flown(s, air)
    side = side_of(s, viewer, piece)
    raid = within(s, Mission)
    risers = [a for a in s.edition.air_of_side[other(side)] if is_riser(s, a)]
    met = {p for p in range(s.edition.sheet) for a in risers if s.owner[p] == other(side) and in_reach(s, a, p)}
    zones = (
        Zone("your airbases", names(s, list(bases(s, side)))),
        Zone("over their own hexes enemy fighters can rise here", names(s, met), "bad"),
        Zone("the target", names(s, (raid.target,)) if raid is not None and raid.target != NONE else (), "fair"),
    )
    note = f"{counted(len(risers), f'{NAMES[other(side)]} fighter')} ready. Choose an air unit to see how far it flies"
    return Overlay("Ranges in the air", "8.B.5", tuple([zone for zone in zones if zone.spaces]), notes=(note,))


def is_riser(s: State, air: int) -> bool:
    return s.edition.air_type[air] == "F" and s.base[air] >= 0 and not s.flown[air]


def in_reach(s: State, air: int, place: int) -> bool:
    return distance(s, air, place) <= reaches(s.edition, air)[NORMAL]


def flown(s: State, air: int) -> Overlay:
    e = s.edition
    found: dict[int, set[int]] = {n: set() for n in FLOWN}
    for place in range(e.sheet):
        reached = band(s, air, place)
        if reached != NONE:
            found[reached].add(place)
    zones = [Zone(text, names(s, found[n]), tone) for n, (text, tone) in BANDS.items() if found[n]]
    note = f"based at {s.names.called('place', s.base[air])}; {', '.join([str(reaches(e, air)[n]) for n in FLOWN])} hexes by band"
    return Overlay(f"Range of {s.names.called('air', air)}", "8.B.5", tuple(zones), notes=(opening(note),))
