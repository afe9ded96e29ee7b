"""How good a position is: the points as they stand, those that are still to come, and the state of the armies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import DEAD, MANY, OCONNOR, SHORT, Edition, members
from sandtable.titles.blitzkrieg.frames import Battle, March
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, MOVED, OOS, OWNED, UNDER_WAY, State, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import net, payers, supplied_boxes

SCALE: Final = 30.0  # so many points ahead is a good lead
LASTS: Final = 0.85  # how much of what is held now is held a turn later
PRESENT: Final = 0.8  # a unit in play, and for each point of its Combat Value
VALUE: Final = 0.35
WAITING: Final = 0.85  # of what a unit is worth that is in the Holding Area
CUT_OFF: Final = 0.4  # of what a unit brings the enemy, and of its own worth, if it is out of supply: it may perish (6.1.1)
HURT: Final = 0.4  # of its points for a unit that was hit once
STORE: Final = 0.7  # a supply unit in the chain
LOOSE: Final = 0.3  # and one outside
EXPOSED: Final = 1.5  # an HQ or supply unit alone next to enemies
DRAWN: Final = 2.0  # what a victory box of the other side is worth to those near it
FAR: Final = 8.0
TAKEN: Final = 8.0  # for O'Connor, each of his goals that is held
FED: Final = 4.0  # what a goal is worth that supply reaches
OPEN: Final = 0.35  # of what a box is worth that lies open to enemies nearby
RISKED: Final = 0.45  # of the points of those in a battle that the loser loses
SHIELD: Final = 1.35  # what defenders are stronger: they fire first; and by a Fortified Box
WORKS: Final = 1.5
UNPAID: Final = 3.0  # for a battle that nobody can pay for
FIRM: Final = 1.6  # how quickly numbers decide
LEAST: Final = 0.2  # what those without any Combat Value count as


def judge(s: State, side: int) -> float:
    value = axis_value(s)
    return value if side == AXIS else -value


def axis_value(s: State) -> float:
    ahead = float(s.points[AXIS] - s.points[ALLIED])
    if s.frames:
        ahead += half(s, AXIS) - half(s, ALLIED)
        ahead += to_fight(s) if s.active == AXIS else -to_fight(s)
    return math.tanh(ahead / SCALE)


def half(s: State, side: int) -> float:
    held = boxes_to_come(s, side) - left_open(s, side)
    return held + army(s, side) + stores(s, side) + goals(s, side) + hq_worth(s, side) + fight(s, side)


def turns_to_come(s: State) -> float:
    left = s.edition.scenario_rows[s.scenario].last_turn - s.turn + 1
    return sum([LASTS**n for n in range(left)])


def boxes_to_come(s: State, side: int) -> float:
    """12.1: points of the boxes that are held; 14.3.2: and of those that have just been taken."""
    e = s.edition
    worth = turns_to_come(s) * sum([e.box_points[side][box] for box in e.victory if owner(s, box, s.flag) == side])
    if s.scenario == OCONNOR and side == ALLIED:
        worth += TAKEN * len([box for box in camps(e) if owner(s, box, s.held) == ALLIED])
    if s.scenario == SHORT:
        worth += sum([fall(e, box) for box in prizes(e) if owner(s, box, s.held) == side != s.held[box]])
    return worth


def owner(s: State, box: int, so_far: Sequence[int]) -> int:
    """Who will have a box when the phase ends."""
    for side in (ALLIED, AXIS):
        if s.occupied[side] >> box & 1 and not s.occupied[other(side)] >> box & 1:
            return side
    return so_far[box]


def prizes(e: Edition) -> tuple[int, ...]:
    """14.3.2: boxes whose fall brings points at once."""
    return e.tobruk, e.bardia, e.sollum


def fall(e: Edition, box: int) -> int:
    return e.figure[dict(zip(prizes(e), ("short_tobruk", "short_bardia", "short_sollum"), strict=True))[box]]


def camps(e: Edition) -> tuple[int, ...]:
    """15.3.1: what O'Connor is after."""
    return e.tobruk, e.bardia, e.beda_fomm


def left_open(s: State, side: int) -> float:
    """What may be lost with boxes of its own in which nobody stands, with enemies not far."""
    e, enemy = s.edition, other(side)
    bare = [box for box in e.victory if s.flag[box] == side and not s.occupied[side] >> box & 1 and e.near[box] & s.occupied[enemy]]
    worth = turns_to_come(s) * sum([e.box_points[ALLIED][box] + e.box_points[AXIS][box] for box in bare])
    if s.scenario == OCONNOR and side == AXIS:
        open = [box for box in camps(e) if s.held[box] == AXIS and not s.occupied[AXIS] >> box & 1]
        worth += TAKEN * len([box for box in open if e.near[box] & s.occupied[ALLIED]])
    return OPEN * worth


def army(s: State, side: int) -> float:
    e = s.edition
    good = supplied_boxes(s, side)
    worth = 0.0
    for unit in e.troops[side]:
        where = s.where[unit]
        if where < 0:
            worth -= 0.5 if where == DEAD else 0.0
            continue
        unit_worth = PRESENT + VALUE * e.cv[unit] + 0.2 * e.points[unit]
        if where >= e.boxes:
            worth += WAITING * unit_worth
            continue
        worth += unit_worth
        if not good >> where & 1 and not s.flags[unit] & LRDF:
            worth -= CUT_OFF * (unit_worth + e.points[unit])
        if s.flags[unit] & DAMAGED:
            worth -= HURT * e.points[unit]
        if s.flags[unit] & OOS:
            worth -= 0.2
    return worth


def stores(s: State, side: int) -> float:
    """Supply units; those alone next to enemies may soon be theirs."""
    e = s.edition
    chain = net(s, side)[1]
    worth = STORE * stock_at(s, side, e.holding)
    for box in members(s.dumps[side]):
        count = stock_at(s, side, box)
        worth += count * (STORE + 0.1 if chain >> box & 1 else LOOSE)
        if not s.occupied[side] >> box & 1 and e.around[box] & s.occupied[other(side)]:
            worth -= EXPOSED * count
    return worth


def hq_worth(s: State, side: int) -> float:
    e, hq = s.edition, s.hq[side]
    if hq < 0:
        return -3.0
    box = s.where[hq]
    if not 0 <= box < e.boxes:
        return -0.5
    alone = not s.occupied[side] >> box & 1
    return -EXPOSED * (2.0 if e.around[box] & s.occupied[other(side)] else 0.4) if alone else 0.0


def wanted(s: State, side: int) -> tuple[int, ...]:
    """What a side is after: the victory boxes of the other one."""
    e = s.edition
    if s.scenario == OCONNOR and side == ALLIED:
        return tuple([box for box in camps(e) if s.held[box] != ALLIED])
    if s.scenario == SHORT and side == AXIS:
        return tuple([box for box in prizes(e) if s.held[box] != AXIS])
    return tuple([box for box in e.victory if s.flag[box] != side])


def goals(s: State, side: int) -> float:
    """Troops draw near to what they want, and supply after them."""
    e, aims = s.edition, wanted(s, side)
    if not aims:
        return 0.0
    worth = FED * math.exp(-min(away(e, net(s, side)[0], aims)) / FAR)
    for box in members(s.occupied[side]):
        near = min([e.distance[box][goal] for goal in aims])
        force = sum([1 + e.cv[u] for u in stack_at(s, side, box)])
        worth += DRAWN * min(1.0, force / 12.0) * math.exp(-near / FAR)
    return worth


@lru_cache(4096)
def away(e: Edition, boxes: int, aims: tuple[int, ...]) -> tuple[int, ...]:
    """How far each aim is from the nearest of these boxes."""
    from_boxes = [e.distance[box] for box in members(boxes & (1 << e.boxes) - 1)]
    return tuple([min([distance[goal] for distance in from_boxes], default=MANY) for goal in aims])


def to_fight(s: State) -> float:
    """Battles that are still to come in this player-turn, to the side whose turn it is."""
    return sum([at_stake(s, box) for box in members(s.occupied[ALLIED] & s.occupied[AXIS])])


def at_stake(s: State, box: int) -> float:
    """What its attackers may hope for: what the defenders stand to lose and the box, against what they stand to lose themselves."""
    e, side = s.edition, s.active
    ours, theirs = stack_at(s, side, box), stack_at(s, other(side), box)
    if not payers(s, side, box) and not all([s.flags[u] & LRDF for u in ours]):
        return -UNPAID
    chance: float = 1 / (1 + (shield(s, box) * force(s, theirs) / force(s, ours)) ** FIRM)
    prize = RISKED * sum([e.points[u] for u in theirs]) + 0.5
    if s.flag[box] == other(side):
        prize += turns_to_come(s) * (e.box_points[ALLIED][box] + e.box_points[AXIS][box])
    if s.scenario == SHORT and box in prizes(e) and s.held[box] != side:
        prize += fall(e, box)
    return chance * prize - (1 - chance) * RISKED * sum([e.points[u] for u in ours])


def force(s: State, units: Sequence[int]) -> float:
    """Hits that they deal a round, and hits that they can take: the product decides (Lanchester)."""
    fire = sum([s.edition.cv[u] for u in units]) or LEAST
    return fire * sum([1 if s.flags[u] & DAMAGED else 2 for u in units])


def shield(s: State, box: int) -> float:
    return SHIELD * (WORKS if s.works[box] & OWNED[other(s.active)] and not s.works[box] & UNDER_WAY else 1.0)


def fight(s: State, side: int) -> float:
    """A battle under way: what stands against what."""
    f = within(s, Battle)
    if f is None or not f.round or f.winner >= 0:
        return 0.0
    front = [u for u in f.front if s.edition.side[u] == side]
    return 0.15 * len(front)


IDLE: Final = ("burn", "relay", "part", "refuse", "lrdf")


def is_idle(s: State, o: Option) -> bool:
    """What hardly ever helps, and to drive on who has gone already."""
    return o[0] in IDLE or (o[0] == "spur" and s.flags[o[1]] & MOVED != 0)


def is_eager(s: State, o: Option) -> bool:
    """Cards that can only help, air that is free, and the division that goes along with its armour."""
    if o[0] in ("fly", "draw", "replace", "upgrade", "play", "revive", "hasten"):
        return True
    f = within(s, March)
    return o[0] == "with" and f is not None and bool(f.units) and same_division(s, f.units[0], o[1])


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
