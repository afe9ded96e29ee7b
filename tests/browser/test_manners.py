"""A computer that says why, and offers to give up a game that it thinks lost: from the lobby to the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.table import Seat
from tests.running import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("toys"), toy=True)
    yield running
    running.stop()


def test_it_gives_up_when_the_person_likes_and_then_says_why(toys: Server, sit: Seat) -> None:
    table = sit(toys)
    page = table.page
    page.goto(toys.address)
    page.get_by_role("button", name="Gloomy", exact=True).click()
    expect(page.get_by_label("It offers to give up")).to_be_checked()
    page.get_by_label("It says why").check()
    page.get_by_test_id("start").click()
    page.wait_for_url("**/games/**")
    game, tokens = table.seats()
    made = table.fetch(f"games/{game}", token=tokens[0])
    assert made["seats"][1] == {"kind": "computer", "player": "gloomy", "explains": True, "resigns": True}
    table.open(f"/#/games/{game}")
    table.take("end")
    offer = page.get_by_test_id("offer")
    expect(offer).to_contain_text("It gives the game up if you like")
    expect(page.get_by_test_id("why")).to_have_count(0)  # the toy has secrets, and reasons could tell of them
    offer.get_by_role("button", name="Accept").click()
    expect(page.get_by_test_id("report")).to_contain_text("Given up")
    expect(page.get_by_test_id("report")).to_contain_text("The Blue side wins")
    page.reload()
    table.ready()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("prompt")).to_contain_text("Given up")
    expect(page.get_by_test_id("why").first).to_contain_text("To be done with it.")
