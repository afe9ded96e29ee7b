"""Serves the toy title: `serve_toy.py FOLDER SECONDS`, which are those after which a silent connection is closed."""

from __future__ import annotations

import sys
from pathlib import Path

from sandtable.server.run import start
from sandtable.server.settings import Settings

if __name__ == "__main__":
    toys, players = {"toy": "tests.server.toy"}, "tests.server.players"
    settings = Settings(Path(sys.argv[1]), packages=toys, players=players, half_open=float(sys.argv[2]))
    start(settings, "127.0.0.1", 0, open_browser=False)
