"""9.5.1, 9.5.7, 9.6, 9.8: what a withdrawal loses for want of room, or leaves behind, told before it is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sandtable.face.story import counted
from sandtable.kernel.play import Refusal, inner
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.frames import Battle, Half, Withdrawal
from sandtable.titles.blitzkrieg.rounds import withdrawal_of
from sandtable.titles.blitzkrieg.stacking import era, fits, largest
from sandtable.titles.blitzkrieg.state import State, stack_at, stock_at
from sandtable.titles.blitzkrieg.withdrawal import places_left, ways_out


def caution_retreat(s: State, f: Withdrawal, to: int) -> list[Refusal]:
    """Of the first box: those without engines stay in it."""
    lost, rule = losses(s, f, to)
    if not lost:
        return []
    where = f"at {s.names.called('box', to)}" if to < s.edition.boxes and rule == "9.5.1-a" else "on the way"
    return [Refusal(rule, f"there is not room for all {where}: at least {counted(lost, 'unit')} will be eliminated")]


def caution_withdrawal(s: State, f: Half) -> list[Refusal]:
    """Of leaving the battle, if every way out costs units."""
    leaving = withdrawal_of(s, f)
    found = [losses(s, leaving, to) for to in ways_out(s, inner(s, Battle), leaving)]
    lost, rule = min(found, default=(0, ""))
    return [Refusal(rule, f"there is not room for all: at least {counted(lost, 'unit')} will be eliminated")] if lost else []


def caution_recon_withdrawal(s: State, f: Battle) -> list[Refusal]:
    side = other(f.side)
    stock = stock_at(s, side, f.box)
    if not stock:
        return []
    return [Refusal("9.6-b", f"{counted(stock, 'supply unit')} stay{'s' if stock == 1 else ''} behind, and may be captured")]


def losses(s: State, f: Withdrawal, to: int) -> tuple[int, str]:
    e = s.edition
    if to == e.off:
        return 0, ""
    going = [u for u in f.units if e.ground[u]]
    kept_out = len(going) - places_left(s, replace(f, to=to))
    if kept_out > 0:
        return kept_out, "9.5.7-a" if to == e.holding else "9.8-b"
    if to == e.holding:
        return 0, ""
    on_foot = [u for u in going if not e.motorised[u]]
    return surplus(s, [*stack_at(s, f.side, to), *on_foot]), "9.5.1-a"


def surplus(s: State, units: Sequence[int]) -> int:
    """8.1.1: how many are too many, whoever goes."""
    if fits(s, units):
        return 0
    first, both = largest(s.edition, tuple(sorted(units)), era(s))
    return len(units) - max(s.edition.figure["stack"], min(len(units), both + 1), min(len(units), first + 2))
