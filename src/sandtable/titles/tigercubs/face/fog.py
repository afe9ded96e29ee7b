"""HID-a Fog, where it was agreed: of an enemy stack only the top is shown, until reconnaissance, combat or an overrun shows all.

Set-ups and arrivals are printed and moves are made in the open, so whoever keeps notes knows what lies beneath a top: nothing is
hidden in the sense of `redeal`, and the record of a game is open to both sides. The option covers what the board lets one look at.
"""

from __future__ import annotations

from typing import Final, Optional

import msgspec

from sandtable.face.view import NOTHING, Forecast, Given, Overlay, Piece, View
from sandtable.kernel.play import Option, decider, within
from sandtable.titles.tigercubs.face import overlays
from sandtable.titles.tigercubs.face.air_forecast import outlook_mission
from sandtable.titles.tigercubs.face.board import cover_key
from sandtable.titles.tigercubs.face.combat_forecast import outlook as clear_outlook
from sandtable.titles.tigercubs.face.forecast import forecast as clear_forecast
from sandtable.titles.tigercubs.face.view import view as clear_view
from sandtable.titles.tigercubs.frames import CombatPhase
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import State, units_in

NO_PIECE: Final = ""


def covered(s: State, viewer: int) -> frozenset[int]:
    """Units beneath the tops of stacks that are not the viewer's and that nothing has shown in this player turn."""
    if not s.agreed.fog or not s.frames:
        return frozenset()
    lit = {*s.seen, *in_combat(s)}
    closed = [there[1:] for place, there in s.stack.items() if s.edition.side[there[0]] != viewer and place not in lit]
    return frozenset([unit for rest in closed for unit in rest])


def in_combat(s: State) -> list[int]:
    """The hexes of both sides of every attack that has been declared and cannot be called off."""
    phase = within(s, CombatPhase)
    if phase is None or not phase.support:
        return []
    return [*phase.targets, *[s.where[unit] for units in phase.attackers for unit in units]]


def view(s: State, viewer: int) -> View:
    hidden = {s.edition.unit_rows[unit].id: unit for unit in covered(s, viewer)}
    seen = clear_view(s, viewer)
    if not hidden:
        return seen
    covers = sorted([cover(s, unit) for unit in hidden.values()], key=lambda piece: piece.id)
    return msgspec.structs.replace(seen, pieces=(*[piece for piece in seen.pieces if piece.id not in hidden], *covers))


def cover(s: State, unit: int) -> Piece:
    """A counter of which only the back is seen, under a handle that says nothing but where it lies."""
    place, side = s.where[unit], s.edition.side[unit]
    depth = s.stack[place].index(unit)
    return Piece(f"covered-{s.edition.map.ids[place]}-{depth}", s.edition.map.ids[place], side, cover_key(side))


def forecast(s: State, o: Option, given: Given = NOTHING) -> Optional[Forecast]:
    """No odds against what may not be looked at."""
    target = {"attack": o[2], "assault": o[1], "overrun": o[1]}.get(o[0], NONE)
    return None if not covered(s, decider(s)).isdisjoint(units_in(s, target)) else clear_forecast(s, o, given)


def outlook(s: State, viewer: int, given: Given) -> tuple[Forecast, ...]:
    """Nor of an attack in which somebody takes part who may not be looked at."""
    hidden = {s.names.texts["unit"][unit] for unit in covered(s, viewer)}
    found = outlook_mission(s, viewer, given) or clear_outlook(s, viewer, given)
    return tuple([each for each in found if not hidden & {fighter.piece for party in each.parties for fighter in party.fighters}])


def supply(s: State, viewer: int, piece: str) -> Overlay:
    """Who only looks on is not shown who lacks supply beneath the tops of either side."""
    if s.agreed.fog and viewer < 0:
        return Overlay("Supply", "HID-a", notes=("The fog covers it.",))
    return overlays.supply(s, viewer, as_seen(s, viewer, piece))


def zones_of_influence(s: State, viewer: int, piece: str) -> Overlay:
    return overlays.zones_of_influence(s, viewer, as_seen(s, viewer, piece))


def as_seen(s: State, viewer: int, piece: str) -> str:
    """The name of a piece, unless it is covered: then nobody is asked about."""
    return NO_PIECE if s.names.numbers["unit"].get(piece) in covered(s, viewer) else piece
