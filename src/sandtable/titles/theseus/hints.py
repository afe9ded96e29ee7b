"""What spares computer players the looking ahead."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Hints
from sandtable.titles.theseus.frames import Movement
from sandtable.titles.theseus.state import State

IDLE: Final = ("raise", "dummy", "challenge", "transfer")


def is_eager(s: State, o: Option) -> bool:
    """All of a hex join an attack, and go along."""
    return o[0] == "join" or (o[0] == "with" and not hq_stays(s, o))


def is_idle(s: State, o: Option) -> bool:
    return o[0] in IDLE or (o[0] == "with" and hq_stays(s, o))


def hq_stays(s: State, o: Option) -> bool:
    """An HQ stays behind when a unit is told to move; told itself, it takes the units along."""
    f, units = within(s, Movement), s.edition.units
    return o[1] >= units and f is not None and f.units[-1] < units


HINTS: Final = Hints(
    strides=("step", "halt"),
    actions=("move", "breach", "refit", "improve", "attack", "end"),
    rounds=("activate", "deploy"),
    tries=("breach", "refit"),
    eager=is_eager,
    idle=is_idle,
)
