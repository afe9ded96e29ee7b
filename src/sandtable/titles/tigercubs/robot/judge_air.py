"""What the air forces are worth and what they are about, in Victory Points of the Axis."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from sandtable.kernel.play import within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.tigercubs.air_bases import built
from sandtable.titles.tigercubs.air_bombing import AIRBASE, BAI, CAS, PORT, RAIL, TRANSFER, load_of, mission, payload_exact
from sandtable.titles.tigercubs.air_flyers import flyers
from sandtable.titles.tigercubs.air_range import NORMAL, ferry_range, in_range, reaches
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.frames import AirWindow, Interception, Mission, Strike
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, FIVE_DAY, GENERAL, NONE
from sandtable.titles.tigercubs.lines import is_joined
from sandtable.titles.tigercubs.robot.judge_risk import is_asked_again, is_base_in_danger
from sandtable.titles.tigercubs.scales import BOMBS, WING
from sandtable.titles.tigercubs.state import State, air_at, air_supply_state, sp, units_in
from sandtable.titles.tigercubs.supply import is_free, is_fuelled

STEP: Final = 0.45  # a step, besides its points
HUNGRY: Final = 0.6  # of that, out of supply
TIRED: Final = 0.02  # less for who has flown: it can do nothing more this turn
STATION: Final = 0.4  # more, if every objective is in normal range of its base; in proportion, if some are
LITTLE: Final = 0.3  # of the objectives: who reaches no more is in the rear
HOPE: Final = 0.8  # of what the best could do there, before it is named
FERRY: Final = 0.02  # what it costs to send somebody to another base
FIGHTS: Final = ("F", "B", "D", "A")  # types that are missed at the front
HIT: Final = 0.15  # on an airbase, besides aircraft
SPARE: Final = 0.01  # on one that nobody flies from
LINE: Final = 0.4  # the railway, where supplies wait for it
BREAK: Final = 0.05  # each break that has to be repaired
PARKED: Final = 0.9  # a step on the ground that a hit destroys
LANDING: Final = 0.12  # a hit on a port that nobody needs
LIFELINE: Final = 0.6  # on the port of a force that is cut off
ZONE: Final = 0.02  # a level of interdiction over half a Stacking Point
FACTOR: Final = 0.05  # a factor of close support
CREW: Final = 3  # air units that a mission is thought to bring before anybody has taken off
GUNS: Final = 0.04  # a step over the enemy's guns
FIGHTER: Final = 0.14  # a step for each fighter that may rise against it and that no escort meets
ESCORT: Final = 0.02  # a fighter that can do nothing else this turn
SORTIE: Final = 0.1  # one more mission, which all guns fire at anew
KILL: Final = 0.16  # an interceptor for each step that it may bring down
SPOILT: Final = 0.3  # of a raid, for each interceptor
HARDLY: Final = 0.25  # of the bombs for a hit: too few to fly for
HITS_NEEDED: Final = {AIRBASE: 3.0, PORT: 4.0, RAIL: 4.0}
LEVELS: Final[tuple[float, ...]] = (12.0, 18.0, 24.0)
BEST: Final = 1.5  # times its bombs, in short range or by diving
TACTICAL: Final = 5.0  # more from a wing with code T
TENTH: Final = 0.1  # of a combat factor: less is never one, whatever the die says


def air_war(s: State) -> float:
    worth = wings(s, AXIS) - wings(s, ALLIED)
    for flyer, centre, level in s.interdicted:
        worth += (1 if flyer == AXIS else -1) * level * below(s, other(flyer), centre)
    for place, hits in s.base_hits.items():
        worth += (-1 if s.owner[place] == AXIS else 1) * base_worth(s, place) * hits
    for place, hits in s.port_hits.items():
        worth += (-1 if s.owner[place] == AXIS else 1) * landing(s, place) * hits
    worth += (LINE if s.rail_breaks and railway_is_needed(s) else 0.0) + BREAK * sum(s.rail_breaks.values())
    for raid in raids(s):
        worth += (1 if raid.side == AXIS else -1) * prospect(s, raid)
    return worth


def wings(s: State, side: int) -> float:
    worth = 0.0
    for air in s.edition.air_of_side[side]:
        if s.base[air] >= 0:
            worth += STEP * s.steps[air] * (1.0 if air_supply_state(s, air) == GENERAL else HUNGRY)
            worth -= TIRED * s.steps[air] * s.flown[air]
            worth += STATION * s.steps[air] * station(s.edition, s.agreed.scenario, air, s.base[air])
    return worth


@cache
def station(e: Edition, scenario: int, air: int, base: int) -> float:
    """The share of the objectives that it can fly to at its best from a base."""
    if e.air_type[air] not in FIGHTS:
        return 0.0
    hexes, reach, goals = distances(e, base), reaches(e, air)[NORMAL], e.objectives[scenario]
    return len([hex for hex, _ in goals if hexes[hex] <= reach]) / len(goals)


def is_far_back(s: State, air: int) -> bool:
    """It could do little from where it is, and may still fly elsewhere."""
    e, base = s.edition, s.base[air]
    return base >= 0 and not s.flown[air] and e.air_type[air] in FIGHTS and station(e, s.agreed.scenario, air, base) < LITTLE


def below(s: State, side: int, centre: int) -> float:
    """What a level of interdiction does to the side's units in the zone."""
    units = [u for place in (centre, *s.edition.around[centre]) for u in units_in(s, place)]
    return ZONE * sum([sp(s, u) for u in units if s.edition.side[u] == side and s.edition.role[u] == COMBAT_UNIT])


def base_worth(s: State, place: int) -> float:
    return HIT if any([s.base[air] == place for air in s.edition.air_of_side[s.owner[place]]]) else SPARE


def railway_is_needed(s: State) -> bool:
    """X-5 Allied supplies wait beyond the map."""
    e = s.edition
    return any([e.sheet <= place < e.places and thirds and s.owner[place] == ALLIED for place, thirds in s.lp.items()])


def landing(s: State, place: int) -> float:
    side = s.owner[place]
    return LIFELINE if side >= 0 and units_in(s, place) and not is_joined(s, side, place) else LANDING


def is_pointless(s: State, side: int, kind: str) -> bool:
    """Whether a mission of the kind could do no harm that counts: nobody is on the ground, nobody lives by a port, nothing waits
    for the railway, there are too few bombs for a zone of interdiction or for a part of a combat factor, or whoever is left would
    fly to his death."""
    e, enemy = s.edition, other(side)
    if kind in HITS_NEEDED and is_forlorn(s, side, kind):
        return True
    if kind == AIRBASE:
        return not any([s.base[air] >= 0 and s.aloft[air] == NONE for air in e.air_of_side[enemy]])
    if kind == PORT:
        if is_free(s, enemy) or not is_asked_again(s, enemy):
            return True  # nothing is landed there any more
        return not any([s.owner[port] == enemy and (s.lp.get(port) or landing(s, port) == LIFELINE) for port in e.ports])
    if kind == RAIL:
        return bool(s.rail_breaks) or not railway_is_needed(s)
    if kind == BAI:
        ready = [a for a in e.air_of_side[side] if s.base[a] >= 0 and not s.flown[a]]
        return sum([s.steps[a] / WING * most_bombs(e, a) for a in ready]) < LEVELS[0]
    return kind == CAS and most_support(s, side) < TENTH


def most_support(s: State, side: int) -> float:
    """8.E.1.c Combat factors that all who are left could bring to an attack."""
    e, found = s.edition, 0.0
    for air in e.air_of_side[side]:
        if s.base[air] >= 0 and not s.flown[air]:
            share = 1.0 if e.close_support[air] else float(e.figure["cas_share"])
            found += s.steps[air] / WING * e.bombing[air] / BOMBS * BEST * share
    return found * (float(e.figure["cas_five_day"]) if s.agreed.scale == FIVE_DAY else 1.0)


def is_forlorn(s: State, side: int, kind: str) -> bool:
    """All that is left has hardly the bombs for a hit, or is a single unit that flies by day while fighters wait for it."""
    e = s.edition
    able = [a for a in flyers(e, side, s.names.number("mission", kind)) if s.base[a] >= 0 and not s.flown[a] and e.bombing[a]]
    if sum([s.steps[a] * e.bombing[a] for a in able]) < HARDLY * HITS_NEEDED[kind] * WING * BOMBS:
        return True
    waiting = [a for a in e.air_of_side[other(side)] if e.air_type[a] == "F" and s.base[a] >= 0 and not s.flown[a]]
    return len(waiting) > 1 and len(able) == 1 and not e.night[able[0]]


@cache
def most_bombs(e: Edition, air: int) -> float:
    """What a wing could bring to interdiction in short range."""
    dives, row = e.air_type[air] == "D", e.air_rows[air]
    return e.bombing[air] / BOMBS * BEST * (BEST if dives else 1.0) + (TACTICAL if "T" in row.codes else 0.0)


# Missions on their way


def raids(s: State) -> Iterator[Mission]:
    """Those that are formed, met or flown now, and close support that waits."""
    for f in s.frames:
        if isinstance(f, Mission) and f.target != NONE:
            yield f
    window = within(s, AirWindow)
    if window is not None:
        for facts in window.flown:
            yield Mission(*facts)
        for facts in window.flights:
            yield Strike(*facts)


def prospect(s: State, f: Mission) -> float:
    """What it may bring, less what it may cost."""
    if mission(s, f) == TRANSFER:
        return rebased(s, f)
    factors = sum([float(payload_exact(s.edition, load_of(s, f, air))) for air in f.bombers]) if f.bombers else hoped(s, f)
    brings = gain(s, f, factors)
    if isinstance(f, Strike):
        return brings
    steps = sum([s.steps[air] for air in f.bombers])
    if isinstance(f, Interception):
        met = len(f.interceptors)
        spoilt = brings * max(0.0, 1 - SPOILT * met) - KILL * min(met, steps)
        return spoilt - GUNS * steps + (FIGHTER * max(0, len(f.escorts) - met) if met else 0.0)
    rising = 0 if f.night else max(0, len(fighters(s, other(f.side), f.target)) - 2 * len(f.escorts))
    return brings - steps * (GUNS + FIGHTER * min(2, rising)) - ESCORT * len(f.escorts) - SORTIE


def hoped(s: State, f: Mission) -> float:
    """What the best few that could fly it would bring."""
    e = s.edition
    able = [a for a in flyers(e, f.side, f.kind) if s.base[a] >= 0 and not s.flown[a] and f.target in in_range(e, a, s.base[a])]
    return sum(sorted([float(payload_exact(e, load_of(s, f, a))) for a in able])[-CREW:])


def rebased(s: State, f: Mission) -> float:
    """What those who fly to another base can do from there; before anybody is named, what the best of them could. Nobody goes
    where the enemy could walk in."""
    e, scenario = s.edition, s.agreed.scenario
    if not is_fuelled(s, f.side, f.target) or is_base_in_danger(s, f.target, f.side):
        return -STEP
    named = f.bombers or [a for a in e.air_of_side[f.side] if is_far_back(s, a) and f.target in ferry_range(e, a, s.base[a])]
    gains = [s.steps[a] * (station(e, scenario, a, f.target) - station(e, scenario, a, s.base[a])) for a in named]
    return STATION * (sum(gains) if f.bombers else HOPE * max(gains, default=0.0)) - FERRY


def gain(s: State, f: Mission, factors: float) -> float:
    kind = mission(s, f)
    if kind == AIRBASE:
        hits = min(factors / HITS_NEEDED[kind], built(s, f.target) + 1 - s.base_hits.get(f.target, 0))
        return base_worth(s, f.target) * hits + PARKED * min(hits, sum([s.steps[air] for air in air_at(s, f.target)]))
    if kind == PORT:
        return landing(s, f.target) * min(factors / HITS_NEEDED[kind], s.edition.clearing[f.target] - s.port_hits.get(f.target, 0))
    if kind == BAI:
        level = sum([min(1.0, max(0.0, factors / need - 0.5) * 2) for need in LEVELS])
        return level * below(s, other(f.side), f.target)
    if kind == RAIL:
        stops = LINE if not s.rail_breaks and railway_is_needed(s) else 0.0
        return stops * min(1.0, factors / HITS_NEEDED[kind]) + BREAK * factors / HITS_NEEDED[kind]
    return FACTOR * factors if kind == CAS else 0.0


def fighters(s: State, side: int, place: int) -> list[int]:
    """Those that could still rise over a place."""
    e = s.edition
    return [
        a
        for a in e.air_of_side[side]
        if e.air_type[a] == "F" and s.base[a] >= 0 and not s.flown[a] and place in in_range(e, a, s.base[a])
    ]
