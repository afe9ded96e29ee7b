"""5.6 Effectiveness: checks, Disruption, lost Strength Points, elimination."""

from __future__ import annotations

from sandtable.kernel.dice import D10, Dice
from sandtable.kernel.play import REVEALED
from sandtable.kernel.sides import all_but, only
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.state import (
    DEAD,
    STRIPPED,
    State,
    effectiveness,
    hq_of,
    lift,
    tell_of,
    turn_back,
    turn_over,
    under_fire,
)


def passes(s: State, unit: int, dice: Dice, rule: str) -> bool:
    """5.6.1 A die not above the rating of the side that is up."""
    return not dice.passes(D10, effectiveness(s, unit) + 1, s.edition.side[unit], rule)


def disrupt(s: State, unit: int, costs: bool) -> None:
    """5.6.2 Once more, and it loses a Strength Point, if that `costs`: in combat and by overstacking."""
    if s.where[unit] < 0:
        return
    if s.down[unit]:
        if costs:
            lose(s, unit, 1)
        return
    turn_over(s, unit)
    drop_improved(s, s.where[unit])  # 7.7
    tell_of(s, "disrupted", unit)


def refit(s: State, unit: int) -> None:
    turn_back(s, unit)
    tell_of(s, "refitted", unit)


def lose(s: State, unit: int, points: int) -> None:
    """7.5.2.1 Only the owner learns from which unit."""
    if s.where[unit] < 0 or not points:
        return
    gone = min(points, s.strength[unit])
    count_loss(s, unit, gone)
    s.strength[unit] -= gone
    under_fire(s, (unit,))
    s.tell("lost", unit, gone, to=only(s.edition.side[unit]))
    s.tell("lost_unseen", s.edition.side[unit], points, to=all_but(s.edition.side[unit]))
    if s.strength[unit] == 0:
        remove(s, unit)


def count_loss(s: State, unit: int, points: int) -> None:
    """10.3 The pools that count for victory."""
    pool = s.edition.pool[unit]
    if pool == "CWMOT":
        s.lost = (s.lost[0] + points, s.lost[1])
    elif pool:
        s.lost = (s.lost[0], s.lost[1] + points)


def eliminate(s: State, unit: int) -> None:
    count_loss(s, unit, s.strength[unit])
    s.strength[unit] = 0
    remove(s, unit)


def remove(s: State, unit: int, to: int = DEAD) -> None:
    """Out of play; its HQ too if it was the last of its formation (3.3)."""
    s.tell(REVEALED, s.where[unit])  # how strong it was
    s.tell("cannibalised" if to == STRIPPED else "eliminated", unit)
    if s.where[unit] >= 0:
        drop_improved(s, s.where[unit])
        lift(s, unit, to)
    s.where[unit] = to
    s.down[unit] = False
    formation = s.formation[unit]
    if formation != NONE:
        remove_idle_hq(s, formation)


def remove_idle_hq(s: State, formation: int) -> None:
    e = s.edition
    if any(s.formation[u] == formation and s.where[u] > DEAD for u in e.roster[formation]):
        return
    hq = hq_of(s, formation)
    if s.where[hq] >= 0:
        lift(s, hq, DEAD)
    s.where[hq] = DEAD
    s.tell("eliminated", hq)
    s.dummies = tuple([NONE if at == formation else at for at in s.dummies])
    if s.schwerpunkt == formation:
        s.schwerpunkt, s.schwerpunkt_turn = NONE, s.turn + 1  # 5.9: it waits on the space of the next turn


def drop_improved(s: State, hex: int) -> None:
    """7.7 All or nothing: whatever happens to one unit ends it for the hex."""
    if hex in s.improved:
        s.improved = tuple([h for h in s.improved if h != hex])
        s.tell("unimproved", hex)
