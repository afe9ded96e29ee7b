"""A second opinion on the air: flights and loads (8), air combat (10), anti-aircraft fire (11), and what bombs do."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, trunc

from tests.titles.tigercubs.oracle_world import (
    AROUND,
    BOUNDARY,
    BOXES,
    CITIES,
    HALF,
    HEXES,
    LINES,
    MODIFIERS,
    NATIONS,
    STATES,
    Counter,
    Flyer,
    World,
    by_id,
    distance,
    enemy,
    number,
    passable,
    table,
)

AIR_CRT = {(row["column"], int(row["die"])): row["result"] for row in table("air_crt")}
AA_CRT = {(row["column"], int(row["die"])): row["result"] for row in table("aa_crt")}
BANDS = {"short": Fraction(1, 4), "normal": Fraction(1), "extended": Fraction(3, 2), "long": Fraction(2)}
BOMBS = {"short": Fraction(3, 2), "normal": Fraction(1), "extended": HALF, "long": Fraction(1, 4)}
NEEDED = {"airbase": 3, "port": 4, "bridge": 5, "rail": 4}
HOSTS = {"axis": "ITA", "allied": "UK"}
BEFORE_RADAR = ("MAY I", "MAY II", "MAY 1", "MAY 2", "MAY 3", "MAY 4", "MAY 5", "MAY 6")


class Raid:
    """A mission over its target."""

    def __init__(self, w: World, side: str, kind: str, target: str) -> None:
        self.w, self.side, self.kind, self.target = w, side, kind, target
        self.night = False
        self.determined = False
        self.bombers: list[Flyer] = []
        self.escorts: list[Flyer] = []
        self.interceptors: list[Flyer] = []
        self.pairs: list[tuple[Flyer, Flyer]] = []  # interceptor and opponent
        self.shares: dict[str, Fraction] = {}  # what air combat has left of the load of one who turned back
        self.attackers: list[Counter] = []  # on the ground, of the combat that CAS is flown for
        self.combat_side = ""  # who attacks there

    def force(self, side: str) -> list[Flyer]:
        return self.bombers + self.escorts if side == self.side else self.interceptors


# 8.B.5 Ranges


def band(air: Flyer, place: str) -> str:
    flown = distance(air.base, place)
    return next((name for name, share in BANDS.items() if flown <= share * int(air.row["range"])), "")


def landings(w: World, air: Flyer) -> set[str]:
    """8.A: friendly bases within its range from where it is, or within that of the band in which it came."""
    reach = max(BANDS["normal"], BANDS.get(band(air, air.aloft), BANDS["normal"])) * int(air.row["range"])
    return {base for base in airbases(w, air.side) if distance(air.aloft, base) <= reach}


def airbases(w: World, side: str) -> set[str]:
    printed = {place for rows in (HEXES, BOXES) for place, row in rows.items() if int(row["airport"] or 0)}
    return {place for place in printed | set(w.airfields) | w.airstrips if w.in_play(place) and controls(w, side, place)}


def controls(w: World, side: str, place: str) -> bool:
    """2.F.3."""
    if place in BOXES:
        return BOXES[place]["owner"] == side
    return w.holds(place, side) or (w.owner.get(place) == side and not w.holds(place, enemy(side)))


# 8.D, 8.E Where missions are flown, and who flies them

MISSIONS = by_id("missions")
BRIDGES = {side for side in LINES["road"] if BOUNDARY.get(side) == "wadi"}


def targets(w: World, side: str, kind: str) -> set[str]:
    """Of a bombing mission of the movement phase, range aside."""
    foe = enemy(side)
    if kind == "airbase":
        return airbases(w, foe)
    places = {place for place in (*HEXES, *BOXES) if w.in_play(place) and w.owner.get(place) == foe}
    if kind == "port":
        ports = {place: int({**HEXES, **BOXES}[place]["clearing"] or 0) for place in places}
        return {place for place, clearing in ports.items() if clearing > w.port_hits.get(place, 0)}
    hexes = {place for place in places if place in HEXES}
    if kind == "rail":
        return {place for place in hexes if any(place in side for side in LINES["rail"])}
    if kind == "bridge":
        return {place for place in hexes if any(place in side for side in BRIDGES - w.bridges_down)}
    front = [place for place in hexes if passable(place) and (is_coast(place) or is_front(w, side, place))]
    near = {place for place in hexes if any(distance(place, there) < 5 for there in front)}
    return near | {u.at for u in w.of(foe) if u.type in ("army_hq", "corps_hq", "supply_terminal") and w.in_play(u.at)}


def is_coast(place: str) -> bool:
    return any(HEXES[there]["terrain"] == "sea" for there in AROUND[place])


def is_front(w: World, side: str, place: str) -> bool:
    return any(w.owner.get(there) == side for there in AROUND[place])


def takes_off(w: World, air: Flyer) -> bool:
    """4.B.3, 13.H.3.b, 13.Q.3.b, for a mission that is no transfer and as the first from its base in a player turn."""
    row = {**HEXES, **BOXES}[air.base]
    wings = int(row["airport"] or 0) + 3 * w.airfields.get(air.base, 0) + (air.base in w.airstrips) - w.base_hits.get(air.base, 0)
    return air.out < 2 and (air.base != "CRE" or air.paid) and air.steps <= 2 * wings


def bombs(w: World, air: Flyer, kind: str, target: str) -> bool:
    """8.D.1.d, 8.E.1: whether it flies such a mission to a place by day."""
    factors = number(air.row["bombing"]) > 0 or (kind == "airbase" and air.is_fighter)
    return factors and air.type in MISSIONS[kind]["by"].split() and takes_off(w, air) and bool(band(air, target))


def intercepts(w: World, air: Flyer, target: str) -> bool:
    """8.D.1.a: by day, over a hex that its side owns or controls."""
    ours = w.owner.get(target) == air.side or controls(w, air.side, target)
    return air.is_fighter and ours and takes_off(w, air) and distance(air.base, target) <= int(air.row["range"])


# 10.C Air combat


def attack_factor(raid: Raid, air: Flyer) -> Fraction:
    value = Fraction(int(air.row["attack"]))
    if not air.is_fighter:
        return value
    flown = band(air, raid.target)
    if air in raid.interceptors and flown == "short" and has_radar(raid.w, air, raid.target):
        value *= 2
    if flown == "extended":
        value = max(value * Fraction(3, 4), Fraction(1))
    if flown == "long" and air in raid.escorts:
        value = max(value * HALF, Fraction(1))
    if air in raid.bombers:  # it keeps its bombs
        value = Fraction(ceil(value / 2))
    return value


def has_radar(w: World, air: Flyer, place: str) -> bool:
    """GCI: type F of the RAF at Tobruk, Matruh and in the Delta from JUN I on."""
    return air.type == "F" and air.nation == "UK" and place in ("0905", "2408", "DEL") and w.turn not in BEFORE_RADAR


def acev(air: Flyer) -> int:
    value = int(NATIONS[air.nation]["acev"])
    return min(value, 0) if air.state == "U3" else value


def is_other(raid: Raid, air: Flyer) -> bool:
    """No fighter, or a heavy one against nothing but F (10.C.1.b.iii)."""
    if not air.is_fighter:
        return True
    against = raid.force(enemy(air.side))
    return air.type == "HF" and bool(against) and all(x.type == "F" for x in against)


def air_modifiers(raid: Raid, shooter: Flyer, target: Flyer, ignored: bool, firing: int = 1) -> int:
    drm = acev(shooter) - acev(target)
    if not is_other(raid, shooter) and is_other(raid, target):
        drm += MODIFIERS["air", "fighter_at_other"]
    if is_other(raid, shooter) and not is_other(raid, target):
        drm += MODIFIERS["air", "heavy_fighter_at_fighter" if shooter.is_fighter else "other_at_fighter"]
    drm += ratio_drm(raid, shooter.side)
    if not shooter.is_wing and target.is_wing:
        drm += MODIFIERS["air", "squadron_at_wing"]
    if ignored:
        drm += MODIFIERS["air", "bypassed"]
    if shooter.state == "U3":
        drm += MODIFIERS["air", "collapsing"]
    if raid.night and not shooter.type.startswith("N"):
        drm += MODIFIERS["air", "day_unit_at_night"]
    if not ignored:
        drm += crowd_drm(raid, shooter, target)
    elif firing > 1:
        drm += MODIFIERS["air", "three_attackers" if firing > 2 else "two_attackers"]
    return drm


def ratio_drm(raid: Raid, side: str) -> int:
    """Squadrons of fighters on both sides; for the larger alone."""
    ours, theirs = [sum([a.steps for a in raid.force(whose) if a.is_fighter]) for whose in (side, enemy(side))]
    if not ours or not theirs:
        return 0
    return MODIFIERS["air", "ratio_3"] if ours >= 3 * theirs else MODIFIERS["air", "ratio_2"] if ours >= 2 * theirs else 0


def crowd_drm(raid: Raid, shooter: Flyer, target: Flyer) -> int:
    """One-to-Many Air Combat."""
    for sign, many, one in ((1, shooter, target), (-1, target, shooter)):
        hunters = [a for a, b in raid.pairs if b is one]
        if many in hunters and len(hunters) > 1:
            return sign * MODIFIERS["air", "three_attackers" if len(hunters) > 2 else "two_attackers"]
    return 0


def air_column(attack: Fraction, defence: int) -> str:
    value = trunc(attack - defence)
    for low, name in ((5, ">=+5"), (3, "+3..+4"), (1, "+1..+2"), (-1, "-1..0"), (-3, "-3..-2")):
        if value >= low:
            return name
    return "<=-4"


def air_result(column: str, die: int) -> str:
    return AIR_CRT[column, max(-3, min(16, die))]


# 8.E, 11.D Loads


def load(raid: Raid, air: Flyer) -> Fraction:
    """What it brings over the target: OBF by range, dive, night and supply; what air combat left; and code T on BAI."""
    wing = number(air.row["bombing"])
    if raid.kind == "airbase" and air.is_fighter:
        wing = max(wing, Fraction(1))  # 8.D.1.d
    value = wing * (1 if air.is_wing else HALF) * BOMBS[band(air, raid.target)]
    if air.type == "D":
        value *= Fraction(3, 2)
    if raid.night and not air.type.startswith("N"):
        value *= HALF
    if air.state in ("E1", "U1"):
        value *= HALF
    if raid.kind == "bai" and "T" in air.codes:
        value += 5 if air.is_wing else 2
    return value * raid.shares.get(air.id, Fraction(1))


def landed(value: Fraction, result: str, determined: bool) -> Fraction:
    """11.D: what of a load falls on the target."""
    drops, dispersed = {
        "-": (Fraction(1), Fraction(0)),
        "R*": (Fraction(1), Fraction(1, 4)),
        "R": (Fraction(3, 4), Fraction(1)),
        "1": (HALF, HALF),
        "1R": (HALF, HALF),
        "2": (Fraction(0), Fraction(0)),
    }[result]
    dropped = value * drops
    if determined:  # 10.B.1.c
        return dropped
    return dropped - min(Fraction(ceil(dropped * dispersed)), dropped)


def hits(kind: str, points: Fraction) -> tuple[int, int]:
    """8.E.1: whole hits, and the highest percentile that gives one more."""
    whole = floor(points / NEEDED[kind])
    return whole, floor((points / NEEDED[kind] - whole) * 100)


def interdiction_level(points: Fraction) -> int:
    return 3 if points >= 24 else 2 if points >= 18 else 1 if points >= 12 else 0


def support(raid: Raid, delivered: dict[str, Fraction]) -> tuple[int, int]:
    """8.E.1.c, 2.I.3: whole combat factors, and the highest D10 that gives one more."""
    points = sum([value / (1 if "T" in raid.w.airs[air].codes else 4) for air, value in delivered.items()], Fraction(0))
    if raid.w.scale == "5-day":
        points *= 10
    return floor(points), floor(points * 10) % 10


# 11 Anti-aircraft fire


class Guns:
    def __init__(self) -> None:
        self.light = self.heavy = self.starved = Fraction(0)
        self.nations: dict[str, Fraction] = {}

    def add(self, value: Fraction, heavy: bool, nation: str) -> None:
        if heavy:
            self.heavy += value
        else:
            self.light += value
        self.nations[nation] = self.nations.get(nation, Fraction(0)) + value

    def add_unit(self, unit: Counter) -> None:
        value = number(unit.row["aa"]) * number(STATES[unit.state]["aa"])
        heavy = unit.row["aa_kind"] == "heavy"
        if not value or (heavy and unit.mode == "at"):
            return
        self.add(value, heavy, unit.nation)
        if unit.out:
            self.starved += value

    def add_place(self, w: World, place: str, side: str) -> None:
        """What airports, airfields, cities, ports and boxes have."""
        if w.owner.get(place) != side or any(u.state in ("U2", "U3") for u in w.at(place) if u.side == side):
            return
        row = BOXES[place] if place in BOXES else HEXES[place]
        light = int(row["airport"] != "" and int(row["airport"]) > 0) + w.airfields.get(place, 0) if place in HEXES else 0
        heavy = int(row["port"] == "large") + 4 * (row["port"] == "great") if place in HEXES else 0
        if place in HEXES and row["city"] and CITIES[row["city"]]["city"] == "yes":
            light += 1
        if place in BOXES:
            light, heavy = int(row["light_aa"] or 0), int(row["heavy_aa"] or 0)
        self.add(Fraction(light), False, HOSTS[side])
        self.add(Fraction(heavy), True, HOSTS[side])


def averages_attackers(raid: Raid) -> bool:
    """11.B.1.c: CAS against those who attack."""
    return raid.kind == "cas" and raid.side != raid.combat_side


def area(raid: Raid) -> list[str]:
    return [raid.target, *AROUND[raid.target]] if raid.kind == "bai" else [raid.target]


def guns_below(raid: Raid) -> Guns:
    found, side = Guns(), enemy(raid.side)
    if averages_attackers(raid):
        for unit in raid.attackers:
            found.add_unit(unit)
        return found
    for place in area(raid):
        found.add_place(raid.w, place, side)
        for unit in raid.w.at(place):
            if unit.side == side:
                found.add_unit(unit)
    return found


def aa_factor(raid: Raid, air: Flyer, guns: Guns) -> Fraction:
    value = guns.light + guns.heavy
    if raid.kind == "bai":
        value = Fraction(ceil(value / len(area(raid))))
    if averages_attackers(raid):
        value = Fraction(floor(value / len({u.at for u in raid.attackers})))
    return value * (2 if raid.determined else 1) * (2 if "L" in air.codes else 1)


def aa_column(value: Fraction) -> str:
    """None below one point."""
    for low, name in ((24, "24+"), (17, "17-23"), (13, "13-16"), (9, "9-12"), (5, "5-8"), (3, "3-4"), (1, "1-2")):
        if value >= low:
            return name
    return ""


def aa_modifiers(raid: Raid, air: Flyer, guns: Guns) -> int:
    drm = 0
    firing = {nation: value for nation, value in guns.nations.items() if value}
    if firing:
        most = max(firing.values())
        drm += max([int(NATIONS[nation]["aa"]) for nation, value in firing.items() if value == most])
    if raid.night:
        drm += MODIFIERS["aa", "night"]
    if air.type == "D":
        drm += MODIFIERS["aa", "dive"]
    if air.type == "HF":
        drm += MODIFIERS["aa", "heavy_type"]
    forted = raid.target in HEXES and HEXES[raid.target]["fort"] and raid.target not in raid.w.reduced_forts
    if forted and raid.kind != "bai" and not averages_attackers(raid):
        drm += MODIFIERS["aa", "fort"]
    if guns.starved * 2 > guns.light + guns.heavy:
        drm += MODIFIERS["aa", "out_of_supply"]
    return drm


def aa_result(column: str, die: int) -> str:
    return AA_CRT[column, max(-3, min(16, die))]


class Fate:
    """What becomes of an air unit over the target."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.returned = False
        self.share = Fraction(1)  # of its load, after air combat
        self.on_target = Fraction(0)

    def turn_back(self, share: Fraction) -> None:
        if self.steps:
            self.returned = True
            self.share = min(self.share, share)


def air_combat(raid: Raid, faces: list[int | str]) -> dict[str, Fate]:
    """10.C.1: all fire at once, each interceptor at its opponent and he back; then losses, then who turns back."""
    flyers = raid.bombers + raid.escorts + raid.interceptors
    found, results = {a.id: Fate(a.steps) for a in flyers}, list[tuple[Flyer, str]]()
    for hunter, prey in raid.pairs:
        for shooter, target in ((hunter, prey), (prey, hunter)):
            column = air_column(attack_factor(raid, shooter), int(target.row["defence"]))
            die = int(faces.pop(0)) + air_modifiers(raid, shooter, target, ignored=False)
            results.append((target, air_result(column, die)))
    for air, result in results:
        found[air.id].steps = max(0, found[air.id].steps - {"1": 1, "2": 2, "2R": 2}.get(result, 0))
    for air, result in results:
        if result in ("R", "R*"):
            found[air.id].turn_back(Fraction(1, 4) if result == "R" else HALF)
    for air, result in results:
        similar = [a for a in raid.force(air.side) if a.type[-1] == air.type[-1] and found[a.id].steps and not found[a.id].returned]
        if result == "2R" and similar:
            found[str(faces.pop(0))].turn_back(Fraction(1, 4))
    return found


def anti_aircraft(raid: Raid, faces: list[int | str]) -> dict[str, Fate]:
    """11.C, 11.D: one die for each bomber in turn that can be fired at, then another one at random for each 1R."""
    guns, results = guns_below(raid), dict[str, str]()
    for air in raid.bombers:
        column = aa_column(aa_factor(raid, air, guns))
        die = int(faces.pop(0)) if column else 0
        results[air.id] = aa_result(column, die + aa_modifiers(raid, air, guns)) if column else "-"
    for _ in [result for result in results.values() if result == "1R"]:
        untouched = [a for a, result in results.items() if result == "-" and a not in raid.shares]
        if untouched:
            results[str(faces.pop(0))] = "R"
    found = {}
    for air in raid.bombers:
        fate = found[air.id] = Fate(air.steps)
        fate.on_target = landed(load(raid, air), results[air.id], raid.determined)
        fate.returned = air.id in raid.shares
        if not fate.returned:  # who has turned back takes no casualties
            fate.steps -= min(air.steps, {"1": 1, "1R": 1, "2": 2}.get(results[air.id], 0))
            fate.returned = results[air.id] in ("R", "R*")
    return found
