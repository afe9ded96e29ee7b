"""How good a position is: what the Axis will probably score, and what may still change it."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import CLOSED, reach
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import BROKEN, LEG, SEA, Edition
from sandtable.titles.theseus.frames import Activation
from sandtable.titles.theseus.state import GOES_ON, State, combat_units, holder
from sandtable.titles.theseus.supply import hq_is_supplied
from sandtable.titles.theseus.victory import objective, outcome, scenario_of, tally, training_points

# All in Victory Points.
STRENGTH: Final = 0.03  # a Strength Point
DISRUPTED: Final = 0.12
HELD: Final = 0.9  # of the worth of a hex that is occupied now and not yet scored
PULL: Final = 0.5  # of the worth of a hex with units on their way to it
SHARES: Final = (0.45, 0.2, 0.12, 0.08, 0.06, 0.05, 0.04)  # the nearest unit counts most
FAR: Final = 44.0  # Movement Points beyond which a unit is not on its way
GUARD: Final = 0.3  # of the worth of a hex with a strong garrison
LEVEL: Final = 0.06  # an Activation Level that can still be used
POINT: Final = 0.01  # an Action Point in hand
STRAY: Final = 0.04  # an Axis unit out of command


def judge(s: State, side: int) -> float:
    value = axis_value(s)
    return value if side == AXIS else -value


def axis_value(s: State) -> float:
    if s.ending != GOES_ON:
        ended = outcome(s)
        if ended is None or ended.winner < 0:
            return 0.0
        return 1.0 if ended.winner == AXIS else -1.0
    if scenario_of(s).static:
        return math.tanh((training_points(s).total - 4 + training_hopes(s)) / 5.0)
    even = 10.0 if scenario_of(s).automatic else 5.0
    sums = tally(s, final=False).total + prospects(s) + material(s) + tempo(s) + supply(s)
    return math.tanh((sums - even) / 8.0)


def material(s: State) -> float:
    """Strength on the map, less for who is Disrupted or, of the Axis, has lost touch with its HQ."""
    e, found = s.e, 0.0
    for unit in range(e.units):
        if s.where[unit] < 0:
            continue
        worth = s.strength[unit] * STRENGTH - (DISRUPTED if s.down[unit] else 0.0)
        if e.side[unit] == AXIS:
            found += worth
            if e.moves[unit] != LEG and is_far_from_hq(s, unit):
                found -= STRAY
        else:
            found -= worth
    return found


def is_far_from_hq(s: State, unit: int) -> bool:
    """As the crow flies: paths would cost too much here."""
    formation = s.formation[unit]
    hq = s.where[s.e.units + formation] if formation >= 0 else s.where[unit]
    return hq < 0 or s.e.distance(s.where[unit], hq) > s.e.range[formation]


def tempo(s: State) -> float:
    """What can still be done in this turn: a side that has passed does no more."""
    e, found = s.e, 0.0
    for n in range(e.formations):
        side = e.f_side[n]
        if s.level[n] and not s.passed >> side & 1:
            found += s.level[n] * LEVEL if side == AXIS else -s.level[n] * LEVEL
    for f in s.frames:
        if isinstance(f, Activation):
            found += f.points * POINT if f.side == AXIS else -f.points * POINT
    return found


def supply(s: State) -> float:
    """10.2 An HQ out of supply costs a point at the end, and its formation tires before."""
    e, last = s.e, scenario_of(s).turns
    weight = 0.15 + 0.6 * s.turn / last
    hqs = [n for n in range(e.formations) if e.f_side[n] == AXIS and s.where[e.units + n] >= 0]
    return -weight * len([n for n in hqs if not hq_is_supplied(s, n)])


def prospects(s: State) -> float:
    """Victory hexes held and not yet scored, units on their way to the others, and who bars them."""
    e, found = s.e, 0.0
    axis = [(s.where[u], min(1.0, s.strength[u] / 6.0) * (0.6 if s.down[u] else 1.0)) for u in range(e.units)
            if e.side[u] == AXIS and s.where[u] >= 0 and e.moves[u] != LEG]  # fmt: skip
    for at, hex in enumerate(e.victory_hexes):
        row = objective(s, hex, s.turn)
        if row is None:
            continue
        if row.kept or s.last_in[at] == AXIS:
            left = max(0, row.vp - s.scored[at])
        else:
            left = row.vp  # what was scored is forfeit unless it is taken again
        if not left:
            continue
        if holder(s, hex) == AXIS and combat_units(s, hex):
            worth = row.vp if any(is_in_command(s, u) for u in combat_units(s, hex)) else row.out_of_command
            found += max(0.0, worth - s.scored[at]) * HELD
            continue
        way = approach(e, hex)
        near = sorted([max(0.0, 1.0 - way[h] / FAR) * weight for h, weight in axis], reverse=True)[: len(SHARES)]
        found += left * PULL * sum([close * share for close, share in zip(near, SHARES, strict=False)])
        if holder(s, hex) == ALLIED:
            guard = sum([s.strength[u] * (0.4 if s.down[u] else 1.0) for u in combat_units(s, hex)])
            found -= left * GUARD * guard / (guard + 6.0)
    return found


@cache
def approach(e: Edition, hex: int) -> tuple[float, ...]:
    """How far a motorised Axis unit is from a hex, in Movement Points: roads are short, mines and Ridges long."""

    def cost(here: int, there: int) -> int:
        if there not in e.adjacent[here]:
            return CLOSED
        side = here * e.hexes + there
        if e.owner[here] == ALLIED:  # walked backwards: the hex entered is `here`
            return 14
        if side in e.link:
            return 1
        return (4 if e.terrain[here] == BROKEN else 2) + (5 if side in e.barred else 0)

    found = reach(hex, 400, e.grid.neighbours, cost)
    return tuple([found[h] / 2 if h in found and e.terrain[h] != SEA else 200.0 for h in range(e.hexes)])


def training_hopes(s: State) -> float:
    """10.1 How near Ariete is to Bir Hacheim, and in how many mines it stands."""
    e = s.e
    units = [u for u in range(e.units) if e.side[u] == AXIS and s.where[u] >= 0]
    near = sum([max(0.0, 3 - e.distance(s.where[u], e.bir_hacheim)) for u in units])
    mines = len([u for u in units if e.owner[s.where[u]] == ALLIED and s.where[u] not in s.breached])
    down = len([u for u in units if s.down[u]])
    return 0.12 * near + 0.2 * mines - 0.3 * down + 0.02 * sum([s.strength[u] for u in units])
