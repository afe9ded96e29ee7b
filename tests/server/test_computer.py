"""The computer's seats: played by other processes, whose faults do not stop a game."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest
import uvloop

from sandtable.kernel.record import from_json
from sandtable.server.computer import Computers
from sandtable.server.fair import unfair_plies
from sandtable.server.library import Library
from tests.server.conftest import Playing, Visitor, serving
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


LOOPS = {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}  # what a broken pipe raises differs


@pytest.fixture(params=list(LOOPS))
def run_on(request: pytest.FixtureRequest) -> Any:
    def runner(work: Any) -> None:
        async def limited() -> None:
            async with asyncio.timeout(60):
                await work

        with asyncio.Runner(loop_factory=LOOPS[request.param]) as loop:
            loop.run(limited())

    return runner


@pytest.mark.parametrize("moment", [0.0, 0.2])
def test_a_worker_that_dies_while_it_has_nothing_to_do_costs_nothing(tmp_path: Path, run_on: Any, moment: float) -> None:
    """Whether its end was noticed before the next question or not, that question is answered by the player."""

    async def work() -> None:
        async with serving(tmp_path) as visitor:
            game = await visitor.new(seats=seats("stops"))
            for _ in range(3):
                await game.say("end")
                await until(game, persons_turn)
                for worker in visitor.hall.computers.workers:
                    worker.process.kill()
                await asyncio.sleep(moment)
            plies = visitor.hall.tables[game.id].game.record.plies
            assert [ply.text for ply in plies] == ["end"] * 6
            assert (await game.see())["over"]

    run_on(work())


def test_workers_are_killed_at_random_and_every_game_comes_to_its_end(tmp_path: Path, run_on: Any) -> None:
    chance = random.Random(11)
    killed: list[signal.Signals] = []

    async def kill(visitor: Visitor) -> None:
        while True:
            await asyncio.sleep(chance.uniform(0.0, 0.3))
            if visitor.hall.computers.workers:
                how = chance.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP))
                with contextlib.suppress(ProcessLookupError):
                    chance.choice(visitor.hall.computers.workers).process.send_signal(how)
                    killed.append(how)

    async def work() -> None:
        async with serving(tmp_path, patience=1.0) as visitor:
            killer = asyncio.create_task(kill(visitor))
            while len(killed) < 15:
                games = [await visitor.new(seats=seats("random", "greedy")) for _ in range(2)]
                for game in games:
                    await until(game, lambda seen: seen["over"], seconds=40)
            killer.cancel()
            assert len(visitor.hall.computers.workers) <= 2

    run_on(work())


def test_workers_that_hang_cost_a_game_one_wait_and_not_two(tmp_path: Path, run_on: Any, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with serving(tmp_path, patience=1.5) as visitor:
            computers = visitor.hall.computers
            game = await visitor.new(seats=seats("stops"))
            stopped = [await computers.start() for _ in range(2)]
            for worker in stopped:
                worker.process.send_signal(signal.SIGSTOP)
            await game.say("end")
            await until(game, lambda seen: seen["ply"] > 1)
            assert [record.getMessage().rpartition(": ")[2] for record in caplog.records][:1] == ["too slow"]
            assert not {*stopped} & {*computers.workers}  # nobody will wait for the other one
            assert all(worker.is_gone for worker in stopped)

    run_on(work())


def test_a_player_that_always_hangs_is_not_waited_for_at_length_twice_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    timeout = asyncio.timeout

    def noted(seconds: float) -> asyncio.Timeout:
        waits.append(seconds)
        return timeout(seconds)

    async def never(*_: object) -> str:
        await asyncio.sleep(60)
        raise AssertionError

    async def work() -> None:
        computers = Computers(Library({}), patience=0.2)
        monkeypatch.setattr(computers, "answer", never)
        monkeypatch.setattr("sandtable.server.computer.asyncio.timeout", noted)
        game: Any = None
        assert [await computers.choose(game, "g", 0, "hangs", 1) for _ in range(4)] == [None] * 4
        await computers.choose(game, "h", 0, "hangs", 1)

    asyncio.run(work())
    assert waits == [0.2, 0.1, 0.2, 0.1, 0.2]  # the last is another game


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
