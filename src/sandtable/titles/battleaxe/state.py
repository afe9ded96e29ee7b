"""The position, and the primitives that keep its caches true."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.play import Outlines
from sandtable.kernel.play import State as KernelState
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.battleaxe.edition import Edition

DEAD: Final = -1  # eliminated
ABSENT: Final = -2  # not in this game, or not yet set up
NOBODY: Final = -1

GOES_ON: Final = 0  # how the game ended
AUTOMATIC: Final = 1
OPERATIONAL: Final = 2
AXIS_HOLDS: Final = 3


class Agreed(NamedTuple):
    """What was chosen before play."""

    extended: bool  # 20.0
    advantage: bool  # 19.1
    luftwaffe: bool  # 19.2
    consolidated: bool  # 19.3
    reserves: bool  # 19.4
    reliability: bool  # 19.5
    tobruk: bool  # 19.6
    historical: bool  # 5.2.1
    needed: int  # VP for an Operational Victory: 17.2, or the bid of 18.1
    allied_markers_only: bool  # 5.1: a matter of display


class State(KernelState):
    """Sets of units and of areas are bit masks."""

    def __init__(self, outlines: Outlines, edition: Edition, agreed: Agreed) -> None:
        super().__init__(outlines, edition.names)
        self.edition: Edition = edition
        self.agreed: Agreed = agreed
        # authoritative
        self.where: list[int] = []  # of a unit: its area, DEAD or ABSENT
        self.reduced: int = 0  # units that show their Reduced side
        self.unsupplied: int = 0  # units with an Out of Supply marker (14.2)
        self.allied: int = 0  # areas that the Allies control; the Axis controls the others (7.2)
        self.turn: int = 0
        self.impulse: int = 1
        self.advantage: int = ALLIED  # the holder, or NOBODY once it is spent (12.2)
        self.heir: int = NOBODY  # who gets a spent Advantage
        self.fuel_low: bool = False
        self.rommel: bool = False  # 12.1E is in force
        self.released: int = 0  # divisions that 16.0 no longer binds, as bits
        self.artillery: list[int] = [0, 0]  # markers available to each side
        self.sunset: int = 0  # the Sunset DR of this Axis half; 0: none made
        self.dusk: bool = False  # the Maneuvers Phase is over
        self.vp: int = 0
        self.tobruk_bonus: bool = False  # 19.6 has been awarded
        self.ending: int = GOES_ON
        # of the Assault Impulse that goes on
        self.left: list[int] = []  # MF left to an active unit, else -1
        self.came: list[int] = []  # from where a unit entered the enemy-held area that it is in, else -1
        # caches, kept by `place` and `lift`
        self.stack: list[int] = []  # units of a side in an area, at [side * areas + area]
        self.held: list[int] = [0, 0]  # areas with units of a side

    def clone(self) -> State:
        s = State(self.outlines, self.edition, self.agreed)
        s.where = self.where[:]
        s.reduced, s.unsupplied, s.allied = self.reduced, self.unsupplied, self.allied
        s.turn, s.impulse, s.advantage, s.heir = self.turn, self.impulse, self.advantage, self.heir
        s.fuel_low, s.rommel, s.released = self.fuel_low, self.rommel, self.released
        s.artillery = self.artillery[:]
        s.sunset, s.dusk, s.vp, s.tobruk_bonus, s.ending = self.sunset, self.dusk, self.vp, self.tobruk_bonus, self.ending
        s.left, s.came, s.stack, s.held = self.left[:], self.came[:], self.stack[:], self.held[:]
        s.copy_play(self)
        return s

    def key(self) -> tuple[object, ...]:
        return (
            self.agreed, tuple(self.where), self.reduced, self.unsupplied, self.allied, self.turn, self.impulse, self.advantage,
            self.heir, self.fuel_low, self.rommel, self.released, tuple(self.artillery), self.sunset, self.dusk, self.vp,
            self.tobruk_bonus, self.ending, tuple(self.left), tuple(self.came), self.play_key(),
        )  # fmt: skip


def empty_state(outlines: Outlines, edition: Edition, agreed: Agreed) -> State:
    s = State(outlines, edition, agreed)
    s.where = [ABSENT] * edition.units
    s.left = [-1] * edition.units
    s.came = [-1] * edition.units
    s.stack = [0] * (2 * len(edition.map))
    s.allied = edition.allied_at_start
    s.artillery = list(edition.artillery)
    return s


def place(s: State, unit: int, area: int) -> None:
    side = s.edition.side[unit]
    s.where[unit] = area
    s.stack[side * len(s.edition.zone) + area] |= 1 << unit
    s.held[side] |= 1 << area


def lift(s: State, unit: int, to: int) -> None:
    """Off the map: DEAD, or ABSENT while it moves."""
    side, area = s.edition.side[unit], s.where[unit]
    at = side * len(s.edition.zone) + area
    s.stack[at] &= ~(1 << unit)
    if not s.stack[at]:
        s.held[side] &= ~(1 << area)
    s.where[unit] = to


def rebuild(s: State) -> State:
    """A clone with its caches made anew."""
    twin = s.clone()
    twin.stack = [0] * (2 * len(s.edition.map))
    twin.held = [0, 0]
    for unit, area in enumerate(s.where):
        if area >= 0:
            place(twin, unit, area)
    return twin


@lru_cache(maxsize=1 << 16)
def units_in(mask: int) -> tuple[int, ...]:
    """The numbers in a set, lowest first. The same few sets are asked for again and again."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def stack(s: State, side: int, area: int) -> int:
    """The units of a side in an area, as a set."""
    return s.stack[side * len(s.edition.zone) + area]


def is_reduced(s: State, unit: int) -> bool:
    return bool(s.reduced >> unit & 1)


def controller(s: State, area: int) -> int:
    return ALLIED if s.allied >> area & 1 else AXIS


def controlled_by(s: State, side: int) -> int:
    """All areas that a side controls, as a set."""
    return s.allied if side == ALLIED else ~s.allied & (1 << len(s.edition.zone)) - 1


def has_enemy(s: State, side: int, area: int) -> bool:
    return bool(s.held[other(side)] >> area & 1)


def contested(s: State) -> int:
    """7.3 The areas with units of both sides."""
    return s.held[ALLIED] & s.held[AXIS]


def is_contested(s: State, area: int) -> bool:
    return bool(contested(s) >> area & 1)


def is_free(s: State, side: int, area: int) -> bool:
    """7.5 Vacant for the side, and under its control."""
    return controller(s, area) == side and not has_enemy(s, side, area)


def is_full(s: State, side: int, area: int) -> bool:
    """7.1 Four units of a side fill an Area; 15.2 a Zone is never full."""
    return not s.edition.zone[area] and stack(s, side, area).bit_count() >= s.edition.stacking
