"""What one die decides is said before it is cast, and what an Action costs."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.game import Game
from sandtable.kernel.play import read
from sandtable.server.lines import entries
from sandtable.titles.theseus import TITLE
from sandtable.titles.theseus.face.forecast import ALONE, UNMOVED, caution, forecast
from sandtable.titles.theseus.face.handling import costs
from sandtable.titles.theseus.state import State
from tests.kit import play
from tests.titles.theseus.position import AX, CW, E, fm, position, u

STORM = {"104": "2623", "I/5": "2623", "HQ-21Pz": "2724", "1 FF": "2521", "HQ-FF": "2521"}
CONTACT = {"104": "3623", "HQ-21Pz": "3622", "201st": "3626", "HQ-1Armd": "3627"}


def odds(s: State, text: str) -> dict[str, float]:
    found = forecast(s, read(s, text))
    assert found is not None
    assert sum([c.chance for c in found.chances]) == pytest.approx(1)
    return {c.name: c.chance for c in found.chances}


def test_mines() -> None:
    s = position(STORM, active="21Pz", points=6)
    alone = play(s, "move 104", "go")
    assert odds(alone, "step 2622") == {"it gets in": 0.7, "it is stopped": 0.3}
    together = play(s, "move 104", "with I/5", "go")
    assert odds(together, "step 2622") == pytest.approx({"all get in": 0.28, "some get in": 0.54, "none gets in": 0.18})
    foretold = forecast(together, read(together, "step 2622"))
    assert foretold is not None
    assert foretold.notes[1:] == ("104th Rifles gets in with 70 %", "I/5th Panzer gets in with 40 %, is hurt with 20 %")
    assert forecast(alone, read(alone, "step 2624")) is None
    within = position({**STORM, "104": "2622"}, active="21Pz", points=6)
    assert odds(within, "breach 104") == {"breached": 0.2, "it holds": 0.6, "Disrupted": 0.2}


def test_activations_and_reactions() -> None:
    s = position(CONTACT, initiative=AX)
    assert all([name.endswith("Action Points") for name in odds(s, "activate 21Pz")])
    s = play(position(CONTACT, active="21Pz"), "move 104", "step 3624", "step 3625")
    assert odds(s, "react 1Armd") == {"it reacts": 0.5, "it fails": 0.5}


def test_points_are_those_of_the_level_and_of_the_schwerpunkt() -> None:
    s = position(CONTACT, initiative=AX)
    plain = {"5 Action Points": 0.2, "6 Action Points": 0.4, "7 Action Points": 0.4}
    assert odds(s, "activate 21Pz") == plain
    s.schwerpunkt = s.names.numbers["formation"]["21Pz"]
    assert odds(s, "activate 21Pz") != plain


def test_a_button_names_its_price() -> None:
    s = position({**STORM, "104": "2622"}, active="21Pz", points=6)
    prices = {text: costs(s, read(s, text)) for text in ("move 104", "breach 104", "end")}
    assert prices == {"move 104": "1 Action Point", "breach 104": "2 Action Points", "end": ""}


def test_the_first_activation_of_the_lesson_is_told() -> None:
    game = Game(TITLE, E, "bir_hacheim", {}, SeededDice(1))
    lines = ["".join([word.text for word in entry.words]) for entry in entries(game, 0, -1)]
    assert len(lines) == 1
    assert lines[0].startswith("Ariete Division is activated: ")


def test_a_way_out_of_a_fight() -> None:
    at = {"7th": "3626", "HQ-7Armd": "3626", "104": "3625", "3": "3625", "HQ-21Pz": "3623"}
    s = play(position(at, active="7Armd", points=1), "attack 7th 3625")
    found = odds(s, "evade")
    faces = range(1, 11)
    scouts = (E.er[0][u("3")] + 1) // 2
    away = sum([mine + scouts > his for mine in faces for his in faces]) / 100
    assert found == pytest.approx({"they slip away": away, "they fail": 1 - away})


def test_a_die_that_is_rolled_again() -> None:
    at = {"HQ-7Armd": "3626", "7th": "3626", "HQ-21Pz": "0221", "104": "0221"}
    s = play(position(at, initiative=CW, snafu=AX), "activate 7Armd", dice=[10])
    points = Counter([row[s.level[fm("7Armd")] - 1] for row in E.black])
    assert odds(s, "reroll") == pytest.approx({f"{n} Action Points": count / 10 for n, count in points.items()})
    s = position(at, active="21Pz", snafu=AX, points=1)
    s.passed, s.marker_side, s.marker_space = 0, CW, 1
    s = play(s, "end", dice=[6, 7])  # 7 and 2 against 6
    assert odds(s, "reroll") == {"initiative: Axis": 0.4, "initiative: Commonwealth": 0.6}
    at = {"7th": "3626", "HQ-7Armd": "3626", "104": "3625", "3": "3625", "HQ-21Pz": "3623"}
    s = play(position(at, active="7Armd", snafu=CW, points=1), "attack 7th 3625", "evade", dice=[6, 9])
    assert {"the defenders slip away", "the defenders have to fight"} == set(odds(s, "reroll"))


def test_an_hq_is_warned_where_it_comes_to_rest_alone() -> None:
    at = {"HQ-21Pz": "3622", "104": "3623", "201st": "3627", "HQ-1Armd": "3627"}
    s = position({**at, "201st": "4322", "HQ-1Armd": "4322"}, active="21Pz", points=6)
    assert caution(s, read(s, "move HQ-21Pz")) == []
    assert caution(play(s, "move HQ-21Pz", "step 3621"), ("halt", 0, 0)) == []  # far from everybody
    assert caution(play(s, "move HQ-21Pz", "step 3623"), ("halt", 0, 0)) == []  # with its infantry
    s = play(position(at, active="21Pz", points=6), "move HQ-21Pz", "step 3621")
    assert caution(s, ("halt", 0, 0)) == [ALONE]


def test_whoever_halts_before_the_first_step_is_told_that_the_action_is_gone() -> None:
    s = play(position({"HQ-21Pz": "3622", "104": "3623"}, active="21Pz", points=6), "move 104")
    assert caution(s, ("halt", 0, 0)) == [UNMOVED]
    assert caution(play(s, "step 3624"), ("halt", 0, 0)) == []
