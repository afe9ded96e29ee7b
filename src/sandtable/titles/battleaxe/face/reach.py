"""9.2 Where active units can go, Area by Area, for whoever plans a move."""

from __future__ import annotations

from typing import Final

from sandtable.face.walks import Walk, Walks, goes_on, note, text
from sandtable.kernel.play import pending
from sandtable.maps.graph import CLOSED, Arrival, arrivals
from sandtable.titles.battleaxe.frames import Assault
from sandtable.titles.battleaxe.movement import Enter, price, step_refused
from sandtable.titles.battleaxe.state import State, has_enemy, units_in

ENTER: Final = Enter()


def reach(s: State, side: int) -> Walks:
    found: Walks = {}
    f = s.frames[-1]
    if isinstance(f, Assault) and pending(s).act(ENTER.verb) is not None:
        for unit in units_in(f.used & ~f.done):
            if s.left[unit] > 0 and s.came[unit] < 0:
                explore(s, f, unit, found)
    return found


def explore(s: State, f: Assault, unit: int, found: Walks) -> None:
    e = s.edition
    start = Arrival(s.where[unit], s.left[unit], 0, None)

    def step(here: Arrival, area: int) -> int:
        if here.left <= 0 or area == start.space or step_refused(s, f, unit, here.space, area, here.left) is not None:
            return CLOSED
        if has_enemy(s, f.side, area):
            return 0  # it must stop there
        return here.left - price(s, f.side, here.space, area, here.left)

    def steps(here: Arrival) -> list[tuple[int, int]]:
        after = [(area, step(here, area)) for area in e.neighbours[here.space]]
        return [(area, left) for area, left in after if left >= 0]

    piece, names = s.names.text("unit", unit), s.names
    for area, ways in arrivals([start], steps).items():
        if area == start.space:
            continue
        for arrival in ways:
            left = arrival.left
            if not steps(arrival):
                after = s.clone()  # it has come to its end: what is left to be done then depends on much else
                if not goes_on(after, [(ENTER.verb, unit, there) for there in arrival.way()], f.side):
                    continue
                left = max(0, after.left[unit])
            texts = tuple([text(s, ENTER, unit, there) for there in arrival.way()])
            note(found, piece, names.text("area", area), Walk(texts, left))
