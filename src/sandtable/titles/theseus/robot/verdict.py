"""What shows who will win: what the judge makes of a position, and what it does not see. What is held may be lost again, a road
through the mines may be cut, an HQ far from the roads has a long way back, or none if its levels are spent, and whoever has passed
must look on."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from sandtable.kernel.robot import Terms
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import distances
from sandtable.titles.theseus.edition import Edition
from sandtable.titles.theseus.robot.judge import (
    SCALE,
    TURN,
    armies,
    at_large,
    by_road,
    cares,
    clear_of_mines,
    cuts,
    dug_in,
    is_last,
    judge,
    lanes_open,
    levels,
    material,
    mobile,
    objectives,
    points_now,
    prospects,
    reserves,
    roads,
    staffs,
    tempo,
    training_hopes,
    unfed,
    vigour,
)
from sandtable.titles.theseus.state import GOES_ON, State, combat_units, holder
from sandtable.titles.theseus.victory import scenario_of, training_points

AT_RISK: Final = 0.6  # of a hex that is held, with the enemy's whole strength around it
AROUND: Final = 2  # hexes from which he can come at once
HANGING: Final = 1.0  # an HQ that lives by a road which only enemies are near
BY_LANE: Final = 4  # hexes from a lane that are near
STARVING: Final = 0.5  # a formation that acts without supply, and again the next time
STRANDED: Final = 0.6  # an HQ that has no level left to go back to a road, and again for each turn to come
ASTRAY: Final = 0.05  # an HQ, for each hex that it is farther from the roads than it should be
STRAYS: Final = 20  # hexes, at most
RELIEF: Final = 0.05  # for each hex that everybody is away from where a road is cut
PASSED: Final = 1.0  # to have passed
DEAR: Final = 1.0  # a level of the Commonwealth that recovery does not give back: as much as to pass


def verdict(s: State, side: int) -> float:
    row = scenario_of(s)
    if row.static or s.ending != GOES_ON:
        return judge(s, side)
    even, turns = 10.0 if row.automatic else 5.0, TURN * (row.turns - s.turn)
    return math.tanh((expected(s) + turns - even) / SCALE) if side == AXIS else -math.tanh((expected(s) - even) / SCALE)


def expected(s: State) -> float:
    """In Victory Points of the Axis, as the judge counts."""
    net = roads(s)
    seen = points_now(s) + prospects(s, net) + material(s) + dug_in(s) + reserves(s) + levels(s) + staffs(s, net) + vigour(s)
    return seen + spent(s) + cares(s, net) - at_risk(s) - hanging(s, net) - starving(s) - cut_off(s, net) + has_passed(s)


def has_passed(s: State) -> float:
    """Who has passed must look on; to hand the initiative over costs nothing, and whoever acts last has the last word."""
    return PASSED * ((s.passed >> ALLIED & 1) - (s.passed >> AXIS & 1))


def spent(s: State) -> float:
    """Levels of the Commonwealth that recovery will not give back: whoever burns them to wait lacks them when Tobruk is stormed."""
    e = s.edition
    if is_last(s):
        return 0.0
    kept = [(e.max_level[n] - e.recovery[n] - s.level[n]) for n, side in enumerate(e.f_side) if side == ALLIED]
    return DEAR * sum([missing for missing in kept if missing > 0])


def at_risk(s: State) -> float:
    """Of the victory hexes in which the Axis stands: what it has not scored for good."""
    e, found = s.edition, 0.0
    for at, row in enumerate(objectives(e, s.agreed.scenario, s.turn)):
        hex = e.victory_hexes[at]
        if row is not None and holder(s, hex) == AXIS and combat_units(s, hex):
            found += AT_RISK * threat(s, hex) * (row.vp - s.scored[at] if row.kept else row.vp)
    return found


def threat(s: State, hex: int) -> float:
    """How much stronger the Commonwealth is around a hex than the Axis in it: 0 to 1."""
    away, where, strength, down = s.edition.grid.away(hex), s.where, s.strength, s.down
    near = sum([strength[u] for u in armies(s.edition)[ALLIED] if where[u] >= 0 and away[where[u]] <= AROUND and not down[u]])
    own = sum([strength[u] for u in combat_units(s, hex)])
    return near / (near + 2.0 * own) if near else 0.0


def hanging(s: State, net: frozenset[int]) -> float:
    """HQs that are fed through the mines alone, while enemies are near the lane and could cut the road."""
    e, lanes = s.edition, lanes_open(s)
    if not lanes:
        return 0.0
    fed = unfed(e, at_large(s), net & by_road(e, ())) - unfed(e, at_large(s), net)
    allied, axis = (around(s, units, lanes) for units in armies(e))
    return HANGING * fed * allied / (allied + 2.0 * axis) if allied else 0.0


def starving(s: State) -> float:
    """5.7.5 Motorised formations of the Axis that have used their Emergency Supply, and those that acted once more: they have no
    level left, and recover none until a road feeds them."""
    return STARVING * sum([int(s.emergency[n]) + int(s.starved[n]) for n in mobile(s.edition)])


def around(s: State, units: tuple[int, ...], lanes: tuple[int, ...]) -> int:
    """Strength near one of the lanes of those who are not Disrupted."""
    where, away = s.where, [s.edition.grid.away(lane) for lane in lanes]
    fit = [u for u in units if where[u] >= 0 and not s.down[u]]
    return sum([s.strength[u] for u in fit if any([far[where[u]] <= BY_LANE for far in away])])


def cut_off(s: State, net: frozenset[int]) -> float:
    """HQs that no road feeds: the way back may be long, and who has spent his last level there has none. He recovers nothing.
    Somebody who is near to where the road is cut may open it again."""
    e, stay = s.edition, STRANDED * (1 + scenario_of(s).turns - s.turn)
    lost = hungry(e, at_large(s), net)
    if not lost:
        return 0.0
    away = from_cuts(e, cuts(s, net))
    nearest = min([away[s.where[u]] for u in armies(e)[AXIS] if s.where[u] >= 0 and not s.down[u]], default=STRAYS)
    return math.fsum([ASTRAY * far + (0.0 if s.level[n] else stay) for n, far in lost]) + RELIEF * nearest


@lru_cache(maxsize=1_000)
def from_cuts(e: Edition, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """How far every hex is from the nearest of these, up to a limit."""
    found = distances(hexes, clear_of_mines(e), STRAYS)
    return tuple([found.get(h, STRAYS) for h in range(e.hexes)])


@lru_cache(maxsize=1_000)
def hungry(e: Edition, hqs: tuple[tuple[int, int], ...], net: frozenset[int]) -> tuple[tuple[int, int], ...]:
    """Formations whose HQs have no road in reach, and how many hexes they are too far from one."""
    far = [(n, to_roads(e, net, hex) - e.range[n]) for n, hex in hqs]
    return tuple([(n, more) for n, more in far if more > 0])


@lru_cache(maxsize=4_000)
def to_roads(e: Edition, net: frozenset[int], hex: int) -> int:
    found = distances([hex], clear_of_mines(e), STRAYS)
    return min([far for h, far in found.items() if h in net], default=STRAYS)


# For fits

BY_HAND: Final = {  # in Victory Points, each as the judge has it
    "even": 0.0,
    "points": 1.0,
    "points late": 0.0,  # more for them, the later it is
    "prospects": 1.0,
    "prospects late": 0.0,
    "strength": 1.0,
    "levels": 1.0,
    "staffs": 1.0,
}
FEATURES: Final = tuple(BY_HAND)


def features(s: State) -> tuple[float, ...]:
    """Each from the Commonwealth's side."""
    if scenario_of(s).static:  # 10.1: a lesson, without armies
        return 1.0, -float(training_points(s).total), 0.0, -training_hopes(s), *[0.0] * 4
    late, net = lateness(s), roads(s)
    points, hopes = -float(points_now(s)), -prospects(s, net)
    return 1.0, points, points * late, hopes, hopes * late, -material(s), -tempo(s, 0.0), -staffs(s, net)


def lateness(s: State) -> float:
    """How much of the game is over."""
    return s.turn / scenario_of(s).turns


TERMS: Final = Terms(FEATURES, features, tuple([2.0 / SCALE * by_hand for by_hand in BY_HAND.values()]))
