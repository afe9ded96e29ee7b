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
from sandtable.titles.blitzkrieg.judge_battle import (
    CROWD,
    VOLLEY,
    Force,
    added,
    chance_of,
    could_attack,
    cover_of,
    fitting,
    force_at,
    forces_of,
    nearness,
    payable,
    shelter_of,
    with_friends,
)
from sandtable.titles.blitzkrieg.judge_supply import hunger
from sandtable.titles.blitzkrieg.state import State, hq_at, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import net, payers, with_garrisons

POINT: Final = 1 / 60  # what a point is worth when neither side is far ahead
LOST_HQ: Final = 6.0  # points
NEAR: Final = 3  # boxes from which enemies can come
WALK_IN: Final = 0.9  # how likely they do where nobody is
LINGER: Final = 0.6  # how likely those out of supply are still there to come
BESIDES: Final = 0.25  # of the next danger, beside a greater one
POSTS: Final = 3  # that a side thinks of guarding at once
MIDWAY: Final = 0.4  # of a danger to O'Connor, if he still has a march before it
TEMPO: Final = 2.0  # and if not: who is out of supply when his turn comes attacks nobody, and he has only four turns
SURE: Final = (1.0, 1.0, 1.1, 1.2)  # what it is worth to be sure of all that O'Connor needs, turn by turn
GUARDED: Final = 0.97  # how likely a box that is held is held in the end
KEPT: Final = 0.85  # and one that is left
SOME_DAY: Final = 0.3  # of the chances of an attack in a later turn: something else may come first
HOME: Final = 0.4  # what it costs to leave El Alamein to whoever comes while the Italians hold all other victory boxes
RAID: Final = 9  # boxes from which they come
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
    fear = danger(s, side)
    if s.scenario == OCONNOR and side == ALLIED:
        fear *= MIDWAY if s.active == ALLIED and moves_to_come(s, side) % 2 else TEMPO
    return (hope if side == ALLIED else -hope) - POINT * fear


def danger(s: State, side: int) -> float:
    """What a side may lose if enemies take a box through which others are fed, or its HQ, by how likely it is: the worst of it, and
    something for each other way."""
    found = sorted([risk for _, risk in weak_links(s, side)], reverse=True)
    return sum([risk * BESIDES**n for n, risk in enumerate(found)])


def weak_links(s: State, side: int) -> list[tuple[int, float]]:
    """Boxes that enemies can come to, though others are fed through them or the HQ is there, and what that may cost."""
    e, foe, closed = s.edition, other(side), s.occupied[side]
    fed, _ = net(s, side)
    against, theirs = net(s, foe)
    good = with_garrisons(s, foe, against)
    forces = forces_of(s, foe, good, 1.0)
    wheels = mask([s.where[u] for u in e.troops[foe] if e.motorised[u] and 0 <= s.where[u] < e.boxes])
    found: list[tuple[int, float]] = []
    for box in members(fed & ~s.occupied[foe]):
        prize = LOST_HQ if hq_at(s, side, box) else 0.0
        starved = fed & ~net(s, side, left=1 << box)[0] & s.occupied[side] & ~(1 << box)
        prize += sum([hunger(s, side, stack_at(s, side, there), 1.0) for there in members(starved)])
        near = within_steps(e.around, closed, box, NEAR) if prize else 0
        able = [force for force in forces if (near & good) >> force.box & 1]
        if able:
            found.append((box, taking(s, side, box, able, prize, theirs)))
        elif near & s.occupied[foe] and not closed >> box & 1:  # 7.4.5: they may come, but not attack
            foot = within_steps(e.around, closed, box, 1) | within_steps(e.major_around, closed, box, 2)
            if (near & wheels | foot) & s.occupied[foe]:
                found.append((box, LINGER * WALK_IN * prize))
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
    hope = SURE[s.turn - 1] * math.sqrt(both * beda_fomm(s, forces))
    return hope - HOME * (1 - storm(s, e.bardia)) * (1 - storm(s, e.tobruk)) if is_home_open(s) else hope


def is_home_open(s: State) -> bool:
    """12.10: with El Alamein the Italians would have all five victory boxes; nobody is left who could come in time."""
    e = s.edition
    others = [box for box in e.victory if s.flag[box] == ALLIED and not s.occupied[AXIS] >> box & 1]
    if len(others) != 1 or s.occupied[ALLIED] >> others[0] & 1 or moves_to_come(s, ALLIED) % 2 or not turns_to_go(s):
        return False
    return bool(within_steps(e.around, s.occupied[ALLIED], others[0], RAID) & s.occupied[AXIS])


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
    near, left = nearness(s.edition, box), moves_to_come(s, ALLIED)
    if not s.occupied[AXIS] >> box & 1:
        if s.held[box] == ALLIED:
            return GUARDED if s.occupied[ALLIED] >> box & 1 else KEPT
        return KEPT * max([near[force.box] for force in forces], default=0.0) if left else 0.0
    if not left:
        return storm(s, box)
    chance = chance_at(s, ALLIED, forces, force_at(s, AXIS, box, 1.0)) * payable(s.edition, chain, box) * stocked(s, box, chain)
    now = chance if is_fresh(s) else storm(s, box)
    return 1 - (1 - now) * (1 - SOME_DAY * chance) ** turns_to_go(s)


def is_fresh(s: State) -> bool:
    """Whether the Allies have both marches of their player-turn before them."""
    return s.active == ALLIED and moves_to_come(s, ALLIED) == 2 * turns_to_go(s) + 2


def storm(s: State, box: int) -> float:
    """How likely the Allies take a box that Italians hold in what is left of their player-turn: in the battle that is to come
    there, or in the second march, out of the boxes next to it, those among them that are still to be taken."""
    combat = within(s, Combat)
    if s.active != ALLIED or combat is None:
        return 0.0
    contested, around = s.occupied[ALLIED] & s.occupied[AXIS], s.edition.around[box]
    ready = sum([stock_at(s, ALLIED, place) for place in payers(s, ALLIED, box)])
    if contested >> box & 1:
        return beaten(s, box, [box]) if ready else 0.0
    if combat.limited or ready <= (contested & around).bit_count():
        return 0.0
    near = list(members(s.occupied[ALLIED] & around))
    return beaten(s, box, near) * min([beaten(s, here, [here]) for here in near if contested >> here & 1], default=1.0)


def beaten(s: State, box: int, sources: Sequence[int]) -> float:
    """How likely the Allies win a battle, with those of these boxes who can be there."""
    able = [force_at(s, ALLIED, here, 1.0) for here in sources]
    if not able:
        return 0.0
    fire, hits = able[0].fire, able[0].hits
    for force in able[1:]:
        fire, hits = added(fire, force.fire), hits + force.hits
    ours = Force(box, tuple([fitting(one, VOLLEY) for one in fire]), fitting(hits, CROWD), 0.0)
    theirs = with_friends(s, AXIS, force_at(s, AXIS, box, 1.0))
    return chance_of(ours, shelter_of(s, AXIS, box), theirs, cover_of(s, AXIS, box, theirs.hits))


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
    to stop, so that whoever stands across the road keeps everybody away. If only a second march is left, nobody comes on foot."""
    e, box, late = s.edition, s.edition.beda_fomm, moves_to_come(s, AXIS) == 1
    plain, swift = e.figure["boxes"], e.figure["boxes_major"]
    twice = 1 if late or s.occupied[ALLIED] >> box & 1 else 2
    closed = (s.occupied[ALLIED] | s.dumps[ALLIED]) & ~(1 << box)
    foot = within_steps(e.around, closed, box, plain) | within_steps(e.major_around, closed, box, swift)
    wheels = within_steps(e.around, closed, box, plain * twice) | within_steps(e.major_around, closed, box, swift * twice)
    found, foot = 0, 0 if late else foot
    for here in members(s.occupied[AXIS] & (foot | wheels)):
        found += len([u for u in stack_at(s, AXIS, here) if (wheels if e.motorised[u] else foot) >> here & 1])
    if not late and within_steps(e.major_around, closed, box, swift - 1) & mask(e.entries[AXIS]):
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
