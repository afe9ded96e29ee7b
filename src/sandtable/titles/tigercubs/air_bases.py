"""4.B Airbases: where they are, what they can launch, and who can take off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, Optional

from sandtable.kernel.play import Refusal
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, GENERAL, NONE
from sandtable.titles.tigercubs.records import Mission as MissionRow
from sandtable.titles.tigercubs.scales import WING
from sandtable.titles.tigercubs.state import FLEW, State, air_supply_state, controller, kept, remembered

NOT_YOURS: Final = Refusal("8.B.1", "it is not an air unit of yours")
NOT_BASED: Final = Refusal("8.B.1", "it is not at a base")
HAS_FLOWN: Final = Refusal("8.A-b", "it has flown its mission of this player turn")
OUT_OF_SUPPLY: Final = Refusal("13.H.3.b", "out of supply for so long it flies transfers only")
UNPAID: Final = Refusal(
    "13.Q.3.b", "on an island it takes off, for whatever reason, only if General Supply Points were spent on it"
)
NO_RUNWAY: Final = Refusal("4.B.3.b", "its base has no capacity left: nothing can take off")
BASE_FULL: Final = Refusal("4.B.3.a", "its base has launched all that its capacity allows in a player turn")


def built(s: State, place: int) -> int:
    """4.B.2, 12.B.2.d The capacity of a place without damage, in wings: airport, airfields, airstrip."""
    wings: int = s.edition.airport[place]
    if place in s.airfields:
        wings += s.airfields[place] * s.edition.figure["airfield_capacity"].numerator
    if place in s.airstrips:
        wings += s.edition.figure["airstrip_capacity"].numerator
    return wings


def capacity(s: State, place: int) -> int:
    """4.B.3.a, 4.B.5.a In squadrons; each hit takes a wing off, and so does want of supply, but for airstrips (13.H.2)."""
    whole = left = built(s, place) - s.base_hits.get(place, 0)
    if place in s.base_short:
        left = whole - s.base_short[place]
        if place in s.airstrips:
            left = max(left, min(whole, int(s.edition.figure["airstrip_capacity"])))
    return left * WING if left > 0 else 0


def cap_hits(s: State, place: int) -> None:
    """4.B.5.a A base or a part of one is gone: no more hits than the rest can take, capacity plus one; none where nothing is."""
    left = built(s, place)
    most = left + 1 if left else 0
    if s.base_hits.get(place, 0) > most:
        s.base_hits[place] = most
        if not most:
            del s.base_hits[place]


def is_base_of(s: State, side: int, place: int) -> bool:
    return place in bases(s, side)


def serves_already(s: State, side: int, place: int) -> bool:
    """4.B.4.b A base that was captured in this player turn serves its captor from the air return phase on; one that was built in
    it serves at once (12.B.2.c)."""
    if place in s.new_bases:
        return True
    units = stood(s).get(place, ())
    if s.owner_then[place] == side:
        return all(s.edition.side[u] == side for u in units)
    return any(s.edition.side[u] == side and s.where[u] == place for u in units)


@remembered
def stood(s: State) -> dict[int, list[int]]:
    """By place: the combat units that were there when the player turn began."""
    found: dict[int, list[int]] = {}
    for unit, start in enumerate(s.turn_start):
        if start >= 0 and s.edition.role[unit] == COMBAT_UNIT:
            found.setdefault(start, []).append(unit)
    return found


def bases(s: State, side: int) -> dict[int, bool]:
    """4.B.4.a All of a side, printed or built: a base is whose the hex is, by ownership or control, damaged or not."""
    return bases_but_for(s, side, seized(s))


@remembered
def seized(s: State) -> tuple[tuple[int, int], ...]:
    """Bases that somebody else controls than owns them, and who."""
    return tuple([(p, controller(s, p)) for p in sites(s) if p in s.stack and controller(s, p) != s.owner[p]])


@kept
def bases_but_for(s: State, side: int, seized: tuple[tuple[int, int], ...]) -> dict[int, bool]:
    held = dict(seized)
    return dict.fromkeys([p for p in sites(s) if held.get(p, s.owner[p]) == side], True)


@kept
def sites(s: State) -> list[int]:
    """Where there are bases, whose they may be."""
    play = s.edition.in_play[s.agreed.scenario]
    return sorted([p for p in {*airports(s.edition), *s.airfields, *s.airstrips} if play[p]])


@cache
def airports(e: Edition) -> tuple[int, ...]:
    return tuple([p for p, wings in enumerate(e.airport) if wings])


def is_island(s: State, place: int) -> bool:
    """13.Q.3 No way leads there over land."""
    return not s.edition.near[place]


def grounded(s: State, air: int, side: int, row: MissionRow) -> Optional[Refusal]:
    """Why it cannot take off for such a mission now, whatever the target."""
    if s.edition.air_side[air] != side:
        return NOT_YOURS
    if s.flown[air]:
        return HAS_FLOWN
    base = s.base[air]
    if base < 0 or s.aloft[air] != NONE:
        return NOT_BASED
    if is_unpaid(s, air):
        return UNPAID
    if not flies_on(s, air, row):
        return OUT_OF_SUPPLY
    if s.steps[air] <= runway_left(s, base):
        return None
    return BASE_FULL if capacity(s, base) else NO_RUNWAY


def is_unpaid(s: State, air: int) -> bool:
    """13.Q.3.b It stands on an island, wherever it came from, and no GSPs were spent on it: it does not even leave."""
    return is_island(s, s.base[air]) and not s.air_paid[air]


def flies_on(s: State, air: int, row: MissionRow) -> bool:
    """13.H.3.b Whether its supply is good enough for such a mission: after a second finding for transfers alone."""
    return s.air_out[air] <= 1 or row.id == "transfer"


def runway_left(s: State, base: int) -> int:
    """What a base can still launch in this player turn, in squadrons."""
    return capacity(s, base) - s.launched.get(base, 0)


def ready(s: State, units: Iterable[int], row: MissionRow) -> Iterator[int]:
    """Of these of one side, those that can take off for such a mission now: `grounded` has nothing against them."""
    left: dict[int, int] = {}
    home, flown, aloft, steps, out, near = s.base, s.flown, s.aloft, s.steps, s.air_out, s.edition.near
    for air in units:
        base = home[air]
        if flown[air] or base < 0 or aloft[air] != NONE or (out[air] and not flies_on(s, air, row)):
            continue
        if base not in left:
            left[base] = runway_left(s, base)
        if steps[air] <= left[base] and (near[base] or not is_unpaid(s, air)):
            yield air


def launch(s: State, air: int, place: int) -> None:
    """8.B.3.a.i Off, and over a place."""
    base = s.base[air]
    s.launched[base] = s.launched.get(base, 0) + s.steps[air]
    s.flown[air], s.aloft[air], s.homeward[air] = FLEW, place, 0


def in_supply(s: State, air: int) -> bool:
    return air_supply_state(s, air) == GENERAL
