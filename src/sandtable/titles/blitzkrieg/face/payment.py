"""7.4.1 Which supply unit pays for a battle: what each choice would break, and the one that breaks least."""

from __future__ import annotations

from sandtable.face.story import counted
from sandtable.face.view import Proposal
from sandtable.kernel.play import Option, options, pending, write
from sandtable.titles.blitzkrieg.state import LRDF, OOS, State, remove_supply, stock_at
from sandtable.titles.blitzkrieg.supply import supplied_boxes


def cut_off_without(s: State, side: int, box: int) -> list[int]:
    """7.4.2: who would be out of supply when a supply unit of that box is spent."""
    e = s.edition
    if box >= e.boxes:
        return []
    trial = s.clone()
    remove_supply(trial, side, box)
    lost = supplied_boxes(s, side) & ~supplied_boxes(trial, side)
    return [u for u in e.troops[side] if 0 <= s.where[u] < e.boxes and lost >> s.where[u] & 1 and not s.flags[u] & (OOS | LRDF)]


def breaks(s: State, side: int, box: int) -> str:
    cut = cut_off_without(s, side, box)
    return f"{counted(len(cut), 'unit')} would be out of supply without it" if cut else "nobody would be out of supply without it"


def payment(s: State, side: int) -> tuple[Proposal, ...]:
    """Of several the one that breaks least, and of those alike one of the larger stock."""
    found = [o for o in options(s) if o[0] == "supply"] if pending(s).act("supply") is not None else []
    if len(found) < 2:
        return ()

    def worth(o: Option) -> tuple[int, int]:
        return len(cut_off_without(s, side, o[1])), -stock_at(s, side, o[1])

    best = min(found, key=worth)
    return (Proposal(f"Pay from {s.names.called('box', best[1])}", (write(s, best),), breaks(s, side, best[1])),)
