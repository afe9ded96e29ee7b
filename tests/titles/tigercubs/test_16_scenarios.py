"""Scenarios: set-ups, stocks, spans and settings at both time scales; the empty turn runs to its end."""

from __future__ import annotations

import pytest

from sandtable.kernel.dice import NoDice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.arrivals import receive_supplies
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.face.aids import goals
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import FIVE_DAY, HALF_MONTH
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.scales import GSP, VP
from sandtable.titles.tigercubs.state import CHARTED, EMPLACED, State, rebuild, renew_caches, sp, units_in
from sandtable.titles.tigercubs.victory import difference, level, outcome, total
from tests.kit import rule, told
from tests.titles.tigercubs.position import E, idle, p, position, start, u


def names(s: State, id: str) -> set[str]:
    return {E.names.text("unit", unit) for unit in units_in(s, p(id))}


def played_out(scenario: str, scale: int) -> State:
    s = start(scenario, scale)
    s.log = []
    return idle(s)


@pytest.mark.parametrize("scale", [HALF_MONTH, FIVE_DAY])
@pytest.mark.parametrize("scenario", E.scenarios)
def test_a_set_up_breaks_no_rule(scenario: str, scale: int) -> None:
    s = start(scenario, scale)
    assert audit(s) == []
    assert s.clone().key() == rebuild(s).key() == s.key()


@rule("tigercubs", "S1-a", "S2-a", "S3-a", "6.1")
@pytest.mark.parametrize(
    ("scenario", "scale", "turns"),
    [
        ("brevity", HALF_MONTH, 3), ("brevity", FIVE_DAY, 7), ("battleaxe", HALF_MONTH, 5), ("battleaxe", FIVE_DAY, 11),
        ("campaign", HALF_MONTH, 9), ("campaign", FIVE_DAY, 31),
    ],
)  # fmt: skip
def test_player_turns(scenario: str, scale: int, turns: int) -> None:
    sides = [side for side, _ in told(played_out(scenario, scale), "player_turn")]
    assert sides == [ALLIED if n % 2 == 0 else AXIS for n in range(turns)]


@rule("tigercubs", "S1-b")
def test_brevity_is_played_on_columns_10_to_26() -> None:
    inside = [E.in_play[0][p(id)] for id in ("0906", "1006", "2609", "2710", "BEN", "DEL")]
    assert inside == [False, True, True, False, False, False]
    assert all(E.in_play[1])


@rule("tigercubs", "S1-b", "13.N", "13.A.20")
def test_in_brevity_lines_of_supply_end_at_1006_and_at_the_eastern_edge_of_what_is_played_on() -> None:
    lost = position({"G-15Pz": "2408", "B-22G": "2610"}, scenario="brevity", owned={"2408": "axis"})  # the terminal is gone
    assert is_joined(lost, ALLIED, p("2610"))
    assert not is_joined(position({"B-22G": "1006", "G-PzR8": "1206"}, scenario="brevity"), AXIS, p("1206"))
    assert not is_joined(position({"B-22G": "1006", "G-PzR8": "1010"}, scenario="brevity"), AXIS, p("1010"))  # nor by the west


@rule("tigercubs", "S1-f")
def test_the_frontier_in_brevity() -> None:
    s = start("brevity")
    assert names(s, "1407") == {"G-K15", "G-AA3", "G-PzJ605", "I-7B"}
    assert sum([sp(s, unit) for unit in units_in(s, p("1407"))]) == 5
    assert names(s, "1508") == {"B-22G", "B-65"}
    assert names(s, "1509") == {"B-7AB", "B-7SG", "B-11H", "H-WDF"}


@rule("tigercubs", "S2-d")
def test_trento_starts_broken_down_and_sollum_fortified() -> None:
    s = start("battleaxe")
    assert s.where[u("I-Tre")] == CHARTED
    assert u("I-61") in units_in(s, p("1407"))
    assert {u("I-62"), u("I-46A")} <= set(units_in(s, p("1406")))
    assert u("I-7B") in units_in(s, p("1307"))
    assert s.works == {p("1407"): 2}


@rule("tigercubs", "S2-c", "S2-g", "S3-c")
def test_stocks_and_arrivals() -> None:
    s = start("battleaxe")
    assert (s.lp[p("BEN")], s.lp[p("2408")], s.lp[p("DEL")]) == (1, 5, 9)
    assert [s.gsp[p(id)] for id in ("1406", "1807", "0905", "CRE")] == [6 * GSP, 12 * GSP, 20 * GSP, 6 * GSP]
    for scenario, times in (("battleaxe", 2), ("campaign", 4)):
        ended = played_out(scenario, HALF_MONTH)
        assert told(ended, "supplies").count((p("BEN"), 2)) == times
        assert told(ended, "supply_points") == [(p("CRE"), 6)] * times
    arrived = told(played_out("battleaxe", HALF_MONTH), "supplies")
    assert arrived.count((p("DEL"), 6)) == 3  # three Allied Initial Phases, the opening one too
    assert told(played_out("brevity", HALF_MONTH), "supplies") == [(p("2408"), 2)]
    assert told(played_out("brevity", FIVE_DAY), "supplies") == [(p("2408"), 2)]


@rule("tigercubs", "S1-e", "14.A.1.a")
@pytest.mark.parametrize("owner", [ALLIED, AXIS])
def test_no_supplies_come_to_a_place_of_the_enemy(owner: int) -> None:
    s = start("brevity")
    s.turn = E.turn(HALF_MONTH, "JUN I", "")
    s.owner[p("2408")] = owner
    receive_supplies(s, InitialPhase(ALLIED), NoDice())
    assert s.lp[p("2408")] == (6 if owner == ALLIED else 4)


@rule("tigercubs", "16.A.2.a", "19.B-48")
def test_tobruk_is_relieved_by_a_line_of_supply_to_the_terminal_at_matruh() -> None:
    s = position({"S-AL2": "2408", "B-9A": "0905"})
    s.post[u("S-AL2")] = EMPLACED
    open_road = total(s, ALLIED).exact
    ring = {"I-Bre": "0805", "I-Ari": "0906", "I-Pav": "1005"}
    for changed in (
        position({"S-AL2": "2408", "B-9A": "0905", **ring}),  # no line
        position({"B-9A": "0905"}),  # no terminal
        position({"S-AL2": "2408", "I-Bol": "2309", "I-Sav": "2509", "I-Tre": "2409", "I-Pav": "2508"}),  # the terminal is cut off
    ):
        renew_caches(changed)
        assert open_road - total(changed, ALLIED).exact == 10
    lost = position({"S-AL2": "2408", "G-15Pz": "0905"}, owned={"0905": "axis"})
    assert open_road - total(lost, ALLIED).exact == 20 + 10
    assert total(s, AXIS).exact == 27


@rule("tigercubs", "S2-e", "S3-b", "S-x", "14.A.1")
@pytest.mark.parametrize("scale", [HALF_MONTH, FIVE_DAY])
def test_reinforcements_come_on_their_turn(scale: int) -> None:
    s = played_out("battleaxe", scale)
    assert told(s, "arrives") == [(u("I-Bol"), p("BEN")), (u("B-5SA"), p("DEL")), (u("B-Pol"), p("DEL"))]
    assert [air for air, _ in told(s, "air_arrives")] == [E.air("b-2SA")]
    campaign = played_out("campaign", scale)
    assert (u("B-4AB"), p("DEL")) in told(campaign, "arrives")
    assert (u("G-Arko"), p("BEN")) in told(campaign, "arrives")


@rule("tigercubs", "S2-f")
def test_air_units_start_within_the_capacity_of_their_bases() -> None:
    for scenario in E.scenarios:
        s = start(scenario)
        for place in {base for base in s.base if base >= 0}:
            squadrons = sum([s.steps[air] for air in range(E.air_units) if s.base[air] == place])
            assert squadrons <= 2 * E.airport[place]


def test_terminals_and_quartermasters_start_emplaced() -> None:
    s = start("battleaxe")
    emplaced = {E.names.text("unit", unit) for unit in range(E.units) if s.post[unit] == EMPLACED}
    assert emplaced == {"S-AX1", "Q-AX1", "Q-AX2", "S-AL1", "Q-AL1", "S-AL2", "Q-AL2"}


@rule("tigercubs", "16.A.2.b", "16.A.2.c", "16.A.2.d", "19.B-49")
def test_points_at_the_start_of_battleaxe() -> None:
    s = start("battleaxe")
    assert (total(s, AXIS).total, total(s, ALLIED).total) == (27, 42)
    assert difference(s) == -15
    assert level(s).level == "draw"
    s.score[AXIS] += 4 * VP
    assert level(s).level == "Axis marginal"
    s.score[ALLIED] += 19 * VP
    assert level(s).level == "Allied substantive"


@rule("tigercubs", "S1-d")
def test_points_in_brevity() -> None:
    s = start("brevity")
    s.owner[p("1407")] = ALLIED
    assert (total(s, AXIS).total, total(s, ALLIED).total) == (7, 9)
    assert level(s).level == "Allied marginal"


@rule("tigercubs", "S3-e")
def test_levels_of_the_campaign() -> None:
    s = position({}, scenario="campaign")
    s.score[ALLIED] += int(20 + difference(s)) * VP
    assert difference(s) == -20
    assert level(s).level == "Allied marginal"


def test_an_outcome_says_once_whose_points_it_adds_up() -> None:
    ended = outcome(played_out("brevity", HALF_MONTH))
    assert ended is not None
    allied, axis = ended.text.split("; ")
    assert allied.startswith("Allied victory points")
    assert axis.startswith("Axis victory points")


def test_both_sides_are_told_how_far_it_is_to_each_level() -> None:
    s = start("battleaxe", HALF_MONTH)
    assert difference(s) == -15
    needed = {
        (goal.side, goal.text): (goal.now, goal.need, goal.done) for goal in goals(s) if goal.text.split()[0] in ("Axis", "Allied")
    }
    assert needed == {
        (AXIS, "Axis decisive"): ("from 10", "25 more", False),
        (AXIS, "Axis substantive"): ("from 0", "15 more", False),
        (AXIS, "Axis marginal"): ("from −13", "2 more", False),
        (ALLIED, "Allied marginal"): ("below −17", "more than 2 more", False),
        (ALLIED, "Allied substantive"): ("below −27", "more than 12 more", False),
        (ALLIED, "Allied decisive"): ("below −44", "more than 29 more", False),
    }
