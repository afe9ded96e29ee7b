"""A game as what was said and what the dice showed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, Union

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.kernel.data import Rows
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import SIDES

FORMAT: Final = 1


class BadRecord(ValueError):
    """A record that cannot be played: what is wrong, and at which ply."""


class Ply(NamedTuple):
    """One decision: whose, what was said, what the dice showed, and whether something hidden became known."""

    side: int
    text: str
    dice: tuple[int, ...]
    shown: bool = False


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All that is needed to play a game again. Another `format` whenever this shape changes."""

    format: int = FORMAT
    title: str
    rules: str
    edition: str
    scenario: str
    settings: Settings
    setup: tuple[int, ...] = ()  # the dice of set-up
    plies: list[Ply] = []
    changes: Union[Rows, UnsetType] = UNSET  # values that were laid over ours, so that it can be opened anywhere

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)

    def save(self, path: Union[str, Path]) -> None:
        """Into a file: as the readable notation if its name ends in `.txt`, else as JSON."""
        path = Path(path)
        path.write_bytes(to_text(self).encode() if path.suffix == ".txt" else self.to_json() + b"\n")

    def __repr__(self) -> str:
        return f"<Record of {self.title} ({self.scenario}), {len(self.plies)} plies>"


def from_json(data: bytes | str) -> Record:
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f"not a record: {error}") from None
    if record.format != FORMAT:
        raise BadRecord(f"a record of format {record.format}; this version reads format {FORMAT}")
    return record


def read_file(path: Path) -> Record:
    """A record, JSON or text. Raises `BadRecord`, which names the file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not text'}") from None
    try:
        return from_json(text) if text.lstrip().startswith("{") else from_text(text)
    except ValueError as error:
        raise BadRecord(f"{path}: {error}") from None


# The readable notation: to a record what PGN is to a game of chess.


def to_text(record: Record) -> str:
    """A head of `[name value]` lines, then a line a ply: `12. axis enter 1/8 15 {3 4}`, `!` where something became known."""
    head = [("format", record.format), ("title", record.title), ("rules", record.rules), ("edition", record.edition),
            ("scenario", record.scenario)]  # fmt: skip
    lines = [f"[{name} {value}]" for name, value in head]
    lines += [f"[setting {id}={value}]" for id, value in record.settings.items()]
    for table, rows in (record.changes or {}).items():
        lines += [f"[change {table} {msgspec.json.encode(row).decode()}]" for row in rows]
    lines.append(f"0. setup{faces(record.setup)}")
    for n, ply in enumerate(record.plies, 1):
        lines.append(f"{n}. {SIDES[ply.side]} {ply.text}{faces(ply.dice)}{' !' if ply.shown else ''}")
    return "\n".join(lines) + "\n"


def faces(dice: Sequence[int]) -> str:
    return " {" + " ".join([str(face) for face in dice]) + "}" if dice else ""


LINE: Final = re.compile(r"(?P<n>\d+)\. (?P<who>\w+)(?: (?P<text>[^{!]*?))?(?: \{(?P<dice>(?:-?\d+ ?)*)\})?(?P<shown> !)?")

WHOLE: Final = re.compile(r"-?\d{1,9}")


def from_text(text: str) -> Record:
    head: dict[str, str] = {}
    settings: dict[str, int] = {}
    changes: Rows = {}
    setup: tuple[int, ...] = ()
    plies: list[Ply] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("[") and line.endswith("]"):
            name, _, value = line[1:-1].partition(" ")
            if name == "setting":
                id, _, chosen = value.partition("=")
                if not WHOLE.fullmatch(chosen):
                    raise BadRecord(f"line {number}: {line!r} should give a whole number, as in `[setting {id or 'name'}=1]`")
                settings[id] = int(chosen)
            elif name == "change":
                table, _, cells = value.partition(" ")
                changes.setdefault(table, []).append(read_cells(cells, number))
            else:
                head[name] = value
            continue
        if not line.strip():
            continue
        found = LINE.fullmatch(line)
        if found is None or (found["who"] != "setup" and found["who"] not in SIDES):
            raise BadRecord(f"line {number}: {line!r} is neither a `[name value]` line nor a ply such as `1. allied pass {{3 4}}`")
        dice = tuple([int(face) for face in (found["dice"] or "").split()])
        if found["who"] == "setup":
            setup = dice
            continue
        if found["n"] != str(len(plies) + 1):
            raise BadRecord(f"line {number}: {line!r} should be ply {len(plies) + 1}")
        plies.append(Ply(SIDES.index(found["who"]), found["text"] or "", dice, found["shown"] is not None))
    missing = [name for name in ("format", "title", "rules", "edition", "scenario") if name not in head]
    if missing:
        raise BadRecord(f"the head lacks {', '.join(missing)}")
    if head["format"] != str(FORMAT):
        raise BadRecord(f"a record of format {head['format']}; this version reads format {FORMAT}")
    return Record(title=head["title"], rules=head["rules"], edition=head["edition"], scenario=head["scenario"],
                  settings=settings, setup=setup, plies=plies, changes=changes or UNSET)  # fmt: skip


def read_cells(text: str, number: int) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(f'line {number}: should give a row, as in `[change units {{"id":"7RTR"}}]`: {error}') from None
