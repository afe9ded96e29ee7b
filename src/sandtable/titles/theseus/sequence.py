"""The sequence of play: who does what in which order. Nothing else is here."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Outlines, always, each, freely, may, must, then
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.theseus import frames as f
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
    contest_retreat,
    defender,
    displace_left_behind,
    open_combat,
    pay_attack,
    retreat_rollers,
    reveal_attackers,
    rouse_attackers,
)
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
    roll_combat,
    settle_gun,
    settle_lead,
    settle_points,
    settle_tank,
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
    pay_movement,
    rouse_movers,
    set_out,
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
    more_losses,
    owner,
    settle_hits,
    spread_losses,
    take_first_loss,
)
from sandtable.titles.theseus.retreat import RetreatTo, fall_back, look_back, retreater
from sandtable.titles.theseus.scenarios import activate_ariete
from sandtable.titles.theseus.snafu import LetStand, RollAgain, chance, holder_of_marker
from sandtable.titles.theseus.stacking import GiveWay, PlaceHQ, Push, Raise, Remove, hq_owner, opponent, overstack_effects
from sandtable.titles.theseus.stacking import owner as stack_owner
from sandtable.titles.theseus.strength import CommitAir, draw_chits

OUTLINES: Final[Outlines] = {
    f.Setup: (  # 10
        freely(axis, AssignAtStart(), asked=always),
        must(axis, ChooseSchwerpunkt()),                              # 5.9
    ),
    f.Training: (  # 10.1
        then(activate_ariete),
    ),
    f.GameTurn: (  # 2, 4
        then(begin_turn),                                             # 9 Admin Phase, not in turn 1
        then(begin_operations),                                       # 6 Operations Phase
        then(end_of_turn),                                            # 8 End of Turn Phase
    ),
    f.Admin: (  # 9
        then(reset_marker),
        then(recover),                                                # 9.1 Recovery
        chance(attrition, attrition_rollers),
        then(begin_organisation),                                     # 9.2
        then(begin_replacement),                                      # 9.3
        then(begin_reinforcement),                                    # 9.4
    ),
    f.Organisation: (  # 9.2
        freely(allied, Assign(ALLIED), PlaceDummy(ALLIED), asked=always),
        freely(axis, Assign(AXIS), PlaceDummy(AXIS), asked=always),
        may(axis, MoveSchwerpunkt()),
    ),
    f.Replacement: (  # 9.3
        freely(axis, Rebuild(AXIS), asked=axis_is_replaced),
        freely(allied, Cannibalise(), Rebuild(ALLIED), asked=allied_may_cannibalise),
    ),
    f.Reinforcement: (  # 9.4
        freely(allied, Attach(ALLIED), Enter(ALLIED), stop=Delay()),
        freely(axis, Attach(AXIS), Enter(AXIS), stop=Delay()),
    ),
    f.Operations: (  # 6
        then(open_cycle),
        chance(determine_initiative, initiative_rollers),             # 6.1
        must(initiative_side, ActivateFormation(), ActivateUnit(), Transfer(), PassPhase()),  # 6.2
        then(close_cycle),
    ),
    f.Activation: (  # 6.3, 6.4, 7.2
        chance(roll_action_points, points_roller),
        freely(active_side, Move(), Strike(), TryBreach(), TryRefit(), Improve(), Raise(), stop=EndActivation(),
               asked=has_points),
    ),
    f.Movement: (  # 7.3
        freely(mover, TakeAlong(), stop=SetOut()),                    # 7.3.1
        then(pay_movement),
        chance(rouse_movers, movement_roller),                        # 5.8.4
        may(mover, CallOffMovement()),
        then(set_out),
    ),
    f.March: (  # 7.3
        must(mover, LEAVE, Stay()),                                   # 6.5.1 announced beside an enemy
        may(reactor, React(), asked=somebody_might),
        chance(attempt_reaction, reaction_roller),                    # 6.5.2
        must(mover, StepTo(), Halt()),
        chance(check_mines, mine_roller),                             # 7.3.6
        then(arrive),                                                 # 7.3.5
        may(reactor, React(), asked=somebody_might),
        chance(attempt_reaction, reaction_roller),
        then(go_on),
    ),
    f.Challenge: (may(challenger, Ask()),),                           # 5.5.2
    f.Breach: (chance(attempt_breach, breach_roller),),               # 7.4
    f.Refit: (chance(attempt_refit, refit_roller),),                  # 7.6
    f.Attack: (  # 7.5.1
        freely(attacker, Join(), stop=Declare()),                     # A
        then(pay_attack),
        chance(rouse_attackers, attack_roller),                       # 5.8.4
        may(attacker, CallOffAttack()),
        then(open_combat),
        may(defender, SlipAway()),                                    # B 7.5.1.1
        chance(contest_retreat, retreat_rollers),
        then(reveal_attackers),
        may(attacker, Escalate()),                                    # C
        then(draw_chits),                                             # D, E 7.5.1.2
        freely(attacker, CommitAir()),                                # F 7.5.1.4
        then(settle_lead),                                            # G 7.5.1.5
        must(defender, Lead()),
        then(settle_tank),
        must(attacker, NameTank()),
        then(settle_points),
        must(defender, DefendWith()),
        then(settle_gun),
        must(defender, NameGun()),
        chance(roll_combat, combat_roller),                           # H
        then(below_table),
        then(defender_hits),                                          # I 7.5.2
        then(attacker_hits),
        then(leave_hqs_alone),                                        # 7.5
        then(battle_victory),                                         # 7.5.3
    ),
    f.Abandoned: (then(displace_left_behind),),
    f.Hits: (  # 7.5.2
        must(owner, FirstLoss()),                                     # 1
        then(take_first_loss),
        chance(check_hit_units, hit_roller),                          # 3
        must(owner, HoldGround(), Withdraw()),                        # 2, case A
        freely(owner, Follow(), stop=StandFast()),                    # case C
        then(settle_hits),
    ),
    f.Losses: (  # 7.5.2.1
        then(spread_losses),
        must(owner, LoseOne()),
        then(more_losses),
    ),
    f.Retreat: (  # 7.5.2.2, 7.5.2.3
        then(look_back),
        must(retreater, RetreatTo()),
        then(fall_back),
    ),
    f.Overstack: (  # 5.3.1
        then(overstack_effects),
        each(stack_owner, GiveWay()),                                 # 5.3.2
        freely(opponent, Push()),                                     # 5.3.3
        each(stack_owner, Push()),
        each(stack_owner, Remove()),
    ),
    f.DisplacedHQ: (must(hq_owner, PlaceHQ()),),                      # 5.3.2
    f.Contest: (must(holder_of_marker, LetStand(), RollAgain()),),    # 5.2
}  # fmt: skip
