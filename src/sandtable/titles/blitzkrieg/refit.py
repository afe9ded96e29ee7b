"""6.0 The Reinforcement/Replacement/Withdrawal Phase."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.control import capture_supplies
from sandtable.titles.blitzkrieg.edition import (
    DEAD,
    FOR_LEAVING,
    FOR_PORTS,
    FOR_REFUSAL,
    FOR_SCRAP,
    FOR_SURRENDER,
    GONE,
    OCONNOR,
    POOLS,
    TRACK,
    WITHDRAWN,
    members,
)
from sandtable.titles.blitzkrieg.frames import Capture, Refit, Replacement
from sandtable.titles.blitzkrieg.state import (
    BRITISH_RATE,
    COMMONWEALTH_RATE,
    GERMAN_RATE,
    OOS,
    PORTS,
    State,
    add_supply,
    eliminate,
    hq_at,
    is_due,
    place,
    score,
    stack_at,
    take_off,
)
from sandtable.titles.blitzkrieg.stock import roll_supply

GERMAN_POOL, BRITISH_POOL, COMMONWEALTH_POOL = 0, 3, 4
FROM_TURN: Final = {"german": 5, "british12": 12, "british18": 18, "guards15": 15}  # 6.5

NO_UPGRADE: Final = Refusal("6.5-a", "the roll allows no more upgrades")
NOT_UPGRADABLE: Final = Refusal("6.5.2-a", "no substitute counter is due for it")
SUBSTITUTE_LOST: Final = Refusal("6.5.3-a", "it has left the game, and its substitute never comes")
UPGRADE_OOS: Final = Refusal("6.5.5-a", "a unit on the map is upgraded only in supply")
NOT_CALLED: Final = Refusal("6.6.1-a", "the call is for another kind of unit")
CALLED_OOS: Final = Refusal("6.6.3-a", "a unit out of supply cannot be withdrawn")
NOT_ON_MAP: Final = Refusal("6.6.5-a", "only units on the map are withdrawn")
NOTHING_CALLED: Final = Refusal("6.6.1-a", "no unit is called for")
NOT_WITHDRAWN: Final = Refusal("6.6.4-a", "no such unit is in the Withdrawn Box")
TOO_FEW: Final = Refusal("6.3-a", "there are not enough eliminated units of this pool")
NOT_YOUR_POOL: Final = Refusal("6.3-a", "this pool is the enemy's")
NOT_OF_POOL: Final = Refusal("6.3-a", "it is not an eliminated unit of this pool")
ENOUGH: Final = Refusal("6.4-d", "as many as the rate says are kept, the others leave the game")
NO_PORTS: Final = Refusal("13.4-7", "not all three ports are held, or the choice was made")


# 6.1.1 Out of supply


def roll_oos(s: State, f: Refit, dice: Dice) -> None:
    f.bereft = s.hq[f.side] < 0
    if s.scenario == OCONNOR and f.side == AXIS:
        roll_surrender(s, dice)
        return
    for unit in s.edition.troops[f.side]:
        if not s.flags[unit] & OOS:
            continue
        if dice.draw(D10_FROM_0, f.side, "6.1.1-a") <= s.edition.figure["oos_elimination"]:
            s.tell("perished", unit)
            eliminate(s, unit)
        else:
            s.tell("lasts", unit)


def roll_surrender(s: State, dice: Dice) -> None:
    """15.1-j: one roll for each box of Italians out of supply; LRDF never are."""
    figure = s.edition.figure
    for box in members(s.occupied[AXIS]):
        lost = [u for u in stack_at(s, AXIS, box) if s.flags[u] & OOS]
        if not lost:
            continue
        if dice.draw(D10_FROM_0, AXIS, "15.1-j") > figure["surrender"]:
            s.tell("no_surrender", box)
            continue
        s.tell("surrender", box)
        for unit in lost:
            take_off(s, unit, GONE)
            s.tell("surrenders", unit)
        score(s, ALLIED, figure["surrender_points"] * len(lost), FOR_SURRENDER)
        if not stack_at(s, AXIS, box):
            capture_supplies(s, ALLIED, box, dice)
            if hq_at(s, AXIS, box):
                s.begin(Capture(AXIS, box))


# 6.5 Upgrades


def due_upgrades(s: State, side: int) -> list[tuple[str, int, int]]:
    """Substitutes that wait, of units that are still in the game (6.5.3)."""
    if s.scenario == OCONNOR:
        return []
    return [
        (kind, old, new)
        for kind, old, new in s.edition.upgrades
        if s.edition.side[old] == side and s.turn >= FROM_TURN[kind] and s.where[new] == TRACK and s.where[old] not in (GONE, TRACK)
    ]


def can_upgrade(s: State, unit: int) -> bool:
    """6.5.5"""
    return not s.flags[unit] & OOS


def roll_upgrades(s: State, f: Refit, dice: Dice) -> None:
    due = due_upgrades(s, f.side)
    for kind, old, new in due:
        if kind == "guards15" and can_upgrade(s, old):
            substitute(s, old, new)  # 6.5.2-c: without a die
    rolled = [old for kind, old, _ in due if kind != "guards15"]
    if rolled:
        table = s.edition.upgrade_count["german" if f.side == AXIS else "british"]
        f.upgrades = table[dice.draw(D10_FROM_0, f.side, "6.5-a")]
        s.tell("upgrades", f.side, f.upgrades)


def substitute(s: State, old: int, new: int) -> None:
    """6.5.4 to 6.5.6: in its place, whatever that is."""
    where, flags, began = s.where[old], s.flags[old], s.began[old]
    take_off(s, old, GONE)
    s.where[new] = where
    if where >= 0:
        place(s, new, where)
    s.flags[new], s.began[new] = flags, began
    s.tell("upgraded", old, new)


class Upgrade(Act[State, Refit]):
    rule = "6.5-a"
    form = "upgrade unit"
    label = "Upgrade {unit}"
    asks = "upgrade units"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(old, 0) for kind, old, _ in due_upgrades(s, f.side) if kind != "guards15"] if f.upgrades else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        if unit not in [old for kind, old, _ in due_upgrades(s, f.side) if kind != "guards15"]:
            lost = any(old == unit and s.where[old] == GONE and s.where[new] == TRACK for _, old, new in s.edition.upgrades)
            return SUBSTITUTE_LOST if lost else NOT_UPGRADABLE
        if not f.upgrades:
            return NO_UPGRADE
        return None if can_upgrade(s, unit) else UPGRADE_OOS

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        f.upgrades -= 1
        substitute(s, unit, next(new for _, old, new in due_upgrades(s, f.side) if old == unit))


# 6.6 Withdrawals and returns


def call_units(s: State, f: Refit, dice: Dice) -> None:
    f.upgrades = 0
    if f.side != ALLIED or s.scenario == OCONNOR:
        return
    if not f.spared:
        f.calls = s.edition.calls.get((s.turn, "withdraw"), ())
        refuse_impossible(s, f)
    f.returns = s.edition.calls.get((s.turn, "return"), ())
    skip_missing(s, f)


def can_leave(s: State, call: tuple[int, int]) -> list[int]:
    e = s.edition
    return [u for u in e.troops[ALLIED] if (e.nation[u], e.type[u]) == call and 0 <= s.where[u] < e.boxes and not s.flags[u] & OOS]


def refuse(s: State, f: Refit) -> None:
    """6.6.2: the Axis gets what the loss would be worth, and one more."""
    call, f.calls = f.calls[0], f.calls[1:]
    s.tell("not_withdrawn", *call)
    score(s, AXIS, points_of_refusal(s, call), FOR_REFUSAL)


def points_of_refusal(s: State, call: tuple[int, int]) -> int:
    return s.edition.loss[call] + s.edition.figure["refused_points"]


def refuse_impossible(s: State, f: Refit) -> None:
    while f.calls and not can_leave(s, f.calls[0]):
        refuse(s, f)


class SendAway(Act[State, Refit]):
    rule = "6.6.1-a"
    form = "release unit"
    label = "Withdraw {unit}"
    asks = "withdraw a unit that is called for"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(u, 0) for u in can_leave(s, f.calls[0])] if f.calls else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if not f.calls:
            return NOTHING_CALLED
        if unit >= e.units or e.side[unit] != ALLIED or (e.nation[unit], e.type[unit]) != f.calls[0]:
            return NOT_CALLED
        if not 0 <= s.where[unit] < e.boxes:
            return NOT_ON_MAP
        return CALLED_OOS if s.flags[unit] & OOS else None

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        f.calls = f.calls[1:]
        take_off(s, unit, WITHDRAWN)
        s.tell("withdrawn", unit)
        score(s, ALLIED, s.edition.points[unit], FOR_LEAVING)
        refuse_impossible(s, f)


class KeepUnit(Act[State, Refit]):
    rule = "6.6.2-b"
    form = "refuse"
    label = "Withdraw nobody"
    asks = "withdraw nobody"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(0, 0)] if f.calls else []

    def why_not(self, s: State, f: Refit, a: int, b: int, /) -> Optional[Refusal]:
        return None if f.calls else NOTHING_CALLED

    def do(self, s: State, f: Refit, a: int, b: int, dice: Dice, /) -> None:
        refuse(s, f)
        refuse_impossible(s, f)


def can_return(s: State, call: tuple[int, int]) -> list[int]:
    e = s.edition
    return [u for u in e.troops[ALLIED] if s.where[u] == WITHDRAWN and (e.nation[u], e.type[u]) == call]


def skip_missing(s: State, f: Refit) -> None:
    """6.6.4: what is not there does not come."""
    while f.returns and not can_return(s, f.returns[0]):
        f.returns = f.returns[1:]


class CallBack(Act[State, Refit]):
    rule = "6.6.4-a"
    form = "return unit"
    label = "Call back {unit}"
    asks = "choose the unit that returns"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(u, 0) for u in can_return(s, f.returns[0])] if f.returns else []

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        return None if f.returns and unit in can_return(s, f.returns[0]) else NOT_WITHDRAWN

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        f.returns = f.returns[1:]
        place(s, unit, s.edition.holding)
        s.tell("returns", unit)
        skip_missing(s, f)


# 6.1.4 Reinforcements


def bring_reinforcements(s: State, f: Refit, dice: Dice) -> None:
    e = s.edition
    for unit in e.arrivals.get((s.scenario, s.turn, f.side), ()):
        if is_due(s, unit):
            place(s, unit, e.holding)
            s.tell("arrives", unit)
    back = [u for u, turn in s.returns if turn <= s.turn and e.side[u] == f.side]  # 11.6.4
    for unit in back:
        place(s, unit, e.holding)
        s.tell("arrives", unit)
    s.returns = tuple([pair for pair in s.returns if pair[0] not in back])


def open_choice(s: State, f: Refit, dice: Dice) -> None:
    """6.1.5; 4.0-i: not in the late RRW of Axis Turn 1."""
    if not f.late:
        s.bonus[f.side] = 0
        f.choices = 2 if f.doubled else 1


# 6.3 Replacements


def rate(s: State, pool: int) -> tuple[int, int]:
    """6.4, 13.2, 13.4-1: so many of so many."""
    take, of = s.edition.rates[s.turn - 1][pool]
    figure = s.edition.figure
    if pool == GERMAN_POOL and s.agreed[GERMAN_RATE]:
        take, of = s.edition.rates[0][pool]
    if pool == BRITISH_POOL and s.agreed[BRITISH_RATE]:
        of = figure["option_british_of"]
    if pool == COMMONWEALTH_POOL and s.agreed[COMMONWEALTH_RATE]:
        take = figure["option_commonwealth_take"]
    return take, of


def eliminated(s: State, pool: int) -> list[int]:
    return [u for u in s.edition.of_pool[pool] if s.where[u] == DEAD]


def is_eliminated(s: State, f: Replacement, unit: int) -> bool:
    return unit in s.edition.of_pool[f.pool] and s.where[unit] == DEAD


def side_of_pool(pool: int) -> int:
    return ALLIED if pool >= BRITISH_POOL else AXIS


class Replace(Act[State, Refit]):
    """6.3: one full group of a pool."""

    rule = "6.3-a"
    form = "replace pool"
    label = "Take {pool} replacements"
    asks = "take replacements"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(pool, 0) for pool in range(len(POOLS)) if side_of_pool(pool) == f.side]

    def why_not(self, s: State, f: Refit, pool: int, _: int, /) -> Optional[Refusal]:
        if side_of_pool(pool) != f.side:
            return NOT_YOUR_POOL
        return None if len(eliminated(s, pool)) >= rate(s, pool)[1] else TOO_FEW

    def do(self, s: State, f: Refit, pool: int, _: int, dice: Dice, /) -> None:
        take, of = rate(s, pool)
        s.begin(Replacement(f.side, pool, take, of - take))


class TakeBack(Act[State, Replacement]):
    rule = "6.3.1-a"
    form = "keep unit"
    label = "Bring back {unit}"
    asks = "choose the units that come back"

    def candidates(self, s: State, f: Replacement) -> list[Args]:
        return [(u, 0) for u in eliminated(s, f.pool)] if f.keep else []

    def why_not(self, s: State, f: Replacement, unit: int, _: int, /) -> Optional[Refusal]:
        if not is_eliminated(s, f, unit):
            return NOT_OF_POOL
        return None if f.keep else ENOUGH

    def do(self, s: State, f: Replacement, unit: int, _: int, dice: Dice, /) -> None:
        f.keep -= 1
        place(s, unit, s.edition.holding)
        s.tell("returns", unit)


class Scrap(Act[State, Replacement]):
    rule = "6.3.2-a"
    form = "scrap unit"
    label = "Give up {unit} for good"
    asks = "choose the units that leave the game"

    def candidates(self, s: State, f: Replacement) -> list[Args]:
        return [(u, 0) for u in eliminated(s, f.pool)] if f.scrap and not f.keep else []

    def why_not(self, s: State, f: Replacement, unit: int, _: int, /) -> Optional[Refusal]:
        if not is_eliminated(s, f, unit):
            return NOT_OF_POOL
        return None if f.scrap and not f.keep else ENOUGH

    def do(self, s: State, f: Replacement, unit: int, _: int, dice: Dice, /) -> None:
        f.scrap -= 1
        take_off(s, unit, GONE)
        s.tell("scrapped", unit)
        score(s, other(f.side), s.edition.figure["replaced_points"], FOR_SCRAP)


# 13.4-7 All three ports


def look_at_ports(s: State, f: Refit, dice: Dice) -> None:
    f.ports = bool(s.agreed[PORTS]) and all(s.held[port] == f.side for port in s.edition.ports)


class PortSupply(Act[State, Refit]):
    rule = "13.4-7"
    form = "ship"
    label = "Roll for a supply unit"
    asks = "use the three ports"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(0, 0)] if f.ports else []

    def why_not(self, s: State, f: Refit, a: int, b: int, /) -> Optional[Refusal]:
        return None if f.ports else NO_PORTS

    def do(self, s: State, f: Refit, a: int, b: int, dice: Dice, /) -> None:
        f.ports = False
        if roll_supply(s, f.side, s.edition.figure["option_port_roll"], 0, "13.4-7", dice):
            add_supply(s, f.side, s.edition.holding)
            s.tell("supply_arrives", f.side)


class PortPoint(Act[State, Refit]):
    rule = "13.4-7"
    form = "point"
    label = "Take a Victory Point"
    asks = "use the three ports"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(0, 0)] if f.ports else []

    def why_not(self, s: State, f: Refit, a: int, b: int, /) -> Optional[Refusal]:
        return None if f.ports else NO_PORTS

    def do(self, s: State, f: Refit, a: int, b: int, dice: Dice, /) -> None:
        f.ports = False
        score(s, f.side, s.edition.figure["option_port_points"], FOR_PORTS)
