"""What a side may be about in an activation: the formation goes to a victory hex, to a way through mines, or against enemies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import AXIS, other
from sandtable.titles.theseus.edition import NONE, Edition
from sandtable.titles.theseus.frames import Activation, March, Movement
from sandtable.titles.theseus.judge import closeness, lanes_open, objectives, ways_through
from sandtable.titles.theseus.state import State, holder, units_of

NEAR: Final = 9  # hexes from which enemies matter to a formation
LANES: Final = 3  # ways through the mines that are worth opening
SET_OUT: Final = 3.0
NEARER: Final = 2.0
STRUCK: Final = 4.0  # who stands beside the target attacks before anything else
THERE: Final = 1.0


def aims(s: State, side: int) -> list[Aim]:
    f = within(s, Activation)
    if f is None or f.side != side:
        return []
    units = [u for u in f.only if s.where[u] >= 0] if f.formation == NONE else units_of(s, f.formation)
    if not units:
        return []
    group = frozenset(units)
    return [Aim(group, hex, ways(s, side, hex), words(s, side, hex)) for hex in targets_of(s, side, units)]


def targets_of(s: State, side: int, units: Sequence[int]) -> list[int]:
    e = s.edition
    found = {hex for hex, row in zip(e.victory_hexes, objectives(e, s.agreed.scenario, s.turn), strict=True) if row is not None}
    found = {hex for hex in found if holder(s, hex) != side}
    lanes = lanes_open(s)
    if side == AXIS and len(lanes) < LANES:
        found |= set(ways_through(e)).difference(lanes)
    for hex, there in s.at.items():
        if e.side[there[0]] != side and any([e.distance(hex, s.where[u]) <= NEAR for u in units]):
            found.add(hex)
    return sorted(found)


def words(s: State, side: int, hex: int) -> str:
    return f"{'attack' if holder(s, hex) == other(side) else 'reach'} {s.names.called('hex', hex)}"


def ways(s: State, side: int, target: int) -> Sequence[float]:
    """By the ground: a side's own mines do not bar its way, those of the other do."""
    return by_ground(s.edition, target, lanes_open(s) if side == AXIS else (), other(side))


@lru_cache(maxsize=1_000)
def by_ground(e: Edition, target: int, lanes: tuple[int, ...], layer: int) -> tuple[float, ...]:
    return tuple([1.0 - near for near in closeness(e, (target,), lanes, None, layer)])


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, second = o
    f = s.frames[-1]
    if isinstance(f, Activation):
        if verb == "attack":
            return STRUCK if second == aim.target else 0.0
        return SET_OUT if verb == "move" and first in aim.group and is_away(s, first, aim) else 0.0
    if isinstance(f, (Movement, March)) and f.units and f.units[0] in aim.group:
        if verb == "step":
            return NEARER if aim.far[first] < aim.far[s.where[f.units[0]]] else -1.0
        return THERE if verb in ("halt", "go") else 0.0
    return 0.0


def is_away(s: State, unit: int, aim: Aim) -> bool:
    return s.edition.distance(aim.target, s.where[unit]) > 1


def step(s: State, o: Option) -> Optional[Step]:
    f = s.frames[-1]
    return Step(f.units[0], s.where[f.units[0]], o[1]) if o[0] == "step" and isinstance(f, March) and f.units else None


PLANS: Final = Plans(phases=(Activation,), aims=aims, serves=serves, step=step, brief=1, pace=1_300)
