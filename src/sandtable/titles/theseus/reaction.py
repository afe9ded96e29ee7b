"""6.5 Formation Reaction: the passive side breaks into a Movement Action."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import other
from sandtable.titles.theseus.command import is_in_command, is_within_range
from sandtable.titles.theseus.edition import HQ, NONE
from sandtable.titles.theseus.frames import ACTION, FORMATION, INDEPENDENT, REACTION, Activation, March
from sandtable.titles.theseus.movement import end_movement
from sandtable.titles.theseus.operations import formation_refused
from sandtable.titles.theseus.state import State, combat_units, holder, is_covert, is_static, near_enemy

OWN: Final = Refusal("6.5.1-a", "only the enemy of the mover reacts")
NO_OCCASION: Final = Refusal("6.5.1-g", "only Movement Actions of the initiative side open Reactions")
ONE_TRY: Final = Refusal("6.5.1-d", "one Reaction attempt for each Movement Action")
HQ_GAVE_WAY: Final = Refusal("7.3.5-b", "its HQ was displaced by this move")
NO_LEVEL: Final = Refusal("6.5.2-d", "a formation at Activation Level 0 cannot react")
NOT_ADJACENT: Final = Refusal("6.5.1-a", "no combat unit of it is adjacent to the mover")
NOT_FIT: Final = Refusal("6.5.1-c", "it needs an adjacent unit that is neither Disrupted nor out of command")
STATIC: Final = Refusal("10.1-g", "the garrison of Bir Hacheim does not react")


def reactor(s: State, f: March) -> int:
    return other(f.side)


# 6.5.1 Triggering Reaction attempts


def opens_reactions(s: State, f: March) -> bool:
    """Only moves of the side whose activation this is; there is no reaction to a Reaction, nor to a defender's bonus."""
    if f.kind != ACTION:
        return False
    first = True
    for g in s.frames:
        if isinstance(g, Activation):
            if g.side != f.side or (first and g.kind not in (FORMATION, INDEPENDENT)):
                return False
            first = False
    return True


def witnesses(s: State, f: March) -> list[int]:
    """Combat units of the other side adjacent to the mover."""
    e = s.edition
    return [u for h in e.adjacent[s.where[f.units[0]]] if holder(s, h) == other(f.side) for u in combat_units(s, h)]


def may_react(s: State, f: March) -> bool:
    return not f.tried and bool(f.units) and near_enemy(s, f.side, s.where[f.units[0]]) and opens_reactions(s, f)


def reaction_refused(s: State, f: March, formation: int) -> Optional[Refusal]:
    e = s.edition
    if e.f_side[formation] == f.side:
        return OWN
    if f.tried:
        return ONE_TRY
    if not f.units or not opens_reactions(s, f):
        return NO_OCCASION
    if is_static(s, other(f.side)):
        return STATIC
    if formation in f.barred:
        return HQ_GAVE_WAY
    if s.level[formation] == 0:
        return NO_LEVEL
    near = [u for u in witnesses(s, f) if s.formation[u] == formation]
    if not near:
        return NOT_ADJACENT
    refusal = formation_refused(s, formation)
    if refusal is not None:
        return refusal
    return None if any(not s.down[u] and is_in_command(s, u) for u in near) else NOT_FIT


def somebody_might(s: State, f: March) -> bool:
    """By what the mover may know (5.3.4): anything may lie beneath the top of a stack, and assignments are secret."""
    if not may_react(s, f) or is_static(s, other(f.side)):
        return False
    e, here = s.edition, s.where[f.units[0]]
    able = [n for n in range(e.formations) if e.f_side[n] != f.side and n not in f.barred and formation_refused(s, n) is None]
    beside = [h for h in e.adjacent[here] if holder(s, h) == other(f.side)]
    return any(is_within_range(s, s.at[h][0], n) and might_be_in(s, h, n) for h in beside for n in able)


def might_be_in(s: State, hex: int, formation: int) -> bool:
    """Whether a fit unit of that formation may be in an enemy's hex."""
    if s.edition.kind[s.at[hex][0]] != HQ:
        return True
    seen = [u for u in combat_units(s, hex) if not s.down[u]]
    return any(formation in s.edition.joins[u] if is_covert(s, u) else s.formation[u] == formation for u in seen)


class React(Act[State, March]):
    rule = "6.5.1-a"
    form = "react formation"
    label = "React with {formation} · needs a roll"
    asks = "try a Formation Reaction"

    def candidates(self, s: State, f: March) -> list[Args]:
        if not may_react(s, f):
            return []
        formations = {s.formation[u] for u in witnesses(s, f)}
        return [(n, 0) for n in sorted(formations) if n != NONE]

    def why_not(self, s: State, f: March, formation: int, _: int, /) -> Optional[Refusal]:
        return reaction_refused(s, f, formation)

    def do(self, s: State, f: March, formation: int, _: int, dice: Dice, /) -> None:
        f.tried = True
        f.reacting = formation


class Leave(Act[State, March]):
    """To leave a hex beside an enemy who could react must be announced, and no more than that (6.5.1)."""

    rule = "6.5.1-b"
    form = "leave"
    label = "Move on · the enemy may react"
    asks = "move on"

    def candidates(self, s: State, f: March) -> list[Args]:
        return [(0, 0)] if f.moved and f.left > 0 and somebody_might(s, f) else []


class Stay(Act[State, March]):
    rule = "6.5.1-b"
    form = "stay"
    label = "Stay here"
    asks = "stay"

    def candidates(self, s: State, f: March) -> list[Args]:
        return LEAVE.candidates(s, f)

    def do(self, s: State, f: March, a: int, b: int, dice: Dice, /) -> None:
        f.finish()
        end_movement(s, f)


LEAVE: Final = Leave()


# 6.5.2 Resolving Reaction attempts


def reaction_roller(s: State, f: March) -> int:
    return 1 << other(f.side) if f.reacting != NONE else 0


def attempt_reaction(s: State, f: March, dice: Dice) -> None:
    """6.5.3 Success halts the mover here; what is overstacked by that suffers first. 6.5.4 Failure has no effect."""
    formation, f.reacting = f.reacting, NONE
    side = s.edition.f_side[formation]
    if dice.passes(D10, s.edition.reaction[formation] + 1, side, "6.5.2-a"):
        s.tell("reaction_failed", formation)
        return
    s.tell("reaction", formation)
    f.finish()
    s.begin(Activation(side, formation, 0, REACTION))
    end_movement(s, f)
