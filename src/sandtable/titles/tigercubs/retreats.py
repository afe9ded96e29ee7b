"""9.G.2 Retreats after combat and, by those who can, before it (X-1, 7.E.1.d)."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.maps.zones import NO_ZONE
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.captured import put_down
from sandtable.titles.tigercubs.frames import CombatPhase, Places, Retreat, Retreats, Units
from sandtable.titles.tigercubs.kinds import ARMY_HQ, CORPS_HQ, NONE, QUARTERMASTER
from sandtable.titles.tigercubs.losses import can_flip, destroy, suffer
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import (
    MOBILE,
    RETREATED,
    State,
    enemy_zone,
    flip,
    holder,
    move,
    movement_rating,
    station,
    units_in,
)

NOT_RETREATING: Final = Refusal("9.G.2", "it does not have to retreat")
STATIC: Final = Refusal("9.G.2-b", "a unit that cannot move cannot retreat")
NOT_ADJACENT: Final = Refusal("9.G.2", "a retreat goes to an adjacent hex that its units can enter")
ENEMY: Final = Refusal("9.G.2", "an enemy is there")
GONE_BEFORE: Final = Refusal("9.G.2", "a retreat leads away from where it came from")
BETTER: Final = Refusal("9.G.2.a.ii", "there is a hex that comes first: outside enemy zones, then with room")
SEPARATE: Final = Refusal("9.G.1", "they cannot all go there together")
CANNOT_SLIP: Final = Refusal(
    "X-1", "only reconnaissance, motorcycles, special forces and HQs leave before combat, and only HQs from others"
)
PROHIBITED: Final = Refusal("7.E.1.f", "nobody can enter there")
INTO_ZONE: Final = Refusal("X-1", "before combat nobody retreats into an enemy zone, or where there is no room")
NO_USE: Final = Refusal("9.G.2.a.iii", "it is reduced to find room, where that gives it room")


def retreater(s: State, f: Retreats | Retreat) -> int:
    return f.side


# Where to


def is_open(s: State, side: int, here: int, there: int) -> bool:
    """Whether units of the side can fall back there at all."""
    e = s.edition
    if there not in e.near[here] or not e.in_play[s.agreed.scenario][there] or holder(s, there) == other(side):
        return False
    return there < e.sheet or e.owner[there] == side


def grade(s: State, unit: int, there: int) -> int:
    """9.G.2.a.ii The priority of a hex, 0 the best."""
    return 2 * int(is_watched(s, unit, there)) + int(not fits(s, there, (unit,)))


def is_watched(s: State, unit: int, there: int) -> bool:
    """An enemy zone bars the way back; for a quartermaster only one that no zone of its own side equals (13.K.2.a-b)."""
    side = s.edition.side[unit]
    if s.edition.role[unit] == QUARTERMASTER:
        return s.zones.into(other(side), there) > s.zones.into(side, there)
    return there < s.edition.sheet and enemy_zone(s, side, there) != NO_ZONE


def refuges(s: State, unit: int, path: Places) -> list[int]:
    """The hexes of the best grade."""
    if movement_rating(s, unit) == 0:
        return []
    here = s.where[unit]
    graded = [(grade(s, unit, p), p) for p in s.edition.near[here] if p not in path and is_open(s, s.edition.side[unit], here, p)]
    best = min([g for g, _ in graded], default=NONE)
    return [p for g, p in graded if g == best]


def refuge_refused(s: State, unit: int, path: Places, there: int) -> Optional[Refusal]:
    side, here = s.edition.side[unit], s.where[unit]
    if movement_rating(s, unit) == 0:
        return STATIC
    if there in path:
        return GONE_BEFORE
    if holder(s, there) == other(side):
        return ENEMY
    if not is_open(s, side, here, there):
        return NOT_ADJACENT
    return None if there in refuges(s, unit, path) else BETTER


def fall_back(s: State, unit: int, there: int, watched: bool) -> None:
    """9.G.2.a.i Into an enemy zone it is reduced or lost; a quartermaster turns mobile, or does not even leave (13.K.2.a-b)."""
    if s.edition.role[unit] == QUARTERMASTER:
        put_down(s, unit)
        station(s, unit, MOBILE)
        if watched:
            destroy(s, unit)
            return
    move(s, unit, there)
    s.did[unit] |= RETREATED
    s.tell("retreats", unit, there)
    if watched:
        suffer(s, unit)


# After combat


class RetreatTo(Act[State, Retreats]):
    rule = "9.G.2"
    form = "retreat unit place"
    label = "Retreat with {unit} to {place}"
    asks = "retreat"

    def candidates(self, s: State, f: Retreats) -> list[Args]:
        return [] if f.before_combat else [(u, p) for u in f.waiting for p in refuges(s, u, (s.where[u],))]

    def why_not(self, s: State, f: Retreats, unit: int, there: int, /) -> Optional[Refusal]:
        if f.before_combat or unit not in f.waiting:
            return NOT_RETREATING
        return refuge_refused(s, unit, (s.where[unit],), there)

    def do(self, s: State, f: Retreats, unit: int, there: int, dice: Dice, /) -> None:
        here = s.where[unit]
        send_back(s, f, unit, there, is_watched(s, unit, there))
        control.update(s, here, there)


def send_back(s: State, f: Retreats, unit: int, there: int, watched: bool) -> None:
    start = s.where[unit]
    f.waiting = tuple([u for u in f.waiting if u != unit])
    fall_back(s, unit, there, watched)
    if s.where[unit] >= 0 and not fits(s, there):
        s.begin(Retreat(f.side, (unit,), (start, there)))


class RetreatTogether(Act[State, Retreats]):
    """9.G.1 All who can go, as a stack."""

    rule = "9.G.1"
    form = "withdraw place"
    label = "Retreat with all to {place}"
    asks = "retreat"

    def candidates(self, s: State, f: Retreats) -> list[Args]:
        movers = can_go(s, f)
        return [(p, 0) for p in refuges(s, movers[0], (s.where[movers[0]],))] if len(movers) > 1 else []

    def why_not(self, s: State, f: Retreats, there: int, b: int, /) -> Optional[Refusal]:
        movers = can_go(s, f)
        if len(movers) < 2:
            return NOT_RETREATING
        for unit in movers:
            refusal = refuge_refused(s, unit, (s.where[unit],), there)
            if refusal is not None:
                return refusal
        together = len({s.where[u] for u in movers}) == 1
        return None if together and (fits(s, there, movers) or not fits(s, there, movers[:1])) else SEPARATE

    def do(self, s: State, f: Retreats, there: int, b: int, dice: Dice, /) -> None:
        """They go at once: none of them finds the zones as the others have left them."""
        movers = can_go(s, f)
        here, watched = s.where[movers[0]], [is_watched(s, u, there) for u in movers]
        for unit, costly in zip(movers, watched, strict=True):
            send_back(s, f, unit, there, costly)
        control.update(s, here, there)


def can_go(s: State, f: Retreats) -> Units:
    return () if f.before_combat else tuple([u for u in f.waiting if movement_rating(s, u)])


def lose_stranded(s: State, f: Retreats, dice: Dice) -> None:
    """6.3.c.iv.4 Whoever must retreat and cannot is eliminated, reduced side or not (9.G.2.a.iii)."""
    if f.before_combat:
        return
    for unit in f.waiting:
        where = s.where[unit]
        destroy(s, unit)
        control.update(s, where)
    f.waiting = ()


# 9.G.2.a.iii Further, where there is no room


class GoOn(Act[State, Retreat]):
    rule = "9.G.2.a.iii"
    form = "onward place"
    label = "Retreat on to {place}"
    asks = "retreat further"

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(p, 0) for p in refuges(s, f.units[0], f.path)] if is_crowded(s, f) else []

    def why_not(self, s: State, f: Retreat, there: int, b: int, /) -> Optional[Refusal]:
        return refuge_refused(s, f.units[0], f.path, there) if is_crowded(s, f) else NOT_RETREATING

    def do(self, s: State, f: Retreat, there: int, b: int, dice: Dice, /) -> None:
        here, f.path = s.where[f.units[0]], (*f.path, there)
        fall_back(s, f.units[0], there, is_watched(s, f.units[0], there))
        control.update(s, here, there)


class Shrink(Act[State, Retreat]):
    """The owner may reduce the unit, if that makes it fit."""

    rule = "9.G.2.a.iii"
    form = "shrink unit"
    label = "Reduce {unit} to find room"
    asks = "reduce a unit to find room"

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(u, 0) for u in f.units]

    def why_not(self, s: State, f: Retreat, unit: int, b: int, /) -> Optional[Refusal]:
        if unit not in f.units or not is_crowded(s, f):
            return NOT_RETREATING
        return None if can_flip(s, unit) and fits_reduced(s, unit) else NO_USE

    def do(self, s: State, f: Retreat, unit: int, b: int, dice: Dice, /) -> None:
        flip(s, unit)
        control.update(s, s.where[unit])


def fits_reduced(s: State, unit: int) -> bool:
    s.reduced[unit] = 1
    room = fits(s, s.where[unit])
    s.reduced[unit] = 0
    return room


def is_crowded(s: State, f: Retreat) -> bool:
    where = s.where[f.units[0]]
    return where >= 0 and not fits(s, where)


def lose_crowded(s: State, f: Retreat, dice: Dice) -> None:
    if is_crowded(s, f):
        where = s.where[f.units[0]]
        destroy(s, f.units[0])
        control.update(s, where)


# X-1 Before combat


def slippers(s: State, place: int, side: int) -> Units:
    """Who may leave: everybody if all can, else the HQs alone; in a combat phase nobody who has retreated in it (9.C.1)."""
    there = [u for u in units_in(s, place) if s.edition.side[u] == side]
    able = [u for u in there if s.edition.type[u].slips]
    if len(able) < len(there):
        able = [u for u in able if s.edition.role[u] in (ARMY_HQ, CORPS_HQ)]
    tired = RETREATED if within(s, CombatPhase) is not None else 0
    return tuple([u for u in able if movement_rating(s, u) and not s.did[u] & tired])


class SlipAway(Act[State, Retreats]):
    rule = "X-1"
    form = "slip unit place"
    label = "Slip away with {unit} to {place} before combat"
    asks = "retreat before combat"

    def candidates(self, s: State, f: Retreats) -> list[Args]:
        if not f.before_combat:
            return []
        return [(u, p) for u in f.waiting for p in s.edition.near[s.where[u]] if is_open(s, f.side, s.where[u], p)]

    def why_not(self, s: State, f: Retreats, unit: int, there: int, /) -> Optional[Refusal]:
        if not f.before_combat or unit not in f.waiting:
            return CANNOT_SLIP
        if holder(s, there) == other(f.side):
            return ENEMY
        if there in s.edition.around[s.where[unit]] and not s.edition.passable[there]:
            return PROHIBITED
        if not is_open(s, f.side, s.where[unit], there):
            return NOT_ADJACENT
        return INTO_ZONE if grade(s, unit, there) else None

    def do(self, s: State, f: Retreats, unit: int, there: int, dice: Dice, /) -> None:
        here, f.waiting = s.where[unit], tuple([u for u in f.waiting if u != unit])
        fall_back(s, unit, there, is_watched(s, unit, there))
        control.update(s, here, there)


def end_slipping(s: State, f: Retreats, dice: Dice) -> None:
    if f.before_combat:
        f.finish()
