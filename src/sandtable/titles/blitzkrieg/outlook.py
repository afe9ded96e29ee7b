"""What a position promises beyond what one sees in a player-turn: what enemies could cut off in theirs; 15.3.1, who can be at Beda
Fomm when it counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import OCONNOR, members
from sandtable.titles.blitzkrieg.judge import is_late, scouts_of
from sandtable.titles.blitzkrieg.judge_battle import Force, could_attack, force_at, forces_of, nearness, payable
from sandtable.titles.blitzkrieg.judge_supply import hunger
from sandtable.titles.blitzkrieg.state import State, hq_at, stack_at
from sandtable.titles.blitzkrieg.supply import net, with_garrisons

POINT: Final = 1 / 60  # what a point is worth when neither side is far ahead
LOST_HQ: Final = 6.0  # points
NEAR: Final = 3  # boxes from which enemies can come
WALK_IN: Final = 0.9  # how likely they do where nobody is
POSTS: Final = 3  # that a side thinks of guarding at once
LAST: Final = 0.4  # what it is worth to be sure of all that O'Connor needs, in the last turn but one
EARLIER: Final = 0.3  # of that for each turn before
KEPT: Final = 0.9  # how likely a box that is held is still held a turn later
SECOND: Final = 0.3  # what a second scout adds
BARRED: Final = 0.25  # of a scout's hopes where Italians hold Beda Fomm
TURN: Final = 6  # boxes that a scout goes in a player-turn
SEEN: Final = 3  # boxes from which one is hunted
BY_DISTANCE: Final = (0.4, 0.4, 0.5, 0.7, 1.0, 1.0, 1.0, 0.6, 0.3, 0.2)  # how sure it is that one comes there in time
IN_MARCH: Final = (1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.2)  # the same when the last player-turn has come
AT_LAST: Final = (1.0,)  # and when it is nearly over


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
        near = comers(s, side, box) if prize else 0
        able = [force for force in forces if near >> force.box & 1]
        if able:
            found.append((box, taking(s, side, box, able, prize, theirs)))
    return found


def taking(s: State, side: int, box: int, able: list[Force], prize: float, chain: int) -> float:
    """What enemies may win there: they need only walk in, or must beat the guard."""
    if not s.occupied[side] >> box & 1:
        return WALK_IN * prize
    guard, foe = force_at(s, side, box, 1.0), other(side)
    likely = could_attack(s, foe, able, guard, prize) - could_attack(s, foe, able, guard, 0.0)
    return payable(s.edition, chain, box) * likely


def comers(s: State, side: int, box: int) -> int:
    """Boxes from which enemies can come to a box in one march, past those of the side."""
    e, found, held = s.edition, 1 << box, s.occupied[side]
    edge = found
    for _ in range(NEAR):
        step = 0
        for there in members(edge):
            step |= e.around[there]
        edge = step & ~found & ~held
        found |= edge
    return found


def posts_in_danger(s: State, side: int) -> list[int]:
    """The weakest links."""
    found = sorted(weak_links(s, side), key=lambda link: -link[1])
    return [box for box, _ in found[:POSTS]]


def offensive(s: State) -> float:
    """15.3.1: O'Connor must have all three in the end; each that he does not get saves the Italians."""
    e, left = s.edition, turns_to_go(s)
    forces = forces_of(s, ALLIED, with_garrisons(s, ALLIED, net(s, ALLIED)[0]), 1.0)
    all_three = scouting(s) * grasp(s, e.tobruk, forces) * grasp(s, e.bardia, forces)
    return LAST * math.sqrt(all_three) * EARLIER ** max(0, left - 1)


def grasp(s: State, box: int, forces: Sequence[Force]) -> float:
    """How likely it is that the Allies have a box after their next player-turn."""
    near = nearness(s.edition, box)
    if not s.occupied[AXIS] >> box & 1:
        return KEPT if s.held[box] == ALLIED else KEPT * max([near[force.box] for force in forces], default=0.0)
    guard = force_at(s, AXIS, box, 1.0)
    chance = could_attack(s, ALLIED, forces, guard, 1.0) - could_attack(s, ALLIED, forces, guard, 0.0)
    return payable(s.edition, net(s, ALLIED)[1], box) * chance


def scouting(s: State) -> float:
    """How likely it is that somebody comes to Beda Fomm. The Allies move last: a Long Range Desert Force that waits a player-turn
    away need not hold it before that."""
    e = s.edition
    table = BY_DISTANCE if turns_to_go(s) else AT_LAST if is_late(s) else IN_MARCH
    far = [distance for distance in ways_to(s, e.beda_fomm, scouts_of(s)) if distance < len(table)]
    sure = sorted([table[distance] for distance in far], reverse=True)[: e.figure["lrdf"]]
    hope = sum([one * SECOND**n for n, one in enumerate(sure)])
    return hope * BARRED if s.occupied[AXIS] >> e.beda_fomm & 1 else hope


def turns_to_go(s: State) -> int:
    """Player-turns that the Allies have after this one."""
    return s.edition.scenario_rows[s.scenario].last_turn - s.turn


def ways_to(s: State, target: int, starts: list[int]) -> list[int]:
    """How far each start is from the target by boxes without enemies; too far, if there is no way."""
    e, closed, found = s.edition, s.occupied[AXIS], 1 << target
    edge, steps, far = found, 0, {target: 0}
    while edge and steps < len(BY_DISTANCE):
        steps, step = steps + 1, 0
        for box in members(edge):
            step |= e.around[box]
        edge = step & ~found & ~closed
        found |= edge
        far |= dict.fromkeys(members(edge), steps)
    return [far.get(start, len(BY_DISTANCE)) for start in starts]


def stages(s: State) -> list[int]:
    """Boxes without enemies from which a scout can go to Beda Fomm in a player-turn, and is not hunted so far."""
    e = s.edition
    return [box for box in range(e.boxes) if SEEN < e.distance[e.beda_fomm][box] <= TURN and not s.occupied[AXIS] >> box & 1]
