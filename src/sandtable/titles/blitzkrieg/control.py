"""7.1.2, 8.5.3, 12.1 Who holds a box; 7.3.9 what becomes of supply units that are left; 11.4.3, 11.4.4 the fall of a fort."""

from __future__ import annotations

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.sides import ALLIED, AXIS, other
from sandtable.titles.blitzkrieg.edition import FOR_TAKING, OCONNOR, SHORT, members
from sandtable.titles.blitzkrieg.hq import chance_of_capture
from sandtable.titles.blitzkrieg.state import State, add_supply, remove_supply, score, stock_at


def capture_supplies(s: State, by: int, box: int, dice: Dice) -> None:
    """7.3.9: each supply unit left alone with enemy combat units is captured on 0-4, else destroyed."""
    for _ in range(stock_at(s, other(by), box)):
        remove_supply(s, other(by), box)
        if dice.draw(D10_FROM_0, by, "7.3.9-a") <= chance_of_capture(s, by):
            add_supply(s, by, box)
            if by == s.active:
                s.fresh[box] += 1
            s.tell("supply_captured", by, box)
        else:
            s.tell("supply_destroyed", box)


def capture_all_supplies(s: State, dice: Dice) -> None:
    """At the end of a movement or combat phase, in every box."""
    for by in (ALLIED, AXIS):
        for box in members(s.dumps[other(by)] & s.occupied[by] & ~s.occupied[1 - by]):
            capture_supplies(s, by, box, dice)


def settle_control(s: State, dice: Dice) -> None:
    """R30: at the end of a movement or combat phase."""
    for box in members(s.occupied[ALLIED] ^ s.occupied[AXIS]):
        side = ALLIED if s.occupied[ALLIED] >> box & 1 else AXIS
        if s.held[box] != side or box in s.edition.victory:
            take_control(s, side, box, dice)
    for box in s.edition.victory:
        stores = [side for side in (ALLIED, AXIS) if s.dumps[side] >> box & 1]
        if not (s.occupied[ALLIED] | s.occupied[AXIS]) >> box & 1 and len(stores) == 1 and s.flag[box] != stores[0]:
            s.flag[box] = stores[0]  # 7.3.6: a supply unit alone
            s.tell("controls", stores[0], box)


def take_control(s: State, side: int, box: int, dice: Dice) -> None:
    before = s.held[box]
    s.held[box] = side
    if box in s.edition.victory and s.flag[box] != side:
        s.flag[box] = side
        s.tell("controls", side, box)
    if before == other(side):
        fall(s, side, box, dice)


def fall(s: State, side: int, box: int, dice: Dice) -> None:
    """A box passes from one side to the other."""
    e, figure = s.edition, s.edition.figure
    if box == e.tobruk:
        s.tobruk, s.reduced = 0, False  # 11.4.3
        if s.scenario != OCONNOR or side == ALLIED:  # 15.1-b
            s.draws[side] += figure["tobruk_draws"]  # 5.1.4
        s.tell("tobruk_falls", side)
        for _ in range(figure["tobruk_rolls"]):  # 11.4.4
            if dice.draw(D10_FROM_0, side, "11.4.4-a") <= figure["tobruk_supply"]:
                add_supply(s, side, box)
                if side == s.active:
                    s.fresh[box] += 1
                s.tell("supply_found", side, box)
    elif box == e.bardia and s.bardia:
        s.bardia = 0
        s.tell("bardia_falls", side)
    if s.scenario == SHORT:  # 14.3.2
        names = {e.tobruk: "short_tobruk", e.bardia: "short_bardia", e.sollum: "short_sollum"}
        if box in names:
            score(s, side, figure[names[box]], FOR_TAKING)
