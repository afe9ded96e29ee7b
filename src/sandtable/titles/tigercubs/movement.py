"""7.A, 7.C, 7.F Ground movement: allowances, what each step costs, who may go where; the same in pursuit and reaction.

Movement points are counted in quarters, for each unit and phase (`State.spent`). A unit or stack on its way is a `Move`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.maps.zones import NO_ZONE
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.captured import spill
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, IN_PURSUIT, IN_REACTION, Move, MovementPhase, Overrun, PursuitPhase
from sandtable.titles.tigercubs.kinds import CAVALRY, GENERAL, MOTORISED, NONE, OFFENSIVE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import (
    ARMED,
    EMPLACED,
    LEFT_LINE,
    MOBILE,
    OVERRAN,
    State,
    eliminate,
    enemy_zone,
    holder,
    move,
    movement_rating,
    supply_state,
    units_in,
)

NOT_YOURS: Final = Refusal("7.A-b", "only units of the side whose phase it is move")
NOT_HERE: Final = Refusal("7.A", "it is not on the map")
STATIC: Final = Refusal("7.C.1.a", "it has no movement rating")
POSTED: Final = Refusal("13.K.2.f", "it is emplaced")
TURNING: Final = Refusal("13.K.2.f", "it is turning to its other side")
SPENT: Final = Refusal("7.C.1", "it has no movement points left")
TOO_LITTLE: Final = Refusal("7.C.1", "what it has left pays for no step from there")
EXHAUSTED: Final = Refusal("13.H.1.b.iii", "isolated for so long it does not move at all")
NO_PURSUIT: Final = Refusal("7.C.1.b.iii", "in its state of supply it does not move in this phase")
NO_STACK: Final = Refusal("7.A", "there are not two units there that began the phase together and can move")
ALONE: Final = Refusal("7.A", "units that did not begin the phase together do not move together")
NOT_ADJACENT: Final = Refusal("7.C.1", "it is not next to where the unit stands")
PROHIBITED: Final = Refusal("7.C.1.a", "nobody can enter there")
OFF_MAP: Final = Refusal("S1-b", "it is not in play in this scenario")
ENEMY_BOX: Final = Refusal("BOX-d", "enemy ground units never enter a box")
OCCUPIED: Final = Refusal("7.C.1.c", "an enemy unit is there: it can only be overrun")
SUPPORT_ALONE: Final = Refusal("13.K.2.a", "support units alone drive nobody out")
TOO_DEAR: Final = Refusal("7.C.1", "it has not enough movement points left for this step")
CROWDED: Final = Refusal("5.A.6.a", "no unit may end there beyond the stacking limit, and it could not go on")
STAY_OUT: Final = Refusal("5.A.6.a", "the stacking limit is exceeded here: go on")
NOT_WITH_IT: Final = Refusal("7.A", "it is not part of this move")
LAST_ONE: Final = Refusal("7.A", "it moves alone")
TOGETHER: Final = Refusal("13.K.2.d", "two quartermasters carry a supply terminal together")
NO_EXIT: Final = Refusal("BOX-a", "only the way out of a box, or into it, may take more than one phase")
PAYABLE: Final = Refusal("BOX-a", "the way can be paid for at once: go there")
NOT_FROM_BOX: Final = Refusal("BOX-a", "an exit is paid for before anybody fights")
NOBODY: Final = Refusal("7.E.1", "there is nobody to overrun")
NO_OVERRUN: Final = Refusal("7.E.1.a", "an overrun takes odds of 7:1 at least")
OVERRUN_DEAR: Final = Refusal("7.E.1.b", "it has not the movement points for the overrun and for entering the hex")
LAGGARD: Final = Refusal("7.E.1.e", "all who overrun enter the hex and pay for it: one of them has not the movement points")
OVERRUN_FULL: Final = Refusal("7.E.1.b", "the stacking limit would be exceeded there")
NOT_IN_REACTION: Final = Refusal("7.C.1.e.iii", "units in reaction do not overrun")


# 7.C Allowances


@cache
def shares(e: Edition) -> tuple[tuple[Optional[Fraction], ...], ...]:
    """The share of its rating that a unit has in each state of supply: in movement, in pursuit if mobile, in pursuit if not.
    None: it may go one hex; a share of 0: it does not move at all."""

    def read(text: str) -> Optional[Fraction]:
        return None if text == "hex" else Fraction(text or "0")

    rows = e.supply_rows
    return (
        tuple([read(row.movement) for row in rows]),
        tuple([read(row.pursuit_mobile) for row in rows]),
        tuple([read(row.pursuit_other) for row in rows]),
    )


Table = tuple[tuple[int, ...], ...]  # allowances by state of supply and unit


@cache
def allowances(e: Edition, scale: int) -> tuple[Table, ...]:
    """By kind of share, state of supply and unit: the allowance in quarters; 0 where it is one hex, NONE where there is none.
    6.3.e Pursuit rounds down to whole points, movement keeps fractions."""

    def value(kind: int, share: Optional[Fraction], rating: int) -> int:
        if share is None:
            return 0 if rating else NONE
        points = share * rating
        if points == 0:
            return NONE
        return int(points) if kind == 0 else int(points / MP) * MP

    ratings = e.movement[scale]
    return tuple([tuple([tuple([value(n, share, r) for r in ratings]) for share in states]) for n, states in enumerate(shares(e))])


def allowance(s: State, unit: int, phase: int) -> int:
    """What a unit may spend in a phase, in quarters: 0, one hex; NONE, nothing. Of a semi-motorised unit in pursuit, on lines."""
    return allowance_in(s, unit, phase, supply_state(s, unit), s.did[unit])


def allowance_in(s: State, unit: int, phase: int, state: int, did: int) -> int:
    """The same of a unit in that state of supply that has done so much."""
    e = s.edition
    if phase == IN_MOVEMENT:
        return allowances(e, s.agreed.scale)[0][state][unit]
    if phase == IN_REACTION:  # 7.C.1.e
        return movement_rating(s, unit) // 2 // MP * MP if e.supply_rows[state].reaction else NONE
    return pursuit_allowance(unit, pursuits(e, s.agreed.scale), state, did)


def pursuit_allowance(unit: int, points_of: Table, state: int, did: int) -> int:
    """6.3.e, 7.C.1.b; 7.E.1.b-b: half of it for who overran after combat."""
    points = points_of[OFFENSIVE if did & ARMED else state][unit]
    return points // 2 // MP * MP if points > 0 and did & OVERRAN else points


@cache
def pursuits(e: Edition, scale: int) -> Table:
    """Allowances in pursuit, of semi-motorised units on roads and tracks."""
    _, mobile, others = allowances(e, scale)
    own = [mobile if kind in (MOTORISED, CAVALRY) else others for kind in e.move_class]
    return tuple([tuple([own[unit][state][unit] for unit in range(e.units)]) for state in range(len(e.supply_rows))])


def on_foot_allowance(s: State, unit: int) -> int:
    """5.A.3.b-c What a semi-motorised unit may spend in a pursuit that leaves roads and tracks."""
    table = allowances(s.edition, s.agreed.scale)[1 if s.edition.move_class[unit] == CAVALRY else 2]
    return pursuit_allowance(unit, table, supply_state(s, unit), s.did[unit])


def points_left(s: State, unit: int, phase: int) -> int:
    points = allowance(s, unit, phase)
    if phase == IN_PURSUIT and s.edition.semi[unit] and s.did[unit] & LEFT_LINE:
        points = on_foot_allowance(s, unit)
    left = points - s.spent[unit]
    return left if left > 0 else 0


def has_stayed(s: State, unit: int) -> bool:
    """It has done nothing in this phase: 7.C.1.a then lets it go one hex whatever it costs."""
    return s.spent[unit] == 0 and s.where[unit] == s.phase_start[unit]


def cannot_move(s: State, side: int, unit: int, phase: int) -> Optional[Refusal]:
    e = s.edition
    if e.side[unit] != side:
        return NOT_YOURS
    if s.where[unit] < 0:
        return NOT_HERE
    if e.movement[s.agreed.scale][unit] == 0:
        return STATIC
    if s.post[unit] != MOBILE:
        return POSTED if s.post[unit] == EMPLACED else TURNING
    points = allowance(s, unit, phase)
    if points == NONE:
        return EXHAUSTED if phase == IN_MOVEMENT else NO_PURSUIT
    return SPENT if s.spent[unit] >= points and not (points == 0 and has_stayed(s, unit)) else None


@cache
def least_steps(e: Edition) -> tuple[tuple[int, ...], ...]:
    """By class of movement and place: what the cheapest step from there costs; 0 where an exit can be paid for in parts."""

    def least(costs: Mapping[int, int], here: int) -> int:
        return min(costs.values(), default=0) if max([here, *costs]) < e.sheet else 0

    return tuple([tuple([least(costs[here], here) for here in range(e.places)]) for costs in e.by_line])


def is_stuck(s: State, unit: int, phase: int) -> bool:
    """It has moved or worked, and what it has left pays for no step from where it stands."""
    e = s.edition
    return not has_stayed(s, unit) and points_left(s, unit, phase) < least_steps(e)[e.move_class[unit]][s.where[unit]]


def movers(s: State, units: Iterable[int], phase: int) -> Iterator[int]:
    """Of these of one side, those that `cannot_move` has nothing against and that are not stuck."""
    e, where, start, post, spent, out, did = s.edition, s.where, s.phase_start, s.post, s.spent, s.out, s.did
    rating = e.movement[s.agreed.scale]
    table = pursuits(e, s.agreed.scale) if phase == IN_PURSUIT else allowances(e, s.agreed.scale)[0]
    plain = table[GENERAL]
    for unit in units:
        if where[unit] < 0 or not rating[unit] or post[unit] != MOBILE:
            continue
        points = plain[unit]
        if did[unit]:
            points = allowance(s, unit, phase)
        elif out[unit]:
            points = table[supply_state(s, unit)][unit]
        if where[unit] == start[unit] and not spent[unit]:
            if points != NONE:  # even if it may only go one hex (7.C.1.a)
                yield unit
        elif points > spent[unit] and not is_stuck(s, unit, phase):
            yield unit


# 7.C.1 Steps


def interdiction(s: State, side: int, place: int) -> int:
    """8.E.1.b.ii.4 The level of the enemy's interdiction there: overlapping zones add up, 3 at most."""
    level = sum(
        [n for flyer, centre, n in s.interdicted if flyer != side and (place == centre or place in s.edition.around[centre])]
    )
    return min(level, int(s.edition.figure["bai_highest"]))


def extra_cost(s: State, side: int, here: int, there: int) -> int:
    """7.C.1.d, 8.E.1.b.ii What zones of influence and interdiction add to a step."""
    e = s.edition
    extra = 0
    felt = enemy_zone(s, side, here) if here < e.sheet else NO_ZONE
    if felt != NO_ZONE:
        beyond = enemy_zone(s, side, there) if there < e.sheet else NO_ZONE
        row = e.zone_rows[max(felt, beyond) - 1]
        extra = (row.leave if beyond == NO_ZONE else row.between) * MP
    if s.interdicted:
        level = interdiction(s, side, there)
        if level:
            extra += int(next(row.mp for row in e.interdiction_rows if row.level == level) * MP)
    return extra


def ground_cost(s: State, unit: int, here: int, there: int) -> int:
    """7.C.1, 7.F By road and track where there is one; 5.A.3.b a semi-motorised unit never does better by its own symbol."""
    e, kind = s.edition, s.edition.move_class[unit]
    if s.bridges_down and here < e.sheet and there in e.bridge_hexes[here] and e.hexside(here, there) in s.bridges_down:
        return e.off_road[kind][here][there]
    return e.by_line[kind][here][there]


def step_cost(s: State, unit: int, here: int, there: int) -> int:
    return ground_cost(s, unit, here, there) + extra_cost(s, s.edition.side[unit], here, there)


def is_lined(s: State, here: int, there: int) -> bool:
    """Along a road or a track."""
    return there in s.edition.road[here] or there in s.edition.track[here]


def means(s: State, f: Move) -> list[int]:
    """The movement points that the units of a move have left."""
    return [points_left(s, u, f.phase) for u in f.units]


def step_refused(s: State, f: Move, there: int, left: Sequence[int]) -> Optional[Refusal]:
    """Why the units of a move cannot go there with what movement points they have left (`means`)."""
    e = s.edition
    here = s.where[f.units[0]]
    refusal = place_refused(s, f.side, here, there)
    if refusal is not None:
        return refusal
    enemies = holder(s, there) == other(f.side)
    if enemies:
        if any(e.role[u] not in (QUARTERMASTER, TERMINAL) for u in units_in(s, there)) or here >= e.sheet:
            return OCCUPIED
        if all(e.support[u] or not e.weighs[u] for u in f.units):
            return SUPPORT_ALONE
    if len(f.units) > 1 and not moves_as_one(s, f.units):
        return ALONE
    extra = extra_cost(s, f.side, here, there)
    for unit, points in zip(f.units, left, strict=True):
        if not can_pay(s, unit, points, f.phase, here, there, extra):
            return TOO_DEAR
    if not fits(s, there, f.units) and not goes_on(s, f, there):
        return CROWDED
    return None


def place_refused(s: State, side: int, here: int, there: int) -> Optional[Refusal]:
    e = s.edition
    if there not in e.near[here]:
        return NOT_ADJACENT if there not in e.around[here] else PROHIBITED
    if not e.in_play[s.agreed.scenario][there]:
        return OFF_MAP
    return ENEMY_BOX if there >= e.sheet and e.owner[there] != side else None


def moves_as_one(s: State, units: Iterable[int]) -> bool:
    """7.A Units that began the phase together."""
    return len({s.phase_start[u] for u in units}) == 1


def can_pay(s: State, unit: int, left: int, phase: int, here: int, there: int, extra: int) -> bool:
    """`extra`: what zones and interdiction add to the step."""
    if is_exit(s, here, there):
        return left >= exit_owed(s, unit, here, there)
    cost = ground_cost(s, unit, here, there) + extra
    return cost <= points_towards(s, unit, left, phase, here, there) or (phase != IN_REACTION and has_stayed(s, unit))


def points_towards(s: State, unit: int, left: int, phase: int, here: int, there: int) -> int:
    """5.A.3.b-c What it has left for a step: on foot, where a semi-motorised unit leaves the lines in its pursuit."""
    if leaves_lines(s, unit, phase, here, there):
        left = max(0, min(left, on_foot_allowance(s, unit) - s.spent[unit]))
    return left


def leaves_lines(s: State, unit: int, phase: int, here: int, there: int) -> bool:
    return phase == IN_PURSUIT and s.edition.semi[unit] and not is_lined(s, here, there)


def exit_owed(s: State, unit: int, here: int, there: int) -> int:
    """BOX-a What is still to be paid for an exit, in quarters."""
    way = s.edition.map.exit(here, there)
    assert way is not None
    return way.cost * MP - (s.exit_paid[unit] if s.exit_to[unit] == there else 0)


def is_exit(s: State, here: int, there: int) -> bool:
    return here >= s.edition.sheet or there >= s.edition.sheet


def goes_on(s: State, f: Move, there: int) -> bool:
    """5.A.6.a Whether the units can pass through: a step beyond for which they will have the points."""
    for beyond in s.edition.near[there]:
        if beyond == s.where[f.units[0]] or place_refused(s, f.side, there, beyond) is not None:
            continue
        if holder(s, beyond) == other(f.side) or not fits(s, beyond, f.units):
            continue
        costs = [step_cost(s, u, s.where[u], there) + step_cost(s, u, there, beyond) for u in f.units]
        if all(cost <= points_left(s, u, f.phase) for u, cost in zip(f.units, costs, strict=True)):
            return True
    return False


def pay(s: State, unit: int, phase: int, here: int, there: int) -> None:
    """What a step costs; the one-hex move takes everything (7.C.1.a)."""
    cost, points = step_cost(s, unit, here, there), allowance(s, unit, phase)
    if leaves_lines(s, unit, phase, here, there):
        s.did[unit] |= LEFT_LINE
        points = on_foot_allowance(s, unit)
    s.spent[unit] = max(points, MP) if s.spent[unit] + cost > points else s.spent[unit] + cost


def advance(s: State, units: Iterable[int], there: int) -> None:
    """They stand there now, with what they carry."""
    units = tuple(units)
    here = s.where[units[0]]
    for quarry in [u for u in units_in(s, there) if s.edition.side[u] != s.edition.side[units[0]]]:
        if s.edition.role[quarry] == QUARTERMASTER:
            spill(s, quarry)
        eliminate(s, quarry)  # 13.K.2.a, 13.J.1-b
    haul(s, units, there)
    for unit in units:
        move(s, unit, there)
    control.update(s, here, there)


def haul(s: State, units: Iterable[int], there: int) -> None:
    """13.K.2.d The terminal that quartermasters carry comes with them."""
    for terminal in {s.carries[u] for u in units if s.carries[u] != NONE}:
        move(s, terminal, there)


# Acts


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
    asks = "go on"
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


def may_go_on(s: State, f: Move) -> bool:
    left = means(s, f)
    return any(step_refused(s, f, there, left) is None for there in s.edition.near[s.where[f.units[0]]])


# 7.E Overruns: who may try, and what it costs; `overruns.py` resolves them


class Charge(Act[State, Move]):
    """The units enter the hex of a much weaker force. `odds`: whole, 0 if none, of these units against that hex."""

    rule = "7.E.1"
    form = "overrun place"
    label = "Overrun {place}"
    asks = "overrun an enemy"

    def __init__(self, odds: Callable[[State, tuple[int, ...], int], int]) -> None:
        super().__init__()
        self.odds: Callable[[State, tuple[int, ...], int], int] = odds

    def candidates(self, s: State, f: Move) -> list[Args]:
        if not f.units or f.phase == IN_REACTION:
            return []
        return [(p, 0) for p in s.edition.around[s.where[f.units[0]]] if p in s.stack and holder(s, p) == other(f.side)]

    def why_not(self, s: State, f: Move, there: int, b: int, /) -> Optional[Refusal]:
        if f.phase == IN_REACTION:
            return NOT_IN_REACTION
        if not f.units or holder(s, there) != other(f.side):
            return NOBODY
        here = s.where[f.units[0]]
        if here >= s.edition.sheet:
            return NOT_FROM_BOX
        refusal = place_refused(s, f.side, here, there)
        if refusal is not None:
            return refusal
        if not fits_alone(s, there, f.units):
            return OVERRUN_FULL
        odds = self.odds(s, f.units, there)
        cost = overrun_cost(s, odds)
        if cost == NONE:
            return NO_OVERRUN
        able = [
            cost + entry_cost(s, u, here, there) <= points_towards(s, u, left, f.phase, here, there)
            for u, left in zip(f.units, means(s, f), strict=True)
        ]
        return None if all(able) else LAGGARD if any(able) else OVERRUN_DEAR

    def do(self, s: State, f: Move, there: int, b: int, dice: Dice, /) -> None:
        here, odds = s.where[f.units[0]], self.odds(s, f.units, there)
        for unit in f.units:
            s.spent[unit] += overrun_cost(s, odds) + entry_cost(s, unit, here, there)
            s.did[unit] |= LEFT_LINE if leaves_lines(s, unit, f.phase, here, there) else 0
        s.begin(Overrun(f.side, f.units, there, f.phase, odds))


def overrun_cost(s: State, odds: int) -> int:
    """7.E.1.b By the Overrun Costs table, in quarters; NONE below 7:1."""
    rows = [row for row in s.edition.overrun_rows if row.odds <= odds]
    return rows[-1].mp * MP if rows else NONE


def entry_cost(s: State, unit: int, here: int, there: int) -> int:
    """7.E.1.c.i, iii Along a road double its cost will do; the zone of those who are overrun counts no more, others' do."""
    e, side = s.edition, s.edition.side[unit]
    kind = e.move_class[unit]
    ground = e.off_road[kind][here][there]
    if there in e.road[here] and e.hexside(here, there) not in s.bridges_down:
        ground = min(ground, 2 * e.road_mp[kind])
    elif there in e.track[here]:
        ground = e.by_line[kind][here][there]
    level = s.zones.exerted(other(side), there)
    s.zones.project(other(side), there, level, -1)
    extra = extra_cost(s, side, here, there)
    s.zones.project(other(side), there, level, 1)
    return ground + extra


def fits_alone(s: State, there: int, units: tuple[int, ...]) -> bool:
    """Whether they would fit into the hex without those who are in it."""
    stack = s.stack.pop(there, ())
    try:
        return fits(s, there, units)
    finally:
        if stack:
            s.stack[there] = stack


def refund_overrun(s: State, f: Overrun) -> None:
    """7.E.1.d All defenders have slipped away: the entry and one point more is all that it costs."""
    cost = overrun_cost(s, f.odds)
    for unit in f.units:
        s.spent[unit] -= max(0, cost - int(s.edition.figure["retreat_overrun_mp"]) * MP)


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
