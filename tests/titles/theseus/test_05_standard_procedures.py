"""5.1 to 5.4: calculation, SNAFU, stacking and displacement, zones of control."""

from __future__ import annotations

import pytest

from sandtable.kernel.play import inner
from sandtable.kernel.tally import Tally
from sandtable.titles.theseus.command import IN_COMMAND, ISOLATED, command_state
from sandtable.titles.theseus.effectiveness import lose
from sandtable.titles.theseus.face.forecast import ONLY_HIM, caution
from sandtable.titles.theseus.face.occasion import NO_GAIN, occasion
from sandtable.titles.theseus.frames import ARRIVAL, Attack, Contest, DisplacedHQ, Overstack, Retreat
from sandtable.titles.theseus.modifiers import supporters
from sandtable.titles.theseus.movement import allowance
from sandtable.titles.theseus.reinforcements import entries
from sandtable.titles.theseus.stacking import check_stacking, displace_hq, is_overstacked, leave_alone, refuges
from sandtable.titles.theseus.state import State, enemy_zone
from sandtable.titles.theseus.strength import battle_strength, ratio_column
from tests.kit import asked, offered, play, rule, settled, told, why_not
from tests.titles.theseus.position import (
    AX,
    CW,
    RULES,
    E,
    activation,
    at_set_up,
    attack,
    fm,
    h,
    hexes,
    is_down,
    left,
    marching,
    position,
    strength,
    u,
    where,
)

# 5.1 Calculation conventions


@rule(RULES, "5.1-a")
def test_fractions_are_kept_until_all_is_added() -> None:
    s = position({"I/5": "3626", "3": "3626", "69th": "3627"}, starved=["21Pz"])  # strengths 5 and 3, halved
    f = Attack(AX, fm("21Pz"), h("3626"), h("3627"), (u("I/5"), u("3")), (u("69th"),))
    assert battle_strength(s, f, f.attackers, 0) == 4
    s.strength[u("3")] = 2
    assert battle_strength(s, f, f.attackers, 0) == 4  # 2.5 + 1, rounded up


@rule(RULES, "5.1-b")
def test_modifiers_are_cumulative() -> None:
    drm = Tally("modifier")
    for value in (-1, 3, -6, -2, 2):
        drm.add(value, "5.1-b", "term")
    assert drm.total == -4


@rule(RULES, "5.1-c")
def test_odds_are_rounded_down() -> None:
    s = position({})
    assert E.odds[1].texts[ratio_column(s, 1, 32, 37)] == "2:3"
    assert E.odds[1].texts[ratio_column(s, 1, 37, 37)] == "1:1"


@rule(RULES, "5.1-d")
def test_movement_points_are_not_rounded() -> None:
    s = position({"65": "2017", "HQ-Tri": "2017"}, active="Tri", starved=["Tri"])
    assert allowance(s, (u("65"),), False) == 30  # two and a half
    s = play(s, "move 65", "go", *[f"step {id}" for id in ["2018", "2117", "2217"]])
    assert E.link[h("2018") * E.hexes + h("2117")]
    assert left(s) == 30 - 12 - 6 - 6


# 5.2 SNAFU


@rule(RULES, "5.2-a")
def test_the_holder_has_an_enemy_die_rolled_again_and_hands_the_marker_over() -> None:
    at = {"7th": "3626", "HQ-7Armd": "3626", "19": "3627", "HQ-Bre": "3627"}
    s = position(at, active="7Armd", snafu=AX, points=1)
    s = play(s, "attack 7th 3627", dice=[0, 1, 9])
    assert asked(s) == (AX, "Contest")
    assert not told(s, "hits")
    stands = play(s, "stands")
    assert told(stands, "hits") == [told(play(s, "stands"), "hits")[0]]
    assert stands.snafu == AX
    again = play(s, "reroll", dice=[2])
    assert again.snafu == CW
    assert told(again, "hits") != told(stands, "hits")
    assert told(again, "snafu") == [(AX,)]


@rule(RULES, "5.2-a", "7.4-a")
def test_the_die_of_a_breach_can_be_contested_by_the_enemy_alone() -> None:
    at = {"65": "2416", "HQ-Tri": "2217"}
    s = play(position(at, active="Tri", snafu=CW), "breach 65", dice=[1])
    assert (asked(s), s.breached) == ((CW, "Contest"), ())
    assert play(s, "stands").breached == (h("2416"),)
    assert play(s, "reroll", dice=[10]).breached == ()
    assert play(position(at, active="Tri", snafu=AX), "breach 65", dice=[1]).breached == (h("2416"),)


@rule(RULES, "5.2-a", "7.4-a")
@pytest.mark.parametrize("die", [1, 10])
def test_whoever_could_close_the_gap_again_is_asked(die: int) -> None:
    """In mines a high roll is bad: nobody is spared the question because it fell low."""
    s = play(position({"65": "2416", "HQ-Tri": "2217"}, active="Tri", snafu=CW), "breach 65", dice=[die])
    why = occasion(s, CW)
    assert why is not None
    assert not why.idle


def as_it_lies(s: State, holder: int) -> str:
    why = occasion(s, holder)
    assert why is not None
    return next((cost.text for cost in why.costs if cost.text.startswith("as the die lies ")), "")


@rule(RULES, "5.2-a", "6.3.1-a")
def test_what_the_action_points_come_to_is_said() -> None:
    at = {"HQ-7Armd": "3626", "7th": "3626", "HQ-21Pz": "0221", "104": "0221"}
    s = play(position(at, initiative=CW, snafu=AX), "activate 7Armd", dice=[3])
    points = told(play(s, "stands"), "activated")[0][1]
    assert as_it_lies(s, AX) == f"as the die lies 7th Armoured Division has {points} Action Points"


@rule(RULES, "5.2-a", "7.5.2-g")
@pytest.mark.parametrize(("die", "means"), [(5, "keeps its nerve"), (6, "loses its nerve, and is Disrupted")])
def test_what_a_die_means_for_a_unit_is_said_by_name(die: int, means: str) -> None:
    at = {"7th": "3626", "HQ-7Armd": "3626", "19": "3627", "HQ-Bre": "3627"}
    s = play(position(at, active="7Armd", snafu=AX, points=1), "attack 7th 3627", dice=[0, 1, 1])
    assert as_it_lies(s, AX).startswith("as the die lies the table says: ")
    s = play(s, "stands", dice=[die])  # the result is red, and the attacker checks
    why = occasion(s, AX)
    assert why is not None
    assert f"has rolled {die} to keep the nerve of 7th Motor Brigade, which takes 5 or less;" in why.text
    assert as_it_lies(s, AX) == f"as the die lies 7th Motor Brigade {means}"


@rule(RULES, "5.2-a", "6.5.2-a")
@pytest.mark.parametrize(("die", "means"), [(7, "reacts, and the mover is halted"), (8, "fails to react")])
def test_what_a_die_means_for_a_reaction_is_said_by_name(die: int, means: str) -> None:
    at = {"7th": "3626", "HQ-7Armd": "3626", "104": "3623", "HQ-21Pz": "3623"}
    s = play(position(at, active="7Armd", snafu=CW, points=1), "move 7th", "go", "step 3625", "step 3624", "react 21Pz", dice=[die])
    why = occasion(s, CW)
    assert why is not None
    assert "for 21st Panzer Division to react, which takes 7 or less;" in why.text
    assert as_it_lies(s, CW) == f"as the die lies 21st Panzer Division {means}"


@rule(RULES, "5.2-a")
def test_own_dice_and_chits_cannot_be_contested() -> None:
    at = {"7th": "3626", "HQ-7Armd": "3626", "19": "3627", "HQ-Bre": "3627"}
    s = play(position(at, active="7Armd", snafu=CW, points=1), "attack 7th 3627", dice=[0, 1, 9])
    assert asked(s)[1] != "Contest"
    assert told(s, "hits")


def rolling_for_initiative(snafu: int, *dice: int) -> State:
    """The Axis passes the initiative on by ending its activation: both roll, the Axis first."""
    at = {"HQ-7Armd": "3626", "7th": "3626", "HQ-21Pz": "0221", "104": "0221"}
    s = position(at, active="21Pz", snafu=snafu, points=1)
    s.passed = 0
    s.marker_side, s.marker_space = CW, 1  # +2
    return play(s, "end", dice=dice)


@rule(RULES, "5.2-a", "6.1-a")
@pytest.mark.parametrize(("holder", "mine", "die"), [(AX, 3, 6), (CW, 6, 3)])
def test_where_both_roll_the_holder_decides_when_both_dice_lie(holder: int, mine: int, die: int) -> None:
    s = rolling_for_initiative(holder, 3, 6)  # whoever rolls first
    assert asked(s) == (holder, "Contest")
    assert inner(s, Contest).accepted == (3, 6)
    why = occasion(s, holder)
    assert why is not None
    assert f"has rolled {die} against {mine} for the initiative;" in why.text
    assert why.costs[0].text.startswith("as the dice lie the initiative goes to the Commonwealth: 3 for the Axis, 8 for")  # 6 + 2
    assert not told(s, "initiative")
    stands = play(s, "stands")
    assert told(stands, "initiative") == [(CW, 3, 6 + 2)]
    assert (stands.snafu, asked(stands)[1]) == (holder, "Operations")


@rule(RULES, "5.2-a", "6.1-a")
def test_the_die_rolled_again_is_the_enemys_and_the_other_may_be_contested_in_turn() -> None:
    s = play(rolling_for_initiative(AX, 3, 6), "reroll", dice=[1])
    assert asked(s) == (CW, "Contest")  # the marker is the Commonwealth's now, and the 3 of the Axis still lies there
    assert inner(s, Contest).accepted == (3, 1)
    why = occasion(s, CW)
    assert why is not None
    assert "Axis has rolled 3 against 1 for the initiative;" in why.text
    assert told(play(s, "stands"), "initiative") == [(AX, 3, 1 + 2)]
    back = play(s, "reroll", dice=[2])
    assert told(back, "initiative") == [(CW, 2, 1 + 2)]  # a die rolled again stands: nobody is asked any more
    assert back.snafu == AX
    s = play(rolling_for_initiative(CW, 9, 6), "reroll", dice=[2])
    assert inner(s, Contest).accepted == (2, 6)
    assert (asked(s), s.snafu) == ((AX, "Contest"), AX)
    assert told(play(s, "stands"), "initiative") == [(CW, 2, 6 + 2)]


@pytest.mark.parametrize(("axis", "allied", "idle"), [(3, 6, False), (9, 6, True), (1, 2, True), (4, 1, True)])
def test_who_can_gain_nothing_by_the_marker_is_told_so(axis: int, allied: int, idle: bool) -> None:
    s = rolling_for_initiative(AX, axis, allied)
    why = occasion(s, AX)
    assert why is not None
    assert why.idle == idle
    assert [str(c) for c in caution(s, ("reroll", 0, 0))] == [str(ONLY_HIM)] * idle
    assert (NO_GAIN in why.costs) == idle


@pytest.mark.parametrize(("die", "idle"), [(1, True), (3, False)])
def test_the_fewest_action_points_are_not_contested_to_any_gain(die: int, idle: bool) -> None:
    at = {"HQ-7Armd": "3626", "7th": "3626", "HQ-21Pz": "0221", "104": "0221"}
    s = play(position(at, initiative=CW, snafu=AX), "activate 7Armd", dice=[die])
    assert asked(s) == (AX, "Contest")
    why = occasion(s, AX)
    assert why is not None
    assert why.idle == idle


@rule(RULES, "5.2-a", "7.5.1.1-e")
@pytest.mark.parametrize("holder", [AX, CW])
def test_so_it_is_when_a_stack_slips_away(holder: int) -> None:
    at = {"7th": "3626", "HQ-7Armd": "3626", "104": "3625", "3": "3625", "HQ-21Pz": "3623"}
    s = play(position(at, active="7Armd", snafu=holder, points=1), "attack 7th 3625", "evade", dice=[2, 9])
    assert asked(s) == (holder, "Contest")
    assert inner(s, Contest).accepted == (2, 9)
    assert told(play(s, "stands"), "slipped_away")
    if holder == CW:  # the attacker: the defender's 9 falls again, and fails
        s = play(s, "reroll", dice=[1])
        assert asked(s) == (AX, "Contest")
        assert inner(s, Contest).accepted == (2, 1)


@rule(RULES, "5.2-b")
def test_the_axis_starts_with_the_marker() -> None:
    assert at_set_up("opening").snafu == at_set_up("gazala").snafu == AX


# 5.3.1 Stacking


@rule(RULES, "5.3.1-a")
def test_the_owner_orders_stacks_and_an_hq_is_on_top() -> None:
    s = at_set_up()
    assert s.at[h("2521")][0] == u("HQ-FF")
    s = position({"104": "3626", "I/5": "3626", "HQ-21Pz": "3622"}, active="21Pz")
    assert s.at[h("3626")] == (u("104"), u("I/5"))
    s = play(s, "raise I/5")
    assert s.at[h("3626")] == (u("I/5"), u("104"))
    assert why_not(s, "raise I/5").rule == why_not(s, "raise 104").rule == "5.3.1-a"  # once an activation
    corner = position({"104": "0100", "I/5": "0100", "HQ-21Pz": "0101"}, active="21Pz")  # the first hex of the map
    assert "raise I/5" in offered(corner)
    s = position({"104": "3626", "I/5": "3626", "HQ-21Pz": "3626"}, active="21Pz")
    assert why_not(s, "raise I/5").rule == "5.3.1-a"


@rule(RULES, "5.3.1-b", "7.3-b")
def test_limits_do_not_bind_on_the_way() -> None:
    at = {"2 RGH/22": "3626", "3 CLY/22": "3626", "12 L": "3625", "HQ-1Armd": "3624"}
    s = play(position(at, active="1Armd"), "move 12 L", "step 3626", "step 3627", "halt")
    assert where(s, "12 L") == "3627"
    assert not told(s, "overstacked")
    s = play(position(at, active="1Armd"), "move 12 L", "step 3626", "halt")
    assert told(s, "overstacked")


@rule(RULES, "5.3.1-c", "5.3.1-d")
def test_the_commonwealth_limit() -> None:
    s = position({"150th": "2514", "44 RTR": "2514", "HQ-50": "2514"}, improved=["2514"])
    assert not is_overstacked(s, h("2514"))  # HQ and markers are free
    assert is_overstacked(position({"150th": "2514", "44 RTR": "2514", "7 RTR": "2514"}), h("2514"))
    assert is_overstacked(position({"150th": "2514", "69th": "2514"}), h("2514"))
    assert not is_overstacked(position({"44 RTR": "2514", "7 RTR": "2514"}), h("2514"))


@rule(RULES, "5.3.1-e")
def test_the_axis_limit() -> None:
    at = dict.fromkeys(["104", "I/5", "II/5", "18 FLAK"], "3626")
    assert not is_overstacked(position(at), h("3626"))
    assert is_overstacked(position({**at, "3": "3626"}), h("3626"))
    assert is_overstacked(position({"104": "3626", "115": "3626"}), h("3626"))


@rule(RULES, "5.3.1-f")
def test_the_free_french_count_as_one() -> None:
    assert not is_overstacked(position({"1 FF": "2521", "2 FF": "2521", "44 RTR": "2521"}), h("2521"))
    assert is_overstacked(position({"1 FF": "2521", "2 FF": "2521", "69th": "2521"}), h("2521"))


@rule(RULES, "5.3.1-g", "5.3.1-i", "5.3.3-a")
def test_overstacked_units_disrupt_and_the_enemy_displaces_the_surplus() -> None:
    s = position({"104": "3625", "115": "3626", "I/8": "3626", "HQ-21Pz": "3624"}, active="21Pz", down=["I/8"])
    s = play(s, "move 104", "step 3626", "halt")
    assert is_down(s, "104")
    assert is_down(s, "115")
    assert strength(s, "I/8") == 5
    assert asked(s) == (CW, "Overstack")
    assert why_not(s, "push I/8 3627").rule == "5.3.3-a"  # would not help
    pushed = play(s, "push 115 3627")
    assert where(pushed, "115") == "3627"
    assert where(pushed, "104") == "3626"
    declined = play(s, "done")
    assert asked(declined) == (AX, "Overstack")
    assert "push 104 3627" in offered(declined)


@rule(RULES, "5.3.3-a")
def test_surplus_units_go_one_by_one() -> None:
    s = position({"Bays/2": "3626", "9 L/2": "3626", "10 H/2": "3626", "201st": "3626", "HQ-1Armd": "3624"})
    check_stacking(s, h("3626"))
    s = settled(s)
    s = play(s, "push Bays/2 3627")
    assert asked(s) == (AX, "Overstack")
    s = play(s, "push 9 L/2 3526")
    assert not is_overstacked(s, h("3626"))
    assert not any(isinstance(f, Overstack) for f in s.frames)


@rule(RULES, "5.3.1-h", "5.3.1-n", "5.3.2-h")
def test_two_hqs_lose_support_and_one_is_displaced() -> None:
    at = {"HQ-15Pz": "3625", "115": "3622", "HQ-21Pz": "3626", "104": "3626", "3": "3627"}
    s = play(position(at, active="15Pz"), "move HQ-15Pz", "step 3626", "halt")
    assert is_down(s, "104")
    assert (strength(s, "HQ-15Pz"), strength(s, "HQ-21Pz")) == (5, 5)
    s = play(s, "displace HQ-21Pz")
    assert (strength(s, "HQ-15Pz"), strength(s, "HQ-21Pz")) == (5, 4)
    assert s.level[fm("21Pz")] == 6
    assert where(s, "HQ-21Pz") == "3627"


@rule(RULES, "5.3.1-j")
def test_a_displacement_into_a_full_hex_overstacks_it_too() -> None:
    ring = {"3625": "61", "3725": "62", "3726": "19", "3627": "20", "3526": "27", "3525": "28"}
    at = {"104": "3626", "115": "3626", **{unit: hex for hex, unit in ring.items()}}
    s = position(at)
    check_stacking(s, h("3626"))
    s = play(settled(s), "push 104 3625")
    assert is_down(s, "61")
    assert strength(s, "104") == 11
    assert asked(s) == (CW, "Overstack")
    assert offered(s)[0].startswith("push")


@rule(RULES, "5.3.1-k", "5.3.3-c")
def test_with_no_way_out_the_owner_eliminates() -> None:
    ring = dict(
        zip(["69th", "150th", "151st", "1st SA", "2nd SA", "3rd SA"], ["3625", "3725", "3726", "3627", "3526", "3525"], strict=True)
    )
    s = position({"104": "3626", "115": "3626", **ring})
    check_stacking(s, h("3626"))
    s = settled(s)
    assert asked(s) == (AX, "Overstack")
    assert offered(s) == ["remove 104", "remove 115"]
    s = play(s, "remove 104")
    assert where(s, "104") == "dead"
    assert where(s, "115") == "3626"
    s = position({"104": "3626", "115": "3626"})
    check_stacking(s, h("3626"))
    s = play(settled(s), "done")
    assert why_not(s, "remove 104").rule.startswith("5.3")


@rule(RULES, "5.3.1-l", "5.3.1-m", "7.3.1-a")
def test_mixed_stacks_defend_together_and_act_apart() -> None:
    s = position({"I/8": "3626", "104": "3626", "HQ-21Pz": "3622", "HQ-15Pz": "3623"}, active="21Pz")
    assert why_not(s, "move I/8").rule == "5.5.1-a"
    assert (
        why_not(
            play(position({"I/8": "3626", "104": "3626", "3": "3626", "HQ-21Pz": "3622"}, active="21Pz"), "move 104"), "with I/8"
        ).rule
        == "7.3.1-a"
    )
    at = {"69th": "3626", "8 RTR": "3626", "115": "3627", "HQ-15Pz": "3627"}
    s = play(position(at, assigned={"8 RTR": "1SA"}, active="15Pz", points=2), "attack 115 3626")
    assert set(attack(s).defenders) == {u("69th"), u("8 RTR")}


# 5.3.2 HQ displacement


@rule(RULES, "5.3.2-a", "5.3.2-e", "7.3.5-a")
def test_a_lone_hq_gives_way_and_the_mover_goes_on() -> None:
    at = {"HQ-7Armd": "3120", "7th": "3423", "33": "3023", "HQ-15Pz": "3024"}
    s = position(at, active="15Pz")
    s = play(s, "move 33", "step 3022", "step 3021")
    assert where(s, "HQ-7Armd") == "3423"
    assert told(s, "displaced")
    assert left(s) == 96 - 24
    assert "step 3120" in offered(s)


@rule(RULES, "5.3.2-b")
def test_no_displacement_over_the_harbour() -> None:
    s = position({"HQ-2SA": "4404", "4th SA": "4505", "33": "4203", "HQ-15Pz": "4203"}, active="15Pz")
    s = play(s, "move 33", "go", "step 4303")
    assert where(s, "HQ-2SA") == "4404"
    assert not told(s, "displaced")


@rule(RULES, "5.3.2-c")
def test_two_hqs_meet_after_a_retreat_before_combat() -> None:
    at = {"HQ-15Pz": "3624", "115": "3624", "HQ-21Pz": "3625", "3": "3625", "104": "3627", "69th": "3623", "HQ-50": "3622"}
    s = play(position(at, active="50", points=1), "attack 69th 3624", "evade", dice=[1, 10])
    s = play(s, "step 3625", "halt")
    assert (strength(s, "HQ-15Pz"), strength(s, "HQ-21Pz")) == (5, 5)
    assert is_down(s, "115")
    assert is_down(s, "3")
    assert asked(s) == (AX, "Overstack")
    assert set(offered(s)) == {"displace HQ-15Pz", "displace HQ-21Pz"}


@rule(RULES, "5.3.2-d")
def test_an_hq_left_alone_by_combat_is_displaced() -> None:
    s = position({"HQ-15Sch": "3626", "200": "3626", "361": "3620"})
    lose(s, u("200"), 8)
    leave_alone(s, h("3626"))
    assert where(s, "HQ-15Sch") == "3620"


@rule(RULES, "5.3.2-f")
def test_the_hq_goes_to_the_nearest_unit_outside_mines() -> None:
    at = {"HQ-1SA": "2303", "3rd SA": "2101", "2nd SA": "2103", "1st SA": "2105", "6 SA": "2203"}
    s = position(at)
    displace_hq(s, u("HQ-1SA"))
    assert where(s, "HQ-1SA") == "2203"
    s = position({"HQ-7Armd": "3624", "7th": "3622", "3rd Ind": "3626", "KDG": "3620"})
    displace_hq(s, u("HQ-7Armd"))
    assert asked(s) == (CW, "DisplacedHQ")
    assert offered(s) == ["place 3622", "place 3626"]
    assert why_not(s, "place 3620").rule == "5.3.2-f"
    assert where(play(s, "place 3626"), "HQ-7Armd") == "3626"


@rule(RULES, "5.3.2-g")
def test_with_all_units_in_mines_the_hq_is_placed_beside_one() -> None:
    s = position({"1 FF": "2521", "2 FF": "2521", "HQ-FF": "2423"})
    displace_hq(s, u("HQ-FF"))
    assert isinstance(s.frames[-1], DisplacedHQ)
    assert {text.split()[1] for text in offered(s)} <= hexes(E.adjacent[h("2521")])


@rule(RULES, "5.3.2-h")
def test_nothing_is_lost_below_zero() -> None:
    s = position({"HQ-7Armd": "3624", "7th": "3620"}, level={"7Armd": 5})
    displace_hq(s, u("HQ-7Armd"))
    assert (s.level[fm("7Armd")], strength(s, "HQ-7Armd")) == (4, 4)
    s = position({"HQ-7Armd": "3624", "7th": "3620"}, level={"7Armd": 0}, strength={"HQ-7Armd": 0})
    displace_hq(s, u("HQ-7Armd"))
    assert (s.level[fm("7Armd")], strength(s, "HQ-7Armd")) == (0, 0)


# 5.3.3 Unit displacement


@rule(RULES, "5.3.3-b")
def test_not_into_a_full_hex_while_another_is_free() -> None:
    s = position({"104": "3626", "115": "3626", "155": "3627"})
    check_stacking(s, h("3626"))
    s = settled(s)
    assert "push 104 3627" not in offered(s)
    assert why_not(s, "push 104 3627").rule == "5.3.3-b"
    assert "push 104 3625" in offered(s)


@rule(RULES, "5.3.3-d")
def test_mines_bar_displacement_and_zones_do_not() -> None:
    s = position({"104": "2721", "115": "2721", "KDG": "2919"})
    assert enemy_zone(s, AX, h("2820"))
    ways = hexes(refuges(s, u("104"), h("2721")))
    assert "2621" not in ways
    assert "2622" not in ways
    assert "2821" in ways
    s = position({"104": "2721", "KDG": "2920"})
    assert enemy_zone(s, AX, h("2821"))
    assert "2821" in hexes(refuges(s, u("104"), h("2721")))


# 5.4 Zones of control


@rule(RULES, "5.4-a")
def test_a_zone_is_the_hex_and_its_six_neighbours() -> None:
    s = position({"7th": "3423"})
    controlled = {id for id in E.grid.ids if enemy_zone(s, AX, h(id))}
    assert controlled == {"3423", "3422", "3522", "3523", "3424", "3323", "3322"}


@rule(RULES, "5.4-b", "5.4-d")
def test_zones_and_mines() -> None:
    s = position({"104": "2721"})
    assert not enemy_zone(s, CW, h("2621"))
    assert not enemy_zone(s, CW, h("2622"))
    assert enemy_zone(s, CW, h("2720"))
    s = position({"1 FF": "2521"})
    assert enemy_zone(s, AX, h("2622"))  # its own mines
    s = position({"104": "2721"}, breached=["2622"])
    assert enemy_zone(s, CW, h("2622"))


@rule(RULES, "5.4-c", "5.6.3-b")
def test_who_has_no_zone() -> None:
    at = {"18 FLAK": "3620", "KG Hecker": "3623", "HQ-15Pz": "3626", "104": "3420"}
    s = position(at, down=["104"])
    assert not any(enemy_zone(s, CW, n) for n in range(E.hexes))
    assert enemy_zone(position({"104": "3420"}), CW, h("3420"))
    assert supporters(position({"5 RTR/4": "3625", "HQ-7Armd": "3624"}, down=["5 RTR/4"]), CW, h("3626"), h("3627")) == []


@rule(RULES, "5.4-e")
def test_zones_of_both_sides_share_a_hex() -> None:
    s = position({"104": "3624", "7th": "3626"})
    assert enemy_zone(s, AX, h("3625"))
    assert enemy_zone(s, CW, h("3625"))


@rule(RULES, "5.4.1-a")
def test_a_combat_unit_stops_in_an_enemy_zone_even_with_a_friend() -> None:
    at = {"3": "3623", "104": "3625", "201st": "3627", "HQ-21Pz": "3622"}
    s = position(at, active="21Pz")
    assert not enemy_zone(s, AX, h("3625"))
    s = play(position({**at, "201st": "3626"}, active="21Pz"), "move 3", "step 3624", "step 3625")
    assert where(s, "3") == "3625"
    assert asked(s)[1] == "Activation"


@rule(RULES, "5.4.1-b")
def test_leaving_a_zone_is_free() -> None:
    s = position({"104": "3625", "201st": "3626", "HQ-21Pz": "3622"}, active="21Pz")
    s = play(s, "move 104", "step 3624")
    assert left(s) == 60
    assert "step 3623" in offered(s)


@rule(RULES, "5.4.1-c", "7.3.2-h")
def test_from_zone_to_zone_is_refused() -> None:
    s = position({"115": "3625", "201st": "3626", "HQ-15Pz": "3622"}, active="15Pz")
    s = play(s, "move 115")
    assert why_not(s, "step 3725").rule == "5.4.1-c"
    ring = {"69th": "3624", "150th": "3626", "151st": "3725", "1st SA": "3525"}
    s = position({"27": "3625", "HQ-Pav": "3820", **ring}, active="Pav")
    assert why_not(s, "move 27").rule == "7.3.2-a"  # nothing but zones around it


@rule(RULES, "5.4.1-d")
def test_reinforcements_never_enter_a_zone() -> None:
    s = marching(position({"10th Ind": "5214", "115": "5014"}), "10th Ind", left=36, kind=ARRIVAL)
    assert enemy_zone(s, CW, h("5114"))
    assert why_not(s, "step 5114").rule == "5.4.1-d"


@rule(RULES, "5.4.1-e")
def test_a_disrupted_friend_opens_an_enemy_zone_for_paths() -> None:
    pocket = {"69th": "3624", "150th": "3424", "151st": "3527", "1st SA": "3726", "2nd SA": "3427"}
    s = position({"65": "3525", "HQ-Tri": "3522", **pocket})
    assert command_state(s, u("65")) == ISOLATED
    s = position({"65": "3525", "HQ-Tri": "3522", "XI": "3524", "66": "3523", **pocket}, down=["XI", "66"])
    assert command_state(s, u("65")) == IN_COMMAND


@rule(RULES, "5.4.1-f", "7.5.2.3-a")
def test_a_forced_retreat_into_a_zone_costs_a_point() -> None:
    axis = {"104": "3625", "115": "3726", "155": "3526"}
    s = position({"3 RTR/4": "3626", "HQ-7Armd": "3620", **axis}, down=["3 RTR/4"])
    ways = [n for n in E.adjacent[h("3626")] if s.at.get(n) is None]
    assert ways
    assert all(enemy_zone(s, CW, n) for n in ways)
    s.begin(Retreat(CW, (u("3 RTR/4"),), h("3626"), 1, True))
    s = settled(s)
    while asked(s)[1] == "Retreat":
        s = play(s, offered(s)[0])
    assert where(s, "3 RTR/4") != "3626"
    assert strength(s, "3 RTR/4") == 3


@rule(RULES, "5.4.1-h")
def test_support_needs_a_zone_into_the_hex() -> None:
    s = position({"I/8": "2910", "115": "2912", "HQ-15Pz": "2908", "201st": "2911"})
    assert supporters(s, AX, h("2911"), h("2912")) == []  # over Rigel Ridge
    s = position({"I/8": "2812", "115": "2912", "HQ-15Pz": "2813", "201st": "2911"})
    assert supporters(s, AX, h("2911"), h("2912")) == [(fm("15Pz"),)]


@rule(RULES, "5.4.1-j")
def test_no_entry_in_an_enemy_zone() -> None:
    s = position({"115": "5113", "29th Ind": "4322", "HQ-5Ind": "4321"}, waiting=["10th Ind"])
    assert hexes(entries(s, u("10th Ind"))) == {"5210", "5224"}


@rule(RULES, "5.4.1-k")
def test_an_hq_does_not_stop_in_a_zone_but_does_not_go_on_into_another() -> None:
    at = {"HQ-15Pz": "3623", "115": "3625", "33": "3725", "201st": "3626", "I/8": "3624"}
    s = play(position(at, active="15Pz"), "move HQ-15Pz", "step 3624", "step 3625")
    assert left(s) == 48
    assert where(s, "HQ-15Pz") == "3625"
    assert "step 3624" in offered(s)
    assert why_not(s, "step 3725").rule == "5.4.1-k"
    assert activation(s).points == 5
