"""What a player gets to see: one side's seat at a game, and no more than that side may know.

A seat holds no game and no true state. What is hidden from its side was dealt anew when the seat was taken, so that whatever a
player looks at, and however deep it digs, it finds what its side might believe. (Where a title hides nothing that is the truth.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Optional, Union, overload

from sandtable.face.view import NOTHING, Forecast, View
from sandtable.face.words import position_in_words
from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.play import Illegal, Option, Refusal, State, decider, is_over, options, read, why_not, write
from sandtable.kernel.sides import SIDES
from sandtable.players.player import Player
from sandtable.titles import AnyTitle

SHOWN = 4  # options that a repr names


class Options(Sequence[str]):
    """What may be said, as texts. They are written when somebody looks; `in` asks the rules about the one text only."""

    def __init__(self, state: Callable[[], State], asked: bool = True) -> None:
        self._state, self._asked = state, asked
        self._found: Optional[list[Option]] = None

    def _options(self) -> list[Option]:
        if self._found is None:
            self._found = options(self._state()) if self._asked else []
        return self._found

    def __len__(self) -> int:
        return len(self._options())

    @overload
    def __getitem__(self, n: int) -> str: ...
    @overload
    def __getitem__(self, n: slice) -> list[str]: ...
    def __getitem__(self, n: Union[int, slice]) -> Union[str, list[str]]:
        s = self._state()
        if isinstance(n, slice):
            return [write(s, o) for o in self._options()[n]]
        return write(s, self._options()[n])

    def __iter__(self) -> Iterator[str]:
        s = self._state()
        return (write(s, o) for o in self._options())

    def __contains__(self, text: object) -> bool:
        return self._asked and isinstance(text, str) and refusal_of(self._state(), text) is None

    def __repr__(self) -> str:
        more = f", and {len(self) - SHOWN} more" if len(self) > SHOWN else ""
        return f"<Options: {', '.join(self[:SHOWN]) or 'none'}{more}>"


def refusal_of(s: State, text: str) -> Optional[Refusal]:
    """Why a text cannot be said in a position, if it cannot."""
    try:
        return why_not(s, read(s, text))
    except Illegal as illegal:
        return illegal.refusal


class Seat:
    """A side's place at the table, at one moment."""

    def __init__(self, title: AnyTitle, s: State, side: int, ply: int, dice: Dice) -> None:
        self._title, self._side, self.ply = title, side, ply
        self._state: Any = title.rules.redeal(s, side, dice)
        self._dice = SeededDice(dice.draw(range(1 << 40), side, ""))

    @property
    def title(self) -> str:
        return self._title.slug

    @property
    def side(self) -> str:
        return SIDES[self._side]

    @property
    def asked(self) -> bool:
        """Whether this side is to decide."""
        return not is_over(self._state) and decider(self._state) == self._side

    @property
    def options(self) -> Options:
        """What this side may say; nothing while the other is asked."""
        return Options(lambda: self._state, self.asked)

    def why_not(self, text: str) -> Optional[Refusal]:
        """The rule that forbids it, if one does."""
        if not self.asked:
            return Refusal("", "this side is not asked now")
        return refusal_of(self._state, text)

    def odds(self, text: str) -> Optional[Forecast]:
        """The chances of what an option leads to, as far as this side can tell."""
        forecast: Optional[Forecast] = self._title.face.forecast(self._state, read(self._state, text), NOTHING)
        return forecast

    def view(self) -> View:
        """All that this side may see."""
        view: View = self._title.face.view(self._state, self._side)
        return view

    def guess(self) -> Any:
        """A state of the title's rules that this side cannot tell from the true one, to look ahead in with
        `sandtable.kernel.play`; every call deals anew what is hidden."""
        return self._title.rules.redeal(self._state, self._side, self._dice)

    def __str__(self) -> str:
        return "\n".join(position_in_words(self.view()))

    def __repr__(self) -> str:
        return f"<Seat of {self.side} in {self.title} at ply {self.ply}, {'to decide' if self.asked else 'waiting'}>"


class Bot:
    """A computer player who sits down at a seat."""

    def __init__(self, player: Player, name: str, dice: Dice) -> None:
        self._player, self._dice, self.name = player, dice, name

    def choose(self, seat: Seat) -> str:
        """What it says for a seat that is asked."""
        s = seat._state
        return write(s, self._player.choose(seat._title, s, seat._side, self._dice))

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"
