"""7.5.1.5 The five combat modifiers, with the examples of the rulebook."""

from __future__ import annotations

from sandtable.kernel.play import Event, options
from sandtable.kernel.tally import Exact
from sandtable.titles.theseus.face.handling import costs
from sandtable.titles.theseus.frames import Attack
from sandtable.titles.theseus.modifiers import (
    ANTI_TANK,
    TANK,
    DefendWith,
    NameTank,
    armour,
    attack_support,
    best,
    combat_modifier,
    defence_support,
    gun_value,
    hq_support,
    lead_formations,
    likely_choice,
    points_to_oppose,
    settle_modifiers,
    supporters,
    tank_value,
    terrain_bonus,
)
from sandtable.titles.theseus.state import State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.theseus.position import AX, CW, ONES, RULES, E, attack, fm, h, points, position, strength, u


def settled_attack(s: State, f: Attack, points: int = TANK) -> Attack:
    """With all choices of step G made; a defender who has the choice opposes these points."""
    settle_modifiers(s, f)
    if points in points_to_oppose(s, f):
        f.points, f.gun = points, -1
        settle_modifiers(s, f)
    return f


def against(s: State, side: int, formation: str, source: str, target: str, attackers: str, **more: int) -> Attack:
    from sandtable.titles.theseus.state import combat_units

    units = tuple(sorted([u(id) for id in attackers.split(", ")]))
    defenders = combat_units(s, h(target))
    return Attack(side, fm(formation), h(source), h(target), units, defenders, **more)  # type: ignore[arg-type]


def superiority(s: State) -> Exact:
    """The modifier for armour in the combat just fought."""
    tallies = [event.tally for event in s.log or () if isinstance(event, Event) and event.tally is not None]
    return sum([term.value for term in tallies[-1].terms if term.rule == "7.5.1.5-u"])


# The examples


@rule(RULES, "7.5.1.5-i", "7.5.1.5-p")
def test_example_a_hasty_attack_on_a_box() -> None:
    """I/8 on a Box held by tanks of 3 points, supported by a brigade: -2."""
    s = position({"I/8": "2614", "HQ-15Pz": "2615", "6 SA": "2514", "HQ-50": "2612", "69th": "2613"})
    s.formation[u("6 SA")] = fm("50")
    f = settled_attack(s, against(s, AX, "15Pz", "2614", "2514", "I/8"))
    assert tank_value(s, f) == 3
    assert gun_value(s, f) == 3
    assert [(t.value, t.rule) for t in combat_modifier(s, f).terms] == [(-2, "7.5.1.5-h")]
    assert combat_modifier(s, f).total == -2


@rule(RULES, "7.5.1.5-h", "7.5.1.5-x")
def test_example_b_regular_attack() -> None:
    """+2 failed retreat, +3 HQ, -1 support, +4 armour: +8."""
    at = {"3 RTR/4": "3626", "HQ-7Armd": "3625", "8": "3627", "IX": "3526", "HQ-Ari": "3527"}
    s = position(at)
    f = settled_attack(s, against(s, CW, "7Armd", "3626", "3627", "3 RTR/4", level=1, failed=True))
    assert sorted([t.value for t in combat_modifier(s, f).terms]) == [-1, 2, 3, 4]
    assert combat_modifier(s, f).total == 8


@rule(RULES, "7.5.1.5-g", "7.5.1.5-m")
def test_example_c_prepared_attack() -> None:
    """Support on both sides cancels (+1, -1), +6 HQ, -1 armour: +5."""
    at = {"I/5": "3626", "HQ-21Pz": "3625", "3 RTR/4": "3627", "KDG": "3726", "HQ-7Armd": "3727", "33": "3526", "HQ-15Pz": "3426"}
    s = position(at)
    f = settled_attack(s, against(s, AX, "21Pz", "3626", "3627", "I/5", level=2))
    assert (attack_support(s, f), hq_support(s, f), armour(s, f)) == (1, 6, -1)
    assert defence_support(s, f) == -1
    assert combat_modifier(s, f).total == 5


@rule(RULES, "7.5.1.5-u", "7.5.1.5-o", "7.5.1.5-q")
def test_the_four_armour_examples() -> None:
    plus3 = Attack(AX, fm("15Pz"), h("3626"), h("3627"), (u("II/8"),), (u("69th"),))
    s = position({"II/8": "3626", "69th": "3627"})
    assert armour(s, settled_attack(s, plus3)) == 3
    s = position({"155": "3626", "44 RTR": "3627"})
    minus4 = settled_attack(s, against(s, AX, "90Le", "3626", "3627", "155"))
    assert armour(s, minus4) == -4
    s = position({"I/8": "2614", "3 RTR/4": "2514"})
    minus3 = settled_attack(s, against(s, AX, "15Pz", "2614", "2514", "I/8"))
    assert armour(s, minus3) == -3
    s = position({"II/8": "3626", "115": "3626", "18 FLAK": "3626", "6 SA": "3627"})
    plus4 = settled_attack(s, against(s, AX, "15Pz", "3626", "3627", "II/8, 115, 18 FLAK"))
    assert armour(s, plus4) == 4
    no_riders = position({"II/8": "3626", "18 FLAK": "3626", "6 SA": "3627"})
    assert armour(no_riders, settled_attack(no_riders, against(no_riders, AX, "15Pz", "3626", "3627", "II/8, 18 FLAK"))) == 2


# Limits


@rule(RULES, "7.5.1.5-a")
def test_the_sum_and_the_roll_are_limited() -> None:
    at = {"3 RTR/4": "3626", "HQ-7Armd": "3625", "69th": "3627", "7th": "3726", "3rd Ind": "3526", "8 H/4": "3727", "KDG": "3527"}
    s = position({k: v for k, v in {**at, "27": "3627"}.items() if k != "69th"})
    f = settled_attack(s, against(s, CW, "7Armd", "3626", "3627", "3 RTR/4", level=2, failed=True))
    total = attack_support(s, f) + hq_support(s, f) + armour(s, f) + 2
    assert total > 12
    assert combat_modifier(s, f).total == 12
    from sandtable.kernel.dice import ScriptedDice
    from sandtable.titles.theseus.modifiers import roll_combat

    f.column = 11
    roll_combat(s, f, ScriptedDice([10]))  # row 20, not 22
    assert f.hits == (0, 0, 6, 1)


# A. Support


@rule(RULES, "7.5.1.5-b")
def test_supporting_units_take_no_results() -> None:
    at = {"Bays/2": "3626", "HQ-1Armd": "3625", "9 L/2": "3726", "27": "3627", "HQ-Pav": "3727"}
    s = play(position(at, active="1Armd", points=2), "attack Bays/2 3627", "escalate regular", dice=[*ONES, 3])
    assert attack(s).hits == (1, 0, 2, 0)
    assert strength(s, "9 L/2") == 4
    assert u("9 L/2") not in attack(s).attackers


@rule(RULES, "7.5.1.5-c", "7.5.1.5-f", "7.5.1.5-j")
def test_support_by_hexes() -> None:
    at = {"104": "3626", "HQ-21Pz": "3625", "69th": "3627", "3": "3726", "I/5": "3526"}
    s = position(at)
    f = against(s, AX, "21Pz", "3626", "3627", "104", level=1)
    assert attack_support(s, f) == 2
    s = position({**at, "I/8": "3526", "HQ-15Pz": "3425"})
    f.level = 2
    assert attack_support(s, f) == 4  # both kinds in one hex: once
    s = position({**at, "I/5": "3622", "I/8": "3526", "HQ-15Pz": "3425"})
    assert attack_support(s, f) == 3  # +2 and +1
    f.level = 1
    assert attack_support(s, f) == 1  # another formation only in a Prepared Attack
    s = position({"69th": "3627", "IX": "3526", "8": "3626", "HQ-Ari": "3625"})
    defence = settled_attack(s, against(s, CW, "50", "3627", "3626", "69th"))
    assert defence_support(s, defence) == -1


@rule(RULES, "7.5.1.5-d", "7.5.1.5-z")
def test_permanent_independents_neither_give_nor_get() -> None:
    s = position({"Kiehl": "3526", "104": "3626", "HQ-21Pz": "3625", "69th": "3627"})
    assert supporters(s, AX, h("3627"), h("3626")) == []
    s = position({"StopCol": "3305", "201st": "3406", "HQ-1Armd": "3407", "104": "3306"})
    f = settled_attack(s, against(s, AX, "21Pz", "3306", "3305", "104"))
    assert supporters(s, CW, h("3306"), h("3305")) == [(fm("1Armd"),)]
    assert f.lead == -1
    assert defence_support(s, f) == 0
    s = position({"8 RTR": "3526", "HQ-1SA": "3525", "69th": "3626", "HQ-50": "3625", "104": "3627"}, assigned={"8 RTR": "1SA"})
    assert supporters(s, CW, h("3627"), h("3626")) == [(fm("1SA"),)]  # assigned ones do


@rule(RULES, "7.5.1.5-i", "7.5.1.5-k", "5.6.3-i")
def test_support_of_improved_defence_and_none_with_a_disrupted_defender() -> None:
    at = {"150th": "2514", "44 RTR": "2514", "69th": "2613", "HQ-50": "2612", "104": "2614", "HQ-21Pz": "2715"}
    s = position(at, assigned={"44 RTR": "50"})
    f = settled_attack(s, against(s, AX, "21Pz", "2614", "2514", "104"))
    assert defence_support(s, f) == -2
    s = position(at, assigned={"44 RTR": "50"}, down=["150th"])
    assert defence_support(s, f) == 0
    s = position({**at, "HQ-50": "2509"}, assigned={"44 RTR": "50"})
    assert supporters(s, CW, h("2614"), h("2514")) == [(fm("50"),)]  # 69th is In Command
    assert defence_support(s, f) == 0  # but nobody in the hex
    other = {**{k: v for k, v in at.items() if k != "69th"}, "201st": "2613", "HQ-1Armd": "2712"}
    s = position(other, assigned={"44 RTR": "50"})
    assert defence_support(s, f) == -1
    f.level = 0
    assert attack_support(s, f) == 0


@rule(RULES, "7.5.1.5-y")
def test_the_two_hexes_of_the_combat_do_not_support() -> None:
    s = position({"104": "3626", "I/5": "3626", "HQ-21Pz": "3625", "69th": "3627", "44 RTR": "3627", "HQ-50": "3727"})
    f = settled_attack(s, against(s, AX, "21Pz", "3626", "3627", "104", level=1))
    f.lead = fm("50")
    assert attack_support(s, f) == 0
    assert defence_support(s, f) == 0


@rule(RULES, "7.5.1.5-l")
def test_a_mixed_stack_names_its_lead_formation() -> None:
    at = {"69th": "3627", "8 RTR": "3627", "HQ-50": "3727", "HQ-1SA": "3527", "104": "3626", "HQ-21Pz": "3625"}
    s = position(at, active="21Pz", points=1, assigned={"8 RTR": "1SA"})
    s = play(s, "attack 104 3627", "pass", dice=ONES)
    assert asked(s) == (CW, "Attack")
    assert set(offered(s)) == {"lead 50", "lead 1SA"}
    assert why_not(s, "lead 7Armd").rule == "7.5.1.5-l"
    assert lead_formations(s, attack(s)) == sorted([fm("50"), fm("1SA")])


# B. HQ support


@rule(RULES, "7.5.1.5-m", "5.7.5-e")
def test_hq_support_any_number_of_times_and_never_in_defence() -> None:
    s = position({"104": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3627"})
    f = against(s, AX, "21Pz", "3626", "3627", "104", level=2)
    assert [hq_support(s, f) for _ in range(2)] == [6, 6]
    assert all(t.what != "support of the HQ" or t.value == 6 for t in combat_modifier(s, settled_attack(s, f)).terms)


# C. Armour


@rule(RULES, "7.5.1.5-n", "7.5.1.5-o")
def test_without_tanks() -> None:
    s = position({"19": "3626", "150th": "3627"})
    f = settled_attack(s, against(s, AX, "Bre", "3626", "3627", "19"))
    assert (armour(s, f), f.tank, f.gun) == (0, -1, -1)


@rule(RULES, "7.5.1.5-p")
def test_the_attackers_best_tank_is_compared() -> None:
    s = position({"I/8": "2614", "II/8": "2614", "150th": "2514"})
    f = settled_attack(s, against(s, AX, "15Pz", "2614", "2514", "I/8, II/8"))
    assert f.tank == u("I/8")
    assert tank_value(s, f) == 3
    assert best(s, (u("I/5"), u("II/5")), E.tank) == [u("I/5"), u("II/5")]
    s = position({"I/5": "3626", "II/5": "3626", "HQ-21Pz": "3625", "69th": "3627"}, strength={"I/5": 4})
    assert best(s, (u("I/5"), u("II/5")), E.tank) == [u("II/5")]  # the stronger one
    at = {"I/5": "3626", "II/5": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = play(position(at, active="21Pz", points=1), "attack I/5 3627", "join II/5", "declare", dice=ONES)
    assert offered(s) == ["tank I/5", "tank II/5"]
    assert why_not(s, "tank 69th").rule == "7.5.1.5-p"
    f = attack(s)
    f.tank = u("I/5")
    assert NameTank().candidates(s, f) == []  # one is enough
    assert NameTank().why_not(s, f, u("II/5"), 0) is not None


@rule(RULES, "7.5.1.5-r", "7.5.1.5-s")
def test_the_defender_chooses_tanks_or_guns() -> None:
    at = {"104": "2607", "I/5": "2607", "18 FLAK": "2607", "HQ-21Pz": "2506", "3 RTR/4": "2707", "HQ-7Armd": "2807"}
    s = position(at, active="7Armd", points=1, assigned={"18 FLAK": "21Pz"})
    s = play(s, "attack 3 RTR/4 2607", "pass", dice=ONES)
    assert offered(s) == ["oppose tank", "oppose anti-tank"]
    f = attack(s)
    f.points = ANTI_TANK
    settle_modifiers(s, f)
    assert f.gun == u("18 FLAK")
    assert gun_value(s, f) == 8 + 3 + 1
    f.points, f.gun = TANK, -1
    settle_modifiers(s, f)
    assert f.gun == u("I/5")
    assert gun_value(s, f) == 5 + 3


@rule(RULES, "7.5.1.5-r", "7.5.1.5-t")
def test_armour_alone_may_oppose_anti_tank_points_for_the_sake_of_the_ground() -> None:
    at = {"I/8": "2614", "HQ-15Pz": "2615", "12 L": "2514", "HQ-1Armd": "2512"}
    assert (E.tank[0][u("12 L")], E.at[0][u("12 L")]) == (1, -1)
    s = play(position(at, active="15Pz", points=1), "attack I/8 2514", "pass", dice=ONES)
    assert offered(s) == ["oppose tank", "oppose anti-tank"]
    assert likely_choice(s, attack(s), options(s)) == options(s)[1]  # what a forecast expects of him
    assert [costs(s, o) for o in options(s)] == ["+2 on their die", "+1 on their die"]
    for chosen, opposed in ((TANK, 1), (ANTI_TANK, 0 + 2)):
        f = settled_attack(s, against(s, AX, "15Pz", "2614", "2514", "I/8"), chosen)
        assert (f.gun, gun_value(s, f), armour(s, f)) == (u("12 L"), opposed, 3 - opposed)
    assert superiority(play(s, "oppose tank", dice=[1])) == 2
    assert superiority(play(s, "oppose anti-tank", dice=[1, 1])) == 1


@rule(RULES, "7.5.1.5-r", "7.5.1.5-u")
def test_against_armour_that_opposes_anti_tank_points_nothing_is_lost() -> None:
    s = position({"III AB": "2614", "3 RTR/4": "2514"})
    f = settled_attack(s, against(s, AX, "Ari", "2614", "2514", "III AB"), ANTI_TANK)
    assert (tank_value(s, f), gun_value(s, f), armour(s, f)) == (1, 2, 0)
    f = settled_attack(s, against(s, AX, "Ari", "2614", "2514", "III AB"), TANK)
    assert (tank_value(s, f), gun_value(s, f), armour(s, f)) == (1, 6, -5)


@rule(RULES, "7.5.1.5-r")
def test_infantry_alone_has_no_tank_points_to_oppose() -> None:
    at = {"I/8": "2614", "HQ-15Pz": "2615", "150th": "2514", "HQ-50": "2512"}
    s = play(position(at, active="15Pz", points=1), "attack I/8 2514", dice=[*ONES, 9])
    assert attack(s).points == ANTI_TANK
    g = against(s, AX, "15Pz", "2614", "2514", "I/8")
    g.tank = u("I/8")
    refused = DefendWith().why_not(s, g, TANK, 0)
    assert refused is not None
    assert refused.rule == "7.5.1.5-r"


@rule(RULES, "7.5.1.5-t")
def test_terrain_helps_guns_even_from_nothing() -> None:
    s = position({"27": "2607", "3 RTR/4": "2707"}, down=["27"])
    assert E.at[1][u("27")] == 0
    f = settled_attack(s, against(s, CW, "7Armd", "2707", "2607", "3 RTR/4"))
    assert gun_value(s, f) == 1
    s = position({"I/5": "2607", "3 RTR/4": "2707"})
    f = settled_attack(s, against(s, CW, "7Armd", "2707", "2607", "3 RTR/4"))
    assert gun_value(s, f) == 5  # tanks ignore the ground
    assert (terrain_bonus(s, CW, h("2514")), terrain_bonus(s, CW, h("2415")), terrain_bonus(s, AX, h("2415"))) == (2, 1, 0)


@rule(RULES, "7.5.1.5-u")
def test_against_guns_only_a_gain_counts_unless_they_are_flak() -> None:
    s = position({"I/8": "2614", "150th": "2514"})
    f = settled_attack(s, against(s, AX, "15Pz", "2614", "2514", "I/8"))
    assert (tank_value(s, f), gun_value(s, f), armour(s, f)) == (3, 4, 0)
    s = position({"104": "2607", "18 FLAK": "2607", "3 RTR/4": "2707"})
    f = settled_attack(s, against(s, CW, "7Armd", "2707", "2607", "3 RTR/4"))
    assert armour(s, f) == -6


@rule(RULES, "7.5.1.5-v")
def test_disrupted_tanks_still_count() -> None:
    s = position({"155": "3626", "44 RTR": "3627"}, down=["44 RTR"])
    f = settled_attack(s, against(s, AX, "90Le", "3626", "3627", "155"))
    assert armour(s, f) == -2


@rule(RULES, "7.5.1.5-w", "7.5.1.5-x")
def test_schwerpunkt_and_failed_retreat_are_in_the_sum() -> None:
    at = {"104": "2607", "3": "2607", "18 FLAK": "2607", "HQ-21Pz": "2506", "7th": "2707", "3 RTR/4": "2707", "HQ-7Armd": "2807"}
    s = position(at, active="7Armd", points=1, assigned={"18 FLAK": "21Pz"}, schwerpunkt="21Pz")
    s = play(s, "attack 7th 2607", "join 3 RTR/4", "declare", "evade", dice=[7, 3, *ONES])
    terms = {t.rule: t.value for t in combat_modifier(s, attack(s)).terms}
    assert terms["7.5.1.5-x"] == 2
    assert terms["7.5.1.5-w"] == -2
    assert told(s, "slip_failed")
    assert points(s) == 0
