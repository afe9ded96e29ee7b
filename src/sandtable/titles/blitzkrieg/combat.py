"""9.1, 9.2 The combat phase, the supply of a battle, and its beginning on the Battle Board."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal, within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.cards import not_played
from sandtable.titles.blitzkrieg.edition import (
    ATTACK,
    BARRAGE,
    CAMPAIGN,
    DEFENSE,
    FOR_ALAMEIN,
    GERMAN,
    INTELLIGENCE,
    RECON,
    SCREEN,
    SHORT,
    TRAINING,
    members,
)
from sandtable.titles.blitzkrieg.frames import Battle, Combat, Movement, Withdrawal
from sandtable.titles.blitzkrieg.outflank import open_flank_fire
from sandtable.titles.blitzkrieg.stacking import judge_stack
from sandtable.titles.blitzkrieg.state import (
    ASIDE,
    FLANKED,
    FOUGHT,
    LRDF,
    State,
    air_at,
    eliminate,
    hq_at,
    score,
    shift,
    stack_at,
)
from sandtable.titles.blitzkrieg.supply import mark_supply, payers
from sandtable.titles.blitzkrieg.withdrawal import leave_by_air, ways_out, with_hq

NO_BATTLE: Final = Refusal("9.1.2-a", "no battle of this phase is still to be fought there")
CANNOT_PAY: Final = Refusal("7.4.1-a", "no supply unit there is in range and in the chain")
PAID: Final = Refusal("7.4.2-a", "the supply unit of this battle has been named")
NOT_ALL_RECON: Final = Refusal("9.6-a", "only defenders that are all recon, against attackers that are not, leave before a round")
NO_WAY_OUT: Final = Refusal("9.5-h", "there is no way out of the battle")
NOT_IN_BATTLE: Final = Refusal("9.2.3-a", "it is no ground combat unit of yours in this battle")
IN_FRONT: Final = Refusal("9.2.4-a", "it is in the Front Line")
FRONT_EMPTY: Final = Refusal("9.2.3-a", "at least one unit must stand in the Front Line")


# The phase


def open_phase(s: State, f: Combat, dice: Dice) -> None:
    """9.1.2: a battle in every box with combat units of both sides."""
    f.battles = f.waiting = s.occupied[ALLIED] & s.occupied[AXIS]


class Fight(Act[State, Combat]):
    """9.2.1: the side whose turn it is decides which battle comes next."""

    rule = "9.2.1-a"
    form = "fight box"
    label = "Fight the battle of {box}"
    asks = "choose the next battle"

    def candidates(self, s: State, f: Combat) -> list[Args]:
        return [(box, 0) for box in members(f.waiting)]

    def why_not(self, s: State, f: Combat, box: int, _: int, /) -> Optional[Refusal]:
        return None if f.waiting >> box & 1 else NO_BATTLE

    def do(self, s: State, f: Combat, box: int, _: int, dice: Dice, /) -> None:
        f.waiting &= ~(1 << box)
        s.begin(Battle(f.side, box))
        s.tell("battle", box)


# 9.1.4 Supply


def attackers(s: State, f: Battle) -> list[int]:
    return [u for u in stack_at(s, f.side, f.box) if not s.flags[u] & ASIDE]


def defenders(s: State, f: Battle) -> list[int]:
    return [u for u in stack_at(s, other(f.side), f.box) if not s.flags[u] & ASIDE]


def open_battle(s: State, f: Battle, dice: Dice) -> None:
    mark_supply(s)
    came = 0
    for unit in attackers(s, f):
        if s.came[unit] >= 0:
            came |= 1 << s.came[unit]
    f.entered = with_mask((0, 0), f.side, came)


def count_desert_forces(s: State, f: Battle, dice: Dice) -> None:
    """7.4.8: who attacks with LRDF alone needs no supply unit."""
    f.desert = all(s.flags[u] & LRDF for u in attackers(s, f))


def with_mask(masks: tuple[int, int], side: int, mask: int) -> tuple[int, int]:
    return (masks[0] | mask, masks[1]) if side == ALLIED else (masks[0], masks[1] | mask)


class NameSupply(Act[State, Battle]):
    """7.4.1, 7.4.2: the supply unit that pays; LRDF may do without (7.4.8)."""

    rule = "7.4.1-b"
    form = "supply box"
    label = "Pay with a supply unit from {box}"
    asks = "name the supply unit that pays for the battle"

    def __init__(self, desert: bool) -> None:
        super().__init__()
        self.desert: bool = desert

    def candidates(self, s: State, f: Battle) -> list[Args]:
        return [(box, 0) for box in payers(s, f.side, f.box)] if f.desert == self.desert and f.payer < 0 else []

    def why_not(self, s: State, f: Battle, box: int, _: int, /) -> Optional[Refusal]:
        if f.payer >= 0 or f.desert != self.desert:
            return PAID
        return None if box in payers(s, f.side, f.box) else CANNOT_PAY

    def do(self, s: State, f: Battle, box: int, _: int, dice: Dice, /) -> None:
        f.payer, f.desert = box, False
        s.tell("pays", box)


def without_supply(s: State, f: Battle, dice: Dice) -> None:
    """7.4.3: no battle. Attackers go back to where they came from; outflankers are fired at first (8.8.6)."""
    if f.payer >= 0 or f.desert:
        return
    f.winner = other(f.side)
    s.tell("no_battle", f.box)
    back: set[int] = set()
    for unit in attackers(s, f):
        if s.flags[unit] & FLANKED:
            continue
        home = s.came[unit]
        if home == s.edition.holding or (home >= 0 and not s.occupied[other(f.side)] >> home & 1):
            shift(s, unit, home)
            back.add(home)
            s.tell("went_back", unit, home)
        else:
            eliminate(s, unit)
    f.retreated = bool(back)
    turn_back_hq(s, f, sorted(back))
    for home in sorted(back - {s.edition.holding}):
        judge_stack(s, f.side, home)
    late = tuple(attackers(s, f))
    if late:
        crossed = tuple([u for u in late if 0 <= s.came[u] < s.edition.boxes and s.edition.line[f.box][s.came[u]]])
        s.begin(Withdrawal(f.side, f.box, with_hq(s, f.side, f.box, late), 0, True))
        open_flank_fire(s, other(f.side), f.box, late, crossed)


def turn_back_hq(s: State, f: Battle, homes: list[int]) -> None:
    """The way it came, or with the others."""
    hq = s.hq[f.side]
    if homes and not attackers(s, f) and hq in with_hq(s, f.side, f.box, ()):
        own = s.came[hq] >= 0 and not s.occupied[other(f.side)] >> s.came[hq] & 1
        shift(s, hq, s.came[hq] if own else homes[0])


# 9.6 Recon Withdrawal


class ReconWithdrawal(Act[State, Battle]):
    rule = "9.6-a"
    form = "evade"
    label = "Withdraw the recon units before the battle"
    asks = "withdraw before the first round"

    def why_not(self, s: State, f: Battle, a: int, b: int, /) -> Optional[Refusal]:
        e = s.edition
        if any(e.type[u] != RECON for u in defenders(s, f)) or all(e.type[u] == RECON for u in attackers(s, f)):
            return NOT_ALL_RECON
        units = tuple(defenders(s, f))
        return None if ways_out(s, f, Withdrawal(other(f.side), f.box, units, 0, False)) else NO_WAY_OUT

    def do(self, s: State, f: Battle, a: int, b: int, dice: Dice, /) -> None:
        f.winner, f.left, f.retreated = f.side, True, True
        side = other(f.side)
        leave_by_air(s, side, f.box)
        s.tell("evades", f.box)
        s.begin(Withdrawal(side, f.box, with_hq(s, side, f.box, tuple(defenders(s, f))), 0, False))


# Cards


class PlayInBattle(Act[State, Battle]):
    """Cards that are named for a battle before placement."""

    rule = "5.1.3-b"
    form = "play card"
    label = "Play {card}"
    asks = "play a card"

    def __init__(self, attacker: bool) -> None:
        super().__init__()
        self.attacker: bool = attacker
        self.cards: tuple[int, ...] = (INTELLIGENCE, TRAINING, BARRAGE, SCREEN) if attacker else (SCREEN,)

    def side(self, f: Battle) -> int:
        return f.side if self.attacker else other(f.side)

    def candidates(self, s: State, f: Battle) -> list[Args]:
        hand = s.hands[self.side(f)]
        return [(card, 0) for card in self.cards if card in hand] if hand and f.winner < 0 else []

    def why_not(self, s: State, f: Battle, card: int, _: int, /) -> Optional[Refusal]:
        able = f.winner < 0 and card in self.cards and card in s.hands[self.side(f)]
        return None if able else not_played(s, self.side(f), card)

    def do(self, s: State, f: Battle, card: int, _: int, dice: Dice, /) -> None:
        side = self.side(f)
        hand = list(s.hands[side])
        hand.remove(card)
        s.hands[side], s.discards = tuple(hand), (*s.discards, card)
        played = list(f.cards)
        played[side] = (*played[side], card)
        f.cards = (played[0], played[1])
        s.tell("card_played", side, card)


# 9.2.2 Placement


def lay_out_board(s: State, f: Battle, dice: Dice) -> None:
    """9.2.2, 9.2.3: the side with fewer ground combat units places first, else the defender; air in the Second Line."""
    if f.winner >= 0:
        return
    ours, theirs = attackers(s, f), defenders(s, f)
    air = [*air_at(s, f.side, f.box), *air_at(s, other(f.side), f.box)]
    f.second = tuple(sorted([*ours, *theirs, *air]))
    for unit in with_hq(s, other(f.side), f.box, with_hq(s, f.side, f.box, f.second)):
        s.flags[unit] |= FOUGHT
    f.sheltered = tuple(theirs)
    f.crossed = tuple([u for u in ours if 0 <= s.came[u] < s.edition.boxes and s.edition.line[f.box][s.came[u]]])
    f.hq_round = (opening_hq(s, f, ALLIED), opening_hq(s, f, AXIS))
    f.placing = f.side if len(ours) < len(theirs) and INTELLIGENCE not in f.cards[f.side] else other(f.side)
    for alone in (ours, theirs):
        if len(alone) == 1:
            put_in_front(s, f, alone[0])  # 9.2.3: it has no choice
    count_attack(s, f, ours)


def opening_hq(s: State, f: Battle, side: int) -> int:
    """11.3.2, 11.3.3: round one, if the HQ is there with the right bonus."""
    needed = ATTACK if side == f.side else DEFENSE
    there = hq_at(s, side, f.box) and not s.flags[s.hq[side]] & ASIDE
    return 1 if there and s.bonus[side] >> needed & 1 else 0


def count_attack(s: State, f: Battle, ours: list[int]) -> None:
    """12.7.2: five supplied Axis units in the Alamein area. 14.2.2."""
    e = s.edition
    if f.side == ALLIED and not any(s.flags[u] & LRDF for u in ours):
        s.obliged = True
    enough = len(ours) >= e.figure["alamein_units"] and not f.desert
    if s.scenario == CAMPAIGN and f.side == AXIS and e.alamein >> f.box & 1 and enough and not s.alamein:
        s.alamein = True
        s.tell("alamein")
        score(s, AXIS, e.figure["alamein_axis"], FOR_ALAMEIN)


def next_placer(s: State, f: Battle, dice: Dice) -> None:
    if f.winner < 0:
        f.placing = other(f.placing)


def storms_tobruk(s: State, f: Battle, ours: list[int]) -> bool:
    """11.4.2: at least five German ground combat units."""
    e = s.edition
    germans = [u for u in ours if e.nation[u] == GERMAN]
    return f.box == e.tobruk and f.side == AXIS and len(germans) >= e.figure["tobruk_germans"]


def front_refused(s: State, f: Battle, side: int, unit: int) -> Optional[Refusal]:
    if unit >= s.edition.units or s.edition.side[unit] != side or not s.edition.ground[unit]:
        return NOT_IN_BATTLE
    return None if unit in f.second else IN_FRONT if unit in f.front else NOT_IN_BATTLE


def put_in_front(s: State, f: Battle, unit: int) -> None:
    f.second = tuple([u for u in f.second if u != unit])
    f.front = tuple(sorted([*f.front, unit]))
    s.tell("front", unit)


def of_side(s: State, units: tuple[int, ...], side: int) -> list[int]:
    return [u for u in units if s.edition.side[u] == side]


class PlaceFront(Act[State, Battle]):
    """9.2.3: the others stand in the Second Line."""

    rule = "9.2.3-a"
    form = "front unit"
    label = "Place {unit} in the Front Line"
    asks = "place units in the Front Line"

    def candidates(self, s: State, f: Battle) -> list[Args]:
        return [(u, 0) for u in of_side(s, f.second, f.placing) if s.edition.ground[u]] if f.winner < 0 else []

    def why_not(self, s: State, f: Battle, unit: int, _: int, /) -> Optional[Refusal]:
        return front_refused(s, f, f.placing, unit)

    def do(self, s: State, f: Battle, unit: int, _: int, dice: Dice, /) -> None:
        put_in_front(s, f, unit)


class Placed(Act[State, Battle]):
    rule = "9.2.3-a"
    form = "placed"
    label = "Leave the rest in the Second Line"

    def why_not(self, s: State, f: Battle, a: int, b: int, /) -> Optional[Refusal]:
        return None if f.winner >= 0 or of_side(s, f.front, f.placing) else FRONT_EMPTY


def is_late(s: State) -> bool:
    """Whether it is the motorized half of a player-turn."""
    phase = within(s, Movement) or within(s, Combat)
    return phase is not None and (phase.motorized if isinstance(phase, Movement) else phase.limited)


def battles_paid(s: State) -> int:
    """14.2.1: battles that a supply unit pays for: two in the first Combat Phase of Axis Turn 14 of the Short Game."""
    opening = s.scenario == SHORT and s.turn == s.edition.scenario_rows[SHORT].first_turn and s.active == AXIS
    return 2 if opening and not is_late(s) else 1
