"""What can be going on."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.play import Frame
from sandtable.kernel.sides import AXIS

Units = tuple[int, ...]


@dataclass(eq=False, repr=False)
class SetUp(Frame):
    """17.0: one side puts its units on the map."""

    side: int
    waiting: Units


@dataclass(eq=False, repr=False)
class Turn(Frame):
    """3.0: the phases of a game turn."""

    holder: int = -1  # who won the initiative; -1: nobody rolled
    first: int = AXIS
    placed: int = 0  # breach markers of this turn


@dataclass(eq=False, repr=False)
class Actions(Frame):
    """3.0, phases 5 to 7: Action Phases in turn."""

    next: int
    twice: bool  # 6.0: that side acts twice in a row


@dataclass(eq=False, repr=False)
class ActionPhase(Frame):
    """7.0: chits are drawn, units activated, moved and fought with."""

    side: int
    chit: int = -1  # the Action Chit drawn
    storm: bool = False  # 13.5
    spent: bool = False  # the chit has activated somebody
    face: int = -1  # what was activated with it; -1: single units
    picks: int = 0  # units that a Double Move may still activate
    active: Units = ()  # activated, not yet moved
    pledged: bool = False  # 13.7: Withdraw/Attack was played as an attack
    attacked: bool = False
    ready: bool = False  # no more chits before the first move


@dataclass(eq=False, repr=False)
class AirAttack(Frame):
    """13.4: the Air chit was drawn."""

    side: int


@dataclass(eq=False, repr=False)
class Arrival(Frame):
    """15.0: activated reinforcements are put on the map."""

    side: int
    waiting: Units


@dataclass(eq=False, repr=False)
class Rebuilding(Frame):
    """13.3: an eliminated unit comes back with one step."""

    side: int
    unit: int


@dataclass(eq=False, repr=False)
class Move(Frame):
    """8.0: the active unit moves and fights."""

    unit: int
    left: int  # movement points, in halves
    spent: bool = False
    over: bool = False  # it left the map, was eliminated or forced to retreat


@dataclass(eq=False, repr=False)
class Attack(Frame):
    """11.0: one attack by the active unit."""

    side: int
    unit: int
    kind: int  # light, medium, heavy
    defenders: Units
    joined: Units = ()  # sorted
    combat: int = 0  # who has played a Combat chit: a bit for each side
    guns: int = 0  # Anti-Tank chits played
    answered: int = 0  # who will play no more chits: a bit for each side
    result: int = -1
    hexes: Units = ()  # where the defenders stood
    fell_back: Units = ()  # attackers that had to retreat
    advanced: Units = ()
    counted: tuple[int, ...] = ()  # what decided: attack, defence, column, modifiers, die


@dataclass(eq=False, repr=False)
class Losses(Frame):
    """11.0: a side loses steps from these units."""

    side: int
    owed: int
    units: Units


@dataclass(eq=False, repr=False)
class Disruptions(Frame):
    """11.0: so many of these units are Disrupted."""

    side: int
    owed: int
    units: Units


@dataclass(eq=False, repr=False)
class Retreats(Frame):
    """11.1: units of one side that have to retreat, in the owner's order."""

    side: int
    waiting: Units


@dataclass(eq=False, repr=False)
class Retreat(Frame):
    """11.1: one unit, or a stack together, falls back."""

    side: int
    units: Units
    start: int
    paths: tuple[int, ...]  # those left to choose from, see `retreat.coded`
    gone: int = 0  # hexes behind it


@dataclass(eq=False, repr=False)
class Stacking(Frame):
    """10.0: the owner brings these hexes down to the limit."""

    side: int
    hexes: Units
