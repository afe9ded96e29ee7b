"""8.0 Movement, 8.3 off-map movement: one active unit, hex by hex."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED
from sandtable.titles.gazala.edition import EAST, NORTH, SOUTH
from sandtable.titles.gazala.frames import Move
from sandtable.titles.gazala.state import ISOLATED, OUT_OF_SUPPLY, State, in_enemy_zone, leave_map, on_map, shift
from sandtable.titles.gazala.zones import AREA_69, closed_step, zone_to_zone

EXITS: Final = ((NORTH, EAST, SOUTH), (SOUTH,))  # 8.3

NOT_ADJACENT: Final = Refusal("8.0-f", "it is not adjacent")
NOT_ENOUGH: Final = Refusal("8.0-a", "its movement points do not pay for this step")
NOT_ENOUGH_FOR_MINES: Final = Refusal(
    "14.0-b", "crossing the minefield costs 12 movement points besides the ground: more than are left"
)
MOVE_OVER: Final = Refusal("11.0-b", "its move is over")
NOT_AT_EDGE: Final = Refusal("8.3-a", "it does not stand on that edge")
CLOSED_EDGE: Final = (
    Refusal("8.3-a", "Allied units leave by the north, east and south edges"),
    Refusal("8.3-b", "Axis units leave by the south edge alone"),
)


def allowance(s: State, unit: int, storm: bool) -> int:
    """8.0, 5.0, 12.0, 13.5: the printed allowance less a third for each reason, never below nothing."""
    lost = s.edition.thirds
    thirds = 3
    if s.supply[unit] == OUT_OF_SUPPLY:
        thirds -= lost["Out of Supply"]
    elif s.supply[unit] == ISOLATED:
        thirds -= lost["Isolated"]
    if s.disrupted[unit]:
        thirds -= lost["Disrupted"]
    if storm:
        thirds -= lost["Sandstorm"]
    return s.edition.allowance[unit] * max(0, thirds) // 3


def step_cost(s: State, unit: int, here: int, there: int) -> int:
    """Half points for entering a hex: road or ground, mines for the Allies (8.0-j), leaving an enemy zone (9.0-d)."""
    e = s.edition
    kind, way = e.move_class[unit], e.way[here][there]
    cost = e.cost[kind][here][way]
    if e.side[unit] == ALLIED and e.sides[here][way] in s.mines:
        cost += e.mine_cost[kind]
    if in_enemy_zone(s, here, e.side[unit]):
        cost += e.zone_cost[kind]
    return cost


def step_refused(s: State, unit: int, here: int, there: int) -> Optional[Refusal]:
    """What forbids a step between adjacent hexes, whatever it costs."""
    return closed_step(s, unit, here, there) or zone_to_zone(s, s.edition.side[unit], here, there)


class Go(Act[State, Move]):
    """The active unit enters an adjacent hex."""

    rule = "8.0-f"
    form = "go hex"
    label = "Go to {hex}"
    asks = "move on hex by hex"

    def candidates(self, s: State, f: Move) -> list[Args]:
        return [] if f.over else [(hex, 0) for hex in s.edition.open[s.where[f.unit]]]

    def why_not(self, s: State, f: Move, hex: int, _: int, /) -> Optional[Refusal]:
        if f.over:
            return MOVE_OVER
        e, here = s.edition, s.where[f.unit]
        if hex not in e.way[here]:
            return NOT_ADJACENT
        refusal = step_refused(s, f.unit, here, hex)
        if refusal is not None or step_cost(s, f.unit, here, hex) <= f.left:
            return refusal
        return NOT_ENOUGH_FOR_MINES if e.sides[here][e.way[here][hex]] in s.mines else NOT_ENOUGH

    def do(self, s: State, f: Move, hex: int, _: int, dice: Dice, /) -> None:
        f.left -= step_cost(s, f.unit, s.where[f.unit], hex)
        f.spent = True
        shift(s, f.unit, hex)
        s.tell("moved", f.unit, hex)


class Exit(Act[State, Move]):
    """8.3: the unit leaves the map and may return two turns later."""

    rule = "8.3-a"
    form = "exit edge"
    label = "Leave the map by the {edge} edge · returns two turns later"
    asks = "leave the map"

    def candidates(self, s: State, f: Move) -> list[Args]:
        return [] if f.over else [(edge, 0) for edge in s.edition.edges[s.where[f.unit]]]

    def why_not(self, s: State, f: Move, edge: int, _: int, /) -> Optional[Refusal]:
        return MOVE_OVER if f.over else exit_refused(s, f.unit, s.where[f.unit], edge, f.left)

    def do(self, s: State, f: Move, edge: int, _: int, dice: Dice, /) -> None:
        f.left -= exit_cost(s, f.unit, s.where[f.unit], edge)
        f.over = True
        leave_map(s, f.unit, edge)


def exit_refused(s: State, unit: int, here: int, edge: int, left: int) -> Optional[Refusal]:
    e = s.edition
    if edge not in EXITS[e.side[unit]]:
        return CLOSED_EDGE[e.side[unit]]
    if edge not in e.edges[here]:
        return NOT_AT_EDGE
    if e.bracketed[unit]:
        return AREA_69
    return None if exit_cost(s, unit, here, edge) <= left else NOT_ENOUGH


def exit_cost(s: State, unit: int, here: int, edge: int) -> int:
    """8.3-c: as for the hex left, along a road at its cost; 8.3-g: leaving a zone costs as ever."""
    e = s.edition
    kind = e.move_class[unit]
    zone = e.zone_cost[kind] if in_enemy_zone(s, here, e.side[unit]) else 0
    return e.exit_cost[kind][here][edge] + zone


class Halt(Act[State, Move]):
    rule = "8.0-d"
    form = "halt"
    label = "Halt here"
    asks = "halt"


def turn_over(s: State, f: Move, dice: Dice) -> None:
    """8.0-d: a unit that spent movement points shows its used side."""
    if f.spent and on_map(s, f.unit):
        s.used[f.unit] = 1
        s.tell("used", f.unit)
