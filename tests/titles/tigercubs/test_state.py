"""The position: zones of influence, ownership, lines of supply, losses; caches follow every change."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from sandtable.kernel.dice import NoDice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.maps.zones import FULL, NO_ZONE, REDUCED
from sandtable.titles.tigercubs.air_bases import bases
from sandtable.titles.tigercubs.audit import audit
from sandtable.titles.tigercubs.control import update
from sandtable.titles.tigercubs.face.view import view
from sandtable.titles.tigercubs.frames import PlayerTurn
from sandtable.titles.tigercubs.kinds import E1, E2, GENERAL, U1, U2, U3
from sandtable.titles.tigercubs.lines import joined
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.scales import VP
from sandtable.titles.tigercubs.state import (
    EMPLACED,
    State,
    air_at,
    air_supply_state,
    eliminate,
    enemy_zone,
    flip,
    lift,
    lose_air_step,
    mark,
    move,
    place,
    rebuild,
    reduce,
    sp,
    supply_state,
)
from sandtable.titles.tigercubs.turn import close_player_turn
from tests.kit import rule
from tests.titles.tigercubs.position import E, a, p, position, start, u


def felt(s: State, side: int, *ids: str) -> list[int]:
    return [enemy_zone(s, side, p(id)) for id in ids]


@rule("tigercubs", "5.A.8", "7.B.1", "7.B.1.a.i", "7.B.1.a.ii", "19.B-44")
def test_a_division_has_a_full_zone_around_it() -> None:
    s = position({"G-15Pz": "1407", "B-9A": "0905"})
    assert felt(s, ALLIED, "1408", "1308", "1307", "1406", "1508") == [FULL] * 5
    assert felt(s, ALLIED, "1407", "1309") == [NO_ZONE, NO_ZONE]
    assert felt(s, AXIS, "0805", "0906", "1005", "0904") == [FULL, FULL, FULL, NO_ZONE]
    smaller = position({"G-SR104": "1307", "G-SR115": "1307", "G-PzR8": "1307", "G-K15": "1307"})
    assert felt(smaller, ALLIED, "1407") == [REDUCED]


@rule("tigercubs", "7.B.1.a.iii", "7.B.1.a.iv", "7.B.1.c.ii", "7.B.1.a.vi")
def test_supply_cuts_zones_and_two_reduced_make_a_full_one() -> None:
    assert felt(position({"G-SR104": "1308"}, states={"G-SR104": "E1"}), ALLIED, "1408") == [NO_ZONE]
    assert felt(position({"G-15Pz": "1407"}, states={"G-15Pz": "U1"}), ALLIED, "1408") == [REDUCED]
    assert felt(position({"I-61": "1406", "I-7B": "1308"}), ALLIED, "1407") == [FULL]
    assert felt(position({"B-RHA": "1508"}), AXIS, "1408") == [NO_ZONE]


@rule("tigercubs", "7.B.1.a.v.1", "7.B.1.a.v.2")
def test_opposing_zones() -> None:
    even = position({"G-5le": "1107", "B-7AD": "1308"})
    assert (felt(even, ALLIED, "1207"), felt(even, AXIS, "1207")) == ([REDUCED], [REDUCED])
    uneven = position({"G-5le": "1308", "B-22G": "1409"})
    assert (felt(uneven, ALLIED, "1309"), felt(uneven, AXIS, "1309")) == ([FULL], [NO_ZONE])


@rule("tigercubs", "13.A.7", "13.G.3")
def test_states_by_how_often_a_unit_was_found_out_of_supply() -> None:
    s = position({"B-7AD": "1308"}, air={"a-I27": "1106"})

    def found(out: int, cut: bool) -> int:
        mark(s, u("B-7AD"), out, cut, AXIS)
        s.air_out[a("a-I27")], s.air_cut[a("a-I27")] = out, cut
        assert air_supply_state(s, a("a-I27")) == supply_state(s, u("B-7AD"))
        return supply_state(s, u("B-7AD"))

    assert [found(out, False) for out in range(5)] == [GENERAL, E1, E2, E2, E2]
    assert [found(out, True) for out in range(5)] == [GENERAL, U1, U2, U3, U3]


def test_caches_follow_every_primitive() -> None:
    s = start("battleaxe")
    steps: tuple[Callable[[], None], ...] = (
        lambda: move(s, u("G-15Pz"), p("1307")),
        lambda: reduce(s, u("G-15Pz")),
        lambda: mark(s, u("G-5le"), 2, True, AXIS),
        lambda: lift(s, u("B-4ID")),
        lambda: eliminate(s, u("I-Ari")),
        lambda: flip(s, u("B-7AD")),
        lambda: mark(s, u("G-5le"), 0, False, -1),
    )
    for step in steps:
        step()
        anew = rebuild(s)
        assert (anew.stack, anew.zones) == (s.stack, s.zones)


def test_the_audit_asks_again_what_is_remembered() -> None:
    s = start("battleaxe")
    bases(s, AXIS)
    assert audit(s) == []
    s.airfields = {p("1107"): 1}  # without clearing the memo
    assert [str(refusal) for refusal in audit(s)] == [
        "sites remembers what is no longer true: () (13.D.2.c)",
        f"bases_but_for remembers what is no longer true: ({AXIS}, ()) (13.D.2.c)",
    ]


@rule("tigercubs", "7.H.1.a.i", "7.H.1.b", "2.F.2", "4.A.1-b")
def test_a_force_of_one_sp_takes_the_hex_and_its_works() -> None:
    s = position({"B-4ID": "1508"})
    s.works = {p("1407"): 2}
    move(s, u("B-4ID"), p("1407"))
    update(s, p("1508"), p("1407"))
    assert s.owner[p("1407")] == ALLIED
    assert s.works == {}
    light = position({"B-11H": "1508"})
    light.works = {p("1407"): 2}
    move(light, u("B-11H"), p("1407"))
    update(light, p("1508"), p("1407"))
    assert light.works == {p("1407"): 2}  # controlled, not owned


@rule("tigercubs", "2.F.3", "7.H.1.a.ii", "4.B.4.a", "4.B.4.c.i")
def test_a_battalion_only_controls_but_that_takes_an_airbase() -> None:
    s = position({"B-11H": "1408"}, air={"a-7J26": "1307", "a-I27": "1106"})
    move(s, u("B-11H"), p("1307"))
    update(s, p("1408"), p("1307"))
    assert s.owner[p("1307")] == AXIS
    assert air_at(s, p("1307")) == []
    assert air_at(s, p("1106")) == [a("a-I27")]


@rule("tigercubs", "7.H.1.a.iii", "7.H.1.a.iii.1", "7.H.1.a.iii.2", "7.H.1.a.iii.3")
def test_a_full_zone_takes_what_nobody_contests() -> None:
    alone = position({"G-15Pz": "1407"})
    update(alone, p("1407"))
    assert alone.owner[p("1408")] == AXIS
    watched = position({"G-15Pz": "1407", "B-11H": "1408"})
    update(watched, p("1407"))
    assert watched.owner[p("1408")] == ALLIED
    contested = position({"G-15Pz": "1407", "B-7AD": "1509"})
    update(contested, p("1407"))
    assert contested.owner[p("1408")] == ALLIED
    base = position({"B-7AD": "1407"}, owned={"1407": "allied"})
    update(base, p("1407"))
    assert base.owner[p("1307")] == AXIS
    built = position({"B-7AD": "1407"}, owned={"1407": "allied"})
    built.airfields = {p("1308"): 1}
    update(built, p("1407"))
    assert built.owner[p("1308")] == AXIS  # an airfield will do
    city = position({"G-15Pz": "0906"})
    update(city, p("0906"))
    assert (city.owner[p("0905")], E.airport[p("0905")]) == (ALLIED, 1)
    bare = copy.copy(E)
    bare.airport = tuple([0] * E.places)
    city.edition = bare
    update(city, p("0906"))
    assert city.owner[p("0905")] == ALLIED  # the city alone keeps it


@rule("tigercubs", "19.B-11-b", "7.H.1.a.iii.3")
def test_a_town_is_taken_by_a_zone() -> None:
    s = position({"B-7AD": "1508"})
    assert p("1407") in E.city
    update(s, p("1508"))
    assert s.owner[p("1407")] == ALLIED


@rule("tigercubs", "7.B.1.a.v.1", "7.H.1.a.iii.2")
def test_between_equal_zones_a_hex_is_whose_it_was_when_the_turn_began() -> None:
    s = position({"B-7AD": "1409"})
    update(s, p("1409"))
    assert s.owner[p("1308")] == AXIS  # out of reach
    move(s, u("B-7AD"), p("1309"))
    update(s, p("1409"), p("1309"))
    assert s.owner[p("1308")] == ALLIED  # an uncontested Full zone
    place(s, u("G-5le"), p("1207"))
    update(s, p("1207"))
    assert (felt(s, ALLIED, "1308"), felt(s, AXIS, "1308")) == ([REDUCED], [REDUCED])
    assert s.owner[p("1308")] == AXIS
    s.owner[p("1308")] = ALLIED
    s.owner_then = tuple(s.owner)  # the next player turn
    update(s, p("1207"))
    assert s.owner[p("1308")] == ALLIED


@rule("tigercubs", "4.B.4.a", "12.B.2.d")
@pytest.mark.parametrize("unit", ["B-11H", "B-22G"])
def test_airstrips_are_not_captured(unit: str) -> None:
    s = position({unit: "1409"})
    s.airstrips = (p("1308"),)
    move(s, u(unit), p("1308"))
    update(s, p("1409"), p("1308"))
    assert not s.airstrips


@rule("tigercubs", "7.H.1.a.iv")
def test_no_ownership_behind_the_lines() -> None:
    s = position({"B-LRDG": "0707", "B-8C": "0707"})
    update(s, p("0707"))
    assert s.owner[p("0707")] == AXIS
    cut_off = position({"B-LRDG": "1108", "B-8C": "1108", "B-11H": "1006"}, scenario="brevity")
    update(cut_off, p("1108"))  # the enemy stands on the only Axis source: neither side has a line
    assert cut_off.owner[p("1108")] == ALLIED


@rule("tigercubs", "7.H.1.a.iv", "S1-b")
def test_no_line_of_communication_runs_through_hexes_that_are_not_in_play() -> None:
    egypt = {
        E.map.ids[hex]: "allied" for hex in range(E.sheet) if E.passable[hex] and 10 <= E.column[hex] <= 26 and hex != p("1006")
    }
    s = position({"G-SR104": "1012", "G-PzR8": "1006", "S-AL2": "2408"}, owned=egypt, scenario="brevity")
    s.post[u("S-AL2")] = EMPLACED
    update(s, p("1012"))
    assert s.owner[p("1012")] == ALLIED  # the Axis owns all to the west, but nothing moves there
    wide = position({"G-SR104": "1012", "G-PzR8": "1006"}, owned=egypt)
    update(wide, p("1012"))
    assert wide.owner[p("1012")] == AXIS


@rule("tigercubs", "7.H.1.a.iv", "13.G.2.b.i.2")
@pytest.mark.parametrize(("state", "taker"), [(None, ALLIED), ("U1", AXIS)])
def test_a_sortie_takes_a_hex_while_gsps_keep_its_fortress_in_supply(state: str | None, taker: int) -> None:
    ring = {"I-Bre": "0805", "I-Ari": "0906", "I-Pav": "1006"}
    garrison = {"B-9A": "0905", "B-18A": "1005"}
    s = position({**ring, **garrison}, states=dict.fromkeys(garrison, state) if state else {}, owned={"1005": "axis"})
    assert p("0905") not in joined(s, ALLIED)
    update(s, p("1005"))
    assert s.owner[p("1005")] == taker


@rule("tigercubs", "7.H.1.b", "7.H.1.a.iv")
def test_a_hex_that_changes_hands_opens_the_way_to_those_behind_it_at_once() -> None:
    """Two forces in a row behind the line: with the nearer hex the farther one falls as well, and what its zone reaches."""
    row = ("1110", "1210", "1310", "1410")
    s = position({"B-4ID": "1110", "B-22G": "1210"})
    update(s, p("1110"), p("1210"))
    assert [s.owner[p(hex)] for hex in row] == [AXIS, AXIS, AXIS, ALLIED]
    place(s, u("B-1SA"), p("1310"))
    update(s, p("1310"))
    assert [s.owner[p(hex)] for hex in row] == [ALLIED] * 4
    assert s.owner[p("1010")] == ALLIED


@rule("tigercubs", "7.H.1.b", "7.H.1.a.iv")
def test_a_ring_that_opens_far_away_gives_the_hex_to_those_within_at_once() -> None:
    s = position({"B-22G": "1310", "G-15Pz": "1110", "G-5le": "1312", "I-Ari": "1408", "I-Tre": "1610"})
    update(s, p("1310"))
    assert (s.owner[p("1310")], s.owner[p("1410")]) == (AXIS, ALLIED)
    move(s, u("I-Tre"), p("1106"))
    update(s, p("1610"), p("1106"))
    assert s.owner[p("1310")] == ALLIED


@rule("tigercubs", "7.H.1.b", "7.H.1.a.iv")
def test_who_was_cut_off_owns_its_hex_when_a_line_reaches_it() -> None:
    s = position({"B-LRDG": "0707", "B-8C": "0707"}, states={"B-LRDG": "E1", "B-8C": "E1"})
    update(s, p("0707"))
    for hex in range(E.sheet):
        if E.passable[hex] and hex != p("0707"):
            s.owner[hex] = ALLIED  # others have come up
    s.memo.clear()
    close_player_turn(s, PlayerTurn(ALLIED, False), NoDice())
    assert s.owner[p("0707")] == ALLIED


@rule("tigercubs", "2.F.5.b", "2.F.6", "13.A.20", "13.A.21", "13.N")
def test_lines_of_supply() -> None:
    s = start("battleaxe")
    allied, axis = joined(s, ALLIED), joined(s, AXIS)
    assert p("0905") not in allied  # Tobruk is ringed
    assert {p("1508"), p("1815"), p("DEL")} <= allied
    assert {p("0105"), p("1407"), p("BEN")} <= axis


@rule("tigercubs", "13.F.3.a-b")
def test_a_line_crosses_vacant_enemy_hexes_but_no_enemy_unit() -> None:
    s = position({"G-Oas300": "1308", "B-11H": "1409"})
    allied = joined(s, ALLIED)
    assert p("1308") not in allied
    assert p("1309") in allied


@rule("tigercubs", "13.A.4", "13.M.2.b", "13.L.2.f", "13.M.2.c")
def test_offensive_supply_comes_from_headquarters() -> None:
    s = position({"H-WDF": "1509", "B-4ID": "1508", "B-22G": "1807", "H-BTE": "2408", "B-1SA": "2408"})
    assert not any(is_offensive(s, u(id)) for id in ("B-4ID", "B-22G", "B-1SA"))
    s.offensive[u("H-WDF")] = s.offensive[u("H-BTE")] = 1
    assert [is_offensive(s, u(id)) for id in ("B-4ID", "B-22G", "B-1SA")] == [True, False, True]
    mark(s, u("B-4ID"), 1, False, ALLIED)
    assert not is_offensive(s, u("B-4ID"))


@rule("tigercubs", "13.O")
def test_the_guests_of_an_army_hq_are_fed_with_its_own() -> None:
    s = position({"H-ASI": "1107", "G-5le": "1107", "H-DAK": "1307", "I-7B": "1307", "G-AA33": "1307"})
    s.offensive[u("H-ASI")] = 1
    assert not is_offensive(s, u("G-5le"))
    s.offensive[u("H-DAK")] = 1
    assert is_offensive(s, u("G-5le"))
    assert [is_offensive(s, u(id)) for id in ("G-AA33", "I-7B")] == [True, False]


@rule("tigercubs", "5.B.1")
def test_losses_are_scored_for_the_enemy() -> None:
    s = position({"G-15Pz": "1407", "I-Bre": "0805", "H-DAK": "1307"}, air={"a-I27": "0604"})
    flip(s, u("G-15Pz"))
    assert (sp(s, u("G-15Pz")), s.score[ALLIED]) == (4, 4 * VP)  # two SP of armour
    eliminate(s, u("I-Bre"))
    eliminate(s, u("H-DAK"))
    assert s.score[ALLIED] == 9 * VP
    lose_air_step(s, a("a-I27"))
    assert (s.steps[a("a-I27")], s.score[ALLIED]) == (1, 9 * VP + VP // 2)
    assert s.score[AXIS] == 0


@pytest.mark.parametrize("name", ["G-15Pz", "I-Bre"])
def test_a_dead_unit_is_nowhere(name: str) -> None:
    s = position({name: "1407"})
    eliminate(s, u(name))
    assert s.stack == {}
    assert felt(s, ALLIED, "1408") == [NO_ZONE]


@rule("tigercubs", "7.B.1.a.v.1")
def test_between_equal_zones_a_hex_is_whose_it_was_whoever_is_connected() -> None:
    around = {"G-5le": "1107", "G-15Pz": "1109", "I-Ari": "1306", "I-Tre": "1310", "I-Bre": "1509"}
    s = position({"B-7AD": "1308", **around})
    s.owner_then = tuple([ALLIED if place == p("1207") else owner for place, owner in enumerate(s.owner)])
    assert s.owner[p("1207")] == AXIS
    update(s, p("1308"))
    assert s.owner[p("1207")] == ALLIED


def test_a_mark_on_a_hex_does_not_look_as_if_it_had_changed_hands() -> None:
    s = position({"B-7AD": "1308", "I-Bre": "1005"}, scenario="brevity")
    s.base_hits[p("1106")] = 2
    spot = {spot.id: spot for spot in view(s, AXIS).spots}["1106"]
    assert (spot.holder, [mark.text for mark in spot.marks]) == (-1, ["-2"])
    s.owner[p("1106")] = ALLIED
    assert {spot.id: spot.holder for spot in view(s, AXIS).spots}["1106"] == ALLIED
