"""8.E What bombs do: airbases, ports, railway, bridges, interdiction, close support; X-2, X-3."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.kernel.dice import NoDice, ScriptedDice
from sandtable.kernel.play import Event
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.air_bombing import resolve
from sandtable.titles.tigercubs.frames import CombatPhase, Strike
from sandtable.titles.tigercubs.interdiction import cev_loss, interdiction
from sandtable.titles.tigercubs.kinds import FIVE_DAY, HALF_MONTH
from sandtable.titles.tigercubs.lift import port_left
from sandtable.titles.tigercubs.movement_cost import extra_cost
from sandtable.titles.tigercubs.scales import MP
from sandtable.titles.tigercubs.state import DEAD, State
from tests.kit import offered, play, rule, told, why_not
from tests.titles.tigercubs.flights import fighting, full, moving, opening
from tests.titles.tigercubs.position import E, a, p, position, start, u


def bombed(
    s: State, kind: str, target: str, points: Fraction | int, dice: list[int], side: int = ALLIED, air: str = "b-14"
) -> State:
    """So many points have come down on a target."""
    s.log = []
    load = Fraction(points)
    f = Strike(side, s.names.numbers["mission"][kind], p(target), dropped=((a(air), load.numerator, load.denominator),))
    if kind == "bridge":
        f.crossing = p("0905")
    scripted = ScriptedDice(dice)
    resolve(s, f, scripted if dice else NoDice())
    assert scripted.used == len(dice)
    return s


@rule("tigercubs", "8.E.1")
@pytest.mark.parametrize(("points", "die", "hits"), [(2, 50, 1), (2, 51, 0), (3, 75, 1), (3, 76, 0), (6, 50, 2), (6, 51, 1)])
def test_what_is_short_of_a_hit_is_rolled_for(points: int, die: int, hits: int) -> None:
    s = bombed(position({}), "port", "0905", points, [die], AXIS)
    assert s.port_hits.get(p("0905"), 0) == hits
    assert told(s, "bombs_short") == [(points % 4 * 25,)]  # what the die had to be is said with it


@rule("tigercubs", "8.E.1", "4.C.2", "19.B-09")
def test_ports_lose_clearing_and_no_more_than_they_have() -> None:
    s = bombed(position({}), "port", "0905", 4, [], AXIS)
    assert port_left(s, p("0905")) == 9 * 4
    s = bombed(position({}), "port", "1406", 40, [], ALLIED)
    assert s.port_hits == {p("1406"): 2}
    ruined = play(moving_with_hits(), "fly port")
    assert why_not(ruined, "over 1406").rule == "8.E.1"
    assert "over 1407" in offered(ruined)


def moving_with_hits() -> State:
    s = moving({"b-14": "2710"})
    s.port_hits = {p("1406"): 2}
    return s


@rule("tigercubs", "8.E.1.a", "4.B.5.a", "4.B.5.b", "4.B.5.c", "4.B.2.a")
def test_airbases() -> None:
    s = position({}, air={"a-I27": "0604", "a-7J26": "0604"})
    hit = bombed(s.clone(), "airbase", "0604", 6, [a("a-I27"), a("a-7J26")])
    assert hit.base_hits == {p("0604"): 2}
    assert (hit.steps[a("a-I27")], hit.base[a("a-7J26")]) == (1, DEAD)
    s.aloft[a("a-I27")] = p("1106")  # who is in the air is not hit
    bombed(s.clone(), "airbase", "0604", 6, [a("a-7J26")])
    for die, hits in ((50, 3), (51, 2)):
        assert bombed(position({}), "airbase", "0906", Fraction(15, 2), [die]).base_hits == {p("0906"): hits}
    assert bombed(position({}), "airbase", "1807", 15, [], AXIS).base_hits == {p("1807"): 3}  # 2 and one
    built = position({})
    built.airfields = {p("1807"): 1}
    assert bombed(built, "airbase", "1807", 30, [], AXIS).base_hits == {p("1807"): 6}


@rule("tigercubs", "X-3")
def test_rail_and_bridges() -> None:
    assert bombed(position({}), "rail", "2710", Fraction(7, 2), [87], AXIS).rail_breaks == {p("2710"): 1}
    assert bombed(position({}), "rail", "2710", Fraction(7, 2), [88], AXIS).rail_breaks == {}
    assert bombed(position({}), "bridge", "0805", 5, []).bridges_down == (E.hexside(p("0805"), p("0905")),)
    assert bombed(position({}), "bridge", "0805", 4, [81]).bridges_down == ()
    s = moving({"b-14": "2710", "a-I_LG1": "1106"}, AXIS)
    rails = play(s, "fly rail")
    assert why_not(rails, "over 1407").rule == "X-3"
    assert "over 2710" in offered(rails)
    bridge = play(moving({"b-14": "2710"}), "fly bridge")
    assert why_not(bridge, "over 1407").rule == "X-3"  # a road down the escarpment is no bridge
    bridge = play(bridge, "over 0805")
    done = play(bridge, "assign b-14", "send", "fly_on", dice=[41])
    assert done.bridges_down == ()
    assert play(bridge, "assign b-14", "send", "fly_on", dice=[40]).bridges_down == (E.hexside(p("0805"), p("0905")),)


# 8.E.1.b Interdiction


@rule("tigercubs", "8.E.1.b", "8.E.1.b.ii.1", "8.E.1.b.ii.2", "8.E.1.b.ii.3", "19.B-22", "5.B.4.b")
@pytest.mark.parametrize(("points", "level"), [("23/2", 0), ("12", 1), ("25/2", 1), ("35/2", 1), ("18", 2), ("24", 3), ("90", 3)])
def test_levels_of_interdiction(points: str, level: int) -> None:
    s = bombed(position({}), "bai", "1607", Fraction(points), [], AXIS)
    assert s.interdicted == (((AXIS, p("1607"), level),) if level else ())
    for place in (p("1607"), *E.around[p("1607")]):
        assert interdiction(s, ALLIED, place) == level
        assert interdiction(s, AXIS, place) == 0
    beyond = next(q for q in range(E.sheet) if E.distance(q, p("1607")) == 2)
    assert interdiction(s, ALLIED, beyond) == 0
    extra = {0: 0, 1: MP, 2: MP * 3 // 2, 3: 2 * MP}[level]
    assert extra_cost(s, ALLIED, p("1608"), p("1607")) == extra


@rule("tigercubs", "8.E.1.b", "5.B.4.b", "8.B.2.b")
def test_a_stuka_wing_makes_a_zone_by_itself() -> None:
    s = moving({"a-II2": "1106", "b-6": "2408"}, AXIS)
    s = play(s, "fly bai", "over 1608", "assign a-II2", "send", "fly_on")
    assert s.interdicted == ((AXIS, p("1608"), 1),)


@rule("tigercubs", "8.E.1.b.ii.4")
def test_overlapping_zones_add_up_to_three_at_most() -> None:
    s = bombed(position({}), "bai", "1607", 18, [], AXIS)
    s = bombed(s, "bai", "1608", 18, [], AXIS)
    assert interdiction(s, ALLIED, p("1608")) == 3
    alone = next(q for q in E.around[p("1607")] if q not in E.around[p("1608")] and q != p("1608"))
    assert interdiction(s, ALLIED, alone) == 2


@rule("tigercubs", "8.E.1.b.iii", "8.E.1.b.i.2", "8.E.1.b.i.3")
def test_zones_on_the_line_of_supply_cost_efficiency() -> None:
    s = start("battleaxe")
    unit = u("B-4ID")
    assert cev_loss(s, unit) == 0
    s = bombed(s, "bai", "2408", 18, [], AXIS)  # the terminal at Matruh
    assert cev_loss(s, unit) == Fraction(1, 10)
    s = start("battleaxe")
    for place in ("2408", "2008"):
        s = bombed(s, "bai", place, 12, [], AXIS)
    lost = cev_loss(s, unit)
    assert lost == Fraction(1, 10)
    for place in ("2408", "2008", "1807", "1907", "2108", "2207"):
        s = bombed(s, "bai", place, 24, [], AXIS)
    assert cev_loss(s, unit) == Fraction(2, 5)  # no more than 40 %


@rule("tigercubs", "8.E.1.b-b")
def test_the_sea_is_not_interdicted() -> None:
    s = bombed(position({}), "bai", "0905", 24, [], AXIS)
    assert port_left(s, p("0905")) == 10 * 4


# 8.E.1.c Close support


def supported(points: Fraction | str, air: str, dice: list[int], scale: int = HALF_MONTH, side: int = ALLIED) -> State:
    s = position({}, frame=CombatPhase(ALLIED, (p("1407"),)), scale=scale)
    phase = s.frames[-1]
    assert isinstance(phase, CombatPhase)
    phase.support = ((0, 0, 0, 0),)
    return bombed(s, "cas", "1407", Fraction(points), dice, side, air)


def support(s: State) -> tuple[int, int, int, int]:
    phase = s.frames[-1]
    assert isinstance(phase, CombatPhase)
    return phase.support[0]


@rule("tigercubs", "8.E.1.c", "5.B.3.a.iii")
@pytest.mark.parametrize(
    ("points", "die", "factors"), [("25", 2, 7), ("25", 3, 6), ("26", 5, 7), ("26", 6, 6), ("27", 7, 7), ("27", 8, 6)]
)
def test_one_factor_for_four_and_a_die_for_the_rest(points: str, die: int, factors: int) -> None:
    assert support(supported(points, "b-14", [die])) == (factors, 0, 1, 0)


@rule("tigercubs", "8.E.1.c", "2.I.3", "5.B.4.b")
def test_close_support_types_and_the_five_day_scale() -> None:
    assert support(supported("15/2", "a-II2", [5], side=AXIS)) == (0, 8, 0, 2)
    assert support(supported("15/2", "a-II2", [], FIVE_DAY, AXIS)) == (0, 75, 0, 2)
    assert support(supported("4", "b-14", [])) == (1, 0, 1, 0)
    assert support(supported("4", "b-14", [], FIVE_DAY)) == (10, 0, 1, 0)
    s = bombed(position({}, scale=FIVE_DAY), "bai", "1607", Fraction(25, 2), [], AXIS)
    assert s.interdicted[0][2] == 1  # only close support is multiplied


@rule("tigercubs", "8.E.1.c", "5.B.5.c", "8.D.1.c")
def test_close_support_from_take_off_to_the_ground() -> None:
    at = {"B-22G": "1508", "G-K15": "1407"}
    s = full(fighting({"b-14": "2609", "b-45": "2609", "b-73": "2509"}, {"1407": ("B-22G",)}, at), "b-14")
    s = play(s, "fly cas", "assign b-14", "assign b-45", "escort b-73", "send", "fly_on", dice=[5])  # 6 points: 1.5
    assert told(s, "close_support") == [(ALLIED, p("1407"), 2)]
    assert s.homeward[a("b-73")] == 0  # it stays over the combat


# X-2 Reconnaissance


@rule("tigercubs", "X-2", "5.B.3.a.v")
def test_reconnaissance_shows_a_hex_if_it_lives() -> None:
    s = moving({"b-6": "2408", "b-73": "2509"}, at={"G-Fl33": "1407"})
    s = play(s, "fly reconnaissance", "over 1407", "assign b-6", "send", "fly_on")
    seen = play(s, "at_aircraft G-Fl33", dice=[1])
    assert seen.seen == (p("1407"),)
    assert play(s, "at_aircraft G-Fl33", dice=[10]).seen == ()
    sea = next(place for place in range(E.sheet) if E.sea[place])
    for blank in (E.map.ids[sea], "BEN"):
        assert why_not(play(moving({"b-6": "2408"}), "fly reconnaissance"), f"over {blank}").rule == "X-2"
    again = play(moving({"b-6": "2408", "b-73": "2509"}), "fly reconnaissance", "over 1407")
    assert why_not(again, "assign b-73").rule == "8.B.2"


@rule("tigercubs", "5.B.1", "8.E.1.a")
def test_a_raid_from_take_off_to_the_ground() -> None:
    s = opening({"b-37": "2710", "a-I27": "1106"})
    s = play(s, "fly airbase", "over 1106", "assign b-37", "send", "fly_on", dice=[1, 100, a("a-I27")])
    assert s.steps[a("a-I27")] == 1
    assert s.base_hits == {p("1106"): 1}


@rule("tigercubs", "8.E.1")
def test_a_mission_that_achieves_nothing_is_announced_in_words() -> None:
    def said(what: str, *numbers: int) -> tuple[str, str]:
        found = TITLE.face.announce(E, Event(what, numbers, 0, None))
        assert found is not None
        return found.name, found.text

    gambut = p("1106")
    assert said("air_hits", gambut, 0) == ("No hit on Gambut (1106)", "nothing comes of it")
    assert said("air_hits", gambut, 2) == ("2 hits on Gambut (1106)", "the damage stays until engineers repair it")
    assert said("interdicted", AXIS, gambut, 0)[0] == "No interdiction"
    assert said("close_support", AXIS, gambut, 0) == ("No close support", "nothing comes of it")
