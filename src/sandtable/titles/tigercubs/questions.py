"""What each row of the outlines asks, in words: the question, and what it means to pass."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.face.story import both, counted, measured, opening
from sandtable.kernel.play import Ask
from sandtable.kernel.sides import NAMES
from sandtable.kernel.tally import text_of
from sandtable.titles.tigercubs import frames as f
from sandtable.titles.tigercubs.air_bombing import BAI
from sandtable.titles.tigercubs.movement_allowance import points_left
from sandtable.titles.tigercubs.payments import needy
from sandtable.titles.tigercubs.scales import MP, RATING, SP
from sandtable.titles.tigercubs.state import State

FEW: Final = 3  # so many are named one by one


def unit(s: State, number: int) -> str:
    return s.names.called("unit", number)


def air(s: State, number: int) -> str:
    return s.names.called("air", number)


def place(s: State, number: int) -> str:
    return s.names.called("place", number)


def units(s: State, numbers: f.Units) -> str:
    return both([unit(s, number) for number in numbers]) if len(numbers) <= FEW else f"{len(numbers)} units"


def airs(s: State, numbers: f.Airs) -> str:
    return both([air(s, number) for number in numbers]) if len(numbers) <= FEW else f"{len(numbers)} air units"


def verb(who: tuple[int, ...], does: str) -> str:
    """
    >>> verb((1,), "come"), verb((1,), "fly"), verb((1, 2), "fly")
    ('comes', 'flies', 'fly')
    """
    if len(who) > 1:
        return does
    return f"{does[:-1]}ies" if does.endswith("y") else f"{does}s"


def halves(number: int) -> str:
    return measured(Fraction(number, SP), "Stacking Point")


# 6.3.a Supply


def who_is_fed(s: State, p: f.InitialPhase) -> str:
    hungry = len(needy(s, p.side))
    if not hungry:
        return "All your units are paid for. Do you spend more for General Supply?"
    return f"{counted(hungry, 'unit')} {'needs' if hungry == 1 else 'need'} General Supply. How do you pay for it?"


HOW_TO_PAY: Final = (
    "Take the proposal, or pay bit by bit: Logistics Points (LP) at a terminal for all that it reaches, "
    "General Supply Points (GSP) for single units."
)
GENERAL: Final = Ask(
    who_is_fed,
    "Units that nothing is spent for are found out of supply.",
    "Pay no more for General Supply",
    HOW_TO_PAY,
)
OFFENSIVE: Final = Ask(
    "Do you pay for Offensive Supply and for your air units?",
    "Units without Offensive Supply attack with half their effects; air units without supply bomb at half or stay down.",
    "Pay no more",
    HOW_TO_PAY,
)
AIRFIELDS: Final = Ask(
    "Do you remove an airfield that nobody uses?",
    "Airfields that you leave stay as they are.",
    "Remove no airfield",
    "Its capacity can be built elsewhere later.",
)
FEEDING: Final = Ask(
    "A Corps HQ has more stacks around it than it can feed. Which ones does it feed?", how="Click one of the lit hexes."
)

# 6.3.b, 6.3.e Movement


MOVES: Final = Ask(
    "Which unit or stack moves next, or which mission is flown?",
    "When you end the moves, units that have not moved stay where they are, and combat begins.",
    "End the moves",
    "Click a unit or a stack, then a lit hex.",
)


def where_to(s: State, m: f.Move) -> str:
    left = min([points_left(s, u, m.phase) for u in m.units], default=0)
    does = "does" if len(m.units) == 1 else "do"
    return f"With {measured(Fraction(left, MP), 'movement point')} left, where {does} {units(s, m.units)} go?"


MOVE: Final = Ask(where_to, "Units that stop here can go on later in the phase.", how="Click a lit hex.")


def break_in(s: State, m: f.Move) -> str:
    return f"{units(s, m.units)} {'has' if len(m.units) == 1 else 'have'} moved. Do you fly a mission before the enemy goes on?"


BREAK: Final = Ask(
    break_in,
    "If you pass the enemy goes on; you are asked again after the next move.",
    "Fly nothing now",
    "Click a lit air unit and then its target, or choose a mission first.",
)
LAST_BREAK: Final = Ask(
    "The enemy has moved nobody. Do you fly a mission before combat?",
    "If you pass the moves are over.",
    "Fly nothing now",
    "Click a lit air unit and then its target, or choose a mission first.",
)
PURSUIT: Final = Ask(
    "Which unit or stack pursues?",
    "When you end the pursuit, units that have not moved stay where they are.",
    "End the pursuit",
    "Click a unit or a stack, then a lit hex. How far it goes depends on its supply.",
)


def who_pays(s: State, p: f.Project) -> str:
    return f"The engineers at {place(s, p.place)} {s.names.called('work', p.work)}. Who pays the movement points?"


PROJECT: Final = Ask(who_pays, how="Click an engineer unit.")


def what_is_shipped(s: State, lift: f.SeaLift) -> str:
    return f"What goes by sea from {place(s, lift.start)} to {place(s, lift.goal)}?"


SEA_LIFT: Final = Ask(what_is_shipped, "Then the convoy sails.", "Load no more", "Click units, or choose supplies.")

# 8, 10, 11 Air


MISSIONS: Final = {
    "airbase": "Airbase attack",
    "bai": "Interdiction",
    "port": "Port attack",
    "bridge": "Bridge attack",
    "rail": "Railway attack",
    "cas": "Close support",
    "transfer": "Transfer",
    "transport": "Air transport",
    "reconnaissance": "Reconnaissance",
}
WHERE: Final = {"bai": "around", "cas": "over", "transfer": "to", "transport": "to", "reconnaissance": "over"}  # else "on"


def mission_kind(s: State, m: f.Mission) -> str:
    return MISSIONS[s.edition.mission_rows[m.kind].id]


def mission_to(s: State, m: f.Mission) -> str:
    """Where to, as a heading, from its first word on."""
    if m.target < 0:
        return mission_kind(s, m)
    if m.homebound:
        return f"On the way home over {place(s, m.target)}"
    return f"{mission_kind(s, m)} {WHERE.get(s.edition.mission_rows[m.kind].id, 'on')} {place(s, m.target)}"


def mission_of(s: State, m: f.Mission) -> str:
    """And who flies it: two missions may be over one hex. Those who set out stand for it, whatever becomes of them."""
    who = m.sent or m.bombers or m.escorts
    more = [air(s, who[0]), f"{len(who) - 1} more"] if len(who) >= FEW else [air(s, number) for number in who]
    return f"{mission_to(s, m)}: {both(more)}" if m.homebound else f"{mission_to(s, m)} by {both(more)}"


CALL: Final = Ask("Which die decides who flies first?", how="Both sides roll; whoever wins the call flies the first mission.")
WHICH: Final = {
    f.OPENING: "Do you raid an airbase before anything moves?",
    f.MOVING: "Do you fly a mission?",
    f.FIGHTING: "Do you fly close support for a combat?",
}


FLOWN_BY: Final[dict[int, tuple[str, str]]] = {  # the phasing side, the other
    f.OPENING: ("6.3.b.ii.1.a", "6.3.b.ii.1.b"),
    f.MOVING: ("6.3.b.ii.2.a", "6.3.b.ii.2.b"),
    f.FIGHTING: ("6.3.c.ii.1", "6.3.c.ii.2"),
}


def what_is_flown(s: State, w: f.AirWindow) -> str:
    if w.when == f.OPENING and w.side != s.phasing:
        return f"Do you raid an airbase before the {NAMES[s.phasing]} side moves?"
    return WHICH[w.when]


def flown_by(s: State, w: f.AirWindow) -> str:
    ours, theirs = FLOWN_BY[w.when]
    return ours if w.side == s.phasing else theirs


FLY: Final = Ask(
    what_is_flown,
    "If you fly no more, the other side flies, and then play goes on.",
    "Fly no more",
    "Click a lit air unit, then its target.",
    rule=flown_by,
)
RESOLVE: Final = Ask("Which close support is resolved next?", how="Air combat and anti-aircraft fire come first.")


def what_target(s: State, m: f.Mission) -> str:
    return f"Where does {s.names.called('mission', m.kind)} go?"


def what_it_takes(s: State, m: f.Mission) -> str:
    """What of bombs comes of nothing is said before anybody takes off."""
    e, kind = s.edition, s.edition.mission_rows[m.kind].id
    if kind == BAI:
        return f" It takes {e.interdiction_rows[0].points} bomb points to hinder anybody there."
    points = next((int(row.points) for row in e.target_rows if row.id == kind), 0)
    return f" A hit takes {points} bomb points." if points else ""


def how_to_aim(s: State, m: f.Mission) -> str:
    return f"Click one of the lit hexes: each is in range of an air unit that is ready.{what_it_takes(s, m)}"


TARGET: Final = Ask(what_target, how=how_to_aim)
CROSSING: Final = Ask("Which bridge is the target?", how="Click the hex on its other side.")


def who_flies(s: State, m: f.Mission) -> str:
    kind = opening(s.names.called("mission", m.kind))
    if not m.bombers:
        return f"{kind}, target {place(s, m.target)}: who flies it?"
    escorted = f", escorted by {airs(s, m.escorts)}" if m.escorts else ""
    return f"{kind} by {airs(s, m.bombers)}{escorted}, target {place(s, m.target)}. Who else goes?"


def how_to_form(s: State, m: f.Mission) -> str:
    return f"Click lit air units.{what_it_takes(s, m)}"


FORM: Final = Ask(who_flies, "Then it sets out with those that you have named.", how=how_to_form)


def who_rises(s: State, m: f.Mission) -> str:
    raid = (*m.bombers, *m.escorts)
    already = f" {airs(s, m.interceptors)} already {verb(m.interceptors, 'rise')}." if m.interceptors else ""
    if m.homebound:
        return f"{airs(s, raid)} {verb(raid, 'fly')} home over {place(s, m.target)}.{already} Who intercepts?"
    return f"{airs(s, raid)} {verb(raid, 'come')} for {place(s, m.target)}.{already} Who intercepts?"


def if_none_rises(s: State, m: f.Mission) -> str:
    goes_on = (
        f"{'it flies' if len((*m.bombers, *m.escorts)) == 1 else 'they fly'} home in peace" if m.homebound else "the raid goes on"
    )
    return f"If nobody{' else' if m.interceptors else ''} rises, {goes_on}."


def send_no_more(s: State, m: f.Mission) -> str:
    return "Send no more fighters" if m.interceptors else "Send no fighters"


INTERCEPT: Final = Ask(who_rises, if_none_rises, send_no_more, "Click lit fighters.")


def go_on(s: State, m: f.Mission) -> str:
    return (
        f"{airs(s, m.interceptors)} {verb(m.interceptors, 'intercept')} over {place(s, m.target)}. Does the mission go on as it is?"
    )


JETTISON: Final = Ask(
    go_on,
    "If you change nothing, all fly on with their bombs.",
    "Fly on",
    "Fighters with bombs may drop them and fight; a mission that is cancelled goes home.",
)


def unmet(s: State, m: f.Mission) -> str:
    return f"Nobody rises against {airs(s, (*m.bombers, *m.escorts))} over {place(s, m.target)}. Does the mission go on?"


UNMET: Final = Ask(
    unmet,
    "Anti-aircraft guns below fire at what flies on.",
    how="A mission that is cancelled meets no guns, does nothing and goes home.",
)


def in_which_role(s: State, m: f.Mission) -> str:
    return f"What do the interceptors {'go for: the escorts, or the bombers' if m.bombers else 'fight as'}?"


ROLES: Final = Ask(
    in_which_role,
    how="Air Superiority fights the escorts, Bomber Destroyers go for the bombers.",
)


def who_is_attacked(s: State, m: f.Mission) -> str:
    return f"Whom do your interceptors attack over {place(s, m.target)}?"


ENGAGE: Final = Ask(who_is_attacked, how="Click an interceptor, then its opponent.")
IGNORE: Final = Ask(
    "Do escorts ignore their attackers to go for the Bomber Destroyers?",
    "If none does, each escort fights its own attacker.",
    "Fight the attackers",
    "An escort that ignores its attacker is fired at first.",
)
CHASE: Final = Ask("Which Bomber Destroyer does the escort that got through go for?", how="Click it.")
ANSWER: Final = Ask(
    "An escort got through to a Bomber Destroyer. Does it turn on the escort, or go on for the bombers?",
    how="If it goes on, the escort fires first.",
)
BYPASS: Final = Ask(
    "Do interceptors try to get past the escort to the bombers?",
    "If none does, they fight the escort.",
    "Fight the escort",
    "One that tries it is fired at first.",
)
AMBUSH: Final = Ask("Where do your fighters meet the enemy on his way home?", how="Click one of the lit hexes.")


def which_mode(s: State, m: f.Modes) -> str:
    return f"Do your heavy guns ({units(s, m.units)}) fire at aircraft or at tanks in this player turn?"


MODES: Final = Ask(which_mode, how="They keep it until the player turn ends.")
MEET: Final = Ask(
    "Do fighters fly out to meet your air units on their way home?",
    "Without them they come home alone.",
    "Send nobody",
    "Click a lit fighter, then whom it is to meet.",
)
WAYLAY: Final = Ask(
    "Do your fighters intercept enemy air units on their way home?",
    "If you pass they fly home in peace.",
    "Let them go",
    "Click those who are to be met: all from over the same hex fly together.",
)
LANDING: Final = Ask(
    "Where do your air units land?",
    "All that you do not place go home to the base they came from.",
    how="Send all of them home, or click an air unit and another base for it.",
)

# 9 Combat


def what_is_attacked(s: State, p: f.CombatPhase) -> str:
    if not p.targets:
        return "Which enemies do you attack?"
    return f"You attack {both([place(s, target) for target in p.targets])}. Are these all attacks?"


DECLARE: Final = Ask(
    what_is_attacked,
    "All attacks are declared before any is fought; without one there is no combat.",
    how="Click an enemy stack to attack it with all units beside it, or a unit and then its target.",
)
NEXT_COMBAT: Final = Ask("Which attack is fought next?", how="Click the hex that is attacked.")
MINORITY: Final = Ask(
    "Contingents of two nations are equally large here. Which counts as the minority?",
    how="Units of the minority fight at less than their full strength.",
)


def try_surprise(s: State, c: f.Combat) -> str:
    return f"Do you try to surprise {place(s, c.target)}?"


SURPRISE: Final = Ask(
    try_surprise,
    "If you do not try it, strengths are compared and the dice are rolled.",
    "Attack without surprise, and roll",
    "Success adds 2 to the die of the attack, betrayal takes 4 from it, a plain failure changes nothing.",
)


def stay_or_go(s: State, c: f.Combat) -> str:
    return f"Do your units at {place(s, c.target)} stay and lose half, or retreat and lose a quarter?"


STAY: Final = Ask(stay_or_go, how="The shares are of the defending Stacking Points.")


def who_advances(s: State, c: f.Combat) -> str:
    return f"The defenders have left {place(s, c.target)}. Who advances?"


ADVANCE: Final = Ask(
    who_advances, "Those that do not advance stay where they are.", "Advance no further", "Click units, or let all of them go."
)


def who_loses(s: State, loss: f.Losses) -> str:
    left, share = loss.owed - loss.paid, (loss.owed + 1) // 2 - loss.paid_required
    must = f", {halves(share)} of it from units that gave the attack its effect" if loss.required and share > 0 else ""
    begins = f"You {'still ' if loss.paid else ''}lose {halves(max(0, left))}{must}."
    return f"{begins} Which unit takes the {'next' if loss.paid else 'first'} loss?"


LOSSES: Final = Ask(who_loses, how="Click a unit: one that can be reduced is reduced first.")


def who_slips(s: State, r: f.Retreats) -> str:
    return f"You are about to be attacked. {'Does' if len(r.waiting) == 1 else 'Do'} {units(s, r.waiting)} slip away first?"


SLIP: Final = Ask(who_slips, "Those that stay fight.", "Stand and fight", "Click a unit, then a lit hex.")


def who_retreats(s: State, r: f.Retreats) -> str:
    return f"{units(s, r.waiting)} must retreat. Where to?"


RETREATS: Final = Ask(who_retreats, how="Click a lit hex for all, or a unit and then its hex.")


def retreat_further(s: State, r: f.Retreat) -> str:
    return f"There is no room for {units(s, r.units)} at {place(s, r.path[-1])}. How does the retreat go on?"


RETREAT_ON: Final = Ask(retreat_further, how="Click a lit hex to go on, or reduce a unit so that it fits.")


def who_pays_overrun(s: State, o: f.Overrun) -> str:
    return f"The overrun of {place(s, o.target)} costs {text_of(Fraction(o.owed, RATING))} of attack strength. Who loses it?"


OVERRUN: Final = Ask(who_pays_overrun, how="Click a unit.")


def who_reacts(s: State, p: f.ReactionPhase) -> str:
    lost = s.lost_hexes
    hexes = both([place(s, hex) for hex in lost]) if len(lost) <= FEW else f"{len(lost)} hexes"
    return f"You have lost {hexes}. Which of your units go towards {'it' if len(lost) == 1 else 'one of them'} in reaction?"


REACTION: Final = Ask(
    who_reacts,
    "When you end the reaction, units that have not moved stay where they are.",
    "End the reaction",
    "Click a lit unit or stack.",
)


def react_where(s: State, r: f.Reaction) -> str:
    left = min([points_left(s, u, f.IN_REACTION) for u in r.units], default=0)
    does = "does" if len(r.units) == 1 else "do"
    return f"With {measured(Fraction(left, MP), 'movement point')} left, where {does} {units(s, r.units)} go?"


STRIDE: Final = Ask(react_where, "Units that stop here have ended their reaction.", how="Click a lit hex.")
