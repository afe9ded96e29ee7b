"""What may yet happen to an army: stacks and airbases that the enemy could simply drive over, and headquarters out of their chain
of supply."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.tigercubs.combat_strength import is_fortified
from sandtable.titles.tigercubs.edition import Edition
from sandtable.titles.tigercubs.edition_map import distances
from sandtable.titles.tigercubs.kinds import ARMY_HQ, COMBAT_UNIT, CORPS_HQ, QUARTERMASTER
from sandtable.titles.tigercubs.payments import headquarters
from sandtable.titles.tigercubs.robot.judge_combat import price
from sandtable.titles.tigercubs.scales import SP
from sandtable.titles.tigercubs.state import State, attack_rating, defence_rating, has_combat_unit, movement_rating, sp
from sandtable.titles.tigercubs.supply import is_free
from sandtable.titles.tigercubs.supply_hubs import terminals
from sandtable.titles.tigercubs.surprise import SCOUTS

HUNT: Final = 4  # hexes from which enemies come
SNEAK: Final = 3  # hexes, against who cannot defend himself: friends in the next hex are of no use to him
OVERRUN: Final = 7  # times as strong, and they drive over it
BUSY: Final = 3  # times as strong at most, and they are held by who is next to them
PREY: Final = 0.4  # of its price
STAFF: Final = 1.5  # victory points that an HQ or a quartermaster is worth
PLANE: Final = 0.8  # and a step of aircraft on the ground
STRAY: Final = 0.15  # victory points less for guns and the like on their own, which nobody covers
BEHIND: Final = 2.0  # times the strength, behind the walls of a fort
BESIDE: Final = 0.5  # of the strength of friends in the next hex
CHAIN: Final = 0.5  # victory points for an HQ that a terminal can give Offensive Supply


class Stack(NamedTuple):
    place: int
    side: int
    attack: float  # of those who can move
    defence: float
    price: float
    needs_cover: bool  # less than 1 SP, and no scouts, who live by themselves


def stacks_on(s: State) -> list[Stack]:
    """What both sides have on the sheet. Strengths are printed ones, with what each nation makes of them."""
    e, found = s.edition, list[Stack]()
    worth, planes = spirits(e), parked(s)
    goals = {hex for hex, _ in e.objectives[s.agreed.scenario]}
    for place, there in s.stack.items():
        if place >= e.sheet:
            continue
        attack = defence = staff = 0.0
        for unit in there:
            if e.role[unit] == COMBAT_UNIT:
                spirit = worth[unit] * (0.5 if s.out[unit] else 1.0)
                attack += attack_rating(s, unit) * spirit if movement_rating(s, unit) else 0.0
                defence += defence_rating(s, unit) * spirit
            elif e.role[unit] in (ARMY_HQ, CORPS_HQ, QUARTERMASTER):
                staff += STAFF
        if is_fortified(s, place) or place in s.works:
            defence *= BEHIND
        weak = sum([sp(s, u) for u in there]) < SP and not any([e.type[u].id in SCOUTS for u in there])
        side = e.side[there[0]]
        value = staff + price(s, there) + planes.pop((side, place), 0.0)
        found.append(Stack(place, side, attack, defence, value, weak and place not in goals))
    found += [Stack(place, side, 0.0, 0.0, value, False) for (side, place), value in planes.items()]
    return found


def parked(s: State) -> dict[tuple[int, int], float]:
    """What the aircraft are worth at each base on the sheet, by side and place."""
    e, found = s.edition, dict[tuple[int, int], float]()
    for air, base in enumerate(s.base):
        if 0 <= base < e.sheet:
            key = (e.air_side[air], base)
            found[key] = found.get(key, 0.0) + PLANE * s.steps[air]
    return found


@cache
def spirits(e: Edition) -> tuple[float, ...]:
    """5.A.9 What its nation makes of each unit."""
    return tuple([float(e.nation_rows[nation].cev) for nation in e.nation])


def alone(s: State, side: int, stacks: Sequence[Stack]) -> float:
    """What the side risks by forces that stand where far stronger enemies can come at them, with no friends at hand."""
    if not is_asked_again(s, other(side)):
        return 0.0
    e, lost = s.edition, 0.0
    friends = [stack for stack in stacks if stack.side == side]
    enemies = [(stack, is_held(e, stack, friends)) for stack in stacks if stack.side != side and stack.attack]
    for stack in friends:
        hexes = distances(e, stack.place)
        if stack.defence and stack.needs_cover and not any(beside(friends, hexes)):
            lost += STRAY
        near = HUNT if stack.defence else SNEAK
        threat = sum([enemy.attack for enemy, held in enemies if hexes[enemy.place] <= (1 if held else near)])
        if threat and threat >= OVERRUN * stack.defence:
            cover = stack.defence + (BESIDE * sum(beside(friends, hexes)) if stack.defence else 0.0)
            lost += PREY * stack.price if threat >= OVERRUN * cover else 0.0
    return lost


def is_base_in_danger(s: State, base: int, side: int) -> bool:
    """Enemies are near an airbase, and nobody of its side is there who could keep them off."""
    e = s.edition
    if base >= e.sheet or has_combat_unit(s, base, side):
        return False
    hexes = distances(e, base)
    return any([place < e.sheet and hexes[place] <= SNEAK and has_combat_unit(s, place, other(side)) for place in s.stack])


def is_held(e: Edition, enemy: Stack, friends: Sequence[Stack]) -> bool:
    """Somebody next to it is strong enough to keep it busy."""
    return any(beside([friend for friend in friends if BUSY * friend.defence >= enemy.attack], distances(e, enemy.place)))


def beside(friends: Sequence[Stack], hexes: Sequence[int]) -> list[float]:
    """What friends in the next hexes defend with."""
    return [friend.defence for friend in friends if hexes[friend.place] == 1]


def is_asked_again(s: State, side: int) -> bool:
    """Whether the side still has a player turn to come, or goes through one. The Axis comes first in a turn."""
    return s.phasing == side or s.turn < last_turn(s) or side == ALLIED


def last_turn(s: State) -> int:
    return s.edition.span[s.agreed.scenario][s.agreed.scale][1]


def chain(s: State, side: int) -> float:
    """Headquarters that stand where a terminal reaches them, as long as it will be paid for once more."""
    if is_free(s, side) or not any(s.edition.initial[s.turn + 1 : last_turn(s) + 1]):
        return 0.0
    return CHAIN * len({hq for terminal in terminals(s, side) for hq in headquarters(s, terminal)})


def risks(s: State) -> float:
    """In Victory Points of the Axis."""
    stacks = stacks_on(s)
    return alone(s, ALLIED, stacks) - alone(s, AXIS, stacks) + chain(s, AXIS) - chain(s, ALLIED)
