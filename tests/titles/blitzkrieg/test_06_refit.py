"""6.0 The RRW Phase: out of supply, upgrades, withdrawals, reinforcements, replacements, supply units."""

from __future__ import annotations

from sandtable.face.story import question
from sandtable.kernel.play import read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.steps import steps_of
from sandtable.titles.blitzkrieg.edition import BONUSES
from sandtable.titles.blitzkrieg.face.forecast import caution
from sandtable.titles.blitzkrieg.face.prices import price
from sandtable.titles.blitzkrieg.frames import Refit
from sandtable.titles.blitzkrieg.refit import due_upgrades, eliminated, rate
from sandtable.titles.blitzkrieg.sequence import OUTLINES
from sandtable.titles.blitzkrieg.stacking import fits
from tests.kit import offered, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    E,
    at,
    march,
    motoring,
    moving,
    position,
    refitting,
    say,
    su,
    vp,
)

LONELY = {"Girarabub": "15 Arm", "Aghelia": "Ariete Inf"}


@rule("blitzkrieg", "6.1.1-a", "6.1.1-b", "7.4.5-b")
def test_units_out_of_supply_roll_first() -> None:
    s = position({"Girarabub": ["Brescia Inf", "15 Arm"], "Aghelia": "Ariete Inf"}, turn=12)
    out = refitting(s, dice=[1, 2])  # 15 Arm, Brescia Inf
    assert at(out, "Brescia Inf") == at(out, "15 Arm") == "eliminated"
    assert vp(out)[ALLIED] == 1 + 5
    spared = refitting(s, dice=[3, 3])
    assert at(spared, "15 Arm") == "Girarabub"
    assert OUTLINES[Refit].rows[0].step == steps_of(OUTLINES[Refit])[0]
    trento = refitting(position({"Ben Gania": "Trento Inf (2)", "Aghelia": "Ariete Inf"}, turn=12), dice=[0])
    assert vp(trento)[ALLIED] == 1


@rule("blitzkrieg", "6.1.1-c")
def test_only_the_active_sides_units_roll() -> None:
    s = position({"Girarabub": "15 Recon", "Ben Gania": "9 Aus. Inf", "Aghelia": "Ariete Inf", "El Alamein": "NZ Inf"}, turn=12)
    s = refitting(s, dice=[0])
    assert at(s, "15 Recon") == "eliminated"
    assert at(s, "9 Aus. Inf") == "Ben Gania"


# 6.5


TO_21ST = ["21 Arm", "21 Recon", "21 Art"]
FIFTH = {"Marsa Brega": ["5LT Arm", "5LT Recon", "5LT Art"]}


@rule("blitzkrieg", "6.1.2-a", "6.5-a", "6.5.1-a", "6.5.6-a")
def test_the_fifth_light_becomes_the_21st_panzer() -> None:
    s = position(FIFTH, turn=5, waiting=TO_21ST)
    two = refitting(s, dice=[4])
    two = say(two, "upgrade 5LT Arm", "upgrade 5LT Art")
    assert at(two, "21 Arm") == at(two, "21 Art") == "Marsa Brega"
    assert at(two, "5LT Arm") == "gone"
    assert vp(two) == (0, 0)
    assert "upgrade 5LT Recon" not in offered(two)
    every = refitting(s, dice=[6])
    assert question(every).text == "3 units may be upgraded. Which?"
    every = say(every, "upgrade 5LT Arm", "upgrade 5LT Art", "upgrade 5LT Recon")
    assert at(every, "21 Recon") == "Marsa Brega"
    later = position({"Marsa Brega": ["21 Arm", "5LT Recon", "5LT Art"]}, turn=6, waiting=["21 Recon", "21 Art"])
    assert offered(refitting(later, dice=[1]))[:2] == ["upgrade 5LT Recon", "upgrade 5LT Art"]
    assert not due_upgrades(position(FIFTH, turn=4, waiting=TO_21ST), AXIS)


@rule("blitzkrieg", "6.5.1-b", "6.5.1-c")
def test_who_belongs_to_5lt_and_21st() -> None:
    early = position({}, turn=4)
    mixed = [E.u(name) for name in ("21 Arm", "5LT Recon", "5LT/21 Inf", "15 Inf", "Ariete Inf", "Pavia Inf")]
    assert not fits(early, mixed)  # one division and three others
    assert fits(early, mixed[:5])
    fifth = [E.u(name) for name in ("5LT Arm", "5LT Recon", "5LT/21 Inf", "5LT Art", "21 Inf", "15 Inf", "Ariete Inf")]
    assert not fits(early, fifth)
    assert fits(position({}, turn=5), fifth)


BRITISH = {"Tobruk": ["7 Arm (3)", "1 Arm (3)", "1 TK"]}
R12 = ["7 Arm R12", "1 Arm R12", "1 TK R12"]


@rule("blitzkrieg", "6.5.2-a", "6.5.2-d", "11.2.7-a")
def test_british_armour_of_turn_12() -> None:
    s = refitting(position(BRITISH, turn=12, waiting=R12), "allied", dice=[5])
    assert [text for text in offered(s) if text.startswith("upgrade")] == ["upgrade 7 Arm (3)", "upgrade 1 Arm (3)", "upgrade 1 TK"]
    s = say(s, "upgrade 7 Arm (3)", "upgrade 1 TK")
    assert (at(s, "7 Arm R12"), at(s, "1 TK R12"), at(s, "1 Arm (3)")) == ("Tobruk", "Tobruk", "Tobruk")
    assert not due_upgrades(position(BRITISH, turn=11, waiting=R12), ALLIED)
    one = position({"Tobruk": "1 TK"}, turn=13, waiting=["1 TK R12"])
    assert not [text for text in offered(refitting(one, "allied", dice=[0])) if text.startswith("upgrade")]
    assert "upgrade 1 TK" in offered(refitting(one, "allied", dice=[3]))
    assert [E.upgrade_count["british"][face] for face in range(10)] == [0, 1, 1, 1, 1, 2, 2, 2, 3, 4]


@rule("blitzkrieg", "6.5.2-b", "6.5.4-a")
def test_british_armour_of_turn_18_also_beside_the_map() -> None:
    units = {"Tobruk": ["7 Arm (4)", "1 Arm (4)", "2 Arm", "32 TK"], "Bardia": "8 Arm (a)", "Withdrawn": ["10 Arm"]}
    waiting = ["7 Arm R18", "1 Arm R18", "2 Arm R18", "32 TK R18", "8 Arm R18", "10 Arm R18"]
    s = refitting(position(units, turn=18, waiting=waiting), "allied", dice=[9])
    assert len([text for text in offered(s) if text.startswith("upgrade")]) == 6
    s = say(s, "upgrade 10 Arm", "upgrade 7 Arm (4)", "upgrade 2 Arm", "upgrade 32 TK")
    assert at(s, "10 Arm R18") == "withdrawn"
    assert at(s, "8 Arm (a)") == "Bardia"


@rule("blitzkrieg", "6.5.2-c")
def test_the_guards_change_by_themselves() -> None:
    s = refitting(position({"Tobruk": "9 Aus. Inf"}, dead=["22 Gds Inf"], waiting=["201 Gds Inf"], turn=15), "allied")
    assert at(s, "201 Gds Inf") == "eliminated"
    cut = position({"Girarabub": "22 Gds Inf", "Tobruk": "9 Aus. Inf"}, waiting=["201 Gds Inf"], turn=15)
    assert at(refitting(cut, "allied", dice=[9]), "22 Gds Inf") == "Girarabub"  # out of supply it waits


@rule("blitzkrieg", "6.5.3-a", "6.5.5-a")
def test_who_is_gone_or_out_of_supply_is_not_upgraded() -> None:
    s = position({"Tobruk": "1 Arm (3)", "Bir Berraneb": "7 Arm (3)"}, turn=12, waiting=R12)  # 1 TK left the game
    s = refitting(s, "allied", dice=[9, 5])
    assert why_not(s, "upgrade 1 TK").rule == "6.5.3-a"
    assert why_not(s, "upgrade 2 Arm").rule == "6.5.2-a"
    assert why_not(s, "upgrade 7 Arm (3)").rule == "6.5.5-a"
    assert price(s, read(s, "upgrade 1 Arm (3)")) == "becomes 1st Armoured I of March 1942, combat 4 for 3"
    s = say(s, "upgrade 1 Arm (3)")
    assert "move 1 Arm R12" in offered(moving(position({"Tobruk": "1 Arm R12"}, turn=12), "allied"))


# 6.6


@rule("blitzkrieg", "6.6.1-a", "6.6.2-a")
def test_a_withdrawal_that_is_made() -> None:
    s = refitting(position({"Tobruk": ["9 Aus. Inf", "9 Aus. Art", "NZ Inf"]}, turn=7), "allied")
    assert offered(s) == ["release 9 Aus. Inf", "release NZ Inf", "refuse"]
    s = say(s, "release 9 Aus. Inf", "release 9 Aus. Art")
    assert at(s, "9 Aus. Inf") == at(s, "9 Aus. Art") == "withdrawn"
    assert vp(s) == (1 + 2, 0)
    assert not told(refitting(position({"Aghelia": "5LT Arm"}, turn=7)), "not_withdrawn")


@rule("blitzkrieg", "6.6.2-b", "6.6.3-a", "6.6.5-a")
def test_a_withdrawal_that_is_not_made() -> None:
    s = refitting(position({"Tobruk": ["7 Arm (3)", "9 Aus. Inf"]}, turn=10), "allied")
    assert "the Axis scores 4 Victory Points" in question(s).how
    assert price(s, read(s, "release 7 Arm (3)")) == "you score 3 Victory Points"
    assert [c.text for c in caution(s, ("refuse", 0, 0))] == ["the Axis scores 4 Victory Points"]
    assert vp(say(s, "refuse"))[AXIS] == 3 + 1
    holding = refitting(position({"Holding": "7 Arm (3)", "Tobruk": "9 Aus. Inf"}, turn=10), "allied")
    assert vp(holding)[AXIS] == 4
    cut = position({"Girarabub": "9 Aus. Recon", "Tobruk": ["9 Aus. Inf", "9 Aus. Art", "70 Inf"]}, turn=11)
    cut = refitting(cut, "allied", dice=[9])
    cut = say(cut, "release 9 Aus. Inf", "release 9 Aus. Art")
    assert vp(cut) == (1 + 2, 1 + 1)  # the recon is out of supply: the call fails
    assert why_not(s, "release 9 Aus. Inf").rule == "6.6.1-a"


@rule("blitzkrieg", "6.1.3-a", "6.6.4-a")
def test_returns_come_from_the_withdrawn_box_or_not_at_all() -> None:
    s = position({"Tobruk": "70 Inf", "Withdrawn": ["NZ Inf", "4 Ind Inf", "NZ Art"]}, turn=15)
    s = refitting(s, "allied")
    assert offered(s) == ["return 4 Ind Inf", "return NZ Inf"]
    s = say(s, "return NZ Inf")
    assert (at(s, "NZ Inf"), at(s, "NZ Art"), at(s, "4 Ind Inf")) == ("Holding", "Holding", "withdrawn")
    assert vp(s) == (0, 0)  # no recon is there: none comes, and nobody scores


@rule("blitzkrieg", "6.1.3-b")
def test_the_hq_returns_in_the_third_step() -> None:
    s = position({"Tobruk": "9 Aus. Inf"}, turn=1, no_hq=["allied"])
    assert at(refitting(s, "allied", dice=[2]), "Allied HQ") == "Holding"
    failed = refitting(s, "allied", dice=[3])
    assert failed.hq[ALLIED] < 0
    failed.frames.clear()
    assert at(refitting(failed, "allied", dice=[3]), "Allied HQ") == "Holding"  # then 0-3


@rule("blitzkrieg", "6.1.4-a")
def test_reinforcements_come_to_the_holding_area() -> None:
    s = refitting(position({"Aghelia": "5LT Arm"}, turn=3, waiting=["15 Arm", "15 Art", "90 Inf"]))
    assert (at(s, "15 Arm"), at(s, "15 Art"), at(s, "90 Inf")) == ("Holding", "Holding", "track")


@rule("blitzkrieg", "6.1.5-a")
def test_the_hq_gets_one_of_four_bonuses_or_none() -> None:
    s = refitting(position({"Tobruk": ["9 Aus. Inf", "Allied HQ"]}, turn=4), "allied")
    assert offered(s) == [*[f"bonus {name}" for name in BONUSES], "done"]
    assert say(s, "bonus Movement").bonus[ALLIED] == 1 << 2
    assert say(s, "done").bonus[ALLIED] == 0
    assert [c.rule for c in caution(s, ("done", 0, 0))] == ["11.3.1-a"]
    assert caution(s, ("bonus", 0, 0)) == []


# 6.2


@rule("blitzkrieg", "6.2-a", "6.2-b")
def test_where_units_enter_the_map() -> None:
    s = moving(position({"Holding": ["NZ Inf", "70 Inf"], "Tobruk": "9 Aus. Inf"}), "allied")
    nz = say(s, "move NZ Inf")
    assert {"go El Alamein", "go Ruweisat Ridge", "go Qaret El Himemat"} <= set(offered(nz))
    assert why_not(nz, "go Aghelia").rule == "6.2-a"
    there = say(nz, "go Ruweisat Ridge")
    assert there.frames[-1].spent == 1  # type: ignore[attr-defined]
    assert at(say(s, "move 70 Inf", "sail Tobruk"), "70 Inf") == "Tobruk"
    assert at(say(s, "move 70 Inf", "rail Mersa Matruh"), "70 Inf") == "Mersa Matruh"
    axis = say(moving(position({"Holding": "Brescia Inf"})), "move Brescia Inf")
    assert [text for text in offered(axis) if text.startswith("go")] == ["go Aghelia"]


@rule("blitzkrieg", "6.2.1-a")
def test_units_leave_by_sea() -> None:
    s = say(moving(position({"Tobruk": ["Polish Inf", "9 Aus. Inf"]}), "allied"), "move Polish Inf", "sail Holding")
    assert at(s, "Polish Inf") == "Holding"
    assert s.shipped[E.b("Tobruk")] == 1


@rule("blitzkrieg", "6.2.1-b")
def test_not_in_and_out_of_the_holding_area_in_one_phase() -> None:
    s = say(moving(position({"Tobruk": ["7 Sup. Gp. Inf", "9 Aus. Inf"]}), "allied"), "move 7 Sup. Gp. Inf", "sail Holding")
    assert why_not(s, "move 7 Sup. Gp. Inf").rule == "6.2.1-b"
    later = motoring(position({"Holding": "7 Sup. Gp. Inf", "Tobruk": "9 Aus. Inf"}), "allied")
    assert at(march(later, "7 Sup. Gp. Inf: El Alamein"), "7 Sup. Gp. Inf") == "El Alamein"
    entered = say(moving(position({"Holding": "NZ Inf"}), "allied"), "move NZ Inf", "go El Alamein")
    assert why_not(entered, "go Holding").rule == "6.2.1-b"


@rule("blitzkrieg", "6.2.1-c")
def test_units_leave_by_road_and_rail() -> None:
    s = moving(position({"Fuka": "7 Arm (3)"}), "allied")
    assert at(say(s, "move 7 Arm (3)", "go El Alamein", "go Holding"), "7 Arm (3)") == "Holding"
    assert at(say(s, "move 7 Arm (3)", "rail Holding"), "7 Arm (3)") == "Holding"
    axis = say(moving(position({"El Alamein": "15 Inf"}, stores={"axis": {"El Alamein": 1}})), "move 15 Inf")
    assert why_not(axis, "go Holding").rule == "6.2.1-c"


# 6.3, 6.4


@rule("blitzkrieg", "6.3-a", "6.1.6-a", "6.3.3-a")
def test_pools_by_nation_and_wheels_and_nobody_has_to() -> None:
    s = position({"Aghelia": "5LT Recon"}, dead=["15 Inf", "15 Arm", "Ariete Inf"], turn=9)
    s = say(refitting(s), "done")  # the HQ's choice
    assert why_not(s, "replace German").rule == "6.3-a"
    two = say(refitting(position({"Aghelia": "5LT Recon"}, dead=["15 Inf", "15 Arm", "15 Art", "Ariete Inf"], turn=9)), "done")
    assert offered(two) == ["replace German", "done"]
    assert why_not(two, "replace Italian motorised").rule == "6.3-a"
    assert why_not(two, "replace British").rule == "6.3-a"
    waits = say(two, "done")
    assert [at(waits, name) for name in ("15 Inf", "15 Arm", "15 Art")] == ["eliminated"] * 3
    assert vp(waits) == (0, 0)
    assert {E.pool[E.u("Ariete Inf")], E.pool[E.u("Pavia Inf")]} == {1, 2}


@rule("blitzkrieg", "6.3.1-a", "6.3.2-a", "12.2-a")
def test_who_is_kept_and_who_leaves_the_game() -> None:
    s = position({"Aghelia": "5LT Recon"}, dead=["15 Arm", "21 Art", "15 Inf"], turn=9)
    s = say(refitting(s), "done", "replace German", "keep 15 Arm", "keep 21 Art")
    assert at(s, "15 Arm") == at(s, "21 Art") == "Holding"
    assert at(s, "15 Inf") == "gone"  # the last one goes by itself
    assert vp(s)[ALLIED] == 1


@rule("blitzkrieg", "6.3.3-b", "6.4-d")
def test_several_groups_in_one_phase() -> None:
    dead = ["7 Arm (3)", "1 TK", "2 Sup. Gp. Inf", "2 Arm", "22 Gds Inf", "70 Inf", "50 Inf"]
    s = say(refitting(position({"Tobruk": "9 Aus. Inf"}, dead=dead, turn=9), "allied"), "done")
    s = say(s, "replace British", "keep 7 Arm (3)", "keep 1 TK", "scrap 2 Sup. Gp. Inf")
    s = say(s, "replace British", "keep 2 Arm", "keep 22 Gds Inf", "scrap 70 Inf")
    assert [at(s, name) for name in dead] == ["Holding", "Holding", "gone", "Holding", "Holding", "gone", "eliminated"]
    assert vp(s)[AXIS] == 2


@rule("blitzkrieg", "6.4-a", "6.4-b", "6.4-c", "6.4-e")
def test_rates_by_turn() -> None:
    def rates(pool: int) -> list[tuple[int, int]]:
        return [rate(position({}, turn=turn), pool) for turn in (1, 9, 10, 14, 15, 21)]

    assert rates(0) == [(2, 3), (2, 3), (2, 3), (2, 3), (1, 3), (1, 3)]
    assert rates(1) == [(1, 2), (1, 2), (2, 3), (2, 3), (1, 2), (1, 2)]
    assert rates(2) == [(2, 3)] * 6
    assert rates(3) == [(2, 3)] * 6
    assert rates(4) == [(3, 5)] * 6
    fifteen = position({"Aghelia": "5LT Recon"}, dead=["15 Arm", "15 Inf", "15 Art"], turn=15)
    fifteen = say(refitting(fifteen), "done", "replace German", "keep 15 Arm", "scrap 15 Inf")
    assert vp(fifteen)[ALLIED] == 2
    trieste = position({"Aghelia": "5LT Recon"}, dead=["Trieste Inf", "Trieste Art", "Trieste Recon"], turn=12)
    trieste = say(refitting(trieste), "done", "replace Italian motorised", "keep Trieste Inf", "keep Trieste Art")
    assert (at(trieste, "Trieste Recon"), vp(trieste)[ALLIED]) == ("gone", 1)
    pavia = position({"Aghelia": "5LT Recon"}, dead=["Pavia Inf", "Pavia Art", "CN Inf"], turn=12)
    assert len(eliminated(pavia, 2)) == 3
    dominions = ["NZ Inf", "NZ Art", "4 Ind Inf", "6 Aus. Inf", "7 Aus. Inf"]
    cw = say(refitting(position({"Tobruk": "70 Inf"}, dead=dominions, turn=9), "allied"), "done", "replace Commonwealth")
    cw = say(cw, "keep NZ Inf", "keep NZ Art", "keep 4 Ind Inf", "scrap 6 Aus. Inf")
    assert vp(cw)[AXIS] == 2


# 6.1.7, 7.3


@rule("blitzkrieg", "6.1.7-a", "6.1.7-b", "7.3.3-a", "7.3.3-b", "7.3.1-a")
def test_supply_units_of_the_axis() -> None:
    def gained(turn: int, die: int) -> int:
        return su(say(refitting(position({"Aghelia": "5LT Recon"}, turn=turn)), "done", dice=[die]), "axis", "Holding")

    assert [gained(4, 1), gained(4, 2)] == [2, 1]
    assert [gained(11, 2), gained(11, 3)] == [2, 1]
    assert [gained(14, 9), gained(15, 9)] == [1, 0]
    assert [gained(15, 6), gained(15, 7)] == [1, 0]
    assert [gained(3, 4), gained(3, 5)] == [2, 1]
    many = position({"Tobruk": "9 Aus. Inf"}, stores={"allied": {"Tobruk": 40}}, turn=12)
    assert su(say(refitting(many, "allied"), "done"), "allied", "Holding") == 1


@rule("blitzkrieg", "7.3.2-a", "11.3.5.2-a")
def test_supply_units_of_the_allies() -> None:
    s = refitting(position({"Tobruk": ["9 Aus. Inf", "Allied HQ"]}, turn=6), "allied")
    assert su(say(s, "bonus Movement"), "allied", "Holding") == 1
    assert su(say(s, "bonus Extra Supply", dice=[4, 5]), "allied", "Holding") == 2


@rule("blitzkrieg", "7.3.4-a", "11.3.7.2-b", "11.3.5.1-a")
def test_the_replacement_hq_and_supply() -> None:
    s = refitting(position({"Aghelia": ["5LT Recon", "Replacement HQ"]}, turn=8))
    assert su(say(s, "bonus Extra Supply", dice=[1, 2]), "axis", "Holding") == 2  # 1 is a hit, 2 has no modifier
    late = refitting(position({"Aghelia": ["5LT Recon", "Replacement HQ"]}, turn=16))
    assert su(say(late, "bonus Extra Supply", dice=[7]), "axis", "Holding") == 0
    assert E.points[E.u("Replacement HQ")] == 7


@rule("blitzkrieg", "11.3.6-b")
def test_rommel_and_supply() -> None:
    s = refitting(position({"Aghelia": ["5LT Recon", "Rommel HQ"]}, turn=9))
    assert su(say(s, "bonus Extra Supply", dice=[1, 3, 4]), "axis", "Holding") == 3
    late = refitting(position({"Aghelia": ["5LT Recon", "Rommel HQ"]}, turn=19))
    assert su(say(late, "bonus Extra Supply", dice=[6, 8]), "axis", "Holding") == 2
    assert su(say(late, "bonus Extra Supply", dice=[7, 9]), "axis", "Holding") == 0


@rule("blitzkrieg", "6.1.8-a", "12.8.3-a", "11.3.7.3-a")
def test_a_missing_hq_costs_one_point_a_turn() -> None:
    s = position({"Aghelia": "5LT Recon", "Tobruk": ["9 Aus. Inf", "Allied HQ"]}, turn=8, no_hq=["axis"])
    s = refitting(s, dice=[9, 9])
    assert vp(s)[ALLIED] == 1
    s.frames.clear()
    assert vp(say(refitting(s, "allied"), "done"))[ALLIED] == 1  # nothing more for it in the Allied RRW
    allied = refitting(position({"Tobruk": "9 Aus. Inf"}, turn=3, no_hq=["allied"]), "allied")
    assert vp(say(allied, "refuse"))[AXIS] == 2 + 1  # the refused call of Turn 3, and the HQ


def test_what_a_group_of_replacements_costs_is_said_with_it() -> None:
    s = refitting(position({"Aghelia": "5LT Arm"}, turn=9, dead=["15 Inf", "15 Art", "15 Recon"]))
    assert price(s, ("replace", 0, 0)) == "3 eliminated units: 2 back to the Holding Area, 1 out of the game, and the enemy scores"
