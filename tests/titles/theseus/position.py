"""Positions built by hand, for tests of Operation Theseus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.kernel.dice import NoDice
from sandtable.kernel.play import settle
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.theseus.edition import NONE, Edition, load
from sandtable.titles.theseus.frames import ARRIVAL, FORMATION, Activation, Admin, Attack, GameTurn, March, Operations
from sandtable.titles.theseus.scenarios import begin_unseen, empty, set_up
from sandtable.titles.theseus.sequence import OUTLINES
from sandtable.titles.theseus.state import DEAD, WAITING, Agreed, State, open_breach, place

E: Edition = load()
CW, AX = ALLIED, AXIS
RULES = "theseus"

# Chits by their index in the cup. The first four multiply by 1 in the red and centre columns, whatever the rating.
ONES = (0, 1)
TWO_AT_5 = 12  # chit 13: 2 for ER 5, 6 and 7 in the centre column
TWO_AT_6_THREE_AT_7 = 13  # chit 14


def u(id: str) -> int:
    return E.unit_number[id]


def h(id: str) -> int:
    return E.grid.number[id]


def fm(id: str) -> int:
    return E.formation_number[id]


def position(
    at: Mapping[str, str],
    *,
    turn: int = 2,
    scenario: str = "gazala",
    active: str = "",
    points: int = 6,
    kind: int = FORMATION,
    only: Sequence[str] = (),
    initiative: int = NONE,
    assigned: Mapping[str, str] = {},
    down: Sequence[str] = (),
    strength: Mapping[str, int] = {},
    level: Mapping[str, int] = {},
    breached: Sequence[str] = (),
    improved: Sequence[str] = (),
    emergency: Sequence[str] = (),
    starved: Sequence[str] = (),
    waiting: Sequence[str] = (),
    schwerpunkt: str = "",
    snafu: int = NONE,
    air: int = 0,
    linear: bool = False,
    released: bool = True,
) -> State:
    """Only these units are in the game. With `active` a formation is spending Action Points, with `initiative` a side
    chooses what to do. Nobody holds the SNAFU marker and no air unit is Available unless it is said."""
    s = empty(OUTLINES, E, Agreed(E.scenario_ids.index(scenario), linear))
    s.turn, s.snafu, s.air, s.released = turn, snafu, air, released
    s.where = [DEAD] * E.pieces
    for id in waiting:
        s.where[u(id)] = WAITING
    for id, formation in assigned.items():
        s.formation[u(id)] = fm(formation)
    for id in down:
        s.down[u(id)] = True
    for id in reversed(list(at)):
        place(s, u(id), h(at[id]))
    begin_unseen(s)
    s.hurt = (1 << E.units) - 1  # anybody may have fought before
    s.strength = [E.strength[n] if s.where[n] >= WAITING else 0 for n in range(E.pieces)]
    for id, value in strength.items():
        s.strength[u(id)] = value
    for n in range(E.formations):
        s.level[n] = E.start_level[n] if s.where[E.units + n] >= 0 else 0
    for id, value in level.items():
        s.level[fm(id)] = value
    for id in breached:
        open_breach(s, h(id))
    s.improved = tuple(sorted([h(id) for id in improved]))
    for id in emergency:
        s.emergency[fm(id)] = True
    for id in starved:
        s.starved[fm(id)] = True
    if schwerpunkt:
        s.schwerpunkt = fm(schwerpunkt)
    s.released = released
    s.marker_space = 1
    begin(s, active, points, kind, only, initiative)
    return s


def begin(s: State, active: str, points: int, kind: int, only: Sequence[str], initiative: int) -> None:
    turn = GameTurn()
    turn.at = 2
    s.begin(turn)
    if initiative != NONE:
        operations = Operations(initiative)
        operations.at = 2
        s.begin(operations)
    if initiative == NONE and not (active or only):
        operations = Operations(AX)  # at rest, so that nothing happens by itself
        operations.at = 2
        s.begin(operations)
    if active or only:
        side = E.f_side[fm(active)] if active else E.side[u(only[0])]
        s.passed = 1 << other(side)  # so that no initiative is rolled for when the points are spent
        operations = Operations(side)
        operations.at = 3
        s.begin(operations)
        units = tuple(sorted([u(id) for id in only]))
        activation = Activation(side, fm(active) if active else NONE, points, kind, units)
        activation.at = 1
        s.begin(activation)


def at_set_up(scenario: str = "gazala") -> State:
    return set_up(OUTLINES, E, scenario, {"linear_chits": 0})


def in_admin(s: State, row: int = 0) -> State:
    """The Admin Phase begins, at that row."""
    admin = Admin()
    admin.at = row
    s.begin(admin)
    return s


def marching(s: State, *units: str, left: int = 72, kind: int = ARRIVAL) -> State:
    s.begin(March(E.side[u(units[0])], tuple(sorted([u(id) for id in units])), left, kind))
    settle(s, NoDice())
    return s


def where(s: State, id: str) -> str:
    hex = s.where[u(id)]
    return E.grid.ids[hex] if hex >= 0 else {WAITING: "waiting", DEAD: "dead"}.get(hex, "stripped")


def strength(s: State, id: str) -> int:
    return s.strength[u(id)]


def is_down(s: State, id: str) -> bool:
    return s.down[u(id)]


def activation(s: State) -> Activation:
    found = [f for f in s.frames if isinstance(f, Activation)]
    return found[-1]


def attack(s: State) -> Attack:
    return [f for f in s.frames if isinstance(f, Attack)][-1]


def left(s: State) -> int:
    """Movement Points left to who marches, in twelfths."""
    return [f for f in s.frames if isinstance(f, March)][-1].left


def points(s: State) -> int:
    return activation(s).points


def hexes(ids: Sequence[int]) -> set[str]:
    return {E.grid.ids[n] for n in ids}
