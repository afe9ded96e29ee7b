"""What each row of the outlines asks, in words: the question, and what it means to stop."""

from __future__ import annotations

from typing import Final

from sandtable.face.story import both, counted, opening, several
from sandtable.kernel.play import Ask, inner
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.cards import draw_refused
from sandtable.titles.blitzkrieg.desert import lrdf_of, recon_of
from sandtable.titles.blitzkrieg.frames import (
    AirDefence,
    Battle,
    Capture,
    CardDraw,
    Combat,
    Excess,
    FlankFire,
    Half,
    March,
    Mission,
    Movement,
    Refit,
    Relocate,
    Replacement,
    Withdrawal,
)
from sandtable.titles.blitzkrieg.hq import chance_of_capture
from sandtable.titles.blitzkrieg.refit import due_upgrades, points_of_refusal
from sandtable.titles.blitzkrieg.state import State
from sandtable.titles.blitzkrieg.withdrawal import INTERDICTED, closed


def unit(s: State, number: int) -> str:
    return s.names.called("unit", number)


def box(s: State, number: int) -> str:
    return s.names.called("box", number)


def units(s: State, numbers: tuple[int, ...]) -> str:
    return several([unit(s, number) for number in numbers])


# The turn

ROMMEL: Final = Ask("Which bonus does Rommel have in this turn?")


def draw_or_not(s: State, f: CardDraw) -> str:
    if f.drew >= 0:
        return f"You have drawn {s.names.called('card', f.drew)}. Do you go on to the refit?"
    refusal = draw_refused(s, f)
    if refusal is not None:
        return f"{opening(refusal.text)}. Do you go on to the refit?"
    return f"You may still draw {counted(s.draws[f.side], 'card')} in the whole game. Do you draw one now?"


def before_the_refit(s: State, f: CardDraw) -> str:
    drawn = [s.edition.card_rows[f.drew]] if f.drew >= 0 else []
    told = [f"{row.id}: {row.effect}" for row in drawn]
    if recon_of(s, f.side) and len(lrdf_of(s, f.side)) < s.edition.figure["lrdf"]:
        told.append("A recon unit can become a Long Range Desert Force now, or later when units move.")
    return " ".join(told)


CARDS: Final = Ask(
    draw_or_not,
    "If you go on, the refit begins.",
    "Go on to the refit",
    before_the_refit,
    others="draw a card, or go on to the refit",
)

# The refit


CARDS_OF_REFIT: Final = Ask(
    "Which cards do you play before the refit goes on?",
    "Cards of this phase that are not played now are lost.",
    "Play no card now",
    others="play cards",
)


def who_is_upgraded(s: State, f: Refit) -> str:
    due = [old for kind, old, _ in due_upgrades(s, f.side) if kind != "guards15"]
    return f"{counted(min(f.upgrades, len(due)), 'unit')} may be upgraded. Which?"


UPGRADES: Final = Ask(who_is_upgraded, "The others wait for the next refit.", "Upgrade no more")


def what_is_called(s: State, f: Refit) -> str:
    nation, kind = f.calls[0]
    return f"A {s.names.called('nation', nation)} {s.names.called('type', kind)} unit is called away. Which one goes?"


def if_nobody_goes(s: State, f: Refit) -> str:
    return f"Click a lit unit; if nobody goes, the Axis scores {counted(points_of_refusal(s, f.calls[0]), 'Victory Point')}."


WITHDRAWALS: Final = Ask(what_is_called, how=if_nobody_goes, others="withdraw a unit that is called for")


def who_returns(s: State, f: Refit) -> str:
    nation, kind = f.returns[0]
    return f"A {s.names.called('nation', nation)} {s.names.called('type', kind)} unit comes back. Which one?"


RETURNS: Final = Ask(who_returns, how="It goes to the Holding Area.")


def which_bonus(s: State, f: Refit) -> str:
    if s.bonus[f.side]:
        return "Which second bonus does your HQ have in this player-turn?"
    return f"Which {'two bonuses' if f.choices > 1 else 'bonus'} does your HQ have in this player-turn?"


BONUS: Final = Ask(
    which_bonus,
    "If you go on, it has no other bonus in this player-turn.",
    "Give no further bonus",
    "Combat Defense serves in the enemy's next player-turn, the others in yours.",
    others="choose what its HQ does",
)
REPLACEMENTS: Final = Ask(
    "From which pool do you take replacements?", "Eliminated units stay where they are.", "Take no more replacements",
    "A pool gives whole groups: some of each come back, the others leave the game.",
)  # fmt: skip


def who_comes_back(s: State, f: Replacement) -> str:
    return f"{counted(f.keep, 'more unit')} of the {s.names.called('pool', f.pool)} pool may come back. Which one?"


KEEP: Final = Ask(who_comes_back, how="It goes to the Holding Area.")


def who_is_given_up(s: State, f: Replacement) -> str:
    return f"{counted(f.scrap, 'more unit')} of the {s.names.called('pool', f.pool)} pool must leave the game. Which one?"


SCRAP: Final = Ask(who_is_given_up, how="It never comes back.")
PORTS: Final = Ask(
    "You hold all three ports. Do you roll for a supply unit, or take a Victory Point?",
    how="You have one of the two in each turn.",
    others="make use of the three ports",
)
WINDFALL: Final = Ask("Where is the new supply unit put?", how="Click a box of your own without enemies.")

# Movement


def what_moves(s: State, f: Movement) -> str:
    if f.motorized:
        return "Which motorised units and supply units move once more?"
    return "Which units move?" if not f.begun else "Which units move next?"


MOVEMENT: Final = Ask(
    what_moves,
    "When you end the phase, nobody else moves in it.",
    how="Click a unit, then where it goes. What else can be done is in the list.",
    others="move",
)


def which_box(s: State, f: Mission) -> str:
    return f"Which box does {unit(s, f.unit)} {'defend' if f.defence else 'interdict'}?"


MISSION: Final = Ask(which_box, how="Click a lit box.", others="choose a box for its aircraft")


def where_next(s: State, f: March) -> str:
    who = opening(units(s, f.units)) if f.units else "The supply unit"
    if f.passing:
        return f"{who} must leave {box(s, f.here)} again. Which way?"
    return f"{who} can go {how_far(f.plain - f.spent, f.swift - f.spent if f.major else 0, f.spent > 0)}. Where to?"


def how_far(plain: int, swift: int, more: bool) -> str:
    """
    >>> how_far(3, 5, False), how_far(1, 3, True), how_far(0, 2, True), how_far(2, 0, True)
    ('3 boxes, or 5 by major roads', '1 box more, or 3 by major roads', '2 boxes more by major roads', '2 boxes more')
    """
    left = plain if plain > 0 else swift
    boxes = f"{left} box{'' if left == 1 else 'es'}{' more' if more else ''}"
    if swift <= plain:
        return boxes
    return f"{boxes}, or {swift} by major roads" if plain > 0 else f"{boxes} by major roads"


def what_to_click(s: State, f: March) -> str:
    alone = f.spent > 0 or f.convoy
    return "Click a lit box." if alone else "Click a lit box, or units of the same box to take them along."


MARCH: Final = Ask(where_next, "Units that halt move no further in this phase.", how=what_to_click, others="move on")


def whom_to_fire_at(s: State, f: FlankFire) -> str:
    return f"{opening(units(s, f.foes))} {'passes' if len(f.foes) == 1 else 'pass'} {box(s, f.box)}. Who fires at whom?"


FLANK_FIRE: Final = Ask(whom_to_fire_at, how="Click your unit, then its target.", others="fire at who passes by")

# Battles


def which_battle(s: State, f: Combat) -> str:
    return "Which battle is fought next?"


BATTLES: Final = Ask(which_battle, how="Click its box. The attacker chooses the order.")


def who_raids(s: State, f: Battle) -> str:
    return f"The battle of {box(s, f.box)}: do you name a Long Range Desert Force for it?"


DESERT_FORCES: Final = Ask(
    who_raids,
    "No supply unit can pay for the battle: without Long Range Desert Forces there is none, and the attackers go back.",
    "Name nobody",
    "They fight without supply, but all who attack must be such a force.",
    earnest=True,
)


def who_pays(s: State, f: Battle) -> str:
    return f"Which supply unit pays for the battle of {box(s, f.box)}?"


PAYMENT: Final = Ask(who_pays, how="It is spent when the battle is over.")


def pay_or_raid(s: State, f: Battle) -> str:
    return f"Does a supply unit pay for the battle of {box(s, f.box)}?"


PAYMENT_OF_DESERT_FORCES: Final = Ask(
    pay_or_raid, "Long Range Desert Forces fight without, but then only recon units can join them.", "Fight without a supply unit"
)


def leave_or_fight(s: State, f: Battle) -> str:
    return f"Do your recon units leave {box(s, f.box)} before the battle begins?"


RECON: Final = Ask(
    leave_or_fight,
    "If they stay, they fight at least one round.",
    "Stay and fight",
    how="If they leave, nobody scores for the battle, and the attackers keep their supply unit.",
)


def support(s: State, f: Battle) -> str:
    return f"The attack on {box(s, f.box)}: do aircraft or cards support it?"


SUPPORT: Final = Ask(
    support,
    "If you go on, the units are placed on the Battle Board.",
    "Go on to the placement",
    others="support the attack with aircraft and cards",
)


def cards_of_defence(s: State, f: Battle) -> str:
    return f"The defence of {box(s, f.box)}: do you play a card?"


DEFENCE_CARDS: Final = Ask(cards_of_defence, "If you play none, the units are placed on the Battle Board.", "Play no card now")
PLACEMENT: Final = Ask(
    "Which units stand in the Front Line?", "Those in the Second Line fire at −1, artillery there at +1.",
    how="Click units, or drag them to the line.",
)  # fmt: skip


def stay_or_leave(s: State, f: Half) -> str:
    number = inner(s, Battle).round
    return f"Round {number} at {box(s, f.box)}: do your units stay, or withdraw?"


STAY: Final = Ask(
    stay_or_leave,
    "They fight this round.",
    how="Units next to the battle can come as reinforcements.",
    others="stay in the battle, or leave it",
)
LATE_PAYMENT: Final = Ask(
    "Which supply unit pays now that others have joined the desert force?", how="It is spent after the battle."
)
LINES: Final = Ask(
    "Who moves up from the Second to the Front Line?", "The others stay where they are.",
    how="Front Line units fire without the −1, and can be fired at by all.",
)  # fmt: skip


def targets(s: State, f: Half) -> str:
    return f"Who fires at whom in round {inner(s, Battle).round}?"


TARGETS: Final = Ask(
    targets, how="Click your unit, then its target; extra units beyond the enemy's number fire at +1.", others="choose targets"
)


def who_is_saved(s: State, f: Half) -> str:
    return f"{opening(units(s, f.doomed))} would be eliminated. Does Stubborn Defence save {'it' if len(f.doomed) == 1 else 'one'}?"


def if_nobody_is_saved(s: State, f: Half) -> str:
    return "It is eliminated." if len(f.doomed) == 1 else "They are eliminated."


def let_go(s: State, f: Half) -> str:
    return "Let it go" if len(f.doomed) == 1 else "Let them go"


STUBBORN: Final = Ask(who_is_saved, if_nobody_is_saved, let_go)
STEP_UP: Final = Ask("Your Front Line is empty. Who moves up?", how="Artillery does not.")
FOLLOW_UP: Final = Ask("Who else moves up to the Front Line?", "The others stay in the Second Line.")
RECOVERY: Final = Ask(
    "Which lost vehicles does Vehicle Recovery bring to the Holding Area?", "The card is kept for another battle.", "Recover nobody"
)

# Leaving a battle


def where_to_withdraw(s: State, f: Withdrawal) -> str:
    return f"Where do your units withdraw to from {box(s, f.box)}?"


def ways_to_withdraw(s: State, f: Withdrawal) -> str:
    """With what is decided by more than the choice: boxes closed from the air, supply units that may stay behind."""
    battle = inner(s, Battle)
    shut = [to for to in s.edition.neighbours[f.box] if closed(s, battle, f.side, f.box, to) == INTERDICTED]
    told = ["Click a lit box."]
    if shut:
        told.append(f"From the air the enemy closes {both([box(s, to) for to in shut])}.")
    if f.supplies:
        told.append(f"Each supply unit goes along on 0-{s.edition.figure['supply_escape']}, else it stays behind.")
    return " ".join(told)


WITHDRAWAL: Final = Ask(where_to_withdraw, how=ways_to_withdraw)


def who_finds_room(s: State, f: Withdrawal) -> str:
    return f"There is room for {counted(f.room, 'unit')} on the way to {box(s, f.to)}. Who goes?"


BOARDING: Final = Ask(who_finds_room, how="Who finds no room is lost.")
SECOND_BOX: Final = Ask(
    "Who goes on to a second box?", "Whoever does not go on stays in the first one.", how="Click a motorised unit, then the box."
)


def save_the_hq(s: State, f: Capture) -> str:
    return f"{unit(s, s.hq[f.side])} is alone among enemies at {box(s, f.box)}. Do you play HQ Escapes?"


def if_it_is_not_saved(s: State, f: Capture) -> str:
    points = counted(s.edition.points[s.hq[f.side]], "Victory Point")
    return f"If not, a die decides: on 0-{chance_of_capture(s, other(f.side))} it is captured, and the enemy scores {points}."


CAPTURE: Final = Ask(save_the_hq, if_it_is_not_saved, "Trust to luck")


def where_to_join(s: State, f: Relocate) -> str:
    return f"Which units does {unit(s, f.unit)} join?"


RELOCATION: Final = Ask(where_to_join, how="Click a lit box.")


def who_is_too_many(s: State, f: Excess) -> str:
    return f"There are too many units at {box(s, f.box)}. Which one is eliminated?"


STACKING: Final = Ask(who_is_too_many, how="Two divisions and one unit more may stand together, or five units of any kind.")


def what_guards(s: State, f: AirDefence) -> str:
    return "Your player-turn ends. What do you prepare for the enemy's?"


END: Final = Ask(
    what_guards,
    "If you prepare nothing, the player-turn is over.",
    "End the player-turn",
    others="prepare for the enemy's player-turn",
)
