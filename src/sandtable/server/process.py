"""A process of the server's own that answers questions, a line of JSON for a line of JSON. See `worker`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from typing import Final

import msgspec

from sandtable.server.library import Library
from sandtable.server.worker import Answer, Ask, Check

LINE: Final = 64 << 20
LAST_WAIT: Final = 5.0  # seconds for a process that was killed to be gone


class Failed(Exception):
    """There was no answer, or none that helps."""


class Ended(Failed):
    """The process is gone, or talks nonsense."""


class Process:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.asked = 0  # questions so far

    @property
    def is_gone(self) -> bool:
        return self.process.returncode is not None

    async def exchange(self, question: Ask | Check) -> Answer:
        """Whatever a pipe raises when its other end is gone: `Ended`. Event loops differ in that."""
        self.asked += 1
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(msgspec.json.encode(question) + b"\n")
            await self.process.stdin.drain()
            return msgspec.json.decode(await self.process.stdout.readline(), type=Answer)
        except Exception as error:
            raise Ended(f"the process ended or talked nonsense: {type(error).__name__}: {error}") from None

    async def end(self) -> None:
        if not self.is_gone:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        with contextlib.suppress(TimeoutError, RuntimeError):  # somebody may still wait for its answer
            async with asyncio.timeout(LAST_WAIT):
                await self.process.wait()
                await self.process.communicate()  # closes its pipes: an event loop may end next


async def start(library: Library, players: str) -> asyncio.subprocess.Process:
    packages = msgspec.json.encode(library.packages).decode()
    path = os.pathsep.join([entry for entry in sys.path if entry])
    return await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "sandtable.server.worker", packages, players,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE, env=os.environ | {"PYTHONPATH": path},
    )  # fmt: skip
