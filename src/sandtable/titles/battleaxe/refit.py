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
NOT_REDUCED: Final = Refusal("13.3.2", "it is not a Reduced unit of yours on the map")
CUT_OFF: Final = Refusal("13.3.1", "it has no supply line")
NOT_ELIMINATED: Final = Refusal("13.3.2", "it is not one of your eliminated units")
ONLY_TOBRUK: Final = Refusal("13.3.3", "units of the Tobruk garrison come back in Tobruk alone")
NOT_IN_TOBRUK: Final = Refusal("13.3.3", "only units of its garrison come back in Tobruk")
NOT_OUR_AREA: Final = Refusal("13.3.3", "the Area is Contested or not under your control")
NOT_AXIS_AREA: Final = Refusal("13.3.4", "the Area is Contested or not under Axis control")
UNSUPPLIED_AREA: Final = Refusal("13.3.3", "the Area is not in supply")
UNSUPPLIED_AXIS_AREA: Final = Refusal("13.3.4", "the Area is not in supply")
FULL: Final = Refusal("7.1", "as many of your units as may stand there do so already")

IN_REFIT: Final = Refusal("12.1F", "you do not hold the Advantage")
NOT_AGREED: Final = Refusal("19.1G", "this use of the Advantage is an optional rule that was not chosen for this game")
NO_TIGER: Final = Refusal("19.1G", "the Advantage brings new tanks to one Reduced Allied Armored unit, in the Allied Refit")
NO_RESERVES: Final = Refusal("19.4", "Allied Reserves are an optional rule, and serve in the Allied Refit alone")
NOT_IN_RESERVE: Final = Refusal("19.4", "only one Reduced unit in Buq-Buq and one in Tobruk refit free")
NOT_ARMOUR: Final = Refusal("13.3.5", "it is not a Reduced German Armored unit")


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
    label = "Refit {unit} to Full Strength"
    asks = "refit Reduced units"

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
    label = "Take a further Replacement Point · spends the Advantage"
    asks = "take a further Replacement Point"

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
    label = "Refit {unit} with Tiger Cubs · spends the Advantage"
    asks = "send Tiger Cubs to a unit"

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
    label = "Refit {unit} from the Allied Reserves · free"
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
    label = "Recover the tanks of {unit} · free"
    asks = "recover the tanks of a German unit"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(unit, 0) for unit in units_in(s.reduced & s.edition.german & s.edition.of_kind[ARMOUR])] if f.side == AXIS else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if f.side != AXIS or not (e.german & e.of_kind[ARMOUR]) >> unit & 1:
            return NOT_ARMOUR
        return flip_refused(s, AXIS, unit)

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        control.restore(s, unit)
