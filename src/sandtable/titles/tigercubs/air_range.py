"""8.A, 8.B.5, 8.F.1.b Range: how far it is, and in which band an air unit flies."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import State

SHORT, NORMAL, EXTENDED, LONG, TRANSFER = 0, 1, 2, 3, 4  # rows of bands.csv
FLOWN: Final = (SHORT, NORMAL, EXTENDED, LONG)  # those of missions
FAR: Final = 9_999


@cache
def reaches(e: Edition, air: int) -> tuple[int, ...]:
    """Whole hexes that it can fly in each band, in the order of the bands (8.B.5, 8.C)."""
    return tuple([int(row.range * e.air_rows[air].range) for row in e.band_rows])


def distance(s: State, air: int, place: int) -> int:
    """8.B.3.a.ii From its own base."""
    return distances(s.edition, s.base[air])[place] if s.base[air] >= 0 else FAR


@cache
def bands(e: Edition, air: int) -> tuple[int, ...]:
    """8.B.5 By the hexes it flies: the band, extended before long. Beyond, every mission but a transfer is out of range."""
    limits = reaches(e, air)
    return tuple([next(row for row in FLOWN if hexes <= limits[row]) for hexes in range(max([limits[row] for row in FLOWN]) + 1)])


def band(s: State, air: int, place: int) -> int:
    """8.B.5 The band of the flight; NONE: out of range."""
    hexes, known = distance(s, air, place), bands(s.edition, air)
    return known[hexes] if hexes < len(known) else NONE


@cache
def in_range(e: Edition, air: int, base: int) -> frozenset[int]:
    """8.B.5.c Every place to which it can fly a mission from a base."""
    return within(e, base, len(bands(e, air)) - 1)


@cache
def ferry_range(e: Edition, air: int, base: int) -> frozenset[int]:
    """8.C Every other place to which it can be transferred from a base."""
    return within(e, base, reaches(e, air)[TRANSFER]) - {base}


@cache
def within(e: Edition, base: int, most: int) -> frozenset[int]:
    return frozenset([place for place, hexes in enumerate(distances(e, base)) if hexes <= most])


@cache
def return_range(e: Edition, air: int, base: int, place: int) -> int:
    """8.A How far it gets from a place: as far as its range, or as far as the band in which it came out from its base."""
    limits, known = reaches(e, air), bands(e, air)
    hexes = distances(e, base)[place]
    return limits[max(NORMAL, known[hexes])] if hexes < len(known) else limits[NORMAL]
