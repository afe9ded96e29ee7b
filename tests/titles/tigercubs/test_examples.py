"""The worked examples of the rulebook, played out; where one is of another theatre, with its values laid over ours."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.data import changes_of
from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.aa import factor, guns
from sandtable.titles.tigercubs.air_combat import attack
from sandtable.titles.tigercubs.air_range import EXTENDED, reaches
from sandtable.titles.tigercubs.air_transport import hold, lp_weight
from sandtable.titles.tigercubs.combat_modifiers import hexside_drm, shock_points
from sandtable.titles.tigercubs.combat_odds import combat_odds
from sandtable.titles.tigercubs.edition import load
from sandtable.titles.tigercubs.frames import IN_REACTION, InitialPhase, Move, MovementPhase, Overrun
from sandtable.titles.tigercubs.kinds import U2
from sandtable.titles.tigercubs.movement_allowance import allowance
from sandtable.titles.tigercubs.scales import GSP, MP
from sandtable.titles.tigercubs.state import AVERAGED, DEAD, DRAWN, State, renew_caches, supply_state
from tests.kit import asked, offered, play, rule, settled
from tests.titles.tigercubs.fights import attack_of, field, fight, struck, totals
from tests.titles.tigercubs.flights import flight, full
from tests.titles.tigercubs.flights import load as payload
from tests.titles.tigercubs.position import E, a, p, position, u


def altered(s: State, **rows: list[dict[str, str]]) -> State:
    """The same position with other values."""
    s.edition = load(changes_of(rows))
    renew_caches(s)
    return s


@rule("tigercubs", "5.A.6.d", "5.A.7.b")
def test_two_hexes_attack_into_a_mountain() -> None:
    divisions = {"G-15Pz": "1409", "G-5le": "1409", "I-Ari": "1411", "I-Tre": "1411"}
    regiments = {"G-SR104": "1409", "G-SR115": "1409", "I-32": "1411", "I-8B": "1411", "I-46A": "1411", "I-132A": "1411"}
    s = field({**divisions, **regiments, "B-11H": "1410"}, AXIS)
    s = altered(s, hexes=[{"id": "1410", "terrain": "mountain"}])
    assert set(fight(s, "1410").attackers) == {u(name) for name in (*divisions, *regiments)}  # all of them take part
    s = play(struck(s, "DA", "1410"), "occupy")
    inside = s.stack[p("1410")]
    guns = [x for x in inside if E.type[x].artillery]
    assert sum([E.sp[0][x] for x in inside if x not in guns]) <= 11 * 2
    assert {u("I-46A"), u("I-132A")} == set(guns)  # artillery besides, up to 4 SP
    assert sum([E.sp[0][x] for x in inside]) > 11 * 2 - 4 * 2


@rule("tigercubs", "5.A.9.a", "5.A.9")
def test_twenty_german_points_against_ten() -> None:
    s = field({"G-5le": "1410", "B-4AB": "1411"}, AXIS)
    f = fight(s, "1411")
    assert totals(s, f) == (30, 10)
    odds = combat_odds(s, f)
    assert (E.names.text("odds", odds.column), odds.better) == ("3:1", 0)


@rule("tigercubs", "5.A.9.d.v", "5.A.9.d.iv", "8.E.1.b.ii.2")
def test_twenty_points_at_two_with_interdiction_of_level_two() -> None:
    s = altered(field({"G-5le": "1410", "B-4AB": "1411"}, AXIS), nations=[{"id": "GER", "cev": "2"}])
    assert attack_of(s, fight(s, "1411"), "G-5le") == 40
    s.interdicted = ((ALLIED, p("1410"), 2),)
    assert attack_of(s, fight(s, "1411"), "G-5le") == 36


@rule("tigercubs", "7.E.1.a.iv", "7.E.1.a-n", "7.E.1")
def test_an_overrun_at_seven_to_one_costs_eleven_points() -> None:
    units = ("G-15Pz", "G-PzR5", "G-MG8", "G-K15")
    s = position({**dict.fromkeys(units, "1410"), "B-1NF": "1409"}, frame=MovementPhase(AXIS))
    s.phasing = AXIS
    s = settled(s)
    s.begin(Move(AXIS, tuple(sorted([u(name) for name in units])), 0))
    s = play(settled(s), "overrun 1409", dice=[65])  # 39 × 0.75 against 4
    overrun = s.frames[-1]
    assert isinstance(overrun, Overrun)
    assert (overrun.odds, overrun.owed) == (7, 11 * 2)  # 65 % of 16 is 10.4
    s = play(s, "pay G-15Pz")  # its reduced side: 12 points
    assert s.reduced[u("G-15Pz")]
    assert s.where[u("B-1NF")] == DEAD
    assert asked(s)[1] == "Move"


@rule("tigercubs", "8.B.5.c", "8.B.5.d")
def test_four_factors_at_long_range_and_ten_hexes_extended() -> None:
    s = full(position({}, air={"b-14": "DEL"}), "b-14")
    assert payload(s, "airbase", "BEN", "b-14") == 1
    assert reaches(E, a("a-II2"))[EXTENDED] == 15


@rule("tigercubs", "8.E.1.b.iv", "11.C.1.a.i")
def test_fourteen_points_of_aa_in_seven_hexes() -> None:
    around = [E.map.ids[n] for n in E.around[p("1610")]]
    batteries = dict(zip(("B-13L", "B-1L", "B-2H", "B-4AA"), around, strict=False))
    s = position(batteries, air={"a-II2": "1106"})
    s = altered(s, units=[{"id": id, "aa": n} for id, n in (("B-13L", "3"), ("B-1L", "3"), ("B-2H", "3"), ("B-4AA", "5"))])
    f = flight(s, "bai", "1610", AXIS)
    found = guns(s, f)
    assert found.light + found.heavy == 14
    assert factor(s, f, a("a-II2"), found).total == 2


@rule("tigercubs", "9.B.4", "9.I.1")
def test_german_cavalry_into_woods_and_across_a_fortified_hexside() -> None:
    cavalry = [{"id": "I-Meh", "nation": "GER", "attack": "5", "bracketed": ""}]
    at = {"I-Meh": "1409", "B-22G": "1410"}
    s = altered(field(at, AXIS), units=cavalry, hexes=[{"id": "1410", "terrain": "woods"}])
    assert attack_of(s, fight(s, "1410"), "I-Meh") == Fraction(9375, 1000)  # 5 × 1.5 × 1.25
    s = altered(field(at, AXIS), units=cavalry, hexes=[{"id": "1410", "terrain": "woods", "fort": "unimproved"}])
    assert attack_of(s, fight(s, "1410"), "I-Meh") == Fraction(234375, 100000)  # and × 0.25


@rule("tigercubs", "9.B.5", "9.B.5.a", "9.B.5.b")
def test_four_hexsides() -> None:
    sides = [("1409", "major_river"), ("1411", "minor_river"), ("1310", "wooded_hill")]
    at = dict(zip(("G-SR104", "G-SR115", "G-K15", "G-MG8"), ("1409", "1411", "1310", "1510"), strict=True))
    found = {}
    for agreed in (0, AVERAGED, DRAWN):
        s = field({**at, "B-22G": "1410"}, AXIS, hexsides=agreed)
        s = altered(s, hexsides=[{"a": min(n, "1410"), "b": max(n, "1410"), "kind": kind, "source": "a test"} for n, kind in sides])
        dice = ScriptedDice([-2]) if agreed == DRAWN else NoDice()
        found[agreed] = hexside_drm(s, fight(s, "1410"), dice)
    assert found == {0: -2, AVERAGED: -1, DRAWN: -2}


@rule("tigercubs", "10.B.1.b.iv", "10.B.1.b")
def test_fighters_that_keep_their_bombs_halve_their_attack_and_round_it_up() -> None:
    s = position({}, air={"a-155": "1106"})
    f = flight(s, "airbase", "1807", AXIS, bombers=(a("a-155"),))
    assert attack(s, f, a("a-155")).exact == 3  # half of 5


@rule("tigercubs", "7.C.1.e", "6.3.d")
def test_half_a_rating_in_reaction_is_rounded_down() -> None:
    s = altered(position({"B-22G": "1410"}), units=[{"id": "B-22G", "movement": "9"}])
    assert allowance(s, u("B-22G"), IN_REACTION) == 4 * MP


@rule("tigercubs", "13.H.1.c", "13.H.1.b.ii", "13.H.1.b.iii", "13.G.3")
def test_a_unit_survives_one_turn_of_isolation_and_collapses_in_the_next() -> None:
    ring = {"B-18C": "0905", "G-15Pz": "1005", "I-Bre": "0805", "I-Pav": "0906"}
    s = position(ring, states={"B-18C": "U1"}, frame=InitialPhase(ALLIED))
    s.frames[-1].at = 3
    s = settled(s, dice=[3])
    assert supply_state(s, u("B-18C")) == U2
    s = position(ring, states={"B-18C": "U2"}, frame=InitialPhase(ALLIED))
    s.frames[-1].at = 3
    s = settled(s, dice=[8])
    assert s.where[u("B-18C")] == DEAD


@rule("tigercubs", "13.I.2.e", "13.I.2.c")
def test_four_armour_points_in_general_supply() -> None:
    for armed, points, cev in ((True, 4, Fraction(13, 10)), (False, 2, Fraction(3, 4))):
        s = altered(field({"B-7AD": "1409", "G-SR104": "1410"}, armed=armed), nations=[{"id": "UK", "cev": "1.3"}])
        f = fight(s, "1410")
        assert shock_points(s, f, f.attackers) == points
        assert attack_of(s, f, "B-7AD") == 18 * cev


@rule("tigercubs", "13.P.2.a-b", "X-6")
def test_fifteen_transport_wings_for_an_lp() -> None:
    s = position({}, air={"a-zbV": "BEN"})
    wing = hold(s, (a("a-zbV"),), p("0905"))  # normal range
    assert lp_weight(s, 3) == 15 * wing
    assert lp_weight(s, 1) == 6 * wing


@rule("tigercubs", "13.Q.3.a.i", "13.Q.2.c")
def test_half_a_wing_of_fighters_and_half_of_dive_bombers_cost_one_gsp() -> None:
    s = position({}, air={"a-7J26": "CRE", "a-96": "CRE"}, frame=InitialPhase(AXIS))
    s.phasing, s.frames[-1].at = AXIS, 3
    s.gsp[p("CRE")] = 2 * GSP
    s = play(settled(s), "done", "fuel a-7J26 CRE", "fuel a-96 CRE")
    assert s.gsp[p("CRE")] == GSP
    assert "fuel a-7J26 CRE" not in offered(s)
