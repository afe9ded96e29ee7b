"""What a click on a counter can mean: the Area that its unit would activate, and the usual way of an attack to its dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.face.handling import Choose, Named
from sandtable.face.view import Given
from sandtable.kernel.play import Option, Refusal
from sandtable.maps.graph import CLOSED
from sandtable.maps.graph import reach as way_costs
from sandtable.titles.battleaxe.forecast import chooser
from sandtable.titles.battleaxe.frames import Assault, Half
from sandtable.titles.battleaxe.movement import FULL, activatable, allowance, cost, step_refused
from sandtable.titles.battleaxe.state import State, has_enemy, is_full, units_in

PLENTY: Final = 40  # more Movement Factors than any way across the map costs
ZONE_FIRST: Final = Refusal("9.2", "a Zone is entered with a unit's first step or not at all")


def stands(s: State, o: Option) -> Sequence[Named]:
    """The units that an activation sets in motion."""
    f = s.frames[-1]
    if o[0] == "assault" and isinstance(f, Half):
        return [("unit", u) for u in units_in(activatable(s, f.side, o[1], 0))]
    if o[0] == "activate" and isinstance(f, Assault):
        return [("unit", u) for u in units_in(activatable(s, f.side, o[1], f.used))]
    return ()


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """A unit goes once its Area is active. Another one is activated as well while that ends nobody's march (9.1.2)."""
    homes = {s.where[u] for u in units}
    f = s.frames[-1]
    if len(homes) != 1 or -1 in homes or (isinstance(f, Assault) and f.acted):
        return ()
    return [("activate" if isinstance(f, Assault) else "assault", home, 0) for home in homes]


def bars(s: State, o: Option) -> Optional[Refusal]:
    """9.2 What keeps a unit from a far Area: a Zone, or a way that costs more than it has."""
    f, unit, area = s.frames[-1], o[1], o[2]
    if not isinstance(f, Assault) or s.where[unit] < 0 or s.left[unit] < 0:
        return None
    e = s.edition
    if e.zone[area]:
        return ZONE_FIRST
    if is_full(s, f.side, area):
        return FULL

    def step(here: int, there: int) -> int:
        first = here == s.where[unit]
        stopped = not first and has_enemy(s, f.side, here)
        refused = step_refused(s, f, unit, here, there, allowance(s, unit) if first else PLENTY)
        return CLOSED if stopped or e.zone[there] or refused else cost(s, f.side, here, there)

    needed = way_costs(s.where[unit], PLENTY, e.neighbours, step).get(area, 0)
    if needed <= s.left[unit]:
        return None
    return Refusal("9.2", f"the way there costs {needed} Movement Factors, and it has {s.left[unit]}")


def usual(s: State, o: Option, given: Given) -> Optional[Choose]:
    return chooser(given) if o[0] == "attack" else None
