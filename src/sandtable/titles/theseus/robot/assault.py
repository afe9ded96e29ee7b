"""Tobruk scores more than all else: in the turn of the strike the Axis goes there with all that it has spared. While nobody is in
it infantry walks in through the mines; if somebody is, a lane is breached, the divisions come through it one after the other, and
storm it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import distances
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import MP, NONE
from sandtable.titles.theseus.frames import ACTION, Activation, March
from sandtable.titles.theseus.movement import step_refused
from sandtable.titles.theseus.robot.tasks import (
    ALL,
    COUP,
    FAR,
    FORCE,
    NOBODY,
    Field,
    Task,
    beside,
    convoy,
    field_of,
    has_tanks,
    is_passable,
    is_quiet,
    is_scored,
    is_strike,
    leader,
    strength_at,
    to_field,
)
from sandtable.titles.theseus.state import State, combat_units, enemy_zone, holder, mined_against, near_enemy, units_of
from sandtable.titles.theseus.supply import hq_is_supplied

IN_EARNEST: Final = 2  # Action Points below which nobody attacks
ENGINEERS: Final = 2  # without such a rating mines are no place to go into
COVERED: Final = 4  # hexes that one goes farther to mines that no enemy covers
WEAK: Final = 3  # who is no stronger is not waited for
BEFORE: Final = 8  # hexes from Tobruk at which infantry is refitted for it


def assault(s: State, formation: int) -> Optional[Task]:
    e = s.edition
    if not is_strike(s) or is_scored(s, e.tobruk) or holder(s, e.tobruk) == AXIS:
        return None
    lead = leader(s, formation, e.tobruk)
    if lead is None:
        return None
    task = coup(s, formation, lead) if holder(s, e.tobruk) == NONE else None
    return task or (storm(s, formation, lead) if is_for_storm(s, formation) else None)


def is_for_storm(s: State, formation: int) -> bool:
    """Panzers; others with engineers only if they have no road to lose."""
    return s.edition.engineer[formation] >= ENGINEERS and (has_tanks(s, formation) or not hq_is_supplied(s, formation))


def coup(s: State, formation: int, lead: int) -> Optional[Task]:
    """Infantry and HQ drive up to the mines together, the infantry goes through them and in."""
    e = s.edition
    inside = field_of(s, lead, (e.tobruk,))
    beyond = {h: [inside[n] for n in e.adjacent[h] if n in inside] for h in range(e.hexes) if is_open_mine(s, h)}
    mined = {h: min(found) + MP for h, found in beyond.items() if found}
    here = s.where[lead]
    if mined_against(s, AXIS, here) and has_time(s, formation) and not s.down[lead]:
        return Task(lead, {here: 0}, ("breach", lead, 0), urgency=COUP)
    if e.inside[here]:
        field = {**inside, **mined}
        leads_on = any([field.get(h, FAR) < field.get(here, FAR) for h in e.adjacent[here]])
        return Task(lead, field, urgency=COUP) if leads_on and who_gets_closer(s, lead, field, (NOBODY,)) != NONE else None
    ways = [h for h in mined if h in e.adjacent[here]]
    if ways:
        gate = min(ways, key=lambda h: mined[h])
        return Task(lead, {here: 0}, ("refit" if s.down[lead] else "move", lead, 0), gate, COUP)
    return convoy(s, formation, lead, [n for h in mined for n in e.adjacent[h] if n not in inside], COUP)


def has_time(s: State, formation: int) -> bool:
    """To let the HQ in as well, which is worth a point: to breach mines gives nobody a chance to react, and there is another
    activation to walk in."""
    return bool(s.passed >> ALLIED & 1) and s.level[formation] > 0


def is_open_mine(s: State, hex: int) -> bool:
    """Mines that nobody guards."""
    return mined_against(s, AXIS, hex) and holder(s, hex) != ALLIED and not near_enemy(s, AXIS, hex)


# With somebody in it


def storm(s: State, formation: int, lead: int) -> Optional[Task]:
    """Up to the mines, into them, through them, and on to Tobruk, by all who are with the infantry."""
    e, here = s.edition, s.where[lead]
    stay: Field = {here: 0}
    if s.down[lead]:
        return Task(lead, stay, ("refit", lead, 0), urgency=COUP) if e.distance(here, e.tobruk) <= BEFORE else None
    gate = way_in(s, here)
    if e.inside[here] and not mined_against(s, AXIS, here):
        return gather(s, formation, lead) or advance(s, lead)
    if gate == NONE:
        return None
    if here == gate:
        return Task(lead, stay, ("breach", lead, 0), urgency=COUP)
    if e.distance(here, gate) > 1:
        goals = outskirts(s, gate, 1) or outskirts(s, gate, 2)
        return convoy(s, formation, lead, goals, COUP, ALL) or convoy(s, formation, lead, goals, COUP, ALL, bold=True)
    if gate in s.breached:
        return Task(lead, field_of(s, lead, (gate,), bold=True), urgency=COUP, along=ALL)
    if not is_in_command(s, lead):
        hq = e.units + formation
        return Task(hq, field_of(s, hq, [h for h in (here, *beside(s, here)) if is_quiet(s, h)]), urgency=COUP)
    return Task(lead, stay, ("move", lead, 0), gate, COUP)


def way_in(s: State, here: int) -> int:
    """Through mines that are breached; else where this stack already is, where nobody else is, that no enemy covers, and near."""
    e = s.edition
    ways = [h for h in range(e.hexes) if is_way_in(s, h)]
    return min(
        ways,
        key=lambda h: (
            h not in s.breached,
            h != here,
            holder(s, h) == AXIS,
            e.distance(here, h) + COVERED * enemy_zone(s, AXIS, h),
        ),
        default=NONE,
    )


def outskirts(s: State, gate: int, near: int) -> list[int]:
    """Before the mines, where there is room."""
    e = s.edition
    around = distances([gate], e.adjacent, near)
    return [h for h in around if not e.inside[h] and h not in s.at and is_passable(s, h)]


def is_way_in(s: State, hex: int) -> bool:
    e = s.edition
    return bool(e.inside[hex]) and e.owner[hex] == ALLIED and holder(s, hex) != ALLIED


def gather(s: State, formation: int, lead: int) -> Optional[Task]:
    """The tanks come after the infantry."""
    e, here, m = s.edition, s.where[lead], within(s, March)
    if m is not None and lead in m.units:
        return None
    away = [u for u in units_of(s, formation) if s.where[u] != here and e.distance(s.where[u], here) <= BEFORE and not s.down[u]]
    for unit in sorted(away, key=lambda u: -s.strength[u]):
        field = field_of(s, unit, (here,), bold=True)
        along = who_gets_closer(s, unit, field) if s.strength[unit] > WEAK else NONE
        if along != NONE and to_field(e, field, s.where[unit]) < 2 * e.ma[unit]:
            return Task(unit, field, urgency=COUP, along=along)
    return None


def who_gets_closer(s: State, unit: int, field: Field, some: Sequence[int] = (ALL, FORCE)) -> int:
    """All who are there, or without their HQ, or nobody."""
    m = within(s, March)
    if m is not None and unit in m.units:
        return some[0]
    return next((along for along in some if gets_closer(s, unit, field, along)), NONE)


def gets_closer(s: State, unit: int, field: Field, along: int) -> bool:
    e, here = s.edition, s.where[unit]
    there = [u for u in s.at[here] if s.formation[u] == s.formation[unit] and not s.down[u] and (along == ALL or u < e.units)]
    group = (unit,) if along == NOBODY else tuple(sorted(there))
    least = min([e.ma[u] for u in group])
    closer = [h for h in e.adjacent[here] if field.get(h, FAR) < field.get(here, FAR)]
    return any([step_refused(s, AXIS, group, here, h, least, True, ACTION) is None for h in closer])


def advance(s: State, lead: int) -> Task:
    """On to Tobruk, or against who bars the way."""
    e, here = s.edition, s.where[lead]
    stay: Field = {here: 0}
    field = field_of(s, lead, (e.tobruk,), bold=True)
    along = who_gets_closer(s, lead, field)
    if along != NONE:
        return Task(lead, field, urgency=COUP, along=along)
    a = within(s, Activation)
    if a is not None and a.points < IN_EARNEST:
        return Task(lead, stay, ("end", 0, 0), urgency=COUP)
    targets = [h for h in e.adjacent[here] if holder(s, h) == ALLIED and combat_units(s, h)]
    target = min(targets, key=lambda h: (h != e.tobruk, strength_at(s, h)), default=NONE)
    return Task(lead, stay, ("attack", lead, target) if target != NONE else ("end", 0, 0), urgency=COUP)
