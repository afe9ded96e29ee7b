"""5.5 Formations and independent units, 5.6 Effectiveness, 5.9 Schwerpunkt."""

from __future__ import annotations

from sandtable.face.story import question
from sandtable.kernel.dice import ScriptedDice
from sandtable.titles.theseus.admin import recover_units
from sandtable.titles.theseus.effectiveness import disrupt, lose, passes
from sandtable.titles.theseus.formations import NO_HQ, UNSUPPLIED, MoveSchwerpunkt, assignment_refused
from sandtable.titles.theseus.frames import Attack, March, Organisation, Reinforcement
from sandtable.titles.theseus.minefields import breach_modifier, check_modifier
from sandtable.titles.theseus.modifiers import schwerpunkt_bonus
from sandtable.titles.theseus.movement import can_screen
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.strength import chit_column, has_combined_arms
from tests.kit import asked, offered, play, rule, settled, told, why_not
from tests.titles.theseus.position import (
    AX,
    CW,
    ONES,
    RULES,
    E,
    at_set_up,
    attack,
    fm,
    h,
    in_admin,
    is_down,
    points,
    position,
    strength,
    u,
    where,
)


def organising(s: State) -> State:
    s.begin(Organisation())
    return settled(s)


# 5.5 Formations


@rule(RULES, "5.5.1-a")
def test_only_the_active_formation_acts() -> None:
    s = position({"104": "3626", "115": "3622", "HQ-21Pz": "3624"}, active="21Pz")
    assert why_not(s, "move 115").rule == "5.5.1-a"
    assert "move 104" in offered(s)


@rule(RULES, "5.5.2-a")
def test_an_independent_unit_changes_its_formation() -> None:
    at = {"44 RTR": "3626", "HQ-50": "3625", "69th": "3625", "HQ-1SA": "3627", "1st SA": "3627"}
    s = organising(position(at, assigned={"44 RTR": "50"}))
    assert asked(s) == (CW, "Organisation")
    s = play(s, "assign 44 RTR 1SA")
    assert s.formation[u("44 RTR")] == fm("1SA")
    assert why_not(s, "assign 44 RTR 50").rule == "5.5.2-a"  # once a segment


@rule(RULES, "5.5.2-b")
def test_permanent_independents_are_never_assigned() -> None:
    s = organising(position({"Kiehl": "3626", "18 FLAK": "3626", "HQ-21Pz": "3626", "104": "3626"}, assigned={"18 FLAK": "21Pz"}))
    s = play(s, "done") if asked(s)[0] == CW else s
    assert why_not(s, "assign Kiehl 21Pz").rule == "5.5.2-b"


@rule(RULES, "5.5.2-c", "5.6.3-k")
def test_assignment_needs_a_fit_unit_in_range() -> None:
    at = {
        "18 FLAK": "3626",
        "KG Hecker": "3626",
        "HQ-15Pz": "3624",
        "115": "3624",
        "HQ-21Pz": "2612",
        "104": "2612",
        "HQ-Tri": "3622",
    }
    s = position(at, assigned={"18 FLAK": "21Pz", "KG Hecker": "Tri"}, down=["KG Hecker"])
    assert assignment_refused(s, AX, u("18 FLAK"), fm("15Pz")) is None
    refusal = assignment_refused(s, AX, u("KG Hecker"), fm("15Pz"))
    assert refusal is not None
    assert refusal.rule == "5.6.3-k"
    far = assignment_refused(position({**at, "HQ-15Pz": "3618"}), AX, u("18 FLAK"), fm("15Pz"))
    assert far is not None
    assert far.rule == "5.5.2-c"


@rule(RULES, "5.5.2-d")
def test_an_assignment_is_shown_when_challenged() -> None:
    at = {"KG Hecker": "3626", "HQ-Tri": "3624", "65": "3624"}
    s = play(position(at, assigned={"KG Hecker": "Tri"}, active="Tri"), "move KG Hecker", "step 3625")
    assert asked(s) == (CW, "Challenge")
    assert question(s).text == "Group Hecker acts with Trieste Division. Do you challenge its assignment?"
    assert not told(s, "assignment")
    shown = play(s, "challenge")
    assert told(shown, "assignment") == [(u("KG Hecker"), fm("Tri"))]
    assert shown.shown == (u("KG Hecker"),)
    assert play(s, "pass").shown == ()


@rule(RULES, "5.5.2-e")
def test_an_assigned_unit_counts_as_one_of_the_formation() -> None:
    at = {"104": "2607", "3": "2607", "18 FLAK": "2607", "HQ-21Pz": "2506", "7th": "2707", "HQ-7Armd": "2807"}
    s = play(position(at, assigned={"18 FLAK": "21Pz"}, active="7Armd", points=1), "attack 7th 2607")
    assert asked(s) == (AX, "Attack")
    assert "evade" in offered(s)
    s = position(at, assigned={"18 FLAK": "15Pz"}, active="7Armd", points=2)
    assert "evade" not in offered(play(s, "attack 7th 2607", "pass"))


@rule(RULES, "5.5.2-f", "9.4.1-c")
def test_an_assignable_reinforcement_is_assigned_before_it_enters() -> None:
    E.arrival[u("7 RTR")] = 2
    try:
        s = position({"HQ-5Ind": "4321", "29th Ind": "4322"}, waiting=["7 RTR"])
        s.begin(Reinforcement())
        s = settled(s)
        assert why_not(s, "enter 7 RTR 5214").rule == "5.5.2-f"
        assert why_not(s, "attach 7 RTR 7Armd").rule == "9.4.1-c"
        s = play(s, "attach 7 RTR 5Ind", "enter 7 RTR 5214")
        assert s.formation[u("7 RTR")] == fm("5Ind")
        assert where(s, "7 RTR") == "5214"
    finally:
        E.arrival[u("7 RTR")] = 0


@rule(RULES, "5.5.2-g", "5.8.3-h")
def test_reassignment_needs_the_range_of_both_hqs() -> None:
    at = {"18 FLAK": "3626", "HQ-15Pz": "3624", "115": "3624", "HQ-21Pz": "3616", "104": "3616"}
    s = organising(position(at, assigned={"18 FLAK": "21Pz"}))
    s = play(s, "done") if asked(s)[0] == CW else s
    assert why_not(s, "assign 18 FLAK 15Pz").rule == "5.5.2-g"
    s = organising(position({**at, "HQ-21Pz": "3622"}, assigned={"18 FLAK": "21Pz"}))
    s = play(s, "done") if asked(s)[0] == CW else s
    assert "assign 18 FLAK 15Pz" in offered(s)


@rule(RULES, "5.5.2-h", "5.5.2-i")
def test_who_may_join_whom() -> None:
    at = {"35 FLAK": "3626", "Kpf FLAK": "3626", "4 RTR": "3622", "HQ-Ari": "3625", "8": "3625", "HQ-7Armd": "3621", "7th": "3621"}
    s = position(at, assigned={"35 FLAK": "15Pz", "Kpf FLAK": "90Le", "4 RTR": "2SA"})
    refusal = assignment_refused(s, AX, u("35 FLAK"), fm("Ari"))
    assert refusal is not None
    assert refusal.rule == "5.5.2-h"
    assert assignment_refused(s, AX, u("Kpf FLAK"), fm("Ari")) is None
    refusal = assignment_refused(s, CW, u("4 RTR"), fm("7Armd"))
    assert refusal is not None
    assert refusal.rule == "5.5.2-i"
    axis = {n for n in range(E.formations) if E.f_side[n] == AX}
    assert set(E.joins[u("KG Hecker")]) == axis
    assert {E.formation_ids[n] for n in E.joins[u("18 FLAK")]} == {"90Le", "15Pz", "21Pz"}


# 5.6 Effectiveness Check


@rule(RULES, "5.6-a", "5.6-b")
def test_a_red_result_makes_every_combat_unit_check_and_no_hq() -> None:
    at = {"69th": "3627", "HQ-50": "3627", "19": "3626", "HQ-Bre": "3626"}
    s = position(at, active="Bre", points=1)
    # 7 against 11 is 1:2; row 9 gives 1*/1*: two checks, none for the HQs
    s = play(s, "attack 19 3627", dice=[*ONES, 9, 5, 5])
    assert is_down(s, "19")  # ER 4
    assert not is_down(s, "69th")  # ER 5


@rule(RULES, "5.6.1-a", "3.2-e")
def test_a_check_passes_up_to_the_rating() -> None:
    s = position({"7th": "3626", "3": "3622"})
    assert passes(s, u("7th"), ScriptedDice([5]), "5.6.1")
    assert not passes(s, u("7th"), ScriptedDice([6]), "5.6.1")
    assert passes(s, u("3"), ScriptedDice([7]), "5.6.1")
    assert not passes(s, u("3"), ScriptedDice([8]), "5.6.1")


@rule(RULES, "5.6.2-a", "5.6.2-b")
def test_failing_disrupts_and_in_combat_costs_a_point_the_second_time() -> None:
    s = position({"104": "3626", "3 RTR/4": "3622"}, down=["3 RTR/4"], strength={"3 RTR/4": 3})
    disrupt(s, u("104"), costs=True)
    assert is_down(s, "104")
    assert strength(s, "104") == 12
    disrupt(s, u("3 RTR/4"), costs=True)
    assert strength(s, "3 RTR/4") == 2
    disrupt(s, u("3 RTR/4"), costs=False)
    assert strength(s, "3 RTR/4") == 2


@rule(RULES, "5.6.2-c", "7.6-b")
def test_a_failed_refit_costs_nothing_and_may_be_repeated() -> None:
    s = position({"104": "3626", "HQ-21Pz": "3625"}, active="21Pz", down=["104"], points=3)
    s = play(s, "refit 104", "refit 104", dice=[5, 9])
    assert is_down(s, "104")
    assert strength(s, "104") == 12
    s = play(s, "refit 104", dice=[4])
    assert not is_down(s, "104")


@rule(RULES, "5.6.3-a", "5.6.3-m", "7-c")
def test_a_disrupted_unit_may_only_refit() -> None:
    s = position({"I/5": "3626", "104": "3624", "HQ-21Pz": "3625", "69th": "3627"}, active="21Pz", down=["I/5"])
    assert why_not(s, "move I/5").rule == "5.6.3-m"
    assert why_not(s, "attack I/5 3627").rule == "5.6.3-m"
    assert "refit I/5" in offered(s)
    assert {text for text in offered(s) if "I/5" in text} == {"refit I/5"}
    ring = {"69th": "3624", "150th": "3424", "151st": "3527", "1st SA": "3726", "2nd SA": "3427"}
    s = position({"27": "3525", "HQ-Pav": "3520", "28": "3520", **ring}, active="Pav", down=["27"])
    assert why_not(s, "refit 27").rule == "5.6.3-m"  # Isolated as well
    assert not [text for text in offered(s) if text.endswith(" 27")]


@rule(RULES, "5.6.3-c", "6.5.1-c")
def test_a_disrupted_unit_opens_no_reaction() -> None:
    at = {"104": "3623", "HQ-21Pz": "3622", "201st": "3626", "HQ-1Armd": "3627"}
    s = play(position(at, active="21Pz"), "move 104", "step 3624", "step 3625")
    assert asked(s) == (CW, "March")
    s = play(position(at, active="21Pz", down=["201st"]), "move 104", "step 3624", "step 3625")
    assert offered(s) == ["pass"]  # asked all the same: something else could lie beneath it


@rule(RULES, "5.6.3-d", "7.1-b")
def test_a_disrupted_unit_stays_out_of_attacks() -> None:
    at = {"115": "3626", "I/8": "3626", "II/8": "3626", "69th": "3627", "HQ-15Pz": "3625"}
    s = play(position(at, active="15Pz", down=["115"]), "attack I/8 3627")
    assert why_not(s, "join 115").rule == "5.6.3-m"
    assert "join II/8" in offered(s)


@rule(RULES, "5.6.3-e")
def test_a_disrupted_unit_adds_nothing_to_a_screen() -> None:
    at = {"I/5": "3626", "II/5": "3626", "7th": "3627"}  # 7th has 3 Anti-Tank Points
    assert can_screen(position(at), AX, h("3626"))
    s = position({**at, "44 RTR": "3627"}, down=["I/5"])
    s.down[u("7th")] = True
    assert E.tank[0][u("44 RTR")] == 4
    assert not can_screen(s, AX, h("3626"))  # 5 against 4


@rule(RULES, "5.6.3-f")
def test_a_stack_with_a_disrupted_unit_does_not_slip_away() -> None:
    at = {"104": "3626", "3": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="7Armd", down=["3"], points=2), "attack 7th 3626", "pass")
    assert "evade" not in offered(s)
    s.frames[-1].at = 5
    assert why_not(s, "evade").rule == "5.6.3-f"


@rule(RULES, "5.6.3-g")
def test_a_disrupted_unit_cannot_improve_its_defence() -> None:
    s = position({"19": "3626", "20": "3622", "HQ-Bre": "3624"}, active="Bre", down=["19"])
    assert why_not(s, "improve 3626").rule == "5.6.3-g"
    assert "improve 3622" in offered(s)


@rule(RULES, "5.6.3-h", "7.7-e")
def test_the_chit_column_of_disrupted_defenders() -> None:
    s = position({"69th": "2308", "19": "3626", "104": "3627"}, down=["69th", "19"])
    in_box = Attack(AX, fm("Pav"), h("2209"), h("2308"), (u("27"),), (u("69th"),))
    assert chit_column(s, in_box, u("69th")) == 2
    assert E.er[s.down[u("69th")]][u("69th")] == 4
    open_ground = Attack(CW, fm("7Armd"), h("3627"), h("3626"), (u("7th"),), (u("19"),))
    assert chit_column(s, open_ground, u("19")) == 0


@rule(RULES, "5.6.3-j")
def test_a_disrupted_unit_gives_no_combined_arms() -> None:
    s = position({"7th": "3626", "3 RTR/4": "3626"}, down=["7th"])
    assert not has_combined_arms(s, (u("7th"), u("3 RTR/4")))


@rule(RULES, "5.6.4-a")
def test_units_in_command_recover_by_themselves() -> None:
    s = position({"104": "3626", "33": "3610", "HQ-21Pz": "3623", "HQ-15Pz": "3623"}, down=["104", "33"])
    recover_units(s)
    assert not is_down(s, "104")
    assert is_down(s, "33")


# 5.9 Schwerpunkt


@rule(RULES, "5.9-a")
def test_the_schwerpunkt_is_placed_at_set_up() -> None:
    s = settled(at_set_up())
    s = play(s, "done")
    assert why_not(s, "schwerpunkt 50").rule == "5.9-a"
    s = play(s, "schwerpunkt 21Pz")
    assert s.schwerpunkt == fm("21Pz")
    s = play(s, "activate 21Pz", dice=[3])
    assert points(s) == 7  # level 7, roll 3: six and one


@rule(RULES, "5.9-b", "9.2-a")
def test_it_moves_to_a_formation_in_supply() -> None:
    at = {"HQ-Ari": "3626", "8": "3626", "HQ-15Pz": "0221", "115": "0221"}
    s = position(at, schwerpunkt="Ari")
    frame = Organisation()
    frame.at = 2
    s.begin(frame)
    assert "schwerpunkt 15Pz" in offered(s)
    s = position({**at, "HQ-Ari": "3627", "8": "3627"}, schwerpunkt="15Pz")
    s.begin(frame)
    assert why_not(s, "schwerpunkt Ari") == UNSUPPLIED
    assert why_not(s, "schwerpunkt 21Pz") == NO_HQ


@rule(RULES, "5.9-c")
def test_without_its_hq_it_waits() -> None:
    s = position({"HQ-Ari": "3626", "8": "3626"}, schwerpunkt="Ari")
    lose(s, u("8"), 8)
    assert where(s, "HQ-Ari") == "dead"
    assert s.schwerpunkt == -1


@rule(RULES, "5.9-c")
def test_lost_in_recovery_it_waits_for_the_next_turn_although_it_is_placed_only_later_in_this_one() -> None:
    at = {"8": "3626", "HQ-Ari": "0421", "7th": "3627", "HQ-7Armd": "3627", "HQ-21Pz": "0221", "104": "0221"}
    s = position(at, turn=3, schwerpunkt="Ari", down=["8"], strength={"8": 1})
    s = settled(in_admin(s, row=2), dice=[10])  # 9.1.5: Isolated, and the last of its formation
    assert (where(s, "8"), where(s, "HQ-Ari"), s.schwerpunkt) == ("dead", "dead", -1)
    assert asked(play(s, "done", "done"))[1] == "Operations"  # the Axis is not asked where to put it
    refused = MoveSchwerpunkt().why_not(s, Organisation(), fm("21Pz"), 0)
    assert refused is not None
    assert refused.rule == "5.9-c"
    s.frames.pop()
    s.turn = 4
    assert "schwerpunkt 21Pz" in offered(play(organising(s), "done", "done"))


@rule(RULES, "5.9-c")
def test_lost_in_operations_it_is_placed_in_the_next_organisation() -> None:
    s = position({"8": "3626", "HQ-Ari": "3626", "HQ-21Pz": "0221", "104": "0221"}, turn=3, schwerpunkt="Ari")
    lose(s, u("8"), 8)
    s.turn = 4
    assert "schwerpunkt 21Pz" in offered(play(organising(s), "done", "done"))


@rule(RULES, "5.9-d", "6.3.1-b")
def test_it_adds_an_action_point_every_time() -> None:
    s = position({"HQ-21Pz": "0221", "104": "0221", "HQ-15Pz": "0321", "115": "0321"}, initiative=AX, schwerpunkt="21Pz")
    assert points(play(s, "activate 21Pz", dice=[7])) == 8
    assert points(play(s, "activate 15Pz", dice=[7])) == 7
    s = position({"HQ-15Pz": "0221", "115": "0221"}, initiative=AX, schwerpunkt="15Pz", level={"15Pz": 6})
    assert points(play(s, "activate 15Pz", dice=[1])) == 6


@rule(RULES, "5.9-e", "5.9-f")
def test_it_helps_against_mines() -> None:
    s = position({"65": "2316", "HQ-Tri": "2217"}, schwerpunkt="Tri")
    assert check_modifier(s, March(AX, (u("65"),), 60, 0, (u("65"),)), u("65")).total == -3
    assert check_modifier(s, March(AX, (u("65"),), 60, 0, ()), u("65")).total == 0
    s = position({"65": "2416", "HQ-Tri": "2217"}, schwerpunkt="Tri")
    assert breach_modifier(s, u("65")).total == -2


@rule(RULES, "5.9-g", "7.5.1.5-w", "5.8.3-f")
def test_it_helps_in_combat() -> None:
    at = {"104": "2607", "7th": "2707", "HQ-21Pz": "2506", "HQ-7Armd": "2807"}
    s = position(at, schwerpunkt="21Pz")
    defending = Attack(CW, fm("7Armd"), h("2707"), h("2607"), (u("7th"),), (u("104"),))
    attacking = Attack(AX, fm("21Pz"), h("2607"), h("2707"), (u("104"),), (u("7th"),))
    assert (schwerpunkt_bonus(s, defending), schwerpunkt_bonus(s, attacking)) == (-2, 2)
    s = position({**at}, schwerpunkt="21Pz", down=["104"])
    assert schwerpunkt_bonus(s, defending) == -2  # Disrupted or not
    s = position({**at, "HQ-21Pz": "1806"}, schwerpunkt="21Pz")
    assert schwerpunkt_bonus(s, attacking) == 0  # out of command


@rule(RULES, "5.9-h", "7.5.3-e")
def test_it_doubles_the_bonus_of_a_victory() -> None:
    at = {"104": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = position(at, active="50", points=1, schwerpunkt="21Pz")
    s = play(s, "attack 69th 3626", "pass", dice=[*ONES, 1])  # nobody slips away; 11 against 12 is 2:3, row 1
    assert attack(s).hits == (3, 0, 0, 0)
    s = play(s, "hold")
    assert told(s, "victory") == [(AX, 2)]
    assert asked(s) == (AX, "Activation")
    assert points(s) == 2
