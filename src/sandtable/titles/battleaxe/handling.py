"""What a click on a counter can mean: the Area that its unit would activate, and the usual way of an attack to its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

from sandtable.face.handling import Choose, Named
from sandtable.face.view import Given
from sandtable.kernel.play import Option
from sandtable.titles.battleaxe.forecast import chooser
from sandtable.titles.battleaxe.frames import Assault, Half
from sandtable.titles.battleaxe.movement import activatable
from sandtable.titles.battleaxe.state import State, units_in


def stands(s: State, o: Option) -> Sequence[Named]:
    """The units that an activation sets in motion."""
    f = s.frames[-1]
    if o[0] == "assault" and isinstance(f, Half):
        return [("unit", u) for u in units_in(activatable(s, f.side, o[1], 0))]
    if o[0] == "activate" and isinstance(f, Assault):
        return [("unit", u) for u in units_in(activatable(s, f.side, o[1], f.used))]
    return ()


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """A unit goes once its Area is active."""
    homes = {s.where[u] for u in units}
    return [("assault", home, 0) for home in homes if home >= 0] if len(homes) == 1 else ()


def usual(s: State, o: Option, given: Given) -> Optional[Choose]:
    return chooser(given) if o[0] == "attack" else None
