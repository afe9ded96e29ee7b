"""A second opinion on losses (9.D, 9.E, 9.J): what each side owes, and every way in which it may be paid."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor

from tests.titles.tigercubs.oracle_combat import Fight, anti_tank_drm, arm, gun_points, shock_drm, shock_points
from tests.titles.tigercubs.oracle_world import HALF, Counter, number, table

RESULTS = {row["id"]: row for row in table("results")}
ALL, ANNIHILATED = "all", "annihilated"
Payment = dict[str, int]  # unit -> steps that it gives


def down_to_half(value: Fraction) -> Fraction:
    """9.E.1."""
    return Fraction(floor(value * 2), 2)


def total(units: list[Counter]) -> Fraction:
    return sum([u.sp for u in units], Fraction(0))


# 9.D What is owed


def debts(f: Fight, result: str, stays: bool = False) -> tuple[Fraction | str, Fraction | str]:
    """Of attacker and defender: SP, or all of it."""
    force, subject = total(f.defenders), total(f.defenders + f.bystanders)
    if result in ("EX", "HX"):
        return exchange(f, result)
    row = RESULTS[result]
    attacker = ALL if row["attacker"] == "all" else down_to_half(number(row["attacker"]) * force)
    if row["defender"] in (ALL, ANNIHILATED):
        return attacker, row["defender"]
    return attacker, down_to_half((HALF if stays else number(row["defender"])) * subject)


def exchange(f: Fight, result: str) -> tuple[Fraction | str, Fraction | str]:
    """9.D.9, 9.D.10: the smaller side goes, the larger loses what it cost, or half of that."""
    attacker, defender = f.attackers, f.defenders  # who has retreated there takes no part (9.C.1)
    share = Fraction(1) if result == "EX" else HALF
    if total(attacker) > total(defender) or (result == "HX" and total(attacker) == total(defender)):
        return down_to_half(share * cost(defender)), ALL
    if total(attacker) == total(defender):
        return ALL, ALL
    return ALL, down_to_half(share * cost(attacker))


def cost(units: list[Counter]) -> Fraction:
    """SP that an elimination takes: full units with a reduced side keep that (9.E.4)."""
    return sum([u.sp * (HALF if is_flippable(u) else 1) for u in units], Fraction(0))


def is_flippable(unit: Counter) -> bool:
    return not unit.reduced and unit.row["reduced_attack"] != ""


# 9.J Who must pay half of it


def required(f: Fight) -> tuple[set[str], set[str]]:
    """Of attacker and defender: those at least half capable whose points gave a modifier of two or more."""
    shock = [u for u in f.attackers if shock_points(f, u) > 0 and number(arm(u)["armour"]) >= HALF]
    guns = [u for u in f.defenders if gun_points(f, u) > 0 and number(arm(u)["anti_tank"]) >= HALF]
    return (
        {u.id for u in shock} if shock_drm(f) >= 2 else set(),
        {u.id for u in guns} if anti_tank_drm(f) <= -2 else set(),
    )


# 9.E How it may be paid


def steps(unit: Counter) -> list[Fraction]:
    """SP of each loss it can take, one after the other."""
    if not unit.is_combat:
        return []
    return [unit.sp / 2, unit.sp / 2] if is_flippable(unit) else [unit.sp]


def given(units: list[Counter], payment: Payment) -> Fraction:
    return sum([sum(steps(u)[: payment[u.id]], Fraction(0)) for u in units if u.id in payment], Fraction(0))


def ways(units: list[Counter]) -> list[Payment]:
    """All payments whatever."""
    choices = [range(len(steps(u)) + 1) for u in units]
    return [{u.id: n for u, n in zip(units, chosen, strict=True)} for chosen in product(*choices)]


def payments(units: list[Counter], owed: Fraction, must: set[str]) -> list[Payment]:
    """9.E.5, 9.J.1 Of those that do their duty and reach what is owed, the least; all of it if nothing does."""
    owed = min(owed, given(units, {u.id: 2 for u in units}))
    dutiful = [way for way in ways(units) if given(units, way) >= owed and is_dutiful(units, way, owed, must)]
    least = min([given(units, way) for way in dutiful], default=Fraction(0))
    return [way for way in dutiful if given(units, way) == least]


def is_dutiful(units: list[Counter], way: Payment, owed: Fraction, must: set[str]) -> bool:
    """Half of the loss comes from those who gave the effect, as far as they have it; one of each type, then the next."""
    bound = [u for u in units if u.id in must]
    if not bound:
        return True
    able = given(bound, {u.id: 2 for u in bound})
    if given(bound, way) < min(owed / 2, able):
        return False
    taken = {kind: sum([way[u.id] for u in bound if u.type == kind]) for kind in {u.type for u in bound}}
    most = max(taken.values())
    for kind, count in taken.items():
        exhausted = count == sum([len(steps(u)) for u in bound if u.type == kind])
        if count < most - 1 and not exhausted:
            return False
    return True


def legal(units: list[Counter], owed: Fraction, must: set[str]) -> list[Payment]:
    """9.E.6 With contingents: equal shares where each can pay its share exactly, else the larger pays what it can. 9.J goes
    before it: those who must pay half do so whatever their share, if need be without regard to contingents."""
    units = [u for u in units if u.is_combat]
    groups = {c: [u for u in units if u.contingent == c] for c in dict.fromkeys([u.contingent for u in units])}
    if len(groups) < 2 or owed == 0:
        return payments(units, owed, must)
    share = owed / len(groups)
    exact = [[way for way in ways(group) if given(group, way) == share] for group in groups.values()]
    if all(exact) and not must:
        return [{u: n for part in parts for u, n in part.items()} for parts in product(*exact)]
    most = max([total(group) for group in groups.values()])
    largest = [c for c, group in groups.items() if total(group) == most and (not must or any(u.id in must for u in group))]
    found: list[Payment] = []
    for contingent in largest:
        found += paid_by(groups[contingent], [u for u in units if u.contingent != contingent], owed, must)
    return found if largest else payments(units, owed, must)


def paid_by(first: list[Counter], rest: list[Counter], owed: Fraction, must: set[str]) -> list[Payment]:
    able = given(first, {u.id: 2 for u in first})
    nothing = {u.id: 0 for u in rest}
    if able >= owed:
        return [{**way, **nothing} for way in payments(first, owed, must)]
    everything = {u.id: len(steps(u)) for u in first}
    return [{**everything, **way} for way in payments(rest, owed - able, must)]
