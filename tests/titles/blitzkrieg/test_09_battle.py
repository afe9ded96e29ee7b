"""9.1 to 9.4 The battle: placement, lines, fire, reinforcing."""

from __future__ import annotations

from typing import Any

from sandtable.face.view import Proposal
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.face.battleboard import battle
from sandtable.titles.blitzkrieg.state import DAMAGED, FOUGHT, OWNED, State
from tests.kit import asked, offered, offered_verbs, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    DIVISION,
    INDIANS,
    NZ,
    PANZERS,
    E,
    at,
    battle_of,
    board,
    cv,
    fighting,
    flee,
    has,
    position,
    say,
    su,
    volley,
    vp,
)

# 19.0: the Allies attack El Adem from Tobruk on Turn 4
ADEM = {
    "El Adem": [*DIVISION, "Ariete Recon", "Ariete Inf", "Ariete Art", *NZ, *INDIANS, "6 Aus. Art"],
    "Tobruk": "9 Aus. Inf",
    "Acroma": ["15 Inf", "15 Recon"],
    "Sidi Rezegh": ["7 Arm (3)", "70 Inf"],
    "Bir El Gubi": "1 TK",
    "Holding": "Allied Tac Air 1",
}
CAME = dict.fromkeys([*NZ, *INDIANS, "6 Aus. Art"], "Tobruk")
SUPPLY = {"axis": COAST, "allied": {"Sidi Rezegh": 1}}


def adem(**more: Any) -> Any:
    return position(ADEM, stores=SUPPLY, came=CAME, turn=4, **more)


def placed(s: Any) -> Any:
    """The lines of the example."""
    s = say(s, "done")
    s = say(s, "front 5LT Recon", "front 5LT/21 Inf", "front 5LT Arm", "front Ariete Inf", "placed")
    return say(s, "front 4 Ind Recon", "front 4 Ind Inf", "front NZ Inf", "front NZ Recon", "placed")


def round_two(s: Any) -> Any:
    """After a first round in which nobody hits."""
    return volley(volley(s, [9] * 7), [9] * 7)


@rule("blitzkrieg", "9.1.1-a", "9.1.1-b", "9.2.10-a")
def test_two_hits_eliminate() -> None:
    s = position(
        {"El Adem": ["15 Arm", "NZ Inf"], "Acroma": "Pavia Inf"}, stores={"axis": COAST}, came={"15 Arm": "Acroma"}, turn=8
    )
    s = fighting(s, dice=[9, 5])  # CV 5: a 5 hits
    assert has(s, "NZ Inf", DAMAGED)
    again = say(s, "stay", "stay", dice=[9, 5])
    assert at(again, "NZ Inf") == "eliminated"
    missed = say(s, "stay", "stay", dice=[9, 6])
    assert at(missed, "NZ Inf") == "El Adem"
    fled = flee(s)
    fled = flee(s, offered(fled)[0].removeprefix("retreat "))
    assert not has(fled, "NZ Inf", DAMAGED)
    damaged = position({}, damaged=["NZ Inf"], oos=[])
    assert cv(damaged, board("NZ Inf", "15 Inf", side="allied"), "NZ Inf", "15 Inf") == 3  # R5: the full value


@rule("blitzkrieg", "9.1.2-a", "9.3.7-a", "9.3.9-b")
def test_the_defender_fires_first_and_a_round_is_complete_before_anybody_leaves() -> None:
    s = placed(fighting(adem(), "allied"))
    assert asked(s) == (AXIS, "Half")
    assert "withdraw" not in offered_verbs(s)
    s = volley(s, [0, 9, 9, 0, 9, 9, 9])  # 5LT Arm and Art at one unit
    assert asked(s)[0] == ALLIED
    assert "withdraw" not in offered_verbs(s)
    dead = [name for name in (*NZ, *INDIANS) if at(s, name) == "eliminated"]
    assert all(E.u(name) not in battle_of(s).front for name in dead)
    s = volley(s, [9] * len([o for o in battle_of(s).front + battle_of(s).second if E.side[o] == ALLIED]))
    assert asked(s)[0] == AXIS
    assert "withdraw" in offered_verbs(s)
    s = say(s, "stay", "hold")
    s = volley(s, [9] * 7)
    assert asked(s)[0] == ALLIED
    assert "withdraw" in offered_verbs(s)  # before his own half of round two


@rule("blitzkrieg", "9.1.2-b")
def test_nobody_but_recon_leaves_before_round_one() -> None:
    s = position(
        {"Gambut": ["NZ Inf", *PANZERS], "Bardia": "9 Aus. Inf"},
        stores={"axis": {"Gambut": 0, "Tobruk": 1}},
        held={"Tobruk": "axis"},
        came=dict.fromkeys(PANZERS, "Tobruk"),
        turn=8,
    )
    s = fighting(s)
    assert asked(s)[0] == AXIS  # the defender was not asked
    assert why_not(s, "evade").rule == "9.6-a"


@rule("blitzkrieg", "9.2.1-a")
def test_the_attacker_orders_the_battles() -> None:
    s = position(
        {"El Adem": ["15 Arm", "NZ Inf"], "Gambut": ["15 Inf", "4 Ind Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": {**COAST, "Acroma": 2}},
        came={"15 Arm": "Acroma", "15 Inf": "Tobruk"},
        held={"Tobruk": "axis"},
        turn=8,
    )
    s = fighting(s)
    assert offered(s) == ["fight El Adem", "fight Gambut"]
    s = say(s, "fight El Adem", "supply Acroma", dice=[9, 9])
    assert battle_of(s).box == E.b("El Adem")
    assert at(s, "15 Inf") == "Gambut"
    assert why_not(s, "fight Gambut").rule == "9.2.1-a"


@rule("blitzkrieg", "9.2.2-a", "11.6.1-d")
def test_who_places_first() -> None:
    s = say(fighting(adem(), "allied"), "fly Allied Tac Air 1")
    assert asked(s) == (AXIS, "Battle")  # seven each: the air does not count
    fewer = position(
        {"El Adem": [*DIVISION, "NZ Inf", "NZ Art"], "Tobruk": "9 Aus. Inf"},
        stores=SUPPLY,
        came={"NZ Inf": "Tobruk", "NZ Art": "Tobruk"},
    )
    assert asked(fighting(fewer, "allied")) == (ALLIED, "Battle")  # the attacker has fewer


@rule("blitzkrieg", "9.2.3-a", "9.2.3-b", "9.2.3-c")
def test_at_least_one_unit_in_front_air_behind_the_rest_as_wanted() -> None:
    s = say(fighting(adem(), "allied"), "fly Allied Tac Air 1")
    assert why_not(s, "placed").rule == "9.2.3-a"
    s = say(s, "front 5LT Art", "placed")  # it may be artillery
    assert asked(s) == (ALLIED, "Battle")
    assert battle_of(s).front == (E.u("5LT Art"),)  # the second side sees the lines of the first
    assert why_not(s, "front Allied Tac Air 1").rule == "9.2.3-a"
    s = say(s, "front NZ Inf", "placed")
    assert E.u("Allied Tac Air 1") in battle_of(s).second
    assert E.allied_hq not in battle_of(s).front + battle_of(s).second


@rule("blitzkrieg", "9.2.4-a")
def test_units_move_up_from_round_two_and_never_back() -> None:
    s = placed(fighting(adem(), "allied"))
    assert "front" not in offered_verbs(s)
    s = say(round_two(s), "stay")
    s = say(s, "front Ariete Recon")
    assert why_not(s, "front Ariete Recon").rule == "9.2.4-a"
    assert E.u("Ariete Recon") in battle_of(say(s, "hold")).front


@rule("blitzkrieg", "9.2.5-a", "9.3.4-a")
def test_all_targets_are_named_before_the_first_die_and_stay() -> None:
    s = placed(fighting(adem(), "allied"))
    for text in (
        "aim 5LT Arm 4 Ind Inf",
        "aim Ariete Art 4 Ind Inf",
        "aim 5LT Art 4 Ind Inf",
        "aim 5LT/21 Inf NZ Inf",
        "aim 5LT Recon 4 Ind Recon",
        "aim Ariete Recon NZ Recon",
    ):
        assert not told(s, "missed")
        s = say(s, text)
    # the last unit had one target left, and the dice fell
    order = ["5LT Arm", "5LT Recon", "5LT/21 Inf", "5LT Art", "Ariete Recon", "Ariete Inf", "Ariete Art"]
    assert sorted([E.unit_rows[one].id for one, _, _ in told_shots(s)]) == sorted(
        order
    )  # seven shots, the third at a dead unit lost


def told_shots(s: Any) -> Any:
    return [(one, at_unit, 0) for what in ("hit", "missed") for one, at_unit in told(s, what)]


@rule("blitzkrieg", "9.2.6-a", "9.2.6-b", "9.2.6-c", "11.2.4-a", "9.3.1-a")
def test_matches_and_extras() -> None:
    s = position(
        {"El Adem": [*PANZERS, "Ariete Inf", *NZ], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came=dict.fromkeys([*PANZERS, "Ariete Inf"], "Acroma"),
        turn=8,
    )
    s = fighting(s)
    s = say(s, "front NZ Inf", "front NZ Recon", "front NZ Art")
    s = say(s, "front 15 Arm", "front 15 Inf", "front 15 Recon", "front 15 Art", "front Ariete Inf")
    assert asked(s) == (ALLIED, "Half")  # three against five
    s = say(s, "aim NZ Inf 15 Arm")
    assert why_not(s, "aim NZ Recon 15 Arm").rule == "9.2.6-a"
    assert why_not(s, "extra NZ Recon 15 Arm").rule == "9.2.6-b"
    s = volley(say(s, "aim NZ Recon 15 Inf"), [9, 9, 9])
    assert asked(s) == (AXIS, "Half")
    s = say(s, "extra 15 Inf NZ Inf", "extra Ariete Inf NZ Inf")
    assert why_not(s, "extra 15 Recon NZ Inf").rule == "9.2.6-b"  # two more than the enemy, no third
    b = battle_of(s)
    assert cv(s, b, "15 Inf", "NZ Inf", True) == 5
    assert cv(s, b, "Ariete Inf", "NZ Inf", True) == 3
    assert why_not(s, "aim 15 Recon Pavia Inf").rule == "9.2.5-a"
    second = placed(fighting(adem(), "allied"))
    assert why_not(second, "aim 5LT Arm NZ Art").rule == "9.3.1-a"  # Front Line at Front Line only
    assert "aim 5LT Art NZ Art" in offered(second)


@rule("blitzkrieg", "9.2.7-a", "9.2.7-b", "9.3.2-a", "11.2.3-a", "11.2.5-a")
def test_fire_from_the_second_line() -> None:
    s = position({}, oos=[])
    b = board(
        ["Ariete Recon", "Ariete Art", "5LT Art", "5LT Arm"],
        ["NZ Recon", "4 Ind Recon", "7 Arm (3)"],
        side="allied",
        second=["Ariete Recon", "Ariete Art", "5LT Art", "5LT Arm"],
        crossed=["NZ Recon"],
    )
    assert cv(s, b, "Ariete Recon", "NZ Recon") == 1
    assert cv(s, b, "Ariete Art", "4 Ind Recon") == 4
    assert cv(s, b, "5LT Art", "7 Arm (3)") == 3  # no anti-vehicle from there
    assert cv(s, b, "5LT Arm", "7 Arm (3)") == 3
    front = board("NZ Art", "15 Recon", side="allied")
    assert cv(s, front, "NZ Art", "15 Recon") == 3


@rule("blitzkrieg", "9.2.8-a", "9.3.8-a")
def test_an_empty_front_line_is_filled_at_once() -> None:
    s = position(
        {"El Adem": ["15 Arm", "15 Inf", "3 Ind Inf", "4 Ind Recon", "NZ Art"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        turn=8,
        came={"15 Arm": "Acroma", "15 Inf": "Acroma"},
        damaged=["3 Ind Inf"],
    )
    s = say(fighting(s), "front 15 Arm", "front 15 Inf", "front 3 Ind Inf", "placed")
    s = volley(s, [9, 9, 9])
    s = say(s, "aim 15 Arm 3 Ind Inf", dice=[0, 9])
    assert at(s, "3 Ind Inf") == "eliminated"
    assert E.u("4 Ind Recon") in battle_of(s).front  # the only one that is not artillery
    assert E.u("NZ Art") in battle_of(s).second


@rule("blitzkrieg", "9.3.3-a", "11.6.1-c")
def test_artillery_alone_is_lost() -> None:
    s = position(
        {"El Adem": ["15 Arm", "3 Ind Inf", "NZ Art", "4 Ind Art", "Allied Tac Air 1"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        turn=8,
        came={"15 Arm": "Acroma"},
        damaged=["3 Ind Inf"],
    )
    s = say(fighting(s), "front 3 Ind Inf", "placed")
    s = volley(s, [9, 9, 9, 9, 0])
    assert at(s, "NZ Art") == at(s, "4 Ind Art") == "eliminated"
    assert vp(s)[AXIS] == 1 + 2 + 2 + 1
    assert at(s, "Allied Tac Air 1") == "Holding"


@rule("blitzkrieg", "9.3.6-a", "11.1-a")
def test_a_value_below_zero_cannot_hit() -> None:
    s = position({"Sollum": ["1 CCNN Art", "NZ Inf"]}, works={"Sollum": OWNED[ALLIED]}, scenario="oconnor", oos=[])
    b = board("1 CCNN Art", "NZ Inf", where="Sollum", sheltered=["NZ Inf"])
    assert cv(s, b, "1 CCNN Art", "NZ Inf") == -1
    fort = position({}, tobruk=3, oos=[])
    assert cv(fort, board("Brescia Art", "9 Aus. Art", where="Tobruk", sheltered=["9 Aus. Art"]), "Brescia Art", "9 Aus. Art") == -2
    weak = position(
        {"Tobruk": ["Brescia Inf", "9 Aus. Art"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came={"Brescia Inf": "Acroma"},
        tobruk=3,
        turn=8,
    )
    weak.held[E.b("Tobruk")] = ALLIED
    weak = fighting(weak, dice=[9])  # only the defender rolls
    assert told(weak, "cannot_hit") == [(E.u("Brescia Inf"), E.u("9 Aus. Art"))]
    assert E.u("Brescia Inf") in battle_of(weak).front


@rule("blitzkrieg", "9.3.9-a", "9.3.9-c", "9.4.1-a", "9.4.1-e", "9.4.4-a", "9.4.1-f")
def test_withdraw_reinforce_or_stay() -> None:
    s = placed(fighting(adem(), "allied"))
    assert "reinforce" not in offered_verbs(s)
    assert why_not(s, "reinforce 15 Inf").rule == "9.4.1-e"  # while targets are named in round one, too
    assert why_not(s, "withdraw").rule == "9.1.2-b"
    s = round_two(s)
    assert offered(s) == ["withdraw", "reinforce 15 Inf", "reinforce 15 Recon", "stay"]
    s = say(s, "reinforce 15 Inf")
    assert why_not(s, "reinforce 15 Recon").rule == "9.4.1-a"  # one from each box
    assert why_not(s, "withdraw").rule == "9.3.9-a"
    assert E.u("15 Inf") in battle_of(s).second
    s = say(s, "front 15 Inf", "hold")  # either line
    assert E.u("15 Inf") in battle_of(s).front
    assert at(s, "15 Inf") == "El Adem"
    s = volley(s, [9] * 8)
    assert {"reinforce 7 Arm (3)", "reinforce 70 Inf", "reinforce 1 TK", "reinforce 9 Aus. Inf"} & set(
        offered(s)
    ) == set()  # seven stand there
    far = position(
        {
            "El Adem": ["15 Arm", "NZ Inf"],
            "Tobruk": ["9 Aus. Inf"],
            "Sidi Rezegh": ["7 Arm (3)", "70 Inf"],
            "Bir El Gubi": "1 TK",
            "Gazala": "Pavia Inf",
            "Bardia": "Polish Inf",
        },
        stores={**SUPPLY, "axis": {**COAST, "Acroma": 1}},
        came={"NZ Inf": "Tobruk"},
        turn=8,
    )
    far = say(fighting(far, "allied", dice=[9, 9]), "stay", dice=[9])
    assert {"reinforce 7 Arm (3)", "reinforce 70 Inf", "reinforce 1 TK", "reinforce 9 Aus. Inf"} <= set(offered(far))
    assert why_not(far, "reinforce Polish Inf").rule == "9.4.1-a"
    far = say(far, "reinforce 7 Arm (3)", "reinforce 1 TK", "reinforce 9 Aus. Inf")
    assert E.u("1 TK") in battle_of(far).crossed
    assert E.u("7 Arm (3)") not in battle_of(far).crossed


@rule("blitzkrieg", "9.4.1-b", "11.5.1-a")
def test_a_reinforcement_over_a_terrain_line_is_marked_for_one_half() -> None:
    s = position(
        {"El Adem": ["15 Arm", "NZ Inf"], "Bir El Gubi": "1 TK", "Tobruk": "9 Aus. Inf", "Acroma": "Pavia Inf"},
        stores=SUPPLY,
        came={"NZ Inf": "Tobruk"},
        turn=8,
    )
    s = say(fighting(s, "allied", dice=[9, 9]), "stay", dice=[9])
    s = say(s, "reinforce 1 TK", "stay", "front 1 TK")
    b = battle_of(s)
    assert b.crossed == (E.u("1 TK"),)
    probe = position({}, oos=[])
    example = board(["Ariete Inf", "Ariete Recon"], "1 TK", side="allied", crossed=["1 TK"])
    assert cv(probe, example, "Ariete Inf", "1 TK", True) == 4
    s = volley(s, [9, 9])
    s = volley(say(s, "stay"), [9])
    assert battle_of(s).crossed == ()


@rule("blitzkrieg", "9.4.1-c")
def test_air_on_defence_may_reinforce_the_next_box() -> None:
    s = position(
        {
            "El Adem": ["NZ Inf", "15 Arm"],
            "Bir El Harmat": ["22 Gds Inf", "Allied Tac Air 1"],
            "Acroma": "Pavia Inf",
            "Tobruk": "9 Aus. Inf",
        },
        stores={"axis": COAST, "allied": {"Tobruk": 1}},
        came={"15 Arm": "Acroma"},
        turn=8,
    )
    s = fighting(s, dice=[9, 9])
    assert "reinforce Allied Tac Air 1" in offered(s)
    s = say(s, "reinforce Allied Tac Air 1")
    assert E.u("Allied Tac Air 1") in battle_of(s).second
    assert why_not(s, "reinforce 22 Gds Inf").rule == "9.4.1-a"  # it took that box's place
    far = position(
        {"Derna": ["NZ Inf", "15 Arm"], "Martuba": ["22 Gds Inf", "Allied Tac Air 1"], "El Guba": "Pavia Inf"},
        oos=[],
        came={"15 Arm": "El Guba"},
        turn=8,
        stores={"axis": {"Beda Fomm": 1, "Barce": 1, "El Guba": 1}, "allied": {"Tmimi": 1}},
    )
    far = say(fighting(far), "supply El Guba", dice=[9, 9])
    assert why_not(far, "reinforce Allied Tac Air 1").rule == "9.4.1-c"


@rule("blitzkrieg", "9.4.1-d")
def test_an_hq_with_a_combat_bonus_may_reinforce() -> None:
    s = position(
        {"El Adem": ["15 Arm", "NZ Inf"], "Acroma": ["Rommel HQ", "Pavia Inf"]},
        stores={"axis": COAST},
        came={"15 Arm": "Acroma"},
        bonus={"axis": "Combat Attack"},
        turn=8,
    )
    s = say(fighting(s, dice=[9, 9]), "stay", dice=[9])
    s = say(s, "reinforce Rommel HQ")
    b = battle_of(s)
    assert b.hq_round == (0, 2)
    assert cv(s, board("15 Arm", "NZ Inf", round=2, hq_round=(0, 2)), "15 Arm", "NZ Inf") == 6
    assert cv(s, board("15 Arm", "NZ Inf", round=3, hq_round=(0, 2)), "15 Arm", "NZ Inf") == 5
    none = position(
        {"El Adem": ["15 Arm", "NZ Inf"], "Acroma": ["Rommel HQ", "Pavia Inf"]},
        stores={"axis": COAST},
        came={"15 Arm": "Acroma"},
        turn=8,
    )
    none = say(fighting(none, dice=[9, 9]), "stay", dice=[9])
    assert why_not(none, "reinforce Rommel HQ").rule == "9.4.1-d"


@rule("blitzkrieg", "9.4.2-a", "9.4.2-b", "18.0-a")
def test_a_soak_off_pins_the_neighbours() -> None:
    units = {"El Adem": [*DIVISION, "NZ Inf"], "Acroma": ["CN Inf", "50 Inf"], "Gazala": "Pavia Inf", "Sidi Rezegh": "Ariete Inf"}
    s = position(
        units, stores={"axis": {**COAST, "Gazala": 2}}, came={**dict.fromkeys(DIVISION, "Sidi Rezegh"), "CN Inf": "Gazala"}, turn=12
    )
    s = say(fighting(s), "fight El Adem", "front 5LT Arm", "placed")
    s = volley(s, [9])
    assert why_not(s, "reinforce 50 Inf").rule == "9.4.2-a"
    fought = position(
        {"El Adem": ["15 Inf"], "Acroma": ["15 Arm", "50 Inf"], "Gazala": "Pavia Inf"},
        stores={"axis": COAST},
        came={"15 Arm": "Gazala"},
        turn=12,
    )
    fought.flags[E.u("15 Inf")] |= FOUGHT
    fought = say(fighting(fought, dice=[9, 9]), "stay", dice=[9])
    assert why_not(fought, "reinforce 15 Inf").rule == "9.4.2-b"


@rule("blitzkrieg", "9.4.3-a")
def test_no_reinforcement_by_sea() -> None:
    s = position(
        {"Tobruk": ["15 Arm", "9 Aus. Inf"], "Bardia": "Polish Inf", "Holding": "NZ Inf", "Acroma": "Pavia Inf"},
        stores={"axis": COAST, "allied": {"Bardia": 1}},
        came={"15 Arm": "Acroma"},
        turn=8,
    )
    s = fighting(s, dice=[9, 9])
    assert why_not(s, "reinforce Polish Inf").rule == "9.4.3-a"
    assert why_not(s, "reinforce NZ Inf").rule == "9.4.3-a"


@rule("blitzkrieg", "9.4.5-a", "9.4.5-b")
def test_reinforcements_have_no_shelter_until_the_next_battle() -> None:
    s = position({}, works={"Acroma": OWNED[ALLIED]}, oos=[])
    joined = board("15 Inf", ["50 Inf", "1 TK"], where="Acroma", sheltered=["50 Inf"], round=2)
    assert cv(s, joined, "15 Inf", "1 TK") == 4
    assert cv(s, joined, "15 Inf", "50 Inf") == 3
    again = position(
        {"Acroma": ["50 Inf", "1 TK", "15 Inf"], "Gazala": "Pavia Inf"},
        works={"Acroma": OWNED[ALLIED]},
        stores={"axis": COAST},
        came={"15 Inf": "Gazala"},
        turn=12,
    )
    again = fighting(again, limited=True)
    again = say(again, "front 1 TK", "placed")
    assert E.u("1 TK") in battle_of(again).sheltered


@rule("blitzkrieg", "9.2.10-b", "12.3-a", "12.4-a")
def test_points_of_a_battle() -> None:
    points = {
        (row.nation, row.type): E.points[u]
        for u, row in enumerate(E.unit_rows)
        if row.type != "HQ" and not row.id.endswith("Sortie")
    }
    assert [points["German", kind] for kind in ("ARM", "INF", "ART", "RECON", "AIR")] == [5, 2, 3, 2, 5]
    assert [points["British", kind] for kind in ("ARM", "INF", "ART", "RECON", "AIR")] == [3, 2, 2, 2, 5]
    assert [points["Commonwealth", kind] for kind in ("INF", "ART", "RECON")] == [1, 2, 1]
    assert [points["Italian", kind] for kind in ("ARM", "INF", "ART", "RECON")] == [3, 1, 2, 1]
    s = position(
        {"Bardia": ["15 Arm", "Indpndt Inf"], "Gambut": "Pavia Inf"},
        stores={"axis": {"Gambut": 1}},
        held={"Tobruk": "axis"},
        came={"15 Arm": "Gambut"},
        damaged=["Indpndt Inf"],
        turn=8,
    )
    s = fighting(s, dice=[9, 0])
    assert vp(s)[AXIS] == 2 + 1


@rule("blitzkrieg", "9.4.1-f")
def test_a_reinforcement_stays_in_the_box() -> None:
    s = position(
        {"El Adem": ["5LT/21 Inf", "NZ Inf"], "Acroma": ["15 Inf", "Pavia Inf"], "Tobruk": "9 Aus. Inf"},
        stores=SUPPLY,
        came={"NZ Inf": "Tobruk"},
        turn=4,
    )
    s = fighting(s, "allied", dice=[9, 9])
    s = say(s, "reinforce 15 Inf")
    s = say(s, "hold")
    s = volley(s, [9, 9])
    s = say(s, "withdraw")
    assert at(s, "15 Inf") == "El Adem"
    assert su(s, "axis", "Gazala") == 1


def test_lines_are_proposed_to_who_draws_up() -> None:
    s = say(fighting(adem(), "allied"), "done")
    found = battle(s)
    assert found is not None
    everybody, no_guns = found.proposals
    assert set(everybody.says) == {f"front {unit}" for unit in (*DIVISION, "Ariete Recon", "Ariete Inf", "Ariete Art")}
    assert set(no_guns.says) == {*everybody.says, "placed"} - {"front 5LT Art", "front Ariete Art"}
    assert battle_of(say(s, *no_guns.says)).placing == ALLIED
    assert asked(say(s, *everybody.says)) == (ALLIED, "Battle")


def test_targets_are_proposed_and_one_list_of_words_fires_them() -> None:
    s = placed(fighting(adem(), "allied"))
    found = battle(s)
    assert found is not None
    (proposal,) = found.proposals
    assert proposal.name == "Fire as proposed"
    for text in proposal.says[:-1]:
        assert text in offered(s)
        s = say(s, text)
    assert len(proposal.says) > 1


def test_only_defenders_of_a_fort_are_shown_in_its_defences() -> None:
    for tobruk, note in ((3, "in the defences"), (0, "")):
        s = position(
            {"Tobruk": ["15 Inf", "9 Aus. Inf"], "Acroma": "Pavia Inf"},
            stores={"axis": COAST},
            came={"15 Inf": "Acroma"},
            turn=8,
            tobruk=tobruk,
        )
        shown = battle(fighting(s))
        assert shown is not None
        assert [f.note for f in shown.parties[1].fighters] == [note]


def test_fire_as_before_where_it_is_still_possible() -> None:
    s = position(
        {"El Adem": ["15 Arm", "15 Inf", "15 Art", "NZ Inf", "NZ Art", "4 Ind Inf"], "Acroma": "Pavia Inf", "Tobruk": "9 Aus. Inf"},
        stores={"axis": COAST},
        turn=8,
        came=dict.fromkeys(("15 Arm", "15 Inf", "15 Art"), "Acroma"),
        damaged=["4 Ind Inf"],
    )
    s = say(fighting(s), "front NZ Inf", "front 4 Ind Inf", "placed", "front 15 Arm", "front 15 Inf", "placed")
    s = say(s, "aim NZ Inf 15 Inf", "aim 4 Ind Inf 15 Arm", "aim NZ Art 15 Inf", dice=[9, 9, 9])
    s = say(s, "aim 15 Arm 4 Ind Inf", "aim 15 Inf NZ Inf", "aim 15 Art NZ Art", dice=[9, 9, 9])
    stay = battle(s)
    assert stay is not None
    assert [p.name for p in stay.proposals] == ["Stay and fire as proposed", "Stay and fire as before"]
    assert stay.proposals[1].says[:2] == ("stay", "hold")
    assert set(stay.proposals[1].says[2:]) == {"aim NZ Inf 15 Inf", "aim 4 Ind Inf 15 Arm", "aim NZ Art 15 Inf"}
    assert stay.proposals[1].text == "the targets of the last round"
    s = say(s, *stay.proposals[1].says, dice=[9, 9, 9])
    s = say(s, "stay", "hold", "aim 15 Arm 4 Ind Inf", "aim 15 Inf NZ Inf", "aim 15 Art NZ Inf", dice=[9, 0, 9])
    assert at(s, "4 Ind Inf") == "eliminated"
    s = say(s, "stay", "hold", "aim NZ Inf 15 Inf", "aim NZ Art 15 Inf", dice=[9, 9])
    again = as_before(s)
    assert {"aim 15 Inf NZ Inf", "aim 15 Art NZ Inf"} <= set(again.says)
    assert again.text == "the targets of the last round; 1 unit with a new one"


def as_before(s: State) -> Proposal:
    found = battle(s)
    assert found is not None
    (before,) = [p for p in found.proposals if p.name.endswith("as before")]
    return before


@rule("blitzkrieg", "9.2.8-a")
def test_more_than_one_may_fill_the_empty_front_line() -> None:
    s = position(
        {"El Adem": ["15 Arm", "15 Inf", "15 Recon", "15 Art", "NZ Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        turn=8,
        came=dict.fromkeys(("15 Arm", "15 Inf", "15 Recon", "15 Art"), "Acroma"),
        damaged=["15 Recon"],
    )
    s = say(fighting(s), "front 15 Recon", "placed", dice=[0])
    assert at(s, "15 Recon") == "eliminated"
    assert why_not(s, "front 15 Art").rule == "9.2.8-a"
    one = say(s, "front 15 Inf", "hold")
    assert [E.unit_rows[u].id for u in battle_of(one).front if E.side[u] == AXIS] == ["15 Inf"]
    both = say(s, "front 15 Inf", "front 15 Arm")  # artillery is not asked about
    assert {E.unit_rows[u].id for u in battle_of(both).front if E.side[u] == AXIS} == {"15 Inf", "15 Arm"}
    assert asked(both) == (AXIS, "Half")
    assert E.u("15 Art") in battle_of(both).second


@rule("blitzkrieg", "9.4.2-b")
def test_an_hq_takes_part_in_one_battle_of_a_phase() -> None:
    s = position(
        {
            "El Adem": ["7 Arm (3)", "Allied HQ", "Pavia Inf"],
            "Acroma": ["NZ Inf", "Brescia Inf"],
            "Tobruk": "9 Aus. Inf",
        },
        stores={"allied": {"Tobruk": 2}},
        came={"7 Arm (3)": "Tobruk", "Allied HQ": "Tobruk", "NZ Inf": "Tobruk"},
        bonus={"allied": "Combat Attack"},
        turn=4,
    )
    s = say(fighting(s, "allied"), "fight El Adem", dice=[9, 9])
    while "withdraw" not in offered_verbs(s) or asked(s)[0] != ALLIED:
        s = say(s, "stay", dice=[9])
    s = flee(s, "Tobruk")
    s = say(s, "stay", dice=[9]) if asked(s)[0] == AXIS else s
    while asked(s)[0] != ALLIED:
        s = say(s, "stay", dice=[9])
    assert at(s, "Allied HQ") == "Tobruk"
    assert why_not(s, "reinforce Allied HQ").rule == "9.4.2-b"
