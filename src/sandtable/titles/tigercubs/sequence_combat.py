"""7.E, 9 What goes on in ground combat, overruns and reaction, in which order, and who decides."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.play import Act, Outlines, each, freely, may, must, outline, step, then
from sandtable.titles.tigercubs import questions
from sandtable.titles.tigercubs.air_order import begin_close_support
from sandtable.titles.tigercubs.combat import (
    Advance,
    AdvanceAll,
    Leave,
    NameMinority,
    OverrunRemnant,
    Spare,
    Stay,
    attacker,
    defender,
    make_stand,
    muster,
    note_loss,
    pay_attacker,
    pay_defender,
    retreat,
    roll,
    settle_modes,
)
from sandtable.titles.tigercubs.combat_declare import Attack, AttackWithAll, Declared, Fight, Withdraw, bind, phasing
from sandtable.titles.tigercubs.engineers import abandon_airstrips
from sandtable.titles.tigercubs.frames import Combat, CombatPhase, Losses, Overrun, Reaction, ReactionPhase, Retreat, Retreats
from sandtable.titles.tigercubs.losses import TakeLoss, payer
from sandtable.titles.tigercubs.overruns import Charge, PayStrength, count_losses, let_slip, overrunner, run_down
from sandtable.titles.tigercubs.reaction import React, ReactTogether, Rest, Stride, reactor
from sandtable.titles.tigercubs.retreats import (
    GoOn,
    RetreatTo,
    RetreatTogether,
    Shrink,
    SlipAway,
    end_slipping,
    lose_crowded,
    lose_stranded,
    retreater,
)
from sandtable.titles.tigercubs.state import State
from sandtable.titles.tigercubs.surprise import Surprise

OVERRUN_ACTS: Final[tuple[Act[State, Any], ...]] = (Charge(),)  # 7.E, in a Move


def combat(s: State, f: Combat) -> str:
    return f"Attack on {s.names.called('place', f.target)}"


def overrun(s: State, f: Overrun) -> str:
    return f"Overrun of {s.names.called('place', f.target)}"


COMBAT: Final[Outlines] = {
    CombatPhase: outline(
        "Combat Phase",
        "6.3.c",
        step(
            "1", "Declarations", "6.3.c.i",
            freely(phasing, Attack(), AttackWithAll(), Withdraw(), stop=Declared(), ask=questions.DECLARE),
            then(bind),
        ),
        step("2", "Close air support", "6.3.c.ii.1", then(begin_close_support)),
        step("3", "Combats", "9.C.4", each(phasing, Fight(), forced=True, ask=questions.NEXT_COMBAT)),
    ),
    Combat: outline(
        "Combat",
        "9.B",
        step("1", "Retreat before combat", "X-1", then(muster), then(make_stand, rule="9.C.1")),
        step(
            "2", "Strengths and surprise", "9.B.1",
            must(attacker, NameMinority(attacks=True), rule="9.C.5", ask=questions.MINORITY),
            must(defender, NameMinority(attacks=False), rule="9.C.5-b", ask=questions.MINORITY),
            then(settle_modes, rule="11.A.1.a.i-b"),
            may(attacker, Surprise(), rule="9.M.1.a", ask=questions.SURPRISE),
        ),
        step("3", "Odds and die", "9.B.3", then(roll)),
        step(
            "4", "Losses", "9.E.2",
            then(pay_attacker, rule="6.3.c.iv.1"),
            must(defender, Stay(), Leave(), rule="9.D.6", ask=questions.STAY),
            then(pay_defender, rule="6.3.c.iv.2"),
        ),
        step("5", "Retreat", "9.G.2", then(retreat, rule="6.3.c.iv.3"), then(note_loss, rule="7.C.1.e.ii-b")),
        step(
            "6", "Advance", "9.G.3",
            freely(attacker, Advance(), AdvanceAll(), OverrunRemnant(), Spare(), rule="6.3.c.iv.5", ask=questions.ADVANCE),
        ),
        level="battle", called=combat,
    ),
    Losses: outline("Losses", "9.E", each(payer, TakeLoss(), forced=True, ask=questions.LOSSES)),
    Retreats: outline(
        "Retreats",
        "9.G.2",
        freely(retreater, SlipAway(), rule="X-1", ask=questions.SLIP),
        then(end_slipping, rule="X-1"),
        each(retreater, RetreatTo(), RetreatTogether(), forced=True, rule="9.G.2", ask=questions.RETREATS),
        then(lose_stranded, rule="6.3.c.iv.4"),
    ),
    Retreat: outline(
        "Retreat",
        "9.G.2.a.iii",
        each(retreater, GoOn(), Shrink(), forced=True, rule="9.G.2.a.iii", ask=questions.RETREAT_ON),
        then(lose_crowded, rule="9.G.2.a.iii"),
    ),
    Overrun: outline(
        "Overrun",
        "7.E",
        step("1", "Slipping away", "7.E.1.d", then(let_slip)),
        step(
            "2", "Price", "7.E.1.a",
            then(count_losses),
            each(overrunner, PayStrength(), forced=True, rule="7.E.1.a-n", ask=questions.OVERRUN),
        ),
        step("3", "Entry", "7.E.1.c.ii", then(run_down)),
        level="battle", called=overrun,
    ),
    ReactionPhase: outline(
        "Reaction Phase",
        "6.3.d",
        freely(reactor, React(), ReactTogether(), rule="7.C.1.e", ask=questions.REACTION),
        then(abandon_airstrips, rule="12.B.2.d-b"),
    ),
    Reaction: outline("Reaction", "7.C.1.e", freely(reactor, Stride(), stop=Rest(), rule="7.C.1.e", ask=questions.STRIDE)),
}  # fmt: skip
