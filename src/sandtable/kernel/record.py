"""A game as what was said and what the dice showed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Optional

import msgspec

from sandtable.kernel.dice import Dice, RecordingDice, ScriptedDice, ScriptError
from sandtable.kernel.play import (
    REVEALED,
    Event,
    Illegal,
    Option,
    Refusal,
    State,
    decider,
    is_over,
    pending,
    read,
    take,
    why_not,
    write,
)
from sandtable.kernel.rules import Edition, Settings
from sandtable.kernel.sides import SIDES
from sandtable.titles import AnyTitle, load_title

FORMAT: Final = 1


class BadRecord(ValueError):
    """A record that cannot be played: what is wrong, and at which ply."""


class Ply(NamedTuple):
    """One decision: whose, what was said, what the dice showed, and whether something hidden became known."""

    side: int
    text: str
    dice: tuple[int, ...]
    shown: bool = False


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All that is needed to play a game again. Another `format` whenever this shape changes."""

    format: int = FORMAT
    title: str
    rules: str
    edition: str
    scenario: str
    settings: Settings
    setup: tuple[int, ...] = ()  # the dice of set-up
    plies: list[Ply] = []

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)


def from_json(data: bytes | str) -> Record:
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"not a record: {error}") from None
    if record.format != FORMAT:
        raise BadRecord(f"a record of format {record.format}; this version reads format {FORMAT}")
    return record


class Told(NamedTuple):
    """What was told at a ply, events and rolls in their order, and the rule of what was decided."""

    rule: str
    log: list[object]


class Game:
    """A record, and the state it leads to."""

    def __init__(self, title: AnyTitle, edition: Edition, scenario: str, settings: Settings, dice: Dice) -> None:
        title.rules.scenario(scenario)
        self.title: AnyTitle = title
        self.edition: Edition = edition
        self.told: list[Told] = []  # set-up comes first
        self.record: Record = Record(
            title=title.slug,
            rules=title.rules.version,
            edition=edition.digest,
            scenario=scenario,
            settings=title.rules.agree(settings),
            plies=[],
        )
        log: list[object] = []
        recording = RecordingDice(dice, log)
        self.state: Any = title.rules.new(edition, scenario, self.record.settings, recording)
        self.record.setup = tuple(recording.seen)
        self.told.append(Told("", log))

    @property
    def ply(self) -> int:
        """How many decisions have been made."""
        return len(self.record.plies)

    def refused(self, side: int, ply: int, text: str) -> Optional[Refusal]:
        """Why that side may not say this at that ply, if it may not."""
        if ply != self.ply:
            return Refusal("", f"the game has moved on to ply {self.ply}")
        if is_over(self.state):
            return Refusal("", "the game is over")
        if side != decider(self.state):
            return Refusal("", f"{self.title.sides[decider(self.state)]} decides now")
        try:
            return why_not(self.state, read(self.state, text))
        except Illegal as illegal:
            return illegal.refusal

    def say(self, text: str, dice: Dice) -> None:
        """Do what is said for the side that decides, if it is legal. Nothing has changed if it raises."""
        s: State = self.state
        refusal = why_not(s, read(s, text))
        if refusal is not None:
            raise Illegal(refusal)
        self.choose(read(s, text), dice)

    def choose(self, o: Option, dice: Dice) -> None:
        """Take an option that is known to be one."""
        s: State = self.state
        act = pending(s).act(o[0])
        assert act is not None, f"{o} is not an option now"
        side, text, before = decider(s), write(s, o), s.clone()
        log: list[object] = []
        s.log = log
        recording = RecordingDice(dice, log)
        try:
            take(s, o, recording)
        except ScriptError:
            self.state = before
            raise
        s.log = None
        shown = any(isinstance(event, Event) and event.what == REVEALED for event in log)
        self.record.plies.append(Ply(side, text, tuple(recording.seen), shown))
        self.told.append(Told(act.rule, log))

    def undo_limit(self) -> int:
        """How far back the last side to decide may go: to the last die, revelation, or decision of the other."""
        plies = self.record.plies
        n = len(plies)
        while n and not plies[n - 1].dice and not plies[n - 1].shown and plies[n - 1].side == plies[-1].side:
            n -= 1
        return n

    def undo(self, to: int) -> Game:
        """The game as it was at an earlier ply, within the limit."""
        if not self.undo_limit() <= to <= self.ply:
            raise Illegal(Refusal("", f"can be taken back to ply {self.undo_limit()} at most, not to {to}: a die has fallen, "
                                      "something became known, or the other side has decided"))  # fmt: skip
        return replay(self.record, to, self.title, self.edition)


def replay(record: Record, upto: Optional[int] = None, title: Optional[AnyTitle] = None, edition: Optional[Edition] = None) -> Game:
    """The game after so many plies: loading, review and undo are this. Every ply is checked by the rules."""
    title = title or load_title(record.title)
    edition = edition or title.rules.load(None)
    if record.rules != title.rules.version:
        raise BadRecord(f"a record of rules version {record.rules}; this version of {title.slug} plays {title.rules.version}")
    if record.edition != edition.digest:
        raise BadRecord(f"a record of edition {record.edition}; loaded is {edition.digest}: give the edition it was played with")
    upto = len(record.plies) if upto is None else upto
    if not 0 <= upto <= len(record.plies):
        raise BadRecord(f"there is no ply {upto}; the record has 0 to {len(record.plies)}")
    setup = ScriptedDice(record.setup)
    try:
        game = Game(title, edition, record.scenario, record.settings, setup)
    except ScriptError as error:
        raise BadRecord(f"set-up: {error}") from None
    if setup.used != len(record.setup):
        raise BadRecord(f"set-up: {len(record.setup) - setup.used} dice are too many")
    for n, ply in enumerate(record.plies[:upto]):
        if is_over(game.state) or ply.side != decider(game.state):
            raise BadRecord(f"ply {n}, {ply.text!r}: it is not for {SIDES[ply.side] if ply.side in (0, 1) else ply.side} to decide")
        dice = ScriptedDice(ply.dice)
        try:
            game.say(ply.text, dice)
        except (Illegal, ScriptError) as error:
            raise BadRecord(f"ply {n}, {ply.text!r}: {error}") from None
        if dice.used != len(ply.dice):
            raise BadRecord(f"ply {n}, {ply.text!r}: {len(ply.dice) - dice.used} dice are too many")
    return game


# The readable notation: to a record what PGN is to a game of chess.


def to_text(record: Record) -> str:
    """A head of `[name value]` lines, then a line a ply: `12. axis enter 1/8 15 {3 4}`, `!` where something became known."""
    head = [("format", record.format), ("title", record.title), ("rules", record.rules), ("edition", record.edition),
            ("scenario", record.scenario)]  # fmt: skip
    lines = [f"[{name} {value}]" for name, value in head]
    lines += [f"[setting {id}={value}]" for id, value in record.settings.items()]
    lines.append(f"0. setup{faces(record.setup)}")
    for n, ply in enumerate(record.plies, 1):
        lines.append(f"{n}. {SIDES[ply.side]} {ply.text}{faces(ply.dice)}{' !' if ply.shown else ''}")
    return "\n".join(lines) + "\n"


def faces(dice: Sequence[int]) -> str:
    return " {" + " ".join([str(face) for face in dice]) + "}" if dice else ""


LINE: Final = re.compile(r"(?P<n>\d+)\. (?P<who>\w+)(?: (?P<text>[^{!]*?))?(?: \{(?P<dice>(?:-?\d+ ?)*)\})?(?P<shown> !)?")

WHOLE: Final = re.compile(r"-?\d{1,9}")


def from_text(text: str) -> Record:
    head: dict[str, str] = {}
    settings: dict[str, int] = {}
    setup: tuple[int, ...] = ()
    plies: list[Ply] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("[") and line.endswith("]"):
            name, _, value = line[1:-1].partition(" ")
            if name == "setting":
                id, _, chosen = value.partition("=")
                if not WHOLE.fullmatch(chosen):
                    raise BadRecord(f"line {number}: {line!r} should give a whole number, as in `[setting {id or 'name'}=1]`")
                settings[id] = int(chosen)
            else:
                head[name] = value
            continue
        if not line.strip():
            continue
        found = LINE.fullmatch(line)
        if found is None or (found["who"] != "setup" and found["who"] not in SIDES):
            raise BadRecord(f"line {number}: {line!r} is neither a `[name value]` line nor a ply such as `1. allied pass {{3 4}}`")
        dice = tuple([int(face) for face in (found["dice"] or "").split()])
        if found["who"] == "setup":
            setup = dice
            continue
        if found["n"] != str(len(plies) + 1):
            raise BadRecord(f"line {number}: {line!r} should be ply {len(plies) + 1}")
        plies.append(Ply(SIDES.index(found["who"]), found["text"] or "", dice, found["shown"] is not None))
    missing = [name for name in ("format", "title", "rules", "edition", "scenario") if name not in head]
    if missing:
        raise BadRecord(f"the head lacks {', '.join(missing)}")
    if head["format"] != str(FORMAT):
        raise BadRecord(f"a record of format {head['format']}; this version reads format {FORMAT}")
    return Record(title=head["title"], rules=head["rules"], edition=head["edition"], scenario=head["scenario"],
                  settings=settings, setup=setup, plies=plies)  # fmt: skip
