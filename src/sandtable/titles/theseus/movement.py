"""7.3 Movement: what a step costs and what forbids it, stacks, Screen movement, arriving beside the enemy."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.theseus.actions import (
    ALL_FAILED,
    ONLY_REFIT,
    activation,
    actors,
    announce,
    rouse_isolated,
    too_dear,
    unit_refused,
)
from sandtable.titles.theseus.command import is_in_command
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.effectiveness import drop_improved
from sandtable.titles.theseus.formations import question
from sandtable.titles.theseus.frames import ACTION, ARRIVAL, FREE, Activation, March, Movement
from sandtable.titles.theseus.stacking import check_stacking, enter
from sandtable.titles.theseus.state import (
    AUTOMATIC,
    State,
    combat_units,
    enemy_zone,
    has_enemy_unit,
    holder,
    is_static,
    mined_against,
    tell_of,
)
from sandtable.titles.theseus.supply import block_sources, is_starved

WHOLE: Final = 1_000  # a step that takes the whole Movement Allowance

NO_WAY: Final = Refusal("7.3.2-a", "there is no hex that it could enter")
NOT_TOGETHER: Final = Refusal("7.3.1-a", "units move together only if they start in one hex and are of one formation")
ALREADY: Final = Refusal("7.3.1-a", "it goes along already")
BOUND: Final = Refusal("10-h", "units of the 1st South African and the 50th Division do not leave their hexes in the first turn")
NOT_ADJACENT: Final = Refusal("7.3-a", "it is not adjacent")
SEA_BARS: Final = Refusal("7.3.2-g", "sea and sea hexsides are prohibited")
ENEMY_UNIT: Final = Refusal("7.3.2-d", "no hex with an enemy combat unit may be entered")
ENEMY_HQ: Final = Refusal("7.3.2-b", "no enemy-occupied hex may be entered")
HQ_AND_MINES: Final = Refusal("7.3.6-b", "an HQ never enters an unbreached enemy minefield")
MINES_FIRST: Final = Refusal("7.3.6-a", "an unbreached enemy minefield is entered only as the first step of a Movement Action")
MINES_RETREAT: Final = Refusal("7.5.1.1-c", "a Retreat before Combat may not part the stack in a minefield")
HQ_AND_ZONE: Final = Refusal("3.3-h", "an HQ enters an enemy zone of control only with combat units or onto one of its side")
HQ_ZONE_TO_ZONE: Final = Refusal("5.4.1-k", "an HQ does not go from one enemy zone of control to another")
ZONE_TO_ZONE: Final = Refusal(
    "5.4.1-c", "from one enemy zone of control to another only Screen movement leads, with twice the enemy's points"
)
NO_SCREEN_INTO_MINES: Final = Refusal("7.3.4-b", "Screen movement never enters an unbreached enemy minefield")
NO_SCREEN_RETREAT: Final = Refusal("7.3.4-f", "a Retreat before Combat may not be a Screen move")
NO_ARRIVAL_IN_ZONE: Final = Refusal("5.4.1-d", "the free move of reinforcements never enters an enemy zone of control")
RIDGE_FIRST: Final = Refusal("3.1.2-a", "a Ridge or Wadi is crossed only as the first step, for the whole Movement Allowance")
NOT_ENOUGH_MP: Final = Refusal("7.3-a", "not enough Movement Points are left")
STOPPED: Final = Refusal("5.4.1-a", "its movement has ended")
MUST_GO: Final = Refusal("7.5.1.1-h", "a stack that retreats before combat must leave the hex")


def mover(s: State, f: Movement | March) -> int:
    return f.side


# 7.3.1 Moving stacks


def is_bound(s: State, unit: int) -> bool:
    """10 In turn 1 two divisions sit tight; tanks assigned to them do not."""
    return (
        s.turn <= s.edition.bound_until
        and s.edition.bound[unit]
        and s.edition.scenario_rows[s.edition.scenario_ids[s.agreed.scenario]].restricted
    )


class Move(Act[State, Activation]):
    """One unit or HQ, or the first of a stack."""

    rule = "7.1-a"
    form = "move unit"
    label = "Move {unit}"
    asks = "move units"

    def candidates(self, s: State, f: Activation) -> list[Args]:
        return [(u, 0) for u in actors(s, f) if not s.down[u]]

    def why_not(self, s: State, f: Activation, unit: int, _: int, /) -> Optional[Refusal]:
        refusal = unit_refused(s, f, unit)
        if refusal is not None:
            return refusal
        if s.down[unit]:
            return ONLY_REFIT
        if is_bound(s, unit):
            return BOUND
        refusal = too_dear(s, f, "move", (unit,))
        return refusal or (None if can_step(s, f.side, (unit,), ACTION) else NO_WAY)

    def do(self, s: State, f: Activation, unit: int, _: int, dice: Dice, /) -> None:
        s.begin(Movement(f.side, (unit,)))


class TakeAlong(Act[State, Movement]):
    rule = "7.3.1-a"
    form = "with unit"
    label = "Take {unit} along"
    asks = "take units along"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        return [(u, 0) for u in s.at[s.where[f.units[0]]] if u not in f.units]

    def why_not(self, s: State, f: Movement, unit: int, _: int, /) -> Optional[Refusal]:
        if unit in f.units:
            return ALREADY
        if s.where[unit] != s.where[f.units[0]] or s.formation[unit] != s.formation[f.units[0]]:
            return NOT_TOGETHER
        a = activation(s)
        refusal = unit_refused(s, a, unit)
        if refusal is not None:
            return refusal
        if s.down[unit]:
            return ONLY_REFIT
        return BOUND if is_bound(s, unit) else too_dear(s, a, "move", (*f.units, unit))

    def do(self, s: State, f: Movement, unit: int, _: int, dice: Dice, /) -> None:
        f.units = tuple(sorted((*f.units, unit)))


def somebody_may_go_along(s: State, f: Movement) -> bool:
    """By what all may know (5.3.4): that it is not alone in its hex."""
    return len(s.at[s.where[f.units[0]]]) > 1


class SetOut(Act[State, Movement]):
    rule = "7.3.1-a"
    form = "go"
    label = "Set out"
    asks = "set out"


def pay_movement(s: State, f: Movement, dice: Dice) -> None:
    f.rolled = announce(s, "move", f.units)


def movement_roller(s: State, f: Movement) -> int:
    return 1 << f.side if f.rolled else 0


def rouse_movers(s: State, f: Movement, dice: Dice) -> None:
    f.units = rouse_isolated(s, f.units, dice)


def movers_were_tested(s: State, f: Movement) -> bool:
    """That dice have fallen everybody sees, but not who of a stack has passed."""
    return f.rolled


class CallOffMovement(Act[State, Movement]):
    """5.8.4 After the checks of Isolated units; the points stay spent."""

    rule = "5.8.4-h"
    form = "cancel"
    label = "Call the Action off"
    asks = "call the Action off"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        return [(0, 0)] if f.rolled and f.units else []

    def why_not(self, s: State, f: Movement, a: int, b: int, /) -> Optional[Refusal]:
        return None if f.rolled and f.units else ALL_FAILED

    def do(self, s: State, f: Movement, a: int, b: int, dice: Dice, /) -> None:
        f.units = ()


def set_out(s: State, f: Movement, dice: Dice) -> None:
    if not f.units:
        return
    a = activation(s)
    engineers = tuple([u for u in f.units if u < s.edition.units and is_in_command(s, u)])  # 7.3.6: at the start of the Action
    s.begin(March(f.side, f.units, allowance(s, f.units, a.starved), ACTION, engineers))


def allowance(s: State, units: tuple[int, ...], starved: bool) -> int:
    """7.3.2 Of the slowest, in twelfths; half without supply. Points are never rounded."""
    e = s.edition
    least = min([e.ma[u] for u in units])
    if starved or any(u < e.units and is_starved(s, u) for u in units):
        return least // 2
    return least


# 7.3.2 to 7.3.4 Steps


def step_cost(s: State, side: int, units: tuple[int, ...], here: int, hex: int) -> int:
    """In twelfths of a Movement Point; WHOLE for Ridges, Wadis, enemy mines and Screen movement."""
    e = s.edition
    zones = enemy_zone(s, side, here), enemy_zone(s, side, hex)
    if mined_against(s, side, hex) or (zones[0] and zones[1]):
        return WHOLE
    side_between = here * e.hexes + hex
    kind = e.link.get(side_between, 0)
    if kind and not (zones[0] or zones[1] or mined_against(s, side, here)):  # 7.3.3
        return max([e.link_cost[e.moves[u]][kind] for u in units])
    if side_between in e.barred:
        return WHOLE
    return max([e.ground_cost[e.moves[u]][e.terrain[hex]] for u in units])


def step_refused(
    s: State, side: int, units: tuple[int, ...], here: int, hex: int, left: int, first: bool, kind: int
) -> Optional[Refusal]:  # fmt: skip
    e = s.edition
    if hex not in e.adjacent[here]:
        return SEA_BARS if hex in e.grid.neighbours[here] else NOT_ADJACENT
    if holder(s, hex) == other(side):
        return ENEMY_UNIT if has_enemy_unit(s, side, hex) else ENEMY_HQ
    fighters = units[0] < e.units  # HQs have the highest numbers and units are sorted
    into_mines = mined_against(s, side, hex)
    if into_mines:
        refusal = mines_refused(fighters, first, kind)
        if refusal is not None:
            return refusal
    if enemy_zone(s, side, hex):
        refusal = zone_refused(s, side, fighters, here, hex, first, kind, into_mines)
        if refusal is not None:
            return refusal
    cost = step_cost(s, side, units, here, hex)
    if first or cost <= left:
        return None  # 7.3.2: one hex is always possible
    return RIDGE_FIRST if cost == WHOLE else NOT_ENOUGH_MP


def mines_refused(fighters: bool, first: bool, kind: int) -> Optional[Refusal]:
    if not fighters:
        return HQ_AND_MINES
    if kind == FREE:
        return MINES_RETREAT
    return None if first else MINES_FIRST


def zone_refused(
    s: State, side: int, fighters: bool, here: int, hex: int, first: bool, kind: int, into_mines: bool
) -> Optional[Refusal]:  # fmt: skip
    """5.4.1 What an EZOC in the next hex forbids."""
    if kind == ARRIVAL:
        return NO_ARRIVAL_IN_ZONE
    if not fighters and not combat_units(s, hex):
        return HQ_AND_ZONE
    if not enemy_zone(s, side, here):
        return None
    if into_mines:
        return NO_SCREEN_INTO_MINES
    if kind == FREE:
        return NO_SCREEN_RETREAT
    if first and can_screen(s, side, here):
        return None
    return ZONE_TO_ZONE if fighters else HQ_ZONE_TO_ZONE


def can_screen(s: State, side: int, hex: int) -> bool:
    """7.3.4 At least twice the Tank and Anti-Tank Points of all that control the hex; whoever gives them need not move."""
    e = s.edition
    ours = sum([max(0, e.tank[0][u]) for u in combat_units(s, hex) if not s.down[u]])
    if not ours:
        return False
    theirs = 0
    for h in e.adjacent[hex]:
        if holder(s, h) == other(side) and hex in e.zoc[h]:
            for u in combat_units(s, h):
                if e.has_zoc[u] and not s.down[u]:
                    theirs += max(0, e.tank[0][u]) + max(0, e.at[0][u])
    return ours >= 2 * theirs


def can_step(s: State, side: int, units: tuple[int, ...], kind: int) -> bool:
    """Whether there is a first step at all."""
    here = s.where[units[0]]
    return any(step_refused(s, side, units, here, h, 0, True, kind) is None for h in s.edition.adjacent[here])


def march_refused(s: State, f: March, hex: int) -> Optional[Refusal]:
    if f.moved and f.left <= 0:
        return STOPPED
    return step_refused(s, f.side, f.units, s.where[f.units[0]], hex, f.left, not f.moved, f.kind)


class StepTo(Act[State, March]):
    rule = "7.3-a"
    form = "step hex"
    label = "Go to {hex}"
    asks = "go on hex by hex"

    def candidates(self, s: State, f: March) -> list[Args]:
        if f.moved and f.left <= 0:
            return []
        return [(h, 0) for h in s.edition.adjacent[s.where[f.units[0]]]]

    def why_not(self, s: State, f: March, hex: int, _: int, /) -> Optional[Refusal]:
        return march_refused(s, f, hex)

    def do(self, s: State, f: March, hex: int, _: int, dice: Dice, /) -> None:
        f.step = hex


class Halt(Act[State, March]):
    """Unused Movement Points are lost."""

    rule = "7.3.2-c"
    form = "halt"
    label = "Halt here"
    asks = "halt"

    def candidates(self, s: State, f: March) -> list[Args]:
        if f.moved and f.left <= 0:
            return []
        return [(0, 0)] if any(march_refused(s, f, h) is None for h in s.edition.adjacent[s.where[f.units[0]]]) else []

    def why_not(self, s: State, f: March, a: int, b: int, /) -> Optional[Refusal]:
        return MUST_GO if f.kind == FREE and not f.moved else None


def arrive(s: State, f: March, dice: Dice) -> None:
    """The stack is in the next hex, or has come to its end. Lone enemy HQs beside it are displaced (7.3.5)."""
    if f.step == NONE:
        f.finish()
        end_movement(s, f)
        return
    here, e = s.where[f.units[0]], s.edition
    cost = step_cost(s, f.side, f.units, here, f.step)
    stops = f.units[0] < e.units and enemy_zone(s, f.side, f.step)  # 5.4.1
    f.left = 0 if stops else max(0, f.left - cost)
    if not f.moved:
        drop_improved(s, here)  # 7.7; passing through a hex leaves its marker
    f.barred += enter(s, f.units, f.step)
    for unit in f.units:
        tell_of(s, "moved", unit, f.step)
    if not f.moved and f.kind == ACTION:
        question(s, f.units)
    f.moved = True
    if f.side == AXIS and f.step == e.bir_hacheim and is_static(s, ALLIED):
        s.ending = AUTOMATIC  # 10.1
        s.end()


def go_on(s: State, f: March, dice: Dice) -> None:
    f.step = NONE
    if f.left > 0:
        f.restart()
    else:
        end_movement(s, f)


def end_movement(s: State, f: March) -> None:
    """7.3: stacking counts now; sources are blocked and Tobruk is captured by who ends a move there."""
    hex = s.where[f.units[0]] if f.units else NONE
    if hex < 0:
        return
    if f.moved:
        drop_improved(s, hex)
        block_sources(s, f.side, hex)
    check_stacking(s, hex)
