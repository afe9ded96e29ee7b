"""8, 10, 11 What goes on in the air, in which order, and who decides."""

from __future__ import annotations

from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Outlines, Refusal, Row, each, freely, must, outline, step, then
from sandtable.titles.tigercubs import aa, air_combat, questions
from sandtable.titles.tigercubs.aa import NameMode, ask_modes_below, mode_owner
from sandtable.titles.tigercubs.air_bombing import CAS, mission, resolve
from sandtable.titles.tigercubs.air_combat import Bypass, Chase, Ignore, Press, Turn, arrive, fight, fire_at_ignoring
from sandtable.titles.tigercubs.air_interception import (
    Cancel,
    Engage,
    FlyOn,
    Intercept,
    Jettison,
    NameDestroyer,
    NameSuperiority,
    await_or_strike,
    defender,
    land_or_meet,
    owner,
    settle_roles,
)
from sandtable.titles.tigercubs.air_midcourse import At, Meet, Waylay, ambusher
from sandtable.titles.tigercubs.air_missions import Across, Assign, ByDay, ByNight, Determine, Escort, Fly, Over, Send, flyer, go_on
from sandtable.titles.tigercubs.air_order import (
    HIGH,
    LOW,
    Call,
    OpenAir,
    begin_close_support,
    begin_raids,
    caller,
    draw_order,
    flying,
    hand_over,
)
from sandtable.titles.tigercubs.air_return import Home, Land, bring_others_home, bring_phasing_home, other_side, phasing
from sandtable.titles.tigercubs.air_transport import Carry, CarryGSP, CarryLP
from sandtable.titles.tigercubs.frames import AirReturn, AirWindow, Ambush, Interception, Mission, Modes, Strike
from sandtable.titles.tigercubs.state import AA_MODE, AT_MODE, State

__all__ = ["AIR", "OPENING_ROWS", "OTHER_ACTS", "PHASING_ACTS", "begin_close_support", "begin_raids"]

NO_FLIGHT: Final = Refusal("6.3.c.ii.3", "no close support of that side waits over that hex")

OPENING_ROWS: Final[tuple[Row, ...]] = (then(begin_raids, rule="6.3.b.ii.1"),)  # what comes before any move
PHASING_ACTS: Final[tuple[Act[State, Any], ...]] = (Fly(), OpenAir())  # 6.3.b.ii.2.a: missions among moves, in a MovementPhase
OTHER_ACTS: Final[tuple[Act[State, Any], ...]] = (Fly(other=True), OpenAir(other=True))  # 6.3.b.ii.2.b: at the end of a Move


class Resolve(Act[State, AirWindow]):
    """6.3.c.ii.3 The phasing side names which close support is resolved next."""

    rule = "6.3.c.ii.3"
    form = "resolve place side"
    label = "Resolve the close support over {place} of the {side} side"
    asks = "resolve close support"

    def candidates(self, s: State, f: AirWindow) -> list[Args]:
        return list(dict.fromkeys([(facts[2], facts[0]) for facts in f.flights]))

    def why_not(self, s: State, f: AirWindow, place: int, side: int, /) -> Optional[Refusal]:
        return None if any((facts[2], facts[0]) == (place, side) for facts in f.flights) else NO_FLIGHT

    def do(self, s: State, f: AirWindow, place: int, side: int, dice: Dice, /) -> None:
        n = next(n for n, facts in enumerate(f.flights) if (facts[2], facts[0]) == (place, side))
        s.begin(Strike(*f.flights[n]))
        f.flights = (*f.flights[:n], *f.flights[n + 1 :])


def go_home(s: State, f: Strike, dice: Dice) -> None:
    """8.B.4 Their mission is over; those of close support stay over the combat until the air return phase."""
    if mission(s, f) != CAS or f.cancelled or f.homebound:
        for air in (*f.bombers, *f.escorts):
            s.homeward[air] = 1
    if mission(s, f) != CAS:
        for air in f.interceptors:
            s.homeward[air] = 1


AIR: Final[Outlines] = {
    AirWindow: outline(
        "Air missions",
        "6.3.b.ii.1",
        must(caller, Call(HIGH), Call(LOW), rule="6.3.b.ii.1-o", ask=questions.CALL),
        then(draw_order, rule="6.3.b.ii.1-o"),
        freely(flying, Fly(), rule="6.3.b.ii.1", ask=questions.FLY),
        then(hand_over, rule="6.3.b.ii.1.b"),
        each(caller, Resolve(), rule="6.3.c.ii.3", forced=True, ask=questions.RESOLVE),
    ),
    Mission: outline(
        "Mission",
        "8.B.3",
        step(
            "1",
            "Target",
            "8.B.2.a",
            must(flyer, Over(), forced=True, ask=questions.TARGET),
            must(flyer, Across(), forced=True, ask=questions.CROSSING),
        ),
        step(
            "2",
            "Take-off",
            "8.B.3.a.i",
            freely(
                flyer,
                Assign(),
                Escort(),
                ByDay(),
                ByNight(),
                Determine(),
                Carry(),
                CarryLP(),
                CarryGSP(),
                stop=Send(),
                rule="8.B.3.a.i",
                ask=questions.FORM,
            ),
            then(go_on, rule="8.B.3.a.ii"),
        ),
        level="action",
        called=questions.mission_to,
    ),
    Interception: outline(
        "Over the target",
        "8.D.1.a",
        then(land_or_meet, rule="8.C"),
        step(
            "1",
            "Interception",
            "8.D.1.a",
            freely(defender, Intercept(), rule="8.D.1.a", ask=questions.INTERCEPT),
            freely(owner, Jettison(), Cancel(met=True), rule="8.D.1", ask=questions.JETTISON),
            freely(owner, Cancel(met=False), stop=FlyOn(), rule="10.B.1", ask=questions.UNMET),
        ),
        step(
            "2",
            "Roles and opponents",
            "10.C.1.b.ii",
            then(settle_roles),
            each(defender, NameSuperiority(), NameDestroyer(), rule="10.C.1.b.ii", ask=questions.ROLES),
            each(defender, Engage(), rule="10.C.1.b.iv", forced=True, ask=questions.ENGAGE),
            then(await_or_strike, rule="8.B.3.a.iii"),
        ),
        level="action",
        called=questions.mission_to,
    ),
    Strike: outline(
        "Attack from the air",
        "8.B.3.a.iii",
        step(
            "1",
            "Air combat",
            "10.C.1",
            then(arrive),
            freely(air_combat.owner, Ignore(), rule="10.C.1.b.v", ask=questions.IGNORE),
            then(fire_at_ignoring, rule="10.C.1.b.v"),
            each(air_combat.owner, Chase(), rule="10.C.1.b.v", forced=True, ask=questions.CHASE),
            each(air_combat.interceptor, Turn(), Press(), rule="10.C.1.b.v", ask=questions.ANSWER),
            freely(air_combat.interceptor, Bypass(), rule="10.C.1.b.v-b", ask=questions.BYPASS),
            then(fight, rule="10.C.1"),
        ),
        step("2", "Anti-aircraft fire", "11.C.1", then(ask_modes_below), then(aa.fire)),
        step("3", "Effect", "8.E.1", then(resolve), then(go_home, rule="8.B.4")),
        level="battle",
        called=questions.mission_of,
    ),
    Ambush: outline("On the way home", "8.D.1.b.iii", must(ambusher, At(), forced=True, ask=questions.AMBUSH)),
    Modes: outline(
        "Heavy AA", "11.A.1.a.i-b", each(mode_owner, NameMode(AA_MODE), NameMode(AT_MODE), rule="11.A.1.a.i-b", ask=questions.MODES)
    ),
    AirReturn: outline(
        "Air Return",
        "6.3.f",
        freely(phasing, Meet(False), rule="8.D.1.b.iii", ask=questions.MEET),
        freely(other_side, Waylay(True), rule="8.D.1.b.iii", ask=questions.WAYLAY),
        freely(other_side, Meet(True), rule="8.D.1.b.iii", ask=questions.MEET),
        freely(phasing, Waylay(False), rule="8.D.1.b.iii", ask=questions.WAYLAY),
        freely(phasing, Land(False), stop=Home(False), rule="6.3.f", ask=questions.LANDING),
        then(bring_phasing_home, rule="6.3.f"),
        freely(other_side, Land(True), stop=Home(True), rule="6.3.f", ask=questions.LANDING),
        then(bring_others_home, rule="6.3.f"),
    ),
}
