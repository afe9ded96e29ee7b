"""Sandtable from Python: a game in a few words. All of it is reached as `import sandtable as st`.

    >>> import sandtable as st
    >>> g = st.new("battleaxe", seed=1)
    >>> g
    <Game of battleaxe (battleaxe) at ply 0: allied decides>
    >>> g.side, len(g.options), g.options[0]
    ('allied', 8, 'deploy 11H A')
    >>> "deploy 11H D" in g.options, "attack 15" in g.options
    (True, False)
    >>> print(g.why_not("deploy 11H 15"))
    it may not start there (5.2.1)
    >>> g.play("deploy 11H D")
    >>> h = g.clone()
    >>> h.play(["deploy CIH C", "attack 15"])  # a list is all or nothing
    Traceback (most recent call last):
    ...
    sandtable.kernel.play.Illegal: this is not the moment to attack; now: assault, regroup, pass, shortage (11.0)
    >>> h.ply, g.ply
    (1, 1)
    >>> h.play(["deploy CIH D", "assault H"])
    >>> h.odds("attack H")
    <Forecast Attack on Tobruk: Overrun 3%, Success 61%, Stalemate 9%, Repulse 27%>
    >>> h.view("axis")
    <View: June 15, 1941 · Impulse 1 · Allied half, 41 pieces>
    >>> g.undo()
    >>> g.ply
    0

Two computers play it to the end, each from its own seat:

    >>> bots = {"allied": st.player("random", seed=1), "axis": st.player("random", seed=2)}
    >>> while not g.over:
    ...     g.play(bots[g.side].choose(g.seat()))
    >>> g.outcome is not None, g.at(2).side
    (True, 'allied')

`g.record.save("game.json")` keeps it, `st.load("game.json")` has it again, and `print(g)` shows the position.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Optional, Union

from sandtable.face.view import NOTHING, Forecast, View
from sandtable.face.words import position_in_words, result_in_words
from sandtable.kernel import game as kernel
from sandtable.kernel.data import read_changes
from sandtable.kernel.dice import Dice, SeededDice, dice_for
from sandtable.kernel.play import Illegal, Refusal, decider, is_over
from sandtable.kernel.record import Record, read_file
from sandtable.kernel.rules import Outcome, Settings, Unknown
from sandtable.kernel.sides import SIDES
from sandtable.players import make_player
from sandtable.players.seat import Bot, Options, Seat
from sandtable.titles import load_title

SPECTATOR = -1


class Game:
    """A game and its dice. It knows everything; players are given a `seat`."""

    def __init__(self, game: kernel.Game, seed: int) -> None:
        self._game, self._seed = game, seed
        self._clones = 0

    # Where it stands

    @property
    def title(self) -> str:
        return self._game.record.title

    @property
    def scenario(self) -> str:
        return self._game.record.scenario

    @property
    def settings(self) -> Settings:
        return dict(self._game.record.settings)

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return self._game.ply

    @property
    def side(self) -> Optional[str]:
        """Who decides: 'allied' or 'axis'; None when the game is over."""
        return None if self.over else SIDES[decider(self._game.state)]

    @property
    def over(self) -> bool:
        return is_over(self._game.state)

    @property
    def frozen(self) -> str:
        """Why a game that older rules made cannot go on; empty if it can."""
        return self._game.frozen.why if self._game.frozen is not None else ""

    @property
    def outcome(self) -> Optional[Outcome]:
        """How it ended; None while it goes on."""
        outcome: Optional[Outcome] = self._game.title.rules.outcome(self._game.state)
        return outcome

    @property
    def record(self) -> Record:
        """All that is needed to play it again: `record.save("game.json")`, or as text, `record.save("game.txt")`."""
        return self._game.copy().record

    # What may be done, and doing it

    @property
    def options(self) -> Options:
        """What may be said now, as texts, in the order of the rules."""
        ply, game = self.ply, self._game
        return Options(lambda: game.state if game.ply == ply else game.at(ply))

    def why_not(self, text: str) -> Optional[Refusal]:
        """The rule that forbids it, by number and in words; None if it is an option."""
        try:
            self._game.understood(text)
        except Illegal as illegal:
            return illegal.refusal
        return None

    def play(self, said: Union[str, Sequence[str]]) -> None:
        """Say something for the side that decides, or several things in a row, for whoever is asked then.

        Raises `Illegal`, with the rule, if one of them is refused; then nothing has changed.
        """
        self._game.play(said, self._dice)

    def odds(self, text: str) -> Optional[Forecast]:
        """The chances of what an option leads to, from the rules themselves; None where no fight depends on it."""
        forecast: Optional[Forecast] = self._game.title.face.forecast(self._game.state, self._game.understood(text), NOTHING)
        return forecast

    # Looking

    def view(self, side: Optional[str] = None) -> View:
        """All that a side may see; without a side, what a spectator sees."""
        view: View = self._game.title.face.view(self._game.state, SPECTATOR if side is None else number_of(side))
        return view

    def seat(self, side: Optional[str] = None) -> Seat:
        """The place of a side, or of the one that decides. It shows what that side may know and holds nothing else."""
        if side is None and self.over:
            raise ValueError("the game is over: nobody decides; name the side whose seat it is")
        of = decider(self._game.state) if side is None else number_of(side)
        return Seat(self._game.title, self._game.state, of, self.ply, dice_for(self._seed, self.ply, f"seat of {SIDES[of]}"))

    def __str__(self) -> str:
        lines = list(position_in_words(self.view()))
        if self.outcome is not None:
            lines.append(result_in_words(self._game.title.sides, self.outcome))
        return "\n".join(lines)

    def __repr__(self) -> str:
        going = "frozen" if self.frozen else f"{self.side} decides" if self.outcome is None else self.outcome.level
        return f"<Game of {self.title} ({self.scenario}) at ply {self.ply}: {going}>"

    # Other moments, other courses

    def clone(self) -> Game:
        """The same game, to go another way: with dice of its own, so that nothing done there tells what will fall here."""
        self._clones += 1
        return Game(self._game.copy(), dice_for(self._seed, self._clones, "clone").x)

    def undo(self, plies: int = 1) -> None:
        """Take the last decision back, or the last few. Said again, it meets the same dice."""
        if not 0 <= plies <= self.ply:
            raise ValueError(f"{plies} decisions cannot be taken back: the game is at ply {self.ply}")
        self._game.back_to(self.ply - plies)

    def at(self, ply: int) -> Game:
        """The game as it was after so many decisions; this one stays where it is."""
        if not 0 <= ply <= self.ply:
            raise ValueError(f"there is no ply {ply}: the game has 0 to {self.ply}")
        twin = self.clone()
        twin._game.back_to(ply)
        return twin

    def _dice(self, ply: int) -> Dice:
        return dice_for(self._seed, ply, "table")


def number_of(side: str) -> int:
    if side not in SIDES:
        raise Unknown(f"no side is called {side!r}; there are: {', '.join(SIDES)}")
    return SIDES.index(side)


def new(
    title: str,
    scenario: Optional[str] = None,
    *,
    seed: Optional[int] = None,
    settings: Optional[Mapping[str, int]] = None,
    edition: Union[str, Path, None] = None,
) -> Game:
    """A new game: the first scenario if none is named, with a seed always the same game.

    `settings` are those that differ from the usual; `edition` is a folder with values to lay over ours.

    >>> new("gazala", "one", seed=7)
    <Game of gazala (one) at ply 0: axis decides>
    >>> new("battleaxe", "moon")
    Traceback (most recent call last):
    ...
    sandtable.kernel.rules.Unknown: no scenario of battleaxe is called 'moon'; there are: battleaxe, extended
    """
    known = load_title(title)
    values = known.rules.load(None if edition is None else read_changes(Path(edition)))
    chosen = seed_of(seed)
    first = known.rules.scenarios[0].id
    return Game(kernel.Game(known, values, scenario or first, dict(settings or {}), dice_for(chosen, 0, "table")), chosen)


def load(path: Union[str, Path], *, seed: Optional[int] = None) -> Game:
    """A game from its record, JSON or text. What older rules made is carried over to those of today if every decision still
    fits; otherwise it is `frozen` where it does not, to be looked at."""
    record = read_file(Path(path))
    return Game(kernel.open_record(record, load_title(record.title)), seed_of(seed))


def player(name: str, *, seed: Optional[int] = None) -> Bot:
    """A computer player, by its name in `sandtable titles`. Give each seat one of its own.

    >>> player("greedy", seed=1)
    <Bot greedy>
    """
    return Bot(make_player(name), name, SeededDice(seed_of(seed)))


def seed_of(seed: Optional[int]) -> int:
    return secrets.randbits(62) if seed is None else seed
