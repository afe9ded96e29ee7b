"""What a player is told before a scenario, as it is sent: the situation on a map, what both want, where to look first."""

from __future__ import annotations

import msgspec

from sandtable.face.view import View


class Aim(msgspec.Struct, frozen=True):
    """What a side wants, and how that is scored."""

    side: int
    text: str


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something to look at first, and where it is."""

    text: str
    spaces: tuple[str, ...] = ()


class Thrust(msgspec.Struct, frozen=True):
    """A way that a side may go: no order."""

    side: int
    spaces: tuple[str, ...]
    text: str


class Briefing(msgspec.Struct, frozen=True, omit_defaults=True):
    title: str  # slug
    scenario: str
    name: str
    situation: tuple[str, ...]  # paragraphs
    difficulty: int  # 1 to 5
    decisions: int  # in a game between computer players, marches counted once
    minutes: int
    measured: str  # how the length was come by
    beginner: int  # the side that is easier to begin with
    why: str  # why that one
    aims: tuple[Aim, ...]
    first: tuple[Look, ...]
    arrows: tuple[Thrust, ...]
    view: View  # the opening position, as the beginner's side sees it
    frame: tuple[float, float, float, float]  # the part of the board where it happens, in map units
    turns: int = 0  # 0: not fixed
    alone: bool = False  # a game for one: the other side only holds out
