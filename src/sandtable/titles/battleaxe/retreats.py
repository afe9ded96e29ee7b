"""11.6 Retreats: one unit at a time, by the priorities, eliminated where there is no way."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import AXIS, other
from sandtable.titles.battleaxe import control
from sandtable.titles.battleaxe.frames import Attack, Retreats
from sandtable.titles.battleaxe.state import (
    State,
    controlled_by,
    controller,
    has_enemy,
    is_free,
    is_full,
    is_reduced,
    stack,
    units_in,
)

NOT_RETREATING: Final = Refusal("11.6.1", "it does not retreat now")
BACK: Final = Refusal("11.6", "attackers go back only to the Area from which they came")
BY_PRIORITY: Final = Refusal("11.6.2", "another Area comes first in the order of retreat")
ACROSS_ESCARPMENT: Final = Refusal("9.3.2", "an Escarpment lies between them, and no unit crosses it, not even in retreat")

NOT_A_DEFENDER: Final = Refusal("11.6.3", "it is not one of the defenders in the Area attacked")
FULL_ALLIED: Final = Refusal("11.6.3", "Allied units at Full Strength stand")
NOWHERE: Final = Refusal("11.6.2", "it has nowhere to go")
GARRISON_STAYS: Final = Refusal("11.5.1", "German units at Full Strength do not leave a Stützpunkt of theirs")


def is_garrison(s: State, side: int, area: int) -> bool:
    """11.5.1"""
    return side == AXIS and s.edition.stutzpunkt[area] and controller(s, area) == AXIS


def begin(s: State, side: int, units: int, *, repulsed: bool) -> None:
    s.begin(Retreats(side, units, repulsed, -1, -1, 0))


def owner(s: State, f: Retreats) -> int:
    return f.side


def refuges(s: State, side: int, area: int, seen: int) -> list[int]:
    """11.6.2 Where a unit may go from here: the Areas of the first priority that has any, all as good."""
    free: list[tuple[int, int]] = []
    own: list[int] = []
    foreign: list[int] = []
    full: list[int] = []
    enemy = controlled_by(s, other(side))
    for there in s.edition.neighbours[area]:
        if seen >> there & 1:
            continue
        if is_full(s, side, there):
            full.append(there)
        elif is_free(s, side, there):
            free.append(((s.edition.near[there] & enemy).bit_count(), there))
        elif has_enemy(s, side, there) and stack(s, side, there):
            (own if controller(s, there) == side else foreign).append(there)
    if free:
        fewest = min(free)[0]
        return [there for count, there in free if count == fewest]
    return own or foreign or full


def ways_out(s: State, f: Retreats, unit: int) -> list[int]:
    if f.moving >= 0:
        return refuges(s, f.side, f.through, f.seen) if unit == f.moving else []
    if not f.waiting >> unit & 1:
        return []
    return [s.came[unit]] if f.repulsed else refuges(s, f.side, s.where[unit], 1 << s.where[unit])


class RetreatTo(Act[State, Retreats]):
    """11.6.1 The owner chooses the order, and between Areas that are as good. A full Area is passed through."""

    rule = "11.6.2"
    form = "retreat unit area"
    label = "Retreat {unit} to {area}"
    asks = "retreat units"

    def candidates(self, s: State, f: Retreats) -> list[Args]:
        units = [f.moving] if f.moving >= 0 else units_in(f.waiting)
        return [(unit, area) for unit in units for area in ways_out(s, f, unit)]

    def why_not(self, s: State, f: Retreats, unit: int, area: int, /) -> Optional[Refusal]:
        if (f.moving >= 0 and unit != f.moving) or not f.waiting >> unit & 1:
            return NOT_RETREATING
        if area in ways_out(s, f, unit):
            return None
        here = f.through if f.moving >= 0 else s.where[unit]
        if s.edition.touching[here] >> area & 1 and not s.edition.near[here] >> area & 1:
            return ACROSS_ESCARPMENT
        return BACK if f.repulsed and f.moving < 0 else BY_PRIORITY

    def do(self, s: State, f: Retreats, unit: int, area: int, dice: Dice, /) -> None:
        if is_full(s, f.side, area):
            f.seen = (f.seen if f.moving >= 0 else 1 << s.where[unit]) | 1 << area
            f.moving, f.through = unit, area
            s.tell("passed_through", unit, area)
            return
        f.moving, f.seen = -1, 0
        f.waiting &= ~(1 << unit)
        s.came[unit] = -1
        s.tell("retreated", unit, area)
        control.move(s, unit, area)


def eliminate_stranded(s: State, f: Retreats, dice: Dice) -> None:
    """11.6.4 A unit that cannot retreat is eliminated; those that still wait go on."""
    lost = 1 << f.moving if f.moving >= 0 else f.waiting
    f.moving, f.seen = -1, 0
    f.waiting &= ~lost
    for unit in units_in(lost):
        s.tell("no_refuge", unit)
        control.eliminate(s, unit)
    if f.waiting:
        f.restart()


class LeaveVoluntarily(Act[State, Attack]):
    """11.6.3 After the combat, whatever its result; it costs no step and follows the priorities."""

    rule = "11.6.3"
    form = "leave unit"
    label = "Withdraw {unit}"
    asks = "withdraw units"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(unit, 0) for unit in units_in(stack(s, other(f.side), f.area))]

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        e, side = s.edition, other(f.side)
        if not stack(s, side, f.area) >> unit & 1:
            return NOT_A_DEFENDER
        if not is_reduced(s, unit):
            if not (e.german | e.italian) >> unit & 1:
                return FULL_ALLIED
            if e.german >> unit & 1 and is_garrison(s, side, f.area):
                return GARRISON_STAYS
        return None if refuges(s, side, f.area, 1 << f.area) else NOWHERE

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        s.tell("left_voluntarily", unit)
        begin(s, other(f.side), 1 << unit, repulsed=False)
