"""Every broken invariant of a position, with its rule: empty for every position that play can reach."""

from __future__ import annotations

from sandtable.kernel.play import Refusal, within
from sandtable.titles.tigercubs.frames import AirReturn, Mission, MovementPhase, Overrun, PursuitPhase, Retreat
from sandtable.titles.tigercubs.kinds import NONE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.lines import joined
from sandtable.titles.tigercubs.scales import GSP, LP
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import CHARTED, DEAD, MOBILE, REVERTING, State, controller, rebuild


def audit(s: State) -> list[Refusal]:
    return [
        *audit_units(s), *audit_places(s), *audit_breakdowns(s), *audit_air(s), *audit_facilities(s), *audit_stocks(s),
        *audit_caches(s),
    ]  # fmt: skip


def audit_units(s: State) -> list[Refusal]:
    """No unit is lost from sight; markers fit."""
    e = s.edition
    found: list[Refusal] = []
    for unit, where in enumerate(s.where):
        name = e.names.text("unit", unit)
        if not CHARTED <= where < e.places:
            found.append(Refusal("5.A.1", f"{name} is nowhere: {where}"))
        if s.reduced[unit] and not e.reducible[unit]:
            found.append(Refusal("5.A.4.e", f"{name} has no reduced side"))
        if (s.out[unit] == 0) != (s.colour[unit] == NONE):
            found.append(Refusal("13.G.2.a", f"{name} was found out of supply {s.out[unit]} times, colour {s.colour[unit]}"))
        if s.post[unit] != MOBILE and e.role[unit] not in (QUARTERMASTER, TERMINAL):
            found.append(Refusal("13.K.2.f", f"{name} cannot be emplaced"))
        if not MOBILE <= s.post[unit] <= REVERTING:
            found.append(Refusal("13.K.2.f", f"{name} is in the state {s.post[unit]}"))
        if s.spent[unit] < 0:
            found.append(Refusal("7.C.1", f"{name} has spent {s.spent[unit]} quarters of an MP"))
    return found


def audit_places(s: State) -> list[Refusal]:
    """Sides never share a place, nobody stands where nobody can, stacks are right when nobody is on the move."""
    e = s.edition
    found: list[Refusal] = []
    restless = any(within(s, kind) is not None for kind in (MovementPhase, PursuitPhase, Overrun, Retreat))
    for place, there in s.stack.items():
        name = e.map.ids[place]
        if len({e.side[u] for u in there}) > 1:
            found.append(Refusal("7.C.1.c", f"both sides are in {name}"))
        if not e.passable[place] or not e.in_play[s.agreed.scenario][place]:
            found.append(Refusal("7.C.1", f"units are in {name}, which nobody may enter"))
        if place >= e.sheet and e.side[there[0]] != e.owner[place]:
            found.append(Refusal("BOX-d", f"enemies are in {name}"))
        if not restless and not fits(s, place):
            found.append(Refusal("5.A.6.a", f"{name} is over-stacked"))
    for place, owner in enumerate(s.owner):
        if (owner == NONE) == e.passable[place]:
            found.append(Refusal("7.H.1", f"{e.map.ids[place]} is owned by {owner}"))
    return found


def audit_breakdowns(s: State) -> list[Refusal]:
    """12.A.3 The chart holds the parts or the whole of a division with parts of its own."""
    e = s.edition
    found: list[Refusal] = []
    for wholes, parts in e.breakdowns:
        if len(wholes) == 1 and s.where[wholes[0]] >= 0 and any(s.where[u] >= 0 for u in parts):
            found.append(Refusal("12.A.3", f"{e.names.text('unit', wholes[0])} and its parts are both in play"))
    return found


def audit_air(s: State) -> list[Refusal]:
    e = s.edition
    found: list[Refusal] = []
    flying = within(s, Mission) is not None or within(s, AirReturn) is not None
    for air, base in enumerate(s.base):
        name = e.names.text("air", air)
        if ((s.steps[air] == 0) and base != DEAD) or not 0 <= s.steps[air] <= e.air_rows[air].full_steps:
            found.append(Refusal("5.B.1", f"{name} has {s.steps[air]} steps at {base}"))
        if base >= 0 and controller(s, base) != e.air_side[air] and s.aloft[air] == NONE and not flying:
            found.append(Refusal("4.B.4.c.i", f"{name} is at a base of the enemy's"))
        if s.homeward[air] and s.aloft[air] == NONE:
            found.append(Refusal("8.B.4", f"{name} returns from nowhere"))
    return found


def audit_facilities(s: State) -> list[Refusal]:
    e = s.edition
    found: list[Refusal] = []
    for place, level in s.works.items():
        if not 1 <= level <= len(e.works_rows):
            found.append(Refusal("4.A.1", f"{e.map.ids[place]} has works of level {level}"))
    for place, count in s.airfields.items():
        if not 1 <= count <= e.figure["airfields_in_hex"]:
            found.append(Refusal("4.B.2.c", f"{e.map.ids[place]} has {count} airfields"))
    for place in s.reduced_forts:
        if place not in e.fort:
            found.append(Refusal("4.A.2", f"{e.map.ids[place]} has no printed fort"))
    return found


def audit_stocks(s: State) -> list[Refusal]:
    """Stocks are never negative, what is new is part of them, no QM carries more than it can, and what it carries is with it."""
    e = s.edition
    found: list[Refusal] = []
    for stock, fresh in ((s.lp, s.new_lp), (s.gsp, s.new_gsp)):
        if any(amount <= 0 for amount in (*stock.values(), *fresh.values())):
            found.append(Refusal("13.R", f"a stock of nothing is kept: {stock}, {fresh}"))
        if any(amount > stock.get(key, 0) for key, amount in fresh.items()):
            found.append(Refusal("13.P.2.e", f"more is new than there is: {stock}, {fresh}"))
    for unit in range(e.units):
        key = e.places + unit
        if key in s.lp or key in s.gsp or (s.carries[unit] != NONE and s.where[unit] != CHARTED):
            load = s.lp.get(key, 0) / (LP * e.figure["qm_lp"]) + s.gsp.get(key, 0) / (GSP * e.figure["qm_gsp"])
            if e.role[unit] != QUARTERMASTER or s.where[unit] < 0 or load > (0 if s.carries[unit] != NONE else 1):
                found.append(Refusal("13.K.2.d", f"{e.names.text('unit', unit)} carries too much"))
        if s.where[unit] >= 0 and s.carries[unit] != NONE and s.where[s.carries[unit]] != s.where[unit]:
            found.append(Refusal("13.K.2.d", f"{e.names.text('unit', unit)} is not where the terminal is that it carries"))
    return found


def audit_caches(s: State) -> list[Refusal]:
    anew = rebuild(s)
    found: list[Refusal] = []
    if (anew.stack, anew.zones) != (s.stack, s.zones):
        found.append(Refusal("7.B.1", "stacks or zones differ from what the units say"))
    for side in (0, 1):
        known: dict[int, int] = s.memo.passing.get(("joined", side), {})
        linked = joined(anew, side) if known else set()
        if any((there != NONE) != (place in linked) for place, there in known.items()):
            found.append(Refusal("13.A.20", "what was remembered of lines of supply is no longer true"))
    for find, answers in (*s.memo.passing.items(), *s.memo.lasting.items()):
        for args, answer in answers.items() if callable(find) else ():
            if find(anew, *args) != answer:
                found.append(Refusal("13.D.2.c", f"{find.__name__} remembers what is no longer true: {args}"))
    return found
