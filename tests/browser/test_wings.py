"""Cards to click, markers between spaces, flights, a battle in lines, sampled odds: with a title that has all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from playwright.sync_api import expect

from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options
from sandtable.lab import checks
from tests.browser.table import Seat, Table
from tests.browser.wings import TITLE, load, new, worth
from tests.kit import play
from tests.running import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def wings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("wings"), toy=True, script="tests/browser/serve_wings.py")
    yield running
    running.stop()


@pytest.fixture
def table(wings: Server, sit: Seat) -> Table:
    table = sit(wings)
    table.play(table.new_game(title="wings"))
    return table


def test_the_title_itself_is_sound() -> None:
    s = new(load(None), "raid", {}, SeededDice(1))
    board = TITLE.face.board(load(None))
    for said in ([], ["play Combat Training 0101"], ["fly 14 Sqn 0303"], ["attack"], ["attack", "aim NZ Art"]):
        after = play(s, *said)
        for check in (*checks.ALWAYS, *checks.SOMETIMES):
            assert list(check(TITLE, after, SeededDice(2))) == []
        assert list(checks.view_fits(TITLE, after, board)) == []
    assert worth(play(s, "play Combat Training 0101"), 2).exact == 20
    assert worth(s, 2).terms[1].value == Fraction(2, 3)
    assert len(options(s)) == 12 * 2 + 14 + 1 + 1


def test_a_card_is_picked_and_played_on_a_place(table: Table) -> None:
    table.open_boxes()
    card = table.page.locator('[data-cell="Combat Training"]')
    expect(card).to_have_class(re.compile("can"))
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    table.click_space("0102")
    expect(table.page.get_by_test_id("log")).to_contain_text("Combat Training is played on 0102", ignore_case=True)
    expect(card).not_to_have_class(re.compile("can"))
    card.click()  # it asks why
    expect(table.page.get_by_text("the card has been played", exact=False).first).to_be_visible()


def test_markers_lie_between_spaces(table: Table) -> None:
    expect(table.page.locator("[data-between]")).to_have_count(4)
    breach = table.page.locator('[data-kind="breached"]')
    expect(breach.locator("text")).to_have_text("B")
    box, one, two = [
        table.page.locator(s).bounding_box() for s in ('[data-kind="breached"] rect', '[data-space="0201"]', '[data-space="0202"]')
    ]
    assert box is not None
    assert one is not None
    assert two is not None
    assert abs(box["y"] + box["height"] / 2 - (one["y"] + one["height"] + two["y"]) / 2) < 6  # on the hexside
    expect(table.page.locator('[data-kind="congested"] text')).to_have_text("3/4")
    table.click_space("0202")
    stack = table.page.get_by_label("Selected stack")
    expect(stack).to_contain_text("breached · towards 0201")
    expect(stack).to_contain_text("being breached · towards 0301")
    expect(table.space("0403")).to_have_attribute("aria-label", re.compile("three of four units have used it towards Delta"))


def test_a_squadron_has_a_base_and_flies_a_mission(table: Table) -> None:
    expect(table.page.locator("[data-flight]")).to_have_count(0)
    table.piece("14 Sqn").click()
    expect(table.page.get_by_test_id("base")).to_have_text("based at Delta")
    table.click_space("0101")
    expect(table.page.locator('[data-flight="14 Sqn"] text')).to_have_text("Raid")
    table.piece("14 Sqn").click()
    expect(table.page.get_by_test_id("mission")).to_contain_text("Raid on 0101 · 22 hexes, normal range")


def test_a_battle_in_lines(table: Table) -> None:
    table.offer("attack").click()
    odds = table.page.get_by_test_id("odds")
    expect(odds).to_contain_text(re.compile(r"about \d+ %, (±|at (least|most) )\d"))
    expect(odds).to_contain_text("From 1,000 trials")
    expect(odds.locator(".times")).to_contain_text("×⅔")
    expect(odds.locator(".round").first).to_contain_text("= 40")
    table.confirm()
    lines = table.page.get_by_test_id("lines")
    expect(lines.locator("[data-line]")).to_have_count(4)
    assert [line.get_attribute("data-line") for line in lines.locator("[data-line]").all()] == [
        "1 Second Line", "1 Front Line", "0 Front Line", "0 Second Line",
    ]  # fmt: skip
    expect(lines.locator('[data-aim="NZ>Ariete"]')).to_contain_text("40 %")
    expect(lines.locator("[data-arrow]")).to_have_count(3)
    expect(lines.locator('[data-fate="Ariete"]')).to_contain_text("eliminated")
    expect(lines.locator('[data-fate="Art"]')).to_have_count(0)
    expect(lines.locator(".aside")).to_contain_text("no bonus")
    lines.locator('[data-fighter="NZ"]').click()
    lines.locator('[data-fighter="Art"]').click()
    expect(lines.locator('[data-aim="NZ>Art"]')).to_contain_text("hits on 40")
    expect(lines.locator('[data-fate="Art"]')).to_contain_text("40 %")
    arrow = lines.locator('[data-arrow="NZ>Art"]')
    near, far = [lines.locator(f'.fighter:has([data-fighter="{id}"])').bounding_box() for id in ("NZ", "Art")]
    drawn = arrow.bounding_box()
    assert near is not None
    assert far is not None
    assert drawn is not None
    assert drawn["y"] >= far["y"] + far["height"] - 2
    assert drawn["y"] + drawn["height"] <= near["y"] + 10  # the box of a stroke is wider than the line
    assert table.axe() == []


def test_percentile_dice_in_log_and_luck(table: Table) -> None:
    table.take("attack")
    table.take("fire")
    log = table.page.get_by_test_id("log")
    expect(log.locator('.die[title*="d100"]')).to_have_count(3)
    expect(log).to_contain_text("Guns hits on: 13")
    table.take("done")
    report = table.page.get_by_test_id("report")
    report.get_by_role("tab", name="Luck").click()
    expect(report).to_contain_text("3 percentile rolls showed")
    expect(report).to_contain_text("1 six-sided die showed")
    expect(report.locator("td", has_text="3 d100")).to_have_count(1)
