"""13 Logistics: routes and their costs, who is served, what is spent, markers and collapse."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.dice import NoDice
from sandtable.kernel.play import Frame
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.air_bases import capacity, grounded
from sandtable.titles.tigercubs.arrivals import arrive
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.engineers import abandon_airstrips
from sandtable.titles.tigercubs.face.proposals import proposals
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.interdiction import cev_loss, line_of_hq
from sandtable.titles.tigercubs.kinds import E1, E2, FIVE_DAY, GENERAL, HALF_MONTH, NONE, U1, U2, U3
from sandtable.titles.tigercubs.lines import is_joined, joined
from sandtable.titles.tigercubs.offensive import fed_places, is_offensive
from sandtable.titles.tigercubs.payments import headquarters
from sandtable.titles.tigercubs.routes import reaches, spread
from sandtable.titles.tigercubs.scales import GSP, ROUTE, WING
from sandtable.titles.tigercubs.state import (
    DEAD,
    EMPLACED,
    EMPLACING,
    MOBILE,
    PAID_AIR,
    PAID_GENERAL,
    PAID_OFFENSIVE,
    REVERTING,
    WAITING,
    State,
    air_supply_state,
    lift,
    move,
    place,
    sp,
    station,
    supply_state,
)
from sandtable.titles.tigercubs.stocks import thirds_at
from sandtable.titles.tigercubs.supply_hubs import (
    ANY,
    ARMY,
    LOC,
    MSR,
    QMSR,
    RSR,
    dump_serves,
    hub_for,
    hubs_of_dump,
    hubs_of_terminal,
    line_hub,
    rail_route,
    serves,
)
from sandtable.titles.tigercubs.supply_trace import no_route, trace
from tests.kit import offered, play, rule, settled, told, why_not
from tests.titles.tigercubs.position import E, a, idle, p, position, start, u

MATRUH = {"S-AL2": "2408", "Q-AL2": "2408"}
DERNA = {"S-AX1": "BEN", "Q-AX1": "BEN", "Q-AX2": "0302"}
WORKING = ("S-AL1", "Q-AL1", "S-AL2", "Q-AL2", "S-AX1", "Q-AX1", "Q-AX2", "Q-AX3")


def depot(at: dict[str, str], side: int = ALLIED, frame: Frame | None = None, **more: object) -> State:
    """A position whose QMs and terminals are emplaced, in the Initial Phase of a side unless told otherwise."""
    s = position(at, frame=frame or InitialPhase(side), **more)  # type: ignore[arg-type]
    for name in WORKING:
        if name in at:
            s.post[u(name)] = EMPLACED
    s.phasing = side
    s.frames[-1].at = 3  # what arrives has arrived
    s.memo.clear()
    return s


def cost(s: State, side: int, hub: str, place: str, limit: int = 40) -> Fraction:
    return Fraction(spread(s, side, (p(hub),), limit * ROUTE).cost[p(place)], ROUTE)


def states(s: State, *names: str) -> list[int]:
    return [supply_state(s, u(name)) for name in names]


# 13.F.3 Routes


@rule("tigercubs", "13.F.3", "13.F.3.a", "13.F.3.b", "3.A.1", "13.A.15")
def test_what_a_route_costs() -> None:
    s = position({})
    assert cost(s, ALLIED, "2408", "1807") == 6  # the coast road
    assert cost(s, ALLIED, "1608", "1509") == Fraction(7, 2)  # desert 1½ and an escarpment without a road 2
    assert cost(s, ALLIED, "1409", "1410") == Fraction(3, 2)
    assert {row.id: row.route for row in E.terrain_rows}["mountain"] == 3
    assert [row.route for row in E.side_rows if row.id in ("wadi", "escarpment", "major_river")] == [2, 2, 3]


@rule("tigercubs", "13.A.17", "13.D.2.c", "13.B.2", "13.A.6")
def test_the_radius_of_a_quartermaster() -> None:
    s = start("battleaxe")
    assert cost(s, AXIS, "0302", "1407") == Fraction(29, 2)
    assert cost(s, AXIS, "0302", "1308") == Fraction(27, 2)
    assert cost(s, ALLIED, "2408", "1609") == 11
    assert serves(s, u("S-AL2"), p("1609"), ANY)
    lift(s, u("Q-AX2"), DEAD)
    assert not serves(s, u("S-AX1"), p("1407"), ANY)
    assert trace(s, u("G-15Pz")).served is False


@rule("tigercubs", "7.B.1.b.ii.1", "7.B.1.b.ii.2", "13.A.22.c")
def test_zones_of_the_enemy_make_routes_dearer() -> None:
    free = position({})
    full = position({"G-5le": "1207"})
    assert cost(full, ALLIED, "1309", "1208") - cost(free, ALLIED, "1309", "1208") == Fraction(3, 2)
    reduced = position({"G-SR104": "1407"})
    assert cost(reduced, ALLIED, "1607", "1508") == Fraction(3, 2)
    escorted = position({"G-15Pz": "1407", "B-4ID": "1508", "B-22G": "1508"})
    assert cost(escorted, ALLIED, "1607", "1508") == 1
    thin = position({"G-15Pz": "1407", "B-22G": "1508"})
    assert cost(thin, ALLIED, "1607", "1508") == 2


@rule("tigercubs", "13.F.3.a-b", "13.L.2.b")
def test_no_route_runs_through_an_enemy_unit_or_prohibited_ground() -> None:
    s = position({"B-11H": "1807"})
    open_road = position({})
    assert cost(open_road, AXIS, "1607", "2008") == 4
    assert cost(s, AXIS, "1607", "2008") > 4
    quartermaster_alone = position({"Q-AL3": "1807"})
    assert cost(quartermaster_alone, AXIS, "1607", "2008") == 4
    reached = spread(position({}), ALLIED, (p("2408"),), 200)
    assert all(E.passable[place] for place in reached.cost)


@rule("tigercubs", "BOX-d", "13.F.3")
def test_a_route_from_a_captured_hex_enters_the_box_of_its_side() -> None:
    s = position({}, owned={"0905": "axis"})
    assert cost(s, AXIS, "0905", "BEN") <= 20
    assert reaches(s, AXIS, p("0905"), p("BEN"), 20 * ROUTE)
    assert not reaches(s, ALLIED, p("0905"), p("BEN"), 20 * ROUTE)


def test_the_quick_way_to_ask_agrees_with_the_search() -> None:
    for scenario in E.scenarios:
        s = start(scenario)
        for side, hub in ((ALLIED, "2408"), (AXIS, "1106")):
            found = spread(s, side, (p(hub),), 80).cost
            wrong = [q for q in range(E.places) if reaches(s, side, p(hub), q, 80) != (q in found)]
            assert wrong == []


# 13.D, 13.E, 13.J, 13.K Hubs


@rule("tigercubs", "13.K.3.a", "13.A.18")
def test_a_quartermaster_at_the_railhead_extends_the_railway() -> None:
    s = depot({"S-AL1": "DEL", "Q-AL2": "2408", "Q-AL3": "1807"})
    station(s, u("Q-AL3"), EMPLACED)
    assert not any(reaches(s, ALLIED, p("DEL"), p(there), 6 * ROUTE) for there in ("2408", "1110"))
    assert serves(s, u("S-AL1"), p("1110"), ANY)  # and the chain goes on from there
    assert serves(s, u("S-AL1"), p("0710"), ANY)
    for off_line in ({"Q-AL2": "2510"}, {"Q-AL2": "2710"}):  # beside it, or where it does not end
        assert not serves(depot({"S-AL1": "DEL", **off_line}), u("S-AL1"), p("1110"), ANY)
    s.rail_breaks[p("2710")] = 1
    s.memo.clear()
    assert not serves(s, u("S-AL1"), p("1110"), ANY)


@rule("tigercubs", "BOX-d", "13.A.18")
def test_no_rail_route_enters_a_box_of_the_enemy() -> None:
    s = depot({"S-AX1": "2509"}, AXIS)
    assert p("3211") in rail_route(s, AXIS, p("2509"))
    assert p("DEL") not in rail_route(s, AXIS, p("2509"))
    assert p("DEL") in rail_route(s, ALLIED, p("2509"))


@rule("tigercubs", "13.P.2.b", "13.A.18")
def test_an_army_hq_on_the_railway_hands_general_supply_on() -> None:
    for there, reached in (("2509", True), ("2510", False)):
        s = depot({"S-AL1": "DEL", "H-BTE": there})
        assert [hub.starts for hub in hubs_of_terminal(s, u("S-AL1")) if hub.kind == ARMY] == [(p(there),)] * reached


@rule("tigercubs", "13.D.2.b", "13.M.1", "13.K.2.i")
def test_a_corps_hq_in_the_radius_hands_on_where_there_is_no_army_hq() -> None:
    reached = spread(position({}), ALLIED, (p("2408"),), 20 * ROUTE).cost
    edge = next(q for q in sorted(reached) if E.around[q] and any(E.passable[n] and n not in reached for n in E.around[q]))
    beyond = next(n for n in E.around[edge] if E.passable[n] and n not in reached)
    corps = {**MATRUH, "H-WDF": E.map.ids[edge]}
    assert serves(depot(corps), u("S-AL2"), beyond, E.contingent[u("B-22G")])
    assert not serves(depot({**corps, "H-BTE": "0105"}), u("S-AL2"), beyond, E.contingent[u("B-22G")])


@rule("tigercubs", "13.Q.2", "BOX-a")
def test_nothing_is_next_to_a_box() -> None:
    s = depot({"I-Bol": "0102"}, AXIS)
    assert not dump_serves(s, AXIS, p("BEN"), p("0102"), ANY)
    assert not dump_serves(s, AXIS, p("0102"), p("BEN"), ANY)


@rule("tigercubs", "X-3", "13.A.19", "7.B.1.b.ii.1")
def test_a_bridge_that_is_down_cuts_the_road() -> None:
    s = depot(DERNA, AXIS)
    assert p("0302") in line_hub(s, u("S-AX1")).starts
    s.bridges_down = (E.hexside(p("0202"), p("0302")),)
    s.memo.clear()
    assert p("0202") in line_hub(s, u("S-AX1")).starts
    assert p("0302") not in line_hub(s, u("S-AX1")).starts
    ground = E.terrain[p("0302")].route
    assert ground > 1
    assert cost(s, AXIS, "0202", "0302") == ground + 2
    place(s, u("B-20A"), p("0402"))
    assert cost(s, AXIS, "0202", "0302") == ground * Fraction(3, 2) + 2  # the zone makes the ground dearer, not the escarpment


@rule("tigercubs", "8.E.1.b.i.3", "5.A.9.d.ii", "13.D.1.a")
def test_offensive_supply_comes_by_the_line_of_the_hq_that_gives_it() -> None:
    """Not by that of another HQ, under the same Army HQ or beside it."""
    s = depot({**DERNA, "H-ASI": "1107", "H-DAK": "1307", "H-XXI": "1209"}, AXIS)
    s.paid[u("S-AX1")] = PAID_OFFENSIVE
    staffs = {p("1107"), p("1307"), p("1209")}
    assert line_of_hq(s, u("H-ASI")) & staffs == {p("1107")}
    assert line_of_hq(s, u("H-DAK")) & staffs == {p("1107"), p("1307")}
    assert line_of_hq(s, u("H-XXI")) & staffs == {p("1107"), p("1209")}
    assert p("0302") in line_of_hq(s, u("H-XXI"))  # all the way from the quartermaster
    bare = depot({**DERNA, "H-DAK": "1307", "H-XXI": "1209"}, AXIS)  # without an Army HQ both draw from the quartermaster
    bare.paid[u("S-AX1")] = PAID_OFFENSIVE
    assert line_of_hq(bare, u("H-DAK")) & {p("1307"), p("1209")} == {p("1307")}
    assert line_of_hq(bare, u("H-XXI")) & {p("1307"), p("1209")} == {p("1209")}


@rule("tigercubs", "8.E.1.b.i.3", "13.A.18", "13.G.2.b.i.1")
def test_supply_along_a_line_comes_all_the_way_from_its_terminal() -> None:
    railway = depot({"S-AL1": "DEL", "B-5SA": "2710"})
    railway.paid[u("S-AL1")] = PAID_GENERAL
    assert (trace(railway, u("B-5SA")).kind, trace(railway, u("B-5SA")).cost) == (RSR, 0)  # no route of its own is traced
    railway.interdicted = ((AXIS, p("2408"), 3),)  # farther down the line
    assert cev_loss(railway, u("B-5SA")) == 0
    railway.interdicted = ((AXIS, p("3010"), 3),)
    assert cev_loss(railway, u("B-5SA")) == Fraction(15, 100)
    roads = depot({"S-AL2": "2408", "B-22G": "1708"})
    roads.paid[u("S-AL2")] = PAID_GENERAL
    assert trace(roads, u("B-22G")).kind == LOC
    roads.interdicted = ((AXIS, p("2309"), 1),)
    assert cev_loss(roads, u("B-22G")) == Fraction(5, 100)


@rule("tigercubs", "13.A.16", "13.K.2.g", "13.K.2.h", "13.K.1", "13.K.2.f")
def test_emplaced_quartermasters_chain() -> None:
    s = depot({**DERNA, "Q-AX3": "1106"}, AXIS)
    far = p("2209")
    assert [hub.starts[0] for hub in hubs_of_terminal(s, u("S-AX1")) if hub.kind == QMSR] == [p("BEN"), p("0302"), p("1106")]
    assert serves(s, u("S-AX1"), far, ANY)
    for post in (MOBILE, EMPLACING):
        station(s, u("Q-AX3"), post)
        assert not serves(s, u("S-AX1"), far, ANY)
    station(s, u("Q-AX3"), REVERTING)
    assert serves(s, u("S-AX1"), far, ANY)


@rule("tigercubs", "13.K.2.g")
def test_a_quartermaster_without_a_terminal_hands_on_gsps_alone() -> None:
    s = depot({"Q-AX3": "1106", "G-15Pz": "1407"}, AXIS)
    s.post[u("Q-AX3")] = EMPLACED
    s.gsp[p("1106")] = 6 * GSP
    assert dump_serves(s, AXIS, p("1106"), p("1407"), ANY)
    station(s, u("Q-AX3"), MOBILE)
    assert not dump_serves(s, AXIS, p("1106"), p("1407"), ANY)


@rule("tigercubs", "13.A.18", "13.B.5", "19.B-46")
def test_a_rail_route() -> None:
    s = depot({"S-AL1": "DEL", "H-WDF": "2408"})
    rails = next(hub for hub in hubs_of_terminal(s, u("S-AL1")) if hub.kind == "RSR")
    assert p("2408") in rails.starts  # 12 hexes of 20
    assert p("2409") not in rails.starts
    assert serves(s, u("S-AL1"), p("2710"), ANY)
    broken = s.clone()
    broken.rail_breaks = {p("2910"): 1}
    broken.memo.clear()
    assert not any(hub.kind == "RSR" and p("2710") in hub.starts for hub in hubs_of_terminal(broken, u("S-AL1")))


@rule("tigercubs", "7.B.1.b.ii.1", "7.B.1.b.ii.2")
def test_a_rail_route_in_an_enemy_zone_needs_a_friendly_unit() -> None:
    def rails(at: dict[str, str]) -> bool:
        s = depot({"S-AL1": "DEL", **at})
        return any(hub.kind == "RSR" and p("2710") in hub.starts for hub in hubs_of_terminal(s, u("S-AL1")))

    assert not rails({"G-15Pz": "2811"})  # Full: nobody there
    assert not rails({"G-15Pz": "2811", "B-11H": "2810"})  # half an SP is too little
    assert not rails({"G-SR104": "2811"})
    assert rails({"G-SR104": "2811", "B-11H": "2810"})  # Reduced: any unit that is no support
    assert not rails({"G-SR104": "2811", "B-SAE": "2810"})


@rule("tigercubs", "13.A.19", "2.F.5.a", "13.G.2.b.i.1")
def test_a_line_of_communication_runs_along_roads_that_are_owned() -> None:
    s = depot({**MATRUH})
    line = line_hub(s, u("S-AL2"))
    assert p("1607") in line.starts  # eight hexes along the coast road
    assert p("1407") not in line.starts  # owned by the Axis
    assert p("1406") not in line.starts
    s.owner[p("2008")] = AXIS
    s.memo.clear()
    assert p("1607") not in line_hub(s, u("S-AL2")).starts
    watched = depot({**MATRUH, "G-15Pz": "1909"})
    assert p("1807") not in line_hub(watched, u("S-AL2")).starts
    escorted = depot({**MATRUH, "G-15Pz": "1909", "B-4ID": "1908", "B-7AD": "2008", "B-1SAD": "1807", "B-9A": "2108"})
    assert p("1708") in line_hub(escorted, u("S-AL2")).starts


@rule("tigercubs", "13.E.1.a.i", "13.J.1.e.i.2", "13.J.1.f", "13.E.1.a")
def test_a_terminal_without_a_quartermaster() -> None:
    s = depot({"S-AL2": "2408", "H-BTE": "1807", "H-WDF": "1409", "B-4ID": "1408", "B-22G": "1209"})
    hubs = hubs_of_terminal(s, u("S-AL2"))
    assert next(hub.limit for hub in hubs if hub.kind == MSR) == 6 * ROUTE
    british = E.contingent[u("B-4ID")]
    assert hub_for(s, ALLIED, hubs, p("1807"), british) != NONE  # six hexes of road
    assert hub_for(s, ALLIED, hubs, p("1408"), british) != NONE  # beside the Corps HQ, which is in the Army HQ's MSR
    assert hub_for(s, ALLIED, hubs, p("1209"), british) == NONE
    farther = depot({"S-AL2": "2408", "H-BTE": "1708", "H-WDF": "1409", "B-4ID": "1408"})
    assert hub_for(farther, ALLIED, hubs_of_terminal(farther, u("S-AL2")), p("1408"), british) == NONE


@rule("tigercubs", "13.E.1.a.ii", "13.L.2.h", "13.L.2.c", "13.D.2.a", "19.B-24", "13.A.22.a")
def test_gsps_with_an_army_hq() -> None:
    s = depot({"H-BTE": "1807", "H-WDF": "1509", "B-4ID": "1408"})
    s.gsp[p("1807")] = 12 * GSP
    assert dump_serves(s, ALLIED, p("1807"), p("1408"), E.contingent[u("B-4ID")])
    alone = depot({"B-4ID": "1408"})
    assert not dump_serves(alone, ALLIED, p("1807"), p("1408"), E.contingent[u("B-4ID")])
    assert [E.nation_rows[E.nation[u(id)]].army_route for id in ("H-BTE", "H-ASI")] == [6, 5]
    battle = start("battleaxe")
    assert cost(battle, AXIS, "1107", "1307") == 3


@rule("tigercubs", "13.E.1.a.iii", "13.E.1.a.iv", "13.Q.2", "13.M.2.c")
def test_gsps_with_a_corps_hq_and_alone() -> None:
    s = depot({"H-Tob": "0905", "B-18A": "1005", "G-15Pz": "1407"})
    assert dump_serves(s, ALLIED, p("0905"), p("1005"), E.contingent[u("B-18A")])
    assert any(hub.rule == "13.E.1.a.iii" and hub.limit == 3 * ROUTE for hub in hubs_of_dump(s, ALLIED, p("0905")))
    assert dump_serves(s, AXIS, p("1406"), p("1407"), ANY)  # a road hex
    assert dump_serves(s, AXIS, p("1406"), p("1307"), ANY)  # adjacent
    assert not dump_serves(s, AXIS, p("1406"), p("1208"), ANY)


@rule("tigercubs", "13.O", "13.L.2.b", "13.A.12", "13.J.1.c", "13.D.1.a")
def test_an_army_hq_serves_its_own_corps_and_one_of_an_ally() -> None:
    s = depot({**DERNA, "H-ASI": "1107", "H-DAK": "1307", "H-XXI": "0906"}, AXIS)
    assert headquarters(s, u("S-AX1")) == [u("H-ASI"), u("H-XXI"), u("H-DAK")]
    corps = [hub for hub in hubs_of_terminal(s, u("S-AX1")) if hub.kind == "Corps HQ"]
    assert [hub.contingent for hub in corps] == [E.contingent[u("H-XXI")], E.contingent[u("H-DAK")]]
    assert int(E.figure["army_corps"]) == 4


@rule("tigercubs", "13.D.2.b", "13.K.2.i", "13.M.2.g", "13.L.2.g", "13.P.2.b")
def test_corps_without_an_army_hq_draw_from_the_quartermaster() -> None:
    s = depot({**DERNA, "H-DAK": "1307"}, AXIS)
    assert headquarters(s, u("S-AX1")) == [u("H-DAK")]
    away = depot({**DERNA, "H-ASI": "2309", "H-DAK": "1307"}, AXIS)
    assert headquarters(away, u("S-AX1")) == []
    s.lp[p("BEN")] = 3
    away.lp[p("BEN")] = 3
    s, away = settled(s), settled(away)
    assert play(s, "general S-AX1", "done", "offensive S-AX1").offensive[u("H-DAK")] == 1
    assert why_not(play(away, "general S-AX1", "done"), "offensive S-AX1").rule == "13.P.2.b"


@rule("tigercubs", "13.J.1.d")
def test_a_terminal_on_the_move_serves_two_corps() -> None:
    s = depot({"S-AL2": "2408", "H-BTE": "2309", "H-WDF": "2209", "H-Tob": "2108"})
    assert headquarters(s, u("S-AL2")) == [u("H-BTE"), u("H-WDF"), u("H-Tob")]
    s.edition.figure["moving_terminal_corps"] = Fraction(1)  # two Corps HQs are all there are: see that the limit is asked
    try:
        station(s, u("S-AL2"), MOBILE)
        assert headquarters(s, u("S-AL2")) == [u("H-BTE"), u("H-WDF")]
        assert serves(s, u("S-AL2"), p("2108"), E.contingent[u("B-4ID")])  # General to all
    finally:
        s.edition.figure["moving_terminal_corps"] = Fraction(2)


# 6.3.a, 13.P, 13.Q What is spent


@rule("tigercubs", "6.3.a.i", "6.3.a.ii", "13.D.1.b", "13.A.2", "13.A.3", "13.P.2.c", "13.P.1", "13.R", "13.A.10", "S2-b")
def test_three_thirds_pay_for_everything() -> None:
    s = settled(start("battleaxe"))
    assert thirds_at(s, p("2408")) == 5
    paid = play(s, "general S-AL2", "done")
    assert states(paid, "B-4ID", "B-7AD") == [GENERAL, GENERAL]
    assert not is_offensive(paid, u("B-4ID"))
    armed = play(paid, "offensive S-AL2", "aviation S-AL2")
    assert thirds_at(armed, p("2408")) == 2
    assert is_offensive(armed, u("B-7AD"))
    assert armed.offensive[u("H-BTE")] == armed.offensive[u("H-WDF")] == 1
    assert why_not(armed, "offensive S-AL2").rule == "13.P.2.c"
    assert audit(armed) == []


@rule("tigercubs", "13.D.1.b", "13.A.4")
def test_offensive_supply_needs_general_and_a_third() -> None:
    s = depot({**MATRUH, "H-BTE": "2309"})
    s.lp[p("2408")] = 2
    s = settled(s)
    assert why_not(play(s, "done"), "offensive S-AL2").rule == "13.A.4"
    both = play(s, "general S-AL2", "done", "offensive S-AL2")
    assert thirds_at(both, p("2408")) == 0
    assert "aviation S-AL2" not in offered(both)


@rule("tigercubs", "13.A.4", "13.P.2.b", "13.D.1.b")
def test_general_supply_may_come_from_another_terminal() -> None:
    s = play(settled(start("battleaxe")), "general S-AL1", "done")
    assert states(s, "B-4ID", "B-7AD") == [GENERAL, GENERAL]  # Matruh is in the chain of the Delta
    armed = play(s, "offensive S-AL2")
    assert is_offensive(armed, u("B-7AD"))
    assert why_not(armed, "offensive S-AL1").rule == "13.P.2.c"  # all these HQs have it
    lift(s, u("Q-AL1"), DEAD)
    s.rail_breaks[p("2710")] = 1
    s.memo.clear()
    assert why_not(s, "offensive S-AL2").rule == "13.A.4"  # what was spent in the Delta does not come to the HQs


@rule("tigercubs", "13.D.1.c", "13.M.1", "13.A.13", "13.I", "13.D.2.a")
def test_who_is_beside_a_corps_hq() -> None:
    s = depot({**DERNA, "H-ASI": "1107", "H-XXI": "0906", "I-Pav": "1006", "I-SMar": "0706"}, AXIS)
    s.lp[p("BEN")] = 3
    s = play(settled(s), "general S-AX1", "done", "offensive S-AX1")
    assert is_offensive(s, u("I-Pav"))
    assert not is_offensive(s, u("I-SMar"))


@rule("tigercubs", "13.Q.2.a", "13.B.3", "13.A.11", "13.P.2.f", "13.Q", "13.G.2.b.i.2", "13.B.6")
def test_gsps_at_one_an_sp() -> None:
    s = settled(start("battleaxe"))
    before = s.gsp[p("0905")]
    s = play(s, "ration B-3AB 0905")
    assert before - s.gsp[p("0905")] == 2 * GSP
    assert why_not(s, "ration B-3AB 0905").rule == "13.Q.2.a"
    assert why_not(s, "ration H-Tob 0905").rule == "13.B.6"
    fresh = s.clone()
    fresh.new_gsp[p("0905")] = fresh.gsp[p("0905")]
    assert why_not(fresh, "ration B-18C 0905").rule == "13.Q.2"  # none of them can be used yet
    rest = play(s, "provide")
    garrison = [unit for unit in rest.stack[p("0905")] if E.role[unit] == 0]
    assert sum([sp(rest, unit) for unit in garrison]) == 27
    assert [supply_state(rest, unit) for unit in garrison] == [GENERAL] * len(garrison)
    assert all(rest.cut[unit] for unit in garrison)  # isolated all the same
    assert rest.gsp[p("0905")] == 20 * GSP - 27 * GSP // 2


@rule("tigercubs", "13.Q.2", "13.Q.2.a", "13.Q.2.b")
def test_several_dumps_may_pay_for_one_unit() -> None:
    s = depot({"B-4ID": "1807"})
    s.gsp = {p("1807"): 3 * GSP, p("1808"): 2 * GSP, p("2408"): 20 * GSP}
    s = settled(s)
    short = s.clone()
    short.gsp[p("1808")] = GSP // 2
    assert why_not(short, "ration B-4ID 1807").rule == "13.Q.2.a"  # 4 SP
    assert why_not(s, "ration B-4ID 2408").rule == "13.Q.2"
    fed = play(s, "ration B-4ID 1808")
    assert fed.gsp == {p("1807"): GSP, p("2408"): 20 * GSP}  # what was named first, then the other
    assert [s.names.text("place", dump) for _, dump in told(fed, "rationed")] == ["1808", "1807"]
    assert play(s, "provide").gsp == {p("1808"): GSP, p("2408"): 20 * GSP}
    assert "3 General Supply Points at Sidi Barrani (1807) and 1 General Supply Point at 1808" in proposals(s, ALLIED)[0].text
    s.gsp[p("1808")] = 7 * GSP
    assert play(s, "provide").gsp == {p("1807"): 3 * GSP, p("1808"): 3 * GSP, p("2408"): 20 * GSP}  # one has enough
    s.base[a("b-45")], s.gsp = p("1807"), {p("1807"): GSP // 2, p("1808"): GSP // 2}
    s = play(s, "done")
    assert play(s, "fuel b-45 1808").gsp == {}
    s.gsp[p("1808")] -= 1
    assert why_not(s, "fuel b-45 1808").rule == "13.Q.2.c"


@rule("tigercubs", "13.P.2.f", "13.A.10")
def test_a_third_breaks_into_six_and_two_thirds() -> None:
    s = play(settled(start("battleaxe")), "break 2408")
    assert s.gsp[p("2408")] == 40  # sixths
    assert s.lp[p("2408")] == 4
    assert play(s, "break 2408", "break 2408").gsp[p("2408")] == 20 * GSP
    assert why_not(s, "break 1807").rule == "13.P.2.f"
    assert why_not(s, "break BEN").rule == "13.P.2.f"


@rule("tigercubs", "13.Q.2.b", "13.B.3", "13.A.4")
def test_offensive_supply_by_gsps_without_an_hq() -> None:
    s = depot({**MATRUH, "B-4ID": "1807", "B-3AB": "0905", "G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906"})
    s.lp[p("2408")], s.gsp[p("1807")], s.gsp[p("0905")] = 1, 6 * GSP, 3 * GSP
    s = play(settled(s), "general S-AL2", "done")
    assert not is_offensive(s, u("B-4ID"))
    armed = play(s, "arm B-4ID 1807")
    assert is_offensive(armed, u("B-4ID"))
    assert armed.gsp[p("1807")] == 2 * GSP
    assert why_not(armed, "arm B-4ID 1807").rule in ("13.Q.2.a", "13.Q.2.b")
    assert why_not(s, "arm B-3AB 0905").rule == "13.A.4"  # out of supply
    assert why_not(s, "arm B-4ID 0905").rule in ("13.Q.2", "13.Q.2.a")


@rule("tigercubs", "13.Q.3.a", "13.Q.3.a.i", "13.Q.3.a.ii", "13.Q.2.c", "13.B.5", "BOX-c", "13.Q.3.a.iii")
def test_aircraft_on_crete_are_paid_for_in_gsps() -> None:
    s = depot({}, AXIS, air={"a-I_LG1": "CRE", "a-III_LG1": "CRE", "a-II26": "CRE"})
    s.gsp[p("CRE")] = 6 * GSP
    s = settled(s)
    one = play(s, "done", "fuel a-I_LG1 CRE")
    assert one.gsp[p("CRE")] == 4 * GSP
    two = play(one, "fuel a-III_LG1 CRE")
    assert one.gsp[p("CRE")] - two.gsp[p("CRE")] == GSP  # a squadron of bombers
    all_of_them = play(two, "fuel a-II26 CRE")
    assert all_of_them.gsp[p("CRE")] == 2 * GSP
    assert why_not(one, "fuel a-I_LG1 CRE").rule == "13.Q.3.a"


@rule("tigercubs", "13.D.1.d", "13.B.4", "13.Q.3.b")
def test_a_third_at_a_terminal_supplies_all_air_units_on_its_routes() -> None:
    s = depot({**DERNA}, AXIS, air={"a-II2": "0504", "a-53": "BEN", "a-I_LG1": "CRE"})
    s.lp[p("BEN")] = 3
    s = settled(s)
    unpaid = play(s, "general S-AX1", "done", "done")
    assert [air_supply_state(unpaid, a(id)) for id in ("a-II2", "a-53", "a-I_LG1")] == [E1, E1, U1]
    paid = play(s, "general S-AX1", "done", "aviation S-AX1", "done")
    assert [air_supply_state(paid, a(id)) for id in ("a-II2", "a-53", "a-I_LG1")] == [GENERAL, GENERAL, U1]


@rule("tigercubs", "13.P.2.e", "13.S.c")
def test_what_has_just_come_cannot_be_spent() -> None:
    s = depot({**MATRUH, "B-4ID": "1807"})
    s.lp[p("2408")] = s.new_lp[p("2408")] = 3
    s = settled(s)
    assert told(s, "spent_general") == []
    ripe = depot({**MATRUH, "B-4ID": "1807"})
    ripe.lp[p("2408")] = ripe.new_lp[p("2408")] = 3
    ripe.frames[-1].at = 0
    assert "general S-AL2" in offered(settled(ripe))


@rule("tigercubs", "S1-c")
def test_in_brevity_the_axis_spend_nothing() -> None:
    s = start("brevity")
    s.log = []
    idle(s)
    spent = [*told(s, "spent_general"), *told(s, "spent_offensive"), *told(s, "spent_air")]
    spenders = {E.side[terminal] for (terminal,) in spent}
    assert spenders <= {ALLIED}
    axis = position({"G-PzR8": "1206", "G-K15": "1407", "B-7AD": "1306"}, scenario="brevity", frame=InitialPhase(AXIS),
                    air={"a-II2": "1106"})  # fmt: skip
    axis.phasing = AXIS
    axis = idle(axis)
    assert is_offensive(axis, u("G-PzR8"))
    assert air_supply_state(axis, a("a-II2")) == GENERAL
    other = position({"G-PzR8": "1206"}, scenario="brevity", frame=InitialPhase(ALLIED))
    assert not is_offensive(idle(other), u("G-PzR8"))


@rule("tigercubs", "S1-e")
def test_the_allied_stock_in_brevity() -> None:
    s = settled(start("brevity"))
    s = play(s, "general S-AL2", "done", "offensive S-AL2", "aviation S-AL2")
    assert thirds_at(s, p("2408")) == 1


def test_the_proposal_pays_for_all_that_can_be_paid() -> None:
    s = play(settled(start("battleaxe")), "provide")
    allied = [unit for unit in E.of_side[ALLIED] if s.where[unit] >= 0 and E.role[unit] == 0]
    assert {supply_state(s, unit) for unit in allied} == {GENERAL}
    grounded = s.clone()
    grounded.base = [WAITING] * E.air_units
    assert not any(play(grounded, "equip").paid[unit] & PAID_AIR for unit in E.terminals[ALLIED])  # for nobody
    s = play(s, "equip")
    assert all(air_supply_state(s, air) == GENERAL for air in E.air_of_side[ALLIED] if s.base[air] >= 0)
    assert s.offensive[u("H-WDF")]


# 13.G, 13.H Out of supply


@rule("tigercubs", "13.F.1", "13.G.2.a", "13.A.21", "13.B.7", "13.G.4", "13.A.7")
def test_isolated_units_are_marked_in_the_colour_of_the_phase() -> None:
    for side in (ALLIED, AXIS):
        s = idle(depot({"B-3AB": "0905", "G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906"}, side))
        assert states(s, "B-3AB") == [U1]
        assert s.colour[u("B-3AB")] == side


@rule("tigercubs", "13.F.2", "13.F.2-b", "13.B.7")
def test_overextended_units() -> None:
    s = start("battleaxe")
    move(s, u("B-LRDG"), p("0808"))
    s = settled(s)
    paid = play(s, "general S-AL2", "done")
    assert states(paid, "B-LRDG", "B-4ID", "B-7AD") == [E1, GENERAL, GENERAL]
    far = trace(paid, u("B-LRDG"))
    assert (far.served, far.rule, far.kind) == (False, "13.F.2", QMSR)
    assert (far.cost, far.limit) == (22 * ROUTE, 20 * ROUTE)
    near = trace(paid, u("B-4ID"))
    assert (near.served, near.path[0], near.path[-1]) == (True, p("2408"), paid.where[u("B-4ID")])
    unpaid = play(s, "done")
    assert states(unpaid, "B-LRDG", "B-4ID", "B-7AD") == [E1, E1, E1]
    assert "nothing was spent" in trace(unpaid, u("B-4ID")).reason


@rule("tigercubs", "13.F.2", "13.O")
def test_how_far_a_unit_is_from_supply_is_told_by_the_hqs_of_its_own_contingent() -> None:
    s = start("battleaxe")
    move(s, u("H-ASI"), p("1409"))
    move(s, u("G-15Pz"), p("1713"))
    move(s, u("I-Bre"), p("1713"))
    assert (no_route(s, u("I-Bre")).kind, no_route(s, u("I-Bre")).path[0]) == (ARMY, p("1409"))
    assert (no_route(s, u("G-15Pz")).kind, no_route(s, u("G-15Pz")).path[0]) == (QMSR, p("0302"))
    assert no_route(s, u("I-Bre")).reason == (
        "too far: the route of an Army HQ from 1409 (south-east of Bir Sheferzen) reaches 5 hexes, and the way counts 7½. "
        "That is 2½ too many, and no payment makes up for it"
    )


@rule("tigercubs", "13.G.3", "13.G.1.a")
def test_markers_rise_in_phases_of_their_own_colour() -> None:
    ring = {"B-3AB": "0905", "G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906"}

    def found(before: str, phase: int) -> tuple[int, int]:
        s = idle(depot(ring, phase, states={"B-3AB": before}), dice=None)
        return s.out[u("B-3AB")], supply_state(s, u("B-3AB"))

    assert found("E1", ALLIED) == (2, U2)  # overextended before, isolated now: the count goes on
    assert found("U1", ALLIED) == (2, U2)
    assert found("E1", AXIS) == (1, U1)  # it does not rise, but its kind changes
    free = idle(depot({"B-3AB": "1815"}, ALLIED, states={"B-3AB": "U1"}))
    assert states(free, "B-3AB") == [E2]  # it has a line again, but nothing was paid


@rule("tigercubs", "13.G.3", "13.H.1.b.iii", "13.H.1.a.ii")
def test_turns_at_e2_do_not_count_as_turns_at_u3() -> None:
    s = depot({"B-18C": "1815"}, ALLIED, states={"B-18C": "E2"})
    for _ in range(3):
        s.begin(InitialPhase(ALLIED))
        s.frames[-1].at = 3
        idle(s)
    assert states(s, "B-18C") == [E2]
    for name, at in (("G-15Pz", "1814"), ("I-Bre", "1915"), ("I-Pav", "1715"), ("I-Ari", "1816")):
        place(s, u(name), p(at))
    for die, survives in ((2, True), (3, False)):
        cut = s.clone()
        cut.begin(InitialPhase(ALLIED))
        cut.frames[-1].at = 3
        cut = settled(cut, dice=[die])
        assert (cut.where[u("B-18C")] != DEAD) == survives  # the first turn at U3: on 3 or more


@rule("tigercubs", "13.G.2.b.i", "13.G.2.b.i.1")
def test_a_unit_found_in_supply_loses_its_marker_in_any_phase() -> None:
    s = depot({**MATRUH, "B-22G": "1709"}, AXIS, states={"B-22G": "U1"})
    s.paid[u("S-AL2")] = PAID_GENERAL
    assert states(idle(s), "B-22G") == [GENERAL]
    alone = depot({"S-AL2": "2408", "B-22G": "1709"}, AXIS, states={"B-22G": "E1"})  # no QM: two hexes from the coast road
    alone.paid[u("S-AL2")] = PAID_GENERAL
    assert states(idle(alone.clone()), "B-22G") == [GENERAL]
    alone.paid[u("S-AL2")] = 0
    assert states(idle(alone), "B-22G") == [E1]


@rule("tigercubs", "6.3.a.i", "13.G.1.a")
def test_what_the_other_side_spent_still_holds() -> None:
    s = settled(start("battleaxe"))
    s = play(s, "general S-AL2", "done")
    assert states(s, "G-15Pz", "I-Bre") == [GENERAL, GENERAL]
    assert s.paid[u("S-AX1")] & PAID_GENERAL


@rule("tigercubs", "13.H.1.c", "13.H.1.b.ii", "13.H.1.b.iii", "13.H.1.c.i", "13.H.1.c.ii", "13.H.1.c.iii")
@pytest.mark.parametrize(
    ("unit", "state", "die", "survives", "reduced"),
    [
        ("I-GaF", "U1", 6, True, 0), ("I-GaF", "U1", 7, False, 0), ("B-18A", "U1", 8, True, 1), ("B-18A", "U2", 2, True, 0),
        ("B-18A", "U2", 3, True, 1), ("B-18C", "U2", 3, False, 0), ("B-18C", "U3", 2, False, 0), ("B-18C", "U3", 1, True, 0),
    ],
)  # fmt: skip
def test_collapse(unit: str, state: str, die: int, survives: bool, reduced: int) -> None:
    """The marker rises first, in a phase of its colour; a second turn at U3 adds one to the die."""
    side = E.side[u(unit)]
    ring = (
        {"B-11H": "1307", "B-22G": "1407", "B-7AD": "1306"}
        if side == AXIS
        else {"G-15Pz": "1307", "I-Bre": "1407", "I-Pav": "1306"}
    )
    s = settled(depot({unit: "1406", **ring}, side, states={unit: state}), dice=[die])
    assert (s.where[u(unit)] != DEAD) is survives
    if survives:
        assert s.reduced[u(unit)] == reduced
        assert s.out[u(unit)] == int(state[1]) + 1  # the status is kept


@rule("tigercubs", "13.H.1.c")
def test_both_sides_roll_in_every_initial_phase() -> None:
    at = {"B-18A": "0905", "G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906"}
    s = settled(depot(at, AXIS, states={"B-18A": "U2"}), dice=[6])
    assert s.out[u("B-18A")] == 2  # not of this colour: it does not rise


@rule("tigercubs", "13.H.3.c", "13.A.8", "13.H.3.b")
def test_air_units_out_of_supply() -> None:
    s = depot({}, AXIS, air={"a-I_LG1": "CRE"})
    s.air_out[a("a-I_LG1")], s.air_cut[a("a-I_LG1")], s.air_colour[a("a-I_LG1")] = 2, 1, AXIS
    third = settled(s.clone(), dice=[6])
    assert (third.steps[a("a-I_LG1")], air_supply_state(third, a("a-I_LG1"))) == (2, U3)
    assert settled(s.clone(), dice=[7]).steps[a("a-I_LG1")] == 1
    s.air_out[a("a-I_LG1")] = 3
    assert settled(s, dice=()).base[a("a-I_LG1")] == DEAD


@rule("tigercubs", "13.H.4.a", "13.H.4")
def test_arrivals_take_the_state_of_the_place() -> None:
    s = position({"B-18A": "0905"}, states={"B-18A": "U3"})
    arrive(s, u("B-8C"), p("0905"))
    arrive(s, u("I-Bol"), p("BEN"))
    assert states(s, "B-8C", "I-Bol") == [U3, GENERAL]
    assert s.colour[u("B-8C")] == ALLIED
    guns = position({"B-RHA": "0905"}, states={"B-RHA": "U2"})  # support units starve like others
    arrive(guns, u("B-8C"), p("0905"))
    assert states(guns, "B-8C") == [U2]


@rule("tigercubs", "13.H.4.b")
def test_who_arrives_where_units_collapse_rolls_too() -> None:
    s = depot({"B-18A": "0905", "G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906"}, AXIS, states={"B-18A": "U3"})
    arrive(s, u("B-8C"), p("0905"))
    s = settled(s, dice=[2, 3])
    assert (s.reduced[u("B-18A")], s.where[u("B-8C")]) == (0, DEAD)


@rule("tigercubs", "13.H.4.a", "13.A.8")
@pytest.mark.parametrize(("paid", "state"), [(0, E2), (PAID_AIR, GENERAL)])
def test_air_units_arrive_in_the_state_of_their_base(paid: int, state: int) -> None:
    s = depot({"S-AL1": "DEL", "Q-AL1": "DEL"}, ALLIED, air={"b-37": "DEL"})
    s.air_out[a("b-37")], s.air_colour[a("b-37")] = 1, ALLIED
    s.turn, s.frames[-1].at = E.turn(HALF_MONTH, "JUN II", ""), 0
    s.paid[u("S-AL1")] = paid
    s = settled(s)
    assert s.air_out[a("b-2SA")] == (0 if paid else 1)  # as it comes; the finding follows
    s.paid[u("S-AL1")] = paid
    assert air_supply_state(idle(s), a("b-2SA")) == state


@rule("tigercubs", "14.A.1.a")
def test_no_arrival_in_a_place_of_the_enemy() -> None:
    s = depot({}, ALLIED)
    s.turn = E.turn(HALF_MONTH, "JUL I", "")
    s.frames[-1].at = 0
    s.where[u("B-5SA")] = s.where[u("B-Pol")] = WAITING
    lost = s.clone()
    lost.owner[p("DEL")] = AXIS
    assert settled(s).where[u("B-5SA")] == p("DEL")
    assert settled(lost).where[u("B-5SA")] == DEAD


@rule("tigercubs", "2.I.1")
def test_at_five_day_scale_supply_holds_for_three_turns() -> None:
    s = start("battleaxe", FIVE_DAY)
    s.log = []
    idle(s)
    assert len(told(s, "supplies")) == 2 + 3  # JUN 4 and JUL 1 for the Axis; these and the opening for the Allies
    assert len(told(s, "supply_points")) == 2  # on Crete
    half = start("battleaxe", HALF_MONTH)
    half.log = []
    idle(half)
    assert len(told(half, "supplies")) == 2 + 3


# 13.M.2.b The four stacks of a Corps HQ


@rule("tigercubs", "13.M.2.b")
def test_a_corps_hq_with_few_stacks_feeds_them_all() -> None:
    s = position({"H-WDF": "1509", "B-4ID": "1508", "B-22G": "1408", "B-7Md": "1409"})
    s.offensive[u("H-WDF")] = 1
    assert set(fed_places(s, u("H-WDF"))) == {p("1508"), p("1408"), p("1409")}
    assert is_offensive(s, u("B-7Md"))


# 5.A.9.b.iii, 8.E.1.b CEV


@rule("tigercubs", "5.A.9.b.iii", "8.E.1.b.iii")
def test_interdiction_of_a_supply_line() -> None:
    s = depot({**MATRUH, "H-BTE": "1807", "H-WDF": "1509", "B-4ID": "1508", "B-CIH": "2110"})
    s.paid[u("S-AL2")] = PAID_GENERAL
    assert cev_loss(s, u("B-4ID")) == 0
    s.interdicted = ((AXIS, p("2008"), 1),)
    assert cev_loss(s, u("B-4ID")) == Fraction(5, 100)
    assert cev_loss(s, u("B-CIH")) == 0  # its way does not come there
    s.interdicted = ((AXIS, p("2008"), 1), (AXIS, p("1708"), 2))
    assert cev_loss(s, u("B-4ID")) == Fraction(15, 100)
    s.interdicted = tuple([(AXIS, p(id), 3) for id in ("2208", "2008", "1708")])
    assert cev_loss(s, u("B-4ID")) == Fraction(40, 100)
    s.interdicted = ((ALLIED, p("2008"), 3),)
    assert cev_loss(s, u("B-4ID")) == 0


@rule("tigercubs", "8.E.1.b.i.2")
def test_interdiction_of_an_hq_hits_all_that_it_supplies() -> None:
    s = depot({**MATRUH, "H-BTE": "1911", "H-WDF": "1609", "B-CIH": "1608"})
    s.paid[u("S-AL2")] = PAID_GENERAL
    s.interdicted = ((AXIS, p("1912"), 1),)
    assert cev_loss(s, u("B-CIH")) == 0  # General Supply comes by another way
    s.offensive[u("H-BTE")] = s.offensive[u("H-WDF")] = 1
    assert cev_loss(s, u("B-CIH")) == Fraction(5, 100)


@rule("tigercubs", "8.E.1.b.i.3", "5.A.9.d.ii", "13.P.2.b")
@pytest.mark.parametrize(("terminal", "loss"), [("S-AL2", 0), ("S-AL1", Fraction(1, 10))])
def test_offensive_supply_comes_from_where_it_was_spent(terminal: str, loss: Fraction) -> None:
    s = play(settled(start("battleaxe")), "general S-AL2", "done", f"offensive {terminal}", "done")
    s.interdicted = ((AXIS, p("2910"), 2),)  # between the Delta and Matruh
    assert cev_loss(s, u("B-7AD")) == loss
    s.interdicted = ((AXIS, p("2208"), 2),)
    assert cev_loss(s, u("B-7AD")) == Fraction(1, 10)


@rule("tigercubs", "8.E.1.b.iii", "5.A.9.d.ii")
def test_a_unit_that_two_terminals_serve_draws_on_the_nearer() -> None:
    s = play(settled(start("battleaxe")), "general S-AL1", "general S-AL2", "done")
    s.interdicted = ((AXIS, p("2910"), 2),)  # between the Delta and Matruh
    assert trace(s, u("B-4ID")).source == u("S-AL2")
    assert cev_loss(s, u("B-4ID")) == 0


# 13.H.2 Airbases


@rule("tigercubs", "13.H.2.b", "13.H.2.c", "13.H.2.d", "13.H.2.a")
def test_airbases_out_of_supply_have_less_capacity() -> None:
    ring = {"G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906", "B-18A": "0905"}
    s = depot({**DERNA, **MATRUH, **ring}, AXIS)
    s.lp[p("BEN")], s.gsp[p("0905")] = 3, 20 * GSP
    unpaid = idle(s.clone())
    assert [capacity(unpaid, p(id)) // WING for id in ("0906", "1307", "BEN")] == [3 - 1, 0, 9 - 1]  # overextended
    assert E.airport[p("0905")] == 1
    assert capacity(unpaid, p("0905")) == 0  # isolated: 1 less 2, not below 0
    built = s.clone()
    built.airfields = {p("0905"): 1}
    assert capacity(idle(built), p("0905")) == (4 - 2) * WING
    paid = idle(play(settled(s.clone()), "general S-AX1", "done"))
    assert [capacity(paid, p(id)) // WING for id in ("0906", "1307", "BEN")] == [3, 1, 9]
    flown = idle(play(settled(s.clone()), "done", "aviation S-AX1"))
    assert [capacity(flown, p(id)) // WING for id in ("0906", "1307", "BEN")] == [3, 1, 9]  # the third for air serves as well
    s.phasing, s.frames = ALLIED, [InitialPhase(ALLIED)]
    s.frames[-1].at = 3
    fed = idle(play(settled(s.clone()), "ration B-18A 0905", "done"))
    assert (capacity(fed, p("0905")), fed.cut[u("B-18A")]) == (WING, 1)  # isolated, but in supply by GSPs


@rule("tigercubs", "13.H.2.b", "13.G.1.a", "4.B.3.a")
def test_what_an_airbase_lacks_holds_until_the_next_finding_and_keeps_wings_on_the_ground() -> None:
    s = depot({**DERNA}, AXIS, air={"a-7J26": "1307"})
    s = idle(s)
    assert s.base_short[p("1307")] == 1
    s.paid[u("S-AX1")] = PAID_GENERAL  # too late
    s.air_out[a("a-7J26")] = 0
    refusal = grounded(s, a("a-7J26"), AXIS, E.mission_rows[s.names.numbers["mission"]["interception"]])
    assert refusal is not None
    assert refusal.rule == "4.B.3.b"
    s.begin(InitialPhase(ALLIED))
    s.frames[-1].at = 3
    assert p("1307") not in idle(s).base_short


@rule("tigercubs", "13.H.2.e")
def test_airstrips_keep_their_capacity() -> None:
    s = depot({**DERNA, "G-Bau": "1010"}, AXIS)
    s.airstrips = (p("1010"),)
    s = idle(s)
    assert s.base_short[p("1010")] == 1
    assert capacity(s, p("1010")) == WING
    s.base_hits = {p("1010"): 1}
    assert capacity(s, p("1010")) == 0  # a bomb is another matter


@rule("tigercubs", "S1-c", "13.H.2.b")
def test_in_brevity_axis_bases_are_always_in_supply() -> None:
    s = position({"G-PzR8": "1206"}, scenario="brevity", frame=InitialPhase(AXIS))
    s.phasing = AXIS
    assert p("1106") not in idle(s).base_short


# 4.A.1-c, 4.B.6


@rule("tigercubs", "4.A.1-c")
def test_works_far_from_the_enemy_decay() -> None:
    def left(at: dict[str, str], supplied: bool = True) -> bool:
        s = depot(at, AXIS)
        s.paid[u("B-4ID")] = PAID_GENERAL if supplied else 0
        s.works = {p("0102"): 1}
        return p("0102") in idle(s).works

    assert not left({"B-4ID": "2811"})
    assert left({"B-4ID": "2509"})
    assert left({"B-4ID": "2811", "G-SR104": "0102"})
    assert not left({"B-4ID": "2811", "G-K15": "0102"})
    assert not left({"B-4ID": "2509"}, supplied=False)
    edge = {n: next(h for h in range(E.sheet) if E.passable[h] and E.distance(h, p("0102")) == n) for n in (25, 26)}
    assert [left({"B-4ID": E.map.ids[edge[n]]}) for n in (25, 26)] == [True, False]


@rule("tigercubs", "13.E.1.a.i")
def test_gsps_beside_a_terminal_that_is_not_emplaced_go_no_farther() -> None:
    s = depot({"S-AL2": "2408", "H-BTE": "1908", "B-4ID": "1708"})
    s.gsp[p("2408")] = 12 * GSP
    british = E.contingent[u("B-4ID")]
    assert dump_serves(s, ALLIED, p("2408"), p("1708"), british)
    for post in (MOBILE, EMPLACING):
        station(s, u("S-AL2"), post)
        assert not dump_serves(s, ALLIED, p("2408"), p("1708"), british)
        assert dump_serves(s, ALLIED, p("2408"), p("2309"), british)  # as far as bare GSPs


@rule("tigercubs", "4.B.5.a", "4.B.6.b", "4.B.4.a", "12.B.2.d-b")
def test_damage_goes_with_the_base() -> None:
    s = depot({"B-SAE": "1709"}, ALLIED)
    s.airfields, s.base_hits = {p("1608"): 2}, {p("1608"): 7}
    s = play(settled(s), "remove 1608")
    assert s.base_hits == {p("1608"): 4}  # one airfield is left: three and one
    assert play(s, "remove 1608").base_hits == {}
    strip = position({"B-SAE": "1410"})
    strip.airstrips, strip.base_hits = (p("1409"), p("1410")), {p("1409"): 2, p("1410"): 1}
    abandon_airstrips(strip, None, NoDice())
    assert strip.airstrips.count(p("1409")) == 0
    assert strip.base_hits == {p("1410"): 1}
    control.take(strip, p("1410"), AXIS)
    assert (len(strip.airstrips), len(strip.base_hits)) == (0, 0)


@rule("tigercubs", "4.B.6.b", "4.B.6.a")
def test_airfields_may_be_removed_in_the_initial_phase() -> None:
    s = depot({}, ALLIED, air={"b-73": "1709"})
    s.airfields = {p("1608"): 2, p("1709"): 1}
    s = settled(s)
    assert play(s, "remove 1608").airfields == {p("1608"): 1, p("1709"): 1}
    assert why_not(s, "remove 1709").rule == "4.B.6.b"
    assert why_not(s, "remove 1807").rule == "4.B.6.a"


@rule("tigercubs", "13.F.3.a-b")
def test_no_route_leads_through_a_box_of_the_enemy() -> None:
    s = position({})
    assert p("DEL") in spread(s, ALLIED, (p("3211"),), 20 * ROUTE).cost
    assert p("DEL") not in spread(s, AXIS, (p("3211"),), 20 * ROUTE).cost


@rule("tigercubs", "13.F.3.a-b", "X-3")
def test_routes_and_lines_that_have_served_are_left_when_something_bars_them() -> None:
    """What was found in one position is tried in the next: enemies, zones and bridges count anew."""
    for side, hub, goal in ((ALLIED, "2408", "2008"), (AXIS, "0906", "1307")):
        ours, theirs = ("B-4ID", "G-K15") if side == ALLIED else ("G-K15", "B-4ID")
        free = position({ours: goal})
        limit = spread(free, side, (p(hub),), 80).cost[p(goal)] + 2
        assert reaches(free, side, p(hub), p(goal), limit)
        near = [q for q in spread(free, side, (p(hub),), limit).cost if q not in (p(hub), p(goal)) and q < E.sheet]
        barred = [position({ours: goal, theirs: E.map.ids[q]}) for q in near]
        broken = [position({ours: goal}) for q in near for _ in E.bridge_hexes[q]]
        for s, hexside in zip(broken, [E.hexside(q, beyond) for q in near for beyond in E.bridge_hexes[q]], strict=True):
            s.bridges_down = (hexside,)
        for s in (*barred, *broken):
            assert reaches(s, side, p(hub), p(goal), limit) == (p(goal) in spread(s, side, (p(hub),), limit).cost)
            assert is_joined(s, side, p(goal)) == (p(goal) in joined(s, side))
        assert not all([reaches(s, side, p(hub), p(goal), limit) for s in barred])
