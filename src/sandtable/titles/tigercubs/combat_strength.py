"""9.B.1, 9.B.2 What each unit is worth in a combat: printed rating, supply, CEV, contingent, its arm, and the ground.

A `Combat` describes who fights whom; one that is not going on serves for overruns and forecasts as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from sandtable.kernel.tally import Exact, Tally, Term, simple
from sandtable.titles.tigercubs.frames import Combat, Units
from sandtable.titles.tigercubs.interdiction import cev_loss
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, MOTORISED, NONE, OFFENSIVE, OPEN, OTHER, STATES
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.records import SideKind, Terrain
from sandtable.titles.tigercubs.scales import RATING, SP
from sandtable.titles.tigercubs.state import FIRED_AA, State, attack_rating, defence_rating, sp, supply_state

STATE_RULES: Final = ("13.I.1.a", "13.I.2.a", "13.H.1.a.i", "13.H.1.a.ii", "13.H.1.b.i", "13.H.1.b.ii", "13.H.1.b.iii")
ONE: Final = Fraction(1)

Terms = list[Term]


def state_of(s: State, unit: int) -> int:
    """OFFENSIVE, GENERAL, E1 ...: as it counts for a unit that attacks."""
    return OFFENSIVE if is_offensive(s, unit) else supply_state(s, unit)


def product(terms: Terms) -> Exact:
    top = bottom = 1
    for term in terms:
        top *= term.value.numerator
        bottom *= term.value.denominator
    return top if bottom == 1 else simple(Fraction(top, bottom))


def force_sp(s: State, units: Iterable[int]) -> int:
    """Stacking Points, in halves."""
    return sum([sp(s, u) for u in units])


# 9.C.5 National contingents


def contingent_sp(s: State, units: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for unit in units:
        if s.edition.role[unit] == COMBAT_UNIT:
            found[s.edition.contingent[unit]] = found.get(s.edition.contingent[unit], 0) + sp(s, unit)
    return found


def tied_contingents(s: State, units: Iterable[int]) -> list[int]:
    """The largest contingents, if there is more than one of them."""
    found = contingent_sp(s, units)
    largest = [c for c, weight in found.items() if weight == max(found.values())]
    return sorted(largest) if len(largest) > 1 else []


def minority(s: State, units: Units, named: int) -> tuple[int, ...]:
    """The contingents that are not at full strength. On a tie that was not settled yet: the one with the weaker CEV."""
    found = contingent_sp(s, units)
    if len(found) < 2:
        return ()
    major = max(found, key=lambda c: (found[c], c != named, cev_of(s, units, c)))
    return tuple([c for c in found if c != major])


def cev_of(s: State, units: Iterable[int], contingent: int) -> Fraction:
    """Of a contingent: that of its nation with most SP there."""
    weights: dict[int, int] = {}
    for unit in units:
        if s.edition.contingent[unit] == contingent and s.edition.role[unit] == COMBAT_UNIT:
            weights[s.edition.nation[unit]] = weights.get(s.edition.nation[unit], 0) + sp(s, unit)
    best = max(weights, key=lambda n: (weights[n], -n))
    return s.edition.nation_rows[best].cev


# 9.B.2 Defence, and what holds for both


def printed(s: State, rating: int, unit: int, enemies: Units) -> Term:
    """5.A.2-b (1) is a half, but 1 against special forces."""
    value = Fraction(rating, RATING) if rating % RATING else rating // RATING
    row = s.edition.unit_rows[unit]
    if not row.bracketed:
        return Term(value, "5.A.2", row.spoken)
    fighters = [u for u in enemies if s.edition.role[u] == COMBAT_UNIT]
    if fighters and all(s.edition.type[u].id == "special_forces" for u in fighters):
        return Term(simple(2 * value), "5.A.2-b", f"{row.spoken}, (1) against special forces")
    return Term(value, "9.H.2", row.spoken)


def efficiency(s: State, unit: int, state: int, attacking: bool) -> Terms:
    """5.A.9 The national CEV, or 0.75 at most for an attack without Offensive Supply; less what interdiction takes."""
    nation = s.edition.nation_rows[s.edition.nation[unit]]
    terms = [Term(nation.cev, "5.A.9", f"{nation.name} effectiveness")]
    if attacking and state != OFFENSIVE:
        base = min(s.edition.figure["cev_without_offensive"], nation.cev)
        terms = [Term(base, "5.A.9.b.i", "effectiveness without Offensive Supply")]
    if s.interdicted:
        terms.append(Term(1 - cev_loss(s, unit), "5.A.9.d.ii", "interdiction of its supply"))
    return terms


def unescorted(s: State, unit: int) -> Term:
    """9.L.5 Artillery that is not stacked with 1 SP of units other than artillery and support."""
    alone = s.edition.type[unit].artillery and s.zones.force(s.edition.side[unit], s.where[unit]) < SP
    return Term(s.edition.figure["artillery_alone"] if alone else ONE, "9.L.5", "artillery alone")


def defence_terms(s: State, f: Combat, unit: int, minor: tuple[int, ...]) -> Terms:
    """What a defender is worth, factor by factor."""
    e = s.edition
    state = supply_state(s, unit)
    terms = [
        printed(s, defence_rating(s, unit), unit, f.attackers),
        Term(e.supply_rows[state].defence, STATE_RULES[state], STATES[state]),
        *efficiency(s, unit, state, False),
        unescorted(s, unit),
    ]
    if e.contingent[unit] in minor:
        terms.append(Term(e.figure["contingent_defence"], "9.C.5-b", "minority contingent"))
    if e.type[unit].id in ("machine_gun", "light_aa") and infantry_attacks(s, f.attackers):
        terms.append(Term(e.figure["machine_gun"], "9.L.2", "automatic weapons against infantry"))
    if s.agreed.heavy_aa and e.heavy_aa[unit] and s.did[unit] & FIRED_AA:
        terms.append(Term(Fraction(1, 2), "11.A.1.a.ii", "fired at aircraft"))
    return terms


def infantry_attacks(s: State, attackers: Units) -> bool:
    """9.L.2 At least a quarter of the attacking SP other than support is infantry or cavalry."""
    force = [u for u in attackers if s.edition.weighs[u]]
    foot = force_sp(s, [u for u in force if s.edition.type[u].infantry])
    return foot > 0 and foot >= s.edition.figure["machine_gun_share"] * force_sp(s, force)


def counter_terms(s: State, f: Combat, unit: int, minor: tuple[int, ...]) -> Terms:
    """7.E.1.a-c The attack rating of a unit that is overrun, modified as it defends."""
    e = s.edition
    state = supply_state(s, unit)
    terms = [
        printed(s, attack_rating(s, unit), unit, f.attackers),
        Term(e.supply_rows[state].attack, STATE_RULES[state], STATES[state]),
        *efficiency(s, unit, state, False),
        unescorted(s, unit),
    ]
    if e.contingent[unit] in minor:
        terms.append(Term(e.figure["contingent_defence"], "9.C.5-b", "minority contingent"))
    if s.agreed.heavy_aa and e.heavy_aa[unit] and s.did[unit] & FIRED_AA:
        terms.append(Term(Fraction(0), "11.A.1.a.ii", "fired at aircraft"))
    return terms


# 9.B.1, 9.I Attack, with the ground


def sides_crossed(s: State, origin: int, target: int) -> list[SideKind]:
    """The hexside as nature made it, and as a printed fort did (4.A.2); an open side is none."""
    e = s.edition
    kinds = [e.side_kind[origin].get(target, OPEN)]
    if target in e.fort and target not in s.reduced_forts:
        kinds.append(e.fort[target])
    return [e.side_rows[kind] for kind in kinds if kind != OPEN]


def is_fortified(s: State, target: int) -> bool:
    """4.A.2 A printed fort that is not reduced."""
    return target in s.edition.fort and target not in s.reduced_forts


def has_major_works(s: State, target: int) -> bool:
    level = s.works.get(target, 0)
    return level > 0 and s.edition.works_rows[level - 1].major


def is_city(s: State, target: int) -> bool:
    return target in s.edition.city and s.edition.city[target].city


def by_class(row: Terrain | SideKind, kind: int) -> Fraction:
    return (row.attack_mot, row.attack_cav, row.attack_other)[kind]


def ground_terms(s: State, kind: int, origin: int, target: int) -> Terms:
    """9.I.1 Terrain of the hex, works, hexsides: all multiply (2.B)."""
    e = s.edition
    terms = [Term(by_class(e.terrain[target], kind), "9.I.1", f"into {e.terrain[target].id.replace('_', ' ')}")]
    terms += [
        Term(by_class(side, kind), "9.I.1", f"across {side.id.replace('_', ' ')}") for side in sides_crossed(s, origin, target)
    ]
    if target in s.works:
        terms.append(Term(e.works_rows[s.works[target] - 1].attack, "4.A.1", f"field works, level {s.works[target]}"))
    return terms


def best_ground(s: State, unit: int, origin: int, target: int) -> Terms:
    """9.L.3 Motorised artillery takes the column of its choice: the better one."""
    kind = s.edition.fight_class[unit]
    terms = ground_terms(s, kind, origin, target)
    if kind == MOTORISED and s.edition.type[unit].artillery:
        other = ground_terms(s, OTHER, origin, target)
        return other if product(other) > product(terms) else terms
    return terms


def heavy_artillery(s: State, unit: int, target: int) -> Term:
    """9.L.5.b.ii Four times against major fortifications, three times against cities, never both."""
    e = s.edition
    if e.type[unit].id != "heavy_artillery":
        return Term(ONE, "9.L.5.b.ii.3", "")
    if is_fortified(s, target) or has_major_works(s, target):
        return Term(e.figure["heavy_artillery_fort"], "9.L.5.b.ii.2", "heavy artillery against major fortifications")
    if is_city(s, target):
        return Term(e.figure["heavy_artillery_city"], "9.L.5.b.ii.1", "heavy artillery against a city")
    return Term(ONE, "9.L.5.b.ii.3", "heavy artillery")


def attack_terms(s: State, f: Combat, unit: int, minor: tuple[int, ...]) -> Terms:
    """What an attacker is worth, factor by factor."""
    e = s.edition
    state = state_of(s, unit)
    terms = [
        printed(s, attack_rating(s, unit), unit, f.defenders),
        Term(e.supply_rows[state].attack, STATE_RULES[state], STATES[state]),
        *efficiency(s, unit, state, True),
        unescorted(s, unit),
        heavy_artillery(s, unit, f.target),
        *best_ground(s, unit, s.where[unit], f.target),
    ]
    if e.contingent[unit] in minor:
        terms.append(Term(e.figure["contingent_attack"], "9.C.5", "minority contingent"))
    if s.agreed.heavy_aa and e.heavy_aa[unit] and s.did[unit] & FIRED_AA:
        terms.append(Term(Fraction(0), "11.A.1.a.ii", "fired at aircraft"))
    return terms


def support_terms(s: State, f: Combat) -> Terms:
    """8.E.1.c-b The attacker's CAS meets field works, and the hexside if all attack across one kind; no CEV, no terrain."""
    terms = [Term(f.support[0], "8.E.1.c", "close air support")]
    if f.target in s.works:
        terms.append(
            Term(s.edition.works_rows[s.works[f.target] - 1].attack, "8.E.1.c-b", f"field works, level {s.works[f.target]}")
        )
    kinds = {tuple([side.id for side in sides_crossed(s, origin, f.target)]) for origin in origins(s, f)}
    if len(kinds) == 1:
        for side in sides_crossed(s, origins(s, f)[0], f.target):
            terms.append(Term(side.attack_other, "8.E.1.c-b", f"across {side.id.replace('_', ' ')}"))
    return terms


def origins(s: State, f: Combat) -> list[int]:
    """The hexes from which the target is attacked."""
    return sorted({s.where[u] for u in f.attackers if s.where[u] >= 0})


# Totals


def attack_parts(s: State, f: Combat) -> list[Terms]:
    minor = minority(s, f.attackers, f.minority)
    parts = [attack_terms(s, f, unit, minor) for unit in f.attackers]
    return [*parts, support_terms(s, f)] if f.support[0] else parts


def defence_parts(s: State, f: Combat) -> list[Terms]:
    minor = minority(s, f.defenders, f.defending_minority)
    parts = [defence_terms(s, f, unit, minor) for unit in f.defenders if s.edition.role[unit] == COMBAT_UNIT]
    return [*parts, [Term(f.support[1], "8.E.1.c", "close air support")]] if f.support[1] else parts


def counter_parts(s: State, f: Combat) -> list[Terms]:
    minor = minority(s, f.defenders, f.defending_minority)
    return [counter_terms(s, f, unit, minor) for unit in f.defenders if s.edition.role[unit] == COMBAT_UNIT]


def summed(parts: list[Terms]) -> Exact:
    return simple(sum([product(terms) for terms in parts], Fraction(0)))


def attack_strength(s: State, f: Combat) -> Exact:
    return summed(attack_parts(s, f))


def defence_strength(s: State, f: Combat) -> Exact:
    return summed(defence_parts(s, f))


def counter_strength(s: State, f: Combat) -> Exact:
    return summed(counter_parts(s, f))


def tally_of(what: str, rule: str, parts: list[Terms]) -> Tally:
    """A side's strength: a term for each unit."""
    value = Tally(what)
    for terms in parts:
        value.add(product(terms), rule, terms[0].what)
    return value


def worksheet(parts: list[Terms]) -> list[Tally]:
    """A sum for each unit, with every factor that changes it."""
    found = []
    for terms in parts:
        value = Tally(terms[0].what)
        value.add(terms[0].value, terms[0].rule, "printed" if terms[0].rule != "8.E.1.c" else "factors")
        for term in terms[1:]:
            value.times(term.value, term.rule, term.what)
        found.append(value)
    return found


def named_minority(s: State, units: Units, named: int) -> bool:
    """Whether a tie between contingents is still to be settled by its owner."""
    return named == NONE and bool(tied_contingents(s, units))
