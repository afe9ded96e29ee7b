"""A second opinion on movement (7.C, 7.F): what a step costs and how many points a unit has."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from tests.titles.tigercubs.oracle_supply import is_lined
from tests.titles.tigercubs.oracle_world import (
    AROUND,
    BOUNDARY,
    EXITS,
    HALF,
    HEXES,
    LINES,
    SIDES,
    TERRAIN,
    Counter,
    World,
    number,
    pair,
)

CLASSES = {"mot": "mot", "semi": "mot", "cav": "cav", "other": "other", "static": "other", "none": "other"}
SLOWED = {0: Fraction(0), 1: Fraction(1), 2: Fraction(3, 2), 3: Fraction(2)}  # 8.E.1.b.ii
QUARTER = Fraction(1, 4)


def ground_cost(w: World, unit: Counter, here: str, there: str) -> Fraction:
    if pair(here, there) in EXITS:
        return Fraction(EXITS[pair(here, there)])
    kind = CLASSES[unit.row["mobility"]]
    if is_lined(w, "road", here, there):
        return number(TERRAIN["clear"][f"mp_{kind}"])
    terrain = HEXES[there]["terrain"]
    cost = number(TERRAIN[terrain][f"mp_{kind}"]) + number(SIDES[BOUNDARY.get(pair(here, there), "open")][f"mp_{kind}"])
    if pair(here, there) in LINES["track"] - w.bridges_down and terrain != "salt_marsh":
        cost = max(cost - 1, Fraction(1))
    return cost


def zone_cost(w: World, side: str, here: str, there: str) -> int:
    """7.C.1.d: out of a zone, or from one to another; the higher line where they differ."""
    left, entered = [w.felt(place, side) if place in HEXES else 0 for place in (here, there)]
    if not left:
        return 0
    full = max(left, entered) == 2
    return (4 if full else 2) if entered else (2 if full else 1)


def interdiction_cost(w: World, side: str, there: str) -> Fraction:
    levels = [level for by, centre, level in w.zones if by != side and there in (centre, *AROUND[centre])]
    return SLOWED[min(sum(levels), 3)]


def step_cost(w: World, unit: Counter, here: str, there: str) -> Fraction:
    return ground_cost(w, unit, here, there) + zone_cost(w, unit.side, here, there) + interdiction_cost(w, unit.side, there)


def rating(w: World, unit: Counter) -> Fraction:
    return number(unit.row["movement" if w.scale == "half-month" else "five_movement"])


def movement(w: World, unit: Counter) -> Fraction | None:
    """In the movement phase; 0: one hex (7.C.1.a); none: it stays."""
    if unit.state == "U3" or not rating(w, unit):
        return None
    shares = {"E1": HALF, "E2": HALF, "U1": HALF, "U2": Fraction(0)}
    return rating(w, unit) * shares.get(unit.state, Fraction(1))


def reaction(w: World, unit: Counter) -> int | None:
    """6.3.d: half, rounded down."""
    return floor(rating(w, unit) / 2) if unit.state == "general" else None


def pursuit(w: World, unit: Counter, armed: bool, overran: bool, mobile: bool) -> int | None:
    """6.3.e, 7.E.1.b-b: a share of the printed rating, rounded down; 0: one hex; none: it stays."""
    if unit.state in ("E2", "U1", "U2", "U3") or not rating(w, unit):
        return None
    if unit.state == "E1":
        if not mobile:
            return 0
        share = QUARTER
    elif armed:
        share = Fraction(1) if mobile else HALF
    else:
        share = HALF if mobile else QUARTER
    return floor(rating(w, unit) * share * (HALF if overran else 1))
