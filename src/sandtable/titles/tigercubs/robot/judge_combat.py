"""What attacks that are planned promise: the mean over the column and the die, in Victory Points of the Axis."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.sides import AXIS
from sandtable.titles.tigercubs.combat_modifiers import modifier_tally
from sandtable.titles.tigercubs.combat_odds import combat_odds, result_of
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import Combat, CombatPhase, Units
from sandtable.titles.tigercubs.kinds import TERMINAL
from sandtable.titles.tigercubs.records import Result
from sandtable.titles.tigercubs.scales import SP, VP
from sandtable.titles.tigercubs.state import State, sp, units_in

LOSS: Final = 1.0  # a Stacking Point lost, besides its points: what it could still have done
ARMOUR: Final = 1.0  # more for one of armour
GROUND: Final = 0.9  # of the points of a hex, if the defender has to leave it
ROOM: Final = 0.15  # a hex without points
ENTER: Final = 2.0  # who has lost half or less goes in with enough to stay
CHOOSES: Final = 0.5  # how often a defender goes who may stay for more losses
SHARES: Final = {"half_exchange": 0.5, "exchange": 1.0, "all": 1.0, "annihilated": 1.0}
DICE: Final = range(1, 11)


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
    ours, theirs = price(s, units), price(s, there)
    size, their_size = sum([sp(s, u) for u in units]), max(1, sum([sp(s, u) for u in there]))
    value = next((n / VP for hex, n in e.objectives[s.agreed.scenario] if hex == target), 0.0)
    chances = ((odds.column, 1 - odds.better / 100), (min(odds.column + 1, len(e.crt) - 1), odds.better / 100))
    found = 0.0
    for column, chance in chances:
        for die in DICE if chance else ():
            row = e.result_rows[result_of(s, column, die + drm)]
            lost = min(1.0, share(row.attacker) * (1.0 if row.attacker == "all" else their_size / max(1, size)))
            goes = leaves(row, size, their_size) * min(1.0, ENTER * (1 - lost))  # somebody must be left to go in
            found += chance * (share(row.defender) * theirs - lost * ours + goes * (GROUND * 2 * value + ROOM)) / len(DICE)
    return found


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
