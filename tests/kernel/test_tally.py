"""Sums are exact, remember every step, and read well."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.face.view import Addend, Sum, sum_of
from sandtable.kernel.tally import (
    Exact,
    Rounding,
    Tally,
    Term,
    cut_to_hundredths,
    down,
    down_to_halves,
    down_to_thirds,
    nearest,
    text_of,
    up,
)

HALF, QUARTER, THIRD = Fraction(1, 2), Fraction(1, 4), Fraction(1, 3)


def test_a_tally_remembers_its_terms() -> None:
    value = Tally("attack")
    assert str(value) == "attack 0 = 0"
    value.add(3, "1", "lead")
    value.add(0, "2", "nothing")
    value.add(-2, "3", "tired")
    value.add(1, "4", "air")
    assert value.total == 2
    assert len(value.terms) == 3
    assert str(value) == "attack 2 = 3 lead (1) - 2 tired (3) + 1 air (4)"


def test_factors_take_all_so_far() -> None:
    value = Tally("strength")
    value.add(5, "1", "infantry")
    value.add(4, "2", "tanks")
    value.times(1, "3", "nothing")
    value.times(1 + HALF, "4", "surprise")
    value.add(2, "5", "air")
    value.times(QUARTER, "6", "night")
    assert value.exact == Fraction(31, 8)
    assert [term.kind for term in value.terms] == ["add", "add", "times", "add", "times"]
    assert str(value) == ("strength 3⅞ = ((5 infantry (1) + 4 tanks (2)) × 1½ surprise (4) + 2 air (5)) × ¼ night (6)")


def test_a_factor_of_zero_and_of_nothing() -> None:
    value = Tally("strength")
    value.times(2, "1", "twice")
    assert (value.total, str(value)) == (0, "strength 0 = 0 × 2 twice (1)")
    value.add(7, "2", "infantry")
    value.times(0, "3", "isolated")
    assert (value.total, len(value.terms)) == (0, 3)


def test_whole_numbers_stay_ints() -> None:
    value = Tally("strength")
    value.add(Fraction(4), "1", "infantry")
    assert type(value.exact) is int
    value.times(1 + HALF, "2", "tanks")
    assert type(value.exact) is int
    value.add(HALF, "3", "guns")
    value.add(HALF, "4", "guns")
    assert type(value.exact) is int
    assert value.total == 7


def test_a_fraction_is_no_total() -> None:
    value = Tally("strength")
    value.add(12 + HALF, "1", "infantry")
    assert (value.exact, value.text) == (Fraction(25, 2), "12½")
    with pytest.raises(ValueError, match="strength is 12½, no whole number"):
        _ = value.total
    value.round(down, "2")
    assert value.total == 12


@pytest.mark.parametrize(
    ("how", "value", "rounded"),
    [
        (down, Fraction(7, 2), 3), (down, Fraction(-7, 2), -4), (down, 3, 3),
        (up, Fraction(7, 2), 4), (up, Fraction(-7, 2), -3), (up, Fraction(52, 5), 11),
        (nearest, Fraction(7, 2), 4), (nearest, Fraction(10, 3), 3), (nearest, Fraction(11, 3), 4),
        (down_to_halves, Fraction(17, 6), Fraction(5, 2)), (down_to_halves, Fraction(29, 10), Fraction(5, 2)),
        (down_to_thirds, Fraction(3, 4), Fraction(2, 3)), (down_to_thirds, Fraction(99, 100), Fraction(2, 3)),
        (cut_to_hundredths, Fraction(34, 9), Fraction(377, 100)), (cut_to_hundredths, Fraction(38, 28), Fraction(135, 100)),
    ],
)  # fmt: skip
def test_ways_of_rounding(how: Rounding, value: Exact, rounded: Exact) -> None:
    assert how(value) == rounded


def test_rounding_is_a_step_with_its_rule() -> None:
    value = Tally("odds")
    value.add(Fraction(34, 9), "9.B", "34 to 9")
    value.round(cut_to_hundredths, "9.B.3")
    value.round(cut_to_hundredths, "9.B.4")  # nothing is left to round
    assert value.terms[1:] == [Term(Fraction(377, 100), "9.B.3", "cut to hundredths", "round")]
    assert str(value) == "odds 3.77 = 3 7/9 34 to 9 (9.B), cut to hundredths to 3.77 (9.B.3)"
    value.round(down, "13.I", "in General Supply rounded down")
    assert value.terms[-1].what == "in General Supply rounded down"
    assert value.total == 3


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "12"), (Fraction(25, 2), "12½"), (THIRD, "⅓"), (-THIRD, "-⅓"), (Fraction(20, 3), "6⅔"), (Fraction(1, 8), "⅛"),
        (Fraction(11, 5), "2.2"), (Fraction(-1, 20), "-0.05"), (Fraction(99, 100), "0.99"),
        (Fraction(16, 7), "2 2/7"), (Fraction(-2, 7), "-2/7"),
    ],
)  # fmt: skip
def test_exact_numbers_read_well(value: Exact, text: str) -> None:
    assert text_of(value) == text


def test_a_sum_on_the_wire_says_what_each_step_does() -> None:
    value = Tally("attack")
    value.add(5, "1", "lead")
    value.add(-1, "2", "tired")
    value.add(2, "3", "air")
    value.times(QUARTER, "4", "night")
    value.round(up, "5")
    assert sum_of(value) == Sum(
        "attack",
        "2",
        (
            Addend("add", "5", "1", "lead"),
            Addend("add", "−1", "2", "tired"),
            Addend("add", "+2", "3", "air"),
            Addend("times", "×¼", "4", "night"),
            Addend("round", "= 2", "5", "rounded up"),
        ),
    )
    loss = Tally("loss")
    loss.add(-HALF, "1", "step")
    assert (sum_of(loss).total, sum_of(loss).terms[0].text) == ("−½", "−½")
