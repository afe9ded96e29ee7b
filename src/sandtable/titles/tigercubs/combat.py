"""9.B, 9.D, 9.G.3 One combat: who stands, minorities, the die, what each side loses, who goes, who advances."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.tigercubs import captured, control
from sandtable.titles.tigercubs.aa import ask_modes
from sandtable.titles.tigercubs.combat_modifiers import (
    anti_tank_drm,
    armour_points,
    guns,
    hexside_drm,
    modifier_tally,
    shock_drm,
    shock_points,
)
from sandtable.titles.tigercubs.combat_odds import result_of, roll_column, settled_odds
from sandtable.titles.tigercubs.combat_strength import (
    attack_parts,
    attack_strength,
    defence_parts,
    defence_strength,
    force_sp,
    is_fortified,
    named_minority,
    tally_of,
    tied_contingents,
)
from sandtable.titles.tigercubs.frames import IN_ADVANCE, Combat, Overrun, Retreats, Units
from sandtable.titles.tigercubs.kinds import NONE, QUARTERMASTER, TERMINAL
from sandtable.titles.tigercubs.losses import begin_losses, destroy, wipe_out, wiped_sp
from sandtable.titles.tigercubs.overruns import charge_odds, overrun_odds
from sandtable.titles.tigercubs.retreats import slippers
from sandtable.titles.tigercubs.stacking import fits_alone
from sandtable.titles.tigercubs.state import (
    DEFENDED,
    RETREATED,
    State,
    attack_rating,
    bring_to_light,
    holder,
    move,
    movement_rating,
    units_in,
)

ALL, ANNIHILATED = -1, -2  # in place of a loss in SP: the whole force (reduced sides remain), or all of it
HALF: Final = Fraction(1, 2)  # 9.D.6 what a defender loses who stays; 9.J.1 what makes a unit capable

NO_TIE: Final = Refusal("9.C.5", "the minority is named only where contingents are equally large")
NOT_THERE: Final = Refusal("9.C.5", "no units of that contingent take part")
NO_CHOICE: Final = Refusal("9.D.6", "only the result HQ leaves the choice to stay")
HELD: Final = Refusal("9.G.3", "the enemy is still there")
TOOK_NO_PART: Final = Refusal("9.G.3", "only units that took part in the attack advance")
CANNOT_MOVE: Final = Refusal("7.C.1.a", "it has no movement rating")
FULL: Final = Refusal("5.A.6.d", "the stacking limit of the hex would be exceeded")
ENTERED: Final = Refusal("9.G.3", "it has advanced already")
NOBODY_LEFT: Final = Refusal("9.G.3-b", "nobody is left there to overrun")
TOO_WEAK: Final = Refusal("7.E.1.a", "an overrun takes odds of 7:1 at least")
HAS_TO_GO: Final = Refusal("9.G.1", "it has had to retreat")
WENT_BACK: Final = Refusal("9.D.9", "its force was eliminated in the exchange: what is left of it stays where it was")


def attacker(s: State, f: Combat) -> int:
    return f.side


def defender(s: State, f: Combat) -> int:
    return other(f.side)


# Who stands


def there(s: State, f: Combat) -> Units:
    """Enemy units in the hex; an installation neither fights nor retreats (13.J.1-b)."""
    return tuple([u for u in units_in(s, f.target) if s.edition.side[u] != f.side and s.edition.role[u] != TERMINAL])


def muster(s: State, f: Combat, dice: Dice) -> None:
    """9.C.1 Who came by a retreat in this phase adds nothing, and shares the fate of the others. X-1 Some may leave now."""
    s.tell("attacked", f.side, f.target)
    f.owner = s.owner[f.target]
    f.defenders = tuple([u for u in there(s, f) if not s.did[u] & RETREATED])
    f.bystanders = tuple([u for u in there(s, f) if s.did[u] & RETREATED])
    bring_to_light(s, f.target)
    able = slippers(s, f.target, other(f.side))
    if able:
        s.begin(Retreats(other(f.side), able, before_combat=True))


def make_stand(s: State, f: Combat, dice: Dice) -> None:
    """Those who are still there are attacked, once in this phase (9.C.1)."""
    left = there(s, f)
    f.defenders = tuple([u for u in f.defenders if u in left])
    f.bystanders = tuple([u for u in f.bystanders if u in left])
    f.fought = bool(left)
    for unit in left:
        s.did[unit] |= DEFENDED


class NameMinority(Act[State, Combat]):
    """9.C.5 On a tie the owner says which contingent counts as the minority: any nation of it stands for it."""

    rule = "9.C.5"
    form = "minority nation"
    label = "Name the {nation} units as the minority"
    asks = "name the minority contingent"

    def __init__(self, attacks: bool) -> None:
        super().__init__()
        self.attacks: bool = attacks

    def units(self, f: Combat) -> Units:
        return f.attackers if self.attacks else f.defenders

    def candidates(self, s: State, f: Combat) -> list[Args]:
        if not self.is_open(s, f):
            return []
        nations = [s.edition.nation[u] for u in self.units(f)]
        first = {s.edition.nation_rows[n].contingent: n for n in sorted(set(nations), reverse=True)}
        return [(n, 0) for n in sorted(first.values())]

    def why_not(self, s: State, f: Combat, nation: int, b: int, /) -> Optional[Refusal]:
        if not self.is_open(s, f):
            return NO_TIE
        ties = tied_contingents(s, self.units(f))
        return None if any(s.edition.nation[u] == nation and s.edition.contingent[u] in ties for u in self.units(f)) else NOT_THERE

    def is_open(self, s: State, f: Combat) -> bool:
        return f.fought and named_minority(s, self.units(f), f.minority if self.attacks else f.defending_minority)

    def do(self, s: State, f: Combat, nation: int, b: int, dice: Dice, /) -> None:
        contingent = next(s.edition.contingent[u] for u in self.units(f) if s.edition.nation[u] == nation)
        if self.attacks:
            f.minority = contingent
        else:
            f.defending_minority = contingent


def settle_modes(s: State, f: Combat, dice: Dice) -> None:
    """11.A.1.a.i-b The mode of heavy AA where it first matters: here, when tanks attack that anti-tank guns have an effect on."""
    if armour_points(s, f.attackers) >= min([row.armour for row in s.edition.anti_tank_rows]):
        ask_modes(s, other(f.side), f.defenders)


# 9.B.3 to 9.B.7 The die


def roll(s: State, f: Combat, dice: Dice) -> None:
    if not f.fought:
        return
    attack, defence = attack_strength(s, f), defence_strength(s, f)
    if attack >= 1 and all(attack_rating(s, u) == 0 for u in there(s, f)):  # 9.H.1.b, whatever their defence
        s.tell("swept", f.target)
        for unit in there(s, f):
            destroy(s, unit)
        return
    if s.log is not None:
        s.explain(tally_of("attack", "9.B.1", attack_parts(s, f)))
        s.explain(tally_of("defence", "9.B.2", defence_parts(s, f)))
    f.column = roll_column(s, settled_odds(s, f, attack, defence), f.side, dice)
    s.tell("odds", f.column)
    f.hexside = hexside_drm(s, f, dice)
    drm = modifier_tally(s, f)
    s.explain(drm)
    f.die = dice.d10(f.side, "9.B.4") + drm.total
    f.result = result_of(s, f.column, f.die)
    s.tell("result", f.result, f.column, f.die)
    f.required = required(s, f)
    f.owes = debts(s, f)


def required(s: State, f: Combat) -> tuple[Units, Units]:
    """9.J.1 Who gave a modifier of 2 or more: armour to the attacker, anti-tank guns to the defender."""
    e, least = s.edition, s.edition.figure["required_loss_drm"]
    tanks = tuple([u for u in f.attackers if e.armour[u] >= HALF and shock_points(s, f, (u,))]) if shock_drm(s, f) >= least else ()
    gunners = tuple([u for u in f.defenders if guns(s, u) and e.anti_tank[u] >= HALF]) if -anti_tank_drm(s, f) >= least else ()
    return tanks, gunners


# 9.D Results


def debts(s: State, f: Combat) -> tuple[int, int]:
    """What attacker and defender lose, in halves of an SP. 9.G.2.a.iv: the attacker's share is of those who fought."""
    row = s.edition.result_rows[f.result]
    if row.attacker in ("exchange", "half_exchange"):
        return exchange(s, f, 1 if row.attacker == "exchange" else 2)
    f.goes = {"attacker": f.side, "defender": other(f.side)}.get(row.retreats, NONE)
    fought, subject = force_sp(s, f.defenders), force_sp(s, (*f.defenders, *f.bystanders))
    return share(row.attacker, fought), share(row.defender, subject)


def share(text: str, halves: int) -> int:
    """9.E.1 Rounded down to half an SP."""
    if text == "all":
        return ALL
    return ANNIHILATED if text == "annihilated" else int(read(text) * halves)


@cache
def read(text: str) -> Fraction:
    return Fraction(text)


def exchange(s: State, f: Combat, by: int) -> tuple[int, int]:
    """9.D.9, 9.D.10 The smaller side is eliminated, the larger loses what that cost it, or half; only a smaller defender goes."""
    ours, theirs = force_sp(s, f.attackers), force_sp(s, f.defenders)
    if ours == theirs and by == 1:
        return ALL, ALL  # 9.D.9-b
    if theirs <= ours:
        f.goes = other(f.side)
        return wiped_sp(s, f.defenders) // by, ALL
    return ALL, wiped_sp(s, f.attackers) // by


def pay_attacker(s: State, f: Combat, dice: Dice) -> None:
    """6.3.c.iv.1"""
    if f.owes[0] == ALL:
        places = {s.where[u] for u in f.attackers}
        wipe_out(s, f.attackers)
        control.update(s, *sorted(places))
    else:
        begin_losses(s, f.side, f.owes[0], f.attackers, f.required[0])


class Stay(Act[State, Combat]):
    """9.D.6 Half the force instead of a quarter, and the hex is held."""

    rule = "9.D.6"
    form = "stay"
    label = "Stay, and lose half"
    asks = "stay or go"

    def candidates(self, s: State, f: Combat) -> list[Args]:
        return [(0, 0)] if has_choice(s, f) else []

    def why_not(self, s: State, f: Combat, a: int, b: int, /) -> Optional[Refusal]:
        return None if has_choice(s, f) else NO_CHOICE

    def do(self, s: State, f: Combat, a: int, b: int, dice: Dice, /) -> None:
        f.stays = True
        f.owes = (f.owes[0], half_of(s, f))


class Leave(Stay):
    rule = "9.D.6"
    form = "leave"
    label = "Retreat, and lose a quarter"
    asks = "stay or go"

    def do(self, s: State, f: Combat, a: int, b: int, dice: Dice, /) -> None:
        f.goes = other(f.side)


def half_of(s: State, f: Combat) -> int:
    """9.D.6 What staying costs, in halves of an SP."""
    return int(HALF * force_sp(s, (*f.defenders, *f.bystanders)))


def has_choice(s: State, f: Combat) -> bool:
    return f.result != NONE and s.edition.result_rows[f.result].retreats == "choice" and f.goes == NONE and not f.stays


def pay_defender(s: State, f: Combat, dice: Dice) -> None:
    """6.3.c.iv.2 A quartermaster retreats from any adverse result (13.K.2.a-b), but not from annihilation."""
    units = (*f.defenders, *f.bystanders)
    if f.owes[1] == ANNIHILATED:
        for unit in units:
            destroy(s, unit)
    elif f.owes[1] == ALL:
        wipe_out(s, [u for u in units if s.edition.role[u] != QUARTERMASTER])
    else:
        begin_losses(s, other(f.side), f.owes[1], units, f.required[1])
        return
    control.update(s, f.target)


def retreat(s: State, f: Combat, dice: Dice) -> None:
    """6.3.c.iv.3-4 Survivors of the side that must go; after an exchange between equals quartermasters alone (13.K.2.a-b)."""
    units = f.attackers if f.goes == f.side else (*f.defenders, *f.bystanders)
    left = tuple([u for u in units if s.where[u] >= 0])
    if f.owes == (ALL, ALL):
        left = tuple([u for u in left if s.edition.role[u] == QUARTERMASTER])
    elif f.goes == NONE:
        return
    if left:
        s.begin(Retreats(f.side if f.goes == f.side else other(f.side), left))


def note_loss(s: State, f: Combat, dice: Dice) -> None:
    """7.C.1.e.ii-b The hex is lost, or nobody is left in it; a zone alone may have taken it by now (7.H.1.a.iii)."""
    control.update(s, f.target)
    if f.fought and f.owner == other(f.side) and s.owner[f.target] == f.side:
        captured.roll(s, f.target, f.side, dice)
    if not there(s, f) and f.target not in s.lost_hexes:
        s.lost_hexes = tuple(sorted([*s.lost_hexes, f.target]))


# 9.G.3 Advance


def is_beaten(f: Combat) -> Optional[Refusal]:
    """9.D.1, 9.D.9, 9.D.10-b Whether the attacking force was eliminated: its reduced sides retreat, or go back."""
    if f.goes == f.side:
        return HAS_TO_GO
    return WENT_BACK if f.owes[0] == ALL else None


def advance_refused(s: State, f: Combat, unit: int) -> Optional[Refusal]:
    if unit not in f.attackers or s.where[unit] < 0:
        return TOOK_NO_PART
    beaten = is_beaten(f)
    if beaten is not None:
        return beaten
    if s.where[unit] == f.target:
        return ENTERED
    if there(s, f):
        return HELD
    if movement_rating(s, unit) == 0:
        return CANNOT_MOVE
    inside = [u for u in f.advanced if s.where[u] == f.target]
    return None if fits_alone(s, f.target, (*inside, unit)) else FULL


def enter(s: State, f: Combat, unit: int, dice: Dice) -> None:
    """The first to enter takes the place; those who overran it may all be dead."""
    if holder(s, f.target) != f.side:
        take_place(s, f, dice)
    f.advanced = tuple(sorted([*f.advanced, unit]))
    move(s, unit, f.target)
    s.tell("advances", unit, f.target)


def take_place(s: State, f: Combat, dice: Dice) -> None:
    """4.A.2-b, d The fort is reduced; 13.S.b supplies are rolled for, unless they were overrun (13.S.a); 13.J.1-b terminals."""
    if f.fought and is_fortified(s, f.target):
        s.reduced_forts = tuple(sorted([*s.reduced_forts, f.target]))
    if f.fought and not f.advanced and s.owner[f.target] != f.side:
        captured.roll(s, f.target, f.side, dice)
    for terminal in [u for u in units_in(s, f.target) if s.edition.side[u] != f.side]:
        destroy(s, terminal)


class Advance(Act[State, Combat]):
    rule = "9.G.3"
    form = "advance unit"
    label = "Advance with {unit}"
    asks = "advance after combat"

    def candidates(self, s: State, f: Combat) -> list[Args]:
        return [(u, 0) for u in f.attackers]

    def why_not(self, s: State, f: Combat, unit: int, b: int, /) -> Optional[Refusal]:
        return advance_refused(s, f, unit)

    def do(self, s: State, f: Combat, unit: int, b: int, dice: Dice, /) -> None:
        here = s.where[unit]
        enter(s, f, unit, dice)
        control.update(s, here, f.target)


class AdvanceAll(Act[State, Combat]):
    """Everybody for whom there is room."""

    rule = "9.G.3"
    form = "occupy"
    label = "Advance with all"
    asks = "advance after combat"

    def candidates(self, s: State, f: Combat) -> list[Args]:
        return [(0, 0)] if f.attackers else []

    def why_not(self, s: State, f: Combat, a: int, b: int, /) -> Optional[Refusal]:
        refusal: Optional[Refusal] = TOOK_NO_PART
        for unit in f.attackers:
            refusal = advance_refused(s, f, unit)
            if refusal is None:
                break
        return refusal

    def do(self, s: State, f: Combat, a: int, b: int, dice: Dice, /) -> None:
        left = set()
        for unit in f.attackers:
            if advance_refused(s, f, unit) is None:
                left.add(s.where[unit])
                enter(s, f, unit, dice)
        control.update(s, *sorted(left), f.target)


# 9.G.3-b, 7.E.1.b-d Overrun of what is left there


def riders(s: State, f: Combat) -> Units:
    """The attackers that would go in."""
    return tuple([u for u in f.attackers if s.where[u] >= 0 and movement_rating(s, u) and u not in f.spared])


def remnant_refused(s: State, f: Combat) -> Optional[Refusal]:
    units, beaten = riders(s, f), is_beaten(f)
    if beaten is not None:
        return beaten
    if not there(s, f) or not f.fought or f.advanced:
        return NOBODY_LEFT
    if not units or charge_odds(s, units, f.target) < s.edition.overrun_rows[0].odds:
        return TOO_WEAK
    return None if fits_alone(s, f.target, units) else FULL


class OverrunRemnant(Act[State, Combat]):
    rule = "9.G.3-b"
    form = "overrun place"
    label = "Overrun what is left at {place}"
    asks = "overrun what is left"

    def candidates(self, s: State, f: Combat) -> list[Args]:
        return [(f.target, 0)]

    def why_not(self, s: State, f: Combat, place: int, b: int, /) -> Optional[Refusal]:
        return remnant_refused(s, f) if place == f.target else NOBODY_LEFT

    def do(self, s: State, f: Combat, place: int, b: int, dice: Dice, /) -> None:
        units = riders(s, f)
        f.advanced = units
        s.begin(Overrun(f.side, units, place, IN_ADVANCE, overrun_odds(s, units, place)))


class Spare(Act[State, Combat]):
    """A unit stays behind when the others overrun."""

    rule = "9.G.3-b"
    form = "spare unit"
    label = "Keep {unit} out of the overrun"
    asks = "hold a unit back"

    def candidates(self, s: State, f: Combat) -> list[Args]:
        if is_beaten(f) is not None or f.advanced or not f.fought or not there(s, f):
            return []
        return [(u, 0) for u in riders(s, f)]

    def why_not(self, s: State, f: Combat, unit: int, b: int, /) -> Optional[Refusal]:
        if unit not in riders(s, f):
            return TOOK_NO_PART
        rest = tuple(sorted([*f.spared, unit]))
        trial = replace(f, spared=rest)
        return remnant_refused(s, trial)

    def do(self, s: State, f: Combat, unit: int, b: int, dice: Dice, /) -> None:
        f.spared = tuple(sorted([*f.spared, unit]))
