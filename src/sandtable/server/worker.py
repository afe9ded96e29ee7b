"""The process that plays for the computer: a line of JSON in, a line of JSON out, until the input ends.

It keeps the games that it has been asked about, so that a question carries only what was said since the last one.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import sys
from collections import OrderedDict
from typing import Any, Final, Optional

import msgspec

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game, replay
from sandtable.kernel.play import Option, write
from sandtable.kernel.record import Ply, Record
from sandtable.server.library import Library
from sandtable.server.shapes import PlayerInfo

GAMES: Final = 8


class Ask(msgspec.Struct, frozen=True):
    game: str
    head: Optional[Record]  # without plies; None if the worker has the game up to ply `have`
    have: int
    plies: list[Ply]
    side: int
    player: str
    seed: int


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    text: Optional[str] = None
    lost: bool = False  # the worker does not have what the question builds on
    problem: str = ""


def known_players(module: str) -> list[PlayerInfo]:
    """The players that a module lists."""
    return [PlayerInfo(entry.id, entry.name, entry.text) for entry in importlib.import_module(module).PLAYERS]


class Memory:
    """The games that were asked about last."""

    def __init__(self, library: Library, players: str) -> None:
        self.library = library
        self.make_player = importlib.import_module(players).make_player
        self.games: OrderedDict[str, Game] = OrderedDict()
        self.seated: dict[tuple[str, int, str], Any] = {}  # a player for each seat: it may remember what it is about to do

    def game(self, ask: Ask) -> Optional[Game]:
        game = self.games.pop(ask.game, None)
        if ask.head is not None:
            slug = ask.head.title
            game = replay(ask.head, None, self.library.title(slug), self.library.edition(slug, ask.head.changes or None))
        if game is None or game.ply != ask.have:
            return None
        game.follow(ask.plies, trusted=True)
        self.games[ask.game] = game
        while len(self.games) > GAMES:
            gone, _ = self.games.popitem(last=False)
            self.seated = {seat: player for seat, player in self.seated.items() if seat[0] != gone}
        return game

    def decide(self, game: Game, ask: Ask) -> str:
        seat = (ask.game, ask.side, ask.player)
        if seat not in self.seated:
            self.seated[seat] = self.make_player(ask.player)
        o: Option = self.seated[seat].choose(game.title, game.state.clone(), ask.side, SeededDice(ask.seed))
        return write(game.state, o)


def answer(memory: Memory, ask: Ask) -> Answer:
    try:
        game = memory.game(ask)
        return Answer(lost=True) if game is None else Answer(text=memory.decide(game, ask))
    except Exception as error:  # whatever a player does wrong is told, and the server goes on without it
        return Answer(problem=f"{type(error).__name__}: {error}")


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    with contextlib.suppress(OSError):
        os.nice(5)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a player that prints does not disturb
    memory = Memory(Library(msgspec.json.decode(sys.argv[1], type=dict[str, str])), sys.argv[2])
    for line in sys.stdin.buffer:
        out.write(msgspec.json.encode(answer(memory, msgspec.json.decode(line, type=Ask))) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
