"""The log is the truth: one effect a request, nothing acknowledged is ever lost, taking back is an entry too."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.kernel.game import STRIDE, replay
from sandtable.server.store import Store, StoreError
from tests.running import Server
from tests.server.conftest import PEOPLE, Playing, serving
from tests.server.toy import TITLE


def rows(folder: Path, game: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(folder / "games.sqlite") as connection:
        found = connection.execute("select seq, kind, side, at, text from log where game = ? order by seq", [game]).fetchall()
    connection.close()
    return found


def test_the_same_key_has_one_effect_and_one_answer_also_after_a_restart(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            answers = [await game.try_say(0, "step blue 2 C", 0, key="again") for _ in range(3)]
            assert [(a.status_code, a.json()["ply"]) for a in answers] == [(200, 1)] * 3
            await game.say("step blue 2 D")
            back = [await game.undo(0, 2, 0, key="back") for _ in range(2)]
            assert [(a.status_code, a.json()["ply"]) for a in back] == [(200, 0)] * 2
            await game.say("end")
        async with serving(tmp_path) as visitor:
            game = Playing(visitor, game.id, game.tokens, {})
            assert (await game.try_say(0, "step blue 2 C", 0, key="again")).json()["ply"] == 1
            assert (await game.undo(0, 2, 0, key="back")).json()["ply"] == 0
            assert (await game.see())["ply"] == 1
        assert [row[1:] for row in rows(tmp_path, game.id)] == [
            ("say", 0, 0, "step blue 2 C"),
            ("say", 0, 1, "step blue 2 D"),
            ("undo", 0, 2, "0"),
            ("say", 0, 0, "end"),
        ]

    run(work())


def test_a_key_is_not_for_two_things(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.try_say(0, "step blue 2 C", 0, key="k")
            other = await game.try_say(0, "end", 0, key="k")
            assert (other.status_code, other.json()["code"]) == (422, "key_used")

    run(work())


def test_of_fifty_at_one_ply_exactly_one_is_accepted(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            for ply in range(6):
                prompt = (await game.see())["prompt"]
                texts = [offer["text"] for offer in (await game.see(prompt["side"]))["prompt"]["offers"]]
                tries = [game.try_say(prompt["side"], texts[i % len(texts)], ply, key=f"{ply}.{i}") for i in range(50)]
                answers = await asyncio.gather(*tries)
                assert sorted(a.status_code for a in answers) == [200] + [409] * 49
                assert {a.json()["ply"] for a in answers} == {ply + 1}
            assert len(rows(tmp_path, game.id)) == 6

    run(work())


def test_fifty_times_the_same_request_at_once(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            answers = await asyncio.gather(*[game.try_say(0, "end", 0, key="same") for _ in range(50)])
            assert [(a.status_code, a.json()["ply"]) for a in answers] == [(200, 1)] * 50
            assert len(rows(tmp_path, game.id)) == 1

    run(work())


def test_two_servers_on_one_folder_do_not_both_write(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as two:
            game = await one.new()
            same = Playing(two, game.id, game.tokens, {})
            assert (await same.see())["ply"] == 0
            assert (await game.try_say(0, "step blue 2 C", 0, key="a")).status_code == 200
            late = await same.try_say(0, "step blue 1 B", 0, key="b")
            assert (late.status_code, late.json()["ply"]) == (409, 1)
            assert (await same.see())["view"] == (await game.see())["view"]
            assert (await same.try_say(0, "step blue 2 D", 1, key="c")).json()["ply"] == 2

    run(work())


def test_taking_back_and_its_limits(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            start = await game.see(0)
            await game.say("step blue 2 C", "step blue 2 D")
            assert [(await game.see(side))["undo"] for side in (0, 1, -1)] == [0, None, None]
            assert (await game.undo(1, 2, 0)).json()["text"] == "the last decision was not yours"
            assert (await game.undo(-1, 2, 0)).status_code == 403
            assert (await game.undo(0, 1, 0)).status_code == 409
            assert (await game.undo(0, 2, 2)).status_code == 422
            assert (await game.undo(0, 2, 9)).status_code == 422
            assert (await game.undo(0, 2, 0)).json()["ply"] == 0
            assert await game.see(0) == start | {"seq": 3}
            await game.say("step blue 2 C", "show")  # something came to light
            assert (await game.see(0))["undo"] is None
            assert (await game.undo(0, 2, 1)).status_code == 422
            await game.say("step blue 2 D")
            assert (await game.see(0))["undo"] == 2
            assert (await game.undo(0, 3, 1)).status_code == 422
            await game.say("fire blue 2", "pass")  # the other side has decided, a die has fallen
            assert [(await game.see(side))["undo"] for side in (0, 1)] == [None, None]

    run(work())


def test_a_swap_is_a_draw_and_cannot_be_taken_back(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say("swap")
            assert (await game.undo(0, 1, 0)).status_code == 422

    run(work())


def test_nothing_is_taken_back_once_the_seed_is_known(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            ply = await game.say(*["end"] * 6)
            last = await game.see(1)
            assert last["over"] is not None
            assert (last["undo"], last["prompt"]) == (None, None)
            refused = await game.undo(1, ply, ply - 1)
            assert refused.status_code == 422
            assert "seed is known" in refused.json()["text"]
            assert (await game.try_say(1, "end", ply)).json()["text"] == "the game is over"

    run(work())


def test_positions_after_undo_are_those_of_a_replay(tmp_path: Path, run: Any) -> None:
    """Long enough for kept positions on both sides of the limit."""

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say(*["end"] * 5)
            for _ in range(30):
                await game.say("step red 1 D", "step red 1 E")
                table = visitor.hall.tables[game.id]
                expected = replay(table.game.record, 5, TITLE, table.game.edition).state.key()
                assert (await game.undo(1, 7, 5)).status_code == 200
                assert table.game.state.key() == expected
            await game.say("step red 1 D")
            for ply in range(7):
                whole = replay(table.game.record, ply, TITLE, table.game.edition).state.key()
                assert table.game.at(ply).key() == whole
            assert STRIDE == 16

    run(work())


def test_a_game_goes_on_after_a_restart(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say("step blue 2 C", "swap", "step blue 2 D", "fire blue 2", "duck")
            before = [await game.see(side) for side in (0, 1, -1)]
            logs = [(await game.ask("log", side)).json() for side in (0, 1, -1)]
        async with serving(tmp_path) as visitor:
            game = Playing(visitor, game.id, game.tokens, {})
            assert [await game.see(side) for side in (0, 1, -1)] == before
            assert [(await game.ask("log", side)).json() for side in (0, 1, -1)] == logs
            await game.say("end")

    run(work())


def test_more_games_than_are_kept_in_memory(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        monkeypatch.setattr("sandtable.server.hall.OPEN_TABLES", 3)
        async with serving(tmp_path) as visitor:
            games = [await visitor.new() for _ in range(6)]
            listeners = [await visitor.hall.listen(game.id, game.token(0)) for game in games[:4]]
            for game in games[4:]:
                await game.say("step blue 2 C", "step blue 2 B")
            for _ in range(2):
                assert [(await game.see())["ply"] for game in games] == [0, 0, 0, 0, 2, 2]
            assert len(visitor.hall.tables) <= 5
            assert set(visitor.hall.tables) >= {game.id for game in games[:4]}  # somebody listens
            assert [listener.viewer for listener in listeners] == [0] * 4
            assert (await visitor.get("/api/games/AAAAAAAAAAAAAAAA")).status_code == 404
            assert visitor.hall._opening == {}

    run(work())


def test_a_full_disk_changes_nothing(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            before = await game.see(0)
            full = True
            append = Store.append

            def failing(self: Store, *args: Any) -> None:
                if full:
                    raise StoreError("database or disk is full")
                append(self, *args)

            monkeypatch.setattr(Store, "append", failing)
            answer = await game.try_say(0, "step blue 2 C", 0, key="k")
            assert (answer.status_code, answer.json()["code"]) == (503, "store")
            assert "disk is full" in answer.json()["reason"]
            assert await game.see(0) == before
            full = False
            assert (await game.try_say(0, "step blue 2 C", 0, key="k")).json()["ply"] == 1

    run(work())


def test_what_sqlite_refuses_is_told_as_a_failure_of_the_store(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="readonly"):
        store.delete("x")
    store.close()


def test_the_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="newer version"):
        Store(tmp_path / "games.sqlite")


def test_the_store_is_durable(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.sqlite")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
    store.close()


def play_until_killed(server: Server, id: str, tokens: list[str], acknowledged: list[int]) -> None:
    """Steps and undoes as fast as it can; notes every ply that was answered, with the number of actions."""
    chosen = random.Random(len(acknowledged))
    with httpx.Client(base_url=server.address, timeout=120) as http:
        try:
            snapshot = http.get(f"/api/games/{id}", params={"token": tokens[0]}).json()
            ply = snapshot["ply"]
            while True:
                key = f"{len(acknowledged)}.{chosen.random()}"
                if ply:
                    body = {"token": tokens[0], "ply": ply, "key": key, "to": 0}
                    answer = http.post(f"/api/games/{id}/undo", json=body)
                else:
                    body = {"token": tokens[0], "ply": 0, "key": key, "text": chosen.choice(["step blue 2 C", "step blue 1 B"])}
                    answer = http.post(f"/api/games/{id}/say", json=body)
                assert answer.status_code == 200, answer.text
                ply = answer.json()["ply"]
                acknowledged.append(ply)
        except httpx.TransportError:
            return


def test_killing_the_server_loses_nothing_that_was_acknowledged(real: Callable[[], Server], tmp_path: Path) -> None:
    acknowledged: list[int] = []
    id, tokens = "", [""]
    stored_before = 0
    for round in range(3):
        server = real()
        if not id:
            with httpx.Client(base_url=server.address, timeout=120) as http:
                http.get("/")
                made = http.post("/api/games", json={"title": "toy", "scenario": "line", "seats": PEOPLE}).json()
                id, tokens = made["id"], made["tokens"]
        count = len(acknowledged)
        player = threading.Thread(target=play_until_killed, args=(server, id, tokens, acknowledged))
        player.start()
        while len(acknowledged) < count + 12 + 7 * round:
            player.join(0.005)
            assert player.is_alive()
        server.kill()
        player.join()
        stored = rows(tmp_path / "data", id)
        made_now = len(acknowledged) - count
        assert (
            stored_before + made_now <= len(stored) <= stored_before + made_now + 1
        )  # at most the one in flight is there unanswered
        assert [row[0] for row in stored] == list(range(len(stored)))
        stored_before = len(stored)
