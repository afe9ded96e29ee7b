"""Numbers and names, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.names import SHOWN, Names, quoted

NAMES = Names({"post": ["hill", "hill top", "top", "15"], "unit": ["1/8"]})


def test_the_longest_name_that_fits_is_meant() -> None:
    assert NAMES.find("post", ["hill", "top", "now"]) == (2, 1)
    assert NAMES.find("post", ["hill", "now"]) == (1, 0)
    assert NAMES.find("post", ["nowhere"]) == (0, -1)
    assert NAMES.find("post", []) == (0, -1)


def test_a_name_of_digits_is_a_name() -> None:
    assert NAMES.find("post", ["15"]) == (1, 3)
    assert NAMES.find("post", ["3"]) == (0, -1)


def test_a_kind_without_names_is_a_plain_number() -> None:
    assert NAMES.find("points", ["12", "more"]) == (1, 12)
    assert NAMES.find("points", ["-3"]) == (1, -3)
    assert NAMES.text("points", -3) == "-3"
    assert NAMES.has("points", 10**6)
    for word in ("x", "1.5", "--3", "-", "", "²"):
        assert NAMES.find("points", [word]) == (0, -1)
    assert NAMES.find("points", []) == (0, -1)


def test_only_numbers_in_range_have_a_name() -> None:
    assert [NAMES.has("unit", n) for n in (-1, 0, 1)] == [False, True, False]


def test_a_name_that_is_not_there_is_no_number() -> None:
    assert NAMES.number("post", "top") == 2
    with pytest.raises(KeyError):
        NAMES.number("post", "bottom")


def test_two_things_of_a_kind_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match="two of kind unit have one name"):
        Names({"unit": ["a", "a"]})
    Names({"unit": ["a"], "post": ["a"]})


def test_what_is_quoted_is_cut_with_its_quotes_however_it_is_written() -> None:
    assert quoted("plain") == "'plain'"
    assert quoted("x" * SHOWN) == "'" + "x" * SHOWN + "'"
    assert quoted("x" * 100) == "'" + "x" * (SHOWN - 1) + "…'"
    assert quoted("\n" * 100) == "'" + "\\n" * (SHOWN // 2 - 1) + "\\…'"  # two letters for each


@given(st.lists(st.text("ab ", min_size=1).map(lambda t: " ".join(t.split())).filter(bool), unique=True, min_size=1))
def test_every_name_is_found_by_its_own_words(texts: list[str]) -> None:
    names = Names({"thing": texts})
    for n, text in enumerate(texts):
        words = text.split()
        assert names.find("thing", words) == (len(words), n)
        assert names.text("thing", n) == text
