"""Events, options and questions in words: for the log, for buttons, for prompts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sandtable.kernel.names import Names
from sandtable.kernel.play import Act, Option, State, pending
from sandtable.kernel.rules import Playable

SLOT: Final = re.compile(r"\{(\w+)\}")
PLURAL: Final = "s"


class Word(NamedTuple):
    """A piece of a sentence: plain text, or the name of a thing that can be clicked."""

    text: str
    kind: str = ""


def sentence(template: str, numbers: Sequence[int], names: Names, known: Mapping[str, Sequence[str]]) -> list[Word]:
    """`{unit} enters {area}`: each slot takes the next number, named by its kind; `{s}` is the plural of the last one.

    >>> [w.text for w in sentence("{unit} loses {n} steps", [1, 2], Names({"unit": ["1/8", "2/8"]}), {})]
    ['2/8', ' loses ', '2', ' steps']
    """
    words: list[Word] = []
    at, left, number = 0, list(numbers), 0
    for slot in SLOT.finditer(template):
        if slot.start() > at:
            words.append(Word(template[at : slot.start()]))
        at, kind = slot.end(), slot[1]
        if kind == PLURAL:
            words += [Word("s")] if number != 1 else []
            continue
        number = left.pop(0)
        words.append(Word(known[kind][number] if kind in known else names.text(kind, number), kind if kind in names.texts else ""))
    if at < len(template):
        words.append(Word(template[at:]))
    return words


def said(s: State, o: Option, title: Playable) -> str:
    """An option as a button shows it."""
    act = pending(s).act(o[0])
    assert act is not None
    template = act.label or " ".join([act.verb, *[f"{{{kind}}}" for kind in act.takes]])
    return "".join([word.text for word in sentence(template, (o[1], o[2]), s.names, {"side": title.rules.sides})])


def question(s: State) -> str:
    """What is being asked: "name the unit that leads the attack"; also if nothing is possible, where silence would tell."""
    acts, f = pending(s).acts, s.frames[-1]
    possible = [act for act in acts if any(act.why_not(s, f, a, b) is None for a, b in act.candidates(s, f))]
    return what_is_asked(possible) if possible else f"{what_is_asked(acts)}: nothing is possible now"


def what_is_asked(acts: Sequence[Act[Any, Any]]) -> str:
    return " · ".join(dict.fromkeys([act.asks or act.verb for act in acts]))
