"""13 Refit, with the options 19.1G and 19.4."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe import advantage, control
from sandtable.titles.battleaxe.edition import ARMOUR
from sandtable.titles.battleaxe.frames import Refit
from sandtable.titles.battleaxe.logistics import in_supply
from sandtable.titles.battleaxe.state import DEAD, State, controlled_by, controller, is_contested, is_full, is_reduced, units_in

NO_POINTS: Final = Refusal("13.2", "no Replacement Point is left")
NOT_REDUCED: Final = Refusal("13.3.2", "only a Reduced unit of the player on the map is flipped to Full Strength")
CUT_OFF: Final = Refusal("13.3.1", "a unit must trace a supply line to take replacements")
NOT_ELIMINATED: Final = Refusal("13.3.2", "only an eliminated unit of the player is rebuilt")
ONLY_TOBRUK: Final = Refusal("13.3.3", "a unit that set up in Zone H is rebuilt nowhere else")
NOT_IN_TOBRUK: Final = Refusal("13.3.3", "only units that set up in Zone H are rebuilt there")
NOT_OUR_AREA: Final = Refusal("13.3.3", "units are rebuilt in a friendly-controlled, uncontested Area")
NOT_AXIS_AREA: Final = Refusal("13.3.4", "units are rebuilt in an Axis-controlled, uncontested Area")
UNSUPPLIED_AREA: Final = Refusal("13.3.3", "the Area must be supplied")
UNSUPPLIED_AXIS_AREA: Final = Refusal("13.3.4", "the Area must be supplied")
FULL: Final = Refusal("7.1", "the Area is fully stacked")

IN_REFIT: Final = Refusal("12.1F", "only the player who holds the Advantage may spend it for a Replacement Point")
NOT_AGREED: Final = Refusal("19.1G", "the additional uses of the Advantage were not agreed")
NO_TIGER: Final = Refusal("19.1G", "one Reduced Allied Armored unit flips, in the Allied Refit, by spending the Advantage")
NO_RESERVES: Final = Refusal("19.4", "Allied Reserves were not agreed, or this is not the Allied Refit")
NOT_IN_RESERVE: Final = Refusal("19.4", "one Reduced Allied unit in Zone A and one in Zone H refit free")
NOT_ARMOUR: Final = Refusal("13.3.5", "one Reduced German Armored unit recovers")


def refitter(s: State, f: Refit) -> int:
    return f.side


def flip_refused(s: State, side: int, unit: int) -> Optional[Refusal]:
    """13.3.1, 13.3.2"""
    if s.edition.side[unit] != side or s.where[unit] < 0 or not is_reduced(s, unit):
        return NOT_REDUCED
    return None if in_supply(s, side, s.where[unit]) else CUT_OFF


def reduced_units(s: State, side: int) -> list[Args]:
    return [(unit, 0) for unit in units_in(s.reduced & s.edition.of_side[side])]


class Replace(Act[State, Refit]):
    """13.3.2 One Replacement Point flips up to two Reduced units, anywhere on the map."""

    rule = "13.3.2"
    form = "refit unit"
    label = "Refit {unit}"
    asks = "flip Reduced units"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return reduced_units(s, f.side) if f.points or f.flips else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        return flip_refused(s, f.side, unit) or (None if f.points or f.flips else NO_POINTS)

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        if f.flips:
            f.flips -= 1
        else:
            f.points, f.flips = f.points - 1, s.edition.flips_per_point - 1
        control.restore(s, unit)


class Rebuild(Act[State, Refit]):
    """13.3.2 to 13.3.4 One Replacement Point brings an eliminated unit back at Reduced Strength."""

    rule = "13.3.2"
    form = "rebuild unit area"
    label = "Rebuild {unit} in {area}"
    asks = "rebuild an eliminated unit"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        if not f.points:
            return []
        dead = [unit for unit in units_in(s.edition.of_side[f.side]) if s.where[unit] == DEAD]
        areas = list(units_in(controlled_by(s, f.side))) if dead else []
        return [(unit, area) for unit in dead for area in areas]

    def why_not(self, s: State, f: Refit, unit: int, area: int, /) -> Optional[Refusal]:
        e = s.edition
        if e.side[unit] != f.side or s.where[unit] != DEAD:
            return NOT_ELIMINATED
        if not f.points:
            return NO_POINTS
        if f.side == ALLIED and area != e.tobruk and e.garrison >> unit & 1:
            return ONLY_TOBRUK
        if f.side == ALLIED and area == e.tobruk and not e.garrison >> unit & 1:
            return NOT_IN_TOBRUK
        if controller(s, area) != f.side or is_contested(s, area):
            return NOT_OUR_AREA if f.side == ALLIED else NOT_AXIS_AREA
        if is_full(s, f.side, area):
            return FULL
        if in_supply(s, f.side, area):
            return None
        return UNSUPPLIED_AREA if f.side == ALLIED else UNSUPPLIED_AXIS_AREA

    def do(self, s: State, f: Refit, unit: int, area: int, dice: Dice, /) -> None:
        f.points -= 1
        s.reduced |= 1 << unit
        s.tell("rebuilt", unit, area)
        control.bring_in(s, unit, area)


class IncreaseReplacements(Act[State, Refit]):
    """12.1F The Advantage for one more Replacement Point."""

    rule = "12.1F"
    form = "increase"
    label = "Increased Replacements (spends the Advantage)"
    asks = "spend the Advantage for a Replacement Point"

    def why_not(self, s: State, f: Refit, _a: int, _b: int, /) -> Optional[Refusal]:
        return None if s.advantage == f.side else IN_REFIT

    def do(self, s: State, f: Refit, _a: int, _b: int, dice: Dice, /) -> None:
        advantage.spend(s, f.side)
        f.points += s.edition.increased_replacements
        s.tell("increased", f.side)


class TigerCubs(Act[State, Refit]):
    """19.1G (optional) The Advantage flips an Allied Armored unit; it must be in supply (13.3.1)."""

    rule = "19.1G"
    form = "tiger unit"
    label = "Tiger Cubs: refit {unit} (spends the Advantage)"
    asks = "spend the Advantage for Tiger Cubs"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return reduced_units(s, ALLIED) if s.agreed.advantage and f.side == s.advantage == ALLIED else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        if not s.agreed.advantage:
            return NOT_AGREED
        if f.side != ALLIED or s.advantage != ALLIED or s.edition.kind[unit] != ARMOUR:
            return NO_TIGER
        return flip_refused(s, ALLIED, unit)

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        advantage.spend(s, ALLIED)
        s.tell("tiger", unit)
        control.restore(s, unit)


class DrawOnReserves(Act[State, Refit]):
    """19.4 (optional) One Allied unit in Zone A and one in Zone H refit free."""

    rule = "19.4"
    form = "reserve unit"
    label = "Allied Reserves: refit {unit} free"
    asks = "draw on the Allied Reserves"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return reduced_units(s, ALLIED) if s.agreed.reserves and f.side == ALLIED else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        if not s.agreed.reserves or f.side != ALLIED:
            return NO_RESERVES
        area = s.where[unit]
        if area not in (s.edition.buq_buq, s.edition.tobruk) or f.reserves >> area & 1:
            return NOT_IN_RESERVE
        return flip_refused(s, ALLIED, unit)

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        f.reserves |= 1 << s.where[unit]
        control.restore(s, unit)


class RecoverArmour(Act[State, Refit]):
    """13.3.5 German Battlefield Recovery, at the end of the Axis Refit and free."""

    rule = "13.3.5"
    form = "recover unit"
    label = "Battlefield Recovery: {unit}"
    asks = "recover a German Armored unit"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(unit, 0) for unit in units_in(s.reduced & s.edition.german & s.edition.of_kind[ARMOUR])] if f.side == AXIS else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if f.side != AXIS or not (e.german & e.of_kind[ARMOUR]) >> unit & 1:
            return NOT_ARMOUR
        return flip_refused(s, AXIS, unit)

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        control.restore(s, unit)
