"""8.B, 8.F Missions: named by their kind, given a target, and formed: each air unit takes off as it is assigned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import grounded, launch, ready
from sandtable.titles.tigercubs.air_bombing import (
    BOMBING,
    BRIDGE,
    CAS,
    TRANSFER,
    TRANSPORT,
    mission,
    standing_bridges,
    target_refused,
)
from sandtable.titles.tigercubs.air_flyers import (
    can_anyone_fly,
    can_anyone_reach,
    can_one_fly,
    crews,
    fighters,
    fit_to_fly,
    flight_refused,
    flyers,
    kind_number,
    night_flyers,
    reached,
    type_refused,
)
from sandtable.titles.tigercubs.air_order import NOBODY_CAN, flown_at, moment, timing_refused
from sandtable.titles.tigercubs.air_range import distance, in_range
from sandtable.titles.tigercubs.frames import AirWindow, Interception, Mission
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import AT_NIGHT, State

BY_TURNS: Final = Refusal("6.3.b.ii.2-o", "by the option chosen, missions are flown in turn: open the air first")
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
ONE_START: Final = Refusal("X-6", "transports of one mission fly from one base")
NOBODY_FLIES: Final = Refusal("8.B.3.a.i", "the mission needs an air unit to fly it")
NOTHING_TO_FLY: Final = Refusal("X-6", "there is nothing at a base of transports that one of them could carry to another")
NOTHING_TO_CARRY: Final = Refusal("X-6", "load something first")
NO_DETERMINATION: Final = Refusal("10.B.1.c", "only bombing is pressed home at all costs")
IS_DETERMINED: Final = Refusal("10.B.1.c", "it is already a determined attack")
NO_BRIDGE_THERE: Final = Refusal("X-3", "no bridge stands between these hexes")


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
    f.sent = f.bombers
    window = within(s, AirWindow)
    if mission(s, f) == CAS and window is not None:
        window.flown = (*window.flown, f.facts())
    else:
        s.begin(Interception(*f.facts()))
