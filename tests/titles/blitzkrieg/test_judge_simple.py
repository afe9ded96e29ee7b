"""What a recruit makes of a position in Desert Blitzkrieg: what he sees, and what he forgets."""

from __future__ import annotations

from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg import TITLE
from sandtable.titles.blitzkrieg.robot.judge import judge
from sandtable.titles.blitzkrieg.robot.judge_simple import at_first_sight
from sandtable.titles.blitzkrieg.state import State
from tests.titles.blitzkrieg.position import moving, position

ARMY = ["1 Sup. Gp. Arm (2)", "1 Sup. Gp. Arm (3)", "1 Sup. Gp. Inf (3)"]


def stands(box: str, *more: str, italians: str = "Sidi Barrani") -> State:
    stores = {"allied": {"Charing Cross": 1}}
    at = {box: [*ARMY, *more], italians: ["Maletti Arm", "1 Libya Inf"]}
    return moving(position(at, scenario="oconnor", stores=stores), "allied")


def test_he_sees_boxes_points_and_units() -> None:
    s, more, scored = stands("Bir El Gellaz"), stands("Bir El Gellaz", "2 Arm"), stands("Bir El Gellaz")
    scored.points[ALLIED] += 5
    for better in (more, scored):
        assert at_first_sight(better, ALLIED) > at_first_sight(s, ALLIED)
    assert at_first_sight(stands("Tobruk"), ALLIED) > at_first_sight(stands("El Adem"), ALLIED)
    assert TITLE.robot.simple is at_first_sight


def test_he_forgets_that_units_must_be_fed() -> None:
    fed, hungry = stands("Siwa Oasis", italians="Aghelia"), stands("Jalo Oasis", italians="Aghelia")
    assert judge(fed, ALLIED) - judge(hungry, ALLIED) > at_first_sight(fed, ALLIED) - at_first_sight(hungry, ALLIED) + 0.05


def test_he_hardly_minds_what_he_leaves_open() -> None:
    held = moving(position({"Tobruk": ["Sirte Inf"], "El Adem": ARMY}, scenario="oconnor"), "axis")
    left = moving(position({"Gazala": ["Sirte Inf"], "El Adem": ARMY}, scenario="oconnor"), "axis")
    assert judge(held, AXIS) - judge(left, AXIS) > 4 * (at_first_sight(held, AXIS) - at_first_sight(left, AXIS))
