"""5.3.4 Limited intelligence: what a viewer may see, and another position that looks the same to him."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.play import Frame
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.theseus.actions import actors
from sandtable.titles.theseus.edition import AFV, ASSIGNABLE, DUMMIES, INFANTRY, NONE, Edition
from sandtable.titles.theseus.frames import Activation, Attack, Contest, DisplacedHQ, Hits, March, Movement, Overstack, Retreat
from sandtable.titles.theseus.movement import can_screen
from sandtable.titles.theseus.state import DEAD, State, enemy_zone, hides, is_open, is_static, lay_dummy, lift, zone_of


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


# Another deal: all that the viewer does not see and cannot tell from what he has seen


UNITS_OF_FRAMES: Final = ("unit", "units", "only", "attackers", "defenders", "tank", "gun", "first", "hq", "follow", "passed",
                          "failed", "before", "retreating")  # fmt: skip
SEEDS: Final = range(1 << 32)
TRIES: Final = 16  # hardly ever more than one is needed
NEAR: Final = 4  # hexes around a retreat in which the room that there is decides about it
# What a unit is to a stack, in one number: what is limited first, what is limited second, whether it has a zone of control.
SECOND: Final = 8
ZONE: Final = 16
LIMITS: Final = (1 << ZONE) - 1
ROOM: Final = 0x8080  # set in the limits while neither is passed
HALF: Final = 1 << ZONE - 1


def redeal(s: State, viewer: int, dice: Dice) -> State:
    """Places of hidden units, current strengths and secret assignments of the other side, dealt anew among what could be."""
    t = s.clone()
    busy = involved(s)
    if viewer < 0:  # who only looks on is not expected to remember
        t.murky = tuple(sorted([hex for hex in t.at if hides(t, hex)]))
    for side in (ALLIED, AXIS):
        if side != viewer:
            deal_strengths(t, side, busy, dice)
            deal_assignments(t, side, viewer, busy, dice)
            piles = known_piles(s, side, viewer, busy) if viewer >= 0 else piles_of(t, side, viewer, busy)
            deal_units(t, piles, side, viewer, dice)
    return t


def lucky(dice: Dice) -> SeededDice:
    """Asked for only where there is something to deal: one draw for a whole deal, which has many."""
    return SeededDice(dice.draw(SEEDS, -1, ""))


def involved(s: State) -> int:
    """Units that something going on speaks of, and all in the two hexes of a combat, stay as they are. As bits."""
    found: set[int] = set()
    for f in s.frames:
        for name in names_of_units(type(f)):
            fact = getattr(f, name)
            if isinstance(fact, tuple):
                found.update(fact)
            else:
                found.add(fact)
        if isinstance(f, Attack):
            found.update(s.at.get(f.source, ()))
            found.update(s.at.get(f.target, ()))
        elif isinstance(f, DisplacedHQ):
            found.update(s.edition.roster[s.formation[f.hq]])  # it goes to one of them
        elif isinstance(f, Contest):
            found.update([u for u in range(s.edition.units) if s.down[u]])  # the dice that stand may be theirs
    return bits([u for u in found if u >= 0])


NAMES: dict[type[Frame], tuple[str, ...]] = {}  # what of each kind of frame holds units


def names_of_units(kind: type[Frame]) -> tuple[str, ...]:
    found = NAMES.get(kind)
    if found is None:
        found = NAMES[kind] = tuple([name for name in getattr(kind, "__match_args__", ()) if name in UNITS_OF_FRAMES])
    return found


def bits(numbers: list[int] | tuple[int, ...]) -> int:
    found = 0
    for n in numbers:
        found |= 1 << n
    return found


# Strengths


def deal_strengths(t: State, side: int, busy: int, dice: Dice) -> None:
    """What the units of a pool have lost, among those of which the enemy has seen that they may have lost something."""
    full, strength, where, hurt = t.edition.strength, t.strength, t.where, t.hurt & ~busy
    for pool, mask in pools(t.edition, side):
        if not hurt & mask:
            continue
        units = [u for u in pool if hurt >> u & 1 and where[u] >= 0]
        lost = [full[u] - strength[u] for u in units]
        if len(units) == 1 or not any(lost):
            continue
        below = lucky(dice).below
        for n in range(len(units) - 1, 0, -1):
            at = below(n + 1)
            if lost[n] != lost[at] and lost[at] < full[units[n]] and lost[n] < full[units[at]]:
                lost[n], lost[at] = lost[at], lost[n]
        for unit, points in zip(units, lost, strict=True):
            strength[unit] = full[unit] - points


@cache
def pools(e: Edition, side: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """10.3 Units whose losses are counted together, also as bits."""
    found: dict[str, list[int]] = {}
    for unit in range(e.units):
        if e.side[unit] == side:
            found.setdefault(e.pool[unit], []).append(unit)
    return tuple([(tuple(units), bits(units)) for units in found.values()])


# Assignments


def deal_assignments(t: State, side: int, viewer: int, busy: int, dice: Dice) -> None:
    """5.5.2 Who belongs to which of the markers that lie face down; 3.5 some of them are dummies."""
    known = busy | t.acted if viewer >= 0 else busy
    where, belongs = t.where, t.formation
    units = [u for u in assignable(t.edition, side) if where[u] >= 0 and not known >> u & 1 and belongs[u] != NONE
             and u not in t.shown and where[u] not in t.improved]  # fmt: skip
    dummies = [n for n in range(DUMMIES * side, DUMMIES * (side + 1)) if t.dummies[n] != NONE] if units else []
    if len(units) + len(dummies) < 2:
        return
    luck = lucky(dice)
    for a in units:
        n = luck.below(len(units) + len(dummies))
        if n < len(units):
            exchange(t, a, units[n])
        else:
            exchange_with_dummy(t, a, dummies[n - len(units)])


@cache
def assignable(e: Edition, side: int) -> tuple[int, ...]:
    return tuple([u for u in e.loners if e.side[u] == side and e.independent[u] == ASSIGNABLE])


def exchange(t: State, a: int, b: int) -> None:
    f, g = t.formation[a], t.formation[b]
    if g in t.edition.joins[a] and f in t.edition.joins[b]:
        t.formation[a], t.formation[b] = g, f


def exchange_with_dummy(t: State, unit: int, dummy: int) -> None:
    """Not if the formation would be left without a unit: its HQ would be gone (3.3)."""
    f, g = t.formation[unit], t.dummies[dummy]
    if g in t.edition.joins[unit] and any(t.where[u] > DEAD for u in t.edition.members[f]):
        t.formation[unit] = g
        lay_dummy(t, dummy, f)


# Units


Loose = list[tuple[int, int]]  # units that may be elsewhere, with what each is to a stack


class Pile(NamedTuple):
    """A stack of which the viewer sees the top, and that there is more."""

    hex: int
    fixed: list[int]  # the top, and what he knows to lie beneath
    loose: Loose  # the others
    base: int  # what the fixed ones are to the stack
    limit: int
    controls: bool  # whether it has a zone of control
    picky: bool  # whether not everybody fits in


def deal_units(t: State, piles: list[Pile], side: int, viewer: int, dice: Dice) -> None:
    """5.3.4 Who lies beneath which top. How many do is hidden too, but for one at least."""
    now = [pile.loose for pile in piles]
    if len(piles) < 2 or not any(now):
        return
    luck = lucky(dice)
    screens = [(hex, can_screen(t, viewer, hex)) for hex in screening(t, viewer)]
    for _ in range(TRIES):
        dealt = spread_out(t, piles, luck)
        if not dealt:
            continue
        lay_down(t, side, piles, now, dealt)
        if not screens or all(can_screen(t, viewer, hex) == could for hex, could in screens):
            return
        lay_down(t, side, piles, dealt, now)


def known_piles(s: State, side: int, viewer: int, busy: int) -> list[Pile]:
    """The piles, found once for all deals of a position: who looks ahead wants many."""
    upon = (side, viewer, busy, s.seen, s.murky, s.improved, s.turn, s.released, retreats(s))
    known = s.found.piles
    if known is None or known[0] != upon:
        known = s.found.piles = upon, piles_of(s, side, viewer, busy)
    found: list[Pile] = known[1]
    return found


def piles_of(t: State, side: int, viewer: int, busy: int) -> list[Pile]:
    """The stacks in which there may be somebody whom the viewer has not seen there."""
    if is_static(t, side):
        return []  # 10.1: nobody has moved
    e, at, down, known = t.edition, t.at, t.down, busy | held(t)
    if viewer >= 0:
        known |= t.seen
    near, weight, limit, improved = [e.grid.away(hex) for hex in retreats(t)], weights(e), limits(e, side), t.improved
    found: list[Pile] = []
    for hex in t.murky:
        units = at[hex]
        if e.side[units[0]] != side or (near and any(away[hex] <= NEAR for away in near)):
            continue
        fixed: list[int] = []
        loose: Loose = []
        base = whole = 0
        for u in units:
            load = weight[u] & LIMITS if down[u] else weight[u]
            whole += load
            if not fixed or known >> u & 1:
                fixed.append(u)
                base += load
            else:
                loose.append((u, load))
        most = limit if (limit - whole) & ROOM == ROOM else (whole & LIMITS) + ROOM  # on the march it may be overstacked
        controls = whole > LIMITS
        picky = not controls or hex in improved
        if picky or (controls and base <= LIMITS):
            found.insert(0, Pile(hex, fixed, loose, base, most, controls, picky))  # who is hard to please chooses first
        else:
            found.append(Pile(hex, fixed, loose, base, most, controls, picky))
    return found


def held(t: State) -> int:
    """10 Who has not been allowed to move; and the two half-brigades that count as one unit while they are together (5.3.1)."""
    e = t.edition
    together = pair(e) if len({t.where[u] for u in e.free_french}) == 1 else 0
    if t.turn > e.sleep_until or not e.scenario_rows[e.scenario_ids[t.agreed.scenario]].restricted:
        return together
    bound, asleep = bound_units(e)
    return together | (bound if t.turn <= e.bound_until else 0) | (0 if t.released else asleep)


@cache
def pair(e: Edition) -> int:
    return bits(e.free_french)


@cache
def bound_units(e: Edition) -> tuple[int, int]:
    return bits([u for u in range(e.units) if e.bound[u]]), bits(e.sleepers)


@cache
def weights(e: Edition) -> tuple[int, ...]:
    """5.3.1 Limited are infantry and tanks of the Axis, units and leg infantry of the Commonwealth."""
    found = []
    for u in range(e.units):
        if e.side[u] == AXIS:
            weight = int(e.kind[u] == INFANTRY) + (int(e.kind[u] == AFV) << SECOND)
        else:
            weight = 1 + (int(e.leg_infantry[u]) << SECOND)
        found.append(weight + (int(e.has_zoc[u]) << ZONE))
    return tuple(found)


@cache
def limits(e: Edition, side: int) -> int:
    limit = e.limits[side]
    first, second = (limit.units, limit.leg_infantry) if side == ALLIED else (limit.infantry, limit.tanks)
    return (first or 0) + ((second or 0) << SECOND) + ROOM


def retreats(t: State) -> list[int]:
    """Hexes around which the room that there is decides where somebody can go who is asked just now."""
    return [f.hex for f in t.frames if isinstance(f, (Retreat, Hits, Overstack))]


def screening(t: State, viewer: int) -> list[int]:
    """7.3.4 Hexes from which he is offered Screen movement, or not, by what all lies beside them."""
    f = t.frames[-1] if t.frames else None
    if isinstance(f, Activation) and f.side == viewer:
        units = actors(t, f)
    elif (isinstance(f, Movement) or (isinstance(f, March) and not f.moved)) and f.side == viewer:
        units = list(f.units)
    else:
        return []
    return sorted({t.where[u] for u in units if enemy_zone(t, viewer, t.where[u])})


def spread_out(t: State, piles: list[Pile], luck: SeededDice) -> list[Loose]:
    """What comes into each pile: one, if it needs one, then the others wherever there is room. Nothing if that fails."""
    left, below = [each for pile in piles for each in pile.loose], luck.below
    dealt: list[Loose] = []
    rooms: list[int] = []
    for pile in piles:
        room = pile.limit - pile.base
        if len(pile.fixed) == 1 or (pile.controls and pile.base <= LIMITS):
            at = find_one(t, pile, room, left, below(len(left))) if left else -1
            if at < 0:
                return []
            first = left[at]
            left[at] = left[-1]
            left.pop()
            dealt.append([first])
            rooms.append(room - first[1])
        else:
            dealt.append([])
            rooms.append(room)
    count = len(piles)
    for each in left:
        unit, load = each
        start = below(count)
        for n in range(start - count, start):  # from there to the last, and from the first
            if (rooms[n] - load) & ROOM == ROOM and not (piles[n].picky and is_barred(t, piles[n], unit, load)):
                rooms[n] -= load
                dealt[n].append(each)
                break
        else:
            return []
    return dealt


def find_one(t: State, pile: Pile, room: int, left: Loose, start: int) -> int:
    """Somebody must lie beneath the top, and give the stack the zone of control that it has."""
    wanted = pile.controls and pile.base <= LIMITS
    for at in range(start - len(left), start):
        unit, load = left[at]
        if (room - load) & ROOM != ROOM or (wanted and load <= LIMITS):
            continue
        if not (pile.picky and is_barred(t, pile, unit, load)):
            return at % len(left)
    return -1


def is_barred(t: State, pile: Pile, unit: int, load: int) -> bool:
    """Where there is no zone of control nobody brings one; in Improved Defence all are fit and of one formation (7.7)."""
    if not pile.controls:
        return load > LIMITS
    return t.down[unit] or t.formation[unit] != t.formation[pile.fixed[0]]


def lay_down(t: State, side: int, piles: list[Pile], now: list[Loose], dealt: list[Loose]) -> None:
    """What was dealt, with its zones of control. No path is opened or barred by it, so what was found out about them stays."""
    where, at = t.where, t.at
    for n, pile in enumerate(piles):
        hex, stack, more = pile.hex, pile.fixed[:], 0
        for _, load in now[n]:
            more -= load
        for unit, load in dealt[n]:
            where[unit] = hex
            stack.append(unit)
            more += load
        at[hex] = tuple(stack)
        change = (more + HALF) >> ZONE
        if change > 0:
            t.zones.lay(side, zone_of(t, side, hex), change)
        elif change < 0:
            t.zones.take(side, zone_of(t, side, hex), -change)
