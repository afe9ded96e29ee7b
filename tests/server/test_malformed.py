"""Whatever is sent, the answer is a clean refusal: a code and a reason, never a fault of the server."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.server.shapes import NewGame, Say, Undo
from tests.server.conftest import PEOPLE, Playing, serving

CALLS = ["/api/games", "/api/games/import", "/api/games/{id}/say", "/api/games/{id}/undo"]
QUERIES = ["", "/at/0", "/log", "/why", "/forecast", "/walks", "/record", "/report", "/at/x", "/live"]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
fields = st.sampled_from(["token", "ply", "key", "text", "to", "title", "scenario", "settings", "seats", "name", "format", "plies"])
quick = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])


def check(answer: httpx.Response) -> None:
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        body = answer.json()
        assert body["code"]
        assert body["reason"]
        assert "\n" not in body["reason"]


@pytest.fixture(scope="module")
def with_server() -> Iterator[Any]:
    """One server for all of them: whatever was sent, it goes on and the game has not moved."""
    with asyncio.Runner() as runner, tempfile.TemporaryDirectory() as folder:
        server = serving(Path(folder))
        visitor = runner.run(server.__aenter__())
        game = runner.run(visitor.new())

        async def sent(send: Any) -> None:
            await send(visitor, game)
            assert (await game.see())["ply"] == 0

        yield lambda send: runner.run(sent(send))
        runner.run(server.__aexit__(None, None, None))


@quick
@given(bodies=st.lists(st.binary(max_size=200) | json_values.map(msgspec.json.encode), min_size=1, max_size=8))
def test_bodies_of_any_kind(with_server: Any, bodies: list[bytes]) -> None:
    async def send(visitor: Any, game: Playing) -> None:
        for call in CALLS:
            for body in bodies:
                check(await visitor.http.post(call.format(id=game.id), content=body))

    with_server(send)


@quick
@given(changes=st.lists(st.dictionaries(fields, json_values, min_size=1, max_size=3), min_size=1, max_size=8))
def test_bodies_that_are_almost_right(with_server: Any, changes: list[dict[str, Any]]) -> None:
    async def send(visitor: Any, game: Playing) -> None:
        good: dict[str, dict[str, Any]] = {
            "/api/games/{id}/say": {"token": game.token(0), "ply": 0, "key": "k", "text": "fire blue 1"},
            "/api/games/{id}/undo": {"token": game.token(0), "ply": 0, "key": "k", "to": 0},
            "/api/games": {"title": "toy", "scenario": "x", "settings": {}, "seats": PEOPLE, "name": ""},
        }
        for call, body in good.items():
            for change in changes:
                check(await visitor.http.post(call.format(id=game.id), content=msgspec.json.encode(body | change)))

    with_server(send)


@quick
@given(
    values=st.lists(
        st.dictionaries(st.sampled_from(["token", "ply", "text", "from", "form", "key"]), st.text(max_size=30)), max_size=4
    )
)
def test_queries_of_any_kind(with_server: Any, values: list[dict[str, str]]) -> None:
    async def send(visitor: Any, game: Playing) -> None:
        for query in values:
            for call in QUERIES:
                check(await visitor.http.get(game.path() + call, params=query))

    with_server(send)


@quick
@given(parts=st.lists(st.text(max_size=12), min_size=1, max_size=4))
def test_paths_of_any_kind(with_server: Any, parts: list[str]) -> None:
    async def send(visitor: Any, game: Playing) -> None:
        path = quote("/".join(parts))
        for start in ("/", "/api/", "/api/games/", "/api/titles/"):
            for method in ("GET", "POST", "DELETE", "PUT"):
                answer = await visitor.http.request(method, "http://127.0.0.1:8787" + start + path)
                check(answer)

    with_server(send)


@pytest.mark.parametrize(
    "text",
    ["", " ", "step", "step blue 1", "step blue 1 B now", "step blue 9 B", "step blue 1 Z", "end end", "x" * 200, "step\x00", "🐪"],
)
def test_texts_that_are_no_option(tmp_path: Path, run: Any, text: str) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            said = await game.try_say(0, text, 0)
            assert (said.status_code, said.json()["code"]) == (422, "refused")
            asked = await game.ask("why", 0, ply=0, text=text)
            assert asked.json() == {"ok": False, "rule": said.json()["rule"], "text": said.json()["text"]}
            assert (await game.ask("forecast", 0, ply=0, text=text)).status_code == 200

    run(work())


@pytest.mark.parametrize("body", [b'{"token":"\xff"}', b'"\\ud800"', b'{"token":"","ply":1e400}', b"[" * 60_000])
@pytest.mark.parametrize("call", CALLS)
def test_broken_json(tmp_path: Path, run: Any, body: bytes, call: str) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            answer = await visitor.http.post(call.format(id=game.id), content=body)
            assert answer.status_code == (422 if call.endswith("import") else 400)
            check(answer)

    run(work())


def test_the_shapes_that_come_in_allow_nothing_else() -> None:
    for shape in (NewGame, Say, Undo):
        assert shape.__struct_config__.forbid_unknown_fields
