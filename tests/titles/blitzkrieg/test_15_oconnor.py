"""15.0 O'Connor's Offensive."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.edition import CARDS, FOR_SURRENDER
from sandtable.titles.blitzkrieg.frames import Turn
from sandtable.titles.blitzkrieg.movement import allowance
from sandtable.titles.blitzkrieg.stacking import fits
from sandtable.titles.blitzkrieg.state import OOS, OWNED
from sandtable.titles.blitzkrieg.supply import supplied_boxes
from sandtable.titles.blitzkrieg.turns import second_player
from sandtable.titles.blitzkrieg.victory import lacking, oconnor_won, outcome
from tests.kit import asked, offered, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    E,
    Scripted,
    at,
    board,
    cv,
    drawing,
    ending,
    finished,
    game,
    has,
    moving,
    position,
    refitting,
    say,
    su,
    vp,
)


def winter(at_boxes: Any, turn: Any = 2, **more: Any) -> Any:
    return position(at_boxes, scenario="oconnor", turn=turn, **more)


@rule("blitzkrieg", "15.0-a", "15.1-a")
def test_four_turns_the_allies_first_and_last() -> None:
    s = game("oconnor")
    assert (s.turn, s.active) == (1, ALLIED)
    assert [row.oconnor for row in E.turn_rows[:4]] == ["Dec 1940", "Jan 1941", "Feb 1941", "Mar 1941"]
    last = winter({"Fuka": "1 Sup. Gp. Inf (3)"}, turn=4)
    last.begin(Turn())
    frames = len(last.frames)
    second_player(last, last.frames[0], Scripted([]))
    assert len(last.frames) == frames  # no Axis player-turn any more
    over = ending(winter({"Fuka": "1 Sup. Gp. Inf (3)", "Aghelia": "Sabratha Inf"}, turn=4), "allied")
    assert outcome(over) is not None


@rule("blitzkrieg", "15.0-b", "15.1-i")
def test_the_italian_hq() -> None:
    s = winter({"Bardia": ["Marmarica Inf", "Italian HQ"]})
    s = refitting(s)
    assert "bonus Combat Defense" in offered(s)
    assert su(say(s, "bonus Extra Supply", dice=[4]), "axis", "Holding") == 2  # one die, and the listed one
    assert su(say(s, "bonus Extra Supply", dice=[5]), "axis", "Holding") == 1
    b = board("NZ Inf", "Marmarica Inf", side="allied", where="Bardia", round=1, hq_round=(0, 1))
    assert cv(winter({"Bardia": "Italian HQ"}, oos=[]), b, "Marmarica Inf", "NZ Inf") == 2
    assert E.points[E.italian_hq] == 7


@rule("blitzkrieg", "15.1-b")
def test_draws_of_oconnor() -> None:
    assert why_not(drawing(winter({"Fuka": "1 Sup. Gp. Recon"}, turn=1), "allied"), "draw").rule == "15.1-b"
    s = drawing(winter({"Fuka": "1 Sup. Gp. Recon"}), "allied")
    assert s.draws == [1, 1]
    assert "draw" in offered(s)
    taken = winter({"Acroma": "1 Sup. Gp. Recon"}, held={"Tobruk": "axis"}, oos=[], lrdf=["1 Sup. Gp. Recon"])
    taken = say(moving(taken, "allied"), "move 1 Sup. Gp. Recon", "go Tobruk", "halt")
    taken = say(taken, "done", dice=[9, 9])
    assert taken.draws[ALLIED] == 2
    back = winter({"Acroma": "Babini Recon"}, held={"Tobruk": "allied"}, oos=[], lrdf=["Babini Recon"])
    back = say(moving(back), "move Babini Recon", "go Tobruk", "halt")
    assert say(back, "done", dice=[9, 9]).draws[AXIS] == 1  # one for each player, and more only for the Allies


@rule("blitzkrieg", "15.1-c", "15.1-d")
def test_the_deck_and_the_cards_in_play() -> None:
    s = game("oconnor")
    assert {CARDS[card] for card in s.hands[ALLIED]} == {"Intelligence", "Combat Training", "HQ Bonus", "Esprit de Corps"}
    assert sum(s.deck) == 18
    assert [s.deck[CARDS.index(name)] for name in ("Past Is Prologue", "Extra Reinforcements", "Theatre Ops Go Well")] == [0, 0, 0]
    both = winter({"Fuka": ["1 Sup. Gp. Recon", "1 Sup. Gp. Arm (2)"]}, turn=1, hands={"allied": ["Esprit de Corps"]})
    both = say(moving(both, "allied"), "spur 1 Sup. Gp. Recon")
    assert allowance(both, E.u("1 Sup. Gp. Recon"), False) == (5, 7)
    both = say(both, "done")
    assert asked(both)[1] == "Movement"
    assert "spur 1 Sup. Gp. Recon" in offered(both)  # again in the Motorized Movement Phase


@rule("blitzkrieg", "15.1-e")
def test_one_box_more_on_turn_1() -> None:
    s = game("oconnor")
    arm = E.u("1 Sup. Gp. Arm (3)")
    assert (allowance(s, arm, False), allowance(s, arm, True)) == ((4, 6), (4, 6))
    s.turn = 2
    assert allowance(s, arm, False) == (3, 5)


@rule("blitzkrieg", "15.1-f")
def test_the_extra_supply_roll_of_oconnor() -> None:
    s = winter({"Aghelia": "Sabratha Inf", "Fuka": "1 Sup. Gp. Inf (3)"}, hands={"axis": ["Extra Supply Roll"]})
    s = say(refitting(s), "play Extra Supply Roll", dice=[4])
    assert why_not(s, "put Fuka").rule == "15.1-f"
    assert su(say(s, "put Derna"), "axis", "Derna") == 1


@rule("blitzkrieg", "15.1-g")
def test_the_forts_of_oconnor() -> None:
    s = game("oconnor")
    assert (s.tobruk, s.bardia) == (1, 1)
    b = board("6 Australian Inf (3)", "Sirte Inf", side="allied", where="Tobruk", sheltered=["Sirte Inf"])
    assert cv(s, b, "6 Australian Inf (3)", "Sirte Inf") == 2


@rule("blitzkrieg", "15.1-h", "15.2-d", "15.2-e")
def test_listed_reinforcements_and_supply() -> None:
    s = winter({"Fuka": "1 Sup. Gp. Inf (3)"}, waiting=["Polish Inf", "22 Gds Inf", "3 Ind Inf", "2 Arm"])
    s = say(refitting(s, "allied"), "done")
    assert [at(s, name) for name in ("Polish Inf", "22 Gds Inf", "3 Ind Inf", "2 Arm")] == ["Holding"] * 4
    assert su(s, "allied", "Holding") == 1
    italians = ["Pavia Inf", "Pavia Art", "Bologna Inf", "Bologna Art"]
    axis = say(refitting(winter({"Aghelia": "Sabratha Inf"}, turn=3, waiting=italians)), "done")
    assert [at(axis, name) for name in italians] == ["Holding"] * 4
    assert su(axis, "axis", "Holding") == 1
    assert sorted(E.arrivals[2, 1, AXIS]) == [E.u("3 CCNN Inf"), E.u("3 CCNN Art")]
    assert {(turn, side): count for (game_, turn, side), count in E.supplies.items() if game_ == 2} == {
        (1, AXIS): 1,
        (2, AXIS): 1,
        (3, AXIS): 1,
        (1, ALLIED): 1,
        (2, ALLIED): 1,
        (3, ALLIED): 1,
        (4, ALLIED): 1,
    }
    assert sorted(E.arrivals[2, 3, ALLIED]) == sorted([E.u("9 Aus. Inf"), E.u("9 Aus. Art")])


BARRANI = ["1 Libya Inf", "2 Libya Inf", "Maletti Arm", "4 CCNN Inf", "4 CCNN Art"]


@rule("blitzkrieg", "15.1-j", "15.1-j2")
def test_surrender() -> None:
    s = winter(
        {"Sidi Barrani": BARRANI, "Buq Buq": "2 New Zealand Inf", "Sofafi": "1 Sup. Gp. Inf (3)"},
        stores={"axis": {"Sidi Barrani": 1}},
    )
    assert has(s, "Maletti Arm", OOS)
    taken = refitting(s, dice=[5, 4])
    assert [at(taken, name) for name in BARRANI] == ["gone"] * 5
    assert vp(taken)[ALLIED] == 5
    assert {unit for (unit,) in told(taken, "surrenders")} == {E.u(name) for name in BARRANI}
    assert (ALLIED, 5, FOR_SURRENDER) in told(taken, "points")
    assert su(taken, "allied", "Sidi Barrani") == 1
    burnt = refitting(s, dice=[5, 5])
    assert su(burnt, "allied", "Sidi Barrani") + su(burnt, "axis", "Sidi Barrani") == 0
    stays = refitting(s, dice=[6])
    assert at(stays, "Maletti Arm") == "Sidi Barrani"


@rule("blitzkrieg", "15.1-k")
def test_lrdf_do_not_surrender() -> None:
    s = winter(
        {"Mechili": ["Babini Recon", "Babini Arm"], "Aghelia": "1 Sup. Gp. Inf (3)", "Tobruk": "1 Sup. Gp. Recon"},
        lrdf=["Babini Recon"],
    )
    s = refitting(s, dice=[0])
    assert at(s, "Babini Arm") == "gone"
    assert at(s, "Babini Recon") == "Mechili"


@rule("blitzkrieg", "15.1-l", "15.2-b")
def test_units_shared_with_the_campaign() -> None:
    names = [
        "6 Australian Inf (3)",
        "6 Australian Recon",
        "6 Aus. Art",
        "1 Sup. Gp. Recon",
        "1 Sup. Gp. Arm (2)",
        "1 Sup. Gp. Arm (3)",
        "1 Sup. Gp. Inf (3)",
        "Polish Inf",
    ]
    assert fits(winter({}), [E.u(name) for name in names])
    assert not fits(winter({}), [*[E.u(name) for name in names], E.u("22 Gds Inf")])
    pavia = E.unit_rows[E.u("Pavia Inf")]
    assert set(pavia.games) == {"campaign", "short", "oconnor"}
    assert pavia.cv == 2


@rule("blitzkrieg", "15.2-a", "15.2-c")
def test_set_up_of_oconnor() -> None:
    s = game("oconnor")
    assert {row.id for row in E.unit_rows if at(s, row.id) == "Buq Buq"} == {
        "Catanzaro Inf",
        "Catanzaro Art",
        "Cyrene Inf",
        "Cyrene Art",
    }
    assert s.works[E.b("Buq Buq")] == s.works[E.b("Sidi Barrani")] == OWNED[AXIS]
    for box in ("Bardia", "Sidi Barrani", "Tmimi", "El Guba", "Benghasi", "Agadabia"):
        assert su(s, "axis", box) == 1
    assert (su(s, "allied", "Holding"), su(s, "allied", "Mersa Matruh"), su(s, "allied", "Fuka")) == (2, 2, 1)
    assert supplied_boxes(s, AXIS) >> E.b("Sidi Barrani") & 1
    assert not any(flags & OOS for flags in s.flags)


@rule("blitzkrieg", "15.3.1-a", "15.3.2-a")
def test_winning_oconnor() -> None:
    units = {"Beda Fomm": "1 Sup. Gp. Recon", "Tobruk": "1 Sup. Gp. Inf (3)", "Bardia": "2 New Zealand Inf"}
    s = winter(units, turn=4, lrdf=["1 Sup. Gp. Recon"])
    s.points = [24, 0]
    assert not oconnor_won(s)
    s.points = [25, 0]
    assert oconnor_won(s)
    italian = winter({**units, "Beda Fomm": "Babini Arm"}, turn=4)
    italian.points = [40, 0]
    italian.ended = 1
    ended = outcome(italian)
    assert ended is not None
    assert (ended.winner, ended.rule) == (AXIS, "15.3.2-a")
    assert "the Allies lack Beda Fomm in supply;" in ended.text
    italian.points = [16, 10]
    assert lacking(italian) == ["Beda Fomm in supply", "19 points for a lead of 25"]


@rule("blitzkrieg", "15.3.1-b")
def test_the_last_surrender_roll() -> None:
    s = winter({"Mechili": ["Babini Arm", "Babini Art"], "Aghelia": "1 Sup. Gp. Inf (3)", "Tobruk": "1 Sup. Gp. Recon"}, turn=4)
    s = finished(s, [3])
    assert at(s, "Babini Arm") == "gone"
    assert vp(s)[ALLIED] == 2
    assert told(s, "surrender")
    assert "surrenders" in TITLE.face.losses  # the end screen counts them


@rule("blitzkrieg", "15.1-j2", "15.3.1-b")
def test_an_hq_left_by_the_last_surrender_is_rolled_for() -> None:
    s = winter({"Mechili": ["Babini Arm", "Italian HQ"], "Aghelia": "1 Sup. Gp. Inf (3)", "Tobruk": "1 Sup. Gp. Recon"}, turn=4)
    s = finished(s, [3, 4])
    assert s.hq[AXIS] < 0
    assert vp(s)[ALLIED] == 1 + 7
    assert outcome(s) is not None
