"""9.B.5, 9.I to 9.M What is added to the die: ground, hexsides, armour against anti-tank, engineers, concentric attack, air."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.kernel.dice import D100, Dice
from sandtable.kernel.tally import Tally, Term
from sandtable.titles.tigercubs.combat_strength import (
    has_major_works,
    is_city,
    is_fortified,
    origins,
    sides_crossed,
    state_of,
)
from sandtable.titles.tigercubs.frames import Combat, Units
from sandtable.titles.tigercubs.kinds import E1, NONE, U1
from sandtable.titles.tigercubs.records import ONE, ZERO
from sandtable.titles.tigercubs.scales import SP
from sandtable.titles.tigercubs.state import AT_MODE, AVERAGED, DRAWN, State, sp, supply_state
from sandtable.titles.tigercubs.superiority import air_drms

UNKNOWN: Final = 1  # a hexside modifier that has not been found yet; none is positive


# 9.B.5 Hexsides


def side_drms(s: State, f: Combat) -> list[int]:
    """Of each hexside attacked across: the worse of what nature and a fort make of it."""
    return [min([0, *[side.drm for side in sides_crossed(s, origin, f.target)]]) for origin in origins(s, f)]


def hexside_drm(s: State, f: Combat, dice: Dice) -> int:
    """The greatest; or, as agreed, the average with its fraction by percentile, or one of them at random."""
    drms = side_drms(s, f)
    if s.agreed.hexsides == DRAWN and len(set(drms)) > 1:
        found = dice.draw(drms, f.side, "9.B.5.b", drms)
    elif s.agreed.hexsides == AVERAGED and sum(drms) % len(drms):
        whole, over = divmod(-sum(drms), len(drms))
        found = -whole - int(dice.at_most(D100, 100 * over // len(drms), f.side, "9.B.5.a"))
    else:
        return sum(drms) // len(drms) if s.agreed.hexsides == AVERAGED else min(drms)
    s.tell("hexsides", -found)
    return found


# 9.L.1 Armour and anti-tank


def armour_points(s: State, units: Units) -> Fraction:
    """9.L.1.a As they are, without ground and supply."""
    armour = s.edition.armour
    tanks = [u for u in units if armour[u]]
    return sum([armour[u] * sp(s, u) for u in tanks], ZERO) / SP if tanks else ZERO


def shock_points(s: State, f: Combat, units: Units) -> Fraction:
    """9.L.1.b Each unit's, as the ground it attacks and the side it crosses leave them, and its supply (13.I.2.e)."""
    e, total = s.edition, ZERO
    tanks = [u for u in units if e.armour[u]]
    if not tanks:
        return ZERO
    ground = e.terrain[f.target].ase * (e.city[f.target].ase if f.target in e.city else ONE)
    if f.target in s.works:
        ground *= e.works_rows[s.works[f.target] - 1].ase
    for unit in tanks:
        points = e.armour[unit] * sp(s, unit) / SP * ground * e.supply_rows[state_of(s, unit)].effects
        for side in sides_crossed(s, s.where[unit], f.target):
            points *= side.ase
        total += points
    return total


def shock_drm(s: State, f: Combat) -> int:
    """9.L.1.b E1 and U1 take one off (13.H.1): what others bring that are in supply is never less for their being there."""
    fresh = tuple([u for u in f.attackers if supply_state(s, u) not in (E1, U1)])
    all_of_them = band(s, shock_points(s, f, f.attackers))
    if len(fresh) == len(f.attackers) or all_of_them == 0:
        return all_of_them
    weakened = any(s.edition.armour[u] for u in f.attackers if u not in fresh)
    return max(band(s, shock_points(s, f, fresh)), all_of_them - int(weakened))


def band(s: State, points: Fraction) -> int:
    """Fractions take the lower band; anything below 1 counts as 1."""
    whole = max(1, int(points)) if points > 0 else 0
    return max([0, *[row.drm for row in s.edition.shock_rows if row.low <= whole]])


def guns(s: State, unit: int) -> Fraction:
    """9.L.1.c The AT points of a defender: heavy AA in AT mode alone, nobody at E2, U2 or U3."""
    e = s.edition
    if not e.anti_tank[unit] or (e.heavy_aa[unit] and s.mode[unit] != AT_MODE):
        return ZERO
    return e.anti_tank[unit] * sp(s, unit) / SP if e.supply_rows[supply_state(s, unit)].effects else ZERO


def anti_tank_points(s: State, units: Units) -> Fraction:
    return sum([guns(s, u) for u in units if s.edition.anti_tank[u]], ZERO)


def anti_tank_drm(s: State, f: Combat) -> int:
    """9.L.1.c AT points against the unmodified armour points of the attack; U1 takes one off, as above."""
    armour = armour_points(s, f.attackers)
    fresh = tuple([u for u in f.defenders if supply_state(s, u) != U1])
    all_of_them = resistance(s, anti_tank_points(s, f.defenders), armour)
    if len(fresh) == len(f.defenders) or all_of_them == 0:
        return all_of_them
    weakened = any(guns(s, u) for u in f.defenders if u not in fresh)
    return min(resistance(s, anti_tank_points(s, fresh), armour), all_of_them + int(weakened))


def resistance(s: State, points: Fraction, armour: Fraction) -> int:
    return min([0, *[row.drm for row in s.edition.anti_tank_rows if row.points <= points and row.armour <= int(armour)]])


def armour_defence_drm(s: State, f: Combat) -> tuple[int, str]:
    """9.L.1.e For the defender if no ATE comes of it; and why, or why not."""
    e = s.edition
    tanks = [
        u for u in f.defenders
        if e.adds_to_defence[u] and e.nation_rows[e.nation[u]].armour_defence and e.supply_rows[supply_state(s, u)].effects
    ]  # fmt: skip
    weight = sum([sp(s, u) * max(ONE, e.armour[u]) for u in tanks], ZERO)  # heavy tanks count twice
    if weight < SP:
        return 0, "less than 1 SP of armour that qualifies"
    if not e.terrain[f.target].ade:
        return 0, "the ground is not for armour"
    if resistance(s, anti_tank_points(s, f.defenders), armour_points(s, f.attackers)):
        return 0, "anti-tank effect instead"
    others = sum([sp(s, u) for u in f.defenders if e.weighs[u] and u not in tanks])
    if weight == SP and others < SP:
        return 0, "1 SP of armour needs 1 SP of others beside it"
    return e.modifier["ground", "armour_defence"].value, "armour defence"


# 9.L.4 Engineers, 9.K Concentric attack


def engineers_drm(s: State, f: Combat) -> tuple[int, str]:
    e = s.edition
    if not (is_city(s, f.target) or is_fortified(s, f.target) or f.target in s.works):
        return 0, "neither a city nor fortifications"
    doubled = is_city(s, f.target) or is_fortified(s, f.target) or has_major_works(s, f.target)
    engineers = [u for u in f.attackers if e.type[u].id == "combat_engineer"]
    points = sum([e.supply_rows[state_of(s, u)].effects * sp(s, u) / SP for u in engineers], ZERO)
    if doubled:
        points *= e.figure["engineers_doubled"]
    if points < e.figure["engineers_sp"]:
        return 0, "less than 1 SP of combat engineers"
    return e.modifier["ground", "engineers"].value, "combat engineers"


def concentric_drm(s: State, f: Combat) -> tuple[int, str]:
    """9.K.1 Opposite sides, and any three, have two among them that are apart: sides next to each other belong to
    neighbours."""
    hexes = origins(s, f)
    apart = max([s.edition.distance(a, b) for a in hexes for b in hexes])
    value = s.edition.modifier["ground", "concentric"].value
    opposite = any(s.edition.map.hexes.distance(a, b) == 2 and in_line(s, a, f.target, b) for a in hexes for b in hexes)
    if opposite:
        return value, "concentric: opposite sides"
    if len(hexes) >= 3:
        return value, "concentric: three sides"
    return (value, "concentric: sides apart") if apart >= 2 else (0, "sides next to each other")


def in_line(s: State, a: int, middle: int, b: int) -> bool:
    """Whether two neighbours of a hex lie on opposite sides of it: they have it alone in common."""
    around = s.edition.map.hexes.neighbours
    return {p for p in around[a] if p in around[b]} == {middle}


# All of them


def modifiers(s: State, f: Combat) -> list[Term]:
    """19.B-32 Every line of the chart, those of zero with the reason. The hexsides' once it is found, else the greatest."""
    e, target = s.edition, f.target
    lines = [Term(e.terrain[target].drm, "9.I.1", e.terrain[target].id.replace("_", " "))]
    if target in e.city:
        lines.append(Term(e.city[target].drm, "9.I.1", e.city[target].id.replace("_", " ")))
    if target in s.works:
        lines.append(Term(e.works_rows[s.works[target] - 1].drm, "4.A.1", f"field works, level {s.works[target]}"))
    lines.append(Term(f.hexside if f.hexside != UNKNOWN else min(side_drms(s, f)), "9.B.5", "hexsides"))
    shock = shock_drm(s, f)
    lines.append(Term(shock, "9.L.1.b", "armour shock" if shock else "no armour shock"))
    guns = anti_tank_drm(s, f)
    lines.append(Term(guns, "9.L.1.c", "anti-tank" if guns else "no anti-tank effect"))
    for rule, (value, reason) in (
        ("9.L.1.e", armour_defence_drm(s, f)), ("9.L.4.b", engineers_drm(s, f)), ("9.K.1", concentric_drm(s, f)),
    ):  # fmt: skip
        lines.append(Term(value, rule, reason))
    lines += air_drms(s, target, f.side).terms
    lines.append(surprise_line(s, f))
    return lines


def surprise_line(s: State, f: Combat) -> Term:
    if f.surprise == NONE:
        return Term(0, "9.M.1.a", "no surprise attempted")
    id = s.edition.success_rows[f.surprise].id
    if id == "S":
        return Term(s.edition.modifier["ground", "surprise"].value, "9.M.1.b.i", "surprise")
    if id == "F*":
        return Term(s.edition.modifier["ground", "surprise_backfires"].value, "9.M.1.b.iii", "the attempt at surprise is betrayed")
    return Term(0, "9.M.1.b.ii", "no surprise")


def modifier_tally(s: State, f: Combat) -> Tally:
    value = Tally("modifiers")
    for line in modifiers(s, f):
        value.add(line.value, line.rule, line.what)
    return value
