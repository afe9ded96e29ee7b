"""A game that is being played or looked at: its record, the state that this leads to, and every moment on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple, Optional, Protocol, Union

import msgspec

from sandtable.kernel.data import DataError, Rows, changes_of
from sandtable.kernel.dice import Dice, RecordingDice, ScriptedDice, ScriptError
from sandtable.kernel.names import cut, quoted
from sandtable.kernel.play import (
    SCORED,
    Event,
    Illegal,
    Option,
    Refusal,
    State,
    decider,
    is_over,
    is_shown,
    options,
    pending,
    read,
    take,
    why_not,
    write,
)
from sandtable.kernel.record import BadRecord, Ply, Record
from sandtable.kernel.rules import Edition, Playable, Settings, Unknown
from sandtable.kernel.sides import EVERYONE, SIDES, only
from sandtable.kernel.steps import Chronicle, Heading, headings
from sandtable.kernel.tally import Tally

STRIDE: Final = 16  # a position is kept every so many plies, so that looking back replays few
MOST: Final = 128  # positions that are kept; of longer games every second, fourth, ...

POINTS: Final = "points"  # the event by which rules themselves speak of them
NONSENSE: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError)  # what nobody foresaw, from outside
OVER: Final = Refusal("", "the game is over")
NO_SENSE: Final = Refusal("", "this makes no sense here")
NOTHING: Final = Refusal("", "nothing was said")

Chance = Union[Dice, Callable[[int], Dice]]  # dice for all plies, or those of a ply by its number (set-up is 0)


class Titled(Playable, Protocol):
    """A title, as far as a game knows it."""

    @property
    def name(self) -> str: ...


class Stale(Illegal):
    """Said at another ply than the game's."""


class NotAsked(Illegal):
    """Said by a side that is not asked."""


class Told(NamedTuple):
    """What was told at a ply, events and rolls in their order, where play stood at each, the rule of what was decided, and where
    play stood when that was asked."""

    rule: str
    log: list[object]
    places: list[tuple[Heading, ...]]
    asked: tuple[Heading, ...] = ()


class Frozen(NamedTuple):
    """Why a game cannot go on, for people, and its record as it was."""

    why: str
    record: Record


class Game:
    """A record and the state it leads to. It owns its history: what was told, and any earlier moment."""

    def __init__(self, title: Titled, edition: Edition, scenario: str, settings: Settings, dice: Dice) -> None:
        title.rules.scenario(scenario)
        self.title: Any = title  # the kernel knows its rules; those who made the game know the rest
        self.edition: Edition = edition
        self.told: list[Told] = []  # set-up comes first
        self.frozen: Optional[Frozen] = None
        changes = msgspec.UNSET if edition.changes is None else edition.changes.plain()
        self.record: Record = Record(
            title=title.rules.slug, rules=title.rules.version, edition=edition.digest, scenario=scenario,
            settings=title.rules.agree(settings), plies=[], changes=changes,
        )  # fmt: skip
        log: list[object] = []
        recording = RecordingDice(dice, log)
        self.state: Any = title.rules.new(edition, scenario, self.record.settings, recording)
        self.record.setup = tuple(recording.seen)
        self.told.append(Told("", log, [()] * len(log)))
        self.stride: int = STRIDE
        self.kept: dict[int, Any] = {0: self.state.clone()}  # positions by ply; they are never changed
        self.reckoned: Optional[tuple[Any, Sequence[Tally]]] = None  # the state that was reckoned last, and its sums

    def __repr__(self) -> str:
        going = "over" if is_over(self.state) else f"{SIDES[decider(self.state)]} decides"
        return f"<Game of {self.title.slug} ({self.record.scenario}) at ply {self.ply}, {'frozen' if self.frozen else going}>"

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self.record.plies)

    def copy(self) -> Game:
        """The same game once more; what is said in one is not said in the other."""
        twin = object.__new__(Game)
        twin.title, twin.edition, twin.frozen, twin.stride = self.title, self.edition, self.frozen, self.stride
        twin.told, twin.kept = self.told[:], dict(self.kept)
        twin.record = msgspec.structs.replace(self.record, plies=self.record.plies[:])
        twin.state, twin.reckoned = self.state.clone(), None
        return twin

    # What may be said

    def understood(self, text: str) -> Option:
        """The option that a text means now. Raises `Illegal`. What comes from outside may name numbers no rule was made for."""
        if self.frozen is not None:
            raise Illegal(Refusal("", self.frozen.why))
        if is_over(self.state):
            raise Illegal(OVER)
        try:
            o = read(self.state, text)
            refusal = why_not(self.state, o)
        except Illegal:
            raise
        except NONSENSE:
            raise Illegal(NO_SENSE) from None
        if refusal is not None:
            raise Illegal(refusal)
        return o

    def check_turn(self, side: int, ply: int) -> None:
        """Raises `Stale` or `NotAsked` unless that side is asked, and at that ply."""
        if ply != self.ply:
            raise Stale(Refusal("", f"the game has moved on to ply {self.ply}"))
        if not is_over(self.state) and side != decider(self.state):
            raise NotAsked(Refusal("", f"{self.title.rules.sides[decider(self.state)]} decides now"))

    def refused(self, side: int, ply: int, text: str) -> Optional[Refusal]:
        """Why that side may not say this at that ply, if it may not."""
        try:
            self.check_turn(side, ply)
            self.understood(text)
        except Illegal as illegal:
            return illegal.refusal
        return None

    def said_here(self) -> list[tuple[str, ...]]:
        """What the side that decides now has said where play stands now, and in all that was begun from there: a list of texts for
        each turn, this turn first, then the last. The turn is the outermost of what goes on."""
        here, side = headings(self.state), decider(self.state)
        found: dict[Heading, list[str]] = {}
        for ply, told in zip(self.record.plies, self.told[1:], strict=True):
            if ply.side == side and told.asked[1 : len(here)] == here[1:]:
                found.setdefault(told.asked[0], []).append(ply.text)
        now = found.pop(here[0], [])
        return [tuple(now), *[tuple(texts) for texts in reversed(found.values())]]

    # Saying it

    def say(self, side: int, ply: int, said: Union[str, Sequence[str]], dice: Chance) -> int:
        """A decision of a side, or several in a row, from the ply at which it made up its mind. Gives how many were made.

        If one is refused nothing has changed. A die, something that comes to light for that side, or a question to the other
        ends a list early, and what was said until then stands: otherwise a list would be a way to look before one leaps.
        """
        self.check_turn(side, ply)
        texts = listed(said)
        for text in texts:
            if self.ply > ply and self.interrupted(side):
                break
            self.all_or_nothing(ply, text, dice)
        return self.ply - ply

    def play(self, said: Union[str, Sequence[str]], dice: Chance) -> None:
        """One text or several, each for the side that is asked then. If one is refused nothing has changed."""
        start = self.ply
        for text in listed(said):
            self.all_or_nothing(start, text, dice)

    def all_or_nothing(self, start: int, text: str, dice: Chance) -> None:
        try:
            self.choose(self.understood(text), dice if isinstance(dice, Dice) else dice(self.ply + 1))
        except BaseException:
            if self.ply > start:
                self.back_to(start)
            raise

    def interrupted(self, side: int) -> bool:
        """Whether after the last ply that side cannot go on, or knows more than before."""
        rolled = bool(self.record.plies[-1].dice)
        return rolled or is_shown(self.told[-1].log, only(side)) or is_over(self.state) or decider(self.state) != side

    def choose(self, o: Option, dice: Dice) -> None:
        """Take an option that is known to be one. Nothing has changed if it raises."""
        s: State = self.state
        act = pending(s).act(o[0])
        assert act is not None, f"{o} is not an option now"
        side, text, asked = decider(s), write(s, o), headings(s)
        before = self.told[-1].places
        log = Chronicle(s, before[-1] if before else ())
        s.log = log
        recording = RecordingDice(dice, log)
        sums = self.sums()
        try:
            take(s, o, recording)
        except BaseException:
            self.state = self.at(self.ply)
            raise
        s.log, self.reckoned = None, None
        self.tell_points(log, asked, zip(sums, self.sums(), strict=True))
        shown = is_shown(log, EVERYONE)
        self.record.plies.append(Ply(side, text, tuple(recording.seen), shown))
        self.told.append(Told(act.rule, list(log), log.places, asked))
        self.keep(self.ply, s)

    def sums(self) -> Sequence[Tally]:
        """What each side would have if it ended now. It takes a while, and what a ply led to is where the next begins."""
        if self.reckoned is None or self.reckoned[0] is not self.state:
            self.reckoned = (self.state, self.title.rules.reckon(self.state))
        return self.reckoned[1]

    def tell_points(self, log: Chronicle, asked: tuple[Heading, ...], sums: Iterable[tuple[Tally, Tally]]) -> None:
        """How sums have changed: where the rules speak of points, else after the last that belongs to what was decided."""
        changes = [(side, change) for side, (before, after) in enumerate(sums) if (change := after.since(before)).terms]
        heard = [
            (event.what == POINTS, shared(place, asked), n)
            for n, (event, place) in enumerate(zip(log, log.places, strict=True))
            if isinstance(event, Event)
        ]
        last = max(heard)[-1] if heard else -1
        for n, (side, change) in enumerate(changes, last + 1):
            log.insert(n, Event(SCORED, (side,), EVERYONE, change))
            log.places.insert(n, log.places[n - 1] if n else asked)

    # Earlier moments

    def keep(self, ply: int, s: State) -> None:
        if ply % self.stride:
            return
        self.kept[ply] = s.clone()
        if len(self.kept) > MOST:
            self.stride *= 2
            self.kept = {n: kept for n, kept in self.kept.items() if n % self.stride == 0}

    def at(self, ply: int) -> Any:
        """A copy of the state as it was after so many plies."""
        if not 0 <= ply <= self.ply:
            raise LookupError(f"there is no ply {ply}; the game has 0 to {self.ply}")
        start = max([kept for kept in list(self.kept) if kept <= ply])
        s = self.kept[start].clone()
        for done in self.record.plies[start:ply]:
            take(s, read(s, done.text), ScriptedDice(done.dice))
        return s

    def from_to(self, first: int, last: int) -> Iterator[Any]:
        """The state after each of these plies. It goes on from one to the next: look at it and let it go."""
        s = self.at(first)
        yield s
        for done in self.record.plies[first:last]:
            take(s, read(s, done.text), ScriptedDice(done.dice))
            yield s

    def back_to(self, ply: int) -> None:
        """Forget what came after. Whoever has to keep to the limits of undo asks `undo`."""
        self.state = self.at(ply)
        del self.record.plies[ply:]
        del self.told[ply + 1 :]
        self.kept = {n: kept for n, kept in self.kept.items() if n <= ply}

    def undo_limit(self) -> int:
        """How far back the last side to decide may go: to the last die, revelation, or decision of the other."""
        plies = self.record.plies
        n = len(plies)
        while n and not plies[n - 1].dice and not plies[n - 1].shown and plies[n - 1].side == plies[-1].side:
            n -= 1
        return n

    def undo(self, to: int) -> None:
        """Go back to an earlier ply, within the limit."""
        if not self.undo_limit() <= to <= self.ply:
            raise Illegal(Refusal("", f"can be taken back to ply {self.undo_limit()} at most, not to {to}: a die has fallen, "
                                      "something became known, or the other side has decided"))  # fmt: skip
        self.back_to(to)

    # From records

    def follow(self, plies: Iterable[Ply], trusted: bool = False) -> None:
        """Plies of a record with the dice as they fell, each checked by the rules unless they come from a game of our own."""
        for ply in plies:
            dice = ScriptedDice(ply.dice)
            if trusted:
                self.choose(read(self.state, ply.text), dice)
                continue
            where = f"ply {self.ply}, {quoted(ply.text)}"
            if is_over(self.state) or ply.side != decider(self.state):
                raise BadRecord(f"{where}: it is not for {name_of(ply.side)} to decide")
            try:
                self.choose(self.understood(ply.text), dice)
            except (Illegal, ScriptError) as error:
                raise BadRecord(f"{where}: {error}") from None
            if dice.used != len(ply.dice):
                raise BadRecord(f"{where}: {len(ply.dice) - dice.used} dice are too many")

    @classmethod
    def carry(cls, record: Record, title: Titled, edition: Optional[Edition] = None) -> Game:
        """A game that other rules or values made, by those of today.

        It goes over if every ply can still be said and meets the dice that it met. Where today's rules put a question with
        one answer only, or one of which they know what was played before (`as_before`), that is given; what they take by
        themselves for that reason is not said again. Otherwise the game is
        frozen: it stands as it was before the ply that does not fit, can be looked at and exported, and nothing can be said.
        """
        game = set_up(record, title, edition or edition_of(title, record.changes))
        dice = ScriptedDice([face for ply in record.plies for face in ply.dice])
        fallen = 0  # dice that the old game had seen by then
        for n, ply in enumerate(record.plies):
            problem = game.carry_ply(ply, dice, fallen)
            fallen += len(ply.dice)
            if problem:
                game.freeze(record, n, problem)
                return game
        while dice.used < fallen and (o := game.answer_of_before()) is not None:
            game.choose(o, dice)
        if dice.used != fallen:
            game.freeze(record, len(record.plies), f"{fallen - dice.used} dice are left over")
        return game

    def carry_ply(self, ply: Ply, dice: ScriptedDice, fallen: int) -> str:
        """Says a ply of an old game; what is wrong with it, if anything."""
        try:
            while self.refused(ply.side, self.ply, ply.text) is not None and (o := self.answer_of_before()) is not None:
                self.choose(o, dice)
            refusal = self.refused(ply.side, self.ply, ply.text)
            if refusal is not None:
                return "" if self.taken_by_itself(ply) else str(refusal)
            if dice.used != fallen:
                return "the dice before it would have fallen for something else"
            self.choose(self.understood(ply.text), dice)
            return ""
        except ScriptError as error:
            return str(error)

    def answer_of_before(self) -> Optional[Option]:
        """What older rules did here without asking, if that is known."""
        found = options(self.state)
        said = [o for o in found if write(self.state, o) in self.title.rules.as_before]
        return found[0] if len(found) == 1 else said[0] if len(said) == 1 else None

    def taken_by_itself(self, ply: Ply) -> bool:
        """Whether it answers a question that is not put any more if there is one answer only, and that is not put now."""
        s, verb = self.state, ply.text.split(" ")[0]
        put_now = bool(s.frames) and decider(s) == ply.side and pending(s).act(verb) is not None
        rows = [row for kind in s.outlines.values() for row in kind.rows if row.forced]
        return not put_now and any(row.act(verb) is not None for row in rows)

    def freeze(self, record: Record, ply: int, problem: str) -> None:
        made = f"rules {cut(record.rules)}" if record.rules != self.title.rules.version else "other values"
        what = f"decision {ply + 1} ({quoted(record.plies[ply].text)})" if ply < len(record.plies) else "the end"
        self.frozen = Frozen(
            f"this game was made by {made} of {self.title.name} and cannot go on by those of today, because of {what}: {problem}. "
            "It can be looked at as far as it fits, and its record can be kept",
            record,
        )


def shared(place: Sequence[Heading], other: Sequence[Heading]) -> int:
    """How many headings two places have in common, outermost first, in whichever step of them."""
    pairs = zip([h for h in place if h.level], [h for h in other if h.level], strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


def listed(said: Union[str, Sequence[str]]) -> list[str]:
    texts = [said] if isinstance(said, str) else list(said)
    if not texts:
        raise Illegal(NOTHING)
    return texts


def name_of(side: int) -> str:
    return SIDES[side] if side in (0, 1) else str(side)


def edition_of(title: Titled, changes: Union[Rows, msgspec.UnsetType, None]) -> Edition:
    """Ours, with what a record lays over it."""
    if not changes:
        edition: Edition = title.rules.load(None)
        return edition
    try:
        edition = title.rules.load(changes_of(changes))
    except DataError as error:
        raise BadRecord(str(error)) from None
    except NONSENSE as error:
        raise no_such_edition(error) from None
    return edition


def no_such_edition(error: Exception) -> BadRecord:
    """Its values have the right types, but nothing can be built of them."""
    return BadRecord(f"the edition in the record makes no sense: {type(error).__name__} {cut(str(error))}")


def set_up(record: Record, title: Titled, edition: Edition) -> Game:
    """The game of a record before its first ply."""
    setup = ScriptedDice(record.setup)
    try:
        game = Game(title, edition, record.scenario, record.settings, setup)
    except ScriptError as error:
        raise BadRecord(f"set-up: {error}") from None
    except NONSENSE as error:
        if isinstance(error, Unknown) or not record.changes:
            raise
        raise no_such_edition(error) from None
    if setup.used != len(record.setup):
        raise BadRecord(f"set-up: {len(record.setup) - setup.used} dice are too many")
    return game


def replay(record: Record, upto: Optional[int], title: Titled, edition: Optional[Edition] = None) -> Game:
    """The game after so many plies, by the rules and values that made it. Every ply is checked."""
    edition = edition or edition_of(title, record.changes)
    if record.rules != title.rules.version:
        raise BadRecord(
            f"a record of rules version {cut(record.rules)}; this version of {title.rules.slug} plays {title.rules.version}"
        )
    if record.edition != edition.digest:
        raise BadRecord(
            f"a record of edition {cut(record.edition)}; loaded is {edition.digest}: give the edition it was played with"
        )
    upto = len(record.plies) if upto is None else upto
    if not 0 <= upto <= len(record.plies):
        raise BadRecord(f"there is no ply {upto}; the record has 0 to {len(record.plies)}")
    game = set_up(record, title, edition)
    game.follow(record.plies[:upto])
    return game


def open_record(record: Record, title: Titled, edition: Optional[Edition] = None) -> Game:
    """A saved game, whichever version saved it: replayed if rules and values are those of today, else carried over or frozen."""
    edition = edition or edition_of(title, record.changes)
    if (record.rules, record.edition) == (title.rules.version, edition.digest):
        return replay(record, None, title, edition)
    return Game.carry(record, title, edition)


def fingerprint(s: State) -> str:
    """Names a position by what rules made of it: all that the state holds, and what may be said. Rows of outlines may be
    rearranged without changing it.
    """
    play = s.play_key()
    facts = [part for part in s.key() if part != play]
    asked = (decider(s), sorted([write(s, o) for o in options(s)])) if s.frames else ()
    return hashlib.sha256(spelled((facts, asked)).encode()).hexdigest()[:16]


def spelled(value: object) -> str:
    """The same text for equal values, also for sets, whose order is nobody's business.

    >>> spelled((1, [True, "a"], frozenset(["b", "a"])))
    "(1,(True,'a',),{'a','b'},)"
    """
    if isinstance(value, (set, frozenset)):
        return "{" + ",".join(sorted([spelled(part) for part in value])) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + "".join([spelled(part) + "," for part in value]) + ")"
    return repr(value)
