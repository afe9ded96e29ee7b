"""13.3 Replacement, by chit or by schedule (15.0): one armour step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, F, Frame, Refusal, within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.gazala.chits import spend
from sandtable.titles.gazala.edition import ARMOUR, EAST, NORTH, REPLACEMENT
from sandtable.titles.gazala.frames import ActionPhase, Rebuilding, Turn
from sandtable.titles.gazala.state import DEAD, State, crowded, holds, in_enemy_zone, on_map, place
from sandtable.titles.gazala.supply import has_path
from sandtable.titles.gazala.tactical import NOT_HELD

NOTHING_LEFT: Final = Refusal("15.0-j", "no replacements are left in this turn")
TOO_LATE: Final = Refusal("13.3-c", "it is played right after the Action Chit, and somebody has moved or attacked")
NOT_YOURS: Final = Refusal("13.3-d", "it belongs to the enemy")
ARMOUR_ONLY: Final = Refusal("13.3-a", "replacements are tanks, and it has none")
NOT_REDUCED: Final = Refusal("13.3-e", "it is not a reduced unit on the map")
NOT_DEAD: Final = Refusal("13.3-f", "it is not eliminated")
IS_WITHDRAWN: Final = Refusal("13.7-c", "its formation has left the game")
ENEMY_NEAR: Final = Refusal("13.3-i", "an enemy is there, or holds it in his zone of control")
NO_SUPPLY: Final = Refusal("13.3-i2", "it is not in supply")
NO_STACK: Final = Refusal("13.3-j", "it is fully stacked")
WRONG_HEX: Final = (
    Refusal("13.3-h", "rebuilt Allied units come back on the north or east edge of the map"),
    Refusal("13.3-g", "rebuilt Axis units come back behind their own lines, west of the minefields"),
)
NO_HEX: Final = Refusal("13.3-i", "nowhere that it could come back is supplied and free of the enemy")


class Purse:
    """What pays for a step: the chit in an Action Phase, the schedule in the Supply Phase."""

    def side(self, f: Frame) -> int:
        return f.side if isinstance(f, ActionPhase) else ALLIED

    def refused(self, s: State, f: Frame) -> Optional[Refusal]:
        if not isinstance(f, ActionPhase):
            return None if s.tanks else NOTHING_LEFT
        if f.ready:
            return TOO_LATE
        return None if REPLACEMENT in s.boxes[f.side] else NOT_HELD

    def pay(self, s: State, f: Frame) -> None:
        if isinstance(f, ActionPhase):
            spend(s, f.side, REPLACEMENT)
        else:
            s.tanks -= 1


PURSE: Final = Purse()


class Strengthen(Act[State, F]):
    """13.3-e: a reduced armour unit gets a step back."""

    rule = "13.3-c"
    form = "strengthen unit"
    label = "Give {unit} a step back · a replacement"
    asks = "restore a step of armour"

    def candidates(self, s: State, f: F) -> list[Args]:
        e = s.edition
        if PURSE.refused(s, f) is not None:
            return []
        return [(u, 0) for u in e.of_side[PURSE.side(f)] if s.steps[u] < e.full[u] and on_map(s, u)]

    def why_not(self, s: State, f: F, unit: int, _: int, /) -> Optional[Refusal]:
        e, side = s.edition, PURSE.side(f)
        refusal = PURSE.refused(s, f) or not_armour(s, side, unit)
        if refusal is not None:
            return refusal
        if not on_map(s, unit) or s.steps[unit] == e.full[unit]:
            return NOT_REDUCED
        return unfit_hex(s, side, s.where[unit])

    def do(self, s: State, f: F, unit: int, _: int, dice: Dice, /) -> None:
        PURSE.pay(s, f)
        s.steps[unit] += 1
        s.tell("strengthened", unit, s.steps[unit])


class Rebuild(Act[State, F]):
    """13.3-f: an eliminated armour unit returns with one step. 15.0-i: by schedule a second step can follow at once."""

    rule = "13.3-c"
    form = "rebuild unit"
    label = "Rebuild {unit} · a replacement"
    asks = "rebuild an armour unit"

    def candidates(self, s: State, f: F) -> list[Args]:
        if PURSE.refused(s, f) is not None:
            return []
        return [(u, 0) for u in s.edition.of_side[PURSE.side(f)] if s.where[u] == DEAD and s.edition.type[u] == ARMOUR]

    def why_not(self, s: State, f: F, unit: int, _: int, /) -> Optional[Refusal]:
        side = PURSE.side(f)
        refusal = PURSE.refused(s, f) or not_armour(s, side, unit)
        if refusal is not None:
            return refusal
        if s.where[unit] != DEAD:
            return NOT_DEAD
        if s.edition.formation[unit] in s.withdrawn:
            return IS_WITHDRAWN
        return None if any(unfit_place(s, side, unit, hex) is None for hex in rear(s, side)) else NO_HEX

    def do(self, s: State, f: F, unit: int, _: int, dice: Dice, /) -> None:
        PURSE.pay(s, f)
        s.begin(Rebuilding(PURSE.side(f), unit))


class StrengthenByChit(Strengthen[ActionPhase]):
    """13.3: paid by the Replacement chit."""


class RebuildByChit(Rebuild[ActionPhase]):
    """13.3: paid by the Replacement chit."""


class StrengthenBySchedule(Strengthen[Turn]):
    """15.0: paid by the replacements of the turn."""


class RebuildBySchedule(Rebuild[Turn]):
    """15.0: paid by the replacements of the turn."""


class PlaceRebuilt(Act[State, Rebuilding]):
    rule = "13.3-g"
    form = "rebuilt hex"
    label = "Place it in {hex}"
    asks = "place the rebuilt unit"

    def candidates(self, s: State, f: Rebuilding) -> list[Args]:
        return [(hex, 0) for hex in rear(s, f.side)]

    def why_not(self, s: State, f: Rebuilding, hex: int, _: int, /) -> Optional[Refusal]:
        return unfit_place(s, f.side, f.unit, hex)

    def do(self, s: State, f: Rebuilding, hex: int, _: int, dice: Dice, /) -> None:
        s.steps[f.unit] = 1
        place(s, f.unit, hex)
        s.tell("rebuilt", f.unit, hex)
        phase = within(s, ActionPhase)
        if phase is not None and phase.face >= 0 and s.edition.formation[f.unit] in s.edition.face_formations[phase.face]:
            phase.active += (f.unit,)  # 13.3-k: its formation was activated in this phase, and it with it


def not_armour(s: State, side: int, unit: int) -> Optional[Refusal]:
    if s.edition.side[unit] != side:
        return NOT_YOURS
    return None if s.edition.type[unit] == ARMOUR else ARMOUR_ONLY


def rear(s: State, side: int) -> Sequence[int]:
    """13.3-g, 13.3-h: where rebuilt units are placed."""
    e = s.edition
    if side == AXIS:
        return e.zone_hexes
    return sorted({*e.edge_hexes[NORTH], *e.edge_hexes[EAST]})


def unfit_place(s: State, side: int, unit: int, hex: int) -> Optional[Refusal]:
    e = s.edition
    if not (e.prohibited[hex] if side == AXIS else NORTH in e.edges[hex] or EAST in e.edges[hex]):
        return WRONG_HEX[side]
    refusal = unfit_hex(s, side, hex)
    if refusal is not None:
        return refusal
    return NO_STACK if crowded(s, (*s.stack[hex], unit)) else None


def unfit_hex(s: State, side: int, hex: int) -> Optional[Refusal]:
    """13.3-i: free of enemy units and zones, and able to trace supply at this moment."""
    if holds(s, hex, other(side)) or in_enemy_zone(s, hex, side):
        return ENEMY_NEAR
    return None if has_path(s, hex, side) else NO_SUPPLY


def receive_tanks(s: State, f: Turn, dice: Dice) -> None:
    """15.0-h: scheduled Allied replacements come in the Supply Phase."""
    s.tanks = s.edition.turn_rows[s.turn - 1].tank_replacements
    if s.tanks:
        s.tell("tanks", s.tanks)


def lose_tanks(s: State, f: Turn, dice: Dice) -> None:
    """15.0-j: what was not spent is lost."""
    s.tanks = 0
