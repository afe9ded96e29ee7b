"""8.1 to 8.6, 10.0: stacking, movement by road, sea and rail."""

from __future__ import annotations

import pytest

from sandtable.face.story import question
from sandtable.kernel.play import Refusal, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.stacking import fits, have_armour, room
from sandtable.titles.blitzkrieg.state import State
from tests.kit import asked, offered, offered_verbs, rule, why_not
from tests.titles.blitzkrieg.position import (
    ARIETE,
    COAST,
    DIVISION,
    INDIANS,
    NZ,
    E,
    at,
    fighting,
    has,
    march,
    motoring,
    moving,
    position,
    say,
    su,
)


def together(names: list[str], turn: int = 4) -> bool:
    return fits(position({}, turn=turn), [E.u(name) for name in names])


# 8.1


@rule("blitzkrieg", "8.1.1-a", "8.1.1-b", "8.1.1-c")
def test_the_three_limits() -> None:
    assert together([*DIVISION, "Pavia Inf", "Pavia Art", "CN Inf"])
    assert not together([*DIVISION, "Pavia Inf", "Pavia Art", "CN Inf", "Savona Inf"])
    assert together(["Littorio Arm", "Littorio Recon", "Littorio Inf", "Littorio Art", "Brescia Art", "CN Inf"])
    assert not together(["Littorio Arm", "Littorio Recon", "Littorio Inf", "Littorio Art", "Brescia Art", "CN Inf", "Savona Inf"])
    five = ["22 Gds Inf", "32 TK", "3 Ind Inf", "Polish Inf", "Free Fr. Inf"]
    assert together(five)
    assert not together([*five, "70 Inf"])


@rule("blitzkrieg", "8.1.2-a", "12.6-a")
def test_nobody_ends_a_move_over_the_limit_and_passing_is_free() -> None:
    five = ["22 Gds Inf", "32 TK", "3 Ind Inf", "Polish Inf", "Free Fr. Inf"]
    s = moving(position({"Acroma": five, "Tobruk": "70 Inf"}, stores={"allied": {"Acroma": 1}}, turn=12), "allied")
    s = say(s, "move 70 Inf", "go Acroma")  # through it
    assert "halt" not in offered_verbs(s)
    assert at(say(s, "go Gazala"), "70 Inf") == "Gazala"
    from sandtable.titles.blitzkrieg.stacking import judge_stack
    from tests.titles.blitzkrieg.position import put

    over = position({"Acroma": five}, turn=12)
    put(over, "70 Inf", "Acroma")
    judge_stack(over, ALLIED, E.b("Acroma"))
    over = say(over, "remove Polish Inf")
    assert at(over, "Polish Inf") == "eliminated"
    assert over.points[AXIS] == 1


@rule("blitzkrieg", "8.1.2-b")
def test_no_reinforcement_over_the_limit() -> None:
    s = position({"El Adem": ["NZ Inf", "NZ Art", "4 Ind Art", "6 Aus. Art", "7 Arm (3)"]})
    assert not room(s, ALLIED, E.b("El Adem"), (E.u("1 TK"),))
    assert room(s, ALLIED, E.b("El Adem"), (E.u("NZ Recon"),)) is together(
        ["NZ Inf", "NZ Art", "NZ Recon", "4 Ind Art", "6 Aus. Art", "7 Arm (3)"]
    )


@rule("blitzkrieg", "8.1.3-a", "11.2.6-a")
def test_divisions_by_colour_and_name() -> None:
    south_africans = ["1 S.Afr. Inf", "1 S.Afr. Art", "2 S.Afr. Inf", "2 S.Afr. Art"]
    assert together([*south_africans, "1 S.Afr. Recon", "2 S.Afr. Recon", "Polish Inf"])
    assert not together([*south_africans, "1 S.Afr. Recon", "Polish Inf", "70 Inf"])
    assert not together([*DIVISION, *ARIETE, "21 Inf", "15 Inf"], turn=3)
    assert together([*DIVISION, *ARIETE, "21 Inf", "15 Inf"], turn=5)


@rule("blitzkrieg", "8.1.4-a")
def test_hq_supply_and_air_do_not_count() -> None:
    five = ["Brescia Inf", "CN Inf", "SOND Inf", "RG Recon", "Ramcke Inf"]
    s = position({"Senegali": [*five, "Rommel HQ", "Axis Tac Air 1"]}, stores={"axis": {"Senegali": 2}}, turn=14)
    assert len(s.stack[AXIS * E.places + E.b("Senegali")]) == 5
    assert room(s, AXIS, E.b("Senegali"), ())


@rule("blitzkrieg", "8.1.5-a", "8.7.1-d", "8.7.1-e")
def test_free_british_divisions_from_turn_17() -> None:
    mixed = ["1 TK", "70 Inf", "8 Recon", "51 Art", *NZ, "Polish Inf"]
    assert together(mixed, turn=17)
    assert not together(mixed, turn=16)
    eighth = ["8 Arm (a)", "8 Arm (b)", "51 Inf", "51 Art", "51 Recon", "8 Recon", *NZ]
    assert together(eighth, turn=18)
    assert not together([*eighth, "Polish Inf"], turn=18)
    trio = ["44 Inf", "51 Art", "8 Recon", *NZ, "Polish Inf"]
    assert together(trio, turn=17)
    assert not together(["44 Inf", "51 Art", "8 Recon", *NZ, "Polish Inf", "70 Inf"], turn=17)
    late = position({}, turn=17)
    assert not have_armour(late, [E.u(name) for name in ("44 Inf", "51 Art", "8 Recon")])
    assert have_armour(late, [E.u(name) for name in ("1 TK", "70 Inf", "51 Art", "8 Recon")])
    assert not have_armour(late, [E.u(name) for name in ("1 TK", "70 Inf", "50 Inf")])
    assert not have_armour(late, [E.u(name) for name in ("1 TK", "NZ Inf")])


# 8.2 to 8.4


@rule("blitzkrieg", "8.2-a")
def test_three_boxes_or_five_on_major_roads() -> None:
    s = moving(position({"Holding": "Brescia Inf"}, stores={"axis": {"Aghelia": 1}}))
    s = say(s, "move Brescia Inf", "go Aghelia", "go Marsa Brega", "go Agadabia", "go Beda Fomm")
    assert why_not(s, "go Soluch").rule == "8.2-a"
    assert at(say(s, "go Ghemings"), "Brescia Inf") == "Ghemings"


@rule("blitzkrieg", "8.3-a", "8.3-b")
def test_who_moves_in_the_motorized_phase() -> None:
    s = motoring(position({"Tmimi": ["Pavia Inf", "15 Recon", "Rommel HQ"]}, stores={"axis": {**COAST, "Tmimi": 1}}))
    assert why_not(s, "move Pavia Inf").rule == "8.3-a"
    assert {"move 15 Recon", "move Rommel HQ", "move SU Tmimi"} <= set(offered(s))
    nz = position({"Tobruk": "NZ Inf"})
    assert "move NZ Inf" in offered(moving(nz, "allied"))
    assert "move NZ Inf" in offered(motoring(nz, "allied"))


@rule("blitzkrieg", "8.4-a")
def test_major_and_secondary_roads_carry_all() -> None:
    s = moving(position({"Tobruk": [*NZ, *INDIANS, "6 Aus. Art", "Allied HQ"]}, turn=4), "allied")
    s = march(s, " + ".join([*NZ, *INDIANS, "6 Aus. Art", "Allied HQ"]) + ": El Adem")
    assert at(s, "6 Aus. Art") == at(s, "Allied HQ") == "El Adem"


@rule("blitzkrieg", "8.4-b", "8.4-c", "8.4.1-a", "19.0-a")
def test_the_tertiary_example_of_the_rulebook() -> None:
    s = moving(position({"Marsa Brega": [*DIVISION, "Pavia Inf", "Pavia Art", "CN Inf"]}, stores={"axis": {"Marsa Brega": 1}}))
    s = march(s, "Pavia Inf + Pavia Art: Fr. Gtafia, Jalo Oasis, Gasres Sahabi")
    s = march(s, "5LT Recon + CN Inf: Agadabia, El Haselat, Gasres Sahabi")
    inf = say(s, "move 5LT/21 Inf", "with 5LT Art", "go Fr. Gtafia", "go Jalo Oasis")
    assert why_not(inf, "go Gasres Sahabi").rule == "8.4-c"
    s = march(s, "5LT/21 Inf + 5LT Art: Fr. Gtafia, Jalo Oasis")
    arm = say(s, "move 5LT Arm", "go Agadabia", "go El Haselat")
    assert why_not(arm, "go Gasres Sahabi").rule == "8.4-c"
    assert "go Giof el Mater" in offered(arm)
    assert why_not(say(s, "move 5LT Arm", "go Fr. Gtafia"), "go Jalo Oasis").rule == "8.4-c"  # jammed by those who stopped first
    assert (at(s, "5LT/21 Inf"), at(s, "Pavia Inf"), at(s, "CN Inf")) == ("Jalo Oasis", "Gasres Sahabi", "Gasres Sahabi")
    three = say(
        moving(position({"El Haselat": ["5LT Recon", "CN Inf", "5LT Arm"]}, stores={"axis": {"Agadabia": 1}})),
        "move 5LT Recon",
        "with CN Inf",
        "with 5LT Arm",
    )
    assert why_not(three, "go Jalo Oasis").rule == "8.4-a"
    stop = say(three, "go Gasres Sahabi")
    assert "halt" not in offered_verbs(stop)  # three may pass, but not stop
    both = say(s, "done")
    assert any(s.traffic)
    assert asked(both) == (AXIS, "Movement")
    assert not any(both.traffic)  # the next phase


@rule("blitzkrieg", "8.4.2-a")
def test_supply_units_count_on_tertiary_roads_and_hqs_do_not() -> None:
    s = moving(position({"El Haselat": ["5LT Recon", "Rommel HQ", "5LT Arm"]}, stores={"axis": {"El Haselat": 1, "Agadabia": 1}}))
    s = march(s, "5LT Recon: Gasres Sahabi")
    s = march(s, "SU El Haselat: Gasres Sahabi")
    assert why_not(say(s, "move 5LT Arm"), "go Gasres Sahabi").rule == "8.4-c"
    assert at(march(s, "Rommel HQ: Gasres Sahabi"), "Rommel HQ") == "Gasres Sahabi"


@rule("blitzkrieg", "8.4-b", "8.4-c")
@pytest.mark.parametrize(
    "road", [n for n, lane in enumerate(E.lane) if lane >= 0], ids=lambda n: f"{E.road_rows[n].a}-{E.road_rows[n].b}"
)
def test_every_tertiary_road_fills_up(road: int) -> None:
    here, there = E.road_rows[road].a, E.road_rows[road].b
    s = moving(position({here: ["5LT Recon", "CN Inf", "5LT Arm"]}, stores={"axis": {here: 1}}))
    s = say(s, "move 5LT Recon", "with CN Inf", f"go {there}")
    s = say(s, "halt") if "halt" in offered_verbs(s) else s
    assert s.traffic[E.lane[road]] == 2
    assert why_not(say(s, "move 5LT Arm"), f"go {there}").rule == "8.4-c"


@rule("blitzkrieg", "8.4.3-a", "8.4.3-b")
def test_battles_are_entered_by_combat_units_and_end_the_move() -> None:
    s = moving(
        position({"Marsa Brega": ["5LT Arm", "Rommel HQ"], "Agadabia": "2 Sup. Gp. Inf"}, stores={"axis": {"Marsa Brega": 1}})
    )
    hq = say(s, "move Rommel HQ")
    assert why_not(hq, "go Agadabia").rule == "8.4.3-b"
    s = say(s, "move 5LT Arm", "with Rommel HQ", "go Agadabia")
    assert at(s, "Rommel HQ") == at(s, "5LT Arm") == "Agadabia"
    assert asked(s)[1] == "Movement"
    follows = march(march(moving(hq_apart()), "5LT Arm: Agadabia"), "Rommel HQ: Marsa Brega, Agadabia")
    assert at(follows, "Rommel HQ") == "Agadabia"


def hq_apart() -> State:
    return position(
        {"Marsa Brega": "5LT Arm", "Aghelia": "Rommel HQ", "Agadabia": "2 Sup. Gp. Inf"}, stores={"axis": {"Marsa Brega": 1}}
    )


@rule("blitzkrieg", "8.4.5-a", "10.1-a")
def test_motorized_battles_are_entered_from_next_door() -> None:
    s = motoring(position({"Gambut": "7 Arm (3)", "El Adem": "15 Inf", "Tobruk": "9 Aus. Inf"}, turn=8), "allied")
    s = say(s, "move 7 Arm (3)", "go Sidi Rezegh")
    assert why_not(s, "go El Adem").rule == "8.4.5-a"
    near = motoring(position({"Tmimi": "15 Arm", "Gazala": "NZ Inf"}, stores={"axis": {**COAST, "Gazala": 0, "Tmimi": 1}}, turn=8))
    near = say(near, "move 15 Arm")
    assert "go Gazala" in offered(near)
    assert at(say(near, "go Martuba", "go Derna", "go El Guba", "go Cyrene", "go Barce"), "15 Arm") == "Barce"


@rule("blitzkrieg", "8.4.5-b")
def test_lone_supply_units_are_reached_from_afar_in_the_motorized_phase() -> None:
    s = motoring(position({"Aghelia": "5LT Arm"}, stores={"allied": {"Beda Fomm": 1}}, turn=8))
    s = say(s, "move 5LT Arm", "go Marsa Brega", "go Agadabia", "go Beda Fomm", dice=[])
    s = say(s, "done", dice=[4])
    assert su(s, "axis", "Beda Fomm") == 1


# 8.5


PORTS = {"Tobruk": ["9 Aus. Inf"], "Bardia": ["22 Gds Inf"], "Holding": ["7 Aus. Inf", "70 Inf", "Polish Inf", "NZ Inf"]}


@rule("blitzkrieg", "8.5.1-a", "8.5.1-b", "8.5.2-a")
def test_ships_between_ports_and_the_holding_area() -> None:
    s = moving(position(PORTS, turn=6), "allied")
    s = say(s, "move 22 Gds Inf", "sail Tobruk")
    assert (s.shipped[E.b("Tobruk")], s.shipped[E.b("Bardia")]) == (1, 1)
    s = say(s, "move 7 Aus. Inf", "sail Bardia")
    assert asked(s)[1] == "Movement"
    assert why_not(s, "move 7 Aus. Inf").rule == "8.2-a"  # no march on
    assert why_not(say(s, "move 70 Inf"), "sail Bardia").rule == "8.5.1-a"
    s = say(s, "move 70 Inf", "sail Tobruk", "move Polish Inf", "sail Tobruk", "move NZ Inf", "sail Tobruk")
    assert s.shipped[E.b("Tobruk")] == 4
    assert why_not(say(s, "move 9 Aus. Inf"), "sail Holding").rule == "8.5.1-a"


@rule("blitzkrieg", "8.5.2-b", "10.5-a", "10.5-b")
def test_the_holding_area_in_the_motorized_phase() -> None:
    s = motoring(
        position({"Tobruk": "9 Aus. Inf", "Holding": ["7 Arm (3)", "NZ Inf", "Polish Inf"], "Bardia": "22 Gds Inf"}, turn=6),
        "allied",
    )
    assert why_not(s, "move Polish Inf").rule == "8.3-a"
    arm = say(s, "move 7 Arm (3)")
    assert why_not(arm, "go Ruweisat Ridge").rule == "10.5-b"
    assert why_not(arm, "sail Bardia").rule == "8.5.2-a"
    assert (
        at(say(arm, "go El Alamein", "go Fuka", "go Mersa Matruh", "go Charing Cross", "go Bir El Gellaz"), "7 Arm (3)")
        == "Bir El Gellaz"
    )
    landed = say(arm, "sail Tobruk")
    assert at(landed, "7 Arm (3)") == "Tobruk"
    assert asked(landed)[1] == "Movement"
    full = s.clone()
    full.shipped[E.b("Tobruk")] = 4
    assert why_not(say(full, "move NZ Inf"), "sail Tobruk").rule == "8.5.1-a"
    battle = motoring(position({"El Alamein": "15 Inf", "Holding": "7 Arm (3)"}, turn=6, held={"El Alamein": "allied"}), "allied")
    assert why_not(say(battle, "move 7 Arm (3)"), "go El Alamein").rule == "10.5-b"


@rule("blitzkrieg", "8.5.3-a")
def test_a_port_belongs_to_who_was_there_last() -> None:
    s = say(march(moving(position({"Ghemings": "15 Recon"}, stores={"axis": {"Beda Fomm": 1}})), "15 Recon: Benghasi"), "done")
    assert s.held[E.b("Benghasi")] == AXIS
    away = moving(position({"Holding": "Pavia Inf"}, held={"Benghasi": "axis"}))
    assert "sail Benghasi" in offered(say(away, "move Pavia Inf"))
    not_ours = say(moving(position({"Holding": "Pavia Inf"}, held={"Benghasi": "allied"})), "move Pavia Inf")
    assert why_not(not_ours, "sail Benghasi").rule == "8.5.3-a"


@rule("blitzkrieg", "8.5.4-a", "8.5.4-b")
def test_the_ports_of_the_axis() -> None:
    s = moving(
        position(
            {"Holding": ["Brescia Inf", "Pavia Art", "Pavia Inf"], "Bardia": "15 Inf"},
            stores={"axis": {"Holding": 1, "Bardia": 1}},
            held={"Benghasi": "axis"},
        )
    )
    assert why_not(say(s, "move Brescia Inf"), "sail Bardia").rule == "8.5.4-a"
    assert why_not(say(s, "move Pavia Art"), "sail Benghasi").rule == "8.5.4-b"
    assert why_not(say(s, "move SU Holding"), "sail Benghasi").rule == "8.5.4-b"
    assert at(say(s, "move Pavia Inf", "sail Benghasi"), "Pavia Inf") == "Benghasi"


# 8.6


@rule("blitzkrieg", "8.6-a", "8.6.1-a", "8.6.2-a", "8.6.3-a")
def test_the_railway() -> None:
    s = moving(position({"Holding": "50 Inf", "Sidi Barrani": "2 Arm"}, stores={"allied": {"Sidi Barrani": 1}}, turn=12), "allied")
    rails = [text for text in offered(say(s, "move 50 Inf")) if text.startswith("rail")]
    assert rails == ["rail Charing Cross", "rail Mersa Matruh", "rail Fuka", "rail El Alamein"]
    assert why_not(say(s, "move 2 Arm"), "rail Fuka").rule == "8.6.1-a"
    motor = motoring(position({"El Alamein": "7 Arm (3)"}, turn=6), "allied")
    assert why_not(say(motor, "move 7 Arm (3)"), "rail Charing Cross").rule == "8.6.2-a"
    axis = say(moving(position({"El Alamein": "15 Inf"}, stores={"axis": {"El Alamein": 1}})), "move 15 Inf")
    assert why_not(axis, "rail Fuka").rule == "8.6-a"
    cut = say(moving(position({"Holding": "50 Inf", "Fuka": "15 Recon"}, turn=12), "allied"), "move 50 Inf")
    assert why_not(cut, "rail Mersa Matruh").rule == "8.6.3-a"
    assert "rail El Alamein" in offered(cut)


# 10


@rule("blitzkrieg", "10.4-a", "10.2-a")
def test_foot_units_reinforce_a_limited_battle_but_start_none() -> None:
    s = position(
        {"Gazala": ["15 Arm", "NZ Inf"], "Tmimi": ["Pavia Inf", "15 Inf"]},
        stores={"axis": {**COAST, "Gazala": 0, "Tmimi": 1}},
        came={"15 Arm": "Tmimi"},
        turn=8,
    )
    s = say(fighting(s, limited=True), "supply Tmimi", dice=[9, 9])
    s = say(s, "stay", dice=[9])
    assert {"reinforce Pavia Inf", "reinforce 15 Inf"} <= set(offered(s))
    assert why_not(motoring(position({"Tmimi": "Pavia Inf", "Gazala": "NZ Inf"}, turn=8)), "move Pavia Inf").rule == "8.3-a"
    assert not has(s, "Pavia Inf", 32)


def test_how_far_a_move_leads_is_said() -> None:
    s = say(moving(position({"Marsa Brega": ["5LT Arm", "Pavia Inf"]}, stores={"axis": {"Marsa Brega": 1}})), "move 5LT Arm")
    assert question(s)[:2] == (
        "5th Light armour can go 3 boxes, or 5 by major roads. Where to?",
        "Click a lit box, or units of the same box to take them along.",
    )
    s = say(s, "go Agadabia", "go Antelat")
    assert question(s)[:2] == ("5th Light armour can go 1 box more. Where to?", "Click a lit box.")


def test_how_far_a_piece_goes_is_shown_with_the_way() -> None:
    s = moving(position({"Marsa Brega": ["5LT Arm", "Pavia Inf"], "Ghemings": "NZ Inf"}, stores={"axis": {"Marsa Brega": 1}}))
    walks = TITLE.face.reach(s, AXIS)["5LT Arm"]
    assert walks["Beda Fomm"].say == ("move 5LT Arm", "go Agadabia", "go Beda Fomm")
    assert walks["Beda Fomm"].left == 3.0
    assert "Ghemings" not in walks  # enemies are met by hand
    assert "Benghasi" not in walks
    assert at(say(s, *walks["Msus"].say), "5LT Arm") == "Msus"
    under_way = say(s, "move 5LT Arm", "go Agadabia")
    assert TITLE.face.reach(under_way, AXIS)["5LT Arm"]["Beda Fomm"].say == ("go Beda Fomm",)
    assert TITLE.face.reach(s, ALLIED) == {}


def test_enemies_afar_are_met_by_one_click() -> None:
    s = moving(position({"Marsa Brega": ["5LT Arm", "Pavia Inf"], "Ghemings": "NZ Inf"}, stores={"axis": {"Marsa Brega": 1}}))
    walk = TITLE.face.onto(s, AXIS)["5LT Arm"]["Ghemings"]
    assert walk.onto
    assert (walk.say[0], walk.say[-1]) == ("move 5LT Arm", "go Ghemings")
    assert TITLE.face.ways(s, AXIS)["5LT Arm"]["Ghemings"] == walk
    assert at(say(s, *walk.say), "5LT Arm") == "Ghemings"
    assert "SU Marsa Brega" not in TITLE.face.onto(s, AXIS)  # supply units meet nobody
    beside = moving(position({"Agadabia": "5LT Arm", "Antelat": "NZ Inf"}, stores={"axis": {"Agadabia": 1}}))
    assert "Antelat" not in TITLE.face.onto(beside, AXIS).get("5LT Arm", {})  # the step itself is offered


def test_what_keeps_a_march_from_a_far_box_is_told() -> None:
    s = moving(position({"Marsa Brega": "5LT Arm", "Agadabia": "NZ Inf"}, stores={"axis": {"Marsa Brega": 1}}))
    s = say(s, "move 5LT Arm")
    assert obstacle(s, "go Antelat").rule == "8.4.3-a"
    assert obstacle(s, "go Tobruk").text.endswith("boxes away by road, and this march can go 3 boxes, or 5 by major roads")


def test_a_unit_on_its_way_is_not_spent_and_halts_for_the_next() -> None:
    s = moving(position({"Marsa Brega": ["5LT Arm", "Pavia Inf"]}, stores={"axis": {"Marsa Brega": 1}}))
    s = say(s, "move 5LT Arm", "go Agadabia")
    pieces = {piece.id: piece for piece in TITLE.face.view(s, AXIS).pieces}
    assert not pieces["5LT Arm"].spent
    first = s.names.numbers["unit"]["Pavia Inf"]
    assert TITLE.face.set_out(s, [first]) == [("halt", 0, 0), ("move", first, 0)]
    assert TITLE.face.view(s, AXIS).active == ()
    assert TITLE.face.view(s, ALLIED).active[0].text.startswith("5th Light armour")


def obstacle(s: State, text: str) -> Refusal:
    o = read(s, text)
    refusal = why_not(s, text)
    assert refusal is not None
    return TITLE.face.obstacle(s, o, refusal)
