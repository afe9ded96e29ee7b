"""A sentence for every event of the air war."""

from __future__ import annotations

from typing import Final

AIR_STORIES: Final[dict[str, str]] = {}
