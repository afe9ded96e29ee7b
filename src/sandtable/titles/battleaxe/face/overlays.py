"""14.2 Supply, laid over the map."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.face.view import Overlay, Tone, Zone
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe.logistics import is_reached, supply_net
from sandtable.titles.battleaxe.state import State, units_in


def supply(s: State, viewer: int, piece: str) -> Overlay:
    """The net of the viewer's side, or of the piece's; spectators see both."""
    e = s.edition
    unit = s.names.numbers["unit"].get(piece)
    sides = (ALLIED, AXIS) if viewer < 0 and unit is None else (e.side[unit] if unit is not None else viewer,)
    tones: tuple[Tone, Tone] = ("good", "fair")
    zones, cut = [], []
    for side, tone in zip(sides, tones, strict=False):
        net = supply_net(s, side, e.sources[side])
        zones.append(Zone(f"{('Allied', 'Axis')[side]} supply reaches", names(s, units_in(net)), tone))
        cut += [area for u, area in enumerate(s.where) if area >= 0 and e.side[u] == side and not is_reached(s, area, net)]
    zones += [Zone("units without a line", names(s, sorted(set(cut))), "bad")] if cut else []
    return Overlay("Supply", "14.2", tuple(zones))


def names(s: State, areas: Sequence[int]) -> tuple[str, ...]:
    return tuple([s.edition.map.ids[area] for area in areas])
