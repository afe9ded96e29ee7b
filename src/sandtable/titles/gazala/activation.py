"""7.0 Action Phase: what a drawn Action Chit activates, and 15.0 the reinforcements that then arrive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, inner
from sandtable.kernel.sides import ALLIED, SIDES, other
from sandtable.titles.gazala.edition import EAST, NORTH
from sandtable.titles.gazala.frames import ActionPhase, Arrival, Move
from sandtable.titles.gazala.movement import allowance
from sandtable.titles.gazala.stacking import judge_stacking
from sandtable.titles.gazala.state import NEVER_LEFT, OFF, State, holds, is_working, on_map, place

CHIT_SPENT: Final = Refusal("7.0-p", "the Action Chit has been used, and now its units move and fight")
NOT_ON_CHIT: Final = Refusal("7.0-c", "the Action Chit does not name it")
ONLY_UNITS: Final = Refusal("7.0-g", "a Double Move activates two single units, no formation")
LEFT_GAME: Final = Refusal("13.7-c3", "it was withdrawn from the game, and the chit serves one unit of another formation")
TWICE: Final = Refusal("7.0-h", "it was activated twice in this turn")
ONCE: Final = Refusal("7.0-i", "on May 27 each German Panzer Division is activated once in a turn")
ALLIED_BARRED: Final = Refusal("7.0-j", "its brigade does not move on May 27")
AXIS_BARRED: Final = Refusal("7.0-k", "Pavia and Trieste do not move on May 27")
NOBODY: Final = Refusal("7.0-c", "none of its units can be activated")
NOT_YOURS: Final = Refusal("4.0-a", "it belongs to the enemy")
NOT_THERE: Final = Refusal("7.0-d", "it is out of play")
TOO_EARLY: Final = Refusal("15.0-a", "it may not enter yet")
NO_ROOM: Final = Refusal("15.0-d", "enemies stand in every hex by which it could enter")
SAME_FORMATION: Final = Refusal("7.0-d", "it belongs to the formation on the chit: activate that")
IS_ACTIVE: Final = Refusal("13.2-a", "it is active already")
USE_CHIT: Final = Refusal("7.0-c", "the Action Chit must activate somebody first")
NOT_ACTIVE: Final = Refusal("8.0-a", "it is not active")
HAS_MOVED: Final = Refusal("8.0-c", "it has moved in this action")
WORKING: Final = Refusal("14.1-e", "it works at a breach in the minefield")
NO_ALLOWANCE: Final = Refusal("12.0-d", "nothing is left of its movement allowance")
NOT_WAITING: Final = Refusal("15.0-a2", "another unit comes first")
NOT_ENTRY: Final = Refusal("15.0-b", "it enters the map elsewhere")
ENEMY_THERE: Final = Refusal("15.0-d", "an enemy is there")


class Activate(Act[State, ActionPhase]):
    """All units of the formation, or the two, that a face of the chit names."""

    rule = "7.0-c"
    form = "activate face"
    label = "Activate {face} · the whole formation"
    asks = "activate a formation of the chit"

    def candidates(self, s: State, f: ActionPhase) -> list[Args]:
        return [] if f.spent or f.ready else [(face, 0) for face in s.edition.chit_faces[f.chit]]

    def why_not(self, s: State, f: ActionPhase, face: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if f.spent or f.ready:
            return CHIT_SPENT
        if face not in e.chit_faces[f.chit]:
            return NOT_ON_CHIT
        if e.face_units[face]:
            return ONLY_UNITS
        for formation in e.face_formations[face]:
            if formation in s.withdrawn:
                return LEFT_GAME
            refusal = formation_barred(s, formation)
            if refusal is not None:
                return refusal
        units = [u for formation in e.face_formations[face] for u in e.of_formation[formation]]
        return None if any(not_available(s, u) is None for u in units) else NOBODY

    def do(self, s: State, f: ActionPhase, face: int, _: int, dice: Dice, /) -> None:
        e = s.edition
        f.spent, f.face = True, face
        s.tell("activated", face)
        for formation in e.face_formations[face]:
            s.activations[formation] += 1
        wake(s, f, [u for formation in e.face_formations[face] for u in e.of_formation[formation] if u not in f.active])


class ActivateUnit(Act[State, ActionPhase]):
    """One unit of another formation; with a Double Move any two units."""

    rule = "7.0-d"
    form = "single unit"
    label = "Activate {unit} alone · uses the chit"
    asks = "activate a single unit"

    def candidates(self, s: State, f: ActionPhase) -> list[Args]:
        return [] if (f.spent and not f.picks) or f.ready else [(u, 0) for u in s.edition.of_side[f.side]]

    def why_not(self, s: State, f: ActionPhase, unit: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if (f.spent and not f.picks) or f.ready:
            return CHIT_SPENT
        refusal = unit_barred(s, f, unit)
        if refusal is not None:
            return refusal
        others = [face for face in e.chit_faces[f.chit] if e.formation[unit] not in e.face_formations[face]]
        return None if others else SAME_FORMATION

    def do(self, s: State, f: ActionPhase, unit: int, _: int, dice: Dice, /) -> None:
        f.spent = True
        f.picks = max(0, f.picks - 1)
        s.tell("activated_unit", unit)
        wake(s, f, [unit])


class Ready(Act[State, ActionPhase]):
    """Nothing more is played before the first move. Asked whenever chits lie face down, whatever they are."""

    rule = "13.8-a"
    form = "ready"
    label = "Begin to move"
    asks = "begin to move"

    def candidates(self, s: State, f: ActionPhase) -> list[Args]:
        return [(0, 0)] if not f.ready and (s.boxes[f.side] or f.picks) else []

    def why_not(self, s: State, f: ActionPhase, _a: int, _b: int, /) -> Optional[Refusal]:
        if f.ready or not (s.boxes[f.side] or f.picks):
            return CHIT_SPENT
        return USE_CHIT if not f.spent and could_activate(s, f) else None

    def do(self, s: State, f: ActionPhase, _a: int, _b: int, dice: Dice, /) -> None:
        f.ready = True


def in_face(s: State, unit: int, face: int) -> bool:
    return s.edition.formation[unit] in s.edition.face_formations[face]


class MoveUnit(Act[State, ActionPhase]):
    """8.0: the next active unit is picked."""

    rule = "8.0-c"
    form = "move unit"
    label = "Move {unit}"
    asks = "move an active unit"

    def candidates(self, s: State, f: ActionPhase) -> list[Args]:
        return [(u, 0) for u in f.active]

    def why_not(self, s: State, f: ActionPhase, unit: int, _: int, /) -> Optional[Refusal]:
        if unit not in f.active or not on_map(s, unit):
            return HAS_MOVED if f.face >= 0 and in_face(s, unit, f.face) and on_map(s, unit) else NOT_ACTIVE
        if is_working(s, unit):
            return WORKING
        return NO_ALLOWANCE if allowance(s, unit, f.storm) == 0 else None

    def do(self, s: State, f: ActionPhase, unit: int, _: int, dice: Dice, /) -> None:
        f.active = tuple([u for u in f.active if u != unit])
        s.begin(Move(unit, allowance(s, unit, f.storm)))


class EndAction(Act[State, ActionPhase]):
    rule = "7.0-p"
    form = "end"
    label = "End the action"
    asks = "end the action"


def close_action(s: State, f: ActionPhase, dice: Dice) -> None:
    """10.0, 13.7: stacking is judged on the whole map, and whether a promised attack was made."""
    if f.pledged and not f.attacked:
        s.broken = True
        s.tell("pledge_broken")
    judge_stacking(s, f.side, [s.where[u] for u in s.edition.of_side[f.side]])


def formation_barred(s: State, formation: int) -> Optional[Refusal]:
    """7.0: the limits on activating a formation."""
    row = s.edition.formation_rows[formation]
    early = s.edition.turn_rows[s.turn - 1].early
    if early and row.barred_early:
        return ALLIED_BARRED if row.side == SIDES[ALLIED] else AXIS_BARRED
    if early and row.once_early and s.activations[formation] >= 1:
        return ONCE
    return TWICE if s.activations[formation] >= 2 else None


def unit_barred(s: State, f: ActionPhase, unit: int) -> Optional[Refusal]:
    """What keeps a single unit from being activated, by whatever chit. A unit has no limit of its own (7.0-l)."""
    e = s.edition
    if e.side[unit] != f.side:
        return NOT_YOURS
    if unit in f.active:
        return IS_ACTIVE
    row = e.formation_rows[e.formation[unit]]
    if row.barred_early and e.turn_rows[s.turn - 1].early:
        return ALLIED_BARRED if f.side == ALLIED else AXIS_BARRED
    return not_available(s, unit)


def not_available(s: State, unit: int) -> Optional[Refusal]:
    if on_map(s, unit):
        return None
    if s.where[unit] != OFF:
        return NOT_THERE
    if s.due[unit] > s.turn:
        return TOO_EARLY
    return None if any(not holds(s, hex, other(s.edition.side[unit])) for hex in entry_hexes(s, unit)) else NO_ROOM


def could_activate(s: State, f: ActionPhase) -> bool:
    unit, face = ActivateUnit(), Activate()
    return any(face.why_not(s, f, n, 0) is None for n in s.edition.chit_faces[f.chit]) or any(
        unit.why_not(s, f, u, 0) is None for u in s.edition.of_side[f.side]
    )


def wake(s: State, f: ActionPhase, units: Sequence[int]) -> None:
    """7.0: activated units turn to their unused sides; those that wait off the map are placed (15.0)."""
    for unit in units:
        if on_map(s, unit):
            s.used[unit] = 0
    f.active += tuple([u for u in units if on_map(s, u)])
    waiting = tuple([u for u in units if not on_map(s, u) and not_available(s, u) is None])
    if waiting:
        s.begin(Arrival(f.side, waiting))


# 15.0 Reinforcements


def entry_hexes(s: State, unit: int) -> Sequence[int]:
    """15.1; 8.3-d: a unit that left returns by that edge, Allied units also by the north and east edges."""
    e = s.edition
    if s.left_by[unit] == NEVER_LEFT:
        return e.entry_hexes[unit]
    if e.side[unit] != ALLIED:
        return e.edge_hexes[s.left_by[unit]]
    by = {s.left_by[unit], NORTH, EAST}
    return sorted({hex for edge in by for hex in e.edge_hexes[edge] if not e.prohibited[hex]})


class Arrive(Act[State, Arrival]):
    """Placing costs nothing and may overcrowd a hex until stacking is next judged."""

    rule = "15.0-a"
    form = "arrive unit hex"
    label = "Bring in {unit} at {hex}"
    asks = "bring in reinforcements"

    def candidates(self, s: State, f: Arrival) -> list[Args]:
        return [(f.waiting[0], hex) for hex in entry_hexes(s, f.waiting[0])] if f.waiting else []

    def why_not(self, s: State, f: Arrival, unit: int, hex: int, /) -> Optional[Refusal]:
        if not f.waiting or unit != f.waiting[0]:
            return NOT_WAITING
        if hex not in entry_hexes(s, unit):
            return NOT_ENTRY
        return ENEMY_THERE if holds(s, hex, other(f.side)) else None

    def do(self, s: State, f: Arrival, unit: int, hex: int, dice: Dice, /) -> None:
        f.waiting = f.waiting[1:]
        place(s, unit, hex)
        s.tell("arrived", unit, hex)
        inner(s, ActionPhase).active += (unit,)
