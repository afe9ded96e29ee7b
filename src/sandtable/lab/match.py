"""A match: two computer players meet many times, each game twice with sides swapped, and what the thinking costs."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Optional

from sandtable.kernel.dice import dice_for
from sandtable.kernel.game import Game
from sandtable.kernel.play import decider, is_over
from sandtable.kernel.record import Record
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import SIDES, other
from sandtable.lab.fit import terms_of
from sandtable.lab.parallel import spread
from sandtable.lab.simulate import wilson
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title


class Pairing(NamedTuple):
    """Who meets, at what. Everything in it can be sent to another process."""

    title: str
    scenario: str
    settings: Settings
    players: tuple[str, str]
    seed: int
    weights: tuple[float, ...] = ()  # by which the first player judges trials; if none, as the title does


class Thought(NamedTuple):
    """What a player's decisions of a game cost, in seconds of CPU time."""

    decisions: int
    total: float
    longest: float
    turns: int


class Meeting(NamedTuple):
    """A game of the match. `points` are the first player's: 1, or 1/2 for a draw."""

    game: int
    side: int  # of the first player
    points: float
    score: tuple[int, int]
    thoughts: tuple[Thought, Thought]  # of the first player and of the second
    record: Optional[Record] = None


class Task(NamedTuple):
    pairing: Pairing
    game: int
    side: int


def meet(task: Task) -> Meeting:
    """One game. Both of a pair are played with the same seeds, though their dice part as soon as decisions do."""
    pairing, side = task.pairing, task.side
    title = load_title(pairing.title)
    table = dice_for(pairing.seed, task.game, "table")
    players = [make_player(pairing.players[n != side]) for n in range(len(SIDES))]
    thoughts = [dice_for(pairing.seed, task.game, name) for name in SIDES]
    judged = [weighing(title, pairing.weights) if n == side else title for n in range(len(SIDES))]
    spent: list[list[float]] = [[], []]
    game = Game(title, title.rules.load(None), pairing.scenario, pairing.settings, table)
    turns = set[int]()
    while not is_over(game.state):
        who = decider(game.state)
        turns.add(title.rules.turn(game.state))
        before = time.process_time()
        o = players[who].choose(judged[who], game.state, who, thoughts[who])
        spent[who].append(time.process_time() - before)
        game.choose(o, table)
    ended = title.rules.outcome(game.state)
    assert ended is not None
    cost = [Thought(len(all), sum(all), max(all, default=0.0), len(turns)) for all in spent]
    points = 0.5 if ended.winner < 0 else float(ended.winner == side)
    return Meeting(task.game, side, points, ended.score, (cost[side], cost[other(side)]), game.record)


def weighing(title: AnyTitle, weights: tuple[float, ...]) -> AnyTitle:
    """The title, with trials judged by other weights."""
    if not weights:
        return title
    terms = terms_of(title)._replace(weights=weights)
    return title._replace(robot=title.robot._replace(verdict=terms.judge))


def match(pairing: Pairing, games: int, jobs: int = 1) -> Iterator[Meeting]:
    """In order, as they are over. An even number: the first player has each side as often."""
    for player in pairing.players:
        make_player(player)
    return spread(meet, [Task(pairing, n // 2, n % 2) for n in range(games)], jobs)


class Standing(NamedTuple):
    """How a match stands, for the first player."""

    games: int
    points: float
    by_side: tuple[tuple[int, float], tuple[int, float]]  # games and points as Allies, and as Axis
    interval: tuple[float, float]


def standing(played: Sequence[Meeting]) -> Standing:
    """The interval is Wilson's, at 95 %; half a point counts as half a win.

    >>> def game(side: int, points: float) -> Meeting:
    ...     return Meeting(0, side, points, (0, 0), (Thought(1, 0.0, 0.0, 1), Thought(1, 0.0, 0.0, 1)))
    >>> stands = standing([game(0, 1.0), game(1, 0.5), game(0, 0.0)])
    >>> stands.games, stands.points, stands.by_side
    (3, 1.5, ((2, 1.0), (1, 0.5)))
    """
    points = [[meeting.points for meeting in played if meeting.side == side] for side in range(len(SIDES))]
    total = sum(points[0]) + sum(points[1])
    by_side = ((len(points[0]), sum(points[0])), (len(points[1]), sum(points[1])))
    return Standing(len(played), total, by_side, wilson(total, len(played)))


class Cost(NamedTuple):
    """Of a player, in CPU time: milliseconds a decision, seconds for the longest, seconds a turn."""

    decision: float
    longest: float
    turn: float


def cost(thoughts: Sequence[Thought]) -> Cost:
    decisions, turns = sum([t.decisions for t in thoughts]), sum([t.turns for t in thoughts])
    total = sum([t.total for t in thoughts])
    return Cost(1e3 * total / max(1, decisions), max([t.longest for t in thoughts], default=0.0), total / max(1, turns))
