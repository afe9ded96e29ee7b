"""8.E.1.b, 5.A.9.d.ii What interdiction does: to steps of the enemy, and to those whose supply comes through it."""

from __future__ import annotations

from fractions import Fraction

from sandtable.titles.tigercubs.kinds import ARMY_HQ, GENERAL, NONE
from sandtable.titles.tigercubs.offensive import corps_near, provides
from sandtable.titles.tigercubs.state import PAID_OFFENSIVE, State, supply_state, units_in
from sandtable.titles.tigercubs.supply_hubs import ANY, ARMY, CORPS, DUMP, hub_for, hubs_of_dump, hubs_of_terminal, terminals
from sandtable.titles.tigercubs.supply_trace import path_to, trace


def interdiction(s: State, side: int, place: int) -> int:
    """8.E.1.b.ii.4 The level of the enemy's interdiction there: overlapping zones add up, 3 at most."""
    level = sum(
        [n for flyer, centre, n in s.interdicted if flyer != side and (place == centre or place in s.edition.around[centre])]
    )
    return min(level, int(s.edition.figure["bai_highest"]))


# 5.A.9.d.ii, 8.E.1.b Interdiction of supply


def cev_loss(s: State, unit: int) -> Fraction:
    """What zones of the enemy on its line of supply take off its CEV: the sum of all that the line enters, 40 % at most."""
    side = s.edition.side[unit]
    zones = [(centre, level) for flyer, centre, level in s.interdicted if flyer != side]
    if not zones or s.where[unit] < 0:
        return Fraction(0)
    line = supply_line(s, unit)
    share = {row.level: row.cev for row in s.edition.interdiction_rows}
    lost = sum(
        [share[level] for centre, level in zones if any(p == centre or p in s.edition.around[centre] for p in line)], Fraction(0)
    )
    return min(lost, Fraction(s.edition.figure["bai_cev_limit"]))


def supply_line(s: State, unit: int) -> frozenset[int]:
    """Every place that its supply comes through: the route of its General Supply and, in Offensive Supply, that of its HQs."""
    e, side = s.edition, s.edition.side[unit]
    general = trace(s, unit)
    line = {*general.path, s.where[unit]}
    if general.source != NONE and general.kind == DUMP:
        hubs = hubs_of_dump(s, side, general.source)
        n = hub_for(s, side, hubs, s.where[unit], e.contingent[unit])
        line |= set(path_to(s, side, hubs, n, s.where[unit]))
    if supply_state(s, unit) == GENERAL:
        armies = [u for u in units_in(s, s.where[unit]) if e.role[u] == ARMY_HQ]
        for hq in [u for u in (*corps_near(s, s.where[unit], side), *armies) if provides(s, u, unit)]:
            line |= line_of_hq(s, hq)
    return frozenset(line)


def line_of_hq(s: State, hq: int) -> set[int]:
    """The way to an HQ from the terminal where a third was spent for its Offensive Supply."""
    side, place = s.edition.side[hq], s.where[hq]
    found = terminals(s, side)
    spent = [t for t in found if s.paid[t] & PAID_OFFENSIVE] or found
    for terminal in spent:
        hubs = hubs_of_terminal(s, terminal)
        for n, hub in enumerate(hubs):
            if hub.kind in (ARMY, CORPS) and hub.starts[0] == place:
                return set(path_to(s, side, hubs, n, place))
    for terminal in spent:
        hubs = hubs_of_terminal(s, terminal)
        n = hub_for(s, side, hubs, place, ANY)
        if n != NONE:
            return set(path_to(s, side, hubs, n, place))
    return {place}
