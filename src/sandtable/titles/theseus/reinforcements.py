"""9.4 Reinforcements: entry, delay, the free move."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.theseus.command import find_path
from sandtable.titles.theseus.edition import ASSIGNABLE, NONE
from sandtable.titles.theseus.frames import ARRIVAL, March, Reinforcement
from sandtable.titles.theseus.movement import allowance
from sandtable.titles.theseus.stacking import brush_aside
from sandtable.titles.theseus.state import WAITING, State, enemy_zone, holder, hq_of, place

NOT_DUE: Final = Refusal("9.4-a", "it is not due as a reinforcement")
NOT_YOURS: Final = Refusal("9.4-a", "each side brings in its own reinforcements, the Commonwealth first")
UNASSIGNED: Final = Refusal("5.5.2-f", "an assignable unit must be assigned before it enters")
NOT_AN_ENTRY: Final = Refusal(
    "9.4.1-a", "reinforcements enter at an unblocked friendly Major supply source that is in no enemy zone of control"
)
OTHER_ENTRY: Final = Refusal("9.4.1-b", "with no source open: the nearest map-edge hex in range of the HQ and clear of enemies")


def is_due(s: State, unit: int) -> bool:
    """By the schedule, or an HQ that had to leave the map."""
    if s.where[unit] != WAITING:
        return False
    if 0 < s.edition.arrival[unit] <= s.turn:
        return True
    return unit >= s.edition.units and s.edition.arrival[unit] == 0 and any(
        s.formation[u] == s.formation[unit] and (s.where[u] >= 0 or is_due(s, u)) for u in range(s.edition.units)
    )  # fmt: skip


def entries(s: State, unit: int) -> list[int]:
    """9.4.1 The open sources; with none, the nearest edge hexes that will do."""
    e, side = s.edition, s.edition.side[unit]
    open_sources = [h for h in e.sources[side] if h not in s.blocked and not enemy_zone(s, side, h) and holder(s, h) != other(side)]
    if open_sources:
        return open_sources
    formation = s.formation[unit]
    goal = s.where[hq_of(s, formation)] if formation != NONE and unit < e.units else NONE
    fit = [h for h in e.rim if h not in s.blocked and holder(s, h) != other(side) and not enemy_zone(s, side, h)
           and all(holder(s, n) != other(side) for n in e.adjacent[h])
           and (goal < 0 or find_path(s, side, h, goal, e.range[formation]) is not None)]  # fmt: skip
    nearest = min([e.to_source[side][h] for h in fit], default=0)
    return [h for h in fit if e.to_source[side][h] == nearest]


class Enter(Act[State, Reinforcement]):
    """Then at once a free Movement Action, never into an EZOC (9.4.2)."""

    rule = "9.4.1-a"
    form = "enter unit hex"
    label = "Bring in {unit} at {hex}"
    asks = "bring in reinforcements"

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side: int = side

    def candidates(self, s: State, f: Reinforcement) -> list[Args]:
        due = [u for u in range(s.edition.pieces) if s.where[u] == WAITING and s.edition.side[u] == self.side and is_due(s, u)]
        return [(u, h) for u in due for h in entries(s, u)]

    def why_not(self, s: State, f: Reinforcement, unit: int, hex: int, /) -> Optional[Refusal]:
        e = s.edition
        if e.side[unit] != self.side:
            return NOT_YOURS
        if not is_due(s, unit):
            return NOT_DUE
        if e.independent[unit] == ASSIGNABLE and s.formation[unit] == NONE:
            return UNASSIGNED
        ways = entries(s, unit)
        if hex in ways:
            return None
        return NOT_AN_ENTRY if any(h in e.sources[self.side] for h in ways) else OTHER_ENTRY

    def do(self, s: State, f: Reinforcement, unit: int, hex: int, dice: Dice, /) -> None:
        place(s, unit, hex)
        s.tell("arrived", unit, hex)
        if unit >= s.edition.units and s.edition.arrival[unit] and s.level[s.formation[unit]] == 0:
            s.level[s.formation[unit]] = s.edition.max_level[s.formation[unit]]  # 9.4.3
        s.begin(March(self.side, (unit,), allowance(s, (unit,), False), ARRIVAL))
        if unit < s.edition.units:
            brush_aside(s, self.side, hex)


class Delay(Act[State, Reinforcement]):
    """What does not enter now may enter next turn."""

    rule = "9.4-a"
    form = "delay"
    label = "Let the rest wait · until the next turn"
    asks = "delay the others"
