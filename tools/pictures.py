"""The pictures that the page is built with, into web/public/pictures: a look at each title's board for its card."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser

from sandtable.titles import SLUGS
from tests.browser.table import Table, chromium
from tests.running import ROOT, Server

FOLDER: Final = ROOT / "web/public/pictures"
VIEW: Final[dict[str, Any]] = {"viewport": {"width": 1012, "height": 518}}  # of which 660 × 420 are map
QUALITY: Final = 82
COUNTER: Final = 46  # pixels
THICK: Final = """() => {
  const map = document.querySelector('main.map').getBoundingClientRect();
  const at = [...document.querySelectorAll('image[data-piece]')].map(n => n.getBoundingClientRect());
  const near = p => at.filter(q => Math.hypot(p.x - q.x, p.y - q.y) < 170).length;
  const best = at.filter(q => q.left > map.left && q.right < map.right && q.top > map.top && q.bottom < map.bottom)
    .sort((p, q) => near(q) - near(p))[0] ?? at[0];
  return [best.x + best.width / 2, best.y + best.height / 2, best.width, map.x + map.width / 2, map.y + map.height / 2];
}"""
BARE: Final = ".hud, [data-testid=battle], .banner, .notice { display: none !important }"


def shoot(browser: Browser, server: Server, title: str) -> None:
    table = Table(server, browser.new_page(**VIEW))
    table.play(table.new_game(title=title))
    table.page.wait_for_selector("[data-painted=true]")
    table.page.add_style_tag(content=BARE)
    for _ in range(3):
        look_closer(table)
    table.page.wait_for_selector("[data-painted=true]")
    table.page.wait_for_timeout(2000)
    table.page.locator("main.map").screenshot(path=FOLDER / f"{title}.jpg", type="jpeg", quality=QUALITY)
    table.page.close()


def look_closer(table: Table) -> None:
    """Brings the thick of the counters into the middle, large enough to be read."""
    x, y, size, middle_x, middle_y = table.page.evaluate(THICK)
    table.page.mouse.move(x, y)
    if size < COUNTER:
        table.page.mouse.wheel(0, -150)
    table.page.mouse.move(middle_x, 100)
    table.page.mouse.down()
    table.page.mouse.move(middle_x + (middle_x - x) / 2, 100 + (middle_y - y) / 2, steps=4)
    table.page.mouse.up()
    table.page.wait_for_timeout(600)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, chromium() as browser:
        server = Server(Path(data))
        try:
            for title in SLUGS:
                shoot(browser, server, title)
                print(f"web/public/pictures/{title}.jpg")
        finally:
            server.stop()


if __name__ == "__main__":
    main()
