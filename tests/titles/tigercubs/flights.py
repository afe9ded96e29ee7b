"""Positions with air units ready to fly."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.dice import NoDice
from sandtable.kernel.sides import ALLIED
from sandtable.titles.tigercubs.air_bombing import payload
from sandtable.titles.tigercubs.air_order import begin_close_support
from sandtable.titles.tigercubs.frames import AirReturn, CombatPhase, Mission, MovementPhase
from sandtable.titles.tigercubs.state import State
from tests.kit import play, settled
from tests.titles.tigercubs.position import E, a, p, position, u

SOMEBODY = {"B-13L": "2109", "I-DICAT": "1109"}  # so that both sides always have somebody to move
WINGS = 2


def opening(air: dict[str, str], side: int = ALLIED, at: dict[str, str] | None = None, **more: object) -> State:
    """The beginning of a side's movement phase: airbase attacks."""
    s = position({**SOMEBODY, **(at or {})}, air=air, frame=AirReturn(side), **more)  # type: ignore[arg-type]
    s.begin(MovementPhase(side))
    s.phasing = side
    return settled(s)


def moving(air: dict[str, str], side: int = ALLIED, at: dict[str, str] | None = None, **more: object) -> State:
    """The same after all airbase attacks, of which there were none."""
    s = opening(air, side, at, **more)
    while type(s.frames[-1]).__name__ == "AirWindow":
        s = play(s, "done")
    return s


def fighting(
    air: dict[str, str], attacks: dict[str, tuple[str, ...]], at: dict[str, str], side: int = ALLIED, **more: object
) -> State:
    """A combat phase with declared attacks: target, and who attacks it. Close support is about to be flown."""
    targets = tuple([p(id) for id in attacks])
    phase = CombatPhase(side, targets, tuple([tuple([u(id) for id in ids]) for ids in attacks.values()]))
    phase.support = tuple([(0, 0, 0, 0)] * len(targets))
    phase.at = 1_000
    s = position(at, air=air, frame=phase, **more)  # type: ignore[arg-type]
    s.phasing = side
    begin_close_support(s, phase, NoDice())
    return settled(s)


def flight(s: State, kind: str, target: str, side: int = ALLIED, **facts: object) -> Mission:
    return Mission(side, s.names.numbers["mission"][kind], p(target), **facts)  # type: ignore[arg-type]


def load(s: State, kind: str, target: str, air: str, **facts: object) -> Fraction:
    return Fraction(payload(s, flight(s, kind, target, E.air_side[a(air)], **facts), a(air)).exact)


def full(s: State, *names: str) -> State:
    """These are wings."""
    for name in names:
        s.steps[a(name)] = WINGS
    return s


def flown(s: State) -> Mission:
    """The mission that is going on."""
    f = s.frames[-1]
    assert isinstance(f, Mission)
    return f
