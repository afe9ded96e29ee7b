"""7.0 Supply."""

from __future__ import annotations

from typing import Any

from sandtable.face.view import Overlay
from sandtable.kernel.play import Event, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.edition import members
from sandtable.titles.blitzkrieg.face.battleboard import announce
from sandtable.titles.blitzkrieg.face.overlays import pay, supply
from sandtable.titles.blitzkrieg.face.payment import payment
from sandtable.titles.blitzkrieg.face.prices import price
from sandtable.titles.blitzkrieg.face.view import view
from sandtable.titles.blitzkrieg.movement import allowance
from sandtable.titles.blitzkrieg.state import DAMAGED, LRDF, OOS
from sandtable.titles.blitzkrieg.supply import net, payers, supplied_boxes
from tests.kit import asked, offered, offered_verbs, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    DIVISION,
    E,
    at,
    battle_of,
    board,
    cv,
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


def supplied(s: Any, side: Any, box: Any) -> Any:
    return supplied_boxes(s, side) >> E.b(box) & 1 == 1


def can_pay(s: Any, side: Any, box: Any) -> Any:
    return [E.names.text("box", b) for b in payers(s, side, E.b(box))]


# 7.1


@rule("blitzkrieg", "7.1.2-a", "7.2-a")
def test_two_boxes_from_a_depot_or_from_a_supply_unit_in_the_chain() -> None:
    assert [E.box_rows[b].id for b in E.depots] == ["Aghelia", "Tobruk", "El Alamein"]
    s = position({"Msus": "5LT Recon", "Aghelia": "Ariete Inf"}, stores={"axis": {"Agadabia": 1}})
    assert supplied(s, AXIS, "Msus")
    assert supplied(s, AXIS, "Agadabia")
    assert not supplied(s, AXIS, "Bir el Gerrari")
    assert not has(s, "5LT Recon", OOS)


@rule("blitzkrieg", "7.1.2-b")
def test_a_depot_serves_whoever_ended_a_phase_there_last() -> None:
    s = moving(position({"Acroma": "15 Recon", "El Alamein": "NZ Inf"}, stores={"axis": COAST}, held={"Tobruk": "allied"}))
    passed = say(march(s, "15 Recon: Tobruk, Gambut"), "done")
    assert passed.held[E.b("Tobruk")] == ALLIED
    s = say(march(s, "15 Recon: Tobruk"), "done", dice=[9, 9])
    assert s.held[E.b("Tobruk")] == AXIS
    left = position({"Gambut": "15 Recon"}, held={"Tobruk": "axis"})
    assert supplied(left, AXIS, "Gambut")


@rule("blitzkrieg", "7.1.3-a", "7.1.4-a")
def test_the_chain_of_the_rulebook() -> None:
    s = position({"Derna": "Pavia Inf", "Mechili": "15 Inf"}, stores={"axis": {"Beda Fomm": 1, "Barce": 1, "Msus": 1}})
    assert [E.box_rows[b].id for b in members(net(s, AXIS)[1])] == ["Beda Fomm", "Barce", "Msus"]
    assert supplied(s, AXIS, "Derna")
    assert supplied(s, AXIS, "Mechili")
    assert not supplied(s, AXIS, "Tmimi")
    broken = position({"Derna": "Pavia Inf"}, stores={"axis": {"Barce": 1}})
    assert not supplied(broken, AXIS, "Derna")


@rule("blitzkrieg", "7.1.5-a")
def test_enemies_block_supply_and_a_lone_hq_does_not() -> None:
    chain = {"axis": {"Beda Fomm": 1, "Msus": 1}}
    free = position({"Mechili": "15 Inf"}, stores=chain)
    assert supplied(free, AXIS, "Mechili")
    blocked = position({"Mechili": "15 Inf", "Antelat": "9 Aus. Recon", "Sceleidima": "NZ Inf"}, stores=chain)
    assert not supplied(blocked, AXIS, "Mechili")
    lone = position({"Mechili": "15 Inf", "Antelat": "Allied HQ", "Sceleidima": "NZ Inf"}, stores=chain)
    assert supplied(lone, AXIS, "Mechili")
    store = position({"Mechili": "15 Inf", "Sceleidima": "NZ Inf"}, stores={**chain, "allied": {"Antelat": 1}})
    assert not supplied(store, AXIS, "Mechili")


@rule("blitzkrieg", "7.1.5-b", "8.8-ex")
def test_supply_runs_through_a_battle_that_is_still_to_come() -> None:
    units = {"Beda Fomm": ["Brescia Inf", "9 Aus. Recon"], "Ghemings": ["5LT Arm", "9 Aus. Inf"]}
    s = position(units, stores={"axis": {"Agadabia": 3}}, turn=2, came={"Brescia Inf": "Agadabia", "5LT Arm": "Beda Fomm"})
    assert supplied(s, AXIS, "Ghemings")
    assert can_pay(s, AXIS, "Ghemings") == ["Agadabia"]
    lost = position({"Beda Fomm": "9 Aus. Recon", "Ghemings": ["5LT Arm", "9 Aus. Inf"]}, stores={"axis": {"Agadabia": 3}})
    assert not can_pay(lost, AXIS, "Ghemings")


def test_the_overlays_say_what_they_cannot_show() -> None:
    s = position({"Gasres Sahabi": ["5LT Recon", "Pavia Inf"]}, lrdf=["5LT Recon"])
    assert supply(s, AXIS, "5LT Recon").notes == ("5th Light recon is a Long Range Desert Force and needs no supply.",)
    assert "out of supply" in supply(s, AXIS, "Pavia Inf").notes[0]
    assert pay(s, AXIS, "") == Overlay(
        "Battles that the Axis can supply", "7.4.1-a", notes=("No supply unit is in the chain: no battle can be paid for.",)
    )
    assert pay(position({}, stores={"axis": {"Agadabia": 1}}), AXIS, "").zones[0].spaces


def test_the_overlay_tells_the_chain_in_sentences_and_what_closes_it() -> None:
    chain = {"axis": {"Beda Fomm": 1, "Msus": 1}}
    free = position({"Mechili": "15 Inf"}, stores=chain)
    assert supply(free, AXIS, "").notes == ("The depot Aghelia feeds the supply unit in Beda Fomm; Beda Fomm feeds Msus.",)
    assert supply(free, AXIS, "15 Inf").notes == (
        "Mechili is in supply from the depot Aghelia, by the supply units in Beda Fomm and Msus.",
    )
    blocked = position({"Mechili": "15 Inf", "Antelat": "9 Aus. Recon", "Sceleidima": "NZ Inf"}, stores=chain)
    assert supply(blocked, AXIS, "").notes == (
        "The depot Aghelia feeds the supply unit in Beda Fomm.",
        "Mechili is out of supply: no depot or supply unit of the chain lies within 2 boxes (3 by major roads).",
        "The supply unit in Msus is outside the chain: enemies in Antelat close the road from Beda Fomm.",
    )
    assert supply(blocked, ALLIED, "SU Msus").title == "Supply of a supply unit at Msus"


# 7.3


@rule("blitzkrieg", "7.3.5-a", "7.3.8-a")
def test_supply_units_move_in_both_phases_and_always_in_full() -> None:
    s = moving(position({"Agadabia": "5LT Arm"}, stores={"axis": {"Aghelia": 1, "Siwa Oasis": 1}}))
    s = say(s, "move SU Aghelia", "go Marsa Brega", "go Agadabia", "go Beda Fomm", "go Ghemings", "go Benghasi")
    assert su(s, "axis", "Benghasi") == 1
    far = motoring(position({"Agadabia": "5LT Arm"}, stores={"axis": {"Siwa Oasis": 1}}))
    far = say(far, "move SU Siwa Oasis", "go Girarabub", "go Bir Berraneb", "go Bir El Gubi")
    assert su(far, "axis", "Bir El Gubi") == 1
    cut = position({"Girarabub": ["5LT Recon", "9 Aus. Recon"]}, stores={"axis": {"Siwa Oasis": 1}})
    assert can_pay(cut, AXIS, "Girarabub") == []


@rule("blitzkrieg", "7.3.5-b", "7.3.7-c")
def test_supply_units_enter_no_battle() -> None:
    s = moving(
        position({"Gazala": ["5LT Arm", "NZ Inf"], "Tmimi": "Pavia Inf"}, stores={"axis": {"Tmimi": 1, **COAST, "Gazala": 0}})
    )
    s = say(s, "move SU Tmimi")
    assert why_not(s, "go Gazala").rule == "7.3.5-b"


@rule("blitzkrieg", "7.3.6-a", "7.3.9-a", "7.3.9-b", "7.3.8-b")
def test_a_lone_supply_unit_stops_whoever_enters_and_is_rolled_for() -> None:
    s = moving(position({"Agadabia": "5LT Arm"}, stores={"allied": {"Msus": 2}, "axis": {"Agadabia": 1}}, turn=8))
    s = say(s, "move 5LT Arm", "go Antelat", "go Msus")
    assert asked(s)[1] == "Movement"  # it had to stop
    s = say(s, "done", dice=[4, 5])
    assert (su(s, "axis", "Msus"), su(s, "allied", "Msus")) == (1, 0)
    assert can_pay(s, AXIS, "Bir el Gerrari") == ["Msus"]  # at once, being in the chain
    assert "move SU Msus" in offered(s)  # the next phase


@rule("blitzkrieg", "7.3.9-b")
def test_a_captured_supply_unit_does_not_move_in_its_phase() -> None:
    s = position({"Msus": "5LT Arm"}, stores={"axis": {"Msus": 1, "Agadabia": 1}})
    s = moving(s)
    s.fresh[E.b("Msus")] = 1
    assert why_not(s, "move SU Msus").rule == "7.3.9-b"


@rule("blitzkrieg", "7.3.9-c")
def test_a_captured_supply_unit_beyond_a_battle_may_pay_for_it() -> None:
    units = {"Agadabia": ["Brescia Inf", "2 Sup. Gp. Inf"], "Antelat": "5LT Arm"}
    s = position(units, stores={"axis": {"Antelat": 1, "Marsa Brega": 1}}, came={"Brescia Inf": "Marsa Brega"})
    assert can_pay(s, AXIS, "Agadabia") == ["Marsa Brega", "Antelat"]


@rule("blitzkrieg", "7.3.7-a", "7.3.7-b")
def test_supply_units_do_not_fire_and_can_be_outflanked() -> None:
    s = moving(
        position(
            {"Marsa Brega": "5LT Arm", "Agadabia": "2 Sup. Gp. Inf"}, stores={"axis": {"Marsa Brega": 1}, "allied": {"Agadabia": 1}}
        )
    )
    s = say(s, "move 5LT Arm", "outflank Agadabia", dice=[9])  # one shot
    assert [E.unit_rows[firer].id for firer, _ in told(s, "missed")] == ["2 Sup. Gp. Inf"]
    assert not has(s, "5LT Arm", DAMAGED)
    lone = moving(position({"Marsa Brega": "5LT Arm"}, stores={"axis": {"Marsa Brega": 1}, "allied": {"Agadabia": 1}}))
    lone = say(lone, "move 5LT Arm", "outflank Agadabia", "go Beda Fomm")
    assert lone.frames[-1].spent == 3  # type: ignore[attr-defined]
    lone = say(lone, "halt", "done")
    assert su(lone, "allied", "Agadabia") == 1


@rule("blitzkrieg", "7.3.10-a", "7.3.11-a")
def test_an_owner_may_burn_a_guarded_supply_unit_but_not_in_a_battle() -> None:
    s = moving(position({"Msus": "2 Arm"}, stores={"allied": {"Msus": 1, "Barce": 1}}), "allied")
    assert su(say(s, "burn Msus"), "allied", "Msus") == 0
    assert why_not(s, "burn Barce").rule == "7.3.10-a"
    attacked = position(
        {"Msus": ["2 Arm", "NZ Inf", "5LT Arm"]},
        stores={"allied": {"Msus": 1}, "axis": {"Agadabia": 1}},
        came={"5LT Arm": "Antelat"},
    )
    assert "burn" not in offered_verbs(fighting(attacked))
    mine = moving(position({"Msus": ["2 Arm", "5LT Arm"]}, stores={"allied": {"Msus": 1}}), "allied")
    assert why_not(mine, "burn Msus").rule == "7.3.11-a"


@rule("blitzkrieg", "7.3.11-b")
def test_supply_units_of_fallen_defenders_are_rolled_for() -> None:
    s = position(
        {"Msus": ["2 Arm", "5LT Arm"]},
        stores={"allied": {"Msus": 1}, "axis": {"Agadabia": 2}},
        came={"5LT Arm": "Antelat"},
        damaged=["2 Arm"],
    )
    assert su(fighting(s, dice=[9, 0, 4]), "axis", "Msus") == 1
    assert su(fighting(s, dice=[9, 0, 5]), "axis", "Msus") == 0


@rule("blitzkrieg", "7.3.6-b", "9.5.2-a")
def test_withdrawal_onto_a_lone_supply_unit_if_there_is_no_other_way() -> None:
    units = {
        "Sidi Rezegh": ["15 Arm", "NZ Inf"],
        "Tobruk": "9 Aus. Inf",
        "El Adem": "Pavia Inf",
        "Bir El Gubi": "Ariete Inf",
        "Gabr Saleh": "Bologna Inf",
    }
    s = position(units, stores={"axis": {**COAST, "El Adem": 1, "Gambut": 1}}, came={"15 Arm": "El Adem"}, turn=8)
    s = say(fighting(s), "supply El Adem", dice=[9, 9])
    s = say(s, "withdraw", dice=[4])  # the only box: Gambut, captured
    assert at(s, "NZ Inf") == "Gambut"
    assert su(s, "allied", "Gambut") == 1


# 7.4


@rule("blitzkrieg", "7.4.1-a", "7.4.4-a", "9.1.3-a")
def test_every_battle_costs_a_supply_unit_in_range() -> None:
    s = position(
        {"El Adem": ["7 Arm (3)", "Pavia Inf"], "Tobruk": "9 Aus. Inf"},
        stores={"allied": {"Sidi Rezegh": 1}},
        came={"7 Arm (3)": "Tobruk"},
    )
    assert can_pay(s, ALLIED, "El Adem") == ["Sidi Rezegh"]
    assert can_pay(position({"El Adem": ["15 Inf", "NZ Inf"]}, held={"Tobruk": "axis"}), AXIS, "El Adem") == []
    two = {"Gazala": ["15 Inf", "NZ Inf"], "Acroma": ["15 Arm", "4 Ind Inf"], "Tmimi": "Pavia Inf"}
    s = position(
        two,
        stores={"axis": {"Beda Fomm": 1, "Barce": 1, "Derna": 1, "Tmimi": 1}},
        came={"15 Inf": "Tmimi", "15 Arm": "Senegali"},
        turn=8,
    )
    s = say(fighting(s), "fight Gazala", "supply Tmimi", dice=[9, 0])
    s = say(s, "stay", "stay", dice=[9, 0])
    assert at(s, "15 Arm") == "Senegali"  # no supply unit left for Acroma: they step back


@rule("blitzkrieg", "7.4.1-c")
def test_a_side_shut_out_pays_from_the_holding_area() -> None:
    s = moving(position({"Aghelia": "7 Arm (3)", "Holding": "Brescia Inf"}, stores={"axis": {"Holding": 1}}, turn=8))
    s = say(s, "move Brescia Inf", "go Aghelia", "done", dice=[9, 9])
    assert battle_of(s).payer == E.holding


@rule("blitzkrieg", "7.4.2-a", "9.1.4-a")
def test_the_supply_unit_serves_until_the_battle_is_over() -> None:
    s = position(
        {"El Adem": ["15 Inf", "Polish Inf"], "Acroma": "Pavia Inf"}, stores={"axis": COAST}, turn=4, came={"15 Inf": "Acroma"}
    )
    s = fighting(s, dice=[9, 0])
    assert su(s, "axis", "Gazala") == 1
    assert not has(s, "15 Inf", OOS)
    s = say(s, "stay", "stay", dice=[9, 0])
    assert su(s, "axis", "Gazala") == 0
    assert has(s, "15 Inf", OOS)
    assert has(s, "Pavia Inf", OOS)


@rule("blitzkrieg", "7.4.3-a")
def test_without_a_supply_unit_there_is_no_battle() -> None:
    s = position(
        {"Tobruk": ["15 Inf", "15 Arm", "9 Aus. Inf"], "Acroma": "Pavia Inf"}, came={"15 Inf": "Acroma", "15 Arm": "Gambut"}, turn=8
    )
    s.held[E.b("Tobruk")] = ALLIED
    back = fighting(s)
    assert (at(back, "15 Inf"), at(back, "15 Arm")) == ("Acroma", "Gambut")
    assert vp(back) == (0, 0)
    news = [found for e in back.log or () if isinstance(e, Event) and (found := announce(E, e))]
    assert [(found.name, found.winner) for found in news] == [("No battle at Tobruk", -1)]
    shut = position({"Tobruk": ["15 Inf", "9 Aus. Inf"], "Acroma": "NZ Inf"}, came={"15 Inf": "Acroma"}, turn=8)
    assert at(fighting(shut), "15 Inf") == "eliminated"


@rule("blitzkrieg", "7.4.3-b", "8.8.6-b", "8.8.6-c")
def test_outflankers_without_supply_are_fired_at_and_go_back_or_die() -> None:
    from sandtable.titles.blitzkrieg.state import FLANKED

    units = {"Gabr Saleh": ["15 Arm", "50 Inf"], "Bir El Gubi": "Pavia Inf"}
    s = position(units, came={"15 Arm": "Bir El Gubi"}, turn=12)
    s.flags[E.u("15 Arm")] |= FLANKED
    back = fighting(s, dice=[0])
    assert at(back, "15 Arm") == "Bir El Gubi"
    assert vp(back) == (0, 0)
    held = position({"Gabr Saleh": ["15 Arm", "50 Inf"], "Bir El Gubi": "NZ Inf"}, came={"15 Arm": "Bir El Gubi"}, turn=12)
    held.flags[E.u("15 Arm")] |= FLANKED
    dead = fighting(held, dice=[9])
    assert at(dead, "15 Arm") == "eliminated"
    assert vp(dead)[ALLIED] == 5


@rule("blitzkrieg", "7.4.5-a")
def test_units_may_be_moved_out_of_supply() -> None:
    s = moving(
        position(
            {"Bir Berraneb": "5LT Recon", "Gambut": "Ariete Inf"},
            stores={"axis": {"Gabr Saleh": 1, "Gambut": 1}},
            held={"Tobruk": "axis"},
        )
    )
    s = say(march(s, "5LT Recon: Girarabub, Garet Khod"), "done")
    assert has(s, "5LT Recon", OOS)


@rule("blitzkrieg", "7.4.5-c", "7.4.5-c2", "11.3.8-b")
def test_how_far_units_out_of_supply_move() -> None:
    s = position({"Sollum": ["7 Arm (3)", "Allied HQ"], "Derna": "Pavia Inf"}, oos=["7 Arm (3)", "Pavia Inf", "Allied HQ"])
    assert allowance(s, E.u("7 Arm (3)"), False) == (2, 3)
    assert allowance(s, E.u("7 Arm (3)"), True) == (1, 2)
    assert allowance(s, E.u("Allied HQ"), False) == (2, 3)
    assert allowance(s, E.u("Allied HQ"), True) == (1, 2)
    assert allowance(s, E.u("Pavia Inf"), False) == (1, 2)
    assert at(march(moving(s, "allied"), "7 Arm (3): Buq Buq, Sidi Barrani, Bir El Gellaz"), "7 Arm (3)") == "Bir El Gellaz"
    pavia = say(moving(s), "move Pavia Inf", "go Junction A")
    assert asked(pavia)[1] == "Movement"  # and no further
    assert why_not(say(moving(s), "move Pavia Inf", "go Martuba"), "go Junction A").rule == "7.4.5-c2"  # a second box off the road
    assert at(march(moving(s), "Pavia Inf: Martuba, Tmimi"), "Pavia Inf") == "Tmimi"
    assert why_not(motoring(s), "move Pavia Inf").rule == "8.3-a"


@rule("blitzkrieg", "7.4.5-d", "7.4.5-f")
def test_units_out_of_supply_do_not_attack() -> None:
    s = position(
        {"Gazala": "15 Arm", "Acroma": "NZ Inf"}, turn=8, oos=["15 Arm"], stores={"axis": {**COAST, "Gazala": 0, "Martuba": 1}}
    )
    s = say(moving(s), "move SU Martuba", "go Tmimi", "halt")  # back in the chain, but it began the phase outside
    assert why_not(say(s, "move 15 Arm"), "go Acroma").rule == "7.4.5-d"


@rule("blitzkrieg", "7.4.5-e")
def test_units_out_of_supply_defend_at_minus_one() -> None:
    s = position({"Martuba": ["9 Aus. Inf", "Pavia Inf"]}, oos=["9 Aus. Inf"])
    b = board("Pavia Inf", "9 Aus. Inf", where="Martuba")
    assert cv(s, b, "9 Aus. Inf", "Pavia Inf") == 2


@rule("blitzkrieg", "7.4.5-e2", "7.4.5-g", "7.4.5-i")
def test_who_may_reinforce_depends_on_supply_at_that_moment() -> None:
    units = {"El Adem": [*DIVISION, "NZ Inf"], "Acroma": "15 Recon", "Tobruk": "9 Aus. Inf"}
    fed = position(units, stores={"allied": {"Tobruk": 1}, "axis": COAST}, came={"NZ Inf": "Tobruk"}, turn=4)
    s = say(fighting(fed, "allied"), "front 5LT Arm", "placed")
    s = volley(s, [9, 9, 9, 9])
    assert "reinforce 15 Recon" in offered(s)
    cut = position(units, stores={"allied": {"Tobruk": 1}}, came={"NZ Inf": "Tobruk"}, turn=4)
    s = say(fighting(cut, "allied"), "front 5LT Arm", "placed")
    s = volley(s, [9, 9, 9, 9])
    assert why_not(s, "reinforce 15 Recon").rule == "7.4.5-e2"


@rule("blitzkrieg", "7.4.5-h", "9.5.10-a")
def test_units_out_of_supply_withdraw_one_box() -> None:
    units = {"El Adem": ["NZ Inf", "15 Arm"], "Acroma": "Pavia Inf"}
    s = position(units, stores={"axis": COAST}, came={"15 Arm": "Acroma"}, turn=8, held={"Tobruk": "axis"})
    s = fighting(s, dice=[9, 9])
    assert has(s, "NZ Inf", OOS)
    s = say(s, "withdraw", "retreat Sidi Rezegh")
    assert at(s, "NZ Inf") == "Sidi Rezegh"
    assert "on" not in offered_verbs(s)


@rule("blitzkrieg", "7.4.6-a", "7.4.6-b")
def test_a_port_with_a_supply_unit() -> None:
    ring = {"Bardia": ["Indpndt Inf"], "Gambut": "15 Inf", "Ft. Capuzzo": "15 Arm", "Sollum": "15 Art"}
    s = position(ring, stores={"allied": {"Bardia": 1}}, held={"Tobruk": "axis"}, turn=8)
    assert not has(s, "Indpndt Inf", OOS)
    assert has(position(ring, held={"Tobruk": "axis"}, turn=8), "Indpndt Inf", OOS)
    lone = position({**ring, "Bardia": "Allied HQ"}, stores={"allied": {"Bardia": 1}}, held={"Tobruk": "axis"}, turn=8)
    assert not has(lone, "Allied HQ", OOS)
    assert has(position({**ring, "Bardia": "Allied HQ"}, held={"Tobruk": "axis"}, turn=8), "Allied HQ", OOS)
    out = position(
        {**ring, "Bardia": [], "Ft. Capuzzo": ["15 Arm", "Indpndt Inf"]},
        stores={"allied": {"Bardia": 1}},
        turn=8,
        held={"Tobruk": "axis", "Bardia": "allied"},
        came={"Indpndt Inf": "Bardia"},
        damaged=["15 Arm"],
    )
    out = fighting(out, "allied", dice=[9, 0])
    assert at(out, "15 Arm") == "eliminated"
    assert su(out, "allied", "Bardia") == 0
    assert has(out, "Indpndt Inf", OOS)


@rule("blitzkrieg", "7.4.7-a")
def test_tobruk_is_always_in_supply_but_needs_a_supply_unit_to_attack() -> None:
    ring = {"Tobruk": ["9 Aus. Inf"], "Acroma": "15 Inf", "El Adem": "15 Arm", "Gambut": "15 Art"}
    s = position(ring, turn=8)
    assert not has(s, "9 Aus. Inf", OOS)
    assert can_pay(s, ALLIED, "El Adem") == []


@rule("blitzkrieg", "7.4.8-a", "7.4.8-b")
def test_long_range_desert_forces() -> None:
    s = position({"Girarabub": "9 Aus. Recon", "Tobruk": "9 Aus. Inf"}, lrdf=["9 Aus. Recon"], turn=4)
    assert not has(s, "9 Aus. Recon", OOS)
    assert allowance(s, E.u("9 Aus. Recon"), False) == (3, 5)
    assert at(refitting(s, "allied"), "9 Aus. Recon") == "Girarabub"  # no die
    named = motoring(position({"Girarabub": "S.Afr. Recon"}, turn=9), "allied")
    assert has(named, "S.Afr. Recon", OOS)
    named = say(named, "lrdf S.Afr. Recon")
    assert has(named, "S.Afr. Recon", LRDF)
    assert not has(named, "S.Afr. Recon", OOS)
    relay = motoring(position({"Girarabub": ["S.Afr. Recon", "9 Aus. Recon"]}, turn=9, lrdf=["9 Aus. Recon"]), "allied")
    relay = say(relay, "relay 9 Aus. Recon S.Afr. Recon")
    assert has(relay, "9 Aus. Recon", OOS)
    assert why_not(relay, "relay S.Afr. Recon 9 Aus. Recon").rule == "7.4.8-b"
    assert why_not(relay, "lrdf 5LT Recon").rule == "7.4.8-b"


@rule("blitzkrieg", "7.4.8-c")
def test_lrdf_attack_without_supply() -> None:
    s = position({"Jalo Oasis": ["9 Aus. Recon", "RG Recon"]}, lrdf=["9 Aus. Recon"], came={"9 Aus. Recon": "Garet Khod"}, turn=8)
    s = fighting(s, "allied", dice=[9, 9])
    assert battle_of(s).desert
    mixed = position(
        {"Jalo Oasis": ["9 Aus. Recon", "NZ Recon", "RG Recon"]},
        lrdf=["9 Aus. Recon"],
        turn=8,
        came={"9 Aus. Recon": "Garet Khod", "NZ Recon": "Garet Khod"},
        oos=[],
    )
    assert at(say(fighting(mixed, "allied"), "done"), "NZ Recon") == "Garet Khod"  # it is not made one either


@rule("blitzkrieg", "7.4.8-d", "9.4.6-a", "9.4.6-b")
def test_who_joins_an_lrdf_battle() -> None:
    units = {
        "Jalo Oasis": ["9 Aus. Recon", "RG Recon"],
        "Garet Khod": ["4 Ind Recon", "7 Arm (3)"],
        "Fr. Gtafia": ["5LT Recon", "5LT Arm"],
    }
    s = position(
        units, lrdf=["9 Aus. Recon", "4 Ind Recon"], came={"9 Aus. Recon": "Garet Khod"}, turn=8, stores={"axis": {"Agadabia": 1}}
    )
    s = fighting(s, "allied", dice=[9, 9])
    assert why_not(s, "reinforce 5LT Arm").rule == "9.4.6-a"
    assert "reinforce 5LT Recon" in offered(s)
    s = say(s, "stay", dice=[9])
    assert why_not(s, "reinforce 7 Arm (3)").rule == "7.4.5-e2"
    assert "reinforce 4 Ind Recon" in offered(s)  # LRDF itself
    no_su = position(units, lrdf=["9 Aus. Recon"], came={"9 Aus. Recon": "Garet Khod"}, turn=8, stores={"axis": {"Agadabia": 1}})
    no_su = say(fighting(no_su, "allied", dice=[9, 9]), "stay", dice=[9])
    no_su.flags[E.u("4 Ind Recon")] &= ~OOS
    assert why_not(no_su, "reinforce 4 Ind Recon").rule == "7.4.8-d"
    # with a supply unit in range it may, and the supply unit is spent
    chain = {"Bir El Gubi": 1, "Girarabub": 1, "Garet Khod": 1, "Bir Berraneb": 1}
    fed = position(
        {**units, "Tobruk": "9 Aus. Inf"},
        lrdf=["9 Aus. Recon"],
        came={"9 Aus. Recon": "Garet Khod"},
        turn=8,
        stores={"axis": {"Agadabia": 1}, "allied": chain},
    )
    fed = say(fighting(fed, "allied"), "pass", dice=[9, 9])
    fed = say(say(fed, "stay", dice=[9]), "reinforce 4 Ind Recon", "supply Garet Khod")
    assert battle_of(fed).payer == E.b("Garet Khod")
    fed = say(volley(say(fed, "hold"), [9, 9]), "stay", dice=[9])
    assert battle_of(fed).round == 3
    assert why_not(fed, "reinforce 7 Arm (3)").rule == "9.4.6-a"  # it began without a supply unit, and stays such a battle


@rule("blitzkrieg", "7.4.9-a")
def test_supply_does_not_matter_to_air() -> None:
    s = position({"Sollum": ["Pavia Inf", "Axis Tac Air 1", "NZ Inf"]})
    assert has(s, "Pavia Inf", OOS)
    b = board(["Axis Tac Air 1", "Pavia Inf"], "NZ Inf", side="allied", where="Sollum", second=["Axis Tac Air 1"])
    assert cv(s, b, "Axis Tac Air 1", "NZ Inf") == 2


def test_the_supply_unit_is_proposed_that_breaks_least() -> None:
    at = {"El Adem": ["15 Inf", "NZ Inf"], "Tmimi": "Pavia Inf"}
    s = fighting(position(at, stores={"axis": {**COAST, "Acroma": 1}}, turn=12), "axis")
    (proposal,) = payment(s, AXIS)
    assert proposal.says == ("supply Acroma",)
    assert proposal.text == "nobody would be out of supply without it"
    assert price(s, read(s, "supply Gazala")) == "1 unit would be out of supply without it"
    assert view(s, AXIS).proposals == (proposal,)
    assert view(s, ALLIED).proposals == ()
