"""Any legal option."""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Option, State, pending
from sandtable.titles import AnyTitle

STOPS_ONE_TIME_IN: Final = 4


class Random:
    """Picks a verb, then its numbers. All options alike would stop too soon: to stop is one of few."""

    def choose(self, title: AnyTitle, s: Any, side: int, dice: Dice) -> Option:
        return any_option(s, side, dice)


def any_option(s: State, side: int, dice: Dice) -> Option:
    row = pending(s)
    return any_of(row.options(s, s.frames[-1]), row.stop.verb if row.stop is not None else "", side, dice)


def stop_verb(s: State) -> str:
    """How a side says that it does no more; empty where it cannot."""
    stop = pending(s).stop
    return stop.verb if stop is not None else ""


VERB: Final = itemgetter(0)


def any_of(found: list[Option], stop: str, side: int, dice: Dice) -> Option:
    if len(found) == 1:
        return found[0]
    if found[-1][0] == stop:  # a row offers its stop last
        if dice.draw(range(STOPS_ONE_TIME_IN), side, "") == 0:
            return found[-1]
        found = found[:-1]
    if found[0][0] != found[-1][0]:  # a row offers what has one verb together
        verbs = list(dict.fromkeys(map(VERB, found)))
        verb = verbs[dice.draw(range(len(verbs)), side, "")]
        found = [o for o in found if o[0] == verb]
    return found[dice.draw(range(len(found)), side, "")]
