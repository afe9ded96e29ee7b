"""3.0 Sequence of Play: everything that goes on, in which order, and who decides."""

from __future__ import annotations

from typing import Final, Union

from sandtable.kernel.play import Frame, Outlines, each, freely, may, must, then
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.gazala.activation import Activate, ActivateUnit, Arrive, EndAction, MoveUnit, Ready, close_action
from sandtable.titles.gazala.chits import draw_chit, fill_cups, next_action_phase
from sandtable.titles.gazala.combat import Enough, Join, Strike, count_up, judge_fighters, roll
from sandtable.titles.gazala.frames import (
    ActionPhase,
    Actions,
    AirAttack,
    Arrival,
    Attack,
    Disruptions,
    Losses,
    Move,
    Rebuilding,
    Retreat,
    Retreats,
    SetUp,
    Stacking,
    Turn,
)
from sandtable.titles.gazala.initiative import GoFirst, open_actions, roll_initiative
from sandtable.titles.gazala.minefields import JoinMarkers, PlaceBreach, finish_breaches, lay_minefields
from sandtable.titles.gazala.movement import Exit, Go, Halt, turn_over
from sandtable.titles.gazala.replacements import (
    PlaceRebuilt,
    RebuildByChit,
    RebuildBySchedule,
    StrengthenByChit,
    StrengthenBySchedule,
    lose_tanks,
    receive_tanks,
)
from sandtable.titles.gazala.results import (
    Advance,
    Disrupt,
    LoseStep,
    Stay,
    attacker_disrupted,
    attacker_loses,
    attacker_retreats,
    close_attack,
    defender_disrupted,
    defender_loses,
    defender_retreats,
    lose_to_guns,
    take_only_disruption,
    take_only_loss,
)
from sandtable.titles.gazala.retreat import (
    FallBack,
    FallBackTogether,
    Perish,
    RestHere,
    RetreatOff,
    RetreatOn,
    RetreatTo,
    end_retreat,
    start_last,
    take_only_way,
)
from sandtable.titles.gazala.setup import SetUpUnit
from sandtable.titles.gazala.stacking import Eliminate
from sandtable.titles.gazala.state import State
from sandtable.titles.gazala.supply import check_lines, check_supply
from sandtable.titles.gazala.tactical import Bomb, ExtraMove, NoMore, PlayAntiTank, PlayCombat, Pledge, Withdraw
from sandtable.titles.gazala.victory import next_turn, recover, score

Owned = Union[SetUp, ActionPhase, AirAttack, Arrival, Rebuilding, Losses, Disruptions, Retreats, Retreat, Stacking]


def axis(s: State, f: Frame) -> int:
    return AXIS


def allied(s: State, f: Frame) -> int:
    return ALLIED


def owner(s: State, f: Owned) -> int:
    return f.side


def holder(s: State, f: Turn) -> int:
    return f.holder


def mover(s: State, f: Move) -> int:
    return s.edition.side[f.unit]


def attacker(s: State, f: Attack) -> int:
    return f.side


def defender(s: State, f: Attack) -> int:
    return 1 - f.side


OUTLINES: Final[Outlines] = {
    SetUp: (each(owner, SetUpUnit()),),  # 17.0
    Turn: (  # 3.0
        then(fill_cups),  # 1 Chit Phase
        then(lay_minefields),  # 2 Minefield Phase
        then(finish_breaches),
        freely(axis, JoinMarkers(), PlaceBreach()),
        then(check_supply),  # 3 Supply Phase
        then(receive_tanks),
        freely(allied, StrengthenBySchedule(), RebuildBySchedule()),  # 15.0
        then(lose_tanks),
        then(check_lines),  # 14.2
        then(roll_initiative),  # 4 Initiative Phase
        must(holder, GoFirst()),
        then(open_actions),  # 5 to 7 Action Phases
        then(recover),  # 8 Recovery Phase
        then(score),  # 9 Victory Point Phase
        then(next_turn),
    ),
    Actions: (then(next_action_phase),),
    ActionPhase: (  # 7.0
        then(draw_chit),
        each(owner, Withdraw(), Pledge(), StrengthenByChit(), RebuildByChit(), ExtraMove(), Activate(), ActivateUnit(), Ready()),
        freely(owner, MoveUnit(), stop=EndAction()),  # 8.0
        then(close_action),  # 10.0
    ),
    AirAttack: (may(owner, Bomb()),),  # 13.4
    Arrival: (each(owner, Arrive()),),  # 15.0
    Rebuilding: (must(owner, PlaceRebuilt()),),  # 13.3
    Move: (  # 8.0
        freely(mover, Go(), Strike(), Exit(), stop=Halt()),
        then(turn_over),
    ),
    Attack: (  # 11.0
        freely(attacker, Join(), stop=Enough()),
        then(judge_fighters),  # 10.0
        then(count_up),
        each(attacker, PlayCombat(True), PlayAntiTank(True), NoMore(True)),  # 13.1, 13.6
        each(defender, PlayCombat(False), PlayAntiTank(False), NoMore(False)),
        then(roll),
        then(lose_to_guns),  # 13.6
        then(defender_loses),
        then(defender_disrupted),
        then(defender_retreats),  # 11.1
        then(attacker_loses),
        then(attacker_disrupted),
        then(attacker_retreats),
        freely(attacker, Advance(), stop=Stay()),  # 11.2
        then(close_attack),
    ),
    Losses: (then(take_only_loss), must(owner, LoseStep())),
    Disruptions: (then(take_only_disruption), must(owner, Disrupt())),
    Retreats: (then(start_last), must(owner, FallBack(), FallBackTogether())),  # 11.1
    Retreat: (
        then(take_only_way),
        must(owner, RetreatTo(), RetreatOff(), Perish()),
        freely(owner, RetreatOn(), stop=RestHere()),  # 11.1-4
        then(end_retreat),
    ),
    Stacking: (each(owner, Eliminate()),),  # 10.0
}
