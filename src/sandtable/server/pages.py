"""The browser client: files that were built into the package, found by name in a list made at the start."""

from __future__ import annotations

import hashlib
import logging
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple, Optional
from urllib.parse import parse_qs

from sandtable.server.access import Access
from sandtable.server.errors import Problem
from sandtable.server.guard import Receive, Send, header, refuse
from sandtable.server.visitors import Scope, Visitors, is_forwarded

STATIC: Final = Path(__file__).parent / "static"
COOKIE: Final = f"Path=/; Max-Age={400 * 24 * 3600}; HttpOnly; SameSite=Strict"
FOR_EVER: Final = "public, max-age=31536000, immutable"
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}

logger: Final = logging.getLogger("sandtable.server")

NOT_BUILT: Final = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sandtable</title><link rel="icon" href="data:,">
<h1>Sandtable</h1>
<p>The server runs, but the page has not been built. In the project's folder run <code>make play</code>, which builds it
and starts the server again.</p>
<p>Programs can use the interface as it is: <a href="/api/openapi.json">its description</a>.</p>
"""


class File(NamedTuple):
    body: bytes
    type: str
    etag: str
    cache: str


class Pages:
    """Serves the files. No path of a request ever touches the disk: what is not in the list is not there.

    The page itself makes its visitor the owner: at the machine itself always, elsewhere if the address has the key.
    """

    def __init__(self, folder: Optional[Path], access: Access, visitors: Visitors) -> None:
        folder = folder or STATIC
        self.access = access
        self.visitors = visitors
        self.warned = False
        self.files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.is_file():
                self.files["/" + path.relative_to(folder).as_posix()] = read(path)
        self.index = self.files.pop("/index.html", File(NOT_BUILT, "text/html; charset=utf-8", "", "no-cache"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await refuse(Problem(405, "not_allowed", "pages are only read"), send)
            return
        file = self.find(scope["path"])
        if file is None:
            await refuse(Problem(404, "not_found", "there is no such file"), send)
        elif file is self.index:
            await self.enter(scope, send)
        elif header(scope, b"if-none-match") == file.etag:
            await answer(send, 304, {"etag": file.etag, "cache-control": file.cache}, b"")
        else:
            headers = {"content-type": file.type, "etag": file.etag, "cache-control": file.cache}
            await answer(send, 200, headers, file.body if scope["method"] == "GET" else b"")

    def find(self, path: str) -> Optional[File]:
        """A file by its path; the page itself for every address that the client makes up."""
        if path in self.files:
            return self.files[path]
        return self.index if path == "/index.html" or "." not in path.rpartition("/")[2] else None

    async def enter(self, scope: Scope, send: Send) -> None:
        keys = parse_qs(scope["query_string"].decode("latin-1")).get("key", [])
        invited = bool(keys) and self.access.is_owner(keys[0])
        headers = {"cache-control": "no-cache"}
        self.warn(scope)
        if invited or self.visitors.is_here(scope):
            headers["set-cookie"] = f"{self.access.cookie_name}={self.access.owner_key}; {COOKIE}"
        if invited:  # the key does not stay in the address
            await answer(send, 303, headers | {"location": "/"}, b"")
        else:
            body = self.index.body if scope["method"] == "GET" else b""
            await answer(send, 200, headers | {"content-type": self.index.type}, body)

    def warn(self, scope: Scope) -> None:
        """Once: somebody put a proxy in front of a server that was meant for one machine, and may wonder who is the owner."""
        if self.visitors.loopback and not self.warned and is_forwarded(scope) and not self.visitors.by_proxy(scope):
            self.warned = True
            logger.warning(
                "a proxy asks for others: none of them is the owner; start with --proxy and its address for a link that is"
            )


async def answer(send: Send, status: int, headers: dict[str, str], body: bytes) -> None:
    lines = [(name.encode(), value.encode()) for name, value in headers.items()]
    lines.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": body})


def read(path: Path) -> File:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    hashed = path.parent.name == "assets"
    return File(body, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"', FOR_EVER if hashed else "no-cache")
