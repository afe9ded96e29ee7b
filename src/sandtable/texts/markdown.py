"""Markdown with what a rule book needs: rows in braces, counters in double brackets, links to rules. No HTML of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from typing import Any, Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

ROWS: Final = re.compile(r"\s*\{([^{}]*)\}\s*$")
INSIDE: Final = re.compile(r"\{[^{}]*\d[^{}]*\}")
AFTER_TABLE: Final = re.compile(r"^(\|.*)\n(\{[^{}]*\})\s*$", re.MULTILINE)  # Markdown would read one more row of the table
COUNTER: Final = re.compile(r"\[\[([^\[\]|]+)(?:\|([^\[\]|]+))?\]\]")

DICE: Final = re.compile(r"\[\((\d[\d ]*?)( of \d+)?\)\]")


class Said(NamedTuple):
    """A block of text: its HTML, and the rows that it says, in order, a row twice if it is named twice."""

    html: str
    rows: tuple[str, ...]


class Marks(NamedTuple):
    """How a book's marks are understood. Each gives nothing where the thing does not exist."""

    face: Callable[[str, str], str]  # a counter's name and side: the face
    address: Callable[[str], str]  # where a link leads: an address of the page


def number_of(row: str) -> str:
    """The number in the original of a row of the ledger.

    >>> [number_of(row) for row in ("9.2-a", "11.4.2A", "8.1.2a-c", "3.0-8a", "PC-3", "4.A.1-b", "5.0-d2")]
    ['9.2', '11.4.2A', '8.1.2a', '3.0-8a', 'PC-3', '4.A.1', '5.0']
    """
    return re.sub(r"(?<=[0-9a-zA-Z])-[a-z]+\d*$", "", row)


def numbers_of(rows: Iterable[str]) -> list[str]:
    """The numbers of rows, each once. What the original says on a chart has none there.

    >>> numbers_of(["9.2-a", "9.2-b", "PC-3"])
    ['9.2']
    """
    return list(dict.fromkeys([number_of(row) for row in rows if row[0].isdigit()]))


class Markdown:
    """Reads blocks; what is wrong in them is told to `wrong`."""

    def __init__(self, marks: Marks, wrong: Callable[[str], None]) -> None:
        self.marks = marks
        self.wrong = wrong
        self.md = MarkdownIt("commonmark", {"html": False}, renderer_cls=Renderer).enable("table").disable("image")
        self.md.core.ruler.before("inline", "rows", take_rows)
        self.md.core.ruler.after("inline", "sentences", wrap_sentences)
        self.md.core.ruler.after("sentences", "margin", write_margins)
        self.md.inline.ruler.before("link", "said", said_before)
        self.md.inline.ruler.before("link", "dice", dice)
        self.md.inline.ruler.before("link", "counter", self.counter)
        self.md.core.ruler.push("links", self.links)

    def blocks(self, text: str) -> list[Said]:
        """One for each paragraph, list, table or heading of the text."""
        env: dict[str, Any] = {"wrong": self.wrong}
        tokens = self.md.parse(AFTER_TABLE.sub(r"\1\n\n\2\n", text), env)
        return [Said(self.md.renderer.render(part, self.md.options, env), tuple(rows_of(part))) for part in parts(tokens)]

    def whole(self, text: str) -> Said:
        said = self.blocks(text)
        return Said("".join([block.html for block in said]), tuple([row for block in said for row in block.rows]))

    def counter(self, state: StateInline, silent: bool) -> bool:
        """`[[2RTR]]`, `[[2RTR|reduced]]`"""
        found = COUNTER.match(state.src, state.pos)
        if found is None:
            return False
        if not silent:
            name, word = found.group(1).strip(), (found.group(2) or "").strip()
            face = self.marks.face(name, word)
            token = state.push("counter", "", 0)
            token.content, token.meta = f"{name} {word}".strip(), {"face": face}
            if not face:
                self.wrong(f"there is no counter [[{found.group(0)[2:-2]}]]")
        state.pos = found.end()
        return True

    def links(self, state: StateCore) -> None:
        inside = [child for block in state.tokens for child in block.children or ()]
        for token in [token for token in inside if token.type == "link_open"]:
            to = str(token.attrGet("href") or "")
            address = self.marks.address(to.removeprefix("#")) if to.startswith("#") else ""
            if not address:
                self.wrong(f"a link leads to {to!r}; it may lead to a row or section (#9.1-a, #9.1) or a chapter (#chapter-9)")
            token.attrs = {"href": address, "data-to": to.removeprefix("#")}


class Renderer(RendererHTML):
    def counter(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        token = tokens[at]
        return f'<span class="counter" data-face="{escape(token.meta["face"])}">{escape(token.content)}</span>'

    def dice(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        return "".join([f'<span class="{tokens[at].meta["class"]}">{face}</span>' for face in tokens[at].content.split()])

    def margin(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        numbers = numbers_of(tokens[at].meta["rows"])
        return f'<span class="rows">{"".join([f"<b>{escape(number)}</b> " for number in numbers])}</span>'

    def table_open(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        token = tokens[at]
        margin = self.margin(tokens, at, options, env) if "rows" in token.meta else ""
        rows = f' data-rows="{escape(str(token.attrGet("data-rows")))}"' if margin else ""
        return f'<div class="table"{rows}>{margin}<table>'

    def table_close(self, tokens: list[Token], at: int, options: Any, env: Any) -> str:
        return "</table></div>"


def parts(tokens: list[Token]) -> Iterable[list[Token]]:
    """The tokens of each block on the outermost level."""
    part: list[Token] = []
    for token in tokens:
        part.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield part
            part = []


def rows_of(tokens: list[Token]) -> list[str]:
    return [row for token in tokens for row in token.meta.get("rows", ())]


def take_rows(state: StateCore) -> None:
    """The rows at the end of a paragraph, list item or table row go to it; alone after a table, to the table.

    Rows before the end go to what stands before them: see `wrap_sentences`."""
    tokens, gone = state.tokens, set[int]()
    for at, token in enumerate(tokens):
        found = ROWS.search(token.content) if token.type == "inline" else None
        if found is None or INSIDE.search(token.content[: found.start()]):
            continue
        token.content = token.content[: found.start()]
        owner = owner_of(tokens[: at + 1]) if token.content else table_before(tokens[: at + 1])
        if owner is None:
            state.env["wrong"](f"{found.group(0).strip()} stands alone; it belongs at the end of what says it, or after a table")
            continue
        name_rows(owner, found.group(1).split())
        if not token.content:
            gone |= {at - 1, at, at + 1}  # the paragraph that held nothing else
    state.tokens = [token for at, token in enumerate(tokens) if at not in gone]


def owner_of(tokens: list[Token]) -> Token:
    """What the last token, a line of text, is the text of: its paragraph, its list item, its row of a table."""
    if tokens[-2].type in ("td_open", "th_open"):
        return next(token for token in reversed(tokens) if token.type == "tr_open")
    if tokens[-2].hidden:
        return next(token for token in reversed(tokens) if token.type == "list_item_open")
    return tokens[-2]


def table_before(tokens: list[Token]) -> Token | None:
    """The table of which the last token, alone in its paragraph, names the rows."""
    if len(tokens) < 3 or tokens[-3].type != "table_close":
        return None
    return next(token for token in reversed(tokens) if token.type == "table_open")


def name_rows(owner: Token, rows: list[str]) -> None:
    owner.meta["rows"] = [*owner.meta.get("rows", ()), *rows]
    owner.attrSet("data-rows", " ".join(owner.meta["rows"]))


def said_before(state: StateInline, silent: bool) -> bool:
    """`A sentence. {9.1-a} Another one. {9.1-b}`: rows within a text."""
    found = INSIDE.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("said", "", 0).meta = {"named": found.group(0)[1:-1].split()}
    state.pos = found.end()
    return True


def dice(state: StateInline, silent: bool) -> bool:
    """`[(2 5)]`: dice that show these numbers; `[(9 of 10)]`: with so many sides, which have figures and no pips."""
    found = DICE.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("dice", "", 0)
        token.content, token.meta = found.group(1), {"class": "die plain" if found.group(2) else "die"}
    state.pos = found.end()
    return True


def wrap_sentences(state: StateCore) -> None:
    """What stands between the rows that a text names becomes an element of its own, which says those after it."""
    for at, token in enumerate(state.tokens):
        children = token.children or []
        if not any([child.type == "said" for child in children]):
            continue
        wrapped: list[Token] = []
        begun = 0
        for child in children:
            if child.type != "said":
                wrapped.append(child)
                continue
            opening = Token("sentence_open", "span", 1)
            name_rows(opening, child.meta["named"])
            wrapped[begun:] = [opening, *wrapped[begun:], Token("sentence_close", "span", -1)]
            begun = len(wrapped)
        token.children = wrapped
        named = [row for child in wrapped for row in child.meta.get("rows", ())]
        state.tokens[at].meta["rows"] = named  # counted with the text, shown in its margin


def write_margins(state: StateCore) -> None:
    """The numbers that stand in the margin: at the head of the text of whatever says rows. A table writes its own."""
    rows: list[str] = []
    for token in state.tokens:
        if token.meta.get("rows") and token.type != "table_open":
            rows = [*rows, *token.meta["rows"]]
        if rows and token.type == "inline" and token.children is not None:
            token.children.insert(0, Token("margin", "", 0, meta={"rows": rows}))
            rows = []
