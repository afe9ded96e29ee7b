"""6 Order of play: game turns, player turns, and what opens and closes each phase."""

from __future__ import annotations

from sandtable.kernel.dice import Dice
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.frames import (
    AirReturn,
    CombatPhase,
    Feeding,
    GameTurn,
    InitialPhase,
    MovementPhase,
    PlayerTurn,
    PursuitPhase,
    ReactionPhase,
)
from sandtable.titles.tigercubs.kinds import HALF_MONTH
from sandtable.titles.tigercubs.state import EMPLACED, EMPLACING, MOBILE, OVERRAN, REVERTING, UNSET, State, is_initial
from sandtable.titles.tigercubs.victory import total


def play_both_turns(s: State, f: GameTurn, dice: Dice) -> None:
    """6.1 The Axis first; the opening game turn may begin with its second half."""
    first = s.edition.first[s.agreed.scenario] if f.opening else AXIS
    s.begin(PlayerTurn(ALLIED, is_initial(s)))
    if first == AXIS:
        s.begin(PlayerTurn(AXIS, is_initial(s)))


def next_turn(s: State, f: GameTurn, dice: Dice) -> None:
    if s.turn == s.edition.span[s.agreed.scenario][s.agreed.scale][1]:
        for side in (ALLIED, AXIS):
            s.explain(total(s, side))
        s.tell("over")
        s.end()
        return
    s.turn += 1
    f.opening = False
    f.restart()


def open_player_turn(s: State, f: PlayerTurn, dice: Dice) -> None:
    """What holds for one player turn begins anew; what a full game turn was needed for is done (13.J.1.e, 13.K.2.f)."""
    e = s.edition
    s.phasing = f.side
    s.owner_then = tuple(s.owner)
    s.turn_start = s.where[:]
    s.mode = [UNSET] * e.units
    s.did = [0] * e.units
    s.flown, s.met = [0] * e.air_units, [0] * e.air_units
    s.launched, s.cleared, s.interdicted, s.lost_hexes, s.seen, s.new_bases = {}, {}, (), (), (), ()
    s.memo.forget_units()
    for unit in e.of_side[f.side]:
        s.post[unit] = {EMPLACING: EMPLACED, REVERTING: MOBILE}.get(s.post[unit], s.post[unit])
    if f.initial:
        s.lift_used[f.side] = 0
    if f.side == ALLIED:
        s.rail_used = 0
    s.tell("player_turn", f.side, s.turn)


def open_phase(s: State) -> None:
    """Movement points are counted for each phase, and units that start it together may move together (7.A)."""
    s.spent = [0] * s.edition.units
    s.phase_start = s.where[:]
    s.fed = {}


def begin_initial(s: State, f: PlayerTurn, dice: Dice) -> None:
    """2.I.1 At 5 Day scale only in the first and fourth turn of a month."""
    if f.initial:
        s.begin(InitialPhase(f.side))


def begin_movement(s: State, f: PlayerTurn, dice: Dice) -> None:
    open_phase(s)
    s.begin(MovementPhase(f.side))


def begin_combat(s: State, f: PlayerTurn, dice: Dice) -> None:
    s.fed = {}
    s.did = [0] * s.edition.units
    s.begin(CombatPhase(f.side))
    s.begin(Feeding(f.side))


def begin_reaction(s: State, f: PlayerTurn, dice: Dice) -> None:
    """2.I.2 There is none at 5 Day scale."""
    if s.agreed.scale == HALF_MONTH:
        open_phase(s)
        s.begin(ReactionPhase(other(f.side)))


def begin_pursuit(s: State, f: PlayerTurn, dice: Dice) -> None:
    """7.E.1.b-b: who overran after combat is remembered, the rest of the combat phase is not."""
    open_phase(s)
    s.did = [deeds & OVERRAN for deeds in s.did]
    s.begin(PursuitPhase(f.side))
    s.begin(Feeding(f.side))


def begin_air_return(s: State, f: PlayerTurn, dice: Dice) -> None:
    s.begin(AirReturn(f.side))


def close_player_turn(s: State, f: PlayerTurn, dice: Dice) -> None:
    """6.3.g Interdiction ends with the aircraft that flew it. 7.H.1.b Who stood cut off in a hex may have got a line by now."""
    control.update(s, *s.stack)
    s.interdicted = ()
    s.tell("turn_closed", f.side)
