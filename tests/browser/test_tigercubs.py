"""Tiger Cubs at Bay in the browser: a whole player turn with a raid that is intercepted and an attack with close support."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

MOST_CLICKS: Final = 80  # of the side whose turn it is
COUNT: Final = """() => { window.clicks = {Allied: 0, Axis: 0};
  addEventListener('click', () => window.clicks[document.querySelector('header .side.on b').textContent]++, true); }"""


def propose(table: Table, name: str) -> None:
    """What the program proposes, by one click."""
    before = table.ply()
    table.page.get_by_test_id("proposal").filter(has_text=name).first.click()
    table.moved_from(before)


def asks(table: Table, text: str) -> None:
    expect(table.page.get_by_test_id("prompt")).to_contain_text(text)


def click_on(table: Table, space: str) -> None:
    before = table.ply()
    table.click_space(space)
    table.moved_from(before)


def march(table: Table, unit: str, space: str) -> None:
    """A whole stack, by a double click on one of it; then the hex, and it stops there."""
    table.piece(unit).dblclick()
    expect(table.page.locator(".picked")).to_be_visible()
    click_on(table, space)
    asks(table, "movement points left, where do")
    table.take("halt")


def finish_combat(table: Table) -> None:
    """Both sides, until the pursuit: as proposed, else the last offer, which stops."""
    while "pursues" not in table.page.get_by_test_id("prompt").inner_text():
        before = table.ply()
        if table.page.get_by_test_id("proposal").count():
            expect(table.page.get_by_test_id("proposal").first).to_be_in_viewport(ratio=1)  # whatever was looked at before
            table.page.get_by_test_id("proposal").first.click()
            table.moved_from(before)
        else:
            table.take(table.offers()[-1])


def test_a_turn_with_an_intercepted_raid_and_a_supported_attack(server: Server, sit: Seat) -> None:
    table = sit(server)
    page, log, prompt = table.page, table.page.get_by_test_id("log"), table.page.get_by_test_id("prompt")
    table.play(table.new_game(title="tigercubs"))
    page.evaluate(COUNT)
    page.keyboard.press("f")

    # Supply, as proposed
    asks(table, "need General Supply")
    propose(table, "nobody goes without")
    propose(table, "Offensive and air supply")

    # A raid: a squadron and its target, with the range on the map; it is met, and bombs what it still can
    table.open_boxes()
    expect(page.get_by_label("Allied airbases")).to_contain_text("2 of 2 ready · can launch 6 squadrons")
    page.locator("[data-layer=air]").click()
    table.piece("b-14").click()
    expect(page.get_by_test_id("overlay")).to_contain_text("Range of 14 Squadron")
    click_on(table, "1106")
    asks(table, "An airbase attack by 14 Squadron, target Gambut (1106). Who else goes?")
    expect(page.locator('[data-flight="b-14"] text')).to_have_text("Airbase attack")
    expect(page.get_by_label("Allied airbases")).to_contain_text("1 of 2 ready · can launch 5 squadrons")
    page.get_by_role("button", name="Close the player aids").click()
    table.take("send")
    asks(table, "14 Squadron comes for Gambut (1106). Who intercepts?")
    propose(table, "Intercept with all in reach")
    asks(table, "7./JG 26 intercepts over Gambut (1106)")
    table.take("done")  # fly on
    expect(page.get_by_test_id("outcome")).to_contain_text("7./JG 26 fires at 14 Squadron")
    expect(page.locator(".btn.primary:visible")).to_have_text(["Go on"])  # one golden button, whatever is asked beside it
    page.locator("[data-layer=air]").click()
    table.take("done")  # no more raids
    expect(prompt).to_contain_text("Axis, your decision")
    page.get_by_test_id("standing").click()
    page.locator("[data-wish=unattacked]").click()
    table.take("done")

    # Moves of three stacks, with the network of supply in sight
    asks(table, "Which unit or stack moves next")
    page.locator("[data-layer=supply]").click()
    expect(page.get_by_test_id("overlay")).to_contain_text("Army HQ at Sidi Barrani (1807), 6 of 20 hexes")
    page.locator("[data-layer=supply]").click()
    march(table, "B-7AB", "1408")
    march(table, "B-1L", "1708")
    march(table, "B-11I", "2208")
    table.take("done")

    # An attack: the enemy stack, with the odds before it is declared; then close support
    asks(table, "Which enemies do you attack?")
    before = table.ply()
    table.piece("G-K15").click()
    expect(page.get_by_test_id("odds")).to_contain_text("Attack on Sollum (1407)")
    table.see_through(before)
    table.take("declared")
    asks(table, "Do you fly close support")
    propose(table, "Support the combat at Sollum (1407)")
    finish_combat(table)
    expect(log).to_contain_text("Allied close support over Sollum (1407) is worth")

    # A pursuit, and home
    march(table, "B-1L", "1608")
    table.take("done")
    asks(table, "Where do your air units land?")
    table.take("home")
    clicks = page.evaluate("window.clicks")
    assert clicks["Allied"] <= MOST_CLICKS, clicks
