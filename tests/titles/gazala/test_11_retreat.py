"""11.1 Retreat, 11.2 Advance after Combat."""

from __future__ import annotations

from sandtable.kernel.play import Refusal, read
from sandtable.titles.gazala.edition import NORTH
from sandtable.titles.gazala.face.cautions import caution
from sandtable.titles.gazala.frames import Attack, Retreat
from sandtable.titles.gazala.results import Advance
from sandtable.titles.gazala.retreat import BASE, RetreatOnOff
from sandtable.titles.gazala.state import State
from tests.kit import asked, offered, play, rule, told, why_not
from tests.titles.gazala.board import (
    ALLIED,
    AXIS,
    At,
    E,
    drawn,
    is_disrupted,
    is_used,
    moving,
    mp,
    position,
    retreating,
    steps,
    where,
)

CUP = {"5/1": "2011", "5/2": "2110", "8/1": "1910", "8/2": "2109", "132/8": "1909"}  # around 2010, open only to 2009


def paths(s: State) -> list[tuple[str, str]]:
    """The two-hex ways that are left to choose from."""
    retreat = [f for f in s.frames if isinstance(f, Retreat)][-1]
    pairs = [(path // BASE, path % BASE) for path in retreat.paths]
    return [(E.hexes.ids[a], E.hexes.ids[b]) for a, b in pairs if a < 1000 and b < 1000]


@rule("gazala", "11.1-a")
def test_a_retreat_ends_two_hexes_away() -> None:
    s = retreating(position({"9 L": "1902"}), "9 L")
    assert ("1901", "2001") in paths(s)
    assert all(E.hexes.distance(E.h("1902"), E.h(end)) == 2 for _, end in paths(s))
    s = play(s, "back 2003")
    assert why_not(s, "back 1903").rule == "11.1-a"


@rule("gazala", "11.1-b")
def test_priorities_are_ranked() -> None:
    s = retreating(position({"104/1": "2010", "5 RTR": "2011"}), "104/1")
    assert sorted(paths(s)) == [("1909", "1810"), ("2109", "2210")]
    assert why_not(s, "back 2110").rule == "11.1-b"


@rule("gazala", "11.1-c")
def test_order_and_stacks() -> None:
    at = {"3 CG": "1504", "2 RHA": "1504", "9 L": "1604"}
    s = retreating(position(at), "3 CG", "2 RHA", "9 L")
    assert asked(s) == (ALLIED, "Retreats")
    assert offered(s) == ["retreat 9 L", "retreat 3 CG", "retreat 2 RHA", "together 1504"]
    assert why_not(s, "together 1604").rule == "11.1-c"
    s = play(s, "together 1504", "back 1605", "back 1704")
    assert where(s, "3 CG") == where(s, "2 RHA") == "1704"


@rule("gazala", "11.1-1")
def test_a_surrounded_unit_is_eliminated() -> None:
    around = [E.hexes.ids[h] for h in E.neighbours[E.h("1520")]]
    ring = dict(zip(("5/1", "5/2", "8/1", "8/2", "132/8", "132/9"), around, strict=True))
    s = retreating(position({"PAVO": "1520", **ring}), "PAVO")
    assert where(s, "PAVO") == "dead"


@rule("gazala", "11.1-1")
def test_neither_hex_of_a_retreat_is_held_by_the_enemy() -> None:
    assert ("1901", "2001") in paths(retreating(position({"9 L": "1902"}), "9 L"))
    s = retreating(position({"9 L": "1902", "8/1": "2001"}, disrupted=["8/1"]), "9 L")  # it has no zone
    assert paths(s) != []
    assert "2001" not in {hex for path in paths(s) for hex in path}


@rule("gazala", "11.1-1b")
def test_closed_hexes_for_the_axis() -> None:
    at = {"65/1": "0816", "9 L": "0916", "10 Hus": "0817", "Bays": "0716", "2 RGH": "0715"}
    assert where(retreating(position(at), "65/1"), "65/1") == "dead"
    s = retreating(position(at, breached=[("0815", "0816", "0814")]), "65/1")
    assert where(s, "65/1") != "dead"


@rule("gazala", "11.1-1c")
def test_escarpments_stop_a_retreat() -> None:
    s = retreating(position({"10 Hus": "1802"}), "10 Hus")
    assert paths(s)
    assert not {first for first, _ in paths(s)} & {"1801", "1701"}


@rule("gazala", "11.1-1d")
def test_mines_do_not_stop_allied_retreats() -> None:
    s = retreating(position({"4 GH": "0811"}), "4 GH")
    assert ("0810", "0809") in paths(s)
    s = play(s, "back 0810", "back 0809")
    assert where(s, "4 GH") == "0809"
    attack = Attack(ALLIED, E.u("4 GH"), 0, (), hexes=(E.h("0811"),))
    assert Advance().why_not(position({"4 GH": "0810"}), attack, E.u("4 GH"), E.h("0811")) is None


@rule("gazala", "11.1-2a")
def test_friends_lift_zones_for_retreat() -> None:
    at = {"PAVO": "1520", "2 RL": "1519", "104/1": "1420", "104/2": "1620", "104/3": "1618", "5/1": "1621"}
    s = play(retreating(position(at), "PAVO"), "back 1519")
    assert not is_disrupted(s, "PAVO")
    s = play(s, "back 1518")
    assert is_disrupted(s, "PAVO")


@rule("gazala", "11.1-2b")
def test_zones_are_avoided() -> None:
    s = retreating(position({"10 Hus": "1901", "8/1": "1902"}), "10 Hus")
    assert offered(s) == ["back 2001", "off north"]
    s = play(s, "back 2001")
    assert offered(s)[-1] == "end"  # 2101 was the only way
    assert where(s, "10 Hus") == "2101"


@rule("gazala", "11.1-2c", "12.0-a")
def test_each_zone_hex_hurts() -> None:
    s = retreating(position({"5 RTR": "2010", **CUP, "104/1": "2007"}), "5 RTR")
    s = play(s, "back 2008")
    assert (steps(s, "5 RTR"), is_disrupted(s, "5 RTR")) == (1, True)
    s = retreating(position({"5 RTR": "2010", **CUP}), "5 RTR")  # only 2009 is in a zone
    assert where(s, "5 RTR") == "2008"
    assert (steps(s, "5 RTR"), is_disrupted(s, "5 RTR")) == (2, True)


@rule("gazala", "11.1-2d")
def test_two_disrupted_units_lose_one_step_between_them() -> None:
    s = position({"3 CG": "2010", "9 RB": "2010", **CUP}, disrupted=["3 CG", "9 RB"])
    s = play(retreating(s, "3 CG", "9 RB"), "together 2010")
    assert asked(s) == (ALLIED, "Losses")
    assert offered(s) == ["lose 3 CG", "lose 9 RB"]
    s = play(s, "lose 3 CG")
    assert (where(s, "3 CG"), where(s, "9 RB")) == ("dead", "2008")


@rule("gazala", "11.1-2e")
def test_a_stack_with_one_disrupted_unit() -> None:
    s = position({"8 RTR": "2010", "42 RTR": "2010", **CUP}, disrupted=["8 RTR"])
    s = play(retreating(s, "8 RTR", "42 RTR"), "together 2010")
    assert (steps(s, "8 RTR"), is_disrupted(s, "42 RTR"), steps(s, "42 RTR")) == (1, True, 2)


def directions(s: State, start: str) -> set[str]:
    found = set()
    for first, second in paths(s):
        for here, there in ((start, first), (first, second)):
            found.add(("N", "NE", "SE", "S", "SW", "NW")[E.way[E.h(here)][E.h(there)]])
    return found


@rule("gazala", "11.1-3a")
def test_allied_directions() -> None:
    s = retreating(position({"Bays": "1605"}), "Bays")
    assert directions(s, "1605") == {"N", "NW", "NE", "SE"}


@rule("gazala", "11.1-3b")
def test_axis_directions() -> None:
    s = retreating(position({"8/1": "1411"}), "8/1")
    assert directions(s, "1411") == {"S", "SW", "SE"}


@rule("gazala", "11.1-3c")
def test_a_wrong_direction_costs_nothing_if_no_other_is_free() -> None:
    at = {"8/1": "1411", "Bays": "1512", "9 L": "1312", "10 Hus": "1610", "2 RGH": "1210"}
    s = retreating(position(at), "8/1")
    assert where(s, "8/1") == "1409"
    assert (steps(s, "8/1"), is_disrupted(s, "8/1")) == (3, False)


@rule("gazala", "11.1-4a")
def test_over_stacked_ends_are_avoided() -> None:
    s = retreating(position({"9 L": "1802", "Bays": "2001", "10 Hus": "2001"}), "9 L")
    ends = {end for _, end in paths(s)}
    assert "2002" in ends
    assert "2001" not in ends


FULL = {"Bays": "2101", "10 Hus": "2101", "2 RGH": "2102", "3 CLY": "2102", "4 CLY": "2202", "8 Hus": "2202"}


@rule("gazala", "11.1-4b")
def test_an_over_stacked_unit_may_go_further() -> None:
    s = retreating(position({"9 L": "2001", "8/1": "2002", "8/2": "1901", **FULL}), "9 L")
    s = play(s, "back 2101")
    assert where(s, "9 L") == "2202"
    assert offered(s) == ["further 2302", "rest"]
    assert why_not(s, "further 2203").rule == "11.1-4b"
    s = play(s, "further 2302")
    assert where(s, "9 L") == "2302"
    assert asked(s)[1] == "ActionPhase"
    further = {"2 RB": "2302", "9 KRR": "2302"}  # the third hex is full too: it may go on to a fourth, always away
    s = retreating(position({"9 L": "2001", "8/1": "2002", "8/2": "1901", **FULL, **further}), "9 L")
    s = play(s, "back 2101", "further 2302")
    assert {text.split()[-1] for text in offered(s)} == {"2402", "2403", "rest"}
    assert where(play(s, "further 2403"), "9 L") == "2403"


@rule("gazala", "11.1-5a")
def test_retreat_off_the_map() -> None:
    s = play(retreating(position({"10 Hus": "1901"}), "10 Hus"), "off north")
    assert where(s, "10 Hus") == "off"
    assert s.due[E.u("10 Hus")] == 5  # May 30-31
    east = retreating(position({"10 Hus": "3010"}), "10 Hus")
    assert offered(east) == ["back 2909", "back 3009", "off east"]
    assert play(east, "off east").left_by[E.u("10 Hus")] == E.names.number("edge", "east")
    s = retreating(position({"10 Hus": "1902"}), "10 Hus")  # the edge as the second hex
    s = play(s, "back 1901")
    assert "off north" in offered(s)
    assert why_not(retreating(position({"10 Hus": "2005"}), "10 Hus"), "off north").rule == "11.1-5a"


NARROW = {"8/1": "2103", "8/2": "1903", "5/1": "1902", "5/2": "2102", "132/8": "2004"}  # from 2003 by 2002 to 2001 alone


@rule("gazala", "11.1-4b", "11.1-5a")
def test_over_stacked_at_the_map_edge_it_may_go_on_off_the_map() -> None:
    at = {"9 L": "2003", "Bays": "2001", "10 Hus": "2001", **NARROW}
    s = retreating(position(at), "9 L")
    assert where(s, "9 L") == "2001"
    assert offered(s) == ["off north", "rest"]  # the edge counts as the next hex
    assert why_not(s, "off east").rule == "11.1-5a"
    gone = play(s, "off north")
    assert (where(gone, "9 L"), gone.due[E.u("9 L")], gone.left_by[E.u("9 L")]) == ("off", 5, NORTH)
    assert asked(gone)[1] == "ActionPhase"  # nobody is over-stacked any more
    assert asked(play(s, "rest"))[1] == "Stacking"


@rule("gazala", "11.1-4b", "11.1-5a")
def test_only_an_over_stacked_unit_goes_on_off_the_map() -> None:
    s = retreating(position({"9 L": "2003", "Bays": "2001", **NARROW}), "9 L")
    assert (where(s, "9 L"), asked(s)[1]) == ("2001", "ActionPhase")
    retreat = Retreat(ALLIED, (E.u("9 L"),), E.h("2003"), (), 2)
    refused = RetreatOnOff().why_not(s, retreat, NORTH, 0)
    assert refused is not None
    assert refused.rule == "11.1-4b"


@rule("gazala", "11.1-4b", "8.2-a")
def test_a_bracketed_unit_does_not_leave_the_map_like_this_either() -> None:
    bracketed = next(E.names.text("unit", u) for u in range(E.units) if E.bracketed[u])
    s = position({bracketed: "2001", "Bays": "2001", "10 Hus": "2001"})
    retreat = Retreat(ALLIED, (E.u(bracketed),), E.h("2003"), (), 2)
    assert RetreatOnOff().candidates(s, retreat) == []
    assert RetreatOnOff().why_not(s, retreat, NORTH, 0) is not None


@rule("gazala", "11.1-5b")
def test_it_returns_without_markers() -> None:
    s = play(retreating(position({"10 Hus": "1901"}, disrupted=["10 Hus"]), "10 Hus"), "off north")
    assert (s.disrupted[E.u("10 Hus")], s.supply[E.u("10 Hus")]) == (0, 0)


@rule("gazala", "11.1-5c")
def test_leaving_the_map_is_never_forced() -> None:
    s = retreating(position({"Bays": "2001", "8/1": "2002", "8/2": "1901"}), "Bays")
    assert offered(s) == ["back 2101", "off north"]
    assert is_disrupted(play(s, "back 2101"), "Bays")
    s = retreating(position({"Bays": "2001", "8/1": "2002", "8/2": "1901", "5/1": "2101"}), "Bays")
    assert offered(s) == ["off north", "perish"]
    assert where(play(s, "perish"), "Bays") == "dead"


@rule("gazala", "11.1-5d")
def test_any_edge_will_do() -> None:
    s = play(retreating(position({"8/1": "1901"}), "8/1"), "off north")
    assert s.left_by[E.u("8/1")] == NORTH
    later = position({"8/2": "2020"}, turn="May 30-31", due={"8/1": 5})
    later.left_by[E.u("8/1")] = NORTH
    later = play(drawn(later, AXIS, "Ariete/Trieste"), "single 8/1")
    assert {text.split()[-1] for text in offered(later)} == {E.hexes.ids[h] for h in E.edge_hexes[NORTH]}


# 11.2


def advance(at: At, attackers: list[str], hexes: list[str], unit: str, to: str, **facts: object) -> Refusal | None:
    """What stops an attacker of these from entering a hex that the defenders have left."""
    s = position(at, **facts)  # type: ignore[arg-type]
    numbers = [E.u(name) for name in attackers]
    attack = Attack(E.side[numbers[0]], numbers[0], 0, (), tuple(numbers[1:]), hexes=tuple([E.h(h) for h in hexes]))
    return Advance().why_not(s, attack, E.u(unit), E.h(to))


def why(refusal: Refusal | None) -> str:
    return "" if refusal is None else refusal.rule


@rule("gazala", "11.2-a")
def test_any_attacking_unit_may_advance() -> None:
    s = moving(position({"5/1": "1621", "104/1": "1420", "104/2": "1620", "PAVO": "1520"}), "5/1")
    s = play(s, "attack medium", "join 104/1", "join 104/2", dice=[9])
    assert offered(s) == ["advance 5/1 1520", "advance 104/1 1520", "advance 104/2 1520", "stay"]
    s = play(s, "advance 104/1 1520", "stay")
    assert where(s, "104/1") == "1520"
    assert why(advance({"5/1": "1621", "104/1": "1720"}, ["5/1"], ["1520"], "104/1", "1520")) == "11.2-a"
    assert why(advance({"5/1": "1621"}, ["5/1"], ["1520"], "5/1", "1521")) == "11.2-a"  # nobody was attacked there
    assert why(advance({"5/1": "1621", "PAVO": "1520"}, ["5/1"], ["1520"], "5/1", "1520")) == "11.2-a"  # nor is it empty
    assert why(advance({"5/1": "1621", "104/1": "1419"}, ["5/1", "104/1"], ["1520", "1418"], "5/1", "1418")) == "11.2-a"


@rule("gazala", "11.2-a2")
def test_a_regiment_fills_the_hex() -> None:
    at = {"65/1": "0310", "27": "0309", "2 RL": "0410"}
    s = play(moving(position(at), "65/1"), "attack medium", "join 27", dice=[9])
    assert where(s, "2 RL") == "dead"
    assert offered(s) == ["advance 65/1 0410", "advance 27 0410", "stay"]
    assert asked(play(s, "advance 27 0410"))[1] == "Move"  # nobody else may follow
    assert why(advance({"65/1": "0310", "27": "0410"}, ["65/1", "27"], ["0410"], "65/1", "0410")) == "11.2-a2"


@rule("gazala", "11.2-b")
def test_no_advance_into_the_prohibited_zone() -> None:
    assert why(advance({"3 LE": "1118"}, ["3 LE"], ["1018"], "3 LE", "1018")) == "11.2-b"
    s = moving(position({"3 LE": "1118", "2 LE": "1117", "9 Ber": "1018"}, used=["9 Ber"]), "3 LE")
    s = play(s, "attack medium", "join 2 LE", dice=[9])
    assert where(s, "9 Ber") == "dead"
    assert "advance" not in {text.split()[0] for text in offered(s)}


@rule("gazala", "11.2-b")
def test_the_zone_is_prohibited_to_the_allies_alone() -> None:
    assert E.prohibited[E.h("1018")]
    assert advance({"65/1": "1019"}, ["65/1"], ["1018"], "65/1", "1018") is None
    assert advance({"5/1": "1019"}, ["5/1"], ["1018"], "5/1", "1018") is None


@rule("gazala", "11.2-c")
def test_axis_armour_does_not_advance_over_mines() -> None:
    assert why(advance({"132/8": "1319"}, ["132/8"], ["1318"], "132/8", "1318")) == "11.2-c"
    assert why(advance({"39 AT": "1319", "132/8": "1418"}, ["132/8", "39 AT"], ["1318"], "39 AT", "1318")) == "11.2-c"
    assert advance({"132/8": "1319"}, ["132/8"], ["1318"], "132/8", "1318", breached=[("1318", "1319")]) is None


@rule("gazala", "11.2-d", "14.0-d")
def test_axis_infantry_advances_over_mines() -> None:
    assert advance({"104/1": "1319"}, ["104/1"], ["1318"], "104/1", "1318") is None
    assert advance({"65/1": "1217"}, ["65/1"], ["1316"], "65/1", "1316") is None


@rule("gazala", "11.2-e")
def test_zones_do_not_hinder_an_advance() -> None:
    assert advance({"104/1": "1420", "2 RL": "1519"}, ["104/1"], ["1520"], "104/1", "1520") is None
    s = position({"104/1": "1420", "2 RL": "1519"})
    assert s.zones.controls(ALLIED, E.h("1420"))
    assert s.zones.controls(ALLIED, E.h("1520"))


@rule("gazala", "11.2-f", "11.2-h")
def test_an_advance_costs_nothing_and_the_move_goes_on() -> None:
    s = moving(position({"5/1": "1621", "104/1": "1420", "104/2": "1620", "PAVO": "1520"}), "5/1", left=23)
    s = play(s, "attack medium", "join 104/1", "join 104/2", dice=[9])
    on = play(s, "advance 5/1 1520", "stay")
    assert mp(on) == 7
    assert "go 1519" in offered(on)
    stayed = play(s, "stay")
    assert (mp(stayed), where(stayed, "5/1")) == (7, "1621")
    assert "go 1720" in offered(stayed)


@rule("gazala", "11.2-g")
def test_an_advance_does_not_use_a_unit() -> None:
    s = moving(position({"5/1": "1621", "12 Ber": "1420", "104/2": "1620", "PAVO": "1520"}), "5/1")
    s = play(s, "attack medium", "join 12 Ber", "join 104/2", "advance 12 Ber 1520", dice=[9])
    assert where(s, "12 Ber") == "1520"
    assert not is_used(s, "12 Ber")


@rule("gazala", "11.2-i")
def test_attackers_that_fall_back_do_not_advance() -> None:
    at = {"5/1": "2011", "10 Hus": "2010"}
    s = moving(position(at, steps={"10 Hus": 1}, axis_box=["Anti-Tank"]), "5/1")
    s = play(s, "attack light", "antitank", dice=[0])  # 15 to 5 at -2
    assert E.crt.words[told(s, "result")[0][0]] == "*DR/-"
    assert where(s, "10 Hus") == "dead"
    assert asked(s)[1] == "Retreat"
    s = play(s, "back 2012", "back 2013")
    assert asked(s)[1] == "ActionPhase"  # no advance was offered
    s = position({"5/1": "2011"})
    attack = Attack(AXIS, E.u("5/1"), 0, (), hexes=(E.h("2010"),), fell_back=(E.u("5/1"),))
    assert why(Advance().why_not(s, attack, E.u("5/1"), E.h("2010"))) == "11.2-i"


@rule("gazala", "11.2-j")
def test_no_advance_over_a_closed_escarpment() -> None:
    at = {"8/1": "1702", "8/2": "1801"}
    assert advance(at, ["8/1", "8/2"], ["1701", "1802"], "8/2", "1701") is None
    assert why(advance(at, ["8/1", "8/2"], ["1701", "1802"], "8/2", "1802")) == "11.2-j"


@rule("gazala", "11.2-k")
def test_bracketed_units_do_not_advance_out_of_their_area() -> None:
    at = {"6 GH": "0502", "7 GH": "0502"}
    assert why(advance(at, ["7 GH", "6 GH"], ["0503"], "6 GH", "0503")) == "11.2-k"
    assert advance(at, ["7 GH", "6 GH"], ["0503"], "7 GH", "0503") is None


@rule("gazala", "14.0-e")
def test_axis_infantry_does_not_retreat_over_mines() -> None:
    at = {"65/1": "1316", "9 L": "1315", "10 Hus": "1317"}
    assert where(retreating(position(at), "65/1"), "65/1") == "dead"
    s = retreating(position(at, breached=[("1316", "1217")]), "65/1")
    assert where(s, "65/1") != "dead"


def warned(s: State, text: str) -> list[str]:
    return [refusal.text for refusal in caution(s, read(s, text))]


def test_what_a_retreat_loses_is_said_where_another_way_spares_it() -> None:
    ring = {"8/1": "1802", "8/2": "2002"}
    s = retreating(position({"10 Hus": "1901", **ring}), "10 Hus")
    assert {text.split()[0] for text in offered(s)} == {"back", "off"}
    back = next(text for text in offered(s) if text.startswith("back"))
    assert warned(s, back) == ["an enemy zone of control lies there: 10th Hussars would be Disrupted"]
    assert warned(s, "off north") == []
    late = retreating(position({"10 Hus": "1901", **ring}, turn="June 1-2", disrupted=["10 Hus"]), "10 Hus")
    assert warned(late, back) == ["an enemy zone of control lies there: 10th Hussars would lose a step"]
    assert warned(late, "off north") == ["it would return after the last turn: it is out of the game"]


def test_where_there_is_no_other_way_nothing_is_asked_twice() -> None:
    s = retreating(position({"104/1": "2010", **CUP}), "104/1")
    assert all(not warned(s, text) for text in offered(s))
