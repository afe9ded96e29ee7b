"""6.3.c, 9.A, 9.C, 9.M, X-1: declarations, the order of combats, retreat before combat, surprise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.combat_odds import combat_odds
from sandtable.titles.tigercubs.frames import Combat, CombatPhase
from sandtable.titles.tigercubs.state import ATTACKED, AVERAGED, DEAD, DEFENDED, RETREATED, State
from sandtable.titles.tigercubs.surprise import chances
from tests.kit import asked, offered, offered_verbs, play, rule, settled, told, why_not
from tests.titles.tigercubs.fights import field, fight, line, struck, totals
from tests.titles.tigercubs.position import E, p, u


def phase_of(s: State) -> CombatPhase:
    return next(f for f in s.frames if isinstance(f, CombatPhase))


# 9.A, 9.C Who may attack whom


@rule("tigercubs", "9.A", "9.C.3", "9.L.5.a-n", "9.H.1", "9.H.1.a")
def test_who_may_attack_whom() -> None:
    s = settled(field({"B-7AB": "1408", "B-7SG": "1408", "B-7Md": "1607", "H-WDF": "1408", "B-SAE": "1408", "G-15Pz": "1407",
                       "G-SR104": "1308"}))  # fmt: skip
    assert why_not(s, "attack G-15Pz 1408").rule == "9.A"
    assert why_not(s, "attack B-7AB 1409").rule == "9.A"  # nobody there
    assert why_not(s, "attack B-7Md 1407").rule == "9.L.5.a-n"
    assert why_not(s, "attack H-WDF 1407").rule == "9.H.1.a"
    assert why_not(s, "attack B-SAE 1407").rule == "9.H.1"
    s = play(s, "attack B-7AB 1407", "attack B-7SG 1308")
    assert phase_of(s).targets == (p("1407"), p("1308"))
    assert why_not(s, "attack B-7AB 1308").rule == "9.C.3"
    s = play(s, "attack B-SAE 1407")  # along with others it may
    assert phase_of(s).attackers == ((u("B-7AB"), u("B-SAE")), (u("B-7SG"),))
    s = play(s, "recall B-7AB")
    assert phase_of(s).targets == (p("1308"),)  # nobody with strength is left in the other


@rule("tigercubs", "9.A")
def test_not_next_to_it_is_no_attack() -> None:
    s = settled(field({"B-22G": "1610", "B-7AB": "1408", "G-15Pz": "1407"}))
    assert why_not(s, "attack B-22G 1407").rule == "9.A"


@rule("tigercubs", "9.A", "6.3.c.i", "9.C.2", "9.C.4", "9.B.8")
def test_declared_attacks_are_made_one_after_the_other() -> None:
    s = settled(field({"B-7AD": "1408", "B-4ID": "1309", "G-15Pz": "1407", "G-SR104": "1308"}))
    s = play(s, "attack B-7AD 1407", "attack B-4ID 1308", "declared")
    assert offered(s) == ["fight 1407", "fight 1308"]
    assert why_not(s, "recall B-7AD").rule == "6.3.c.i"
    assert s.did[u("B-7AD")] & ATTACKED
    s = play(s, "fight 1308", "pass", dice=[34, 10])  # 14 : 6 = 2.33: 34 is too much for 3:1
    first = next(f for f in s.frames if isinstance(f, Combat))
    assert (E.names.text("odds", first.column), E.map.ids[first.target]) == ("2:1", "1308")
    assert first.result != -1
    assert len(phase_of(s).waiting) == 1
    assert why_not(s, "fight 1407").rule == "9.C.4"  # losses, retreat and advance come before the next roll


@rule("tigercubs", "9.C.2", "9.C.3")
def test_all_who_can_attack_a_hex() -> None:
    s = settled(field({"B-7AD": "1408", "B-22G": "1307", "B-SAE": "1408", "G-15Pz": "1407", "G-SR104": "1308"}))
    s = play(s, "attack B-22G 1308", "assault 1407")
    assert phase_of(s).attackers == ((u("B-22G"),), (u("B-7AD"),))
    assert why_not(s, "assault 1407").rule == "9.A"


@rule("tigercubs", "9.C.1", "9.G.2.a.iv")
def test_who_retreated_into_a_hex_adds_nothing_there() -> None:
    s = settled(field({"B-7AD": "1408", "B-9A": "1508", "B-22G": "1306", "G-SR104": "1407", "G-15Pz": "1307", "G-5le": "1206"}))
    s = play(s, "attack B-9A 1407", "attack B-22G 1307", "declared", "fight 1407", "pass", dice=[10, 7])
    s = play(s, "retreat G-SR104 1307", "done")
    f = next(f for f in s.frames if isinstance(f, Combat))
    assert (f.defenders, f.bystanders) == ((u("G-15Pz"),), (u("G-SR104"),))
    assert combat_odds(s, f).ratio == combat_odds(s, fight(s, "1307", "B-22G")).ratio == pytest.approx(3.75)  # 30 : 8, not 36 : 8
    assert s.did[u("G-SR104")] & DEFENDED


# X-1 Retreat before combat


@rule("tigercubs", "X-1", "13.M.2.e", "13.L.2.e")
def test_scouts_and_headquarters_leave_before_combat() -> None:
    s = settled(field({"G-AA33": "1307", "H-DAK": "1307", "B-22G": "1308"}))
    s = play(s, "assault 1307", "declared")
    assert asked(s) == (AXIS, "Retreats")
    assert why_not(s, "slip G-AA33 1407").rule == "X-1"  # an enemy zone
    assert why_not(s, "slip G-AA33 1308").rule == "9.G.2"
    s = play(s, "slip G-AA33 1206", "slip H-DAK 1206")
    assert asked(s) == (ALLIED, "Combat")  # nobody fights: a free advance, no die
    s = play(s, "occupy")
    assert s.where[u("B-22G")] == p("1307")
    assert audit(s) == []


@rule("tigercubs", "X-1", "13.L.2.e")
def test_from_others_only_headquarters_leave() -> None:
    s = settled(field({"G-AA33": "1307", "G-SR104": "1307", "H-ASI": "1307", "B-22G": "1308"}))
    s = play(s, "assault 1307", "declared")
    assert why_not(s, "slip G-AA33 1206").rule == "X-1"
    s = play(s, "slip H-ASI 1206")
    f = next(f for f in s.frames if isinstance(f, Combat))
    assert f.defenders == tuple(sorted([u("G-AA33"), u("G-SR104")]))
    assert offered(s) == ["surprise", "pass"]


@rule("tigercubs", "13.L.2.e", "9.B.7")
def test_headquarters_that_stay_share_the_result() -> None:
    s = struck(field({"G-SR104": "1307", "H-DAK": "1307", "B-7AD": "1308", "B-4ID": "1308"}), "DE", "1307")
    assert s.where[u("H-DAK")] == s.where[u("G-SR104")] == DEAD
    assert s.score[ALLIED] == 6 * (1 + 1)  # 1 SP of others, an HQ


# 9.H.1.b


@rule("tigercubs", "9.H.1.b")
def test_zero_strength_alone_is_swept_away() -> None:
    s = settled(field({"G-Bau": "1407", "B-11H": "1408"}))
    s = play(s, "assault 1407", "declared", "pass")
    assert s.where[u("G-Bau")] == DEAD
    assert told(s, "swept") == [(p("1407"),)]
    weak = settled(field({"G-Bau": "1407", "B-LRDG": "1408"}))
    weak = play(weak, "assault 1407", "declared", "pass", dice=[5])  # half a point is not 1: it is fought out, at 9:1
    assert E.names.text("odds", told(weak, "result")[0][1]) == "9:1"


@rule("tigercubs", "9.B.3", "9.B.5.a", "9.B.4")
def test_the_column_is_rolled_for_before_the_hexsides_and_the_die_comes_last() -> None:
    s = settled(field({"B-4ID": "1508", "B-22G": "1408", "G-15Pz": "1407"}, hexsides=AVERAGED))
    s = play(s, "assault 1407", "declared", "pass", dice=[38, 50, 6])  # 18.5 against 30 is 1.62; a half of -1
    result, column, die = told(s, "result")[0]
    assert told(s, "hexsides") == [(1,)]
    assert (E.names.text("odds", column), die) == ("1:1", 6 - 1 - 1)  # the hexside, armour in defence
    assert E.names.text("result", result) == "AQ"


@rule("tigercubs", "9.H.1.b", "9.H.1")
def test_a_defence_rating_does_not_save_a_unit_without_attack_strength_that_is_alone() -> None:
    s = settled(field({"I-Gen": "1407", "B-22G": "1408"}))
    s = play(s, "assault 1407", "declared", "pass")
    assert s.where[u("I-Gen")] == DEAD
    assert told(s, "swept") == [(p("1407"),)]
    guarded = settled(field({"I-Gen": "1407", "G-Oas300": "1407", "B-22G": "1408"}))
    guarded = play(guarded, "assault 1407", "declared", "pass", dice=[100, 5])  # 8 against 5, and not alone
    assert told(guarded, "swept") == []


@rule("tigercubs", "9.H.1.b", "9.C.1")
def test_who_retreated_among_the_weak_is_not_swept_away_with_them() -> None:
    s = field({"G-Bau": "1407", "G-15Pz": "1407", "B-4ID": "1408"})
    s.did[u("G-15Pz")] = RETREATED
    s = play(settled(s), "assault 1407", "declared", "pass", dice=[1])  # no strength there: 9:1, but a die is thrown
    assert told(s, "swept") == []
    assert E.names.text("odds", told(s, "result")[0][1]) == "9:1"


# 9.M Surprise


def before_surprise(at: dict[str, str], side: int = ALLIED, **more: Any) -> tuple[State, Combat]:
    s = field(at, side, **more)
    return s, fight(s, "1407")


@rule("tigercubs", "9.M.1.b", "9.M.1.a")
def test_lines_of_the_success_table() -> None:
    s, f = before_surprise({"B-22G": "1408", "G-15Pz": "1407"})
    assert chances(s, f).total == 0
    s.turn_start[u("B-22G")] = p("1610")
    assert chances(s, f).total == 1
    s, f = before_surprise({"B-22G": "1408", "B-11I": "1308", "G-15Pz": "1407"})
    s.turn_start[u("B-22G")] = p("1610")
    assert chances(s, f).total == 0  # the others stood there before
    s, f = before_surprise({"G-SR104": "1408", "I-Ari": "1408", "B-22G": "1407"}, AXIS)
    assert chances(s, f).total == 0  # most SP are Italian: 0.7 is not better than 1
    s, f = before_surprise({"G-5le": "1408", "I-61": "1408", "B-22G": "1407"}, AXIS)
    assert chances(s, f).total == 1
    s, f = before_surprise({"B-22G": "1408", "G-15Pz": "1407", "G-AA33": "1407"}, works={"1407": 3})
    assert chances(s, f).total == -1 - 2


@rule("tigercubs", "9.M.1.a", "9.M.1.b", "9.M.1.b.i", "9.M.1.b.ii", "9.M.1.b.iii")
@pytest.mark.parametrize(("die", "drm"), [(8, 2), (10, 2), (7, 0), (3, 0), (2, -4), (1, -4)])
def test_surprise_succeeds_fails_or_backfires(die: int, drm: int) -> None:
    s = settled(field({"B-22G": "1408", "G-15Pz": "1407"}))
    s = play(s, "assault 1407", "declared")
    assert offered_verbs(s) == {"surprise", "pass"}
    plain = play(s, "pass", dice=[25, 5])
    tried = play(s, "surprise", dice=[die, 25, 5])
    assert told(tried, "result")[0][2] == told(plain, "result")[0][2] + drm
    f = fight(s, "1407")
    f.surprise = next(n for n in (2, 1, 0) if E.success_rows[n].low <= die)
    assert line(s, f, "9.M.1.b.i") + line(s, f, "9.M.1.b.iii") == drm


@rule("tigercubs", "9.M.1.a", "9.C.1", "X-1")
def test_surprise_may_be_tried_against_those_who_retreated_there_and_are_alone() -> None:
    s = settled(field({"G-AA33": "1307", "G-AA3": "1206", "B-22G": "1308", "B-CIH": "1106"}))
    s = play(s, "attack B-22G 1307", "attack B-CIH 1206", "declared", "fight 1307", "slip G-AA33 1206", "done")
    s = play(s, "slip G-AA3 1205")  # whose hex it was leaves before combat; the other has retreated once
    assert (asked(s), offered(s)) == ((ALLIED, "Combat"), ["surprise", "pass"])
    f = s.frames[-1]
    assert isinstance(f, Combat)
    assert (f.defenders, f.bystanders, chances(s, f).total) == ((), (u("G-AA33"),), -1)  # a scout


@rule("tigercubs", "9.C.5-b", "9.C.5")
@pytest.mark.parametrize(("named", "strength"), [("ITA", Fraction(141, 4)), ("GER", Fraction(59, 2))])
def test_on_a_tie_the_defender_names_its_minority(named: str, strength: Fraction) -> None:
    s = settled(field({"G-5le": "1407", "I-Ari": "1407", "B-7AD": "1408", "B-4ID": "1408"}))
    s = play(s, "assault 1407", "declared")
    assert asked(s) == (AXIS, "Combat")
    s = play(s, f"minority {named}")
    f = s.frames[-1]
    assert isinstance(f, Combat)
    assert totals(s, f)[1] == strength  # 30 + 10 x 0.7 x 0.75, or 30 x 0.75 + 10 x 0.7
