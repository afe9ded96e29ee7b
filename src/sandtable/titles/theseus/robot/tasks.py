"""What a formation of the Axis may be told to do by standing orders, and the ways there."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Final, NamedTuple, Optional

from sandtable.kernel.play import Option
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import distances
from sandtable.titles.theseus.command import is_in_command, paths_of
from sandtable.titles.theseus.edition import MP, Edition
from sandtable.titles.theseus.movement import WHOLE, step_cost
from sandtable.titles.theseus.operations import can_activate
from sandtable.titles.theseus.robot.judge import gates, objectives, roads
from sandtable.titles.theseus.state import State, combat_units, enemy_zone, holder, mined_against, near_enemy, units_of
from sandtable.titles.theseus.supply import road_limit
from sandtable.titles.theseus.victory import scenario_of

TANKS: Final = 2  # Tank Points that only tanks have
STRIKES: Final = (4, 8)  # the turns for which strength is spared
FAR: Final = 60 * MP  # a way that nobody sets out for
COUP, HUNT, GATE, HOME, RAID = range(5)  # what comes first
NOBODY, STAFF, FORCE, ALL = range(4)  # who goes along: the HQ, the combat units, both

Field = dict[int, int]  # how far every hex is from the nearest of some, as far as one gets there unseen


class Task(NamedTuple):
    """What a formation is to do: a piece goes where the field falls to nothing, and there does this."""

    piece: int
    field: Field
    then: Optional[Option] = None
    into: int = -1  # the hex beside it that is entered then
    urgency: int = 0  # the least first
    far: int = 0  # and of those with the best engineers the nearest
    along: int = NOBODY


def is_strike(s: State) -> bool:
    return s.turn in STRIKES


def is_before_strike(s: State) -> bool:
    return s.turn + 1 in STRIKES


def has_last_word(s: State) -> bool:
    """Nothing need be spared any more: the enemy can only react, or Tobruk is taken."""
    return s.turn == scenario_of(s).turns and (not enemy_acts(s) or holder(s, s.edition.tobruk) == AXIS)


def enemy_acts(s: State) -> bool:
    return not s.passed >> ALLIED & 1 and can_activate(s, ALLIED)


def is_scoring(s: State, formation: int, hex: int) -> bool:
    return holder(s, hex) == AXIS and any([s.formation[u] == formation for u in combat_units(s, hex)])


def unscored(s: State, all: bool = False) -> list[tuple[int, int]]:
    """Victory hexes on open ground, or all, and what is still to be scored there; the best first."""
    e, found = s.edition, list[tuple[int, int]]()
    behind_mines = {*gates(e).values(), e.tobruk, e.bir_hacheim}
    for at, row in enumerate(objectives(e, s.agreed.scenario, s.turn)):
        hex = e.victory_hexes[at]
        if row is None or (not all and (hex in behind_mines or not (row.kept or is_strike(s) or is_before_strike(s)))):
            continue
        left = row.vp - (s.scored[at] if row.kept or s.last_in[at] == AXIS else 0)
        if left > 0:
            found.append((hex, left))
    return sorted(found, key=lambda pair: -pair[1])


def is_scored(s: State, hex: int) -> bool:
    at = s.edition.victory_hexes.index(hex)
    return s.scored[at] > 0 and s.last_in[at] == AXIS


def leader(s: State, formation: int, hex: int) -> Optional[int]:
    """Infantry passes mines best. Who stands in another victory hex stays there."""
    e = s.edition
    return nearest(s, [u for u in units_of(s, formation) if e.can_breach[u] and s.where[u] >= 0 and u != e.hecker], hex)


def nearest(s: State, units: Iterable[int], hex: int) -> Optional[int]:
    away, held = s.edition.grid.away(hex), [goal for goal, _ in unscored(s, True) if goal != hex]
    return min(
        [u for u in units if s.where[u] not in held],
        key=lambda u: (s.down[u] and away[s.where[u]] > 1, away[s.where[u]], s.down[u]),
        default=None,
    )


def raiders(s: State, formation: int) -> list[int]:
    """Infantry; anybody where nothing need be spared any more."""
    e, free = s.edition, has_last_word(s)
    return [u for u in units_of(s, formation) if s.where[u] >= 0 and u != e.hecker and (e.can_breach[u] or free)]


def has_tanks(s: State, formation: int) -> bool:
    return any([s.edition.tank[0][u] > TANKS for u in units_of(s, formation)])


def strength_at(s: State, hex: int) -> int:
    return sum([s.strength[u] for u in combat_units(s, hex)])


def fed_hexes(s: State, hq: int) -> list[int]:
    e, passes = s.edition, paths_of(s, AXIS)
    level = [tuple([there for there, kind in e.steps[h] if not kind and passes(h, there)]) for h in range(e.hexes)]
    found = distances(roads(s), level, road_limit(s, hq))
    return [h for h in found if is_quiet(s, h) and not any([u >= e.units and u != hq for u in s.at.get(h, ())])]


# Ways


def is_quiet(s: State, hex: int) -> bool:
    """No enemy there or beside it who could react, and no mines of his."""
    return not mined_against(s, AXIS, hex) and holder(s, hex) != ALLIED and not near_enemy(s, AXIS, hex)


def is_passable(s: State, hex: int) -> bool:
    """No enemy there, and no mines of his."""
    return not mined_against(s, AXIS, hex) and holder(s, hex) != ALLIED


def is_free_for(s: State, hq: int, hex: int) -> bool:
    """For an HQ to stay: with another one there is none too many."""
    return is_quiet(s, hex) and not any([u >= s.edition.units and u != hq for u in s.at.get(hex, ())])


def beside(s: State, hex: int) -> list[int]:
    """From which one can enter a hex, or attack it: where nobody is."""
    return [h for h in s.edition.adjacent[hex] if not mined_against(s, AXIS, h) and h not in s.at]


def field_of(s: State, piece: int, goals: Iterable[int], bold: bool = False) -> Field:
    """How far it is to the nearest of these for who drives past all enemies and does not halt among friends, in twelfths of
    Movement Points."""
    e = s.edition
    found, edge = dict.fromkeys(goals, 0), list[tuple[int, int]]()
    for hex in found:
        heapq.heappush(edge, (0, hex))
    while edge:
        far, here = heapq.heappop(edge)
        if far > found[here]:
            continue
        for there in e.adjacent[here]:
            cost = step_cost(s, AXIS, (piece,), there, here)
            more = far + (e.ma[piece] if cost == WHOLE else cost)
            full = there in s.at and there != s.where[piece]  # of friends whom a stack, or an HQ, would crowd out
            if bold:
                more += e.ma[piece] if full or enemy_zone(s, AXIS, there) else 0
                passes = is_passable(s, there) and not (full and enemy_zone(s, AXIS, there))  # 5.4.1: it would have to halt
            else:
                passes = is_quiet(s, there) and not full
            if more < found.get(there, FAR) and passes:
                found[there] = more
                heapq.heappush(edge, (more, there))
    return found


def to_field(e: Edition, field: Field, hex: int) -> int:
    """Who stands among others or beside an enemy is one step from it."""
    return field[hex] if hex in field else min([field[h] + MP for h in e.adjacent[hex] if h in field], default=FAR)


def convoy(
    s: State, formation: int, lead: int, goals: Iterable[int], urgency: int, along: int = STAFF, bold: bool = False
) -> Optional[Task]:
    """The HQ comes to the infantry, and they drive on together: out of its reach every step costs twice as much."""
    e, hq, here = s.edition, s.edition.units + formation, s.where[lead]
    field = field_of(s, lead, goals if bold else [h for h in goals if is_free_for(s, hq, h)], bold)
    far = to_field(e, field, here)
    if far >= FAR or s.down[lead]:
        return None
    mined = mined_against(s, AXIS, here)  # where no HQ can come
    if s.where[hq] == here or (mined and is_in_command(s, lead)):
        return Task(lead, field, urgency=urgency, far=far, along=along)
    if along == ALL and to_field(e, field, s.where[hq]) < far and not combat_units(s, s.where[hq]):
        meet = field_of(s, lead, (s.where[hq],))  # it is on the way
        if to_field(e, meet, here) < FAR:
            return Task(lead, meet, urgency=urgency, far=far, along=ALL)
    up = field_of(s, hq, beside(s, here) if mined else [here])
    behind = to_field(e, up, s.where[hq])
    return Task(hq, up, urgency=urgency, far=far + behind) if behind < FAR else None
