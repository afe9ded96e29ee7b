"""Seeds for many games: each game, and each purpose within it, gets numbers of its own."""

from __future__ import annotations

import hashlib

from sandtable.kernel.dice import SeededDice


def dice_for(seed: int, game: int, purpose: str) -> SeededDice:
    """Reproducible, and unrelated to those of every other game and purpose.

    >>> dice_for(1, 0, "table").x == dice_for(1, 0, "table").x != dice_for(1, 1, "table").x
    True
    """
    digest = hashlib.blake2b(f"{seed}/{game}/{purpose}".encode(), digest_size=8).digest()
    return SeededDice(int.from_bytes(digest, "big"))
