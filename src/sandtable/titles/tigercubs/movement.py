"""7.A Ground movement: units and stacks set out, go step by step, part, join and stop; the same in pursuit and reaction.

A unit or stack on its way is a `Move`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, IN_REACTION, Move, MovementPhase, PursuitPhase
from sandtable.titles.tigercubs.kinds import NONE, QUARTERMASTER
from sandtable.titles.tigercubs.movement_allowance import NOT_HERE, SPENT, cannot_move, is_stuck, movers, points_left
from sandtable.titles.tigercubs.movement_cost import exit_owed, is_exit, pay
from sandtable.titles.tigercubs.movement_step import ALONE, advance, may_go_on, means, moves_as_one, place_refused, step_refused
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import ARMED, State, units_in

TOO_LITTLE: Final = Refusal("7.C.1", "what it has left pays for no step from there")
NO_STACK: Final = Refusal("7.A", "there are not two units there that began the phase together and can move")
STAY_OUT: Final = Refusal("5.A.6.a", "the stacking limit is exceeded here: go on")
NOT_WITH_IT: Final = Refusal("7.A", "it is not part of this move")
LAST_ONE: Final = Refusal("7.A", "it moves alone")
TOGETHER: Final = Refusal("13.K.2.d", "two quartermasters carry a supply terminal together")
NO_EXIT: Final = Refusal("BOX-a", "only the way out of a box, or into it, may take more than one phase")
PAYABLE: Final = Refusal("BOX-a", "the way can be paid for at once: go there")


class StartMove(Act[State, Any]):
    """A unit sets out, or goes on (7.A-c). Quartermasters that carry a terminal go together."""

    rule = "7.A"
    form = "move unit"
    label = "Move {unit}"
    asks = "move a unit"
    exact = True

    def __init__(self, phase: int) -> None:
        super().__init__()
        self.phase: int = phase

    def candidates(self, s: State, f: Any) -> Iterator[Args]:
        for unit in movers(s, s.edition.of_side[f.side], self.phase):
            yield unit, 0

    def why_not(self, s: State, f: Any, unit: int, b: int, /) -> Optional[Refusal]:
        return cannot_move(s, f.side, unit, self.phase) or (TOO_LITTLE if is_stuck(s, unit, self.phase) else None)

    def do(self, s: State, f: Any, unit: int, b: int, dice: Dice, /) -> None:
        s.begin(Move(f.side, tuple(sorted({unit, *partners(s, unit)})), self.phase))


def partners(s: State, unit: int) -> list[int]:
    """The other quartermaster under the same terminal."""
    if s.carries[unit] == NONE:
        return []
    return [
        u for u in s.edition.of_side[s.edition.side[unit]] if s.carries[u] == s.carries[unit] and s.edition.role[u] == QUARTERMASTER
    ]


class StartMarch(Act[State, Any]):
    """7.A All units of a place that began the phase there together and can move."""

    rule = "7.A"
    form = "march place"
    label = "Move the stack at {place}"
    asks = "move a stack"
    exact = True

    def __init__(self, phase: int) -> None:
        super().__init__()
        self.phase: int = phase

    def candidates(self, s: State, f: Any) -> Iterator[Args]:
        side, start, last = s.edition.side, s.phase_start, NONE
        mates = [u for p, there in s.stack.items() if len(there) > 1 and side[there[0]] == f.side for u in there if start[u] == p]
        told = NONE
        for unit in movers(s, mates, self.phase):
            place = start[unit]
            if place == last and place != told:
                yield place, 0
                told = place
            last = place

    def why_not(self, s: State, f: Any, place: int, b: int, /) -> Optional[Refusal]:
        there = units_in(s, place)
        return None if there and s.edition.side[there[0]] == f.side and self.is_stack(s, place) else NO_STACK

    def is_stack(self, s: State, place: int) -> bool:
        found = movers(s, [u for u in s.stack[place] if s.phase_start[u] == place], self.phase)
        return next(found, None) is not None and next(found, None) is not None

    def do(self, s: State, f: Any, place: int, b: int, dice: Dice, /) -> None:
        s.begin(Move(f.side, tuple(self.marchers(s, f.side, place)), self.phase))

    def marchers(self, s: State, side: int, place: int) -> list[int]:
        return list(movers(s, [u for u in units_in(s, place) if s.phase_start[u] == place], self.phase))


class GoTo(Act[State, Move]):
    rule = "7.C.1"
    form = "go place"
    label = "Go to {place}"
    asks = "go to a hex"
    exact = True

    def candidates(self, s: State, f: Move) -> Iterator[Args]:
        left = means(s, f)
        for there in s.edition.near[s.where[f.units[0]]] if f.units else ():
            if step_refused(s, f, there, left) is None:
                yield there, 0

    def why_not(self, s: State, f: Move, there: int, b: int, /) -> Optional[Refusal]:
        return step_refused(s, f, there, means(s, f)) if f.units else NOT_HERE

    def do(self, s: State, f: Move, there: int, b: int, dice: Dice, /) -> None:
        here = s.where[f.units[0]]
        for unit in f.units:
            if is_exit(s, here, there):
                s.spent[unit] += exit_owed(s, unit, here, there)
            else:
                pay(s, unit, f.phase, here, there)
        advance(s, f.units, there)
        for unit in f.units:
            s.tell("moved", unit, there)


class Depart(Act[State, Move]):
    """BOX-a Units that cannot pay for an exit at once pay what they have, and wait where they are for the next phase."""

    rule = "BOX-a"
    form = "depart place"
    label = "Set out for {place}"
    asks = "set out for a place that takes more than one phase"

    def candidates(self, s: State, f: Move) -> list[Args]:
        here = s.where[f.units[0]] if f.units else 0
        return [(p, 0) for p in s.edition.near[here] if is_exit(s, here, p)] if f.units else []

    def why_not(self, s: State, f: Move, there: int, b: int, /) -> Optional[Refusal]:
        if not f.units:
            return NOT_HERE
        here = s.where[f.units[0]]
        refusal = place_refused(s, f.side, here, there)
        if refusal is not None:
            return refusal
        if not is_exit(s, here, there):
            return NO_EXIT
        if all(points_left(s, u, f.phase) >= exit_owed(s, u, here, there) for u in f.units):
            return PAYABLE
        return None if all(points_left(s, u, f.phase) > 0 for u in f.units) else SPENT

    def do(self, s: State, f: Move, there: int, b: int, dice: Dice, /) -> None:
        here = s.where[f.units[0]]
        for unit in f.units:
            paid = min(points_left(s, unit, f.phase), exit_owed(s, unit, here, there))
            s.exit_paid[unit] = paid + (s.exit_paid[unit] if s.exit_to[unit] == there else 0)
            s.exit_to[unit] = there
            s.spent[unit] += paid
            s.tell("exit_paid", unit, there)
        f.at = f.row + 1


class Drop(Act[State, Move]):
    """A unit stays behind while the others go on."""

    rule = "7.A"
    form = "drop unit"
    label = "Leave {unit} behind"
    asks = "leave a unit behind"
    exact = True

    def candidates(self, s: State, f: Move) -> list[Args]:
        if len(f.units) < 2 or not fits(s, s.where[f.units[0]]):
            return []
        return [(u, 0) for u in f.units if s.carries[u] == NONE]

    def why_not(self, s: State, f: Move, unit: int, b: int, /) -> Optional[Refusal]:
        if unit not in f.units:
            return NOT_WITH_IT
        if s.carries[unit] != NONE:
            return TOGETHER
        if len(f.units) == 1:
            return LAST_ONE
        return None if fits(s, s.where[unit]) else STAY_OUT

    def do(self, s: State, f: Move, unit: int, b: int, dice: Dice, /) -> None:
        f.units = tuple([u for u in f.units if u != unit])


class Join(Act[State, Move]):
    """7.A-c A unit in the hex comes along: on a march if all began the phase together, else for an overrun alone."""

    rule = "7.A-c"
    form = "join unit"
    label = "Take {unit} along"
    asks = "take a unit along"

    def candidates(self, s: State, f: Move) -> list[Args]:
        if not f.units:
            return []
        there = units_in(s, s.where[f.units[0]])
        return [(u, 0) for u in there if u not in f.units] if len(there) > len(f.units) else []

    def why_not(self, s: State, f: Move, unit: int, b: int, /) -> Optional[Refusal]:
        if unit in f.units or not f.units or s.where[unit] != s.where[f.units[0]]:
            return NOT_WITH_IT
        if f.phase == IN_REACTION and not moves_as_one(s, (*f.units, unit)):
            return ALONE
        if s.carries[unit] != NONE:
            return TOGETHER
        return cannot_move(s, f.side, unit, f.phase)

    def do(self, s: State, f: Move, unit: int, b: int, dice: Dice, /) -> None:
        f.units = tuple(sorted([*f.units, unit]))


class Halt(Act[State, Move]):
    rule = "7.A-c"
    form = "halt"
    label = "Stop here"
    asks = "stop"

    def why_not(self, s: State, f: Move, a: int, b: int, /) -> Optional[Refusal]:
        return STAY_OUT if f.units and not fits(s, s.where[f.units[0]]) and may_go_on(s, f) else None


def note_offensive(s: State, f: PursuitPhase, dice: Dice) -> None:
    """13.I Who is in Offensive Supply for the pursuit is settled when it begins."""
    if not any(s.offensive):
        return
    for unit in s.edition.of_side[f.side]:
        if s.where[unit] >= 0 and is_offensive(s, unit):
            s.did[unit] |= ARMED


def mover(s: State, f: Move) -> int:
    return f.side


def other_side(s: State, f: Any) -> int:
    return other(int(f.side))


def end_unless_movement(s: State, f: Move, dice: Dice) -> None:
    """6.3.b.ii.2.b, 6.3.b.ii.2-n The other side breaks in after moves of the movement phase alone."""
    phase = within(s, MovementPhase)
    if f.phase != IN_MOVEMENT:
        f.finish()
    elif phase is not None:
        phase.broken = True


def break_if_none_was(s: State, f: MovementPhase, dice: Dice) -> None:
    """6.3.b.ii.2.b Nobody has moved: the other side flies now, or not at all."""
    if f.broken:
        f.at += 1
