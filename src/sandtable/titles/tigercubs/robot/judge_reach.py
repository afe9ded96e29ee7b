"""What a side can do in its next player turn: how far it is to a place past the enemy, with whom one can be there, and how likely
that is enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from sandtable.kernel.play import within
from sandtable.kernel.sides import other
from sandtable.maps.graph import CLOSED, reach
from sandtable.titles.tigercubs.combat_strength import is_fortified
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import (
    IN_MOVEMENT,
    IN_PURSUIT,
    AirReturn,
    CombatPhase,
    InitialPhase,
    PursuitPhase,
    ReactionPhase,
    Units,
)
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, MOTORISED
from sandtable.titles.tigercubs.lines import has_own_source, is_joined, sources
from sandtable.titles.tigercubs.movement_allowance import points_left
from sandtable.titles.tigercubs.payments import headquarters
from sandtable.titles.tigercubs.retreats import grade, is_open
from sandtable.titles.tigercubs.robot.judge_combat import leaves, price
from sandtable.titles.tigercubs.robot.judge_risk import is_asked_again, spirits
from sandtable.titles.tigercubs.routes import felt_zones
from sandtable.titles.tigercubs.scales import MP, SP, VP
from sandtable.titles.tigercubs.state import (
    State,
    attack_rating,
    defence_rating,
    has_combat_unit,
    movement_rating,
    remembered,
    sp,
    units_in,
)
from sandtable.titles.tigercubs.supply import Spot, is_free, spots, spots_served
from sandtable.titles.tigercubs.supply_hubs import terminals

FARTHEST: Final = 18 * MP  # what anybody can spend in a phase
FAR: Final = 1_000  # farther than that
CUT_OFF: Final = 0.5  # of defence and movement, for who is cut off
BLUNT: Final = 0.25  # and of attack
HUNGRY: Final = 0.5  # of attack and movement, for who has a line but no supply
UNARMED: Final = 0.75  # what any nation makes of an attack without Offensive Supply, at most
WALLS: Final = 2.4  # times the defence, behind those of a fort: they halve an attack and change the die
SURE: Final = 4.0  # times the defence: more is wasted
NERVE: Final = 2.0  # power of that chance: at poor odds an attack is not even made, or costs more than it brings
WALK_IN: Final = 0.95  # how likely a place is taken where nobody can fight
DAMAGE: Final = 0.4  # of its price that a stack loses where it is beaten
EFFORT: Final = 4.0  # what any attack takes, in halves of a printed point, besides those who make it
LEAST: Final = 0.15  # victory points that are worth an attack


@remembered
def ways(s: State, side: int, target: int) -> tuple[int, ...]:
    """What it costs a motorised force of the side to come from each place to the target, in quarters: from the next hex 1, so that
    who has the points for the rest can stand next to it. Nobody goes through enemies."""
    e, felt, rows = s.edition, felt_zones(s, side), s.edition.zone_rows
    steps = steps_back(e, s.agreed.scenario)
    shut = {place for place in s.stack if has_combat_unit(s, place, other(side))}

    def step_back(here: int, there: int) -> int:
        if there in shut:
            return CLOSED
        if here == target:
            return 1
        zone, beyond = felt.get(there, 0), felt.get(here, 0)
        extra = (rows[max(zone, beyond) - 1].between if beyond else rows[zone - 1].leave) * MP if zone else 0
        return steps[here][there] + extra

    found = reach(target, FARTHEST + 1, nears(e, s.agreed.scenario), step_back)
    return tuple([found.get(place, FAR) for place in range(e.places)])


@cache
def steps_back(e: Edition, scenario: int) -> tuple[dict[int, int], ...]:
    """By place: from where motorised units can come to it, and what that costs them."""
    play, costs = e.in_play[scenario], e.by_line[MOTORISED]
    return tuple(
        [
            {there: costs[there][here] for there in e.near[here] if there < e.sheet and play[there] and here in costs[there]}
            for here in range(e.places)
        ]
    )


@cache
def nears(e: Edition, scenario: int) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple(steps) for steps in steps_back(e, scenario)])


class Force(NamedTuple):
    """A unit that can attack in what is left of a player turn, or in the next one."""

    unit: int
    place: int
    attack: float
    points: int  # of movement
    size: int  # in parts of a Stacking Point


class Prize(NamedTuple):
    """What may be won at a place, in victory points: by who comes to stay, and besides; and who is there to fight for it."""

    place: int
    ground: float
    spoils: float
    defence: float


def forces_of(s: State, side: int) -> list[Force]:
    e, found = s.edition, list[Force]()
    spirit, armed, march = spirits(e), is_armed(s, side), points_of(s, side)
    for unit in e.of_side[side]:
        place = s.where[unit]
        if 0 <= place < e.sheet and e.role[unit] == COMBAT_UNIT and attack_rating(s, unit):
            edge, pace = supply_edge(s, side, unit)
            well = armed and edge != HUNGRY
            attack = attack_rating(s, unit) * (spirit[unit] if well else min(UNARMED, spirit[unit])) * edge
            found.append(Force(unit, place, attack, march(unit, pace), sp(s, unit)))
    return sorted(found, key=lambda force: -force.attack)


def points_of(s: State, side: int) -> Callable[[int, float], int]:
    """How far a unit goes that has so much of its pace: in its own turn with what it has left, in battle nowhere."""
    if not is_under_way(s, side):
        return lambda unit, pace: int(movement_rating(s, unit) * pace)
    if within(s, CombatPhase) is not None:
        return lambda unit, pace: 0
    phase = IN_PURSUIT if has_fought(s) else IN_MOVEMENT
    return lambda unit, pace: points_left(s, unit, phase)


def supply_edge(s: State, side: int, unit: int) -> tuple[float, float]:
    """What is left of its attack and of its pace: in its own turn as it was found, before that as it will be."""
    place = s.where[unit]
    if is_under_way(s, side):
        cut, hungry = bool(s.cut[unit]), bool(s.out[unit])
    else:
        cut = is_bare(s, side) or not is_joined(s, side, place)
        hungry = (place, s.edition.contingent[unit]) not in will_be_fed(s, side)
    return (BLUNT, CUT_OFF) if cut else (HUNGRY, HUNGRY) if hungry else (1.0, 1.0)


def is_under_way(s: State, side: int) -> bool:
    """Its own turn has begun, and what it has been fed is settled."""
    return s.phasing == side and within(s, InitialPhase) is None


@remembered
def will_be_fed(s: State, side: int) -> frozenset[Spot]:
    """Where units stand that are in supply in their next turn, as its terminals reach them now."""
    if is_free(s, side):
        return spots(s, side)  # a line is all that it needs
    return frozenset([spot for terminal in terminals(s, side) for spot in spots_served(s, terminal)])


def is_armed(s: State, side: int) -> bool:
    """Whether its attacks have Offensive Supply in its own turn: an HQ has it, or a terminal reaches one that will."""
    if is_free(s, side):
        return True
    if is_under_way(s, side):
        return any([s.offensive[hq] for hq in (*s.edition.armies[side], *s.edition.corps[side])])
    return any([headquarters(s, terminal) for terminal in terminals(s, side)])


def is_bare(s: State, side: int) -> bool:
    """Nobody stands where all its supply comes from who could keep the enemy off: he will come."""
    lifelines = lifelines_of(s, side)
    return bool(lifelines) and not any([is_held(s, side, place) for place in lifelines])


def lifelines_of(s: State, side: int) -> list[int]:
    """Where all supply of a side comes from, if that is a single place, and as long as its units still act."""
    return sources(s, side) if has_own_source(s.edition, s.agreed.scenario, side) and is_asked_again(s, side) else []


def is_held(s: State, side: int, place: int) -> bool:
    return any([s.edition.weighs[u] and s.edition.side[u] == side for u in units_in(s, place)])


def is_post(s: State, side: int, place: int) -> bool:
    """Somebody should stay there."""
    return place in lifelines_of(s, side) or any([hex == place for hex, _ in s.edition.objectives[s.agreed.scenario]])


def prizes_of(s: State, side: int) -> list[Prize]:
    """For the enemy of the side: where it has something to lose."""
    e = s.edition
    goals = {hex: 2 * points / VP for hex, points in e.objectives[s.agreed.scenario] if s.owner[hex] == side}
    held = [place for place, there in s.stack.items() if place < e.sheet and e.side[there[0]] == side]
    return [prize_at(s, side, place, goals.get(place, 0.0)) for place in sorted({*goals, *held})]


def prize_at(s: State, side: int, place: int, points: float) -> Prize:
    e, spirit = s.edition, spirits(s.edition)
    there = [u for u in units_in(s, place) if e.side[u] == side]
    fighters = tuple([u for u in there if e.role[u] == COMBAT_UNIT])
    defence = sum([defence_rating(s, u) * spirit[u] for u in fighters]) * (1.0 if is_joined(s, side, place) else CUT_OFF)
    if is_fortified(s, place) or place in s.works:
        defence *= WALLS
    spoils = DAMAGE * price(s, fighters) if fighters else spoils_of(s, tuple(there))
    return Prize(place, points, spoils, defence)


def spoils_of(s: State, staff: Units) -> float:
    """7.E.1.d What cannot fight is a prize only if somebody of it cannot slip away: whoever hunts a headquarters over the desert
    has nothing in the end."""
    if all([slips_away(s, u) for u in staff]):
        return 0.0
    return sum([s.edition.loss_points[s.edition.type[u].loss] / VP for u in staff])


def slips_away(s: State, unit: int) -> bool:
    e, here = s.edition, s.where[unit]
    if not e.type[unit].slips or not movement_rating(s, unit):
        return False
    return any([is_open(s, e.side[unit], here, there) and not grade(s, unit, there) for there in e.near[here]])


def harvest(s: State, side: int) -> float:
    """What a side may win in a player turn from here, or in what is left of its own."""
    return sum([made.gain for _, made in takings(s, side)])


def takings(s: State, side: int) -> list[tuple[Prize, Bid]]:
    """How it would go about it: each unit used once, where it takes least."""
    left, prizes, found = forces_of(s, side), prizes_of(s, other(side)), list[tuple[Prize, Bid]]()
    if s.phasing == side and has_fought(s):
        prizes = [] if within(s, AirReturn) is not None else [prize for prize in prizes if not prize.defence]
    while left and prizes:
        bids = [bid(s, side, prize, by_choice(s, side, left, prizes)) for prize in prizes]
        best = max(bids, key=lambda made: made.gain / (EFFORT + made.attack))
        if best.gain < LEAST:
            break
        found.append((prizes.pop(bids.index(best)), best))
        left = [force for force in left if force not in best.used]
    return found


def by_choice(s: State, side: int, forces: list[Force], prizes: list[Prize]) -> list[Force]:
    """Those first who could take other ground as well: whoever can come to one place only is used there."""
    grounds = [ways(s, side, prize.place) for prize in prizes if prize.ground]
    return sorted(forces, key=lambda force: (-len([far for far in grounds if can_come(far, force)]), -force.attack))


def can_come(far: tuple[int, ...], force: Force) -> bool:
    return far[force.place] <= force.points + 1


def has_fought(s: State) -> bool:
    """The combat phase of the player turn is over: what is left is the pursuit, in which one may walk in where nobody is."""
    return any([isinstance(f, (ReactionPhase, PursuitPhase, AirReturn)) for f in s.frames])


class Bid(NamedTuple):
    """What an attack may bring, on average, and whom it takes."""

    gain: float
    attack: float
    used: list[Force]


def bid(s: State, side: int, prize: Prize, forces: list[Force]) -> Bid:
    """By those who can be there, without the first of them who are not needed. 7.H.1.a.i It takes 1 SP to own a hex."""
    far = ways(s, side, prize.place)
    step = 0 if prize.defence else MP + 1  # who walks in must still be able to take the last one; a fortress garrison never is
    used = [force for force in forces if far[force.place] + step <= force.points + 1]
    if not used:
        return Bid(0.0, 0.0, used)
    attack, size = sum([force.attack for force in used]), sum([force.size for force in used])
    needed = SP if prize.ground and size >= SP else 0
    for force in used[:-1]:
        if attack - force.attack >= SURE * prize.defence and size - force.size >= needed:
            attack, size, used = attack - force.attack, size - force.size, [rest for rest in used if rest != force]
    worth = prize.spoils + (prize.ground if size >= SP else 0.0)
    return Bid(worth * (chance(s.edition, attack / prize.defence) ** NERVE if prize.defence else WALK_IN), attack, used)


@remembered
def ratio_at(s: State, side: int, target: int) -> float:
    """How many times as strong as who is there all are who can attack it in the phase that goes on."""
    prize = prize_at(s, other(side), target, 0.0)
    far = ways(s, side, target)
    return sum([force.attack for force in forces_of(s, side) if far[force.place] == 1]) / max(LEAST, prize.defence)


def ratio_of(s: State, side: int, target: int, units: Sequence[int]) -> float:
    """The same for those who are sent."""
    defence = prize_at(s, other(side), target, 0.0).defence
    return sum([force.attack for force in forces_of(s, side) if force.unit in units]) / max(LEAST, defence)


def chance(e: Edition, ratio: float) -> float:
    """How likely the defender loses his hex at such odds, with no modifier."""
    table, even = yields(e)
    column = even + (ratio - 1 if ratio >= 1 else 1 - 1 / ratio)
    low = max(0, min(len(table) - 2, int(column)))
    return table[low] + (table[low + 1] - table[low]) * max(0.0, min(1.0, column - low))


@cache
def yields(e: Edition) -> tuple[tuple[float, ...], int]:
    """By column of the table, and which of them is 1:1."""
    dice = range(1, 11)
    rows = [[e.result_rows[line[die - e.low_die]] for die in dice] for line in e.crt]
    return tuple([sum([leaves(row, 2, 1) for row in line]) / len(dice) for line in rows]), e.names.texts["odds"].index("1:1")
