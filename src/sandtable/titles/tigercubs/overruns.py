"""7.E Overruns: odds, what they cost the overrunner, what becomes of the overrun."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import D100, Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import other
from sandtable.kernel.tally import Exact, up
from sandtable.titles.tigercubs import control
from sandtable.titles.tigercubs.combat_strength import (
    attack_strength,
    counter_strength,
    defence_strength,
    is_fortified,
    tied_contingents,
)
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.frames import IN_ADVANCE, IN_REACTION, Combat, Move, Overrun, Retreats, Units
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, NONE, TERMINAL
from sandtable.titles.tigercubs.losses import can_flip, destroy, suffer
from sandtable.titles.tigercubs.movement_cost import extra_cost, leaves_lines, points_towards
from sandtable.titles.tigercubs.movement_step import haul, means, place_refused
from sandtable.titles.tigercubs.retreats import slippers
from sandtable.titles.tigercubs.scales import MP, RATING
from sandtable.titles.tigercubs.stacking import fits_alone
from sandtable.titles.tigercubs.state import (
    LEFT_LINE,
    OVERRAN,
    State,
    attack_rating,
    bring_to_light,
    defence_rating,
    holder,
    move,
    supply_state,
    units_in,
)

PAID: Final = Refusal("7.E.1.a-n", "the strength called for has been lost")
NOT_WITH_IT: Final = Refusal("7.E.1.a-n", "only those who overrun lose strength")
WORTHLESS: Final = Refusal("7.E.1.a-n", "it has no attack strength to lose")
NOT_FROM_BOX: Final = Refusal("BOX-a", "an exit is paid for before anybody fights")
NOBODY: Final = Refusal("7.E.1", "there is nobody to overrun")
NO_OVERRUN: Final = Refusal("7.E.1.a", "an overrun takes odds of 7:1 at least")
OVERRUN_DEAR: Final = Refusal("7.E.1.b", "it has not the movement points for the overrun and for entering the hex")
LAGGARD: Final = Refusal("7.E.1.e", "all who overrun enter the hex and pay for it: one of them has not the movement points")
OVERRUN_FULL: Final = Refusal("7.E.1.b", "the stacking limit would be exceeded there")
NOT_IN_REACTION: Final = Refusal("7.C.1.e.iii", "units in reaction do not overrun")


def overrunner(s: State, f: Overrun) -> int:
    return f.side


def overrun_force(s: State, side: int, target: int) -> Units:
    """Those who would be overrun."""
    return tuple([u for u in units_in(s, target) if s.edition.side[u] != side and s.edition.role[u] != TERMINAL])


def overrun_odds(s: State, units: Units, target: int) -> int:
    """7.E.1.a By all modifiers of strength, fractions dropped; nobody without attack strength overruns anybody. 7.E.1.c.iv
    No defence at all: the last line of the costs."""
    side = s.edition.side[units[0]]
    f = Combat(side, target, units, overrun_force(s, side, target))
    attack = best_attack(s, f)
    if attack <= 0:
        return 0
    defence = defence_strength(s, f)
    return int(attack // defence) if defence else int(s.edition.figure["overrun_zero_odds"])


def best_attack(s: State, f: Combat) -> Exact:
    """9.C.5 Of equally large contingents the overrunner counts that one as the minority which costs him least."""
    return max([attack_strength(s, replace(f, minority=c)) for c in tied_contingents(s, f.attackers) or [NONE]])


def charge_odds(s: State, units: Units, target: int) -> int:
    """The same for whoever asks often: 0 at once where even the best of luck with ground and supply would not do."""
    return overrun_odds(s, units, target) if is_hopeful(s, units, target) else 0


@cache
def prospects(e: Edition) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """By unit: the most that a printed half point can count in an attack, the least in a defence; by state of supply."""
    guns, ground = float(e.figure["heavy_artillery_fort"]), max([float(row.attack_cav) for row in e.terrain_rows])
    cev = [float(e.nation_rows[n].cev) for n in e.nation]
    best = [
        cev[u] * (guns if e.type[u].id == "heavy_artillery" else 1.0) * (2.0 if e.unit_rows[u].bracketed else 1.0) * ground
        for u in range(e.units)
    ]
    worst = [cev[u] * (float(e.figure["artillery_alone"]) if e.type[u].artillery else 1.0) for u in range(e.units)]
    return tuple(best), tuple(worst), tuple([float(row.defence) for row in e.supply_rows])


def is_hopeful(s: State, units: Units, target: int) -> bool:
    best, worst, states = prospects(s.edition)
    attack = sum([attack_rating(s, u) * best[u] for u in units])
    defence = sum([defence_rating(s, u) * worst[u] * states[supply_state(s, u)] for u in units_in(s, target)])
    least = 0.5 if s.agreed.heavy_aa else 1.0
    if s.interdicted:
        least *= 1 - float(s.edition.figure["bai_cev_limit"])
    if len({s.edition.contingent[u] for u in units_in(s, target)}) > 1:
        least *= float(s.edition.figure["contingent_defence"])
    return attack * 1.001 >= s.edition.overrun_rows[0].odds * defence * least


# Who may try, and what it costs


class Charge(Act[State, Move]):
    """The units enter the hex of a much weaker force."""

    rule = "7.E.1"
    form = "overrun place"
    label = "Overrun {place}"
    asks = "overrun an enemy"

    def __init__(self, odds: Callable[[State, Units, int], int] = charge_odds) -> None:
        super().__init__()
        self.odds: Callable[[State, Units, int], int] = odds

    def candidates(self, s: State, f: Move) -> list[Args]:
        if not f.units or f.phase == IN_REACTION:
            return []
        return [(p, 0) for p in s.edition.around[s.where[f.units[0]]] if p in s.stack and holder(s, p) == other(f.side)]

    def why_not(self, s: State, f: Move, there: int, b: int, /) -> Optional[Refusal]:
        if f.phase == IN_REACTION:
            return NOT_IN_REACTION
        if not f.units or holder(s, there) != other(f.side):
            return NOBODY
        here = s.where[f.units[0]]
        if here >= s.edition.sheet:
            return NOT_FROM_BOX
        refusal = place_refused(s, f.side, here, there)
        if refusal is not None:
            return refusal
        if not fits_alone(s, there, f.units):
            return OVERRUN_FULL
        odds = self.odds(s, f.units, there)
        cost = overrun_cost(s, odds)
        if cost == NONE:
            return NO_OVERRUN
        able = [
            cost + entry_cost(s, u, here, there) <= points_towards(s, u, left, f.phase, here, there)
            for u, left in zip(f.units, means(s, f), strict=True)
        ]
        return None if all(able) else LAGGARD if any(able) else OVERRUN_DEAR

    def do(self, s: State, f: Move, there: int, b: int, dice: Dice, /) -> None:
        here, odds = s.where[f.units[0]], self.odds(s, f.units, there)
        for unit in f.units:
            s.spent[unit] += overrun_cost(s, odds) + entry_cost(s, unit, here, there)
            s.did[unit] |= LEFT_LINE if leaves_lines(s, unit, f.phase, here, there) else 0
        s.begin(Overrun(f.side, f.units, there, f.phase, odds))


def overrun_cost(s: State, odds: int) -> int:
    """7.E.1.b By the Overrun Costs table, in quarters; NONE below 7:1."""
    rows = [row for row in s.edition.overrun_rows if row.odds <= odds]
    return rows[-1].mp * MP if rows else NONE


def entry_cost(s: State, unit: int, here: int, there: int) -> int:
    """7.E.1.c.i, iii Along a road double its cost will do; the zone of those who are overrun counts no more, others' do."""
    e, side = s.edition, s.edition.side[unit]
    kind = e.move_class[unit]
    ground = e.off_road[kind][here][there]
    if there in e.road[here] and e.hexside(here, there) not in s.bridges_down:
        ground = min(ground, 2 * e.road_mp[kind])
    elif there in e.track[here]:
        ground = e.by_line[kind][here][there]
    level = s.zones.exerted(other(side), there)
    s.zones.project(other(side), there, level, -1)
    extra = extra_cost(s, side, here, there)
    s.zones.project(other(side), there, level, 1)
    return ground + extra


def refund_overrun(s: State, f: Overrun) -> None:
    """7.E.1.d All defenders have slipped away: the entry and one point more is all that it costs."""
    cost = overrun_cost(s, f.odds)
    for unit in f.units:
        s.spent[unit] -= max(0, cost - int(s.edition.figure["retreat_overrun_mp"]) * MP)


# The course of it


def let_slip(s: State, f: Overrun, dice: Dice) -> None:
    """7.E.1.d They may leave before it if every one of them can."""
    bring_to_light(s, f.target)
    s.tell("overrun", f.units[0], f.target, f.odds)
    able = slippers(s, f.target, other(f.side))
    if able and len(able) == len(overrun_force(s, f.side, f.target)):
        s.begin(Retreats(other(f.side), able, before_combat=True))


def count_losses(s: State, f: Overrun, dice: Dice) -> None:
    """7.E.1.a A percentage of the strength overrun, so many times as the odds say, rounded up to a whole point."""
    prey = overrun_force(s, f.side, f.target)
    if not prey:
        f.cleared = True
        s.tell("slipped", f.target)
        if f.phase != IN_ADVANCE:
            refund_overrun(s, f)
        return
    f.odds = max(f.odds, overrun_odds(s, f.units, f.target))
    most = largest_loss(s, f, prey)
    if most:
        f.owed = lost_strength(most, dice.percentile(f.side, "7.E.1.a-c")) * RATING


def largest_loss(s: State, f: Overrun, prey: Units) -> Exact:
    """7.E.1.a.i-iv; nothing for weaklings at 12:1 (7.E.1.a-b)."""
    e = s.edition
    probe = Combat(f.side, f.target, f.units, prey)
    weak = all(e.unit_rows[u].bracketed or e.role[u] != COMBAT_UNIT or not rated(s, u) for u in prey)
    if weak and f.odds >= e.figure["overrun_free_odds"]:
        return 0
    factor = [row.losses for row in e.overrun_rows if row.odds <= f.odds][-1]
    return factor * max(counter_strength(s, probe), defence_strength(s, probe))


def rated(s: State, unit: int) -> bool:
    """It has both attack and defence strength."""
    scale, face = s.agreed.scale, s.reduced[unit]
    return s.edition.attack[scale][face][unit] > 0 and s.edition.defence[scale][face][unit] > 0


def lost_strength(most: Exact, percent: int) -> int:
    return int(up(most * Fraction(percent, len(D100))))


def worth(s: State, unit: int) -> int:
    """Printed attack that a loss of this unit takes away, in halves."""
    if can_flip(s, unit):
        return attack_rating(s, unit) - s.edition.attack[s.agreed.scale][1][unit]
    return attack_rating(s, unit)


class PayStrength(Act[State, Overrun]):
    """7.E.1.a-n The overrunner chooses what goes, at least the strength called for."""

    rule = "7.E.1.a-n"
    form = "pay unit"
    label = "Take the loss from {unit}"
    asks = "pay for the overrun"

    def candidates(self, s: State, f: Overrun) -> list[Args]:
        return [(u, 0) for u in f.units] if f.owed > 0 else []

    def why_not(self, s: State, f: Overrun, unit: int, b: int, /) -> Optional[Refusal]:
        if f.owed <= 0:
            return PAID
        if unit not in f.units or s.where[unit] < 0:
            return NOT_WITH_IT
        return None if worth(s, unit) else WORTHLESS

    def do(self, s: State, f: Overrun, unit: int, b: int, dice: Dice, /) -> None:
        where = s.where[unit]
        f.owed -= worth(s, unit)
        suffer(s, unit)
        control.update(s, where)


def run_down(s: State, f: Overrun, dice: Dice) -> None:
    """7.E.1.c.ii The overrun are eliminated; 7.E.1.e all who are left enter. Supplies fall to them whole (13.S.a)."""
    prey = overrun_force(s, f.side, f.target)
    if prey:
        s.tell("ridden_down", len(prey), f.target)
    for unit in prey:
        destroy(s, unit)
    if f.target not in s.lost_hexes:
        s.lost_hexes = tuple(sorted([*s.lost_hexes, f.target]))
    units = tuple([u for u in f.units if s.where[u] >= 0])
    march = within(s, Move)
    if march is not None and f.phase != IN_ADVANCE:
        march.units = units
    if units:
        go_in(s, f, units)
    control.update(s, f.target)


def go_in(s: State, f: Overrun, units: Units) -> None:
    if is_fortified(s, f.target) and (not f.cleared or f.phase == IN_ADVANCE):
        s.reduced_forts = tuple(sorted([*s.reduced_forts, f.target]))  # 4.A.2-d
    for terminal in [u for u in units_in(s, f.target) if s.edition.side[u] != f.side]:
        destroy(s, terminal)
    left = {s.where[unit] for unit in units}
    haul(s, units, f.target)
    for unit in units:
        move(s, unit, f.target)
        s.tell("advances", unit, f.target)
        if f.phase == IN_ADVANCE:
            s.did[unit] |= OVERRAN
    control.update(s, *sorted(left))
