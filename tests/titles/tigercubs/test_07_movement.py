"""5.A.3, 6.3.e, 7 Ground movement: allowances, costs, zones, boxes, stacks, pursuit; what is captured on the way."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.play import read
from sandtable.kernel.play import why_not as refusal
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.face.reach import reach
from sandtable.titles.tigercubs.face.view import view
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, IN_PURSUIT, IN_REACTION, Move, MovementPhase, Overrun, PursuitPhase
from sandtable.titles.tigercubs.kinds import FIVE_DAY, NONE
from sandtable.titles.tigercubs.movement_allowance import allowance, on_foot_allowance, points_left
from sandtable.titles.tigercubs.movement_cost import is_exit, step_cost
from sandtable.titles.tigercubs.movement_step import NOT_ADJACENT
from sandtable.titles.tigercubs.overruns import Charge, entry_cost, overrun_cost, refund_overrun
from sandtable.titles.tigercubs.scales import GSP, MP, VP
from sandtable.titles.tigercubs.state import DEAD, EMPLACED, OVERRAN, State, move, renew_caches, store
from tests.kit import offered, play, rule, settled, told, why_not
from tests.titles.tigercubs.position import E, a, p, position, u


def moving(at: dict[str, str], side: int = ALLIED, **more: object) -> State:
    s = position(at, frame=MovementPhase(side), **more)  # type: ignore[arg-type]
    s.phasing = side
    return settled(s)


def pursuing(at: dict[str, str], side: int = AXIS, armed: tuple[str, ...] = (), **more: object) -> State:
    s = position(at, frame=PursuitPhase(side), **more)  # type: ignore[arg-type]
    s.phasing = side
    for name in armed:
        s.offensive[u(name)] = 1
    return settled(s)


def mp(quarters: int) -> Fraction:
    return Fraction(quarters, MP)


def cost(s: State, name: str, here: str, there: str) -> Fraction:
    return mp(step_cost(s, u(name), p(here), p(there)))


def walk(s: State, unit: str, *places: str) -> State:
    return play(s, f"move {unit}", *[f"go {place}" for place in places])


def barred(s: State, place: str) -> tuple[str, str]:
    """What is said to who clicks a place that is not next to the units on their way."""
    o = read(s, f"go {place}")
    found = TITLE.face.obstacle(s, o, refusal(s, o) or NOT_ADJACENT)
    return found.rule, found.text


@rule("tigercubs", "7.C.1", "7.C.1.c")
def test_who_clicks_a_far_hex_is_told_what_bars_the_way() -> None:
    s = play(moving({"B-22G": "1508", "G-SR104": "1307", "I-Tre": "0806"}), "move B-22G")
    assert barred(s, "1307") == (
        "7.C.1.c",
        "enemy units are there; attack them in the combat phase, or overrun them, from a hex beside",
    )
    left = text_of(mp(points_left(s, u("B-22G"), IN_MOVEMENT)))
    said = f"it is 8 hexes away, and ground and enemies on the way cost more than the {left} movement points left"
    assert barred(s, "0706") == ("7.C.1", said)
    assert barred(s, "1804") == ("7.C.1.a", "no ground unit enters the sea")
    assert barred(s, "CRE") == ("7.C.1.a", "nobody can enter there")  # a box has no terrain
    s.spent[u("B-22G")] = points_left(s, u("B-22G"), IN_MOVEMENT)
    assert barred(s, "0706")[1] == "no movement points are left for the 8 hexes there"
    assert barred(s, "1509") == ("7.C.1", "it has not enough movement points left for this step")  # next to it: the step itself


# 7.C, 7.F, 7.G Costs


@rule("tigercubs", "7.C.1", "7.G.1", "7.F.1.a.i", "7.F.1.b", "7.F.1", "19.B-40", "19.B-38", "7.D.1")
def test_what_steps_cost() -> None:
    s = position({})
    assert cost(s, "B-4ID", "1608", "1509") == 3  # desert 1 and an escarpment 2
    assert [cost(s, name, "1409", "1410") for name in ("G-SR104", "I-Meh", "I-Bol")] == [1, Fraction(3, 2), 2]
    assert cost(s, "B-22G", "1508", "1607") == 1  # along the road: the salt marsh is ignored
    assert cost(s, "I-Bol", "1209", "1208") == 2
    assert cost(s, "I-Bol", "1108", "1208") == 1  # by track
    assert cost(s, "I-Bol", "1215", "1116") == 3  # a track does not help in salt marsh
    assert cost(s, "G-SR104", "1108", "1208") == 1  # never below 1


@rule("tigercubs", "7.G.1", "19.B-25")
def test_poor_going() -> None:
    hills = next(h for h, t in enumerate(E.terrain) if t.id == "hills")
    here = next(n for n in E.near[hills] if hills not in E.road[n] and hills not in E.track[n] and E.terrain[n].id != "sea"
                and E.side_kind[n].get(hills, 0) == 0)  # fmt: skip
    s = position({})
    assert [mp(step_cost(s, u(name), here, hills)) for name in ("G-SR104", "I-Meh", "I-Bol")] == [3, 2, 2]


@rule("tigercubs", "7.F.1.a.i", "12.B.2.f.ii", "X-3")
def test_a_road_is_as_good_as_its_bridge() -> None:
    s = position({})
    assert cost(s, "G-SR104", "0805", "0905") == 1
    s.bridges_down = (E.hexside(p("0805"), p("0905")),)
    assert cost(s, "G-SR104", "0805", "0905") == 2


@rule("tigercubs", "7.B.1.b.i", "7.C.1.d.i", "7.C.1.d.ii", "19.B-45")
def test_zones_cost_who_leaves_them() -> None:
    s = position({"B-7AD": "1508", "G-K15": "1408"})
    assert cost(s, "G-K15", "1408", "1309") == 3  # desert 1, out of a Full zone 2
    assert cost(s, "G-K15", "1309", "1408") == 1  # to enter costs nothing more
    full = position({"B-7AD": "1508", "B-22G": "1409"})
    assert cost(full, "G-K15", "1408", "1509") == 1 + 4
    reduced = position({"B-22G": "1508"})
    assert cost(reduced, "G-K15", "1408", "1409") == 1 + 1
    assert cost(reduced, "G-K15", "1408", "1509") - cost(position({}), "G-K15", "1408", "1509") == 2


@rule("tigercubs", "7.B.1.a.v.1")
def test_equal_zones_cost_both_sides_as_reduced_ones() -> None:
    s = position({"G-5le": "1107", "B-7AD": "1308"})
    free = position({})
    assert cost(s, "G-K15", "1207", "1206") - cost(free, "G-K15", "1207", "1206") == 1
    assert cost(s, "B-11H", "1207", "1208") - cost(free, "B-11H", "1207", "1208") == 1


@rule("tigercubs", "8.E.1.b.ii.1", "8.E.1.b.ii.2", "8.E.1.b.ii.3", "8.E.1.b.ii.4", "6.3.b.ii.2.b")
@pytest.mark.parametrize(("levels", "more"), [((1,), 1), ((2,), Fraction(3, 2)), ((3,), 2), ((1, 1), Fraction(3, 2)), ((2, 3), 2)])
def test_interdiction_slows_movement(levels: tuple[int, ...], more: Fraction) -> None:
    s = position({})
    s.interdicted = tuple([(AXIS, p("1708"), level) for level in levels])
    assert cost(s, "B-22G", "1607", "1708") == 1 + more
    assert cost(s, "B-22G", "1708", "1807") == 1 + more  # the hexes around belong to the zone
    assert cost(s, "G-K15", "1607", "1708") == 1  # it is the enemy's own


# 7.C.1 Allowances in the movement phase


@rule("tigercubs", "7.C.1", "13.H.1.a.i", "13.H.1.a.ii", "13.H.1.b.i", "13.H.1.b.ii", "13.H.1.b.iii", "19.B-37")
def test_allowances_by_supply() -> None:
    found = {}
    for state in ("", "E1", "E2", "U1", "U2", "U3"):
        s = position({"B-3AB": "0905"}, states={"B-3AB": state} if state else {})
        found[state] = allowance(s, u("B-3AB"), IN_MOVEMENT)
    assert found == {"": 12 * MP, "E1": 6 * MP, "E2": 6 * MP, "U1": 6 * MP, "U2": 0, "U3": NONE}


@rule("tigercubs", "7.C.1", "7.A-b")
def test_who_may_move_and_how_far() -> None:
    s = moving({"B-4ID": "1607", "G-5le": "1107", "I-GaF": "1406"})
    s = walk(s, "B-4ID", "1708", "1807", "1908", "2008", "2108", "2208", "2309", "2408", "2509", "2609")
    assert s.spent[u("B-4ID")] == 10 * MP
    assert why_not(moving({"B-4ID": "1607", "G-5le": "1107"}), "move G-5le").rule == "7.A-b"
    assert why_not(play(s, *(["halt"] if "halt" in offered(s) else [])), "move B-4ID").rule == "7.C.1"


def test_a_unit_is_drawn_pale_when_it_can_go_no_further() -> None:
    def is_pale(s: State) -> bool:
        return next(piece.spent for piece in view(s, ALLIED).pieces if piece.id == "B-4ID")

    s = walk(moving({"B-4ID": "1607"}), "B-4ID", "1708", "1807", "1908")
    assert not is_pale(s)
    assert not is_pale(play(s, "halt"))  # it may go on later in the phase
    assert is_pale(play(s, *[f"go {place}" for place in ("2008", "2108", "2208", "2309", "2408", "2509", "2609")]))


@rule("tigercubs", "7.C.1.a")
def test_one_hex_whatever_it_costs() -> None:
    s = moving({"B-4AA": "1608", "I-GaF": "1406"}, states={"B-4AA": "U1"})  # 2 points left; salt marsh costs 3
    marsh = next(E.map.ids[n] for n in E.near[p("1608")] if E.terrain[n].id == "salt_marsh")
    step = play(s, "move B-4AA", f"go {marsh}")
    assert step.where[u("B-4AA")] == p(marsh)
    assert points_left(step, u("B-4AA"), IN_MOVEMENT) == 0
    assert all(not text.startswith("go") for text in offered(step))
    static = moving({"I-GaF": "1406", "G-K15": "1407"}, AXIS)
    assert why_not(static, "move I-GaF").rule == "7.C.1.a"
    tired = moving({"I-Bol": "1410"}, AXIS)  # 6 points: three desert hexes, then no fourth
    tired = walk(tired, "I-Bol", "1411", "1412", "1413")
    assert all(not text.startswith("go") for text in offered(tired))


@rule("tigercubs", "13.H.1.b.ii", "13.H.1.b.iii")
def test_u2_goes_one_hex_and_u3_none() -> None:
    s = moving({"B-3AB": "1608", "B-18A": "1708"}, states={"B-3AB": "U2", "B-18A": "U3"})
    assert why_not(s, "move B-18A").rule == "13.H.1.b.iii"
    s = walk(s, "B-3AB", "1609")
    assert all(not text.startswith("go") for text in offered(s))


@rule("tigercubs", "5.A.3.b")
def test_semi_motorised_units_drive() -> None:
    s = moving({"I-Bre": "1410"}, AXIS)
    s = walk(s, "I-Bre", "1411", "1412", "1413", "1313", "1312", "1311")
    assert s.spent[u("I-Bre")] == 6 * MP


# 7.A Stacks


@rule("tigercubs", "7.A")
def test_a_stack_goes_as_far_as_its_slowest() -> None:
    s = moving({"B-7AB": "1509", "B-4AB": "1509"})
    s = play(s, "march 1509", *[f"go {id}" for id in ("1510", "1511", "1512", "1513")])
    assert s.where[u("B-7AB")] == s.where[u("B-4AB")] == p("1513")
    while any(text.startswith("go") for text in offered(s)):
        s = play(s, next(text for text in offered(s) if text.startswith("go")))
    assert max(s.spent[u("B-7AB")], s.spent[u("B-4AB")]) <= 10 * MP


@rule("tigercubs", "7.A", "7.A-c")
def test_units_that_did_not_start_together() -> None:
    s = moving({"G-SR104": "1410", "G-PzR8": "1411", "B-11H": "2009"}, AXIS)
    s = play(s, "move G-SR104", "go 1411", "halt")
    s = play(s, "move G-PzR8", "join G-SR104")
    assert why_not(s, "go 1412").rule == "7.A"
    assert s.frames[-1].units == (u("G-PzR8"), u("G-SR104"))  # type: ignore[attr-defined]
    alone = play(s, "drop G-SR104", "go 1412", "halt", "move G-SR104", "go 1412")
    assert alone.spent[u("G-SR104")] == 2 * MP  # it went on with what it had left


@rule("tigercubs", "7.A-c", "7.E.1.b", "7.E.1.e")
def test_a_halted_unit_is_joined_for_an_overrun() -> None:
    s = moving({"G-SR104": "1408", "G-PzR8": "1410", "B-13L": "1512"}, AXIS)
    s = play(s, "move G-SR104", "go 1409", "go 1410", "go 1411", "halt", "move G-PzR8", "go 1411", "join G-SR104")
    assert E.distance(p("1411"), p("1512")) == 1
    assert why_not(s, "go 1412").rule == "7.A"
    s = play(s, "overrun 1512")  # 12 against 0.75
    assert (s.where[u("G-SR104")], s.where[u("G-PzR8")], s.where[u("B-13L")]) == (p("1512"), p("1512"), DEAD)
    assert (s.spent[u("G-SR104")], s.spent[u("G-PzR8")]) == ((3 + 2) * MP, (1 + 2) * MP)  # each with what it had left


@rule("tigercubs", "7.A")
def test_a_unit_may_be_left_behind() -> None:
    s = moving({"B-7AB": "1509", "B-7SG": "1509"})
    s = play(s, "march 1509", "go 1510", "drop B-7SG", "go 1511")
    assert (s.where[u("B-7AB")], s.where[u("B-7SG")]) == (p("1511"), p("1510"))
    assert why_not(s, "drop B-7AB").rule == "7.A"


@rule("tigercubs", "5.A.6", "5.A.6.a")
def test_no_move_ends_in_a_full_hex() -> None:
    full = dict.fromkeys(("B-7AD", "B-4ID", "B-9A", "B-1SAD"), "1609")
    more = dict.fromkeys(("B-4AB", "B-18A", "B-3AB", "B-Pol", "B-1TB"), "1609")
    s = moving({**full, **more, "B-11H": "1608", "S-AL1": "1609", "S-AL2": "1609"})  # 26 SP, and two terminals of 10
    s.edition.figure["stacking"] = Fraction(46)
    try:
        step = play(s, "move B-11H", "go 1609")
        assert why_not(step, "halt").rule == "5.A.6.a"
        assert play(step, "go 1709", "halt").where[u("B-11H")] == p("1709")
        spent = s.clone()
        spent.spent[u("B-11H")] = 18 * MP - step_cost(s, u("B-11H"), p("1608"), p("1609"))  # it could not go on
        assert why_not(play(spent, "move B-11H"), "go 1609").rule == "5.A.6.a"
        stuck = step.clone()
        stuck.spent[u("B-11H")] = 18 * MP
        assert "halt" in offered(stuck)  # where nobody can go on, a move ends all the same
    finally:
        s.edition.figure["stacking"] = Fraction(44)


# 7.C.1.c Enemies in the way


@rule("tigercubs", "7.C.1.c", "13.K.2.a", "13.K.1")
def test_quartermasters_alone_bar_nobody() -> None:
    s = moving({"B-11H": "1005", "Q-AX3": "1106", "G-K15": "1006", "B-7Md": "1005"})
    assert why_not(play(s, "move B-11H"), "go 1006").rule == "7.C.1.c"
    step = play(s, "move B-11H", "go 1106")
    assert step.where[u("Q-AX3")] == DEAD
    assert why_not(play(s, "move B-7Md"), "go 1106").rule == "13.K.2.a"


@rule("tigercubs", "13.K.2.a", "13.R", "13.S.a", "16.A.2.a")
@pytest.mark.parametrize(("captor", "owned"), [("B-11H", False), ("B-22G", True)])
def test_what_a_quartermaster_carries_falls_to_the_enemy_with_the_hex(captor: str, owned: bool) -> None:
    s = moving({captor: "1005", "Q-AX3": "1106"}, owned={"1005": "allied"})
    s.lp[store(s, u("Q-AX3"))], s.gsp[store(s, u("Q-AX3"))] = 3, 2 * GSP
    s = walk(s, captor, "1106")
    assert (s.lp, s.gsp) == ({p("1106"): 3}, {p("1106"): 2 * GSP})
    assert (s.new_lp, s.new_gsp) == (s.lp, s.gsp)  # of no use before the next Initial Phase (13.S.c)
    assert (s.owner[p("1106")] == ALLIED) == owned  # half an SP captures nothing yet
    assert s.score[ALLIED] == (2 + owned) * VP  # a quartermaster and an LP
    assert audit(s) == []


@rule("tigercubs", "13.S.a", "13.S.c", "16.A.2.a")
def test_what_a_quartermaster_carries_in_a_hex_of_the_enemy_is_captured_at_once() -> None:
    s = moving({"B-11H": "1607", "Q-AX3": "1708"})
    s.lp[store(s, u("Q-AX3"))] = 3
    s = walk(s, "B-11H", "1708")
    assert (s.lp[p("1708")], s.new_lp[p("1708")], s.score[ALLIED]) == (3, 3, 3 * VP)
    assert audit(s) == []


@rule("tigercubs", "13.J.1-b", "13.K.2.a", "13.K.2.d")
def test_nobody_shares_a_hex_with_an_enemy_terminal() -> None:
    at = {"G-K15": "2309", "G-Fl33": "2309", "S-AL2": "2408", "Q-AL2": "2408", "Q-AL3": "2408"}
    s = moving(at, AXIS, owned={"2309": "axis"})
    s.carries[u("Q-AL2")] = s.carries[u("Q-AL3")] = u("S-AL2")
    s.lp[p("2408")] = 3
    assert why_not(play(s, "move G-Fl33"), "go 2408").rule == "13.K.2.a"  # support alone drives nobody out
    s = walk(s, "G-K15", "2408")  # half an SP
    assert {s.where[u(name)] for name in ("S-AL2", "Q-AL2", "Q-AL3")} == {DEAD}
    assert s.carries[u("Q-AL2")] == s.carries[u("Q-AL3")] == NONE
    assert s.score[AXIS] == (5 + 2 + 2) * VP
    assert (s.owner[p("2408")], s.lp[p("2408")], s.new_lp) == (ALLIED, 3, {})  # controlled, not owned: nothing is captured yet
    assert audit(s) == []


@rule("tigercubs", "13.J.1-b", "13.S.a", "16.A.2.a")
def test_a_terminal_falls_with_its_hex_and_its_stocks_are_captured() -> None:
    s = moving({"G-SR104": "2309", "S-AL2": "2408", "Q-AX3": "2309"}, AXIS)
    s.post[u("S-AL2")] = EMPLACED
    s.lp[p("2408")], s.gsp[p("2408")] = 4, 6 * GSP
    s.owner[p("2309")] = AXIS
    s = walk(s, "G-SR104", "2408")
    assert s.where[u("S-AL2")] == DEAD
    assert s.score[AXIS] == 5 * VP + 4 * VP // 3  # the terminal, and 4/3 LP that the enemy has lost
    assert (s.owner[p("2408")], s.lp[p("2408")], s.new_lp[p("2408")]) == (AXIS, 4, 4)
    assert (s.gsp[p("2408")], s.new_gsp[p("2408")]) == (6 * GSP, 6 * GSP)  # whole, without a roll


@rule("tigercubs", "7.C.1.a", "7.E.1.f", "19.B-21", "S1-b", "BOX-d")
def test_where_nobody_goes() -> None:
    s = moving({"G-PzR8": "1006"}, AXIS, scenario="brevity")
    assert why_not(play(s, "move G-PzR8"), "go 0906").rule == "S1-b"
    depression = next(h for h, t in enumerate(E.terrain) if t.id == "depression" and any(E.passable[n] for n in E.around[h]))
    beside = next(n for n in E.around[depression] if E.passable[n])
    s = moving({"B-LRDG": E.map.ids[beside]})
    assert why_not(play(s, "move B-LRDG"), f"go {E.map.ids[depression]}").rule == "7.C.1.a"
    s = moving({"G-K15": "3211"}, AXIS)
    assert why_not(play(s, "move G-K15"), "go DEL").rule == "BOX-d"


# Boxes


@rule("tigercubs", "BOX-a")
def test_leaving_benghazi_takes_a_foot_division_two_turns() -> None:
    s = moving({"I-Bol": "BEN"}, AXIS)
    assert why_not(play(s, "move I-Bol"), "go 0102").rule == "7.C.1"
    assert "0102" not in reach(s, AXIS).get("I-Bol", {})
    s = play(s, "move I-Bol", "depart 0102")
    assert (s.where[u("I-Bol")], s.exit_paid[u("I-Bol")]) == (p("BEN"), 6 * MP)
    s.frames = [PursuitPhase(AXIS)]
    s.spent, s.phase_start = [0] * E.units, s.where[:]
    s = play(settled(s), "move I-Bol", "depart 0102")
    assert s.exit_paid[u("I-Bol")] == 7 * MP
    s.frames = [MovementPhase(AXIS)]
    s.spent = [0] * E.units
    s = settled(s)
    assert "0102" in reach(s, AXIS)["I-Bol"]
    s = play(s, "move I-Bol", "go 0102")
    assert s.where[u("I-Bol")] == p("0102")
    assert points_left(s, u("I-Bol"), IN_MOVEMENT) == 3 * MP
    assert audit(s) == []


@rule("tigercubs", "BOX-b", "7.F.2", "15.B.3.a")
def test_leaving_the_delta() -> None:
    s = walk(moving({"B-Pol": "DEL"}), "B-Pol", "3211")
    assert points_left(s, u("B-Pol"), IN_MOVEMENT) == 2 * MP
    assert is_exit(s, p("DEL"), p("3211"))
    assert all("rail" not in text for text in offered(s))


# 6.3.e, 7.C.1.b Pursuit


@rule(
    "tigercubs",
    "6.3.e",
    "6.3.e.i",
    "6.3.e.ii",
    "7.C.1.b.i",
    "7.C.1.b.ii",
    "5.A.3.a",
    "5.A.3.c",
    "5.A.3.d",
    "13.I.1.d",
    "13.I.2.d",
    "2.C.2",
)
@pytest.mark.parametrize(
    ("unit", "offensive", "general"),
    [("G-K15", 18, 9), ("I-Meh", 8, 4), ("I-Bol", 3, 1), ("I-Sav", 3, 1), ("B-20A", 3, 1), ("B-7SG", 16, 8), ("G-SR104", 16, 8)],
)
def test_pursuit_allowances(unit: str, offensive: int, general: int) -> None:
    side = E.side[u(unit)]
    assert allowance(pursuing({unit: "1410"}, side, armed=(unit,)), u(unit), IN_PURSUIT) == offensive * MP
    assert allowance(pursuing({unit: "1410"}, side), u(unit), IN_PURSUIT) == general * MP


@rule("tigercubs", "6.3.e.iii", "7.C.1.b.iii", "13.H.1.a.i", "13.H.1.a.ii", "13.H.1.b.i")
def test_pursuit_out_of_supply() -> None:
    def points(unit: str, state: str) -> int:
        return allowance(pursuing({unit: "1410"}, states={unit: state}), u(unit), IN_PURSUIT)

    assert points("G-K15", "E1") == 4 * MP
    assert points("I-Bol", "E1") == 0  # one hex
    assert [points("G-K15", state) for state in ("E2", "U1", "U2", "U3")] == [NONE] * 4
    stays = pursuing({"G-K15": "1410", "I-Bol": "1411"}, states={"G-K15": "U1", "I-Bol": "E1"})
    assert why_not(stays, "move G-K15").rule == "7.C.1.b.iii"
    step = play(stays, "move I-Bol", "go 1412")
    assert all(not text.startswith("go") for text in offered(step))


@rule("tigercubs", "5.A.3.b-c")
def test_semi_motorised_pursuit_keeps_to_the_lines() -> None:
    s = pursuing({"I-Bre": "1106"}, armed=("I-Bre",))
    road = play(s, "move I-Bre", *[f"go {id}" for id in ("1206", "1306", "1406")])
    assert points_left(road, u("I-Bre"), IN_PURSUIT) == 3 * MP  # six points along the Via Balbia
    assert on_foot_allowance(road, u("I-Bre")) == 3 * MP
    desert = pursuing({"I-Bre": "1410"}, armed=("I-Bre",))
    desert = play(desert, "move I-Bre", "go 1411", "go 1412", "go 1413")
    assert all(not text.startswith("go") for text in offered(desert))
    shown = reach(s, AXIS)["I-Bre"]
    assert "1708" in shown  # along the road
    assert not {"1608", "1509", "0908"} & set(shown)  # beside it, when what there is on foot has been driven


@rule("tigercubs", "5.A.3.b-c", "7.E.1.b")
def test_off_the_lines_a_semi_motorised_unit_has_but_half_for_an_overrun_in_pursuit() -> None:
    by_track = pursuing({"I-Bre": "1108", "B-65": "1208"}, armed=("I-Bre",))  # 11:1 takes 3 points, and the step 1
    assert "overrun 1208" in offered(play(by_track, "move I-Bre"))
    across = play(pursuing({"I-Bre": "1409", "B-65": "1410"}, armed=("I-Bre",)), "move I-Bre")
    assert why_not(across, "overrun 1410").rule == "7.E.1.b"


@rule("tigercubs", "7.C.1")
def test_who_can_pay_for_no_step_is_not_asked_to_move() -> None:
    s = moving({"I-Bol": "1410", "I-Bre": "BEN"}, AXIS)
    foot, box = u("I-Bol"), u("I-Bre")
    cheapest = min(E.by_line[E.move_class[foot]][p("1410")].values())
    for left, moves in ((cheapest, True), (cheapest - 1, False)):
        s.spent[foot] = allowance(s, foot, IN_MOVEMENT) - left
        assert ("move I-Bol" in offered(s)) == moves
    assert why_not(s, "move I-Bol").rule == "7.C.1"
    s.spent[box] = allowance(s, box, IN_MOVEMENT) - 1
    assert "move I-Bre" in offered(s)  # an exit is paid for in parts (BOX-a)
    assert "depart 0102" in offered(play(s, "move I-Bre"))


@rule("tigercubs", "BOX-a", "7.C.1.a")
def test_the_one_hex_that_everybody_may_go_leads_out_of_no_box() -> None:
    s = moving({"I-Bre": "BEN", "I-Bol": "BEN", "I-Tre": "0805"}, AXIS)
    for unit in ("I-Bre", "I-Bol", "I-Tre"):
        s.out[u(unit)], s.cut[u(unit)] = 2, 1  # U2: one hex
    renew_caches(s)
    assert "move I-Tre" in offered(s)
    assert {"move I-Bre", "march BEN"}.isdisjoint(offered(s))
    assert why_not(s, "move I-Bre").rule == "7.C.1"
    assert why_not(s, "march BEN").rule == "7.A"
    foot = position(
        {"I-Bol": "BEN", "I-Sav": "BEN", "B-7AD": "1608"}, frame=PursuitPhase(AXIS), scenario="campaign", scale=FIVE_DAY
    )
    foot.phasing = AXIS
    assert allowance(foot, u("I-Bol"), IN_PURSUIT) == 0  # by five days a pursuit on foot is one hex
    assert {"move I-Bol", "march BEN"}.isdisjoint(offered(settled(foot)))


@rule("tigercubs", "7.E.1.b-b")
def test_who_overran_after_combat_pursues_with_half() -> None:
    s = pursuing({"B-7AB": "1509"}, ALLIED, armed=("B-7AB",))
    s.did[u("B-7AB")] |= OVERRAN
    assert allowance(s, u("B-7AB"), IN_PURSUIT) == 8 * MP
    odd = pursuing({"G-K15": "1410"})
    assert allowance(odd, u("G-K15"), IN_PURSUIT) == 9 * MP
    odd.did[u("G-K15")] |= OVERRAN
    assert allowance(odd, u("G-K15"), IN_PURSUIT) == 4 * MP  # 4.5 down


@rule("tigercubs", "7.C.1.b", "6.3.e")
def test_pursuit_is_for_moving_and_destroying() -> None:
    s = pursuing({"G-Pi33": "1406"})
    assert why_not(s, "build G-Pi33 works").rule == "7.C.1.b"
    assert "build G-Pi33 demolish_port" in offered(s)
    assert why_not(s, "emplace Q-AX3").rule == "13.K.2.f"


@rule("tigercubs", "13.I")
def test_offensive_supply_for_pursuit_is_settled_when_it_begins() -> None:
    s = pursuing({"H-DAK": "1410", "G-SR104": "1411"}, armed=("H-DAK",))
    gone = play(s, "move H-DAK", "go 1409", "go 1408", "halt")
    assert allowance(gone, u("G-SR104"), IN_PURSUIT) == 16 * MP


@rule("tigercubs", "7.C.1.e", "2.I")
def test_half_the_rating_in_reaction() -> None:
    s = position({"G-5le": "1107"})
    assert allowance(s, u("G-5le"), IN_REACTION) == 8 * MP
    assert allowance(position({"G-5le": "1107"}, states={"G-5le": "E1"}), u("G-5le"), IN_REACTION) == NONE
    assert allowance(position({"G-15Pz": "1107"}, scale=FIVE_DAY), u("G-15Pz"), IN_MOVEMENT) == 8 * MP


@rule("tigercubs", "4.B.6.b")
def test_airfields_may_be_removed_in_pursuit_but_not_in_movement() -> None:
    s = pursuing({"B-11H": "1509"}, ALLIED)
    s.airfields = {p("1608"): 1}
    assert play(s, "remove 1608").airfields == {}
    s = moving({"B-11H": "1509"})
    s.airfields = {p("1608"): 1}
    assert why_not(s, "remove 1608").rule == "4.B.6.b"


@rule("tigercubs", "4.B.6.b", "4.B.4.a")
def test_a_captured_airfield_is_its_captors_to_remove_and_who_is_in_the_air_is_not_on_it() -> None:
    at = {"B-11H": "1608", "I-DICAT": "1109"}  # half an SP controls the hex, and with it the airfield
    for side in (ALLIED, AXIS):
        s = pursuing(at, side, owned={"1608": "axis"})
        s.airfields = {p("1608"): 1}
        assert ("remove 1608" in offered(s)) == (side == ALLIED)
    s = pursuing({"B-13L": "2109"}, ALLIED, air={"b-14": "1608"})
    s.airfields = {p("1608"): 1}
    assert why_not(s, "remove 1608").rule == "4.B.6.b"
    s.aloft[a("b-14")], s.flown[a("b-14")] = p("1407"), 1
    assert "remove 1608" in offered(s)


@rule("tigercubs", "13.M.2.f", "13.M.1", "7.A")
def test_a_corps_hq_holds_no_stack_together() -> None:
    """The program keeps and shows every stack whole; a marker for it would change nothing."""
    s = moving({"H-XXI": "1107", "I-Pav": "1107", "I-61": "1107"}, AXIS)
    alone = walk(s, "H-XXI", "1108")
    assert [alone.where[u(name)] for name in ("H-XXI", "I-Pav", "I-61")] == [p("1108"), p("1107"), p("1107")]
    together = play(s, "march 1107", "go 1108")
    assert {together.where[u(name)] for name in ("H-XXI", "I-Pav", "I-61")} == {p("1108")}
    assert {piece.id for piece in view(together, AXIS).pieces if piece.at == "1108"} == {"H-XXI", "I-Pav", "I-61"}


# 7.E Overruns: costs


def charging(s: State, odds: int, *units: str) -> tuple[Charge, Move]:
    return Charge(lambda state, there, hex: odds), Move(
        E.side[u(units[0])], tuple(sorted([u(name) for name in units])), IN_MOVEMENT
    )


@rule("tigercubs", "7.E.1.b", "19.B-30", "7.E.1.a", "7.E.1.e")
@pytest.mark.parametrize(
    ("odds", "points"), [(6, None), (7, 6), (8, 5), (9, 4), (10, 3), (11, 3), (12, 2), (14, 2), (15, 1), (40, 1)]
)
def test_overruns_cost_movement_points(odds: int, points: int | None) -> None:
    s = position({"G-PzR8": "1410", "B-11H": "1411"})
    assert overrun_cost(s, odds) == (NONE if points is None else points * MP)
    act, f = charging(s, odds, "G-PzR8")
    if points is None:
        refusal = act.why_not(s, f, p("1411"), 0)
        assert refusal is not None
        assert refusal.rule == "7.E.1.a"
        return
    s.spent[u("G-PzR8")] = (16 - points - 1) * MP
    assert act.why_not(s, f, p("1411"), 0) is None
    s.spent[u("G-PzR8")] += 1
    refusal = act.why_not(s, f, p("1411"), 0)
    assert refusal is not None
    assert refusal.rule == "7.E.1.b"


@rule("tigercubs", "7.E.1.b", "5.A.6.a")
def test_nobody_overruns_into_a_full_hex() -> None:
    riders = ("G-15Pz", "G-5le", "I-Ari", "I-Tre", "G-SR104")
    s = position({**dict.fromkeys(riders, "1410"), "B-13L": "1411"})
    act, f = charging(s, 20, *riders)
    assert act.why_not(s, f, p("1411"), 0) is None
    s.edition.figure["stacking"] = Fraction(16)
    try:
        refusal = act.why_not(s, f, p("1411"), 0)
        assert refusal is not None
        assert refusal.rule == "7.E.1.b"
    finally:
        s.edition.figure["stacking"] = Fraction(44)


@rule("tigercubs", "7.E.1.c.i")
def test_the_zone_of_who_is_overrun_ends_at_once() -> None:
    s = position({"B-22G": "1411", "G-PzR8": "1410"})
    assert mp(entry_cost(s, u("G-PzR8"), p("1410"), p("1411"))) == 1
    watched = position({"B-22G": "1411", "G-PzR8": "1410", "B-7AD": "1511"})
    assert mp(entry_cost(watched, u("G-PzR8"), p("1410"), p("1411"))) > 1
    assert s.zones == position({"B-22G": "1411", "G-PzR8": "1410"}).zones


@rule("tigercubs", "7.E.1.c.iii")
def test_overrunning_along_a_road_costs_twice_the_road() -> None:
    s = position({"B-22G": "1508", "G-K15": "1607"})
    assert mp(entry_cost(s, u("B-22G"), p("1508"), p("1607"))) == 2  # instead of 4 for the salt marsh
    clear = position({"B-22G": "1708", "G-K15": "1807"})
    assert mp(entry_cost(clear, u("B-22G"), p("1708"), p("1807"))) == 1


@rule("tigercubs", "7.E.1.d")
def test_an_overrun_that_meets_nobody_costs_one_point_more_than_the_step() -> None:
    s = position({"G-PzR8": "1410", "B-11H": "1411"})
    act, f = charging(s, 7, "G-PzR8")
    s.begin(f)
    act.do(s, f, p("1411"), 0, None)  # type: ignore[arg-type]
    assert s.spent[u("G-PzR8")] == 7 * MP
    overrun = s.frames[-1]
    assert isinstance(overrun, Overrun)
    refund_overrun(s, overrun)
    assert s.spent[u("G-PzR8")] == 2 * MP


# 2.F.3, 4.B.4, 7.H What a move captures


@rule("tigercubs", "2.F.3", "7.H.1.a.ii", "5.A.3.e")
def test_a_battalion_passes_and_leaves_nothing_behind() -> None:
    s = moving({"B-11H": "1408", "B-7Md": "1409"}, owned={"1308": "axis"})
    s = play(s, "move B-11H", "go 1308")
    assert s.owner[p("1308")] == AXIS
    s = play(s, "go 1309", "halt")
    assert s.owner[p("1308")] == AXIS
    taken = play(moving({"B-22G": "1408"}, owned={"1308": "axis"}), "move B-22G", "go 1308")
    assert taken.owner[p("1308")] == ALLIED
    support = play(moving({"B-7Md": "1408"}, owned={"1308": "axis"}), "move B-7Md", "go 1308")
    assert support.owner[p("1308")] == AXIS


@rule("tigercubs", "7.H.1.a.iii", "7.H.1.a.iii.1", "7.H.1.a.iii.2", "7.H.1.a.iii.3")
def test_a_zone_takes_a_hex_in_which_there_is_but_a_small_force_of_its_own() -> None:
    axis = dict.fromkeys(("1308", "1307"), "axis")

    def beside(at: dict[str, str]) -> State:
        return play(moving({"B-11H": "1309", "B-4ID": "1409", **at}, owned=axis), "move B-4ID", "go 1408")

    assert beside({"B-11H": "1308"}).owner[p("1308")] == ALLIED  # half an SP, and a Full zone around it
    assert beside({"B-11H": "1308", "G-5le": "1207"}).owner[p("1308")] == AXIS  # equal zones
    assert beside({"G-K15": "1308"}).owner[p("1308")] == AXIS  # an enemy is there
    base = play(moving({"B-11H": "1307", "B-4ID": "1409"}, owned=axis), "move B-4ID", "go 1408", "go 1308")
    assert base.owner[p("1307")] == AXIS  # an airport: by 1 SP alone


@rule("tigercubs", "4.B.4.a", "4.B.4.c.i", "4.C.3", "4.C.3.a", "4.A.2-c")
def test_what_falls_with_a_hex() -> None:
    s = moving({"B-11H": "1407", "B-22G": "1407"}, owned={"1407": "allied"}, air={"a-7J26": "1307"})
    s = play(s, "done")  # no airbase is attacked
    s.port_hits = {p("1406"): 1}
    light = play(s, "move B-11H", "go 1406")
    assert light.new_ports == ()  # controlled, not owned
    heavy = play(s, "move B-22G", "go 1406")
    assert heavy.new_ports == (p("1406"),)
    assert heavy.port_hits == {p("1406"): 1}
    assert p("1406") not in heavy.reduced_forts  # no combat: the fort serves its new owner
    raid = play(s, "move B-11H", "go 1307")
    assert raid.base[a("a-7J26")] == DEAD
    assert told(raid, "air_eliminated")


@rule("tigercubs", "13.L.2.d", "13.M.2.d", "13.K.2.b")
def test_hqs_and_quartermasters_move_by_their_icon() -> None:
    s = position({"H-Tob": "0905", "H-DAK": "1307", "Q-AL3": "2408"})
    assert [allowance(s, u(id), IN_MOVEMENT) for id in ("H-Tob", "H-DAK", "Q-AL3")] == [6 * MP, 16 * MP, 20 * MP]
    assert cost(s, "H-Tob", "1409", "1410") == 2  # on foot in desert
    assert cost(s, "Q-AL3", "1409", "1410") == 1
    five = position({"Q-AL3": "2408"}, scale=FIVE_DAY)
    assert allowance(five, u("Q-AL3"), IN_MOVEMENT) == 20 * MP


def test_a_move_changes_nothing_but_what_it_says() -> None:
    s = moving({"B-7AB": "1509", "G-K15": "1107"})
    t = play(s, "move B-7AB", "go 1510", "halt")
    move(t, u("B-7AB"), p("1509"))
    assert t.zones == s.zones


def test_who_is_on_his_way_stops_for_another_who_is_chosen_and_not_for_his_mates() -> None:
    s = play(moving({"B-7AB": "1609", "B-11H": "1609", "B-22G": "1809", "G-AA3": "0506"}), "move B-7AB")
    assert TITLE.face.set_out(s, [u("B-22G")]) == [("halt", 0, 0), ("move", u("B-22G"), 0)]
    assert TITLE.face.set_out(s, [u("B-11H")])[0] == ("move", u("B-11H"), 0)  # he can come along
    assert TITLE.face.set_out(s, [u("B-7AB")])[0] == ("move", u("B-7AB"), 0)
