"""8.A, 8.B.5, 8.F.1.b Range: how far it is, and in which band an air unit flies."""

from __future__ import annotations

from functools import cache
from typing import Final

from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import State

SHORT, NORMAL, EXTENDED, LONG, TRANSFER = 0, 1, 2, 3, 4  # rows of bands.csv
FAR: Final = 9_999


@cache
def distances(e: Edition, base: int) -> tuple[int, ...]:
    """From a place to every other, as aircraft fly."""
    return tuple([e.distance(base, place) for place in range(e.places)])


@cache
def reaches(e: Edition, air: int) -> tuple[int, ...]:
    """Whole hexes that it can fly in each band, in the order of the bands (8.B.5, 8.C)."""
    return tuple([int(row.range * e.air_rows[air].range) for row in e.band_rows])


def distance(s: State, air: int, place: int) -> int:
    """8.B.3.a.ii From its own base."""
    return distances(s.e, s.base[air])[place] if s.base[air] >= 0 else FAR


def band(s: State, air: int, place: int) -> int:
    """8.B.5 The band of the flight, extended before long; NONE: out of range of every mission but a transfer."""
    hexes, limits = distance(s, air, place), reaches(s.e, air)
    for row in (SHORT, NORMAL, EXTENDED, LONG):
        if hexes <= limits[row]:
            return row
    return NONE


def can_return(s: State, air: int, base: int) -> bool:
    """8.A Home from where it is: as far as its range, or as far as the band in which it came out."""
    out = max(NORMAL, band(s, air, s.aloft[air]))
    return distances(s.e, base)[s.aloft[air]] <= reaches(s.e, air)[out]
