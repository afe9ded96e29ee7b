"""What two chapters say together: a rule of one that reaches into the moment of another."""

from __future__ import annotations

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.face.forecast import caution
from sandtable.titles.blitzkrieg.state import LRDF, OOS, OWNED
from tests.kit import asked, offered, offered_verbs, play, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    E,
    at,
    battle_of,
    ending,
    fighting,
    has,
    moving,
    position,
    refitting,
    say,
    su,
    vp,
)


@rule("blitzkrieg", "8.8.7-a", "11.3.7-a", "7.3.7-b")
def test_who_outflanks_a_lone_hq_and_supply_unit_may_take_the_hq() -> None:
    units = {"Marsa Brega": "5LT Arm", "Agadabia": "Allied HQ", "Tobruk": "9 Aus. Inf"}
    s = say(moving(position(units, stores={"allied": {"Agadabia": 1}, "axis": {"Marsa Brega": 1}})), "move 5LT Arm")
    taken = say(s, "outflank Agadabia", dice=[4])
    assert (taken.hq[ALLIED], vp(taken)[AXIS]) == (-1, 7)
    assert why_not(taken, "halt").rule == "8.8.3-a"  # it is still on its way
    free = say(s, "outflank Agadabia", dice=[5])
    assert at(free, "Allied HQ") == "Tobruk"
    assert su(say(free, "go Beda Fomm", "halt", "done"), "allied", "Agadabia") == 1  # no roll for what was passed


@rule("blitzkrieg", "11.3.7-c", "15.1-j2")
def test_an_hq_lost_in_a_refit_is_not_back_in_the_same_one() -> None:
    units = {
        "Bardia": ["Marmarica Inf", "Italian HQ"],
        "Sollum": "6 Australian Inf (3)",
        "Gambut": "2 New Zealand Inf",
        "Ft. Capuzzo": "2 New Zealand Art",
        "Tobruk": "Sirte Inf",
    }
    s = refitting(position(units, scenario="oconnor", turn=2), dice=[0, 0])
    assert (s.hq[AXIS], s.tries[AXIS]) == (-1, 0)  # nobody has rolled for it
    assert vp(s)[ALLIED] == 1 + 7 + 1  # the infantry, the HQ, and no HQ after the phase
    s.turn = 3
    assert at(refitting(s, dice=[2]), "Italian HQ") == "Holding"  # 0-2: the first try


@rule("blitzkrieg", "5.1.3-c", "7.4.8-a")
def test_a_box_is_entrenched_by_its_supply_of_that_moment() -> None:
    hand = {"axis": ["Entrenched"]}
    back = ending(position({"Marsa Brega": "15 Inf"}, hands=hand, turn=8, oos=["15 Inf"]))
    assert "entrench Marsa Brega" in offered(back)  # it has driven back into supply
    out = ending(position({"Girarabub": "15 Inf", "Aghelia": "Pavia Inf"}, hands=hand, turn=8, oos=[]))
    assert why_not(out, "entrench Girarabub").rule == "5.1.3-c"
    desert = ending(position({"Girarabub": "15 Recon", "Aghelia": "Pavia Inf"}, hands=hand, turn=8, lrdf=["15 Recon"]))
    assert why_not(desert, "entrench Girarabub").rule == "5.1.3-c"  # it needs no supply, and has none


@rule("blitzkrieg", "13.4-10", "14.1.4-a")
def test_minefields_are_an_option_of_the_campaign() -> None:
    units = {"Sollum": "50 Inf", "Ft. Capuzzo": "15 Inf"}
    for scenario, turn in (("short", 15), ("oconnor", 2)):
        s = position(units, scenario=scenario, turn=turn, works={"Sollum": OWNED[ALLIED]}, minefields=1, oos=[])
        s = play(moving(s), "move 15 Inf", "go Sollum")  # no die
        assert told(s, "mined") == []
    s = position(units, turn=15, works={"Sollum": OWNED[ALLIED]}, minefields=1, oos=[])
    assert told(say(moving(s), "move 15 Inf", "go Sollum", dice=[3]), "mined")


@rule("blitzkrieg", "9.7-a", "12.8.3-a", "11.3.7-c")
def test_an_hq_that_leaves_the_map_never_comes_back() -> None:
    units = {
        "El Alamein": ["NZ Inf", "Allied HQ", "15 Arm"],
        "Fuka": "15 Inf",
        "Ruweisat Ridge": "Pavia Inf",
        "Tobruk": ["Ariete Inf", "9 Aus. Inf"],
    }
    s = position(units, stores={"axis": {"Fuka": 1}}, held={"El Alamein": "axis"}, came={"15 Arm": "Fuka"}, turn=16, oos=[])
    s = say(say(fighting(s), "fight El Alamein", dice=[9, 9]), "withdraw")
    assert (at(s, "NZ Inf"), at(s, "Allied HQ"), s.hq[ALLIED]) == ("gone", "gone", -1)
    later = position({"Tobruk": "9 Aus. Inf"}, no_hq=["allied"], hands={"allied": ["HQ Escapes"]}, turn=17)
    later.where[E.allied_hq], later.tries[ALLIED] = s.where[E.allied_hq], s.tries[ALLIED]
    later = refitting(later, "allied")
    assert asked(later)[1] == "Movement"  # HQ Escapes has no effect: it is not captured
    assert (later.hq[ALLIED], told(later, "hq_back"), told(later, "hq_missing")) == (-1, [], [])
    assert vp(later)[AXIS] == 1


@rule("blitzkrieg", "13.3-b", "9.7-a")
def test_with_the_hq_variable_rommel_is_not_lost_off_the_map_either() -> None:
    units = {"Aghelia": ["15 Inf", "Rommel HQ", "NZ Recon"], "Marsa Brega": "4 Ind Inf"}
    for option, where in ((1, "Holding"), (0, "gone")):
        s = position(units, lrdf=["NZ Recon"], came={"NZ Recon": "Marsa Brega"}, turn=8, hq_variable=option)
        s = say(fighting(s, "allied", dice=[9, 9]), "withdraw")
        s = say(s, "retreat off the map") if at(s, "15 Inf") == "Aghelia" else s
        assert (at(s, "15 Inf"), at(s, "Rommel HQ"), vp(s)[ALLIED]) == ("gone", where, 1)


@rule("blitzkrieg", "7.4.8-b", "7.4.8-c", "7.4.3-a")
def test_a_desert_force_is_named_when_the_battle_comes_up() -> None:
    s = position({"Jalo Oasis": ["NZ Recon", "RG Recon"], "Tobruk": "9 Aus. Inf"}, came={"NZ Recon": "Garet Khod"}, turn=8)
    s = fighting(s, "allied")
    assert offered(s) == ["lrdf NZ Recon", "done"]
    assert [c.rule for c in caution(s, ("done", 0, 0))] == ["7.4.3-a"]  # there is no battle without it
    assert at(say(s, "done"), "NZ Recon") == "Garet Khod"  # nobody can pay
    fought = say(s, "lrdf NZ Recon", dice=[9, 9])
    assert battle_of(fought).desert
    assert has(fought, "NZ Recon", LRDF)


@rule("blitzkrieg", "7.4.8-b")
def test_nobody_is_asked_for_desert_forces_on_which_no_battle_hangs() -> None:
    s = position({"El Adem": ["15 Recon", "NZ Inf"], "Acroma": "15 Inf"}, stores={"axis": {**COAST, "Acroma": 2}}, turn=8)
    s.came[E.u("15 Recon")] = E.b("Acroma")
    s = fighting(s)
    assert [text.split()[0] for text in offered(s)] == ["supply"] * 2


@rule("blitzkrieg", "5.1.3-b", "11.3.7-c")
def test_an_hq_that_has_just_come_back_may_take_two_bonuses() -> None:
    s = position({"Tobruk": "9 Aus. Inf"}, no_hq=["allied"], hands={"allied": ["HQ Bonus"]}, turn=4)
    s = refitting(s, "allied", dice=[2])
    s = say(s, "bonus Movement", "play HQ Bonus", "bonus Combat Attack")
    assert s.bonus[ALLIED] == 0b101
    assert why_not(s, "play HQ Bonus").rule == "5.1.3-b"
    assert "bonus" not in offered_verbs(s)  # two, and no third


@rule("blitzkrieg", "7.4.8-b", "6.5.5-a")
def test_a_desert_force_in_the_holding_area_gives_its_marker_away_in_supply() -> None:
    s = position({"Holding": "S.Afr. Recon", "El Alamein": "9 Aus. Recon"}, lrdf=["S.Afr. Recon"], turn=9)
    s = say(moving(s, "allied"), "relay S.Afr. Recon 9 Aus. Recon")
    assert not has(s, "S.Afr. Recon", OOS)


@rule("blitzkrieg", "11.3.7-b", "8.4.3-a")
def test_an_hq_that_escapes_joins_the_nearest_even_in_a_battle_to_come() -> None:
    units = {"Gambut": "Allied HQ", "Tobruk": "9 Aus. Inf", "Fuka": "NZ Inf", "Acroma": "15 Inf", "Sidi Rezegh": "15 Arm"}
    s = moving(position(units, stores={"axis": {**COAST, "Acroma": 1, "Sidi Rezegh": 1}}, turn=8))
    s = say(s, "move 15 Inf", "go Tobruk", "move 15 Arm", "go Gambut", dice=[5])
    assert at(s, "Allied HQ") == "Tobruk"


@rule("blitzkrieg", "11.3.7-b", "7.4.8-a")
def test_an_hq_does_not_flee_to_desert_forces_without_supply() -> None:
    units = {
        "Gabr Saleh": "Allied HQ",
        "Bir Berraneb": "NZ Recon",
        "Tobruk": "9 Aus. Inf",
        "Bir El Gubi": "15 Arm",
        "El Adem": "15 Inf",
    }
    s = position(units, stores={"axis": {**COAST, "El Adem": 1}}, lrdf=["NZ Recon"], turn=8)
    assert at(say(moving(s), "move 15 Arm", "go Gabr Saleh", dice=[5]), "Allied HQ") == "Tobruk"
