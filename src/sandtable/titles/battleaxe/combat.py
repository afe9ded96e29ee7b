"""11 Combat, 11.0 to 11.4: who attacks, the Leads, the values, the dice, the result."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, inner
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.kernel.tally import Tally
from sandtable.titles.battleaxe import attrition, control, june15, movement, retreats
from sandtable.titles.battleaxe.edition import ARMOUR, GUNS, INFANTRY, NONE
from sandtable.titles.battleaxe.frames import (
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    Assault,
    Attack,
    Exploit,
    Half,
    new_attack,
)
from sandtable.titles.battleaxe.state import State, contested, controller, has_enemy, is_full, is_reduced, stack, units_in

NO_ENEMY: Final = Refusal("11.0", "no enemy unit is there")
NO_ATTACKER: Final = Refusal("11.0", "none of your units that act in this Impulse stands there")
ATTACKED_BEFORE: Final = Refusal("9.2.1", "it was attacked in this Impulse already")
NOT_ABLE: Final = Refusal(
    "11.0", "only units of an Active Area that stand in the Area attacked, and have not attacked yet, can join"
)
JOINED: Final = Refusal("11.2", "it takes part already")
AT_LEAST_ONE: Final = Refusal("11.2", "at least one unit must attack")
NOT_IN_ATTACK: Final = Refusal("11.4.2A", "it takes no part in the attack")
GUNS_NEVER_LEAD: Final = Refusal("10.3", "anti-tank and FLAK units never lead an attack while others take part")
NOT_IN_DEFENCE: Final = Refusal("11.4.3A", "it is not in the Area attacked")

NOT_IN_OVERRUN: Final = Refusal("11.4.4", "only a unit that made the Overrun goes on, and only once")
ONE_TARGET: Final = Refusal("11.4.4", "all of them go on into one Area, and the first has chosen another")


def attacker(s: State, f: Attack | Exploit) -> int:
    return f.side


def defender(s: State, f: Attack) -> int:
    return other(f.side)


# 11.0 to 11.3 Who attacks


def able_to_attack(s: State, f: Assault, area: int) -> int:
    """11.0 Active units there that have not attacked."""
    return stack(s, f.side, area) & f.used & ~f.done if s.held[f.side] >> area & 1 else 0


def active_now(s: State, units: int) -> int:
    """Those that are not finished by a later activation (9.1.2)."""
    found = 0
    for unit in units_in(units):
        if s.left[unit] >= 0:
            found |= 1 << unit
    return found


class Strike(Act[State, Assault]):
    """11.0 The attack on an Area is resolved once all its units have entered."""

    rule = "11.0"
    form = "attack area"
    label = "Attack {area}"
    asks = "attack"

    def candidates(self, s: State, f: Assault) -> list[Args]:
        return [(area, 0) for area in units_in(contested(s) & ~f.attacked)]

    def why_not(self, s: State, f: Assault, area: int, _: int, /) -> Optional[Refusal]:
        if f.attacked >> area & 1:
            return ATTACKED_BEFORE
        if not has_enemy(s, f.side, area):
            return NO_ENEMY
        if active_now(s, able_to_attack(s, f, area)):
            return None
        return june15.HELD_THERE if stack(s, f.side, area) & june15.held_units(s) else NO_ATTACKER

    def do(self, s: State, f: Assault, area: int, _: int, dice: Dice, /) -> None:
        mandatory = not inner(s, Half).contested >> area & 1
        begin_attack(s, f, new_attack(f.side, area, active_now(s, able_to_attack(s, f, area)) if mandatory else 0, mandatory))


def begin_attack(s: State, f: Assault, attack: Attack) -> None:
    f.attacked |= 1 << attack.area
    f.acted = True
    s.begin(attack)
    s.tell("attacked", attack.side, attack.area)


def able_to_join(s: State, f: Attack) -> int:
    """11.2, 11.3 In an Area Contested when the Impulse began some, all or none attack; 11.1 else all that entered must."""
    if f.mandatory:
        return 0
    units = active_now(s, able_to_attack(s, inner(s, Assault), f.area))
    if f.second:
        units |= inner(s, Exploit).moved & stack(s, f.side, f.area)
    return units & ~f.attackers


class Join(Act[State, Attack]):
    """11.2, 11.3"""

    rule = "11.2"
    form = "join unit"
    label = "Send {unit} into the attack"
    asks = "send units into the attack"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(unit, 0) for unit in units_in(able_to_join(s, f))]

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        if f.attackers >> unit & 1:
            return JOINED
        if able_to_join(s, f) >> unit & 1:
            return None
        return june15.HELD if stack(s, f.side, f.area) & june15.held_units(s) & 1 << unit else NOT_ABLE

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        f.attackers |= 1 << unit


class Enough(Act[State, Attack]):
    rule = "11.2"
    form = "enough"
    label = "Attack with these units"

    def why_not(self, s: State, f: Attack, _a: int, _b: int, /) -> Optional[Refusal]:
        return None if f.attackers else AT_LEAST_ONE


# 11.4 A and B: the Leads


def only_guns(s: State, units: int) -> bool:
    return not units & ~s.edition.of_kind[GUNS]


class LeadAttack(Act[State, Attack]):
    """11.4.2A"""

    rule = "11.4.2A"
    form = "lead unit"
    label = "Let {unit} lead the attack"
    asks = "name the unit that leads the attack"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(unit, 0) for unit in units_in(f.attackers)]

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        if not f.attackers >> unit & 1:
            return NOT_IN_ATTACK
        return GUNS_NEVER_LEAD if s.edition.kind[unit] == GUNS and not only_guns(s, f.attackers) else None

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        f.lead = unit
        s.tell("lead", unit)


class LeadDefence(Act[State, Attack]):
    """11.4.3A"""

    rule = "11.4.3A"
    form = "lead unit"
    label = "Let {unit} lead the defence"
    asks = "name the unit that leads the defence"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(unit, 0) for unit in units_in(stack(s, other(f.side), f.area))]

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        return None if stack(s, other(f.side), f.area) >> unit & 1 else NOT_IN_DEFENCE

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        f.lead_defender = unit
        s.tell("lead", unit)


# 11.4 F: the values


def combat_value(s: State, unit: int, together: int) -> int:
    """10.3, 14.2.2 What a Lead counts for, in the company of these units."""
    e, side = s.edition, 1 if is_reduced(s, unit) else 0
    value = e.guns_alone[side] if e.kind[unit] == GUNS and only_guns(s, together) else e.cv[unit][side]
    return value + (e.out_of_supply if s.unsupplied >> unit & 1 else 0)


def attack_value(s: State, f: Attack) -> Tally:
    """11.4.2"""
    e = s.edition
    value = Tally("Attack Value")
    value.add(combat_value(s, f.lead, f.attackers), "11.4.2A", "Lead")
    value.add(f.attackers.bit_count() - 1, "11.4.2B", "further units")
    value.add(f.air, "11.4.2C", "Air Support")
    value.add(f.rommel, "11.4.2C", "Rommel")
    value.add(e.artillery_value if f.guns >> f.side & 1 else 0, "11.4.2D", "artillery")
    value.add(e.combined_arms if has_combined_arms(s, f.attackers) else 0, "11.4.2E", "Combined Arms")
    value.add(e.reliability if meets_unreliable(s, f) else 0, "19.5", "Armor against Italian Infantry")
    return value


def has_combined_arms(s: State, units: int) -> bool:
    """11.4.2E Armor, Infantry and guns together; 19.5 (optional) Italian Infantry does not count."""
    e = s.edition
    infantry = e.of_kind[INFANTRY] & ~(e.italian if s.agreed.reliability else 0)
    return bool(units & infantry and units & e.of_kind[ARMOUR] and units & e.of_kind[GUNS])


def meets_unreliable(s: State, f: Attack) -> bool:
    """19.5 (optional)"""
    e = s.edition
    return (
        s.agreed.reliability
        and f.side == ALLIED
        and e.kind[f.lead] == ARMOUR
        and bool((e.italian & e.of_kind[INFANTRY]) >> f.lead_defender & 1)
    )


def defence_value(s: State, f: Attack) -> Tally:
    """11.4.3"""
    e, defenders = s.edition, stack(s, other(f.side), f.area)
    value = Tally("Defense Value")
    value.add(combat_value(s, f.lead_defender, defenders), "11.4.3A", "Lead")
    value.add(defenders.bit_count() - 1, "11.4.3B", "further units")
    value.add(e.tem[f.area], "11.4.3C", "terrain")
    value.add(e.artillery_value if f.guns >> other(f.side) & 1 else 0, "11.4.3D", "artillery")
    value.add(e.fuel_defence if s.fuel_low and f.side == AXIS else 0, "11.4.3E", "Axis Fuel Shortage")
    return value


# 11.4 G: the dice and the result


def roll(s: State, f: Attack, dice: Dice) -> None:
    """11.4.1, 11.4.4"""
    attack, defence = attack_value(s, f), defence_value(s, f)
    s.explain(attack)
    s.explain(defence)
    thrown = dice.two_d6(f.side, "11.4.1")
    answered = dice.two_d6(other(f.side), "11.4.1")
    if f.side == AXIS and not s.sunset:
        s.sunset = thrown  # 6.2.1 the first Axis DR of its half is the Sunset DR
        s.tell("sunset", thrown)
    f.difference = attack.total + thrown - defence.total - answered
    f.result = result_of(f.difference, attrition.capacity(s, stack(s, other(f.side), f.area)))
    s.tell("totals", attack.total + thrown, defence.total + answered)
    s.tell("result", f.result)


def result_of(difference: int, capacity: int) -> int:
    if difference < 0:
        return REPULSE
    if difference == 0:
        return STALEMATE
    return SUCCESS if difference <= capacity else OVERRUN


def apply_result(s: State, f: Attack, dice: Dice) -> None:
    """11.4.4"""
    inner(s, Assault).done |= f.attackers
    if f.result == REPULSE:
        repulse(s, f)
    elif f.result == STALEMATE:
        control.lose_steps(s, 1 << f.lead | 1 << f.lead_defender)
    elif f.result == SUCCESS:
        if not is_reduced(s, f.lead):
            control.reduce(s, f.lead)
        attrition.begin(s, f)
    else:
        overrun(s, f)


def repulse(s: State, f: Attack) -> None:
    """11.4.4 Every attacker loses a step; 11.1 after a Mandatory Attack those that are left retreat."""
    control.lose_steps(s, f.attackers)
    survivors = f.attackers & stack(s, f.side, f.area)
    if f.mandatory and survivors:
        retreats.begin(s, f.side, survivors, repulsed=True)


def overrun(s: State, f: Attack) -> None:
    """11.4.4 Every defender is eliminated and the Lead does not flip."""
    strongpoint = s.edition.stutzpunkt[f.area] and controller(s, f.area) == AXIS
    for unit in units_in(stack(s, other(f.side), f.area)):
        control.eliminate(s, unit)
    if not f.second and not (f.side == ALLIED and strongpoint):
        s.begin(Exploit(f.side, f.attackers, f.area, -1, 0, f.air > 0, f.rommel > 0))


# 11.4.4 The second activation after an Overrun


class ExploitTo(Act[State, Exploit]):
    """11.4.4 Some or all of the attackers move, at once and without counting MF, into one adjacent Area."""

    rule = "11.4.4"
    form = "exploit unit area"
    label = "Go on with {unit} to {area}"
    asks = "go on into one adjacent Area"

    def candidates(self, s: State, f: Exploit) -> list[Args]:
        areas = s.edition.neighbours[f.area] if f.target < 0 else (f.target,)
        return [(unit, area) for unit in units_in(f.waiting) for area in areas]

    def why_not(self, s: State, f: Exploit, unit: int, area: int, /) -> Optional[Refusal]:
        e = s.edition
        if not f.waiting >> unit & 1:
            return NOT_IN_OVERRUN
        if e.mf[unit] == NONE:
            return movement.NO_FACTOR
        if not e.near[f.area] >> area & 1:
            return movement.boundary_refused(s, f.area, area) or movement.NOT_ADJACENT
        if f.target not in (-1, area):
            return ONE_TARGET
        if inner(s, Assault).attacked >> area & 1:
            return movement.WAS_ATTACKED
        return movement.FULL if is_full(s, f.side, area) else None

    def do(self, s: State, f: Exploit, unit: int, area: int, dice: Dice, /) -> None:
        f.target = area
        f.waiting &= ~(1 << unit)
        f.moved |= 1 << unit
        s.tell("exploited", unit, f.area, area)
        control.move(s, unit, area)
        if has_enemy(s, f.side, area):
            s.came[unit] = f.area


def is_mandatory(s: State, f: Exploit) -> bool:
    """11.1"""
    return f.target >= 0 and has_enemy(s, f.side, f.target) and not inner(s, Half).contested >> f.target & 1


def attack_again(s: State, f: Exploit, dice: Dice) -> None:
    """11.1 The second attack, where it is Mandatory."""
    if is_mandatory(s, f):
        entered_before = active_now(s, able_to_attack(s, inner(s, Assault), f.target))
        begin_second_attack(s, f, f.moved | entered_before, mandatory=True)


def begin_second_attack(s: State, f: Exploit, attackers: int, mandatory: bool) -> None:
    """10.1.3 Air Support and Rommel may serve again."""
    attack = new_attack(f.side, f.target, attackers, mandatory)
    attack.second, attack.air_again, attack.rommel_again = True, f.air, f.rommel
    begin_attack(s, inner(s, Assault), attack)


class ExploitAttack(Act[State, Exploit]):
    """11.2 In an Area that was Contested when the Impulse began the second attack is optional."""

    rule = "11.2"
    form = "attack"
    label = "Attack with the units that moved on"
    asks = "attack with the units that moved on"

    def why_not(self, s: State, f: Exploit, _a: int, _b: int, /) -> Optional[Refusal]:
        if f.target < 0 or not has_enemy(s, f.side, f.target):
            return NO_ENEMY
        return ATTACKED_BEFORE if inner(s, Assault).attacked >> f.target & 1 else None

    def do(self, s: State, f: Exploit, _a: int, _b: int, dice: Dice, /) -> None:
        begin_second_attack(s, f, 0, mandatory=False)
