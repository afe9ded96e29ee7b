"""Finer points of several chapters that the examples pass by: limits, who is meant, what becomes of those left over."""

from __future__ import annotations

from sandtable.kernel.dice import NoDice
from sandtable.kernel.play import Event, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.edition import AS_COUNTED, OCONNOR
from sandtable.titles.blitzkrieg.face.forecast import caution
from sandtable.titles.blitzkrieg.frames import Combat, Half, March, Refit, Windfall, Withdrawal
from sandtable.titles.blitzkrieg.movement import allowance, end_march, limits
from sandtable.titles.blitzkrieg.rounds import bury, close_phase, waiting_units
from sandtable.titles.blitzkrieg.state import ASIDE, MINED, OOS, OWNED, State
from sandtable.titles.blitzkrieg.stock import receive_supply
from sandtable.titles.blitzkrieg.turns import refit
from sandtable.titles.blitzkrieg.victory import LAST_TURN, outcome, score_boxes
from sandtable.titles.blitzkrieg.withdrawal import NOT_OUR_WAY, OOS_ONE_BOX, UNSUPPLIED, on_refused, way_refused
from tests.kit import offered, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    DESERT,
    E,
    at,
    battle_of,
    begin,
    board,
    fighting,
    has,
    march,
    motoring,
    moving,
    position,
    refitting,
    say,
    su,
    volley,
    vp,
)


@rule("blitzkrieg", "5.1.3-c", "11.4.6.2-a")
def test_rapid_construction_keeps_to_four_fortified_boxes() -> None:
    boxes = ("Derna", "Gazala", "Barce", "Benghasi")
    hand = {"axis": ["Rapid Construction"]}
    full = moving(position({"Aghelia": "15 Inf"}, hands=hand, works=dict.fromkeys(boxes, OWNED[AXIS])))
    assert why_not(full, "fortify Aghelia").rule == "11.4.6.2-a"
    s = say(moving(position({"Aghelia": "15 Inf"}, hands=hand, works=dict.fromkeys(boxes[1:], OWNED[AXIS]))), "fortify Aghelia")
    assert s.works[E.b("Aghelia")] == OWNED[AXIS]
    assert told(s, "constructed") == [(E.b("Aghelia"),)]


@rule("blitzkrieg", "12.9-a")
def test_a_campaign_without_a_winner() -> None:
    s = position({"Aghelia": "15 Inf"}, turn=21)
    s.ended, s.points = LAST_TURN, [20, 20]
    found = outcome(s)
    assert found is not None
    assert (found.winner, found.level) == (-1, "Draw")


@rule("blitzkrieg", "12.1-a")
def test_points_for_boxes_are_told_with_their_reasons() -> None:
    s = position({"Aghelia": "15 Inf"}, held={"Tobruk": "axis"})
    s.log = []
    score_boxes(s, AXIS)
    sums = [event.tally for event in s.log if isinstance(event, Event) and event.tally is not None]
    assert [term.what for term in sums[0].terms] == [E.box_rows[box].id for box in E.victory if s.flag[box] == AXIS]
    assert told(s, "points") == [(AXIS, int(sums[0].total), AS_COUNTED)]
    quiet = position({"El Alamein": "NZ Inf"}, held=dict.fromkeys([E.box_rows[box].id for box in E.victory], "allied"))
    quiet.log = []
    score_boxes(quiet, AXIS)
    assert quiet.log == []


@rule("blitzkrieg", "9.5.5-a")
def test_an_hq_does_not_withdraw_without_those_who_waited() -> None:
    s = position({"El Adem": ["NZ Inf", "15 Inf", "Rommel HQ"]})
    s.flags[E.u("15 Inf")] |= ASIDE
    waiting_units(s, board("15 Inf", "NZ Inf", winner=ALLIED), AXIS, NoDice())
    assert at(s, "15 Inf") == "eliminated"
    assert s.frames == []


@rule("blitzkrieg", "8.2-a")
def test_a_group_goes_as_far_as_the_slowest() -> None:
    s = position({"Aghelia": ["15 Arm", "15 Inf"]}, oos=["15 Inf"])
    slow, fast = E.u("15 Inf"), E.u("15 Arm")
    assert limits(s, (fast, slow), False) == limits(s, (slow, fast), False) == allowance(s, slow, False)
    assert allowance(s, slow, False) < allowance(s, fast, False)


@rule("blitzkrieg", "8.8.3-a")
def test_outflankers_that_cannot_go_on_are_lost_and_nobody_else() -> None:
    s = position({"El Adem": ["15 Arm", "NZ Inf"], "Aghelia": "Rommel HQ"})
    end_march(s, March(AXIS, (E.u("15 Arm"),), False, E.b("El Adem"), False, 3, 5, 3, passing=True), NoDice())
    assert (at(s, "15 Arm"), at(s, "Rommel HQ")) == ("eliminated", "Aghelia")
    assert s.frames == []


@rule("blitzkrieg", "14.2.1-a")
def test_half_a_supply_unit_that_was_captured_is_not_paid() -> None:
    s = position({"El Adem": "15 Arm"}, scenario="short", turn=14, stores={"axis": {"El Adem": 1}})
    s.halved = (E.b("El Adem"), E.b("Acroma"))
    close_phase(s, Combat(AXIS, False), NoDice())
    assert (su(s, "axis", "El Adem"), su(s, "axis", "Acroma"), len(s.halved)) == (0, 0, 0)


@rule("blitzkrieg", "9.5.4-a")
def test_who_goes_on_into_a_pending_battle_waits_there() -> None:
    five = ["22 Gds Inf", "32 TK", "3 Ind Inf", "Free Fr. Inf"]
    s = position(
        {
            "El Adem": ["Polish Inf", "70 Inf", "7 Arm (3)", "15 Inf"],
            "Sidi Rezegh": five,
            "Acroma": "Pavia Inf",
            "Gambut": ["NZ Inf", "90 Inf"],
        },
        turn=12,
        stores={"axis": COAST, "allied": {"Sidi Rezegh": 1, **DESERT}},
        came={"15 Inf": "Acroma", "90 Inf": "Bardia"},
        held={"Tobruk": "axis"},
    )
    s = say(fighting(s), "fight El Adem", "front Polish Inf", "placed")
    s = say(volley(s, [9, 9, 9]), "withdraw", "on 7 Arm (3) Gambut")
    assert has(s, "7 Arm (3)", ASIDE)


@rule("blitzkrieg", "9.5.10-a")
def test_who_is_out_of_supply_withdraws_one_box() -> None:
    s = position({"Tobruk": "NZ Inf"}, stores={"allied": DESERT}, oos=["NZ Inf"])
    unit, to = E.u("NZ Inf"), E.b("Gambut")
    f = Withdrawal(ALLIED, E.b("El Adem"), (unit,), 0, False, E.b("Tobruk"), going=(unit,), supplied=True)
    assert on_refused(s, f, unit, to) is OOS_ONE_BOX


@rule("blitzkrieg", "8.2-a")
def test_air_units_do_not_march() -> None:
    s = moving(position({"Aghelia": "5LT Arm", "Holding": "Axis Tac Air 1"}))
    assert why_not(s, "move Axis Tac Air 1").rule == "8.2-a"


@rule("blitzkrieg", "11.6.4-a")
def test_air_comes_back_in_the_refit_of_its_own_side() -> None:
    s = position({"Aghelia": "5LT Arm", "El Alamein": "NZ Inf"}, waiting=["Allied Tac Air 1"], turn=8)
    s.returns = ((E.u("Allied Tac Air 1"), 8),)
    axis = refitting(s)
    assert (at(axis, "Allied Tac Air 1"), axis.returns) == ("track", s.returns)
    assert at(refitting(s, "allied"), "Allied Tac Air 1") == "Holding"


@rule("blitzkrieg", "9.4.1-d")
def test_an_hq_that_reinforces_helps_in_that_round() -> None:
    s = position(
        {"El Adem": ["NZ Inf", "15 Arm"], "Tobruk": ["Allied HQ", "Polish Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": {**COAST, "Acroma": 1}, "allied": {"Tobruk": 1}},
        came={"15 Arm": "Acroma"},
        bonus={"allied": "Combat Defense"},
        turn=12,
    )
    s = say(fighting(s), "supply Acroma", dice=[9, 9])
    s = say(s, "reinforce Allied HQ")
    assert battle_of(s).hq_round == (2, 0)


@rule("blitzkrieg", "15.1-f")
def test_where_a_found_supply_unit_is_put() -> None:
    units = {"Bardia": ["Marmarica Inf", "Italian HQ"], "Sidi Barrani": "1 Libya Inf", "El Alamein": ["6 Aus. Art", "Allied HQ"]}
    stores = {"allied": {"Buq Buq": 1, "El Alamein": 1}}
    s = begin(position(units, scenario="oconnor", turn=2, stores=stores, held={"Buq Buq": "axis"}), "axis", refit, Windfall(AXIS))
    assert {"put Bardia", "put Sidi Barrani"} <= set(offered(s))
    assert [why_not(s, f"put {box}").rule for box in ("Buq Buq", "El Alamein")] == ["15.1-f"] * 2
    s = begin(position(units, scenario="oconnor", turn=2), "allied", refit, Windfall(ALLIED))
    assert "put El Alamein" in offered(s)
    assert "put Bardia" not in offered(s)


@rule("blitzkrieg", "7.4.8-b")
def test_a_desert_force_is_not_named_twice() -> None:
    s = moving(position({"Aghelia": ["15 Recon", "15 Arm"]}, lrdf=["15 Recon"]))
    assert why_not(s, "lrdf 15 Recon").text == "it is a Long Range Desert Force already"


@rule("blitzkrieg", "8.7-a", "8.4-c")
def test_no_outflank_over_a_congested_road() -> None:
    road = next(
        (a, b)
        for a in range(E.boxes)
        for b in E.neighbours[a]
        if E.lane[E.road[a][b]] >= 0 and any(E.lane[E.road[b][c]] < 0 for c in E.neighbours[b] if c != a)
    )
    here, there = [E.box_rows[box].id for box in road]
    s = say(moving(position({here: ["15 Arm", "15 Inf"], there: "NZ Inf"}, oos=[])), "move 15 Arm")
    assert f"outflank {there}" in offered(s)
    s.traffic[E.lane[E.road[road[0]][road[1]]]] = E.figure["tertiary"]
    assert why_not(s, f"outflank {there}").rule == "8.4-c"


@rule("blitzkrieg", "9.5.6-b", "9.5-b")
def test_attackers_are_told_why_a_way_that_they_came_is_closed() -> None:
    s = position(
        {"El Adem": ["NZ Inf", "15 Arm", "15 Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came={"15 Arm": "Acroma", "15 Inf": "Sidi Rezegh"},
        held={"Tobruk": "allied"},
        turn=8,
    )
    units = tuple([E.u(name) for name in ("15 Arm", "15 Inf")])
    s.begin(board(["15 Arm", "15 Inf"], "NZ Inf", entered=(0, 1 << E.b("Acroma") | 1 << E.b("Sidi Rezegh"))))
    f = Withdrawal(AXIS, E.b("El Adem"), units, 0, True)
    assert way_refused(s, f, E.b("Acroma")) is None
    assert way_refused(s, f, E.b("Sidi Rezegh")) is UNSUPPLIED
    assert way_refused(s, f, E.b("Bir El Gubi")) is NOT_OUR_WAY


@rule("blitzkrieg", "9.3.3-a")
def test_guns_and_aircraft_left_alone_are_off_the_board() -> None:
    s = position({"El Adem": ["15 Arm", "15 Art", "NZ Art", "Allied Tac Air 1"]})
    b = board(["15 Arm", "15 Art"], ["NZ Art", "Allied Tac Air 1"], second=["15 Art", "NZ Art", "Allied Tac Air 1"])
    s.begin(b)
    bury(s, Half(AXIS, b.box), NoDice())
    assert (b.winner, b.second, b.lost) == (AXIS, (E.u("15 Art"),), (E.u("NZ Art"),))
    assert at(s, "Allied Tac Air 1") == "Holding"


@rule("blitzkrieg", "8.1.1-a", "8.1.1-b")
def test_who_leaves_a_full_box_leaves_the_others_as_they_were() -> None:
    six = ["15 Arm", "15 Inf", "15 Recon", "15 Art", "90 Inf", "90 Art"]
    s = say(motoring(position({"Gazala": six}, turn=8, stores={"axis": COAST})), "move 90 Art", "go Tmimi")
    assert s.crowded[AXIS] >> E.b("Gazala") & 1
    assert vp(s) == (0, 0)


@rule("blitzkrieg", "6.6.4-a")
def test_one_of_those_that_were_withdrawn_returns() -> None:
    turn, call = next((turn, calls[0]) for (turn, action), calls in E.calls.items() if action == "return")
    able = [u for u in E.troops[ALLIED] if (E.nation[u], E.type[u]) == call and "campaign" in E.unit_rows[u].games][:2]
    names = [E.unit_rows[u].id for u in able]
    s = refitting(position({"El Alamein": "Greek Inf", "Withdrawn": names}, turn=turn), "allied")
    assert offered(s) == [f"return {name}" for name in names]
    s = say(s, f"return {names[1]}")
    assert (at(s, names[0]), at(s, names[1])) == ("withdrawn", "Holding")


@rule("blitzkrieg", "9.4.1-c", "9.4.1-a")
def test_air_next_to_a_battle_reinforces() -> None:
    s = position(
        {"El Adem": ["NZ Inf", "15 Arm"], "Tobruk": ["Allied Tac Air 1", "Polish Inf", "Allied HQ"], "Acroma": "Pavia Inf"},
        stores={"axis": {**COAST, "Acroma": 1}, "allied": {"Tobruk": 1}},
        came={"15 Arm": "Acroma"},
        turn=12,
    )
    s = say(fighting(s), "supply Acroma", dice=[9, 9])
    assert "reinforce Allied Tac Air 1" in offered(s)
    assert not has(say(s, "reinforce Allied Tac Air 1"), "Allied Tac Air 1", OOS)


@rule("blitzkrieg", "15.1-h")
def test_in_the_winter_supply_units_come_as_listed_and_no_others() -> None:
    for turn in range(1, 5):
        for side in (ALLIED, AXIS):
            s = position({"Aghelia": "Pavia Inf"}, scenario="oconnor", turn=turn)
            receive_supply(s, Refit(side), NoDice())
            assert s.stock[side * E.places + E.holding] == E.supplies.get((OCONNOR, turn, side), 0)
    assert (OCONNOR, 1, AXIS) not in E.supplies or (OCONNOR, 4, AXIS) not in E.supplies


@rule("blitzkrieg", "8.2-a")
def test_who_sets_out_alone_goes_at_least_one_box() -> None:
    s = say(moving(position({"Gasres Sahabi": "5LT Arm"})), "move 5LT Arm")
    assert why_not(s, "halt").text == "a move has at least one box"


@rule("blitzkrieg", "7.1.2-b")
def test_an_empty_box_changes_hands_before_the_battles() -> None:
    units = {"Acroma": ["15 Arm", "15 Inf"], "El Adem": "NZ Inf", "Gazala": "90 Inf"}
    s = position(units, stores={"axis": COAST}, held={"Tobruk": "allied"}, turn=8)
    s = say(march(march(moving(s), "15 Arm: El Adem"), "15 Inf: Tobruk"), "done")
    assert "Battle" in [type(f).__name__ for f in s.frames]
    assert s.held[E.b("Tobruk")] == AXIS


def test_what_a_step_may_be_regretted_for() -> None:
    def regrets(s: State, to: str) -> set[str]:
        return {refusal.rule for refusal in caution(s, read(s, f"go {to}"))}

    mined = position(
        {"Gazala": "15 Recon", "Acroma": "50 Inf"},
        works={"Acroma": OWNED[ALLIED] | MINED},
        lrdf=["15 Recon"],
        scenario="short",
        turn=14,
        stores={"axis": COAST},
    )
    assert "14.1.3-a" in regrets(say(moving(mined), "move 15 Recon"), "Acroma")
    road = position({"El Haselat": ["5LT Recon", "Rommel HQ"]}, stores={"axis": {"El Haselat": 1, "Agadabia": 1}})
    road = march(moving(road), "5LT Recon: Gasres Sahabi")
    assert regrets(say(road, "move SU El Haselat"), "Gasres Sahabi") == {"8.4-b"}  # the second, with the recon unit
    assert regrets(say(road, "move Rommel HQ"), "Gasres Sahabi") == set()
