"""Records from outside. Nothing in them is believed: a process of its own reads them and plays every ply by the rules, and is
ended if that takes too long. Whatever a record holds, this process goes on answering.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Optional

from sandtable.kernel.record import BadRecord
from sandtable.server.library import Library
from sandtable.server.process import Ended, Process, start
from sandtable.server.settings import PLAYERS, READING
from sandtable.server.worker import Check, Checked

logger: Final = logging.getLogger("sandtable.server")


class Intake:
    """One record at a time; the others wait."""

    def __init__(self, library: Library, players: str = PLAYERS, patience: float = READING) -> None:
        self.library = library
        self.module = players
        self.patience = patience
        self.process: Optional[Process] = None
        self.free = asyncio.Lock()

    async def check(self, data: bytes) -> Checked:
        """What the rules make of a record. Raises `BadRecord`."""
        async with self.free:
            try:
                async with asyncio.timeout(self.patience):
                    return await self.ask(data)
            except TimeoutError:
                await self.close()
                raise BadRecord(f"playing it by the rules takes longer than {self.patience:.0f} s") from None
            except Ended as error:
                logger.warning("a record that was sent could not be read: %s", error)
                await self.close()
                raise BadRecord("reading it takes more than this server has") from None
            except asyncio.CancelledError:
                await self.close()
                raise

    async def ask(self, data: bytes) -> Checked:
        while True:
            if self.process is None or self.process.is_gone:
                self.process = Process(await start(self.library, self.module))
            try:
                answer = await self.process.exchange(Check(data))
            except Ended:
                if self.process.asked == 1:  # it was new: the fault is the record's
                    raise
                await self.close()
                continue
            if answer.checked is None:
                raise BadRecord(answer.problem)
            return answer.checked

    async def close(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            await process.end()
