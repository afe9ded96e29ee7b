"""5.B.5 Air superiority: three stages, and what they mean for a ground combat."""

from __future__ import annotations

from sandtable.kernel.play import within
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Tally
from sandtable.titles.tigercubs.air_bases import in_supply
from sandtable.titles.tigercubs.frames import NO_SUPPORT, CombatPhase
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.state import State


def theatre(s: State) -> int:
    """5.B.5.a The side with at least twice as many active fighter squadrons, or NONE."""
    strength = [fighters(s, side) for side in (0, 1)]
    for side in (0, 1):
        if strength[side] and strength[side] >= strength[other(side)] * s.edition.figure["theatre_ratio"]:
            return side
    return NONE


def fighters(s: State, side: int) -> int:
    """Squadrons of type F in supply, on the map or in a box."""
    return sum([s.steps[a] for a in s.edition.air_of_side[side] if s.edition.fighter[a] and s.base[a] >= 0 and in_supply(s, a)])


def over(s: State, side: int, place: int) -> int:
    """5.B.5.b Fighter squadrons of a side over a hex that have not turned for home; night fighters are not counted."""
    here = [a for a in s.edition.air_of_side[side] if s.aloft[a] == place and not s.homeward[a]]
    return sum([s.steps[a] for a in here if s.edition.fighter[a]])


def fighter_side(s: State, place: int) -> int:
    return larger(over(s, 0, place), over(s, 1, place))


def support_side(s: State, target: int) -> int:
    """5.B.5.c Who delivered close support with more squadrons."""
    phase = within(s, CombatPhase)
    if phase is None or target not in phase.targets:
        return NONE
    n = phase.targets.index(target)
    _, _, attacker, defender = phase.support[n] if n < len(phase.support) else NO_SUPPORT
    ahead = larger(attacker, defender)
    return ahead if ahead == NONE else (phase.side, other(phase.side))[ahead]


def larger(first: int, second: int) -> int:
    """0, 1, or NONE if they are equal."""
    return NONE if first == second else int(second > first)


def air_drms(s: State, target: int, side: int) -> Tally:
    """For an attack of a side on a hex: +1 for each stage that it holds, -1 for each that the defender holds; 3 at most."""
    sum = Tally("air superiority")
    for id, holder in (
        ("theatre_superiority", theatre(s)),
        ("fighter_superiority", fighter_side(s, target)),
        ("ground_attack_superiority", support_side(s, target)),
    ):
        row = s.edition.modifier["ground", id]
        if holder != NONE:
            sum.add(row.value if holder == side else -row.value, row.rule, row.spoken)
    cap = s.edition.modifier["ground", "air_superiority_cap"]
    sum.round(lambda value: max(-cap.value, min(cap.value, value)), cap.rule)
    return sum
