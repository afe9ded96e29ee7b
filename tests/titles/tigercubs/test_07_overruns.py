"""7.E Overruns: odds, costs, percentage losses, who slips away, what is taken."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.play import Event, read
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.combat_strength import counter_strength, defence_strength
from sandtable.titles.tigercubs.face.forecast import forecast
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, Combat, Move, MovementPhase, Overrun
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, FIVE_DAY
from sandtable.titles.tigercubs.overruns import charge_odds, largest_loss, lost_strength, overrun_odds
from sandtable.titles.tigercubs.scales import GSP, MP
from sandtable.titles.tigercubs.state import DEAD, FIRED_AA, State
from tests.kit import asked, offered, play, rule, settled, told, why_not
from tests.titles.tigercubs.position import E, p, position, u


def riding(at: dict[str, str], *units: str, side: int = ALLIED, armed: bool = True, **more: Any) -> State:
    """A stack on its way, all combat units in Offensive Supply."""
    s = position(at, frame=MovementPhase(side), **more)
    s.phasing = side
    for unit in range(E.units):
        s.offensive[unit] = int(armed and E.role[unit] == COMBAT_UNIT)
    s = settled(s)
    s.begin(Move(side, tuple(sorted([u(name) for name in units])), IN_MOVEMENT))
    return settled(s)


def odds(s: State, target: str, *units: str) -> int:
    return overrun_odds(s, tuple([u(name) for name in units]), p(target))


def most(s: State, target: str, odds: int, *units: str) -> Fraction:
    side = E.side[u(units[0])]
    prey = tuple([x for x in s.stack[p(target)] if E.side[x] != side])
    return Fraction(largest_loss(s, Overrun(side, tuple([u(n) for n in units]), p(target), IN_MOVEMENT, odds), prey))


# Odds


@rule("tigercubs", "7.E.1", "7.E.1.a", "2.I.5")
@pytest.mark.parametrize("scale", [0, FIVE_DAY])
def test_an_overrun_takes_seven_to_one(scale: int) -> None:
    at = {"B-7AD": "1410", "B-22G": "1410", "G-Oas300": "1409"}
    s = riding(at, "B-7AD", scale=scale)
    assert odds(s, "1409", "B-7AD") == 6
    assert why_not(s, "overrun 1409").rule == "7.E.1.a"
    s = riding(at, "B-7AD", "B-22G", scale=scale)
    assert odds(s, "1409", "B-7AD", "B-22G") == 8  # 26 : 3, the fraction is dropped
    s = riding({"B-7AD": "1410", "I-Meh": "1409"}, "B-7AD", scale=scale)
    assert odds(s, "1409", "B-7AD") == 51
    s = play(s, "overrun 1409")  # nobody asks the defender, and a (1) at 12:1 or more costs nothing
    assert s.where[u("I-Meh")] == DEAD
    assert s.where[u("B-7AD")] == p("1409")
    assert [told(s, what) for what in ("overrun", "eliminated", "advances")] == [
        [(u("B-7AD"), p("1409"), 51)],
        [(u("I-Meh"),)],
        [(u("B-7AD"), p("1409"))],
    ]


@rule("tigercubs", "7.E.1.a")
def test_supply_and_ground_count_as_in_any_combat() -> None:
    at = {"B-7AD": "1410", "B-22G": "1410", "G-Oas300": "1409"}
    s = riding(at, "B-7AD", "B-22G", armed=False)
    assert odds(s, "1409", "B-7AD", "B-22G") == 6  # 26 × 0.75 : 3
    s = riding(at, "B-7AD", "B-22G")
    s.works = {p("1409"): 4}
    assert odds(s, "1409", "B-7AD", "B-22G") == 4


@rule("tigercubs", "7.E.1.a", "9.C.5")
def test_of_equal_contingents_the_overrunner_counts_the_weaker_at_half() -> None:
    at = {"G-PzJ39": "1410", "G-PzJ605": "1410", "I-8B": "1410", "B-13L": "1409"}  # 1 SP each: 1.5 and 2.8
    assert odds(riding(at, "I-8B", side=AXIS), "1409", "G-PzJ39", "G-PzJ605", "I-8B") == 4  # 3.55 : 0.75, not 2.9 : 0.75
    at = {"G-SR104": "1410", "I-8B": "1410", "B-65": "1409"}
    assert odds(riding(at, "I-8B", side=AXIS), "1409", "G-SR104", "I-8B") == 14  # 7.4 : 0.5


@rule("tigercubs", "7.E.1.c.iv")
def test_no_defence_at_all_is_overrun_at_the_last_line_of_the_costs() -> None:
    s = riding({"B-11H": "1410", "G-Bau": "1409"}, "B-11H")
    assert odds(s, "1409", "B-11H") == 15
    s = play(s, "overrun 1409")
    assert (s.where[u("G-Bau")], s.spent[u("B-11H")]) == (DEAD, (1 + 1) * MP)
    s = riding({"B-SAE": "1410", "G-Bau": "1409"}, "B-SAE")
    assert why_not(s, "overrun 1409").rule == "7.E.1.a"  # nobody overruns without strength


@rule("tigercubs", "7.E.1.a")
def test_the_quick_answer_is_never_wrong() -> None:
    at = {"B-7AD": "1410", "B-22G": "1410", "B-7Md": "1410"}
    for prey in ("G-Oas300", "I-Meh", "G-Bau", "G-SR104", "I-61", "G-Fl33", "I-Gen"):
        for state in (None, "E2", "U1", "U3"):
            s = riding({**at, prey: "1409"}, "B-7AD", states={prey: state} if state else {})
            for units in (("B-7AD",), ("B-22G",), ("B-7AD", "B-22G", "B-7Md")):
                found = odds(s, "1409", *units)
                assert charge_odds(s, tuple([u(n) for n in units]), p("1409")) == (
                    found if found >= 7 else pytest.approx(0, abs=6.9)
                )


# Losses


@rule("tigercubs", "7.E.1.a.iv", "7.E.1", "2.C.1.b", "2.C.1.e")
def test_the_worked_example_and_its_rounding() -> None:
    assert lost_strength(4 * 4, 65) == 11  # 10.4 up
    assert lost_strength(16, 100) == 16
    assert lost_strength(Fraction(22, 10), 50) == 2
    assert lost_strength(3, 50) == 2
    assert lost_strength(2 * 2, 30) == 2
    assert lost_strength(3 * 2, 50) == 3  # exact: not rounded


@rule("tigercubs", "7.E.1.a.i", "7.E.1.a.ii", "7.E.1.a.iii", "7.E.1.a.iv")
@pytest.mark.parametrize(("odds", "times"), [(7, 4), (8, 3), (9, 2), (10, 1), (11, 1), (12, 1), (15, 1), (40, 1)])
def test_the_largest_loss_by_odds(odds: int, times: int) -> None:
    s = riding({"B-7AD": "1410", "G-Oas300": "1409"}, "B-7AD")
    assert most(s, "1409", odds, "B-7AD") == times * 3


@rule("tigercubs", "7.E.1.a-c")
def test_the_greater_of_attack_and_defence_counts() -> None:
    s = riding({"G-15Pz": "1410", "B-9T": "1409"}, "G-15Pz", side=AXIS)
    f = Combat(AXIS, p("1409"), (u("G-15Pz"),), (u("B-9T"),))
    assert (counter_strength(s, f), defence_strength(s, f)) == (Fraction(22, 10), Fraction(11, 10))
    assert most(s, "1409", 10, "G-15Pz") == Fraction(22, 10)
    s = play(s, "overrun 1409", dice=[50])
    assert s.reduced[u("G-15Pz")]  # 2 points: the reduced side is the least that can go
    assert s.where[u("B-9T")] == DEAD


@rule("tigercubs", "11.A.1.a.ii", "7.E.1.a-c", "9.G.3-b")
def test_heavy_aa_that_fired_at_aircraft_has_no_attack_strength_to_cost_an_overrunner() -> None:
    for agreed, both in ((False, (3, 3)), (True, (0, Fraction(3, 2)))):
        s = position({"G-Fl33": "1407", "G-SR104": "1407", "B-7AD": "1408"}, heavy_aa=agreed)
        s.did[u("G-Fl33")] = FIRED_AA
        f = Combat(ALLIED, p("1407"), (u("B-7AD"),), (u("G-Fl33"),))
        assert (counter_strength(s, f), defence_strength(s, f)) == both


@rule("tigercubs", "7.E.1.a-b")
def test_weaklings_cost_nothing_at_twelve_to_one() -> None:
    s = riding({"G-PzR8": "1410", "B-13L": "1409"}, "G-PzR8", side=AXIS)
    assert odds(s, "1409", "G-PzR8") == 36
    assert play(s, "overrun 1409").where[u("G-PzR8")] == p("1409")  # no roll
    assert most(s, "1409", 12, "G-PzR8") == 0
    assert most(s, "1409", 11, "G-PzR8") == most(s, "1409", 9, "G-PzR8") / 2 == Fraction(1, 2)


@rule("tigercubs", "7.E.1.a-n", "7.E.1.c.ii")
def test_the_overrunner_chooses_what_he_loses() -> None:
    at = {"B-7AB": "1410", "B-22G": "1410", "B-11I": "1410", "G-Oas300": "1409"}
    s = riding(at, "B-7AB", "B-22G", "B-11I")
    s = play(s, "overrun 1409", dice=[90])  # 26 : 3 = 8:1, three times 3 points, 8.1 up to 9
    assert asked(s) == (ALLIED, "Overrun")
    assert offered(s) == ["pay B-7AB", "pay B-11I", "pay B-22G"]
    one = play(s, "pay B-7AB")
    assert [one.where[u(name)] for name in ("B-7AB", "B-22G", "B-11I")] == [DEAD, p("1409"), p("1409")]
    assert one.score[AXIS] == 6 * 2 * 2
    two = play(s, "pay B-22G")
    assert asked(two) == (ALLIED, "Overrun")  # 8 of 9 are paid
    assert why_not(two, "pay B-22G").rule == "7.E.1.a-n"


@rule("tigercubs", "7.E.1.c.ii")
def test_reduced_sides_do_not_save_the_overrun() -> None:
    s = riding({"B-7AD": "1410", "B-4ID": "1410", "B-1SAD": "1410", "B-9A": "1410", "I-Bre": "1409"}, "B-7AD", "B-4ID", "B-1SAD",
               "B-9A", states={"I-Bre": "U2"})  # fmt: skip
    s = play(s, "overrun 1409", dice=[1])
    s = play(s, offered(s)[0]) if asked(s)[1] == "Overrun" else s
    assert s.where[u("I-Bre")] == DEAD
    assert not s.reduced[u("I-Bre")]
    assert s.lost_hexes == (p("1409"),)


# Entry


@rule("tigercubs", "7.E.1.b", "7.E.1.e")
def test_movement_points_for_the_overrun_and_the_hex() -> None:
    at = {"B-7AD": "1410", "B-22G": "1410", "G-Oas300": "1409"}
    s = riding(at, "B-7AD", "B-22G")
    s.spent[u("B-22G")] = 7 * MP  # 12 less 7: one too few for 5 and the desert
    assert why_not(s, "overrun 1409").rule == "7.E.1.e"
    s.spent[u("B-7AD")] = 15 * MP
    assert why_not(s, "overrun 1409").rule == "7.E.1.b"  # nobody can pay
    s.spent[u("B-7AD")] = 0
    s.spent[u("B-22G")] = 6 * MP
    s = play(s, "overrun 1409", dice=[1])
    assert s.spent[u("B-7AD")] == 6 * MP
    assert {s.where[u(name)] for name in ("B-7AD", "B-22G") if s.where[u(name)] != DEAD} <= {p("1409"), p("1410")}


@rule("tigercubs", "7.E.1.d", "X-1")
def test_who_can_slips_away_from_an_overrun() -> None:
    s = riding({"G-15Pz": "1409", "B-11H": "1408"}, "G-15Pz", side=AXIS)
    assert odds(s, "1408", "G-15Pz") == 18
    s = play(s, "overrun 1408")
    assert asked(s) == (ALLIED, "Retreats")
    s = play(s, "slip B-11H 1407") if "slip B-11H 1407" in offered(s) else play(s, offered(s)[0])
    assert s.where[u("B-11H")] != DEAD
    assert s.where[u("G-15Pz")] == p("1408")
    assert s.spent[u("G-15Pz")] == (1 + 1) * MP  # the desert and one point more


@rule("tigercubs", "7.E.1.d")
def test_who_slipped_away_from_one_overrun_slips_away_from_the_next() -> None:
    s = play(riding({"G-15Pz": "1409", "B-11H": "1408"}, "G-15Pz", side=AXIS), "overrun 1408", "slip B-11H 1407")
    s = play(s, "overrun 1407")
    assert asked(s) == (ALLIED, "Retreats")
    s = play(s, next(text for text in offered(s) if text.startswith("slip B-11H")))
    assert s.where[u("B-11H")] not in (DEAD, p("1407"))
    assert s.where[u("G-15Pz")] == p("1407")


@rule("tigercubs", "7.E.1.d")
def test_nobody_slips_away_from_others() -> None:
    s = riding({"G-15Pz": "1409", "G-5le": "1409", "B-11H": "1408", "B-18C": "1408"}, "G-15Pz", "G-5le", side=AXIS)
    s = play(s, "overrun 1408", dice=[1])
    s = play(s, offered(s)[0]) if asked(s)[1] == "Overrun" else s
    assert told(s, "retreats") == []
    assert s.where[u("B-11H")] == s.where[u("B-18C")] == DEAD


@rule("tigercubs", "7.E.1.d")
def test_not_even_headquarters_slip_away_from_others_in_an_overrun() -> None:
    at = {"G-15Pz": "1409", "G-5le": "1409", "B-18C": "1408", "H-WDF": "1408"}
    s = play(riding(at, "G-15Pz", "G-5le", side=AXIS), "overrun 1408", dice=[1])
    s = play(s, offered(s)[0]) if asked(s)[1] == "Overrun" else s
    assert s.where[u("H-WDF")] == s.where[u("B-18C")] == DEAD
    alone = play(riding({"G-15Pz": "1409", "H-WDF": "1408", "B-11H": "1408"}, "G-15Pz", side=AXIS), "overrun 1408")
    assert asked(alone) == (ALLIED, "Retreats")  # all of them can


@rule("tigercubs", "7.E.1.e", "7.B.1.a.v.1", "7.H.1.b")
def test_a_stack_that_overruns_goes_in_as_one() -> None:
    """4 SP in small units: their zone holds a hex beside the way, and it is not lost while some of them are in and some are not."""
    parts = ("G-PzR8", "G-SR104", "G-SR115", "G-K15", "G-PzJ33")
    at = {**dict.fromkeys(parts, "1409"), "B-13L": "1408", "B-9A": "1209"}
    s = riding(at, *parts, side=AXIS, owned=dict.fromkeys(("1309", "1409"), "axis"))
    s.works = {p("1309"): 1}
    s = play(s, "overrun 1408")
    assert {s.where[u(part)] for part in parts} == {p("1408")}
    assert s.works == {p("1309"): 1}


@rule("tigercubs", "7.E.1.e", "13.K.2.d")
def test_a_terminal_comes_along_when_its_carriers_overrun_with_others() -> None:
    at = {"B-7AD": "1410", "Q-AL2": "1410", "Q-AL3": "1410", "S-AL2": "1410", "I-Meh": "1409"}
    s = riding(at, "B-7AD", "Q-AL2", "Q-AL3")
    s.carries[u("Q-AL2")] = s.carries[u("Q-AL3")] = u("S-AL2")
    s = play(s, "overrun 1409")
    assert {s.where[u(name)] for name in ("B-7AD", "Q-AL2", "Q-AL3", "S-AL2")} == {p("1409")}
    assert audit(s) == []


@rule("tigercubs", "7.E.1.f")
def test_nobody_slips_where_nobody_can_go() -> None:
    s = riding({"G-15Pz": "1408", "B-11H": "1407"}, "G-15Pz", side=AXIS)
    s = play(s, "overrun 1407")
    assert why_not(s, "slip B-11H 1507").rule == "7.E.1.f"  # the sea
    assert why_not(s, "slip B-11H 1506").rule == "9.G.2"  # not adjacent


@rule("tigercubs", "13.S.a", "4.A.2-d")
def test_supplies_and_forts_in_an_overrun_hex() -> None:
    s = riding({"B-7AD": "1407", "B-4ID": "1407", "B-9A": "1407", "I-Meh": "1406"}, "B-7AD", "B-4ID", "B-9A",
               owned={"1406": "axis", "1407": "allied"})  # fmt: skip
    s.gsp[p("1406")] = 6 * GSP
    s = play(s, "overrun 1406")
    assert (s.gsp[p("1406")], s.new_gsp[p("1406")]) == (6 * GSP, 6 * GSP)  # whole, no roll
    assert s.reduced_forts == (p("1406"),)
    assert audit(s) == []


@rule("tigercubs", "7.E.1.b-c", "7.E.1.c.v")
def test_what_is_not_in_this_game() -> None:
    assert not any("airborne" in t.id for t in E.type)
    assert [row.odds for row in E.overrun_rows] == [7, 8, 9, 10, 12, 15]


@rule("tigercubs", "7.A-c", "7.E.1.e")
def test_a_stack_goes_on_after_an_overrun_with_who_is_left() -> None:
    s = riding({"B-7AB": "1410", "B-22G": "1410", "B-11I": "1410", "G-Oas300": "1409"}, "B-7AB", "B-22G", "B-11I")
    s = play(s, "overrun 1409", "pay B-7AB", dice=[90])
    assert asked(s) == (ALLIED, "Move")
    assert s.frames[-1].units == (u("B-11I"), u("B-22G"))  # type: ignore[attr-defined]


# What both sides see of it


@rule("tigercubs", "7.E.1.a")
def test_an_overrun_has_its_odds_before_it_is_confirmed() -> None:
    free = riding({"B-7AD": "1410", "I-Meh": "1409"}, "B-7AD")
    told_free = forecast(free, read(free, "overrun 1409"))
    assert told_free is not None
    assert [(c.name, c.chance, c.verdict, c.tone) for c in told_free.chances] == [("no loss", 1.0, "gone", "good")]
    assert told_free.dice == "odds 51:1, and so weak a force costs nothing"
    assert [[fighter.piece for fighter in party.fighters] for party in told_free.parties] == [["B-7AD"], ["I-Meh"]]
    s = riding({"B-7AD": "1410", "B-22G": "1410", "G-Oas300": "1409"}, "B-7AD", "B-22G")
    dear = forecast(s, read(s, "overrun 1409"))
    assert dear is not None
    assert [total.total for total in dear.sums] == ["26", "3"]
    assert sum(chance.chance for chance in dear.chances) == pytest.approx(1)
    largest = most(s, "1409", 8, "B-7AD", "B-22G")
    assert {c.name.split()[0] for c in dear.chances} == {str(lost_strength(largest, percent)) for percent in range(1, 101)}
    assert all(chance.tone == "fair" for chance in dear.chances)
    assert forecast(s, read(s, "halt")) is None


@rule("tigercubs", "7.E.1.a-n")
def test_its_board_stands_until_the_price_is_paid_and_then_it_is_announced() -> None:
    s = play(riding({"B-7AD": "1410", "B-22G": "1410", "G-Oas300": "1409"}, "B-7AD", "B-22G"), "overrun 1409", dice=[65])
    board = TITLE.face.view(s, ALLIED).battle
    assert board is not None
    assert board.title.startswith("Overrun of 1409")
    assert [[fighter.piece for fighter in party.fighters] for party in board.parties] == [["B-7AD", "B-22G"], ["G-Oas300"]]
    assert [(stage.name, stage.state) for stage in board.stages] == [
        ("Slipping away", "past"), ("Price", "current"), ("Entry", ""),
    ]  # fmt: skip
    assert ("odds", "8:1") in [(fact.text, fact.value) for fact in board.stages[1].facts]
    s = play(s, offered(s)[0])
    assert TITLE.face.view(s, ALLIED).battle is None
    (event,) = [e for e in s.log or () if isinstance(e, Event) and e.what == "ridden_down"]
    said = TITLE.face.announce(E, event)
    assert said is not None
    assert (said.verdict, said.name) == ("gone", "The defenders are overrun")


@rule("tigercubs", "7.E.1.d")
def test_who_can_slip_away_is_named_beforehand_and_told_afterwards() -> None:
    s = riding({"G-15Pz": "1409", "B-11H": "1408"}, "G-15Pz", side=AXIS)
    before = forecast(s, read(s, "overrun 1408"))
    assert before is not None
    assert before.notes == ("All of them can slip away first: then you enter the hex, and nobody is lost",)
    s = play(s, "overrun 1408")
    assert TITLE.face.view(s, AXIS).battle is not None
    assert told(play(s, "slip B-11H 1407"), "slipped") == [(p("1408"),)]


@rule("tigercubs", "7.E.1.a")
def test_enemies_that_can_be_overrun_are_known_from_afar() -> None:
    s = riding({"B-7AD": "1509", "B-22G": "1509", "G-Oas300": "1308", "G-15Pz": "1407"}, "B-7AD", "B-22G")
    far = TITLE.face.onto(s, ALLIED)
    assert {piece: {*walks} for piece, walks in far.items()} == {"B-7AD": {"1308"}, "B-22G": {"1308"}}
    walk = far["B-7AD"]["1308"]
    assert walk.onto
    assert walk.say[-1] == "overrun 1308"
    assert "overrun 1308" in offered(play(s, *walk.say[:-1]))
    assert TITLE.face.onto(play(s, "drop B-22G"), ALLIED) == {}  # alone it is not strong enough
