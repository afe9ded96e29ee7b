"""Events, options and questions in words: for the log, for buttons, for prompts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Optional

from sandtable.face.view import signed
from sandtable.kernel.names import Names
from sandtable.kernel.play import Act, Ask, Option, Refusal, Row, State, options, pending
from sandtable.kernel.rules import Playable
from sandtable.kernel.tally import Exact, text_of

SLOT: Final = re.compile(r"\{(\w+)\}")
PLURAL: Final = "s"
NOUGHT: Final = ("no", "nothing")  # slots for a number that are read instead of a zero
PRICE: Final = " · "  # between what a button does and what it costs
ALTERNATIVES: Final = 3  # so many are named when something is refused
IMPOSSIBLE: Final = "Nothing can be done; you are asked all the same, or the enemy would learn it from your pace."


class Word(NamedTuple):
    """A piece of a sentence: plain text, or what people call a thing that can be clicked, with its name in decisions."""

    text: str
    kind: str = ""
    id: str = ""


def sentence(template: str, numbers: Sequence[int], names: Names, known: Mapping[str, Sequence[str]]) -> list[Word]:
    """`{unit} enters {area}`: each slot takes the next number, named by its kind; `{s}` is the plural of the last one, and `{no}`
    or `{nothing}` a number that may be 0.

    >>> [w.text for w in sentence("{unit} loses {n} steps", [1, 2], Names({"unit": ["1/8", "2/8"]}), {})]
    ['2/8', ' loses ', '2', ' steps']
    >>> plain(sentence("{no} hit{s}, {nothing} is left", [0, 0], Names({}), {}))
    'no hits, nothing is left'
    """
    words: list[Word] = []
    at, left, number = 0, list(numbers), 0
    for slot in SLOT.finditer(template):
        if slot.start() > at:
            words.append(Word(template[at : slot.start()]))
        at, kind = slot.end(), slot[1]
        if kind == PLURAL:
            words += [Word("s")] if abs(number) != 1 else []
            continue
        number = left.pop(0)
        words.append(named(kind, number, names, known))
    if at < len(template):
        words.append(Word(template[at:]))
    return words


def named(kind: str, number: int, names: Names, known: Mapping[str, Sequence[str]]) -> Word:
    if kind in known:
        return Word(known[kind][number])
    if kind in NOUGHT and not number:
        return Word(kind)
    return Word(names.called(kind, number), kind, names.text(kind, number)) if kind in names.texts else Word(signed(str(number)))


def plain(words: Sequence[Word]) -> str:
    return "".join([word.text for word in words])


def said(s: State, o: Option, title: Playable) -> str:
    """What an option does: a verb, then its object."""
    return button(s, o, title)[0]


def button(s: State, o: Option, title: Playable) -> tuple[str, str]:
    """An option as a button shows it, and its price or condition, if it has one."""
    row = pending(s)
    act = row.act(o[0])
    assert act is not None
    if act is row.stop and row.ask is not None and row.ask.button:
        return spoken(row.ask.button, s), ""
    template = act.label or " ".join([act.verb, *[f"{{{kind}}}" for kind in act.takes]])
    label, _, price = plain(sentence(template, (o[1], o[2]), s.names, {"side": title.rules.sides})).partition(PRICE)
    return label, price


class Question(NamedTuple):
    """What is asked, how it is answered, and what it means not to do anything."""

    text: str
    how: str = ""
    stop: str = ""


def question(s: State) -> Question:
    """What the side that decides is asked; also if nothing is possible, where silence would tell."""
    row, f = pending(s), s.frames[-1]
    possible = [act for act in row.acts if any(act.why_not(s, f, a, b) is None for a, b in act.candidates(s, f))]
    if row.ask is None:
        return Question(wishes_of(possible) if possible else f"{wishes_of(row.acts)}: nothing is possible now")
    return Question(spoken(row.ask.text, s), how(row.ask, possible, s), on_stopping(row, s))


def on_stopping(row: Row, s: State) -> str:
    """What it means to stop; where that is forbidden for now, why."""
    if row.ask is None or row.stop is None or not row.ask.stop:
        return ""
    refusal = row.stop.why_not(s, s.frames[-1], 0, 0)
    if refusal is None:
        return spoken(row.ask.stop, s)
    wish = spoken(row.ask.button, s) or row.stop.label or row.stop.verb
    return f"You cannot {wish[:1].lower()}{wish[1:]} yet: {refusal.text}."


def how(ask: Ask, possible: Sequence[Act[Any, Any]], s: State) -> str:
    """How it is answered: in words of its own, or by what can be done, where that is more than one thing."""
    if not possible:
        return IMPOSSIBLE
    if ask.how:
        return spoken(ask.how, s)
    wishes = list(dict.fromkeys([act.asks or act.verb for act in possible]))
    return f"You can {either(wishes)}." if len(wishes) > 1 else ""


def spoken(text: str | Callable[[Any, Any], str], s: State) -> str:
    return text if isinstance(text, str) else text(s, s.frames[-1])


def what_is_asked(row: Row) -> str:
    """For those who only watch: it says nothing of what is possible now."""
    return row.ask.others if row.ask is not None and row.ask.others else wishes_of(row.acts)


def rule_asked(s: State) -> str:
    """By which rule it is asked."""
    row = pending(s)
    return row.ask.rule(s, s.frames[-1]) if row.ask is not None and row.ask.rule is not None else row.rule


def wishes_of(acts: Sequence[Act[Any, Any]]) -> str:
    """As "move units, attack or stop"; of many things the first few."""
    wishes = list(dict.fromkeys([act.asks or act.verb for act in acts]))
    return either(wishes if len(wishes) <= ALTERNATIVES + 1 else [*wishes[:ALTERNATIVES], "do something else"])


def either(things: Sequence[str]) -> str:
    """
    >>> either(["move", "attack", "pass"]), either(["move"])
    ('move, attack or pass', 'move')
    """
    return " or ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def both(things: Sequence[str]) -> str:
    """
    >>> both(["1/8", "2/8", "5th"])
    '1/8, 2/8 and 5th'
    """
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def several(things: Sequence[str]) -> str:
    """As `both`; of a crowd only the first two.

    >>> several(["1/8", "2/8", "5th"]), several(["1/8", "2/8", "5th", "6th"])
    ('1/8, 2/8 and 5th', '1/8, 2/8 and 2 others')
    """
    return both(things if len(things) <= ALTERNATIVES else [*things[:2], f"{len(things) - 2} others"])


def counted(number: int, thing: str) -> str:
    """
    >>> counted(1, "unit"), counted(3, "unit")
    ('1 unit', '3 units')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def measured(number: Exact, thing: str) -> str:
    """As `counted`, of what comes in parts too.

    >>> from fractions import Fraction
    >>> measured(Fraction(1, 2), "point"), measured(Fraction(3, 2), "point")
    ('½ point', '1½ points')
    """
    return f"{text_of(number)} {thing}{'' if 0 < number <= 1 else 's'}"


def opening(text: str) -> str:
    """
    >>> opening("the 7th Armoured attacks")
    'The 7th Armoured attacks'
    """
    return text[:1].upper() + text[1:]


def refused(s: State, o: Option, refusal: Refusal, title: Playable, offered: Optional[Collection[Option]] = None) -> str:
    """What is not possible, because of what, and what would be: "You cannot move 1st KRRC to Point 206: it was attacked in
    this Impulse. Possible: Sidi Omar." Who asks often about one position hands its options in."""
    wish = said(s, o, title)
    why = opening(refusal.text) if not wish else f"You cannot {wish[:1].lower()}{wish[1:]}: {refusal.text}"
    instead = alternatives(s, o, options(s) if offered is None else offered)
    return f"{why.rstrip('.')}.{f' Possible: {instead}.' if instead else ''}"


def alternatives(s: State, o: Option, offered: Collection[Option]) -> str:
    """What the same act could be done with in place of its last number, a few of them by name."""
    act = pending(s).act(o[0])
    if act is None or not act.takes:
        return ""
    last, kind = len(act.takes), act.takes[-1]
    found = [(a, b)[last - 1] for verb, a, b in offered if verb == o[0] and (last == 1 or a == o[1])]
    names = [s.names.called(kind, number) for number in found]
    more = len(names) - ALTERNATIVES
    return either(names) if more <= 1 else f"{', '.join(names[:ALTERNATIVES])} and {more} others"
