"""13.M.2.b The stacks that a Corps HQ feeds, where there are more than it can."""

from __future__ import annotations

from typing import Any, Final, Optional

from sandtable.kernel.dice import Dice
from sandtable.kernel.play import Act, Args, Refusal
from sandtable.titles.tigercubs.frames import Feeding
from sandtable.titles.tigercubs.offensive import feedable
from sandtable.titles.tigercubs.state import State

NO_CHOICE: Final = Refusal("13.M.2.b", "no choice of stacks is open for it")
NOT_NEAR: Final = Refusal("13.M.2.b", "it feeds units in its hex and those around it")
FED: Final = Refusal("13.M.2.b", "this stack is fed already")


class Feed(Act[State, Feeding]):
    rule = "13.M.2.b"
    form = "feed unit place"
    label = "Let {unit} feed {place}"
    asks = "choose the four stacks that a Corps HQ feeds"

    def candidates(self, s: State, f: Feeding) -> list[Args]:
        return [(hq, place) for hq in choosing(s, f.side) for place in feedable(s, hq)]

    def why_not(self, s: State, f: Feeding, hq: int, place: int, /) -> Optional[Refusal]:
        if hq not in choosing(s, f.side):
            return NO_CHOICE
        if place not in feedable(s, hq):
            return NOT_NEAR
        return FED if place in s.fed.get(hq, ()) else None

    def do(self, s: State, f: Feeding, hq: int, place: int, dice: Dice, /) -> None:
        s.fed[hq] = tuple(sorted([*s.fed.get(hq, ()), place]))


def choosing(s: State, side: int) -> list[int]:
    """Corps HQs that could feed more stacks than four and have not chosen yet."""
    e, most = s.edition, int(s.edition.figure["corps_hexes"])
    able = [u for u in e.corps[side] if s.where[u] >= 0 and s.offensive[u]]
    return [hq for hq in able if len(s.fed.get(hq, ())) < most < len(feedable(s, hq))]


def feeder(s: State, f: Any) -> int:
    return int(f.side)
