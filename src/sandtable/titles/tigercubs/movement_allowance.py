"""7.C.1, 6.3.e Movement allowances by phase and state of supply, and who can move at all.

Movement points are counted in quarters, for each unit and phase (`State.spent`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, Optional

from sandtable.kernel.play import Refusal
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, IN_PURSUIT, IN_REACTION
from sandtable.titles.tigercubs.kinds import CAVALRY, GENERAL, MOTORISED, NONE, OFFENSIVE
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.state import ARMED, EMPLACED, LEFT_LINE, MOBILE, OVERRAN, State, movement_rating, supply_state

NOT_YOURS: Final = Refusal("7.A-b", "only units of the side whose phase it is move")
NOT_HERE: Final = Refusal("7.A", "it is not on the map")
STATIC: Final = Refusal("7.C.1.a", "it has no movement rating")
POSTED: Final = Refusal("13.K.2.f", "it is emplaced")
TURNING: Final = Refusal("13.K.2.f", "it is turning to its other side")
SPENT: Final = Refusal("7.C.1", "it has no movement points left")
EXHAUSTED: Final = Refusal("13.H.1.b.iii", "isolated for so long it does not move at all")
NO_PURSUIT: Final = Refusal("7.C.1.b.iii", "in its state of supply it does not move in this phase")


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
    """It has moved or worked, and what it has left pays for no step from where it stands. BOX-a: out of a box every step is
    paid for; the one hex of 7.C.1.a is none."""
    e = s.edition
    left = points_left(s, unit, phase)
    if s.where[unit] >= e.sheet:
        return left == 0
    return not has_stayed(s, unit) and left < least_steps(e)[e.move_class[unit]][s.where[unit]]


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
            if points > 0 or (points == 0 and where[unit] < e.sheet):  # it may only go one hex (7.C.1.a), not out of a box (BOX-a)
                yield unit
        elif points > spent[unit] and not is_stuck(s, unit, phase):
            yield unit
