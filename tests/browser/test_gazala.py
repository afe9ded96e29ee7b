"""Gazala in the browser: chits that the other side does not see, a move on the hexes, and a whole turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seat, Server, Table

pytestmark = pytest.mark.browser

SHORTEST = ("done", "end", "halt", "stay", "enough", "ready", "nomore", "pass", "rest")  # what gets on with the turn


def lift_curtain(table: Table) -> None:
    """The next player sits down."""
    table.page.wait_for_timeout(150)
    curtain = table.page.get_by_test_id("curtain")
    if curtain.count():
        curtain.get_by_role("button").click()
        expect(curtain).to_have_count(0)


def get_on(table: Table) -> None:
    """The offer that ends soonest whatever goes on."""
    lift_curtain(table)
    offered = table.offers()
    table.take(next((text for text in offered if text.split()[0] in SHORTEST), offered[0]))


def test_a_whole_turn_of_gazala(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.play(table.new_game(title="gazala"))
    lift_curtain(table)
    when = table.page.locator("header .when")
    expect(when).to_contain_text("May 27 AM")
    table.take(next(text for text in table.offers() if text.startswith("activate ")))
    for _ in range(12):  # reinforcements that arrive, chits that could be played
        if any(text.startswith("move ") for text in table.offers()):
            break
        get_on(table)
    mover = next(text for text in table.offers() if text.startswith("move "))
    table.take(mover)
    step = next(text for text in table.offers() if text.startswith("go "))
    table.take(step)  # a unit of the panzer divisions goes one hex
    expect(table.page.get_by_test_id("log")).to_contain_text(step.split()[-1])
    for _ in range(160):
        if "May 27 PM" in when.inner_text():
            break
        get_on(table)
    expect(when).to_contain_text("May 27 PM")
