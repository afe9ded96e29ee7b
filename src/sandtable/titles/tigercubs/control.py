"""7.H Change of ownership, and what is captured with a hex (4.A.1, 4.B.4, 4.C.3, 13.S.a)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.kernel.sides import other
from sandtable.maps.zones import FULL, NO_ZONE
from sandtable.titles.tigercubs.air_bases import cap_hits
from sandtable.titles.tigercubs.captured import score
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, GENERAL, NONE
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.scales import SP
from sandtable.titles.tigercubs.state import (
    State,
    controller,
    eliminate_air,
    has_combat_unit,
    holder,
    supply_state,
    units_in,
)


def update(s: State, *places: int) -> None:
    """7.H.1.b Units came to these places, left them, or lost strength there: who owns them now, and the hexes around; and of
    those who stood cut off in a hex, whether a line has reached them.

    To be called after every step of ground units: moves, overruns, retreats, advances, eliminations.
    """
    bases, around = set(s.base), s.edition.around
    waiting = list(dict.fromkeys([*[p for centre in places for p in (centre, *around[centre])], *intruded(s)]))
    for n, place in enumerate(waiting, 1):
        if changes_hands(s, place):
            waiting += [p for p in around[place] if p not in waiting[n:]]  # the way to the next may lead over it
        if place in bases or place in s.airstrips:
            drive_off(s, place)


def intruded(s: State) -> list[int]:
    """Hexes in which units stand that do not own them."""
    owner, side = s.owner, s.edition.side
    return [p for p, there in s.stack.items() if owner[p] != side[there[0]]]


def changes_hands(s: State, place: int) -> bool:
    if not is_disputed(s, place):
        return False
    taker = claimant(s, place)
    if taker in (NONE, s.owner[place]) or not (is_even(s, place) or is_connected(s, taker, place)):
        return False
    take(s, place, taker)
    return True


def is_disputed(s: State, place: int) -> bool:
    """Whether somebody else than the owner is there, or has a zone there."""
    owner = s.owner[place]
    if owner == NONE:
        return False
    him = other(owner)
    return s.zones.levels[him][place] != NO_ZONE or (place in s.stack and holder(s, place) == him)


def claimant(s: State, place: int) -> int:
    """7.H.1.a.i-iii Who has what it takes to own it: a force of 1 SP in it, or an uncontested Full zone around, with no more
    than a smaller force of its own there."""
    if place >= s.edition.sheet or not s.edition.passable[place]:
        return NONE
    there = holder(s, place)
    if there != NONE and s.zones.force(there, place) >= SP:
        return there
    levels = s.zones.into(0, place), s.zones.into(1, place)
    if levels == (NO_ZONE, NO_ZONE) or is_city(s, place) or is_airbase(s, place):
        return NONE  # 7.H.1.a.iii.3
    if levels[0] == levels[1]:
        return s.owner_then[place] if there == NONE else NONE  # 7.B.1.a.v.1
    side = levels.index(FULL) if FULL in levels else NONE
    return side if there in (NONE, side) else NONE  # 7.H.1.a.iii.1


def is_even(s: State, place: int) -> bool:
    """7.B.1.a.v.1 Nobody is there and both sides have equal zones: it is whose it was when the player turn began."""
    return place not in s.stack and s.zones.into(0, place) == s.zones.into(1, place) != NO_ZONE


def is_city(s: State, place: int) -> bool:
    return place in s.edition.city and s.edition.city[place].city


def is_airbase(s: State, place: int) -> bool:
    return s.edition.airport[place] > 0 or place in s.airfields


def is_connected(s: State, side: int, place: int) -> bool:
    """7.H.1.a.iv A line of communication to a friendly hex in regular supply, unless neither side has one."""
    return has_line(s, side, place, False) or not has_line(s, other(side), place, True)


def has_line(s: State, side: int, place: int, invaded: bool) -> bool:
    """Over passable hexes of its own, free of uncontested EZOI, to one of its own in regular supply.

    For the side that is to lose the hex, what the intruder's own zone does to the hexes around him does not count.
    """
    seen, edge, in_play = {place}, [place], s.edition.in_play[s.agreed.scenario]
    while edge:
        here = edge.pop()
        for there in s.edition.near[here]:
            if there in seen or s.owner[there] != side or not in_play[there] or has_combat_unit(s, there, other(side)):
                continue
            if not (invaded and here == place) and is_barred(s, side, there):
                continue
            if is_joined(s, side, there) or is_fed(s, there):
                return True
            seen.add(there)
            edge.append(there)
    return False


def is_fed(s: State, place: int) -> bool:
    """Units in General Supply are there: GSPs keep a hex in regular supply that is joined to no source."""
    e = s.edition
    return any(e.role[u] == COMBAT_UNIT and supply_state(s, u) == GENERAL for u in units_in(s, place))


def is_barred(s: State, side: int, place: int) -> bool:
    """13.A.22.c The enemy's zone is the greater, and no 4 SP of friends are there."""
    if s.zones.into(other(side), place) <= s.zones.into(side, place):
        return False
    return s.zones.force(side, place) < s.edition.figure["escort_sp_route"] * SP


def take(s: State, place: int, side: int) -> None:
    """The hex changes hands, and all that goes with it."""
    s.owner[place] = side
    s.memo.clear()
    s.works.pop(place, None)  # 4.A.1-b
    s.airstrips, s.new_bases = without(s.airstrips, place), without(s.new_bases, place)  # 4.B.4.a
    cap_hits(s, place)
    if s.edition.port[place]:
        s.new_ports = tuple(sorted({*s.new_ports, place}))  # 4.C.3.a
    score(s, side, s.lp.get(place, 0))
    for stock, fresh in ((s.lp, s.new_lp), (s.gsp, s.new_gsp)):
        if place in stock:
            fresh[place] = stock[place]  # 13.S.c
    s.tell("taken", side, place)


def drive_off(s: State, place: int) -> None:
    """4.B.4.c.i Air units on the ground of a base that the enemy controls are lost; airstrips cannot be captured."""
    side = controller(s, place)
    for air in [a for a in s.edition.air_of_side[other(side)] if s.base[a] == place and s.aloft[a] == NONE]:
        eliminate_air(s, air)
    if place in s.airstrips and side != s.owner[place]:
        s.airstrips = without(s.airstrips, place)
        cap_hits(s, place)
        s.memo.clear()


def without(places: Iterable[int], gone: int) -> tuple[int, ...]:
    return tuple([p for p in places if p != gone])
