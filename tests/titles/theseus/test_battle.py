"""What players see of a combat, of an interruption, and of command and supply: all of it, and no more than they may."""

from __future__ import annotations

from typing import Optional

import pytest

from sandtable.face.view import Battle, Stage
from sandtable.kernel.play import read
from sandtable.titles.theseus.command import find_path
from sandtable.titles.theseus.face.battle import headline, verdict_of
from sandtable.titles.theseus.face.forecast import forecast, outlook
from sandtable.titles.theseus.face.overlays import command, in_range, supply, zones_of_control
from sandtable.titles.theseus.face.view import view
from sandtable.titles.theseus.state import State, hq_of
from tests.kit import offered, play
from tests.titles.theseus.position import AX, CW, ONES, E, at_set_up, fm, position

FIGHT = {"104": "3626", "3": "3626", "HQ-21Pz": "3625", "7th": "3627", "3 RTR/4": "3627", "HQ-7Armd": "3727"}


def battle(s: State, viewer: int) -> Battle:
    found = view(s, viewer).battle
    assert found is not None
    return found


def stage(found: Battle, mark: str) -> Stage:
    return next(stage for stage in found.stages if stage.mark == mark)


def facts(found: Battle, mark: str) -> dict[str, str]:
    return {fact.text: fact.value for fact in stage(found, mark).facts}


def current(found: Battle) -> str:
    return "".join([stage.mark for stage in found.stages if stage.state == "current"])


def fighters(found: Battle, party: int) -> set[str]:
    return {fighter.piece for fighter in found.parties[party].fighters}


def notes(s: State, viewer: int) -> dict[str, str]:
    return {fighter.piece: fighter.note for party in battle(s, viewer).parties for fighter in party.fighters}


# The board of a battle


def test_an_attack_that_is_not_declared_yet_is_the_attackers_own_plan() -> None:
    s = play(position(FIGHT, active="7Armd", points=3), "attack 7th 3626")
    assert current(battle(s, CW)) == "A"
    assert notes(s, CW)["3 RTR/4"] == "may join"
    assert view(s, AX).battle is None
    assert view(s, -1).battle is None


def test_the_defender_sees_the_top_of_the_attacking_stack_until_he_has_decided_whether_to_slip_away() -> None:
    s = play(position(FIGHT, active="7Armd", points=3), "attack 7th 3626", "join 3 RTR/4", "declare")
    assert current(battle(s, AX)) == "B"
    assert fighters(battle(s, AX), 0) == {"7th"}
    assert fighters(battle(s, CW), 1) == {"104", "3"}
    assert fighters(battle(s, -1), 0) == {"7th"}
    assert fighters(battle(s, -1), 1) == {"104"}
    s = play(s, "pass")
    assert fighters(battle(s, AX), 0) == {"7th", "3 RTR/4"}
    assert current(battle(s, AX)) == "C"


def test_whether_the_top_of_the_stack_joins_is_not_seen_either() -> None:
    alone = play(position(FIGHT, active="7Armd", points=3), "attack 3 RTR/4 3626", "declare")
    assert fighters(battle(alone, AX), 0) == {"7th"}
    assert fighters(battle(alone, CW), 0) == {"3 RTR/4"}


def test_the_numbers_of_a_battle_stay_while_the_hits_are_taken() -> None:
    at = {"104": "3626", "115": "3626", "HQ-21Pz": "3625", "HQ-15Pz": "3625", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="7Armd", points=1), "attack 7th 3626", "pass", dice=ONES)
    assert current(battle(s, CW)) == "G"  # two formations defend: which of them leads?
    assert stage(battle(s, CW), "H").facts == ()
    s = play(s, "lead 21Pz", dice=[5])
    found = battle(s, CW)
    assert current(found) == "I"
    assert facts(found, "H")["die"] == "5"
    assert facts(found, "E")["battle strengths"] == f"{E.strength[E.unit_number['7th']]} : 24"
    before = [stage(found, mark) for mark in "ABCDEFGH"]
    s = play(s, "first 115")
    assert [stage(battle(s, CW), mark) for mark in "ABCDEFGH"] == before
    assert {f.piece for f in battle(s, AX).parties[1].fighters} == {"104", "115"}


def test_only_its_owner_sees_how_much_a_unit_has_lost() -> None:
    s = play(position(FIGHT, active="7Armd", points=1), "attack 7th 3626", "declare", "pass", dice=[*ONES, 1])  # 3/0
    assert notes(s, CW)["7th"] == "lost 1"
    assert notes(s, AX)["7th"] == ""
    assert notes(s, -1)["7th"] == ""
    for viewer in (CW, AX, -1):
        assert facts(battle(s, viewer), "I")["Commonwealth: hits after the first"] == "2"


def test_what_if_is_what_comes_of_choosing_so() -> None:
    s = play(position(FIGHT, active="7Armd", points=3), "attack 7th 3626")
    (alone,) = outlook(s, CW, {})
    assert [(v.text, v.value) for v in alone.parties[1].fighters[0].values] == [("printed strength", "12"), ("effectiveness", "6")]
    assert {c.verdict for c in alone.chances} <= {"back", "both", "us"}
    assert sum(c.chance for c in alone.chances) == pytest.approx(1, abs=1e-6)
    (with_tanks,) = outlook(s, CW, {"join 3 RTR/4": "yes"})
    (joined,) = outlook(play(s, "join 3 RTR/4"), CW, {})
    assert with_tanks.chances == joined.chances
    assert outlook(s, AX, {}) == ()


def test_odds_below_the_table_are_shown_with_those_who_fight_not_with_what_is_left_of_them() -> None:
    at = {"115": "3626", "I/8": "3626", "HQ-15Pz": "3625", "69th": "3627", "HQ-50": "3727"}
    s = position(at, active="15Pz", points=1, air=0b11, strength={"115": 2, "I/8": 2}, improved=["3627"])
    s = play(s, "attack 115 3627", "join I/8", "declare", dice=[0, 29])
    assert "done" in offered(s)
    (found,) = outlook(s, AX, {})
    assert not any("lost" in fighter.note for fighter in found.parties[0].fighters)
    assert found.sums[0].total == "4"


def test_how_hard_it_is_pressed_can_be_tried_though_a_unit_may_be_challenged_on_the_way() -> None:
    at = {"104": "3626", "18 FLAK": "3626", "HQ-21Pz": "3624", "7th": "3627", "HQ-7Armd": "3727"}
    s = position(at, active="21Pz", points=5, assigned={"18 FLAK": "21Pz"})
    found = forecast(s, read(s, "attack 104 3627"))
    assert found is not None
    assert [switch.name for switch in found.switches] == ["18th Flak joins", "How hard it is pressed"]


def test_attackers_are_hurt_alone_only_where_the_table_hits_no_defender() -> None:
    assert [verdict_of(*hits) for hits in ((3, 0), (3, 1), (1, 1), (1, 2), (0, 2))] == ["us", "both", "both", "back", "back"]
    assert (headline(3, 0), headline(3, 1), headline(1, 1), headline(1, 2)) == (
        "Only the attackers are hit", "The attackers are hit harder", "Both are hit", "The defenders are hit harder"
    )  # fmt: skip


def test_the_defender_is_shown_what_he_has_to_expect_of_those_whom_he_sees() -> None:
    s = play(position(FIGHT, active="7Armd", points=3), "attack 7th 3626", "join 3 RTR/4", "declare")
    assert "evade" in offered(s)
    (met,) = outlook(s, AX, {})
    assert sum(c.chance for c in met.chances) == pytest.approx(1, abs=1e-6)
    assert met.sums[1].total == str(E.strength[E.unit_number["104"]] + E.strength[E.unit_number["3"]])
    (pressed,) = outlook(s, AX, {"level": "prepared"})
    assert pressed.chances != met.chances
    assert outlook(s, CW, {}) == ()
    s.strength[E.unit_number["7th"]] -= 1  # which only its owner knows
    assert outlook(s, AX, {}) == (met,)


# Interruptions


def test_a_reaction_says_who_breaks_into_what_and_what_it_costs() -> None:
    at = {"104": "3624", "HQ-21Pz": "3623", "7th": "3627", "HQ-7Armd": "3727"}
    s = play(position(at, active="7Armd", points=3), "move 7th", "step 3626", "step 3625")
    asked, mover = view(s, AX).occasion, view(s, CW).occasion
    assert asked is not None
    assert mover is not None
    assert f"{E.names.called('unit', E.unit_ids.index('7th'))} is in 3625 (" in asked.text
    assert asked.costs[0].value == f"{E.reaction[fm('21Pz')] * 10} %"
    assert (mover.title, mover.text, mover.costs) == (asked.title, asked.text, ())  # the curtain between two players shows it
    assert next(cell.text for cell in view(s, AX).steps if cell.state == "current") == "Reaction"
    assert [cell.text for cell in view(s, AX).active] == ["7th Armoured Division: 2 Action Points"]


# Overlays


@pytest.mark.parametrize("formation", E.formation_ids)
def test_the_command_overlay_has_every_hex_from_which_a_unit_can_trace(formation: str) -> None:
    s, n = at_set_up(), fm(formation)
    hq = s.where[hq_of(s, n)]
    if hq < 0:
        return
    free = [x for x in range(E.hexes) if E.adjacent[x] and (x not in s.at or E.side[s.at[x][0]] == E.f_side[n])]
    assert in_range(s, n) == {x for x in free if find_path(s, E.f_side[n], x, hq, E.range[n]) is not None}


def test_a_hidden_unit_changes_no_overlay_of_the_enemy() -> None:
    """The top unit is Disrupted and has no zone of control; what lies beneath would bar the way."""
    at = {"7th": "3625", "HQ-7Armd": "3727", "104": "3623", "HQ-21Pz": "3626"}
    bare = position(at, down=["7th"])
    full = position({"7th": "3625", "3 RTR/4": "3625", **at}, down=["7th"])
    for show in (command, supply, zones_of_control):
        for piece in ("", "104", "HQ-21Pz", "7th"):
            assert show(bare, AX, piece) == show(full, AX, piece)
    assert command(bare, CW, "HQ-21Pz") != command(full, CW, "HQ-21Pz")


def test_zones_are_those_of_enemies_that_are_seen_and_not_disrupted() -> None:
    at = {"7th": "3625", "HQ-7Armd": "3625", "104": "3623", "HQ-21Pz": "3626"}
    [zone] = zones_of_control(position(at), AX, "").zones
    assert "3625" in zone.spaces
    assert len(zone.spaces) == 7
    assert zones_of_control(position(at, down=["7th"]), AX, "").zones[0].spaces == ()
    assert zones_of_control(position(at), -1, "104") == zones_of_control(position(at), AX, "")


def test_an_overlay_does_not_betray_an_assignment() -> None:
    at = {"18 FLAK": "3626", "HQ-21Pz": "3625", "104": "3625", "HQ-15Pz": "3524", "115": "3524"}
    there, elsewhere = [position(at, assigned={"18 FLAK": n}) for n in ("21Pz", "15Pz")]
    for piece in ("18 FLAK", "HQ-21Pz", "HQ-15Pz"):
        assert command(there, CW, piece) == command(elsewhere, CW, piece)
        assert supply(there, CW, piece) == supply(elsewhere, CW, piece)
    assert "21st Panzer Division" in command(there, AX, "18 FLAK").title


def test_supply_is_shown_to_its_source_or_its_lack_is() -> None:
    s = at_set_up()
    fed = supply(s, CW, "HQ-1SA")
    assert fed.ways[-1].spaces[-1] in [E.grid.ids[x] for x in E.sources[CW]]
    cut = position({"HQ-90Le": "3626", "155": "3626"})
    assert [zone.tone for zone in supply(cut, AX, "HQ-90Le").zones] == ["good", "bad"]


def test_panels_show_levels_as_squares_and_assigned_units_as_counters() -> None:
    at = {"18 FLAK": "3626", "HQ-21Pz": "3625", "104": "3625"}
    s = position(at, assigned={"18 FLAK": "21Pz"}, level={"21Pz": 5}, active="21Pz")
    rows = {panel.id: panel.cells for panel in view(s, CW).panels}
    active: Optional[str] = next((cell.text for cell in rows["formations-1"] if cell.state == "current"), None)
    assert active == "21st Panzer Division 5/7"
    assert next(cell.pips for cell in rows["formations-1"] if cell.text.startswith("21st Panzer")) == (5, 7)
    assert (rows["assigned-1"][0].pieces, rows["assigned-1"][0].covered) == ((), 1)
    own = next(panel.cells for panel in view(s, AX).panels if panel.id == "assigned-1")
    assert (own[0].pieces, own[0].covered) == (("18 FLAK",), 0)
