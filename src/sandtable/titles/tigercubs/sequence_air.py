"""8, 10, 11 What goes on in the air, in which order, and who decides."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.play import Act, Outlines, Row, outline
from sandtable.titles.tigercubs.frames import AirReturn, AirWindow, Mission
from sandtable.titles.tigercubs.state import State

OPENING_ROWS: Final[tuple[Row, ...]] = ()  # 6.3.b.ii.1: what comes before any move of a movement phase
PHASING_ACTS: Final[tuple[Act[State, Any], ...]] = ()  # 6.3.b.ii.2.a: missions among moves, in a MovementPhase
OTHER_ACTS: Final[tuple[Act[State, Any], ...]] = ()  # 6.3.b.ii.2.b: those of the other side, at the end of a Move

AIR: Final[Outlines] = {
    AirWindow: outline("Air missions", "6.3.b.ii.1"),
    Mission: outline("Mission", "8.B.3"),
    AirReturn: outline("Air Return", "6.3.f"),
}
