"""How good a position is, in Victory Points of the Axis: points as they stand, the armies and their supply, who can take and
who can hold the objectives, attacks that are planned, and what the air forces are about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.kinds import ARMY_HQ, COMBAT_UNIT, CORPS_HQ, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.robot.judge_air import air_war
from sandtable.titles.tigercubs.robot.judge_combat import planned_attacks
from sandtable.titles.tigercubs.robot.judge_risk import last_turn, risks
from sandtable.titles.tigercubs.scales import GSP, SP, VP
from sandtable.titles.tigercubs.state import (
    EMPLACED,
    EMPLACING,
    State,
    attack_rating,
    defence_rating,
    enemy_zone,
    has_combat_unit,
    sp,
    units_in,
)
from sandtable.titles.tigercubs.victory import is_relieved

SCALE: Final = 16.0  # so many points ahead is a good lead
STRENGTH: Final = 0.05  # what a printed point in play is worth, in victory points
ARMED: Final = 0.15  # more, in Offensive Supply near the enemy
STARVED: Final = 0.35  # less for each finding out of supply
EXPOSED: Final = 60.0  # printed quarters of a point less for an HQ or a depot that an enemy can simply take
RELIEVED: Final = 0.5  # of that where a line of supply leads again
CUT_OFF: Final = 0.3  # less where no line of supply leads
GUARD: Final = 12  # quarters of a point of defence that an HQ needs about it next to enemies
NEAR: Final = 6  # hexes from which a force counts for an objective
GRIP: Final = 0.45  # of its points, for the force that could take it, against that which could hold it
HOLD: Final = 6.0  # printed points that an empty objective counts as
OPEN: Final = 0.4  # of the points of an objective without a garrison that an enemy is near
THREAT: Final = 3  # hexes
AFAR: Final = 0.5  # of that, if he is farther away and still in reach
RAID: Final = 12  # hexes that tanks may come in a player turn, their pursuit with it, where nobody bars the way
RAIDED: Final = 0.3  # of that
WORKS: Final = 0.12  # a level of field works over the heads of a force
DUMP: Final = 0.04  # a third of an LP in store
FORWARD: Final = 0.06  # more for each of an LP at a terminal on the map, which spends them
BESIEGED: Final = 0.5  # a third of an LP, or GSPs for it, with a force that no terminal feeds where it stands
ENOUGH: Final = 3  # thirds beyond which such a force needs no more
EATERS: Final = 4  # Stacking Points that need one of them
POST: Final = 0.5  # a quartermaster emplaced where it is needed
MOVING: Final = 0.5  # of that while it is mobile
FREE: Final = 0.25  # of it at least, as long as there is time to go where it is needed
JOURNEY: Final = 3  # turns to turn to its mobile side, to go, and to be emplaced again
BARE: Final = 0.3  # and if it is out of touch
RISKY: Final = 0.1  # or too near the enemy
CLOSE: Final = 3  # hexes from the enemy that are too near
HANDY: Final = 7  # and that are still near enough
STAGE: Final = 20  # hexes more, and it is of no use
LINK: Final = 12  # hexes from one quartermaster to the next


def judge(s: State, side: int) -> float:
    ahead = points(s, AXIS) - points(s, ALLIED)
    if s.frames:
        forces = forces_of(s)
        ahead += army(s, AXIS, forces) - army(s, ALLIED, forces) + stores(s, AXIS) - stores(s, ALLIED)
        ahead += posts(s, AXIS, forces) - posts(s, ALLIED, forces)
        ahead += grips(s, forces) + planned_attacks(s) + air_war(s) + risks(s)
    value = ahead / (SCALE + abs(ahead))  # no lead is so great that nothing matters any more
    return value if side == AXIS else -value


def points(s: State, side: int) -> float:
    held = sum([n for hex, n in s.edition.objectives[s.agreed.scenario] if s.owner[hex] == side])
    relief = float(s.edition.figure["relief"]) if side == ALLIED and not s.frames and is_relieved(s) else 0.0
    return (held + s.score[side]) / VP + relief


# The armies

Forces = tuple[list[tuple[int, float]], list[tuple[int, float]]]  # of each side: where they stand on the sheet, and with what


def scale_of(s: State) -> float:
    """2.I Ratings of the 5 Day game are ten times as large."""
    return 0.1 if s.agreed.scale else 1.0


def army(s: State, side: int, forces: Forces) -> float:
    e, worth = s.edition, 0.0
    where, armed = s.where, dict[tuple[int, int], bool]()  # by place and contingent, of those who draw from HQs
    for unit in e.consumers[side]:
        place = where[unit]
        if place < 0:
            continue
        value = attack_rating(s, unit) + defence_rating(s, unit)
        joined = is_joined(s, side, place)
        if s.out[unit]:
            hunger = STARVED * s.out[unit] * (1.5 if s.cut[unit] else 1.0) * (RELIEVED if joined else 1.0)
            worth += value * max(0.2, 1 - hunger)
        elif not joined and not s.cut[unit]:
            worth += value * (1 - CUT_OFF)
        else:
            key = (place, e.contingent[unit])
            if not s.offensive[unit] and key not in armed:
                armed[key] = place < e.sheet and is_offensive(s, unit) and is_near(s, forces[other(side)], place)
            worth += value * (1 + ARMED if s.offensive[unit] or armed[key] else 1.0)
    staff = (*e.armies[side], *e.corps[side], *e.depots[side])
    worth -= EXPOSED * len([u for u in staff if where[u] >= 0 and is_exposed(s, side, u)]) / scale_of(s)
    levels = sum([level for place, level in s.works.items() if is_front(s, side, place)])
    return STRENGTH * scale_of(s) * worth / 4 + WORKS * levels


def is_exposed(s: State, side: int, unit: int) -> bool:
    """An HQ, a quartermaster or a terminal in an enemy zone without anybody to guard it; an HQ next to enemies with few."""
    e, where = s.edition, s.where[unit]
    if not has_combat_unit(s, where, side):
        return enemy_zone(s, side, where) > 0
    if (
        e.role[unit] not in (ARMY_HQ, CORPS_HQ)
        or where >= e.sheet
        or not any([has_combat_unit(s, hex, other(side)) for hex in e.around[where]])
    ):
        return False
    return sum([defence_rating(s, u) for u in units_in(s, where) if e.role[u] == COMBAT_UNIT]) * scale_of(s) < GUARD


def is_front(s: State, side: int, place: int) -> bool:
    there = units_in(s, place)
    return bool(there) and s.edition.side[there[0]] == side


def stores(s: State, side: int) -> float:
    """What is in store, more where it can be used."""
    e, worth = s.edition, 0.0
    for place in {*s.lp, *s.gsp}:
        if place >= e.places or s.owner[place] != side:
            continue
        thirds = in_store(s, place)
        worth += DUMP * thirds
        if has_terminal(s, place):
            worth += FORWARD * s.lp.get(place, 0)
        elif is_front(s, side, place):
            worth += BESIEGED * min(thirds, needed(s, place))
    return worth


def in_store(s: State, place: int) -> float:
    """In thirds of an LP."""
    return s.lp.get(place, 0) + 3 * s.gsp.get(place, 0) / (GSP * 20)


def has_terminal(s: State, place: int) -> bool:
    return place < s.edition.sheet and any(s.edition.role[u] == TERMINAL for u in units_in(s, place))


def needed(s: State, place: int) -> float:
    """Thirds of an LP that those who are there can use where no terminal stands."""
    return min(ENOUGH, sum([sp(s, u) for u in units_in(s, place)]) / SP / EATERS)


def posts(s: State, side: int, forces: Forces) -> float:
    """Quartermasters behind the front: who is emplaced there, in touch with the next one back, feeds those who go on. One that is
    out of reach of the front is worth more when it can move."""
    e, worth = s.edition, 0.0
    spare = FREE if last_turn(s) - s.turn >= JOURNEY else 0.0
    for unit in e.depots[side]:
        where = s.where[unit]
        if e.role[unit] != QUARTERMASTER or not 0 <= where < e.sheet:
            continue
        hexes = distances(e, where)
        away = min([hexes[place] for place, _ in forces[other(side)]], default=e.sheet)
        handy = RISKY if away < CLOSE else max(0.0, 1 - max(0, away - HANDY) / STAGE)
        linked = any([hexes[s.where[u]] <= LINK for u in e.depots[side] if u != unit and s.where[u] >= 0 and s.post[u] == EMPLACED])
        if s.post[unit] in (EMPLACED, EMPLACING):
            worth += POST * handy * (1.0 if linked else BARE)
        else:
            worth += POST * (MOVING * handy * (1.0 if linked else BARE) + spare * (1 - handy))
    return worth


# Objectives


def forces_of(s: State) -> Forces:
    """Of both sides: where they stand on the sheet, and with what."""
    found: Forces = ([], [])
    e, scale = s.edition, scale_of(s)
    for place, there in s.stack.items():
        if place < e.sheet:
            worth = sum([attack_rating(s, u) + defence_rating(s, u) for u in there if e.role[u] == COMBAT_UNIT])
            if worth:
                found[e.side[there[0]]].append((place, worth * scale / 4))
    return found


def grips(s: State, forces: Forces) -> float:
    """For each objective what the other side could do to it. What a force is worth there falls with the distance."""
    worth = 0.0
    for hex, value in s.edition.objectives[s.agreed.scenario]:
        owner = s.owner[hex]
        if owner not in (ALLIED, AXIS):
            continue
        holding, taking = HOLD + reach(s, forces[owner], hex), reach(s, forces[other(owner)], hex)
        holding += sum([worth for place, worth in forces[owner] if place == hex])  # a garrison counts twice
        danger = GRIP * taking / (holding + taking)
        if not has_combat_unit(s, hex, owner):
            nearest = min(away(s, forces[other(owner)], hex), default=RAID + 1)
            danger += OPEN * (1.0 if nearest <= THREAT else AFAR if nearest <= NEAR else RAIDED if nearest <= RAID else 0.0)
        worth += (1.0 if owner == ALLIED else -1.0) * danger * value / VP
    return worth


def reach(s: State, force: list[tuple[int, float]], hex: int) -> float:
    hexes = distances(s.edition, hex)
    return sum([worth * (1 - hexes[place] / (NEAR + 1)) for place, worth in force if hexes[place] <= NEAR])


def is_near(s: State, force: list[tuple[int, float]], hex: int) -> bool:
    return any(distance <= NEAR for distance in away(s, force, hex))


def away(s: State, force: list[tuple[int, float]], hex: int) -> Iterator[int]:
    hexes = distances(s.edition, hex)
    return (hexes[place] for place, _ in force)
