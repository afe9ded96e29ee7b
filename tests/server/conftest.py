"""Servers for tests: in this process, over ASGI, with the toy title; and real ones, in a process of their own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest

from sandtable.server.front import Front
from sandtable.server.hall import Hall
from sandtable.server.settings import Settings
from tests.running import Server

TOYS = {"toy": "tests.server.toy"}
PEOPLE = [{"kind": "person"}, {"kind": "person"}]
T = TypeVar("T")


class Visitor:
    """A client with the short ways of saying things that tests need."""

    def __init__(self, http: httpx.AsyncClient, hall: Hall | None = None) -> None:
        self.http = http
        self.maybe_hall = hall

    @property
    def hall(self) -> Hall:
        assert self.maybe_hall is not None
        return self.maybe_hall

    async def get(self, path: str, **query: Any) -> httpx.Response:
        return await self.http.get(path, params=query)

    async def post(self, path: str, **body: Any) -> httpx.Response:
        return await self.http.post(path, json=body)

    async def new(self, title: str = "toy", scenario: str = "line", seats: Any = PEOPLE, settings: Any = None) -> Playing:
        answer = await self.post("/api/games", title=title, scenario=scenario, settings=settings or {}, seats=seats, name="")
        assert answer.status_code == 200, answer.text
        made = answer.json()
        return Playing(self, made["id"], made["tokens"], made)


class Playing:
    """One game, and the tokens of its seats."""

    def __init__(self, visitor: Visitor, id: str, tokens: list[str | None], made: dict[str, Any]) -> None:
        self.visitor, self.id, self.tokens, self.made = visitor, id, tokens, made
        self.keys = 0

    def path(self, call: str = "") -> str:
        return f"/api/games/{self.id}{'/' + call if call else ''}"

    def token(self, side: int) -> str:
        """Empty for a spectator; that of a friend's or the computer's seat is taken from the server."""
        return "" if side < 0 else self.tokens[side] or self.visitor.hall.access.token(self.id, side)

    async def see(self, side: int = -1) -> dict[str, Any]:
        answer = await self.visitor.get(self.path(), token=self.token(side))
        assert answer.status_code == 200, answer.text
        snapshot: dict[str, Any] = answer.json()
        return snapshot

    async def ask(self, call: str, side: int = -1, **query: Any) -> httpx.Response:
        return await self.visitor.get(self.path(call), token=self.token(side), **query)

    async def try_say(self, side: int, text: str | list[str], ply: int, key: str = "") -> httpx.Response:
        self.keys += 1
        return await self.visitor.post(self.path("say"), token=self.token(side), ply=ply, key=key or f"k{self.keys}", text=text)

    async def say(self, *texts: str) -> int:
        """Each for the side that decides; the ply that is reached."""
        ply: int = (await self.see())["ply"]
        for text in texts:
            side = (await self.see())["prompt"]["side"]
            answer = await self.try_say(side, text, ply)
            assert answer.status_code == 200, f"{text}: {answer.text}"
            ply = answer.json()["ply"]
        return ply

    async def undo(self, side: int, ply: int, to: int, key: str = "") -> httpx.Response:
        self.keys += 1
        return await self.visitor.post(self.path("undo"), token=self.token(side), ply=ply, key=key or f"u{self.keys}", to=to)


@contextlib.asynccontextmanager
async def serving(data: Path, owner: bool = True, **settings: Any) -> AsyncIterator[Visitor]:
    front = Front(Settings(data, **({"packages": TOYS, "players": "tests.server.players"} | settings)))
    service = await front.service()
    base = "http://127.0.0.1:8787"
    try:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=front), base_url=base) as http:
            visitor = Visitor(http, service.hall)
            if owner:
                await http.get("/")
            yield visitor
    finally:
        await front.close()


@pytest.fixture
def run() -> Callable[[Any], Any]:
    """Runs a test's coroutine, with a limit on its time."""

    def runner(work: Any) -> Any:
        async def limited() -> Any:
            async with asyncio.timeout(180):
                return await work

        return asyncio.run(limited())

    return runner


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests that leave it as it was."""
    server = Server(tmp_path_factory.mktemp("shared"), toy=True)
    yield server
    assert server.stop() == 0


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Callable[[], Server]]:
    started: list[Server] = []

    def start() -> Server:
        started.append(Server(tmp_path / "data", toy=True))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.kill()
