"""14 Logistics: fuel, supply lines, surrender."""

from __future__ import annotations

from functools import lru_cache

from sandtable.kernel.dice import D6, Dice
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe import control
from sandtable.titles.battleaxe.frames import Turn
from sandtable.titles.battleaxe.state import State, controlled_by, controller, units_in


def restore_fuel(s: State) -> None:
    """14.1.2"""
    if s.fuel_low:
        s.fuel_low = False
        s.tell("fuel_restored")


def supply_net(s: State, side: int, sources: int) -> int:
    """14.2.1 Every area that a line from these sources reaches through friendly-controlled areas, Contested ones too."""
    return spread(s.edition.near, controlled_by(s, side), sources)


@lru_cache(maxsize=1 << 14)
def spread(near: tuple[int, ...], ours: int, sources: int) -> int:
    """Supply depends on control alone, and control changes seldom."""
    net = edge = sources & ours
    while edge:
        reached = 0
        for area in units_in(edge):
            reached |= near[area]
        edge = reached & ours & ~net
        net |= edge
    return net


def in_supply(s: State, side: int, area: int) -> bool:
    """14.2 Whether a unit of the side in this area can trace a line. Its own area is not entered."""
    return is_reached(s, area, supply_net(s, side, s.edition.sources[side]))


def is_reached(s: State, area: int, net: int) -> bool:
    return bool((net >> area & 1) or (net & s.edition.near[area]))


def lift_supply_markers(s: State) -> None:
    """14.2 Out of Supply markers come off wherever a line can be traced again."""
    for side in (ALLIED, AXIS):
        marked = s.unsupplied & s.edition.of_side[side]
        if marked:
            net = supply_net(s, side, s.edition.sources[side])
            for unit in units_in(marked):
                if is_reached(s, s.where[unit], net):
                    s.unsupplied &= ~(1 << unit)
                    s.tell("supplied", unit)


def check_supply(s: State) -> None:
    """14.2, 14.2.4 At the end of the Maneuvers Phase: markers first, then the empty areas that are cut off, all at one moment."""
    nets = [supply_net(s, side, s.edition.sources[side]) for side in (ALLIED, AXIS)]
    s.unsupplied = 0
    for unit, area in enumerate(s.where):
        if area >= 0 and not is_reached(s, area, nets[s.edition.side[unit]]):
            s.unsupplied |= 1 << unit
            s.tell("out_of_supply", unit)
    lost = [
        area
        for area in range(len(s.edition.zone))
        if not s.held[controller(s, area)] >> area & 1 and not nets[controller(s, area)] >> area & 1
    ]
    for area in lost:
        control.take_control(s, other(controller(s, area)), area)


def surrender(s: State, f: Turn, dice: Dice) -> None:
    """14.2.3 Each unit still Out of Supply rolls; its owner's Advantage helps. Losses count when all have rolled."""
    lift_supply_markers(s)
    surrendering = 0
    for unit in units_in(s.unsupplied):
        side = s.edition.side[unit]
        needed = s.edition.surrender_safe - (s.edition.surrender_advantage if s.advantage == side else 0)
        if dice.passes(D6, needed, side, "14.2.3"):
            s.tell("held_out", unit)
        else:
            s.tell("surrendered", unit)
            surrendering |= 1 << unit
    control.lose_steps(s, surrendering)
