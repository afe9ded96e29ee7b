"""What a click on a counter can mean: its formation, the hexes that an attack falls upon, and the usual way to the die."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.face.handling import Choose, Named
from sandtable.face.view import Given
from sandtable.kernel.play import Option, Refusal, why_not
from sandtable.kernel.sides import other
from sandtable.titles.gazala.activation import not_available
from sandtable.titles.gazala.combat import targets
from sandtable.titles.gazala.face.cautions import caution
from sandtable.titles.gazala.face.forecast import playing
from sandtable.titles.gazala.face.reach import kept_from
from sandtable.titles.gazala.frames import ActionPhase, Move
from sandtable.titles.gazala.questions import movement_points
from sandtable.titles.gazala.state import State, holds, on_map
from sandtable.titles.gazala.zones import closed_step


def stands(s: State, o: Option) -> Sequence[Named]:
    """The units of a formation that is activated, with those that come on with it, or withdrawn; those that begin to move; the
    hexes of an attack, which names none."""
    e, f = s.edition, s.frames[-1]
    if o[0] == "activate":
        members = [u for n in e.face_formations[o[1]] for u in e.of_formation[n]]
        return [("unit", u) for u in members if not_available(s, u) is None]
    if o[0] == "withdraw":
        return [("unit", u) for u in e.of_formation[o[1]] if on_map(s, u)]
    if o == READY:
        return [("unit", u) for u in ready_to_go(s)]
    if o[0] == "attack" and isinstance(f, Move):
        return [("hex", h) for h in sorted({s.where[u] for u in targets(s, f.unit, s.where[f.unit])})]
    return ()


READY: Final = ("ready", 0, 0)


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """One at a time: several go one after the other. Who is still on his way halts where he is; before the first move active units
    go without a chit."""
    f = s.frames[-1] if s.frames else None
    halts = [("halt", 0, 0)] if isinstance(f, Move) and f.spent else []
    goes = [("move", units[0], 0)] if len(units) == 1 else []
    if units and set(units) <= set(ready_to_go(s)):
        return [READY, *goes]
    return [*halts, *goes] if goes else ()


def ready_to_go(s: State) -> Sequence[int]:
    """The active units, while their side is asked for chits before the first move; not where something is lost by playing none."""
    f = s.frames[-1] if s.frames else None
    waits = isinstance(f, ActionPhase) and why_not(s, READY) is None
    return f.active if waits and isinstance(f, ActionPhase) and not caution(s, READY) else ()


def bars(s: State, o: Option) -> Optional[Refusal]:
    """What keeps a unit from a far hex: nobody could enter it like that from any side; of enemies, why they are not attacked."""
    f = s.frames[-1]
    if not isinstance(f, Move) or f.over or o[0] != "go":
        return None
    if holds(s, o[1], other(s.edition.side[f.unit])):
        return kept_from(s, f, o[1])
    found = [closed_step(s, f.unit, near, o[1]) for near in s.edition.way[o[1]]]
    return max(found, key=found.count) if found and None not in found else None


def costs(s: State, o: Option) -> str:
    """11.0-c What an attack takes of the movement that is left."""
    f = s.frames[-1]
    if o[0] != "attack" or not isinstance(f, Move):
        return ""
    return movement_points(s.edition.attack_cost[o[1]][s.edition.move_class[f.unit]])


def usual(s: State, o: Option, given: Given) -> Optional[Choose]:
    return playing(given) if o[0] == "attack" else None
