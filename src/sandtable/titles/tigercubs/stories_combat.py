"""A sentence for every event of ground combat."""

from __future__ import annotations

from typing import Final

COMBAT_STORIES: Final[dict[str, str]] = {}
