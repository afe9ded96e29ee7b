"""13.D, 13.P, 13.Q What is spent in the Initial Phase: thirds of LPs at terminals, GSPs on units."""

from __future__ import annotations

from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, GENERAL, NONE, TERMINAL
from sandtable.titles.tigercubs.scales import GSP, LP
from sandtable.titles.tigercubs.state import PAID_AIR, PAID_GENERAL, PAID_OFFENSIVE, State, remembered, supply_state, witnesses
from sandtable.titles.tigercubs.stocks import add_to, air_price, dumps, points_at, price, take_from, thirds_at
from sandtable.titles.tigercubs.supply import Spot, is_air_served, is_free, is_fuelled, is_served, spots, supplied
from sandtable.titles.tigercubs.supply_hubs import (
    ANY,
    ARMY,
    QMSR,
    RSR,
    corps_of,
    dump_serves,
    hub_for,
    hubs_of_dump,
    hubs_of_terminal,
    in_reach,
    is_working,
    plain_reach,
    terminals,
)

NO_TERMINAL: Final = Refusal("13.D.1.a", "Logistics Points are spent at a supply terminal of yours")
PAID: Final = Refusal("13.P.2.c", "this has been paid for")
NO_LP: Final = Refusal("13.P.2.c", "there is no third of a Logistics Point to spend there")
GENERAL_FIRST: Final = Refusal("13.A.4", "General Supply comes before Offensive Supply")
NO_HQ: Final = Refusal("13.P.2.b", "no HQ is on the supply route of this terminal")
NO_DUMP: Final = Refusal("13.Q.2", "there are no General Supply Points of yours to spend there")
NOT_FED: Final = Refusal("13.B.6", "only combat units of yours use supply")
SERVED: Final = Refusal("13.Q.2.a", "it is in General Supply already")
TOO_FAR: Final = Refusal("13.Q.2", "no supply route from these General Supply Points reaches it")
TOO_DEAR: Final = Refusal("13.Q.2.a", "it takes one General Supply Point for each Stacking Point")
NOT_GENERAL: Final = Refusal("13.A.4", "only a unit in General Supply can receive Offensive Supply")
ARMED: Final = Refusal("13.Q.2.b", "it is in Offensive Supply already")
FREE: Final = Refusal("S1-c", "the Axis spend nothing in this scenario")
NOT_BASED: Final = Refusal("13.Q.3.a", "it is not an air unit of yours at a base")
AIR_SERVED: Final = Refusal("13.Q.3.a", "it is in supply already")
AIR_DEAR: Final = Refusal("13.Q.2.c", "there are not enough General Supply Points for it")
NOTHING_TO_BREAK: Final = Refusal("13.P.2.f", "there is no third of a Logistics Point of yours to break down there")


def open_supply(s: State, f: InitialPhase, dice: Dice) -> None:
    """6.3.a.i What was spent in the last Initial Phase of the side is used up; the other side's still holds."""
    e = s.edition
    for unit in e.of_side[f.side]:
        s.paid[unit] = s.offensive[unit] = 0
    for air in e.air_of_side[f.side]:
        s.air_paid[air] = 0


# 13.P At terminals


class Spend(Act[State, InitialPhase]):
    """A third of an LP at a terminal."""

    bit: int = 0
    told: str = ""

    def candidates(self, s: State, f: InitialPhase) -> list[Args]:
        return [(t, 0) for t in terminals(s, f.side) if thirds_at(s, s.where[t]) > 0]

    def why_not(self, s: State, f: InitialPhase, terminal: int, b: int, /) -> Optional[Refusal]:
        e = s.edition
        if e.role[terminal] != TERMINAL or e.side[terminal] != f.side or s.where[terminal] < 0:
            return NO_TERMINAL
        if is_free(s, f.side):
            return FREE
        if s.paid[terminal] & self.bit:
            return PAID
        return NO_LP if thirds_at(s, s.where[terminal]) < int(e.figure["terminal_thirds"]) else None

    def do(self, s: State, f: InitialPhase, terminal: int, b: int, dice: Dice, /) -> None:
        take_from(s.lp, s.where[terminal], int(s.edition.figure["terminal_thirds"]))
        s.paid[terminal] |= self.bit
        s.tell(self.told, terminal)


class SpendGeneral(Spend):
    rule = "13.D.1.b"
    form = "general unit"
    label = "Spend ⅓ Logistics Point at {unit} for General Supply"
    asks = "spend for General Supply"
    bit = PAID_GENERAL
    told = "spent_general"


class SpendOffensive(Spend):
    rule = "13.D.1.b"
    form = "offensive unit"
    label = "Spend ⅓ Logistics Point at {unit} for Offensive Supply"
    asks = "spend for Offensive Supply"
    bit = PAID_OFFENSIVE
    told = "spent_offensive"

    def why_not(self, s: State, f: InitialPhase, terminal: int, b: int, /) -> Optional[Refusal]:
        refusal = super().why_not(s, f, terminal, b)
        if refusal is not None:
            return refusal
        served = headquarters(s, terminal)
        if not served:
            return NO_HQ
        if all(s.offensive[hq] for hq in served):
            return PAID
        return None if have_general(s, f.side, served) else GENERAL_FIRST

    def do(self, s: State, f: InitialPhase, terminal: int, b: int, dice: Dice, /) -> None:
        served = headquarters(s, terminal)
        super().do(s, f, terminal, b, dice)
        for hq in served:
            s.offensive[hq] = 1
            s.tell("armed", hq, to=witnesses(s, hq))


class SpendAir(Spend):
    rule = "13.D.1.d"
    form = "aviation unit"
    label = "Spend ⅓ Logistics Point at {unit} for air units"
    asks = "spend for air units"
    bit = PAID_AIR
    told = "spent_air"


@remembered
def headquarters(s: State, terminal: int) -> list[int]:
    """13.D.2.a-b, 13.P.2.b The one Army HQ on the terminal's routes and the Corps HQs in its MSR; where a side has no Army HQ,
    Corps HQs in the QMSR. 13.J.1.d: a terminal on the move serves two Corps HQs."""
    e, side = s.edition, s.edition.side[terminal]
    hubs = [hub for hub in hubs_of_terminal(s, terminal) if hub.kind != ARMY]
    armies = [u for u in e.armies[side] if s.where[u] >= 0]
    most = int(e.figure["army_corps" if is_working(s, terminal) else "moving_terminal_corps"])
    if armies:
        reached = [u for u in armies if hub_for(s, side, hubs, s.where[u], ANY) != NONE][:1]
        return [*reached, *[corps for army in reached for corps in corps_of(s, army)][:most]]
    direct = [hub for hub in hubs if hub.kind in (QMSR, RSR)]
    corps = [u for u in e.corps[side] if s.where[u] >= 0]
    return [u for u in corps if any(in_reach(s, side, hub, s.where[u]) for hub in direct)][:most]


def have_general(s: State, side: int, hqs: list[int]) -> bool:
    """13.A.4 A third was spent for General Supply that comes to these HQs, be it at another terminal (13.P.2.b)."""
    paid = [t for t in terminals(s, side) if s.paid[t] & PAID_GENERAL]
    return any(hq in headquarters(s, t) for t in paid for hq in hqs)


# 13.Q From dumps


class Ration(Act[State, InitialPhase]):
    rule = "13.Q.2.a"
    form = "ration unit place"
    label = "Give {unit} General Supply from the General Supply Points at {place}"
    asks = "spend General Supply Points for General Supply"
    exact = True

    def candidates(self, s: State, f: InitialPhase) -> list[Args]:
        found = dumps(s, f.side)
        return reached_by(s, f.side, found, needy(s, f.side)) if found and not is_free(s, f.side) else []

    def why_not(self, s: State, f: InitialPhase, unit: int, place: int, /) -> Optional[Refusal]:
        refusal = dump_refused(s, f.side, unit, place)
        if refusal is not None:
            return refusal
        return SERVED if is_served(s, unit) else None

    def do(self, s: State, f: InitialPhase, unit: int, place: int, dice: Dice, /) -> None:
        s.paid[unit] |= PAID_GENERAL
        for dump in draw_on(s, purse_for(s, f.side, unit), place, price(s, unit)):
            s.tell("rationed", unit, dump, to=witnesses(s, unit))


def dump_refused(s: State, side: int, unit: int, place: int) -> Optional[Refusal]:
    e = s.edition
    if e.side[unit] != side or e.role[unit] != COMBAT_UNIT or s.where[unit] < 0:
        return NOT_FED
    if is_free(s, side):
        return FREE
    if s.owner[place] != side or points_at(s, place) <= 0:
        return NO_DUMP
    purse = purse_for(s, side, unit)
    if place not in purse:
        return TOO_FAR
    return TOO_DEAR if price(s, unit) > sum(purse.values()) else None


def purse_for(s: State, side: int, unit: int) -> dict[int, int]:
    """13.Q.2 The dumps whose GSPs reach a unit, and what they have: nothing binds it to one of them."""
    return purse_at(s, side, s.where[unit], s.edition.contingent[unit])


def purse_at(s: State, side: int, place: int, contingent: int) -> dict[int, int]:
    return {p: points_at(s, p) for p in dumps(s, side) if dump_serves(s, side, p, place, contingent)}


def parts(purse: dict[int, int], first: int, amount: int) -> dict[int, int]:
    """What each dump gives towards so much: the first all that it can, then the others."""
    given: dict[int, int] = {}
    for dump in [first, *sorted(purse.keys() - {first})]:
        part = min(purse[dump], amount - sum(given.values()))
        if part:
            given[dump] = part
    return given


def draw_on(s: State, purse: dict[int, int], first: int, amount: int) -> list[int]:
    """So much is spent; at which dumps."""
    given = parts(purse, first, amount)
    for dump, part in given.items():
        take_from(s.gsp, dump, part)
    return list(given)


def reached_by(s: State, side: int, found: list[int], units: list[int]) -> list[Args]:
    """Units and the dumps whose GSPs reach them, where all that reach them suffice."""
    served = [(place, spots_fed(s, side, place)) for place in found]
    total: dict[Spot, int] = {}
    for place, there in served:
        for spot in there:
            total[spot] = total.get(spot, 0) + points_at(s, place)
    standing = [(u, (s.where[u], s.edition.contingent[u])) for u in units]
    return [(u, place) for place, there in served for u, spot in standing if spot in there and price(s, u) <= total[spot]]


@remembered
def spots_fed(s: State, side: int, dump: int) -> frozenset[Spot]:
    """Of the places where combat units of the side stand, with their contingents: those that GSPs in a place reach."""
    near = plain_reach(s, dump)
    if near is not None:
        return frozenset([spot for spot in spots(s, side) if spot[0] in near and dump_serves(s, side, dump, *spot)])
    hubs = hubs_of_dump(s, side, dump)
    return frozenset([spot for spot in spots(s, side) if hub_for(s, side, hubs, *spot) != NONE])


def needy(s: State, side: int) -> list[int]:
    """Units that nothing has been spent for yet."""
    where, paid, contingent, served = s.where, s.paid, s.edition.contingent, supplied(s, side)
    return [
        u
        for u in s.edition.consumers[side]
        if where[u] >= 0 and not paid[u] & PAID_GENERAL and (where[u], contingent[u]) not in served
    ]


class Arm(Act[State, InitialPhase]):
    rule = "13.Q.2.b"
    form = "arm unit place"
    label = "Give {unit} Offensive Supply from the General Supply Points at {place}"
    asks = "spend General Supply Points for Offensive Supply"
    exact = True

    def candidates(self, s: State, f: InitialPhase) -> list[Args]:
        e = s.edition
        found = dumps(s, f.side)
        if not found or is_free(s, f.side):
            return []
        able = [u for u in e.consumers[f.side] if s.where[u] >= 0 and not s.offensive[u] and not s.out[u]]
        return reached_by(s, f.side, found, able) if able else []

    def why_not(self, s: State, f: InitialPhase, unit: int, place: int, /) -> Optional[Refusal]:
        refusal = dump_refused(s, f.side, unit, place)
        if refusal is not None:
            return refusal
        if supply_state(s, unit) != GENERAL:
            return NOT_GENERAL
        return ARMED if s.offensive[unit] else None

    def do(self, s: State, f: InitialPhase, unit: int, place: int, dice: Dice, /) -> None:
        s.offensive[unit] = 1
        for dump in draw_on(s, purse_for(s, f.side, unit), place, price(s, unit)):
            s.tell("armed_from", unit, dump, to=witnesses(s, unit))


class Fuel(Act[State, InitialPhase]):
    rule = "13.Q.3.a"
    form = "fuel air place"
    label = "Supply {air} from the General Supply Points at {place}"
    asks = "spend General Supply Points on air units"
    exact = True

    def candidates(self, s: State, f: InitialPhase) -> list[Args]:
        found = [(place, plain_reach(s, place), points_at(s, place)) for place in dumps(s, f.side)]
        pairs: list[Args] = []
        for base, airs in by_base(s, f.side).items() if found else ():
            purse = {
                place: points
                for place, near, points in found
                if (near is None or base in near) and dump_serves(s, f.side, place, base, ANY)
            }
            pairs += [(a, place) for place in purse for a in airs if air_price(s, a) <= sum(purse.values())]
        return pairs

    def why_not(self, s: State, f: InitialPhase, air: int, place: int, /) -> Optional[Refusal]:
        if s.edition.air_side[air] != f.side or s.base[air] < 0:
            return NOT_BASED
        if is_free(s, f.side):
            return FREE
        if s.owner[place] != f.side or points_at(s, place) <= 0:
            return NO_DUMP
        if is_air_served(s, air):
            return AIR_SERVED
        purse = purse_at(s, f.side, s.base[air], ANY)
        if place not in purse:
            return TOO_FAR
        return AIR_DEAR if air_price(s, air) > sum(purse.values()) else None

    def do(self, s: State, f: InitialPhase, air: int, place: int, dice: Dice, /) -> None:
        s.air_paid[air] = 1
        for dump in draw_on(s, purse_at(s, f.side, s.base[air], ANY), place, air_price(s, air)):
            s.tell("fuelled", air, dump)


def by_base(s: State, side: int) -> dict[int, list[int]]:
    """Air units that nothing has been spent for yet, by their bases."""
    found: dict[int, list[int]] = {}
    for air in s.edition.air_of_side[side]:
        if s.base[air] >= 0 and not s.air_paid[air]:
            found.setdefault(s.base[air], []).append(air)
    return {base: units for base, units in found.items() if not is_fuelled(s, side, base)}


class BreakUp(Act[State, Any]):
    rule = "13.P.2.f"
    form = "break place"
    label = "Break ⅓ Logistics Point at {place} down into 6⅔ General Supply Points"
    asks = "break down Logistics Points"

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(p, 0) for p in s.lp if p < s.edition.places and s.owner[p] == s.phasing]

    def why_not(self, s: State, f: Any, place: int, b: int, /) -> Optional[Refusal]:
        return None if s.owner[place] == s.phasing and thirds_at(s, place) > 0 else NOTHING_TO_BREAK

    def do(self, s: State, f: Any, place: int, b: int, dice: Dice, /) -> None:
        take_from(s.lp, place, 1)
        add_to(s.gsp, place, int(s.edition.figure["gsp_in_lp"]) * GSP // LP)
        s.tell("broken_down_lp", place)


# S1-c Supply for nothing


def grant_free_supply(s: State, f: InitialPhase, dice: Dice) -> None:
    """S1-c In its own Initial Phases the side that spends nothing has Offensive Supply for all its units."""
    if is_free(s, f.side):
        for unit in s.edition.of_side[f.side]:
            s.offensive[unit] = 1


SPEND_GENERAL: Final = SpendGeneral()
SPEND_OFFENSIVE: Final = SpendOffensive()
SPEND_AIR: Final = SpendAir()
RATION: Final = Ration()
ARM: Final = Arm()
FUEL: Final = Fuel()
