"""Positions built by hand: who stands where, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.play import Frame, settle
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.gazala.edition import Edition, load
from sandtable.titles.gazala.frames import ActionPhase, Actions, Move, Retreats, Turn
from sandtable.titles.gazala.movement import allowance
from sandtable.titles.gazala.sequence import OUTLINES
from sandtable.titles.gazala.setup import empty, new_game
from sandtable.titles.gazala.state import DEAD, ISOLATED, OUT_OF_SUPPLY, State, place, renew_caches
from tests.kit import told

E: Final[Edition] = load(None)
NEVER: Final = 99
TURNS: Final = {row.name: row.id for row in E.turn_rows}
# rows of the outline of a turn
CHIT, MINES, BREACHES, PLACING, SUPPLY, TANKS, LINES, INITIATIVE, ACTIONS, RECOVERY, POINTS, NEXT = (
    0, 1, 2, 3, 4, 5, 8, 9, 11, 12, 13, 14
)  # fmt: skip
WINDOW, MOVING = 1, 2  # rows of the outline of an Action Phase

At = Mapping[str, str]

PAIR: Final = {"5/1": "1621", "PAVO": "1520"}
BRIGADE: Final = {"2 RGH": "1310", "3 CLY": "1410", "5 GH": "0910"}


def position(
    at: At,
    turn: str = "May 28",
    scenario: int = 0,
    used: Sequence[str] = (),
    disrupted: Sequence[str] = (),
    unsupplied: Sequence[str] = (),
    isolated: Sequence[str] = (),
    steps: Mapping[str, int] | None = None,
    dead: Sequence[str] = (),
    due: Mapping[str, int] | None = None,
    works: Mapping[str, str] | None = None,
    breached: Sequence[tuple[str, ...]] = (),
    allied_box: Sequence[str] = (),
    axis_box: Sequence[str] = (),
    allied_cup: Sequence[str] = (),
    axis_cup: Sequence[str] = (),
    actions: tuple[int, int] = (0, 0),  # Allied, Axis
    points: int = 0,
) -> State:
    """Units that are not named are far away and never come. `breached` names the minefield hex, then one or two hexes outside."""
    s = empty(E, OUTLINES, scenario)
    s.turn = s.laid = TURNS[turn]
    s.due = [NEVER] * E.units
    for name, turn_of_return in (due or {}).items():
        s.due[E.u(name)] = turn_of_return
    for name, hex in at.items():
        s.where[E.u(name)] = E.h(hex)
    for name in used:
        s.used[E.u(name)] = 1
    for name in disrupted:
        s.disrupted[E.u(name)] = 1
    for name in unsupplied:
        s.supply[E.u(name)] = OUT_OF_SUPPLY
    for name in isolated:
        s.supply[E.u(name)] = ISOLATED
    for name, left in (steps or {}).items():
        s.steps[E.u(name)] = left
    for name in dead:
        s.where[E.u(name)], s.steps[E.u(name)] = DEAD, 0
    s.works = tuple(sorted([(E.u(name), E.h(hex)) for name, hex in (works or {}).items()]))
    s.breaches = tuple([breach(*hexes) for hexes in breached])
    s.boxes = [chits(allied_box), chits(axis_box)]
    s.cups = [chits(allied_cup), chits(axis_cup)]
    s.actions = list(actions)
    s.points = points
    renew_caches(s)
    return s


def breach(box: str, *outside: str) -> tuple[int, int, int]:
    sides = [E.hexside(box, hex) for hex in outside]
    return E.h(box), sides[0], sides[1] if len(sides) > 1 else -1


def chits(names: Sequence[str]) -> tuple[int, ...]:
    return tuple(sorted([chit(name) for name in names]))


def chit(name: str) -> int:
    return E.names.number("chit", name)


def run(s: State, frame: Frame, row: int = 0, dice: Sequence[int] = ()) -> State:
    """Let something go on from a row of its outline up to the first decision; all dice must be used."""
    frame.at = row
    s.begin(frame)
    scripted = ScriptedDice(dice)
    settle(s, scripted if dice else NoDice())
    assert scripted.used == len(dice), f"{len(dice) - scripted.used} of the dice {list(dice)} were not used"
    return s


def in_turn(s: State, row: int, dice: Sequence[int] = ()) -> State:
    """A turn that has come to one of its rows."""
    s.log = []
    return run(s, Turn(), row, dice)


def under_turn(s: State, side: int) -> State:
    """What lies under an Action Phase: the rest of the turn, and the other side's next phase."""
    turn = Turn()
    turn.at = RECOVERY
    s.begin(turn)
    s.begin(Actions(other(side), twice=False))
    return s


def drawn(s: State, side: int, name: str, storm: bool = False) -> State:
    """An Action Chit has been drawn; the side may play chits and activate."""
    phase = ActionPhase(side, chit(name), storm)
    phase.picks = 2 if name == "Double" else 0
    return run(under_turn(s, side), phase, WINDOW)


def acting(s: State, *active: str, storm: bool = False) -> State:
    """These units are active and have not moved."""
    units = tuple([E.u(name) for name in active])
    side = E.side[units[0]]
    phase = ActionPhase(side, chit("15/21 PZ" if side == AXIS else "Double"), storm, spent=True, active=units, ready=True)
    return run(under_turn(s, side), phase, MOVING)


def moving(s: State, unit: str, *active: str, storm: bool = False, left: float | None = None) -> State:
    """That unit is on the move; the others are active as well, and so is one far away: the phase does not end with the move."""
    mover = E.u(unit)
    side = E.side[mover]
    idle, corner = ("20", "0121") if side == AXIS else ("Cumber.", "3022")
    if s.where[E.u(idle)] < 0:
        place(s, E.u(idle), E.h(corner))
    units = tuple([E.u(name) for name in (*active, idle)])
    phase = ActionPhase(side, chit("15/21 PZ" if side == AXIS else "Double"), storm, spent=True, active=units, ready=True)
    phase.at = MOVING
    under_turn(s, side).begin(phase)
    return run(s, Move(mover, allowance(s, mover, storm) if left is None else int(left * 2)))


def retreating(s: State, *units: str) -> State:
    """A combat result makes these retreat, in an Action Phase of the other side."""
    falling = tuple([E.u(name) for name in units])
    side = E.side[falling[0]]
    idle, corner = ("20", "0121") if side == ALLIED else ("Cumber.", "3022")
    place(s, E.u(idle), E.h(corner))
    phase = ActionPhase(other(side), chit("Double" if side == AXIS else "15/21 PZ"), spent=True, active=(E.u(idle),), ready=True)
    phase.at = MOVING
    under_turn(s, other(side)).begin(phase)
    s.log = []
    return run(s, Retreats(side, tuple(sorted(falling))))


def mp(s: State) -> float:
    """Movement points that the unit on the move has left."""
    return [f for f in s.frames if isinstance(f, Move)][-1].left / 2


def where(s: State, unit: str) -> str:
    hex = s.where[E.u(unit)]
    return E.hexes.ids[hex] if hex >= 0 else {-1: "off", -2: "dead", -3: "withdrawn"}[hex]


def steps(s: State, unit: str) -> int:
    return s.steps[E.u(unit)]


def values(s: State, unit: str) -> tuple[int, int]:
    """Hard and soft as the counter shows them."""
    u = E.u(unit)
    return E.hard[u][2 * s.steps[u] + s.used[u]], E.soft[u][2 * s.steps[u] + s.used[u]]


def is_disrupted(s: State, unit: str) -> bool:
    return bool(s.disrupted[E.u(unit)])


def is_used(s: State, unit: str) -> bool:
    return bool(s.used[E.u(unit)])


def supply_of(s: State, unit: str) -> int:
    return s.supply[E.u(unit)]


def names(units: Sequence[int]) -> list[str]:
    return [E.names.text("unit", u) for u in units]


def phase_of(s: State) -> ActionPhase:
    return [f for f in s.frames if isinstance(f, ActionPhase)][-1]


def start(scenario: int = 0, free: bool = False, dice: Sequence[int] = ()) -> State:
    scripted = ScriptedDice(dice)
    s = new_game(E, OUTLINES, scenario, {"setup": int(free)}, scripted)
    assert scripted.used == len(dice)
    return s


__all__ = ["ALLIED", "AXIS"]


def row(s: State) -> int:
    return told(s, "row")[0][0]


def drawing(side: int, cup: Sequence[str], at: At, draws: Sequence[str], **facts: object) -> State:
    """That side draws these from its cup."""
    actions = (1, 0) if side == ALLIED else (0, 1)
    cups = {"allied_cup" if side == ALLIED else "axis_cup": cup}
    s = position(at, actions=actions, **cups, **facts)  # type: ignore[arg-type]
    return in_turn(s, ACTIONS, dice=[chit(name) for name in draws])


def result(s: State) -> str:
    return E.crt.words[told(s, "result")[0][0]]


def odds(s: State) -> str:
    return E.crt.columns[told(s, "odds")[0][0]]
