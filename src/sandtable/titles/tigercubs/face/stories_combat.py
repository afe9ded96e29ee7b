"""A sentence for every event of ground combat."""

from __future__ import annotations

from typing import Final

COMBAT_STORIES: Final[dict[str, str]] = {
    "declared": "The {side} side declares an attack on {place} with {n} unit{s}",
    "attacked": "The {side} side attacks {place}",
    "surprise": "The attack on {place} is a surprise",
    "no_surprise": "The attack on {place} is no surprise",
    "betrayed": "The attempt at surprise at {place} is betrayed",
    "odds": "The odds are {odds}",
    "hexsides": "The hexsides take {nothing} off the die",
    "result": "The result: {result} ({odds}, die {n} with all modifiers)",
    "swept": "The units at {place} have no strength and are swept away",
    "retreats": "{unit} retreats to {place}",
    "advances": "{unit} advances to {place}",
    "captured": "The {side} side captures {place} with {stock} and {no} General Supply Point{s}",
    "overrun": "{unit} overruns {place} at {n}:1",
    "ridden_down": "The overrun destroys {n} unit{s} at {place}",
    "slipped": "The defenders of {place} have slipped away",
}
