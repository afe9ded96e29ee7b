"""The odds of an attack before it is made, against figures worked out elsewhere and against plain counting."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from sandtable.face.view import Forecast
from sandtable.kernel.play import Option, read
from sandtable.titles.battleaxe.face.forecast import forecast
from sandtable.titles.battleaxe.frames import OVERRUN, REPULSE, STALEMATE, SUCCESS
from sandtable.titles.battleaxe.state import State
from tests.kit import offered, play, rule, told
from tests.titles.battleaxe.fights import combat, fight
from tests.titles.battleaxe.positions import position

HALFAYA = "1/104 1/33A deFR"  # 6 + 2 + 3
ESCARPMENT_FORCE = "7RTR 4RTR(-) 22GDS 65AT"  # 5 + 3 + 1
CRUISERS = "2RTR 6RTR 1/KRR 12AT"  # 4 + 3 + 1
PANZERS = "1/8 2/8 33RECCE"  # 7 + 2
CAPUZZO = "22GDS 1/KRR 2/RB"  # 4 + 2 + 2, one Reduced


def entered(attackers: str, frm: str, area: str, defenders: str, half: str = "allied", **facts: Any) -> State:
    """All have entered; the attack may be declared."""
    at = {**dict.fromkeys(attackers.split(), frm), **dict.fromkeys(defenders.split(), area)}
    s = position(at, half=half, **{"advantage": "", "impulse": 2, **facts})
    return play(s, f"assault {frm}", *[f"enter {unit} {area}" for unit in attackers.split()])


def chances(s: State, text: str) -> list[float]:
    """Repulse, Stalemate, Success, Overrun."""
    found = forecast(s, read(s, text))
    assert found is not None
    by_name = {chance.name: chance.chance for chance in found.chances}
    return [by_name[name] for name in ("Repulse", "Stalemate", "Success", "Overrun")]


@rule("battleaxe", "11.4-a", "11.4.4-g")
@pytest.mark.parametrize(
    ("attackers", "frm", "area", "defenders", "expected"),
    [
        ("1/11 2/11 SQ-A", "2", "6", HALFAYA, [0.713, 0.077, 0.209, 0.001]),
        (ESCARPMENT_FORCE, "3", "6", HALFAYA, [0.345, 0.092, 0.544, 0.019]),
        (CRUISERS, "10", "9", "33PAK 15MC(-)", [0.260, 0.084, 0.509, 0.146]),
        (ESCARPMENT_FORCE, "10", "9", "33PAK 15MC(-)", [0.188, 0.073, 0.530, 0.210]),
        (CRUISERS, "12", "13", "1/33B MC-C", [0.345, 0.092, 0.466, 0.097]),
        (ESCARPMENT_FORCE, "9", "15", "1/62", [0.012, 0.012, 0.089, 0.888]),
    ],
)
def test_the_odds_of_allied_attacks(attackers: str, frm: str, area: str, defenders: str, expected: list[float]) -> None:
    found = chances(entered(attackers, frm, area, defenders), f"attack {area}")
    assert [round(chance, 3) for chance in found] == expected
    assert sum(found) == pytest.approx(1, abs=1e-5)


@rule("battleaxe", "11.4.2C", "11.4.3E")
@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, [0.347, 0.101, 0.533, 0.019]),
        ({"rommel": True}, [0.112, 0.055, 0.666, 0.167]),
        ({"fuel_low": True}, [0.552, 0.101, 0.343, 0.003]),
    ],
)
def test_the_odds_of_the_panzers_at_capuzzo(facts: dict[str, bool], expected: list[float]) -> None:
    s = entered(PANZERS, "18", "15", CAPUZZO, half="axis", reduced="2/RB", **facts)
    assert [round(chance, 3) for chance in chances(s, "attack 15")] == expected


def counted(attack: int, defence: int, capacity: int, bonuses: list[tuple[float, int]]) -> list[float]:
    """The same by plain counting: all faces of four dice, for each bonus of the attacker with its chance."""
    odds = [0.0, 0.0, 0.0, 0.0]
    for (chance, bonus), dice in product(bonuses, product(range(1, 7), repeat=4)):
        difference = attack + bonus + dice[0] + dice[1] - defence - dice[2] - dice[3]
        result = REPULSE if difference < 0 else STALEMATE if difference == 0 else SUCCESS if difference <= capacity else OVERRUN
        odds[result] += chance / 6**4
    return odds


@rule("battleaxe", "11.4.1")
def test_odds_equal_plain_counting() -> None:
    bare = entered("1/8", "18", "15", "22GDS", half="axis", artillery=(0, 0))
    assert chances(bare, "attack 15") == pytest.approx(counted(7, 6, 3, [(1, 0)]), abs=1e-6)
    guns = entered("1/8", "18", "15", "22GDS", half="axis", artillery=(1, 1))
    both = [(0.25, 0), (0.25, 2), (0.25, -2), (0.25, 0)]
    assert chances(guns, "attack 15") == pytest.approx(counted(7, 6, 3, both), abs=1e-6)
    air = entered("2RTR", "10", "9", "33PAK 15MC(-)", artillery=(0, 0), reduced="33PAK")
    assert chances(air, "attack 9") == pytest.approx(counted(4, 8, 5, [(1 / 6, face) for face in range(1, 7)]), abs=1e-6)


@rule("battleaxe", "11.4.4-g", "11.4.4-l")
def test_odds_equal_every_throw_played_out() -> None:
    s = play(fight({"1/8": "18", "22GDS": "15"}, half="axis"), "assault 18", "enter 1/8 15")
    expected = chances(s, "attack 15")
    s = play(s, "attack 15")
    results = [0, 0, 0, 0]
    for dice in product(range(1, 7), repeat=4):
        (found,) = told(combat(s, "1/8", "22GDS", dice), "result")
        results[found[0]] += 1
    assert [n / 6**4 for n in results] == pytest.approx(expected, abs=1e-6)


def shown(s: State, text: str) -> Forecast | None:
    option: Option = read(s, text)
    return forecast(s, option)


def test_a_move_among_enemies_shows_the_attack_it_leads_to() -> None:
    s = fight({"2RTR": "10", "33PAK": "9", "15MC(-)": "9"})
    s = play(s, "assault 10")
    before = shown(s, "enter 2RTR 9")
    after = shown(play(s, "enter 2RTR 9"), "attack 9")
    assert before is not None
    assert after is not None
    assert before.chances == after.chances
    assert [total.total for total in before.sums] == ["4", "9"]
    assert shown(s, "enter 2RTR 8") is None  # nobody is there


def test_odds_follow_the_choices_made_on_the_way() -> None:
    s = play(entered("7RTR 22GDS", "9", "15", "1/62 1/8", artillery=(0, 0)), "attack 15")
    strong, weak = chances(s, "lead 7RTR"), chances(s, "lead 22GDS")
    assert strong[OVERRUN] > weak[OVERRUN]
    s = play(s, "lead 7RTR")
    assert chances(s, "lead 1/62")[OVERRUN] > chances(s, "lead 1/8")[OVERRUN]
    s = play(s, "lead 1/8")
    assert chances(s, "air")[REPULSE] < chances(s, "pass")[REPULSE]
    assert offered(s) == ["air", "pass"]
