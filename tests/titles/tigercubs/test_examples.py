"""Worked examples of the rule book: their figures are those of the guided game, as the rules play it."""

from __future__ import annotations

import re
from typing import Final

from sandtable.kernel.record import Ply
from sandtable.server.lines import ears, entries
from sandtable.texts.lesson import read_lesson
from sandtable.titles.tigercubs import TITLE
from sandtable.titles.tigercubs.overruns import lost_strength

RULES: Final = TITLE.rules.folder.parent / "text" / "rules"


def example(file: str, name: str) -> str:
    found = re.search(rf"^::: example {name}\n(.*?)^:::$", (RULES / file).read_text(encoding="utf-8"), re.M | re.S)
    assert found is not None
    return found[1]


def told_in_the_lesson() -> str:
    script = read_lesson(TITLE).script
    assert script is not None
    game = script.begin(TITLE, TITLE.rules.load(None))
    game.follow([Ply(*line) for step in script.steps for line in step.lines])
    told = [entry for ply in range(game.ply + 1) for entry in entries(game, ply, ears(0))]
    return "\n".join(["".join([word.text for word in entry.words]) for entry in told])


def test_the_fight_and_the_raid_of_the_examples_are_those_of_the_lesson() -> None:
    told = told_in_the_lesson()
    fight = example("09-combat.md", "Three units against Sollum")
    for what, value in (("attack", "18⅜"), ("defence", "7.8")):
        assert f"{what}: {value}" in told
        assert f"**{value}**" in fight
    assert "2:1, die 10 with all modifiers" in told
    assert "the column is 2:1" in fight
    assert "**10**" in fight
    raid = example("10-air.md", "A raid on Gambut")
    assert "Bombs on Gambut (1106): 2 hits" in told
    assert told.count("Anti-aircraft fire at") == 2
    assert "[(8 8 of 10)]" in raid
    assert told.count("escorts the mission to Gambut") == 2


def test_the_price_of_the_overrun() -> None:
    assert "At most four times four, 16 points" in example("07-movement.md", "An overrun at 7:1")
    assert lost_strength(4 * 4, 65) == 11
