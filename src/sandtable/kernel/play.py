"""What is going on, in which order, and what may be done: frames, outlines, acts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence, Sequence
from operator import attrgetter
from typing import Any, Generic, Literal, NamedTuple, Optional, TypeVar

from sandtable.kernel.dice import Dice
from sandtable.kernel.names import Names, quoted
from sandtable.kernel.sides import EVERYONE
from sandtable.kernel.tally import Tally

Option = tuple[str, int, int]  # a verb and the two numbers it may take; one it does not take is 0
Args = tuple[int, int]
Level = Literal["", "turn", "phase", "action", "battle"]  # what a heading of the log stands over
SCORED = "scored"  # the event that tells how a sum of points has changed, and by what
REVEALED = "revealed"  # the event that ends undo: something hidden became known, to those whom it is told


class Refusal(NamedTuple):
    """Why not: the rule by number, its point in our own words. Make them module constants: they are asked for in bulk."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})" if self.rule else self.text


class Illegal(ValueError):
    """Something was said that is not an option now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal: Refusal = refusal


class Event(NamedTuple):
    """Something that happened, as the log keeps it; words come from the title's stories, never from rules."""

    what: str
    numbers: tuple[int, ...]
    to: int  # the audience: a bit for each side, one for spectators
    tally: Optional[Tally]


def is_shown(log: Iterable[object], audience: int) -> bool:
    """Whether something hidden became known to one of these."""
    return any(isinstance(event, Event) and event.what == REVEALED and event.to & audience for event in log)


class Frame:
    """One thing that is going on: its place in its outline, and the facts that only it needs, declared once.

    A kind of frame with facts is a `@dataclass(eq=False, repr=False)`; its fields are ints, bools, strings and tuples of them.
    Acts assign to them and clones copy them. A frame never holds another frame (a clone would share it): see `inner`.
    """

    at: int = 0  # the next row of its outline
    row: int = -1  # the row that is being asked or has happened last: what began on top of this frame belongs to it; -1: it waits

    def facts(self) -> tuple[Any, ...]:
        """Its fields, in order: to copy, compare and print."""
        return facts_of(type(self))(self)

    def copy(self) -> Frame:
        kind = type(self)
        twin = kind(*facts_of(kind)(self))
        twin.at, twin.row = self.at, self.row
        return twin

    def again(self) -> None:
        """The row that is being done is done again: asked anew, or happens anew."""
        self.at = self.row

    def leave(self) -> None:
        """The row that is being done is not done again, although it repeats and nobody has stopped it."""
        self.at = self.row + 1

    def restart(self) -> None:
        self.at = 0

    def finish(self) -> None:
        self.at = 1_000  # what was begun on top of it still happens

    def __repr__(self) -> str:
        return f"{type(self).__name__}@{self.at}{self.facts()}"


FACTS: dict[type[Frame], Callable[[Frame], tuple[Any, ...]]] = {}  # what reads the fields of each kind of frame


def facts_of(kind: type[Frame]) -> Callable[[Frame], tuple[Any, ...]]:
    found = FACTS.get(kind)
    if found is None:
        names: tuple[str, ...] = getattr(kind, "__match_args__", ())
        found = FACTS[kind] = reader_of(names)
    return found


def reader_of(names: tuple[str, ...]) -> Callable[[Frame], tuple[Any, ...]]:
    if not names:
        return lambda f: ()
    get: Callable[[Frame], Any] = attrgetter(*names)
    return get if len(names) > 1 else lambda f: (get(f),)


class State:
    """The kernel's part of a title's state. `__init__` makes it empty and cheap: `clone` calls it; set-up is a function."""

    def __init__(self, outlines: Outlines, names: Names) -> None:
        self.outlines: Outlines = outlines
        self.names: Names = names
        self.frames: list[Frame] = []  # innermost last; none: the game is over
        self.log: Optional[MutableSequence[object]] = None  # a listener, not a part of the state

    def clone(self) -> State:
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Authoritative fields and `play_key()`, no caches: equal keys mean equal states."""
        raise NotImplementedError

    def copy_play(self, other: State) -> None:
        self.frames = [f.copy() for f in other.frames]

    def play_key(self) -> tuple[object, ...]:
        return tuple([(type(f).__name__, f.at, f.facts()) for f in self.frames])

    def begin(self, frame: Frame) -> None:
        """This first; what is going on now goes on after it. Of two begun in a row the second happens first."""
        self.frames.append(frame)

    def end(self) -> None:
        """The game is over, whatever was going on."""
        self.frames.clear()

    def tell(self, what: str, *numbers: int, to: int = EVERYONE) -> None:
        if self.log is not None:
            self.log.append(Event(what, numbers, to, None))

    def explain(self, tally: Tally, to: int = EVERYONE) -> None:
        if self.log is not None:
            self.log.append(Event("sum", (tally.exact.numerator, tally.exact.denominator), to, tally))

    def __repr__(self) -> str:
        going = " > ".join([self.outlines[type(f)].name for f in self.frames])
        return f"<{type(self).__name__}: {going or 'over'}>"


S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Frame)


def inner(s: State, kind: type[F]) -> F:
    """The innermost frame of a kind: how a step reads and changes the facts of what it is part of."""
    found = within(s, kind)
    if found is None:
        raise LookupError(f"no {kind.__name__} is going on")
    return found


def within(s: State, kind: type[F]) -> Optional[F]:
    """The innermost frame of a kind, if one is going on."""
    for f in reversed(s.frames):
        if isinstance(f, kind):
            return f
    return None


class Act(Generic[S, F]):
    """One thing a side can do: how it is said, what forbids it, what it does. Subclasses name the two numbers."""

    rule: str = ""
    form: str = ""  # "enter unit area": the verb, then what each number names
    label: str = ""  # how a button reads, verb and object: "Move {unit} to {area}"; " · " divides it from a price
    asks: str = ""  # what the prompt says: "move a unit"
    exact: bool = False  # its candidates are legal one and all: `why_not` is not asked to list them (the checks of the lab ask it)

    def __init__(self) -> None:
        words = self.form.split()
        self.verb: str = words[0]
        self.takes: list[str] = words[1:]

    def candidates(self, s: S, f: F) -> Iterable[Args]:
        """All that is legal and little more; where finding them costs much, one at a time: often the first is enough."""
        return [(0, 0)]

    def why_not(self, s: S, f: F, a: int, b: int, /) -> Optional[Refusal]:
        """The one predicate of legality; answers for every number in range, candidate or not."""
        return None

    def not_now(self, s: S) -> Optional[Refusal]:
        """Why it is not the moment for it, where a rule says more than that."""
        return None

    def do(self, s: S, f: F, a: int, b: int, dice: Dice, /) -> None:
        """What comes of it. A stop does nothing: what follows is the next row, which comes also when nobody was asked."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.form}{f' ({self.rule})' if self.rule else ''}>"


class Pass(Act[State, Frame]):
    form = "pass"
    label = "Pass"


class Done(Act[State, Frame]):
    form = "done"
    label = "Done"


class Step(NamedTuple):
    """A part of a procedure as the rulebook counts it: its letter or number, its name, its rule."""

    mark: str
    name: str
    rule: str


class Ask(NamedTuple):
    """A row's question as people read it. Only the side that decides is shown it, so it may name what that side hides."""

    text: str | Callable[[Any, Any], str]  # a whole sentence that ends in "?"; of the state and the frame where it names something
    stop: str | Callable[[Any, Any], str] = ""  # what it means to stop: "Without it the day ends here."
    button: str | Callable[[Any, Any], str] = ""  # what the stop is called: "Let the day end"; none: as the act says
    how: str | Callable[[Any, Any], str] = ""  # how it is answered; none: what can be done is listed
    others: str = ""  # what those read who only watch, "choose an Area to assault from"; none: all that the row knows
    rule: Optional[Callable[[Any, Any], str]] = None  # where one row asks by several rules: which; it says nothing that is hidden
    free: Optional[Callable[[Any, Any], bool]] = None  # whether a stop loses nothing: what can be done can be done after it, too
    earnest: bool = False  # what is said by the way elsewhere is what is asked here


class Row:
    """A line of an outline; made by `then`, `must`, `may`, `each`, `freely`, `window`."""

    def __init__(
        self,
        who: Optional[Callable[[Any, Any], int]],
        acts: tuple[Act[Any, Any], ...],
        stop: Optional[Act[Any, Any]],
        repeats: bool,
        happens: Optional[Callable[[Any, Any, Dice], None]],
        rule: str,
        asked: Optional[Callable[[Any, Any], bool]] = None,
        forced: bool | Callable[[Any, Any], bool] = False,
        window: bool = False,
        ask: Optional[Ask] = None,
    ) -> None:
        self.ask: Optional[Ask] = ask
        self.who, self.acts, self.stop, self.repeats, self.happens = who, acts, stop, repeats, happens
        self.asked, self.window = asked, window
        self.forced: Optional[Callable[[Any, Any], bool]] = always if forced is True else forced or None
        self.rule: str = rule or (acts[0].rule if acts else "")
        self.step: Optional[Step] = None
        self.verbs: dict[str, Act[Any, Any]] = {act.verb: act for act in (*acts, stop) if act is not None}

    def arises(self, s: State, f: Frame) -> bool:
        """Whether there is anything to decide but to stop, or by what all may know there could be."""
        if self.asked is not None:
            return self.asked(s, f)
        for act in self.acts:
            for a, b in act.candidates(s, f):
                if act.exact or act.why_not(s, f, a, b) is None:
                    return True
        assert self.stop is None or self.stop.why_not(s, f, 0, 0) is None, f"{f} may neither act nor stop"
        return False

    def first_two(self, s: State, f: Frame) -> list[Option]:
        """Two answers, or the only one, or none."""
        found: list[Option] = []
        for act in self.acts:
            for a, b in act.candidates(s, f):
                if act.exact or act.why_not(s, f, a, b) is None:
                    found.append((act.verb, a, b))
                    if len(found) == 2:
                        return found
        return found

    def options(self, s: State, f: Frame) -> list[Option]:
        found: list[Option] = []
        for act in self.acts:
            there = act.candidates(s, f)
            if there:
                verb, why_not = act.verb, act.why_not
                if act.exact:
                    found += [(verb, a, b) for a, b in there]
                else:
                    found += [(verb, a, b) for a, b in there if why_not(s, f, a, b) is None]
        if self.stop is not None and self.stop.why_not(s, f, 0, 0) is None:
            found.append((self.stop.verb, 0, 0))
        return found

    def act(self, verb: str) -> Optional[Act[Any, Any]]:
        return self.verbs.get(verb)

    def __repr__(self) -> str:
        return f"<Row: {' or '.join(self.verbs) or getattr(self.happens, '__name__', 'something happens')}>"


class Outline(NamedTuple):
    """What a frame does, row by row; what people call it, and its rule."""

    name: str
    rule: str
    rows: tuple[Row, ...]
    quiet: bool = False  # only the side that is asked is told that it goes on
    level: Level = ""  # what it is to the log; the steps of a turn are its phases
    called: Optional[Callable[[Any, Any], str]] = None  # which one it is, as all may know: "June 15", "Attack on Halfaya"


Outlines = dict[type[Frame], Outline]
Who = Callable[[S, F], int]
# Where not to be asked would tell what a side hides: a condition that all may know, and that holds whenever the side can act.
Asked = Callable[[S, F], bool]


def outline(
    name: str, rule: str, *rows: Row | tuple[Row, ...], quiet: bool = False, level: Level = "",
    called: Optional[Callable[[S, F], str]] = None,
) -> Outline:  # fmt: skip
    """Rows, and steps made of rows."""
    flat: list[Row] = []
    for part in rows:
        flat += [part] if isinstance(part, Row) else part
    return Outline(name, rule, tuple(flat), quiet, level, called)


def step(mark: str, name: str, rule: str, *rows: Row) -> tuple[Row, ...]:
    """Rows that make up one step of a procedure: the bar of phases, a battle's stages and headings of the log come from it."""
    for row in rows:
        row.step = Step(mark, name, rule)
        row.rule = row.rule or rule
    return rows


def then(happens: Callable[[S, F, Dice], None], rule: str = "") -> Row:
    """Happens by itself, dice and all."""
    return Row(None, (), None, False, happens, rule)


def must(who: Who[S, F], *acts: Act[S, F], rule: str = "", forced: bool | Asked[S, F] = False, ask: Optional[Ask] = None) -> Row:
    """One of these. Like all questions it is not asked if there is nothing to decide.

    `forced`: an only answer is taken at once. Where others could tell from it what they may not know: only if a condition
    holds that all may know.
    """
    return Row(who, acts, None, False, None, rule, forced=forced, ask=ask)


def may(who: Who[S, F], *acts: Act[S, F], rule: str = "", asked: Optional[Asked[S, F]] = None, ask: Optional[Ask] = None) -> Row:
    """One of these, or pass."""
    return Row(who, acts, Pass(), False, None, rule, asked, ask=ask)


def each(who: Who[S, F], *acts: Act[S, F], rule: str = "", forced: bool | Asked[S, F] = False, ask: Optional[Ask] = None) -> Row:
    """These, again and again, until none is left to do; `forced` as in `must`, for each of them."""
    return Row(who, acts, None, True, None, rule, forced=forced, ask=ask)


def freely(
    who: Who[S, F], *acts: Act[S, F], stop: Optional[Act[S, F]] = None, rule: str = "", asked: Optional[Asked[S, F]] = None,
    ask: Optional[Ask] = None,
) -> Row:  # fmt: skip
    """These, in any order and number, until the side stops."""
    return Row(who, acts, stop or Done(), True, None, rule, asked, ask=ask)


def window(
    who: Who[S, F], *acts: Act[S, F], stop: Optional[Act[S, F]] = None, rule: str = "", asked: Optional[Asked[S, F]] = None,
    once: bool = False, ask: Optional[Ask] = None,
) -> Row:  # fmt: skip
    """A break in what one side does, at which the other may come in: `once`, or as often as it likes. See `standing`."""
    return Row(who, acts, stop or Pass(), not once, None, rule, asked, window=True, ask=ask)


def always(s: State, f: Frame) -> bool:
    return True


def open_play(s: State, dice: Dice) -> None:
    """From set-up to the first decision; what happens on the way is told where its dice are told."""
    s.log = dice.log
    settle(s, dice)
    s.log = None


def settle(s: State, dice: Dice) -> None:
    """Let all happen that needs no decision. A row is left before it acts, so nothing has to be popped or replaced."""
    while s.frames:
        f = s.frames[-1]
        at, rows = f.at, s.outlines[type(f)].rows
        if at >= len(rows):
            s.frames.pop()
            continue
        row = rows[at]
        f.row = at
        if row.happens is not None:
            f.at += 1
            row.happens(s, f, dice)
            continue
        if row.forced is not None and row.forced(s, f):
            found = row.first_two(s, f)
            if len(found) == 1:
                answer(s, f, row, found[0], dice)
                continue
            asks = bool(found)
        else:
            asks = row.arises(s, f)
        if asks:
            return
        f.at += 1


def answer(s: State, f: Frame, row: Row, o: Option, dice: Dice) -> None:
    """What was asked is done; a row that does not repeat is left first."""
    act = row.act(o[0])
    assert act is not None, f"{o} is not an option now"
    f.row = f.at
    if act is row.stop or not row.repeats:
        f.at += 1
    act.do(s, f, o[1], o[2], dice)


def pending(s: State) -> Row:
    """The row that asks. Only while the game goes on."""
    return s.outlines[type(s.frames[-1])].rows[s.frames[-1].at]


def is_over(s: State) -> bool:
    return not s.frames


def decider(s: State) -> int:
    """The side that is asked now. Only while the game goes on."""
    who = pending(s).who
    assert who is not None
    return who(s, s.frames[-1])


def chosen_by(s: State) -> int:
    """The side that has chosen to begin what goes on now; -1: it came by the order of play, or because somebody stopped."""
    for f in reversed(s.frames[:-1]):
        if f.row >= 0:  # else it waits, and both began together
            who = s.outlines[type(f)].rows[f.row].who
            return -1 if who is None else who(s, f)
    return -1


def options(s: State) -> list[Option]:
    """Everything that may be done now; empty exactly when the game is over."""
    return pending(s).options(s, s.frames[-1]) if s.frames else []


def why_not(s: State, o: Option) -> Optional[Refusal]:
    """The rule that forbids it; None exactly if it is an option."""
    if not s.frames:
        return Refusal("", "the game is over")
    row = pending(s)
    act = row.act(o[0])
    if act is None:
        return not_the_moment(s, o[0])
    numbers = (o[1], o[2])
    for i in range(2):
        kind = act.takes[i] if i < len(act.takes) else ""
        if not (s.names.has(kind, numbers[i]) if kind else numbers[i] == 0):
            return Refusal(act.rule, f"{numbers[i]} is no {kind or 'number that ' + act.verb + ' takes'}")
    return act.why_not(s, s.frames[-1], o[1], o[2])


def not_the_moment(s: State, verb: str) -> Refusal:
    home = home_of(s.outlines, verb)
    if home is None:
        return Refusal("", f"nothing in this game is called {quoted(verb)}; now: {verbs(s)}")
    return home.not_now(s) or Refusal(home.rule, f"this is not the moment to {home.asks or verb}; now: {verbs(s)}")


def home_of(outlines: Outlines, verb: str) -> Optional[Act[Any, Any]]:
    """The act of that name, in whatever outline it stands."""
    for kind in outlines.values():
        for row in kind.rows:
            act = row.act(verb)
            if act is not None:
                return act
    return None


def verbs(s: State) -> str:
    """What may be said now, for messages."""
    return ", ".join(dict.fromkeys([verb for verb, _, _ in options(s)])) or "nothing, the game is over"


def take(s: State, o: Option, dice: Dice) -> None:
    """Do it, and all that follows up to the next decision. Ask `why_not` first if it comes from outside."""
    answer(s, s.frames[-1], pending(s), o, dice)
    settle(s, dice)


def write(s: State, o: Option) -> str:
    """`enter 1/8 15`"""
    act = pending(s).act(o[0])
    assert act is not None, f"{o} is not an option now"
    return " ".join([o[0], *[s.names.text(kind, n) for kind, n in zip(act.takes, (o[1], o[2]), strict=False)]])


def misnamed(s: State, kind: str, words: Sequence[str], form: str) -> str:
    """Of what is something else it is said as people call it: they may have clicked it."""
    for other in s.names.texts:
        used, number = s.names.find(other, words)
        if used:
            return f"{s.names.called(other, number)} has no part in this"
    return f"{quoted(' '.join(words) or 'nothing')} names no {kind}; the form is: {form}"


def read(s: State, text: str) -> Option:
    """What a text means here, legal or not. A name may have blanks in it: the longest that fits is meant."""
    words = text.split()
    if not words:
        raise Illegal(Refusal("", f"an empty text has no meaning; now: {verbs(s)}"))
    act = pending(s).act(words[0]) if s.frames else None
    if act is None:
        raise Illegal(not_the_moment(s, words[0]) if s.frames else Refusal("", "the game is over"))
    numbers, rest = [0, 0], words[1:]
    for i, kind in enumerate(act.takes):
        used, number = s.names.find(kind, rest)
        if used == 0:
            raise Illegal(Refusal(act.rule, misnamed(s, kind, rest, act.form)))
        numbers[i], rest = number, rest[used:]
    if rest:
        raise Illegal(Refusal(act.rule, f"{quoted(' '.join(rest))} is too much; the form is: {act.form}"))
    return (act.verb, numbers[0], numbers[1])
