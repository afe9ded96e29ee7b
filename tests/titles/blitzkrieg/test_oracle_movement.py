"""The rules beside a second opinion on movement, in positions at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Optional

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, read, take, why_not, write
from sandtable.kernel.sides import SIDES
from sandtable.titles.blitzkrieg.frames import Capture, March, Movement, Relocate
from sandtable.titles.blitzkrieg.stacking import fits
from sandtable.titles.blitzkrieg.state import FLANKED, MOVED, State
from tests.titles.blitzkrieg.oracle_movement import CAPACITY, RAILWAY, Group, trips
from tests.titles.blitzkrieg.oracle_supply import HOLDING, is_motorised, kind
from tests.titles.blitzkrieg.position import E, at, motoring, moving
from tests.titles.blitzkrieg.random_battles import build
from tests.titles.blitzkrieg.test_oracle import world


def phases(r: random.Random, seeds: range) -> Iterator[tuple[State, int, bool]]:
    """Movement phases of either kind, with battles begun, roads used, bonuses given; without cards."""
    for seed in seeds:
        s, side, _ = build(random.Random(seed))
        s.hands, s.interdicted = [(), ()], 0
        s.flags = [flags & ~(MOVED | FLANKED) for flags in s.flags]
        motorized = r.random() < 0.4
        if all(fits(s, units) for units in s.stack):
            empty = [port for port in E.ports if not (s.occupied[0] | s.occupied[1]) >> port & 1]
            for port in [port for port in empty if r.random() < 0.5]:
                s.held[port] = SIDES.index(side)
            found = (motoring if motorized else moving)(s, side)
            if isinstance(found.frames[-1], Movement):
                yield found, SIDES.index(side), motorized


def said(s: State, text: str) -> Optional[State]:
    """On a copy; an HQ that is met on the way is gone."""
    o = read(s, text)
    if why_not(s, o) is not None:
        return None
    s, dice = s.clone(), SeededDice(1)
    take(s, o, dice)
    while s.frames and isinstance(s.frames[-1], (Capture, Relocate)):
        take(s, options(s)[0], dice)
    return s


def set_out(s: State, units: list[str]) -> Optional[State]:
    now = said(s, f"move {units[0]}")
    for unit in units[1:]:
        now = said(now, f"with {unit}") if now is not None and isinstance(now.frames[-1], March) else None
    return now


def ends(s: State, unit: str) -> set[str]:
    """Where a march can end, by trying every way."""
    march, found = s.frames[-1], set()
    assert isinstance(march, March)
    for text in [write(s, o) for o in options(s)]:
        if text == "halt" and march.spent:
            found.add(at(s, unit))
        elif text.startswith("go "):
            after = said(s, text)
            assert after is not None
            on = isinstance(after.frames[-1], March) and after.frames[-1].spent > march.spent
            found |= ends(after, unit) if on else {text.removeprefix("go ")}
    return found


def groups(r: random.Random, s: State, side: int, motorized: bool) -> Iterator[list[str]]:
    """Of some boxes without enemies: armour with units of its box, or anybody."""
    free = [box for box in range(E.boxes) if s.occupied[side] >> box & 1 and not s.occupied[1 - side] >> box & 1]
    for place in r.sample([*free, E.holding], min(4, len(free) + 1)):
        units = [E.unit_rows[u].id for u in (*s.stack[side * E.places + place], s.hq[side]) if u >= 0 and s.where[u] == place]
        able = [u for u in units if is_motorised(u) or not motorized]
        armour = [u for u in able if kind(u) == "ARM"]
        if armour and r.random() < 0.6:
            yield [armour[0], *[u for u in able if u != armour[0] and r.random() < 0.6]]
        elif able:
            yield r.sample(able, min(len(able), r.randint(1, 3)))


def test_marches_at_random() -> None:
    r, tried, flanks = random.Random(8), 0, 0
    for s, side, motorized in phases(r, range(40)):
        for units in groups(r, s, side, motorized):
            group, march = Group(world(s), units, motorized), set_out(s, units)
            able = march is not None and isinstance(march.frames[-1], March)
            assert (ends(march, units[0]) if march is not None and able else set()) == group.ends(group.start), units
            offered = {write(march, o) for o in options(march) if o[0] == "outflank"} if march is not None and able else set()
            assert offered == {f"outflank {box}" for box in group.flanked_from(group.start)}, units
            tried, flanks = tried + 1, flanks + len(offered)
    assert tried >= 60
    assert flanks >= 5


def test_ships_and_trains_at_random() -> None:
    r, found = random.Random(9), 0
    for s, side, motorized in phases(r, range(100, 130)):
        for port in E.ports:
            s.shipped[port] = r.randint(0, E.capacity[side][port])
        shipped = {E.box_rows[port].id: s.shipped[port] for port in E.ports}
        for here in dict.fromkeys([*CAPACITY, *RAILWAY]):
            place = E.holding if here == HOLDING else E.b(here)
            if place < E.boxes and s.occupied[1 - side] >> place & 1:
                continue
            pieces = [E.unit_rows[u].id for u in (*s.stack[side * E.places + place], s.hq[side]) if u >= 0 and s.where[u] == place]
            for piece in [u for u in pieces if is_motorised(u) or not motorized] + ["SU"] * (s.stock[side * E.places + place] > 0):
                march = set_out(s, [piece if piece != "SU" else f"SU {here}"])
                offered = {write(march, o) for o in options(march) if o[0] in ("sail", "rail")} if march is not None else set()
                assert offered == trips(world(s), piece, here, motorized, shipped), (piece, here)
                found += len(offered)
    assert found >= 60
