"""What each row of the outlines asks, in words: the question, and what it means to pass."""

from __future__ import annotations

from typing import Final

from sandtable.face.story import both, counted
from sandtable.kernel.play import Ask, Frame, decider, within
from sandtable.kernel.sides import AXIS
from sandtable.titles.theseus import frames as f
from sandtable.titles.theseus.actions import purse
from sandtable.titles.theseus.edition import NONE
from sandtable.titles.theseus.operations import Transfer
from sandtable.titles.theseus.state import State, combat_units, effectiveness, is_open

TRANSFER: Final = Transfer()


def unit(s: State, number: int) -> str:
    return s.names.called("unit", number)


def hex(s: State, number: int) -> str:
    return s.names.called("hex", number)


def units(s: State, numbers: tuple[int, ...]) -> str:
    return both([unit(s, number) for number in numbers])


FIRST_ASSIGNMENTS: Final = Ask(
    "Which formations do your independent units support at the start?",
    "Those that you leave alone keep the formation that the scenario gives them.",
    "Keep the assignments",
    "Click an independent unit, then the lit headquarters that it is to support.",
)
FIRST_SCHWERPUNKT: Final = Ask(
    "Which formation gets the Schwerpunkt?",
    how="It has 1 Action Point more, better dice in combat and in mines, and more of a victory: click its headquarters.",
)
ORGANISATION: Final = Ask(
    "Do you change the assignments of independent units, or lay dummy markers?",
    "When you are done, all that is not moved stays as it is.",
    "Leave the rest as it is",
    "Click an independent unit, then a lit headquarters. Markers lie face down: the enemy does not see which are dummies.",
)
SCHWERPUNKT: Final = Ask(
    "Does the Schwerpunkt go to another formation?",
    "If you pass it stays where it is.",
    "Leave the Schwerpunkt",
    "Click a headquarters.",
)


def who_is_replaced(s: State, r: f.Replacement) -> str:
    """9.3.1 The Commonwealth has no more points than it makes of worn units."""
    if points_left(s, r):
        return "Which units take replacements?"
    if decider(s) == AXIS:
        return "Your Replacement Points are used up: do you go on?"
    return "Do you cannibalise worn units, so that others take their strength?"


def how_to_replace(s: State, r: f.Replacement) -> str:
    if points_left(s, r):
        return "Click a lit unit for each point."
    if decider(s) == AXIS:
        return ""
    return "Click a lit unit: it is removed, and its Strength Points are for others of its type."


def if_nobody_is_replaced(s: State, r: f.Replacement) -> str:
    if points_left(s, r):
        return "Replacement Points that are not used now are lost."
    return "Nothing is lost by it." if decider(s) == AXIS else "If you pass all stay as they are."


def end_of_replacing(s: State, r: f.Replacement) -> str:
    """9.3.1 Only the Commonwealth cannibalises."""
    if points_left(s, r):
        return "Take no more replacements"
    return "Go on" if decider(s) == AXIS else "Cannibalise nobody"


def points_left(s: State, r: f.Replacement) -> int:
    return r.panzer if decider(s) == AXIS else r.tank + r.heavy + r.leg


REPLACEMENT: Final = Ask(who_is_replaced, if_nobody_is_replaced, end_of_replacing, how_to_replace)
REINFORCEMENT: Final = Ask(
    "Where do your reinforcements enter?",
    "Those that you do not bring in wait until the next turn.",
    how="Click a unit, then a lit hex.",
)


def how_to_act(s: State, p: f.Operations) -> str:
    """6.2 An initiative that was received is not given away again."""
    away = TRANSFER.why_not(s, p, 0, 0) is None
    return (
        f"Click a headquarters to activate its formation, or an independent unit; or {'give the initiative away, or ' * away}pass."
    )


WHO_ACTS: Final = Ask("You have the initiative. Whom do you activate?", how=how_to_act)


def what_next(s: State, a: f.Activation) -> str:
    who = s.names.called("formation", a.formation) if a.formation != NONE else units(s, a.only)
    if a.kind == f.INDEPENDENT:
        return f"{who} may take one Action. Which?"
    if nothing_is_lost(s, a):
        left = counted(purse(s, a), "Action Point")
        return f"{who} has used what its victory gave, and has {left} of its activation. What do those who fought do next?"
    if a.kind in (f.ATTACKERS_BONUS, f.DEFENDERS_BONUS):
        own = purse(s, a) - a.points
        more = f" and {own} of its activation" if own else ""
        return f"{who} has {counted(a.points, 'Action Point')} for its victory{more}. What do those who fought do next?"
    return f"{who} has {counted(a.points, 'Action Point')}. What does it do next?"


def if_it_ends(s: State, a: f.Activation) -> str:
    if a.kind == f.INDEPENDENT:
        return "If you end it without one this activation is used up."
    if nothing_is_lost(s, a):
        return "When you end it, the activation goes on for all of its units."
    if a.kind == f.ATTACKERS_BONUS:
        stay = "; points of the activation stay" if purse(s, a) > a.points else ""
        return f"When you end it, what is left for the victory is lost{stay}."
    return "When you end it, points that are left are lost."


def nothing_is_lost(s: State, a: f.Activation) -> bool:
    """7.5.3 The points for a victory are spent: those of the activation are there after it, too."""
    return a.kind == f.ATTACKERS_BONUS and not a.points


def end_of_it(s: State, a: f.Activation) -> str:
    if nothing_is_lost(s, a):
        return "Go on with the activation"
    return "End what the victory allows" if a.kind in (f.ATTACKERS_BONUS, f.DEFENDERS_BONUS) else "End the activation"


ACTIVATION: Final = Ask(what_next, if_it_ends, end_of_it, free=nothing_is_lost)


def who_goes_along(s: State, m: f.Movement) -> str:
    return f"Who goes along with {units(s, m.units)}?"


GO_ALONG: Final = Ask(who_goes_along, "Then they set out.", how="Click units of the same stack.")


def still_go(s: State, m: f.Movement) -> str:
    if not m.units:
        return "The test is rolled, and nobody is able to set out. Do you go on?"
    return f"The test is rolled. {'Does' if len(m.units) == 1 else 'Do'} {units(s, m.units)} still set out?"


def if_they_go(s: State, m: f.Movement) -> str:
    return "If you pass the move goes on with those that are able." if m.units else "The Action is used up either way."


STILL_GO: Final = Ask(still_go, if_they_go, lambda s, m: "Set out" if m.units else "Go on")


def leave_the_enemy(s: State, m: f.March) -> str:
    alone = len(m.units) == 1
    return f"{units(s, m.units)} {'stands' if alone else 'stand'} beside the enemy. {'Does it' if alone else 'Do they'} move on?"


LEAVE_ENEMY: Final = Ask(leave_the_enemy, how="Whoever leaves may meet a reaction of the enemy first.")


def react(s: State, m: f.March) -> str:
    return f"Does one of your formations react to the move at {hex(s, s.where[m.units[0]])}?"


REACT: Final = Ask(
    react,
    "If you pass the enemy goes on.",
    "Do not react",
    "Click a lit headquarters; a roll decides, and a failure costs nothing.",
)


def where_to(s: State, m: f.March) -> str:
    return f"Where do {units(s, m.units)} go?" if len(m.units) > 1 else f"Where does {unit(s, m.units[0])} go?"


STEP: Final = Ask(where_to, how="Click a lit hex, or halt here. Beside the enemy the move ends, and he may react.")


def challenge(s: State, c: f.Challenge) -> str:
    """Who attacks has been seen by then (7.5.1.1-e)."""
    attack, acts = within(s, f.Attack), within(s, f.Activation)
    seen = is_open(s, c.unit) or (attack is not None and attack.revealed)
    who = unit(s, c.unit) if seen else "An independent unit of the enemy"
    formation = s.names.called("formation", acts.formation) if acts is not None and acts.formation != NONE else "a formation"
    return f"{who} acts with {formation}. Do you challenge its assignment?"


CHALLENGE: Final = Ask(
    challenge,
    "If you pass it acts unseen.",
    "Do not challenge",
    "Then its owner must show the marker.",
)


def who_joins(s: State, a: f.Attack) -> str:
    return f"{units(s, a.attackers)} {'attacks' if len(a.attackers) == 1 else 'attack'} {hex(s, a.target)}. Who joins?"


JOIN: Final = Ask(
    who_joins, "Then the attack is declared with those that you have chosen.", how="Click units that stand next to it."
)


def still_attack(s: State, a: f.Attack) -> str:
    return f"The test is rolled. Do you still attack {hex(s, a.target)}?"


STILL_ATTACK: Final = Ask(still_attack, "If you pass the attack goes on with those that are able.", "Attack")


SLIP_AWAY: Final = Ask(
    "Do the defenders try to retreat before combat?",
    "If you pass they stand and fight.",
    "Stand and fight",
)


def escalate(s: State, a: f.Attack) -> str:
    return f"Do you put more Action Points into the attack on {hex(s, a.target)}?"


ESCALATE: Final = Ask(
    escalate,
    "If you pass it stays as it is.",
    "Do not escalate",
    "A Regular Attack costs 1 more, a Prepared one 2 more. Both make more of your strength count and bring support.",
)


def air(s: State, a: f.Attack) -> str:
    return f"Which air units join the attack on {hex(s, a.target)}?"


def end_of_flying(s: State, a: f.Attack) -> str:
    return "No further air units" if a.air else "Attack without air units"


AIR: Final = Ask(air, "Those that you do not commit stay ready.", end_of_flying)
LEAD: Final = Ask("Which formation leads the defence?", how="Its support counts: click a headquarters.")
NAME_TANK: Final = Ask(
    "Whose tanks are compared with the enemy's?", how="Click one of your attacking units: it also takes the first loss."
)
DEFEND_WITH: Final = Ask(
    "Do you oppose their tanks with Tank Points or with Anti-Tank Points?",
    how="The side with the higher figure has armour superiority.",
)
NAME_GUN: Final = Ask("Which unit's points oppose their tanks?", how="Click one of your defending units.")


def first_loss(s: State, h: f.Hits) -> str:
    return f"Your units at {hex(s, h.hex)} are hit. Which one takes the first loss?"


FIRST_LOSS: Final = Ask(first_loss, how="Click a unit.")


def hold_or_retreat(s: State, h: f.Hits) -> str:
    return f"{counted(h.hits, 'hit')} on {hex(s, h.hex)}, of which the first is taken. Do your units hold or retreat?"


HOLD: Final = Ask(hold_or_retreat, how="What is left of the hits is lost in Strength Points, or a retreat makes up for it.")


def who_follows(s: State, h: f.Hits) -> str:
    return f"Some units at {hex(s, h.hex)} retreat. Who goes with them?"


FOLLOW: Final = Ask(who_follows, "Those that you do not name hold the hex.")


def who_loses(s: State, x: f.Losses) -> str:
    return f"{counted(x.left, 'Strength Point')} to lose. Which unit takes the next?"


LOSSES: Final = Ask(who_loses, how="Losses are spread evenly: click a unit.")


def which_way_back(s: State, r: f.Retreat) -> str:
    return f"Which way back from {hex(s, r.hex)} for {units(s, r.units)}?"


RETREAT: Final = Ask(which_way_back, how="Click a lit hex.")


def too_many(s: State, o: f.Overstack) -> str:
    return f"{hex(s, o.hex)} holds too many units. Which one gives way?"


def pushed(s: State, o: f.Overstack) -> str:
    return f"{hex(s, o.hex)} holds too many units. Which one is displaced, and where to?"


def eliminated(s: State, o: f.Overstack) -> str:
    return f"{hex(s, o.hex)} holds too many units. Which one is eliminated?"


GIVE_WAY: Final = Ask(too_many, how="Click a headquarters.")
PUSH_THEM: Final = Ask(
    pushed, "If you stop, their owner goes on with the rest.", "Leave the rest to their owner", "Click a unit, then a hex."
)
PUSH: Final = Ask(pushed, how="Click a unit, then a lit hex.")
REMOVE: Final = Ask(eliminated, how="Click a unit.")


def where_hq(s: State, d: f.DisplacedHQ) -> str:
    return f"Where does {unit(s, d.hq)} go?"


PLACE_HQ: Final = Ask(where_hq, how="Click a lit hex.")


ROLLED_FOR: Final = {  # by the rule of the row that the question breaks into
    "9.1": "for Attrition",
    "6.1": "for the initiative",
    "5.8.4": "to see whether an Isolated unit obeys, which takes its effectiveness or less",
    "7.3.6": "to enter the minefield, where less is better",
    "7.5.1.1-a": "for the Retreat before Combat",
    "7.5.1-a": "for the attack",
    "7.5.2-g": "to keep a unit's nerve, which takes its effectiveness or less",
}
ROLLED_IN: Final[dict[type[Frame], str]] = {
    f.Breach: "to breach the minefield, where less is better",
    f.Refit: "for a Refit, which takes its effectiveness or less",
}


def rolled(s: State, c: f.Contest) -> str:
    """The die that can be contested and what it was rolled for; the holder's own, where both have rolled."""
    own = f" against {c.accepted[c.own]}" if c.own != NONE else ""
    return f"rolled {c.accepted[c.die]}{own} {what_for(s, c)}"


def what_for(s: State, c: f.Contest) -> str:
    """Said by name, with what decides it, where all see it."""
    broken = s.frames[s.frames.index(c) - 1]
    if isinstance(broken, f.March) and broken.reacting != NONE:
        value = s.edition.reaction[broken.reacting]
        return f"for {s.names.called('formation', broken.reacting)} to react, which takes {value} or less"
    if isinstance(broken, f.Activation):
        return f"for the Action Points of {s.names.called('formation', broken.formation)}"
    if isinstance(broken, f.Refit) and is_open(s, broken.unit):
        return f"for a Refit of {unit(s, broken.unit)}, which takes {effectiveness(s, broken.unit)} or less"
    checked = unit_checked(s, broken, c)
    if checked != NONE and is_open(s, checked):
        return f"to keep the nerve of {unit(s, checked)}, which takes {effectiveness(s, checked)} or less"
    return ROLLED_IN.get(type(broken)) or ROLLED_FOR[s.outlines[type(broken)].rows[broken.row].rule]


def unit_checked(s: State, broken: Frame, c: f.Contest) -> int:
    """7.5.2-g The units of a hex check their nerve one after the other."""
    return combat_units(s, broken.hex)[c.die] if isinstance(broken, f.Hits) else NONE


def roll_again(s: State, c: f.Contest) -> str:
    return f"Do you hand over the SNAFU marker to have their {c.accepted[c.die]} rolled again?"


CONTEST: Final = Ask(
    roll_again,
    "If you let the die stand you keep the marker.",
    how="The second roll stands, and the enemy holds the marker from then on.",
)
