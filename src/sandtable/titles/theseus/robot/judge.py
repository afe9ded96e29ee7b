"""How good a position is, in Victory Points of the Axis: what is scored, what the formations are on their way to, what
keeps them going, and the strength of both sides."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple, Optional

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.graph import CLOSED, distances, reach
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import BROKEN, NONE, Edition
from sandtable.titles.theseus.frames import Activation, Attack, Operations
from sandtable.titles.theseus.records import ObjectiveRow
from sandtable.titles.theseus.state import AUTOMATIC, GOES_ON, State, combat_units, enemy_zone, holder, units_of
from sandtable.titles.theseus.supply import joined, reaches, road_limit
from sandtable.titles.theseus.victory import outcome, scenario_of, tally, training_points

SCALE: Final = 25.0  # so many points ahead is a good lead
STRENGTH: Final = 0.08  # a Strength Point
DUG_IN: Final = 0.03  # a hex with Improved Defence: who has to act and would wait has something to do
FAR_OFF: Final = 0.003  # a Strength Point of the Commonwealth, for each hex that it is farther than
AT_HAND: Final = 6  # hexes from a victory hex
DISRUPTED: Final = 4  # so many fewer, if it is Disrupted
HELD: Final = 0.95  # of the worth of a hex that is occupied now and not yet scored
FORFEIT: Final = 0.4  # of a score that counts only while no enemy comes into the hex, if he is beside it
PULL: Final[tuple[float, ...]] = (0.8, 0.5, 0.15)  # of the worth of a hex, for the first formation on its way, the second, a third
ALL_PULL: Final = sum(PULL)
FAR: Final = 60.0  # Movement Points beyond which a unit is not on its way
NEAR: Final = 18.0  # Movement Points that take two thirds of the hope
MINES: Final = 14  # half Movement Points that unbreached mines are like
MINES_FOR_HQ: Final = 40  # which cannot enter them
UNSUPPLIED: Final = 3  # times as long is the way of an HQ far from the roads that feed it
CLOSE: Final = 5  # hexes from a road that are not far
GARRISON: Final = 25.0  # Strength Points in a hex and around it that halve the wish to go there
SMALL: Final = 0.5  # a single point, which is hardly worth a formation
FORTRESS: Final = 0.35  # of the wish to go to Tobruk, behind mines on all sides
GUARD: Final = 0.3  # of the worth of a hex that is strongly held
LANE: Final = 5.0  # the worth of the first way for supply through the mines
ENGAGED: Final = 0.3  # of that, with a formation in the mines that can breach them; with the next one half as much more
NOT_FAR: Final = 10  # hexes from a way through the mines to Knightsbridge
LENGTH: Final = 20  # hexes of road that make a way worth opening
WEST: Final = 16  # hexes from the sources of the Axis
VIGOUR: Final = 0.1  # a step of escalation, or a column of air support
LEVEL: Final = 0.1  # an Activation Level
HANDED: Final = 6.0  # the initiative, to who receives it: the judge does not wait
ACT: Final = 0.5  # of a level, one of the three acts of a unit on its own
TURN: Final = 5.0  # a turn to come: more than all levels of one
STRAY: Final = 0.02  # of the worth of a unit on its way, for each hex that it is out of reach of its HQ
UNFED: Final = 1.2  # an HQ out of supply recovers no level and costs a point at the end
UNFED_AT_LAST: Final = 0.4  # but in the last turn the point itself is counted
REACH: Final = (-2, 0, 2)  # how much more than its range an HQ may be from the road: a third of the worth each
GATE: Final = 1.6  # a breach beside a victory hex behind mines
IN_GATE: Final = 0.9  # and somebody in them who can breach, In Command
TO_GATE: Final = 0.05  # and for each hex that he is nearer
NEARBY: Final = 10  # hexes from a gate that are not far
ALONE: Final = 0.08  # an HQ beside the enemy
TIRED: Final = 0.6  # of one that is Disrupted
STAFF: Final = 6  # how much of its formation an HQ is, in Strength Points
SIZE: Final = 6  # of a unit that counts in full

# 10.1, in its points
TO_SPEND: Final = 0.02  # an Action Point that is left
ROLLED: Final = 4.5  # of them in an activation, about
IN_LINE: Final = 0.01  # a Strength Point of Ariete
SHAKEN: Final = 0.15  # a unit that is Disrupted
FOOT_AWAY: Final = 0.4  # infantry, for each hex that it is away from Bir Hacheim
TANKS_AWAY: Final = 0.01  # tanks, likewise
TANKS_THROUGH: Final = 0.2  # tanks beside Bir Hacheim
TANKS_IN_MINES: Final = 0.4


def judge(s: State, side: int) -> float:
    return axis_value(s, True) if side == AXIS else -axis_value(s, False)


def axis_value(s: State, own: bool) -> float:
    """`own`: as the Axis sees it. A turn to come is a chance to it, while the Commonwealth cannot end one by itself; and it looks
    after its gates and its infantry."""
    if scenario_of(s).static and s.ending != AUTOMATIC:
        hopes = training_hopes(s) if s.ending == GOES_ON else 0.0
        return math.tanh((training_points(s).total - 4 + hopes) / 5.0)
    if s.ending != GOES_ON:
        ended = outcome(s)
        if ended is None or ended.winner < 0:
            return 0.0
        return 1.0 if ended.winner == AXIS else -1.0
    even = 10.0 if scenario_of(s).automatic else 5.0
    net = roads(s)
    sums = points_now(s) + prospects(s, net) + material(s) + dug_in(s) + tempo(s, TURN if own else 0.0) + staffs(s, net) + vigour(s)
    if own:
        sums += cares(s, net)
    return math.tanh((sums - even) / SCALE)


def is_last(s: State) -> bool:
    return s.turn == scenario_of(s).turns


def points_now(s: State) -> int:
    """Victory Points as they stand; in the last turn with what is counted only at the end."""
    if is_last(s):
        ask_for_supply(s)
        return tally(s, final=True).total
    rows = objectives(s.edition, s.agreed.scenario, s.turn)
    return sum([scored_in(s, at, row) for at, row in enumerate(rows) if row is not None]) - s.penalty


def ask_for_supply(s: State) -> None:
    """5.7.2 Finds out which Axis HQs are fed by road, by the net that the judge knows anyhow: it is asked after every step."""
    e, net, fed = s.edition, roads(s), s.found.fed
    for hq in range(e.units, e.units + e.formations):
        hex = s.where[hq]
        if hex >= 0 and e.side[hq] == AXIS and hq not in fed:
            limit = road_limit(s, hq)
            fed[hq] = not net.isdisjoint(links_within(e, hex, limit)) and reaches(s, AXIS, hex, limit, net) != NONE


@lru_cache(maxsize=4_000)
def links_within(e: Edition, hex: int, limit: int) -> frozenset[int]:
    """Road and Trail hexes so near, whatever lies between."""
    away = e.grid.away(hex)
    return frozenset([h for h in range(e.hexes) if e.linked[h] and away[h] <= limit])


# The armies


def material(s: State) -> float:
    """Strength on the map, less for who is Disrupted."""
    allied, axis = armies(s.edition)
    row = scenario_of(s)
    return (mass(s, axis) - mass(s, allied)) * STRENGTH * (1 + row.turns - s.turn) / row.turns


def dug_in(s: State) -> float:
    e, at = s.edition, s.at
    return DUG_IN * sum([1 if e.side[at[hex][0]] == AXIS else -1 for hex in s.improved if hex in at])


def reserves(s: State) -> float:
    """Strength of the Commonwealth far from all victory hexes, where it is of no use."""
    where, far = s.where, far_off(s.edition)
    return FAR_OFF * sum([s.strength[u] * far[where[u]] for u in armies(s.edition)[ALLIED] if where[u] >= 0 and far[where[u]]])


@lru_cache(maxsize=8)
def far_off(e: Edition) -> tuple[float, ...]:
    """How many hexes everybody is farther than that from the nearest victory hex."""
    return tuple([float(max(0, min([e.distance(goal, h) for goal in e.victory_hexes]) - AT_HAND)) for h in range(e.hexes)])


def mass(s: State, units: tuple[int, ...]) -> int:
    where, strength, down = s.where, s.strength, s.down
    return sum([strength[u] - DISRUPTED if down[u] else strength[u] for u in units if where[u] >= 0])


@lru_cache(maxsize=8)
def armies(e: Edition) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The combat units of each side."""
    allied, axis = (tuple([u for u in range(e.units) if e.side[u] == side]) for side in (ALLIED, AXIS))
    return allied, axis


def tempo(s: State, turn: float) -> float:
    """Activation Levels: those that the next turn can use, and the others as long as their side has not passed; what units on
    their own have used up; and the turns to come."""
    e, left, found = s.edition, scenario_of(s).turns - s.turn, 0
    for n in range(e.formations):
        side, useful = e.f_side[n], s.level[n]
        if s.passed >> side & 1:
            useful = min(useful, e.max_level[n] - e.recovery[n]) if left else 0
        found += useful if side == AXIS else -useful
    return (found - used(s)) * LEVEL + left * turn + handed_over(s)


def levels(s: State) -> float:
    """All Activation Levels, whoever has passed."""
    found = [level if side == AXIS else -level for level, side in zip(s.level, s.edition.f_side, strict=True)]
    return LEVEL * (sum(found) - used(s))


def handed_over(s: State) -> float:
    """Who gives the initiative away gets nothing for it now."""
    f = within(s, Operations)
    if f is None or not f.transferred:
        return 0.0
    return HANDED if f.initiative == AXIS else -HANDED


def used(s: State) -> float:
    e, acts = s.edition, s.acts
    return ACT * sum([acts[u] if e.side[u] == AXIS else -acts[u] for u in e.loners])


def vigour(s: State) -> float:
    """An attack before the die: the more is put into it, the better for the attacker."""
    f = within(s, Attack)
    if f is None:
        return 0.0
    return (VIGOUR if f.side == AXIS else -VIGOUR) * (f.level + f.air)


def staffs(s: State, net: frozenset[int]) -> float:
    """Axis HQs out of reach of the roads that lead to their sources, and HQs of both sides that the enemy could displace."""
    e, alone = s.edition, 0
    for n, side in enumerate(e.f_side):
        hex = s.where[e.units + n]
        if hex >= 0 and enemy_zone(s, side, hex):
            alone += 1 if side == AXIS else -1
    return -ALONE * alone - (UNFED_AT_LAST if is_last(s) else UNFED) * unfed(e, at_large(s), net)


def cares(s: State, net: frozenset[int]) -> float:
    """What the Axis looks after besides: gates in the mines, and that its infantry does not leave its roads."""
    return ajar(s) - on_foot(s, net)


def on_foot(s: State, net: frozenset[int]) -> int:
    """HQs of the Axis infantry away from their road, to which they must be next: a point each in the end."""
    e, found = s.edition, 0
    for n, side in enumerate(e.f_side):
        hex = s.where[e.units + n]
        if side == AXIS and e.leg_hq[n] and hex >= 0:
            found += net.isdisjoint(roads_near(e, hex, 1))
    return found


@lru_cache(maxsize=1_000)
def unfed(e: Edition, hqs: tuple[tuple[int, int], ...], net: frozenset[int]) -> float:
    """How many HQs have no road in reach; one that is just near enough, or just too far, in part."""
    return sum([net.isdisjoint(roads_near(e, hex, e.range[n] + more)) for n, hex in hqs for more in REACH]) / len(REACH)


def at_large(s: State) -> tuple[tuple[int, int], ...]:
    """The motorised formations of the Axis on the map, and where their HQs are."""
    units, where = s.edition.units, s.where
    return tuple([(n, where[units + n]) for n in mobile(s.edition) if where[units + n] >= 0])


def roads(s: State) -> frozenset[int]:
    """What is joined to a source of the Axis (5.7.2)."""
    return joined(s)


# The objectives


class Goal(NamedTuple):
    """Something that a formation can be on its way to: one of these hexes."""

    hexes: tuple[int, ...]
    draw: float  # its worth, less for who bars the way


def prospects(s: State, net: frozenset[int]) -> float:
    """Victory hexes held, formations on their way to the others, and who bars them. What a hex draws is kept when it is
    taken, or nobody would take it."""
    goals, found = goals_of(s)
    lanes = lanes_open(s)
    found += open_lane(s, net, goals) if lanes else no_lane(s, goals)
    return found + marches(s, goals, lanes)


def goals_of(s: State) -> tuple[list[Goal], float]:
    """Victory hexes that are yet to be taken; and what the others, and their garrisons, are worth."""
    goals, found, guards = list[Goal](), 0.0, garrisons(s)
    for at, row in enumerate(objectives(s.edition, s.agreed.scenario, s.turn)):
        if row is None:
            continue
        hex, counted = s.edition.victory_hexes[at], scored_in(s, at, row)
        if holder(s, hex) == AXIS and combat_units(s, hex):
            worth = max(counted, worth_of(s, row, hex))
            found += HELD * (worth - counted) + ALL_PULL * worth
            continue
        left = row.vp - counted
        found += ALL_PULL * counted
        if left <= 0:
            if not row.kept:
                found -= FORFEIT * left_open(s, hex) * counted
            continue
        draw = (left if left > 1 else SMALL) / (1.0 + guards[at] / GARRISON)
        goals.append(Goal((hex,), draw * FORTRESS if hex == s.edition.tobruk else draw))
        if holder(s, hex) == ALLIED:
            guard = sum([s.strength[u] * (0.4 if s.down[u] else 1.0) for u in combat_units(s, hex)])
            found -= left * GUARD * guard / (guard + SIZE)
    return goals, found


def open_lane(s: State, net: frozenset[int], goals: list[Goal]) -> float:
    """A way for supply through the mines, worth in full with long roads beyond it. Until then a goal is where they are cut,
    or another way."""
    done = min(1.0, len(net - by_road(s.edition, ())) / LENGTH)
    hexes = cuts(s, net) + tuple([h for h in ways_through(s.edition) if h not in s.breached]) if done < 1.0 else ()
    if hexes:
        goals.append(Goal(hexes, LANE * (1.0 - done) / 2.0))
    return (HELD + ALL_PULL) * LANE * (1.0 + done) / 2.0


def no_lane(s: State, goals: list[Goal]) -> float:
    """The first thing to do is to breach one: the more formations have somebody in the mines who can, the sooner it is done."""
    e, ways = s.edition, ways_through(s.edition)
    goals.append(Goal(ways, LANE))
    at_it = {s.formation[u] for hex in ways for u in s.at.get(hex, ()) if u < e.units and e.can_breach[u] and not s.down[u]}
    return ENGAGED * LANE * (2.0 - 2.0 * 0.5 ** len(at_it))


def ajar(s: State) -> float:
    """A victory hex behind mines: somebody near a gate with his HQ in reach of it, in it, and the gate open."""
    e, best = s.edition, 0.0
    for hex in gates_left(s):
        away = e.grid.away(hex)
        nearest = min([away[s.where[u]] + too_far(s, u, away) for u in breachers(e) if s.where[u] >= 0], default=NEARBY)
        worth = GATE if hex in s.breached else 0.0 if nearest else IN_GATE
        best = max(best, worth + TO_GATE * max(0, NEARBY - nearest))
    return best


def too_far(s: State, unit: int, away: bytes) -> int:
    """How many hexes its HQ is too far off to let it breach mines there: Out of Command nobody may."""
    e, formation = s.edition, s.formation[unit]
    hq = s.where[e.units + formation] if formation != NONE else -1
    return max(0, away[hq] - e.range[formation]) if hq >= 0 else NEARBY


def cuts(s: State, net: frozenset[int]) -> tuple[int, ...]:
    """Where the enemy cuts the roads."""
    e = s.edition
    return tuple(sorted({h for n in net for h in e.linked[n] if h not in net and (e.owner[h] != ALLIED or h in s.breached)}))


def scored_in(s: State, at: int, row: ObjectiveRow) -> int:
    """What was scored and still counts."""
    return s.scored[at] if row.kept or s.last_in[at] == AXIS else 0


def worth_of(s: State, row: ObjectiveRow, hex: int) -> int:
    return row.vp if any(is_in_command(s, u) for u in combat_units(s, hex)) else row.out_of_command


def left_open(s: State, hex: int) -> float:
    """How soon the enemy could be in a hex that was left: 1 beside it."""
    e = s.edition
    return 1.0 / min([e.distance(hex, s.where[u]) for u in range(e.units) if e.side[u] == ALLIED and s.where[u] >= 0], default=99)


def garrisons(s: State) -> list[int]:
    """Strength of the Commonwealth in each victory hex and up to two hexes away."""
    e, where, watches = s.edition, s.where, watched_from(s.edition)
    found = [0] * len(e.victory_hexes)
    for unit in armies(e)[ALLIED]:
        if where[unit] in watches:
            for at in watches[where[unit]]:
                found[at] += s.strength[unit]
    return found


def marches(s: State, goals: list[Goal], lanes: tuple[int, ...]) -> float:
    """Each formation is on its way to one of the goals."""
    return sum([plan.pull * progress(s, plan) for plan in plans(s.edition, at_large(s), tuple(goals), lanes)])


class Plan(NamedTuple):
    """What a formation is on its way to."""

    formation: int
    pull: float
    near: tuple[float, ...]  # how near its units are, by hex
    for_hq: tuple[float, ...]


@lru_cache(maxsize=1_000)
def plans(e: Edition, hqs: tuple[tuple[int, int], ...], goals: tuple[Goal, ...], lanes: tuple[int, ...]) -> tuple[Plan, ...]:
    """The most hopeful first, at most three to a goal. The places of the HQs decide, so that a move of a unit changes no plans;
    they go by the roads that could feed them if no enemy were there."""
    net = by_road(e, lanes)
    near = [closeness(e, goal.hexes, lanes) for goal in goals]
    for_hq = [closeness(e, goal.hexes, lanes, net) for goal in goals]
    sent, waiting, found = [0] * len(goals), dict(hqs), list[Plan]()
    while waiting and min(sent, default=len(PULL)) < len(PULL):
        pulls = [goal.draw * PULL[n] if n < len(PULL) else 0.0 for goal, n in zip(goals, sent, strict=True)]
        _, n, g = max([(pulls[g] * for_hq[g][hex], n, g) for g in range(len(goals)) if pulls[g] for n, hex in waiting.items()])
        found.append(Plan(n, pulls[g], near[g], for_hq[g]))
        sent[g] += 1
        del waiting[n]
    return tuple(found)


def progress(s: State, plan: Plan) -> float:
    """How near a formation is, as a whole. Who is out of reach of the HQ or Disrupted counts less."""
    e, where, strength, down, near = s.edition, s.where, s.strength, s.down, plan.near
    hq, range = where[e.units + plan.formation], e.range[plan.formation]
    away, whole, found = e.grid.away(hq), STAFF, STAFF * plan.for_hq[hq]
    for unit in units_of(s, plan.formation):
        hex, size = where[unit], strength[unit]
        if size > SIZE:
            size = SIZE
        whole += size
        worth = size * near[hex]
        if down[unit]:
            worth *= TIRED
        if away[hex] > range:
            worth *= 1.0 - STRAY * (away[hex] - range)
        found += worth
    return found / whole


@lru_cache(maxsize=1_000)
def objectives(e: Edition, scenario: int, turn: int) -> tuple[Optional[ObjectiveRow], ...]:
    """What each victory hex is worth."""
    known = {row.hex: row for row in e.objectives if row.scenario == e.scenario_ids[scenario] and row.first <= turn <= row.last}
    return tuple([known.get(e.grid.ids[hex]) for hex in e.victory_hexes])


# The ground, as far as it stays the same


@lru_cache(maxsize=8)
def mobile(e: Edition) -> tuple[int, ...]:
    """The motorised formations of the Axis."""
    return tuple([n for n in range(e.formations) if e.f_side[n] == AXIS and not e.leg_hq[n]])


@lru_cache(maxsize=8)
def breachers(e: Edition) -> tuple[int, ...]:
    return tuple([u for u in range(e.units) if e.side[u] == AXIS and e.can_breach[u]])


@lru_cache(maxsize=8)
def watched_from(e: Edition) -> dict[int, tuple[int, ...]]:
    """Which victory hexes are at most two hexes away."""
    near = {h: tuple([at for at, goal in enumerate(e.victory_hexes) if e.distance(goal, h) <= 2]) for h in range(e.hexes)}
    return {h: goals for h, goals in near.items() if goals}


@lru_cache(maxsize=1_000)
def closeness(
    e: Edition, hexes: tuple[int, ...], lanes: tuple[int, ...], net: Optional[frozenset[int]] = None, layer: int = ALLIED
) -> tuple[float, ...]:
    """How near motorised units are to the nearest of these: 1 in it, 0 if FAR. Roads are short, Ridges and the mines of the other
    side (`layer`) long; for an Axis HQ that lives by a net of roads, so is all that is far from them."""
    if len(hexes) > 1:
        return tuple([max(all) for all in zip(*[closeness(e, (hex,), lanes, net, layer) for hex in hexes], strict=True)])
    mines = MINES if net is None else MINES_FOR_HQ
    fed = range(e.hexes) if net is None else distances(net, clear_of_mines(e), CLOSE)

    def cost(here: int, there: int) -> int:
        if there not in e.adjacent[here]:
            return CLOSED
        side = here * e.hexes + there
        if e.owner[here] == layer and here not in lanes:  # walked backwards: the hex entered is `here`
            return MINES if here in hexes else mines
        times = 1 if here in fed else UNSUPPLIED
        if side in e.link:
            return times
        return times * ((4 if e.terrain[here] == BROKEN else 2) + (5 if side in e.barred else 0))

    found = reach(hexes[0], int(2 * FAR), e.grid.neighbours, cost)  # in half Movement Points
    return tuple([math.exp(-found[h] / (2 * NEAR)) if h in found else 0.0 for h in range(e.hexes)])


def lanes_open(s: State) -> tuple[int, ...]:
    ways = ways_through(s.edition)
    return tuple([h for h in s.breached if h in ways]) if s.breached else ()


@lru_cache(maxsize=8)
def ways_through(e: Edition) -> tuple[int, ...]:
    """Mined hexes by which a Road or Trail leads from an Axis source through the Gazala Line, not far from what is worth it."""
    behind, worth_it = by_road(e, ()), {e.grid.number[row.hex] for row in e.objectives if row.vp > 1}
    first = [h for h in range(e.hexes) if e.owner[h] == ALLIED and any(n in behind for n in e.linked[h])]
    near = [h for h in first if any(e.distance(goal, h) <= NOT_FAR for goal in worth_it)]
    return tuple([h for h in near if len(by_road(e, (h,))) >= len(behind) + LENGTH])


@lru_cache(maxsize=8)
def gates(e: Edition) -> dict[int, int]:
    """Mined hexes beside a victory hex and beside ground that is open to the Axis, and which victory hex it is: a breach there, and
    whoever goes through is In Command."""
    behind = open_ground(e)
    return {
        h: goal
        for goal in e.victory_hexes
        if goal not in behind and e.owner[goal] != ALLIED
        for h in e.adjacent[goal]
        if e.owner[h] == ALLIED and any(n in behind for n in e.adjacent[h])
    }


def gates_left(s: State) -> dict[int, int]:
    """Those before victory hexes that are yet to be taken."""
    e = s.edition
    return {h: goal for h, goal in gates(e).items() if not s.scored[e.victory_hexes.index(goal)] and holder(s, goal) != AXIS}


def open_ground(e: Edition) -> frozenset[int]:
    """What lies west of the mines: not far from the sources of the Axis."""
    return frozenset(distances(e.sources[AXIS], clear_of_mines(e), WEST))


@lru_cache(maxsize=1_000)
def by_road(e: Edition, lanes: tuple[int, ...]) -> frozenset[int]:
    """What Roads and Trails join to an Axis source, through these breaches, if no enemy were there."""
    edge = list(e.sources[AXIS])
    found = set(edge)
    for here in edge:
        for there in e.linked[here]:
            if there not in found and (e.owner[there] != ALLIED or there in lanes):
                found.add(there)
                edge.append(there)
    return frozenset(found)


@lru_cache(maxsize=4_000)
def roads_near(e: Edition, hex: int, range: int) -> frozenset[int]:
    """Road and Trail hexes within so many hexes, not over mines."""
    return frozenset([h for h in distances([hex], clear_of_mines(e), range) if e.linked[h]])


@lru_cache(maxsize=8)
def clear_of_mines(e: Edition) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each hex without those that the Commonwealth has mined, breached or not."""
    return tuple([tuple([n for n in around if e.owner[n] != ALLIED]) for around in e.grid.neighbours])


# 10.1


def training_hopes(s: State) -> float:
    """What Ariete can still do: with the Action Points that are left; with infantry beside Bir Hacheim, which passes mines,
    breaches them and leads attacks; and with tanks where a breach has let them in. Disrupted it can do little."""
    e, f, away = s.edition, within(s, Activation), s.edition.grid.away(s.edition.bir_hacheim)
    found = TO_SPEND * (ROLLED * sum(s.level) + (f.points if f is not None else 0))
    for unit in armies(e)[AXIS]:
        hex = s.where[unit]
        if hex < 0:
            continue
        far = max(0, away[hex] - 1)
        found += IN_LINE * s.strength[unit] - SHAKEN * s.down[unit]
        if e.can_breach[unit]:
            found -= FOOT_AWAY * far
        elif e.owner[hex] == ALLIED and hex not in s.breached:
            found -= TANKS_IN_MINES
        else:
            found -= TANKS_AWAY * far if far else -TANKS_THROUGH
    return found
