"""8.2 to 8.4 Movement by road: how far, over which roads, into which boxes. 10.0: the same in the Motorized Movement Phase."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, other
from sandtable.titles.blitzkrieg.edition import HQ, ITALIAN, MAJOR, MOVEMENT, OCONNOR, SECONDARY, SHORT, Edition, mask, members
from sandtable.titles.blitzkrieg.forts import roll_mines
from sandtable.titles.blitzkrieg.frames import Capture, March, Movement
from sandtable.titles.blitzkrieg.hq import follows, leads_italians
from sandtable.titles.blitzkrieg.stacking import have_armour, room
from sandtable.titles.blitzkrieg.state import (
    FLANKED,
    LRDF,
    MARCHING,
    MOVED,
    NOWHERE,
    OOS,
    SPURRED,
    STACK,
    STIRRED,
    USED,
    State,
    add_supply,
    eliminate,
    hq_at,
    remove_supply,
    shift,
    stack_at,
    stock_at,
)
from sandtable.titles.blitzkrieg.supply import payers
from sandtable.titles.blitzkrieg.transport import rail_refused, sail_refused

NOT_YOURS: Final = Refusal("8.2-a", "only the side whose turn it is moves its own units")
NOT_THERE: Final = Refusal("8.2-a", "it is not on the map or in the Holding Area")
HAS_MOVED: Final = Refusal("8.2-a", "it has moved in this phase")
HAS_LEFT: Final = Refusal("6.2.1-b", "it went to the Holding Area in this phase")
NO_SUPPLY_UNIT: Final = Refusal("7.3.9-b", "you have no supply unit there")
SUPPLY_UNIT_MOVED: Final = Refusal("7.3.9-b", "all your supply units there have moved or were captured in this phase")
ONLY_MOTORISED: Final = Refusal("8.3-a", "only motorised units move in the Motorized Movement Phase")
NOWHERE_TO_GO: Final = Refusal("8.2-a", "no road is open to it")
NOT_ADJACENT: Final = Refusal("8.4-a", "no road leads there from here")
NOT_AN_ENTRY: Final = Refusal("6.2-a", "units enter the map by the entry boxes of their own side")
NOT_A_DEPOT: Final = Refusal("10.5-b", "in the Motorized Movement Phase units enter at Aghelia or El Alamein, if it is theirs")
NOT_AN_EXIT: Final = Refusal("6.2.1-c", "units leave the map only by the entry boxes of their own side")
NOT_BACK: Final = Refusal("6.2.1-b", "it came from the Holding Area in this phase")
CONGESTED: Final = Refusal("8.4-c", "the tertiary road is congested")
TOO_FAR: Final = Refusal("8.2-a", "it is too far: 3 boxes, 5 if all on major roads")
TOO_FAR_OOS: Final = Refusal("7.4.5-c", "it is too far for units out of supply")
TOO_FAR_ON_FOOT: Final = Refusal("7.4.5-c2", "it is too far for units on foot out of supply")
NO_SUPPLY_INTO_BATTLE: Final = Refusal("7.3.5-b", "supply units do not enter a box with enemy units")
HQ_ALONE: Final = Refusal("8.4.3-b", "an HQ enters a box with enemies only with combat units of its side, or after them")
OOS_MAY_NOT_ATTACK: Final = Refusal("7.4.5-d", "units out of supply may not attack")
NOT_FROM_AFAR: Final = Refusal("8.4.5-a", "in the Motorized Movement Phase battles are entered from an adjacent box only")
NO_FLANK_ATTACK: Final = Refusal("10.3-a", "outflankers must end the Motorized Movement Phase free of enemy combat units")
NO_BATTLE_FROM_HOLDING: Final = Refusal("10.5-b", "units that enter in the Motorized Movement Phase fight no battle")
NO_MARCH_INTO_BATTLE: Final = Refusal("5.1.3-b", "a Forced March does not lead into a battle")
OVER_STACKED: Final = Refusal("8.1.2-a", "the stack would be over the limit")
TERTIARY: Final = Refusal("8.4-b", "a tertiary road carries two units in a phase")
NO_WAY_ON: Final = Refusal("8.4.1-a", "it can neither stop there nor go on")
NOT_TOGETHER: Final = Refusal("8.2-a", "only units that start in the same box move together")
SUPPLY_ALONE: Final = Refusal("8.2-a", "supply units move one by one")
ON_THE_WAY: Final = Refusal("8.2-a", "units join before the first box")
MUST_GO: Final = Refusal("8.2-a", "a move has at least one box")
MUST_GO_ON: Final = Refusal("8.8.3-a", "outflankers must finish their move beyond the box")
SUPPLY_NEVER_FLANKS: Final = Refusal("8.7.5-a", "supply units never outflank")
NO_ARMOUR: Final = Refusal("8.7.1-a", "only armour, with units of its own division, outflanks")
NOTHING_TO_FLANK: Final = Refusal("8.7-a", "there is nobody to outflank")
ITALIANS_DO_NOT: Final = Refusal("8.7.5-a", "Italians outflank only when Rommel commands them")
OOS_DO_NOT: Final = Refusal("8.7.6-a", "units out of supply do not outflank")
NOT_PASSING: Final = Refusal("8.8.5-a", "only outflankers part, in the box that they outflank")
ESCAPED: Final = Refusal("13.3-b", "he comes back with the next turn")
OWES_BATTLE: Final = Refusal("14.2.2-a", "in May 1942 you must fight a battle without Long Range Desert Forces")


# How far


def hq_box(s: State, unit: int) -> int:
    """11.3.4: one box more for those that began the phase with an HQ on Movement."""
    hq = s.hq[s.edition.side[unit]]
    if hq < 0 or not s.bonus[s.edition.side[unit]] >> MOVEMENT & 1 or s.began[hq] != s.began[unit] or s.began[hq] < 0:
        return 0
    return s.edition.figure["hq_box"] if follows(s, hq, unit) else 0


def allowance(s: State, unit: int, motorized: bool) -> tuple[int, int]:
    """8.2, 7.4.5, 11.3.4: boxes, and boxes if all roads are major."""
    figure = s.edition.figure
    if s.flags[unit] & MARCHING:
        plain, major = figure["oos_boxes_foot"], figure["oos_boxes_foot"] + figure["oos_major"]
    elif s.flags[unit] & OOS:
        foot = not s.edition.motorised[unit]
        plain = figure["oos_boxes_foot"] if foot else figure["oos_boxes_motorized"] if motorized else figure["oos_boxes"]
        major = plain + figure["oos_major"]
    else:
        plain, major = figure["boxes"], figure["boxes_major"]
    more = (1 if s.flags[unit] & SPURRED else 0) + winter_box(s, s.edition.side[unit])
    plain, major = fuelled(s, s.edition.side[unit], motorized, plain + more, major + more)
    led = hq_box(s, unit)
    return plain + led, major + led


def fuelled(s: State, side: int, motorized: bool, plain: int, major: int) -> tuple[int, int]:
    """Fuel Shortage: three boxes at most, to which only an HQ adds one."""
    most = s.edition.figure["fuel_limit"]
    return (min(plain, most), min(major, most)) if motorized and s.short_of_fuel >> side & 1 else (plain, major)


def winter_box(s: State, side: int) -> int:
    """15.1-e"""
    return s.edition.figure["oconnor_boxes"] if s.scenario == OCONNOR and side == ALLIED and s.turn == 1 else 0


def supply_allowance(s: State, side: int, motorized: bool) -> tuple[int, int]:
    """7.3.5, 7.3.8: supply units always move in full."""
    figure, more = s.edition.figure, winter_box(s, side)
    return fuelled(s, side, motorized, figure["boxes"] + more, figure["boxes_major"] + more)


def limits(s: State, units: tuple[int, ...], motorized: bool) -> tuple[int, int]:
    """Those of the slowest."""
    found = [allowance(s, unit, motorized) for unit in units]
    return min([plain for plain, _ in found]), min([swift for _, swift in found])


# One box further


def troops_of(s: State, f: March) -> list[int]:
    return [unit for unit in f.units if s.edition.ground[unit]]


def load_of(s: State, f: March) -> int:
    """8.4.2: supply units count on a tertiary road, HQs do not."""
    return 1 if f.convoy else len(troops_of(s, f))


def road_refused(s: State, f: March, to: int) -> Optional[Refusal]:
    """Whether a way leads there at all."""
    e = s.edition
    if f.here == e.holding:
        if to not in e.entries[f.side]:
            return NOT_AN_ENTRY
        return NOT_A_DEPOT if f.motorized and (to not in e.depots or s.held[to] != f.side) else None
    if to == e.holding:
        if f.here not in e.entries[f.side] or f.passing:
            return NOT_AN_EXIT
        return NOT_BACK if any(s.began[u] == e.holding for u in f.units) or (f.convoy and f.last == e.holding) else None
    road = e.road[f.here].get(to, -1) if to < e.boxes else -1
    if road < 0:
        return NOT_ADJACENT
    lane = e.lane[road]
    return CONGESTED if lane >= 0 and s.traffic[lane] >= e.figure["tertiary"] and load_of(s, f) else None


def road_kind(s: State, here: int, to: int) -> int:
    """R9: the way in and out at Aghelia and El Alamein counts as major road."""
    e = s.edition
    if here == e.holding or to == e.holding:
        return MAJOR if (to if here == e.holding else here) in e.depots else SECONDARY
    return e.kind[e.road[here][to]]


def far_refused(s: State, f: March, to: int, cost: int) -> Optional[Refusal]:
    if f.spent + cost <= f.plain or (f.major and f.spent + cost <= f.swift and road_kind(s, f.here, to) == MAJOR):
        return None
    lacking = [u for u in f.units if s.flags[u] & OOS]
    if any(not s.edition.motorised[u] for u in lacking):
        return TOO_FAR_ON_FOOT
    return TOO_FAR_OOS if lacking else TOO_FAR


def halt_refused(s: State, f: March, to: int) -> Optional[Refusal]:
    """Whether the units may end their move there, coming from where they are."""
    e = s.edition
    if to == e.holding:
        return None
    if not room(s, f.side, to, [u for u in f.units if e.ground[u]]):
        return OVER_STACKED
    if f.here == e.holding:
        return None
    lane = e.lane[e.road[f.here][to]]
    return TERTIARY if lane >= 0 and s.traffic[lane] + load_of(s, f) > e.figure["tertiary"] else None


def enter_refused(s: State, f: March, to: int) -> Optional[Refusal]:
    """What the enemies in a box forbid."""
    enemy, bit = other(f.side), 1 << to
    fight = s.occupied[enemy] & bit != 0
    if f.convoy:
        met = fight or s.dumps[enemy] & bit or hq_at(s, enemy, to)
        return NO_SUPPLY_INTO_BATTLE if met else None
    if not fight:
        alone = (s.dumps[enemy] & bit or hq_at(s, enemy, to)) and not troops_of(s, f)
        return HQ_ALONE if alone else None
    if not troops_of(s, f) and not s.occupied[f.side] & bit:
        return HQ_ALONE
    if any(s.flags[u] & OOS for u in troops_of(s, f)):
        return OOS_MAY_NOT_ATTACK
    if f.motorized:
        if f.flanked:
            return NO_FLANK_ATTACK
        if f.here == s.edition.holding:
            return NO_BATTLE_FROM_HOLDING
        if f.spent:
            return NOT_FROM_AFAR
        if any(s.flags[u] & MARCHING for u in f.units):
            return NO_MARCH_INTO_BATTLE
    return None


def go_refused(s: State, f: March, to: int) -> Optional[Refusal]:
    """8.4: one box further."""
    if plainly(s, f, to):
        return None
    if to > s.edition.holding:
        return NOT_ADJACENT
    refusal = road_refused(s, f, to) or far_refused(s, f, to, 1)
    if refusal is not None or to == s.edition.holding:
        return refusal
    refusal = enter_refused(s, f, to)
    if refusal is not None:
        return refusal
    stuck = halt_refused(s, f, to)
    if stuck is None or stops(s, f, to):
        return stuck
    return None if can_go_on(s, stepped(s, f, to, 1)) else stuck


def plainly(s: State, f: March, to: int) -> bool:
    """The usual case, quickly: near enough, a road with room on it, a box without enemies and with room in it."""
    e, here, enemy = s.edition, f.here, other(f.side)
    if f.spent >= f.plain or here >= e.boxes or (s.occupied[enemy] | s.dumps[enemy]) >> to & 1:
        return False
    lane, many = e.lane_to[here].get(to, NOWHERE - 1), len(f.units) or 1
    if lane < NOWHERE or (lane >= 0 and s.traffic[lane] + many > e.figure["tertiary"]):
        return False
    if f.convoy or not e.ground[f.units[0]]:
        return many == 1 and not hq_at(s, enemy, to)  # a supply unit or an HQ
    return len(s.stack[f.side * e.places + to]) + many <= STACK or room(s, f.side, to, troops_of(s, f))


def stops(s: State, f: March, to: int) -> bool:
    """8.4.3, 7.3.6: enemy combat units, or a supply unit alone, end the move."""
    enemy = other(f.side)
    return (s.occupied[enemy] | s.dumps[enemy]) >> to & 1 != 0


def flank_refused(s: State, f: March, to: int) -> Optional[Refusal]:
    """8.7: through a box with enemies."""
    e = s.edition
    troops = troops_of(s, f)
    if f.convoy:
        return SUPPLY_NEVER_FLANKS
    if to >= e.boxes or not stops(s, f, to):
        return NOTHING_TO_FLANK
    refusal = road_refused(s, f, to)
    if refusal is not None:
        return refusal
    if not have_armour(s, troops):
        return NO_ARMOUR
    if any(s.flags[u] & OOS for u in troops):
        return OOS_DO_NOT
    if not leads_italians(s) and any(e.nation[u] == ITALIAN for u in troops):
        return ITALIANS_DO_NOT
    refusal = far_refused(s, f, to, e.figure["outflank_cost"])
    if refusal is not None:
        return refusal
    return None if can_finish(s, stepped(s, f, to, e.figure["outflank_cost"], True)) else NO_WAY_ON


def stepped(s: State, f: March, to: int, cost: int, flanking: bool = False) -> March:
    """The march as it would be one box further."""
    major = f.major and road_kind(s, f.here, to) == MAJOR
    return March(
        f.side, f.units, f.convoy, to, f.motorized, f.plain, f.swift, f.spent + cost, major, f.here, f.flanked or flanking, flanking
    )


def ways(s: State, f: March) -> tuple[int, ...]:
    """Where roads lead, as long as it has boxes left."""
    return () if f.spent >= (f.swift if f.major else f.plain) else s.edition.ways[f.side][f.here]


def can_go_on(s: State, f: March) -> bool:
    for to in ways(s, f):
        if go_refused(s, f, to) is None:
            return True
    return any(flank_refused(s, f, to) is None for to in ways(s, f) if to < s.edition.boxes and stops(s, f, to))


def can_travel(s: State, f: March) -> bool:
    """8.5, 8.6: whether a ship or train takes it somewhere."""
    e = s.edition
    ends = [*e.ports, *e.railway, e.holding]
    if f.here not in ends:
        return False
    return any(sail_refused(s, f, to) is None or rail_refused(s, f, to) is None for to in ends)


# Who moves


def march_of(s: State, f: Movement, piece: int) -> March:
    e = s.edition
    if e.is_supply(piece):
        return March(f.side, (), True, piece - e.units, f.motorized, *supply_allowance(s, f.side, f.motorized))
    return March(f.side, (piece,), False, s.where[piece], f.motorized, *allowance(s, piece, f.motorized))


def may_move(s: State, side: int, motorized: bool, unit: int) -> Optional[Refusal]:
    e = s.edition
    if e.side[unit] != side:
        return NOT_YOURS
    if s.where[unit] < 0 or not (e.ground[unit] or e.type[unit] == HQ):
        return NOT_THERE
    if s.flags[unit] & MOVED:
        return HAS_LEFT if s.where[unit] == e.holding else HAS_MOVED
    if motorized and not e.motorised[unit] and not s.flags[unit] & MARCHING:
        return ONLY_MOTORISED
    return ESCAPED if e.type[unit] == HQ and s.flags[unit] & USED else None


def closed_to(s: State, side: int) -> int:
    """Boxes with anything of the enemy in them."""
    enemy = other(side)
    hq = s.hq[enemy]
    found = s.occupied[enemy] | s.dumps[enemy]
    return found | 1 << s.where[hq] if hq >= 0 and 0 <= s.where[hq] < s.edition.boxes else found


@lru_cache(4096)
def way_out(e: Edition, entries: int, closed: int, full: int) -> int:
    """Places with room next door, over a road that carries any number."""
    free = ~(closed | full)
    return mask([place for place, near in enumerate((*e.broad_around, entries)) if near & free])


@lru_cache(4096)
def ways_out(e: Edition, entries: int, closed: int, full: int) -> int:
    """The same with the box beyond, as far as all go that are in supply."""
    return way_out(e, entries, closed, full & ~way_out(e, entries, closed, full))


def finds_room(s: State, f: Movement, piece: int, here: int) -> bool:
    """Whether a piece certainly has a box to go to."""
    e, closed = s.edition, closed_to(s, f.side)
    troops = piece < e.units and e.ground[piece]
    full = s.crowded[f.side] if troops else 0
    if here == e.holding:
        entries = mask([box for box in e.gates[f.side] if s.held[box] == f.side]) if f.motorized else e.entry_mask[f.side]
        far = not troops or not s.flags[piece] & (OOS | MARCHING)
        return (ways_out if far else way_out)(e, entries, closed, full) >> here & 1 == 1
    for to, lane in e.lane_to[here].items():
        if not (closed | full) >> to & 1 and (lane < 0 or s.traffic[lane] < e.figure["tertiary"]):
            return True
    return False


class Move(Act[State, Movement]):
    """8.2: a unit sets out; others of its box may join it."""

    rule = "8.2-a"
    form = "move unit"
    label = "Move {unit}"
    asks = "move a unit"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        e, flags, at = s.edition, s.flags, f.side * s.edition.places
        there = [*members(s.occupied[f.side]), e.holding]
        if f.motorized:
            able = [u for box in there for u in s.stack[at + box] if e.motorised[u] or flags[u] & MARCHING]
            found = [(unit, 0) for unit in able if not flags[unit] & MOVED]
        else:
            found = [(unit, 0) for box in there for unit in s.stack[at + box] if not flags[unit] & MOVED]
        if s.hq[f.side] >= 0:
            found.append((s.hq[f.side], 0))
        found += [(e.units + box, 0) for box in members(s.dumps[f.side])]
        if s.stock[at + e.holding]:
            found.append((e.units + e.holding, 0))
        return found

    def why_not(self, s: State, f: Movement, piece: int, _: int, /) -> Optional[Refusal]:
        e, side = s.edition, f.side
        if piece < e.units:
            here, marks, motorized = s.where[piece], s.flags[piece], f.motorized
            if e.walks[motorized][side][piece] and 0 <= here < e.places - motorized and not marks & MOVED:
                find, enemy = way_out if marks & OOS else ways_out, other(side)
                if find(e, e.entry_mask[side], s.occupied[enemy] | s.dumps[enemy], s.crowded[side]) >> here & 1:
                    return None  # the usual case, quickly
            refusal = may_move(s, side, motorized, piece)
            if refusal is not None:
                return refusal
        else:
            here = piece - e.units
            if stock_at(s, side, here) <= s.fresh[here]:
                return SUPPLY_UNIT_MOVED if stock_at(s, side, here) else NO_SUPPLY_UNIT
        if finds_room(s, f, piece, here):
            return None
        march = march_of(s, f, piece)
        return None if can_go_on(s, march) or can_travel(s, march) else NOWHERE_TO_GO

    def do(self, s: State, f: Movement, piece: int, _: int, dice: Dice, /) -> None:
        f.begun = True
        s.begin(march_of(s, f, piece))


class Along(Act[State, March]):
    rule = "8.2-a"
    form = "with unit"
    label = "Take {unit} along"
    asks = "take units along"

    def candidates(self, s: State, f: March) -> list[Args]:
        if f.spent or f.convoy or f.passing:
            return []
        hq = s.hq[f.side]
        found = [(u, 0) for u in stack_at(s, f.side, f.here) if u not in f.units]
        return [*found, (hq, 0)] if hq >= 0 and s.where[hq] == f.here and hq not in f.units else found

    def why_not(self, s: State, f: March, unit: int, _: int, /) -> Optional[Refusal]:
        if f.spent or f.passing:
            return ON_THE_WAY
        if f.convoy or s.edition.is_supply(unit):
            return SUPPLY_ALONE
        if unit in f.units or s.where[unit] != f.here:
            return NOT_TOGETHER
        return may_move(s, f.side, f.motorized, unit)

    def do(self, s: State, f: March, unit: int, _: int, dice: Dice, /) -> None:
        f.units = tuple(sorted([*f.units, unit]))
        f.plain, f.swift = limits(s, f.units, f.motorized)


class Go(Act[State, March]):
    rule = "8.4-a"
    form = "go box"
    label = "Go to {box}"
    asks = "go on"

    def candidates(self, s: State, f: March) -> list[Args]:
        return [(to, 0) for to in ways(s, f)]

    def why_not(self, s: State, f: March, to: int, _: int, /) -> Optional[Refusal]:
        return go_refused(s, f, to)

    def do(self, s: State, f: March, to: int, _: int, dice: Dice, /) -> None:
        advance(s, f, to, 1, False)
        if to == s.edition.holding:
            f.leave()
            return
        if s.occupied[other(f.side)] >> to & 1:
            for unit in f.units:
                s.came[unit] = f.last
            s.tell("meets", to)
            roll_mines(s, f.side, to, troops_of(s, f), dice)
        elif troops_of(s, f) and hq_at(s, other(f.side), to):
            s.begin(Capture(other(f.side), to))  # 11.3.7: at once
        if stops(s, f, to):
            f.leave()


def advance(s: State, f: March, to: int, cost: int, flanking: bool) -> None:
    """The units stand one box further."""
    first = f.spent == 0
    f.major = f.major and road_kind(s, f.here, to) == MAJOR
    f.last, f.here, f.spent, f.passing = f.here, to, f.spent + cost, flanking
    f.flanked = f.flanked or flanking
    if f.convoy:
        if not first:
            s.fresh[f.last] -= 1
        remove_supply(s, f.side, f.last)
        add_supply(s, f.side, to)
        s.fresh[to] += 1
        s.tell("supply_moved", f.side, f.last, to)
        return
    for unit in f.units:
        shift(s, unit, to)
        s.flags[unit] |= MOVED | STIRRED | (FLANKED if flanking else 0)
        s.came[unit] = NOWHERE
        s.tell("moved", unit, to)


class Part(Act[State, March]):
    """8.8.5: survivors may go different ways."""

    rule = "8.8.5-a"
    form = "part unit"
    label = "Let {unit} go on by itself"
    asks = "part outflankers"

    def candidates(self, s: State, f: March) -> list[Args]:
        return [(u, 0) for u in f.units] if f.passing and len(f.units) > 1 else []

    def why_not(self, s: State, f: March, unit: int, _: int, /) -> Optional[Refusal]:
        if not f.passing or unit not in f.units or len(f.units) == 1:
            return NOT_PASSING
        rest = tuple([u for u in f.units if u != unit])
        able = can_go_on(s, split(s, f, (unit,))) and can_finish(s, split(s, f, rest))
        return None if able else NO_WAY_ON

    def do(self, s: State, f: March, unit: int, _: int, dice: Dice, /) -> None:
        f.units = tuple([u for u in f.units if u != unit])
        f.plain, f.swift = limits(s, f.units, f.motorized)
        s.begin(split(s, f, (unit,)))
        s.tell("parted", unit)


def split(s: State, f: March, units: tuple[int, ...]) -> March:
    """A part of the outflankers, in the box that they pass."""
    plain, swift = limits(s, units, f.motorized)
    return March(f.side, units, False, f.here, f.motorized, plain, swift, f.spent, f.major, f.last, True, True)


def can_finish(s: State, f: March) -> bool:
    """8.8.3, 8.8.5: whether outflankers get beyond the box, together or one by one."""
    return can_go_on(s, f) or (len(f.units) > 1 and ways(s, f) != () and can_disperse(s, f))


def can_disperse(s: State, f: March) -> bool:
    """Each in turn stops next door, on the first road and in the first box that have room for it."""
    trial = s.clone()
    for unit in f.units:
        alone = split(trial, f, (unit,))
        to = next((to for to in ways(trial, alone) if stops_at(trial, alone, to)), NOWHERE)
        if to == NOWHERE:
            return False
        advance(trial, alone, to, 1, False)
        take_road(trial, alone)
    return True


def stops_at(s: State, f: March, to: int) -> bool:
    return go_refused(s, f, to) is None and halt_refused(s, f, to) is None


class Halt(Act[State, March]):
    rule = "8.2-a"
    form = "halt"
    label = "Halt"

    def why_not(self, s: State, f: March, a: int, b: int, /) -> Optional[Refusal]:
        e = s.edition
        if f.passing:
            return MUST_GO_ON if can_finish(s, f) else None
        if not f.spent:
            alone = len(f.units) < 2  # who set out alone had a way
            return MUST_GO if alone or can_go_on(s, f) or can_travel(s, f) else None  # too many together: they stay
        if not room(s, f.side, f.here, ()):
            return OVER_STACKED
        lane = e.lane[e.road[f.last][f.here]] if f.last != e.holding else -1
        return TERTIARY if lane >= 0 and s.traffic[lane] + load_of(s, f) > e.figure["tertiary"] else None


def end_march(s: State, f: March, dice: Dice) -> None:
    """8.4: the last road of the move counts. 8.8.3: whoever cannot finish an Outflank is lost."""
    e = s.edition
    if f.passing:
        for unit in troops_of(s, f):
            eliminate(s, unit)
        if any(e.type[u] == HQ for u in f.units):
            s.begin(Capture(f.side, f.here))
    elif f.spent and (f.units or f.convoy) and e.holding not in (f.last, f.here):
        take_road(s, f)


def take_road(s: State, f: March) -> None:
    """8.4: the last road of the move."""
    lane = s.edition.lane[s.edition.road[f.last][f.here]]
    if lane >= 0:
        s.traffic[lane] += load_of(s, f)


# The end of a movement phase


class EndMovement(Act[State, Movement]):
    rule = "4.0-b"
    form = "done"
    label = "End the phase"

    def why_not(self, s: State, f: Movement, a: int, b: int, /) -> Optional[Refusal]:
        return OWES_BATTLE if owes_battle(s, f) else None


def owes_battle(s: State, f: Movement) -> bool:
    """14.2.2: in the Motorized Movement Phase as long as a battle can still be begun; before it if only now somebody can."""
    first = s.edition.scenario_rows[s.scenario].first_turn
    if s.scenario != SHORT or s.turn != first or f.side != ALLIED or s.obliged:
        return False
    if any(is_common(s, ALLIED, box) for box in members(s.occupied[0] & s.occupied[1])):
        return False
    troops = [u for u in s.edition.troops[ALLIED] if 0 <= s.where[u] < s.edition.boxes and not s.flags[u] & LRDF]
    if not any(may_move(s, ALLIED, f.motorized, unit) is None and can_attack(s, f, unit) for unit in troops):
        return False
    later = Movement(ALLIED, True)
    return f.motorized or not any(s.edition.motorised[unit] and can_attack(s, later, unit) for unit in troops)


def is_common(s: State, side: int, box: int) -> bool:
    """A battle in which no LRDF attack."""
    return not any(s.flags[u] & LRDF for u in stack_at(s, side, box))


def can_attack(s: State, f: Movement, unit: int) -> bool:
    probe = march_of(s, f, unit)
    near = members(s.edition.around[s.where[unit]] & s.occupied[other(f.side)])
    return any(is_common(s, f.side, to) and go_refused(s, probe, to) is None and payers_after(s, f.side, unit, to) for to in near)


def payers_after(s: State, side: int, unit: int, box: int) -> bool:
    """Whether a supply unit could pay for the battle once the unit is there."""
    trial = s.clone()
    shift(trial, unit, box)
    return bool(payers(trial, side, box))
