"""The rules beside a second opinion, in positions at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Optional

from sandtable.kernel.dice import NoDice, ScriptedDice, SeededDice
from sandtable.kernel.play import options, settle, take
from sandtable.kernel.sides import SIDES, other
from sandtable.titles.tigercubs import aa, air_combat
from sandtable.titles.tigercubs import combat_modifiers as modifiers
from sandtable.titles.tigercubs.air_bombing import count_hits, payload, support_sum, targets
from sandtable.titles.tigercubs.air_interception import Intercept
from sandtable.titles.tigercubs.air_missions import Assign
from sandtable.titles.tigercubs.air_return import landing_places
from sandtable.titles.tigercubs.combat import ALL, ANNIHILATED, debts, required
from sandtable.titles.tigercubs.combat_odds import combat_odds, odds_of, result_of
from sandtable.titles.tigercubs.combat_strength import (
    attack_strength,
    attack_terms,
    defence_strength,
    defence_terms,
    minority,
    product,
    tied_contingents,
)
from sandtable.titles.tigercubs.control import changes_hands
from sandtable.titles.tigercubs.frames import IN_MOVEMENT, IN_PURSUIT, IN_REACTION, Combat, InitialPhase, Interception, Strike
from sandtable.titles.tigercubs.interdiction import cev_loss, supply_line
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, CONTINGENTS, NONE, TERMINAL
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.losses import begin_losses
from sandtable.titles.tigercubs.movement_allowance import allowance, on_foot_allowance
from sandtable.titles.tigercubs.movement_cost import step_cost
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.overruns import overrun_odds
from sandtable.titles.tigercubs.payments import headquarters
from sandtable.titles.tigercubs.reaction import reaction_refused
from sandtable.titles.tigercubs.retreats import refuges
from sandtable.titles.tigercubs.scales import BOMBS, MP, SP
from sandtable.titles.tigercubs.state import ARMED, DEAD, OVERRAN, State, enemy_zone, is_based
from sandtable.titles.tigercubs.superiority import air_drms
from sandtable.titles.tigercubs.supply import find_air_states, find_states
from sandtable.titles.tigercubs.supply_hubs import dump_serves, serves
from sandtable.titles.tigercubs.supply_trace import trace
from sandtable.titles.tigercubs.surprise import chances
from tests.titles.tigercubs import oracle_air as sky
from tests.titles.tigercubs import oracle_combat as second
from tests.titles.tigercubs import oracle_ground as ground
from tests.titles.tigercubs import oracle_losses as losses
from tests.titles.tigercubs import oracle_movement as marching
from tests.titles.tigercubs import oracle_supply as supply
from tests.titles.tigercubs.oracle_combat import Fight
from tests.titles.tigercubs.oracle_world import Flyer, World
from tests.titles.tigercubs.position import E
from tests.titles.tigercubs.random_positions import combat, fight, fly, mission, name, raid, some, world

SEEDS = range(18)
FIGHTS = 8  # in each position


@cache
def positions() -> list[tuple[State, World]]:
    return [(s, world(s)) for s in some(SEEDS)]


def places(s: State) -> list[int]:
    return [p for p in range(E.places) if E.passable[p] and E.in_play[s.agreed.scenario][p]]


def contingents(side: int) -> set[int]:
    return {E.contingent[u] for u in E.of_side[side]}


def consumers(s: State) -> list[int]:
    return [u for u in range(E.units) if s.where[u] >= 0 and E.role[u] == COMBAT_UNIT]


def id(unit: int) -> str:
    return E.unit_rows[unit].id


def colour(side: int) -> str:
    return "" if side == NONE else SIDES[side]


def zones(s: State, w: World) -> None:
    """7.B"""
    for p in places(s):
        for side, whose in enumerate(SIDES):
            assert w.felt(name(p), whose) == enemy_zone(s, side, p), (whose, name(p))


def lines(s: State, w: World) -> None:
    """13.A.20"""
    for side, whose in enumerate(SIDES):
        assert supply.joined(w, whose) == {name(p) for p in places(s) if is_joined(s, side, p)}, whose


def terminals(s: State, w: World) -> None:
    """13.D, 13.E.1.a.i: whom each terminal would serve."""
    for terminal in [u for side in E.terminals for u in side if s.where[u] >= 0]:
        network = supply.network_of_terminal(w, w.units[id(terminal)])
        for contingent in contingents(E.side[terminal]):
            found = {name(p) for p in places(s) if serves(s, terminal, p, contingent)}
            assert found == {name(p) for p in places(s) if network.serves(name(p), CONTINGENTS[contingent])}, id(terminal)


def dumps(s: State, w: World) -> None:
    """13.E.1.a, 13.Q.2: and each dump of GSPs."""
    for dump in [p for p in s.gsp if p < E.places and s.owner[p] != NONE]:
        side = s.owner[dump]
        network = supply.network_of_dump(w, SIDES[side], name(dump))
        for contingent in contingents(side):
            found = {name(p) for p in places(s) if dump_serves(s, side, dump, p, contingent)}
            assert found == {name(p) for p in places(s) if network.serves(name(p), CONTINGENTS[contingent])}, name(dump)


def states(s: State, w: World) -> None:
    """13.G: what the next Initial Phase finds of every unit, air unit and airbase."""
    findings, twin, phase = supply.Findings(w), s.clone(), s.phasing
    find_states(twin, InitialPhase(phase), NoDice())
    for unit in consumers(s):
        found = twin.out[unit], bool(twin.cut[unit]), colour(twin.colour[unit])
        assert found == findings.next(w.units[id(unit)], SIDES[phase]), id(unit)
    twin = s.clone()
    find_air_states(twin, InitialPhase(phase), NoDice())
    for air in [a for a in range(E.air_units) if is_based(s, a)]:
        out, cut, marker = findings.next_of_air(w.airs[E.air_rows[air].id], SIDES[phase])
        assert is_based(twin, air) == (out <= 3), E.air_rows[air].id  # 13.A.8
        if out <= 3:
            found = twin.air_out[air], bool(twin.air_cut[air]), colour(twin.air_colour[air])
            assert found == (out, cut, marker), E.air_rows[air].id
    for base in [p for p in places(s) if (E.airport[p] or p in s.airfields) and s.owner[p] != NONE]:
        whose = next(side for side in SIDES if sky.controls(w, side, name(base)))  # 4.B.4.a
        assert twin.base_short.get(base, 0) == findings.short_of(whose, name(base)), name(base)


def offensive(s: State, w: World) -> None:
    """13.I, 8.E.1.b.iii: who can have and who has Offensive Supply, how supply comes, and what interdiction of that costs."""
    for terminal in [u for side in E.terminals for u in side if s.where[u] >= 0]:
        assert {id(hq) for hq in headquarters(s, terminal)} == supply.headquarters(w, w.units[id(terminal)]), id(terminal)
    for unit in consumers(s):
        u, traced = w.units[id(unit)], trace(s, unit)
        if traced.served and traced.path:
            path = [name(p) for p in traced.path]
            assert (path[0], path[-1]) == (w.units[id(traced.source)].at, u.at), u.id
            assert supply.is_way(w, u.side, path), (u.id, path)
        assert is_offensive(s, unit) == supply.is_offensive(w, u), u.id
        assert cev_loss(s, unit) == supply.cev_loss(w, u.side, {name(p) for p in supply_line(s, unit)}), u.id


def steps(s: State, w: World) -> None:
    """7.C, 7.F: what every step costs that a unit could make, and what it may spend."""
    r, s = random.Random(7), s.clone()
    for unit in [u for u in consumers(s) if s.where[u] < E.sheet]:
        u, here = w.units[id(unit)], s.where[unit]
        for there in [p for p in E.near[here] if E.in_play[s.agreed.scenario][p] and (p < E.sheet or s.owner[p] == E.side[unit])]:
            assert Fraction(step_cost(s, unit, here, there), MP) == marching.step_cost(w, u, u.at, name(there)), (u.id, name(there))
        armed, overran = not u.out and r.random() < 0.5, r.random() < 0.3
        s.did[unit] = ARMED * armed | OVERRAN * overran
        mobile = u.row["mobility"] in ("mot", "cav", "semi")
        wanted = {
            IN_MOVEMENT: marching.movement(w, u),
            IN_REACTION: marching.reaction(w, u),
            IN_PURSUIT: marching.pursuit(w, u, armed, overran, mobile),
        }
        for phase, points in wanted.items():
            assert allowance(s, unit, phase) == (NONE if points is None else points * MP), (u.id, u.state, phase)
        on_foot = marching.pursuit(w, u, armed, overran, u.row["mobility"] == "cav")
        assert on_foot_allowance(s, unit) == (NONE if on_foot is None else on_foot * MP), u.id


def ownership(s: State, w: World) -> Counter[str]:
    """7.H: of every hex, whether it changes hands as things stand, and to whom; many are whose they would not be in play."""
    r, s, met = random.Random(5), s.clone(), Counter[str]()
    s.owner_then = tuple([shuffled(r, p, owner) for p, owner in enumerate(s.owner)])
    s.owner = [shuffled(r, p, owner) for p, owner in enumerate(s.owner)]
    s.memo.clear()
    w = world(s)
    joins, then = ground.lines(w), {name(p): SIDES[owner] for p, owner in enumerate(s.owner_then) if owner != NONE}
    for p in [p for p in places(s) if p < E.sheet]:
        twin = s.clone()
        found = SIDES[twin.owner[p]] if changes_hands(twin, p) else ""
        assert found == ground.taker(w, then, joins, name(p)), name(p)
        met[("by force" if p in s.stack else "by zones") if found else "kept"] += 1
    return met


def shuffled(r: random.Random, place: int, owner: int) -> int:
    return other(owner) if owner != NONE and place < E.sheet and r.random() < 0.25 else owner


def retreats(s: State, w: World) -> None:
    """9.G.2: where every unit would go if it had to."""
    for unit in [u for u in range(E.units) if 0 <= s.where[u] < E.sheet]:
        found = {name(p) for p in refuges(s, unit, (s.where[unit],))}
        assert found == ground.refuges(w, w.units[id(unit)]), (id(unit), w.units[id(unit)].at)


def reactions(s: State, w: World) -> Counter[str]:
    """7.C.1.e: who may react if some hexes were lost."""
    r, joins, s, met = random.Random(6), ground.lines(w), s.clone(), Counter[str]()
    s.spent, s.phase_start = [0] * E.units, s.where[:]
    s.lost_hexes = tuple(sorted(r.sample([p for p in places(s) if p < E.sheet], 3)))
    s.memo.clear()
    lost = {name(p) for p in s.lost_hexes}
    for unit in [u for u in range(E.units) if s.where[u] >= 0 and E.role[u] != TERMINAL]:
        found = reaction_refused(s, E.side[unit], unit) is None
        assert found == ground.may_react(w, joins, lost, w.units[id(unit)]), id(unit)
        met["reacts" if found else "stays"] += 1
    return met


def test_ownership_retreats_and_reactions() -> None:
    met: Counter[str] = Counter()
    for s, w in positions():
        met += ownership(s, w)
        retreats(s, w)
        met += reactions(s, w)
    assert min([met[what] for what in ("by force", "by zones", "kept", "reacts", "stays")]) > 10


def test_zones_supply_and_movement() -> None:
    for s, w in positions():
        for part in (zones, lines, terminals, dumps, states, offensive, steps):
            part(s, w)


# Ground combat


@cache
def combats() -> list[tuple[State, Combat, Fight]]:
    """Some of each position."""
    found: list[tuple[State, Combat, Fight]] = []
    for n, (position, _) in enumerate(positions()):
        r = random.Random(n)
        for _ in range(FIGHTS):
            s = position.clone()
            f = combat(r, s)
            if f is not None:
                fly(r, s, f.target)
                f.hexside = modifiers.hexside_drm(s, f, NoDice())
                found.append((s, f, fight(s, f, world(s))))
    return found


def strengths(s: State, f: Combat, x: Fight) -> None:
    """9.B.1 to 9.B.3"""
    minor, minor_defender = minority(s, f.attackers, f.minority), minority(s, f.defenders, f.defending_minority)
    for unit in f.attackers:
        assert product(attack_terms(s, f, unit, minor)) == second.attack_of(x, x.w.units[id(unit)]), id(unit)
    for unit in f.defenders:
        assert product(defence_terms(s, f, unit, minor_defender)) == second.defence_of(x, x.w.units[id(unit)]), id(unit)
    attack, defence = second.attack_strength(x), second.defence_strength(x)
    assert (attack_strength(s, f), defence_strength(s, f)) == (attack, defence)
    odds = combat_odds(s, f)
    assert (E.names.texts["odds"][odds.column], odds.better) == second.odds(x, attack, defence)[:2]


def overrun(s: State, f: Combat, w: World) -> None:
    """7.E.1.a: the odds of those of one hex, fractions dropped; nothing that resists counts as the last line of the chart."""
    units = tuple([u for u in f.attackers if s.where[u] == s.where[f.attackers[0]]])
    prey = tuple(sorted([*f.defenders, *f.bystanders]))
    minor = [*minority(s, prey, NONE), NONE][0]  # of equal ones the weaker; the overrunner names the one that serves him
    named = tied_contingents(s, units) or [*minority(s, units, NONE), NONE][:1]
    fights = [fight(s, Combat(f.side, f.target, units, prey, minority=c, defending_minority=minor), w) for c in named]
    x, attack, defence = fights[0], max([second.attack_strength(x) for x in fights]), second.defence_strength(fights[0])
    wanted = 15 if attack and not defence else int(attack / defence) if defence else 0
    assert overrun_odds(s, units, f.target) == wanted, (x.target, attack, defence)


def lines_of_the_die(s: State, f: Combat, x: Fight) -> dict[str, int]:
    """9.B.4, 9.M: the modifiers one by one, and those of an attempt at surprise."""
    found = {
        "terrain": sum([int(line.value) for line in modifiers.modifiers(s, f) if line.rule in ("9.I.1", "4.A.1")]),
        "hexside": f.hexside,
        "shock": modifiers.shock_drm(s, f),
        "anti-tank": modifiers.anti_tank_drm(s, f),
        "armour defence": modifiers.armour_defence_drm(s, f)[0],
        "engineers": modifiers.engineers_drm(s, f)[0],
        "concentric": modifiers.concentric_drm(s, f)[0],
        "air": int(air_drms(s, f.target, f.side).total),
        "surprise": int(modifiers.surprise_line(s, f).value),
    }
    assert found == second.modifiers(x), (x.target, x.side)
    assert int(modifiers.modifier_tally(s, f).total) == sum(found.values())
    assert int(chances(s, f).total) == second.chances_of_surprise(x)
    return found


def test_strengths_odds_and_modifiers() -> None:
    met: Counter[str] = Counter()
    for s, f, x in combats():
        strengths(s, f, x)
        overrun(s, f, x.w)
        met.update([line for line, value in lines_of_the_die(s, f, x).items() if value])
    assert set(met) >= {"terrain", "hexside", "shock", "anti-tank", "armour defence", "concentric", "air", "surprise"}


def test_odds_of_any_two_strengths() -> None:
    r = random.Random(9)
    s = positions()[0][0]
    for _ in range(500):
        attack, defence = Fraction(r.randint(0, 900), r.choice([1, 3, 8, 40])), Fraction(r.randint(1, 400), r.choice([1, 7, 20]))
        odds = odds_of(s, attack, defence)
        assert (E.names.texts["odds"][odds.column], odds.better) == second.plain_odds(attack, defence)[:2], (attack, defence)
        die = r.randint(-9, 20)
        column = r.randrange(len(second.COLUMNS))
        assert E.result_rows[result_of(s, column, die)].id == second.result(second.COLUMNS[column], die)


# Losses


def costs(s: State, f: Combat, x: Fight) -> None:
    """9.D, 9.J: what each result costs, and who must pay half of it."""
    words = {ALL: losses.ALL, ANNIHILATED: losses.ANNIHILATED}
    for n, row in enumerate(E.result_rows):
        f.result = n
        found = tuple([words[owed] if owed < 0 else Fraction(owed, SP) for owed in debts(s, f)])
        assert found == losses.debts(x, row.id), row.id
    f.result = NONE
    assert tuple([{id(u) for u in units} for units in required(s, f)]) == losses.required(x)


def endings(s: State) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All that can come of a loss, whatever its owner chooses."""
    found, waiting = set(), [s]
    while waiting:
        s = waiting.pop()
        if not s.frames:
            found.add((tuple(s.where), tuple(s.reduced)))
        for option in options(s) if s.frames else ():
            twin = s.clone()
            take(twin, option, NoDice())
            waiting.append(twin)
    return found


def paid(s: State, units: list[int], payment: losses.Payment) -> tuple[tuple[int, ...], tuple[int, ...]]:
    where, reduced = s.where[:], s.reduced[:]
    for unit in units:
        for _ in range(payment[id(unit)]):
            if E.reducible[unit] and not reduced[unit]:
                reduced[unit] = 1
            else:
                where[unit] = DEAD
    return tuple(where), tuple(reduced)


def payment(r: random.Random, s: State, f: Combat, x: Fight) -> int:
    """9.E, 9.J: a loss of either side, every way to the end of it, and no other."""
    tried = 0
    for side, force in ((f.side, f.attackers), (other(f.side), f.defenders)):
        units = [u for u in force if E.role[u] == COMBAT_UNIT]
        if not 0 < len(units) <= 5:
            continue
        armed = [u for u in units if E.type[u].arm]
        must = tuple([u for u in armed if r.random() < 0.8]) if r.random() < 0.4 else ()
        owed = r.randint(1, min(8, sum([E.sp[s.reduced[u]][u] for u in units])))
        twin = s.clone()
        twin.frames = []
        begin_losses(twin, side, owed, tuple(units), must)
        settle(twin, NoDice())
        wanted = losses.legal([x.w.units[id(u)] for u in units], Fraction(owed, SP), {id(u) for u in must})
        assert endings(twin) == {paid(s, units, way) for way in wanted}, (owed, [id(u) for u in units], must)
        tried += 1
    return tried


def test_losses() -> None:
    r, tried = random.Random(3), 0
    for s, f, x in combats():
        costs(s, f, x)
        tried += payment(r, s, f, x)
    assert tried > 50


# The air


class Recorder(SeededDice):
    """Dice that remember what they showed; of air units that were drawn the name."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.faces: list[int | str] = []

    def draw(self, cup: Sequence[int], by: int, rule: str, alike: Optional[Sequence[int]] = None) -> int:
        face = super().draw(cup, by, rule, alike)
        self.faces.append(E.air_rows[face].id if rule in ("10.C.1.b.viii.5", "11.D.1.e") else face)
        return face


def raids() -> Iterator[tuple[State, Strike, sky.Raid]]:
    for n, (position, _) in enumerate(positions()):
        r = random.Random(n)
        for _ in range(FIGHTS):
            s = position.clone()
            f = mission(r, s)
            if f is not None:
                yield s, f, raid(s, f, world(s))


def flyer(x: sky.Raid, air: int) -> Flyer:
    return x.w.airs[E.air_rows[air].id]


def duels(s: State, f: Strike, x: sky.Raid, dice: Recorder) -> None:
    """10: factors, modifiers, results; and where each could land."""
    everybody, bombers = (*f.bombers, *f.escorts, *f.interceptors), f.bombers
    for air in everybody:
        assert Fraction(air_combat.attack(s, f, air).exact) == sky.attack_factor(x, flyer(x, air)), E.air_rows[air].id
        assert {name(p) for p in landing_places(s, air)} == sky.landings(x.w, flyer(x, air)), E.air_rows[air].id
    for shooter, target in [shot for a, b in f.pairs for shot in ((a, b), (b, a))]:
        for ignored, firing in ((False, 1), (True, 1), (True, 2), (True, 4)):
            found = air_combat.modifiers(s, f, shooter, target, ignored, firing).total
            assert found == sky.air_modifiers(x, flyer(x, shooter), flyer(x, target), ignored, firing), E.air_rows[shooter].id
    air_combat.fight(s, f, dice)
    fates = sky.air_combat(x, dice.faces)
    assert not dice.faces
    shares: dict[int, int] = dict(f.shares)
    for air in everybody:
        fate = fates[E.air_rows[air].id]
        assert s.steps[air] == fate.steps, E.air_rows[air].id
        assert bool(s.homeward[air] and s.steps[air]) == fate.returned, E.air_rows[air].id
        if air in bombers and fate.steps:
            assert Fraction(shares.get(air, BOMBS), BOMBS) == fate.share, E.air_rows[air].id


def bombs(s: State, f: Strike, x: sky.Raid, dice: Recorder) -> None:
    """8.E, 11: loads, guns, results of their fire, and what falls on the target."""
    for air in f.bombers:
        assert Fraction(payload(s, f, air).exact) == sky.load(x, flyer(x, air)), E.air_rows[air].id
    guns, below = aa.guns(s, f), sky.guns_below(x)
    assert (guns.light, guns.heavy, guns.starved) == (below.light, below.heavy, below.starved), x.target
    for air in f.bombers:
        strength = sky.aa_factor(x, flyer(x, air), below)
        assert Fraction(aa.factor(s, f, air, guns).exact) == strength
        if strength >= 1:
            assert E.aa_column_rows[aa.aa_column(E, strength)].id == sky.aa_column(strength)
            assert aa.modifiers(s, f, air, guns).total == sky.aa_modifiers(x, flyer(x, air), below), E.air_rows[air].id
    bombers = f.bombers
    aa.fire(s, f, dice)
    fates = sky.anti_aircraft(x, dice.faces)
    assert not dice.faces
    dropped = {air: Fraction(over, under) for air, over, under in f.dropped}
    for air in bombers:
        fate = fates[E.air_rows[air].id]
        assert (s.steps[air], dropped.get(air, Fraction(0))) == (fate.steps, fate.on_target), E.air_rows[air].id
        assert bool(s.homeward[air] and s.steps[air]) == (fate.returned and fate.steps > 0), E.air_rows[air].id
    if x.kind == "cas":
        points = Fraction(support_sum(s, f).exact)
        delivered = {E.air_rows[air].id: value for air, value in dropped.items()}
        assert (int(points), int(points * 10) % 10) == sky.support(x, delivered)


def flights(s: State) -> Counter[str]:
    """8.D, 8.E, 4.B.3: where each mission may be flown to, who can fly it, and who can intercept it; nobody has flown yet."""
    s, met = s.clone(), Counter[str]()
    s.launched, s.flown, s.aloft, s.homeward = {}, [0] * E.air_units, [NONE] * E.air_units, [0] * E.air_units
    s.base_short, s.seen = {}, ()
    s.memo.clear()
    w, r = world(s), random.Random(s.turn)
    for side, kind in [(side, kind) for side in (0, 1) for kind in ("airbase", "bai", "port", "rail", "bridge")]:
        goals = {name(p) for p in targets(s, side, kind)}
        assert goals == sky.targets(w, SIDES[side], kind), (SIDES[side], kind)
        for goal in r.sample(sorted(goals), min(3, len(goals))):
            f = Interception(side, E.names.numbers["mission"][kind], E.place(goal), hours=True)
            for air in [a for a in range(E.air_units) if is_based(s, a)]:
                a, ours = w.airs[E.air_rows[air].id], E.air_side[air] == side
                flies = (Assign() if ours else Intercept()).why_not(s, f, air, 0) is None
                assert flies == (sky.bombs(w, a, kind, goal) if ours else sky.intercepts(w, a, goal)), (a.id, kind, goal)
                met[f"{'flies' if ours else 'rises'} {flies}"] += 1
    return met


def test_where_missions_are_flown_and_by_whom() -> None:
    met: Counter[str] = Counter()
    for s, _ in positions():
        met += flights(s)
    assert min([met[what] for what in ("flies True", "flies False", "rises True", "rises False")]) > 100


def test_air_combat() -> None:
    for n, (s, f, x) in enumerate(raids()):
        duels(s, f, x, Recorder(n))


def test_anti_aircraft_fire_and_bombs() -> None:
    """Of the force that is left when the air combat is over."""
    for n, (s, f, _) in enumerate(raids()):
        air_combat.fight(s, f, SeededDice(n))
        if f.bombers:
            bombs(s, f, raid(s, f, world(s)), Recorder(n))


def test_what_bombs_do() -> None:
    r = random.Random(8)
    s, f, _ = next(raids())
    for _ in range(300):
        kind, points = r.choice(list(sky.NEEDED)), Fraction(r.randint(0, 90), r.choice([1, 2, 3, 8]))
        whole, chance = sky.hits(kind, points)
        for face in {max(1, chance), chance + 1}:
            dice = ScriptedDice([face]) if points % sky.NEEDED[kind] else NoDice()
            assert count_hits(s, f, kind, points, dice) == whole + (face <= chance), (kind, points, face)
        row, load, determined = r.choice(E.aa_result_rows), Fraction(r.randint(0, 60), r.choice([1, 2, 8])), r.random() < 0.5
        assert aa.landing(load, row, determined) == sky.landed(load, row.id, determined), (row.id, load)
        column, die = r.randrange(len(E.air_column_rows)), r.randint(-9, 22)
        names = E.air_column_rows[column].id, E.aa_column_rows[column].id
        low = min(max(die, E.low_air_die), E.high_air_die) - E.low_air_die
        assert E.air_result_rows[E.air_crt[column][low]].id == sky.air_result(names[0], die)
        assert E.aa_result_rows[E.aa_crt[column][low]].id == sky.aa_result(names[1], die)
        value = Fraction(r.randint(-40, 40), 4)
        assert E.air_column_rows[air_combat.air_column(E, value)].id == sky.air_column(value, 0), value
