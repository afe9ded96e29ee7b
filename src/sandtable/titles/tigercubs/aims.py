"""What a side may be about in a player turn: a stack goes to an objective or against enemies, and attacks there."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import CombatPhase, Move, PlayerTurn, Reaction
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT
from sandtable.titles.tigercubs.state import State, units_in

NEAR: Final = 8  # hexes that a stack looks ahead
SET_OUT: Final = 3.0
NEARER: Final = 2.0
STRUCK: Final = 2.0
THERE: Final = 1.0


def aims(s: State, side: int) -> list[Aim]:
    e = s.edition
    targets = targets_of(s, side)
    found: list[Aim] = []
    for place, there in sorted(s.stack.items()):
        if place >= e.sheet or e.side[there[0]] != side:
            continue
        group = frozenset([u for u in units_in(s, place) if e.role[u] == COMBAT_UNIT])
        if group:
            near = [hex for hex in targets if 0 < ways(e, hex)[place] <= NEAR]
            found += [Aim(group, hex, ways(e, hex), words(s, side, hex)) for hex in near]
    return found


def targets_of(s: State, side: int) -> list[int]:
    e = s.edition
    goals = {hex for hex, _ in e.objectives[s.agreed.scenario] if s.owner[hex] != side}
    return sorted(goals | {place for place, there in s.stack.items() if place < e.sheet and e.side[there[0]] != side})


def words(s: State, side: int, hex: int) -> str:
    there = units_in(s, hex)
    return f"{'attack' if there and s.edition.side[there[0]] != side else 'take'} {s.names.called('place', hex)}"


@lru_cache(maxsize=1_000)
def ways(e: Edition, target: int) -> tuple[int, ...]:
    """How many hexes it is to the target, from each; from a box too many."""
    found = distances(e, target)
    return tuple([found[place] if place < e.sheet else e.sheet for place in range(e.places)])


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, second = o
    f = s.frames[-1]
    if verb == "march":
        there = [u for u in units_in(s, first) if u in aim.group]
        return SET_OUT if there and aim.far[first] > 1 and not any([s.spent[u] for u in there]) else 0.0
    if verb == "move":
        return SET_OUT if first in aim.group and aim.far[s.where[first]] > 1 and not s.spent[first] else 0.0
    if isinstance(f, Move) and f.units and f.units[0] in aim.group:  # an overrun may have cost all of them
        if verb in ("go", "overrun"):
            return NEARER if aim.far[first] < aim.far[s.where[f.units[0]]] else -1.0
        return THERE if verb == "halt" else 0.0
    if isinstance(f, CombatPhase):
        return STRUCK if (verb, first) == ("assault", aim.target) or (verb, second) == ("attack", aim.target) else 0.0
    return 0.0


def step(s: State, o: Option) -> Optional[Step]:
    f = s.frames[-1]
    if (o[0] == "go" and isinstance(f, Move)) or (o[0] == "stride" and isinstance(f, Reaction)):
        return Step(f.units[0], s.where[f.units[0]], o[1])
    return None


PLANS: Final = Plans(phases=(PlayerTurn,), aims=aims, serves=serves, step=step, ahead=5, brief=2, foresight=6, pace=500)
