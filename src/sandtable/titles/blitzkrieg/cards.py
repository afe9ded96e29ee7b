"""5.0 Cards: the deck, the draw, and what each card does outside of battles."""

from __future__ import annotations

from typing import Any, Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.air import BATTLE_OVER, GROUNDED, OUT_OF_RANGE, air_range, send_home
from sandtable.titles.blitzkrieg.edition import (
    CONSTRUCTION,
    CONVOY,
    DEAD,
    ENTRENCHED,
    ESPRIT,
    EXTRA_UNITS,
    FORCED_MARCH,
    FUEL_SHORTAGE,
    HQ_BONUS,
    HQ_ESCAPES,
    INF,
    KHAMSIN,
    OCONNOR,
    PROLOGUE,
    SABOTAGE,
    SCREEN,
    SORTIE,
    STUBBORN,
    SUPPLY_ROLL,
    SUPPLY_UNIT,
    THEATRE_OPS,
    TRACK,
    WITHDRAWN,
    Edition,
    members,
)
from sandtable.titles.blitzkrieg.forts import fort, fortified_boxes
from sandtable.titles.blitzkrieg.frames import AirDefence, Battle, CardDraw, Movement, Refit, Relocate, Windfall
from sandtable.titles.blitzkrieg.hq import OFF_THE_MAP, supplied_friends
from sandtable.titles.blitzkrieg.stacking import one_division
from sandtable.titles.blitzkrieg.state import (
    CARD_AS_SUPPLY,
    EXTRA_DRAWS,
    MARCHING,
    MOVED,
    NOBODY,
    OOS,
    OWNED,
    SORTIES,
    SPURRED,
    UNDER_WAY,
    State,
    add_supply,
    is_due,
    place,
    remove_supply,
    stack_at,
    take_off,
)
from sandtable.titles.blitzkrieg.stock import roll_supply
from sandtable.titles.blitzkrieg.supply import supplied_boxes

IN_RRW: Final = (EXTRA_UNITS, THEATRE_OPS, SUPPLY_ROLL, SUPPLY_UNIT, HQ_BONUS, KHAMSIN, FUEL_SHORTAGE)
HELD_A_TURN: Final = (SCREEN, STUBBORN)

NO_DRAWS: Final = Refusal("5.1.2-a", "no card draws are left")
TOO_EARLY: Final = (  # by scenario
    Refusal("5.1.2-a", "no cards are drawn yet"),
    Refusal("14.0-b", "no cards are drawn before June 1942 in this scenario"),
    Refusal("15.1-b", "no cards are drawn before January 1941 in this scenario"),
)
ONE_DRAW: Final = Refusal("5.1.2-b", "one card is drawn in a Card Draw Phase")
NO_CARDS: Final = Refusal("5.0-a", "the deck is empty")
NOT_DISCARDED: Final = Refusal("5.1.3-b", "only a discarded card is used again, and not Past Is Prologue")
NOT_AGREED: Final = Refusal("13.4-2", "this option is not in use in this game")
NONE_DRAWN: Final = Refusal("13.4-2", "no card was drawn that could be given up for it")
NOT_HELD: Final = Refusal("5.1.3-b", "you do not hold this card")
NOT_NOW: Final = Refusal("5.1.3-b", "this card is not for this phase")
NO_EFFECT: Final = Refusal("5.1.3-c", "the card cannot be carried out now")
NOT_ELIMINATED: Final = Refusal("5.1.3-c", "Extra Reinforcements are units of your Eliminated Box, two at most")
NOT_SCHEDULED: Final = Refusal("5.1.3-c", "Theatre Ops brings a unit of the next two turns, or one of the Withdrawn Box")
NO_TARGET: Final = Refusal("5.1.3-c", "it must be an enemy supply unit on the map, and not in Tobruk")
BEFORE_MOVES: Final = Refusal("5.1.3-b", "the card is played at the start of the Movement Phase, before anybody moves")
NO_BUILDERS: Final = Refusal("5.1.3-c", "a supplied infantry unit must be in the box, and no fort or Fortified Box")
FOUR: Final = Refusal("11.4.6.2-a", "a side has four Fortified Boxes at most")
NOT_A_PORT: Final = Refusal("5.1.3-c", "it must be a port that you control and may use")
NOT_ONE_STACK: Final = Refusal("5.1.3-c", "the card drives on units of one division, or up to three that began the phase together")
NOBODY_ON_FOOT: Final = Refusal("5.1.3-c", "no unit on foot is there")
NOT_THERE: Final = Refusal("5.1.3-c", "it must be a supplied box with combat units of yours, without fort or Fortified Box")
NO_SORTIE: Final = Refusal("3.0-i", "no card and no option gives a Sortie now")
SORTIED: Final = Refusal("13.4-8", "your Sortie of the game has been flown")
NOT_FREE: Final = Refusal("15.1-f", "the supply unit is put in a box that you control, free of enemies")


def not_played(s: State, side: int, card: int) -> Refusal:
    """Why a card is not played in a phase that is not its own, or by a side that does not have it."""
    return NOT_NOW if card in s.hands[side] else NOT_HELD


def discard(s: State, side: int, card: int) -> None:
    hand = list(s.hands[side])
    hand.remove(card)
    s.hands[side], s.discards = tuple(hand), (*s.discards, card)


def played(s: State, side: int, card: int) -> None:
    discard(s, side, card)
    s.tell("card_played", side, card)


# 5.1 The deck


def full_deck(e: Edition, scenario: int) -> list[int]:
    """14.0, 15.1: what is left out, and what the Allies begin with."""
    found = [row.count for row in e.card_rows]
    for card, row in enumerate(e.card_rows):
        if (scenario == 1 and not row.short) or (scenario == OCONNOR and not row.oconnor):
            found[card] = 0
        elif scenario == OCONNOR and row.given:
            found[card] -= 1
    return found


def cup(s: State) -> list[int]:
    """5.1.1: two cards are not among the first three."""
    e = s.edition
    early = s.drawn < e.figure["first_cards"]
    return [card for card, count in enumerate(s.deck) for _ in range(count) if not (early and e.card_rows[card].late)]


def roll_for_draw(s: State, f: CardDraw, dice: Dice) -> None:
    """13.4-5"""
    if not s.agreed[EXTRA_DRAWS] or s.turn <= s.edition.scenario_rows[s.scenario].first_turn:
        return
    if dice.draw(D10_FROM_0, f.side, "13.4-5") <= s.edition.figure["option_draw"]:
        s.draws[f.side] += 1
        s.tell("extra_draw", f.side)
    else:
        s.tell("no_extra_draw", f.side)


def draw_refused(s: State, f: CardDraw) -> Optional[Refusal]:
    if f.drew >= 0:
        return ONE_DRAW
    if s.turn < s.edition.scenario_rows[s.scenario].draws_from:
        return TOO_EARLY[s.scenario]
    if s.draws[f.side] < 1:
        return NO_DRAWS
    return None if cup(s) else NO_CARDS


class Draw(Act[State, CardDraw]):
    rule = "5.1.2-a"
    form = "draw"
    label = "Draw a card"
    asks = "draw a card"

    def why_not(self, s: State, f: CardDraw, a: int, b: int, /) -> Optional[Refusal]:
        return draw_refused(s, f)

    def do(self, s: State, f: CardDraw, a: int, b: int, dice: Dice, /) -> None:
        card = dice.draw(cup(s), f.side, "5.1.1-a")
        s.draws[f.side] -= 1
        s.deck[card] -= 1
        s.drawn += 1
        receive(s, f, card)


def receive(s: State, f: CardDraw, card: int) -> None:
    f.drew = card
    s.hands[f.side] = tuple(sorted([*s.hands[f.side], card]))
    s.tell("drew", f.side, card)


class TakeSupply(Act[State, CardDraw]):
    """13.4-2: any card as an Extra Supply Unit."""

    rule = "13.4-2"
    form = "exchange"
    label = "Take a supply unit instead of the card"
    asks = "take a supply unit instead of the card"

    def candidates(self, s: State, f: CardDraw) -> list[Args]:
        return [(0, 0)] if s.agreed[CARD_AS_SUPPLY] and f.drew >= 0 else []

    def why_not(self, s: State, f: CardDraw, a: int, b: int, /) -> Optional[Refusal]:
        if not s.agreed[CARD_AS_SUPPLY]:
            return NOT_AGREED
        return None if f.drew >= 0 and not f.traded else NONE_DRAWN

    def do(self, s: State, f: CardDraw, a: int, b: int, dice: Dice, /) -> None:
        played(s, f.side, f.drew)
        f.traded = True
        arrive(s, f.side)


class Recall(Act[State, CardDraw]):
    """Past Is Prologue."""

    rule = "5.1.3-b"
    form = "recall card"
    label = "Use {card} again"
    asks = "use a discarded card again"

    def candidates(self, s: State, f: CardDraw) -> list[Args]:
        return [(card, 0) for card in sorted(set(s.discards))] if f.drew == PROLOGUE else []

    def why_not(self, s: State, f: CardDraw, card: int, _: int, /) -> Optional[Refusal]:
        return None if f.drew == PROLOGUE and not f.traded and card in s.discards and card != PROLOGUE else NOT_DISCARDED

    def do(self, s: State, f: CardDraw, card: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, PROLOGUE)
        left = list(s.discards)
        left.remove(card)
        s.discards = tuple(left)
        receive(s, f, card)


def drop_prologue(s: State, f: CardDraw, dice: Dice) -> None:
    """5.1.3: without discards it has no effect."""
    if PROLOGUE in s.hands[f.side]:
        discard(s, f.side, PROLOGUE)


# RRW


class PlayCard(Act[State, Refit]):
    """Cards of the RRW Phase that need no further choice."""

    rule = "5.1.3-b"
    form = "play card"
    label = "Play {card}"
    asks = "play a card"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(card, 0) for card in sorted(set(s.hands[f.side]))]

    def why_not(self, s: State, f: Refit, card: int, _: int, /) -> Optional[Refusal]:
        if card not in s.hands[f.side]:
            return NOT_HELD
        if card in (SUPPLY_ROLL, SUPPLY_UNIT, FUEL_SHORTAGE, KHAMSIN):
            return None
        if card == HQ_BONUS:
            return NO_EFFECT if f.doubled or f.late or s.hq[f.side] < 0 else None
        if card == THEATRE_OPS:
            return None if spares(s, f) else NO_EFFECT
        if card == HQ_ESCAPES:
            return None if escapes(s, f.side) else NO_EFFECT
        return NOT_NOW

    def do(self, s: State, f: Refit, card: int, _: int, dice: Dice, /) -> None:
        side = f.side
        played(s, side, card)
        if card == SUPPLY_UNIT:
            arrive(s, side)
        elif card == SUPPLY_ROLL:
            card_roll(s, side, dice)
        elif card == FUEL_SHORTAGE:
            s.short_of_fuel |= 1 << other(side)
        elif card == KHAMSIN:
            s.khamsin = side
            for unit in (*s.edition.air[ALLIED], *s.edition.air[AXIS]):
                if 0 <= s.where[unit] < s.edition.boxes:
                    send_home(s, unit, False)
        elif card == HQ_BONUS:
            f.doubled = True
        elif card == HQ_ESCAPES:
            bring_back(s, side)
        elif side == ALLIED:
            f.spared = True
        else:
            arrive(s, side)


class DoubleBonus(Act[State, Refit]):
    """HQ Bonus for an HQ that has come back in this phase: it could not be played before."""

    rule = "5.1.3-b"
    form = "play card"
    label = "Play {card}"
    asks = "play a card"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(HQ_BONUS, 0)] if f.bereft and HQ_BONUS in s.hands[f.side] else []

    def why_not(self, s: State, f: Refit, card: int, _: int, /) -> Optional[Refusal]:
        if card != HQ_BONUS or card not in s.hands[f.side]:
            return not_played(s, f.side, card)
        return None if f.bereft and s.hq[f.side] >= 0 and not f.late else NO_EFFECT

    def do(self, s: State, f: Refit, card: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, card)
        f.choices += 1


def arrive(s: State, side: int) -> None:
    add_supply(s, side, s.edition.holding)
    s.tell("supply_arrives", side)


def card_roll(s: State, side: int, dice: Dice) -> None:
    """The extra roll; 15.1-f: in O'Connor's Offensive it is put anywhere."""
    e, figure = s.edition, s.edition.figure
    if s.scenario == OCONNOR:
        if roll_supply(s, side, figure["oconnor_supply"], 0, "15.1-f", dice):
            s.begin(Windfall(side))
        return
    most = e.turn_rows[s.turn - 1].axis_roll if side == AXIS else figure["allied_hq_roll"]
    if roll_supply(s, side, most, 0, "7.3.3-b", dice):
        arrive(s, side)


def spares(s: State, f: Refit) -> bool:
    """Theatre Ops without naming a unit: the Allies ignore the calls; the Axis takes a supply unit if nobody can be brought."""
    if f.side == ALLIED:
        return s.scenario != OCONNOR and bool(s.edition.calls.get((s.turn, "withdraw"))) and not f.spared
    return not scheduled(s, f.side)


def scheduled(s: State, side: int) -> list[int]:
    """Units of the next two turns, with air that comes back in one of them (11.6.4)."""
    e = s.edition
    last = min(s.turn + e.figure["ahead_turns"], e.scenario_rows[s.scenario].last_turn)
    turns = range(s.turn + 1, last + 1)
    found = [u for turn in turns for u in e.arrivals.get((s.scenario, turn, side), ()) if is_due(s, u)]
    return found + [u for u, turn in s.returns if turn in turns and e.side[u] == side]


def escapes(s: State, side: int) -> bool:
    """The HQ is captured, or a replacement stands in for Rommel; and somebody in supply is there to join."""
    captured = s.hq[side] < 0 and s.tries[side] != OFF_THE_MAP
    return (captured or s.hq[side] == s.edition.replacement) and bool(supplied_friends(s, side))


def bring_back(s: State, side: int) -> None:
    """11.3.7.4: with any supplied unit."""
    e = s.edition
    if s.hq[side] >= 0:
        take_off(s, s.hq[side], TRACK)
    s.hq[side] = e.allied_hq if side == ALLIED else e.italian_hq if s.scenario == OCONNOR else e.rommel
    s.tries[side] = 0
    place(s, s.hq[side], e.holding)
    s.begin(Relocate(side, s.hq[side], True))


class Revive(Act[State, Refit]):
    """Extra Reinforcements: up to two units."""

    rule = "5.1.3-c"
    form = "revive unit"
    label = "Bring back {unit} · Extra Reinforcements"
    asks = "bring units back with a card"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        if EXTRA_UNITS not in s.hands[f.side]:
            return []
        return [(u, 0) for u in s.edition.troops[f.side] if s.where[u] == DEAD]

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        if EXTRA_UNITS not in s.hands[f.side]:
            return NOT_HELD
        able = unit < s.edition.units and s.edition.side[unit] == f.side and s.edition.ground[unit] and s.where[unit] == DEAD
        return None if able and f.revived < s.edition.figure["extra_units"] else NOT_ELIMINATED

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        place(s, unit, s.edition.holding)
        s.tell("returns", unit)
        f.revived += 1
        if f.revived == s.edition.figure["extra_units"]:
            played(s, f.side, EXTRA_UNITS)


class Hasten(Act[State, Refit]):
    """Theatre Ops: a unit of the next two turns, or one of the Withdrawn Box."""

    rule = "5.1.3-c"
    form = "hasten unit"
    label = "Bring {unit} now · Theatre Ops Go Well"
    asks = "bring a unit with a card"

    def candidates(self, s: State, f: Refit) -> list[Args]:
        return [(u, 0) for u in self.able(s, f.side)] if THEATRE_OPS in s.hands[f.side] else []

    def able(self, s: State, side: int) -> list[int]:
        if side == AXIS:
            return scheduled(s, side)
        return [u for u in s.edition.troops[ALLIED] if s.where[u] == WITHDRAWN]

    def why_not(self, s: State, f: Refit, unit: int, _: int, /) -> Optional[Refusal]:
        if THEATRE_OPS not in s.hands[f.side]:
            return NOT_HELD
        return None if unit in self.able(s, f.side) else NOT_SCHEDULED

    def do(self, s: State, f: Refit, unit: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, THEATRE_OPS)
        s.returns = tuple([pair for pair in s.returns if pair[0] != unit])
        place(s, unit, s.edition.holding)
        s.tell("returns", unit)


def drop_rrw_cards(s: State, f: Refit, dice: Dice) -> None:
    """5.1.3: their phase is over."""
    for card in s.hands[f.side]:
        if card in IN_RRW:
            discard(s, f.side, card)


class PlaceWindfall(Act[State, Windfall]):
    rule = "15.1-f"
    form = "put box"
    label = "Put the supply unit in {box}"
    asks = "put the supply unit in a box"

    def candidates(self, s: State, f: Windfall) -> list[Args]:
        return [(box, 0) for box in range(s.edition.boxes)]

    def why_not(self, s: State, f: Windfall, box: int, _: int, /) -> Optional[Refusal]:
        if box >= s.edition.boxes or s.held[box] != f.side:
            return NOT_FREE
        enemy = other(f.side)
        hq = s.hq[enemy] >= 0 and s.where[s.hq[enemy]] == box
        return NOT_FREE if (s.occupied[enemy] | s.dumps[enemy]) >> box & 1 or hq else None

    def do(self, s: State, f: Windfall, box: int, _: int, dice: Dice, /) -> None:
        add_supply(s, f.side, box)
        s.tell("supply_found", f.side, box)


# Movement


class Sabotage(Act[State, Movement]):
    rule = "5.1.3-c"
    form = "sabotage box"
    label = "Sabotage the supplies at {box} · Supply Sabotage"
    asks = "sabotage a supply unit"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        return [(box, 0) for box in members(s.dumps[other(f.side)])] if SABOTAGE in s.hands[f.side] else []

    def why_not(self, s: State, f: Movement, box: int, _: int, /) -> Optional[Refusal]:
        if SABOTAGE not in s.hands[f.side] or f.motorized:
            return not_played(s, f.side, SABOTAGE)
        if f.begun:
            return BEFORE_MOVES
        return None if s.dumps[other(f.side)] >> box & 1 and box != s.edition.tobruk else NO_TARGET

    def do(self, s: State, f: Movement, box: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, SABOTAGE)
        guarded = s.occupied[other(f.side)] >> box & 1
        most = s.edition.figure["sabotage_guarded" if guarded else "sabotage"]
        if dice.draw(D10_FROM_0, f.side, "5.1.3-c") <= most:
            remove_supply(s, other(f.side), box)
            s.tell("supply_destroyed", box)
        else:
            s.tell("supply_safe", box)


class Fortify(Act[State, Movement]):
    """Rapid Construction."""

    rule = "5.1.3-c"
    form = "fortify box"
    label = "Fortify {box} at once · Rapid Construction"
    asks = "fortify a box with a card"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        return [(box, 0) for box in members(s.occupied[f.side])] if CONSTRUCTION in s.hands[f.side] else []

    def why_not(self, s: State, f: Movement, box: int, _: int, /) -> Optional[Refusal]:
        if CONSTRUCTION not in s.hands[f.side] or f.motorized:
            return not_played(s, f.side, CONSTRUCTION)
        there = stack_at(s, f.side, box) if box < s.edition.boxes else ()
        if not any(s.edition.type[u] == INF and not s.flags[u] & OOS for u in there) or fort(s, box):
            return NO_BUILDERS
        if s.works[box]:
            return None if s.works[box] & UNDER_WAY else NO_BUILDERS
        if s.occupied[other(f.side)] >> box & 1:
            return NO_BUILDERS
        return FOUR if fortified_boxes(s, f.side) >= s.edition.figure["fortified_limit"] else None

    def do(self, s: State, f: Movement, box: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, CONSTRUCTION)
        s.works[box] = OWNED[f.side]
        s.tell("constructed", box)


class SendConvoy(Act[State, Movement]):
    """Coastal Convoy."""

    rule = "5.1.3-c"
    form = "convoy box"
    label = "Send a convoy to {box} · Coastal Convoy"
    asks = "send a convoy to a port"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        return [(port, 0) for port in s.edition.ports] if CONVOY in s.hands[f.side] else []

    def why_not(self, s: State, f: Movement, port: int, _: int, /) -> Optional[Refusal]:
        if CONVOY not in s.hands[f.side] or f.motorized:
            return not_played(s, f.side, CONVOY)
        able = port in s.edition.ports and s.held[port] == f.side and s.edition.capacity[f.side][port] > 0
        return None if able else NOT_A_PORT

    def do(self, s: State, f: Movement, port: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, CONVOY)
        s.convoy = port


class Spur(Act[State, Movement]):
    """Esprit de Corps: one division, or up to three units that began together, go one box further in this phase."""

    rule = "5.1.3-c"
    form = "spur unit"
    label = "Drive {unit} on · Esprit de Corps: one box more"
    asks = "drive units on with a card"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        if ESPRIT not in s.hands[f.side]:
            return []
        return [(u, 0) for u in s.edition.troops[f.side] if s.where[u] >= 0 and not s.flags[u] & (SPURRED | MOVED)]

    def why_not(self, s: State, f: Movement, unit: int, _: int, /) -> Optional[Refusal]:
        e = s.edition
        if ESPRIT not in s.hands[f.side]:
            return NOT_HELD
        if unit >= e.units or e.side[unit] != f.side or not e.ground[unit] or s.where[unit] < 0:
            return NOT_ONE_STACK
        if s.flags[unit] & (SPURRED | MOVED) or (f.motorized and not e.motorised[unit]):
            return NOT_ONE_STACK
        spurred = [u for u in e.troops[f.side] if s.flags[u] & SPURRED]
        if not spurred:
            return None
        group = [*spurred, unit]
        together = len(group) <= e.figure["spurred"] and len({s.began[u] for u in group}) == 1
        return None if together or one_division(s, group) else NOT_ONE_STACK

    def do(self, s: State, f: Movement, unit: int, _: int, dice: Dice, /) -> None:
        s.flags[unit] |= SPURRED
        s.tell("spurred", unit)


def end_esprit(s: State, f: Movement) -> None:
    """15.1-c: in O'Connor's Offensive it serves in both phases."""
    used = ESPRIT in s.hands[f.side] and any(s.flags[u] & SPURRED for u in s.edition.troops[f.side])
    if used and (s.scenario != OCONNOR or f.motorized):
        played(s, f.side, ESPRIT)


class ForceMarch(Act[State, Movement]):
    rule = "5.1.3-c"
    form = "force box"
    label = "Order the units at {box} to march · Forced March"
    asks = "order a forced march"

    def candidates(self, s: State, f: Movement) -> list[Args]:
        return [(box, 0) for box in members(s.occupied[f.side])] if FORCED_MARCH in s.hands[f.side] else []

    def why_not(self, s: State, f: Movement, box: int, _: int, /) -> Optional[Refusal]:
        if FORCED_MARCH not in s.hands[f.side] or not f.motorized:
            return not_played(s, f.side, FORCED_MARCH)
        return None if box < s.edition.boxes and on_foot(s, f.side, box) else NOBODY_ON_FOOT

    def do(self, s: State, f: Movement, box: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, FORCED_MARCH)
        for unit in on_foot(s, f.side, box):
            s.flags[unit] |= MARCHING


def on_foot(s: State, side: int, box: int) -> list[int]:
    return [u for u in stack_at(s, side, box) if not s.edition.motorised[u] and not s.flags[u] & MOVED]


class CallSortie(Act[State, Any]):
    """Aircraft Sortie, by card or by option 13.4-8: one more air unit in this player-turn."""

    rule = "13.4-8"
    form = "sortie"
    label = "Call an Aircraft Sortie"
    asks = "call an Aircraft Sortie"

    def candidates(self, s: State, f: Movement | Battle) -> list[Args]:
        return [(0, 0)] if SORTIE in s.hands[f.side] or s.agreed[SORTIES] else []

    def why_not(self, s: State, f: Movement | Battle, a: int, b: int, /) -> Optional[Refusal]:
        if isinstance(f, Battle):
            if f.winner >= 0:
                return BATTLE_OVER
            if not air_range(s, f.side) >> f.box & 1:
                return OUT_OF_RANGE
        if s.khamsin != NOBODY:
            return GROUNDED
        if s.where[s.edition.sortie[f.side]] >= 0:
            return NO_SORTIE
        if SORTIE in s.hands[f.side]:
            return None
        if not s.agreed[SORTIES]:
            return NO_SORTIE
        return SORTIED if s.sortied >> f.side & 1 else None

    def do(self, s: State, f: Movement | Battle, a: int, b: int, dice: Dice, /) -> None:
        if SORTIE in s.hands[f.side]:
            played(s, f.side, SORTIE)
        else:
            s.sortied |= 1 << f.side
        place(s, s.edition.sortie[f.side], s.edition.holding)
        s.flags[s.edition.sortie[f.side]] = 0
        s.tell("sortie", f.side)


# The end of the Limited Combat Phase


class Entrench(Act[State, AirDefence]):
    rule = "5.1.3-c"
    form = "entrench box"
    label = "Entrench {box} · Entrenched"
    asks = "entrench a box"

    def candidates(self, s: State, f: AirDefence) -> list[Args]:
        return [(box, 0) for box in members(s.occupied[f.side])] if ENTRENCHED in s.hands[f.side] else []

    def why_not(self, s: State, f: AirDefence, box: int, _: int, /) -> Optional[Refusal]:
        if ENTRENCHED not in s.hands[f.side]:
            return NOT_HELD
        if box >= s.edition.boxes or not s.occupied[f.side] >> box & 1 or s.works[box] or fort(s, box):
            return NOT_THERE
        return None if supplied_boxes(s, f.side) >> box & 1 else NOT_THERE

    def do(self, s: State, f: AirDefence, box: int, _: int, dice: Dice, /) -> None:
        played(s, f.side, ENTRENCHED)
        s.trench[f.side] = box
        s.tell("entrenched", box)


def drop_cards(s: State, side: int) -> None:
    """5.1.3: at the end of a player-turn; of held cards those of the other side that were kept for this turn."""
    for card in s.hands[side]:
        if not s.edition.card_rows[card].held:
            discard(s, side, card)
    for card in s.hands[other(side)]:
        if card in HELD_A_TURN:
            discard(s, other(side), card)
