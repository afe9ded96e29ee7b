"""Board wargames of the Western Desert with every rule enforced. See `sandtable.play` for how it is used from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.kernel.play import Illegal
    from sandtable.play import Game, load, new, player
    from sandtable.players.seat import Bot, Seat

__version__ = "0.1.0"
__all__ = ["Bot", "Game", "Illegal", "Seat", "__version__", "load", "new", "player"]

HOMES = {
    "Bot": "sandtable.players.seat",
    "Game": "sandtable.play",
    "Illegal": "sandtable.kernel.play",
    "Seat": "sandtable.players.seat",
    "load": "sandtable.play",
    "new": "sandtable.play",
    "player": "sandtable.play",
}


def __getattr__(name: str) -> Any:
    """Imported when it is first used: a command that needs none of it does not wait for it."""
    if name not in HOMES:
        raise AttributeError(f"module 'sandtable' has no attribute {name!r}; there are {', '.join(__all__)}")
    import importlib

    return getattr(importlib.import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
