"""Player aids in every title, at the table and on a page of their own; and the board's picture that came with the program."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sandtable.titles import SLUGS
from tests.browser.table import Seat
from tests.browser.test_clicks import WAYS, click, sit_down
from tests.running import ROOT, Server

pytestmark = pytest.mark.browser

ABOVE = """place => document.querySelector(`[data-space="${place}"]`).getBoundingClientRect().bottom
  <= document.querySelector('[data-testid=aids]').getBoundingClientRect().top"""
CLEAR = """piece => document.querySelector(`image[data-piece="${piece}"]`).getBoundingClientRect().bottom
  <= document.querySelector('[data-testid=aids]').getBoundingClientRect().top"""
SHARE = "document.querySelector('[data-testid=aids]').offsetHeight / document.querySelector('main.map').offsetHeight"


@pytest.mark.parametrize("title", SLUGS)
def test_every_title_has_six_tabs_with_something_on_each(server: Server, sit: Seat, title: str) -> None:
    table = sit(server, 1280, 800)
    page = table.page
    made = table.new_game(title=title)
    table.play(made)
    key = page.locator("[data-board]").get_attribute("data-board")
    assert (ROOT / f"web/src/pictures/boards/{key}-ground.webp").exists(), "the board has changed: run tools.pictures"
    aids = page.get_by_test_id("aids")
    tabs = aids.get_by_role("tab")
    assert tabs.count() == 6
    for name, seen in (
        ("Combat results", "[data-grid]"),
        ("Terrain and movement", "[data-grid] .cut"),
        ("Turn record", "[data-testid=turns] [aria-current=step]"),
        ("Order of battle", "[data-counter] img"),
        ("Tracks and boxes", ".info"),
        ("Victory", "[data-testid=goals] tr"),
    ):
        aids.get_by_role("tab", name=name).click()
        expect(aids.locator(seen).first).to_be_visible()
        assert page.evaluate(SHARE) <= 0.405
        if name == "Order of battle":
            for where in aids.locator("[data-counter] em").all_inner_texts():
                assert not re.fullmatch(r"in \d+", where), f"{where}: a number alone"
    page.goto(f"{server.address}/#/games/{made['id']}/aids")
    whole = page.get_by_test_id("aids-page")
    expect(whole.locator("[data-counter]").first).to_be_visible()
    counters = sum(len(formation["counters"]) for formation in table.fetch(f"games/{made['id']}/aids")["order"])
    assert whole.locator("[data-counter]").count() == counters


def test_the_height_of_the_aids_is_kept(server: Server, sit: Seat) -> None:
    table = sit(server)
    made = table.new_game()
    table.play(made)
    aids = table.page.get_by_test_id("aids")
    aids.get_by_role("tab", name="Victory").click()
    table.page.get_by_label("Height of the player aids").focus()
    for _ in range(4):
        table.page.keyboard.press("ArrowDown")
    height = aids.evaluate("n => n.offsetHeight")
    table.open(f"/#/games/{made['id']}")
    aids.get_by_role("tab", name="Victory").click()
    assert aids.evaluate("n => n.offsetHeight") == height


@pytest.mark.parametrize(("title", "clicks", "place"), [("gazala", 2, "1521"), ("tigercubs", 1, "0906")])
def test_what_counts_is_lit_before_the_dice_and_the_target_stays_in_sight(
    server: Server, sit: Seat, title: str, clicks: int, place: str
) -> None:
    table = sit(server, 1280, 720)
    page = table.page
    page.goto(server.address)
    way = next(way for way in WAYS if (way.title, way.action) == (title, "attack"))
    sit_down(table, way)
    for what in way.clicks[:clicks]:
        click(table, what)
        table.settle()
    expect(page.get_by_test_id("confirm")).to_be_visible()
    aids = page.get_by_test_id("aids")
    aids.get_by_role("tab", name="Combat results").click()
    column = aids.locator("[data-grid=crt] thead th.now")
    expect(column).to_have_count(1)
    expect(page.get_by_test_id("odds")).to_contain_text(re.compile(column.inner_text().replace(" to ", "[-:]")))
    expect(column).to_be_in_viewport()
    page.wait_for_function(ABOVE, arg=place)
    aids.get_by_role("tab", name="Terrain and movement").click()
    ground = aids.locator("[data-grid=terrain] tr.now")
    expect(ground).to_have_count(1)  # of the place that is looked at
    expect(ground).to_be_in_viewport()
    aids.get_by_role("tab", name="Victory").click()
    allied, axis = (aids.get_by_label(side, exact=True).bounding_box() for side in ("Allied", "Axis"))
    assert allied is not None
    assert axis is not None
    assert allied["y"] == axis["y"]  # beside each other, whatever stands above both


def test_who_can_act_stays_above_the_aids(server: Server, sit: Seat) -> None:
    table = sit(server, 1280, 720)
    table.page.goto(server.address)
    sit_down(table, next(way for way in WAYS if (way.title, way.action) == ("gazala", "move")))
    table.page.get_by_test_id("aids").get_by_role("tab", name="Victory").click()
    table.page.wait_for_function(CLEAR, arg="104/2")
