"""Starting and ending a server from the command line."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server.folder import read_secret
from sandtable.server.run import address_of, data_folder
from sandtable.server.store import STEPS
from tests.server.conftest import serving


def start(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sandtable.cli", "play", "--port", "0", "--no-browser", "--data", str(folder), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_play_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    process = start(tmp_path / "new" / "folder")
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        address = process.stdout.readline().split()[3]
        assert address.startswith("http://127.0.0.1:")
        with httpx.Client(base_url=address, timeout=120) as http:
            assert http.get("/").status_code == 200  # before the rest is loaded
            assert "battleaxe" in [title["slug"] for title in http.get("/api/titles").json()]
            assert http.get("/api/games").json() == []
        process.send_signal(signal.SIGINT)
        assert process.wait(20) in (0, 130)
        assert "Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def told(folder: Path, *more: str) -> str:
    """The one line with which a server refuses to start."""
    process = start(folder, *more)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    (line,) = said.strip().splitlines()
    return line


def played(folder: Path) -> Path:
    """A folder with a game."""

    async def work() -> None:
        async with serving(folder) as visitor:
            await visitor.new()

    asyncio.run(work())
    return folder


def test_a_store_of_a_newer_version_is_told_in_one_line(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert "newer version (schema 99; this one knows 7): start that version" in told(tmp_path)


@pytest.mark.parametrize("harm", ["noise", "holes", "half"])
def test_a_damaged_store_is_told_in_one_line_that_says_what_to_do(tmp_path: Path, harm: str) -> None:
    path = played(tmp_path) / "games.sqlite"
    whole = path.read_bytes()
    damaged = {"noise": b"noise" * 2000, "holes": whole[:4096] + b"\xff" * (len(whole) - 4096), "half": whole[: len(whole) // 2]}
    path.write_bytes(damaged[harm])
    line = told(tmp_path)
    assert str(path) in line
    assert "it is damaged: put a backup in its place, or move it away" in line
    assert path.read_bytes() == damaged[harm]


def test_a_row_that_is_damaged_is_told_and_the_server_goes_on(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
        with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
            connection.execute("UPDATE games SET seats = '[1'")
            connection.commit()
        async with serving(tmp_path) as visitor:
            for path in (game.path(), "/api/games"):
                answer = await visitor.get(path)
                assert (answer.status_code, answer.json()["code"]) == (503, "store")
                assert "a row of the database is damaged" in answer.json()["reason"]
            await visitor.new()

    run(work())


@pytest.mark.parametrize("version", STEPS)
def test_a_store_of_a_version_before_is_brought_up_to_date(tmp_path: Path, run: Any, version: int) -> None:
    added = [re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", step) for old, step in STEPS.items() if old >= version]

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=[{"kind": "person"}, {"kind": "friend"}])
            await game.say("end")
        with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
            for ((table, column),) in added:
                connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            connection.execute(f"PRAGMA user_version = {version}")
            connection.commit()
        async with serving(tmp_path) as visitor:
            (summary,) = (await visitor.get("/api/games")).json()
            assert (summary["ply"], summary["taken"]) == (1, [False, False])

    run(work())


def test_a_lost_secret_is_told_and_replaced_only_if_asked_for(tmp_path: Path) -> None:
    secret = played(tmp_path) / "secret"
    before = secret.read_bytes()
    secret.unlink()
    line = told(tmp_path)
    assert f"{secret} is missing, but there are games (1)" in line
    assert "--new-secret" in line
    assert not secret.exists()
    assert len(read_secret(tmp_path, anew=True)) == 32
    assert secret.read_bytes() != before


def test_a_secret_is_made_where_there_are_no_games(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        for _ in range(2):
            async with serving(tmp_path) as visitor:
                assert (await visitor.get("/api/games")).json() == []
            (tmp_path / "secret").unlink()

    run(work())


def test_nobody_else_can_read_games_and_secret(tmp_path: Path, run: Any) -> None:
    folder = tmp_path / "open" / "games"

    def modes() -> set[int]:
        return {path.stat().st_mode & 0o777 for path in folder.iterdir()}

    async def work() -> None:
        async with serving(folder) as visitor:
            await visitor.new()
            assert len(list(folder.iterdir())) == 4  # with the database's logs
            assert modes() == {0o600}
        folder.chmod(0o755)
        for path in folder.iterdir():
            path.chmod(0o644)
        async with serving(folder) as visitor:
            await visitor.new()
            assert modes() == {0o600}
            assert folder.stat().st_mode & 0o777 == 0o700

    run(work())
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o777 & ~umask()


def test_a_folder_with_other_things_is_left_as_it_is(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        tmp_path.chmod(0o755)
        (tmp_path / "letter.txt").write_text("for everybody")
        async with serving(tmp_path):
            assert tmp_path.stat().st_mode & 0o777 == 0o755
            assert (tmp_path / "games.sqlite").stat().st_mode & 0o777 == 0o600

    run(work())


def umask() -> int:
    now = os.umask(0)
    os.umask(now)
    return now


def test_with_a_proxy_the_link_of_the_owner_is_printed(tmp_path: Path) -> None:
    process = start(tmp_path, "--proxy", "127.0.0.1")
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        address = process.stdout.readline().split()[3]
        assert "/?key=" in address
        with httpx.Client(timeout=120) as http:
            assert "set-cookie" not in http.get(address.partition("?")[0]).headers
            assert "set-cookie" in http.get(address).headers
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def test_a_server_for_all_names_an_address_that_others_can_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own name may be known to nobody else."""
    monkeypatch.setattr("sandtable.server.run.own_hosts", lambda: ["192.168.1.5", "[fd00::5]"])
    assert [address_of(host, 1) for host in ("0.0.0.0", "::")] == ["http://192.168.1.5:1"] * 2
    monkeypatch.setattr("sandtable.server.run.own_hosts", list)
    assert address_of("0.0.0.0", 1) == f"http://{socket.gethostname()}:1"


def test_addresses_and_the_folder(tmp_path: Path) -> None:
    assert address_of("127.0.0.1", 1) == "http://127.0.0.1:1"
    assert address_of("::1", 1) == "http://[::1]:1"
    assert address_of("games.example", 1) == "http://games.example:1"
    os.environ["SANDTABLE_DATA"] = str(tmp_path)
    try:
        assert data_folder() == tmp_path
    finally:
        del os.environ["SANDTABLE_DATA"]
    assert data_folder().name == "sandtable"


def test_the_page_does_not_wait_for_what_only_the_calls_need() -> None:
    """Loading these takes most of a start; the first page is served without them."""
    heavy = "{'fastapi', 'sqlalchemy', 'pydantic', 'starlette', 'sandtable.titles.battleaxe'}"
    code = f"import sys, sandtable.server.run; found = {heavy} & set(sys.modules); sys.exit(', '.join(sorted(found)) or 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
