"""8.D.1.b.iii By option: forces on their way home are met by escorts, and intercepted at a hex of their way."""

from __future__ import annotations

from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import grounded, launch
from sandtable.titles.tigercubs.air_combat import efficiency
from sandtable.titles.tigercubs.air_missions import kind_number
from sandtable.titles.tigercubs.air_range import NORMAL, band, reaches
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import AirReturn, Ambush, Interception
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import State, controller

NOT_AGREED: Final = Refusal("8.D.1.b.iii", "interception on the way home is an option that was not chosen")
NOT_RETURNING: Final = Refusal("8.D.1.b.iii", "it is not on its way home")
NO_FIGHTER: Final = Refusal("8.D.1.b.iii", "only a fighter that is ready and can reach the force meets it")
NOBODY_NEAR: Final = Refusal("8.D.1.b.iii", "no fighter that is ready reaches a hex of its own on that way home")
NOT_ON_THE_WAY: Final = Refusal("8.D.1.b.iii", "that hex is not on its way home, not yours, or out of reach of your fighters")


def returning(s: State, side: int) -> list[int]:
    return [a for a in s.edition.air_of_side[side] if s.aloft[a] not in (NONE, s.base[a])]


@cache
def way(e: Edition, start: int, goal: int) -> tuple[int, ...]:
    """Every hex on a shortest way between two places."""
    out, back = distances(e, start), distances(e, goal)
    return tuple([p for p in range(e.sheet) if out[p] + back[p] == out[goal]])


def ready(s: State, side: int) -> list[int]:
    row = s.edition.mission_rows[kind_number(s, "interception")]
    return [a for a in s.edition.air_of_side[side] if s.edition.air_type[a] == "F" and grounded(s, a, side, row) is None]


def ambushes(s: State, side: int, air: int) -> list[int]:
    """Hexes of a side on the way home of an enemy that fighters of the side reach."""
    fighters = ready(s, side)
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
        return [(a, t) for a in ready(s, side) for t in returning(s, side) if s.edition.air_type[t] != "F"]

    def why_not(self, s: State, f: AirReturn, air: int, bomber: int, /) -> Optional[Refusal]:
        side = other(f.side) if self.other else f.side
        if not s.agreed.mid_course:
            return NOT_AGREED
        if bomber not in returning(s, side) or s.edition.air_type[bomber] == "F":
            return NOT_RETURNING
        return None if air in ready(s, side) and band(s, air, s.aloft[bomber]) != NONE else NO_FIGHTER

    def do(self, s: State, f: AirReturn, air: int, bomber: int, dice: Dice, /) -> None:
        found = s.met[bomber] or is_success(s, dice.d10(s.edition.air_side[air], "8.D.1.b.iii") + efficiency(s, air))
        launch(s, air, s.aloft[bomber] if found else s.base[air])
        s.homeward[air] = 1
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
        if air not in returning(s, other(side)):
            return NOT_RETURNING
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
        force = [a for a in returning(s, other(f.side)) if s.aloft[a] == s.aloft[f.air]]
        bombers = tuple([a for a in force if s.edition.air_type[a] != "F"])
        escorts = tuple([a for a in force if s.edition.air_type[a] == "F"])
        kind = kind_number(s, "bai")
        s.begin(Interception(other(f.side), kind, place, bombers=bombers, escorts=escorts, homebound=True))


def ambusher(s: State, f: Ambush) -> int:
    return f.side
