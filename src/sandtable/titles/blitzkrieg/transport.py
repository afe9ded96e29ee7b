"""8.5 Sea Movement and 8.6 Rail Movement: whole moves of a phase."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, other
from sandtable.titles.blitzkrieg.edition import INF
from sandtable.titles.blitzkrieg.frames import March
from sandtable.titles.blitzkrieg.stacking import room
from sandtable.titles.blitzkrieg.state import (
    MARCHING,
    MOVED,
    STIRRED,
    State,
    add_supply,
    hq_at,
    remove_supply,
    shift,
)

NO_TRIP: Final = Refusal("8.5.1-b", "ships run between the Holding Area and your ports, or from port to port")
NOT_YOUR_PORT: Final = Refusal("8.5.3-a", "you do not control the port")
CAPACITY: Final = Refusal("8.5.1-a", "the port's capacity is used up in this player-turn")
NO_PORT_FOR_YOU: Final = Refusal("8.5.4-a", "the Axis uses only Benghasi and Tobruk")
INFANTRY_ONLY: Final = Refusal("8.5.4-b", "Benghasi takes infantry combat units only")
FIRST_PHASE: Final = Refusal(
    "8.5.2-a", "in the Motorized Movement Phase ships run between the Holding Area and Tobruk only, or port to port"
)
ENEMY_THERE: Final = Refusal("9.4.3-a", "nobody lands among enemies")
OVER_STACKED: Final = Refusal("8.1.2-a", "the stack would be over the limit")
ON_THE_WAY: Final = Refusal("8.5.2-a", "a trip by sea or rail is the whole move of one unit in a phase")
ON_FOOT: Final = Refusal("5.1.3-b", "a Forced March goes by road")
ALLIES_ONLY: Final = Refusal("8.6-a", "only the Allies use the railway")
RAIL_FIRST_PHASE: Final = Refusal("8.6.2-a", "the railway runs in the first Movement Phase only")
NOT_ON_LINE: Final = Refusal("8.6.1-a", "a rail move starts and ends on the line")
LINE_CUT: Final = Refusal("8.6.3-a", "the enemy controls a box of the line on the way")


def trip_refused(s: State, f: March) -> Optional[Refusal]:
    """R33: one piece, from where it starts, and no road besides. A Forced March is made on foot."""
    if any(s.flags[u] & MARCHING for u in f.units):
        return ON_FOOT
    return ON_THE_WAY if f.spent or f.passing or (not f.convoy and len(f.units) != 1) else None


def carry(s: State, f: March, to: int) -> None:
    if f.convoy:
        remove_supply(s, f.side, f.here)
        add_supply(s, f.side, to)
        s.fresh[to] += 1
    else:
        shift(s, f.units[0], to)
        s.flags[f.units[0]] |= MOVED | STIRRED
    f.last, f.here = s.edition.holding, to
    f.leave()


def piece_of(s: State, f: March) -> int:
    return s.edition.units + f.here if f.convoy else f.units[0]


def crowded(s: State, f: March, to: int) -> bool:
    e = s.edition
    return to < e.boxes and not f.convoy and e.ground[f.units[0]] and not room(s, f.side, to, f.units)


# 8.5 By sea


def port_refused(s: State, f: March, port: int) -> Optional[Refusal]:
    e = s.edition
    if not e.capacity[f.side][port]:
        return NO_PORT_FOR_YOU
    if s.held[port] != f.side:
        return NOT_YOUR_PORT
    convoy = s.convoy == port
    if e.infantry_only[port] and not convoy and (f.convoy or e.type[f.units[0]] != INF):
        return INFANTRY_ONLY
    most = e.capacity[f.side][port] + (e.figure["convoy_bonus"] if convoy else 0)
    return CAPACITY if s.shipped[port] >= most else None


def enemies_at(s: State, side: int, box: int) -> bool:
    enemy = other(side)
    return (s.occupied[enemy] | s.dumps[enemy]) >> box & 1 == 1 or hq_at(s, enemy, box)


def sail_refused(s: State, f: March, to: int) -> Optional[Refusal]:
    e, here = s.edition, f.here
    refusal = trip_refused(s, f)
    if refusal is not None:
        return refusal
    ends = [place for place in (here, to) if place in e.ports]
    if here == to or to > e.holding or len(ends) != 2 - (e.holding in (here, to)):
        return NO_TRIP
    if f.motorized and e.holding in (here, to) and e.tobruk not in ends:
        return FIRST_PHASE
    for port in ends:
        refusal = port_refused(s, f, port)
        if refusal is not None:
            return refusal
    if to < e.boxes and enemies_at(s, f.side, to):
        return ENEMY_THERE
    return OVER_STACKED if crowded(s, f, to) else None


class Sail(Act[State, March]):
    rule = "8.5.1-b"
    form = "sail box"
    label = "Sail to {box}"
    asks = "move by sea"

    def candidates(self, s: State, f: March) -> list[Args]:
        e = s.edition
        if f.spent or (f.here != e.holding and f.here not in e.ports):
            return []
        return [(to, 0) for to in (*e.ports, e.holding) if to != f.here]

    def why_not(self, s: State, f: March, to: int, _: int, /) -> Optional[Refusal]:
        return sail_refused(s, f, to)

    def do(self, s: State, f: March, to: int, _: int, dice: Dice, /) -> None:
        for port in (f.here, to):
            if port in s.edition.ports:
                s.shipped[port] += 1
        s.tell("sailed", to, piece_of(s, f))
        carry(s, f, to)


# 8.6 By rail


def rail_refused(s: State, f: March, to: int) -> Optional[Refusal]:
    e = s.edition
    if f.side != ALLIED:
        return ALLIES_ONLY
    if f.motorized:
        return RAIL_FIRST_PHASE
    refusal = trip_refused(s, f)
    if refusal is not None:
        return refusal
    line = (*e.railway, e.holding)
    if f.here not in line or to not in line or f.here == to:
        return NOT_ON_LINE
    if line_cut(s, line.index(f.here), line.index(to)):
        return LINE_CUT
    return OVER_STACKED if crowded(s, f, to) else None


class Rail(Act[State, March]):
    rule = "8.6-a"
    form = "rail box"
    label = "Go by rail to {box}"
    asks = "move by rail"

    def candidates(self, s: State, f: March) -> list[Args]:
        e = s.edition
        line = (*e.railway, e.holding)
        if f.side != ALLIED or f.motorized or f.spent or f.here not in line:
            return []
        return [(to, 0) for to in line if to != f.here]

    def why_not(self, s: State, f: March, to: int, _: int, /) -> Optional[Refusal]:
        return rail_refused(s, f, to)

    def do(self, s: State, f: March, to: int, _: int, dice: Dice, /) -> None:
        s.tell("railed", to, piece_of(s, f))
        carry(s, f, to)


def line_cut(s: State, start: int, end: int) -> bool:
    """8.6.3: enemy units, or combat units of the enemy were the last there; the start itself does not matter."""
    e = s.edition
    line = (*e.railway, e.holding)
    way = line[start + 1 : end + 1] if start < end else line[end:start]
    return any(box < e.boxes and (s.held[box] != ALLIED or enemies_at(s, ALLIED, box)) for box in way)
