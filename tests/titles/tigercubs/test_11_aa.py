"""11 Anti-aircraft: what fires, at what strength, and what becomes of aircraft and bombs."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.aa import Guns, ask_modes, factor, fire, guns, landing, modifiers, organic
from sandtable.titles.tigercubs.air_bombing import on_target
from sandtable.titles.tigercubs.frames import CombatPhase, Mission, Modes, Strike
from sandtable.titles.tigercubs.state import AA_MODE, AT_MODE, DEAD, FIRED_AA, State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.tigercubs.flights import fighting, flight, full, opening
from tests.titles.tigercubs.position import E, a, p, position, u


def strength(s: State, f: Mission, air: str) -> int:
    return factor(s, f, a(air), guns(s, f)).total


def drm(s: State, f: Mission, air: str) -> int:
    return modifiers(s, f, a(air), guns(s, f)).total


def result(id: str) -> int:
    return next(n for n, row in enumerate(E.aa_result_rows) if row.id == id)


def lands(load: Fraction | int, id: str, determined: bool = False) -> Fraction:
    return landing(Fraction(load), E.aa_result_rows[result(id)], determined)


def struck(
    air: dict[str, str],
    bombers: tuple[str, ...],
    dice: list[int],
    target: str = "1106",
    wings: tuple[str, ...] = (),
    **facts: object,
) -> tuple[State, Strike]:
    """AA has fired at a raid of the Allies on an airbase that five points of AA defend."""
    s = full(position({"G-Fl33": target}, air=air), *wings)
    s.log = []
    s.mode[u("G-Fl33")] = AA_MODE
    f = Strike(ALLIED, s.names.numbers["mission"]["airbase"], p(target), **facts)  # type: ignore[arg-type]
    f.bombers = tuple(sorted([a(x) for x in bombers]))
    for unit in f.bombers:
        s.aloft[unit] = p(target)
    fire(s, f, ScriptedDice(dice))
    return s, f


# 11.A, 11.B.1 What fires


@rule("tigercubs", "11.A.1", "11.A.1.a.i", "11.A.1.a.iii", "11.A.1.b.i", "11.A.1.b.ii", "11.B.1.a", "19.B-47")
def test_everything_in_the_hex_fires_at_operational_bombing() -> None:
    s = position({"B-4AA": "0905", "B-13L": "0905", "B-9A": "0905"}, air={"a-I_LG1": "1106"})
    f = flight(s, "port", "0905", AXIS)
    assert organic(s, p("0905")) == (2, 1)
    found = guns(s, f)
    assert (found.heavy, found.light) == (9, 5)  # 8 and the port; 2, 1, airport and city
    assert strength(s, f, "a-I_LG1") == 14
    s.mode[u("B-4AA")] = AT_MODE
    assert strength(s, f, "a-I_LG1") == 6
    assert not E.heavy_aa[u("B-7AD")]
    assert E.aa[u("B-7AD")] == 1


@rule("tigercubs", "19.B-47", "BOX-d")
def test_facilities_fire_for_their_owner_unless_starved() -> None:
    s = position({"B-9A": "0905"})
    assert organic(s, p("0905")) == (2, 1)
    assert organic(s, p("BEN")) == (2, 3)
    f = flight(s, "airbase", "BEN", ALLIED)
    s.base[a("b-37")] = p("DEL")
    assert strength(s, f, "b-37") == 5
    assert organic(position({"B-9A": "0905"}, states={"B-9A": "U1"}), p("0905")) == (2, 1)
    assert organic(position({"B-9A": "0905"}, states={"B-9A": "U2"}), p("0905")) == (0, 0)
    s.owner[p("0905")] = AXIS
    assert guns(s, flight(s, "port", "0905", AXIS)).light == 1  # the units alone


@rule("tigercubs", "8.E.1.b.iv", "11.B.1.b", "11.C.1.a.i")
def test_interdiction_meets_the_average_of_its_zone() -> None:
    around = [E.map.ids[q] for q in E.around[p("1610")]]
    assert len(around) == 6
    s = position({"B-4AA": around[0]}, air={"a-II2": "1106"})
    f = flight(s, "bai", "1610", AXIS)
    assert guns(s, f).heavy == 8
    assert strength(s, f, "a-II2") == 2  # 8 of 7, up
    book = Guns(14, 0, (0, 0, 14, 0, 0, 0, 0, 0), 0, ())
    assert factor(s, f, a("a-II2"), book).total == 2
    assert factor(s, f, a("a-II2"), book._replace(light=9)).total == 2
    assert factor(s, f, a("a-II2"), book._replace(light=15)).total == 3
    # sea hexes stay in the divisor
    coast = flight(s, "bai", "2008", AXIS)
    assert any(E.sea[q] for q in E.around[p("2008")])
    assert factor(s, coast, a("a-II2"), book).total == 2


@rule("tigercubs", "11.B.1.c")
def test_close_support_meets_the_target_or_the_average_of_the_attackers() -> None:
    at = {"B-2H": "1508", "B-1L": "1408", "B-22G": "1508", "G-Fl33": "1407", "B-11H": "1408", "B-4AA": "2408"}
    s = position(at, air={"a-II2": "1106", "b-14": "2609"}, frame=CombatPhase(ALLIED, (p("1407"),)))
    phase = s.frames[-1]
    assert isinstance(phase, CombatPhase)
    phase.attackers = ((u("B-2H"), u("B-22G"), u("B-11H")),)
    assert strength(s, flight(s, "cas", "1407", AXIS), "a-II2") == 2  # 4 in 1508, nothing in 1408: 4/2
    phase.attackers = ((u("B-2H"), u("B-1L"), u("B-22G"), u("B-11H")),)
    assert strength(s, flight(s, "cas", "1407", AXIS), "a-II2") == 3  # 6/2
    assert strength(s, flight(s, "cas", "1407", ALLIED), "b-14") == 4  # the target's own
    book = Guns(0, 8, (0, 0, 8, 0, 0, 0, 0, 0), 0, ())
    s.where[u("B-11H")] = p("1409")
    assert factor(s, flight(s, "cas", "1407", AXIS), a("a-II2"), book).total == 2  # three hexes: 8/3


@rule("tigercubs", "11.B.1.d", "11.B.1.e", "5.B.4.a")
def test_doubling() -> None:
    s = position({}, air={"a-Z26": "1106", "a-II2": "1106"})
    f = flight(s, "airbase", "1807", AXIS)
    six = Guns(4, 2, (0, 0, 6, 0, 0, 0, 0, 0), 0, ())
    assert factor(s, f, a("a-II2"), six).total == 6
    assert factor(s, f, a("a-Z26"), six).total == 12  # low
    f.determined = True
    assert factor(s, f, a("a-II2"), six).total == 12
    assert factor(s, f, a("a-Z26"), six).total == 24


@rule("tigercubs", "11.C.1.a.ii")
def test_only_heavy_guns_reach_heavy_bombers() -> None:
    s = position({"B-4AA": "0905", "B-13L": "0905"}, air={"a-I_LG1": "1106"})
    e = copy.copy(E)
    e.heavy = tuple([True] * e.air_units)
    s.edition = e
    assert strength(s, flight(s, "port", "0905", AXIS), "a-I_LG1") == 9


@rule("tigercubs", "19.B-02", "19.B-26", "11.C.1.b.i")
def test_modifiers_of_aa() -> None:
    s = position({"B-13L": "1807", "I-DICAT": "1106"}, air={"a-II2": "1106", "a-53": "1106", "a-Z26": "1106", "b-14": "2710"})
    f = flight(s, "airbase", "1807", AXIS)
    assert drm(s, f, "a-53") == 1  # British
    assert drm(s, f, "a-II2") == 1 + 1  # in its dive
    assert drm(s, f, "a-Z26") == 1 + 1  # heavy
    f.night = True
    assert drm(s, f, "a-53") == 1 - 2
    assert drm(s, flight(s, "airbase", "1106", ALLIED), "b-14") == 0  # Italian
    german = position({"G-Fl33": "1106"}, air={"b-14": "2710"})
    assert drm(german, flight(german, "airbase", "1106", ALLIED), "b-14") == 1
    tobruk = position({"B-4AA": "0905"}, air={"a-53": "1106"})
    assert drm(tobruk, flight(tobruk, "port", "0905", AXIS), "a-53") == 2  # a fort
    tobruk.reduced_forts = (p("0905"),)
    assert drm(tobruk, flight(tobruk, "port", "0905", AXIS), "a-53") == 1
    starved = position({"B-4AA": "0905"}, air={"a-53": "1106"}, states={"B-4AA": "E1"})
    assert drm(starved, flight(starved, "port", "0905", AXIS), "a-53") == 1 + 1 - 1


@rule("tigercubs", "13.H.1.a.ii", "13.H.1.b.ii", "13.H.1.b.iii", "13.H.1.b.i")
def test_guns_without_supply() -> None:
    found = {}
    for state in ("E1", "U1", "E2", "U2", "U3"):
        s = position({"B-4AA": "1709", "B-7AD": "1709"}, states={"B-4AA": state, "B-7AD": state})
        firing = guns(s, flight(s, "cas", "1709", AXIS))
        found[state] = (firing.heavy, firing.light, len(firing.units))
    half = (4, Fraction(1, 2), 2)
    assert found == {"E1": (8, 1, 2), "U1": (8, 1, 2), "E2": half, "U2": half, "U3": (0, 0, 0)}


@rule("tigercubs", "19.B-01", "13.H.1.a.ii")
@pytest.mark.parametrize(("state", "dice"), [("E1", [10]), ("E2", [])])
def test_less_than_one_point_of_aa_does_not_fire(state: str, dice: list[int]) -> None:
    s = position({"B-7AD": "1709"}, air={"a-53": "1106"}, states={"B-7AD": state})
    f = Strike(AXIS, s.names.numbers["mission"]["rail"], p("1709"), bombers=(a("a-53"),))
    scripted = ScriptedDice(dice)
    fire(s, f, scripted)
    assert scripted.used == len(dice)
    low = Strike(AXIS, s.names.numbers["mission"]["rail"], p("1709"), bombers=(a("a-53"),), determined=True)
    scripted = ScriptedDice([10])
    fire(s, low, scripted)  # doubled it is a whole point
    assert scripted.used == 1


# 11.A.1.a.i-b Modes


@rule("tigercubs", "11.A.1.a.i-b")
def test_heavy_aa_is_for_aircraft_or_for_tanks() -> None:
    s = opening({"b-14": "2710", "b-45": "2710"}, at={"G-Fl33": "1106", "G-Fl18": "0906"})
    s = play(s, "fly airbase", "over 1106", "assign b-14", "send", "fly_on")
    assert asked(s) == (AXIS, "Modes")
    assert set(offered(s)) == {"at_aircraft G-Fl33", "at_tanks G-Fl33"}
    assert why_not(s, "at_tanks G-Fl18").rule == "11.A.1.a.i-b"
    tanks = play(s, "at_tanks G-Fl33", dice=[10, 100])
    assert tanks.mode[u("G-Fl33")] == AT_MODE
    assert told(tanks, "aa_fire") == [(a("b-14"), p("1106"), 0)]  # the airport alone: 10 on the first column
    again = play(tanks, "fly airbase", "over 1106", "assign b-45", "send", "fly_on", dice=[1, 100])
    assert again.mode[u("G-Fl33")] == AT_MODE  # it is not asked again
    guns = play(s, "at_aircraft G-Fl33", dice=[10])
    assert told(guns, "aa_fire") == [(a("b-14"), p("1106"), result("1"))]  # 5 points, German: 11
    ask_modes(s, AXIS, [u("G-Fl33"), u("G-Fl18")])
    modes = s.frames[-1]
    assert isinstance(modes, Modes)
    assert set(modes.units) == {u("G-Fl33"), u("G-Fl18")}


@rule("tigercubs", "11.A.1.a.ii")
@pytest.mark.parametrize("option", [False, True])
def test_the_option_notes_heavy_aa_that_fired(option: bool) -> None:
    at = {"B-22G": "1508", "G-K15": "1407", "G-Fl33": "1407"}
    s = fighting({"b-14": "2609"}, {"1407": ("B-22G",)}, at, heavy_aa=option)
    s = play(s, "fly cas", "assign b-14", "send", "fly_on", "at_aircraft G-Fl33", dice=[1, 10])
    assert bool(s.did[u("G-Fl33")] & FIRED_AA) == option


@rule("tigercubs", "11.A.1.a.ii", "11.B.1.c")
def test_the_option_does_not_mind_guns_too_thinly_spread_to_fire() -> None:
    hexes = ("1508", "1408", "1308", "1307", "1406")
    at = dict(zip(("B-2H", "B-11H", "B-CIH", "B-22G", "B-11I"), hexes, strict=True)) | {"G-K15": "1407"}
    s = fighting({"a-II2": "1106"}, {"1407": tuple(at)[:5]}, at, heavy_aa=True)
    s = play(s, "fly cas", "assign a-II2", "send", "at_aircraft B-2H", dice=[10])  # 4 of five hexes: none; 7.5 points
    assert told(s, "aa_fire") == []
    assert not s.did[u("B-2H")] & FIRED_AA


# 11.C, 11.D The fire


@rule("tigercubs", "11.C.1", "11.C.1.b.i", "11.B.1", "10.C.1.b.x")
def test_aa_fires_once_at_each_counter_and_nobody_is_asked() -> None:
    s = opening({"b-14": "2710", "b-45": "2710", "b-55": "2710", "b-73": "1807"})
    raid = ("assign b-14", "assign b-45", "assign b-55", "escort b-73", "send", "fly_on")
    s = play(s, "fly airbase", "over 1106", *raid, dice=[1, 2, 3])
    assert told(s, "aa_fire") == [(a("b-14"), p("1106"), 0), (a("b-45"), p("1106"), 0), (a("b-55"), p("1106"), 0)]
    assert s.base_hits == {p("1106"): 2}  # six points


@rule("tigercubs", "11.C.1.b.ii", "11.C.1.b.iv", "10.C.1.b.viii.2", "10.C.1.b.viii-r", "11.C.1.b.v", "19.B-01")
def test_the_bomber_raid_of_the_book() -> None:
    """Six bombers of twelve points, two of them turned back with R*; column 5-8, +2."""
    column = next(n for n, row in enumerate(E.aa_column_rows) if row.id == "5-8")
    results = [E.aa_crt[column][die + 2 - E.low_air_die] for die in (3, 7, 1, 8, 5, 5)]
    assert [E.aa_result_rows[n].id for n in results] == ["-", "R*", "-", "R", "-", "-"]
    loads = [Fraction(6), Fraction(6), Fraction(12), Fraction(12), Fraction(12), Fraction(12)]
    hits = [landing(load, E.aa_result_rows[n], False) for load, n in zip(loads, results, strict=True)]
    assert hits == [6, 4, 12, 0, 12, 12]
    assert sum(hits) == 46
    assert sum(loads) - sum(hits) == 14


@rule("tigercubs", "11.D.1.a", "11.D.1.b", "11.D.1.c", "11.D.1.d", "10.C.1.b.viii-r")
def test_what_lands() -> None:
    assert lands(2, "R") == 0
    assert lands(4, "R*") == 3
    assert lands(6, "R*") == 4  # 1.5 dispersed, up to 2
    assert lands(Fraction(15, 2), "1") == Fraction(7, 4)  # 3.75 dropped, 1.875 up to 2
    assert lands(2, "1") == 0  # 1 dropped, 0.5 up to 1
    assert lands(Fraction(1, 2), "R*") == Fraction(0)  # never more than was dropped
    assert lands(12, "2") == 0
    assert lands(3, "-") == 3


@rule("tigercubs", "10.B.1.c", "11.B.1.d")
def test_determined_attacks_are_not_dispersed_but_draw_double_fire() -> None:
    assert lands(4, "R*", True) == 4
    assert lands(4, "1", True) == 2
    assert lands(4, "R", True) == 3
    _s, f = struck({"b-14": "2710"}, ("b-14",), [7], determined=True)  # 5 doubled: 10; 7 + 1 = 8: R*
    assert on_target(f) == 2
    _s, f = struck({"b-14": "2710"}, ("b-14",), [8])  # 5: 9, R*
    assert on_target(f) == 1
    plan = play(opening({"b-14": "2710", "a-I27": "1106"}), "fly airbase", "over 1106", "determined")
    assert why_not(plan, "determined").rule == "10.B.1.c"


@rule("tigercubs", "11.D.1.a", "11.D.1.b", "11.D.1.c", "11.D.1.d", "11.D.1-n", "11.C.1.b.iii")
def test_losses_and_returns() -> None:
    air = {"b-14": "2710"}
    s, f = struck(air, ("b-14",), [9])  # 10: R
    assert (s.homeward[a("b-14")], s.steps[a("b-14")], int(on_target(f) * 4)) == (1, 1, 0)
    s, f = struck(air, ("b-14",), [10], wings=("b-14",))  # 11: 1
    assert (s.homeward[a("b-14")], s.steps[a("b-14")], int(on_target(f) * 4)) == (0, 1, 4)  # 4: 2 dropped, 1 dispersed
    s, f = struck(air, ("b-14",), [10])
    assert (s.base[a("b-14")], int(on_target(f) * 4)) == (DEAD, 0)
    s, f = struck({"a-Z26": "1106", **air}, ("b-14",), [10], wings=("b-14",), determined=True)  # column 9-12: 11, 1
    assert s.steps[a("b-14")] == 1
    s = full(position({"G-Fl33": "1106"}, air=air), "b-14")
    s.homeward[a("b-14")] = 1
    f = Strike(ALLIED, s.names.numbers["mission"]["airbase"], p("1106"), bombers=(a("b-14"),), shares=((a("b-14"), 2),))
    fire(s, f, ScriptedDice([10]))  # 1: no loss, but of its half load half is dropped, and half of that dispersed
    assert s.steps[a("b-14")] == 2
    assert on_target(f) == 0  # 2, 1 dropped, 0.5 up to 1


@rule("tigercubs", "11.D.1.e")
def test_one_more_turns_back_in_aa() -> None:
    bombers = ("b-14", "b-45", "b-55")
    air = dict.fromkeys(bombers, "2710")
    guns = {"G-Fl33": "1106", "G-Fl18": "1106", "G-Fla606": "1106"}
    s = position(guns, air=air)
    f = Strike(
        ALLIED, s.names.numbers["mission"]["airbase"], p("1106"), bombers=tuple(sorted([a(x) for x in bombers])), determined=True
    )
    s.owner[p("1106")] = AXIS
    # 4 + 4 + 2 + 1 = 11, doubled 22: column 17-23, 9 + 1 is 1R
    fire(s, f, ScriptedDice([9, 1, 1, a("b-55")]))
    assert s.base[a("b-14")] == DEAD
    assert s.homeward[a("b-55")] == 1
    assert s.homeward[a("b-45")] == 0
