"""The computer's seats are played by processes of their own, so that no page waits while one ponders.

A worker that hangs, dies or talks nonsense is replaced; whoever asked is told that there is no answer, and goes on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from typing import Final, Optional

import msgspec

from sandtable.kernel.game import Game
from sandtable.kernel.record import Ply
from sandtable.server.errors import Problem
from sandtable.server.library import Library
from sandtable.server.settings import PATIENCE, PLAYERS, WORKERS
from sandtable.server.shapes import PlayerInfo
from sandtable.server.worker import Answer, Ask, known_players

LINE: Final = 16 << 20

logger: Final = logging.getLogger("sandtable.server")


class Failed(Exception):
    """A worker did not answer as it should."""


class Worker:
    """A process that plays, and what it already knows of which game."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.known: dict[str, list[Ply]] = {}  # game -> the plies it has
        self.busy = asyncio.Lock()

    async def ask(self, game: Game, id: str, side: int, player: str, seed: int) -> str:
        known = self.known.pop(id, [])
        have = len(known) if known == game.record.plies[: len(known)] else 0  # something may have been taken back
        answer = await self.exchange(request(game, id, side, player, seed, have))
        if answer.lost:
            answer = await self.exchange(request(game, id, side, player, seed, 0))
        if answer.text is None:
            raise Failed(answer.problem or "no answer")
        self.known[id] = game.record.plies[:]
        return answer.text

    async def exchange(self, ask: Ask) -> Answer:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(msgspec.json.encode(ask) + b"\n")
            await self.process.stdin.drain()
            line = await self.process.stdout.readline()
            return msgspec.json.decode(line, type=Answer)
        except (OSError, ValueError) as error:
            raise Failed(f"the process ended or talked nonsense: {error}") from None

    async def end(self) -> None:
        if self.process.returncode is None:
            try:
                self.process.kill()
            except ProcessLookupError:
                return
        await self.process.wait()


class Computers:
    def __init__(self, library: Library, players: str = PLAYERS, workers: int = WORKERS, patience: float = PATIENCE) -> None:
        self.library = library
        self.module = players
        self.patience = patience
        self.free = asyncio.Semaphore(workers)
        self.workers: list[Worker] = []

    def players(self) -> list[PlayerInfo]:
        return known_players(self.module)

    def check(self, player: str) -> None:
        known = [info.id for info in self.players()]
        if player not in known:
            raise Problem(422, "unknown", f"no player of the computer is called {player!r}; there are: {', '.join(known)}")

    async def choose(self, game: Game, id: str, side: int, player: str, seed: int) -> Optional[str]:
        """What the player says, or None if it failed in the time it has."""
        async with self.free:
            worker: Optional[Worker] = None
            try:
                async with asyncio.timeout(self.patience):
                    worker = await self.worker_for(id)
                    return await worker.ask(game, id, side, player, seed)
            except (Failed, TimeoutError, OSError) as error:
                logger.warning("player %s failed, any option is taken instead: %s", player, str(error) or "too slow")
                await self.replace(worker)
                return None
            except BaseException:
                await self.replace(worker)
                raise
            finally:
                if worker is not None and worker.busy.locked():
                    worker.busy.release()

    async def worker_for(self, id: str) -> Worker:
        """One that is not busy, best one that knows the game; started if there is none."""
        idle = [worker for worker in self.workers if not worker.busy.locked()]
        worker = max(idle, key=lambda worker: len(worker.known.get(id, ())), default=None)
        if worker is None:
            worker = Worker(await self.start())
            self.workers.append(worker)
        await worker.busy.acquire()
        return worker

    async def start(self) -> asyncio.subprocess.Process:
        packages = msgspec.json.encode(self.library.packages).decode()
        path = os.pathsep.join([entry for entry in sys.path if entry])
        return await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "sandtable.server.worker", packages, self.module,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE, env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip

    async def replace(self, worker: Optional[Worker]) -> None:
        """End it; the next question starts another."""
        if worker is not None:
            if worker in self.workers:
                self.workers.remove(worker)
            await worker.end()

    async def close(self) -> None:
        for worker in self.workers[:]:
            await self.replace(worker)


def request(game: Game, id: str, side: int, player: str, seed: int, have: int) -> Ask:
    record = game.record
    head = None if have else msgspec.structs.replace(record, plies=[])
    return Ask(id, head, have, record.plies[have:], side, player, seed)
