"""13.H.1.c, 13.H.3.c Collapse of whoever has been isolated for long."""

from __future__ import annotations

from sandtable.kernel.dice import D10, Dice
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import U2, U3
from sandtable.titles.tigercubs.state import State, air_supply_state, eliminate, flip, lose_air_step, supply_state, witnesses


def collapse(s: State, f: InitialPhase, dice: Dice) -> None:
    """U2 and U3 of both sides roll in every Initial Phase."""
    for unit in [u for u in range(s.edition.units) if s.out[u] and s.where[u] >= 0 and supply_state(s, u) in (U2, U3)]:
        roll_for_collapse(s, unit, dice)


def roll_for_collapse(s: State, unit: int, dice: Dice) -> None:
    """13.H.1.b.ii-iii, +1 for each turn after the first at U3; the modifiers of cities and frost have no case here."""
    e = s.edition
    longer = max(0, s.out[unit] - 3)
    if not dice.passes(D10, e.supply_rows[supply_state(s, unit)].collapse - longer, e.side[unit], "13.H.1.c"):
        s.tell("holds_out", unit, to=witnesses(s, unit))
        return
    where = s.where[unit]
    s.tell("collapses", unit)
    if e.reducible[unit] and not s.reduced[unit]:
        flip(s, unit)
    else:
        eliminate(s, unit)
    control.update(s, where)


def collapse_air(s: State, f: InitialPhase, dice: Dice) -> None:
    """13.H.3.c At U3 on 7 or more."""
    for air in range(s.edition.air_units):
        if s.base[air] < 0 or air_supply_state(s, air) != U3:
            continue
        if dice.passes(D10, int(s.edition.figure["air_collapse"]), s.edition.air_side[air], "13.H.3.c"):
            s.tell("air_collapses", air)
            lose_air_step(s, air)
        else:
            s.tell("air_holds_out", air)
