"""13.0 Tactical Chits."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.titles.gazala.state import State
from sandtable.titles.gazala.victory import total
from tests.kit import asked, offered, offered_verbs, play, rule, told, why_not
from tests.titles.gazala.board import (
    ACTIONS,
    ALLIED,
    AXIS,
    CHIT,
    POINTS,
    TANKS,
    At,
    E,
    acting,
    chit,
    drawn,
    in_turn,
    is_disrupted,
    moving,
    mp,
    names,
    phase_of,
    position,
    steps,
    values,
    where,
)

DUEL = {"10 Hus": "2010", "5/1": "2011"}


def row(s: State) -> int:
    return told(s, "row")[0][0]


def box(s: State, side: int) -> list[str]:
    return [E.names.text("chit", c) for c in s.boxes[side]]


def drawing(side: int, cup: Sequence[str], at: At, draws: Sequence[str], **facts: object) -> State:
    """That side draws these from its cup."""
    actions = (1, 0) if side == ALLIED else (0, 1)
    cups = {"allied_cup" if side == ALLIED else "axis_cup": cup}
    s = position(at, actions=actions, **cups, **facts)  # type: ignore[arg-type]
    return in_turn(s, ACTIONS, dice=[chit(name) for name in draws])


# 13.0


@rule("gazala", "13.0-b")
def test_a_kept_chit_serves_a_later_action_phase() -> None:
    s = drawing(AXIS, ["Combat", "15/21 PZ"], DUEL, ["Combat", "15/21 PZ"])
    assert box(s, AXIS) == ["Combat"]
    s = moving(position(DUEL, axis_box=["Combat"]), "10 Hus")
    s = play(s, "attack medium")
    assert asked(s) == (AXIS, "Attack")
    assert offered(s) == ["combat", "nomore"]


@rule("gazala", "13.0-c", "13.4-a")
def test_air_is_resolved_before_the_next_draw() -> None:
    s = drawing(AXIS, ["Air", "15/21 PZ"], DUEL, ["Air"])
    assert asked(s) == (AXIS, "AirAttack")
    assert s.cups[AXIS] == (chit("15/21 PZ"),)
    assert box(s, AXIS) == []
    s = play(s, "bomb 10 Hus", dice=[8, chit("15/21 PZ")])
    assert asked(s) == (AXIS, "ActionPhase")
    s = drawing(ALLIED, ["Air", "Sandstorm", "2 Arm"], DUEL, ["Sandstorm", "2 Arm"])
    assert box(s, ALLIED) == []


@rule("gazala", "13.0-d")
def test_a_chit_is_used_once_and_then_lies_face_up() -> None:
    s = play(moving(position(DUEL, axis_box=["Combat"]), "10 Hus"), "attack medium", "combat", dice=[5])
    assert box(s, AXIS) == []
    assert [E.names.text("chit", c) for c in s.played[AXIS]] == ["Combat"]


# 13.1


@rule("gazala", "13.1-a")
def test_axis_combat_chit_on_the_own_attack() -> None:
    s = moving(position({"132/8": "2011", "Marine": "2010"}, axis_box=["Combat"]), "132/8")
    assert row(play(s, "attack medium", "combat", dice=[5])) == 6


@rule("gazala", "13.1-a2")
def test_axis_combat_chit_on_an_enemy_attack() -> None:
    assert row(play(moving(position(DUEL, axis_box=["Combat"]), "10 Hus"), "attack medium", "combat", dice=[5])) == 4


@rule("gazala", "13.1-b")
def test_allied_combat_chit_on_the_own_attack() -> None:
    assert row(play(moving(position(DUEL, allied_box=["Combat"]), "10 Hus"), "attack medium", "combat", dice=[5])) == 7


@rule("gazala", "13.1-b2")
def test_allied_combat_chit_on_an_enemy_attack() -> None:
    s = moving(position({"132/8": "2011", "Marine": "2010"}, allied_box=["Combat"]), "132/8")
    assert row(play(s, "attack medium", "combat", dice=[5])) == 4


@rule("gazala", "13.1-c")
def test_chits_come_before_the_die() -> None:
    s = moving(position({"132/8": "2011", "10 Hus": "2010", "1 RB": "2010"}, axis_box=["Combat"]), "132/8")
    s = play(s, "attack medium")
    assert told(s, "odds")  # odds and modifiers are known
    s = play(s, "nomore", dice=[7])
    assert asked(s)[1] == "Losses"
    assert why_not(s, "combat").rule == "13.1-c"


@rule("gazala", "13.1-d")
def test_the_attacker_answers_first() -> None:
    s = play(moving(position(DUEL, axis_box=["Combat"], allied_box=["Combat"]), "5/1"), "attack medium")
    assert asked(s) == (AXIS, "Attack")
    s = play(s, "combat")
    assert asked(s) == (ALLIED, "Attack")
    s = play(s, "combat", dice=[5])
    assert row(s) == 5  # +1 and -1


def test_whoever_holds_any_chit_is_asked() -> None:
    """The question alone must not tell the other side what lies face down."""
    for held in ("Combat", "Extra Move", "Replacement"):
        s = play(moving(position(DUEL, allied_box=[held]), "5/1"), "attack medium")
        assert asked(s) == (ALLIED, "Attack")
        s = play(drawn(position(DUEL, allied_box=[held]), ALLIED, "22 Arm"), "single 10 Hus")
        assert asked(s) == (ALLIED, "ActionPhase")
        assert "ready" in offered_verbs(s)


@rule("gazala", "13.1-e")
def test_one_combat_chit_a_side() -> None:
    s = moving(position({"132/8": "2011", "Marine": "2010"}, axis_box=["Combat", "Combat"]), "132/8")
    s = play(s, "attack medium", "combat")
    assert why_not(s, "combat").rule == "13.1-e"
    s = play(s, "nomore", dice=[5])
    assert row(s) == 6
    assert box(s, AXIS) == ["Combat"]


# 13.2

BRIGADE = {"2 RGH": "1310", "3 CLY": "1410", "5 GH": "0910"}


@rule("gazala", "13.2-a")
def test_extra_move_activates_one_more_unit() -> None:
    s = drawn(position(BRIGADE, allied_box=["Extra Move"]), ALLIED, "22 Arm")
    s = play(s, "activate 22 Arm", "extra 5 GH")
    assert names(phase_of(s).active) == ["2 RGH", "3 CLY", "5 GH"]
    assert why_not(drawn(position({**BRIGADE, **DUEL}, allied_box=["Extra Move"]), ALLIED, "22 Arm"), "extra 5/1").rule == "4.0-a"


@rule("gazala", "13.2-b")
def test_extra_move_may_be_kept() -> None:
    s = drawn(
        position({**BRIGADE, "8 Hus": "2010"}, allied_box=["Extra Move"], allied_cup=["4 Arm"], actions=(1, 0)), ALLIED, "22 Arm"
    )
    s = play(s, "activate 22 Arm", "ready", "end", dice=[chit("4 Arm")])
    assert "extra 5 GH" in offered(s)


@rule("gazala", "13.2-c")
def test_extra_move_comes_before_the_first_move() -> None:
    s = drawn(position({"5/1": "2020", "5/2": "2018", "8/1": "2010"}, axis_box=["Extra Move"]), AXIS, "15/21 PZ")
    s = play(s, "activate 21 PZ", "ready", "move 5/1", "go 2019", "halt")
    assert why_not(s, "extra 8/1").rule == "13.2-c"


# 13.3

TANKERS = {"8/1": "1411", "132/8": "0517"}


def rebuilding(at: At, unit: str, side: int, **facts: object) -> State:
    facts["axis_box" if side == AXIS else "allied_box"] = ["Replacement"]
    s = drawn(position(at, **facts), side, "15/21 PZ" if side == AXIS else "4 Arm")  # type: ignore[arg-type]
    return play(s, f"rebuild {unit}")


@rule("gazala", "13.3-a")
def test_replacements_serve_armor_only() -> None:
    s = drawn(position({"10 Hus": "2010"}, dead=["Marine"], allied_box=["Replacement"]), ALLIED, "4 Arm")
    assert why_not(s, "rebuild Marine").rule == "13.3-a"


@rule("gazala", "13.3-b")
def test_a_replacement_may_be_kept() -> None:
    at = {"10 Hus": "2010", "8 Hus": "2020"}
    s = position(at, steps={"10 Hus": 1}, allied_box=["Replacement"], allied_cup=["4 Arm"], actions=(1, 0))
    s = play(drawn(s, ALLIED, "2 Arm"), "activate 2 Arm", "ready", "end", dice=[chit("4 Arm")])
    assert "strengthen 10 Hus" in offered(s)


@rule("gazala", "13.3-c")
def test_a_replacement_comes_before_the_first_move() -> None:
    at = {"8 Hus": "2616", "3 RTR": "2515"}
    s = drawn(position(at, steps={"8 Hus": 1}, allied_box=["Replacement"]), ALLIED, "4 Arm")
    built = play(s, "strengthen 8 Hus", "activate 4 Arm")
    assert steps(built, "8 Hus") == 2
    late = play(s, "activate 4 Arm", "ready", "move 3 RTR", "go 2514", "halt")
    assert why_not(late, "strengthen 8 Hus").rule == "13.3-c"


@rule("gazala", "13.3-d")
def test_any_formation_may_be_served() -> None:
    s = drawn(position({"Bays": "2010", "2 RGH": "2020"}, steps={"Bays": 1}, allied_box=["Replacement"]), ALLIED, "22 Arm")
    assert steps(play(s, "strengthen Bays"), "Bays") == 2
    s = drawn(position({**TANKERS, "Bays": "2010"}, steps={"8/1": 1}, allied_box=["Replacement"]), ALLIED, "22 Arm")
    assert why_not(s, "strengthen 8/1").rule == "13.3-d"


@rule("gazala", "13.3-e")
def test_a_step_is_restored() -> None:
    s = drawn(position(TANKERS, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    assert steps(play(s, "strengthen 8/1"), "8/1") == 3
    assert why_not(s, "strengthen 132/8").rule == "13.3-e"


@rule("gazala", "13.3-f")
def test_an_eliminated_unit_returns_with_one_step() -> None:
    s = rebuilding({"9 L": "2010"}, "10 Hus", ALLIED, dead=["10 Hus"])
    s = play(s, "rebuilt 2001")
    assert (where(s, "10 Hus"), values(s, "10 Hus")) == ("2001", (5, 3))
    s = drawn(position({"9 L": "2010"}, allied_box=["Replacement"]), ALLIED, "4 Arm")
    assert why_not(s, "rebuild 9 L").rule == "13.3-f"


@rule("gazala", "13.3-g")
def test_rebuilt_axis_units_appear_in_the_prohibited_zone() -> None:
    s = rebuilding({"2 LE": "1118", "8/1": "2020"}, "132/8", AXIS, dead=["132/8"])
    assert why_not(s, "rebuilt 1018").rule == "13.3-i"
    assert why_not(s, "rebuilt 2021").rule == "13.3-g"
    assert where(play(s, "rebuilt 0517"), "132/8") == "0517"


@rule("gazala", "13.3-h")
def test_rebuilt_allied_units_appear_on_the_north_or_east_edge() -> None:
    s = rebuilding({"9 L": "2010"}, "10 Hus", ALLIED, dead=["10 Hus"])
    assert {"rebuilt 2001", "rebuilt 3010"} <= set(offered(s))
    assert why_not(s, "rebuilt 2010").rule == "13.3-h"


@rule("gazala", "13.3-i")
def test_not_next_to_the_enemy() -> None:
    s = drawn(position({"8/1": "1411", "5 RTR": "1410"}, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    assert why_not(s, "strengthen 8/1").rule == "13.3-i"
    s = rebuilding({"9 L": "2010", "8/1": "2101"}, "10 Hus", ALLIED, dead=["10 Hus"])
    assert why_not(s, "rebuilt 2101").rule == "13.3-i"
    assert why_not(s, "rebuilt 2001").rule == "13.3-i"


@rule("gazala", "13.3-i2")
def test_only_in_a_supplied_hex() -> None:
    ring = [h for h in range(E.size) if E.hexes.distance(h, E.h("1411")) == 2]
    allies = [u for u in E.of_side[ALLIED]][: len(ring)]
    at = {E.names.text("unit", u): E.hexes.ids[h] for u, h in zip(allies, ring, strict=True)}
    s = drawn(position({"8/1": "1411", **at}, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    assert why_not(s, "strengthen 8/1").rule == "13.3-i2"
    del at[E.names.text("unit", allies[0])]
    s = drawn(position({"8/1": "1411", **at}, steps={"8/1": 2}, axis_box=["Replacement"]), AXIS, "15/21 PZ")
    s.supply[E.u("8/1")] = 2  # whatever marker it carries
    assert "strengthen 8/1" in offered(s)


@rule("gazala", "13.3-j")
def test_stacking_holds_for_rebuilt_units() -> None:
    s = rebuilding({"9 L": "2001", "Bays": "2001"}, "10 Hus", ALLIED, dead=["10 Hus"])
    assert why_not(s, "rebuilt 2001").rule == "13.3-j"


@rule("gazala", "13.3-k")
def test_a_rebuilt_unit_may_act_at_once() -> None:
    s = rebuilding({"3 RTR": "2515"}, "8 Hus", ALLIED, dead=["8 Hus"])
    s = play(s, "rebuilt 3010", "activate 4 Arm", "move 8 Hus")
    assert mp(s) == 24
    after = drawn(position({"3 RTR": "2515"}, dead=["8 Hus"], allied_box=["Replacement"]), ALLIED, "4 Arm")
    after = play(after, "activate 4 Arm", "rebuild 8 Hus", "rebuilt 3010")
    assert names(phase_of(after).active) == ["3 RTR", "8 Hus"]


# 13.4


def bombed(side: int, unit: str, die: int, at: At) -> State:
    name = "15/21 PZ" if side == AXIS else "2 Arm"
    s = drawing(side, ["Air", name], at, ["Air"])
    return play(s, f"bomb {unit}", dice=[die, chit(name)])


@rule("gazala", "13.4-b")
def test_a_sandstorm_grounds_the_air() -> None:
    s = drawing(AXIS, ["Sandstorm", "Air", "15/21 PZ"], DUEL, ["Sandstorm", "Air", "15/21 PZ"])
    assert asked(s) == (AXIS, "ActionPhase")
    assert told(s, "grounded")
    assert [E.names.text("chit", c) for c in s.played[AXIS]] == ["Air", "Sandstorm"]


@rule("gazala", "13.4-c")
def test_allied_air_attack() -> None:
    assert [is_disrupted(bombed(ALLIED, "5/1", die, DUEL), "5/1") for die in (0, 2, 3, 9)] == [True, True, False, False]
    assert steps(bombed(ALLIED, "5/1", 0, DUEL), "5/1") == 3


@rule("gazala", "13.4-d", "12.0-a")
def test_axis_air_attack() -> None:
    for die, left, disrupted in (
        (0, 1, False),
        (1, 1, False),
        (2, 2, True),
        (4, 2, True),
        (6, 2, True),
        (7, 2, False),
        (9, 2, False),
    ):
        s = bombed(AXIS, "10 Hus", die, DUEL)
        assert (steps(s, "10 Hus"), is_disrupted(s, "10 Hus")) == (left, disrupted), die
    s = drawing(AXIS, ["Air", "15/21 PZ"], DUEL, ["Air"])
    assert why_not(s, "bomb 5/1").rule == "13.4-c"


@rule("gazala", "13.4-e")
def test_fortifications_help_against_axis_air() -> None:
    at = {"3/12 FR": "2705", "5/1": "2020"}
    s = bombed(AXIS, "3/12 FR", 1, at)
    assert (where(s, "3/12 FR"), is_disrupted(s, "3/12 FR")) == ("2705", True)
    assert not is_disrupted(bombed(AXIS, "3/12 FR", 5, at), "3/12 FR")
    assert is_disrupted(bombed(AXIS, "3/12 FR", 4, at), "3/12 FR")


@rule("gazala", "13.4-f")
def test_an_air_attack_is_optional() -> None:
    s = drawing(ALLIED, ["Air", "2 Arm"], DUEL, ["Air"])
    s = play(s, "pass", dice=[chit("2 Arm")])
    assert [E.names.text("chit", c) for c in s.played[ALLIED]] == ["Air"]


# 13.5


@rule("gazala", "13.5-a")
def test_a_sandstorm_takes_two_thirds_of_the_allowance() -> None:
    s = drawing(ALLIED, ["Sandstorm", "4 Arm"], {"5 RTR": "2615"}, ["Sandstorm", "4 Arm"])
    assert mp(play(s, "activate 4 Arm", "move 5 RTR")) == 8


@rule("gazala", "13.5-b")
def test_a_sandstorm_stops_weakened_units() -> None:
    for facts in ({"disrupted": ["5 RTR"]}, {"unsupplied": ["5 RTR"]}, {"isolated": ["5 RTR"]}):
        s = position({"5 RTR": "2615", "3 RTR": "2515"}, **facts)  # type: ignore[arg-type]
        assert why_not(acting(s, "5 RTR", "3 RTR", storm=True), "move 5 RTR").rule == "12.0-d"


@rule("gazala", "13.5-c")
def test_a_sandstorm_hits_only_the_own_coming_action() -> None:
    s = position(
        {"5/1": "2020", "5 RTR": "2615"}, axis_cup=["Sandstorm", "15/21 PZ", "Ariete/Trieste"], allied_cup=["4 Arm"], actions=(1, 2)
    )
    s = in_turn(s, ACTIONS, dice=[chit("Sandstorm"), chit("15/21 PZ")])
    s = play(s, "single 5/1", "end", dice=[chit("4 Arm")])
    moved = play(s, "activate 4 Arm", "move 5 RTR")
    assert mp(moved) == 24
    s = play(moved, "halt", dice=[chit("Ariete/Trieste")])
    assert mp(play(s, "single 5/1", "move 5/1")) == 24


@rule("gazala", "13.5-d")
def test_a_sandstorm_limits_attacks() -> None:
    s = play(acting(position({"5 RTR": "2010", "104/1": "2009"}), "5 RTR", storm=True), "move 5 RTR")
    assert "attack light" in offered(s)
    assert why_not(s, "attack medium").rule == "11.0-c"


# 13.6


@rule("gazala", "13.6-a")
def test_anti_tank_chit_takes_an_armor_step() -> None:
    s = moving(position({"10 Hus": "2010", "9 L": "2109", "5/1": "2110"}, axis_box=["Anti-Tank"]), "10 Hus")
    s = play(s, "attack medium", "join 9 L", "antitank", dice=[4])
    assert asked(s) == (ALLIED, "Losses")
    assert offered(s) == ["lose 10 Hus", "lose 9 L"]
    s = play(s, "lose 9 L")
    assert steps(s, "9 L") == 1


@rule("gazala", "13.6-b")
def test_anti_tank_chit_comes_before_the_die() -> None:
    s = moving(position({"132/8": "2011", "10 Hus": "2010", "1 RB": "2010"}, axis_box=["Anti-Tank"]), "132/8")
    s = play(s, "attack medium", "nomore", dice=[7])
    assert why_not(s, "antitank").rule == "13.6-b"


@rule("gazala", "13.6-c")
def test_its_loss_comes_before_all_others() -> None:
    at = {"5/1": "2011", "10 Hus": "2010", "Marine": "2010"}
    s = moving(position(at, steps={"10 Hus": 1}, axis_box=["Anti-Tank"]), "5/1")
    s = play(s, "attack medium", "antitank", dice=[7])  # 15 to 12: */*
    assert (where(s, "10 Hus"), where(s, "Marine")) == ("dead", "dead")
    s = moving(position({"10 Hus": "2010", "9 L": "2109", "5/1": "2110"}, steps={"10 Hus": 1}, axis_box=["Anti-Tank"]), "10 Hus")
    s = play(s, "attack medium", "join 9 L", "antitank", "lose 10 Hus", dice=[6])  # */* with the active unit gone
    assert (where(s, "10 Hus"), steps(s, "9 L")) == ("dead", 1)


@rule("gazala", "13.6-d")
def test_pavia_brescia_and_trieste_cannot_use_it_alone() -> None:
    s = moving(position({"44 RTR": "2010", "65/1": "2011"}, axis_box=["Anti-Tank"]), "44 RTR")
    assert why_not(play(s, "attack light"), "antitank").rule == "13.6-d"
    s = moving(position({"44 RTR": "2010", "65/1": "2011", "5/1": "2110"}, axis_box=["Anti-Tank"]), "44 RTR")
    assert "antitank" in offered(play(s, "attack light"))


@rule("gazala", "13.6-e")
def test_it_needs_allied_armor() -> None:
    s = moving(position({"5/1": "2011", "Marine": "2010"}, axis_box=["Anti-Tank"]), "5/1")
    assert why_not(play(s, "attack light"), "antitank").rule == "13.6-e"


@rule("gazala", "13.6-f")
def test_two_of_them_in_one_combat() -> None:
    s = moving(position({"5/1": "2011", "10 Hus": "2010"}, axis_box=["Anti-Tank", "Anti-Tank"]), "5/1")
    s = play(s, "attack light", "antitank", "antitank", dice=[5])
    assert where(s, "10 Hus") == "dead"


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


# 15.0 scheduled replacements


@rule("gazala", "15.0-h")
def test_scheduled_replacements_come_in_the_supply_phase() -> None:
    s = position({"10 Hus": "2010", "9 L": "2012", "Bays": "2014", "8 Hus": "2016"}, turn="May 29",
                 steps={"10 Hus": 1, "9 L": 1, "Bays": 1, "8 Hus": 1})  # fmt: skip
    s = in_turn(s, TANKS)
    assert asked(s) == (ALLIED, "Turn")
    s = play(s, "strengthen 10 Hus", "strengthen 9 L", "strengthen Bays", dice=[1, 2])
    assert [steps(s, u) for u in ("10 Hus", "9 L", "Bays", "8 Hus")] == [2, 2, 2, 1]


@rule("gazala", "15.0-i")
def test_two_of_them_bring_back_a_whole_unit() -> None:
    s = in_turn(position({"9 L": "2012"}, turn="May 29", dead=["10 Hus"]), TANKS)
    s = play(s, "rebuild 10 Hus", "rebuilt 3010", "strengthen 10 Hus", dice=[1, 2])
    assert (where(s, "10 Hus"), steps(s, "10 Hus")) == ("3010", 2)


@rule("gazala", "15.0-j")
def test_unused_replacements_are_lost() -> None:
    s = in_turn(position({"9 L": "2012"}, turn="June 9-10", scenario=1), TANKS, dice=[1, 2])
    assert told(s, "tanks") == [(1,)]
    assert s.tanks == 0
    s = in_turn(position({"9 L": "2012"}, turn="May 29", steps={"9 L": 1}), TANKS)
    assert play(s, "done", dice=[1, 2]).tanks == 0


@rule("gazala", "15.1-k")
def test_june_9() -> None:
    s = in_turn(position({"7 RTR": "2012"}, turn="June 9-10", scenario=1, steps={"7 RTR": 1}), TANKS)
    assert steps(play(s, "strengthen 7 RTR", dice=[1, 2]), "7 RTR") == 2
