"""Accessible, usable on a phone, nothing that covers what must be read, and quick enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('image[data-piece]')].map(n => [n.dataset.piece, n.getBoundingClientRect()]);
  const across = (p, q) => Math.min(p.right, q.right) - Math.max(p.left, q.left);
  const shared = (p, q) => Math.min(across(p, q), Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top));
  return boxes.flatMap(([a, p]) => boxes.filter(([b, q]) => a < b && shared(p, q) > 6).map(([b]) => [a, b]));
}"""
DURATIONS = "[...new Set([...document.querySelectorAll('*')].map(n => getComputedStyle(n).transitionDuration))]"
SMALL = """() => [...document.querySelectorAll('button, select, a.btn, label.btn')].filter(n => {
  const box = n.getBoundingClientRect(), style = getComputedStyle(n);
  const shown = box.width && box.top < innerHeight && style.visibility !== 'hidden';
  return shown && !n.closest('p, h2, h3, h4, .at') && box.height < 43.5; // links in running text may be small
}).map(n => n.textContent + ' ' + Math.round(n.getBoundingClientRect().height))"""


def test_axe_finds_nothing_serious_in_the_lobby(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.page.goto(server.address)
    table.page.get_by_test_id("start").wait_for()
    assert table.axe() == []


def test_axe_finds_nothing_serious_at_the_table(table: Table) -> None:
    assert table.axe() == []
    table.assault_from("H")
    table.offer("attack H").click()
    table.page.get_by_test_id("confirm").wait_for()
    assert table.axe() == []
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("r")
    expect(table.page.get_by_test_id("rulebook")).to_be_visible()
    assert table.axe() == []
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("dialog", name="Help")).to_be_visible()
    assert table.axe() == []


def test_a_phone_has_a_drawer_with_three_stops_and_large_buttons(server: Server, sit: Seat) -> None:
    table = sit(server, 390, 844, has_touch=True, device_scale_factor=2)
    made = table.new_game()
    table.play(made)
    drawer = table.page.get_by_label("Decision and log")
    heights = []
    for _ in range(3):
        table.page.wait_for_timeout(100)
        heights.append(round(drawer.bounding_box()["height"]))  # type: ignore[index]
        table.page.get_by_label("Size of the drawer").click()
    assert sorted(heights) == [104, 352, 774]
    assert table.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert table.page.evaluate(SMALL) == []
    table.page.locator(".offers .fold").tap()
    table.offer("deploy 11H D").tap()
    expect(table.offer("deploy 11H D")).to_have_count(0)
    assert table.axe() == []


def test_counters_of_one_space_do_not_cover_those_of_another(table: Table) -> None:
    game, tokens = table.seats()
    at = {piece["id"]: piece["at"] for piece in table.fetch(f"games/{game}", token=tokens[0])["view"]["pieces"]}
    overlaps = table.page.evaluate(OVERLAPS)
    assert [(a, b) for a, b in overlaps if at[a] != at[b]] == []


def test_less_motion_for_those_who_ask(server: Server, sit: Seat) -> None:
    table = sit(server, reduced_motion="reduce")
    made = table.new_game()
    table.play(made)
    durations = table.page.evaluate(
        "[...new Set([...document.querySelectorAll('*')].map(n => getComputedStyle(n).transitionDuration))]"
    )
    assert durations == ["0s"]


def test_nothing_is_repainted_while_the_map_is_dragged(table: Table) -> None:
    page = table.page
    page.wait_for_selector("[data-painted=true]")
    page.evaluate("document.querySelectorAll('.tile').forEach(n => n.dataset.seen = '1')")
    page.get_by_label("Zoom in").click()
    page.wait_for_timeout(3000)
    page.evaluate("document.querySelectorAll('.tile').forEach(n => n.dataset.seen = '1')")
    page.mouse.move(500, 500)
    page.mouse.down()
    for n in range(12):
        page.mouse.move(500 + n * 4, 500 + n * 2)
    page.mouse.up()
    page.mouse.move(500, 500)
    page.mouse.down()
    for n in range(12):
        page.mouse.move(500 - n * 4, 500 - n * 2)
    page.mouse.up()
    page.wait_for_timeout(500)
    assert page.evaluate("[...document.querySelectorAll('.tile')].filter(n => n.dataset.seen).length") > 0
