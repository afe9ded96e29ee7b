"""Players for the server's tests: a good one, and every kind of bad one."""

from __future__ import annotations

import os
import time
from typing import Any, NamedTuple

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Option, options
from sandtable.kernel.rules import pick
from sandtable.players.player import Mind
from sandtable.titles import AnyTitle


class Player:
    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        found = options(s)
        return found[dice.draw(range(len(found)), side, "")]


class Stops(Player):
    """Stops as soon as it can."""

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        return options(s)[-1]


class Slow(Stops):
    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        time.sleep(0.8)
        return super().choose(title, s, side, dice)


class Hangs(Player):
    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        time.sleep(3600)
        raise AssertionError


class Dies(Player):
    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        os._exit(3)


class Fails(Player):
    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        raise ZeroDivisionError("a fault of the player")


class Cheats(Player):
    """Says what is not an option: to step a unit that has no name there."""

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        return ("step", 2 * (1 - side), 5 * side)


class Babbles(Player):
    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        print("thinking aloud", flush=True)
        os.write(1, b"and louder\n")
        return super().choose(title, s, side, dice)


class Gloomy(Stops):
    """Walks about and says why, and thinks that it has lost."""

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        first = options(s)[0]
        return first if first[0] == "step" else super().choose(title, s, side, dice)

    def mind(self, turn: int) -> Mind:
        return Mind("To be done with it.", lost=True)


class Entry(NamedTuple):
    id: str
    name: str
    text: str
    make: type[Player]
    level: bool = True


PLAYERS = [
    Entry(id, name, text, make)
    for id, name, text, make in (
        ("random", "Random", "takes any option", Player),
        ("greedy", "Greedy", "takes any option too", Player),
        ("regular", "Regular", "and so does this one", Player),
        ("veteran", "Veteran", "whom people ask", Player),
        ("stops", "Stops", "does nothing", Stops),
        ("slow", "Slow", "thinks for a while and does nothing", Slow),
        ("hangs", "Hangs", "never answers", Hangs),
        ("dies", "Dies", "takes its process with it", Dies),
        ("fails", "Fails", "has a fault", Fails),
        ("cheats", "Cheats", "says what is not allowed", Cheats),
        ("gloomy", "Gloomy", "has lost all hope", Gloomy),
        ("babbles", "Babbles", "prints", Babbles),
    )
]


def make_player(id: str) -> Player:
    entry: Entry = pick("player", id, {entry.id: entry for entry in PLAYERS})
    return entry.make()
