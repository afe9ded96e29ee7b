"""What goes over the wire, field for field as `docs/protocol.md` says. The kernel's own shapes go as they are."""

from __future__ import annotations

from typing import Annotated, Literal, Optional, Union

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from sandtable.face.view import Announcement, Forecast, Sum, View
from sandtable.face.walks import Walk
from sandtable.kernel.play import Level
from sandtable.kernel.rules import Outcome
from sandtable.kernel.standing import Kind

Ply = Annotated[int, Meta(ge=0, le=10_000_000)]
Key = Annotated[str, Meta(min_length=1, max_length=100)]
Token = Annotated[str, Meta(max_length=100)]
Is = Literal["piece", "space", "cell", "other"]  # what can be clicked, and what cannot
Role = Literal["", "opens", "decides", "loss", "retreat", "points"]  # what a line is to a battle, and what changes the score
Travel = Literal["moves", "appears", "vanishes", "lost"]
Line = Annotated[str, Meta(max_length=200)]
Code = Literal[
    "bad_host",
    "bad_record",
    "broken",
    "crowded",
    "foreign_origin",
    "frozen",
    "hidden",
    "key_used",
    "malformed",
    "no_game",
    "no_layer",
    "no_ply",
    "no_title",
    "not_allowed",
    "not_found",
    "not_owner",
    "not_your_seat",
    "refused",
    "slow",
    "stale",
    "store",
    "too_large",
    "unknown",
    "unplayable",
]  # why a request was refused, for programs


# What comes in


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds a side: the person who made the game, the computer, or a friend with a link."""

    kind: Literal["person", "computer", "friend"]
    player: Annotated[str, Meta(max_length=40)] = "regular"
    explains: Union[bool, UnsetType] = UNSET  # the computer says why
    resigns: Union[bool, UnsetType] = UNSET  # the computer offers to give up a game that it thinks lost


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    title: Line
    scenario: Line
    seats: tuple[Seat, Seat]
    settings: dict[str, int] = {}
    name: Annotated[str, Meta(max_length=80)] = ""
    edition: Line = ""  # one of those that the title's entry names; none: our own values


class Teach(Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for the guided first game of a title."""

    title: Line


class Kept(Struct, frozen=True):
    """What a record holds: which game, how far it came, who decides next (-1: it is over)."""

    title: str
    scenario: str
    name: str
    when: str
    ply: int
    side: int


class Bids(Struct, frozen=True, forbid_unknown_fields=True):
    setting: Line
    bids: tuple[int, int]


class Say(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision, or several in a row, the ply at which it was made, and a key that makes sending it again harmless."""

    token: Token
    ply: Ply
    key: Key
    text: Union[Line, Annotated[tuple[Line, ...], Meta(min_length=1, max_length=200)]]


class Undo(Struct, frozen=True, forbid_unknown_fields=True):
    token: Token
    ply: Ply
    key: Key
    to: Ply


class Wish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer given in advance: pass until attacked, never ask about an act, ask only if something can be done."""

    kind: Kind
    verb: Line = ""  # of "never": which act
    turn: bool = False  # for this turn alone


class Resign(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a computer that offers to give the game up."""

    token: Token
    accept: bool


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """All the answers that a seat gives in advance, in place of those before."""

    token: Token
    wishes: Annotated[tuple[Wish, ...], Meta(max_length=20)]


class Ping(Struct, frozen=True):
    kind: Literal["ping"]


# What goes out


class Failure(Struct, frozen=True):
    """Every refused request: a code for programs and the reason in one line for people."""

    code: Code
    reason: str


class Stale(Struct, frozen=True):
    """The request was made at another ply than the game's."""

    code: Code
    reason: str
    ply: int


class Refused(Struct, frozen=True):
    """The rules forbid it: by which rule, and why. `rule` is empty where no rule of the title is concerned."""

    code: Code
    reason: str
    rule: str
    text: str


class ScenarioInfo(Struct, frozen=True, omit_defaults=True):
    """A scenario, and what its briefing says at a glance, if it has one."""

    id: str
    name: str
    text: str
    briefed: bool = False
    difficulty: int = 0  # 1 to 5
    turns: int = 0  # not fixed: 0
    minutes: int = 0
    beginner: int = 0  # the side that is easier to begin with


class SettingInfo(Struct, frozen=True):
    id: str
    name: str
    text: str
    rule: str
    low: int
    high: int
    default: int
    choices: tuple[str, ...]
    bid: bool
    least: int
    scenarios: tuple[str, ...]


class Settled(Struct, frozen=True):
    """Two secret bids laid open: which bidder (0 or 1) commands the first side, at what, and the dice of a tie."""

    winner: int
    bid: int
    dice: tuple[int, ...]


class LayerInfo(Struct, frozen=True):
    """An overlay that can be laid over the map."""

    id: str
    name: str
    text: str


class LessonInfo(Struct, frozen=True):
    """The guided first game of a title at a glance."""

    text: str
    side: int
    minutes: int
    steps: int


class TitleInfo(Struct, frozen=True):
    slug: str
    name: str
    text: str
    credits: str
    complete: bool
    sides: tuple[str, str]
    scenarios: tuple[ScenarioInfo, ...]
    settings: tuple[SettingInfo, ...]
    hidden: bool
    layers: tuple[LayerInfo, ...]
    starts: tuple[str, ...]  # verbs that only set pieces in motion
    deeds: tuple[str, ...]  # verbs by which pieces act
    asides: tuple[str, ...]  # verbs that are said by the way and seldom meant
    acts: dict[str, str]  # verbs in words, for answers in advance
    as_one: bool  # pieces of one formation in one space are chosen together
    editions: tuple[str, ...]  # other values than ours that this server offers, by name
    lesson: Optional[LessonInfo]


class PlayerInfo(Struct, frozen=True):
    """A level of the computer."""

    id: str
    name: str
    text: str


class RuleInfo(Struct, frozen=True):
    id: str
    chapter: str
    topic: str
    requirement: str
    ruling: str
    case: str


class Created(Struct, frozen=True):
    """Tokens for the seats of this person, links for those of friends, and one for whoever only watches."""

    id: str
    tokens: tuple[Optional[str], Optional[str]]
    links: tuple[Optional[str], Optional[str]]
    watch: str


class Summary(Struct, frozen=True):
    """A game in the owner's list."""

    id: str
    name: str
    title: str
    scenario: str
    when: str
    ply: int
    seats: tuple[Seat, Seat]
    over: Optional[Outcome]
    created: str
    changed: str
    tokens: tuple[Optional[str], Optional[str]]
    links: tuple[Optional[str], Optional[str]]
    taken: tuple[bool, bool]
    watch: str
    lesson: bool  # a guided first game


class Arg(Struct, frozen=True):
    kind: str
    is_: Is = msgspec.field(name="is")
    id: str


class Offer(Struct, frozen=True, omit_defaults=True):
    text: str
    label: str
    verb: str
    rule: str
    stop: bool
    args: tuple[Arg, ...]
    what: str = ""  # what all offers of its kind are: "move units"
    price: str = ""  # what it costs, or needs
    by: tuple[Arg, ...] = ()  # what else can be clicked to mean it: members of a formation, the hexes of an attack


class Prompt(Struct, frozen=True, omit_defaults=True):
    """What is asked: a sentence, and for who decides how it is answered and what passing means."""

    side: int
    yours: bool
    text: str
    rule: str
    frame: tuple[str, ...]
    offers: tuple[Offer, ...]
    how: str = ""  # how it is answered
    stop: str = ""  # what it means to pass, to stop
    own: bool = False  # it goes on with what its side has chosen to begin: a march, a list of what is shipped
    free: bool = False  # to stop loses nothing: what can be done can be done after it, too
    earnest: bool = False  # what is said by the way elsewhere (`asides`) is what is asked here


class Group(Struct, frozen=True):
    """Pieces that are chosen together: what to say for them to set out, what is open to them then, and where they can go."""

    say: tuple[str, ...]
    offers: tuple[Offer, ...]
    walks: dict[str, Walk]


class Word(Struct, frozen=True, omit_defaults=True):
    """A part of a sentence: plain text, or the name of a thing that can be clicked."""

    text: str
    is_: Literal["", "piece", "space", "cell"] = msgspec.field(name="is", default="")
    id: str = ""


class Die(Struct, frozen=True):
    """One roll that the viewer saw; `of` is the number of faces, 0 for something drawn from a cup."""

    by: int
    face: int
    rule: str
    of: int


class Heading(Struct, frozen=True, omit_defaults=True):
    """What a line of the log stands under: something that went on then, or the step that it was in."""

    name: str
    rule: str
    level: Level = ""
    mark: str = ""  # of a step, as the rules count it


class Entry(Struct, frozen=True, omit_defaults=True):
    """A line of the log; `ply` is the moment after it, `under` what went on: what has a level, and the innermost."""

    ply: int
    side: int
    words: tuple[Word, ...]
    rule: str
    dice: tuple[Die, ...]
    sum: Optional[Sum]
    under: tuple[Heading, ...]
    role: Role = ""
    by: int = -1  # the side that it names, if it names one
    news: Union[Announcement, UnsetType] = UNSET  # this decided a battle
    why: str = ""  # what a computer had in mind that was told to explain itself


class Move(Struct, frozen=True, omit_defaults=True):
    """A piece that is elsewhere after a ply, as the viewer saw it: the spaces of its way, the first of which it left. Where it
    came into sight, or was lost to sight, there is one space only."""

    ply: int
    piece: str
    side: int
    face: str
    path: tuple[str, ...]
    kind: Travel = "moves"
    cost: Optional[float] = None  # of movement, where it is told
    start: str = ""  # what people call the space that it left, where that is more than its id


class Film(Struct, frozen=True):
    """What a viewer could see happen after a ply, up to and with another: what was told, and who went where."""

    since: int
    ply: int  # there may be more to come
    log: tuple[Entry, ...]
    moves: tuple[Move, ...]


class Progress(Struct, frozen=True):
    """How far a guided game has come."""

    card: int  # the first card that is not done with; those that only tell something are the page's to count
    step: int  # the card that waits for a decision; as many as there are cards: the lesson is over
    say: tuple[str, ...]  # what it waits for, in order, until the other side answers; none while that is to come
    back: Optional[int]  # something else was said: the ply to go back to


class Snapshot(Struct, frozen=True):
    """All that a viewer sees of a game at one moment."""

    game: str
    title: str
    scenario: str
    settings: dict[str, int]
    name: str
    ply: int
    seq: int  # counts all that was done, also what was taken back: of two snapshots the one with more is newer
    viewer: int
    seats: tuple[Seat, Seat]
    view: View
    prompt: Optional[Prompt]
    undo: Optional[int]
    over: Optional[Outcome]
    commitment: str
    last: tuple[Entry, ...]
    seed: Union[str, UnsetType] = UNSET
    frozen: Union[str, UnsetType] = UNSET  # why today's rules cannot go on with it, for people
    standing: tuple[Wish, ...] = ()  # what the viewer's seat answers in advance; nobody else is told
    lesson: Union[Progress, UnsetType] = UNSET  # for the person who is taught
    offered: Union[bool, UnsetType] = UNSET  # the computer thinks that it has lost, and would give the game up if the viewer likes


class News(Snapshot, frozen=True, tag_field="kind", tag="snapshot"):
    """A snapshot as it is pushed."""


class Thinking(Struct, frozen=True, tag_field="kind", tag="thinking"):
    """The computer ponders for a side."""

    side: int


class Pong(Struct, frozen=True, tag_field="kind", tag="pong"):
    """The answer to a ping."""


Live = Union[News, Thinking, Pong]  # what comes over the live connection


class Moved(Struct, frozen=True):
    """What was done: the ply that it led to, what was told since the ply of the request, and the game as it is now."""

    ply: int
    log: tuple[Entry, ...]
    snapshot: Snapshot


class Why(Struct, frozen=True):
    ok: bool
    rule: str
    text: str


class Caution(Struct, frozen=True):
    rule: str
    text: str


class Said(Struct, frozen=True):
    """A decision: its text and how a button reads."""

    text: str
    label: str


class Preview(Struct, frozen=True, omit_defaults=True):
    """What an option may lead to."""

    forecast: Optional[Forecast]
    cautions: tuple[Caution, ...]
    rolls: bool
    usual: tuple[Said, ...] = ()  # all that is said from it to the dice, if one chooses as usual


class Hint(Struct, frozen=True):
    """Something that could be done, in words."""

    text: str  # what to say
    label: str
    rule: str


class March(Struct, frozen=True):
    """Several steps of the computer's advice that are one way of one piece."""

    says: tuple[str, ...]
    label: str
    to: str  # a space


class Advice(Struct, frozen=True):
    """What now? What the computer would do in this seat, what it has in mind then, what it expects, and what else is undone."""

    ply: int
    hint: Hint
    stop: bool  # it would do no more
    then: tuple[str, ...]
    forecast: Optional[Forecast]
    rule: str  # that matters
    undone: tuple[Hint, ...]
    why: str = ""  # to what end it would do that, and what it counts on
    march: Optional[March] = None  # of which `hint` is the first step


class Score(Struct, frozen=True):
    ply: int
    when: str
    turn: str
    allied: float
    axis: float


class Loss(Struct, frozen=True):
    side: int
    unit: str
    ply: int
    face: str  # as it was last seen


class Luck(Struct, frozen=True, omit_defaults=True):
    """The dice of one size of a side in a battle, or at one ply outside: how many, what they show on average, what they showed."""

    ply: int
    battle: bool
    words: tuple[Word, ...]
    side: int
    of: int  # faces
    rolls: int
    expected: float
    got: int
    low: bool = False  # who shows less has the luck


class Draw(Struct, frozen=True):
    """One answer of chance in a finished game: the cup that it came out of, a die's faces for instance."""

    ply: int
    cup: tuple[int, ...]
    face: int


class Dice(Struct, frozen=True):
    """All that the seed of a finished game had to answer, in order, so that anybody can reckon it again."""

    since: int  # plies up to this one came with an imported record, and from other dice
    draws: tuple[Draw, ...]


class Network(Struct, frozen=True):
    """Where others on the network find this server."""

    open: bool  # or it answers this machine alone
    addresses: tuple[str, ...]  # as they would be, if it is not open
    command: str  # that opens it


class Report(Struct, frozen=True):
    outcome: Optional[Outcome]
    scores: tuple[Score, ...]
    losses: tuple[Loss, ...]
    luck: tuple[Luck, ...]
