"""A second opinion on supply (7.0), stacking (8.1) and box points (12.1): plain, slow, and written from the rule book alone.

It reads the tables of the title by itself and keeps everything by name. Nothing of the rules' code is used.
"""

from __future__ import annotations

import csv
from itertools import combinations
from pathlib import Path
from typing import Any

import sandtable.titles

DATA = Path(sandtable.titles.__file__).parent / "blitzkrieg" / "data"


def table(name: str) -> list[dict[str, str]]:
    with open(DATA / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BOXES = {row["id"]: row for row in table("boxes")}
UNITS = {row["id"]: row for row in table("units")}
ORDER = list(UNITS)
ROADS: dict[str, dict[str, str]] = {box: {} for box in BOXES}  # box -> neighbour -> class
LINES: dict[str, set[str]] = {box: set() for box in BOXES}  # box -> neighbours from which a terrain line is crossed into it
for row in table("roads"):
    ROADS[row["a"]][row["b"]] = row["kind"]
    ROADS[row["b"]][row["a"]] = row["kind"]
    if row["line_a"]:
        LINES[row["a"]].add(row["b"])
    if row["line_b"]:
        LINES[row["b"]].add(row["a"])
WORTH = {(row["nation"], row["type"]): int(row["points"]) for row in table("points")}
DEPOTS = ["Aghelia", "Tobruk", "El Alamein"]
CUT_OFF_PORTS = ["Benghasi", "Bardia"]
ENTRIES = {"axis": ["Aghelia"], "allied": ["El Alamein", "Ruweisat Ridge", "Qaret El Himemat"]}
HOLDING = "Holding"
VICTORY = {"Aghelia": (1, 3), "Benghasi": (0, 1), "Tobruk": (2, 2), "Bardia": (0, 1), "El Alamein": (3, 1)}  # Axis, Allied


def enemy(side: str) -> str:
    return "allied" if side == "axis" else "axis"


def kind(unit: str) -> str:
    return UNITS[unit]["type"]


def is_ground(unit: str) -> bool:
    return kind(unit) in ("ARM", "RECON", "INF", "ART")


def is_vehicle(unit: str) -> bool:
    return kind(unit) in ("ARM", "RECON")


def is_motorised(unit: str) -> bool:
    return UNITS[unit]["motorised"] == "yes" or is_vehicle(unit) or kind(unit) == "HQ"


class World:
    """A position, by name."""

    def __init__(self) -> None:
        self.scenario = "campaign"
        self.turn = 1
        self.active = "axis"
        self.limited = False  # it is the Limited Combat Phase
        self.agreed: dict[str, int] = {}
        self.where: dict[str, str] = {}  # a box, Holding, or a place beside the map
        self.marks: dict[str, set[str]] = {}
        self.came: dict[str, str] = {}
        self.stock: dict[tuple[str, str], int] = {}  # supply units by side and place
        self.held: dict[str, str] = {}  # box -> whose combat units were the last there
        self.flag: dict[str, str] = {}  # victory box -> owner
        self.works: dict[str, dict[str, Any]] = {}
        self.trench: dict[str, str] = {}  # side -> box
        self.traffic: dict[frozenset[str], int] = {}
        self.interdicted: set[str] = set()  # by the active side
        self.points = {"axis": 0, "allied": 0}
        self.draws = {"axis": 0, "allied": 0}
        self.hq: dict[str, str] = {}  # side -> unit, none if captured
        self.bonus: dict[str, set[str]] = {"axis": set(), "allied": set()}
        self.hands: dict[str, list[str]] = {"axis": [], "allied": []}
        self.sortied: set[str] = set()
        self.khamsin = False
        self.italians = False
        self.alamein = False
        self.tobruk = 0
        self.bardia = 0
        self.reduced = False
        self.halved: list[str] = []
        self.battles: set[str] = set()  # of this phase
        self.waiting: set[str] = set()  # of them, those that come later
        self.dice: list[int] = []

    def die(self) -> int:
        assert self.dice, "the second opinion wants a die that nobody has rolled"
        return self.dice.pop(0)

    def ground(self, side: str, box: str) -> list[str]:
        return [u for u in ORDER if self.where.get(u) == box and UNITS[u]["side"] == side and is_ground(u)]

    def air(self, side: str, box: str) -> list[str]:
        return [u for u in ORDER if self.where.get(u) == box and UNITS[u]["side"] == side and kind(u) == "AIR"]

    def hq_in(self, side: str, box: str) -> bool:
        return side in self.hq and self.where[self.hq[side]] == box

    def supplies(self, side: str, box: str) -> int:
        return self.stock.get((side, box), 0)


# 7.1


def blocked(w: World, side: str) -> set[str]:
    """7.1.5, 7.3.6: enemy combat units, or an enemy supply unit alone; but not where a battle is still to be resolved."""
    own = {where for u, where in w.where.items() if UNITS[u]["side"] == side and is_ground(u)}
    foes = {where for u, where in w.where.items() if UNITS[u]["side"] != side and is_ground(u)}
    dumps = {box for owner, box in w.stock if owner != side}
    return (foes | dumps) - own


def legs(closed: set[str], start: str) -> set[str]:
    """7.1.2, 7.1.4: boxes that one leg from a box reaches: two boxes, or three if all on the major road."""
    found = {start}
    for major in (False, True):
        reach = {start}
        for _ in range(3 if major else 2):
            reach |= {
                there
                for here in reach
                for there, road in ROADS[here].items()
                if there not in closed and (road == "major" or not major)
            }
        found |= reach
    return found


def depots(w: World, side: str) -> set[str]:
    """7.1.2: those of the side that has or last had combat units in them."""
    return {box for box in DEPOTS if w.held.get(box) == side} - blocked(w, side)


def chain(w: World, side: str) -> set[str]:
    """7.1.3: boxes with supply units that trace to a depot, one over the other."""
    linked: set[str] = set()
    closed = blocked(w, side)
    while True:
        reached: set[str] = set()
        for box in linked | depots(w, side):
            reached |= legs(closed, box)
        more = {box for box in BOXES if w.supplies(side, box) and box in reached}
        if more <= linked:
            return linked
        linked |= more


def supplied_boxes(w: World, side: str) -> set[str]:
    closed = blocked(w, side)
    found: set[str] = set()
    for box in chain(w, side) | depots(w, side):
        found |= legs(closed, box)
    for box in CUT_OFF_PORTS:  # 7.4.6
        if w.supplies(side, box):
            found.add(box)
    strong = w.works.get("Bir Hachiem", {})
    if side == "allied" and strong.get("strong") and w.where.get("Free Fr. Inf") == "Bir Hachiem":  # 14.1.2
        found.add("Bir Hachiem")
    return found


def out_of_supply(w: World) -> set[str]:
    """7.1.1: ground units and HQs on the map that would be marked; LRDF never are (7.4.8)."""
    found: set[str] = set()
    for side in ("axis", "allied"):
        good = supplied_boxes(w, side)
        for unit, where in w.where.items():
            counts = UNITS[unit]["side"] == side and kind(unit) != "AIR" and where in BOXES
            if counts and where not in good and "lrdf" not in w.marks[unit]:
                found.add(unit)
    return found


def check_supply(w: World) -> None:
    out = out_of_supply(w)
    for unit in w.where:
        w.marks[unit].discard("oos")
        if unit in out:
            w.marks[unit].add("oos")


def payers(w: World, side: str, box: str, attackers: list[str]) -> list[str]:
    """7.4.1: places with a supply unit that can pay for a battle."""
    linked, closed = chain(w, side), blocked(w, side)
    found = []
    for there in BOXES:
        cut_off = there in CUT_OFF_PORTS and any([there in (w.came.get(u), w.where[u]) for u in attackers])  # 7.4.6-b
        if w.supplies(side, there) and (there in linked or cut_off) and box in legs(closed, there):
            found.append(there)
    shut_out = all([w.ground(enemy(side), entry) for entry in ENTRIES[side]])  # an empty box can be entered
    if shut_out and box in ENTRIES[side] and w.supplies(side, HOLDING):  # 7.4.1-c
        found.append(HOLDING)
    return found


# 8.1


def division(w: World, unit: str) -> str:
    if unit == "21 Inf" and w.turn >= 5:  # 11.2.6
        return UNITS["5LT/21 Inf"]["division"]
    return UNITS[unit]["division"]


def is_division(w: World, units: tuple[str, ...]) -> bool:
    names = {division(w, u) for u in units}
    if len(names) == 1 and names != {""}:
        return True
    if w.turn < 17 or w.scenario == "oconnor" or any([UNITS[u]["nation"] != "British" for u in units]):  # 8.1.5
        return False
    kinds = [kind(u) for u in units]
    tanks = {division(w, u) or u for u in units if kind(u) == "ARM"}
    return len(tanks) <= 1 and all([kinds.count(one) <= 1 for one in ("RECON", "INF", "ART")])


def fits(w: World, units: list[str]) -> bool:
    """8.1.1: five of any kind, or a division and two, or two divisions and one."""
    if len(units) <= 5:
        return True
    for single in combinations(units, 2):
        if is_division(w, tuple([u for u in units if u not in single])):
            return True
    for other in [(), *combinations(units, 1)]:
        rest = [u for u in units if u not in other]
        for size in range(1, len(rest)):
            for one in combinations(rest, size):
                if is_division(w, one) and is_division(w, tuple([u for u in rest if u not in one])):
                    return True
        if is_division(w, tuple(rest)):
            return True
    return False


# 12.1


def box_points(w: World, side: str) -> int:
    return sum([worth[0 if side == "axis" else 1] for box, worth in VICTORY.items() if w.flag.get(box) == side])


def distance(a: str, b: str) -> int:
    found, ring, steps = {a}, {a}, 0
    while b not in found:
        ring = {there for here in ring for there in ROADS[here]} - found
        found |= ring
        steps += 1
    return steps
