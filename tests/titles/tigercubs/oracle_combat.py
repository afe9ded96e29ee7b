"""A second opinion on ground combat (9): strengths, modifiers, odds, and what each side loses."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import floor

from tests.titles.tigercubs.oracle_supply import cev_loss, effect, is_offensive
from tests.titles.tigercubs.oracle_world import (
    ARMS,
    AROUND,
    BOUNDARY,
    CITIES,
    FORTS,
    HALF,
    HEXES,
    MODIFIERS,
    NATIONS,
    SIDES,
    TERRAIN,
    TYPES,
    WORKS,
    Counter,
    World,
    enemy,
    number,
    pair,
    spot,
    table,
)

CRT = {(row["odds"], int(row["die"])): row["result"] for row in table("crt")}
COLUMNS = list(dict.fromkeys([odds for odds, _ in CRT]))
CLASSES = {"mot": "mot", "cav": "cav", "semi": "other", "other": "other", "static": "other", "none": "other"}  # 5.A.3.b-b


class Fight:
    """Who fights whom."""

    def __init__(self, w: World, side: str, target: str, attackers: list[str], defenders: list[str], bystanders: list[str]) -> None:
        self.w, self.side, self.target = w, side, target
        self.attackers = [w.units[u] for u in attackers]
        self.defenders = [w.units[u] for u in defenders]
        self.bystanders = [w.units[u] for u in bystanders]
        self.minority = ""  # named on a tie
        self.defending_minority = ""
        self.cas = (0, 0)  # combat factors of attacker and defender
        self.squadrons = (0, 0)  # that delivered them
        self.surprise = ""
        self.lines: dict[str, set[str]] = {}  # where the supply of a unit comes through

    @property
    def origins(self) -> list[str]:
        return sorted({u.at for u in self.attackers})


def state_of(w: World, unit: Counter) -> str:
    return "offensive" if is_offensive(w, unit) else unit.state


# The ground


def fort_side(w: World, target: str) -> str:
    """4.A.2: the hexside that an unreduced fort makes all around."""
    fort = HEXES[target]["fort"]
    return FORTS[fort]["side"] if fort and target not in w.reduced_forts else ""


def crossed(w: World, origin: str, target: str) -> list[dict[str, str]]:
    kinds = [BOUNDARY.get(pair(origin, target), ""), fort_side(w, target)]
    return [SIDES[kind] for kind in kinds if kind]


def is_city(target: str) -> bool:
    city = HEXES[target]["city"]
    return bool(city) and CITIES[city]["city"] == "yes"


def has_major_works(w: World, target: str) -> bool:
    return bool(fort_side(w, target)) or w.works.get(target, 0) >= 3


def works_share(w: World, target: str) -> Fraction:
    return number(WORKS[str(w.works[target])]["attack"]) if target in w.works else Fraction(1)


def ground_share(w: World, kind: str, origin: str, target: str) -> Fraction:
    """9.I: what the ground leaves of an attack by units of a class."""
    share = number(TERRAIN[HEXES[target]["terrain"]][f"attack_{kind}"]) * works_share(w, target)
    for side in crossed(w, origin, target):
        share *= number(side[f"attack_{kind}"])
    return share


# 9.B.1, 9.B.2 Strengths


def minorities(units: list[Counter], named: str) -> set[str]:
    """9.C.5: all contingents but the largest in SP; of equal ones the named."""
    weights: dict[str, Fraction] = {}
    for unit in units:
        weights[unit.contingent] = weights.get(unit.contingent, Fraction(0)) + unit.sp
    largest = [c for c, weight in weights.items() if weight == max(weights.values())]
    full = largest[0] if len(largest) == 1 else next(c for c in largest if c != named)
    return set(weights) - {full}


def printed(f: Fight, unit: Counter, what: str, enemies: list[Counter]) -> Fraction:
    """5.A.2: (1) is a half, but 1 where all enemies are special forces."""
    value = unit.rating(what, f.w.scale)
    fighting = [u for u in enemies if u.is_combat]
    if unit.row["bracketed"] == "yes" and fighting and all(u.type == "special_forces" for u in fighting):
        value *= 2
    return value


def artillery_share(w: World, unit: Counter) -> Fraction:
    """9.L.5."""
    return HALF if unit.is_artillery and w.line_sp(unit.at, unit.side) < 1 else Fraction(1)


def efficiency(f: Fight, unit: Counter, attacking: bool) -> Fraction:
    """5.A.9."""
    cev = number(NATIONS[unit.nation]["cev"])
    if attacking and not is_offensive(f.w, unit):
        cev = min(cev, Fraction(3, 4))
    return cev * (1 - cev_loss(f.w, unit.side, f.lines[unit.id]))


def attack_of(f: Fight, unit: Counter) -> Fraction:
    w = f.w
    if unit.fired and w.agreed["heavy_aa"]:  # 11.A.1.a.ii
        return Fraction(0)
    value = printed(f, unit, "attack", f.defenders) * effect(state_of(w, unit), "attack") * efficiency(f, unit, attacking=True)
    if unit.contingent in minorities(f.attackers, f.minority):
        value *= HALF
    value *= artillery_share(w, unit)
    if unit.type == "heavy_artillery":
        value *= 4 if has_major_works(w, f.target) else 3 if is_city(f.target) else 1
    kinds = {CLASSES[unit.row["mobility"]]}
    if unit.is_artillery and unit.row["mobility"] == "mot":  # 9.L.3
        kinds.add("other")
    return value * max(ground_share(w, kind, unit.at, f.target) for kind in kinds)


def defence_of(f: Fight, unit: Counter) -> Fraction:
    w = f.w
    value = printed(f, unit, "defence", f.attackers) * effect(state_of(w, unit), "defence") * efficiency(f, unit, attacking=False)
    if unit.contingent in minorities(f.defenders, f.defending_minority):
        value *= Fraction(3, 4)
    if unit.type in ("machine_gun", "light_aa") and by_infantry(f):
        value *= Fraction(3, 2)
    if unit.fired and w.agreed["heavy_aa"]:
        value *= HALF
    return value * artillery_share(w, unit)


def by_infantry(f: Fight) -> bool:
    """9.L.2: a quarter of the attacking SP, support apart, is infantry or cavalry."""
    force = [u for u in f.attackers if not u.is_support]
    foot = sum([u.sp for u in force if TYPES[u.type]["infantry"] == "yes"], Fraction(0))
    return foot > 0 and foot * 4 >= sum([u.sp for u in force], Fraction(0))


def attack_strength(f: Fight) -> Fraction:
    cas = f.cas[0] * works_share(f.w, f.target)  # 8.E.1.c-b
    ways = [crossed(f.w, origin, f.target) for origin in f.origins]
    if all(way == ways[0] for way in ways):
        for side in ways[0]:
            cas *= number(side["attack_other"])
    return sum([attack_of(f, u) for u in f.attackers], cas)


def defence_strength(f: Fight) -> Fraction:
    return sum([defence_of(f, u) for u in f.defenders], Fraction(f.cas[1]))


# 9.B.3 Odds


def odds(f: Fight, attack: Fraction, defence: Fraction) -> tuple[str, int, str]:
    """The column, and the highest percentile at which another that is better holds; none: 0."""
    column, chance, better = plain_odds(attack, defence)
    if any(not is_offensive(f.w, u) for u in f.attackers):  # 13.I.2.c
        return column, 0, column
    return column, chance, better


def plain_odds(attack: Fraction, defence: Fraction) -> tuple[str, int, str]:
    if attack >= 9 * defence:
        return "9:1", 0, "9:1"
    if attack * 4 <= defence:
        return "1:4", 0, "1:4"
    if attack >= defence:
        hundredths = floor(attack / defence * 100)
        whole, chance = divmod(hundredths, 100)
        return f"{whole}:1", chance, f"{whole + 1}:1" if chance else f"{whole}:1"
    hundredths = floor(defence / attack * 100)
    whole, worse = divmod(hundredths, 100)
    better = f"1:{whole}"
    return (f"1:{whole + 1}", 100 - worse, better) if worse else (better, 0, better)


def result(column: str, die: int) -> str:
    return CRT[column, max(-4, min(15, die))]


# 9.B.4 Modifiers


def hexside_drm(f: Fight) -> int:
    """9.B.5: the worst of all sides; of one side only its worse line."""
    return min([min([int(side["drm"]) for side in crossed(f.w, origin, f.target)], default=0) for origin in f.origins])


def terrain_drm(f: Fight) -> int:
    drm = int(TERRAIN[HEXES[f.target]["terrain"]]["drm"])
    if HEXES[f.target]["city"]:
        drm += int(CITIES[HEXES[f.target]["city"]]["drm"])
    if f.target in f.w.works:
        drm += int(WORKS[str(f.w.works[f.target])]["drm"])
    return drm


def arm(unit: Counter) -> dict[str, str]:
    return ARMS.get(TYPES[unit.type]["arm"], {"armour": "0", "anti_tank": "0", "adds_to_defence": ""})


def shock_band(points: Fraction) -> int:
    """9.L.1.b."""
    whole = 1 if 0 < points < 1 else floor(points)
    return 4 if whole >= 13 else 3 if whole >= 11 else 2 if whole >= 6 else 1 if whole >= 1 else 0


def shock_points(f: Fight, unit: Counter) -> Fraction:
    points = number(arm(unit)["armour"]) * unit.sp * effect(state_of(f.w, unit), "effects")
    points *= number(TERRAIN[HEXES[f.target]["terrain"]]["ase"])
    if HEXES[f.target]["city"]:
        points *= number(CITIES[HEXES[f.target]["city"]]["ase"])
    if f.target in f.w.works:
        points *= number(WORKS[str(f.w.works[f.target])]["ase"])
    for side in crossed(f.w, unit.at, f.target):
        points *= number(side["ase"])
    return points


def shock_drm(f: Fight) -> int:
    points = {u.id: shock_points(f, u) for u in f.attackers}
    drm = shock_band(sum(points.values(), Fraction(0)))
    short = [u for u in f.attackers if points[u.id] and u.state in ("E1", "U1")]
    if short and drm:
        alone = shock_band(sum([points[u.id] for u in f.attackers if u not in short], Fraction(0)))
        drm = max(drm - 1, alone)
    return drm


def armour_points(f: Fight) -> Fraction:
    """Unmodified."""
    return sum([number(arm(u)["armour"]) * u.sp for u in f.attackers], Fraction(0))


def gun_points(f: Fight, unit: Counter) -> Fraction:
    if unit.type == "heavy_aa" and unit.mode != "at":
        return Fraction(0)
    return number(arm(unit)["anti_tank"]) * unit.sp if effect(unit.state, "effects") else Fraction(0)


def gun_band(points: Fraction, armour: Fraction) -> int:
    """9.L.1.c."""
    at, against = floor(points), floor(armour)
    if at < 2 or against < 3:
        return 0
    if at <= 5:
        return -1
    if at <= 12:
        return -1 if against <= 8 else -2
    return -2 if against <= 8 else -3 if against <= 12 else -4


def anti_tank_drm(f: Fight) -> int:
    points = {u.id: gun_points(f, u) for u in f.defenders}
    drm = gun_band(sum(points.values(), Fraction(0)), armour_points(f))
    short = [u for u in f.defenders if points[u.id] and u.state == "U1"]
    if short and drm:
        alone = gun_band(sum([points[u.id] for u in f.defenders if u not in short], Fraction(0)), armour_points(f))
        drm = min(drm + 1, alone)
    return drm


def armour_defence_drm(f: Fight) -> int:
    """9.L.1.e."""
    triggered = gun_band(sum([gun_points(f, u) for u in f.defenders], Fraction(0)), armour_points(f))
    if triggered or TERRAIN[HEXES[f.target]["terrain"]]["ade"] != "yes":
        return 0
    armour = [u for u in f.defenders if is_shield(u)]
    weight = sum([u.sp * (2 if u.type == "heavy_tank" else 1) for u in armour], Fraction(0))
    others = sum([u.sp for u in f.defenders if u.is_line and u not in armour], Fraction(0))
    return -1 if weight > 1 or (weight == 1 and others >= 1) else 0


def is_shield(unit: Counter) -> bool:
    nation = NATIONS[unit.nation]["armour_defence"] == "yes"
    return nation and arm(unit)["adds_to_defence"] == "yes" and effect(unit.state, "effects") > 0


def engineers_drm(f: Fight) -> int:
    """9.L.4."""
    fortified = has_major_works(f.w, f.target) or is_city(f.target)
    if not fortified and f.target not in f.w.works:
        return 0
    engineers = [u for u in f.attackers if u.type == "combat_engineer"]
    weight = sum([u.sp * effect(state_of(f.w, u), "effects") * (2 if fortified else 1) for u in engineers], Fraction(0))
    return 1 if weight >= 1 else 0


def concentric_drm(f: Fight) -> int:
    """9.K: two sides with another between them, both ways round; three sides and opposite sides have such a pair, too."""
    marks = [bearing(f.target, origin) for origin in f.origins]
    return int(any(2 <= abs(a - b) <= 4 for a, b in combinations(marks, 2)))


def bearing(middle: str, place: str) -> int:
    """The side of a hex that a neighbour lies on, clockwise from the north."""
    (column, row), (c, r) = spot(middle), spot(place)
    if c == column:
        return 0 if r < row else 3
    upper = r == (row - 1 if column % 2 else row)
    return (1 if upper else 2) if c > column else (5 if upper else 4)


# 5.B.5 Air superiority


def air_superiority_drm(f: Fight) -> int:
    """For the attacker."""
    w, drm = f.w, 0
    fighters = {side: active_fighters(w, side) for side in (f.side, enemy(f.side))}
    ours, theirs = fighters[f.side], fighters[enemy(f.side)]
    drm += (ours > 0 and ours >= 2 * theirs) - (theirs > 0 and theirs >= 2 * ours)
    above = {side: fighters_over(w, side, f.target) for side in fighters}
    drm += sign(above[f.side] - above[enemy(f.side)]) + sign(f.squadrons[0] - f.squadrons[1])
    return max(-3, min(3, drm))


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def active_fighters(w: World, side: str) -> int:
    """In supply, in squadrons."""
    return sum([a.steps for a in w.airs.values() if a.side == side and a.is_fighter and not a.out])


def fighters_over(w: World, side: str, target: str) -> int:
    return sum([a.steps for a in w.airs.values() if a.side == side and a.is_fighter and a.aloft == target and not a.homeward])


def surprise_drm(f: Fight) -> int:
    return {"S": MODIFIERS["ground", "surprise"], "F*": MODIFIERS["ground", "surprise_backfires"]}.get(f.surprise, 0)


def chances_of_surprise(f: Fight) -> int:
    """What is added to the die on the Success Table."""
    enemies = f.defenders or f.bystanders
    drm = int(main_cev(f.attackers) > main_cev(enemies))
    fighters = {side: active_fighters(f.w, side) for side in (f.side, enemy(f.side))}
    drm += fighters[f.side] > 0 and fighters[f.side] >= 2 * fighters[enemy(f.side)]
    drm += all(not u.began or u.began not in AROUND[f.target] for u in f.attackers)
    drm -= any(u.type in ("recon", "cavalry", "light_armour") for u in enemies)
    return drm - 2 * has_major_works(f.w, f.target)


def main_cev(units: list[Counter]) -> Fraction:
    """Of the contingent with most SP: the CEV of its largest nation. HQs and quartermasters alone have none."""
    units = [u for u in units if u.is_combat]
    weights: dict[str, Fraction] = {}
    for unit in units:
        weights[unit.contingent] = weights.get(unit.contingent, Fraction(0)) + unit.sp
    if not weights:
        return Fraction(0)
    main = max(weights, key=lambda c: weights[c])
    nations: dict[str, Fraction] = {}
    for unit in units:
        if unit.contingent == main:
            nations[unit.nation] = nations.get(unit.nation, Fraction(0)) + unit.sp
    return number(NATIONS[max(nations, key=lambda n: nations[n])]["cev"])


def modifiers(f: Fight) -> dict[str, int]:
    return {
        "terrain": terrain_drm(f),
        "hexside": hexside_drm(f),
        "shock": shock_drm(f),
        "anti-tank": anti_tank_drm(f),
        "armour defence": armour_defence_drm(f),
        "engineers": engineers_drm(f),
        "concentric": concentric_drm(f),
        "air": air_superiority_drm(f),
        "surprise": surprise_drm(f),
    }
