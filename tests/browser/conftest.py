"""Every page that a test opens must end without an error in its console."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.table import Seat, Table, chromium
from tests.running import Server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("games"))
    yield running
    running.stop()


@pytest.fixture
def sit(browser: Browser) -> Iterator[Seat]:
    """New windows, each with storage of its own; afterwards none may have had an error."""
    opened: list[tuple[BrowserContext, Table]] = []

    def new(server: Server, width: int = 1600, height: int = 1000, pace: str = "none", **options: Any) -> Table:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.add_init_script(f"localStorage.setItem('sandtable.pace', localStorage.getItem('sandtable.pace') ?? '{pace}')")
        table = Table(server, context.new_page())
        opened.append((context, table))
        return table

    yield new
    for context, _ in opened:
        context.close()
    assert [table.errors for _, table in opened] == [[] for _ in opened]


@pytest.fixture
def table(server: Server, sit: Seat) -> Table:
    """A hot-seat game of Battleaxe, set up, with the Allies to choose their first impulse."""
    table = sit(server)
    made = table.new_game()
    table.say(made, "deploy 11H D", "deploy CIH B")
    table.play(made)
    return table
