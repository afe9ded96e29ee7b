"""6 Order of play: everything that goes on, in which order, and who decides.

The turn, supply and movement stand here; the air war is in `sequence_air.py`, ground combat in `sequence_combat.py`.
"""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Frame, Outlines, each, freely, outline, step, then, window
from sandtable.kernel.sides import SIDES
from sandtable.titles.tigercubs import questions
from sandtable.titles.tigercubs.arrivals import receive_reinforcements, receive_supplies, ripen
from sandtable.titles.tigercubs.breakdowns import Assemble, Split
from sandtable.titles.tigercubs.collapse import collapse, collapse_air
from sandtable.titles.tigercubs.engineers import Bridge, CutRail, Share, Toil, Work, abandon_airstrips, finish, worker
from sandtable.titles.tigercubs.facilities import RemoveAirfield, let_works_decay
from sandtable.titles.tigercubs.feeding import Feed, feeder
from sandtable.titles.tigercubs.frames import (
    IN_MOVEMENT,
    IN_PURSUIT,
    Feeding,
    GameTurn,
    InitialPhase,
    Move,
    MovementPhase,
    PlayerTurn,
    Project,
    PursuitPhase,
    SeaLift,
)
from sandtable.titles.tigercubs.lift import Embark, Entrain, EntrainGSP, Sail, ShipGSP, ShipLP, shipper
from sandtable.titles.tigercubs.movement import (
    Depart,
    Drop,
    GoTo,
    Halt,
    Join,
    StartMarch,
    StartMove,
    break_if_none_was,
    end_unless_movement,
    mover,
    note_offensive,
    other_side,
)
from sandtable.titles.tigercubs.payments import (
    ARM,
    FUEL,
    RATION,
    SPEND_AIR,
    SPEND_GENERAL,
    SPEND_OFFENSIVE,
    BreakUp,
    grant_free_supply,
    open_supply,
)
from sandtable.titles.tigercubs.payments_proposed import Equip, Provide
from sandtable.titles.tigercubs.quartermasters import Emplace, Fill, Hoist, Load, Lower, Pour, Revert, Unload
from sandtable.titles.tigercubs.sequence_air import AIR, OPENING_ROWS, OTHER_ACTS, PHASING_ACTS
from sandtable.titles.tigercubs.sequence_combat import COMBAT, OVERRUN_ACTS
from sandtable.titles.tigercubs.state import State
from sandtable.titles.tigercubs.supply import find_air_states, find_states
from sandtable.titles.tigercubs.turn import (
    begin_air_return,
    begin_combat,
    begin_initial,
    begin_movement,
    begin_pursuit,
    begin_reaction,
    close_player_turn,
    next_turn,
    open_player_turn,
    play_both_turns,
)


def phasing(s: State, f: Frame) -> int:
    return s.phasing


def game_turn(s: State, f: GameTurn) -> str:
    return s.names.called("turn", s.turn)


def player_turn(s: State, f: PlayerTurn) -> str:
    return f"{SIDES[f.side].capitalize()} player turn"


TURN: Final[Outlines] = {
    GameTurn: outline(
        "Game turn",
        "6.1",
        then(play_both_turns, rule="6.1"),
        then(next_turn, rule="6.1"),
        level="turn",
        called=game_turn,
    ),
    PlayerTurn: outline(
        "Player turn",
        "6.3",
        then(open_player_turn, rule="6.2"),
        step("a", "Initial Phase", "6.3.a", then(begin_initial)),
        step("b", "Movement Phase", "6.3.b", then(begin_movement)),
        step("c", "Combat Phase", "6.3.c", then(begin_combat)),
        step("d", "Reaction Phase", "6.3.d", then(begin_reaction)),
        step("e", "Pursuit Phase", "6.3.e", then(begin_pursuit)),
        step("f", "Air Return Phase", "6.3.f", then(begin_air_return)),
        step("g", "End of the player turn", "6.3.g", then(close_player_turn)),
        level="turn",
        called=player_turn,
    ),
    InitialPhase: outline(
        "Initial Phase",
        "6.3.a",
        step(
            "1",
            "Arrivals",
            "14.A.1",
            then(ripen, rule="13.P.2.e"),
            then(receive_supplies, rule="6.3.a.i"),
            then(receive_reinforcements, rule="14.A.1"),
        ),
        step(
            "2",
            "General Supply",
            "6.3.a.i",
            then(open_supply, rule="6.3.a.i"),
            freely(phasing, Provide(), SPEND_GENERAL, RATION, BreakUp(), rule="6.3.a.i", ask=questions.GENERAL),
            then(find_states, rule="13.G.1.a"),
            then(collapse, rule="13.H.1.c"),
        ),
        step(
            "3",
            "Offensive Supply and administration",
            "6.3.a.ii",
            then(grant_free_supply, rule="S1-c"),
            freely(phasing, Equip(), SPEND_OFFENSIVE, SPEND_AIR, ARM, FUEL, BreakUp(), rule="6.3.a.ii", ask=questions.OFFENSIVE),
            then(find_air_states, rule="13.A.8"),
            then(collapse_air, rule="13.H.3.c"),
            freely(phasing, RemoveAirfield(), rule="4.B.6.b", ask=questions.AIRFIELDS),
            then(let_works_decay, rule="4.A.1-c"),
        ),
    ),
    MovementPhase: outline(
        "Movement Phase",
        "6.3.b",
        *([step("1", "Airbase attacks", "6.3.b.ii.1.a", *OPENING_ROWS)] if OPENING_ROWS else []),
        step(
            "2",
            "Moves and missions",
            "6.3.b.i",
            freely(
                phasing,
                StartMove(IN_MOVEMENT),
                StartMarch(IN_MOVEMENT),
                Split(),
                Assemble(IN_MOVEMENT),
                Work(IN_MOVEMENT),
                CutRail(IN_MOVEMENT),
                Bridge(IN_MOVEMENT),
                Load(),
                Fill(),
                Unload(),
                Pour(),
                Emplace(),
                Revert(),
                Hoist(),
                Lower(),
                BreakUp(),
                Sail(),
                Entrain(),
                EntrainGSP(),
                *PHASING_ACTS,
                rule="7.A",
                ask=questions.MOVES,
            ),
            then(break_if_none_was, rule="6.3.b.ii.2.b"),
            window(other_side, *OTHER_ACTS, rule="6.3.b.ii.2.b", ask=questions.LAST_BREAK),
            then(abandon_airstrips, rule="12.B.2.d-b"),
        ),
    ),
    Move: outline(
        "Move",
        "7.A",
        freely(mover, GoTo(), Depart(), Drop(), Join(), *OVERRUN_ACTS, stop=Halt(), rule="7.C.1", ask=questions.MOVE),
        then(end_unless_movement, rule="6.3.b.ii.2-n"),
        window(other_side, *OTHER_ACTS, rule="6.3.b.ii.2.b", ask=questions.BREAK),
        level="action",
    ),
    Project: outline(
        "Engineer work", "12.B.1", each(worker, Toil(), Share(), forced=True, ask=questions.PROJECT), then(finish, rule="12.B.2")
    ),
    SeaLift: outline("Sea lift", "X-4", freely(shipper, ShipLP(), ShipGSP(), Embark(), ask=questions.SEA_LIFT)),
    Feeding: outline("Corps HQs", "13.M.2.b", each(feeder, Feed(), forced=True, ask=questions.FEEDING)),
    PursuitPhase: outline(
        "Pursuit Phase",
        "6.3.e",
        then(note_offensive, rule="13.I"),
        freely(
            phasing,
            StartMove(IN_PURSUIT),
            StartMarch(IN_PURSUIT),
            Split(),
            Assemble(IN_PURSUIT),
            Work(IN_PURSUIT, pursuit=True),
            CutRail(IN_PURSUIT),
            Bridge(IN_PURSUIT, pursuit=True),
            Unload(),
            Pour(),
            RemoveAirfield(),
            rule="7.C.1.b",
            ask=questions.PURSUIT,
        ),
        then(abandon_airstrips, rule="12.B.2.d-b"),
    ),
}

OUTLINES: Final[Outlines] = {**TURN, **AIR, **COMBAT}
