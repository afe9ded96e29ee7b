"""The browser client: files that were built into the package, found by name in a list made at the start."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

STATIC: Final = Path(__file__).parent / "static"
FOR_EVER: Final = "public, max-age=31536000, immutable"
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}

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
    """No path of a request ever touches the disk: what is not in the list is not there."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.files: dict[str, File] = {}
        for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
            if path.is_file():
                self.files["/" + path.relative_to(folder).as_posix()] = read(path)
        self.index = self.files.get("/index.html") or File(NOT_BUILT, "text/html; charset=utf-8", '"none"', "no-cache")

    def find(self, path: str) -> File | None:
        """A file by its path; the page itself for every address that the client makes up."""
        if path in self.files and path != "/index.html":
            return self.files[path]
        last = path.rpartition("/")[2]
        return self.index if "." not in last or path == "/index.html" else None


def read(path: Path) -> File:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    hashed = path.parent.name == "assets"
    return File(body, kind, f'"{hashlib.sha256(body).hexdigest()[:16]}"', FOR_EVER if hashed else "no-cache")
