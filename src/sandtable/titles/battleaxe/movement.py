"""9 Movement: activation of Areas, units that move one at a time, what a step costs."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, inner
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe import control, june15
from sandtable.titles.battleaxe.edition import NONE
from sandtable.titles.battleaxe.frames import Assault, Half
from sandtable.titles.battleaxe.state import State, contested, has_enemy, is_free, is_full, stack, units_in

NO_UNITS: Final = Refusal("8.1.1", "none of your units is there")
ONE_AREA: Final = Refusal("9.1.1", "an Assault Impulse has one Active Area")
TWO_AREAS: Final = Refusal("9.1.2", "Combined Operations activate two Areas at most")
NO_FUEL: Final = Refusal("14.1.1", "no Combined Operations during a Fuel Shortage")
ONLY_BASE: Final = Refusal("16.3", "only the Zones A to D are activated together, and only before a unit has acted")
IS_ACTIVE: Final = Refusal("9.1.2", "it is active already")
NOT_TWICE: Final = Refusal("9.1.2", "the same units may not activate twice in an Impulse")

OTHER_PLAYER: Final = Refusal("8.0", "the unit belongs to the other side")
FINISHED: Final = Refusal("9.1.2", "a second Area was activated, and with that the units of the first are finished")
NOT_ACTIVE: Final = Refusal("9.1.1", "it did not begin this Impulse in an Active Area")
HAS_ATTACKED: Final = Refusal("11.0", "it has attacked in this Impulse")
MUST_STOP: Final = Refusal("9.2", "it has entered an Area with enemies and must stop there")
NO_FACTOR: Final = Refusal("9.2", "it has no Movement Factor and never moves of its own will")
ESCARPMENT: Final = Refusal("9.3.2", "an Escarpment lies between them, and no unit crosses it")
NO_LINE: Final = Refusal("9.3.3", "no connection line joins the two, and Zones have no other way in or out")
NOT_ADJACENT: Final = Refusal("9.1", "the two are not adjacent")
WAS_ATTACKED: Final = Refusal("9.2.1", "the Area was attacked in this Impulse, and no more units enter it")
FULL: Final = Refusal("9.3.1", "as many of your units as may stand there do so already")
LEAVE_BY_FREE_AREA: Final = Refusal("9.3.4", "a unit that leaves a Contested Area must first enter a Free one")
ALL_MF: Final = Refusal("9.2", "a Zone takes all Movement Factors, and it has spent some")
NOT_ENOUGH: Final = Refusal("9.2", "it has not enough Movement Factors left")
OWED: Final = Refusal("11.1", "units that entered an Area with enemies must attack there first")


def attacker(s: State, f: Assault) -> int:
    return f.side


# 9.1 Activation


def activatable(s: State, side: int, area: int, used: int) -> int:
    """The units there that may be activated."""
    return stack(s, side, area) & ~used & ~june15.held_units(s)


def activation_refused(s: State, side: int, area: int, used: int) -> Optional[Refusal]:
    units = stack(s, side, area)
    if not units:
        return NO_UNITS
    if not units & ~used:
        return NOT_TWICE
    return None if activatable(s, side, area, used) else june15.HELD_THERE


def begin_assault(s: State, side: int, area: int) -> None:
    """8.1.1"""
    f = Assault(side, 0, 0, 0, 0, False)
    s.begin(f)
    activate(s, f, area)


def activate(s: State, f: Assault, area: int) -> None:
    """9.1.1, 9.1.2 Before anyone has acted it is simultaneous; after that the units activated so far are finished."""
    if f.acted:
        for unit in units_in(f.used):
            s.left[unit] = s.came[unit] = -1
        f.acted = False
    units = activatable(s, f.side, area, f.used)
    f.active |= 1 << area
    f.used |= units
    for unit in units_in(units):
        s.left[unit] = allowance(s, unit)
    s.tell("activated", f.side, area)
    june15.zone_activated(s, f.side, area)


class Activate(Act[State, Assault]):
    """9.1.2 Combined Operations, 16.3 the Allied first activation."""

    rule = "9.1.2"
    form = "activate area"
    label = "Activate {area} as well"
    asks = "activate a further Area"

    def candidates(self, s: State, f: Assault) -> list[Args]:
        if f.side == AXIS:
            return [] if s.fuel_low or f.active.bit_count() > 1 else [(area, 0) for area in units_in(s.held[AXIS])]
        return [(area, 0) for area in units_in(s.held[ALLIED] & s.edition.allied_base)] if s.turn == 0 and s.impulse == 1 else []

    def why_not(self, s: State, f: Assault, area: int, _: int, /) -> Optional[Refusal]:
        if f.side == AXIS:
            if s.fuel_low:
                return NO_FUEL
            if f.active.bit_count() >= 2:
                return TWO_AREAS
        elif s.turn or s.impulse > 1:
            return ONE_AREA
        elif f.acted or f.active & ~s.edition.allied_base or not june15.may_activate_together(s, f.side, area):
            return ONLY_BASE
        if f.active >> area & 1:
            return IS_ACTIVE
        if f.acted and owed_attacks(s, f):
            return OWED
        return activation_refused(s, f.side, area, f.used)

    def do(self, s: State, f: Assault, area: int, _: int, dice: Dice, /) -> None:
        activate(s, f, area)


# 9.2 Movement costs


def allowance(s: State, unit: int) -> int:
    """14.2.2 The Movement Factor, one less when Out of Supply; 0 without a printed one."""
    factor = s.edition.mf[unit]
    if factor == NONE:
        return 0
    return factor + (s.edition.out_of_supply if s.unsupplied >> unit & 1 else 0)


def cost(s: State, side: int, here: int, area: int) -> int:
    """9.2 What it costs to enter an Area: only the one case that applies. A Zone costs all, see `Enter`."""
    e = s.edition
    enemies = stack(s, other(side), area)
    if enemies:
        return e.cost_full if enemies & ~s.reduced else e.cost_reduced
    return e.cost_near if s.held[other(side)] & watching(s, here, area) else e.cost_vacant


def watching(s: State, here: int, area: int) -> int:
    """15.1 The spaces from which an enemy raises the cost: between Areas enemies in Zones do not count."""
    e = s.edition
    return e.near[area] if e.zone[here] else e.near[area] & ~e.zones


def boundary_refused(s: State, here: int, area: int) -> Optional[Refusal]:
    """9.3.2, 9.3.3 Why two spaces that are not adjacent are not."""
    e = s.edition
    if e.touching[here] >> area & 1:
        return ESCARPMENT
    return NO_LINE if here != area and (e.zone[here] or e.zone[area]) else None


def inactive_because(s: State, f: Assault, unit: int) -> Refusal:
    """Why a unit has no part in this Assault, or no more."""
    if s.edition.side[unit] != f.side:
        return OTHER_PLAYER
    if f.used >> unit & 1:
        return FINISHED
    here = s.where[unit]
    if here >= 0 and june15.is_held(s, unit):
        return june15.HELD
    could = here >= 0 and Activate().why_not(s, f, here, 0) is None
    return Refusal("9.1.1", f"{s.names.called('area', here)} is not active: activate it as well first") if could else NOT_ACTIVE


class Enter(Act[State, Assault]):
    """9.1 A unit moves into an adjacent Area."""

    rule = "9.1"
    form = "enter unit area"
    label = "Move {unit} to {area}"
    asks = "move units"

    def candidates(self, s: State, f: Assault) -> list[Args]:
        e = s.edition
        found: list[Args] = []
        for unit in units_in(f.used & ~f.done):
            if s.left[unit] > 0 and s.came[unit] < 0:
                found += [(unit, area) for area in e.neighbours[s.where[unit]]]
        return found

    def why_not(self, s: State, f: Assault, unit: int, area: int, /) -> Optional[Refusal]:
        if f.done >> unit & 1:
            return HAS_ATTACKED
        if s.left[unit] < 0:
            return inactive_because(s, f, unit)
        if s.came[unit] >= 0:
            return MUST_STOP
        if s.edition.mf[unit] == NONE:
            return NO_FACTOR
        return step_refused(s, f, unit, s.where[unit], area, s.left[unit])

    def do(self, s: State, f: Assault, unit: int, area: int, dice: Dice, /) -> None:
        here, left = s.where[unit], s.left[unit]
        spent = price(s, f.side, here, area, left)
        f.acted = True
        s.left[unit] = left - spent
        s.tell("moved", unit, here, area, spent)
        control.move(s, unit, area)
        if has_enemy(s, f.side, area):
            s.left[unit], s.came[unit] = 0, here


def step_refused(s: State, f: Assault, unit: int, here: int, area: int, left: int) -> Optional[Refusal]:
    """What keeps an active unit in one Area, with so many Movement Factors left, from entering another."""
    e, side = s.edition, f.side
    if not e.near[here] >> area & 1:
        return boundary_refused(s, here, area) or NOT_ADJACENT
    if f.attacked >> area & 1:
        return WAS_ATTACKED
    if is_full(s, side, area):
        return FULL
    if contested(s) >> here & 1 and not is_free(s, side, area):
        return LEAVE_BY_FREE_AREA
    if left == allowance(s, unit):
        return None  # 9.2: a unit that has spent nothing may always enter, for all it has
    if e.zone[area]:
        return ALL_MF
    return None if left >= cost(s, side, here, area) else NOT_ENOUGH


def price(s: State, side: int, here: int, area: int, left: int) -> int:
    """9.2 What a unit spends of what it has left: all of it for a Zone, never more than it has."""
    return left if s.edition.zone[area] else min(left, cost(s, side, here, area))


def owed_attacks(s: State, f: Assault) -> int:
    """11.1 Areas where units have entered among enemies, not Contested when the Impulse began, and not yet attacked."""
    return contested(s) & ~inner(s, Half).contested & ~f.attacked


class EndAssault(Act[State, Assault]):
    """9.1.1 Until no unit is left to act, or the attacker has had enough."""

    rule = "9.1.1"
    form = "done"
    label = "End the Assault"

    def why_not(self, s: State, f: Assault, _a: int, _b: int, /) -> Optional[Refusal]:
        return OWED if owed_attacks(s, f) else None


def end_assault(s: State, f: Assault, dice: Dice) -> None:
    for unit in units_in(f.used):
        s.left[unit] = s.came[unit] = -1
