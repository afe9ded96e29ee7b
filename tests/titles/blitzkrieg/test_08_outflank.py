"""8.7, 8.8, 10.3 Outflanking."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.play import read
from sandtable.kernel.sides import ALLIED
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.face.battleboard import battle, chance_of
from sandtable.titles.blitzkrieg.face.forecast import forecast
from sandtable.titles.blitzkrieg.fire import flank_shot
from sandtable.titles.blitzkrieg.frames import FlankFire
from sandtable.titles.blitzkrieg.state import DAMAGED, LASTING, MINED, OOS, OWNED
from tests.kit import asked, offered, offered_verbs, rule, telling, told, why_not
from tests.titles.blitzkrieg.position import (
    ARIETE,
    COAST,
    DIVISION,
    PANZERS,
    E,
    at,
    box,
    fighting,
    has,
    march,
    motoring,
    moving,
    position,
    say,
    su,
    volley,
    vp,
)

BREGA = {"Marsa Brega": [*DIVISION, "Rommel HQ"], "Beda Fomm": "9 Aus. Inf"}


def west(units: Any, turn: Any = 2, **more: Any) -> Any:
    return position(units, stores={"axis": {"Marsa Brega": 2, "Agadabia": 1}}, turn=turn, **more)


@rule("blitzkrieg", "8.7-a", "8.8.1-a")
def test_through_a_box_with_enemies_for_two_boxes() -> None:
    s = moving(west({**BREGA, "Ghemings": "2 Sup. Gp. Inf"}))
    s = say(s, "move 5LT Arm", "with 5LT/21 Inf", "go Agadabia", "outflank Beda Fomm", "aim 9 Aus. Inf 5LT Arm", dice=[9])
    assert s.frames[-1].spent == 3  # type: ignore[attr-defined]
    s = say(s, "go Ghemings")
    assert at(s, "5LT Arm") == at(s, "5LT/21 Inf") == "Ghemings"
    far = moving(west(BREGA))
    far = say(far, "move 5LT Arm", "go Agadabia", "outflank Beda Fomm", dice=[9])
    assert at(say(far, "go Ghemings", "go Benghasi"), "5LT Arm") == "Benghasi"  # 5 major boxes


@rule("blitzkrieg", "8.7.1-a")
def test_only_armour_with_its_own_division_outflanks() -> None:
    s = moving(west({"Marsa Brega": [*DIVISION, "Pavia Inf"], "Agadabia": "2 Sup. Gp. Inf"}))
    assert why_not(say(s, "move 5LT/21 Inf", "with 5LT Art"), "outflank Agadabia").rule == "8.7.1-a"
    assert why_not(say(s, "move 5LT Arm", "with Pavia Inf"), "outflank Agadabia").rule == "8.7.1-a"
    assert "outflank Agadabia" in offered(say(s, "move 5LT Arm", "with 5LT Art"))
    assert why_not(say(s, "move 5LT Arm"), "outflank Fr. Gtafia").rule == "8.7-a"


@rule("blitzkrieg", "8.7.1-b", "8.7.3-a")
def test_an_hq_goes_along_unharmed_but_may_be_left_alone() -> None:
    s = moving(
        west({"Marsa Brega": ["5LT Arm", "Rommel HQ"], "Agadabia": ["2 Sup. Gp. Inf", "9 Aus. Recon"], "Aghelia": "Ariete Inf"})
    )
    s = say(s, "move 5LT Arm", "with Rommel HQ", "outflank Agadabia")
    assert s.frames[-1].foes == (E.u("5LT Arm"),)  # type: ignore[attr-defined]
    dead = volley(s, [0, 0, 5])  # two hits; the roll for Rommel fails
    assert at(dead, "5LT Arm") == "eliminated"
    assert at(dead, "Rommel HQ") == "Aghelia"
    taken = volley(s, [0, 0, 4])
    assert taken.hq[1] < 0
    assert vp(taken)[ALLIED] == 5 + 10


def test_the_board_of_an_outflank_says_how_likely_each_shot_hits() -> None:
    s = moving(west({"Marsa Brega": ["5LT Arm"], "Agadabia": ["2 Sup. Gp. Inf", "9 Aus. Recon"]}))
    s = say(s, "move 5LT Arm", "outflank Agadabia")
    f, found = s.frames[-1], battle(s)
    assert isinstance(f, FlankFire)
    assert found is not None
    for fighter in found.parties[1].fighters:
        (target,) = fighter.may
        assert target.chance == chance_of(flank_shot(s, f, E.u(fighter.piece), E.u("5LT Arm"), False))
        assert "as an extra unit" in target.note


@rule("blitzkrieg", "8.7.1-c")
def test_support_groups_belong_to_their_armour() -> None:
    s = position(
        {"Gabr Saleh": ["7 Arm (4)", "7 Sup. Gp. Inf", "Polish Inf"], "Bir El Gubi": "15 Inf", "Tobruk": "9 Aus. Inf"},
        stores={"allied": {"Gabr Saleh": 1, "Sidi Rezegh": 1}},
        turn=8,
    )
    s = say(moving(s, "allied"), "move 7 Arm (4)", "with 7 Sup. Gp. Inf")
    assert "outflank Bir El Gubi" in offered(s)
    other = position(
        {"Gabr Saleh": ["7 Arm (4)", "2 Sup. Gp. Inf"], "Bir El Gubi": "15 Inf", "Tobruk": "9 Aus. Inf"},
        stores={"allied": {"Gabr Saleh": 1, "Sidi Rezegh": 1}},
        turn=8,
    )
    other = say(moving(other, "allied"), "move 7 Arm (4)", "with 2 Sup. Gp. Inf")
    assert why_not(other, "outflank Bir El Gubi").rule == "8.7.1-a"


@rule("blitzkrieg", "8.7.2-a")
def test_each_outflanker_is_shot_at_once_before_any_twice() -> None:
    s = moving(west({"Marsa Brega": ["5LT Arm", "5LT/21 Inf"], "Agadabia": ["2 Sup. Gp. Inf", "9 Aus. Recon", "NZ Inf"]}))
    s = say(s, "move 5LT Arm", "with 5LT/21 Inf", "outflank Agadabia")
    assert asked(s) == (ALLIED, "FlankFire")
    s = say(s, "aim 2 Sup. Gp. Inf 5LT Arm")
    assert why_not(s, "aim 9 Aus. Recon 5LT Arm").rule == "8.7.2-a"
    s = say(s, "aim 9 Aus. Recon 5LT/21 Inf")
    assert offered(s) == ["extra NZ Inf 5LT Arm", "extra NZ Inf 5LT/21 Inf"]  # now the third may double up
    two = moving(west({"Marsa Brega": ["5LT Arm", "5LT/21 Inf"], "Agadabia": ["2 Sup. Gp. Inf", "9 Aus. Recon"]}))
    two = say(two, "move 5LT Arm", "with 5LT/21 Inf", "outflank Agadabia", "aim 2 Sup. Gp. Inf 5LT Arm", dice=[9, 9])
    assert told(two, "missed")[1][1] == E.u("5LT/21 Inf")  # nobody else was left for the recon
    assert "Hits on the outflankers of Agadabia: 0" in telling(TITLE, two)


@rule("blitzkrieg", "8.7.4-a")
def test_divisions_of_one_box_take_one_set_of_fire() -> None:
    units = {"Senegali": ["15 Arm", "21 Arm"], "Bir El Harmat": "22 Gds Inf"}
    s = moving(position(units, stores={"axis": COAST}, turn=12))
    s = say(s, "move 15 Arm", "with 21 Arm", "outflank Bir El Harmat", "aim 22 Gds Inf 15 Arm", dice=[9])
    assert len(told(s, "missed")) == 1
    apart = moving(
        position({**units, "Senegali": "15 Arm", "Wadi El Mra": "21 Arm"}, stores={"axis": {**COAST, "Senegali": 1}}, turn=12)
    )
    apart = say(apart, "move 15 Arm", "outflank Bir El Harmat", dice=[9])
    apart = say(apart, "go Acroma", "move 21 Arm", "outflank Bir El Harmat", dice=[9])
    assert len(told(apart, "missed")) == 1


@rule("blitzkrieg", "8.7.5-a")
def test_supply_units_never_and_italians_late() -> None:
    units = {"Wadi El Mra": ARIETE, "Bir Hachiem": "NZ Inf"}
    chain = {"axis": {**COAST, "Senegali": 1, "Wadi El Mra": 1}}
    early = say(moving(position(units, stores=chain, turn=9)), "move Ariete Arm")
    assert why_not(early, "outflank Bir Hachiem").rule == "8.7.5-a"
    assert "outflank Bir Hachiem" in offered(say(moving(position(units, stores=chain, turn=10)), "move Ariete Arm"))
    store = say(moving(position(units, stores=chain, turn=10)), "move SU Wadi El Mra")
    assert why_not(store, "outflank Bir Hachiem").rule == "8.7.5-a"


@rule("blitzkrieg", "8.7.6-a")
def test_units_out_of_supply_do_not_outflank() -> None:
    s = position({"Tmimi": ["15 Arm", "Rommel HQ"], "Gazala": "NZ Inf"}, oos=["15 Arm"], bonus={"axis": "Movement"}, turn=8)
    assert why_not(say(moving(s), "move 15 Arm"), "outflank Gazala").rule == "8.7.6-a"


@rule("blitzkrieg", "8.8-ex")
def test_the_outflank_example_of_the_rulebook() -> None:
    units = {
        "Marsa Brega": DIVISION,
        "Holding": ["Brescia Inf", "Brescia Art", "Savona Inf", "Savona Art"],
        "Beda Fomm": "9 Aus. Inf",
        "Soluch": "9 Aus. Recon",
        "Ghemings": "2 Sup. Gp. Inf",
        "Tobruk": "Polish Inf",
    }
    s = moving(position(units, stores={"axis": {"Marsa Brega": 2, "Holding": 1}}))
    s = say(s, "move 5LT Arm", "with 5LT/21 Inf", "go Agadabia", "outflank Beda Fomm", "aim 9 Aus. Inf 5LT Arm", dice=[0])
    assert has(s, "5LT Arm", DAMAGED)
    assert why_not(s, "go Soluch").rule == "8.2-a"
    s = say(s, "go Ghemings")
    s = march(s, "Savona Inf + Savona Art: Aghelia, Marsa Brega, Agadabia")
    for store in ("SU Marsa Brega", "SU Marsa Brega"):
        s = march(s, f"{store}: Agadabia")
    s = march(s, "SU Holding: Aghelia, Marsa Brega, Agadabia")
    s = march(s, "Brescia Inf + Brescia Art: Aghelia, Marsa Brega, Agadabia, Beda Fomm")
    s = march(s, "5LT Recon + 5LT Art: Agadabia, Beda Fomm")
    s = say(s, "done")
    assert offered(s) == ["fight Beda Fomm", "fight Ghemings"]
    first = say(s, "fight Ghemings")  # supplied through the other battle
    assert at(first, "5LT Arm") == "Ghemings"
    assert any(f.payer == E.b("Agadabia") for f in first.frames if hasattr(f, "payer"))
    lost = position(
        {"Beda Fomm": "9 Aus. Inf", "Ghemings": ["5LT Arm", "2 Sup. Gp. Inf"]},
        stores={"axis": {"Agadabia": 3}},
        came={"5LT Arm": "Beda Fomm"},
    )
    lost.flags[E.u("5LT Arm")] |= 128
    assert at(fighting(lost, dice=[9]), "5LT Arm") == "eliminated"  # one set of fire, and no way back


@rule("blitzkrieg", "8.8.2-a", "8.8.2-b", "11.5.3-a", "11.3.3-c", "7.4.5-e")
def test_the_value_of_fire_at_outflankers() -> None:
    s = position(
        {"Agadabia": ["9 Aus. Art", "2 Sup. Gp. Inf", "3 Ind Inf"], "Bir El Gubi": ["7 Sup. Gp. Inf", "Allied HQ"]},
        oos=[],
        bonus={"allied": "Combat Defense"},
    )

    def value(firer: str, target: str, extra: bool = False, crossed: bool = False, where: str = "Agadabia") -> int:
        fire = FlankFire(ALLIED, E.b(where), crossed=(E.u(target),) if crossed else ())
        return int(flank_shot(s, fire, E.u(firer), E.u(target), extra).total)

    assert value("9 Aus. Art", "5LT Arm") == 3  # the circle counts, no Second Line bonus
    assert value("2 Sup. Gp. Inf", "5LT Arm") == 2
    assert value("3 Ind Inf", "5LT Arm", extra=True) == 2
    assert value("5LT Recon", "7 Arm (3)", crossed=True) == 2
    assert value("7 Sup. Gp. Inf", "5LT Arm", where="Bir El Gubi") == 4
    s.flags[E.u("3 Ind Inf")] |= OOS
    assert value("3 Ind Inf", "5LT Arm") == 0


@rule("blitzkrieg", "8.8.3-a", "8.8.4-a", "9.2.10-a")
def test_damage_of_an_outflank_lasts_until_the_combat_phase_is_over() -> None:
    s = moving(west({"Marsa Brega": "5LT Arm", "Beda Fomm": "9 Aus. Inf", "Ghemings": "9 Aus. Recon"}))
    s = say(s, "move 5LT Arm", "go Agadabia", "outflank Beda Fomm", dice=[0])
    assert has(s, "5LT Arm", DAMAGED)
    assert has(s, "5LT Arm", LASTING)
    assert not has(s, "9 Aus. Inf", DAMAGED)  # it never fires back
    assert why_not(s, "halt").rule == "8.8.3-a"
    won = position(
        {"Ghemings": ["5LT Arm", "Polish Inf"], "Gazala": ["15 Arm", "NZ Inf"]},
        came={"5LT Arm": "Beda Fomm", "15 Arm": "Tmimi"},
        stores={"axis": {**COAST, "Beda Fomm": 2, "Gazala": 0, "Tmimi": 1}},
        damaged=["5LT Arm", "Polish Inf"],
        turn=8,
    )
    won.flags[E.u("5LT Arm")] |= LASTING
    won = say(fighting(won), "fight Ghemings", "supply Beda Fomm", dice=[9, 0])
    assert has(won, "5LT Arm", DAMAGED)  # the battle is over, the phase is not
    won = say(won, "supply Tmimi", dice=[9, 0])
    won = say(won, "stay", "stay", dice=[9, 0])
    assert not has(won, "5LT Arm", DAMAGED)


@rule("blitzkrieg", "8.8.5-a")
def test_survivors_may_go_different_ways() -> None:
    s = moving(west({"Agadabia": ["5LT Arm", "5LT/21 Inf"], "Beda Fomm": "9 Aus. Inf"}))
    s = say(s, "move 5LT Arm", "with 5LT/21 Inf", "outflank Beda Fomm", "aim 9 Aus. Inf 5LT Arm", dice=[9])
    s = say(s, "part 5LT/21 Inf", "go Soluch")
    s = say(s, "go Ghemings")
    assert (at(s, "5LT/21 Inf"), at(s, "5LT Arm")) == ("Soluch", "Ghemings")
    far = moving(west({"Marsa Brega": ["5LT Arm", "5LT/21 Inf"], "Beda Fomm": "9 Aus. Inf"}))
    far = say(far, "move 5LT Arm", "with 5LT/21 Inf", "go Agadabia", "outflank Beda Fomm", "aim 9 Aus. Inf 5LT Arm", dice=[9])
    assert why_not(far, "go Soluch").rule == "8.2-a"
    plain = say(moving(west({"Agadabia": ["5LT Arm", "5LT/21 Inf"]})), "move 5LT Arm", "with 5LT/21 Inf")
    assert why_not(plain, "part 5LT/21 Inf").rule == "8.8.5-a"


@rule("blitzkrieg", "8.8.5-a", "8.4-b")
def test_too_many_for_one_road_outflank_and_part() -> None:
    units = {"Bir El Gubi": PANZERS, "Bir Berraneb": "9 Aus. Recon"}  # around Bir Berraneb all roads are tertiary
    s = position(units, stores={"axis": {**COAST, "El Adem": 1}}, turn=8, held={"Tobruk": "axis"})
    s = say(moving(s), "move 15 Arm", *[f"with {unit}" for unit in PANZERS[1:]])
    jammed = s.clone()
    for there in ("Track Junction", "Gabr Saleh", "Ft. Maddalena"):  # two ways are left, for two each
        jammed.traffic[E.lane_to[box("Bir Berraneb")][box(there)]] = 2
    assert "outflank Bir Berraneb" in offered(jammed)
    jammed.traffic[E.lane_to[box("Bir Berraneb")][box("Girarabub")]] = 1
    assert why_not(jammed, "outflank Bir Berraneb").rule == "8.4.1-a"
    s = say(s, "outflank Bir Berraneb", "aim 9 Aus. Recon 15 Recon", dice=[9])
    assert why_not(s, "go Track Junction").rule == "8.4-b"
    assert why_not(s, "halt").rule == "8.8.3-a"
    s = say(s, "part 15 Arm", "go Gabr Saleh", "part 15 Inf", "go Track Junction", "go Girarabub")
    assert [at(s, unit) for unit in PANZERS] == ["Gabr Saleh", "Track Junction", "Girarabub", "Girarabub"]


@rule("blitzkrieg", "8.8.6-a")
def test_an_outflank_costs_no_supply_unit() -> None:
    s = moving(position({"Marsa Brega": "5LT Arm", "Agadabia": "2 Sup. Gp. Inf"}, stores={"axis": {"Marsa Brega": 2}}))
    s = say(s, "move 5LT Arm", "outflank Agadabia", dice=[9])
    s = say(s, "go Antelat", "done")
    assert at(s, "5LT Arm") == "Antelat"
    assert su(s, "axis", "Marsa Brega") == 2


@rule("blitzkrieg", "10.3-a", "10.3-b")
def test_outflanking_in_the_motorized_phase_leads_into_no_battle() -> None:
    units = {"Gabr Saleh": "7 Arm (4)", "Bir El Gubi": "Pavia Inf", "Bir Hachiem": "Ariete Inf", "Tobruk": "9 Aus. Inf"}
    s = motoring(position(units, stores={"allied": {"Gabr Saleh": 1, "Sidi Rezegh": 1}}, turn=8), "allied")
    s = say(s, "move 7 Arm (4)", "outflank Bir El Gubi", dice=[0])
    assert why_not(s, "go Bir Hachiem").rule == "10.3-a"
    s = say(s, "go El Adem")
    assert at(s, "7 Arm (4)") == "El Adem"
    s = say(s, "done")
    assert not has(s, "7 Arm (4)", DAMAGED)  # repaired with the Limited Combat Phase


@rule("blitzkrieg", "14.1.3-d")
def test_mines_come_before_the_fire() -> None:
    s = position(
        {"Senegali": PANZERS, "Bir El Harmat": "22 Gds Inf"},
        stores={"axis": COAST},
        turn=14,
        scenario="short",
        works={"Bir El Harmat": OWNED[ALLIED] | MINED},
    )
    s = say(moving(s), "move 15 Arm", "outflank Bir El Harmat", dice=[2, 0])
    assert at(s, "15 Arm") == "eliminated"
    assert "go" not in offered_verbs(s)


def test_the_fire_at_outflankers_is_foretold_before_they_go() -> None:
    at = {"Senegali": ["15 Arm", "15 Inf", "15 Art"], "Acroma": ["50 Inf", "50 Art", "1 TK"]}
    s = say(moving(position(at, turn=14, stores={"axis": COAST}), "axis"), "move 15 Arm", "with 15 Inf", "with 15 Art")
    found = forecast(s, read(s, "outflank Acroma"))
    assert found is not None
    assert [chance.name for chance in found.chances] == ["no hit", "1 hit", "2 hits", "3 hits"]
    assert sum([chance.chance for chance in found.chances]) == pytest.approx(1)
