"""Standing orders in the Opening Phase, which better players follow without a thought. The Axis lets the enemy act first and has
the last word of each turn; it keeps to the roads, drives off who comes near them, walks into victory hexes that nobody holds, and
as long as Tobruk stands empty spares its strength to be there when the last turn ends. The Commonwealth sees to it that somebody
is."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, Optional

from sandtable.kernel.play import Frame, Option, options, within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import distances
from sandtable.titles.theseus.command import is_in_command, paths_of
from sandtable.titles.theseus.edition import MP, NONE, Edition
from sandtable.titles.theseus.frames import FORMATION, Activation, March, Movement, Operations, Organisation, Setup
from sandtable.titles.theseus.judge import by_road, clear_of_mines, gates, gates_left, is_last, objectives, roads
from sandtable.titles.theseus.movement import WHOLE, step_cost
from sandtable.titles.theseus.operations import can_activate
from sandtable.titles.theseus.state import State, combat_units, enemy_zone, holder, is_static, mined_against, near_enemy, units_of
from sandtable.titles.theseus.supply import hq_is_supplied, road_limit
from sandtable.titles.theseus.victory import scenario_of

FAR: Final = 60 * MP  # a way that nobody sets out for
CHASE: Final = 14  # hexes from which somebody is sent after those who cut a road
BY_ROAD: Final = 2  # hexes from a road at which an enemy cuts it
TWICE: Final = 2  # as strong as the enemy, at least
CARS: Final = 2  # so weak are armoured cars, which give way and are back
AT_HAND: Final = 4  # hexes from Tobruk at which somebody can be its garrison
ON_HAND: Final = 10  # hexes from a gate at which an HQ is there for it
ENGINEERS: Final = 2  # without such a rating mines are no place to go into
ABOUT: Final = 9  # hexes from a victory hex at which an HQ has come for it
COUP, HUNT, GATE, HOME, RAID = range(5)  # what comes first
CLOSER: Final = 1  # hexes that an HQ comes nearer than its range

Field = dict[int, int]  # how far every hex is from the nearest of some, as far as one gets there unseen


def orders(s: State, side: int) -> Optional[Option]:
    """What is to be said now; None where somebody has to think."""
    f = s.frames[-1]
    if not is_short(s) or not isinstance(f, (Setup, Organisation, Operations, Activation, Movement, March)):
        return None
    if side == ALLIED:
        return into_tobruk(s, f) if is_last(s) and holder(s, s.edition.tobruk) == NONE else None
    found, said = options(s), None
    if isinstance(f, Operations):
        said = with_the_initiative(s, found)
    elif isinstance(f, (Activation, Movement, March)):
        said = in_activation(s, f)
    elif found[0][0] == "schwerpunkt":
        said = main_effort(s, found)
    return said if said in found else None


def is_short(s: State) -> bool:
    """10.2 Four turns, after which nobody wins Tobruk back. Nothing is known of what they would do to the whole campaign."""
    return not is_static(s, ALLIED) and not scenario_of(s).automatic


# The initiative


def with_the_initiative(s: State, found: list[Option]) -> Optional[Option]:
    """Who lets the enemy act until he passes can be hindered by Reactions only, and what he has cut is opened again."""
    if ("transfer", 0, 0) in found and can_activate(s, ALLIED):
        return ("transfer", 0, 0)
    ready = [o[1] for o in found if o[0] == "activate" and not s.edition.leg_hq[o[1]]]
    tasks = [(task.urgency, -s.edition.engineer[n], task.far, n) for n in ready if (task := task_of(s, n)) is not None]
    if tasks:
        return ("activate", min(tasks)[3], 0)
    return ("pass", 0, 0) if spares_strength(s) and (s.passed >> ALLIED & 1 or not can_activate(s, ALLIED)) else None


def spares_strength(s: State) -> bool:
    """Tobruk scores as much as all else; if somebody is in it, others have to be thought of."""
    return holder(s, s.edition.tobruk) != ALLIED


def main_effort(s: State, found: list[Option]) -> Option:
    """5.9 Before the gate as long as it is shut; then who is fresh and near enough to Tobruk."""
    e = s.edition
    able = [o[1] for o in found if o[0] == "schwerpunkt"] + [n for n in (s.schwerpunkt,) if n != NONE]
    best = max(able, key=lambda n: (at_gate(s, n), can_raid(s, n) and s.level[n], -e.distance(s.where[e.units + n], e.tobruk)))
    return ("pass", 0, 0) if best == s.schwerpunkt else ("schwerpunkt", best, 0)


# Tasks


class Task(NamedTuple):
    """What a formation is to do: a piece goes where the field falls to nothing, and there does this."""

    piece: int
    field: Field
    then: Optional[Option] = None
    into: int = NONE  # the hex beside it that is entered then
    urgency: int = 0  # the least first
    far: int = 0  # and of those with the best engineers the nearest
    staff: bool = False  # whether the HQ goes along


def task_of(s: State, formation: int) -> Optional[Task]:
    e = s.edition
    hq = s.where[e.units + formation]
    if e.f_side[formation] != AXIS or e.leg_hq[formation] or hq < 0:
        return None
    task = coup(s, formation)
    if task is not None:
        return task
    fed = hq_is_supplied(s, formation)
    if any([is_scoring(s, formation, hex) for hex, _ in unscored(s, True)]) and not is_last(s):
        return raid(s, formation, held=True) if fed or not s.starved[formation] else None
    about = not s.starved[formation] and any([e.distance(hq, hex) <= ABOUT for hex, _ in unscored(s)])
    if is_last(s) and not fed and not about:
        return homeward(s, formation)
    task = through_the_gate(s, formation) or hunt(s, formation)
    if task is None and (about or not s.emergency[formation]):
        task = raid(s, formation)
    return task if task is not None or fed else homeward(s, formation)


def is_scoring(s: State, formation: int, hex: int) -> bool:
    return holder(s, hex) == AXIS and any([s.formation[u] == formation for u in combat_units(s, hex)])


def unscored(s: State, all: bool = False) -> list[tuple[int, int]]:
    """Victory hexes on open ground, or all, and what is still to be scored there; the best first."""
    e, found = s.edition, list[tuple[int, int]]()
    behind_mines = {*gates(e).values(), e.tobruk, e.bir_hacheim}
    for at, row in enumerate(objectives(e, s.agreed.scenario, s.turn)):
        hex = e.victory_hexes[at]
        if row is None or (not all and (hex in behind_mines or not (row.kept or s.turn >= scenario_of(s).turns - 1))):
            continue
        left = row.vp - (s.scored[at] if row.kept or s.last_in[at] == AXIS else 0)
        if left > 0:
            found.append((hex, left))
    return sorted(found, key=lambda pair: -pair[1])


# An HQ without supply


def homeward(s: State, formation: int) -> Optional[Task]:
    """To the nearest hex where a road feeds it."""
    hq = s.edition.units + formation
    field = field_of(s, hq, fed_hexes(s, hq))
    return Task(hq, field, urgency=HOME) if to_field(s.edition, field, s.where[hq]) < FAR else None


def fed_hexes(s: State, hq: int) -> list[int]:
    e, passes = s.edition, paths_of(s, AXIS)
    level = [tuple([there for there, kind in e.steps[h] if not kind and passes(h, there)]) for h in range(e.hexes)]
    found = distances(roads(s), level, road_limit(s, hq))
    return [h for h in found if is_quiet(s, h) and not any([u >= e.units and u != hq for u in s.at.get(h, ())])]


# Tobruk, while nobody is in it


def coup(s: State, formation: int) -> Optional[Task]:
    """In the last turn, when it can no longer be won back: infantry and HQ drive up to the mines around it together, the infantry
    goes through them and in."""
    e = s.edition
    if not is_last(s) or holder(s, e.tobruk) != NONE or is_scored(s, e.tobruk):
        return None
    lead = leader(s, formation, e.tobruk)
    if lead is None:
        return None
    inside = field_of(s, lead, (e.tobruk,))
    beyond = {h: [inside[n] for n in e.adjacent[h] if n in inside] for h in range(e.hexes) if is_open_mine(s, h)}
    mined = {h: min(found) + MP for h, found in beyond.items() if found}
    here = s.where[lead]
    if e.inside[here]:
        return Task(lead, {**inside, **mined}, urgency=COUP)
    ways = [h for h in mined if h in e.adjacent[here]]
    if ways:
        gate = min(ways, key=lambda h: mined[h])
        return Task(lead, {here: 0}, ("refit" if s.down[lead] else "move", lead, 0), gate, COUP)
    return convoy(s, formation, lead, [n for h in mined for n in e.adjacent[h] if n not in inside], COUP)


def convoy(s: State, formation: int, lead: int, goals: Iterable[int], urgency: int) -> Optional[Task]:
    """The HQ comes to the infantry, and they drive on together: out of its reach every step costs twice as much."""
    e, hq, here = s.edition, s.edition.units + formation, s.where[lead]
    field = field_of(s, lead, [h for h in goals if is_free_for(s, hq, h)])
    far = to_field(e, field, here)
    if far >= FAR or s.down[lead]:
        return None
    mined = mined_against(s, AXIS, here)  # where no HQ can come
    if s.where[hq] == here or (mined and is_in_command(s, lead)):
        return Task(lead, field, urgency=urgency, far=far, staff=True)
    up = field_of(s, hq, beside(s, here) if mined else [here])
    behind = to_field(e, up, s.where[hq])
    return Task(hq, up, urgency=urgency, far=far + behind) if behind < FAR else None


def is_scored(s: State, hex: int) -> bool:
    at = s.edition.victory_hexes.index(hex)
    return s.scored[at] > 0 and s.last_in[at] == AXIS


def is_open_mine(s: State, hex: int) -> bool:
    """Mines that nobody guards."""
    return mined_against(s, AXIS, hex) and holder(s, hex) != ALLIED and not near_enemy(s, AXIS, hex)


# Victory hexes where nobody is


def raid(s: State, formation: int, held: bool = False) -> Optional[Task]:
    """The nearest first. `held`: only where it already is."""
    e, foot = s.edition, [s.where[u] for u in units_of(s, formation) if s.edition.can_breach[u] and s.where[u] >= 0]
    goals = [hex for hex, _ in unscored(s)] if foot and can_raid(s, formation) else []
    for hex in sorted(goals, key=lambda hex: min([e.distance(hex, h) for h in foot])):
        if held and not is_scoring(s, formation, hex):
            continue
        lead = leader(s, formation, hex) if holder(s, hex) != ALLIED and not is_taken(s, formation, hex) else None
        if lead is None:
            continue
        field = field_of(s, lead, beside(s, hex))
        if is_scoring(s, formation, hex) or is_nearest(s, formation, field):
            task = walk_in(s, formation, lead, hex, field)
            if task is not None:
                return task
    return None


def can_raid(s: State, formation: int) -> bool:
    return is_last(s) or s.edition.engineer[formation] >= ENGINEERS


def is_taken(s: State, formation: int, hex: int) -> bool:
    """All is done there, by whomever."""
    there = combat_units(s, hex) if holder(s, hex) == AXIS else ()
    return any([is_in_command(s, u) or s.formation[u] != formation for u in there]) or (bool(there) and is_last(s))


def leader(s: State, formation: int, hex: int) -> Optional[int]:
    """Infantry passes mines best. Who stands in another victory hex stays there."""
    e, away = s.edition, s.edition.grid.away(hex)
    held = [goal for goal, _ in unscored(s, True) if goal != hex]
    foot = [u for u in units_of(s, formation) if e.can_breach[u] and s.where[u] >= 0 and s.where[u] not in held and u != e.hecker]
    return min(foot, key=lambda u: (s.down[u] and away[s.where[u]] > 1, away[s.where[u]], s.down[u]), default=None)


def is_nearest(s: State, formation: int, field: Field) -> bool:
    """Whether no other formation that can act has infantry nearer."""
    e, best, least = s.edition, NONE, FAR
    for n in range(e.formations):
        if e.f_side[n] != AXIS or e.leg_hq[n] or at_gate(s, n) or not can_raid(s, n) or (n != formation and not s.level[n]):
            continue
        if n != formation and s.emergency[n]:
            continue
        foot = [
            h
            for u in units_of(s, n)
            if e.can_breach[u] and (h := s.where[u]) >= 0 and (not s.down[u] or to_field(e, field, h) <= MP)
        ]
        far = min([to_field(e, field, h) for h in foot], default=FAR)
        if far < least:
            best, least = n, far
    return best == formation


def to_field(e: Edition, field: Field, hex: int) -> int:
    """Who stands among others or beside an enemy is one step from it."""
    return field[hex] if hex in field else min([field[h] + MP for h in e.adjacent[hex] if h in field], default=FAR)


def walk_in(s: State, formation: int, lead: int, hex: int, field: Field) -> Optional[Task]:
    """Infantry beside it, then the HQ, then in."""
    e, hq = s.edition, s.edition.units + formation
    reach = e.range[formation] - CLOSER
    if s.where[lead] != hex and e.distance(s.where[lead], hex) > 1:
        near = e.distance(s.where[hq], hex) <= reach
        return Task(lead, field, urgency=RAID) if near else convoy(s, formation, lead, beside(s, hex), RAID)
    if (s.level[formation] or not is_last(s)) and e.distance(s.where[hq], hex) > reach:
        up = field_of(s, hq, [h for h in range(e.hexes) if e.distance(h, hex) <= reach and is_free_for(s, hq, h)])
        return Task(hq, up, urgency=RAID)
    if s.where[lead] == hex:
        return None
    here = {s.where[lead]: 0}
    return Task(lead, here, ("refit", lead, 0), urgency=RAID) if s.down[lead] else Task(lead, here, ("move", lead, 0), hex, RAID)


# The gate to Ain el Gazala


def at_gate(s: State, formation: int) -> bool:
    """Whose HQ is motorised and nearest to a gate that is left."""
    e, left = s.edition, gates_left(s)
    if not left:
        return False
    near = distances(left, e.grid.neighbours, ON_HAND)
    hqs = [(near[s.where[e.units + n]], n) for n in range(e.formations) if not e.leg_hq[n] and s.where[e.units + n] in near]
    return formation == min([(far, n) for far, n in hqs if e.f_side[n] == AXIS], default=(0, NONE))[1]


def through_the_gate(s: State, formation: int) -> Optional[Task]:
    """The HQ comes near, one regiment goes into the mines, breaches them, and walks in."""
    e, hq = s.edition, s.edition.units + formation
    gate = quiet_gate(s)
    if gate == NONE or not at_gate(s, formation):
        return None
    goal = gates(e)[gate]
    near = [h for h in fed_hexes(s, hq) if e.distance(h, goal) <= e.range[formation] - CLOSER and is_free_for(s, hq, h)]
    if near and e.distance(s.where[hq], goal) > e.range[formation] - CLOSER:
        return Task(hq, field_of(s, hq, near), urgency=GATE)
    inside = [u for u in combat_units(s, gate) if s.formation[u] == formation]
    lead = inside[0] if inside else leader(s, formation, gate)
    if lead is None or (not inside and combat_units(s, gate)):
        return None
    here = {s.where[lead]: 0}
    if s.down[lead]:
        return Task(lead, here, ("refit", lead, 0), urgency=GATE)
    if not inside:
        field = here if e.distance(s.where[lead], gate) == 1 else field_of(s, lead, beside(s, gate))
        return Task(lead, field, ("move", lead, 0), gate, GATE)
    if gate in s.breached:
        return Task(lead, here, ("move", lead, 0), goal, GATE)
    return Task(lead, here, ("breach", lead, 0), urgency=GATE)


def quiet_gate(s: State) -> int:
    """A breach there is easiest where no enemy is beside it."""
    left = [h for h, goal in gates_left(s).items() if holder(s, h) != ALLIED and holder(s, goal) != ALLIED and beside(s, h)]
    return min(left, key=lambda h: (h not in s.breached, enemy_zone(s, AXIS, h)), default=NONE)


# Enemies on the roads


def hunt(s: State, formation: int) -> Optional[Task]:
    """Whoever cuts a road in the west is attacked by the nearest stack that is strong enough."""
    e, held = s.edition, [goal for goal, _ in unscored(s, True)]
    for hex in intruders(s):
        enough = TWICE * strength_at(s, hex)
        cars = strength_at(s, hex) <= CARS
        able = [n for n in range(e.formations) if (n == formation or can_hunt(s, n)) and (not cars or can_spare(s, n))]
        found = [(e.distance(h, hex), n, h) for n in able for h, size in stacks(s, n) if size >= enough and h not in held]
        if not found or min(found)[1] != formation or min(found)[0] > CHASE:
            continue
        away, _, here = min(found)
        lead = min([u for u in units_of(s, formation) if s.where[u] == here and not s.down[u]], key=lambda u: -s.strength[u])
        if away == 1:
            return Task(lead, {here: 0}, ("attack", lead, hex), urgency=HUNT)
        field = field_of(s, lead, beside(s, hex))
        if to_field(e, field, here) < FAR:
            return Task(lead, field, urgency=HUNT)
    return None


def can_hunt(s: State, formation: int) -> bool:
    return s.level[formation] > 0 and (hq_is_supplied(s, formation) or not s.emergency[formation])


def can_spare(s: State, formation: int) -> bool:
    """A level that recovery gives back, for what may be in vain."""
    f = within(s, Activation)
    acts = f is not None and f.formation == formation
    return s.level[formation] + acts > s.edition.max_level[formation] - s.edition.recovery[formation]


def intruders(s: State) -> list[int]:
    """Those in earnest first."""
    e, watched = s.edition, by_the_roads(s.edition)
    found = [h for h, there in s.at.items() if h in watched and e.side[there[0]] == ALLIED and combat_units(s, h)]
    return sorted(found, key=lambda h: (strength_at(s, h) <= CARS, h))


@lru_cache(maxsize=8)
def by_the_roads(e: Edition) -> frozenset[int]:
    return frozenset(distances(by_road(e, ()), clear_of_mines(e), BY_ROAD))


def strength_at(s: State, hex: int) -> int:
    return sum([s.strength[u] for u in combat_units(s, hex)])


def stacks(s: State, formation: int) -> list[tuple[int, int]]:
    """Where units of a motorised formation are that can attack, and how strong they are there."""
    if s.edition.leg_hq[formation] or s.edition.f_side[formation] != AXIS:
        return []
    found = dict[int, int]()
    for u in units_of(s, formation):
        if s.where[u] >= 0 and not s.down[u]:
            found[s.where[u]] = found.get(s.where[u], 0) + s.strength[u]
    return sorted(found.items())


# Ways


def is_quiet(s: State, hex: int) -> bool:
    """No enemy there or beside it who could react, and no mines of his."""
    return not mined_against(s, AXIS, hex) and holder(s, hex) != ALLIED and not near_enemy(s, AXIS, hex)


def is_free_for(s: State, hq: int, hex: int) -> bool:
    """For an HQ to stay: with another one there is none too many."""
    return is_quiet(s, hex) and not any([u >= s.edition.units and u != hq for u in s.at.get(hex, ())])


def beside(s: State, hex: int) -> list[int]:
    """From which one can enter a hex, or attack it: where nobody is."""
    return [h for h in s.edition.adjacent[hex] if not mined_against(s, AXIS, h) and h not in s.at]


def field_of(s: State, piece: int, goals: Iterable[int]) -> Field:
    """How far it is to the nearest of these for who drives past all enemies and does not halt among friends, in twelfths of
    Movement Points."""
    e = s.edition
    fights = piece < e.units
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
            if more < found.get(there, FAR) and is_quiet(s, there) and not is_full(s, there, fights):
                found[there] = more
                heapq.heappush(edge, (more, there))
    return found


def is_full(s: State, hex: int, fights: bool) -> bool:
    """Friends are there whom a stack, or an HQ, would crowd out."""
    return any([(u < s.edition.units) == fights for u in s.at.get(hex, ())])


# What is said


def in_activation(s: State, f: Activation | Movement | March) -> Optional[Option]:
    a = next((g for g in reversed(s.frames) if isinstance(g, Activation)), None)
    if a is None or a.side != AXIS or a.kind != FORMATION:
        return None
    if isinstance(f, March):
        return on_the_march(s, f, a.formation)
    task = task_of(s, a.formation)
    if task is None:
        return ("end", 0, 0) if spares_strength(s) else None
    if isinstance(f, Movement):
        return set_out(s, f, task) if task.piece in f.units else None
    if task.field.get(s.where[task.piece], 1) == 0:
        return task.then
    return ("move", task.piece, 0)


def set_out(s: State, f: Movement, task: Task) -> Option:
    """All who are there go along to an attack, the HQ to Tobruk; the others stay where they can look after the roads."""
    for unit in s.at[s.where[task.piece]] if task.urgency == HUNT or task.staff else ():
        goes = unit < s.edition.units if task.urgency == HUNT else unit >= s.edition.units
        if goes and unit not in f.units and ("with", unit, 0) in options(s):
            return ("with", unit, 0)
    return ("go", 0, 0)


def on_the_march(s: State, f: March, formation: int) -> Optional[Option]:
    """The next step down the field, and a halt where it ends."""
    found = options(s)
    if ("leave", 0, 0) in found:
        return ("leave", 0, 0)
    task = task_of(s, formation)
    if task is None or task.piece not in f.units:
        return ("halt", 0, 0) if f.moved and task is not None else None
    here = s.where[task.piece]
    if not task.field.get(here, 1):
        return ("step", task.into, 0) if task.into != NONE and not f.moved else ("halt", 0, 0)
    steps = [o for o in found if o[0] == "step" and task.field.get(o[1], FAR) < task.field.get(here, FAR)]
    return min(steps, key=lambda o: task.field[o[1]], default=("halt", 0, 0))


# The garrison of Tobruk


def into_tobruk(s: State, f: Frame) -> Optional[Option]:
    """10.2 Whoever of the Commonwealth is nearest goes in, since the Axis may have the last word."""
    away, found = s.edition.grid.away(s.edition.tobruk), options(s)
    if isinstance(f, Operations):
        nearest = [(away[s.where[u]], o) for o in found if o[0] == "activate" for u in near_tobruk(s, o[1])]
        return min(nearest)[1] if nearest else None
    a = within(s, Activation)
    if a is None or a.side != ALLIED or a.kind != FORMATION:
        return None
    if isinstance(f, Activation):
        going = [o for u in near_tobruk(s, a.formation) if (o := ("move", u, 0)) in found]
        return min(going, key=lambda o: (away[s.where[o[1]]], s.strength[o[1]]), default=None)
    if isinstance(f, Movement):
        return ("go", 0, 0) if ("go", 0, 0) in found and set(f.units) & set(near_tobruk(s, a.formation)) else None
    if isinstance(f, March):
        steps = [o for o in found if o[0] == "step" and away[o[1]] < away[s.where[f.units[0]]]]
        return min(steps, key=lambda o: away[o[1]], default=None)
    return None


def near_tobruk(s: State, formation: int) -> list[int]:
    away = s.edition.grid.away(s.edition.tobruk)
    return [u for u in units_of(s, formation) if s.where[u] >= 0 and not s.down[u] and away[s.where[u]] <= AT_HAND]
