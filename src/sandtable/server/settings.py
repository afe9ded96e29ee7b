"""How a server is run."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Optional

import msgspec

PLAYERS: Final = "sandtable.players"
WORKERS: Final = 2
PATIENCE: Final = 8.0


class Settings(msgspec.Struct, frozen=True):
    data: Path
    loopback: bool = True
    packages: Optional[dict[str, str]] = None  # which titles, if not all
    players: str = PLAYERS  # the module that lists the computer's
    workers: int = WORKERS  # processes that play for the computer
    patience: float = PATIENCE  # seconds for a decision of the computer, the start of its process included
    editions: tuple[Path, ...] = ()  # folders with values to lay over ours, for the lobby
    static: Optional[Path] = None  # the built client, if it is elsewhere
