"""The rule book: by number, by section, by words."""

from __future__ import annotations

import pytest

from sandtable.kernel.rulebook import Rule, RuleBook, is_part, read_rulebook
from tests.kernel.toy import FOLDER, TITLE

BOOK = RuleBook([Rule(id=id, requirement=f"text of {id}") for id in ("1", "11.4", "11.4-a", "11.4.2A", "11.40", "11.5", "A-3")])


def ids(rules: list[Rule]) -> list[str]:
    return [rule.id for rule in rules]


def test_a_number_names_its_row_alone() -> None:
    assert ids(BOOK.section("11.4")) == ["11.4"]
    assert ids(BOOK.section("11.5")) == ["11.5"]


def test_a_section_is_all_its_rows() -> None:
    assert ids(BOOK.section("11")) == ["11.4", "11.4-a", "11.4.2A", "11.40", "11.5"]
    assert ids(BOOK.section("11.4.2")) == ["11.4.2A"]
    assert ids(BOOK.section("12")) == []


@pytest.mark.parametrize(
    ("rule", "section", "part"),
    [("1.1", "1", True), ("11", "1", False), ("1", "1", True), ("1.1", "1.1.1", False), ("11a", "1", False)],
)
def test_parts(rule: str, section: str, part: bool) -> None:
    assert is_part(rule, section) is part


def test_chapters() -> None:
    assert [rule.chapter for rule in BOOK.rules] == ["1", "11", "11", "11", "11", "11", "A-3"]


def test_the_book_of_a_title_is_read_from_its_ledger() -> None:
    book = TITLE.rules.rulebook()
    assert book is read_rulebook(FOLDER)
    assert book.by_id["1.3-a"].ruling.startswith("Nobody sees")
    assert book.by_id["1.2"].case
    assert len(book.rules) == 11


def test_search_wants_every_word_in_any_case_and_order() -> None:
    book = TITLE.rules.rulebook()
    assert ids(book.search("STEPS loser")) == ["3.4", "3.5"]
    assert ids(book.search("used once")) == ["3.2"]  # in the ruling
    assert ids(book.search("zebra")) == []
    assert ids(book.search("4.2")) == ["4.2"]
