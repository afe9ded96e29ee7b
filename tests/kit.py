"""What tests of every title use: say things to a state with scripted dice, and see what may be said and what is refused."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import pytest

from sandtable.face.story import sentence
from sandtable.kernel.dice import NoDice, ScriptedDice, SeededDice
from sandtable.kernel.play import Event, Refusal, State, decider, options, pending, read, take, write
from sandtable.kernel.play import why_not as refusal_of
from sandtable.lab.checks import disagreements
from sandtable.titles import AnyTitle

LOOKED_OVER: Final[set[tuple[str, str, int]]] = set()

S = TypeVar("S", bound=State)
Test = TypeVar("Test", bound=Callable[..., Any])


def rule(title: str, *ids: str) -> Callable[[Test], Test]:
    """Names the rows of the rule book that a test proves."""
    return pytest.mark.rule(title, *ids)


def play(s: S, *texts: str, dice: Sequence[int] = ()) -> S:
    """The state after saying these one by one, on a copy; all dice must be used. The events are in its `log`."""
    s = s.clone()  # type: ignore[assignment]
    s.log = []
    scripted = ScriptedDice(dice)
    for text in texts:
        o = read(s, text)
        refusal = refusal_of(s, o)
        assert refusal is None, f"{text!r} is refused: {refusal}; there are: {offered(s)}"
        take(s, o, scripted)
    assert scripted.used == len(dice), f"{len(dice) - scripted.used} of the dice {list(dice)} were not used"
    look_over(s)
    return s


def look_over(s: State) -> None:
    """Positions built by hand are what random play never meets: in each, what is offered and what is not refused is the same.
    Once in a test for each kind of question."""
    if not s.frames:
        return
    question = (os.environ.get("PYTEST_CURRENT_TEST", ""), type(s.frames[-1]).__name__, s.frames[-1].at)
    if question not in LOOKED_OVER:
        LOOKED_OVER.add(question)
        broken = list(disagreements(s, SeededDice(len(question[0]))))
        assert not broken, broken[0]


def offered(s: State) -> list[str]:
    """Every option as text, in order."""
    return [write(s, o) for o in options(s)]


def offered_verbs(s: State) -> set[str]:
    return {verb for verb, _, _ in options(s)}


def why_not(s: State, text: str) -> Refusal:
    """The refusal of something that must not be an option now; a text that means nothing here counts as refused."""
    from sandtable.kernel.play import Illegal

    try:
        refusal = refusal_of(s, read(s, text))
    except Illegal as illegal:
        refusal = illegal.refusal
    assert refusal is not None, f"{text!r} is allowed"
    return refusal


def asked(s: State) -> tuple[int, str]:
    """Who decides, and in which frame."""
    return decider(s), type(s.frames[-1]).__name__


def told(s: State, what: str) -> list[tuple[int, ...]]:
    """The numbers of every event of that kind since the last `play`."""
    return [event.numbers for event in s.log or () if isinstance(event, Event) and event.what == what]


def telling(title: AnyTitle, s: State) -> list[str]:
    """Everything since the last `play` in the words of the log; what has no words is left out."""
    events = [event for event in s.log or () if isinstance(event, Event) and event.tally is None]
    words = [sentence(title.face.stories[event.what], event.numbers, s.names, {"side": title.sides}) for event in events]
    return [text for text in ["".join([word.text for word in line]) for line in words] if text]


def settled(s: S, dice: Sequence[int] = ()) -> S:
    """Let a position built by hand run up to its first decision."""
    from sandtable.kernel.play import settle

    scripted = ScriptedDice(dice) if dice else NoDice()
    settle(s, scripted)
    return s


__all__ = ["asked", "offered", "offered_verbs", "pending", "play", "rule", "settled", "telling", "told", "why_not"]


def changed(title: AnyTitle, **parts: Any) -> AnyTitle:
    """A title with other parts: of its rules, its face or its robot, whichever has one of that name."""
    groups: dict[str, Any] = {"rules": title.rules, "face": title.face, "robot": title.robot}
    for name, value in parts.items():
        home = next(group for group, part in groups.items() if name in part._fields)
        groups[home] = groups[home]._replace(**{name: value})
    return title._replace(**groups)
