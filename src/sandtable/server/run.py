"""Start a server and say where it is."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Optional

import platformdirs
import uvicorn

from sandtable.server import DEFAULT_PORT
from sandtable.server.access import is_loopback
from sandtable.server.front import Front
from sandtable.server.guard import BODY
from sandtable.server.library import Library
from sandtable.server.network import command, own_hosts
from sandtable.server.settings import Settings
from sandtable.server.wire import Wired, let_go


class Announcing(uvicorn.Server):
    """Says the address once requests are answered."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self.address = address
        self.open_browser = open_browser

    async def startup(self, sockets: Optional[list[socket.socket]] = None) -> None:
        await super().startup(sockets)
        print(f"Sandtable is at {self.address}  (Ctrl-C ends it)", flush=True)
        if self.open_browser:
            threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def run(
    host: str,
    port: int,
    data: Optional[Path],
    open_browser: bool,
    editions: Sequence[Path] = (),
    proxies: Sequence[str] = (),
    new_secret: bool = False,
) -> None:
    if editions:
        Library(None, editions)  # whatever is wrong with them is said before anything is served
    settings = Settings(
        data or data_folder(), loopback=is_loopback(host), editions=tuple(editions), proxies=tuple(proxies), new_secret=new_secret,
        started=command(sys.argv[0], data, editions, proxies),
    )  # fmt: skip
    start(settings, host, port, open_browser)


def start(settings: Settings, host: str, port: int, open_browser: bool) -> None:
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    faults: list[Exception] = []
    with bind(host, port) as bound:
        let_go(bound, settings.half_open)
        front = Front(settings)
        config = Wired(
            settings.half_open, front, log_level="warning", access_log=False, server_header=False, ws_max_size=BODY,
            ws_per_message_deflate=not settings.loopback, timeout_graceful_shutdown=3,
        )  # fmt: skip
        key = "" if settings.loopback and not settings.proxies else f"/?key={front.access.owner_key}"
        server = Announcing(config, address_of(host, bound.getsockname()[1]) + key, open_browser)

        def give_up(fault: Exception) -> None:
            faults.append(fault)
            server.should_exit = True

        front.broken = give_up
        with contextlib.suppress(KeyboardInterrupt):
            server.run(sockets=[bound])
    if faults:
        raise faults[0]


def data_folder() -> Path:
    """Where games are kept: `SANDTABLE_DATA`, or the usual place of the system."""
    chosen = os.environ.get("SANDTABLE_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("sandtable", appauthor=False))


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. The default port gives way if it is busy; one that was asked for does not."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port, 0):
        sock = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((host, wanted))
            return sock
        except OSError as error:
            sock.close()
            if wanted != DEFAULT_PORT or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise AssertionError("port 0 is never busy")


def address_of(host: str, port: int) -> str:
    """Where it is found; of a server that answers to all, an address that works from other machines, too, if there is one."""
    if host in ("0.0.0.0", "::"):
        return f"http://{next(iter(own_hosts()), socket.gethostname())}:{port}"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
