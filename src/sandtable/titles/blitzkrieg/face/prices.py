"""What a choice costs or brings, in a line below its button."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sandtable.face.story import counted
from sandtable.kernel.play import Option, decider
from sandtable.kernel.sides import other
from sandtable.titles.blitzkrieg.face.payment import breaks
from sandtable.titles.blitzkrieg.refit import due_upgrades, rate
from sandtable.titles.blitzkrieg.state import State

BONUS_DOES: Final = (  # in the order of `BONUSES`
    "+1 for who attacks where it stands, in round one",
    "+1 for who defends where it stands, in round one",
    "a box more for who starts with it, in both movement phases",
    "rolls for more supply units",
)


def bonus(s: State, number: int) -> str:
    return BONUS_DOES[number]


def card(s: State, number: int) -> str:
    return s.edition.card_rows[number].effect.rstrip(".")


def upgrade(s: State, unit: int) -> str:
    new = next(new for _, old, new in due_upgrades(s, decider(s)) if old == unit)
    return f"becomes {s.names.called('unit', new)}, combat {s.edition.cv[new]} for {s.edition.cv[unit]}"


def withdrawal(s: State, unit: int) -> str:
    """6.6.2"""
    return f"you score {counted(s.edition.points[unit], 'Victory Point')}"


def replacements(s: State, pool: int) -> str:
    """6.3"""
    take, of = rate(s, pool)
    return f"{of} eliminated units: {take} back to the Holding Area, {of - take} out of the game, and the enemy scores"


def payment(s: State, box: int) -> str:
    return breaks(s, s.active, box)


def retreat(s: State, box: int) -> str:
    """9.5.4, 9.5.5"""
    fought = box < s.edition.boxes and s.occupied[other(decider(s))] >> box & 1
    return "into a battle: who comes takes no part, and shares its end" if fought else ""


PRICES: Final[Mapping[str, Callable[[State, int], str]]] = {
    "bonus": bonus,
    "play": card,
    "upgrade": upgrade,
    "release": withdrawal,
    "replace": replacements,
    "supply": payment,
    "retreat": retreat,
}


def price(s: State, o: Option) -> str:
    return PRICES[o[0]](s, o[1]) if o[0] in PRICES else ""
