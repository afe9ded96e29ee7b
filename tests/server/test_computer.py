"""The computer's seats: played by other processes, whose faults do not stop a game."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.record import from_json
from sandtable.server.fair import unfair_plies
from tests.server.conftest import Playing, serving
from tests.server.toy import TITLE


def seats(player: str, other: str = "") -> list[dict[str, str]]:
    return [{"kind": "computer", "player": other} if other else {"kind": "person"}, {"kind": "computer", "player": player}]


async def until(game: Playing, ready: Any, seconds: float = 10.0) -> dict[str, Any]:
    async with asyncio.timeout(seconds):
        while not ready(seen := await game.see()):
            await asyncio.sleep(0.02)
    return seen


def persons_turn(seen: dict[str, Any]) -> bool:
    return seen["over"] is not None or seen["prompt"]["side"] == 0


def test_two_computers_play_a_game_to_its_end(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=seats("random", "greedy"))
            assert game.tokens == [None, None]
            seen = await until(game, lambda seen: seen["over"])
            record = from_json((await game.ask("record", 0)).content)
            assert unfair_plies(record, bytes.fromhex(seen["seed"]), TITLE, TITLE.rules.load(None)) == []

    run(work())


@pytest.mark.parametrize("player", ["hangs", "dies", "fails", "cheats", "babbles"])
def test_whatever_a_player_does_the_game_goes_on(tmp_path: Path, run: Any, player: str) -> None:
    async def work() -> None:
        async with serving(tmp_path, patience=1.5) as visitor:
            game = await visitor.new(seats=seats(player))
            started = time.perf_counter()
            await game.say("end")
            seen = await until(game, lambda seen: seen["ply"] > 1)
            assert time.perf_counter() - started < 10
            assert seen["ply"] > 1
            assert len(visitor.hall.computers.workers) <= 2

    run(work())


def test_a_failed_worker_is_replaced_by_one_that_works(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            bad = await visitor.new(seats=seats("dies"))
            await bad.say("end")
            await until(bad, lambda seen: seen["ply"] > 1)
            game = await visitor.new(seats=seats("random", "random"))
            await until(game, lambda seen: seen["over"])

    run(work())


def test_a_worker_that_is_killed_while_the_game_goes_on(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=seats("stops"))
            for _ in range(2):
                await game.say("end")
                await until(game, persons_turn)
                for worker in visitor.hall.computers.workers:
                    worker.process.kill()
            await game.say("end")
            assert (await until(game, lambda seen: seen["ply"] > 5))["ply"] >= 6

    run(work())


def test_the_page_does_not_wait_for_a_player_that_ponders(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, patience=3.0) as visitor:
            slow = await visitor.new(seats=seats("hangs"))
            await slow.say("end")
            other = await visitor.new()
            started = time.perf_counter()
            for _ in range(10):
                assert (await slow.see())["ply"] == 1
                await other.see(0)
            await other.say("step blue 2 C")
            assert time.perf_counter() - started < 2

    run(work())


def test_the_computers_turn_goes_on_after_a_restart(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, patience=30) as visitor:
            game = await visitor.new(seats=seats("hangs"))
            await game.say("end")
        async with serving(tmp_path, patience=0.5) as visitor:
            again = Playing(visitor, game.id, game.tokens, {})
            await until(again, lambda seen: seen["ply"] > 1)

    run(work())


def test_a_person_cannot_decide_for_the_computer(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, patience=30) as visitor:
            game = await visitor.new(seats=seats("hangs"))
            await game.say("end")
            assert (await visitor.post(game.path("say"), token=game.token(0), ply=1, key="k", text="end")).status_code == 403

    run(work())


def test_a_worker_learns_only_what_is_new(tmp_path: Path, run: Any) -> None:
    async def work() -> None:
        async with serving(tmp_path, workers=1) as visitor:
            game = await visitor.new(seats=seats("stops"))
            for asked_at in (1, 4):
                ply = await game.say("step blue 2 C", "step blue 2 B")
                assert (await game.undo(0, ply, ply - 2)).status_code == 200
                await game.say("end")
                await until(game, persons_turn)
                (worker,) = visitor.hall.computers.workers
                assert [len(plies) for plies in worker.known.values()] == [asked_at]
                await game.say("swap")
            del worker.known[game.id][2:]  # it has more than that: it says so, and gets the whole record
            await game.say("end")
            await until(game, persons_turn)
            assert visitor.hall.computers.workers == [worker]
            record = visitor.hall.tables[game.id].game.record
            assert [ply.text for ply in record.plies if ply.side == 1] == ["end"] * 3

    run(work())


def test_what_is_taken_back_while_the_computer_ponders(tmp_path: Path, run: Any) -> None:
    """Its answer is for a position that is no more: it is thrown away, and the worker hears of the change."""

    async def work() -> None:
        async with serving(tmp_path, workers=1) as visitor:
            game = await visitor.new(seats=seats("slow"))
            await game.say("step blue 2 C", "end")
            await asyncio.sleep(0.4)
            assert (await game.undo(0, 2, 0)).status_code == 200
            await game.say("step blue 1 B", "end")
            await until(game, persons_turn)
            plies = visitor.hall.tables[game.id].game.record.plies
            assert [ply.text for ply in plies] == ["step blue 1 B", "end", "end"]
            (worker,) = visitor.hall.computers.workers
            assert worker.known[game.id] == plies[:2]

    run(work())
