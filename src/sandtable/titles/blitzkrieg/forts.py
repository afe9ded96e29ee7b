"""11.4 Forts and Fortified Boxes; 14.1 minefields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.edition import CAMPAIGN, INF, members
from sandtable.titles.blitzkrieg.frames import Movement
from sandtable.titles.blitzkrieg.state import (
    DAMAGED,
    LASTING,
    MINED,
    MINEFIELDS,
    OWNED,
    STIRRED,
    STRONG,
    STRONG_BOXES,
    UNDER_WAY,
    State,
    stack_at,
)

NOT_NOW: Final = Refusal("11.4.6.1-a", "work begins at the start of the Movement Phase, before anybody moves")
TOO_FEW: Final = Refusal("11.4.6-a", "two infantry units that have not moved are needed")
FORTIFIED: Final = Refusal("11.4.6-a", "the box is a fort or a Fortified Box already")
FOUR: Final = Refusal("11.4.6.2-a", "a side has four Fortified Boxes at most")


def fort(s: State, box: int) -> int:
    """11.4.1 to 11.4.3: what a printed fort takes off, until it is captured."""
    return s.tobruk if box == s.edition.tobruk else s.bardia if box == s.edition.bardia else 0


def is_fortified(s: State, side: int, box: int) -> bool:
    work = s.works[box]
    return work & OWNED[side] != 0 and not work & UNDER_WAY


def shelter(s: State, side: int, box: int, round: int) -> tuple[int, str]:
    """What fire at defenders who began the battle in a box loses, and by which rule."""
    e = s.edition
    if fort(s, box):
        return -fort(s, box), "11.4.2-a" if box == e.tobruk else "11.4.1-a"
    if is_fortified(s, side, box):
        work = s.works[box]
        if work & STRONG:
            return e.modifier["strongly fortified"].value, "14.1.2-a"
        if (work & MINED or s.agreed[STRONG_BOXES]) and round <= e.figure["strong_rounds"]:
            return e.modifier["strongly fortified"].value, "14.1.1-a" if work & MINED else "13.4-9"
        return e.modifier["fortified"].value, "11.4.1-a"
    return (e.modifier["entrenched"].value, "3.0-i") if s.trench[side] == box else (0, "")


def is_mined(s: State, side: int, box: int) -> bool:
    """14.1.3, 13.4-10: for units of a side that come into the box. The option is for the Campaign Game."""
    everywhere = s.agreed[MINEFIELDS] == 1 and s.scenario == CAMPAIGN
    return is_fortified(s, other(side), box) and (s.works[box] & MINED != 0 or everywhere)


def roll_mines(s: State, side: int, box: int, units: Sequence[int], dice: Dice) -> None:
    """14.1.3: each ground combat unit that enters or passes."""
    if not is_mined(s, side, box):
        return
    for unit in units:
        if dice.draw(D10_FROM_0, side, "14.1.3-a") <= s.edition.figure["mines"]:
            s.flags[unit] |= DAMAGED | LASTING
            s.tell("mined", unit, box)
        else:
            s.tell("not_mined", unit, box)


# 11.4.6 Construction


def builders(s: State, side: int, box: int) -> int:
    return len([u for u in stack_at(s, side, box) if s.edition.type[u] == INF and not s.flags[u] & STIRRED])


def fortified_boxes(s: State, side: int) -> int:
    return len([work for work in s.works if work & OWNED[side]])


class Construct(Act[State, Movement]):
    rule = "11.4.6.1-a"
    form = "construct box"
    label = "Build a Fortified Box at {box}"
    asks = "begin a Fortified Box"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        if f.begun or f.motorized:
            return []
        return [(box, 0) for box in members(s.occupied[f.side]) if builders(s, f.side, box) > 1]

    def why_not(self, s: State, f: Movement, box: int, _: int, /) -> Optional[Refusal]:
        if f.begun or f.motorized:
            return NOT_NOW
        if box >= s.edition.boxes or builders(s, f.side, box) < s.edition.figure["builders"]:
            return TOO_FEW
        if s.works[box] or fort(s, box):
            return FORTIFIED
        return FOUR if fortified_boxes(s, f.side) >= s.edition.figure["fortified_limit"] else None

    def do(self, s: State, f: Movement, box: int, _: int, dice: Dice, /) -> None:
        s.works[box] = OWNED[f.side] | UNDER_WAY
        s.tell("construction", box)


def finish_construction(s: State, side: int) -> None:
    """11.4.6.1: at the end of the Motorized Movement Phase, if the two stayed."""
    for box, work in enumerate(s.works):
        if work == OWNED[side] | UNDER_WAY:
            done = builders(s, side, box) >= s.edition.figure["builders"]
            s.works[box] = OWNED[side] if done else 0
            s.tell("constructed" if done else "construction_ended", box)


def clear_empty_works(s: State) -> None:
    """11.4.6.1: at the end of either combat phase."""
    for box, work in enumerate(s.works):
        if work and not s.occupied[0 if work & OWNED[0] else 1] >> box & 1:
            s.works[box] = 0
            s.tell("works_gone", box)
    for side in (0, 1):
        if s.trench[side] >= 0 and not s.occupied[side] >> s.trench[side] & 1:
            s.trench[side] = -1
