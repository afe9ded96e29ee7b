"""Combats built by hand: as a description, at their declaration, or with the die already thrown."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.dice import NoDice
from sandtable.kernel.play import inner, settle
from sandtable.kernel.sides import ALLIED
from sandtable.kernel.tally import Exact
from sandtable.titles.tigercubs.combat import debts, pay_attacker, required
from sandtable.titles.tigercubs.combat_modifiers import modifiers
from sandtable.titles.tigercubs.combat_strength import (
    attack_strength,
    attack_terms,
    defence_strength,
    defence_terms,
    minority,
    product,
)
from sandtable.titles.tigercubs.frames import Combat, CombatPhase
from sandtable.titles.tigercubs.kinds import COMBAT_UNIT, TERMINAL
from sandtable.titles.tigercubs.state import RETREATED, State, units_in
from tests.kit import settled
from tests.titles.tigercubs.position import E, p, position, u


def field(at: dict[str, str], side: int = ALLIED, armed: bool = True, works: dict[str, int] | None = None, **more: Any) -> State:
    """A combat phase at its declarations; `armed`: all combat units have Offensive Supply."""
    s = position(at, frame=CombatPhase(side), **more)
    s.phasing = side
    s.works = {p(place): level for place, level in (works or {}).items()}
    for unit in range(E.units):
        s.offensive[unit] = int(armed and E.role[unit] == COMBAT_UNIT)
    return s


def fight(s: State, target: str, *attackers: str, support: tuple[int, int, int, int] = (0, 0, 0, 0), **more: Any) -> Combat:
    """Who fights whom: all of the phasing side's units next to the target, or those named."""
    f = inner(s, CombatPhase)
    place = p(target)
    there = [x for x in units_in(s, place) if E.role[x] != TERMINAL]
    near = [x for n in E.near[place] for x in units_in(s, n) if E.side[x] == f.side and E.role[x] == COMBAT_UNIT]
    units = tuple(sorted([u(name) for name in attackers] or near))
    stand = tuple([x for x in there if not s.did[x] & RETREATED])
    rest = tuple([x for x in there if x not in stand])
    return Combat(f.side, place, units, stand, rest, support=support, fought=True, owner=s.owner[place], **more)


def attack_of(s: State, f: Combat, unit: str) -> Exact:
    return product(attack_terms(s, f, u(unit), minority(s, f.attackers, f.minority)))


def defence_of(s: State, f: Combat, unit: str) -> Exact:
    return product(defence_terms(s, f, u(unit), minority(s, f.defenders, f.defending_minority)))


def totals(s: State, f: Combat) -> tuple[Exact, Exact]:
    return attack_strength(s, f), defence_strength(s, f)


def line(s: State, f: Combat, rule: str) -> int:
    """What the modifiers of that rule come to."""
    return sum([int(term.value) for term in modifiers(s, f) if term.rule == rule])


def struck(s: State, result: str, target: str, *attackers: str) -> State:
    """The position after the die has fallen on a result, at the first decision that comes of it."""
    s = settled(s.clone())
    f = fight(s, target, *attackers)
    f.result = E.names.texts["result"].index(result)
    f.column = f.die = 0
    f.required = required(s, f)
    f.owes = debts(s, f)
    f.at = next(n for n, row in enumerate(s.outlines[Combat].rows) if row.happens is pay_attacker)
    s.frames[-1].at = len(s.outlines[CombatPhase].rows)
    s.log = []
    s.begin(f)
    settle(s, NoDice())
    return s
