"""Starting and ending a server from the command line."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx

from sandtable.server.run import address_of, data_folder


def start(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sandtable.cli", "play", "--port", "0", "--no-browser", "--data", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_play_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    process = start(tmp_path / "new" / "folder")
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        address = process.stdout.readline().split()[3]
        assert address.startswith("http://127.0.0.1:")
        with httpx.Client(base_url=address, timeout=30) as http:
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


def test_a_store_that_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    process = start(tmp_path)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "newer version" in told
    assert len(told.strip().splitlines()) == 1


def test_addresses_and_the_folder(tmp_path: Path) -> None:
    assert address_of("127.0.0.1", 1) == "http://127.0.0.1:1"
    assert address_of("::1", 1) == "http://[::1]:1"
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
