"""A second opinion on Tiger Cubs: who owns a hex (7.H), where units retreat (9.G.2), who may react (7.C.1.e).

Plain, slow, and written from the rule book alone; nothing of the rules' code is used.
"""

from __future__ import annotations

from fractions import Fraction

from tests.titles.tigercubs.oracle_movement import rating
from tests.titles.tigercubs.oracle_supply import joined
from tests.titles.tigercubs.oracle_world import BOXES, CITIES, HEXES, Counter, World, distance, enemy, passable

LIMIT, GUNS = 44, 12  # 5.A.7.c


# 7.H


def taker(w: World, then: dict[str, str], joins: dict[str, set[str]], place: str) -> str:
    """Who takes the hex from its owner as things stand; nobody: "". `then`: owners when the player turn began."""
    owner = w.owner.get(place, "")
    if not owner or place in BOXES or not passable(place):
        return ""
    there = {u.side for u in w.at(place)}
    for side in there:
        if w.line_sp(place, side) >= 1:
            return side if side != owner and has_leave(w, joins, side, place) else ""
    row = HEXES[place]
    city = row["city"] and CITIES[row["city"]]["city"] == "yes"
    if city or int(row["airport"] or 0) or w.airfields.get(place):
        return ""
    zones = {side: w.reaching(place, side) for side in ("allied", "axis")}
    if zones["allied"] == zones["axis"]:
        return then[place] if zones["axis"] and not there and then[place] != owner else ""
    side = max(zones, key=lambda each: zones[each])
    if side == owner or zones[side] < 2 or there - {side}:
        return ""
    return side if has_leave(w, joins, side, place) else ""


def has_leave(w: World, joins: dict[str, set[str]], side: str, place: str) -> bool:
    """7.H.1.a.iv"""
    return reaches(w, joins, side, place, True) or not reaches(w, joins, enemy(side), place, False)


def reaches(w: World, joins: dict[str, set[str]], side: str, place: str, newcomer: bool) -> bool:
    """Over hexes of the side's own; what the newcomer's zone does next to the hex is no matter to the one who defends it."""
    seen, edge = {place}, {place}
    while edge:
        beyond: set[str] = set()
        for here in edge:
            for there in w.near(here):
                if there in seen or w.owner.get(there) != side or w.holds(there, enemy(side)):
                    continue
                greater = there not in BOXES and w.reaching(there, enemy(side)) > w.reaching(there, side)
                if greater and w.line_sp(there, side) < 4 and (newcomer or here != place):
                    continue
                if there in joins[side] or any(u.is_combat and u.state == "general" for u in w.at(there)):
                    return True
                beyond.add(there)
        seen |= beyond
        edge = beyond
    return False


def lines(w: World) -> dict[str, set[str]]:
    return {side: joined(w, side) for side in ("allied", "axis")}


# 5.A.7, 9.G.2


def has_room(w: World, place: str, unit: Counter) -> bool:
    if place in BOXES:
        return True
    units = [*w.at(place), unit]
    guns = sum([u.sp for u in units if u.is_artillery], Fraction(0))
    rest = sum([weight(u) for u in units if not u.is_artillery], Fraction(0))
    return guns <= GUNS and rest <= LIMIT


def weight(unit: Counter) -> Fraction:
    """HQs and QMs weigh nothing, a terminal 10."""
    if unit.is_combat:
        return unit.sp
    return Fraction(10 if unit.type == "supply_terminal" else 0)


def refuges(w: World, unit: Counter) -> set[str]:
    """9.G.2.a.ii The hexes of the first priority for which there is one."""
    if not rating(w, unit):
        return set()
    found: dict[tuple[bool, bool], set[str]] = {}
    for there in w.near(unit.at):
        if any(u.side != unit.side for u in w.at(there)) or (there in BOXES and w.owner[there] != unit.side):
            continue
        found.setdefault((is_watched(w, unit, there), not has_room(w, there, unit)), set()).add(there)
    return found[min(found)] if found else set()


def is_watched(w: World, unit: Counter, there: str) -> bool:
    if there in BOXES:
        return False
    if unit.type == "quartermaster":  # 13.K.2.a-b
        return w.reaching(there, enemy(unit.side)) > w.reaching(there, unit.side)
    return w.felt(there, unit.side) > 0


# 7.C.1.e


def may_react(w: World, joins: dict[str, set[str]], lost: set[str], unit: Counter) -> bool:
    if unit.at in BOXES or unit.post != "mobile" or int(rating(w, unit) / 2) == 0:
        return False
    if unit.is_combat and (unit.cut or unit.state != "general"):
        return False
    if not unit.is_combat and unit.at not in joins[unit.side]:
        return False
    if any(distance(unit.at, u.at) < 3 for u in w.of(enemy(unit.side)) if u.at not in BOXES):
        return False
    return any(3 <= distance(unit.at, hex) <= 7 for hex in lost)
