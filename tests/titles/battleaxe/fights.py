"""Fights without support, with dice by hand, and what was counted in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.kernel.play import Event, decider, inner
from sandtable.kernel.sides import ALLIED
from sandtable.titles.battleaxe.frames import Half
from sandtable.titles.battleaxe.state import State
from tests.kit import play
from tests.titles.battleaxe.positions import position

POINT_206 = {"33PAK": "9", "15MC(-)": "9"}  # 5 + 1 + 3


def fight(at: Mapping[str, str], half: str = "allied", **facts: Any) -> State:
    """A half Impulse without artillery; nobody holds the Advantage, and no Sunset DR can end Impulse 2."""
    return position(at, half=half, **{"artillery": (0, 0), "advantage": "", "impulse": 2, **facts})


def combat(s: State, lead: str, against: str, dice: Sequence[int]) -> State:
    """From the Leads through the dice, without support: two dice of the attacker, then two of the defender."""
    air = ["pass"] if decider(s) == ALLIED else []
    return play(s, f"lead {lead}", f"lead {against}", *air, dice=dice)


def sums(s: State) -> dict[str, dict[str, int]]:
    """The terms of the Attack Value and the Defense Value told since the last `play`, by rule."""
    tallies = [event.tally for event in s.log or () if isinstance(event, Event) and event.tally is not None]
    return {tally.what: {term.rule: int(term.value) for term in tally.terms} for tally in tallies}


def attack_value(s: State) -> dict[str, int]:
    return sums(s)["Attack Value"]


def defence_value(s: State) -> dict[str, int]:
    return sums(s)["Defense Value"]


def active_side(s: State) -> int:
    """Whose half Impulse it is, whoever is asked."""
    return inner(s, Half).side


def on_206(*units: str, **facts: Any) -> State:
    """These units stand in 10, next to Point 206, and have been activated."""
    return play(fight({**POINT_206, **dict.fromkeys(units, "10")}, **facts), "assault 10")


def enter(s: State, area: str, *units: str) -> State:
    return play(s, *[f"enter {unit} {area}" for unit in units], f"attack {area}")
