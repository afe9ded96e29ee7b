"""How long it takes until the board of a game is whole: ground, counters and the question, from navigation on.

    python -m tools.opening [TITLE …]

A server and a browser of its own for each title, the lobby open for a moment as somebody would have it, then the game three times.
The figures are for the machine as loaded as it is: the load is shown.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from sandtable.titles import SLUGS
from tests.browser.table import Table, chromium
from tests.running import Server

TIMES: Final = 3
LOBBY: Final = 1_500  # milliseconds
NOTE: Final = """addEventListener('DOMContentLoaded', () => {
  const look = () => {
    const whole = ['[data-painted=true]', 'image[data-piece]', '[data-testid=prompt]'].every(part => document.querySelector(part))
      && !document.querySelector('image[data-piece][href^="data:"]') // a plain tile, until its counter is drawn
    if (whole) requestAnimationFrame(() => setTimeout(() => console.log('whole', performance.now())))
    else requestAnimationFrame(look)
  }
  look()
})"""


def openings(title: str) -> list[int]:
    """Milliseconds, the first time, again, and so on."""
    found: list[int] = []
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder))
        context = browser.new_context(viewport={"width": 1600, "height": 1000})
        lobby = Table(server, context.new_page())
        lobby.page.goto(server.address)
        lobby.page.wait_for_timeout(LOBBY)
        made = lobby.new_game(title=title)
        lobby.page.evaluate(f"localStorage.setItem('sandtable.seats.{made['id']}', {json.dumps(json.dumps(made['tokens']))})")
        for _ in range(TIMES):
            page = context.new_page()
            page.add_init_script(NOTE)
            with page.expect_console_message(
                lambda said: said.text.startswith("whole")
            ) as told:  # asking again and again would cost time
                page.goto(f"{server.address}/#/games/{made['id']}")
            found.append(round(float(told.value.text.split()[1])))
            page.close()
        server.stop()
    return found


def main() -> None:
    for title in sys.argv[1:] or SLUGS:
        print(f"{title}: {', '.join(map(str, openings(title)))} ms, load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
