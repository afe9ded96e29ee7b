"""How good a position is: what the Axis will probably score, and what may still change it."""

from __future__ import annotations

import math
from typing import Final

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.theseus.state import GOES_ON, State, holder
from sandtable.titles.theseus.victory import objective, outcome, scenario_of, tally, training_points

STRENGTH: Final = 0.05  # Victory Points that a Strength Point is worth
DISRUPTED: Final = 0.25
HELD: Final = 0.85  # of the worth of a hex that is occupied now and not yet scored
GUARD: Final = 0.02  # what a Commonwealth Strength Point in or beside a victory hex is worth
PULL: Final = 0.45  # of the worth of a hex with the strongest Axis unit beside it; it fades with the distance
FADES: Final = 7.0


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
    even = {2: 10.0}.get(s.agreed.scenario, 5.0)
    return math.tanh((tally(s, final=False).total + prospects(s) + material(s) - even) / 6.0)


def material(s: State) -> float:
    """Strength on the map, less for who is Disrupted."""
    e, found = s.e, 0.0
    for unit in range(e.units):
        if s.where[unit] >= 0:
            worth = s.strength[unit] * STRENGTH
            if s.down[unit]:
                worth -= DISRUPTED
            found += worth if e.side[unit] == AXIS else -worth
    return found


def prospects(s: State) -> float:
    """Victory hexes held and not yet scored, those that are near, and who guards them."""
    e, found = s.e, 0.0
    axis = [
        (s.where[u], s.strength[u] * (0.5 if s.down[u] else 1.0)) for u in range(e.units) if e.side[u] == AXIS and s.where[u] >= 0
    ]
    allied = [(s.where[u], s.strength[u]) for u in range(e.units) if e.side[u] == ALLIED and s.where[u] >= 0]
    for at, hex in enumerate(e.victory_hexes):
        row = objective(s, hex, s.turn)
        if row is None:
            continue
        left = max(0, row.vp - s.scored[at]) if row.kept or s.last_in[at] == AXIS else row.vp
        if not left:
            continue
        if holder(s, hex) == AXIS:
            found += left * HELD
            continue
        near = sorted([math.exp(-e.distance(h, hex) / FADES) * min(1.0, strength / 8.0) for h, strength in axis], reverse=True)[:3]
        found += left * PULL * sum([pull * weight for pull, weight in zip(near, (0.6, 0.25, 0.15), strict=False)])
        guard = sum([strength for h, strength in allied if e.distance(h, hex) <= 1])
        found -= min(left * 0.3, guard * GUARD)
    return found


def training_hopes(s: State) -> float:
    """10.1 How near Ariete is to Bir Hacheim, and in how many mines it stands."""
    e = s.e
    units = [u for u in range(e.units) if e.side[u] == AXIS and s.where[u] >= 0]
    near = sum([max(0.0, 3 - e.distance(s.where[u], e.bir_hacheim)) for u in units])
    mines = len([u for u in units if e.owner[s.where[u]] == ALLIED and s.where[u] not in s.breached])
    down = len([u for u in units if s.down[u]])
    return 0.12 * near + 0.2 * mines - 0.3 * down + 0.02 * sum([s.strength[u] for u in units])
