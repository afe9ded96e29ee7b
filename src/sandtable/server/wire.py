"""Connections that say nothing, or nonsense: closed after a while, told in one line.

The HTTP server waits for ever for the end of a request's headers; here it does not. A socket whose other end is gone without
a word is asked for a sign of life; what is sent to a peer that takes nothing any more is given up.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, Final, Optional

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

logger: Final = logging.getLogger("sandtable.server")


class Wired(uvicorn.Config):
    def __init__(self, half_open: float, app: Any, **more: Any) -> None:
        """Nobody but us may say who a visitor is: hence no `proxy_headers`."""
        super().__init__(
            app, http=Http, ws=Live, proxy_headers=False, timeout_keep_alive=max(1, int(half_open)),
            ws_ping_interval=half_open / 3, ws_ping_timeout=half_open / 2, **more,
        )  # fmt: skip
        self.half_open = half_open


class Http(HttpToolsProtocol):
    """Whoever connects, or begins a request, has to bring its headers to an end in time. For a body see `api.body_of`."""

    deadline: Optional[asyncio.TimerHandle] = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.wait_for_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        between = self.cycle is None or self.cycle.response_complete
        ours = self.transport.get_protocol() is self  # no websocket has taken over
        if between and ours and self.deadline is None and not self.transport.is_closing():
            self.wait_for_headers()

    def on_headers_complete(self) -> None:
        self.stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        super().connection_lost(exc)

    def wait_for_headers(self) -> None:
        assert isinstance(self.config, Wired)
        self.deadline = self.loop.call_later(self.config.half_open, self.transport.abort)

    def stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None


class Live(WebSocketsSansIOProtocol):
    def send_receive_event_to_app(self) -> None:
        """A text that is not UTF-8 is a bad frame like any other."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        found = self.conn.close_sent
        who = self.client[0] if self.client else "somebody"
        logger.warning("a websocket of %s was closed after a bad frame: %s", who, f"{found.code} {found.reason}" if found else "")

    def keepalive_timeout(self) -> None:
        """Nobody is there to take what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()


def let_go(sock: socket.socket, seconds: float) -> None:
    """Connections that come in here are given up when the other end takes nothing for so long, where the system can do that."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", seconds / 2), ("TCP_KEEPINTVL", seconds / 6), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), max(1, int(value)))
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(seconds * 1000))
