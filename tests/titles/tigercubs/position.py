"""Positions built by hand: units where a test wants them, everything else empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.kernel.dice import Dice, SeededDice
from sandtable.kernel.play import Frame, options, pending, settle, take
from sandtable.kernel.sides import SIDES
from sandtable.titles.tigercubs.edition import Edition, load
from sandtable.titles.tigercubs.kinds import HALF_MONTH, STATES
from sandtable.titles.tigercubs.scenarios import empty, set_up
from sandtable.titles.tigercubs.sequence import OUTLINES
from sandtable.titles.tigercubs.state import Agreed, State, place, reduce, renew_caches

E: Final[Edition] = load(None)


def position(
    at: Mapping[str, str],
    air: Mapping[str, str] | None = None,
    owned: Mapping[str, str] | None = None,
    states: Mapping[str, str] | None = None,
    reduced: tuple[str, ...] = (),
    frame: Frame | None = None,
    scenario: str = "battleaxe",
    scale: int = HALF_MONTH,
    **options: int,
) -> State:
    """Units and air units by name at their places; `owned` hexes by side; `states` of units: E1, U2 ...

    A unit that is out of supply has the marker of its own side. What stands somewhere owns nothing by that: say it.
    """
    s = empty(E, OUTLINES, Agreed(E.scenarios.index(scenario), scale, **options))  # type: ignore[arg-type]
    for id, side in (owned or {}).items():
        s.owner[p(id)] = SIDES.index(side)
    s.owner_then = tuple(s.owner)
    for name, id in at.items():
        place(s, u(name), p(id))
    for name in reduced:
        reduce(s, u(name))
    for name, state in (states or {}).items():
        assert state in STATES[2:], f"{state} is no state out of supply"
        s.out[u(name)], s.cut[u(name)], s.colour[u(name)] = int(state[1]), int(state[0] == "U"), E.side[u(name)]
    for name, id in (air or {}).items():
        s.base[a(name)] = p(id)
    s.turn_start = s.where[:]
    s.phase_start = s.where[:]
    renew_caches(s)
    if frame is not None:
        s.begin(frame)
    return s


def start(scenario: str, scale: int = HALF_MONTH) -> State:
    """The set-up of a scenario, before anything happens."""
    return set_up(E, OUTLINES, Agreed(E.scenarios.index(scenario), scale))


def idle(s: State, dice: Dice | None = None) -> State:
    """Plays on to the end: whoever is asked says that he does no more, or takes the first of what he must choose from."""
    settle(s, dice or SeededDice(1))
    while s.frames:
        stop = pending(s).stop
        take(s, (stop.verb, 0, 0) if stop is not None else options(s)[0], dice or SeededDice(1))
    return s


def u(name: str) -> int:
    return E.unit(name)


def a(name: str) -> int:
    return E.air(name)


def p(id: str) -> int:
    return E.place(id)
