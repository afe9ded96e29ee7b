"""16 June 15: two German divisions wait until something wakes them."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Refusal
from sandtable.kernel.sides import ALLIED
from sandtable.titles.battleaxe.edition import ALWAYS_FREE, LIGHT_5, PANZER_15
from sandtable.titles.battleaxe.state import State

HELD: Final = Refusal("16.0", "its division is held back on June 15 until it is released")
HELD_THERE: Final = Refusal("16.0", "the units there are held back on June 15 until their division is released")

BOTH: Final = 1 << PANZER_15 | 1 << LIGHT_5


def is_held(s: State, unit: int) -> bool:
    """16.0 Bound units defend, retreat and consolidate, but neither move nor attack."""
    division = s.edition.division[unit]
    return division != ALWAYS_FREE and not s.released >> division & 1


def held_units(s: State) -> int:
    """Every unit that is still bound, as a set."""
    if s.released == BOTH:
        return 0
    bound = s.edition.bound
    return (0 if s.released >> PANZER_15 & 1 else bound[PANZER_15]) | (0 if s.released >> LIGHT_5 & 1 else bound[LIGHT_5])


def release(s: State, divisions: int) -> None:
    """16.1, 16.2 At once and for good."""
    for division in (PANZER_15, LIGHT_5):
        if divisions >> division & 1 and not s.released >> division & 1:
            s.released |= 1 << division
            s.tell("released_15th" if division == PANZER_15 else "released_5th")


def control_changed(s: State, side: int, area: int) -> None:
    """16.1 Halfaya, or an Area next to Area 18, becomes Allied-controlled."""
    if side == ALLIED and s.edition.releases_15th >> area & 1:
        release(s, 1 << PANZER_15)


def unit_entered(s: State, side: int, area: int) -> None:
    """16.1, 16.2 An Allied unit enters Zone E, F or G."""
    if side == ALLIED and s.edition.rear >> area & 1:
        release(s, BOTH)


def zone_activated(s: State, side: int, area: int) -> None:
    """16.2 Allied units in Zone H conduct an Assault Impulse."""
    if side == ALLIED and area == s.edition.tobruk:
        release(s, 1 << LIGHT_5)


def may_activate_together(s: State, side: int, area: int) -> bool:
    """16.3 In Impulse 1 of June 15 the Allies may activate Zones A, B, C and D simultaneously."""
    return side == ALLIED and s.turn == 0 and s.impulse == 1 and bool(s.edition.allied_base >> area & 1)
