"""How long a frame takes while a large map is dragged and zoomed: 1,456 hexes and 300 counters in headless chromium.

    python -m tools.frames [--board FILE --game FILE] [--picture FILE] [--limit 33]

Prints the median and the 95th percentile of the time between two frames, and how long the page needs until it can be used.
Ends with status 1 if a median is above the limit.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import math
import shutil
import statistics
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from tests.browser.table import ARGS

STATIC: Final = Path(__file__).parent.parent / "src/sandtable/server/static"
TYPES: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
COLUMNS, ROWS, SIDE = 56, 26, 39.0
COUNTERS = 300
ROUNDS = 90


def large_board() -> dict[str, Any]:
    """A coast, rough ground, ridges and roads on 1,456 hexes."""
    height = SIDE * math.sqrt(3)
    spaces, lines, edges = [], [], []
    for column in range(COLUMNS):
        coast = 2 + 2 * math.sin(column / 6)
        for row in range(ROWS):
            x, y = SIDE + 1.5 * SIDE * column, height * (row + (0.5 if column % 2 == 0 else 0) + 0.5)
            corners = [(x + SIDE * math.cos(math.pi / 3 * i), y + SIDE * math.sin(math.pi / 3 * i)) for i in range(6)]
            cover = "sea" if row < coast else "rough" if (column * 7 + row * 5) % 11 == 0 else ""
            up = 1 if column % 2 else 0
            near = [(column, row - 1), (column + 1, row - up), (column + 1, row + 1 - up), (column, row + 1),
                    (column - 1, row + 1 - up), (column - 1, row - up)]  # fmt: skip
            near_ids = [name(c, r) for c, r in near if 0 <= c < COLUMNS and 0 <= r < ROWS]
            spaces.append({"id": name(column, row), "name": name(column, row), "centre": (x, y), "outline": corners,
                           "cover": cover, "neighbours": near_ids})  # fmt: skip
            if row == 12 and column + 1 < COLUMNS:
                edges.append({"a": name(column, row), "b": name(column, row + 1), "kind": "ridge"})
    for row, kind in ((8, "road"), (16, "track"), (21, "track")):
        lines.append({"kind": kind, "spaces": [name(column, row) for column in range(COLUMNS)]})
    nations = ("british", "german", "indian", "italian", "french")
    symbols = ("armour", "infantry", "artillery", "recon")
    faces = {f"face{n}": {"nation": nations[n % 5], "symbol": symbols[n % 4], "size": "battalion",
                          "factors": f"{n % 9 + 1}-{n % 7 + 1}-{n % 5 + 4}", "left": f"{n}/{n % 8}", "right": f"{n % 21} Div",
                          "stripe": "#b3261e", "pips": (2, 3)} for n in range(COUNTERS)}  # fmt: skip
    size = (SIDE * 2 + 1.5 * SIDE * (COLUMNS - 1), height * (ROWS + 0.5))
    return {"kind": "hex", "size": size, "spaces": spaces, "faces": faces, "edges": edges, "lines": lines}


def name(column: int, row: int) -> str:
    return f"{column + 1:02}{row + 1:02}"


def large_game(board: dict[str, Any]) -> dict[str, Any]:
    """Counters spread over the land, every fifth hex a pile."""
    land = [space["id"] for space in board["spaces"] if space.get("cover") != "sea"]
    pieces = [
        {"id": f"unit{n}", "at": land[(n - n % 5 // 4) * 17 % len(land)], "side": n % 2, "face": f"face{n}"}
        for n in range(COUNTERS)
    ]
    view = {"when": "Frame times", "steps": [], "sides": [{"name": "Allied"}, {"name": "Axis"}], "pieces": pieces,
            "spots": [{"id": id, "holder": int(id[:2]) // 28} for id in land]}  # fmt: skip
    offers = [{"text": f"go unit{n}", "label": f"go unit{n}", "verb": "go", "rule": "1", "stop": False,
               "args": [{"kind": "unit", "is": "piece", "id": f"unit{n}"}]} for n in range(0, 40, 2)]  # fmt: skip
    prompt = {"side": 0, "yours": True, "text": "measure", "rule": "1", "frame": ["Game"], "offers": offers}
    seats = [{"kind": "person"}, {"kind": "person"}]
    return {"snapshot": {"game": "frames", "title": "frames", "scenario": "", "settings": {}, "name": "Frames", "ply": 1, "seq": 1,
                         "viewer": 0, "seats": seats, "view": view, "prompt": prompt, "undo": None, "over": None,
                         "commitment": "", "last": []},
            "log": []}  # fmt: skip


class Desk(BaseHTTPRequestHandler):
    """The built page and just enough of the server's answers to show one position."""

    board: dict[str, Any] = {}
    game: dict[str, Any] = {}
    rules: list[dict[str, str]] = []
    titles: list[dict[str, Any]] = []
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if self.headers.get("upgrade", "").lower() == "websocket":
            return self.hold_socket()
        if path.startswith("/api/"):
            return self.answer(json.dumps(self.said(path)).encode(), "application/json")
        file = STATIC / (path.lstrip("/") or "index.html")
        if file.is_file():
            return self.answer(file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream"))
        self.send_error(404)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", "0")))
        self.answer(json.dumps({"ply": 1, "log": [], "snapshot": self.game["snapshot"]}).encode(), "application/json")

    def said(self, path: str) -> Any:
        slug = self.game["snapshot"]["title"]
        known = {"/api/titles": self.titles, "/api/players": [{"id": "greedy", "name": "Club", "text": "looks one decision ahead"}],
                 f"/api/titles/{slug}/board": self.board, f"/api/titles/{slug}/rules": self.rules, "/api/games": []}  # fmt: skip
        if path in known:
            return known[path]
        last = path.rpartition("/")[2]
        if last == "board":
            return self.board
        if last == "forecast":
            return self.game.get("forecast", {"forecast": None, "cautions": [], "rolls": False})
        if last == "why":
            return {"ok": False, "rule": "9.2", "text": "the unit has not enough movement left to enter"}
        return self.game.get(last, self.game["snapshot"]) if last in ("log", "walks", "report") else self.game["snapshot"]

    def answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def hold_socket(self) -> None:
        """Accepts a websocket and says nothing on it."""
        key = self.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("upgrade", "websocket")
        self.send_header("connection", "Upgrade")
        self.send_header("sec-websocket-accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        self.wfile.flush()
        while self.rfile.read(1):
            pass


def serve(board: dict[str, Any], game: dict[str, Any], rules: Any = (), titles: Any = ()) -> ThreadingHTTPServer:
    slug = game["snapshot"]["title"]
    plain = {"slug": slug, "name": game["snapshot"]["name"], "text": "", "credits": "", "complete": True,
             "sides": ["Allied", "Axis"], "scenarios": [], "settings": [], "hidden": False}  # fmt: skip
    handler = type("Handler", (Desk,), {"board": board, "game": game, "rules": list(rules), "titles": list(titles) or [plain]})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


CLOCK: Final = """() => {
  window.times = []; let last = performance.now(); window.ticking = true;
  const tick = now => { window.times.push(now - last); last = now; if (window.ticking) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
}"""


def measured(page: Page, moves: Any) -> list[float]:
    """The times between frames while something goes on."""
    page.evaluate(CLOCK)
    moves()
    times: list[float] = page.evaluate("() => { window.ticking = false; return window.times; }")
    return times[3:]


def drag(page: Page) -> None:
    page.mouse.move(600, 500)
    page.mouse.down()
    for n in range(ROUNDS):
        page.mouse.move(600 + 250 * math.sin(n / 9), 500 + 150 * math.cos(n / 7))
    page.mouse.up()


def zoom(page: Page) -> None:
    page.mouse.move(600, 500)
    for n in range(ROUNDS):
        page.mouse.wheel(0, -40 if n % 30 < 15 else 40)


def report(what: str, times: list[float]) -> float:
    times.sort()
    median = statistics.median(times)
    print(f"{what:5} {len(times):4} frames: median {median:5.1f} ms, 95th percentile {times[int(len(times) * 0.95)]:5.1f} ms")
    return median


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", type=Path)
    parser.add_argument("--game", type=Path)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--limit", type=float, default=33.0)
    wanted = parser.parse_args()
    board = json.loads(wanted.board.read_text()) if wanted.board else large_board()
    game = json.loads(wanted.game.read_text()) if wanted.game else large_game(board)
    server = serve(board, game)
    with sync_playwright() as p, tempfile.TemporaryDirectory() as profile:
        context = p.chromium.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), headless=True, args=ARGS, viewport={"width": 1600, "height": 1000}
        )
        page = context.pages[0]
        start = time.perf_counter()
        page.goto(f"http://127.0.0.1:{server.server_port}/#/games/frames?token=t")
        page.wait_for_selector("[data-piece]", timeout=30_000)
        print(f"usable after {(time.perf_counter() - start) * 1000:.0f} ms, ", end="")
        page.wait_for_selector("[data-painted=true]", timeout=60_000)
        print(f"painted after {(time.perf_counter() - start) * 1000:.0f} ms")
        print(f"{page.locator('[data-space]').count()} spaces, {page.locator('image[data-piece]').count()} counters drawn")
        medians = [report("drag", measured(page, lambda: drag(page)))]
        page.wait_for_timeout(800)
        medians.append(report("zoom", measured(page, lambda: zoom(page))))
        if wanted.picture:
            page.wait_for_timeout(3000)
            page.screenshot(path=wanted.picture)
        context.close()
    server.shutdown()
    return 1 if max(medians) > wanted.limit else 0


if __name__ == "__main__":
    sys.exit(main())
