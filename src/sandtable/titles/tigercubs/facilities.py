"""4.A, 4.B Works that decay, airfields that are given up."""

from __future__ import annotations

from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.air_bases import cap_hits
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, GENERAL
from sandtable.titles.tigercubs.scales import SP
from sandtable.titles.tigercubs.state import State, air_at, controller, sp, supply_state
from sandtable.titles.tigercubs.stocks import take_from

NO_AIRFIELD: Final = Refusal("4.B.6.b", "no airfield of yours is there")
AIRPORT: Final = Refusal("4.B.6.a", "airports cannot be removed")
IN_USE: Final = Refusal("4.B.6.b", "air units are on it")


class RemoveAirfield(Act[State, Any]):
    rule = "4.B.6.b"
    form = "remove place"
    label = "Remove an airfield at {place}"
    asks = "remove an airfield"

    def candidates(self, s: State, f: Any) -> list[Args]:
        return [(p, 0) for p in s.airfields]

    def why_not(self, s: State, f: Any, place: int, b: int, /) -> Optional[Refusal]:
        if place not in s.airfields or controller(s, place) != s.phasing:
            return AIRPORT if s.edition.airport[place] else NO_AIRFIELD
        return IN_USE if air_at(s, place) else None

    def do(self, s: State, f: Any, place: int, b: int, dice: Dice, /) -> None:
        take_from(s.airfields, place, 1)
        cap_hits(s, place)
        s.memo.clear()
        s.tell("airfield_removed", place)


def let_works_decay(s: State, f: InitialPhase, dice: Dice) -> None:
    """4.A.1-c Works of the side more than 25 hexes from every enemy force in regular supply, unless 1 SP guards them."""
    e = s.edition
    for place in [p for p in s.works if s.owner[p] == f.side]:
        guards = sum([sp(s, u) for u in s.stack.get(place, ()) if e.side[u] == f.side and e.role[u] == COMBAT_UNIT])
        enemies = [s.where[u] for u in e.of_side[other(f.side)] if s.where[u] >= 0 and is_regular(s, u)]
        if guards < SP and all(e.distance(place, p) > e.figure["work_decay_hexes"] for p in enemies):
            del s.works[place]
            s.tell("works_decay", place)


def is_regular(s: State, unit: int) -> bool:
    return s.edition.role[unit] == COMBAT_UNIT and supply_state(s, unit) == GENERAL
