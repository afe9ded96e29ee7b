"""How long scenarios take: decisions in games between computer players, a march of many steps counted as one.

    python -m tools.lengths battleaxe gazala:one --games 3
    python -m tools.lengths blitzkrieg:campaign --games 1 --minutes 15

The medians stand as `decisions` in `titles/<slug>/text/briefings`, with the number of games that they are of; a briefing makes
minutes of them. A game that lasts longer than `--minutes` is broken off at the end of a turn, with the decisions so far.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Final, NamedTuple

from sandtable.kernel.dice import dice_for
from sandtable.kernel.play import Option, State, decider, pending, take
from sandtable.kernel.sides import SIDES
from sandtable.kernel.steps import headings
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title

ON_THE_WAY: Final = 1 << 20  # the number of no piece


class Length(NamedTuple):
    """The decisions of each whole turn, and whether the game came to its end."""

    turns: tuple[int, ...]
    ended: bool

    @property
    def decisions(self) -> int:
        return sum(self.turns)


def length_of(title: AnyTitle, scenario: str, game: int, seconds: float) -> Length:
    table = dice_for(1, game, "table")
    players = [make_player("greedy") for _ in SIDES]
    thoughts = [dice_for(1, game, side) for side in SIDES]
    s = title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), table)
    turns: list[int] = []
    found, mover, turn, until = 0, -1, "", time.monotonic() + seconds
    while s.frames:
        now = turn_of(s)
        if now != turn and turn:
            turns.append(found)
            found = 0
            if time.monotonic() > until:
                return Length(tuple(turns), False)
        turn = now or turn
        side = decider(s)
        o: Option = players[side].choose(title, s, side, thoughts[side])
        before, mover = mover, walker(title, s, o)
        found += not (before >= 0 and mover in (before, ON_THE_WAY))
        mover = before if mover == ON_THE_WAY and before >= 0 else mover
        take(s, o, table)
    return Length((*turns, found), True)


def turn_of(s: State) -> str:
    """What the log calls the turn that goes on."""
    return next((heading.name for heading in headings(s) if heading.level == "turn"), "")


def walker(title: AnyTitle, s: State, o: Option) -> int:
    """The number of the piece that walks; whoever is on the way where only a place is named; -1 if nobody walks."""
    if o[0] not in title.face.walks:
        return -1
    act = pending(s).act(o[0])
    assert act is not None
    return o[1] if act.takes and act.takes[0] in title.face.pieces else ON_THE_WAY


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("scenarios", nargs="+", help="slug, or slug:scenario")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="after which a game is broken off")
    chosen = parser.parse_args()
    for name in chosen.scenarios:
        slug, _, only = name.partition(":")
        title = load_title(slug)
        for scenario in [only] if only else [each.id for each in title.rules.scenarios]:
            found = [length_of(title, scenario, game, chosen.minutes * 60) for game in range(chosen.games)]
            median = statistics.median([each.decisions for each in found])
            print(f"{slug} {scenario}: median {median:.0f}", flush=True)
            for each in found:
                print(f"    {each.decisions}, {'' if each.ended else 'not '}ended: {list(each.turns)}", flush=True)


if __name__ == "__main__":
    main()
