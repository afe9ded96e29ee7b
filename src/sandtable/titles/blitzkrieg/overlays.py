"""7.1 Supply chains laid over the map, and what air reaches. Everything is open, so everybody may look at all of it."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.face.view import Overlay, Way, Zone
from sandtable.kernel.sides import AXIS
from sandtable.titles.blitzkrieg.air import air_range
from sandtable.titles.blitzkrieg.edition import members
from sandtable.titles.blitzkrieg.state import LRDF, State
from sandtable.titles.blitzkrieg.supply import depots_of, net, open_to, payers, reach, supplied_boxes

NAMES = ("Allies", "Axis")


def side_of(s: State, viewer: int, piece: str) -> int:
    """The side of the piece, else the viewer's; spectators look with the Axis."""
    unit = s.names.numbers["unit"].get(piece)
    if unit is not None and unit < s.edition.units:
        return s.edition.side[unit]
    return viewer if viewer >= 0 else AXIS


def supply(s: State, viewer: int, piece: str) -> Overlay:
    e, side = s.edition, side_of(s, viewer, piece)
    good = supplied_boxes(s, side)
    cut = {s.where[u] for u in e.troops[side] if 0 <= s.where[u] < e.boxes and not s.flags[u] & LRDF and not good >> s.where[u] & 1}
    zones = [Zone("in supply", names(s, members(good & (1 << e.boxes) - 1)))]
    zones += [Zone("out of supply", names(s, sorted(cut)), "bad")] if cut else []
    loose = members(s.dumps[side] & ~net(s, side)[1])
    zones += [Zone("supply units outside the chain", names(s, loose), "fair")] if loose else []
    return Overlay(f"Supply of the {NAMES[side]}", "7.1.3-a", tuple(zones), chain(s, side))


def chain(s: State, side: int) -> tuple[Way, ...]:
    """7.1.3: from depot to supply unit to supply unit."""
    open = open_to(s, side)
    found: list[Way] = []
    known = depots_of(s, side, open)
    edge = list(members(known))
    stores = net(s, side)[1]
    for here in edge:
        for there in members(reach(s.edition, here, open) & stores & ~known):
            known |= 1 << there
            edge.append(there)
            found.append(Way("supply chain", names(s, road_to(s, here, there, open))))
    return tuple(found)


def road_to(s: State, here: int, there: int, open: int) -> list[int]:
    """7.1.4: the boxes of a link: by any road if there are two of them, else by major roads."""
    if s.edition.around[here] >> there & 1:
        return [here, there]
    between = members(s.edition.around[here] & s.edition.around[there] & open)
    return [here, between[0], there] if between else by_major_road(s, here, there, open)


def by_major_road(s: State, here: int, there: int, open: int) -> list[int]:
    came = {here: here}
    edge = [here]
    for box in edge:
        for near in members(s.edition.major_around[box] & open):
            if near not in came:
                came[near] = box
                edge.append(near)
    way = [there]
    while way[-1] != here:
        way.append(came[way[-1]])
    return way[::-1]


def pay(s: State, viewer: int, piece: str) -> Overlay:
    """7.4.1: boxes in which a battle could be paid for now."""
    side = side_of(s, viewer, piece)
    able = [box for box in range(s.edition.boxes) if payers(s, side, box)]
    return Overlay(f"Battles that the {NAMES[side]} can supply", "7.4.1-a", (Zone("a supply unit is in range", names(s, able)),))


def air(s: State, viewer: int, piece: str) -> Overlay:
    side = side_of(s, viewer, piece)
    return Overlay(f"Air range of the {NAMES[side]}", "11.6-a", (Zone("in range", names(s, members(air_range(s, side)))),))


def names(s: State, boxes: Sequence[int]) -> tuple[str, ...]:
    return tuple([s.edition.box_rows[box].id for box in boxes])
