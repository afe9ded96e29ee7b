"""13.P, 13.Q Stocks of LPs and GSPs, and what supply costs in GSPs."""

from __future__ import annotations

from typing import Final

from sandtable.titles.tigercubs.scales import GSP, SP, WING
from sandtable.titles.tigercubs.state import State, sp

PRICE: Final = GSP // SP  # sixths of a GSP for half an SP


def thirds_at(s: State, place: int) -> int:
    """LPs that can be used, in thirds (13.P.2.e)."""
    return s.lp.get(place, 0) - s.new_lp.get(place, 0)


def points_at(s: State, place: int) -> int:
    """GSPs that can be used, in sixths."""
    return s.gsp.get(place, 0) - s.new_gsp.get(place, 0)


def take_from(stock: dict[int, int], key: int, amount: int) -> None:
    stock[key] -= amount
    if stock[key] == 0:
        del stock[key]


def add_to(stock: dict[int, int], key: int, amount: int) -> None:
    if amount:
        stock[key] = stock.get(key, 0) + amount


def price(s: State, unit: int) -> int:
    """13.Q.2.a One GSP an SP, in sixths."""
    return sp(s, unit) * PRICE


def air_price(s: State, air: int) -> int:
    """13.Q.3.a.i-ii For a wing 1 or 2 GSPs, for a squadron half of it."""
    large = s.edition.air_type[air] in ("B", "T")
    return s.edition.figure["supply_air_large" if large else "supply_air_small"].numerator * GSP * s.steps[air] // WING


def dumps(s: State, side: int) -> list[int]:
    most = s.edition.places
    return [p for p in s.gsp if p < most and s.owner[p] == side and points_at(s, p) > 0]
