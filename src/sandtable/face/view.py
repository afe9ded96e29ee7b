"""What a side may know, in the shapes that the browser, the players and the tests read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from sandtable.face.board import Badge, Figure
from sandtable.kernel.odds import Odds
from sandtable.kernel.tally import Tally, Term, TermKind, text_of

StatusKind = Literal[
    # of pieces
    "active", "used", "attacked", "held", "disrupted", "reduced", "damaged", "out_of_command", "assigned", "schwerpunkt", "pile",
    "out_of_supply", "isolated", "extended", "general_supply", "offensive_supply", "emplaced", "flown",
    # of spaces
    "control", "contested", "vp", "battle", "fort", "improved", "works", "mined", "stock", "damage",
    # of spaces and of what lies between them
    "breached", "breaching", "blocked", "congested", "interdicted", "broken", "attack", "note",
]  # fmt: skip


class Status(msgspec.Struct, frozen=True, omit_defaults=True):
    """A state of a piece, of a space or between spaces that has no face of its own: a small badge with a letter and a meaning."""

    kind: StatusKind
    text: str = ""  # one or two letters
    title: str = ""
    rule: str = ""


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a piece is sent to do far from where it stands: an air unit's flight."""

    name: str  # "Airbase attack"
    target: str = ""  # a space
    note: str = ""  # "22 hexes, normal range"
    rule: str = ""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter on the board or in a holding box. What a viewer may not know of it is not in it."""

    id: str  # its name in options, or a handle that says nothing for what is hidden
    at: str  # a space of the board, or a holding box of a panel
    side: int
    face: str  # a key of Board.faces
    states: tuple[Status, ...] = ()
    spent: bool = False  # has nothing left to do now: drawn paler
    base: str = ""  # the space that it belongs to while it is elsewhere
    mission: Mission | None = None
    figures: tuple[Figure, ...] = ()  # those of its counter that are not what it says now


class Spot(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has changed about a space: its holder, markers on it."""

    id: str
    holder: int = -1
    marks: tuple[Status, ...] = ()
    badges: tuple[Badge, ...] = ()  # besides the printed ones, as the scenario has them


class Between(msgspec.Struct, frozen=True, omit_defaults=True):
    """Markers on the boundary of two spaces (a breached minefield) or on the line that joins them (a congested road)."""

    a: str
    b: str
    marks: tuple[Status, ...]


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space of a track, a marker of a pool, a line of a list, a card."""

    text: str
    note: str = ""
    state: Literal["", "past", "current", "ready", "used", "empty", "ghost"] = ""
    side: int = -1
    rule: str = ""
    chance: float = -1.0  # drawn as a bar over the cell
    pips: tuple[int, int] = (0, 0)  # so many of so many: drawn as squares
    pieces: tuple[str, ...] = ()  # counters that lie in it
    covered: int = 0  # and so many face down
    id: str = ""  # its name in options: such a cell can be clicked
    head: str = ""  # of a card, above its name: when it is played


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """A track, a holding box, a pool of markers: the printed parts of the sheet that are not the map."""

    id: str
    title: str
    kind: Literal["track", "pool", "list", "box", "cards"]
    cells: tuple[Cell, ...] = ()
    note: str = ""
    rule: str = ""
    at: tuple[float, float] | None = None  # a place for it on the board; none: beside it
    group: str = ""  # panels of one name are folded together: "Player aids"


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of a battle and where it comes from."""

    text: str
    value: str = ""
    rule: str = ""


class Stage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of the way a battle is fought, with what is known of it by now."""

    mark: str  # "A"
    name: str
    rule: str
    state: Literal["", "past", "current"] = ""
    facts: tuple[Fact, ...] = ()


Favour = Literal["", "good", "fair", "poor", "bad"]
Verdict = Literal["", "gone", "back", "both", "us"]  # defenders gone; hurt or back; both hurt, or nobody; attackers alone


class Chance(msgspec.Struct, frozen=True, omit_defaults=True):
    """One result and how likely it is."""

    name: str
    chance: float
    means: str = ""  # the consequence in words
    rule: str = ""
    tone: Favour = ""  # for whoever decides
    margin: float = 0.0  # how far off the chance may be (95 %); 0: it is exact
    verdict: Verdict = ""  # the plain word for it


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom a fighter aims at, and how likely it hits."""

    piece: str
    chance: float = -1.0  # not known: -1
    note: str = ""  # "hits on 0-5"


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True):
    piece: str
    note: str = ""
    gone: bool = False
    line: int = 0  # of its party's lines; -1: aside, with the headquarters and the lost
    targets: tuple[Target, ...] = ()
    may: tuple[Target, ...] = ()  # whom it could aim at now
    fate: tuple[Chance, ...] = ()  # what all that is aimed at it will do
    values: tuple[Fact, ...] = ()  # what it is worth here, labelled: "leads" 4


class Party(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a battle: those of its units that the viewer may see."""

    side: int
    title: str
    fighters: tuple[Fighter, ...]
    note: str = ""
    lines: tuple[str, ...] = ()  # names, the front first; none: all stand in one
    total: str = ""  # its strength so far


class Proposal(msgspec.Struct, frozen=True):
    """Several decisions in a row that a title proposes to who decides: one click says them all."""

    name: str  # "Fire as proposed"
    says: tuple[str, ...]
    text: str = ""  # what it does, in a line
    again: bool = False  # what was said at this point of the last turn


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle that is being fought, step by step."""

    title: str
    parties: tuple[Party, Party]  # who attacks, who defends
    stages: tuple[Stage, ...]
    places: tuple[str, ...] = ()  # the spaces that are fought for
    proposals: tuple[Proposal, ...] = ()
    which: str = ""  # tells fights for the same spaces apart


class Occasion(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why somebody is asked out of turn. Title and text are public; what a choice costs is for who decides."""

    title: str
    text: str
    rule: str
    costs: tuple[Fact, ...] = ()
    idle: bool = False  # to come in would gain nothing, as all can see: against the computer nobody is asked


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    score: str = ""  # "7 VP"
    note: str = ""
    points: float | None = None  # the score as a number; none: this side does not count points


class Lit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The line and the column of a player aid that count now."""

    table: str
    line: int = -1
    column: int = -1


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of what decides the game, as it stands, and what is still needed."""

    side: int
    text: str
    now: str = ""
    need: str = ""
    rule: str = ""
    done: bool = False


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a viewer may see. Built on demand, by the title, for one side or for spectators (-1)."""

    when: str  # "June 15 · Impulse 3 · Allied half"
    steps: tuple[Cell, ...]  # the phases, with the current one
    sides: tuple[Side, ...]
    pieces: tuple[Piece, ...]
    spots: tuple[Spot, ...]
    panels: tuple[Panel, ...] = ()
    closed: tuple[int, ...] = ()  # sides whose stacks may hold more than is seen
    focus: tuple[str, ...] = ()  # spaces at the centre of what goes on: the active area, the place of the attack
    active: tuple[Cell, ...] = ()  # who acts with how much left, the interrupted before those who interrupt
    occasion: Occasion | None = None
    battle: Battle | None = None
    turn: str = ""  # the turn by its name: "June 15"
    lit: tuple[Lit, ...] = ()
    goals: tuple[Goal, ...] = ()
    edges: tuple[Between, ...] = ()
    links: tuple[Between, ...] = ()
    proposals: tuple[Proposal, ...] = ()  # for who decides: ready ways to answer what is asked

    def __repr__(self) -> str:
        return f"<View: {self.when}, {len(self.pieces)} pieces>"


class Addend(msgspec.Struct, frozen=True):
    """A step of a sum as it is read: "5", "+1½", "−2", "×¼", what a rounding left, "= 12"; what changes nothing, and why (idle);
    or what dice may yet add, "+1 to 6" (open)."""

    kind: Literal[TermKind, "idle", "open"]
    text: str
    rule: str
    what: str


class Sum(msgspec.Struct, frozen=True):
    """A tally as it is sent: total and terms, exact, each with its rule."""

    what: str
    total: str
    terms: tuple[Addend, ...]


def sum_of(tally: Tally) -> Sum:
    return Sum(tally.what, signed(tally.text), tuple([addend(term, n == 0) for n, term in enumerate(tally.terms)]))


def addend(term: Term, first: bool) -> Addend:
    mark = {"add": "+" if term.value > 0 and not first else "", "times": "×", "round": "= "}[term.kind]
    return Addend(term.kind, mark + signed(text_of(term.value)), term.rule, term.what)


def with_lines(sum: Sum, more: Iterable[Addend]) -> Sum:
    """The sum with lines that do not count, or not yet."""
    return Sum(sum.what, sum.total, (*sum.terms, *more))


def signed(text: str) -> str:
    """With a minus sign that is as wide as a plus."""
    return text.replace("-", "−")


Given = Mapping[str, str]  # choices that are assumed instead of the usual ones: a switch by its id, and its value
NOTHING: Final[Given] = MappingProxyType({})
YES: Final = "yes"
NO: Final = "no"


class Choice(msgspec.Struct, frozen=True):
    value: str
    text: str


class Switch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice on the way to the dice that a player may turn round to see what it is worth. Between yes and no it is a switch."""

    id: str
    name: str  # "Send the aircraft"
    value: str  # what the forecast reckons with
    choices: tuple[Choice, ...]
    text: str = ""  # what it costs
    rule: str = ""
    side: int = -1  # who decides it


def toggle(id: str, name: str, on: bool, text: str = "", rule: str = "", side: int = -1) -> Switch:
    return Switch(id, name, YES if on else NO, (Choice(NO, "no"), Choice(YES, "yes")), text, rule, side)


def wants(given: Given, id: str, usual: bool) -> bool:
    """Whether a switch is on: as assumed, else as usual."""
    return given.get(id, YES if usual else NO) == YES


def counted(given: Given, id: str, usual: int) -> int:
    """A number that is assumed, else the usual one."""
    said = given.get(id, "")
    return int(said) if said.isdecimal() else usual


class Leaves(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a kind of result leaves, in words."""

    verdict: Verdict
    text: str
    rule: str = ""
    name: str = ""  # what it is called where nobody is driven back: "It takes effect, and all come back"


class SheetLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit's line of a worksheet: a cell for each column, those that change nothing marked as idle."""

    name: str
    cells: tuple[str, ...]
    total: str
    piece: str = ""
    idle: tuple[int, ...] = ()  # columns


class Sheet(msgspec.Struct, frozen=True):
    """A strength worked out as on paper: a column for each factor, a line for each unit."""

    title: str
    columns: tuple[Fact, ...]
    lines: tuple[SheetLine, ...]
    total: str


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """The odds of what an option leads to, for choices that are named: exact, or sampled. Of a battle also who would fight: then
    the first two sums are the parties', and the others modify the dice."""

    title: str
    assumes: str  # "both call artillery; the Advantage is not used"; empty: nothing is left open
    sums: tuple[Sum, ...]
    chances: tuple[Chance, ...]
    rule: str = ""
    notes: tuple[str, ...] = ()
    samples: int = 0  # how many were played; 0: every case was counted
    parties: tuple[Party, ...] = ()  # who attacks, who defends
    places: tuple[str, ...] = ()  # the spaces that are fought for
    leaves: tuple[Leaves, ...] = ()
    switches: tuple[Switch, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    dice: str = ""  # how it is decided: "two dice a side"
    fought_out: bool = False  # until one side is gone
    lit: tuple[Lit, ...] = ()  # what of the player aids would count
    win: str = ""  # what the chance of winning means to the viewer, where nobody holds or yields: "that the mission fails"

    def __repr__(self) -> str:
        return f"<Forecast {self.title}: {', '.join([f'{chance.name} {chance.chance:.0%}' for chance in self.chances])}>"


def likely(
    found: Odds, number: int, name: str, means: str = "", rule: str = "", tone: Favour = "", verdict: Verdict = ""
) -> Chance:
    """The chance of a number of some odds, as precise as they are."""
    return Chance(name, round(found.of(number), 9), means, rule, tone, round(found.margin(number), 4), verdict)


class Announcement(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a battle was decided, as it is announced."""

    verdict: Verdict
    name: str  # "Stalemate"
    text: str = ""  # "both Leads lose a step"
    rule: str = ""
    winner: int = -1  # the side that has won, where that is all that can be said
    attacker: int = -1  # whose attack it was, where the event names only what was attacked
    slight: bool = False  # nothing came of it: what did something in the same fight is announced rather


Tone = Literal["good", "fair", "bad"]


class Zone(msgspec.Struct, frozen=True):
    """Spaces of an overlay that are tinted alike; the text is the legend's."""

    text: str
    spaces: tuple[str, ...]
    tone: Tone = "good"


class Way(msgspec.Struct, frozen=True):
    """A line of an overlay from space to space."""

    text: str
    spaces: tuple[str, ...]
    tone: Tone = "good"


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a player may lay over the map: how far command reaches, where supply comes from."""

    title: str
    rule: str
    zones: tuple[Zone, ...] = ()
    ways: tuple[Way, ...] = ()
    notes: tuple[str, ...] = ()
