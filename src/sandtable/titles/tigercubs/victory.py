"""16 Winning the game: objectives held at the end, losses inflicted, the level."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from typing import Optional

from sandtable.kernel.play import is_over
from sandtable.kernel.rules import Outcome
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.kernel.tally import Exact, Tally
from sandtable.maps.graph import fill
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.lines import closed, is_joined
from sandtable.titles.tigercubs.records import Level
from sandtable.titles.tigercubs.scales import VP
from sandtable.titles.tigercubs.state import State, remembered


def total(s: State, side: int) -> Tally:
    """16.A.2.a-b What a side would have if the game ended now."""
    value = Tally(f"{('Allied', 'Axis')[side]} victory points")
    for hex, points in s.edition.objectives[s.agreed.scenario]:
        if s.owner[hex] == side:
            value.add(Fraction(points, VP), "16.A.2.a", s.edition.hex_rows[hex].name)
    if side == ALLIED and is_relieved(s):
        value.add(s.edition.figure["relief"], "16.A.2.a", "Tobruk relieved")
    value.add(Fraction(s.score[side], VP), "16.A.1", "losses of the enemy")
    return value


def totals(s: State) -> tuple[Tally, Tally]:
    return total(s, ALLIED), total(s, AXIS)


def is_relieved(s: State) -> bool:
    """The Allies own Tobruk and a line of supply joins it with the terminal at Mersa Matruh."""
    e = s.edition
    fortress = tobruk(e)
    if fortress == NONE or s.owner[fortress] != ALLIED or not e.in_play[s.agreed.scenario][fortress]:
        return False
    return is_joined(s, ALLIED, fortress) and fortress in joined_to_matruh(s)


@remembered
def joined_to_matruh(s: State) -> frozenset[int]:
    e, barred = s.edition, closed(s, ALLIED)
    matruh = [p for u in e.terminals[ALLIED] if 0 <= (p := s.where[u]) < e.sheet]
    return frozenset(fill(matruh, e.near, barred))


@cache
def tobruk(e: Edition) -> int:
    return next((h for h, row in enumerate(e.hex_rows) if row.fort == "improved"), NONE)


def difference(s: State) -> Exact:
    """16.A.2.c Axis less Allied."""
    return total(s, AXIS).exact - total(s, ALLIED).exact


def level(s: State) -> Level:
    """16.A.2.d The first line whose value is not above the difference."""
    id, ahead = s.edition.scenarios[s.agreed.scenario], difference(s)
    return next(row for row in s.edition.level_rows if row.scenario == id and row.low <= ahead)


def outcome(s: State) -> Optional[Outcome]:
    if not is_over(s):
        return None
    row, allied, axis = level(s), total(s, ALLIED), total(s, AXIS)
    return Outcome(
        winner=SIDES.index(row.winner) if row.winner else -1,
        level=row.level,
        rule="16.A.2.d",
        score=(math.floor(allied.exact), math.floor(axis.exact)),
        text=f"{allied}; {axis}",
    )
