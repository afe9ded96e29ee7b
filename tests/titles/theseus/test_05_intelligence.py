"""5.3.4 Limited intelligence, and what views, events, options and odds may say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.face.view import Panel, Piece, View
from sandtable.kernel.dice import NoDice, SeededDice
from sandtable.kernel.game import replay
from sandtable.kernel.play import REVEALED, Event, decider, options, take
from sandtable.kernel.record import from_json
from sandtable.kernel.sides import SPECTATORS, only
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.audit import audit, rebuild
from sandtable.titles.theseus.edition import DUMMIES
from sandtable.titles.theseus.face.aids import aids
from sandtable.titles.theseus.face.forecast import forecast
from sandtable.titles.theseus.face.view import view
from sandtable.titles.theseus.frames import DEFENDERS_BONUS, Activation, Attack, Organisation, Retreat
from sandtable.titles.theseus.hidden import as_seen, assignable, held, involved, is_seen, piles_of, redeal
from sandtable.titles.theseus.results import defender_hits
from sandtable.titles.theseus.state import State, is_open
from tests.kit import asked, offered, play, rule, settled, told, why_not
from tests.titles.theseus.position import AX, CW, ONES, RULES, E, at_set_up, fm, h, position, strength, u

RECORDS = Path(__file__).parents[2] / "records" / "theseus"
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


def film(s: State, *texts: str, viewer: int) -> list[object]:
    """What a viewer is shown at each ply, and who he sees asked."""
    shown: list[object] = []
    for text in texts:
        s = play(s, text)
        shown.append((view(s, viewer), decider(s), [event for event in heard(s, viewer) if event.what != REVEALED]))
    return shown


@rule(RULES, "5.3.4-a", "7.3.1-a", "7.7-h")
def test_nobody_learns_whether_the_units_beneath_could_go_along() -> None:
    """Who is not alone in his hex is always asked, so that the number of plies says nothing; nor does the moment at which the
    Improved Defence ends."""
    at = {"HQ-21Pz": "2123", "HQ-15Pz": "2124", "104": "2224", "115": "2225"}
    beneath = ({"I/5": "2224", "I/8": "2225"}, {"I/8": "2224", "I/5": "2225"})
    could, could_not = [position({**at, **more}, active="21Pz", points=4, improved=["2224"]) for more in beneath]
    assert offered(play(could, "move 104")) == ["with I/5", "go"]
    assert offered(play(could_not, "move 104")) == ["go"]
    for viewer in (CW, -1):
        assert film(could, "move 104", "go", viewer=viewer) == film(could_not, "move 104", "go", viewer=viewer)
    s = play(could, "move 104")
    assert view(s, AX).focus == ("2224",)
    assert view(s, CW).focus == ()
    assert s.improved == (h("2224"),)
    s = play(s, "go")
    assert s.improved == ()
    assert asked(s) == (AX, "March")
    assert view(s, CW).active[0].text == "21st Panzer Division: 3 Action Points"
    alone = play(position(at, active="21Pz"), "move 104")
    assert asked(alone) == (AX, "March")  # that he is alone all can see
    assert {kind.name for kind in TITLE.rules.outlines.values() if kind.quiet} == {"Movement", "March"}


@rule(RULES, "5.3.4-a", "5.8.4-h")
def test_nobody_learns_who_of_a_stack_has_failed_its_check() -> None:
    """The dice lie open, the ratings do not: whether anybody is left to be called off would tell."""
    at = {"3": "3626", "104": "3626", "HQ-21Pz": "0121"}  # Isolated
    for die, stays in ((7, ["cancel", "pass"]), (9, ["pass"])):
        s = play(position(at, active="21Pz", points=4), "move 3", "go", dice=[die])
        assert asked(s) == (AX, "Movement")
        assert offered(s) == stays
    assert why_not(s, "cancel").rule == "5.8.4-h"
    assert asked(play(s, "pass"))[1] == "Activation"


@rule(RULES, "5.3.4-a", "7.1-b")
def test_nobody_learns_whether_the_units_beneath_could_join_an_attack() -> None:
    at = {"HQ-21Pz": "3727", "HQ-15Pz": "3726", "104": "3627", "69th": "3626", "HQ-50": "3525"}
    could, could_not = [position({**at, below: "3627"}, active="21Pz", points=1) for below in ("I/5", "I/8")]
    assert offered(play(could, "attack 104 3626")) == ["join I/5", "declare"]
    assert offered(play(could_not, "attack 104 3626")) == ["declare"]
    assert asked(play(position(at, active="21Pz", points=2), "attack 104 3626")) == (AX, "Attack")  # alone: it is declared


@rule(RULES, "5.3.4-a", "7.5.1.1-a")
def test_nobody_learns_from_the_question_whether_a_stack_could_slip_away() -> None:
    """To who looks on it may hold anything beneath its top, and to the attacker a FLAK of any formation."""
    at = {"7th": "3627", "HQ-7Armd": "3727", "104": "3626", "HQ-21Pz": "3525", "HQ-15Pz": "3525"}

    def attacked(more: dict[str, str], **other: Any) -> State:
        return play(position({**at, **more}, active="7Armd", points=2, **other), "attack 7th 3626")

    assert offered(attacked({"I/5": "3626"})) == ["evade", "pass"]
    assert offered(attacked({"I/8": "3626"})) == ["pass"]  # of another formation
    for formation, texts in (("21Pz", ["evade", "pass"]), ("15Pz", ["pass"])):
        assert offered(attacked({"18 FLAK": "3626"}, assigned={"18 FLAK": formation})) == texts
    assert asked(attacked({}, down=["104"]))[0] == CW  # a Disrupted top says enough
    leg = {**at, "104": "3525", "19": "3626", "HQ-Bre": "3525"}
    assert asked(play(position(leg, active="7Armd", points=2), "attack 7th 3626"))[0] == CW  # and so does infantry alone


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
    s = play(position(at, active="7Armd", points=2), "attack 7th 3627", "join 3 RTR/4", "declare")
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
    enemy = next(p for p in view(worn, CW).pieces if p.id == "104")
    own = next(p for p in view(worn, AX).pieces if p.id == "104")
    assert [(f.value, f.called) for f in enemy.figures] == [("12", "printed strength")]  # it does not say "12 of 12"
    assert own.figures == ()
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
    assert boxes == {"21st Panzer Division": "1 face down", "15th Panzer Division": "1 face down"}
    mine = {cell.text: cell.note for cell in panel(view(s, AX), "assigned-1").cells}
    assert mine == {"21st Panzer Division": "18th Flak", "15th Panzer Division": "1 dummy marker"}
    s.shown = (u("18 FLAK"),)
    assert {cell.text: cell.note for cell in panel(view(s, CW), "assigned-1").cells}["21st Panzer Division"] == "18th Flak"
    assert E.markers["Assigned dummy"].count == 2 * DUMMIES


@rule(RULES, "3.5-e")
def test_single_markers_are_public() -> None:
    at = {"104": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    s = position(at, active="21Pz", points=3, schwerpunkt="21Pz", snafu=AX)
    for viewer in (CW, AX, -1):
        shown = view(s, viewer)
        assert panel(shown, "points").cells[0].text == "21st Panzer Division: 3 Action Points"
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
    made = aids(at_set_up())
    tables = {grid.id: grid for grid in (*made.fight, *made.terrain)}
    assert set(tables) >= {"crt", "terrain", "combat-sequence", "drms", "sequence", "ap", "costs", "check", "breach", "stacking"}
    assert len(tables["crt"].lines) == 20
    assert [cell.text for cell in tables["ap"].lines[0].cells][:2] == ["2 (1)", "3 (2)"]


@rule(RULES, "3.8-a")
def test_tracks_stand_beside_the_map_and_change_nothing() -> None:
    shown = view(at_set_up(), AX)
    tracks = shown.panels
    assert {found.id for found in tracks} >= {"turn", "initiative", "points", "formations-0", "formations-1", "air", "victory"}
    assert all(found.at is None for found in tracks)  # a sheet of their own, not a place on the map
    assert {setting.id for setting in TITLE.rules.settings} == {"linear_chits"}  # no setting for it: results cannot depend on it


# What is told


def heard(s: State, viewer: int) -> list[Event]:
    bit = SPECTATORS if viewer < 0 else only(viewer)
    return [event for event in s.log or () if isinstance(event, Event) and event.to & bit]


def test_the_enemy_does_not_hear_of_units_that_he_does_not_see() -> None:
    at = {"104": "3624", "I/5": "3624", "HQ-21Pz": "3622"}
    s = play(position(at, active="21Pz"), "move 104", "with I/5", "go", "step 3625")
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


def deals(s: State, viewer: int, number: int = 50) -> list[State]:
    twins = [redeal(s, viewer, SeededDice(seed)) for seed in range(number)]
    assert all(view(twin, viewer) == view(s, viewer) for twin in twins)
    assert not [broken for twin in twins for broken in audit(twin)]
    return twins


def places(s: State, id: str, viewer: int = CW) -> set[str]:
    return {E.grid.ids[twin.where[u(id)]] for twin in deals(s, viewer)}


PILES = {"104": "3620", "I/5": "3620", "115": "3422", "33": "3422", "155": "3224", "18 FLAK": "3224", "288": "3024", "XI": "3024"}
HQS = {"HQ-21Pz": "3424", "HQ-15Pz": "3524", "HQ-90Le": "3624", "HQ-Tri": "3724", "7th": "4020", "HQ-7Armd": "4020"}


def test_what_lies_beneath_is_dealt_among_all_stacks() -> None:
    """Whatever its type, formation and strength; and how many lie there is dealt too, one at least."""
    s = position({**PILES, **HQS}, assigned={"18 FLAK": "21Pz"})
    everywhere = {"3620", "3422", "3224", "3024"}
    for id in ("I/5", "33", "18 FLAK", "XI"):
        assert places(s, id) == everywhere
    for id in ("104", "115", "155", "288"):
        assert places(s, id) == {PILES[id]}
    s = position({**PILES, **HQS, "II/5": "3620", "35 FLAK": "3620"}, assigned={"18 FLAK": "21Pz", "35 FLAK": "15Pz"})
    assert {len(twin.at[h("3024")]) for twin in deals(s, CW)} == {2, 3, 4}
    assert {twin.key() for twin in deals(s, AX)} == {s.key()}


@pytest.mark.parametrize(("record", "every"), [("gazala-allied", 40), ("opening-fierce-allied", 311)])
def test_every_hidden_unit_varies_over_fifty_deals(record: str, every: int) -> None:
    """Unless it has been seen where it lies, may not have moved, is being spoken of, or there is nowhere else to be."""
    varied = 0
    game = replay(from_json((RECORDS / f"{record}-commonwealth-decisive-victory.json").read_bytes()), None, TITLE)
    for ply in range(0, game.ply, every):
        for viewer in (CW, AX):
            varied += vary(game.at(ply), viewer)
    assert varied > 20


def vary(s: State, viewer: int) -> int:
    """How many hidden units do."""
    twins = deals(s, viewer)
    piles = piles_of(s, 1 - viewer, viewer, involved(s))
    loose = [unit for pile in piles for unit, _ in pile.loose]
    hidden = [n for n in range(E.units) if E.side[n] != viewer and s.where[n] >= 0 and not is_seen(s, n, viewer)]
    for unit in hidden:
        assert unit in loose or (s.seen | held(s) | involved(s)) >> unit & 1 or s.where[unit] not in {p.hex for p in piles}
    still = [n for n in loose if len({twin.where[n] for twin in twins}) == 1]
    assert not still or len(piles) == 1, [E.unit_ids[n] for n in still]
    return len(loose) - len(still)


FLAK = {"18 FLAK": "15Pz", "35 FLAK": "21Pz"}


def test_what_has_been_seen_stays_where_it_was_seen() -> None:
    at = {**PILES, **HQS, "3": "3720"}
    s = play(position(at, active="21Pz", assigned=FLAK), "move 3", "step 3620", "halt")
    assert seen(s, CW, "3620") == {"3"}
    assert places(s, "104") == {"3620"}  # everybody saw it there before 3 came on top
    assert places(s, "I/5") > {"3620"}  # what lies beneath it nobody has seen
    s = play(position({**at, "35 FLAK": "3720"}, active="21Pz", assigned=FLAK), "move 3", "with 35 FLAK", "go", "step 3620", "halt")
    assert places(s, "104") == {"3620"}
    assert places(s, "35 FLAK") > {"3620"}  # nor who came along


def test_who_went_along_and_who_stayed_is_not_seen() -> None:
    """104 was seen before 3 came on top of it. When they part it may be in either hex, if beneath both tops lies something."""
    at = {**PILES, **HQS, "3": "3720", "35 FLAK": "3620"}
    s = play(position(at, active="21Pz", points=6, assigned=FLAK), "move 3", "step 3620", "halt")
    assert places(s, "104") == {"3620"}
    for along, there, known in (
        ((), "3620", True),  # 3 alone, as one sees; 104 is on top of the others
        (("104", "I/5", "35 FLAK"), "3720", True),  # nobody is left behind
        (("104", "I/5"), "3720", True),  # 35 FLAK is, and has nothing beneath it
        (("104",), "3720", False),
        (("104", "35 FLAK"), "3720", True),
    ):
        parted = play(s, "move 3", *[f"with {id}" for id in along], "go", "step 3720", "halt")
        assert (places(parted, "104") == {there}) is known, along


def test_a_stack_that_was_attacked_is_known_from_then_on() -> None:
    at = {"104": "3626", "I/5": "3626", "HQ-21Pz": "3525", "115": "3420", "33": "3420", "HQ-15Pz": "3422"}
    s = position({**at, "7th": "3627", "HQ-7Armd": "3727"}, active="7Armd", points=2)
    assert places(s, "I/5") == {"3626", "3420"}
    s = play(s, "attack 7th 3626", "evade", dice=[1, 10])
    s = play(s, next(text for text in offered(s) if text.startswith("step ")), "halt")
    assert asked(s) == (CW, "Activation")
    assert seen(s, CW, E.grid.ids[s.where[u("I/5")]]) == {"104"}
    assert places(s, "I/5") == {E.grid.ids[s.where[u("104")]]}
    assert places(s, "33") == {"3420"}


@rule(RULES, "10-h")
def test_who_could_not_move_is_not_elsewhere() -> None:
    at = {"1st SA": "2308", "6 SA": "2308", "HQ-1SA": "2408", "7th": "3020", "KDG": "3020", "201st": "3120", "12 L": "3120"}
    at |= {"HQ-7Armd": "3021", "HQ-1Armd": "3121", "104": "2020", "HQ-21Pz": "2020"}
    assert places(position(at, turn=1), "6 SA", AX) == {"2308"}
    assert places(position(at, turn=1), "KDG", AX) == {"3020", "3120"}
    assert places(position(at, turn=2), "6 SA", AX) == {"2308", "3020", "3120"}


def test_a_deal_keeps_zones_of_control_and_improved_defence() -> None:
    """FLAK has no zone of control: a stack of FLAK and something that has one keeps one, and FLAK alone gets none."""
    at = {"18 FLAK": "3620", "I/5": "3620", "35 FLAK": "3422", "Kpf FLAK": "3422", "115": "3224", "33": "3224"}
    at |= {"HQ-21Pz": "3424", "HQ-15Pz": "3524", "104": "3525", "7th": "4020", "HQ-7Armd": "4020"}
    assigned = {"18 FLAK": "21Pz", "35 FLAK": "15Pz", "Kpf FLAK": "15Pz"}
    s = position(at, assigned=assigned)
    for twin in deals(s, CW):
        hexes = [(side, hex) for side in (CW, AX) for hex in range(E.hexes)]
        assert [twin.zones.controls(*at) for at in hexes] == [s.zones.controls(*at) for at in hexes]
        assert twin.zones == rebuild(twin).zones
    assert places(s, "I/5") == {"3620", "3224"}
    assert places(s, "Kpf FLAK") == {"3422"}  # who else has none?
    s = position({**PILES, **HQS}, assigned={"18 FLAK": "21Pz"}, improved=["3620"])
    assert all(twin.formation[n] == fm("21Pz") for twin in deals(s, CW) for n in twin.at[h("3620")])
    assert places(s, "18 FLAK") > {"3620"}


@rule(RULES, "7.3.4-a")
def test_a_deal_keeps_what_the_viewer_is_offered() -> None:
    """Whether a Screen move is allowed tells of Tank and Anti-Tank Points beneath a top: he knows no less in a deal."""
    at = {**PILES, **HQS, "3 RTR/4": "3621", "7th": "3521"}
    s = position(at, active="7Armd", assigned={"18 FLAK": "21Pz"})
    assert len({options_text(twin) for twin in deals(s, CW)}) == 1
    march = play(s, "move 3 RTR/4")
    assert len({options_text(twin) for twin in deals(march, CW)}) == 1
    assert any(twin.key() != march.key() for twin in deals(march, CW))


def options_text(s: State) -> str:
    return " ".join(offered(s))


def test_losses_are_dealt_among_those_who_may_have_had_them() -> None:
    at = {**PILES, **HQS}
    s = position(at, strength={"104": 7}, assigned={"18 FLAK": "21Pz"})
    twins = deals(s, CW)
    for id in ("104", "115", "155"):
        assert len({twin.strength[u(id)] for twin in twins}) > 1
    assert {sum([E.strength[n] - twin.strength[n] for n in range(E.units) if twin.where[n] >= 0]) for twin in twins} == {5}
    s.hurt = 1 << u("104") | 1 << u("115")
    twins = deals(s, CW)
    assert {twin.strength[u("155")] for twin in twins} == {E.strength[u("155")]}  # nobody has seen it fight
    assert {twin.strength[u("104")] for twin in twins} == {7, 12}


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


@rule(RULES, "5.5.2-d")
def test_who_was_seen_to_act_with_a_formation_belongs_to_it() -> None:
    at = {"18 FLAK": "3626", "35 FLAK": "3626", "HQ-21Pz": "3625", "104": "3625", "HQ-15Pz": "3624", "115": "3624"}
    s = position({**at, "18 FLAK": "3623"}, active="21Pz", assigned={"18 FLAK": "21Pz", "35 FLAK": "15Pz"})
    assert len({twin.formation[u("18 FLAK")] for twin in deals(s, CW)}) == 2
    s = play(s, "move 18 FLAK", "step 3723", "pass")  # the Commonwealth does not ask for its marker; it knows
    assert {twin.formation[u("18 FLAK")] for twin in deals(s, CW)} == {fm("21Pz")}
    assert {twin.formation[u("35 FLAK")] for twin in deals(s, CW)} == {fm("15Pz")}


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


@rule(RULES, "5.3.4-b")
def test_whoever_is_under_fire_may_have_lost_something() -> None:
    s = position({"8": "3626", "VIII": "3626", "IX": "3626", "HQ-Ari": "3627", "69th": "3625"})
    for red, hurt in ((0, ("8", "VIII")), (1, ("8", "VIII", "IX"))):  # a red result is for all in the hex
        twin = s.clone()
        twin.hurt = 0
        fight = Attack(CW, fm("50"), h("3625"), h("3626"), (u("69th"),), (u("8"), u("VIII")), hits=(0, 0, 2, red))
        defender_hits(twin, fight, NoDice())
        assert twin.hurt == sum([1 << u(id) for id in hurt])


@rule(RULES, "5.3.4-a")
def test_what_is_off_the_map_hides_nothing() -> None:
    s = position({"104": "3626", "I/5": "3626", "HQ-21Pz": "3622"}, waiting=["115"])
    assert [is_open(s, u(id)) for id in ("104", "I/5", "HQ-21Pz", "115", "II/5")] == [True, False, True, True, True]


@rule(RULES, "10.1-g")
def test_the_garrison_of_bir_hacheim_is_never_dealt_anew() -> None:
    at = {"150th": "3626", "69th": "3626", "151st": "3626", "HQ-50": "3727"}
    assert len(piles_of(position(at, turn=5), CW, AX, 0)) == 1
    assert piles_of(position(at, turn=5, scenario="bir_hacheim"), CW, AX, 0) == []


@rule(RULES, "5.5.2-b")
def test_only_units_that_can_be_assigned_exchange_their_markers() -> None:
    assert {E.unit_ids[n] for n in assignable(E, AX)} == {"18 FLAK", "35 FLAK", "Kpf FLAK", "KG Hecker"}  # Kiehl never
    assert not {E.unit_ids[n] for n in assignable(E, CW)} & {"StopCol", "SeaCol"}


@rule(RULES, "5.3.4-b", "7.5.1.5-p", "7.5.1.5-r")
def test_nobody_learns_from_a_missing_question_whose_tanks_are_stronger() -> None:
    """Of several with the same points the strongest is compared: the question is put even if that leaves one answer."""
    at = {"I/5": "3626", "II/5": "3626", "HQ-21Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    for reduced, answers in (({}, ["tank I/5", "tank II/5"]), ({"I/5": 4}, ["tank II/5"])):
        s = position(at, active="21Pz", points=1, strength=reduced)
        s = play(s, "attack I/5 3627", "join II/5", "declare", dice=ONES)
        assert offered(s) == answers
    alone = position({**at, "II/5": "3526"}, active="21Pz", points=1)
    s = play(alone, "attack I/5 3627", dice=[*ONES, 5, 1])
    assert told(s, "result")  # that it is the only one all can see: nothing was asked


@rule(RULES, "5.3.4-a", "7.5.2.2-a")
def test_nobody_learns_from_a_missing_question_where_there_is_no_room() -> None:
    """The hexes of a retreat lie open, what is beneath the tops in them does not."""
    tops = {"7th": "3626", "69th": "3726"}
    for more, ways in (({}, ["retreat 3725", "retreat 3726"]), ({"150th": "3726"}, ["retreat 3725"])):
        s = position({**tops, **more})
        s.begin(Retreat(CW, (u("7th"),), h("3626"), 1, True))
        assert offered(settled(s)) == ways
    s = position({"7th": "3626", "HQ-7Armd": "3620", "104": "3625", "115": "3726"})
    s.begin(Retreat(CW, (u("7th"),), h("3626"), 1, True))
    assert s.where[u("7th")] == h("3626")
    assert settled(s).where[u("7th")] == h("3526")  # all others are held or in a zone: for all to see there is one way
