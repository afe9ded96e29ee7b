"""What a player may regret of an option: what it loses without a die."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from sandtable.face.story import both, counted
from sandtable.kernel.dice import NoDice, ScriptError
from sandtable.kernel.play import Event, Option, Refusal, decider, options, pending, take, within
from sandtable.kernel.sides import ALLIED, NAMES, other
from sandtable.titles.gazala.activation import Activate, in_face
from sandtable.titles.gazala.edition import WITHDRAW
from sandtable.titles.gazala.face.forecast import is_dear
from sandtable.titles.gazala.frames import ActionPhase, AirAttack, Attack, Move, Retreat, Stacking, Turn
from sandtable.titles.gazala.minefields import TWO_A_TURN, markers_left
from sandtable.titles.gazala.retreat import enters_zone
from sandtable.titles.gazala.state import State, crowded
from sandtable.titles.gazala.supply import has_path
from sandtable.titles.gazala.tactical import leaving

TOO_LATE: Final = Refusal("8.3-d2", "it would return after the last turn: it is out of the game")
GROUNDED: Final = Refusal("13.4-f", "the Air chit is spent without an attack")
NOT_PLAYED: Final = Refusal(
    "13.7-b", "this is your last action of the turn, and the Withdraw/Attack chit is not played: the Axis gets a Victory Point"
)


def caution(s: State, o: Option) -> list[Refusal]:
    f = s.frames[-1]
    if isinstance(f, Move) and o[0] in ("go", "halt", "attack", "exit"):
        return caution_move(s, f, o)
    if o[0] in ("end", "stay"):
        return caution_ending(s, o)
    if isinstance(f, AirAttack) and o[0] == "pass":
        return [GROUNDED]
    if isinstance(f, Turn) and o[0] == "done" and s.tanks and pending(s).act("strengthen") is not None:
        return [Refusal("15.0-j", f"{counted(s.tanks, 'replacement')} will be lost")]
    if isinstance(f, Turn) and o[0] == "done" and pending(s).act("breach") is not None:
        return caution_breaches(s, f)
    if isinstance(f, Attack) and o[0] == "join" and is_dear(s, f.unit, o[1]):
        return crowding(s, o[1], s.where[o[1]])
    if o[0] == "withdraw":
        return caution_withdrawal(s, o[1])
    if isinstance(f, Stacking):
        return [given_away(s, o[1])]
    if isinstance(f, Retreat):
        return caution_retreat(s, f, o)
    if isinstance(f, ActionPhase) and o[0] == "extra":
        return caution_extra(s, f, o[1])
    if o[0] == "ready" and decider(s) == ALLIED and not s.actions[ALLIED] and WITHDRAW in s.boxes[ALLIED]:
        return [NOT_PLAYED]
    return []  # who arrives may still move out of a full hex


def caution_breaches(s: State, f: Turn) -> list[Refusal]:
    """How many more are allowed, which says more than how many units could begin one."""
    units = {unit for verb, unit, _ in options(s) if verb == "breach"}
    more = min(len(units), s.edition.turn_rows[s.turn - 1].breaches - f.placed, markers_left(s))
    what = "1 more breach" if more == 1 else f"{more} more breaches"
    return [Refusal(TWO_A_TURN.rule, f"{what} could be begun in this turn")] if more else []


def caution_withdrawal(s: State, formation: int) -> list[Refusal]:
    out = leaving(s, formation)
    return [Refusal("13.7-c", f"{counted(len(out), 'unit')} will be out of the game for good")] if out else []


def caution_retreat(s: State, f: Retreat, o: Option) -> list[Refusal]:
    """What another way would spare: of ways on the map the rules leave the least bad ones alone, but the map edge is free."""
    e = s.edition
    if o[0] == "off":
        return [TOO_LATE] if returns_too_late(s) else []
    if o[0] == "perish":
        return [given_away(s, unit) for unit in f.units]
    if o[0] == "rest":
        return [crowded_out(s, s.where[f.units[0]])]
    if not enters_zone(s, f.units, o[1]) or all(verb != "off" for verb, _, _ in options(s)):
        return []
    who = both([e.names.called("unit", u) for u in f.units])
    if not all(s.disrupted[u] for u in f.units):
        return [Refusal("11.1-2c", f"an enemy zone of control lies there: {who} would be Disrupted")]
    return [Refusal("11.1-2c", f"an enemy zone of control lies there: {who} would lose a step")]


def returns_too_late(s: State) -> bool:
    """8.3-d2"""
    return s.turn + 2 > s.edition.scenario_rows[s.scenario].last_turn


def crowded_out(s: State, hex: int) -> Refusal:
    return Refusal("10.0-d", f"{s.names.called('hex', hex)} is over-stacked, and units will be eliminated")


def given_away(s: State, unit: int) -> Refusal:
    """16.0: what the enemy scores by a unit that is eliminated."""
    side = s.edition.side[unit]
    row = s.edition.points["allied step" if side == ALLIED else "axis step"]
    worth = counted(s.steps[unit] * row.points, "Victory Point")
    return Refusal(row.source, f"{s.names.called('unit', unit)} is gone, and the {NAMES[other(side)]} side gains {worth}")


def caution_extra(s: State, f: ActionPhase, unit: int) -> list[Refusal]:
    """13.2: a chit for a unit that the Action Chit could bring to life with its formation is wasted if it does."""
    faces = s.edition.chit_faces[f.chit] if not f.spent else ()
    same = [face for face in faces if in_face(s, unit, face) and Activate().why_not(s, f, face, 0) is None]
    return [Refusal("13.2-a", f"the Action Chit can activate it with {s.names.called('face', face)}") for face in same]


def caution_move(s: State, f: Move, o: Option) -> list[Refusal]:
    e = s.edition
    if o[0] == "exit":
        return [TOO_LATE] if returns_too_late(s) else []
    hex = o[1] if o[0] == "go" else s.where[f.unit]
    found = crowding(s, f.unit, hex)
    if o[0] != "attack" and not has_path(s, hex, e.side[f.unit]):
        found.append(Refusal("5.0-g", f"{e.names.called('unit', f.unit)} would be out of supply there"))
    return found if o[0] == "attack" else [*found, *caution_ending(s, o, hex if found else -1)]


def crowding(s: State, unit: int, hex: int) -> list[Refusal]:
    together = [*[u for u in s.stack[hex] if u != unit], unit]
    if not crowded(s, together):
        return []
    return [Refusal("10.0-d", f"{s.names.called('hex', hex)} would be over the stacking limit, and the excess is eliminated")]


def caution_ending(s: State, o: Option, said: int = -1) -> list[Refusal]:
    """What is lost if the action ends with it, as it does when the last unit halts; one hex may have been spoken of."""
    now, told = s.clone(), list[object]()
    now.log = told
    with suppress(ScriptError):
        take(now, o, NoDice())
    broken = any([isinstance(event, Event) and event.what == "pledge_broken" for event in told])
    found = [Refusal("13.7-i", "no attack was made: the Axis gets a Victory Point")] if broken else []
    over = within(now, Stacking)
    for hex in over.hexes if over is not None else ():
        if hex != said:
            found.append(crowded_out(s, hex))
    return found
