"""The folder of a server: its games and its secret, for the eyes of their owner alone."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

GAMES: Final = "games.sqlite"
SECRET: Final = "secret"
OURS: Final = {SECRET, GAMES, f"{GAMES}-wal", f"{GAMES}-shm", f"{GAMES}-journal"}
ALONE: Final = 0o600
ALONE_INSIDE: Final = 0o700
BYTES: Final = 32

WHAT_TO_DO: Final = {  # by a word of what the database says
    "unable to open": "check that the folder is there and yours, or give another with --data",
    "readonly": "check that the file and its folder are yours, or give another with --data",
    "locked": "another program holds it; end that one first",
    "full": "make room on the disk",
    "I/O": "check the disk, or give another folder with --data",
}
DAMAGED: Final = (
    "it is damaged: put a backup in its place, or move it away to begin with no games, or give another folder with --data"
)

LOST: Final = (
    "put it back from a backup, or start with --new-secret to make another; the links to seats that friends were given then work "
    "no more"
)


def open_folder(folder: Path) -> None:
    """Made if it is not there. It is closed to others, unless other things are kept in it too."""
    folder.mkdir(mode=ALONE_INSIDE, parents=True, exist_ok=True)
    if {path.name for path in folder.iterdir()} <= OURS:
        with contextlib.suppress(PermissionError):  # somebody else's: he has let us in and may let in others
            folder.chmod(ALONE_INSIDE)


def make_private(path: Path) -> None:
    """A file that nobody else reads: made if it is not there, closed if it was open. The database gives its mode to its logs."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ALONE))
    for kept in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with contextlib.suppress(FileNotFoundError, PermissionError):
            kept.chmod(ALONE)


def read_secret(folder: Path, anew: bool = False) -> bytes:
    """The secret of this folder's server, made at its first start. A lost one is not replaced unless that is asked for."""
    path = folder / SECRET
    if not path.exists():
        games = 0 if anew else count_games(folder / GAMES)
        if games:
            raise OSError(f"{path} is missing, but there are games ({games}) in {folder / GAMES}: {LOST}")
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ALONE), "wb") as file:
            file.write(secrets.token_bytes(BYTES))
    make_private(path)
    secret = path.read_bytes()
    if len(secret) != BYTES:
        raise OSError(f"{path} is damaged, with {len(secret)} bytes instead of {BYTES}: delete it, and then {LOST}")
    return secret


def count_games(path: Path) -> int:
    if not path.exists():
        return 0
    import sqlite3  # only here: a start does not wait for it

    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            if not connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'games'").fetchone()[0]:
                return 0
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error as error:
        raise OSError(advice(path, str(error))) from None


def advice(path: Path, wrong: str) -> str:
    """What is wrong with the database, and what to do about it, in one line."""
    found = [what for word, what in WHAT_TO_DO.items() if word in wrong]
    return f"{path} cannot be used ({' '.join(wrong.split())}): {found[0] if found else DAMAGED}"
