"""What a click on a counter can mean: its stack, and the units of a hex that go as one."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.face.handling import Named
from sandtable.kernel.play import Option
from sandtable.titles.tigercubs.state import State, units_in


def stands(s: State, o: Option) -> Sequence[Named]:
    """The units of a stack that moves or reacts."""
    return [("unit", u) for u in units_in(s, o[1])] if o[0] in ("march", "counter") else ()


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    return [("move", units[0], 0), *[("join", u, 0) for u in units[1:]]] if units else ()
