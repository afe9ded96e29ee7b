"""`python -m tools.buttons gazala`: how many buttons each question of the golden games puts on the panel before anything is chosen.

A list that the map serves is folded away there (`web/src/components/Offers.svelte`, whose rule is told once more here); what has
more than eight buttons all the same is listed, the worst first, with the question and where it was asked.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sandtable.face.story import question
from sandtable.kernel.game import replay
from sandtable.kernel.play import Option, decider, options, pending
from sandtable.kernel.record import from_json
from sandtable.server.lines import is_what
from sandtable.titles import SLUGS, AnyTitle, load_title
from tools.words import RECORDS, Shortener

MANY: Final = 8
FEW: Final = 3
EVERY: Final = 3  # plies between two questions that are looked at


class Thing(NamedTuple):
    """What an option names: a piece, a space, a cell, or something that nobody can click."""

    what: str
    id: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("titles", nargs="*", default=list(SLUGS), help="slugs; none: all")
    parser.add_argument("--every", type=int, default=EVERY, help="plies between two questions that are looked at")
    chosen = parser.parse_args()
    for slug in chosen.titles:
        asked, worst = counted(load_title(slug), chosen.every)
        over = sum([n > MANY for n, _ in worst.values()])
        print(f"{slug}: {over} of {asked} kinds of questions put more than {MANY} buttons on the panel")
        for pattern, (n, where) in sorted(worst.items(), key=lambda each: -each[1][0]):
            if n > MANY:
                print(f"{n:5} {pattern}  [{where}]")


def counted(title: AnyTitle, every: int) -> tuple[int, dict[str, tuple[int, str]]]:
    """For each kind of question the most buttons that it put on the panel, and where."""
    worst: dict[str, tuple[int, str]] = {}
    short = Shortener(title.rules.load(None).names)
    for path in sorted((RECORDS / title.slug).glob("*-*.json")):
        game = replay(from_json(path.read_bytes()), None, title)
        for ply in range(0, game.ply, every):
            s = game.at(ply)
            if s.frames:
                pattern, shown = short(question(s).text), buttons(title, s)
                worst[pattern] = max(worst.get(pattern, (0, "")), (shown, f"{path.stem} {ply}"))
    return len(worst), worst


def buttons(title: AnyTitle, s: Any) -> int:
    """As the page shows them to who decides, with nothing chosen."""
    row, side = pending(s), decider(s)
    view = title.face.view(s, side)
    ready = {way.says[0] for way in view.proposals if len(way.says) == 1}
    by_verb: dict[str, list[Option]] = {}
    for o in options(s):
        act = row.act(o[0])
        if act is not row.stop and act is not None and o[0] not in ready:
            by_verb.setdefault(act.verb, []).append(o)
    total = sum([len(found) for found in by_verb.values()])
    return len(view.proposals) + sum([min(len(found) - on_map(title, s, found, total), MANY) for found in by_verb.values()])


def on_map(title: AnyTitle, s: Any, found: Sequence[Option], total: int) -> int:
    """How many of them are said by clicks on the map, and folded away."""
    named = [things(title, s, o) for o in found]
    served = [tuple(one) for one in named if any([thing.what in ("piece", "space") for thing in one])]
    return len(served) if (len(served) > FEW or total > MANY) and len(set(served)) > 1 else 0


def things(title: AnyTitle, s: Any, o: Option) -> list[Thing]:
    act = pending(s).act(o[0])
    assert act is not None
    own = list(zip(act.takes, (o[1], o[2]), strict=False))
    named = [(kind, number) for kind, number in [*own, *title.face.stands(s, o)]]
    return [Thing(is_what(title.face, kind), s.names.text(kind, number)) for kind, number in named]


if __name__ == "__main__":
    main()
