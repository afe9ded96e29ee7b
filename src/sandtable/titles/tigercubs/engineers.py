"""12.B Engineers: works, airfields and airstrips, repairs, demolitions."""

from __future__ import annotations

from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.titles.tigercubs.air_bases import cap_hits
from sandtable.titles.tigercubs.air_bases import capacity as base_capacity
from sandtable.titles.tigercubs.control import without
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, IN_PURSUIT, Project, PursuitPhase
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.movement_allowance import points_left
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.state import State, units_in
from sandtable.titles.tigercubs.stocks import add_to, take_from

WORKS, AIRFIELD, AIRSTRIP, WRECK_PORT = "works", "airfield", "airstrip", "demolish_port"
MEND_PORT, MEND_BRIDGE, MEND_BASE, MEND_RAIL, DESTROY = "repair_port", "repair_bridge", "repair_airbase", "repair_rail", "destroy"

NO_ENGINEER: Final = Refusal("12.B.2", "it is not an engineer unit of yours on the map")
RAIL_ONLY: Final = Refusal("12.B.2", "railroad engineers only repair the railway")
NOT_IN_PURSUIT: Final = Refusal("7.C.1.b", "in pursuit engineers only destroy")
TOO_FEW: Final = Refusal("12.B.1", "the engineers there have not the movement points for it")
NOT_OWNED: Final = Refusal("2.F.2", "the hex is not owned by your side")
COMPLETE: Final = Refusal("4.A.1", "there is no higher level")
PRINTED_FORT: Final = Refusal("12.B.2.b-c", "the printed fort there is not reduced")
NO_GROUND: Final = Refusal("4.B.2.b", "airfields are built in clear, hills, woods and towns only")
FULL_UP: Final = Refusal("4.B.2.c", "no more airfields fit into the hex")
HAS_BASE: Final = Refusal("12.B.2.d", "an airbase or airstrip is there")
NO_PORT: Final = Refusal("12.B.2.e", "there is no port")
PORT_WRECKED: Final = Refusal("12.B.2.e", "nothing is left of the port")
SOUND: Final = Refusal("12.B.2.f", "nothing of that kind is damaged there")
NO_RAIL: Final = Refusal("12.B.2.e-b", "there is no railway to cut")
NO_BRIDGE: Final = Refusal("12.B.2.e-b", "there is no such crossing")
NOT_THERE: Final = Refusal("12.B.2.a", "it is not an engineer unit in that hex that can pay so much")


def capacity(s: State, unit: int, phase: int) -> int:
    """What a unit can pay in a regiment's movement points (12.B.1), in quarters."""
    return points_left(s, unit, phase) * 2 // s.edition.work_halves[unit]


def crew(s: State, side: int, place: int, kind: str, phase: int) -> list[int]:
    """Those who can work on it: at least a movement point from each (12.B.1)."""
    builders = s.edition.engineers[side]
    return [u for u in units_in(s, place) if u in builders and can_build(s, u, kind) and points_left(s, u, phase) >= MP]


def can_build(s: State, unit: int, kind: str) -> bool:
    return s.edition.type[unit].builds == "all" or (s.edition.type[unit].builds == "rail" and kind == MEND_RAIL)


def pieces(s: State, unit: int, kind: str) -> int:
    """12.B.1 No less than a point is ever spent: rail breaks go as many at a time as a point of such a unit mends."""
    if kind != MEND_RAIL:
        return 1
    at_once = 2 * MP // (s.edition.work_halves[unit] * s.edition.work_price[kind])
    return min(max(1, at_once), s.rail_breaks.get(s.where[unit], 1))


def price(s: State, unit: int, kind: str) -> int:
    """Of what a unit begins, in quarters of a regiment's point."""
    return pieces(s, unit, kind) * s.edition.work_price[kind]


def operational(s: State, place: int) -> bool:
    """4.B.3.b Neither damage nor want of supply has taken all its capacity."""
    return base_capacity(s, place) > 0


class Work(Act[State, Any]):
    """Engineers begin a piece of work in their hex; who pays how much comes next."""

    rule = "12.B.1"
    form = "build unit work"
    label = "Let {unit} {work}"
    asks = "let engineers work"
    exact = True

    def __init__(self, phase: int, pursuit: bool = False) -> None:
        super().__init__()
        self.phase: int = phase
        self.pursuit: bool = pursuit

    def candidates(self, s: State, f: Any) -> list[Args]:
        found: list[Args] = []
        for unit in s.edition.engineers[f.side]:
            place = s.where[unit]
            if 0 <= place < s.edition.sheet and points_left(s, unit, self.phase) >= MP:
                kinds = [kind for kind in kinds_at(s, place, self.pursuit) if can_build(s, unit, kind)]
                found += [
                    (unit, work_number(s, kind))
                    for kind in kinds
                    if site_refused(s, f.side, place, kind) is None and too_few(s, f.side, unit, kind, self.phase) is None
                ]
        return found

    def why_not(self, s: State, f: Any, unit: int, work: int, /) -> Optional[Refusal]:
        row = s.edition.work_rows[work]
        if row.id in (MEND_BRIDGE, DESTROY):
            return NO_BRIDGE
        refusal = worker_refused(s, f.side, unit, row.id, self.pursuit and not row.pursuit)
        if refusal is None:
            refusal = site_refused(s, f.side, s.where[unit], row.id)
        return refusal or too_few(s, f.side, unit, row.id, self.phase)

    def do(self, s: State, f: Any, unit: int, work: int, dice: Dice, /) -> None:
        kind = s.edition.work_rows[work].id
        s.begin(Project(f.side, s.where[unit], work, price(s, unit, kind), pieces=pieces(s, unit, kind)))


def kinds_at(s: State, place: int, pursuit: bool) -> list[str]:
    """What might be done there at all."""
    kinds = [WRECK_PORT] if s.edition.port[place] else []
    if pursuit:
        return kinds
    kinds += [WORKS, AIRSTRIP]
    if s.edition.terrain[place].airfield or place in s.edition.city:
        kinds.append(AIRFIELD)
    for damage, kind in ((s.port_hits, MEND_PORT), (s.base_hits, MEND_BASE), (s.rail_breaks, MEND_RAIL)):
        if place in damage:
            kinds.append(kind)
    return kinds


def worker_refused(s: State, side: int, unit: int, kind: str, barred: bool) -> Optional[Refusal]:
    if s.edition.side[unit] != side or s.where[unit] < 0 or not s.edition.type[unit].builds:
        return NO_ENGINEER
    if barred:
        return NOT_IN_PURSUIT
    return None if can_build(s, unit, kind) else RAIL_ONLY


def too_few(s: State, side: int, unit: int, kind: str, phase: int) -> Optional[Refusal]:
    """Whether the unit, with a point at least, and the other engineers of its hex can pay for it."""
    points, cost = points_left(s, unit, phase), price(s, unit, kind)
    if points < MP:
        return TOO_FEW
    if points * 2 // s.edition.work_halves[unit] >= cost:
        return None
    able = sum([capacity(s, u, phase) for u in crew(s, side, s.where[unit], kind, phase)])
    return TOO_FEW if able < cost else None


def site_refused(s: State, side: int, place: int, kind: str) -> Optional[Refusal]:
    e = s.edition
    if place >= e.sheet or (kind != WRECK_PORT and s.owner[place] != side):
        return NOT_OWNED
    if kind == WORKS:
        if place in e.fort and place not in s.reduced_forts:
            return PRINTED_FORT
        return COMPLETE if s.works.get(place, 0) == len(e.works_rows) else None
    if kind == AIRFIELD:
        if not e.terrain[place].airfield and place not in e.city:
            return NO_GROUND
        return FULL_UP if s.airfields.get(place, 0) >= e.figure["airfields_in_hex"] else None
    if kind == AIRSTRIP:
        return HAS_BASE if place in s.airstrips or operational(s, place) else None
    if kind == WRECK_PORT:
        if not e.port[place]:
            return NO_PORT
        return PORT_WRECKED if s.port_hits.get(place, 0) >= e.clearing[place] else None
    damage = {MEND_PORT: s.port_hits, MEND_BASE: s.base_hits, MEND_RAIL: s.rail_breaks}[kind]
    return None if damage.get(place, 0) else SOUND


class CutRail(Act[State, Any]):
    rule = "12.B.2.e-b"
    form = "cut unit"
    label = "Let {unit} cut the railway"
    asks = "cut a railway"

    def __init__(self, phase: int) -> None:
        super().__init__()
        self.phase: int = phase

    def candidates(self, s: State, f: Any) -> list[Args]:
        on_line = [u for u in s.edition.engineers[f.side] if s.where[u] >= 0 and s.edition.rail[s.where[u]]]
        return [(u, 0) for u in on_line if points_left(s, u, self.phase) >= MP]

    def why_not(self, s: State, f: Any, unit: int, b: int, /) -> Optional[Refusal]:
        refusal = worker_refused(s, f.side, unit, DESTROY, False)
        if refusal is not None:
            return refusal
        place = s.where[unit]
        if place >= s.edition.sheet or not s.edition.rail[place]:
            return NO_RAIL
        return too_few(s, f.side, unit, DESTROY, self.phase)

    def do(self, s: State, f: Any, unit: int, b: int, dice: Dice, /) -> None:
        s.begin(Project(f.side, s.where[unit], work_number(s, DESTROY), price(s, unit, DESTROY)))


class Bridge(Act[State, Any]):
    """12.B.2.e-b, 12.B.2.f.ii A bridged crossing between the hex of an engineer and the next is blown up, or repaired."""

    rule = "12.B.2.e-b"
    form = "bridge unit place"
    label = "Let {unit} blow up or mend the bridge to {place}"
    asks = "destroy or repair a bridge"

    def __init__(self, phase: int, pursuit: bool = False) -> None:
        super().__init__()
        self.phase: int = phase
        self.pursuit: bool = pursuit

    def candidates(self, s: State, f: Any) -> list[Args]:
        e = s.edition
        return [
            (u, p)
            for u in e.engineers[f.side]
            if 0 <= s.where[u] < e.sheet and e.bridge_hexes[s.where[u]] and points_left(s, u, self.phase) >= MP
            for p in e.bridge_hexes[s.where[u]]
        ]

    def why_not(self, s: State, f: Any, unit: int, place: int, /) -> Optional[Refusal]:
        if s.edition.side[unit] != f.side or s.where[unit] < 0 or s.where[unit] >= s.edition.sheet:
            return NO_ENGINEER
        here = s.where[unit]
        if place not in s.edition.bridge_hexes[here]:
            return NO_BRIDGE
        kind = MEND_BRIDGE if s.edition.hexside(here, place) in s.bridges_down else DESTROY
        refusal = worker_refused(s, f.side, unit, kind, self.pursuit and kind == MEND_BRIDGE)
        return refusal or too_few(s, f.side, unit, kind, self.phase)

    def do(self, s: State, f: Any, unit: int, place: int, dice: Dice, /) -> None:
        here = s.where[unit]
        kind = MEND_BRIDGE if s.edition.hexside(here, place) in s.bridges_down else DESTROY
        s.begin(Project(f.side, here, work_number(s, kind), price(s, unit, kind), place))


def work_number(s: State, kind: str) -> int:
    return s.edition.names.numbers["work"][kind]


# 12.B.2.a Who pays


class Toil(Act[State, Project]):
    """A unit pays what is left to pay, or all it has."""

    rule = "12.B.2.a"
    form = "toil unit"
    label = "Let {unit} pay as much as it can"
    asks = "say which engineers pay"

    def candidates(self, s: State, f: Project) -> list[Args]:
        return [(u, 0) for u in crew(s, f.side, f.place, kind_of(s, f), phase_of(s))] if f.owed > 0 else []

    def why_not(self, s: State, f: Project, unit: int, b: int, /) -> Optional[Refusal]:
        return None if f.owed > 0 and unit in crew(s, f.side, f.place, kind_of(s, f), phase_of(s)) else NOT_THERE

    def do(self, s: State, f: Project, unit: int, b: int, dice: Dice, /) -> None:
        contribute(s, f, unit, min(f.owed, capacity(s, unit, phase_of(s))))


class Share(Act[State, Project]):
    """A unit pays so many movement points, if others can pay the rest."""

    rule = "12.B.2.a"
    form = "share unit effort"
    label = "Let {unit} pay {effort}"
    asks = "say which engineers pay how much"

    def candidates(self, s: State, f: Project) -> list[Args]:
        able = crew(s, f.side, f.place, kind_of(s, f), phase_of(s)) if f.owed > 0 else []
        if len(able) < 2:
            return []
        return [(u, n) for u in able for n in range(1, points_left(s, u, phase_of(s)) // MP + 1)]

    def why_not(self, s: State, f: Project, unit: int, points: int, /) -> Optional[Refusal]:
        able = crew(s, f.side, f.place, kind_of(s, f), phase_of(s))
        if unit not in able or len(able) < 2 or not 0 < points * MP <= points_left(s, unit, phase_of(s)):
            return NOT_THERE
        worth = int(points * MP / s.edition.work[unit])
        rest = sum([capacity(s, u, phase_of(s)) for u in able if u != unit])
        return None if 0 < worth < f.owed <= worth + rest else NOT_THERE

    def do(self, s: State, f: Project, unit: int, points: int, dice: Dice, /) -> None:
        contribute(s, f, unit, int(points * MP / s.edition.work[unit]))


def contribute(s: State, f: Project, unit: int, worth: int) -> None:
    s.spent[unit] += max(MP, int(worth * s.edition.work[unit]))
    f.owed -= worth


def kind_of(s: State, f: Project) -> str:
    return s.edition.work_rows[f.work].id


def phase_of(s: State) -> int:
    """The phase in which the points are counted."""
    return IN_PURSUIT if within(s, PursuitPhase) is not None else IN_MOVEMENT


def finish(s: State, f: Project, dice: Dice) -> None:
    """Usable at once."""
    kind, place = kind_of(s, f), f.place
    if kind == WORKS:
        s.works[place] = s.works.get(place, 0) + 1
    elif kind == AIRFIELD:
        s.airfields[place] = s.airfields.get(place, 0) + 1
    elif kind == AIRSTRIP:
        s.airstrips = tuple(sorted([*s.airstrips, place]))
    elif kind == WRECK_PORT:
        add_to(s.port_hits, place, 1)
    elif kind == MEND_RAIL:
        take_from(s.rail_breaks, place, f.pieces)
    elif kind in (MEND_PORT, MEND_BASE):
        take_from(s.port_hits if kind == MEND_PORT else s.base_hits, place, 1)
    elif f.toward == NONE:
        add_to(s.rail_breaks, place, 1)
    else:
        side = s.edition.hexside(place, f.toward)
        s.bridges_down = without(s.bridges_down, side) if kind == MEND_BRIDGE else tuple(sorted([*s.bridges_down, side]))
    if kind in (AIRFIELD, AIRSTRIP):
        s.new_bases = tuple(sorted({*s.new_bases, place}))
    s.memo.clear()
    s.tell("built", f.work, place)


def worker(s: State, f: Project) -> int:
    return f.side


def abandon_airstrips(s: State, f: Any, dice: Dice) -> None:
    """12.B.2.d-b At the end of movement, reaction and pursuit an airstrip is lost if no construction unit is there."""
    for place in s.airstrips:
        if not any(s.edition.type[u].builds == "all" for u in units_in(s, place)):
            s.airstrips = without(s.airstrips, place)
            cap_hits(s, place)
            s.memo.clear()
            s.tell("airstrip_lost", place)
