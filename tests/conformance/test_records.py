"""Golden records: games that must always load and end as they did. A missing one fails; `tools/golden.py` makes them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.data import Record as DataRecord
from sandtable.kernel.data import Tables, changes_of, fields_of, read_rows
from sandtable.kernel.dice import ScriptedDice, SeededDice
from sandtable.kernel.game import Game, fingerprint, open_record, replay
from sandtable.kernel.play import Frame, Row, State, is_over
from sandtable.kernel.record import from_json, from_text, to_text
from sandtable.lab.checks import refusals_agree_with_options
from sandtable.titles import load_title
from tests.conformance.cases import each_registered_title
from tests.conformance.least import ENDINGS
from tools.golden import answer_the_last

FIRST, THEN_EACH = 8, 40
RECORDS = Path(__file__).parent.parent / "records"
EVERY = 100  # plies between two digests


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
        game = replay(record, None, title)
        ended = title.rules.outcome(game.state)
        assert is_over(game.state), name
        assert ended is not None, name
        assert record.scenario == entry["scenario"], name
        assert (ended.winner, ended.level, ended.rule, list(ended.score)) == (
            entry["winner"], entry["level"], entry["rule"], entry["score"],
        ), name  # fmt: skip
        assert game.ply == entry["plies"], name
        for ply, digest in zip(range(0, game.ply + 1, EVERY), entry["digests"], strict=True):
            assert fingerprint(game.at(ply)) == digest, f"{name} comes out differently by ply {ply}"
        assert from_text(to_text(record)) == record, name


@each_registered_title
def test_refusals_agree_with_options_wherever_golden_records_lead(slug: str) -> None:
    """Random play seldom comes to blows; golden games do. Of every kind of question the first few and then some are looked at."""
    title, met = load_title(slug), Counter[tuple[str, int]]()
    for name in index_of(slug):
        record = from_json((RECORDS / slug / name).read_bytes())
        game = Game(title, title.rules.load(None), record.scenario, record.settings, ScriptedDice(record.setup))
        for ply in record.plies:
            f = game.state.frames[-1]
            kind = (type(f).__name__, f.at)
            met[kind] += 1
            if met[kind] <= FIRST or met[kind] % THEN_EACH == 0:
                broken = list(refusals_agree_with_options(title, game.state, SeededDice(game.ply)))
                assert not broken, f"{name}, ply {game.ply}: {broken[0]}"
            game.say(ply.side, game.ply, ply.text, ScriptedDice(ply.dice))


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
        replay(from_json((RECORDS / slug / name).read_bytes()), None, load_title(slug))


def old_records() -> list[Path]:
    return sorted((RECORDS / "old").glob("*/rules-*/*.json"))


@each_registered_title
def test_records_of_every_rules_number_are_kept(slug: str) -> None:
    """What was ever released can be tried: rules 1 up to the current ones."""
    kept = {path.parent.name for path in old_records() if path.parent.parent.name == slug}
    assert kept == {f"rules-{n}" for n in range(1, int(load_title(slug).rules.version) + 1)}


# what cannot go on by the rules of today, and why: rules 3 of Theseus show both dice before SNAFU is decided on (5.2, 6.1);
# by rules 1 of Desert Blitzkrieg a second card was drawn when the first was taken as a supply unit (5.1.2, 13.4-2)
SHOWN_BEFORE = "('stands'): the dice before it would have fallen for something else"
FROZEN = {
    "theseus/rules-1/gazala-allied-commonwealth-decisive-victory.json": SHOWN_BEFORE,
    "theseus/rules-2/opening-all-settings-allied-commonwealth-decisive-victory.json": SHOWN_BEFORE,
    "blitzkrieg/rules-1/short-all-settings-allied-allied-victory.json": "('draw'): this is not the moment to draw a card",
}


def of_old_records(frozen: bool) -> pytest.MarkDecorator:
    paths = [path for path in old_records() if (path.relative_to(RECORDS / "old").as_posix() in FROZEN) == frozen]
    return pytest.mark.parametrize("path", paths, ids=lambda path: f"{path.parent.parent.name}-{path.parent.name}-{path.stem}")


@of_old_records(frozen=True)
def test_a_game_that_older_rules_made_and_that_does_not_fit_is_frozen(path: Path) -> None:
    record = from_json(path.read_bytes())
    game = open_record(record, load_title(record.title))
    assert game.frozen is not None
    assert f"rules {record.rules} " in game.frozen.why
    assert FROZEN[path.relative_to(RECORDS / "old").as_posix()] in game.frozen.why
    assert 0 < game.ply < len(record.plies)


@of_old_records(frozen=False)
def test_a_game_of_older_rules_is_carried_over_and_ends_as_it_did(path: Path) -> None:
    record = from_json(path.read_bytes())
    assert f"rules-{record.rules}" == path.parent.name
    title = load_title(record.title)
    game = open_record(record, title)
    assert game.frozen is None, game.frozen
    answer_the_last(game)
    ended = game.title.rules.outcome(game.state)
    entry = index_of(record.title)[path.name]
    assert ended is not None
    assert (ended.winner, ended.level, list(ended.score)) == (entry["winner"], entry["level"], entry["score"])
    assert open_record(game.record, title).state.key() == game.state.key()


def other_cells(kind: type[DataRecord], row: dict[str, str]) -> dict[str, str]:
    """Another text in every field that is only shown; another number where it is one."""
    hints = fields_of(kind)
    changed: dict[str, str] = {}
    for field in kind.shown:
        if hints[field] is str:
            changed[field] = f"{row.get(field, '')}~"
        elif "float" in str(hints[field]):
            changed[field] = "1.5"
    return changed


@each_registered_title
def test_what_is_only_shown_is_read_by_no_rule(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all of it changed the edition is the same to a record, and golden games come out the same ply for ply."""
    rows: dict[str, list[dict[str, str]]] = {}
    read = Tables.read

    def reading(tables: Tables, name: str, kind: type[Any], key: Sequence[str] = ("id",)) -> list[Any]:
        ours = read_rows(tables.folder / f"{name}.csv")
        rows[name] = [{field: row[field] for field in key} | other for row in ours if (other := other_cells(kind, row))]
        return read(tables, name, kind, key)

    title = load_title(slug)
    with monkeypatch.context() as patch:
        patch.setattr(Tables, "read", reading)
        title.rules.load.__wrapped__(None)  # type: ignore[attr-defined]
    laid = changes_of({name: some for name, some in rows.items() if some})
    assert laid.tables
    edition = title.rules.load(laid)
    assert edition.changes is not None
    assert edition.digest == title.rules.load(None).digest
    for name, entry in sorted(index_of(slug).items(), key=lambda item: item[1]["plies"])[:4]:
        game = replay(from_json((RECORDS / slug / name).read_bytes()), None, title, edition)
        digests = [fingerprint(game.at(ply)) for ply in range(0, game.ply + 1, EVERY)]
        assert digests == entry["digests"], name


def stop_of(row: Row) -> str:
    return row.stop.verb if row.stop is not None else ""
