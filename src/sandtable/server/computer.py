"""The computer's seats are played by processes of their own, so that no page waits while one ponders.

A worker that hangs, dies or talks nonsense is replaced; whoever asked is told that there is no answer, and goes on. One that
died while it had nothing to do says nothing about the player: another is asked in its place.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple, Optional

import msgspec

from sandtable.kernel.game import Game
from sandtable.kernel.names import cut, quoted
from sandtable.kernel.record import Ply
from sandtable.server.errors import Problem
from sandtable.server.library import Library
from sandtable.server.process import Ended, Failed, Process, start
from sandtable.server.settings import PATIENCE, PLAYERS, WORKERS
from sandtable.server.shapes import Advice, PlayerInfo
from sandtable.server.worker import Answer, Ask, known_players, levels

ADVISER: Final = "veteran"  # whom a person asks
ASKED_FOR: Final = 3  # times as long as for a move: somebody waits for this very answer

logger: Final = logging.getLogger("sandtable.server")


class Asked(NamedTuple):
    """Who is to decide for which side, or to say what it would do."""

    side: int
    player: str
    seed: int
    advise: bool = False


class Worker(Process):
    """A process that plays, and what it already knows of which game."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        super().__init__(process)
        self.known: dict[str, list[Ply]] = {}  # game -> the plies it has
        self.busy = False

    async def ask(self, game: Game, id: str, asked: Asked) -> Answer:
        known = self.known.pop(id, [])
        have = len(known) if known == game.record.plies[: len(known)] else 0  # something may have been taken back
        answer = await self.exchange(request(game, id, asked, have))
        if answer.lost:
            answer = await self.exchange(request(game, id, asked, 0))
        if answer.text is None and answer.advice is None:
            raise Failed(answer.problem or "no answer")
        self.known[id] = game.record.plies[:]
        return answer


class Computers:
    def __init__(self, library: Library, players: str = PLAYERS, workers: int = WORKERS, patience: float = PATIENCE) -> None:
        self.library = library
        self.module = players
        self.patience = patience
        self.free = asyncio.Semaphore(workers)
        self.workers: list[Worker] = []
        self.waited: set[str] = set()  # games whose last question cost all the patience there is

    def players(self) -> list[PlayerInfo]:
        """The levels to choose from."""
        return levels(self.module)

    def check(self, player: str) -> None:
        known = known_players(self.module)
        if player not in known:
            raise Problem(422, "unknown", f"no player of the computer is called {quoted(player)}; there are: {', '.join(known)}")

    async def choose(self, game: Game, id: str, side: int, player: str, seed: int) -> Optional[Answer]:
        """What the player says and why, or None if it failed in the time it has."""
        found = await self.hear(game, id, Asked(side, player, seed))
        if found is None:
            logger.warning("player %s failed, any option is taken instead", player)
        return found

    async def advise(self, game: Game, id: str, side: int, seed: int) -> Optional[Advice]:
        """What a good player would do in a person's place."""
        found = await self.hear(game, id, Asked(side, ADVISER, seed, advise=True))
        return found.advice if found is not None else None

    async def hear(self, game: Game, id: str, asked: Asked) -> Optional[Answer]:
        """None if there is no answer in time. After a long wait in vain the next is half as long."""
        async with self.free:
            patience = self.patience * (ASKED_FOR if asked.advise else 1) / (2 if id in self.waited else 1)
            self.waited.discard(id)
            try:
                async with asyncio.timeout(patience):
                    return await self.answer(game, id, asked)
            except TimeoutError:
                logger.warning("player %s failed: too slow", asked.player)
                if patience >= self.patience:
                    self.waited.add(id)
                await self.replace_idle()
            except Exception as error:  # a failed answer, or a process that cannot be started
                logger.warning("player %s failed: %s", asked.player, cut(str(error), 300))
            return None

    async def answer(self, game: Game, id: str, asked: Asked) -> Answer:
        while True:
            async with self.worker_for(id) as worker:
                try:
                    return await worker.ask(game, id, asked)
                except Ended:
                    if worker.asked == 1:  # it was new: the fault is the player's
                        raise
            await self.replace(worker)

    @asynccontextmanager
    async def worker_for(self, id: str) -> AsyncIterator[Worker]:
        """One that is not busy, best one that knows the game; started if there is none. One that fails is not asked again."""
        for worker in [worker for worker in self.workers if worker.is_gone]:
            await self.replace(worker)
        idle = [worker for worker in self.workers if not worker.busy]
        worker = max(idle, key=lambda worker: len(worker.known.get(id, ())), default=None) or await self.start()
        worker.busy = True
        try:
            yield worker
        except BaseException:
            await self.replace(worker)
            raise
        finally:
            worker.busy = False

    async def start(self) -> Worker:
        worker = Worker(await start(self.library, self.module))
        self.workers.append(worker)
        return worker

    async def replace(self, worker: Worker) -> None:
        """End it; the next question starts another."""
        if worker in self.workers:
            self.workers.remove(worker)
        await worker.end()

    async def replace_idle(self) -> None:
        """What held one worker up may hold the others up too: no game waits for a second one of them."""
        for worker in [worker for worker in self.workers if not worker.busy]:
            await self.replace(worker)

    async def close(self) -> None:
        for worker in self.workers[:]:
            await self.replace(worker)


def request(game: Game, id: str, asked: Asked, have: int) -> Ask:
    record = game.record
    head = None if have else msgspec.structs.replace(record, plies=[])
    return Ask(id, head, have, record.plies[have:], *asked)
