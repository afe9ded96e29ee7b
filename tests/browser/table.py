"""A real server, a real browser, and what a person does in it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Optional

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.running import ROOT, Server

STILL: Final = """Promise.all(document.getAnimations().filter(a => a.effect.getComputedTiming().endTime !== Infinity)
    .map(a => a.finished.catch(() => null))).then(() => null)"""
AXE: Final = ROOT / "web/node_modules/axe-core/axe.min.js"
ARGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
               "--disable-component-update", "--disable-sync"]  # fmt: skip
PATIENCE: Final = 60_000  # milliseconds; the machine may be busy
ASKED_OR_DONE: Final = """before => document.querySelector('[data-quiet=true]')
  && (document.querySelector('[data-testid=confirm]') || document.querySelector('[data-ply]').dataset.ply !== `${before}`)"""
MOVED: Final = (
    "before => document.querySelector('[data-quiet=true]') && document.querySelector('[data-ply]').dataset.ply !== `${before}`"
)
ASKED: Final = """() => document.querySelector('[data-quiet=true]')
  && document.querySelector('.prompt.yours, [data-testid=curtain], [data-testid=report]')"""
GRAVE: Final = ["serious", "critical"]
AXE_RUN: Final = """([within, grave]) => axe.run(within || document, {resultTypes: ['violations'], rules: Object.fromEntries(
  axe._audit.rules.filter(rule => !grave.includes(rule.impact)).map(rule => [rule.id, {enabled: false}]))})"""
OVERTAKEN: Final = re.compile(r"409 \(Conflict\) \S+/(overlay|forecast|outlook|group|walks|why)\b")  # a look at what is past
LOST_NETWORK: Final = re.compile(r"WebSocket connection|ERR_CONNECTION|Failed to load resource: net::")

expect.set_options(timeout=PATIENCE)


class Table:
    """One browser window at a game."""

    def __init__(self, server: Server, page: Page) -> None:
        self.server, self.page = server, page
        self.errors: list[str] = []
        self.may_lose_network = False
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.note(message.type, f"{message.text} {message.location['url']}"))
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def note(self, kind: str, text: str) -> None:
        if kind == "error" and not OVERTAKEN.search(text) and not (self.may_lose_network and LOST_NETWORK.search(text)):
            self.errors.append(text)

    def fetch(self, path: str, **query: Any) -> Any:
        """What the server says to this window, by the interface that programs use; with its cookies, but past its page, which
        would take ten times as long over a long answer."""
        return self.page.request.get(f"{self.server.address}/api/{path}", params={k: str(v) for k, v in query.items()}).json()

    def post(self, path: str, body: Any) -> Any:
        """Asked of the server as its owner, whatever page is open, or none."""
        self.page.request.get(self.server.address)
        told = self.page.request.post(f"{self.server.address}/api/{path}", data=body, headers={"origin": self.server.address})
        return told.json()

    def new_game(self, seats: tuple[str, str] = ("person", "person"), title: str = "battleaxe") -> dict[str, Any]:
        """Made by the interface: what the lobby does is tested by itself, and its page is not waited for."""
        info = next(t for t in self.page.request.get(f"{self.server.address}/api/titles").json() if t["slug"] == title)
        body = {"title": title, "scenario": info["scenarios"][0]["id"], "settings": {}, "name": info["name"],
                "seats": [dict(zip(("kind", "player"), seat.split(), strict=False)) for seat in seats]}  # fmt: skip
        made: dict[str, Any] = self.post("games", body)
        assert "id" in made, made
        return made

    def say(self, made: dict[str, Any], *texts: str, side: int = 0) -> None:
        """A side decides, elsewhere: by the interface, whatever page is open."""
        ply = self.fetch(f"games/{made['id']}")["ply"]
        said = {"token": made["tokens"][side], "ply": ply, "key": f"{ply}", "text": list(texts)}
        told = self.post(f"games/{made['id']}/say", said)
        assert told.get("ply", 0) == ply + len(texts), told

    def resume(self, record: str) -> None:
        """Goes on with a game that was kept."""
        self.play(self.post("games/import", record))

    def play(self, made: dict[str, Any]) -> None:
        """Sits down at a game with the tokens that its making gave."""
        key, tokens = json.dumps(f"sandtable.seats.{made['id']}"), json.dumps(json.dumps(made["tokens"]))
        self.page.add_init_script(f"localStorage.setItem({key}, localStorage.getItem({key}) ?? {tokens})")
        self.open(f"/#/games/{made['id']}")

    def lobby(self) -> None:
        """The first page, with the first scenario of its title chosen: a newcomer is offered the guided game before it."""
        self.page.goto(self.server.address)
        self.page.locator("input[name=scenario]:not([value=lesson])").first.check()

    def open(self, link: str) -> None:
        been = self.page.url.startswith(self.server.address)
        self.page.goto(f"{self.server.address}/{link.lstrip('/')}")
        if been:
            self.page.reload()  # an address that differs only after the # does not load anew
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("[data-space]")
        self.page.wait_for_selector("[data-testid=prompt]")

    # What a person does

    def space(self, id: str) -> Locator:
        return self.page.locator(f'[data-space="{id}"]')

    def piece(self, id: str) -> Locator:
        return self.page.locator(f'image[data-piece="{id}"]')

    def offer(self, text: str) -> Locator:
        return self.page.locator(f'[data-offer="{text}"]')

    def click_space(self, id: str) -> None:
        """On a bare part of it: counters and names stand in the middle."""
        self.space(id).first.wait_for(state="attached")
        spot = self.page.evaluate(
            """id => {
              const shape = document.querySelector(`[data-space="${CSS.escape(id)}"]`), box = shape.getBoundingClientRect();
              for (let y = 4; y < box.height; y += 6) for (let x = 4; x < box.width; x += 6)
                if (document.elementFromPoint(box.x + x, box.y + y) === shape) return [box.x + x, box.y + y];
              return null; }""",
            id,
        )
        assert spot is not None, f"no bare part of {id} is to be seen"
        self.page.mouse.click(*spot)

    def assault_from(self, id: str) -> None:
        """Battleaxe: a click on the area, and what comes of it is seen."""
        self.click_space(id)
        expect(self.page.get_by_test_id("log")).to_contain_text("are activated")

    def confirm(self) -> None:
        self.page.get_by_test_id("confirm").click()

    def take(self, text: str) -> None:
        """An offer by its button, unfolded where it must be, confirmed where it is asked."""
        before = self.ply()
        for fold in self.page.locator(".fold:not(header .fold), .more").all():
            if self.offer(text).count():
                break
            fold.click()
        self.offer(text).click()
        self.see_through(before)

    def see_through(self, before: int) -> None:
        """A click that decides something is done, confirmed where it is asked."""
        self.page.wait_for_function(ASKED_OR_DONE, arg=before)
        if self.page.get_by_test_id("confirm").count():
            self.confirm()
        self.moved_from(before)

    def pass_on(self) -> None:
        """Declines whatever is asked until the other side is to decide."""
        side = self.turn()
        while self.turn() == side:
            self.take("pass")

    def lift_curtain(self) -> None:
        """The next player sits down, where there is a curtain."""
        self.page.wait_for_function(ASKED)
        curtain = self.page.get_by_test_id("curtain")
        if curtain.count():
            curtain.get_by_role("button").click()
            expect(curtain).to_have_count(0)

    def get_on(self, shortest: tuple[str, ...]) -> None:
        """Whoever decides takes the first of these verbs that is offered, or whatever there is."""
        self.lift_curtain()
        offered = self.offers()
        self.take(next((text for text in offered if text.split()[0] in shortest), offered[0]))

    def open_boxes(self) -> None:
        """The tracks and boxes, if they are not open."""
        tab = self.page.get_by_role("tab", name="Tracks and boxes")
        if tab.get_attribute("aria-selected") != "true":
            tab.click()

    def turn(self) -> str:
        return self.page.locator("header .side.on b").inner_text()

    def ply(self) -> int:
        return int(str(self.page.locator("[data-ply]").get_attribute("data-ply")))

    def moved_from(self, ply: int) -> None:
        """Something was decided, and all that is to be seen of it has come."""
        self.page.wait_for_function(MOVED, arg=ply)

    def settle(self) -> None:
        """All that was pressed has led to what it leads to."""
        self.page.wait_for_selector("[data-quiet=true]")

    def offers(self) -> list[str]:
        """What is offered now to whoever holds the window, by the interface."""
        return [offer["text"] for offer in self.prompt()["offers"]]

    def prompt(self) -> dict[str, Any]:
        """What is asked, as the side that decides is told."""
        game, tokens = self.seats()
        mine = 0 if tokens[0] else 1
        prompt: dict[str, Any] = self.fetch(f"games/{game}", token=tokens[mine] or "")["prompt"]
        if prompt["side"] != mine:
            prompt = self.fetch(f"games/{game}", token=tokens[prompt["side"]] or "")["prompt"]
        return prompt

    def seats(self) -> tuple[str, list[Optional[str]]]:
        game = self.page.evaluate("location.hash").split("/")[2].split("?")[0]
        return game, self.page.evaluate(f"JSON.parse(localStorage.getItem('sandtable.seats.{game}') ?? '[null, null]')")

    def axe(self, within: str = "") -> list[str]:
        """What axe finds serious, once all has faded in: on the whole page, or within a part of it."""
        self.page.evaluate(STILL)
        self.page.evaluate(AXE.read_text())
        found = self.page.evaluate(AXE_RUN, [within, GRAVE])
        return [
            f"{v['id']}: {v['help']} {[n['target'] for n in v['nodes'][:3]]}" for v in found["violations"] if v["impact"] in GRAVE
        ]


Seat = Callable[..., Table]  # opens a window


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = shutil.which("chromium-headless-shell") or shutil.which("chromium")  # the first takes a third less time
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=ARGS)
        yield browser
        browser.close()
