"""7.5.1 Combat, steps A to C: declaration, Retreat before Combat, escalation."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import REVEALED, Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.theseus.actions import (
    ALL_FAILED,
    NOT_COMBAT,
    ONLY_REFIT,
    activation,
    actors,
    announce,
    pay,
    purse,
    rouse_isolated,
    too_dear,
    unit_refused,
)
from sandtable.titles.theseus.command import ISOLATED, command_state, is_in_command
from sandtable.titles.theseus.edition import ATTACKS, LEG, NONE
from sandtable.titles.theseus.formations import question
from sandtable.titles.theseus.frames import FREE, INDEPENDENT, Abandoned, Activation, Attack, March
from sandtable.titles.theseus.movement import BOUND, allowance, can_step, is_bound
from sandtable.titles.theseus.snafu import BOTH
from sandtable.titles.theseus.stacking import hqs_in, leave_alone
from sandtable.titles.theseus.state import (
    State,
    combat_units,
    has_enemy_unit,
    hq_of,
    is_covert,
    is_open,
    is_static,
    look_at,
    look_beneath,
)

NOT_ADJACENT: Final = Refusal("7.5-a", "combat is between adjacent hexes")
OVER_SEA: Final = Refusal("7.5-d", "no attack passes a sea hexside")
NO_ENEMY: Final = Refusal("7.1-b", "an attack is declared against a hex with enemy combat units")
NOT_TOGETHER: Final = Refusal("7.1-d", "one hex attacks one hex, with units of one formation")
ALREADY: Final = Refusal("7.1-b", "it takes part already")
LEG_ONLY: Final = Refusal("7.5.1.1-b", "a stack without a motorised unit cannot retreat before combat")
ONE_DISRUPTED: Final = Refusal("5.6.3-f", "a stack with a Disrupted unit cannot retreat before combat")
ONE_ISOLATED: Final = Refusal("5.8.4-d", "a stack with an Isolated unit cannot retreat before combat")
NO_FORMATION: Final = Refusal("6.4-d", "an unassigned independent unit cannot retreat before combat")
MIXED: Final = Refusal("7.5.1.1-m", "all defenders must be of one formation")
NOWHERE: Final = Refusal("7.5.1.1-k", "there is no hex to retreat to before combat")
STATIC: Final = Refusal("10.1-g", "the garrison of Bir Hacheim only holds")
NO_ESCALATION: Final = Refusal("6.4-b", "an unassigned independent unit makes Hasty Attacks only")
HASTY_ONLY: Final = Refusal("5.8.3-a", "units Out of Command make Hasty Attacks only")
ONLY_UP: Final = Refusal("7.1-c", "a Hasty Attack is escalated to a Regular or a Prepared one")
NO_POINT: Final = Refusal("7-a6", "a Regular Attack needs one more Action Point")
NO_POINTS: Final = Refusal("7-a7", "a Prepared Attack needs two more Action Points")


def attacker(s: State, f: Attack) -> int:
    return f.side


def defender(s: State, f: Attack) -> int:
    return other(f.side)


# A. Attack Declaration


class Strike(Act[State, Activation]):
    """One unit or stack against one hex."""

    rule = "7.1-b"
    form = "attack unit hex"
    label = "Send {unit} against {hex}"
    asks = "attack"

    def candidates(self, s: State, f: Activation) -> list[Args]:
        e = s.edition
        found: list[Args] = []
        for unit in actors(s, f):
            if unit < e.units and not s.down[unit]:
                found += [(unit, h) for h in e.adjacent[s.where[unit]] if has_enemy_unit(s, f.side, h)]
        return found

    def why_not(self, s: State, f: Activation, unit: int, hex: int, /) -> Optional[Refusal]:
        refusal = unit_refused(s, f, unit)
        if refusal is not None:
            return refusal
        if unit >= s.edition.units:
            return NOT_COMBAT
        if s.down[unit]:
            return ONLY_REFIT
        if hex not in s.edition.adjacent[s.where[unit]]:
            return OVER_SEA if hex in s.edition.grid.neighbours[s.where[unit]] else NOT_ADJACENT
        return too_dear(s, f, "hasty", (unit,)) if has_enemy_unit(s, f.side, hex) else NO_ENEMY

    def do(self, s: State, f: Activation, unit: int, hex: int, dice: Dice, /) -> None:
        s.begin(Attack(f.side, s.formation[unit], s.where[unit], hex, (unit,)))


class Join(Act[State, Attack]):
    """The attacker decides which units of the hex take part."""

    rule = "7.1-b"
    form = "join unit"
    label = "Send {unit} into the attack"
    asks = "send more units into the attack"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(u, 0) for u in combat_units(s, f.source) if u not in f.attackers]

    def why_not(self, s: State, f: Attack, unit: int, _: int, /) -> Optional[Refusal]:
        if unit in f.attackers:
            return ALREADY
        if unit >= s.edition.units:
            return NOT_COMBAT
        if s.where[unit] != f.source or s.formation[unit] != f.formation:
            return NOT_TOGETHER
        a = activation(s)
        refusal = unit_refused(s, a, unit)
        if refusal is not None:
            return refusal
        return ONLY_REFIT if s.down[unit] else too_dear(s, a, "hasty", (*f.attackers, unit))

    def do(self, s: State, f: Attack, unit: int, _: int, dice: Dice, /) -> None:
        f.attackers = tuple(sorted((*f.attackers, unit)))


def somebody_may_join(s: State, f: Attack) -> bool:
    """By what all may know (5.3.4): that it is not alone in its hex."""
    return len(combat_units(s, f.source)) > 1


class Declare(Act[State, Attack]):
    rule = "7.1-b"
    form = "declare"
    label = "Declare the attack"
    asks = "declare the attack"


def pay_attack(s: State, f: Attack, dice: Dice) -> None:
    """It is a Hasty Attack until escalated."""
    f.rolled = announce(s, "hasty", f.attackers)


def attack_roller(s: State, f: Attack) -> int:
    return 1 << f.side if f.rolled else 0


def rouse_attackers(s: State, f: Attack, dice: Dice) -> None:
    f.attackers = rouse_isolated(s, f.attackers, dice)


def attackers_were_tested(s: State, f: Attack) -> bool:
    return f.rolled


class CallOffAttack(Act[State, Attack]):
    rule = "5.8.4-h"
    form = "cancel"
    label = "Call the Action off"
    asks = "call the Action off"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(0, 0)] if f.rolled and f.attackers else []

    def why_not(self, s: State, f: Attack, a: int, b: int, /) -> Optional[Refusal]:
        return None if f.rolled and f.attackers else ALL_FAILED

    def do(self, s: State, f: Attack, a: int, b: int, dice: Dice, /) -> None:
        f.attackers = ()


def open_combat(s: State, f: Attack, dice: Dice) -> None:
    """The defending hex is shown to the attacker (5.3.4)."""
    if not f.attackers:
        f.finish()
        return
    f.defenders = combat_units(s, f.target)
    f.before = tuple([u for u in f.defenders if s.down[u]])
    s.tell("attacked", f.source, f.target)
    s.tell(REVEALED, f.target)
    look_beneath(s, f.target)


# B. Retreat before Combat (7.5.1.1)


def retreat_refused(s: State, f: Attack) -> Optional[Refusal]:
    if is_static(s, other(f.side)):
        return STATIC
    formations = {s.formation[u] for u in f.defenders}
    if NONE in formations:
        return NO_FORMATION if len(formations) == 1 else MIXED
    if len(formations) > 1:
        return MIXED
    if any(s.down[u] for u in f.defenders):
        return ONE_DISRUPTED
    if all(s.edition.moves[u] == LEG for u in f.defenders):
        return LEG_ONLY
    if any(command_state(s, u) == ISOLATED for u in f.defenders):
        return ONE_ISOLATED
    if any(is_bound(s, u) for u in f.defenders):
        return BOUND
    return None if can_step(s, other(f.side), leavers(s, f), FREE) else NOWHERE


def might_slip_away(s: State, f: Attack) -> bool:
    """By what all may know, who only look on too: the tops of stacks, and of assigned units not even the formation (5.3.4)."""
    side = other(f.side)
    seen = [u for u in combat_units(s, f.target) if is_open(s, u)]
    if not f.defenders or is_static(s, side) or any(s.down[u] or is_bound(s, u) for u in seen):
        return False
    known = [u for u in seen if not is_covert(s, u)]
    formations = {s.formation[u] for u in known}
    if NONE in formations or len(formations) > 1 or any(command_state(s, u) == ISOLATED for u in known):
        return False
    if len(seen) == len(f.defenders) and all(s.edition.moves[u] == LEG for u in seen):
        return False
    return can_step(s, side, tuple(seen), FREE)


def leavers(s: State, f: Attack) -> tuple[int, ...]:
    """All of the stack, with an HQ of their formation."""
    hq = hq_of(s, s.formation[f.defenders[0]])
    return tuple(sorted((*f.defenders, *([hq] if s.where[hq] == f.target else []))))


class SlipAway(Act[State, Attack]):
    """The defender sees no more than the top of the attacking stack."""

    rule = "7.5.1.1-a"
    form = "evade"
    label = "Try to retreat before combat"
    asks = "try to retreat before combat"

    def why_not(self, s: State, f: Attack, a: int, b: int, /) -> Optional[Refusal]:
        return retreat_refused(s, f)

    def do(self, s: State, f: Attack, a: int, b: int, dice: Dice, /) -> None:
        f.retreating = True


def retreat_rollers(s: State, f: Attack) -> int:
    return BOTH if f.retreating else 0


def scout_bonus(s: State, units: tuple[int, ...]) -> int:
    """Half the printed rating, rounded up, of the best undisrupted armoured car or recce unit of the stack."""
    return max([(s.edition.er[0][u] + 1) // 2 for u in units if s.edition.recce[u] and not s.down[u]], default=0)


def escape_bonus(s: State, f: Attack) -> int:
    """Against leg units alone: the full rating of any motorised unit instead."""
    if all(s.edition.moves[u] == LEG for u in f.attackers):
        return max([s.edition.er[0][u] for u in f.defenders if s.edition.moves[u] != LEG])
    return scout_bonus(s, f.defenders)


def contest_retreat(s: State, f: Attack, dice: Dice) -> None:
    ours = dice.d10(f.side, "7.5.1.1-e") + scout_bonus(s, combat_units(s, f.source))
    theirs = dice.d10(other(f.side), "7.5.1.1-e") + escape_bonus(s, f)
    if theirs <= ours:
        f.failed = True
        s.tell("slip_failed", f.target)
        return
    s.tell("slipped_away", f.target)
    f.finish()
    units = leavers(s, f)
    if hqs_in(s, f.target):
        s.begin(Abandoned(f.target))
    s.begin(March(other(f.side), units, allowance(s, units, False), FREE))


def displace_left_behind(s: State, f: Abandoned, dice: Dice) -> None:
    leave_alone(s, f.hex)


# C. Attack Escalation


def reveal_attackers(s: State, f: Attack, dice: Dice) -> None:
    f.revealed = True
    look_at(s, f.attackers)
    question(s, f.attackers, seen=True)


class Escalate(Act[State, Attack]):
    rule = "7.1-c"
    form = "escalate attack"
    label = "Make it a {attack}"
    asks = "escalate the attack"

    def candidates(self, s: State, f: Attack) -> list[Args]:
        return [(1, 0), (2, 0)]

    def why_not(self, s: State, f: Attack, level: int, _: int, /) -> Optional[Refusal]:
        a = activation(s)
        if level == 0:
            return ONLY_UP
        if a.kind == INDEPENDENT:
            return NO_ESCALATION
        if not all(is_in_command(s, u) for u in f.attackers):
            return HASTY_ONLY
        if extra_cost(s, level) <= purse(s, a):
            return None
        return NO_POINT if level == 1 else NO_POINTS

    def do(self, s: State, f: Attack, level: int, _: int, dice: Dice, /) -> None:
        pay(s, activation(s), extra_cost(s, level))
        f.level = level
        s.tell("escalated", level)


def extra_cost(s: State, level: int) -> int:
    return s.edition.cost[ATTACKS[level]].ap - s.edition.cost[ATTACKS[0]].ap
