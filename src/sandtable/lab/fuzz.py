"""Games in which everything is checked that must always hold."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, Optional

from sandtable.kernel.dice import Dice, dice_for
from sandtable.kernel.game import Game
from sandtable.kernel.play import decider, is_over
from sandtable.kernel.record import Record
from sandtable.kernel.rules import Setting, Settings
from sandtable.kernel.sides import SIDES
from sandtable.lab import checks
from sandtable.lab.parallel import spread
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title

LONGEST: Final = 20_000  # decisions; a game that goes on beyond is broken
NOW_AND_THEN: Final = 11  # the checks that take longer are made every so many plies
NOT_OFTEN: Final = 43  # those that play on from a position
FEW: Final = 97  # and those of the record


class Task(NamedTuple):
    """One game. The same task plays the same game."""

    title: str
    seed: int
    game: int
    scenario: str = ""  # none: each in turn
    fixed: tuple[tuple[str, int], ...] = ()  # settings that do not vary
    player: str = "random"  # for both sides


class Finding(NamedTuple):
    """What a game showed: what is broken, if anything, and the record up to there."""

    task: Task
    scenario: str
    settings: Settings
    decisions: int
    acts: frozenset[str]  # which were taken, as `Frame.verb`
    broken: tuple[str, ...]
    record: Optional[Record]


def settings_of(title: AnyTitle, task: Task) -> Settings:
    """Defaults, all at their lowest, all at their highest, then by chance."""
    dice = dice_for(task.seed, task.game, "settings")

    def value(setting: Setting) -> int:
        kinds = (setting.default, setting.low, setting.high)
        turn = task.game // len(title.rules.scenarios) % 6
        return kinds[turn] if turn < len(kinds) else dice.draw(range(setting.low, setting.high + 1), -1, "")

    return title.rules.agree({**{setting.id: value(setting) for setting in title.rules.settings}, **dict(task.fixed)})


def scenario_of(title: AnyTitle, task: Task) -> str:
    return task.scenario or title.rules.scenarios[task.game % len(title.rules.scenarios)].id


def fuzz_game(task: Task) -> Finding:
    """Play it, checking; stops at the first position in which something is broken."""
    title = load_title(task.title)
    scenario, settings = scenario_of(title, task), settings_of(title, task)
    game: Optional[Game] = None
    acts: set[str] = set()
    broken: list[str] = []
    try:
        game = Game(title, title.rules.load(None), scenario, settings, dice_for(task.seed, task.game, "table"))
        broken += play_checked(game, task, acts)
    except Exception:  # whatever a rule raises is a finding
        broken.append(traceback.format_exc())
    done, record = (game.ply, game.record) if game is not None else (0, None)
    return Finding(task, scenario, settings, done, frozenset(acts), tuple(broken), record if broken else None)


def play_checked(game: Game, task: Task, acts: set[str]) -> list[str]:
    table = dice_for(task.seed, task.game, "play")
    choices = dice_for(task.seed, task.game, "choices")
    doubts = dice_for(task.seed, task.game, "checks")
    players = [make_player(task.player) for _ in SIDES]
    board = game.title.face.board(game.edition)
    prints: list[int] = []
    while True:
        s = game.state
        prints.append(hash(s.key()))
        broken = [f"{problem} (ply {game.ply})" for problem in look(game, prints, doubts)]
        if game.ply % NOW_AND_THEN == 0 or is_over(s):
            broken += checks.view_fits(game.title, s, board)
        if broken or is_over(s):
            return broken
        if game.ply == LONGEST:
            return [f"not over after {LONGEST} decisions"]
        o = players[decider(s)].choose(game.title, s, decider(s), choices)
        acts.add(f"{type(s.frames[-1]).__name__}.{o[0]}")
        game.choose(o, table)


def look(game: Game, prints: list[int], dice: Dice) -> Iterator[str]:
    """Every check whose turn it is."""
    title, s, over = game.title, game.state, is_over(game.state)
    for check in checks.ALWAYS:
        yield from check(title, s, dice)
    yield from checks.stories_are_told(title, s, game.told[-1].log)
    if game.ply % NOW_AND_THEN == 0 or over:
        for check in checks.SOMETIMES:
            yield from check(title, s, dice)
        yield from checks.forgeries_are_refused(game, dice)
    if game.ply % NOT_OFTEN == 0:
        yield from checks.films_leak_nothing(title, s, dice)
    if game.ply % FEW == FEW - 1 or over:
        yield from checks.records_replay(game)
        yield from checks.undo_is_bounded(game, prints)


def fuzz(tasks: Sequence[Task], jobs: int = 1, progress: Optional[Callable[[int], None]] = None) -> Iterator[Finding]:
    for n, finding in enumerate(spread(fuzz_game, tasks, jobs), 1):
        if progress is not None:
            progress(n)
        yield finding


def all_acts(title: AnyTitle) -> set[str]:
    """Every act of every outline, as `Frame.verb`."""
    return {
        f"{frame.__name__}.{verb}"
        for frame, kind in title.rules.outlines.items()
        for row in kind.rows
        for verb in checks.verbs_of(row)
    }
