"""12.A Divisions break down into their parts and are assembled again, in the owner's movement and pursuit phases."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.movement_allowance import allowance_in
from sandtable.titles.tigercubs.state import ARMED, CHARTED, State, lift, mark, place, supply_state, witnesses

WRONG_BOX: Final = Refusal("12.A.4", "this box of the Breakdown Chart is not for it")
NOT_ON_MAP: Final = Refusal("12.A.2.a", "it is not a unit of yours on the map")
REDUCED: Final = Refusal("12.A.1-c", "a reduced division does not break down")
IN_USE: Final = Refusal("12.A.3", "the counters of this box are in use or lost")
NOT_BROKEN: Final = Refusal("12.A.2.c", "it is not a division of yours that has been broken down")
APART: Final = Refusal("12.A.2.c", "all its parts must be in one hex")
TIRED: Final = Refusal("12.A.2.c", "a part has used more movement points than the division has")


@cache
def divisions(e: Edition, side: int) -> tuple[Args, ...]:
    """Those of a side that can be broken down, with the boxes of the chart that are theirs."""
    return tuple([(u, box) for box, (wholes, _) in enumerate(e.breakdowns) for u in wholes if e.side[u] == side])


class Split(Act[State, Any]):
    rule = "12.A.1-b"
    form = "split unit breakdown"
    label = "Break {unit} down into {breakdown}"
    asks = "break a division down"

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(u, box) for u, box in divisions(s.edition, f.side) if s.where[u] >= 0]

    def why_not(self, s: State, f: Any, unit: int, box: int, /) -> Optional[Refusal]:
        wholes, parts = s.edition.breakdowns[box]
        if unit not in wholes:
            return WRONG_BOX
        if s.edition.side[unit] != f.side or s.where[unit] < 0:
            return NOT_ON_MAP
        if s.reduced[unit]:
            return REDUCED
        return None if all(s.where[u] == CHARTED for u in parts) else IN_USE

    def do(self, s: State, f: Any, unit: int, box: int, dice: Dice, /) -> None:
        where, parts = s.where[unit], s.edition.breakdowns[box][1]
        told = witnesses(s, unit)
        lift(s, unit, CHARTED)
        s.carries[unit] = parts[0]  # whose box it lies in
        for part in parts:
            hand_on(s, unit, part)
            place(s, part, where)
            mark(s, part, s.out[unit], bool(s.cut[unit]), s.colour[unit])
        s.out[unit], s.cut[unit], s.colour[unit] = 0, 0, NONE
        control.update(s, where)
        s.tell("split", unit, to=told)


def hand_on(s: State, old: int, new: int) -> None:
    """12.A.2.b What was spent and paid for counts for each of them."""
    for facts in (s.spent, s.paid, s.offensive, s.did, s.exit_paid, s.exit_to, s.phase_start, s.turn_start):
        facts[new] = facts[old]


class Assemble(Act[State, Any]):
    rule = "12.A.2.c"
    form = "assemble unit"
    label = "Assemble {unit}"
    asks = "assemble a division"

    def __init__(self, phase: int) -> None:
        super().__init__()
        self.phase: int = phase

    def candidates(self, s: State, f: Any) -> list[Args]:
        where, found = s.where, []
        for wholes, parts in s.edition.breakdowns:
            here = where[parts[0]]
            if here >= 0 and here == where[parts[-1]] and s.edition.side[parts[0]] == f.side:
                found += [(u, 0) for u in wholes if where[u] == CHARTED and parts_of(s, u) == parts]
        return found

    def why_not(self, s: State, f: Any, unit: int, b: int, /) -> Optional[Refusal]:
        parts = parts_of(s, unit)
        if s.where[unit] != CHARTED or s.edition.side[unit] != f.side or not parts:
            return NOT_BROKEN
        if s.where[parts[0]] < 0 or len({s.where[u] for u in parts}) > 1 or any(s.reduced[u] for u in parts):
            return APART
        points = allowance_in(s, unit, self.phase, supply_state(s, weakest(s, parts)), deeds(s, parts))
        return TIRED if any(s.spent[u] > max(0, points) for u in parts) else None

    def do(self, s: State, f: Any, unit: int, b: int, dice: Dice, /) -> None:
        parts = parts_of(s, unit)
        where, worst = s.where[parts[0]], weakest(s, parts)
        began = {s.phase_start[u] for u in parts}
        hand_on(s, worst, unit)
        s.did[unit] = deeds(s, parts)
        s.spent[unit] = max([s.spent[u] for u in parts])
        s.offensive[unit] = min([s.offensive[u] for u in parts])
        s.paid[unit] = min([s.paid[u] for u in parts])
        s.phase_start[unit] = began.pop() if len(began) == 1 else NONE
        finding = s.out[worst], bool(s.cut[worst]), s.colour[worst]
        for part in parts:
            lift(s, part, CHARTED)
            s.out[part], s.cut[part], s.colour[part] = 0, 0, NONE
        s.carries[unit] = NONE
        s.out[unit], s.cut[unit], s.colour[unit] = 0, 0, NONE
        place(s, unit, where)
        mark(s, unit, *finding)
        control.update(s, where)
        s.tell("assembled", unit, to=witnesses(s, unit))


def weakest(s: State, parts: tuple[int, ...]) -> int:
    """The part that is worst off for supply: the division is as it is."""
    return max(parts, key=lambda u: (s.out[u], s.cut[u]))


def deeds(s: State, parts: tuple[int, ...]) -> int:
    """What any of them did; Offensive Supply for the pursuit is not theirs unless all have it (13.I)."""
    did = 0
    for unit in parts:
        did |= s.did[unit]
    return did if all(s.did[u] & ARMED for u in parts) else did & ~ARMED


def parts_of(s: State, unit: int) -> tuple[int, ...]:
    """12.A.4 A box with one division is that division's; of the lettered ones, the box in which it lies."""
    for wholes, parts in s.edition.breakdowns:
        if unit in wholes and (len(wholes) == 1 or s.carries[unit] == parts[0]):
            return parts
    return ()
