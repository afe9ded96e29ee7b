"""What spares computer players the looking ahead."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import ALLIED
from sandtable.titles.gazala.frames import ActionPhase, AirAttack, Move
from sandtable.titles.gazala.state import State, crowded, holds


def is_idle(s: State, o: Option) -> bool:
    """13.4 Aircraft that are there and attack nobody: they have nothing to lose. 10.0 To halt where one is too many. 14.1 A breach
    that cannot be finished, since the enemy stands there, or no turn is left for it: who works at it neither moves nor attacks."""
    (verb, _, hex), f = o, s.frames[-1]
    if verb == "pass":
        return isinstance(f, AirAttack)
    if verb == "breach":
        return holds(s, hex, ALLIED) or s.turn == s.edition.scenario_rows[s.scenario].last_turn
    return verb == "halt" and isinstance(f, Move) and overfills(s, f)


def overfills(s: State, f: Move) -> bool:
    """Whether somebody is eliminated if it halts, though all who can still leave the hex do so."""
    phase = within(s, ActionPhase)
    leaving = () if phase is None else phase.active
    return s.where[f.unit] >= 0 and crowded(s, [u for u in s.stack[s.where[f.unit]] if u not in leaving])


HINTS: Final = Hints(marches=("move",), halts=("halt",), blows=("attack",), idle=is_idle)
