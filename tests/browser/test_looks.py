"""Accessible, usable on a phone, nothing that covers what must be read, and quick enough."""

from __future__ import annotations

import contextlib
import json

import pytest
from playwright.sync_api import TimeoutError, expect

from sandtable.titles import SLUGS
from tests.browser.table import Seat, Table
from tests.running import ROOT, Server

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
  return shown && !n.closest('p, h2, h3, h4, .at') && box.height < 47.5; // links in running text may be small
}).map(n => n.textContent + ' ' + Math.round(n.getBoundingClientRect().height))"""

SIZES = {"desk": (1600, 1000), "wide": (1920, 1080), "small": (1280, 720), "200 %": (640, 360), "tablet": (820, 1180),
         "small tablet": (768, 1024), "phone": (390, 844), "sideways": (844, 390)}  # fmt: skip
FREE = """() => {
  for (const n of document.querySelectorAll('[data-space]')) {
    const b = n.getBoundingClientRect(), [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    if (!/can be chosen/.test(n.getAttribute('aria-label')) && document.elementFromPoint(x, y) === n) return [x, y];
  }
  return null;
}"""
LAID_OUT = "() => new Promise(ok => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(ok))))"
COVERED = """() => {
  const found = [], name = n => (n.getAttribute('aria-label') || n.textContent).trim().slice(0, 40);
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
  const box = s => document.querySelector(s).getBoundingClientRect();
  const [head, map, panel] = [box('header'), box('main.map'), box('aside')];
  const seen = Math.max(0, Math.min(map.bottom, panel.left < map.left + 1 ? panel.top : map.bottom) - map.top);
  const free = seen * Math.max(0, Math.min(map.right, panel.left > map.left ? panel.left : map.right) - map.left);
  if (free < 0.3 * innerWidth * innerHeight) found.push(`the map has ${Math.round(100 * free / innerWidth / innerHeight)} %`);
  if (head.bottom > map.top + 1) found.push('the header lies over the map');
  const shown = n => n.offsetParent && getComputedStyle(n).visibility !== 'hidden';
  const pressed = 'header :is(a, button), .hud button:not([role=tab]), .act .btn, .scrubber button, .asked';
  for (const n of [...document.querySelectorAll(pressed)].filter(shown)) {
    const b = n.getBoundingClientRect(), hit = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
    if (!hit || !(n.contains(hit) || hit.contains(n))) found.push(`${name(n)} is covered by ${hit?.tagName}`);
    if (b.right > innerWidth + 1 || b.bottom > innerHeight + 1) found.push(`${name(n)} is cut off`);
  }
  const when = document.querySelector('header .when').getBoundingClientRect();
  if (when.width < 60) found.push('there is no date');
  if (!document.querySelector('header .side.on')?.offsetParent) found.push('there is no side to decide');
  return found;
}"""


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
    for height in (352, 774, 104):
        expect(drawer).to_have_css("height", f"{height}px")
        table.page.get_by_label("Size of the drawer").click()
    for what, height in (("Tracks", 606), ("Log", 606), ("Play", 352)):  # what is read wants more than what is pressed
        drawer.get_by_role("group", name="What the drawer shows").get_by_role("button", name=what).tap()
        expect(drawer).to_have_css("height", f"{height}px")
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
    assert page.locator(".tiles:not(.names) .tile").count() == 1  # at first the picture that came with the program is enough
    page.get_by_label("Zoom in").click()
    page.wait_for_selector("[data-painted=true] .tile:not(.whole)")
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
    page.wait_for_function("() => !document.querySelector('.world').style.willChange")  # it has come to rest
    page.wait_for_selector("[data-painted=true]")
    assert page.evaluate("[...document.querySelectorAll('.tile:not(.whole)')].filter(n => n.dataset.seen).length") > 0


@pytest.mark.parametrize("title", SLUGS)
def test_nothing_covers_anything_at_any_size(server: Server, sit: Seat, title: str) -> None:
    """200 % is a window of half its width and height. The map keeps its share, date and side are read, buttons can be pressed."""
    table = sit(server)
    table.play(table.new_game(title=title))
    found = {}
    for size, (width, height) in SIZES.items():
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.evaluate(LAID_OUT)
        with contextlib.suppress(TimeoutError):
            table.page.wait_for_function(f"() => !({COVERED})().length", timeout=5000)
        found[size] = table.page.evaluate(COVERED)
    assert found == {size: [] for size in SIZES}


def test_states_of_supply_are_told_apart_without_colour(server: Server, sit: Seat) -> None:
    table = sit(server)
    record = json.loads((ROOT / "tests/records/tigercubs/battleaxe-allied-allied-decisive.json").read_text())
    table.resume(json.dumps({**record, "plies": record["plies"][:115]}))
    table.lift_curtain()
    table.page.locator("[data-layer=supply]").click()
    expect(table.page.get_by_test_id("overlay")).to_contain_text("stacks that are not supplied")
    hatched = table.page.evaluate("[...document.querySelectorAll('[data-hatch]')].map(n => getComputedStyle(n).fill)")
    assert len(set(hatched)) == 3, hatched  # dotted, hatched, crossed


@pytest.mark.parametrize("title", SLUGS)
def test_a_refused_click_is_answered_where_it_was_made(server: Server, sit: Seat, title: str) -> None:
    """A place that has no part in what is asked."""
    table = sit(server)
    table.play(table.new_game(title=title))
    table.settle()
    spot = table.page.evaluate(FREE)
    table.page.mouse.click(*spot)
    notice = table.page.get_by_test_id("notice")
    expect(notice.locator(".rule")).to_be_visible()
    box = notice.bounding_box()
    assert box is not None
    away = max(box["x"] - spot[0], spot[0] - box["x"] - box["width"], box["y"] - spot[1], spot[1] - box["y"] - box["height"])
    assert 0 <= away < 60, (spot, box)
    table.page.keyboard.press("Escape")
    expect(notice).to_have_count(0)
