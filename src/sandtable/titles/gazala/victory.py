"""16.0 Victory Conditions, and the Recovery Phase before them (3.0)."""

from __future__ import annotations

from typing import Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import REVEALED, is_over
from sandtable.kernel.rules import Outcome
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.tally import Tally
from sandtable.titles.gazala.edition import NORTH, WITHDRAW
from sandtable.titles.gazala.frames import Turn
from sandtable.titles.gazala.state import SUPPLIED, State, holds, on_map, rally, steps_lost


def recover(s: State, f: Turn, dice: Dice) -> None:
    """3.0 phase 8: no unit stays Disrupted or used."""
    for unit in range(s.edition.units):
        rally(s, unit)
        s.used[unit] = 0
    s.tell("recovery")


def score(s: State, f: Turn, dice: Dice) -> None:
    """3.0 phase 9, 13.7, 16.0: points of the turn for the Axis, up to the end of the track."""
    if s.boxes[ALLIED]:
        s.tell(REVEALED, ALLIED)  # 13.7-b: whether Withdraw/Attack was among what lay face down
    gained = turn_points(s)
    limit = s.edition.points["track limit"].points
    s.points = min(limit, s.points + gained.total)
    if gained.total:
        s.explain(gained)
        s.tell("points", s.points)


def turn_points(s: State) -> Tally:
    e = s.edition
    gained = Tally("Axis points of the turn")
    if len(on_north_edge(s)) >= e.points["north edge"].needs:
        gained.add(e.points["north edge"].points, "16.0-a", "supplied units on the north edge")
    if holds(s, e.el_adem, AXIS):
        gained.add(e.points["2803"].points, "16.0-b", e.hex_rows[e.el_adem].name)
    if s.broken or WITHDRAW in s.boxes[ALLIED]:
        gained.add(e.points["chit not played"].points, "13.7-b", "Withdraw/Attack drawn and not played")
    return gained


def on_north_edge(s: State) -> list[int]:
    """16.0-a: Axis units that count for it."""
    e = s.edition
    return [u for u in e.of_side[AXIS] if on_map(s, u) and NORTH in e.edges[s.where[u]] and s.supply[u] == SUPPLIED]


def next_turn(s: State, f: Turn, dice: Dice) -> None:
    """The turn marker advances, or the game is over."""
    if s.turn == s.edition.scenario_rows[s.scenario].last_turn:
        allied, axis = total(s, ALLIED), total(s, AXIS)
        s.explain(allied)
        s.explain(axis)
        s.tell("over", allied.total, axis.total)
        s.end()
        return
    s.turn += 1
    f.restart()


def total(s: State, side: int) -> Tally:
    """What a side would have if the game ended now."""
    e = s.edition
    value = Tally(f"{('Allied', 'Axis')[side]} victory points")
    if side == AXIS:
        value.add(s.points, "16.0-c", "on the track")
        value.add(steps_lost(s, ALLIED) * e.points["allied step"].points, "16.0-f", "loss of Allied steps")
        return value
    value.add(steps_lost(s, AXIS) * e.points["axis step"].points, "16.0-g", "loss of Axis steps")
    scenario = e.scenario_rows[s.scenario].id
    held = [points for hex, points in e.objectives[s.scenario] if holds(s, hex, ALLIED)]
    value.add(sum(held), "17.0-S1-b" if scenario == "one" else "17.0-C-b", "fortified hexes")
    return value


def totals(s: State) -> tuple[Tally, Tally]:
    return total(s, ALLIED), total(s, AXIS)


def outcome(s: State) -> Optional[Outcome]:
    """16.0-i: the higher total wins, equal totals are a tie."""
    if not is_over(s):
        return None
    allied, axis = total(s, ALLIED), total(s, AXIS)
    winner = -1 if allied.total == axis.total else ALLIED if allied.total > axis.total else AXIS
    level = ("Allied victory", "Axis victory", "Tie")[winner]
    return Outcome(winner=winner, level=level, rule="16.0-i", score=(allied.total, axis.total), text=f"{allied}; {axis}")
