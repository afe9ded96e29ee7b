"""8.D.1.b.iii By option: forces on their way home are met by escorts, and intercepted at a hex of their way."""

from __future__ import annotations

from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import grounded, launch
from sandtable.titles.tigercubs.air_combat import efficiency
from sandtable.titles.tigercubs.air_flyers import kind_number
from sandtable.titles.tigercubs.air_range import NORMAL, in_range, reaches
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import AirReturn, Ambush, Interception
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import AT_NIGHT, JOINED, ROSE, WAYLAID, State, controller

NOT_AGREED: Final = Refusal("8.D.1.b.iii", "interception on the way home is an option that was not chosen")
NOT_RETURNING: Final = Refusal("8.D.1.b.iii", "it is not on its way home")
NO_FIGHTER: Final = Refusal("8.D.1.b.iii", "only a fighter that is ready and can reach the force meets it")
NOBODY_NEAR: Final = Refusal("8.D.1.b.iii", "no fighter that is ready reaches a hex of its own on that way home")
DAY_FIGHTER: Final = Refusal("8.D.1.a-n", "they come home by night: only night fighters find them")
NO_NIGHT_ESCORT: Final = Refusal("5.B.3.a.i", "they come home by night: day fighters never fly at night")
AN_INTERCEPTOR: Final = Refusal("6.3.b.ii.1-p", "interceptors are never intercepted themselves")
MET_ONCE: Final = Refusal("8.D.1.b.iii", "a force is met at one hex of its way home, not at several")
NOT_ON_THE_WAY: Final = Refusal("8.D.1.b.iii", "that hex is not on its way home, not yours, or out of reach of your fighters")


def returning(s: State, side: int) -> list[int]:
    return [a for a in s.edition.air_of_side[side] if s.aloft[a] not in (NONE, s.base[a])]


@cache
def way(e: Edition, start: int, goal: int) -> tuple[int, ...]:
    """Every hex on a shortest way between two places."""
    out, back = distances(e, start), distances(e, goal)
    return tuple([p for p in range(e.sheet) if out[p] + back[p] == out[goal]])


def force_of(s: State, air: int) -> list[int]:
    """All that fly home with it: from over the same hex, by day or by night as it does, but no interceptors."""
    night = s.flown[air] & AT_NIGHT
    those = [a for a in returning(s, s.edition.air_side[air]) if not s.flown[a] & ROSE and not s.met[a] & JOINED]
    return [a for a in those if s.aloft[a] == s.aloft[air] and s.flown[a] & AT_NIGHT == night]


def leads_force(s: State, air: int) -> bool:
    """Whether escorts may be sent to meet it: not to interceptors or escorts, but to fighters that flew a mission by themselves."""
    force = force_of(s, air)
    return air in force and (s.edition.air_type[air] != "F" or all(s.edition.air_type[a] == "F" for a in force))


def joined_by(s: State, air: int, place: int) -> list[int]:
    """Escorts that have met it on its way home by the time it comes to a place."""
    out, home = distances(s.edition, s.aloft[air]), (s.aloft[air], *way(s.edition, s.aloft[air], s.base[air]))
    those = [a for a in returning(s, s.edition.air_side[air]) if s.met[a] & JOINED and not s.met[a] & WAYLAID]
    return [a for a in those if s.aloft[a] in home and out[s.aloft[a]] <= out[place] and is_dark(s, a) == is_dark(s, air)]


def is_dark(s: State, air: int) -> bool:
    return bool(s.flown[air] & AT_NIGHT)


def meeting_place(s: State, air: int, bomber: int) -> int:
    """Where a fighter first comes within its range of a force on its way home, or NONE."""
    e, start = s.edition, s.aloft[bomber]
    near, out = in_range(e, air, s.base[air]), distances(e, start)
    return min([p for p in (start, *way(e, start, s.base[bomber])) if p in near], key=lambda p: out[p], default=NONE)


def ready(s: State, side: int) -> list[int]:
    row = s.edition.mission_rows[kind_number(s, "interception")]
    return [a for a in s.edition.air_of_side[side] if s.edition.air_type[a] == "F" and grounded(s, a, side, row) is None]


def hunters(s: State, side: int, air: int) -> list[int]:
    """8.D.1.a-n Fighters that could meet a force: at night those alone that are made for it."""
    return [a for a in ready(s, side) if s.edition.night[a] or not s.flown[air] & AT_NIGHT]


def ambushes(s: State, side: int, air: int) -> list[int]:
    """Hexes of a side on the way home of an enemy that fighters of the side reach."""
    fighters = hunters(s, side, air)
    if not fighters:
        return []
    ours = [p for p in way(s.edition, s.aloft[air], s.base[air]) if side in (s.owner[p], controller(s, p))]
    return [p for p in ours if any(distances(s.edition, s.base[a])[p] <= reaches(s.edition, a)[NORMAL] for a in fighters)]


class Meet(Act[State, AirReturn]):
    """Escorts for the way home: at once if the force has been intercepted, else by the Success Table."""

    rule = "8.D.1.b.iii"
    form = "meet air air"
    label = "Send {air} to meet {air} on its way home"
    asks = "send escorts for the way home"

    def __init__(self, other: bool) -> None:
        super().__init__()
        self.other: bool = other

    def candidates(self, s: State, f: AirReturn) -> list[Args]:
        side = other(f.side) if self.other else f.side
        if not s.agreed.mid_course:
            return []
        return [(a, t) for a in ready(s, side) for t in returning(s, side) if leads_force(s, t)]

    def why_not(self, s: State, f: AirReturn, air: int, bomber: int, /) -> Optional[Refusal]:
        side = other(f.side) if self.other else f.side
        if not s.agreed.mid_course:
            return NOT_AGREED
        if bomber not in returning(s, side) or not leads_force(s, bomber):
            return NOT_RETURNING
        if air not in ready(s, side) or meeting_place(s, air, bomber) == NONE:
            return NO_FIGHTER
        return None if air in hunters(s, side, bomber) else NO_NIGHT_ESCORT

    def do(self, s: State, f: AirReturn, air: int, bomber: int, dice: Dice, /) -> None:
        found = s.met[bomber] or is_success(s, dice.d10(s.edition.air_side[air], "8.D.1.b.iii") + efficiency(s, air))
        launch(s, air, meeting_place(s, air, bomber) if found else s.base[air])
        s.homeward[air] = 1
        s.met[air] |= JOINED if found else 0
        s.flown[air] |= s.flown[bomber] & AT_NIGHT
        s.tell("meets" if found else "misses", air, bomber)


def is_success(s: State, die: int) -> bool:
    """S on the Success Table."""
    return max([row for row in s.edition.success_rows if row.low <= die], key=lambda row: row.low).id == "S"


class Waylay(Act[State, AirReturn]):
    rule = "8.D.1.b.iii"
    form = "waylay air"
    label = "Intercept {air} on its way home"
    asks = "intercept on the way home"

    def __init__(self, other: bool) -> None:
        super().__init__()
        self.other: bool = other

    def candidates(self, s: State, f: AirReturn) -> list[Args]:
        side = other(f.side) if self.other else f.side
        return [(a, 0) for a in returning(s, other(side))] if s.agreed.mid_course and ready(s, side) else []

    def why_not(self, s: State, f: AirReturn, air: int, b: int, /) -> Optional[Refusal]:
        side = other(f.side) if self.other else f.side
        if not s.agreed.mid_course:
            return NOT_AGREED
        if air not in returning(s, other(side)) or s.met[air] & JOINED:
            return NOT_RETURNING
        if s.flown[air] & ROSE:
            return AN_INTERCEPTOR
        if s.met[air] & WAYLAID:
            return MET_ONCE
        if ready(s, side) and not hunters(s, side, air):
            return DAY_FIGHTER
        return None if ambushes(s, side, air) else NOBODY_NEAR

    def do(self, s: State, f: AirReturn, air: int, b: int, dice: Dice, /) -> None:
        s.begin(Ambush(other(f.side) if self.other else f.side, air))


class At(Act[State, Ambush]):
    rule = "8.D.1.b.iii"
    form = "at place"
    label = "Intercept over {place}"
    asks = "choose where to intercept"

    def candidates(self, s: State, f: Ambush) -> list[Args]:
        return [(p, 0) for p in ambushes(s, f.side, f.air)]

    def why_not(self, s: State, f: Ambush, place: int, b: int, /) -> Optional[Refusal]:
        return None if place in ambushes(s, f.side, f.air) else NOT_ON_THE_WAY

    def do(self, s: State, f: Ambush, place: int, b: int, dice: Dice, /) -> None:
        """All that are over the same hex fly home together; it is fought as any interception, without AA and bombs."""
        force, night = [*force_of(s, f.air), *joined_by(s, f.air, place)], is_dark(s, f.air)
        for air in force:
            s.met[air] |= WAYLAID
        bombers = tuple([a for a in force if s.edition.air_type[a] != "F"])
        escorts = tuple([a for a in force if s.edition.air_type[a] == "F"])
        kind = kind_number(s, "bai")
        s.begin(
            Interception(
                other(f.side), kind, place, night, bombers=bombers, escorts=escorts, homebound=True, sent=bombers or escorts
            )
        )


def ambusher(s: State, f: Ambush) -> int:
    return f.side
