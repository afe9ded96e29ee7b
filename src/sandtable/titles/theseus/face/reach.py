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


def onto(s: State, side: int) -> Walks:
    """6.5: hexes more than a step away at which the enemy may have a say, and the way there."""
    found: Walks = {}
    f = s.frames[-1]
    if isinstance(f, March) and f.side == side and pending(s).act(STEP.verb) is not None:
        Course(s, f).meet(found)
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

        ids = s.edition.grid.ids
        self.pieces: list[str] = [s.edition.unit_ids[u] for u in f.units]
        self.said: Itinerary = Itinerary((), [f"{STEP.verb} {id}" for id in ids])

    def explore(self, found: Walks) -> None:
        for arrival in self.arrivals():
            walk = Walk(self.said.to(arrival), arrival.left / MP)
            for piece in self.pieces:
                note(found, piece, self.s.edition.grid.ids[arrival.space], walk)

    def meet(self, found: Walks) -> None:
        ids, near = self.s.edition.grid.ids, (self.start, *self.s.edition.adjacent[self.start])
        safe = self.arrivals()
        self.meet_at_once(found, {arrival.space for arrival in safe})
        for here in safe:
            for there in self.s.edition.adjacent[here.space] if here.left > 0 else ():
                left = CLOSED if there in near else self.left(here, there)
                if left < 0 or self.is_safe(here, there, left > 0):
                    continue
                walk = Walk((*self.said.to(here), f"{STEP.verb} {ids[there]}"), left / MP, onto=True)
                for piece in self.pieces:
                    note(found, piece, ids[there], walk)

    def meet_at_once(self, found: Walks, safe: set[int]) -> None:
        """The next hexes, too: mines and whoever may react are no less to be seen there."""
        for there in self.s.edition.adjacent[self.start]:
            if there not in safe and march_refused(self.s, self.f, there) is None:
                stops = self.stops(there)
                left = 0 if stops else max(0, self.f.left - step_cost(self.s, self.f.side, self.f.units, self.start, there))
                walk = Walk((f"{STEP.verb} {self.s.edition.grid.ids[there]}",), left / MP, onto=True)
                for piece in self.pieces:
                    note(found, piece, self.s.edition.grid.ids[there], walk)

    def arrivals(self) -> list[Arrival]:
        """At all hexes but the one from which it sets out, by the ways that are worth knowing."""
        start = Arrival(self.start, self.f.left, 0, None)
        first = [start] if self.f.moved else self.first_steps(start)
        return [arrival for hex, ways in arrivals(first, self.steps).items() if hex != self.start for arrival in ways]

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
        """What is left after a step, if the side goes on deciding."""
        left = CLOSED if there == self.start else self.left(here, there)
        return left if left >= 0 and self.is_safe(here, there, left > 0) else CLOSED

    def left(self, here: Arrival, there: int) -> int:
        """After a step, whatever comes of it; nothing is left to a march that has to end."""
        left = here.left - self.cost(here.space, there)
        if left < 0:
            return CLOSED
        return left if left > 0 and not self.stops(there) and self.can_go_on(there, left) else 0

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
