"""7.3.6 Entering minefields, 7.4 breaching them."""

from __future__ import annotations

from sandtable.titles.theseus.frames import Attack, March
from sandtable.titles.theseus.minefields import breach_modifier, check_modifier
from sandtable.titles.theseus.modifiers import tank_value
from sandtable.titles.theseus.movement import step_cost
from sandtable.titles.theseus.state import turn_back, turn_over
from sandtable.titles.theseus.strength import heading, is_improved
from sandtable.titles.theseus.supply import hq_is_supplied
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.theseus.position import AX, CW, RULES, E, fm, h, is_down, points, position, strength, u, where

EXAMPLE = {
    "104": "2623",
    "I/5": "2623",
    "KG Hecker": "2623",
    "II/5": "2721",
    "3": "2721",
    "HQ-21Pz": "2724",
    "1 FF": "2521",
    "HQ-FF": "2521",
}


@rule(RULES, "7.3.6-a", "7.3.6-b")
def test_only_combat_units_that_start_beside_the_mines_enter() -> None:
    s = play(position({"104": "2624", "HQ-21Pz": "2625"}, active="21Pz"), "move 104", "step 2623")
    assert why_not(s, "step 2622").rule == "7.3.6-a"
    s = play(position({"104": "2724", "HQ-21Pz": "2623"}, active="21Pz"), "move HQ-21Pz")
    assert why_not(s, "step 2622").rule == "7.3.6-b"
    s = play(position({"104": "2623", "HQ-21Pz": "2623"}, active="21Pz"), "move 104", "with HQ-21Pz", "go", "step 2622", dice=[3])
    assert where(s, "104") == "2622"
    assert where(s, "HQ-21Pz") == "2623"


@rule(RULES, "7.3.6-c", "7.3.6-d", "7.3.6-e", "7.4-a", "7.4-d", "7.4-i", "5.4.1-g", "7.3.6-f")
def test_the_minefield_example() -> None:
    """7.4: two stacks of 21st Panzer enter 2622 and 2621, and 2622 is breached at the second try."""
    s = position(EXAMPLE, active="21Pz", assigned={"KG Hecker": "21Pz"}, points=6)
    s = play(s, "move 104", "with I/5", "with KG Hecker", "go", "step 2622", dice=[8, 8, 3])  # 104, I/5, KG Hecker
    assert (where(s, "104"), where(s, "KG Hecker"), where(s, "I/5")) == ("2622", "2622", "2623")
    assert is_down(s, "I/5")
    assert not is_down(s, "104")
    while asked(s)[1] == "Challenge":
        s = play(s, "pass")
    assert offered(s) == ["react FF", "pass"]  # a Reaction may follow the entry
    s = play(s, "pass")
    s = play(s, "move II/5", "with 3", "go", "step 2621", dice=[10, 4])
    assert is_down(s, "II/5")
    assert strength(s, "II/5") == 4
    assert (where(s, "II/5"), where(s, "3")) == ("2721", "2621")
    s = play(s, "pass") if asked(s)[0] == CW else s
    assert points(s) == 4
    assert breach_modifier(s, u("104")).total == -2
    s = play(s, "breach 104", dice=[5])
    assert told(s, "not_breached") == [(h("2622"),)]
    assert not is_down(s, "104")
    s = play(s, "breach KG Hecker", dice=[3])
    assert s.breached == (h("2622"),)


@rule(RULES, "7.3.6-g", "7.3.6-h")
def test_hecker_and_schwerpunkt_help_to_enter() -> None:
    s = position(EXAMPLE, assigned={"KG Hecker": "21Pz"}, schwerpunkt="21Pz")
    units, command = (u("104"), u("KG Hecker")), (u("104"), u("KG Hecker"))
    assert check_modifier(s, March(AX, units, 72, 0, command), u("104")).total == -7
    assert check_modifier(s, March(AX, (u("104"),), 72, 0, command), u("104")).total == -4  # Hecker stays behind
    s = position(EXAMPLE, assigned={"KG Hecker": "Tri"})
    assert check_modifier(s, March(AX, units, 72, 0, command), u("104")).total == -2  # of another formation


@rule(RULES, "7.4-b", "7.4-g")
def test_the_two_rows_of_the_breach_table() -> None:
    words = E.breach.words
    assert [words[E.breach.at(2, E.breach.column(kind))] for kind in ("minefield", "box")] == ["breach", "none"]
    assert words[E.breach.at(9, E.breach.column("minefield"))] == "disrupt"
    s = position({"65": "2416", "HQ-Tri": "2217"}, active="Tri")
    s = play(s, "breach 65", dice=[10])
    assert is_down(s, "65")  # modified 9
    s = play(position({"65": "2416", "HQ-Tri": "2217"}, active="Tri"), "breach 65", dice=[3])
    assert s.breached == (h("2416"),)


@rule(RULES, "7.4-a")
def test_who_may_breach() -> None:
    s = position({"I/5": "2622", "HQ-21Pz": "2723"}, active="21Pz")
    assert why_not(s, "breach I/5").rule == "7.4-a"
    s = position({"104": "2623", "HQ-21Pz": "2723"}, active="21Pz")
    assert why_not(s, "breach 104").rule == "7.4-a"


@rule(RULES, "7.4-c", "7.4-h", "7.4-i", "7.4-j")
def test_breach_modifiers() -> None:
    s = position({"65": "2416", "HQ-Tri": "2217"})
    assert breach_modifier(s, u("65")).total == -1
    hecker = {"104": "2622", "HQ-21Pz": "2724", "KG Hecker": "2622", "1 FF": "2521"}
    s = position(hecker, assigned={"KG Hecker": "21Pz"}, schwerpunkt="21Pz")
    assert breach_modifier(s, u("104")).total == -3  # -2 -1 +1 -1
    s = position({**hecker, "KG Hecker": "2623"}, assigned={"KG Hecker": "21Pz"})
    assert breach_modifier(s, u("104")).total == -1  # Hecker in another hex
    s = position({k: v for k, v in hecker.items() if k != "1 FF"}, assigned={"KG Hecker": "21Pz"})
    assert breach_modifier(s, u("104")).total == -3  # no EZOC


@rule(RULES, "7.4-e", "7.4-k", "7.4-l")
def test_a_breach_lasts_and_opens_the_way() -> None:
    s = position({"66": "2217", "HQ-Tri": "2117"}, active="Tri", breached=["2416"])
    s = play(s, "move 66", "step 2316", "step 2416", "step 2515")  # no check; Trail rate all the way
    assert where(s, "66") == "2515"
    assert step_cost(s, AX, (u("66"),), h("2316"), h("2416")) == 6
    s.turn = 8
    assert s.breached == (h("2416"),)
    s = play(position({"I/5": "2623", "HQ-21Pz": "2624"}, active="21Pz", breached=["2622"]), "move I/5", "step 2622")
    assert where(s, "I/5") == "2622"


@rule(RULES, "7.4-m")
def test_supply_passes_a_breach_unless_a_zone_closes_it() -> None:
    at = {"HQ-Tri": "2616", "65": "2616"}
    assert hq_is_supplied(position(at, breached=["2416"]), fm("Tri"))
    assert not hq_is_supplied(position(at), fm("Tri"))
    leg = {"HQ-Bre": "2616", "19": "2616"}  # bound to the Trail; a motorised HQ goes round by 2516
    assert hq_is_supplied(position(leg, breached=["2416"]), fm("Bre"))
    assert not hq_is_supplied(position({**leg, "150th": "2514"}, breached=["2416"]), fm("Bre"))
    assert hq_is_supplied(position({**leg, "150th": "2514", "66": "2515"}, breached=["2416"]), fm("Bre"))


@rule(RULES, "7.4-m", "5.6.3-b")
def test_a_unit_that_is_turned_over_opens_the_way_at_once_and_closes_it_again() -> None:
    s = position({"HQ-Bre": "2616", "19": "2616", "150th": "2514"}, breached=["2416"])
    assert not hq_is_supplied(s, fm("Bre"))  # and what was found out is remembered
    turn_over(s, u("150th"))
    assert hq_is_supplied(s, fm("Bre"))
    turn_back(s, u("150th"))
    assert not hq_is_supplied(s, fm("Bre"))


@rule(RULES, "7.4-f")
def test_combat_in_a_breached_box() -> None:
    f = Attack(AX, fm("15Pz"), h("2621"), h("2521"), (u("I/8"),), (u("1 FF"),), tank=u("I/8"))
    s = position({"1 FF": "2521", "I/8": "2621"})
    assert (heading(s, h("2521")), tank_value(s, f), is_improved(s, f)) == (2, 3, True)
    s = position({"1 FF": "2521", "I/8": "2621"}, breached=["2521"])
    assert (heading(s, h("2521")), tank_value(s, f), is_improved(s, f)) == (1, 6, False)
    clear = next(n for n in range(E.hexes) if E.mines[n] == 1 and E.terrain[n] == 0)
    assert heading(position({}), clear) == 2
    assert heading(position({}, breached=[E.grid.ids[clear]]), clear) == 0  # a minefield: the ground beneath
