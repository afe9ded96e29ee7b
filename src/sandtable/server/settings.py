"""How a server is run."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Optional

import msgspec

PLAYERS: Final = "sandtable.players"
WORKERS: Final = 2
PATIENCE: Final = 20.0
READING: Final = 60.0
HALF_OPEN: Final = 30.0


class Settings(msgspec.Struct, frozen=True):
    data: Path
    loopback: bool = True
    packages: Optional[dict[str, str]] = None  # which titles, if not all
    players: str = PLAYERS  # the module that lists the computer's
    workers: int = WORKERS  # processes that play for the computer
    patience: float = PATIENCE  # seconds for a decision of the computer, the start of its process included
    editions: tuple[Path, ...] = ()  # folders with values to lay over ours, for the lobby
    reading: float = READING  # seconds for a record that somebody sends to be played by the rules
    half_open: float = HALF_OPEN  # seconds after which a connection that says nothing is closed
    proxies: tuple[str, ...] = ()  # addresses of proxies in front of this server, whose word about visitors is taken
    new_secret: bool = False  # if the secret is lost although there are games, make another
    started: str = "sandtable play"  # the command that started it, without where it listens
    static: Optional[Path] = None  # the built client, if it is elsewhere
