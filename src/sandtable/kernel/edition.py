"""The facts of a title."""

from __future__ import annotations

from typing import Optional

from sandtable.kernel.data import Changes
from sandtable.kernel.names import Names


class Edition:
    """The facts of a title that never change in a game: map, counters, tables. Titles derive theirs from it."""

    def __init__(self, names: Names, digest: str, changes: Optional[Changes] = None) -> None:
        self.names: Names = names
        self.digest: str = digest
        self.changes: Optional[Changes] = changes  # what was laid over our values

    def __repr__(self) -> str:
        return f"<Edition {self.digest}{', ' + repr(self.changes)[1:-1] if self.changes else ''}>"
