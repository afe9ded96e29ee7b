"""8.5 Sea Movement and 8.6 Rail Movement: whole moves of a phase."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED
from sandtable.titles.blitzkrieg.edition import INF
from sandtable.titles.blitzkrieg.frames import Movement
from sandtable.titles.blitzkrieg.movement import NO_SUPPLY_UNIT, may_move
from sandtable.titles.blitzkrieg.stacking import room
from sandtable.titles.blitzkrieg.state import (
    MOVED,
    STIRRED,
    State,
    add_supply,
    hq_at,
    remove_supply,
    shift,
    stack_at,
    stock_at,
)

NO_TRIP: Final = Refusal("8.5.1-b", "sea moves run between the Holding Area and ports of the side, or from port to port")
NOT_YOUR_PORT: Final = Refusal("8.5.3-a", "the port is not under the side's control")
CAPACITY: Final = Refusal("8.5.1-a", "the port's capacity is used up in this player-turn")
NO_PORT_FOR_YOU: Final = Refusal("8.5.4-a", "the Axis uses only Benghasi and Tobruk")
INFANTRY_ONLY: Final = Refusal("8.5.4-b", "Benghasi takes infantry combat units only")
FIRST_PHASE: Final = Refusal("8.5.2-a", "in the Motorized Movement Phase ships run between the Holding Area and Tobruk only, or port to port")
ENEMY_THERE: Final = Refusal("9.4.3-a", "nobody lands among enemies")
OVER_STACKED: Final = Refusal("8.1.2-a", "the stack would be over the limit")
ALLIES_ONLY: Final = Refusal("8.6-a", "only the Allies use the railway")
RAIL_FIRST_PHASE: Final = Refusal("8.6.2-a", "the railway runs in the first Movement Phase only")
NOT_ON_LINE: Final = Refusal("8.6.1-a", "a rail move starts and ends on the line")
LINE_CUT: Final = Refusal("8.6.3-a", "the enemy controls a box of the line on the way")


def place_of(s: State, side: int, piece: int) -> int:
    return piece - s.e.units if s.e.is_supply(piece) else s.where[piece]


def piece_refused(s: State, f: Movement, piece: int) -> Optional[Refusal]:
    if s.e.is_supply(piece):
        place = piece - s.e.units
        return NO_SUPPLY_UNIT if stock_at(s, f.side, place) <= s.fresh[place] else None
    return may_move(s, f.side, f.motorized, piece)


def pieces_at(s: State, side: int, place: int) -> list[int]:
    e = s.e
    found = [u for u in stack_at(s, side, place) if not s.flags[u] & MOVED]
    if s.hq[side] >= 0 and s.where[s.hq[side]] == place:
        found.append(s.hq[side])
    if stock_at(s, side, place) > s.fresh[place]:
        found.append(e.units + place)
    return found


def carry(s: State, side: int, piece: int, to: int) -> None:
    e = s.e
    if e.is_supply(piece):
        place = piece - e.units
        remove_supply(s, side, place)
        add_supply(s, side, to)
        s.fresh[to] += 1
        return
    shift(s, piece, to)
    s.flags[piece] |= MOVED | STIRRED


def crowded(s: State, side: int, piece: int, to: int) -> bool:
    e = s.e
    return to < e.boxes and not e.is_supply(piece) and e.ground[piece] and not room(s, side, to, (piece,))


# 8.5 By sea


def port_refused(s: State, side: int, piece: int, port: int) -> Optional[Refusal]:
    e = s.e
    if not e.capacity[side][port]:
        return NO_PORT_FOR_YOU
    if s.held[port] != side:
        return NOT_YOUR_PORT
    convoy = s.convoy == port
    if e.infantry_only[port] and not convoy and (e.is_supply(piece) or e.type[piece] != INF):
        return INFANTRY_ONLY
    most = e.capacity[side][port] + (e.figure["convoy_bonus"] if convoy else 0)
    return CAPACITY if s.shipped[port] >= most else None


def enemies_at(s: State, side: int, box: int) -> bool:
    enemy = 1 - side
    return (s.occupied[enemy] | s.dumps[enemy]) >> box & 1 == 1 or hq_at(s, enemy, box)


class Sail(Act[State, Movement]):
    rule = "8.5.1-b"
    form = "sail unit box"
    label = "{unit} sails to {box}"
    asks = "move by sea"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        e = s.e
        ports = [port for port in e.ports if s.held[port] == f.side and e.capacity[f.side][port]]
        if not ports:
            return []
        ends = [*ports, e.holding]
        return [(piece, to) for here in ends for piece in pieces_at(s, f.side, here) for to in ends if to != here]

    def why_not(self, s: State, f: Movement, piece: int, to: int, /) -> Optional[Refusal]:
        e = s.e
        refusal = piece_refused(s, f, piece)
        if refusal is not None:
            return refusal
        here = place_of(s, f.side, piece)
        ends = [place for place in (here, to) if place in e.ports]
        if here == to or to > e.holding or len(ends) != 2 - (e.holding in (here, to)):
            return NO_TRIP
        if f.motorized and e.holding in (here, to) and e.tobruk not in ends:
            return FIRST_PHASE
        for port in ends:
            refusal = port_refused(s, f.side, piece, port)
            if refusal is not None:
                return refusal
        if to < e.boxes and enemies_at(s, f.side, to):
            return ENEMY_THERE
        return OVER_STACKED if crowded(s, f.side, piece, to) else None

    def do(self, s: State, f: Movement, piece: int, to: int, dice: Dice, /) -> None:
        f.begun = True
        for port in (place_of(s, f.side, piece), to):
            if port in s.e.ports:
                s.shipped[port] += 1
        s.tell("sailed", piece, to)
        carry(s, f.side, piece, to)


# 8.6 By rail


class Rail(Act[State, Movement]):
    rule = "8.6-a"
    form = "rail unit box"
    label = "{unit} by rail to {box}"
    asks = "move by rail"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        e = s.e
        if f.side != ALLIED or f.motorized:
            return []
        ends = [*e.railway, e.holding]
        return [(piece, to) for here in ends for piece in pieces_at(s, ALLIED, here) for to in ends if to != here]

    def why_not(self, s: State, f: Movement, piece: int, to: int, /) -> Optional[Refusal]:
        e = s.e
        if f.side != ALLIED:
            return ALLIES_ONLY
        if f.motorized:
            return RAIL_FIRST_PHASE
        refusal = piece_refused(s, f, piece)
        if refusal is not None:
            return refusal
        line = [*e.railway, e.holding]
        here = place_of(s, f.side, piece)
        if here not in line or to not in line or here == to:
            return NOT_ON_LINE
        if line_cut(s, line.index(here), line.index(to)):
            return LINE_CUT
        return OVER_STACKED if crowded(s, f.side, piece, to) else None

    def do(self, s: State, f: Movement, piece: int, to: int, dice: Dice, /) -> None:
        f.begun = True
        s.tell("railed", piece, to)
        carry(s, f.side, piece, to)


def line_cut(s: State, start: int, end: int) -> bool:
    """8.6.3: enemy units, or combat units of the enemy were the last there; the start itself does not matter."""
    e = s.e
    line = [*e.railway, e.holding]
    way = line[start + 1 : end + 1] if start < end else line[end:start]
    return any(box < e.boxes and (s.held[box] != ALLIED or enemies_at(s, ALLIED, box)) for box in way)
