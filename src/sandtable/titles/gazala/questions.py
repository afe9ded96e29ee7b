"""What each row of the outlines asks, in words: the question, and what it means to pass."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.face.story import both, counted, measured, several
from sandtable.kernel.play import Ask, inner, options
from sandtable.titles.gazala.activation import Activate
from sandtable.titles.gazala.combat import CANNOT_PAY, strike_refused, targets
from sandtable.titles.gazala.edition import AIR as AIR_CHIT
from sandtable.titles.gazala.edition import ANTI_TANK_UNIT, HALVES, LIGHT
from sandtable.titles.gazala.frames import (
    ActionPhase,
    AirAttack,
    Arrival,
    Attack,
    Disruptions,
    Losses,
    Move,
    Rebuilding,
    Retreat,
    Retreats,
    SetUp,
    Stacking,
    Turn,
)
from sandtable.titles.gazala.results import vacated
from sandtable.titles.gazala.state import STACK, State, crowded


def movement_points(halves: int) -> str:
    return measured(Fraction(halves, HALVES), "movement point")


def unit(s: State, number: int) -> str:
    return s.names.called("unit", number)


def hex(s: State, number: int) -> str:
    return s.names.called("hex", number)


def where_to_start(s: State, f: SetUp) -> str:
    return f"Where does {unit(s, f.waiting[0])} start?"


SET_UP: Final = Ask(where_to_start, how="Click one of the lit hexes.")
BREACHES: Final = Ask(
    "Where do Axis engineers begin to breach the minefields?",
    "When you are done the turn goes on with supply.",
    "Begin no more breaches",
    "Click an infantry unit beside a minefield, then the hex on the other side.",
    others="say where minefields are breached",
)


def which_tanks(s: State, f: Turn) -> str:
    return f"You have {counted(s.tanks, 'armour replacement')} left in this turn. Which tanks are brought up to strength?"


TANKS: Final = Ask(
    which_tanks,
    "Replacements that are not used now are lost.",
    "Take no more replacements",
    "Each gives back one step. Click a lit tank unit on the map, or one of those eliminated, which then comes back.",
)
INITIATIVE: Final = Ask("You have the initiative. Who acts first in this turn?", how="The sides then act by turns.")


def what_does_the_chit_do(s: State, f: ActionPhase) -> str:
    chit = s.names.called("chit", f.chit)
    if not f.spent:
        return f"The chit says {chit}. Whom do you activate with it?"
    if f.picks:
        return f"{chit}: which unit is activated as well?"
    return "Do you play a chit before the first unit moves?"


PLAY_NONE: Final = "To play none, click an active unit and where it goes. A chit that is played is gone."


def how_the_chit_is_used(s: State, f: ActionPhase) -> str:
    if f.spent:
        return "Click a unit to activate it as well." if f.picks else PLAY_NONE
    faces = s.edition.chit_faces[f.chit]
    if any(s.edition.face_units[face] for face in faces):
        return "It activates any two units, of whatever formations. Click the first."
    whole = "Click a unit of a formation on the chit to activate all of it, or any other unit to activate that one alone."
    barred = [(face, Activate().why_not(s, f, face, 0)) for face in faces]
    return " ".join([whole, *[f"Not {s.names.called('face', face)}: {why.text}." for face, why in barred if why is not None]])


def rule_of_the_chit(s: State, f: ActionPhase) -> str:
    if not f.spent:
        return "7.0-c"
    return "7.0-g" if f.picks else "13.0-d"


CHIT: Final = Ask(
    what_does_the_chit_do, how=how_the_chit_is_used, others="say whom the Action Chit activates", rule=rule_of_the_chit
)


def who_moves(s: State, f: ActionPhase) -> str:
    if len(f.active) == 1:
        return f"Does {unit(s, f.active[0])} move or attack now?"
    return f"Which of your {len(f.active)} active units moves or attacks next?"


MOVES: Final = Ask(
    who_moves,
    "When you end the action, units that have not moved stay where they are.",
    how="Click a lit unit: where it can go and whom it can reach is shown.",
)


def which_target(s: State, f: AirAttack) -> str:
    again = "another" if s.played[f.side].count(AIR_CHIT) > 1 else "an"
    return f"You have drawn {again} Air chit. Which enemy do your aircraft attack?"


AIR: Final = Ask(
    which_target,
    "If you pass they do not fly, and the chit is spent.",
    "Let them stay on the ground",
    "Click a ringed enemy: its chances are shown before the die falls.",
)


def who_enters(s: State, f: Arrival) -> str:
    return f"Where does {unit(s, f.waiting[0])} enter the map?"


def how_it_enters(s: State, f: Arrival) -> str:
    """They are asked for one by one."""
    after = [unit(s, u) for u in f.waiting[1:]]
    come = "comes" if len(after) == 1 else "come"
    return f"Click one of the lit hexes. {several(after)} {come} next." if after else "Click one of the lit hexes."


ARRIVAL: Final = Ask(who_enters, how=how_it_enters)


def where_rebuilt(s: State, f: Rebuilding) -> str:
    return f"Where does {unit(s, f.unit)} come back?"


REBUILDING: Final = Ask(where_rebuilt, how="Click one of the lit hexes.")


def where_next(s: State, f: Move) -> str:
    never = s.edition.type[f.unit] == ANTI_TANK_UNIT  # 11.0-m
    asked = "Where does it go?" if never or held_back(s, f) else "Where does it go, or whom does it attack?"
    return f"{unit(s, f.unit)} has {movement_points(f.left)}. {asked}"


def what_halting_means(s: State, f: Move) -> str:
    why = held_back(s, f)
    return f"{f'It cannot attack from here: {why}. ' if why else ''}When it halts, its action is over."


def held_back(s: State, f: Move) -> str:
    """Why it does not attack the enemies beside it."""
    here = s.where[f.unit]
    refusal = strike_refused(s, f.unit, here, LIGHT, f.left) if targets(s, f.unit, here) else None
    if refusal == CANNOT_PAY:
        return f"even a light attack takes {movement_points(s.edition.attack_cost[LIGHT][s.edition.move_class[f.unit]])}"
    return refusal.text if refusal is not None else ""


def how_to_go(s: State, f: Move) -> str:
    verbs = {verb for verb, _, _ in options(s)}
    if "attack" not in verbs:
        return "Click a lit hex to go there." if "go" in verbs else ""
    return "Click a lit hex to go there, or a ringed enemy to attack it." if "go" in verbs else "Click a ringed enemy to attack it."


MOVE: Final = Ask(where_next, what_halting_means, how=how_to_go)


def who_joins(s: State, f: Attack) -> str:
    return f"{unit(s, f.unit)} attacks {both([unit(s, u) for u in f.defenders])}. Who joins?"


JOIN: Final = Ask(who_joins, "Then the attack begins with those that you have chosen.", how="Click units next to the enemy.")


def chits_before_the_die(s: State, f: Attack) -> str:
    wish = "roll now, or play a chit first?" if len(options(s)) > 1 else "roll the die?"
    return f"The attack on {both([unit(s, u) for u in f.defenders])}: {wish}"


def what_chits_cost(s: State, f: Attack) -> str:
    return "A chit that is played is gone." if len(options(s)) > 1 else "No chit in your hand can be played here."


CHITS: Final = Ask(chits_before_the_die, how=what_chits_cost)


def who_advances(s: State, f: Attack) -> str:
    return f"No defender is left in {both([hex(s, h) for h in vacated(s, f)])}. Who advances?"


ADVANCE: Final = Ask(
    who_advances, "Those that do not advance stay where they are.", how="Click a unit, then the hex. It costs no movement points."
)


def who_loses(s: State, f: Losses) -> str:
    which = "it" if f.owed == 1 else "the next"
    if is_shot_at(s):
        return f"Anti-Tank chits take {counted(f.owed, 'step')} of your armour. Which unit loses {which}?"
    return f"{counted(f.owed, 'step')} to lose. Which unit takes {which}?"


def is_shot_at(s: State) -> bool:
    """13.6: whether it is Anti-Tank chits that take the steps, which comes before what the die says."""
    f = inner(s, Attack)
    return s.outlines[Attack].rows[f.at - 1].rule == "13.6"


LOSSES: Final = Ask(who_loses, how="Click a unit.")


def who_is_disrupted(s: State, f: Disruptions) -> str:
    return "Which unit is Disrupted?" if f.owed == 1 else f"{counted(f.owed, 'unit')} are Disrupted. Which is next?"


DISRUPTIONS: Final = Ask(
    who_is_disrupted, how="Click a unit. Disrupted, it loses a third of its movement and its zone of control until the turn ends."
)


def who_retreats(s: State, f: Retreats) -> str:
    return f"{both([unit(s, u) for u in f.waiting])} must retreat. Who goes first?"


def how_they_retreat(s: State, f: Retreats) -> str:
    stacked = any([verb == "together" for verb, _, _ in options(s)])
    return "Click a unit, or let a stack go together." if stacked else "Click a unit."


RETREATS: Final = Ask(who_retreats, how=how_they_retreat)


def which_way_back(s: State, f: Retreat) -> str:
    does = "does" if len(f.units) == 1 else "do"
    who = both([unit(s, u) for u in f.units])
    if f.gone:
        return f"Where {does} {who} go on to from {hex(s, s.where[f.units[0]])}?"
    return f"Which way {does} {who} retreat from {hex(s, f.start)}?"


def how_far_back(s: State, f: Retreat) -> str:
    return "Click one of the lit hexes: the retreat ends " + ("there." if f.gone else "two hexes away, this is the first.")


RETREAT: Final = Ask(which_way_back, how=how_far_back)


def retreat_further(s: State, f: Retreat) -> str:
    return f"{both([unit(s, u) for u in f.units])} would end over-stacked. Where does the retreat go on to?"


RETREAT_ON: Final = Ask(retreat_further, "If it stays, units over the limit are eliminated.")


def who_is_too_many(s: State, f: Stacking) -> str:
    full = [h for h in f.hexes if crowded(s, s.stack[h])]
    over = sum([too_many(s, h) for h in full])
    holds = "holds" if len(full) == 1 else "hold"
    return f"{both([hex(s, h) for h in full])} {holds} {counted(over, 'unit')} too many. Which one is eliminated?"


def too_many(s: State, hex: int) -> int:
    """How few can go: all but two, or all but one where a unit of Pavia or Brescia needs the hex for itself."""
    there = s.stack[hex]
    small = [u for u in there if not s.edition.fills_hex[u]]
    return len(there) - max(1, min(STACK, len(small)))


STACKING: Final = Ask(who_is_too_many, how="Click a unit: what the enemy gains by it is said before it goes.")
