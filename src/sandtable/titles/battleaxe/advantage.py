"""12 The Advantage, with the further uses of 19.1."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe.frames import (
    ASSAULT,
    REGROUP,
    REPULSE,
    STALEMATE,
    SUCCESS,
    UNDECIDED,
    Assault,
    Attack,
    Half,
    Regroup,
)
from sandtable.titles.battleaxe.movement import activation_refused, begin_assault
from sandtable.titles.battleaxe.state import NOBODY, State, units_in

NOT_HELD: Final = Refusal("12.1", "you do not hold the Advantage")
ONLY_A_SUCCESS: Final = Refusal("12.1A", "it helps only against a Success, and this is another result")
ONLY_A_REPULSE: Final = Refusal("12.1B", "it helps only if you are thrown back, and this is no Repulse")
NO_SUNSET: Final = Refusal("12.1C", "the sun is not setting: this Sunset roll does not end the day")
LAST_SPACE: Final = Refusal("6.2.1", "this is the last Impulse that the track has")
ALREADY_LOW: Final = Refusal("12.1D", "the Axis suffers from a Fuel Shortage already")
AT_THE_START: Final = Refusal("12.1D", "only the Allies declare it, at the start of an Impulse")
ROMMEL_IS_THERE: Final = Refusal("12.1E", "Rommel leads from the front already")
ROMMEL_IS_AXIS: Final = Refusal("12.1E", "Rommel serves the Axis")
NOT_AGREED: Final = Refusal("19.1", "this use of the Advantage is an optional rule that was not chosen for this game")
NOT_BOTH: Final = Refusal("19.1H", "after an Assault only a Regroup can be added, and after a Regroup only an Assault")


def holder(s: State, f: Half) -> int:
    return s.advantage


def allied(s: State, f: Half) -> int:
    return ALLIED


def axis(s: State, f: Half) -> int:
    return AXIS


def spend(s: State, side: int) -> None:
    """12.2 It belongs to nobody until the Impulse or Phase ends, then to the other player."""
    s.advantage, s.heir = NOBODY, other(side)


def pass_on(s: State) -> None:
    """12.2"""
    if s.heir != NOBODY:
        s.advantage, s.heir = s.heir, NOBODY
        s.tell("advantage", s.advantage)


class FanaticalDefence(Act[State, Attack]):
    """12.1A"""

    rule = "12.1A"
    form = "fanatical"
    label = "Declare Fanatical Defense · spends the Advantage"
    asks = "turn the Success into a Stalemate"

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        if s.advantage != other(f.side):
            return NOT_HELD
        return None if f.result == SUCCESS else ONLY_A_SUCCESS

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        spend(s, other(f.side))
        f.result = STALEMATE
        s.tell("fanatical", other(f.side))


class MaximumAttack(Act[State, Attack]):
    """12.1B"""

    rule = "12.1B"
    form = "maximum"
    label = "Declare Maximum Attack · spends the Advantage"
    asks = "turn the Repulse into a Stalemate"

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        if s.advantage != f.side:
            return NOT_HELD
        return None if f.result == REPULSE else ONLY_A_REPULSE

    def do(self, s: State, f: Attack, _a: int, _b: int, dice: Dice, /) -> None:
        spend(s, f.side)
        f.result = STALEMATE
        s.tell("maximum", f.side)


class ProlongDaylight(Act[State, Half]):
    """12.1C When the Axis half ends, before a spent Advantage passes."""

    rule = "12.1C"
    form = "daylight"
    label = "Prolong daylight · spends the Advantage"
    asks = "prolong daylight"

    def why_not(self, s: State, f: Half, _a: int, _b: int, /) -> Optional[Refusal]:
        if f.side != AXIS or not 0 < s.sunset < s.impulse:
            return NO_SUNSET
        if s.impulse >= s.edition.impulses:
            return LAST_SPACE
        return NOT_HELD if s.advantage == NOBODY else None

    def do(self, s: State, f: Half, _a: int, _b: int, dice: Dice, /) -> None:
        s.tell("daylight", s.advantage)
        spend(s, s.advantage)
        f.prolonged = True


class DeclareFuelShortage(Act[State, Half]):
    """12.1D, 14.1 At the start of either half, by the Allies."""

    rule = "12.1D"
    form = "shortage"
    label = "Declare an Axis Fuel Shortage · spends the Advantage"
    asks = "declare an Axis Fuel Shortage"

    def __init__(self, half: int) -> None:
        super().__init__()
        self.half: int = half

    def why_not(self, s: State, f: Half, _a: int, _b: int, /) -> Optional[Refusal]:
        if f.side != self.half or f.kind != UNDECIDED:
            return AT_THE_START
        if s.advantage != ALLIED:
            return NOT_HELD
        return ALREADY_LOW if s.fuel_low else None

    def do(self, s: State, f: Half, _a: int, _b: int, dice: Dice, /) -> None:
        spend(s, ALLIED)
        s.fuel_low = True
        s.tell("fuel_low")
        if f.side == ALLIED:
            f.restart()  # the Impulse itself is still to be chosen


def rommel_refused(s: State, side: int) -> Optional[Refusal]:
    if side != AXIS:
        return ROMMEL_IS_AXIS
    if s.rommel:
        return ROMMEL_IS_THERE
    return None if s.advantage == AXIS else NOT_HELD


def declare_rommel(s: State) -> None:
    """12.1E In force for the rest of the Maneuvers Phase, although the Advantage passes."""
    spend(s, AXIS)
    s.rommel = True
    s.tell("rommel_declared")


class DeclareRommel(Act[State, Half]):
    """12.1E Before the Impulse is chosen."""

    rule = "12.1E"
    form = "rommel"
    label = "Bring Rommel to the front · spends the Advantage"
    asks = "bring Rommel to the front"

    def why_not(self, s: State, f: Half, _a: int, _b: int, /) -> Optional[Refusal]:
        return rommel_refused(s, f.side)

    def do(self, s: State, f: Half, _a: int, _b: int, dice: Dice, /) -> None:
        declare_rommel(s)
        f.restart()


class DeclareRommelInAssault(Act[State, Assault]):
    """12.1E During an Assault."""

    rule = "12.1E"
    form = "rommel"
    label = "Bring Rommel to the front · spends the Advantage"
    asks = "bring Rommel to the front"

    def why_not(self, s: State, f: Assault, _a: int, _b: int, /) -> Optional[Refusal]:
        return rommel_refused(s, f.side)

    def do(self, s: State, f: Assault, _a: int, _b: int, dice: Dice, /) -> None:
        declare_rommel(s)


def intercepts_refused(s: State, f: Half, after: int) -> Optional[Refusal]:
    """19.1H (optional)"""
    if not s.agreed.advantage:
        return NOT_AGREED
    if f.side != AXIS or f.kind != after or f.second != UNDECIDED:
        return NOT_BOTH
    return None if s.advantage == AXIS else NOT_HELD


class InterceptAssault(Act[State, Half]):
    """19.1H (optional) After a Regroup an Assault, in the same Impulse."""

    rule = "19.1H"
    form = "intercept area"
    label = "Assault from {area} as well · spends the Advantage"
    asks = "add an Assault (Wireless Intercepts)"

    def candidates(self, s: State, f: Half) -> list[Args]:
        return [(area, 0) for area in units_in(s.held[AXIS])] if s.agreed.advantage else []

    def why_not(self, s: State, f: Half, area: int, _: int, /) -> Optional[Refusal]:
        return intercepts_refused(s, f, REGROUP) or activation_refused(s, AXIS, area, 0)

    def do(self, s: State, f: Half, area: int, _: int, dice: Dice, /) -> None:
        spend(s, AXIS)
        f.second = ASSAULT
        s.tell("intercepted")
        begin_assault(s, AXIS, area)


class InterceptRegroup(Act[State, Half]):
    """19.1H (optional) After an Assault a Regroup, in the same Impulse."""

    rule = "19.1H"
    form = "intercept-regroup"
    label = "Regroup as well · spends the Advantage"
    asks = "add a Regroup (Wireless Intercepts)"

    def why_not(self, s: State, f: Half, _a: int, _b: int, /) -> Optional[Refusal]:
        return intercepts_refused(s, f, ASSAULT)

    def do(self, s: State, f: Half, _a: int, _b: int, dice: Dice, /) -> None:
        spend(s, AXIS)
        f.second = REGROUP
        s.tell("intercepted")
        s.begin(Regroup(AXIS, 0))
