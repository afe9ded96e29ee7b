"""What a title is to the rest of the program, and which titles there are."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Optional

from sandtable.kernel.board import Board
from sandtable.kernel.dice import Dice
from sandtable.kernel.names import Names
from sandtable.kernel.play import Option, Outlines, Refusal
from sandtable.kernel.rulebook import RuleBook, read_rulebook
from sandtable.kernel.view import Forecast, Outcome, Overlay, View

SLUGS: Final = ("battleaxe", "gazala", "theseus")

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

    def read(self, text: str) -> int:
        """The number that a text means: a choice by name, on/off, or digits."""
        words = {name: self.low + i for i, name in enumerate(self.choices)}
        if not self.choices and (self.low, self.high) == (0, 1):
            words = {"off": 0, "on": 1, "no": 0, "yes": 1}
        if text in words:
            return words[text]
        number = int(text) if text.lstrip("-").isdecimal() else self.low - 1
        if not self.low <= number <= self.high:
            accepted = ", ".join(self.choices) or (f"{self.low} to {self.high}" if self.high > 1 else "on, off")
            raise Unknown(f"setting {self.id}: {text!r} is not accepted; accepted: {accepted}")
        return number


class Layer(NamedTuple):
    """An overlay that a title offers. It shows what the viewer may know, for a piece or (no name) for the whole map."""

    id: str
    name: str
    text: str
    show: Callable[[Any, int, str], Overlay]  # of a state, for a viewer, about the piece of that name


class Edition:
    """The facts of a title that never change in a game: map, counters, tables. Titles derive theirs from it."""

    def __init__(self, names: Names, digest: str) -> None:
        self.names: Names = names
        self.digest: str = digest


def never(s: Any, o: Option) -> bool:
    return False


class Hints(NamedTuple):
    """For computer players: how far they must look to see what a verb is good for, and what needs no thought."""

    strides: tuple[str, ...] = ()  # it shows at once, in the next position
    actions: tuple[str, ...] = ()  # it shows as soon as what was begun has ended
    rounds: tuple[str, ...] = ()  # as far as one looks, but not beyond the end of what was begun
    tries: tuple[str, ...] = ()  # of the actions: what may fail and then has cost little, so it is worth more than to stop
    eager: Callable[[Any, Option], bool] = never  # always to be done: the more, the better
    idle: Callable[[Any, Option], bool] = never  # never: a bluff, or a matter of taste


class Title(NamedTuple):
    """All that the rest of the program knows of a title. A title's package has one as `TITLE`."""

    slug: str
    name: str
    text: str  # one line for the lobby
    credits: str  # designer, publisher, year
    rules: str  # another number whenever an old record would play differently
    complete: bool  # claims that every row of its rule book is proved
    sides: tuple[str, str]  # what Allied and Axis are called here
    scenarios: tuple[Scenario, ...]
    settings: tuple[Setting, ...]
    folder: Path  # where its data is
    outlines: Outlines
    load: Callable[[Optional[Path]], Any]  # the edition, with the overlay of a folder
    new: Callable[[Any, str, Settings, Dice], Any]  # edition, scenario, settings; settled up to the first decision
    audit: Callable[[Any], list[Refusal]]  # every broken invariant, with its rule
    rebuild: Callable[[Any], Any]  # a clone with all caches made anew from authoritative fields
    view: Callable[[Any, int], View]  # all that a side, or a spectator (-1), may know
    redeal: Callable[[Any, int, Dice], Any]  # another state with the same view for that side
    outcome: Callable[[Any], Optional[Outcome]]  # None while the game goes on
    judge: Callable[[Any, int], float]  # how good a position is for a side, about -1..1
    board: Callable[[Any], Board]  # of an edition: what is drawn once
    forecast: Callable[[Any, Option], Optional[Forecast]]  # the odds of what an option leads to
    caution: Callable[[Any, Option], list[Refusal]]  # what a player may regret about an option
    stories: Mapping[str, str]  # event -> sentence with {kind} for its numbers in order; without words it is not told
    pieces: tuple[str, ...] = ("unit",)  # the kinds of number in options that name a piece of the view
    places: tuple[str, ...] = ("area",)  # the kinds that name a space of the board
    walks: tuple[str, ...] = ()  # verbs of movement: a click on a far place repeats them
    left: Callable[[Any, int], Optional[float]] = lambda s, piece: None  # movement that a piece on its way has, if known
    hints: Hints = Hints()
    hidden: bool = False  # a side may know what the other does not: records and forecasts are then kept back
    secrets: tuple[str, ...] = ()  # rules by which a side draws unseen: only that side is shown what (nobody if by -1)
    quiet: tuple[str, ...] = ()  # frames of which only the side that is asked is told
    losses: tuple[str, ...] = ("eliminated",)  # events that tell the loss of a piece, which is their first number
    battles: tuple[str, str] = ("attacks", "result")  # the events that open and decide a battle
    layers: tuple[Layer, ...] = ()  # overlays for the map

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


def pick(what: str, id: str, known: Mapping[str, Any]) -> Any:
    if id not in known:
        raise Unknown(f"no {what} is called {id!r}; there are: {', '.join(known) or 'none'}")
    return known[id]


def load_title(slug: str) -> Title:
    if slug not in SLUGS:
        raise Unknown(f"no title is called {slug!r}; there are: {', '.join(SLUGS)}")
    title = importlib.import_module(f"sandtable.titles.{slug}").TITLE
    assert isinstance(title, Title)
    return title
