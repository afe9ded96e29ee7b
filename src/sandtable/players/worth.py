"""What players make of a position and of what is offered in it."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.play import Option, State, options
from sandtable.titles import AnyTitle

WON: Final = 10.0  # outweighs every judgement


def wanted(title: AnyTitle, s: State) -> list[Option]:
    """What is worth a thought."""
    found = options(s)
    return [o for o in found if not title.robot.hints.idle(s, o)] or found


def eager_of(title: AnyTitle, s: State, found: list[Option]) -> Optional[Option]:
    """What is always good."""
    return next((o for o in found if title.robot.hints.eager(s, o)), None)


def verdict(title: AnyTitle, s: State, side: int) -> float:
    """What a trial has come to."""
    judged = title.robot.verdict
    return value(title, s, side) if judged is None or not s.frames else judged(s, side)


def value(title: AnyTitle, s: State, side: int) -> float:
    judged = title.robot.judge(s, side)
    ended = title.rules.outcome(s)
    if ended is None or ended.winner < 0:
        return judged
    return judged + (WON if ended.winner == side else -WON)
