"""What a click on a counter can mean: units of a box go as one."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.face.handling import Named
from sandtable.kernel.play import Option, decider
from sandtable.titles.blitzkrieg.state import State


def stands(s: State, o: Option) -> Sequence[Named]:
    """The HQ, for what it is chosen for."""
    hq = s.hq[decider(s)]
    return [("unit", hq)] if o[0] == "bonus" and hq >= 0 else ()


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    return [("move", units[0], 0), *[("with", u, 0) for u in units[1:]]] if units else ()
