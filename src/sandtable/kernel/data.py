"""Facts from files: one CSV a table, one record a row, every record with its source.

A person who owns the boxed game can lay the printed values over ours from a folder of their own: the same file names, only
the rows and columns that differ. Errors name file, record and field.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, Optional, TypeVar, get_origin, get_type_hints

import msgspec

from sandtable.kernel.tally import GLYPHS

EXACT: Final = re.compile(
    rf"(-?)(?:(\d{{1,9}}) ?)??(?:(\d{{1,9}})/(\d{{1,9}})|([{''.join(GLYPHS.values())}])|(\d{{1,9}}(?:\.\d{{1,9}})?))", re.ASCII
)
PARTS: Final = {glyph: Fraction(*parts) for parts, glyph in GLYPHS.items()}
OVERLAY_SOURCE: Final = "overlay"
WHOLE: Final = re.compile(r"-?[0-9]{1,9}")


class DataError(ValueError):
    """A data file is wrong: which, where, and what is accepted."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table. Subclasses add typed fields; an empty cell takes the field's default.

    Fields of a tuple type hold words parted by blanks. Yes and no are written `yes` and `no`. A `Fraction` is written as 1/3,
    1 1/2, 1½ or 0.75; in a tuple 1 1/2 is two numbers.
    A subclass names in `shown` the fields that no rule reads: what is only printed, drawn or explained. They and the source
    are no part of the edition's digest, so that a saved game survives when somebody mends a name or a note.
    """

    shown: ClassVar[tuple[str, ...]] = ()
    source: str  # a section of the rulebook, or `reconstruction`

    def facts(self) -> list[tuple[str, object]]:
        """What rules read of it. A field at its default is left out: a new column changes nothing where it is empty."""
        found = [(name, getattr(self, name), default) for name, default in ruling_fields(type(self))]
        return [(name, value) for name, value, default in found if value != default]


@cache
def ruling_fields(kind: type[Record]) -> tuple[tuple[str, object], ...]:
    """The fields that rules read, with their defaults. To ask a struct for them takes longer than to read all its rows."""
    fields = [field for field in msgspec.structs.fields(kind) if field.name != "source" and field.name not in kind.shown]
    return tuple([(field.name, field.default) for field in fields])


R = TypeVar("R", bound=Record)


Cells = tuple[tuple[str, str], ...]  # a row: field and text
Rows = dict[str, list[dict[str, str]]]  # table -> rows: an overlay as records keep it


class Changes(NamedTuple):
    """Values to lay over ours: for each table the rows that differ, and of these the cells."""

    tables: tuple[tuple[str, tuple[Cells, ...]], ...]
    where: str = "the edition in the record, "  # for messages: what stands before the name of a file

    def rows(self, table: str) -> list[dict[str, str]]:
        return [dict(cells) for name, rows in self.tables if name == table for cells in rows]

    def plain(self) -> Rows:
        return {name: [dict(cells) for cells in rows] for name, rows in self.tables}

    def __repr__(self) -> str:
        told = ", ".join([f"{len(rows)} rows of {name}" for name, rows in self.tables])
        return f"<Changes: {told or 'nothing'}>"


def changes_of(rows: Mapping[str, Sequence[Mapping[str, str]]]) -> Changes:
    """
    >>> changes_of({"units": [{"id": "7RTR", "cv": "6"}]})
    <Changes: 1 rows of units>
    """
    return Changes(tuple([(name, tuple([tuple(row.items()) for row in some])) for name, some in rows.items()]))


def read_changes(folder: Path) -> Changes:
    """An edition that somebody keeps in a folder: files of the same names as a title's, with the rows and columns that differ."""
    if not folder.is_dir():
        raise DataError(f"{folder}: no such folder; an edition is a folder with files of the same names as the title's data")
    files = sorted(folder.glob("*.csv"))
    return changes_of({path.stem: read_rows(path) for path in files})._replace(where=f"{folder}{os.sep}")


class Tables:
    """Reads the tables of a title, with an optional overlay, and knows the digest of all it has read."""

    def __init__(self, folder: Path, changes: Optional[Changes] = None) -> None:
        self.folder: Path = folder
        self.changes: Optional[Changes] = changes
        self.facts: dict[str, str] = {}  # table -> digest of what rules read of it
        self.differs: Rows = {}  # what the overlay changes
        known = sorted([path.name for path in folder.glob("*.csv")])
        for name, _ in changes.tables if changes is not None else ():
            if f"{name}.csv" not in known:
                raise DataError(f"{self.file_of(name)}: no table of this title; there are {', '.join(known)}")

    def file_of(self, name: str) -> str:
        """The overlay's file, for messages."""
        return f"{self.changes.where if self.changes is not None else ''}{name}.csv"

    def read(self, name: str, kind: type[R], key: Sequence[str] = ("id",)) -> list[R]:
        """The records of `name`.csv in order; those of the overlay change or join them, matched by the key fields."""
        rows, where = self.rows(name, key)
        records = [convert(row, kind, where[row_key(row, key)], row_key(row, key)) for row in rows]
        self.note(name, [record.facts() for record in records])
        return records

    def numbered(self, name: str, key: str) -> dict[int, dict[str, str]]:
        """A table whose rows are numbers and whose columns are named as they are printed (1:2): its cells as text."""
        rows, where = self.rows(name, (key,))
        found: dict[int, dict[str, str]] = {}
        for row in rows:
            number = row.get(key, "")
            if not WHOLE.fullmatch(number):
                raise DataError(f"{where[number]}, record {number}, field {key}: {number!r} is no whole number")
            found[int(number)] = {column: text for column, text in row.items() if column not in (key, "source")}
        self.note(name, [[(key, number), *cells.items()] for number, cells in found.items()])
        return found

    def note(self, name: str, facts: list[list[tuple[str, object]]]) -> None:
        """What rules read of a table is part of the digest."""
        self.facts[name] = hashlib.sha256(repr([sorted(row) for row in facts]).encode()).hexdigest()

    def rows(self, name: str, key: Sequence[str]) -> tuple[list[dict[str, str]], dict[str, str]]:
        """The rows as text, overlay and all, and the file of each."""
        rows = read_rows(self.folder / f"{name}.csv")
        where = {row_key(row, key): f"{name}.csv" for row in rows}
        if len(where) != len(rows):
            keys = [row_key(row, key) for row in rows]
            raise DataError(f"{name}.csv, record {next(k for k in keys if keys.count(k) > 1)}: is there twice")
        if self.changes is not None:
            rows = self.lay_over(rows, name, key, where)
        return rows, where

    def lay_over(self, rows: list[dict[str, str]], name: str, key: Sequence[str], where: dict[str, str]) -> list[dict[str, str]]:
        assert self.changes is not None
        by_key = {row_key(row, key): dict(row) for row in rows}
        for change in self.changes.rows(name):
            missing = [field for field in key if not change.get(field)]
            if missing:
                raise DataError(
                    f"{self.file_of(name)}: a row without {' and '.join(missing)}; every row must say which record it changes"
                )
            k = row_key(change, key)
            ours = by_key.setdefault(k, {})
            other = {field: text for field, text in change.items() if ours.get(field) != text and field != "source"}
            if not other:
                continue
            kept = {field: text for field, text in change.items() if field in other or field in key or field == "source"}
            self.differs.setdefault(name, []).append(kept)
            ours.update({"source": OVERLAY_SOURCE} | kept)
            where[k] = self.file_of(name)
        return list(by_key.values())

    def laid(self) -> Optional[Changes]:
        """The overlay without what is the same as ours, once all tables have been read; None if nothing differs."""
        return changes_of(self.differs) if self.differs else None

    def digest(self) -> str:
        """Names what rules read, in whatever order the tables were read: two editions with one digest play the same game."""
        return hashlib.sha256(repr(sorted(self.facts.items())).encode()).hexdigest()[:16]


def read_rows(path: Path) -> list[dict[str, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read: {error}") from None
    reader = csv.DictReader(io.StringIO(text), strict=True)
    rows: list[dict[str, str]] = []
    try:
        for row in reader:
            if None in row or None in row.values():
                raise DataError(
                    f"{path}, line {reader.line_num}: {len(reader.fieldnames or ())} cells are needed, as in the first line"
                )
            rows.append({str(field): value for field, value in row.items()})
    except csv.Error as error:
        raise DataError(f"{path}, line {reader.line_num}: {error}") from None
    return rows


def row_key(row: dict[str, str], key: Sequence[str]) -> str:
    return " ".join([row.get(field, "") for field in key])


@cache
def fields_of(kind: type[Record]) -> dict[str, object]:
    hints = get_type_hints(kind)
    return {field: hints[field] for field in kind.__struct_fields__}


def convert(row: dict[str, str], kind: type[R], file: str, key: str) -> R:
    hints = fields_of(kind)
    cells: dict[str, object] = {}
    for field, text in row.items():
        if field not in hints:
            raise DataError(f"{file}, record {key}, field {field}: no such field; there are {', '.join(hints)}")
        if text == "":
            continue
        if get_origin(hints[field]) is tuple:
            cells[field] = text.split()
        elif text in ("yes", "no") and hints[field] is bool:
            cells[field] = text == "yes"
        else:
            cells[field] = text
    try:
        return msgspec.convert(cells, kind, strict=False, dec_hook=read_exact)
    except msgspec.ValidationError as error:
        raise DataError(f"{file}, record {key}, {plain(str(error))}") from None


def read_exact(kind: type[Any], text: Any) -> Any:
    """A number as people write it, exactly."""
    assert kind is Fraction, f"no cell can be a {kind.__name__}"
    found = EXACT.fullmatch(text)
    if found is None or (found[4] and int(found[4]) == 0) or (found[2] and found[6]):
        raise ValueError(f"Expected a number such as 2, 1/3, 1 1/2, 1½ or 0.75, got {text!r}")
    part = Fraction(int(found[3]), int(found[4])) if found[3] else PARTS[found[5]] if found[5] else Fraction(found[6])
    value = int(found[2] or 0) + part
    return -value if found[1] else value


def plain(error: str) -> str:
    """msgspec's message, field first."""
    text, at, path = error.rpartition(" - at `$")
    return f"field {path.strip('`.')}: {text}" if at else error
