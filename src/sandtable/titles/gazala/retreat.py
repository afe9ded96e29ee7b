"""11.1 Retreat: whole two-hex paths are compared by the priorities 1 to 4; the owner picks among the best, or a map edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.gazala.frames import Losses, Retreat, Retreats, Units
from sandtable.titles.gazala.stacking import judge_stacking
from sandtable.titles.gazala.state import (
    State,
    crowded,
    disrupt,
    eliminate,
    in_enemy_zone,
    leave_map,
    lose_step,
    on_map,
    shift,
    stop_work,
)
from sandtable.titles.gazala.zones import closed_step

N, NE, SE, S, SW, NW = 0, 1, 2, 3, 4, 5
PROPER: Final = ((N, NW, NE, SE), (S, SW, SE))  # 11.1-3: Allied, Axis
HEXES: Final = 2  # how far a retreat goes
EDGE: Final = 1000  # from here on a number names an edge, not a hex
BASE: Final = 1024
NOWHERE: Final = BASE - 1

Path = tuple[int, int]

NOT_WAITING: Final = Refusal("11.1-c", "it does not have to retreat now")
NOT_STACKED: Final = Refusal("11.1-c", "only units of one stack that must retreat go together")
NOT_A_WAY: Final = Refusal("11.1-b", "a better way is open, and the order of retreat demands it")
NOT_AWAY: Final = Refusal("11.1-a", "a retreat ends two hexes away from where it began")
NO_EDGE: Final = Refusal("11.1-5a", "the retreat does not reach that map edge")
CAN_RETREAT: Final = Refusal("11.1-1", "it has a way out on the map, and must take it")
STACKS_WELL: Final = Refusal("11.1-4b", "it is not over-stacked there, and stays")
NOT_FURTHER: Final = Refusal("11.1-4b", "the retreat goes on by the best hex that leads further away")


def order_retreat(s: State, side: int, units: Sequence[int]) -> None:
    if units:
        s.begin(Retreats(side, tuple(sorted(units))))


def waiting(s: State, f: Retreats) -> list[int]:
    return [u for u in f.waiting if on_map(s, u)]


class FallBack(Act[State, Retreats]):
    """The owner settles the order."""

    rule = "11.1-c"
    form = "retreat unit"
    label = "Retreat {unit} first"
    asks = "choose who retreats next"

    def candidates(self, s: State, f: Retreats) -> list[Args]:
        return [(u, 0) for u in waiting(s, f)]

    def why_not(self, s: State, f: Retreats, unit: int, _: int, /) -> Optional[Refusal]:
        return None if unit in waiting(s, f) else NOT_WAITING

    def do(self, s: State, f: Retreats, unit: int, _: int, dice: Dice, /) -> None:
        begin_retreat(s, f, (unit,))


class FallBackTogether(Act[State, Retreats]):
    """Stacked units may retreat as one."""

    rule = "11.1-c"
    form = "together hex"
    label = "Retreat the whole stack in {hex} together"
    asks = "retreat a stack together"

    def candidates(self, s: State, f: Retreats) -> list[Args]:
        return [(hex, 0) for hex in sorted({s.where[u] for u in waiting(s, f)})]

    def why_not(self, s: State, f: Retreats, hex: int, _: int, /) -> Optional[Refusal]:
        return None if len([u for u in f.waiting if s.where[u] == hex]) > 1 else NOT_STACKED

    def do(self, s: State, f: Retreats, hex: int, _: int, dice: Dice, /) -> None:
        begin_retreat(s, f, tuple([u for u in f.waiting if s.where[u] == hex]))


def begin_retreat(s: State, f: Retreats, units: Units) -> None:
    f.waiting = tuple([u for u in f.waiting if u not in units])
    start = s.where[units[0]]
    for unit in units:
        stop_work(s, unit)  # 14.1-e2
    s.begin(Retreat(f.side, units, start, coded(best_paths(s, units, start) + best_exits(s, units, start))))


def coded(paths: Sequence[Path]) -> tuple[int, ...]:
    """A path as one number, so that a frame can hold it."""
    return tuple([first * BASE + second for first, second in paths])


# The paths


def best_paths(s: State, units: Units, start: int) -> list[Path]:
    """11.1-1 to 11.1-4: none that enters a closed hex; fewest zones, fewest wrong directions, no crowded end."""
    ranked: list[tuple[tuple[int, int, int], Path]] = []
    distance = s.edition.hexes.distance
    for first in s.edition.open[start]:
        if is_closed(s, units, start, first):
            continue
        for second in s.edition.open[first]:
            if distance(start, second) == HEXES and not is_closed(s, units, first, second):
                zones = enters_zone(s, units, first) + enters_zone(s, units, second)
                wrong = is_wrong(s, units, start, first) + is_wrong(s, units, first, second)
                ranked.append(((zones, wrong, int(crowded(s, (*s.stack[second], *units)))), (first, second)))
    if not ranked:
        return []
    least = min([rank for rank, _ in ranked])
    return [path for rank, path in ranked if rank == least]


def best_exits(s: State, units: Units, start: int) -> list[Path]:
    """11.1-5: any map edge, which counts as the next hex; the way to it is ranked like the others."""
    e = s.edition
    if any(e.bracketed[u] for u in units):
        return []
    if e.edges[start]:
        return [(EDGE + edge, NOWHERE) for edge in e.edges[start]]
    ranked: list[tuple[tuple[int, int], Path]] = []
    for first in e.open[start]:
        if e.edges[first] and not is_closed(s, units, start, first):
            rank = (enters_zone(s, units, first), is_wrong(s, units, start, first))
            ranked += [(rank, (first, EDGE + edge)) for edge in e.edges[first]]
    least = min([rank for rank, _ in ranked], default=(0, 0))
    return [path for rank, path in ranked if rank == least]


def is_closed(s: State, units: Units, here: int, there: int) -> bool:
    return any(closed_step(s, u, here, there) is not None for u in units)


def enters_zone(s: State, units: Units, hex: int) -> int:
    """11.1-2: an enemy zone that no friendly unit in the hex lifts."""
    friends = [u for u in s.stack[hex] if u not in units]
    return 1 if not friends and in_enemy_zone(s, hex, s.edition.side[units[0]]) else 0


def is_wrong(s: State, units: Units, here: int, there: int) -> int:
    return 0 if s.edition.way[here][there] in PROPER[s.edition.side[units[0]]] else 1


# Going


def ways(f: Retreat) -> list[int]:
    """The next hexes or edges, in order."""
    if f.gone >= HEXES:
        return []
    return sorted({path // BASE if f.gone == 0 else path % BASE for path in f.paths})


def is_trapped(f: Retreat) -> bool:
    """No way on the map."""
    return f.gone == 0 and all(path // BASE >= EDGE or path % BASE >= EDGE for path in f.paths)


def find_ways(s: State, f: Retreat, dice: Dice) -> None:
    """11.1-1: with no way at all the units are eliminated."""
    f.units = tuple([u for u in f.units if on_map(s, u)])
    if not f.units:
        f.finish()
    elif not f.paths:
        for unit in f.units:
            eliminate(s, unit)
        f.finish()


def go(s: State, f: Retreat, to: int) -> None:
    f.paths = tuple([p for p in f.paths if (p // BASE if f.gone == 0 else p % BASE) == to])
    f.gone += 1
    if to >= EDGE:
        for unit in f.units:
            leave_map(s, unit, to - EDGE)
        f.units = ()
        return
    enter(s, f, to)


def enter(s: State, f: Retreat, hex: int) -> None:
    """11.1-2c to e: an enemy zone disrupts; Disrupted units lose a step, two of them in a stack one between them."""
    hurt = enters_zone(s, f.units, hex)
    for unit in f.units:
        shift(s, unit, hex)
        s.tell("retreated", unit, hex)
    if not hurt:
        return
    if len(f.units) > 1 and all(s.disrupted[u] for u in f.units):
        s.begin(Losses(f.side, 1, f.units))
        return
    for unit in f.units:
        if s.disrupted[unit]:
            lose_step(s, unit)
        else:
            disrupt(s, unit)


class RetreatTo(Act[State, Retreat]):
    rule = "11.1-b"
    form = "back hex"
    label = "Retreat to {hex}"
    asks = "choose the way of retreat"

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(to, 0) for to in ways(f) if to < EDGE]

    def why_not(self, s: State, f: Retreat, hex: int, _: int, /) -> Optional[Refusal]:
        if hex in ways(f):
            return None
        here = s.where[f.units[0]] if f.units else -1
        if here < 0 or hex not in s.edition.way[here] or (f.gone and s.edition.hexes.distance(f.start, hex) != HEXES):
            return NOT_AWAY
        return closed_step(s, f.units[0], here, hex) or NOT_A_WAY

    def do(self, s: State, f: Retreat, hex: int, _: int, dice: Dice, /) -> None:
        f.restart()
        go(s, f, hex)


class RetreatOff(Act[State, Retreat]):
    """Off the map, for two turns."""

    rule = "11.1-5a"
    form = "off edge"
    label = "Retreat off the {edge} edge"
    asks = "leave the map"

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(to - EDGE, 0) for to in ways(f) if EDGE <= to < NOWHERE]

    def why_not(self, s: State, f: Retreat, edge: int, _: int, /) -> Optional[Refusal]:
        return None if EDGE + edge in ways(f) else NO_EDGE

    def do(self, s: State, f: Retreat, edge: int, _: int, dice: Dice, /) -> None:
        go(s, f, EDGE + edge)
        f.finish()


class Perish(Act[State, Retreat]):
    """11.1-5c: leaving the map is never forced; with no way on the map the other choice is elimination."""

    rule = "11.1-5c"
    form = "perish"
    label = "Stay and be eliminated"
    asks = "be eliminated"

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(0, 0)] if f.units and is_trapped(f) else []

    def why_not(self, s: State, f: Retreat, _a: int, _b: int, /) -> Optional[Refusal]:
        return None if f.units and is_trapped(f) else CAN_RETREAT

    def do(self, s: State, f: Retreat, _a: int, _b: int, dice: Dice, /) -> None:
        for unit in f.units:
            eliminate(s, unit)
        f.finish()


class RetreatOn(Act[State, Retreat]):
    """11.1-4b: a unit that ended over-stacked may go further, hex by hex, until it stacks well."""

    rule = "11.1-4b"
    form = "further hex"
    label = "Retreat further to {hex}"
    asks = "go on retreating"

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(hex, 0) for hex in further(s, f)]

    def why_not(self, s: State, f: Retreat, hex: int, _: int, /) -> Optional[Refusal]:
        if not is_over(s, f):
            return STACKS_WELL
        return None if hex in further(s, f) else NOT_FURTHER

    def do(self, s: State, f: Retreat, hex: int, _: int, dice: Dice, /) -> None:
        f.gone += 1
        enter(s, f, hex)
        f.units = tuple([u for u in f.units if on_map(s, u)])


class RetreatOnOff(RetreatOff):
    """11.1-4b with 11.1-5a: the map edge counts as the next hex, so an over-stacked unit may go on by it."""

    def candidates(self, s: State, f: Retreat) -> list[Args]:
        return [(edge, 0) for edge in further_edges(s, f)]

    def why_not(self, s: State, f: Retreat, edge: int, _: int, /) -> Optional[Refusal]:
        if edge in further_edges(s, f):
            return None
        return NO_EDGE if is_over(s, f) else STACKS_WELL


class RestHere(Act[State, Retreat]):
    rule = "11.1-4b"
    form = "rest"
    label = "Stay here over-stacked · the excess is eliminated"
    asks = "stay there"


def is_over(s: State, f: Retreat) -> bool:
    return bool(f.units) and on_map(s, f.units[0]) and crowded(s, s.stack[s.where[f.units[0]]])


def further(s: State, f: Retreat) -> list[int]:
    """The best adjacent hexes one hex further from the start, by the same priorities."""
    units = tuple([u for u in f.units if on_map(s, u)])
    if not is_over(s, f):
        return []
    here, distance = s.where[units[0]], s.edition.hexes.distance
    away = [h for h in s.edition.open[here] if distance(f.start, h) == f.gone + 1 and not is_closed(s, units, here, h)]
    ranks = [(enters_zone(s, units, h), is_wrong(s, units, here, h), int(crowded(s, (*s.stack[h], *units)))) for h in away]
    return [h for h, rank in zip(away, ranks, strict=True) if rank == min(ranks)]


def further_edges(s: State, f: Retreat) -> Sequence[int]:
    if not is_over(s, f) or any(s.edition.bracketed[u] for u in f.units):
        return ()
    return s.edition.edges[s.where[f.units[0]]]


def end_retreat(s: State, f: Retreat, dice: Dice) -> None:
    """10.0-c3: stacking is judged where it ends."""
    judge_stacking(s, f.side, [s.where[u] for u in f.units if on_map(s, u)])
