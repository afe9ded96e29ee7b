"""Weights of what shows who will win, fitted to games: which features of a position went with a win, by logistic regression.

Two players meet in many games. Whenever a phase begins the features are noted; who won is known at the end. The weights are those
by which the sums tell the winner best (the least loss of information), held near the old ones as far as the games do not say
otherwise. One game in five is kept apart to see whether the new weights tell its winner better than the old ones do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Optional

from sandtable.kernel.dice import Dice, dice_for
from sandtable.kernel.play import decider, take
from sandtable.kernel.robot import Terms
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import SIDES
from sandtable.kernel.steps import mark
from sandtable.lab.parallel import spread
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title

ROUNDS: Final = 30  # steps of Newton's way, at most
HALVES: Final = 30  # how often a step is shortened
CLOSE: Final = 1e-7  # a step that changes less than this is the last
APART: Final = 5  # one game in so many is kept to test by
COUNTS: Final = 10.0  # notes that a game counts as, however many it has: they are much alike

Vector = list[float]


class Plan(NamedTuple):
    """What is to be played. Everything in it can be sent to another process."""

    title: str
    scenario: str
    player: str
    seed: int


class Task(NamedTuple):
    plan: Plan
    game: int


class Noted(NamedTuple):
    """A game: what its positions showed, and who won: 1 the first side, 0 the other, 1/2 nobody."""

    game: int
    features: list[tuple[float, ...]]
    won: float


def terms_of(title: AnyTitle, scenario: str = "") -> Terms[Any]:
    """With the weights in use in a scenario, if it has any of its own."""
    if title.robot.terms is None:
        raise Unknown(f"{title.slug} does not say what shows who will win, so nothing can be fitted")
    terms: Terms[Any] = title.robot.terms
    return title.robot.fitted.get(scenario, terms)


def new_game(title: AnyTitle, scenario: str, dice: Dice) -> Any:
    return title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), dice)


def note(task: Task) -> Noted:
    plan = task.plan
    title = load_title(plan.title)
    terms, phases = terms_of(title), title.robot.plans.phases
    table = dice_for(plan.seed, task.game, "table")
    players = [make_player(plan.player) for _ in SIDES]
    thoughts = [dice_for(plan.seed, task.game, side) for side in SIDES]
    s = new_game(title, plan.scenario, table)
    found: list[tuple[float, ...]] = []
    phase: object = None
    while s.frames:
        now = mark(s, phases)
        if now != phase:
            phase = now
            found.append(tuple([float(x) for x in terms.features(s)]))
        side = decider(s)
        take(s, players[side].choose(title, s, side, thoughts[side]), table)
    ended = title.rules.outcome(s)
    assert ended is not None
    return Noted(task.game, found, 0.5 if ended.winner < 0 else float(ended.winner == 0))


def play(plan: Plan, games: int, jobs: int = 1, progress: Optional[Callable[[int], None]] = None) -> list[Noted]:
    terms_of(load_title(plan.title))
    make_player(plan.player)
    found: list[Noted] = []
    for noted in spread(note, [Task(plan, n) for n in range(games)], jobs):
        found.append(noted)
        if progress is not None:
            progress(len(found))
    return found


class Fitted(NamedTuple):
    weights: tuple[float, ...]
    old: float  # the loss of the old weights on the games kept apart, in bits a position
    new: float


def fit(noted: Sequence[Noted], old: Sequence[float], ridge: float = 1.0) -> Fitted:
    """`ridge` is how hard it is to leave the old weights: for each feature as if so many games spoke for them."""
    learned = [game for game in noted if game.game % APART]
    kept = [game for game in noted if not game.game % APART] or learned
    weights = best_weights(learned or kept, old, ridge * COUNTS)
    return Fitted(tuple(weights), loss(kept, old), loss(kept, weights))


def chance(weights: Sequence[float], features: Sequence[float]) -> float:
    """That the first side wins.

    >>> chance((1.0,), (0.0,)), round(chance((2.0,), (1.0,)), 3)
    (0.5, 0.881)
    """
    sum_ = max(-30.0, min(30.0, sum([w * x for w, x in zip(weights, features, strict=True)])))
    return 1.0 / (1.0 + math.exp(-sum_))


def loss(noted: Sequence[Noted], weights: Sequence[float]) -> float:
    """What is not known of the winner, in bits; one bit is to know nothing."""
    total = 0.0
    for game in noted:
        for features in game.features:
            p = chance(weights, features)
            total -= (game.won * math.log2(p) + (1.0 - game.won) * math.log2(1.0 - p)) / len(game.features)
    return total / max(1, len(noted))


def best_weights(noted: Sequence[Noted], old: Sequence[float], ridge: float) -> Vector:
    """Newton's way to the least loss, in shorter steps where a whole one would overshoot. Each feature is measured by how much it
    varies, so that the ridge is as high for all."""
    sizes = spreads(noted, len(old))
    pulls = [ridge * size**2 for size in sizes]
    weights = list(old)
    cost = penalised(noted, weights, old, pulls)
    for _ in range(ROUNDS):
        step = newton_step(noted, weights, old, pulls)
        for _ in range(HALVES):
            tried = [w + d for w, d in zip(weights, step, strict=True)]
            less = penalised(noted, tried, old, pulls)
            if less <= cost:
                break
            step = [d / 2.0 for d in step]
        else:
            return weights
        weights, cost = tried, less
        if max([abs(d) * size for d, size in zip(step, sizes, strict=True)]) < CLOSE:
            break
    return weights


def penalised(noted: Sequence[Noted], weights: Vector, old: Sequence[float], pulls: Vector) -> float:
    """What Newton's way makes least: the loss of all games, and the distance from the old weights."""
    far = sum([pull * (w - o) ** 2 for pull, w, o in zip(pulls, weights, old, strict=True)])
    return COUNTS * math.log(2.0) * loss(noted, weights) * len(noted) + 0.5 * far


def newton_step(noted: Sequence[Noted], weights: Vector, old: Sequence[float], pulls: Vector) -> Vector:
    size = len(old)
    slope = [-pulls[i] * (weights[i] - old[i]) for i in range(size)]
    curve = [[pulls[i] if i == j else 0.0 for j in range(size)] for i in range(size)]
    for game in noted:
        counts = COUNTS / len(game.features)
        for x in game.features:
            p = chance(weights, x)
            missed, sharp = counts * (game.won - p), counts * p * (1.0 - p)
            for i in range(size):
                slope[i] += missed * x[i]
                row, lean = curve[i], sharp * x[i]
                if lean:
                    for j in range(size):
                        row[j] += lean * x[j]
    return solve(curve, slope)


def spreads(noted: Sequence[Noted], size: int) -> Vector:
    """The standard deviation of each feature; 1 for what never varies."""
    all_ = [x for game in noted for x in game.features]
    means = [sum([x[i] for x in all_]) / len(all_) for i in range(size)]
    return [math.sqrt(sum([(x[i] - means[i]) ** 2 for x in all_]) / len(all_)) or 1.0 for i in range(size)]


def solve(curve: list[Vector], slope: Vector) -> Vector:
    """Linear equations, by elimination.

    >>> solve([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0])
    [1.0, 3.0]
    """
    size = len(slope)
    rows = [[*row, right] for row, right in zip(curve, slope, strict=True)]
    for i in range(size):
        best = max(range(i, size), key=lambda n: abs(rows[n][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for n in range(i + 1, size):
            factor = rows[n][i] / rows[i][i]
            rows[n] = [a - factor * b for a, b in zip(rows[n], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        known = sum([rows[i][j] * found[j] for j in range(i + 1, size)])
        found[i] = (rows[i][size] - known) / rows[i][i]
    return found
