"""6 Order of play: everything that goes on, in which order, and who decides.

The turn, supply and movement stand here; the air war is in `sequence_air.py`, ground combat in `sequence_combat.py`.
"""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Outlines, outline, step, then
from sandtable.titles.tigercubs.arrivals import receive_reinforcements, receive_supplies, ripen
from sandtable.titles.tigercubs.frames import GameTurn, InitialPhase, Move, MovementPhase, PlayerTurn, PursuitPhase
from sandtable.titles.tigercubs.sequence_air import AIR
from sandtable.titles.tigercubs.sequence_combat import COMBAT
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

TURN: Final[Outlines] = {
    GameTurn: outline("Game turn", "6.1", then(play_both_turns, rule="6.1"), then(next_turn, rule="6.1")),
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
    ),
    MovementPhase: outline("Movement Phase", "6.3.b"),
    Move: outline("Move", "7.A"),
    PursuitPhase: outline("Pursuit Phase", "6.3.e"),
}

OUTLINES: Final[Outlines] = {**TURN, **AIR, **COMBAT}
