"""9.2.4 to 9.4 The rounds of a battle: stay or leave, reinforce, advance, fire; and how it ends."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.play import Act, Args, Refusal, inner, within
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.air import air_range
from sandtable.titles.blitzkrieg.combat import (
    attackers,
    battles_paid,
    defenders,
    front_refused,
    of_side,
    put_in_front,
    storms_tobruk,
    with_mask,
)
from sandtable.titles.blitzkrieg.control import capture_all_supplies, capture_supplies, settle_control, take_control
from sandtable.titles.blitzkrieg.edition import (
    AIR,
    ARM,
    ART,
    ATTACK,
    DEAD,
    DEFENSE,
    FOR_BATTLE,
    HQ,
    INTELLIGENCE,
    RECON,
    RECOVERY,
    STUBBORN,
)
from sandtable.titles.blitzkrieg.fire import fire_at, shot
from sandtable.titles.blitzkrieg.forts import clear_empty_works, roll_mines
from sandtable.titles.blitzkrieg.frames import Battle, Capture, Combat, Half, Withdrawal
from sandtable.titles.blitzkrieg.stacking import room
from sandtable.titles.blitzkrieg.state import (
    ASIDE,
    DAMAGED,
    FLANKED,
    FOUGHT,
    LASTING,
    LRDF,
    NOWHERE,
    OF_BATTLE,
    OOS,
    STIRRED,
    State,
    eliminate,
    hq_at,
    place,
    remove_supply,
    score,
    shift,
    stack_at,
    stock_at,
    wipe,
)
from sandtable.titles.blitzkrieg.supply import mark_supply, payers
from sandtable.titles.blitzkrieg.withdrawal import leave_by_air, ways_out, with_hq

FIRST_ROUND: Final = Refusal("9.1.2-b", "at least one round is fought before anybody may withdraw")
NO_REINFORCING_YET: Final = Refusal("9.4.1-e", "no reinforcement comes in round one")
HAS_REINFORCED: Final = Refusal("9.3.9-a", "a side that reinforces stays")
NO_WAY_OUT: Final = Refusal("9.5-h", "there is no way out: the units must stay in the battle")
BARRED: Final = Refusal("5.1.3-b", "the card Intelligence bars reinforcements in round two")
NOT_NEXT_TO_IT: Final = Refusal("9.4.1-a", "reinforcements come from boxes directly connected to the battle")
NOT_BY_SEA: Final = Refusal("9.4.3-a", "nobody reinforces by sea or from the Holding Area")
ONE_EACH: Final = Refusal("9.4.1-a", "one unit comes from each box in a round")
IN_BATTLE: Final = Refusal("9.4.2-a", "its box has a battle in this phase")
HAS_FOUGHT: Final = Refusal("9.4.2-b", "it has fought in this phase")
OUT_OF_SUPPLY: Final = Refusal("7.4.5-e2", "units out of supply may not reinforce")
OVER_STACKED: Final = Refusal("8.1.2-b", "the stack in the battle would be over the limit")
CONGESTED: Final = Refusal("9.8-a", "the tertiary road carries no more")
ONLY_RECON: Final = Refusal("9.4.6-a", "only recon joins a battle of the Long Range Desert Force")
NEEDS_SUPPLY: Final = Refusal("7.4.8-d", "a unit that is no Long Range Desert Force needs a supply unit to join the attack")
HQ_WITHOUT_BONUS: Final = Refusal("9.4.1-d", "only an HQ with a combat bonus reinforces")
AIR_TOO_FAR: Final = Refusal("9.4.1-c", "the air unit would be too far from its HQ and depots")
NOT_YOURS: Final = Refusal("9.4.1-a", "it is no unit of yours next to the battle")
NO_ADVANCE_YET: Final = Refusal("9.2.4-a", "units advance from round two on")
NOT_EMPTY: Final = Refusal("9.2.8-a", "there are units in the Front Line")
GUNS_LAST: Final = Refusal("9.2.8-a", "a unit that is not artillery must move up")
NOT_DOOMED: Final = Refusal("5.1.3-b", "Stubborn Defence saves a unit of the defender that would be eliminated")
NOT_LOST: Final = Refusal("5.1.3-b", "Vehicle Recovery is for armour or recon lost in a battle that was won")
NO_LATE_SUPPLY: Final = Refusal("7.4.8-d", "no supply unit has to be named")


def fight_round(s: State, f: Battle, dice: Dice) -> None:
    """9.1.2: in each round the defender fires first."""
    if f.winner >= 0:
        return
    f.round += 1
    f.again()
    s.tell("round", f.round)
    s.begin(Half(f.side, f.box))
    s.begin(Half(other(f.side), f.box))


def open_half(s: State, f: Half, dice: Dice) -> None:
    if inner(s, Battle).winner >= 0:
        f.finish()


# 9.3.9 Withdraw, reinforce, stay


def is_opening(s: State) -> bool:
    """A battle is on, and its first round is not over."""
    battle = within(s, Battle)
    return battle is not None and battle.round < 2


class Withdraw(Act[State, Half]):
    rule = "9.3.9-a"
    form = "withdraw"
    label = "Withdraw from the battle · the enemy scores 1 Victory Point"
    asks = "withdraw from the battle"

    def candidates(self, s: State, f: Half) -> list[Args]:
        return [(0, 0)] if inner(s, Battle).round > 1 and not f.sent else []

    def why_not(self, s: State, f: Half, a: int, b: int, /) -> Optional[Refusal]:
        battle = inner(s, Battle)
        if battle.round < 2:
            return FIRST_ROUND
        if f.sent:
            return HAS_REINFORCED
        return None if ways_out(s, battle, withdrawal_of(s, f)) else NO_WAY_OUT

    def not_now(self, s: State) -> Optional[Refusal]:
        return FIRST_ROUND if is_opening(s) else None

    def do(self, s: State, f: Half, a: int, b: int, dice: Dice, /) -> None:
        battle = inner(s, Battle)
        battle.winner, battle.retreated = other(f.side), True
        f.finish()
        s.tell("withdraws", f.side, f.box)
        leave_by_air(s, f.side, f.box)
        s.begin(withdrawal_of(s, f))


def withdrawal_of(s: State, f: Half) -> Withdrawal:
    battle = inner(s, Battle)
    attacker = f.side == battle.side
    units = attackers(s, battle) if attacker else defenders(s, battle)
    return Withdrawal(f.side, f.box, with_hq(s, f.side, f.box, tuple(units)), stock_at(s, f.side, f.box), attacker)


class Reinforce(Act[State, Half]):
    """9.4: into the Second Line; `front` brings it forward."""

    rule = "9.4.1-a"
    form = "reinforce unit"
    label = "Reinforce with {unit}"
    asks = "reinforce the battle"

    def candidates(self, s: State, f: Half) -> list[Args]:
        e, battle = s.edition, inner(s, Battle)
        if battle.round < 2:
            return []
        near = e.around[f.box] & ~inner(s, Combat).battles & ~f.sent
        found: list[Args] = []
        for box in e.neighbours[f.box]:
            if near >> box & 1:
                found += [(u, 0) for u in stack_at(s, f.side, box)]
        others = [*e.air[f.side], s.hq[f.side]] if s.hq[f.side] >= 0 else e.air[f.side]
        return found + [(u, 0) for u in others if 0 <= s.where[u] < e.boxes and near >> s.where[u] & 1]

    def why_not(self, s: State, f: Half, unit: int, _: int, /) -> Optional[Refusal]:
        e, battle = s.edition, inner(s, Battle)
        if battle.round < 2:
            return NO_REINFORCING_YET
        if battle.round == 2 and INTELLIGENCE in battle.cards[other(f.side)]:
            return BARRED
        if unit >= e.units or e.side[unit] != f.side:
            return NOT_YOURS
        here = s.where[unit]
        if not 0 <= here < e.boxes or not e.around[f.box] >> here & 1:
            return NOT_BY_SEA if here == e.holding or (here in e.ports and f.box in e.ports) else NOT_NEXT_TO_IT
        if inner(s, Combat).battles >> here & 1:
            return IN_BATTLE
        if f.sent >> here & 1:
            return ONE_EACH
        if s.flags[unit] & FOUGHT:
            return HAS_FOUGHT
        if e.type[unit] == AIR:
            return None if air_range(s, f.side) >> f.box & 1 else AIR_TOO_FAR
        if e.type[unit] == HQ:
            if battle.desert:
                return ONLY_RECON
            needed = ATTACK if f.side == battle.side else DEFENSE
            return None if s.bonus[f.side] >> needed & 1 else HQ_WITHOUT_BONUS
        return self.ground_refused(s, f, battle, unit, here)

    def ground_refused(self, s: State, f: Half, battle: Battle, unit: int, here: int) -> Optional[Refusal]:
        e = s.edition
        if s.flags[unit] & OOS:
            return OUT_OF_SUPPLY
        if battle.desert and e.type[unit] != RECON:
            return ONLY_RECON
        lane = e.lane[e.road[here][f.box]]
        if lane >= 0 and s.traffic[lane] >= e.figure["tertiary"]:
            return CONGESTED
        if not room(s, f.side, f.box, (unit,)):
            return OVER_STACKED
        joins_attack = needs_supply(battle, f.side) and not s.flags[unit] & LRDF
        return NEEDS_SUPPLY if joins_attack and not payers(s, f.side, f.box, (unit,)) else None

    def not_now(self, s: State) -> Optional[Refusal]:
        return NO_REINFORCING_YET if is_opening(s) else None

    def do(self, s: State, f: Half, unit: int, _: int, dice: Dice, /) -> None:
        e, battle = s.edition, inner(s, Battle)
        here = s.where[unit]
        f.sent |= 1 << here
        shift(s, unit, f.box)
        s.flags[unit] |= FOUGHT | (STIRRED if f.side == s.active else 0)
        s.tell("reinforces", unit, here)
        if e.type[unit] == HQ:
            battle.hq_round = (battle.round, battle.hq_round[AXIS]) if f.side == ALLIED else (battle.hq_round[ALLIED], battle.round)
            return
        battle.second = tuple(sorted([*battle.second, unit]))
        if e.type[unit] == AIR:
            return
        s.came[unit] = here
        battle.entered = with_mask(battle.entered, f.side, 1 << here)
        lane = e.lane[e.road[here][f.box]]
        if lane >= 0:
            s.traffic[lane] += 1
        if e.line[f.box][here]:
            battle.crossed = tuple(sorted([*battle.crossed, unit]))  # 11.5.1
        roll_mines(s, f.side, f.box, (unit,), dice)


def needs_supply(battle: Battle, side: int) -> bool:
    """7.4.8: an attack by LRDF that nobody has paid for: others who join it must."""
    return battle.desert and side == battle.side and battle.payer < 0


class Stay(Act[State, Half]):
    rule = "9.3.9-a"
    form = "stay"
    label = "Stay and fight"


class NameLateSupply(Act[State, Half]):
    """7.4.8-d: a unit that is not LRDF has joined the attack."""

    rule = "7.4.8-d"
    form = "supply box"
    label = "Pay with a supply unit from {box}"
    asks = "name the supply unit that pays for the battle"

    def candidates(self, s: State, f: Half) -> list[Args]:
        battle = inner(s, Battle)
        if not needs_supply(battle, f.side) or all(s.flags[u] & LRDF for u in attackers(s, battle)):
            return []
        return [(box, 0) for box in payers(s, f.side, f.box)]

    def why_not(self, s: State, f: Half, box: int, _: int, /) -> Optional[Refusal]:
        return None if (box, 0) in self.candidates(s, f) else NO_LATE_SUPPLY

    def do(self, s: State, f: Half, box: int, _: int, dice: Dice, /) -> None:
        battle = inner(s, Battle)
        battle.payer = box  # 9.4.6: it stays a battle of the desert force
        s.tell("pays", box)


# 9.2.4, 9.2.8 The lines


class Advance(Act[State, Half]):
    rule = "9.2.4-a"
    form = "front unit"
    label = "Move {unit} up to the Front Line"
    asks = "move units to the Front Line"

    def candidates(self, s: State, f: Half) -> list[Args]:
        battle = inner(s, Battle)
        return [(u, 0) for u in of_side(s, battle.second, f.side) if s.edition.ground[u]] if battle.round > 1 else []

    def why_not(self, s: State, f: Half, unit: int, _: int, /) -> Optional[Refusal]:
        battle = inner(s, Battle)
        return NO_ADVANCE_YET if battle.round < 2 else front_refused(s, battle, f.side, unit)

    def do(self, s: State, f: Half, unit: int, _: int, dice: Dice, /) -> None:
        put_in_front(s, inner(s, Battle), unit)


class Hold(Act[State, Half]):
    rule = "9.2.4-a"
    form = "hold"
    label = "Let the lines stand"


def who_step_up(s: State, battle: Battle, side: int) -> list[Args]:
    return [(u, 0) for u in of_side(s, battle.second, side) if s.edition.type[u] < ART]


def step_up_refused(s: State, battle: Battle, side: int, unit: int) -> Optional[Refusal]:
    return front_refused(s, battle, side, unit) or (GUNS_LAST if s.edition.type[unit] == ART else None)


class StepUp(Act[State, Half]):
    """9.2.8: the side that was fired at fills its empty Front Line."""

    rule = "9.2.8-a"
    form = "front unit"
    label = "Move {unit} up to the Front Line"
    asks = "fill the Front Line"

    def candidates(self, s: State, f: Half) -> list[Args]:
        battle, foe = inner(s, Battle), other(f.side)
        if battle.winner >= 0 or of_side(s, battle.front, foe):
            return []
        return who_step_up(s, battle, foe)

    def why_not(self, s: State, f: Half, unit: int, _: int, /) -> Optional[Refusal]:
        battle, foe = inner(s, Battle), other(f.side)
        if of_side(s, battle.front, foe):
            return NOT_EMPTY
        return step_up_refused(s, battle, foe, unit)

    def do(self, s: State, f: Half, unit: int, _: int, dice: Dice, /) -> None:
        put_in_front(s, inner(s, Battle), unit)
        f.filled = True


class FollowUp(Act[State, Half]):
    """9.2.8: at least one moves up. Only attackers in round one are asked: all others may advance before they fire (9.2.4)."""

    rule = "9.2.8-a"
    form = "front unit"
    label = "Move {unit} up to the Front Line"
    asks = "move more units to the Front Line"

    def candidates(self, s: State, f: Half) -> list[Args]:
        battle, foe = inner(s, Battle), other(f.side)
        if not f.filled or battle.round > 1 or foe != battle.side:
            return []
        return who_step_up(s, battle, foe)

    def why_not(self, s: State, f: Half, unit: int, _: int, /) -> Optional[Refusal]:
        battle, foe = inner(s, Battle), other(f.side)
        if not f.filled or battle.round > 1 or foe != battle.side:
            return NO_ADVANCE_YET
        return step_up_refused(s, battle, foe, unit)

    def do(self, s: State, f: Half, unit: int, _: int, dice: Dice, /) -> None:
        put_in_front(s, inner(s, Battle), unit)


# 9.3 Fire


def allocate(s: State, f: Half, dice: Dice) -> None:
    battle, foe = inner(s, Battle), other(f.side)
    f.line = tuple(of_side(s, battle.front, f.side))
    f.free = tuple(of_side(s, battle.second, f.side))
    f.facing = tuple(of_side(s, battle.front, foe))
    f.foes = tuple(sorted([*f.facing, *of_side(s, battle.second, foe)]))


def fire(s: State, f: Half, dice: Dice) -> None:
    """9.3: a die for each unit; 9.3.4: targets stay as they were named."""
    battle = inner(s, Battle)
    hits: dict[int, int] = {}
    for firer, target, extra in f.aims:
        if fire_at(s, shot(s, battle, firer, target, bool(extra)), firer, target, dice):
            hits[target] = hits.get(target, 0) + 1
    doomed: list[int] = []
    for target, count in hits.items():
        if count + (s.flags[target] & DAMAGED) > 1:
            doomed.append(target)
        else:
            s.flags[target] |= DAMAGED
            s.tell("damaged", target)
    f.doomed = tuple(sorted(doomed))
    battle.fired = (f.aims, battle.fired[AXIS]) if f.side == ALLIED else (battle.fired[ALLIED], f.aims)
    battle.crossed = tuple([u for u in battle.crossed if s.edition.side[u] == f.side])  # 11.5.1: for one half
    if f.side == battle.side:
        battle.complete = battle.round


class Save(Act[State, Half]):
    """Stubborn Defence."""

    rule = "5.1.3-b"
    form = "save unit"
    label = "Save {unit} · Stubborn Defence"
    asks = "save a unit with a card"

    def candidates(self, s: State, f: Half) -> list[Args]:
        return [(u, 0) for u in f.doomed] if f.doomed and STUBBORN in s.hands[other(f.side)] else []

    def why_not(self, s: State, f: Half, unit: int, _: int, /) -> Optional[Refusal]:
        foe = other(f.side)
        held = unit in f.doomed and STUBBORN in s.hands[foe] and inner(s, Battle).side == f.side
        return None if held else NOT_DOOMED

    def do(self, s: State, f: Half, unit: int, _: int, dice: Dice, /) -> None:
        foe = other(f.side)
        hand = list(s.hands[foe])
        hand.remove(STUBBORN)
        s.hands[foe], s.discards = tuple(hand), (*s.discards, STUBBORN)
        s.tell("card_played", foe, STUBBORN)
        s.flags[unit] |= DAMAGED
        f.doomed = tuple([u for u in f.doomed if u != unit])


def bury(s: State, f: Half, dice: Dice) -> None:
    """9.1.1 the second hit; 9.3.3 artillery left without others; 11.6.1 air left without ground units."""
    battle, foe = inner(s, Battle), other(f.side)
    lose(s, battle, f.doomed)
    left = of_side(s, battle.second, foe)
    if not of_side(s, battle.front, foe) and not any(s.edition.type[u] < ART for u in left):
        lose(s, battle, tuple([u for u in left if s.edition.type[u] == ART]))
        battle.second = tuple([u for u in battle.second if s.edition.side[u] != foe])
        battle.winner = f.side
        leave_by_air(s, foe, f.box)


def lose(s: State, battle: Battle, units: tuple[int, ...]) -> None:
    for unit in units:
        eliminate(s, unit)
    battle.lost = (*battle.lost, *units)
    battle.front = tuple([u for u in battle.front if u not in units])
    battle.second = tuple([u for u in battle.second if u not in units])


# 9.2.10 The end


def close_battle(s: State, f: Battle, dice: Dice) -> None:
    """9.2.10, 9.1.4, 12.4: repair, points, the supply unit, what was left behind."""
    e, loser = s.edition, other(f.winner)
    if storms_tobruk_now(s, f):
        s.reduced = True
    for unit in (*stack_at(s, f.winner, f.box), *[u for u in e.troops[loser] if s.flags[u] & FOUGHT]):
        if not s.flags[unit] & LASTING:
            s.flags[unit] &= ~DAMAGED
    leave_by_air(s, f.winner, f.box)  # 11.6.1: air that has fought goes home, used
    s.tell("won", f.winner, f.box)
    if not f.left:
        score(s, f.winner, e.figure["battle_points"], FOR_BATTLE)
        pay(s, f)
    waiting_units(s, f, loser, dice)


def storms_tobruk_now(s: State, f: Battle) -> bool:
    return f.stormed and f.complete >= s.edition.figure["tobruk_rounds"] and s.tobruk > s.edition.figure["tobruk_reduced"]


def pay(s: State, f: Battle) -> None:
    """7.4.2; 14.2.1: one supply unit for two battles."""
    if f.payer < 0:
        return
    if battles_paid(s) == 2 and f.payer not in s.halved:
        s.halved = (*s.halved, f.payer)
        return
    if f.payer in s.halved:
        left = list(s.halved)
        left.remove(f.payer)
        s.halved = tuple(left)
    if stock_at(s, f.side, f.payer):
        remove_supply(s, f.side, f.payer)
        s.tell("supply_spent", f.side, f.payer)


def waiting_units(s: State, f: Battle, loser: int, dice: Dice) -> None:
    """9.5.5: those who had withdrawn into this battle."""
    waiting = [u for u in stack_at(s, loser, f.box) if s.flags[u] & ASIDE]
    hq = s.hq[loser]
    for unit in stack_at(s, f.winner, f.box):
        s.flags[unit] &= ~ASIDE
    if not waiting:
        return
    kept: list[int] = []
    for unit in waiting:
        if not f.retreated or dice.draw(D10_FROM_0, loser, "9.5.5-b") <= s.edition.figure["waiting_lost"]:
            eliminate(s, unit)
        else:
            s.flags[unit] &= ~ASIDE
            kept.append(unit)
    if kept:
        units = (*kept, hq) if hq_at(s, loser, f.box) else tuple(kept)
        s.begin(Withdrawal(loser, f.box, units, 0, loser == f.side))  # 9.5.9: supply units had their roll


def call_off(s: State, f: Battle, dice: Dice) -> None:
    """7.4.3: the attackers have gone back, and there is no battle; 9.5.5: units that waited for its end."""
    if f.payer >= 0 or f.desert:
        return
    f.finish()
    waiting_units(s, f, f.side, dice)
    if hq_at(s, f.side, f.box) and not stack_at(s, f.side, f.box):
        s.begin(Capture(f.side, f.box))  # 11.3.7-e


def gather_spoils(s: State, f: Battle, dice: Dice) -> None:
    """7.3.9, 11.3.7, R30: supply units and an HQ left behind; the box changes hands; supply is checked."""
    loser = other(f.winner)
    if not stack_at(s, f.winner, f.box):
        return
    capture_supplies(s, f.winner, f.box, dice)
    take_control(s, f.winner, f.box, dice)
    mark_supply(s)
    if hq_at(s, loser, f.box):
        s.begin(Capture(loser, f.box))


class Recover(Act[State, Battle]):
    """Vehicle Recovery."""

    rule = "5.1.3-b"
    form = "recover unit"
    label = "Recover {unit} · Vehicle Recovery"
    asks = "recover vehicles with a card"

    def candidates(self, s: State, f: Battle) -> list[Args]:
        return [(u, 0) for u in f.lost] if RECOVERY in s.hands[f.side] else []

    def why_not(self, s: State, f: Battle, unit: int, _: int, /) -> Optional[Refusal]:
        won = f.winner == f.side and RECOVERY in s.hands[f.side] and unit in f.lost
        able = won and s.edition.side[unit] == f.side and s.edition.type[unit] in (ARM, RECON) and s.where[unit] == DEAD
        return None if able else NOT_LOST

    def do(self, s: State, f: Battle, unit: int, _: int, dice: Dice, /) -> None:
        hand = list(s.hands[f.side])
        hand.remove(RECOVERY)
        s.hands[f.side], s.discards = tuple(hand), (*s.discards, RECOVERY)
        s.tell("card_played", f.side, RECOVERY)
        place(s, unit, s.edition.holding)
        s.tell("recovered", unit)


def close_phase(s: State, f: Combat, dice: Dice) -> None:
    """8.4, 8.8.4, 11.4.6.1, 11.6.3.1: markers of the phase are removed, damage is repaired, boxes change hands."""
    wipe(s, OF_BATTLE | FLANKED)
    s.came = [NOWHERE] * s.edition.units
    s.traffic = [0] * s.edition.lanes
    s.interdicted = 0
    for box in s.halved:
        if stock_at(s, f.side, box):
            remove_supply(s, f.side, box)
            s.tell("supply_spent", f.side, box)
    s.halved = ()
    send_lone_air_home(s)
    clear_empty_works(s)
    capture_all_supplies(s, dice)
    settle_control(s, dice)


def send_lone_air_home(s: State) -> None:
    """11.6.2: air defends with ground units; if all have gone to reinforce a battle, it goes home."""
    for side in (ALLIED, AXIS):
        for box in {s.where[unit] for unit in s.edition.air[side]}:
            if 0 <= box < s.edition.boxes and not stack_at(s, side, box):
                leave_by_air(s, side, box)


def note_storm(s: State, f: Battle, dice: Dice) -> None:
    """R20: units present when round one starts."""
    if f.winner < 0:
        f.stormed = storms_tobruk(s, f, attackers(s, f))
