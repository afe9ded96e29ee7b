"""What can be going on: one class for each procedure of the rulebook, with the facts that only it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sandtable.kernel.play import Frame
from sandtable.titles.tigercubs.kinds import NONE

Units = tuple[int, ...]  # ground units
Airs = tuple[int, ...]  # air units
Places = tuple[int, ...]

OPENING, MOVING, FIGHTING = 0, 1, 2  # when missions are flown: before any movement, in the movement phase, in the combat phase
IN_MOVEMENT, IN_PURSUIT, IN_REACTION, IN_ADVANCE = 0, 1, 2, 3  # when units move
NO_SUPPORT: Final = (0, 0, 0, 0)  # CAS points of the attacker and of the defender, squadrons that delivered them


# 6 Order of play


@dataclass(eq=False, repr=False)
class GameTurn(Frame):
    """6.1 The Axis player turn, then the Allied; a scenario may open with the second half."""

    opening: bool = False


@dataclass(eq=False, repr=False)
class PlayerTurn(Frame):
    """6.3 The phases of a player turn."""

    side: int
    initial: bool  # 2.I.1: this player turn has an Initial Phase


@dataclass(eq=False, repr=False)
class InitialPhase(Frame):
    """6.3.a Arrivals, isolation, General Supply, collapse, Offensive Supply, administration."""

    side: int


@dataclass(eq=False, repr=False)
class MovementPhase(Frame):
    """6.3.b Airbase attacks; then ground moves and missions, mixed."""

    side: int
    broken: bool = False  # the other side has had a break to fly in (6.3.b.ii.2.b)


@dataclass(eq=False, repr=False)
class CombatPhase(Frame):
    """6.3.c All attacks are declared, then CAS is flown, then each attack is resolved in the attacker's order.

    The three tuples go together: an entry for each declared attack. A combat that is over is taken out of `waiting`.
    """

    side: int
    targets: Places = ()
    attackers: tuple[Units, ...] = ()
    support: tuple[tuple[int, int, int, int], ...] = ()  # see NO_SUPPORT; written by CAS missions, in whole combat factors
    waiting: Places = ()  # targets whose combat is still to come


@dataclass(eq=False, repr=False)
class ReactionPhase(Frame):
    """6.3.d Non-phasing units that qualify move (7.C.1.e). Half-month scale only (2.I.2)."""

    side: int  # the side that reacts


@dataclass(eq=False, repr=False)
class PursuitPhase(Frame):
    """6.3.e The phasing side moves again; overruns and demolitions."""

    side: int


@dataclass(eq=False, repr=False)
class AirReturn(Frame):
    """6.3.f All air units aloft land or are lost, the phasing side's first."""

    side: int


@dataclass(eq=False, repr=False)
class Feeding(Frame):
    """13.M.2.b Corps HQs with more than four stacks around them: which do they feed?"""

    side: int


# 7 Movement


@dataclass(eq=False, repr=False)
class Project(Frame):
    """12.B.2.a Engineers of a hex pay for a piece of work together."""

    side: int
    place: int
    work: int  # a row of engineering
    owed: int  # quarters of a regiment's movement point
    toward: int = NONE  # the hex beyond a bridge
    pieces: int = 1  # how many of the kind it makes or mends


@dataclass(eq=False, repr=False)
class SeaLift(Frame):
    """X-4 A convoy from port to port."""

    side: int
    start: int
    goal: int


@dataclass(eq=False, repr=False)
class Move(Frame):
    """7.A A unit or a stack on its way. Movement points are in `State.spent`: a halted unit may go on later (7.A-c)."""

    side: int
    units: Units
    phase: int  # IN_MOVEMENT, IN_PURSUIT, IN_REACTION


@dataclass(eq=False, repr=False)
class Overrun(Frame):
    """7.E Units enter the hex of a much weaker force; costs are paid by whoever begins this. IN_ADVANCE costs nothing."""

    side: int
    units: Units
    target: int
    phase: int
    odds: int = 0  # whole, fractions dropped
    owed: int = 0  # printed attack to be lost, in halves
    cleared: bool = False  # every defender has retreated before combat (7.E.1.d)


# 8, 10, 11 Air and anti-aircraft


@dataclass(eq=False, repr=False)
class AirWindow(Frame):
    """Missions of one kind of moment, one after the other: first all of one side, then all of the other; by the option of
    6.3.b.ii.1-o in turn, beginning with the winner of the draw. CAS flights wait here (6.3.c.ii): as the facts of a `Mission`
    those that may still be intercepted, as the facts of a `Strike` those that the phasing side has yet to resolve."""

    when: int  # OPENING, FIGHTING; MOVING by the option alone
    side: int  # who flies now
    stopped: int = 0  # who will fly no more: a bit for each side
    call: int = 0  # HIGH or LOW, once the phasing side has named it
    drawn: bool = False
    flown: tuple[tuple[Any, ...], ...] = ()
    flights: tuple[tuple[Any, ...], ...] = ()


@dataclass(eq=False, repr=False)
class Mission(Frame):
    """8.B A mission as it is planned and sets out. All lists are sorted.

    `bombers` are all that fly the mission itself, fighters with bombs among them; `escorts` protect it. Who leaves it (returned,
    jettisoned, lost) leaves its tuple and, if alive, is set `homeward` or becomes an escort.
    """

    side: int
    kind: int  # a row of missions
    target: int = NONE
    night: bool = False
    hours: bool = False  # its owner has said whether it flies by day or by night (8.F.1-b)
    determined: bool = False  # a DBA (10.B.1.c)
    cancelled: bool = False  # 10.B.1
    crossing: int = NONE  # the hex beyond a bridge
    bombers: Airs = ()
    escorts: Airs = ()
    interceptors: Airs = ()
    superior: Airs = ()  # of the interceptors, those named Air Superiority (10.C.1.b.ii)
    destroyers: Airs = ()  # and those named Bomber Destroyers
    pairs: tuple[tuple[int, int], ...] = ()  # interceptor and the one it attacks
    ignoring: Airs = ()  # escorts that ignore who attacks them (10.C.1.b.v)
    loose: Airs = ()  # of these, those that got through
    chases: tuple[tuple[int, int], ...] = ()  # such an escort and the bomber destroyer it goes for
    shares: tuple[tuple[int, int], ...] = ()  # of a bomber returned in ATAC: the quarters of its load that it still drops
    dropped: tuple[tuple[int, int, int], ...] = ()  # by bomber, after AA: factors on target, numerator and denominator
    cargo: Units = ()
    thirds: int = 0  # LP aboard
    points: int = 0  # GSP aboard, whole
    homebound: bool = False  # 8.D.1.b.iii on the way home: nothing is bombed any more
    unsettling: Airs = ()  # lost with a 2R: for each one like it turns back when the air combat is over (10.C.1.b.viii.5)
    sent: Airs = ()  # who flew it when it set out: what it is called by, whatever becomes of them


@dataclass(eq=False, repr=False)
class Interception(Mission):
    """8.D.1.a It is over its target: who rises against it, and who attacks whom."""


@dataclass(eq=False, repr=False)
class Strike(Mission):
    """8.B.3.a.iii Air combat, anti-aircraft fire, and the mission itself."""


@dataclass(eq=False, repr=False)
class Ambush(Frame):
    """8.D.1.b.iii A side intercepts a force of the other's on its way home: where?"""

    side: int
    air: int  # one of the force


@dataclass(eq=False, repr=False)
class Modes(Frame):
    """11.A.1.a.i-b A side says for each of these heavy AA units whether it fires at aircraft or at tanks this player turn."""

    side: int
    units: Units


# 9 Ground combat


@dataclass(eq=False, repr=False)
class Combat(Frame):
    """9.B One declared attack. Ratings, odds and losses are worked out by `combat*.py`; what they decide is kept here."""

    side: int  # the attacker
    target: int
    attackers: Units
    defenders: Units = ()  # those that fight
    bystanders: Units = ()  # retreated into the hex: no strength, but subject to the result (9.C.1)
    minority: int = NONE  # the contingent the attacker named on a tie (9.C.5)
    defending_minority: int = NONE
    surprise: int = NONE  # NONE: not tried; else a row of success
    column: int = NONE
    die: int = NONE  # modified
    result: int = NONE
    stays: bool = False  # HQ: the defender chose to stay (9.D.6)
    lost: tuple[int, int] = (0, 0)  # SP actually lost by attacker and defender, in halves
    advanced: Units = ()
    support: tuple[int, int, int, int] = NO_SUPPORT  # CAS of both sides, as it was delivered
    hexside: int = 1  # the modifier of the hexsides once it is found, by dice if so agreed (9.B.5); 1: not yet
    fought: bool = False  # there was a combat: nobody fights for a hex that all have left before
    owner: int = NONE  # of the hex when it began
    spared: Units = ()  # attackers that take no part in an overrun after the combat
    owes: tuple[int, int] = (0, 0)  # what attacker and defender lose, in halves of an SP, or one of the words of `combat`
    goes: int = NONE  # the side that must retreat
    required: tuple[Units, Units] = ((), ())  # of attacker and defender: those of whom half the loss must come (9.J)


@dataclass(eq=False, repr=False)
class Losses(Frame):
    """9.E A side pays so many SP, in halves."""

    side: int
    owed: int
    units: Units  # that are subject to the loss
    required: Units = ()  # of these at least half must come (9.J)
    paid: int = 0
    paid_required: int = 0
    taken: tuple[str, ...] = ()  # types that have paid in this rotation (9.J.1-b)
    tied: bool = False  # contingents are equally large: the owner chooses which of them pays (9.E.6)


@dataclass(eq=False, repr=False)
class Retreats(Frame):
    """9.G.2 Units of a side that must retreat, in the owner's order."""

    side: int
    waiting: Units
    before_combat: bool = False


@dataclass(eq=False, repr=False)
class Retreat(Frame):
    """9.G.2 One unit or a group falls back, hex by hex while stacking forces it on."""

    side: int
    units: Units
    path: Places  # where it has been, the hex of the combat first


@dataclass(eq=False, repr=False)
class Reaction(Frame):
    """7.C.1.e A unit or a stack moves towards hexes that were lost."""

    side: int
    units: Units
    start: int
    goals: Places  # lost hexes that it has not moved away from
