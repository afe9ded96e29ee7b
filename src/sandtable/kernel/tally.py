"""A sum that remembers where it comes from: it decides, explains, and fills the odds panel. Exact: nothing is a float."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final, Literal, NamedTuple, Union

Exact = Union[int, Fraction]  # what is whole is an int
Rounding = Callable[[Exact], Exact]
TermKind = Literal["add", "times", "round"]

GLYPHS: Final = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 6): "⅙", (5, 6): "⅚",
    (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞",
}  # fmt: skip


class Term(NamedTuple):
    """A step of a sum: a value that is added, a factor, or what a rounding left."""

    value: Exact
    rule: str
    what: str
    kind: TermKind = "add"


def simple(value: Exact) -> Exact:
    """Whole numbers as ints: they are quicker, and most sums never leave them."""
    return value.numerator if value.denominator == 1 else value


def text_of(value: Exact) -> str:
    """A long decimal is cut to two places: nobody reads 7 239/320.

    >>> [text_of(Fraction(n, 12)) for n in (24, 30, -4, 33)], text_of(Fraction(377, 100)), text_of(Fraction(-23, 7))
    (['2', '2½', '-⅓', '2¾'], '3.77', '-3 2/7')
    >>> text_of(Fraction(2479, 320)), text_of(Fraction(3, 16)), text_of(Fraction(319, 320))
    ('7.75', '0.19', '1')
    """
    top, bottom = value.numerator, value.denominator
    sign, (whole, part) = "-" if top < 0 else "", divmod(abs(top), bottom)
    if part == 0:
        return f"{sign}{whole}"
    if (part, bottom) in GLYPHS:
        return f"{sign}{whole or ''}{GLYPHS[part, bottom]}"
    if 1000 % bottom == 0:
        return f"{sign}{whole}.{f'{part * 1000 // bottom:03}'.rstrip('0')}"
    if 10**9 % bottom == 0:
        return f"{sign}{abs(top) / bottom:.2f}".rstrip("0").rstrip(".")
    return f"{sign}{whole} {part}/{bottom}" if whole else f"{sign}{part}/{bottom}"


def down(value: Exact) -> Exact:
    return math.floor(value)


def up(value: Exact) -> Exact:
    return math.ceil(value)


def nearest(value: Exact) -> Exact:
    """A half goes up."""
    return math.floor(value + Fraction(1, 2))


def down_to_halves(value: Exact) -> Exact:
    return simple(Fraction(math.floor(value * 2), 2))


def down_to_thirds(value: Exact) -> Exact:
    return simple(Fraction(math.floor(value * 3), 3))


def cut_to_hundredths(value: Exact) -> Exact:
    """Further digits are dropped, whatever they are: 34/9 is 3.77."""
    return simple(Fraction(math.trunc(value * 100), 100))


SAID: Final[dict[Rounding, str]] = {
    down: "rounded down",
    up: "rounded up",
    nearest: "rounded to the nearest",
    down_to_halves: "rounded down to halves",
    down_to_thirds: "rounded down to thirds",
    cut_to_hundredths: "cut to hundredths",
}


class Tally:
    """
    >>> value = Tally("attack value")
    >>> value.add(5, "11.4.2A", "lead unit")
    >>> value.add(-1, "14.2.2", "out of supply")
    >>> str(value)
    'attack value 4 = 5 lead unit (11.4.2A) - 1 out of supply (14.2.2)'
    >>> value.times(Fraction(5, 4), "9.1", "tanks")
    >>> value.add(Fraction(1, 3), "9.2", "air")
    >>> str(value.exact), value.text
    ('16/3', '5⅓')
    >>> value.round(down, "9.3")
    >>> str(value)
    'attack value 5 = (5 lead unit (11.4.2A) - 1 out of supply (14.2.2)) × 1¼ tanks (9.1) + ⅓ air (9.2), rounded down to 5 (9.3)'
    """

    def __init__(self, what: str) -> None:
        self.what: str = what
        self.exact: Exact = 0
        self.terms: list[Term] = []

    @property
    def total(self) -> int:
        """For rules that count in whole numbers. A sum that has a fraction must be rounded first, by a rule."""
        if not isinstance(self.exact, int):
            raise ValueError(f"{self.what} is {self.text}, no whole number: read `exact`, or round it by a rule first")
        return self.exact

    @property
    def text(self) -> str:
        return text_of(self.exact)

    def add(self, value: Exact, rule: str, what: str) -> None:
        """A term of zero is left out: it explains nothing."""
        if value:
            self.exact = simple(self.exact + value)
            self.terms.append(Term(value, rule, what))

    def times(self, factor: Exact, rule: str, what: str) -> None:
        """All so far, so many times. A factor of one is left out."""
        if factor != 1:
            self.exact = simple(self.exact * factor)
            self.terms.append(Term(factor, rule, what, "times"))

    def round(self, how: Rounding, rule: str, what: str = "") -> None:
        """All so far, rounded in a way that has a name: `down`, `nearest` ... Left out where nothing had to be rounded."""
        rounded = how(self.exact)
        if rounded != self.exact:
            self.exact = rounded
            self.terms.append(Term(rounded, rule, what or SAID.get(how, "rounded"), "round"))

    def since(self, before: Tally) -> Tally:
        """What has changed, term by term, in a sum of gains alone: named by both totals.

        >>> was, now = Tally("points"), Tally("points")
        >>> was.add(2, "16", "hexes"), now.add(1, "16", "hexes"), now.add(Fraction(1, 2), "17", "losses")
        (None, None, None)
        >>> str(now.since(was))
        'points 2 → 1½: -½ = -1 hexes (16) + ½ losses (17)'
        """
        change = Tally(f"{self.what} {before.text} → {self.text}:")
        if self.terms == before.terms:
            return change
        for rule, what in dict.fromkeys([(term.rule, term.what) for term in (*self.terms, *before.terms)]):
            change.add(self.of(rule, what) - before.of(rule, what), rule, what)
        return change

    def of(self, rule: str, what: str) -> Exact:
        return simple(sum([term.value for term in self.terms if (term.rule, term.what) == (rule, what)]))

    def __str__(self) -> str:
        text, adds = "", 0
        for term in self.terms:
            if term.kind == "add":
                said = text_of(term.value)
                if text:
                    said = f" - {said[1:]}" if term.value < 0 else f" + {said}"
                text += f"{said} {term.what} ({term.rule})"
                adds += 1
            elif term.kind == "times":
                text = f"{f'({text})' if adds > 1 else text or '0'} × {text_of(term.value)} {term.what} ({term.rule})"
                adds = 1
            else:
                text += f", {term.what} to {text_of(term.value)} ({term.rule})"
        return f"{self.what} {self.text} = {text or '0'}"
