"""Gazala in the browser: chits that the other side does not see, a move on the hexes, and a whole turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

RECORD = Path(__file__).parent / "records/gazala-attack.json"  # 5/1 has begun an attack that 12 Ber may join
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


def test_an_attack_is_built_by_clicking_who_joins(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.resume(RECORD.read_text())
    table.lift_curtain()
    board = table.page.get_by_test_id("battle")
    expect(board).to_contain_text("12 : 3")
    joiner = board.locator('[data-fighter="12 Ber"]')
    expect(joiner).to_contain_text("may join")
    before = table.ply()
    joiner.click()
    table.see_through(before)
    expect(board).not_to_contain_text("12 : 3")  # the odds are counted anew
    expect(joiner).not_to_contain_text("may join")


def test_zones_of_control_and_supply_lie_over_the_map(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.play(table.new_game(title="gazala"))
    table.lift_curtain()
    legend = table.page.get_by_test_id("overlay")
    for layer, title in (("zones", "Allied zones of control"), ("supply", "Supply of the Axis")):
        table.page.locator(f"[data-layer={layer}]").click()
        expect(legend).to_contain_text(title)
        expect(table.page.locator("[data-overlay] .zone")).not_to_have_count(0)


def come_to(table: Table, start: str) -> str:
    """The first offer that starts so, once chits that could be played and the like have been declined."""
    for _ in range(12):
        table.lift_curtain()
        found = next((text for text in table.offers() if text.startswith(start)), None)
        if found is not None:
            return found
        table.get_on(SHORTEST)
    raise AssertionError(f"nothing that starts with {start!r} was offered")
