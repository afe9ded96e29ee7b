"""14.0 The Short Game."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.sides import ALLIED, AXIS, SIDES
from sandtable.titles.blitzkrieg.edition import CARDS, members
from sandtable.titles.blitzkrieg.face.aids import aids, goals
from sandtable.titles.blitzkrieg.state import DAMAGED, LASTING, LRDF, MINED, OOS, OWNED, STRONG
from sandtable.titles.blitzkrieg.supply import net, supplied_boxes
from sandtable.titles.blitzkrieg.victory import outcome
from tests.kit import offered, offered_verbs, rule, told, why_not
from tests.titles.blitzkrieg.position import (
    COAST,
    E,
    at,
    board,
    cv,
    drawing,
    fighting,
    finished,
    game,
    has,
    motoring,
    moving,
    position,
    refitting,
    say,
    su,
    vp,
)


@rule("blitzkrieg", "14.0-a")
def test_turns_14_to_18() -> None:
    row = E.scenario_rows[1]
    assert (row.first_turn, row.last_turn, row.first) == (14, 18, "axis")
    s = game("short")
    assert (s.turn, s.active) == (14, AXIS)


@rule("blitzkrieg", "14.0-b", "14.0-c")
def test_draws_and_deck() -> None:
    s = game("short")
    assert s.draws == [2, 2]
    assert sum(s.deck) == 24
    assert s.deck[CARDS.index("Supply Sabotage")] == 0
    early = drawing(position({"Aghelia": "15 Recon"}, scenario="short", turn=14))
    assert why_not(early, "draw").rule == "14.0-b"
    assert "draw" in offered(drawing(position({"Aghelia": "15 Recon"}, scenario="short", turn=15)))


@rule("blitzkrieg", "14.0-d")
def test_reinforcements_of_the_short_game() -> None:
    s = game("short")
    names = ["8 Arm (a)", "8 Arm (b)", "8 Recon", "44 Art", "51 Inf", "51 Art"]
    assert [at(s, name) for name in names] == ["track"] * 6
    assert sorted(E.arrivals[1, 17, ALLIED]) == sorted([E.u(name) for name in names])
    assert at(s, "Pistoia Art") == "gone"  # Turn 19


# 14.1


def box(name: Any, work: Any, **more: Any) -> Any:
    return position({}, scenario="short", turn=14, works={name: work}, oos=[], **more)


@rule("blitzkrieg", "14.1.1-a", "14.1.4-a")
def test_the_first_rounds_against_a_fortified_box() -> None:
    s = box("Acroma", OWNED[ALLIED] | MINED)
    values = [
        cv(s, board("15 Inf", "50 Inf", where="Acroma", sheltered=["50 Inf"], round=n), "15 Inf", "50 Inf") for n in (1, 2, 3)
    ]
    assert values == [2, 2, 3]
    later = box("Sollum", OWNED[ALLIED])
    assert cv(later, board("15 Inf", "50 Inf", where="Sollum", sheltered=["50 Inf"], round=1), "15 Inf", "50 Inf") == 3
    free = position(
        {"Bardia": "15 Inf", "Sollum": "50 Inf"},
        scenario="short",
        turn=15,
        works={"Sollum": OWNED[ALLIED]},
        stores={"axis": {"Bardia": 1}},
        held={"Tobruk": "axis"},
    )
    assert not told(say(moving(free), "move 15 Inf", "go Sollum"), "mined")


@rule("blitzkrieg", "14.1.2-a", "14.1.2-b")
def test_bir_hachiem() -> None:
    s = box("Bir Hachiem", OWNED[ALLIED] | MINED | STRONG)
    b = board("Ariete Inf", "Free Fr. Inf", where="Bir Hachiem", sheltered=["Free Fr. Inf"], round=4)
    assert cv(s, b, "Ariete Inf", "Free Fr. Inf") == 0
    ring = {
        "Bir Hachiem": ["Free Fr. Inf", "3 Ind Inf"],
        "Bir El Gubi": "15 Inf",
        "Bir El Harmat": "15 Arm",
        "Wadi El Mra": "Ariete Inf",
        "Track Junction": "Bologna Inf",
    }
    cut = position(ring, scenario="short", turn=14, works={"Bir Hachiem": OWNED[ALLIED] | MINED | STRONG}, held={"Tobruk": "axis"})
    assert not has(cut, "Free Fr. Inf", OOS)
    assert not has(cut, "3 Ind Inf", OOS)
    alone = position(
        {**ring, "Bir Hachiem": "3 Ind Inf"},
        scenario="short",
        turn=14,
        works={"Bir Hachiem": OWNED[ALLIED] | MINED | STRONG},
        held={"Tobruk": "axis"},
    )
    assert has(alone, "3 Ind Inf", OOS)


MINES = {"Acroma": OWNED[ALLIED] | MINED}


@rule("blitzkrieg", "14.1.3-a", "14.1.3-b", "14.1.3-c")
def test_mines() -> None:
    s = position(
        {"Gazala": ["15 Arm", "15 Inf", "Rommel HQ"], "Acroma": "50 Inf"},
        stores={"axis": COAST},
        works=MINES,
        scenario="short",
        turn=14,
    )
    s = say(moving(s), "move 15 Arm", "with 15 Inf", "with Rommel HQ", "go Acroma", dice=[4, 3])  # by number: 15 Inf, 15 Arm
    assert told(s, "mined") == [(E.u("15 Arm"), E.b("Acroma"))]  # no die for the HQ
    hurt = position(
        {"Acroma": ["15 Arm", "50 Inf"], "Gazala": "Pavia Inf"},
        stores={"axis": COAST},
        works=MINES,
        scenario="short",
        turn=14,
        came={"15 Arm": "Gazala"},
        damaged=["15 Arm"],
    )
    hurt.flags[E.u("15 Arm")] |= LASTING
    hurt = fighting(hurt, dice=[0])
    assert at(hurt, "15 Arm") == "eliminated"


# 14.2


@rule("blitzkrieg", "14.2.1-a")
def test_one_supply_unit_for_two_battles_of_the_first_phase() -> None:
    units = {"Gazala": ["15 Inf", "1 S.Afr. Recon"], "Bir El Harmat": ["15 Arm", "22 Gds Inf"], "Senegali": "Pavia Inf"}
    came = {"15 Inf": "Senegali", "15 Arm": "Senegali"}
    chain = {"Beda Fomm": 1, "Barce": 1, "El Guba": 1, "Senegali": 1}
    later = position(units, stores={"axis": chain}, came=came, scenario="short", turn=15, damaged=["1 S.Afr. Recon", "22 Gds Inf"])
    later = say(fighting(later), "fight Bir El Harmat", dice=[9, 0])
    assert at(later, "15 Inf") == "Senegali"  # on Turn 15 the second battle finds no supply unit
    both = position(units, stores={"axis": chain}, came=came, scenario="short", turn=14, damaged=["1 S.Afr. Recon", "22 Gds Inf"])
    both = say(fighting(both), "fight Bir El Harmat", dice=[9, 0])
    assert at(both, "15 Inf") == "Gazala"
    both = say(both, "pass", dice=[9, 0])
    assert at(both, "1 S.Afr. Recon") == "eliminated"
    assert su(both, "axis", "Senegali") == 0


@rule("blitzkrieg", "14.2.2-a")
def test_the_allies_owe_a_battle_on_turn_14() -> None:
    s = position(
        {"El Adem": "2 Arm", "Acroma": "Pavia Inf", "Tobruk": "5 Ind Inf"},
        stores={"allied": {"Tobruk": 1}},
        scenario="short",
        turn=14,
    )
    s = motoring(s, "allied")
    assert why_not(s, "done").rule == "14.2.2-a"
    s = say(s, "move 2 Arm", "go Acroma")
    s = say(s, "done")
    assert s.obliged
    done = position(
        {"El Adem": "2 Arm", "Acroma": "Pavia Inf", "Tobruk": "5 Ind Inf"},
        stores={"allied": {"Tobruk": 1}},
        scenario="short",
        turn=14,
    )
    done.obliged = True
    assert "done" in offered(motoring(done, "allied"))
    raid = position(
        {"El Adem": "9 Aus. Recon", "Acroma": "Pavia Inf", "Tobruk": "5 Ind Inf"},
        stores={"allied": {"Tobruk": 1}},
        lrdf=["9 Aus. Recon"],
        scenario="short",
        turn=14,
    )
    raid = say(moving(raid, "allied"), "move 9 Aus. Recon", "go Acroma", "done", "supply Tobruk")
    assert not raid.obliged  # paid for, but fought by Long Range Desert Forces alone
    far = position(
        {"Gambut": "2 Arm", "Aghelia": "Pavia Inf", "Tobruk": "5 Ind Inf"},
        stores={"allied": {"Tobruk": 1}},
        scenario="short",
        turn=14,
    )
    assert "done" in offered(motoring(far, "allied"))  # not possible
    assert "done" in offered(
        motoring(
            position({"El Adem": "2 Arm", "Acroma": "Pavia Inf"}, stores={"allied": {"Tobruk": 1}}, scenario="short", turn=15),
            "allied",
        )
    )


@rule("blitzkrieg", "14.2.2-a")
def test_a_battle_that_involves_desert_forces_is_not_the_one_they_owe() -> None:
    s = position(
        {"El Adem": ["2 Arm", "9 Aus. Recon"], "Acroma": "Pavia Inf", "Bir El Harmat": "Savona Inf", "Tobruk": "5 Ind Inf"},
        stores={"allied": {"Tobruk": 2}},
        lrdf=["9 Aus. Recon"],
        scenario="short",
        turn=14,
    )
    raid = say(motoring(s, "allied"), "move 9 Aus. Recon", "go Acroma")
    assert why_not(raid, "done").rule == "14.2.2-a"
    assert "done" in offered(say(raid, "move 2 Arm", "go Bir El Harmat"))
    both = say(motoring(s, "allied"), "move 9 Aus. Recon", "with 2 Arm", "go Acroma", "move 5 Ind Inf", "go Gambut", "halt", "done")
    assert not both.obliged


@rule("blitzkrieg", "14.2.2-a", "8.3-a")
def test_units_on_foot_owe_their_battle_in_the_first_phase() -> None:
    units = {"Acroma": "Pavia Inf", "Tobruk": "Polish Inf"}
    foot = moving(position(units, stores={"allied": {"Tobruk": 1}}, scenario="short", turn=14), "allied")
    assert why_not(foot, "done").rule == "14.2.2-a"
    assert "done" in offered(say(foot, "move Polish Inf", "go Acroma"))
    driven = position({**units, "El Adem": "2 Arm"}, stores={"allied": {"Tobruk": 1}}, scenario="short", turn=14)
    assert "done" in offered(moving(driven, "allied"))  # there is time


# 14.3


@rule("blitzkrieg", "14.3.1-a", "14.3.2-a")
def test_points_of_the_short_game() -> None:
    assert vp(game("short")) == (0, 0)

    def taken(name: str, by: str, unit: str, near: str) -> int:
        other = SIDES[1 - SIDES.index(by)]
        s = position({near: unit}, held={name: other}, scenario="short", turn=16, stores={by: {near: 1}})
        s = say(moving(s, by), f"move {unit}", f"go {name}")
        s = say(s, "halt")
        s = say(s, "done", dice=[9, 9] if name == "Tobruk" else [])
        return vp(s)[SIDES.index(by)]

    assert taken("Sollum", "axis", "15 Recon", "Bardia") == 3
    assert taken("Sollum", "allied", "NZ Recon", "Bardia") == 3
    assert taken("Bardia", "axis", "15 Recon", "Gambut") == 5
    assert taken("Tobruk", "axis", "15 Recon", "Acroma") == 10


@rule("blitzkrieg", "14.3.2-b", "14.4-a")
def test_the_end_of_the_short_game() -> None:
    s = position({"Girarabub": "Bologna Inf", "Tobruk": "5 Ind Inf"}, scenario="short", turn=18, dead=["15 Recon"])
    s = finished(s, [2])
    assert at(s, "Bologna Inf") == "eliminated"
    assert vp(s)[ALLIED] == 1 + 2

    def judged(allied: int, axis: int) -> int:
        t = position({}, scenario="short", turn=18)
        t.ended, t.points = 1, [allied, axis]
        ended = outcome(t)
        assert ended is not None
        return ended.winner

    assert [judged(21, 30), judged(21, 31), judged(31, 21)] == [-1, AXIS, ALLIED]


# 14.5


@rule("blitzkrieg", "14.5-a", "14.5-b", "14.5-c")
def test_set_up_of_the_short_game() -> None:
    s = game("short")
    senegali = ["Brescia Inf", "Rommel HQ", "15 Arm", "15 Inf", "15 Art", "21 Arm", "21 Recon", "21 Art", "5LT/21 Inf"]
    assert {row.id for row in E.unit_rows if at(s, row.id) == "Senegali"} == set(senegali)
    assert su(s, "axis", "Senegali") == 2
    tobruk = ["Polish Inf", "2 S.Afr. Inf", "2 S.Afr. Art", "2 S.Afr. Recon", "5 Ind Inf", "5 Ind Art", "5 Ind Recon"]
    assert {row.id for row in E.unit_rows if at(s, row.id) == "Tobruk"} == set(tobruk)
    assert (s.tobruk, s.bardia, su(s, "allied", "Tobruk")) == (1, 0, 1)
    assert s.bonus[ALLIED] == 0b10
    assert at(s, "Allied Tac Air 1") == "Bir El Harmat"
    assert has(s, "RG Recon", LRDF)
    assert has(s, "9 Aus. Recon", LRDF)
    assert not any(flags & OOS for flags in s.flags)


@rule("blitzkrieg", "14.5-d", "14.5-e")
def test_the_chains_of_the_short_game() -> None:
    s = game("short")
    chain = [E.box_rows[b].id for b in members(net(s, AXIS)[1])]
    assert set(chain) == {"Agadabia", "Benghasi", "El Guba", "Senegali", "Wadi El Mra", "Ben Gania"}
    allied = {E.box_rows[b].id for b in members(net(s, ALLIED)[1])}
    assert allied == {
        "Tobruk",
        "Bir El Gubi",
        "Acroma",
        "Fuka",
        "Charing Cross",
        "Sollum",
        "Bir El Gellaz",
        "Gabr Saleh",
        "El Gunse",
    }
    assert supplied_boxes(s, ALLIED) >> E.b("Gabr Saleh") & 1
    assert (s.flag[E.b("Aghelia")], s.flag[E.b("Benghasi")]) == (AXIS, AXIS)


@rule("blitzkrieg", "14.5-f")
def test_boxes_beside_the_map_in_the_short_game() -> None:
    s = game("short")
    withdrawn = [
        "4 Ind Inf",
        "4 Ind Art",
        "4 Ind Recon",
        "NZ Inf",
        "NZ Art",
        "NZ Recon",
        "9 Aus. Inf",
        "9 Aus. Art",
        "70 Inf",
        "10 Arm",
    ]
    assert {row.id for row in E.unit_rows if at(s, row.id) == "withdrawn"} == set(withdrawn)
    dead = ["Indpndt Inf", "7 Aus. Inf", "6 Aus. Inf", "Trento Inf (2)", "21 Inf", "15 Recon"]
    assert {row.id for row in E.unit_rows if at(s, row.id) == "eliminated"} == set(dead)
    fifteen = refitting(position({"Tobruk": "5 Ind Inf", "Withdrawn": withdrawn}, scenario="short", turn=15), "allied")
    assert offered(fifteen) == ["return 9 Aus. Inf", "return 4 Ind Inf", "return NZ Inf"]
    assert offered_verbs(fifteen) == {"return"}
    assert not has(s, "15 Arm", DAMAGED)


def test_the_goals_are_those_of_the_short_game() -> None:
    s = game("short")
    s.points[AXIS], s.points[ALLIED] = 31, 21
    shown = [(goal.side, goal.now, goal.need, goal.done) for goal in goals(s) if goal.rule == "14.4"]
    assert shown == [(AXIS, "10", "enough", True), (ALLIED, "−10", "20 more", False)]
    assert not [goal for goal in goals(s) if goal.rule == "12.9"]


def test_the_timeline_of_the_short_game_has_what_the_record_of_turns_brings() -> None:
    turns = {turn.name: [due.text for due in turn.due if due.faces] for turn in aids(game("short")).turns}
    assert turns["Jun 1942"] == ["Axis air unit II", "10th Indian infantry, 10th Indian artillery"]
