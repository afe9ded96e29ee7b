"""What a click on a counter can mean: units of a box go as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.face.handling import Named
from sandtable.kernel.play import Option, Refusal, decider
from sandtable.titles.blitzkrieg.face.reach import in_reach
from sandtable.titles.blitzkrieg.frames import March
from sandtable.titles.blitzkrieg.movement import NOT_ADJACENT, TOO_FAR, go_refused
from sandtable.titles.blitzkrieg.questions import how_far
from sandtable.titles.blitzkrieg.state import State

BARRED: Final = Refusal("8.4.3-a", "enemies stand on every way there, and whoever meets them stops")


def stands(s: State, o: Option) -> Sequence[Named]:
    """The HQ, for what it is chosen for."""
    hq = s.hq[decider(s)]
    return [("unit", hq)] if o[0] == "bonus" and hq >= 0 else ()


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """As one. Who is still on his way halts where he is."""
    f = s.frames[-1] if s.frames else None
    halts = [("halt", 0, 0)] if isinstance(f, March) and f.spent else []
    return [*halts, ("move", units[0], 0), *[("with", u, 0) for u in units[1:]]] if units else ()


def bars(s: State, o: Option) -> Optional[Refusal]:
    """What keeps a march from a box that is not next to it."""
    e, f = s.edition, s.frames[-1] if s.frames else None
    if not isinstance(f, March) or o[0] != "go" or o[1] >= e.boxes or f.here >= e.boxes:
        return None
    near = [go_refused(s, here, o[1]) for here, _, _ in in_reach(s, f)]
    other = next((refusal for refusal in near if refusal not in (None, NOT_ADJACENT, TOO_FAR)), None)
    if other is not None:
        return other
    far, plain, swift = e.distance[f.here][o[1]], f.plain - f.spent, f.swift - f.spent
    if TOO_FAR not in near and far <= plain:
        return BARRED
    able = how_far(plain, swift if f.major else 0, f.spent > 0)
    return Refusal("8.2-a", f"it is {far} boxes away by road, and this march can go {able}")
