"""Computer opponents. Each sees what its side may know, and no more.

>>> [entry.id for entry in PLAYERS if entry.level]
['recruit', 'regular', 'veteran', 'general']
>>> make_player("gready")
Traceback (most recent call last):
...
sandtable.kernel.rules.Unknown: no player is called 'gready'; there are: recruit, regular, veteran, general, planner, random, greedy
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from sandtable.kernel.rules import pick
from sandtable.players.greedy import Greedy
from sandtable.players.levels import GENERAL, RECRUIT, REGULAR, VETERAN
from sandtable.players.planner import Planner
from sandtable.players.player import Player
from sandtable.players.random import Random


class Entry(NamedTuple):
    """A player as the lobby and the command line list it."""

    id: str
    name: str
    text: str
    make: Callable[[], Player]
    level: bool = False  # for people; the others are for measuring and testing


PLAYERS: Final = (
    Entry("recruit", "Recruit", "thinks of its own move only, and is in love with its own ideas", lambda: Planner(RECRUIT), True),
    Entry("regular", "Regular", "weighs a few plans against the other side's answer", lambda: Planner(REGULAR), True),
    Entry("veteran", "Veteran", "weighs many plans against several answers", lambda: Planner(VETERAN), True),
    Entry("general", "General", "weighs as many plans as two seconds allow", lambda: Planner(GENERAL), True),
    Entry("planner", "Planner", "the veteran under the name of how it thinks, for measuring", lambda: Planner(VETERAN)),
    Entry("random", "Random", "takes any legal option; stops one time in four", Random),
    Entry("greedy", "Greedy", "tries each option to the end of its turn and takes the best", Greedy),
)


def make_player(id: str) -> Player:
    """A new player. Make one for each seat of a game: a player may remember what it is about to do."""
    entry: Entry = pick("player", id, {entry.id: entry for entry in PLAYERS})
    return entry.make()


__all__ = ["Entry", "PLAYERS", "Player", "make_player"]
