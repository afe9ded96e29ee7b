"""A plan without what comes to nothing: nobody drives about because a draft happened to say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Optional

from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.play import Option, State, decider, pending, take, why_not
from sandtable.kernel.robot import Aim
from sandtable.players.random import stop_verb
from sandtable.titles import AnyTitle

TRIFLE: Final = 0.0005  # what changes a position by less changes nothing
DEAR: Final = 0.01  # by so much an action makes the end worse that an aim asked for in vain

Promise = Callable[[State], float]


def is_an_action(title: AnyTitle, s: State, strand: Sequence[Option]) -> bool:
    return strand[0][0] in title.robot.hints.actions and strand[0][0] != stop_verb(s)


def is_missed(with_it: float, without: float, asked: Sequence[Aim], is_sure: bool) -> bool:
    """Whether a plan is the poorer without an action that some of its aims asked for. If trials go on from there a loss may be the
    price of something to come; if this is all that comes of the plan, it is a loss. Half of a firm aim is worth nothing."""
    if asked:
        return not is_sure or without < with_it + DEAR or any([aim.firm for aim in asked])
    return with_it > without if is_sure else abs(with_it - without) > TRIFLE


def led_to(s: State, side: int, said: Sequence[Option]) -> Optional[State]:
    """Where a plan leads that takes no dice; nowhere if it cannot be said so."""
    here = s.clone()
    try:
        for o in said:
            if not here.frames or decider(here) != side or why_not(here, o) is not None:
                return None
            take(here, o, NoDice())
            while here.frames and pending(here).window and decider(here) != side:
                take(here, (stop_verb(here), 0, 0), NoDice())
    except ScriptError:
        return None
    return here


def leaner(
    title: AnyTitle,
    s: State,
    side: int,
    strands: Sequence[Sequence[Option]],
    end: Sequence[Option],
    aims: Sequence[Aim],
    promise: Promise,
    is_sure: bool,
) -> list[Option]:
    """The words of the plan, but for its end, without the actions that nobody misses, the last first: what was begun before may
    have made room for it."""
    kept = list(strands)
    whole = led_to(s, side, words(kept, end))
    if whole is None:
        return words(kept)
    worth = promise(whole)
    for strand in reversed(strands):
        if not is_an_action(title, s, strand):
            continue
        asked = [aim for aim in aims if title.robot.plans.serves(s, strand[0], aim) > 0]
        rest = [other for other in kept if other is not strand]
        there = led_to(s, side, words(rest, end))
        if there is not None and not is_missed(worth, left := promise(there), asked, is_sure):
            kept, worth = rest, left
    return words(kept)


def words(strands: Sequence[Sequence[Option]], end: Sequence[Option] = ()) -> list[Option]:
    """
    >>> words([[("move", 1, 0), ("halt", 0, 0)], [("move", 2, 0)]], [("done", 0, 0)])
    [('move', 1, 0), ('halt', 0, 0), ('move', 2, 0), ('done', 0, 0)]
    """
    return [o for strand in (*strands, end) for o in strand]
