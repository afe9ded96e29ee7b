"""A way to a server that can fall silent: connections stay, and nothing comes through."""

from __future__ import annotations

import socket
import threading
import time
from types import TracebackType
from typing import Optional, Self


class Relay:
    def __init__(self, port: int) -> None:
        self.port = port
        self.silent = False
        self.over = False
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        self.open: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self.welcome, daemon=True).start()
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], where: Optional[TracebackType]) -> None:
        self.over = True
        self.door.close()
        for end in self.open:
            end.close()

    def welcome(self) -> None:
        while not self.over:
            try:
                visitor, _ = self.door.accept()
                server = socket.create_connection(("127.0.0.1", self.port))
            except OSError:  # the relay, or the server, has closed
                return
            self.open += [visitor, server]
            for source, target in ((visitor, server), (server, visitor)):
                threading.Thread(target=self.carry, args=(source, target), daemon=True).start()

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        """What was sent into the silence is lost, and with it the connection, as soon as somebody listens again."""
        lost = False
        try:
            while data := source.recv(1 << 16):
                lost = lost or self.silent
                while self.silent and not self.over:
                    time.sleep(0.05)
                if lost:
                    break
                target.sendall(data)
        except OSError:
            pass
        while self.silent and not self.over:  # nor is anything heard of an end
            time.sleep(0.05)
        for end in (source, target):
            end.close()
