"""A second opinion on movement (8.2 to 8.8, 10.0): where a group may end its move, whom it may outflank, where ships and trains go.

Plain, slow, and written from the rule book alone, like the one on supply, whose tables and position it uses.
"""

from __future__ import annotations

from tests.titles.blitzkrieg.oracle_supply import (
    DEPOTS,
    ENTRIES,
    HOLDING,
    ROADS,
    UNITS,
    World,
    division,
    enemy,
    fits,
    is_ground,
    is_motorised,
    kind,
)

CAPACITY = {"Tobruk": (3, 4), "Benghasi": (2, 2), "Bardia": (0, 2)}  # Axis, Allied
RAILWAY = [HOLDING, "El Alamein", "Fuka", "Mersa Matruh", "Charing Cross"]
TWICE = 2  # an outflanked box


def leads_italians(w: World) -> bool:
    return w.italians or (w.turn >= 10 and w.scenario != "oconnor")


def boxes_of(w: World, unit: str, motorized: bool) -> tuple[int, int]:
    """8.2, 7.4.5, 11.3.4, 15.1: how far a unit goes, and how far on major roads alone."""
    side = UNITS[unit]["side"]
    boxes = (3, 5)
    if "oos" in w.marks[unit]:
        boxes = (1, 2) if motorized or not is_motorised(unit) else (2, 3)
    more = int(w.scenario == "oconnor" and side == "allied" and w.turn == 1)
    hq = w.hq.get(side, "")
    if hq and "Movement" in w.bonus[side] and w.where[hq] == w.where[unit]:
        italian = UNITS[unit]["nation"] == "Italian" and hq != "Italian HQ"
        more += int(unit == hq or not italian or (hq == "Rommel HQ" and leads_italians(w)))
    return boxes[0] + more, boxes[1] + more


class Group:
    """Units of one box that move together."""

    def __init__(self, w: World, units: list[str], motorized: bool) -> None:
        self.w, self.units, self.motorized = w, units, motorized
        self.side = UNITS[units[0]]["side"]
        self.foe = enemy(self.side)
        self.start = w.where[units[0]]
        self.troops = [u for u in units if is_ground(u)]
        self.plain = min([boxes_of(w, u, motorized)[0] for u in units])
        self.major = min([boxes_of(w, u, motorized)[1] for u in units])

    def ways(self, here: str) -> dict[str, str]:
        """6.2, 8.4, 10.5: the next places, and the class of the road."""
        if here == HOLDING:
            gates = [box for box in ENTRIES[self.side] if not self.motorized or (box in DEPOTS and self.w.held[box] == self.side)]
            return {box: "major" if box in DEPOTS else "secondary" for box in gates}
        found = dict(ROADS[here])
        if here in ENTRIES[self.side] and self.start != HOLDING:
            found[HOLDING] = "major" if here in DEPOTS else "secondary"
        return found

    def far_enough(self, spent: int, major: bool) -> bool:
        return spent <= self.plain or (major and spent <= self.major)

    def used(self, here: str, there: str) -> int:
        """8.4: units that a tertiary road has carried; 0 of all others."""
        tertiary = HOLDING not in (here, there) and ROADS[here][there] == "tertiary"
        return self.w.traffic.get(frozenset((here, there)), 0) if tertiary else 0

    def jammed(self, here: str, there: str) -> bool:
        return bool(self.troops) and self.used(here, there) >= 2

    def may_stop(self, here: str, there: str) -> bool:
        """8.1.2, 8.4"""
        tertiary = here != HOLDING and ROADS[here][there] == "tertiary"
        if tertiary and self.troops and self.used(here, there) + len(self.troops) > 2:
            return False
        return not self.troops or fits(self.w, self.w.ground(self.side, there) + self.troops)

    def may_attack(self, here: str, there: str, spent: int, flanked: bool) -> bool:
        """8.4.3, 7.4.5, 8.4.5, 10.3"""
        if not self.troops and not self.w.ground(self.side, there):
            return False
        if any(["oos" in self.w.marks[u] for u in self.troops]):
            return False
        return not self.motorized or (spent == 0 and here != HOLDING and not flanked)

    def ends(self, here: str, spent: int = 0, major: bool = True, flanked: bool = False, passing: bool = False) -> set[str]:
        """Every place where a move can end that goes on from here."""
        found: set[str] = set()
        for there, road in self.ways(here).items():
            on = major and road == "major"
            if not self.far_enough(spent + 1, on) or self.jammed(here, there):
                continue
            if there == HOLDING:
                found |= set() if passing else {HOLDING}
            elif self.w.ground(self.foe, there):
                if self.may_attack(here, there, spent, flanked) and self.may_stop(here, there):
                    found.add(there)
            elif self.troops or not (self.w.supplies(self.foe, there) or self.w.hq_in(self.foe, there)):
                found |= {there} if self.may_stop(here, there) else set()
                if not self.w.supplies(self.foe, there):
                    found |= self.ends(there, spent + 1, on, flanked)
        return found

    def outflanks(self) -> bool:
        """8.7.1, 8.7.5, 8.7.6: whether these are units that may."""
        w, armour = self.w, [u for u in self.troops if kind(u) == "ARM"]
        own = {division(w, u) for u in armour} - {""}
        others = [u for u in self.troops if u not in armour and division(w, u) not in own]
        if not armour or any(["oos" in w.marks[u] for u in self.troops]):
            return False
        if not leads_italians(w) and any([UNITS[u]["nation"] == "Italian" for u in self.troops]):
            return False
        if not others:
            return True
        british = [u for u in self.troops if UNITS[u]["nation"] == "British"]
        designations = {division(w, u) or u for u in armour if u in british}
        alike = [len([u for u in british if kind(u) == one]) for one in ("INF", "ART", "RECON")]
        return w.turn >= 17 and all([u in british for u in others]) and max(alike) <= len(designations)

    def flanked_from(self, here: str, spent: int = 0, major: bool = True) -> set[str]:
        """8.7: boxes next door that may be outflanked, with a way on beyond them."""
        found: set[str] = set()
        for there, road in self.ways(here).items() if self.outflanks() else ():
            on, after = major and road == "major", spent + TWICE
            if there == HOLDING or not (self.w.ground(self.foe, there) or self.w.supplies(self.foe, there)):
                continue
            if not self.far_enough(after, on) or self.jammed(here, there):
                continue
            if self.ends(there, after, on, True, True) or self.flanked_from(there, after, on) or self.part(there, after, on):
                found.add(there)
        return found

    def part(self, here: str, spent: int, major: bool) -> bool:
        """8.8.5: whether each can stop next door, where the others leave it room."""
        return len(self.units) > 1 and self.spread(list(self.units), [], here, spent, major)

    def spread(self, units: list[str], gone: list[tuple[str, str]], here: str, spent: int, major: bool) -> bool:
        if not units:
            return True
        for there in self.ways(here):
            before = [u for u, place in gone if place == there and is_ground(u)]
            lone = Group(self.w, [units[0], *before], self.motorized)  # as if they stopped there together
            own = Group(self.w, units[:1], self.motorized)
            on = major and self.ways(here)[there] == "major"
            met = self.w.ground(self.foe, there)
            lonely = not own.troops and (self.w.supplies(self.foe, there) or self.w.hq_in(self.foe, there) or met)
            if there == HOLDING or lonely or not own.far_enough(spent + 1, on) or own.jammed(here, there):
                continue
            if (met and not own.may_attack(here, there, spent, True)) or not lone.may_stop(here, there):
                continue
            if self.spread(units[1:], [*gone, (units[0], there)], here, spent, major):
                return True
        return False


# 8.5, 8.6


def trips(w: World, piece: str, here: str, motorized: bool, shipped: dict[str, int]) -> set[str]:
    """Whole moves of a unit, or of a supply unit (`SU`), by ship and train."""
    found = {f"sail {there}" for there in (*CAPACITY, HOLDING) if sails(w, piece, here, there, motorized, shipped)}
    if w.active == "allied" and not motorized and here in RAILWAY:
        found |= {f"rail {there}" for there in RAILWAY if there != here and line_open(w, here, there) and has_room(w, piece, there)}
    return found


def has_room(w: World, piece: str, there: str) -> bool:
    return there == HOLDING or piece == "SU" or not is_ground(piece) or fits(w, [*w.ground(w.active, there), piece])


def enemies(w: World, box: str) -> bool:
    foe = enemy(w.active)
    return bool(w.ground(foe, box) or w.supplies(foe, box)) or w.hq_in(foe, box)


def sails(w: World, piece: str, here: str, there: str, motorized: bool, shipped: dict[str, int]) -> bool:
    ports = [place for place in (here, there) if place in CAPACITY]
    if here == there or len(ports) + [here, there].count(HOLDING) < 2:
        return False
    if motorized and HOLDING in (here, there) and "Tobruk" not in ports:
        return False
    for port in ports:
        left = CAPACITY[port][0 if w.active == "axis" else 1] - shipped.get(port, 0)
        if w.held[port] != w.active or left < 1 or (port == "Benghasi" and (piece == "SU" or kind(piece) != "INF")):
            return False
    return has_room(w, piece, there) and (there == HOLDING or not enemies(w, there))


def line_open(w: World, here: str, there: str) -> bool:
    """8.6.3: every box of the line after the first."""
    a, b = RAILWAY.index(here), RAILWAY.index(there)
    way = RAILWAY[a + 1 : b + 1] if a < b else RAILWAY[b:a]
    return all([box == HOLDING or (w.held[box] == "allied" and not enemies(w, box)) for box in way])
