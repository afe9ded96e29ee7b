"""5.0 Supply and 9.0 zones of control, laid over the map. Units and mines are open, so everybody may look at all of it."""

from __future__ import annotations

from sandtable.face.view import Overlay, Zone
from sandtable.kernel.sides import AXIS, NAMES, other
from sandtable.titles.gazala.state import State, in_enemy_zone, on_map
from sandtable.titles.gazala.supply import has_path, network


def side_of(s: State, viewer: int, piece: str) -> int:
    """The side of the piece, else the viewer's; spectators look with the Axis."""
    unit = s.names.numbers["unit"].get(piece)
    return s.edition.side[unit] if unit is not None else viewer if viewer >= 0 else AXIS


def supply(s: State, viewer: int, piece: str) -> Overlay:
    e, side = s.edition, side_of(s, viewer, piece)
    cut = {s.where[u] for u in e.of_side[side] if on_map(s, u) and not has_path(s, s.where[u], side)}
    zones = [Zone("supply reaches", names(s, network(s, side)))]
    zones += [Zone("units without a path", names(s, cut), "bad")] if cut else []
    return Overlay(f"Supply of the {('Allies', 'Axis')[side]}", "5.0-a", tuple(zones))


def zones_of_control(s: State, viewer: int, piece: str) -> Overlay:
    """Those that the side of the piece must heed: the enemy's."""
    side = side_of(s, viewer, piece)
    hexes = [hex for hex in range(s.edition.size) if in_enemy_zone(s, hex, side)]
    owner = NAMES[other(side)]
    return Overlay(f"{owner} zones of control", "9.0-a", (Zone(f"{owner} zone of control", names(s, hexes), "bad"),))


def names(s: State, hexes: frozenset[int] | set[int] | list[int]) -> tuple[str, ...]:
    ids = s.edition.hexes.ids
    return tuple([ids[hex] for hex in sorted(hexes)])
