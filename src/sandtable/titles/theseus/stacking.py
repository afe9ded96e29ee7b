"""5.3 Stacking: limits, overstacking, displacement of HQs and of units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import REVEALED, Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, all_but, other
from sandtable.titles.theseus.edition import AFV, HQ, INFANTRY, Edition
from sandtable.titles.theseus.effectiveness import disrupt, drop_improved, eliminate, lose
from sandtable.titles.theseus.frames import Activation, DisplacedHQ, Overstack
from sandtable.titles.theseus.state import (
    WAITING,
    State,
    combat_units,
    enemy_zone,
    give_away,
    holder,
    lift,
    look_at,
    look_beneath,
    lose_sight,
    mined_against,
    move,
    tell_of,
    touched,
    under_fire,
    units_of,
)
from sandtable.titles.theseus.supply import unblock_source

NOT_HERE: Final = Refusal("5.3.3-a", "only units of the overstacked hex are displaced")
NO_HELP: Final = Refusal("5.3.3-a", "its removal would not bring the hex nearer to the limit")
NOT_ADJACENT: Final = Refusal("5.3.3-a", "units are displaced to adjacent hexes")
ENEMY_THERE: Final = Refusal("5.3.1-k", "no unit is displaced into or over enemy units")
PROHIBITED: Final = Refusal("5.3.3-d", "sea, sea hexsides and unbreached enemy mines bar displacement")
FULL: Final = Refusal("5.3.3-b", "that hex is fully stacked and another is not")
CAN_GO: Final = Refusal("5.3.1-k", "units that can be displaced are not eliminated")
ONE_HQ: Final = Refusal("5.3.1-h", "only a surplus HQ is displaced")
NEARER_UNIT: Final = Refusal("5.3.2-f", "the HQ goes to the nearest unit of its formation without HQ and outside unbreached mines")
IS_TOP: Final = Refusal("5.3.1-a", "it is on top already")
UNDER_HQ: Final = Refusal("5.3.1-a", "an HQ is always on top")
TOO_LATE: Final = Refusal("5.3.1-a", "stacks are put in order while there are points to spend")
RAISED: Final = Refusal("5.3.1-a", "its stack has been put in order")
NOT_ACTIVE: Final = Refusal("5.5.1-a", "only units of the active formation act")


def owner(s: State, f: Overstack) -> int:
    return f.side


def opponent(s: State, f: Overstack) -> int:
    return other(f.side)


def hq_owner(s: State, f: DisplacedHQ) -> int:
    return s.edition.side[f.hq]


# 5.3.1 Stacking limits


def surplus(e: Edition, side: int, units: Sequence[int]) -> int:
    """How many of these combat units are too many for one hex."""
    limit = e.limits[side]
    if side == ALLIED:
        legs = len([u for u in units if e.leg_infantry[u]])
        count = len(units)
        if count > 1 and all(u in units for u in e.free_french):  # the half-brigades are one unit
            legs, count = legs - 1, count - 1
        return max(0, count - (limit.units or 0), legs - (limit.leg_infantry or 0))
    infantry = len([u for u in units if e.kind[u] == INFANTRY])
    tanks = len([u for u in units if e.kind[u] == AFV])
    return max(0, infantry - (limit.infantry or 0)) + max(0, tanks - (limit.tanks or 0))


def hqs_in(s: State, hex: int) -> list[int]:
    return [u for u in s.at.get(hex, ()) if u >= s.edition.units]


def is_overstacked(s: State, hex: int) -> bool:
    there = s.at.get(hex)
    if there is None or len(there) < 2:
        return False
    side = s.edition.side[there[0]]
    return surplus(s.edition, side, combat_units(s, hex)) > 0 or len(hqs_in(s, hex)) > s.edition.limits[side].hqs


def check_stacking(s: State, hex: int, retreating: tuple[int, ...] = ()) -> None:
    """At the end of an Action, and in every hex of a retreat."""
    if is_overstacked(s, hex):
        s.begin(Overstack(holder(s, hex), hex, retreating))


def overstack_effects(s: State, f: Overstack, dice: Dice) -> None:
    """All combat units Disrupt; two HQs lose a Support Point each. The opponent, who chooses what is displaced, sees them."""
    give_away(s, combat_units(s, f.hex))
    s.tell("overstacked", f.hex)
    look_beneath(s, f.hex)
    under_fire(s, combat_units(s, f.hex))
    for unit in combat_units(s, f.hex):
        disrupt(s, unit, costs=True)
    for unit in f.retreating:
        lose(s, unit, 1)  # 7.5.2.2
    hqs = hqs_in(s, f.hex)
    if len(hqs) > 1:
        for hq in hqs:
            s.strength[hq] = max(0, s.strength[hq] - 1)


class GiveWay(Act[State, Overstack]):
    """Of two HQs the owner displaces one."""

    rule = "5.3.1-h"
    form = "displace unit"
    label = "Displace {unit}"
    asks = "name the HQ that gives way"

    def candidates(self, s: State, f: Overstack) -> list[Args]:
        hqs = hqs_in(s, f.hex)
        return [(hq, 0) for hq in hqs] if len(hqs) > 1 else []

    def why_not(self, s: State, f: Overstack, hq: int, _: int, /) -> Optional[Refusal]:
        hqs = hqs_in(s, f.hex)
        return None if hq in hqs and len(hqs) > 1 else ONE_HQ

    def do(self, s: State, f: Overstack, hq: int, _: int, dice: Dice, /) -> None:
        displace_hq(s, hq)


# 5.3.3 Unit displacement


def refuges(s: State, unit: int, hex: int) -> list[int]:
    """Where a unit of an overstacked hex can be put: hexes with room, or if there are none those without."""
    side = s.edition.side[unit]
    free = [h for h in s.edition.adjacent[hex] if holder(s, h) != other(side) and not mined_against(s, side, h)]
    roomy = [h for h in free if not surplus(s.edition, side, (*combat_units(s, h), unit))]
    return roomy or free


def is_surplus(s: State, side: int, unit: int, hex: int) -> bool:
    units = combat_units(s, hex)
    rest = [u for u in units if u != unit]
    return unit in units and surplus(s.edition, side, rest) < surplus(s.edition, side, units)


class Push(Act[State, Overstack]):
    rule = "5.3.3-a"
    form = "push unit hex"
    label = "Displace {unit} to {hex}"
    asks = "displace a surplus unit"

    def candidates(self, s: State, f: Overstack) -> list[Args]:
        units = [u for u in combat_units(s, f.hex) if is_surplus(s, f.side, u, f.hex)]
        return [(u, h) for u in units for h in refuges(s, u, f.hex)]

    def why_not(self, s: State, f: Overstack, unit: int, hex: int, /) -> Optional[Refusal]:
        if s.where[unit] != f.hex or unit >= s.edition.units:
            return NOT_HERE
        if not is_surplus(s, f.side, unit, f.hex):
            return NO_HELP
        if hex in refuges(s, unit, f.hex):
            return None
        if hex not in s.edition.grid.neighbours[f.hex]:
            return NOT_ADJACENT
        if holder(s, hex) == other(f.side):
            return ENEMY_THERE
        return PROHIBITED if hex not in s.edition.adjacent[f.hex] or mined_against(s, f.side, hex) else FULL

    def do(self, s: State, f: Overstack, unit: int, hex: int, dice: Dice, /) -> None:
        s.tell("pushed", unit, hex)  # it lands on top of another stack
        s.tell(REVEALED, f.hex)  # and whether that was enough shows at once
        drop_improved(s, f.hex)
        enter(s, (unit,), hex)
        drop_improved(s, hex)  # it is Disrupted, and Improved Defence is for all of a hex or none
        check_stacking(s, hex)


class Remove(Act[State, Overstack]):
    """Enemies and sea all round: the owner gives up what is too much."""

    rule = "5.3.1-k"
    form = "remove unit"
    label = "Eliminate {unit}"
    asks = "eliminate a surplus unit"

    def candidates(self, s: State, f: Overstack) -> list[Args]:
        return [(u, 0) for u in combat_units(s, f.hex) if is_surplus(s, f.side, u, f.hex)]

    def why_not(self, s: State, f: Overstack, unit: int, _: int, /) -> Optional[Refusal]:
        if not is_surplus(s, f.side, unit, f.hex):
            return NO_HELP
        return CAN_GO if refuges(s, unit, f.hex) else None

    def do(self, s: State, f: Overstack, unit: int, _: int, dice: Dice, /) -> None:
        eliminate(s, unit)


# 5.3.2 HQ displacement


def displace_hq(s: State, hq: int) -> None:
    """A Support Point and an Activation space are lost; where there is a choice the owner makes it."""
    formation = s.formation[hq]
    s.strength[hq] = max(0, s.strength[hq] - 1)
    s.level[formation] = max(0, s.level[formation] - 1)
    s.tell("displaced", hq)
    s.tell(REVEALED, s.where[hq])  # it goes where its units are
    places = hq_refuges(s, hq)
    if not places:
        drop_improved(s, s.where[hq])
        lift(s, hq, WAITING)  # no unit of the formation is on the map: it comes back with the next one
    elif len(places) == 1:
        put_hq(s, hq, places[0])
    else:
        s.begin(DisplacedHQ(hq))


def put_hq(s: State, hq: int, hex: int) -> None:
    move(s, hq, hex)
    s.tell("hq_placed", hq, hex)


def hq_refuges(s: State, hq: int) -> list[int]:
    e, here = s.edition, s.where[hq]
    homes = sorted({s.where[u] for u in units_of(s, s.formation[hq])})
    fit = [h for h in homes if not [u for u in hqs_in(s, h) if u != hq] and not (e.mines[h] and h not in s.breached) and h != here]
    if fit:
        nearest = min([e.distance(here, h) for h in fit])
        return [h for h in fit if e.distance(here, h) == nearest]
    beside = sorted({n for h in homes for n in e.adjacent[h]})
    side = e.side[hq]
    free = [h for h in beside if holder(s, h) != other(side) and not hqs_in(s, h) and not mined_against(s, side, h)]
    return [h for h in free if not enemy_zone(s, side, h) or combat_units(s, h)] or free


class PlaceHQ(Act[State, DisplacedHQ]):
    rule = "5.3.2-f"
    form = "place hex"
    label = "Displace the HQ to {hex}"
    asks = "choose where the displaced HQ goes"

    def candidates(self, s: State, f: DisplacedHQ) -> list[Args]:
        return [(h, 0) for h in hq_refuges(s, f.hq)]

    def why_not(self, s: State, f: DisplacedHQ, hex: int, _: int, /) -> Optional[Refusal]:
        return None if hex in hq_refuges(s, f.hq) else NEARER_UNIT

    def do(self, s: State, f: DisplacedHQ, hex: int, _: int, dice: Dice, /) -> None:
        put_hq(s, f.hq, hex)


def leave_alone(s: State, hex: int) -> None:
    """7.5 An HQ that combat has left alone is displaced, enemies near or not."""
    there = s.at.get(hex)
    if there is not None and there[-1] >= s.edition.units:
        for hq in there:
            displace_hq(s, hq)


# Entering a hex, for whatever reason


def enter(s: State, units: Sequence[int], hex: int) -> tuple[int, ...]:
    """Units come into a hex. The formations whose lone HQs had to give way."""
    e, side = s.edition, s.edition.side[units[0]]
    source, seen, murky = s.where[units[0]], s.seen, s.murky
    before = s.at[source]
    for unit in reversed([u for u in before if u in units]):  # in the order in which they lay
        move(s, unit, hex)
    if len(before) > 1:
        lose_sight(s, seen, murky, before, source, hex)
        if source in s.at and e.kind[before[0]] != HQ:
            s.tell(REVEALED, source, to=all_but(side))  # whether more than one is left there
    unblock_source(s, side, hex)
    if hex in e.victory_hexes:
        at = e.victory_hexes.index(hex)
        s.last_in = (*s.last_in[:at], side, *s.last_in[at + 1 :])
    if all(u >= e.units for u in units):
        return ()
    return brush_aside(s, side, hex)


def brush_aside(s: State, side: int, hex: int) -> tuple[int, ...]:
    """5.3.2, 7.3.5 Enemy HQs alone in adjacent hexes are displaced."""
    e, gone = s.edition, []
    for h in e.adjacent[hex]:
        there = s.at.get(h)
        if there is not None and e.side[there[0]] != side and there[-1] >= e.units:
            for hq in there:
                gone.append(s.formation[hq])
                displace_hq(s, hq)
    return tuple(gone)


class Raise(Act[State, Activation]):
    """5.3.1 The owner orders a stack as he likes: the enemy sees the top of it."""

    rule = "5.3.1-a"
    form = "raise unit"
    label = "Put {unit} on top of its stack"
    asks = "put a unit on top of its stack"

    def candidates(self, s: State, f: Activation) -> list[Args]:
        found: list[Args] = []
        if f.points == 0:
            return found  # nothing else is left to do: no question for this alone
        for unit in f.only or units_of(s, f.formation):
            there = s.at.get(s.where[unit], ())
            if len(there) > 1 and there[0] < s.edition.units and there[0] != unit:
                found.append((unit, 0))
        return found

    def why_not(self, s: State, f: Activation, unit: int, _: int, /) -> Optional[Refusal]:
        if s.where[unit] < 0 or (unit not in f.only if f.only else s.formation[unit] != f.formation):
            return NOT_ACTIVE
        there = s.at[s.where[unit]]
        if f.points == 0:
            return TOO_LATE
        if there[0] == unit:
            return IS_TOP
        if there[0] >= s.edition.units or unit >= s.edition.units:
            return UNDER_HQ
        return RAISED if s.where[unit] in f.raised else None

    def do(self, s: State, f: Activation, unit: int, _: int, dice: Dice, /) -> None:
        give_away(s, (unit,))
        hex = s.where[unit]
        s.at[hex] = (unit, *[u for u in s.at[hex] if u != unit])
        look_at(s, (unit,))
        f.raised = tuple(sorted((*f.raised, hex)))
        touched(s)
        tell_of(s, "raised", unit)
