"""What a side may be about in an Impulse: the units of an Area go against another that counts, or that the enemy holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Optional

from sandtable.kernel.play import Option, decider, within
from sandtable.kernel.robot import Aim, Hints, Plans, Step
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import distances
from sandtable.titles.battleaxe import june15
from sandtable.titles.battleaxe.combat import combat_value
from sandtable.titles.battleaxe.edition import GUNS, NONE, Edition, mask_of
from sandtable.titles.battleaxe.frames import Assault, Half, Refit, SetUp
from sandtable.titles.battleaxe.movement import owed_attacks, step_refused
from sandtable.titles.battleaxe.state import State, stack, units_in

FAR: Final = 4  # Areas that a group looks ahead
ACTIVATED: Final = 3.0  # what activates the group
NEARER: Final = 2.0  # what brings a unit of it nearer
SUPPORT: Final = 2  # what support may add to an attack
STRUCK: Final = 1.0  # an attack, once nobody can come nearer


def aims(s: State, side: int) -> list[Aim]:
    e = s.edition
    targets = [area for area in range(len(e.zone)) if is_target(s, side, area)]
    found: list[Aim] = []
    for area in units_in(s.held[side]):
        if is_siege(s, side, area):
            continue
        able = units_in(stack(s, side, area) & ~june15.held_units(s))
        group = frozenset([unit for unit in able if e.mf[unit] != NONE])
        if group:
            near = [target for target in targets if ways(e, side, target)[area] <= FAR]
            found += [Aim(group, target, ways(e, side, target), words(s, side, target)) for target in near]
    return found


def is_siege(s: State, side: int, area: int) -> bool:
    """Who keeps the garrison of Tobruk in stays there."""
    return side == AXIS and area == s.edition.tobruk and s.held[ALLIED] >> area & 1 == 1


def is_target(s: State, side: int, area: int) -> bool:
    """It counts, or enemies are there who are not at their base."""
    return s.edition.vp[area] > 0 or (s.held[other(side)] >> area & 1 == 1 and not s.edition.zone[area])


def words(s: State, side: int, area: int) -> str:
    row = s.edition.area_rows[area]
    return f"{'take' if s.held[other(side)] >> area & 1 else 'hold'} {row.name or row.id}"


@lru_cache(maxsize=128)
def ways(e: Edition, side: int, target: int) -> tuple[int, ...]:
    """How many Areas it is to the target, from each. The Allies do not go from depot to depot for that."""
    depots = e.allied_base if side == ALLIED else 0
    near = [[b for b in around if not depots >> a & depots >> b & 1] for a, around in enumerate(e.neighbours)]
    found = distances((target,), near, len(e.zone))
    return tuple([found.get(area, len(e.zone)) for area in range(len(e.zone))])


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, area = o
    if verb in ("enter", "move"):
        if first not in aim.group:
            return 0.0
        return NEARER if aim.far[area] < aim.far[s.where[first]] else -1.0
    if verb in ("assault", "activate"):
        return ACTIVATED if any([s.where[unit] == first for unit in aim.group]) else 0.0
    return STRUCK if verb in ("attack", "join") else 0.0


def step(s: State, o: Option) -> Optional[Step]:
    return Step(o[1], s.where[o[1]], o[2]) if o[0] == "enter" else None


def is_eager(s: State, o: Option) -> bool:
    """16.3 The first blow opens all Zones: nothing is lost by it."""
    return o[0] == "activate" and june15.may_activate_together(s, decider(s), o[1])


def is_idle(s: State, o: Option) -> bool:
    """To end an Assault in which nobody has acted: it is a pass by another name. To attack unforced, or to go where one must,
    though one cannot win; to attack before those have come who make it sane; to go into the enemy's rear while two divisions sleep
    there; or from one depot to the next."""
    f = s.frames[-1]
    if not isinstance(f, Assault):
        return False
    if o[0] == "done":
        return not f.acted
    if o[0] == "attack":
        return is_idle_attack(s, f, o[1])
    if o[0] != "enter":
        return False
    if is_between_depots(s, f, o):
        return True
    if f.side == ALLIED and s.edition.rear >> o[2] & 1 and june15.held_units(s):
        return True
    if not s.held[other(f.side)] >> o[2] & 1:
        return False
    return is_hopeless(s, f, o[2], here(s, f, o[2]) | can_come(s, f, o[2])) or goes_before_better(s, f, o[1], o[2])


def is_idle_attack(s: State, f: Assault, area: int) -> bool:
    """Not before those who can still come, if it is hopeless without them; nor without need, if it is so with them."""
    own = here(s, f, area)
    if not is_hopeless(s, f, area, own):
        return False
    owed = owed_attacks(s, f) >> area & 1
    return not owed or not is_hopeless(s, f, area, own | can_come(s, f, area))


def is_between_depots(s: State, f: Assault, o: Option) -> bool:
    """From one base of the Allies to the next: it takes a whole march, and the desert is as near."""
    base = s.edition.allied_base
    return f.side == ALLIED and base >> s.where[o[1]] & 1 == 1 and base >> o[2] & 1 == 1


def here(s: State, f: Assault, area: int) -> int:
    """Who could attack there now."""
    return stack(s, f.side, area) & f.used & ~f.done


def can_come(s: State, f: Assault, area: int) -> int:
    """And who is a step away, with the Movement Factors for it."""
    around = [unit for unit in units_in(f.used & ~f.done) if s.edition.near[area] >> s.where[unit] & 1 and s.came[unit] < 0]
    return mask_of([u for u in around if s.left[u] > 0 and step_refused(s, f, u, s.where[u], area, s.left[u]) is None])


def is_hopeless(s: State, f: Assault, area: int, own: int) -> bool:
    """Whether these are too weak together, whatever supports them (11.4), or guns alone (10.3)."""
    if all([s.edition.kind[unit] == GUNS for unit in units_in(own)]):
        return True
    return strength(s, own) + SUPPORT < strength(s, stack(s, other(f.side), area)) + s.edition.tem[area]


def goes_before_better(s: State, f: Assault, unit: int, area: int) -> bool:
    """Who would be alone there, and hopeless, while somebody stronger can go first: others may then stay away, and he cannot."""
    if here(s, f, area) or not is_hopeless(s, f, area, 1 << unit):
        return False
    able = can_come(s, f, area)
    return max([combat_value(s, u, 1 << u) for u in units_in(able)], default=0) > combat_value(s, unit, 1 << unit)


def strength(s: State, units: int) -> int:
    """The best Lead, and one for each of the others."""
    return max([combat_value(s, unit, units) for unit in units_in(units)], default=0) + units.bit_count() - 1


HINTS: Final = Hints(eager=is_eager, idle=is_idle)


def is_whole(s: State) -> bool:
    """Whether the Allies have deployed."""
    return within(s, SetUp) is None


PLANS: Final = Plans(phases=(Half, Refit), aims=aims, serves=serves, step=step, whole=is_whole, pace=3_500)
