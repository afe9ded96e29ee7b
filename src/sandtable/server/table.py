"""A game at a table: who sits there, who is at it now, what was asked before. All else is the game's own."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Sequence
from typing import Final, NamedTuple, Optional

import msgspec

from sandtable.face.handling import with_again
from sandtable.face.view import Proposal, View
from sandtable.kernel.dice import Dice, LedDice, ProvableDice
from sandtable.kernel.game import Game, NotAsked, Stale, open_record
from sandtable.kernel.play import Event, Illegal, Refusal, decider, is_over, write
from sandtable.kernel.record import Ply
from sandtable.kernel.rules import Outcome
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.kernel.standing import ALWAYS, Standing, standing_answer, still_standing
from sandtable.server.access import SPECTATOR
from sandtable.server.errors import Forbidden, Problem, StalePly, not_your_seat
from sandtable.server.library import Library
from sandtable.server.shapes import Move, Wish
from sandtable.server.store import SAY, UNDO, Action, Line, Offer, Sheet, Wishes, actions_of, record_of, texts_of
from sandtable.texts.lesson import Script, Where

KEY_USED: Final = Refusal("", "this key was used at this ply for something else")
OVER: Final = Refusal("", "the game is over and its seed is known: nothing can be taken back any more")
GIVEN_UP: Final = Refusal("", "the game is over: the computer has given up")
NOT_YOUR_LAST: Final = Refusal("", "the last decision was not yours")


class Answer(NamedTuple):
    """What was done under a key, and the ply that was answered."""

    kind: str
    text: str
    ply: int


class Table:
    """Holds everything, also what is hidden. Nothing leaves from here but through `sight`, which looks at a still of it."""

    def __init__(self, sheet: Sheet, game: Game, actions: Sequence[Action], script: Optional[Script] = None) -> None:
        self.sheet = sheet
        self.game = game
        self.script = script  # of a guided game
        self.lock = asyncio.Lock()
        self.seq = len(actions)
        self.answers: dict[tuple[int, int, str], Answer] = {}
        self.reasons: dict[int, str] = {}  # what the computer had in mind, by the ply that it led to
        for action in actions:
            self.remember(action)
        self.views: dict[int, View] = {}  # of this moment, by viewer: each is made once
        self.sent: dict[tuple[int, str, int], bytes] = {}  # what was made for viewers at this seq
        self.moves: dict[int, dict[int, tuple[Move, ...]]] = {}  # by viewer and ply: each is worked out once
        self.gone = False  # deleted, or dropped because it may differ from the store

    def still(self) -> Table:
        """A copy that play does not change, to be looked at without the lock and in another thread."""
        still = copy.copy(self)
        still.game, still.views = self.game.copy(), dict(self.views)
        return still

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def ply(self) -> int:
        return self.game.ply

    @property
    def is_over(self) -> bool:
        return is_over(self.game.state) or self.sheet.offer == "accepted"

    def outcome(self) -> Optional[Outcome]:
        if is_over(self.game.state) or not self.is_over:
            return self.game.title.rules.outcome(self.game.state) if self.is_over else None
        loser = self.quitter()
        assert loser is not None
        return Outcome(other(loser), "Given up", "", (0, 0), f"the {self.game.title.sides[loser]} side has given the game up.")

    # A computer that thinks it has lost

    def quitter(self) -> Optional[int]:
        """The side of a computer that may offer a person to give up."""
        found = [side for side, seat in enumerate(self.sheet.seats) if seat.kind == "computer" and seat.resigns is True]
        return found[0] if len(found) == 1 and self.sheet.seats[other(found[0])].kind != "computer" else None

    def may_offer(self) -> bool:
        """Once a game: who has played on is not asked again."""
        return not self.is_over and self.sheet.offer == "" and self.quitter() is not None

    def is_offered(self, viewer: int) -> bool:
        quitter = self.quitter()
        return not self.is_over and self.sheet.offer == "made" and quitter is not None and viewer == other(quitter)

    def set_offer(self, offer: Offer) -> None:
        self.sheet = self.sheet._replace(offer=offer)

    def view(self, viewer: int) -> View:
        if viewer not in self.views:
            view: View = self.game.title.face.view(self.game.state, viewer)
            self.views[viewer] = msgspec.structs.replace(view, proposals=self.proposals(view)) if self.asks(viewer) else view
        return self.views[viewer]

    def proposals(self, view: View) -> tuple[Proposal, ...]:
        """What the title proposes, with what it makes of what the side that decides has said before."""
        return with_again(view.proposals, self.game.title.face.again(self.game.state, self.game.said_here()))

    def line(self) -> Line:
        """What the list of games shows; it is the spectators' knowledge."""
        return Line(self.ply, self.moment(), self.outcome())

    def moment(self) -> str:
        if self.script is None:
            return self.view(SPECTATOR).when
        where, cards = self.where(), len(self.script.lesson.cards)
        return f"step {where.card + 1} of {cards}" if where.step < cards else "lesson done"

    # Guided games

    def where(self) -> Where:
        """How far the lesson has come."""
        assert self.script is not None
        return self.script.where(self.game.record.plies)

    def reply(self) -> Optional[str]:
        """What the script lets the other side say now."""
        line = self.where().next if self.script is not None else None
        return line.text if line is not None and line.side != self.script.lesson.side else None  # type: ignore[union-attr]

    def computer(self) -> Optional[int]:
        """The side that decides now, if the computer plays it."""
        if self.is_over or self.game.frozen is not None:
            return None
        side = decider(self.game.state)
        return side if self.sheet.seats[side].kind == "computer" else None

    def asks(self, side: int) -> bool:
        """Whether that side is to decide."""
        return not self.is_over and self.game.frozen is None and decider(self.game.state) == side

    # Answers given in advance

    def stand(self, side: int, wishes: Sequence[Wish]) -> None:
        turn = self.game.title.rules.turn(self.game.state)
        answers = tuple([Standing(wish.kind, wish.verb, turn if wish.turn else ALWAYS) for wish in wishes])
        self.keep_standing((answers, self.sheet.standing[1]) if side == ALLIED else (self.sheet.standing[0], answers))

    def keep_standing(self, standing: Wishes) -> None:
        self.sheet = self.sheet._replace(standing=standing)

    def wishes(self, side: int) -> tuple[Wish, ...]:
        return tuple([Wish(answer.kind, answer.verb, answer.turn != ALWAYS) for answer in self.sheet.standing[side]])

    def stands(self) -> Optional[str]:
        """What the seat that is asked has said beforehand. Against a person nothing may depend on what it hides."""
        if self.is_over or self.game.frozen is not None:
            return None
        side = decider(self.game.state)
        watched = self.sheet.seats[other(side)].kind != "computer"
        option = standing_answer(self.game.state, self.sheet.standing[side], watched)
        return write(self.game.state, option) if option is not None else None

    def lapse(self, since: int) -> bool:
        """After what was done since a ply some answers do not stand any more. Whether any has lapsed."""
        title, state = self.game.title, self.game.state
        turn = title.rules.turn(state) if not self.is_over else ALWAYS
        attacks = (title.face.battles[0], title.face.warning)
        attackers = {
            ply.side for ply, told in zip(self.game.record.plies[since:], self.game.told[since + 1 :], strict=True)
            if any(isinstance(event, Event) and event.what in attacks for event in told.log)
        }  # fmt: skip
        ours, theirs = [still_standing(self.sheet.standing[side], turn, other(side) in attackers) for side in (ALLIED, AXIS)]
        if (ours, theirs) == self.sheet.standing:
            return False
        self.keep_standing((ours, theirs))
        return True

    # What was asked before is answered as before.

    def remember(self, action: Action) -> None:
        if action.kind == UNDO:
            self.reasons = {ply: why for ply, why in self.reasons.items() if ply <= int(action.text)}
        elif action.why:
            self.reasons[action.at + 1] = action.why
        ply = int(action.text) if action.kind == UNDO else action.at + len(texts_of(action))
        self.answers[action.side, action.at, action.key] = Answer(action.kind, action.text, ply)

    def answered(self, side: int, ply: int, key: str, kind: str, text: str) -> Optional[int]:
        """The answer that this request got when it came first. A list may have been interrupted: then it was its beginning."""
        answer = self.answers.get((side, ply, key))
        if answer is None:
            return None
        if answer.kind != kind or not f"{text}\n".startswith(f"{answer.text}\n"):
            raise Forbidden(KEY_USED, "key_used")
        return answer.ply

    # The two ways to add to the log. Both check first; afterwards the action has to be stored, or the table dropped.

    def say(self, side: int, ply: int, key: str, texts: Sequence[str], why: str = "") -> Action:
        self.check_thawed()
        if self.is_over and not is_over(self.game.state):
            raise Forbidden(GIVEN_UP)
        try:
            done = self.game.say(side, ply, texts, lambda n: self.dice_of(n, side, texts[n - ply - 1]))
        except Stale:
            raise StalePly(self.ply) from None
        except NotAsked as illegal:
            raise not_your_seat(illegal.refusal.text) from None
        except Illegal as illegal:
            raise Forbidden(illegal.refusal) from None
        self.views.clear()
        last = self.game.record.plies[-1]
        return Action(SAY, side, ply, "\n".join(texts[:done]), last.dice, last.shown, key, why)

    def dice_of(self, ply: int, side: int, text: str) -> Dice:
        """The dice of what is about to be said; those of a lesson fall as its script says while that is followed."""
        dice = ProvableDice(self.sheet.seed, ply)
        where = self.where() if self.script is not None else None
        if self.script is None or where is None or where.next is None:
            return dice
        line = self.script.meant(where.step, where.left, side, text)
        return LedDice(line.dice, dice) if line is not None else dice

    def undo(self, side: int, ply: int, key: str, to: int) -> Action:
        self.check_thawed()
        if ply != self.ply:
            raise StalePly(self.ply)
        limit = self.undo_limit(side)
        if limit is None or not limit <= to < ply:
            raise Forbidden(self.why_no_undo(side, to))
        if self.script is None:
            self.game.undo(to)
        else:
            while self.game.record.plies[to].side != side:  # what is answered at once would come again
                to -= 1
            self.game.back_to(to)
        self.views.clear()
        self.moves = {}  # not cleared: whoever looks at a still of before writes into the old one
        return Action(UNDO, side, ply, str(to), (), False, key)

    def undo_limit(self, side: int) -> Optional[int]:
        """The earliest ply that this side may go back to; None if it cannot take anything back."""
        plies = self.game.record.plies
        if self.is_over or self.game.frozen is not None:
            return None
        if self.script is not None:
            own = [n for n in range(len(self.script.start), self.ply) if plies[n].side == side]
            return min(own, default=None)
        if not plies or plies[-1].side != side:
            return None
        limit = self.game.undo_limit()
        return limit if limit < self.ply else None

    def why_no_undo(self, side: int, to: int) -> Refusal:
        if self.is_over:
            return OVER
        if not self.game.record.plies or self.game.record.plies[-1].side != side:
            return NOT_YOUR_LAST
        try:
            self.game.copy().undo(to)
        except Illegal as illegal:
            return illegal.refusal
        return Refusal("", f"the game is at ply {self.ply}: there is nothing to take back to {to}")

    def check_thawed(self) -> None:
        if self.game.frozen is not None:
            raise Problem(410, "frozen", self.game.frozen.why)


class Laid(NamedTuple):
    """A table from what is stored. If other rules had made the game it was carried over, and has to be stored anew; its
    actions too if they are others now."""

    table: Table
    carried: bool
    actions: Optional[list[Action]]


def lay(sheet: Sheet, actions: Sequence[Action], library: Library) -> Laid:
    """Every ply is checked by the rules again. Raises `BadRecord` if not even the set-up can be had."""
    record = record_of(sheet, actions)
    title = library.title(sheet.title)
    game = open_record(record, title, library.edition(sheet.title, record.changes or None))
    script = library.lesson(sheet.title) if sheet.lesson else None
    now = game.record
    if game.frozen is not None or (sheet.rules, sheet.edition) == (now.rules, now.edition):
        return Laid(Table(sheet, game, actions, script), False, None)
    sheet = sheet._replace(rules=now.rules, edition=now.edition)
    if [bare(ply) for ply in now.plies] == [bare(ply) for ply in record.plies]:
        return Laid(Table(sheet, game, actions, script), True, None)
    anew = actions_of(now.plies, "carried")
    return Laid(Table(sheet._replace(imported=len(anew)), game, anew, script), True, anew)


def bare(ply: Ply) -> tuple[int, str, tuple[int, ...]]:
    return ply.side, " ".join(ply.text.split()), ply.dice
