"""What a side may be about in an action: active units go to a hex that counts, or against enemies, and attack there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import AXIS, other
from sandtable.maps.graph import distances
from sandtable.titles.gazala.combat import has_armour
from sandtable.titles.gazala.edition import ANTI_TANK_UNIT, HALVES, INFANTRY, MEDIUM, NORTH, Edition
from sandtable.titles.gazala.frames import ActionPhase, Attack, Move
from sandtable.titles.gazala.state import State, crowded, holds

FAR: Final = 30  # hexes that a unit looks ahead
NEAR: Final = 8  # hexes from which enemies matter
SET_OUT: Final = 3.0  # those who cannot attack first, then from the farthest to the nearest, who has most left for it
NEARER: Final = 2.0
STRUCK: Final = 2.5  # who stands beside the target attacks before anything else, as hard as it can
THERE: Final = 1.0
OTHERS: Final = 0.1  # less for each hex of enemies beside the place: all of them must be attacked
STAKE: Final = 4  # what a goal promises that the enemy holds, and an empty one
EMPTY: Final = 2


def aims(s: State, side: int) -> list[Aim]:
    """Of the active units, or of a formation that the chit may activate: all of them, or those of a hex and its neighbours."""
    phase = within(s, ActionPhase)
    if phase is None or phase.side != side:
        return []
    return [aim for units in forces(s, phase) for aim in aims_of(s, side, units)]


def forces(s: State, phase: ActionPhase) -> list[tuple[int, ...]]:
    if not phase.spent:
        return [units_of(s.edition, face) for face in s.edition.chit_faces[phase.chit]] if phase.chit >= 0 else []
    move = within(s, Move)
    return [(*phase.active, move.unit) if move is not None else phase.active]


@lru_cache(maxsize=64)
def units_of(e: Edition, face: int) -> tuple[int, ...]:
    return tuple([u for formation in e.face_formations[face] for u in e.of_formation[formation]])


def aims_of(s: State, side: int, units: tuple[int, ...]) -> list[Aim]:
    here = [u for u in units if s.where[u] >= 0]
    groups = {frozenset(units)} if units else set()
    for unit in here:
        groups.add(frozenset([u for u in here if s.edition.hexes.distance(s.where[u], s.where[unit]) <= 1]))
    return [
        Aim(group, hex, ways(s.edition, hex), words(s, side, hex), promise(s, side, group, hex))
        for group in sorted(groups, key=sorted)
        for hex in targets_of(s, side, here)
    ]


def targets_of(s: State, side: int, units: list[int]) -> list[int]:
    """What scores, and enemies not far from a unit."""
    e = s.edition
    foes = {s.where[u] for u in e.of_side[other(side)] if s.where[u] >= 0}
    close = {hex for hex in foes if any([e.hexes.distance(hex, s.where[u]) <= NEAR for u in units])}
    return sorted({hex for hex in scoring(e, s.scenario, side) if not holds(s, hex, side)} | close)


@lru_cache(maxsize=8)
def scoring(e: Edition, scenario: int, side: int) -> frozenset[int]:
    """Hexes that score, for who is in them or for who was driven out."""
    goals = {hex for hex, _ in e.objectives[scenario]} | {e.h("2803")}
    return frozenset(goals | set(e.edge_hexes[NORTH][::4]) if side == AXIS else goals)


def promise(s: State, side: int, group: frozenset[int], hex: int) -> int:
    """The better the odds, and the more there is to win: points of the place, and steps of who holds it."""
    e = s.edition
    scores = hex == e.h("2803") or NORTH in e.edges[hex] or hex in scoring(e, s.scenario, side)
    if not holds(s, hex, other(side)):
        return EMPTY if scores else 1
    there = s.stack[hex]
    come = {u for u in group if s.where[u] >= 0 and ways(e, hex)[s.where[u]] <= reach_of(s, u)}
    beside = {u for near in e.open[hex] if holds(s, near, side) for u in s.stack[near]}  # active or not
    able = [u for u in come | beside if may_fight(s, u, there)]
    ours, theirs = strength(s, able, there) if come else 0, strength(s, there, able)
    odds = min(STAKE, ours // max(1, theirs))
    return 1 + odds * odds * (STAKE if scores else 1)


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


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, _ = o
    if verb == "move":
        return sets_out(s, first, aim) if first in aim.group and 0 < aim.far[s.where[first]] <= FAR else 0.0
    f = s.frames[-1]
    if verb == "activate":
        return SET_OUT if not aim.group.isdisjoint(units_of(s.edition, first)) else 0.0
    if isinstance(f, Attack):
        return THERE if verb == "join" else 0.0
    if not isinstance(f, Move) or f.unit not in aim.group:
        return 0.0
    here = aim.far[s.where[f.unit]]
    if verb == "attack":
        return STRUCK + 0.1 * first if here == 1 and not others_to_come(s, aim) else 0.0
    if verb == "go":
        return goes(s, f, first, aim)
    return THERE if verb == "halt" else 0.0


def goes(s: State, f: Move, hex: int, aim: Aim) -> float:
    """Nearer, but not to where others fill the hex beside the target, and rather not where more enemies than it holds are near."""
    side = s.edition.side[f.unit]
    if aim.far[hex] >= aim.far[s.where[f.unit]]:
        return -1.0
    if holds(s, hex, side) and crowded(s, (*s.stack[hex], f.unit)):
        return NEARER / 2 if aim.far[hex] > 1 else -1.0
    if aim.far[hex] > 1:
        return NEARER
    return NEARER - OTHERS * len([near for near in s.edition.open[hex] if holds(s, near, other(side))])


def sets_out(s: State, unit: int, aim: Aim) -> float:
    """Who attacks last has the others beside it."""
    can = s.edition.type[unit] != ANTI_TANK_UNIT and may_fight(s, unit, s.stack[aim.target])
    return SET_OUT + aim.far[s.where[unit]] / FAR + (0.0 if can else 1.0)


def others_to_come(s: State, aim: Aim) -> bool:
    """Whether somebody of the group is still to set out for an attack of its own: those who have come wait for it."""
    phase = within(s, ActionPhase)
    there = s.stack[aim.target]
    return phase is not None and any(
        [
            u in aim.group and s.where[u] >= 0 and aim.far[s.where[u]] <= reach_of(s, u) and may_fight(s, u, there)
            for u in phase.active
            if s.edition.type[u] != ANTI_TANK_UNIT
        ]
    )


def step(s: State, o: Option) -> Optional[Step]:
    f = s.frames[-1]
    return Step(f.unit, s.where[f.unit], o[1]) if o[0] == "go" and isinstance(f, Move) else None


PLANS: Final = Plans(phases=(ActionPhase,), aims=aims, serves=serves, step=step, brief=1, pace=1_300)
