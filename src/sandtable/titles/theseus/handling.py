"""What a click on a counter can mean: the formation that it leads or belongs to, the stack that goes as one, the usual attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Optional

from sandtable.face.handling import Choose, Named
from sandtable.face.view import Given
from sandtable.kernel.play import Option, pending
from sandtable.titles.theseus.forecast import chooser
from sandtable.titles.theseus.state import State, hq_of, units_of


def stands(s: State, o: Option) -> Sequence[Named]:
    """The HQ of a formation and its units; of a formation that something is put on, the HQ alone."""
    act = pending(s).act(o[0])
    if act is None or "formation" not in act.takes:
        return ()
    formation = o[1] if act.takes[0] == "formation" else o[2]
    here = [u for u in (hq_of(s, formation), *(units_of(s, formation) if o[0] == "activate" else ())) if s.where[u] >= 0]
    return [("unit", u) for u in here]


def set_out(s: State, units: Sequence[int]) -> Sequence[Option]:
    """The first moves, those of its hex go along."""
    return [("move", units[0], 0), *[("with", u, 0) for u in units[1:]], ("go", 0, 0)] if units else ()


def usual(s: State, o: Option, given: Given) -> Optional[Choose]:
    return chooser(given) if o[0] == "attack" else None
