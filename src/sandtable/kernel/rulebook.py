"""The rule book of a title: every requirement in our own words, with its number and, where the text is unclear, the ruling."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from sandtable.kernel.data import Record, Tables


class Rule(Record, frozen=True, kw_only=True):
    """A row of `ledger.csv`. Its id is its source: the section of the rulebook."""

    source: str = "rulebook"
    id: str
    topic: str = ""
    requirement: str
    decides: str = ""
    chance: str = ""
    case: str = ""
    ruling: str = ""

    @property
    def chapter(self) -> str:
        """The leading number: "11" of "11.4.2A"."""
        found = re.match(r"[A-Za-z]*-?\d+|[A-Za-z]+", self.id)
        return found.group(0) if found else self.id


class RuleBook:
    """The rows in order, by number, and by what they say."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules: list[Rule] = rules
        self.by_id: dict[str, Rule] = {rule.id: rule for rule in rules}

    def section(self, number: str) -> list[Rule]:
        """The row of that number, or all rows of the section that it names: "11.4.4" has rows a to l."""
        if number in self.by_id:
            return [self.by_id[number]]
        return [rule for rule in self.rules if is_part(rule.id, number)]

    def search(self, words: str) -> list[Rule]:
        """The rows that hold every word, in any order and case."""
        wanted = words.casefold().split()
        texts = [(rule, f"{rule.id} {rule.topic} {rule.requirement} {rule.ruling}".casefold()) for rule in self.rules]
        return [rule for rule, text in texts if all(word in text for word in wanted)]

    def __repr__(self) -> str:
        return f"<RuleBook: {len(self.rules)} rules>"


def is_part(rule: str, section: str) -> bool:
    """
    >>> is_part("11.4.4-a", "11.4"), is_part("11.40", "11.4"), is_part("11.4.2A", "11.4.2")
    (True, False, True)
    """
    return rule.startswith(section) and not rule[len(section) : len(section) + 1].isdigit()


@cache
def read_rulebook(folder: Path) -> RuleBook:
    return RuleBook(Tables(folder).read("ledger", Rule))
