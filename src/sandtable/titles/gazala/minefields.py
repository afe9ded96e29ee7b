"""14.0 Minefields, 14.1 breaching them."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.edition import INFANTRY
from sandtable.titles.gazala.frames import Turn
from sandtable.titles.gazala.state import State, holds, is_working, on_map, renew_mines

NOT_YET: Final = Refusal("3.0-2", "breaches begin on May 28")
TWO_A_TURN: Final = Refusal("14.1-a", "two breaches were begun in this turn, and that is the limit")
NO_MARKER: Final = Refusal("14.1-c", "all breach markers are on the map")
NOT_INFANTRY: Final = Refusal("14.1-d", "only Axis infantry on the map breaches minefields")
NOT_MINED: Final = Refusal("14.1-d", "no mined hexside that is not breached lies between them")
BUSY: Final = Refusal("14.1-d2", "it works at another breach")
SAME_SIDE: Final = Refusal("14.1-d", "a breach is being made there")
NOT_OPPOSITE: Final = Refusal("14.1-j", "no two markers show opposite sides of it")


def lay_minefields(s: State, f: Turn, dice: Dice) -> None:
    """14.0: minefields built during the battle count from the Minefield Phase of their turn."""
    before = s.mines
    s.laid = s.turn
    renew_mines(s)
    if s.mines != before:
        s.tell("mined")


def finish_breaches(s: State, f: Turn, dice: Dice) -> None:
    """14.1: markers placed a turn ago become breaches, or come off if an Allied unit is beyond the hexside."""
    e = s.edition
    for unit, target in s.works:
        here = s.where[unit]
        if holds(s, target, ALLIED):
            s.tell("breach_failed", unit, target)
            continue
        side = e.sides[here][e.way[here][target]]
        if side not in s.mines:
            continue  # another breach has just opened it from the other side: the marker is free again
        box, beyond = (target, here) if target in e.mined_hexes[s.laid] else (here, target)
        opposite = (e.way[box][beyond] + 3) % 6
        far = e.toward[box][opposite]
        second = e.sides[box][opposite]
        through = second in s.mines and far >= 0 and not holds(s, far, ALLIED)  # 14.1-h, 14.1-i, 14.1-k
        s.breaches += ((box, side, second if through else -1),)
        s.tell("breached", box)
        renew_mines(s)
    s.works = ()


def markers_left(s: State) -> int:
    return s.edition.breach_markers - len(s.works) - len(s.breaches)


class PlaceBreach(Act[State, Turn]):
    """An infantry unit starts to breach an adjacent minefield hexside: it neither moves nor attacks until it is done."""

    rule = "14.1-d"
    form = "breach unit hex"
    label = "Let {unit} breach the minefield towards {hex} · it stays where it is this turn"
    asks = "begin to breach minefields"

    def candidates(self, s: State, f: Turn) -> list[Args]:
        e = s.edition
        if place_refused(s, f) is not None:
            return []
        near = [(u, s.where[u]) for u in e.of_side[AXIS] if on_map(s, u) and e.type[u] == INFANTRY]
        return [(u, there) for u, here in near for there, way in e.way[here].items() if e.sides[here][way] in s.mines]

    def why_not(self, s: State, f: Turn, unit: int, hex: int, /) -> Optional[Refusal]:
        e = s.edition
        refusal = place_refused(s, f)
        if refusal is not None:
            return refusal
        if e.side[unit] != AXIS or e.type[unit] != INFANTRY or not on_map(s, unit):
            return NOT_INFANTRY
        here = s.where[unit]
        if hex not in e.way[here] or e.sides[here][e.way[here][hex]] not in s.mines:
            return NOT_MINED
        if is_working(s, unit):
            return BUSY
        worked = [e.sides[s.where[u]][e.way[s.where[u]][there]] for u, there in s.works]
        return SAME_SIDE if e.sides[here][e.way[here][hex]] in worked else None

    def do(self, s: State, f: Turn, unit: int, hex: int, dice: Dice, /) -> None:
        f.placed += 1
        s.works = tuple(sorted([*s.works, (unit, hex)]))
        s.tell("breaching", unit, hex)


def place_refused(s: State, f: Turn) -> Optional[Refusal]:
    allowed = s.edition.turn_rows[s.turn - 1].breaches
    if not allowed:
        return NOT_YET
    if f.placed >= allowed:
        return TWO_A_TURN
    return NO_MARKER if markers_left(s) == 0 else None


class JoinMarkers(Act[State, Turn]):
    """14.1-j: one marker shows both breaches of a minefield hex, the other is free again."""

    rule = "14.1-j"
    form = "onemarker hex"
    label = "Show both breaches of {hex} by one marker · frees a marker"
    asks = "show two breaches by one marker"

    def candidates(self, s: State, f: Turn) -> list[Args]:
        return [(hex, 0) for hex in sorted({box for box, _, second in s.breaches if second < 0})]

    def why_not(self, s: State, f: Turn, hex: int, _: int, /) -> Optional[Refusal]:
        return None if opposite_pair(s, hex) is not None else NOT_OPPOSITE

    def do(self, s: State, f: Turn, hex: int, _: int, dice: Dice, /) -> None:
        pair = opposite_pair(s, hex)
        assert pair is not None
        rest = [breach for breach in s.breaches if breach not in ((hex, pair[0], -1), (hex, pair[1], -1))]
        s.breaches = (*rest, (hex, *pair))
        s.tell("joined_markers", hex)


def opposite_pair(s: State, hex: int) -> Optional[tuple[int, int]]:
    sides = s.edition.sides[hex]
    single = [first for box, first, second in s.breaches if box == hex and second < 0]
    for d in range(3):
        if sides[d] in single and sides[d + 3] in single:
            return sides[d], sides[d + 3]
    return None
