"""The way in: the door, the pages, and behind them the calls.

The calls need FastAPI and SQLAlchemy, which take a second to load. The pages do not: they are served at once, and the calls
wait while the rest is loaded in a thread.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Optional

from sandtable.server.access import Access
from sandtable.server.folder import open_folder, read_secret
from sandtable.server.guard import Door, Receive, Send
from sandtable.server.pages import Pages
from sandtable.server.settings import Settings
from sandtable.server.visitors import Scope, Visitors

if TYPE_CHECKING:
    from sandtable.server.api import Service

logger: Final = logging.getLogger("sandtable.server")


class Front:
    """The ASGI application that is served."""

    def __init__(self, settings: Settings, broken: Optional[Callable[[Exception], None]] = None) -> None:
        open_folder(settings.data)
        self.settings = settings
        self.access = Access(read_secret(settings.data, settings.new_secret))
        visitors = Visitors(settings.loopback, settings.proxies)
        self.pages = Pages(settings.static, self.access, visitors)
        self.door = Door(self.inside, visitors)
        self.broken = broken  # told if the rest cannot be loaded
        self.loading: Optional[asyncio.Task[Service]] = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(receive, send)
        else:
            await self.door(scope, receive, send)

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["type"] == "http" and path != "/api" and not path.startswith("/api/"):
            await self.pages(scope, receive, send)
        else:
            service = await self.service()
            await service.app(scope, receive, send)

    async def service(self) -> Service:
        """The calls, as soon as they are there."""
        if self.loading is None:
            self.loading = asyncio.get_running_loop().create_task(self.load())
        return await asyncio.shield(self.loading)

    async def load(self) -> Service:
        try:
            return await asyncio.to_thread(load, self.settings, self.access)
        except Exception as error:
            if self.broken is not None:
                self.broken(error)
            raise

    async def live(self, receive: Receive, send: Send) -> None:
        await receive()
        first = asyncio.get_running_loop().create_task(self.service())
        first.add_done_callback(lambda task: task.cancelled() or task.exception())  # told by `broken`
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def close(self) -> None:
        if self.loading is not None:
            try:
                service = await self.loading
            except Exception as error:
                logger.debug("never loaded: %s", error)
            else:
                await service.hall.close()


def load(settings: Settings, access: Access) -> Service:
    from sandtable.server.api import create_service

    return create_service(settings, access)
