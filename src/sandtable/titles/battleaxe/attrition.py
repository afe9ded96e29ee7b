"""11.5 Attrition Points: exact losses, the Lead first."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.battleaxe import control, retreats
from sandtable.titles.battleaxe.frames import Absorb, Attack
from sandtable.titles.battleaxe.state import State, is_reduced, stack, units_in

NO_LOSS: Final = 0
FLIP: Final = 1
RETREAT: Final = 2
FLIP_AND_RETREAT: Final = 3
ELIMINATE: Final = 4

NOT_ITS_TURN: Final = Refusal("11.5", "another unit takes its share first")
LEAD_FIRST: Final = Refusal("11.4.4", "the first Attrition Point falls on the Lead Defending Unit")
NOT_EXACT: Final = Refusal("11.5", "then the losses would not match the Attrition Points exactly")
CANNOT_FLIP: Final = Refusal("11.5", "it is Reduced already")
STANDS_FULL: Final = Refusal("11.5", "only German units at Full Strength absorb a point by retreat")


def capacity(s: State, units: int) -> int:
    """11.4.4 What these can absorb: 3 for each Full unit, 2 for each Reduced one."""
    full, reduced = s.edition.absorbs
    weak = (units & s.reduced).bit_count()
    return full * (units.bit_count() - weak) + reduced * weak


def begin(s: State, f: Attack) -> None:
    side = other(f.side)
    others = tuple([unit for unit in units_in(stack(s, side, f.area)) if unit != f.lead_defender])
    s.tell("attrition", f.difference)
    s.begin(Absorb(side, (f.lead_defender, *others), f.difference, True, retreats.is_garrison(s, side, f.area), 0))


def defender(s: State, f: Absorb) -> int:
    return f.side


def points_for(s: State, unit: int, loss: int) -> int:
    """11.5 A to D"""
    if loss == ELIMINATE:
        return s.edition.absorbs[1 if is_reduced(s, unit) else 0]
    return (0, 1, 1, 2)[loss]


def form_refused(s: State, f: Absorb, unit: int, loss: int) -> Optional[Refusal]:
    """Whether a unit can suffer this at all."""
    if is_reduced(s, unit):
        return CANNOT_FLIP if loss in (FLIP, FLIP_AND_RETREAT) else None
    if loss == RETREAT:
        if not s.edition.german >> unit & 1:
            return STANDS_FULL
        return retreats.GARRISON_STAYS if f.garrison else None
    return None


class TakeLoss(Act[State, Absorb]):
    """11.5, 11.5.1 Every total up to the capacity can be met exactly, so a loss is offered only if the rest can be met."""

    rule = "11.5"
    form = "absorb unit loss"
    label = "Let {unit} {loss}"
    asks = "absorb the Attrition Points"

    def candidates(self, s: State, f: Absorb) -> list[Args]:
        return [(f.waiting[0], loss) for loss in range(5)] if f.waiting else []

    def why_not(self, s: State, f: Absorb, unit: int, loss: int, /) -> Optional[Refusal]:
        if not f.waiting or unit != f.waiting[0]:
            return NOT_ITS_TURN
        if f.first and loss == NO_LOSS:
            return LEAD_FIRST
        refusal = form_refused(s, f, unit, loss)
        if refusal is not None:
            return refusal
        rest = f.points - points_for(s, unit, loss)
        return None if 0 <= rest <= capacity_of(s, f.waiting[1:]) else NOT_EXACT

    def do(self, s: State, f: Absorb, unit: int, loss: int, dice: Dice, /) -> None:
        f.points -= points_for(s, unit, loss)
        f.waiting, f.first = f.waiting[1:], False
        if loss in (FLIP, FLIP_AND_RETREAT):
            control.reduce(s, unit)
        if loss in (RETREAT, FLIP_AND_RETREAT):
            f.leaving |= 1 << unit
        if loss == ELIMINATE:
            control.eliminate(s, unit)
        if f.points == 0:
            f.waiting = ()


def capacity_of(s: State, units: tuple[int, ...]) -> int:
    full, reduced = s.edition.absorbs
    return sum([reduced if s.reduced >> unit & 1 else full for unit in units])


def send_off(s: State, f: Absorb, dice: Dice) -> None:
    """11.5 D Those that absorbed a point by retreat leave now."""
    if f.leaving:
        retreats.begin(s, f.side, f.leaving, repulsed=False)
