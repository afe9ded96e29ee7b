"""What a side may be about in an action: active units go to a hex that counts, or against enemies, and attack there; or to the
gates of Axis supply, to close them or to keep them. And where the Axis breach the mines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Optional

from sandtable.kernel.play import Option, inner, within
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import distances
from sandtable.titles.gazala.activation import unit_barred
from sandtable.titles.gazala.combat import column_of, has_armour, total_of
from sandtable.titles.gazala.edition import ANTI_TANK_UNIT, HALVES, HEAVY, INFANTRY, LIGHT, MEDIUM, NORTH, Edition
from sandtable.titles.gazala.frames import ActionPhase, Attack, Move, Turn
from sandtable.titles.gazala.minefields import PlaceBreach
from sandtable.titles.gazala.movement import allowance, step_cost, step_refused
from sandtable.titles.gazala.robot.ends import ends
from sandtable.titles.gazala.robot.lifelines import are_exposed, gates, places_of, roads
from sandtable.titles.gazala.robot.threats import Prey, formation_blow, open_to_axis, preys, reach, strike_now
from sandtable.titles.gazala.state import DEAD, ISOLATED, OFF, STACK, State, crowded, holds

FAR: Final = 30  # hexes that a unit looks ahead
NEAR: Final = 8  # hexes from which enemies matter
SET_OUT: Final = 3.0  # those who cannot attack first, then from the farthest to the nearest, who has most left for it
NEARER: Final = 2.0
ROUND: Final = 1.5
STRUCK: Final = 2.5  # who stands beside the target attacks before anything else, as hard as it can
THERE: Final = 1.0
OTHERS: Final = 0.1  # less for each hex of enemies beside the place: all of them must be attacked
STAKE: Final = 4  # what a goal promises that the enemy holds, and an empty one
EMPTY: Final = 2
ASSAULTS: Final = 6  # of the best attacks that are thought of in turn
WORTH_WHILE: Final = 0.3  # points that they bring, at least
LEAST: Final = -1.0  # what an attack may cost that an aim asks for
CLOSE: Final = "cut off the supply of the Axis"
REST: Final = "leave things as they are, since nothing more is to be gained"
GUARD: Final = "keep the way open by which supply comes"


def aims(s: State, side: int) -> list[Aim]:
    """Of the active units, or of a formation that the chit may activate: all of them, or those of a hex and its neighbours."""
    phase = within(s, ActionPhase)
    if phase is None:
        return breaches(s) if side == AXIS and isinstance(s.frames[-1], Turn) else []
    if phase.side != side:
        return []
    doors = gates(s) if s.turn < s.edition.scenario_rows[s.scenario].last_turn else ()
    found = [aim for units in forces(s, phase) for aim in aims_of(s, side, units, doors)]
    found += lone_aims(s, phase)
    return [*found, *at_gates(s, phase, doors, sum([aim.promise for aim in found])), *assaults(s, phase)]


def forces(s: State, phase: ActionPhase) -> list[tuple[int, ...]]:
    if not phase.spent:
        return [units_of(s.edition, face) for face in s.edition.chit_faces[phase.chit]] if phase.chit >= 0 else []
    move = within(s, Move)
    return [(*phase.active, move.unit) if move is not None else phase.active]


@lru_cache(maxsize=64)
def units_of(e: Edition, face: int) -> tuple[int, ...]:
    return tuple([u for formation in e.face_formations[face] for u in e.of_formation[formation]])


def aims_of(s: State, side: int, units: tuple[int, ...], doors: tuple[int, ...]) -> list[Aim]:
    here = [u for u in units if s.where[u] >= 0]
    groups = {frozenset(units)} if units else set()
    for unit in here:
        groups.add(frozenset([u for u in here if s.edition.hexes.distance(s.where[u], s.where[unit]) <= 1]))
    targets = [(hex, ways_past(s, side, hex)) for hex in targets_of(s, side, here, doors)]
    return [
        Aim(group, hex, far, words(s, side, hex), promise(s, side, group, hex, far, doors))
        for group in sorted(groups, key=sorted)
        for hex, far in targets
        if not here or any([far[s.where[u]] <= FAR for u in group if s.where[u] >= 0])
    ]


def lone_aims(s: State, phase: ActionPhase) -> list[Aim]:
    """A chit may activate one unit of another formation, or any two: the strongest beside enemies, to attack with all who stand
    there, active or not."""
    if phase.spent or phase.chit < 0 or phase.storm:
        return []
    e, side = s.edition, phase.side
    found: list[Aim] = []
    for hex in places_of(s, other(side)):
        best = leaders(s, phase, hex)
        likely = promise(s, side, best, hex, ways(e, hex), ()) if best else 1
        if likely > 1:
            found.append(Aim(best, hex, ways(e, hex), words(s, side, hex), likely))
    return found


class Assault(NamedTuple):
    gain: float  # points that it brings by the table
    group: frozenset[int]
    hex: int


def assaults(s: State, phase: ActionPhase) -> list[Aim]:
    """The attacks that bring most by the table, the best first: each is thought of for certain, and followed to its end."""
    side = phase.side
    found: list[Assault] = []
    for prey in preys(s, side):
        near = prey._replace(far=ways_past(s, side, prey.hex))
        found += [assault(s, phase, near, units) for units in [*forces(s, phase), *roused(s, phase, near)]]
    best = sorted([one for one in found if one.gain > WORTH_WHILE], key=lambda one: (-one.gain, one.hex, sorted(one.group)))
    attacks = [
        Aim(group, hex, ways_past(s, side, hex), words(s, side, hex), 1 + round(STAKE * gain), firm=True)
        for gain, group, hex in best[:ASSAULTS]
    ]
    places = (s.edition.el_adem, *(s.edition.edge_hexes[NORTH] if side == ALLIED else ()))
    return [*attacks, *[aim for hex in places for aim in gatherings(s, phase, hex)], *rests(s, phase)]


def assault(s: State, phase: ActionPhase, prey: Prey, units: Sequence[int]) -> Assault:
    """Of those who can come in time, and are not the last in a place that scores."""
    e, storm = s.edition, s.edition.thirds["Sandstorm"] if phase.storm else 0
    able = [u for u in to_spare(s, phase.side, prey, units) if s.where[u] >= 0 and s.supply[u] != ISOLATED]
    reaches = [(u, s.where[u], reach(e, u, s.supply[u] + s.disrupted[u] + storm)) for u in able]
    come = [one for one in reaches if prey.far[one[1]] <= one[2]]
    gain = formation_blow(s, phase.side, prey, come, False) if come else 0.0
    return Assault(gain, frozenset([u for u, _, _ in come]), prey.hex)


def to_spare(s: State, side: int, prey: Prey, units: Sequence[int]) -> list[int]:
    """All but the weakest in each place that scores, if all who hold it would have to leave it."""
    stay = {
        min(s.stack[hex], key=lambda u: (strength(s, (u,), ()), u))
        for hex in held_for_points(s.edition, s.scenario, side)
        if holds(s, hex, side) and prey.far[hex] > 1 and all([u in units for u in s.stack[hex]])
    }
    return [u for u in units if u not in stay]


@lru_cache(maxsize=8)
def held_for_points(e: Edition, scenario: int, side: int) -> tuple[int, ...]:
    """Where a single unit keeps points, or keeps the enemy from scoring."""
    return (e.el_adem, *([hex for hex, _ in e.objectives[scenario]] if side == ALLIED else ()))


def roused(s: State, phase: ActionPhase, prey: Prey) -> list[tuple[int, ...]]:
    """Those whom the chit may rouse one by one against a hex of enemies: who stand beside it, or the strongest who can come."""
    if phase.spent or phase.chit < 0:
        return []
    e, there = s.edition, s.stack[prey.hex]
    able = [u for u in e.of_side[phase.side] if s.where[u] >= 0 and prey.far[s.where[u]] <= reach(e, u, s.supply[u])]
    able = [u for u in able if e.type[u] != ANTI_TANK_UNIT and may_fight(s, u, there) and not s.disrupted[u]]
    able = [u for u in able if unit_barred(s, phase, u) is None and not is_named(e, phase.chit, u)]
    best = sorted(able, key=lambda u: (-strength(s, (u,), there), prey.far[s.where[u]], u))
    beside = best_to_begin(s, [u for u in best if prey.far[s.where[u]] == 1])
    others = [u for u in best if u not in beside]
    groups = (beside, others, [*beside[:1], *others[:1]])
    return sorted({tuple(some[: alone(phase)]) for some in groups if some})


def best_to_begin(s: State, units: Sequence[int]) -> list[int]:
    """Who begins attacks all enemies beside it, and those who join need not: the one who does best by the table comes first."""
    return sorted(units, key=lambda u: -strike_now(s, u, HEAVY))


@lru_cache(maxsize=4_000)
def is_named(e: Edition, chit: int, unit: int) -> bool:
    """Whether the chit activates it with its formation."""
    return any([e.formation[unit] in e.face_formations[face] for face in e.chit_faces[chit]])


def rests(s: State, phase: ActionPhase) -> list[Aim]:
    """In the last turn nobody has to stir who gains nothing by it."""
    if s.turn < s.edition.scenario_rows[s.scenario].last_turn:
        return []
    return [Aim(frozenset(s.edition.of_side[phase.side]), 0, (), REST, STAKE)]


def serves_rest(verb: str, first: int) -> float:
    """Somebody has to be named for the chit, always the same ones, and stays where he is."""
    if verb in ("activate", "single"):
        return THERE / (1 + first)
    return SET_OUT if verb in ("end", "halt", "ready") else -1.0 if verb in ("move", "extra") else 0.0


def gatherings(s: State, phase: ActionPhase, goal: int) -> list[Aim]:
    """Formations that can come beside enemies in the place that scores every turn, to attack them from the next action on. On the
    north edge only those score who are in supply."""
    if not holds(s, goal, other(phase.side)) or (goal != s.edition.el_adem and all([s.supply[u] for u in s.stack[goal]])):
        return []
    far = ways_past(s, phase.side, goal)
    groups = [frozenset(units) for units in forces(s, phase) if gathered(s, frozenset(units), goal, far)]
    return [Aim(group, goal, far, words(s, phase.side, goal), STAKE * STAKE, firm=True) for group in groups]


def leaders(s: State, phase: ActionPhase, hex: int) -> frozenset[int]:
    """Those beside a hex of enemies whom the chit may rouse one by one, the strongest."""
    e, there = s.edition, s.stack[hex]
    near = [u for next in e.open[hex] if holds(s, next, phase.side) for u in s.stack[next] if not is_named(e, phase.chit, u)]
    able = [u for u in near if e.type[u] != ANTI_TANK_UNIT and may_fight(s, u, there) and not s.disrupted[u]]
    return frozenset(best_to_begin(s, sorted(able, key=lambda u: (-strength(s, (u,), there), u)))[: alone(phase)])


def alone(phase: ActionPhase) -> int:
    """How many units the chit activates one by one."""
    return max(1, phase.picks)


def targets_of(s: State, side: int, units: list[int], doors: tuple[int, ...]) -> list[int]:
    """What scores, and enemies not far from a unit or in a gate of Axis supply."""
    e = s.edition
    foes = {s.where[u] for u in e.of_side[other(side)] if s.where[u] >= 0}
    close = {hex for hex in foes if any([e.hexes.distance(hex, s.where[u]) <= NEAR for u in units])}
    if side == ALLIED:
        close.update([hex for _, hex in s.works])  # who stands there spoils the breach
        close.update(foes.intersection(e.edge_hexes[NORTH]))
    goals = {hex for hex in scoring(e, s.scenario, side) if not holds(s, hex, side)}
    if len(s.stack[e.el_adem]) < STACK:
        goals.add(e.el_adem)  # one alone does not hold it
    return sorted(goals | close | foes.intersection(doors))


@lru_cache(maxsize=8)
def scoring(e: Edition, scenario: int, side: int) -> frozenset[int]:
    """Hexes that score, for who is in them or for who was driven out."""
    goals = {hex for hex, _ in e.objectives[scenario]} | {e.el_adem}
    return frozenset(goals | set(e.edge_hexes[NORTH][::4]) if side == AXIS else goals)


def promise(s: State, side: int, group: frozenset[int], hex: int, far: Sequence[float], doors: tuple[int, ...]) -> int:
    """The better the odds, and the more there is to win: points of the place, and steps of who holds it."""
    e = s.edition
    scores = hex == e.el_adem or NORTH in e.edges[hex] or hex in doors or hex in scoring(e, s.scenario, side)
    stake = STAKE * STAKE if hex == e.el_adem else STAKE if scores else 1  # one unit is enough there, on the edge it takes four
    if not holds(s, hex, other(side)):
        return EMPTY if scores else 1
    there = s.stack[hex]
    come = {u for u in group if s.where[u] >= 0 and far[s.where[u]] <= reach_of(s, u)}
    if not come:
        return 1 + stake * min(STAKE, gathered(s, group, hex, far)) if scores else 1
    beside = {u for near in e.open[hex] if holds(s, near, side) for u in s.stack[near]}  # active or not
    able = [u for u in come | beside if may_fight(s, u, there)]
    odds = min(STAKE, strength(s, able, there) // max(1, strength(s, there, able)))
    return 1 + odds * odds * stake


def gathered(s: State, group: frozenset[int], hex: int, far: Sequence[float]) -> int:
    """At what odds those of a group could attack a hex next time who can come beside it now."""
    e, there = s.edition, s.stack[hex]
    come = [u for u in group if s.where[u] >= 0 and far[s.where[u]] <= 1 + e.allowance[u] // HALVES]
    able = [u for u in come if may_fight(s, u, there)]
    return strength(s, able, there) // max(1, strength(s, there, able))


# The gates of Axis supply


def at_gates(s: State, phase: ActionPhase, doors: tuple[int, ...], others: int) -> list[Aim]:
    """The Allies close all of them or keep them closed; the Axis hold one. Thought of as often as all other aims together."""
    if not are_exposed(s, doors):
        return []
    if phase.side == AXIS:
        return [] if any([holds(s, hex, ALLIED) for hex in doors]) else guards(s, phase, doors, others)
    free = [hex for hex in doors if not holds(s, hex, ALLIED)]
    far = roads(s.edition, tuple(free or doors), places_of(s, AXIS), s.laid)
    found: list[Aim] = []
    for units in [*forces(s, phase), *singles(s, phase, far, len(free))]:
        come = [u for u in units if s.where[u] not in doors and can_come(s, u, far, phase)]
        if len(come) >= len(free):
            found.append(Aim(frozenset(units), doors[0], roads(s.edition, doors, places_of(s, AXIS), s.laid), CLOSE, 1 + others))
    return found


def singles(s: State, phase: ActionPhase, far: Sequence[int], needed: int) -> list[tuple[int, ...]]:
    """Units that the chit activates one by one, the nearest, if that is enough."""
    if phase.spent or not 0 < needed <= max(1, phase.picks):
        return []
    near = [u for u in s.edition.of_side[ALLIED] if can_come(s, u, far, phase)]
    return [tuple(sorted(near, key=lambda u: (far[s.where[u]], u))[:needed])]


def guards(s: State, phase: ActionPhase, doors: tuple[int, ...], others: int) -> list[Aim]:
    """The weakest unit that can be there."""
    far = roads(s.edition, doors, places_of(s, ALLIED), s.laid)
    near = [u for units in forces(s, phase) for u in units if can_come(s, u, far, phase)]
    if not near:
        return []
    weakest = min(near, key=lambda u: (strength(s, (u,), ()), u))
    return [Aim(frozenset((weakest,)), doors[0], far, GUARD, 1 + others)]


def can_come(s: State, unit: int, far: Sequence[int], phase: ActionPhase) -> bool:
    """Through open desert, in one go."""
    return s.where[unit] >= 0 and far[s.where[unit]] <= allowance(s, unit, phase.storm) // HALVES


@lru_cache(maxsize=2_000)
def goals_of(far: Sequence[int]) -> tuple[int, ...]:
    return tuple([hex for hex, steps in enumerate(far) if steps == 0])


def serves_at_gates(s: State, o: Option, aim: Aim) -> float:
    """Each goes to a gate where none of its side is, and stays."""
    verb, first, _ = o
    e, f = s.edition, s.frames[-1]
    if verb in ("single", "extra"):
        return SET_OUT if first in aim.group else 0.0
    if verb == "activate":
        return SET_OUT if not aim.group.isdisjoint(units_of(e, first)) else 0.0
    unit = first if verb == "move" else f.unit if isinstance(f, Move) else -1
    if unit not in aim.group:
        return 0.0
    here, side = s.where[unit], e.side[unit]
    doors = goals_of(aim.far)
    if here in doors and s.stack[here] == (unit,):
        return THERE if verb == "halt" else -1.0
    free = tuple([hex for hex in doors if not holds(s, hex, side)])
    if not free or (side == AXIS and len(free) < len(doors)):
        return 0.0
    far = roads(e, free, places_of(s, other(side)), s.laid)
    if verb == "move":
        return SET_OUT + 1.0 - far[here] / e.size if far[here] <= FAR else 0.0
    if verb == "go" and isinstance(f, Move):
        stuck = is_full(s, first, unit) and not may_pass(s, f, first, far)
        return NEARER if far[first] < far[here] and not stuck else -1.0
    return -1.0 if verb == "attack" else 0.0


# The mines


def breaches(s: State) -> list[Aim]:
    """Straight through the front belt at once: lines of communication come of it."""
    e = s.edition
    found: list[Aim] = []
    for unit, box in PlaceBreach().candidates(s, inner(s, Turn)):
        here = s.where[unit]
        opposite = (e.way[box][here] + 3) % 6
        beyond = e.toward[box][opposite]
        free = beyond >= 0 and not holds(s, beyond, ALLIED) and not holds(s, box, ALLIED)
        if box in e.front and free and e.sides[box][opposite] in s.mines:
            found.append(Aim(frozenset((unit,)), box, ways(e, box), f"breach the minefield at {s.names.called('hex', box)}"))
    return found


def reach_of(s: State, unit: int) -> int:
    """Hexes that it can go and still attack."""
    e = s.edition
    return 1 + (e.allowance[unit] - e.attack_cost[MEDIUM][e.move_class[unit]]) // HALVES


def may_fight(s: State, unit: int, there: Sequence[int]) -> bool:
    """11.0 Infantry does not attack armour, nor guns infantry."""
    armour = has_armour(s, there)
    return s.edition.type[unit] != (INFANTRY if armour else ANTI_TANK_UNIT)


def strength(s: State, units: Sequence[int], against: Sequence[int]) -> int:
    """Of units that have not moved yet."""
    values = s.edition.hard if has_armour(s, against) else s.edition.soft
    return sum([values[u][2 * s.steps[u]] for u in units])


def words(s: State, side: int, hex: int) -> str:
    return f"{'attack' if holds(s, hex, other(side)) else 'reach'} {s.names.called('hex', hex)}"


@lru_cache(maxsize=1_000)
def ways(e: Edition, target: int) -> tuple[int, ...]:
    """How many hexes it is to the target, from each, over open hexsides."""
    found = distances((target,), e.open, e.size)
    return tuple([found.get(hex, e.size) for hex in range(e.size)])


def ways_past(s: State, side: int, target: int) -> tuple[int, ...]:
    """How many hexes it is to the target, from each, past enemies and never from zone to zone (9.0)."""
    return ways_to(s, side, (target,))


def ways_to(s: State, side: int, targets: tuple[int, ...]) -> tuple[int, ...]:
    """The same, to the nearest of these."""
    foes = places_of(s, other(side))
    alert = tuple([hex for hex in foes if not all([s.disrupted[u] for u in s.stack[hex]])])
    return roads_past(s.edition, side, targets, foes, alert, s.laid, s.breaches)


@lru_cache(maxsize=4_000)
def roads_past(
    e: Edition,
    side: int,
    targets: tuple[int, ...],
    foes: tuple[int, ...],
    alert: tuple[int, ...],
    laid: int,
    breaches: tuple[tuple[int, int, int], ...],
) -> tuple[int, ...]:
    nexts = e.open if side == ALLIED else open_to_axis(e, targets[0], laid, breaches)
    closed, zone = set(foes), {near for hex in alert for near in e.zone_of[hex]}
    found = dict.fromkeys(targets, 0)
    edge = list(targets)
    for here in edge:
        barred = here in zone and not (here in targets and here in closed)  # the last step is an attack
        for there in nexts[here]:
            if there not in found and there not in closed and not (barred and there in zone):
                found[there] = found[here] + 1
                edge.append(there)
    return tuple([found.get(hex, e.size) for hex in range(e.size)])


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, second = o
    if verb == "breach":
        return SET_OUT if first in aim.group and second == aim.target else 0.0
    if verb == "withdraw":
        return SET_OUT + 1.0 if is_lost(s, first) or is_tied(s.edition, first) else 0.0
    if aim.text == REST:
        return serves_rest(verb, first)
    if aim.text in (CLOSE, GUARD):
        return serves_at_gates(s, o, aim)
    if verb in ("single", "extra"):
        return rouses(s, verb, first, aim)
    if verb == "pledge":
        return SET_OUT if can_strike(s, aim) else -1.0  # it must be kept
    if verb == "move":
        return sets_out(s, first, aim) if first in aim.group and 0 < aim.far[s.where[first]] <= FAR else 0.0
    f = s.frames[-1]
    if verb == "activate":
        return SET_OUT if not aim.group.isdisjoint(units_of(s.edition, first)) else 0.0
    if isinstance(f, Attack):
        return joins(s, f, first) if verb == "join" else 0.0
    if not isinstance(f, Move) or f.unit not in aim.group:
        return 0.0
    here = aim.far[s.where[f.unit]]
    if verb == "attack":
        return strikes(s, f.unit, first, aim) if here == 1 else 0.0
    if verb == "go":
        return goes(s, f, first, aim)
    return THERE if verb == "halt" else 0.0


def rouses(s: State, verb: str, unit: int, aim: Aim) -> float:
    """An Extra Move is for who has something to do in an aim, and is not on the chit anyway: else it is kept."""
    phase = within(s, ActionPhase)
    if unit in aim.group and phase is not None and len(aim.group) <= alone(phase):
        return -1.0 if verb == "extra" and is_named(s.edition, phase.chit, unit) else SET_OUT
    return -1.0 if verb == "extra" else 0.0


def can_strike(s: State, aim: Aim) -> bool:
    """Whether one of an Allied group can attack enemies in the target in this action."""
    e, there = s.edition, s.stack[aim.target]
    near = [u for u in aim.group if s.where[u] >= 0 and aim.far[s.where[u]] <= reach_now(s, u) and may_fight(s, u, there)]
    return holds(s, aim.target, AXIS) and any([e.type[u] != ANTI_TANK_UNIT for u in near])


def reach_now(s: State, unit: int) -> int:
    """Hexes that it can go in this action and still attack."""
    phase = within(s, ActionPhase)
    storm = s.edition.thirds["Sandstorm"] if phase is not None and phase.storm else 0
    return 0 if s.supply[unit] == ISOLATED else reach(s.edition, unit, s.supply[unit] + s.disrupted[unit] + storm)


def strikes(s: State, unit: int, kind: int, aim: Aim) -> float:
    """At once if it brings something, else when all who can come are there; the harder, the better, and who has come from afar
    waits for the next action rather than make a light attack."""
    gain = strike_now(s, unit, kind)
    if gain < WORTH_WHILE and (gain < LEAST or others_to_come(s, aim)):
        return 0.0
    return STRUCK + 0.1 * gain if kind != LIGHT else THERE / 2


def joins(s: State, f: Attack, unit: int) -> float:
    """In one order only, so that the same attack is not taken for many."""
    return THERE + THERE / (1 + unit) if is_welcome(s, f, unit) else -1.0


def is_welcome(s: State, f: Attack, unit: int) -> bool:
    """Whether the odds are no worse with it: against tanks everybody defends by hard values, and guns are weak against infantry
    alone. Who is Disrupted or out of supply spoils the die for all."""
    if (s.disrupted[unit] or s.supply[unit]) and not any([s.disrupted[u] or s.supply[u] for u in (f.unit, *f.joined)]):
        return False
    before = (f.unit, *f.joined)
    after = (*before, unit)
    attack, defence = total_of(s, before, f.defenders), total_of(s, f.defenders, before)
    together, against = total_of(s, after, f.defenders), total_of(s, f.defenders, after)
    if is_garrison(s, unit):
        return column_of(s, together, against) > column_of(s, attack, defence)
    return together * defence >= attack * against


def is_garrison(s: State, unit: int) -> bool:
    """Whether nobody else of its side is left in a place that scores, if it has to retreat."""
    e, hex = s.edition, s.where[unit]
    return hex in held_for_points(e, s.scenario, e.side[unit]) and s.stack[hex] == (unit,)


def is_lost(s: State, formation: int) -> bool:
    """Whether none of its units is left: to withdraw it costs nothing (13.7)."""
    return all([s.where[u] == DEAD for u in s.edition.of_formation[formation]])


@lru_cache(maxsize=64)
def is_tied(e: Edition, formation: int) -> bool:
    """Whether most of its units may never leave their corner of the map (8.2), where nothing scores: they are not missed."""
    return any([e.bracketed[u] for u in e.of_formation[formation]])


def goes(s: State, f: Move, hex: int, aim: Aim) -> float:
    """Nearer, but not to where others fill the hex beside the target, and rather not where more enemies than it holds are near;
    and round the target, where its own stand in the way and there is room on another side."""
    side, here = s.edition.side[f.unit], s.where[f.unit]
    if aim.far[hex] >= aim.far[here]:
        return ROUND if aim.far[hex] == aim.far[here] == 2 and leads_round(s, f.unit, hex, aim) else -1.0
    if is_full(s, hex, f.unit):
        return NEARER / 2 if aim.far[hex] > 1 and may_pass(s, f, hex, aim.far) else -1.0
    if aim.far[hex] > 1:
        return NEARER
    return NEARER - OTHERS * len([near for near in s.edition.open[hex] if holds(s, near, other(side))])


def is_full(s: State, hex: int, unit: int) -> bool:
    return holds(s, hex, s.edition.side[unit]) and crowded(s, (*s.stack[hex], unit))


def may_pass(s: State, f: Move, hex: int, far: Sequence[float]) -> bool:
    """Whether it can go on from a hex where it cannot stay, to one that is nearer and has room."""
    unit = f.unit
    left = f.left - step_cost(s, unit, s.where[unit], hex)
    nexts = [next for next in s.edition.open[hex] if far[next] < far[hex] and not is_full(s, next, unit)]
    return any([step_refused(s, unit, hex, next) is None and step_cost(s, unit, hex, next) <= left for next in nexts])


def leads_round(s: State, unit: int, hex: int, aim: Aim) -> bool:
    """Whether there is room beside the target, not right before the unit, and the hex is on the way there."""
    e, here = s.edition, s.where[unit]
    room = tuple([near for near in e.open[aim.target] if aim.far[near] == 1 and not is_full(s, near, unit)])
    if not room or any([near in e.open[here] for near in room]):
        return False
    far = ways_to(s, e.side[unit], room)
    return far[hex] < far[here]


def sets_out(s: State, unit: int, aim: Aim) -> float:
    """Who attacks last has the others beside it; of those who stand there, the one that does best by beginning is first. No
    Allied unit leaves a place that scores empty to go elsewhere."""
    if s.edition.side[unit] == ALLIED and aim.far[s.where[unit]] > 1 and is_garrison(s, unit):
        return -1.0
    can = s.edition.type[unit] != ANTI_TANK_UNIT and may_fight(s, unit, s.stack[aim.target])
    far = aim.far[s.where[unit]]
    beside = can and far == 1 and holds(s, aim.target, other(s.edition.side[unit]))
    begins = math.tanh(strike_now(s, unit, HEAVY)) if beside else 0.0
    return SET_OUT + (far + begins / 2) / FAR + (0.0 if can else 1.0)


def others_to_come(s: State, aim: Aim) -> bool:
    """Whether somebody of the group is still to come: who is there waits for it, and then all of them attack, one after another."""
    phase = within(s, ActionPhase)
    there = s.stack[aim.target]
    return phase is not None and any(
        [
            u in aim.group and s.where[u] >= 0 and 1 < aim.far[s.where[u]] <= reach_of(s, u) and may_fight(s, u, there)
            for u in phase.active
            if s.edition.type[u] != ANTI_TANK_UNIT
        ]
    )


def step(s: State, o: Option) -> Optional[Step]:
    f = s.frames[-1]
    return Step(f.unit, s.where[f.unit], o[1]) if o[0] == "go" and isinstance(f, Move) else None


def is_whole(s: State) -> bool:
    """Whether all who may come are on the map (15.0-a, 17.0)."""
    return all([hex != OFF or due > s.turn for hex, due in zip(s.where, s.due, strict=True)])


PLANS: Final = Plans(
    phases=(ActionPhase,),
    aims=aims,
    serves=serves,
    ends=ends,
    step=step,
    whole=is_whole,
    ahead=1,
    brief=1,
    places=30,
    spares=("pledge",),
    even="11.0-s",
    doubt=0.4,
    still=4,
    weighs=12,
    pace=1_300,
)
