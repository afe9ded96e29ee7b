"""9.1.1, 9.2.5 to 9.3.4, 11.1, 11.2 Firing: whom a unit may aim at, its modified Combat Value, and the die."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Tally
from sandtable.titles.blitzkrieg.edition import (
    AIR,
    ARM,
    ART,
    BARRAGE,
    BRITISH,
    DEFENSE,
    INF,
    ITALIAN,
    SCREEN,
    TRAINING,
)
from sandtable.titles.blitzkrieg.forts import shelter
from sandtable.titles.blitzkrieg.frames import Battle, Fire, FlankFire
from sandtable.titles.blitzkrieg.hq import follows
from sandtable.titles.blitzkrieg.state import ASIDE, OOS, State, hq_at

HAS_AIMED: Final = Refusal("9.2.5-a", "it has its target for this round")
NOT_FIRING: Final = Refusal("9.2.5-a", "it is not among the units that fire now")
NOT_A_TARGET: Final = Refusal("9.2.5-a", "this is no enemy unit of the battle")
FRONT_ONLY: Final = Refusal("9.3.1-a", "units of the Front Line fire at the enemy's Front Line only")
MATCHED: Final = Refusal("9.2.6-a", "another Front Line unit is matched with it")
FIRED_AT: Final = Refusal("8.7.2-a", "each outflanker is fired at once before any is fired at twice")
NO_MORE_EXTRA: Final = Refusal("9.2.6-b", "only Front Line units beyond the number of the enemy's are extra")

# the faces of the die parted into hit and miss, by value: odds then have two cases
CASES: Final = tuple([tuple([int(face <= value) for face in D10_FROM_0]) for value in range(len(D10_FROM_0))])


# 9.2.5 Allocation


def aim_refused(f: Fire, firer: int, target: int, extra: bool) -> Optional[Refusal]:
    if firer in f.line:
        if any(one == firer for one, _, _ in f.aims):
            return HAS_AIMED
        if target not in f.facing:
            return FRONT_ONLY if target in f.foes else NOT_A_TARGET
        if extra:
            named = sum([is_extra for _, _, is_extra in f.aims])
            return NO_MORE_EXTRA if named >= len(f.line) - len(f.facing) else None
        matched = any(at == target and not x and one in f.line for one, at, x in f.aims)
        return (FIRED_AT if isinstance(f, FlankFire) else MATCHED) if matched else None
    if firer not in f.free:
        return NOT_FIRING
    if extra:
        return NO_MORE_EXTRA
    if any(one == firer for one, _, _ in f.aims):
        return HAS_AIMED
    return None if target in f.foes else NOT_A_TARGET


class Aim(Act[State, Fire]):
    """9.2.6, 9.2.7: a Front Line unit is matched, a Second Line unit aims where it likes."""

    rule = "9.2.5-a"
    form = "aim unit unit"
    label = "Fire with {unit} at {unit}"
    asks = "give every unit its target"

    def candidates(self, s: State, f: Fire) -> list[Args]:
        busy = {one for one, _, _ in f.aims}
        taken = {at for one, at, extra in f.aims if not extra and one in f.line}
        found = [(one, at) for one in f.line if one not in busy for at in f.facing if at not in taken]
        return found + [(one, at) for one in f.free if one not in busy for at in f.foes]

    def why_not(self, s: State, f: Fire, firer: int, target: int, /) -> Optional[Refusal]:
        return aim_refused(f, firer, target, False)

    def do(self, s: State, f: Fire, firer: int, target: int, dice: Dice, /) -> None:
        f.aims = tuple(sorted([*f.aims, (firer, target, 0)]))


class AimExtra(Act[State, Fire]):
    """9.2.6: units beyond the number of the enemy's Front Line have +1 and may double up."""

    rule = "9.2.6-b"
    form = "extra unit unit"
    label = "Fire with {unit} at {unit} · as an extra unit, +1"
    asks = "name extra units"

    def candidates(self, s: State, f: Fire) -> list[Args]:
        if len(f.line) - len(f.facing) <= sum([extra for _, _, extra in f.aims]):
            return []
        busy = {one for one, _, _ in f.aims}
        return [(one, at) for one in f.line if one not in busy for at in f.facing]

    def why_not(self, s: State, f: Fire, firer: int, target: int, /) -> Optional[Refusal]:
        return aim_refused(f, firer, target, True)

    def do(self, s: State, f: Fire, firer: int, target: int, dice: Dice, /) -> None:
        f.aims = tuple(sorted([*f.aims, (firer, target, 1)]))


# 9.3, 11.1 The shot


def fire_at(s: State, value: Tally, firer: int, target: int, dice: Dice) -> bool:
    """9.1.1: a hit if the die is not above the value; 11.1: below zero there is no die."""
    s.explain(value)
    total = int(value.total)
    if total < 0:
        s.tell("cannot_hit", firer, target)
        return False
    cases = CASES[min(total, len(CASES) - 1)]
    hit = dice.draw(D10_FROM_0, s.edition.side[firer], "9.1.1-b", cases) <= total
    s.tell("hit" if hit else "missed", firer, target)
    return hit


def shot(s: State, b: Battle, firer: int, target: int, extra: bool) -> Tally:
    """11.1: the modified Combat Value of a unit in a battle, term by term."""
    e = s.edition
    side, front = e.side[firer], firer in b.front
    value = begun(s, firer, target)
    if not front and e.type[firer] != AIR:
        add(s, value, "second line artillery" if e.type[firer] == ART else "second line")
    if extra:
        add(s, value, "extra")
    if front:
        against_vehicles(s, value, firer, target, SCREEN in b.cards[side] and e.type[firer] in (INF, ART))
    if target in b.crossed:
        add(s, value, "terrain")
    hq = s.hq[side]
    if b.round == b.hq_round[side] and hq >= 0 and e.ground[firer] and follows(s, hq, firer):
        add(s, value, "hq attack" if side == b.side else "hq defence")
    if side == b.side:
        if target in b.sheltered:
            less, rule = shelter(s, other(side), b.box, b.round)
            value.add(less, rule, "fort" if rule.startswith("11.4.2") else "Fortified Box or fort")
    else:
        in_defence(s, value, firer, b.box)
    if b.round == 1:
        if TRAINING in b.cards[side]:
            add(s, value, "card")
        if BARRAGE in b.cards[side] and not front and e.type[firer] == ART:
            add(s, value, "card")
    return value


def flank_shot(s: State, f: FlankFire, firer: int, target: int, extra: bool) -> Tally:
    """8.8.2, R29: as if defending from the Front Line."""
    e = s.edition
    side = e.side[firer]
    value = begun(s, firer, target)
    if extra:
        add(s, value, "extra")
    if e.ground[firer]:
        against_vehicles(s, value, firer, target, False)
        hq = s.hq[side]
        there = hq_at(s, side, f.box) and not s.flags[hq] & ASIDE
        if s.bonus[side] >> DEFENSE & 1 and there and side != s.active and follows(s, hq, firer):
            add(s, value, "hq defence")  # 11.3.3-c
    if target in f.crossed:
        add(s, value, "terrain")
    in_defence(s, value, firer, f.box)
    return value


def begun(s: State, firer: int, target: int) -> Tally:
    e = s.edition
    value = Tally(f"Combat Value of {e.unit_rows[firer].spoken} against {e.unit_rows[target].spoken}:")
    value.add(e.cv[firer], "9.1.1-b", "Combat Value")
    if e.superior[target]:
        add(s, value, "superior")
    return value


def against_vehicles(s: State, value: Tally, firer: int, target: int, screen: bool) -> None:
    """11.2.1"""
    e = s.edition
    if not e.vehicle[target]:
        return
    if e.circled[firer] or screen:
        add(s, value, "circled")
    elif e.nation[firer] == BRITISH and e.type[firer] == ARM and e.nation[target] == ITALIAN:
        add(s, value, "british armour")


def in_defence(s: State, value: Tally, firer: int, box: int) -> None:
    if s.edition.defence[box]:
        add(s, value, "box")
    if s.flags[firer] & OOS and s.edition.ground[firer]:
        add(s, value, "out of supply")


def add(s: State, value: Tally, modifier: str) -> None:
    row = s.edition.modifier[modifier]
    value.add(row.value, row.rule, row.what)
