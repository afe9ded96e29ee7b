"""Several decisions in one request: all or none, one row of the log, one push, and no way to look before one leaps."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.face.view import View
from sandtable.kernel import game as games
from sandtable.kernel.play import Option, State, read
from sandtable.server import shapes
from sandtable.server.store import STEPS
from tests.kernel.test_game import fought
from tests.server import toy
from tests.server.conftest import Playing, serving
from tests.server.test_log import rows


def test_a_walk_is_one_request_one_row_and_one_push(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            listener = await visitor.hall.listen(game.id, game.token(1))
            await listener.next()
            answer = await game.try_say(0, ["step blue 2 C", "step blue  2 D"], 0, key="walk")
            assert answer.status_code == 200, answer.text
            moved = msgspec.json.decode(answer.content, type=shapes.Moved)
            assert (moved.ply, [entry.ply for entry in moved.log]) == (2, [1, 2])
            assert answer.json()["snapshot"] == await game.see(0)
            pushed = json.loads(await listener.next() or b"")
            assert (pushed["kind"], pushed["ply"], len(listener.waiting)) == ("snapshot", 2, 0)
            assert rows(tmp_path, game.id) == [(0, "say", 0, 0, "step blue 2 C\nstep blue 2 D")]
            again = await game.try_say(0, ["step blue 2 C", "step blue 2 D"], 0, key="walk")
            assert (again.status_code, again.json()["ply"]) == (200, 2)
            other = await game.try_say(0, ["step blue 2 C", "swap"], 0, key="walk")
            assert (other.status_code, other.json()["code"]) == (422, "key_used")
            assert (await game.undo(0, 2, 0)).json()["ply"] == 0
        async with serving(tmp_path) as visitor:
            game = Playing(visitor, game.id, game.tokens, {})
            again = await game.try_say(0, ["step blue 2 C", "step blue 2 D"], 0, key="walk")
            assert (again.status_code, again.json()["ply"], again.json()["snapshot"]["ply"]) == (200, 2, 0)

    run(work())


@pytest.mark.parametrize("bad", ["step blue 2 F", "dance", "fire red 1", "duck", ""])
def test_if_one_is_refused_none_is_done(tmp_path: Path, run: Any, bad: str) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            before = await game.see(0)
            answer = await game.try_say(0, ["step blue 2 C", bad], 0)
            assert answer.status_code == 422
            assert await game.see(0) == before
            assert rows(tmp_path, game.id) == []
            assert (await game.try_say(0, ["step blue 2 C", "step blue 2 D"], 0)).status_code == 200

    run(work())


@pytest.mark.parametrize("list_", [[], ["end"] * 201, ["x" * 201], [1], "x" * 201])
def test_what_is_no_list_of_texts_is_malformed(tmp_path: Path, run: Any, list_: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            assert (await game.try_say(0, list_, 0)).status_code == 400

    run(work())


@pytest.mark.parametrize("last", ["end", "nonsense", "swap"])
def test_a_draw_ends_a_walk_and_stands(tmp_path: Path, run: Any, last: str) -> None:
    """Whatever is said after it: its refusal would otherwise tell what was drawn, and nothing would have been risked."""

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            answer = await game.try_say(0, ["step blue 2 C", "swap", last], 0, key="k")
            assert (answer.status_code, answer.json()["ply"]) == (200, 2)
            assert (await game.try_say(0, ["step blue 2 C", "swap", last], 0, key="k")).json()["ply"] == 2
            assert (await game.see(0))["undo"] is None
            assert rows(tmp_path, game.id) == [(0, "say", 0, 0, "step blue 2 C\nswap")]
            seen = await game.see(0)
        async with serving(tmp_path) as visitor:  # the die is the same after a restart
            assert await Playing(visitor, game.id, game.tokens, {}).see(0) == seen

    run(work())


def test_what_comes_to_light_and_a_question_to_the_other_side_end_a_walk(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            assert (await game.try_say(0, ["show", "nonsense"], 0)).json()["ply"] == 1
            assert (await game.try_say(0, ["step blue 2 C", "step blue 2 D", "fire blue 2", "duck", "end"], 1)).json()["ply"] == 4
            assert (await game.see())["prompt"]["side"] == 1

    run(work())


def test_one_decision_makes_each_view_once(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the answer, the sockets, the list of games and whoever asks: one view a viewer."""
    made: list[int] = []

    def view(s: toy.Toy, viewer: int) -> View:
        made.append(viewer)
        return toy.view(s, viewer)

    monkeypatch.setattr(toy, "TITLE", toy.TITLE._replace(face=toy.TITLE.face._replace(view=view)))

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            listeners = [await visitor.hall.listen(game.id, game.token(side)) for side in (0, 0, 1, -1)]
            for listener in listeners:
                await listener.next()
            made.clear()
            await game.try_say(0, "step blue 2 C", 0)
            for listener in listeners:
                await listener.next()
            for side in (0, 1, -1):
                await game.see(side)
            assert sorted(made) == [-1, 0, 1]

    run(work())


def test_one_decision_reads_its_text_once(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []

    def reading(s: State, text: str) -> Option:
        texts.append(text)
        return read(s, text)

    monkeypatch.setattr(games, "read", reading)

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.try_say(0, "step blue 2 C", 0)
            assert texts == ["step blue 2 C"]

    run(work())


# Games that an earlier version has left in the database


def as_left_by(folder: Path, *changes: str) -> None:
    with sqlite3.connect(folder / "games.sqlite") as connection:
        for change in changes:
            connection.execute(change)
    connection.close()


OLDER = "update games set rules = '0', edition = 'feed'"
ADDED = [added for step in STEPS.values() for added in re.findall(r"ALTER TABLE (\w+) ADD COLUMN (\w+)", step)]  # since the first
SCHEMA_1 = (*[f"alter table {table} drop column {column}" for table, column in ADDED], "pragma user_version = 1")


def sheet_of(folder: Path) -> tuple[Any, ...]:
    with sqlite3.connect(folder / "games.sqlite") as connection:
        found: tuple[Any, ...] = connection.execute("select rules, edition, imported from games").fetchone()
    connection.close()
    return found


def test_a_game_of_an_earlier_version_goes_on(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
            await game.say("step blue 2 C", "swap", "step blue 2 D", "fire blue 2", "duck")
            seen = [await game.see(side) for side in (0, 1, -1)]
        as_left_by(tmp_path, OLDER, *SCHEMA_1)
        async with serving(tmp_path) as visitor:
            game = Playing(visitor, game.id, game.tokens, {})
            assert [await game.see(side) for side in (0, 1, -1)] == seen
            assert sheet_of(tmp_path) == ("1", "toy-1", 0)
            await game.say(*["end"] * 6)

    run(work())


def test_where_more_is_asked_now_the_log_is_written_anew(tmp_path: Path, run: Any) -> None:
    """The older version let the only unit that could lose a step lose it, and did not ask."""

    async def work() -> None:
        packages, record = {"toy": "tests.kernel.toy"}, fought().record
        async with serving(tmp_path, packages=packages) as visitor:
            made = (await visitor.http.post("/api/games/import", content=record.to_json())).json()
        as_left_by(tmp_path, OLDER, "delete from log where text like 'lose%'", "update games set imported = 4")
        async with serving(tmp_path, packages=packages) as visitor:
            game = Playing(visitor, made["id"], made["tokens"], {})
            assert (await game.see(0))["ply"] == len(record.plies)
            assert sheet_of(tmp_path) == (record.rules, record.edition, len(record.plies))
            assert [row[4] for row in rows(tmp_path, game.id)] == [ply.text for ply in record.plies]
            assert await game.say("done") == len(record.plies) + 1
            seen = await game.see(0)
        async with serving(tmp_path, packages=packages) as visitor:
            assert await Playing(visitor, made["id"], made["tokens"], {}).see(0) == seen

    run(work())


def test_a_game_that_cannot_go_on_is_frozen_but_not_lost(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=[{"kind": "person"}, {"kind": "computer", "player": "random"}])
            await game.say("step blue 2 C", "step blue 2 D")
        as_left_by(tmp_path, OLDER, "update log set text = 'fly blue 2 F' where seq = 1")
        async with serving(tmp_path) as visitor:
            game = Playing(visitor, game.id, game.tokens, {})
            seen = msgspec.json.decode((await visitor.get(game.path(), token=game.token(0))).content, type=shapes.Snapshot)
            assert (seen.ply, seen.prompt, seen.undo, seen.over) == (1, None, None, None)
            assert isinstance(seen.frozen, str)
            assert "this game was made by rules 0 of Toy and cannot go on" in seen.frozen
            assert "decision 2 ('fly blue 2 F')" in seen.frozen
            for refused in (await game.try_say(0, "end", 1), await game.undo(0, 1, 0)):
                assert (refused.status_code, refused.json()["code"]) == (410, "frozen")
                assert refused.json()["reason"] == seen.frozen
            assert (await game.ask("at/0", 0)).status_code == 200
            assert (await game.ask("log", 0)).status_code == 200
            record = (await game.ask("record", 0)).json()
            assert (record["rules"], [ply[1] for ply in record["plies"]]) == ("0", ["step blue 2 C", "fly blue 2 F"])
            assert sheet_of(tmp_path) == ("0", "feed", 0)
            assert [line["ply"] for line in (await visitor.get("/api/games")).json()] == [2]
            assert (await visitor.http.delete(game.path())).status_code == 204

    run(work())


def test_without_its_set_up_a_game_is_gone(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new()
        as_left_by(tmp_path, OLDER, "update games set setup = '[9, 9]'")
        async with serving(tmp_path) as visitor:
            answer = await visitor.get(game.path())
            assert (answer.status_code, answer.json()["code"]) == (410, "unplayable")
            assert (await visitor.http.delete(game.path())).status_code == 204

    run(work())
