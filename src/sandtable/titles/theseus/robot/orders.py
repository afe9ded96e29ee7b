"""Standing orders for the first turns, which better players follow without a thought. The Axis seizes El Adem before anybody is
there; then it lets the enemy act first and has the last word of each turn, keeps to its roads, drives off who comes near them, and
spares its strength until the turn of the strike, when all goes for Tobruk. The Commonwealth sees to it that somebody is there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Frame, Option, options, within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import distances
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import MP, NONE, Edition
from sandtable.titles.theseus.frames import (
    ATTACKERS_BONUS,
    DEFENDERS_BONUS,
    FORMATION,
    Activation,
    Attack,
    Hits,
    March,
    Movement,
    Operations,
    Organisation,
    Setup,
)
from sandtable.titles.theseus.robot.assault import ENGINEERS, assault, gets_closer
from sandtable.titles.theseus.robot.judge import by_road, clear_of_mines, gates, gates_left
from sandtable.titles.theseus.robot.tasks import (
    ALL,
    FAR,
    FORCE,
    GATE,
    HOME,
    HUNT,
    NOBODY,
    RAID,
    STAFF,
    Field,
    Task,
    beside,
    convoy,
    enemy_acts,
    fed_hexes,
    field_of,
    has_last_word,
    has_tanks,
    is_before_strike,
    is_free_for,
    is_scoring,
    is_strike,
    leader,
    nearest,
    raiders,
    strength_at,
    to_field,
    unscored,
)
from sandtable.titles.theseus.robot.training import training
from sandtable.titles.theseus.state import State, combat_units, enemy_zone, holder, is_static, units_of
from sandtable.titles.theseus.supply import hq_is_supplied

ORDERED: Final = (Setup, Organisation, Operations, Activation, Movement, March, Attack, Hits)
CHASE: Final = 14  # hexes from which somebody is sent after those who cut a road
BY_ROAD: Final = 2  # hexes from a road at which an enemy cuts it
IN_SIGHT: Final = 5  # and at which he could come to it
APART: Final = 3  # hexes between who assembles and the enemy
PREY: Final = 7  # hexes from which somebody is sent after him then
TWICE: Final = 2  # as strong as the enemy, at least
CARS: Final = 2  # so weak are armoured cars, which give way and are back
AT_HAND: Final = 4  # hexes from Tobruk at which somebody can be its garrison
ON_HAND: Final = 10  # hexes from a gate at which an HQ is there for it
NEXT_TO: Final = 6  # hexes from a source at which foot soldiers guard it
LAST_RIDE: Final = 20 * MP  # with the last word nobody sets out for what is farther
ABOUT: Final = 9  # hexes from a victory hex at which an HQ has come for it
CLOSER: Final = 1  # hexes that an HQ comes nearer than its range


def orders(s: State, side: int) -> Optional[Option]:
    """What is to be said now; None where somebody has to think."""
    f = s.frames[-1]
    if not isinstance(f, ORDERED):
        return None
    if is_static(s, ALLIED):
        return training(s, f) if side == AXIS else None
    if side == ALLIED:
        return into_tobruk(s, f) if is_strike(s) and holder(s, s.edition.tobruk) == NONE else None
    found, said = options(s), None
    if isinstance(f, Operations):
        said = with_the_initiative(s, found)
    elif isinstance(f, Attack):
        said = in_earnest(s, found)
    elif isinstance(f, (Activation, Movement, March)):
        said = in_activation(s, f)
    elif isinstance(f, Hits):
        said = hold(s, f)
    elif found[0][0] == "schwerpunkt":
        said = main_effort(s, found)
    return said if said in found else None


# The initiative


def with_the_initiative(s: State, found: list[Option]) -> Option:
    """In the first turn those who raid go first, before anybody is there. Otherwise the enemy acts until he passes: then he can
    hinder by Reactions only, and what he has cut is opened again. Meanwhile foot soldiers are told to stay where they are."""
    e = s.edition
    ready = [o[1] for o in found if o[0] == "activate"]
    tasks = [
        (task.urgency, n != s.schwerpunkt, not has_tanks(s, n), task.far, n) for n in ready if (task := task_of(s, n)) is not None
    ]
    early = [task for task in tasks if task[0] == RAID] if s.turn == 1 else []
    if early:
        return ("activate", min(early)[-1], 0)
    if enemy_acts(s):
        if ("transfer", 0, 0) in found:
            return ("transfer", 0, 0)
        idle = [n for n in ready if can_wait(s, n)]
        if idle:
            return ("activate", max(idle, key=lambda n: (e.leg_hq[n], has_to_dig(s, n), s.level[n])), 0)
    if tasks:
        return ("activate", min(tasks)[-1], 0)
    return ("pass", 0, 0)


def can_wait(s: State, formation: int) -> bool:
    """A level that is not missed, and not of those who are to strike."""
    e = s.edition
    if e.engineer[formation] >= ENGINEERS and has_tanks(s, formation):
        return False
    return is_strike(s) or s.level[formation] > e.max_level[formation] - e.recovery[formation]


def has_to_dig(s: State, formation: int) -> bool:
    return any([s.where[u] >= 0 and not s.down[u] and s.where[u] not in s.improved for u in units_of(s, formation)])


def main_effort(s: State, found: list[Option]) -> Option:
    """5.9 With those who raid, then before the gate as long as it is shut, at last with who is fresh and near to Tobruk."""
    e = s.edition
    able = [o[1] for o in found if o[0] == "schwerpunkt"] + [n for n in (s.schwerpunkt,) if n != NONE]

    def rank(n: int) -> tuple[bool, bool, int, int]:
        raids = s.turn == 1 and (task := raid(s, n)) is not None and task.urgency == RAID
        fresh = s.level[n] if e.engineer[n] >= ENGINEERS else 0
        return raids, not is_strike(s) and at_gate(s, n), fresh, -e.distance(s.where[e.units + n], e.tobruk)

    best = max(able, key=rank)
    return ("pass", 0, 0) if best == s.schwerpunkt else ("schwerpunkt", best, 0)


def task_of(s: State, formation: int) -> Optional[Task]:
    e = s.edition
    hq = s.where[e.units + formation]
    if e.f_side[formation] != AXIS or hq < 0:
        return None
    if e.leg_hq[formation]:
        return guard(s, formation)
    task = assault(s, formation)
    if task is not None:
        return task
    fed = hq_is_supplied(s, formation)
    if any([s.formation[u] == formation for u in combat_units(s, e.tobruk)]):
        goes_home = has_last_word(s) and not fed and not e.inside[hq]  # else it would be ordered in again
        return keep_tobruk(s, formation) or (homeward(s, formation) if goes_home else None)
    if any([is_scoring(s, formation, hex) for hex, _ in unscored(s, True)]) and not is_strike(s):
        return raid(s, formation, held=True) if fed or not s.starved[formation] else None
    about = not s.starved[formation] and any([e.distance(hq, hex) <= ABOUT for hex, _ in unscored(s)])
    if is_strike(s) and not fed and not about and (s.emergency[formation] or not has_last_word(s)):  # else it has just set out
        return homeward(s, formation)
    task = through_the_gate(s, formation) or hunt(s, formation)
    spares = is_strike(s) and not has_last_word(s)
    if task is None and (about or not (s.emergency[formation] or spares)):
        task = raid(s, formation)
    if task is None and not fed:
        task = homeward(s, formation)
    return task or rally(s, formation)


# The sources


def guard(s: State, formation: int) -> Optional[Task]:
    """Foot soldiers go to a source of supply that nobody guards."""
    e = s.edition
    feet = [u for u in range(e.units) if e.side[u] == AXIS and e.leg_infantry[u] and s.where[u] >= 0 and not s.down[u]]
    guards = [s.where[u] for u in feet]
    for hex in e.sources[AXIS]:
        near = [(e.distance(s.where[u], hex), s.strength[u], u) for u in feet if s.where[u] not in e.sources[AXIS]]
        if hex in guards or holder(s, hex) == ALLIED or not near or min(near)[0] > NEXT_TO:
            continue
        unit = min(near)[2]
        if s.formation[unit] == formation:
            return Task(unit, field_of(s, unit, (hex,)), urgency=GATE)
    return None


# Tobruk, once it is taken


def keep_tobruk(s: State, formation: int) -> Optional[Task]:
    """5.7.3 The HQ comes in by a breach: from the next turn on it lives there."""
    e, hq = s.edition, s.edition.units + formation
    if e.inside[s.where[hq]]:
        return None
    field = field_of(s, hq, [h for h in (e.tobruk, *e.adjacent[e.tobruk]) if holder(s, h) != ALLIED], bold=True)
    return Task(hq, field, urgency=HOME, along=FORCE) if gets_closer(s, hq, field, ALL) else None


# An HQ without supply


def homeward(s: State, formation: int) -> Optional[Task]:
    """To the nearest hex where a road feeds it."""
    hq = s.edition.units + formation
    field = field_of(s, hq, fed_hexes(s, hq))
    return Task(hq, field, urgency=HOME, along=FORCE) if to_field(s.edition, field, s.where[hq]) < FAR else None


def rally(s: State, formation: int) -> Optional[Task]:
    """In the turn before the strike those who are to make it assemble where a road feeds them, as far forward as that can be."""
    e, hq = s.edition, s.edition.units + formation
    lead = leader(s, formation, e.tobruk)
    if not is_before_strike(s) or e.engineer[formation] < ENGINEERS or lead is None or not can_spare(s, formation):
        return None
    safe = [h for h in fed_hexes(s, hq) if not any([holder(s, n) == ALLIED for n in distances([h], e.grid.neighbours, APART)])]
    if not safe:
        return None
    near = before_tobruk(e)
    best = min([near.get(h, FAR) for h in safe])
    goals = [h for h in safe if near.get(h, FAR) <= best + APART * MP]
    here = s.where[lead]
    if here in goals and s.where[hq] == here:
        return None
    return convoy(s, formation, lead, goals, HOME, ALL)


@lru_cache(maxsize=8)
def before_tobruk(e: Edition) -> dict[int, int]:
    """How far it is to the mines around Tobruk, past all others."""
    around = [h for h in range(e.hexes) if not e.inside[h] and any([e.inside[n] for n in e.adjacent[h]])]
    return {h: far * MP for h, far in distances(around, clear_of_mines(e), FAR // MP).items()}


# Victory hexes where nobody is


def raid(s: State, formation: int, held: bool = False) -> Optional[Task]:
    """The nearest first. `held`: only where it already is."""
    e, able = s.edition, raiders(s, formation)
    goals = [hex for hex, _ in unscored(s)] if able and can_raid(s, formation) else []
    for hex in sorted(goals, key=lambda hex: min([e.distance(hex, s.where[u]) for u in able])):
        if held and not is_scoring(s, formation, hex):
            continue
        lead = nearest(s, able, hex) if holder(s, hex) != ALLIED and not is_taken(s, formation, hex) else None
        if lead is None:
            continue
        field = field_of(s, lead, beside(s, hex))
        if has_last_word(s) and to_field(e, field, s.where[lead]) > LAST_RIDE:
            continue
        if is_scoring(s, formation, hex) or is_nearest(s, formation, field):
            task = walk_in(s, formation, lead, hex, field)
            if task is not None:
                return task
    return None


def can_raid(s: State, formation: int) -> bool:
    """Those with engineers; panzers only in the strike."""
    return is_strike(s) or (s.edition.engineer[formation] >= ENGINEERS and not has_tanks(s, formation))


def is_taken(s: State, formation: int, hex: int) -> bool:
    """All is done there, by whomever."""
    there = combat_units(s, hex) if holder(s, hex) == AXIS else ()
    return any([is_in_command(s, u) or s.formation[u] != formation for u in there]) or (bool(there) and is_strike(s))


def is_nearest(s: State, formation: int, field: Field) -> bool:
    """Whether no other formation that can act has infantry nearer."""
    e, best, least = s.edition, NONE, (True, FAR)
    for n in range(e.formations):
        if e.f_side[n] != AXIS or e.leg_hq[n] or at_gate(s, n) or not can_raid(s, n) or (n != formation and not s.level[n]):
            continue
        if n != formation and s.emergency[n]:
            continue
        foot = [h for u in raiders(s, n) if to_field(e, field, h := s.where[u]) <= MP or not s.down[u]]
        far = has_tanks(s, n) and not has_last_word(s), min([to_field(e, field, h) for h in foot], default=FAR)
        if far[1] < FAR and far < least:
            best, least = n, far
    return best == formation


def walk_in(s: State, formation: int, lead: int, hex: int, field: Field) -> Optional[Task]:
    """Infantry beside it, then the HQ, then in."""
    e, hq = s.edition, s.edition.units + formation
    reach = e.range[formation] - CLOSER
    if s.where[lead] != hex and e.distance(s.where[lead], hex) > 1:
        near = e.distance(s.where[hq], hex) <= reach
        return Task(lead, field, urgency=RAID) if near else convoy(s, formation, lead, beside(s, hex), RAID, ALL)
    if (s.level[formation] or not is_strike(s)) and e.distance(s.where[hq], hex) > reach:
        up = field_of(s, hq, [h for h in range(e.hexes) if e.distance(h, hex) <= reach and is_free_for(s, hq, h)])
        return Task(hq, up, urgency=RAID, along=FORCE)
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
    """Whoever cuts a road in the west, or could be next, is attacked by the nearest stack that is strong enough, with its HQ; with
    the last word also who holds a victory hex."""
    e, held = s.edition, [goal for goal, _ in unscored(s, True)]
    prizes = [hex for hex, _ in unscored(s) if holder(s, hex) == ALLIED] if has_last_word(s) else []
    for hex in (*intruders(s), *prizes):
        enough = TWICE * strength_at(s, hex) + sum([strength_at(s, h) for h in e.adjacent[hex] if holder(s, h) == ALLIED])
        cuts = hex in by_the_roads(e, BY_ROAD) or hex in prizes
        spare = not cuts or strength_at(s, hex) <= CARS
        able = [n for n in range(e.formations) if (n == formation or can_hunt(s, n)) and (not spare or can_spare(s, n))]
        found = [(e.distance(h, hex), n, h) for n in able for h, size in stacks(s, n) if size >= enough and h not in held]
        if not found or min(found)[1] != formation or min(found)[0] > (CHASE if cuts else PREY):
            continue
        away, _, here = min(found)
        lead = min([u for u in units_of(s, formation) if s.where[u] == here and not s.down[u]], key=lambda u: -s.strength[u])
        if away == 1:
            return Task(lead, {here: 0}, ("attack", lead, hex), urgency=HUNT)
        field = field_of(s, lead, beside(s, hex))
        if to_field(e, field, here) < (LAST_RIDE if hex in prizes else FAR):
            return join_up(s, formation, here) or Task(lead, field, urgency=HUNT, along=ALL)
    return None


def join_up(s: State, formation: int, here: int) -> Optional[Task]:
    """The HQ comes to those who are to attack: without it they can only do so in haste."""
    e, hq = s.edition, s.edition.units + formation
    field = field_of(s, hq, (here,))
    if s.where[hq] == here or to_field(e, field, s.where[hq]) > e.ma[hq]:
        return None
    return Task(hq, field, urgency=HUNT)


def can_hunt(s: State, formation: int) -> bool:
    return s.level[formation] > 0 and (hq_is_supplied(s, formation) or not s.emergency[formation])


def can_spare(s: State, formation: int) -> bool:
    """A level that recovery gives back, for what may be in vain."""
    f = within(s, Activation)
    acts = f is not None and f.formation == formation
    return s.level[formation] + acts > s.edition.max_level[formation] - s.edition.recovery[formation]


def intruders(s: State) -> list[int]:
    """Those in earnest first, and those on the roads."""
    e, watched, roads = s.edition, by_the_roads(s.edition, IN_SIGHT), by_the_roads(s.edition, BY_ROAD)
    found = [h for h, there in s.at.items() if h in watched and e.side[there[0]] == ALLIED and combat_units(s, h)]
    return sorted(found, key=lambda h: (strength_at(s, h) <= CARS, h not in roads, h))


@lru_cache(maxsize=8)
def by_the_roads(e: Edition, near: int) -> frozenset[int]:
    return frozenset(distances(by_road(e, ()), clear_of_mines(e), near))


def stacks(s: State, formation: int) -> list[tuple[int, int]]:
    """Where units of a motorised formation are that can attack, and how strong they are there."""
    if s.edition.leg_hq[formation] or s.edition.f_side[formation] != AXIS:
        return []
    found = dict[int, int]()
    for u in units_of(s, formation):
        if s.where[u] >= 0 and not s.down[u]:
            found[s.where[u]] = found.get(s.where[u], 0) + s.strength[u]
    return sorted(found.items())


# What is said


def in_activation(s: State, f: Activation | Movement | March) -> Optional[Option]:
    a = next((g for g in reversed(s.frames) if isinstance(g, Activation)), None)
    if a is None or a.side != AXIS or a.kind not in (FORMATION, ATTACKERS_BONUS, DEFENDERS_BONUS):
        return None
    if isinstance(f, March):
        return on_the_march(s, f, a.formation)
    task = task_of(s, a.formation) if a.formation != NONE else None
    if task is None:
        return dig_in(s)
    if isinstance(f, Movement):
        return set_out(s, f, task) if task.piece in f.units else None
    said = ("move", task.piece, 0) if task.field.get(s.where[task.piece], 1) else task.then
    if said in options(s):
        return said
    return ("end", 0, 0) if a.kind == FORMATION else dig_in(s)  # 7.5.3: only some may act


def dig_in(s: State) -> Option:
    """Who has nothing else to do."""
    return next((o for o in options(s) if o[0] == "improve"), ("end", 0, 0))


def set_out(s: State, f: Movement, task: Task) -> Option:
    """Who is there and belongs to the task goes along; the others stay where they can look after the roads."""
    for unit in s.at[s.where[task.piece]] if task.along != NOBODY else ():
        goes = task.along in ((FORCE, ALL) if unit < s.edition.units else (STAFF, ALL))
        if goes and unit not in f.units and ("with", unit, 0) in options(s):
            return ("with", unit, 0)
    return ("go", 0, 0)


def in_earnest(s: State, found: list[Option]) -> Optional[Option]:
    """7.1-c, 7.5.1.4 All that there is goes into an attack. Who holds a victory hex does not slip away."""
    f = s.frames[-1]
    if isinstance(f, Attack) and f.side == ALLIED:
        return ("pass", 0, 0) if f.target in [hex for hex, _ in unscored(s, True)] and found[0][0] == "evade" else None
    best = [o for o in found if o[0] in ("join", "escalate", "air")]
    return max(best, key=lambda o: (o[0], o[1]), default=("declare", 0, 0))


def hold(s: State, f: Hits) -> Optional[Option]:
    """7.5.2-d Nor does he give way."""
    return ("hold", 0, 0) if f.defending and f.hex in [hex for hex, _ in unscored(s, True)] else None


def on_the_march(s: State, f: March, formation: int) -> Optional[Option]:
    """The next step down the field, and a halt where it ends."""
    found = options(s)
    if ("leave", 0, 0) in found:
        return ("leave", 0, 0)
    task = task_of(s, formation)
    if task is None or task.piece not in f.units:
        return ("halt", 0, 0) if f.moved else None  # it is done
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
