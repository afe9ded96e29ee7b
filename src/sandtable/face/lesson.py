"""A guided first game, as it is sent: the cards of its coach."""

from __future__ import annotations

from typing import Literal

import msgspec

PointedKind = Literal["piece", "space", "cell", "button"]


class Pointed(msgspec.Struct, frozen=True):
    """Something that a card points at."""

    is_: PointedKind = msgspec.field(name="is")
    id: str


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """What to do, why, and what the rule says; texts are HTML. A card that asks for nothing is read and put away."""

    title: str
    text: str
    part: int  # which of the lesson's parts
    acts: bool = False  # asks for a decision
    why: str = ""
    rule: str = ""
    law: str = ""  # the rule in a few words
    show: tuple[Pointed, ...] = ()
    label: str = ""  # a few words on the map, at the last thing that is shown


class Lesson(msgspec.Struct, frozen=True):
    title: str  # slug
    name: str
    text: str  # one line for the lobby
    scenario: str
    side: int
    minutes: int
    parts: tuple[str, ...]
    cards: tuple[Card, ...]
    learned: tuple[str, ...]
    next: str  # the scenario to go on with
    next_name: str

    def __repr__(self) -> str:
        return f"<Lesson {self.title}: {len(self.cards)} cards>"
