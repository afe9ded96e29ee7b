"""9.B.3, 9.B.6, 9.C.6-8 From two strengths and a die to a result."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from sandtable.kernel.dice import D100, Dice
from sandtable.kernel.tally import Exact, cut_to_hundredths
from sandtable.titles.tigercubs.combat_strength import attack_strength, defence_strength
from sandtable.titles.tigercubs.frames import Combat
from sandtable.titles.tigercubs.offensive import is_offensive
from sandtable.titles.tigercubs.state import State


class Odds(NamedTuple):
    """The column of the table that is the worse for the attacker, and the chance in a hundred of the next better one."""

    column: int
    better: int
    ratio: Exact  # greater by smaller, cut to hundredths
    even: int = 0  # the column of 1:1


def odds_of(s: State, attack: Exact, defence: Exact) -> Odds:
    """9.B.3 Attacker by defender, below 1:1 defender by attacker (9.B.3-b); 9.C.6-7 the first and last columns hold."""
    names = s.names.texts["odds"]
    even, last = names.index("1:1"), len(names) - 1
    if defence == 0:
        return Odds(last, 0, 0, even)
    if attack == 0:
        return Odds(0, 0, 0, even)
    above = attack >= defence
    ratio = cut_to_hundredths(divided(attack, defence) if above else divided(defence, attack))
    whole, hundredths = divmod(int(ratio * 100), 100)
    if above:
        column = even + whole - 1
        return Odds(last, 0, ratio, even) if column >= last else Odds(column, hundredths, ratio, even)
    column = even - whole + 1
    if column <= 0:
        return Odds(0, 0, ratio, even)
    return Odds(column - 1, 100 - hundredths, ratio, even) if hundredths else Odds(column, 0, ratio, even)


def divided(a: Exact, b: Exact) -> Exact:
    return Fraction(a) / Fraction(b)


def combat_odds(s: State, f: Combat) -> Odds:
    """13.I.2.c An attack in which anybody lacks Offensive Supply takes the worse column without a roll."""
    return settled_odds(s, f, attack_strength(s, f), defence_strength(s, f))


def settled_odds(s: State, f: Combat, attack: Exact, defence: Exact) -> Odds:
    found = odds_of(s, attack, defence)
    return found if all(is_offensive(s, u) for u in f.attackers) else found._replace(better=0)


def roll_column(s: State, odds: Odds, side: int, dice: Dice) -> int:
    if odds.better == 0:
        return odds.column
    return odds.column + int(dice.at_most(D100, odds.better, side, "9.B.3"))


def result_of(s: State, column: int, die: int) -> int:
    """9.C.8 Dice beyond the table count as its last line."""
    row = s.edition.crt[column]
    return row[max(0, min(len(row) - 1, die - s.edition.low_die))]
