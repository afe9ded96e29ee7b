"""11.0 Combat results, defender first: steps, disruption, retreat; then 11.2 the advance."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, inner
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.gazala.combat import attackers, defenders, involved, lost_to_guns
from sandtable.titles.gazala.edition import ARMOUR, INFANTRY
from sandtable.titles.gazala.frames import Attack, Disruptions, Losses, Move
from sandtable.titles.gazala.retreat import order_retreat
from sandtable.titles.gazala.state import State, crowded, disrupt, holds, lose_step, on_map, shift
from sandtable.titles.gazala.zones import closed_hex

DISRUPTED_BY_D: Final = 2  # 11.0-ag

NOT_INVOLVED: Final = Refusal("11.0-ab", "it took no part on that side")
NOT_TO_DISRUPT: Final = Refusal("11.0-ag2", "it took no part on that side, or is Disrupted already")
DID_NOT_ATTACK: Final = Refusal("11.2-a", "it took no part in the attack")
FELL_BACK: Final = Refusal("11.2-i", "it had to retreat")
HAS_ADVANCED: Final = Refusal("11.2-a", "it has advanced already")
NOT_VACATED: Final = Refusal("11.2-a", "the defenders have not left it empty")
NOT_ADJACENT: Final = Refusal("11.2-a", "it is not adjacent")
NO_SPACE: Final = Refusal("10.0-c4", "that would be over the stacking limit")
NO_SPACE_FOR_REGIMENT: Final = Refusal("11.2-a2", "a regiment of Pavia or Brescia fills a hex alone")
ZONE_CLOSED: Final = Refusal("11.2-b", "the zone west of the minefields is closed to Allied units")
AREA_CLOSED: Final = Refusal("11.2-k", "this battalion of 69th Brigade stays in its area")
CLIFF: Final = Refusal("11.2-j", "an escarpment without road or track lies between")
MINES: Final = Refusal("11.2-c", "of the Axis only infantry advances over mines")


# Steps


def lose_to_guns(s: State, f: Attack, dice: Dice) -> None:
    """13.6: the loss to Anti-Tank chits comes after the die and before all others, on Allied armour of the owner's choice."""
    if f.guns:
        s.tell("guns", lost_to_guns(s, f, involved(s, f, ALLIED)))
        s.begin(Losses(ALLIED, f.guns, tuple([u for u in involved(s, f, ALLIED) if s.edition.type[u] == ARMOUR])))


def defender_loses(s: State, f: Attack, dice: Dice) -> None:
    steps = s.edition.effects[f.result][1][0]
    if steps:
        s.begin(Losses(other(f.side), steps, tuple(defenders(s, f))))


def attacker_loses(s: State, f: Attack, dice: Dice) -> None:
    """11.0-aa: the first step from the active unit, if it is still there; the others as the attacker likes (11.0-ab2)."""
    steps = s.edition.effects[f.result][0][0]
    if steps and on_map(s, f.unit):
        lose_step(s, f.unit)
        steps -= 1
    if steps:
        s.begin(Losses(f.side, steps, tuple(attackers(s, f))))


def losers(s: State, f: Losses) -> list[int]:
    """Where all must be lost their order is no choice. Losses beyond the steps there are do not count (11.0-z)."""
    left = [u for u in f.units if on_map(s, u)] if f.owed else []
    return left[:1] if sum([s.steps[u] for u in left]) <= f.owed else left


class LoseStep(Act[State, Losses]):
    """The owner chooses which unit loses the step."""

    rule = "11.0-ab"
    form = "lose unit"
    label = "Take a step from {unit}"
    asks = "choose who loses a step"

    def candidates(self, s: State, f: Losses) -> list[Args]:
        return [(u, 0) for u in losers(s, f)]

    def why_not(self, s: State, f: Losses, unit: int, _: int, /) -> Optional[Refusal]:
        return None if unit in losers(s, f) else NOT_INVOLVED

    def do(self, s: State, f: Losses, unit: int, _: int, dice: Dice, /) -> None:
        lose_step(s, unit)
        f.owed -= 1


# Disruption


def defender_disrupted(s: State, f: Attack, dice: Dice) -> None:
    if s.edition.effects[f.result][1][1]:
        s.begin(Disruptions(other(f.side), DISRUPTED_BY_D, tuple(defenders(s, f))))


def attacker_disrupted(s: State, f: Attack, dice: Dice) -> None:
    """11.0-ah: the active unit first, unless it is Disrupted already (11.0-ah2)."""
    if not s.edition.effects[f.result][0][1]:
        return
    owed = DISRUPTED_BY_D
    if on_map(s, f.unit) and not s.disrupted[f.unit]:
        disrupt(s, f.unit)
        owed -= 1
    s.begin(Disruptions(f.side, owed, tuple(attackers(s, f))))


def shaken(s: State, f: Disruptions) -> list[int]:
    """Where all must be Disrupted their order is no choice."""
    left = [u for u in f.units if not s.disrupted[u]] if f.owed else []
    return left[:1] if len(left) <= f.owed else left


class Disrupt(Act[State, Disruptions]):
    """The owner chooses among units not yet Disrupted."""

    rule = "11.0-ag2"
    form = "disrupt unit"
    label = "Let {unit} be Disrupted"
    asks = "choose who is Disrupted"

    def candidates(self, s: State, f: Disruptions) -> list[Args]:
        return [(u, 0) for u in shaken(s, f)]

    def why_not(self, s: State, f: Disruptions, unit: int, _: int, /) -> Optional[Refusal]:
        return None if unit in shaken(s, f) else NOT_TO_DISRUPT

    def do(self, s: State, f: Disruptions, unit: int, _: int, dice: Dice, /) -> None:
        disrupt(s, unit)
        f.owed -= 1


# Retreat (11.1 has its own file)


def defender_retreats(s: State, f: Attack, dice: Dice) -> None:
    if s.edition.effects[f.result][1][2]:
        order_retreat(s, other(f.side), defenders(s, f))


def attacker_retreats(s: State, f: Attack, dice: Dice) -> None:
    if s.edition.effects[f.result][0][2]:
        f.fell_back = tuple(attackers(s, f))
        order_retreat(s, f.side, attackers(s, f))


# 11.2 Advance after Combat


def vacated(s: State, f: Attack) -> list[int]:
    """The hexes that the defenders left empty."""
    return [hex for hex in f.hexes if not holds(s, hex, other(f.side))]


class Advance(Act[State, Attack]):
    """Any attacking unit may enter a hex that the defenders left empty. It costs nothing and turns nobody over."""

    rule = "11.2-a"
    form = "advance unit hex"
    label = "Advance {unit} to {hex}"
    asks = "advance into the hex that was left"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(u, hex) for hex in vacated(s, f) for u in attackers(s, f) if u not in f.fell_back and u not in f.advanced]

    def why_not(self, s: State, f: Attack, unit: int, hex: int, /) -> Optional[Refusal]:
        e = s.edition
        if unit not in attackers(s, f):
            return DID_NOT_ATTACK
        if unit in f.fell_back:
            return FELL_BACK
        if unit in f.advanced:
            return HAS_ADVANCED
        if hex not in f.hexes or holds(s, hex, other(f.side)):
            return NOT_VACATED
        here = s.where[unit]
        if hex not in e.way[here]:
            return NOT_ADJACENT
        if hex not in e.open[here]:
            return CLIFF
        if e.side[unit] == ALLIED and e.prohibited[hex]:
            return ZONE_CLOSED
        if closed_hex(s, unit, hex) is not None:
            return AREA_CLOSED
        if e.side[unit] == AXIS and e.type[unit] != INFANTRY and e.sides[here][e.way[here][hex]] in s.mines:
            return MINES
        together = (*s.stack[hex], unit)
        if not crowded(s, together):
            return None
        return NO_SPACE_FOR_REGIMENT if any(e.fills_hex[u] for u in together) else NO_SPACE

    def do(self, s: State, f: Attack, unit: int, hex: int, dice: Dice, /) -> None:
        f.advanced += (unit,)
        shift(s, unit, hex)
        s.tell("advanced", unit, hex)


class Stay(Act[State, Attack]):
    rule = "11.2-a"
    form = "stay"
    label = "Advance no further"
    asks = "stay"


def close_attack(s: State, f: Attack, dice: Dice) -> None:
    """11.0-b: the active unit goes on unless it was eliminated or forced to retreat."""
    if not on_map(s, f.unit) or f.unit in f.fell_back:
        inner(s, Move).over = True
