"""8.B, 8.C Who can fly which mission, and where to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Refusal
from sandtable.titles.tigercubs.air_bases import bases, flies_on, ready
from sandtable.titles.tigercubs.air_bombing import AIRBASE, BOMBING, TRANSFER, TRANSPORT, target_refused, targets
from sandtable.titles.tigercubs.air_range import ferry_range, in_range
from sandtable.titles.tigercubs.air_transport import has_cargo, has_load
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.records import Mission as MissionRow
from sandtable.titles.tigercubs.state import State
from sandtable.titles.tigercubs.supply import is_fuelled

NOT_ITS_KIND: Final = Refusal("8.B.2", "air units of its type do not fly such missions")
NO_BOMBS: Final = Refusal("5.B.2", "it carries no bombs")
NO_HOLD: Final = Refusal("5.B.4", "it carries no cargo")
TOO_FAR: Final = Refusal("8.B.5.c", "the target is beyond twice its range")
TOO_FAR_TO_TRANSFER: Final = Refusal("8.C", "it is beyond six times its range")
AT_HOME: Final = Refusal("8.C", "it is based there")
NOT_OUR_BASE: Final = Refusal("8.C", "transfers are flown from a base that its side owns, not merely controls")
UNSUPPLIED_BASE: Final = Refusal("13.A.8", "out of supply it may only be moved to a base where it would be supplied")
NOTHING_THERE: Final = Refusal("X-6", "there is nothing at its base that it could carry there")


def kind_number(s: State, id: str) -> int:
    return s.names.numbers["mission"][id]


def fit_to_fly(s: State, side: int) -> Iterator[int]:
    """Air units that can take off, for a transfer at least."""
    return ready(s, s.edition.air_of_side[side], s.edition.mission_rows[kind_number(s, TRANSFER)])


def can_anyone_fly(s: State, side: int, kind: int) -> bool:
    return can_one_fly(s, side, kind, fit_to_fly(s, side))


def can_one_fly(s: State, side: int, kind: int, able: Iterable[int]) -> bool:
    """Whether one of those who can take off flies such a mission and has a target in range."""
    e, row = s.edition, s.edition.mission_rows[kind]
    fit = flyers(e, side, kind)
    willing = (air for air in able if air in fit and (not s.air_out[air] or flies_on(s, air, row)))
    if row.id == TRANSFER:
        return can_transfer(s, side, willing)
    if row.id == TRANSPORT:
        loaded = [air for air in willing if has_cargo(s, air)]
        return any(flight_refused(s, row, air, place) is None for air in loaded for place in targets(s, side, row.id))
    there = targets(s, side, row.id)
    return bool(there) and any(not in_range(e, air, s.base[air]).isdisjoint(there) for air in willing)


def can_transfer(s: State, side: int, able: Iterator[int]) -> bool:
    """Those first that may be moved anywhere: supply is asked for only if it matters."""
    bound: list[frozenset[int]] = []
    for air in able:
        if s.owner[s.base[air]] != side:
            continue
        near = ferry_range(s.edition, air, s.base[air])
        if is_bound(s, air):
            bound.append(near)
        elif any(p in near and target_refused(s, side, TRANSFER, p) is None for p in bases(s, side)):
            return True
    open_to = [p for p in bases(s, side) if any([p in near for near in bound])] if bound else ()
    return any(is_fuelled(s, side, p) and target_refused(s, side, TRANSFER, p) is None for p in open_to)


def is_bound(s: State, air: int) -> bool:
    """8.C Out of supply it is transferred only to where it would be in supply."""
    return s.air_out[air] > 0 and not s.air_paid[air]


def can_anyone_reach(s: State, side: int, kind: int, place: int) -> bool:
    """Whether a unit that is ready is in range of a place."""
    row = s.edition.mission_rows[kind]
    return any(flight_refused(s, row, air, place) is None for air in ready(s, flyers(s.edition, side, kind), row))


def reached(s: State, side: int, kind: int) -> Iterator[int]:
    """All targets of which a unit that is ready is in range."""
    e, row = s.edition, s.edition.mission_rows[kind]
    able, there = ready(s, flyers(e, side, kind), row), targets(s, side, row.id)
    if row.id in (TRANSFER, TRANSPORT):
        landing = list(able)
        for place in there:
            if any(flight_refused(s, row, air, place) is None for air in landing):
                yield place
        return
    ranges: list[frozenset[int]] = []  # of those who were looked at: as few as will do
    for place in there:
        if any([place in near for near in ranges]):
            yield place
            continue
        for air in able:
            near = in_range(e, air, s.base[air])
            if near not in ranges:
                ranges.append(near)
                if place in near:
                    yield place
                    break


@cache
def flyers(e: Edition, side: int, kind: int) -> dict[int, bool]:
    """Whose type lets them fly a kind of mission."""
    return dict.fromkeys([a for a in e.air_of_side[side] if type_refused(e, a, e.mission_rows[kind]) is None], True)


@lru_cache(maxsize=2_000)
def crews(e: Edition, side: int, kind: int, target: int, base: tuple[int, ...]) -> tuple[int, ...]:
    """Of these, those that come so far from the bases where air units are."""
    return tuple([a for a in flyers(e, side, kind) if base[a] >= 0 and target in in_range(e, a, base[a])])


def type_refused(e: Edition, air: int, row: MissionRow) -> Optional[Refusal]:
    """8.D, 8.E Who may fly it at all."""
    if e.air_rows[air].type not in row.by:
        return NOT_ITS_KIND
    if row.id == TRANSPORT and not e.cargo[air]:
        return NO_HOLD
    if row.id in BOMBING and not e.bombing[air] and not (row.id == AIRBASE and e.air_type[air] == "F"):
        return NO_BOMBS
    return None


def flight_refused(s: State, row: MissionRow, air: int, place: int) -> Optional[Refusal]:
    """8.B.5, 8.C Whether it gets there by day."""
    id = row.id
    if id != TRANSFER and id != TRANSPORT:
        return None if s.base[air] >= 0 and place in in_range(s.edition, air, s.base[air]) else TOO_FAR
    if s.base[air] == place:
        return AT_HOME
    if id == TRANSPORT:
        if s.base[air] < 0 or place not in in_range(s.edition, air, s.base[air]):
            return TOO_FAR
        return None if has_load(s, s.edition.air_side[air], air, place) else NOTHING_THERE
    if s.base[air] < 0 or place not in ferry_range(s.edition, air, s.base[air]):
        return TOO_FAR_TO_TRANSFER
    if s.owner[s.base[air]] != s.edition.air_side[air]:
        return NOT_OUR_BASE
    return UNSUPPLIED_BASE if is_bound(s, air) and not is_fuelled(s, s.edition.air_side[air], place) else None


@cache
def fighters(e: Edition, side: int) -> tuple[int, ...]:
    return tuple([a for a in e.air_of_side[side] if e.air_type[a] == "F"])


@cache
def night_flyers(e: Edition, side: int) -> tuple[int, ...]:
    return tuple([a for a in e.air_of_side[side] if e.night[a]])
