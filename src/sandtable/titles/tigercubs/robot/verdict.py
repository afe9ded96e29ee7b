"""What shows who will win, for fits: points, armies, supplies, the air."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.robot import Terms
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.tigercubs.robot.judge import SCALE, army, forces_of, grips, points, posts, stores
from sandtable.titles.tigercubs.robot.judge_air import air_war
from sandtable.titles.tigercubs.robot.judge_combat import planned_attacks
from sandtable.titles.tigercubs.robot.judge_risk import risks
from sandtable.titles.tigercubs.state import State

BY_HAND: Final = {  # in Victory Points, each as the judge has it
    "even": 0.0,
    "points": 1.0,
    "points late": 0.0,  # more for them, the later it is
    "armies": 1.0,
    "stores": 1.0,
    "quartermasters": 1.0,
    "grips": 1.0,
    "grips late": 0.0,
    "attacks": 1.0,
    "air": 1.0,
    "risks": 1.0,
}
FEATURES: Final = tuple(BY_HAND)


def features(s: State) -> tuple[float, ...]:
    """Each from the Allies' side."""
    late, forces = lateness(s), forces_of(s)
    ahead, grip = points(s, ALLIED) - points(s, AXIS), -grips(s, forces)
    return (
        1.0, ahead, ahead * late, army(s, ALLIED, forces) - army(s, AXIS, forces), stores(s, ALLIED) - stores(s, AXIS),
        posts(s, ALLIED, forces) - posts(s, AXIS, forces), grip, grip * late, -planned_attacks(s), -air_war(s), -risks(s),
    )  # fmt: skip


def lateness(s: State) -> float:
    """How much of the game is over."""
    first, last = s.edition.span[s.agreed.scenario][s.agreed.scale]
    return (s.turn - first + 1) / (last - first + 1)


TERMS: Final = Terms(FEATURES, features, tuple([2.0 / SCALE * by_hand for by_hand in BY_HAND.values()]))
