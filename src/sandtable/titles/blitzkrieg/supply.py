"""7.0 Supply: chains from depots through supply units, who is out of supply, what can pay for a battle."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Frame
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import SHORT, Edition, mask, members
from sandtable.titles.blitzkrieg.state import ASIDE, LRDF, MINED, OOS, State, stack_at, stock_at


def open_to(s: State, side: int) -> int:
    """7.1.5, 7.3.6: boxes that supply passes: no enemy combat or supply unit, unless a battle with friends is still to come."""
    return ~((s.occupied[other(side)] | s.dumps[other(side)]) & ~s.occupied[side])


def reach(e: Edition, box: int, open: int) -> int:
    """7.1.2, 7.1.4: two boxes, or three if all roads are major."""
    first, major = e.around[box] & open, e.major_around[box] & open
    found = 1 << box | first
    for near in members(first):
        found |= e.around[near] & open
    for _ in range(e.figure["supply_range_major"] - 1):
        step = 0
        for near in members(major):
            step |= e.major_around[near]
        major |= step & open
    return found | major


def depots_of(s: State, side: int, open: int) -> int:
    """7.1.2: those where its combat units were the last at the end of a phase."""
    return mask([box for box in s.edition.depots if s.held[box] == side]) & open


def net(s: State, side: int, besides: int = 0, left: int = 0) -> tuple[int, int]:
    """The boxes in supply by land, and those whose supply units are in the chain (7.1.3).

    `besides`: boxes taken as open; `left`: boxes taken as closed."""
    open = (open_to(s, side) | besides) & ~left
    return spread(s.edition, open, s.dumps[side] & open, depots_of(s, side, open))


@lru_cache(4096)
def spread(e: Edition, open: int, dumps: int, depots: int) -> tuple[int, int]:
    supplied = chain = 0
    edge = depots
    while edge:
        for box in members(edge):
            supplied |= reach(e, box, open)
        edge = supplied & dumps & ~chain & ~depots
        chain |= supplied & dumps
    return supplied, chain


def supplied_boxes(s: State, side: int) -> int:
    """Where units of the side are in supply, for whatever reason."""
    return with_garrisons(s, side, net(s, side)[0])


def supplied_after(s: State, side: int, left: int, to: int) -> bool:
    """Whether units that leave a battle would be in supply in a box: the battle is over then (7.1.5), and they stand there."""
    return with_garrisons(s, side, net(s, side, 1 << to, 1 << left)[0]) >> to & 1 == 1


def with_garrisons(s: State, side: int, found: int) -> int:
    """7.4.6: whoever is in Benghasi or Bardia with a supply unit, an HQ alone too."""
    found |= s.edition.port_supply & s.dumps[side]
    return found | french_hold(s) if side == ALLIED else found


def french_hold(s: State) -> int:
    """14.1.2: Bir Hachiem while the Free French man its Fortified Box."""
    e = s.edition
    manned = s.scenario == SHORT and s.where[e.free_french] == e.bir_hachiem and s.works[e.bir_hachiem] & MINED
    return 1 << e.bir_hachiem if manned else 0


def check_supply(s: State, f: Frame, dice: Dice) -> None:
    """7.1.1: of both sides."""
    mark_supply(s)


def mark_supply(s: State) -> None:
    for side in (ALLIED, AXIS):
        places = (*members(s.occupied[side]), s.edition.holding)
        units = [unit for place in places for unit in stack_at(s, side, place)]
        marked = {unit for unit in (*units, s.hq[side]) if unit >= 0 and s.flags[unit] & OOS}
        for unit in sorted(cut_off(s, side) ^ marked):
            s.flags[unit] ^= OOS
            s.tell("supplied" if unit in marked else "out_of_supply", unit)


def cut_off(s: State, side: int) -> set[int]:
    """Combat units and the HQ in boxes without supply, but not LRDF (7.4.8)."""
    lacking, hq = ~supplied_boxes(s, side), s.hq[side]
    found = {unit for box in members(s.occupied[side] & lacking) for unit in stack_at(s, side, box) if not s.flags[unit] & LRDF}
    return found | {hq} if hq >= 0 and 0 <= s.where[hq] < s.edition.boxes and lacking >> s.where[hq] & 1 else found


def is_fed(s: State, unit: int, supplied: int) -> bool:
    """9.5, 11.3.7: whether others may look to it for supply; 7.4.8: a desert force is never marked, and may yet have none."""
    return not s.flags[unit] & OOS and (not s.flags[unit] & LRDF or supplied >> s.where[unit] & 1 == 1)


# 7.4 What a battle costs


def payers(s: State, side: int, box: int, joining: Sequence[int] = ()) -> list[int]:
    """7.4.1: places whose supply units can pay for a battle: in range, and in the chain (7.3.8), or in a port for those who attack
    out of it (7.4.6)."""
    e = s.edition
    units = (*[u for u in stack_at(s, side, box) if not s.flags[u] & ASIDE], *joining)  # 9.5.4
    ports = mask([port for port in members(e.port_supply) if any([came_out(s, u, port) for u in units])])
    ready = net(s, side)[1] | (s.dumps[side] & ports)
    found = list(members(reach(e, box, open_to(s, side)) & ready))
    if shut_out(s, side) and box in e.entries[side] and stock_at(s, side, e.holding):
        found.append(e.holding)
    return found


def came_out(s: State, unit: int, port: int) -> bool:
    return port in (s.where[unit], s.came[unit], s.began[unit])


def shut_out(s: State, side: int) -> bool:
    """7.4.1-c: the enemy holds every box by which the side could come in."""
    return all(s.occupied[other(side)] >> box & 1 for box in s.edition.entries[side])
