"""The HTTP and websocket service and its store. `serve` starts it; everything heavy is imported when it is called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Optional

DEFAULT_PORT = 8787


def serve(
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    data: Optional[Path] = None,
    open_browser: bool = True,
    editions: Sequence[Path] = (),
    proxies: Sequence[str] = (),
    new_secret: bool = False,
) -> None:
    """Serve until interrupted. A busy default port, or port 0, gives way to a free one; the address is printed."""
    from sandtable.server.run import run

    run(host, port, data, open_browser, editions, proxies, new_secret)


__all__ = ["DEFAULT_PORT", "serve"]
