"""Pictures of the program into docs/screenshots: the first page, rule book, briefing, lesson, player aids, a battle and its result,
what the other side did, and every title's opening position, large and on a phone."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from sandtable.titles import SLUGS
from tests.browser.table import Table, chromium
from tests.browser.test_battle import LEADS, STEPS, decide
from tests.browser.test_follow import say
from tests.browser.test_lessons import Pupil
from tests.running import ROOT, Server

FOLDER: Final = ROOT / "docs/screenshots"
LARGE: Final[dict[str, Any]] = {"viewport": {"width": 1600, "height": 1000}}
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}


def shoot_lobby(browser: Browser, server: Server) -> None:
    page = browser.new_page(**LARGE)
    page.goto(server.address)
    page.wait_for_selector(".hero canvas[data-painted]")
    page.wait_for_selector("[data-title] img")
    page.screenshot(path=FOLDER / "lobby.png")
    page.close()


def shoot_aids(browser: Browser, server: Server) -> None:
    """Gazala: the tables beside the map in the middle of a fight, and the page of them to print."""
    table = Table(server, browser.new_page(**LARGE))
    pupil = Pupil(table)
    pupil.begin("gazala")
    while pupil.look()["card"] != "11":
        pupil.step()
    pupil.card.get_by_role("button", name="Skip the lesson").click()
    game, _ = table.seats()
    table.page.get_by_role("tab", name="Combat results").click()
    table.page.wait_for_selector("[data-grid]")
    table.page.wait_for_timeout(1500)
    table.page.screenshot(path=FOLDER / "aids.png")
    table.page.goto(f"{server.address}/#/games/{game}/aids")
    table.page.wait_for_selector("[data-counter] img")
    table.page.wait_for_timeout(1500)
    table.page.screenshot(path=FOLDER / "aids-page.png")
    table.page.close()


def shoot_title(browser: Browser, server: Server, title: str, size: str, options: dict[str, Any]) -> None:
    table = Table(server, browser.new_page(**options))
    table.play(table.new_game(title=title))
    table.page.wait_for_selector("[data-painted=true]")
    table.page.wait_for_timeout(1500)
    table.page.screenshot(path=FOLDER / f"{title}-{size}.png")
    table.page.close()
    print(f"docs/screenshots/{title}-{size}.png")


def shoot_film(browser: Browser, server: Server) -> None:
    """Battleaxe: the Axis regroups, as a film and as a summary."""
    table = Table(server, browser.new_page(**LARGE))
    made = table.new_game()
    table.page.add_init_script("localStorage.setItem('sandtable.pace', 'step')")
    table.play({**made, "tokens": [made["tokens"][0], None]})
    for text in ("deploy 11H D", "deploy CIH B", "pass", "pass"):
        table.take(text)
    say(table, made, "regroup", "move 1/104 17", "move 15MC(-) 15", "move 1/33A 5")
    caption = table.page.get_by_test_id("caption")
    while "15th Motorcycle" not in caption.inner_text():
        table.page.keyboard.press("x")
        table.page.wait_for_timeout(700)
    table.page.wait_for_timeout(700)
    table.page.screenshot(path=FOLDER / "playback.png")
    table.page.keyboard.press("e")
    table.page.get_by_role("button", name="Since my last turn").click()
    table.page.wait_for_timeout(1500)
    table.page.screenshot(path=FOLDER / "since.png")
    table.page.close()


def shoot_learning(browser: Browser, server: Server) -> None:
    """The rule book beside the board and as a page, and the briefing before a scenario."""
    table = Table(server, browser.new_page(**LARGE))
    page = table.page
    table.play(table.new_game())
    page.wait_for_selector("[data-painted=true]")
    page.keyboard.press("r")
    page.wait_for_selector("[data-testid=rulebook] .marked")
    shoot(page, "rulebook")
    page.goto(f"{server.address}/#/rules/battleaxe/11.4")
    page.wait_for_selector("[data-testid=rules-page] .marked")
    shoot(page, "rulebook-page")
    page.goto(f"{server.address}/#/briefing/battleaxe/battleaxe")
    page.wait_for_selector(".picture[data-painted=true]")
    shoot(page, "briefing")
    page.close()


def shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / f"{name}.png")
    print(f"docs/screenshots/{name}.png")


def shoot_lesson(browser: Browser, server: Server) -> None:
    """A guided game, at a card that points from a piece to a place."""
    table = Table(server, browser.new_page(**LARGE))
    pupil = Pupil(table)
    pupil.begin("battleaxe")
    while pupil.look()["card"] != "5":
        pupil.step()
    table.page.wait_for_selector("[data-painted=true]")
    shoot(table.page, "lesson")
    table.page.close()


def shoot_battle(browser: Browser, server: Server, prefix: str, options: dict[str, Any]) -> None:
    """Battleaxe: the board of an attack with its odds, and how it comes out."""
    table = Table(server, browser.new_page(**options))
    page = table.page
    table.play(table.new_game())
    for text in ("deploy 11H D", "deploy CIH B", "assault H"):
        decide(table, text)
    table.offer("attack H").first.click()
    page.get_by_test_id("odds").get_by_role("button", name="Open the battle board").click()
    page.wait_for_function(
        "() => ![...document.querySelectorAll('[data-switch]')].some(s => s.parentElement.textContent.includes('…'))"
    )
    shoot(page, f"{prefix}battle")
    page.get_by_test_id("confirm").click()
    for _ in range(STEPS):
        page.wait_for_timeout(1000)
        offered = table.offers()
        further = [text for text in offered if text.split()[0] in ("join", *LEADS)]
        if page.get_by_test_id("outcome").count() or not further:
            break
        decide(table, further[0])
    page.wait_for_selector("[data-testid=outcome]")
    shoot(page, f"{prefix}battle-result")
    page.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        server = Server(Path(data))
        try:
            shoot_lobby(browser, server)
            shoot_aids(browser, server)
            shoot_lesson(browser, server)
            shoot_film(browser, server)
            shoot_learning(browser, server)
            shoot_battle(browser, server, "", LARGE)
            shoot_battle(browser, server, "phone-", PHONE)
            for title in SLUGS:
                for size, options in (("large", LARGE), ("phone", PHONE)):
                    shoot_title(browser, server, title, size, options)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
