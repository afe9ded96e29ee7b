"""What can be going on."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.play import Frame

Units = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]
Aims = tuple[tuple[int, int, int], ...]  # firer, target, whether it is an extra unit


@dataclass(eq=False, repr=False)
class Turn(Frame):
    """4.0: two player-turns."""


@dataclass(eq=False, repr=False)
class PlayerTurn(Frame):
    """4.0: the nine steps of a player-turn."""

    side: int


@dataclass(eq=False, repr=False)
class CardDraw(Frame):
    """5.0"""

    side: int
    drew: int = -1  # the card
    traded: bool = False  # 13.4-2: it was taken as a supply unit


@dataclass(eq=False, repr=False)
class Refit(Frame):
    """6.0: the Reinforcement/Replacement/Withdrawal Phase."""

    side: int
    late: bool = False  # 4.0: the one that ends Axis Turn 1
    bereft: bool = False  # it began without an HQ
    upgrades: int = 0  # units that may still be upgraded
    calls: Pairs = ()  # nation and type of units to be withdrawn
    returns: Pairs = ()
    spared: bool = False  # Theatre Ops: the calls are ignored
    doubled: bool = False  # HQ Bonus
    choices: int = 0  # bonuses that the HQ may still be given
    revived: int = 0  # units brought back by Extra Reinforcements
    ports: bool = False  # 13.4-7: all three are held, and nothing has been chosen


@dataclass(eq=False, repr=False)
class Replacement(Frame):
    """6.3: one group of eliminated units."""

    side: int
    pool: int
    keep: int  # units still to be kept
    scrap: int  # and to be removed from play


@dataclass(eq=False, repr=False)
class Movement(Frame):
    """8.0, 10.0: a movement phase."""

    side: int
    motorized: bool
    begun: bool = False  # somebody has moved


@dataclass(eq=False, repr=False)
class March(Frame):
    """8.2: units that move together, box by box."""

    side: int
    units: Units  # combat units and HQ
    convoy: bool  # it is a supply unit that moves
    here: int  # a box, or the Holding Area
    motorized: bool
    plain: int  # boxes that the slowest may go
    swift: int  # and if all roads are major
    spent: int = 0
    major: bool = True  # all on major roads so far
    last: int = -1  # the box it came from
    flanked: bool = False  # it has outflanked a box
    passing: bool = False  # it stands in the box that it outflanks


@dataclass(eq=False, repr=False)
class Fire(Frame):
    """9.2.5: who fires, at whom it may, and what has been allocated."""

    side: int  # that fires
    box: int
    line: Units = ()  # firers in the Front Line: each is matched with an enemy of the Front Line, or extra
    free: Units = ()  # firers that choose any target
    facing: Units = ()  # enemies in the Front Line
    foes: Units = ()  # all enemies
    aims: Aims = ()
    doomed: Units = ()  # hit twice


@dataclass(eq=False, repr=False)
class FlankFire(Fire):
    """8.8.2, 8.8.6: the defenders of a box fire at outflankers."""

    crossed: Units = ()  # 11.5.3: of the targets


@dataclass(eq=False, repr=False)
class Combat(Frame):
    """9.0, 10.0: a combat phase."""

    side: int
    limited: bool
    battles: int = 0  # boxes of this phase's battles, fought or not
    waiting: int = 0  # those still to be fought


@dataclass(eq=False, repr=False)
class Battle(Frame):
    """9.0: one battle on the Battle Board."""

    side: int  # the attacker
    box: int
    payer: int = -1  # the place of the supply unit that pays; -1: none
    desert: bool = False  # 9.4.6: begun by LRDF without a supply unit
    front: Units = ()
    second: Units = ()
    placing: int = -1  # the side that places its units
    sheltered: Units = ()  # R11: defenders that have the fort or Fortified Box
    crossed: Units = ()  # +1 To Hit
    hq_round: tuple[int, int] = (0, 0)  # by side: the round in which its HQ helps
    entered: tuple[int, int] = (0, 0)  # by side: places from which it came into the battle
    round: int = 0
    complete: int = 0  # rounds of which both halves were fired
    cards: tuple[Units, Units] = ((), ())  # played in this battle, by side
    fired: tuple[Aims, Aims] = ((), ())  # by side: at whom, in its last half
    lost: Units = ()  # eliminated in this battle
    winner: int = -1
    left: bool = False  # 9.6: by Recon Withdrawal
    retreated: bool = False  # the loser has withdrawn
    stormed: bool = False  # 11.4.2: Tobruk is attacked by five Germans


@dataclass(eq=False, repr=False)
class Half(Fire):
    """9.2.4 to 9.3.9: one side's half of a round."""

    sent: int = 0  # boxes that have sent a reinforcement
    filled: bool = False  # 9.2.8: the side that was fired at has filled its empty Front Line


@dataclass(eq=False, repr=False)
class Withdrawal(Frame):
    """9.5: a side leaves a battle."""

    side: int
    box: int
    units: Units  # ground combat units, and the HQ
    supplies: int  # supply units that may go along
    attacker: bool
    to: int = -1  # the first box
    room: int = 99  # units that the road or port can still take
    going: Units = ()
    loaded: int = 0  # supply units that go along
    supplied: bool = False  # 9.5-b: a second box is possible


@dataclass(eq=False, repr=False)
class Capture(Frame):
    """11.3.7: an HQ alone among enemies."""

    side: int  # whose HQ
    box: int


@dataclass(eq=False, repr=False)
class Relocate(Frame):
    """11.3.7: an HQ is put with friends."""

    side: int
    unit: int
    anywhere: bool  # 11.3.7.4: with any supplied unit; else with the nearest


@dataclass(eq=False, repr=False)
class Excess(Frame):
    """8.1.2: a stack over the limit."""

    side: int
    box: int


@dataclass(eq=False, repr=False)
class AirDefence(Frame):
    """11.6.2: at the end of the Limited Combat Phase."""

    side: int


@dataclass(eq=False, repr=False)
class Mission(Frame):
    """11.6.2, 11.6.3: an air unit is given its box."""

    side: int
    unit: int
    defence: bool


@dataclass(eq=False, repr=False)
class Windfall(Frame):
    """15.1: a supply unit that is put in any box of the side."""

    side: int
