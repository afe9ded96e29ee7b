"""How good a position is: the points as they stand, those that are still to come, and the state of the armies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.combat import battles_paid, is_late
from sandtable.titles.blitzkrieg.edition import ATTACK, DEAD, MANY, MOVEMENT, OCONNOR, SHORT, SUPPLY, Edition, mask, members
from sandtable.titles.blitzkrieg.frames import Battle, March, Movement
from sandtable.titles.blitzkrieg.movement import can_go_on, can_travel, limits
from sandtable.titles.blitzkrieg.robot.judge_battle import (
    GRAVE,
    Force,
    away_from,
    could_attack,
    nearness,
    payable,
    use_of,
    waiting_battle,
)
from sandtable.titles.blitzkrieg.robot.judge_supply import Sight, hunger, net_without, sight_of, stores, sure_net, with_army
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, MOVED, State, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import payers, supplied_boxes

SCALE: Final = 30.0  # so many points ahead is a good lead
LASTS: Final = 0.85  # how much of what is held now is held a turn later
SOON: Final = 3.0  # turns before the end in which what a unit can still do begins to count for less
WAITING: Final = 0.85  # of what a unit is worth that is in the Holding Area
SPENDING: Final = 0.6  # of what hunger may cost, if the supply units that pay for battles will be missed
SHAKY: Final = 0.05  # and if somebody need only take supply units that lie open
HURT: Final = 0.1  # of its points for a unit that was hit once: who survives is mended
LEADS: Final = 1.0  # an HQ with the army
ALONE: Final = 0.6  # an HQ without troops
PREY: Final = 3.0  # next to enemies
RECKLESS: Final = 1.0  # in an attack that it does not help
TAKEN: Final = 18.0  # for O'Connor, each of his goals that is held
UNFED: Final = 0.5  # of that for Beda Fomm out of supply
HASTE: Final = 0.2  # each turn more for each box that somebody is nearer to Beda Fomm
ROAD: Final = 12  # boxes from the frontier
LEAD: Final = 35.0  # points ahead that O'Connor is after; more count for little
BEYOND: Final = 0.3
LAST_CHANCE: Final = 0.5  # of what could be done, if only half of a player-turn is left for it
READY: Final = 0.25  # of what a side could do next from where it stands
FEAR: Final = 0.15  # of what the other one could
NEXT: Final = 0.5  # and of the second best thing, the third, ...
OPEN: Final = 1.5  # to walk into a box that nobody holds is surer than to take it
UNPAID: Final = 3.0  # for a battle that nobody can pay for
SPENT: Final = 0.6  # the supply unit that pays for one
BARE: Final = 0.35  # of what an enemy would have of a box that he can simply walk into
BEHIND: Final = 0.05  # each unit, for each box that it is too far from everything
AT_HAND: Final = 3.0  # boxes that are near enough
ASTRAY: Final = 0.15  # a unit or supply unit where only tracks lead
SCARCE: Final = 5  # supply units that O'Connor has left, and would like to have more
STIR: Final = 0.05  # a unit that has set out: next to nothing is no reason
TRAFFIC: Final = 0.1  # and a supply unit


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
        turn = fights.worth - unrest(s)
        ahead += turn if s.active == side else -turn
    return ahead / (SCALE + abs(ahead))  # no lead is so great that nothing matters any more


def enough(ahead: float) -> float:
    """15.3.1: O'Connor needs a lead, and no more."""
    return min(ahead, LEAD + BEYOND * (ahead - LEAD))


def unrest(s: State) -> float:
    """Nobody sets out for next to nothing."""
    moved = len([u for u in s.edition.troops[s.active] if s.flags[u] & MOVED])
    return STIR * moved + TRAFFIC * sum(s.fresh) if within(s, Movement) else 0.0


class Fights(NamedTuple):
    """Battles that are still to come in this player-turn: what they are worth to the side whose turn it is, and the boxes whose
    last supply units pay for them."""

    worth: float
    emptied: int


NO_FIGHTS: Final = Fights(0.0, 0)


def half(s: State, side: int, ours: Sight, theirs: Sight, horizon: float, fights: Fights, ready: float) -> float:
    """What a side has, and what it could do."""
    emptied = fights.emptied if s.active == side else 0
    has = boxes_to_come(s, side) - left_open(s, side, ours.open) + army(s, side, ours, horizon, emptied)
    has += horizon * (stores(s, side, ours) + hq_worth(s, side, ours.forces) - straggling(s, side))
    time = time_left(s, side)
    return has + (time * ready * prospects(s, side, ours, theirs) if time else 0.0) + fight(s, side)


# Boxes


def turns_left(s: State) -> int:
    return s.edition.scenario_rows[s.scenario].last_turn - s.turn


def time_left(s: State, side: int) -> float:
    """How much of what a side could do it can still do before the game ends."""
    if turns_left(s):
        return 1.0
    if s.active != side:
        return 1.0 if s.active == AXIS else 0.0  # the Allies move last
    return 0.0 if is_late(s) else LAST_CHANCE


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
    """15.3.1: it must be held by somebody in supply in the end, and until then somebody had better be on the way."""
    e, box = s.edition, s.edition.beda_fomm
    if turns_left(s) or not s.occupied[ALLIED] >> box & 1:
        away = min([e.distance[box][there] for there in scouts_of(s) or members(s.occupied[ALLIED])], default=MANY)
        return HASTE * s.turn * max(0, ROAD - away)
    fed = supplied_boxes(s, ALLIED) >> box & 1 or any([s.flags[u] & LRDF for u in stack_at(s, ALLIED, box)])
    return TAKEN if fed else UNFED * TAKEN


def scouts_of(s: State) -> list[int]:
    """Where the Allies have Long Range Desert Forces, or recon units that may become so and are on their own."""
    e = s.edition
    found = [u for u in e.recon[ALLIED] if 0 <= s.where[u] < e.boxes]
    named = [u for u in found if s.flags[u] & LRDF]
    if len(named) < e.figure["lrdf"]:
        named += [u for u in found if not s.flags[u] & LRDF and len(stack_at(s, ALLIED, s.where[u])) == 1]
    return [s.where[u] for u in named]


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


def left_open(s: State, side: int, open: int) -> float:
    """What enemies need only walk into."""
    foe = other(side)
    return BARE * sum([prize(s, foe, box) for box in key_boxes(s.edition) if open >> box & 1 and owner(s, box, s.held) == side])


# The armies


def army(s: State, side: int, sight: Sight, horizon: float, emptied: int) -> float:
    e, good, where = s.edition, sight.good, s.where
    sure, later = sure_net(s, side, sight.open), net_without(s, side, emptied) if emptied else -1
    dead = len([u for u in e.troops[side] if where[u] == DEAD])
    worth = WAITING * horizon * use_of(e, stack_at(s, side, e.holding)) - GRAVE * dead
    for box in members(s.occupied[side]):
        units = stack_at(s, side, box)
        worth += horizon * use_of(e, units)
        worth -= HURT * sum([e.points[u] for u in units if s.flags[u] & DAMAGED])
        if not good >> box & 1:
            worth -= hunger(s, side, units, horizon)
        elif not later >> box & 1:
            worth -= SPENDING * hunger(s, side, units, horizon)
        elif not sure >> box & 1:
            worth -= SHAKY * hunger(s, side, units, horizon)
    return worth


def straggling(s: State, side: int) -> float:
    """Units that are far from enemies and from everything that is to be had, or deep in the desert."""
    e = s.edition
    wanted = mask([box for box in key_boxes(e) if owner(s, box, s.held) != side])
    far = away_from(e, s.occupied[other(side)] | wanted)
    lost = sum([len(stack_at(s, side, box)) for box in members(s.occupied[side] & desert(e))])
    lost += sum([stock_at(s, side, box) for box in members(s.dumps[side] & desert(e))])
    behind = sum([len(stack_at(s, side, box)) * max(0.0, far[box] - AT_HAND) for box in members(s.occupied[side])])
    return BEHIND * behind + ASTRAY * lost


@lru_cache(8)
def desert(e: Edition) -> int:
    """Boxes to which only tertiary roads lead."""
    return mask([box for box in range(e.boxes) if not e.broad_around[box]])


def hq_worth(s: State, side: int, forces: Sequence[Force]) -> float:
    e, hq = s.edition, s.hq[side]
    if hq < 0:
        return -3.0
    box = s.where[hq]
    if not 0 <= box < e.boxes:
        return -0.5
    if not s.occupied[side] >> box & 1:
        return -(PREY if s.active == side and e.around[box] & s.occupied[other(side)] else ALONE)
    idle = s.active == side and s.occupied[other(side)] >> box & 1 and not s.bonus[side] >> ATTACK & 1
    return LEADS * with_army(e, forces, box) - (RECKLESS if idle else 0.0)


# What can be done


def prospects(s: State, side: int, ours: Sight, theirs: Sight) -> float:
    """What a side could do next from where it stands, the best thing first."""
    e = s.edition
    contested = s.occupied[ALLIED] & s.occupied[AXIS]
    found, worth = list[float](), 0.0
    for force in theirs.forces:
        if not contested >> force.box & 1:
            hope = could_attack(s, side, ours.forces, force, prize(s, side, force.box))
            found.append(payable(e, ours.chain, force.box) * hope)
    for box in key_boxes(e) if s.active == side else ():
        if not (s.occupied[ALLIED] | s.occupied[AXIS]) >> box & 1 and (bait := prize(s, side, box)):
            near = nearness(e, box)
            worth += OPEN * bait * max([near[force.box] for force in ours.forces], default=0.0)
    found.sort(reverse=True)
    share = 1.0
    for one in found:
        worth += share * one
        share *= NEXT
    return worth


def to_fight(s: State, horizon: float) -> Fights:
    """The best ones are paid for first."""
    side, contested = s.active, s.occupied[ALLIED] & s.occupied[AXIS]
    if not contested:
        return NO_FIGHTS
    under_way = within(s, Battle)
    left = {place: stock_at(s, side, place) * battles_paid(s) for place in (*members(s.dumps[side]), s.edition.holding)}
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
        worth += hope - horizon * SPENT
        emptied |= (not left[payer] and payer < s.edition.boxes) << payer
    return Fights(worth, emptied)


def fight(s: State, side: int) -> float:
    """A battle under way: what stands against what."""
    f = within(s, Battle)
    if f is None or not f.round or f.winner >= 0:
        return 0.0
    front = [u for u in f.front if s.edition.side[u] == side]
    return 0.15 * len(front)


IDLE: Final = ("burn", "relay", "part", "refuse", "lrdf", "spur")


def is_idle(s: State, o: Option) -> bool:
    """What hardly ever helps, a card for a box more that nobody then goes, to turn back on the road, and to be too many for any."""
    if o[0] in ("go", "with"):
        f = s.frames[-1]
        if not isinstance(f, March):
            return False
        return f.spent > 0 and o[1] == f.last if o[0] == "go" else are_too_many(s, f, o[1])
    return o[0] in IDLE and not is_raider(s, o)


def are_too_many(s: State, f: March, unit: int) -> bool:
    """With one more nobody would get anywhere."""
    units = tuple(sorted([*f.units, unit]))
    together = March(f.side, units, False, f.here, f.motorized, *limits(s, units, f.motorized))
    return not can_go_on(s, together) and not can_travel(s, together)


def is_eager(s: State, o: Option) -> bool:
    """Cards that can only help, air that is free, recon that must live in the desert, the division along with its armour."""
    if o[0] in ("fly", "draw", "replace", "upgrade", "play", "revive", "hasten") or is_raider(s, o):
        return True
    if o[0] == "bonus":
        return o[1] == best_bonus(s)
    f = within(s, March)
    return o[0] == "with" and f is not None and bool(f.units) and same_division(s, f.units[0], o[1])


def best_bonus(s: State) -> int:
    """11.3.1: a supply unit is a battle; in the last turn there is nothing to wait for. O'Connor has far to go, as long as he has
    supplies; if he has two bonuses, that is the first."""
    if s.scenario == OCONNOR and s.active == ALLIED and not is_short_of_supplies(s) and not s.bonus[ALLIED] >> MOVEMENT & 1:
        return MOVEMENT
    return SUPPLY if turns_left(s) else ATTACK


def is_short_of_supplies(s: State) -> bool:
    """15.2: he begins with five units, and gets one each turn."""
    places = (*members(s.dumps[ALLIED]), s.edition.holding)
    return s.turn > 1 and turns_left(s) > 0 and sum([stock_at(s, ALLIED, place) for place in places]) <= SCARCE


def is_raider(s: State, o: Option) -> bool:
    """7.4.8: recon out of supply had better be a Long Range Desert Force; 15.3.1: one of them can hold Beda Fomm for O'Connor."""
    if o[0] != "lrdf":
        return False
    side, box = s.edition.side[o[1]], s.where[o[1]]
    if s.scenario == OCONNOR and side == ALLIED and box == s.edition.beda_fomm:
        return True
    return not supplied_boxes(s, side) >> box & 1


def same_division(s: State, one: int, two: int) -> bool:
    """A Long Range Desert Force has left its division."""
    division = s.edition.division[1]
    if two >= s.edition.units or (s.flags[one] | s.flags[two]) & LRDF:
        return False
    return division[one] >= 0 and division[one] == division[two]


HINTS: Final = Hints(
    strides=("go", "halt", "sail", "rail", "outflank"),
    actions=("move", "done"),
    marches=("move",),
    halts=("halt",),
    rounds=("fight",),
    eager=is_eager,
    idle=is_idle,
)
