"""6.3.c.i, 9.A, 9.C The phasing side declares all its attacks; then none can be called off, and each is fought in its order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import NO_SUPPORT, Combat, CombatPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT
from sandtable.titles.tigercubs.state import ATTACKED, State, attack_rating, holder, remembered, supply_state, units_in

NOT_YOURS: Final = Refusal("9.A", "only units of the side whose phase it is attack")
NO_FIGHTER: Final = Refusal("9.H.1.a", "HQs, quartermasters and terminals take no part in an attack")
NO_ENEMY: Final = Refusal("9.A", "there is no enemy to attack")
NOT_ADJACENT: Final = Refusal("9.A", "only adjacent hexes are attacked")
TOO_FAR: Final = Refusal("9.L.5.a-n", "no artillery fires beyond the next hex")
PROHIBITED: Final = Refusal("9.A", "no attack goes into or across prohibited terrain")
ASSIGNED: Final = Refusal("9.C.3", "it attacks already: a unit does not split its strength")
ZERO_ALONE: Final = Refusal("9.H.1", "units without attack strength do not attack by themselves")
NOT_ATTACKING: Final = Refusal("6.3.c.i", "it has not been told to attack")
NOBODY: Final = Refusal("9.A", "nobody is left who could attack there")
DECIDED: Final = Refusal("6.3.c.i", "no attack on it waits to be fought")


def phasing(s: State, f: CombatPhase) -> int:
    return f.side


def has_strength(s: State, unit: int) -> bool:
    """9.H.1 Printed attack, and a state of supply that leaves some of it (13.H.1.b.iii)."""
    return attack_rating(s, unit) > 0 and striking(s.edition)[supply_state(s, unit)]


@cache
def striking(e: Edition) -> tuple[bool, ...]:
    """States of supply in which a unit has some attack strength."""
    return tuple([row.attack > 0 for row in e.supply_rows])


def assigned(f: CombatPhase, unit: int) -> bool:
    return any([unit in units for units in f.attackers])


def attack_refused(s: State, f: CombatPhase, unit: int, target: int) -> Optional[Refusal]:
    """Why a unit cannot take part in an attack on the hex."""
    e, where = s.edition, s.where[unit]
    if e.side[unit] != f.side or where < 0:
        return NOT_YOURS
    if e.role[unit] != COMBAT_UNIT:
        return NO_FIGHTER
    if holder(s, target) != other(f.side):
        return NO_ENEMY
    if target not in e.around[where]:
        return TOO_FAR if e.type[unit].artillery else NOT_ADJACENT
    if target not in e.near[where]:
        return PROHIBITED
    if assigned(f, unit):
        return ASSIGNED
    if not has_strength(s, unit) and not (target in f.targets and leads(s, f, target)):
        return ZERO_ALONE
    return None


def leads(s: State, f: CombatPhase, target: int) -> bool:
    """Somebody with strength attacks there already."""
    return any(has_strength(s, u) for u in f.attackers[f.targets.index(target)])


def unassigned(s: State, f: CombatPhase) -> list[tuple[int, int]]:
    """Combat units that do not attack yet, and enemy hexes next to them."""
    busy, role = {unit for units in f.attackers for unit in units}, s.edition.role
    return [(unit, target) for unit, target in frontage(s, f) if unit not in busy and role[unit] == COMBAT_UNIT]


def frontage(s: State, f: CombatPhase) -> Iterator[tuple[int, int]]:
    """Units of the side and enemy hexes next to them."""
    stack, front = s.stack, contacts(s, f.side)
    for target in stack:
        for place in front.get(target, ()):
            for unit in stack[place]:
                yield unit, target


@remembered
def contacts(s: State, side: int) -> dict[int, list[int]]:
    """Hexes of the enemy's, and those next to them where units of the side stand."""
    e = s.edition
    ours = {p for p, there in s.stack.items() if p < e.sheet and e.side[there[0]] == side}
    return {p: [n for n in e.near[p] if n in ours] for p in s.stack if p < e.sheet and p not in ours}


def assign(f: CombatPhase, unit: int, target: int) -> None:
    if target not in f.targets:
        f.targets, f.attackers = (*f.targets, target), (*f.attackers, ())
    n = f.targets.index(target)
    f.attackers = (*f.attackers[:n], tuple(sorted([*f.attackers[n], unit])), *f.attackers[n + 1 :])


class Attack(Act[State, CombatPhase]):
    """A unit takes part in the attack on a hex."""

    rule = "9.A"
    form = "attack unit place"
    label = "Let {unit} attack {place}"
    asks = "declare attacks"
    exact = True

    def candidates(self, s: State, f: CombatPhase) -> Iterator[Args]:
        for unit, target in unassigned(s, f):
            if has_strength(s, unit) or (target in f.targets and leads(s, f, target)):
                yield unit, target

    def why_not(self, s: State, f: CombatPhase, unit: int, target: int, /) -> Optional[Refusal]:
        return attack_refused(s, f, unit, target)

    def do(self, s: State, f: CombatPhase, unit: int, target: int, dice: Dice, /) -> None:
        assign(f, unit, target)


class AttackWithAll(Act[State, CombatPhase]):
    """Everybody who can and does not attack elsewhere; those without strength stay out."""

    rule = "9.A"
    form = "assault place"
    label = "Attack {place} with all units beside it"
    asks = "declare attacks"
    exact = True

    def candidates(self, s: State, f: CombatPhase) -> list[Args]:
        return list(dict.fromkeys([(target, 0) for unit, target in unassigned(s, f) if has_strength(s, unit)]))

    def why_not(self, s: State, f: CombatPhase, target: int, b: int, /) -> Optional[Refusal]:
        if holder(s, target) != other(f.side):
            return NO_ENEMY
        return NOBODY if next(able(s, f, target), None) is None else None

    def do(self, s: State, f: CombatPhase, target: int, b: int, dice: Dice, /) -> None:
        for unit in list(able(s, f, target)):
            assign(f, unit, target)


def able(s: State, f: CombatPhase, target: int) -> Iterator[int]:
    for place in s.edition.near[target]:
        for unit in units_in(s, place):
            if has_strength(s, unit) and attack_refused(s, f, unit, target) is None:
                yield unit


class Withdraw(Act[State, CombatPhase]):
    """While attacks are being declared a unit may still be told otherwise."""

    rule = "6.3.c.i"
    form = "recall unit"
    label = "Take {unit} out of the attack"
    asks = "take back a declaration"

    def candidates(self, s: State, f: CombatPhase) -> list[Args]:
        return [(u, 0) for units in f.attackers for u in units]

    def why_not(self, s: State, f: CombatPhase, unit: int, b: int, /) -> Optional[Refusal]:
        return None if assigned(f, unit) else NOT_ATTACKING

    def do(self, s: State, f: CombatPhase, unit: int, b: int, dice: Dice, /) -> None:
        """An attack that nobody with strength is left in is none."""
        kept = [tuple([u for u in units if u != unit]) for units in f.attackers]
        pairs = [(t, units) for t, units in zip(f.targets, kept, strict=True) if any(has_strength(s, u) for u in units)]
        f.targets, f.attackers = tuple([t for t, _ in pairs]), tuple([units for _, units in pairs])


class Declared(Act[State, CombatPhase]):
    rule = "6.3.c.i"
    form = "declared"
    label = "Declare no more attacks"
    asks = "end the declarations"


def bind(s: State, f: CombatPhase, dice: Dice) -> None:
    """6.3.c.i From here on every attack must be made."""
    f.waiting = f.targets
    f.support = (NO_SUPPORT,) * len(f.targets)
    for target, units in zip(f.targets, f.attackers, strict=True):
        s.tell("declared", f.side, target, len(units))
        for unit in units:
            s.did[unit] |= ATTACKED
    if not f.targets:
        f.finish()


class Fight(Act[State, CombatPhase]):
    """9.C.4 The next combat, in the order of the attacker's choice."""

    rule = "9.C.4"
    form = "fight place"
    label = "Resolve the attack on {place}"
    asks = "choose the next combat"

    def candidates(self, s: State, f: CombatPhase) -> list[Args]:
        return [(place, 0) for place in f.waiting]

    def why_not(self, s: State, f: CombatPhase, target: int, b: int, /) -> Optional[Refusal]:
        return None if target in f.waiting else DECIDED

    def do(self, s: State, f: CombatPhase, target: int, b: int, dice: Dice, /) -> None:
        n = f.targets.index(target)
        f.waiting = tuple([p for p in f.waiting if p != target])
        s.begin(Combat(f.side, target, f.attackers[n], support=f.support[n]))
