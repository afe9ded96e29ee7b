"""7.3 Where a stack on its way can go, hex by hex, for whoever plans a move.

Costs are the rules' own, asked once a step. Away from the enemy nothing but the march goes on, so nothing has to be tried; where
somebody might react or give way, or the march ends among others, the one step is done on a copy.
"""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.walks import Walk, Walks, goes_on, note
from sandtable.kernel.play import pending
from sandtable.kernel.sides import AXIS
from sandtable.maps.graph import CLOSED, Arrival, Itinerary, arrivals
from sandtable.titles.theseus.edition import MP
from sandtable.titles.theseus.frames import March
from sandtable.titles.theseus.movement import WHOLE, StepTo, march_refused, step_cost, step_refused
from sandtable.titles.theseus.state import State, enemy_zone, move

STEP: Final = StepTo()
PLENTY: Final = 1_000_000  # Movement Points that pay for anything


def reach(s: State, side: int) -> Walks:
    found: Walks = {}
    f = s.frames[-1]
    if isinstance(f, March) and f.side == side and pending(s).act(STEP.verb) is not None:
        Course(s, f).explore(found)
    return found


class Course:
    """The march of a stack from where it is, while nothing else on the map changes."""

    def __init__(self, s: State, f: March) -> None:
        self.s: State = s
        self.f: March = f
        self.start: int = s.where[f.units[0]]
        self.costs: dict[int, int] = {}  # of a step, as from * hexes + to
        self.verdicts: dict[tuple[int, bool], bool] = {}  # by hex, and whether it could go on from there
        self.quiet: dict[int, bool] = {}
        self.order: tuple[int, ...] = tuple([u for u in s.at[self.start] if u in f.units])  # as they lie, the top one first

    def explore(self, found: Walks) -> None:
        s, f, ids = self.s, self.f, self.s.edition.grid.ids
        start = Arrival(self.start, f.left, 0, None)
        first = [start] if f.moved else self.first_steps(start)
        pieces = [s.edition.unit_ids[u] for u in f.units]
        said = Itinerary((), [f"{STEP.verb} {id}" for id in ids])
        for hex, ways in arrivals(first, self.steps).items():
            if hex == self.start:
                continue
            for arrival in ways:
                walk = Walk(said.to(arrival), arrival.left / MP)
                for piece in pieces:
                    note(found, piece, ids[hex], walk)

    # Steps

    def first_steps(self, start: Arrival) -> list[Arrival]:
        """The first step has rules of its own (7.3.2, 7.3.4, 5.5.2): each is tried."""
        found: list[Arrival] = []
        for hex in self.s.edition.adjacent[start.space]:
            if march_refused(self.s, self.f, hex) is None:
                child = self.tried(start, hex)
                if child is not None:
                    march = child.frames[-1]
                    left = march.left if isinstance(march, March) and march.units == self.f.units else 0
                    found.append(Arrival(hex, left, 1, start))
        return found

    def steps(self, here: Arrival) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        if here.left > 0:
            for there in self.s.edition.adjacent[here.space]:
                left = self.step(here, there)
                if left >= 0:
                    found.append((there, left))
        return found

    def step(self, here: Arrival, there: int) -> int:
        """What is left after a step, if the side goes on deciding; nothing is left to a march that has to end."""
        if there == self.start:
            return CLOSED
        left = here.left - self.cost(here.space, there)
        if left < 0:
            return CLOSED
        if self.stops(there):
            left = 0
        going = left > 0 and self.can_go_on(there, left)
        return (left if going else 0) if self.is_safe(here, there, going) else CLOSED

    def cost(self, here: int, there: int) -> int:
        """Not of the first step. PLENTY where it is forbidden."""
        s, f = self.s, self.f
        edge = here * s.edition.hexes + there
        cost = self.costs.get(edge)
        if cost is None:
            refused = step_refused(s, f.side, f.units, here, there, PLENTY, False, f.kind) is not None
            cost = PLENTY if refused else step_cost(s, f.side, f.units, here, there)
            self.costs[edge] = PLENTY if cost == WHOLE else cost
            return self.costs[edge]
        return cost

    def can_go_on(self, hex: int, left: int) -> bool:
        return any([self.cost(hex, there) <= left for there in self.s.edition.adjacent[hex]])

    def stops(self, hex: int) -> bool:
        """5.4.1"""
        return self.f.units[0] < self.s.edition.units and enemy_zone(self.s, self.f.side, hex)

    # What follows a step

    def is_safe(self, here: Arrival, there: int, going: bool) -> bool:
        """Whether the side goes on deciding after the step."""
        quiet = self.is_quiet(there)
        if quiet and going:
            return True
        key = (there, going) if not quiet or self.s.at.get(there) else (CLOSED, going)  # all empty, quiet hexes are alike
        safe = self.verdicts.get(key)
        if safe is None:
            safe = self.verdicts[key] = self.tried(here, there) is not None
        return safe

    def is_quiet(self, hex: int) -> bool:
        """Whether no enemy is near who could have a say, or have to give way."""
        known = self.quiet.get(hex)
        if known is None:
            s = self.s
            near = [s.at[h] for h in (hex, *s.edition.adjacent[hex]) if h in s.at]
            known = self.quiet[hex] = hex != s.edition.bir_hacheim and all(
                [s.edition.side[there[0]] == self.f.side for there in near]
            )
        return known

    def tried(self, here: Arrival, there: int) -> Optional[State]:
        """The position after the step, if the side goes on deciding."""
        s = self.s.clone()
        f = s.frames[-1]
        assert isinstance(f, March)
        if here.space != self.start:
            for unit in reversed(self.order):
                move(s, unit, here.space)
            f.left, f.moved = here.left, True
            s.released = s.released or (
                f.side == AXIS and f.units[0] < s.edition.units and any([s.edition.alarm[h] for h in here.way()])
            )
        return s if goes_on(s, [(STEP.verb, there, 0)], f.side) else None
