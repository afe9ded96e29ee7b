"""The pictures that the page is built with, into web/src/pictures: each title's board, painted once, and a look at it for its card.

Boards are called by a key that the page reckons from what is drawn and from the painter's sources: after a change of either run
this and build the page again, or it paints the board itself, once in every browser.
"""

from __future__ import annotations

import tempfile
from base64 import b64decode
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser

from sandtable.titles import SLUGS
from tests.browser.table import Table, chromium
from tests.running import ROOT, Server

CARDS: Final = ROOT / "web/src/pictures/cards"
BOARDS: Final = ROOT / "web/src/pictures/boards"
KEPT: Final = """async key => {
  const name = (await indexedDB.databases()).map(d => d.name).find(n => n.startsWith('sandtable-tiles-'));
  const ask = r => new Promise((ok, no) => { r.onsuccess = () => ok(r.result); r.onerror = () => no(r.error); });
  const db = await ask(indexedDB.open(name));
  const kept = await ask(db.transaction('tiles').objectStore('tiles').get(key + '/picture'));
  db.close();
  if (!kept) return null;
  const text = async blob => btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), b => String.fromCharCode(b)).join(''));
  return [await text(kept.ground), await text(kept.names)];
}"""
VIEW: Final[dict[str, Any]] = {"viewport": {"width": 1012, "height": 518}}  # of which 660 × 420 are map
QUALITY: Final = 82
COUNTER: Final = 62  # pixels; about half of it on the card, and still read
LOOK_AT: Final = {"battleaxe": "17", "gazala": "1319", "theseus": "2622", "blitzkrieg": "Buq Buq", "tigercubs": "1407"}
WHERE: Final = """id => {
  const middle = r => [r.x + r.width / 2, r.y + r.height / 2];
  const sizes = [...document.querySelectorAll('image[data-piece]')].map(n => n.getBoundingClientRect().width).sort((a, b) => a - b);
  const [space, map] = [`[data-space="${id}"]`, 'main.map'].map(s => document.querySelector(s).getBoundingClientRect());
  return [...middle(space), sizes[sizes.length >> 1], ...middle(map)];
}"""
BARE: Final = ".hud, [data-testid=battle], .banner, .notice { display: none !important }"


def shoot(browser: Browser, server: Server, title: str) -> None:
    table = Table(server, browser.new_page(**VIEW))
    table.play(table.new_game(title=title))
    table.page.wait_for_selector("[data-painted=true]")
    table.page.add_style_tag(content=BARE)
    for _ in range(6):
        look_closer(table, LOOK_AT[title])
    table.page.wait_for_selector("[data-painted=true]")
    table.page.wait_for_timeout(2000)
    table.page.locator("main.map").screenshot(path=CARDS / f"{title}.jpg", type="jpeg", quality=QUALITY)
    table.page.close()


def take_board(browser: Browser, server: Server, title: str) -> str:
    """The painted board out of the browser that painted it; its key."""
    table = Table(server, browser.new_page(**VIEW))
    table.play(table.new_game(title=title))
    key = str(table.page.locator("[data-board]").get_attribute("data-board"))
    files = [BOARDS / f"{key}-{what}.webp" for what in ("ground", "names")]
    while not all([file.exists() for file in files]):
        table.page.wait_for_timeout(1000)
        painted = table.page.evaluate(KEPT, key)
        for file, text in zip(files, painted or (), strict=False):
            file.write_bytes(b64decode(text))
    table.page.close()
    return key


def look_closer(table: Table, place: str) -> None:
    """Brings a place with counters into the middle, large enough to be read."""
    x, y, size, middle_x, middle_y = table.page.evaluate(WHERE, place)
    table.page.mouse.move(x, y)
    if size < COUNTER:
        table.page.mouse.wheel(0, -150)
    table.page.mouse.move(middle_x, 100)
    table.page.mouse.down()
    table.page.mouse.move(middle_x + (middle_x - x) / 2, 100 + (middle_y - y) / 2, steps=4)
    table.page.mouse.up()
    table.page.wait_for_timeout(600)


def main() -> None:
    CARDS.mkdir(parents=True, exist_ok=True)
    BOARDS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        server = Server(Path(data))
        try:
            keys = {take_board(browser, server, title) for title in SLUGS}
            for title in SLUGS:
                shoot(browser, server, title)
        finally:
            server.stop()
    for old in BOARDS.glob("*.webp"):
        if old.name.partition("-")[0] not in keys:
            old.unlink()


if __name__ == "__main__":
    main()
