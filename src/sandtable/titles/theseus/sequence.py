"""The sequence of play: who does what in which order. Nothing else is here."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Outlines, always, each, freely, may, must, outline, step, then, window
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.theseus import frames as f
from sandtable.titles.theseus import questions
from sandtable.titles.theseus.actions import Improve, TryRefit, attempt_refit, has_points, refit_roller
from sandtable.titles.theseus.admin import (
    Cannibalise,
    Rebuild,
    allied,
    allied_may_cannibalise,
    attrition,
    attrition_rollers,
    axis_is_replaced,
    begin_operations,
    begin_organisation,
    begin_reinforcement,
    begin_replacement,
    begin_turn,
    end_of_turn,
    recover,
    reset_marker,
)
from sandtable.titles.theseus.combat import (
    CallOffAttack,
    Declare,
    Escalate,
    Join,
    SlipAway,
    Strike,
    attack_roller,
    attacker,
    attackers_were_tested,
    contest_retreat,
    defender,
    displace_left_behind,
    might_slip_away,
    open_combat,
    pay_attack,
    retreat_rollers,
    reveal_attackers,
    rouse_attackers,
    somebody_may_join,
)
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.formations import (
    Ask,
    Assign,
    AssignAtStart,
    Attach,
    ChooseSchwerpunkt,
    MoveSchwerpunkt,
    PlaceDummy,
    axis,
    challenger,
)
from sandtable.titles.theseus.minefields import TryBreach, attempt_breach, breach_roller, check_mines, mine_roller
from sandtable.titles.theseus.modifiers import (
    DefendWith,
    Lead,
    NameGun,
    NameTank,
    below_table,
    combat_roller,
    one_gun_is_best,
    one_tank_is_best,
    roll_combat,
)
from sandtable.titles.theseus.movement import (
    CallOffMovement,
    Halt,
    Move,
    SetOut,
    StepTo,
    TakeAlong,
    arrive,
    go_on,
    movement_roller,
    mover,
    movers_were_tested,
    pay_movement,
    rouse_movers,
    set_out,
    somebody_may_go_along,
)
from sandtable.titles.theseus.operations import (
    ActivateFormation,
    ActivateUnit,
    EndActivation,
    PassPhase,
    Transfer,
    active_side,
    close_cycle,
    determine_initiative,
    initiative_rollers,
    initiative_side,
    open_cycle,
    points_roller,
    roll_action_points,
)
from sandtable.titles.theseus.reaction import LEAVE, React, Stay, attempt_reaction, reaction_roller, reactor, somebody_might
from sandtable.titles.theseus.reinforcements import Delay, Enter
from sandtable.titles.theseus.results import (
    FirstLoss,
    Follow,
    HoldGround,
    LoseOne,
    StandFast,
    Withdraw,
    attacker_hits,
    battle_victory,
    check_hit_units,
    defender_hits,
    hit_roller,
    leave_hqs_alone,
    owner,
    settle_hits,
    take_first_loss,
)
from sandtable.titles.theseus.retreat import RetreatTo, fall_back, look_back, one_way_back, retreater
from sandtable.titles.theseus.scenarios import activate_ariete
from sandtable.titles.theseus.snafu import LetStand, RollAgain, chance, holder_of_marker
from sandtable.titles.theseus.stacking import GiveWay, PlaceHQ, Push, Raise, Remove, hq_owner, opponent, overstack_effects
from sandtable.titles.theseus.stacking import owner as stack_owner
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.strength import CommitAir, compare_strengths, draw_chits

# What the log calls them


def turn(s: State, t: f.GameTurn) -> str:
    return f"Turn {s.turn}"


def training(s: State, t: f.Training) -> str:
    return f"Activation {t.number}"


def activation(s: State, a: f.Activation) -> str:
    who = s.names.called("formation", a.formation) if a.formation != NONE else s.names.called("unit", a.only[0])
    return f"{who}, {f.OCCASIONS[a.kind]}"


def attack(s: State, a: f.Attack) -> str:
    return f"Attack on {s.names.called('hex', a.target)}"


OUTLINES: Final[Outlines] = {
    f.Setup: outline(
        "Set-up", "10",
        freely(axis, AssignAtStart(), asked=always, ask=questions.FIRST_ASSIGNMENTS),
        must(axis, ChooseSchwerpunkt(), rule="5.9", ask=questions.FIRST_SCHWERPUNKT),
        level="turn",
    ),
    f.Training: outline("Training", "10.1", then(activate_ariete), level="turn", called=training),
    f.GameTurn: outline(
        "Turn", "2",
        step("9", "Admin Phase", "9", then(begin_turn)),                          # not in turn 1
        step("6", "Operations Phase", "6", then(begin_operations)),
        step("8", "End of Turn Phase", "8", then(end_of_turn)),
        level="turn", called=turn,
    ),
    f.Admin: outline(
        "Admin", "9",
        step("9.1", "Recovery", "9.1",
            then(reset_marker),
            then(recover),
            chance(attrition, attrition_rollers),
        ),
        step("9.2", "Organisation", "9.2", then(begin_organisation)),
        step("9.3", "Replacement", "9.3", then(begin_replacement)),
        step("9.4", "Reinforcement", "9.4", then(begin_reinforcement)),
    ),
    f.Organisation: outline(
        "Organisation", "9.2",
        freely(allied, Assign(ALLIED), PlaceDummy(ALLIED), asked=always, ask=questions.ORGANISATION),
        freely(axis, Assign(AXIS), PlaceDummy(AXIS), asked=always, ask=questions.ORGANISATION),
        may(axis, MoveSchwerpunkt(), ask=questions.SCHWERPUNKT),
    ),
    f.Replacement: outline(
        "Replacement", "9.3",
        freely(axis, Rebuild(AXIS), asked=axis_is_replaced, ask=questions.REPLACEMENT),
        freely(allied, Cannibalise(), Rebuild(ALLIED), asked=allied_may_cannibalise, ask=questions.REPLACEMENT),
    ),
    f.Reinforcement: outline(
        "Reinforcement", "9.4",
        freely(allied, Attach(ALLIED), Enter(ALLIED), stop=Delay(), ask=questions.REINFORCEMENT),
        freely(axis, Attach(AXIS), Enter(AXIS), stop=Delay(), ask=questions.REINFORCEMENT),
    ),
    f.Operations: outline(
        "Initiative", "6",
        then(open_cycle),
        chance(determine_initiative, initiative_rollers, rule="6.1", together=True),
        must(
            initiative_side, ActivateFormation(), ActivateUnit(), Transfer(), PassPhase(), rule="6.2", ask=questions.WHO_ACTS
        ),
        then(close_cycle),
    ),
    f.Activation: outline(
        "Activation", "6.3",
        chance(roll_action_points, points_roller),
        freely(active_side, Move(), Strike(), TryBreach(), TryRefit(), Improve(), Raise(), stop=EndActivation(),
               asked=has_points, ask=questions.ACTIVATION),
        level="action", called=activation,
    ),
    f.Movement: outline(
        "Movement", "7.3",
        freely(mover, TakeAlong(), stop=SetOut(), rule="7.3.1", asked=somebody_may_go_along, ask=questions.GO_ALONG),
        then(pay_movement),
        chance(rouse_movers, movement_roller, rule="5.8.4"),
        may(mover, CallOffMovement(), asked=movers_were_tested, ask=questions.STILL_GO),
        then(set_out),
        quiet=True,  # whether anybody could go along is not the enemy's business
    ),
    f.March: outline(
        "March", "7.3",
        step("", "Reaction", "6.5",
            must(mover, LEAVE, Stay(), rule="6.5.1", ask=questions.LEAVE_ENEMY),  # announced beside an enemy
            window(reactor, React(), asked=somebody_might, once=True, ask=questions.REACT),
            chance(attempt_reaction, reaction_roller, rule="6.5.2"),
        ),
        step("", "Step", "7.3",
            must(mover, StepTo(), Halt(), ask=questions.STEP),
            chance(check_mines, mine_roller, rule="7.3.6"),
            then(arrive, rule="7.3.5"),
        ),
        step("", "Reaction", "6.5",
            window(reactor, React(), asked=somebody_might, once=True, ask=questions.REACT),
            chance(attempt_reaction, reaction_roller, rule="6.5.2"),
        ),
        then(go_on),
        quiet=True,
    ),
    f.Challenge: outline("Challenge", "5.5.2", may(challenger, Ask(), ask=questions.CHALLENGE)),
    f.Breach: outline("Breach", "7.4", chance(attempt_breach, breach_roller)),
    f.Refit: outline("Refit", "7.6", chance(attempt_refit, refit_roller)),
    f.Attack: outline(
        "Combat", "7.5",
        step("A", "Declaration", "7.1-b",
            freely(attacker, Join(), stop=Declare(), asked=somebody_may_join, ask=questions.JOIN),
            then(pay_attack),
            chance(rouse_attackers, attack_roller, rule="5.8.4"),
            may(attacker, CallOffAttack(), asked=attackers_were_tested, ask=questions.STILL_ATTACK),
            then(open_combat),
        ),
        step("B", "Retreat before Combat", "7.5.1.1-a",
            may(defender, SlipAway(), asked=might_slip_away, ask=questions.SLIP_AWAY),
            chance(contest_retreat, retreat_rollers, together=True),
            then(reveal_attackers),
        ),
        step("C", "Escalation", "7.1-c", may(attacker, Escalate(), ask=questions.ESCALATE)),
        step("D", "Combat chits", "7.5.1.2-a", then(draw_chits)),
        step("E", "Strengths and ratio", "7.5.1.2-a", then(compare_strengths)),
        step("F", "Combined Arms and air", "7.5.1.3-a", freely(attacker, CommitAir(), rule="7.5.1.4", ask=questions.AIR)),
        step("G", "Modifiers", "7.5.1.5-a",
            must(defender, Lead(), forced=True, ask=questions.LEAD),
            must(attacker, NameTank(), forced=one_tank_is_best, ask=questions.NAME_TANK),
            must(defender, DefendWith(), forced=True, ask=questions.DEFEND_WITH),
            must(defender, NameGun(), forced=one_gun_is_best, ask=questions.NAME_GUN),
        ),
        step("H", "Die and result", "7.5.1-a",
            chance(roll_combat, combat_roller),
            then(below_table),
        ),
        step("I", "Hits", "7.5.2-a",
            then(defender_hits),
            then(attacker_hits),
            then(leave_hqs_alone, rule="7.5"),
        ),
        then(battle_victory, rule="7.5.3"),
        level="battle", called=attack,
    ),
    f.Abandoned: outline("Abandoned", "5.3.2", then(displace_left_behind)),
    f.Hits: outline(
        "Hits", "7.5.2",
        step("1", "First loss", "7.5.2-m",
            must(owner, FirstLoss(), forced=True, ask=questions.FIRST_LOSS),
            then(take_first_loss),
        ),
        step("3", "Effectiveness", "7.5.2-g", chance(check_hit_units, hit_roller)),
        step("2", "Hold or retreat", "7.5.2-d",
            must(owner, HoldGround(), Withdraw(), ask=questions.HOLD),                                 # case A
            freely(owner, Follow(), stop=StandFast(), ask=questions.FOLLOW),                             # case C
            then(settle_hits),
        ),
    ),
    f.Losses: outline("Losses", "7.5.2.1", each(owner, LoseOne(), forced=True, ask=questions.LOSSES)),
    f.Retreat: outline(
        "Retreat", "7.5.2.2",
        then(look_back),
        must(retreater, RetreatTo(), forced=one_way_back, ask=questions.RETREAT),
        then(fall_back),
    ),
    f.Overstack: outline(
        "Overstacking", "5.3.1",
        then(overstack_effects),
        each(stack_owner, GiveWay(), rule="5.3.2", ask=questions.GIVE_WAY),
        freely(opponent, Push(), rule="5.3.3", ask=questions.PUSH_THEM),
        each(stack_owner, Push(), ask=questions.PUSH),
        each(stack_owner, Remove(), ask=questions.REMOVE),
    ),
    f.DisplacedHQ: outline("Displaced HQ", "5.3.2", must(hq_owner, PlaceHQ(), ask=questions.PLACE_HQ)),
    f.Contest: outline("SNAFU", "5.2", window(holder_of_marker, RollAgain(), stop=LetStand(), once=True, ask=questions.CONTEST)),
}  # fmt: skip
