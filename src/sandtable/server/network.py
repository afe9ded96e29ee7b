"""Where others find this server on the network at hand."""

from __future__ import annotations

import contextlib
import shlex
import shutil
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Optional

from sandtable.server.access import is_loopback
from sandtable.server.shapes import Network

AWAY: Final = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))  # addresses that nobody has


def network_of(port: int, loopback: bool, started: str) -> Network:
    addresses = [f"http://{host}:{port}" for host in own_hosts()]
    return Network(not loopback, tuple(addresses), f"{started} --host 0.0.0.0 --port {port}")


def command(program: str, data: Optional[Path], editions: Sequence[Path], proxies: Sequence[str]) -> str:
    """What starts the same server again, from the same folder: `program` as it was called, unless a shell finds it by its name."""
    found = shutil.which("sandtable")
    named = Path(program).name != "sandtable" or (found is not None and Path(program).resolve() == Path(found).resolve())
    words = ["sandtable" if named else program, "play"]
    if data is not None:
        words += ["--data", str(data)]
    for edition in editions:
        words += ["--edition", str(edition)]
    for proxy in proxies:
        words += ["--proxy", proxy]
    return shlex.join(words)


def own_hosts() -> list[str]:
    """The addresses by which this machine would speak to others. Nothing is sent: a datagram socket only looks up the way."""
    found: list[str] = []
    for address, family in AWAY:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((address, 9))
            host = str(probe.getsockname()[0])
            if not is_loopback(host):
                found.append(f"[{host}]" if family == socket.AF_INET6 else host)
    return found
