"""6.3.b.ii, 6.3.c.ii Which missions may be flown when, and whose turn it is to fly."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Frame, Refusal, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bombing import TRANSPORT
from sandtable.titles.tigercubs.air_flyers import can_anyone_fly
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import FIGHTING, MOVING, OPENING, AirWindow, CombatPhase, Interception, MovementPhase
from sandtable.titles.tigercubs.records import Mission as MissionRow
from sandtable.titles.tigercubs.state import State

HIGH, LOW = 1, 2  # what the phasing side calls before the draw
NOT_THE_TIME: Final = Refusal("6.3.b.ii", "missions of this kind are not flown at this point of the turn")
RAIDS_ARE_OVER: Final = Refusal("6.3.b.ii.1.a", "airbases are attacked before anything else in the movement phase")
NO_CLOSE_SUPPORT_YET: Final = Refusal("6.3.c.ii.1", "close support is flown in the combat phase, when attacks are declared")
ONLY_CLOSE_SUPPORT: Final = Refusal("6.3.b.ii.2-n", "all other missions are over before the combat phase")
NOT_BY_TURNS: Final = Refusal("6.3.b.ii.2-o", "missions are flown in turn by an option alone")
NEVER_INTERCEPTED: Final = Refusal(
    "6.3.b.ii.1-p", "interceptors rise against a mission, escorts fly with one: neither is named by itself"
)
NOT_WHILE_MOVING: Final = Refusal("6.3.b.i", "transports fly in their own side's movement phase")
NOBODY_CAN: Final = Refusal("8.B.1", "no air unit that could fly it is ready and in range of a target")


# When


def moment(s: State, f: Frame) -> int:
    """OPENING, MOVING or FIGHTING."""
    if isinstance(f, MovementPhase):
        return MOVING
    window = f if isinstance(f, AirWindow) else within(s, AirWindow)
    return window.when if window is not None else FIGHTING if within(s, CombatPhase) is not None else MOVING


def timing_refused(s: State, f: Frame, side: int, row: MissionRow) -> Optional[Refusal]:
    """6.3.b.ii, 6.3.c.ii What may be flown at this point."""
    return refused_at(moment(s, f), side == s.phasing, row)


def refused_at(when: int, phasing: bool, row: MissionRow) -> Optional[Refusal]:
    if row.when in ("answer", "with"):
        return NEVER_INTERCEPTED
    if when == OPENING:
        return None if row.when == "opening" else NOT_THE_TIME
    if when == FIGHTING:
        return None if row.when == "combat" else ONLY_CLOSE_SUPPORT
    if row.when == "opening":
        return RAIDS_ARE_OVER
    if row.when == "combat":
        return NO_CLOSE_SUPPORT_YET
    return NOT_WHILE_MOVING if row.id == TRANSPORT and not phasing else None


@cache
def flown_at(e: Edition, when: int, phasing: bool) -> tuple[int, ...]:
    """Kinds of missions that may be flown then."""
    return tuple([kind for kind, row in enumerate(e.mission_rows) if refused_at(when, phasing, row) is None])


# 6.3.b.ii.1 Whose turn it is


def begin_raids(s: State, f: MovementPhase, dice: Dice) -> None:
    """6.3.b.ii.1 Airbase attacks, before anything else of the movement phase."""
    s.begin(AirWindow(OPENING, f.side))


def begin_close_support(s: State, f: CombatPhase, dice: Dice) -> None:
    """6.3.c.ii CAS of both sides, after all attacks have been declared."""
    if f.targets:
        s.begin(AirWindow(FIGHTING, f.side))


class OpenAir(Act[State, Any]):
    """6.3.b.ii.2-o By the option: the draw, then missions in turn."""

    rule = "6.3.b.ii.2-o"
    form = "air"
    label = "Open the air for both sides"
    asks = "open the air for both sides"

    def __init__(self, other: bool = False) -> None:
        super().__init__()
        self.other: bool = other

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(0, 0)] if s.agreed.air_order else []

    def why_not(self, s: State, f: Any, a: int, b: int, /) -> Optional[Refusal]:
        if not s.agreed.air_order:
            return NOT_BY_TURNS
        side = other(int(f.side)) if self.other else int(f.side)
        rows = s.edition.mission_rows
        able = any(timing_refused(s, f, side, row) is None and can_anyone_fly(s, side, kind) for kind, row in enumerate(rows))
        return None if able else NOBODY_CAN

    def do(self, s: State, f: Any, a: int, b: int, dice: Dice, /) -> None:
        s.begin(AirWindow(MOVING, s.phasing))


class Call(Act[State, AirWindow]):
    rule = "6.3.b.ii.1-o"
    asks = "call the higher or the lower die"

    def __init__(self, call: int) -> None:
        self.form = "high" if call == HIGH else "low"
        self.label = "Call the higher die" if call == HIGH else "Call the lower die"
        self.call: int = call
        super().__init__()

    def candidates(self, s: State, f: AirWindow) -> list[Args]:
        return [(0, 0)] if s.agreed.air_order and f.call == 0 else []

    def why_not(self, s: State, f: AirWindow, a: int, b: int, /) -> Optional[Refusal]:
        return None if s.agreed.air_order and f.call == 0 else NOT_BY_TURNS

    def do(self, s: State, f: AirWindow, a: int, b: int, dice: Dice, /) -> None:
        f.call = self.call


def draw_order(s: State, f: AirWindow, dice: Dice) -> None:
    """6.3.b.ii.1-o Two dice, thrown again while they are equal; the winner flies the first mission."""
    if not s.agreed.air_order or f.drawn:
        return
    ours = theirs = 0
    while ours == theirs:
        ours, theirs = dice.d10(s.phasing, "6.3.b.ii.1-o"), dice.d10(other(s.phasing), "6.3.b.ii.1-o")
    wins = (ours > theirs) == (f.call == HIGH)
    f.side, f.drawn = (s.phasing if wins else other(s.phasing)), True
    s.tell("air_order", f.side)


def caller(s: State, f: AirWindow) -> int:
    return s.phasing


def flying(s: State, f: AirWindow) -> int:
    return f.side


def hand_over(s: State, f: AirWindow, dice: Dice) -> None:
    """6.3.b.ii.1.b, 6.3.c.ii.1-2 One side flies no more: its CAS is intercepted, then the other flies."""
    f.stopped |= 1 << f.side
    done = [facts for facts in f.flown if facts[0] == f.side]
    f.flown = tuple([facts for facts in f.flown if facts[0] != f.side])
    for facts in done[::-1]:
        s.begin(Interception(*facts))
    if not f.stopped >> (other(f.side)) & 1:
        f.side = other(f.side)
        f.restart()
