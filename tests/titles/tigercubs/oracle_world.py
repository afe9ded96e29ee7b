"""A second opinion on Tiger Cubs: the map, the counters and a position, all by name, and zones of influence (7.B).

Plain, slow, and written from the rule book alone. It reads the tables of the title by itself; nothing of the rules' code is used.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import sandtable.titles

DATA = Path(sandtable.titles.__file__).parent / "tigercubs" / "data"
Row = dict[str, str]
HALF = Fraction(1, 2)


def table(name: str) -> list[Row]:
    with open(DATA / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def by_id(name: str) -> dict[str, Row]:
    return {row["id"]: row for row in table(name)}


@cache
def number(text: str) -> Fraction:
    return Fraction(text or 0)


HEXES, BOXES, UNITS, AIRS = by_id("hexes"), by_id("boxes"), by_id("units"), by_id("air_units")
TERRAIN, CITIES, SIDES, WORKS, FORTS = by_id("terrain"), by_id("cities"), by_id("sides"), by_id("works"), by_id("forts")
TYPES, ARMS, NATIONS, STATES, SCENARIOS = by_id("types"), by_id("arms"), by_id("nations"), by_id("supply"), by_id("scenarios")
SP = {row["id"]: number(row["sp"]) for row in table("sizes")}
MODIFIERS = {(row["chart"], row["id"]): int(row["value"]) for row in table("modifiers")}


def pair(a: str, b: str) -> frozenset[str]:
    return frozenset((a, b))


BOUNDARY = {pair(row["a"], row["b"]): row["kind"] for row in table("hexsides")}
LINES: dict[str, set[frozenset[str]]] = {"road": set(), "track": set(), "rail": set()}
for row in table("lines"):
    path = row["hexes"].split()
    LINES[row["kind"]] |= {pair(a, b) for a, b in pairwise(path)}
EXITS: dict[frozenset[str], int] = {}
for row in table("exits"):
    EXITS[pair(row["box"], row["hex"])] = int(row["cost"])
    LINES[row["line"]].add(pair(row["box"], row["hex"]))


def spot(place: str) -> tuple[int, int]:
    """Column and row; boxes lie off the sheet (8.A)."""
    if place in BOXES:
        return int(BOXES[place]["column"]), int(BOXES[place]["row"])
    return int(place[:2]), int(place[2:])


def around(place: str) -> list[str]:
    """The hexes next to a hex, clockwise from the north: even columns lie half a hex lower."""
    if place in BOXES:
        return []
    column, row = spot(place)
    up = row - 1 if column % 2 else row
    ring = [(column, row - 1), (column + 1, up), (column + 1, up + 1), (column, row + 1), (column - 1, up + 1), (column - 1, up)]
    return [f"{c:02}{r:02}" for c, r in ring if f"{c:02}{r:02}" in HEXES]


AROUND = {place: around(place) for place in (*HEXES, *BOXES)}


def distance(a: str, b: str) -> int:
    """In hexes, as aircraft fly."""
    (c, r), (d, q) = spot(a), spot(b)
    r -= (c + 1) // 2  # rows that slant with the columns
    q -= (d + 1) // 2
    return max(abs(c - d), abs(r - q), abs((c + r) - (d + q)))


def passable(place: str) -> bool:
    return place in BOXES or TERRAIN[HEXES[place]["terrain"]]["going"] != "prohibited"


def in_play(scenario: str, place: str) -> bool:
    """S1-b."""
    row = SCENARIOS[scenario]
    if place in BOXES:
        return row["boxes"] == "yes"
    return int(row["west"]) <= int(place[:2]) <= int(row["east"])


@cache
def near(scenario: str, place: str) -> list[str]:
    """Where a step on the ground leads."""
    beyond = [there for exit in EXITS if place in exit for there in exit if there != place]
    return [there for there in AROUND[place] + beyond if passable(there) and in_play(scenario, there)]


def enemy(side: str) -> str:
    return "axis" if side == "allied" else "allied"


class Counter:
    """A ground counter on the map."""

    def __init__(self, id: str, at: str) -> None:
        row = UNITS[id]
        self.id, self.at, self.row = id, at, row
        self.side, self.nation, self.type = row["side"], row["nation"], row["type"]
        self.contingent = NATIONS[self.nation]["contingent"]
        self.reduced = False
        self.out = 0  # findings out of supply in a row
        self.cut = False
        self.colour = ""
        self.paid: set[str] = set()
        self.offensive = False
        self.post = "mobile"
        self.mode = ""
        self.fired = False  # at aircraft, in this combat phase
        self.began = at  # where it stood when the player turn began

    @property
    def is_combat(self) -> bool:
        """HQs, QMs and terminals are none (7.C.1.c)."""
        return self.type not in ("army_hq", "corps_hq", "quartermaster", "supply_terminal")

    @property
    def is_support(self) -> bool:
        return TYPES[self.type]["support"] == "yes"

    @property
    def is_artillery(self) -> bool:
        return TYPES[self.type]["artillery"] == "yes"

    @property
    def is_line(self) -> bool:
        """A combat unit that is no support unit: it has a zone, takes hexes, and keeps a way open."""
        return self.is_combat and not self.is_support

    @property
    def sp(self) -> Fraction:
        return SP[self.row["size"]] * (HALF if self.reduced else 1)

    @property
    def state(self) -> str:
        """13.G.3 Without a word on Offensive Supply."""
        if not self.out:
            return "general"
        return f"U{min(self.out, 3)}" if self.cut else f"E{min(self.out, 2)}"

    def rating(self, what: str, scale: str) -> Fraction:
        column = ("reduced_" if self.reduced else "") + what
        return number(self.row[column if scale == "half-month" else f"five_{column}"])


class Flyer:
    """An air unit that is alive and here."""

    def __init__(self, id: str, base: str, steps: int) -> None:
        row = AIRS[id]
        self.id, self.base, self.steps, self.row = id, base, steps, row
        self.side, self.nation, self.type = row["side"], row["nation"], row["type"]
        self.codes = row["codes"].split()
        self.aloft = ""
        self.homeward = False
        self.out = 0
        self.cut = False
        self.colour = ""
        self.paid = False

    @property
    def is_fighter(self) -> bool:
        return self.type in ("F", "HF")

    @property
    def is_wing(self) -> bool:
        return self.steps == 2

    @property
    def state(self) -> str:
        if not self.out:
            return "general"
        return f"U{min(self.out, 3)}" if self.cut else f"E{min(self.out, 2)}"


class World:
    """A position, by name."""

    def __init__(self, scenario: str, scale: str, turn: str, phasing: str) -> None:
        self.scenario, self.scale, self.turn, self.phasing = scenario, scale, turn, phasing
        self.agreed: dict[str, int] = {}
        self.units: dict[str, Counter] = {}
        self.airs: dict[str, Flyer] = {}
        self.owner: dict[str, str] = {}
        self.works: dict[str, int] = {}
        self.reduced_forts: set[str] = set()
        self.airfields: dict[str, int] = {}
        self.airstrips: set[str] = set()
        self.base_hits: dict[str, int] = {}
        self.port_hits: dict[str, int] = {}
        self.rail_breaks: set[str] = set()
        self.bridges_down: set[frozenset[str]] = set()
        self.gsp: dict[str, Fraction] = {}
        self.zones: list[tuple[str, str, int]] = []  # interdiction: side, centre, level
        self.fed: dict[str, list[str]] = {}  # what a Corps HQ feeds, where its owner had to choose
        self.support: dict[str, int] = {}  # squadrons that have delivered CAS over the hex of the combat, by side
        self.known: dict[tuple[str, str], int] = {}  # zones that were asked for: nothing changes while a position is looked at
        self.stacks: dict[str, list[Counter]] = {}

    def at(self, place: str) -> list[Counter]:
        if not self.stacks:
            for unit in self.units.values():
                self.stacks.setdefault(unit.at, []).append(unit)
        return self.stacks.get(place, [])

    def of(self, side: str) -> list[Counter]:
        return [u for u in self.units.values() if u.side == side]

    def in_play(self, place: str) -> bool:
        return in_play(self.scenario, place)

    def near(self, place: str) -> list[str]:
        return near(self.scenario, place)

    def holds(self, place: str, side: str) -> bool:
        """A combat unit of the side bars the way."""
        return any(u.side == side and u.is_combat for u in self.at(place))

    def line_sp(self, place: str, side: str) -> Fraction:
        """Of units that are no support."""
        return sum([u.sp for u in self.at(place) if u.side == side and u.is_line], Fraction(0))

    # 7.B

    def exerted(self, place: str, side: str) -> int:
        """The zone of a force: 0 none, 1 Reduced, 2 Full. Units short of supply make it weaker, not those beside them."""
        if place in BOXES or not self.at(place):
            return 0
        mountain = HEXES[place]["terrain"] == "mountain"
        best = 0
        for lost in (0, 1):
            units = [u for u in self.at(place) if u.side == side and u.is_line and int(STATES[u.state]["zone"]) <= lost]
            weight = sum([u.sp for u in units], Fraction(0))
            level = 2 if weight >= (8 if mountain else 4) else 1 if weight >= (2 if mountain else 1) else 0
            best = max(best, level - lost)
        return best

    def reaching(self, place: str, side: str) -> int:
        """7.B.1.a.iv: all zones of a side into a hex; two Reduced ones make a Full one."""
        found = 0
        for there in AROUND[place]:
            level = self.exerted(there, side)
            if BOUNDARY.get(pair(place, there)) == "major_river":
                level = max(level - 1, 0)
            found += level
        return min(found, 2) if passable(place) else 0

    def felt(self, place: str, side: str) -> int:
        """7.B.1.a.v: the zone of the enemy that the side feels there."""
        key = (place, side)
        if key not in self.known:
            ours, theirs = self.reaching(place, side), self.reaching(place, enemy(side))
            self.known[key] = min(theirs, 1) if ours == theirs else theirs if theirs > ours else 0
        return self.known[key]
