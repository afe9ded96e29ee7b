"""Player aids: tables, terrain, turns with what they bring, and every counter. They follow from the edition and what was agreed:
nothing in them changes in play, and all may look. What of them counts now is in the view: `View.lit` and `View.goals`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sandtable.face.view import Favour


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of a table. The tone is the attacker's."""

    text: str
    means: str = ""
    tone: Favour = ""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    head: str
    cells: tuple[Mark, ...]
    note: str = ""
    sample: tuple[str, ...] = ()  # spaces that show what is meant, for a cut-out of the map
    rule: str = ""
    places: tuple[str, ...] = ()  # spaces that it holds for


class Grid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed table."""

    id: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[Row, ...]
    corner: str = ""  # what the heads of the lines are
    rule: str = ""
    note: str = ""
    legend: tuple[Mark, ...] = ()  # how to read a cell
    plain: int = -1  # the line of every space that none of them names


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a turn brings."""

    side: int
    text: str
    faces: tuple[str, ...] = ()  # of the board


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str  # as `View.turn` says it
    note: str = ""
    due: tuple[Due, ...] = ()


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter of the box: the piece that it is in play, and its sides, the full one first."""

    piece: str
    name: str
    faces: tuple[str, ...]
    figures: str = ""  # in words
    note: str = ""


class Formation(msgspec.Struct, frozen=True, omit_defaults=True):
    side: int
    name: str
    counters: tuple[Counter, ...]


class Aids(msgspec.Struct, frozen=True, omit_defaults=True):
    fight: tuple[Grid, ...] = ()
    terrain: tuple[Grid, ...] = ()
    turns: tuple[Turn, ...] = ()
    order: tuple[Formation, ...] = ()

    def __repr__(self) -> str:
        return f"<Aids: {len(self.fight) + len(self.terrain)} tables, {len(self.turns)} turns, {len(self.order)} formations>"


def no_aids(s: Any) -> Aids:
    return Aids()


def cells(*texts: object) -> tuple[Mark, ...]:
    return tuple([Mark(str(text)) for text in texts])


def signed(number: object) -> str:
    """With a minus sign as wide as a plus."""
    return str(number).replace("-", "−")


def in_formations(rows: Iterable[tuple[int, str, Counter]]) -> tuple[Formation, ...]:
    """Counters with the side and the name of what they belong to, in order: the Axis first."""
    found: dict[tuple[int, str], list[Counter]] = {}
    for side, name, counter in rows:
        found.setdefault((side, name), []).append(counter)
    ordered = sorted(found.items(), key=lambda entry: -entry[0][0])
    return tuple([Formation(side, name, tuple(counters)) for (side, name), counters in ordered])
