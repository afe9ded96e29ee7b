"""Many games between two computer players, and what came of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Optional

import msgspec

from sandtable.kernel.data import Changes
from sandtable.kernel.dice import dice_for
from sandtable.kernel.play import decider, take
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.lab.parallel import spread
from sandtable.players import make_player
from sandtable.titles import load_title

DRAW: Final = "draw"
Z95: Final = 1.959964  # of the normal distribution: 95 of 100 lie within


class Plan(NamedTuple):
    """What is to be played. Everything in it can be sent to another process."""

    title: str
    scenario: str
    settings: Settings
    players: tuple[str, str]  # of the Allies and of the Axis
    seed: int
    edition: Optional[Changes] = None  # values to lay over ours

    def check(self) -> Plan:
        """With defaults filled in; raises before anything is played if something is not there."""
        title = load_title(self.title)
        title.rules.scenario(self.scenario)
        for player in self.players:
            make_player(player)
        title.rules.load(self.edition)
        return self._replace(settings=title.rules.agree(self.settings))


class Result(NamedTuple):
    """How one game went."""

    game: int
    winner: int
    level: str
    score: tuple[int, int]
    decisions: int


def play_game(plan: Plan, game: int) -> Result:
    title = load_title(plan.title)
    edition = title.rules.load(plan.edition)
    table = dice_for(plan.seed, game, "table")
    players = [make_player(player) for player in plan.players]
    thoughts = [dice_for(plan.seed, game, side) for side in SIDES]
    s = title.rules.new(edition, plan.scenario, plan.settings, table)
    decisions = 0
    while s.frames:
        side = decider(s)
        take(s, players[side].choose(title, s, side, thoughts[side]), table)
        decisions += 1
    ended = title.rules.outcome(s)
    assert ended is not None, f"game {game} of seed {plan.seed} is over without an outcome"
    return Result(game, ended.winner, ended.level, ended.score, decisions)


class Batch(NamedTuple):
    plan: Plan
    games: range


def play_batch(batch: Batch) -> list[Result]:
    return [play_game(batch.plan, game) for game in batch.games]


def simulate(plan: Plan, games: int, jobs: int = 1, progress: Optional[Callable[[int], None]] = None) -> list[Result]:
    """The results in order; the same for every number of jobs. `progress` hears how many games are done."""
    plan = plan.check()
    size = max(1, min(25, games // (8 * jobs)))
    batches = [Batch(plan, range(first, min(first + size, games))) for first in range(0, games, size)]
    results: list[Result] = []
    for some in spread(play_batch, batches, jobs):
        results += some
        if progress is not None:
            progress(len(results))
    return results


class Spread(msgspec.Struct, frozen=True):
    """Where numbers lie."""

    mean: float
    sd: float
    low: float
    p10: float
    median: float
    p90: float
    high: float


class Summary(msgspec.Struct, frozen=True):
    """What many games say. Intervals are Wilson's, at 95 %."""

    title: str
    scenario: str
    settings: Settings
    players: dict[str, str]
    seed: int
    games: int
    wins: dict[str, int]
    intervals: dict[str, tuple[float, float]]
    levels: dict[str, int]
    scores: dict[str, Spread]
    mean_decisions: float
    decisions: Spread


def summarise(plan: Plan, results: Sequence[Result]) -> Summary:
    names = {AXIS: SIDES[AXIS], ALLIED: SIDES[ALLIED], -1: DRAW}
    won = Counter([names[result.winner] for result in results])
    wins = {name: won[name] for name in names.values()}
    lengths = [result.decisions for result in results]
    levels = Counter([f"{names[result.winner]}: {result.level}" for result in results])
    margins = [result.score[ALLIED] - result.score[AXIS] for result in results]
    return Summary(
        title=plan.title,
        scenario=plan.scenario,
        settings=plan.settings,
        players=dict(zip(SIDES, plan.players, strict=True)),
        seed=plan.seed,
        games=len(results),
        wins=wins,
        intervals={name: wilson(n, len(results)) for name, n in wins.items()},
        levels=dict(levels.most_common()),
        scores={
            "allied": spread_of([result.score[ALLIED] for result in results]),
            "axis": spread_of([result.score[AXIS] for result in results]),
            "margin": spread_of(margins),
        },
        mean_decisions=spread_of(lengths).mean,
        decisions=spread_of(lengths),
    )


def wilson(wins: float, games: int, z: float = Z95) -> tuple[float, float]:
    """Between which rates the true one lies, with 95 % confidence; honest also for few games and for none won.

    >>> [round(x, 3) for x in wilson(8, 10)], [round(x, 3) for x in wilson(0, 10)]
    ([0.49, 0.943], [0.0, 0.278])
    """
    if games == 0:
        return (0.0, 1.0)
    rate, n = wins / games, float(games)
    centre = rate + z * z / (2 * n)
    reach = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return (max(0.0, (centre - reach) / scale), min(1.0, (centre + reach) / scale))


def spread_of(numbers: Sequence[float]) -> Spread:
    """
    >>> s = spread_of([4, 1, 3, 2])
    >>> s.mean, s.low, s.median, s.high, round(s.sd, 3)
    (2.5, 1, 2.5, 4, 1.118)
    """
    n = len(numbers)
    if n == 0:
        return Spread(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    ordered = sorted(numbers)
    mean = sum(ordered) / n
    sd = math.sqrt(sum([(x - mean) ** 2 for x in ordered]) / n)
    return Spread(mean, sd, ordered[0], quantile(ordered, 0.1), quantile(ordered, 0.5), quantile(ordered, 0.9), ordered[-1])


def quantile(ordered: Sequence[float], part: float) -> float:
    """Between the two nearest, in proportion."""
    at = part * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (at - below)
