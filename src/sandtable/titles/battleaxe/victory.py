"""17 Victory, 20 the Extended Game."""

from __future__ import annotations

from typing import Optional

from sandtable.kernel.rules import Outcome
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.kernel.tally import Tally
from sandtable.titles.battleaxe.edition import ARMOUR
from sandtable.titles.battleaxe.logistics import supply_net
from sandtable.titles.battleaxe.state import (
    AUTOMATIC,
    AXIS_HOLDS,
    DEAD,
    GOES_ON,
    OPERATIONAL,
    State,
    controller,
    has_enemy,
    units_in,
)


def is_automatic(s: State) -> bool:
    """17.1 Tobruk, free of Axis units, traces a line to Buq-Buq, both Allied-controlled."""
    e = s.edition
    if controller(s, e.tobruk) != ALLIED or controller(s, e.buq_buq) != ALLIED or has_enemy(s, ALLIED, e.tobruk):
        return False
    return bool(supply_net(s, ALLIED, 1 << e.buq_buq) >> e.tobruk & 1)


def victory_points(s: State) -> int:
    """17.2 The Victory Point Areas that the Allies control and that trace a line to Zone A, B, C or D."""
    net = supply_net(s, ALLIED, s.edition.allied_base)
    return sum([s.edition.vp[area] for area in units_in(net)])


def german_losses(s: State) -> int:
    """17.2 At the end of June 17: eliminated German units, and Reduced German Armored ones."""
    e = s.edition
    dead = len([unit for unit in units_in(e.german) if s.where[unit] == DEAD])
    weak = (s.reduced & e.german & e.of_kind[ARMOUR]).bit_count()
    return dead * e.vp_german_eliminated + weak * e.vp_german_armour_reduced


def coming_points(s: State) -> int:
    """17.2 What the End Phase of this Turn adds, as things stand."""
    return victory_points(s) + (german_losses(s) if s.turn + 1 == s.edition.turns[0] else 0)


def turn_points(s: State) -> Tally:
    """17.2 The same, term by term: the log says what each point is for."""
    e, gained = s.edition, Tally("Allied points of the day")
    for area in units_in(supply_net(s, ALLIED, e.allied_base)):
        gained.add(e.vp[area], "17.2-a", e.area_rows[area].name)
    if s.turn + 1 == e.turns[0]:
        gained.add(german_losses(s), "17.2-d", "German units eliminated, German armour Reduced")
    return gained


def finish(s: State, how: int) -> None:
    s.ending = how
    s.tell("over", how)
    s.end()


def check_operational(s: State) -> None:
    """17.2, 20.1 At the end of June 17; in the Extended Game 9 or 10 VP play on."""
    low, high = s.edition.extended_limits
    if not s.agreed.extended:
        finish(s, OPERATIONAL if s.vp >= s.agreed.needed else AXIS_HOLDS)
    elif s.vp >= high:
        finish(s, OPERATIONAL)
    elif s.vp <= low:
        finish(s, AXIS_HOLDS)
    else:
        s.tell("played_on", s.vp)


def outcome(s: State) -> Optional[Outcome]:
    if s.ending == GOES_ON:
        return None
    score, rule = (s.vp, 0), "20.1" if s.agreed.extended else "17.2"
    if s.ending == AUTOMATIC:
        return Outcome(ALLIED, "Automatic Victory", "17.1", score, "Tobruk is relieved: its supply line reaches Buq-Buq.")
    if s.ending == OPERATIONAL:
        return Outcome(ALLIED, "Operational Victory", rule, score, f"The Allies have {s.vp} Victory Points.")
    if s.turn >= s.edition.turns[0]:
        return Outcome(AXIS, "Axis Victory", rule, score, "Tobruk is not relieved: after June 17 nothing else wins for the Allies.")
    return Outcome(AXIS, "Axis Victory", rule, score, f"The Allies have {s.vp} Victory Points, too few to win.")
