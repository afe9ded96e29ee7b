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
    return {tally.what: {term.rule: term.value for term in tally.terms} for tally in tallies}


def attack_value(s: State) -> dict[str, int]:
    return sums(s)["Attack Value"]


def defense_value(s: State) -> dict[str, int]:
    return sums(s)["Defense Value"]


def active_side(s: State) -> int:
    """Whose half Impulse it is, whoever is asked."""
    return inner(s, Half).side
