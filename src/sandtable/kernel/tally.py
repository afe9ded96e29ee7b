"""A sum that remembers where it comes from: it decides, explains, and fills the odds panel."""

from __future__ import annotations

from typing import NamedTuple


class Term(NamedTuple):
    value: int
    rule: str
    what: str


class Tally:
    """
    >>> value = Tally("attack value")
    >>> value.add(5, "11.4.2A", "lead unit")
    >>> value.add(-1, "14.2.2", "out of supply")
    >>> str(value)
    'attack value 4 = 5 lead unit (11.4.2A) - 1 out of supply (14.2.2)'
    """

    def __init__(self, what: str) -> None:
        self.what: str = what
        self.total: int = 0
        self.terms: list[Term] = []

    def add(self, value: int, rule: str, what: str) -> None:
        """A term of zero is left out: it explains nothing."""
        if value:
            self.total += value
            self.terms.append(Term(value, rule, what))

    def __str__(self) -> str:
        terms = " + ".join([f"{t.value} {t.what} ({t.rule})" for t in self.terms])
        return f"{self.what} {self.total} = {terms or '0'}".replace("+ -", "- ")
