"""The first page's promises: dice that anybody can reckon again, and an address that a friend can open."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.network import command
from tests.server.conftest import serving


def place(seed: bytes, ply: int, count: int, size: int) -> int:
    digest = hashlib.blake2b(f"{ply}:{count}".encode(), key=seed, digest_size=8).digest()
    return int.from_bytes(digest, "big") * size >> 64


def test_every_draw_of_a_finished_game_follows_from_its_seed(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            early = await game.ask("dice", 0)
            assert (early.status_code, early.json()["code"]) == (403, "hidden")
            await game.say(*["end"] * 6)
            seen, dice = await game.see(), (await game.ask("dice")).json()
            seed = bytes.fromhex(seen["seed"])
            assert hashlib.sha256(seed).hexdigest() == seen["commitment"]
            assert dice["since"] == 0
            assert dice["draws"], "the toy deals cards at its set-up"
            counts: dict[int, int] = {}
            for draw in dice["draws"]:
                n = counts.setdefault(draw["ply"], 0)
                assert draw["face"] == draw["cup"][place(seed, draw["ply"], n, len(draw["cup"]))]
                counts[draw["ply"]] = n + 1

    run(work())


def test_the_record_of_a_running_game_is_for_who_plays_the_computer(tmp_path: Path, run: Any) -> None:
    """The toy hides things: two people do so from each other, the computer from nobody who could be wronged."""

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            person, computer, friend = {"kind": "person"}, {"kind": "computer", "player": "random"}, {"kind": "friend"}
            for seats, status in (((person, computer), 200), ((person, person), 403), ((friend, computer), 403)):
                game = await visitor.new(seats=seats)
                assert (await game.ask("record", 0)).status_code == status, seats

    run(work())


def test_the_owner_is_told_where_friends_find_the_server(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        for loopback in (True, False):
            async with serving(tmp_path, loopback=loopback) as visitor:
                visitor.http.cookies.set(visitor.hall.access.cookie_name, visitor.hall.access.owner_key)
                told = (await visitor.get("/api/network")).json()
                assert told["open"] is not loopback
                assert all(address.endswith(":8787") and "127.0.0.1" not in address for address in told["addresses"])
                assert "--host 0.0.0.0 --port 8787" in told["command"]
                visitor.http.cookies.clear()
                assert (await visitor.get("/api/network")).status_code == 403

    run(work())


def test_the_command_that_opens_the_server_starts_the_same_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert command(".venv/bin/sandtable", None, (), ()) == ".venv/bin/sandtable play"
    assert command("sandtable/cli.py", Path("my games"), (Path("box"),), ()) == "sandtable play --data 'my games' --edition box"
    monkeypatch.setattr("shutil.which", lambda name: str(tmp_path / name))
    assert command(str(tmp_path / "sandtable"), None, (), ("::1",)) == "sandtable play --proxy ::1"
