"""5.3.4 Limited intelligence: what a viewer may see, and another position that looks the same to him."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.kernel.dice import Dice
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.theseus.command import is_within_range
from sandtable.titles.theseus.edition import DUMMIES, NONE
from sandtable.titles.theseus.frames import Attack, Overstack
from sandtable.titles.theseus.state import State, is_covert, is_open, lay_dummy, lift, place


def is_seen(s: State, unit: int, viewer: int) -> bool:
    """Own units, tops of stacks, what lies beneath an HQ, and what an attack or a displacement has shown."""
    return s.edition.side[unit] == viewer or is_open(s, unit) or unit in shown_units(s, viewer)


def shown_units(s: State, viewer: int) -> tuple[int, ...]:
    found: list[int] = []
    for f in s.frames:
        if isinstance(f, Attack):
            if f.revealed or (viewer == f.side and f.defenders):
                found += f.defenders
            if f.revealed:
                found += f.attackers
        elif isinstance(f, Overstack) and viewer == other(f.side):
            found += s.at.get(f.hex, ())
    return tuple(found)


def as_seen(s: State, viewer: int) -> State:
    """The position as a side must reckon with it: enemies that it sees, at their printed strength."""
    t = s.clone()
    for unit in range(s.edition.units):
        if s.edition.side[unit] == viewer or s.where[unit] < 0:
            continue
        if not is_seen(s, unit, viewer):
            lift(t, unit)
            t.down[unit] = False
        t.strength[unit] = s.edition.strength[unit]
    return t


# Another deal


def redeal(s: State, viewer: int, dice: Dice) -> State:
    """Current strengths, hidden units and secret assignments of the other side, dealt anew among what could be."""
    t = s.clone()
    busy = involved(s)
    for side in (ALLIED, AXIS):
        if side != viewer:
            deal_strengths(t, side, dice, busy)
            deal_units(t, side, viewer, dice, busy)
            deal_assignments(t, side, dice, busy)
    return t


UNITS_OF_FRAMES = ("unit", "units", "only", "attackers", "defenders", "tank", "gun", "first", "hq", "follow", "passed", "failed",
                   "before", "retreating")  # fmt: skip


def involved(s: State) -> set[int]:
    """Units that something going on speaks of, and all in the two hexes of a combat, stay as they are."""
    found: set[int] = set()
    for f in s.frames:
        for name in UNITS_OF_FRAMES:
            fact = getattr(f, name, ())
            if isinstance(fact, tuple):
                found.update(fact)
            elif isinstance(fact, int):
                found.add(fact)
        if isinstance(f, Attack):
            found.update(s.at.get(f.source, ()))
            found.update(s.at.get(f.target, ()))
    return found


def shuffled(units: Sequence[int], dice: Dice) -> list[int]:
    left, found = list(units), []
    while left:
        found.append(left.pop(dice.draw(range(len(left)), -1, "")))
    return found


def deal_strengths(t: State, side: int, dice: Dice, busy: set[int]) -> None:
    """Among units of one printed strength and one pool of losses, so that all totals stay."""
    groups: dict[tuple[int, str, str], list[int]] = {}
    for unit in range(t.edition.units):
        if t.edition.side[unit] == side and t.where[unit] >= 0 and unit not in busy:
            groups.setdefault((t.edition.strength[unit], t.edition.pool[unit], t.edition.type[unit]), []).append(unit)
    for units in groups.values():
        if len({t.strength[u] for u in units}) > 1:
            values = [t.strength[u] for u in shuffled(units, dice)]
            for unit, value in zip(units, values, strict=True):
                t.strength[unit] = value


def deal_units(t: State, side: int, viewer: int, dice: Dice, busy: set[int]) -> None:
    """Hidden units of one formation that differ in nothing but their name change places."""
    e = t.edition
    groups: dict[tuple[object, ...], list[int]] = {}
    for unit in range(e.units):
        if e.side[unit] != side or t.where[unit] < 0 or unit in busy or is_seen(t, unit, viewer):
            continue
        like = (t.formation[unit], e.type[unit], t.down[unit], e.tank[0][unit], e.at[0][unit], e.er[0][unit], e.strength[unit])
        groups.setdefault((*like, e.ma[unit], e.independent[unit]), []).append(unit)
    for units in groups.values():
        for n, a in enumerate(units):
            b = dice.draw(units[n:], -1, "")
            if t.where[a] != t.where[b]:
                swap(t, a, b)


def swap(t: State, a: int, b: int) -> None:
    """Each takes the other's place, down to the height in the stack."""
    here, there = t.where[a], t.where[b]
    one, two = t.at[here], t.at[there]
    lift(t, a)
    lift(t, b)
    place(t, a, there)
    place(t, b, here)
    t.at[here] = tuple([b if u == a else u for u in one])
    t.at[there] = tuple([a if u == b else u for u in two])


def deal_assignments(t: State, side: int, dice: Dice, busy: set[int]) -> None:
    """Two fit units within range of both HQs could as well be assigned the other way round."""
    e = t.edition
    units = [u for u in e.loners if is_covert(t, u) and e.side[u] == side and t.where[u] >= 0 and u not in busy and not t.down[u]]
    for a in units:
        for b in units:
            f, g = t.formation[a], t.formation[b]
            if a >= b or f == g or g not in e.joins[a] or f not in e.joins[b] or not dice.draw((0, 1), -1, ""):
                continue
            if all(is_within_range(t, u, n) for u in (a, b) for n in (f, g)):
                t.formation[a], t.formation[b] = g, f
    for unit in units:
        deal_dummies(t, side, unit, dice)


def deal_dummies(t: State, side: int, unit: int, dice: Dice) -> None:
    """Of two markers in two boxes either could be the dummy."""
    for n in range(DUMMIES * side, DUMMIES * (side + 1)):
        f, g = t.formation[unit], t.dummies[n]
        if f in (NONE, g) or g not in t.edition.joins[unit] or not dice.draw((0, 1), -1, ""):
            continue
        if is_within_range(t, unit, f) and is_within_range(t, unit, g):
            t.formation[unit] = g
            lay_dummy(t, n, f)
