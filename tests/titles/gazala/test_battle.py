"""An attack as it is built and fought on the board beside the map, and what can be laid over the map."""

from __future__ import annotations

import pytest

from sandtable.face.handling import usual_way
from sandtable.face.story import question
from sandtable.face.view import NOTHING, Battle, Given
from sandtable.kernel.play import Event, read
from sandtable.titles.gazala.face.battle import announce, half_words
from sandtable.titles.gazala.face.forecast import forecast, outlook
from sandtable.titles.gazala.face.handling import usual
from sandtable.titles.gazala.face.overlays import supply, zones_of_control
from sandtable.titles.gazala.face.view import view
from sandtable.titles.gazala.state import State
from tests.kit import asked, play
from tests.titles.gazala.board import ALLIED, AXIS, acting, drawn, moving, position

PAIR = {"PAVO": "1520", "5/1": "1521"}


def battle(s: State, viewer: int = AXIS) -> Battle:
    found = view(s, viewer).battle
    assert found is not None
    return found


def facts(s: State, mark: str) -> dict[str, str]:
    return {fact.text: fact.value for stage in battle(s).stages if stage.mark == mark for fact in stage.facts}


def current(s: State) -> str:
    return next(stage.name for stage in battle(s).stages if stage.state == "current")


def test_who_joins_changes_the_odds_at_once() -> None:
    s = play(moving(position({**PAIR, "12 Ber": "1421", "104/1": "1420"}), "5/1"), "attack medium")
    assert current(s) == "Who joins"
    assert facts(s, "2") == {"attack against defence": "12 : 3", "column": "3-1"}
    fighters = {f.piece: f.note for f in battle(s).parties[0].fighters}
    assert fighters == {"5/1": "leads", "104/1": "may join", "12 Ber": "may join"}
    s = play(s, "join 12 Ber")
    assert facts(s, "2") == {"attack against defence": "18 : 3", "column": "5-1"}
    assert battle(s) == battle(s, ALLIED) == battle(s, -1)  # attacks are open


def test_what_if_is_what_comes_of_choosing_so() -> None:
    s = play(moving(position({**PAIR, "12 Ber": "1421", "104/1": "1420"}, axis_box=["Combat"]), "5/1"), "attack medium")
    (plain,) = outlook(s, AXIS, {})
    assert [(v.text, v.value) for v in plain.parties[0].fighters[0].values] == [("against infantry", "12"), ("steps", "3")]
    assert {c.verdict for c in plain.chances} == {"gone", "back", "both", "us"}
    assert sum(c.chance for c in plain.chances) == pytest.approx(1)
    (joined,) = outlook(s, AXIS, {"join 12 Ber": "yes"})
    (chosen,) = outlook(play(s, "join 12 Ber"), AXIS, {})
    assert (joined.chances, joined.sums) == (chosen.chances, chosen.sums)
    (chit,) = outlook(s, AXIS, {"axis combat": "yes"})
    ready = play(s, "enough")
    played = forecast(ready, read(ready, "combat"))
    assert played is not None
    assert chit.chances == played.chances
    assert {w.id for w in outlook(ready, AXIS, {})[0].switches} == {"allied combat", "axis combat"}  # as long as it may be played
    assert {w.id for w in plain.switches} == {"join 12 Ber", "join 104/1", "allied combat", "axis combat"}
    bare = play(moving(position({**PAIR, "12 Ber": "1421"}, allied_box=["Combat"]), "5/1"), "attack medium")
    assert {w.id for w in outlook(bare, AXIS, {})[0].switches} == {"join 12 Ber", "allied combat"}  # what they hold is not told


def test_what_decided_stays_while_units_fall_back() -> None:
    s = acting(position({"8/1": "2011", "115/1": "1910", "3 LE": "2010"}), "8/1", "115/1")
    s = play(s, "move 8/1", "attack medium", "join 115/1", dice=[0])
    assert current(s) == "Losses and retreats"
    assert facts(s, "5")["die"] == "0"
    odds, sums = facts(s, "2"), facts(s, "3")
    s = play(s, "retreat 8/1", "back 2012")
    assert (facts(s, "2"), facts(s, "3")) == (odds, sums)


def test_the_moving_unit_says_what_it_has_left() -> None:
    assert [cell.text for cell in view(moving(position(PAIR), "5/1"), ALLIED).active] == [
        "15th Panzer or 21st Panzer",
        "I/5th Panzer: 24 movement points",
        "20th Brescia",
    ]


def test_what_slows_an_action_down_is_said_and_chits_in_hand_to_their_owner() -> None:
    s = drawn(position({"8/1": "2020"}, axis_box=["Combat", "Combat", "Extra Move"]), AXIS, "15/21 PZ", storm=True)
    told = [[cell.text for cell in view(s, side).active[1:]] for side in (ALLIED, AXIS)]
    storm = "Sandstorm: two thirds of all movement is lost"
    assert told == [[storm], [storm, "In hand: 2 Combat and Extra Move"]]


def test_zones_and_supply_lie_over_the_map() -> None:
    s = position(PAIR)
    zone = zones_of_control(s, AXIS, "").zones[0]
    assert "1521" in zone.spaces
    assert zones_of_control(s, AXIS, "PAVO").title == "Axis zones of control"  # what PAVO must heed
    assert supply(s, ALLIED, "").title == "Supply of the Allies"
    assert "1520" not in supply(s, AXIS, "").zones[0].spaces  # an enemy stands there


def test_what_a_result_does_is_said_in_a_sentence() -> None:
    assert half_words((1, True, True), (0, False, False)) == "the attackers lose 1 step, are Disrupted and retreat"
    assert half_words((0, False, False), (0, False, False)) == "no effect"


HUSSARS = {"10 Hus": "1318", "132/8": "1319", "132/9": "1418"}


def test_what_anti_tank_chits_take_is_on_the_board_before_the_die_and_announced_with_it() -> None:
    s = play(moving(position(HUSSARS, axis_box=["Anti-Tank", "Anti-Tank"]), "132/8"), "attack light", "join 132/9")
    plain, shot = (outlook(s, AXIS, given)[0] for given in ({}, {"anti-tank": "yes"}))
    assert plain.switches[-1].id == "anti-tank"
    assert [c.chance for c in plain.chances] == [c.chance for c in shot.chances]  # the die is the same
    hurt = {c.name: c.verdict for c in shot.chances}
    assert {name for name, verdict in hurt.items() if verdict == "us"} == set()  # the enemy is hurt, whatever the die says
    assert shot.notes == ("Anti-Tank chits take 1 step of Allied armour before the result (13.6)",)
    s = play(s, "antitank")
    assert outlook(s, AXIS, {})[0].switches[-1].id == "anti-tank"  # a second one
    assert announced(play(s, "nomore", dice=[9])) == (
        "both",
        "Both suffer",
        "the attackers are Disrupted and retreat; Anti-Tank chits take 1 step of Allied armour besides",
    )
    s = moving(position({"5/1": "2011", "5/2": "2011", "10 Hus": "2010"}, axis_box=["Anti-Tank"]), "5/1")
    assert announced(play(s, "attack medium", "join 5/2", "antitank", dice=[3])) == (
        "back",
        "The defenders suffer",
        "no effect; Anti-Tank chits take 1 step of Allied armour besides",
    )


def announced(s: State) -> tuple[str, str, str]:
    (news,) = [found for event in s.log or () if isinstance(event, Event) and (found := announce(s.edition, event)) is not None]
    return news.verdict, news.name, news.text


def test_the_allies_wonder_about_anti_tank_chits_only_while_some_are_left() -> None:
    s = play(moving(position({"10 Hus": "1318", "132/8": "1319"}, axis_box=["Combat"]), "10 Hus"), "attack light")
    assert "anti-tank" in {switch.id for switch in outlook(s, ALLIED, {})[0].switches}
    assert "anti-tank" not in {switch.id for switch in outlook(s, AXIS, {})[0].switches}
    s.played[AXIS] = s.edition.tactical_chits[AXIS]
    assert "anti-tank" not in {switch.id for switch in outlook(s, ALLIED, {})[0].switches}


def test_who_loses_steps_to_anti_tank_chits_is_told_so() -> None:
    at = {"10 Hus": "1318", "9 L": "1318", "132/8": "1319"}
    s = play(moving(position(at, axis_box=["Anti-Tank"]), "132/8"), "attack light", "antitank", dice=[5])
    assert question(s).text == "Anti-Tank chits take 1 step of your armour. Which unit loses it?"


def test_who_advances_is_asked_of_the_hexes_that_are_empty() -> None:
    s = moving(position({"5/1": "2110", "10 Hus": "2010", "PAVO": "2109"}), "5/1")
    s = play(s, "attack medium", "lose PAVO", dice=[7])  # a step each
    assert question(s).text == "No defender is left in 2109 (3 hexes south of Bir Lefa). Who advances?"


def test_chits_that_are_switched_on_are_played_when_the_attack_is_confirmed_as_a_whole() -> None:
    at = {"132/8": "1319", "132/9": "1418", "10 Hus": "1318"}
    s = moving(position(at, axis_box=["Combat", "Anti-Tank", "Anti-Tank"]), "132/8")
    attack = read(s, "attack medium")

    def said(given: Given) -> list[str]:
        choose = usual(s, attack, given)
        assert choose is not None
        return [text for text, _, _ in usual_way(s, attack, AXIS, choose)]

    assert said({}) == ["attack medium", "join 132/9", "nomore"]
    assert said({"axis combat": "yes"}) == ["attack medium", "join 132/9", "combat", "nomore"]
    assert said({"anti-tank": "yes", "join 132/9": "no"}) == ["attack medium", "enough", "antitank", "nomore"]


def test_who_is_eliminated_for_over_stacking_is_asked_on_the_way_to_the_dice() -> None:
    """10.0-c2: the attack is confirmed as a whole up to there, for nobody else chooses that."""
    at = {"5/1": "1622", "104/1": "1622", "104/2": "1622", "18 Cav": "1521"}
    s = moving(position(at), "5/1")
    attack = read(s, "attack light")
    choose = usual(s, attack, NOTHING)
    assert choose is not None
    said = [text for text, _, _ in usual_way(s, attack, AXIS, choose)]
    assert said[0] == "attack light"
    assert not [text for text in said if text.startswith("remove")]
    assert asked(play(s, *said)) == (AXIS, "Stacking")
