"""What can be going on: one class for each procedure of the rulebook, with the facts that only it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.kernel.play import Frame

UNDECIDED: Final = 0  # kinds of Impulse (8.1)
ASSAULT: Final = 1
REGROUP: Final = 2
CONSOLIDATION: Final = 3
PASS: Final = 4

REPULSE: Final = 0  # results of combat (11.4.4)
STALEMATE: Final = 1
SUCCESS: Final = 2
OVERRUN: Final = 3
NOT_ROLLED: Final = -1


class Game(Frame):
    """6.0 Turn after Turn."""


class SetUp(Frame):
    """5.2 The units that may be placed freely."""


class Turn(Frame):
    """6.1 Maneuvers, Refit, End."""


class Maneuvers(Frame):
    """6.2 Impulse after Impulse."""


@dataclass(eq=False, repr=False)
class Half(Frame):
    """8.0 One player's Impulse."""

    side: int
    kind: int
    second: int  # the second Impulse of Wireless Intercepts (19.1H)
    air_used: bool
    rommel_used: bool
    prolonged: bool  # Prolonged Daylight (12.1C)
    contested: int  # areas Contested when the Impulse began, for all its parts (19.1H)


@dataclass(eq=False, repr=False)
class Regroup(Frame):
    """8.1.2a"""

    side: int
    moved: int


@dataclass(eq=False, repr=False)
class Assault(Frame):
    """9.0 Movement and attacks out of the Active Areas."""

    side: int
    active: int  # the Active Areas
    used: int  # every unit activated in this Impulse
    done: int  # units that have attacked
    attacked: int  # areas attacked in this Impulse
    acted: bool  # a unit has moved or attacked since the last activation


@dataclass(eq=False, repr=False)
class Attack(Frame):
    """11.4 One combat."""

    side: int
    area: int
    attackers: int
    mandatory: bool  # 11.1
    second: bool  # the additional combat after an Overrun (11.4.4)
    lead: int
    lead_defender: int
    air: int  # what Air Support adds; 0: none
    rommel: int
    air_again: bool  # the marker of the first combat may serve again (10.1.3)
    rommel_again: bool
    guns: int  # sides whose Artillery Call succeeded, as bits
    called: int
    difference: int
    result: int


def new_attack(side: int, area: int, attackers: int, mandatory: bool) -> Attack:
    return Attack(side, area, attackers, mandatory, False, -1, -1, 0, 0, False, False, 0, 0, 0, NOT_ROLLED)


@dataclass(eq=False, repr=False)
class Absorb(Frame):
    """11.5 The defender settles Attrition Points unit by unit, the Lead first."""

    side: int
    waiting: tuple[int, ...]
    points: int
    first: bool  # the Lead has not yet taken its point
    garrison: bool  # it holds an Axis-controlled Stützpunkt (11.5.1)
    leaving: int  # units that absorb a point by retreat


@dataclass(eq=False, repr=False)
class Retreats(Frame):
    """11.6 Units leave one at a time."""

    side: int
    waiting: int
    repulsed: bool  # attackers: back to where they came from
    moving: int  # the unit that passes through a full Area, or -1
    through: int
    seen: int  # areas that it has left or passed


@dataclass(eq=False, repr=False)
class Exploit(Frame):
    """11.4.4 Overrun: the attackers activate a second time, into one more Area."""

    side: int
    waiting: int
    area: int
    target: int
    moved: int
    air: bool  # Air Support served in the first combat
    rommel: bool


@dataclass(eq=False, repr=False)
class Refit(Frame):
    """13.0 One player's Refit."""

    side: int
    points: int
    flips: int  # units that the point in use may still flip
    reserves: int  # zones whose free refit is used (19.4)
