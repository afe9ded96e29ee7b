"""What a side may be about in an action: active units go to a hex that counts, or against enemies, and attack there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import AXIS, other
from sandtable.maps.graph import distances
from sandtable.titles.gazala.edition import NORTH, Edition
from sandtable.titles.gazala.frames import ActionPhase, Attack, Move
from sandtable.titles.gazala.state import State, holds

FAR: Final = 30  # hexes that a unit looks ahead
NEAR: Final = 8  # hexes from which enemies matter
SET_OUT: Final = 3.0
NEARER: Final = 2.0
STRUCK: Final = 2.5  # who stands beside the target attacks before anything else
THERE: Final = 1.0


def aims(s: State, side: int) -> list[Aim]:
    """Of the active units: all of them, or those of a hex and its neighbours."""
    phase = within(s, ActionPhase)
    if phase is None or phase.side != side:
        return []
    move = within(s, Move)
    units = [u for u in ({*phase.active, move.unit} if move is not None else phase.active) if s.where[u] >= 0]
    if not units:
        return []
    targets = targets_of(s, side, units)
    groups = {frozenset(units)}
    for unit in units:
        groups.add(frozenset([u for u in units if s.edition.hexes.distance(s.where[u], s.where[unit]) <= 1]))
    return [Aim(group, hex, ways(s.edition, hex), words(s, side, hex)) for group in sorted(groups, key=sorted) for hex in targets]


def targets_of(s: State, side: int, units: list[int]) -> list[int]:
    """What scores, and enemies not far from a unit."""
    e = s.edition
    goals = {hex for hex, _ in e.objectives[s.scenario]} | {e.h("2803")}
    if side == AXIS:
        goals |= set(e.edge_hexes[NORTH][::4])
    foes = {s.where[u] for u in e.of_side[other(side)] if s.where[u] >= 0}
    close = {hex for hex in foes if any([e.hexes.distance(hex, s.where[u]) <= NEAR for u in units])}
    return sorted({hex for hex in goals if not holds(s, hex, side)} | close)


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
        return SET_OUT if first in aim.group and 0 < aim.far[s.where[first]] <= FAR else 0.0
    f = s.frames[-1]
    if isinstance(f, Attack):
        return THERE if verb == "join" else 0.0
    if not isinstance(f, Move) or f.unit not in aim.group:
        return 0.0
    here = aim.far[s.where[f.unit]]
    if verb == "attack":
        return STRUCK if here == 1 else 0.0
    if verb == "go":
        return NEARER if aim.far[first] < here else -1.0
    return THERE if verb == "halt" else 0.0


def step(s: State, o: Option) -> Optional[Step]:
    f = s.frames[-1]
    return Step(f.unit, s.where[f.unit], o[1]) if o[0] == "go" and isinstance(f, Move) else None


PLANS: Final = Plans(phases=(ActionPhase,), aims=aims, serves=serves, step=step, brief=1, pace=1_300)
