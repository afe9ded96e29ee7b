"""Who may do what. One secret of the server, kept beside the games, makes every token and the owner's cookie.

Nothing that lets anybody in is stored in the database: a token is a keyed hash of game and side, 256 bits long.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import re
import secrets
from typing import Final, Optional
from urllib.parse import urlsplit

from sandtable.kernel.sides import ALLIED, AXIS

SPECTATOR: Final = -1
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{16}")
HOST: Final = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?")


class Access:
    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def sign(self, what: str) -> str:
        digest = hmac.new(self.secret, what.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

    @property
    def owner_key(self) -> str:
        return self.sign("owner")

    @property
    def cookie_name(self) -> str:
        """Browsers do not keep cookies of two ports apart: each server has a name of its own."""
        return f"sandtable_owner_{self.sign('cookie')[:8].replace('-', '_')}"

    def is_owner(self, key: Optional[str]) -> bool:
        return same(key or "", self.owner_key)

    def token(self, game: str, side: int) -> str:
        return self.sign(f"seat {side} of {game}")

    def viewer(self, game: str, token: Optional[str]) -> Optional[int]:
        """The side that a token stands for; a spectator without one; None for one that is not of this game."""
        if not token:
            return SPECTATOR
        for side in (ALLIED, AXIS):
            if same(token, self.token(game, side)):
                return side
        return None


def same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(errors="replace"), b.encode())


def new_game_id() -> str:
    return secrets.token_urlsafe(12)


def is_loopback(host: str) -> bool:
    name = host.strip("[]")
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def host_name(header: str) -> Optional[str]:
    """The name in a Host header, without the port; None if it is none."""
    found = HOST.fullmatch(header)
    return found[1] if found else None


def same_origin(origin: Optional[str], host: str) -> bool:
    """Whether a request comes from our own page. Programs that are no browser send no origin."""
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False
