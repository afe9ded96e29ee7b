"""8, 10, 11 What goes on in the air, in which order, and who decides."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Outlines, outline
from sandtable.titles.tigercubs.frames import AirReturn, AirWindow, Mission

AIR: Final[Outlines] = {
    AirWindow: outline("Air missions", "6.3.b.ii.1"),
    Mission: outline("Mission", "8.B.3"),
    AirReturn: outline("Air Return", "6.3.f"),
}
