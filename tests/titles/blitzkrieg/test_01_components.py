"""1.0 to 3.0: units, symbols, set-up of the campaign, markers."""

from __future__ import annotations

from sandtable.kernel.dice import D10_FROM_0
from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.cards import cup
from sandtable.titles.blitzkrieg.edition import CARDS, INF
from sandtable.titles.blitzkrieg.face.aids import order
from sandtable.titles.blitzkrieg.fire import CASES
from sandtable.titles.blitzkrieg.forts import builders
from sandtable.titles.blitzkrieg.stacking import PLAIN, fits, fixed
from sandtable.titles.blitzkrieg.state import ASIDE, DAMAGED, LRDF, OOS
from tests.kit import offered, rule, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    DIVISION,
    EAST,
    INDIANS,
    NZ,
    E,
    at,
    battle_of,
    board,
    cv,
    drawing,
    fighting,
    game,
    has,
    march,
    moving,
    position,
    say,
    su,
    volley,
    vp,
)


@rule("blitzkrieg", "INTRO-a", "INTRO-b", "5.0-a")
def test_the_box_has_26_cards_and_ten_sided_dice_from_zero() -> None:
    s = game()
    assert sum([row.count for row in E.card_rows]) == sum(s.deck) == 26
    assert tuple(range(10)) == D10_FROM_0
    assert CASES[1] == (1, 1, 0, 0, 0, 0, 0, 0, 0, 0)  # CV 1: 0 and 1 hit
    duel = position(
        {"Agadabia": ["5LT Recon", "2 Sup. Gp. Inf"]}, stores={"axis": {"Marsa Brega": 1}}, came={"5LT Recon": "Marsa Brega"}
    )
    fought = fighting(duel, dice=[9, 0])  # the defender misses, the recon's 0 is a zero: a hit
    assert has(fought, "2 Sup. Gp. Inf", DAMAGED)
    drawn = say(drawing(position({}), "allied"), "draw", dice=[CARDS.index("Khamsin")])
    assert sum(drawn.deck) == 25


@rule("blitzkrieg", "1.0-a")
def test_every_kind_of_infantry_is_infantry() -> None:
    s = position({"Sollum": ["2 Sup. Gp. Inf", "22 Gds Inf"]}, stores={"allied": {"Sollum": 1}})
    assert {E.type[E.u(name)] for name in ("2 Sup. Gp. Inf", "22 Gds Inf", "Ramcke Inf", "15 Inf")} == {INF}
    assert builders(s, ALLIED, E.b("Sollum")) == 2
    assert "construct Sollum" in offered(moving(s, "allied"))


@rule("blitzkrieg", "1.0-b")
def test_the_nations_of_a_side_stack_together() -> None:
    s = moving(position({"Acroma": "15 Inf", "Gazala": "Ariete Inf"}, stores={"axis": {"Acroma": 1}}, held={"Tobruk": "axis"}))
    assert at(march(s, "Ariete Inf: Acroma"), "Ariete Inf") == "Acroma"
    mixed = moving(position({"Fuka": "NZ Inf", "El Alamein": "50 Inf"}), "allied")
    assert at(march(mixed, "50 Inf: Fuka"), "50 Inf") == "Fuka"


@rule("blitzkrieg", "2.1-a", "2.1.1-a")
def test_entry_codes_say_where_and_when_units_start() -> None:
    s = game()
    assert at(s, "2 Sup. Gp. Inf") == "Agadabia"
    codes = {row.code: row.id for row in E.box_rows if row.code}
    assert len(codes) == 12
    for row in E.unit_rows:
        if row.entry in codes:
            assert at(s, row.id) == codes[row.entry]
        elif row.entry == "H":
            assert at(s, row.id) == "Holding"
        elif row.entry.startswith(("T", "R")) or row.entry == "R":
            assert at(s, row.id) == "track"
    assert at(s, "15 Inf") == "track"
    assert E.u("15 Inf") in E.arrivals[0, 2, AXIS]


@rule("blitzkrieg", "2.2-a")
def test_one_colour_is_one_division() -> None:
    units = tuple([E.u(name) for name in NZ])
    assert [len(group) for group in fixed(E, units, PLAIN)] == [3]
    seven = [E.u(name) for name in (*NZ, *INDIANS, "Polish Inf")]
    assert fits(position({}), seven)
    assert not fits(position({}), [*seven, E.u("70 Inf")])


@rule("blitzkrieg", "2.2-b")
def test_the_words_of_the_rulebook_are_used() -> None:
    assert [E.modifier[id].what for id in ("second line", "extra")] == ["in the Second Line", "extra Front Line unit"]
    names = TITLE.face.board(E).faces
    assert names["SU axis 1"].symbol == "supply"
    assert names["Rommel HQ"].symbol == "hq"
    assert E.names.text("unit", E.supply_piece(E.b("Msus"))) == "SU Msus"


@rule("blitzkrieg", "2.3-a")
def test_oconnors_units_are_not_in_the_campaign() -> None:
    s = game()
    for row in E.unit_rows:
        if row.games == ("oconnor",):
            assert at(s, row.id) == "gone"
    assert at(s, "Maletti Arm") == "gone"


@rule("blitzkrieg", "2.3.1-a")
def test_who_starts_in_the_axis_holding_area() -> None:
    s = game()
    there = [row.id for row in E.unit_rows if row.side == "axis" and at(s, row.id) == "Holding"]
    assert sorted(there) == sorted(
        ["Brescia Inf", "Brescia Art", "Savona Inf", "Savona Art", "Bologna Inf", "Bologna Art", "Axis Tac Air 1"]
    )


@rule("blitzkrieg", "2.3.2-a")
def test_first_owners_of_the_victory_boxes() -> None:
    s = game()
    owners = {E.box_rows[box].id: SIDES[s.flag[box]] for box in E.victory}
    assert owners == {"Aghelia": "axis", "Benghasi": "allied", "Tobruk": "allied", "Bardia": "allied", "El Alamein": "allied"}


@rule("blitzkrieg", "2.3.3-a")
def test_supply_units_at_the_start_and_everybody_in_supply() -> None:
    s = game()
    allied = ["Msus", "Barce", "El Guba", "Tmimi", "Tobruk", "Bardia", "Sidi Barrani", "Mersa Matruh"]
    assert [su(s, "allied", box) for box in allied] == [1] * 8
    assert sum(s.stock) == 11
    assert (su(s, "axis", "Marsa Brega"), su(s, "axis", "Aghelia")) == (2, 1)
    assert not any(flags & OOS for flags in s.flags)


@rule("blitzkrieg", "2.3.4-a", "3.0-c")
def test_the_alamein_marker_turns_with_the_first_attack_in_strength() -> None:
    assert not game().alamein
    assert vp(game()) == (0, 0)
    at_fuka = {"Fuka": [*DIVISION, "15 Inf", "Polish Inf"], "El Alamein": "NZ Inf"}
    s = fighting(
        position(at_fuka, stores={"axis": EAST}, held={"Tobruk": "axis"}, came=dict.fromkeys((*DIVISION, "15 Inf"), "Mersa Matruh"))
    )
    assert s.alamein
    assert vp(s)[AXIS] == 5


@rule("blitzkrieg", "2.3.5-a")
def test_the_forts_of_the_start() -> None:
    s = game()
    assert (s.tobruk, s.bardia) == (3, 1)
    b = board("5LT Arm", "9 Aus. Art", where="Tobruk", sheltered=["9 Aus. Art"])
    assert cv(s, b, "5LT Arm", "9 Aus. Art") == 1


@rule("blitzkrieg", "2.3.6-a", "5.1.1-a")
def test_two_cards_are_not_among_the_first_three() -> None:
    s = game()
    late = {CARDS.index("Past Is Prologue"), CARDS.index("Extra Reinforcements")}
    assert len(cup(s)) == 24
    assert not late & set(cup(s))
    s.drawn = 2
    assert not late & set(cup(s))
    s.drawn = 3
    assert late <= set(cup(s))


@rule("blitzkrieg", "3.0-a", "7.4.1-b")
def test_one_of_several_supply_units_is_marked_and_removed_afterwards() -> None:
    s = position(
        {"El Adem": ["7 Arm (3)", "Pavia Inf"], "Tobruk": "9 Aus. Inf"},
        came={"7 Arm (3)": "Tobruk"},
        stores={"allied": {"Sidi Rezegh": 1, "Tobruk": 1}},
    )
    s = fighting(s, "allied")
    assert offered(s) == ["supply Tobruk", "supply Sidi Rezegh"]
    s = say(s, "supply Sidi Rezegh", dice=[9, 0])  # Pavia misses, is hit
    assert su(s, "allied", "Sidi Rezegh") == 1  # until the battle is over
    s = say(s, "stay", "stay", dice=[9, 0])
    assert at(s, "Pavia Inf") == "eliminated"
    assert (su(s, "allied", "Sidi Rezegh"), su(s, "allied", "Tobruk")) == (0, 1)


@rule("blitzkrieg", "3.0-b")
def test_a_side_has_two_lrdf_markers() -> None:
    s = position({"Gazala": ["15 Recon", "5LT Recon", "RG Recon"]}, stores={"axis": {"Gazala": 1}}, held={"Tobruk": "axis"})
    s = say(moving(s), "lrdf 15 Recon", "lrdf 5LT Recon")
    assert has(s, "15 Recon", LRDF)
    assert has(s, "5LT Recon", LRDF)
    assert why_not(s, "lrdf RG Recon").rule == "3.0-b"


@rule("blitzkrieg", "3.0-d", "9.5.4-b")
def test_units_that_fell_back_into_a_battle_take_no_part() -> None:
    s = position({"Tobruk": ["4 Ind Art", "9 Aus. Inf", "15 Arm"]}, came={"15 Arm": "Acroma"}, stores={"axis": COAST}, turn=8)
    s.flags[E.u("4 Ind Art")] |= ASIDE
    fought = fighting(s, dice=[9, 0])  # one shot each: the art neither fires nor is fired at
    assert not has(fought, "4 Ind Art", DAMAGED)
    assert has(fought, "9 Aus. Inf", DAMAGED)


@rule("blitzkrieg", "3.0-e", "8.4.4-a")
def test_every_entry_road_is_recorded() -> None:
    s = position({"Gazala": "15 Inf", "Senegali": "15 Arm", "Acroma": "50 Inf"}, turn=12, stores={"axis": COAST})
    s = moving(s)
    s = march(march(s, "15 Inf: Acroma"), "15 Arm: Acroma")
    assert [E.box_rows[s.came[E.u(name)]].id for name in ("15 Inf", "15 Arm")] == ["Gazala", "Senegali"]


@rule("blitzkrieg", "3.0-f", "17.0-a")
def test_who_crossed_a_terrain_line_is_marked_for_one_round() -> None:
    s = position(
        {"El Adem": [*DIVISION, "NZ Inf"], "Tobruk": "9 Aus. Inf"},
        stores={"allied": {"Tobruk": 1}, "axis": COAST},
        came={"NZ Inf": "Tobruk"},
    )
    s = say(fighting(s, "allied"), "front 5LT Arm", "placed")
    b = battle_of(s)
    assert b.crossed == (E.u("NZ Inf"),)
    assert cv(s, b, "5LT Arm", "NZ Inf") == 5
    b.crossed, b.round = (), 2
    assert cv(s, b, "5LT Arm", "NZ Inf") == 4


@rule("blitzkrieg", "3.0-g")
def test_a_used_up_tertiary_road_is_marked() -> None:
    s = moving(position({"El Haselat": ["5LT Recon", "CN Inf", "5LT Arm"]}, stores={"axis": {"Agadabia": 1}}))
    s = march(s, "5LT Recon + CN Inf: Gasres Sahabi")
    marked = [(link.a, link.b, link.marks[0].kind) for link in TITLE.face.view(s, AXIS).links]
    assert marked == [("El Haselat", "Gasres Sahabi", "congested")]
    assert why_not(say(s, "move 5LT Arm"), "go Gasres Sahabi").rule == "8.4-c"


@rule("blitzkrieg", "3.0-h")
def test_a_victory_box_keeps_its_owner_when_empty() -> None:
    s = moving(position({"Benghasi": "5LT Recon"}, stores={"axis": {"Beda Fomm": 1}}))
    s = say(march(s, "5LT Recon: Ghemings"), "done")
    assert SIDES[s.flag[E.b("Benghasi")]] == "axis"


@rule("blitzkrieg", "3.0-i")
def test_no_sortie_and_no_trench_without_card_or_option() -> None:
    s = moving(position({"Aghelia": "5LT Arm"}))
    assert why_not(s, "sortie").rule == "3.0-i"
    assert "sortie" in offered(moving(position({"Aghelia": "5LT Arm"}, sorties=1)))
    assert "sortie" in offered(moving(position({"Aghelia": "5LT Arm"}, hands={"axis": ["Aircraft Sortie"]})))
    assert s.trench == [-1, -1]


@rule("blitzkrieg", "3.0-j", "9.2.9-a", "11.1.1-a")
def test_markers_of_the_hq_act_on_the_battle_board() -> None:
    s = position(
        {"Marsa Brega": [*DIVISION, "Rommel HQ"], "Agadabia": "2 Sup. Gp. Inf"},
        stores={"axis": {"Marsa Brega": 1}},
        bonus={"axis": "Combat Attack"},
    )
    s = say(march(moving(s), "5LT Arm + 5LT Art + 5LT Recon + Rommel HQ: Agadabia"), "done")
    assert battle_of(s).hq_round == (0, 1)
    s = volley(say(s, "front 5LT Arm", "front 5LT Recon", "placed"), [9])
    shown = TITLE.face.view(say(s, "aim 5LT Art 2 Sup. Gp. Inf"), AXIS).battle
    assert shown is not None
    gun = next(fighter for fighter in shown.parties[0].fighters if fighter.piece == "5LT Art")
    aim = gun.targets[0]
    assert (gun.line, aim.piece, aim.note, aim.chance) == (1, "2 Sup. Gp. Inf", "hits on 0-4", 0.5)  # 2, +1 Second Line, +1 HQ
    hq = next(fighter for fighter in shown.parties[0].fighters if fighter.piece == "Rommel HQ")
    assert (hq.line, hq.note) == (-1, "+1 CV this round")


def test_the_order_of_battle_names_divisions_in_words() -> None:
    names = [formation.name for formation in order(E)]
    assert {"5th Light / 21st Panzer", "15th Panzer", "7th Armoured", "132 Ariete"} <= set(names)
    assert not {row.division for row in E.unit_rows if row.division} & set(names)
