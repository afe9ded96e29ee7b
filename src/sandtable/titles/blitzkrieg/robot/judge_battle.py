"""What battles promise, those that wait and those that a side could begin from where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.play import within
from sandtable.kernel.sides import other
from sandtable.maps.graph import reach
from sandtable.titles.blitzkrieg.edition import ATTACK, DEFENSE, Edition, members
from sandtable.titles.blitzkrieg.forts import shelter
from sandtable.titles.blitzkrieg.frames import Movement
from sandtable.titles.blitzkrieg.state import DAMAGED, MOVED, OOS, State, hq_at, stack_at

PRESENT: Final = 0.8  # what a unit can still do, and for each point of its Combat Value, and of those it brings the enemy
VALUE: Final = 0.35
NOTED: Final = 0.2
GRAVE: Final = 0.5  # 12.5: a unit in the Eliminated Box may still be there at the end
FIRST: Final = 1.15  # what defenders are stronger: they fire first
FIRM: Final = 1.8  # how quickly numbers decide
ROUT: Final = 0.55  # of the losers' units that they lose
BREAK_OFF: Final = 0.65  # of that for attackers, who choose when to leave it
DEEPEST: Final = 4  # forts take off no more
EXTRA: Final = 0.05  # hits a round, for each unit that they are more
LED: Final = 0.04  # hits a round of a unit whose HQ helps, in one round of some
COVER: Final = 0.1  # hits a round of a unit in good ground
COMING: Final = 0.5  # of the best unit in each box next to a battle: it may come as reinforcement
CROWD: Final = 16.0  # hits that a full box can take
VOLLEY: Final = 2.8  # and hits a round that it deals
RESERVE: Final = 0.4  # of those who wait next to it
HARDLY: Final = 0.02  # hits a round of those who cannot hit
PACE: Final = 5  # of a road: two boxes and a half of major road are as far as one and a half of others
STEP: Final = (3, 5, 8)  # by class of road: a tertiary one carries only two
FAR: Final = 16  # boxes
HALFWAY: Final = 2.5  # boxes at which a force counts for half
JOIN: Final = 0.4  # of those who could still join a battle
HOPE: Final = 0.8  # how far one counts on them
NEXT_DOOR: Final = 0.8  # nearness of the next box
ONE_MARCH: Final = 0.4  # and of three
STARVED: Final = 0.3  # of a force out of supply


class Force(NamedTuple):
    """Units that fight together."""

    box: int
    fire: tuple[float, ...]  # hits a round on the average, by what shelter takes off
    hits: float  # that they can take
    worth: float  # to the enemy, if all are lost


@lru_cache(16_384)
def fire_of(e: Edition, units: tuple[int, ...]) -> tuple[float, ...]:
    return tuple([sum([max(0, e.cv[u] + 1 - less) for u in units]) / 10 for less in range(DEEPEST)])


@lru_cache(16_384)
def use_of(e: Edition, units: tuple[int, ...]) -> float:
    """What they can still do for their side."""
    return sum([PRESENT + VALUE * e.cv[u] + NOTED * e.points[u] for u in units])


@lru_cache(16_384)
def points_of(e: Edition, units: tuple[int, ...]) -> float:
    return sum([e.points[u] + GRAVE for u in units])


@lru_cache(16_384)
def best_fire(e: Edition, units: tuple[int, ...]) -> tuple[float, ...]:
    """What the best of them adds when it comes as reinforcement."""
    return tuple([COMING * fire for fire in fire_of(e, (max(units, key=e.cv.__getitem__),))])


@lru_cache(16_384)
def added(fire: tuple[float, ...], more: tuple[float, ...]) -> tuple[float, ...]:
    return tuple([one + two for one, two in zip(fire, more, strict=True)])


def force_at(s: State, side: int, box: int, horizon: float, share: float = 1.0) -> Force:
    e, units = s.edition, stack_at(s, side, box)
    hits = 2 * len(units) - sum([s.flags[u] & DAMAGED for u in units])
    return Force(box, fire_of(e, units), share * hits, points_of(e, units) + horizon * use_of(e, units))


def forces_of(s: State, side: int, good: int, horizon: float) -> list[Force]:
    """Of a side, box by box; those out of supply count for less."""
    return [force_at(s, side, box, horizon, 1.0 if good >> box & 1 else STARVED) for box in members(s.occupied[side])]


# A battle


def chance_of(ours: Force, less: int, theirs: Force, cover: float) -> float:
    """Of the attackers to win, by the hits that both can deal and take (Lanchester)."""
    fire = max(HARDLY, ours.fire[less] + EXTRA * max(0.0, ours.hits - theirs.hits) / 2)
    back = max(HARDLY, theirs.fire[0] + cover + EXTRA * max(0.0, theirs.hits - ours.hits) / 2)
    odds: float = (fire * max(1.0, ours.hits) / (FIRST * back * max(1.0, theirs.hits))) ** FIRM
    return odds / (1 + odds)


def lost(chance: float) -> float:
    """What share a side loses of its units, by the other one's chance to win."""
    return ROUT * chance * (2 - chance)


def cover_of(s: State, side: int, box: int, many: float) -> float:
    """Hits a round that defenders have more, by the ground and by their HQ."""
    found = COVER * many / 2 if s.edition.defence[box] else 0.0
    return found + (LED * many / 2 if s.bonus[side] >> DEFENSE & 1 and hq_at(s, side, box) else 0.0)


def shelter_of(s: State, side: int, box: int) -> int:
    return min(DEEPEST - 1, -shelter(s, side, box, 1)[0])


def with_friends(s: State, side: int, force: Force) -> Force:
    """With those who may come from the boxes next to it."""
    e, box = s.edition, force.box
    near = e.around[box] & s.occupied[side] & ~s.occupied[other(side)]
    if not near:
        return force
    fire, hits = force.fire, force.hits
    for there in members(near):
        fire = added(fire, best_fire(e, stack_at(s, side, there)))
        hits += 2 * COMING
    return Force(box, fire, hits, force.worth)


def with_joiners(s: State, side: int, force: Force) -> Force:
    """With those who may still set out to join it in this movement phase; not more than are there, and not to every battle."""
    e, phase, foe = s.edition, within(s, Movement), other(side)
    if phase is None:
        return force
    near, units = nearness(e, force.box), list[int]()
    for there in members(s.occupied[side] & ~s.occupied[foe]):
        if near[there] >= (NEXT_DOOR if phase.motorized else ONE_MARCH):
            units += [u for u in stack_at(s, side, there) if not s.flags[u] & (MOVED | OOS)]
    if not units:
        return force
    more = fire_of(e, tuple(units))
    part = min(JOIN / (s.occupied[side] & s.occupied[foe]).bit_count(), force.fire[0] / more[0])
    fire = tuple([fitting(one + part * join, VOLLEY) for one, join in zip(force.fire, more, strict=True)])
    return Force(force.box, fire, fitting(force.hits + part * 2 * len(units), CROWD), force.worth)


def waiting_battle(s: State, box: int, horizon: float, prize: float) -> float:
    """What the side whose turn it is may hope for in a battle that it has begun: what the defenders stand to lose and the prize,
    against what it stands to lose itself."""
    side, foe = s.active, other(s.active)
    ours = with_friends(s, side, force_at(s, side, box, horizon))
    if s.bonus[side] >> ATTACK & 1 and hq_at(s, side, box):
        ours = ours._replace(fire=tuple([one + LED * ours.hits / 2 for one in ours.fire]))
    theirs = with_friends(s, foe, force_at(s, foe, box, horizon))
    found, joined = exchange(s, ours, theirs, prize), with_joiners(s, side, ours)
    return found if joined is ours else found + HOPE * (exchange(s, joined, theirs, prize) - found)


def exchange(s: State, ours: Force, theirs: Force, prize: float) -> float:
    foe, box = other(s.active), theirs.box
    chance = chance_of(ours, shelter_of(s, foe, box), theirs, cover_of(s, foe, box, theirs.hits))
    return lost(chance) * theirs.worth - BREAK_OFF * lost(1 - chance) * ours.worth + chance * (prize + 1) - (1 - chance)


# What could be done from here


@lru_cache(256)
def away(e: Edition, box: int) -> tuple[float, ...]:
    """Of each box, how far it is."""

    def cost(here: int, there: int) -> int:
        return STEP[e.kind[e.road[here][there]]]

    found = reach(box, FAR * PACE, e.neighbours, cost)
    return tuple([found.get(there, FAR * PACE) / PACE for there in range(e.boxes)])


@lru_cache(256)
def nearness(e: Edition, box: int) -> tuple[float, ...]:
    """Of each box, how much of a force there counts here: all next door, less and less farther off."""
    return tuple([1 / (1 + (steps / HALFWAY) ** 2) for steps in away(e, box)])


@lru_cache(4096)
def away_from(e: Edition, boxes: int) -> tuple[float, ...]:
    """Of each box, how far it is from the nearest of these."""
    return tuple(map(min, zip(*[away(e, box) for box in members(boxes)], strict=True))) if boxes else (0.0,) * e.boxes


def could_attack(s: State, side: int, forces: Sequence[Force], theirs: Force, prize: float) -> float:
    """What an attack from where the forces stand may bring."""
    foe, box, theirs = other(side), theirs.box, with_friends(s, other(side), theirs)
    near, less = nearness(s.edition, box), shelter_of(s, foe, box)
    fire = hits = 0.0
    for there, volley, take, _ in forces:
        part = near[there]
        fire += part * volley[less]
        hits += part * take
    ours = Force(box, (fitting(fire, VOLLEY),), fitting(hits, CROWD), 0.0)
    chance = chance_of(ours, 0, theirs, cover_of(s, foe, box, theirs.hits))
    return chance * (lost(chance) * theirs.worth + prize + 1)


def fitting(much: float, most: float) -> float:
    """More than most does not fit into a box: it waits next door."""
    return much if much < most else most + RESERVE * (much - most)


@lru_cache(16_384)
def payable(e: Edition, chain: int, box: int) -> float:
    """How much of an attack a supply unit of the chain could pay for: all if one is in range, less if it must come first."""
    near = nearness(e, box)
    best = max([near[there] for there in members(chain)], default=0.0)
    return min(1.0, 0.1 + 1.6 * best)
