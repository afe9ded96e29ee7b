"""A sentence for every event of ground combat."""

from __future__ import annotations

from typing import Final

COMBAT_STORIES: Final[dict[str, str]] = {
    "declared": "{side} will attack {place} with {n} units",
    "attacked": "{side} attack on {place}",
    "surprise": "The attack on {place} is a surprise",
    "no_surprise": "The attack on {place} is no surprise",
    "betrayed": "The attempt at surprise at {place} is betrayed",
    "result": "{result} at {odds}, modified die {n}",
    "swept": "The units in {place} have no strength and are swept away",
    "retreats": "{unit} retreats to {place}",
    "advances": "{unit} advances to {place}",
    "captured": "{side} capture in {place}: {n} thirds of an LP, {n} GSP",
    "overrun": "{unit} overruns {place} at {n}:1",
}
