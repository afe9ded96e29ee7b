"""19.B-32 A strength as it is worked out on paper: a column for each multiplier, a line for each unit."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.face.view import Addend, Fact, Sheet, SheetLine, Sum, signed, sum_of, with_lines
from sandtable.kernel.tally import Exact, Term, cut_to_hundredths, simple, text_of
from sandtable.titles.tigercubs.combat_modifiers import modifier_tally, modifiers
from sandtable.titles.tigercubs.combat_strength import STATE_RULES, Terms, product, summed
from sandtable.titles.tigercubs.frames import Combat, Units
from sandtable.titles.tigercubs.state import State

HEADS: Final = {
    "supply": "13.I.1", "effectiveness": "5.A.9", "interdiction": "5.A.9.d.ii", "alone": "9.L.5", "heavy guns": "9.L.5.b.ii",
    "ground": "9.I.1", "hexside": "9.I.1", "works": "4.A.1", "contingent": "9.C.5", "machine guns": "9.L.2", "fired": "11.A.1.a.ii",
}  # fmt: skip
ALWAYS: Final = ("supply", "effectiveness")
BY_WORDS: Final = (("into ", "ground"), ("across ", "hexside"), ("field works", "works"), ("heavy artillery", "heavy guns"))
BY_RULE: Final = {
    **dict.fromkeys(STATE_RULES, "supply"), "5.A.9": "effectiveness", "5.A.9.b.i": "effectiveness", "5.A.9.d.ii": "interdiction",
    "9.L.5": "alone", "9.L.5.b.ii.3": "heavy guns", "9.C.5": "contingent", "9.C.5-b": "contingent", "9.L.2": "machine guns",
    "11.A.1.a.ii": "fired",
}  # fmt: skip


def plain(value: Exact) -> str:
    """As people write it: small fractions as they are, others cut to hundredths."""
    return text_of(value) if value.denominator in (1, 2, 3, 4, 8) else text_of(cut_to_hundredths(value))


def head_of(term: Term) -> str:
    """The column that a multiplier stands in."""
    return next((head for words, head in BY_WORDS if term.what.startswith(words)), BY_RULE.get(term.rule, "works"))


def sheet(s: State, title: str, rule: str, units: Units, parts: list[Terms]) -> Sheet:
    """Columns that change nothing for anybody are left out, but for those of ALWAYS. What flies has no counter in the line."""
    rows = [by_head(terms) for terms in parts]
    shown = [head for head in HEADS if head in ALWAYS or any(row.get(head, 1) != 1 for row in rows)]
    pieces = [s.names.texts["unit"][u] for u in units] + [""] * (len(parts) - len(units))
    lines = [line_of(piece, terms, row, shown) for piece, terms, row in zip(pieces, parts, rows, strict=True)]
    columns = (Fact("printed", "", "5.A.2"), *[Fact(head, "", HEADS[head]) for head in shown], Fact("counts", "", rule))
    return Sheet(title, columns, tuple(lines), plain(summed(parts)))


def by_head(terms: Terms) -> dict[str, Exact]:
    found: dict[str, Exact] = {}
    for term in terms[1:]:
        head = head_of(term)
        found[head] = simple(Fraction(found.get(head, 1)) * term.value)
    return found


def line_of(piece: str, terms: Terms, row: dict[str, Exact], shown: list[str]) -> SheetLine:
    cells = [text_of(terms[0].value)]
    idle = []
    for n, head in enumerate(shown, 1):
        factor = row.get(head, 1)
        idle += [n] if factor == 1 else []
        cells.append("–" if head not in row else "1" if factor == 1 else f"× {text_of(factor)}")
    return SheetLine(terms[0].what, tuple(cells), plain(simple(Fraction(product(terms)))), piece, tuple(idle))


def die_sum(s: State, f: Combat) -> Sum:
    """9.I.1 All lines of the chart; those of zero say why they do not count."""
    idle = [Addend("idle", "0", line.rule, line.what) for line in modifiers(s, f) if not line.value]
    found = sum_of(modifier_tally(s, f))
    total = modifier_tally(s, f).total
    return with_lines(Sum(found.what, signed(f"{total:+}") if total else "0", found.terms), idle)
