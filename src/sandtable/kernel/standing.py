"""Answers given in advance. They belong to a seat, not to the rules: a record shows them as the stops they are.

An answer may depend on what all may know and on the owner's own wish, never on what he hides: otherwise the pace at which he
is seen to pass would tell of it. So where a row is asked to hide whether somebody can act (`asked`), "only when I can act" does
not answer it while somebody watches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, Optional

from sandtable.kernel.play import Option, State, pending

UNATTACKED: Final = "unattacked"  # pass at every window until one is attacked
NEVER: Final = "never"  # do not ask about this act
ABLE: Final = "able"  # ask only when something can be done
Kind = Literal["unattacked", "never", "able"]
ALWAYS: Final = -1


class Standing(NamedTuple):
    kind: Kind
    verb: str = ""  # of `never`: which act
    turn: int = ALWAYS  # holds in this turn alone


def standing_answer(s: State, answers: Sequence[Standing], watched: bool) -> Optional[Option]:
    """The stop that the asked side has said beforehand, if it has. `watched`: another person sees when it comes."""
    if not answers or not s.frames:
        return None
    row, f = pending(s), s.frames[-1]
    if row.stop is None or row.stop.why_not(s, f, 0, 0) is not None:
        return None
    stop: Option = (row.stop.verb, 0, 0)
    kinds = {answer.kind for answer in answers}
    unwanted = {answer.verb for answer in answers if answer.kind == NEVER}
    if UNATTACKED in kinds and row.window:
        return stop
    if all(act.verb in unwanted for act in row.acts):
        return stop
    if ABLE in kinds and not (watched and row.asked is not None) and row.options(s, f) == [stop]:
        return stop
    return None


def still_standing(answers: Sequence[Standing], turn: int, attacked: bool) -> tuple[Standing, ...]:
    """What is left of them: those of another turn are over, and an attack wakes who slept until then."""
    return tuple([a for a in answers if a.turn in (ALWAYS, turn) and not (attacked and a.kind == UNATTACKED)])
