"""Live play over a real socket: snapshots on connect and after every change, to everybody, slow readers or not."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from sandtable.server.hall import WAITING, Listener
from sandtable.server.shapes import Live
from tests.running import Server
from tests.server.conftest import PEOPLE, Playing, Visitor, serving


def socket(server: Server, game: Playing, side: int, **more: Any) -> Any:
    address = server.address.replace("http", "ws", 1)
    return connect(f"{address}{game.path('live')}?token={game.token(side)}", **more)


async def message(connection: ClientConnection) -> dict[str, Any]:
    async with asyncio.timeout(30):
        got: dict[str, Any] = json.loads(await connection.recv())
        return got


async def new_game(http: httpx.AsyncClient, seats: Any = PEOPLE) -> Playing:
    await http.get("/")
    made = (await http.post("/api/games", json={"title": "toy", "scenario": "line", "seats": seats})).json()
    return Playing(Visitor(http), made["id"], made["tokens"], made)


def test_every_change_is_pushed_to_everybody_as_they_may_see_it(shared: Server, run: Any) -> None:
    async def work() -> None:
        async with httpx.AsyncClient(base_url=shared.address, timeout=120) as http:
            game = await new_game(http)
            async with socket(shared, game, 0) as blue, socket(shared, game, 1) as red, socket(shared, game, -1) as watcher:
                viewers = {0: blue, 1: red, -1: watcher}
                for viewer, connection in viewers.items():
                    first = await message(connection)
                    assert first == {"kind": "snapshot"} | await game.see(viewer)
                for text in ("step blue 2 C", "swap", "end"):
                    await game.say(text)
                    for viewer, connection in viewers.items():
                        assert await message(connection) == {"kind": "snapshot"} | await game.see(viewer)
                await blue.send('{"kind": "ping"}')
                assert await message(blue) == {"kind": "pong"}
                await game.undo(0, 3, 2)
                assert (await message(blue))["ply"] == 2
            async with socket(shared, game, 0) as again:  # reconnected
                assert (await message(again))["ply"] == 2

    run(work())


def test_thinking_is_told_and_the_computers_decisions_are_pushed(shared: Server, run: Any) -> None:
    async def work() -> None:
        async with httpx.AsyncClient(base_url=shared.address, timeout=120) as http:
            game = await new_game(http, [{"kind": "person"}, {"kind": "computer", "player": "random"}])
            async with socket(shared, game, 0) as blue:
                await message(blue)
                await game.say("end")
                kinds = []
                while True:
                    got = await message(blue)
                    kinds.append(got["kind"])
                    assert msgspec.convert(got, Live), "it is one of the kinds that the client knows"
                    if got["kind"] == "thinking":
                        assert got == {"kind": "thinking", "side": 1}
                    elif got["ply"] > 1:
                        break
                assert kinds[:2] == ["snapshot", "thinking"]

    run(work())


def test_foreign_pages_wrong_tokens_and_nonsense_are_shown_the_door(shared: Server, run: Any) -> None:
    async def work() -> None:
        async with httpx.AsyncClient(base_url=shared.address, timeout=120) as http:
            game = await new_game(http)
            with pytest.raises(websockets.InvalidStatus) as refused:
                async with socket(shared, game, 0, origin="http://evil.example"):
                    pass
            assert refused.value.response.status_code == 403
            async with socket(shared, game, 0, origin=shared.address) as own:
                assert (await message(own))["ply"] == 0
            ws = shared.address.replace("http", "ws", 1)
            for path, code in ((f"{game.path('live')}?token=x", 4403), ("/api/games/AAAAAAAAAAAAAAAA/live", 4404)):
                async with connect(ws + path) as connection:
                    with pytest.raises(websockets.ConnectionClosed) as closed:
                        await connection.recv()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == code
            for nonsense, code in (
                ("{}", 1003),
                ("x", 1003),
                (b"\xff", 1003),
                ('{"kind":"say"}', 1003),
                ("[" * 60_000, 1003),
                (" " * 70_000, 1009),
            ):
                async with socket(shared, game, 0) as connection:
                    await message(connection)
                    await connection.send(nonsense)
                    with pytest.raises(websockets.ConnectionClosed) as closed:
                        await connection.recv()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == code, nonsense[:20]
            assert (await game.see())["ply"] == 0

    run(work())


def test_a_reader_that_does_not_read_holds_nobody_up(shared: Server, run: Any) -> None:
    async def work() -> None:
        async with httpx.AsyncClient(base_url=shared.address, timeout=120) as http:
            game = await new_game(http)
            async with socket(shared, game, 1, max_queue=1) as asleep, socket(shared, game, 0) as awake:
                await message(awake)
                plies = 0
                for _ in range(100):
                    for text in ("step blue 2 C", ""):
                        answer = await game.try_say(0, text, 0) if text else await game.undo(0, 1, 0)
                        assert answer.status_code == 200
                        plies = (await message(awake))["ply"]
                assert plies == 0
                await game.say("end")
                seen = await message(asleep)
                while seen["ply"] != 1 or seen["prompt"]["side"] != 1:
                    seen = await message(asleep)
                assert seen == {"kind": "snapshot"} | await game.see(1)

    run(work())


def test_a_full_queue_drops_to_the_latest_snapshot() -> None:
    async def work() -> None:
        listener = Listener(0)
        for n in range(WAITING):
            listener.put(b"%d" % n, snapshot=True)
        listener.put(b"thinking", snapshot=False)
        assert len(listener.waiting) == WAITING
        listener.put(b"latest", snapshot=True)
        assert await listener.next() == b"latest"
        listener.close()
        assert await listener.next() is None

    asyncio.run(work())


def test_deleting_a_game_ends_its_sockets(shared: Server, run: Any) -> None:
    async def work() -> None:
        async with httpx.AsyncClient(base_url=shared.address, timeout=120) as http:
            game = await new_game(http)
            async with socket(shared, game, 0) as connection:
                await message(connection)
                assert (await http.delete(game.path())).status_code == 204
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await connection.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4404

    run(work())


def test_many_sockets_at_one_game(shared: Server, run: Any) -> None:
    async def work() -> None:
        async with httpx.AsyncClient(base_url=shared.address, timeout=120) as http:
            game = await new_game(http)
            sockets = [await socket(shared, game, n % 3 - 1).__aenter__() for n in range(100)]
            await asyncio.gather(*[message(connection) for connection in sockets])
            async with socket(shared, game, 0) as one_too_many:
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await one_too_many.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4429
            await game.say("step blue 2 C")
            got = await asyncio.gather(*[message(connection) for connection in sockets])
            assert {snapshot["ply"] for snapshot in got} == {1}
            await asyncio.gather(*[connection.close() for connection in sockets])

    run(work())


def test_a_listener_is_forgotten_when_it_leaves(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            listener = await visitor.hall.listen(game.id, game.token(0))
            assert json.loads(await listener.next() or b"")["viewer"] == 0
            visitor.hall.leave(game.id, listener)
            assert visitor.hall.listeners == {}

    run(work())
