"""The rule book for reading: `text/rules/NN-name.md`, chapter by chapter, in our own words.

A row in braces is what the text before it says, `{9.1-a}`; with a star, `{9.1-a*}`, the text tells the ruling on it as well.
A reader never fails: what is wrong with a text is kept in `problems`, by file and line, for the tests and for who writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from html import escape, unescape
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final, NamedTuple, Optional, get_args

import msgspec

from sandtable.face.book import Block, BlockKind, Book, Chapter, Ruling, Section
from sandtable.kernel.rulebook import Rule, RuleBook, is_part
from sandtable.texts.markdown import Markdown, Marks, Said, number_of, numbers_of
from sandtable.titles import AnyTitle

BOXES: Final[dict[str, BlockKind]] = {kind: kind for kind in get_args(BlockKind) if kind != "text"}
HEADING: Final = re.compile(r"(#{1,2}) (?:(\S+) )?(.+)")
OPENING: Final = re.compile(r"::: *(\w+)(?: +(.+))?")
CLOSING: Final = ":::"
BRACES: Final = re.compile(r"\{[^{}\n]*\}")
STARRED: Final = re.compile(r"([^\s{}]+)\*(?=[\s}])")
CHAPTER: Final = "chapter-"
ADDRESS: Final = "#/rules/{slug}/{to}"
SENTENCE: Final = 4  # words; fewer are no sentence that one could copy
JOINED: Final = ("/", ":", "@", " ")  # between the name of a counter and what its side is called


class Drawing(NamedTuple):
    """A diagram as it is written: where, and its lines `key: value` in order."""

    where: str
    lines: tuple[tuple[str, str], ...]


class Written(NamedTuple):
    """A book, its diagrams by name, and what is wrong with the texts."""

    book: Book
    drawings: dict[str, Drawing]
    problems: list[str]


def folder_of(title: AnyTitle) -> Path:
    return title.rules.folder.parent / "text" / "rules"


def read_book(title: AnyTitle) -> Written:
    """The written book, or what the ledger says where there is none yet."""
    files = sorted(folder_of(title).glob("*.md"))
    if not files:
        return Written(from_ledger(title), {}, [])
    reader = Reader(title)
    chapters = [chapter for path in files for chapter in reader.file(path)]
    return Written(Book(title.slug, title.name, True, tuple(chapters)), reader.drawings, reader.problems)


# Reading


class Reader:
    """Reads the files of one title."""

    def __init__(self, title: AnyTitle) -> None:
        self.slug = title.slug
        self.ledger = title.rules.rulebook()
        self.title = title
        self.numbers = {rule.chapter for rule in self.ledger.rules}
        self.chapters = {number for path in folder_of(title).glob("*.md") for number in self.chapters_in(path)} - {""}
        self.problems: list[str] = []
        self.drawings: dict[str, Drawing] = {}
        self.told: set[str] = set()  # rows of which the text tells the ruling, too
        self.where = ""
        self.markdown = Markdown(Marks(self.face, self.address), self.wrong)

    @cached_property
    def faces(self) -> Mapping[str, object]:
        """Made when a text first names a counter: it takes its time."""
        faces: Mapping[str, object] = self.title.face.board(self.title.rules.load(None)).faces
        return faces

    def wrong(self, what: str) -> None:
        self.problems.append(f"{self.where}: {what}")

    def chapters_in(self, path: Path) -> set[str]:
        return {self.heading(line)[1] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("# ")}

    def heading(self, line: str) -> tuple[int, str, str]:
        """`## 9.1 Who may attack`: how deep, the number (none for a heading of words alone), the name. Depth 0: no heading."""
        found = HEADING.fullmatch(line.rstrip())
        if found is None:
            return 0, "", ""
        deep, number, name = found.groups()
        if number and not (any([c.isdigit() for c in number]) or number in self.numbers):
            number, name = "", f"{number} {name}"
        return len(deep), number or "", name

    def file(self, path: Path) -> Iterator[Chapter]:
        """The chapters of a file: one, or several short ones."""
        text = path.read_text(encoding="utf-8")
        self.told.update([row for rows in BRACES.findall(text) for row in STARRED.findall(rows)])
        lines = BRACES.sub(lambda rows: STARRED.sub(r"\1", rows.group()), text).splitlines()
        self.where = f"{path.name}:1"
        if not lines or self.heading(lines[0])[0] != 1:
            self.wrong("the first line should be a chapter, `# 9 Combat`")
        for first, part in cut_at("# ", lines):
            yield self.chapter(path, first + 1, part)

    def chapter(self, path: Path, first: int, lines: list[str]) -> Chapter:
        """`first` is the number of its heading's line in the file."""
        _, number, name = self.heading(lines[0])
        sections: list[Section] = []
        for skipped, part in cut_at("## ", lines[1:]):
            deep, id, called = self.heading(part[0])
            begun = first + 1 + skipped
            text = part[1:] if deep else part
            blocks = list(self.part(path, number or path.stem, begun + (1 if deep else 0), text))
            sections.append(Section(tuple(told_once(blocks)), id, called))
        return Chapter(tuple([section for section in sections if section.name or section.blocks]), name, number)

    def part(self, path: Path, chapter: str, first: int, lines: list[str]) -> Iterator[Block]:
        """The blocks of a section; `first` is the number of its first line in the file."""
        plain: list[str] = []
        box: Optional[tuple[str, str]] = None
        begun = first
        for n, line in enumerate([*lines, ""], first):
            opening = OPENING.fullmatch(line.strip())
            last = n == first + len(lines)
            if not (opening or line.strip() == CLOSING or last):
                plain.append(line)
                continue
            self.where = f"{path.name}:{begun}"
            if box is not None:
                yield from self.box(*box, chapter, plain)
                if opening or last:
                    self.wrong(f"`::: {box[0]}` is not closed by `:::`")
            else:
                yield from [self.block(said) for said in self.markdown.blocks("\n".join(plain))]
                if line.strip() == CLOSING:
                    self.wrong("`:::` closes nothing")
            box = (opening.group(1), opening.group(2) or "") if opening else None
            plain, begun = [], n

    def box(self, kind: str, title: str, chapter: str, lines: list[str]) -> Iterator[Block]:
        if kind not in BOXES:
            self.wrong(f"no box is called {kind!r}; there are: {', '.join(BOXES)}")
        elif kind == "diagram":
            name = f"{chapter}-{len([known for known in self.drawings if known.rpartition('-')[0] == chapter]) + 1}"
            pairs = [line.partition(":") for line in lines if line.strip()]
            self.drawings[name] = Drawing(self.where, tuple([(key.strip(), value.strip()) for key, _, value in pairs]))
            yield Block(escape(title), "diagram", title, diagram=name)
        else:
            yield self.block(self.markdown.whole("\n".join(lines)), BOXES[kind], title)

    def block(self, said: Said, kind: BlockKind = "text", title: str = "") -> Block:
        rules = [self.ledger.by_id[row] for row in said.rows if row in self.ledger.by_id]
        ruled = [rule for rule in rules if rule.ruling and rule.id not in self.told]
        rulings = [Ruling("".join(numbers_of([rule.id])), rule.ruling) for rule in ruled]
        return Block(said.html, kind, title, said.rows, rulings=tuple(rulings))

    # What marks mean

    def face(self, name: str, word: str) -> str:
        """The face of a counter: a key of the board's faces, or a piece's name of which the first face is meant."""
        if not word and name in self.faces:
            return name
        keys = [f"{name}{sign}{word}" for sign in JOINED]
        known = [key for key in keys if key in self.faces] if word else [key for key in self.faces if key.startswith(tuple(keys))]
        return known[0] if known else ""

    def address(self, to: str) -> str:
        known = to.removeprefix(CHAPTER) in self.chapters if to.startswith(CHAPTER) else bool(self.ledger.section(to))
        return ADDRESS.format(slug=self.slug, to=to) if known else ""


def cut_at(mark: str, lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines up to each that begins with a mark, with the number of the first one."""
    starts = [0, *[n for n, line in enumerate(lines) if n and line.startswith(mark)], len(lines)]
    for start, end in pairwise(starts):
        if end > start:
            yield start, lines[start:end]


def told_once(blocks: list[Block]) -> Iterator[Block]:
    """Without the rulings that boxes right after a paragraph tell at more length."""
    for n, block in enumerate(blocks):
        boxes = list(takewhile(lambda after: after.kind in ("ruling", "reconstructed"), blocks[n + 1 :]))
        yield msgspec.structs.replace(block, rulings=()) if len(block.rulings) <= len(boxes) else block


# What the ledger says, where no book is written


def from_ledger(title: AnyTitle) -> Book:
    ledger = title.rules.rulebook()
    chapters: dict[str, list[Section]] = {}
    for number, rows in by_number(ledger).items():
        topics = dict.fromkeys([row.topic for row in rows if row.topic])
        blocks = [block for row in rows for block in row_blocks(row)]
        chapters.setdefault(rows[0].chapter, []).append(Section(tuple(blocks), number, ", ".join(topics)))
    made = [Chapter(tuple(sections), f"Chapter {id}", id) for id, sections in chapters.items()]
    return Book(title.slug, title.name, False, tuple(made))


def by_number(ledger: RuleBook) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for rule in ledger.rules:
        found.setdefault(number_of(rule.id), []).append(rule)
    return found


def row_blocks(rule: Rule) -> Iterator[Block]:
    margin = f'<span class="rows"><b>{escape(number_of(rule.id))}</b> </span>'
    yield Block(f'<p data-rows="{escape(rule.id)}">{margin}{escape(rule.requirement)}</p>', rows=(rule.id,))
    if rule.ruling:
        yield Block(f"<p>{escape(rule.ruling)}</p>", "ruling")


# Asking a book


def blocks_of(book: Book) -> Iterator[tuple[Chapter, Section, Block]]:
    for chapter in book.chapters:
        for section in chapter.sections:
            for block in section.blocks:
                yield chapter, section, block


def opened_by(book: Book, rule: str) -> Optional[Block]:
    """The block that a rule's number opens: the one that says that row, else the first that says a part of the number."""
    blocks = [block for _, _, block in blocks_of(book)]
    exact = [block for block in blocks if rule in block.rows]
    parts = [block for block in blocks if any([is_part(row, rule) for row in block.rows])]
    return next(iter([*exact, *parts]), None)


def plain(html: str) -> str:
    """The words of some HTML, a line for each paragraph, list item and row of a table."""
    text = re.sub(r'<span class="rows">.*?</span>', "", html)
    text = re.sub(r"</t[dh]>\s*(?=<t[dh])", " | ", text)
    text = re.sub(r"<li[^>]*>", "\n- ", text)
    text = re.sub(r"</(p|tr|table|h\d|li)>", "\n", text)
    text = unescape(re.sub(r"<[^>]+>", "", text))
    lines = [line.strip().removesuffix(" |") for line in text.splitlines()]
    return "\n".join([line for line in lines if line.strip("| ")])  # a heading that is empty is none


# What is wrong with a book


def problems_of(title: AnyTitle, written: Written) -> Iterator[str]:
    """All that keeps a book from being right, but its diagrams: see `pictures`."""
    ledger = title.rules.rulebook()
    yield from written.problems
    said: dict[str, int] = {}
    for chapter, _, block in blocks_of(written.book):
        for row in block.rows:
            said[row] = said.get(row, 0) + 1
            if row not in ledger.by_id:
                yield f"chapter {chapter.id or chapter.name} names a row {row}, which the ledger does not have"
    for rule in ledger.rules:
        times = said.get(rule.id, 0)
        if times != 1:
            yield (
                f"row {rule.id} is said {times} times: {rule.requirement}"
                if times
                else f"row {rule.id} is not said: {rule.requirement}"
            )
    yield from copied(written.book, ledger)


def copied(book: Book, ledger: RuleBook) -> Iterator[str]:
    cases = cases_of(ledger)
    for chapter, _, block in blocks_of(book):
        for row, sentence in copies(block.html, cases):
            yield f"chapter {chapter.id or chapter.name} copies the case of row {row}: {sentence}"


def cases_of(ledger: RuleBook) -> dict[str, str]:
    """The sentences of the tests, which are not written for people, and the rows that they are of."""
    parts = [(part, rule.id) for rule in ledger.rules for part in (rule.case, *sentences(rule.case))]
    return {like(part): id for part, id in parts if len(part.split()) >= SENTENCE}


def copies(html: str, cases: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Sentences of a text that are among those of the tests, each with its row."""
    for line in plain(html).splitlines():
        yield from [(cases[like(sentence)], sentence) for sentence in [line, *sentences(line)] if like(sentence) in cases]


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.;:?!])\s+", text)


def like(text: str) -> str:
    """A text without what does not make it another one: case, marks, blanks."""
    return " ".join(re.findall(r"\w+", text.casefold()))
