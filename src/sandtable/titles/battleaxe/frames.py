"""What can be going on: one class for each procedure of the rulebook, with the facts that only it needs."""

from __future__ import annotations

from typing import Any, Final

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


class Half(Frame):
    """8.0 One player's Impulse."""

    def __init__(self, side: int, kind: int, again: int, air_used: bool, rommel_used: bool, prolonged: bool) -> None:
        super().__init__()
        self.side: int = side
        self.kind: int = kind
        self.again: int = again  # the second Impulse of Wireless Intercepts (19.1H)
        self.air_used: bool = air_used
        self.rommel_used: bool = rommel_used
        self.prolonged: bool = prolonged  # Prolonged Daylight (12.1C)

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.kind, self.again, self.air_used, self.rommel_used, self.prolonged)


class Regroup(Frame):
    """8.1.2a"""

    def __init__(self, side: int, moved: int) -> None:
        super().__init__()
        self.side: int = side
        self.moved: int = moved

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.moved)


class Assault(Frame):
    """9.0 Movement and attacks out of the Active Areas."""

    def __init__(self, side: int, active: int, used: int, done: int, contested: int, attacked: int, acted: bool) -> None:
        super().__init__()
        self.side: int = side
        self.active: int = active  # the Active Areas
        self.used: int = used  # every unit activated in this Impulse
        self.done: int = done  # units that have attacked
        self.contested: int = contested  # areas Contested when the Impulse began
        self.attacked: int = attacked  # areas attacked in this Impulse
        self.acted: bool = acted  # a unit has moved or attacked since the last activation

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.active, self.used, self.done, self.contested, self.attacked, self.acted)


class Attack(Frame):
    """11.4 One combat."""

    def __init__(
        self, side: int, area: int, attackers: int, mandatory: bool, second: bool, lead: int, lead_defender: int, air: int,
        rommel: int, air_again: bool, rommel_again: bool, guns: int, called: int, difference: int, result: int,
    ) -> None:  # fmt: skip
        super().__init__()
        self.side: int = side
        self.area: int = area
        self.attackers: int = attackers
        self.mandatory: bool = mandatory  # 11.1
        self.second: bool = second  # the additional combat after an Overrun (11.4.4)
        self.lead: int = lead
        self.lead_defender: int = lead_defender
        self.air: int = air  # what Air Support adds; 0: none
        self.rommel: int = rommel
        self.air_again: bool = air_again  # the marker of the first combat may serve again (10.1.3)
        self.rommel_again: bool = rommel_again
        self.guns: int = guns  # sides whose Artillery Call succeeded, as bits
        self.called: int = called
        self.difference: int = difference
        self.result: int = result

    def facts(self) -> tuple[Any, ...]:
        return (
            self.side, self.area, self.attackers, self.mandatory, self.second, self.lead, self.lead_defender, self.air,
            self.rommel, self.air_again, self.rommel_again, self.guns, self.called, self.difference, self.result,
        )  # fmt: skip


def new_attack(side: int, area: int, attackers: int, mandatory: bool) -> Attack:
    return Attack(side, area, attackers, mandatory, False, -1, -1, 0, 0, False, False, 0, 0, 0, NOT_ROLLED)


class Absorb(Frame):
    """11.5 The defender settles Attrition Points unit by unit, the Lead first."""

    def __init__(self, side: int, waiting: tuple[int, ...], points: int, first: bool, garrison: bool, leaving: int) -> None:
        super().__init__()
        self.side: int = side
        self.waiting: tuple[int, ...] = waiting
        self.points: int = points
        self.first: bool = first  # the Lead has not yet taken its point
        self.garrison: bool = garrison  # it holds an Axis-controlled Stützpunkt (11.5.1)
        self.leaving: int = leaving  # units that absorb a point by retreat

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.waiting, self.points, self.first, self.garrison, self.leaving)


class Retreats(Frame):
    """11.6 Units leave one at a time."""

    def __init__(self, side: int, waiting: int, repulsed: bool, moving: int, through: int, seen: int) -> None:
        super().__init__()
        self.side: int = side
        self.waiting: int = waiting
        self.repulsed: bool = repulsed  # attackers: back to where they came from
        self.moving: int = moving  # the unit that passes through a full Area, or -1
        self.through: int = through
        self.seen: int = seen  # areas that it has left or passed

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.waiting, self.repulsed, self.moving, self.through, self.seen)


class Exploit(Frame):
    """11.4.4 Overrun: the attackers activate a second time, into one more Area."""

    def __init__(self, side: int, waiting: int, area: int, target: int, moved: int, air: bool, rommel: bool) -> None:
        super().__init__()
        self.side: int = side
        self.waiting: int = waiting
        self.area: int = area
        self.target: int = target
        self.moved: int = moved
        self.air: bool = air  # Air Support served in the first combat
        self.rommel: bool = rommel

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.waiting, self.area, self.target, self.moved, self.air, self.rommel)


class Refit(Frame):
    """13.0 One player's Refit."""

    def __init__(self, side: int, points: int, flips: int, reserves: int) -> None:
        super().__init__()
        self.side: int = side
        self.points: int = points
        self.flips: int = flips  # units that the point in use may still flip
        self.reserves: int = reserves  # zones whose free refit is used (19.4)

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.points, self.flips, self.reserves)
