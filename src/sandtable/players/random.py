"""Any legal option."""

from __future__ import annotations

from typing import Any, Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Option, State, options, pending
from sandtable.titles import AnyTitle

STOPS_ONE_TIME_IN: Final = 4


class Random:
    """Picks a verb, then its numbers. All options alike would stop too soon: to stop is one of few."""

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        return any_option(s, side, dice)


def any_option(s: State, side: int, dice: Dice) -> Option:
    return any_of(options(s), stop_verb(s), side, dice)


def stop_verb(s: State) -> str:
    """How a side says that it does no more; empty where it cannot."""
    stop = pending(s).stop
    return stop.verb if stop is not None else ""


def any_of(found: list[Option], stop: str, side: int, dice: Dice) -> Option:
    if len(found) == 1:
        return found[0]
    if found[-1][0] == stop:  # a row offers its stop last
        if dice.draw(range(STOPS_ONE_TIME_IN), side, "") == 0:
            return found[-1]
        found = found[:-1]
    verbs = list(dict.fromkeys([o[0] for o in found]))
    if len(verbs) > 1:
        verb = verbs[dice.draw(range(len(verbs)), side, "")]
        found = [o for o in found if o[0] == verb]
    return found[dice.draw(range(len(found)), side, "")]
