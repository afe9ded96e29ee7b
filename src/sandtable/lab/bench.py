"""How fast the rules are: random play, in CPU time, best of several rounds."""

from __future__ import annotations

import importlib.util
import random
import time
from typing import Any, Final, NamedTuple, Optional

import msgspec

from sandtable.kernel.dice import dice_for
from sandtable.kernel.game import Game
from sandtable.kernel.play import decider, take
from sandtable.players.random import any_option
from sandtable.titles import AnyTitle, load_title

CHESS: Final = "python-chess"
ROUNDS: Final = 5
SECONDS: Final = 1.0  # of CPU, about, for each round
KEPT: Final = 64  # positions on which cloning is measured


class Speed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures of a title. Decisions per second are of CPU time, on one core."""

    us_per_decision: float
    decisions_per_second: float
    decisions_per_game: float
    clone_us: Optional[float] = None
    record_bytes: Optional[float] = None  # of a game, as JSON


class Round(NamedTuple):
    cpu: float
    decisions: int
    games: int


def bench(slug: str, seed: int = 1, rounds: int = ROUNDS, seconds: float = SECONDS) -> Speed:
    """Games of all scenarios in turn, with the default settings. Every round plays the same games."""
    title = load_title(slug)
    games = games_for(title, seed, seconds)
    played = [play_round(title, seed, games) for _ in range(rounds)]
    return Speed(
        us_per_decision=best(played) * 1e6,
        decisions_per_second=1 / best(played),
        decisions_per_game=played[0].decisions / played[0].games,
        clone_us=clone_time(title, seed, rounds) * 1e6,
        record_bytes=record_size(title, seed),
    )


def best(played: list[Round]) -> float:
    return min([one.cpu / one.decisions for one in played])


def games_for(title: AnyTitle, seed: int, seconds: float) -> int:
    """How many games fill the time: whole runs of all scenarios."""
    once = len(title.rules.scenarios)
    return once * max(1, round(seconds / max(play_round(title, seed, once).cpu, 1e-6)))


def play_round(title: AnyTitle, seed: int, games: int) -> Round:
    edition, settings = title.rules.load(None), title.rules.agree({})
    decisions = 0
    start = time.process_time()
    for game in range(games):
        table, choices = dice_for(seed, game, "table"), dice_for(seed, game, "choices")
        s = title.rules.new(edition, title.rules.scenarios[game % len(title.rules.scenarios)].id, settings, table)
        while s.frames:
            take(s, any_option(s, decider(s), choices), table)
            decisions += 1
    return Round(time.process_time() - start, decisions, games)


def clone_time(title: AnyTitle, seed: int, rounds: int) -> float:
    """Mean over positions from the whole of a game."""
    table, choices = dice_for(seed, 0, "table"), dice_for(seed, 0, "choices")
    s = title.rules.new(title.rules.load(None), title.rules.scenarios[0].id, title.rules.agree({}), table)
    positions: list[Any] = []
    while s.frames:
        positions.append(s.clone())
        take(s, any_option(s, decider(s), choices), table)
    positions = positions[:: max(1, len(positions) // KEPT)]
    times: list[float] = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(20):
            for position in positions:
                position.clone()
        times.append((time.process_time() - start) / (20 * len(positions)))
    return min(times)


def record_size(title: AnyTitle, seed: int) -> float:
    """Mean over a game of each scenario."""
    sizes: list[int] = []
    for n, scenario in enumerate(title.rules.scenarios):
        table, choices = dice_for(seed, n, "table"), dice_for(seed, n, "choices")
        game = Game(title, title.rules.load(None), scenario.id, {}, table)
        while game.state.frames:
            game.choose(any_option(game.state, decider(game.state), choices), table)
        sizes.append(len(game.record.to_json()))
    return sum(sizes) / len(sizes)


def has_chess() -> bool:
    return importlib.util.find_spec("chess") is not None


def bench_chess(seed: int = 1, rounds: int = ROUNDS, seconds: float = SECONDS) -> Speed:
    """The yardstick: python-chess, all legal moves listed, one of them pushed, and asked whether the game is over."""
    games = max(1, round(seconds / max(play_chess(seed, 1).cpu, 1e-6)))
    played = [play_chess(seed, games) for _ in range(rounds)]
    return Speed(best(played) * 1e6, 1 / best(played), played[0].decisions / played[0].games)


def play_chess(seed: int, games: int) -> Round:
    import chess

    chance = random.Random(seed)
    decisions = 0
    start = time.process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            decisions += 1
    return Round(time.process_time() - start, decisions, games)
