"""What can be going on."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.play import Frame
from sandtable.kernel.sides import AXIS

Units = tuple[int, ...]


class SetUp(Frame):
    """17.0: one side puts its units on the map."""

    def __init__(self, side: int, waiting: Units) -> None:
        super().__init__()
        self.side: int = side
        self.waiting: Units = waiting

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.waiting


class Turn(Frame):
    """3.0: the phases of a game turn."""

    def __init__(self, holder: int = -1, first: int = AXIS, placed: int = 0) -> None:
        super().__init__()
        self.holder: int = holder  # who won the initiative; -1: nobody rolled
        self.first: int = first
        self.placed: int = placed  # breach markers of this turn

    def facts(self) -> tuple[Any, ...]:
        return self.holder, self.first, self.placed


class Actions(Frame):
    """3.0, phases 5 to 7: Action Phases in turn."""

    def __init__(self, next: int, again: bool) -> None:
        super().__init__()
        self.next: int = next
        self.again: bool = again  # 6.0: that side acts twice in a row

    def facts(self) -> tuple[Any, ...]:
        return self.next, self.again


class ActionPhase(Frame):
    """7.0: chits are drawn, units activated, moved and fought with."""

    def __init__(
        self,
        side: int,
        chit: int = -1,
        storm: bool = False,
        spent: bool = False,
        face: int = -1,
        picks: int = 0,
        active: Units = (),
        pledged: bool = False,
        attacked: bool = False,
        ready: bool = False,
    ) -> None:
        super().__init__()
        self.side: int = side
        self.chit: int = chit  # the Action Chit drawn
        self.storm: bool = storm  # 13.5
        self.spent: bool = spent  # the chit has activated somebody
        self.face: int = face  # what was activated with it; -1: single units
        self.picks: int = picks  # units that a Double Move may still activate
        self.active: Units = active  # activated, not yet moved
        self.pledged: bool = pledged  # 13.7: Withdraw/Attack was played as an attack
        self.attacked: bool = attacked
        self.ready: bool = ready  # no more chits before the first move

    def facts(self) -> tuple[Any, ...]:
        return (
            self.side, self.chit, self.storm, self.spent, self.face, self.picks, self.active, self.pledged, self.attacked,
            self.ready,
        )  # fmt: skip


class AirAttack(Frame):
    """13.4: the Air chit was drawn."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side: int = side

    def facts(self) -> tuple[Any, ...]:
        return (self.side,)


class Arrival(Frame):
    """15.0: activated reinforcements are put on the map."""

    def __init__(self, side: int, waiting: Units) -> None:
        super().__init__()
        self.side: int = side
        self.waiting: Units = waiting

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.waiting


class Rebuilding(Frame):
    """13.3: an eliminated unit comes back with one step."""

    def __init__(self, side: int, unit: int) -> None:
        super().__init__()
        self.side: int = side
        self.unit: int = unit

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.unit


class Move(Frame):
    """8.0: the active unit moves and fights."""

    def __init__(self, unit: int, left: int, spent: bool = False, over: bool = False) -> None:
        super().__init__()
        self.unit: int = unit
        self.left: int = left  # movement points, in halves
        self.spent: bool = spent
        self.over: bool = over  # it left the map, was eliminated or forced to retreat

    def facts(self) -> tuple[Any, ...]:
        return self.unit, self.left, self.spent, self.over


class Attack(Frame):
    """11.0: one attack by the active unit."""

    def __init__(
        self,
        side: int,
        unit: int,
        kind: int,
        defenders: Units,
        joined: Units = (),
        combat: int = 0,
        guns: int = 0,
        answered: int = 0,
        result: int = -1,
        hexes: Units = (),
        fell_back: Units = (),
        advanced: Units = (),
        counted: tuple[int, ...] = (),
    ) -> None:
        super().__init__()
        self.side: int = side
        self.unit: int = unit
        self.kind: int = kind  # light, medium, heavy
        self.defenders: Units = defenders
        self.joined: Units = joined  # sorted
        self.combat: int = combat  # who has played a Combat chit: a bit for each side
        self.guns: int = guns  # Anti-Tank chits played
        self.answered: int = answered  # who will play no more chits: a bit for each side
        self.result: int = result
        self.hexes: Units = hexes  # where the defenders stood
        self.fell_back: Units = fell_back  # attackers that had to retreat
        self.advanced: Units = advanced
        self.counted: tuple[int, ...] = counted  # what decided: attack, defence, column, modifiers, die

    def facts(self) -> tuple[Any, ...]:
        return (
            self.side, self.unit, self.kind, self.defenders, self.joined, self.combat, self.guns, self.answered, self.result,
            self.hexes, self.fell_back, self.advanced, self.counted,
        )  # fmt: skip


class Losses(Frame):
    """11.0: a side loses steps from these units."""

    def __init__(self, side: int, owed: int, units: Units) -> None:
        super().__init__()
        self.side: int = side
        self.owed: int = owed
        self.units: Units = units

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.owed, self.units


class Disruptions(Frame):
    """11.0: so many of these units are Disrupted."""

    def __init__(self, side: int, owed: int, units: Units) -> None:
        super().__init__()
        self.side: int = side
        self.owed: int = owed
        self.units: Units = units

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.owed, self.units


class Retreats(Frame):
    """11.1: units of one side that have to retreat, in the owner's order."""

    def __init__(self, side: int, waiting: Units) -> None:
        super().__init__()
        self.side: int = side
        self.waiting: Units = waiting

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.waiting


class Retreat(Frame):
    """11.1: one unit, or a stack together, falls back."""

    def __init__(self, side: int, units: Units, start: int, paths: tuple[int, ...], gone: int = 0) -> None:
        super().__init__()
        self.side: int = side
        self.units: Units = units
        self.start: int = start
        self.paths: tuple[int, ...] = paths  # those left to choose from, see `retreat.coded`
        self.gone: int = gone  # hexes behind it

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.units, self.start, self.paths, self.gone


class Stacking(Frame):
    """10.0: the owner brings these hexes down to the limit."""

    def __init__(self, side: int, hexes: Units) -> None:
        super().__init__()
        self.side: int = side
        self.hexes: Units = hexes

    def facts(self) -> tuple[Any, ...]:
        return self.side, self.hexes
