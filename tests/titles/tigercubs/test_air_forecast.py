"""The odds of a mission before it is flown: by the rules themselves, beside a plain reckoning; and what its board is called."""

from __future__ import annotations

import pytest

from sandtable.face.view import Forecast
from sandtable.kernel.dice import D10, D100
from sandtable.kernel.play import read
from sandtable.titles.tigercubs import aa
from sandtable.titles.tigercubs.air_bombing import load_of
from sandtable.titles.tigercubs.face.air_board import air_battle
from sandtable.titles.tigercubs.face.air_forecast import forecast_mission, outlook_mission
from sandtable.titles.tigercubs.frames import Mission, Strike
from sandtable.titles.tigercubs.questions import mission_of, mission_to
from sandtable.titles.tigercubs.state import State
from tests.kit import offered_verbs, play, rule
from tests.titles.tigercubs.flights import fighting, flown, opening
from tests.titles.tigercubs.position import E, a

BASES = {"b-14": "2609", "b-45": "2609", "b-73": "2509", "a-7J26": "1106", "a-I27": "1106"}


def only(s: State, viewer: int = 0, **given: str) -> Forecast:
    (found,) = outlook_mission(s, viewer, given)
    return found


def formed(*more: str) -> State:
    return play(opening(BASES, at={"G-Fl33": "1106", "G-Fla606": "1106"}), "fly airbase", "over 1106", "assign b-14", *more)


@rule("tigercubs", "8.E.1", "11.C.1")
def test_the_odds_of_a_raid_that_nobody_meets_are_exact() -> None:
    s = formed()
    told = only(s)
    assert told.title == "Airbase attack on Gambut (1106) by 14 Squadron"
    assert not told.samples
    strike = Strike(*flown(s).facts())
    guns, load = aa.guns(s, strike), load_of(s, strike, a("b-14"))
    column = aa.aa_column(E, aa.factor(s, strike, a("b-14"), guns).exact)
    drm = aa.modifiers(s, strike, a("b-14"), guns).total
    hit = lost = 0.0
    for die in D10:
        result = E.aa_crt[column][min(max(die + drm, E.low_air_die), E.high_air_die) - E.low_air_die]
        points = aa.landed(E, load, result, False)
        whole, rest = divmod(points, 3)
        hit += (len([n for n in D100 if n <= rest * 100 // 3]) / 100 if not whole else 1) / 10
        lost += (E.aa_result_rows[result].steps > 0) / 10
    chances = {c.name: c.chance for c in told.chances}
    assert sum([chance for name, chance in chances.items() if not name.startswith("No hit")]) == pytest.approx(hit)
    assert sum([chance for name, chance in chances.items() if "lost" in name]) == pytest.approx(lost)
    assert sum(chances.values()) == pytest.approx(1)


def test_what_if_it_is_pressed_home_or_met_is_what_comes_of_doing_so() -> None:
    s = formed()
    home = only(s, determined="yes")
    assert home.chances == only(play(s, "determined")).chances != only(s).chances
    asked = play(s, "send")
    assert "intercept" in offered_verbs(asked)
    met = only(asked, 1, **{"with a-7J26": "yes"})
    assert [f.piece for f in met.parties[1].fighters] == ["a-7J26"]
    assert {f.piece for f in only(asked, 1).parties[1].fighters} == set()
    chosen = forecast_mission(asked, read(asked, "intercept a-7J26"), 1)
    assert chosen is not None
    assert chosen.chances == met.chances
    assert sum([c.chance for c in met.chances]) == pytest.approx(1)
    assert {c.tone for c in met.chances if c.verdict == "us"} == {"good"}  # for who defends
    assert only(s).win == "that it takes effect and all come back, if nobody rises against it"
    assert only(asked, 1).win == "that it fails or costs them aircraft, if nobody rises against it"
    assert met.win == "that it fails or costs them aircraft"


def test_what_goes_on_is_foreseen_until_it_is_decided_and_nothing_is_when_it_is_called_off() -> None:
    s = play(formed("escort b-73"), "send", "intercept a-7J26", "done")
    assert [f.piece for f in only(s).parties[1].fighters] == ["a-7J26"]
    assert [sum.what for sum in only(s).sums][2:] == [
        "Modifiers of 7./JG 26 against 73 Squadron:",
        "Modifiers of 73 Squadron against 7./JG 26:",
    ]
    assert outlook_mission(play(s, "cancel"), 0, {}) == ()


@rule("tigercubs", "6.3.c.ii.3")
def test_two_missions_over_one_hex_have_names_of_their_own() -> None:
    at = {"B-22G": "1408", "G-SR104": "1407"}
    s = fighting({"b-14": "2609", "b-45": "2609", "a-I27": "1106"}, {"1407": ("B-22G",)}, at)
    for air in ("b-14", "b-45"):
        s = play(s, "fly cas", f"assign {air}", "send")
    names = [f"Close support over Sollum (1407) by {who} Squadron" for who in ("14", "45")]
    assert [mission_of(s, f) for f in reversed(s.frames) if isinstance(f, Mission)] == names
    s = play(s, "intercept a-I27")
    board = air_battle(s)
    assert board is not None
    assert (board.title, board.which) == (names[0], names[0])
    assert only(s, 1).title == names[0]


def test_a_mission_keeps_its_name_when_who_flew_it_is_lost() -> None:
    s = formed()
    f = flown(s)
    assert mission_to(s, f) == "Airbase attack on Gambut (1106)"
    f.bombers = tuple(sorted([a("b-14"), a("b-45")]))
    f.sent = f.bombers
    f.bombers = (a("b-45"),)
    assert mission_of(s, f) == "Airbase attack on Gambut (1106) by 14 Squadron and 45 Squadron"
