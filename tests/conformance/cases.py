"""The random games that every title is tried on: all scenarios, with settings low, high, default and mixed.

`SANDTABLE_GAMES=50 make test` plays fifty of each instead of one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import pytest

from sandtable.kernel.dice import Dice, dice_for
from sandtable.kernel.game import Game, replay
from sandtable.kernel.play import decider, is_over
from sandtable.kernel.rules import Settings
from sandtable.lab.fuzz import LONGEST
from sandtable.players.random import any_option
from sandtable.titles import SLUGS, AnyTitle, load_title
from tests.kernel import toy

GAMES: Final = int(os.environ.get("SANDTABLE_GAMES", "1"))
TOY: Final = "toy"  # hides something, so that the suite itself is tried on that too
TITLES: Final = (*SLUGS, TOY)
MIXED: Final = 1  # cases with settings by chance, for each scenario
MOST: Final = 400  # positions of a game that are kept; of longer games every second, third, ...
SOME: Final = 25  # of these the slower checks look at so many
STATIONS: Final = 60  # and at so many plies it is kept as it is when replayed
FILMS: Final = 10  # and from so many the game is played on in two deals


class Case(NamedTuple):
    slug: str
    scenario: str
    settings: tuple[tuple[str, int], ...]

    @property
    def title(self) -> AnyTitle:
        return title_of(self.slug)


class Played(NamedTuple):
    """A random game, with copies of its positions and a fingerprint of each by ply."""

    game: Game
    positions: list[Any]
    prints: list[int]
    acts: set[str]


def title_of(slug: str) -> AnyTitle:
    return toy.TITLE if slug == TOY else load_title(slug)


def settings_to_try(title: AnyTitle, scenario: int) -> list[Settings]:
    """The usual ones; all at one end, high or low by turns; and some by chance, others for each scenario."""
    dice = dice_for(1, scenario, title.slug)
    found = [
        {setting.id: setting.default for setting in title.rules.settings},
        {setting.id: setting.low if scenario % 2 else setting.high for setting in title.rules.settings},
    ]
    for _ in range(MIXED):
        found.append({setting.id: dice.draw(range(setting.low, setting.high + 1), -1, "") for setting in title.rules.settings})
    return [settings for n, settings in enumerate(found) if settings not in found[:n]]


def all_cases() -> list[Case]:
    titles = [title_of(slug) for slug in TITLES]
    return [
        Case(title.slug, scenario.id, tuple(settings.items()))
        for title in titles
        for n, scenario in enumerate(title.rules.scenarios)
        for settings in settings_to_try(title, n)
    ]


def name_of(case: Case) -> str:
    return f"{case.slug}-{case.scenario}-{'.'.join([str(value) for _, value in case.settings])}"


each_case = pytest.mark.parametrize("case", all_cases(), ids=name_of)
each_title = pytest.mark.parametrize("slug", TITLES)
each_registered_title = pytest.mark.parametrize("slug", SLUGS)


def dice_of(case: Case, n: int, purpose: str) -> Dice:
    return dice_for(n, 0, f"{name_of(case)} {purpose}")


@cache
def games_of(case: Case) -> list[Played]:
    return [play(case, n) for n in range(GAMES)]


def play(case: Case, n: int) -> Played:
    table, choices = dice_of(case, n, "table"), dice_of(case, n, "choices")
    game = Game(case.title, case.title.rules.load(None), case.scenario, dict(case.settings), table)
    positions, prints, acts, stride = [game.state.clone()], [hash(game.state.key())], set[str](), 1
    while not is_over(game.state):
        assert game.ply < LONGEST, f"game {n} of {name_of(case)} does not end"
        o = any_option(game.state, decider(game.state), choices)
        acts.add(f"{type(game.state.frames[-1]).__name__}.{o[0]}")
        game.choose(o, table)
        prints.append(hash(game.state.key()))
        if game.ply % stride == 0 or is_over(game.state):
            positions.append(game.state.clone())
        if len(positions) > 2 * MOST:
            positions, stride = positions[::2], 2 * stride
    return Played(game, positions, prints, acts)


@cache
def on_the_way(case: Case) -> list[tuple[Played, list[Game]]]:
    """Each game and copies of it at some plies, the first and the last among them, replayed from its record with every ply checked.

    They are kept for several tests: nothing may be done to them.
    """
    return [(played, list(stations(played))) for played in games_of(case)]


def stations(played: Played) -> Iterator[Game]:
    record = played.game.record
    game = replay(record, 0, played.game.title, played.game.edition)
    for ply in [*range(0, len(record.plies), max(1, len(record.plies) // STATIONS)), len(record.plies)]:
        game.follow(record.plies[game.ply : ply])
        yield game.copy()


def some(positions: list[Any], most: int = SOME) -> list[Any]:
    """Evenly from the whole game, the first and the last always."""
    step = max(1, -(-len(positions) // most))
    return [*positions[::step], positions[-1]]


def none_of(problems: list[str]) -> None:
    """Nothing may be wrong; the first few wrongs are shown."""
    assert not problems, "\n".join(problems[:10])
