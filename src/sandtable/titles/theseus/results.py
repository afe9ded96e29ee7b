"""7.5.2 Combat results: hits in their strict order, 7.5.2.1 step losses, 7.5.3 Battle Victory."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.face.story import counted
from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.theseus.actions import activation
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.effectiveness import disrupt, lose, passes
from sandtable.titles.theseus.frames import (
    ATTACKERS_BONUS,
    DEFENDERS_BONUS,
    HOLD,
    WITHDRAW,
    Activation,
    Attack,
    Hits,
    Losses,
    Retreat,
)
from sandtable.titles.theseus.retreat import can_withdraw
from sandtable.titles.theseus.stacking import leave_alone
from sandtable.titles.theseus.state import State, combat_units, is_static, tell_of, under_fire

NOT_TAKING_PART: Final = Refusal("7.5.2-m", "the first loss falls on a unit that takes part in the combat")
COMPARED_FIRST: Final = Refusal("7.5.2-c", "the unit compared for Armour Superiority takes the first loss")
NO_WITHDRAWAL: Final = Refusal("7.5.2-e", "the whole distance cannot be retreated without entering an enemy zone of control")
NOTHING_LEFT: Final = Refusal("7.5.2-d", "there are no hits left to decide about")
STATIC: Final = Refusal("10.1-d", "the garrison takes its hits as losses")
MUST_RETREAT: Final = Refusal("7.5.2-j", "only units that passed their check choose whether to follow")
EVENLY: Final = Refusal("7.5.2.1-a", "no unit takes another loss before all others have had one")


def owner(s: State, f: Hits | Losses) -> int:
    return f.side


# Distributing combat hits: the defender first


def defender_hits(s: State, f: Attack, dice: Dice) -> None:
    _, _, hits, red = f.hits
    begin_hits(s, Hits(other(f.side), f.target, f.defenders, f.gun, hits, bool(red), True, (), f.before))


def attacker_hits(s: State, f: Attack, dice: Dice) -> None:
    hits, red, _, _ = f.hits
    begin_hits(s, Hits(f.side, f.source, f.attackers, f.tank, hits, bool(red), False))


def begin_hits(s: State, f: Hits) -> None:
    f.units = alive(s, f.units)
    f.losses = (0,) * len(f.units)
    under_fire(s, combat_units(s, f.hex) if f.red else f.units)
    if f.units and (f.hits or f.red):
        s.begin(f)


def alive(s: State, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([u for u in units if s.where[u] >= 0])


class FirstLoss(Act[State, Hits]):
    """1. Where no unit was compared for Armour Superiority the owner chooses."""

    rule = "7.5.2-m"
    form = "first unit"
    label = "Let {unit} take the first loss"
    asks = "name the unit that takes the first loss"

    def candidates(self, s: State, f: Hits) -> list[Args]:
        return [(u, 0) for u in f.units] if f.hits and f.first == NONE else []

    def why_not(self, s: State, f: Hits, unit: int, _: int, /) -> Optional[Refusal]:
        if f.first != NONE or not f.hits:
            return COMPARED_FIRST
        return None if unit in f.units else NOT_TAKING_PART

    def do(self, s: State, f: Hits, unit: int, _: int, dice: Dice, /) -> None:
        f.first = unit


def take_first_loss(s: State, f: Hits, dice: Dice) -> None:
    if f.hits:
        lose(s, f.first, 1)
        f.losses = tuple([n + (u == f.first) for u, n in zip(f.units, f.losses, strict=True)])


def hit_roller(s: State, f: Hits) -> int:
    return 1 << f.side if f.red else 0


def check_hit_units(s: State, f: Hits, dice: Dice) -> None:
    """3. Red: every combat unit of the hex checks, also one that stayed out of the attack."""
    passed, failed = [], []
    for unit in combat_units(s, f.hex):
        if passes(s, unit, dice, "7.5.2-g"):
            passed.append(unit)
            tell_of(s, "steady", unit)
        else:
            failed.append(unit)
            tell_of(s, "unsteady", unit)
            disrupt(s, unit, costs=True)
    f.passed, f.failed = tuple(passed), alive(s, tuple(failed))


def remaining(f: Hits) -> int:
    return max(0, f.hits - 1)


def may_choose(s: State, f: Hits) -> bool:
    """2. Black, or all have passed: hold or go."""
    return remaining(f) > 0 and not f.failed and bool(alive(s, f.units))


def what_it_costs(f: Hits, holds: bool) -> str:
    """7.5.2-d to f: a defender's hits are hexes, or losses; of an attacker's only the first is a hex."""
    left, losses = remaining(f), "another Strength Point" if remaining(f) == 1 else f"{remaining(f)} more Strength Points"
    if holds:
        return f"{losses} lost"
    if f.defending or left == 1:
        return "1 hex" if left == 1 else f"{left} hexes"
    return f"1 hex, and {counted(left - 1, 'more Strength Point')} lost"


def withdrawal_refused(s: State, f: Hits) -> Optional[Refusal]:
    if is_static(s, f.side):
        return STATIC
    if not may_choose(s, f):
        return NOTHING_LEFT
    distance = remaining(f) if f.defending else 1
    return None if can_withdraw(s, f.side, alive(s, f.units), f.hex, distance) else NO_WITHDRAWAL


class HoldGround(Act[State, Hits]):
    """Every remaining hit is a loss."""

    rule = "7.5.2-d"
    form = "hold"
    label = "Hold the ground"
    asks = "hold"

    def candidates(self, s: State, f: Hits) -> list[Args]:
        return [(0, 0)] if may_choose(s, f) and withdrawal_refused(s, f) is None else []

    def do(self, s: State, f: Hits, a: int, b: int, dice: Dice, /) -> None:
        f.choice = HOLD


class Withdraw(Act[State, Hits]):
    """A defender converts all remaining hits, an attacker the first of them."""

    rule = "7.5.2-e"
    form = "withdraw"
    label = "Retreat"
    asks = "retreat"

    def candidates(self, s: State, f: Hits) -> list[Args]:
        return [(0, 0)] if may_choose(s, f) else []

    def why_not(self, s: State, f: Hits, a: int, b: int, /) -> Optional[Refusal]:
        return withdrawal_refused(s, f)

    def do(self, s: State, f: Hits, a: int, b: int, dice: Dice, /) -> None:
        f.choice = WITHDRAW


def steadfast(s: State, f: Hits) -> tuple[int, ...]:
    """Case C: the units of the combat that passed and are fit; they may follow the others or hold."""
    if not f.failed or not remaining(f):
        return ()
    return tuple([u for u in f.passed if u in f.units and not s.down[u] and s.where[u] >= 0])


class Follow(Act[State, Hits]):
    rule = "7.5.2-j"
    form = "follow unit"
    label = "Retreat with {unit} as well"
    asks = "name units that follow the retreat"

    def candidates(self, s: State, f: Hits) -> list[Args]:
        if is_static(s, f.side):
            return []
        return [(u, 0) for u in steadfast(s, f) if u not in f.follow]

    def why_not(self, s: State, f: Hits, unit: int, _: int, /) -> Optional[Refusal]:
        if is_static(s, f.side):
            return STATIC
        return None if unit in steadfast(s, f) and unit not in f.follow else MUST_RETREAT

    def do(self, s: State, f: Hits, unit: int, _: int, dice: Dice, /) -> None:
        f.follow = tuple(sorted((*f.follow, unit)))


class StandFast(Act[State, Hits]):
    rule = "7.5.2-k"
    form = "stand"
    label = "Hold with the others"
    asks = "hold with the others"


def settle_hits(s: State, f: Hits, dice: Dice) -> None:
    """What is left of the hits, case by case."""
    left, units = remaining(f), alive(s, f.units)
    if not left or not units:
        return
    if not f.failed:
        stand_or_go(s, f, left, units)
        return
    beaten = f.failed + (tuple([u for u in f.before if u in f.passed and s.where[u] >= 0]) if f.defending else ())
    holding = tuple([u for u in steadfast(s, f) if u not in f.follow])
    if holding:  # case C, some hold: the retreat uses up no hit
        begin_losses(s, f, holding, left)
        s.begin(Retreat(f.side, together(beaten, f.follow), f.hex, 1, True))
    elif f.defending:  # case B, or all follow
        s.begin(Retreat(f.side, together(beaten, f.follow), f.hex, left, True))
    else:
        begin_losses(s, f, units, left - 1)
        s.begin(Retreat(f.side, together(beaten, f.follow), f.hex, 1, True))


def stand_or_go(s: State, f: Hits, left: int, units: tuple[int, ...]) -> None:
    """2. and case A"""
    if f.choice == WITHDRAW and f.defending:
        s.begin(Retreat(f.side, units, f.hex, left, False))
    elif f.choice == WITHDRAW:
        begin_losses(s, f, units, left - 1)
        s.begin(Retreat(f.side, units, f.hex, 1, False))
    else:
        shaken = tuple([u for u in f.before if u in units])
        if f.defending and shaken:
            s.begin(Retreat(f.side, shaken, f.hex, 1, True))
        begin_losses(s, f, units, left)


def together(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*a, *b}))


# 7.5.2.1 Step losses


def begin_losses(s: State, f: Hits, units: tuple[int, ...], points: int) -> None:
    """The losses that these have had already count."""
    if points:
        counts = dict(zip(f.units, f.losses, strict=True))
        s.begin(Losses(f.side, units, tuple([counts[u] for u in units]), points))


def next_to_lose(s: State, f: Losses) -> list[int]:
    """As long as everybody takes one their order is no choice."""
    there = [(n, u) for u, n in zip(f.units, f.counts, strict=True) if s.where[u] >= 0] if f.left else []
    fewest = min([n for n, _ in there], default=0)
    found = [u for n, u in there if n == fewest]
    return found[:1] if len(found) <= f.left else found


class LoseOne(Act[State, Losses]):
    rule = "7.5.2.1-a"
    form = "lose unit"
    label = "Take a Strength Point from {unit}"
    asks = "choose who loses a Strength Point"

    def candidates(self, s: State, f: Losses) -> list[Args]:
        return [(u, 0) for u in next_to_lose(s, f)]

    def why_not(self, s: State, f: Losses, unit: int, _: int, /) -> Optional[Refusal]:
        return None if unit in next_to_lose(s, f) else EVENLY

    def do(self, s: State, f: Losses, unit: int, _: int, dice: Dice, /) -> None:
        lose(s, unit, 1)
        f.counts = tuple([n + (u == unit) for u, n in zip(f.units, f.counts, strict=True)])
        f.left -= 1


# After the hits


def leave_hqs_alone(s: State, f: Attack, dice: Dice) -> None:
    """7.5 HQs take no part; one that is left alone is displaced, once, when all retreats are over."""
    leave_alone(s, f.target)
    leave_alone(s, f.source)


# 7.5.3 Battle Victory


def battle_victory(s: State, f: Attack, dice: Dice) -> None:
    """Fewer hits on the table win, unless all its units are gone; the point is for units In Command."""
    ours, theirs = f.hits[0], f.hits[2]
    if ours == theirs:
        return
    attacker_wins = ours < theirs
    side = f.side if attacker_wins else other(f.side)
    survivors = alive(s, f.attackers if attacker_wins else f.defenders)
    winners = tuple([u for u in survivors if s.formation[u] != NONE and is_in_command(s, u)])
    if not winners or is_static(s, side):
        return
    m = s.edition.modifier
    points = m["bonus_ap_schwerpunkt" if any(s.formation[u] == s.schwerpunkt for u in winners) else "bonus_ap"]
    s.tell("victory", side, points)
    spending = activation(s)
    if attacker_wins and spending.kind in (ATTACKERS_BONUS, DEFENDERS_BONUS):
        spending.points = 0  # what was left of an earlier bonus is forfeit
    kind = ATTACKERS_BONUS if attacker_wins else DEFENDERS_BONUS
    s.begin(Activation(side, s.formation[winners[0]], points, kind, winners))
