"""What each row of the outlines asks, in words: the question, and what it means to pass."""

from __future__ import annotations

from typing import Final

from sandtable.face.story import both, counted
from sandtable.kernel.play import Ask
from sandtable.kernel.sides import AXIS
from sandtable.titles.battleaxe.frames import Absorb, Assault, Attack, Exploit, Half, Refit, Regroup, Retreats, SetUp
from sandtable.titles.battleaxe.movement import owed_attacks
from sandtable.titles.battleaxe.refit import flip_refused, reduced_units
from sandtable.titles.battleaxe.setup import where_it_sets_up
from sandtable.titles.battleaxe.state import ABSENT, State, is_reduced, units_in

HOW_UNITS_GO: Final = "Click a lit unit, then where it goes. An Area with a dashed red ring is attacked by a click on it."
KEEP: Final = "If you pass you keep the Advantage."


def area(s: State, number: int) -> str:
    return s.names.called("area", number)


def unit(s: State, number: int) -> str:
    return s.names.called("unit", number)


def to_set_up(s: State) -> list[str]:
    return [unit(s, n) for n, at in enumerate(s.where) if at == ABSENT and where_it_sets_up(s, n)]


def where_to_start(s: State, f: SetUp) -> str:
    waiting = to_set_up(s)
    return f"Where {'does' if len(waiting) == 1 else 'do'} {both(waiting)} start?"


def how_to_start(s: State, f: SetUp) -> str:
    return "Click one of the lit Zones." if len(to_set_up(s)) == 1 else "Click the unit, then one of the lit Zones."


SET_UP: Final = Ask(where_to_start, how=how_to_start)


def which_impulse(s: State, f: Half) -> str:
    return f"Impulse {s.impulse}: what do your units do in it?"


IMPULSE: Final = Ask(
    which_impulse,
    how="Click an Area with your units to assault from it, or use the Impulse in another way. If you pass, none of them acts.",
    others="say what its units do in this Impulse",
)
SHORTAGE: Final = Ask(
    "Do you declare an Axis Fuel Shortage before the Axis acts?",
    "If you pass the Axis acts with all its fuel, and you keep the Advantage.",
    "Let the Axis have its fuel",
    "It rules out Combined Operations and adds to your defence until fuel comes again.",
)
INTERCEPT: Final = Ask(
    "Do Wireless Intercepts let the Axis act once more in this Impulse?",
    KEEP,
    "End the Impulse",
    "It costs the Advantage.",
)
DAYLIGHT: Final = Ask(
    "The sun is setting. Do you prolong daylight?",
    "If you pass the day ends after this Impulse.",
    "Let the sun set",
    "It costs the Advantage, and the Impulses go on.",
)


def who_regroups(s: State, f: Regroup) -> str:
    return "Which unit regroups next, and where to?" if f.moved else "Which units regroup, and where to?"


REGROUP: Final = Ask(
    who_regroups,
    "When you end the Regroup, the Impulse is over.",
    "End the Regroup",
    "Each unit may go one Area, into friendly ground. Click a unit, then where it goes.",
)


def what_does_the_assault_do(s: State, f: Assault) -> str:
    owed = [area(s, n) for n in units_in(owed_attacks(s, f))]
    if owed:
        return f"Your units stand among enemies in {both(owed)} and must attack. Do more units go in first?"
    places = both([area(s, n) for n in units_in(f.active)])
    if f.active.bit_count() > 2:  # 16.3
        places = f"Zones {both([s.edition.map.ids[n] for n in units_in(f.active)])}"
    return f"Assault from {places}: which units move, and what do they attack?"


def how_the_assault_goes(s: State, f: Assault) -> str:
    owed = [area(s, n) for n in units_in(owed_attacks(s, f))]
    if owed:
        return f"Click {' or '.join(owed)} to attack it, or a unit that is lit and where it goes."
    return f"{HOW_UNITS_GO}{a_second_area(s, f)}"


def a_second_area(s: State, f: Assault) -> str:
    """9.1.2 What becomes of the first one by then is easily overlooked."""
    if f.side != AXIS or s.fuel_low or f.active.bit_count() > 1:
        return ""
    if f.acted:
        return " A second Area can be activated as well: with that those who have been active so far are finished."
    return " A second Area can be activated as well: now the units of both act together, later those of the first are finished."


def end_of_the_assault(s: State, f: Assault) -> str:
    return "" if owed_attacks(s, f) else "When you end the Assault, the Impulse is over."


ASSAULT: Final = Ask(
    what_does_the_assault_do, end_of_the_assault, how=how_the_assault_goes, others="move units, attack or end the Assault"
)


def more_attackers(s: State, f: Attack) -> str:
    return f"Do more units join the attack on {area(s, f.area)}?" if f.attackers else f"Which units attack {area(s, f.area)}?"


ATTACKERS: Final = Ask(more_attackers, "Then the attack begins with the units that you have chosen.", how="Click the units.")


def who_leads(s: State, f: Attack) -> str:
    return f"Who leads the attack on {area(s, f.area)}?"


def who_leads_the_defence(s: State, f: Attack) -> str:
    return f"Who leads the defence of {area(s, f.area)} against {unit(s, f.lead)}?"


LEAD: Final = Ask(who_leads, how="The Lead counts with its whole Combat Value, and is the first to suffer.")
LEAD_DEFENCE: Final = Ask(who_leads_the_defence, how="The Lead counts with its whole Combat Value, and takes the first loss.")


def does_it_fly(s: State, f: Attack) -> str:
    return f"Does Air Support join the attack on {area(s, f.area)}?"


def does_rommel_lead(s: State, f: Attack) -> str:
    return f"Does Rommel lead the attack on {area(s, f.area)}?"


def do_guns_help(s: State, f: Attack) -> str:
    return f"Do you call artillery for the attack on {area(s, f.area)}?"


def do_guns_defend(s: State, f: Attack) -> str:
    return f"Do you call artillery for the defence of {area(s, f.area)}?"


AIR: Final = Ask(
    does_it_fly, "If you pass it stays ready for another attack of this Impulse.", "Keep Air Support", "It adds a die."
)
ROMMEL: Final = Ask(does_rommel_lead, "If you pass he can still lead another attack.", "Without Rommel", "He adds a die.")
GUNS: Final = Ask(
    do_guns_help,
    "If you pass the marker stays ready for another attack of this day.",
    "Keep the artillery",
    "A roll decides whether it answers; only an answer uses the marker up.",
)
GUNS_IN_DEFENCE: Final = GUNS._replace(text=do_guns_defend)
FANATICAL: Final = Ask(
    "The attack is a Success. Do you declare Fanatical Defense and make it a Stalemate?",
    "If you pass the Success stands, and you keep the Advantage.",
    "Accept the result",
    "It costs the Advantage.",
)
MAXIMUM: Final = Ask(
    "You are thrown back. Do you declare Maximum Attack and make it a Stalemate?",
    "If you pass the Repulse stands, and you keep the Advantage.",
    "Accept the result",
    "It costs the Advantage.",
)


def who_withdraws(s: State, f: Attack) -> str:
    return f"The attack on {area(s, f.area)} is over. Do any defenders withdraw?"


WITHDRAW: Final = Ask(who_withdraws, "Those that you do not choose stay where they are.", "Stay", "Click a unit to withdraw it.")


def who_takes_the_loss(s: State, f: Absorb) -> str:
    left = counted(f.points, "Attrition Point")
    weak = ", which is Reduced," if f.waiting and is_reduced(s, f.waiting[0]) else ""
    return f"{left} left to absorb. What does {unit(s, f.waiting[0])}{weak} do?"


LOSSES: Final = Ask(who_takes_the_loss, how="The points must be absorbed exactly; the Lead goes first.")


def next_retreat(s: State, f: Retreats) -> str:
    if f.moving >= 0:
        return f"{area(s, f.through)} is full. Where does {unit(s, f.moving)} go on to?"
    waiting = [unit(s, n) for n in units_in(f.waiting)]
    return f"Where {'does' if len(waiting) == 1 else 'do'} {both(waiting)} retreat to?"


def how_to_retreat(s: State, f: Retreats) -> str:
    alone = f.moving >= 0 or f.waiting.bit_count() == 1
    return "Click one of the lit Areas." if alone else "Click a unit, then one of the lit Areas."


RETREAT: Final = Ask(next_retreat, how=how_to_retreat)


def who_goes_on(s: State, f: Exploit) -> str:
    place = f"to {area(s, f.target)}" if f.target >= 0 else "into a further Area"
    return f"{area(s, f.area)} is overrun. Which units go on {place}?"


EXPLOIT: Final = Ask(who_goes_on, "The others stay where they are.", "Stop here", "All that go on enter the same Area.")


def attack_again(s: State, f: Exploit) -> str:
    return f"Do the units that went on attack {area(s, f.target)}?"


EXPLOIT_ATTACK: Final = Ask(attack_again, "If you pass they stay there without a fight.", "Do not attack")


def still_flips(s: State, f: Refit) -> bool:
    """13.3.2 Whether the point in use has a unit to restore."""
    return f.flips > 0 and any([flip_refused(s, f.side, unit) is None for unit, _ in reduced_units(s, f.side)])


def refitting(s: State, f: Refit) -> str:
    free = f"; the point in use restores {counted(f.flips, 'unit')} more" if still_flips(s, f) else ""
    points = counted(f.points, "Replacement Point") if f.points else "no Replacement Point"
    if not f.points and not free:
        return f"You have {points} left. Do you bring more units back to strength in another way?"
    return f"You have {points} left{free}. Which units do you bring back to strength?"


def lost_with_the_refit(s: State, f: Refit) -> str:
    return "What you do not use now is lost." if f.points or still_flips(s, f) else "When you end the Refit you keep what you have."


REFIT: Final = Ask(refitting, lost_with_the_refit, "End the Refit", others="bring units back to strength")
RECOVER: Final = Ask(
    "Which German tanks are recovered from the battlefield?", "If you pass none are.", "Recover none", "It is free: click a unit."
)
