"""Pictures of the program: the first page, and every title's opening position, large and on a phone, into docs/screenshots."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "docs/screenshots"
ARGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync"]  # fmt: skip
LARGE: Final = {"viewport": {"width": 1600, "height": 1000}}
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
PATIENCE: Final = 120_000  # milliseconds


def start_server(data: str) -> tuple[subprocess.Popen[str], str]:
    """On a free port; the address is in its first line."""
    play = "from sandtable.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", play, "play", "--port", "0", "--data", data, "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    found = re.search(r"http://[^\s/]+", process.stdout.readline())
    assert found is not None, "the server did not start"
    return process, found[0]


def new_game(page: Page, title: dict[str, Any]) -> dict[str, Any]:
    body = {"title": title["slug"], "scenario": title["scenarios"][0]["id"], "settings": {}, "name": title["name"],
            "seats": [{"kind": "person"}, {"kind": "person"}]}  # fmt: skip
    post = "body => fetch('/api/games', {method: 'POST', body, headers: {'content-type': 'application/json'}}).then(r => r.json())"
    made: dict[str, Any] = page.evaluate(post, json.dumps(body))
    return made


def shoot_lobby(browser: Browser, address: str) -> None:
    page = browser.new_page(**LARGE)  # type: ignore[arg-type]
    page.goto(address)
    page.wait_for_selector("header canvas[data-painted]", timeout=PATIENCE)
    page.wait_for_selector("figure canvas[data-painted]", timeout=PATIENCE)
    page.screenshot(path=FOLDER / "lobby.png")
    page.close()


def shoot_title(browser: Browser, address: str, title: dict[str, Any], size: str, options: dict[str, Any]) -> None:
    page = browser.new_page(**options)
    page.goto(address)
    made = new_game(page, title)
    page.evaluate("made => localStorage.setItem('sandtable.seats.' + made.id, JSON.stringify(made.tokens))", made)
    page.goto(f"{address}/#/games/{made['id']}")
    page.reload()
    page.wait_for_selector("[data-painted=true]", timeout=PATIENCE)
    page.wait_for_timeout(1500)
    page.screenshot(path=FOLDER / f"{title['slug']}-{size}.png")
    page.close()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        process, address = start_server(data)
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), headless=True, args=ARGS)
                page = browser.new_page()
                page.goto(address)
                titles = page.evaluate("fetch('/api/titles').then(r => r.json())")
                page.close()
                shoot_lobby(browser, address)
                for title in titles:
                    for size, options in (("large", LARGE), ("phone", PHONE)):
                        shoot_title(browser, address, title, size, dict(options))
                        print(f"docs/screenshots/{title['slug']}-{size}.png")
                browser.close()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
