"""The rule book for reading, as it is sent: chapters, sections, and blocks of HTML that name the rows of the ledger."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.face.view import Overlay, View

BlockKind = Literal["text", "example", "ruling", "reconstructed", "tip", "diagram"]


class Ruling(msgspec.Struct, frozen=True):
    """How an unclear place of the original is read, or where a value comes from that it does not print."""

    number: str  # in the original
    text: str


class Block(msgspec.Struct, frozen=True, omit_defaults=True):
    """A paragraph, a list, a table, a box or a diagram. In its HTML `data-rows` names the rows that an element says, and
    `data-face` the face of a counter (a key of Board.faces) that stands there."""

    html: str
    kind: BlockKind = "text"
    title: str = ""  # of a box or diagram
    rows: tuple[str, ...] = ()
    diagram: str = ""  # its name: a picture is asked for by it
    rulings: tuple[Ruling, ...] = ()  # on what it says


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    blocks: tuple[Block, ...]
    id: str = ""  # "9.1", in which links lead; none: what stands before the first section
    name: str = ""


class Chapter(msgspec.Struct, frozen=True, omit_defaults=True):
    sections: tuple[Section, ...]
    name: str
    id: str = ""  # "9"; none: the chapter has no number in the original


class Book(msgspec.Struct, frozen=True):
    """The rules of a title. One that is not written yet is put together from the ledger."""

    title: str  # slug
    name: str
    written: bool
    chapters: tuple[Chapter, ...]

    def __repr__(self) -> str:
        return f"<Book {self.title}: {len(self.chapters)} chapters>"


class Reached(msgspec.Struct, frozen=True):
    """A space that a piece can reach, and the movement that is left then, if the title tells."""

    space: str
    left: float | None


class Arrow(msgspec.Struct, frozen=True):
    kind: Literal["move", "attack"]
    spaces: tuple[str, ...]


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A diagram: a part of the board in a real position, and what is shown on it."""

    view: View
    frame: tuple[float, float, float, float]  # the part of the board, in map units
    reach: tuple[Reached, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    marks: tuple[str, ...] = ()  # spaces
    arrows: tuple[Arrow, ...] = ()
    rings: tuple[str, ...] = ()  # pieces
