"""How good a position is: what the Allies will probably score, and what may still change it, feature by feature. What each is
worth stands in `weights.json` for a decision, and in `verdicts` for what came of it in the end, with how it came about."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from sandtable.kernel.robot import Terms, read_verdicts, read_weights
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.battleaxe import victory
from sandtable.titles.battleaxe.edition import LIGHT_5, PANZER_15
from sandtable.titles.battleaxe.state import AUTOMATIC, GOES_ON, OPERATIONAL, State

LASTS: Final = 0.8  # how much of what is held now is held a Turn later
SURE: Final = 12  # points by which a threat outweighs a guard for certain, if it does by half of them
EVEN: Final = 2  # points by which the garrison of Tobruk may outweigh those around it, without harm

FEATURES: Final = (
    "points ahead",  # of those that are needed
    "areas held",  # what they will still score, those to come counted with doubt
    "German losses",  # as they would count now
    "strength",  # Combat Value and a point for a step in hand: of the Allies, less that of the Axis
    "strength at Tobruk",
    "stranded",  # units of the Allies out of supply, less those of the Axis; and so on
    "active",  # units that may still move in this Impulse
    "threats",  # Combat Value next to an enemy Area that scores, times its points
    "weak guards",  # points by which a threat outweighs the guard
    "strong guards",
    "at risk",  # what the areas held will still score, as far as a threat comes near to the guard or outweighs it
    "sortie",  # points by which the garrison of Tobruk outweighs those around it
    "asleep",  # German divisions that are held back on June 15
    "Advantage",
)


def judge(s: State, side: int) -> float:
    if s.ending != GOES_ON:
        won = s.ending in (AUTOMATIC, OPERATIONAL)
        return 1.0 if won == (side == ALLIED) else -1.0
    return TERMS.judge(s, side)


def features(s: State) -> tuple[float, ...]:
    """Each from the Allies' side."""
    power, strength, besieged, stranded, active = strengths(s)
    threats, weak, strong, risk = pressure(s, power)
    areas, tobruk = len(s.edition.zone), s.edition.tobruk
    sortie = max(0, power[ALLIED * areas + tobruk] - power[AXIS * areas + tobruk] - EVEN)
    asleep = 0 if s.turn else 2 - (s.released >> PANZER_15 & 1) - (s.released >> LIGHT_5 & 1)
    advantage = 1 if s.advantage == ALLIED else -1 if s.advantage == AXIS else 0
    return (
        s.vp - s.agreed.needed, holdings(s), victory.german_losses(s), strength, besieged, stranded, active,
        threats, weak, strong, risk, sortie, asleep, advantage,
    )  # fmt: skip


def turns_left(s: State) -> int:
    return max(1, s.edition.turns[0] - s.turn)


def turns_to_come(s: State) -> float:
    """Turns that will still be scored, the far ones counted with doubt."""
    return sum([LASTS**n for n in range(turns_left(s))])


def holdings(s: State) -> float:
    """What the areas held now will still score."""
    return victory.victory_points(s) * turns_to_come(s)


def strengths(s: State) -> tuple[list[int], float, float, int, int]:
    """Combat Value of a side in an area, at [side * areas + area]; strength, that at Tobruk, who is stranded and who is active."""
    e = s.edition
    areas, tobruk, reduced, unsupplied = len(e.zone), e.tobruk, s.reduced, s.unsupplied
    power = [0] * (2 * areas)
    found, besieged, stranded, active = 0, 0, 0, 0
    for unit, area in enumerate(s.where):
        if area < 0:
            continue
        side = e.side[unit]
        way = 1 if side == ALLIED else -1
        weak = reduced >> unit & 1
        value = e.cv[unit][weak]
        power[side * areas + area] += value
        if area == tobruk:
            besieged += way * (value + 1 - weak)
        else:
            found += way * (value + 1 - weak)
        if unsupplied >> unit & 1:
            stranded += way
        if s.left[unit] > 0:
            active += way
    return power, found, besieged, stranded, active


def pressure(s: State, power: list[int]) -> tuple[float, float, float, float]:
    """Around each VP Area: who could take it, how far those who guard it are outweighed or not, and what is at risk."""
    e, areas, allied = s.edition, len(s.edition.zone), s.allied
    threats, weak, strong, risk = 0, 0, 0, 0.0
    for area in with_points(e.vp):
        points = e.vp[area]
        if allied >> area & 1:
            ours, theirs, points = 0, areas, -points  # of the holder, and of who may take it
        else:
            ours, theirs = areas, 0
        threat, guard = 2 * power[theirs + area], 0
        for near in e.neighbours[area]:
            threat += power[theirs + near]
            guard += power[ours + near]
        guard = power[ours + area] + e.tem[area] + guard // 2
        threats += min(threat, 20) * points
        if threat > guard:
            weak += min(threat - guard, 10) * points
        else:
            strong += (guard - threat) * points
        if threat:
            risk += max(0.0, min(1.0, 0.5 + (threat - guard) / SURE)) * points
    return threats, weak, strong, risk * turns_to_come(s)


@lru_cache(maxsize=8)
def with_points(vp: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([area for area, points in enumerate(vp) if points])


TERMS: Final = Terms(FEATURES, features, read_weights(Path(__file__).with_name("weights.json"), FEATURES))
FITTED: Final = read_verdicts(Path(__file__).with_name("verdicts"), TERMS)
verdict: Final = FITTED["battleaxe"].judge  # of the Extended Game as well
