"""Markdown of a rule book: what says which row, counters, links; nothing of it can harm a page."""

from __future__ import annotations

from sandtable.texts.markdown import Markdown, Marks


def read(text: str) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    wrong: list[str] = []
    faces = {("2RTR", ""): "2RTR", ("2RTR", "reduced"): "2RTR/reduced"}
    marks = Marks(lambda name, word: faces.get((name, word), ""), lambda to: f"#/rules/x/{to}" if to == "9.1-a" else "")
    return [(said.html, said.rows) for said in Markdown(marks, wrong.append).blocks(text)], wrong


def test_a_paragraph_says_the_rows_at_its_end() -> None:
    assert read("One.\nTwo. {9.1-a 9.1-b 11.4.2A}")[0] == [
        (
            '<p data-rows="9.1-a 9.1-b 11.4.2A"><span class="rows"><b>9.1</b> <b>11.4.2A</b> </span>One.\nTwo.</p>\n',
            ("9.1-a", "9.1-b", "11.4.2A"),
        )
    ]
    assert read("Says nothing.") == ([("<p>Says nothing.</p>\n", ())], [])


def test_each_item_of_a_list_says_its_own() -> None:
    [(html, rows)], wrong = read("- one {1.1}\n- two\n  - three {1.2}\n\n  four {1.3}\n")
    assert rows == ("1.1", "1.2", "1.3")
    assert '<li data-rows="1.2"><span class="rows"><b>1.2</b> </span>three</li>' in html
    assert '<p data-rows="1.3">' in html
    assert wrong == []


def test_a_table_and_its_rows_say_theirs() -> None:
    [(html, rows)], _ = read("| a | b |\n|---|---|\n| c | d {2.1} |\n| e | f |\n{2.2 2.3}")
    assert rows == ("2.2", "2.3", "2.1")
    assert html.startswith('<div class="table" data-rows="2.2 2.3"><span class="rows"><b>2.2</b> <b>2.3</b> </span><table>')
    assert '<tr data-rows="2.1">\n<td><span class="rows"><b>2.1</b> </span>c</td>\n<td>d</td>' in html
    assert "{" not in html
    assert read("| a |\n|---|\n| b |\n\n{2.2}")[0][0][1] == ("2.2",)


def test_each_sentence_can_say_its_own() -> None:
    [(html, rows)], wrong = read("First **one**. {1.1} Second, {1.2 1.2-b} third. {1.3} Fourth.")
    assert rows == ("1.1", "1.2", "1.2-b", "1.3")
    assert html == (
        '<p><span class="rows"><b>1.1</b> <b>1.2</b> <b>1.3</b> </span><span data-rows="1.1">First <strong>one</strong>. </span>'
        '<span data-rows="1.2 1.2-b"> Second, </span><span data-rows="1.3"> third. </span> Fourth.</p>\n'
    )
    assert wrong == []
    [(html, rows)], _ = read("- First. {1.1} Second. {1.2}")
    assert rows == ("1.1", "1.2")
    assert "{" not in html


def test_rows_that_nobody_says_are_wrong() -> None:
    assert "stands alone" in read("Text.\n\n{1.1}")[1][0]


def test_counters() -> None:
    [(html, _)], wrong = read("Look at [[2RTR]] and [[2RTR|reduced]].")
    assert '<span class="counter" data-face="2RTR">2RTR</span>' in html
    assert '<span class="counter" data-face="2RTR/reduced">2RTR reduced</span>' in html
    assert wrong == []
    assert read("[[Tiger]]")[1] == ["there is no counter [[Tiger]]"]
    [(html, _)], wrong = read("| a |\n|---|\n| [[2RTR\\|reduced]] |")
    assert 'data-face="2RTR/reduced"' in html


def test_dice() -> None:
    assert read("[(3 of 10)]")[0][0][0] == '<p><span class="die plain">3</span></p>\n'
    assert read("Throw [(2 10)].")[0][0][0] == '<p>Throw <span class="die">2</span><span class="die">10</span>.</p>\n'


def test_links_lead_to_rules() -> None:
    assert '<a href="#/rules/x/9.1-a" data-to="9.1-a">why</a>' in read("[why](#9.1-a)")[0][0][0]
    for bad in ("[why](#9.9)", "[why](https://example.org)", "[why](elsewhere.md)"):
        [(html, _)], wrong = read(bad)
        assert "a link leads to" in wrong[0]
        assert 'href=""' in html


def test_no_html_but_ours() -> None:
    for bad in ("<script>alert(1)</script>", "<b onclick=x>y</b>", "text <img src=x onerror=y>", "![x](http://example.org/a.png)"):
        [(html, _)], _ = read(bad)
        assert "<script" not in html
        assert "<img" not in html
        assert "<b onclick" not in html
    assert "javascript" not in read("[x](javascript:alert(1))")[0][0][0].replace("[x](javascript:alert(1))", "")
    [(html, _)], _ = read('Row. {"><script>}')
    assert "<script" not in html
    [(html, _)], _ = read('[["><script>]]')
    assert "<script" not in html
