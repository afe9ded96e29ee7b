"""3.0 Sequence of Play: everything that goes on, in which order, and who decides."""

from __future__ import annotations

from typing import Final, Union

from sandtable.face.story import both
from sandtable.kernel.play import Frame, Outlines, each, freely, may, must, outline, step, then
from sandtable.kernel.sides import ALLIED, AXIS, SIDES, other
from sandtable.titles.gazala import questions
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
)
from sandtable.titles.gazala.retreat import (
    FallBack,
    FallBackTogether,
    Perish,
    RestHere,
    RetreatOff,
    RetreatOn,
    RetreatOnOff,
    RetreatTo,
    end_retreat,
    find_ways,
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
    return other(f.side)


# What the log calls them


def setting_up(s: State, f: SetUp) -> str:
    return f"{SIDES[f.side].capitalize()} set-up"


def turn(s: State, f: Turn) -> str:
    return s.edition.turn_rows[s.turn - 1].name


def action(s: State, f: ActionPhase) -> str:
    return f"{SIDES[f.side].capitalize()} action" + (f": {s.names.called('chit', f.chit)}" if f.chit >= 0 else "")


def attack(s: State, f: Attack) -> str:
    return f"Attack on {both([s.names.called('hex', h) for h in f.hexes])}"


OUTLINES: Final[Outlines] = {
    SetUp: outline("Set-up", "17.0", each(owner, SetUpUnit(), ask=questions.SET_UP), level="turn", called=setting_up),
    Turn: outline(
        "Turn", "3.0",
        step("1", "Chits", "4.0", then(fill_cups)),
        step("2", "Minefields", "14.1",
            then(lay_minefields),
            then(finish_breaches),
            freely(axis, JoinMarkers(), PlaceBreach(), rule="14.1-d", ask=questions.BREACHES),
        ),
        step("3", "Supply", "5.0",
            then(check_supply),
            then(receive_tanks, rule="15.0"),
            freely(allied, StrengthenBySchedule(), RebuildBySchedule(), rule="15.0", ask=questions.TANKS),
            then(lose_tanks),
            then(check_lines, rule="14.2"),
        ),
        step("4", "Initiative", "6.0",
            then(roll_initiative),
            must(holder, GoFirst(), ask=questions.INITIATIVE),
        ),
        step("5-7", "Actions", "7.0", then(open_actions)),
        step("8", "Recovery", "12.0", then(recover)),
        step("9", "Victory", "16.0",
            then(score),
            then(next_turn),
        ),
        level="turn", called=turn,
    ),
    Actions: outline("Action Phases", "3.0", then(next_action_phase)),
    ActionPhase: outline(
        "Action Phase", "7.0",
        then(draw_chit),
        each(
            owner, Withdraw(), Pledge(), StrengthenByChit(), RebuildByChit(), ExtraMove(), Activate(), ActivateUnit(), Ready(),
            ask=questions.CHIT,
        ),
        freely(owner, MoveUnit(), stop=EndAction(), rule="8.0", ask=questions.MOVES),
        then(close_action, rule="10.0"),
        level="action", called=action,
    ),
    AirAttack: outline("Air attack", "13.4", may(owner, Bomb(), ask=questions.AIR), level="battle"),
    Arrival: outline("Arrival", "15.0", each(owner, Arrive(), ask=questions.ARRIVAL)),
    Rebuilding: outline("Rebuilding", "13.3", must(owner, PlaceRebuilt(), ask=questions.REBUILDING)),
    Move: outline(
        "Move", "8.0",
        freely(mover, Go(), Strike(), Exit(), stop=Halt(), ask=questions.MOVE),
        then(turn_over),
    ),
    Attack: outline(
        "Attack", "11.0",
        step("1", "Who joins", "11.0-f", freely(attacker, Join(), stop=Enough(), ask=questions.JOIN)),
        step("2", "Odds", "11.0-o", then(judge_fighters, rule="10.0")),
        step("3", "Modifiers", "11.0-t", then(count_up)),
        step("4", "Chits", "13.1-c",
            each(attacker, PlayCombat(True), PlayAntiTank(True), NoMore(True), ask=questions.CHITS),
            each(defender, PlayCombat(False), PlayAntiTank(False), NoMore(False), ask=questions.CHITS),
        ),
        step("5", "Die and result", "11.0-s", then(roll)),
        step("6", "Losses and retreats", "11.1-b",
            then(lose_to_guns, rule="13.6"),
            then(defender_loses),
            then(defender_disrupted),
            then(defender_retreats),
            then(attacker_loses),
            then(attacker_disrupted),
            then(attacker_retreats),
        ),
        step("7", "Advance", "11.2-a",
            freely(attacker, Advance(), stop=Stay(), ask=questions.ADVANCE),
            then(close_attack),
        ),
        level="battle", called=attack,
    ),
    Losses: outline("Losses", "11.0-y", each(owner, LoseStep(), forced=True, ask=questions.LOSSES)),
    Disruptions: outline("Disruption", "11.0-ag", each(owner, Disrupt(), forced=True, ask=questions.DISRUPTIONS)),
    Retreats: outline("Retreats", "11.1", each(owner, FallBack(), FallBackTogether(), forced=True, ask=questions.RETREATS)),
    Retreat: outline(
        "Retreat", "11.1",
        then(find_ways),
        must(owner, RetreatTo(), RetreatOff(), Perish(), forced=True, ask=questions.RETREAT),
        freely(owner, RetreatOn(), RetreatOnOff(), stop=RestHere(), rule="11.1-4", ask=questions.RETREAT_ON),
        then(end_retreat),
    ),
    Stacking: outline("Stacking", "10.0", each(owner, Eliminate(), ask=questions.STACKING)),
}  # fmt: skip
