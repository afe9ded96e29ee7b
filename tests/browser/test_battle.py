"""The board of a battle: odds in sight while an attack is put together, what if, the dice, and how it came out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat, Table
from tests.running import Server

pytestmark = pytest.mark.browser

LEADS = ("lead", "enough", "call", "pass")  # what gets on with a combat
STEPS = 14  # more than one has


def snapshot(table: Table) -> dict[str, Any]:
    game, tokens = table.seats()
    found: dict[str, Any] = table.fetch(f"games/{game}", token=tokens[0])
    return found


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
