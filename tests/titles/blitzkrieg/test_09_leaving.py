"""Who pays for a battle, who stays beside it, and what goes along when it is left: finer points of 7.4, 9.4 and 9.5."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.play import read, take, within
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.frames import Battle, Withdrawal
from sandtable.titles.blitzkrieg.state import ASIDE, FLANKED, State
from sandtable.titles.blitzkrieg.supply import payers
from sandtable.titles.blitzkrieg.withdrawal import NO_ROAD_ON, on_refused, way_refused, ways_out
from tests.kit import offered, offered_verbs, rule, told, why_not
from tests.titles.blitzkrieg.position import COAST, E, at, box, fighting, has, position, put, say, su, volley, vp

# 7.4: who pays


def out_of_bardia(came: str) -> State:
    return position(
        {"Ft. Capuzzo": ["7 Arm (3)", "15 Inf"], "Tobruk": "15 Art"},
        stores={"allied": {"Bardia": 1}},
        came={"7 Arm (3)": came},
        turn=8,
    )


@rule("blitzkrieg", "7.4.6-b", "7.3.8-a")
def test_a_supply_unit_in_a_port_that_is_cut_off_pays_for_those_who_come_out_of_it() -> None:
    assert payers(out_of_bardia("Bardia"), ALLIED, box("Ft. Capuzzo")) == [box("Bardia")]
    past = out_of_bardia("Sollum")
    assert payers(past, ALLIED, box("Ft. Capuzzo")) == []
    past = fighting(past, "allied")
    assert at(past, "7 Arm (3)") == "Sollum"
    assert su(past, "allied", "Bardia") == 1


@rule("blitzkrieg", "7.4.6-b", "9.5.4-b")
def test_who_only_waits_in_a_battle_does_not_bring_the_supply_unit_of_its_port() -> None:
    s = out_of_bardia("Sollum")
    put(s, "NZ Inf", "Ft. Capuzzo")
    s.began[E.u("NZ Inf")] = box("Bardia")
    assert payers(s, ALLIED, box("Ft. Capuzzo")) == [box("Bardia")]
    s.flags[E.u("NZ Inf")] |= ASIDE
    assert payers(s, ALLIED, box("Ft. Capuzzo")) == []


@rule("blitzkrieg", "7.4.1-c", "7.4.1-b")
def test_a_side_that_is_shut_out_may_choose_between_the_holding_area_and_the_map() -> None:
    s = position(
        {"Aghelia": ["7 Arm (3)", "Brescia Inf"]},
        stores={"axis": {"Holding": 1, **COAST}},
        held={"Tobruk": "axis"},
        came={"Brescia Inf": "Holding"},
        turn=8,
    )
    s.held[box("Aghelia")] = ALLIED
    assert set(offered(fighting(s))) == {"supply Beda Fomm", "supply Holding"}


@rule("blitzkrieg", "7.4.3-a")
def test_an_hq_goes_back_the_way_it_came() -> None:
    s = position(
        {"Gazala": ["NZ Inf", "15 Inf", "15 Arm", "Rommel HQ"]},
        came={"15 Inf": "Tmimi", "15 Arm": "Acroma", "Rommel HQ": "Acroma"},
        turn=8,
    )
    s = fighting(s)
    assert told(s, "no_battle")
    assert (at(s, "15 Inf"), at(s, "15 Arm"), at(s, "Rommel HQ")) == ("Tmimi", "Acroma", "Acroma")
    s = position({"Gazala": ["NZ Inf", "15 Inf", "Rommel HQ"]}, came={"15 Inf": "Tmimi", "Rommel HQ": "Acroma"}, turn=8)
    s = fighting(s)
    assert (at(s, "15 Inf"), at(s, "Rommel HQ")) == ("Tmimi", "Acroma")  # he had followed by himself


@rule("blitzkrieg", "9.5.5-b", "7.4.3-a")
def test_units_that_wait_in_a_battle_that_cannot_be_fought() -> None:
    def called_off(came: str, dice: list[int], hq: str = "Tobruk") -> State:
        s = position(
            {"Acroma": ["15 Inf", "4 Ind Inf", "NZ Inf"], "Gazala": "15 Arm", "Tobruk": "9 Aus. Inf", hq: "Allied HQ"}
            if hq != "Acroma"
            else {"Acroma": ["15 Inf", "4 Ind Inf", "NZ Inf", "Allied HQ"], "Gazala": "15 Arm", "Tobruk": "9 Aus. Inf"},
            came={"4 Ind Inf": came},
            turn=8,
        )
        s.flags[E.u("NZ Inf")] |= ASIDE
        s.flags[E.allied_hq] |= ASIDE if hq == "Acroma" else 0
        return fighting(s, "allied", dice=dice)

    kept = called_off("Tobruk", [5])
    assert (at(kept, "4 Ind Inf"), at(kept, "NZ Inf")) == ("Tobruk", "Tobruk")
    assert at(called_off("Tobruk", [4]), "NZ Inf") == "eliminated"
    lost = called_off("Gazala", [])  # the attacker cannot go back and is eliminated: so are they
    assert at(lost, "4 Ind Inf") == at(lost, "NZ Inf") == "eliminated"
    assert vp(lost)[AXIS] == 2
    alone = called_off("Gazala", [4], hq="Acroma")  # 11.3.7-e
    assert alone.hq[ALLIED] < 0


# 9.4, 9.6: who takes part


@rule("blitzkrieg", "9.4.6-a")
def test_no_hq_joins_a_battle_of_lrdf() -> None:
    s = position(
        {"Giof el Mater": ["9 Aus. Recon", "RG Recon"], "El Haselat": ["Rommel HQ", "5LT Recon"]},
        lrdf=["RG Recon"],
        bonus={"axis": "Combat Attack"},
        came={"RG Recon": "El Haselat"},
        stores={"axis": {"Agadabia": 1}},
        turn=8,
    )
    s = say(fighting(s), "pass", dice=[9, 9])
    while "reinforce" not in offered_verbs(s):
        s = say(s, "stay", dice=[9])
    assert "reinforce 5LT Recon" in offered(s)
    assert why_not(s, "reinforce Rommel HQ").rule == "9.4.6-a"


@rule("blitzkrieg", "9.6-a", "11.6.1-a")
def test_nobody_flies_to_a_battle_that_recon_has_left() -> None:
    s = fighting(at_soluch())
    assert "fly Axis Tac Air 1" in offered(say(s, "pass"))
    s = say(s, "evade", "retreat Sceleidima")
    s = say(s, "done") if within(s, Withdrawal) else s
    assert within(s, Battle) is None
    assert at(s, "Axis Tac Air 1") == "Holding"


def at_soluch() -> State:
    return position(
        {"Soluch": ["9 Aus. Recon", "5LT Arm"], "Beda Fomm": "Rommel HQ", "Holding": "Axis Tac Air 1", "Sceleidima": "NZ Inf"},
        stores={"axis": {"Beda Fomm": 1}},
        came={"5LT Arm": "Beda Fomm"},
        lrdf=["9 Aus. Recon"],
        turn=8,
    )


@rule("blitzkrieg", "3.0-i", "13.4-8")
def test_a_sortie_may_be_called_when_a_battle_is_set_up() -> None:
    units = {"Soluch": ["9 Aus. Inf", "5LT Arm"], "Beda Fomm": "Rommel HQ"}
    facts: Any = {"stores": {"axis": {"Beda Fomm": 1}}, "came": {"5LT Arm": "Beda Fomm"}, "turn": 8}
    s = fighting(position(units, hands={"axis": ["Aircraft Sortie"]}, **facts))
    s = say(s, "sortie", "fly Axis Sortie")
    assert at(s, "Axis Sortie") == "Soluch"
    assert s.hands[AXIS] == ()
    assert "sortie" in offered(fighting(position(units, sorties=1, **facts)))
    far = fighting(position({"Soluch": ["9 Aus. Inf", "5LT Arm"]}, hands={"axis": ["Aircraft Sortie", "Combat Training"]}, **facts))
    assert why_not(far, "sortie").rule == "11.6-a"


# 9.5: supply on the way out


def besieged(sidi_rezegh: Any, supplies: dict[str, int], **others: Any) -> State:
    """The Axis leaves El Adem; from Sidi Rezegh it would trace supply only through the battle itself."""
    return position(
        {"El Adem": ["15 Inf", "NZ Inf"], "Sidi Rezegh": sidi_rezegh, "Tobruk": "9 Aus. Inf", **others},
        stores={"axis": {**COAST, "Bir El Harmat": 1}, "allied": supplies},
        turn=12,
    )


def leaving(s: State) -> tuple[Battle, Withdrawal]:
    battle = Battle(ALLIED, box("El Adem"), entered=(1 << box("Tobruk"), 0))
    s.frames.append(battle)
    return battle, Withdrawal(AXIS, box("El Adem"), (E.u("15 Inf"),), 0, False)


@rule("blitzkrieg", "9.5-f", "7.1.5-b")
def test_no_supply_comes_through_the_battle_that_is_left() -> None:
    s = besieged("Ariete Inf", {}, **{"Bir El Gubi": "4 Ind Inf", "Bir Hachiem": "50 Inf"})
    battle, f = leaving(s)
    assert not has(s, "Ariete Inf", 4)  # while the battle lasts it is in supply through it
    assert [E.names.text("box", to) for to in ways_out(s, battle, f)] == ["Acroma", "Bir El Harmat"]
    refusal = way_refused(s, f, box("Sidi Rezegh"))
    assert refusal is not None
    assert refusal.rule == "9.5-b"


@rule("blitzkrieg", "9.5.2-c")
def test_a_lone_supply_unit_blocks_those_who_had_supply_through_the_battle_alone() -> None:
    ring = {"Bir El Gubi": "4 Ind Inf", "Acroma": "70 Inf", "Bir El Harmat": []}
    s = besieged([], {"Sidi Rezegh": 1}, **ring)
    s.interdicted, s.active = 1 << box("Bir El Harmat"), ALLIED
    battle, f = leaving(s)
    assert ways_out(s, battle, f) == []
    refusal = way_refused(s, f, box("Sidi Rezegh"))
    assert refusal is not None
    assert refusal.rule == "9.5.2-c"


# 9.5: who goes along


@rule("blitzkrieg", "9.5.9-a", "9.5.8-a")
def test_a_supply_unit_goes_on_only_where_combat_units_are() -> None:
    s = position(
        {"El Adem": ["NZ Inf", "15 Inf"], "Acroma": "Pavia Inf", "Tobruk": "9 Aus. Inf"},
        stores={"axis": COAST, "allied": {"El Adem": 1}},
        came={"15 Inf": "Acroma"},
        turn=8,
    )
    s = say(fighting(s, dice=[9, 9]), "withdraw", dice=[5])
    assert why_not(s, "on SU Tobruk Gambut").rule == "9.5.8-a"
    s = say(s, "on NZ Inf Gambut", "on SU Tobruk Gambut")
    assert su(s, "allied", "Gambut") == 1


@rule("blitzkrieg", "7.3.6-a", "9.5.2-b")
def test_nobody_retreats_through_the_box_of_a_lone_supply_unit() -> None:
    s = position(
        {"Giof el Mater": ["9 Aus. Recon", "RG Recon", "5LT Recon"]},
        lrdf=["9 Aus. Recon"],
        stores={"axis": {"Msus": 1, "Agadabia": 1}},
        came={"RG Recon": "El Haselat", "5LT Recon": "El Haselat"},
        turn=8,
    )
    s = say(fighting(s), "supply Agadabia", "front RG Recon", "placed", dice=[9])
    s = volley(s, [9, 9])
    s = say(s, "withdraw", "retreat Msus", dice=[4])
    assert (at(s, "9 Aus. Recon"), su(s, "allied", "Msus")) == ("Msus", 1)
    assert within(s, Withdrawal) is None


@rule("blitzkrieg", "9.5.8-a", "9.8-b")
def test_the_last_place_on_a_road_is_for_a_combat_unit() -> None:
    units = {
        "Bir El Gubi": ["7 Arm (3)", "4 Ind Inf", "15 Arm"],
        "El Adem": "Pavia Inf",
        "Sidi Rezegh": "15 Inf",
        "Gabr Saleh": "15 Art",
        "Bir Hachiem": "Bologna Inf",
    }
    s = position(units, stores={"axis": {**COAST, "El Adem": 1}, "allied": {"Bir El Gubi": 1}}, came={"15 Arm": "El Adem"}, turn=8)
    s.traffic[E.lane[E.road[box("Bir El Gubi")][box("Bir Berraneb")]]] = 1
    s = say(fighting(s), "front 7 Arm (3)", "front 4 Ind Inf", "extra 7 Arm (3) 15 Arm", dice=[9, 9])
    s = say(s, "aim 15 Arm 4 Ind Inf", dice=[9]) if "aim" in offered_verbs(s) else s
    s = say(s, "withdraw", dice=[5])
    assert why_not(s, "board SU Bir El Gubi").rule == "9.5.8-a"
    s = say(s, "board 7 Arm (3)")
    assert (at(s, "7 Arm (3)"), at(s, "4 Ind Inf")) == ("Bir Berraneb", "eliminated")


@rule("blitzkrieg", "8.4.2-a", "9.5-b")
def test_an_hq_goes_on_over_a_congested_road() -> None:
    s = position(
        {"Ruweisat Ridge": ["15 Inf", "Rommel HQ", "NZ Inf"], "Qaret El Himemat": "Pavia Inf", "El Taqa Plateau": "Savona Inf"},
        stores={"axis": {"Belaki Mudpan": 1}, "allied": {"Holding": 1}},
        held={"El Alamein": "axis"},
        came={"NZ Inf": "Holding"},
        turn=12,
    )
    battle = Battle(ALLIED, box("Ruweisat Ridge"), entered=(1 << E.holding, 0))
    f = Withdrawal(AXIS, box("Ruweisat Ridge"), (E.u("15 Inf"), E.rommel), 0, False)
    f.to, f.going, f.supplied = box("Qaret El Himemat"), f.units, True
    for name in ("15 Inf", "Rommel HQ"):
        put(s, name, "Qaret El Himemat")
    s.traffic[E.lane[E.road[box("Qaret El Himemat")][box("El Taqa Plateau")]]] = 2
    s.frames += [battle, f]
    assert on_refused(s, f, E.rommel, box("El Taqa Plateau")) is None
    refusal = on_refused(s, f, E.u("15 Inf"), box("El Taqa Plateau"))
    assert refusal is not None
    assert refusal.rule == "9.8-a"
    assert on_refused(s, f, E.rommel, E.holding + 1) is NO_ROAD_ON  # a place of the tracks, with no stack of its own


# 9.5.4, 9.5.5: beside a battle


@rule("blitzkrieg", "9.5.9-a", "9.5.5-b")
def test_a_supply_unit_that_stays_behind_has_no_second_roll() -> None:
    s = position(
        {"Acroma": ["15 Inf", "15 Art", "4 Ind Inf"], "Tobruk": "9 Aus. Inf", "Gazala": "Ariete Inf"},
        stores={"axis": {**COAST, "Acroma": 1}, "allied": {"Tobruk": 1}},
        came={"4 Ind Inf": "Tobruk"},
        turn=12,
    )
    s.flags[E.u("15 Inf")] |= ASIDE
    s = say(fighting(s, "allied", dice=[9, 9]), "withdraw", dice=[6])
    dice = ScriptedDice([5, 0])  # for the unit that waited, and for the supply unit: by now it is the Allies who roll
    while within(s, Withdrawal):
        take(s, read(s, "done"), dice)
    assert at(s, "15 Inf") == "Gazala"
    assert (su(s, "allied", "Acroma"), su(s, "axis", "Gazala")) == (1, 1)


@rule("blitzkrieg", "9.5.4-b", "9.6-a")
def test_an_hq_that_waits_aside_does_not_leave_with_recon() -> None:
    s = position(
        {"Soluch": ["9 Aus. Recon", "NZ Inf", "Allied HQ", "5LT Arm"], "Sceleidima": "70 Inf"},
        stores={"axis": {"Beda Fomm": 1}},
        came={"5LT Arm": "Beda Fomm"},
        lrdf=["9 Aus. Recon"],
        turn=8,
    )
    for name in ("NZ Inf", "Allied HQ"):
        s.flags[E.u(name)] |= ASIDE
    s = say(fighting(s), "evade", "retreat Sceleidima")
    s = say(s, "done", dice=[4, 9])  # the unit that waited is lost, and the HQ escapes capture
    assert at(s, "NZ Inf") == "eliminated"
    assert at(s, "Allied HQ") == "Sceleidima"
    assert not has(s, "Allied HQ", ASIDE)


@rule("blitzkrieg", "9.5.4-b", "8.8.6-b", "11.3.3-c")
def test_an_hq_that_waits_aside_does_not_lead_the_fire_at_outflankers() -> None:
    s = position(
        {"Gabr Saleh": ["15 Arm", "50 Inf", "NZ Inf", "Allied HQ"], "Bir El Gubi": "Pavia Inf", "El Adem": "Savona Inf"},
        stores={"allied": {"Sidi Rezegh": 1}},
        bonus={"allied": "Combat Defense"},
        came={"15 Arm": "Bir El Gubi"},
        turn=12,
    )
    s.flags[E.u("15 Arm")] |= FLANKED
    s.flags[E.u("NZ Inf")] |= ASIDE  # it has withdrawn into this battle
    value = E.cv[E.u("50 Inf")] - 1  # at a superior unit
    assert told(fighting(s, dice=[value + 1]), "damaged")
    s.flags[E.allied_hq] |= ASIDE
    assert not told(fighting(s, dice=[value + 1]), "damaged")
