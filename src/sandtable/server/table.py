"""A game that is being played: what the log amounts to, and the two ways to add to it."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Optional

import msgspec

from sandtable.kernel.dice import ProvableDice, ScriptedDice
from sandtable.kernel.play import Illegal, Refusal, State, decider, is_over, read, take
from sandtable.kernel.record import Game, replay
from sandtable.kernel.rules import Outcome
from sandtable.server.access import SPECTATOR
from sandtable.server.errors import Forbidden, StalePly, not_your_seat
from sandtable.server.library import Library
from sandtable.server.store import SAY, UNDO, Action, Line, Sheet, record_of

STRIDE: Final = 16  # a position is kept every so many plies, so that looking back replays few

KEY_USED: Final = Refusal("", "this key was used at this ply for something else")
NO_SENSE: Final = Refusal("", "this makes no sense here")
OVER: Final = Refusal("", "the game is over and its seed is known: nothing can be taken back any more")
NOT_YOUR_LAST: Final = Refusal("", "the last decision was not yours")


class Answer(NamedTuple):
    """What was done under a key, and the ply that was answered."""

    kind: str
    text: str
    ply: int


class Table:
    """Holds everything, also what is hidden. Nothing leaves from here but through `sight`, which looks at a still of it."""

    def __init__(self, sheet: Sheet, game: Game, actions: Sequence[Action]) -> None:
        self.sheet = sheet
        self.game = game
        self.lock = asyncio.Lock()
        self.seq = len(actions)
        self.answers: dict[tuple[int, int, str], Answer] = {}
        for action in actions:
            self.remember(action)
        self.positions: dict[int, State] = {}
        self.keep_position()
        self.sent: dict[tuple[int, str, int], bytes] = {}  # what was made for viewers at this seq
        self.gone = False  # deleted, or dropped because it may differ from the store

    def still(self) -> Table:
        """A copy that play does not change, to be looked at without the lock and in another thread."""
        still = copy.copy(self)
        still.game = copy.copy(self.game)
        still.game.state = self.game.state.clone()
        still.game.told = self.game.told[:]
        still.game.record = msgspec.structs.replace(self.game.record, plies=self.game.record.plies[:])
        return still

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def ply(self) -> int:
        return self.game.ply

    @property
    def is_over(self) -> bool:
        return is_over(self.game.state)

    def outcome(self) -> Optional[Outcome]:
        return self.game.title.rules.outcome(self.game.state) if self.is_over else None

    def line(self) -> Line:
        """What the list of games shows; it is the spectators' knowledge."""
        return Line(self.ply, self.game.title.face.view(self.game.state, SPECTATOR).when, self.outcome())

    def computer(self) -> Optional[int]:
        """The side that decides now, if the computer plays it."""
        if self.is_over:
            return None
        side = decider(self.game.state)
        return side if self.sheet.seats[side].kind == "computer" else None

    # What was asked before is answered as before.

    def remember(self, action: Action) -> None:
        ply = int(action.text) if action.kind == UNDO else action.at + 1
        self.answers[action.side, action.at, action.key] = Answer(action.kind, action.text, ply)

    def answered(self, side: int, ply: int, key: str, kind: str, text: str) -> Optional[int]:
        """The answer that this request got when it came first."""
        answer = self.answers.get((side, ply, key))
        if answer is None:
            return None
        if (answer.kind, answer.text) != (kind, text):
            raise Forbidden(KEY_USED, "key_used")
        return answer.ply

    # The two ways to add to the log. Both check first; afterwards the action has to be stored, or the table dropped.

    def say(self, side: int, ply: int, key: str, text: str) -> Action:
        game = self.game
        if ply != game.ply:
            raise StalePly(game.ply)
        if not self.is_over and side != decider(game.state):
            raise not_your_seat(f"{game.title.sides[decider(game.state)]} decides now")
        refusal = self.refused(side, text)
        if refusal is not None:
            raise Forbidden(refusal)
        game.say(text, ProvableDice(self.sheet.seed, ply + 1))
        self.keep_position()
        done = game.record.plies[-1]
        return Action(SAY, side, ply, text, done.dice, done.shown, key)

    def refused(self, side: int, text: str) -> Optional[Refusal]:
        """Why that side may not say this now. A text from outside may hold numbers that no rule was written for."""
        try:
            return self.game.refused(side, self.ply, text)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return NO_SENSE

    def undo(self, side: int, ply: int, key: str, to: int) -> Action:
        if ply != self.ply:
            raise StalePly(self.ply)
        limit = self.undo_limit(side)
        if limit is None or not limit <= to < ply:
            raise Forbidden(self.why_no_undo(side, to))
        self.go_back(to)
        return Action(UNDO, side, ply, str(to), (), False, key)

    def undo_limit(self, side: int) -> Optional[int]:
        """The earliest ply that this side may go back to; None if it cannot take anything back."""
        plies = self.game.record.plies
        if self.is_over or not plies or plies[-1].side != side:
            return None
        limit = self.game.undo_limit()
        return limit if limit < self.ply else None

    def why_no_undo(self, side: int, to: int) -> Refusal:
        if self.is_over:
            return OVER
        if not self.game.record.plies or self.game.record.plies[-1].side != side:
            return NOT_YOUR_LAST
        try:
            self.game.undo(to)
        except Illegal as illegal:
            return illegal.refusal
        return Refusal("", f"the game is at ply {self.ply}: there is nothing to take back to {to}")

    def go_back(self, to: int) -> None:
        state = self.state_at(to)
        self.positions = {ply: kept for ply, kept in self.positions.items() if ply <= to}
        self.game.state = state
        del self.game.record.plies[to:]
        del self.game.told[to + 1 :]

    # Earlier moments

    def keep_position(self) -> None:
        if self.ply % STRIDE == 0:
            self.positions[self.ply] = self.game.state.clone()

    def state_at(self, ply: int) -> Any:
        """A copy of the state at an earlier ply, from the nearest position that was kept."""
        record = self.game.record
        start = max([kept for kept in list(self.positions) if kept <= ply], default=-1)
        if start < 0:
            setup = ScriptedDice(record.setup)
            first = Game(self.game.title, self.game.edition, record.scenario, record.settings, setup)
            start, self.positions[0] = 0, first.state
        state = self.positions[start].clone()
        for n in range(start, ply):
            done = record.plies[n]
            take(state, read(state, done.text), ScriptedDice(done.dice))
            if (n + 1) % STRIDE == 0:
                self.positions[n + 1] = state.clone()
        return state


def lay(sheet: Sheet, actions: Sequence[Action], library: Library) -> Table:
    """A table from what is stored: every ply is checked by the rules again. Raises `BadRecord`."""
    title, edition = library.title(sheet.title), library.edition(sheet.title)
    return Table(sheet, replay(record_of(sheet, actions), None, title, edition), actions)
