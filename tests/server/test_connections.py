"""Connections that say nothing, or nonsense."""

from __future__ import annotations

import base64
import os
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sandtable.server.run import bind
from sandtable.server.wire import let_go
from tests.running import Server

SOON = 1.5  # seconds after which this server closes what is half open


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("told") / "errors"


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory, told: Path) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("quick"), toy=True, half_open=SOON, told=told)
    yield server
    assert server.stop() == 0


@pytest.fixture(scope="module")
def game(quick: Server) -> str:
    with httpx.Client(base_url=quick.address, timeout=120) as http:
        http.get("/")
        made = http.post("/api/games", json={"title": "toy", "scenario": "line", "seats": [{"kind": "person"}] * 2})
        return str(made.json()["id"])


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=120)


def until_closed(connection: socket.socket) -> bytes:
    """All that still comes."""
    got = b""
    try:
        while more := connection.recv(1 << 16):
            got += more
    except ConnectionResetError:
        pass
    return got


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
        b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",  # and then nothing
        b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n\r\n",
        b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /",
        b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n",
    ],
)
def test_a_connection_that_stays_half_open_is_closed(quick: Server, said: bytes) -> None:
    with connect(quick) as connection:
        connection.sendall(said)
        until_closed(connection)  # would wait for ever, or until the socket's own patience is over


def test_dribbling_keeps_no_connection_open(quick: Server) -> None:
    with connect(quick) as connection:
        connection.settimeout(SOON / 4)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for n in range(40):
            try:
                connection.sendall(b"X-%d: y\r\n" % n)
                assert connection.recv(1000) == b""
                return
            except TimeoutError:
                continue
            except (ConnectionResetError, BrokenPipeError):
                return
        raise AssertionError("still open")


def shake_hands(server: Server, game: str) -> socket.socket:
    connection = connect(server)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET /api/games/{game}/live HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {key}",
    ]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    got = b""
    while b'"snapshot"' not in got:
        got += connection.recv(1 << 16)
    return connection


def frame(opcode: int, payload: bytes, last: bool = True, masked: bool = True) -> bytes:
    size = len(payload)
    length = bytes([size]) if size < 126 else b"\x7e" + struct.pack("!H", size)
    mask = b"\0\0\0\0" if masked else b""
    return bytes([last << 7 | opcode, length[0] | masked << 7]) + length[1:] + mask + payload


def test_a_websocket_that_answers_no_ping_is_closed(quick: Server, game: str) -> None:
    with shake_hands(quick, game) as connection:
        assert b"\x89" in until_closed(connection)  # it was asked


def test_a_websocket_that_answers_stays(quick: Server, game: str) -> None:
    with shake_hands(quick, game) as connection:
        connection.settimeout(SOON)
        for _ in range(5):  # longer than a silent one is suffered
            got = connection.recv(1000)
            assert got[0] == 0x89
            connection.sendall(frame(10, got[2:]))


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff" * 50,
        frame(1, b"x", masked=False),
        frame(1, b"\xff\xfe"),
        frame(1, b"\xe2", last=False) + frame(0, b"("),
        frame(3, b"x"),
        frame(9, b"x" * 200),
        frame(0, b"x"),
        frame(8, b"\0"),
        frame(8, struct.pack("!H", 999)),
        b"\x81\xff" + struct.pack("!Q", 1 << 62) + b"\0\0\0\0",
        frame(1, b"x" * 60_000, last=False) * 2,
    ],
)
def test_a_bad_frame_is_told_in_one_line(quick: Server, game: str, told: Path, bad: bytes) -> None:
    before = told.read_text()
    with shake_hands(quick, game) as connection:
        connection.sendall(bad)
        until_closed(connection)
    (line,) = told.read_text().removeprefix(before).splitlines()
    assert "a websocket of 127.0.0.1 was closed after a bad frame" in line


def test_what_goes_to_a_peer_that_is_gone_is_given_up() -> None:
    with bind("127.0.0.1", 0) as bound:
        let_go(bound, 30.0)
        bound.listen()
        with socket.create_connection(bound.getsockname()), bound.accept()[0] as accepted:
            assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000
            idle, between, count = [
                accepted.getsockopt(socket.IPPROTO_TCP, option)
                for option in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
            ]
            assert idle + between * count <= 30
