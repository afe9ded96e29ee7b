"""How long scenarios take: decisions in games between computer players, a march of many steps counted as one.

    python -m tools.lengths 3 battleaxe gazala

The medians stand as `decisions` in `titles/<slug>/text/briefings`; a briefing makes minutes of them.
"""

from __future__ import annotations

import statistics
import sys

from sandtable.kernel.dice import dice_for
from sandtable.kernel.play import Option, decider, take
from sandtable.kernel.sides import SIDES
from sandtable.players import make_player
from sandtable.titles import AnyTitle, load_title


def decisions_in(title: AnyTitle, scenario: str, game: int) -> int:
    table = dice_for(1, game, "table")
    players = [make_player("greedy") for _ in SIDES]
    thoughts = [dice_for(1, game, side) for side in SIDES]
    s = title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), table)
    found, last = 0, (-1, ("", 0, 0))
    while s.frames:
        side = decider(s)
        o: Option = players[side].choose(title, s, side, thoughts[side])
        walks_on = o[0] in title.face.walks and (side, o[:2]) == (last[0], last[1][:2])
        found += not walks_on
        last = (side, o)
        take(s, o, table)
    return found


def main(games: int, slugs: list[str]) -> None:
    for title in map(load_title, slugs):
        for scenario in title.rules.scenarios:
            found = [decisions_in(title, scenario.id, game) for game in range(games)]
            print(f"{title.slug} {scenario.id}: median {statistics.median(found):.0f} of {sorted(found)}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
