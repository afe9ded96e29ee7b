"""What the next action of a side may bring, as the table says on average: attacks of those who stand beside the enemy, and of those
who can come there in time, over the chits that may be drawn for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import distances
from sandtable.titles.gazala.activation import formation_barred
from sandtable.titles.gazala.combat import column_of, has_armour, targets, terrain_of, total_of
from sandtable.titles.gazala.edition import (
    ANTI_TANK,
    ANTI_TANK_UNIT,
    ARMOUR,
    FIRST_ACTION_CHIT,
    HALVES,
    HEAVY,
    INFANTRY,
    MEDIUM,
    NORTH,
    Edition,
)
from sandtable.titles.gazala.frames import ActionPhase
from sandtable.titles.gazala.robot.judge import turns_to_come
from sandtable.titles.gazala.state import ISOLATED, OUT_OF_SUPPLY, STACK, State, is_working

FACES: Final = 10
STEP: Final = (1.3, 2.3)  # points that a step of each side is worth, with what its unit could still do
RETREAT: Final = 0.25  # of a step
TRAPPED: Final = 0.8  # the same, with no way out
DENIED: Final = 0.7  # of the points of turns to come, for who drives the others out
GUNS: Final = 0.3  # steps that Allied armour may lose to Anti-Tank chits, while not all have been played
GUN_CHITS: Final = 2
FURTHER: Final = (1.0, 0.5, 0.25)  # of what the best attacks of a formation bring: one follows another
TWO: Final = 1.4  # units alone do more than one
LATER: Final = 0.5  # of what units alone threaten besides, with each further action: the enemy may see to it


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


class Prey(NamedTuple):
    """A hex that a side may attack."""

    hex: int
    far: tuple[int, ...]  # hexes to it, from each
    armour: bool
    beside: tuple[int, ...]  # attackers next to it
    room: int  # for others who come
    more: int  # strength of enemies in other hexes whom those would have to attack as well, at least
    others: dict[int, int]  # the same for who stands beside it, by his hex
    tanks: frozenset[int]  # of these hexes, where tanks are among them: infantry cannot begin an attack there
    trapped: bool  # nobody in it could retreat unharmed


def blows(s: State, side: int) -> tuple[float, float]:
    """What a side threatens, in points: on average over the chits of the action to come, and in the others of the turn."""
    chits, fresh = chits_to_come(s, side)
    if not chits:
        return 0.0, 0.0
    found = preys(s, side)
    lone = sorted([lone_blow(s, side, prey, fresh) for prey in found], reverse=True)
    alone = lone[0] if lone else 0.0
    known: dict[int, float] = {}
    total = 0.0
    for chit in chits:
        best = alone
        for face in s.edition.chit_faces[chit]:
            if face not in known:
                known[face] = alone * TWO if s.edition.face_units[face] else blows_of(s, side, face, found, fresh)
            best = max(best, known[face])
        total += best
    return total / len(chits), afterwards(s, side, lone[1:], fresh)


def afterwards(s: State, side: int, lone: Sequence[float], fresh: bool) -> float:
    """What units alone may do in the other actions of the turn: every chit rouses one, and each finds another enemy."""
    row = s.edition.turn_rows[s.turn if fresh else s.turn - 1]
    actions = (row.axis_actions if side == AXIS else row.allied_actions) if fresh else s.actions[side]
    return sum([gain * LATER**n for n, gain in enumerate(lone[: max(0, actions - 1)], 1)])


def chits_to_come(s: State, side: int) -> tuple[list[int], bool]:
    """From which the side draws next; and whether that is in another turn, when everybody has recovered."""
    phase = within(s, ActionPhase)
    now = [phase.chit] if phase is not None and phase.side == side and phase.chit >= 0 and not phase.spent else []
    if s.actions[side] or now:
        return [*now, *[chit for chit in s.cups[side] if chit >= FIRST_ACTION_CHIT]], False
    if s.turn == s.edition.scenario_rows[s.scenario].last_turn:
        return [], True
    return list(s.edition.action_chits[s.turn + 1][side]), True


def preys(s: State, side: int) -> list[Prey]:
    e = s.edition
    return [prey_in(s, side, hex) for hex in sorted({s.where[u] for u in e.of_side[other(side)] if s.where[u] >= 0})]


def prey_in(s: State, side: int, hex: int) -> Prey:
    e, stacks, zones = s.edition, s.stack, s.zones.units
    ours, theirs = (e.open, s.axis_ways) if side == ALLIED else (s.axis_ways, e.open)
    beside, besides, tanks = list[int](), dict[int, int](), list[int]()
    room, more, trapped = 0, e.size, True
    for near in e.open[hex]:
        there = stacks[near]
        if there and e.side[there[0]] != side:
            trapped = False
            continue
        if not there and not zones[side][near] and near in theirs[hex] and not (side == AXIS and e.prohibited[near]):
            trapped = False
        beside += there
        free = STACK - len(there)
        is_free = free > 0 and not (side == ALLIED and e.prohibited[near]) and can_enter(s, side, ours[near])
        if not there and not is_free:
            continue
        others = [u for next in e.open[near] if next != hex and is_foe(s, side, next) for u in stacks[next]]
        besides[near] = sum([e.hard[u][2 * s.steps[u] + s.used[u]] for u in others])
        if is_free:
            room, more = room + free, min(more, besides[near])
        if has_armour(s, others):
            tanks.append(near)
    far = ways_of(e, hex, s.laid, s.breaches, side)
    return Prey(hex, far, has_armour(s, stacks[hex]), tuple(beside), room, more, besides, frozenset(tanks), trapped)


def least_others(s: State, prey: Prey, units: Sequence[int]) -> int:
    """What those beside a hex must attack besides, if the one begins who has least to do with others; -1 if none of them can."""
    e = s.edition
    found = [
        prey.others[s.where[u]]
        for u in units
        if e.type[u] != ANTI_TANK_UNIT and not (e.type[u] == INFANTRY and s.where[u] in prey.tanks)
    ]
    return min(found, default=-1)


def can_enter(s: State, side: int, befores: Sequence[int]) -> bool:
    """9.0: from outside the enemy's zones."""
    zone = s.zones.units[other(side)]
    return any([not zone[before] and not is_foe(s, side, before) for before in befores])


def is_foe(s: State, side: int, hex: int) -> bool:
    there = s.stack[hex]
    return bool(there) and s.edition.side[there[0]] != side


def blows_of(s: State, side: int, face: int, found: Sequence[Prey], fresh: bool) -> float:
    """Of the formations of a chit: their best attacks."""
    e = s.edition
    formations = e.face_formations[face]
    if not fresh and any([formation_barred(s, formation) is not None for formation in formations]):
        return 0.0
    units = [u for formation in formations for u in e.of_formation[formation] if s.where[u] >= 0 and s.supply[u] != ISOLATED]
    reaches = [(u, s.where[u], reach(e, u, s.supply[u] + (0 if fresh else s.disrupted[u]))) for u in units]
    gains = sorted([formation_blow(s, side, prey, reaches, fresh) for prey in found], reverse=True) if units else []
    return sum([gain * share for gain, share in zip(gains, FURTHER, strict=False)])


def formation_blow(s: State, side: int, prey: Prey, reaches: Sequence[tuple[int, int, int]], fresh: bool) -> float:
    """Of units, each with where it is and from how far it can come."""
    far, beside = prey.far, prey.beside
    near = [u for u, _, _ in reaches if u in beside]
    come = [u for u, hex, most in reaches if far[hex] <= most and u not in near] if prey.room else []
    if not near and not come:
        return 0.0
    return max([joint_blow(s, side, prey, near, come, fresh, barred) for barred in barred_from(prey)])


def joint_blow(
    s: State, side: int, prey: Prey, near: Sequence[int], come: Sequence[int], fresh: bool, barred: tuple[int, ...]
) -> float:
    """Who is there attacks heavily, with all others beside him. If nobody is, the strongest of those who can come attacks as hard
    as he still can; the others have moved before him."""
    e = s.edition
    values = e.hard if prey.armour else e.soft
    near, come = [u for u in near if e.type[u] not in barred], [u for u in come if e.type[u] not in barred]
    more = least_others(s, prey, near)
    come = sorted(come, key=lambda u: -values[u][2 * s.steps[u]])[: prey.room]
    first = next((u for u in come if e.type[u] != ANTI_TANK_UNIT), -1)
    if more < 0 and first < 0:
        return 0.0
    others = [u for u in prey.beside if u not in near and can_join(s, u, barred, fresh)]
    attack = sum([values[u][2 * s.steps[u]] for u in near]) + sum([values[u][2 * s.steps[u] + 1] for u in come])
    attack += sum([values[u][2 * s.steps[u] + (0 if fresh else s.used[u])] for u in others])
    together = [*near, *come, *others]
    best = gain_of(s, side, prey, together, attack, HEAVY, fresh, more) if more >= 0 else 0.0
    if first < 0 or 0 <= more <= prey.more:
        return best
    attack += values[first][2 * s.steps[first]] - values[first][2 * s.steps[first] + 1]
    return max(best, gain_of(s, side, prey, together, attack, MEDIUM, fresh, prey.more))


def lone_blow(s: State, side: int, prey: Prey, fresh: bool) -> float:
    """A single unit is activated, and attacks with the others beside it."""
    return max([single_blow(s, side, prey, fresh, barred) for barred in barred_from(prey)]) if prey.beside else 0.0


def single_blow(s: State, side: int, prey: Prey, fresh: bool, barred: tuple[int, ...]) -> float:
    e = s.edition
    values = e.hard if prey.armour else e.soft
    able = [u for u in prey.beside if can_join(s, u, barred, fresh)]
    more = least_others(s, prey, able)
    if more < 0:
        return 0.0
    attack = sum([values[u][2 * s.steps[u] + (0 if fresh else s.used[u])] for u in able])
    if not fresh:
        attack += max([values[u][2 * s.steps[u]] - values[u][2 * s.steps[u] + 1] if s.used[u] else 0 for u in able])
    return gain_of(s, side, prey, able, attack, HEAVY, fresh, more)


def barred_from(prey: Prey) -> tuple[tuple[int, ...], ...]:
    """11.0: types that have no part in an attack on it. Without armour it has to defend itself by soft values, which guns hardly
    have: so infantry may do better alone."""
    return ((INFANTRY,),) if prey.armour else ((ANTI_TANK_UNIT,), (ANTI_TANK_UNIT, ARMOUR))


def can_join(s: State, unit: int, barred: tuple[int, ...], fresh: bool) -> bool:
    """5.0, 11.0; a Disrupted unit spoils an attack, and stays out of it."""
    return s.edition.type[unit] not in barred and s.supply[unit] != ISOLATED and (fresh or not s.disrupted[unit])


def gain_of(s: State, side: int, prey: Prey, attackers: Sequence[int], attack: int, kind: int, fresh: bool, more: int) -> float:
    """What an attack brings, with so much strength of others to be attacked besides; nothing if they had better not."""
    e, there, armour = s.edition, s.stack[prey.hex], has_armour(s, attackers)
    values = e.hard if armour else e.soft
    defence = more + sum([values[u][2 * s.steps[u] + (0 if fresh else s.used[u])] for u in there])
    blow = on_average(e, column_of(s, attack, defence), modifier(s, prey.hex, attackers, kind, fresh))
    guns = (prey.armour if side == AXIS else armour) and (fresh or s.played[AXIS].count(ANTI_TANK) < GUN_CHITS)
    return max(0.0, points_of(s, side, blow, there, TRAPPED if prey.trapped else RETREAT, guns))


def eviction(s: State, side: int, hex: int) -> float:
    """How likely a heavy attack of all who stand beside a hex drives the enemy out of it."""
    e, there, prey = s.edition, s.stack[hex], prey_in(s, side, hex)
    return max([chance_to_evict(s, prey, there, [u for u in prey.beside if e.type[u] not in bars]) for bars in barred_from(prey)])


def chance_to_evict(s: State, prey: Prey, there: Sequence[int], able: Sequence[int]) -> float:
    e, more = s.edition, least_others(s, prey, able)
    if more < 0:
        return 0.0
    attack, defence = total_of(s, able, there), total_of(s, there, able) + more
    blow = on_average(e, column_of(s, attack, defence), modifier(s, prey.hex, able, HEAVY, False))
    return min(1.0, max(blow.defender_back, blow.defender_lost if sum([s.steps[u] for u in there]) == 1 else 0.0))


def points_of(s: State, side: int, blow: Blow, there: Sequence[int], driven: float, guns: bool) -> float:
    """What a blow to these units brings, or costs; whoever is driven out counts as so much of a step."""
    foe = other(side)
    lost = min(blow.defender_lost + driven * blow.defender_back, sum([s.steps[u] for u in there]))
    paid = blow.attacker_lost + RETREAT * blow.attacker_back
    if guns:
        lost, paid = (lost + GUNS, paid) if side == AXIS else (lost, paid + GUNS)
    stake = sum([at_stake(s, hex, foe) for hex in {s.where[u] for u in there}])
    return STEP[foe] * lost - STEP[side] * paid + stake * blow.defender_back


def strike_now(s: State, unit: int, kind: int) -> float:
    """What an attack of a unit from where it stands brings or costs, with all whom it helps to have in it."""
    e, defenders = s.edition, targets(s, unit, s.where[unit])
    side, armour = e.side[unit], has_armour(s, defenders)
    near = {u for foe in defenders for next in e.open[s.where[foe]] for u in s.stack[next] if e.side[u] == side and u != unit}
    bars: tuple[tuple[int, ...], ...] = ((INFANTRY,),) if armour else ((ANTI_TANK_UNIT,),)
    if not armour and e.type[unit] == INFANTRY:
        bars = (*bars, (ANTI_TANK_UNIT, ARMOUR))
    return max([strike_with(s, unit, kind, defenders, [u for u in near if can_join(s, u, barred, False)]) for barred in bars])


def strike_with(s: State, unit: int, kind: int, defenders: Sequence[int], others: Sequence[int]) -> float:
    side, attackers = s.edition.side[unit], [unit, *[u for u in others if not is_working(s, u)]]
    column = column_of(s, total_of(s, attackers, defenders), total_of(s, defenders, attackers))
    die = min([modifier(s, hex, attackers, kind, False) for hex in {s.where[u] for u in defenders}])
    if s.disrupted[unit]:
        die += s.edition.modifier["disrupted attacker"].value
    blow = on_average(s.edition, column, die)
    guns = has_armour(s, defenders if side == AXIS else attackers) and s.played[AXIS].count(ANTI_TANK) < GUN_CHITS
    return points_of(s, side, blow, defenders, RETREAT, guns and len(s.boxes[AXIS]) > 0)


def at_stake(s: State, hex: int, side: int) -> float:
    """Points left behind by who is driven out: what the Axis score every turn in 2803 and on the north edge, a fortified hex."""
    e = s.edition
    if hex == e.el_adem:
        return DENIED * turns_to_come(s)
    if side == ALLIED:
        return float(dict(e.objectives[s.scenario]).get(hex, 0))
    return DENIED * turns_to_come(s) * edge_share(s, hex) if NORTH in e.edges[hex] else 0.0


def edge_share(s: State, hex: int) -> float:
    """How much of the point for the north edge hangs on those in a hex of it who are in supply: all of it if too few are left
    without them."""
    e = s.edition
    needs, fed = e.points["north edge"].needs, len([u for u in s.stack[hex] if not s.supply[u]])
    spare = on_north_edge(s) - needs
    return min(1.0, fed / (spare + 1)) if spare >= 0 else min(1, fed) / needs


def on_north_edge(s: State) -> int:
    """Axis units there that are in supply."""
    e = s.edition
    return len([u for hex in e.edge_hexes[NORTH] for u in s.stack[hex] if e.side[u] == AXIS and not s.supply[u]])


def modifier(s: State, hex: int, attackers: Sequence[int], kind: int, fresh: bool) -> int:
    e, there = s.edition, s.stack[hex]
    total = e.attack_rows[kind].modifier + e.modifier[terrain_of(s, hex)].value
    if all([e.sides[hex][e.way[hex][near]] in s.mines for near in e.open[hex]]):
        total += e.modifier["minefield"].value
    if not fresh and any([s.disrupted[u] for u in there]):
        total += e.modifier["disrupted defender"].value
    if any([s.supply[u] == ISOLATED for u in there]):
        total += e.modifier["isolated defender"].value
    if any([s.supply[u] == OUT_OF_SUPPLY for u in attackers]):
        total += e.modifier["unsupplied attacker"].value
    return total


@lru_cache(maxsize=512)
def reach(e: Edition, unit: int, ails: int) -> int:
    """Hexes from which it may come and attack, with so many thirds of its allowance lost."""
    return 1 + (e.allowance[unit] * max(0, 3 - ails) // 3 - e.attack_cost[MEDIUM][e.move_class[unit]]) // HALVES


@lru_cache(maxsize=4_000)
def ways_of(e: Edition, target: int, laid: int, breaches: tuple[tuple[int, int, int], ...], side: int) -> tuple[int, ...]:
    """How many hexes it is to the target from each. Mines stop the Axis, but for the last step, which is an attack."""
    found = distances((target,), e.open if side == ALLIED else open_to_axis(e, target, laid, breaches), e.size)
    return tuple([found.get(hex, e.size) for hex in range(e.size)])


def open_to_axis(e: Edition, target: int, laid: int, breaches: tuple[tuple[int, int, int], ...]) -> list[list[int]]:
    mines = e.mined_sides[laid].difference([side for _, first, second in breaches for side in (first, second)])
    return [[b for b in e.open[a] if a == target or e.sides[a][e.way[a][b]] not in mines] for a in range(e.size)]
