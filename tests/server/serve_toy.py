"""Serves the toy title: `serve_toy.py FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from sandtable.server.run import start
from sandtable.server.settings import Settings

if __name__ == "__main__":
    settings = Settings(Path(sys.argv[1]), packages={"toy": "tests.server.toy"}, players="tests.server.players")
    start(settings, "127.0.0.1", 0, open_browser=False)
