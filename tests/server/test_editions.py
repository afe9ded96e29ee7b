"""Printed values laid over ours: offered in the lobby, kept with the game, carried by its record to where the folder is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.data import DataError
from sandtable.kernel.record import from_json
from sandtable.server.library import Library
from sandtable.titles import SLUGS
from tests.server.conftest import PEOPLE, Playing, serving

TOY = {"toy": "tests.kernel.toy"}


def printed(folder: Path, text: str = "id,steps\nA1,5\n", name: str = "units") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.csv").write_text(text)
    return folder


async def start(visitor: Any, edition: str) -> Playing:
    body = {"title": "toy", "scenario": "brush", "seats": PEOPLE, "settings": {"rounds": 1}, "edition": edition}
    made = (await visitor.post("/api/games", **body)).json()
    return Playing(visitor, made["id"], made["tokens"], made)


def steps(snapshot: dict[str, Any]) -> str:
    face: str = {piece["id"]: piece["face"] for piece in snapshot["view"]["pieces"]}["A1"]
    return face


def test_an_edition_is_offered_played_kept_and_sent(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        folder = printed(tmp_path / "boxed")
        async with serving(tmp_path / "here", packages=TOY, editions=(folder,)) as visitor:
            (title,) = (await visitor.get("/api/titles")).json()
            assert title["editions"] == ["boxed"]
            game, plain = await start(visitor, "boxed"), await start(visitor, "")
            assert (steps(await game.see(0)), steps(await plain.see(0))) == ("a5", "a2")
            assert (await game.ask("board", 0)).status_code == 200
            await game.say("done", "done")
            record = (await game.ask("record", 0)).content
            assert json.loads(record)["changes"] == {"units": [{"id": "A1", "steps": "5"}]}
            assert "changes" not in (await plain.ask("log", 0)).text
        async with serving(tmp_path / "here", packages=TOY) as visitor:  # started without the folder
            again = Playing(visitor, game.id, game.tokens, {})
            assert steps(await again.see(0)) == "a5"
            assert (await visitor.get("/api/titles")).json()[0]["editions"] == []
        async with serving(tmp_path / "elsewhere", packages=TOY) as visitor:
            made = (await visitor.http.post("/api/games/import", content=record)).json()
            twin = Playing(visitor, made["id"], made["tokens"], {})
            assert steps(await twin.see(0)) == "a5"
            assert from_json((await twin.ask("record", 0)).content) == from_json(record)

    run(work())


def test_the_computer_plays_by_the_same_values(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        folder = printed(tmp_path / "boxed", "id,brush\nX1,d\n")  # nobody is face to face any more
        async with serving(tmp_path / "here", packages=TOY, editions=(folder,), players="sandtable.players") as visitor:
            seats = [{"kind": "computer", "player": "random"}] * 2
            body = {"title": "toy", "scenario": "brush", "seats": seats, "settings": {"rounds": 6}, "edition": "boxed"}
            made = (await visitor.post("/api/games", **body)).json()
            game = Playing(visitor, made["id"], made["tokens"], {})
            while not (await game.see())["over"]:
                task = visitor.hall.playing.get(game.id)
                if task is not None:
                    await task
            assert len((await game.ask("log", -1)).json()) > 6

    run(work())


def test_what_is_not_offered_is_refused(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=TOY) as visitor:
            body = {"title": "toy", "scenario": "brush", "seats": PEOPLE, "edition": "../boxed"}
            answer = await visitor.post("/api/games", **body)
            assert answer.status_code == 422
            assert "no edition of toy is called '../boxed'; there are: none" in answer.json()["reason"]

    run(work())


def test_a_folder_may_hold_one_folder_for_each_title(tmp_path: Path) -> None:
    printed(tmp_path / "mine" / "battleaxe", "id,tem\n6,1\n", "areas")
    library = Library(None, [tmp_path / "mine"])
    assert library.printed == {slug: {} for slug in SLUGS} | {"battleaxe": {"mine": {"areas": [{"id": "6", "tem": "1"}]}}}


def test_files_of_one_title_are_offered_for_that_one(tmp_path: Path) -> None:
    library = Library(None, [printed(tmp_path / "mine", "id,cv\n7RTR,6\n")])
    assert {slug: list(found) for slug, found in library.printed.items()} == {slug: [] for slug in SLUGS} | {"battleaxe": ["mine"]}
    theirs = library.edition("battleaxe", library.chosen("battleaxe", "mine"))
    assert library.board("battleaxe") != library.board("battleaxe", theirs)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,cv\n7RTR,strong\n", "battleaxe: .*units.csv, record 7RTR, field cv: Expected `int`"),
        ("id,colour\n7RTR,red\n", "an edition of none of the titles; battleaxe: .*field colour: no such field"),
        ("id\n7RTR\n", "no value in it differs from ours"),
    ],
)
def test_a_folder_that_fits_no_title_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        Library(None, [printed(tmp_path / "mine", text)])
    with pytest.raises(DataError, match="no such folder"):
        Library(None, [tmp_path / "nowhere"])


@pytest.mark.parametrize(
    "changes",
    [
        {"units": [{"id": "A1", "steps": "many"}]},
        {"units": [{"id": "A1", "brush": "the moon"}]},
        {"../units": [{"id": "A1", "steps": "3"}]},
        {"units": [{"steps": "3"}]},
        {"units": "A1"},
    ],
)
def test_a_record_with_an_edition_that_makes_no_sense_is_refused(tmp_path: Path, run: Any, changes: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=TOY) as visitor:
            game = await start(visitor, "")
            await game.say("done", "done")
            record = json.loads((await game.ask("record", 0)).content) | {"changes": changes}
            answer = await visitor.http.post("/api/games/import", content=json.dumps(record))
            assert (answer.status_code, answer.json()["code"]) == (422, "bad_record"), answer.text

    run(work())
