"""13.S Supplies that fall to the enemy with a hex, those that a quartermaster carried among them."""

from __future__ import annotations

from fractions import Fraction

from sandtable.kernel.dice import D10, Dice
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


def spill(s: State, quartermaster: int) -> None:
    """13.R What a quartermaster carries stays where it is destroyed, and falls to the enemy with the hex (13.S.a-b), in a hex of
    his own at once; a terminal that it helped to carry is put down."""
    key, place = store(s, quartermaster), s.where[quartermaster]
    if s.owner[place] != s.edition.side[quartermaster]:
        score(s, s.owner[place], s.lp.get(key, 0))
    for stock, fresh in ((s.lp, s.new_lp), (s.gsp, s.new_gsp)):
        load = stock.pop(key, 0)
        if load:
            stock[place] = stock.get(place, 0) + load
            fresh[place] = fresh.get(place, 0) + load
    put_down(s, quartermaster)


def put_down(s: State, quartermaster: int) -> None:
    """13.K.2.d Two carry it, or nobody does."""
    terminal = s.carries[quartermaster]
    if terminal == NONE:
        return
    for unit in s.edition.depots[s.edition.side[quartermaster]]:
        if s.carries[unit] == terminal:
            s.carries[unit] = NONE
