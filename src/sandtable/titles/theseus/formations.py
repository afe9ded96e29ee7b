"""5.5 Formations and independent units: assignment, dummies, challenges. 5.9 the Schwerpunkt marker."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import REVEALED, Act, Args, Refusal
from sandtable.kernel.sides import AXIS, all_but, only, other
from sandtable.titles.theseus.command import is_within_range
from sandtable.titles.theseus.edition import ASSIGNABLE, DUMMIES, NONE, PERMANENT
from sandtable.titles.theseus.frames import Challenge, Organisation, Reinforcement, Setup
from sandtable.titles.theseus.state import WAITING, State, hq_of, is_covert, is_open, lay_dummy
from sandtable.titles.theseus.supply import hq_is_supplied

NOT_YOURS: Final = Refusal("5.5.2-a", "only a side's own independent units are assigned")
FOREVER_FREE: Final = Refusal("5.5.2-b", "units with a white stripe stay independent for good")
ORDINARY_UNIT: Final = Refusal("5.5.1-a", "it belongs to its formation for good")
NOT_ON_MAP: Final = Refusal("5.5.2-c", "it is not on the map")
DISRUPTED: Final = Refusal("5.6.3-k", "a Disrupted unit is neither assigned nor reassigned")
FLAK_ONLY: Final = Refusal("5.5.2-h", "the 88s join 90th Leichte, 15th Panzer or 21st Panzer alone")
WRONG_SIDE: Final = Refusal("5.5.2-h", "it joins formations of its own side alone")
LEG_ONLY: Final = Refusal(
    "5.5.2-i", "Commonwealth independents join the 50th, 1st or 2nd South African or 5th Indian Division only"
)
SAME: Final = Refusal("5.5.2-a", "it is assigned there already")
OLD_RANGE: Final = Refusal("5.5.2-g", "it must be within the Command Range of the HQ that it leaves")
NEW_RANGE: Final = Refusal("5.5.2-c", "it must be within the Command Range of the HQ that it joins")
ONCE: Final = Refusal("5.5.2-a", "it has been reassigned in this segment")
DUMMY_SIDE: Final = Refusal("3.5-c", "a side places its own dummy markers on its own formations")
NO_HQ: Final = Refusal("5.9-b", "the HQ of that formation is not on the map")
AXIS_ONLY: Final = Refusal("5.9-a", "the Schwerpunkt is the Axis's")
UNSUPPLIED: Final = Refusal("5.9-b", "the HQ of that formation is not in supply")
NEXT_TURN: Final = Refusal("5.9-c", "the marker waits for the next turn, since the HQ of its formation was removed in this one")
NOT_WAITING: Final = Refusal("9.4.1-c", "only a reinforcement without a formation is assigned before it enters")


def assignment_refused(s: State, side: int, unit: int, formation: int) -> Optional[Refusal]:
    """Type, status and range to the new HQ."""
    e = s.edition
    if e.side[unit] != side:
        return NOT_YOURS
    if e.independent[unit] == PERMANENT:
        return FOREVER_FREE
    if e.independent[unit] != ASSIGNABLE:
        return ORDINARY_UNIT
    if s.where[unit] < 0:
        return NOT_ON_MAP
    if s.down[unit]:
        return DISRUPTED
    if formation not in e.joins[unit]:
        if side != AXIS:
            return LEG_ONLY
        return WRONG_SIDE if e.f_side[formation] != side else FLAK_ONLY
    if s.formation[unit] == formation:
        return SAME
    return None if is_within_range(s, unit, formation) else NEW_RANGE


def assignable(s: State, side: int) -> list[Args]:
    e = s.edition
    units = [u for u in range(e.units) if e.independent[u] == ASSIGNABLE and e.side[u] == side and s.where[u] >= 0]
    return [(u, f) for u in units for f in e.joins[u] if s.where[hq_of(s, f)] >= 0]


def assign(s: State, unit: int, formation: int) -> None:
    s.formation[unit] = formation
    s.shown = tuple([u for u in s.shown if u != unit])
    s.acted &= ~(1 << unit)
    s.tell("assigned", unit, formation, to=only(s.edition.side[unit]))
    show_marker(s, formation)


def show_marker(s: State, formation: int) -> None:
    """The others see a marker move, face down, whether it stands for a unit or for nothing (3.5)."""
    s.tell("marker", formation, to=all_but(s.edition.f_side[formation]))
    s.tell(REVEALED, formation)


class AssignAtStart(Act[State, Setup]):
    """10 The Axis may change the initial assignments, within the range of the new HQ."""

    rule = "10-j"
    form = "assign unit formation"
    label = "Assign {unit} to {formation}"
    asks = "assign independent units"

    def candidates(self, s: State, f: Setup) -> list[Args]:
        return [(u, n) for u, n in assignable(s, AXIS) if u not in f.done]

    def why_not(self, s: State, f: Setup, unit: int, formation: int, /) -> Optional[Refusal]:
        if unit in f.done:
            return ONCE
        return assignment_refused(s, AXIS, unit, formation)

    def do(self, s: State, f: Setup, unit: int, formation: int, dice: Dice, /) -> None:
        f.done = tuple(sorted((*f.done, unit)))
        assign(s, unit, formation)


class Assign(Act[State, Organisation]):
    """5.5.2 In the Organisation Segment: In Command Range of the old HQ and of the new one."""

    rule = "5.5.2-a"
    form = "assign unit formation"
    label = "Assign {unit} to {formation}"
    asks = "assign independent units"

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side: int = side

    def candidates(self, s: State, f: Organisation) -> list[Args]:
        return [(u, n) for u, n in assignable(s, self.side) if u not in f.done]

    def why_not(self, s: State, f: Organisation, unit: int, formation: int, /) -> Optional[Refusal]:
        if unit in f.done:
            return ONCE
        refusal = assignment_refused(s, self.side, unit, formation)
        if refusal is not None:
            return refusal
        old = s.formation[unit]
        return OLD_RANGE if old != NONE and not is_within_range(s, unit, old) else None

    def do(self, s: State, f: Organisation, unit: int, formation: int, dice: Dice, /) -> None:
        f.done = tuple(sorted((*f.done, unit)))
        assign(s, unit, formation)


class PlaceDummy(Act[State, Organisation]):
    """3.5 A blank Assigned marker, to bluff the enemy."""

    rule = "3.5-c"
    form = "dummy dummy formation"
    label = "Lay {dummy} at {formation}"
    asks = "lay dummy markers"

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side: int = side

    def candidates(self, s: State, f: Organisation) -> list[Args]:
        e = s.edition
        mine = [n for n in range(DUMMIES * self.side, DUMMIES * (self.side + 1)) if e.units + n not in f.done]
        boxes = [n for n in range(e.formations) if e.f_side[n] == self.side and s.where[hq_of(s, n)] >= 0]
        return [(n, box) for n in mine for box in boxes if s.dummies[n] != box]

    def why_not(self, s: State, f: Organisation, dummy: int, formation: int, /) -> Optional[Refusal]:
        if dummy // DUMMIES != self.side or s.edition.f_side[formation] != self.side:
            return DUMMY_SIDE
        if s.edition.units + dummy in f.done:
            return ONCE
        if s.where[hq_of(s, formation)] < 0:
            return NO_HQ
        return SAME if s.dummies[dummy] == formation else None

    def do(self, s: State, f: Organisation, dummy: int, formation: int, dice: Dice, /) -> None:
        f.done = tuple(sorted((*f.done, s.edition.units + dummy)))
        lay_dummy(s, dummy, formation)
        s.tell("dummy", formation, to=only(self.side))
        show_marker(s, formation)


class Attach(Act[State, Reinforcement]):
    """9.4.1 An independent reinforcement joins a formation before it enters."""

    rule = "9.4.1-c"
    form = "attach unit formation"
    label = "Attach {unit} to {formation}"
    asks = "attach an independent reinforcement"

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side: int = side

    def candidates(self, s: State, f: Reinforcement) -> list[Args]:
        e = s.edition
        due = [u for u in range(e.units) if s.where[u] == WAITING and e.independent[u] == ASSIGNABLE and e.side[u] == self.side
               and s.formation[u] == NONE and 0 < e.arrival[u] <= s.turn]  # fmt: skip
        return [(u, n) for u in due for n in e.joins[u] if s.where[hq_of(s, n)] >= 0]

    def why_not(self, s: State, f: Reinforcement, unit: int, formation: int, /) -> Optional[Refusal]:
        return None if (unit, formation) in self.candidates(s, f) else NOT_WAITING

    def do(self, s: State, f: Reinforcement, unit: int, formation: int, dice: Dice, /) -> None:
        assign(s, unit, formation)


# 5.5.2 Assignments are secret until challenged


def question(s: State, units: tuple[int, ...], seen: bool = False) -> None:
    """The enemy sees assigned units act with a formation and may ask for their markers."""
    for unit in units:
        if is_covert(s, unit) and (seen or is_open(s, unit)):
            s.acted |= 1 << unit
            s.begin(Challenge(other(s.edition.side[unit]), unit))


def challenger(s: State, f: Challenge) -> int:
    return f.side


class Ask(Act[State, Challenge]):
    rule = "5.5.2-d"
    form = "challenge"
    label = "Challenge its assignment"
    asks = "challenge the assignment of an independent unit that acts"

    def do(self, s: State, f: Challenge, a: int, b: int, dice: Dice, /) -> None:
        s.shown = tuple(sorted((*s.shown, f.unit)))
        s.tell("assignment", f.unit, s.formation[f.unit])
        s.tell(REVEALED, f.unit)


# 5.9 The Schwerpunkt marker


def axis(s: State, f: object) -> int:
    return AXIS


class ChooseSchwerpunkt(Act[State, Setup]):
    """At set-up any Axis formation."""

    rule = "5.9-a"
    form = "schwerpunkt formation"
    label = "Give the Schwerpunkt to {formation}"
    asks = "place the Schwerpunkt"

    def candidates(self, s: State, f: Setup) -> list[Args]:
        return [(n, 0) for n in range(s.edition.formations) if s.edition.f_side[n] == AXIS and s.where[hq_of(s, n)] >= 0]

    def why_not(self, s: State, f: Setup, formation: int, _: int, /) -> Optional[Refusal]:
        if s.edition.f_side[formation] != AXIS:
            return AXIS_ONLY
        return None if s.where[hq_of(s, formation)] >= 0 else NO_HQ

    def do(self, s: State, f: Setup, formation: int, _: int, dice: Dice, /) -> None:
        s.schwerpunkt = formation
        s.tell("schwerpunkt", formation)


class MoveSchwerpunkt(Act[State, Organisation]):
    """Each turn any Axis formation with a supplied HQ."""

    rule = "5.9-b"
    form = "schwerpunkt formation"
    label = "Give the Schwerpunkt to {formation}"
    asks = "move the Schwerpunkt"

    def candidates(self, s: State, f: Organisation) -> list[Args]:
        return [(n, 0) for n in range(s.edition.formations) if s.edition.f_side[n] == AXIS and n != s.schwerpunkt]

    def why_not(self, s: State, f: Organisation, formation: int, _: int, /) -> Optional[Refusal]:
        if s.edition.f_side[formation] != AXIS:
            return AXIS_ONLY
        if s.turn < s.schwerpunkt_turn:
            return NEXT_TURN
        if formation == s.schwerpunkt:
            return SAME
        if s.where[hq_of(s, formation)] < 0:
            return NO_HQ
        return None if hq_is_supplied(s, formation) else UNSUPPLIED

    def do(self, s: State, f: Organisation, formation: int, _: int, dice: Dice, /) -> None:
        s.schwerpunkt = formation
        s.tell("schwerpunkt", formation)
