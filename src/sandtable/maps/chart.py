"""Printed tables: results by roll and column, columns by the odds. Beyond its ends a table goes on as its ends are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Optional

from sandtable.kernel.data import DataError, Tables

RATIO: Final = re.compile(r"([0-9]{1,3})[:-]([0-9]{1,3})")
BELOW: Final = -1  # odds that are worse than the first column


class Chart:
    """Rows are numbers without a gap (a modified roll), columns have names, cells are words. Rules work with their numbers.

    >>> chart = Chart("crt.csv", {1: {"1:1": "AE", "2:1": "DR"}, 2: {"1:1": "DR", "2:1": "DE"}})
    >>> chart.words[chart.at(9, chart.column("1:1"))]
    'DR'
    """

    def __init__(self, file: str, rows: Mapping[int, Mapping[str, str]], words: Optional[Sequence[str]] = None) -> None:
        if not rows:
            raise DataError(f"{file}: a table without rows")
        self.file: str = file
        self.low, self.high = min(rows), max(rows)
        self.columns: tuple[str, ...] = tuple(rows[self.low])
        found = dict.fromkeys([word for n in sorted(rows) for word in rows[n].values()])
        self.words: tuple[str, ...] = tuple(found if words is None else words)
        self.cells: tuple[tuple[int, ...], ...] = tuple([self.line(n, rows.get(n)) for n in range(self.low, self.high + 1)])

    def line(self, n: int, row: Optional[Mapping[str, str]]) -> tuple[int, ...]:
        if row is None:
            raise DataError(f"{self.file}: no row {n}; every roll from {self.low} to {self.high} needs one")
        for column in (*self.columns, *row):
            if column not in row or column not in self.columns:
                raise DataError(f"{self.file}, row {n}, column {column}: every row has the columns {', '.join(self.columns)}")
            if row[column] not in self.words:
                accepted = ", ".join(self.words)
                raise DataError(f"{self.file}, row {n}, column {column}: {row[column]!r} is not accepted; accepted: {accepted}")
        return tuple([self.words.index(row[column]) for column in self.columns])

    def column(self, name: str) -> int:
        if name not in self.columns:
            raise DataError(f"{self.file}: there is no column {name!r}; there are {', '.join(self.columns)}")
        return self.columns.index(name)

    def row(self, roll: int) -> int:
        """The row of a roll: one beyond the table uses its end."""
        return max(self.low, min(self.high, roll))

    def at(self, roll: int, column: int) -> int:
        """The number of the word in that row and column."""
        return self.cells[self.row(roll) - self.low][column]


def read_chart(tables: Tables, name: str, key: str, words: Optional[Sequence[str]] = None) -> Chart:
    """A file with a row for each roll, which stands in the column `key`, a column for each heading, and the source."""
    return Chart(f"{name}.csv", tables.numbered(name, key), words)


class Odds:
    """The headings of a table's columns: ratios of attack to defence, from the worst to the best.

    >>> odds = Odds("crt.csv", ["1-2", "1-1", "3-1"])
    >>> odds.column(5, 2), odds.column(5, 2, up=True), odds.column(1, 3), odds.shift(2, 4)
    (1, 2, -1, 2)
    """

    def __init__(self, where: str, texts: Sequence[str]) -> None:
        self.texts: tuple[str, ...] = tuple(texts)
        found: list[tuple[int, int]] = []
        for text in texts:
            ratio = RATIO.fullmatch(text)
            if ratio is None or not int(ratio[1]) or not int(ratio[2]):
                raise DataError(f"{where}, column {text}: odds are written like 3:1 or 3-1")
            many, few = int(ratio[1]), int(ratio[2])
            if found and found[-1][0] * few >= many * found[-1][1]:
                raise DataError(f"{where}, column {text}: columns go from the worst odds to the best, and each is there once")
            found.append((many, few))
        self.ratios: tuple[tuple[int, int], ...] = tuple(found)

    def __len__(self) -> int:
        return len(self.texts)

    def column(self, attack: int, defence: int, up: bool = False) -> int:
        """The last column whose odds are reached (rounding down), or the first that are not exceeded (`up`), never beyond the
        last; BELOW if not even the first is reached."""
        column = BELOW
        for many, few in self.ratios:
            if attack * few < defence * many:
                break
            column += 1
        if up and BELOW < column < len(self.ratios) - 1:
            many, few = self.ratios[column]
            return column + (attack * few > defence * many)
        return column

    def shift(self, column: int, by: int) -> int:
        """So many columns to the right, or to the left, inside the table."""
        return max(0, min(len(self.ratios) - 1, column + by))
