"""Where everything is, and the few primitives that move it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.kernel.play import Outlines
from sandtable.kernel.play import State as BaseState
from sandtable.kernel.sides import other
from sandtable.maps.zones import Zones
from sandtable.titles.gazala.edition import Edition

OFF, DEAD, WITHDRAWN = -1, -2, -3  # places that are no hex: waiting off the map, eliminated, out of the game
NEVER_LEFT: Final = -1
SUPPLIED, OUT_OF_SUPPLY, ISOLATED = 0, 1, 2
STACK: Final = 2  # 10.0

Pair = tuple[int, int]
Ways = tuple[tuple[int, ...], ...]


class Net:
    """The hexes from which a side can trace supply, with all that this depends on: good as long as that holds.

    Nets that depend on different things have nothing to say of each other, and count as equal.
    """

    def __init__(self, key: tuple[object, ...], hexes: frozenset[int]) -> None:
        self.key: tuple[object, ...] = key
        self.hexes: frozenset[int] = hexes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Net) and (self.key != other.key or self.hexes == other.hexes)

    def __hash__(self) -> int:
        return 0


UNKNOWN: Final = Net((), frozenset())


class State(BaseState):
    """Lists are by unit, formation or side. What is derived stands at the end and is kept by `place` and `lift`."""

    def __init__(self, edition: Edition, outlines: Outlines) -> None:
        super().__init__(outlines, edition.names)
        self.edition: Edition = edition
        self.scenario: int = 0
        self.turn: int = 1
        self.laid: int = 1  # the turn whose Minefield Phase came last: what is mined
        self.points: int = 0  # on the Axis track
        self.broken: bool = False  # 13.7: played as an attack this turn, and no attack was made
        self.actions: list[int] = [0, 0]
        self.tanks: int = 0  # 15.0: scheduled replacements to be spent now
        self.cups: list[tuple[int, ...]] = [(), ()]
        self.boxes: list[tuple[int, ...]] = [(), ()]  # Available, face down
        self.played: list[tuple[int, ...]] = [(), ()]  # Tactical Chits, face up
        self.track: list[tuple[int, ...]] = [(), ()]  # Action Chits drawn this turn
        self.activations: list[int] = []  # by formation, this turn
        self.withdrawn: tuple[int, ...] = ()  # formations
        self.works: tuple[Pair, ...] = ()  # markers under construction: unit, the hex it points at
        self.breaches: tuple[tuple[int, int, int], ...] = ()  # the minefield hex, its hexside, the opposite one or -1
        self.where: list[int] = []
        self.steps: list[int] = []
        self.used: list[int] = []
        self.disrupted: list[int] = []
        self.supply: list[int] = []
        self.due: list[int] = []  # off the map: the turn from which it may come
        self.left_by: list[int] = []  # the edge it left the map by
        # derived
        self.stack: list[tuple[int, ...]] = []
        self.zones: Zones = Zones(0)
        self.mines: frozenset[int] = frozenset()  # hexsides mined now and not breached
        self.axis_ways: Ways = ()  # steps of Axis paths: where mines are, there is none
        self.nets: list[Net] = [UNKNOWN, UNKNOWN]  # what `supply.network` found last for each side

    def clone(self) -> State:
        twin = State(self.edition, self.outlines)
        twin.scenario, twin.turn, twin.laid, twin.points = self.scenario, self.turn, self.laid, self.points
        twin.broken, twin.tanks = self.broken, self.tanks
        twin.withdrawn, twin.works, twin.breaches, twin.mines = self.withdrawn, self.works, self.breaches, self.mines
        twin.actions, twin.cups, twin.boxes = self.actions[:], self.cups[:], self.boxes[:]
        twin.played, twin.track = self.played[:], self.track[:]
        twin.activations, twin.where, twin.steps = self.activations[:], self.where[:], self.steps[:]
        twin.used, twin.disrupted, twin.supply = self.used[:], self.disrupted[:], self.supply[:]
        twin.due, twin.left_by = self.due[:], self.left_by[:]
        twin.stack, twin.zones = self.stack[:], self.zones.copy()
        twin.axis_ways, twin.nets = self.axis_ways, self.nets[:]
        twin.copy_play(self)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.scenario, self.turn, self.laid, self.points, self.broken, self.tanks, tuple(self.actions), tuple(self.cups),
            tuple(self.boxes), tuple(self.played), tuple(self.track), tuple(self.activations), self.withdrawn, self.works,
            self.breaches, tuple(self.where), tuple(self.steps), tuple(self.used), tuple(self.disrupted), tuple(self.supply),
            tuple(self.due), tuple(self.left_by), self.play_key(),
        )  # fmt: skip


def on_map(s: State, unit: int) -> bool:
    return s.where[unit] >= 0


def place(s: State, unit: int, hex: int) -> None:
    s.where[unit] = hex
    s.stack[hex] = tuple(sorted([*s.stack[hex], unit])) if s.stack[hex] else (unit,)
    if not s.disrupted[unit]:
        lay_zone(s, unit)


def lift(s: State, unit: int, to: int = OFF) -> None:
    hex = s.where[unit]
    s.stack[hex] = tuple([u for u in s.stack[hex] if u != unit])
    if not s.disrupted[unit]:
        take_zone(s, unit)
    s.where[unit] = to


def lay_zone(s: State, unit: int) -> None:
    """9.0: a unit's zone lies on the six hexes around it."""
    s.zones.lay(s.edition.side[unit], s.edition.zone_of[s.where[unit]])


def take_zone(s: State, unit: int) -> None:
    s.zones.take(s.edition.side[unit], s.edition.zone_of[s.where[unit]])


def shift(s: State, unit: int, hex: int) -> None:
    lift(s, unit)
    place(s, unit, hex)


def disrupt(s: State, unit: int) -> None:
    """12.0: a Disrupted unit has no zone; a second disruption does nothing."""
    if not s.disrupted[unit]:
        if on_map(s, unit):
            take_zone(s, unit)
        s.disrupted[unit] = 1
        s.tell("disrupted", unit)


def rally(s: State, unit: int) -> None:
    if s.disrupted[unit]:
        s.disrupted[unit] = 0
        if on_map(s, unit):
            lay_zone(s, unit)


def lose_step(s: State, unit: int) -> None:
    """11.0: the next lower counter, same side up; with no step left the unit is eliminated."""
    if s.steps[unit] > 1:
        s.steps[unit] -= 1
        s.tell("reduced", unit, s.steps[unit])
    else:
        eliminate(s, unit)


def eliminate(s: State, unit: int) -> None:
    take_off(s, unit, DEAD)
    s.steps[unit] = 0
    s.tell("eliminated", unit)


def leave_map(s: State, unit: int, edge: int) -> None:
    """8.3, 11.1: two turns ahead on the track, without markers."""
    take_off(s, unit, OFF)
    s.due[unit] = s.turn + 2
    s.left_by[unit] = edge
    s.tell("left", unit, edge)


def take_off(s: State, unit: int, to: int) -> None:
    if on_map(s, unit):
        lift(s, unit, to)
    s.where[unit] = to
    s.used[unit] = s.disrupted[unit] = 0
    s.supply[unit] = SUPPLIED
    stop_work(s, unit)


def stop_work(s: State, unit: int) -> None:
    """14.1-e2: the attempt ends and the marker is free again."""
    if any(worker == unit for worker, _ in s.works):
        s.works = tuple([work for work in s.works if work[0] != unit])
        s.tell("work_ended", unit)


def is_working(s: State, unit: int) -> bool:
    return any(worker == unit for worker, _ in s.works)


def holds(s: State, hex: int, side: int) -> bool:
    """Whether units of the side stand there: two sides never share a hex."""
    there = s.stack[hex]
    return bool(there) and s.edition.side[there[0]] == side


def in_enemy_zone(s: State, hex: int, side: int) -> bool:
    """9.0: whether an enemy of the side has a zone of control there."""
    return s.zones.units[other(side)][hex] > 0


def crowded(s: State, units: Sequence[int]) -> bool:
    """10.0: whether these are too many for one hex."""
    return len(units) > STACK or (len(units) > 1 and any(s.edition.fills_hex[u] for u in units))


def renew_mines(s: State) -> None:
    """14.0, 14.1: what is mined now, less what is breached."""
    e = s.edition
    breached = [side for _, first, second in s.breaches for side in (first, second)]
    s.mines = e.mined_sides[s.laid].difference(breached)
    s.axis_ways = e.mined_ways[s.laid]
    if breached:
        ways = list(s.axis_ways)
        for a in {hex for side in breached if side >= 0 for hex in e.hexes.beside(side)}:
            ways[a] = tuple([b for b in e.open[a] if e.sides[a][e.way[a][b]] not in s.mines])
        s.axis_ways = tuple(ways)


def renew_caches(s: State) -> None:
    e = s.edition
    s.stack = [()] * e.size
    s.zones = Zones(e.size)
    renew_mines(s)
    for unit in range(e.units):
        if s.where[unit] >= 0:
            place(s, unit, s.where[unit])


def steps_lost(s: State, side: int) -> int:
    """16.0: what was replaced is not lost; what was withdrawn or is away keeps the steps it left with."""
    e = s.edition
    return sum([e.full[u] - s.steps[u] for u in e.of_side[side]])
