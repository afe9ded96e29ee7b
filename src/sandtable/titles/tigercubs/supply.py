"""13.F, 13.G, 13.H Who is in supply by what has been spent, and what both sides find in an Initial Phase."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.dice import Dice
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.air_bases import bases
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, NONE
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.state import (
    PAID_AIR,
    PAID_GENERAL,
    State,
    air_supply_state,
    eliminate_air,
    mark,
    remembered,
    supply_state,
    units_in,
    witnesses,
)
from sandtable.titles.tigercubs.supply_hubs import ANY, MSR, QMSR, RSR, hub_for, hubs_of_terminal, serves, terminals


def is_free(s: State, side: int) -> bool:
    """S1-c In Brevity the Axis spend nothing: whoever has a line of supply is in supply."""
    return side == s.edition.free_side[s.agreed.scenario]


Spot = tuple[int, int]  # a place and a contingent of those who stand there


@remembered
def spots(s: State, side: int) -> frozenset[Spot]:
    """Where units of a side stand that use supply."""
    e = s.edition
    return frozenset([(s.where[u], e.contingent[u]) for u in e.consumers[side] if s.where[u] >= 0])


@remembered
def spots_served(s: State, terminal: int) -> frozenset[Spot]:
    """Of these, those that what is spent at a terminal supplies."""
    return frozenset([spot for spot in spots(s, s.edition.side[terminal]) if serves(s, terminal, *spot)])


def supplied(s: State, side: int) -> set[Spot]:
    """Spots in General Supply by what has been spent at terminals."""
    if is_free(s, side):
        return {spot for spot in spots(s, side) if is_joined(s, side, spot[0])}
    found: set[Spot] = set()
    for terminal in terminals(s, side):
        if s.paid[terminal] & PAID_GENERAL:
            found |= spots_served(s, terminal)
    return found


def is_served(s: State, unit: int) -> bool:
    """Whether it is in General Supply by what has been spent, for all or in GSPs on it alone."""
    e = s.edition
    return bool(s.paid[unit] & PAID_GENERAL) or (s.where[unit], e.contingent[unit]) in supplied(s, e.side[unit])


def is_air_served(s: State, air: int) -> bool:
    """13.B.5, 13.D.1.d By a third of an LP at a terminal whose routes reach the base, or by GSPs."""
    return s.air_paid[air] == 1 or is_fuelled(s, s.edition.air_side[air], s.base[air])


def is_fuelled(s: State, side: int, base: int) -> bool:
    """Whether a third of an LP was spent that serves air units at a base."""
    if is_free(s, side):
        return True
    for terminal in s.edition.terminals[side]:
        if s.paid[terminal] & PAID_AIR and s.where[terminal] >= 0 and reaches_base(s, terminal, base):
            return True
    return False


@remembered
def reaches_base(s: State, terminal: int, base: int) -> bool:
    """13.B.5 By QMSR or MSR; on a rail route the base must lie on the railway."""
    hubs = [hub for hub in hubs_of_terminal(s, terminal) if hub.kind in (QMSR, MSR, RSR)]
    return hub_for(s, s.edition.side[terminal], hubs, base, ANY) != NONE


def find_states(s: State, f: InitialPhase, dice: Dice) -> None:
    """13.G Both sides: what each unit is found to be, all in the position as it is, then the markers."""
    e = s.edition
    found: list[tuple[int, int, bool, int]] = []
    for side in (0, 1):
        served = supplied(s, side)
        linked = {place for place, _ in spots(s, side) if is_joined(s, side, place)}
        for unit in [u for u in e.consumers[side] if s.where[u] >= 0]:
            place = s.where[unit]
            in_supply = bool(s.paid[unit] & PAID_GENERAL) or (place, e.contingent[unit]) in served
            cut = place not in linked
            out, colour = next_finding(s.out[unit], s.colour[unit], in_supply, f.side)
            out = out if cut else min(out, MOST_EXTENDED)
            if (out, int(cut), colour) != (s.out[unit], s.cut[unit], s.colour[unit]):
                found.append((unit, out, cut, colour))
    for unit, out, cut, colour in found:
        before = supply_state(s, unit)
        mark(s, unit, out, cut, colour)
        if supply_state(s, unit) != before:
            s.tell("supply", unit, supply_state(s, unit), to=witnesses(s, unit))
    control.update(s, *[s.where[unit] for unit, _, _, _ in found])


MOST_EXTENDED: Final = 2  # 13.G.3 E goes no higher than E2: if it is cut off then, the first turn at U3 comes next


def next_finding(out: int, colour: int, served: bool, phase: int) -> tuple[int, int]:
    """13.G.2, 13.G.3 The count rises in Initial Phases of the marker's colour; being in supply ends it in any."""
    if served:
        return 0, NONE
    if colour == NONE:
        return 1, phase
    return out + (colour == phase), colour


def find_air_states(s: State, f: InitialPhase, dice: Dice) -> None:
    """13.H.3, 13.A.8 The same for air units; the fourth finding is the end. 13.H.2 And for airbases."""
    e = s.edition
    homes = [{s.base[a] for a in e.air_of_side[side] if s.base[a] >= 0} for side in (0, 1)]
    linked = [{p for p in homes[side] if is_joined(s, side, p)} for side in (0, 1)]
    fuelled = [{p for p in homes[side] if is_fuelled(s, side, p)} for side in (0, 1)]
    for air in [a for a in range(e.air_units) if s.base[a] >= 0]:
        side, base, before = e.air_side[air], s.base[air], air_supply_state(s, air)
        in_supply = s.air_paid[air] == 1 or base in fuelled[side]
        out, s.air_colour[air] = next_finding(s.air_out[air], s.air_colour[air], in_supply, f.side)
        s.air_out[air], s.air_cut[air] = out, int(base not in linked[side])
        if out > 3:
            eliminate_air(s, air)
        elif air_supply_state(s, air) != before:
            s.tell("air_supply", air, air_supply_state(s, air))
    s.base_short = {}
    for side in (0, 1):
        for base in hungry_bases(s, side):
            s.base_short[base] = int(e.figure["base_extended" if is_joined(s, side, base) else "base_isolated"])


def hungry_bases(s: State, side: int) -> list[int]:
    """13.H.2, 13.E.1.a.iv Without a third spent at a terminal that serves it and without GSPs for anybody based there."""
    if is_free(s, side):
        return []
    fed = {s.base[air] for air in s.edition.air_of_side[side] if s.air_paid[air]}
    return [base for base in bases(s, side) if base not in fed and not is_base_supplied(s, side, base)]


def is_base_supplied(s: State, side: int, base: int) -> bool:
    """By a terminal, or by GSPs for units on the ground there."""
    e = s.edition
    if any(s.paid[u] & PAID_GENERAL and e.side[u] == side for u in units_in(s, base) if e.role[u] == COMBAT_UNIT):
        return True
    for terminal in terminals(s, side):
        if s.paid[terminal] & PAID_GENERAL and serves(s, terminal, base, ANY):
            return True
        if s.paid[terminal] & PAID_AIR and reaches_base(s, terminal, base):
            return True
    return False
