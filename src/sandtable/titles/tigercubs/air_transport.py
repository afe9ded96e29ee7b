"""8.C, X-6, 6.3.b.i Transfers from base to base, and units and supplies by air."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.air_bases import grounded, runway_left
from sandtable.titles.tigercubs.air_range import SHORT, band
from sandtable.titles.tigercubs.arrivals import arrive
from sandtable.titles.tigercubs.collapse import roll_for_collapse
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import Mission
from sandtable.titles.tigercubs.kinds import NONE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.lift import ENEMY_THERE, bulk, draw_down
from sandtable.titles.tigercubs.movement_allowance import STATIC
from sandtable.titles.tigercubs.scales import GSP, LP, SP, WING
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import MOBILE, State, holder, lift, movement_rating, sp, units_in
from sandtable.titles.tigercubs.stocks import add_to
from sandtable.titles.tigercubs.supply_hubs import is_working

QUARTERS: Final = 4  # lift is counted in quarters of an SP, as `bulk` is

NO_TRANSPORT: Final = Refusal("X-6", "assign a transport first")
NOT_THERE: Final = Refusal("X-6", "it is not at the base from which the transports fly")
NO_PASSENGER: Final = Refusal("X-6", "supply terminals, quartermasters and emplaced units are not flown")
ABOARD: Final = Refusal("X-6", "it is already aboard")
NO_STOCK: Final = Refusal("X-6", "there is not so much of yours at the base")
TOO_HEAVY: Final = Refusal("X-6", "the transports cannot lift so much at this range")
LP_HEAVY: Final = Refusal("13.P.2.a-b", "by air Logistics Points weigh three times their size: the transports cannot lift so much")
NO_ROOM: Final = Refusal("5.A.6.a", "the stacking limit would be exceeded there")
HAS_LOAD: Final = Refusal("X-6", "the supplies of the mission have been named")


def hold(s: State, airs: Iterable[int], place: int) -> int:
    """5.B.4, 8.B.5 What they lift to a place together, in quarters of an SP; halves of a quarter are of no use."""
    there = [(air, band(s, air, place)) for air in airs]
    return int(sum([lifts(s.edition, air, row, s.steps[air]) for air, row in there if row != NONE]))


@cache
def lifts(e: Edition, air: int, band: int, steps: int) -> Fraction:
    return e.band_rows[band].cargo * e.cargo[air] * steps / WING


def company(s: State, air: int) -> list[int]:
    """It, the transports of its base that are in its mission already, and those that could still take off for it."""
    e, base, side = s.edition, s.base[air], s.edition.air_side[air]
    row = e.mission_rows[s.names.numbers["mission"]["transport"]]
    found, runway = [air], runway_left(s, base) - s.steps[air]
    for mate in [a for a in e.air_of_side[side] if e.cargo[a] and s.base[a] == base and a != air]:
        if s.aloft[mate] != NONE and not s.homeward[mate]:
            found.append(mate)
        elif s.steps[mate] <= runway and grounded(s, mate, side, row) is None:
            found.append(mate)
            runway -= s.steps[mate]
    return found


def room(s: State, f: Mission) -> int:
    """What the mission can still take."""
    used = sum([weight(s, u) for u in f.cargo]) + lp_weight(s, f.thirds) + gsp_weight(s, f.points)
    return hold(s, f.bombers, f.target) - used


def lp_weight(s: State, thirds: int) -> int:
    """13.P.2.a-b Three times its size."""
    return bulk(s, thirds) * int(s.edition.figure["air_lift_factor"])


def gsp_weight(s: State, points: int) -> int:
    weight = s.edition.figure["gsp_by_air_sp"]
    return points * weight.numerator * QUARTERS // weight.denominator


def has_load(s: State, side: int, air: int, place: int) -> bool:
    """Whether something at its base could be flown by this unit, with others beside it if need be."""
    base, most = s.base[air], hold(s, company(s, air), place)
    return has_stores(s, base, most) or any(
        weight(s, u) <= most and passenger_refused(s, side, base, place, u) is None and fits(s, place, (u,))
        for u in units_in(s, base)
    )


def has_cargo(s: State, air: int) -> bool:
    """Whether somebody or something at its base is light enough for the shortest of flights."""
    base, most = s.base[air], int(sum([lifts(s.edition, a, SHORT, s.steps[a]) for a in company(s, air)]))
    return has_stores(s, base, most) or any(is_flown(s, u) and weight(s, u) <= most for u in units_in(s, base))


def has_stores(s: State, base: int, most: int) -> bool:
    """Whether LPs or GSPs are there, and the least of them that is flown weighs no more."""
    if s.gsp.get(base, 0) >= GSP and gsp_weight(s, 1) <= most:
        return True
    return s.lp.get(base, 0) > 0 and lp_weight(s, 1) <= most


def weight(s: State, unit: int) -> int:
    return sp(s, unit) * QUARTERS // SP


def is_flown(s: State, unit: int) -> bool:
    return s.edition.role[unit] not in (TERMINAL, QUARTERMASTER) and s.post[unit] == MOBILE


def passenger_refused(s: State, side: int, base: int, goal: int, unit: int) -> Optional[Refusal]:
    e = s.edition
    if s.where[unit] != base or e.side[unit] != side:
        return NOT_THERE
    if not is_flown(s, unit):
        return NO_PASSENGER
    if movement_rating(s, unit) == 0:
        return STATIC
    return ENEMY_THERE if holder(s, goal) == other(side) else None


def start_of(s: State, f: Mission) -> int:
    return s.base[f.bombers[0]] if f.bombers else NONE


def is_transport(s: State, f: Mission) -> bool:
    return s.edition.mission_rows[f.kind].id == "transport" and bool(f.bombers)


class Carry(Act[State, Mission]):
    rule = "X-6"
    form = "carry unit"
    label = "Take {unit} aboard"
    asks = "load units"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        return [(u, 0) for u in units_in(s, start_of(s, f))] if is_transport(s, f) else []

    def why_not(self, s: State, f: Mission, unit: int, b: int, /) -> Optional[Refusal]:
        if not is_transport(s, f):
            return NO_TRANSPORT
        refusal = passenger_refused(s, f.side, start_of(s, f), f.target, unit)
        if refusal is not None:
            return refusal
        if unit in f.cargo:
            return ABOARD
        if weight(s, unit) > room(s, f):
            return TOO_HEAVY
        return None if fits(s, f.target, (*f.cargo, unit)) else NO_ROOM

    def do(self, s: State, f: Mission, unit: int, b: int, dice: Dice, /) -> None:
        f.cargo = tuple(sorted([*f.cargo, unit]))


class CarryLP(Act[State, Mission]):
    rule = "13.P.2.a-b"
    form = "carry_lp thirds"
    label = "Take {thirds} aboard"
    asks = "load Logistics Points"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        if not is_transport(s, f) or f.thirds:
            return []
        return [(n, 0) for n in range(1, min(s.lp.get(start_of(s, f), 0), LP) + 1)]

    def why_not(self, s: State, f: Mission, thirds: int, b: int, /) -> Optional[Refusal]:
        if not is_transport(s, f):
            return NO_TRANSPORT
        if f.thirds:
            return HAS_LOAD
        if not 0 < thirds <= s.lp.get(start_of(s, f), 0):
            return NO_STOCK
        return LP_HEAVY if lp_weight(s, thirds) > room(s, f) else None

    def do(self, s: State, f: Mission, thirds: int, b: int, dice: Dice, /) -> None:
        f.thirds = thirds


class CarryGSP(Act[State, Mission]):
    rule = "X-6"
    form = "carry_gsp points"
    label = "Take {points} aboard"
    asks = "load General Supply Points"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        if not is_transport(s, f) or f.points:
            return []
        most = min(s.gsp.get(start_of(s, f), 0) // GSP, room(s, f))
        return [(n, 0) for n in range(1, most + 1)]

    def why_not(self, s: State, f: Mission, points: int, b: int, /) -> Optional[Refusal]:
        if not is_transport(s, f):
            return NO_TRANSPORT
        if f.points:
            return HAS_LOAD
        if not 0 < points * GSP <= s.gsp.get(start_of(s, f), 0):
            return NO_STOCK
        return TOO_HEAVY if gsp_weight(s, points) > room(s, f) else None

    def do(self, s: State, f: Mission, points: int, b: int, dice: Dice, /) -> None:
        f.points = points


def transfer(s: State, f: Mission) -> None:
    """8.C They stay where they land."""
    for air in f.bombers:
        s.base[air], s.aloft[air] = f.target, NONE
        s.tell("transferred", air, f.target)


def unload(s: State, f: Mission, dice: Dice) -> None:
    """X-6 What was aboard is there; it does nothing more in this phase."""
    e, start = s.edition, start_of(s, f)
    if f.thirds:
        draw_down(s.lp, s.new_lp, start, f.thirds)
        terminal = any(e.role[u] == TERMINAL and is_working(s, u) for u in units_in(s, f.target))
        amount = f.thirds if terminal else f.thirds * int(e.figure["gsp_in_lp"]) * GSP // LP  # 13.P.2.g
        for stock in (s.lp, s.new_lp) if terminal else (s.gsp, s.new_gsp):
            add_to(stock, f.target, amount)
    if f.points:
        draw_down(s.gsp, s.new_gsp, start, f.points * GSP)
        for stock in (s.gsp, s.new_gsp):
            add_to(stock, f.target, f.points * GSP)
    collapsing: list[int] = []
    for unit in f.cargo:
        lift(s, unit)
        collapsing += [unit] if arrive(s, unit, f.target) else []
        s.spent[unit] = max(1, movement_rating(s, unit))
        s.phase_start[unit] = start
        s.tell("flown_in", unit, f.target)
    if f.cargo:
        control.update(s, start, f.target)
    for unit in collapsing:
        roll_for_collapse(s, unit, dice)  # 13.H.4.b
