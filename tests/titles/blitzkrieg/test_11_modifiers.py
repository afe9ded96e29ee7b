"""11.1 to 11.5 Modifiers, HQs, forts, terrain."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.play import Event
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.face.battleboard import announce
from sandtable.titles.blitzkrieg.fire import shot
from sandtable.titles.blitzkrieg.forts import builders, is_fortified
from sandtable.titles.blitzkrieg.frames import Relocate
from sandtable.titles.blitzkrieg.hq import refuges
from sandtable.titles.blitzkrieg.movement import allowance
from sandtable.titles.blitzkrieg.state import OWNED, UNDER_WAY
from tests.kit import offered, rule, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    DIVISION,
    E,
    at,
    battle_of,
    board,
    cv,
    ending,
    fighting,
    flee,
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


def probe(**more: Any) -> Any:
    return position({}, oos=[], **more)


# 11.2


@rule("blitzkrieg", "11.2.1-a", "11.1-a")
def test_circled_units_of_the_front_line_against_vehicles() -> None:
    s = probe()
    b = board("5LT Art", ["7 Arm (3)", "NZ Inf"], side="allied")
    assert cv(s, b, "5LT Art", "7 Arm (3)", extra=True) == 4
    assert cv(s, b, "5LT Art", "7 Arm (3)") == 3
    assert cv(s, b, "5LT Art", "NZ Inf") == 2
    terms = [term.what for term in shot(s, b, E.u("5LT Art"), E.u("7 Arm (3)"), True).terms]
    assert terms == ["Combat Value", "extra Front Line unit", "anti-vehicle"]


@rule("blitzkrieg", "11.2.1-b")
def test_british_armour_against_italian_vehicles() -> None:
    s = probe()
    b = board(["1 TK", "8 Arm (a)", "8 Recon"], ["Ariete Recon", "15 Recon", "Ariete Inf"], side="allied")
    assert cv(s, b, "1 TK", "Ariete Recon") == 4
    assert cv(s, b, "1 TK", "15 Recon") == 3
    assert cv(s, b, "1 TK", "Ariete Inf") == 3
    assert cv(s, b, "8 Arm (a)", "Ariete Recon") == 5  # circled: not twice
    assert cv(s, b, "8 Recon", "Ariete Recon") == 1  # not recon
    behind = board("1 TK", "Ariete Recon", side="allied", second=["1 TK"])
    assert cv(s, behind, "1 TK", "Ariete Recon") == 2


@rule("blitzkrieg", "11.2.2-a")
def test_superior_targets() -> None:
    assert cv(probe(), board("NZ Inf", "15 Arm", side="allied"), "NZ Inf", "15 Arm") == 2


# 11.3


@rule("blitzkrieg", "11.3.1-a", "11.3.5-a")
def test_an_hq_does_one_thing() -> None:
    s = say(refitting(position({"Tobruk": ["9 Aus. Inf", "Allied HQ"]}, turn=5), "allied"), "bonus Movement")
    assert s.bonus[ALLIED] == 0b100
    there = position(
        {"El Adem": ["NZ Inf", "Allied HQ", "15 Inf"], "Tobruk": "9 Aus. Inf"},
        stores={"allied": {"Tobruk": 1}},
        came={"NZ Inf": "Tobruk"},
        bonus={"allied": "Movement"},
        turn=5,
    )
    assert battle_of(fighting(there, "allied", dice=[9, 9])).hq_round == (0, 0)
    flipped = position(
        {"El Adem": ["15 Inf", "Rommel HQ", "NZ Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came={"15 Inf": "Acroma"},
        bonus={"axis": "Extra Supply"},
        turn=5,
    )
    s = fighting(flipped, dice=[9, 9])
    assert battle_of(s).hq_round == (0, 0)
    over = ending(position({"Acroma": ["15 Inf", "Rommel HQ"]}, stores={"axis": COAST}, bonus={"axis": "Extra Supply"}, turn=5))
    assert over.bonus[AXIS] == 0  # flipped back


@rule("blitzkrieg", "11.3.2-a", "19.0-c")
def test_combat_attack() -> None:
    s = position({"El Adem": [], "Tobruk": "Allied HQ"}, oos=[], bonus={"allied": "Combat Attack"})
    one = board(
        ["NZ Inf", "NZ Art", "Allied Tac Air 1"],
        "15 Inf",
        side="allied",
        second=["NZ Art", "Allied Tac Air 1"],
        round=1,
        hq_round=(1, 0),
    )
    assert [cv(s, one, name, "15 Inf") for name in ("NZ Inf", "NZ Art", "Allied Tac Air 1")] == [4, 5, 2]
    two = board(["NZ Inf", "NZ Art"], "15 Inf", side="allied", second=["NZ Art"], round=2, hq_round=(1, 0))
    assert [cv(s, two, name, "15 Inf") for name in ("NZ Inf", "NZ Art")] == [3, 4]
    for limited in (False, True):  # in both combat phases
        there = position(
            {"El Adem": ["NZ Inf", "Allied HQ", "15 Inf"], "Tobruk": "9 Aus. Inf"},
            stores={"allied": {"Tobruk": 1}},
            came={"NZ Inf": "Tobruk"},
            bonus={"allied": "Combat Attack"},
            turn=5,
        )
        assert battle_of(fighting(there, "allied", dice=[9, 9], limited=limited)).hq_round == (1, 0)


@rule("blitzkrieg", "11.3.3-a", "11.3.3-b", "11.3.3-d")
def test_combat_defense() -> None:
    s = position({"Bir El Gubi": "Allied HQ"}, oos=[], bonus={"allied": "Combat Defense"})
    b = board("7 Arm (4)", "15 Inf", where="Bir El Gubi", round=1, hq_round=(1, 0))
    assert cv(s, b, "7 Arm (4)", "15 Inf") == 5
    moved = moving(position({"Mersa Matruh": "Allied HQ", "Sollum": "9 Aus. Inf"}, bonus={"allied": "Combat Defense"}), "allied")
    moved = march(moved, "Allied HQ: Charing Cross, Bir El Gellaz, Sidi Barrani, Buq Buq, Sollum")
    attacked = position(
        {"Sollum": ["Allied HQ", "9 Aus. Inf", "15 Inf"], "Bardia": "Pavia Inf"},
        bonus={"allied": "Combat Defense"},
        stores={"axis": {"Bardia": 1}},
        held={"Tobruk": "axis"},
        came={"15 Inf": "Bardia"},
        turn=6,
    )
    assert at(moved, "Allied HQ") == "Sollum"
    assert battle_of(fighting(attacked, dice=[9, 9])).hq_round == (1, 0)
    rommel = position({"El Adem": "Rommel HQ"}, oos=[], bonus={"axis": "Combat Defense"}, turn=6)
    b = board(["15 Inf", "Ariete Inf"], "NZ Inf", side="allied", round=1, hq_round=(0, 1))
    assert [cv(rommel, b, name, "NZ Inf") for name in ("15 Inf", "Ariete Inf")] == [5, 2]


@rule("blitzkrieg", "11.3.3-e")
def test_the_defence_marker_goes_with_the_opponents_limited_combat() -> None:
    s = ending(
        position({"Tobruk": ["9 Aus. Inf", "Allied HQ"], "Aghelia": "Ariete Inf"}, bonus={"allied": "Combat Defense"}, turn=5)
    )
    assert s.bonus[ALLIED] == 0
    own = ending(
        position({"Tobruk": ["9 Aus. Inf", "Allied HQ"], "Aghelia": "Ariete Inf"}, bonus={"allied": "Combat Defense"}, turn=4),
        "allied",
    )
    assert own.bonus[ALLIED] == 0b10


@rule("blitzkrieg", "11.3.4-a", "11.3.4-b")
def test_the_movement_bonus() -> None:
    s = position(
        {"Marsa Brega": [*DIVISION, "Rommel HQ", "Pavia Inf"], "Aghelia": "15 Inf"},
        bonus={"axis": "Movement"},
        stores={"axis": {"Marsa Brega": 1}},
    )
    s = moving(s)
    assert allowance(s, E.u("5LT Arm"), False) == (4, 6)
    assert allowance(s, E.u("Rommel HQ"), False) == (4, 6)
    assert allowance(s, E.u("Pavia Inf"), False) == (3, 5)  # Italians not before Turn 10
    assert allowance(s, E.u("15 Inf"), False) == (3, 5)  # it started elsewhere
    away = march(s, "Rommel HQ: Agadabia")
    assert allowance(away, E.u("5LT Arm"), False) == (4, 6)  # it started the phase with him
    motor = motoring(
        position(
            {"Agadabia": ["5LT Arm", "Rommel HQ"], "Ghemings": "NZ Inf"},
            bonus={"axis": "Movement"},
            stores={"axis": {"Agadabia": 1}},
        )
    )
    motor = say(motor, "move 5LT Arm", "go Beda Fomm")
    assert why_not(motor, "go Ghemings").rule == "8.4.5-a"


@rule("blitzkrieg", "11.3.6-a", "11.3.7.2-a")
def test_whom_rommel_and_his_replacement_help() -> None:
    b = board(["15 Inf", "Ariete Inf"], "NZ Inf", round=1, hq_round=(0, 1))
    for turn, value in ((9, 2), (10, 3)):
        s = position({"El Adem": "Rommel HQ"}, oos=[], turn=turn)
        assert cv(s, b, "15 Inf", "NZ Inf") == 5
        assert cv(s, b, "Ariete Inf", "NZ Inf") == value
    twelve = position({"El Adem": "Replacement HQ"}, oos=[], turn=12)
    late = board(["15 Inf", "Littorio Inf"], "NZ Inf", round=1, hq_round=(0, 1))
    assert [cv(twelve, late, name, "NZ Inf") for name in ("15 Inf", "Littorio Inf")] == [5, 2]


@rule("blitzkrieg", "11.3.7-a", "12.8.1-a", "12.8.2-a", "11.3.6-c")
def test_capture_of_a_lone_hq() -> None:
    s = position(
        {"Agadabia": "Rommel HQ", "Beda Fomm": "7 Arm (3)", "Aghelia": "Ariete Inf"}, stores={"allied": {"Beda Fomm": 1}}, turn=8
    )
    s = moving(s, "allied")
    taken = say(s, "move 7 Arm (3)", "go Agadabia", dice=[4])
    assert taken.hq[AXIS] < 0
    assert vp(taken)[ALLIED] == 10
    free = say(s, "move 7 Arm (3)", "go Agadabia", dice=[5])
    assert at(free, "Rommel HQ") == "Aghelia"
    assert vp(free)[ALLIED] == 0
    allied = moving(position({"Agadabia": "Allied HQ", "Beda Fomm": "15 Arm"}, stores={"axis": {"Beda Fomm": 1}}, turn=10))
    assert vp(say(allied, "move 15 Arm", "go Agadabia", dice=[4]))[AXIS] == 7
    events = [e for s in (taken, free) for e in s.log or () if isinstance(e, Event)]
    news = [(found.name, found.winner) for e in events if (found := announce(E, e))]
    assert news == [("Rommel is captured", ALLIED), ("Rommel gets away", AXIS)]  # nobody has to read it in the log
    repl = moving(position({"Agadabia": "Replacement HQ", "Beda Fomm": "7 Arm (3)"}, turn=8), "allied")
    assert vp(say(repl, "move 7 Arm (3)", "go Agadabia", dice=[4]))[ALLIED] == 7


@rule("blitzkrieg", "11.3.7-b")
def test_an_hq_that_escapes_joins_the_nearest() -> None:
    s = position(
        {"Agadabia": "Rommel HQ", "Msus": "15 Inf", "Marsa Brega": "Pavia Inf", "Beda Fomm": "Savona Inf"},
        stores={"axis": {"Marsa Brega": 1}},
        turn=8,
    )
    near = refuges(s, Relocate(AXIS, E.u("Rommel HQ"), False))
    assert [E.box_rows[box].id for box in near] == ["Marsa Brega", "Beda Fomm"]  # a tie: the owner chooses


@rule("blitzkrieg", "11.3.7-c", "11.3.7.1-a", "11.3.7.3-a")
def test_the_return_of_an_hq() -> None:
    s = position({"Tobruk": "9 Aus. Inf"}, no_hq=["allied"], turn=4)
    s.tries[ALLIED] = 2
    assert at(refitting(s, "allied", dice=[4]), "Allied HQ") == "Holding"
    assert refitting(s, "allied", dice=[5]).hq[ALLIED] < 0
    s.tries[ALLIED] = 7
    assert at(refitting(s, "allied"), "Allied HQ") == "Holding"  # automatic at 0-9
    axis = position({"Aghelia": "Ariete Inf"}, no_hq=["axis"], turn=7)
    assert at(refitting(axis, dice=[2]), "Replacement HQ") == "Holding"
    failed = position({"Tobruk": "9 Aus. Inf"}, no_hq=["allied"], turn=4)
    failed.tries[ALLIED] = 1
    assert vp(refitting(failed, "allied", dice=[9]))[AXIS] == 1


@rule("blitzkrieg", "11.3.7-d")
def test_air_does_not_protect_an_hq() -> None:
    s = position(
        {"Gambut": ["Allied HQ", "NZ Inf", "Allied Tac Air 1", "15 Arm"], "Bardia": "9 Aus. Inf"},
        stores={"axis": {"Tobruk": 1}},
        held={"Tobruk": "axis"},
        came={"15 Arm": "Tobruk"},
        damaged=["NZ Inf"],
        turn=8,
    )
    s = volley(fighting(s), [9, 9, 0, 4])
    assert at(s, "Allied Tac Air 1") == "Holding"
    assert s.hq[ALLIED] < 0


@rule("blitzkrieg", "11.3.7-e")
def test_an_hq_whose_attackers_are_all_dead() -> None:
    s = position(
        {"Bir El Gubi": ["15 Arm", "Rommel HQ", "50 Inf"], "El Adem": "Pavia Inf"},
        stores={"axis": {**COAST, "El Adem": 1}},
        came={"15 Arm": "El Adem"},
        damaged=["15 Arm"],
        turn=8,
    )
    dead = fighting(s, dice=[0, 5])
    assert at(dead, "Rommel HQ") == "El Adem"
    assert vp(fighting(s, dice=[0, 4]))[ALLIED] == 5 + 1 + 10


@rule("blitzkrieg", "11.3.7.4-a", "11.3.6-c")
def test_hq_escapes_brings_rommel_for_his_replacement() -> None:
    s = position(
        {"Tobruk": ["15 Arm", "Replacement HQ"], "Gazala": "15 Inf"},
        stores={"axis": {"Gazala": 1}},
        hands={"axis": ["HQ Escapes"]},
        turn=9,
    )
    s = say(refitting(s), "play HQ Escapes", "join Gazala")
    assert at(s, "Rommel HQ") == "Gazala"
    assert at(s, "Replacement HQ") == "track"


@rule("blitzkrieg", "11.3.8-a")
def test_an_hq_out_of_supply() -> None:
    s = position({"Gabr Saleh": "Allied HQ", "Tobruk": "9 Aus. Inf"}, turn=4, held={"El Alamein": "axis"})
    s = refitting(s, "allied")
    assert at(s, "Allied HQ") == "Gabr Saleh"  # no die
    assert "bonus Combat Attack" in offered(s)
    there = position(
        {"Gabr Saleh": ["NZ Inf", "Allied HQ"], "Bir El Gubi": "15 Inf", "Tobruk": "9 Aus. Inf"},
        stores={"allied": {"Sidi Rezegh": 1}},
        oos=["Allied HQ"],
        bonus={"allied": "Combat Attack"},
        turn=4,
    )
    there = say(moving(there, "allied"), "move NZ Inf", "with Allied HQ", "go Bir El Gubi")
    assert at(there, "Allied HQ") == "Bir El Gubi"


# 11.4


@rule("blitzkrieg", "11.4.1-a")
def test_bardia_and_fortified_boxes() -> None:
    s = probe(bardia=1)
    b = board("15 Inf", "9 Aus. Art", where="Bardia", sheltered=["9 Aus. Art"], round=5)
    assert cv(s, b, "15 Inf", "9 Aus. Art") == 3
    box = probe(works={"Sollum": OWNED[ALLIED]})
    assert cv(box, board("15 Inf", "NZ Inf", where="Sollum", sheltered=["NZ Inf"], round=4), "15 Inf", "NZ Inf") == 3
    assert (
        cv(box, board("15 Inf", "NZ Inf", where="Sollum", sheltered=["NZ Inf"], round=4), "NZ Inf", "15 Inf") == 3
    )  # not for the defender's own fire


GERMANS = ["5LT Arm", "5LT Recon", "5LT/21 Inf", "5LT Art", "21 Inf"]


def storm(units: Any, turn: Any = 3) -> Any:
    s = position(
        {"Tobruk": [*units, "9 Aus. Inf", "9 Aus. Art", "7 Aus. Inf"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came=dict.fromkeys(units, "Acroma"),
        turn=turn,
        tobruk=3,
    )
    s.held[E.b("Tobruk")] = s.flag[E.b("Tobruk")] = ALLIED
    s = say(fighting(s), "front 9 Aus. Inf", "placed", f"front {units[0]}", f"front {units[1]}", "placed")
    return miss(miss(s))


def miss(s: Any) -> Any:
    """A half in which every die misses."""
    return volley(s, [])


def round_on(s: Any) -> Any:
    for _ in range(2):
        s = say(s, "stay")
        s = say(s, "hold")
        s = miss(s)
    return s


@rule("blitzkrieg", "11.4.2-a", "18.0-b")
def test_five_germans_and_two_rounds_reduce_tobruk() -> None:
    s = round_on(storm(GERMANS))
    assert battle_of(s).complete == 2
    s = say(s, "stay")
    s = say(s, "hold")
    s = flee(miss(s))
    assert s.reduced
    assert vp(s)[ALLIED] == 1
    s = say(s, "done")
    s = say(s, "done")
    assert s.tobruk == 1


@rule("blitzkrieg", "11.4.2-b")
def test_fewer_germans_or_one_round_do_not() -> None:
    mixed = round_on(storm([*GERMANS[:4], "Ariete Inf", "Ariete Art"]))
    assert not battle_of(mixed).stormed
    short = storm(GERMANS)
    assert battle_of(short).stormed
    short = say(short, "stay", "hold")
    short = flee(miss(short))
    assert not short.reduced  # he left at the start of his half of round two


@rule("blitzkrieg", "11.4.3-a")
def test_a_captured_fort_is_none_but_can_be_fortified() -> None:
    s = position({"Bardia": ["15 Inf", "Pavia Inf"]}, stores={"axis": {"Bardia": 1}}, held={"Tobruk": "axis"}, turn=8)
    assert cv(s, board("NZ Inf", "Pavia Inf", side="allied", where="Bardia", sheltered=["Pavia Inf"]), "NZ Inf", "Pavia Inf") == 3
    assert "construct Bardia" in offered(moving(s))
    taken = position(
        {"Gambut": "15 Inf"}, stores={"axis": {"Gambut": 1}}, held={"Tobruk": "axis", "Bardia": "allied"}, bardia=1, turn=5
    )
    taken = say(march(moving(taken), "15 Inf: Bardia"), "done")
    assert taken.bardia == 0


@rule("blitzkrieg", "11.4.4-a")
def test_tobruk_gives_supply_when_it_falls() -> None:
    s = position({"Acroma": "15 Recon"}, stores={"axis": COAST}, held={"Tobruk": "allied"}, turn=8, tobruk=3)
    s = say(march(moving(s), "15 Recon: Tobruk"), "done", dice=[3, 9])
    assert su(s, "axis", "Tobruk") == 1
    assert s.tobruk == 0


@rule("blitzkrieg", "11.4.5-a")
def test_air_has_no_shelter() -> None:
    s = probe(tobruk=3)
    b = board(
        "5LT Art",
        ["Allied Tac Air 1", "9 Aus. Inf"],
        where="Tobruk",
        second=["5LT Art", "Allied Tac Air 1"],
        sheltered=["9 Aus. Inf"],
    )
    assert cv(s, b, "5LT Art", "Allied Tac Air 1") == 3
    fight = position(
        {"Tobruk": ["15 Inf", "9 Aus. Inf", "Allied Tac Air 1"], "Acroma": "Pavia Inf"},
        stores={"axis": COAST},
        came={"15 Inf": "Acroma"},
        turn=8,
        tobruk=3,
    )
    assert E.u("Allied Tac Air 1") not in battle_of(fighting(fight)).sheltered


@rule("blitzkrieg", "11.4.6-a", "11.4.6.1-a")
def test_building_a_fortified_box() -> None:
    s = position(
        {"Sollum": ["Pavia Inf", "Savona Inf"], "Bardia": "15 Inf"}, stores={"axis": {"Sollum": 1}}, held={"Tobruk": "axis"}
    )
    s = say(moving(s), "construct Sollum")
    assert s.works[E.b("Sollum")] == OWNED[AXIS] | UNDER_WAY
    assert not is_fortified(s, AXIS, E.b("Sollum"))
    built = say(s, "done", "done")
    assert is_fortified(built, AXIS, E.b("Sollum"))
    left = say(march(s, "Savona Inf: Bardia"), "done", "done")
    assert left.works[E.b("Sollum")] == 0
    late = march(
        moving(
            position(
                {"Sollum": ["Pavia Inf", "Savona Inf"], "Bardia": "15 Inf"}, stores={"axis": {"Sollum": 1}}, held={"Tobruk": "axis"}
            )
        ),
        "15 Inf: Gambut",
    )
    assert why_not(late, "construct Sollum").rule == "11.4.6.1-a"
    one = moving(position({"Sollum": ["Pavia Inf", "Pavia Art"]}, stores={"axis": {"Sollum": 1}}, held={"Tobruk": "axis"}))
    assert why_not(one, "construct Sollum").rule == "11.4.6-a"
    assert builders(one, AXIS, E.b("Sollum")) == 1


@rule("blitzkrieg", "11.4.6.1-b")
def test_an_empty_fortified_box_goes_with_the_combat_phase() -> None:
    s = position({"Sollum": "15 Inf"}, stores={"axis": {"Sollum": 1}}, held={"Tobruk": "axis"}, works={"Sollum": OWNED[AXIS]})
    s = march(moving(s), "15 Inf: Bardia")
    assert s.works[E.b("Sollum")]
    s = say(s, "done")
    assert s.works[E.b("Sollum")] == 0


@rule("blitzkrieg", "11.4.6.2-a")
def test_four_fortified_boxes_at_most() -> None:
    four = dict.fromkeys(["Bardia", "Gambut", "Buq Buq", "Sidi Barrani"], OWNED[ALLIED])
    s = moving(
        position({"Sollum": ["50 Inf", "70 Inf"], "Tobruk": "9 Aus. Inf"}, works=four, turn=12, stores={"allied": {"Sollum": 1}}),
        "allied",
    )
    assert why_not(s, "construct Sollum").rule == "11.4.6.2-a"


# 11.5


@rule("blitzkrieg", "11.5-a", "11.5.1-b", "11.5.1-c")
def test_terrain_lines() -> None:
    s = probe()
    b = board("5LT/21 Inf", "NZ Inf", side="allied", round=1, crossed=["NZ Inf"])
    assert cv(s, b, "5LT/21 Inf", "NZ Inf") == 4
    assert cv(s, board("5LT/21 Inf", "NZ Inf", side="allied", round=1), "5LT/21 Inf", "NZ Inf") == 3
    assert E.line[E.b("El Adem")][E.b("Tobruk")]
    assert not E.line[E.b("El Adem")][E.b("Sidi Rezegh")]
    joined = board("NZ Inf", "15 Recon", side="allied", crossed=["15 Recon"])
    assert cv(s, joined, "NZ Inf", "15 Recon") == 4
    fight = position(
        {"El Adem": ["NZ Inf", "15 Inf", "15 Art"], "Tobruk": "9 Aus. Inf", "Holding": "Allied Tac Air 1"},
        stores={"allied": {"Tobruk": 1}, "axis": COAST},
        came={"NZ Inf": "Tobruk"},
        turn=4,
    )
    fight = say(fighting(fight, "allied"), "fly Allied Tac Air 1")
    assert battle_of(fight).crossed == (E.u("NZ Inf"),)  # not the air
    air = board("5LT Art", "Allied Tac Air 1", side="allied", second=["5LT Art", "Allied Tac Air 1"], round=1)
    assert cv(s, air, "5LT Art", "Allied Tac Air 1") == 3


@rule("blitzkrieg", "11.5.2-a")
def test_boxes_that_help_the_defender() -> None:
    s = probe()
    assert [row.id for row in E.box_rows if row.defence] == ["Matava", "Cyrene", "El Guba", "Junction A"]
    for number in (1, 3):
        b = board("Pavia Inf", "9 Aus. Inf", where="Cyrene", round=number)
        assert cv(s, b, "9 Aus. Inf", "Pavia Inf") == 4
    assert cv(s, board("9 Aus. Inf", "Pavia Inf", side="allied", where="Cyrene"), "9 Aus. Inf", "Pavia Inf") == 3


@rule("blitzkrieg", "11.3.7-e", "8.8.6-c")
def test_an_hq_with_outflankers_that_cannot_go_back() -> None:
    from sandtable.titles.blitzkrieg.state import FLANKED

    units = {"Gabr Saleh": ["15 Arm", "Rommel HQ", "50 Inf"], "Bir El Gubi": "NZ Inf", "El Adem": "Pavia Inf"}
    s = position(units, came={"15 Arm": "Bir El Gubi"}, turn=12)
    s.flags[E.u("15 Arm")] |= FLANKED
    s = fighting(s, dice=[9, 4])
    assert at(s, "15 Arm") == "eliminated"
    assert vp(s)[ALLIED] == 5 + 10
