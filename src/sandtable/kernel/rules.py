"""What plays: scenarios, settings, the facts of an edition, and the rules of a title as the rest of the program calls them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, Optional, Protocol, TypeVar

import msgspec

from sandtable.kernel.data import Changes
from sandtable.kernel.dice import Dice
from sandtable.kernel.edition import Edition as Edition
from sandtable.kernel.names import quoted
from sandtable.kernel.play import Outlines, Refusal, S, State
from sandtable.kernel.rulebook import RuleBook, read_rulebook
from sandtable.kernel.tally import Tally

Settings = dict[str, int]  # what was chosen at set-up: 0 and 1 for switches, a number, or the place in a list of choices


class Unknown(ValueError):
    """A name that is not there: of a title, a scenario, a setting, a player."""


class Scenario(NamedTuple):
    id: str
    name: str
    text: str  # one line: what it is and how long


class Setting(NamedTuple):
    """Something that is agreed before play: an optional rule, a choice, a number."""

    id: str
    name: str
    text: str  # one line of explanation
    rule: str
    low: int = 0
    high: int = 1
    default: int = 0
    choices: tuple[str, ...] = ()  # names for low..high; none: a switch if 0..1, else a number
    settle: Optional[Callable[[tuple[int, int], Dice], tuple[int, int]]] = None  # two bids: who gets the first side, at what
    least: int = 0  # that may be bid
    scenarios: tuple[str, ...] = ()  # where it has an effect; none named: everywhere

    def read(self, text: str) -> int:
        """The number that a text means: a choice by name, on/off, or digits."""
        words = {name: self.low + i for i, name in enumerate(self.choices)}
        if not self.choices and (self.low, self.high) == (0, 1):
            words = {"off": 0, "on": 1, "no": 0, "yes": 1}
        if text in words:
            return words[text]
        digits = text.removeprefix("-")
        number = int(text) if digits.isdecimal() and len(digits) < 10 else self.low - 1
        if not self.low <= number <= self.high:
            accepted = ", ".join(self.choices) or (f"{self.low} to {self.high}" if self.high > 1 else "on, off")
            raise Unknown(f"setting {self.id}: {quoted(text)} is not accepted; accepted: {accepted}")
        return number


E = TypeVar("E", bound=Edition)


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended."""

    winner: int  # a side, or -1 for a draw
    level: str  # "Operational Victory", in the title's own words
    rule: str
    score: tuple[int, int] = (0, 0)
    text: str = ""


def no_sums(s: State) -> Sequence[Tally]:
    """The rules tell by themselves whatever scores."""
    return ()


class Rules(NamedTuple, Generic[S, E]):
    """What plays a title, in its own state and edition."""

    slug: str
    version: str  # another number whenever an old record would play differently
    sides: tuple[str, str]  # what Allied and Axis are called here
    scenarios: tuple[Scenario, ...]
    settings: tuple[Setting, ...]
    folder: Path  # where its data is
    outlines: Outlines
    load: Callable[[Optional[Changes]], E]  # the edition, with other values laid over ours
    new: Callable[[E, str, Settings, Dice], S]  # edition, scenario, settings; settled up to the first decision
    audit: Callable[[S], list[Refusal]]  # every broken invariant, with its rule
    rebuild: Callable[[S], S]  # a clone with all caches made anew from authoritative fields
    redeal: Callable[[S, int, Dice], S]  # another state with the same view for that side
    outcome: Callable[[S], Optional[Outcome]]  # None while the game goes on
    turn: Callable[[S], int]  # which turn it is: what is agreed for a turn ends with it
    as_before: tuple[str, ...] = ()  # what older rules took by themselves and today's ask: said when their games are carried over
    hidden: bool = False  # a side may know what the other does not: records and forecasts are then kept back
    reckon: Callable[[S], Sequence[Tally]] = no_sums  # what each side would have if it ended now: a game tells every change
    secrets: tuple[str, ...] = ()  # rules by which a side draws unseen: only that side is shown what (nobody if by -1)

    def scenario(self, id: str) -> Scenario:
        scenario: Scenario = pick(f"scenario of {self.slug}", id, {scenario.id: scenario for scenario in self.scenarios})
        return scenario

    def agree(self, chosen: Mapping[str, int]) -> Settings:
        """The settings with defaults filled in, checked."""
        known = {setting.id: setting for setting in self.settings}
        for id, value in chosen.items():
            setting = pick(f"setting of {self.slug}", id, known)
            setting.read(str(value))
        return {id: int(chosen.get(id, setting.default)) for id, setting in known.items()}

    def read_settings(self, texts: Sequence[str]) -> Settings:
        """Settings as a command line gives them: `name=value`."""
        known = {setting.id: setting for setting in self.settings}
        chosen: dict[str, int] = {}
        for text in texts:
            id, equals, value = text.partition("=")
            chosen[id] = pick(f"setting of {self.slug}", id, known).read(value if equals else "on")
        return self.agree(chosen)

    def rulebook(self) -> RuleBook:
        return read_rulebook(self.folder)

    def __repr__(self) -> str:
        return f"<Rules of {self.slug}, version {self.version}: {', '.join([scenario.id for scenario in self.scenarios])}>"


class Playable(Protocol):
    """Whatever carries rules: a title, to those who need no more of it."""

    @property
    def rules(self) -> Rules[Any, Any]: ...


def pick(what: str, id: str, known: Mapping[str, Any]) -> Any:
    if id not in known:
        raise Unknown(f"no {what} is called {quoted(id)}; there are: {', '.join(known) or 'none'}")
    return known[id]
