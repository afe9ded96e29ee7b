"""13.0 Tactical Chits: holding and playing them, Combat, Extra Move, Air, Sandstorm, Anti-Tank."""

from __future__ import annotations

from sandtable.kernel.play import options
from sandtable.titles.gazala.state import State
from tests.kit import asked, offered, offered_verbs, play, rule, told, why_not
from tests.titles.gazala.board import (
    ACTIONS,
    ALLIED,
    AXIS,
    BRIGADE,
    At,
    E,
    acting,
    chit,
    drawing,
    drawn,
    in_turn,
    is_disrupted,
    moving,
    mp,
    names,
    phase_of,
    position,
    row,
    steps,
    where,
)

DUEL = {"10 Hus": "2010", "5/1": "2011"}


def box(s: State, side: int) -> list[str]:
    return [E.names.text("chit", c) for c in s.boxes[side]]


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
        assert (steps(s, "10 Hus"), s.disrupted[E.u("10 Hus")]) == (left, int(disrupted)), die
    s = drawing(AXIS, ["Air", "15/21 PZ"], DUEL, ["Air"])
    assert why_not(s, "bomb 5/1").rule == "13.4-c"
    assert ("bomb", E.u("10 Hus"), 0) in options(s)


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
def test_anti_tank_chit_takes_an_armour_step() -> None:
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
def test_it_needs_allied_armour() -> None:
    s = moving(position({"5/1": "2011", "Marine": "2010"}, axis_box=["Anti-Tank"]), "5/1")
    assert why_not(play(s, "attack light"), "antitank").rule == "13.6-e"


@rule("gazala", "13.6-f")
def test_two_of_them_in_one_combat() -> None:
    s = moving(position({"5/1": "2011", "10 Hus": "2010"}, axis_box=["Anti-Tank", "Anti-Tank"]), "5/1")
    s = play(s, "attack light", "antitank", "antitank", dice=[5])
    assert where(s, "10 Hus") == "dead"
