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
from sandtable.titles.tigercubs.captured import spill
from sandtable.titles.tigercubs.combat_strength import contingent_sp, force_sp
from sandtable.titles.tigercubs.frames import Losses, Units
from sandtable.titles.tigercubs.kinds import QUARTERMASTER
from sandtable.titles.tigercubs.state import State, eliminate, flip, sp

NOT_SUBJECT: Final = Refusal("9.E.2", "it is not among those who suffer this loss")
PAID: Final = Refusal("9.E.1", "the loss has been paid")
ROTATION: Final = Refusal("9.J.1-b", "one unit of each type that gave the effect pays before a second of any")
REQUIRED: Final = Refusal("9.J.1", "half of the loss must come from those who gave the effect")
TOO_MUCH: Final = Refusal("9.E.5", "the loss can be paid with less")


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
        spill(s, unit)
    eliminate(s, unit)


def wipe_out(s: State, units: Iterable[int]) -> None:
    """9.D.1, 9.D.13 Eliminated: a unit at full strength falls back on its reduced side."""
    for unit in units:
        suffer(s, unit)


def wiped_sp(s: State, units: Iterable[int]) -> int:
    """9.E.4 What an elimination really costs, in halves."""
    return sum([loss_of(s, u) for u in units])


# What can be paid


Purse = tuple[int, int, str]  # what a unit can have paid in the end, a part (or 0) and all; its type if it is required to


def purse(s: State, unit: int, required: Units = ()) -> Purse:
    return loss_of(s, unit) if can_flip(s, unit) else 0, sp(s, unit), s.edition.type[unit].id if unit in required else ""


@lru_cache(maxsize=4096)
def least(purses: tuple[Purse, ...], owed: int, share: int, taken: tuple[str, ...]) -> int:
    """The least payment that reaches what is owed, with their share from those required, whose types take turns."""
    free = {0}
    for part, whole, kind in purses:
        if not kind:
            free |= {total + n for n in (part, whole) for total in free}
    bound = in_turn(tuple([purse for purse in purses if purse[2]]), taken)
    found = [by + total for by in bound if by >= share for total in free if by + total >= owed]
    return min(found, default=sum([whole for _, whole, _ in purses]))


def in_turn(purses: tuple[Purse, ...], taken: tuple[str, ...]) -> set[int]:
    """9.J.1-b All that those required can pay: no type is two losses ahead of another that could still pay."""
    paid: dict[str, dict[int, set[int]]] = {}  # by type: after so many losses, what they come to
    for part, whole, kind in purses:
        steps = [0, part, whole] if part else [0, whole]
        before = paid.get(kind, {0: {0}})
        paid[kind] = {}
        for n, sums in before.items():
            for more, amount in enumerate(steps):
                paid[kind].setdefault(n + more, set()).update([total + amount for total in sums])
    found: set[int] = set()
    for top in range(1 + max([max(counts) + (kind in taken) for kind, counts in paid.items()], default=0)):
        sums = {0}
        for kind, counts in paid.items():
            turns = {n: n + (kind in taken) for n in counts}
            fair = [n for n, turn in turns.items() if turn in (top - 1, top) or (turn < top and n == max(counts))]
            sums = {total + amount for total in sums for n in fair for amount in counts[n]}
        found |= sums
    return found


def due(s: State, f: Losses) -> int:
    """9.J.1 What those required still have to pay: half of what is owed, as far as they have it."""
    left = force_sp(s, [u for u in alive(s, f.units) if u in f.required])
    return min(left, max(0, (f.owed + 1) // 2 - f.paid_required)) if f.required else 0


def is_paid(s: State, f: Losses) -> bool:
    return f.paid >= f.owed and due(s, f) == 0


def completes(s: State, f: Losses, unit: int) -> bool:
    """Whether the cheapest payment is still possible after this unit's loss."""
    others = [purse(s, u, f.required) for u in alive(s, f.units) if u != unit]
    step, mine, owed, share = loss_of(s, unit), purse(s, unit, f.required), f.owed - f.paid, due(s, f)
    left = [(0, mine[1] - step, mine[2])] if can_flip(s, unit) else []
    after = least(tuple(sorted([*others, *left])), owed - step, max(0, share - step) if mine[2] else share, turns(s, f, unit))
    return step + after == least(tuple(sorted([*others, mine])), owed, share, f.taken)


def turns(s: State, f: Losses, unit: int) -> tuple[str, ...]:
    """9.J.1-b The types that have had their turn after this unit's loss; none when all have had it."""
    if unit not in f.required:
        return f.taken
    taken = {*f.taken, s.edition.type[unit].id}
    rest = [u for u in alive(s, f.required) if u != unit or can_flip(s, u)]
    return () if all(s.edition.type[u].id in taken for u in rest) else tuple(sorted(taken))


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
    return REQUIRED if f.required and unit not in f.required else TOO_MUCH


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
        where, paid, f.taken = s.where[unit], loss_of(s, unit), turns(s, f, unit)
        suffer(s, unit)
        control.update(s, where)
        f.paid += paid
        f.paid_required += paid if unit in f.required else 0


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
    return least(tuple(sorted([purse(s, u) for u in own])), share, 0, ()) == share
