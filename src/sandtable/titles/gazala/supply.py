"""5.0 Supply, and 14.2 the lines of communication: who is reached from where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import fill
from sandtable.titles.gazala.frames import Turn
from sandtable.titles.gazala.state import ISOLATED, SUPPLIED, Net, State, Ways, holds, on_map

LINE_UNITS: Final = 8  # 14.2


def check_supply(s: State, f: Turn, dice: Dice) -> None:
    """5.0: a unit with a path loses its marker; one without becomes Out of Supply, then Isolated."""
    e = s.edition
    for unit in range(e.units):
        if not on_map(s, unit):
            continue
        before = s.supply[unit]
        if has_path(s, s.where[unit], e.side[unit]):
            s.supply[unit] = SUPPLIED
        else:
            s.supply[unit] = min(before + 1, ISOLATED)
        if s.supply[unit] != before:
            s.tell(("supplied", "out_of_supply", "isolated")[s.supply[unit]], unit)


def has_path(s: State, hex: int, side: int) -> bool:
    """Whether a unit of the side in that hex could trace supply now."""
    net = network(s, side)
    if hex in net:
        return True
    if side == ALLIED or not is_shut(s, hex):
        return False
    return any(there in net for there in s.axis_ways[hex])  # 5.0-d2: its own hex is exempt


def network(s: State, side: int) -> frozenset[int]:
    """Every hex from which the side can trace, as far as paths may pass it."""
    e = s.edition
    key = (tuple([s.where[u] for u in e.of_side[other(side)]]), s.laid, s.breaches)  # all that it depends on
    if s.nets[side].key != key:
        ways, shut = (e.open, ()) if side == ALLIED else (s.axis_ways, shut_hexes(s))
        s.nets[side] = Net(key, frozenset(spread(s, e.sources[side], side, ways, shut)))
    return s.nets[side].hexes


def spread(s: State, starts: Iterable[int], side: int, ways: Ways, shut: Iterable[int]) -> list[int]:
    """All hexes joined to the starts, free of enemy units and not shut."""
    enemies = [s.where[u] for u in s.edition.of_side[other(side)] if s.where[u] >= 0]
    return fill(starts, ways, (*enemies, *shut))


def is_shut(s: State, hex: int) -> bool:
    """5.0-d2: a minefield hex without a breached hexside, which no Axis path may pass."""
    return hex in s.edition.mined_hexes[s.laid] and not is_breached(s, hex)


def is_breached(s: State, hex: int) -> bool:
    """Whether one of the hexsides of a minefield hex is breached, from whichever side."""
    sides = s.edition.sides[hex]
    return any([first in sides or second in sides for _, first, second in s.breaches])


def shut_hexes(s: State) -> tuple[int, ...]:
    return tuple([hex for hex in s.edition.mined_hexes[s.laid] if not is_breached(s, hex)])


def check_lines(s: State, f: Turn, dice: Dice) -> None:
    """14.2: without the lines of communication that the turn asks for the Axis lose one action."""
    needed = s.edition.turn_rows[s.turn - 1].lines
    if needed and lines_met(s) < needed:
        s.actions[AXIS] -= 1
        s.tell("no_line", needed)


def lines_met(s: State) -> int:
    """How many lines reach eight units each, no unit counted twice; two are enough for any turn."""
    reached = list(lines(s).values())
    long = [units for units in reached if len(units) >= LINE_UNITS]
    for i, first in enumerate(long):
        for second in long[i + 1 :]:
            if len(first | second) >= 2 * LINE_UNITS:
                return 2
    return 1 if long else 0


def lines(s: State) -> dict[int, frozenset[int]]:
    """By the minefield hex through which each enters the belt: the Axis units that it reaches beyond the front belt."""
    e = s.edition
    found: dict[int, frozenset[int]] = {}
    for hex in e.passages:
        if not is_breached(s, hex) or holds(s, hex, ALLIED):
            continue
        if not any(e.prohibited[there] and there in network(s, AXIS) for there in s.axis_ways[hex]):
            continue
        shut = [*e.zone_hexes, *shut_hexes(s)]  # 14.2-c: never back into the zone
        reached = set(spread(s, (hex,), AXIS, s.axis_ways, shut))
        found[hex] = frozenset([u for u in e.of_side[AXIS] if is_reached(s, s.where[u], reached)])
    return found


def is_reached(s: State, hex: int, reached: set[int]) -> bool:
    """14.2-e2: units in the belt or the zone do not count; a unit's own minefield hex is exempt as in 5.0."""
    e = s.edition
    if hex < 0 or hex in e.front or e.prohibited[hex]:
        return False
    return hex in reached or (is_shut(s, hex) and any(there in reached for there in s.axis_ways[hex]))
