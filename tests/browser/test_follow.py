"""What the other side does is shown: as a film, as a summary, and in the cards of the log."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

BOTH = """() => ['caption', 'watch'].map(id => document.querySelector(`[data-testid=${id}]`)?.innerText ?? '')"""  # at one moment


def say(table: Table, made: dict[str, Any], *texts: str, side: int = 1) -> None:
    """The other side decides, one thing after the other."""
    for text in texts:
        table.say(made, text, side=side)


BESIDE = """() => document.querySelector('[data-testid=watch]').getBoundingClientRect().left
    >= document.querySelector('main').getBoundingClientRect().right"""


def test_on_a_phone_that_lies_on_its_side_the_film_stands_beside_the_map(server: Server, sit: Seat) -> None:
    table = sit(server, 844, 390, pace="step", has_touch=True)
    page = table.page
    made = table.new_game()
    table.play({**made, "tokens": [made["tokens"][0], None]})
    for text in ("deploy 11H D", "deploy CIH B", "pass", "pass"):
        table.take(text)
    say(table, made, "regroup", "move 1/104 17")
    expect(page.get_by_test_id("skip")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("film")).to_be_in_viewport(ratio=1)
    assert page.evaluate(BESIDE)
    expect(page.get_by_test_id("caption")).to_have_count(0)  # its card says it


def test_the_other_sides_doings_are_a_film_a_summary_and_cards(server: Server, sit: Seat) -> None:
    table = sit(server, pace="step")
    page = table.page
    made = table.new_game()
    table.play({**made, "tokens": [made["tokens"][0], None]})
    for text in ("deploy 11H D", "deploy CIH B", "pass", "pass"):
        table.take(text)
    say(table, made, "regroup", "move 1/104 17", "move 15MC(-) 15")

    watch, caption, trails = page.get_by_test_id("watch"), page.get_by_test_id("caption"), page.get_by_test_id("trails")
    expect(watch).to_be_visible()
    for _ in range(300):  # step by step, each by any key
        said, state = page.evaluate(BOTH)
        if "I/104th Rifles" in said:
            break
        if "Any key or click" in state:
            page.keyboard.press("x")
        page.wait_for_timeout(100)
    expect(caption).to_contain_text("Halfaya Pass → Musaid")
    expect(trails.locator('[data-arrow="6 17"]')).to_have_count(1)
    expect(trails.locator('[data-ghost="1/104"]')).to_have_count(1)
    expect(watch.locator('[data-scene="move"][aria-current]')).to_contain_text("I/104th Rifles")
    expect(watch).to_contain_text("Any key or click")
    page.keyboard.press("x")
    expect(caption).to_contain_text("15th Motorcycle")
    page.get_by_test_id("film").get_by_role("button", name="The action before").click()
    expect(caption).to_contain_text("I/104th Rifles")
    expect(page.get_by_test_id("skip")).to_be_visible()
    page.keyboard.press("e")
    expect(watch).to_have_count(0)
    expect(page.get_by_test_id("scrubber")).to_contain_text("live")
    expect(table.space("17")).to_have_attribute("aria-label", re.compile("104"))

    for _ in range(4):
        page.get_by_label("Zoom in").click()  # the arrows are out of sight
    page.get_by_role("button", name="Since my last turn").click()
    expect(watch).to_contain_text("Since you last played")
    expect(trails).to_have_attribute("data-trails", "2")
    for arrow in trails.locator("[data-arrow]").all():
        expect(arrow).to_be_in_viewport(ratio=1)
    expect(watch.locator("[data-scene=move]")).to_have_count(2)
    watch.get_by_role("button", name="Play it back").click()
    expect(caption).to_be_visible()
    page.get_by_test_id("film").get_by_role("button", name="None").click()
    expect(watch).to_have_count(0)
    say(table, made, "move 1/33A 5")
    log = page.get_by_test_id("log")
    expect(log).to_contain_text("Flak battery A")
    expect(watch).to_have_count(0)  # no film is wanted

    expect(log.locator("[data-card=move].s1", has_text="I/104th Rifles")).to_contain_text("Halfaya Pass → Musaid")
    log.get_by_role("button", name="Battles").click()
    expect(log).to_contain_text("No battle has been fought yet")
    log.get_by_role("button", name="All").click()
    first = log.locator("[data-card]").first
    expect(first).to_contain_text("Flak battery A")
    log.get_by_role("button", name="Order").click()
    expect(first).to_contain_text("11th Hussars")
    page.reload()
    expect(first).to_contain_text("11th Hussars")
    assert table.axe() == []
