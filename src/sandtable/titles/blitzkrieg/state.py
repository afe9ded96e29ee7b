"""Where everything is, and the few primitives that move it."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Outlines
from sandtable.kernel.play import State as BaseState
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import AIR, DEAD, FOR_LOSS, GONE, TRACK, Edition

# What a unit carries: bits
DAMAGED: Final = 1  # 9.1.1: hit once
LASTING: Final = 2  # 8.8.4, 14.1.3: damage of an Outflank or of mines, repaired with the phase
OOS: Final = 4  # 7.1.1: marked Out of Supply
MOVED: Final = 8  # in this movement phase
STIRRED: Final = 16  # in this player-turn
FOUGHT: Final = 32  # in this combat phase
ASIDE: Final = 64  # 9.5.4: withdrew into a battle that is still to be fought
FLANKED: Final = 128  # outflanked a box in this movement phase
USED: Final = 256  # 11.6.1: of air, in this player-turn
LRDF: Final = 512  # 7.4.8
NAMED: Final = 1024  # LRDF since this player-turn
SPURRED: Final = 2048  # Esprit de Corps
MARCHING: Final = 4096  # Forced March

OF_PHASE: Final = MOVED | FLANKED | SPURRED | MARCHING
OF_BATTLE: Final = DAMAGED | LASTING | FOUGHT | ASIDE
OF_TURN: Final = STIRRED | NAMED | USED

# A Fortified Box: bits
OWNED: Final = (1, 2)  # by side
MINED: Final = 4  # 14.1: -2 in the first rounds, minefields
STRONG: Final = 8  # 14.1.2: -2 in every round
UNDER_WAY: Final = 16  # 11.4.6.1: under construction

STACK: Final = 5  # 8.1.1: so many of any kind
NOWHERE: Final = -1
NOBODY: Final = -1

# What was agreed: places in `State.agreed`
(
    ITALIANS,
    GERMAN_RATE,
    BRITISH_RATE,
    HQ_VARIABLE,
    COMMONWEALTH_RATE,
    CARD_AS_SUPPLY,
    SUPPLY_HELP,
    EXTRA_SUPPLY,
    EXTRA_DRAWS,
    SHIFT,
    PORTS,
    SORTIES,
    STRONG_BOXES,
    MINEFIELDS,
) = range(14)


class State(BaseState):
    """Lists are by unit, box, road or side. What is derived stands at the end and is kept by `place` and `lift`."""

    def __init__(self, edition: Edition, outlines: Outlines) -> None:
        super().__init__(outlines, edition.names)
        self.edition: Edition = edition
        self.scenario: int = 0
        self.agreed: tuple[int, ...] = ()
        self.turn: int = 1
        self.active: int = AXIS  # whose player-turn it is
        self.ended: int = 0  # 1: the last turn is over; 2, 3: automatic victory of the Allies, of the Axis
        self.alamein: bool = False  # 12.7: the area has been attacked
        self.italians: bool = False  # 13.1: Rommel leads the Italians early
        self.tobruk: int = 0  # what the fort takes off; 0: none
        self.bardia: int = 0
        self.reduced: bool = False  # 11.4.2: earned in this player-turn
        self.obliged: bool = False  # 14.2.2: the battle that the Allies owe on Turn 14 has been fought
        self.khamsin: int = NOBODY  # who played it
        self.short_of_fuel: int = 0  # sides that suffer in their next Motorized Movement Phase
        self.interdicted: int = 0  # boxes; by the active side
        self.convoy: int = NOWHERE  # the port that takes more in this player-turn
        self.sortied: int = 0  # 13.4-8: sides that have used theirs
        self.drawn: int = 0  # cards
        self.points: list[int] = [0, 0]
        self.draws: list[int] = [0, 0]
        self.deck: list[int] = []  # how many of each card
        self.hands: list[tuple[int, ...]] = [(), ()]
        self.discards: tuple[int, ...] = ()
        self.trench: list[int] = [NOWHERE, NOWHERE]
        self.bonus: list[int] = [0, 0]  # 11.3.1: choices of the HQ, a bit for each
        self.hq: list[int] = [NOBODY, NOBODY]  # the unit that is it; none: captured
        self.tries: list[int] = [0, 0]  # 11.3.7: to get it back
        self.returns: tuple[tuple[int, int], ...] = ()  # 11.6.4: air unit, turn
        self.halved: tuple[int, ...] = ()  # 14.2.1: supply units that have paid for one of two battles
        self.shipped: list[int] = []  # 8.5.1: by box, units that used the port in this player-turn
        self.where: list[int] = []
        self.flags: list[int] = []
        self.came: list[int] = []  # the box by which a unit entered the box it fights in
        self.began: list[int] = []  # where it was when the movement phase began
        self.stock: list[int] = []  # supply units: by side and place
        self.fresh: list[int] = []  # of them, by place, those of the active side that have moved or were captured in this phase
        self.traffic: list[int] = []  # 8.4: by tertiary road
        self.held: list[int] = []  # by box: who had the last combat units there at the end of a phase
        self.flag: list[int] = []  # 12.1, by box: who owns a victory box
        self.works: list[int] = []  # Fortified Boxes
        # derived
        self.stack: list[tuple[int, ...]] = []  # ground combat units, by side and place
        self.occupied: list[int] = [0, 0]  # boxes with ground combat units
        self.dumps: list[int] = [0, 0]  # boxes with supply units
        self.crowded: list[int] = [0, 0]  # boxes with so many ground combat units that one more may be too many

    def clone(self) -> State:
        twin = State(self.edition, self.outlines)
        twin.scenario, twin.agreed, twin.turn, twin.active, twin.ended = (
            self.scenario, self.agreed, self.turn, self.active, self.ended
        )  # fmt: skip
        twin.alamein, twin.italians, twin.tobruk, twin.bardia = self.alamein, self.italians, self.tobruk, self.bardia
        twin.reduced, twin.obliged, twin.khamsin, twin.short_of_fuel = (
            self.reduced, self.obliged, self.khamsin, self.short_of_fuel
        )  # fmt: skip
        twin.interdicted, twin.convoy, twin.sortied, twin.drawn = self.interdicted, self.convoy, self.sortied, self.drawn
        twin.discards, twin.returns, twin.halved = self.discards, self.returns, self.halved
        twin.points, twin.draws, twin.deck, twin.hands = self.points[:], self.draws[:], self.deck[:], self.hands[:]
        twin.trench, twin.bonus, twin.hq, twin.tries = self.trench[:], self.bonus[:], self.hq[:], self.tries[:]
        twin.shipped, twin.where, twin.flags, twin.came = self.shipped[:], self.where[:], self.flags[:], self.came[:]
        twin.began, twin.stock, twin.fresh, twin.traffic = self.began[:], self.stock[:], self.fresh[:], self.traffic[:]
        twin.held, twin.flag, twin.works = self.held[:], self.flag[:], self.works[:]
        twin.stack, twin.occupied, twin.dumps, twin.crowded = self.stack[:], self.occupied[:], self.dumps[:], self.crowded[:]
        twin.copy_play(self)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.scenario, self.agreed, self.turn, self.active, self.ended, self.alamein, self.italians, self.tobruk,
            self.bardia, self.reduced, self.obliged, self.khamsin, self.short_of_fuel, self.interdicted, self.convoy,
            self.sortied, self.drawn, tuple(self.points), tuple(self.draws), tuple(self.deck), tuple(self.hands),
            self.discards, tuple(self.trench), tuple(self.bonus), tuple(self.hq), tuple(self.tries), self.returns,
            self.halved, tuple(self.shipped), tuple(self.where), tuple(self.flags), tuple(self.came), tuple(self.began),
            tuple(self.stock), tuple(self.fresh), tuple(self.traffic), tuple(self.held), tuple(self.flag),
            tuple(self.works), self.play_key(),
        )  # fmt: skip


# Units


def place(s: State, unit: int, where: int) -> None:
    """To a box, or to the owner's Holding Area."""
    e = s.edition
    s.where[unit] = where
    if e.ground[unit] and where >= 0:
        at = e.side[unit] * e.places + where
        s.stack[at] = tuple(sorted([*s.stack[at], unit])) if s.stack[at] else (unit,)
        if where < e.boxes:
            s.occupied[e.side[unit]] |= 1 << where
            if len(s.stack[at]) >= STACK:
                s.crowded[e.side[unit]] |= 1 << where


def lift(s: State, unit: int, to: int = TRACK) -> None:
    e, where = s.edition, s.where[unit]
    if e.ground[unit] and where >= 0:
        at = e.side[unit] * e.places + where
        s.stack[at] = tuple([u for u in s.stack[at] if u != unit])
        if where < e.boxes:
            if not s.stack[at]:
                s.occupied[e.side[unit]] &= ~(1 << where)
            if len(s.stack[at]) < STACK:
                s.crowded[e.side[unit]] &= ~(1 << where)
    s.where[unit] = to


def shift(s: State, unit: int, to: int) -> None:
    lift(s, unit)
    place(s, unit, to)


def take_off(s: State, unit: int, to: int) -> None:
    """Off the map, without markers."""
    lift(s, unit, to)
    s.flags[unit] = 0
    s.came[unit] = s.began[unit] = NOWHERE


def eliminate(s: State, unit: int, rule: str = "12.3") -> None:
    """9.1.1, 12.3: to the Eliminated Box, and points for the other side. Air comes back two turns later (11.6.4)."""
    e = s.edition
    if e.type[unit] == AIR:
        take_off(s, unit, GONE if unit in e.sortie else TRACK)
        if unit not in e.sortie:
            s.returns = (*s.returns, (unit, s.turn + e.figure["air_delay"]))
    else:
        take_off(s, unit, DEAD)
    s.tell("eliminated", unit)
    score(s, other(e.side[unit]), e.points[unit], FOR_LOSS)


def score(s: State, side: int, points: int, why: int) -> None:
    if points:
        s.points[side] += points
        s.tell("points", side, points, why)


def stack_at(s: State, side: int, where: int) -> tuple[int, ...]:
    """Ground combat units of a side in a box or in its Holding Area."""
    return s.stack[side * s.edition.places + where]


def is_marked(s: State, unit: int, mark: int) -> bool:
    return s.flags[unit] & mark != 0


def wipe(s: State, marks: int) -> None:
    """From all units."""
    s.flags = list(map((~marks).__and__, s.flags))


def in_play(s: State, unit: int) -> bool:
    """On the map or in the Holding Area."""
    return s.where[unit] >= 0


def is_due(s: State, unit: int) -> bool:
    """6.1.4: it waits for the turn of its entry; air that was lost has another turn (11.6.4)."""
    return s.where[unit] == TRACK and all(unit != lost for lost, _ in s.returns)


def hq_at(s: State, side: int, box: int) -> bool:
    return s.hq[side] >= 0 and s.where[s.hq[side]] == box


def air_at(s: State, side: int, box: int) -> tuple[int, ...]:
    return tuple([u for u in s.edition.air[side] if s.where[u] == box])


# Supply units


def stock_at(s: State, side: int, where: int) -> int:
    return s.stock[side * s.edition.places + where]


def add_supply(s: State, side: int, where: int, count: int = 1) -> None:
    at = side * s.edition.places + where
    s.stock[at] += count
    if where < s.edition.boxes:
        if s.stock[at]:
            s.dumps[side] |= 1 << where
        else:
            s.dumps[side] &= ~(1 << where)


def remove_supply(s: State, side: int, where: int) -> None:
    """One of those there; the ones that may still move are the last to go."""
    add_supply(s, side, where, -1)
    if side == s.active:
        s.fresh[where] = min(s.fresh[where], stock_at(s, side, where))


# Caches


def renew_caches(s: State) -> None:
    e = s.edition
    s.stack = [()] * (2 * e.places)
    s.occupied, s.dumps, s.crowded = [0, 0], [0, 0], [0, 0]
    for unit in range(e.units):
        if s.where[unit] >= 0:
            place(s, unit, s.where[unit])
    for side in (ALLIED, AXIS):
        for box in range(e.boxes):
            if stock_at(s, side, box):
                s.dumps[side] |= 1 << box


def rebuild(s: State) -> State:
    """A clone with everything derived made anew."""
    twin = s.clone()
    renew_caches(twin)
    return twin
