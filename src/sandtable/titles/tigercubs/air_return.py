"""6.3.f, 8.A Air return: everybody lands, the phasing side first; who cannot is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import bases, is_base_of
from sandtable.titles.tigercubs.air_range import return_range
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import AirReturn
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import State, eliminate_air, remembered

NOT_ALOFT: Final = Refusal("6.3.f", "it is not an air unit of yours in the air")
NO_BASE: Final = Refusal("8.A", "it lands at a base of yours")
TOO_FAR_HOME: Final = Refusal("8.A", "the base is out of its range from where it is")
CHOOSE_FIRST: Final = Refusal("6.3.f", "an air unit cannot go home but could land elsewhere: choose a base for it")


def phasing(s: State, f: AirReturn) -> int:
    return f.side


def other_side(s: State, f: AirReturn) -> int:
    return other(f.side)


def aloft(s: State, side: int) -> list[int]:
    over = s.aloft
    return [a for a in s.edition.air_of_side[side] if over[a] != NONE]


def landing_places(s: State, air: int) -> tuple[int, ...]:
    """8.A The bases of its side that are in its range from where it is."""
    here = s.aloft[air]
    return bases_within(s, s.edition.air_side[air], here, return_range(s.edition, air, s.base[air], here))


@remembered
def bases_within(s: State, side: int, place: int, most: int) -> tuple[int, ...]:
    hexes = distances(s.edition, place)
    return tuple([p for p in bases(s, side) if hexes[p] <= most])


def landing_refused(s: State, air: int, base: int) -> Optional[Refusal]:
    if base in landing_places(s, air):
        return None
    return TOO_FAR_HOME if is_base_of(s, s.edition.air_side[air], base) else NO_BASE


class Land(Act[State, AirReturn]):
    rule = "6.3.f"
    form = "land air place"
    label = "Land {air} at {place}"
    asks = "bring air units home"
    exact = True

    def __init__(self, other: bool) -> None:
        super().__init__()
        self.other: bool = other

    def side(self, f: AirReturn) -> int:
        return other(f.side) if self.other else f.side

    def candidates(self, s: State, f: AirReturn) -> Iterator[Args]:
        for air in aloft(s, self.side(f)):
            for place in landing_places(s, air):
                yield air, place

    def why_not(self, s: State, f: AirReturn, air: int, base: int, /) -> Optional[Refusal]:
        if s.edition.air_side[air] != self.side(f) or s.aloft[air] == NONE:
            return NOT_ALOFT
        return landing_refused(s, air, base)

    def do(self, s: State, f: AirReturn, air: int, base: int, dice: Dice, /) -> None:
        land(s, air, base)


class Home(Act[State, AirReturn]):
    """The rest go back where they came from."""

    rule = "6.3.f"
    form = "home"
    label = "Send all others home to their bases"
    asks = "bring air units home"

    def __init__(self, other: bool) -> None:
        super().__init__()
        self.other: bool = other

    def why_not(self, s: State, f: AirReturn, a: int, b: int, /) -> Optional[Refusal]:
        side = other(f.side) if self.other else f.side
        for air in aloft(s, side):
            there = landing_places(s, air)
            if there and s.base[air] not in there:
                return CHOOSE_FIRST
        return None


def land(s: State, air: int, base: int) -> None:
    s.base[air], s.aloft[air], s.homeward[air] = base, NONE, 0
    s.tell("landed", air, base)


def bring_home(s: State, side: int) -> None:
    """Those whose owner chose nothing else land at home; who can land nowhere is lost over friendly territory."""
    for air in aloft(s, side):
        if landing_refused(s, air, s.base[air]) is None:
            land(s, air, s.base[air])
        else:
            s.tell("lost_at_home", air, s.aloft[air])
            eliminate_air(s, air)


def bring_phasing_home(s: State, f: AirReturn, dice: Dice) -> None:
    bring_home(s, f.side)


def bring_others_home(s: State, f: AirReturn, dice: Dice) -> None:
    bring_home(s, other(f.side))
