"""The board of a battle: odds in sight while an attack is put together, what if, the dice, and how it came out."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.table import Seat, Table
from tests.browser.test_clicks import KEEP, WAYS, Way, click, sit_down, up_to
from tests.running import Server

pytestmark = pytest.mark.browser

LEADS = ("lead", "enough", "call", "pass")  # what gets on with a combat
STEPS = 14  # more than one has


def snapshot(table: Table) -> dict[str, Any]:
    game, tokens = table.seats()
    found: dict[str, Any] = table.fetch(f"games/{game}", token=tokens[0])
    return found


def import_and_open(table: Table, way: Way) -> None:
    """Where there is no line of moves to look at."""
    table.page.evaluate(KEEP, table.post("games/import", up_to(way)))
    table.page.wait_for_selector(f'[data-ply="{way.ply}"]')
    table.lift_curtain()


def decide(table: Table, text: str) -> None:
    """By its button, confirmed where it is asked; until whoever decides next can."""
    table.take(text)
    expect(table.page.locator("[data-offer]").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1600, 1000), (390, 844)])
def test_an_attack_from_the_choice_of_its_target_to_the_announcement(server: Server, sit: Seat, width: int, height: int) -> None:
    table = sit(server, width, height, has_touch=width < 700)
    page = table.page
    table.play(table.new_game())
    for text in ("deploy 11H D", "deploy CIH B", "assault H"):
        decide(table, text)

    # the odds are in sight before anything is committed, and the board can be opened
    table.offer("attack H").first.click()
    game, tokens = table.seats()
    ply = snapshot(table)["ply"]
    asked = {"token": tokens[0], "ply": ply, "text": "attack H"}
    foreseen = table.fetch(f"games/{game}/forecast", **asked)["forecast"]
    odds = page.get_by_test_id("odds")
    expect(odds.get_by_test_id("win")).to_contain_text("%")
    odds.get_by_role("button", name="Open the battle board").click()
    board = page.get_by_test_id("battle")
    for party in foreseen["parties"]:
        for fighter in party["fighters"]:
            label = board.locator(f'[data-fighter="{fighter["piece"]}"]')
            expect(label).to_contain_text(fighter["values"][0]["text"])
    whole = [int(re.sub(r"\D", "", text)) for text in board.locator("[data-verdict] > b").all_inner_texts()]
    assert sum(whole) == 100
    assert len(whole) == 4
    if width > 700:  # every modifier with its rule
        for total in foreseen["sums"]:
            for term in total["terms"]:
                expect(board).to_contain_text(term["what"], ignore_case=True)
                expect(board).to_contain_text(term["rule"])

    # a switch is worked out anew, by the rules
    before = board.get_by_test_id("win").inner_text()
    board.locator("[data-switch=air]").click()
    expect(board.locator("[data-switch=air]")).to_have_attribute("aria-checked", "false")
    expect(board.get_by_test_id("win")).not_to_have_text(before)
    without = table.fetch(f"games/{game}/forecast", **asked, given='{"air": "no"}')["forecast"]
    won = sum(chance["chance"] for chance in without["chances"] if chance["verdict"] in ("gone", "back"))
    assert abs(float(board.get_by_test_id("win").inner_text().removesuffix(" %")) - won * 100) <= 0.5
    assert table.axe() == []

    # it is fought: the odds stay in sight until the dice, then they are announced
    page.get_by_test_id("confirm").click()
    expect(board.locator("[data-stage]").first).to_be_visible()
    expect(board.get_by_test_id("win")).to_contain_text("%")
    for _ in range(STEPS):
        if page.get_by_test_id("outcome").count():
            break
        offered = table.offers()
        join = [text for text in offered if text.startswith("join ")]
        decide(table, join[0] if join else next(text for text in offered if text.split()[0] in LEADS))
    outcome = page.get_by_test_id("outcome")
    expect(outcome).to_contain_text("Allied attack")
    expect(outcome).to_contain_text(re.compile("Overrun|Success|Stalemate|Repulse"))
    expect(outcome).to_contain_text(re.compile(r"\d+ against \d+"))
    expect(outcome.locator(".die").nth(3)).to_be_visible()  # two a side
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert table.axe() == []
    if page.get_by_test_id("go-on").count():
        page.get_by_test_id("go-on").click()
        expect(page.get_by_test_id("battle")).to_have_count(0)


FREE: Final = """([kind, id]) => {
  const {x, y, width, height} = document.querySelector(`[data-${kind}="${CSS.escape(id)}"]`).getBoundingClientRect();
  const hits = document.elementsFromPoint(x + width / 2, y + height / 2);
  return hits.some(e => e.dataset[kind] === id) && !hits.some(e => e.closest('[data-testid=battle], [data-testid=aids]')); }"""


def fought_over(way: Way) -> list[str]:
    what, _, id = next(what for what in way.clicks if what.startswith("to ") or way.title == "tigercubs").partition(" ")
    return ["space" if what == "to" else "piece", id]


TURNED: Final = {
    "gazala": "join 12 Ber",
    "theseus": "level=regular",
    "blitzkrieg": "fly Axis Tac Air 1",
    "tigercubs": "surprise",
}  # what if
AIMED: Final = {"gazala": 2, "theseus": 2, "blitzkrieg": 1, "tigercubs": 1}  # clicks of an attack until its odds are in sight


@pytest.mark.parametrize("title", TURNED)
def test_odds_are_in_sight_before_an_attack_and_can_be_asked_what_if(server: Server, sit: Seat, title: str) -> None:
    """As in Battleaxe above: groups that make up a hundred, a board that says who would fight, a switch that is worked out anew."""
    table = sit(server)
    page = table.page
    page.goto(server.address)
    way = next(way for way in WAYS if (way.title, way.action) == (title, "attack"))
    sit_down(table, way)
    for what in way.clicks[: AIMED[title]]:
        click(table, what)
        table.settle()
    odds = page.get_by_test_id("odds")
    expect(odds.get_by_test_id("win")).to_contain_text("%")
    whole = [int(re.sub(r"\D", "", text)) for text in odds.locator("[data-verdict] > b").all_inner_texts()]
    assert sum(whole) == 100
    odds.get_by_role("button", name="Open the battle board").click()
    board = page.get_by_test_id("battle")
    for side in (0, 1):
        expect(board.locator(f".s{side} [data-fighter], table.s{side}").first).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(board.get_by_test_id("win")).to_be_in_viewport(ratio=1)  # and who fights, beside it or below it
    expect(board.locator("[data-fighter], tr").first).to_be_in_viewport(ratio=1)
    page.wait_for_function(FREE, arg=fought_over(way))  # the map beside it shows where
    switch = board.locator(f'[data-switch="{TURNED[title]}"]')
    was, before = switch.get_attribute("aria-checked"), board.inner_text()
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false" if was == "true" else "true")
    assert board.inner_text() != before
    assert table.axe() == []
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("confirm")).to_have_count(0)


def test_an_attack_that_cannot_be_won_is_not_the_golden_button(server: Server, sit: Seat) -> None:
    """What loses something is confirmed, but not proposed: the odds are turned for the worse on their way to the page."""
    table = sit(server)
    page = table.page
    page.goto(server.address)
    way = next(way for way in WAYS if (way.title, way.action) == ("gazala", "attack"))

    def for_the_worse(route: Route) -> None:
        told = route.fetch().json()
        told["forecast"]["chances"] = [{**told["forecast"]["chances"][0], "verdict": "us", "chance": 1.0}]
        route.fulfill(json=told)

    def aim() -> None:
        sit_down(table, way)
        for what in way.clicks[: AIMED["gazala"]]:
            click(table, what)
            table.settle()

    confirm, golden = page.get_by_test_id("confirm"), re.compile("primary")
    aim()
    expect(confirm).to_have_class(golden)
    expect(page.get_by_test_id("vain")).to_have_count(0)
    page.route("**/forecast*", for_the_worse)
    aim()
    expect(page.get_by_test_id("vain")).to_contain_text("cannot be won, and in 100 % of cases only you are hurt")
    expect(confirm).not_to_have_class(golden)
    expect(page.get_by_role("button", name="Not yet")).to_have_class(golden)


def test_a_battle_that_was_put_aside_is_opened_again_and_leaves_room_for_the_aids(server: Server, sit: Seat) -> None:
    table = sit(server, 1280, 720)
    page = table.page
    page.goto(server.address)
    board, aids = page.get_by_test_id("battle"), page.get_by_test_id("aids")
    reopen = page.get_by_role("button", name="Open the battle board")
    tables = page.get_by_role("tab", name="Combat results")

    # in lines above the map: the aids lie below it, never beneath it
    way = next(way for way in WAYS if (way.title, way.action) == ("blitzkrieg", "attack"))
    sit_down(table, way)
    for what in way.clicks[:2]:
        click(table, what)
        table.settle()
    page.get_by_label("Fold the battle").click()
    expect(board).to_have_count(0)
    reopen.click()
    expect(board).to_be_visible()
    for _ in range(2):
        assert bottom(board) <= top(aids)
        tables.click()
    assert bottom(board) <= top(aids)
    for what in way.clicks[2:]:
        click(table, what)
        table.settle()
    table.lift_curtain()
    expect(board.get_by_test_id("lines")).to_be_visible()
    page.wait_for_function(FREE, arg=fought_over(way))  # on a low map the lines stand beside the fight

    # beside the map: there is room for one of the two, and it is the one that was asked for last
    way = next(way for way in WAYS if (way.title, way.action) == ("gazala", "attack"))
    sit_down(table, way)
    for what in way.clicks[: AIMED["gazala"]]:
        click(table, what)
        table.settle()
    reopen.click()
    expect(board).to_be_visible()
    tables.click()
    expect(board).to_have_count(0)
    expect(page.get_by_test_id("confirm")).to_be_visible()
    grids = aids.locator("figure[data-grid]")
    expect(grids.first).to_be_visible()
    assert [g for g in grids.all() if g.evaluate("node => node.scrollWidth > node.clientWidth")] == []
    reopen.click()
    expect(board).to_be_visible()
    expect(tables).to_have_attribute("aria-selected", "false")


@pytest.mark.parametrize(("width", "height", "title"), [(844, 390, "theseus"), (640, 360, "tigercubs")])
def test_on_a_low_screen_the_odds_and_what_confirms_them_are_seen_together(
    server: Server, sit: Seat, width: int, height: int, title: str
) -> None:
    """A phone on its side, and 1280×720 at 200 %; with a caution, and with most fighters."""
    table = sit(server, width, height, has_touch=True)
    page = table.page
    page.goto(server.address)
    way = next(way for way in WAYS if (way.title, way.action) == (title, "attack"))
    import_and_open(table, way)
    for what in way.clicks[: AIMED[title]]:
        click(table, what)
        table.settle()
    confirm, chance = page.get_by_test_id("confirm"), page.get_by_test_id("odds").get_by_test_id("win")
    for part in (confirm, chance):
        expect(part).to_be_in_viewport(ratio=1)
    assert bottom(chance) <= top(confirm)
    page.get_by_role("button", name="Open the battle board").click()
    board = page.get_by_test_id("battle")
    expect(board.get_by_test_id("win")).to_be_in_viewport(ratio=1)
    assert bottom(board.get_by_test_id("win")) <= top(board.locator(".what"))
    assert page.evaluate("document.documentElement.scrollHeight") == height  # nothing but the panel scrolls


def test_whatever_was_read_before_the_odds_stand_whole_beside_the_next_question(server: Server, sit: Seat) -> None:
    table = sit(server, 1280, 720)
    page = table.page
    page.goto(server.address)
    way = next(way for way in WAYS if (way.title, way.action) == ("gazala", "attack"))
    sit_down(table, way)
    for what in way.clicks[: AIMED["gazala"]]:
        click(table, what)
        table.settle()
    page.get_by_text("Decide step by step").click()
    board = page.get_by_test_id("battle")
    expect(board.get_by_test_id("win")).to_be_visible()
    board.locator(".body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
    expect(board.get_by_test_id("win")).not_to_be_in_viewport()
    table.take("enough")
    for part in (board.get_by_test_id("win"), *board.locator("[data-verdict]").all()):
        expect(part).to_be_in_viewport(ratio=1)


IN_SIGHT: Final = """place => { const at = document.querySelector(`[data-space="${place}"]`).getBoundingClientRect();
  return at.top >= document.querySelector('header').getBoundingClientRect().bottom
    && at.bottom <= document.querySelector('aside').getBoundingClientRect().top }"""


def test_on_a_phone_the_target_stays_above_the_drawer(server: Server, sit: Seat) -> None:
    table = sit(server, 390, 844, has_touch=True)
    table.page.goto(server.address)
    way = next(way for way in WAYS if (way.title, way.action) == ("gazala", "attack"))
    import_and_open(table, way)
    for what in way.clicks[: AIMED["gazala"]]:
        click(table, what)
        table.settle()
    table.page.wait_for_function(IN_SIGHT, arg=way.clicks[1].removeprefix("to "))
    expect(table.page.get_by_test_id("confirm")).to_be_in_viewport(ratio=1)
    expect(table.page.get_by_test_id("undo")).to_have_count(0)  # a thumb finds what is confirmed there, not the way to stop


def top(part: Locator) -> float:
    return float(part.evaluate("node => node.getBoundingClientRect().top"))


def bottom(part: Locator) -> float:
    return float(part.evaluate("node => node.getBoundingClientRect().bottom"))
