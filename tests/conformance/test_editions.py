"""An edition never changes: what is remembered about positions hangs on the state, or on a bounded cache beside it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from sandtable.kernel.dice import dice_for
from sandtable.kernel.play import decider, take
from sandtable.kernel.rules import Edition
from sandtable.players.random import any_option
from sandtable.titles import SLUGS, AnyTitle, load_title


def contents(edition: Edition) -> dict[str, bytes]:
    return {name: pickle.dumps(value) for name, value in vars(edition).items()}


def look_at_everything(title: AnyTitle, s: Any) -> None:
    for viewer in (0, 1, -1):
        title.face.view(s, viewer)
        for layer in title.face.layers:
            layer.show(s, viewer, "")
    side = decider(s)
    title.face.reach(s.clone(), side)
    title.robot.judge(s, side)
    title.rules.audit(s)


@pytest.mark.parametrize("slug", SLUGS)
def test_an_edition_is_the_same_after_a_game(slug: str) -> None:
    title = load_title(slug)
    edition = title.rules.load(None)
    before = contents(edition)
    table, choices = dice_for(3, 0, "table"), dice_for(3, 0, "choices")
    s = title.rules.new(edition, title.rules.scenarios[-1].id, title.rules.agree({}), table)
    ply = 0
    while s.frames:
        if ply in (0, 100):
            look_at_everything(title, s)
        take(s, any_option(s, decider(s), choices), table)
        ply += 1
    after = contents(edition)
    assert set(after) == set(before)
    assert [name for name in before if after[name] != before[name]] == []
