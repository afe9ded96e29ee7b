"""Where a piece can go by saying verbs of movement one after another, while no die falls, nobody else decides and nothing comes to
light for who goes. A title works it out from its own rules of movement (`Looks.reach`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional

from msgspec import Struct

from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.play import Act, Option, State, decider, is_over, is_shown, pending, take
from sandtable.kernel.sides import only


class Walk(Struct, frozen=True, omit_defaults=True):
    """What to say, in order, and the movement that is left then, if the title tells."""

    say: tuple[str, ...]
    left: Optional[float]
    rest: tuple[str, ...] = ()  # and what to say then, before another piece can set out
    onto: bool = False  # enemies are there: the last step is weighed by itself, with its dice and all that may be regretted


Walks = dict[str, dict[str, Walk]]  # piece -> space -> the way there


def nowhere(s: Any, side: int) -> Walks:
    return {}


def note(found: Walks, piece: str, space: str, walk: Walk) -> None:
    """Of several ways the one that leaves most movement, then the shortest; given the shorter ones first."""
    known = found.setdefault(piece, {}).setdefault(space, walk)
    if (walk.left or 0) > (known.left or 0):
        found[piece][space] = walk


def text(s: State, act: Act[Any, Any], *numbers: int) -> str:
    """`enter 1/8 15`, whether or not it is an option now."""
    return " ".join([act.verb, *[s.names.text(kind, n) for kind, n in zip(act.takes, numbers, strict=True)]])


def goes_on(s: State, said: Iterable[Option], side: int) -> bool:
    """Whether a side goes on deciding after these options, and chance and secrets have no part in them. It is done to the state
    itself: give a clone."""
    log: list[object] = []
    s.log = log
    try:
        for o in said:
            take(s, o, NoDice())
    except ScriptError:
        return False
    s.log = None
    if is_over(s) or decider(s) != side:
        return False
    return not is_shown(log, only(side))


def is_let_go(s: Any, side: int) -> bool:
    """Whether a side goes on deciding if nobody breaks in who could. It is done to the state itself."""
    while not is_over(s) and decider(s) != side:
        row = pending(s)
        if not row.window or row.stop is None:
            return False
        try:
            take(s, (row.stop.verb, 0, 0), NoDice())
        except ScriptError:
            return False
    return not is_over(s)
