"""8.D.1.a, 10.B.1, 10.C.1.b.i-iv Interception: who rises, who drops his bombs to fight, and who attacks whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import HAS_FLOWN, grounded, launch, ready
from sandtable.titles.tigercubs.air_bombing import CAS, TRANSFER, TRANSPORT, mission
from sandtable.titles.tigercubs.air_flyers import fighters, kind_number
from sandtable.titles.tigercubs.air_range import NORMAL, distance, reaches
from sandtable.titles.tigercubs.air_transport import transfer, unload
from sandtable.titles.tigercubs.frames import AirWindow, Interception, Strike
from sandtable.titles.tigercubs.state import INTERCEPTED, ROSE, State, controller

HAS_FOUGHT: Final = Refusal("10.B.1-b", "it has flown in this player turn: a unit fights in one air combat")
NO_FIGHTER: Final = Refusal("8.D.1.a", "only fighters intercept")
NOT_OVER_US: Final = Refusal("8.D.1.a", "interceptors fly over hexes of their own, or of a declared attack")
OUT_OF_REACH: Final = Refusal("8.D.1.a.i", "the target is beyond the range of the interceptor")
DAY_FIGHTER: Final = Refusal("8.D.1.a-n", "only night fighters intercept at night")
NOT_BOMBING: Final = Refusal("8.D.1", "it is no fighter that carries bombs in this mission")
NOT_INTERCEPTED: Final = Refusal("8.D.1.b", "nobody attacks the mission")
NOT_PHASING: Final = Refusal("10.B.1", "only the phasing side may cancel")
IS_CANCELLED: Final = Refusal("10.B.1", "it is cancelled already")
IS_MET: Final = Refusal("10.B.1", "it is met: whether it goes on has been said")
IS_OVER: Final = Refusal("10.B.1", "its mission is over: it is on its way home")
NOT_RISEN: Final = Refusal("10.C.1.b.ii", "it does not intercept this mission")
HAS_ROLE: Final = Refusal("10.C.1.b.ii", "its role has been named")
NO_ESCORT: Final = Refusal("10.C.1.b.ii", "Air Superiority fights escorts, and there are none")
HAS_OPPONENT: Final = Refusal("10.C.1.b.iv", "it has been given its opponent")
SUPERIORITY_FIRST: Final = Refusal("10.C.1.b.iv", "Air Superiority is allocated first")
NOT_AN_ESCORT: Final = Refusal("10.C.1.b.ii", "Air Superiority fights escorts alone")
NOT_FOR_DESTROYERS: Final = Refusal("10.C.1.b.ii", "Bomber Destroyers go for bombers and for fighters that nobody else engages")
NOT_TWICE: Final = Refusal("10.C.1.b.iv", "nobody is attacked twice while another of the group has no opponent")


def defender(s: State, f: Interception) -> int:
    return other(f.side)


def owner(s: State, f: Interception) -> int:
    return f.side


def land_or_meet(s: State, f: Interception, dice: Dice) -> None:
    """8.C, X-6 Flights between bases of a side are over nobody's guns."""
    kind = mission(s, f)
    if f.homebound:
        return
    if kind == TRANSFER:
        transfer(s, f)
    elif kind == TRANSPORT:
        unload(s, f, dice)
        for air in (*f.bombers, *f.escorts):
            s.homeward[air] = 1
    if kind in (TRANSFER, TRANSPORT):
        f.finish()


def is_open(s: State, f: Interception, side: int) -> bool:
    """8.D.1.a Over a hex that the interceptor owns or controls; 6.3.c.ii.2: over a declared combat for both."""
    return (mission(s, f) == CAS and not f.homebound) or side in (s.owner[f.target], controller(s, f.target))


class Intercept(Act[State, Interception]):
    rule = "8.D.1.a"
    form = "intercept air"
    label = "Intercept with {air}"
    asks = "intercept the mission"
    exact = True

    def candidates(self, s: State, f: Interception) -> Iterator[Args]:
        e, side = s.edition, other(f.side)
        if is_open(s, f, side):
            for air in ready(s, fighters(e, side), e.mission_rows[kind_number(s, "interception")]):
                if distance(s, air, f.target) <= reaches(e, air)[NORMAL] and (not f.night or e.night[air]):
                    yield air, 0

    def why_not(self, s: State, f: Interception, air: int, b: int, /) -> Optional[Refusal]:
        e, side = s.edition, other(f.side)
        refusal = grounded(s, air, side, e.mission_rows[kind_number(s, "interception")])
        if refusal is not None:
            return HAS_FOUGHT if refusal is HAS_FLOWN else refusal
        if e.air_type[air] != "F":
            return NO_FIGHTER
        if f.night and not e.night[air]:
            return DAY_FIGHTER
        if not is_open(s, f, side):
            return NOT_OVER_US
        return OUT_OF_REACH if distance(s, air, f.target) > reaches(e, air)[NORMAL] else None

    def do(self, s: State, f: Interception, air: int, b: int, dice: Dice, /) -> None:
        f.interceptors = tuple(sorted([*f.interceptors, air]))
        launch(s, air, f.target)
        s.flown[air] |= ROSE
        s.tell("intercepts", air, f.target)


class Jettison(Act[State, Interception]):
    rule = "8.D.1"
    form = "jettison air"
    label = "Jettison the bombs of {air}"
    asks = "jettison bombs"

    def candidates(self, s: State, f: Interception) -> list[Args]:
        return [(a, 0) for a in f.bombers if s.edition.air_type[a] == "F"] if f.interceptors else []

    def why_not(self, s: State, f: Interception, air: int, b: int, /) -> Optional[Refusal]:
        if not f.interceptors:
            return NOT_INTERCEPTED
        return None if air in f.bombers and s.edition.air_type[air] == "F" else NOT_BOMBING

    def do(self, s: State, f: Interception, air: int, b: int, dice: Dice, /) -> None:
        f.bombers = tuple([a for a in f.bombers if a != air])
        f.escorts = tuple(sorted([*f.escorts, air]))
        s.tell("jettisons", air)


class Cancel(Act[State, Interception]):
    """10.B.1 Whether anybody meets it or not: who has risen is fought, but no AA fires and nothing is bombed."""

    rule = "10.B.1"
    form = "cancel"
    label = "Cancel the mission"
    asks = "cancel the mission"

    def __init__(self, met: bool) -> None:
        super().__init__()
        self.met: bool = met  # the question to those who are intercepted, else to those who are not

    def candidates(self, s: State, f: Interception) -> list[Args]:
        return [(0, 0)] if bool(f.interceptors) == self.met else []

    def why_not(self, s: State, f: Interception, a: int, b: int, /) -> Optional[Refusal]:
        if bool(f.interceptors) != self.met:
            return NOT_INTERCEPTED if self.met else IS_MET
        if f.homebound:
            return IS_OVER
        if f.side != s.phasing:
            return NOT_PHASING
        return IS_CANCELLED if f.cancelled else None

    def do(self, s: State, f: Interception, a: int, b: int, dice: Dice, /) -> None:
        f.cancelled = True
        s.tell("cancelled", f.side, f.target)


class FlyOn(Act[State, Interception]):
    rule = "10.B.1"
    form = "fly_on"
    label = "Fly on"


# 10.C.1.b.ii Roles


def settle_roles(s: State, f: Interception, dice: Dice) -> None:
    """Without escorts there is nothing for Air Superiority to do."""
    if not f.escorts:
        f.destroyers = f.interceptors


def roleless(f: Interception) -> list[int]:
    return [a for a in f.interceptors if a not in f.superior and a not in f.destroyers]


class NameSuperiority(Act[State, Interception]):
    rule = "10.C.1.b.ii"
    form = "superiority air"
    label = "Use {air} for Air Superiority"
    asks = "send interceptors against the escorts"

    def candidates(self, s: State, f: Interception) -> list[Args]:
        return [(a, 0) for a in roleless(f)]

    def why_not(self, s: State, f: Interception, air: int, b: int, /) -> Optional[Refusal]:
        if air not in f.interceptors:
            return NOT_RISEN
        if air in f.superior or air in f.destroyers:
            return HAS_ROLE
        return None if f.escorts else NO_ESCORT

    def do(self, s: State, f: Interception, air: int, b: int, dice: Dice, /) -> None:
        f.superior = tuple(sorted([*f.superior, air]))


class NameDestroyer(Act[State, Interception]):
    rule = "10.C.1.b.ii"
    form = "destroyer air"
    label = "Use {air} as Bomber Destroyer"
    asks = "send interceptors against the bombers"

    def candidates(self, s: State, f: Interception) -> list[Args]:
        return [(a, 0) for a in roleless(f)]

    def why_not(self, s: State, f: Interception, air: int, b: int, /) -> Optional[Refusal]:
        if air not in f.interceptors:
            return NOT_RISEN
        return HAS_ROLE if air in f.superior or air in f.destroyers else None

    def do(self, s: State, f: Interception, air: int, b: int, dice: Dice, /) -> None:
        f.destroyers = tuple(sorted([*f.destroyers, air]))


# 10.C.1.b.iv Pairs


def group(f: Interception, air: int) -> tuple[int, ...]:
    """Whom an interceptor may be sent against: escorts, or bombers and the fighters that Air Superiority leaves alone."""
    if air in f.superior:
        return f.escorts
    engaged = {target for hunter, target in f.pairs if hunter in f.superior}
    return (*f.bombers, *[a for a in f.escorts if a not in engaged])


class Engage(Act[State, Interception]):
    rule = "10.C.1.b.iv"
    form = "engage air air"
    label = "Let {air} attack {air}"
    asks = "give interceptors their opponents"

    def candidates(self, s: State, f: Interception) -> list[Args]:
        paired = {hunter for hunter, _ in f.pairs}
        waiting = [a for a in f.superior if a not in paired] or [a for a in f.destroyers if a not in paired]
        return [(hunter, target) for hunter in waiting for target in group(f, hunter)]

    def why_not(self, s: State, f: Interception, hunter: int, target: int, /) -> Optional[Refusal]:
        paired = {a for a, _ in f.pairs}
        if hunter not in f.superior and hunter not in f.destroyers:
            return NOT_RISEN
        if hunter in paired:
            return HAS_OPPONENT
        if hunter in f.destroyers and any(a not in paired for a in f.superior):
            return SUPERIORITY_FIRST
        those = group(f, hunter)
        if target not in those:
            return NOT_AN_ESCORT if hunter in f.superior else NOT_FOR_DESTROYERS
        attacked = {t for _, t in f.pairs}
        return NOT_TWICE if target in attacked and any(t not in attacked for t in those) else None

    def do(self, s: State, f: Interception, hunter: int, target: int, dice: Dice, /) -> None:
        f.pairs = tuple(sorted([*f.pairs, (hunter, target)]))


def await_or_strike(s: State, f: Interception, dice: Dice) -> None:
    """6.3.c.ii.3 CAS waits for the phasing side's order, all else is resolved at once; so is what nobody meets and nobody flies."""
    if f.interceptors:
        for air in (*f.bombers, *f.escorts):
            s.met[air] |= INTERCEPTED
    window = within(s, AirWindow)
    idle = f.cancelled and not f.interceptors
    if mission(s, f) == CAS and window is not None and not idle:
        window.flights = (*window.flights, f.facts())
    else:
        s.begin(Strike(*f.facts()))
