"""6.1.7, 7.3, 11.3.5 Supply units that arrive, and the rolls for more."""

from __future__ import annotations

from sandtable.kernel.dice import D10_FROM_0, Dice
from sandtable.kernel.sides import ALLIED, AXIS
from sandtable.titles.blitzkrieg.edition import OCONNOR, SUPPLY
from sandtable.titles.blitzkrieg.frames import Refit
from sandtable.titles.blitzkrieg.state import SUPPLY_HELP, State, add_supply

HELPED: tuple[int, int] = (1, 2)  # the choice of 13.4-3 that helps a side


def roll_supply(s: State, side: int, most: int, modifier: int, rule: str, dice: Dice) -> bool:
    """An extra supply unit on so much or less; 13.4-3: -2 for the side that is helped."""
    if s.agreed[SUPPLY_HELP] == HELPED[side]:
        modifier += s.edition.figure["option_supply"]
    gets = dice.draw(D10_FROM_0, side, rule) + modifier <= most
    s.tell("supply_roll" if gets else "no_supply_roll", side)
    return gets


def receive_supply(s: State, f: Refit, dice: Dice) -> None:
    """6.1.7: to the Holding Area."""
    e, side = s.edition, f.side
    row = e.turn_rows[s.turn - 1]
    if s.scenario == OCONNOR:
        count = e.supplies.get((OCONNOR, s.turn, side), 0)  # 15.1-h
    elif side == ALLIED:
        count = row.allied_supply
    else:
        count = row.axis_supply + roll_supply(s, AXIS, row.axis_roll, 0, "7.3.3-b", dice)
    for most, modifier in hq_rolls(s, f):
        count += roll_supply(s, side, most, modifier, "11.3.5-a", dice)
    if count:
        add_supply(s, side, e.holding, count)
        s.tell("supply_units", side, count)


def hq_rolls(s: State, f: Refit) -> list[tuple[int, int]]:
    """11.3.5: what an HQ on Extra Supply may roll for, and with which modifier. 4.0-g: Rommel on Axis Turn 1 in any case."""
    e, figure, side = s.edition, s.edition.figure, f.side
    hq = s.hq[side]
    if hq < 0 or not (s.bonus[side] >> SUPPLY & 1 or (f.late and hq == e.rommel)):
        return []
    row = e.turn_rows[s.turn - 1]
    if side == ALLIED:
        return [(figure["allied_hq_roll"], 0)] * figure["allied_hq_rolls"]
    if hq == e.italian_hq:
        return [(figure["italian_hq_roll"], 0)] * figure["italian_hq_rolls"]
    if hq == e.rommel:
        return [(row.axis_roll, figure["rommel_modifier"])] * row.rommel_rolls
    return [(row.axis_roll, 0)] * row.replacement_rolls
