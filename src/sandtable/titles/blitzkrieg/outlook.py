"""What a position promises beyond what one sees in a player-turn: what enemies could cut off in theirs; 15.3.1, who can be at Beda
Fomm when it counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import OCONNOR, mask, members
from sandtable.titles.blitzkrieg.frames import AirDefence, Combat, Movement
from sandtable.titles.blitzkrieg.judge import scouts_of
from sandtable.titles.blitzkrieg.judge_battle import Force, could_attack, force_at, forces_of, nearness, payable
from sandtable.titles.blitzkrieg.judge_supply import hunger
from sandtable.titles.blitzkrieg.state import State, hq_at, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import net, with_garrisons

POINT: Final = 1 / 60  # what a point is worth when neither side is far ahead
LOST_HQ: Final = 6.0  # points
NEAR: Final = 3  # boxes from which enemies can come
WALK_IN: Final = 0.9  # how likely they do where nobody is
POSTS: Final = 3  # that a side thinks of guarding at once
SURE: Final = (0.25, 0.35, 0.5, 0.8)  # what it is worth to be sure of all that O'Connor needs, turn by turn
GUARDED: Final = 0.97  # how likely a box that is held is held in the end
KEPT: Final = 0.85  # and one that is left
LEAN: Final = 0.6  # of an attack's chances, if there are no supplies for a second one
PLENTY: Final = 2.5  # supply units that are enough, nearby
SECOND: Final = 0.3  # what a second scout adds
STAYS: Final = 0.85  # how likely Italians at Beda Fomm stay there
LATER: Final = 0.4  # how likely some come in a later turn
COMES: Final = (0.05, 0.3, 0.5, 0.6, 0.7, 0.8)  # how likely some come next, by how many can
FRESH: Final = (2, 2, 4, 0)  # 15.2: Italians who will be in the Holding Area, replacements among them, turn by turn
SOME: Final = Force(0, (0.5, 0.3, 0.1, 0.0), 6.0, 6.0)  # the Italians who may be there
TURN: Final = 6  # boxes that a scout goes in a player-turn
SEEN: Final = 3  # boxes from which one is hunted
BY_SPARE: Final = (0.2, 0.8, 0.9, 1.0)  # how likely a scout comes in time who is a box too far, just near enough, ...


def outlook(s: State, side: int) -> float:
    hope = offensive(s) if s.scenario == OCONNOR else 0.0
    return (hope if side == ALLIED else -hope) - POINT * danger(s, side)


def danger(s: State, side: int) -> float:
    """What a side may lose if enemies take a box through which others are fed, or its HQ, by how likely it is: the worst of it."""
    return max([risk for _, risk in weak_links(s, side)], default=0.0)


def weak_links(s: State, side: int) -> list[tuple[int, float]]:
    """Boxes that enemies can come to, though others are fed through them or the HQ is there, and what that may cost."""
    foe = other(side)
    fed, _ = net(s, side)
    against, theirs = net(s, foe)
    forces = forces_of(s, foe, with_garrisons(s, foe, against), 1.0)
    found: list[tuple[int, float]] = []
    for box in members(fed & ~s.occupied[foe]):
        prize = LOST_HQ if hq_at(s, side, box) else 0.0
        starved = fed & ~net(s, side, left=1 << box)[0] & s.occupied[side] & ~(1 << box)
        prize += sum([hunger(s, side, stack_at(s, side, there), 1.0) for there in members(starved)])
        near = within_steps(s.edition.around, s.occupied[side], box, NEAR) if prize else 0
        able = [force for force in forces if near >> force.box & 1]
        if able:
            found.append((box, taking(s, side, box, able, prize, theirs)))
    return found


def taking(s: State, side: int, box: int, able: list[Force], prize: float, chain: int) -> float:
    """What enemies may win there: they need only walk in, or must beat the guard."""
    if not s.occupied[side] >> box & 1:
        return WALK_IN * prize
    return payable(s.edition, chain, box) * prize * chance_at(s, other(side), able, force_at(s, side, box, 1.0))


def chance_at(s: State, side: int, forces: Sequence[Force], guard: Force) -> float:
    """Of an attack from where the forces stand."""
    return could_attack(s, side, forces, guard, 1.0) - could_attack(s, side, forces, guard, 0.0)


def posts_in_danger(s: State, side: int) -> list[int]:
    """The weakest links."""
    found = sorted(weak_links(s, side), key=lambda link: -link[1])
    return [box for box, _ in found[:POSTS]]


def offensive(s: State) -> float:
    """15.3.1: O'Connor must have all three in the end; each that he does not get saves the Italians."""
    e = s.edition
    fed, chain = net(s, ALLIED)
    forces = forces_of(s, ALLIED, with_garrisons(s, ALLIED, fed), 1.0)
    both = grasp(s, e.tobruk, forces, chain) * grasp(s, e.bardia, forces, chain)
    return SURE[s.turn - 1] * math.sqrt(both * beda_fomm(s, forces))


def moves_to_come(s: State, side: int) -> int:
    """Movement phases that a side still has, the present one among them; two make a player-turn."""
    later = 2 * (turns_to_go(s) - (s.active == side == AXIS))
    if s.active != side:
        return later
    phase = within(s, Movement) or within(s, Combat)
    if isinstance(phase, Movement):
        return later + 2 - phase.motorized
    if isinstance(phase, Combat):
        return later + 1 - phase.limited
    return later if within(s, AirDefence) else later + 2


def grasp(s: State, box: int, forces: Sequence[Force], chain: int) -> float:
    """How likely it is that the Allies have a box in the end."""
    near, time = nearness(s.edition, box), (moves_to_come(s, ALLIED) + 1) // 2
    if not s.occupied[AXIS] >> box & 1:
        if s.held[box] == ALLIED:
            return GUARDED if s.occupied[ALLIED] >> box & 1 else KEPT
        return KEPT * max([near[force.box] for force in forces], default=0.0) if time else 0.0
    if not time:
        return 0.0
    chance = chance_at(s, ALLIED, forces, force_at(s, AXIS, box, 1.0))
    chance *= payable(s.edition, chain, box) * stocked(s, box, chain)
    return 1 - (1 - chance) ** time


def stocked(s: State, box: int, chain: int) -> float:
    """Whether there are supplies for more than one battle."""
    near = nearness(s.edition, box)
    ready = sum([near[there] * stock_at(s, ALLIED, there) for there in members(chain)])
    return LEAN + (1 - LEAN) * min(1.0, ready / PLENTY)


def beda_fomm(s: State, forces: Sequence[Force]) -> float:
    """How likely it is that the Allies hold it in the end. They move last: a Long Range Desert Force that waits a player-turn
    away need not be there before, if no Italians come in the meantime."""
    e = s.edition
    barred, hope = bar(s), scouting(s)
    if not barred:
        return hope
    guard = force_at(s, AXIS, e.beda_fomm, 1.0) if s.occupied[AXIS] >> e.beda_fomm & 1 else SOME._replace(box=e.beda_fomm)
    return hope * (1 - barred) + barred * chance_at(s, ALLIED, forces, guard)


def bar(s: State) -> float:
    """How likely it is that Italians will be at Beda Fomm in March."""
    e = s.edition
    there, time = len(stack_at(s, AXIS, e.beda_fomm)), moves_to_come(s, AXIS)
    if not time:
        return 1.0 if there else 0.0
    if there:
        return STAYS
    coming = comers_to_beda_fomm(s)
    return max(LATER if time > 2 else 0.0, COMES[min(len(COMES) - 1, coming)])


def comers_to_beda_fomm(s: State) -> int:
    """Italians who can be there in their next first march, or with their tanks in the second: who enters a box with enemies has
    to stop, so that whoever stands across the road keeps everybody away."""
    e, box = s.edition, s.edition.beda_fomm
    plain, swift = e.figure["boxes"], e.figure["boxes_major"]
    twice = 1 if s.occupied[ALLIED] >> box & 1 else 2
    closed = (s.occupied[ALLIED] | s.dumps[ALLIED]) & ~(1 << box)
    foot = within_steps(e.around, closed, box, plain) | within_steps(e.major_around, closed, box, swift)
    wheels = within_steps(e.around, closed, box, plain * twice) | within_steps(e.major_around, closed, box, swift * twice)
    found = 0
    for here in members(s.occupied[AXIS] & (foot | wheels)):
        found += len([u for u in stack_at(s, AXIS, here) if (wheels if e.motorised[u] else foot) >> here & 1])
    if within_steps(e.major_around, closed, box, swift - 1) & mask(e.entries[AXIS]):
        found += len(stack_at(s, AXIS, e.holding)) + FRESH[s.turn - 1]
    return found


def within_steps(around: Sequence[int], closed: int, box: int, steps: int) -> int:
    """Boxes from which a box is so many steps away or fewer, past those that are closed."""
    found = edge = 1 << box
    for _ in range(steps):
        step = 0
        for there in members(edge):
            step |= around[there]
        edge = step & ~found & ~closed
        found |= edge
    return found


def scouting(s: State) -> float:
    """How likely it is that somebody of the desert force comes to Beda Fomm in time."""
    e, reach = s.edition, s.edition.figure["boxes"] * moves_to_come(s, ALLIED)
    far = ways_to(s, e.beda_fomm, scouts_of(s), reach + 2)
    sure = sorted([in_time(distance, reach) for distance in far], reverse=True)[: e.figure["lrdf"]]
    return min(1.0, sum([one * SECOND**n for n, one in enumerate(sure)]))


def in_time(distance: int, reach: int) -> float:
    """How likely one comes so far with so many boxes to go."""
    spare = reach - distance
    return 0.0 if spare < -1 else BY_SPARE[min(len(BY_SPARE) - 1, spare + 1)]


def turns_to_go(s: State) -> int:
    """Player-turns that the Allies have after this one."""
    return s.edition.scenario_rows[s.scenario].last_turn - s.turn


def ways_to(s: State, target: int, starts: list[int], most: int) -> list[int]:
    """How far each start is from the target by boxes without enemies; too far, if there is no way."""
    e, closed, found = s.edition, s.occupied[AXIS], 1 << target
    edge, steps, far = found, 0, {target: 0}
    while edge and steps < most:
        steps, step = steps + 1, 0
        for box in members(edge):
            step |= e.around[box]
        edge = step & ~found & ~closed
        found |= edge
        far |= dict.fromkeys(members(edge), steps)
    return [far.get(start, most) for start in starts]


def stages(s: State) -> list[int]:
    """Boxes without enemies from which a scout can go to Beda Fomm in a player-turn, and is not hunted so far."""
    e = s.edition
    return [box for box in range(e.boxes) if SEEN < e.distance[e.beda_fomm][box] <= TURN and not s.occupied[AXIS] >> box & 1]


def cuts(s: State, side: int) -> list[int]:
    """Boxes that a side could stand in to starve most of the enemies."""
    foe = other(side)
    fed, found = net(s, foe)[0], list[tuple[float, int]]()
    for box in members(fed & ~s.occupied[foe] & ~s.occupied[side]):
        starved = fed & ~net(s, foe, left=1 << box)[0] & s.occupied[foe]
        if starved:
            found.append((-sum([hunger(s, foe, stack_at(s, foe, there), 1.0) for there in members(starved)]), box))
    return [box for _, box in sorted(found)[:POSTS]]


def barriers(s: State) -> list[int]:
    """Boxes without Italians on the road from Aghelia to Beda Fomm, both of them included."""
    e, reached = s.edition, within_steps(s.edition.major_around, 0, s.edition.beda_fomm, s.edition.figure["boxes"])
    entries = mask(e.entries[AXIS])
    road = [box for box in members(reached) if within_steps(e.major_around, 1 << e.beda_fomm, box, e.figure["boxes"]) & entries]
    return [box for box in road if not s.occupied[AXIS] >> box & 1]
