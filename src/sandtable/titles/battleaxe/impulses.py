"""8 Impulses: Assault, Regroup, Consolidation or Pass."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, other
from sandtable.titles.battleaxe import control, june15
from sandtable.titles.battleaxe.edition import GUNS, NONE
from sandtable.titles.battleaxe.frames import ASSAULT, CONSOLIDATION, PASS, REGROUP, UNDECIDED, Half, Regroup
from sandtable.titles.battleaxe.logistics import in_supply
from sandtable.titles.battleaxe.movement import NOT_ADJACENT, OTHER_PLAYER, activation_refused, begin_assault, boundary_refused
from sandtable.titles.battleaxe.state import State, contested, controller, has_enemy, is_full, is_reduced, stack, units_in

NOT_ON_MAP: Final = Refusal("8.1.2a", "it is not on the map")
HAS_REGROUPED: Final = Refusal("8.1.2a", "it has regrouped in this Impulse, and a unit regroups by one Area")
STATIC: Final = Refusal("8.1.2a", "it has no Movement Factor and never moves of its own will")
ENEMY_AREA: Final = Refusal("8.1.2a", "a Regroup never enters an Area that the enemy controls or occupies")
FROM_CONTESTED: Final = Refusal("8.1.2a", "both Areas are Contested")
MINED_ROAD: Final = Refusal("8.1.2a", "while the Axis controls Halfaya the road to Musaid is mined")
FULL: Final = Refusal("7.1", "as many of your units as may stand there do so already")

NOT_A_PAIR: Final = Refusal("8.1.2b", "it takes two of your units in the same Area")
NOT_REDUCED: Final = Refusal("8.1.2b", "it is at Full Strength already")
NO_CONSOLIDATION: Final = Refusal("8.1.2b", "anti-tank and armoured car units may not consolidate")
OTHER_TYPE: Final = Refusal("8.1.2b", "one is Armor and the other Infantry")
OTHER_NATION: Final = Refusal("8.1.2b", "German and Italian units may not consolidate with each other")
CUT_OFF: Final = Refusal("8.1.2b", "they are out of supply")


def attacker(s: State, f: Half | Regroup) -> int:
    """8.0 The active player."""
    return f.side


def begin(s: State, side: int) -> None:
    """8.0 Which Areas are Contested "at the start of the Impulse" is settled here, once (11.1, 11.2, 11.3, 19.1H)."""
    s.begin(Half(side, UNDECIDED, UNDECIDED, False, False, False, contested(s)))


class BeginAssault(Act[State, Half]):
    """8.1.1 An Area or Zone becomes the Active Area."""

    rule = "8.1.1"
    form = "assault area"
    label = "Assault from {area}"
    asks = "choose an Area to assault from"

    def candidates(self, s: State, f: Half) -> list[Args]:
        return [(area, 0) for area in units_in(s.held[f.side])]

    def why_not(self, s: State, f: Half, area: int, _: int, /) -> Optional[Refusal]:
        return activation_refused(s, f.side, area, 0)

    def do(self, s: State, f: Half, area: int, _: int, dice: Dice, /) -> None:
        f.kind = ASSAULT
        begin_assault(s, f.side, area)


class BeginRegroup(Act[State, Half]):
    """8.1.2a"""

    rule = "8.1.2a"
    form = "regroup"
    label = "Regroup · every unit may move one Area, none attacks"
    asks = "regroup"

    def do(self, s: State, f: Half, _a: int, _b: int, dice: Dice, /) -> None:
        f.kind = REGROUP
        s.tell("regroup", f.side)
        s.begin(Regroup(f.side, 0))


class Shift(Act[State, Regroup]):
    """8.1.2a Every friendly unit on the map may move one Area."""

    rule = "8.1.2a"
    form = "move unit area"
    label = "Regroup {unit} to {area}"
    asks = "move units one Area each"

    def candidates(self, s: State, f: Regroup) -> list[Args]:
        e = s.edition
        able = e.of_side[f.side] & ~f.moved & ~june15.held_units(s)
        friendly = s.allied if f.side == ALLIED else ~s.allied
        open_to_us = friendly & ~s.held[other(f.side)]
        return [(unit, area) for unit in units_in(able) if s.where[unit] >= 0 and e.mf[unit] != NONE
                for area in units_in(e.near[s.where[unit]] & open_to_us)]  # fmt: skip

    def why_not(self, s: State, f: Regroup, unit: int, area: int, /) -> Optional[Refusal]:
        e, here = s.edition, s.where[unit]
        if e.side[unit] != f.side:
            return OTHER_PLAYER
        if here < 0:
            return NOT_ON_MAP
        if f.moved >> unit & 1:
            return HAS_REGROUPED
        if june15.is_held(s, unit):
            return june15.HELD
        if e.mf[unit] == NONE:
            return STATIC
        if not e.near[here] >> area & 1:
            return boundary_refused(s, here, area) or NOT_ADJACENT
        both = contested(s)
        if both >> here & both >> area & 1:
            return FROM_CONTESTED
        if has_enemy(s, f.side, area) or controller(s, area) != f.side:
            return ENEMY_AREA
        if f.side == ALLIED and here == e.halfaya and area == e.musaid and controller(s, here) != ALLIED:
            return MINED_ROAD
        return FULL if is_full(s, f.side, area) else None

    def do(self, s: State, f: Regroup, unit: int, area: int, dice: Dice, /) -> None:
        f.moved |= 1 << unit
        s.tell("regrouped", unit, s.where[unit], area)
        control.move(s, unit, area)


class Consolidate(Act[State, Half]):
    """8.1.2b One unit becomes Full at the cost of another of its type in the same Area."""

    rule = "8.1.2b"
    form = "consolidate unit unit"
    label = "Bring {unit} to Full Strength with men of {unit} · takes the Impulse"
    asks = "consolidate two units"

    def candidates(self, s: State, f: Half) -> list[Args]:
        able = ~s.edition.of_kind[GUNS] & ~s.edition.cars
        pairs: list[Args] = []
        for unit in units_in(s.reduced & s.edition.of_side[f.side] & able):
            payers = stack(s, f.side, s.where[unit]) & able & ~(1 << unit)
            pairs += [(unit, payer) for payer in units_in(payers)]
        return pairs

    def why_not(self, s: State, f: Half, unit: int, payer: int, /) -> Optional[Refusal]:
        e = s.edition
        area = s.where[unit]
        if e.side[unit] != f.side or e.side[payer] != f.side or unit == payer or area < 0 or s.where[payer] != area:
            return NOT_A_PAIR
        if e.kind[unit] == GUNS or e.kind[payer] == GUNS or (e.cars >> unit | e.cars >> payer) & 1:
            return NO_CONSOLIDATION
        if e.kind[unit] != e.kind[payer]:
            return OTHER_TYPE
        if not is_reduced(s, unit):
            return NOT_REDUCED
        if (e.german >> unit ^ e.german >> payer) & 1:
            return OTHER_NATION
        return None if in_supply(s, f.side, area) else CUT_OFF

    def do(self, s: State, f: Half, unit: int, payer: int, dice: Dice, /) -> None:
        f.kind = CONSOLIDATION
        s.tell("consolidated", unit, payer)
        control.restore(s, unit)
        control.lose_step(s, payer)


class PassImpulse(Act[State, Half]):
    """8.1.3"""

    rule = "8.1.3"
    form = "pass"
    label = "Pass this Impulse"
    asks = "pass"

    def do(self, s: State, f: Half, _a: int, _b: int, dice: Dice, /) -> None:
        f.kind = PASS
        s.tell("passed", f.side)
