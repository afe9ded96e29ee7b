"""What a recruit makes of a position in Tiger Cubs at Bay: what he sees, and what he forgets."""

from __future__ import annotations

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.robot.judge import judge
from sandtable.titles.tigercubs.robot.judge_simple import at_first_sight
from sandtable.titles.tigercubs.scales import VP
from tests.titles.tigercubs.position import p
from tests.titles.tigercubs.test_judge import FRONT, moves


def test_he_sees_points_units_and_what_there_is_to_take() -> None:
    s, won = moves(FRONT), moves(FRONT)
    won.score[AXIS] += 3 * VP
    held = moves(FRONT)
    held.owner[p("1807")] = AXIS
    for better in (won, held, moves({**FRONT, "G-5le": "0303"})):
        assert at_first_sight(better, AXIS) > at_first_sight(s, AXIS)
    assert at_first_sight(moves(FRONT), ALLIED) > at_first_sight(moves({**FRONT, "B-7AD": "2308"}), ALLIED)
    assert TITLE.robot.simple is at_first_sight


def test_he_forgets_supply_and_who_could_be_caught() -> None:
    s, starved = moves(FRONT), moves(FRONT, states={"B-7AD": "E1"})
    assert judge(starved, AXIS) > judge(s, AXIS)
    assert at_first_sight(starved, AXIS) == at_first_sight(s, AXIS)
    exposed, safe = moves({**FRONT, "H-WDF": "1508"}), moves({**FRONT, "H-WDF": "1809"})
    assert judge(exposed, ALLIED) < judge(safe, ALLIED)
    assert at_first_sight(exposed, ALLIED) == at_first_sight(safe, ALLIED)


def test_he_does_not_think_of_holding_what_he_has() -> None:
    near, far = moves({**FRONT, "G-5le": "1809"}), moves({**FRONT, "G-5le": "0303"})  # Axis tanks before what the Allies hold
    assert judge(near, ALLIED) < judge(far, ALLIED) - 0.01
    assert at_first_sight(near, ALLIED) > judge(near, ALLIED) - judge(far, ALLIED) + at_first_sight(far, ALLIED)
