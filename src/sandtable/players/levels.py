"""Levels for people: how many plans a player thinks of, how far it looks, and the mistakes that come of it.

A recruit does not see the answer to its move, is content with what looks good at once, does not know what wins games, and is in
love with its own ideas: of two it takes the one that looks better in a single trial, though what everybody would do were better
still. Where a title says how a beginner judges (`Robot.simple`: he forgets supply and what he leaves open), it sees all with that
eye. A regular thinks of few plans and is a little careful; a veteran is neither, and a general looks at every place of a march.
Nobody moves at random. Seconds are those of a quiet machine. `docs/opponents.md` has what they cost and how they fare.
"""

from __future__ import annotations

from typing import Final

from sandtable.players.greedy import USUAL, Effort
from sandtable.players.planner import Budget

HASTY: Final = Effort(wide=3, trials=(1, 2), deep=2, answers=1, places=12, blows=1)  # content with what looks good at once
RECRUIT: Final = Budget(plans=3, rounds=(), glances=2, ahead=1, seconds=0.5, effort=HASTY, rash=True, wise=False)
REGULAR: Final = Budget(plans=10, rounds=((4, 3), (2, 4)), glances=2, caution=0.2, seconds=1.0)
VETERAN: Final = Budget(plans=20, rounds=((8, 3), (4, 4), (2, 6)), seconds=1.5)
GENERAL: Final = Budget(plans=32, rounds=((10, 3), (5, 6), (3, 12)), seconds=2.0, effort=USUAL)
