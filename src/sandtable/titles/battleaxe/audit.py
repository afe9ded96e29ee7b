"""Every broken invariant of a position, with its rule: empty for every position that play can reach."""

from __future__ import annotations

from sandtable.kernel.play import Refusal, within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe.frames import Assault, Retreats
from sandtable.titles.battleaxe.setup import where_it_sets_up
from sandtable.titles.battleaxe.state import ABSENT, DEAD, NOBODY, State, controller, is_full, rebuild, stack, units_in


def audit(s: State) -> list[Refusal]:
    return [*audit_units(s), *audit_areas(s), *audit_markers(s), *audit_caches(s), *audit_assault(s)]


def audit_units(s: State) -> list[Refusal]:
    found: list[Refusal] = []
    for unit, area in enumerate(s.where):
        name = s.names.text("unit", unit)
        in_game = bool(where_it_sets_up(s, unit))
        if area == ABSENT and in_game and not within_set_up(s):
            found.append(Refusal("5.2", f"{name} was never set up"))
        if area != ABSENT and not in_game:
            found.append(Refusal("19.3", f"{name} is not in this game"))
        if area < 0 and (s.reduced >> unit & 1 or s.unsupplied >> unit & 1):
            found.append(Refusal("4.0", f"{name} is off the map and has a state"))
        if not ABSENT <= area < len(s.edition.map):
            found.append(Refusal("3.1", f"{name} stands nowhere: {area}"))
    return found


def within_set_up(s: State) -> bool:
    return any(type(f).__name__ == "SetUp" for f in s.frames)


def audit_areas(s: State) -> list[Refusal]:
    found: list[Refusal] = []
    for area in range(len(s.edition.map)):
        for side in (ALLIED, AXIS):
            if is_full(s, side, area) and stack(s, side, area).bit_count() > s.edition.stacking:
                found.append(Refusal("7.1", f"{s.names.text('area', area)} is overstacked"))
            if s.held[side] >> area & 1 and not s.held[other(side)] >> area & 1 and controller(s, area) != side:
                found.append(Refusal("7.2", f"{s.names.text('area', area)} is controlled by the wrong side"))
    return found


def audit_markers(s: State) -> list[Refusal]:
    found: list[Refusal] = []
    for side in (ALLIED, AXIS):
        if not 0 <= s.artillery[side] <= s.edition.artillery[side]:
            found.append(Refusal("10.2", f"side {side} has {s.artillery[side]} Artillery markers"))
    if not 1 <= s.impulse <= s.edition.impulses:
        found.append(Refusal("6.2.1", f"the Impulse marker stands on {s.impulse}"))
    if (s.advantage == NOBODY) != (s.heir != NOBODY):
        found.append(Refusal("12.2", "the Advantage belongs to nobody and nobody will get it, or to two"))
    if s.turn > 0 and s.released != 0b110 and s.frames:
        found.append(Refusal("16.1", "a division is bound after June 15"))
    return found


def audit_caches(s: State) -> list[Refusal]:
    twin = rebuild(s)
    return [] if (twin.stack, twin.held) == (s.stack, s.held) else [Refusal("", "a cache differs from what it is made of")]


def audit_assault(s: State) -> list[Refusal]:
    found: list[Refusal] = []
    assault = within(s, Assault)
    used = assault.used if assault is not None else 0
    for unit in range(s.edition.units):
        if not used >> unit & 1 and (s.left[unit] >= 0 or s.came[unit] >= 0):
            found.append(Refusal("9.1.1", f"{s.names.text('unit', unit)} is active outside an Assault"))
        if s.where[unit] == DEAD and s.left[unit] >= 0:
            found.append(Refusal("9.1.1", f"{s.names.text('unit', unit)} is active and eliminated"))
    for f in s.frames:
        if isinstance(f, Retreats):
            found += [
                Refusal("11.6.1", "a unit of the wrong side retreats")
                for unit in units_in(f.waiting)
                if s.edition.side[unit] != f.side
            ]
    return found
