"""Desert Blitzkrieg in the browser: a card, a battle fought to its end on the Battle Board, the supply chain over the map."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

# June 1942: the Axis have Combat Training in hand, and attack Bir El Harmat and Bir Hachiem
RECORD = Path(__file__).parent / "records/blitzkrieg-combat.json"
ROUNDS = 40  # decisions of a battle, far more than it takes
QUIET = ("stay", "hold", "pass", "placed")


@pytest.fixture
def combat(server: Server, sit: Seat) -> Table:
    table = sit(server)
    table.resume(RECORD.read_text())
    return table


def test_a_battle_is_fought_to_its_end(combat: Table) -> None:
    page, board = combat.page, combat.page.get_by_test_id("battle")
    expect(page.locator("[data-battle]")).to_have_count(2)
    page.locator('[data-battle="Bir Hachiem"]').hover()  # who would meet there
    expect(page.get_by_test_id("odds")).to_contain_text("Battle of Bir Hachiem")
    expect(page.get_by_test_id("odds")).to_contain_text("Fire at the defenders is at −2")
    before = combat.ply()
    page.locator('[data-battle="Bir El Harmat"]').click()
    combat.see_through(before)
    expect(board).to_contain_text("Battle of Bir El Harmat")
    expect(page.locator("[data-battle]")).to_have_count(1)
    expect(page.get_by_test_id("proposal")).to_contain_text("Nobody would be out of supply without it")
    combat.take("supply Senegali")
    expect(page.locator('[data-hand="Combat Training"]')).to_be_enabled()
    play_card(combat, "Combat Training")
    combat.take("done")
    for unit in ("32 TK", "22 Gds Inf"):
        choose(combat, fighter(board, unit))
        expect(line(board, "0 Front Line").locator(f'[data-fighter="{unit}"]')).to_be_visible()
    choose(combat, fighter(board, "5LT/21 Inf"))
    drag(combat, fighter(board, "21 Arm"), line(board, "1 Front Line"))
    expect(line(board, "1 Front Line").locator('[data-fighter="21 Arm"]')).to_be_visible()
    combat.take("placed")

    expect(board).to_contain_text("round 1, Allied half")
    fighter(board, "32 TK").click()  # the chance of each shot is told before it is chosen
    expect(board.locator('[data-odds="21 Arm"]')).to_contain_text("%")
    choose(combat, fighter(board, "21 Arm"))  # one target is left for the other, which takes it: the dice fall

    expect(board).to_contain_text("round 1, Axis half")
    fighter(board, "21 Arm").click()
    choose(combat, fighter(board, "22 Gds Inf"))
    expect(board.locator('[data-aim="21 Arm>22 Gds Inf"]')).to_contain_text("hits on")
    expect(board.locator('[data-fate="22 Gds Inf"]')).to_contain_text("eliminated")
    expect(board.locator('[data-arrow="21 Arm>22 Gds Inf"]')).to_be_visible()
    drag(combat, fighter(board, "21 Art"), fighter(board, "32 TK"))
    expect(board.locator('[data-arrow="21 Art>32 TK"]')).to_be_visible()
    finish(combat)
    log = page.get_by_test_id("log")
    expect(log).to_contain_text("the battle of Bir El Harmat")
    log.get_by_role("button", name="how it came about").first.click()
    expect(log).to_contain_text("Round 2")


def test_supply_chains_and_roads_lie_over_the_map(combat: Table) -> None:
    combat.page.locator("[data-layer=supply]").click()
    legend = combat.page.get_by_test_id("overlay")
    expect(legend).to_contain_text("Supply of the Axis")
    expect(legend).to_contain_text("supply chain")
    expect(combat.page.locator("[data-overlay] .way").first).to_be_visible()


def test_the_turn_record_shows_who_arrives(combat: Table) -> None:
    combat.open_boxes()
    july = combat.page.locator(".record li", has_text="Jul 1942")
    expect(july.locator("[data-piece]")).not_to_have_count(0)


def fighter(board: Locator, unit: str) -> Locator:
    return board.locator(f'[data-fighter="{unit}"]')


def line(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-line="{name}"]')


def choose(table: Table, what: Locator) -> None:
    before = table.ply()
    what.click()
    table.see_through(before)


def drag(table: Table, what: Locator, to: Locator) -> None:
    before = table.ply()
    what.hover()
    table.page.mouse.down()
    box = to.bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    table.page.mouse.up()
    table.see_through(before)


def play_card(table: Table, card: str) -> None:
    table.open_boxes()
    choose(table, table.page.locator(f'[data-cell="{card}"]'))
    expect(table.page.get_by_test_id("log")).to_contain_text(f"plays {card}")


def finish(table: Table) -> None:
    """Whoever decides stays, holds the line and fires at whom it can, until the battle is over."""
    for _ in range(ROUNDS):
        offered = table.offers()
        if "Bir El Harmat" not in table.page.get_by_test_id("battle").locator("h2").inner_text():
            return
        table.take(next((text for text in offered if text in QUIET), offered[0]))
    raise AssertionError(f"the battle has not ended: {table.offers()}")
