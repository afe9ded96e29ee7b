"""11.3 HQs: what they are good for, how they are captured and come back."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import (
    ATTACK,
    BONUSES,
    CAMPAIGN,
    FOR_HQ,
    FOR_NO_HQ,
    GERMAN,
    GONE,
    HQ_ESCAPES,
    ITALIAN,
    MOVEMENT,
    OCONNOR,
    TRACK,
    members,
)
from sandtable.titles.blitzkrieg.frames import Capture, PlayerTurn, Refit, Relocate
from sandtable.titles.blitzkrieg.state import (
    ASIDE,
    HQ_VARIABLE,
    NOBODY,
    OOS,
    USED,
    State,
    place,
    score,
    shift,
    stack_at,
    take_off,
)
from sandtable.titles.blitzkrieg.supply import is_fed, supplied_boxes

NO_HQ: Final = Refusal("11.3.1-a", "the HQ is not in play")
NO_CHOICE_LEFT: Final = Refusal("11.3.1-a", "the HQ has its bonus for this turn")
CHOSEN: Final = Refusal("11.3.1-a", "the HQ has this bonus already")
FIRST_TURN: Final = Refusal("4.0-d", "on Axis Turn 1 Rommel is given Combat Attack or Movement")
NO_SUCH_CARD: Final = Refusal("5.1.3-b", "you do not hold the card")
NOT_WITH_THEM: Final = Refusal("11.3.7-b", "it is put with the nearest supplied combat unit of its side")

OFF_THE_MAP: Final = -1  # `State.tries`: nobody tries to get it back (9.7)

# 11.3.6 Whom it helps


def leads_italians(s: State) -> bool:
    """11.3.6, 8.7.5, 13.1"""
    return s.italians or s.edition.turn_rows[s.turn - 1].rommel_italians


def follows(s: State, hq: int, unit: int) -> bool:
    """11.3.6, 11.3.7.2, 15.1-i: whether a unit takes bonuses from an HQ."""
    e = s.edition
    if unit == hq or e.nation[unit] != ITALIAN:
        return e.nation[unit] != GERMAN or hq != e.italian_hq
    return hq == e.italian_hq or (hq == e.rommel and leads_italians(s))


# 11.3.1 The choice


class Choose(Act[State, Refit]):
    rule = "11.3.1-a"
    form = "bonus bonus"
    label = "Give the HQ the bonus {bonus}"
    asks = "give the HQ a bonus"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(bonus, 0) for bonus in range(len(BONUSES))] if f.choices else []

    def why_not(self, s: State, f: Refit, bonus: int, _: int, /) -> Optional[Refusal]:
        if s.hq[f.side] < 0:
            return NO_HQ
        if not f.choices:
            return NO_CHOICE_LEFT
        return CHOSEN if s.bonus[f.side] >> bonus & 1 else None

    def do(self, s: State, f: Refit, bonus: int, _: int, dice: Dice, /) -> None:
        f.choices -= 1
        s.bonus[f.side] |= 1 << bonus
        s.tell("bonus", f.side, bonus)


class ChooseFirst(Act[State, PlayerTurn]):
    """4.0: before the first Movement Phase of the campaign."""

    rule = "4.0-d"
    form = "bonus bonus"
    label = "Give Rommel the bonus {bonus}"
    asks = "give Rommel a bonus"

    def candidates(self, s: State, f: PlayerTurn) -> list[Args]:
        return [(ATTACK, 0), (MOVEMENT, 0)] if is_first_axis_turn(s) else []

    def why_not(self, s: State, f: PlayerTurn, bonus: int, _: int, /) -> Optional[Refusal]:
        return None if is_first_axis_turn(s) and bonus in (ATTACK, MOVEMENT) else FIRST_TURN

    def do(self, s: State, f: PlayerTurn, bonus: int, _: int, dice: Dice, /) -> None:
        s.bonus[AXIS] = 1 << bonus
        s.tell("bonus", AXIS, bonus)


def is_first_axis_turn(s: State) -> bool:
    """4.0: the exceptions of Axis Turn 1."""
    return s.scenario == CAMPAIGN and s.turn == 1 and s.active == AXIS


# 11.3.7 Capture


class Escape(Act[State, Capture]):
    """The held card makes the roll fail."""

    rule = "13.3-c"
    form = "escape"
    label = "Play HQ Escapes"
    asks = "save the HQ with a card"

    def why_not(self, s: State, f: Capture, a: int, b: int, /) -> Optional[Refusal]:
        return None if HQ_ESCAPES in s.hands[f.side] else NO_SUCH_CARD

    def do(self, s: State, f: Capture, a: int, b: int, dice: Dice, /) -> None:
        hand = list(s.hands[f.side])
        hand.remove(HQ_ESCAPES)
        s.hands[f.side], s.discards = tuple(hand), (*s.discards, HQ_ESCAPES)
        s.tell("card_played", f.side, HQ_ESCAPES)
        f.finish()
        s.begin(Relocate(f.side, s.hq[f.side], False))


def chance_of_capture(s: State, by: int) -> int:
    """7.3.9, 11.3.7, 4.0-e: on so much or less."""
    return s.edition.figure["capture_first_turn" if by == AXIS and is_first_axis_turn(s) else "capture"]


def roll_capture(s: State, f: Capture, dice: Dice) -> None:
    hq = s.hq[f.side]
    if dice.draw(D10_FROM_0, other(f.side), "11.3.7-a") <= chance_of_capture(s, other(f.side)):
        capture_hq(s, f.side)
    else:
        s.tell("hq_escaped", hq)
        s.begin(Relocate(f.side, hq, False))


def capture_hq(s: State, side: int) -> None:
    """12.8; 13.3: Rommel escapes to the Holding Area."""
    e, hq = s.edition, s.hq[side]
    s.tell("hq_captured", hq)
    score(s, other(side), e.points[hq], FOR_HQ)
    s.bonus[side] = 0
    if is_never_lost(s, hq):
        slip_away(s, side)
    else:
        lose_hq(s, side)


def is_never_lost(s: State, hq: int) -> bool:
    """13.3"""
    return hq == s.edition.rommel and s.agreed[HQ_VARIABLE] != 0


def slip_away(s: State, side: int) -> None:
    """13.3: to the Holding Area; he comes back with the next turn."""
    shift(s, s.hq[side], s.edition.holding)
    s.flags[s.hq[side]] = USED if s.active == side else 0


def lose_hq(s: State, side: int) -> None:
    hq = s.hq[side]
    take_off(s, hq, GONE if hq == s.edition.rommel else TRACK)
    s.hq[side], s.tries[side] = NOBODY, 0


def leave_for_good(s: State, side: int) -> None:
    """9.7: it is not captured, and neither it nor a replacement comes; but 13.3 lets Rommel never be removed from play."""
    if is_never_lost(s, s.hq[side]):
        slip_away(s, side)
        return
    take_off(s, s.hq[side], GONE)
    s.hq[side], s.tries[side] = NOBODY, OFF_THE_MAP


# 11.3.7 Back among friends


class Join(Act[State, Relocate]):
    rule = "11.3.7-b"
    form = "join box"
    label = "Send the HQ to {box}"
    asks = "put the HQ with friendly units"

    def candidates(self, s: State, f: Relocate) -> list[Args]:
        return [(box, 0) for box in refuges(s, f)]

    def why_not(self, s: State, f: Relocate, box: int, _: int, /) -> Optional[Refusal]:
        return None if box in refuges(s, f) else NOT_WITH_THEM

    def do(self, s: State, f: Relocate, box: int, _: int, dice: Dice, /) -> None:
        shift(s, f.unit, box)
        s.flags[f.unit] &= ~(OOS | ASIDE)
        s.tell("hq_joins", f.unit, box)


def supplied_friends(s: State, side: int) -> list[int]:
    """Boxes with a supplied combat unit of the side."""
    supplied = supplied_boxes(s, side)
    return [box for box in members(s.occupied[side]) if any(is_fed(s, u, supplied) for u in stack_at(s, side, box))]


def refuges(s: State, f: Relocate) -> list[int]:
    """The nearest supplied combat units, in a battle or not; with none anywhere the nearest unsupplied, then the Holding Area."""
    e, here = s.edition, s.where[f.unit]
    boxes = [box for box in members(s.occupied[f.side]) if box != here]
    friends = [box for box in supplied_friends(s, f.side) if box != here] or boxes
    if not friends:
        return [e.holding]
    if f.anywhere or not 0 <= here < e.boxes:
        return friends
    nearest = min([e.distance[here][box] for box in friends])
    return [box for box in friends if e.distance[here][box] == nearest]


# 11.3.7 The return


def roll_return(s: State, f: Refit, dice: Dice) -> None:
    """First 0-2, then one more each time; R23: from the owner's next RRW on, but 11.3.7.1: not in the turn in which Rommel is lost.
    9.7: never after it has left the map."""
    e, figure = s.edition, s.edition.figure
    if s.hq[f.side] >= 0 or not f.bereft or f.late or s.tries[f.side] == OFF_THE_MAP:
        return
    step = figure["hq_return_step_option" if f.side == ALLIED and s.agreed[HQ_VARIABLE] else "hq_return_step"]
    most = figure["hq_return"] + step * s.tries[f.side]
    s.tries[f.side] += 1
    if most >= figure["last_face"] or dice.draw(D10_FROM_0, f.side, "11.3.7-c") <= most:
        unit = e.allied_hq if f.side == ALLIED else e.italian_hq if s.scenario == OCONNOR else e.replacement
        s.hq[f.side], s.tries[f.side] = unit, 0
        place(s, unit, e.holding)
        s.tell("hq_back", unit)
    else:
        s.tell("hq_missing", f.side)


def score_missing_hq(s: State, f: Refit, dice: Dice) -> None:
    """6.1.8, 11.3.7.3, 12.8.3: one point a turn in all."""
    if s.hq[f.side] < 0:
        score(s, other(f.side), s.edition.figure["missing_hq_points"], FOR_NO_HQ)
