"""Positions of Tiger Cubs at random: from random play, and shaken so that what hardly ever happens does."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Final

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, take
from sandtable.kernel.sides import SIDES, other
from sandtable.titles.tigercubs.air_range import NORMAL, band
from sandtable.titles.tigercubs.combat_strength import tied_contingents
from sandtable.titles.tigercubs.frames import Combat, CombatPhase, Strike
from sandtable.titles.tigercubs.interdiction import supply_line
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, CONTINGENTS, NONE, QUARTERMASTER, SCALES, TERMINAL
from sandtable.titles.tigercubs.scales import GSP
from sandtable.titles.tigercubs.scenarios import new_game
from sandtable.titles.tigercubs.sequence import OUTLINES
from sandtable.titles.tigercubs.state import (
    AA_MODE,
    AT_MODE,
    EMPLACED,
    EMPLACING,
    FIRED_AA,
    MOBILE,
    PAID_AIR,
    PAID_GENERAL,
    PAID_OFFENSIVE,
    REVERTING,
    Agreed,
    State,
    holder,
    is_based,
    lift,
    mark,
    move,
    place,
    reduce,
)
from tests.titles.tigercubs.oracle_air import Raid
from tests.titles.tigercubs.oracle_combat import Fight
from tests.titles.tigercubs.oracle_world import Counter, Flyer, World, pair
from tests.titles.tigercubs.position import E

FAMOUS: Final = ("0905", "1406", "1407", "1308", "2408", "0302", "1607", "1807")
POSTS: Final = {MOBILE: "mobile", EMPLACED: "emplaced", EMPLACING: "emplacing", REVERTING: "reverting"}
MODES: Final = {AA_MODE: "aa", AT_MODE: "at"}
PAID: Final = {PAID_GENERAL: "general", PAID_OFFENSIVE: "offensive", PAID_AIR: "air"}


def name(place: int) -> str:
    return E.map.ids[place]


CROSSINGS: Final = {E.hexside(p, q): pair(name(p), name(q)) for p in range(E.sheet) for q in E.road[p] if q < E.sheet}


def world(s: State) -> World:
    """The position as the second opinion keeps it."""
    w = World(E.scenarios[s.agreed.scenario], SCALES[s.agreed.scale], E.turn_rows[s.turn].id, SIDES[s.phasing])
    w.agreed = {"heavy_aa": s.agreed.heavy_aa, "hexsides": s.agreed.hexsides}
    for unit, row in enumerate(E.unit_rows):
        if s.where[unit] >= 0:
            u = w.units[row.id] = Counter(row.id, name(s.where[unit]))
            u.reduced, u.out, u.cut = bool(s.reduced[unit]), s.out[unit], bool(s.cut[unit])
            u.colour = SIDES[s.colour[unit]] if s.colour[unit] != NONE else ""
            u.paid = {what for bit, what in PAID.items() if s.paid[unit] & bit}
            u.offensive, u.post, u.mode = bool(s.offensive[unit]), POSTS[s.post[unit]], MODES.get(s.mode[unit], "")
            u.fired = bool(s.did[unit] & FIRED_AA)
            u.began = name(s.turn_start[unit]) if s.turn_start[unit] >= 0 else ""
    for air, air_row in enumerate(E.air_rows):
        if is_based(s, air):
            a = w.airs[air_row.id] = Flyer(air_row.id, name(s.base[air]), s.steps[air])
            a.aloft = name(s.aloft[air]) if s.aloft[air] != NONE else ""
            a.homeward, a.out, a.cut = bool(s.homeward[air]), s.air_out[air], bool(s.air_cut[air])
            a.colour, a.paid = SIDES[s.air_colour[air]] if s.air_colour[air] != NONE else "", bool(s.air_paid[air])
    w.owner = {name(p): SIDES[side] for p, side in enumerate(s.owner) if side != NONE}
    w.works = {name(p): level for p, level in s.works.items() if level}
    w.reduced_forts = {name(p) for p in s.reduced_forts}
    w.airfields = {name(p): n for p, n in s.airfields.items() if n}
    w.airstrips = {name(p) for p in s.airstrips}
    w.base_hits = {name(p): n for p, n in s.base_hits.items()}
    w.port_hits = {name(p): n for p, n in s.port_hits.items()}
    w.rail_breaks = {name(p) for p, n in s.rail_breaks.items() if n}
    w.bridges_down = {CROSSINGS[n] for n in s.bridges_down}
    w.gsp = {name(p): Fraction(n, GSP) for p, n in s.gsp.items() if p < E.places}
    w.zones = [(SIDES[side], name(centre), level) for side, centre, level in s.interdicted]
    w.fed = {E.unit_rows[hq].id: [name(p) for p in places] for hq, places in s.fed.items()}
    return w


def played(r: random.Random, scenario: int, scale: int, plies: int) -> State:
    """After so many decisions at random, or at the end of the game if that comes first."""
    dice = SeededDice(r.randrange(1 << 30))
    agreed = Agreed(scenario, scale, heavy_aa=r.random() < 0.5)
    s = new_game(E, OUTLINES, agreed, dice)
    last = s
    for _ in range(plies):
        if not s.frames:
            return last
        take(s, r.choice(options(s)), dice)
    return s


def shaken(r: random.Random, s: State) -> State:
    """The same with units moved about, reduced, short of supply; other hexes, zones, posts, payments and damage."""
    s = s.clone()
    scatter(r, s)
    crowd(r, s)
    starve(r, s)
    supply(r, s)
    damage(r, s)
    s.memo.clear()
    return s


def scatter(r: random.Random, s: State) -> None:
    """Most units go near somebody else of either side; those that have not come yet may come."""
    ground = [p for p in range(E.sheet) if E.passable[p] and E.in_play[s.agreed.scenario][p]]
    for unit in r.sample(range(E.units), E.units):
        if s.where[unit] < 0 and r.random() < 0.3:
            place(s, unit, spot(r, s, unit, ground))
        elif s.where[unit] >= 0 and r.random() < 0.4:
            move(s, unit, spot(r, s, unit, ground))
        if s.where[unit] >= 0 and E.reducible[unit] and not s.reduced[unit] and r.random() < 0.25:
            reduce(s, unit)
        s.turn_start[unit] = s.where[unit] if r.random() < 0.6 else r.choice(ground)


def crowd(r: random.Random, s: State) -> None:
    """A big battle: a hex, often a famous one, with half a dozen units in it and as many of the enemy around it."""
    middle = E.place(r.choice(FAMOUS)) if r.random() < 0.6 else r.choice([p for p in s.stack if p < E.sheet])
    if not E.in_play[s.agreed.scenario][middle]:
        return
    defender = r.randint(0, 1)
    for there in (middle, *E.around[middle]):
        for unit in s.stack.get(there, ()):
            lift(s, unit)
    for side, most in ((defender, 7), (other(defender), 14)):
        ring = [p for p in E.around[middle] if E.passable[p] and E.in_play[s.agreed.scenario][p]]
        for unit in r.sample(E.of_side[side], r.randint(1, most)):
            there = middle if side == defender else r.choice(ring)
            if s.where[unit] >= 0:
                lift(s, unit)
            place(s, unit, there)


def spot(r: random.Random, s: State, unit: int, ground: list[int]) -> int:
    """A place without enemies, mostly next to a unit of either side, sometimes with a friend."""
    side = E.side[unit]
    for _ in range(50):
        near = r.choice([p for p in s.stack if p < E.sheet] or ground)
        there = r.choice(ground) if r.random() < 0.1 else near if r.random() < 0.4 else r.choice(E.near[near])
        if there in ground and holder(s, there) in (side, NONE):
            return there
    return next(p for p in ground if holder(s, p) in (side, NONE))


def starve(r: random.Random, s: State) -> None:
    share = r.choice([0, 0.1, 0.3])
    for unit in range(E.units):
        if s.where[unit] >= 0 and E.role[unit] == COMBAT_UNIT:
            out = r.randint(1, 4) if r.random() < share else 0
            mark(s, unit, out, r.random() < (0.5 if out else 0.1), r.randint(0, 1) if out else NONE)
        s.offensive[unit] = int(r.random() < 0.5)
        s.mode[unit] = r.choice([AA_MODE, AT_MODE]) if E.heavy_aa[unit] else s.mode[unit]
        s.did[unit] = FIRED_AA if E.heavy_aa[unit] and r.random() < 0.3 else 0
    for air in range(E.air_units):
        s.air_out[air] = r.randint(1, 3) if r.random() < share else 0
        s.air_cut[air] = int(r.random() < 0.5)
        s.air_colour[air] = r.randint(0, 1) if s.air_out[air] else NONE
        s.air_paid[air] = int(r.random() < 0.2)


def supply(r: random.Random, s: State) -> None:
    for unit in range(E.units):
        if E.role[unit] == TERMINAL:
            s.paid[unit] = sum([bit for bit in PAID if r.random() < 0.6])
            s.post[unit] = EMPLACED if r.random() < 0.8 else r.choice(list(POSTS))
        elif E.role[unit] == QUARTERMASTER:
            s.post[unit] = EMPLACED if r.random() < 0.7 else r.choice(list(POSTS))
        else:
            s.paid[unit] = PAID_GENERAL if r.random() < 0.05 else 0
        s.fed.pop(unit, None)
    for _ in range(r.randint(0, 4)):
        s.gsp[r.choice(list(s.stack))] = r.randint(1, 40) * GSP // 2


def damage(r: random.Random, s: State) -> None:
    for hex in range(E.sheet):
        if hex in s.stack:
            s.owner[hex] = holder(s, hex)
        elif E.passable[hex] and r.random() < 0.1:
            s.owner[hex] = 1 - s.owner[hex]
    stood = [p for p in s.stack if p < E.sheet]
    centres = [r.choice([r.choice(stood), *E.near[r.choice(stood)]]) for _ in range(r.randint(0, 6))]
    s.interdicted = tuple([(r.randint(0, 1), p, r.randint(1, 3)) for p in centres if p < E.sheet])
    s.rail_breaks = {p: 1 for p in E.railway if r.random() < 0.03}
    s.bridges_down = tuple(sorted([side for side in E.bridged if r.random() < 0.15]))
    s.works = {p: r.randint(1, 4) for p in stood if r.random() < 0.2 and p not in E.fort}
    s.reduced_forts = tuple([p for p in sorted(E.fort) if r.random() < 0.3])
    s.airfields = {p: r.randint(1, 2) for p in stood if r.random() < 0.1}


def some(seeds: range, plies: int = 120) -> list[State]:
    """One position for each seed: of every scenario at both scales in turn, some as played, most of them shaken."""
    found: list[State] = []
    for seed in seeds:
        r = random.Random(seed)
        s = played(r, seed % len(E.scenarios), seed // len(E.scenarios) % 2, r.randint(0, plies))
        found.append(shaken(r, s) if r.random() < 0.8 else s)
    return found


# Combats


def combat(r: random.Random, s: State) -> Combat | None:
    """An attack that could be declared somewhere, in its combat phase; none where nobody is next to an enemy."""
    found = [(side, p) for p in s.stack for side in (0, 1) if p < E.sheet and prey(s, side, p) and hunters(s, side, p)]
    if not found:
        return None
    large = max(found, key=lambda pair: len(hunters(s, *pair)) * len(prey(s, *pair)))
    side, target = large if r.random() < 0.5 else r.choice(found)
    pool = hunters(s, side, target)
    attackers = tuple(sorted(r.sample(pool, r.randint(1, len(pool)))))
    there = prey(s, side, target)
    retreated = tuple([u for u in there if r.random() < 0.1]) if len(there) > 1 else ()
    support = r.choice([(0, 0, 0, 0), (r.randint(0, 12), r.randint(0, 12), r.randint(0, 4), r.randint(0, 4))])
    defenders = tuple([u for u in there if u not in retreated]) or there
    f = Combat(side, target, attackers, defenders, tuple([u for u in there if u not in defenders]), support=support, fought=True)
    f.minority, f.defending_minority = named(r, s, attackers), named(r, s, defenders)
    f.surprise = r.choice([NONE, NONE, 0, 1, 2])
    s.phasing, s.frames = side, []
    s.begin(CombatPhase(side, (target,), (attackers,), (support,), (target,)))
    s.begin(f)
    return f


def prey(s: State, side: int, place: int) -> tuple[int, ...]:
    return tuple([u for u in s.stack[place] if E.side[u] != side and E.role[u] != TERMINAL])


def hunters(s: State, side: int, place: int) -> list[int]:
    near = [u for p in E.around[place] if p in s.stack for u in s.stack[p]]
    return [u for u in near if E.side[u] == side and E.role[u] == COMBAT_UNIT]


def named(r: random.Random, s: State, units: tuple[int, ...]) -> int:
    """9.C.5 Of contingents of equal size the owner names the minority."""
    tied = tied_contingents(s, units)
    return r.choice(tied) if tied else NONE


def fight(s: State, f: Combat, w: World) -> Fight:
    """The same as the second opinion sees it. Where supply comes through is the rules' choice among equal routes."""
    ids = [[E.unit_rows[u].id for u in units] for units in (f.attackers, f.defenders, f.bystanders)]
    found = Fight(w, SIDES[f.side], name(f.target), *ids)
    found.minority = CONTINGENTS[f.minority] if f.minority != NONE else ""
    found.defending_minority = CONTINGENTS[f.defending_minority] if f.defending_minority != NONE else ""
    found.cas, found.squadrons = f.support[:2], f.support[2:]
    found.surprise = E.success_rows[f.surprise].id if f.surprise != NONE else ""
    found.lines = {E.unit_rows[u].id: {name(p) for p in supply_line(s, u)} for u in (*f.attackers, *f.defenders)}
    return found


# Missions

KINDS: Final = ("airbase", "bai", "port", "bridge", "rail", "cas")


def mission(r: random.Random, s: State) -> Strike | None:
    """A mission with bombers, escorts and interceptors over some hex, paired; none where nobody can fly so far."""
    f = combat(r, s)
    if f is None:
        return None
    kind, side = r.choice(KINDS), r.randint(0, 1)
    boxes = [p for p in E.boxes if E.in_play[s.agreed.scenario][p]]
    famous = [E.place(id) for id in FAMOUS if E.in_play[s.agreed.scenario][E.place(id)]]
    target = f.target if kind == "cas" else r.choice([f.target, *famous, *boxes])
    if kind == "bai" and target >= E.sheet:
        target = f.target
    for air in range(E.air_units):
        s.aloft[air], s.homeward[air] = NONE, 0
        s.steps[air] = r.randint(1, 2) if s.base[air] >= 0 else s.steps[air]
        s.air_out[air] = min(s.air_out[air], 1)  # others do not fly (13.H.3.b)
        if s.base[air] >= 0 and r.random() < 0.3:
            s.base[air] = r.choice([p for p in s.stack if s.owner[p] == E.air_side[air]] or [s.base[air]])
    near = [a for a in range(E.air_units) if s.base[a] >= 0 and band(s, a, target) != NONE]
    flyers = [a for a in near if E.air_side[a] == side and E.air_type[a] != "T"]
    bombers = r.sample(flyers, min(len(flyers), r.randint(1, 4)))
    if not bombers:
        return None
    fighters = [a for a in near if E.fighter[a] and a not in bombers]
    escorts = [a for a in fighters if E.air_side[a] == side and r.random() < 0.3]
    hunters = [a for a in fighters if E.air_side[a] != side and r.random() < 0.4 and band(s, a, target) <= NORMAL]
    strike = Strike(side, E.names.numbers["mission"][kind], target, r.random() < 0.2, determined=r.random() < 0.3)
    strike.bombers, strike.escorts, strike.interceptors = tuple(sorted(bombers)), tuple(escorts), tuple(hunters)
    strike.pairs = tuple([(a, r.choice([*bombers, *escorts])) for a in hunters])
    for air in (*bombers, *escorts, *hunters):
        s.aloft[air] = target
    s.begin(strike)
    return strike


def raid(s: State, f: Strike, w: World) -> Raid:
    """The same as the second opinion sees it."""
    found = Raid(w, SIDES[f.side], E.mission_rows[f.kind].id, name(f.target))
    found.night, found.determined = f.night, f.determined

    def flyers(airs: tuple[int, ...]) -> list[Flyer]:
        return [w.airs[E.air_rows[a].id] for a in airs]

    found.bombers, found.escorts, found.interceptors = flyers(f.bombers), flyers(f.escorts), flyers(f.interceptors)
    found.pairs = [(w.airs[E.air_rows[a].id], w.airs[E.air_rows[b].id]) for a, b in f.pairs]
    found.shares = {E.air_rows[a].id: Fraction(quarters, 4) for a, quarters in f.shares}
    phase = next(frame for frame in s.frames if isinstance(frame, CombatPhase))
    found.combat_side = SIDES[phase.side]
    found.attackers = [w.units[E.unit_rows[u].id] for u in phase.attackers[0]]
    return found


def fly(r: random.Random, s: State, target: int) -> None:
    """Some air units over a hex."""
    for air in range(E.air_units):
        if s.base[air] >= 0 and r.random() < 0.15:
            s.aloft[air], s.homeward[air] = target, int(r.random() < 0.3)
