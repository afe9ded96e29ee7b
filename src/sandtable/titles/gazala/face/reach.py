"""8.0 Where active units can go, hex by hex, for whoever plans a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Optional

from sandtable.face.walks import Walk, Walks, goes_on, text
from sandtable.kernel.dice import NoDice
from sandtable.kernel.play import Refusal, inner, pending, take
from sandtable.maps.graph import Arrival, Itinerary, arrivals
from sandtable.titles.gazala.activation import MoveUnit
from sandtable.titles.gazala.combat import (
    CANNOT_PAY,
    ESCARPMENT_BETWEEN,
    GUNS_DO_NOT_START,
    ISOLATED_ATTACKER,
    Strike,
    strike_refused,
    targets,
)
from sandtable.titles.gazala.edition import HALVES, HEAVY, LIGHT, MEDIUM
from sandtable.titles.gazala.frames import ActionPhase, Move
from sandtable.titles.gazala.movement import Go, allowance, exit_refused, step_cost, step_refused
from sandtable.titles.gazala.questions import movement_points
from sandtable.titles.gazala.state import State, crowded, shift
from sandtable.titles.gazala.zones import ENEMY_UNIT

Known = dict[int, list[tuple[int, int]]]  # from a hex: where a step leads, and what it costs

GO: Final = Go()
MOVE: Final = MoveUnit()
STRIKE: Final = Strike()

OUT_OF_REACH: Final = Refusal("8.0-f", "what is left of its movement does not bring it beside him")
NO_ROOM: Final = Refusal("10.0-c2", "every hex from which it could attack him is full")


def reach(s: State, side: int) -> Walks:
    """Of the unit that moves, or of every active unit that could be picked now."""
    found: Walks = {}
    for march, prefix in marches(s, side):
        march.explore(found, prefix)
    return found


def onto(s: State, side: int) -> Walks:
    """11.0: enemies more than a step away beside which a unit can come, and the strongest attack that it can pay for there."""
    found: Walks = {}
    for march, prefix in marches(s, side):
        march.meet(found, prefix)
    return found


def marches(s: State, side: int) -> Iterator[tuple[March, tuple[str, ...]]]:
    """Who could be on his way, and what is said first."""
    known: dict[tuple[int, bool], Known] = {}
    row, f = pending(s), s.frames[-1]
    if isinstance(f, Move) and row.act(GO.verb) is not None and not f.over:
        yield March(s, side, f.unit, f.left, {}), ()
    elif isinstance(f, ActionPhase) and row.act(MOVE.verb) is not None:
        for unit in f.active:
            if MOVE.why_not(s, f, unit, 0) is None:
                alike = known.setdefault((s.edition.move_class[unit], s.edition.bracketed[unit]), {})
                yield March(s, side, unit, allowance(s, unit, f.storm), alike), (text(s, MOVE, unit),)


def beside(s: State, units: Sequence[int]) -> dict[str, Walk]:
    """Enemies next to whom all of some units stand: the first of them attacks, and the others can join."""
    f, e = s.frames[-1], s.edition
    if not isinstance(f, ActionPhase) or pending(s).act(MOVE.verb) is None or MOVE.why_not(s, f, units[0], 0) is not None:
        return {}
    first, here = units[0], s.where[units[0]]
    march = March(s, e.side[first], first, allowance(s, first, f.storm), {})
    near = [march.strikes(here, march.left), *[{s.where[u] for u in targets(s, unit, s.where[unit])} for unit in units[1:]]]
    say = (text(s, MOVE, first), text(s, STRIKE, march.strongest(here, march.left)))
    return {e.hexes.ids[enemy]: Walk(say, march.left / HALVES, onto=True) for enemy in set.intersection(*near)}


def kept_from(s: State, f: Move, hex: int) -> Refusal:
    """Why a unit on its way does not attack the enemies in a hex: who clicks them means that, and not to enter."""
    e, unit, here = s.edition, f.unit, s.where[f.unit]
    plain = strike_refused(s, unit, here, LIGHT, f.left)
    if plain in (ISOLATED_ATTACKER, GUNS_DO_NOT_START):
        return because(plain)
    march = March(s, e.side[unit], unit, f.left, {})
    ways = arrivals([Arrival(here, f.left, 0, None)], march.steps)
    beside = [ways[near][-1] for near in e.open[hex] if near in ways]  # the last leaves most
    found = {strike_refused(s, unit, way.space, LIGHT, way.left) for way in beside}
    if not found:
        return because(ESCARPMENT_BETWEEN if here in e.way[hex] else OUT_OF_REACH)
    if None in found:
        return ENEMY_UNIT if here in e.open[hex] else because(NO_ROOM)
    forbidden = next((refusal for refusal in found if refusal != CANNOT_PAY), None)
    if forbidden is not None:
        return because(forbidden)
    price = movement_points(e.attack_cost[LIGHT][e.move_class[unit]])
    return because(Refusal("11.0-c", f"it cannot come beside him and still pay the {price} of a light attack"))


def because(refusal: Refusal) -> Refusal:
    return Refusal(refusal.rule, f"an enemy is there, and {refusal.text}")


class March:
    """One unit on its way: what each step costs does not change while it alone moves."""

    def __init__(self, s: State, side: int, unit: int, left: int, known: Known) -> None:
        self.s: State = s
        self.side: int = side
        self.unit: int = unit
        self.left: int = left
        self.known: Known = known  # shared by units that move alike
        self.others: bool = self.others_can_move()

    def explore(self, found: Walks, prefix: tuple[str, ...]) -> None:
        s, ids = self.s, self.s.edition.hexes.ids
        start = Arrival(s.where[self.unit], self.left, 0, None)
        piece = s.names.text("unit", self.unit)
        places: dict[str, Walk] = {}
        said = Itinerary(prefix, [f"{GO.verb} {id}" for id in ids])
        for hex, ways in arrivals([start], self.steps).items():
            best = self.best(ways) if hex != start.space else None
            if best is not None:
                rest = ("halt",) if self.goes_on(hex, best[1]) else ()
                places[ids[hex]] = Walk(said.to(best[0]), best[1] / HALVES, rest)
        if places:
            found[piece] = places

    def meet(self, found: Walks, prefix: tuple[str, ...]) -> None:
        """From where most is left to pay for it; not from a full hex, which would lose units by a fight (10.0-c2)."""
        s, ids, here = self.s, self.s.edition.hexes.ids, self.s.where[self.unit]
        price = s.edition.attack_cost[LIGHT][s.edition.move_class[self.unit]]
        beside = self.strikes(here, self.left)
        said = Itinerary(prefix, [f"{GO.verb} {id}" for id in ids])
        places: dict[str, Walk] = {}
        for hex, ways in arrivals([Arrival(here, self.left - price, 0, None)], self.steps).items() if self.left >= price else ():
            left = ways[-1].left + price  # the last leaves most
            if hex == here or crowded(s, (*s.stack[hex], self.unit)):
                continue
            for enemy in self.strikes(hex, left) - beside:
                known = places.get(ids[enemy])
                if known is None or left / HALVES > (known.left or 0):
                    say = (*said.to(ways[-1]), text(s, STRIKE, self.strongest(hex, left)))
                    places[ids[enemy]] = Walk(say, left / HALVES, onto=True)
        if places:
            found[s.names.text("unit", self.unit)] = places

    def strikes(self, hex: int, left: int) -> set[int]:
        """The hexes upon which its attack would fall there; none if it cannot attack."""
        s, unit = self.s, self.unit
        return {s.where[u] for u in targets(s, unit, hex)} if strike_refused(s, unit, hex, LIGHT, left) is None else set()

    def strongest(self, hex: int, left: int) -> int:
        able = (kind for kind in (HEAVY, MEDIUM) if strike_refused(self.s, self.unit, hex, kind, left) is None)
        return next(able, LIGHT)

    def best(self, ways: list[Arrival]) -> Optional[tuple[Arrival, int]]:
        """The way that leaves most to be used, then the shortest; those that take the word from the side do not count."""
        for arrival in reversed(ways):  # the last leaves most
            if self.goes_on(arrival.space, arrival.left):
                return arrival, arrival.left
        return next(((arrival, 0) for arrival in ways if self.others or self.ends_well(arrival)), None)

    def steps(self, here: Arrival) -> list[tuple[int, int]]:
        left = here.left
        return [(there, left - cost) for there, cost in self.ways(here.space) if cost <= left]

    def ways(self, here: int) -> list[tuple[int, int]]:
        found = self.known.get(here)
        if found is None:
            s, unit = self.s, self.unit
            found = self.known[here] = [
                (there, step_cost(s, unit, here, there))
                for there in s.edition.open[here]
                if step_refused(s, unit, here, there) is None
            ]
        return found

    def goes_on(self, hex: int, left: int) -> bool:
        """Whether there is anything more that it could do there: move, attack or leave the map."""
        s, e = self.s, self.s.edition
        for _, cost in self.ways(hex):
            if cost <= left:
                return True
        if any([strike_refused(s, self.unit, hex, kind, left) is None for kind in (LIGHT, MEDIUM, HEAVY)]):
            return True
        return any([exit_refused(s, self.unit, hex, edge, left) is None for edge in e.edges[hex]])

    def others_can_move(self) -> bool:
        """Whether the side is asked again when this unit has halted."""
        s = self.s
        f = inner(s, ActionPhase)
        return any([MOVE.why_not(s, f, unit, 0) is None for unit in f.active if unit != self.unit])

    def ends_well(self, arrival: Arrival) -> bool:
        """Its last step ends the action: whether the side still decides then. Tried out, since much may follow."""
        assert arrival.back is not None
        s = self.s.clone()
        if not isinstance(s.frames[-1], Move):
            take(s, (MOVE.verb, self.unit, 0), NoDice())
        f = inner(s, Move)
        if arrival.back.back is not None:
            shift(s, self.unit, arrival.back.space)
        f.left = arrival.back.left
        return goes_on(s, [(GO.verb, arrival.space, 0)], self.side)
