"""How good a position is: the points as they stand, those that are still to come, and the state of the armies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import DEAD, MANY, OCONNOR, SHORT, Edition, members
from sandtable.titles.blitzkrieg.frames import Battle, Combat, March, Movement
from sandtable.titles.blitzkrieg.judge_battle import (
    GRAVE,
    Force,
    could_attack,
    forces_of,
    nearness,
    payable,
    points_of,
    use_of,
    waiting_battle,
)
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, MOVED, State, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import depots_of, net, open_to, payers, spread, supplied_boxes, with_garrisons

SCALE: Final = 30.0  # so many points ahead is a good lead
LASTS: Final = 0.85  # how much of what is held now is held a turn later
SOON: Final = 3.0  # turns before the end in which what a unit can still do begins to count for less
WAITING: Final = 0.85  # of what a unit is worth that is in the Holding Area
CUT_OFF: Final = 0.4  # of what a unit brings the enemy, and of its own worth, if it is out of supply: it may perish (6.1.1)
SURRENDER: Final = 0.6  # the same of Italians in O'Connor's Offensive (15.1)
SHAKY: Final = 0.15  # of that, if it will be out of supply as soon as somebody takes what lies open
SPENDING: Final = 0.6  # and if the supply units that pay for battles are missed then
RAID: Final = 3  # boxes that a raider goes
HURT: Final = 0.1  # of its points for a unit that was hit once: who survives is mended
STORE: Final = 0.5  # a supply unit in the chain
LOOSE: Final = 0.2  # and one outside
FORWARD: Final = 0.8  # more at the front
EXPOSED: Final = 1.5  # an HQ or supply unit alone next to enemies
LEADS: Final = 1.0  # an HQ with its troops at the front
TAKEN: Final = 18.0  # for O'Connor, each of his goals that is held
UNFED: Final = 0.5  # of that for Beda Fomm out of supply
HASTE: Final = 0.2  # each turn more for each box that somebody is nearer to Beda Fomm
ROAD: Final = 12  # boxes from the frontier
LEAD: Final = 35.0  # points ahead that O'Connor is after; more count for little
BEYOND: Final = 0.3
READY: Final = 0.25  # of what a side could do next from where it stands
FEAR: Final = 0.1  # of what the other one could
NEXT: Final = 0.5  # and of the second best thing, the third, ...
OPEN: Final = 0.8  # the chance to walk into a box that nobody holds
UNPAID: Final = 3.0  # for a battle that nobody can pay for
SPENT: Final = 0.8  # the supply unit that pays for one


def judge(s: State, side: int) -> float:
    foe = other(side)
    ahead = float(s.points[side] - s.points[foe])
    if s.scenario == OCONNOR:
        ahead = enough(ahead) if side == ALLIED else -enough(-ahead)
    if s.frames:
        horizon = min(1.0, (turns_left(s) + 0.4) / SOON)
        ours, theirs = sight_of(s, side, horizon), sight_of(s, foe, horizon)
        fights = to_fight(s, horizon)
        ahead += half(s, side, ours, theirs, horizon, fights, READY) - half(s, foe, theirs, ours, horizon, fights, FEAR)
        ahead += fights.worth if s.active == side else -fights.worth
    return ahead / (SCALE + abs(ahead))  # no lead is so great that nothing matters any more


def enough(ahead: float) -> float:
    """15.3.1: O'Connor needs a lead, and no more."""
    return min(ahead, LEAD + BEYOND * (ahead - LEAD))


class Sight(NamedTuple):
    """What a side has: its units box by box, the boxes in supply, those whose supply units are in the chain."""

    forces: list[Force]
    good: int
    chain: int


def sight_of(s: State, side: int, horizon: float) -> Sight:
    fed, chain = net(s, side)
    good = with_garrisons(s, side, fed)
    return Sight(forces_of(s, side, good, horizon), good, chain)


class Fights(NamedTuple):
    """Battles that are still to come in this player-turn: what they are worth to the side whose turn it is, and the boxes whose
    last supply units pay for them."""

    worth: float
    emptied: int


NO_FIGHTS: Final = Fights(0.0, 0)


def half(s: State, side: int, ours: Sight, theirs: Sight, horizon: float, fights: Fights, ready: float) -> float:
    """What a side has, and what it could do."""
    could, front = prospects(s, side, ours, theirs)
    emptied = fights.emptied if s.active == side else 0
    has = boxes_to_come(s, side) + army(s, side, ours, horizon, emptied) + stores(s, side, ours, front) + hq_worth(s, side, front)
    return has + ready * could + fight(s, side)


# Boxes


def turns_left(s: State) -> int:
    return s.edition.scenario_rows[s.scenario].last_turn - s.turn


def turns_to_come(s: State) -> float:
    """Turns in which a box will bring points."""
    return TURNS[turns_left(s) + 1]


TURNS: Final = tuple([sum([LASTS**n for n in range(left)]) for left in range(30)])


def boxes_to_come(s: State, side: int) -> float:
    """12.1: points of the boxes that are held; 14.3.2: and of those that have just been taken; 15.3.1: what O'Connor is after."""
    e = s.edition
    worth = turns_to_come(s) * sum([e.box_points[side][box] for box in e.victory if owner(s, box, s.flag) == side])
    if s.scenario == OCONNOR and side == ALLIED:
        worth += TAKEN * len([box for box in (e.tobruk, e.bardia) if owner(s, box, s.held) == ALLIED]) + beda_fomm(s)
    if s.scenario == SHORT:
        worth += sum([fall(e, box) for box in prizes(e) if owner(s, box, s.held) == side != s.held[box]])
    return worth


def owner(s: State, box: int, so_far: Sequence[int]) -> int:
    """Who will have a box when the phase ends."""
    for side in (ALLIED, AXIS):
        if s.occupied[side] >> box & 1 and not s.occupied[other(side)] >> box & 1:
            return side
    return so_far[box]


def beda_fomm(s: State) -> float:
    """15.3.1: it must be held by somebody in supply, and until then somebody had better be on the way."""
    e, box = s.edition, s.edition.beda_fomm
    if not s.occupied[ALLIED] >> box & 1:
        away = min([e.distance[box][there] for there in members(s.occupied[ALLIED])], default=MANY)
        return HASTE * s.turn * max(0, ROAD - away)
    fed = supplied_boxes(s, ALLIED) >> box & 1 or any([s.flags[u] & LRDF for u in stack_at(s, ALLIED, box)])
    return TAKEN if fed else UNFED * TAKEN


def prizes(e: Edition) -> tuple[int, ...]:
    """14.3.2: boxes whose fall brings points at once."""
    return e.tobruk, e.bardia, e.sollum


def fall(e: Edition, box: int) -> int:
    return e.figure[dict(zip(prizes(e), ("short_tobruk", "short_bardia", "short_sollum"), strict=True))[box]]


def camps(e: Edition) -> tuple[int, ...]:
    """15.3.1: what O'Connor is after."""
    return e.tobruk, e.bardia, e.beda_fomm


@lru_cache(8)
def key_boxes(e: Edition) -> tuple[int, ...]:
    """Boxes that may bring something."""
    return tuple(sorted({*e.victory, *prizes(e), *camps(e)}))


def prize(s: State, side: int, box: int) -> float:
    """What a box would bring a side that takes it."""
    e, worth = s.edition, 0.0
    if box not in key_boxes(e):
        return worth
    if box in e.victory and s.flag[box] != side:
        worth += turns_to_come(s) * (e.box_points[ALLIED][box] + e.box_points[AXIS][box])
    if s.scenario == SHORT and box in prizes(e) and s.held[box] != side:
        worth += fall(e, box)
    if s.scenario == OCONNOR and box in camps(e) and (s.held[box] == ALLIED) != (side == ALLIED):
        worth += TAKEN
    return worth


# The armies


def army(s: State, side: int, sight: Sight, horizon: float, emptied: int) -> float:
    e, good, where = s.edition, sight.good, s.where
    sure, later = sure_net(s, side), net_without(s, side, emptied) if emptied else -1
    dead = len([u for u in e.troops[side] if where[u] == DEAD])
    worth = WAITING * horizon * use_of(e, stack_at(s, side, e.holding)) - GRAVE * dead
    for box in members(s.occupied[side]):
        units = stack_at(s, side, box)
        worth += horizon * use_of(e, units)
        worth -= HURT * sum([e.points[u] for u in units if s.flags[u] & DAMAGED])
        risk = 1.0 if not good >> box & 1 else SPENDING if not later >> box & 1 else SHAKY if not sure >> box & 1 else 0.0
        if risk:
            worth -= risk * hunger(s, side, units, horizon)
    return worth


def net_without(s: State, side: int, emptied: int) -> int:
    """What is in supply once these boxes have no supply units."""
    open = open_to(s, side)
    return spread(s.edition, open, s.dumps[side] & open & ~emptied, depots_of(s, side, open))[0]


def hunger(s: State, side: int, units: tuple[int, ...], horizon: float) -> float:
    """What may be lost with units out of supply."""
    units = tuple([u for u in units if not s.flags[u] & LRDF])
    risk = SURRENDER if s.scenario == OCONNOR and side == AXIS else CUT_OFF
    return risk * (points_of(s.edition, units) + horizon * use_of(s.edition, units))


def sure_net(s: State, side: int) -> int:
    """What is in supply without the supply units that an enemy could simply take."""
    bare = s.dumps[side] & ~s.occupied[side] & raided(s.edition, s.occupied[other(side)], s.occupied[side])
    return net(s, side, left=bare)[0] if bare else -1


@lru_cache(4096)
def raided(e: Edition, raiders: int, held: int) -> int:
    """Boxes that raiders can come to in one march, past those that are held."""
    found = raiders & ~held
    for _ in range(RAID):
        step = 0
        for box in members(found):
            step |= e.around[box]
        found |= step & ~held
    return found


def stores(s: State, side: int, sight: Sight, front: int) -> float:
    """Supply units, more near the front; those alone next to enemies may soon be theirs."""
    e, chain = s.edition, sight.chain
    near = nearness(e, front)
    worth = LOOSE * stock_at(s, side, e.holding)
    for box in members(s.dumps[side]):
        count = stock_at(s, side, box)
        worth += count * (STORE + FORWARD * near[box] if chain >> box & 1 else LOOSE)
        if not s.occupied[side] >> box & 1 and e.around[box] & s.occupied[other(side)]:
            worth -= EXPOSED * count
    return worth


def hq_worth(s: State, side: int, front: int) -> float:
    e, hq = s.edition, s.hq[side]
    if hq < 0:
        return -3.0
    box = s.where[hq]
    if not 0 <= box < e.boxes:
        return -0.5
    if s.occupied[side] >> box & 1:
        return LEADS * nearness(e, front)[box]
    return -EXPOSED * (2.0 if e.around[box] & s.occupied[other(side)] else 0.4)


# What can be done


def prospects(s: State, side: int, ours: Sight, theirs: Sight) -> tuple[float, int]:
    """What a side could do next from where it stands, the best thing first; and where that is."""
    e = s.edition
    contested = s.occupied[ALLIED] & s.occupied[AXIS]
    found: list[tuple[float, int]] = []
    for force in theirs.forces:
        if not contested >> force.box & 1:
            worth = could_attack(s, side, ours.forces, force, prize(s, side, force.box))
            found.append((payable(e, ours.chain, force.box) * worth, force.box))
    for box in key_boxes(e):
        if not (s.occupied[ALLIED] | s.occupied[AXIS]) >> box & 1 and (worth := prize(s, side, box)):
            near = nearness(e, box)
            found.append((OPEN * worth * max([near[force.box] for force in ours.forces], default=0.0), box))
    found.sort(reverse=True)
    share, worth = 1.0, 0.0
    for one, _ in found:
        worth += share * one
        share *= NEXT
    return worth, found[0][1] if found else e.tobruk


def to_fight(s: State, horizon: float) -> Fights:
    """The best ones are paid for first."""
    side, contested = s.active, s.occupied[ALLIED] & s.occupied[AXIS]
    if not contested:
        return NO_FIGHTS
    under_way = within(s, Battle)
    left = {place: stock_at(s, side, place) * pays(s) for place in (*members(s.dumps[side]), s.edition.holding)}
    found = sorted([(waiting_battle(s, box, horizon, prize(s, side, box)), box) for box in members(contested)], reverse=True)
    worth, emptied = 0.0, 0
    for hope, box in found:
        if all([s.flags[u] & LRDF for u in stack_at(s, side, box)]):
            worth += hope
            continue
        able = [place for place in payers(s, side, box) if left[place]]
        if under_way is not None and under_way.box == box and under_way.payer in left:
            able = [under_way.payer]
        if not able:
            worth -= UNPAID
            continue
        payer = max(able, key=left.__getitem__)
        left[payer] -= 1
        worth += hope - SPENT
        emptied |= (not left[payer] and payer < s.edition.boxes) << payer
    return Fights(worth, emptied)


def pays(s: State) -> int:
    """14.2.1: battles that a supply unit pays for: two in the first Combat Phase of the Short Game."""
    phase = within(s, Movement) or within(s, Combat)
    late = phase is not None and (phase.motorized if isinstance(phase, Movement) else phase.limited)
    opening = s.scenario == SHORT and s.active == AXIS and s.turn == s.edition.scenario_rows[SHORT].first_turn
    return 2 if opening and not late else 1


def fight(s: State, side: int) -> float:
    """A battle under way: what stands against what."""
    f = within(s, Battle)
    if f is None or not f.round or f.winner >= 0:
        return 0.0
    front = [u for u in f.front if s.edition.side[u] == side]
    return 0.15 * len(front)


IDLE: Final = ("burn", "relay", "part", "refuse", "lrdf")


def is_idle(s: State, o: Option) -> bool:
    """What hardly ever helps, to drive on who has gone already, and to turn back on the road."""
    if o[0] == "go":
        f = s.frames[-1]
        return isinstance(f, March) and f.spent > 0 and o[1] == f.last
    return (o[0] in IDLE and not is_raider(s, o)) or (o[0] == "spur" and s.flags[o[1]] & MOVED != 0)


def is_eager(s: State, o: Option) -> bool:
    """Cards that can only help, air that is free, recon that must live in the desert, the division along with its armour."""
    if o[0] in ("fly", "draw", "replace", "upgrade", "play", "revive", "hasten") or is_raider(s, o):
        return True
    f = within(s, March)
    return o[0] == "with" and f is not None and bool(f.units) and same_division(s, f.units[0], o[1])


def is_raider(s: State, o: Option) -> bool:
    """7.4.8: recon out of supply had better be a Long Range Desert Force; 15.3.1: one of them can hold Beda Fomm for O'Connor."""
    if o[0] != "lrdf":
        return False
    side, box = s.edition.side[o[1]], s.where[o[1]]
    if s.scenario == OCONNOR and side == ALLIED and box == s.edition.beda_fomm:
        return True
    return not supplied_boxes(s, side) >> box & 1


def same_division(s: State, one: int, two: int) -> bool:
    division = s.edition.division[1]
    return two < s.edition.units and division[one] >= 0 and division[one] == division[two]


HINTS: Final = Hints(
    strides=("go", "halt", "sail", "rail", "outflank"),
    actions=("move", "done"),
    marches=("move",),
    halts=("halt",),
    rounds=("fight",),
    eager=is_eager,
    idle=is_idle,
)
