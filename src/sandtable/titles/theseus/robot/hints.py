"""What spares computer players the looking ahead."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.kernel.play import Option, within
from sandtable.kernel.robot import Hints
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import distances
from sandtable.titles.theseus.edition import NONE, Edition
from sandtable.titles.theseus.frames import ACTION, ARRIVAL, Activation, Contest, March, Movement, Operations
from sandtable.titles.theseus.hidden import is_seen
from sandtable.titles.theseus.movement import step_cost
from sandtable.titles.theseus.robot.judge import gates_left
from sandtable.titles.theseus.stacking import is_overstacked, surplus
from sandtable.titles.theseus.state import State, combat_units, enemy_zone, is_static, mined_for, near_enemy, units_of
from sandtable.titles.theseus.supply import hq_is_supplied

LUCKY: Final = 9
BY_GATE: Final = 4  # hexes from mines beside a victory hex
IDLE: Final = ("raise", "dummy", "challenge")
HOPELESS: Final = 3  # times as strong as all who could attack, by what is seen of him
DUG_IN: Final = 2  # the same where he has Improved Defence, or his own mines


def is_eager(s: State, o: Option) -> bool:
    """All of a hex join an attack, and go along; dice that are no great luck for the enemy stand."""
    if o[0] == "escalate":
        return is_static(s, ALLIED)  # 10.1: against the Box of Bir Hacheim a Hasty Attack is thrown away
    return o[0] == "join" or (o[0] == "with" and not stays(s, o)) or (o[0] == "stands" and is_common(s))


def is_common(s: State) -> bool:
    """A roll for the initiative or for Action Points that is not worth the SNAFU marker: only high ones are."""
    f = s.frames[-1]
    return isinstance(f, Contest) and isinstance(s.frames[-2], (Operations, Activation)) and f.accepted[f.die] < LUCKY


def is_idle(s: State, o: Option) -> bool:
    """Bluffs, whether a unit that belongs somewhere should belong elsewhere, to rouse those who have nothing to do, HQs that get in
    each other's way, marches that end where they began or crowd out friends, and attacks on who is far too strong."""
    if o[0] == "with":
        return stays(s, o)
    if o[0] == "activate":
        return is_off_duty(s, o[1]) or is_spent(s, o[1])
    if is_static(s, ALLIED) and o[0] in ("move", "improve"):
        return o[0] == "improve" or not gets_on(s, o[1])  # 10.1: nobody attacks
    if o[0] == "step":
        return meets_hq(s, o[1]) or crowds(s, o[1])
    if o[0] == "attack":
        return is_hopeless(s, o[1], o[2])
    if o[0] == "halt":
        return stays_put(s) or is_crowded(s)
    return o[0] in IDLE or (o[0] == "assign" and s.formation[o[1]] != NONE)


def stays_put(s: State) -> bool:
    """Who was told to move and halts where he stands has thrown away an Action Point."""
    f = s.frames[-1]
    return isinstance(f, March) and f.kind == ACTION and not f.moved


def is_spent(s: State, formation: int) -> bool:
    """5.7.5 A motorised formation of the Axis out of supply that has used its Emergency Supply: to act again costs all its levels,
    and it recovers none. What is left is for the way back."""
    e = s.edition
    if e.f_side[formation] != AXIS or e.leg_hq[formation] or not s.emergency[formation] or is_static(s, ALLIED):
        return False
    return not hq_is_supplied(s, formation)


def is_off_duty(s: State, formation: int) -> bool:
    """Foot soldiers of the Axis, all fit, with no enemy beside them and no mines near that bar a victory hex."""
    e = s.edition
    if e.f_side[formation] != AXIS or not e.leg_hq[formation]:
        return False
    near = around(e, tuple(gates_left(s)))
    return not any([s.down[u] or near_enemy(s, AXIS, s.where[u]) or s.where[u] in near for u in units_of(s, formation)])


def is_hopeless(s: State, unit: int, hex: int) -> bool:
    """7.5.1 It costs the attacker four or five hits, and the enemy hardly one. Before Bir Hacheim there is nothing else to do."""
    e = s.edition
    if is_static(s, ALLIED):
        return False
    group = [u for u in combat_units(s, s.where[unit]) if s.formation[u] == s.formation[unit] and not s.down[u]]
    own = sum([s.strength[u] for u in group])
    times = DUG_IN if hex in s.improved or mined_for(s, other(e.side[unit]), hex) else HOPELESS
    return times * own <= sum([e.strength[u] for u in combat_units(s, hex) if is_seen(s, u, e.side[unit])])


@lru_cache(maxsize=8)
def around(e: Edition, gates: tuple[int, ...]) -> frozenset[int]:
    return frozenset(distances(gates, e.grid.neighbours, BY_GATE))


def gets_on(s: State, unit: int) -> bool:
    """10.1 Infantry goes into the mines of Bir Hacheim and stays there until they are breached; tanks wait for a breach as long as
    somebody can make one."""
    e, hex = s.edition, s.where[unit]
    if unit >= e.units:
        return False
    beside = e.distance(hex, e.bir_hacheim) == 1
    if e.can_breach[unit]:
        return not beside or hex in s.breached
    breachers = [u for u in units_of(s, s.formation[unit]) if e.can_breach[u]]
    return not beside and (bool(s.breached) or not breachers)


def meets_hq(s: State, hex: int) -> bool:
    """5.3.1 Two HQs in a hex are one too many: both lose by it, and whoever is there with them is Disrupted."""
    f, n = s.frames[-1], s.edition.units
    return isinstance(f, March) and any([u >= n for u in f.units]) and any([u >= n for u in s.at.get(hex, ())])


def crowds(s: State, hex: int) -> bool:
    """5.3.1 Whether the march would end among friends, who are too many then: all of them are Disrupted."""
    f, e = s.frames[-1], s.edition
    if not isinstance(f, March) or hex not in s.at:
        return False
    moving = [u for u in f.units if u < e.units]
    if not surplus(e, f.side, (*combat_units(s, hex), *moving)):
        return False
    ends = moving and enemy_zone(s, f.side, hex)  # 5.4.1
    return bool(ends) or f.left <= step_cost(s, f.side, f.units, s.where[f.units[0]], hex)


def is_crowded(s: State) -> bool:
    f = s.frames[-1]
    return isinstance(f, March) and (f.moved or f.kind == ARRIVAL) and is_overstacked(s, s.where[f.units[0]])


def stays(s: State, o: Option) -> bool:
    """An HQ stays behind when a unit is told to move; told itself, it takes the units along. Tanks do not follow infantry into the
    mines of Bir Hacheim (10.1)."""
    f, e = within(s, Movement), s.edition
    if f is None or f.units[-1] >= e.units:
        return False
    return o[1] >= e.units or (is_static(s, ALLIED) and e.can_breach[f.units[-1]] and not e.can_breach[o[1]])


HINTS: Final = Hints(
    strides=("step", "halt"),
    actions=("move", "breach", "refit", "improve", "attack", "end", "transfer"),
    rounds=("activate", "deploy"),
    tries=("breach", "refit"),
    eager=is_eager,
    idle=is_idle,
    ends=30,
    lasting=True,
)
