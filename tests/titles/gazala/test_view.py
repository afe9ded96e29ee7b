"""The board, the view, forecasts, cautions, the judge."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from sandtable.face.story import question, said
from sandtable.face.view import Forecast
from sandtable.kernel.play import Event, Option, Refusal, inner, read, why_not
from sandtable.titles.gazala import TITLE
from sandtable.titles.gazala.audit import audit, rebuild
from sandtable.titles.gazala.face.aids import order
from sandtable.titles.gazala.face.board import prize
from sandtable.titles.gazala.face.cautions import caution
from sandtable.titles.gazala.face.forecast import forecast
from sandtable.titles.gazala.face.stories import STORIES
from sandtable.titles.gazala.face.view import board, view
from sandtable.titles.gazala.frames import ActionPhase
from sandtable.titles.gazala.robot.judge import judge, lead
from sandtable.titles.gazala.state import Net, State
from sandtable.titles.gazala.supply import network
from sandtable.titles.gazala.victory import total
from tests.kit import offered, play
from tests.titles.gazala.board import ACTIONS, ALLIED, AXIS, E, acting, chit, drawn, in_turn, moving, position, start

BOARD = board(E)
EXAMPLE = {"PAVO": "1520", "2 RL": "1519", "104/1": "1420", "104/2": "1620", "104/3": "1618", "5/1": "1621"}


def test_the_order_of_battle_calls_units_as_people_do() -> None:
    named = {counter.piece: counter.name for formation in order(E) for counter in formation.counters}
    assert (named["5/1"], named["Bays"]) == ("I/5th Panzer", "Queen's Bays")


def test_no_mark_of_a_fort_lies_under_the_garrison_of_the_next() -> None:
    forts = {space.id: space for space in BOARD.spaces if space.fort}
    ways = {"nw": (-1, -1), "ne": (1, -1), "sw": (-1, 1), "se": (1, 1)}
    for space in forts.values():
        x, y = space.centre
        beside = [forts[id].centre for id in space.neighbours if id in forts]
        taken = {(math.copysign(1, a - x), math.copysign(1, b - y)) for a, b in beside if abs(a - x) > 1}
        badges = [*space.badges, prize(E, E.h(space.id), 1)]
        assert len({badge.corner for badge in badges}) == 2
        assert not {ways[badge.corner] for badge in badges} & taken


def foreseen(s: State, text: str) -> Forecast:
    found = forecast(s, read(s, text))
    assert found is not None
    return found


def test_neighbours_are_drawn_next_to_each_other() -> None:
    centre = {space.id: space.centre for space in BOARD.spaces}
    for space in BOARD.spaces:
        for near in space.neighbours:
            assert math.isclose(math.dist(centre[space.id], centre[near]), 36 * math.sqrt(3), abs_tol=0.1)
        assert all(0 < x < size for x, size in zip(space.centre, BOARD.size, strict=True))
    assert centre["0101"][1] > centre["0201"][1]  # odd columns stand lower


def test_edges_of_the_board() -> None:
    kinds: dict[str, int] = {}
    for edge in BOARD.edges:
        kinds[edge.kind] = kinds.get(edge.kind, 0) + 1
    assert (kinds["escarpment"], kinds["minefield"], kinds["zone"]) == (36, 153, 4)
    cliff = next(edge for edge in BOARD.edges if edge.kind == "escarpment" and {edge.a, edge.b} == {"1701", "1702"})
    assert cliff.low == "1701"
    late = {edge.note for edge in BOARD.edges if edge.kind == "minefield"}
    assert late == {"", "from June 5-6", "from June 9-10"}
    assert {line.name for line in BOARD.lines} == {row.road for row in E.exit_rows} | {"Allied limit"}
    limit = next(line.path for line in BOARD.lines if line.name == "Allied limit")
    assert [round(math.dist(a, b)) for a, b in pairwise(limit)] == [36] * 4  # four hexsides end to end


def test_faces_of_counters() -> None:
    assert len(BOARD.faces) == 4 * 111
    fresh, used = BOARD.faces["5/1:3"], BOARD.faces["5/1:3 used"]
    assert (fresh.factors, fresh.pips, fresh.red, fresh.symbol) == ("15-12-24", (3, 3), "0", "armour")
    assert used.factors == "8-6"
    assert BOARD.faces["5/1:1"].factors == "5-4-24"
    assert BOARD.faces["5/1:3 disrupted"].weak
    assert BOARD.faces["5 EY:1"].factors == "5-6-[6]"
    assert BOARD.faces["104/1:1"].red == ""


def test_a_view_shows_where_units_are_and_what_ails_them() -> None:
    s = position({"5/1": "2020", "65/1": "0816"}, unsupplied=["5/1"], disrupted=["5/1"], used=["5/1"], works={"65/1": "0815"},
                 steps={"5/1": 2}, dead=["10 Hus"], due={"5 RTR": 5})  # fmt: skip
    seen = {piece.id: piece for piece in view(s, -1).pieces}
    assert len(seen) == 85
    assert (seen["5/1"].at, seen["5/1"].face, seen["5/1"].spent) == ("2020", "5/1:2 used disrupted", True)
    assert [status.kind for status in seen["5/1"].states] == ["out_of_supply", "disrupted"]
    assert all(["a third less movement" in status.title for status in seen["5/1"].states])  # 5.0-m, 12.0-b
    assert [status.kind for status in seen["65/1"].states] == ["breaching"]
    assert (seen["10 Hus"].at, seen["5 RTR"].at) == ("eliminated", "turn5")
    (work,) = view(s, -1).edges
    assert (work.a, work.b, [mark.kind for mark in work.marks]) == ("0816", "0815", ["breaching"])


@pytest.mark.parametrize(
    ("storm", "disrupted", "left"),
    [(False, (), ""), (False, ("3 CLY",), ": 16 of 24 movement points"), (True, (), ": 8 of 24 movement points in the Sandstorm")],
)
def test_who_is_active_is_told_how_far_it_goes_if_that_is_less_than_its_counter_says(
    storm: bool, disrupted: tuple[str, ...], left: str
) -> None:
    s = acting(position({"3 CLY": "1410", "2 RGH": "1310"}, disrupted=disrupted), "3 CLY", "2 RGH", storm=storm)
    piece = next(piece for piece in view(s, ALLIED).pieces if piece.id == "3 CLY")
    assert f"active, has not moved yet{left}" in [state.title for state in piece.states]


def test_breached_hexsides_are_marked_on_the_map() -> None:
    s = position({}, breached=[("0815", "0715", "0914"), ("1316", "1416")])
    sides = view(s, -1).edges
    assert {(side.a, side.b) for side in sides} == {("0815", "0715"), ("0815", "0914"), ("1316", "1416")}
    assert {(mark.kind, mark.rule) for side in sides for mark in side.marks} == {("breached", "14.1")}


def test_tracks_and_phases() -> None:
    s = start(dice=[chit("15/21 PZ")])
    seen = view(s, AXIS)
    assert seen.when == "May 27 AM · Axis action · 15th Panzer or 21st Panzer"
    assert [cell.text for cell in seen.steps if cell.state == "current"] == ["Actions"]
    turn = next(panel for panel in seen.panels if panel.id == "turn")
    assert [cell.state for cell in turn.cells] == ["current", "", "", "", "", ""]
    points = next(panel for panel in seen.panels if panel.id == "points")
    assert [cell.text for cell in points.cells if cell.state == "current"] == ["2"]
    assert [(side.score, side.points) for side in seen.sides] == [("7 VP", 7.0), ("2 VP", 2.0)]
    assert seen.turn == "May 27 AM"
    assert view(start(free=True), AXIS).when == "Allied set-up"


def test_every_event_and_option_can_be_said() -> None:
    s = play(moving(position(EXAMPLE), "5/1"), "attack medium", "join 104/1", "enough", dice=[6])
    told = {event.what for event in s.log or () if isinstance(event, Event) and event.tally is None}
    assert told <= set(STORIES)
    s = drawn(position({"5/1": "2020"}, axis_box=["Extra Move"]), AXIS, "15/21 PZ")
    assert said(s, read(s, "activate 21 PZ"), TITLE) == "Activate 21st Panzer Division"
    assert "Whom do you activate" in question(s).text
    for kind in TITLE.rules.outlines.values():
        for row in kind.rows:
            for act in row.acts:
                assert act.label, act.form
                assert act.asks, act.form
                assert act.rule, act.form


# Forecasts


def test_the_odds_of_the_first_example_are_those_of_the_table() -> None:
    s = moving(position(EXAMPLE, used=["104/1", "104/2", "104/3"]), "5/1", left=23)
    found = foreseen(s, "attack medium")
    assert found.dice == "One ten-sided die on the 5-1 column"
    alone = forecast(s, read(s, "attack medium"), {"join 104/1": "no", "join 104/2": "no"})
    assert alone is not None
    assert alone.dice == "One ten-sided die on the 3-1 column"
    assert [(total.what, total.total) for total in found.sums] == [
        ("attack, soft values", "20"),
        ("defence, hard values", "3"),
        ("modifiers of the die", "0"),
    ]
    chances = {chance.name: chance.chance for chance in found.chances}
    assert chances == pytest.approx(
        {"DR/-": 0.1, "D/-": 0.1, "-/-": 0.1, "-/D": 0.2, "-/R": 0.1, "-/DR": 0.1, "-/*R": 0.1, "-/*DR": 0.2}
    )


def test_forecasts_follow_the_choices_made() -> None:
    s = play(moving(position(EXAMPLE, used=["104/1", "104/2", "104/3"]), "5/1"), "attack heavy")
    alone = foreseen(s, "enough")
    assert alone.dice == "One ten-sided die on the 3-1 column"
    assert [(total.what, total.total) for total in alone.sums][2] == ("modifiers of the die", "2")
    joined = foreseen(s, "join 104/1")
    assert joined.sums[0].total == "16"
    held = play(moving(position(EXAMPLE, axis_box=["Combat"]), "5/1"), "attack medium", "enough")
    assert foreseen(held, "combat").sums[2].total == "1"
    assert foreseen(held, "nomore").sums[2].total == "0"
    assert forecast(held, ("halt", 0, 0)) is None


def test_tones_are_those_of_the_side_that_decides() -> None:
    at = {"5/1": "2011", "10 Hus": "2010"}
    attacking = play(moving(position(at, axis_box=["Combat"]), "5/1"), "attack medium")
    defending = play(moving(position(at, allied_box=["Combat"]), "5/1"), "attack medium")
    ours = {chance.name: chance.tone for chance in foreseen(attacking, "nomore").chances}
    theirs = {chance.name: chance.tone for chance in foreseen(defending, "nomore").chances}
    assert ours["*DR/-"] == "bad"
    assert theirs["*DR/-"] == "good"


def test_air_attacks_are_foreseen() -> None:
    s = position({"10 Hus": "2010", "3/12 FR": "2705", "PAVO": "2104", "5/1": "2020"}, axis_cup=["Air", "15/21 PZ"], actions=(0, 1))
    s = in_turn(s, ACTIONS, dice=[chit("Air")])
    open_ground = {chance.name: chance.chance for chance in foreseen(s, "bomb 10 Hus").chances}
    assert open_ground == pytest.approx({"the target loses a step": 0.2, "the target is Disrupted": 0.5, "no effect": 0.3})
    means = {unit: [chance.means for chance in foreseen(s, f"bomb {unit}").chances] for unit in ("10 Hus", "PAVO")}
    assert means == {"10 Hus": ["", "", ""], "PAVO": ["PAVO Cavalry is eliminated", "", ""]}  # one has two steps
    fort = {chance.name: chance.chance for chance in foreseen(s, "bomb 3/12 FR").chances}
    assert fort == pytest.approx({"the target is Disrupted": 0.5, "no effect": 0.5})


# Cautions


def cautions(s: State, text: str) -> list[str]:
    return [refusal.rule for refusal in caution(s, read(s, text))]


def test_cautions() -> None:
    s = moving(position({"104/1": "2021", "5/1": "2020", "5/2": "2020"}), "104/1")
    assert cautions(s, "go 2020") == ["10.0-d"]
    assert cautions(s, "go 2121") == []
    assert cautions(play(s, "go 2020"), "halt") == ["10.0-d"]
    cut_off = moving(position({"5/1": "2301", "10 Hus": "2401"}), "5/1")
    assert cautions(cut_off, "halt") == ["5.0-g"]
    late = moving(position({"5 RTR": "3014"}, turn="May 30-31"), "5 RTR")
    assert cautions(late, "exit east") == ["8.3-d2"]
    assert cautions(moving(position({"5 RTR": "3014"}), "5 RTR"), "exit east") == []
    pledged = drawn(position({"10 Hus": "2010"}, allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm")
    assert cautions(pledged, "withdraw 2 Arm") == ["13.7-c"]
    lost = drawn(
        position({"3 RTR": "2010"}, dead=["Bays", "9 L", "10 Hus", "1 RB"], allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm"
    )
    assert cautions(lost, "withdraw 2 Arm") == []
    assert cautions(play(pledged, "pledge", "activate 2 Arm"), "end") == ["13.7-i"]
    assert cautions(play(pledged, "activate 2 Arm"), "ready") == ["13.7-b"]  # nobody asks again
    again = drawn(position({"10 Hus": "2010"}, allied_box=["Withdraw/Attack"], actions=(1, 0)), ALLIED, "2 Arm")
    assert cautions(play(again, "activate 2 Arm"), "ready") == []
    crowd = acting(position({"5/1": "2020", "5/2": "2020", "104/1": "2020"}), "5/1")
    assert cautions(crowd, "end") == ["10.0-d"]
    last = play(acting(position({"5/1": "2020", "5/2": "2020", "104/1": "2020", "39 AT": "2222"}), "39 AT"), "move 39 AT")
    assert cautions(last, "halt") == ["10.0-d"]  # of another hex: the action ends with the last unit
    first = play(acting(position({"5/1": "2020", "5/2": "2020", "104/1": "2020", "39 AT": "2222"}), "39 AT", "5/1"), "move 39 AT")
    assert cautions(first, "halt") == []
    broken = play(pledged, "pledge", "activate 2 Arm", "move 10 Hus")
    assert cautions(broken, "halt") == ["13.7-i"]


def test_who_is_eliminated_for_over_stacking_is_asked_with_what_the_enemy_gains() -> None:
    at = {"5/1": "1622", "5/2": "1622", "104/1": "1721", "8/1": "1822", "8/2": "1822", "33 AT": "1822"}
    s = play(acting(position(at), "104/1"), "move 104/1", "go 1622", "halt")
    assert "and 1822" in question(s).text
    assert "hold 2 units too many" in question(s).text
    assert [c.text for c in caution(s, read(s, "remove 5/1"))] == [
        "I/5th Panzer is gone, and the Allied side gains 6 Victory Points"
    ]
    assert "1822" not in question(play(s, "remove 33 AT")).text  # the other hex is left


def test_an_extra_move_for_a_unit_of_the_formation_on_the_chit_is_cautioned() -> None:
    s = drawn(position({"5/1": "2020", "8/1": "2221", "132/8": "1320"}, axis_box=["Extra Move"]), AXIS, "15/21 PZ")
    assert cautions(s, "extra 5/1") == ["13.2-a"]
    assert cautions(s, "extra 132/8") == []
    assert cautions(play(s, "activate 21 PZ"), "extra 8/1") == []  # its own division is not activated any more


def test_nobody_joins_an_attack_by_default_from_a_hex_that_would_lose_units_by_it() -> None:
    """10.0-c2: stacking is judged in every hex that fights."""
    s = moving(position({"5/1": "1621", "104/1": "1420", "104/2": "1420", "115/1": "1420", "115/2": "1620", "PAVO": "1520"}), "5/1")
    found = foreseen(s, "attack medium")
    assert {w.id: w.value for w in found.switches if w.id.startswith("join")} == {
        "join 104/1": "no", "join 104/2": "no", "join 115/1": "no", "join 115/2": "yes"}  # fmt: skip
    assert found.assumes.startswith("every unit that can join and stands in no over-stacked hex joins")
    s = play(s, "attack medium")
    assert (cautions(s, "join 104/1"), cautions(s, "join 115/2")) == (["10.0-d"], [])
    assert cautions(play(s, "join 104/1"), "join 104/2") == []  # what is lost is lost


# The judge


def test_the_judge_likes_what_wins() -> None:
    at = {"5/1": "2020", "10 Hus": "2001", "3 CG": "1504"}
    even = position(at)

    def start_of_turn(s: State) -> State:
        return acting(s, "5/1")

    assert judge(start_of_turn(position(at, dead=["9 L"])), AXIS) > judge(start_of_turn(even), AXIS)
    assert judge(start_of_turn(position({**at, "5/1": "2803"})), AXIS) > judge(start_of_turn(position(at)), AXIS)
    assert judge(start_of_turn(position(at, steps={"5/1": 2})), AXIS) < judge(start_of_turn(position(at)), AXIS)
    assert judge(start_of_turn(position({**at, "3 CG": "1506"})), AXIS) > judge(start_of_turn(position(at)), AXIS)
    one = start_of_turn(position(at))
    assert judge(one, AXIS) == -judge(one, ALLIED)


def test_the_judge_counts_points_as_the_rules_do() -> None:
    s = position({"5/1": "2020", "10 Hus": "2001", "3 CG": "1504"}, steps={"5/1": 2}, dead=["9 L"])
    s.points = 3
    assert lead(s) == total(s, AXIS).total - total(s, ALLIED).total


# The audit finds what is broken


def broken(s: State) -> set[str]:
    return {refusal.rule for refusal in audit(s)}


def test_the_audit_finds_what_is_broken() -> None:
    s = start(dice=[chit("15/21 PZ")])
    assert audit(s) == []
    twin = s.clone()
    twin.steps[E.u("5/1")] = 4
    assert "11.0-ac" in broken(twin)
    twin = s.clone()
    twin.where[E.u("10 Hus")] = E.h("0517")
    assert {"8.1-a", "9.0-a"} <= broken(rebuild(twin)) | broken(twin)
    twin = s.clone()
    twin.where[E.u("6 GH")] = E.h("0505")
    assert "8.2-a" in broken(rebuild(twin))
    twin = s.clone()
    for unit in ("Bays", "9 L", "10 Hus"):
        twin.where[E.u(unit)] = E.h("2005")
    assert "10.0-a" in broken(rebuild(twin))
    twin = s.clone()
    twin.cups[AXIS] = twin.cups[AXIS][1:]
    assert "4.0-c" in broken(twin)
    twin = s.clone()
    twin.cups[ALLIED] = twin.cups[ALLIED][:-1]
    assert "4.0-b" in broken(twin)
    twin = s.clone()
    twin.zones.lay(ALLIED, (0,))
    assert broken(twin) == {"9.0-a"}
    twin = s.clone()
    twin.axis_ways = E.open
    assert broken(twin) == {"9.0-a"}
    twin = s.clone()
    network(twin, AXIS)
    assert broken(twin) == set()
    twin.nets[AXIS] = Net(twin.nets[AXIS].key, twin.nets[AXIS].hexes - {E.sources[AXIS][0]})
    assert broken(twin) == {"5.0-b"}
    twin.laid += 1  # it is no answer to another question
    assert "5.0-b" not in broken(twin)
    twin = s.clone()
    twin.points = 20
    assert broken(twin) == {"16.0-c"}
    twin = s.clone()
    twin.where[E.u("5/1")] = E.h("1902")
    twin.where[E.u("Bays")] = E.h("1902")
    assert "8.0-n" in broken(rebuild(twin))


def test_who_is_on_his_way_halts_for_the_next() -> None:
    s = play(acting(position({"5/1": "2020", "5/2": "2018"}), "5/1", "5/2"), "move 5/1")
    assert TITLE.face.set_out(s, [E.u("5/2")]) == [("move", E.u("5/2"), 0)]  # it has spent nothing: to halt would lose its move
    s = play(s, "go 2019")
    assert TITLE.face.set_out(s, [E.u("5/2")]) == [("halt", 0, 0), ("move", E.u("5/2"), 0)]


def test_an_active_unit_goes_at_once_where_chits_could_still_be_played() -> None:
    s = play(
        drawn(position({"5/1": "2020", "5/2": "2018", "8/1": "2221"}, axis_box=["Extra Move"]), AXIS, "15/21 PZ"), "activate 21 PZ"
    )
    one, two, other = [E.u(name) for name in ("5/1", "5/2", "8/1")]
    assert list(TITLE.face.stands(s, read(s, "ready"))) == [("unit", one), ("unit", two)]
    assert TITLE.face.set_out(s, [one]) == [("ready", 0, 0), ("move", one, 0)]
    assert TITLE.face.set_out(s, [one, two]) == [("ready", 0, 0)]
    assert TITLE.face.set_out(s, [other]) == [("move", other, 0)]  # which it cannot: the chit has to be played for it
    last = drawn(position({"10 Hus": "2020"}, allied_box=["Withdraw/Attack"]), ALLIED, "2 Arm")
    last = play(last, "activate 2 Arm")
    assert TITLE.face.stands(last, read(last, "ready")) == []  # it costs a point, which is asked first


def test_a_click_on_a_counter_spends_no_chit() -> None:
    """What it can do is offered first: who only wants to look at it loses nothing."""
    s = drawn(position({"5/1": "2020", "8/1": "2221"}, axis_box=["Extra Move", "Replacement"], steps={"8/1": 1}), AXIS, "15/21 PZ")
    s = play(s, "activate 21 PZ")
    assert {text.split()[0] for text in offered(s)} <= {*TITLE.face.starts}


def test_the_axis_sees_what_it_scores_by_and_what_its_actions_need() -> None:
    s = position({"5/1": "1901", "5/2": "1901", "8/1": "2001", "580 Rec": "2803"}, turn="May 28")
    shown = {goal.text: (goal.now, goal.need, goal.done) for goal in view(s, AXIS).goals if goal.side == AXIS}
    assert shown["supplied units on the northern edge"] == ("3 of 4", "1 each turn", False)
    assert shown["El Adem (2803)"] == ("held", "1 each turn", True)
    assert shown["lines through the mines"] == ("0 of 1", "or an action less next turn", False)
    early = view(position({"5/1": "1901"}, turn="May 27 AM"), AXIS).goals
    assert all(goal.text != "lines through the mines" for goal in early)  # May 27 PM asks for none


def test_what_keeps_a_unit_from_a_far_hex_is_told() -> None:
    s = moving(position({"3 CLY": "1612", "PAVO": "1520"}), "3 CLY")
    for there, rule in (("0717", "8.1-a"), ("2803", "8.0-f")):
        o = read(s, f"go {there}")
        assert TITLE.face.obstacle(s, o, refused_by(s, o)).rule == rule
    axis = moving(position({"5/1": "1720", "PAVO": "1519"}), "5/1")
    assert kept(axis, "1102").rule == "8.0-f"


def kept(s: State, hex: str) -> Refusal:
    o = read(s, f"go {hex}")
    return TITLE.face.obstacle(s, o, refused_by(s, o))


def test_an_attack_says_what_it_takes_of_the_movement() -> None:
    s = moving(position({"5/1": "2020", "PAVO": "1920"}), "5/1")
    assert [TITLE.face.price(s, read(s, text)) for text in ("attack light", "attack heavy", "halt")] == [
        "8 movement points",
        "24 movement points",
        "",
    ]


def test_who_clicks_an_enemy_that_cannot_be_attacked_is_told_why() -> None:
    """The click means an attack, though it is read as a way into his hex."""
    at = {"5/1": "2020", "PAVO": "1820"}
    for s, rule, why in (
        (
            moving(position(at), "5/1", left=4),
            "11.0-c",
            "it cannot come beside him and still pay the 8 movement points of a light attack",
        ),
        (
            moving(position({**at, "PAVO": "0810"}), "5/1", left=8),
            "8.0-f",
            "what is left of its movement does not bring it beside him",
        ),
        (moving(position({"39 AT": "2020", "PAVO": "1820"}), "39 AT"), "11.0-m", "anti-tank units do not start an attack"),
        (
            moving(position({"104/1": "2020", "4 CLY": "1820"}), "104/1"),
            "11.0-l",
            "infantry next to enemy armour does not start an attack",
        ),
        (moving(position(at, isolated=["5/1"]), "5/1"), "5.0-q", "Isolated units do not attack"),
    ):
        there = next(E.hexes.ids[s.where[E.u(name)]] for name in ("PAVO", "4 CLY") if s.where[E.u(name)] >= 0)
        assert kept(s, there) == Refusal(rule, f"an enemy is there, and {why}")


def refused_by(s: State, o: Option) -> Refusal:
    refusal = why_not(s, o)
    assert refusal is not None
    return refusal


def movement_of(s: State, unit: str) -> str:
    """What stands in the box for its movement: what the counter says, unless something takes of it."""
    piece = next(p for p in view(s, AXIS).pieces if p.id == unit)
    printed = next(f.value for f in BOARD.faces[piece.face].figures if f.name == "movement")
    return next((f.value for f in piece.figures if f.name == "movement"), printed)


def test_the_figures_of_a_unit_say_what_is_left_of_its_movement() -> None:
    s = acting(position({"5/1": "2020", "PAVO": "1520"}, disrupted=["PAVO"]), "5/1", storm=True)
    assert (movement_of(s, "5/1"), movement_of(s, "PAVO")) == ("8 of 24", "16 of 24")
    assert movement_of(acting(position({"5/1": "2020"}), "5/1"), "5/1") == "24"
    assert movement_of(moving(position({"5/1": "2020"}), "5/1", left=12.5), "5/1") == "12½ left"


def test_who_can_still_act_is_named_while_another_moves() -> None:
    s = moving(position({"5/1": "2020", "5/2": "2021"}), "5/1", "5/1", "5/2")
    assert [cell.text for cell in view(s, AXIS).active if cell.note == "can still act"] == ["II/5th Panzer and 20th Brescia"]
    inner(s, ActionPhase).active = (E.u("5/1"),)
    assert not [cell for cell in view(s, AXIS).active if cell.note == "can still act"]


def test_who_withdraws_a_garrison_is_told_what_its_forts_are_worth() -> None:
    s = drawn(
        position({"Marine": "1318", "BM 2": "1219", "10 Hus": "2010"}, allied_box=["Withdraw/Attack"], scenario=1), ALLIED, "2 Arm"
    )
    _, forts = caution(s, read(s, "withdraw 1 FF"))
    assert forts == Refusal("17.0-C-b", "the fortified hexes that they hold are worth 6 Victory Points at the end")


@pytest.mark.parametrize(("scenario", "worth"), [("one", {"1504": "1", "1118": "1"}), ("campaign", {"1504": "2", "1118": "3"})])
def test_the_star_of_a_fort_says_what_the_scenario_gives_for_it(scenario: str, worth: dict[str, str]) -> None:
    number = next(n for n, row in enumerate(E.scenario_rows) if row.id == scenario)
    stars = {spot.id: spot.badges[0] for spot in view(position({}, scenario=number), ALLIED).spots if spot.badges}
    assert not [space.id for space in BOARD.spaces if space.id in worth and any(badge.kind == "vp" for badge in space.badges)]
    for hex, points in worth.items():
        assert (stars[hex].text, stars[hex].title) == (points, f"{points} VP for the Allies at the end")
