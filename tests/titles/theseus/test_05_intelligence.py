"""5.3.4 Limited intelligence, and what views, events, options and odds may say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from sandtable.face.view import Panel, Piece, View
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import REVEALED, Event, decider, options, take
from sandtable.kernel.sides import SPECTATORS, only
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.edition import DUMMIES
from sandtable.titles.theseus.forecast import forecast
from sandtable.titles.theseus.frames import DEFENDERS_BONUS, Activation, Organisation
from sandtable.titles.theseus.hidden import as_seen, redeal
from sandtable.titles.theseus.state import State
from sandtable.titles.theseus.view import view
from tests.kit import asked, offered, play, rule, settled, told
from tests.titles.theseus.position import AX, CW, ONES, RULES, E, at_set_up, fm, h, position, strength, u

STACK = {"104": "2224", "I/5": "2224", "II/5": "2224", "18 FLAK": "2224"}


def seen(s: State, side: int, hex: str) -> set[str]:
    return {piece.id for piece in view(s, side).pieces if piece.at == hex}


def piece(s: State, side: int, id: str) -> Piece:
    return next(found for found in view(s, side).pieces if found.id == id)


def panel(shown: View, id: str) -> Panel:
    return next(found for found in shown.panels if found.id == id)


def everything_said(s: State, side: int) -> str:
    return msgspec.json.encode(view(s, side)).decode()


@rule(RULES, "5.3.4-a")
def test_only_the_top_of_an_enemy_stack_is_seen_until_it_is_attacked() -> None:
    at = {**STACK, "HQ-21Pz": "2123", "7th": "2225", "HQ-7Armd": "2226"}
    s = position(at, active="7Armd", points=1, assigned={"18 FLAK": "21Pz"})
    assert seen(s, CW, "2224") == {"104"}
    assert seen(s, AX, "2224") == set(STACK)
    assert seen(s, -1, "2224") == {"104"}
    assert any(state.kind == "pile" for state in piece(s, CW, "104").states)
    assert [view(s, side).closed for side in (CW, AX, -1)] == [(AX,), (CW,), (CW, AX)]
    s = play(s, "attack 7th 2224")
    assert seen(s, CW, "2224") == set(STACK)
    assert seen(s, -1, "2224") == {"104"}


@rule(RULES, "5.3.4-a")
def test_the_opponent_sees_an_overstacked_hex_from_which_he_displaces() -> None:
    at = {"104": "3623", "HQ-21Pz": "3622", "115": "3625", "I/8": "3625", "HQ-15Pz": "3727"}
    s = play(position(at, active="21Pz"), "move 104", "step 3624", "step 3625")
    assert seen(s, CW, "3625") == {"104"}
    s = play(s, "halt")
    assert asked(s) == (CW, "Overstack")
    assert seen(s, CW, "3625") == {"104", "115", "I/8"}
    assert seen(s, -1, "3625") == {"104"}
    assert told(s, REVEALED)  # and there is no way back


@rule(RULES, "5.3.4-a")
def test_an_hq_that_comes_on_top_shows_what_lies_beneath() -> None:
    at = {"104": "2224", "I/5": "2224", "HQ-21Pz": "2223"}
    s = position(at, active="21Pz")
    assert seen(s, CW, "2224") == {"104"}
    s = play(s, "move HQ-21Pz", "step 2224")
    assert seen(s, CW, "2224") == set(at)
    assert told(s, REVEALED)  # and there is no way back
    alone = play(position({**at, "I/5": "2223"}, active="21Pz"), "move HQ-21Pz", "go", "step 2224")
    assert not told(alone, REVEALED)  # 104 was seen before


@rule(RULES, "5.3.4-a", "7.3.1-a")
def test_nobody_learns_whether_the_units_beneath_could_go_along() -> None:
    at = {"HQ-21Pz": "2123", "HQ-15Pz": "2124", "104": "2224"}
    asks, goes = [play(position({**at, below: "2224"}, active="21Pz", points=4), "move 104") for below in ("I/5", "I/8")]
    assert (asked(asks), asked(goes)) == ((AX, "Movement"), (AX, "March"))
    for viewer in (CW, -1):
        one, two = view(asks, viewer), view(goes, viewer)
        assert one.active == two.active
        assert one.focus == two.focus == ()
        assert panel(one, "points") == panel(two, "points")
    assert view(asks, AX).focus == ("2224",)
    assert view(asks, AX).active[0].text == "21Pz: 4 AP"  # not yet paid
    assert view(goes, AX).active[0].text == view(asks, CW).active[0].text == "21Pz: 3 AP"
    assert {kind.name for kind in TITLE.rules.outlines.values() if kind.quiet} == {"Movement", "March"}


@rule(RULES, "5.3.4-a", "6.5.1-a")
def test_the_mover_does_not_learn_what_lies_beneath_from_who_is_asked() -> None:
    mover = {"104": "3623", "HQ-21Pz": "3622", "HQ-1Armd": "3627"}

    def met(at: dict[str, str], **more: Any) -> State:
        return play(position({**mover, **at}, active="21Pz", **more), "move 104", "step 3624", "step 3625")

    assert offered(met({"StopCol": "3626", "201st": "3626"})) == ["react 1Armd", "pass"]
    assert offered(met({"StopCol": "3626"})) == ["pass"]
    assert asked(met({"StopCol": "3626"}, level={"1Armd": 0}))[0] == AX  # levels are open
    assert asked(met({"StopCol": "3626", "HQ-1Armd": "0221"}))[0] == AX  # and so are the places of HQs
    assert asked(met({"StopCol": "3626", "HQ-1Armd": "3626"}))[0] == AX  # what lies beneath an HQ is seen (5.3.4-c)
    shown = {"18 FLAK": "3626", "HQ-15Pz": "3626", "HQ-21Pz": "3627", "7th": "3623", "HQ-7Armd": "3622"}
    for formation in ("15Pz", "21Pz", "90Le"):
        s = position(shown, active="7Armd", assigned={"18 FLAK": formation}, level={"15Pz": 0})
        s = play(s, "move 7th", "step 3624", "step 3625")
        assert asked(s) == (AX, "March")  # its Assigned marker is not


@rule(RULES, "5.3.4-a", "7.1-h")
def test_an_activation_goes_on_while_there_are_points() -> None:
    """That it ended by itself would say that none of the units, seen or not, can do anything."""
    s = position({"104": "3623", "HQ-21Pz": "0221"})  # out of command: all that it could do costs 2
    for points, asks in ((1, True), (0, False)):
        bonus = s.clone()
        bonus.begin(Activation(AX, fm("21Pz"), points, DEFENDERS_BONUS, (u("104"),)))
        bonus.frames[-1].at = 1
        bonus = settled(bonus)
        assert (bool(bonus.frames) and asked(bonus) == (AX, "Activation")) is asks
        assert not asks or offered(bonus) == ["end"]


@rule(RULES, "5.3.4-a", "7.5.1.1-a")
def test_the_defender_sees_the_top_attacker_only_until_he_has_decided() -> None:
    at = {"7th": "3626", "3 RTR/4": "3626", "HQ-7Armd": "3624", "104": "3627", "HQ-21Pz": "3727"}
    s = play(position(at, active="7Armd", points=2), "attack 7th 3627", "join 3 RTR/4")
    assert asked(s) == (AX, "Attack")
    assert seen(s, AX, "3626") == {"7th"}
    s = play(s, "pass")
    assert seen(s, AX, "3626") == {"7th", "3 RTR/4"}


@rule(RULES, "5.3.4-b", "8-opt")
def test_strength_markers_are_never_seen() -> None:
    at = {"104": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    full, worn = position(at), position(at, strength={"104": 9})
    assert view(full, CW) == view(worn, CW)
    assert view(full, -1) == view(worn, -1)
    assert piece(worn, AX, "104").face == "104@9"
    assert TITLE.face.board(E).faces["104@9"].factors == "9-6-6"
    s = position(at, strength={"104": 9}, active="7Armd", points=2)
    s = play(s, "attack 7th 3626")
    assert piece(s, CW, "104").face == "104"


@rule(RULES, "5.3.4-c")
def test_what_lies_beneath_an_hq_may_be_inspected() -> None:
    s = position({"HQ-21Pz": "3626", "104": "3626", "3": "3626"})
    assert seen(s, CW, "3626") == {"HQ-21Pz", "104", "3"}


@rule(RULES, "3.5-c")
def test_assigned_markers_lie_face_down() -> None:
    at = {"18 FLAK": "3626", "HQ-21Pz": "3625", "104": "3625", "HQ-15Pz": "3524", "115": "3524"}
    s = position(at, assigned={"18 FLAK": "21Pz"})
    frame = Organisation()
    frame.at = 1
    s.begin(frame)
    s = play(settled(s), "dummy axis-1 15Pz")
    boxes = {cell.text: cell.note for cell in panel(view(s, CW), "assigned-1").cells}
    assert boxes == {"21Pz": "1 face down", "15Pz": "1 face down"}
    mine = {cell.text: cell.note for cell in panel(view(s, AX), "assigned-1").cells}
    assert mine == {"21Pz": "18 FLAK", "15Pz": "1 dummies"}
    s.shown = (u("18 FLAK"),)
    assert {cell.text: cell.note for cell in panel(view(s, CW), "assigned-1").cells}["21Pz"] == "18 FLAK"
    assert E.markers["Assigned dummy"].count == 2 * DUMMIES


@rule(RULES, "3.5-e")
def test_single_markers_are_public() -> None:
    at = {"104": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    s = position(at, active="21Pz", points=3, schwerpunkt="21Pz", snafu=AX)
    for viewer in (CW, AX, -1):
        shown = view(s, viewer)
        assert panel(shown, "points").cells[0].text == "21Pz: 3 AP"
        assert [cell.text for cell in panel(shown, "turn").cells if cell.state == "current"] == ["2"]
        assert [cell.text for cell in panel(shown, "initiative").cells if cell.state == "current"] == ["+2"]
        assert any("Schwerpunkt" in cell.note for cell in panel(shown, "formations-1").cells)
        assert shown.sides[AX].note == "holds the SNAFU marker, has passed" or "SNAFU" in shown.sides[AX].note


@rule(RULES, "3.5-g")
def test_status_markers_are_open_and_strengths_are_not() -> None:
    at = {"104": "3626", "115": "3620", "HQ-15Pz": "3612", "Kiehl": "3520", "4 SA": "0121"}
    s = position(at, strength={"104": 9}, breached=["2622"], improved=["3626"])
    s.blocked, s.acts[u("Kiehl")] = (h("0121"),), 2
    assert [state.kind for state in piece(s, CW, "104").states] == ["isolated"]
    assert [state.kind for state in piece(s, CW, "115").states] == ["out_of_command"]
    assert [state.kind for state in piece(s, CW, "Kiehl").states] == ["used"]
    assert "104@9" not in everything_said(s, CW)
    marks = {spot.id: {mark.kind for mark in spot.marks} for spot in view(s, CW).spots}
    assert "breached" in marks["2622"]
    open_sides = [side for side in view(s, CW).edges if side.a == "2622"]
    assert {mark.kind for side in open_sides for mark in side.marks} == {"breached"}
    assert all(not s.edition.mines[h(side.b)] for side in open_sides)
    assert "improved" in marks["3626"]
    assert "blocked" in marks["0121"]
    assert "control" in marks["4303"]


@rule(RULES, "3.6-a")
def test_the_player_aids_are_at_hand() -> None:
    shown = view(at_set_up(), CW)
    aids = {found.id for found in shown.panels if found.id.startswith("aid-")}
    names = ("crt", "tec", "combat-sequence", "drms", "sequence", "ap", "costs", "check", "breach", "stacking")
    assert aids == {f"aid-{id}" for id in names}
    assert len(panel(shown, "aid-crt").cells) == 23
    assert panel(shown, "aid-ap").cells[0].text.startswith("2(1) 3(2)")


@rule(RULES, "3.8-a")
def test_tracks_stand_beside_the_map_and_change_nothing() -> None:
    shown = view(at_set_up(), AX)
    tracks = [found for found in shown.panels if not found.id.startswith("aid-")]
    assert {found.id for found in tracks} >= {"turn", "initiative", "points", "formations-0", "formations-1", "air", "victory"}
    assert all(found.at is None for found in tracks)  # a sheet of their own, not a place on the map
    assert {setting.id for setting in TITLE.rules.settings} == {"linear_chits"}  # no setting for it: results cannot depend on it


# What is told


def heard(s: State, viewer: int) -> list[Event]:
    bit = SPECTATORS if viewer < 0 else only(viewer)
    return [event for event in s.log or () if isinstance(event, Event) and event.to & bit]


def test_the_enemy_does_not_hear_of_units_that_he_does_not_see() -> None:
    at = {"104": "3624", "I/5": "3624", "HQ-21Pz": "3622"}
    s = play(position(at, active="21Pz"), "move 104", "with I/5", "step 3625")
    assert {event.numbers[0] for event in heard(s, AX) if event.what == "moved"} == {u("104"), u("I/5")}
    assert {event.numbers[0] for event in heard(s, CW) if event.what == "moved"} == {u("104")}


def test_the_enemy_does_not_hear_which_unit_loses_strength() -> None:
    at = {"104": "3626", "3": "3626", "HQ-21Pz": "3625", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="7Armd", points=1), "attack 7th 3626", "pass", dice=[*ONES, 6])  # 2/1
    assert strength(s, "3") == 2
    assert (u("3"), 1) in [event.numbers for event in heard(s, AX) if event.what == "lost"]
    assert {event.numbers for event in heard(s, CW) if event.what == "lost"} == {(u("7th"), 1)}
    assert (AX, 1) in [event.numbers for event in heard(s, CW) if event.what == "lost_unseen"]


def test_the_enemy_does_not_hear_an_assignment() -> None:
    s = settled(at_set_up())
    s = play(s, "assign 18 FLAK 15Pz")
    assert not [event for event in heard(s, CW) if event.what == "assigned"]
    assert [event for event in heard(s, AX) if event.what == "assigned"]


@rule(RULES, "3.5-c")
def test_a_dummy_sounds_like_a_marker() -> None:
    s = position({"18 FLAK": "2224", "104": "2224", "HQ-21Pz": "2223", "HQ-15Pz": "2223"}, assigned={"18 FLAK": "15Pz"})
    s.begin(Organisation())
    s.frames[-1].at = 1
    real, dummy = play(s, "assign 18 FLAK 21Pz"), play(s, "dummy axis-1 21Pz")
    for viewer in (CW, -1):
        assert heard(real, viewer) == heard(dummy, viewer)
        assert [event.what for event in heard(dummy, viewer)] == ["marker", REVEALED]
    assert heard(real, AX) != heard(dummy, AX)


# Redeal and odds


@pytest.mark.parametrize("viewer", [CW, AX])
def test_a_redeal_looks_the_same_and_is_not(viewer: int) -> None:
    mine, theirs = ("7th", "104") if viewer == CW else ("104", "7th")
    at = {"104": "3620", "I/5": "3620", "II/5": "3422", "3": "3422", "115": "3524", "HQ-21Pz": "3424"}
    at |= {"7th": "4020", "3 RTR/4": "4020", "KDG": "4022", "5 RTR/4": "4022", "201st": "4024", "HQ-7Armd": "4124"}
    worn = {"104": 5, "115": 12, "7th": 4, "201st": 11, "I/5": 2, "5 RTR/4": 1}
    s = position(at, strength=worn)
    twins = [redeal(s, viewer, SeededDice(seed)) for seed in range(20)]
    assert all(view(twin, viewer) == view(s, viewer) for twin in twins)
    assert any(twin.key() != s.key() for twin in twins)
    assert all(twin.strength[u(mine)] == worn[mine] for twin in twins)
    assert any(twin.strength[u(theirs)] != worn[theirs] for twin in twins)


def test_hidden_units_change_places_in_a_redeal() -> None:
    at = {"104": "3620", "I/5": "3620", "3": "3422", "II/5": "3422", "HQ-21Pz": "3424", "7th": "4020", "HQ-7Armd": "4020"}
    s = position(at)
    places = {redeal(s, CW, SeededDice(seed)).where[u("I/5")] for seed in range(20)}
    assert places == {h("3620"), h("3422")}


def test_assignments_are_dealt_anew() -> None:
    at = {"18 FLAK": "3626", "35 FLAK": "3626", "HQ-21Pz": "3625", "104": "3625", "HQ-15Pz": "3624", "115": "3624"}
    s = position(at, assigned={"18 FLAK": "21Pz", "35 FLAK": "15Pz"})
    found = {redeal(s, CW, SeededDice(seed)).formation[u("18 FLAK")] for seed in range(20)}
    assert found == {fm("21Pz"), fm("15Pz")}
    assert {redeal(s, AX, SeededDice(seed)).formation[u("18 FLAK")] for seed in range(20)} == {fm("21Pz")}


def test_dummies_are_dealt_anew() -> None:
    at = {"18 FLAK": "3626", "HQ-21Pz": "3625", "104": "3625", "HQ-15Pz": "3624", "115": "3624"}
    s = position(at, assigned={"18 FLAK": "21Pz"})
    s.dummies = (*s.dummies[:DUMMIES], fm("15Pz"), *s.dummies[DUMMIES + 1 :])
    twins = [redeal(s, CW, SeededDice(seed)) for seed in range(20)]
    assert {(t.formation[u("18 FLAK")], t.dummies[DUMMIES]) for t in twins} == {
        (fm("21Pz"), fm("15Pz")), (fm("15Pz"), fm("21Pz")),
    }  # fmt: skip
    assert all(view(t, CW) == view(s, CW) for t in twins)


def test_odds_do_not_depend_on_what_is_hidden() -> None:
    at = {"104": "3626", "3": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    full = position(at, active="7Armd", points=3)
    worn = position({**at, "I/5": "3626"}, active="7Armd", points=3, strength={"104": 5})
    o = ("attack", u("7th"), h("3626"))
    assert forecast(full, o) == forecast(worn, o)
    alone = position({k: v for k, v in at.items() if k != "3"}, active="7Armd", points=3)
    assert forecast(full, o) == forecast(alone, o)
    seen_by_him = as_seen(worn, CW)
    assert seen_by_him.where[u("3")] < 0
    assert seen_by_him.strength[u("104")] == 12


def test_odds_are_exact_for_what_is_seen() -> None:
    at = {"19": "3626", "HQ-Bre": "3624", "69th": "3627", "HQ-50": "3727"}
    s = position(at, active="Bre", points=1)
    found = forecast(s, ("attack", u("19"), h("3627")))
    assert found is not None
    assert sum([chance.chance for chance in found.chances]) == pytest.approx(1.0, abs=1e-4)
    from itertools import permutations

    from sandtable.titles.theseus.frames import Attack
    from sandtable.titles.theseus.strength import battle_strength, ratio_column

    f = Attack(AX, fm("Bre"), h("3626"), h("3627"), (u("19"),), (u("69th"),))
    counts: dict[str, float] = {}
    pairs = list(permutations(E.cups[0], 2))
    for a, b in pairs:
        column = ratio_column(s, 0, battle_strength(s, f, f.attackers, a), battle_strength(s, f, f.defenders, b))
        for die in range(1, 11):
            cell = E.results[E.crt.at(die, column)] if column >= 0 else (5, False, 0, False)
            name = E.names.text("result", E.cells.index(cell))
            counts[name] = counts.get(name, 0.0) + 1 / (10 * len(pairs))
    assert {chance.name: chance.chance for chance in found.chances} == pytest.approx(counts, abs=1e-5)


def test_options_of_a_side_do_not_depend_on_what_is_hidden_from_it() -> None:
    s = settled(at_set_up())
    dice = SeededDice(7)
    for _ in range(120):
        side = decider(s)
        assert options(redeal(s, side, SeededDice(_))) == options(s)
        found = options(s)
        take(s, found[dice.draw(range(len(found)), -1, "")], dice)
