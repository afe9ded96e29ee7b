"""The process that plays for the computer, or reads the records of strangers: a line of JSON in, a line of JSON out, until the
input ends.

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

from sandtable.face.story import said
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game, open_record, replay
from sandtable.kernel.names import cut
from sandtable.kernel.play import Option, State, decider, is_over, pending, write
from sandtable.kernel.record import BadRecord, Ply, Record, from_json, from_text
from sandtable.kernel.rules import Outcome, Unknown
from sandtable.players.advice import Mindset, advise, undone
from sandtable.players.player import mind_of
from sandtable.server.access import SPECTATOR
from sandtable.server.library import Library
from sandtable.server.shapes import Advice, Hint, March, PlayerInfo
from sandtable.titles import AnyTitle

GAMES: Final = 8


class Ask(msgspec.Struct, frozen=True, tag=True):
    """What would the player say?"""

    game: str
    head: Optional[Record]  # without plies; None if the worker has the game up to ply `have`
    have: int
    plies: list[Ply]
    side: int
    player: str
    seed: int
    advise: bool = False  # and why, for a person in its place


class Check(msgspec.Struct, frozen=True, tag=True):
    """What do the rules make of this record?"""

    data: bytes


class Checked(msgspec.Struct, frozen=True):
    """A record that the rules have played, and where it leads to."""

    record: Record
    name: str
    moment: str
    over: Optional[Outcome]
    side: int  # that decides next; of a game that is over -1


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    text: Optional[str] = None
    lost: bool = False  # the worker does not have what the question builds on
    problem: str = ""
    checked: Optional[Checked] = None
    advice: Optional[Advice] = None
    why: str = ""  # it says what it says
    hopeless: bool = False  # it thinks that the game is lost


def levels(module: str) -> list[PlayerInfo]:
    """The players that a module has for people."""
    return [PlayerInfo(entry.id, entry.name, entry.text) for entry in importlib.import_module(module).PLAYERS if entry.level]


def known_players(module: str) -> list[str]:
    """All players that a module lists, by their ids."""
    return [entry.id for entry in importlib.import_module(module).PLAYERS]


class Memory:
    """The games that were asked about last."""

    def __init__(self, library: Library, players: str) -> None:
        self.library = library
        self.make_player = importlib.import_module(players).make_player
        self.games: OrderedDict[str, Game] = OrderedDict()
        self.seated: dict[tuple[str, int, str], Any] = {}  # a player for each seat: it may remember what it is about to do
        self.minds: dict[tuple[str, int], Mindset] = {}  # of whom each side has asked for advice

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
            self.minds = {seat: mind for seat, mind in self.minds.items() if seat[0] != gone}
        return game

    def decide(self, game: Game, ask: Ask) -> Answer:
        seat = (ask.game, ask.side, ask.player)
        if seat not in self.seated:
            self.seated[seat] = self.make_player(ask.player)
        player = self.seated[seat]
        o: Option = player.choose(game.title, game.state.clone(), ask.side, SeededDice(ask.seed))
        mind = mind_of(player, game.title.rules.turn(game.state))
        return Answer(text=write(game.state, o), why=mind.why, hopeless=mind.lost)

    def advise(self, game: Game, ask: Ask) -> Advice:
        """By a player of its own: one that is seated has other things in mind. It goes on with what it has advised."""
        title, s, dice, seat = game.title, game.state, SeededDice(ask.seed), (ask.game, ask.side)
        found = advise(self.make_player(ask.player), title, s, ask.side, dice, self.minds.get(seat))
        self.minds[seat] = found.mind
        stop = pending(s).stop
        return Advice(
            ply=game.ply,
            hint=hint(title, s, found.option),
            stop=stop is not None and found.option[0] == stop.verb,
            then=found.then,
            forecast=found.forecast,
            rule=found.rule,
            undone=tuple([hint(title, s, o) for o in undone(title, s, ask.side, found.option, dice)]),
            why=found.why,
            march=March(*found.march) if found.march is not None else None,
        )


def hint(title: AnyTitle, s: State, o: Option) -> Hint:
    act = pending(s).act(o[0])
    assert act is not None
    return Hint(write(s, o), said(s, o, title), act.rule)


def check(data: bytes, library: Library) -> Checked:
    game = play_again(read_record(data), library)
    title, state = game.title, game.state
    over = title.rules.outcome(state) if is_over(state) else None
    name = f"{title.name}: {title.rules.scenario(game.record.scenario).name}"
    side = -1 if over else decider(state)
    return Checked(game.record, name, title.face.view(state, SPECTATOR).when, over, side)


def read_record(data: bytes) -> Record:
    """JSON or the readable notation, whichever it is. Raises `BadRecord`."""
    try:
        return from_json(data) if data.lstrip()[:1] == b"{" else from_text(data.decode())
    except UnicodeDecodeError:
        raise BadRecord("a record is text, in UTF-8") from None


def play_again(record: Record, library: Library) -> Game:
    title, edition = library.title(record.title), library.edition(record.title, record.changes or None)
    game = open_record(record, title, edition)
    if game.frozen is not None:
        raise BadRecord(game.frozen.why)
    return game


def answer(memory: Memory, question: Ask | Check) -> Answer:
    return choice(memory, question) if isinstance(question, Ask) else verdict(memory.library, question)


def verdict(library: Library, question: Check) -> Answer:
    try:
        return Answer(checked=check(question.data, library))
    except (BadRecord, Unknown) as error:
        return Answer(problem=str(error))
    except Exception as error:  # it may hold numbers that no rule was written for
        return Answer(problem=f"the rules cannot make sense of it: {type(error).__name__}: {cut(str(error))}")


def choice(memory: Memory, ask: Ask) -> Answer:
    try:
        game = memory.game(ask)
        if game is None:
            return Answer(lost=True)
        return Answer(advice=memory.advise(game, ask)) if ask.advise else memory.decide(game, ask)
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
        out.write(msgspec.json.encode(answer(memory, msgspec.json.decode(line, type=Ask | Check))) + b"\n")
        out.flush()


if __name__ == "__main__":
    main()
