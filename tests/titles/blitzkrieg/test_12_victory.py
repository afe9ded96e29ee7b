"""12.0 Winning the game; 13.0 optional rules."""

from __future__ import annotations

import pytest

from sandtable.face.story import question
from sandtable.kernel.play import Refusal
from sandtable.kernel.rules import Unknown
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.edition import CARDS
from sandtable.titles.blitzkrieg.face.aids import goals
from sandtable.titles.blitzkrieg.face.forecast import caution
from sandtable.titles.blitzkrieg.face.view import marks
from sandtable.titles.blitzkrieg.refit import rate
from sandtable.titles.blitzkrieg.state import DAMAGED, OWNED, SHIFT, USED, State
from sandtable.titles.blitzkrieg.turns import ask_for_italians
from sandtable.titles.blitzkrieg.victory import level_of, outcome, score_boxes, series
from tests.kit import offered, offered_verbs, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    DIVISION,
    EAST,
    E,
    Scripted,
    at,
    board,
    cv,
    drawing,
    ending,
    fighting,
    finished,
    game,
    has,
    march,
    moving,
    position,
    refitting,
    say,
    su,
    vp,
)

ALL_FIVE = dict.fromkeys(["Aghelia", "Benghasi", "Tobruk", "Bardia", "El Alamein"], "axis")


@rule("blitzkrieg", "12.1-a")
def test_points_for_victory_boxes_at_the_end_of_a_player_turn() -> None:
    s = position({"Tobruk": "15 Inf"}, held={**ALL_FIVE, "El Alamein": "allied"}, turn=8)
    score_boxes(s, AXIS)
    assert vp(s)[AXIS] == 3
    score_boxes(s, ALLIED)
    assert vp(s)[ALLIED] == 1
    values = {E.box_rows[box].id: (E.box_points[AXIS][box], E.box_points[ALLIED][box]) for box in E.victory}
    assert values == {"Aghelia": (1, 3), "Benghasi": (0, 1), "Tobruk": (2, 2), "Bardia": (0, 1), "El Alamein": (3, 1)}
    played = ending(position({"Tobruk": "15 Inf"}, held={**ALL_FIVE, "El Alamein": "allied"}, turn=8))
    assert vp(say(played, "done"))[AXIS] == 3


@rule("blitzkrieg", "12.1-b")
def test_who_owns_a_victory_box() -> None:
    s = moving(position({"Ghemings": "5LT Recon"}, stores={"axis": {"Beda Fomm": 1}}, held={"Benghasi": "allied"}))
    passed = say(march(s, "5LT Recon: Benghasi, Barce"), "done")
    assert passed.flag[E.b("Benghasi")] == ALLIED
    stopped = say(march(s, "5LT Recon: Benghasi"), "done")
    assert stopped.flag[E.b("Benghasi")] == AXIS
    store = moving(position({"Aghelia": "Ariete Inf"}, stores={"axis": {"Ghemings": 1}}, held={"Benghasi": "allied"}))
    store = say(march(store, "SU Ghemings: Benghasi"), "done")
    assert store.flag[E.b("Benghasi")] == AXIS
    assert store.held[E.b("Benghasi")] == ALLIED  # port and depot still need combat units


@rule("blitzkrieg", "12.4.2-a", "12.5-a")
def test_the_last_rolls_and_the_eliminated_box() -> None:
    s = position(
        {"Girarabub": "Pavia Inf", "Aghelia": "Ariete Inf", "Tobruk": "9 Aus. Inf"}, turn=21, dead=["15 Arm", "15 Inf", "15 Art"]
    )
    s.alamein = True
    out = finished(s, [1])
    assert at(out, "Pavia Inf") == "eliminated"
    assert vp(out)[ALLIED] == 1 + 4
    stays = finished(s, [3])
    assert vp(stays)[ALLIED] == 3


@rule("blitzkrieg", "12.7-a", "12.7.1-a", "12.7.2-a")
def test_the_alamein_rule() -> None:
    assert [row.id for row in E.box_rows if row.alamein] == [
        "Fuka",
        "Belaki Mudpan",
        "El Alamein",
        "Ruweisat Ridge",
        "El Taqa Plateau",
    ]
    s = position({"Tobruk": "9 Aus. Inf"}, turn=21)
    assert vp(finished(s))[ALLIED] == 15
    attackers = [*DIVISION, "15 Inf"]
    units = {"Fuka": [*attackers, "NZ Inf"], "El Alamein": "9 Aus. Inf"}
    s = position(units, stores={"axis": EAST}, held={"Tobruk": "axis"}, came=dict.fromkeys(attackers, "Mersa Matruh"), turn=16)
    s = fighting(s)
    assert vp(s)[AXIS] == 5
    again = position(units, stores={"axis": EAST}, held={"Tobruk": "axis"}, came=dict.fromkeys(attackers, "Mersa Matruh"), turn=16)
    again.alamein = True
    assert vp(fighting(again))[AXIS] == 0
    four = position(
        {"Fuka": [*DIVISION, "NZ Inf"]},
        stores={"axis": EAST},
        held={"Tobruk": "axis"},
        came=dict.fromkeys(DIVISION, "Mersa Matruh"),
        turn=16,
    )
    assert not fighting(four).alamein
    out = position(
        {"Qaret El Himemat": [*attackers, "NZ Inf"]},
        stores={"axis": {**EAST, "Ruweisat Ridge": 1, "Fuka": 1}},
        held={"Tobruk": "axis"},
        came=dict.fromkeys(attackers, "Ruweisat Ridge"),
        turn=16,
    )
    assert not fighting(out).alamein


@rule("blitzkrieg", "12.9-a")
def test_levels_of_victory() -> None:
    s = position({})
    names = {ahead: E.level_rows[level_of(s, ahead)].id for ahead in (36, 35, 11, 10, 9, -10, -11, -35, -36)}
    assert names == {
        36: "Axis Decisive Victory",
        35: "Axis Marginal Victory",
        11: "Axis Marginal Victory",
        10: "Draw",
        9: "Draw",
        -10: "Draw",
        -11: "Allied Marginal Victory",
        -35: "Allied Marginal Victory",
        -36: "Allied Decisive Victory",
    }
    s.points, s.alamein, s.turn = [31, 42], True, 21
    ended = outcome(finished(s))
    assert ended is not None
    assert (ended.winner, ended.level) == (AXIS, "Axis Marginal Victory")


@rule("blitzkrieg", "12.10-a", "12.11-a")
def test_automatic_victory_and_series_points() -> None:
    s = position({"Tobruk": "15 Inf"}, held=ALL_FIVE, turn=16)
    score_boxes(s, AXIS)
    ended = outcome(s)
    assert ended is not None
    assert (ended.winner, ended.rule) == (AXIS, "12.10-a")
    assert series(s, AXIS) == (0.0, 4.0)
    draw = position({}, turn=21)
    draw.ended, draw.points = 1, [5, 5]
    assert series(draw, -1) == (0.5, 0.5)
    draw.points = [50, 5]
    assert series(draw, ALLIED) == (2.0, 0.0)
    draw.points = [20, 5]
    assert series(draw, ALLIED) == (1.0, 0.0)


# 13


@rule("blitzkrieg", "13.0-a")
def test_options_are_agreed_before_play() -> None:
    assert len(TITLE.rules.settings) == 14
    with pytest.raises(Unknown):
        TITLE.rules.agree({"nonsense": 1})
    s = game(minefields=1)
    assert s.agreed[-1] == 1
    assert "minefields" not in offered_verbs(s)


@rule("blitzkrieg", "13.1-a")
def test_early_panzerarmee() -> None:
    def asked_on(turn: int, die: int) -> bool:
        s = position({}, turn=turn, italians=1)
        ask_for_italians(s, Scripted([die]))
        return s.italians

    assert [asked_on(8, 2), asked_on(8, 3), asked_on(9, 6), asked_on(9, 7)] == [True, False, True, False]
    s = position({"El Adem": "Rommel HQ"}, oos=[], turn=9)
    b = board("Ariete Inf", "NZ Inf", round=1, hq_round=(0, 1))
    assert cv(s, b, "Ariete Inf", "NZ Inf") == 2
    s.italians = True
    assert cv(s, b, "Ariete Inf", "NZ Inf") == 3


@rule("blitzkrieg", "13.2-a", "13.2-b", "13.4-1")
def test_variable_replacements() -> None:
    assert rate(position({}, turn=16, german_rate=1), 0) == (2, 3)
    assert rate(position({}, turn=16, british_rate=1), 3) == (2, 4)
    assert rate(position({}, turn=16, commonwealth_rate=1), 4) == (4, 5)
    s = position({"Tobruk": "9 Aus. Inf"}, dead=["7 Arm (3)", "1 TK", "2 Arm", "70 Inf"], british_rate=1, turn=9)
    s = say(refitting(s, "allied"), "done", "replace British", "keep 7 Arm (3)", "keep 1 TK", "scrap 2 Arm")
    assert vp(s)[AXIS] == 2
    cw = ["NZ Inf", "NZ Art", "4 Ind Inf", "6 Aus. Inf", "7 Aus. Inf"]
    s = position({"Tobruk": "70 Inf"}, dead=cw, commonwealth_rate=1, turn=9)
    s = say(refitting(s, "allied"), "done", "replace Commonwealth", *[f"keep {name}" for name in cw[:4]])
    assert vp(s)[AXIS] == 1


@rule("blitzkrieg", "13.3-a", "13.3-b", "13.3-c")
def test_the_hq_variable() -> None:
    s = position({"Tobruk": "9 Aus. Inf"}, no_hq=["allied"], hq_variable=1, turn=4)
    s.tries[ALLIED] = 1
    assert at(refitting(s, "allied", dice=[4]), "Allied HQ") == "Holding"
    assert refitting(s, "allied", dice=[5]).hq[ALLIED] < 0
    lone = moving(position({"Agadabia": "Rommel HQ", "Beda Fomm": "7 Arm (3)"}, hq_variable=1, turn=6), "allied")
    lone = say(lone, "move 7 Arm (3)", "go Agadabia", dice=[4])
    assert vp(lone)[ALLIED] == 10
    assert at(lone, "Rommel HQ") == "Holding"
    assert not has(lone, "Rommel HQ", USED)  # captured in the Allied turn: he moves on the next Axis turn
    assert "move Rommel HQ" in offered(moving(position({"Holding": "Rommel HQ"}, hq_variable=1, turn=7)))
    held = refitting(position({"Aghelia": ["Ariete Inf", "Rommel HQ"]}, hands={"axis": ["HQ Escapes"]}, hq_variable=1, turn=7))
    assert "play HQ Escapes" not in offered(held)  # he is in play: it is kept
    saved = moving(
        position(
            {"Agadabia": "Rommel HQ", "Beda Fomm": "7 Arm (3)", "Aghelia": "Ariete Inf"},
            hands={"axis": ["HQ Escapes"]},
            hq_variable=1,
            turn=6,
        ),
        "allied",
    )
    saved = say(saved, "move 7 Arm (3)", "go Agadabia")
    assert question(saved).stop == "If not, a die decides: on 0-4 it is captured, and the enemy scores 10 Victory Points."
    lost = [Refusal("11.3.7-a", "on 0-4 Rommel is captured, and the enemy scores 10 Victory Points")]
    assert caution(saved, ("pass", 0, 0)) == lost
    saved = say(saved, "escape")
    assert at(saved, "Rommel HQ") == "Aghelia"
    assert vp(saved)[ALLIED] == 0


@rule("blitzkrieg", "13.4-2")
def test_any_card_as_a_supply_unit() -> None:
    s = say(drawing(position({"Aghelia": "5LT Arm"}, card_as_supply=1)), "draw", dice=[CARDS.index("Khamsin")])
    s = say(s, "exchange")
    assert su(s, "axis", "Holding") == 1
    assert s.hands[AXIS] == ()
    plain = say(drawing(position({"Aghelia": "5LT Arm"})), "draw", dice=[CARDS.index("Intelligence")])
    assert "exchange" not in offered_verbs(plain)


@rule("blitzkrieg", "13.4-3", "13.4-4")
def test_help_with_supply() -> None:
    s = refitting(position({"Tobruk": ["9 Aus. Inf", "Allied HQ"]}, supply_help=1, turn=6), "allied")
    assert su(say(s, "bonus Extra Supply", dice=[6, 7]), "allied", "Holding") == 2
    axis = refitting(position({"Aghelia": "5LT Recon"}, supply_help=2, turn=4))
    assert su(say(axis, "done", dice=[3]), "axis", "Holding") == 2
    assert su(game(extra_supply=2), "axis", "Aghelia") == 2
    assert su(game(extra_supply=1), "allied", "El Alamein") == 1
    assert su(game(extra_supply=3), "allied", "El Alamein") == 1


@rule("blitzkrieg", "13.4-5")
def test_a_zero_gives_another_draw() -> None:
    s = drawing(position({"Aghelia": "5LT Arm"}, extra_draws=1, turn=4), "allied", dice=[0])
    assert s.draws[ALLIED] == 7
    assert drawing(position({"Aghelia": "5LT Arm"}, extra_draws=1, turn=4), "allied", dice=[1]).draws[ALLIED] == 6
    assert drawing(position({"Aghelia": "5LT Arm"}, extra_draws=1, turn=1), "allied").draws[ALLIED] == 6


@rule("blitzkrieg", "13.4-6")
def test_an_easier_decisive_victory() -> None:
    s = position({}, shift=2)
    assert E.level_rows[level_of(s, 27)].id == "Axis Decisive Victory"
    assert E.level_rows[level_of(s, 25)].id == "Axis Marginal Victory"
    assert E.level_rows[level_of(s, -27)].id == "Allied Marginal Victory"
    allied = position({}, shift=1)
    assert E.level_rows[level_of(allied, -26)].id == "Allied Decisive Victory"
    assert E.level_rows[level_of(allied, -25)].id == "Allied Marginal Victory"
    assert s.agreed[SHIFT] == 2
    limits = {goal.text: goal.now for goal in goals(s) if goal.rule == "12.9"}
    assert (limits["Axis Decisive Victory"], limits["Allied Decisive Victory"]) == ("from +26", "from −36")


@rule("blitzkrieg", "13.4-7")
def test_three_ports() -> None:
    s = position({"Aghelia": "5LT Recon"}, held={"Benghasi": "axis", "Tobruk": "axis", "Bardia": "axis"}, ports=1, turn=4)
    s = say(refitting(s), "done")
    assert offered(s) == ["ship", "point"]
    assert vp(say(s, "point"))[AXIS] == 1
    assert su(say(s, "ship", dice=[3]), "axis", "Holding") == 2
    assert su(say(s, "ship", dice=[4]), "axis", "Holding") == 1


@rule("blitzkrieg", "13.4-8")
def test_a_sortie_once_in_the_game() -> None:
    s = say(moving(position({"Tobruk": ["9 Aus. Inf", "Allied HQ"]}, sorties=1, turn=9), "allied"), "sortie")
    assert at(s, "Allied Sortie") == "Holding"
    assert "interdict Allied Sortie" in offered(s)
    again = position({"Tobruk": ["9 Aus. Inf", "Allied HQ"]}, sorties=1, turn=12)
    again.sortied = s.sortied
    assert why_not(moving(again, "allied"), "sortie").rule == "13.4-8"
    assert why_not(moving(position({"Tobruk": "9 Aus. Inf"}, turn=12), "allied"), "sortie").rule == "3.0-i"
    gone = ending(position({"Tobruk": ["9 Aus. Inf", "Allied HQ"], "Holding": "Allied Sortie"}, sorties=1, turn=9), "allied")
    assert at(gone, "Allied Sortie") == "gone"
    assert E.points[E.u("Allied Sortie")] == 0
    assert not has(gone, "Allied Sortie", USED)


@rule("blitzkrieg", "13.4-9")
def test_strong_fortified_boxes() -> None:
    s = position({}, works={"Sollum": OWNED[ALLIED]}, strong_boxes=1, oos=[])
    values = [
        cv(s, board("15 Inf", "NZ Inf", where="Sollum", sheltered=["NZ Inf"], round=n), "15 Inf", "NZ Inf") for n in (1, 2, 3)
    ]
    assert values == [2, 2, 3]
    plain = position({}, works={"Sollum": OWNED[ALLIED]})
    mined = position({}, works={"Sollum": OWNED[ALLIED]}, minefields=1)
    assert [shown_at(t, "Sollum") for t in (s, plain, mined)] == [
        "Allied Fortified Box: fire at its defenders at −2 in two rounds",
        "Allied Fortified Box: fire at its defenders at −1",
        "Allied Fortified Box: fire at its defenders at −1, mines",
    ]


def shown_at(s: State, box: str) -> str:
    return marks(s, E.b(box))[-1].title


@rule("blitzkrieg", "13.4-10")
def test_minefields_of_both_sides() -> None:
    s = position(
        {"Buq Buq": "7 Arm (3)", "Sollum": "15 Inf", "El Alamein": "NZ Inf"},
        works={"Sollum": OWNED[AXIS]},
        stores={"allied": {"Sidi Barrani": 1, "Charing Cross": 1}},
        minefields=1,
        turn=8,
    )
    s = moving(s, "allied")
    hurt = say(s, "move 7 Arm (3)", "go Sollum", dice=[3])
    assert told(hurt, "mined") == [(E.u("7 Arm (3)"), E.b("Sollum"))]
    assert not told(say(s, "move 7 Arm (3)", "go Sollum", dice=[4]), "mined")
    plain = position(
        {"Buq Buq": "7 Arm (3)", "Sollum": "15 Inf"},
        works={"Sollum": OWNED[AXIS]},
        stores={"allied": {"Sidi Barrani": 1, "Charing Cross": 1}},
        turn=8,
    )
    assert not has(say(moving(plain, "allied"), "move 7 Arm (3)", "go Sollum"), "7 Arm (3)", DAMAGED)
