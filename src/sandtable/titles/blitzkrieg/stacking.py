"""8.1 Stacking: divisions, what may stand in one box, and what goes when it is too much."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.blitzkrieg.edition import ARM, ART, BRITISH, INF, NO_DIVISION, RECON, Edition
from sandtable.titles.blitzkrieg.frames import Excess
from sandtable.titles.blitzkrieg.state import ASIDE, State, eliminate, stack_at

NOT_CROWDED: Final = Refusal("8.1.2-a", "only a unit of a stack over the limit is eliminated")
WAITING_FIRST: Final = Refusal("9.5.4-a", "those who have withdrawn into a battle that is still to be fought go first")

PLAIN, DOTTED, MIXED = 0, 1, 2  # what counts as a division changes twice (11.2.6, 8.1.5)
ARMS: Final = (INF, ART, RECON)  # one of each may be attached to British armour


def era(s: State) -> int:
    row = s.edition.turn_rows[s.turn - 1]
    return MIXED if row.mixed else DOTTED if row.dotted else PLAIN


def fits(s: State, units: Sequence[int]) -> bool:
    """8.1.1: whether these ground combat units may stand together."""
    if len(units) <= s.edition.figure["stack"]:
        return True
    return within_limits(s.edition, tuple(sorted(units)), era(s))


def room(s: State, side: int, box: int, more: Sequence[int]) -> bool:
    """Whether these may join those of their side in a box."""
    there = stack_at(s, side, box)
    return len(there) + len(more) <= s.edition.figure["stack"] or fits(s, [*there, *[u for u in more if u not in there]])


@lru_cache(4096)
def within_limits(e: Edition, units: tuple[int, ...], era: int) -> bool:
    """8.1.1: two divisions and one other unit, or one division and two others. (Five of any kind: `fits`.)"""
    first, both = largest(e, units, era)
    return len(units) - both <= 1 or len(units) - first <= 2


def largest(e: Edition, units: tuple[int, ...], era: int) -> tuple[int, int]:
    """How many units the largest division has, and the two largest together."""
    divisions = fixed(e, units, era)
    if era < MIXED:
        sizes = sorted([len(division) for division in divisions], reverse=True)
        return sizes[0], sum(sizes[:2])
    divisions += attached(e, units)
    first = max([len(division) for division in divisions], default=0)
    both = max([len(one | two) for one in divisions for two in divisions if one is two or not one & two], default=0)
    return first, both


def fixed(e: Edition, units: tuple[int, ...], era: int) -> list[frozenset[int]]:
    """8.1.3: the printed divisions; a unit without one stands for itself."""
    division = e.division[era >= DOTTED]
    found: dict[int, list[int]] = {}
    for unit in units:
        key = division[unit] if division[unit] != NO_DIVISION else ~unit
        found.setdefault(key, []).append(unit)
    return [frozenset(group) for group in found.values()]


def one_division(s: State, units: Sequence[int]) -> bool:
    """8.1.3, 8.1.5: whether all of them belong to one division; British units are attached where they stand together."""
    e, all_of_them, now = s.edition, tuple(sorted(units)), era(s)
    groups = fixed(e, all_of_them, now)
    if now == MIXED and len({s.where[u] for u in units}) == 1:
        groups += attached(e, all_of_them)
    return any(len(group) == len(units) for group in groups)


def attached(e: Edition, units: tuple[int, ...]) -> list[frozenset[int]]:
    """8.1.5, 8.7.1: British armour of one designation, or none, with one infantry, artillery and recon unit at most."""
    british = [u for u in units if e.nation[u] == BRITISH]
    armour: dict[int, list[int]] = {}
    for unit in british:
        if e.type[unit] == ARM:
            armour.setdefault(designation(e, unit), []).append(unit)
    found = [frozenset(tanks) for tanks in [[], *armour.values()]]
    for kind in ARMS:
        found += [group | {unit} for group in found for unit in british if e.type[unit] == kind]
    return [group for group in found if group]


def designation(e: Edition, unit: int) -> int:
    return e.division[1][unit] if e.division[1][unit] != NO_DIVISION else ~unit


def have_armour(s: State, units: Sequence[int]) -> bool:
    """8.7.1: whether these are armour, and units of the divisions of that armour."""
    e, now = s.edition, era(s)
    division = e.division[now >= DOTTED]
    armour = [u for u in units if e.type[u] == ARM]
    led = {division[u] for u in armour if division[u] != NO_DIVISION}
    others = [u for u in units if e.type[u] != ARM and division[u] not in led]
    if not others or not armour:
        return bool(armour) and not others
    if now < MIXED or any(e.nation[u] != BRITISH for u in others):
        return False
    leaders = len({designation(e, u) for u in armour if e.nation[u] == BRITISH})
    british = [u for u in units if e.nation[u] == BRITISH]
    return all(len([u for u in british if e.type[u] == kind]) <= leaders for kind in ARMS)


# 8.1.2 What is too much


def judge_stack(s: State, side: int, box: int) -> None:
    """The owner brings a stack down to the limit."""
    if not fits(s, stack_at(s, side, box)):
        s.begin(Excess(side, box))


class Remove(Act[State, Excess]):
    """The owner chooses who goes."""

    rule = "8.1.2-a"
    form = "remove unit"
    label = "Eliminate {unit}"
    asks = "eliminate what is over the stacking limit"

    def candidates(self, s: State, f: Excess) -> list[Args]:
        there = stack_at(s, f.side, f.box)
        return [] if fits(s, there) else [(u, 0) for u in waiting_among(s, there) or there]

    def why_not(self, s: State, f: Excess, unit: int, _: int, /) -> Optional[Refusal]:
        there = stack_at(s, f.side, f.box)
        if unit not in there or fits(s, there):
            return NOT_CROWDED
        return None if unit in (waiting_among(s, there) or there) else WAITING_FIRST

    def do(self, s: State, f: Excess, unit: int, _: int, dice: Dice, /) -> None:
        eliminate(s, unit)


def waiting_among(s: State, units: Sequence[int]) -> list[int]:
    """9.5.4: those who have withdrawn into a battle: whoever is to fight it must stay."""
    return [u for u in units if s.flags[u] & ASIDE]
