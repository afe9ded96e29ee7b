"""11 Anti-aircraft: what fires at a mission, how well, and what becomes of aircraft and bombs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple, Optional

from sandtable.kernel.dice import D10, Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Exact, Tally, down, simple, up
from sandtable.titles.tigercubs.air_bombing import BAI, BOMBING, CAS, Load, load_of, mission, payload_exact
from sandtable.titles.tigercubs.air_combat import by_face, lose_step
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import CombatPhase, Mission, Modes, Strike
from sandtable.titles.tigercubs.kinds import GENERAL, TERMINAL, U2
from sandtable.titles.tigercubs.records import AAResult
from sandtable.titles.tigercubs.state import (
    AA_MODE,
    AT_MODE,
    FIRED_AA,
    UNSET,
    State,
    holder,
    supply_state,
    units_in,
    witnesses,
)

NOT_HEAVY: Final = Refusal("11.A.1.a.i-b", "only heavy AA that is about to fight chooses its mode")
HAS_MODE: Final = Refusal("11.A.1.a.i-b", "it keeps its mode for the rest of the player turn")


class Guns(NamedTuple):
    """What fires: factors by kind, those of each nation, those of units out of supply, and the units."""

    light: Exact
    heavy: Exact
    nations: tuple[Exact, ...]
    starved: Exact
    units: tuple[int, ...]


# 11.A.1.a.i-b Modes


class NameMode(Act[State, Modes]):
    rule = "11.A.1.a.i-b"
    asks = "say whether heavy guns fire at aircraft or at tanks"

    def __init__(self, mode: int) -> None:
        self.mode: int = mode
        self.form = "at_aircraft unit" if mode == AA_MODE else "at_tanks unit"
        self.label = "Let {unit} fire at aircraft" if mode == AA_MODE else "Let {unit} fire at tanks"
        super().__init__()

    def candidates(self, s: State, f: Modes) -> list[Args]:
        return [(u, 0) for u in f.units if s.mode[u] == UNSET]

    def why_not(self, s: State, f: Modes, unit: int, b: int, /) -> Optional[Refusal]:
        if unit not in f.units:
            return NOT_HEAVY
        return None if s.mode[unit] == UNSET else HAS_MODE

    def do(self, s: State, f: Modes, unit: int, b: int, dice: Dice, /) -> None:
        s.mode[unit] = self.mode
        s.tell("aa_mode" if self.mode == AA_MODE else "at_mode", unit, to=witnesses(s, unit))


def mode_owner(s: State, f: Modes) -> int:
    return f.side


def ask_modes(s: State, side: int, units: Iterable[int]) -> None:
    """Before an air or ground combat: the owner settles the mode of heavy AA that has none yet."""
    open = tuple([u for u in units if s.edition.side[u] == side and s.edition.heavy_aa[u] and s.mode[u] == UNSET])
    if open:
        s.begin(Modes(side, open))


def ask_modes_below(s: State, f: Strike, dice: Dice) -> None:
    if f.bombers and not f.cancelled and not f.homebound:
        ask_modes(
            s, other(f.side), [u for place in zone(s, f) for u in units_in(s, place)] if not is_defence(s, f) else attackers(s, f)
        )


# 11.B.1, 11.C.1.a What fires


def zone(s: State, f: Mission) -> tuple[int, ...]:
    """8.E.1.b The hexes whose AA counts: the target, and for interdiction those around it."""
    return (f.target, *s.edition.around[f.target]) if mission(s, f) == BAI else (f.target,)


def is_defence(s: State, f: Mission) -> bool:
    """Close support for the side that is attacked: the attackers' AA meets it."""
    phase = within(s, CombatPhase) if mission(s, f) == CAS else None
    return phase is not None and phase.side != f.side


def attackers(s: State, f: Mission) -> tuple[int, ...]:
    phase = within(s, CombatPhase)
    assert phase is not None
    return phase.attackers[phase.targets.index(f.target)]


def guns(s: State, f: Mission) -> Guns:
    """11.C.1.a All AA that may fire at the mission; averages are taken by `factor`."""
    side = other(f.side)
    if is_defence(s, f):
        return total(s, side, attackers(s, f), ())
    places = [p for p in zone(s, f) if not s.edition.sea[p]]
    return total(s, side, [u for p in places for u in units_in(s, p)], [p for p in places if s.owner[p] == side])


def total(s: State, side: int, units: Iterable[int], places: Iterable[int]) -> Guns:
    e = s.edition
    light: Exact = 0
    heavy: Exact = 0
    starved: Exact = 0
    nations: list[Exact] = [0] * len(e.nation_rows)
    firing: list[int] = []
    for unit in units:
        if e.side[unit] != side or (e.heavy_aa[unit] and s.mode[unit] == AT_MODE):
            continue
        state = supply_state(s, unit)
        points = aa_points(e)[state][unit]
        if not points:
            continue
        firing.append(unit)
        nations[e.nation[unit]] += points
        starved += points if state != GENERAL else 0
        if e.heavy_aa[unit]:
            heavy += points
        else:
            light += points
    for place in places:
        more_light, more_heavy = organic(s, place)
        light, heavy = light + more_light, heavy + more_heavy
        nations[host(e, side)] += more_light + more_heavy
    return Guns(light, heavy, tuple(nations), starved, tuple(firing))


@cache
def aa_points(e: Edition) -> tuple[tuple[Exact, ...], ...]:
    """13.H.1 By state of supply and unit: its AA factors."""
    return tuple([tuple([simple(points * row.aa) for points in e.aa]) for row in e.supply_rows])


@cache
def host(e: Edition, side: int) -> int:
    """Whose guns airfields, ports and towns have: those of the nation that runs the side's supply terminals."""
    return next(e.nation[u] for u in e.depots[side] if e.role[u] == TERMINAL)


def organic(s: State, place: int) -> tuple[int, int]:
    """11.A.1.b The AA of a place, light and heavy; none where units starve (U2 or worse)."""
    e = s.edition
    if holder(s, place) == s.owner[place] and any(supply_state(s, u) >= U2 for u in units_in(s, place)):
        return 0, 0
    if place >= e.sheet:
        row = e.box_rows[place - e.sheet]
        return row.light_aa, row.heavy_aa
    kinds = ["airport"] if e.airport[place] else []
    kinds += ["airfield"] * s.airfields.get(place, 0)
    if place in e.city:
        kinds.append(e.city[place].id)
    if e.port[place]:
        kinds.append(f"{e.port[place]}_port")
    rows = [e.organic[kind] for kind in kinds if kind in e.organic]
    return sum([row.light for row in rows]), sum([row.heavy for row in rows])


def factor(s: State, f: Mission, air: int, found: Guns) -> Tally:
    """11.B.1, 11.C.1.a The AA factor against one counter: an average for zones and attackers, doubled for DBA and code L."""
    e = s.edition
    sum = Tally("anti-aircraft")
    if e.heavy[air] and e.air_type[air] == "B":
        sum.add(found.heavy, "11.C.1.a.ii", "heavy AA")
    else:
        sum.add(found.heavy + found.light, "11.C.1.a.ii", "all AA")
    if mission(s, f) == BAI:
        sum.times(Fraction(1, len(zone(s, f))), "11.C.1.a.i", "average of the zone")
        sum.round(up, "8.E.1.b.iv")
    elif is_defence(s, f):
        hexes = len({s.where[u] for u in attackers(s, f)})
        sum.times(Fraction(1, max(1, hexes)), "11.B.1.c", "hexes attacked from")
        sum.round(down, "11.B.1.c")
    if f.determined:
        sum.times(2, "11.B.1.d", "determined attack")
    if e.low[air]:
        sum.times(2, "11.B.1.e", "low altitude")
    return sum


def modifiers(s: State, f: Mission, air: int, found: Guns) -> Tally:
    """11.C.1.b.i The AA DRMs and the National Technical Means of those with most of the factors."""
    e = s.edition
    sum = Tally("anti-aircraft modifiers")
    most = max(found.nations)
    sum.add(max([e.nation_rows[n].aa for n, points in enumerate(found.nations) if points == most]), "19.B-26", "national means")
    if f.night:
        add(s, sum, "night")
    if e.air_type[air] == "D" and mission(s, f) in BOMBING:
        add(s, sum, "dive")
    if e.heavy[air]:
        add(s, sum, "heavy_type")
    if mission(s, f) != BAI and not is_defence(s, f) and f.target in e.fort and f.target not in s.reduced_forts:
        add(s, sum, "fort")
    if 2 * found.starved > found.light + found.heavy:
        add(s, sum, "out_of_supply")
    return sum


def add(s: State, sum: Tally, id: str) -> None:
    row = s.edition.modifier["aa", id]
    sum.add(row.value, row.rule, row.spoken)


def aa_column(e: Edition, value: Exact) -> int:
    """The last column that begins at or below it."""
    return bisect_right(aa_lows(e), value) - 1


@cache
def aa_lows(e: Edition) -> tuple[int, ...]:
    return tuple([row.low for row in e.aa_column_rows])


# 11.C The fire


def fire(s: State, f: Strike, dice: Dice) -> None:
    """11.C.1 AA must fire, once at each counter of the mission force; then 1R turns others back; then bombs are counted."""
    if f.cancelled or f.homebound or not f.bombers:
        return
    e = s.edition
    found = guns(s, f)
    results: dict[int, int] = {}
    loads = {air: load_of(s, f, air) for air in f.bombers}
    for air in f.bombers:
        strength = factor(s, f, air, found)
        results[air] = 0
        if strength.exact >= e.aa_column_rows[0].low:
            drms = modifiers(s, f, air, found)
            faces = by_face(e, e.aa_crt[aa_column(e, strength.exact)], drms.total)
            results[air] = faces[D10.index(dice.draw(D10, other(f.side), "11.C.1.b.i", faces))]
            s.explain(strength)
            s.explain(drms)
            s.tell("aa_fire", air, f.target, results[air])
            note_heavy_fire(s, found)
    turn_back_others(s, f, results, dice)
    for air, load in loads.items():
        suffer(s, f, air, e.aa_result_rows[results[air]])
        hit = landed(e, load, results[air], f.determined)
        f.dropped = (*f.dropped, (air, hit.numerator, hit.denominator))


def note_heavy_fire(s: State, found: Guns) -> None:
    """11.A.1.a.ii By the option, heavy AA that fires in a combat phase is weak on the ground for the rest of it."""
    if s.agreed.heavy_aa and within(s, CombatPhase) is not None:
        for unit in found.units:
            if s.edition.heavy_aa[unit]:
                s.did[unit] |= FIRED_AA


def turn_back_others(s: State, f: Strike, results: dict[int, int], dice: Dice) -> None:
    """11.D.1.e For each 1R one counter that nothing has befallen, drawn at random, takes an R."""
    rows = s.edition.aa_result_rows
    if not any(rows[result].another for result in results.values()):
        return
    turned = next(n for n, row in enumerate(rows) if row.id == "R")
    for air in list(results):
        if rows[results[air]].another:
            spared = [a for a in results if rows[results[a]].id == "-" and not s.homeward[a]]
            if spared:
                results[dice.draw(spared, other(f.side), "11.D.1.e")] = turned


def suffer(s: State, f: Strike, air: int, row: AAResult) -> None:
    """11.D.1 Losses and returns; who was turned back in air combat suffers none (11.D.1-n)."""
    if s.homeward[air]:
        return
    for _ in range(min(row.steps, s.steps[air])):
        lose_step(s, f, air)
    if row.returns and s.steps[air]:
        s.homeward[air] = 1


@cache
def landed(e: Edition, load: Load, result: int, determined: bool) -> Fraction:
    return landing(payload_exact(e, load), e.aa_result_rows[result], determined)


def landing(load: Fraction, row: AAResult, determined: bool) -> Fraction:
    """11.C.1.b.iv, 10.C.1.b.viii-r What lands on target: dispersed factors round up, but never above those dropped."""
    dropped = load * row.drops
    if determined:  # 10.B.1.c
        return dropped
    return dropped - min(dropped, Fraction(up(dropped * row.disperses)))
