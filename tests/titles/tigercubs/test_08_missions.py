"""8.A to 8.F, 4.B, 6.3.b.ii: bases, range, who flies what and when."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.face.story import question, rule_asked
from sandtable.kernel.data import changes_of
from sandtable.kernel.play import read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.standing import ABLE, NEVER, UNATTACKED, Standing, standing_answer
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.air_bases import bases, capacity
from sandtable.titles.tigercubs.air_bombing import JUST_TAKEN, interdictable, target_refused
from sandtable.titles.tigercubs.air_flyers import TOO_FAR_TO_TRANSFER, flight_refused
from sandtable.titles.tigercubs.air_midcourse import AN_INTERCEPTOR, MET_ONCE, Waylay, ambushes, way
from sandtable.titles.tigercubs.air_range import EXTENDED, LONG, NORMAL, SHORT, band, distance
from sandtable.titles.tigercubs.air_return import landing_refused
from sandtable.titles.tigercubs.edition import load
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.face.air_board import air_battle
from sandtable.titles.tigercubs.frames import FIGHTING, AirReturn, AirWindow, CombatPhase
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.scales import GSP, LP
from sandtable.titles.tigercubs.state import DEAD, EMPLACED, FLEW, PAID_AIR, ROSE, State, lift, renew_caches, station
from sandtable.titles.tigercubs.supply import is_fuelled
from tests.kit import asked, offered, offered_verbs, play, rule, settled, told, why_not
from tests.titles.tigercubs.flights import fighting, flown, full, moving, opening
from tests.titles.tigercubs.flights import load as payload
from tests.titles.tigercubs.position import E, a, p, position, u


@rule("tigercubs", "8.A", "5.B.2.e", "8.B.3.a.ii", "8.B.3.a.iv")
def test_air_units_fly_over_everything_and_come_back_as_far_as_their_range() -> None:
    s = moving({"a-II2": "0504"}, AXIS)
    s = play(s, "fly bai", "over 1508", "assign a-II2", "send", "fly_on")  # 10 hexes, and the sea and the desert are no obstacle
    assert distance(s, a("a-II2"), p("1508")) == 10
    assert s.aloft[a("a-II2")] == p("1508")
    s = play(s, "done", "home")
    assert s.base[a("a-II2")] == p("0504")
    assert s.aloft[a("a-II2")] == NONE


@rule("tigercubs", "8.B.5", "8.B.5.a", "8.B.5.b", "8.B.5.c", "8.B.5.d")
def test_range_bands() -> None:
    s = full(position({}, air={"a-I27": "0604", "a-I1": "1106", "b-14": "2710"}), "a-I1")
    wing = a("a-I27")  # printed range 9
    by_hexes = {}
    for place in range(E.sheet):
        by_hexes[distance(s, wing, place)] = band(s, wing, place)
    assert [by_hexes[n] for n in (0, 2, 3, 9, 10, 13, 14, 18, 19)] == [
        SHORT, SHORT, NORMAL, NORMAL, EXTENDED, EXTENDED, LONG, LONG, NONE,
    ]  # fmt: skip
    assert payload(s, "airbase", "1406", "a-I1") == 9  # 3 hexes of 16: 4 x 1.5 short x 1.5 dive
    s.base[a("b-14")] = p("2710")
    assert payload(s, "airbase", "1106", "b-14") == 2  # 16 hexes of 24, a squadron
    s.base[a("b-14")] = p("DEL")
    assert distance(s, a("b-14"), p("0906")) == 27
    assert payload(s, "airbase", "0906", "b-14") == 1  # extended: half
    assert distance(s, a("b-14"), p("BEN")) == 45
    assert payload(s, "airbase", "BEN", "b-14") == Fraction(1, 2)  # long: a quarter


@rule("tigercubs", "8.A-b", "8.B.1", "8.B.2.a", "8.B.2.b", "8.B.2.c", "10.B.1-b")
def test_one_mission_in_each_player_turn() -> None:
    s = opening({"a-I27": "0604", "b-14": "2710", "b-45": "2710", "b-73": "2509"})
    s = play(s, "fly airbase", "over 0906", "assign b-14", "assign b-45", "escort b-73", "send")
    assert asked(s) == (AXIS, "Interception")
    s = play(s, "intercept a-I27")
    assert asked(s) == (ALLIED, "Interception")  # nobody is left to rise: the owner may cancel
    s = play(s, "done")
    assert all([s.flown[a(name)] for name in ("a-I27", "b-14", "b-73")])
    s = play(s, "superiority a-I27", "done", dice=[1, 1, 1, 1, 100])
    assert s.base_hits == {p("0906"): 1}  # 4 points
    assert [s.launched[p(id)] for id in ("2710", "2509", "0604")] == [2, 1, 2]
    # none of them flies again before the next player turn
    s = play(s, "move B-13L", "halt")
    assert "fly" not in offered_verbs(s)
    assert why_not(s, "fly bai").rule == "8.B.1"
    s.flown = [0] * E.air_units
    s.aloft = [NONE] * E.air_units
    assert "fly bai" in offered(s)


@rule("tigercubs", "4.B.3.a", "4.B.3.b", "8.B.3.a.i", "4.B.2.a", "4.B.2.c", "4.B.1")
def test_a_base_launches_no_more_than_its_capacity() -> None:
    s = full(moving({"a-II2": "0504", "a-96": "0504", "a-I27": "0504"}, AXIS), "a-96")
    s = play(s, "fly bai", "over 1508", "assign a-II2", "assign a-96")
    assert why_not(s, "escort a-I27").rule == "4.B.3.a"
    s = position({}, air={})
    assert capacity(s, p("0906")) == 6
    s.base_hits = {p("0906"): 1}
    assert capacity(s, p("0906")) == 4
    s.airfields = {p("1807"): 4, p("1608"): 1}
    assert capacity(s, p("1807")) == 2 * 14
    assert capacity(s, p("1608")) == 2 * 3
    s.airstrips = (p("1409"),)
    assert capacity(s, p("1409")) == 2


@rule("tigercubs", "4.B.3.b")
def test_nothing_takes_off_from_a_base_without_capacity() -> None:
    s = opening({"a-7J26": "1307", "a-I27": "1106", "b-14": "2710"})
    s.base_hits = {p("1307"): 1}
    s = play(s, "fly airbase", "over 1106", "assign b-14", "send")
    assert why_not(s, "intercept a-7J26").rule == "4.B.3.b"
    assert "intercept a-I27" in offered(s)


@rule("tigercubs", "4.B.3.b", "4.B.1", "4.B.3.a")
def test_aircraft_land_where_nothing_takes_off_and_on_airfields_that_were_built() -> None:
    s = position({}, air={"b-14": "2710"})
    s.aloft[a("b-14")] = p("1807")
    s.base_hits = {p("1807"): 3}
    assert capacity(s, p("1807")) == 0
    assert landing_refused(s, a("b-14"), p("1807")) is None
    refusal = landing_refused(s, a("b-14"), p("1608"))
    assert refusal is not None
    assert refusal.rule == "8.A"
    s.airfields = {p("1608"): 1}
    renew_caches(s)
    assert landing_refused(s, a("b-14"), p("1608")) is None


@rule("tigercubs", "8.C")
def test_transfers() -> None:
    s = moving({"b-14": "DEL", "b-45": "2710", "a-7J26": "1106"})
    s = play(s, "fly transfer", "over 2408", "assign b-14", "assign b-45")
    assert asked(s) == (ALLIED, "MovementPhase")  # nobody else is there to go with them
    assert s.base[a("b-14")] == s.base[a("b-45")] == p("2408")
    assert s.aloft[a("b-14")] == NONE
    assert s.flown[a("b-14")] == 1
    s = play(moving({"b-14": "DEL", "b-73": "2509", "a-7J26": "1106"}), "fly transfer")
    assert why_not(s, "over 1106").rule == "8.C"  # not a base of theirs
    assert why_not(s, "over 1508").rule == "8.C"
    far = moving({"a-I27": "BEN", "b-73": "2509"}, AXIS)
    far.owner[p("DEL")] = AXIS
    far.owner_then = tuple(far.owner)
    renew_caches(far)
    assert E.distance(p("BEN"), p("DEL")) == 45
    assert "over DEL" in offered(play(far, "fly transfer"))  # up to 54
    short = far.clone()
    short.edition = load(changes_of({"air_units": [{"id": "a-I27", "range": "7"}]}))
    assert flight_refused(short, E.mission_rows[E.names.number("mission", "transfer")], a("a-I27"), p("DEL")) == TOO_FAR_TO_TRANSFER
    # the other side may fly them too
    s = play(moving({"b-14": "DEL", "a-7J26": "1106"}), "move B-13L", "halt", "fly transfer", "over 0906", "assign a-7J26")
    assert s.base[a("a-7J26")] == p("0906")


@rule("tigercubs", "4.B.4.b", "8.C", "X-6")
def test_a_captured_base_serves_nobody_before_the_air_return() -> None:
    air = {"b-14": "2710", "b-216": "1807", "a-I27": "0604"}
    s = moving(air, at={"B-22G": "1407", "B-11H": "1407", "B-8C": "1807"}, owned={"1407": "allied"})
    s = play(s, "move B-22G", "go 1307", "halt", "pass")
    assert s.owner[p("1307")] == ALLIED
    assert why_not(play(s, "fly transfer"), "over 1307").rule == "4.B.4.b"
    assert target_refused(s, ALLIED, "transport", p("1307")) == JUST_TAKEN
    held = moving(air, at={"B-11H": "1307", "B-8C": "1807"})  # half an SP has stood there since before this turn
    assert target_refused(held, ALLIED, "transport", p("1307")) is None
    assert why_not(play(held, "fly transfer"), "over 1307").rule == "8.C"  # controlled, not owned


@rule("tigercubs", "4.B.4.b", "4.B.4.a")
def test_a_base_that_the_enemy_controlled_when_the_turn_began_is_captured_though_its_hex_was_ours() -> None:
    s = moving({"b-14": "2710", "a-I27": "0604"}, at={"G-Oas300": "1807"})  # a battalion took the base of 1807
    assert why_not(play(s, "fly transfer"), "over 1807").rule == "8.C"
    lift(s, u("G-Oas300"), DEAD)
    assert why_not(play(s, "fly transfer"), "over 1807").rule == "4.B.4.b"
    s.turn_start = s.where[:]  # the next player turn
    renew_caches(s)
    assert "over 1807" in offered(play(s, "fly transfer"))


@rule("tigercubs", "12.B.2.c", "12.B.2.d", "4.B.4.b")
@pytest.mark.parametrize("work", ["airfield", "airstrip"])
def test_a_new_base_serves_at_once_also_in_a_hex_that_was_just_taken(work: str) -> None:
    s = moving({"b-14": "2710", "a-I27": "0604"}, at={"B-SM": "1508"}, owned={"1508": "axis"})
    s.owner[p("1508")], s.turn_start[u("B-SM")] = ALLIED, p("1608")  # taken and entered in this player turn
    renew_caches(s)
    assert why_not(play(s, "fly transfer"), "over 1508").rule == "8.C"
    s = play(s, f"build B-SM {work}", "fly transfer", "over 1508", "assign b-14")
    assert s.base[a("b-14")] == p("1508")
    taken = moving({"b-14": "2710", "a-I27": "0604"}, at={"B-SM": "1508"}, owned={"1508": "axis"})
    taken.owner[p("1508")], taken.turn_start[u("B-SM")] = ALLIED, p("1608")
    taken.airfields = {p("1508"): 1}  # it was there when the hex was taken
    renew_caches(taken)
    assert why_not(play(taken, "fly transfer"), "over 1508").rule == "4.B.4.b"


@rule("tigercubs", "4.B.4.b", "8.C", "X-6")
def test_nobody_flies_to_another_base_if_all_of_them_were_just_taken() -> None:
    s = moving({"a-7J26": "1106", "a-zbV": "1106"}, AXIS, scenario="brevity")
    s.gsp = {p("1106"): 2 * GSP}
    assert {"fly transfer", "fly transport"} <= set(offered(s))
    s.owner_then = tuple([ALLIED if place != p("1106") else AXIS for place in range(E.places)])
    renew_caches(s)
    assert {"fly transfer", "fly transport"}.isdisjoint(offered(s))
    assert why_not(s, "fly transfer").rule == "8.B.1"


@rule("tigercubs", "13.H.3.b", "13.H.3.a", "13.A.8")
def test_air_units_out_of_supply() -> None:
    s = position({}, air={"a-96": "1106"})
    s.air_out[a("a-96")] = 1
    assert payload(s, "airbase", "1807", "a-96") == Fraction(5, 2) / 2 * Fraction(3, 2)
    s = opening({"b-229": "2408", "b-73": "2509", "a-II2": "1106", "a-I27": "1106"}, AXIS)
    s.air_out[a("b-229")] = 2
    s = play(s, "fly airbase", "over 1807", "assign a-II2", "send")
    assert why_not(s, "intercept b-229").rule == "13.H.3.b"
    assert "intercept b-73" in offered(s)
    s = moving({"b-229": "2408", "b-14": "2710"})
    s.air_out[a("b-229")] = 2
    s = play(s, "fly transfer")
    s = play(s, "over 2509")
    assert why_not(s, "assign b-229").rule == "13.A.8"  # nobody would supply it there
    s.air_paid[a("b-229")] = 1
    assert "assign b-229" in offered(s)


@rule("tigercubs", "8.C", "13.A.8")
def test_a_transfer_may_be_flown_if_one_base_of_many_would_supply_the_air_unit() -> None:
    s = moving({"b-229": "1807"}, at={"S-AL1": "DEL"})
    station(s, u("S-AL1"), EMPLACED)
    s.rail_breaks = {p("2910"): 1}
    s.memo.clear()
    assert "fly transfer" in offered(s)
    s.air_out[a("b-229")] = 2
    assert why_not(s, "fly transfer").rule == "8.B.1"  # nothing was spent: nowhere would it be in supply
    s.paid[u("S-AL1")] = PAID_AIR
    assert [p("DEL")] == [base for base in bases(s, ALLIED) if is_fuelled(s, ALLIED, base)]
    assert len(bases(s, ALLIED)) > 3
    s.base[a("b-73")], s.air_out[a("b-73")] = p("DEL"), 2  # for which that base is no target
    s = play(s, "fly transfer")
    assert "assign b-229" in offered(s)  # the only target, which was named by itself


@rule("tigercubs", "13.Q.3.b")
def test_from_an_island_nobody_flies_unpaid() -> None:
    s = opening({"a-I_LG1": "CRE", "b-73": "2509", "a-II2": "1106"}, AXIS)
    s = play(s, "fly airbase", "over 1807")
    for out in (0, 1):  # it makes no difference whether it was in supply where it came from
        s.air_out[a("a-I_LG1")] = out
        assert why_not(s, "assign a-I_LG1").rule == "13.Q.3.b"
    s.air_out[a("a-I_LG1")], s.air_paid[a("a-I_LG1")] = 0, 1
    assert "assign a-I_LG1" in offered(s)


@rule("tigercubs", "13.Q.3.b", "8.C")
def test_from_an_island_nobody_is_even_transferred_unpaid() -> None:
    """The book's example: whoever lands on Crete takes off again, for any reason, only when it was paid for."""
    s = moving({"a-I_LG1": "BEN", "a-53": "0906", "b-73": "2509"}, AXIS)
    s = play(s, "fly transfer", "over CRE", "assign a-I_LG1", "send")
    assert s.base[a("a-I_LG1")] == p("CRE")
    s.flown[a("a-I_LG1")] = 0  # the next player turn
    s = play(s, "fly transfer", "over 0302")
    assert why_not(s, "assign a-I_LG1").rule == "13.Q.3.b"
    assert offered(s) == ["assign a-53"]
    s.air_paid[a("a-I_LG1")] = 1
    assert "assign a-I_LG1" in offered(s)
    alone = moving({"a-I_LG1": "CRE", "b-73": "2509"}, AXIS)
    assert why_not(alone, "fly transfer").rule == "8.B.1"


@rule("tigercubs", "8.C")
def test_transfers_leave_from_bases_that_are_owned() -> None:
    s = moving({"b-73": "1307", "b-14": "2710", "a-I27": "0604"}, at={"B-11H": "1307"})  # half an SP controls it
    s = play(s, "fly transfer", "over 1807")
    assert why_not(s, "assign b-73").rule == "8.C"
    assert offered(s) == ["assign b-14"]
    s.owner[p("1307")] = ALLIED
    renew_caches(s)
    assert "assign b-73" in offered(s)
    alone = moving({"b-73": "1307", "a-I27": "0604"}, at={"B-11H": "1307"})
    assert why_not(alone, "fly transfer").rule == "8.B.1"


# 6.3.b.ii, 6.3.c.ii When


@rule("tigercubs", "6.3.b.ii.1.a", "6.3.b.ii.1.b", "6.3.b.ii.2.a", "6.3.b.ii.2.b", "6.3.b.ii.2-n")
def test_when_missions_are_flown() -> None:
    s = opening({"b-14": "2710", "b-45": "2710", "a-I27": "1106", "a-II2": "1106"})
    assert asked(s) == (ALLIED, "AirWindow")
    assert offered(s) == ["fly airbase", "done"]
    assert why_not(s, "fly bai").rule == "6.3.b.ii"
    s = play(s, "fly airbase", "over 0906", "assign b-14", "send", "done", "fly_on", dice=[1, 100])
    s = play(s, "done")
    assert asked(s) == (AXIS, "AirWindow")  # now the other side
    s = play(s, "fly airbase", "over 1807", "assign a-II2", "send", dice=[1, 100])
    s = play(s, "done")
    assert asked(s) == (ALLIED, "MovementPhase")
    assert why_not(s, "fly airbase").rule == "6.3.b.ii.1.a"
    assert why_not(s, "fly cas").rule == "6.3.c.ii.1"
    s = play(s, "fly bai", "over 1407", "assign b-45", "send", "done", "fly_on", dice=[1])
    assert asked(s) == (ALLIED, "MovementPhase")
    s = play(s, "move B-13L", "go 2110", "halt")
    assert asked(s) == (AXIS, "Move")  # a break: the other side may fly
    s = play(s, "fly bai", "over 1708", "assign a-I27", "send", dice=[1])
    assert s.frames[-1].__class__.__name__ == "MovementPhase"
    combat = fighting({"b-14": "2710"}, {"1407": ("B-22G",)}, {"B-22G": "1508", "G-K15": "1407"})
    assert why_not(combat, "fly bai").rule == "6.3.b.ii.2-n"
    assert "fly cas" in offered(combat)


@rule("tigercubs", "6.3.b.ii.1-n", "6.3.b.ii.1-p")
def test_a_base_under_attack_only_intercepts_and_nobody_intercepts_interceptors() -> None:
    s = opening({"b-14": "2710", "b-73": "2509", "a-I27": "0604", "a-II2": "0604"})
    s.base[a("b-14")] = p("1807")
    s.base[a("b-73")] = p("1807")
    s = play(s, "fly airbase", "over 0604", "assign b-14", "send")
    assert asked(s) == (AXIS, "Interception")
    assert offered(s) == ["intercept a-I27", "done"]
    s = play(s, "intercept a-I27", "done", "done", dice=[1, 1, 1, 100])
    assert why_not(s, "fly interception").rule == "6.3.b.ii.1-p"
    assert "escort" not in offered_verbs(s)


@rule("tigercubs", "6.3.b.ii.1-o")
@pytest.mark.parametrize(("call", "first"), [("high", ALLIED), ("low", AXIS)])
def test_the_option_of_a_drawn_order(call: str, first: int) -> None:
    s = opening({"b-14": "2710", "b-45": "2710", "a-II2": "1106", "a-96": "1106"}, air_order=True)
    assert offered(s) == ["high", "low"]
    s = play(s, call, dice=[7, 4])
    assert asked(s) == (first, "AirWindow")
    raids = {ALLIED: ("0906", ["b-14", "b-45"]), AXIS: ("1807", ["a-II2", "a-96"])}
    seen = []
    for turn in range(4):
        side = asked(s)[0]
        seen.append(side)
        place, wings = raids[side]
        said = ["fly airbase", f"over {place}", f"assign {wings[turn // 2]}", "send", *["fly_on"] * (side == s.phasing)]
        s = play(s, *said, dice=[1, 100])
    assert seen == [first, 1 - first, first, 1 - first]
    assert asked(s)[1] == "MovementPhase"


@rule("tigercubs", "6.3.b.ii.2-o")
def test_the_option_holds_for_the_other_missions() -> None:
    s = moving_in_turn()
    assert why_not(s, "fly bai").rule == "6.3.b.ii.2-o"
    s = play(s, "air", "high", dice=[3, 3, 9, 2])  # equal dice are thrown again
    assert asked(s) == (ALLIED, "AirWindow")
    s = play(s, "fly bai", "over 1407", "assign b-14", "send", "done", "fly_on", dice=[1])
    assert asked(s) == (AXIS, "AirWindow")
    s = play(s, "fly bai", "over 1508", "assign a-I27", "send")
    assert asked(s) == (ALLIED, "AirWindow")
    plain = moving({"b-14": "2710", "a-I27": "1106"})
    assert why_not(plain, "air").rule == "6.3.b.ii.2-o"


def moving_in_turn() -> State:
    s = opening({"b-14": "2710", "b-45": "2710", "a-I27": "1106"}, air_order=True)
    s = play(s, "high", "done", "done", dice=[9, 2])
    assert asked(s) == (ALLIED, "MovementPhase")
    return s


@rule("tigercubs", "6.3.c.ii.1", "6.3.c.ii.2", "6.3.c.ii.3", "8.B.3.a.iii")
def test_close_support_is_flown_intercepted_and_then_resolved_in_the_order_of_the_phasing_side() -> None:
    at = {"B-22G": "1508", "G-K15": "1407", "B-11H": "1409", "G-AA3": "1308"}
    air = {"b-14": "2609", "b-45": "2609", "b-250": "2609", "a-I27": "1106", "a-II2": "1106"}
    s = fighting(air, {"1407": ("B-22G",), "1308": ("B-11H",)}, at)
    assert asked(s) == (ALLIED, "AirWindow")
    assert rule_asked(s) == "6.3.c.ii.1"
    assert rule_asked(opening(air)) == "6.3.b.ii.1.a"  # the same row of the outline
    s = play(s, "fly cas", "over 1407", "assign b-14", "send")
    s = play(s, "fly cas", "over 1308", "assign b-45", "send")
    assert s.aloft[a("b-14")] == p("1407")
    assert asked(s) == (AXIS, "Interception")  # when all of them are over their targets; nothing is resolved yet
    s = play(s, "intercept a-I27", "done", "fly_on")  # over 1407, and the other mission flies on as well
    assert asked(s) == (AXIS, "AirWindow")
    assert rule_asked(s) == "6.3.c.ii.2"
    s = play(s, "fly cas", "over 1407", "assign a-II2", "send")
    assert asked(s) == (ALLIED, "Interception")
    s = play(s, "intercept b-250")  # over a combat hex, though it is not its own
    assert asked(s) == (ALLIED, "AirWindow")
    assert set(offered(s)) == {"resolve 1407 allied", "resolve 1308 allied", "resolve 1407 axis"}
    s = play(s, "resolve 1308 allied", dice=[10])
    assert phase_of(s).support[1] == (0, 0, 1, 0)
    assert set(offered(s)) == {"resolve 1407 allied", "resolve 1407 axis"}
    s = play(s, "resolve 1407 axis", dice=[1, 1, 1, 10, 10])  # air combat, the fraction of 7.5; then the only one left
    assert s.frames == []


def phase_of(s: State) -> CombatPhase:
    phase = s.frames[0]
    assert isinstance(phase, CombatPhase)
    return phase


@rule("tigercubs", "6.3.c.ii.3-o")
def test_the_option_holds_for_close_support() -> None:
    at = {"B-22G": "1508", "G-K15": "1407"}
    s = fighting({"b-14": "2609", "a-II2": "1106"}, {"1407": ("B-22G",)}, at, air_order=True)
    s = play(s, "high", dice=[2, 8])
    assert asked(s) == (AXIS, "AirWindow")
    assert isinstance(s.frames[-1], AirWindow)
    assert s.frames[-1].when == FIGHTING
    assert isinstance(s.frames[0], CombatPhase)
    seen = TITLE.face.view(s, AXIS)
    assert seen.focus == ("1407",)
    assert [lit.table for lit in seen.lit if lit.column >= 0] == ["crt"]  # of the odds of the attack that is supported


def test_the_map_shows_no_place_before_a_mission_has_a_target() -> None:
    s = moving({"b-14": "2609"})
    assert TITLE.face.view(play(s, "fly bai"), ALLIED).focus == ()
    assert TITLE.face.view(play(s, "fly bai", "over 1407"), ALLIED).focus == ("1407",)


# 8.D, 8.E Who


@rule("tigercubs", "8.D.1.b", "8.D.1.b.i", "8.D.1.b.ii", "10.C.1.b.i")
def test_escorts() -> None:
    s = opening({"b-37": "DEL", "b-73": "DEL", "b-250": "2609", "a-7J26": "0906", "b-14": "2710"})
    s = play(s, "fly airbase", "over 0906", "by_day", "assign b-37")
    assert E.distance(p("DEL"), p("0906")) == 27
    assert why_not(s, "escort b-73").rule == "8.D.1.b.i"  # 22 at most
    assert why_not(s, "escort b-14").rule == "8.D.1.b"
    s = play(s, "escort b-250", "send")
    assert flown(s).bombers == (a("b-37"),)
    assert flown(s).escorts == (a("b-250"),)
    s = play(s, "done", "fly_on", dice=[1, 100, a("a-7J26")])  # nobody intercepts: no air combat, AA fires once
    assert s.steps[a("b-250")] == 1


@rule("tigercubs", "8.D.1.d", "5.B.2", "8.D.1.c", "5.B.3.a.ii", "5.B.3.a.iii", "5.B.3.a.iv", "5.B.2.c")
def test_what_each_type_carries() -> None:
    s = position({}, air={"b-73": "1807", "a-I27": "1106", "b-37": "2710", "a-II2": "1106", "b-39": "2609", "b-14": "2710"})
    assert payload(s, "airbase", "1106", "b-73") == Fraction(1, 2)  # a fighter without bombs, a squadron
    assert payload(full(s, "b-73"), "airbase", "1106", "b-73") == 1
    assert payload(s, "airbase", "1807", "a-I27") == 1  # the better of its half point and one
    assert payload(s, "cas", "1508", "a-I27") == Fraction(1, 2)
    assert payload(s, "airbase", "1106", "b-37") == Fraction(7, 2)
    assert payload(s, "airbase", "1807", "a-II2") == Fraction(15, 2)  # dive bombers
    assert payload(s, "airbase", "1106", "b-39") == 2
    assert payload(s, "bai", "1508", "a-II2") == Fraction(25, 2)  # 7.5 and 5 for close support
    s.steps[a("a-II2")] = 1
    assert payload(s, "bai", "1508", "a-II2") == Fraction(15, 4) + 2
    s = play(moving({"b-73": "2509", "b-14": "2710", "b-216": "DEL"}), "fly bai", "over 1407")
    assert why_not(s, "assign b-73").rule == "5.B.2"
    assert why_not(s, "assign b-216").rule == "8.B.2"


@rule("tigercubs", "5.B.2.d")
def test_strategic_factors_are_never_used() -> None:
    s = position({}, air={"b-37": "2710", "b-39": "2609"})
    assert [E.air_rows[a(name)].strategic for name in ("b-37", "b-39")] == [8, 3]
    for kind in ("airbase", "port", "rail", "bridge", "bai", "cas"):
        assert (payload(s, kind, "1106", "b-37"), payload(s, kind, "1106", "b-39")) == (Fraction(7, 2), Fraction(2))
    assert {row.target for row in E.mission_rows}.isdisjoint({"economic", "strategic"})


@rule("tigercubs", "8.F.1", "8.F.1-b", "8.F.1.b", "5.B.3.a.i")
def test_night() -> None:
    s = opening({"b-37": "2710", "b-14": "2710", "b-73": "2509", "b-38": "DEL", "a-I27": "0604"})
    s = play(s, "fly airbase", "over 1106", "assign b-37")
    assert flown(s).night
    assert why_not(s, "escort b-73").rule == "5.B.3.a.i"
    assert why_not(s, "assign b-38").rule == "8.F.1.b"  # 25 hexes, June: 24
    s = play(s, "assign b-14")
    assert payload(s, "airbase", "1106", "b-37", night=True) == Fraction(7, 2)
    assert payload(s, "airbase", "1106", "b-14", night=True) == 1
    by_night = play(s, "send", "fly_on", dice=[1, 1, 50])  # nobody is asked to intercept
    assert by_night.base_hits == {p("1106"): 2}
    day = play(s, "by_day", "escort b-73", "send")
    assert asked(day) == (AXIS, "Interception")
    bombers = play(opening({"b-14": "2710", "b-73": "2509", "a-I27": "0604"}), "fly airbase", "over 1106", "assign b-14")
    assert why_not(bombers, "by_day").rule == "8.F.1-b"
    assert why_not(play(bombers, "escort b-73"), "by_night").rule == "5.B.3.a.i"
    assert flown(play(bombers, "by_night")).night


@rule("tigercubs", "8.F.1.b")
def test_nights_are_short_in_june() -> None:
    s = play(opening({"b-37": "DEL", "a-18G": "BEN"}), "fly airbase", "over BEN")
    assert why_not(s, "assign b-37").rule == "8.F.1.b"  # 45 hexes
    assert "assign b-37" in offered(play(s, "by_day"))


@rule("tigercubs", "8.E.1.b.i.1", "8.E.1.b.i.2", "8.E.1.b.i.3", "2.F.4")
def test_targets_of_interdiction() -> None:
    s = position({"H-BTE": "2113"})
    where = interdictable(s, AXIS)
    assert p("2008") in where  # on the coast
    assert p("2113") in where  # an Army HQ is there
    s = position({})
    assert p("2113") not in interdictable(s, AXIS)
    assert p("1407") not in interdictable(s, AXIS)  # their own
    assert p("2112") in interdictable(s, AXIS)  # five deep from the coast
    behind = position({}, owned={"2115": "axis"})  # a front line of its own, far from the sea
    deep = {n: {h for h in range(E.sheet) if E.passable[h] and E.distance(h, p("2115")) == n} for n in (1, 5)}
    assert deep[1] <= set(interdictable(behind, AXIS))
    assert deep[5] <= set(interdictable(behind, AXIS))
    lone = position({}, owned={"2116": "axis"})
    sixth = [h for h in range(E.sheet) if E.passable[h] and E.distance(h, p("2116")) == 6 and h not in interdictable(s, AXIS)]
    assert [h for h in sixth if h in interdictable(lone, AXIS)] == []
    flown = play(moving({"a-I_LG1": "1106", "b-73": "2509"}, AXIS), "fly bai")
    assert why_not(flown, "over 2113").rule == "8.E.1.b.i.1"
    assert "over 2008" in offered(flown)


@rule("tigercubs", "X-6", "5.B.4", "6.3.b.i", "13.P.2.a-b")
def test_transports() -> None:
    s = moving({"a-zbV": "BEN", "a-145": "BEN", "b-73": "2509"}, AXIS, at={"G-Oas300": "BEN", "I-Bol": "BEN"})
    s.lp, s.gsp = {p("BEN"): 2}, {p("BEN"): 8 * GSP}
    s = play(s, "fly transport", "over 0906", "assign a-zbV")
    assert why_not(s, "send").rule == "X-6"
    assert why_not(s, "carry I-Bol").rule == "X-6"  # 4 SP
    assert why_not(s, "carry_lp 1").rule == "13.P.2.a-b"  # 6 SP
    assert why_not(play(s, "assign a-145"), "carry_lp 1").rule == "13.P.2.a-b"  # 1.5 SP is not enough either
    assert "carry_gsp 1" in offered(s)
    assert why_not(s, "carry_gsp 2").rule == "X-6"
    s = play(s, "carry G-Oas300")
    assert why_not(s, "carry_gsp 1").rule == "X-6"  # half an SP is left
    s = play(s, "send")
    oasis = E.unit("G-Oas300")
    assert s.where[oasis] == p("0906")
    assert s.aloft[a("a-zbV")] == p("0906")
    short = moving({"b-216": "DEL", "a-7J26": "1106"}, at={"B-8C": "DEL"})
    short.base[a("b-216")] = p("2609")
    short = moving({"b-216": "2609", "a-7J26": "1106"}, at={"B-8C": "2609"})
    short = play(short, "fly transport", "over 2408", "assign b-216", "carry B-8C")
    assert short.where[E.unit("B-8C")] == p("2408")  # half of a half, doubled at short range
    far = moving({"b-216": "DEL", "a-7J26": "1106"}, at={"B-8C": "DEL"})
    assert why_not(far, "fly transport").rule == "X-6"
    assert why_not(moving({"b-14": "DEL"}), "fly transport").rule == "8.B.1"
    heavy = moving({"a-zbV": "BEN", "b-73": "2509"}, AXIS)
    heavy.lp = {p("BEN"): 1}
    assert why_not(heavy, "fly transport").rule == "X-6"  # a third of an LP is too much for it
    assert LP == 3


@rule("tigercubs", "8.D.1.b.ii", "8.C", "X-6")
def test_any_mission_is_escorted_but_a_transfer() -> None:
    s = moving({"a-zbV": "BEN", "a-I27": "0604", "b-73": "2509", "b-14": "2710"}, AXIS)
    s.gsp = {p("BEN"): 2 * GSP}
    form = play(s, "fly transport", "over 0906")
    assert why_not(form, "escort a-I27").rule == "8.D.1.b"  # nobody to go with yet
    done = play(form, "assign a-zbV", "escort a-I27", "carry_gsp 1")
    assert [(done.aloft[a(name)], done.homeward[a(name)]) for name in ("a-zbV", "a-I27")] == [(p("0906"), 1)] * 2
    assert done.gsp[p("0906")] == GSP
    assert why_not(play(s, "fly transfer", "over 0906", "assign a-zbV"), "escort a-I27").rule == "8.C"


@rule("tigercubs", "X-6", "5.B.4")
def test_transports_lift_together_what_one_of_them_cannot() -> None:
    s = moving({"a-zbV": "BEN", "a-145": "BEN", "b-73": "2509"}, AXIS)
    s.gsp = {p("BEN"): 2 * GSP}
    s = play(s, "fly transport", "over 0906", "assign a-145")  # half an SP, and a GSP weighs three quarters of one
    assert why_not(s, "carry_gsp 1").rule == why_not(s, "send").rule == "X-6"
    s = play(s, "assign a-zbV", "carry_gsp 2")
    assert s.gsp == {p("0906"): 2 * GSP}
    weak = moving({"a-zbV": "BEN", "a-145": "BEN", "b-73": "2509"}, AXIS, at={"G-SR104": "BEN"})
    weak.steps[a("a-zbV")] = 1
    assert play(weak, "fly transport", "over 0906", "assign a-zbV", "assign a-145", "carry G-SR104").where[E.unit("G-SR104")] == p(
        "0906"
    )
    weak.base_hits = {p("BEN"): 8}  # room for one wing, of which a squadron has flown
    weak.launched = {p("BEN"): 1}
    assert why_not(weak, "fly transport").rule == "X-6"


@rule("tigercubs", "X-6", "7.C.1.c")
def test_nobody_is_flown_to_where_the_enemy_stands() -> None:
    at = {"G-Oas300": "BEN", "Q-AL3": "0906"}  # a quartermaster alone controls nothing
    s = moving({"a-zbV": "BEN", "b-73": "2509"}, AXIS, at=at)
    s.gsp = {p("BEN"): 8 * GSP}
    s = play(s, "fly transport", "over 0906", "assign a-zbV")
    assert why_not(s, "carry G-Oas300").rule == "7.C.1.c"
    assert play(s, "carry_gsp 1").gsp[p("0906")] == GSP


@rule("tigercubs", "X-6", "7.C.1.a")
def test_a_unit_without_a_movement_rating_is_not_flown() -> None:
    s = moving({"a-zbV": "1406", "b-73": "2509"}, AXIS, at={"I-GaF": "1406", "G-K15": "1406"})
    s.airfields = {p("1406"): 1}
    s = play(s, "fly transport", "over 0906", "assign a-zbV")
    assert why_not(s, "carry I-GaF").rule == "7.C.1.a"


@rule("tigercubs", "X-6")
def test_supplies_by_air_and_only_in_ones_own_phase() -> None:
    s = moving({"a-zbV": "BEN", "b-216": "DEL", "b-14": "DEL"}, AXIS)
    s.gsp = {p("BEN"): 8 * GSP, p("DEL"): 8 * GSP}
    done = play(s, "fly transport", "over 0906", "assign a-zbV", "carry_gsp 1")
    assert done.gsp == {p("BEN"): 7 * GSP, p("DEL"): 8 * GSP, p("0906"): GSP}
    assert done.new_gsp == {p("0906"): GSP}
    s = moving({"a-zbV": "BEN", "b-216": "DEL", "b-14": "DEL"}, AXIS, at={"G-K15": "1107"})
    s.gsp = {p("DEL"): 8 * GSP}
    s = play(s, "move G-K15", "halt")
    assert asked(s) == (ALLIED, "Move")
    assert why_not(s, "fly transport").rule == "6.3.b.i"


# 6.3.f Air return


@rule("tigercubs", "6.3.f", "8.B.4", "10.C.1.b.xi", "4.B.4.b", "4.B.4.a")
def test_everybody_lands() -> None:
    s = moving({"b-14": "2710", "a-I27": "1106"}, at={"B-22G": "1307"})
    s = play(s, "fly bai", "over 1407", "assign b-14", "send", "intercept a-I27", "cancel", dice=[1, 1])
    assert s.homeward[a("b-14")] == 1
    s = play(s, "done")
    assert asked(s) == (ALLIED, "AirReturn")
    assert "land b-14 1307" in offered(s)  # taken this turn: the captor lands
    assert why_not(s, "land b-14 1106").rule == "8.A"
    assert why_not(s, "land a-I27 1106").rule == "6.3.f"
    s = play(s, "land b-14 1307")
    assert asked(s) == (AXIS, "AirReturn")
    s = play(s, "home")
    assert s.base[a("b-14")] == p("1307")
    assert s.base[a("a-I27")] == p("1106")


@rule("tigercubs", "6.3.f")
def test_who_cannot_land_is_lost_over_friendly_territory() -> None:
    s = position({}, air={"b-14": "2710", "b-45": "2710"}, frame=AirReturn(ALLIED))
    s.phasing = ALLIED
    for place in range(E.places):
        if E.airport[place] and s.owner[place] == ALLIED and place != p("DEL"):
            s.owner[place] = AXIS
    s.aloft[a("b-14")] = p("0606")
    s.flown[a("b-14")] = 1
    s.aloft[a("b-45")] = p("2408")
    s = settled(s)
    assert why_not(s, "home").rule == "6.3.f"  # b-45 can reach the Delta
    assert why_not(s, "land b-14 DEL").rule == "8.A"
    s = play(s, "land b-45 DEL")
    assert s.base[a("b-45")] == p("DEL")
    assert s.base[a("b-14")] == DEAD
    assert told(s, "lost_at_home") == [(a("b-14"), p("0606"))]


# 8.D.1.b.iii Mid-course interception


def returning(**more: object) -> State:
    s = position({}, air={"b-14": "2710", "b-250": "2609", "a-I27": "0604"}, frame=AirReturn(ALLIED), **more)  # type: ignore[arg-type]
    s.phasing = ALLIED
    s.aloft[a("b-14")], s.flown[a("b-14")], s.homeward[a("b-14")] = p("1106"), 1, 1
    return settled(s)


@rule("tigercubs", "8.D.1.b.iii")
def test_the_chance_of_a_meeting_is_told() -> None:
    s = returning(mid_course=True)
    found = TITLE.face.forecast(s, read(s, "meet b-250 b-14"), {})
    assert found is not None
    assert [(each.name, each.chance) for each in found.chances] == [("It joins them", 0.4), ("It misses them", 0.6)]  # 7 to 10
    assert found.notes == ("Its efficiency counts +1 on the die",)
    s.met[a("b-14")] = 1
    sure = TITLE.face.forecast(s, read(s, "meet b-250 b-14"), {})
    assert sure is not None
    assert [each.chance for each in sure.chances] == [1]


@rule("tigercubs", "8.D.1.b.iii", "19.B-36")
def test_on_the_way_home() -> None:
    s = returning(mid_course=True)
    assert offered(s) == ["meet b-250 b-14", "done"]
    found = play(s, "meet b-250 b-14", dice=[7])  # 7 + 1: S
    assert found.aloft[a("b-250")] == p("1106")
    missed = play(s, "meet b-250 b-14", dice=[6])  # F: it goes home
    assert missed.aloft[a("b-250")] == p("2609")
    s.met[a("b-14")] = 1
    assert play(s, "meet b-250 b-14").aloft[a("b-250")] == p("1106")  # it was intercepted: no roll
    assert asked(found) == (AXIS, "AirReturn")
    out, home = distances(E, p("0604")), way(E, p("1106"), p("2710"))
    near, far = [next(place for place in home if out[place] == hexes) for hexes in (9, 10)]
    reach = found.clone()
    reach.owner[near] = reach.owner[far] = AXIS
    assert near in ambushes(reach, AXIS, a("b-14"))  # as far as the interceptor's range
    assert far not in ambushes(reach, AXIS, a("b-14"))
    caught = play(found, "waylay b-14")
    assert why_not(caught, "at 2408").rule == "8.D.1.b.iii"  # not theirs
    caught = play(caught, "at 1206")
    asks = question(caught)
    assert asks.text == "14 Squadron and 250 Squadron fly home over 1206 (south-east of Gambut). Who intercepts?"
    assert asks.stop == "If nobody rises, they fly home in peace."
    caught = play(caught, "intercept a-I27")
    assert flown(caught).escorts == (a("b-250"),)
    board = air_battle(caught)
    assert board is not None
    assert [(party.side, party.note) for party in board.parties] == [
        (AXIS, ""),
        (ALLIED, ""),
    ]  # who falls upon them; no bombs, no guns
    assert [fighter.note for fighter in board.parties[1].fighters] == ["flies home", "escorts"]
    fought = play(caught, "superiority a-I27", "done", dice=[10, 1])  # no AA, no bombs
    assert len(told(fought, "air_fire")) == 2
    assert fought.base[a("b-250")] == DEAD
    plain = returning()
    assert asked(plain) == (ALLIED, "AirReturn")
    assert "meet" not in offered_verbs(plain)
    assert why_not(plain, "meet b-250 b-14").rule == "8.D.1.b.iii"


@rule("tigercubs", "8.D.1.b.iii")
def test_escorts_meet_a_force_where_it_comes_within_their_range() -> None:
    s = position({}, air={"b-37": "DEL", "b-73": "DEL", "a-I27": "0604"}, frame=AirReturn(ALLIED), mid_course=True)
    s.phasing = ALLIED
    s.aloft[a("b-37")], s.flown[a("b-37")], s.homeward[a("b-37")] = p("0906"), 1, 1
    s = settled(s)
    assert E.distance(p("0906"), p("DEL")) == 27  # an escort with 22 would not have reached the target
    s = play(s, "meet b-73 b-37", dice=[10])
    there = s.aloft[a("b-73")]
    assert (E.distance(p("0906"), there), E.distance(there, p("DEL"))) == (5, 22)
    s.owner[there] = AXIS
    renew_caches(s)
    s = play(s, "waylay b-37")
    before = play(s, "at 0906")
    assert flown(before).escorts == ()  # the escort is not there yet
    assert flown(play(s, f"at {E.map.ids[there]}")).escorts == (a("b-73"),)
    home = play(s, "at 0906", "done", "home")
    assert home.base[a("b-73")] == home.base[a("b-37")] == p("DEL")


@rule("tigercubs", "8.D.1.b.iii", "8.D.1.c")
def test_fighters_that_flew_a_mission_by_themselves_are_met_as_well() -> None:
    air = {"a-18G": "1106", "a-II2": "1106", "a-I27": "1106", "a-155": "1106", "b-250": "1807"}
    s = position({}, air=air, frame=AirReturn(AXIS), mid_course=True)
    s.phasing = AXIS
    s.aloft[a("a-18G")], s.flown[a("a-18G")] = p("1508"), FLEW
    s = settled(s)
    assert "meet a-I27 a-18G" in offered(s)
    s.aloft[a("a-II2")], s.flown[a("a-II2")] = p("1508"), FLEW  # of a force with bombers these are met
    assert [o for o in offered(s) if o.startswith("meet a-I27")] == ["meet a-I27 a-II2"]
    s.base[a("a-II2")], s.aloft[a("a-II2")], s.flown[a("a-18G")] = DEAD, NONE, FLEW | ROSE
    assert why_not(s, "meet a-I27 a-18G").rule == "8.D.1.b.iii"  # interceptors come home by themselves


@rule("tigercubs", "8.D.1.b.iii", "6.3.b.ii.1-p")
def test_nobody_waylays_interceptors_and_no_force_is_waylaid_twice() -> None:
    air = {"b-14": "2710", "b-45": "2710", "a-I27": "1106", "a-7J26": "0604", "a-155": "0604", "b-250": "2609"}
    s = moving(air, mid_course=True)
    s = play(s, "fly bai", "over 1407", "assign b-14", "assign b-45", "send", "intercept a-I27", "done", "done",
             "engage a-I27 b-14", dice=[1, 1, 1, 1])  # fmt: skip
    s = play(s, "done", "pass")
    assert asked(s) == (ALLIED, "AirReturn")
    s = play(s, "done")
    assert asked(s) == (AXIS, "AirReturn")
    assert [o for o in offered(s) if o.startswith("waylay")] == ["waylay b-14", "waylay b-45"]
    once = play(s, "waylay b-14", "intercept a-7J26", "done", "engage a-7J26 b-14", dice=[1, 1])
    assert once.flown[a("a-155")] == 0  # it could still rise
    for name in ("b-14", "b-45"):  # one force, met at one hex of its way
        assert Waylay(True).why_not(once, AirReturn(ALLIED), a(name), 0) == MET_ONCE
    assert asked(once) == (ALLIED, "AirReturn")
    assert "waylay" not in offered_verbs(once)  # nor does b-250 meet the interceptors
    assert Waylay(False).why_not(once, AirReturn(ALLIED), a("a-I27"), 0) == AN_INTERCEPTOR


@rule("tigercubs", "8.D.1.b.iii", "8.D.1.a-n", "5.B.3.a.i", "10.B.1.a.ii")
def test_who_comes_home_by_night_is_not_met_by_day_fighters() -> None:
    air = {"b-37": "2710", "b-14": "2710", "a-7J26": "0604", "b-250": "2609"}
    s = moving(air, mid_course=True)
    s = play(s, "fly bai", "over 1407", "assign b-37", "send", "fly_on", dice=[1])
    s = play(s, "fly bai", "over 1407", "assign b-14", "send", "done", "fly_on", dice=[1])
    s = play(s, "done", "pass")
    assert offered(s) == ["meet b-250 b-14", "done"]
    assert why_not(s, "meet b-250 b-37").rule == "5.B.3.a.i"
    s = play(s, "done")
    assert asked(s) == (AXIS, "AirReturn")
    assert why_not(s, "waylay b-37").rule == "8.D.1.a-n"
    s = play(s, "waylay b-14")
    assert flown(s).bombers == (a("b-14"),)  # the others fly apart from it
    dark = play(moving(air, mid_course=True), "fly bai", "over 1407", "assign b-37", "send", "fly_on", "done", dice=[1])
    assert "waylay" not in offered_verbs(dark)


@rule("tigercubs", "6.3.b.ii.2.b", "6.3.b.ii.2-n")
def test_the_other_side_flies_though_nobody_moves() -> None:
    s = play(moving({"b-14": "2710", "a-II2": "0504"}), "done")
    assert asked(s) == (AXIS, "MovementPhase")
    assert why_not(s, "fly cas").rule == "6.3.c.ii.1"
    s = play(s, "fly bai", "over 1508", "assign a-II2", "send")
    assert s.interdicted == ((AXIS, p("1508"), 1),)
    moved = play(moving({"b-14": "2710", "a-II2": "0504"}), "move B-13L", "go 2110", "halt", "pass", "done")
    assert not moved.frames  # it has had its break


@rule("tigercubs", "6.3.b.ii.2.b")
def test_whoever_has_said_so_beforehand_is_not_asked_at_every_break() -> None:
    s = play(moving({"b-14": "2710", "a-7J26": "1106"}), "move B-13L", "halt")
    assert asked(s) == (AXIS, "Move")
    stop = ("pass", 0, 0)
    assert standing_answer(s, (), True) is None
    assert standing_answer(s, (Standing(UNATTACKED),), True) == stop
    assert standing_answer(s, (Standing(NEVER, "fly"), Standing(NEVER, "air")), True) == stop
    assert standing_answer(s, (Standing(ABLE),), True) is None  # it can fly
    assert asked(play(moving({"b-14": "2710"}), "move B-13L", "halt")) == (ALLIED, "MovementPhase")  # who cannot is not asked
    assert standing_answer(moving({"b-14": "2710"}), (Standing(UNATTACKED),), True) is None  # no break


@rule("tigercubs", "6.3.b.ii.2.b", "8.A-b")
def test_a_break_is_told_to_both_and_what_can_fly_to_its_side() -> None:
    s = play(moving({"b-14": "2710", "a-7J26": "1106"}), "move B-13L", "halt")
    waiting, able = TITLE.face.view(s, ALLIED).occasion, TITLE.face.view(s, AXIS).occasion
    assert waiting is not None
    assert able is not None
    assert (waiting.text, waiting.costs) == ("The Axis side may fly a mission before the next unit moves", ())
    assert [cost.value for cost in able.costs] == ["1"]
