"""5.B.5 Air superiority: in the theatre, of fighters over a combat, of ground attack there."""

from __future__ import annotations

from sandtable.kernel.play import within
from sandtable.kernel.tally import Tally
from sandtable.titles.tigercubs.frames import CombatPhase
from sandtable.titles.tigercubs.kinds import GENERAL, NONE
from sandtable.titles.tigercubs.state import State, air_supply_state


def theatre(s: State) -> int:
    """5.B.5.a The side with twice the active fighter squadrons, or NONE."""
    e = s.e
    squadrons = [
        sum([s.steps[a] for a in e.air_of_side[x] if e.fighter[a] and s.base[a] >= 0 and air_supply_state(s, a) == GENERAL])
        for x in (0, 1)
    ]
    return next((x for x in (0, 1) if squadrons[x] and squadrons[x] >= e.figure["theatre_ratio"] * squadrons[1 - x]), NONE)


def air_drms(s: State, target: int, side: int) -> Tally:
    """What the three stages give to an attack of the side."""
    e = s.e
    value = Tally("air superiority")
    holder = theatre(s)
    if holder != NONE:
        sign = 1 if holder == side else -1
        value.add(sign * e.modifier["ground", "theatre_superiority"].value, "5.B.5.a", "theatre superiority")
    fighters = [
        sum([s.steps[a] for a in e.air_of_side[x] if e.fighter[a] and s.aloft[a] == target and not s.homeward[a]])
        for x in (side, 1 - side)
    ]
    value.add(sign_of(fighters[0] - fighters[1]), "5.B.5.b", "fighters over the combat")
    phase = within(s, CombatPhase)
    if phase is not None and target in phase.targets and phase.support:
        delivered = phase.support[phase.targets.index(target)]
        value.add(sign_of(delivered[2] - delivered[3]), "5.B.5.c", "ground attack")
    return value


def sign_of(n: int) -> int:
    return (n > 0) - (n < 0)
