"""The board of a combat: parties with their values, every modifier with its rule, results in plain words, and what if."""

from __future__ import annotations

import pytest

from sandtable.face.view import Forecast, Given
from sandtable.kernel.play import Event, read
from sandtable.kernel.sides import ALLIED
from sandtable.titles.battleaxe.face.battle import announce
from sandtable.titles.battleaxe.face.forecast import forecast, outlook
from sandtable.titles.battleaxe.face.view import view
from sandtable.titles.battleaxe.state import State
from tests.kit import play
from tests.titles.battleaxe.fights import fight
from tests.titles.battleaxe.positions import position
from tests.titles.battleaxe.test_forecast import CRUISERS, entered

AT_206 = "33PAK 15MC(-)"


def foreseen(s: State, given: Given, text: str = "attack 9") -> Forecast:
    found = forecast(s, read(s, text), given)
    assert found is not None
    return found


def chances(found: Forecast) -> dict[str, float]:
    return {chance.name: chance.chance for chance in found.chances}


def test_who_fights_with_what_and_what_comes_of_it() -> None:
    found = foreseen(entered(CRUISERS, "10", "9", AT_206), {})
    ours, theirs = found.parties
    assert {f.piece: [(v.text, v.value) for v in f.values] for f in ours.fighters}["2RTR"] == [("leads", "4")]
    assert {f.piece: [(v.text, v.value) for v in f.values] for f in theirs.fighters}["15MC(-)"] == [("joins", "+1")]
    assert [(t.text, t.rule) for t in found.sums[0].terms] == [
        ("4", "11.4.2A"), ("+3", "11.4.2B"), ("+1", "11.4.2E"), ("+1 to 6", "10.1.4"), ("+2", "10.2.1"),
    ]  # fmt: skip
    assert found.dice == "With two dice each and the support that is open: on average 19.5 against 17.3"
    assert [chance.verdict for chance in found.chances] == ["gone", "back", "both", "us"]
    assert {leaves.verdict for leaves in found.leaves} == {"gone", "back", "both", "us"}
    assert sum(chances(found).values()) == pytest.approx(1)


def test_every_step_of_a_battle_names_the_rule_that_says_it() -> None:
    s = play(entered(CRUISERS, "10", "9", AT_206), "attack 9")
    board = view(s, ALLIED).battle
    assert board is not None
    assert [(stage.mark, stage.rule) for stage in board.stages] == [
        ("·", "11.2"), ("A", "11.4.2A"), ("B", "11.4.3A"), ("C", "10.1.1"), ("D", "10.2.1"), ("E", "10.2.1"), ("F", "11.4.1"),
        ("G", "11.4.4"),
    ]  # fmt: skip


def test_what_if_is_what_comes_of_choosing_so() -> None:
    """Each switch against the forecast of the decision itself, once it has been made."""
    s = entered(CRUISERS, "10", "9", AT_206, advantage="allied")
    fought = play(s, "attack 9", "lead 1/KRR", "lead 33PAK")
    assert chances(foreseen(s, {"lead": "1/KRR", "air": "no"})) == pytest.approx(chances(foreseen(fought, {}, "pass")))
    assert chances(foreseen(s, {"lead": "1/KRR"})) == pytest.approx(chances(foreseen(fought, {}, "air")))
    grounded = play(fought, "pass")
    assert chances(foreseen(fought, {"guns": "no"}, "pass")) == pytest.approx(chances(foreseen(grounded, {}, "pass")))
    plain, spent = chances(foreseen(s, {})), chances(foreseen(s, {"advantage": "yes"}))
    assert spent["Repulse"] == 0
    assert spent["Stalemate"] == pytest.approx(plain["Stalemate"] + plain["Repulse"])


def test_support_that_is_about_to_be_sent_can_still_be_turned_round() -> None:
    """While it waits to be confirmed its switch says what comes of keeping it, and Rommel counts as asked for."""
    fought = play(entered(CRUISERS, "10", "9", AT_206), "attack 9", "lead 2RTR", "lead 33PAK")
    assert chances(foreseen(fought, {"air": "no"}, "air")) == pytest.approx(chances(foreseen(fought, {}, "pass")))
    at_capuzzo = entered("1/8 2/8", "18", "15", "22GDS", half="axis", advantage="axis", artillery=(0, 0))
    led = play(at_capuzzo, "attack 15", "lead 1/8", "lead 22GDS")
    rommel = foreseen(led, {}, "rommel")
    assert [switch.value for switch in rommel.switches if switch.id == "rommel"] == ["yes"]
    assert "+1 to 6" in [term.text for term in rommel.sums[0].terms]
    assert chances(foreseen(led, {"rommel": "no"}, "rommel")) == pytest.approx(chances(foreseen(led, {}, "pass")))


def test_an_overrun_promises_nothing_that_a_strongpoint_forbids() -> None:
    s = play(entered(CRUISERS, "10", "9", AT_206), "attack 9", "lead 2RTR", "lead 33PAK", "pass", "pass", "pass", dice=[6, 6, 1, 1])
    (news,) = [found for e in s.log or () if isinstance(e, Event) and (found := announce(s.edition, e)) is not None]
    assert (news.name, news.text) == ("Overrun", "every defender is eliminated, and the attackers lose nothing")


def test_odds_are_in_sight_from_the_entry_to_the_dice() -> None:
    s = entered(CRUISERS, "10", "9", AT_206)
    for step in ("attack 9", "lead 2RTR", "lead 33PAK", "pass"):
        (found,) = outlook(s, 1, {})
        assert found.title == "Attack on Point 206"
        assert found.places == ("9",)
        s = play(s, step)
    battle = view(s, 0).battle
    assert battle is not None
    assert [stage.name for stage in battle.stages if stage.state == "current"] == ["Artillery of the attacker"]
    s = play(s, "pass", "pass", dice=[6, 6, 1, 1])
    assert outlook(s, 0, {}) == ()


def test_how_many_join_is_asked_where_nobody_must() -> None:
    s = entered("2RTR 6RTR", "10", "9", AT_206)
    assert not [w for w in foreseen(s, {}).switches if w.id == "join"]
    assert [w.value for w in foreseen(s, {"lead": "6RTR"}).switches if w.id == "lead"] == ["6RTR"]


def test_odds_while_units_are_sent_in_are_of_those_who_were_sent() -> None:
    at = {**dict.fromkeys(CRUISERS.split(), "9"), "15MC(-)": "9"}
    s = play(position(at, half="allied", impulse=2, advantage=""), "assault 9", "attack 9")
    assert {f.note for f in outlook(s, 0, {})[0].parties[0].fighters} == {""}  # all who could, until somebody is sent
    s = play(s, "join 6RTR", "join 1/KRR")
    sent, sums = {"6RTR": "", "1/KRR": ""}, {"leads": "4", "joins": "+1"}
    (found,) = outlook(s, 0, {})
    assert {f.piece: f.note for f in found.parties[0].fighters} == {**sent, "2RTR": "may join", "12AT": "may join"}
    assert {v.text: v.value for f in found.parties[0].fighters if not f.note for v in f.values} == sums
    assert chances(found) == pytest.approx(chances(foreseen(s, {}, "enough")))
    assert chances(foreseen(s, {}, "join 12AT")) == pytest.approx(chances(foreseen(play(s, "join 12AT"), {}, "enough")))


def test_what_is_assumed_is_what_is_still_open() -> None:
    s = entered(CRUISERS, "10", "9", AT_206)
    assert foreseen(s, {}).assumes == "the strongest unit leads on both sides, and support is used as the switches say"
    fought = play(s, "attack 9", "lead 2RTR")
    assert foreseen(play(fought, "lead 33PAK"), {}, "air").assumes == "support is used as the switches say"
    (defended,) = outlook(fought, ALLIED, {})
    assert defended.assumes == "their strongest unit leads the defence, and support is used as the switches say"


def test_nobody_goes_on_after_a_second_attack() -> None:
    at = {"2RTR": "14", "1/62": "15", "2/62": "17"}
    s = play(fight(at), "assault 14", "enter 2RTR 15", "attack 15", "lead 2RTR", "lead 1/62", "pass", dice=[6, 6, 1, 1])
    (second,) = outlook(play(s, "exploit 2RTR 17"), ALLIED, {})
    assert second.leaves[0].text == "Musaid is taken"
