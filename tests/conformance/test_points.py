"""The log says all: why points change, so that what is told makes up what the end screen says, and what every die was for."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from sandtable.kernel.game import Game, replay
from sandtable.kernel.play import SCORED, Event
from sandtable.kernel.record import from_json
from sandtable.server.lines import ears, entries
from sandtable.server.shapes import Entry
from sandtable.titles import SLUGS, load_title

RECORDS: Final = Path(__file__).parent.parent / "records"
AGAIN: Final = {"5.2-a"}  # of Theseus: a SNAFU is told, and the die is rolled again
GOLDEN: Final = [
    "battleaxe/battleaxe-all-settings-axis-axis-victory",
    "battleaxe/extended-allied-operational-victory",
    "blitzkrieg/campaign-all-settings-allied-allied-decisive-victory",
    "blitzkrieg/campaign-allied-allied-decisive-victory",
    "blitzkrieg/oconnor-axis-axis-victory",
    "blitzkrieg/short-all-settings-allied-allied-victory",
    "gazala/campaign-draw-tie",
    "gazala/one-axis-axis-victory",
    "theseus/bir-hacheim-axis-better-than-historical-outcome",
    "theseus/opening-fierce-allied-commonwealth-decisive-victory",
    "tigercubs/battleaxe-allied-allied-substantive",
    "tigercubs/brevity-axis-axis-decisive",
]


def words(entry: Entry) -> str:
    return "".join([word.text for word in entry.words])


def gained(told: list[Entry]) -> list[Fraction]:
    """What each side has got, as a reader of the log adds it up: by the change, the sum or the number of a line."""
    sums = [Fraction(0), Fraction(0)]
    for n, entry in enumerate(told):
        if entry.role != "points":
            continue
        text = words(entry)
        if changed := re.search(r" (-?\S+) → (-?\S+)$", text):
            sums[entry.by] += number(changed[2]) - number(changed[1])
        elif scored := re.match(r"The (Allied|Axis) side scores (\d+)", text):
            sums[scored[1] == "Axis"] += int(scored[2])
        elif entry.sum and entry.sum.what == "Allied points of the day":
            sums[0] += number(entry.sum.total)
        elif bonus := re.search(r"(\d+) more Victory Point", text):
            sums[0] += int(bonus[1])
        else:
            assert re.search(r"(has|have) -?\d+ Victory Points?", text) or told[n + 1].role == "points", (
                text
            )  # how many there are now
    return sums


def number(text: str) -> Fraction:
    """As it is written: 2½."""
    found = re.fullmatch(r"([-−]?)(\d*)(½?)", text)
    assert found is not None, text
    return (Fraction(int(found[2] or 0)) + (Fraction(1, 2) if found[3] else 0)) * (-1 if found[1] else 1)


@lru_cache(maxsize=1)
def played(name: str) -> Game:
    return replay(from_json((RECORDS / f"{name}.json").read_bytes()), None, load_title(name.partition("/")[0]))


@pytest.mark.parametrize("slug", SLUGS)
def test_deeds_are_verbs_of_the_title(slug: str) -> None:
    title = load_title(slug)
    verbs = {act.verb for outline in title.rules.outlines.values() for row in outline.rows for act in row.acts}
    assert title.face.deeds
    assert set(title.face.deeds) <= verbs
    assert set(title.face.asides) <= verbs - set(title.face.deeds)


def test_games_of_every_title_are_added_up() -> None:
    assert {name.partition("/")[0] for name in GOLDEN} == set(SLUGS)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_log(name: str) -> None:
    every_die_is_told_of(played(name))
    what_is_told_makes_up_the_end(played(name))


def every_die_is_told_of(game: Game) -> None:
    """To the side that rolls it: what for, and one thing only."""
    for side, ply in product((0, 1), range(1, game.ply + 1)):
        for entry in entries(game, ply, ears(side)):
            mine = {die.rule for die in entry.dice if die.of and die.by == side} - AGAIN
            assert len(mine) <= 1, (ply, words(entry), mine)
            if mine and re.fullmatch(r"\w+ rolls", words(entry)):
                assert type(game.at(ply).frames[-1]).__name__ == "Contest", (ply, mine)  # it lies there, and may be rolled again


def what_is_told_makes_up_the_end(game: Game) -> None:
    title = game.title
    first, last = [[side.points or 0 for side in title.face.view(game.at(ply), -1).sides] for ply in (0, game.ply)]
    told = [entry for ply in range(game.ply + 1) for entry in entries(game, ply, ears(-1))]
    assert [float(n) for n in gained(told)] == [now - then for then, now in zip(first, last, strict=True)]
    outcome = title.rules.outcome(game.state)
    assert outcome is not None
    assert [int(n) for n in last] == list(outcome.score)
    changes = [event for ply in game.told for event in ply.log if isinstance(event, Event) and event.what == SCORED]
    assert all(event.tally is not None and all(term.rule for term in event.tally.terms) for event in changes)
