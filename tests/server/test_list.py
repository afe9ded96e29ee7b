"""The owner's list: in pages, and without the links of seats that friends have taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import Playing, Visitor, serving

FRIEND = [{"kind": "person"}, {"kind": "friend"}]


async def listed(visitor: Visitor, **query: Any) -> list[dict[str, Any]]:
    answer = await visitor.get("/api/games", **query)
    assert answer.status_code == 200, answer.text
    games: list[dict[str, Any]] = answer.json()
    return games


def test_the_list_comes_in_pages_last_changed_first(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            games = [await visitor.new() for _ in range(7)]
            await games[2].say("end")
            order = [games[n].id for n in (2, 6, 5, 4, 3, 1, 0)]
            assert [game["id"] for game in await listed(visitor)] == order
            pages = [await listed(visitor, limit=3, **{"from": since}) for since in (0, 3, 6, 9)]
            assert [[game["id"] for game in page] for page in pages] == [order[:3], order[3:6], order[6:], []]

    run(work())


def test_a_game_bears_the_names_of_its_title_and_scenario_and_none_twice(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, packages={"battleaxe": "sandtable.titles.battleaxe"}) as visitor:
            for scenario in ("battleaxe", "extended"):
                await visitor.new("battleaxe", scenario)
            assert [game["name"] for game in await listed(visitor)] == ["Operation Battleaxe: Extended Game", "Operation Battleaxe"]

    run(work())


@pytest.mark.parametrize("query", [{"limit": 0}, {"limit": 101}, {"limit": "x"}, {"from": -1}, {"from": 1 << 70}])
def test_a_page_has_its_limits(tmp_path: Path, run: Any, query: dict[str, Any]) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            assert (await visitor.get("/api/games", **query)).status_code == 400

    run(work())


async def see(game: Playing) -> None:
    await game.see(1)


async def look_back(game: Playing) -> None:
    assert (await game.ask("at/0", 1)).status_code == 200


async def act(game: Playing) -> None:
    assert (await game.try_say(1, "end", 1)).status_code == 200


async def listen(game: Playing) -> None:
    hall = game.visitor.hall
    hall.leave(game.id, await hall.listen(game.id, game.token(1)))


@pytest.mark.parametrize("come", [see, look_back, act, listen])
def test_the_link_of_a_friends_seat_is_gone_once_it_is_taken(tmp_path: Path, run: Any, come: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game, other = await visitor.new(seats=FRIEND), await visitor.new(seats=FRIEND)
            link = game.made["links"][1]
            assert link.endswith(game.token(1))
            await game.say("end")
            await game.see(-1)  # somebody watches
            before = {game["id"]: game for game in await listed(visitor)}
            assert (before[game.id]["links"], before[game.id]["taken"]) == ([None, link], [False, False])
            await come(game)
            after = {game["id"]: game for game in await listed(visitor)}
            assert (after[game.id]["links"], after[game.id]["taken"]) == ([None, None], [False, True])
            assert game.token(1) not in (await visitor.get("/api/games")).text
            assert after[other.id]["links"][1]
            await game.see(1)  # the friend himself still has it
        async with serving(tmp_path) as visitor:
            again = {game["id"]: game for game in await listed(visitor)}
            assert again[game.id] == after[game.id]

    run(work())


def test_own_seats_and_the_computers_are_not_taken(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=[{"kind": "person"}, {"kind": "computer", "player": "stops"}])
            await game.see(0)
            await game.see(1)
            (summary,) = await listed(visitor)
            assert summary["taken"] == [False, False]
            assert summary["tokens"] == [game.token(0), None]

    run(work())
