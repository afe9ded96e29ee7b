"""A computer that says why, and one that offers to give up a lost game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.sight import sight
from tests.kit import changed
from tests.server.conftest import Playing, serving
from tests.server.test_computer import persons_turn, until


def against(player: str, **manners: bool) -> list[dict[str, Any]]:
    return [{"kind": "person"}, {"kind": "computer", "player": player, **manners}]


async def reasons(game: Playing) -> list[str]:
    return [entry["why"] for entry in (await game.ask("log", 0, since=0)).json() if entry.get("why")]


def test_the_computer_offers_once_and_the_person_may_play_on(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=against("gloomy", resigns=True))
            assert "offered" not in await game.see(0)
            early = await visitor.post(game.path("resign"), token=game.token(0), accept=True)
            assert (early.status_code, early.json()["reason"]) == (422, "nobody offers to give up")
            await game.say("end")
            await until(game, lambda seen: seen["ply"] > 1)
            await until_offered(game)
            assert "offered" not in await game.see()  # it is the person's to answer
            seen = (await visitor.post(game.path("resign"), token=game.token(0), accept=False)).json()
            assert (seen.get("offered"), seen["over"]) == (None, None)
            before = (await until(game, persons_turn))["ply"]
            await game.say("end")
            await until(game, lambda seen: seen["ply"] > before + 1)
            assert "offered" not in await game.see(0)

    run(work())


async def until_offered(game: Playing) -> None:
    while "offered" not in await game.see(0):
        await asyncio.sleep(0.02)


def test_a_game_that_was_given_up_is_over_and_stays_so(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=against("gloomy", resigns=True, explains=True))
            await game.say("end")
            await until_offered(game)
            assert await reasons(game) == []  # the toy has secrets: reasons are kept until the end
            seen = (await visitor.post(game.path("resign"), token=game.token(0), accept=True)).json()
            assert seen["over"]["winner"] == 0
            assert seen["over"]["level"] == "Given up"
            assert seen["prompt"] is None
            assert seen["undo"] is None
            assert len(seen["seed"]) == 64
            assert set(await reasons(game)) == {"To be done with it."}
            refused = await game.try_say(0, "end", seen["ply"])
            assert refused.json()["reason"] == "the game is over: the computer has given up"
        async with serving(tmp_path) as visitor:
            (summary,) = (await visitor.get("/api/games")).json()
            assert summary["over"]["level"] == "Given up"
            again = Playing(visitor, game.id, game.tokens, {})
            assert (await again.see(0))["over"]["winner"] == 0
            assert set(await reasons(again)) == {"To be done with it."}

    run(work())


@pytest.mark.parametrize("manners", [{}, {"explains": True}])
def test_who_was_not_told_to_does_not_offer(tmp_path: Path, run: Any, manners: dict[str, bool]) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=against("gloomy", **manners))
            await game.say("end")
            await until(game, lambda seen: seen["ply"] > 1 and seen["prompt"]["side"] == 0)
            assert "offered" not in await game.see(0)
            table = await visitor.hall.open(game.id)
            assert set(table.reasons.values()) == ({"To be done with it."} if manners else set())
            table.game.title = changed(table.game.title, hidden=False)  # where nobody hides anything they are told at once
            told = [entry.why for entry in sight(table, 0).log(0) if entry.why]
            assert set(told) == set(table.reasons.values())

    run(work())
