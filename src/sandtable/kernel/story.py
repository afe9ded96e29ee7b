"""Events, options and questions in words: for the log, for buttons, for prompts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from sandtable.kernel.names import Names
from sandtable.kernel.play import Option, State, pending
from sandtable.kernel.title import Title

SLOT: Final = re.compile(r"\{(\w+)\}")


class Word(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of a sentence: plain text, or the name of a thing that can be clicked."""

    text: str
    kind: str = ""


def sentence(template: str, numbers: Sequence[int], names: Names, known: Mapping[str, Sequence[str]]) -> list[Word]:
    """`{unit} enters {area}`: each slot takes the next number, named by its kind.

    >>> [w.text for w in sentence("{unit} loses {n} steps", [1, 2], Names({"unit": ["1/8", "2/8"]}), {})]
    ['2/8', ' loses ', '2', ' steps']
    """
    words: list[Word] = []
    at, left = 0, list(numbers)
    for slot in SLOT.finditer(template):
        if slot.start() > at:
            words.append(Word(template[at : slot.start()]))
        kind, number = slot[1], left.pop(0)
        words.append(Word(known[kind][number] if kind in known else names.text(kind, number), kind if kind in names.texts else ""))
        at = slot.end()
    if at < len(template):
        words.append(Word(template[at:]))
    return words


def said(s: State, o: Option, title: Title) -> str:
    """An option as a button shows it."""
    act = pending(s).act(o[0])
    assert act is not None
    template = act.label or " ".join([act.verb, *[f"{{{kind}}}" for kind in act.takes]])
    return "".join([word.text for word in sentence(template, (o[1], o[2]), s.names, {"side": title.sides})])


def question(s: State) -> str:
    """What is being asked: "name the unit that leads the attack"."""
    asked = [act.asks or act.verb for act in pending(s).acts if any(act.why_not(s, s.frames[-1], a, b) is None
             for a, b in act.candidates(s, s.frames[-1]))]  # fmt: skip
    return " · ".join(dict.fromkeys(asked))
