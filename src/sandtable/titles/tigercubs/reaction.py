"""7.C.1.e Reaction: units of the other side move towards hexes that were lost. Half-month scale only (2.I.2)."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import IN_REACTION, Move, Places, Reaction, ReactionPhase, Units
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.movement import STAY_OUT, partners
from sandtable.titles.tigercubs.movement_allowance import cannot_move, has_stayed, points_left
from sandtable.titles.tigercubs.movement_cost import pay, step_cost
from sandtable.titles.tigercubs.movement_step import advance, means, place_refused, step_refused
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import State, holder, move, remembered, supply_state, units_in

CUT_OFF: Final = Refusal("7.C.1.e.i", "it is isolated")
STARVED: Final = Refusal("7.C.1.e.i", "it is not in supply")
TOO_NEAR: Final = Refusal("7.C.1.e.ii", "an enemy unit is nearer than three hexes")
NO_CAUSE: Final = Refusal("7.C.1.e.ii-b", "no hex was lost three to seven hexes away")
HAS_MOVED: Final = Refusal("7.C.1.e", "it has reacted already")
AWAY: Final = Refusal("7.C.1.e", "reaction leads towards the hex that was lost, never away from it")
NOT_NEARER: Final = Refusal("7.C.1.e", "it must end nearer to the hex that was lost")
NO_FIGHT: Final = Refusal("7.C.1.e.iii", "units in reaction neither attack nor overrun")
NO_STACK: Final = Refusal("7.C.1.e", "there are not two units there that can react")
OFF_SHEET: Final = Refusal("7.C.1.e", "units in boxes do not react")


def reactor(s: State, f: ReactionPhase | Reaction) -> int:
    return f.side


def causes(s: State, place: int) -> Places:
    """7.C.1.e.ii-b Hexes lost in this player turn, at the right distance."""
    near, far = s.edition.figure["reaction_near"].numerator, s.edition.figure["reaction_far"].numerator
    hexes = distances(s.edition, place)
    return tuple([p for p in s.lost_hexes if near <= hexes[p] <= far])


@remembered
def is_near_enemy(s: State, side: int, place: int) -> bool:
    e, near, hexes = s.edition, int(s.edition.figure["reaction_near"]), distances(s.edition, place)
    return any(hexes[p] < near and p < e.sheet and e.side[there[0]] != side for p, there in s.stack.items())


def posts(s: State, side: int) -> list[int]:
    """Where units stand that may have cause to react."""
    if not s.lost_hexes:
        return []
    mine = [p for p, there in s.stack.items() if s.edition.side[there[0]] == side and p < s.edition.sheet and causes(s, p)]
    return sorted([p for p in mine if not is_near_enemy(s, side, p)])


def reaction_refused(s: State, side: int, unit: int) -> Optional[Refusal]:
    """Whether a unit qualifies."""
    refusal = cannot_move(s, side, unit, IN_REACTION)
    place = s.where[unit]
    if s.edition.side[unit] == side and place >= 0:
        if place >= s.edition.sheet:
            return OFF_SHEET
        if is_isolated(s, side, unit):
            return CUT_OFF
        if not s.edition.supply_rows[supply_state(s, unit)].reaction:
            return STARVED
    if refusal is not None:
        return refusal
    if not has_stayed(s, unit):
        return HAS_MOVED
    if not causes(s, place):
        return NO_CAUSE
    return TOO_NEAR if is_near_enemy(s, side, place) else None


def is_isolated(s: State, side: int, unit: int) -> bool:
    """As it was found (13.G.1.a); HQs and QMs use no supply and are never marked: as they stand."""
    if s.edition.role[unit] == COMBAT_UNIT:
        return bool(s.cut[unit])
    return not is_joined(s, side, s.where[unit])


class React(Act[State, ReactionPhase]):
    rule = "7.C.1.e"
    form = "react unit"
    label = "React with {unit}"
    asks = "move in reaction"

    def candidates(self, s: State, f: ReactionPhase) -> list[Args]:
        return [(u, 0) for p in posts(s, f.side) for u in s.stack[p]]

    def why_not(self, s: State, f: ReactionPhase, unit: int, b: int, /) -> Optional[Refusal]:
        return reaction_refused(s, f.side, unit) or (None if can_set_out(s, f.side, with_partner(s, unit)) else NOT_NEARER)

    def do(self, s: State, f: ReactionPhase, unit: int, b: int, dice: Dice, /) -> None:
        s.begin(Reaction(f.side, with_partner(s, unit), s.where[unit], causes(s, s.where[unit])))


def with_partner(s: State, unit: int) -> Units:
    """13.K.2.d Quartermasters that carry a terminal go together."""
    return tuple(sorted({unit, *partners(s, unit)}))


class ReactTogether(Act[State, ReactionPhase]):
    """All units of a hex that qualify."""

    rule = "7.C.1.e"
    form = "counter place"
    label = "React with the stack at {place}"
    asks = "move in reaction"

    def candidates(self, s: State, f: ReactionPhase) -> list[Args]:
        return [(p, 0) for p in posts(s, f.side) if len(s.stack[p]) > 1]

    def why_not(self, s: State, f: ReactionPhase, place: int, b: int, /) -> Optional[Refusal]:
        units = self.units(s, f, place)
        return None if len(units) > 1 and can_set_out(s, f.side, units) else NO_STACK

    def do(self, s: State, f: ReactionPhase, place: int, b: int, dice: Dice, /) -> None:
        s.begin(Reaction(f.side, self.units(s, f, place), place, causes(s, place)))

    def units(self, s: State, f: ReactionPhase, place: int) -> Units:
        return tuple([u for u in units_in(s, place) if reaction_refused(s, f.side, u) is None])


def can_set_out(s: State, side: int, units: Units) -> bool:
    here = s.where[units[0]]
    f = Reaction(side, units, here, causes(s, here))
    return any(stride_refused(s, f, p) is None for p in s.edition.near[here])


def stride_refused(s: State, f: Reaction, there: int) -> Optional[Refusal]:
    """7.C.1.e No step away from the cause; one that is no nearer, or leads where there is no room, only if another can follow."""
    if holder(s, there) == other(f.side):
        return NO_FIGHT
    march = Move(f.side, f.units, IN_REACTION)
    refusal = step_refused(s, march, there, means(s, march))
    if refusal is not None:
        return refusal
    goals = kept(s, f, there)
    if not goals:
        return AWAY
    stays = is_nearer(s, f, there, goals) and fits(s, there, f.units)
    return None if stays or can_follow(s, f, there, goals) else NOT_NEARER


def kept(s: State, f: Reaction, there: int) -> Places:
    """Causes that a step does not lead away from."""
    here = s.where[f.units[0]]
    return tuple([p for p in f.goals if s.edition.distance(there, p) <= s.edition.distance(here, p)])


def is_nearer(s: State, f: Reaction, place: int, goals: Places) -> bool:
    return any(s.edition.distance(place, p) < s.edition.distance(f.start, p) for p in goals)


def can_follow(s: State, f: Reaction, there: int, goals: Places) -> bool:
    """Whether, after a step that brings them no nearer, they have the points for others that do."""
    left = [points_left(s, u, IN_REACTION) - step_cost(s, u, s.where[u], there) for u in f.units]
    if min(left) <= 0:
        return False
    copy = s.clone()
    return any(comes_nearer(copy, f, there, left, goal) for goal in goals)


def comes_nearer(s: State, f: Reaction, start: int, points: list[int], goal: int) -> bool:
    """Whether they can get from there to a place nearer to a hex that was lost, by steps of which none leads away from it.
    For a copy: their own zone, which weakens the enemy's around them, goes with them."""
    distance, edge, seen = s.edition.distance, [(start, points)], {start: points}
    while edge:
        here, left = edge.pop(0)
        for unit in f.units:
            move(s, unit, here)
        for there in s.edition.near[here]:
            if distance(there, goal) > distance(here, goal) or place_refused(s, f.side, here, there) is not None:
                continue
            rest = [mine - step_cost(s, u, here, there) for u, mine in zip(f.units, left, strict=True)]
            if holder(s, there) == other(f.side) or min(rest) < 0:
                continue
            if distance(there, goal) < distance(f.start, goal) and fits(s, there, f.units):
                return True
            if there not in seen or any(more > known for more, known in zip(rest, seen[there], strict=True)):
                seen[there] = rest
                edge.append((there, rest))
    return False


class Stride(Act[State, Reaction]):
    rule = "7.C.1.e"
    form = "stride place"
    label = "Go to {place}"
    asks = "go to a hex"

    def candidates(self, s: State, f: Reaction) -> list[Args]:
        return [(p, 0) for p in s.edition.near[s.where[f.units[0]]]]

    def why_not(self, s: State, f: Reaction, there: int, b: int, /) -> Optional[Refusal]:
        return stride_refused(s, f, there)

    def do(self, s: State, f: Reaction, there: int, b: int, dice: Dice, /) -> None:
        here = s.where[f.units[0]]
        f.goals = kept(s, f, there)
        for unit in f.units:
            pay(s, unit, IN_REACTION, here, there)
        advance(s, f.units, there)
        for unit in f.units:
            s.tell("moved", unit, there)


class Rest(Act[State, Reaction]):
    rule = "7.C.1.e"
    form = "rest"
    label = "Stop here"
    asks = "stop"

    def why_not(self, s: State, f: Reaction, a: int, b: int, /) -> Optional[Refusal]:
        where = s.where[f.units[0]]
        if not fits(s, where):
            return STAY_OUT
        return None if where == f.start or is_nearer(s, f, where, f.goals) else NOT_NEARER
