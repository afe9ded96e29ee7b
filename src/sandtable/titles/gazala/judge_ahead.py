"""How somebody who plans judges a position: also by the attacks that can be made from where everybody stands, by the enemies that
tanks are near, and by the way on which all Axis supply comes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.gazala.combat import column_of, has_armour
from sandtable.titles.gazala.edition import ANTI_TANK_UNIT, ARMOUR, HEAVY, INFANTRY, Edition
from sandtable.titles.gazala.frames import ActionPhase
from sandtable.titles.gazala.judge import SCALE, Survey, crowds, lead, near_to, prospects, strengths, survey
from sandtable.titles.gazala.state import ISOLATED, OUT_OF_SUPPLY, State, holds

ATTACK: Final = 0.4  # of what an attack is expected to bring, for who could make it
ANOTHER: Final = 0.25  # of that, for a second unit that could
DRIVEN: Final = 0.5  # points for defenders who retreat, and for attackers who must
THROWN_BACK: Final = 0.4
SHAKEN: Final = 0.3  # the same for Disruption
SHAKEN_TOO: Final = 0.2
READY: Final = 0.05  # for each active unit on the map
HUNT: Final = 0.25  # of a tank unit's worth, beside what it may hunt
WEAK: Final = 12  # hard value of a hex that is hunted
SOON: Final = 4.0  # actions of a side after which an attack will have been made
A_TURN: Final = 3  # actions, about
CUT: Final[tuple[float, ...]] = (0.0, 0.5, 1.5, 8.0)  # points for as many hexes of the way of supply as the Allies hold
WAY: Final[tuple[str, ...]] = ("1220", "1221", "1222")  # from Bir Hacheim to the south edge: all supply but that of breaches
MODIFIERS: Final = 8  # at most, either way


def judge_ahead(s: State, side: int) -> float:
    value = axis_value(s)
    return value if side == AXIS else -value


def axis_value(s: State) -> float:
    ahead = float(lead(s))
    if s.frames:
        found = survey(s)
        ahead += found.worth + found.press + prospects(s, found) + crowds(s, found)
        ahead += attacks(s, found) + ready(s) - HUNT * hunters(s) - way_held(s)
    return math.tanh(ahead / SCALE)


def ready(s: State) -> float:
    phase = within(s, ActionPhase)
    if phase is None:
        return 0.0
    worth = READY * len([u for u in phase.active if s.where[u] >= 0])
    return worth if phase.side == AXIS else -worth


# Attacks


def attacks(s: State, found: Survey) -> float:
    """What attacks of both sides may bring, to the Axis: the best one on each hex. After the last actions there are none."""
    e, most = s.edition, dict[int, float]()
    later = A_TURN * (e.scenario_rows[s.scenario].last_turn - s.turn)
    for hex in found.touched:
        side = e.side[s.stack[hex][0]]
        foes = [near for near in e.open[hex] if holds(s, near, other(side))]
        worth = attack_from(s, hex, side, foes) * min(1.0, (later + s.actions[side]) / SOON) if foes else 0.0
        for foe in foes:
            most[foe] = max(most.get(foe, 0.0), worth / len(foes))
    return sum([worth if holds(s, foe, ALLIED) else -worth for foe, worth in most.items()])


def attack_from(s: State, hex: int, side: int, foes: Sequence[int]) -> float:
    """A heavy attack by somebody in that hex, on all enemies beside it, with all who can join, unused."""
    e, stacks = s.edition, s.stack
    there = [u for foe in foes for u in stacks[foe]]
    kept_out = INFANTRY if has_armour(s, there) else ANTI_TANK_UNIT  # 11.0-k, 11.0-n
    starters = [u for u in stacks[hex] if can_join(s, u, kept_out) and e.type[u] != ANTI_TANK_UNIT]
    if not starters:
        return 0.0
    around = {near for foe in foes for near in e.open[foe] if holds(s, near, side)}
    ours = [u for near in around for u in stacks[near] if can_join(s, u, kept_out)]
    now = s.actions[side] > 0  # before all recover
    attack = sum([value_of(s, u, there, 0) for u in ours])
    defence = sum([value_of(s, u, ours, s.used[u] if now else 0) for u in there])
    at = modifiers(s, starters, ours, there, foes, now)
    stake = sum([s.steps[u] for u in there])
    worth = gains(e)[side][min(stake, len(gains(e)[side])) - 1][column_of(s, attack, max(1, defence))][at + MODIFIERS]
    return ATTACK * worth * (1.0 + ANOTHER if len(starters) > 1 else 1.0)


def can_join(s: State, unit: int, kept_out: int) -> bool:
    return s.edition.type[unit] != kept_out and s.supply[unit] != ISOLATED


def value_of(s: State, unit: int, against: Sequence[int], used: int) -> int:
    values = s.edition.hard if has_armour(s, against) else s.edition.soft
    return values[unit][2 * s.steps[unit] + used]


def modifiers(s: State, starters: Sequence[int], ours: Sequence[int], there: Sequence[int], foes: Sequence[int], now: bool) -> int:
    """The most important ones."""
    e = s.edition

    def given(kind: str, is_so: bool) -> int:
        return e.modifier[kind].value if is_so else 0

    return (
        e.attack_rows[HEAVY].modifier
        + given("fortification", any([e.fortified[foe] for foe in foes]))
        + given("unsupplied attacker", any([s.supply[u] == OUT_OF_SUPPLY for u in ours]))
        + given("isolated defender", any([s.supply[u] == ISOLATED for u in there]))
        + given("disrupted defender", now and any([s.disrupted[u] for u in there]))
        + given("disrupted attacker", now and any([s.disrupted[u] for u in starters]))
    )


Gains = tuple[tuple[tuple[tuple[float, ...], ...], ...], ...]


@lru_cache(maxsize=8)
def gains(e: Edition) -> Gains:
    """What an attack brings on average, by side, by the steps at stake, by column and by modifier: nothing if it had better not be
    made."""
    rolls = range(-MODIFIERS, MODIFIERS + 1)
    columns = range(len(e.crt.columns))
    return tuple(
        [
            tuple([tuple([tuple([gain(e, side, stake, at, drm) for drm in rolls]) for at in columns]) for stake in (1, 2, 3)])
            for side in (ALLIED, AXIS)
        ]
    )


def gain(e: Edition, side: int, stake: int, column: int, drm: int) -> float:
    allied, axis = e.points["allied step"].points, e.points["axis step"].points
    ours, theirs = (allied, axis) if side == ALLIED else (axis, allied)
    total = 0.0
    for die in range(10):
        attacker, defender = e.effects[e.crt.at(die + drm, column)]
        total += theirs * min(defender[0], stake) + SHAKEN * defender[1] + DRIVEN * defender[2]
        total -= ours * attacker[0] + SHAKEN_TOO * attacker[1] + THROWN_BACK * attacker[2]
    return max(0.0, total / 10)


# The ground


def hunters(s: State) -> float:
    """How near the tanks of the Allies are to weak enemies, and to El Adem if the Axis have it."""
    e, where, worths = s.edition, s.where, strengths(s.edition)
    goal, axis = e.h("2803"), {where[u] for u in e.of_side[AXIS] if where[u] >= 0}
    prey = [hex for hex in sorted(axis) if not e.prohibited[hex] and (hex == goal or hard_value(s, hex) <= WEAK)]
    if not prey:
        return 0.0
    near = near_to(e, tuple(prey))
    at_goal = near_to(e, (goal,) if goal in axis else ())
    tanks = [u for u in e.of_side[ALLIED] if where[u] >= 0 and e.type[u] == ARMOUR]
    return sum([(near[where[u]] + at_goal[where[u]]) * worths[u][s.steps[u]] for u in tanks])


def hard_value(s: State, hex: int) -> int:
    return sum([s.edition.hard[u][2 * s.steps[u]] for u in s.stack[hex]])


def way_held(s: State) -> float:
    return CUT[sum([holds(s, s.edition.h(hex), ALLIED) for hex in WAY])]


# What needs no thought


def is_eager(s: State, o: Option) -> bool:
    """Whoever can joins an attack."""
    return o[0] == "join"


HINTS: Final = Hints(marches=("move",), halts=("halt",), blows=("attack",), tries=("attack",), rounds=("attack",), eager=is_eager)
