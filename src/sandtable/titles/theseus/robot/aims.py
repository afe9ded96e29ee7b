"""What a side may be about in an activation: the formation goes to a victory hex, to a way through mines, to where a road is cut or
to where it could cut one, or against enemies; and an Axis HQ back to the roads that feed it, or up to who holds a victory hex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import distances
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import NONE, Edition
from sandtable.titles.theseus.frames import Activation, Contest, DisplacedHQ, March, Movement, Operations, Overstack, Training
from sandtable.titles.theseus.robot.judge import (
    by_road,
    clear_of_mines,
    closeness,
    cuts,
    far_off,
    gates_left,
    is_last,
    lanes_open,
    objectives,
    roads,
    ways_through,
)
from sandtable.titles.theseus.robot.orders import orders
from sandtable.titles.theseus.state import State, combat_units, holder, is_static, units_of

NEAR: Final = 5  # hexes from which enemies matter to a formation
BESIDE: Final = 2  # from which they matter most
NOT_FAR: Final = 12  # from which a way through the mines, or a road, is worth going to
MARCH: Final = 30  # from which a motorised formation sets out for a victory hex; one on foot sets out from NEAR and a few more
ON_FOOT: Final = 8
LANES: Final = 3  # ways through the mines that are worth opening
FARTHEST: Final = 80  # hexes, as far as any is from a road
# How much oftener than an enemy far off they are thought of
A_POINT: Final = 2
FIRST_LANE, NEXT_LANE, GATE, CUT, LONE_HQ, CLOSE_BY = 4, 2, 6, 3, 3, 2
LEAD: Final = 4
HOME: Final = 3
HOME_AT_LAST: Final = 12
WAIT: Final = 5
NOW, LATER, CHORES = -2, -3, -4  # targets that are no places
# How well an option serves
SET_OUT: Final = 3.0
NEARER: Final = 2.0
STRUCK: Final = 4.0  # who stands beside the target attacks before anything else, and who stands in its mines breaches them
THERE: Final = 1.0
AGAINST: Final = -1.0
CHORE: Final = {"refit": STRUCK, "improve": NEARER, "attack": AGAINST}


def aims(s: State, side: int) -> list[Aim]:
    f = within(s, Activation)
    if f is None:
        return with_the_initiative(s, side)
    if f.side != side:
        return []
    units = [u for u in f.only if s.where[u] >= 0] if f.formation == NONE else units_of(s, f.formation)
    found: list[Aim] = []
    if units:
        group = frozenset(units)
        found = [Aim(group, hex, ways(s, side, hex), words(s, side, hex), n) for hex, n in sorted(targets(s, side, units).items())]
    if side == ALLIED and f.formation != NONE and not is_static(s, ALLIED):
        found.append(chores(s, f.formation, found))
    return found + homeward(s, f.formation) + forward(s, f.formation) if side == AXIS and f.formation != NONE else found


# The initiative


def with_the_initiative(s: State, side: int) -> list[Aim]:
    """To act, or to let the enemy act first: who still can when he has spent himself has the last word of the turn. The Axis must
    get on until the last one, and then has more to lose than to win."""
    f = s.frames[-1] if s.frames else None
    if not isinstance(f, Operations) or f.initiative != side:
        return []
    e = s.edition
    hqs = frozenset([e.units + n for n in range(e.formations) if e.f_side[n] == side])
    act = [Aim(hqs, NOW, (), "use the initiative")] if side == ALLIED else []
    wait = [Aim(hqs, LATER, (), "let the enemy act first", WAIT)] if side == ALLIED or is_last(s) else []
    return act if f.transferred or s.passed else act + wait


# Places


def targets_of(s: State, side: int, units: Sequence[int]) -> list[int]:
    return sorted(targets(s, side, units))


def targets(s: State, side: int, units: Sequence[int]) -> dict[int, int]:
    """Where these units may go, and how much oftener than elsewhere it should be thought of."""
    e = s.edition
    found = enemies(s, side, units)
    if is_static(s, ALLIED):
        return found
    on_foot = all([e.leg_infantry[u] for u in units])
    for hex, row in zip(e.victory_hexes, objectives(e, s.agreed.scenario, s.turn), strict=True):
        if row is not None and holder(s, hex) != side and is_near(s, units, hex, ON_FOOT if on_foot else MARCH):
            found[hex] = A_POINT * (1 if hex == e.tobruk else row.vp)  # which lies behind mines on all sides
    for hex, promise in (*through_mines(s), *roads_cut(s)) if side == AXIS else roads_to_cut(s):
        if is_near(s, units, hex, NOT_FAR):
            found[hex] = max(promise, found.get(hex, 0))
    return found


def is_near(s: State, units: Sequence[int], hex: int, limit: int) -> bool:
    away, where = s.edition.grid.away(hex), s.where
    return any([away[where[u]] <= limit for u in units])


def enemies(s: State, side: int, units: Sequence[int]) -> dict[int, int]:
    """Those nearby. An HQ alone flees from whoever comes beside it, and its formation is without a head for a while."""
    e, found = s.edition, dict[int, int]()
    for hex, there in s.at.items():
        if e.side[there[0]] == side or not is_near(s, units, hex, NEAR):
            continue
        found[hex] = LONE_HQ if there[-1] >= e.units else CLOSE_BY if is_near(s, units, hex, BESIDE) else 1
    return found


def through_mines(s: State) -> list[tuple[int, int]]:
    """For the Axis: where it could open a way."""
    e, lanes = s.edition, lanes_open(s)
    promise = NEXT_LANE if lanes else FIRST_LANE
    ways = [(h, promise) for h in ways_through(e) if h not in lanes] if len(lanes) < LANES else []
    return ways + [(h, GATE) for h in gates_left(s) if h not in s.breached]


def roads_cut(s: State) -> list[tuple[int, int]]:
    return [(h, CUT) for h in cuts(s, roads(s))]


def roads_to_cut(s: State) -> list[tuple[int, int]]:
    """For the Commonwealth: the roads that feed the Axis beyond the mines, where nobody stands on them."""
    beyond = roads(s) - by_road(s.edition, ())
    return [(h, CUT) for h in sorted(beyond) if h not in s.at and is_by_a_lane(s, h)]


def is_by_a_lane(s: State, hex: int) -> bool:
    """Near a way through the mines, where all that lies beyond hangs on it."""
    away = s.edition.grid.away(hex)
    return any([away[lane] <= BESIDE for lane in lanes_open(s)])


def words(s: State, side: int, hex: int) -> str:
    return f"{'attack' if holder(s, hex) == other(side) else 'reach'} {s.names.called('hex', hex)}"


def ways(s: State, side: int, target: int) -> Sequence[float]:
    """By the ground: a side's own mines do not bar its way, those of the other do."""
    return by_ground(s.edition, target, lanes_open(s) if side == AXIS else (), other(side))


@lru_cache(maxsize=1_000)
def by_ground(e: Edition, target: int, lanes: tuple[int, ...], layer: int) -> tuple[float, ...]:
    return tuple([1.0 - near for near in closeness(e, (target,), lanes, None, layer)])


# HQs


def homeward(s: State, formation: int) -> list[Aim]:
    """An HQ that no road feeds costs a Victory Point at the end, and its formation recovers nothing."""
    e, net = s.edition, roads(s)
    hq = e.units + formation
    if e.leg_hq[formation] or s.where[hq] < 0 or not net:
        return []
    far = to_the_roads(e, net, e.range[formation])
    if not far[s.where[hq]]:
        return []
    away = e.grid.away(s.where[hq])
    target = min([h for h in range(e.hexes) if not far[h]], key=lambda h: away[h])
    text = f"bring {s.names.called('unit', hq)} back to the roads that feed it"
    return [Aim(frozenset((hq,)), target, far, text, HOME_AT_LAST if is_last(s) else HOME)]


def forward(s: State, formation: int) -> list[Aim]:
    """Whoever holds a victory hex scores all of it only In Command."""
    e, hq = s.edition, s.edition.units + formation
    if s.where[hq] < 0:
        return []
    group, text = frozenset((hq,)), f"bring {s.names.called('unit', hq)} up to "
    far = {hex: to_the_roads(e, frozenset((hex,)), e.range[formation]) for hex in held_alone(s, formation)}
    return [Aim(group, hex, away, text + s.names.called("hex", hex), LEAD) for hex, away in far.items()]


def held_alone(s: State, formation: int) -> list[int]:
    """Victory hexes that are not fully scored and that the formation's units hold Out of Command."""
    e, found = s.edition, list[int]()
    for at, row in enumerate(objectives(e, s.agreed.scenario, s.turn)):
        units = [u for u in combat_units(s, e.victory_hexes[at]) if s.formation[u] == formation]
        if row is not None and s.scored[at] < row.vp and units and not any([is_in_command(s, u) for u in units]):
            found.append(e.victory_hexes[at])
    return found


@lru_cache(maxsize=200)
def to_the_roads(e: Edition, net: frozenset[int], range_: int) -> tuple[float, ...]:
    """How far an HQ is from where a road, or whatever else it goes to, is in its reach."""
    away = distances(net, clear_of_mines(e), FARTHEST)
    return tuple([max(0, away.get(h, FARTHEST) - range_) / FARTHEST for h in range(e.hexes)])


# Who has nothing better to do


def chores(s: State, formation: int, others: Sequence[Aim]) -> Aim:
    """Who has to act, and would wait, refits, digs in, and comes up from where nobody needs him. One time in three it is that."""
    pieces = [u for u in (*units_of(s, formation), s.edition.units + formation) if s.where[u] >= 0]
    promise = max(1, sum([aim.promise for aim in others]) // 2)
    return Aim(frozenset(pieces), CHORES, far_off(s.edition), "refit, dig in and bring up who is far off", promise)


def does_chore(s: State, o: Option, aim: Aim) -> float:
    verb, first, _ = o
    f = s.frames[-1]
    if isinstance(f, Activation):
        is_away = verb == "move" and first in aim.group and aim.far[s.where[first]] > 0
        return CHORE.get(verb, SET_OUT if is_away else 0.0)
    if isinstance(f, (Movement, March)) and f.units and f.units[0] in aim.group:
        if verb == "step":
            return NEARER if aim.far[first] < aim.far[s.where[f.units[0]]] else AGAINST
        return THERE if verb in ("halt", "go") else 0.0
    return 0.0


# Options


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, second = o
    f = s.frames[-1]
    if isinstance(f, Operations):
        return opens(o, aim)
    if aim.target == CHORES:
        return does_chore(s, o, aim)
    if isinstance(f, Activation):
        if verb == "attack":
            return STRUCK if second == aim.target else 0.0
        if verb == "breach":
            return STRUCK if first in aim.group and s.where[first] == aim.target else 0.0
        return SET_OUT if verb == "move" and first in aim.group and is_away(s, first, aim) else 0.0
    if isinstance(f, (Movement, March)) and f.units and f.units[0] in aim.group:
        if verb == "step":
            return NEARER if aim.far[first] < aim.far[s.where[f.units[0]]] else AGAINST
        if verb == "with":
            return AGAINST if f.units[0] >= s.edition.units else 0.0  # an HQ that goes home leaves the others where they are
        return THERE if verb in ("halt", "go") else 0.0
    return 0.0


def opens(o: Option, aim: Aim) -> float:
    """With the initiative: whoever is to use it neither waits nor passes."""
    if aim.target == LATER:
        return STRUCK if o[0] == "transfer" else 0.0
    return AGAINST if o[0] in ("transfer", "pass") else 0.0


def is_away(s: State, unit: int, aim: Aim) -> bool:
    """Not yet there, or beside it if an enemy is in it."""
    if holder(s, aim.target) == other(s.edition.side[unit]):
        return s.edition.distance(aim.target, s.where[unit]) > 1
    return aim.far[s.where[unit]] > 0.0


def step(s: State, o: Option) -> Optional[Step]:
    f = s.frames[-1]
    return Step(f.units[0], s.where[f.units[0]], o[1]) if o[0] == "step" and isinstance(f, March) and f.units else None


PLANS: Final = Plans(
    phases=(Training, Activation),
    aims=aims,
    serves=serves,
    orders=orders,
    step=step,
    ahead=1,
    brief=1,
    plain=2,
    habits=(Contest, DisplacedHQ, Overstack),
    pace=800,
)
