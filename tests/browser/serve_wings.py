"""Serves the title that uses every part of a view: `serve_wings.py FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from sandtable.server import hall
from sandtable.server.run import start
from sandtable.server.settings import Settings

if __name__ == "__main__":
    hall.new_seed = lambda: bytes(32)  # a test must go the same way twice
    start(Settings(Path(sys.argv[1]), packages={"wings": "tests.browser.wings"}), "127.0.0.1", 0, open_browser=False)
