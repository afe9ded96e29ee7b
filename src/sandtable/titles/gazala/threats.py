"""What heavy attacks from where units stand now would bring, as the table says on average: threats that a position holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.sides import ALLIED, other
from sandtable.titles.gazala.combat import column_of, has_armour, terrain_of
from sandtable.titles.gazala.edition import ANTI_TANK_UNIT, HEAVY, INFANTRY, NORTH, Edition
from sandtable.titles.gazala.judge import turns_to_come
from sandtable.titles.gazala.state import ISOLATED, OUT_OF_SUPPLY, State

FACES: Final = 10
STEP: Final = (1.5, 2.5)  # points that a step of each side is worth, with what its unit could still do
RETREAT: Final = 0.25  # of a step
DENIED: Final = 0.7  # of the points of turns to come, for who drives the others out
FURTHER: Final = 0.7  # so much of each further threat: one action does not make all of these attacks


class Blow(NamedTuple):
    """What a column of the table brings on average."""

    attacker_lost: float
    attacker_back: float
    defender_lost: float
    defender_back: float


@lru_cache(maxsize=512)
def on_average(e: Edition, column: int, modifier: int) -> Blow:
    found = [e.effects[e.crt.at(die + modifier, column)] for die in range(FACES)]
    lost = [sum([effect[half][0] for effect in found]) / FACES for half in (0, 1)]
    back = [sum([effect[half][2] for effect in found]) / FACES for half in (0, 1)]
    return Blow(lost[0], back[0], lost[1], back[1])


def threats(s: State, touched: Iterable[int]) -> tuple[float, float]:
    """What each side threatens in these hexes, in points."""
    e = s.edition
    found: tuple[list[float], list[float]] = ([], [])
    for hex in touched:
        found[other(e.side[s.stack[hex][0]])].append(threat(s, hex))
    return added_up(found[0]), added_up(found[1])


def added_up(found: list[float]) -> float:
    return sum([worth * FURTHER**n for n, worth in enumerate(sorted(found, reverse=True))])


def threat(s: State, hex: int) -> float:
    """What the enemies next to a hex would gain by a heavy attack on it; nothing if they had better not."""
    e, there = s.edition, s.stack[hex]
    side = e.side[there[0]]
    armour = has_armour(s, there)
    able = [u for near in e.open[hex] for u in s.stack[near] if e.side[u] != side and can_join(s, u, armour)]
    if all([e.type[u] == ANTI_TANK_UNIT for u in able]):
        return 0.0
    attack = roused(s, able, e.hard if armour else e.soft)
    values = e.hard if has_armour(s, able) else e.soft
    defence = sum([values[u][2 * s.steps[u] + s.used[u]] for u in there])
    blow = on_average(e, column_of(s, attack, defence), modifier(s, hex, able))
    lost = min(blow.defender_lost, sum([s.steps[u] for u in there])) + RETREAT * blow.defender_back
    paid = blow.attacker_lost + RETREAT * blow.attacker_back
    return max(0.0, STEP[side] * lost - STEP[other(side)] * paid + at_stake(s, hex, side) * blow.defender_back)


def at_stake(s: State, hex: int, side: int) -> float:
    """Points left behind by who is driven out: what the Axis score every turn in 2803 and on the north edge, a fortified hex."""
    e = s.edition
    if hex == e.h("2803"):
        return DENIED * turns_to_come(s)
    if side == ALLIED:
        return float(dict(e.objectives[s.scenario]).get(hex, 0))
    return DENIED * turns_to_come(s) / e.points["north edge"].needs if NORTH in e.edges[hex] else 0.0


def can_join(s: State, unit: int, armour: bool) -> bool:
    """11.0, 5.0; a Disrupted unit spoils an attack, and stays out of it."""
    barred = INFANTRY if armour else ANTI_TANK_UNIT
    return s.edition.type[unit] != barred and s.supply[unit] != ISOLATED and not s.disrupted[unit]


def roused(s: State, units: Sequence[int], values: tuple[tuple[int, ...], ...]) -> int:
    """Their strength if the formation is activated that gains most by it (7.0)."""
    total, gains = 0, dict[int, int]()
    for u in units:
        now, fresh = values[u][2 * s.steps[u] + s.used[u]], values[u][2 * s.steps[u]]
        formation = s.edition.formation[u]
        total += now
        gains[formation] = gains.get(formation, 0) + fresh - now
    return total + max(gains.values(), default=0)


def modifier(s: State, hex: int, attackers: Sequence[int]) -> int:
    e, there = s.edition, s.stack[hex]
    total = e.attack_rows[HEAVY].modifier + e.modifier[terrain_of(s, hex)].value
    if any([e.sides[hex][e.way[hex][s.where[u]]] in s.mines for u in attackers]):
        total += e.modifier["minefield"].value
    if any([s.disrupted[u] for u in there]):
        total += e.modifier["disrupted defender"].value
    if any([s.supply[u] == ISOLATED for u in there]):
        total += e.modifier["isolated defender"].value
    if any([s.supply[u] == OUT_OF_SUPPLY for u in attackers]):
        total += e.modifier["unsupplied attacker"].value
    return total
