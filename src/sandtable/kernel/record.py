"""A game as what was said and what the dice showed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, Optional, Union

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.kernel.data import Rows
from sandtable.kernel.names import SHOWN, cut, quoted
from sandtable.kernel.rules import Settings
from sandtable.kernel.sides import SIDES

FORMAT: Final = 1
SETUP: Final = "setup"

# What a record may hold at most: many times what any game needs.
SAYING: Final = 200  # letters of what is said, or of a name
DICE: Final = 1000  # of one ply
NUMBER: Final = 999_999_999
PLIES: Final = 50_000
LINE: Final = 20_000  # letters of the notation
LINES: Final = 2 * PLIES
ROWS: Final = 5_000  # of changed values
CELL: Final = 4_000  # letters of one


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
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"not a record: {cut(str(error), SHOWN + 30) or 'nested too deep'}") from None
    if record.format != FORMAT:
        raise BadRecord(f"a record of format {cut(str(record.format))}; this version reads format {FORMAT}")
    return bounded(record)


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


class Said(NamedTuple):
    """A line of the notation, taken apart."""

    number: int
    who: str
    text: str
    dice: tuple[int, ...]
    shown: bool


def from_text(text: str) -> Record:
    head: dict[str, str] = {}
    settings: dict[str, int] = {}
    changes: Rows = {}
    setup: tuple[int, ...] = ()
    plies: list[Ply] = []
    if text.count("\n") > LINES:
        raise BadRecord(f"a record has {LINES} lines at most")
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip("\r")
        if len(line) > LINE:
            raise BadRecord(f"line {number} has {len(line)} letters; {LINE} are the most: {quoted(line)}")
        if line.startswith("[") and line.endswith("]"):
            name, _, value = line[1:-1].partition(" ")
            if name == "setting":
                id, _, chosen = value.partition("=")
                setting = whole(chosen)
                if setting is None:
                    example = f"[setting {cut(id) or 'name'}=1]"
                    raise BadRecord(f"line {number}: {quoted(line)} should give a whole number, as in `{example}`")
                settings[id] = setting
            elif name == "change":
                table, _, cells = value.partition(" ")
                changes.setdefault(table, []).append(read_cells(cells, number))
            else:
                head[name] = value
            continue
        if not line.strip():
            continue
        said = read_line(line)
        if said is None:
            what = "neither a `[name value]` line nor a ply such as `1. allied pass {3 4}`"
            raise BadRecord(f"line {number}: {quoted(line)} is {what}")
        if said.who == SETUP:
            setup = said.dice
            continue
        if said.number != len(plies) + 1:
            raise BadRecord(f"line {number}: {quoted(line)} should be ply {len(plies) + 1}")
        plies.append(Ply(SIDES.index(said.who), said.text, said.dice, said.shown))
    missing = [name for name in ("format", "title", "rules", "edition", "scenario") if name not in head]
    if missing:
        raise BadRecord(f"the head lacks {', '.join(missing)}")
    if head["format"] != str(FORMAT):
        raise BadRecord(f"a record of format {cut(head['format'])}; this version reads format {FORMAT}")
    return bounded(Record(title=head["title"], rules=head["rules"], edition=head["edition"], scenario=head["scenario"],
                          settings=settings, setup=setup, plies=plies, changes=changes or UNSET))  # fmt: skip


def read_cells(text: str, number: int) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        wrong = cut(str(error), SHOWN + 30) or "nested too deep"
        raise BadRecord(f'line {number}: should give a row, as in `[change units {{"id":"7RTR"}}]`: {wrong}') from None


def read_line(line: str) -> Optional[Said]:
    """`12. axis enter 1/8 15 {3 4} !`, taken apart from both ends; None if it is no such line."""
    rest = line.removesuffix(" !")
    dice: list[int] = []
    if rest.endswith("}"):
        rest, _, inside = rest[:-1].rpartition(" {")
        for word in inside.split():
            face = whole(word)
            if face is None:
                return None
            dice.append(face)
    digits, _, rest = rest.partition(". ")
    number = whole(digits)
    who, _, text = rest.partition(" ")
    if number is None or who not in (SETUP, *SIDES) or "{" in text or "!" in text:
        return None
    return Said(number, who, text, tuple(dice), line.endswith(" !"))


def whole(text: str) -> Optional[int]:
    """A whole number of nine digits at most; None if it is none."""
    digits = text.removeprefix("-")
    return int(text) if len(digits) < 10 and digits.isascii() and digits.isdecimal() else None


def bounded(record: Record) -> Record:
    """The record, if no part of it is larger than any game needs: what comes after need not be on its guard."""
    if len(record.plies) > PLIES:
        raise BadRecord(f"a record of {len(record.plies)} plies; {PLIES} are the most")
    names = [("title", record.title), ("rules", record.rules), ("edition", record.edition), ("scenario", record.scenario)]
    for name, value in [*names, *[("setting", id) for id in record.settings]]:
        if len(value) > SAYING:
            raise BadRecord(f"the {name} {quoted(value)} has {len(value)} letters; {SAYING} are the most")
    for id, chosen in record.settings.items():
        if abs(chosen) > NUMBER:
            raise BadRecord(f"setting {quoted(id)}: the number is too large")
    rows = [row for table in (record.changes or {}).values() for row in table]
    if len(rows) > ROWS or any([len(row) > ROWS for row in rows]):
        raise BadRecord(f"{len(rows)} rows of changed values; {ROWS} are the most")
    for cell in [cell for row in rows for pair in row.items() for cell in pair]:
        if len(cell) > CELL:
            raise BadRecord(f"the changed value {quoted(cell)} has {len(cell)} letters; {CELL} are the most")
    check_dice("set-up", record.setup)
    for n, ply in enumerate(record.plies):
        if len(ply.text) > SAYING:
            raise BadRecord(f"ply {n}, {quoted(ply.text)}: {len(ply.text)} letters; {SAYING} are the most")
        if abs(ply.side) > NUMBER:
            raise BadRecord(f"ply {n}: there is no such side")
        check_dice(f"ply {n}", ply.dice)
    return record


def check_dice(where: str, dice: Sequence[int]) -> None:
    if len(dice) > DICE:
        raise BadRecord(f"{where}: {len(dice)} dice; {DICE} are the most")
    if any([abs(face) > NUMBER for face in dice]):
        raise BadRecord(f"{where}: no die shows so large a number")
