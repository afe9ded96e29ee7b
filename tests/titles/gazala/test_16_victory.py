"""16.0 Victory Conditions, 17.0 Scenarios."""

from __future__ import annotations

from sandtable.kernel.play import is_over
from sandtable.titles.gazala.frames import SetUp
from sandtable.titles.gazala.state import State
from sandtable.titles.gazala.victory import outcome, total, turn_points
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    NEXT,
    POINTS,
    RECOVERY,
    At,
    E,
    chit,
    in_turn,
    is_used,
    names,
    position,
    run,
    start,
    where,
)

FORTS = {"1504": "3 CG", "1605": "2 SG", "2705": "3/12 FR", "1118": "2 LE", "1218": "3 LE", "1219": "BM 2", "1318": "Marine"}
FIVE = {"5/1": "1901", "5/2": "1901", "8/1": "2001", "8/2": "2001", "104/1": "2101"}


def scored(at: At, **facts: object) -> int:
    s = position(at, **facts)  # type: ignore[arg-type]
    return in_turn(s, POINTS, dice=[1, 2]).points


@rule("gazala", "16.0-a")
def test_four_supplied_units_on_the_north_edge() -> None:
    assert scored(FIVE) == 1
    assert scored(FIVE, unsupplied=["8/1"]) == 1
    assert scored(FIVE, unsupplied=["8/1", "104/1"]) == 0
    assert scored(FIVE, isolated=["8/1", "104/1"]) == 0


@rule("gazala", "16.0-b")
def test_a_unit_in_2803() -> None:
    assert scored({"580 Rec": "2803"}) == 1
    assert scored({"580 Rec": "2803"}, isolated=["580 Rec"]) == 1
    assert scored({"9 L": "2803"}) == 0


@rule("gazala", "16.0-b2")
def test_both_points_in_one_phase() -> None:
    assert scored({**FIVE, "580 Rec": "2803"}) == 2


@rule("gazala", "16.0-c")
def test_the_track_ends_at_19() -> None:
    assert scored({"580 Rec": "2803"}, points=19) == 19
    assert scored({**FIVE, "580 Rec": "2803"}, points=18) == 19
    s = position({"5/1": "2020"}, points=19, dead=["10 Hus"])
    assert total(s, AXIS).total == 21


@rule("gazala", "16.0-d")
def test_scenario_one_starts_with_two_points() -> None:
    assert start(0, dice=[7]).points == 2


@rule("gazala", "17.0-C-c")
def test_the_campaign_starts_with_none() -> None:
    assert start(1, dice=[7]).points == 0


@rule("gazala", "16.0-e")
def test_the_allies_score_nothing_during_play() -> None:
    s = in_turn(position({**FIVE, "10 Hus": "0201", "9 L": "2803"}), POINTS, dice=[1, 2])
    assert s.points == 1
    assert total(s, ALLIED).total == 0
    assert all(term.rule.startswith(("16.0", "13.7")) for term in turn_points(position({**FIVE, "5/1": "2803"})).terms)


def with_losses(allied: int, axis: int) -> State:
    """Steps are gone from the first units of each side."""
    s = position({})
    for side, lost in ((ALLIED, allied), (AXIS, axis)):
        for u in E.of_side[side]:
            taken = min(lost, E.full[u])
            s.steps[u] -= taken
            lost -= taken
    return s


@rule("gazala", "16.0-f")
def test_a_point_for_each_allied_step() -> None:
    assert total(with_losses(30, 0), AXIS).total == 30


@rule("gazala", "16.0-g")
def test_two_points_for_each_axis_step() -> None:
    assert total(with_losses(0, 14), ALLIED).total == 28


@rule("gazala", "16.0-h")
def test_replaced_steps_are_not_lost() -> None:
    s = position({"10 Hus": "2001"}, steps={"10 Hus": 1})  # it lost two and got one back
    assert total(s, AXIS).total == 1


def ended(s: State) -> State:
    s.turn = 6
    return in_turn(s, NEXT)


@rule("gazala", "16.0-i")
def test_the_higher_total_wins() -> None:
    tie = with_losses(28, 14)
    result = outcome(ended(tie))
    assert result is not None
    assert (result.winner, result.score) == (-1, (28, 28))
    more = with_losses(29, 14)
    result = outcome(ended(more))
    assert result is not None
    assert result.winner == AXIS
    result = outcome(ended(with_losses(27, 14)))
    assert result is not None
    assert result.winner == ALLIED
    assert outcome(start(dice=[7])) is None


@rule("gazala", "17.0-S1-a")
def test_scenario_one_ends_after_june_1() -> None:
    s = in_turn(position({"5/1": "2020"}, turn="June 1-2"), RECOVERY)
    assert is_over(s)
    assert told(s, "over")
    s = in_turn(position({"5/1": "2020"}, turn="May 30-31"), RECOVERY, dice=[1, 2])
    assert not is_over(s)


@rule("gazala", "17.0-C-a")
def test_the_campaign_goes_on() -> None:
    s = in_turn(position({"5/1": "2020"}, turn="June 1-2", scenario=1), RECOVERY, dice=[1, 2])
    assert E.names.text("turn", s.turn) == "June 3-4"
    assert is_over(in_turn(position({"5/1": "2020"}, turn="June 13-14", scenario=1), RECOVERY))
    one, campaign = start(0, dice=[7]), start(1, dice=[7])
    assert one.where == campaign.where


@rule("gazala", "17.0-S1-b")
def test_fortified_hexes_in_scenario_one() -> None:
    held = {FORTS[hex]: hex for hex in ("1504", "1605", "2705", "1218", "1219")}
    assert total(position(held), ALLIED).total == 5
    assert total(position({unit: hex for hex, unit in FORTS.items()}), ALLIED).total == 7
    assert total(position({"5/1": "1504"}), ALLIED).total == 0


@rule("gazala", "17.0-C-b")
def test_fortified_hexes_in_the_campaign() -> None:
    assert total(position({"3/12 FR": "2705", "3 LE": "1218"}, scenario=1), ALLIED).total == 5
    assert total(position({unit: hex for hex, unit in FORTS.items()}, scenario=1), ALLIED).total == 3 * 2 + 4 * 3


# 17.0 Set-up


def setting(unit: str, side: int, at: At | None = None) -> State:
    """Free set-up has come to that unit."""
    return run(position(at or {}, turn="May 27 AM"), SetUp(side, (E.u(unit),)))


def area(unit: str) -> set[str]:
    return {text.split()[-1] for text in offered(setting(unit, E.side[E.u(unit)]))}


def within(centre: str, radius: int) -> set[str]:
    return {id for id in E.hexes.ids if E.hexes.distance(E.h(centre), E.h(id)) <= radius}


@rule("gazala", "17.0-S1-c")
def test_the_allies_set_up_first_one_unit_a_hex() -> None:
    s = start(free=True)
    assert asked(s) == (ALLIED, "SetUp")
    s = setting("4 GH", ALLIED, {"4 EY": "0810"})
    assert why_not(s, "put 4 GH 0810").rule == "17.0-S1-c"
    assert "put 4 GH 0811" in offered(s)
    s = start(dice=[7])
    assert [u for u in E.of_side[ALLIED] if s.used[u]] == [E.u("2 RB"), E.u("9 KRR")]


@rule("gazala", "17.0-S1-d1")
def test_set_up_of_3_ind() -> None:
    assert area("PAVO") == area("2 RL") == area("18 Cav") == within("1520", 1)
    assert "1421" in area("PAVO")
    assert "1522" not in E.hexes.number


@rule("gazala", "17.0-S1-d2")
def test_set_up_of_7_motor() -> None:
    assert area("2 RB") == area("9 KRR") == within("2720", 2)
    s = start(free=True)
    while not offered(s)[0].startswith("put 2 RB"):
        s = play(s, offered(s)[0])
    s = play(s, "put 2 RB 2718")
    assert is_used(s, "2 RB")


@rule("gazala", "17.0-S1-d3")
def test_set_up_of_9_ind() -> None:
    assert area("3/12 FR") == {"2705"}
    assert why_not(setting("3/12 FR", ALLIED), "put 3/12 FR 2706").rule == "17.0-S1-c"


@rule("gazala", "17.0-S1-d4")
def test_set_up_of_1_ff() -> None:
    assert all(area(unit) == {"1118", "1218", "1219", "1318"} for unit in ("2 LE", "3 LE", "BM 2", "Marine"))
    s = setting("3 LE", ALLIED, {"2 LE": "1118"})
    assert why_not(s, "put 3 LE 1118").rule == "17.0-S1-c"


@rule("gazala", "17.0-S1-d5")
def test_set_up_of_201_gd() -> None:
    assert all(area(unit) == {"1504", "1605"} for unit in ("3 CG", "2 SG", "9 RB", "2 RHA"))
    s = setting("2 RHA", ALLIED, {"3 CG": "1504", "2 SG": "1504"})
    assert why_not(s, "put 2 RHA 1504").rule == "17.0-S1-d5"


@rule("gazala", "17.0-S1-d6")
def test_set_up_of_150_inf() -> None:
    assert area("5 GH") == within("0810", 2)
    assert "0812" in area("5 GH")


@rule("gazala", "17.0-S1-d7")
def test_set_up_of_22_arm() -> None:
    assert area("2 RGH") == within("1310", 1)
    assert "1411" in area("2 RGH")


@rule("gazala", "17.0-S1-d8")
def test_set_up_of_4_arm() -> None:
    assert area("8 Hus") == within("2615", 3)
    assert "2915" in area("8 Hus")


@rule("gazala", "17.0-S1-d9")
def test_set_up_of_2_arm() -> None:
    assert area("10 Hus") == within("1901", 1)
    assert "1801" in area("10 Hus")


@rule("gazala", "17.0-S1-d10")
def test_set_up_of_1_atb() -> None:
    assert area("44 RTR") == within("0806", 1)
    assert "0905" in area("44 RTR")


@rule("gazala", "17.0-S1-d11")
def test_set_up_of_69_inf() -> None:
    assert area("5 EY") == within("0201", 3)
    assert "0204" in area("5 EY")
    assert why_not(setting("6 GH", ALLIED), "put 6 GH 0404").rule == "17.0-S1-c"
    assert all(E.area_69[E.h(hex)] for hex in area("5 EY"))


@rule("gazala", "17.0-S1-e")
def test_the_axis_may_start_stacked() -> None:
    s = setting("132/9", AXIS, {"132/8": "1320"})
    assert "put 132/9 1320" in offered(s)
    s = setting("132/10", AXIS, {"132/8": "1320", "132/9": "1320"})
    assert why_not(s, "put 132/10 1320").rule == "17.0-S1-e"
    s = start(dice=[7])
    assert not any(s.used[u] for u in E.of_side[AXIS])
    assert names(s.stack[E.h("1320")]) == ["132/8", "132/9"]


@rule("gazala", "17.0-S1-f1")
def test_set_up_of_trieste() -> None:
    assert area("65/1") == area("11 Arm") == within("0517", 3)
    assert "put 65/2 0816" in offered(setting("65/2", AXIS, {"65/1": "0816"}))
    assert [row.id for row in E.unit_rows if row.formation == "Trieste"] == ["65/1", "65/2", "66/1", "66/2", "9 Ber", "11 Arm"]


@rule("gazala", "17.0-S1-f2")
def test_set_up_of_ariete() -> None:
    assert area("12 Ber") == within("1321", 1)
    s = setting("12 Ber", AXIS, {"18 Cav": "1521"})
    assert "put 12 Ber 1421" in offered(s)
    s = setting("12 Ber", AXIS, {"PAVO": "1421"})
    assert why_not(s, "put 12 Ber 1421").rule == "17.0-S1-f2"


@rule("gazala", "17.0-S1-f3")
def test_set_up_of_pavia() -> None:
    assert area("27") == within("0110", 2)
    s = setting("28", AXIS, {"27": "0309"})
    assert "put 28 0209" in offered(s)
    assert why_not(s, "put 28 0309").rule == "17.0-S1-e"


@rule("gazala", "18.0-c")
def test_trieste_and_pavia_can_start_next_to_the_mines() -> None:
    for unit, hex in (("65/1", "0816"), ("27", "0309")):
        assert hex in area(unit)
        assert any(side in E.mined_sides[1] for side in E.sides[E.h(hex)])
    s = start(dice=[chit("15/21 PZ")])
    assert (where(s, "65/1"), where(s, "27")) == ("0816", "0309")
