"""7 Actions, 7.6 Refit, 7.7 Improved Defence."""

from __future__ import annotations

from sandtable.titles.theseus.actions import NOT_COMBAT
from sandtable.titles.theseus.effectiveness import disrupt, lose
from sandtable.titles.theseus.frames import Attack, Replacement, Retreat
from sandtable.titles.theseus.strength import is_improved
from tests.kit import asked, offered, offered_verbs, play, rule, settled, why_not
from tests.titles.theseus.position import AX, RULES, E, attack, fm, h, is_down, points, position, u, where


@rule(RULES, "7-a1", "7.1-a")
def test_movement_costs_one_point_a_stack_at_the_slowest_pace() -> None:
    at = {"104": "3624", "KG Hecker": "3624", "I/5": "3624", "HQ-21Pz": "3623"}
    s = position(at, active="21Pz", points=3, assigned={"KG Hecker": "21Pz"})
    s = play(s, "move 104", "with KG Hecker", "go", "step 3625")
    while asked(s)[1] == "Challenge":
        s = play(s, "pass")
    s = play(s, "step 3626", "step 3627")
    assert points(s) == 2
    assert where(s, "104") == where(s, "KG Hecker") == "3627"
    assert asked(s)[1] == "Activation"  # three Movement Points were all


@rule(RULES, "7-a2", "7-a3", "7-a4", "7-a5", "7-a6", "7-a7")
def test_what_actions_cost() -> None:
    cost = {id: row.ap for id, row in E.cost.items()}
    assert cost == {"move": 1, "breach": 2, "refit": 1, "improve": 1, "hasty": 1, "regular": 2, "prepared": 3}
    s = position({"65": "2416", "HQ-Tri": "2217"}, active="Tri", points=1)
    assert why_not(s, "breach 65").rule == "7.2-a"
    s = position({"104": "3626", "3": "3624", "HQ-21Pz": "3625"}, active="21Pz", points=3, down=["104", "3"])
    s = play(s, "refit 104", "refit 3", dice=[10, 10])
    assert points(s) == 1
    s = position({"104": "3626", "3": "3624", "HQ-21Pz": "3625"}, active="21Pz", points=2)
    s = play(s, "improve 3626")
    assert points(s) == 1
    at = {"104": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = position(at, active="21Pz", points=1)
    assert "attack 104 3627" in offered(s)
    s = play(position(at, active="21Pz", points=2), "attack 104 3627")
    assert "escalate regular" in offered(s)
    assert why_not(s, "escalate prepared").rule == "7-a7"
    s.frames[-2].points = 0  # type: ignore[attr-defined]
    assert why_not(s, "escalate regular").rule == "7-a6"


@rule(RULES, "7.1-i")
def test_an_hq_moves_for_one_point_without_command_check() -> None:
    s = position({"HQ-21Pz": "3626", "104": "2612"}, active="21Pz", points=1)
    s = play(s, "move HQ-21Pz", "step 3627")
    assert points(s) == 0
    assert where(s, "HQ-21Pz") == "3627"


@rule(RULES, "7.1-b", "7.1-d", "7.5-a")
def test_one_hex_attacks_one_hex_with_any_of_its_units() -> None:
    at = {"104": "3626", "I/5": "3626", "II/5": "3626", "3": "3526", "69th": "3627", "HQ-21Pz": "3625", "HQ-50": "3727"}
    s = play(position(at, active="21Pz"), "attack I/5 3627")
    assert offered(s) == ["join 104", "join II/5", "declare"]
    assert why_not(s, "join 3").rule == "7.1-d"  # from another hex
    assert why_not(s, "join HQ-21Pz") == NOT_COMBAT
    s = play(s, "join II/5", "declare")
    assert attack(s).attackers == (u("I/5"), u("II/5"))
    assert attack(s).defenders == (u("69th"),)
    s = position(at, active="21Pz")
    assert why_not(s, "attack 104 3524").rule == "7.5-a"  # not adjacent
    assert why_not(s, "attack 104 3625").rule == "7.1-b"  # nobody to attack
    s = play(s, "end")  # no attack is ever forced
    assert asked(s)[1] == "Operations"


@rule(RULES, "7.1-c")
def test_escalation_comes_after_the_retreat_decision() -> None:
    at = {"104": "3626", "HQ-21Pz": "3625", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="21Pz"), "attack 104 3627")
    assert offered(s) == ["evade", "pass"]
    assert why_not(s, "escalate regular").rule == "7.1-c"
    s = play(s, "pass")
    assert offered(s) == ["escalate regular", "escalate prepared", "pass"]


@rule(RULES, "7.1-e")
def test_the_levels_of_hq_support() -> None:
    from sandtable.titles.theseus.modifiers import attack_support, hq_support

    s = position({"104": "3626", "3": "3726", "HQ-21Pz": "3625", "69th": "3627"})
    f = Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("104"),), (u("69th"),))
    found = []
    for level in (0, 1, 2):
        f.level = level
        found.append((hq_support(s, f), attack_support(s, f)))
    assert found == [(0, 0), (3, 1), (6, 2)]


@rule(RULES, "7.1-f", "7.7-a")
def test_improved_defence_is_bought_and_lasts() -> None:
    s = position({"19": "1908", "20": "2009", "HQ-Bre": "1909"}, active="Bre", points=1)
    s = play(s, "improve 1908")
    assert s.improved == (h("1908"),)
    f = Attack(0, fm("50"), h("2008"), h("1908"), (u("69th"),), (u("19"),))
    assert is_improved(s, f)
    from sandtable.titles.theseus.strength import chit_column

    s.turn += 1
    assert chit_column(s, f, u("19")) == 2


@rule(RULES, "7.1-g")
def test_no_improved_defence_in_friendly_mines_unless_breached() -> None:
    s = position({"150th": "2514", "HQ-50": "2614"}, active="50")
    assert why_not(s, "improve 2514").rule == "7.1-g"
    s = position({"150th": "2514", "HQ-50": "2614"}, active="50", breached=["2514"])
    assert "improve 2514" in offered(s)
    s = position({"104": "2622", "HQ-21Pz": "2723"}, active="21Pz")
    assert "improve 2622" in offered(s)  # any enemy minefield


@rule(RULES, "7.1-h")
def test_points_left_are_lost() -> None:
    s = position({"104": "3626", "HQ-21Pz": "3625"}, active="21Pz", points=2)
    s = play(s, "end")
    assert asked(s)[1] == "Operations"
    assert not any(type(f).__name__ == "Activation" for f in s.frames)


@rule(RULES, "7.2-a", "7.2-b")
def test_a_unit_acts_as_often_as_points_allow() -> None:
    at = {"104": "3622", "HQ-21Pz": "3623"}
    s = position(at, active="21Pz", points=3)
    s = play(s, "move 104", "step 3621", "halt", "move 104", "step 3620", "halt", "improve 3620")
    assert where(s, "104") == "3620"
    assert s.improved == (h("3620"),)
    s = position({"65": "2416", "HQ-Tri": "2217"}, active="Tri", points=1)
    assert why_not(s, "breach 65").rule == "7.2-a"


@rule(RULES, "7.6-a")
def test_refit_is_a_check_for_one_unit_in_command() -> None:
    s = position({"104": "3626", "HQ-21Pz": "3625", "3": "3618"}, active="21Pz", down=["104", "3"])
    s2 = play(s, "refit 104", dice=[4])
    assert not is_down(s2, "104")
    assert is_down(play(s, "refit 104", dice=[5]), "104")
    assert why_not(s, "refit 3").rule == "5.8.3-a"
    assert why_not(s2, "refit 104").rule == "7.6-a"
    assert points(s2) == 5


# 7.7 what ends Improved Defence


@rule(RULES, "7.7-b", "7.7-f")
def test_disruption_or_elimination_ends_it() -> None:
    at = {"104": "3626", "18 FLAK": "3626", "HQ-21Pz": "3625"}
    s = position(at, assigned={"18 FLAK": "21Pz"}, improved=["3626"])
    disrupt(s, u("104"), costs=False)
    assert s.improved == ()
    s = position(at, assigned={"18 FLAK": "21Pz"}, improved=["3626"])
    lose(s, u("18 FLAK"), 2)
    assert s.improved == ()
    s = position(at, assigned={"18 FLAK": "21Pz"}, improved=["3626"])
    lose(s, u("104"), 1)
    assert s.improved == (h("3626"),)


@rule(RULES, "7.7-g", "7.7-h")
def test_leaving_or_acting_ends_it() -> None:
    at = {"104": "3626", "I/5": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = play(position(at, active="21Pz", improved=["3626"], points=2), "move I/5", "go")
    assert s.improved == ()
    s = play(position(at, active="21Pz", improved=["3626"], points=2), "attack 104 3627", "declare")
    assert s.improved == ()
    s = position({"104": "3626"}, improved=["3626"])
    s.begin(Retreat(AX, (u("104"),), h("3626"), 1, True))
    s = settled(s)
    while asked(s)[1] == "Retreat":
        s = play(s, offered(s)[0])
    assert s.improved == ()
    defending = position(at, active="50", improved=["3626"], points=2)
    s = play(defending, "attack 69th 3626", "pass")
    assert s.improved == (h("3626"),)  # defending does not end it


@rule(RULES, "7.7-i")
def test_a_newcomer_ends_it() -> None:
    s = position({"115": "3626", "33": "3625", "HQ-15Pz": "3624"}, active="15Pz", improved=["3626"])
    s = play(s, "move 33", "step 3626", "step 3627", "halt")
    assert s.improved == (h("3626"),)  # passing through does not
    s = position({"115": "3626", "33": "3625", "HQ-15Pz": "3624"}, active="15Pz", improved=["3626"])
    assert play(s, "move 33", "step 3626", "halt").improved == ()


@rule(RULES, "7.7-i")
def test_who_ends_a_retreat_in_a_hex_ends_it_there_and_nowhere_on_the_way() -> None:
    at = {"3": "3622", "33": "3621", "580": "3620"}
    s = position(at, improved=["3621", "3620"])
    s.begin(Retreat(AX, (u("3"),), h("3622"), 2, True))
    s = play(settled(s), "retreat 3621")
    assert s.improved == tuple(sorted([h("3620"), h("3621")]))  # it only passes
    s = play(s, "retreat 3620")
    assert where(s, "3") == "3620"
    assert s.improved == (h("3621"),)


@rule(RULES, "7.7-c")
def test_it_covers_a_whole_hex_of_one_formation() -> None:
    s = position({"104": "3626", "I/8": "3626", "HQ-21Pz": "3625"}, active="21Pz")
    assert why_not(s, "improve 3626").rule == "7.7-c"


@rule(RULES, "7.7-d")
def test_replacements_and_arrivals_do_not_end_it() -> None:
    s = position({"I/8": "0221", "HQ-15Pz": "0221", "115": "0321"}, turn=2, strength={"I/8": 3}, improved=["0221"])
    s.begin(Replacement(1))
    s = play(settled(s), "replace I/8")
    assert s.improved == (h("0221"),)
    from sandtable.titles.theseus.frames import Reinforcement

    s = position({"29th Ind": "5214", "HQ-5Ind": "5113"}, turn=2, waiting=["10th Ind"], improved=["5214"])
    s.begin(Reinforcement())
    s = play(settled(s), "enter 10th Ind 5214")
    assert s.improved == (h("5214"),)
    assert offered_verbs(s) == {"step", "halt"}
