"""Gazala in the browser: chits that the other side does not see, a move on the hexes, and a whole turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Seat, Server, Table

pytestmark = pytest.mark.browser

SHORTEST = ("done", "end", "halt", "stay", "enough", "ready", "nomore", "pass", "rest")  # what gets on with the turn


def test_a_whole_turn_of_gazala(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.play(table.new_game(title="gazala"))
    table.lift_curtain()
    when = table.page.locator("header .when")
    expect(when).to_contain_text("May 27 AM")
    table.take(come_to(table, "activate "))
    table.take(come_to(table, "move "))
    step = come_to(table, "go ")
    expect(table.page.locator("[data-left]").nth(8)).to_be_visible()  # farther than the six hexes beside it
    table.take(step)  # the unit goes one hex
    expect(table.page.get_by_test_id("log")).to_contain_text(step.split()[-1])
    for _ in range(160):
        if "May 27 PM" in when.inner_text():
            break
        table.get_on(SHORTEST)
    expect(when).to_contain_text("May 27 PM")


def come_to(table: Table, start: str) -> str:
    """The first offer that starts so, once chits that could be played and the like have been declined."""
    for _ in range(12):
        table.lift_curtain()
        found = next((text for text in table.offers() if text.startswith(start)), None)
        if found is not None:
            return found
        table.get_on(SHORTEST)
    raise AssertionError(f"nothing that starts with {start!r} was offered")
