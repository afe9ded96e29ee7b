"""What can be going on: one class for each procedure of the rulebook, with the facts that only it needs."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.play import Frame
from sandtable.kernel.tally import Term
from sandtable.titles.theseus.edition import NONE

FORMATION: Final = 0  # occasions to spend Action Points
REACTION: Final = 1
ATTACKERS_BONUS: Final = 2
DEFENDERS_BONUS: Final = 3
INDEPENDENT: Final = 4

ACTION: Final = 0  # occasions to move
FREE: Final = 1  # a Retreat before Combat
ARRIVAL: Final = 2  # of reinforcements

HOLD: Final = 1  # how remaining hits are taken
WITHDRAW: Final = 2


class Setup(Frame):
    """Before play (10): initial assignments, Schwerpunkt."""

    def __init__(self, done: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.done: tuple[int, ...] = done

    def facts(self) -> tuple[Any, ...]:
        return (self.done,)


class Training(Frame):
    """10.1 The training scenario: Ariete again and again."""


class GameTurn(Frame):
    """2 Admin Phase, Operations Phase, End of Turn Phase."""


class Admin(Frame):
    """9 The Admin Phase."""


class Organisation(Frame):
    """9.2 Assignments of both sides, then the Schwerpunkt."""

    def __init__(self, done: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.done: tuple[int, ...] = done

    def facts(self) -> tuple[Any, ...]:
        return (self.done,)


class Replacement(Frame):
    """9.3 What is left of the Replacement Points: Panzer, tank, heavy tank, leg infantry."""

    def __init__(self, panzer: int = 0, tank: int = 0, heavy: int = 0, leg: int = 0) -> None:
        super().__init__()
        self.panzer: int = panzer
        self.tank: int = tank
        self.heavy: int = heavy
        self.leg: int = leg

    def facts(self) -> tuple[Any, ...]:
        return (self.panzer, self.tank, self.heavy, self.leg)


class Reinforcement(Frame):
    """9.4 The Commonwealth first."""


class Operations(Frame):
    """6 The Operations Phase, an Ops Cycle a round."""

    def __init__(self, initiative: int = NONE, transferred: bool = False) -> None:
        super().__init__()
        self.initiative: int = initiative
        self.transferred: bool = transferred

    def facts(self) -> tuple[Any, ...]:
        return (self.initiative, self.transferred)


class Activation(Frame):
    """6.3, 6.4, 6.5 and 7.5.3: somebody has Action Points to spend."""

    def __init__(
        self,
        side: int,
        formation: int,
        points: int = 0,
        kind: int = 0,
        only: tuple[int, ...] = (),
        raised: tuple[int, ...] = (),
        starved: bool = False,
    ) -> None:
        super().__init__()
        self.side: int = side
        self.formation: int = formation
        self.points: int = points
        self.kind: int = kind
        self.only: tuple[int, ...] = only
        self.raised: tuple[int, ...] = raised
        self.starved: bool = starved

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.formation, self.points, self.kind, self.only, self.raised, self.starved)


class Movement(Frame):
    """7.3 A Movement Action before it sets out: who goes, what it costs."""

    def __init__(self, side: int, units: tuple[int, ...], rolled: bool = False) -> None:
        super().__init__()
        self.side: int = side
        self.units: tuple[int, ...] = units
        self.rolled: bool = rolled

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.units, self.rolled)


class March(Frame):
    """7.3 A unit or stack on its way, step by step."""

    def __init__(
        self,
        side: int,
        units: tuple[int, ...],
        left: int,
        kind: int = 0,
        engineers: tuple[int, ...] = (),
        tried: bool = False,
        barred: tuple[int, ...] = (),
        moved: bool = False,
        step: int = NONE,
        reacting: int = NONE,
    ) -> None:
        super().__init__()
        self.side: int = side
        self.units: tuple[int, ...] = units
        self.left: int = left
        self.kind: int = kind
        self.engineers: tuple[int, ...] = engineers
        self.tried: bool = tried
        self.barred: tuple[int, ...] = barred
        self.moved: bool = moved
        self.step: int = step
        self.reacting: int = reacting

    def facts(self) -> tuple[Any, ...]:
        return (
            self.side,
            self.units,
            self.left,
            self.kind,
            self.engineers,
            self.tried,
            self.barred,
            self.moved,
            self.step,
            self.reacting,
        )


class Breach(Frame):
    """7.4 A Breach Minefield Action."""

    def __init__(self, side: int, unit: int) -> None:
        super().__init__()
        self.side: int = side
        self.unit: int = unit

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.unit)


class Refit(Frame):
    """7.6 A Refit Action."""

    def __init__(self, side: int, unit: int) -> None:
        super().__init__()
        self.side: int = side
        self.unit: int = unit

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.unit)


class Attack(Frame):
    """7.5 A Combat Action."""

    def __init__(
        self,
        side: int,
        formation: int,
        source: int,
        target: int,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...] = (),
        level: int = 0,
        rolled: bool = False,
        retreating: bool = False,
        failed: bool = False,
        revealed: bool = False,
        attack_chit: int = NONE,
        defence_chit: int = NONE,
        attack: int = 0,
        defence: int = 0,
        column: int = 0,
        air: int = 0,
        lead: int = NONE,
        tank: int = NONE,
        points: int = NONE,
        gun: int = NONE,
        hits: tuple[int, ...] = (),
        before: tuple[int, ...] = (),
        arms: int = 0,
        drm: tuple[Term, ...] = (),
        die: int = 0,
    ) -> None:
        super().__init__()
        self.side: int = side
        self.formation: int = formation
        self.source: int = source
        self.target: int = target
        self.attackers: tuple[int, ...] = attackers
        self.defenders: tuple[int, ...] = defenders
        self.level: int = level
        self.rolled: bool = rolled
        self.retreating: bool = retreating
        self.failed: bool = failed
        self.revealed: bool = revealed
        self.attack_chit: int = attack_chit
        self.defence_chit: int = defence_chit
        self.attack: int = attack
        self.defence: int = defence
        self.column: int = column
        self.air: int = air
        self.lead: int = lead
        self.tank: int = tank
        self.points: int = points
        self.gun: int = gun
        self.hits: tuple[int, ...] = hits
        self.before: tuple[int, ...] = before
        self.arms: int = arms  # what decided, for the players to look up while the hits are taken
        self.drm: tuple[Term, ...] = drm
        self.die: int = die

    def facts(self) -> tuple[Any, ...]:
        return (
            self.side,
            self.formation,
            self.source,
            self.target,
            self.attackers,
            self.defenders,
            self.level,
            self.rolled,
            self.retreating,
            self.failed,
            self.revealed,
            self.attack_chit,
            self.defence_chit,
            self.attack,
            self.defence,
            self.column,
            self.air,
            self.lead,
            self.tank,
            self.points,
            self.gun,
            self.hits,
            self.before,
            self.arms,
            self.drm,
            self.die,
        )


class Hits(Frame):
    """7.5.2 One side's part of a combat result."""

    def __init__(
        self,
        side: int,
        hex: int,
        units: tuple[int, ...],
        first: int = NONE,
        hits: int = 0,
        red: bool = False,
        defending: bool = False,
        losses: tuple[int, ...] = (),
        before: tuple[int, ...] = (),
        failed: tuple[int, ...] = (),
        passed: tuple[int, ...] = (),
        follow: tuple[int, ...] = (),
        choice: int = 0,
    ) -> None:
        super().__init__()
        self.side: int = side
        self.hex: int = hex
        self.units: tuple[int, ...] = units
        self.first: int = first
        self.hits: int = hits
        self.red: bool = red
        self.defending: bool = defending
        self.losses: tuple[int, ...] = losses
        self.before: tuple[int, ...] = before
        self.failed: tuple[int, ...] = failed
        self.passed: tuple[int, ...] = passed
        self.follow: tuple[int, ...] = follow
        self.choice: int = choice

    def facts(self) -> tuple[Any, ...]:
        return (
            self.side,
            self.hex,
            self.units,
            self.first,
            self.hits,
            self.red,
            self.defending,
            self.losses,
            self.before,
            self.failed,
            self.passed,
            self.follow,
            self.choice,
        )


class Losses(Frame):
    """7.5.2.1 Strength Points to be lost, evenly."""

    def __init__(self, side: int, units: tuple[int, ...], counts: tuple[int, ...], left: int) -> None:
        super().__init__()
        self.side: int = side
        self.units: tuple[int, ...] = units
        self.counts: tuple[int, ...] = counts
        self.left: int = left

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.units, self.counts, self.left)


class Retreat(Frame):
    """7.5.2.2, 7.5.2.3 A stack falls back hex by hex."""

    def __init__(
        self, side: int, units: tuple[int, ...], hex: int, left: int, forced: bool, step: int = NONE, moved: bool = False
    ) -> None:
        super().__init__()
        self.side: int = side
        self.units: tuple[int, ...] = units
        self.hex: int = hex
        self.left: int = left
        self.forced: bool = forced
        self.step: int = step
        self.moved: bool = moved

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.units, self.hex, self.left, self.forced, self.step, self.moved)


class Abandoned(Frame):
    """7.5.1.1 The hex from which a stack has slipped away: an HQ left there is displaced."""

    def __init__(self, hex: int) -> None:
        super().__init__()
        self.hex: int = hex

    def facts(self) -> tuple[Any, ...]:
        return (self.hex,)


class Overstack(Frame):
    """5.3.1 Too many units in a hex."""

    def __init__(self, side: int, hex: int, retreating: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.side: int = side
        self.hex: int = hex
        self.retreating: tuple[int, ...] = retreating

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.hex, self.retreating)


class DisplacedHQ(Frame):
    """5.3.2 An HQ looks for a place."""

    def __init__(self, hq: int) -> None:
        super().__init__()
        self.hq: int = hq

    def facts(self) -> tuple[Any, ...]:
        return (self.hq,)


class Challenge(Frame):
    """5.5.2 The enemy may ask to which formation a unit is assigned."""

    def __init__(self, side: int, unit: int) -> None:
        super().__init__()
        self.side: int = side
        self.unit: int = unit

    def facts(self) -> tuple[Any, ...]:
        return (self.side, self.unit)


class Contest(Frame):
    """5.2 A die that the holder of the SNAFU marker may have rolled again."""

    def __init__(self, holder: int, accepted: tuple[int, ...]) -> None:
        super().__init__()
        self.holder: int = holder
        self.accepted: tuple[int, ...] = accepted

    def facts(self) -> tuple[Any, ...]:
        return (self.holder, self.accepted)
