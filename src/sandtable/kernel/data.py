"""Facts from files: one CSV a table, one record a row, every record with its source.

A person who owns the boxed game can lay the printed values over ours from a folder of their own: the same file names, only
the rows and columns that differ. Errors name file, record and field.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final, Optional, TypeVar, get_origin, get_type_hints

import msgspec

from sandtable.kernel.tally import GLYPHS

EXACT: Final = re.compile(rf"(-?)(?:(\d+) ?)??(?:(\d+)/(\d+)|([{''.join(GLYPHS.values())}])|(\d+(?:\.\d+)?))", re.ASCII)
PARTS: Final = {glyph: Fraction(*parts) for parts, glyph in GLYPHS.items()}
OVERLAY_SOURCE: Final = "overlay"


class DataError(ValueError):
    """A data file is wrong: which, where, and what is accepted."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table. Subclasses add typed fields; an empty cell takes the field's default.

    Fields of a tuple type hold words parted by blanks. Yes and no are written `yes` and `no`. A `Fraction` is written as 1/3,
    1 1/2, 1½ or 0.75; in a tuple 1 1/2 is two numbers.
    """

    source: str  # a section of the rulebook, or `reconstruction`


R = TypeVar("R", bound=Record)


class Tables:
    """Reads the tables of a title, with an optional overlay, and knows the digest of all it has read."""

    def __init__(self, folder: Path, overlay: Optional[Path] = None) -> None:
        self.folder: Path = folder
        self.overlay: Optional[Path] = overlay
        self.hash = hashlib.sha256()
        if overlay is not None:
            self.check_overlay(overlay)

    def check_overlay(self, overlay: Path) -> None:
        if not overlay.is_dir():
            raise DataError(f"{overlay}: no such folder; an edition is a folder with files of the same names as the title's data")
        known = sorted([path.name for path in self.folder.glob("*.csv")])
        for path in sorted(overlay.glob("*.csv")):
            if path.name not in known:
                raise DataError(f"{path}: no table of this title; there are {', '.join(known)}")

    def read(self, name: str, kind: type[R], key: Sequence[str] = ("id",)) -> list[R]:
        """The records of `name`.csv in order; those of the overlay change or join them, matched by the key fields."""
        rows = read_rows(self.folder / f"{name}.csv")
        where = {row_key(row, key): f"{name}.csv" for row in rows}
        if len(where) != len(rows):
            keys = [row_key(row, key) for row in rows]
            raise DataError(f"{name}.csv, record {next(k for k in keys if keys.count(k) > 1)}: is there twice")
        if self.overlay is not None and (self.overlay / f"{name}.csv").exists():
            rows = self.lay_over(rows, self.overlay / f"{name}.csv", key, where)
        self.hash.update(repr((name, rows)).encode())
        return [convert(row, kind, where[row_key(row, key)], row_key(row, key)) for row in rows]

    def lay_over(self, rows: list[dict[str, str]], path: Path, key: Sequence[str], where: dict[str, str]) -> list[dict[str, str]]:
        by_key = {row_key(row, key): dict(row) for row in rows}
        for change in read_rows(path):
            missing = [field for field in key if not change.get(field)]
            if missing:
                raise DataError(f"{path}: a row without {' and '.join(missing)}; every row must say which record it changes")
            k = row_key(change, key)
            changed = by_key.setdefault(k, {})
            changed.update(change)
            if "source" not in change:
                changed["source"] = OVERLAY_SOURCE
            where[k] = str(path)
        return list(by_key.values())

    def digest(self) -> str:
        """Names the facts: two editions with the same digest play the same game."""
        return self.hash.hexdigest()[:16]


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
    return get_type_hints(kind)


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
