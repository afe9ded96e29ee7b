"""What a position promises beyond what one sees in a player-turn: what enemies could cut off in theirs; 15.3.1, who can be at Beda
Fomm when it counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import reach as reach_of
from sandtable.titles.blitzkrieg.edition import MANY, OCONNOR, Edition, mask, members
from sandtable.titles.blitzkrieg.frames import AirDefence, Combat, Movement
from sandtable.titles.blitzkrieg.movement import closed_to
from sandtable.titles.blitzkrieg.robot.judge import scouts_of, to_fight
from sandtable.titles.blitzkrieg.robot.judge_battle import (
    CROWD,
    PACE,
    STEP,
    VOLLEY,
    Force,
    added,
    away,
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
from sandtable.titles.blitzkrieg.robot.judge_supply import desert_forces, hunger, net_without
from sandtable.titles.blitzkrieg.robot.outlook_lead import leads
from sandtable.titles.blitzkrieg.state import LRDF, State, hq_at, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import net, payers, supplied_boxes, with_garrisons

POINT: Final = 1 / 60  # what a point is worth when neither side is far ahead
LOST_HQ: Final = 6.0  # points
NEAR: Final = 3  # boxes from which enemies can come
WALK_IN: Final = 0.9  # how likely they do where nobody is
LINGER: Final = 0.6  # how likely those out of supply are still there to come
BESIDES: Final = 0.25  # of the next danger, beside a greater one
POSTS: Final = 3  # that a side thinks of guarding at once
MIDWAY: Final = 0.4  # of a danger to O'Connor, if he still has a march before it
TEMPO: Final = 3.5  # and if not, before he has both ports: who is out of supply when his turn comes attacks nobody
SURE: Final = (1.0, 1.0, 1.1, 1.2)  # what it is worth to be sure of all that O'Connor needs, turn by turn
GUARDED: Final = 0.97  # how likely a box that is held is held in the end
KEPT: Final = 0.85  # and one that is left
SOME_DAY: Final = 0.3  # of the chances of an attack in a later turn: something else may come first
HOME: Final = 0.4  # what it costs to leave El Alamein to whoever comes while the Italians hold all other victory boxes
RAID: Final = 9  # boxes from which they come
LEAN: Final = 0.6  # of an attack's chances, if there are no supplies for a second one
PLENTY: Final = 2.5  # supply units that are enough, nearby
ARMY: Final = 0.6  # of what the army could do at Beda Fomm in the end: it has other things to do first
FREE: Final = 0.9  # the same once both ports are taken
SPARED: Final = 0.65  # how likely a scout is neither caught nor cut off in the enemy's turn
STAYS: Final = 0.85  # how likely Italians at Beda Fomm stay there
LATER: Final = 0.4  # how likely some come in a later turn
COMES: Final = (0.05, 0.3, 0.5, 0.6, 0.7, 0.8)  # how likely some come next, by how many can
FRESH: Final = (2, 2, 4, 0)  # 15.2: Italians who will be in the Holding Area, replacements among them, turn by turn
SOME: Final = (3, 6)  # Italians who may be there, at least and at most
EACH: Final = Force(0, (0.17, 0.1, 0.03, 0.0), 2.0, 2.0)  # of them
TURN: Final = 6  # boxes that a scout goes in a player-turn
SEEN: Final = 3  # boxes from which one is hunted
BY_SPARE: Final = (0.2, 0.8, 0.9, 1.0)  # how likely a scout comes in time who is a box too far, just near enough, ...


def outlook(s: State, side: int) -> float:
    hope = offensive(s) if s.scenario == OCONNOR else 0.0
    fear = danger(s, side)
    if s.scenario == OCONNOR and side == ALLIED:
        fear *= MIDWAY if s.active == ALLIED and moves_to_come(s, side) % 2 else 1.0 if has_both_ports(s) else TEMPO
    return (hope if side == ALLIED else -hope) - POINT * fear


def danger(s: State, side: int) -> float:
    """What a side may lose if enemies take a box through which others are fed, or its HQ, by how likely it is: the worst of it, and
    something for each other way."""
    links = weak_links(s, side)
    if s.scenario == OCONNOR and s.active == side:
        links += shaky_links(s, side)
    found = sorted([risk for _, risk in links], reverse=True)
    return sum([risk * BESIDES**n for n, risk in enumerate(found)])


def shaky_links(s: State, side: int) -> list[tuple[int, float]]:
    """7.1.5: boxes through which others are fed only while a battle is still to come there, and what it may cost to lose that;
    7.4.1: and what it costs that supply units pay for battles and feed nobody any more."""
    contested = s.occupied[ALLIED] & s.occupied[AXIS]
    if not contested:
        return []
    fed, found = net(s, side)[0], list[tuple[int, float]]()
    for box in members(contested & fed):
        cost = famine(s, side, fed & ~net(s, side, left=1 << box)[0] & ~(1 << box))
        found.append((box, cost * (1 - beaten(s, box, [box], side))))
    emptied = to_fight(s, 1.0).emptied
    if emptied:
        found.append((members(emptied)[0], famine(s, side, fed & ~net_without(s, side, emptied))))
    return found


def famine(s: State, side: int, boxes: int) -> float:
    """What may be lost with those in these boxes."""
    return sum([hunger(s, side, stack_at(s, side, box), 1.0) for box in members(boxes & s.occupied[side])])


def weak_links(s: State, side: int) -> list[tuple[int, float]]:
    """Boxes that enemies can come to, though others are fed through them or the HQ is there, and what that may cost."""
    e, foe, closed = s.edition, other(side), s.occupied[side]
    if s.scenario == OCONNOR and not moves_to_come(s, foe):
        return []
    fed, _ = net(s, side)
    against, theirs = net(s, foe)
    good = with_garrisons(s, foe, against)
    forces = forces_of(s, foe, good, 1.0)
    wheels = mask([s.where[u] for u in e.troops[foe] if e.motorised[u] and 0 <= s.where[u] < e.boxes])
    found: list[tuple[int, float]] = []
    for box in members(fed & ~s.occupied[foe]):
        prize = LOST_HQ if hq_at(s, side, box) else 0.0
        prize += famine(s, side, fed & ~net(s, side, left=1 << box)[0] & ~(1 << box))
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
    """15.3.1: O'Connor must have all three in the end, and the lead; each that he does not get saves the Italians."""
    e = s.edition
    fed, chain = net(s, ALLIED)
    forces = forces_of(s, ALLIED, with_garrisons(s, ALLIED, fed), 1.0)
    both = grasp(s, e.tobruk, forces, chain) * grasp(s, e.bardia, forces, chain)
    chance = both * beda_fomm(s, forces, chain) * leads(s, moves_to_come(s, ALLIED))
    hope = SURE[s.turn - 1] * math.sqrt(chance)
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
            return kept(s, box) if moves_to_come(s, AXIS) else 1.0
        return KEPT * max([near[force.box] for force in forces], default=0.0) if left else 0.0
    if not left:
        return storm(s, box)
    chance = chance_at(s, ALLIED, forces, force_at(s, AXIS, box, 1.0)) * payable(s.edition, chain, box) * stocked(s, box, chain)
    now = chance if is_fresh(s) else storm(s, box)
    return 1 - (1 - now) * (1 - SOME_DAY * chance) ** turns_to_go(s)


def kept(s: State, box: int) -> float:
    """How likely a box that is held stays so: a guard is missed only where somebody can come."""
    left = not s.occupied[ALLIED] >> box & 1
    return KEPT if left and (turns_to_go(s) > 1 or comers(s, box)) else GUARDED


def is_fresh(s: State) -> bool:
    """Whether the Allies have both marches of their player-turn before them."""
    return s.active == ALLIED and moves_to_come(s, ALLIED) == 2 * turns_to_go(s) + 2


def storm(s: State, box: int) -> float:
    """How likely the Allies take a box that Italians hold in what is left of their player-turn: in the battle that is to come
    there, or in the second march, out of the boxes next to it, those among them that are still to be taken."""
    phase = within(s, Combat) or within(s, Movement)
    if s.active != ALLIED or phase is None or (isinstance(phase, Movement) and not phase.motorized):
        return 0.0
    contested, around = s.occupied[ALLIED] & s.occupied[AXIS], s.edition.around[box]
    ready = sum([stock_at(s, ALLIED, place) for place in payers(s, ALLIED, box)])
    if contested >> box & 1:
        return beaten(s, box, [box]) if ready else 0.0
    if (isinstance(phase, Combat) and phase.limited) or ready <= (contested & around).bit_count():
        return 0.0
    near = list(members(s.occupied[ALLIED] & around))
    return beaten(s, box, near) * min([beaten(s, here, [here]) for here in near if contested >> here & 1], default=1.0)


def beaten(s: State, box: int, sources: Sequence[int], side: int = ALLIED) -> float:
    """How likely a side wins a battle that it has begun, with those of these boxes who can be there."""
    able, foe = [force_at(s, side, here, 1.0) for here in sources], other(side)
    if not able:
        return 0.0
    fire, hits = able[0].fire, able[0].hits
    for force in able[1:]:
        fire, hits = added(fire, force.fire), hits + force.hits
    ours = Force(box, tuple([fitting(one, VOLLEY) for one in fire]), fitting(hits, CROWD), 0.0)
    theirs = with_friends(s, foe, force_at(s, foe, box, 1.0))
    return chance_of(ours, shelter_of(s, foe, box), theirs, cover_of(s, foe, box, theirs.hits))


def stocked(s: State, box: int, chain: int) -> float:
    """Whether there are supplies for more than one battle."""
    near = nearness(s.edition, box)
    ready = sum([near[there] * stock_at(s, ALLIED, there) for there in members(chain)])
    return LEAN + (1 - LEAN) * min(1.0, ready / PLENTY)


def beda_fomm(s: State, forces: Sequence[Force], chain: int) -> float:
    """How likely it is that the Allies hold it in the end. They move last: a Long Range Desert Force that waits a player-turn
    away need not be there before, if no Italians come in the meantime; nor need the army."""
    e, marches = s.edition, moves_to_come(s, ALLIED)
    if not marches:
        return held_in_the_end(s)
    barred, scouts, fed = bar(s), scouting(s), fed_in_time(s, chain, marches)
    hope = 1 - (1 - scouts) * (1 - fed * walk_in(s, marches))
    if not barred:
        return hope
    if marches == 1:
        return fed * storm(s, e.beda_fomm)
    guard = force_at(s, AXIS, e.beda_fomm, 1.0) if s.occupied[AXIS] >> e.beda_fomm & 1 else expected(s)
    return hope * (1 - barred) + barred * max(chance_at(s, ALLIED, forces, guard), fed * late_attack(s, forces, guard, marches))


def expected(s: State) -> Force:
    """Italians who may be there when O'Connor comes."""
    box, (least, most) = s.edition.beda_fomm, SOME
    many = max(least, min(most, comers(s, box)))
    return Force(box, tuple([many * fire for fire in EACH.fire]), many * EACH.hits, many * EACH.worth)


def held_in_the_end(s: State) -> float:
    """How likely the Allies hold it after the battle there, if one waits: in supply, or with somebody who lives in the desert."""
    e, box = s.edition, s.edition.beda_fomm
    units = stack_at(s, ALLIED, box)
    raiders = [u for u in units if s.flags[u] & LRDF or (u in e.recon[ALLIED] and desert_forces(s, ALLIED) < e.figure["lrdf"])]
    if not units or not (raiders or supplied_boxes(s, ALLIED) >> box & 1):
        return 0.0
    if not s.occupied[AXIS] >> box & 1:
        return 1.0
    return beaten(s, box, [box]) if len(raiders) == len(units) or payers(s, ALLIED, box) else 0.0


def walk_in(s: State, marches: int) -> float:
    """How likely somebody of the army comes to Beda Fomm in time, if nobody is there. In the last player-turn Italians on the way
    are still on it, unless they are being fought."""
    e, reach = s.edition, s.edition.figure["boxes"] * marches
    closed = s.occupied[AXIS] & ~s.occupied[ALLIED] if not moves_to_come(s, AXIS) else 0
    far = away_past(e, e.beda_fomm, closed)
    return of_the_army(s) * max(
        [in_time(far[box], reach) for box in members(s.occupied[ALLIED] & supplied_boxes(s, ALLIED))], default=0.0
    )


def late_attack(s: State, forces: Sequence[Force], guard: Force, marches: int) -> float:
    """How likely the army takes Beda Fomm in the end, with all who can be there by then: in a second march only from next to it."""
    far, less = away(s.edition, guard.box), shelter_of(s, AXIS, guard.box)
    reach = s.edition.figure["boxes"] * (marches - 1) + 1
    parts = [(in_time(far[force.box], reach), force) for force in forces]
    fire, hits = sum([part * force.fire[less] for part, force in parts]), sum([part * force.hits for part, force in parts])
    ours = Force(guard.box, (fitting(fire, VOLLEY),), fitting(hits, CROWD), 0.0)
    theirs = with_friends(s, AXIS, guard)
    return of_the_army(s) * chance_of(ours, 0, theirs, cover_of(s, AXIS, guard.box, theirs.hits))


def of_the_army(s: State) -> float:
    """How much of it goes to Beda Fomm."""
    return FREE if has_both_ports(s) else ARMY


def has_both_ports(s: State) -> bool:
    return s.held[s.edition.tobruk] == s.held[s.edition.bardia] == ALLIED


def fed_in_time(s: State, chain: int, marches: int) -> float:
    """How likely Beda Fomm is in supply in the end: as many supply units as it takes to close the gap come up, each two boxes
    farther back than the one before."""
    e, fed = s.edition, net(s, ALLIED)[0]
    far, reach = away(e, e.beda_fomm), e.figure["boxes"] * marches
    gap = min([far[box] for box in members(fed)], default=MANY)
    links = math.ceil(gap / e.figure["supply_range"])
    units = sorted([far[box] for box in members(chain) for _ in range(stock_at(s, ALLIED, box))])
    if links > len(units):
        return 0.0
    return math.prod([in_time(units[n] - e.figure["supply_range"] * (n + 1), reach) for n in range(links)])


def bar(s: State) -> float:
    """How likely it is that Italians will be at Beda Fomm in March."""
    e = s.edition
    there, time = len(stack_at(s, AXIS, e.beda_fomm)), moves_to_come(s, AXIS)
    if not time:
        return 1.0 if there else 0.0
    if there:
        return STAYS
    coming = comers(s, e.beda_fomm)
    return max(LATER if time > 2 else 0.0, COMES[min(len(COMES) - 1, coming)])


def comers(s: State, box: int) -> int:
    """Italians who can be in a box in their next first march, or with their tanks in the second: who enters a box with enemies has
    to stop, so that whoever stands across the road keeps everybody away. If only a second march is left, nobody comes on foot."""
    e, late = s.edition, moves_to_come(s, AXIS) == 1
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
    """How likely it is that somebody of the desert force comes to Beda Fomm in time: by a way that is open, or by one that the
    battles of this player-turn open for its second march."""
    contested = s.occupied[ALLIED] & s.occupied[AXIS] if s.active == ALLIED and moves_to_come(s, ALLIED) % 2 else 0
    closed = closed_to(s, ALLIED)
    opened = [beaten(s, box, [box]) * coming(s, closed & ~(1 << box)) for box in members(contested)]
    return max([coming(s, closed), *opened])


def coming(s: State, closed: int) -> float:
    """The same past boxes that are closed."""
    e, reach = s.edition, s.edition.figure["boxes"] * moves_to_come(s, ALLIED)
    far = steps_to(e, e.beda_fomm, closed)
    hunted = moves_to_come(s, AXIS)
    if not hunted and any([far[start] <= reach for start in scouts_of(s)]):
        return 1.0  # nobody can do anything against it
    best = sorted([in_time(far[start], reach) for start in scouts_of(s)], reverse=True)[: e.figure["lrdf"]]
    spared = SPARED if hunted else 1.0
    none = 1.0
    for one in best:
        none *= 1.0 - spared * one
    return 1.0 - none


def in_time(distance: float, reach: int) -> float:
    """How likely one comes so far with so many boxes to go."""
    spare = math.floor(reach - distance)
    return 0.0 if spare < -1 else BY_SPARE[min(len(BY_SPARE) - 1, spare + 1)]


@lru_cache(4096)
def away_past(e: Edition, target: int, closed: int) -> tuple[float, ...]:
    """Of each box, how far it is from the target by boxes that are not closed."""

    def cost(here: int, there: int) -> int:
        return MANY if closed >> there & 1 else STEP[e.kind[e.road[here][there]]]

    found = reach_of(target, MANY - 1, e.neighbours, cost)
    return tuple([found.get(box, MANY) / PACE for box in range(e.boxes)])


def turns_to_go(s: State) -> int:
    """Player-turns that the Allies have after this one."""
    return s.edition.scenario_rows[s.scenario].last_turn - s.turn


@lru_cache(4096)
def steps_to(e: Edition, target: int, closed: int) -> tuple[float, ...]:
    """Of each box, how many boxes it is from the target, past those that are closed."""
    edge = found = 1 << target
    far, steps = [float(MANY)] * e.boxes, 0
    while edge:
        for box in members(edge):
            far[box] = steps
        step = 0
        for box in members(edge):
            step |= e.around[box]
        edge = step & ~found & ~closed
        found |= edge
        steps += 1
    return tuple(far)


def gates(s: State) -> list[int]:
    """Boxes with enemies from which a scout who has beaten them goes to Beda Fomm in the second march, if nobody is there."""
    e, closed = s.edition, closed_to(s, ALLIED)
    if closed >> e.beda_fomm & 1:
        return []
    far = [steps_to(e, e.beda_fomm, closed & ~(1 << box))[box] for box in members(s.occupied[AXIS])]
    return [box for box, steps in zip(members(s.occupied[AXIS]), far, strict=True) if steps <= e.figure["boxes"]]


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
            found.append((-famine(s, foe, starved), box))
    return [box for _, box in sorted(found)[:POSTS]]


def barriers(s: State) -> list[int]:
    """Boxes without Italians on the road from Aghelia to Beda Fomm, both of them included."""
    e, reached = s.edition, within_steps(s.edition.major_around, 0, s.edition.beda_fomm, s.edition.figure["boxes"])
    entries = mask(e.entries[AXIS])
    road = [box for box in members(reached) if within_steps(e.major_around, 1 << e.beda_fomm, box, e.figure["boxes"]) & entries]
    return [box for box in road if not s.occupied[AXIS] >> box & 1]
