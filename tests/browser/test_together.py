"""Two windows against each other, one that watches, a curtain, a lost connection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.relay import Relay
from tests.browser.table import Seat
from tests.running import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A title whose sides hide things from each other."""
    running = Server(tmp_path_factory.mktemp("toys"), toy=True)
    yield running
    running.stop()


def test_two_play_each_other_and_one_watches(server: Server, sit: Seat) -> None:
    host, guest, watcher = sit(server), sit(server), sit(server)
    made = host.new_game(("person", "friend"))
    host.play(made)
    guest.open(made["links"][1])
    watcher.open(made["watch"])
    brief = guest.page.get_by_role("dialog", name="Briefing")  # whoever comes by a link has not read it
    expect(brief).to_contain_text("Orders for the Axis side")
    brief.get_by_role("button", name="To the table").click()
    assert watcher.page.get_by_role("dialog", name="Briefing").count() == 0
    guest.page.get_by_role("button", name="More").click()
    guest.page.get_by_role("button", name="Link to your seat").click()
    assert str(guest.page.get_by_test_id("seat").get_attribute("href")).endswith(made["links"][1].lstrip("/"))
    guest.page.keyboard.press("Escape")
    assert "token" not in guest.page.evaluate("location.hash")  # the address that a guest may copy gives nothing away
    expect(watcher.page.locator("header", has=watcher.page.locator("h1"))).to_contain_text("watching")
    host.take("deploy 11H D")
    host.take("deploy CIH B")
    host.pass_on()
    for other in (guest, watcher):
        expect(other.page.get_by_test_id("log")).to_contain_text("11th Hussars starts in Gasr el-Abid")
    expect(guest.page.get_by_test_id("prompt")).to_contain_text("your decision", ignore_case=True)
    assert host.page.locator("[data-offer]").count() == 0
    assert watcher.page.locator("[data-offer]").count() == 0
    before = guest.ply()
    guest.take("pass")
    for other in (host, watcher):
        other.moved_from(before)
    guest.page.reload()
    guest.ready()
    expect(guest.page.locator("header .side", has_text="Axis")).to_contain_text("you")


def test_a_window_comes_back_by_itself_when_the_server_was_away(sit: Seat, tmp_path: Path) -> None:
    own = Server(tmp_path)
    try:
        table = sit(own)
        made = table.new_game()
        table.play(made)
        table.take("deploy 11H D")
        table.may_lose_network = True
        own.stop()
        expect(table.page.locator(".offline")).to_be_visible()
        table.page.get_by_role("tab", name="Terrain and movement").click()
        aid = table.page.get_by_role("tabpanel", name="Player aid")
        expect(aid).to_contain_text("Unfolding the tables")
        own.start()
        expect(table.page.locator(".offline")).to_have_count(0)
        expect(aid).not_to_contain_text("Unfolding the tables")
        table.take("deploy CIH B")
        expect(table.page.get_by_test_id("log")).to_contain_text("Central India Horse starts in Halfway House")
    finally:
        own.stop()


def test_a_silent_network_is_noticed_and_the_game_goes_on_when_it_is_back(server: Server, sit: Seat) -> None:
    """Nothing is refused and nothing is closed: what is sent is simply not answered."""
    with Relay(server.port) as relay:
        table = sit(server)
        made = table.new_game()
        table.play(made)
        table.page.goto(f"{relay.address}/#/games/{made['id']}?token={made['tokens'][0]}")
        table.ready()
        table.take("deploy 11H D")
        table.may_lose_network = True
        relay.silent = True
        expect(table.page.locator(".offline")).to_be_visible(timeout=15_000)
        relay.silent = False
        expect(table.page.locator(".offline")).to_have_count(0, timeout=30_000)
        table.take("deploy CIH B")
        expect(table.page.get_by_test_id("log")).to_contain_text("Central India Horse starts in Halfway House")


def test_a_curtain_falls_between_players_where_things_are_hidden(toys: Server, sit: Seat) -> None:
    table = sit(toys)
    made = table.new_game(title="toy")
    table.play(made)
    side = table.page.locator("header .side.on b").inner_text()
    for _ in range(40):
        if table.page.get_by_test_id("curtain").count():
            break
        table.take(table.offers()[0])
    curtain = table.page.get_by_test_id("curtain")
    expect(curtain).to_be_visible()
    assert table.page.locator("[data-offer]").count() == 0
    curtain.get_by_role("button").click()
    expect(curtain).to_have_count(0)
    expect(table.page.locator("header .side.on b")).not_to_have_text(side)


def test_the_computer_answers(server: Server, sit: Seat) -> None:
    table = sit(server)
    made = table.new_game(("person", "computer random"))
    table.play(made)
    table.take("deploy 11H D")
    table.take("deploy CIH B")
    table.take("pass")
    table.take("pass")  # the Axis Fuel Shortage that could be declared
    acts = table.page.get_by_test_id("log").locator("[data-card].s1")
    expect(acts.or_(table.page.get_by_role("region", name="Battle")).first).to_be_visible()  # a card, or the battle that it began
    expect(table.page.get_by_test_id("prompt")).to_contain_text("your decision", ignore_case=True)
