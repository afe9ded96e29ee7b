"""5.8 Command: In Command, Out of Command, Isolated, and the paths that decide it.

Supply Paths follow the same restrictions (5.7.4), so the search over the country is here for both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.sides import other
from sandtable.maps.graph import Grades, Opens, at_most, trace
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.state import State, hq_of

IN_COMMAND, OUT_OF_COMMAND, ISOLATED, NO_STATE = range(4)
STATES: Final = ("in command", "out of command", "isolated", "")


def paths_of(s: State, side: int) -> Opens:
    """Where paths of the side may run: no enemy, no EZOC without a friend, no unbreached enemy mines (5.7.4, 5.8.2)."""
    e, at, breached, zones = s.edition, s.at, s.breached, s.zones.units[other(side)]
    owner, sides, enemy = e.owner, e.side, other(side)

    def passes(here: int, hex: int) -> bool:
        if owner[hex] == enemy and hex not in breached:
            return False
        there = at.get(hex)
        if there is not None:
            return sides[there[0]] == side
        return not zones[hex]

    return passes


@lru_cache(maxsize=64)
def across_country(limit: int) -> Grades:
    """5.7.4, 5.8.2 So many hexes at most; of the Ridge and Wadi sides without a Road or Trail a path may cross one, not counting
    those of the tracer's own hex, which always passes."""
    return at_most(1, limit, first_counts=False)


def find_path(s: State, side: int, start: int, goal: int, limit: int) -> Optional[tuple[int, ...]]:
    """A shortest path of so many hexes at most."""
    away = s.edition.grid.away(goal)
    if away[start] > limit:
        return None
    return trace(start, (goal,), s.edition.steps, paths_of(s, side), across_country(limit), away)


def still_open(s: State, side: int, path: tuple[int, ...], start: int, goal: int) -> bool:
    """Whether a path found earlier still leads from here to there."""
    if path[0] != start or path[-1] != goal:
        return False
    passes = paths_of(s, side)
    return all([passes(hex, hex) for hex in path[1:-1]])


def command_state(s: State, unit: int) -> int:
    """5.8 Of a combat unit, now. Unassigned independent units have none."""
    formation = s.formation[unit]
    if formation == NONE:
        return NO_STATE
    known = s.found.cut.get(unit)
    if known is not None:
        return known
    start, goal = s.where[unit], s.where[hq_of(s, formation)]
    if goal < 0:
        return ISOLATED
    side, range = s.edition.side[unit], s.edition.range[formation]
    path = s.found.paths.get(unit)
    if path is not None and still_open(s, side, path, start, goal):
        if len(path) <= range + 1:
            return IN_COMMAND
        if s.edition.distance(start, goal) > range:  # no shorter one would be short enough
            return OUT_OF_COMMAND
    path = find_path(s, side, start, goal, s.edition.isolation[unit])
    if path is None:
        s.found.cut[unit] = ISOLATED
        return ISOLATED
    s.found.paths[unit] = path
    if len(path) <= range + 1:  # 5.8: the HQ's hex counts, the unit's does not
        return IN_COMMAND
    s.found.cut[unit] = OUT_OF_COMMAND
    return OUT_OF_COMMAND


def is_in_command(s: State, unit: int) -> bool:
    return command_state(s, unit) == IN_COMMAND


def is_isolated(s: State, unit: int) -> bool:
    return command_state(s, unit) == ISOLATED


def is_within_range(s: State, unit: int, formation: int) -> bool:
    """Whether a unit could be In Command of that formation's HQ."""
    known = s.found.near.get((unit, formation))
    if known is None:
        goal = s.where[hq_of(s, formation)]
        known = goal >= 0 and find_path(s, s.edition.side[unit], s.where[unit], goal, s.edition.range[formation]) is not None
        s.found.near[unit, formation] = known
    return known


def has_schwerpunkt(s: State, unit: int) -> bool:
    """5.9 The benefits of the marker are for units In Command."""
    return s.schwerpunkt != NONE and s.formation[unit] == s.schwerpunkt and is_in_command(s, unit)
