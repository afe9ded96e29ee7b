"""11.6 Air power."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.air import air_range
from sandtable.titles.blitzkrieg.face.view import view
from sandtable.titles.blitzkrieg.state import USED
from sandtable.titles.blitzkrieg.supply import supplied_boxes
from tests.kit import asked, offered, offered_verbs, rule, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    E,
    at,
    battle_of,
    board,
    cv,
    ending,
    fighting,
    flee,
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


def in_range(s: Any, side: Any, box: Any) -> Any:
    return air_range(s, side) >> E.b(box) & 1 == 1


def shown(s: Any, id: str) -> tuple[str, bool]:
    """Its counter, and whether it is grey."""
    piece = next(p for p in view(s, AXIS).pieces if p.id == id)
    return piece.face, piece.spent


@rule("blitzkrieg", "11.6-a")
def test_within_three_boxes_of_the_hq_or_a_depot() -> None:
    s = position(
        {"Bir El Gubi": ["Allied HQ", "NZ Inf"], "Bir El Harmat": "22 Gds Inf", "Derna": "70 Inf", "Holding": "Allied Tac Air 1"},
        held={"Tobruk": "axis"},
        turn=12,
    )
    assert in_range(s, ALLIED, "Bir El Harmat")
    assert not in_range(s, ALLIED, "Derna")
    s = say(ending(s, "allied"), "guard Allied Tac Air 1")
    assert why_not(s, "target Derna").rule == "11.6-a"
    assert at(say(s, "target Bir El Harmat"), "Allied Tac Air 1") == "Bir El Harmat"
    assert in_range(position({}), AXIS, "Beda Fomm")  # from Aghelia


@rule("blitzkrieg", "11.6.1-a", "11.6.1-b", "19.0-d")
def test_support_of_an_attack() -> None:
    s = position(
        {"El Adem": ["15 Inf", "NZ Inf"], "Acroma": ["Rommel HQ", "Pavia Inf"], "Holding": "Axis Tac Air 1"},
        stores={"axis": COAST},
        came={"15 Inf": "Acroma"},
        turn=8,
    )
    s = say(fighting(s), "fly Axis Tac Air 1")
    assert has(s, "Axis Tac Air 1", USED)
    assert E.u("Axis Tac Air 1") in battle_of(s).second
    assert shown(s, "Axis Tac Air 1") == ("Axis Tac Air 1", False)  # neither damaged nor done: it fights
    probe = position({"El Adem": "Rommel HQ"}, oos=[], bonus={"axis": "Combat Attack"})
    b = board(["15 Inf", "Axis Tac Air 1"], "NZ Inf", second=["Axis Tac Air 1"], round=1, hq_round=(0, 1), cards=((), (8,)))
    assert cv(probe, b, "Axis Tac Air 1", "NZ Inf") == 3  # the card, not the HQ; no Second Line penalty
    used = position(
        {"El Adem": ["15 Inf", "NZ Inf"], "Acroma": ["Rommel HQ", "Pavia Inf"], "Holding": "Axis Tac Air 1"},
        stores={"axis": COAST},
        came={"15 Inf": "Acroma"},
        turn=8,
    )
    used.flags[E.u("Axis Tac Air 1")] |= USED
    assert "fly" not in offered_verbs(fighting(used, limited=True))
    assert why_not(motoring(used), "interdict Axis Tac Air 1").rule == "11.6.1-a"
    over = ending(position({"Acroma": ["Rommel HQ", "Pavia Inf"], "Holding": "Axis Tac Air 1"}, stores={"axis": COAST}, turn=8))
    over.flags[E.u("Axis Tac Air 1")] |= USED
    over = say(over, "done")
    assert shown(used, "Axis Tac Air 1") == ("Axis Tac Air 1", True)
    assert not has(over, "Axis Tac Air 1", USED)  # ready for the next player-turn


@rule("blitzkrieg", "11.6.1.1-a", "11.6.4-a")
def test_lost_air_comes_back_two_turns_later() -> None:
    s = position(
        {"El Adem": ["15 Arm", "NZ Inf", "Allied Tac Air 1"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came={"15 Arm": "Acroma"},
        turn=4,
        damaged=["Allied Tac Air 1"],
    )
    from sandtable.titles.blitzkrieg.state import eliminate

    eliminate(s, E.u("Allied Tac Air 1"))
    assert s.returns == ((E.u("Allied Tac Air 1"), 6),)
    assert vp(s)[AXIS] == 5
    s.turn = 6
    s.where[E.u("NZ Inf")] = s.where[E.u("NZ Inf")]
    back = refitting(s, "allied")
    assert at(back, "Allied Tac Air 1") == "Holding"
    late = position({"Holding": "Axis Tac Air 1"}, turn=20)
    eliminate(late, E.u("Axis Tac Air 1"))
    assert late.returns == ((E.u("Axis Tac Air 1"), 22),)


@rule("blitzkrieg", "11.6.1-c")
def test_air_without_ground_units_goes_home() -> None:
    s = position(
        {"El Adem": ["NZ Inf", "15 Inf"], "Tobruk": "9 Aus. Inf", "Holding": "Allied Tac Air 1"},
        stores={"allied": {"Tobruk": 1}, "axis": COAST},
        came={"NZ Inf": "Tobruk"},
        damaged=["NZ Inf"],
        turn=8,
    )
    s = say(fighting(s, "allied"), "fly Allied Tac Air 1", dice=[0])
    assert at(s, "Allied Tac Air 1") == "Holding"
    assert at(s, "NZ Inf") == "eliminated"
    assert vp(s)[AXIS] == 1 + 1


@rule("blitzkrieg", "11.6.2-a", "11.6.2.2-a")
def test_air_on_defence() -> None:
    s = position(
        {"Tobruk": ["9 Aus. Inf", "Allied HQ"], "Gazala": "NZ Inf", "Holding": "Allied Tac Air 1", "Aghelia": "Ariete Inf"}, turn=13
    )
    s = say(ending(s, "allied"), "guard Allied Tac Air 1")
    assert why_not(s, "target Gambut").rule == "11.6.2-a"
    s = say(s, "target Tobruk")
    assert at(s, "Allied Tac Air 1") == "Tobruk"
    back = ending(position({"Tobruk": ["9 Aus. Inf", "Allied HQ", "Allied Tac Air 1"], "Aghelia": "Ariete Inf"}, turn=14))
    assert at(back, "Allied Tac Air 1") == "Holding"
    assert not has(back, "Allied Tac Air 1", USED)


@rule("blitzkrieg", "11.6.2.1-a")
def test_air_fires_at_any_outflanker() -> None:
    units = {"Senegali": ["15 Arm", "15 Inf"], "Bir El Harmat": ["22 Gds Inf", "32 TK", "Allied Tac Air 1"]}
    s = say(moving(position(units, stores={"axis": COAST}, turn=12)), "move 15 Arm", "with 15 Inf", "outflank Bir El Harmat")
    s = say(s, "aim 22 Gds Inf 15 Arm")
    assert {"aim Allied Tac Air 1 15 Arm", "aim Allied Tac Air 1 15 Inf"} <= set(offered(s))
    assert why_not(s, "aim 32 TK 15 Arm").rule == "8.7.2-a"


@rule("blitzkrieg", "11.6.2.3-a")
def test_air_may_support_lrdf() -> None:
    s = position(
        {"Track Junction": ["9 Aus. Recon", "RG Recon"], "Bir El Gubi": ["Allied HQ", "NZ Inf"], "Holding": "Allied Tac Air 1"},
        lrdf=["9 Aus. Recon"],
        came={"9 Aus. Recon": "Bir Berraneb"},
        turn=8,
    )
    assert in_range(s, ALLIED, "Track Junction")
    assert "fly Allied Tac Air 1" in offered(fighting(s, "allied"))


INTERDICT = {"Tobruk": ["15 Inf", "Rommel HQ"], "Sidi Rezegh": "NZ Inf", "Holding": "Axis Tac Air 1", "Bardia": "Indpndt Inf"}


@rule("blitzkrieg", "11.6.3-a", "11.6.3-b", "11.6.3-c", "11.6.3.2-a")
def test_interdiction() -> None:
    s = moving(position(INTERDICT, stores={"axis": {"Tobruk": 1}, "allied": {"Gambut": 1, "El Adem": 1}}, turn=8))
    s = say(s, "interdict Axis Tac Air 1")
    assert why_not(s, "target Sidi Rezegh").rule == "11.6.3-a"
    s = say(s, "target Gambut")  # a supply unit alone does not prevent it
    assert s.interdicted == 1 << E.b("Gambut")
    assert has(s, "Axis Tac Air 1", USED)
    from tests.titles.blitzkrieg.test_09_withdrawal import ways

    assert "Gambut" not in ways(s, "Sidi Rezegh", ALLIED, ["NZ Inf"])
    assert at(march(s, "15 Inf: Gambut"), "15 Inf") == "Gambut"
    fed = position({"Bardia": "Indpndt Inf", "Tobruk": "9 Aus. Inf"})
    fed.interdicted = 1 << E.b("Gambut")
    assert supplied_boxes(fed, ALLIED) >> E.b("Bardia") & 1


@rule("blitzkrieg", "11.6.3.1-a", "11.6.3.1-b")
def test_interdiction_comes_first_and_goes_with_the_combat_phase() -> None:
    s = moving(position(INTERDICT, stores={"axis": {"Tobruk": 1}}, turn=8))
    moved = march(s, "15 Inf: Gambut")
    assert why_not(moved, "interdict Axis Tac Air 1").rule == "11.6.3.1-a"
    s = say(s, "interdict Axis Tac Air 1", "target Gambut", "done")
    assert s.interdicted == 0
    assert has(s, "Axis Tac Air 1", USED)
    assert asked(s)[1] == "Movement"
    assert why_not(s, "interdict Axis Tac Air 1").rule == "11.6.1-a"
    late = say(
        motoring(position(INTERDICT, stores={"axis": {"Tobruk": 1}}, turn=8)), "interdict Axis Tac Air 1", "target Gambut", "done"
    )
    assert late.interdicted == 0
    assert "guard" not in offered_verbs(late)


@rule("blitzkrieg", "11.6.3.3-a")
def test_air_without_an_hq() -> None:
    s = position({"Tobruk": "9 Aus. Inf", "Holding": "Allied Tac Air 1"}, no_hq=["allied"], turn=4)
    assert has(refitting(s, "allied", dice=[9, 5]), "Allied Tac Air 1", USED)
    assert not has(refitting(s, "allied", dice=[9, 4]), "Allied Tac Air 1", USED)
    assert in_range(s, ALLIED, "Gazala")
    assert not in_range(s, ALLIED, "Derna")
    assert su(s, "allied", "Tobruk") == 0


@rule("blitzkrieg", "19.0-d", "11.6.1-a")
def test_air_that_defended_is_ready_in_its_own_turn() -> None:
    s = position(
        {"Acroma": ["Rommel HQ", "Pavia Inf"], "Tobruk": "9 Aus. Inf", "Holding": "Allied Tac Air 1"},
        stores={"axis": COAST},
        turn=8,
    )
    s.flags[E.u("Allied Tac Air 1")] |= USED  # it fought in the Axis player-turn
    s = ending(s)
    assert not has(s, "Allied Tac Air 1", USED)


@rule("blitzkrieg", "11.6.2-a")
def test_air_on_defence_does_not_stay_alone() -> None:
    s = position(
        {"El Adem": ["15 Inf", "NZ Inf"], "Acroma": "Pavia Inf", "Tobruk": ["70 Inf", "Allied Tac Air 1"]},
        stores={"axis": COAST, "allied": {"Tobruk": 1}},
        came={"15 Inf": "Acroma"},
        turn=8,
    )
    s = say(fighting(s, dice=[9, 9]), "reinforce 70 Inf")  # nobody but the aircraft is left at Tobruk
    assert at(s, "Allied Tac Air 1") == "Tobruk"
    s = volley(say(s, "hold"), [9, 9])
    s = flee(s, "Acroma")
    assert at(s, "Allied Tac Air 1") == "Holding"
