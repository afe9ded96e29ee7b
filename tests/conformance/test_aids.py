"""Player aids of every title: tables that are whole, turns by the names that views use, every counter of the box."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.face.aids import Aids
from sandtable.face.view import View
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.play import options, take
from sandtable.titles import SLUGS, AnyTitle, load_title

LONG = 150  # decisions of a random game


def started(title: AnyTitle, scenario: str, seed: int) -> Any:
    return title.rules.new(title.rules.load(None), scenario, title.rules.agree({}), SeededDice(seed))


def cases() -> list[tuple[str, str]]:
    return [(slug, scenario.id) for slug in SLUGS for scenario in load_title(slug).rules.scenarios]


@pytest.mark.parametrize(("slug", "scenario"), cases())
def test_a_title_has_every_aid_and_each_is_whole(slug: str, scenario: str) -> None:
    title = load_title(slug)
    s = started(title, scenario, 1)
    aids: Aids = title.face.aids(s)
    faces = title.face.board(title.rules.load(None)).faces
    spaces = {space.id for space in title.face.board(title.rules.load(None)).spaces}
    grids = (*aids.fight, *aids.terrain)
    assert aids.fight
    assert aids.terrain
    assert len({grid.id for grid in grids}) == len(grids)
    for grid in grids:
        assert all([len(line.cells) == len(grid.columns) for line in grid.lines]), grid.id
        assert {space for line in grid.lines for space in (*line.sample, *line.places)} <= spaces, grid.id
        assert grid.plain < len(grid.lines), grid.id
        assert not [line.head for line in grid.lines if "_" in line.head or any("_" in mark.text for mark in line.cells)], grid.id
        assert not [column for column in grid.columns if "_" in column], grid.id
    view: View = title.face.view(s, 0)
    assert view.turn in {turn.name for turn in aids.turns}
    assert view.goals
    for panel in view.panels:  # who waits on the record of turns waits on a turn that the timeline has
        waiting = [cell.text for cell in panel.cells if cell.pieces and panel.kind == "track"]
        assert set(waiting) <= {turn.name for turn in aids.turns}, panel.id
    assert {face for turn in aids.turns for due in turn.due for face in due.faces} <= set(faces)
    counters = [counter for formation in aids.order for counter in formation.counters]
    assert len({counter.piece for counter in counters}) == len(counters)
    assert {face for counter in counters for face in counter.faces} <= set(faces)
    own = {piece.id for side in (0, 1) for piece in title.face.view(s, side).pieces if piece.side == side and piece.face in faces}
    assert {id for id in own if not id.startswith("SU ")} <= {counter.piece for counter in counters}, "not every counter is there"


@pytest.mark.parametrize("slug", SLUGS)
def test_aids_tell_nothing_of_what_goes_on_and_what_is_lit_is_in_them(slug: str) -> None:
    title = load_title(slug)
    scenario = title.rules.scenarios[0].id
    s, dice = started(title, scenario, 1), SeededDice(5)
    aids: Aids = title.face.aids(started(title, scenario, 2))
    grids = {grid.id: grid for grid in (*aids.fight, *aids.terrain)}
    for _ in range(LONG):
        found = options(s)
        if not found:
            break
        take(s, found[dice.below(len(found))], dice)
        for lit in title.face.view(s, -1).lit:
            assert lit.line < len(grids[lit.table].lines)
            assert lit.column < len(grids[lit.table].columns)
    assert title.face.aids(s) == aids
