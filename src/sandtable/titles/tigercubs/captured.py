"""13.S Supplies that fall to the enemy with a hex, and those that are lost with a quartermaster."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.dice import D10, Dice
from sandtable.kernel.sides import other
from sandtable.kernel.tally import down
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.scales import GSP, LP
from sandtable.titles.tigercubs.state import State, store


def roll(s: State, place: int, captor: int, dice: Dice) -> None:
    """13.S.b After combat a tenth for each pip is captured, the rest is lost. To be called once, before anybody enters: where a
    zone has taken the hex already, what is lost has been scored with it."""
    if not (s.lp.get(place) or s.gsp.get(place)):
        return
    pips = dice.d10(captor, "13.S.b")
    thirds, points = s.lp.get(place, 0), s.gsp.get(place, 0)
    kept_thirds = thirds if pips == len(D10) else int(down(Fraction(thirds * pips, len(D10))))  # 13.S.b.i
    kept_points = points if pips == len(D10) else int(down(Fraction(points * pips, len(D10) * GSP))) * GSP  # 13.S.b.ii
    keep(s.lp, s.new_lp, place, kept_thirds)
    keep(s.gsp, s.new_gsp, place, kept_points)
    if s.owner[place] != captor:
        score(s, captor, thirds - kept_thirds)
    s.tell("captured", captor, place, kept_thirds, kept_points // GSP)


def keep(stock: dict[int, int], fresh: dict[int, int], key: int, amount: int) -> None:
    """What is left of a stock."""
    if amount:
        stock[key] = amount
        if key in fresh:
            fresh[key] = min(fresh[key], amount)
    else:
        stock.pop(key, None)
        fresh.pop(key, None)


def score(s: State, side: int, thirds: int) -> None:
    """16.A.2.a For LPs that the enemy has lost."""
    s.score[side] += s.edition.loss_points["lp"] * thirds // LP


def lose_load(s: State, quartermaster: int) -> None:
    """What a quartermaster carries goes with it; a terminal that it helped to carry is put down."""
    key = store(s, quartermaster)
    score(s, other(s.edition.side[quartermaster]), s.lp.get(key, 0))
    keep(s.lp, s.new_lp, key, 0)
    keep(s.gsp, s.new_gsp, key, 0)
    put_down(s, quartermaster)


def put_down(s: State, quartermaster: int) -> None:
    """13.K.2.d Two carry it, or nobody does."""
    terminal = s.carries[quartermaster]
    if terminal == NONE:
        return
    for unit in s.edition.depots[s.edition.side[quartermaster]]:
        if s.carries[unit] == terminal:
            s.carries[unit] = NONE
