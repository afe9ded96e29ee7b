"""Books from files: chapters, sections, boxes, diagrams, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.face.book import Block
from sandtable.texts import book as texts
from sandtable.texts.book import Drawing, Written, blocks_of, from_ledger, opened_by, plain, problems_of, read_book
from sandtable.texts.pictures import BadDrawing, picture, undrawable
from sandtable.titles import load_title
from tests.kernel.toy import TITLE


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(texts, "folder_of", lambda title: tmp_path)
    return tmp_path


def book_of(folder: Path, text: str) -> Written:
    (folder / "01-chapter.md").write_text(text, encoding="utf-8")
    return read_book(TITLE)


def blocks(written: Written) -> list[Block]:
    return [block for _, _, block in blocks_of(written.book)]


def test_chapters_and_sections() -> None:
    book = read_book(TITLE).book
    assert book.written
    assert [(chapter.id, chapter.name) for chapter in book.chapters] == [
        ("", "At a glance"), ("1", "Set-up"), ("3", "Moving and fighting"), ("4", "Winning"),
    ]  # fmt: skip
    assert [(section.id, section.name) for section in book.chapters[1].sections] == [("", ""), ("1.2", "Who is there")]
    assert [block.kind for block in book.chapters[2].sections[0].blocks] == ["text", "diagram"]


def test_short_chapters_share_a_file(write: Path) -> None:
    written = book_of(write, "# 1 One\n\nx\n\n# 2 Two\n[to one](#chapter-1)\n\n## 2.1 More\n\n[[z]]\n")
    assert [(chapter.id, len(chapter.sections)) for chapter in written.book.chapters] == [("1", 1), ("2", 2)]
    assert written.problems == ["01-chapter.md:9: there is no counter [[z]]"]


def test_boxes(write: Path) -> None:
    [example, ruling, after] = blocks(
        book_of(write, "# 1 One\n::: example Two tanks\nThey go. {1.1}\n:::\n::: ruling\nSo.\n:::\nOn.")
    )
    assert (example.kind, example.title, example.rows) == ("example", "Two tanks", ("1.1",))
    assert (ruling.kind, ruling.title, ruling.html) == ("ruling", "", "<p>So.</p>\n")
    assert after.kind == "text"


def test_a_star_says_that_the_text_tells_the_ruling_too(write: Path) -> None:
    ruled = next(rule.id for rule in TITLE.rules.rulebook().rules if rule.ruling)
    [plain_block] = blocks(book_of(write, f"# 1 One\nSo it is. {{{ruled}}}\n"))
    [starred] = blocks(book_of(write, f"# 1 One\nSo it is. {{{ruled}*}}\n"))
    assert len(plain_block.rulings) == 1
    assert (starred.rows, starred.html, starred.rulings) == (plain_block.rows, plain_block.html, ())


def test_what_is_said_comes_with_the_rulings_on_it() -> None:
    book = read_book(load_title("blitzkrieg")).book
    said = next(block for _, _, block in blocks_of(book) if "6.5.1-c" in block.rows)
    assert [ruling.number for ruling in said.rulings if "Turn 5" in ruling.text] == ["6.5.1"]
    assert not [ruling.text for _, _, block in blocks_of(book) for ruling in block.rulings if not ruling.text.endswith(".")]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("One\n", "01-chapter.md:1: the first line should be a chapter, `# 9 Combat`"),
        ("# 1 One\n::: poem\nx\n:::\n", "01-chapter.md:2: no box is called 'poem'; there are: example, ruling"),
        ("# 1 One\n\n::: tip\nx\n", "01-chapter.md:3: `::: tip` is not closed by `:::`"),
        ("# 1 One\n::: tip\nx\n::: tip\ny\n:::\n", "01-chapter.md:2: `::: tip` is not closed by `:::`"),
        ("# 1 One\nx\n:::\n", "`:::` closes nothing"),
        ("# 1 One\n\n## 1.1 Two\n\nx [[y]]\n", "01-chapter.md:4: there is no counter [[y]]"),
        ("# 1 One\n[x](#chapter-9)\n", "a link leads to '#chapter-9'"),
        ("# 1 One\n[x](#7.7)\n", "a link leads to '#7.7'"),
    ],
)
def test_mistakes(write: Path, text: str, wrong: str) -> None:
    assert wrong in book_of(write, text).problems[0]


def test_rows_that_are_not_said_twice_said_or_unknown(write: Path) -> None:
    problems = list(problems_of(TITLE, book_of(write, "# 1 One\nOne. {1.1}\n\nTwo. {1.1 9.9}\n")))
    assert "chapter 1 names a row 9.9, which the ledger does not have" in problems
    assert "row 1.1 is said 2 times: Five posts lie in a row." in problems
    assert "row 4.2 is not said: A side without units has lost at once." in problems


def test_the_cases_of_tests_are_not_a_text_for_people(write: Path) -> None:
    problems = list(problems_of(TITLE, book_of(write, "# 1 One\nSo it begins. a1 and A2 start in post a!\n")))
    assert "chapter 1 copies the case of row 1.2: a1 and A2 start in post a!" in problems


def test_what_a_number_opens() -> None:
    book = read_book(TITLE).book
    opened = {number: opened_by(book, number) for number in ("3.2", "1.3-a", "1.3", "3", "9")}
    assert opened["3.2"] is opened["3"]
    assert "3.2" in (opened["3.2"] or Block("")).rows
    assert opened["1.3"] is opened["1.3-a"] is not None
    assert opened["9"] is None


def test_a_title_without_a_book_shows_what_the_ledger_says(write: Path) -> None:
    written = read_book(TITLE)
    assert not written.book.written
    assert written.book == from_ledger(TITLE)
    assert [row for block in blocks(written) for row in block.rows] == [rule.id for rule in TITLE.rules.rulebook().rules]
    assert not any(["A1 and A2 start" in block.html for block in blocks(written)])


def test_plain_text() -> None:
    said = '<p data-rows="1"><span class="rows"><b>1</b> </span>A &lt;b&gt;.</p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>'
    assert plain(said) == "A <b>.\n- x\n- y"
    assert plain("<table><tr>\n<td>a</td>\n<td>b</td>\n</tr><tr><td>c</td></tr></table>") == "a | b\nc"
    assert plain("<table><tr>\n<th></th>\n<th></th>\n</tr><tr><td>a</td>\n<td></td></tr></table>") == "a"


def diagram(folder: Path, lines: str) -> Written:
    return book_of(folder, f"# 1 One\n::: diagram Two\n{lines}\n:::\n")


def test_a_diagram_is_a_real_position(write: Path) -> None:
    written = diagram(
        write,
        "scenario: brush\nsay: step A1 a\naround: a, b, hill top\nshow: mark hill top\nshow: attack b, hill top\nshow: ring X1",
    )
    shown = picture(TITLE, written.drawings["1-1"])
    assert {piece.id: piece.at for piece in shown.view.pieces} == {"A1": "a", "A2": "b", "X1": "hill top"}
    assert shown.marks == ("hill top",)
    assert (shown.arrows[0].kind, shown.arrows[0].spaces) == ("attack", ("b", "hill top"))
    assert shown.rings == ("X1",)
    assert shown.frame[0] < 100.0
    assert shown.frame[2] > 300.0


def test_a_diagram_goes_on_from_a_card_of_the_guided_game() -> None:
    title = load_title("battleaxe")
    lines = (("lesson", "Tanks to Point 206"), ("around", "9 10"))
    shown = picture(title, Drawing("here", lines))
    further = picture(title, Drawing("here", (*lines, ("say", "enter 2RTR 10"), ("room", "3"))))
    assert [{p.id: p.at for p in each.view.pieces}.get("2RTR") for each in (shown, further)] == [None, "10"]
    assert further.frame[2] > shown.frame[2]


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("scenario: nowhere\naround: a", "no scenario of toy is called 'nowhere'"),
        ("around: zz", "there is no space 'zz' in this position"),
        ("scenario: brush", "`around:` names the spaces"),
        ("around: a\nshow: dance a", "no show is called 'dance'; there are: reach, overlay"),
        ("around: a\nshow: ring Z9", "there is no piece 'Z9'"),
        ("around: a\nshow: overlay fog", "no overlay is called 'fog'"),
        ("around: a\nshow: reach X9", "'X9' cannot move here"),
        ("around: a\ncolour: red", "a diagram has no 'colour'; it has: scenario"),
        ("around: a\nside: blue", "no side is called 'blue'; there are: allied, axis"),
        ("around: a\nsay: fly A1", "fly"),
        ("around: a\nlesson: Halt", "the guided game has no card 'Halt'; it has: none"),
        ("around: a\nroom: much", "`room:` is a number of counters, not 'much'"),
        ("around: a\nsay: step A1 b {1 2}", "2 of the dice are not thrown"),
    ],
)
def test_diagrams_that_cannot_be_drawn(write: Path, lines: str, wrong: str) -> None:
    written = diagram(write, lines)
    assert written.problems == []
    [problem] = undrawable(TITLE, written.drawings.values())
    assert problem.startswith("toy, 01-chapter.md:2: ")
    assert wrong in problem
    with pytest.raises(BadDrawing):
        picture(TITLE, written.drawings["1-1"])
