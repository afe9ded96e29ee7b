"""7.E, 9 What goes on in ground combat, overruns and reaction, in which order, and who decides."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.play import Act, Outlines, outline
from sandtable.titles.tigercubs.frames import Combat, CombatPhase, Losses, Overrun, ReactionPhase, Retreat, Retreats
from sandtable.titles.tigercubs.state import State

OVERRUN_ACTS: Final[tuple[Act[State, Any], ...]] = ()  # 7.E: `movement.Charge` with the odds of `overruns.py`, in a Move

COMBAT: Final[Outlines] = {
    CombatPhase: outline("Combat Phase", "6.3.c"),
    Combat: outline("Combat", "9.B"),
    Losses: outline("Losses", "9.E"),
    Retreats: outline("Retreats", "9.G.2"),
    Retreat: outline("Retreat", "9.G.2"),
    Overrun: outline("Overrun", "7.E"),
    ReactionPhase: outline("Reaction", "6.3.d"),
}
