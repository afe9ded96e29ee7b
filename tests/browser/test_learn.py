"""The rule book, the briefing and "What now?": at a desk and on a phone."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Seat
from tests.running import Server

PHONE: Final[dict[str, Any]] = {"width": 390, "height": 844, "device_scale_factor": 2, "has_touch": True}
PAINTED: Final = ".picture[data-painted=true]"
FREE: Final = """() => {
  const map = document.querySelector('main.map').getBoundingClientRect();
  return [...document.querySelectorAll('image.can, path.can')].some(n => {
    const box = n.getBoundingClientRect();
    return box.left >= map.left && box.right <= map.right && box.top >= map.top && box.bottom <= map.bottom;
  });
}"""

SIDEWAYS: Final = "() => [...document.querySelectorAll('.table')].filter(n => n.scrollWidth > n.clientWidth).map(n => n.innerText)"


def seen_diagram(page: Page) -> None:
    """The first diagram is drawn: ground, counters, and what it is about."""
    figure = page.locator("[data-diagram]").first
    figure.scroll_into_view_if_needed()
    expect(figure.locator(PAINTED)).to_be_visible()
    expect(figure.locator("svg image").first).to_be_attached()


@pytest.mark.parametrize(("title", "word"), [("battleaxe", "retreat"), ("theseus", "minefield")])
def test_the_rules_are_read_beside_the_board_and_on_a_page(server: Server, sit: Seat, title: str, word: str) -> None:
    table = sit(server)
    page = table.page
    table.play(table.new_game(title=title))
    rule = table.prompt()["rule"] or table.prompt()["offers"][0]["rule"]
    page.keyboard.press("r")
    book = page.get_by_test_id("rulebook")
    expect(book.locator(".marked").first if table.prompt()["rule"] else book.locator(".chapter").first).to_be_in_viewport()
    expect(book.get_by_test_id("rules-now")).to_contain_text(rule)
    expect(book.get_by_role("group", name="Rules")).to_be_focused()  # the arrow keys read on
    width = page.evaluate("innerWidth")
    box = book.bounding_box()
    assert box is not None
    assert box["width"] <= min(780, width / 2)
    page.wait_for_function(FREE)
    book.get_by_test_id("rules-now").locator("button").first.click()
    expect(book.locator(".marked").first).to_be_in_viewport()
    book.get_by_label("Search the rule book").fill(word)
    hit = book.get_by_test_id("hits").locator("button").first
    expect(hit).to_contain_text(word, ignore_case=True)
    hit.click()
    expect(book.locator(".marked").first).to_be_in_viewport()
    expect(book.locator("img.counter").first).to_be_attached()
    assert table.axe("[data-testid=rulebook]") == []
    book.get_by_role("link", name="Full page").click()
    rules = page.get_by_test_id("rules-page")
    expect(rules.locator("nav")).to_contain_text("At a glance")
    rules.locator("nav button").last.click()
    expect(rules.locator(".chapter h1").last).to_be_in_viewport()
    seen_diagram(page)
    assert table.axe() == []
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(rules.locator("details:not([open])")).to_have_count(0)
    expect(rules.locator("nav")).to_be_hidden()
    expect(rules.locator(".chapter h1").first).to_be_visible()
    page.emulate_media(media="screen")
    rules.locator("aside").get_by_role("link", name="Back to the").click()
    table.ready()


@pytest.mark.parametrize(("title", "scenario", "side"), [("battleaxe", "battleaxe", 0), ("theseus", "bir_hacheim", 1)])
def test_a_briefing_leads_to_the_table_and_a_hint_to_a_move(
    server: Server, sit: Seat, title: str, scenario: str, side: int
) -> None:
    table = sit(server)
    page = table.page
    page.goto(f"{server.address}/#/briefing/{title}/{scenario}")
    briefing = page.get_by_test_id("briefing")
    told = table.fetch(f"titles/{title}/briefings/{scenario}")
    expect(briefing.locator(PAINTED)).to_be_visible()
    expect(briefing).to_contain_text(told["situation"][0])
    expect(briefing.locator("svg .number")).to_have_count(len([look for look in told["first"] if look.get("spaces")]))
    expect(briefing.locator("svg .way:not(.case)")).to_have_count(len(told["arrows"]))
    assert told["arrows"]
    expect(page.get_by_role("button", name=re.compile("^Lead the"))).to_have_count(1 if told.get("alone") else 2)
    for aim in told["aims"]:
        expect(briefing).to_contain_text(aim["text"])
    assert table.axe() == []
    page.get_by_test_id("begin").click()
    table.ready()
    _, tokens = table.seats()
    assert [token is not None for token in tokens] == [side == 0, side == 1]
    page.get_by_label("More").click()
    page.get_by_role("button", name="Briefing").click()
    expect(briefing).to_contain_text("Orders for the")
    page.get_by_test_id("to-table").click()
    expect(briefing).to_have_count(0)
    expect(page.get_by_test_id("ask-what-now")).to_be_visible()
    page.keyboard.press("w")
    hint = page.get_by_test_id("what-now")
    expect(hint.get_by_role("button", name="Do that")).to_be_visible()
    game, tokens = table.seats()
    advice = table.fetch(f"games/{game}/advice", token=tokens[side], ply=table.ply())
    expect(hint).to_contain_text(advice["hint"]["label"], ignore_case=True)
    expect(hint.locator(".undone li")).to_have_count(len(advice["undone"]))
    assert table.axe() == []
    before = table.ply()
    hint.get_by_role("button", name="Do that").click()
    table.see_through(before)
    expect(hint).to_have_count(0)


def test_on_a_phone_book_briefing_and_hint_fill_the_screen(server: Server, sit: Seat) -> None:
    table = sit(server, **PHONE)
    page = table.page
    table.play(table.new_game(title="gazala"))
    page.keyboard.press("r")
    book = page.get_by_test_id("rulebook")
    expect(book.locator(".chapter").first).to_be_attached()
    assert book.bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    book.get_by_role("button", name="Contents").click()
    book.locator("nav button").nth(7).click()
    expect(book.locator(".chapter h1").nth(7)).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert page.evaluate(SIDEWAYS) == []
    book.get_by_label("Close the rule book").click()
    page.get_by_test_id("ask-what-now").click()
    expect(page.get_by_test_id("what-now").get_by_role("button", name="Do that")).to_be_visible()
    page.goto(f"{server.address}/#/briefing/gazala/one")
    expect(page.get_by_test_id("briefing").locator(PAINTED)).to_be_visible()
    expect(page.get_by_test_id("begin")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.goto(f"{server.address}/#/rules/gazala")
    rules = page.get_by_test_id("rules-page")
    rules.get_by_role("button", name="Contents").click()
    rules.get_by_label("Search the rule book").fill("minefield")  # what is found takes the place of the contents
    rules.get_by_test_id("hits").locator("button").first.click()
    expect(rules.locator(".marked").first).to_be_in_viewport()
