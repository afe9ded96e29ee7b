"""13.7 Withdraw/Attack."""

from __future__ import annotations

from sandtable.titles.gazala.state import State
from sandtable.titles.gazala.victory import total
from tests.kit import offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    BRIGADE,
    CHIT,
    POINTS,
    At,
    E,
    chit,
    drawing,
    drawn,
    in_turn,
    names,
    phase_of,
    position,
    row,
    steps,
    where,
)

# 13.7

FOURTH = {"8 Hus": "2616", "3 RTR": "2515", "5 RTR": "2615", "1 KRR": "2714"}
HELD = {"allied_box": ["Withdraw/Attack"]}


def pulled(at: At, name: str, **facts: object) -> State:
    return drawn(position(at, **{**HELD, **facts}), ALLIED, name)  # type: ignore[arg-type]


@rule("gazala", "13.7-a")
def test_the_chit_may_be_kept_for_a_later_action() -> None:
    s = position({"10 Hus": "2010", "2 RB": "2720"}, allied_box=["Withdraw/Attack"], allied_cup=["7 Motor"], actions=(1, 0))
    s = play(drawn(s, ALLIED, "2 Arm"), "activate 2 Arm", "ready", "end", dice=[chit("7 Motor")])
    assert {"withdraw 2 Arm", "pledge"} <= set(offered(s))
    s = drawn(position({"5/1": "2020"}, axis_box=["Combat"]), AXIS, "15/21 PZ")
    assert why_not(s, "pledge").rule == "13.7-a"


@rule("gazala", "13.7-b")
def test_drawn_and_not_played_gives_the_axis_a_point() -> None:
    s = in_turn(position({"5/1": "2020"}, turn="May 29", allied_box=["Withdraw/Attack"]), POINTS, dice=[1, 2])
    assert s.points == 1
    s = in_turn(position({"5/1": "2020"}, turn="May 29", allied_cup=["Withdraw/Attack"]), POINTS, dice=[1, 2])
    assert s.points == 0
    s = in_turn(position({"5/1": "2020"}, turn="May 29", allied_box=["Withdraw/Attack"], points=19), POINTS, dice=[1, 2])
    assert s.points == 19


@rule("gazala", "13.7-c")
def test_a_withdrawn_formation_is_gone_for_good() -> None:
    s = play(pulled({**FOURTH, "10 Hus": "2010"}, "2 Arm"), "withdraw 4 Arm")
    assert {where(s, u) for u in FOURTH} == {"withdrawn"}
    s = pulled({"10 Hus": "2010"}, "2 Arm", dead=["8 Hus"], allied_box=["Withdraw/Attack", "Replacement"])
    s = play(s, "withdraw 4 Arm")
    assert why_not(s, "rebuild 8 Hus").rule == "13.7-c"
    assert why_not(s, "single 8 Hus").rule == "7.0-d"
    assert why_not(pulled({"10 Hus": "2010", "5/1": "2020"}, "2 Arm"), "withdraw 21 PZ").rule == "13.7-c"


@rule("gazala", "13.7-c2")
def test_its_action_chit_leaves_the_cup_at_once() -> None:
    s = play(pulled({**FOURTH, "10 Hus": "2010"}, "2 Arm", allied_cup=["4 Arm", "7 Motor"]), "withdraw 4 Arm")
    assert s.cups[ALLIED] == (chit("7 Motor"),)
    s.turn, s.frames = 4, []
    s = in_turn(s, CHIT, dice=[1, 2])
    assert chit("4 Arm") not in s.cups[ALLIED]
    assert chit("7 Motor") in s.cups[ALLIED]


@rule("gazala", "13.7-c3")
def test_the_action_of_a_withdrawn_formation_serves_one_unit() -> None:
    s = play(pulled({**FOURTH, "10 Hus": "2010", "9 L": "2012"}, "4 Arm"), "withdraw 4 Arm")
    assert why_not(s, "activate 4 Arm").rule == "13.7-c3"
    s = play(s, "single 10 Hus")
    assert names(phase_of(s).active) == ["10 Hus"]


@rule("gazala", "13.7-c4")
def test_units_off_the_map_go_too() -> None:
    s = play(pulled({"2 RB": "2720", "9 KRR": "2620", "10 Hus": "2010"}, "2 Arm", due={"2 KRR": 2}), "withdraw 7 Motor")
    assert where(s, "2 KRR") == "withdrawn"


@rule("gazala", "13.7-d")
def test_a_unit_without_a_way_out_stays() -> None:
    ring = {"132/8": "1117", "132/9": "1218", "132/10": "1219", "5/1": "1119", "9 Ber": "1018", "65/1": "1019"}
    s = play(pulled({"3 LE": "1118", "2 LE": "1504", "10 Hus": "2010", **ring}, "2 Arm"), "withdraw 1 FF")
    assert (where(s, "3 LE"), where(s, "2 LE")) == ("1118", "withdrawn")
    open_west = {u: h for u, h in ring.items() if h != "1018"}  # the zone is no way out
    s = play(pulled({"3 LE": "1118", "10 Hus": "2010", **open_west}, "2 Arm"), "withdraw 1 FF")
    assert where(s, "3 LE") == "1118"


@rule("gazala", "13.7-e")
def test_withdrawn_units_are_no_loss() -> None:
    s = pulled({"3 RTR": "2515", "5 RTR": "2615", "10 Hus": "2010"}, "2 Arm", dead=["8 Hus"])
    s = play(s, "withdraw 4 Arm")
    assert total(s, AXIS).total == 2


@rule("gazala", "13.7-f")
def test_a_formation_without_units_may_be_withdrawn() -> None:
    s = pulled({"10 Hus": "2010"}, "2 Arm", dead=["2 RL", "PAVO", "18 Cav"], allied_cup=["3 Ind", "7 Motor"])
    s = play(s, "withdraw 3 Ind")
    assert s.cups[ALLIED] == (chit("7 Motor"),)
    assert total(s, AXIS).total == 3


@rule("gazala", "13.7-g")
def test_only_once_in_a_game() -> None:
    s = position({"10 Hus": "2010"}, dead=["2 RL"], allied_box=["Withdraw/Attack"])
    s.withdrawn = (E.formations.index("3 Ind"),)
    s = drawn(s, ALLIED, "2 Arm")
    assert why_not(s, "withdraw 3 Ind").rule == "13.7-g"
    assert "pledge" in offered(s)


@rule("gazala", "13.7-g2")
def test_not_before_it_has_entered() -> None:
    s = pulled({"10 Hus": "2010"}, "2 Arm", due={"4 RTR": 8, "7 RTR": 8})
    assert why_not(s, "withdraw 32 ATB").rule == "13.7-g2"


@rule("gazala", "13.7-i")
def test_a_promised_attack_must_be_made() -> None:
    at = {"10 Hus": "2010", "155/1": "2011"}
    s = play(pulled(at, "2 Arm"), "pledge", "activate 2 Arm", "move 10 Hus")
    kept = play(s, "attack light", dice=[6])
    assert phase_of(kept).attacked
    kept = play(kept, "halt", dice=[1, 2])
    assert kept.points == 0
    broken = play(s, "halt", dice=[1, 2])
    assert told(broken, "pledge_broken")
    assert broken.points == 1
    assert (
        why_not(play(pulled({**at, "9 L": "2020"}, "2 Arm", allied_box=["Withdraw/Attack", "Combat"]), "pledge"), "pledge").rule
        == "13.0-b"
    )


@rule("gazala", "13.7-i2")
def test_an_air_attack_does_not_keep_the_promise() -> None:
    at = {"10 Hus": "2010", "155/1": "2011"}
    s = drawing(ALLIED, ["Withdraw/Attack", "Air", "2 Arm"], at, ["Withdraw/Attack", "Air"])
    s = play(s, "bomb 155/1", dice=[1, chit("2 Arm")])
    s = play(s, "pledge", "activate 2 Arm", "end", dice=[3, 4])
    assert s.points == 1


@rule("gazala", "13.7-j")
def test_the_promise_gives_no_benefit() -> None:
    s = play(pulled({"10 Hus": "2010", "155/1": "2011"}, "2 Arm"), "pledge", "activate 2 Arm", "move 10 Hus")
    assert row(play(s, "attack medium", dice=[6])) == 6


@rule("gazala", "13.8-a")
def test_any_number_of_chits_in_any_order() -> None:
    at = {**FOURTH, **BRIGADE, "10 Hus": "2010"}
    held = ["Withdraw/Attack", "Extra Move", "Replacement"]
    s = drawn(position(at, steps={"10 Hus": 1}, allied_box=held), ALLIED, "22 Arm")
    done = play(s, "withdraw 4 Arm", "extra 5 GH", "strengthen 10 Hus", "activate 22 Arm")
    assert names(phase_of(done).active) == ["5 GH", "2 RGH", "3 CLY"]
    other = play(s, "activate 22 Arm", "strengthen 10 Hus", "extra 5 GH", "withdraw 4 Arm")
    assert steps(other, "10 Hus") == steps(done, "10 Hus") == 2
    assert where(other, "8 Hus") == where(done, "8 Hus") == "withdrawn"
