"""8.E Operational bombing: what each air unit carries, where it may be sent, and what arrives on target does."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, NamedTuple, Optional

from sandtable.kernel.dice import D10, D100, Dice
from sandtable.kernel.play import Refusal, inner
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Tally, down
from sandtable.titles.tigercubs.air_bases import bases, built, is_base_of, serves_already
from sandtable.titles.tigercubs.air_range import band
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import CombatPhase, Mission, Strike
from sandtable.titles.tigercubs.kinds import FIVE_DAY, GENERAL, OPEN
from sandtable.titles.tigercubs.scales import BOMBS, WING
from sandtable.titles.tigercubs.state import (
    State,
    air_at,
    air_supply_state,
    bring_to_light,
    is_covered,
    kept,
    lose_air_step,
    remembered,
)

AIRBASE, BAI, PORT, BRIDGE, RAIL, CAS = "airbase", "bai", "port", "bridge", "rail", "cas"
TRANSFER, TRANSPORT, RECON = "transfer", "transport", "reconnaissance"
BOMBING: Final = (AIRBASE, BAI, PORT, BRIDGE, RAIL, CAS)

NO_AIRBASE: Final = Refusal("8.E.1.a", "no airbase of the enemy's is there")
TOO_DEEP: Final = Refusal(
    "8.E.1.b.i.1", "it is more than five hexes behind the front line or the coast, with no HQ or supply terminal"
)
NOT_HIS: Final = Refusal("8.E.1.b.i.1", "interdiction is flown over hexes of the enemy's")
NO_PORT: Final = Refusal("8.E.1", "no port of the enemy's with anything left to damage is there")
NO_RAIL: Final = Refusal("X-3", "no railway of the enemy's runs there")
NO_BRIDGE: Final = Refusal("X-3", "no bridge stands on a side of that hex of the enemy's")
NO_COMBAT: Final = Refusal("8.E.1.c", "no attack on that hex has been declared")
NOTHING_TO_SEE: Final = Refusal("X-2", "reconnaissance is flown over hexes in which ground units can stand")
NOT_IN_PLAY: Final = Refusal("S1-b", "it is not in play in this scenario")
NO_LANDING: Final = Refusal("8.C", "it is no base of yours")
JUST_TAKEN: Final = Refusal("4.B.4.b", "a captured base serves from the air return phase on")


def mission(s: State, f: Mission) -> str:
    return s.edition.mission_rows[f.kind].id


# 8.E.1 Targets


def targets(s: State, side: int, kind: str) -> Collection[int]:
    """All that a mission of a side may be flown to, range aside."""
    if kind in (TRANSFER, TRANSPORT):
        return [p for p in bases(s, side) if target_refused(s, side, kind, p) is None]
    if kind == AIRBASE:
        return bases(s, other(side))
    if kind == BAI:
        return interdictable(s, side)
    if kind == CAS:
        return inner(s, CombatPhase).targets
    if kind == PORT:
        return [p for p in s.edition.ports if s.owner[p] == other(side) and target_refused(s, side, kind, p) is None]
    return lines_of(s, side, kind) if kind in (BRIDGE, RAIL) else places_in_play(s.edition, s.agreed.scenario)


@kept
def lines_of(s: State, side: int, kind: str) -> list[int]:
    """X-3 Bridges or railways of the enemy's."""
    places = bridge_places(s.edition) if kind == BRIDGE else s.edition.railway
    return [p for p in places if s.owner[p] == other(side) and target_refused(s, side, kind, p) is None]


@cache
def places_in_play(e: Edition, scenario: int) -> tuple[int, ...]:
    return tuple([p for p in range(e.sheet) if e.in_play[scenario][p] and e.passable[p]])


@cache
def bridge_places(e: Edition) -> tuple[int, ...]:
    return tuple([p for p in range(e.sheet) if bridges(e, p)])


@cache
def bridges(e: Edition, place: int) -> tuple[int, ...]:
    """X-3 The hexes beyond bridged wadis; a road down an escarpment is no bridge."""
    return tuple([b for b in e.bridge_hexes[place] if e.side_rows[e.side_kind[place].get(b, OPEN)].id == "wadi"])


def target_refused(s: State, side: int, kind: str, place: int) -> Optional[Refusal]:
    e = s.edition
    if not e.in_play[s.agreed.scenario][place]:
        return NOT_IN_PLAY
    hostile = s.owner[place] == other(side)
    if kind == AIRBASE:
        return None if is_base_of(s, other(side), place) else NO_AIRBASE
    if kind == BAI:
        if place in interdictable(s, side):
            return None
        return TOO_DEEP if hostile else NOT_HIS
    if kind == PORT:
        return None if hostile and e.port[place] and s.port_hits.get(place, 0) < e.clearing[place] else NO_PORT
    if kind == RAIL:
        return None if hostile and place < e.sheet and e.rail[place] else NO_RAIL
    if kind == BRIDGE:
        return None if hostile and place < e.sheet and standing_bridges(s, place) else NO_BRIDGE
    if kind == CAS:
        return None if place in inner(s, CombatPhase).targets else NO_COMBAT
    if kind in (TRANSFER, TRANSPORT):
        if not is_base_of(s, side, place) or (kind == TRANSFER and s.owner[place] != side):
            return NO_LANDING
        return None if serves_already(s, side, place) else JUST_TAKEN
    return None if place < e.sheet and e.passable[place] else NOTHING_TO_SEE


def standing_bridges(s: State, place: int) -> list[int]:
    """The hexes beyond bridges of a hex."""
    return [b for b in bridges(s.edition, place) if s.edition.hexside(place, b) not in s.bridges_down]


@remembered
def interdictable(s: State, side: int) -> dict[int, bool]:
    """8.E.1.b.i Five deep from the front line or the coast, or any hex with an HQ or a supply terminal of the enemy's that may be
    looked at (HID-a)."""
    e, him, play = s.edition, other(side), s.edition.in_play[s.agreed.scenario]
    found = near_front(s, side)
    centres = [u for u in e.centres[him] if s.where[u] >= 0 and not is_covered(s, u)]
    more = [s.where[u] for u in centres if s.where[u] not in found and play[s.where[u]]]
    return near_front_and(s, side, tuple(more)) if more else found


@kept
def near_front_and(s: State, side: int, more: tuple[int, ...]) -> dict[int, bool]:
    return {**near_front(s, side), **dict.fromkeys(more, True)}


@kept
def near_front(s: State, side: int) -> dict[int, bool]:
    """Hexes of the enemy's five deep from the front line or the coast."""
    return deep_from_front(s.edition, s.agreed.scenario, side, tuple(s.owner))


@lru_cache(maxsize=256)
def deep_from_front(e: Edition, scenario: int, side: int, owner: tuple[int, ...]) -> dict[int, bool]:
    him, play = other(side), e.in_play[scenario]
    front = [
        p for p in places_in_play(e, scenario) if owner[p] == him and (e.coastal[p] or any(owner[t] == side for t in e.around[p]))
    ]
    seen, edge = set(front), front
    for _ in range(int(e.figure["bai_depth"]) - 1):
        edge = [t for t in dict.fromkeys([t for p in edge for t in e.around[p]]) if t not in seen]
        seen.update(edge)
    return dict.fromkeys(sorted([p for p in seen if owner[p] == him and play[p]]), True)


# 5.B.2, 8.B.5, 8.E.1 What an air unit carries


class Load(NamedTuple):
    """All that what an air unit carries depends on."""

    kind: str
    air: int
    steps: int
    band: int
    starved: bool
    night: bool
    left: int  # in quarters: what air combat has left of it


def load_of(s: State, f: Mission, air: int) -> Load:
    left = dict(f.shares).get(air, BOMBS)
    starved = air_supply_state(s, air) != GENERAL
    return Load(mission(s, f), air, s.steps[air], band(s, air, f.target), starved, f.night, left)


def payload(s: State, f: Mission, air: int) -> Tally:
    """Its factors for the mission, as it comes to the target; what air combat has cost it is in."""
    return payload_tally(s.edition, load_of(s, f, air))


@cache
def payload_exact(e: Edition, load: Load) -> Fraction:
    return Fraction(payload_tally(e, load).exact)


def payload_tally(e: Edition, load: Load) -> Tally:
    kind, air = load.kind, load.air
    sum = Tally("bombing factors")
    printed = Fraction(e.bombing[air], BOMBS)
    if kind == AIRBASE and e.air_type[air] == "F":
        printed = max(printed, Fraction(e.figure["fighter_airbase_points"]))
    sum.add(printed, "5.B.2.c", "operational bombing")
    sum.times(Fraction(load.steps, WING), "5.B.1", "squadron")
    row = e.band_rows[load.band]
    sum.times(row.bombs, "8.B.5", f"{row.id} range")
    if e.air_type[air] == "D":
        sum.times(e.figure["dive_bombing"], "5.B.3.a.iv", "dive bombing")
    if load.starved:
        sum.times(Fraction(1, 2), "13.H.3.a", "out of supply")
    if load.night and not e.night[air]:
        sum.times(e.figure["night_bombing"], "8.F.1", "not trained for the night")
    if kind == BAI and e.close_support[air]:
        bonus = e.figure["close_support_wing" if load.steps > 1 else "close_support_squadron"]
        sum.add(bonus, "5.B.4.b", "close support type")
    sum.times(Fraction(load.left, BOMBS), "10.C.1.b.viii", "turned back in air combat")
    return sum


# 8.E.1 What the bombs do


def on_target(f: Mission) -> Fraction:
    return sum([Fraction(top, bottom) for _, top, bottom in f.dropped], Fraction(0))


def resolve(s: State, f: Strike, dice: Dice) -> None:
    """8.B.3.a.iii.3 The mission itself."""
    if f.cancelled or f.homebound:
        return
    kind = mission(s, f)
    if kind in (AIRBASE, PORT, RAIL, BRIDGE):
        hits = count_hits(s, f, kind, on_target(f), dice)
        s.tell("air_hits", f.target, hits)
        {AIRBASE: hit_airbase, PORT: hit_port, RAIL: hit_rail, BRIDGE: hit_bridge}[kind](s, f, hits, dice)
    elif kind == BAI:
        interdict(s, f)
    elif kind == CAS:
        support(s, f, dice)
    elif kind == RECON and f.bombers and any(not s.homeward[a] for a in f.bombers):
        bring_to_light(s, f.target)
        s.memo.forget_units()
        s.tell("reconnoitred", f.side, f.target)


def count_hits(s: State, f: Mission, kind: str, points: Fraction, dice: Dice) -> int:
    """8.E.1 Whole hits, and a percentile roll for what is left over."""
    need = next(row.points for row in s.edition.target_rows if row.id == kind)
    hits, rest = divmod(points, need)
    if rest:
        chance = int(rest * 100 // need)
        hits += dice.at_most(D100, chance, f.side, "8.E.1")
        s.tell("bombs_short", chance)
    return hits


def hit_airbase(s: State, f: Strike, hits: int, dice: Dice) -> None:
    """8.E.1.a, 4.B.5 Capacity, and for each hit a step of an air unit there, drawn at random; capacity plus one at most."""
    before = s.base_hits.get(f.target, 0)
    hits = min(hits, built(s, f.target) + 1 - before)
    for _ in range(hits):
        s.base_hits[f.target] = s.base_hits.get(f.target, 0) + 1
        there = air_at(s, f.target)
        if there:
            lose_air_step(s, dice.draw(there, f.side, "4.B.5.c"))


def hit_port(s: State, f: Strike, hits: int, dice: Dice) -> None:
    """4.C.2 Each hit takes an SP off what the port clears."""
    hits = min(hits, s.edition.clearing[f.target] - s.port_hits.get(f.target, 0))
    if hits > 0:
        s.port_hits[f.target] = s.port_hits.get(f.target, 0) + hits


def hit_rail(s: State, f: Strike, hits: int, dice: Dice) -> None:
    if hits:
        s.rail_breaks[f.target] = s.rail_breaks.get(f.target, 0) + hits
        s.memo.clear()


def hit_bridge(s: State, f: Strike, hits: int, dice: Dice) -> None:
    if hits:
        s.bridges_down = tuple(sorted({*s.bridges_down, s.edition.hexside(f.target, f.crossing)}))
        s.memo.clear()


def interdict(s: State, f: Strike) -> None:
    """8.E.1.b.ii The level that the delivered factors reach."""
    points = on_target(f)
    level = max([row.level for row in s.edition.interdiction_rows if points >= row.points], default=0)
    if level:
        s.interdicted = tuple(sorted([*s.interdicted, (f.side, f.target, level)]))
    s.tell("interdicted", f.side, f.target, level)


def support_sum(s: State, f: Mission) -> Tally:
    """8.E.1.c One combat factor for every four delivered, all of them for code T; ten times as many at 5 Day scale."""
    e = s.edition
    sum = Tally("close air support")
    for air, top, bottom in f.dropped:
        share = Fraction(1) if e.close_support[air] else e.figure["cas_share"]
        sum.add(Fraction(top, bottom) * share, "8.E.1.c", s.names.called("air", air))
    if s.agreed.scale == FIVE_DAY:
        sum.times(e.figure["cas_five_day"], "2.I.3", "5 Day scale")
    return sum


def support(s: State, f: Strike, dice: Dice) -> None:
    """8.E.1.c A fraction is decided by a die against its first decimal; 5.B.5.c: squadrons that delivered are noted."""
    sum = support_sum(s, f)
    rest = sum.exact - int(sum.exact)
    if rest:
        raised = dice.at_most(D10, int(rest * 10), f.side, "8.E.1.c")
        sum.round((lambda value: down(value) + 1) if raised else down, "8.E.1.c")
    s.explain(sum)
    phase = inner(s, CombatPhase)
    n = phase.targets.index(f.target)
    squadrons = delivered(s, f)
    old = phase.support[n]
    ours = int(f.side != phase.side)
    new = list(old)
    new[ours] += sum.total
    new[2 + ours] += squadrons
    phase.support = (*phase.support[:n], (new[0], new[1], new[2], new[3]), *phase.support[n + 1 :])
    s.tell("close_support", f.side, f.target, sum.total)


def delivered(s: State, f: Mission) -> int:
    """Squadrons whose bombs came down on the target."""
    return sum([s.steps[air] for air, top, _ in f.dropped if top])
