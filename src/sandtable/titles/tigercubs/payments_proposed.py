"""6.3.a Payments as the program proposes them: thirds where they serve most, GSPs for whom no route serves."""

from __future__ import annotations

from typing import Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.tigercubs.frames import InitialPhase
from sandtable.titles.tigercubs.kinds import NONE
from sandtable.titles.tigercubs.payments import (
    FUEL,
    RATION,
    SPEND_AIR,
    SPEND_GENERAL,
    SPEND_OFFENSIVE,
    by_base,
    headquarters,
    needy,
    parts,
    purse_for,
)
from sandtable.titles.tigercubs.state import PAID_GENERAL, State, attack_rating, sp
from sandtable.titles.tigercubs.stocks import dumps, points_at, price, thirds_at
from sandtable.titles.tigercubs.supply import is_air_served, is_free, reaches_base, spots_served
from sandtable.titles.tigercubs.supply_hubs import terminals

NOTHING_TO_PAY: Final = Refusal("6.3.a.i", "there is nothing to spend")


class Provide(Act[State, InitialPhase]):
    """General Supply as proposed, and on: thirds where they serve most, GSPs for whom no route serves."""

    rule = "6.3.a.i"
    form = "provide"
    label = "Pay for General Supply as proposed"
    asks = "pay for General Supply"

    def candidates(self, s: State, f: InitialPhase) -> list[Args]:
        return [(0, 0)]

    def why_not(self, s: State, f: InitialPhase, a: int, b: int, /) -> Optional[Refusal]:
        return None if has_stock(s, f.side) else NOTHING_TO_PAY

    def do(self, s: State, f: InitialPhase, a: int, b: int, dice: Dice, /) -> None:
        for terminal in propose_terminals(s, f.side):
            SPEND_GENERAL.do(s, f, terminal, 0, dice)
        for unit, place in propose_rations(s, f):
            RATION.do(s, f, unit, place, dice)
        f.at = f.row + 1


class Equip(Act[State, InitialPhase]):
    """Offensive and air supply as proposed, and on."""

    rule = "6.3.a.ii"
    form = "equip"
    label = "Pay for Offensive and air supply as proposed"
    asks = "pay for Offensive Supply"

    def candidates(self, s: State, f: InitialPhase) -> list[Args]:
        return [(0, 0)]

    def why_not(self, s: State, f: InitialPhase, a: int, b: int, /) -> Optional[Refusal]:
        return None if has_stock(s, f.side) else NOTHING_TO_PAY

    def do(self, s: State, f: InitialPhase, a: int, b: int, dice: Dice, /) -> None:
        for terminal in terminals(s, f.side):
            if SPEND_OFFENSIVE.why_not(s, f, terminal, 0) is None and any(not s.offensive[hq] for hq in headquarters(s, terminal)):
                SPEND_OFFENSIVE.do(s, f, terminal, 0, dice)
        for terminal in terminals(s, f.side):
            if SPEND_AIR.why_not(s, f, terminal, 0) is None and flyers(s, terminal):
                SPEND_AIR.do(s, f, terminal, 0, dice)
        hungry = {a for airs in by_base(s, f.side).values() for a in airs}
        for air in [a for a in s.edition.air_of_side[f.side] if a in hungry]:
            place = next((p for p in dumps(s, f.side) if FUEL.why_not(s, f, air, p) is None), NONE)
            if place != NONE:
                FUEL.do(s, f, air, place, dice)
        f.at = f.row + 1


def has_stock(s: State, side: int) -> bool:
    """Whether there is anything to spend at all."""
    if is_free(s, side):
        return False
    return any(thirds_at(s, s.where[t]) > 0 for t in terminals(s, side)) or bool(dumps(s, side))


def propose_terminals(s: State, side: int) -> list[int]:
    """Terminals at which a third for General Supply serves somebody whom no other third serves, the most useful first."""
    e = s.edition
    units = needy(s, side)
    able = [t for t in terminals(s, side) if not s.paid[t] & PAID_GENERAL and thirds_at(s, s.where[t]) > 0]
    chosen: list[int] = []
    while able and units:
        worth = {t: [u for u in units if (s.where[u], e.contingent[u]) in spots_served(s, t)] for t in able}
        best = max(able, key=lambda t: (sum([sp(s, u) for u in worth[t]]), thirds_at(s, s.where[t])))
        if not worth[best]:
            break
        chosen.append(best)
        able.remove(best)
        units = [u for u in units if u not in worth[best]]
    return chosen


def propose_rations(s: State, f: InitialPhase) -> list[tuple[int, int]]:
    """GSPs for units that would be out of supply, the strongest for what they cost first."""
    left = {p: points_at(s, p) for p in dumps(s, f.side)}
    found: list[tuple[int, int]] = []
    for unit in sorted(needy(s, f.side), key=lambda u: (-attack_rating(s, u) * 2 // max(1, sp(s, u)), u)):
        purse = {place: left[place] for place in purse_for(s, f.side, unit) if left[place]}
        cost = price(s, unit)
        if cost <= sum(purse.values()):
            first = next((place for place, points in purse.items() if points >= cost), next(iter(purse)))
            found.append((unit, first))
            for place, part in parts(purse, first, cost).items():
                left[place] -= part
    return found


def flyers(s: State, terminal: int) -> list[int]:
    """Air units that a third at the terminal would supply, and that are not supplied yet."""
    side = s.edition.side[terminal]
    return [
        a
        for a in s.edition.air_of_side[side]
        if s.base[a] >= 0 and not is_air_served(s, a) and reaches_base(s, terminal, s.base[a])
    ]
