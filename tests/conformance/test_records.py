"""Golden records: games that must always load and end as they did. A missing one fails; `tools/golden.py` makes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.game import replay
from sandtable.kernel.play import Frame, Row, State, is_over
from sandtable.kernel.record import from_json, from_text, to_text
from sandtable.titles import load_title
from tests.conformance.cases import each_registered_title
from tests.conformance.least import ENDINGS

RECORDS = Path(__file__).parent.parent / "records"


def index_of(slug: str) -> dict[str, dict[str, Any]]:
    path = RECORDS / slug / "index.json"
    assert path.exists(), f"{slug} has no golden records; `python tools/golden.py {slug}` makes them"
    index: dict[str, dict[str, Any]] = json.loads(path.read_text())
    return index


@each_registered_title
def test_every_golden_record_is_there(slug: str) -> None:
    assert {path.name for path in (RECORDS / slug).glob("*.json")} == {"index.json", *index_of(slug)}


@each_registered_title
def test_there_is_one_for_every_scenario_and_way_of_ending(slug: str) -> None:
    shown = {(entry["scenario"], entry["level"]) for entry in index_of(slug).values()}
    assert {scenario for scenario, _ in shown} == {scenario.id for scenario in load_title(slug).rules.scenarios}
    wanted = {(scenario, level) for scenario, levels in ENDINGS.get(slug, {}).items() for level in levels}
    assert not wanted - shown


@each_registered_title
def test_golden_records_end_as_they_did(slug: str) -> None:
    title = load_title(slug)
    for name, entry in index_of(slug).items():
        record = from_json((RECORDS / slug / name).read_bytes())
        game = replay(record)
        ended = title.rules.outcome(game.state)
        assert is_over(game.state), name
        assert ended is not None, name
        assert record.scenario == entry["scenario"], name
        assert (ended.winner, ended.level, ended.rule, list(ended.score)) == (
            entry["winner"], entry["level"], entry["rule"], entry["score"],
        ), name  # fmt: skip
        assert game.ply == entry["plies"], name
        assert from_text(to_text(record)) == record, name


@each_registered_title
def test_whoever_can_act_is_asked(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a row names what must hold for its question, that holds whenever there is something to do."""
    arises = Row.arises

    def checked(row: Row, s: State, f: Frame) -> bool:
        asked = arises(row, s, f)
        assert asked or row.asked is None or row.options(s, f) in ([], [(stop_of(row), 0, 0)]), f
        return asked

    monkeypatch.setattr(Row, "arises", checked)
    for name in index_of(slug) if any(row.asked for kind in load_title(slug).rules.outlines.values() for row in kind.rows) else ():
        replay(from_json((RECORDS / slug / name).read_bytes()))


def stop_of(row: Row) -> str:
    return row.stop.verb if row.stop is not None else ""
