"""Where others find this server on the network at hand."""

from __future__ import annotations

import contextlib
import socket
from typing import Final

from sandtable.server.access import is_loopback
from sandtable.server.shapes import Network

AWAY: Final = (("192.0.2.1", socket.AF_INET), ("2001:db8::1", socket.AF_INET6))  # addresses that nobody has


def network_of(port: int, loopback: bool) -> Network:
    addresses = [f"http://{host}:{port}" for host in own_hosts()]
    return Network(not loopback, tuple(addresses), f"sandtable play --host 0.0.0.0 --port {port}")


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
