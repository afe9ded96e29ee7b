"""What a side may be about in a movement phase: a stack goes to a victory box, against enemies or to hold what it must not lose;
supplies follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional, Union

from sandtable.kernel.play import Option, inner, options, within
from sandtable.kernel.robot import Aim, Plans, Step
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.maps.graph import reach
from sandtable.titles.blitzkrieg.edition import MANY, OCONNOR, members
from sandtable.titles.blitzkrieg.frames import Combat, FlankFire, Half, March, Movement, PlayerTurn
from sandtable.titles.blitzkrieg.movement import closed_to
from sandtable.titles.blitzkrieg.robot.judge import camps, same_division
from sandtable.titles.blitzkrieg.robot.judge_battle import STEP, away
from sandtable.titles.blitzkrieg.robot.judge_supply import desert_forces, net_without
from sandtable.titles.blitzkrieg.robot.outlook import (
    barriers,
    cuts,
    gates,
    moves_to_come,
    posts_in_danger,
    stages,
    steps_to,
    turns_to_go,
)
from sandtable.titles.blitzkrieg.state import LRDF, MOVED, State, hq_at, stack_at, stock_at
from sandtable.titles.blitzkrieg.supply import net

FARTHEST: Final = 100.0  # no way is longer
FAR: Final = 14  # boxes that a stack looks ahead
AT_THE_FRONT: Final = 3  # boxes from something to take: farther off is behind
SET_OUT: Final = 3.0  # a unit of the group
ALONG: Final = 4.0
NEARER: Final = 2.0
THERE: Final = 1.0  # to end the march, or to fight
LIKELY: Final = 8  # how much oftener than of others one thinks of a scout across the road
SURELY: Final = 60  # and of one there in the last turn but one, and at Beda Fomm in the last
SUPPLIES: Final = 100  # and of all supplies at once
RESERVES: Final = 40  # and of all who are far behind
GUARDS: Final = 2  # and of those who guard supplies and the HQ
STORMS: Final = 120  # and of all who go for one box together
SENTRIES: Final = 15  # and of one who guards a post by himself
ABREAST: Final = 5.0  # who is no farther behind the first ones is one of them: a box
BARS: Final = 40  # and the Italians of those who bar the way
IN_REACH: Final = 5  # boxes from which they may come


def aims(s: State, side: int) -> list[Aim]:
    if within(s, Movement) is None:
        return []
    e = s.edition
    targets, guarded = targets_of(s, side), posts_in_danger(s, side)
    found: list[Aim] = []
    for place in (*members(s.occupied[side]), e.holding):
        units = frozenset([u for u in stack_at(s, side, place) if not s.flags[u] & MOVED])
        if units:
            found += towards(s, side, place, units, targets, "take")
            posts = [box for box in posts_of(s, side) if box != place]
            found += towards(s, side, place, units, posts, "hold")
            found += towards(s, side, place, units, [box for box in guarded if box != place], "guard", GUARDS)
    if s.scenario == OCONNOR:
        found += [*scouting(s), *storming(s), *sentries(s, guarded)] if side == ALLIED else barring(s)
    front = [box for box in members(s.occupied[side]) if any(e.distance[box][target] < AT_THE_FRONT for target in targets)]
    for place in (*members(s.dumps[side]), e.holding):
        if stock_at(s, side, place):
            group = frozenset([e.supply_piece(place)])
            found += [Aim(group, box, away(e, box), f"supply {e.box_rows[box].id}") for box in front]
    return found + bringing_up(s, side, front)


def bringing_up(s: State, side: int, near: Sequence[int]) -> list[Aim]:
    """All supply units that the chain can spare go to the greatest stack at the front, and so do all units that are far behind."""
    e = s.edition
    front = max(near, key=lambda box: (len(stack_at(s, side, box)), -box), default=-1)
    if front < 0:
        return []
    places = [place for place in (*members(s.dumps[side]), e.holding) if stock_at(s, side, place)]
    behind = [box for box in members(s.occupied[side]) if e.distance[front][box] > AT_THE_FRONT]
    units = [u for box in (*behind, e.holding) for u in stack_at(s, side, box) if not s.flags[u] & (MOVED | LRDF)]
    name, far = e.box_rows[front].id, away(e, front)
    found = [Aim(frozenset([e.supply_piece(place) for place in places]), front, far, f"bring supplies to {name}", SUPPLIES)]
    found.append(Aim(frozenset(units), front, far, f"gather at {name}", RESERVES))
    return [aim for aim in found if aim.group]


def scouting(s: State) -> list[Aim]:
    """15.3.1: one of the desert force stands across the road by which Italians come, so that nobody passes; another one waits where
    he can be at Beda Fomm in the last player-turn, and goes there then."""
    e, left = s.edition, turns_to_go(s)
    scouts = [u for u in e.recon[ALLIED] if 0 <= s.where[u] < e.boxes and not s.flags[u] & MOVED]
    named = [u for u in scouts if s.flags[u] & LRDF]
    able = named if len(named) == e.figure["lrdf"] else scouts
    goals = [(e.beda_fomm, "hold Beda Fomm from the desert", SURELY)]
    goals += [(box, "break through to Beda Fomm", LIKELY) for box in gates(s)]
    if left:
        goals = [(box, "bar the way to Beda Fomm", LIKELY if left > 1 else SURELY) for box in barriers(s)]
        goals += [(box, f"cut the road at {e.box_rows[box].id}", LIKELY) for box in cuts(s, ALLIED)]
        goals += [(box, "hold Beda Fomm from the desert", 1) for box in stages(s)]
    ways = [(box, steps_to(e, box, closed_to(s, ALLIED)), text, promise) for box, text, promise in goals]
    return [Aim(frozenset([u]), *way) for way in ways for u in able]


def storming(s: State) -> list[Aim]:
    """15.3.1: all who can, or only those in front, go for Bardia or Tobruk, then for Beda Fomm, or for Italians next to one of
    them, with the HQ and the supplies; scouts on their own have other things to do."""
    e = s.edition
    goals = [box for box in (e.tobruk, e.bardia) if s.held[box] != ALLIED] or [e.beda_fomm]
    gates = [box for goal in goals for box in members(e.around[goal] & s.occupied[AXIS])]
    supplies = [e.supply_piece(place) for place in (*members(s.dumps[ALLIED]), e.holding) if stock_at(s, ALLIED, place)]
    units = [u for here in (*members(s.occupied[ALLIED]), e.holding) for u in stack_at(s, ALLIED, here)]
    units = [u for u in units if not s.flags[u] & (MOVED | LRDF) and not is_scout(s, u)]
    found: list[Aim] = []
    for box in dict.fromkeys([*goals, *gates]):
        far, name = open_ways(s, box), e.box_rows[box].id
        for group in dict.fromkeys([frozenset(units), frozenset(van(s, units, far))]):
            leader = [s.hq[ALLIED]] if s.hq[ALLIED] >= 0 and any([s.where[u] == s.where[s.hq[ALLIED]] for u in group]) else []
            found.append(Aim(group | {*leader, *supplies}, box, far, f"storm {name}", STORMS, True))
    return found


def sentries(s: State, posts: Sequence[int]) -> list[Aim]:
    """One unit of those near it goes to each post that nobody guards."""
    e, found = s.edition, list[Aim]()
    for post in posts:
        if s.occupied[ALLIED] >> post & 1:
            continue
        near = [box for box in members(s.occupied[ALLIED] & ~s.occupied[AXIS]) if e.distance[post][box] <= AT_THE_FRONT]
        able = [u for box in near for u in stack_at(s, ALLIED, box) if not s.flags[u] & (MOVED | LRDF)]
        far, text = open_ways(s, post), f"guard {e.box_rows[post].id}"
        found += [Aim(frozenset([u]), post, far, text, SENTRIES) for u in able if not is_scout(s, u)]
    return found


def is_scout(s: State, unit: int) -> bool:
    """A recon unit without others of its division."""
    e, here = s.edition, s.where[unit]
    if unit not in e.recon[e.side[unit]] or here >= e.boxes:
        return False
    return not any([u != unit and same_division(s, u, unit) for u in stack_at(s, e.side[unit], here)])


def van(s: State, units: Sequence[int], far: Sequence[float]) -> list[int]:
    """Those who are hardly farther off than the first."""
    here = [u for u in units if s.where[u] < s.edition.boxes]
    first = min([far[s.where[u]] for u in here], default=0.0)
    return [u for u in here if far[s.where[u]] <= first + ABREAST]


def open_ways(s: State, target: int) -> tuple[float, ...]:
    """Of each box, how far it is from the target by boxes without Italians."""
    e, closed = s.edition, s.occupied[AXIS] | s.dumps[AXIS]

    def cost(here: int, there: int) -> int:
        return MANY if closed >> there & 1 else STEP[e.kind[e.road[here][there]]]

    found = reach(target, MANY - 1, e.neighbours, cost)
    return tuple([float(found.get(box, MANY)) for box in range(e.boxes)])


def barring(s: State) -> list[Aim]:
    """15.3.2: all Italians who can come to Beda Fomm in this march go there."""
    e, box = s.edition, s.edition.beda_fomm
    near = [here for here in members(s.occupied[AXIS]) if e.distance[box][here] <= IN_REACH]
    units = [u for here in (*near, e.holding) for u in stack_at(s, AXIS, here) if not s.flags[u] & MOVED]
    return [Aim(frozenset(units), box, away(e, box), "hold Beda Fomm", BARS)] if units else []


def targets_of(s: State, side: int) -> list[int]:
    """Victory boxes that are not held, what O'Connor must take, and enemies."""
    e = s.edition
    found = [box for box in e.victory if s.flag[box] != side]
    if s.scenario == OCONNOR and side == ALLIED:
        found += [box for box in (e.tobruk, e.bardia, e.beda_fomm) if s.held[box] != ALLIED]
    return sorted({*found, *members(s.occupied[other(side)] | s.dumps[other(side)])})


def posts_of(s: State, side: int) -> list[int]:
    """15.3.2: each box that O'Connor does not get in the end saves the Italians."""
    e = s.edition
    if s.scenario != OCONNOR or side != AXIS:
        return []
    return [box for box in (e.tobruk, e.bardia, e.beda_fomm) if s.held[box] == AXIS]


def towards(
    s: State, side: int, place: int, units: frozenset[int], targets: Sequence[int], verb: str, promise: int = 1
) -> list[Aim]:
    e = s.edition
    starts = e.entries[side] if place == e.holding else (place,)
    if hq_at(s, side, place):
        units |= {s.hq[side]}
    near = [box for box in targets if min([e.distance[box][start] for start in starts]) <= FAR]
    return [Aim(units, box, e.distance[box], f"{verb} {e.box_rows[box].id}", promise) for box in near]


def serves(s: State, o: Option, aim: Aim) -> float:
    verb, first, _ = o
    e, f = s.edition, s.frames[-1]
    if verb == "move":
        here = s.where[first] if first < e.units else first - e.units
        if first >= e.units and first in aim.group and len(aim.group) > 1 and feeds_others(s, here):
            return 0.0
        return SET_OUT if first in aim.group and (here >= e.boxes or aim.far[here] > 0) else 0.0
    if not isinstance(f, March):
        return THERE if verb == "fight" else 0.0
    if (f.units[0] if f.units else e.supply_piece(f.here)) not in aim.group and not (f.convoy and f.spent):
        return 0.0
    if verb == "with":
        return ALONG if first in aim.group else -1.0
    if verb == "go" and first < e.boxes:
        left = aim.far[f.here] if f.here < e.boxes else min([aim.far[box] for box in e.entries[s.active]]) + 1
        if aim.far[first] >= left:
            return -1.0
        return NEARER + (left - aim.far[first]) / FARTHEST if aim.firm else NEARER
    if verb == "sail" and first < e.boxes and f.here == e.holding:
        return ALONG if aim.far[first] < min([aim.far[box] for box in e.entries[s.active]]) else 0.0
    return THERE if verb == "halt" else 0.0


def feeds_others(s: State, place: int) -> bool:
    """Whether somebody would be out of supply without the last supply unit there."""
    side = s.active
    if place >= s.edition.boxes or stock_at(s, side, place) > 1:
        return False
    return bool(net(s, side)[0] & ~net_without(s, side, 1 << place) & s.occupied[side])


def last_ride(s: State, f: Union[Movement, March]) -> Optional[Option]:
    """What brings a scout to Beda Fomm, if nothing can be in his way."""
    e, reach = s.edition, s.edition.figure["boxes"] * moves_to_come(s, ALLIED)
    far = steps_to(e, e.beda_fomm, closed_to(s, ALLIED))
    if s.occupied[AXIS] >> e.beda_fomm & 1 or any([may_scout(s, u) for u in stack_at(s, ALLIED, e.beda_fomm)]):
        return None
    if isinstance(f, March):
        alone = len(f.units) == 1 and may_scout(s, f.units[0]) and f.here < e.boxes
        if not alone or far[f.here] + f.spent > reach:
            return None
        nearer = [o for o in options(s) if o[0] == "go" and o[1] < e.boxes and far[o[1]] < far[f.here]]
        return min(nearer, key=lambda o: far[o[1]], default=None)
    able = [u for u in e.recon[ALLIED] if may_scout(s, u) and s.where[u] < e.boxes and far[s.where[u]] <= reach]
    able = [u for u in able if ("move", u, 0) in options(s)]
    return min([("move", u, 0) for u in able], key=lambda o: far[s.where[o[1]]], default=None)


def may_scout(s: State, unit: int) -> bool:
    """Whether it lives in the desert, or can do so when it is there."""
    e = s.edition
    if unit not in e.recon[ALLIED] or s.where[unit] < 0:
        return False
    return s.flags[unit] & LRDF != 0 or desert_forces(s, ALLIED) < e.figure["lrdf"]


def step(s: State, o: Option) -> Optional[Step]:
    """Supply units have no names: each that sets out in a phase is told by how many have done so before it."""
    f = s.frames[-1]
    if o[0] != "go" or not isinstance(f, March) or not (f.units or f.convoy):
        return None
    piece = s.edition.units + sum(s.fresh) - (f.spent > 0) if f.convoy else f.units[0]
    return Step(piece, f.here, o[1])


def orders(s: State, side: int) -> Optional[Option]:
    """15.3: in O'Connor's last player-turn a scout who can be at Beda Fomm for sure goes there. In its battles Italians do not
    leave what he needs, nor do his own men in the last of them: somebody joins them from elsewhere, or they stay."""
    f, decisive = s.frames[-1], camps(s.edition)
    if s.scenario != OCONNOR or turns_to_go(s):
        return None
    if side == ALLIED and isinstance(f, (Movement, March)):
        return last_ride(s, f)
    if not isinstance(f, Half) or f.box not in decisive:
        return None
    if side == ALLIED and not inner(s, Combat).limited:
        return None
    found = options(s)
    joining = [o for o in found if o[0] == "reinforce" and s.where[o[1]] not in decisive]
    return next(iter(joining), ("stay", 0, 0)) if ("withdraw", 0, 0) in found else None


PLANS: Final = Plans(
    phases=(PlayerTurn,),
    aims=aims,
    serves=serves,
    orders=orders,
    step=step,
    lean=True,
    ahead=1,
    habits=(Combat, FlankFire),
    pace=1_000,
)
