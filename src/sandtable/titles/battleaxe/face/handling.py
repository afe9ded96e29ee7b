"""What a click on a counter can mean: the Area that its unit would activate, and the usual way of an attack to its dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Optional

from sandtable.face.handling import Choose, Named
from sandtable.face.story import both
from sandtable.face.view import Given, Proposal
from sandtable.kernel.play import Option, Refusal, decider
from sandtable.kernel.sides import ALLIED
from sandtable.maps.graph import CLOSED
from sandtable.maps.graph import reach as way_costs
from sandtable.titles.battleaxe import june15
from sandtable.titles.battleaxe.attrition import points_for
from sandtable.titles.battleaxe.face.forecast import chooser
from sandtable.titles.battleaxe.frames import UNDECIDED, Absorb, Assault, Half
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
    """A unit goes once its Area is active. Another one is activated as well while that ends nobody's march (9.1.2); with the
    first blow all Zones that may be, since they cannot be any more once a unit has acted (16.3)."""
    homes = {s.where[u] for u in units}
    f = s.frames[-1]
    if -1 in homes or (isinstance(f, Assault) and f.acted):
        return ()
    together = first_blow(s, homes)
    if homes <= {area for _, area, _ in together}:
        return together
    return [("activate" if isinstance(f, Assault) else "assault", home, 0) for home in homes] if len(homes) == 1 else ()


def first_blow(s: State, homes: Collection[int] = ()) -> list[Option]:
    """16.3 What activates the Zones that may act together in Impulse 1 of June 15, while no unit has acted; some of them first."""
    f = s.frames[-1] if s.frames else None
    if isinstance(f, Assault):
        begun, active = True, f.active
        still = not f.acted and f.active & ~s.edition.allied_base == 0
    elif isinstance(f, Half):
        begun, active = False, 0
        still = f.kind == UNDECIDED and decider(s) == f.side
    else:
        return []
    zones = units_in(s.held[ALLIED] & ~active) if still else ()
    together = [area for area in zones if june15.may_activate_together(s, f.side, area)]
    together.sort(key=lambda area: area not in homes)
    return [("activate" if begun or n else "assault", area, 0) for n, area in enumerate(together)]


def proposals(s: State, side: int) -> tuple[Proposal, ...]:
    """16.3 The first blow with one click: who does not know the rule would open one Zone, and the others would look on."""
    together = first_blow(s) if s.frames and decider(s) == side else []
    begins = together[:1] != [] and together[0][0] == "assault"
    if len(together) < 1 + begins:
        return ()
    zones = both([s.names.texts["area"][area] for _, area, _ in together])
    name = f"Assault from Zones {zones} at once" if begins else f"Activate Zone{'s' * (len(together) > 1)} {zones} as well"
    says = tuple([" ".join([verb, s.names.texts["area"][area]]) for verb, area, _ in together])
    return (Proposal(name, says, "only in this first Impulse, and before a unit has acted, may all four act together (16.3)"),)


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


def price(s: State, o: Option) -> str:
    """11.5 What a loss takes of the Attrition Points."""
    f = s.frames[-1]
    if not isinstance(f, Absorb) or o[0] != "absorb":
        return ""
    taken = points_for(s, o[1], o[2])
    return f"absorbs {taken or 'nothing'}{', and with that all of them' if taken == f.points else ''}"


def usual(s: State, o: Option, given: Given) -> Optional[Choose]:
    return chooser(given) if o[0] == "attack" else None
