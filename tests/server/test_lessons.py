"""A guided game at the server: dice and answers by the script, other ways allowed, taken back, left and come back to."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sandtable.server.settings import PLAYERS
from tests.server.conftest import Playing, Visitor, serving
from tests.server.test_battleaxe import BATTLEAXE

UP_TO_THE_ATTACK = 8  # cards


async def begin(visitor: Visitor, title: str = "battleaxe") -> Playing:
    answer = await visitor.post("/api/lessons", title=title)
    assert answer.status_code == 200, answer.text
    made = answer.json()
    return Playing(visitor, made["id"], made["tokens"], made)


async def mine(game: Playing) -> dict[str, Any]:
    """What the person sees once it is his turn again."""
    async with asyncio.timeout(30):
        while not (seen := await game.see(0))["prompt"]["yours"]:
            await asyncio.sleep(0.01)
    return seen


async def follow(game: Playing, card: int) -> dict[str, Any]:
    """Does what the coach says up to a card."""
    seen = await mine(game)
    while seen["lesson"]["step"] < card and seen["lesson"]["say"]:
        answer = await game.try_say(0, seen["lesson"]["say"], seen["ply"])
        assert answer.status_code == 200, answer.text
        seen = await mine(game)
    return seen


def test_a_lesson_can_be_left_and_come_back_to(tmp_path: Path, run: Any) -> None:
    async def first() -> str:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            game = await begin(visitor)
            assert game.tokens[0]
            assert not game.tokens[1]
            seen = await follow(game, UP_TO_THE_ATTACK)
            assert seen["lesson"]["say"] == ["attack 9"]
            assert "lesson" not in await game.see(-1)
            [listed] = (await visitor.get("/api/games")).json()
            cards = len((await visitor.get("/api/titles/battleaxe/lesson")).json()["cards"])
            assert (listed["lesson"], listed["when"]) == (True, f"step {UP_TO_THE_ATTACK + 1} of {cards}")
            return game.id

    async def again(id: str) -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            [listed] = (await visitor.get("/api/games")).json()
            game = Playing(visitor, id, listed["tokens"], listed)
            seen = await follow(game, 100)
            assert (seen["lesson"]["say"], seen["lesson"]["back"]) == ([], None)
            assert "June 16" in seen["view"]["when"]
            [listed] = (await visitor.get("/api/games")).json()
            assert listed["when"] == "lesson done"

    run(again(run(first())))


def test_dice_and_answers_fall_as_the_script_says(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            game = await begin(visitor)
            await follow(game, 12)
            plies = visitor.hall.tables[game.id].game.record.plies
            assert [(ply.side, ply.text, ply.dice) for ply in plies[-4:-2]] == [
                (1, "call", (2, 2, 5, 4, 3)),
                (1, "absorb 33PAK eliminate", ()),
            ]

    run(work())


def test_another_way_is_allowed_and_can_be_taken_back_over_dice_and_answers(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            game = await begin(visitor)
            waits = await follow(game, 9)
            assert waits["lesson"]["say"] == ["lead 2RTR"]
            assert (await game.try_say(0, "lead 6RTR", waits["ply"])).status_code == 200
            astray = await mine(game)
            assert (astray["lesson"]["back"], astray["lesson"]["say"]) == (waits["ply"], [])
            assert (await game.try_say(0, "air", astray["ply"])).status_code == 200
            astray = await mine(game)
            assert astray["lesson"]["step"] == 9
            assert astray["undo"] == 0
            back = await game.undo(0, astray["ply"], waits["ply"])
            assert back.status_code == 200, back.text
            assert (await mine(game))["lesson"] == waits["lesson"]
            assert (await follow(game, 12))["lesson"]["back"] is None

    run(work())


def test_undo_goes_back_to_a_decision_of_ones_own(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages=BATTLEAXE, players=PLAYERS) as visitor:
            game = await begin(visitor)
            seen = await follow(game, 10)  # the Axis has named its Lead
            assert (await game.undo(0, seen["ply"], seen["ply"] - 1)).status_code == 200
            assert (await mine(game))["lesson"]["say"] == ["lead 2RTR"]
            first = await mine(game)
            assert (await game.undo(0, first["ply"], 0)).status_code == 200
            assert (await mine(game))["lesson"]["card"] == 0
            assert (await mine(game))["undo"] is None

    run(work())


def test_what_the_page_asks_about_lessons(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            assert (await visitor.get("/api/titles/toy/lesson")).status_code == 422
            assert (await visitor.get("/api/titles/none/lesson")).status_code == 404
            assert (await visitor.post("/api/lessons", title="toy")).json()["reason"] == "toy has no guided first game"
        async with serving(tmp_path, owner=False) as visitor:
            assert (await visitor.post("/api/lessons", title="toy")).status_code == 403

    run(work())
