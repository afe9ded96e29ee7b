"""9.E, 9.F, 9.J Losses in Stacking Points: who pays, in which order, and no more than must be.

A payment is made unit by unit. A step is offered only if the cheapest payment that the rules allow can be completed after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.captured import lose_load
from sandtable.titles.tigercubs.combat_strength import contingent_sp, force_sp
from sandtable.titles.tigercubs.frames import Losses, Units
from sandtable.titles.tigercubs.kinds import QUARTERMASTER
from sandtable.titles.tigercubs.state import State, eliminate, flip, sp

NOT_SUBJECT: Final = Refusal("9.E.2", "it is not among those who suffer this loss")
PAID: Final = Refusal("9.E.1", "the loss has been paid")
ROTATION: Final = Refusal("9.J.1-b", "one unit of each type that gave the effect pays before a second of any")
REQUIRED: Final = Refusal("9.J.1", "half of the loss must come from those who gave the effect")
TOO_MUCH: Final = Refusal("9.E.5", "the loss can be paid with less")

Sums = frozenset[tuple[int, int]]  # what can be paid in all, and how much of it by those required


def loss_of(s: State, unit: int) -> int:
    """9.F.1 What a unit pays at a time, in halves of an SP: what its reduced side saves, or all it has left."""
    return sp(s, unit) - s.edition.sp[1][unit] if can_flip(s, unit) else sp(s, unit)


def can_flip(s: State, unit: int) -> bool:
    return s.edition.reducible[unit] and not s.reduced[unit]


def suffer(s: State, unit: int) -> None:
    """One loss: the reduced side, or the end."""
    if can_flip(s, unit):
        flip(s, unit)
    else:
        destroy(s, unit)


def destroy(s: State, unit: int) -> None:
    """9.D.14, 7.E.1.c.ii For good, reduced side or not."""
    if s.edition.role[unit] == QUARTERMASTER:
        lose_load(s, unit)
    eliminate(s, unit)


def wipe_out(s: State, units: Iterable[int]) -> None:
    """9.D.1, 9.D.13 Eliminated: a unit at full strength falls back on its reduced side."""
    for unit in units:
        suffer(s, unit)


def wiped_sp(s: State, units: Iterable[int]) -> int:
    """9.E.4 What an elimination really costs, in halves."""
    return sum([loss_of(s, u) for u in units])


# What can be paid


Purse = tuple[int, int, bool]  # what a unit can have paid in the end, a part (or 0) and all; whether it is required to


def purses(s: State, units: Iterable[int], required: Units) -> tuple[Purse, ...]:
    return tuple(sorted([(loss_of(s, u) if can_flip(s, u) else 0, sp(s, u), u in required) for u in units]))


@lru_cache(maxsize=4096)
def payable(units: tuple[Purse, ...], limit: int) -> Sums:
    """All that these can pay up to the limit, in all and by those required."""
    found: set[tuple[int, int]] = {(0, 0)}
    for part, whole, required in units:
        steps = [n for n in (part, whole) if n]
        found |= {(total + n, by + n * required) for n in steps for total, by in found if total + n <= limit}
    return frozenset(found)


def cheapest(s: State, f: Losses) -> tuple[int, int]:
    """What is still to be paid at least: in all, and by those required. All of it if there is not enough."""
    units = alive(s, f.units)
    owed = f.owed - f.paid
    share = due(s, f)
    everything = force_sp(s, units)
    if owed >= everything:
        return everything, share
    found = payable(purses(s, units, f.required), everything)
    return min([(total, share) for total, part in found if total >= owed and part >= share])


def due(s: State, f: Losses) -> int:
    """9.J.1 What those required still have to pay: half of what is owed, as far as they have it."""
    left = force_sp(s, [u for u in alive(s, f.units) if u in f.required])
    return min(left, max(0, (f.owed + 1) // 2 - f.paid_required)) if f.required else 0


def is_paid(s: State, f: Losses) -> bool:
    return f.paid >= f.owed and due(s, f) == 0


def completes(s: State, f: Losses, unit: int) -> bool:
    """Whether the cheapest payment is still possible after this unit's loss."""
    total, share = cheapest(s, f)
    step = loss_of(s, unit)
    if step > total:
        return False
    rest, part = total - step, share - (step if unit in f.required else 0)
    after = payable(purses(s, [u for u in alive(s, f.units) if u != unit], f.required), rest)
    if can_flip(s, unit):
        tail = s.edition.sp[1][unit]
        by = tail if unit in f.required else 0
        after |= {(n + tail, k + by) for n, k in after if n + tail <= rest}
    return any(n == rest and k >= part for n, k in after)


def alive(s: State, units: Iterable[int]) -> Units:
    return tuple([u for u in units if s.where[u] >= 0 and sp(s, u)])


def out_of_turn(s: State, f: Losses, unit: int) -> bool:
    """9.J.1-b A type that has paid waits for the other types that gave the effect."""
    if unit not in f.required:
        return False
    types = {s.edition.type[u].id for u in alive(s, f.required)}
    return s.edition.type[unit].id in f.taken and any(t not in f.taken for t in types)


def paying(s: State, f: Losses) -> Units:
    """Whose contingent has to pay; on a tie anybody's, until one has paid."""
    return alive(s, f.units)


def narrowed(s: State, f: Losses, unit: int) -> Losses:
    """9.E.6 On a tie: the loss as it is if the contingent of this unit pays."""
    if not f.tied:
        return f
    own = tuple([u for u in f.units if s.edition.contingent[u] == s.edition.contingent[unit]])
    return Losses(f.side, min(f.owed, force_sp(s, alive(s, own))), own, tuple([u for u in f.required if u in own]))


def loss_refused(s: State, f: Losses, unit: int) -> Optional[Refusal]:
    if is_paid(s, f):
        return PAID
    if unit not in paying(s, f):
        return NOT_SUBJECT
    if out_of_turn(s, f, unit):
        return ROTATION
    if completes(s, narrowed(s, f, unit), unit):
        return None
    if any(completes(s, narrowed(s, f, u), u) for u in paying(s, f) if not out_of_turn(s, f, u)):
        return REQUIRED if f.required and unit not in f.required else TOO_MUCH
    return None  # the rotation has made the cheapest payment impossible


class TakeLoss(Act[State, Losses]):
    """A unit is reduced, or eliminated."""

    rule = "9.E.2"
    form = "lose unit"
    label = "Take the loss from {unit}"
    asks = "pay for losses"

    def candidates(self, s: State, f: Losses) -> list[Args]:
        return [] if is_paid(s, f) else [(u, 0) for u in paying(s, f)]

    def why_not(self, s: State, f: Losses, unit: int, b: int, /) -> Optional[Refusal]:
        return loss_refused(s, f, unit)

    def do(self, s: State, f: Losses, unit: int, b: int, dice: Dice, /) -> None:
        if f.tied:
            settle_tie(s, f, unit)
        where, paid = s.where[unit], loss_of(s, unit)
        suffer(s, unit)
        control.update(s, where)
        f.paid += paid
        if unit in f.required:
            f.paid_required += paid
            f.taken = tuple(sorted({*f.taken, s.edition.type[unit].id}))
            if all(s.edition.type[u].id in f.taken for u in alive(s, f.required)):
                f.taken = ()


def settle_tie(s: State, f: Losses, unit: int) -> None:
    """The contingent of the first who pays goes on paying; what it cannot pay is left to the others."""
    mine = narrowed(s, f, unit)
    others = tuple([u for u in f.units if u not in mine.units])
    rest, left = f.owed - mine.owed, tuple([u for u in f.required if u in others])
    f.owed, f.units, f.required, f.tied = mine.owed, mine.units, mine.required, False
    if rest:
        s.begin(Losses(f.side, rest, others, left))
        s.frames[-1], s.frames[-2] = s.frames[-2], s.frames[-1]  # the others pay afterwards


def payer(s: State, f: Losses) -> int:
    return f.side


# 9.E.6 Contingents


def begin_losses(s: State, side: int, owed: int, units: Units, required: Units = ()) -> None:
    """Equal shares if each contingent can pay its own exactly; else the larger pays all it can. 9.J goes before it: shares are
    not equal then, and where none of those required are of the larger contingent, contingents do not count."""
    units = alive(s, units)
    required = tuple([u for u in required if u in units])
    owed = min(owed, force_sp(s, units))
    if owed <= 0:
        return
    weights = contingent_sp(s, units)
    if len(weights) < 2:
        s.begin(Losses(side, owed, units, required))
        return
    largest = [c for c in weights if weights[c] == max(weights.values())]
    if required:
        largest = [c for c in largest if any(s.edition.contingent[u] == c for u in required)]
    shares = None if required else equal_shares(s, owed, units, weights)
    if not largest or (shares is None and len(largest) > 1):
        s.begin(Losses(side, owed, units, required, tied=bool(largest)))
        return
    if shares is None:
        first = min(owed, weights[largest[0]])
        shares = {c: first if c == largest[0] else owed - first for c in weights if c == largest[0] or owed > first}
    for contingent, share in sorted(shares.items(), key=lambda item: item[1]):
        own = tuple([u for u in units if s.edition.contingent[u] == contingent])
        s.begin(Losses(side, share, own, tuple([u for u in required if u in own])))


def equal_shares(s: State, owed: int, units: Units, weights: dict[int, int]) -> Optional[dict[int, int]]:
    """What each contingent pays, in halves; None if one of them cannot."""
    share, over = divmod(owed, len(weights))
    if over == 0 and all(can_pay_exactly(s, units, c, share) for c in weights):
        return dict.fromkeys(weights, share)
    return None


def can_pay_exactly(s: State, units: Units, contingent: int, share: int) -> bool:
    own = tuple([u for u in units if s.edition.contingent[u] == contingent])
    return any(total == share for total, _ in payable(purses(s, own, ()), share))
