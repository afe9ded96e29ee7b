"""What shows who will win: points, armies, who is near what scores, and what the Axis army lives by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.robot import Terms, read_verdicts
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.gazala.combat import has_armour
from sandtable.titles.gazala.edition import ARMOUR, EXTRA_MOVE, INFANTRY, NORTH, WITHDRAW
from sandtable.titles.gazala.frames import ActionPhase, Actions
from sandtable.titles.gazala.robot.aims import is_tied, ways
from sandtable.titles.gazala.robot.judge import (
    CUT_OFF,
    RESERVE,
    SCALE,
    UNSUPPLIED,
    WAITING,
    Survey,
    distances,
    drawn_by,
    lead,
    moves_to_come,
    strengths,
    survey,
    turns_to_come,
    upkeep,
)
from sandtable.titles.gazala.robot.lifelines import are_exposed, gates, lines_to_come, places_of, supply_to_come
from sandtable.titles.gazala.robot.threats import blows, eviction
from sandtable.titles.gazala.state import DEAD, OFF, State, holds
from sandtable.titles.gazala.supply import network

BY_HAND: Final = {  # in points
    "even": 0.0,
    "points": 1.0,
    "points late": 0.0,  # more for them, the later it is
    "armies": 1.0,
    "armies late": -0.8,  # what they may still do
    "press": 0.2,
    "contact": 0.5,  # for a tank battalion beside weak enemies
    "siege": 1.0,
    "prospects": 1.0,
    "edge": 0.8,  # beside what prospects count of it
    "threats": 1.0,
    "more threats": 1.0,  # in the further actions of the turn
    "unmoved": 0.4,
    "extra": 0.3,  # for an Extra Move chit in hand, while there are actions for it
    "supply": 1.0,
    "exposed": 1.0,
    "lines": 0.6,  # an action each: half of them are not needed
    "rest": 0.05,  # for a unit that did not stir in the last turn: what gains nothing any more is left undone
}
FEATURES: Final = tuple(BY_HAND)
AILS: Final = (0.0, UNSUPPLIED, CUT_OFF)  # a unit, by its supply
LASTS: Final = 0.8  # how much of a change of supply is left after an action of the side that would undo it
NEXT: Final = 0.6  # of what a side threatens, if it acts next
AFTER: Final = 0.4  # and after the other side
KEPT: Final = 0.8  # of points that the Axis would score now, if the Allies act once more
WEAK: Final = 8.0  # points of strength in a hex that tanks can well attack
STRONG: Final = 0.6  # of contact with them, for contact with others: who has beaten the weak ones is not much the worse for it
AT_HAND: Final = 4  # hexes from which an enemy can be attacked in the next action for sure
ABOUT: Final = 4.0  # hexes farther away, and contact is a third
BEATEN: Final = 2.0  # contact with who has been destroyed, who no longer stands in anybody's way
COMMON: Final = 12.0  # contact that is nothing special
FOOT: Final = 0.6  # of contact, for infantry
LURE: Final = 1.5  # contact with who holds 2803, for so many tank battalions as may be needed there
ENOUGH: Final = 5
SECURED: Final = LURE * ENOUGH / 2
TRIES: Final = 3  # attacks on 2803 that are foreseen, at most
HOPE: Final = 0.5  # of the points of turns to come that an attack there may save
# How likely so many on the north edge will be enough, or more come.
SCORES: Final[tuple[float, ...]] = (0.05, 0.1, 0.2, 0.45, 0.8, 0.9, 0.95, 1.0)
ALL_ACTIONS: Final = 16  # of the Allies in Scenario One: the fewer are left, the less comes of contact
REPRIEVED: Final = 0.5  # of the point for Withdraw/Attack, while there are actions left in which it may be played
DOUBT: Final = 0.7  # for each turn until lines of communication are counted


def features(s: State) -> tuple[float, ...]:
    """Each from the Allies' side."""
    points, found, late = -lead(s), survey(s), lateness(s)
    worth, press = found.worth + tied(s) - reserves(s), found.press if s.turn < last_turn(s) else 0.0
    return (
        1.0, points, points * late, -worth, -worth * late, -press, contact(s), siege(s), -track(s, found), -edge(s),
        *threatened(s), -moves_to_come(s), extra(s), supply(s), exposed(s), -lines(s), rest(s),
    )  # fmt: skip


def tied(s: State) -> float:
    """What units were counted for that may not leave a corner where nothing scores (8.2)."""
    e = s.edition
    there = [u for u in e.of_side[ALLIED] if s.where[u] >= 0 and is_tied(e, e.formation[u])]
    return sum([strengths(e)[u][s.steps[u]] for u in there])


def reserves(s: State) -> float:
    """What Allied units that may come are worth on the map besides: that they have come is no gain, only what they do there."""
    e = s.edition
    due = [u for u in e.of_side[ALLIED] if s.where[u] == OFF and s.due[u] <= s.turn]
    return sum([strengths(e)[u][s.steps[u]] - WAITING for u in due])


def contact(s: State) -> float:
    """How near Allied tanks are to enemies that they could attack, and infantry to those without tanks, the weak ones above all,
    while there are actions left for it: a step of the Axis counts double, so that a fight is to the Allies' gain, and a brigade
    that stands apart is wasted."""
    left = actions_to_come(s, ALLIED)
    if not left:
        return 0.0
    e = s.edition
    here = [u for u in e.of_side[ALLIED] if s.where[u] >= 0]
    tanks, foot = [u for u in here if e.type[u] == ARMOUR], [u for u in here if e.type[u] == INFANTRY and not e.bracketed[u]]
    foes = [hex for hex in places_of(s, AXIS) if not e.prohibited[hex]]
    best = nearest(s, tanks, [(ways(e, hex), ease(guard_of(s, hex, e.hard))) for hex in foes])
    soft = [(ways(e, hex), ease(guard_of(s, hex, e.soft))) for hex in foes if not has_armour(s, s.stack[hex])]
    total = sum(best) + lured(s, tanks, best) + FOOT * sum(nearest(s, foot, soft))
    total += BEATEN * len([u for u in e.of_side[AXIS] if s.where[u] == DEAD])
    return (total - COMMON) * min(1.0, left / ALL_ACTIONS)


def nearest(s: State, units: list[int], preys: list[tuple[tuple[int, ...], float]]) -> list[float]:
    """What each makes of the best prey for it: how weak that is, and how near."""
    e = s.edition
    return [max([weak * nearness(far[s.where[u]]) for far, weak in preys], default=0.0) * s.steps[u] / e.full[u] for u in units]


def lured(s: State, tanks: list[int], best: list[float]) -> float:
    """How much more the nearest tanks make of who holds 2803 than of others; more than all that if he is driven out."""
    e = s.edition
    goal = e.el_adem
    if not holds(s, goal, AXIS):
        return SECURED
    far = ways(e, goal)
    drawn = [LURE * nearness(far[s.where[u]]) * s.steps[u] / e.full[u] - had for u, had in zip(tanks, best, strict=True)]
    return sum(sorted([more for more in drawn if more > 0], reverse=True)[:ENOUGH])


def siege(s: State) -> float:
    """What the Allies beside 2803 may save, attack after attack, of the points that the Axis score in it every turn."""
    goal, tries = s.edition.el_adem, min(TRIES, actions_to_come(s, ALLIED))
    if not tries:
        return 0.0
    driven_out = eviction(s, ALLIED, goal) if holds(s, goal, AXIS) else 1.0
    return HOPE * turns_to_come(s) * (1.0 - (1.0 - driven_out) ** tries)


@lru_cache(maxsize=1_000)
def nearness(steps: int) -> float:
    """Who is at hand is near enough: nobody is the worse for having driven back or destroyed whom he stood beside."""
    return math.exp(-max(0, steps - AT_HAND) / ABOUT)


def ease(guard: int) -> float:
    """How well an attack on so much strength promises to go."""
    return STRONG + (1.0 - STRONG) * min(1.0, WEAK / guard)


def guard_of(s: State, hex: int, values: Sequence[Sequence[int]]) -> int:
    """What stands there against tanks or infantry, rested."""
    return sum([values[u][2 * s.steps[u]] for u in s.stack[hex]])


def actions_to_come(s: State, side: int) -> int:
    """Of the turn, and of those after it."""
    rows = s.edition.turn_rows[s.turn : last_turn(s)]
    return s.actions[side] + sum([row.axis_actions if side == AXIS else row.allied_actions for row in rows])


def rest(s: State) -> float:
    """How many more of the Axis than of the Allies have moved in the last turn."""
    if s.turn < last_turn(s):
        return 0.0
    e = s.edition
    return float(sum([s.used[u] for u in e.of_side[AXIS]]) - sum([s.used[u] for u in e.of_side[ALLIED]]))


def track(s: State, found: Survey) -> float:
    """What the Axis may still score on the track: in this turn, of which all is known as soon as they have no more actions in it,
    and in those to come, for which units must be in supply."""
    e, (goal, away, north) = s.edition, distances(s.edition)
    needs, later = e.points["north edge"].needs, turns_to_come(s) - 1.0
    camp = drawn_by(min([away[hex] for hex in found.axis], default=100)) * (0.5 if holds(s, goal, ALLIED) else 1.0)
    fed = [s.where[u] for u in e.of_side[AXIS] if s.where[u] >= 0 and not supply_to_come(s, u)] if later else []
    hoped = later * (camp + on_edge(north, fed, needs)) + upkeep(s) - reprieve(s)
    phase = within(s, ActionPhase)
    if s.actions[AXIS] or within(s, Actions) is None or (phase is not None and phase.side == AXIS):
        return hoped + camp + on_edge(north, found.supplied, needs)
    there = len([hex for hex in found.supplied if not north[hex]]) >= needs
    return hoped + (there + holds(s, goal, AXIS)) * (KEPT if s.actions[ALLIED] else 1.0)


def reprieve(s: State) -> float:
    """What is not lost yet of the point for a chit that the Allies keep: they may still play it in this turn (13.7). A promise
    that was not kept costs it for certain."""
    if s.broken or WITHDRAW not in s.boxes[ALLIED] or not s.actions[ALLIED]:
        return 0.0
    return REPRIEVED * s.edition.points["chit not played"].points


def edge(s: State) -> float:
    """How often the Axis may still score on the north edge, by how many of them will be there in supply: the fourth counts."""
    e = s.edition
    fed = [u for hex in e.edge_hexes[NORTH] for u in s.stack[hex] if e.side[u] == AXIS and not supply_to_come(s, u)]
    return turns_to_come(s) * SCORES[min(len(fed), len(SCORES) - 1)]


def on_edge(north: tuple[int, ...], hexes: list[int], needs: int) -> float:
    """How much of the point for the north edge units in these hexes promise."""
    steps = sorted([north[hex] for hex in hexes])[: 2 * needs]
    return sum([drawn_by(n) * (1.0 if rank < needs else RESERVE) for rank, n in enumerate(steps)]) / needs


def threatened(s: State) -> tuple[float, float]:
    """How much more the Allies threaten than the Axis, in the next action and in those after it: whoever acts next can make more
    of it true."""
    ours, theirs = share_of(s, ALLIED), share_of(s, AXIS)
    (soon, later), (foes_soon, foes_later) = blows(s, ALLIED), blows(s, AXIS)
    return ours * soon - theirs * foes_soon, ours * later - theirs * foes_later


def share_of(s: State, side: int) -> float:
    """How much of what a side threatens it may do."""
    if s.turn == last_turn(s) and not s.actions[side]:
        return 0.0
    actions, phase = within(s, Actions), within(s, ActionPhase)
    if actions is None:
        return (NEXT + AFTER) / 2
    soon = actions.next if s.actions[actions.next] else other(actions.next)
    if phase is not None and not phase.spent:
        soon = phase.side  # the phase has just begun, and `next` is who comes after it
    return NEXT if soon == side else AFTER


def last_turn(s: State) -> int:
    return s.edition.scenario_rows[s.scenario].last_turn


def lateness(s: State) -> float:
    """How much of the game is over."""
    return s.turn / last_turn(s)


def extra(s: State) -> float:
    """Extra Move chits that the Allies may still play in this turn (13.2), less those of the Axis."""
    held = [s.boxes[side].count(EXTRA_MOVE) if s.actions[side] else 0 for side in (ALLIED, AXIS)]
    return float(held[ALLIED] - held[AXIS])


def supply(s: State) -> float:
    """How much worse for the Axis than for the Allies the next Supply Phase will be, as far as that is not undone before."""
    if s.turn == last_turn(s):
        return 0.0
    changes = [change_of_supply(s, ALLIED), change_of_supply(s, AXIS)]
    return changes[AXIS] - changes[ALLIED]


def change_of_supply(s: State, side: int) -> float:
    e, net = s.edition, network(s, side)
    worse = better = 0.0
    for unit in e.of_side[side]:
        if s.where[unit] < 0 or (s.where[unit] in net and not s.supply[unit]):
            continue
        change = AILS[supply_to_come(s, unit)] - AILS[s.supply[unit]]
        worse += max(0.0, change)
        better += min(0.0, change)
    return worse * LASTS ** s.actions[side] + better * LASTS ** s.actions[other(side)]


def exposed(s: State) -> float:
    """Whether the gates of Axis supply lie open to the Allies; more if they hold some."""
    doors = gates(s) if s.turn < last_turn(s) else ()
    return 1.0 + len([hex for hex in doors if holds(s, hex, ALLIED)]) / len(doors) if are_exposed(s, doors) else 0.0


def lines(s: State) -> float:
    """Actions of the Axis that lines of communication will save (14.2)."""
    rows = s.edition.turn_rows[s.turn : last_turn(s)]
    if not any([row.lines for row in rows]):
        return 0.0
    found = lines_to_come(s)
    return sum([DOUBT**n for n, row in enumerate(rows) if 0 < row.lines <= found])


TERMS: Final = Terms(FEATURES, features, tuple([2.0 / SCALE * by_hand for by_hand in BY_HAND.values()]))
FITTED: Final = read_verdicts(Path(__file__).with_name("verdicts"), TERMS)


OF_ALLIES: Final = ("contact", "edge", "more threats")
OF_AXIS: Final = TERMS._replace(weights=tuple([0.0 if name in OF_ALLIES else TERMS.weights[n] for n, name in enumerate(FEATURES)]))


def verdict(s: State, side: int) -> float:
    """Contact, and who is one too many on the north edge, are what draws the Allies on; the Axis hold what scores, whoever comes
    near, and would take what they threaten for what they do."""
    return FITTED.get(s.edition.scenario_rows[s.scenario].id, OF_AXIS if side == AXIS else TERMS).judge(s, side)
