"""Positions to look at: those of the golden records, and of random games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sandtable.kernel.dice import ScriptedDice, dice_for
from sandtable.kernel.game import replay
from sandtable.kernel.play import decider, options, read, take
from sandtable.kernel.record import from_json
from sandtable.players.random import any_option
from sandtable.titles import AnyTitle

RECORDS: Final = Path(__file__).parent / "records"


def golden(title: AnyTitle) -> Iterator[Any]:
    """Every position of every golden record, to be cloned before anything is done to it."""
    for path in sorted((RECORDS / title.slug).glob("*-*.json")):
        record = from_json(path.read_bytes())
        s = replay(record, 0, title).state
        for ply in record.plies:
            yield s
            take(s, read(s, ply.text), ScriptedDice(ply.dice))


def at_random(title: AnyTitle, seed: int, games: int) -> Iterator[Any]:
    """Every position of so many random games, scenario after scenario."""
    scenarios = title.rules.scenarios
    edition, settings = title.rules.load(None), title.rules.agree({})
    for game in range(games):
        table, choices = dice_for(seed, game, "table"), dice_for(seed, game, "choices")
        s = title.rules.new(edition, scenarios[game % len(scenarios)].id, settings, table)
        while s.frames:
            yield s
            take(s, any_option(s, decider(s), choices), table)


def can_walk(title: AnyTitle, s: Any) -> bool:
    """Whether something can be moved now by saying a verb of movement."""
    return bool(s.frames) and any(o[0] in title.face.walks for o in options(s))
