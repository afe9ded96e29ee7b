"""What supply is worth to a side: who is fed, what feeds them, and what enemies could take of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.sides import AXIS, other
from sandtable.titles.blitzkrieg.edition import ARM, OCONNOR, RECON, Edition, mask, members
from sandtable.titles.blitzkrieg.robot.judge_battle import Force, forces_of, nearness, points_of, use_of
from sandtable.titles.blitzkrieg.state import LRDF, State, stock_at
from sandtable.titles.blitzkrieg.supply import depots_of, net, open_to, spread, with_garrisons

CUT_OFF: Final = 0.4  # of what a unit brings the enemy, and of its own worth, if it is out of supply: it may perish (6.1.1)
SURRENDER: Final = 0.6  # the same of Italians in O'Connor's Offensive (15.1)
RAID: Final = 3  # boxes that a raider goes
STORE: Final = 0.7  # a supply unit in the chain
STOCKED: Final = 0.6  # one that is still to come
LOOSE: Final = 0.2  # and one outside
FORWARD: Final = 0.8  # more with the army
EXPOSED: Final = 1.5  # a supply unit alone next to enemies


class Sight(NamedTuple):
    """What a side has: its units box by box, the boxes in supply, those whose supply units are in the chain, and those that
    enemies could enter in their own turn; there is still time to do something about it in the other one."""

    forces: list[Force]
    good: int
    chain: int
    open: int


def sight_of(s: State, side: int, horizon: float) -> Sight:
    fed, chain = net(s, side)
    good = with_garrisons(s, side, fed)
    return Sight(forces_of(s, side, good, horizon), good, chain, raided(s, side) if s.active == side else 0)


def net_without(s: State, side: int, emptied: int) -> int:
    """What is in supply once these boxes have no supply units."""
    open = open_to(s, side)
    return spread(s.edition, open, s.dumps[side] & open & ~emptied, depots_of(s, side, open))[0]


def hunger(s: State, side: int, units: tuple[int, ...], horizon: float) -> float:
    """What may be lost with units out of supply; 7.4.8: not with recon that is a desert force, or can still become one."""
    units = tuple([u for u in units if not s.flags[u] & LRDF])
    if any([s.edition.type[u] == RECON for u in units]) and desert_forces(s, side) < s.edition.figure["lrdf"]:
        units = tuple([u for u in units if s.edition.type[u] != RECON])
    risk = SURRENDER if s.scenario == OCONNOR and side == AXIS else CUT_OFF
    return risk * (points_of(s.edition, units) + horizon * use_of(s.edition, units))


def desert_forces(s: State, side: int) -> int:
    return len([u for u in s.edition.recon[side] if s.flags[u] & LRDF])


def sure_net(s: State, side: int, open: int) -> int:
    """What is in supply without the supply units that an enemy could simply take."""
    bare = s.dumps[side] & open
    return net(s, side, left=bare)[0] if bare else -1


def raided(s: State, side: int) -> int:
    """Boxes without units of a side to which enemies can come in one march, past its units or, with armour, through them."""
    foe = other(side)
    return in_raid(s.edition, s.occupied[foe] & ~s.occupied[side], tanks_of(s, foe), s.occupied[side])


def tanks_of(s: State, side: int) -> int:
    return mask([box for u in armour(s.edition, side) if 0 <= (box := s.where[u]) < s.edition.boxes])


@lru_cache(16)
def armour(e: Edition, side: int) -> tuple[int, ...]:
    return tuple([u for u in e.troops[side] if e.type[u] == ARM])


@lru_cache(4096)
def in_raid(e: Edition, raiders: int, tanks: int, held: int) -> int:
    found = raiders
    for box in members(tanks):
        for passed in members(e.around[box] & held):
            found |= e.around[passed] & ~held  # 8.7
    for _ in range(RAID):
        step = 0
        for box in members(found & ~held):
            step |= e.around[box]
        found |= step & ~held
    return found


def with_army(e: Edition, forces: Sequence[Force], box: int) -> float:
    """How near a box is to the army."""
    near, whole = nearness(e, box), sum([force.worth for force in forces])
    return sum([force.worth * near[force.box] for force in forces]) / whole if whole else 0.0


def stores(s: State, side: int, sight: Sight) -> float:
    """Supply units, more with the army; those alone next to enemies may soon be theirs."""
    e, chain = s.edition, sight.chain
    worth = STOCKED * stock_at(s, side, e.holding)
    for box in members(s.dumps[side]):
        count = stock_at(s, side, box)
        worth += count * (STORE + FORWARD * with_army(e, sight.forces, box) if chain >> box & 1 else LOOSE)
        if sight.open >> box & 1 and e.around[box] & s.occupied[other(side)]:
            worth -= EXPOSED * count
    return worth
