"""8.1 the Allied prohibited zone, 8.2 the 69th Brigade, 9.0 zones of control: where a unit may not go."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.play import Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.gazala.state import State, holds, in_enemy_zone

ENEMY_UNIT: Final = Refusal("8.0-n", "an enemy is there")
ESCARPMENT: Final = Refusal("8.0-h", "an escarpment without road or track lies between")
PROHIBITED: Final = Refusal("8.1-a", "the zone west of the minefields is closed to Allied units")
AREA_69: Final = Refusal("8.2-a", "this battalion of 69th Brigade stays in its area")
MINED: Final = Refusal("14.0-a", "mines that are not breached stop Axis units")
MINED_ROAD: Final = Refusal("8.0-i", "mines that are not breached close the road to Axis units")
ZONE_TO_ZONE: Final = Refusal("9.0-c", "it would go from one enemy zone of control straight into another")


def closed_hex(s: State, unit: int, hex: int) -> Optional[Refusal]:
    """Hexes that a unit may not enter in any way: movement, retreat or advance."""
    e = s.edition
    if holds(s, hex, other(e.side[unit])):
        return ENEMY_UNIT
    if e.side[unit] == ALLIED and e.prohibited[hex]:
        return PROHIBITED
    if e.bracketed[unit] and not e.area_69[hex]:
        return AREA_69
    return None


def closed_step(s: State, unit: int, here: int, there: int) -> Optional[Refusal]:
    """What stops a unit between two adjacent hexes in movement and in retreat alike."""
    e = s.edition
    if there not in e.open[here]:
        return ESCARPMENT
    refusal = closed_hex(s, unit, there)
    if refusal is None and e.side[unit] == AXIS:
        side = e.sides[here][e.way[here][there]]
        if side in s.mines:
            return MINED_ROAD if side in e.road_sides else MINED
    return refusal


def zone_to_zone(s: State, side: int, here: int, there: int) -> Optional[Refusal]:
    """9.0-c; a friendly unit in the hex does not help (9.0-f)."""
    return ZONE_TO_ZONE if in_enemy_zone(s, here, side) and in_enemy_zone(s, there, side) else None
