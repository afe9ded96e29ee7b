"""What attacks that are planned promise: the mean over the column and the die, in Victory Points of the Axis."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.sides import AXIS
from sandtable.titles.tigercubs.combat_modifiers import modifier_tally
from sandtable.titles.tigercubs.combat_odds import combat_odds, result_of
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import Combat, CombatPhase, Move, Overrun, Units
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, TERMINAL
from sandtable.titles.tigercubs.overruns import charge_odds, largest_loss, lost_strength, overrun_force
from sandtable.titles.tigercubs.records import Result
from sandtable.titles.tigercubs.scales import RATING, SP, VP
from sandtable.titles.tigercubs.state import State, attack_rating, sp, units_in

LOSS: Final = 1.0  # a Stacking Point lost, besides its points: what it could still have done
ARMOUR: Final = 1.0  # more for one of armour
GROUND: Final = 0.9  # of the points of a hex, if the defender has to leave it
ROOM: Final = 0.15  # a hex without points
ENTER: Final = 2.0  # who has lost half or less goes in with enough to stay
CHOOSES: Final = 0.5  # how often a defender goes who may stay for more losses
EXCHANGES: Final = {"exchange": 1, "half_exchange": 2}  # by what part of its own losses the smaller side makes the larger pay
SHARES: Final = {"all": 1.0, "annihilated": 1.0}
DICE: Final = range(1, 11)
MIDDLE: Final = 50  # in a hundred, of what an overrun may cost
NO_KEYS: Final[Mapping[int, float]] = {}


def planned_attacks(s: State) -> float:
    phase = within(s, CombatPhase)
    if phase is None:
        return 0.0
    worth = 0.0
    for n, target in enumerate(phase.targets):
        is_waiting = target in phase.waiting or not phase.support
        if is_waiting and phase.attackers[n] and units_in(s, target):
            support = phase.support[n] if phase.support else (0, 0, 0, 0)
            worth += promise(s, phase.side, target, phase.attackers[n], support)
    return worth if phase.side == AXIS else -worth


def promise(s: State, side: int, target: int, units: Units, support: tuple[int, int, int, int]) -> float:
    """What an attack is worth to the attacker. Not remembered: no memo is cleared when aircraft come and
    go, nor when heavy AA fires at them and so settles its mode."""
    e = s.edition
    units = tuple([u for u in units if s.where[u] >= 0])
    there = tuple([u for u in units_in(s, target) if e.side[u] != side and e.role[u] != TERMINAL])
    if not there or not units:
        return 0.0
    f = Combat(side, target, units, there, support=support, fought=True)
    odds, drm = combat_odds(s, f), int(modifier_tally(s, f).total)
    ours, theirs = tolls(purses(s, units, keys(s, units))), tolls(purses(s, there))
    size, their_size = len(ours) - 1, len(theirs) - 1
    value = worth_of(s, target)
    chances = ((odds.column, 1 - odds.better / 100), (min(odds.column + 1, len(e.crt) - 1), odds.better / 100))
    found = 0.0
    for column, chance in chances:
        for die in DICE if chance else ():
            row = e.result_rows[result_of(s, column, die + drm)]
            we_pay, they_pay = debts(row, size, their_size)
            stay = 1 - we_pay / size if size else 0.0
            goes = leaves(row, size, their_size) * min(1.0, ENTER * stay)  # somebody must be left to go in
            found += chance * (theirs[they_pay] - ours[we_pay] + goes * (GROUND * 2 * value + ROOM)) / len(DICE)
    return found


def worth_of(s: State, place: int) -> float:
    return next((n / VP for hex, n in s.edition.objectives[s.agreed.scenario] if hex == place), 0.0)


def keys(s: State, units: Units) -> dict[int, float]:
    """Objectives whose whole garrisons have gone into the attack, and what stands open by half of an SP of them that is lost."""
    e, found = s.edition, dict[int, float]()
    for place in {s.where[u] for u in units if s.where[u] < e.sheet}:
        garrison = [u for u in units_in(s, place) if e.role[u] == COMBAT_UNIT]
        if set(garrison) <= set(units) and worth_of(s, place):
            found[place] = GROUND * 2 * worth_of(s, place) / max(1, sum([sp(s, u) for u in garrison]))
    return found


def debts(row: Result, size: int, their_size: int) -> tuple[int, int]:
    """What attacker and defender owe by the table, in halves of an SP: rounded down, no more than they have (9.D, 9.E.1)."""
    if row.attacker in EXCHANGES:
        by = EXCHANGES[row.attacker]
        if size == their_size and by == 1:
            return size, their_size
        return (their_size // by, their_size) if their_size <= size else (size, min(their_size, size // by))
    we_pay = size if row.attacker == "all" else min(size, int(share(row.attacker) * their_size))
    return we_pay, int(share(row.defender) * their_size)


Purses = tuple[tuple[int, float], ...]  # of each unit: what it pays with, in halves of an SP, and what that is worth


def purses(s: State, units: Units, keys: Mapping[int, float] = NO_KEYS) -> Purses:
    return tuple(sorted([(sp(s, u), price(s, (u,)) + sp(s, u) * keys.get(s.where[u], 0.0)) for u in units]))


@lru_cache(maxsize=4096)
def tolls(units: Purses) -> tuple[float, ...]:
    """By how many halves of an SP they owe: what it costs them. A unit pays with all it has, and nobody pays more than must be
    (9.E.5): a regiment by itself is lost for a battalion."""
    total = sum([size for size, _ in units])
    paid = {0: 0.0}
    for size, worth in units:
        for sum_, cost in list(paid.items()):
            paid[sum_ + size] = min(paid.get(sum_ + size, math.inf), cost + worth)
    found = [paid[total]] * (total + 1)
    for owed in range(total, -1, -1):
        found[owed] = paid[owed] if owed in paid else found[owed + 1]
    return tuple(found)


def overrun_pays(s: State, f: Move, target: int) -> bool:
    """7.E.1.a Whoever overruns somebody who can fight loses a whole strength point at least: who is alone is lost by it, and does
    not even come there."""
    prey = overrun_force(s, f.side, target)
    most = largest_loss(s, Overrun(f.side, f.units, target, f.phase, charge_odds(s, f.units, target)), prey)
    if not most:
        return True
    owed, paid = lost_strength(most, MIDDLE) * RATING, list[int]()
    for unit in sorted(f.units, key=lambda u: price(s, (u,))):
        if owed > 0 and attack_rating(s, unit):
            paid.append(unit)
            owed -= attack_rating(s, unit)
    goes_in = any([u not in paid and s.edition.weighs[u] for u in f.units])
    return price(s, prey) + (2 * worth_of(s, target) + ROOM if goes_in else 0.0) > price(s, tuple(paid))


def leaves(row: Result, size: int, their_size: int) -> float:
    """Whether the defender has to leave the hex."""
    if row.retreats == "choice":
        return CHOOSES
    return float(row.retreats == "defender" or (row.retreats == "smaller" and size > their_size) or row.defender == "annihilated")


def share(words: str) -> float:
    """Of the defender's points, as a table says it."""
    return SHARES[words] if words in SHARES else float(words)


def price(s: State, units: Units) -> float:
    return sum([sp(s, u) / SP * (LOSS + unit_points(s.edition, u)) for u in units])


def unit_points(e: Edition, unit: int) -> float:
    return e.loss_points[e.type[unit].loss] / VP if e.type[unit].loss in ("armour", "other") else 1.0
