"""5.A.9, 9.B, 9.C, 9.I, 9.L: what a force is worth, the odds, and what is added to the die."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.data import changes_of
from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.tally import Term
from sandtable.titles.tigercubs.combat_modifiers import (
    anti_tank_points,
    armour_points,
    band,
    guns,
    hexside_drm,
    modifiers,
    resistance,
    shock_points,
)
from sandtable.titles.tigercubs.combat_odds import combat_odds, odds_of, result_of, roll_column
from sandtable.titles.tigercubs.combat_strength import attack_terms, product
from sandtable.titles.tigercubs.edition import load
from sandtable.titles.tigercubs.kinds import CONTINGENTS, FIVE_DAY
from sandtable.titles.tigercubs.state import AA_MODE, AT_MODE, AVERAGED, DRAWN, FIRED_AA, State, renew_caches
from tests.kit import asked, offered, play, rule, settled, told, why_not
from tests.titles.tigercubs.fights import attack_of, defence_of, field, fight, line, totals
from tests.titles.tigercubs.position import E, p, u

GERMAN, ITALIAN = CONTINGENTS.index("German"), CONTINGENTS.index("Italian")


def odds_name(column: int) -> str:
    return E.names.text("odds", column)


# 5.A.9 CEV


@rule("tigercubs", "5.A.9", "5.A.9.d.i", "9.B.2", "9.C.5-b", "13.I.2.b")
def test_each_nation_defends_with_its_own_efficiency() -> None:
    s = field({"G-15Pz": "1407", "I-61": "1407", "B-4ID": "1408"}, armed=False)
    f = fight(s, "1407")
    assert defence_of(s, f, "G-15Pz") == 30
    assert defence_of(s, f, "I-61") == Fraction(4 * 7 * 3, 40)  # a minority: three quarters
    assert totals(s, f)[1] == Fraction(321, 10)
    assert anti_tank_points(s, f.defenders) == 4


@rule("tigercubs", "5.A.9.b.i", "13.I.1.a", "13.I.1.b", "13.I.2.a", "5.A.9.b.ii")
def test_an_attack_without_offensive_supply_has_three_quarters_at_most() -> None:
    at = {"I-Bre": "1408", "G-5le": "1308", "B-4ID": "1407"}
    poor, rich = field(at, AXIS, armed=False), field(at, AXIS)
    assert attack_of(poor, fight(poor, "1407", "I-Bre"), "I-Bre") == Fraction(8 * 7, 10)
    assert attack_of(poor, fight(poor, "1407", "G-5le"), "G-5le") == Fraction(20 * 3, 4)
    assert attack_of(rich, fight(rich, "1407", "G-5le"), "G-5le") == 30
    allied = field({"B-4ID": "1408", "G-15Pz": "1407"}, armed=False)
    assert attack_of(allied, fight(allied, "1407"), "B-4ID") == Fraction(14 * 3, 4)


@rule("tigercubs", "5.A.9.d.ii", "5.A.9.d.iii", "5.A.9.d.iv")
def test_interdiction_lowers_the_efficiency_of_the_other_side() -> None:
    s = field({"G-15Pz": "1407", "B-4ID": "1408"})
    f = fight(s, "1407")
    s.interdicted = ((ALLIED, p("1407"), 1),)
    assert (defence_of(s, f, "G-15Pz"), attack_of(s, f, "B-4ID")) == (20 * Fraction(1425, 1000), 14)
    s.interdicted = ((ALLIED, p("1407"), 2),)
    assert defence_of(s, f, "G-15Pz") == 20 * Fraction(135, 100)
    s.interdicted = ((AXIS, p("1408"), 1),)
    assert (defence_of(s, f, "G-15Pz"), attack_of(s, f, "B-4ID")) == (30, 14 * Fraction(95, 100))


@rule("tigercubs", "5.A.9.a", "5.A.9")
def test_twenty_german_points_against_ten() -> None:
    s = field({"G-5le": "1410", "B-4AB": "1411"}, AXIS)
    f = fight(s, "1411")
    assert totals(s, f) == (30, 10)
    odds = combat_odds(s, f)
    assert (odds_name(odds.column), odds.better) == ("3:1", 0)


@rule("tigercubs", "5.A.9.d.v", "5.A.9.d.iv", "8.E.1.b.ii.2")
def test_twenty_points_at_two_with_interdiction_of_level_two() -> None:
    s = field({"G-5le": "1410", "B-4AB": "1411"}, AXIS)
    s.edition = load(changes_of({"nations": [{"id": "GER", "cev": "2"}]}))  # as in the book's example, which is of another theatre
    renew_caches(s)
    assert attack_of(s, fight(s, "1411"), "G-5le") == 40
    s.interdicted = ((ALLIED, p("1410"), 2),)
    assert attack_of(s, fight(s, "1411"), "G-5le") == 36


@rule("tigercubs", "13.H.1", "13.H.1.a.i", "13.H.1.a.ii", "13.H.1.b.i", "13.H.1.b.ii", "13.H.1.b.iii")
def test_what_is_left_of_strength_out_of_supply() -> None:
    at = {"G-15Pz": "1407", "B-4ID": "1408"}
    shares = {"E1": (Fraction(1, 2), Fraction(1)), "E2": (Fraction(1, 4), Fraction(1, 2)), "U1": (Fraction(1, 2), Fraction(1, 2)),
              "U2": (Fraction(1, 4), Fraction(1, 2)), "U3": (Fraction(0), Fraction(1, 4))}  # fmt: skip
    for state, (attack, defence) in shares.items():
        s = field(at, states={"G-15Pz": state, "B-4ID": state})
        f = fight(s, "1407")
        assert defence_of(s, f, "G-15Pz") == 30 * defence, state
        assert attack_of(s, f, "B-4ID") == 14 * Fraction(3, 4) * attack, state  # besides what General Supply alone means
        assert combat_odds(s, f).better == 0, state


@rule("tigercubs", "13.H.1.b.iii", "9.H.1")
def test_a_unit_without_strength_for_want_of_supply_does_not_attack() -> None:
    s = settled(field({"G-15Pz": "1407", "B-4ID": "1408", "B-22G": "1408"}, states={"B-4ID": "U3"}))
    assert why_not(s, "attack B-4ID 1407").rule == "9.H.1"
    assert why_not(play(s, "attack B-22G 1407"), "attack B-22G 1407").rule == "9.C.3"


@rule("tigercubs", "2.A", "13.H.1.a.i")
def test_fractions_are_kept() -> None:
    s = field({"G-PzJ39": "1408", "B-4ID": "1407"}, AXIS, states={"G-PzJ39": "E1"})
    terms = attack_terms(s, fight(s, "1407"), u("G-PzJ39"), ())
    assert product(terms[:2]) == Fraction(1, 4)  # (1) is a half, and halved
    assert attack_of(s, fight(s, "1407"), "G-PzJ39") == Fraction(3, 16)  # times 0.75


# 4.A.1 Field works


@rule("tigercubs", "4.A.1", "4.A.1.a", "4.A.1.b", "4.A.1.c", "4.A.1.d")
@pytest.mark.parametrize(
    ("level", "drm", "share", "armour", "guns"),
    [(1, -1, 1, 4, 6), (2, -1, Fraction(3, 4), 4, 6), (3, -2, Fraction(3, 4), 2, 24), (4, -2, Fraction(1, 2), 2, 24)],
)
def test_levels_of_field_works(level: int, drm: int, share: Fraction, armour: int, guns: int) -> None:
    s = field({"B-7AD": "1409", "B-22G": "1409", "B-7Md": "1409", "G-SR104": "1410"}, works={"1410": level})
    f = fight(s, "1410")
    assert line(s, f, "4.A.1") == drm
    assert attack_of(s, f, "B-22G") == 8 * share
    assert shock_points(s, f, f.attackers) == armour
    assert attack_of(s, f, "B-7Md") == guns * share  # heavy artillery: four times against major works


@rule("tigercubs", "19.B-11-b", "9.L.4.a.i", "9.L.5.b.ii.1")
def test_a_town_is_no_city() -> None:
    s = field({"B-7Md": "1408", "B-11I": "1408", "B-SM": "1408", "G-15Pz": "1407"}, works={"1407": 2})
    assert (E.city[p("1407")].id, E.city[p("0905")].id) == ("town", "minor_city")
    f = fight(s, "1407")
    assert attack_of(s, f, "B-7Md") == 6 * Fraction(3, 4)  # not three times
    half = field({"G-Pi33": "1408", "G-SR104": "1408", "B-22G": "1407"}, AXIS, works={"1407": 2})
    assert line(half, fight(half, "1407"), "9.L.4.b") == 0  # half an SP of engineers is not doubled
    city = field({"G-Pi33": "0906", "G-SR104": "0906", "B-18A": "0905"}, AXIS)
    city.reduced_forts = (p("0905"),)
    assert line(city, fight(city, "0905"), "9.L.4.b") == 1


# 9.B.1, 9.I Ground


@rule("tigercubs", "9.B.1", "9.I.1", "2.B")
def test_ground_multiplies_the_attack() -> None:
    s = field({"B-4ID": "1508", "G-15Pz": "1407"}, works={"1407": 2})
    assert attack_of(s, fight(s, "1407"), "B-4ID") == 14 * Fraction(3, 4) * Fraction(3, 4)
    hills = field({"G-5le": "0204", "B-22G": "0203"}, AXIS)
    f = fight(hills, "0203")
    assert attack_of(hills, f, "G-5le") == 30 * Fraction(3, 4)
    assert modifiers(hills, f)[0] == Term(-1, "9.I.1", "hills")


@rule("tigercubs", "5.A.3.b-b", "9.L.3")
def test_columns_of_the_chart() -> None:
    s = field({"I-Bre": "1508", "B-22G": "1407"}, AXIS)
    assert attack_of(s, fight(s, "1407"), "I-Bre") == Fraction(8 * 7, 10)  # semi-motorised: as others, not × 3/4
    allied = field({"B-7Md": "1508", "B-11I": "1508", "G-15Pz": "1407"})
    f = fight(allied, "1407")
    assert attack_of(allied, f, "B-7Md") == 6  # motorised artillery takes the better column
    assert attack_of(allied, f, "B-11I") == 6 * Fraction(3, 4)


@rule("tigercubs", "4.A.2", "9.B.5", "2.B")
def test_a_printed_fort_on_every_side_until_it_is_reduced() -> None:
    s = field({"B-22G": "1307", "G-SR104": "1406"})
    f = fight(s, "1406")
    assert (attack_of(s, f, "B-22G"), line(s, f, "9.B.5")) == (4, -1)
    s.reduced_forts = (p("1406"),)
    assert (attack_of(s, f, "B-22G"), line(s, f, "9.B.5")) == (8, 0)
    tobruk = field({"G-5le": "0805", "B-18A": "0905"}, AXIS)
    f = fight(tobruk, "0905")
    assert line(tobruk, f, "9.B.5") == -2  # wadi and fort: the worse alone
    assert line(tobruk, f, "9.I.1") == -1  # and the city
    assert attack_of(tobruk, f, "G-5le") == Fraction(30, 4)


@rule("tigercubs", "8.E.1.c-b")
def test_close_support_meets_works_and_a_common_hexside() -> None:
    s = field({"B-4ID": "1508", "G-15Pz": "1407"}, works={"1407": 2})
    f = fight(s, "1407", support=(6, 4, 1, 1))
    attack, defence = totals(s, f)
    assert attack - attack_of(s, f, "B-4ID") == Fraction(6 * 3, 4)  # works; an escarpment does not touch the "other" column
    assert defence == 30 + 4
    fort = field({"B-22G": "1307", "B-4ID": "1306", "G-SR104": "1406"})
    assert totals(fort, fight(fort, "1406", "B-22G", support=(8, 0, 1, 0)))[0] == 4 + 8 * Fraction(1, 2)
    f = fight(fort, "1406", support=(8, 0, 1, 0))
    assert totals(fort, f)[0] - attack_of(fort, f, "B-22G") - attack_of(fort, f, "B-4ID") == 8  # different sides: none counts


# 9.B.5 Several hexsides


def both_sides(**more: Any) -> State:
    return field({"B-4ID": "1508", "B-22G": "1408", "G-15Pz": "1407"}, **more)


@rule("tigercubs", "9.B.5")
def test_only_the_greatest_of_the_hexsides_counts() -> None:
    s = both_sides()
    assert hexside_drm(s, fight(s, "1407"), NoDice()) == -1
    assert hexside_drm(s, fight(s, "1407", "B-22G"), NoDice()) == 0


@rule("tigercubs", "9.B.5.a")
def test_hexsides_averaged_by_agreement() -> None:
    s = both_sides(hexsides=AVERAGED)
    f = fight(s, "1407")
    assert [hexside_drm(s, f, ScriptedDice([n])) for n in (1, 50, 51, 100)] == [-1, -1, 0, 0]
    s = field({"B-4ID": "1508", "B-22G": "1408", "B-11I": "1308", "G-15Pz": "1407"}, hexsides=AVERAGED)
    f = fight(s, "1407")  # one of three: a third is 33 in a hundred
    assert [hexside_drm(s, f, ScriptedDice([n])) for n in (33, 34)] == [-1, 0]


@rule("tigercubs", "9.B.5.b")
def test_a_hexside_at_random_by_agreement() -> None:
    s = both_sides(hexsides=DRAWN)
    f = fight(s, "1407")
    assert [hexside_drm(s, f, ScriptedDice([n])) for n in (-1, 0)] == [-1, 0]


# 9.B.3 Odds


@rule("tigercubs", "9.B.3", "2.C.1.c")
def test_thirty_four_to_nine() -> None:
    s = field({})
    odds = odds_of(s, 34, 9)
    assert (odds_name(odds.column), odds.better, odds.ratio) == ("3:1", 77, Fraction(377, 100))  # cut, not rounded
    assert [odds_name(roll_column(s, odds, ALLIED, ScriptedDice([n]))) for n in (1, 77, 78, 100)] == ["4:1", "4:1", "3:1", "3:1"]


@rule("tigercubs", "9.B.3-b")
def test_odds_below_even() -> None:
    s = field({})
    odds = odds_of(s, 28, 38)
    assert odds.ratio == Fraction(135, 100)
    assert [odds_name(roll_column(s, odds, ALLIED, ScriptedDice([n]))) for n in (65, 66)] == ["1:1", "1:2"]
    assert [odds_name(odds_of(s, n, 12).column) for n in (12, 6, 4, 3)] == ["1:1", "1:2", "1:3", "1:4"]


@rule("tigercubs", "9.B.3", "9.C.6", "9.C.7")
def test_exact_and_extreme_odds_take_no_roll() -> None:
    s = field({})
    for attack, defence, name in (
        (27, 9, "3:1"),
        (112, 10, "9:1"),
        (9, 1, "9:1"),
        (1, 6, "1:4"),
        (5, 0, "9:1"),
        (3001, 1000, "3:1"),
    ):
        odds = odds_of(s, attack, defence)
        assert (odds_name(odds.column), odds.better) == (name, 0), (attack, defence)
    assert odds_name(odds_of(s, Fraction(899, 100), 1).column) == "8:1"


@rule("tigercubs", "13.I.2.c")
def test_an_attack_in_general_supply_takes_the_lower_column() -> None:
    s = field({"B-22G": "1408", "B-11I": "1408", "G-SR104": "1407"})
    f = fight(s, "1407")
    assert combat_odds(s, f).better == 33  # 14 : 6
    s.offensive[u("B-11I")] = 0
    mixed = combat_odds(s, f)  # 8 + 6 × 0.75 = 12.5 : 6
    assert (odds_name(mixed.column), mixed.better, mixed.ratio) == ("2:1", 0, Fraction(208, 100))
    s = field({"B-22G": "1408", "G-SR104": "1407", "G-K15": "1407"}, armed=False)
    below = combat_odds(s, fight(s, "1407"))  # 6 : 9
    assert (odds_name(below.column), below.better) == ("1:2", 0)


@rule("tigercubs", "9.B.6", "9.C.8")
def test_the_table_and_its_ends() -> None:
    s = field({})
    names = E.names.texts
    three = names["odds"].index("3:1")
    assert names["result"][result_of(s, three, 6)] == "DR"
    assert result_of(s, three, 17) == result_of(s, three, 15)
    assert result_of(s, 0, -9) == result_of(s, 0, -4) == names["result"].index("AE")


# 9.C.5 Contingents


@rule("tigercubs", "9.C.5", "2.E.1", "2.E.1-b")
def test_minorities_attack_at_half() -> None:
    at = {"G-5le": "1408", "I-Ari": "1408", "B-4ID": "1407"}
    s = field(at, AXIS)
    assert totals(s, fight(s, "1407", minority=ITALIAN))[0] == 30 + Fraction(12 * 7, 20)
    assert totals(s, fight(s, "1407", minority=GERMAN))[0] == 15 + Fraction(12 * 7, 10)
    s = field({"G-SR104": "1408", "I-Ari": "1408", "B-4ID": "1407"}, AXIS)
    assert totals(s, fight(s, "1407"))[0] == Fraction(4 * 3, 4) + Fraction(12 * 7, 10)  # more SP are Italian
    allied = field({"B-Pol": "1408", "B-18A": "1408", "G-15Pz": "1407"})
    assert totals(allied, fight(allied, "1407"))[0] == 8 + Fraction(88, 10)  # one contingent


@rule("tigercubs", "9.C.5")
def test_the_owner_names_the_minority_on_a_tie() -> None:
    s = settled(field({"G-5le": "1408", "I-Ari": "1308", "B-4ID": "1407"}, AXIS))
    s = play(s, "assault 1407", "declared")
    assert why_not(s, "minority UK").rule == "9.C.5"
    tied = play(s, "minority GER")
    assert tied.frames[-1].minority == GERMAN  # type: ignore[attr-defined]
    assert play(s, "minority ITA").frames[-1].minority == ITALIAN  # type: ignore[attr-defined]


# 9.H, 5.A.2 Weak units


@rule("tigercubs", "5.A.2-b", "9.H.2", "5.A.2")
def test_ratings_of_one_in_brackets() -> None:
    s = field({"I-Meh": "1407", "B-LRDG": "1408", "B-11H": "1408"})
    assert defence_of(s, fight(s, "1407", "B-LRDG"), "I-Meh") == Fraction(7, 10)
    assert defence_of(s, fight(s, "1407", "B-11H"), "I-Meh") == Fraction(35, 100)
    both = fight(s, "1407", "B-LRDG", "B-11H")
    assert defence_of(s, both, "I-Meh") == Fraction(35, 100)  # others attack as well
    s = field({"G-PzJ39": "1408", "B-4ID": "1407"}, AXIS)
    assert attack_of(s, fight(s, "1407"), "G-PzJ39") == Fraction(3, 4)
    s = field({"G-PzJ39": "1408", "B-LRDG": "1407", "H-WDF": "1407"}, AXIS)
    assert attack_of(s, fight(s, "1407"), "G-PzJ39") == Fraction(3, 2)  # headquarters do not fight


# 9.L.1 Armour and anti-tank


@rule("tigercubs", "9.L.1.a.i", "9.L.1.a.ii", "9.L.1.a.iii", "9.L.1.a.iv", "9.L.1.a.vii.1", "9.L.1.a.viii")
@pytest.mark.parametrize(
    ("unit", "armour", "anti_tank"),
    [("B-7AD", 4, 4), ("B-4AB", 4, 4), ("G-PzJ605", Fraction(1, 4), Fraction(1, 2)), ("B-11H", Fraction(3, 8), Fraction(1, 4)),
     ("B-65", 0, Fraction(1, 4)), ("B-7Md", 0, 0), ("B-22G", 0, 0)],
)  # fmt: skip
def test_points_of_the_arms(unit: str, armour: Fraction, anti_tank: Fraction) -> None:
    s = field({unit: "1407"})
    assert (armour_points(s, (u(unit),)), guns(s, u(unit))) == (armour, anti_tank)


@rule("tigercubs", "9.L.1.a.v", "9.L.1.a.vi")
def test_arms_of_which_no_unit_is_in_play() -> None:
    arms = {row.id: (row.armour, row.anti_tank) for row in E.arm_rows}
    assert arms["special_armour"] == (Fraction(1, 4), Fraction(1, 2))
    assert arms["mech_infantry"] == (Fraction(1, 4), Fraction(3, 4))
    assert not {t.arm for t in E.type} & {"special_armour", "mech_infantry"}


@rule("tigercubs", "9.L.1.a.vii.2", "11.A.1.a.i", "11.A.1.a.i-b")
def test_heavy_aa_against_tanks() -> None:
    s = field({"G-Fl33": "1407", "B-7AD": "1408"})
    s.mode[u("G-Fl33")] = AT_MODE
    f = fight(s, "1407")
    assert (guns(s, u("G-Fl33")), defence_of(s, f, "G-Fl33")) == (Fraction(1, 2), Fraction(3, 2))  # artillery alone: half
    s.mode[u("G-Fl33")] = AA_MODE
    assert guns(s, u("G-Fl33")) == 0


@rule("tigercubs", "11.A.1.a.i-b")
def test_the_owner_names_the_mode_when_tanks_come() -> None:
    at = {"G-Fl33": "1407", "G-SR104": "1407", "B-7AD": "1408", "B-22G": "1308"}
    s = play(settled(field(at)), "attack B-7AD 1407", "declared")
    assert asked(s) == (AXIS, "Modes")
    assert offered(s) == ["at_aircraft G-Fl33", "at_tanks G-Fl33"]
    assert why_not(s, "at_tanks G-SR104").rule == "11.A.1.a.i-b"
    aimed = play(s, "at_tanks G-Fl33")
    assert aimed.mode[u("G-Fl33")] == AT_MODE
    assert told(aimed, "at_mode") == [(u("G-Fl33"),)]
    assert asked(aimed) == (ALLIED, "Combat")
    set_before = field(at)
    set_before.mode[u("G-Fl33")] = AA_MODE
    kept = play(settled(set_before), "attack B-7AD 1407", "declared")
    assert asked(kept) == (ALLIED, "Combat")  # it keeps its mode for the player turn
    few = field({"G-Fl33": "1407", "G-SR104": "1407", "B-7AB": "1408"})  # two points: no gun has an effect on so few
    assert asked(play(settled(few), "attack B-7AB 1407", "declared")) == (ALLIED, "Combat")
    foot = play(settled(field(at)), "attack B-22G 1407", "declared")
    assert why_not(foot, "at_tanks G-Fl33").rule == "11.A.1.a.i-b"  # no tanks: it is not asked


@rule("tigercubs", "11.A.1.a.ii")
def test_heavy_aa_that_fired_at_aircraft_by_the_option() -> None:
    for agreed, defence, attack in ((False, 3, 3), (True, Fraction(3, 2), 0)):
        s = field({"G-Fl33": "1407", "G-SR104": "1407", "B-7AD": "1408"}, heavy_aa=agreed)
        s.did[u("G-Fl33")] = FIRED_AA
        assert defence_of(s, fight(s, "1407"), "G-Fl33") == defence
        s = field({"G-Fl33": "1407", "G-SR104": "1407", "B-7AD": "1408"}, AXIS, heavy_aa=agreed)
        s.did[u("G-Fl33")] = FIRED_AA
        assert attack_of(s, fight(s, "1408"), "G-Fl33") == attack


@rule("tigercubs", "9.L.1.b", "9.L.1.b.i", "9.L.1.b.ii", "9.L.1.b.iii", "9.L.1.b.iv", "13.I.1.c")
def test_bands_of_armour_shock() -> None:
    s = field({"B-11H": "1408", "B-7AB": "1308", "G-SR104": "1407"})
    assert [band(s, Fraction(n)) for n in ("0", "3/8", "1", "5", "23/4", "6", "67/8", "10", "21/2", "11", "12", "13", "14")] == [
        0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4,
    ]  # fmt: skip
    assert line(s, fight(s, "1407", "B-11H"), "9.L.1.b") == 1  # below 1 counts as 1
    assert line(s, fight(s, "1407", "B-7AB"), "9.L.1.b") == 1
    s = field({"B-7AD": "1408", "B-4AB": "1408", "B-11H": "1408", "G-SR104": "1407"})
    f = fight(s, "1407")
    assert (shock_points(s, f, f.attackers), line(s, f, "9.L.1.b")) == (Fraction(67, 8), 2)


@rule("tigercubs", "9.L.1.b", "9.L.1.c")
def test_ground_weakens_armour_shock_but_not_what_guns_count() -> None:
    s = field({"B-7AD": "1508", "B-4AB": "1408", "G-15Pz": "1407"})
    f = fight(s, "1407")
    assert shock_points(s, f, f.attackers) == 2 + 4  # each by the side it crosses
    assert armour_points(s, f.attackers) == 8
    assert line(s, f, "9.L.1.c") == -1
    s.works = {p("1407"): 3}
    assert shock_points(s, f, f.attackers) == 3
    tobruk = field({"G-15Pz": "0906", "B-18A": "0905"}, AXIS)
    f = fight(tobruk, "0905")
    assert shock_points(tobruk, f, f.attackers) == line(tobruk, f, "9.L.1.b") == 0


@rule("tigercubs", "13.I.2.e", "13.H.1.a.i", "13.H.1.b.i", "13.H.1.a.ii")
def test_supply_weakens_armour_shock() -> None:
    at = {"B-7AD": "1408", "B-4AB": "1408", "G-SR104": "1407"}
    s = field(at, armed=False)
    f = fight(s, "1407")
    assert shock_points(s, f, f.attackers) == 4
    assert line(s, f, "9.L.1.b") == 1
    for state, left in (("E1", 0), ("U1", 0), ("E2", 0)):
        s = field(at, states={"B-7AD": state, "B-4AB": state})
        assert line(s, fight(s, "1407"), "9.L.1.b") == left
    s = field(at, states={"B-4AB": "E1"})
    assert line(s, fight(s, "1407"), "9.L.1.b") == 1  # 4 points in supply still give +1
    axis = field({"G-15Pz": "1408", "B-22G": "1407"}, AXIS, states={"G-15Pz": "E1"})
    assert line(axis, fight(axis, "1407"), "9.L.1.b") == 0


@rule("tigercubs", "9.L.1.c.i", "9.L.1.c.ii", "9.L.1.c.iii", "9.L.1.d")
def test_bands_of_anti_tank_effect() -> None:
    s = field({})
    for points, armour, drm in (
        ("9/2", "67/8", -1), ("9/2", "2", 0), ("1", "20", 0), ("3/2", "20", 0), ("2", "3", -1), ("6", "20", -2), ("6", "67/8", -1),
        ("12", "9", -2), ("13", "8", -2), ("13", "12", -3), ("13", "13", -4), ("5", "40", -1),
    ):  # fmt: skip
        assert resistance(s, Fraction(points), Fraction(armour)) == drm, (points, armour)
    assert band(s, Fraction(20)) + resistance(s, Fraction(6), Fraction(20)) == 2  # the worked example


@rule("tigercubs", "13.H.1.b.i", "13.H.1.b.ii", "9.L.1.c")
def test_supply_weakens_the_guns() -> None:
    at = {"B-7AD": "1408", "G-15Pz": "1407"}
    positions = [field(at), *[field(at, states={"G-15Pz": x}) for x in ("E1", "U1", "U2")]]
    assert [line(s, fight(s, "1407"), "9.L.1.c") for s in positions] == [-1, -1, 0, 0]


@rule("tigercubs", "9.L.1.e", "9.L.1.e-b")
def test_armour_in_defence() -> None:
    def ade(at: dict[str, str], side: int = ALLIED, **more: Any) -> int:
        s = field(at, side, **more)
        return line(s, fight(s, "1407"), "9.L.1.e")

    foot = {"B-22G": "1408"}
    assert ade({"G-PzR8": "1407", "G-SR104": "1407", **foot}) == -1
    assert ade({"G-PzR8": "1407", **foot}) == 0  # exactly 1 SP needs company
    assert ade({"G-PzR8": "1407", "G-I75": "1407", **foot}) == 0  # support is none
    assert ade({"G-15Pz": "1407", **foot}) == -1
    assert ade({"G-15Pz": "1407", "B-7AD": "1408"}) == 0  # the guns have their effect instead
    assert ade({"I-Ari": "1407", **foot}) == 0  # Italy does not qualify
    assert ade({"G-15Pz": "1407", **foot}, states={"G-15Pz": "E2"}) == 0
    assert ade({"B-4AB": "1407", "G-SR104": "1408"}, AXIS, reduced=("B-4AB",)) == -1  # heavy tanks count twice
    assert ade({"G-AA33": "1407", "G-AA3": "1407", "G-SR104": "1407", **foot}) == -1  # light armour: 1 SP and 1 of others
    assert ade({"G-AA33": "1407", "G-SR104": "1407", "G-SR115": "1407", **foot}) == 0  # half an SP
    marsh = field({"G-15Pz": "1607", "B-22G": "1608"})
    assert E.terrain[p("1607")].id == "salt_marsh"
    assert line(marsh, fight(marsh, "1607"), "9.L.1.e") == 0  # no ground for tanks


# 9.L.2, 9.L.5 Machine guns and artillery


@rule("tigercubs", "9.L.2")
def test_machine_guns_against_infantry() -> None:
    s = field({"G-MG8": "1407", "B-9A": "1408", "B-7AD": "1308", "B-11H": "1408"})
    assert defence_of(s, fight(s, "1407", "B-9A"), "G-MG8") == 9
    assert defence_of(s, fight(s, "1407", "B-7AD"), "G-MG8") == 6
    assert defence_of(s, fight(s, "1407", "B-9A", "B-7AD", "B-11H"), "G-MG8") == 9
    s = field({"G-Fla606": "1407", "B-18C": "1408", "B-7AB": "1408"})
    assert defence_of(s, fight(s, "1407"), "G-Fla606") == Fraction(3, 4)  # 0.5 of 2.5 SP: less than a quarter
    assert defence_of(s, fight(s, "1407", "B-18C"), "G-Fla606") == Fraction(9, 8)
    s = field({"G-MG8": "1407", "B-18C": "1408", "B-4AB": "1408", "B-11H": "1408", "B-7Md": "1408"}, reduced=("B-4AB",))
    assert defence_of(s, fight(s, "1407"), "G-MG8") == 9  # half an SP of two: a quarter; artillery does not count


@rule("tigercubs", "9.L.5", "9.L.5-b", "9.L.5.a.i", "9.L.5.a.ii", "9.L.5.a.iii", "9.L.5.b.i", "9.L.5.b.ii.3")
def test_artillery_alone_is_halved() -> None:
    s = field({"B-RHA": "1407", "G-15Pz": "1408"}, AXIS)
    assert defence_of(s, fight(s, "1407"), "B-RHA") == 3
    s = field({"B-RHA": "1407", "B-11I": "1407", "G-15Pz": "1408"}, AXIS)
    assert defence_of(s, fight(s, "1407"), "B-RHA") == 6
    s = field({"B-7Md": "1408", "B-11I": "1408", "G-15Pz": "1407"}, works={"1407": 2})
    assert attack_of(s, fight(s, "1407"), "B-7Md") == 6 * Fraction(3, 4)  # heavy artillery as printed
    assert {t.id for t in E.type if t.artillery} == {"heavy_aa", "field_artillery", "heavy_artillery"}


@rule("tigercubs", "9.L.5.b.ii.1", "9.L.5.b.ii.2", "9.L.5-b")
def test_heavy_artillery() -> None:
    s = field({"B-7Md": "1407", "B-11I": "1407", "G-SR104": "1406"})
    assert attack_of(s, fight(s, "1406"), "B-7Md") == 12
    s = field({"I-24A": "0906", "I-8B": "0906", "B-18A": "0905"}, AXIS)
    assert attack_of(s, fight(s, "0905"), "I-24A") == Fraction(28, 10)  # fort and city: four times, not twelve
    s.reduced_forts = (p("0905"),)
    assert attack_of(s, fight(s, "0905"), "I-24A") == 4 * 3 * Fraction(7, 10)
    s = field({"B-7Md": "1408", "B-11I": "1408", "G-15Pz": "1407"}, works={"1407": 3})
    assert attack_of(s, fight(s, "1407"), "B-7Md") == 6 * 4 * Fraction(3, 4)


# 9.L.4 Engineers, 9.K Concentric attack


@rule("tigercubs", "9.L.4", "9.L.4.a.i", "9.L.4.b", "9.H.1.a", "13.I.2.e", "12.B.3")
def test_engineers() -> None:
    def drm(at: dict[str, str], target: str, side: int = ALLIED, **more: Any) -> int:
        s = field(at, side, **more)
        return line(s, fight(s, target), "9.L.4.b")

    assert drm({"B-SM": "1408", "G-SR104": "1407"}, "1407", works={"1407": 2}) == 1
    assert drm({"B-SM": "1408", "G-SR104": "1407"}, "1407", works={"1407": 2}, armed=False) == 0  # halved
    assert drm({"B-SM": "1408", "G-SR104": "1407"}, "1407") == 0  # a town without works
    assert drm({"G-Pi33": "1408", "B-22G": "1407"}, "1407", AXIS, works={"1407": 1}) == 0
    assert drm({"G-Pi33": "1408", "B-22G": "1407"}, "1407", AXIS, works={"1407": 3}) == 1  # doubled
    assert drm({"G-Pi33": "0906", "B-18A": "0905"}, "0905", AXIS) == 1
    assert drm({"I-XXXII": "0906", "I-8B": "0906", "B-18A": "0905"}, "0905", AXIS) == 1  # without strength, but with skill
    assert drm({"B-SM": "1407", "G-SR104": "1406"}, "1406", armed=False) == 1


@rule("tigercubs", "9.K.1", "9.K.1.a", "9.K.1.b", "9.K.1.c")
def test_concentric_attacks() -> None:
    s = field({"B-22G": "1408", "B-11I": "1307", "B-4ID": "1508", "B-7AD": "1308", "G-15Pz": "1407"})

    def drm(*units: str) -> tuple[int, str]:
        term = next(t for t in modifiers(s, fight(s, "1407", *units)) if t.rule == "9.K.1")
        return int(term.value), term.what

    assert drm("B-22G", "B-11I") == (1, "concentric: sides apart")
    assert drm("B-4ID", "B-11I") == (1, "concentric: opposite sides")
    assert drm("B-4ID", "B-22G", "B-7AD") == (1, "concentric: three sides")
    assert drm("B-4ID", "B-22G")[0] == drm("B-22G")[0] == 0
    assert drm("B-4ID", "B-22G", "B-7AD", "B-11I")[0] == 1  # once only


@rule("tigercubs", "9.L", "19.B-32", "2.I.5", "2.I")
def test_the_worksheet_has_all_lines_at_both_scales() -> None:
    for scale in (0, FIVE_DAY):
        s = field({"B-7AD": "1408", "B-4AB": "1508", "B-SM": "1408", "G-15Pz": "1407"}, works={"1407": 2}, scale=scale)
        f = fight(s, "1407")
        rules = [term.rule for term in modifiers(s, f)]
        assert {"9.I.1", "4.A.1", "9.B.5", "9.L.1.b", "9.L.1.c", "9.L.1.e", "9.L.4.b", "9.K.1", "9.M.1.a"} <= set(rules)
        assert defence_of(s, f, "G-15Pz") == (300 if scale else 30)
