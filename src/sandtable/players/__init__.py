"""Computer opponents. Each sees what its side may know, and no more.

>>> [entry.id for entry in PLAYERS]
['random', 'greedy']
>>> make_player("gready")
Traceback (most recent call last):
...
sandtable.kernel.rules.Unknown: no player is called 'gready'; there are: random, greedy
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sandtable.kernel.rules import pick
from sandtable.players.greedy import Greedy
from sandtable.players.player import Player
from sandtable.players.random import Random


class Entry(NamedTuple):
    """A player as the lobby and the command line list it."""

    id: str
    name: str
    text: str
    make: Callable[[], Player]


PLAYERS: Final = (
    Entry("random", "Random", "takes any legal option; stops one time in four", Random),
    Entry("greedy", "Greedy", "tries each option to the end of its turn and takes the best", Greedy),
)


def make_player(id: str) -> Player:
    """A new player. Make one for each seat of a game: a player may remember what it is about to do."""
    entry: Entry = pick("player", id, {entry.id: entry for entry in PLAYERS})
    return entry.make()


__all__ = ["Entry", "PLAYERS", "Player", "make_player"]
