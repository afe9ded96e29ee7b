"""A second opinion on supply (13): lines of supply, routes and their costs, who hands supply on, and the states that follow."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from tests.titles.tigercubs.oracle_world import (
    AROUND,
    BOUNDARY,
    BOXES,
    EXITS,
    HEXES,
    LINES,
    NATIONS,
    SCENARIOS,
    SIDES,
    STATES,
    TERRAIN,
    Counter,
    Flyer,
    World,
    enemy,
    number,
    pair,
    passable,
)

ZONE_COST = {0: Fraction(1), 1: Fraction(3, 2), 2: Fraction(2)}  # 7.B.1.b.ii
QM_RADIUS, TERMINAL_ROUTE, DUMP_ROUTE, NEAR_LINE = 20, 6, 3, 6
RAILHEADS = {place for place in HEXES if len([side for side in LINES["rail"] if place in side]) == 1}  # 13.K.3.a
ROAD_LINE, RAIL_LINE, RAIL_ROUTE = 20, 30, 20


# 13.A.20 Lines of supply: isolation


def sources(w: World, side: str) -> set[str]:
    """13.N: the edge of what is played on, the boxes, terminals that stand; in Brevity a hex for the Axis (S1-b)."""
    if side == "axis" and SCENARIOS[w.scenario]["axis_source"]:
        return {SCENARIOS[w.scenario]["axis_source"]}
    found = {u.at for u in w.of(side) if u.type == "supply_terminal" and u.post != "mobile"}
    edge = int(SCENARIOS[w.scenario]["west" if side == "axis" else "east"])
    boxes = {place for exit in EXITS for place in exit if place in BOXES and BOXES[place]["owner"] == side}
    edges = {place for place in HEXES if int(place[:2]) == edge and passable(place)}
    return found | {place for place in boxes | edges if w.in_play(place)}


def may_pass(w: World, side: str, place: str) -> bool:
    return not is_barred(w, side, place) and (w.felt(place, side) == 0 or w.line_sp(place, side) > 0)


def is_barred(w: World, side: str, place: str) -> bool:
    """By an enemy combat unit (13.F.3.a-b), or a box of the enemy (BOX-d)."""
    return w.holds(place, enemy(side)) or (place in BOXES and BOXES[place]["owner"] != side)


def joined(w: World, side: str) -> set[str]:
    """Every place with a line of supply."""
    found: set[str] = set()
    waiting = [place for place in sources(w, side) if may_pass(w, side, place)]
    while waiting:
        place = waiting.pop()
        if place not in found:
            found.add(place)
            waiting += [there for there in w.near(place) if may_pass(w, side, there)]
    return found


def beside(place: str) -> list[str]:
    """Hexes next to a hex that can be entered; nothing is next to a box."""
    return [there for there in AROUND[place] if passable(there)]


# 13.F.3 Routes


def is_lined(w: World, kind: str, a: str, b: str) -> bool:
    """A road or railway leads over the hexside; a road needs its bridge."""
    return pair(a, b) in LINES[kind] and not (kind == "road" and pair(a, b) in w.bridges_down)


def step_cost(w: World, side: str, a: str, b: str) -> Fraction:
    """The ground of the hex, times what zones make of it unless 4 SP negate them (13.A.22.c); and the way there."""
    if b in BOXES:
        return Fraction(EXITS[pair(a, b)])
    if is_lined(w, "road", a, b) or is_lined(w, "rail", a, b):
        ground, way = Fraction(1), Fraction(0)
    else:
        ground = number(TERRAIN[HEXES[b]["terrain"]]["route"])
        way = number(SIDES[BOUNDARY.get(pair(a, b), "open")]["route"])
    if pair(a, b) in EXITS:
        way = EXITS[pair(a, b)] - ground
    return ground * (1 if w.line_sp(b, side) >= 4 else ZONE_COST[w.felt(b, side)]) + way


def reach(w: World, side: str, starts: set[str], limit: int) -> dict[str, Fraction]:
    """All places within a route of that length from the nearest start, with its length."""
    found: dict[str, Fraction] = {}
    open_ends = {start: Fraction(0) for start in starts}
    while open_ends:
        place = min(open_ends, key=lambda there: open_ends[there])
        cost = found[place] = open_ends.pop(place)
        for there in w.near(place):
            if there not in found and not is_barred(w, side, there):
                more = cost + step_cost(w, side, place, there)
                if more <= limit and more < open_ends.get(there, Fraction(limit + 1)):
                    open_ends[there] = more
    return found


def along(w: World, kind: str, start: str, limit: int, side: str, free: bool) -> set[str]:
    """13.A.18, 13.A.19 Along a road or the railway; `free`: of enemy zones and enemy hexes, as a line of communication is."""
    found = {start: 0}
    waiting = [start]
    while waiting:
        place = waiting.pop(0)
        for there in w.near(place):
            length = found[place] + EXITS.get(pair(place, there), 1)
            is_open = is_line_open(w, side, there) if free else carries_rails(w, side, there)
            broken = not is_lined(w, kind, place, there) or (kind == "rail" and there in w.rail_breaks)
            if is_open and not broken and length <= limit and length < found.get(there, limit + 1):
                found[there] = length
                waiting.append(there)
    return set(found)


def is_line_open(w: World, side: str, place: str) -> bool:
    """Owned, without enemies, and not in a zone that neither one of its own nor 4 SP contest (13.A.22.c)."""
    if w.owner.get(place) != side or is_barred(w, side, place):
        return False
    return w.reaching(place, enemy(side)) <= w.reaching(place, side) or w.line_sp(place, side) >= 4


def carries_rails(w: World, side: str, place: str) -> bool:
    """7.B.1.b.ii: a Full zone needs 1 SP that is no support, a Reduced one any such unit."""
    if is_barred(w, side, place):
        return False
    zone, friends = w.felt(place, side), w.line_sp(place, side)
    return zone == 0 or (friends >= 1 if zone == 2 else friends > 0)


# 13.D, 13.E Who hands supply on


class Network:
    """What begins at a place: a terminal, or a dump of GSPs. `serves` says whom it can supply."""

    def __init__(self, w: World, side: str, place: str) -> None:
        self.w, self.side, self.place = w, side, place
        self.all: set[str] = set()  # places where everybody of the side is served
        self.some: dict[str, set[str]] = {}  # and those of a contingent alone
        self.fed: set[str] = set()  # where an Army HQ can take supply: radii of QMs, railways, routes of terminals
        self.direct: set[str] = set()  # and where, without one, a Corps HQ can: not the routes of terminals (13.M.2.g)
        here = [u for u in w.at(place) if u.side == side]
        self.terminal = [u for u in here if u.type == "supply_terminal" and u.post in ("emplaced", "reverting")]
        self.here = here

    def add_quartermasters(self, first: set[str]) -> None:
        """13.K.2.h Emplaced ones, each in the radius of another, beginning with those at these places."""
        left = [u for u in self.w.of(self.side) if u.type == "quartermaster" and is_emplaced(u)]
        reached = set(first)
        while True:
            linked = [u for u in left if u.at in reached]
            if not linked:
                return
            for unit in linked:
                left.remove(unit)
                radius = set(reach(self.w, self.side, {unit.at}, QM_RADIUS))
                reached |= radius
                self.open(radius)

    def open(self, places: set[str]) -> None:
        self.all |= places
        self.fed |= places
        self.direct |= places

    def add_headquarters(self) -> None:
        """13.L, 13.M, 13.O."""
        armies = [u for u in self.w.of(self.side) if u.type == "army_hq"]
        corps = [u for u in self.w.of(self.side) if u.type == "corps_hq"]
        if not armies:
            for hq in corps:
                if hq.at in self.direct:
                    self.add_corps(hq)
        for army in armies:
            if army.at in self.fed or army.at == self.place:
                self.add_army(army, corps)

    def add_army(self, army: Counter, corps: list[Counter]) -> None:
        route = set(reach(self.w, self.side, {army.at}, int(NATIONS[army.nation]["army_route"])))
        self.some.setdefault(army.contingent, set()).update(route)
        for hq in corps_of(self.w, army, corps, route):
            self.add_corps(hq)

    def add_corps(self, hq: Counter) -> None:
        self.some.setdefault(hq.contingent, set()).update({hq.at, *beside(hq.at)})

    def serves(self, place: str, contingent: str) -> bool:
        return place in self.all or place in self.some.get(contingent, set())


def corps_of(w: World, army: Counter, corps: list[Counter], route: set[str]) -> list[Counter]:
    """At most four of its contingent, and one of an ally (13.O)."""
    own = [u for u in corps if u.at in route and u.contingent == army.contingent]
    allied = [u for u in corps if u.at in route and u.contingent != army.contingent]
    return (own + allied[:1])[:4]


def network_of_terminal(w: World, terminal: Counter) -> Network:
    """13.D, 13.E.1.a.i: the routes of a terminal at which supply was paid."""
    n = Network(w, terminal.side, terminal.at)
    if is_emplaced(terminal):
        on_rail = any(terminal.at in side for side in LINES["rail"])
        rails = along(w, "rail", terminal.at, RAIL_ROUTE, terminal.side, free=False) if on_rail else set()
        n.open(rails)
        n.add_quartermasters({terminal.at} | (rails & RAILHEADS))
        n.all |= near_lines(w, terminal)
    route = set(reach(w, terminal.side, {terminal.at}, TERMINAL_ROUTE))
    n.all |= route
    n.fed |= route
    n.add_headquarters()
    return n


def is_emplaced(unit: Counter) -> bool:
    """13.K.2.f Until it has turned to its mobile side."""
    return unit.post in ("emplaced", "reverting")


def near_lines(w: World, terminal: Counter) -> set[str]:
    """13.G.2.b.i.1 Six hexes from a line of communication."""
    lines = along(w, "road", terminal.at, ROAD_LINE, terminal.side, free=True)
    lines |= along(w, "rail", terminal.at, RAIL_LINE, terminal.side, free=True)
    return set(reach(w, terminal.side, lines, NEAR_LINE))


def network_of_dump(w: World, side: str, place: str) -> Network:
    """13.E.1.a, 13.Q.2: whom GSPs there can be spent on."""
    n = Network(w, side, place)
    n.all |= {place, *beside(place)} | set(reach(w, side, {place}, DUMP_ROUTE))
    n.add_quartermasters({place})
    if any(is_emplaced(terminal) for terminal in n.terminal):
        route = set(reach(w, side, {place}, TERMINAL_ROUTE))
        n.all |= route
        n.fed |= route
        n.add_headquarters()
    else:  # 13.L.2.h
        n.fed, n.direct = {place}, set()
        n.add_headquarters()
    for hq in n.here:
        if hq.type == "corps_hq":
            route = set(reach(w, side, {place}, int(NATIONS[hq.nation]["corps_route"])))
            n.some.setdefault(hq.contingent, set()).update(route)
    return n


# 13.G States


def is_free(w: World, side: str) -> bool:
    """S1-c."""
    return side == "axis" and SCENARIOS[w.scenario]["axis_fed"] == "yes"


class Findings:
    """What an Initial Phase finds about everybody."""

    def __init__(self, w: World) -> None:
        self.w = w
        self.lines = {side: joined(w, side) for side in ("allied", "axis")}
        self.networks = {u.id: network_of_terminal(w, u) for u in w.units.values() if u.type == "supply_terminal"}

    def is_served(self, unit: Counter) -> bool:
        if "general" in unit.paid:
            return True
        if is_free(self.w, unit.side):
            return unit.at in self.lines[unit.side]
        return any(
            u.side == unit.side and "general" in u.paid and self.networks[u.id].serves(unit.at, unit.contingent)
            for u in self.w.units.values()
            if u.type == "supply_terminal"
        )

    def next(self, unit: Counter, phase: str) -> tuple[int, bool, str]:
        """Out of supply so many times, isolated, and the colour of its marker."""
        cut = unit.at not in self.lines[unit.side]
        if self.is_served(unit):
            return 0, cut, ""
        if not unit.out:
            return 1, cut, phase
        level = unit.out + (unit.colour == phase)
        return level if cut else min(level, 2), cut, unit.colour  # 13.G.3: no worse than E2

    # 13.A.8, 13.H.2, 13.H.3 Air units and their bases

    def is_fuelled(self, side: str, base: str) -> bool:
        """13.B.5: by a third of an LP for air at a terminal whose radius, route or railway reaches the base."""
        if is_free(self.w, side):
            return True
        paid = [u for u in self.w.of(side) if u.type == "supply_terminal" and "air" in u.paid]
        return any(base in self.networks[u.id].fed for u in paid)

    def next_of_air(self, air: Flyer, phase: str) -> tuple[int, bool, str]:
        cut = air.base not in self.lines[air.side]
        if air.paid or self.is_fuelled(air.side, air.base):
            return 0, cut, ""
        if not air.out:
            return 1, cut, phase
        return air.out + (air.colour == phase), cut, air.colour

    def short_of(self, side: str, base: str) -> int:
        """Wings that an airbase of the side has less."""
        fuelled = self.is_fuelled(side, base)
        general = [u for u in self.w.of(side) if u.type == "supply_terminal" and "general" in u.paid]
        fed = any(base in self.networks[u.id].all for u in general)
        rationed = any("general" in u.paid and u.is_combat for u in self.w.at(base) if u.side == side)
        refuelled = any(air.paid and air.base == base for air in self.w.airs.values() if air.side == side)
        if fuelled or fed or rationed or refuelled:
            return 0
        return 1 if base in self.lines[side] else 2


# 13.I Offensive Supply


def headquarters(w: World, terminal: Counter) -> set[str]:
    """13.D.2, 13.J.1.d, 13.P.2.b: the HQs to which a third of an LP at a terminal brings Offensive Supply."""
    network, corps = network_of_terminal(w, terminal), [u for u in w.of(terminal.side) if u.type == "corps_hq"]
    most = 4 if terminal.post in ("emplaced", "reverting") else 2
    armies = [u for u in w.of(terminal.side) if u.type == "army_hq"]
    if not armies:
        return {u.id for u in [hq for hq in corps if hq.at in network.direct][:most]}
    found: set[str] = set()
    for army in [u for u in armies if u.at in network.fed][:1]:
        route = set(reach(w, army.side, {army.at}, int(NATIONS[army.nation]["army_route"])))
        found |= {army.id, *[hq.id for hq in corps_of(w, army, corps, route)[:most]]}
    return found


def is_way(w: World, side: str, path: list[str]) -> bool:
    """Whether supply can come along there: step by step, and past no enemy."""
    steps = all(b in w.near(a) for a, b in pairwise(path) if a != b)
    return steps and not any(is_barred(w, side, place) for place in path[1:])


def is_offensive(w: World, unit: Counter) -> bool:
    if unit.out or not unit.is_combat:
        return False
    if unit.offensive:
        return True
    for hq in w.of(unit.side):
        if not hq.offensive:
            continue
        if hq.type == "army_hq" and hq.at == unit.at and (hq.contingent == unit.contingent or is_guest(w, unit)):
            return True
        if hq.type == "corps_hq" and hq.contingent == unit.contingent and unit.at in fed_places(w, hq):
            return True
    return False


def is_guest(w: World, unit: Counter) -> bool:
    """13.L.2.f: of the one allied corps that draws from the Army HQ."""
    return any(hq.type == "corps_hq" and hq.offensive and hq.contingent == unit.contingent for hq in w.of(unit.side))


def fed_places(w: World, hq: Counter) -> list[str]:
    """13.M.2.b: its own hex and those around it; four in all."""
    return w.fed[hq.id] if hq.id in w.fed else [hq.at, *beside(hq.at)]


# 8.E.1.b Interdiction


def cev_loss(w: World, side: str, line: set[str]) -> Fraction:
    """What enemy zones over a supply line take off the CEV: together no more than 40 %."""
    share = {1: Fraction(1, 20), 2: Fraction(1, 10), 3: Fraction(3, 20)}
    found = [share[level] for by, centre, level in w.zones if by != side and line & {centre, *AROUND[centre]}]
    return min(sum(found, Fraction(0)), Fraction(2, 5))


def effect(state: str, what: str) -> Fraction:
    return number(STATES[state][what])
