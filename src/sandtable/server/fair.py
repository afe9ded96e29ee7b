"""Were the dice fair? Whoever has a finished game's record and the seed that was shown at its end can check every one."""

from __future__ import annotations

from typing import Optional

from sandtable.kernel.dice import ProvableDice, RecordingDice, ScriptedDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import read, take
from sandtable.kernel.record import Record
from sandtable.kernel.rules import Edition
from sandtable.titles import AnyTitle, load_title


def unfair_plies(
    record: Record, seed: bytes, title: Optional[AnyTitle] = None, edition: Optional[Edition] = None, since: int = 0
) -> list[int]:
    """The plies (0: set-up) of which the dice are not those of the seed; none in a game that was served from the start."""
    title = title or load_title(record.title)
    edition = edition or title.rules.load(None)
    found: list[int] = []
    drawn = RecordingDice(ProvableDice(seed, 0))
    title.rules.new(edition, record.scenario, record.settings, drawn)
    if not since and tuple(drawn.seen) != record.setup:
        found.append(0)
    state = Game(title, edition, record.scenario, record.settings, ScriptedDice(record.setup)).state
    for n, ply in enumerate(record.plies, 1):
        o = read(state, ply.text)
        drawn = RecordingDice(ProvableDice(seed, n))
        if n > since:
            take(state.clone(), o, drawn)
            if tuple(drawn.seen) != ply.dice:
                found.append(n)
        take(state, o, ScriptedDice(ply.dice))
    return found
