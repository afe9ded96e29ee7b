"""9.5 to 9.8 Combat Withdrawal: where to, who fits, how far, and what becomes of the rest."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal, inner
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.air import send_home
from sandtable.titles.blitzkrieg.control import capture_supplies
from sandtable.titles.blitzkrieg.edition import GONE, HQ, INF, MANY, Edition, members
from sandtable.titles.blitzkrieg.frames import Battle, Capture, Withdrawal
from sandtable.titles.blitzkrieg.hq import leave_for_good
from sandtable.titles.blitzkrieg.stacking import fits, judge_stack, room
from sandtable.titles.blitzkrieg.state import (
    ASIDE,
    LRDF,
    NOWHERE,
    OOS,
    STIRRED,
    State,
    add_supply,
    air_at,
    eliminate,
    hq_at,
    remove_supply,
    shift,
    stack_at,
    take_off,
)
from sandtable.titles.blitzkrieg.supply import is_fed, supplied_after, supplied_boxes

NOT_ADJACENT: Final = Refusal("9.5-a", "no road leads there from the battle")
NO_ROAD_ON: Final = Refusal("9.5-b", "no road leads on there")
ENEMY_THERE: Final = Refusal("9.5.4-a", "enemy combat units hold it")
ENEMY_CAME: Final = Refusal("9.5.6-a", "the enemy entered the battle from there")
NOT_OUR_WAY: Final = Refusal("9.5.6-b", "attackers withdraw first to a box from which one of them came")
INTERDICTED: Final = Refusal("11.6.3.2-a", "the box is interdicted from the air")
CONGESTED: Final = Refusal("9.8-a", "the tertiary road is congested")
SUPPLY_UNIT_THERE: Final = Refusal("9.5.2-a", "withdrawal onto an enemy supply unit only if there is no other way, in supply")
BLOCKED_BY_SUPPLY: Final = Refusal("9.5.2-c", "an enemy supply unit blocks the way: the units would be out of supply there")
UNSUPPLIED: Final = Refusal("9.5-b", "a withdrawal follows a supplied path while there is one")
FARTHER: Final = Refusal("9.5-d", "another box is nearer to a supplied friendly unit")
NO_PORT: Final = Refusal("9.5.7-a", "only defenders of a port of their own leave by sea")
NOT_THE_EDGE: Final = Refusal("9.7-a", "units leave the map only from the entry boxes of their own side")
NOT_WITH_THEM: Final = Refusal("9.5-a", "it does not withdraw with these")
NO_ESCORT: Final = Refusal("9.5.8-a", "HQs and supply units withdraw only with combat units")
NO_ROOM: Final = Refusal("9.8-b", "the road or port takes no more")
INFANTRY_ONLY: Final = Refusal("8.5.4-b", "Benghasi takes infantry only")
FOOT: Final = Refusal("9.5-b", "units that are not motorised stop in the first box")
OOS_ONE_BOX: Final = Refusal("9.5.10-a", "units out of supply withdraw one box")
NO_SECOND: Final = Refusal("9.5-b", "a second box needs a supplied path")
MUST_STOP: Final = Refusal("9.5.4-a", "all stop in a box where a battle is still to be fought")
OVER_STACKED: Final = Refusal("9.5.1-a", "the stack there would be over the limit")
SPLIT: Final = Refusal("9.5-c", "the stack is over the limit: motorised units must go on")


# Where to


def closed(s: State, b: Battle, side: int, here: int, to: int) -> Optional[Refusal]:
    """What bars a box to a withdrawal, whatever else is open."""
    e, enemy, bit = s.edition, other(side), 1 << to
    if to >= e.boxes or to not in e.road[here]:
        return NOT_ADJACENT
    if s.occupied[enemy] & bit and not s.occupied[side] & bit:
        return ENEMY_THERE
    if b.entered[enemy] & bit:
        return ENEMY_CAME
    if s.interdicted & bit and s.active != side:
        return INTERDICTED
    lane = e.lane[e.road[here][to]]
    return CONGESTED if lane >= 0 and s.traffic[lane] >= e.figure["tertiary"] else None


def only_supply(s: State, side: int, to: int) -> bool:
    """A lone enemy supply unit."""
    return s.dumps[other(side)] >> to & 1 == 1 and not s.occupied[other(side)] >> to & 1


def ways_out(s: State, b: Battle, f: Withdrawal) -> list[int]:
    """9.5: every first box, the Holding Area by sea, or off the map."""
    found = by_road(s, b, f)
    if sea_refused(s, f) is None:
        found.append(s.edition.holding)
    if edge_refused(s, b, f) is None:
        found.append(s.edition.off)
    return found


def by_road(s: State, b: Battle, f: Withdrawal) -> list[int]:
    e = s.edition
    open = [to for to in e.neighbours[f.box] if closed(s, b, f.side, f.box, to) is None]
    if f.attacker:
        open = [to for to in open if b.entered[f.side] >> to & 1]
    plain = [to for to in open if not only_supply(s, f.side, to)]
    stores = [to for to in open if only_supply(s, f.side, to) and supplied_there(s, f, to)]
    good = [to for to in plain if supplied_there(s, f, to)]
    if not f.attacker:
        good = nearest(s, f, good)  # attackers choose among the ways that they came (9.5.6)
    found = good or plain or stores
    return sorted({*found, *stores}) if is_desert(s, f) else found


def is_desert(s: State, f: Withdrawal) -> bool:
    """LRDF alone: never out of supply."""
    return all(s.flags[u] & LRDF for u in f.units if s.edition.ground[u])


def supplied_there(s: State, f: Withdrawal, to: int) -> bool:
    """9.5-f, 9.5.2: whether the units would be in supply in a first box; an enemy supply unit there is no bar."""
    return is_desert(s, f) or supplied_after(s, f.side, f.box, to)


def nearest(s: State, f: Withdrawal, boxes: list[int]) -> list[int]:
    """9.5, R19: closer to a friendly supplied unit; ties are free."""
    if len(boxes) < 2:
        return boxes
    e = s.edition
    supplied = supplied_boxes(s, f.side)
    others = members(s.occupied[f.side] & ~(1 << f.box))
    friends = [box for box in others if any(is_fed(s, u, supplied) for u in stack_at(s, f.side, box))]
    away = {box: min([e.distance[box][friend] for friend in friends], default=MANY) for box in boxes}
    least = min(away.values())
    return [box for box in boxes if away[box] == least]


def sea_refused(s: State, f: Withdrawal) -> Optional[Refusal]:
    """9.5.7"""
    e = s.edition
    if f.attacker or not e.capacity[f.side][f.box] or s.held[f.box] != f.side:
        return NO_PORT
    able = any(may_sail(s, f.box, u) for u in f.units if e.ground[u])
    return None if able else INFANTRY_ONLY


def may_sail(s: State, port: int, unit: int) -> bool:
    return not s.edition.infantry_only[port] or s.edition.type[unit] == INF or s.convoy == port


def edge_refused(s: State, b: Battle, f: Withdrawal) -> Optional[Refusal]:
    """9.7; attackers only if they came straight from the Holding Area."""
    if f.box not in s.edition.entries[f.side]:
        return NOT_THE_EDGE
    return NOT_OUR_WAY if f.attacker and b.entered[f.side] != 1 << s.edition.holding else None


def way_refused(s: State, f: Withdrawal, to: int) -> Optional[Refusal]:
    b = inner(s, Battle)
    if to in ways_out(s, b, f):
        return None
    if to == s.edition.holding:
        return sea_refused(s, f)
    if to == s.edition.off:
        return edge_refused(s, b, f)
    refusal = closed(s, b, f.side, f.box, to)
    if refusal is not None:
        return refusal
    if f.attacker and not b.entered[f.side] >> to & 1:
        return NOT_OUR_WAY
    if only_supply(s, f.side, to):
        return SUPPLY_UNIT_THERE if supplied_there(s, f, to) else BLOCKED_BY_SUPPLY
    return FARTHER if supplied_there(s, f, to) else UNSUPPLIED


class RetreatTo(Act[State, Withdrawal]):
    """9.5: all go to the same first box."""

    rule = "9.5-a"
    form = "retreat box"
    label = "Withdraw to {box}"
    asks = "choose where to withdraw to"

    def candidates(self, s: State, f: Withdrawal) -> list[Args]:
        return [(to, 0) for to in ways_out(s, inner(s, Battle), f)]

    def why_not(self, s: State, f: Withdrawal, to: int, _: int, /) -> Optional[Refusal]:
        return way_refused(s, f, to)

    def do(self, s: State, f: Withdrawal, to: int, _: int, dice: Dice, /) -> None:
        f.to = to
        f.supplied = to < s.edition.boxes and supplied_there(s, f, to) and not only_supply(s, f.side, to)  # 7.3.6
        f.supplies = escaping(s, f, dice)
        f.room = places_left(s, f)
        if all_fit(s, f):
            f.going, f.loaded = f.units, f.supplies


def escaping(s: State, f: Withdrawal, dice: Dice) -> int:
    """9.5.9: each supply unit needs 0-5 to go along."""
    escaped = 0
    for _ in range(f.supplies):
        goes = dice.draw(D10_FROM_0, f.side, "9.5.9-a") <= s.edition.figure["supply_escape"]
        s.tell("supply_follows" if goes else "supply_stays", f.side, f.box)
        escaped += goes
    return escaped


def places_left(s: State, f: Withdrawal) -> int:
    """9.5.7, 9.8: what the road or the port takes; ports are counted afresh."""
    e = s.edition
    if f.to == e.holding:
        return e.capacity[f.side][f.box] + (e.figure["convoy_bonus"] if s.convoy == f.box else 0)
    if f.to == e.off:
        return MANY
    lane = e.lane[e.road[f.box][f.to]]
    return e.figure["tertiary"] - s.traffic[lane] if lane >= 0 else MANY


def all_fit(s: State, f: Withdrawal) -> bool:
    e = s.edition
    by_sea = f.to == e.holding
    counted = [u for u in f.units if e.ground[u] or by_sea]
    return len(counted) + f.supplies <= f.room and (not by_sea or (all(may_sail(s, f.box, u) for u in counted) and not (
        f.supplies and e.infantry_only[f.box] and s.convoy != f.box
    )))  # fmt: skip


class Board(Act[State, Withdrawal]):
    """9.5.7, 9.5.8, 9.8: who goes, where there is not room for all."""

    rule = "9.8-b"
    form = "board unit"
    label = "Take {unit}"
    asks = "choose who finds room"

    def candidates(self, s: State, f: Withdrawal) -> list[Args]:
        if f.to < 0 or len(f.going) == len(f.units):
            found: list[Args] = []
        else:
            found = [(u, 0) for u in f.units if u not in f.going]
        return [*found, (s.edition.units + f.box, 0)] if f.loaded < f.supplies else found

    def why_not(self, s: State, f: Withdrawal, piece: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        by_sea = f.to == e.holding
        if e.is_supply(piece):
            if piece != e.units + f.box or f.loaded >= f.supplies or f.to < 0:
                return NOT_WITH_THEM
            if by_sea and e.infantry_only[f.box] and s.convoy != f.box:
                return INFANTRY_ONLY
        elif piece not in f.units or piece in f.going or f.to < 0:
            return NOT_WITH_THEM
        elif by_sea and not may_sail(s, f.box, piece):
            return INFANTRY_ONLY
        elif e.type[piece] == HQ and not by_sea:
            return None
        if not is_fighter(e, piece) and f.room - taken(s, f) == 1 and not any(e.ground[u] for u in f.going):
            return NO_ESCORT
        return NO_ROOM if taken(s, f) >= f.room else None

    def do(self, s: State, f: Withdrawal, piece: int, _: int, dice: Dice, /) -> None:
        if s.edition.is_supply(piece):
            f.loaded += 1
        else:
            f.going = tuple(sorted([*f.going, piece]))


def taken(s: State, f: Withdrawal) -> int:
    by_sea = f.to == s.edition.holding
    return len([u for u in f.going if s.edition.ground[u] or by_sea]) + f.loaded


# The first box


def cut_off(s: State, f: Withdrawal, dice: Dice) -> None:
    """8.8.6-c, 9.5.5: those who must go and cannot are eliminated."""
    f.units = tuple([u for u in f.units if s.where[u] == f.box])
    troops = [u for u in f.units if s.edition.ground[u]]
    if troops and ways_out(s, inner(s, Battle), f):
        return
    for unit in troops:
        eliminate(s, unit)
    f.finish()
    if len(f.units) > len(troops) and not stack_at(s, f.side, f.box):
        s.begin(Capture(f.side, f.box))  # 11.3.7-e: the HQ is alone


def go_first(s: State, f: Withdrawal, dice: Dice) -> None:
    e = s.edition
    inner(s, Battle).retreated = True
    lost = [u for u in f.units if u not in f.going and e.ground[u]]
    for unit in lost:
        eliminate(s, unit)  # 9.5.1: no room for it
    if f.to == e.off:
        leave_map(s, f)
        return
    for unit in f.going:
        shift(s, unit, f.to)
        s.came[unit] = NOWHERE
        s.flags[unit] &= ~ASIDE
        if f.side == s.active:
            s.flags[unit] |= STIRRED
        s.tell("withdrew", unit, f.to)
    for _ in range(f.loaded):
        remove_supply(s, f.side, f.box)
        add_supply(s, f.side, f.to)
        s.tell("supply_moved", f.side, f.box, f.to)
    if f.to == e.holding:
        f.finish()
        return
    lane = e.lane[e.road[f.box][f.to]]
    if lane >= 0:
        s.traffic[lane] += taken(s, f)
    arrive(s, f.side, f.to, f.going, dice)


def leave_map(s: State, f: Withdrawal) -> None:
    """9.7: out of the game, without points."""
    for unit in f.going:
        if s.edition.type[unit] == HQ:
            leave_for_good(s, f.side)
        else:
            take_off(s, unit, GONE)
        s.tell("left_map", unit)
    for _ in range(f.loaded):
        remove_supply(s, f.side, f.box)
    f.finish()


def arrive(s: State, side: int, box: int, units: tuple[int, ...], dice: Dice) -> None:
    """9.5.2 to 9.5.4: what is met in the box."""
    enemy = other(side)
    if s.occupied[enemy] >> box & 1:
        for unit in units:
            s.flags[unit] |= ASIDE
        return
    if any(s.edition.ground[u] for u in units):
        capture_supplies(s, side, box, dice)
        if hq_at(s, enemy, box):
            s.begin(Capture(enemy, box))


# A second box


def on_refused(s: State, f: Withdrawal, piece: int, to: int) -> Optional[Refusal]:
    e = s.edition
    if e.is_supply(piece):
        if piece != e.units + f.to or not f.loaded:
            return NOT_WITH_THEM
    elif piece not in f.going or s.where[piece] != f.to:
        return NOT_WITH_THEM
    elif not e.motorised[piece]:
        return FOOT
    elif s.flags[piece] & OOS:
        return OOS_ONE_BOX
    elif s.flags[piece] & ASIDE:
        return MUST_STOP
    if to not in e.road[f.to]:
        return NO_ROAD_ON
    if not is_fighter(e, piece) and not stack_at(s, f.side, to):
        return NO_ESCORT
    if not f.supplied:
        return NO_SECOND
    if s.occupied[other(f.side)] >> f.to & 1:
        return MUST_STOP
    refusal = closed(s, inner(s, Battle), f.side, f.to, to)
    if refusal is not None and (refusal is not CONGESTED or not is_hq(e, piece)):
        return refusal
    if to == f.box:
        return ENEMY_THERE
    desert = not e.is_supply(piece) and s.flags[piece] & LRDF != 0
    if only_supply(s, f.side, to) and not desert:
        return SUPPLY_UNIT_THERE
    if not desert and not supplied_after(s, f.side, f.box, to):
        return NO_SECOND
    if e.is_supply(piece) and s.occupied[other(f.side)] >> to & 1:
        return ENEMY_THERE
    return None if e.is_supply(piece) or not e.ground[piece] or room(s, f.side, to, (piece,)) else OVER_STACKED


def is_fighter(e: Edition, piece: int) -> bool:
    """A ground combat unit; an HQ or supply unit goes only where such units go or stand (9.5.8, 9.5.9)."""
    return not e.is_supply(piece) and e.ground[piece]


def is_hq(e: Edition, piece: int) -> bool:
    return not e.is_supply(piece) and e.type[piece] == HQ


class RetreatOn(Act[State, Withdrawal]):
    """9.5-b: motorised units may go on by one box."""

    rule = "9.5-b"
    form = "on unit box"
    label = "Go on with {unit} to {box}"
    asks = "go on to a second box"

    def candidates(self, s: State, f: Withdrawal) -> list[Args]:
        e = s.edition
        if not f.supplied or f.to >= e.boxes or f.to < 0:
            return []
        near = [to for to in e.neighbours[f.to] if to != f.box]
        pieces = [u for u in f.going if s.where[u] == f.to and e.motorised[u]]
        if f.loaded:
            pieces.append(e.units + f.to)
        return [(piece, to) for piece in pieces for to in near]

    def why_not(self, s: State, f: Withdrawal, piece: int, to: int, /) -> Optional[Refusal]:
        return on_refused(s, f, piece, to) if 0 <= f.to < s.edition.boxes else NO_SECOND

    def do(self, s: State, f: Withdrawal, piece: int, to: int, dice: Dice, /) -> None:
        e = s.edition
        lane = e.lane[e.road[f.to][to]]
        if lane >= 0 and (e.is_supply(piece) or e.ground[piece]):
            s.traffic[lane] += 1
        if e.is_supply(piece):
            f.loaded -= 1
            remove_supply(s, f.side, f.to)
            add_supply(s, f.side, to)
            s.tell("supply_moved", f.side, f.to, to)
            return
        shift(s, piece, to)
        s.tell("withdrew", piece, to)
        arrive(s, f.side, to, (piece,), dice)


class Rest(Act[State, Withdrawal]):
    rule = "9.5-c"
    form = "done"
    label = "Stay there"

    def why_not(self, s: State, f: Withdrawal, a: int, b: int, /) -> Optional[Refusal]:
        if f.to < 0 or f.to >= s.edition.boxes or fits(s, stack_at(s, f.side, f.to)):
            return None
        going_on = [u for u in f.going if s.edition.ground[u] and s.where[u] == f.to and s.edition.motorised[u]]
        able = any(on_refused(s, f, u, to) is None for u in going_on for to in s.edition.neighbours[f.to])
        return SPLIT if able else None


def end_withdrawal(s: State, f: Withdrawal, dice: Dice) -> None:
    """9.5.1: what is too much is eliminated."""
    if 0 <= f.to < s.edition.boxes:
        judge_stack(s, f.side, f.to)


def with_hq(s: State, side: int, box: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Combat units of a battle, and the HQ if it is with them; 9.5.4: not one that waits aside."""
    hq = s.hq[side]
    return (*units, hq) if hq_at(s, side, box) and not s.flags[hq] & ASIDE else units


def leave_by_air(s: State, side: int, box: int) -> None:
    """9.6, 11.6.1: air goes to the Holding Area, used."""
    for unit in air_at(s, side, box):
        send_home(s, unit, True)
