"""Gazala in the browser: chits that the other side does not see, a move on the hexes, and the end of a turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

import sandtable as st
from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

RECORD = Path(__file__).parent / "records/gazala-attack.json"  # 5/1 has begun an attack that 12 Ber may join
SHORTEST = ("done", "end", "halt", "stay", "enough", "ready", "nomore", "pass", "rest")  # what gets on with the turn


def test_a_unit_of_gazala_goes_where_it_can(server: Server, sit: Seat) -> None:
    table = sit(server)
    table.play(table.new_game(title="gazala"))
    table.lift_curtain()
    expect(table.page.locator("header .when")).to_contain_text("May 27 AM")
    table.take(come_to(table, "activate "))
    table.take(come_to(table, "move "))
    step = come_to(table, "go ")
    expect(table.page.locator("[data-left]").nth(8)).to_be_visible()  # farther than the six hexes beside it
    table.take(step)  # the unit goes one hex
    expect(table.page.get_by_test_id("log")).to_contain_text(step.split()[-1])


def test_a_turn_of_gazala_ends(server: Server, sit: Seat) -> None:
    """What comes before its last questions is said without a browser."""
    table = sit(server)
    table.resume(up_to_the_last(6).record.to_json().decode())
    when = table.page.locator("header .when")
    expect(when).to_contain_text("May 27 AM")
    for _ in range(12):
        if "May 27 PM" in when.inner_text():
            break
        table.get_on(SHORTEST)
    expect(when).to_contain_text("May 27 PM")


def up_to_the_last(questions: int) -> st.Game:
    """The first turn of a game in which both sides get on with it, but for so many questions."""
    game = st.new("gazala", seed=1)
    while game.view().turn == "May 27 AM":
        offered = list(game.options)
        game.play(next((text for text in offered if text.split()[0] in SHORTEST), offered[0]))
    return game.at(game.ply - questions)


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
