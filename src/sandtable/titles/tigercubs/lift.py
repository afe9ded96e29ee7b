"""X-4, X-5, 2.G, 7.F.2 Sea lift between ports, and the railway that carries supplies alone."""

from __future__ import annotations

from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.arrivals import arrive
from sandtable.titles.tigercubs.collapse import roll_for_collapse
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import MovementPhase, SeaLift
from sandtable.titles.tigercubs.interdiction import interdiction
from sandtable.titles.tigercubs.kinds import TERMINAL
from sandtable.titles.tigercubs.movement_allowance import cannot_move
from sandtable.titles.tigercubs.scales import GSP, LP, SP
from sandtable.titles.tigercubs.stacking import fits
from sandtable.titles.tigercubs.state import MOBILE, State, holder, is_initial, lift, remembered, sp, store, units_in
from sandtable.titles.tigercubs.stocks import add_to, take_from
from sandtable.titles.tigercubs.supply_hubs import carries_rails, is_working

NO_SEA: Final = Refusal("S1-b", "there is no sea lift in this scenario")
NOT_THIS_TURN: Final = Refusal("2.I.4", "at 5 Day scale there is sea lift only in turns with an Initial Phase")
NO_PORT: Final = Refusal("X-4", "sea lift runs between two ports or boxes of yours")
NEW_PORT: Final = Refusal("4.C.3.a", "a captured port serves from its captor's next Initial Phase on")
NO_SHIPS: Final = Refusal("X-4", "there is not so much sea lift left this turn")
NO_CLEARING: Final = Refusal("4.C.2", "a port cannot handle so much in a player turn")
NO_CARGO: Final = Refusal("X-4", "there is not so much of yours to ship")
SUPPLIES_ONLY: Final = Refusal("X-4", "Axis sea lift carries supplies alone")
NOT_ABOARD: Final = Refusal("X-4", "only what stands in the port embarks, and no terminal that is emplaced or carried")
FULL_HEX: Final = Refusal("5.A.6.a", "the stacking limit would be exceeded there")
ENEMY_THERE: Final = Refusal("7.C.1.c", "an enemy unit is there")
NO_RAILWAY: Final = Refusal("15.B.3.a", "the railway carries supplies of the Allies alone")
NO_DELTA: Final = Refusal("S1-b", "the Delta, from where trains run, is out of play in this scenario")
NO_LINE: Final = Refusal("X-5", "no unbroken railway in your hands leads there from the Delta")
NO_FREIGHT: Final = Refusal("X-5", "there is not so much of yours in the Delta")
NO_TRAINS: Final = Refusal("X-5", "the railway has not so much capacity left this turn")


def bulk(s: State, thirds: int) -> int:
    """13.P.2.a, d An LP is 5 SP, a single third 2; in quarters of an SP."""
    e = s.edition
    return (thirds // LP * e.figure["lp_sp"].numerator + thirds % LP * e.figure["third_sp"].numerator) * 4


def bulk_of_points(s: State, points: int) -> int:
    """20 GSPs are an LP of 5 SP; in quarters of an SP."""
    return points * s.edition.figure["lp_sp"].numerator * 4 // s.edition.figure["gsp_in_lp"].numerator


# X-4 Sea lift: capacities are counted in quarters of an SP


def sea_left(s: State, side: int) -> int:
    return s.edition.figure["sea_allied_sp" if side == ALLIED else "sea_axis_sp"].numerator * 4 - s.lift_used[side]


def port_left(s: State, place: int) -> int:
    """4.C.2 What a port can still handle in this player turn; hits count against it."""
    return max(0, s.edition.clearing[place] - s.port_hits.get(place, 0)) * 4 - s.cleared.get(place, 0)


class Sail(Act[State, MovementPhase]):
    rule = "X-4"
    form = "sail place place"
    label = "Ship from {place} to {place}"
    asks = "use sea lift"
    exact = True

    def candidates(self, s: State, f: MovementPhase) -> list[Args]:
        if sea_left(s, f.side) <= 0 or not s.edition.scenario_rows[s.agreed.scenario].boxes or not is_initial(s):
            return []
        ports = [p for p in s.edition.ports if s.owner[p] == f.side and p not in s.new_ports and port_left(s, p) > 0]
        return [(a, b) for a in ports if has_cargo(s, f.side, a) for b in ports if a != b]

    def why_not(self, s: State, f: MovementPhase, start: int, goal: int, /) -> Optional[Refusal]:
        e = s.edition
        if not e.scenario_rows[s.agreed.scenario].boxes:
            return NO_SEA
        if not is_initial(s):
            return NOT_THIS_TURN
        if start == goal or any(not e.port[p] or s.owner[p] != f.side for p in (start, goal)):
            return NO_PORT
        if start in s.new_ports or goal in s.new_ports:
            return NEW_PORT
        if sea_left(s, f.side) <= 0:
            return NO_SHIPS
        if min(port_left(s, start), port_left(s, goal)) <= 0:
            return NO_CLEARING
        return None if has_cargo(s, f.side, start) else NO_CARGO

    def do(self, s: State, f: MovementPhase, start: int, goal: int, dice: Dice, /) -> None:
        s.begin(SeaLift(f.side, start, goal))


def has_cargo(s: State, side: int, port: int) -> bool:
    return bool(s.lp.get(port) or s.gsp.get(port)) or (side == ALLIED and port in s.stack)


def cargo_refused(s: State, f: SeaLift, size: int) -> Optional[Refusal]:
    if size > sea_left(s, f.side):
        return NO_SHIPS
    return NO_CLEARING if size > min(port_left(s, f.start), port_left(s, f.goal)) else None


def stow(s: State, f: SeaLift, size: int) -> None:
    s.lift_used[f.side] += size
    for port in (f.start, f.goal):
        add_to(s.cleared, port, size)


class ShipLP(Act[State, SeaLift]):
    rule = "X-4"
    form = "ship thirds"
    label = "Ship {thirds}"
    asks = "ship Logistics Points"

    def candidates(self, s: State, f: SeaLift) -> list[Args]:
        return [(n, 0) for n in range(1, min(s.lp.get(f.start, 0), LP * 2) + 1)]

    def why_not(self, s: State, f: SeaLift, thirds: int, b: int, /) -> Optional[Refusal]:
        return NO_CARGO if not 0 < thirds <= s.lp.get(f.start, 0) else cargo_refused(s, f, bulk(s, thirds))

    def do(self, s: State, f: SeaLift, thirds: int, b: int, dice: Dice, /) -> None:
        stow(s, f, bulk(s, thirds))
        draw_down(s.lp, s.new_lp, f.start, thirds)
        if any(s.edition.role[u] == TERMINAL and is_working(s, u) for u in units_in(s, f.goal)):
            add_to(s.lp, f.goal, thirds)
            add_to(s.new_lp, f.goal, thirds)
        else:  # 13.P.2.g
            points = thirds * int(s.edition.figure["gsp_in_lp"]) * GSP // LP
            add_to(s.gsp, f.goal, points)
            add_to(s.new_gsp, f.goal, points)
        s.tell("shipped", f.goal, thirds)


class ShipGSP(Act[State, SeaLift]):
    rule = "X-4"
    form = "freight points"
    label = "Ship {points}"
    asks = "ship General Supply Points"

    def candidates(self, s: State, f: SeaLift) -> list[Args]:
        most = min(s.gsp.get(f.start, 0) // GSP, sea_left(s, f.side), int(s.edition.figure["qm_gsp"]))
        return [(n, 0) for n in range(1, most + 1)]

    def why_not(self, s: State, f: SeaLift, points: int, b: int, /) -> Optional[Refusal]:
        if not 0 < points * GSP <= s.gsp.get(f.start, 0):
            return NO_CARGO
        return cargo_refused(s, f, bulk_of_points(s, points))

    def do(self, s: State, f: SeaLift, points: int, b: int, dice: Dice, /) -> None:
        stow(s, f, bulk_of_points(s, points))
        draw_down(s.gsp, s.new_gsp, f.start, points * GSP)
        add_to(s.gsp, f.goal, points * GSP)
        add_to(s.new_gsp, f.goal, points * GSP)
        s.tell("shipped_points", f.goal, points)


def draw_down(stock: dict[int, int], fresh: dict[int, int], place: int, amount: int) -> None:
    """Old stores first."""
    take_from(stock, place, amount)
    if fresh.get(place, 0) > stock.get(place, 0):
        take_from(fresh, place, fresh[place] - stock.get(place, 0))


class Embark(Act[State, SeaLift]):
    """7.A, 7.D.1 A unit may march to the port first; where it lands it goes no farther in this phase."""

    rule = "X-4"
    form = "embark unit"
    label = "Ship {unit}"
    asks = "ship a unit"

    def candidates(self, s: State, f: SeaLift) -> list[Args]:
        return [(u, 0) for u in units_in(s, f.start)]

    def why_not(self, s: State, f: SeaLift, unit: int, b: int, /) -> Optional[Refusal]:
        e = s.edition
        if f.side == AXIS:
            return SUPPLIES_ONLY
        if s.where[unit] != f.start or s.carries[unit] >= 0:
            return NOT_ABOARD
        if e.role[unit] != TERMINAL:
            refusal = cannot_move(s, f.side, unit, 0)
            if refusal is not None:
                return refusal
        elif s.post[unit] != MOBILE:
            return NOT_ABOARD
        if holder(s, f.goal) == other(f.side):
            return ENEMY_THERE
        if not fits(s, f.goal, (unit,)):
            return FULL_HEX
        return cargo_refused(s, f, burden(s, unit))

    def do(self, s: State, f: SeaLift, unit: int, b: int, dice: Dice, /) -> None:
        stow(s, f, burden(s, unit))
        s.tell("embarks", unit, f.goal)
        lift(s, unit)
        collapses = arrive(s, unit, f.goal)
        s.spent[unit] = max(1, s.edition.movement[s.agreed.scale][unit])
        s.phase_start[unit] = f.start
        control.update(s, f.start, f.goal)
        if collapses:
            roll_for_collapse(s, unit, dice)  # 13.H.4.b


def burden(s: State, unit: int) -> int:
    """What a unit takes up in ships and ports, in quarters of an SP: a quartermaster as much as it carries."""
    load = store(s, unit)
    return sp(s, unit) * 4 // SP + bulk(s, s.lp.get(load, 0)) + bulk_of_points(s, s.gsp.get(load, 0) // GSP)


def shipper(s: State, f: SeaLift) -> int:
    return f.side


# X-5 The railway


def rail_left(s: State) -> int:
    """5 SP a turn, less a point for each level of interdiction on the line (ruling on 8.E.1.b.ii.1)."""
    e = s.edition
    if not s.interdicted:
        return e.figure["rail_sp"].numerator * 4 - s.rail_used
    worst = max([interdiction(s, ALLIED, p) for p in e.railway], default=0)
    lost = next((row.rail for row in e.interdiction_rows if row.level == worst), 0)
    return (int(e.figure["rail_sp"]) - lost) * 4 - s.rail_used


def leads_to(s: State, place: int) -> bool:
    return place in open_railway(s)


@remembered
def open_railway(s: State) -> set[int]:
    """From the Delta along the railway: no hex of the enemy's, and nothing that stops a rail route (7.B.1.b.ii)."""
    e = s.edition
    start = delta(e)
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for there in e.rail[here]:
            if there not in seen and s.owner[there] == ALLIED and carries_rails(s, ALLIED, there):
                seen.add(there)
                edge.append(there)
    return seen


@cache
def delta(e: Edition) -> int:
    """The box from which the railway runs."""
    return next(p for p in e.boxes if e.rail[p])


def has_trains(s: State, side: int) -> bool:
    """15.B.3.a The Allies' alone, and not where the Delta is out of play."""
    return side == ALLIED and bool(s.edition.scenario_rows[s.agreed.scenario].boxes)


def train_refused(s: State, side: int, place: int) -> Optional[Refusal]:
    if side != ALLIED:
        return NO_RAILWAY
    if not has_trains(s, side):
        return NO_DELTA
    return None if place in s.edition.railheads and leads_to(s, place) else NO_LINE


class Entrain(Act[State, MovementPhase]):
    rule = "X-5"
    form = "entrain place thirds"
    label = "Send by rail to {place}: {thirds}"
    asks = "send supplies by rail"

    def candidates(self, s: State, f: MovementPhase) -> list[Args]:
        if not has_trains(s, f.side):
            return []
        most, left = min(s.lp.get(delta(s.edition), 0), LP), rail_left(s)
        return [(p, n) for p in s.edition.railheads for n in range(1, most + 1) if bulk(s, n) <= left]

    def why_not(self, s: State, f: MovementPhase, place: int, thirds: int, /) -> Optional[Refusal]:
        refusal = train_refused(s, f.side, place)
        if refusal is not None:
            return refusal
        if not 0 < thirds <= s.lp.get(delta(s.edition), 0):
            return NO_FREIGHT
        return NO_TRAINS if bulk(s, thirds) > rail_left(s) else None

    def do(self, s: State, f: MovementPhase, place: int, thirds: int, dice: Dice, /) -> None:
        s.rail_used += bulk(s, thirds)
        draw_down(s.lp, s.new_lp, delta(s.edition), thirds)
        add_to(s.lp, place, thirds)
        add_to(s.new_lp, place, thirds)
        s.tell("entrained", place, thirds)


class EntrainGSP(Act[State, MovementPhase]):
    """13.B.3 GSPs go by any transport; on the railway twenty of them weigh what their LP did."""

    rule = "X-5"
    form = "haul place points"
    label = "Send by rail to {place}: {points}"
    asks = "send supplies by rail"

    def candidates(self, s: State, f: MovementPhase) -> list[Args]:
        if not has_trains(s, f.side):
            return []
        whole = s.gsp.get(delta(s.edition), 0) // GSP
        return [(p, n) for p in s.edition.railheads for n in range(1, min(whole, rail_left(s)) + 1)]

    def why_not(self, s: State, f: MovementPhase, place: int, points: int, /) -> Optional[Refusal]:
        refusal = train_refused(s, f.side, place)
        if refusal is not None:
            return refusal
        if not 0 < points * GSP <= s.gsp.get(delta(s.edition), 0):
            return NO_FREIGHT
        return NO_TRAINS if bulk_of_points(s, points) > rail_left(s) else None

    def do(self, s: State, f: MovementPhase, place: int, points: int, dice: Dice, /) -> None:
        s.rail_used += bulk_of_points(s, points)
        draw_down(s.gsp, s.new_gsp, delta(s.edition), points * GSP)
        add_to(s.gsp, place, points * GSP)
        add_to(s.new_gsp, place, points * GSP)
        s.tell("entrained_points", place, points)
