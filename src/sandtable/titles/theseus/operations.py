"""6 The Operations Phase: initiative, its three options, activation of formations and of independent units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.frames import FORMATION, INDEPENDENT, REACTION, Activation, Operations
from sandtable.titles.theseus.snafu import BOTH
from sandtable.titles.theseus.state import State, hq_of
from sandtable.titles.theseus.supply import supply_activation, unit_is_supplied

NO_ACT: Final = 3  # activations of an independent unit until Recovery (6.4)

OTHER_SIDE: Final = Refusal("6.2-a", "only formations of the side that has the initiative are activated")
NO_HQ: Final = Refusal("3.3-a", "its HQ is not on the map")
LEVEL_0: Final = Refusal("6.3.2-a", "a formation at Activation Level 0 cannot be activated")
ASLEEP: Final = Refusal("10-g", "until turn 4 it acts only once an Axis unit has come within 3 hexes of the perimeter or of Acroma")
NOBODY_ACTS: Final = Refusal("6.3-b", "its units are asleep until turn 4, or until the Axis comes near")
IN_FORMATION: Final = Refusal("6.4-a", "only unassigned independent units are activated by themselves")
ABSENT: Final = Refusal("6.4-a", "it is not on the map")
SPENT: Final = Refusal("6.4-c", "it has a NO-ACT marker until Recovery")
HAS_PASSED: Final = Refusal("6.2-b", "the initiative cannot go to a side that has passed")
RECEIVED: Final = Refusal("6.2-b", "an initiative that was received must be used, or passed")


def initiative_side(s: State, f: Operations) -> int:
    return f.initiative


def active_side(s: State, f: Activation) -> int:
    return f.side


def is_asleep(s: State, unit: int) -> bool:
    """10 The garrison of Tobruk and its neighbours, until released."""
    if s.released or s.turn > s.edition.sleep_until or unit not in s.edition.sleepers:
        return False
    return s.edition.scenario_rows[s.edition.scenario_ids[s.agreed.scenario]].restricted


def formation_refused(s: State, formation: int) -> Optional[Refusal]:
    """Whether it could be activated, or react, at all."""
    hq = hq_of(s, formation)
    if s.where[hq] < 0:
        return NO_HQ
    if is_asleep(s, hq):
        return NOBODY_ACTS
    return LEVEL_0 if s.level[formation] == 0 else None


def unit_refused(s: State, unit: int) -> Optional[Refusal]:
    if s.formation[unit] != NONE or unit >= s.edition.units:
        return IN_FORMATION
    if s.where[unit] < 0:
        return ABSENT
    if is_asleep(s, unit):
        return ASLEEP
    return SPENT if s.acts[unit] >= NO_ACT else None


def can_activate(s: State, side: int) -> bool:
    e = s.edition
    if any(e.f_side[n] == side and formation_refused(s, n) is None for n in range(e.formations)):
        return True
    return any(unit_refused(s, u) is None for u in loners(s, side))


def loners(s: State, side: int) -> list[int]:
    e = s.edition
    return [u for u in e.loners if s.formation[u] == NONE and e.side[u] == side and s.where[u] >= 0]


# 6.1 Initiative Determination


def open_cycle(s: State, f: Operations, dice: Dice) -> None:
    """The phase ends when both have passed or nobody can act; with one side left there is nothing to roll for."""
    if s.passed == BOTH or not (can_activate(s, ALLIED) or can_activate(s, AXIS)):
        f.finish()
    elif s.passed:
        f.initiative = ALLIED if s.passed == 1 << AXIS else AXIS


def initiative_rollers(s: State, f: Operations) -> int:
    return BOTH if f.initiative == NONE and not s.passed else 0


def determine_initiative(s: State, f: Operations, dice: Dice) -> None:
    rolls = [0, 0]
    for side in (AXIS, ALLIED):
        rolls[side] = dice.d10(side, "6.1-a")
    rolls[s.marker_side] += s.edition.tracks["initiative"][s.marker_space]
    if s.turn == 1:
        rolls[AXIS] += s.edition.modifier["first_turn_initiative"]  # 10
    f.initiative = AXIS if rolls[AXIS] >= rolls[ALLIED] else ALLIED
    s.tell("initiative", f.initiative, rolls[AXIS], rolls[ALLIED])
    move_marker(s, other(f.initiative))


def move_marker(s: State, reaction_side: int) -> None:
    """The side that lost gets more likely to win: one space on, or its own +2."""
    if s.marker_space and s.marker_side == reaction_side:
        s.marker_space = min(s.marker_space + 1, len(s.edition.tracks["initiative"]) - 1)
    else:
        s.marker_side, s.marker_space = reaction_side, 1


def close_cycle(s: State, f: Operations, dice: Dice) -> None:
    f.initiative, f.transferred = NONE, False
    f.restart()


# 6.2 Initiative player options


class ActivateFormation(Act[State, Operations]):
    rule = "6.3-a"
    form = "activate formation"
    label = "Activate {formation} · rolls for Action Points"
    asks = "activate a formation"

    def candidates(self, s: State, f: Operations) -> list[Args]:
        return [(n, 0) for n in range(s.edition.formations) if s.edition.f_side[n] == f.initiative and s.level[n]]

    def why_not(self, s: State, f: Operations, formation: int, _: int, /) -> Optional[Refusal]:
        return OTHER_SIDE if s.edition.f_side[formation] != f.initiative else formation_refused(s, formation)

    def do(self, s: State, f: Operations, formation: int, _: int, dice: Dice, /) -> None:
        s.begin(Activation(f.initiative, formation))


class ActivateUnit(Act[State, Operations]):
    """6.4 One Action without Action Points."""

    rule = "6.4-a"
    form = "deploy unit"
    label = "Activate {unit}"
    asks = "activate an independent unit"

    def candidates(self, s: State, f: Operations) -> list[Args]:
        return [(u, 0) for u in loners(s, f.initiative)]

    def why_not(self, s: State, f: Operations, unit: int, _: int, /) -> Optional[Refusal]:
        return OTHER_SIDE if s.edition.side[unit] != f.initiative else unit_refused(s, unit)

    def do(self, s: State, f: Operations, unit: int, _: int, dice: Dice, /) -> None:
        s.acts[unit] += 1
        s.tell("deployed", unit, s.acts[unit])
        starved = not unit_is_supplied(s, unit)
        s.begin(Activation(f.initiative, NONE, 1, INDEPENDENT, (unit,), (), starved))


class Transfer(Act[State, Operations]):
    rule = "6.2-b"
    form = "transfer"
    label = "Give the initiative to the enemy"
    asks = "transfer the initiative"

    def why_not(self, s: State, f: Operations, a: int, b: int, /) -> Optional[Refusal]:
        if f.transferred:
            return RECEIVED
        return HAS_PASSED if s.passed else None

    def do(self, s: State, f: Operations, a: int, b: int, dice: Dice, /) -> None:
        f.initiative, f.transferred = other(f.initiative), True
        s.tell("transferred", f.initiative)
        f.again()  # the same question, to the other side


class PassPhase(Act[State, Operations]):
    """No more activations for this side in the phase; it may still react."""

    rule = "6.2-c"
    form = "pass"
    label = "Pass for the rest of the phase"
    asks = "pass"

    def do(self, s: State, f: Operations, a: int, b: int, dice: Dice, /) -> None:
        s.passed |= 1 << f.initiative
        s.tell("passed", f.initiative)


# 6.3 Formation Activation


def points_roller(s: State, f: Activation) -> int:
    return 1 << f.side if f.kind in (FORMATION, REACTION) else 0


def roll_action_points(s: State, f: Activation, dice: Dice) -> None:
    """6.3.1 By the level before it is lowered: black figures, red ones in a Reaction. 6.3.3 Supply is fixed here."""
    e = s.edition
    supplied = supply_activation(s, f.formation)
    table = e.red if f.kind == REACTION else e.black
    rule = "6.5.2-b" if f.kind == REACTION else "6.3.1-a"
    f.points = action_points(s, f.formation, table[dice.d10(f.side, rule) - 1])
    s.level[f.formation] = s.level[f.formation] - 1 if supplied else 0
    s.tell("activated", f.formation, f.points)


def action_points(s: State, formation: int, row: Sequence[int]) -> int:
    """By a row of the table, that of the die."""
    return row[s.level[formation] - 1] + (s.edition.modifier["schwerpunkt_ap"] if s.schwerpunkt == formation else 0)


class EndActivation(Act[State, Activation]):
    """Points not spent are lost."""

    rule = "7.1-h"
    form = "end"
    label = "End the activation · points left are lost"
    asks = "end the activation"
