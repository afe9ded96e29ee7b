"""13.I Offensive Supply: which units have it, asked when combat is declared, an overrun is made or pursuit begins."""

from __future__ import annotations

from sandtable.titles.tigercubs.kinds import ARMY_HQ, COMBAT_UNIT, GENERAL, NONE
from sandtable.titles.tigercubs.state import State, supply_state, units_in


def is_offensive(s: State, unit: int) -> bool:
    """13.A.4 General first; then GSPs or the scenario, an Army HQ in the hex, or a Corps HQ there or adjacent that feeds it."""
    if supply_state(s, unit) != GENERAL or s.where[unit] < 0:
        return False
    if s.offensive[unit]:
        return True
    here = s.where[unit]
    if any(s.edition.role[hq] == ARMY_HQ and provides(s, hq, unit) for hq in units_in(s, here)):
        return True  # 13.L.2.f
    return any(provides(s, hq, unit) and here in fed_places(s, hq) for hq in corps_near(s, here, s.edition.side[unit]))


def corps_near(s: State, place: int, side: int) -> list[int]:
    around, where = s.edition.around[place], s.where
    return [u for u in s.edition.corps[side] if where[u] == place or where[u] in around]


def provides(s: State, hq: int, unit: int) -> bool:
    """13.O The HQ has Offensive Supply and the unit is of its contingent; of an Army HQ also units of the one allied corps
    that draws from it."""
    e = s.edition
    if not s.offensive[hq] or e.side[hq] != e.side[unit]:
        return False
    return e.contingent[hq] == e.contingent[unit] or (e.role[hq] == ARMY_HQ and guest_contingent(s, hq) == e.contingent[unit])


def guest_contingent(s: State, army: int) -> int:
    """The contingent of the one Corps HQ that draws from an allied Army HQ, or NONE."""
    e = s.edition
    for hq in e.corps[e.side[army]]:
        if s.where[hq] >= 0 and s.offensive[hq] and e.contingent[hq] != e.contingent[army]:
            return e.contingent[hq]
    return NONE


def fed_places(s: State, corps: int) -> tuple[int, ...]:
    """13.M.2.b Up to four stacks: those its owner has chosen; all that it could feed while a choice is open or not needed."""
    chosen = s.fed.get(corps, ())
    return chosen if len(chosen) >= s.edition.figure["corps_hexes"] else feedable(s, corps)


def feedable(s: State, corps: int) -> tuple[int, ...]:
    """Its own hex and those adjacent where units stand that it could feed."""
    here = s.where[corps]
    near = (here, *[p for p in s.edition.around[here] if s.edition.passable[p]])
    return tuple([p for p in near if any(s.edition.role[u] == COMBAT_UNIT and provides(s, corps, u) for u in units_in(s, p))])
