"""How long scenarios take: decisions in games between computer players, a march of many steps counted as one.

    python -m tools.lengths 3 battleaxe gazala

The medians, of such games or of golden records, stand as `decisions` in `titles/<slug>/text/briefings`;
a briefing makes minutes of them.
"""

from __future__ import annotations

import statistics
import sys
from typing import Final

from sandtable.kernel.dice import dice_for
from sandtable.kernel.play import Option, State, decider, pending, take
from sandtable.kernel.sides import SIDES
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title

ON_THE_WAY: Final = 1 << 20  # the number of no piece


def decisions_in(title: AnyTitle, scenario: str, game: int) -> int:
    table = dice_for(1, game, "table")
    players = [make_player("greedy") for _ in SIDES]
    thoughts = [dice_for(1, game, side) for side in SIDES]
    s = title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), table)
    found, mover = 0, -1
    while s.frames:
        side = decider(s)
        o: Option = players[side].choose(title, s, side, thoughts[side])
        before, mover = mover, walker(title, s, o)
        found += not (before >= 0 and mover in (before, ON_THE_WAY))
        mover = before if mover == ON_THE_WAY and before >= 0 else mover
        take(s, o, table)
    return found


def walker(title: AnyTitle, s: State, o: Option) -> int:
    """The number of the piece that walks; whoever is on the way where only a place is named; -1 if nobody walks."""
    if o[0] not in title.face.walks:
        return -1
    act = pending(s).act(o[0])
    assert act is not None
    return o[1] if act.takes and act.takes[0] in title.face.pieces else ON_THE_WAY


def main(games: int, slugs: list[str]) -> None:
    for title in map(load_title, slugs):
        for scenario in title.rules.scenarios:
            found = [decisions_in(title, scenario.id, game) for game in range(games)]
            print(f"{title.slug} {scenario.id}: median {statistics.median(found):.0f} of {sorted(found)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
