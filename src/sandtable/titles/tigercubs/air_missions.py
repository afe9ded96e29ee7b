"""8.B, 6.3.b.ii, 6.3.c.ii Missions: when they may be flown, what they are flown to, and by whom.

A mission is named by its kind, given a target, and then formed: each air unit takes off as it is assigned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Frame, Refusal, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import bases, flies_on, grounded, launch, ready
from sandtable.titles.tigercubs.air_bombing import (
    AIRBASE,
    BOMBING,
    BRIDGE,
    CAS,
    TRANSFER,
    TRANSPORT,
    mission,
    standing_bridges,
    target_refused,
    targets,
)
from sandtable.titles.tigercubs.air_range import distance, ferry_range, in_range
from sandtable.titles.tigercubs.air_transport import has_cargo, has_load
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import (
    FIGHTING,
    MOVING,
    OPENING,
    AirWindow,
    CombatPhase,
    Interception,
    Mission,
    MovementPhase,
)
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.records import Mission as MissionRow
from sandtable.titles.tigercubs.state import AT_NIGHT, State
from sandtable.titles.tigercubs.supply import is_fuelled

HIGH, LOW = 1, 2  # what the phasing side calls before the draw

NOT_THE_TIME: Final = Refusal("6.3.b.ii", "missions of this kind are not flown at this point of the turn")
RAIDS_ARE_OVER: Final = Refusal("6.3.b.ii.1.a", "airbases are attacked before anything else in the movement phase")
NO_CLOSE_SUPPORT_YET: Final = Refusal("6.3.c.ii.1", "close support is flown in the combat phase, when attacks are declared")
ONLY_CLOSE_SUPPORT: Final = Refusal("6.3.b.ii.2-n", "all other missions are over before the combat phase")
BY_TURNS: Final = Refusal("6.3.b.ii.2-o", "by the option chosen, missions are flown in turn: open the air first")
NOT_BY_TURNS: Final = Refusal("6.3.b.ii.2-o", "missions are flown in turn by an option alone")
NEVER_INTERCEPTED: Final = Refusal(
    "6.3.b.ii.1-p", "interceptors rise against a mission, escorts fly with one: neither is named by itself"
)
NOT_WHILE_MOVING: Final = Refusal("6.3.b.i", "transports fly in their own side's movement phase")
NOBODY_CAN: Final = Refusal("8.B.1", "no air unit that could fly it is ready and in range of a target")
NOT_ITS_KIND: Final = Refusal("8.B.2", "air units of its type do not fly such missions")
NO_BOMBS: Final = Refusal("5.B.2", "it carries no bombs")
NO_HOLD: Final = Refusal("5.B.4", "it carries no cargo")
TOO_FAR: Final = Refusal("8.B.5.c", "the target is beyond twice its range")
TOO_FAR_TO_TRANSFER: Final = Refusal("8.C", "it is beyond six times its range")
TURNS_BACK: Final = Refusal("8.D.1.b.i", "an escort that does not reach the target turns back on the way")
DAY_FIGHTER: Final = Refusal("5.B.3.a.i", "day fighters never fly at night")
TOO_FAR_AT_NIGHT: Final = Refusal("8.F.1.b", "nights are too short for so long a flight")
NO_NIGHT_MISSION: Final = Refusal("8.F.1", "such missions are flown by day")
HOURS_SAID: Final = Refusal("8.F.1-b", "day or night has been settled")
IT_IS_DAY: Final = Refusal("8.F.1-b", "nobody is ready who would fly at night unless told otherwise")
NOTHING_AT_NIGHT: Final = Refusal("8.F.1-b", "name a bomber first: night is for those that could fly it")
NOT_A_FIGHTER: Final = Refusal("8.D.1.b", "only fighters escort")
NOBODY_TO_ESCORT: Final = Refusal("8.D.1.b", "escorts go with others: say first who flies the mission")
NO_ESCORTS: Final = Refusal("8.C", "who goes to another base flies a transfer itself, not an escort")
AT_HOME: Final = Refusal("8.C", "it is based there")
NOT_OUR_BASE: Final = Refusal("8.C", "transfers are flown from a base that its side owns, not merely controls")
UNSUPPLIED_BASE: Final = Refusal("13.A.8", "out of supply it may only be moved to a base where it would be supplied")
ONE_START: Final = Refusal("X-6", "transports of one mission fly from one base")
NOBODY_FLIES: Final = Refusal("8.B.3.a.i", "the mission needs an air unit to fly it")
NOTHING_THERE: Final = Refusal("X-6", "there is nothing at its base that it could carry there")
NOTHING_TO_FLY: Final = Refusal("X-6", "there is nothing at a base of transports that one of them could carry to another")
NOTHING_TO_CARRY: Final = Refusal("X-6", "load something first")
NO_DETERMINATION: Final = Refusal("10.B.1.c", "only bombing is pressed home at all costs")
IS_DETERMINED: Final = Refusal("10.B.1.c", "it is already a determined attack")
NO_BRIDGE_THERE: Final = Refusal("X-3", "no bridge stands between these hexes")


def kind_number(s: State, id: str) -> int:
    return s.names.numbers["mission"][id]


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


class Fly(Act[State, Any]):
    """A side names a mission by its kind: in an AirWindow, among its moves, or at a break between the other's moves."""

    rule = "8.B.1"
    form = "fly mission"
    label = "Fly {mission}"
    asks = "fly a mission"
    exact = True

    def __init__(self, other: bool = False) -> None:
        super().__init__()
        self.other: bool = other  # the side whose phase it is not

    def side(self, f: Any) -> int:
        return other(int(f.side)) if self.other else int(f.side)

    def candidates(self, s: State, f: Any) -> Iterator[Args]:
        if s.agreed.air_order and not isinstance(f, AirWindow):
            return
        side = self.side(f)
        kinds = flown_at(s.edition, moment(s, f), side == s.phasing)
        able: Iterable[int] = fit_to_fly(s, side)
        if len(kinds) > 1:
            able = list(able)  # found once for all kinds
        for kind in kinds if able else ():
            if can_one_fly(s, side, kind, able):
                yield kind, 0

    def why_not(self, s: State, f: Any, kind: int, b: int, /) -> Optional[Refusal]:
        side, row = self.side(f), s.edition.mission_rows[kind]
        refusal = timing_refused(s, f, side, row)
        if refusal is not None:
            return refusal
        if s.agreed.air_order and not isinstance(f, AirWindow):
            return BY_TURNS
        if can_anyone_fly(s, side, kind):
            return None
        idle = row.id == TRANSPORT and next(ready(s, flyers(s.edition, side, kind), row), None) is not None
        return NOTHING_TO_FLY if idle else NOBODY_CAN

    def do(self, s: State, f: Any, kind: int, b: int, dice: Dice, /) -> None:
        side = self.side(f)
        if isinstance(f, AirWindow) and s.agreed.air_order and not f.stopped >> (other(side)) & 1:
            f.side = other(side)  # 6.3.b.ii.1-o
        s.tell("flies", side, kind)
        s.begin(Mission(side, kind))


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


def flyer(s: State, f: Mission) -> int:
    return f.side


def enemy(s: State, f: Mission) -> int:
    return other(f.side)


# What to


class Over(Act[State, Mission]):
    rule = "8.B.2.a"
    form = "over place"
    label = "Fly to {place}"
    asks = "name the target"
    exact = True

    def candidates(self, s: State, f: Mission) -> Iterator[Args]:
        for place in reached(s, f.side, f.kind):
            yield place, 0

    def why_not(self, s: State, f: Mission, place: int, b: int, /) -> Optional[Refusal]:
        row = s.edition.mission_rows[f.kind]
        refusal = target_refused(s, f.side, row.id, place)
        if refusal is not None:
            return refusal
        return None if can_anyone_reach(s, f.side, f.kind, place) else NOBODY_CAN

    def do(self, s: State, f: Mission, place: int, b: int, dice: Dice, /) -> None:
        f.target = place


class Across(Act[State, Mission]):
    """X-3 Which bridge of the hex."""

    rule = "X-3"
    form = "bridge_to place"
    label = "Bomb the bridge towards {place}"
    asks = "name the bridge"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        return [(p, 0) for p in standing_bridges(s, f.target)] if mission(s, f) == BRIDGE else []

    def why_not(self, s: State, f: Mission, place: int, b: int, /) -> Optional[Refusal]:
        return None if mission(s, f) == BRIDGE and place in standing_bridges(s, f.target) else NO_BRIDGE_THERE

    def do(self, s: State, f: Mission, place: int, b: int, dice: Dice, /) -> None:
        f.crossing = place


# By whom


def hours_refused(s: State, f: Mission, air: int) -> Optional[Refusal]:
    """8.F.1 Whether it can fly at night, if the mission is flown at night or would be because it is the first."""
    if not f.night and not becomes_night(s, f, air):
        return None
    if s.edition.air_type[air] == "F" and not s.edition.night[air]:
        return DAY_FIGHTER
    return TOO_FAR_AT_NIGHT if distance(s, air, f.target) > s.edition.night_range[s.turn] else None


def becomes_night(s: State, f: Mission, air: int) -> bool:
    """8.F.1-b A mission whose first unit is night capable is flown at night unless its owner has said otherwise."""
    return s.edition.night[air] and not f.night and not is_by_day(s, f)


def is_by_day(s: State, f: Mission) -> bool:
    """Whoever joins it: its owner has said so, its first unit has settled it, or such missions are never flown at night."""
    return not f.night and bool(f.hours or f.bombers or f.escorts or not s.edition.mission_rows[f.kind].night)


class Assign(Act[State, Mission]):
    rule = "8.B.3.a.i"
    form = "assign air"
    label = "Send {air}"
    asks = "send air units"
    exact = True

    def candidates(self, s: State, f: Mission) -> Iterator[Args]:
        row, by_day = s.edition.mission_rows[f.kind], is_by_day(s, f)
        if row.id in (TRANSFER, TRANSPORT):
            start = s.base[f.bombers[0]] if f.bombers and row.id == TRANSPORT else NONE
            for air in ready(s, flyers(s.edition, f.side, f.kind), row):
                if start in (NONE, s.base[air]) and flight_refused(s, row, air, f.target) is None:
                    yield air, 0
            return
        for air in ready(s, crews(s.edition, f.side, f.kind, f.target, tuple(s.base)), row):
            if by_day or hours_refused(s, f, air) is None:
                yield air, 0

    def why_not(self, s: State, f: Mission, air: int, b: int, /) -> Optional[Refusal]:
        row = s.edition.mission_rows[f.kind]
        refusal = grounded(s, air, f.side, row)
        if refusal is None and air not in flyers(s.edition, f.side, f.kind):
            refusal = type_refused(s.edition, air, row)
        refusal = refusal or flight_refused(s, row, air, f.target)
        if refusal is not None:
            return refusal
        if row.id == TRANSPORT and f.bombers and s.base[f.bombers[0]] != s.base[air]:
            return ONE_START
        return hours_refused(s, f, air)

    def do(self, s: State, f: Mission, air: int, b: int, dice: Dice, /) -> None:
        f.night = f.night or becomes_night(s, f, air)
        f.bombers = tuple(sorted([*f.bombers, air]))
        launch(s, air, f.target)
        s.tell("takes_off", air, f.target)


@cache
def fighters(e: Edition, side: int) -> tuple[int, ...]:
    return tuple([a for a in e.air_of_side[side] if e.air_type[a] == "F"])


class Escort(Act[State, Mission]):
    rule = "8.D.1.b"
    form = "escort air"
    label = "Escort with {air}"
    asks = "add escorts"
    exact = True

    def candidates(self, s: State, f: Mission) -> Iterator[Args]:
        e = s.edition
        if f.bombers and mission(s, f) != TRANSFER:
            by_day = is_by_day(s, f)
            for air in ready(s, fighters(e, f.side), e.mission_rows[kind_number(s, "escort")]):
                if f.target in in_range(e, air, s.base[air]) and (by_day or hours_refused(s, f, air) is None):
                    yield air, 0

    def why_not(self, s: State, f: Mission, air: int, b: int, /) -> Optional[Refusal]:
        e = s.edition
        refusal = grounded(s, air, f.side, e.mission_rows[kind_number(s, "escort")])
        if refusal is not None:
            return refusal
        if e.air_type[air] != "F":
            return NOT_A_FIGHTER
        if mission(s, f) == TRANSFER:
            return NO_ESCORTS
        if not f.bombers:
            return NOBODY_TO_ESCORT
        if f.target not in in_range(e, air, s.base[air]):
            return TURNS_BACK
        return hours_refused(s, f, air)

    def do(self, s: State, f: Mission, air: int, b: int, dice: Dice, /) -> None:
        f.escorts = tuple(sorted([*f.escorts, air]))
        launch(s, air, f.target)
        s.tell("escorts", air, f.target)


@cache
def night_flyers(e: Edition, side: int) -> tuple[int, ...]:
    return tuple([a for a in e.air_of_side[side] if e.night[a]])


class ByDay(Act[State, Mission]):
    rule = "8.F.1-b"
    form = "by_day"
    label = "Fly by day"
    asks = "fly it by day"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        return [(0, 0)] if s.edition.mission_rows[f.kind].night and not f.hours else []

    def why_not(self, s: State, f: Mission, a: int, b: int, /) -> Optional[Refusal]:
        if not s.edition.mission_rows[f.kind].night:
            return NO_NIGHT_MISSION
        if f.hours or (f.bombers and not f.night):
            return HOURS_SAID
        if f.night or any(s.base[air] >= 0 and not s.flown[air] for air in night_flyers(s.edition, f.side)):
            return None
        return IT_IS_DAY

    def do(self, s: State, f: Mission, a: int, b: int, dice: Dice, /) -> None:
        f.night, f.hours = False, True


class ByNight(Act[State, Mission]):
    """8.F.1 Bombers without the N fly at night with half their bombs."""

    rule = "8.F.1"
    form = "by_night"
    label = "Fly by night"
    asks = "fly it by night"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        return [(0, 0)] if f.bombers and not f.hours and not f.night else []

    def why_not(self, s: State, f: Mission, a: int, b: int, /) -> Optional[Refusal]:
        if not s.edition.mission_rows[f.kind].night:
            return NO_NIGHT_MISSION
        if f.hours or f.night:
            return HOURS_SAID
        if not f.bombers:
            return NOTHING_AT_NIGHT
        if any(s.edition.air_type[air] == "F" and not s.edition.night[air] for air in (*f.bombers, *f.escorts)):
            return DAY_FIGHTER
        if any(distance(s, air, f.target) > s.edition.night_range[s.turn] for air in f.bombers):
            return TOO_FAR_AT_NIGHT
        return None

    def do(self, s: State, f: Mission, a: int, b: int, dice: Dice, /) -> None:
        f.night, f.hours = True, True


class Determine(Act[State, Mission]):
    rule = "10.B.1.c"
    form = "determined"
    label = "Press the attack home at all costs"
    asks = "press the attack home at all costs"

    def candidates(self, s: State, f: Mission) -> list[Args]:
        return [(0, 0)] if not f.determined and mission(s, f) in BOMBING else []

    def why_not(self, s: State, f: Mission, a: int, b: int, /) -> Optional[Refusal]:
        if mission(s, f) not in BOMBING:
            return NO_DETERMINATION
        return IS_DETERMINED if f.determined else None

    def do(self, s: State, f: Mission, a: int, b: int, dice: Dice, /) -> None:
        f.determined = True
        s.tell("determined", f.side, f.target)


class Send(Act[State, Mission]):
    rule = "8.B.3.a.ii"
    form = "send"
    label = "Send the mission"
    asks = "send it"

    def why_not(self, s: State, f: Mission, a: int, b: int, /) -> Optional[Refusal]:
        if not f.bombers:
            return NOBODY_FLIES
        if mission(s, f) == TRANSPORT and not (f.cargo or f.thirds or f.points):
            return NOTHING_TO_CARRY
        return None


def go_on(s: State, f: Mission, dice: Dice) -> None:
    """8.B.3.a.ii It is over its target; CAS waits until all of its side are there (6.3.c.ii)."""
    if f.night:
        for air in (*f.bombers, *f.escorts):
            s.flown[air] |= AT_NIGHT
    window = within(s, AirWindow)
    if mission(s, f) == CAS and window is not None:
        window.flown = (*window.flown, f.facts())
    else:
        s.begin(Interception(*f.facts()))


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
    done, f.flown = f.flown, tuple([facts for facts in f.flown if facts[0] != f.side])
    for facts in reversed(done):
        if facts[0] == f.side:
            s.begin(Interception(*facts))
    if not f.stopped >> (other(f.side)) & 1:
        f.side = other(f.side)
        f.restart()
