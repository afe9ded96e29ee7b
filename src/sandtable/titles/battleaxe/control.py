"""7 Stacking and control: what follows at once when a unit comes, goes or dies."""

from __future__ import annotations

from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe import june15
from sandtable.titles.battleaxe.state import DEAD, State, controller, is_reduced, lift, place, stack, units_in


def move(s: State, unit: int, area: int) -> None:
    """Into another area, by whatever rule."""
    side, old = s.edition.side[unit], s.where[unit]
    lift(s, unit, old)
    occupation_changed(s, old)
    bring_in(s, unit, area)
    june15.unit_entered(s, side, area)


def bring_in(s: State, unit: int, area: int) -> None:
    """Onto the map."""
    place(s, unit, area)
    occupation_changed(s, area)


def lose_step(s: State, unit: int) -> None:
    """A Full unit flips to its Reduced side, a Reduced one is eliminated."""
    if is_reduced(s, unit):
        eliminate(s, unit)
    else:
        reduce(s, unit)


def lose_steps(s: State, units: int) -> None:
    """A step of each, at the same time: who is left alone is judged when all have been hurt."""
    emptied = 0
    for unit in units_in(units):
        if is_reduced(s, unit):
            emptied |= 1 << s.where[unit]
            remove(s, unit)
        else:
            reduce(s, unit)
    for area in units_in(emptied):
        occupation_changed(s, area)


def reduce(s: State, unit: int) -> None:
    s.reduced |= 1 << unit
    s.tell("reduced", unit)


def restore(s: State, unit: int) -> None:
    """Back to Full Strength."""
    s.reduced &= ~(1 << unit)
    s.tell("restored", unit)


def eliminate(s: State, unit: int) -> None:
    area = s.where[unit]
    remove(s, unit)
    occupation_changed(s, area)


def remove(s: State, unit: int) -> None:
    """Off the map, with all its markers."""
    area = s.where[unit]
    lift(s, unit, DEAD)
    gone = ~(1 << unit)
    s.reduced &= gone
    s.unsupplied &= gone
    s.left[unit] = s.came[unit] = -1
    s.tell("eliminated", unit, area)


def occupation_changed(s: State, area: int) -> None:
    """7.2 A side alone in an area takes control of it, in passing too."""
    for side in (ALLIED, AXIS):
        if s.held[side] >> area & 1 and not s.held[other(side)] >> area & 1 and controller(s, area) != side:
            take_control(s, side, area)
    if area == s.edition.tobruk:
        award_tobruk(s)


def take_control(s: State, side: int, area: int) -> None:
    s.allied ^= 1 << area
    s.tell("control", side, area)
    june15.control_changed(s, side, area)


def award_tobruk(s: State) -> None:
    """19.6 (optional) More Allied than Axis units in Tobruk: a Victory Point at once, once a game."""
    if s.agreed.tobruk and not s.tobruk_bonus:
        tobruk = s.edition.tobruk
        if stack(s, ALLIED, tobruk).bit_count() > stack(s, AXIS, tobruk).bit_count():
            s.tobruk_bonus = True
            s.vp += s.edition.tobruk_bonus
            s.tell("tobruk_bonus", s.edition.tobruk_bonus)
