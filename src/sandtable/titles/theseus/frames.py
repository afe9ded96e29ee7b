"""What can be going on: one class for each procedure of the rulebook, with the facts that only it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.kernel.play import Frame
from sandtable.kernel.tally import Term
from sandtable.titles.theseus.edition import NONE

FORMATION: Final = 0  # occasions to spend Action Points
REACTION: Final = 1
ATTACKERS_BONUS: Final = 2
DEFENDERS_BONUS: Final = 3
INDEPENDENT: Final = 4
OCCASIONS: Final = ("activation", "Reaction", "Battle Victory", "Battle Victory", "independent unit")

ACTION: Final = 0  # occasions to move
FREE: Final = 1  # a Retreat before Combat
ARRIVAL: Final = 2  # of reinforcements

HOLD: Final = 1  # how remaining hits are taken
WITHDRAW: Final = 2


@dataclass(eq=False, repr=False)
class Setup(Frame):
    """Before play (10): initial assignments, Schwerpunkt."""

    done: tuple[int, ...] = ()


@dataclass(eq=False, repr=False)
class Training(Frame):
    """10.1 The training scenario: Ariete again and again."""

    number: int = 0  # of the activation


class GameTurn(Frame):
    """2 Admin Phase, Operations Phase, End of Turn Phase."""


class Admin(Frame):
    """9 The Admin Phase."""


@dataclass(eq=False, repr=False)
class Organisation(Frame):
    """9.2 Assignments of both sides, then the Schwerpunkt."""

    done: tuple[int, ...] = ()


@dataclass(eq=False, repr=False)
class Replacement(Frame):
    """9.3 What is left of the Replacement Points: Panzer, tank, heavy tank, leg infantry."""

    panzer: int = 0
    tank: int = 0
    heavy: int = 0
    leg: int = 0


class Reinforcement(Frame):
    """9.4 The Commonwealth first."""


@dataclass(eq=False, repr=False)
class Operations(Frame):
    """6 The Operations Phase, an Ops Cycle a round."""

    initiative: int = NONE
    transferred: bool = False


@dataclass(eq=False, repr=False)
class Activation(Frame):
    """6.3, 6.4, 6.5 and 7.5.3: somebody has Action Points to spend."""

    side: int
    formation: int
    points: int = 0
    kind: int = 0
    only: tuple[int, ...] = ()
    raised: tuple[int, ...] = ()
    starved: bool = False


@dataclass(eq=False, repr=False)
class Movement(Frame):
    """7.3 A Movement Action before it sets out: who goes, what it costs."""

    side: int
    units: tuple[int, ...]
    rolled: bool = False


@dataclass(eq=False, repr=False)
class March(Frame):
    """7.3 A unit or stack on its way, step by step."""

    side: int
    units: tuple[int, ...]
    left: int
    kind: int = 0
    engineers: tuple[int, ...] = ()
    tried: bool = False
    barred: tuple[int, ...] = ()
    moved: bool = False
    step: int = NONE
    reacting: int = NONE


@dataclass(eq=False, repr=False)
class Breach(Frame):
    """7.4 A Breach Minefield Action."""

    side: int
    unit: int


@dataclass(eq=False, repr=False)
class Refit(Frame):
    """7.6 A Refit Action."""

    side: int
    unit: int


@dataclass(eq=False, repr=False)
class Attack(Frame):
    """7.5 A Combat Action."""

    side: int
    formation: int
    source: int
    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...] = ()
    level: int = 0
    rolled: bool = False
    retreating: bool = False
    failed: bool = False
    revealed: bool = False
    attack_chit: int = NONE
    defence_chit: int = NONE
    attack: int = 0
    defence: int = 0
    column: int = 0
    air: int = 0
    lead: int = NONE
    tank: int = NONE
    points: int = NONE
    gun: int = NONE
    hits: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    arms: int = 0  # what decided, for the players to look up while the hits are taken
    drm: tuple[Term, ...] = ()
    die: int = 0


@dataclass(eq=False, repr=False)
class Hits(Frame):
    """7.5.2 One side's part of a combat result."""

    side: int
    hex: int
    units: tuple[int, ...]
    first: int = NONE
    hits: int = 0
    red: bool = False
    defending: bool = False
    losses: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    failed: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    follow: tuple[int, ...] = ()
    choice: int = 0


@dataclass(eq=False, repr=False)
class Losses(Frame):
    """7.5.2.1 Strength Points to be lost, evenly."""

    side: int
    units: tuple[int, ...]
    counts: tuple[int, ...]
    left: int


@dataclass(eq=False, repr=False)
class Retreat(Frame):
    """7.5.2.2, 7.5.2.3 A stack falls back hex by hex."""

    side: int
    units: tuple[int, ...]
    hex: int
    left: int
    forced: bool
    step: int = NONE
    moved: bool = False


@dataclass(eq=False, repr=False)
class Abandoned(Frame):
    """7.5.1.1 The hex from which a stack has slipped away: an HQ left there is displaced."""

    hex: int


@dataclass(eq=False, repr=False)
class Overstack(Frame):
    """5.3.1 Too many units in a hex."""

    side: int
    hex: int
    retreating: tuple[int, ...] = ()


@dataclass(eq=False, repr=False)
class DisplacedHQ(Frame):
    """5.3.2 An HQ looks for a place."""

    hq: int


@dataclass(eq=False, repr=False)
class Challenge(Frame):
    """5.5.2 The enemy may ask to which formation a unit is assigned."""

    side: int
    unit: int


@dataclass(eq=False, repr=False)
class Contest(Frame):
    """5.2 A die that the holder of the SNAFU marker may have rolled again."""

    holder: int
    accepted: tuple[int, ...]
    die: int  # its place among them
    own: int = NONE  # the place of the holder's own die, where both have rolled
    last: bool = False  # and that one was rolled again: it stands
